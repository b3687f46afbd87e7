"""What counts as a group, and the other predicates that judging and generating share.

A *piece* is a table item with the numbers it may count. A group of value v is one piece that is
v by itself, or two or more pieces that add up to v (rules 0.2). Court cards without a number are
taken by their own rank only; such a rank is written as a negative number, so that "a group by
itself" covers it and no sum ever reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.options import Options
from casino_tutor.model.plays import Group, Item, PileTop
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values, card_values
from casino_tutor.rules.unions import GroupFinder

_COURT_CODES: Final = {"J": frozenset({-11}), "Q": frozenset({-12}), "K": frozenset({-13})}


@dataclass(frozen=True, slots=True)
class Piece:
    """A table item and what it may count.

    Attributes
    ----------
    item : Item
        A loose card, a whole build or a pile top.
    sums : set of int
        What it may count inside a sum; empty if it can be in none.
    alone : set of int
        Of which values it is a group by itself.
    """

    item: Item
    sums: Values
    alone: Values


def values_of(position: Position) -> CardValues:
    """Return what each card counts in this position."""
    return card_values(position.variant.options)


def capture_uses(hand: Sequence[Card], values: CardValues) -> tuple[Values, ...]:
    """Return the ways the hand card(s) may be used in one capture.

    Parameters
    ----------
    hand : sequence of Card
        One card, or several where the variant allows it (then they count together).

    Returns
    -------
    tuple of set of int
        Each way is the set of group totals it allows. Several ways exclude each other.
    """
    if len(hand) == 1:
        card = hand[0]
        return values.uses.get(card, ()) or _by_rank(card)
    totals = {sum(ns) for ns in product(*(values.in_hand.get(c, NO_VALUES) for c in hand))}
    return tuple(frozenset({total}) for total in sorted(totals)) if hand else ()


def _by_rank(card: Card) -> tuple[Values, ...]:
    return (_COURT_CODES[card.rank],) if card.rank in _COURT_CODES else ()


def loose_alone(card: Card, values: CardValues) -> Values:
    """Return the values of which a loose card is a group by itself in a capture."""
    return values.on_table.get(card, NO_VALUES) or _COURT_CODES.get(card.rank, NO_VALUES)


def capture_piece(item: Item, position: Position, values: CardValues) -> Piece:
    """Return the piece that an item is in a capture (an unknown build counts nothing)."""
    if isinstance(item, Card):
        return Piece(item, values.on_table.get(item, NO_VALUES), loose_alone(item, values))
    if isinstance(item, PileTop):
        counts = values.on_table.get(item.card, NO_VALUES)
        return Piece(item, counts, loose_alone(item.card, values))
    build = position.find_build(item)
    if build is None or is_left_to_partner(position, build):
        return Piece(item, *_NOTHING)
    return build_as_piece(build, position.variant.options)


def is_left_to_partner(position: Position, build: Build) -> bool:
    """Return True if the mover may not capture this build, for it is a partner's."""
    if position.variant.options.partner_capture == "allowed" or build.owner is None:
        return False
    return position.are_partners(position.turn or 0, build.owner)


def build_piece(item: Item, position: Position, values: CardValues) -> Piece:
    """Return the piece that an item is in a build.

    By itself a card mostly counts there what it counts from the hand: an ace may be a whole 14
    (rulings R12, R13). A whole build that is a group by itself is extended.
    """
    if isinstance(item, Card):
        return Piece(
            item, values.on_table.get(item, NO_VALUES), values.in_build.get(item, NO_VALUES)
        )
    if isinstance(item, PileTop):
        return Piece(item, *_both(item.card, values))
    build = position.find_build(item)
    return build_as_piece(build, position.variant.options) if build else Piece(item, *_NOTHING)


_NOTHING: Final = (NO_VALUES, NO_VALUES)


def _both(card: Card, values: CardValues) -> tuple[Values, Values]:
    return values.on_table.get(card, NO_VALUES), values.in_build.get(card, NO_VALUES)


def build_as_piece(build: Build, options: Options) -> Piece:
    """Return a standing build as a piece: a card of its value only by option, and if single."""
    as_card = options.single_build_as_card and not build.is_multiple
    value = frozenset({build.value})
    return Piece(build.item, value if as_card else NO_VALUES, value)


def lying_items(position: Position) -> tuple[Item, ...]:
    """Return what lies on the table, builds and loose cards, in canonical order."""
    return (*(build.item for build in position.builds), *position.loose)


def group_left(pieces: Sequence[Piece], used: Values) -> Group:
    """Return one group that a card used so could take; empty if there is none."""
    for piece in pieces:
        if piece.alone & used:
            return (piece.item,)
    finder = GroupFinder([piece.sums for piece in pieces])
    for value in sorted(used):
        mask = next(iter(finder.subsets(value)), 0)
        if mask:
            return tuple(piece.item for i, piece in enumerate(pieces) if mask >> i & 1)
    return ()


def reaches(pieces: Iterable[Piece], targets: Iterable[int]) -> bool:
    """Return True if one piece is, or several pieces add up to, one of the targets."""
    wanted = frozenset(targets)
    sums = 1
    for piece in pieces:
        if piece.alone & wanted:
            return True
        sums = _add(sums, piece.sums)
    return any(target > 0 and sums >> target & 1 for target in wanted)


def adds_up(pieces: Iterable[Piece], target: int) -> bool:
    """Return True if one or more pieces, counted as in a sum, total `target`."""
    sums = 1
    for piece in pieces:
        sums = _add(sums, piece.sums)
    return target > 0 and bool(sums >> target & 1)


def _add(sums: int, values: Values) -> int:
    """Add a piece to a set of reachable sums (bit n: n is reachable), or leave it out."""
    more = sums
    for value in values:
        more |= sums << value
    return more


def groups_left(pieces: Sequence[Piece], used: Values) -> tuple[Group, ...]:
    """Return groups that a card used so could take together, until none is left beside them."""
    left, found = list(pieces), []
    while group := group_left(left, used):
        found.append(group)
        for item in group:
            left.remove(next(piece for piece in left if piece.item == item))
    return tuple(found)


def can_take(card: Card, position: Position, values: CardValues) -> bool:
    """Return True if the card could capture something that lies on this table."""
    pieces = [capture_piece(item, position, values) for item in lying_items(position)]
    return any(reaches(pieces, use) for use in capture_uses((card,), values))


def courts_at_once(lying: int, options: Options) -> int:
    """Return how many of the matching cards that lie there a court card can take in one play.

    It owes no more than that where a capture must be complete.

    Parameters
    ----------
    lying : int
        How many cards of its rank can be taken.
    """
    if options.face_capture == "one" or (options.face_capture == "one_or_three" and lying < 3):
        return min(1, lying)
    return min(3, lying) if options.face_capture == "one_or_three" else lying


def equal_loose(position: Position, use: Values, values: CardValues) -> tuple[Card, ...]:
    """Return the loose cards that equal a card used as `use` (ruling R2)."""
    return tuple(card for card in position.loose if loose_alone(card, values) & use)


def any_use(card: Card, values: CardValues) -> Values:
    """Return every number the card may be used as, whatever way it is played."""
    return frozenset().union(*capture_uses((card,), values))


def shared_out(hand: Sequence[Card], wanted: frozenset[int], values: CardValues) -> int:
    """Return how many of the build values a hand can guard at once (ruling R1).

    Each card answers for all the values it may take in *one* play; no card answers twice.

    Parameters
    ----------
    hand : sequence of Card
        The cards held.
    wanted : set of int
        The different values of the builds to guard.
    """
    useful = [options for options in (_guarding(card, wanted, values) for card in hand) if options]
    return _best_share(useful, wanted)


def _guarding(card: Card, wanted: frozenset[int], values: CardValues) -> tuple[Values, ...]:
    uses = (use & wanted for use in values.uses.get(card, ()))
    return tuple(use for use in uses if use)


def _best_share(cards: list[tuple[Values, ...]], wanted: frozenset[int]) -> int:
    if not cards or not wanted:
        return 0
    first, rest = cards[0], cards[1:]
    best = _best_share(rest, wanted)
    for use in first:
        if best == len(wanted):
            break
        taken = use & wanted
        best = max(best, len(taken) + _best_share(rest, wanted - taken))
    return best


def guards_kept(
    hand: Sequence[Card],
    rest: Sequence[Card],
    owned: Values,
    standing: Values,
    values: CardValues,
    *,
    made: Values = NO_VALUES,
    is_build: bool = False,
) -> bool:
    """Return True if a play gives no guard of the mover's builds away (rulings R1, R3).

    No more of the builds may lack a card afterwards than before; what a capture takes is answered
    for by the card that takes it. A build play takes none, so what stays must also be guarded as
    well as it was by itself.

    Parameters
    ----------
    hand, rest : sequence of Card
        The hand before the play and after it.
    owned, standing : set of int
        The values of the mover's builds before the play, and of those it leaves as they are.
    made : set of int
        The value of a build that the mover makes for themselves.
    is_build : bool
        True for a build play.
    """
    if is_build and shared_out(rest, standing, values) < shared_out(hand, standing, values):
        return False
    after = standing | made
    lacking = len(after) - shared_out(rest, after, values)
    return lacking <= len(owned) - shared_out(hand, owned, values)


def raise_faults(position: Position, build: Build) -> tuple[str, ...]:
    """Return every rule that forbids the mover to change this build's value."""
    options = position.variant.options
    mover = position.turn or 0
    faults = ["build.multiple_fixed"] if build.is_multiple else []
    if build.owner == mover and options.own_build_raise == "forbidden":
        faults.append("build.own_raise")
    if build.owner is not None and position.are_partners(mover, build.owner):
        if options.partner_builds == "forbidden":
            faults.append("build.partner_build")
        elif options.raise_whose == "opponents":
            faults.append("build.raise_whose")
    return tuple(faults)


def may_raise(position: Position, build: Build) -> bool:
    """Return True if nothing forbids the mover to change this build's value."""
    return not raise_faults(position, build)


def may_extend(position: Position, build: Build, *, with_hand: bool = True) -> str | None:
    """Return the rule that forbids the mover to add to this build, or None.

    Parameters
    ----------
    with_hand : bool
        True if a card from the hand is played to it; without one an opponent's build may be added
        to where it is then taken in the same turn.
    """
    mover, options = position.turn or 0, position.variant.options
    partners = build.owner is not None and position.are_partners(mover, build.owner)
    if partners and options.partner_builds == "forbidden":
        return "build.partner_build"
    if options.extend_whose == "any" or build.owner in (None, mover):
        return None
    if partners:
        return None if options.extend_whose == "own_side" else "build.extend_whose"
    if not with_hand and options.augment_opponents == "if_captured":
        return None
    return "build.extend_whose"


def merge_allowed(position: Position, builds: Sequence[Build]) -> bool:
    """Return True if standing builds may become one in this play (ruling R12)."""
    if len(builds) < 2:
        return True
    if position.variant.options.merge_builds == "no":
        return False
    mover = position.turn or 0
    # The one that is raised may be an opponent's; those it joins are of the own side.
    own_side = [
        b
        for b in builds
        if b.owner == mover or (b.owner is not None and position.are_partners(mover, b.owner))
    ]
    return len(own_side) >= len(builds) - 1


def same_value_clash(
    position: Position, value: int, used: Sequence[Build], owner: int
) -> Build | None:
    """Return a build left standing beside which the variant forbids this one, or None."""
    rule = position.variant.options.same_value_builds
    if rule == "coexist":
        return None
    for build in position.builds:
        if build.value != value or build in used:
            continue
        if rule != "own_forbidden" or build.owner == owner:
            return build
    return None

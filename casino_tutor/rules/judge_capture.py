"""Judging captures: what a card may take, and what it must take with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.plays import (
    CapturePlay,
    Group,
    Item,
    PileTop,
    WholeBuild,
    item_cards,
    item_key,
)
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values
from casino_tutor.model.violation import Violation
from casino_tutor.rules.catalogue import broken
from casino_tutor.rules.grouping import fillings, first_partition
from casino_tutor.rules.groups import (
    Piece,
    capture_piece,
    capture_uses,
    courts_at_once,
    equal_loose,
    group_left,
    is_left_to_partner,
    lying_items,
    reaches,
    values_of,
)
from casino_tutor.rules.tops import pile_faults


def capture_faults(position: Position, play: CapturePlay) -> Iterator[Violation]:
    """Yield the rules of capturing that a play breaks, and the duties it neglects."""
    if not play.items:
        card = _hand_text(play) or "no card"
        yield broken(position.variant, "capture.nothing", play.hand, card=card)
        return
    for item in play.items:
        build = position.find_build(item) if isinstance(item, WholeBuild) else None
        if build is not None and is_left_to_partner(position, build):
            yield broken(position.variant, "capture.partner_build", build.cards, build=build.item)
    if len(play.hand) > 1 and position.variant.options.hand_cards == "one":
        # What they would total together is beside the point.
        return
    values = values_of(position)
    uses = capture_uses(play.hand, values)
    if not play.hand or not all(card in values.in_hand for card in play.hand):
        return
    if not uses or min(uses[0]) < 0:
        yield from _court_faults(position, play, uses)
        yield from _top_faults(position, play)
        yield from _duty_faults(position, play, uses[0] if uses else NO_VALUES, values)
        return
    ways = [way for way in fillings(position, play) if isinstance(way, CapturePlay)]
    if not ways:
        yield from _open_faults(position, play, uses, values)
        yield from _top_faults(position, play)
        yield from _duty_faults(position, play, _only(uses), values)
        return
    # An open grouping is as legal as the best way to fill it.
    yield from min((_stated_faults(position, way, uses, values) for way in ways), key=len)


def _stated_faults(
    position: Position, play: CapturePlay, uses: Sequence[Values], values: CardValues
) -> list[Violation]:
    """Judge a capture whose groups are stated: their totals, then its duties."""
    faults, used = _number_faults(position, play, uses, values)
    limit = position.variant.options.hand_total_limit if len(play.hand) > 1 else 0
    total = min(used or frozenset().union(*uses))
    if limit and total > limit:
        shown = cards_text(play.hand)
        faults.append(
            broken(
                position.variant,
                "turn.hand_total",
                play.hand,
                cards=shown,
                total=total,
                limit=limit,
            )
        )
    return [*faults, *_top_faults(position, play), *_duty_faults(position, play, used, values)]


def _top_faults(position: Position, play: CapturePlay) -> Iterator[Violation]:
    stated = play if play.groups else replace(play, groups=tuple((i,) for i in play.bag), bag=())
    for rule, cards in pile_faults(position, stated):
        yield broken(position.variant, rule, cards, cards=cards_text(cards))


def _hand_text(play: CapturePlay) -> str:
    return "&".join(card.text for card in play.hand)


def _or(numbers: Values) -> str:
    return " or ".join(map(str, sorted(numbers)))


def _court_faults(
    position: Position, play: CapturePlay, uses: Sequence[Values]
) -> Iterator[Violation]:
    """Judge a court card without a number: it takes its own rank, one by one."""
    variant = position.variant
    court = next(card for card in play.hand if card.is_court)
    groups = play.groups or tuple((item,) for item in play.bag)
    wrong = [
        item
        for group in groups
        for item in group
        if len(group) > 1 or not _is_card_of_rank(item, court)
    ]
    if wrong or not uses:
        taken = wrong or play.items
        yield broken(
            variant,
            "capture.court_alone",
            [court, *(card for item in taken for card in item_cards(item))],
            card=court,
            rank=court.name.split()[0],
            taken="+".join(map(str, taken)),
        )
    matching = [item for group in groups for item in group if item not in wrong]
    count, rule = len(matching), variant.options.face_capture
    cards = [court, *(card for item in matching for card in item_cards(item))]
    if not uses or not count:
        return
    if rule == "one" and count > 1:
        yield broken(variant, "capture.court_one", cards, card=court, count=count)
    elif rule == "one_or_three" and count not in (1, 3):
        yield broken(variant, "capture.court_one_or_three", cards, card=court, count=count)


def _is_card_of_rank(item: Item, court: Card) -> bool:
    card = item.card if isinstance(item, PileTop) else item
    return isinstance(card, Card) and card.rank == court.rank


def _number_faults(
    position: Position, play: CapturePlay, uses: Sequence[Values], values: CardValues
) -> tuple[list[Violation], Values]:
    """Judge the groups of a card with a number; return the faults and what it was used as."""
    anything = frozenset().union(*uses)
    faults: list[Violation] = []
    totals: list[Values] = []
    for group in play.groups:
        fault, total = _group_fault(position, play, group, anything, values)
        if fault is not None:
            faults.append(fault)
        elif total:
            totals.append(total)
    fitting = [use for use in uses if all(total & use for total in totals)]
    if not fitting:
        shown = " and ".join(dict.fromkeys(_or(total & anything) for total in totals))
        faults.append(
            broken(
                position.variant,
                "capture.one_value",
                play.hand,
                card=_hand_text(play),
                totals=shown,
            )
        )
    used = fitting[0] if len(fitting) == 1 and (totals or len(uses) == 1) else NO_VALUES
    return faults, used


def _only(uses: Sequence[Values]) -> Values:
    return uses[0] if len(uses) == 1 else NO_VALUES


def _group_fault(
    position: Position, play: CapturePlay, group: Group, wanted: Values, values: CardValues
) -> tuple[Violation | None, Values]:
    """Return what is wrong with a group, or which totals it can be read as."""
    variant, card, value = position.variant, _hand_text(play), _or(wanted)
    pieces = [capture_piece(item, position, values) for item in group]
    cards = [*play.hand, *(c for item in group for c in item_cards(item))]
    if any(isinstance(p.item, WholeBuild) and not p.alone for p in pieces):
        return None, NO_VALUES
    if len(group) == 1 and pieces[0].alone & wanted:
        return None, pieces[0].alone & wanted
    for piece in pieces:
        build = piece.item
        if isinstance(build, WholeBuild) and (len(group) == 1 or not piece.sums):
            rule = "capture.build_value" if len(group) == 1 else "capture.build_in_sum"
            return (
                broken(
                    variant,
                    rule,
                    cards,
                    build=build,
                    build_value=_or(piece.alone),
                    card=card,
                    value=value if len(group) == 1 else _or(piece.alone),
                ),
                NO_VALUES,
            )
    court = next((p.item for p in pieces if not p.sums), None)
    text = "+".join(map(str, group))
    if court is not None:
        what = text if len(group) > 1 else f"what {card} takes"
        return broken(variant, "capture.court_in_group", cards, card=court, group=what), NO_VALUES
    sums = frozenset(map(sum, product(*(piece.sums for piece in pieces))))
    if len(group) > 1 and sums & wanted:
        return None, sums & wanted
    return (
        broken(
            variant,
            "capture.group_total",
            cards,
            group=text,
            total=_or(sums),
            card=card,
            value=value,
        ),
        NO_VALUES,
    )


def _open_faults(
    position: Position, play: CapturePlay, uses: Sequence[Values], values: CardValues
) -> list[Violation]:
    """Say why cards whose grouping was left open cannot be grouped.

    Items that no grouping could hold are named each for its own reason; only what is left is
    said to be impossible to share out.
    """
    wanted = frozenset().union(*uses)
    pieces = [capture_piece(item, position, values) for item in play.bag]
    # A build that stands nowhere is named elsewhere.
    pieces = [p for p in pieces if p.alone or not isinstance(p.item, WholeBuild)]
    added = _builds_added(pieces, uses)
    if added:
        groups = [(piece.item, piece.item) for piece in added]
        return [f for g in groups if (f := _group_fault(position, play, g, wanted, values)[0])]
    builds = [p for p in pieces if isinstance(p.item, WholeBuild) and not p.alone & wanted]
    hopeless = [
        p
        for p in pieces
        if p not in builds and not p.alone & wanted and (not p.sums or min(p.sums) > max(wanted))
    ]
    rest = [p for p in pieces if p not in builds and p not in hopeless]
    named = [*builds, *(p for p in hopeless if not p.sums)]
    unfit = [p for p in hopeless if p.sums]
    if rest and all(first_partition(rest, use) is None for use in uses):
        unshared = [*unfit, *rest]
    elif len(unfit) == 1:
        # One card that fits nowhere is the whole trouble.
        named, unshared = [*named, *unfit], []
    else:
        unshared = unfit
    found = (_group_fault(position, play, (p.item,), wanted, values)[0] for p in named)
    faults = [fault for fault in found if fault is not None]
    if unshared:
        taken = [piece.item for piece in unshared]
        total = sum(
            min(piece.sums or piece.alone) for piece in unshared if piece.sums or piece.alone
        )
        faults.append(
            broken(
                position.variant,
                "capture.no_grouping",
                [*play.hand, *(card for item in taken for card in item_cards(item))],
                taken=",".join(map(str, sorted(taken, key=item_key))),
                total=total,
                value=_or(wanted),
            )
        )
    return faults


def _builds_added(pieces: Sequence[Piece], uses: Sequence[Values]) -> list[Piece]:
    """Return the builds that are added to other cards in the one way to share them out."""
    as_cards = [
        Piece(p.item, p.alone, p.alone) if isinstance(p.item, WholeBuild) else p for p in pieces
    ]
    for use in uses:
        partition = first_partition(as_cards, use)
        for group in partition or ():
            if len(group) > 1:
                return [
                    pieces[i]
                    for g in partition or ()
                    if len(g) > 1
                    for i in g
                    if isinstance(pieces[i].item, WholeBuild) and not pieces[i].sums
                ]
    return []


def _duty_faults(
    position: Position, play: CapturePlay, used: Values, values: CardValues
) -> Iterator[Violation]:
    """Judge what a capture must take as well, given what the card was used as (rule R2)."""
    if not used:
        return
    variant, options = position.variant, position.variant.options
    card, taken = _hand_text(play), list(play.items)
    equals = equal_loose(position, used, values)
    left = list(equals)
    for item in taken:
        if item in left:
            left.remove(item)
    is_court = min(used) < 0
    owed = courts_at_once(len(equals), options) if is_court else len(equals)
    if options.capture_extent == "all_equal" and len(equals) - len(left) < owed:
        yield broken(
            variant, "capture.equal_left", [*play.hand, *left], left=cards_text(left), card=card
        )
    elif len(left) == len(equals) > 0 and options.capture_duty == "loose_equal":
        yield broken(
            variant, "capture.equal_first", [*play.hand, *left], left=cards_text(left), card=card
        )
    complete = options.capture_extent == "maximal" or options.is_insisted
    if complete:
        remaining = list(lying_items(position))
        for item in taken:
            if item in remaining:
                remaining.remove(item)
        pieces = [capture_piece(item, position, values) for item in remaining]
        # Only what lies on the table is owed, no pile top.
        from_table = sum(1 for item in taken if not isinstance(item, PileTop))
        could = from_table + sum(1 for piece in pieces if piece.alone & used)
        owes = not is_court or from_table < courts_at_once(could, options)
        if owes and reaches(pieces, used):
            example = group_left(pieces, used)
            yield broken(
                variant,
                "capture.groups_left",
                [*play.hand, *(c for item in example for c in item_cards(item))],
                card=card,
                left="+".join(map(str, example)),
            )

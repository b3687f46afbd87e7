"""What a position holds that its game does not know: builds, marks and sweeps it cannot have.

Each is pointed out and none is refused: a table may be set up to ask about a house rule, or for
the sake of an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import card_values
from casino_tutor.model.violation import Notice
from casino_tutor.rules.catalogue import notice
from casino_tutor.rules.duties import build_limit, due_build
from casino_tutor.rules.worth import knows_sweeps, scores_when_made

#: The items that may wait for the next round, each with the option that says so.
_CARRIED: Final = (("cards", "tie_cards"), ("spades", "tie_spades"))


def foreign_marks(position: Position) -> Iterator[Notice]:
    """Yield a flag for everything in a position that cannot come up in its game.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 8S/?1 1 40 TH*1/- 1; variant swazi; aside KH")
    >>> [flag.id for flag in foreign_marks(table)]
    ['flag.no_sweeps', 'flag.no_aside']
    """
    yield from _builds(position)
    yield from _turn(position)
    yield from _piles(position)
    yield from _proofs(position)
    yield from _due(position)
    yield from _aside(position)
    yield from _noted_points(position)


# --- builds ---------------------------------------------------------------------------------------


def _builds(position: Position) -> Iterator[Notice]:
    options, builds = position.variant.options, position.builds
    if not options.building:
        if builds:
            yield notice("flag.no_building", _cards(*builds), builds=_listed(builds))
        return
    takes = {value for held in card_values(options).in_hand.values() for value in held}
    for build in builds:
        if build.value not in takes:
            yield notice("flag.no_such_value", build.cards, build=build)
        if build.fresh and options.owner_trail != "next_turn_only":
            yield notice("flag.no_fresh", build.cards, build=build)
    yield from _same_value(position)
    limit = build_limit(position)
    for seat, count in sorted(Counter(build.owner or 0 for build in builds).items()):
        if seat and limit and count > limit:
            owned = [build for build in builds if build.owner == seat]
            yield notice("flag.build_limit", _cards(*owned), seat=seat, count=count, limit=limit)


def _same_value(position: Position) -> Iterator[Notice]:
    """Yield a flag for each two builds of one value that may not stand side by side."""
    rule = position.variant.options.same_value_builds
    if rule == "coexist":
        return
    for one, other in combinations(position.builds, 2):
        one_owner = one.owner is not None and one.owner == other.owner
        if one.value == other.value and (rule != "own_forbidden" or one_owner):
            cards = _cards(one, other)
            yield notice("flag.same_value", cards, builds=_listed((one, other)), value=one.value)


def _cards(*builds: Build) -> list[Card]:
    return [card for build in builds for card in build.cards]


def _listed(builds: tuple[Build, ...]) -> str:
    return " and ".join(map(str, builds))


# --- the turn -------------------------------------------------------------------------------------


def _turn(position: Position) -> Iterator[Notice]:
    one_action = position.variant.options.table_only_builds == "no"
    if position.hand_played and one_action:
        yield notice("flag.no_second_action", turn=f"{position.turn}+")
    if position.laid is not None and (one_action or not position.hand_played):
        yield notice("flag.no_laid", [position.laid], card=position.laid)


# --- piles ----------------------------------------------------------------------------------------


def _piles(position: Position) -> Iterator[Notice]:
    options = position.variant.options
    by_seat = options.piles == "by_seat"
    expected = position.seats if by_seat else len(position.sides)
    if len(position.taken) != expected:
        name = "flag.piles_by_seat" if by_seat else "flag.piles_by_side"
        yield notice(name, piles=len(position.taken), expected=expected)
    count = sum(pile.sweeps for pile in position.taken)
    listed = "1 sweep is" if count == 1 else f"{count} sweeps are"
    if count and not knows_sweeps(options):
        yield notice("flag.no_sweeps", count=listed)
    elif count and scores_when_made(options) and not position.points:
        yield notice("flag.sweeps_unscored", count=listed)


# --- what the ops say -----------------------------------------------------------------------------


def _proofs(position: Position) -> Iterator[Notice]:
    if not position.proved:
        return
    listed = ", ".join(f"{seat}={value}" for seat, value in position.proved)
    if position.variant.options.build_for_partner != "provable":
        yield notice("flag.no_proofs", proofs=listed)
    elif len(position.sides) == position.seats:
        yield notice("flag.no_partners", proofs=listed)


def _due(position: Position) -> Iterator[Notice]:
    if not position.due:
        return
    cards = [card for cards in position.due for card in cards]
    if position.variant.options.augment_opponents == "no":
        yield notice("flag.no_due", cards, cards=cards_text(cards))
    elif due_build(position) is None:
        yield notice("flag.due_absent", cards, cards=cards_text(cards))


def _aside(position: Position) -> Iterator[Notice]:
    aside = position.aside
    if not aside:
        return
    if not position.variant.options.courts_aside:
        yield notice("flag.no_aside", aside, cards=cards_text(aside))
        return
    others = [card for card in aside if not card.is_court]
    if others:
        yield notice("flag.aside_courts", others, cards=cards_text(others))


def _noted_points(position: Position) -> Iterator[Notice]:
    options = position.variant.options
    if any(position.points) and not (scores_when_made(options) or options.calls):
        yield notice("flag.no_events", points="/".join(map(str, position.points)))
    calls = [word for word, _ in position.pending if word not in options.calls]
    for word in dict.fromkeys(calls):
        yield notice("flag.no_call", word=word)
    carried = {name for name, key in _CARRIED if getattr(options, key) == "carry"}
    for name, points in position.carry:
        if points and name not in carried:
            yield notice("flag.no_carry", name=name, points=points)

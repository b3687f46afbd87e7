"""Can the mover do anything but trail? Answered without listing plays (ruling R3).

The question arises only when none of the mover's own builds is guarded: a seat with a guard can
always take the build that is guarded. So no guard is lost here, and a play exists as soon as its
cards can be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from casino_tutor.model.cards import Card
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, CardValues
from casino_tutor.rules.duties import build_limit, is_new_build_barred
from casino_tutor.rules.groups import (
    Piece,
    adds_up,
    build_piece,
    capture_piece,
    capture_uses,
    lying_items,
    may_extend,
    may_raise,
    merge_allowed,
    reaches,
    same_value_clash,
    values_of,
)
from casino_tutor.rules.tops import open_tops


def can_capture(position: Position) -> bool:
    """Return True if some card (or cards) of the mover's hand can take something."""
    values = values_of(position)
    options = position.variant.options
    tops = open_tops(position) if options.steal_tops == "build_and_capture" else ()
    lying = [capture_piece(item, position, values) for item in lying_items(position)]
    open_cards = [capture_piece(item, position, values) for item in tops]
    if not options.tops_in_sums:
        open_cards = [Piece(piece.item, NO_VALUES, piece.alone) for piece in open_cards]
    pieces = [*lying, *open_cards]
    most = len(position.hand) if options.hand_cards == "many" else 1
    for size in range(1, most + 1):
        for hand in combinations(position.hand, size):
            for use in capture_uses(hand, values):
                limit = options.hand_total_limit if size > 1 else 0
                if (not limit or min(use) <= limit) and reaches(pieces, use):
                    return True
    return False


def can_build(position: Position) -> bool:
    """Return True if some card of the mover's hand can start, increase or extend a build."""
    if not position.variant.options.building:
        return False
    values = values_of(position)
    return any(
        _can_build(position, values, card, value, owner)
        for card in dict.fromkeys(position.hand)
        for owner, value in _announceable(position, values, card)
    )


def _announceable(position: Position, values: CardValues, card: Card) -> Iterator[tuple[int, int]]:
    """Yield for whom, and of which value, a build could be announced."""
    rest = list(position.hand)
    rest.remove(card)
    mover, rule = position.turn or 0, position.variant.options.build_for_partner
    for value in sorted({v for c in rest for v in values.in_hand.get(c, NO_VALUES)}):
        yield mover, value
    for seat in range(1, position.seats + 1):
        if rule == "no" or not position.are_partners(mover, seat):
            continue
        allowed = {v for held in values.in_hand.values() for v in held}
        if rule == "provable":
            proved = {value for who, value in position.proved if who == seat}
            allowed &= proved | {b.value for b in position.builds if b.owner == seat}
        for value in sorted(allowed):
            yield seat, value


def _can_build(position: Position, values: CardValues, card: Card, value: int, owner: int) -> bool:
    loose = [build_piece(card, position, values) for card in position.loose]
    counts = values.on_table.get(card, NO_VALUES)
    alone = value in values.in_build.get(card, NO_VALUES)
    for extended in _subsets([b for b in position.builds if b.value == value]):
        if any(may_extend(position, build) is not None for build in extended):
            continue
        # The hand card by itself needs a build it extends or another group of the value.
        possible = alone and (bool(extended) or reaches(loose, {value}))
        if possible and _allowed(position, value, owner, (), extended):
            return True
        for raised in _raisable(position, value):
            for missing in (value - c for c in counts):
                if _hand_group(position, loose, missing, raised) and _allowed(
                    position, value, owner, raised, extended
                ):
                    return True
    return False


def _subsets(builds: list[Build]) -> Iterator[tuple[Build, ...]]:
    for size in range(len(builds) + 1):
        yield from combinations(builds, size)


def _raisable(position: Position, value: int) -> Iterator[tuple[Build, ...]]:
    """Yield the builds that may stand in the hand card's group: none, one, or several as cards."""
    free = [
        build for build in position.builds if build.value < value and may_raise(position, build)
    ]
    most = len(free) if position.variant.options.single_build_as_card else 1
    for size in range(min(most, len(free)) + 1):
        yield from combinations(free, size)


def _hand_group(
    position: Position, loose: list[Piece], missing: int, raised: tuple[Build, ...]
) -> bool:
    missing -= sum(build.value for build in raised)
    options = position.variant.options
    if raised and missing == 0:
        return True
    with_loose = not raised or options.raise_with_loose or options.single_build_as_card
    return with_loose and adds_up(loose, missing)


def _allowed(
    position: Position,
    value: int,
    owner: int,
    raised: tuple[Build, ...],
    extended: tuple[Build, ...],
) -> bool:
    options = position.variant.options
    as_cards = options.single_build_as_card
    if is_new_build_barred(position, (*raised, *extended)):
        return False
    # A build of the own side that has the new number is joined all the same where it has to be.
    absorbs = options.raise_and_absorb or options.same_value_builds == "merge"
    if raised and extended and not absorbs and not as_cards:
        return False
    if not merge_allowed(position, extended if as_cards else (*raised, *extended)):
        return False
    used = (*raised, *extended)
    if same_value_clash(position, value, used, owner):
        return False
    if owner != position.turn and options.build_for_partner == "provable":
        proved = (owner, value) in position.proved
        if not proved and not any(build.owner == owner for build in extended):
            return False
    left = sum(1 for b in position.builds if b.owner == owner and b not in used)
    limit = build_limit(position)
    return not limit or left + 1 <= limit

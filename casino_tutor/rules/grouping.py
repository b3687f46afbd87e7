"""Sharing cards out in groups: the first way, or every way, for captures and for builds.

Two questions are answered. *Is there a grouping?* asks only about numbers, so equal cards are
never tried twice and dead ends are remembered; it is quick on the most crowded table. *Which
groupings are there?* lists them all, lazily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import Final, TypeAlias

from casino_tutor.model.cards import deck_cards
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    WholeBuild,
)
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    capture_uses,
    values_of,
)
from casino_tutor.rules.tops import pile_faults

#: Groupings that are tried for one that takes pile cards in an order that is possible.
_MOST_ORDERS: Final = 2_000

Indexes: TypeAlias = tuple[int, ...]
Partition: TypeAlias = tuple[Indexes, ...]


def first_partition(pieces: Sequence[Piece], totals: Values) -> Partition | None:
    """Return the first way, in canonical order, to share all pieces out in groups, or None.

    Parameters
    ----------
    pieces : sequence of Piece
        All of them must be used.
    totals : set of int
        The totals that a group may have.
    """
    return next(_partitions(pieces, totals, _any_group, every=False), None)


def _any_group(_group: Indexes) -> bool:
    return True


def _partitions(
    pieces: Sequence[Piece],
    totals: Values,
    allowed: Callable[[Indexes], bool],
    *,
    every: bool,
) -> Iterator[Partition]:
    """Yield partitions in canonical order: all of them, or, without `every`, enough for one.

    Without `every` pieces that count alike are not tried for each other.
    """
    if not _total_fits(pieces, totals):
        return iter(())
    kinds: dict[tuple[Values, Values, type[Item]], int] = {}
    kind_of = [kinds.setdefault((p.sums, p.alone, type(p.item)), len(kinds)) for p in pieces]
    dead: set[tuple[int, ...]] = set()
    most = max(totals, default=0)

    def groups_from(first: int, rest: Indexes) -> Iterator[Indexes]:
        """Yield the groups of `first` and some of `rest`, shorter beginnings first."""
        if pieces[first].alone & totals and allowed((first,)):
            yield (first,)
        for value in pieces[first].sums:
            yield from extended((first,), value, rest)

    def extended(group: Indexes, total: int, rest: Indexes) -> Iterator[Indexes]:
        tried = set()
        for at, i in enumerate(rest):
            if not every:
                if kind_of[i] in tried:
                    continue
                tried.add(kind_of[i])
            for value in pieces[i].sums:
                longer, new = (*group, i), total + value
                if new > most:
                    continue
                if new in totals and allowed(longer):
                    yield longer
                if new < most:
                    yield from extended(longer, new, rest[at + 1 :])

    def share(left: Indexes) -> Iterator[Partition]:
        if not left:
            yield ()
            return
        key = tuple(sorted(kind_of[i] for i in left))
        if key in dead:
            return
        found = False
        seen = set()
        for group in groups_from(left[0], left[1:]):
            if group in seen:
                continue
            seen.add(group)
            for others in share(tuple(i for i in left if i not in group)):
                found = True
                yield (group, *others)
        if not found:
            dead.add(key)

    return share(tuple(range(len(pieces))))


def _total_fits(pieces: Sequence[Piece], totals: Values) -> bool:
    """Return False where the cards together cannot be a whole number of groups.

    That is quick to see where there is one total, and each piece counts one number at most.
    """
    if len(totals) != 1:
        return True
    (total,) = totals
    added = 0
    for piece in pieces:
        if total in piece.alone:
            # A whole group by itself; one that might be in a sum as well leaves the question open.
            if piece.sums - {total}:
                return True
        elif len(piece.sums) > 1:
            return True
        elif not piece.sums:
            return False
        else:
            added += min(piece.sums)
    return total != 0 and added % total == 0


def fill_groups(position: Position, play: Play) -> Play | None:
    """Return the play with its grouping stated: the first in canonical order.

    Parameters
    ----------
    position : Position
        Where it is played.
    play : Play
        A play; one whose grouping is already stated comes back as it is.

    Returns
    -------
    Play or None
        None if the cards cannot be shared out in groups.
    """
    if not play.is_open:
        return play
    options = position.variant.options
    if len(play.items) > len(deck_cards(options.deck, options.packs)):
        return None
    return _first(position, play, lambda every: _regrouped(position, play, every=every))


def fillings(position: Position, play: Play) -> Iterator[Play]:
    """Yield the play with its grouping stated: one for each way its hand cards may be used.

    Only several hand cards, an ace among them, can take the same cards as two totals.
    """
    if not isinstance(play, CapturePlay) or not play.is_open:
        filled = fill_groups(position, play)
        if filled is not None:
            yield filled
        return
    for use in capture_uses(play.hand, values_of(position)):
        filled = _first(position, play, partial(_captures, position, play, (use,)))
        if filled is not None:
            yield filled


def all_groupings(position: Position, play: Play) -> Iterator[Play]:
    """Yield every way to group the cards of a capture or build; each has the same effect.

    A trail comes back as it is. The order is canonical. Where pile tops are used, only groupings
    that lay them in a possible order are given.
    """
    if not play.items:
        yield play
        return
    seen = set()
    for one in _regrouped(position, play, every=True):
        if one not in seen and _tops_fit(position, one):
            seen.add(one)
            yield one


def _tops_fit(position: Position, play: Play) -> bool:
    """Return True if no pile top hinders this grouping."""
    return not isinstance(play, CapturePlay | BuildPlay) or not any(pile_faults(position, play))


def _first(position: Position, play: Play, ways: Callable[[bool], Iterator[Play]]) -> Play | None:
    """Return the first of `ways`, which makes all of them if it is told so.

    Where pile tops are used, the first that lays them in a possible order, if there is one.
    """
    if any(isinstance(item, PileTop) for item in play.items):
        for way in islice(ways(True), _MOST_ORDERS):
            if _tops_fit(position, way):
                return way
    return next(ways(False), None)


def _regrouped(position: Position, play: Play, *, every: bool) -> Iterator[Play]:
    if isinstance(play, CapturePlay):
        yield from _captures(position, play, uses_of(position, play), every)
    elif isinstance(play, BuildPlay):
        yield from _builds(position, play, every=every)


def uses_of(position: Position, play: CapturePlay) -> tuple[Values, ...]:
    """Return the ways the hand cards may be used in a capture; those that its groups leave open."""
    uses = capture_uses(play.hand, values_of(position))
    if play.is_open:
        return uses
    # Cards used as another total would be other plays; they have other duties.
    return tuple(use for use in uses if _is_used_as(position, play, use))


def _is_used_as(position: Position, play: CapturePlay, use: Values) -> bool:
    """Return True if every stated group can have a total of this use."""
    values = values_of(position)
    for group in play.groups:
        pieces = [capture_piece(item, position, values) for item in group]
        totals = frozenset(map(sum, product(*(piece.sums for piece in pieces))))
        if not (totals if len(group) > 1 else pieces[0].alone) & use:
            return False
    return True


def _captures(
    position: Position, play: CapturePlay, uses: Sequence[Values], every: bool
) -> Iterator[CapturePlay]:
    values = values_of(position)
    pieces = [capture_piece(item, position, values) for item in play.items]
    for use in uses:
        for partition in _partitions(pieces, use, _any_group, every=every):
            groups = tuple(_items(group, pieces) for group in partition)
            yield CapturePlay(play.hand, groups, (), play.calls)


def _builds(position: Position, play: BuildPlay, *, every: bool) -> Iterator[BuildPlay]:
    values, options = values_of(position), position.variant.options
    pieces = [_summable(item, position) for item in play.items]
    if play.hand:
        card = play.hand[0]
        held = Piece(
            card, values.on_table.get(card, NO_VALUES), values.in_build.get(card, NO_VALUES)
        )
        pieces.insert(0, held)
    first = 1 if play.hand else 0
    is_build = [isinstance(piece.item, WholeBuild) for piece in pieces]

    def abiding(group: Indexes) -> bool:
        """Only the hand card changes a build's value, alone unless the options say more."""
        if options.single_build_as_card or len(group) == 1 or not any(is_build[i] for i in group):
            return True
        return bool(first) and group[0] == 0 and (len(group) == 2 or options.raise_with_loose)

    total = frozenset({play.value})
    found = False
    for allowed in (abiding, _any_group):
        for partition in _partitions(pieces, total, allowed, every=every):
            found = True
            yield _as_build(play, partition, pieces)
        # A grouping that breaks a rule is better than none: it says which rule.
        if found or every:
            return


def _summable(item: Item, position: Position) -> Piece:
    """Return the piece of a build play; a single build may be in a sum, if only wrongly."""
    piece = build_piece(item, position, values_of(position))
    if isinstance(item, WholeBuild) and len(item.sets) == 1:
        return Piece(item, piece.alone, piece.alone)
    return piece


def _as_build(play: BuildPlay, partition: Partition, pieces: Sequence[Piece]) -> BuildPlay:
    joined: Group = ()
    groups = [_items(group, pieces) for group in partition]
    if play.hand:
        joined, *groups = groups[0][1:], *groups[1:]
    return BuildPlay(play.hand, joined, tuple(groups), play.value, play.seat, (), play.calls)


def _items(group: Indexes, pieces: Sequence[Piece]) -> Group:
    return tuple(pieces[i].item for i in group)

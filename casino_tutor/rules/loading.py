"""Loading: what could still be added to builds of one's own side when a turn ends (rules 9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from casino_tutor.model.plays import BuildPlay, Group, Item, PileTop, Play, TrailPlay
from casino_tutor.model.position import Build, Position
from casino_tutor.rules.groups import Piece, build_piece, groups_left, reaches, values_of
from casino_tutor.rules.tops import open_piles, open_tops
from casino_tutor.rules.transition import after_unchecked


def loads_left(position: Position, seat: int) -> Iterator[tuple[Build, tuple[Group, ...]]]:
    """Yield the builds of a seat's side to which something fits, with the groups that do.

    Parameters
    ----------
    position : Position
        The position when the seat's turn ends; whose turn it is does not matter.
    seat : int
        Whose turn ends.

    Examples
    --------
    >>> from casino_tutor.model.plays import groups_text
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("[5S+4H]=9@1,9H,7C,2D KC/?1 2 1 -/- -; variant swazi")
    >>> for build, groups in loads_left(table, 1):
    ...     print(build, groups_text(groups))
    [5S+4H]=9@1 9H,7C+2D
    """
    if position.variant.options.loading == "free":
        return
    values = values_of(position)
    usable: tuple[Item, ...] = (*position.loose, *open_tops(replace(position, turn=seat)))
    lying = [build_piece(item, position, values) for item in usable]
    for build in _own_side(position, seat):
        if reaches(lying, {build.value}):
            yield build, groups_left(lying, frozenset({build.value}))


def _own_side(position: Position, seat: int) -> Iterator[Build]:
    for build in position.builds:
        if build.owner == seat or (build.owner and position.are_partners(seat, build.owner)):
            yield build


class LoadWatch:
    """Tells of many plays of one position whether something could be added after them.

    It looks at what a play uses instead of making the position after it.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._mover = position.turn or 0
        self._piles = open_piles(position)
        self._values = values_of(position)
        self._own = tuple(_own_side(position, self._mover))
        self._pieces: dict[Item, Piece] = {}

    def is_load_left(self, play: Play) -> bool:
        """Return True if `loads_left` finds something for the mover after this play."""
        if not play.hand:
            # It may add to an opponent's build, which stays theirs.
            after = after_unchecked(self._position, play)
            return next(loads_left(after, self._mover), None) is not None
        used = play.items
        lying: list[Item] = list(self._position.loose)
        for item in used:
            if item in lying:
                lying.remove(item)
        if isinstance(play, TrailPlay):
            lying.extend(play.hand)
        wanted = set()
        if self._own:
            left = self._position.builds_left(used)
            wanted = {build.value for build in self._own if build in left}
        if isinstance(play, BuildPlay):
            wanted.add(play.value)
        for pile in self._piles:
            left_over = (top for card in pile if (top := PileTop(card)) not in used)
            lying.extend(islice(left_over, 1))
        return bool(wanted) and reaches(map(self._piece, lying), wanted)

    def _piece(self, item: Item) -> Piece:
        piece = self._pieces.get(item)
        if piece is None:
            piece = self._pieces[item] = build_piece(item, self._position, self._values)
        return piece

"""Perft: how many lines of play lead on from a position, to a given depth.

The name comes from chess programs (*performance test*), where such counts are the usual proof that
a move generator makes every move and no other. Here one *line* is a sequence of plays, each legal
where it is made, by the seat to play and then by the seats that follow; the hands must be known.

Three things are counted at depth *d*.

plays
    The lines of *d* plays, where all groupings of one effect count as one play: what
    `casino_tutor.legal_plays` lists. An action is a play, so a turn that begins with a build from
    table cards only is two of them; the turn passes with the hand card, whatever might follow it.
groupings
    The lines of *d* plays where every grouping is a play of its own: what `legal_plays` lists with
    ``groupings=True``.
effects
    The different positions that the lines lead to. Two positions are the same if everything in
    their position line is, taken piles in their order too, but for the sets inside a build: of it
    only its cards, its value, whether it is single or multiple, its owner and its freshness count.

A line ends before depth *d* where the seat to play has no play, as when every hand is empty: no
new hands are dealt. It counts as it stands, once at each greater depth.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Final

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.counting import grouping_count
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.transition import after_unchecked

#: So many different positions may stand at one depth: a few hundred megabytes of them.
MOST_POSITIONS: Final = 250_000
_KIND_ORDER: Final = {kind: place for place, kind in enumerate(("capture", "build", "trail"))}
_REST: Final = attrgetter(
    *(field.name for field in fields(Position) if field.name not in ("variant", "builds"))
)


class PerftError(ValueError):
    """Lines that cannot be counted: a hand is not known, or there are too many positions."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lines there are, and how many positions they lead to.

    Attributes
    ----------
    plays : int
        Lines, all groupings of one effect being one play.
    effects : int
        Different positions at their ends.
    groupings : int
        Lines, every grouping being a play of its own.
    """

    plays: int
    effects: int
    groupings: int


@dataclass(slots=True)
class _Standing:
    """One position and how many lines lead to it."""

    position: Position
    plays: int = 0
    groupings: int = 0


def perft(position: Position, depth: int) -> Counts:
    """Count the lines of play to a depth; see the head of this module for what is counted.

    Parameters
    ----------
    position : Position
        Where the lines begin. Every hand that comes to play within `depth` plays must be known.
    depth : int
        How many plays; at depth 0 there is one line, the empty one.

    Returns
    -------
    Counts
        The counts at exactly this depth, not those of lesser depths.

    Raises
    ------
    PerftError
        If a hand is not known, or more than `MOST_POSITIONS` positions stand at one depth.
    ValueError
        If `depth` is negative.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("5S,5H,3S,3H 8S,KD/8D,2C")
    >>> perft(position, 1)
    Counts(plays=7, effects=7, groupings=8)
    >>> perft(position, 2)
    Counts(plays=37, effects=37, groupings=42)
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    _refuse_unknown_hands(position, depth)
    return _counted(position, depth)


def split(position: Position, depth: int) -> dict[Play, Counts]:
    """Return the counts below each first play, so that a wrong count can be traced.

    Parameters
    ----------
    position, depth
        As for `perft`; `depth` is at least 1 and includes the first play.

    Returns
    -------
    dict of Play to Counts
        Captures, then builds, then trails, each in the order of their text. All groupings of the
        first play stand under one of them. ``plays`` and ``groupings`` add up to those of `perft`;
        ``effects`` may add up to more, where one position is reached in several ways.

    Raises
    ------
    PerftError
        As for `perft`.
    ValueError
        If `depth` is less than 1.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> for play, counts in split(parse_position("6C,2D 8S,KD/6S"), 2).items():
    ...     print(play, counts.plays)
    8Sx6C+2D 1
    8S 2
    KD 2
    """
    if depth < 1:
        raise ValueError(f"depth {depth} has no first play")
    _refuse_unknown_hands(position, depth)
    plays = sorted(legal_plays(position), key=lambda play: (_KIND_ORDER[play.kind], str(play)))
    return {play: _below(position, play, depth - 1) for play in plays}


def _below(position: Position, play: Play, depth: int) -> Counts:
    counts = _counted(after_unchecked(position, play), depth)
    groupings = grouping_count(position, play) * counts.groupings
    return Counts(counts.plays, counts.effects, groupings)


def _counted(position: Position, depth: int) -> Counts:
    """Count forwards: each position is played on once, however many lines lead to it."""
    reached = {effect_key(position): _Standing(position, 1, 1)}
    for number in range(1, depth + 1):
        reached = _played_on(reached.values(), number)
    return Counts(
        sum(standing.plays for standing in reached.values()),
        len(reached),
        sum(standing.groupings for standing in reached.values()),
    )


def _played_on(reached: Iterable[_Standing], depth: int) -> dict[Hashable, _Standing]:
    following: dict[Hashable, _Standing] = {}
    for standing in reached:
        for position, ways in _after_each_play(standing.position):
            there = following.setdefault(effect_key(position), _Standing(position))
            there.plays += standing.plays
            there.groupings += standing.groupings * ways
            if len(following) > MOST_POSITIONS:
                raise PerftError(
                    f"at depth {depth} there are more than {MOST_POSITIONS:,} positions; "
                    "a smaller depth, or fewer cards, can be counted"
                )
    return following


def _after_each_play(position: Position) -> Iterator[tuple[Position, int]]:
    """Yield the position after each play and its groupings; without plays the line stands still."""
    is_over = True
    for play in legal_plays(position):
        is_over = False
        yield after_unchecked(position, play), grouping_count(position, play)
    if is_over:
        yield position, 1


def effect_key(position: Position) -> Hashable:
    """Return what two positions of one game share when only sets inside builds differ.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> one = parse_position("[6S+3H,6H+3S]=9@1 9H,KD")
    >>> other = parse_position("[6S+3S,6H+3H]=9@1 9H,KD")
    >>> one == other, effect_key(one) == effect_key(other)
    (False, True)
    """
    builds = sorted(
        (
            tuple(sorted(card.order for card in build.cards)),
            build.value,
            build.is_multiple,
            build.owner or 0,
            build.fresh,
        )
        for build in position.builds
    )
    return tuple(builds), _REST(position)


def _refuse_unknown_hands(position: Position, depth: int) -> None:
    """Raise if a seat that may come to play holds cards nobody knows."""
    if position.turn is None:
        return
    order = [(position.turn - 1 + step) % position.seats + 1 for step in range(position.seats)]
    holding = [seat for seat in order if len(position.hands[seat - 1])]
    unknown = [seat for seat in holding[:depth] if position.hands[seat - 1].unknown]
    if unknown:
        seats = ", ".join(f"seat {seat}" for seat in unknown)
        raise PerftError(
            f"lines of {depth} plays need to know every card of the hands; not known: {seats}"
        )

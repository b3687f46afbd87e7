"""One world at a time, played on by *greedy* in every seat: for rules the kernel does not know.

Also for three to six players each for themselves: each is taken to play for its own points, unless
they are said to play against the seat that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final

from casino_tutor.engine.deal_search import CrowdedError
from casino_tutor.engine.gains import SHARES
from casino_tutor.engine.greedy import DIGITS, OpponentError, ranked
from casino_tutor.engine.outlook import expected_points
from casino_tutor.engine.readable import after_play
from casino_tutor.engine.worlds import World, Worlds
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position

#: A game without deals is played on for so many turns.
_MOST_TURNS: Final = 16
#: Whoever plays against the seat that asks looks at so many plays, those that bring itself most.
_MOST_AGAINST: Final = 8


class Rollouts:
    """Values plays in worlds.

    Parameters
    ----------
    worlds : Worlds
        The worlds of a view.
    plays : sequence of Play
        The plays that are valued.
    late : callable
        Says when the time is up.
    against : bool
        True if the others play against the seat that asks, False if each plays for its own side.
    """

    def __init__(
        self,
        worlds: Worlds,
        plays: Sequence[Play],
        late: Callable[[], bool],
        *,
        against: bool = False,
    ) -> None:
        self._worlds = worlds
        self._against = against
        self._plays = plays
        self._late = late
        self.nodes = 0

    def values(self, world: World, wanted: Sequence[int]) -> list[float]:
        """Return what plays are worth in a world to the side to play, in points of the round.

        Raises
        ------
        CrowdedError
            If the time was up before all were valued.
        """
        side = self._worlds.view.side_of(self._worlds.view.turn or 1)
        return [equity(self.end(world, number), side) for number in wanted]

    def end(self, world: World, number: int) -> Position:
        """Return how a play ends in a world.

        Raises
        ------
        CrowdedError
            If the time was up before.
        """
        position = self._worlds.position(world)
        asking = position.side_of(position.turn or 1)
        return self._played_on(after_play(position, self._plays[number]), asking)

    def _played_on(self, position: Position, asking: int) -> Position:
        """Play to the end of the deal, or for so many turns."""
        dealt = position.variant.options.refill == "by_deal"
        turns = 0
        while position.turn is not None and turns < _MOST_TURNS:
            self.nodes += 1
            if self._late():
                raise CrowdedError
            try:
                liked = ranked(position, SHARES)
            except OpponentError:
                break
            best = liked[0].play
            if self._against and position.side_of(position.turn) != asking:
                best = _worst_for(position, [one.play for one in liked[:_MOST_AGAINST]], asking)
            before, turn = position.stock.count, position.turn
            position = after_play(position, best)
            turns += position.turn != turn
            if dealt and position.stock.count != before:
                break
        return position


def _worst_for(position: Position, plays: Sequence[Play], side: int) -> Play:
    """Return the play after which a side has least to expect; of equal ones the first."""
    return min(plays, key=lambda play: round(equity(after_play(position, play), side), DIGITS))


def equity(position: Position, side: int) -> float:
    """Return by how many points a side is ahead of the average of the others, as can be expected.

    Where low scores win, by how many it is behind.
    """
    return ahead(position, expected_points(position), side)


def ahead(position: Position, points: Sequence[float], side: int) -> float:
    """Return by how much a side is ahead of the average of the others, in points of each side."""
    found = points[side] - fmean(value for other, value in enumerate(points) if other != side)
    return -found if position.variant.options.low_wins else found

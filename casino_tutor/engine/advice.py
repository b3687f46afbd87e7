"""What a search says of the plays of a seat that does not see all cards."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final, Literal, TypeAlias

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position

#: How an answer was found.
Method: TypeAlias = Literal["exact", "every hand", "sample", "guess"]
#: Means that differ by less are equal: sums of the same numbers.
_SAME: Final = 1e-9


@dataclass(frozen=True, slots=True)
class PlayEstimate:
    """What a play can be expected to bring the side that makes it.

    Attributes
    ----------
    play : Play
        A legal play; one stands for all groupings of its effect.
    mean : float or None
        Points of the round by which the side will be ahead; None if it was not searched.
    error : float or None
        The true mean of the method lies within so many points of it, 95 times in a hundred; 0
        where nothing was left to chance, None where one world is all that was looked at.
    worlds : int
        In so many worlds it was searched.
    items : tuple of (str, float)
        The same item by item, where that was asked for: by how much the side will be ahead, as in
        a score; ``deals_to_come`` is what the end of the deal leaves to be expected. Over fewer
        worlds, so that the sum may differ from the mean.
    """

    play: Play
    mean: float | None
    error: float | None
    worlds: int
    items: tuple[tuple[str, float], ...] = ()

    @property
    def interval(self) -> tuple[float, float]:
        """Between which numbers the value lies, as far as is known."""
        if self.mean is None or self.error is None:
            return -inf, inf
        return self.mean - self.error, self.mean + self.error


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer of `casino_tutor.engine.searcher.best`.

    Attributes
    ----------
    position : Position
        The table as the seat to play sees it.
    plays : tuple of PlayEstimate
        The plays, the best first; those that were dropped on the way have fewer worlds. Of plays
        that are exactly equal that stands first which is hardest to answer.
    ahead : float or None
        By how many points the best is ahead of the second, in the same worlds; None if one play
        was searched.
    error : float or None
        The error of `ahead`.
    method : str
        ``exact``: every card is known or can be inferred; ``every hand``: each hand that is
        possible was searched; ``sample``: worlds were drawn; ``guess``: nothing was searched in
        the time, and the plays are in the order of *greedy*.
    worlds : int
        How many worlds were searched.
    nodes : int
        How many positions were visited.
    seconds : float
        How long it took.
    kernel : str
        Who searched: ``compiled``, ``plain`` or ``rollouts``; empty if nobody did.
    left_out : str
        What was left out; empty if nothing was.
    is_settled : bool
        True if the best play is ahead of each other one by more than its error, or is the only one.
    """

    position: Position
    plays: tuple[PlayEstimate, ...]
    ahead: float | None
    error: float | None
    method: Method
    worlds: int
    nodes: int
    seconds: float
    kernel: str
    left_out: str = ""
    is_settled: bool = False

    @property
    def best(self) -> Play:
        """The play that is expected to bring most."""
        return self.plays[0].play

    @property
    def equals(self) -> tuple[PlayEstimate, ...]:
        """The best play, with those that came out equal in all that was searched."""
        first = self.plays[0]
        if self.ahead != 0 or self.error != 0:
            return (first,)
        return tuple(entry for entry in self.plays if _are_equal(entry, first))

    @property
    def are_equals_clear(self) -> bool:
        """True if no play can be as good as those that came out equal.

        How surely they are ahead of the next is not told, but where the intervals do not meet the
        order is no chance. Plays that were dropped were clearly behind.
        """
        equals = self.equals
        others = [one for one in self.plays if one.worlds == self.worlds and one not in equals]
        return all(one.interval[1] < equals[0].interval[0] for one in others)


def _are_equal(one: PlayEstimate, other: PlayEstimate) -> bool:
    ends = zip(one.interval, other.interval, strict=True)
    return one.worlds == other.worlds and all(abs(end - its) < _SAME for end, its in ends)

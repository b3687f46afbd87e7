"""What a search is asked and what it answers: limits, objectives, values of plays, errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.scoring import ItemPoints

#: What a side tries to do; `casino_tutor.engine.objective` says what each is worth.
Objective: TypeAlias = Literal["points", "match"]
OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)
#: A bound that no value reaches: nothing is known.
FAR: Final = 10_000


class EngineError(ValueError):
    """A position that cannot be solved as it stands; the message says what would help."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a search may go; whichever is reached first ends it.

    Attributes
    ----------
    nodes : int
        So many positions are visited.
    seconds : float
        It takes so long, and a few hundredths of a second more.
    megabytes : int
        The room for positions that were met already.
    samples : int or None
        Where cards are hidden, so many worlds are searched, whatever the time; None for as many as
        there is time for.
    seed : int
        Where the chance comes from by which worlds are drawn.

    Raises
    ------
    EngineError
        If one of them leaves no room for a search.
    """

    nodes: int = 200_000_000
    seconds: float = 10.0
    megabytes: int = 256
    samples: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        for name, kinds, most in _LIMITS:
            found: Any = getattr(self, name)
            if found is None and name == "samples":
                continue
            if isinstance(found, bool) or not isinstance(found, kinds):
                kind = "a number" if float in kinds else "a whole number"
                raise EngineError(f"a limit of {found!r} {name} is not {kind}")
            if not found > 0:
                raise EngineError(f"a limit of {found:g} {name} leaves no room for a search")
            if found > most:
                raise EngineError(f"a limit of {name} is at most {most:g}")


#: What each limit is, and the most that it may be.
_LIMITS: Final = (
    ("nodes", (int,), 10**15),
    ("seconds", (int, float), 10.0**9),
    ("megabytes", (int,), 10**6),
    ("samples", (int,), 10**6),
)


@dataclass(frozen=True, slots=True)
class PlayValue:
    """What a play is worth to the side that makes it.

    Attributes
    ----------
    play : Play
        A legal play; one stands for all groupings of its effect.
    least, most : int
        The value lies between them, and is known where they are equal.
    """

    play: Play
    least: int
    most: int

    @property
    def is_exact(self) -> bool:
        """True if the value is known."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer of `casino_tutor.engine.solve.solve`.

    Attributes
    ----------
    position : Position
        What was solved, with the hidden cards that could be inferred.
    objective : str
        What the sides try to do.
    plays : tuple of PlayValue
        The plays, the best first.
    line : tuple of Play
        Best play by both sides from here to the end of the round (or of the match); empty where
        the value is not known.
    end : Position or None
        Where the line ends.
    items : tuple of ItemPoints
        What the round scores at the end of the line, item by item, what was taken before included.
    points : tuple of int
        The sum of the items for each side; empty without a line.
    nodes : int
        How many positions were visited.
    seconds : float
        How long it took.
    kernel : str
        Who searched: ``compiled``, ``plain`` (the same source, not compiled) or ``readable``.
    left_out : str
        What was left out, in one sentence; empty if nothing was.
    beyond : int or None
        What plays that were not looked at can be worth at the most; None if there are none.
    """

    position: Position
    objective: Objective
    plays: tuple[PlayValue, ...]
    line: tuple[Play, ...] = ()
    end: Position | None = None
    items: tuple[ItemPoints, ...] = ()
    points: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    kernel: str = ""
    left_out: str = ""
    beyond: int | None = None

    @property
    def least(self) -> int:
        """The least that the position can be worth to the side to play."""
        return max(entry.least for entry in self.plays)

    @property
    def most(self) -> int:
        """The most that the position can be worth to the side to play."""
        most = max(entry.most for entry in self.plays)
        return most if self.beyond is None else max(most, self.beyond)

    @property
    def is_exact(self) -> bool:
        """True if the value of every play is known."""
        return self.beyond is None and all(entry.is_exact for entry in self.plays)

    @property
    def is_settled(self) -> bool:
        """True if no other play can be better than the best ones."""
        return self.most <= self.least

    @property
    def best(self) -> tuple[PlayValue, ...]:
        """The plays that are worth most.

        Where not all values are known, those that are sure of most; none, if others may be better
        and nothing is proved of these, or if nothing tells one play from another.
        """
        best = tuple(entry for entry in self.plays if entry.least == self.least)
        if self.is_settled or len(self.plays) == 1:
            return best
        if len({(entry.least, entry.most) for entry in self.plays}) == 1:
            return ()
        most = max(entry.most for entry in self.plays)
        return tuple(entry for entry in best if entry.is_exact or entry.most == most)

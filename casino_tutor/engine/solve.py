"""The exact value of every legal play, where every card is known or can be inferred."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from threading import RLock
from time import perf_counter
from typing import Any, Final, Protocol

from casino_tutor.engine.coverage import match_not_covered, not_covered
from casino_tutor.engine.kernels import KERNELS, best_kernel, kernel_of
from casino_tutor.engine.known import with_known_cards
from casino_tutor.engine.layout import MOST_BUILDS, PLIES
from casino_tutor.engine.objective import check_objective, match_value
from casino_tutor.engine.plan import MoveKey, Plan, move_key, plan_of, state_of
from casino_tutor.engine.readable import FAR, ReadableSearch, after_play
from casino_tutor.engine.solution import (
    OBJECTIVES,
    EngineError,
    Limit,
    Objective,
    PlayValue,
    Solution,
)
from casino_tutor.model.plays import Play
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import score_round

_LOCK: Final = RLock()
#: So many plays of a crowded table are looked at.
MOST_PLAYS: Final = 2_000
_ORDER: Final = {"capture": 0, "build": 1, "trail": 2}
#: Room for positions by the cards still to be played, as a power of two.
_ROOM: Final = ((8, 12), (16, 15), (24, 20), (32, 23), (40, 25))
_MOST_ROOM: Final = 26
_BYTES: Final = 16


def solve(
    position: Position,
    *,
    objective: Objective = "points",
    limit: Limit | None = None,
    kernel: str | None = None,
) -> Solution:
    """Find the exact value of every legal play, and best play to the end of the round.

    Parameters
    ----------
    position : Position
        Two sides play. Every card is known, or can be inferred: in the last deal of two seats the
        other hand is what nobody has seen. With a stock whose order is known all deals to come are
        played as well.
    objective : str
        ``points`` of the round, or the ``match``; see `casino_tutor.engine.objective`.
    limit : Limit, optional
        How far to search. Where it is reached, or the table is too crowded, values are bounds.
    kernel : str, optional
        ``compiled``, ``plain`` or ``readable``; the quickest that knows the rules if left out.

    Returns
    -------
    Solution
        Values count for the side to play.

    Raises
    ------
    EngineError
        If the position cannot be solved: it is over, cards are hidden, more than two sides play.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = solve(parse_position("8D 8S/8H 1 0 -/- -"))
    >>> [(str(entry.play), entry.least) for entry in found.plays]
    [('8Sx8D', 4), ('8S', -4)]
    """
    limit = limit or Limit()
    if objective not in OBJECTIVES:
        raise EngineError(
            f"there is no objective {objective!r}; there are {' and '.join(OBJECTIVES)}"
        )
    known = with_known_cards(position)
    check_objective(known, objective)
    # A kernel holds one search at a time.
    with _LOCK:
        return _solved(known, objective, limit, kernel)


def _solved(known: Position, objective: Objective, limit: Limit, kernel: str | None) -> Solution:
    """Solve, whoever captured last; where that is not known, as if each side had."""
    if known.last != UNKNOWN:
        return _searched(known, objective, limit, kernel)
    if not any(len(pile) for pile in known.taken):
        return _searched(replace(known, last=NOBODY), objective, limit, kernel)
    answers = [
        _searched(replace(known, last=side[0]), objective, _part(limit), kernel)
        for side in known.sides
    ]
    return _merged(known, answers)


def _part(limit: Limit) -> Limit:
    """Return half of a limit, one of two searches."""
    return replace(limit, nodes=max(1, limit.nodes // 2), seconds=limit.seconds / 2)


def _merged(known: Position, answers: list[Solution]) -> Solution:
    """Return what holds in both answers: bounds, where they differ."""
    one, other = answers
    values = {entry.play: entry for entry in other.plays}
    entries = tuple(
        PlayValue(
            entry.play,
            min(entry.least, values[entry.play].least),
            max(entry.most, values[entry.play].most),
        )
        for entry in one.plays
    )
    spent = replace(one, nodes=one.nodes + other.nodes, seconds=one.seconds + other.seconds)
    if entries == one.plays and not one.left_out and not other.left_out:
        return spent
    ordered = tuple(sorted(entries, key=lambda entry: (-entry.least, -entry.most)))
    said = dict.fromkeys(filter(None, ("who captured last is not known", one.left_out)))
    return replace(
        spent,
        position=known,
        plays=ordered,
        line=(),
        end=None,
        items=(),
        points=(),
        left_out="; ".join(said),
    )


def _searched(known: Position, objective: Objective, limit: Limit, kernel: str | None) -> Solution:
    begun = perf_counter()
    plays = list(islice(legal_plays(known), MOST_PLAYS + 1))
    if not plays:
        raise EngineError("the seat to play has no legal play")
    left_out = []
    if len(plays) > MOST_PLAYS:
        plays.pop()
        left_out.append(f"only the first {MOST_PLAYS:,} plays were looked at")
    clock = _Clock(begun + limit.seconds)
    searcher = _searcher(known, objective, limit, clock, kernel)
    values = _values(searcher, known, plays)
    beyond = searcher.most(known) if left_out else None
    left_out += searcher.left_out()
    ends = [] if beyond is not None else _best_line(searcher, known, values)
    line = tuple(play for play, _ in ends)
    end = ends[-1][1] if ends else None
    score = score_round(end) if end is not None else None
    return Solution(
        known,
        objective,
        values,
        line,
        end,
        score.items if score else (),
        score.points if score else (),
        searcher.nodes,
        perf_counter() - begun,
        searcher.name,
        "; ".join(left_out),
        beyond,
    )


class _Clock:
    """Says when the time is up."""

    def __init__(self, end: float) -> None:
        self.end = end

    def __call__(self) -> bool:
        return perf_counter() >= self.end


class _Searcher(Protocol):
    """What `solve` asks of a search; values count for side 0."""

    name: str

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    def values(self, position: Position, plays: list[Play]) -> list[tuple[int, int]]:
        """Return the bounds of the value of each play."""

    def is_worth(self, position: Position, value: int) -> bool:
        """Return True if the position has been proved to be worth exactly this."""

    def is_over(self, position: Position) -> bool:
        """Return True if nothing is played any more."""

    def most(self, _position: Position, /) -> int:
        """Return the most that any play can be worth to the side to play."""

    def left_out(self) -> list[str]:
        """Say what has been left out."""


def _searcher(
    position: Position, objective: Objective, limit: Limit, clock: _Clock, kernel: str | None
) -> _Searcher:
    if kernel is not None and kernel not in KERNELS:
        raise EngineError(f"there is no kernel {kernel!r}; there are {', '.join(KERNELS)}")
    reasons = _why_readable(position, objective)
    if kernel in (None, "readable") and (reasons or kernel):
        return _Readable(objective, limit, clock)
    if reasons:
        raise EngineError(f"the {kernel} kernel does not know this: {', '.join(reasons)}")
    return _Compiled(position, objective, kernel or best_kernel(), limit, clock)


def _why_readable(position: Position, objective: Objective) -> list[str]:
    """Return what the kernel does not know about; empty if it can search this."""
    found = [f"option {key}" for key in not_covered(position.variant.options)]
    if objective == "match":
        found += [f"option {key}" for key in match_not_covered(position.variant.options)]
    if position.hand_played or position.laid is not None or position.due:
        found.append("a turn that has begun")
    if position.aside:
        found.append("cards set aside")
    if any(name not in {"cards", "spades"} for name, _ in position.carry):
        found.append("what is carried over")
    cards = position.stock.count + sum(len(hand) for hand in position.hands)
    if cards > PLIES - 2:
        found.append(f"{cards} cards still to be played")
    # Each play makes one build more at the most.
    if len(position.builds) > MOST_BUILDS - 2:
        found.append(f"{len(position.builds)} builds")
    return found


def _values(searcher: _Searcher, position: Position, plays: list[Play]) -> tuple[PlayValue, ...]:
    """Value the plays, and put the best first; equal ones as they would be listed."""
    is_first = position.turn is not None and position.side_of(position.turn) == 0
    entries = []
    for play, (least, most) in zip(plays, searcher.values(position, plays), strict=True):
        entries.append(PlayValue(play, least, most) if is_first else PlayValue(play, -most, -least))

    def place(entry: PlayValue) -> tuple[int, int, int, int]:
        """Return what puts one play before another: its value, its kind, how much it takes."""
        play = entry.play
        return -entry.least, -entry.most, _ORDER[play.kind], -len(play.items)

    return tuple(sorted(entries, key=place))


def _best_line(
    searcher: _Searcher, position: Position, values: tuple[PlayValue, ...]
) -> list[tuple[Play, Position]]:
    """Return best play by both sides, with the position after each play; empty if not known."""
    best = values[0]
    if not best.is_exact or any(entry.most > best.least for entry in values):
        return []
    is_first = position.turn is not None and position.side_of(position.turn) == 0
    value = best.least if is_first else -best.least
    line = [(best.play, after_play(position, best.play))]
    while not searcher.is_over(line[-1][1]):
        here = line[-1][1]
        plays = sorted(islice(legal_plays(here), MOST_PLAYS), key=lambda one: _ORDER[one.kind])
        for play in plays:
            after = after_play(here, play)
            if searcher.is_worth(after, value):
                line.append((play, after))
                break
        else:
            # No play at all, or the limit was reached.
            return line if not plays else []
    return line


class _Compiled:
    """A search by the kernel, compiled or plain."""

    def __init__(
        self, position: Position, objective: Objective, name: str, limit: Limit, clock: _Clock
    ) -> None:
        self._is_match = objective == "match"
        self.name = name
        self.nodes = 0
        self._limit = limit
        self._clock = clock
        self._kernel: Any = kernel_of(name)
        self._plan: Plan = plan_of(position, match=self._is_match)
        self._kernel.use(self._plan.rules, room(position, limit.megabytes))
        self._kernel.put(self._plan.words, self._plan.numbers)
        self._crowded = False
        self._stopped = False

    def values(self, position: Position, plays: list[Play]) -> list[tuple[int, int]]:
        """Value each play; plays of one effect for the kernel are searched once."""
        keys = [move_key(play, position, self._plan) for play in plays]
        numbers = {key: number for number, key in enumerate(self._kernel.moves(0))}
        self._crowded = bool(self._kernel.left_out)
        found: dict[MoveKey, tuple[int, int]] = {}
        guess = 0
        for key in dict.fromkeys(keys):
            number = numbers.get(key)
            if number is None:
                found[key] = self._kernel.reach(0)
                self._crowded = True
                continue
            self._kernel.go(0, number)
            found[key] = self._bounds(1, guess)
            if found[key][0] == found[key][1]:
                guess = found[key][0]
        return [found[key] for key in keys]

    def _bounds(self, ply: int, guess: int) -> tuple[int, int]:
        least, most = self._kernel.reach(ply)
        # A crowded table may take long before the kernel looks at the clock.
        self._stopped = self._stopped or self._clock()
        if least == most or self._stopped:
            return least, most
        self._kernel.allow(max(1, self._limit.nodes - self.nodes), self._clock)
        found = self._kernel.bounds(ply, guess)
        self.nodes += self._kernel.nodes
        if self._kernel.left_out:
            # Moves that had no room could have been better for either side.
            self._crowded = True
            return least, most
        self._stopped = bool(self._kernel.stopped)
        return max(least, found[0]), min(most, found[1])

    def is_worth(self, position: Position, value: int) -> bool:
        """Search the position anew; the table remembers most of it."""
        self._kernel.put(*self._written(position))
        least, most = self._bounds(0, value)
        return least == most == value

    def _written(self, position: Position) -> tuple[list[int], list[int]]:
        return state_of(position, self._plan)

    def is_over(self, position: Position) -> bool:
        """Return True if the round, or the match, is over."""
        return position.turn is None or (self._is_match and match_value(position) is not None)

    def most(self, position: Position, /) -> int:
        """Return the most that any play can be worth to the side to play."""
        self._kernel.put(*self._written(position))
        least, most = self._kernel.reach(0)
        is_first = position.turn is not None and position.side_of(position.turn) == 0
        return int(most if is_first else -least)

    def left_out(self) -> list[str]:
        """Say whether the limit was reached, and whether a table was too crowded."""
        found = ["captures of a crowded table were left out"] if self._crowded else []
        return [*found, "the limit was reached"] if self._stopped else found


def room(position: Position, megabytes: int) -> int:
    """Return for how many positions there is room in a search, as a power of two.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> room(parse_position("8D 8S/KD 1 0 -/- -"), 256)
    12
    """
    cards = position.stock.count + sum(len(hand) for hand in position.hands)
    wanted = next((bits for most, bits in _ROOM if cards <= most), _MOST_ROOM)
    allowed = (megabytes * 1_000_000 // _BYTES).bit_length() - 1
    return max(4, min(wanted, allowed))


class _Readable:
    """A search over the readable rules."""

    name = "readable"

    def __init__(self, objective: Objective, limit: Limit, clock: Callable[[], bool]) -> None:
        self._search = ReadableSearch(objective, limit.nodes, clock)
        self._is_late = False

    @property
    def nodes(self) -> int:
        """How many positions were visited."""
        return self._search.nodes

    def values(self, position: Position, plays: Iterable[Play]) -> list[tuple[int, int]]:
        """Value each play."""
        found = []
        guess = 0
        for play in plays:
            if self._search.is_late():
                found.append((-FAR, FAR))
                continue
            bounds = self._search.bounds(after_play(position, play), guess)
            guess = bounds[0] if bounds[0] == bounds[1] else guess
            found.append(bounds)
        return found

    def is_worth(self, position: Position, value: int) -> bool:
        """Search the position anew; the table remembers most of it."""
        return self._search.bounds(position, value) == (value, value)

    def is_over(self, position: Position) -> bool:
        """Return True if the round, or the match, is over."""
        return self._search.ended(position) is not None

    def most(self, _position: Position, /) -> int:
        """Return the most that any play can be worth: nothing is known of it here."""
        return FAR

    def left_out(self) -> list[str]:
        """Say whether the limit was reached."""
        return ["the limit was reached"] if self._search.is_stopped else []

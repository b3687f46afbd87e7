"""Two searches that find the same: by the kernel, compiled or plain, and over the readable rules.

Values count for side 0.
"""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias

from casino_tutor.engine.coverage import match_not_covered, not_covered
from casino_tutor.engine.kernels import KERNELS, best_kernel, kernel_of
from casino_tutor.engine.layout import INFO, MOST_BUILDS, PILE, PLIES, TRAIL
from casino_tutor.engine.listing import Clock, done_in_time, is_crowded, listed_plays
from casino_tutor.engine.objective import match_value, reach
from casino_tutor.engine.plan import MoveKey, Plan, move_key, plan_of, state_of
from casino_tutor.engine.readable import ReadableSearch, after_play, ordered
from casino_tutor.engine.solution import EngineError, Limit, Objective
from casino_tutor.model.plays import Play, TrailPlay
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import legal_plays

#: Plays with the position after each.
Line: TypeAlias = list[tuple[Play, Position]]

#: So many plays of a crowded table are looked at.
MOST_PLAYS: Final = 2_000
#: Room for positions by the cards still to be played, as a power of two.
_ROOM: Final = ((8, 12), (16, 15), (24, 20), (32, 23), (40, 25))
_MOST_ROOM: Final = 26
_BYTES: Final = 16
#: A search of less time than so many seconds asks the clock after so many nodes, to end in time.
_SHORT: Final = 1.0
_LOOK_EVERY: Final = 200
_CROWDED: Final = "what follows on a crowded table was not searched"
_REACHED: Final = "the limit was reached"
#: Kinds of plays as the kernel numbers them, and the bits of a build that say its value and owner.
_KINDS: Final = ("trail", "capture", "build")
_VALUE_AND_OWNER: Final = 0x3FF


class Deadline:
    """Says whether the time is up."""

    def __init__(self, end: float) -> None:
        self.end = end

    def __call__(self) -> bool:
        """Return True if it is."""
        return perf_counter() >= self.end


class Search(Protocol):
    """What `solve` asks of a search."""

    name: str

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    def values(self, position: Position, plays: list[Play]) -> list[tuple[int, int]]:
        """Return bounds of the value of each play."""

    def line(self, position: Position, play: Play, value: int) -> Line:
        """Return best play by both sides that begins with a play of a value; empty if not known."""

    def reach(self, position: Position, /) -> tuple[int, int]:
        """Return bounds of the value that need no search."""

    def left_out(self) -> list[str]:
        """Say what has been left out."""


def search_for(
    position: Position, objective: Objective, limit: Limit, clock: Clock, kernel: str | None
) -> Search:
    """Return the quickest search that knows the rules, or the one that is asked for.

    Raises
    ------
    EngineError
        If there is no such kernel, or it does not know this.
    """
    if kernel is not None and kernel not in KERNELS:
        raise EngineError(f"there is no kernel {kernel!r}; there are {', '.join(KERNELS)}")
    reasons = why_readable(position, objective)
    if kernel in (None, "readable") and (reasons or kernel):
        return _Readable(objective, limit, clock)
    if reasons:
        raise EngineError(f"the {kernel} kernel does not know this: {', '.join(reasons)}")
    return _Compiled(position, objective, kernel or best_kernel(), limit, clock)


def why_readable(position: Position, objective: Objective) -> list[str]:
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


class _Compiled:
    """A search by the kernel, compiled or plain."""

    def __init__(
        self, position: Position, objective: Objective, name: str, limit: Limit, clock: Clock
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
        self._is_crowded = False
        self._is_stopped = False

    def values(self, position: Position, plays: list[Play]) -> list[tuple[int, int]]:
        """Value each play; plays of one effect for the kernel are searched once."""
        keys = [move_key(play, position, self._plan) for play in plays]
        widest = self._kernel.reach(0)
        numbers = {key: number for number, key in enumerate(self._moves())}
        found: dict[MoveKey, tuple[int, int]] = {}
        guess = 0
        for key in dict.fromkeys(keys):
            if key in numbers:
                self._kernel.go(0, numbers[key])
                found[key] = self._bounds(1, guess)
                guess = found[key][0] if found[key][0] == found[key][1] else guess
        # What the kernel had no room, or no time, to list itself.
        for key, play in zip(keys, plays, strict=True):
            if key not in found:
                found[key] = widest if self._is_late() else self._apart(after_play(position, play))
        return [found[key] for key in keys]

    def line(self, position: Position, play: Play, value: int) -> Line:
        """Return best play by both sides that begins with a play of a value; empty if not known."""
        here = after_play(position, play)
        line = [(play, here)]
        self._kernel.put(*state_of(here, self._plan))
        while not self._is_over(here):
            moves = self._moves()
            move = self._move_worth(moves, value)
            if move is None:
                # Nobody can play on, or the limit was reached.
                return [] if moves or self._is_stopped else line
            next_play = self._named(here, move)
            if next_play is None:
                return []
            here = after_play(here, next_play)
            line.append((next_play, here))
            self._kernel.put(*self._kernel.at(1))
        return line

    def _move_worth(self, moves: list[MoveKey], value: int) -> MoveKey | None:
        """Return a move that has this value; the kernel has then played it."""
        for number, move in enumerate(moves):
            self._kernel.go(0, number)
            if self._bounds(1, value) == (value, value):
                return move
        return None

    def _named(self, here: Position, move: MoveKey) -> Play | None:
        """Return a legal play that the kernel calls so; None if there is no time to find it."""
        places = self._plan.places
        kind, hand, loose, used, value, multiple = move
        wanted = (kind, hand, loose, self._builds_named(here, used), value, multiple)
        # Equal ones for the kernel stand next to each other; the first is as good as any.
        card = next(c for c in here.hand if places.kind[places.mask((c,)).bit_length() - 1] & hand)
        if kind == TRAIL:
            return TrailPlay((card,))
        plays = legal_plays(here, card=card, kind=_KINDS[kind], value=value or None)
        found: list[Play] = []

        def find() -> None:
            fitting = (one for one in plays if move_key(one, here, self._plan) == wanted)
            found.extend(islice(fitting, 1))

        if is_crowded(here):
            done_in_time(find, self._is_late)
        else:
            find()
        return found[0] if found else None

    def _builds_named(self, here: Position, used: int) -> int:
        """Return builds, as bits in the kernel's order, as bits in that of the position."""
        found = 0
        words = self._kernel.at(0)[0] if used else []
        for number in range(used.bit_length()):
            if used >> number & 1:
                cards, about = words[PILE + number], words[INFO + number] & _VALUE_AND_OWNER
                found |= next(
                    1 << i
                    for i, build in enumerate(here.builds)
                    if not found >> i & 1
                    and build.value | (build.owner or 0) << 6 == about
                    and self._plan.places.mask(build.cards) == cards
                )
        return found

    def _moves(self) -> list[MoveKey]:
        """Return the moves that the kernel finds, as far as it has room and time."""
        self._allow()
        moves: list[MoveKey] = self._kernel.moves(0)
        self._is_crowded = self._is_crowded or bool(self._kernel.left_out)
        return moves

    def _apart(self, position: Position) -> tuple[int, int]:
        """Return bounds of the value of a position that no move of the kernel has led to."""
        self._kernel.put(*state_of(position, self._plan))
        return self._bounds(0, 0)

    def _allow(self) -> None:
        every = _LOOK_EVERY if self._limit.seconds < _SHORT else 0
        self._kernel.allow(max(1, self._limit.nodes - self.nodes), self._clock, every)

    def _bounds(self, ply: int, guess: int) -> tuple[int, int]:
        least, most = self._kernel.reach(ply)
        if least == most or self._is_late():
            return least, most
        self._allow()
        found = self._kernel.bounds(ply, guess)
        self.nodes += self._kernel.nodes
        if self._kernel.left_out:
            # Moves that had no room could have been better for either side.
            self._is_crowded = True
            return least, most
        self._is_stopped = bool(self._kernel.stopped)
        return max(least, found[0]), min(most, found[1])

    def _is_over(self, position: Position) -> bool:
        return position.turn is None or (self._is_match and match_value(position) is not None)

    def _is_late(self) -> bool:
        self._is_stopped = self._is_stopped or self._clock()
        return self._is_stopped

    def reach(self, position: Position, /) -> tuple[int, int]:
        """Return bounds of the value that need no search."""
        self._kernel.put(*state_of(position, self._plan))
        least, most = self._kernel.reach(0)
        return least, most

    def left_out(self) -> list[str]:
        """Say whether the limit was reached, and whether a table was too crowded."""
        found = [_CROWDED] if self._is_crowded else []
        return [*found, _REACHED] if self._is_stopped else found


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

    def __init__(self, objective: Objective, limit: Limit, clock: Clock) -> None:
        self._search = ReadableSearch(objective, limit.nodes, clock)

    @property
    def nodes(self) -> int:
        """How many positions were visited."""
        return self._search.nodes

    def values(self, position: Position, plays: list[Play]) -> list[tuple[int, int]]:
        """Value each play."""
        widest = self.reach(position)
        found = []
        guess = 0
        for play in plays:
            if self._search.is_late():
                found.append(widest)
                continue
            bounds = self._search.bounds(after_play(position, play), guess)
            guess = bounds[0] if bounds[0] == bounds[1] else guess
            found.append(bounds)
        return found

    def line(self, position: Position, play: Play, value: int) -> Line:
        """Return best play by both sides that begins with a play of a value; empty if not known."""
        here = after_play(position, play)
        line = [(play, here)]
        while self._search.ended(here) is None:
            plays, are_all = listed_plays(here, MOST_PLAYS, self._search.is_late)
            for one in ordered(plays):
                after = after_play(here, one)
                # It is searched anew; the table remembers most of it.
                if self._search.bounds(after, value) == (value, value):
                    line.append((one, after))
                    here = after
                    break
                if self._search.is_late():
                    return []
            else:
                # Nobody can play on, or not all plays of a crowded table were listed.
                return line if are_all and not plays else []
        return line

    def reach(self, position: Position, /) -> tuple[int, int]:
        """Return bounds of the value that need no search."""
        return reach(position, self._search.objective)

    def left_out(self) -> list[str]:
        """Say whether the limit was reached, and whether a table was too crowded."""
        found = [_CROWDED] if self._search.is_crowded else []
        return [*found, _REACHED] if self._search.is_stopped else found

"""The solver without a screen: a position, its legal plays, and what any play would be.

A `SolverSession` is told a position line, a variant, a play, and answers with values that show
themselves (`casino_tutor.tutor.answers`). Widget, notebook and tests drive the same session.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from casino_tutor.model.errors import AmbiguousPlayError, NotationError, PositionError
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import read_position
from casino_tutor.model.variant import Variant, VariantError
from casino_tutor.rules.counting import grouping_count
from casino_tutor.rules.enumeration import KINDS, legal_plays
from casino_tutor.rules.flags import flags
from casino_tutor.rules.grouping import all_groupings
from casino_tutor.rules.judge import judge
from casino_tutor.rules.repair import repairs, would_need
from casino_tutor.tutor.answers import (
    CheckAnswer,
    GroupingsAnswer,
    KindOfPlays,
    ListedPlay,
    PlaysAnswer,
    TableAnswer,
    Unreadable,
)
from casino_tutor.tutor.samples import Sample

#: How many plays of a kind are listed, and how far they are counted. A crowded table has tens of
#: thousands of plays, and nobody reads them.
PLAYS_LISTED: Final = 25
PLAYS_COUNTED: Final = 2000
#: How many groupings are shown beside a play, and how many when they are asked for.
GROUPINGS_BESIDE: Final = 12
GROUPINGS_LISTED: Final = 100

_UNREADABLE: Final = (NotationError, AmbiguousPlayError, VariantError)


class SolverSession:
    """One learner at one table: what the line says, and an answer to every question about it.

    Parameters
    ----------
    line : str
        The position line.
    variant : Variant or str, optional
        The rules: a variant, its name, or the path of a TOML file of house rules. It wins over
        what the line says; without either it is plain Casino.

    Attributes
    ----------
    line : str
    variant : Variant, str or None
    position : Position or None
        None while the line cannot be read.

    Examples
    --------
    >>> session = SolverSession("8D,6C,2D 8S,KD")
    >>> session.plays().summary
    'Legal plays of seat 1: 3 captures, no builds and 2 trails.'
    >>> print(session.check("KDx8D").title)
    Not legal: KDx8D
    """

    def __init__(self, line: str, variant: Variant | str | None = None) -> None:
        self.choose(line, variant)

    def __repr__(self) -> str:
        variant = "" if self.variant is None else f", {self.variant!r}"
        return f"SolverSession({self.line!r}{variant})"

    def choose(self, line: str, variant: Variant | str | None = None) -> TableAnswer | Unreadable:
        """Read a position line. A line that cannot be read is answered, not raised."""
        self.line = line
        self.variant = variant
        self.position: Position | None = None
        self._read = self._read_line()
        return self._read

    def pick(self, sample: Sample) -> TableAnswer | Unreadable:
        """Take the line of a sample, under the variant that it names."""
        return self.choose(sample.line)

    def _read_line(self) -> TableAnswer | Unreadable:
        try:
            position, notes = read_position(self.line, self.variant)
        except _UNREADABLE as error:
            return _unreadable("position", self.line, error)
        self.position = position
        return TableAnswer(position, notes, flags(position))

    def show(self) -> TableAnswer | Unreadable:
        """Answer with the table."""
        return self._read

    def plays(self, kind: str | None = None) -> PlaysAnswer | Unreadable:
        """Answer with the legal plays by kind, or with those of one kind.

        Raises
        ------
        ValueError
            If there is no such kind.
        """
        if isinstance(self._read, Unreadable):
            return self._read
        if kind is not None and kind not in KINDS:
            raise ValueError(f"there is no kind of play {kind!r}; the kinds are {', '.join(KINDS)}")
        wanted = ("capture", "build", "trail") if kind is None else (kind,)
        position = self._read.position
        return PlaysAnswer(position, tuple(_listed(position, one) for one in wanted))

    def groupings(self, play: str) -> GroupingsAnswer | Unreadable:
        """Answer with every way to group the cards of a play, legal or not."""
        if isinstance(self._read, Unreadable):
            return self._read
        position = self._read.position
        try:
            wanted = parse_play(play)
        except _UNREADABLE as error:
            return _unreadable("play", play, error)
        ways = tuple(islice(all_groupings(position, wanted), GROUPINGS_LISTED))
        return GroupingsAnswer(position, wanted, ways, grouping_count(position, wanted))

    def check(self, play: str) -> CheckAnswer | Unreadable:
        """Answer whether a play or turn is legal, and why or why not."""
        if isinstance(self._read, Unreadable):
            return self._read
        position = self._read.position
        try:
            verdict = judge(position, play)
        except _UNREADABLE as error:
            return _unreadable("play", play, error)
        if verdict.is_legal:
            return CheckAnswer(position, verdict)
        needs = would_need(position, verdict.turn) or ""
        return CheckAnswer(position, verdict, repairs(position, verdict.turn), needs)


def _unreadable(what: str, written: str, error: ValueError) -> Unreadable:
    problems: tuple[str, ...] = (str(error),)
    if isinstance(error, PositionError):
        problems = tuple(fault.sentence for fault in error.faults)
    elif isinstance(error, VariantError):
        # The place is one in a variant file, not in what was written here.
        return Unreadable(what, written, error.kind, error.faults)
    place = getattr(error, "line", None), getattr(error, "column", None)
    return Unreadable(what, written, getattr(error, "kind", "notation"), problems, *place)


def _listed(position: Position, kind: str) -> KindOfPlays:
    legal = iter(legal_plays(position, kind=kind))
    plays = tuple(islice(legal, PLAYS_COUNTED))
    more = next(legal, None) is not None
    listed = tuple(_with_groupings(position, play) for play in plays[:PLAYS_LISTED])
    return KindOfPlays(kind, listed, len(plays), more)


def _with_groupings(position: Position, play: Play) -> ListedPlay:
    ways = tuple(islice(all_groupings(position, play), GROUPINGS_BESIDE))
    return ListedPlay(play, ways, grouping_count(position, play))

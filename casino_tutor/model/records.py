"""Records: a whole match as text, with tags in brackets and numbered plays.

A record is what was written down at the table. It holds no rules: whether its plays are legal and
its scores right is for `casino_tutor.rules.replay` to say. `casino_tutor.model.record_text` reads
it, this module writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.plays import Turn, turn_text
from casino_tutor.model.variant import Variant

#: The version of the layout; a record of another one is refused.
FORMAT: Final = 1
#: Tags of the head and of a round, in the order in which they are written.
HEAD_TAGS: Final = ("Format", "Variant", "Options", "Players", "Seed")
ROUND_TAGS: Final = ("Round", "Eldest", "Scores", "Stock", "Carry")

#: In which line each tag stands.
Lines: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """One numbered turn.

    Attributes
    ----------
    number : int
        Its number in the round, as written.
    turn : tuple of Play
        What was played.
    seat : int or None
        The seat, where it is written.
    line : int
        Where it stands in the text; it does not count for equality.
    """

    number: int
    turn: Turn
    seat: int | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        whose = "" if self.seat is None else f"{self.seat}: "
        return f"{self.number}. {whose}{turn_text(self.turn)}"


@dataclass(frozen=True, slots=True)
class UnreadEntry:
    """A numbered turn that cannot be read; it is kept as it was written.

    Attributes
    ----------
    number : int
        Its number in the round.
    text : str
        What stands there.
    problem : str
        Why it cannot be read.
    line, column : int
        Where that is.
    """

    number: int
    text: str
    problem: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))

    def __str__(self) -> str:
        return f"{self.number}. {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class CallEntry:
    """A word that a seat calls between two plays, such as ``orange``."""

    seat: int
    word: str
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.seat}: call {self.word}"


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A seat says that its side has reached the target."""

    seat: int
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.seat}: claim"


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody wrote behind a ``#``; a line of its own."""

    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))

    def __str__(self) -> str:
        return f"# {self.text}".rstrip()


Entry: TypeAlias = PlayEntry | UnreadEntry | CallEntry | ClaimEntry | Remark


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as it was written down.

    Attributes
    ----------
    number : int
        The round, from 1.
    eldest : int or None
        The player, counted from 0, who is seat 1.
    scores : tuple of int
        The match score of each team before the round; empty if it is not written.
    stock : tuple of Card
        The whole pack before the first deal, next card first; empty if it is not written.
    carry : tuple of (name, points)
        Points carried over from tied items.
    entries : tuple
        Plays, calls, claims and remarks in order.
    points : tuple of int or None
        What each team scored in the round, once it has been counted.
    closing : tuple
        Claims and remarks behind the points.
    extra : tuple of (name, text)
        Tags that mean nothing here; they are kept.
    lines : tuple of (name, line)
        Where the tags stand; it does not count for equality.
    """

    number: int
    eldest: int | None = None
    scores: tuple[int, ...] = ()
    stock: tuple[Card, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()
    entries: tuple[Entry, ...] = ()
    points: tuple[int, ...] | None = None
    closing: tuple[ClaimEntry | Remark, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    lines: Lines = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extra", _one_lined(self.extra))

    def line_of(self, tag: str) -> int:
        """Return the line of a tag, or that of the round if the tag is not written."""
        return dict(self.lines).get(tag, dict(self.lines).get("Round", 0))

    @property
    def plays(self) -> int:
        """How many numbered turns it has, readable or not."""
        return sum(isinstance(entry, PlayEntry | UnreadEntry) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was written down, finished or not.

    Players are numbered from 0 in order of play and teams are the sides they play in; a seat is
    counted anew in each round from the eldest hand.

    Attributes
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    rounds : tuple of RoundRecord
        The rounds in order.
    seed : int or None
        The seed of the deals, where there is one.
    names : tuple of (player, name)
        What the players are called.
    result : str or None
        How the match stands at the end of the text; None if the text does not say, as when it
        was cut.
    remarks : tuple of Remark
        What stands above the first round.
    extra : tuple of (name, text)
        Tags that mean nothing here; they are kept.
    lines : tuple of (name, line)
        Where the tags stand; it does not count for equality.
    """

    variant: Variant
    players: int
    rounds: tuple[RoundRecord, ...] = ()
    seed: int | None = None
    names: tuple[tuple[int, str], ...] = ()
    result: str | None = None
    remarks: tuple[Remark, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    lines: Lines = field(default=(), compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "names", tuple((player, one_line(name)) for player, name in sorted(self.names)))
        put(self, "extra", _one_lined(self.extra))
        if self.result is not None:
            put(self, "result", one_line(self.result))

    def line_of(self, tag: str) -> int:
        """Return the line of a tag of the head or of the result; 0 if it is not written."""
        return dict(self.lines).get(tag, 0)

    def __str__(self) -> str:
        return format_record(self)

    def __repr__(self) -> str:
        return f"parse_record({str(self)!r})"


def format_record(record: Record) -> str:
    """Write a record in its canonical form; reading it gives an equal record.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> print(format_record(Record(find_variant("kirchner"), 2, names=((0, "Ana"),))), end="")
    [Format "1"]
    [Variant "kirchner"]
    [Players "2"]
    [Name0 "Ana"]
    """
    blocks = ["\n".join(_head(record)), *("\n".join(_round(one)) for one in record.rounds)]
    if record.result is not None:
        blocks.append(_tag("Result", record.result))
    return "\n\n".join(blocks) + "\n"


def _head(record: Record) -> Iterator[str]:
    yield from map(str, record.remarks)
    yield _tag("Format", FORMAT)
    yield _tag("Variant", record.variant.base)
    changes = record.variant.changes()
    if changes:
        yield _tag("Options", ",".join(f"{key}={value}" for key, value in changes.items()))
    yield _tag("Players", record.players)
    if record.seed is not None:
        yield _tag("Seed", record.seed)
    for player, name in record.names:
        yield _tag(f"Name{player}", name)
    for name, text in record.extra:
        yield _tag(name, text)


def _round(written: RoundRecord) -> Iterator[str]:
    yield _tag("Round", written.number)
    if written.eldest is not None:
        yield _tag("Eldest", written.eldest)
    if written.scores:
        yield _tag("Scores", scores_text(written.scores))
    if written.stock:
        yield _tag("Stock", cards_text(written.stock))
    if written.carry:
        yield _tag("Carry", ",".join(f"{name}={points}" for name, points in written.carry))
    for name, text in written.extra:
        yield _tag(name, text)
    yield from map(str, written.entries)
    if written.points is not None:
        yield _tag("Points", scores_text(written.points))
    yield from map(str, written.closing)


def _tag(name: str, value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def scores_text(scores: tuple[int, ...]) -> str:
    """Write one number a team: ``7/4``."""
    return "/".join(map(str, scores))


def one_line(text: str) -> str:
    """Return a text with every run of blanks and line breaks as one space."""
    return " ".join(text.split())


def _one_lined(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, one_line(text)) for name, text in tags)

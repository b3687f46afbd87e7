"""Reading records: forgiving on input, with the line and column of whatever is badly written.

A tag or the order of the lines must be right, or nothing that follows can be trusted: that raises
`NotationError`. One play that cannot be read is kept as an `UnreadEntry`, and reading goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NoReturn, TypeVar

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_turn, require_same
from casino_tutor.model.options import VariantError
from casino_tutor.model.records import (
    FORMAT,
    HEAD_TAGS,
    ROUND_TAGS,
    CallEntry,
    ClaimEntry,
    Entry,
    PlayEntry,
    Record,
    Remark,
    RoundRecord,
    UnreadEntry,
    format_record,
)
from casino_tutor.model.scan import Scanner
from casino_tutor.model.variant import Variant, find_variant

#: A longer text is no record: the longest matches stay far below.
MAX_LENGTH: Final = 2_000_000
_MOST = 9_999

_NAME: Final = re.compile(r"Name([0-5])", re.IGNORECASE)
_TAG: Final = re.compile(
    r'\[\s*+([A-Za-z]\w*+)\s*+(?:"((?:[^"\\]|\\.)*+)"|([^"\[\]]*+))\s*+\]', re.ASCII
)
# A number begins a play; a call and a claim begin with their seat. Neither is found inside a play.
_BEGINNING: Final = re.compile(
    r"(?:(?<!\S)|(?<=\.))(?:([0-9]+)\.|([1-6]):\s*(?:call\s+([A-Za-z][\w-]*)|claim)(?!\S))",
    re.ASCII | re.IGNORECASE,
)
_SEAT: Final = re.compile(r"\s*([1-6])\s*:")
_WORD: Final = re.compile(r"\s*(?:call|claim)\b", re.IGNORECASE)
_SEED: Final = re.compile(r"-?[0-9]{1,18}")
_KNOWN: Final = {tag.lower(): tag for tag in (*HEAD_TAGS, *ROUND_TAGS, "Points", "Result")}
_T = TypeVar("_T")


def parse_record(text: str, *, strict: bool = False) -> Record:
    """Read a record.

    Parameters
    ----------
    text : str
        The text of a whole match. Without `strict`, tags may stand in another order, without
        quotation marks or in other capitals; plays may stand several to a line and without
        numbers, in every spelling that `parse_turn` reads.
    strict : bool
        Accept only the canonical form.

    Returns
    -------
    Record
        A play that cannot be read is an `UnreadEntry`; nothing is judged.

    Raises
    ------
    NotationError
        If a tag, or what stands between the plays, cannot be read, if the variant is not known or
        the record is of another format; with the line and column.
    AmbiguousPlayError
        If a card of a stock has no suit.

    Examples
    --------
    >>> record = parse_record('''[Variant "casino_pagat"] [players 2]
    ... [Round 1] # on Sunday
    ... 8S x 8d  2.kd
    ... ''')
    >>> print(record, end="")
    [Format "1"]
    [Variant "casino_pagat"]
    [Players "2"]
    <BLANKLINE>
    [Round "1"]
    # on Sunday
    1. 8Sx8D
    2. KD
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"the record has {len(text):,} characters",
            text,
            MAX_LENGTH,
            f"at most {MAX_LENGTH:,} characters",
        )
    reader = _Reader(text)
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        reader.line = number
        reader.read_line(start, start + len(line))
        start += len(line) + 1
    record = reader.record()
    if strict:
        require_same(text, format_record(record))
    return record


@dataclass(slots=True)
class _Tag:
    """A tag and where its value stands."""

    name: str
    line: int
    at: int
    start: int
    end: int


@dataclass(slots=True)
class _Round:
    """What has been read of one round so far."""

    tags: dict[str, _Tag] = field(default_factory=dict)
    extra: list[tuple[str, str]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    closing: list[ClaimEntry | Remark] = field(default_factory=list)
    last_number: int = 0


class _Reader:
    """Reads line by line and knows in which round it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line = 0
        self.head: dict[str, _Tag] = {}
        self.names: dict[int, str] = {}
        self.extra: list[tuple[str, str]] = []
        self.remarks: list[Remark] = []
        self.rounds: list[_Round] = []

    def fail(self, problem: str, at: int, expected: str = "") -> NoReturn:
        """Raise a `NotationError` at a place of the text."""
        raise NotationError(problem, self.text, at, expected)

    def read_line(self, start: int, end: int) -> None:
        """Read one line: tags, or plays; and what stands behind ``#``."""
        at = self._skip(start, end)
        if at < end and self.text[at] == "[":
            while at < end and self.text[at] == "[":
                at = self._skip(self._read_tag(at, end), end)
            if at < end and self.text[at] != "#":
                self.fail("something stands behind a tag", at, "the end of the line")
            mark = at
        else:
            mark = self.text.find("#", at, end)
            mark = end if mark < 0 else mark
            if at < mark:
                self._read_plays(at, mark)
        if mark < end:
            self._add_remark(Remark(self.text[mark + 1 : end]))

    def _skip(self, at: int, end: int) -> int:
        while at < end and self.text[at].isspace():
            at += 1
        return at

    # --- tags ------------------------------------------------------------------------------------

    def _read_tag(self, at: int, end: int) -> int:
        found = _TAG.match(self.text, at, end)
        if found is None:
            self.fail("this tag is not complete", at, 'a tag such as [Players "2"]')
        group = 2 if found.group(2) is not None else 3
        written = found.group(1)
        tag = _Tag(written, self.line, at, *found.span(group))
        name = _KNOWN.get(written.lower())
        player = _NAME.fullmatch(written)
        if "Result" in self.head:
            self.fail("a tag stands behind the result", at, "nothing after [Result]")
        if name is not None:
            tag.name = name
            self._place(tag)
        elif player is not None:
            self._name(int(player.group(1)), tag)
        else:
            near = _near_tag(written)
            if near is not None:
                self.fail(f"there is no tag {written!r}; did you mean {near}?", at)
            extra = self.rounds[-1].extra if self.rounds else self.extra
            extra.append((written, self._plain(tag)))
        return found.end()

    def _place(self, tag: _Tag) -> None:
        """Put a tag that has a meaning where it belongs."""
        if tag.name == "Round":
            self.rounds.append(_Round({"Round": tag}))
            return
        if tag.name == "Result":
            self.head["Result"] = tag
            return
        if tag.name in HEAD_TAGS:
            if self.rounds:
                self.fail(f"{tag.name} stands inside a round", tag.at, "it above the first round")
            self._once(self.head, tag)
            return
        if not self.rounds:
            self.fail(f"{tag.name} stands before the first round", tag.at, '[Round "1"] above it')
        current = self.rounds[-1]
        if tag.name != "Points" and current.last_number:
            self.fail(f"{tag.name} stands among the plays", tag.at, "it below [Round]")
        self._once(current.tags, tag)

    def _once(self, tags: dict[str, _Tag], tag: _Tag) -> None:
        if tag.name in tags:
            before = tags[tag.name].line
            self.fail(f"{tag.name} is said twice, before in line {before}", tag.at)
        tags[tag.name] = tag

    def _name(self, player: int, tag: _Tag) -> None:
        if self.rounds or player in self.names:
            problem = "stands inside a round" if self.rounds else "is said twice"
            self.fail(f"the name of player {player} {problem}", tag.at)
        self.names[player] = self._plain(tag)

    def _plain(self, tag: _Tag) -> str:
        return re.sub(r"\\(.)", r"\1", self.text[tag.start : tag.end])

    # --- plays -----------------------------------------------------------------------------------

    def _read_plays(self, start: int, end: int) -> None:
        if not self.rounds:
            self.fail("a play stands before the first round", start, '[Round "1"] above it')
        if "Result" in self.head:
            self.fail("a play stands behind the result", start, "nothing after [Result]")
        number: int | None = None
        at = start
        for found in _BEGINNING.finditer(self.text, start, end):
            if found.start() > at or number is not None:
                self._read_play(number, at, found.start())
            at, number = found.end(), None
            if found.group(1) is not None:
                if len(found.group(1)) > 4:
                    self.fail("the number of the play is too large", found.start())
                number = int(found.group(1))
            elif found.group(3) is not None:
                call = CallEntry(int(found.group(2)), found.group(3).lower(), self.line)
                self._add(call, found.start())
            elif "Points" in self.rounds[-1].tags:
                self.rounds[-1].closing.append(ClaimEntry(int(found.group(2)), self.line))
            else:
                self._add(ClaimEntry(int(found.group(2)), self.line), found.start())
        self._read_play(number, at, end)

    def _read_play(self, number: int | None, start: int, end: int) -> None:
        """Read what stands between two beginnings: a play with its seat, if that is written."""
        written = self.text[start:end]
        if number is None:
            if not written.strip():
                return
            number = self.rounds[-1].last_number + 1
            if number > _MOST:
                self.fail("these are too many plays for one round", start)
        self.rounds[-1].last_number = number
        whose = _SEAT.match(written)
        begin = start + (whose.end() if whose else 0)
        try:
            if _WORD.match(self.text, begin, end):
                self.fail(
                    "a call or a claim is written otherwise", begin, "2: call orange, or 1: claim"
                )
            turn = parse_turn(self.text[begin:end].rstrip())
        except (NotationError, AmbiguousPlayError) as error:
            at = error.offset if error.text is self.text else begin + error.offset
            column = at - self.text.rfind("\n", 0, begin)
            unread = UnreadEntry(number, written, _without_place(error), self.line, column)
            self._add(unread, start)
            return
        seat = int(whose.group(1)) if whose else None
        self._add(PlayEntry(number, turn, seat, self.line), start)

    def _add(self, entry: Entry, at: int) -> None:
        if "Points" in self.rounds[-1].tags:
            self.fail("a play stands behind the points of its round", at, "[Round] or [Result]")
        self.rounds[-1].entries.append(entry)

    def _add_remark(self, remark: Remark) -> None:
        if not self.rounds:
            self.remarks.append(remark)
        elif "Points" in self.rounds[-1].tags:
            self.rounds[-1].closing.append(remark)
        else:
            self.rounds[-1].entries.append(remark)

    # --- the whole -------------------------------------------------------------------------------

    def record(self) -> Record:
        """Put together what has been read."""
        for tag in ('[Variant "casino_pagat"]', '[Players "2"]'):
            name = tag[1:].split()[0]
            if name not in self.head:
                self.fail(f"the record does not say the {name.lower()}", 0, tag)
        head = self.head
        if "Format" in head:
            self._read_format(head["Format"])
        variant = self._read_variant()
        players = self._scanned(head["Players"], lambda scan: scan.number("the number of players"))
        if players not in variant.options.seats:
            listed = " or ".join(map(str, variant.options.seats))
            at = head["Players"].start
            self.fail(f"{variant.name} is for {listed} players, not {players}", at)
        return Record(
            variant,
            players,
            tuple(self._round(one) for one in self.rounds),
            self._seed(head["Seed"]) if "Seed" in head else None,
            tuple(self.names.items()),
            self._plain(head["Result"]) if "Result" in head else None,
            tuple(self.remarks),
            tuple(self.extra),
            tuple((name, tag.line) for name, tag in head.items()),
        )

    def _read_format(self, tag: _Tag) -> None:
        if self._plain(tag).strip() != str(FORMAT):
            said = self._plain(tag)
            self.fail(f"the record is of format {said[:20]!r}", tag.start, f"format {FORMAT}")

    def _read_variant(self) -> Variant:
        tag = self.head["Variant"]
        name = self._plain(tag).strip()
        if name.lower().endswith(".toml"):
            # A record may come from anywhere: it does not make the program open files.
            self.fail(f"{name} is a file; a record names a variant", tag.start)
        try:
            variant = find_variant(name)
            if "Options" in self.head:
                tag = self.head["Options"]
                variant = variant.with_options(**self._options(tag))
        except VariantError as error:
            raise NotationError(str(error), self.text, tag.start) from error
        return variant

    def _options(self, tag: _Tag) -> dict[str, str]:
        changes = {}
        for piece in filter(str.strip, self._plain(tag).split(",")):
            key, equals, value = piece.partition("=")
            if not equals or not key.strip():
                self.fail(f"{piece.strip()!r} is no option", tag.start, "name=value")
            changes[key.strip()] = value.strip()
        return changes

    def _seed(self, tag: _Tag) -> int:
        written = self._plain(tag).strip()
        if not _SEED.fullmatch(written):
            self.fail(f"{written[:20]!r} is no seed", tag.start, "a whole number")
        return int(written)

    def _round(self, read: _Round) -> RoundRecord:
        tags = read.tags

        def said(name: str, reader: Callable[[Scanner], _T], default: _T) -> _T:
            return self._scanned(tags[name], reader) if name in tags else default

        return RoundRecord(
            said("Round", lambda scan: scan.number("the number of the round", _MOST), 0),
            said("Eldest", _maybe_player, None),
            said("Scores", _scores, ()),
            said("Stock", _cards, ()),
            said("Carry", _carry, ()),
            tuple(read.entries),
            said("Points", _maybe_scores, None),
            tuple(read.closing),
            tuple(read.extra),
            tuple((name, tag.line) for name, tag in tags.items()),
        )

    def _scanned(self, tag: _Tag, reader: Callable[[Scanner], _T]) -> _T:
        scan = Scanner(self.text, tag.start, tag.end)
        found = reader(scan)
        scan.done()
        return found


def _near_tag(written: str) -> str | None:
    """Return the tag that a name all but is: a slip there must not pass for a tag of one's own."""
    from difflib import get_close_matches

    near = get_close_matches(written.lower()[:40], _KNOWN, n=1, cutoff=0.8)
    return _KNOWN[near[0]] if near else None


def _without_place(error: NotationError | AmbiguousPlayError) -> str:
    """Return the message of an error without its place, which is that of the play alone."""
    return str(error).partition(": ")[2]


def _maybe_player(scan: Scanner) -> int | None:
    return scan.number("a player", 5)


def _maybe_scores(scan: Scanner) -> tuple[int, ...] | None:
    return _scores(scan)


def _scores(scan: Scanner) -> tuple[int, ...]:
    scores = []
    while True:
        sign = -1 if scan.take("-") else 1
        scores.append(sign * scan.number("a score", _MOST))
        if not scan.take("/"):
            return tuple(scores)


def _cards(scan: Scanner) -> tuple[Card, ...]:
    cards = [scan.card()]
    while scan.take(","):
        cards.append(scan.card())
    return tuple(cards)


def _carry(scan: Scanner) -> tuple[tuple[str, int], ...]:
    carried = []
    while True:
        name = scan.word("what is carried over, such as cards")
        scan.need("=", "and the points carried over")
        carried.append((name, scan.number("points", _MOST)))
        if not scan.take(","):
            return tuple(carried)

"""The labelled blocks of a course saved game, and every oddity met while reading them.

The blocks are ``Round``, then ``Computer`` and ``Human`` with ``Score``, ``Hand`` and ``Pile``,
``Table``, ``Build Owner``, ``Last Capturer``, ``Deck`` and ``Next Player``. What stands in a block
is read by `casino_tutor.model.saved_cards` and `casino_tutor.model.saved_games`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from casino_tutor.model.errors import NotationError

#: The two sides of every saved game, in the order of their seats.
PLAYERS: Final = ("Human", "Computer")
_PLAYER_LABELS: Final = ("Score", "Hand", "Pile")
#: Every block in its usual order; the three blocks of a player carry the player's name.
ORDER: Final = (
    "Round",
    *(
        block
        for player in ("Computer", "Human")
        for block in (player, *(f"{label} of {player}" for label in _PLAYER_LABELS))
    ),
    "Table",
    "Build Owner",
    "Last Capturer",
    "Deck",
    "Next Player",
)
#: These may be missing: there is no build, or the file is of the older kind.
_OPTIONAL: Final = ("Build Owner", "Last Capturer")
_LABELS: Final = (
    "Round",
    *PLAYERS,
    *_PLAYER_LABELS,
    "Table",
    "Build Owner",
    "Last Capturer",
    "Deck",
    "Next Player",
)
#: A line without a label may go on with the cards of one of these.
_OF_CARDS: Final = ("Hand", "Pile", "Table", "Build Owner", "Deck")
#: So many of the labels make a text a saved game, though perhaps a broken one.
_ENOUGH_LABELS: Final = 3

_MARKER: Final = re.compile(r"^(?:(?:<{7}|>{7}|\|{7})(?=\s|\Z)|={7}[^\S\n]*$)", re.MULTILINE)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_STRANGE_SPACE: Final = re.compile(r"[^\S \t\n]")
_LABEL: Final = re.compile(r"([^:\n\[\]{}()]{1,40}):")
_NO_COLON: Final = re.compile(
    f"({'|'.join(_LABELS).replace(' ', '[ ]?')})(?=[^\\S\\n]|$)", re.IGNORECASE | re.MULTILINE
)
#: A player's name, or several without a space between them.
PLAYER_RUN: Final = re.compile("(?:human|computer)+", re.IGNORECASE)
_SUIT: Final = "[SHDCshdc♠♥♦♣]"
_FACE: Final = "(?:10|[1-9AXTJQKaxtjqk])"
#: One card or several without a space between them; in ``usual`` each suit stands first.
CARD_RUN: Final = re.compile(f"(?P<usual>(?:{_SUIT}{_FACE})+)|(?:{_FACE}{_SUIT})+")
#: The beginning of a line of cards: a bracket, or cards with nothing else joined to them.
_CARDS_FIRST: Final = re.compile(rf"[\[\]{{}}()]|(?:{CARD_RUN.pattern})(?![^\s\[\]{{}}(),;=])")


class Span(NamedTuple):
    """A part of the text: where it starts, and where it ends."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something unusual in a saved game whose meaning is certain all the same.

    Attributes
    ----------
    line, column : int
        Where it stands, both counted from 1.
    sentence : str
        What it is and how it is read.
    """

    line: int
    column: int
    sentence: str


class Page:
    """The text of a saved game, with the oddities noted on it.

    Parameters
    ----------
    text : str
        The text; its lines end in a line feed alone.
    name : str
        What it is called in a sentence, such as the name of its file.
    """

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._noted: dict[tuple[int, str], Oddity] = {}

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both from 1."""
        line = bisect_right(self._line_starts, at)
        return line, at - self._line_starts[line - 1] + 1

    def where(self, at: int) -> str:
        """Say in words where an offset is."""
        line, column = self.place(at)
        return f"line {line}, column {column}"

    def note(self, at: int, sentence: str) -> None:
        """Note an oddity; the same one counts once a line."""
        line, column = self.place(at)
        self._noted.setdefault((line, sentence), Oddity(line, column, sentence))

    def fail(self, at: int, problem: str, expected: str = "") -> NoReturn:
        """Raise a `NotationError` for an offset."""
        raise NotationError(problem, self.text, at, expected)

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """Everything noted, in the order of the text."""
        return tuple(sorted(self._noted.values(), key=lambda odd: (odd.line, odd.column)))

    def lines(self) -> Iterator[Span]:
        """Yield every line that is not blank, without the space around it."""
        for found in re.finditer(r"[^\n]+", self.text):
            line = found.group()
            if line.strip():
                start = found.start() + len(line) - len(line.lstrip())
                yield Span(start, start + len(line.strip()))

    def line_start(self, at: int) -> int:
        """Return the offset at which the line of an offset starts."""
        return self._line_starts[bisect_right(self._line_starts, at) - 1]


@dataclass(slots=True)
class Blocks:
    """What each block says: the part of the text after its label.

    Attributes
    ----------
    labels : dict of str to int
        The offset of every label, by the name of its block, as in ``Hand of Human``.
    values : dict of str to Span
        What stands after it; for `Build Owner` the last line of several.
    owners : list of Span
        Every line of `Build Owner`.
    """

    labels: dict[str, int] = field(default_factory=dict)
    values: dict[str, Span] = field(default_factory=dict)
    owners: list[Span] = field(default_factory=list)

    @property
    def missing(self) -> list[str]:
        """The blocks that a whole file has and this one lacks; a player lacking all is named."""
        lacking = [b for b in ORDER if b not in self.labels and b not in _OPTIONAL]
        # A player who lacks everything is named once, not with Score, Hand and Pile.
        return [b for b in lacking if b.partition(" of ")[2] not in lacking]


def read_blocks(page: Page) -> Blocks:
    """Find every block of a saved game.

    Raises
    ------
    NotationError
        If the text is no saved game, holds the markers of a version-control conflict, is cut off,
        or lacks a block or has one twice.
    """
    _refuse_other_texts(page)
    splitter = _Splitter(page)
    lines = list(page.lines())
    for number, line in enumerate(lines, 1):
        splitter.read_line(line, is_last=number == len(lines))
    blocks = splitter.blocks
    if blocks.missing:
        _fail_missing(page, blocks)
    return blocks


def _refuse_other_texts(page: Page) -> None:
    """Refuse what is no saved game at all, and what two versions are mixed up in."""
    control = _CONTROL.search(page.text)
    if control:
        page.fail(control.start(), f"{page.name} is not a text file", "a saved game in plain text")
    if not page.text.strip():
        page.fail(0, f"{page.name} is empty", "a saved game, 'Round:' first")
    first = next(page.lines())
    found = (_LABEL.match(page.text, *line) for line in page.lines())
    known = {_squeezed(label[1]) for label in found if label} & _BY_SQUEEZED.keys()
    if len(known) < _ENOUGH_LABELS and not _looks_like_round(page, first):
        page.fail(
            first.start,
            f"{page.name} is no saved game of the course",
            "'Round:' and its number, then 'Computer:', 'Human:', 'Table:', 'Deck:'",
        )
    marker = _MARKER.search(page.text)
    if marker:
        page.fail(
            marker.start(),
            "the mark of a version-control conflict: two versions of the file are mixed up",
            "one of the two versions only",
        )
    space = _STRANGE_SPACE.search(page.text)
    if space:
        page.note(space.start(), "A space that is not a plain one is read as a space.")


def _looks_like_round(page: Page, line: Span) -> bool:
    label = _LABEL.match(page.text, *line)
    return label is not None and _squeezed(label[1]) == "round"


def _fail_missing(page: Page, blocks: Blocks) -> NoReturn:
    """Say which blocks are missing, at the place where the first of them should stand."""
    first = ORDER.index(blocks.missing[0])
    after = [at for block, at in blocks.labels.items() if ORDER.index(block) > first]
    label = blocks.missing[0].partition(" of ")[0]
    listed = ", ".join(blocks.missing)
    if after:
        page.fail(min(after), f"the file lacks {listed}", f"{label + ':'!r} before this")
    page.fail(
        len(page.text.rstrip()), f"the file is cut off: it lacks {listed}", f"{label + ':'!r}"
    )


class _Splitter:
    """Goes through the lines and gives each to its block."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.blocks = Blocks()
        self.player = ""
        self.block = ""
        self.left_out = False
        self.indents: set[str] = set()

    def read_line(self, line: Span, *, is_last: bool) -> None:
        """Read one line: a block of its own, or more of the one before."""
        page, text = self.page, self.page.text
        found = self._labelled(line)
        if found:
            label, value = found
            self._open(label, line.start, value)
        elif self._goes_on(line):
            page.note(line.start, f"A line without a label is read as more of {self.block}.")
            span = Span(self.blocks.values[self.block].start, line.end)
            self.blocks.values[self.block] = span
            if self.block == "Build Owner":
                self.blocks.owners[-1] = span
        elif not self.blocks.missing:
            if not self.left_out:
                page.note(line.start, "The text after the end of the game is left out.")
            self.left_out = True
        elif is_last:
            _fail_missing(page, self.blocks)
        else:
            written = text[line.start : line.end][:30]
            page.fail(line.start, f"{written!r} is no block of a saved game", _expected(written))

    def _goes_on(self, line: Span) -> bool:
        """Return True for a line that holds more cards of the block before it."""
        if self.left_out or self.block.partition(" of ")[0] not in _OF_CARDS:
            return False
        if _CARDS_FIRST.match(self.page.text, line.start):
            return True
        return self.block == "Build Owner" and self._holds_names_only(line)

    def _holds_names_only(self, line: Span) -> bool:
        return PLAYER_RUN.fullmatch(self.page.text, *line) is not None

    def _labelled(self, line: Span) -> tuple[str, Span] | None:
        """Return the label of a line and what stands after it, or None if it has none."""
        page = self.page
        found = _LABEL.match(page.text, *line)
        if found:
            name = self._label_name(found[1], line.start)
            return (name, Span(found.end(), line.end)) if name else None
        found = _NO_COLON.match(page.text, *line)
        if not found:
            return None
        name = _BY_SQUEEZED[_squeezed(found[1])]
        if name in PLAYERS and (found.end() < line.end or self.block == "Build Owner"):
            return None
        page.note(line.start, f"The colon after {name} is missing.")
        return name, Span(found.end(), line.end)

    def _label_name(self, written: str, at: int) -> str:
        """Return the label that was meant, or nothing for text after the end."""
        name = _BY_SQUEEZED.get(_squeezed(written), "")
        if not name and self.blocks.missing:
            name = _nearest(_squeezed(written))
            if not name:
                self.page.fail(at, f"{written!r} is no block of a saved game", _expected(written))
        if name and written != name:
            self.page.note(at, f"The label {written!r} is read as {name}.")
        return name

    def _open(self, label: str, at: int, value: Span) -> None:
        """Start a block."""
        page, labels = self.page, self.blocks.labels
        block = label
        if label in PLAYERS:
            self.player = label
            if page.text[value.start : value.end].strip():
                page.fail(value.start, f"something stands after {label}", "a new line, 'Score:'")
        elif label in _PLAYER_LABELS:
            if not self.player:
                page.fail(at, f"{label} belongs to no player", "'Computer:' or 'Human:' before it")
            block = f"{label} of {self.player}"
            self._note_indent(at)
        if block in labels and block != "Build Owner":
            page.fail(
                at,
                f"{block} stands twice; it stands at {page.where(labels[block])} already",
                f"{block} once",
            )
        later = next((b for b in labels if ORDER.index(b) > ORDER.index(block)), None)
        if later:
            page.note(at, f"{block} stands after {later}; it usually stands before it.")
        labels.setdefault(block, at)
        self.blocks.values[block] = value
        if block == "Build Owner":
            self.blocks.owners.append(value)
        self.block = block

    def _note_indent(self, at: int) -> None:
        """Note, once a file, that lines are not indented with spaces."""
        indent = self.page.text[self.page.line_start(at) : at]
        kind = "tab" if "\t" in indent else "" if indent else "none"
        if kind and kind not in self.indents:
            how = "indented with a tab" if kind == "tab" else "not indented"
            self.page.note(at, f"Score, Hand or Pile is {how} here, not with three spaces.")
        self.indents.add(kind)


def _squeezed(label: str) -> str:
    """Write a label without capitals and spaces, so that all ways to write it meet."""
    return re.sub(r"[\s_-]+", "", label).casefold()


_BY_SQUEEZED: Final = {_squeezed(label): label for label in _LABELS}


@lru_cache(maxsize=256)
def _nearest(squeezed: str, cutoff: float = 0.75) -> str:
    """Return the label that a misspelt one stands for, or nothing if that is not certain."""
    # Imported here: only a broken file needs it.
    from difflib import get_close_matches

    near = get_close_matches(squeezed, _BY_SQUEEZED, n=2, cutoff=cutoff)
    return _BY_SQUEEZED[near[0]] if len(near) == 1 else ""


def _expected(written: str) -> str:
    near = _nearest(_squeezed(written[:40]), 0.6)
    return f"{near + ':'!r}" if near else f"one of {', '.join(label + ':' for label in _LABELS)}"

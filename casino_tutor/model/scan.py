"""The scanner under the notation: reads cards, numbers and marks, and knows where it is."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from casino_tutor.model.cards import Card, find_card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError

#: A text longer than this is no position and no play.
MAX_LENGTH: Final = 20_000

_SYMBOL_SUITS: Final = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))
_SUIT: Final = "[SHDCBRGYZshdcbrgyz♠♤♥♡♦♢♣♧][\ufe0e\ufe0f]?"
_RANK: Final = "10|11|12|13|14|15|20|25|[1-9AKQJTakqjt]"
_RANK_FIRST: Final = re.compile(f"({_RANK})({_SUIT})")
_SUIT_FIRST: Final = re.compile(f"({_SUIT})({_RANK})")
_BARE_RANK: Final = re.compile(_RANK)
_NUMBER: Final = re.compile("[0-9]+")
_WORD: Final = re.compile("[A-Za-z][A-Za-z0-9_-]*")
_SPACES: Final = re.compile(r"\s+")


class Scanner:
    """A place in a text, moving forward.

    Parameters
    ----------
    text : str
        The whole text; offsets in errors count from its beginning.
    start, end : int
        The part of it to read.
    """

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self.text = text
        self.at = start
        self.end = len(text) if end is None else end

    def fail(self, problem: str, expected: str = "", at: int | None = None) -> NoReturn:
        """Raise a `NotationError` at this place."""
        raise NotationError(problem, self.text, self.at if at is None else at, expected)

    def skip(self) -> None:
        """Move past spaces."""
        found = _SPACES.match(self.text, self.at, self.end)
        if found:
            self.at = found.end()

    def peek(self) -> str:
        """Return the next mark without moving; empty at the end."""
        self.skip()
        return self.text[self.at] if self.at < self.end else ""

    def take(self, mark: str) -> bool:
        """Move past `mark` if it stands here."""
        if self.peek() == mark:
            self.at += 1
            return True
        return False

    def need(self, mark: str, what: str) -> None:
        """Move past `mark` or fail."""
        if not self.take(mark):
            self.fail(self._found(), f"{mark!r} {what}".rstrip())

    def done(self, expected: str = "the end") -> None:
        """Fail unless everything has been read."""
        if self.peek():
            self.fail(f"nothing more can stand here, found {self.peek()!r}", expected)

    def number(self, what: str, most: int = 999) -> int:
        """Read a whole number of at most `most`."""
        self.skip()
        if self.peek() == "-":
            self.fail(f"{what} cannot be negative", "a whole number")
        found = _NUMBER.match(self.text, self.at, self.end)
        if not found:
            self.fail(self._found(), f"a number: {what}")
        if len(found.group()) > 6 or int(found.group()) > most:
            self.fail(f"{what} is too large", f"a number up to {most}")
        self.at = found.end()
        return int(found.group())

    def word(self, what: str) -> str:
        """Read a word in lower case."""
        self.skip()
        found = _WORD.match(self.text, self.at, self.end)
        if not found:
            self.fail(self._found(), what)
        self.at = found.end()
        return found.group().lower()

    def card(self) -> Card:
        """Read one card in any accepted spelling.

        Raises
        ------
        NotationError
            If no card stands here.
        AmbiguousPlayError
            If a rank stands here without its suit.
        """
        self.skip()
        found = _RANK_FIRST.match(self.text, self.at, self.end)
        if found:
            rank, suit = found.groups()
        else:
            found = _SUIT_FIRST.match(self.text, self.at, self.end)
            if not found:
                self._no_card()
            suit, rank = found.groups()
        suit = _SYMBOL_SUITS.get(suit[0], suit[0].upper())
        rank = {"10": "T", "1": "A"}.get(rank, rank.upper())
        card = find_card(rank + suit)
        if card is None:
            self.fail(f"there is no card {found.group()!r} in any pack", "a card such as 8S")
        self.at = found.end()
        return card

    def _no_card(self) -> NoReturn:
        bare = _BARE_RANK.match(self.text, self.at, self.end)
        following = self.text[bare.end() : bare.end() + 1] if bare else ""
        if bare and (not following.isalnum() or following in "xX"):
            rank = {"10": "T", "1": "A"}.get(bare.group(), bare.group().upper())
            candidates = tuple(rank + s for s in "SHDC" if find_card(rank + s))
            if candidates:
                raise AmbiguousPlayError(
                    f"{bare.group()} has no suit", candidates, self.text, self.at
                )
        self.fail(self._found(), "a card such as 8S or TD")

    def starts_card(self) -> bool:
        """Return True if something that looks like a card or an item begins here."""
        mark = self.peek()
        return bool(mark) and (mark.isalnum() or mark in "[^♠♤♥♡♦♢♣♧")

    def _found(self) -> str:
        mark = self.peek()
        return f"found {mark!r}" if mark else "the text ends too early"


def check_length(text: str) -> None:
    """Refuse a text that is far too long to be a position or a play."""
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"the text has {len(text):,} characters",
            text,
            MAX_LENGTH,
            f"at most {MAX_LENGTH:,} characters",
        )

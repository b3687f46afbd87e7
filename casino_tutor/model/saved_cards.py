"""Cards, brackets and players' names as they stand in the blocks of a course saved game.

A card is its suit and then its face, ``C6`` or ``SX`` (X is ten); a build is cards in brackets,
``[C6 S3]``, and a build of several groups has brackets within, ``[ [C6 S3] [S9] ]``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.saved_blocks import CARD_RUN, PLAYER_RUN, PLAYERS, Page, Span

#: No field of a saved game holds more cards than the pack.
_MOST_CARDS: Final = 52
#: Deeper brackets than these say nothing that a build could be.
_MOST_DEPTH: Final = 4

#: A table of more marks than this is not tried out for the place of a missing bracket.
_MOST_TOKENS: Final = 120

_TOKEN: Final = re.compile(
    r"(?P<open>[\[{(])|(?P<close>[\]})])|=\s*(?P<value>[0-9]{1,3})(?![0-9])|(?P<comma>[,;])"
    r"|(?P<word>[^\s\[\]{}(),;=]+)|(?P<other>\S)"
)
_ONE_CARD: Final = re.compile("([SHDCshdc♠♥♦♣])(10|[1-9AXTJQKaxtjqk])")
_ONE_TURNED: Final = re.compile("(10|[1-9AXTJQKaxtjqk])([SHDCshdc♠♥♦♣])")
_SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))
_FACES: Final = {"X": "T", "10": "T", "1": "A"}
_PLAYER: Final = re.compile("human|computer", re.IGNORECASE)
_EMPTY_WORDS: Final = frozenset({"-", "none", "null", "empty", "nobody"})
_AN_OWNER: Final = "'Human' or 'Computer'"
_CARD_SPELLING: Final = "a suit (S H D C) and a face (A 2 to 9 X J Q K), as in C6 or SX"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card and the offset where it was written."""

    card: Card
    at: int

    def __str__(self) -> str:
        return card_spelling(self.card)


@dataclass(slots=True)
class Bracket:
    """What stands between two brackets: cards and brackets within, in the order written."""

    at: int
    cards: list[Placed] = field(default_factory=list)
    inner: list[Bracket] = field(default_factory=list)
    #: The value written after it, ``=14``; the course format has none.
    value: int | None = None

    @property
    def all_placed(self) -> list[Placed]:
        """Every card inside, at any depth."""
        return [*self.cards, *(placed for b in self.inner for placed in b.all_placed)]

    @property
    def all_cards(self) -> frozenset[Card]:
        """Every card inside, at any depth, in no order."""
        return frozenset(placed.card for placed in self.all_placed)

    def __str__(self) -> str:
        parts: list[Placed | Bracket] = [*self.cards, *self.inner]
        inside = " ".join(map(str, sorted(parts, key=lambda part: part.at)))
        return f"[ {inside} ]" if self.inner else f"[{inside}]"


@dataclass(frozen=True, slots=True)
class Name:
    """A player's seat, and the offset where the name was written."""

    seat: int
    at: int


Item: TypeAlias = Placed | Bracket | Name


def card_spelling(card: Card) -> str:
    """Write a card as the course format does.

    Examples
    --------
    >>> card_spelling(Card("TD"))
    'DX'
    """
    return card.suit + ("X" if card.rank == "T" else card.rank)


def read_cards(page: Page, span: Span, block: str) -> list[Placed]:
    """Read a block that holds cards only: a hand, a pile, the deck."""
    cards = []
    for item in read_items(page, span, block):
        if not isinstance(item, Placed):
            page.fail(item.at, f"a bracket cannot stand in {block}", _CARD_SPELLING)
        cards.append(item)
    return cards


def read_items(page: Page, span: Span, block: str, close_at: int | None = None) -> list[Item]:
    """Read cards and brackets, and in `Build Owner` players' names, in the order written.

    Parameters
    ----------
    page, span, block
        The text, the part of it to read, and the name of its block.
    close_at : int, optional
        An offset at which a bracket is closed although no bracket stands there.

    Raises
    ------
    NotationError
        If something is neither, or a bracket has no partner.
    """
    reader = _ItemReader(page, span, block)
    for token in _TOKEN.finditer(page.text, *span):
        if token.start() == close_at:
            reader.close(close_at)
        reader.read(token)
    if close_at == span.end:
        reader.close(close_at)
    if reader.within:
        at = reader.within[-1].at
        page.fail(at, "this bracket is never closed", "']' after the cards of the build")
    return reader.items


def missing_closings(page: Page, span: Span) -> list[int]:
    """Return where the one bracket that is not closed could be closed; nowhere if none is open."""
    tokens = list(_TOKEN.finditer(page.text, *span))
    opened = [token.start() for token in tokens if token.lastgroup == "open"]
    closed = [token.start() for token in tokens if token.lastgroup == "close"]
    if len(opened) != len(closed) + 1 or len(tokens) > _MOST_TOKENS:
        return []
    return [*(t.start() for t in tokens if t.start() > opened[0]), span.end]


class _ItemReader:
    """Reads a block token by token; `within` are the brackets still open, outermost first."""

    def __init__(self, page: Page, span: Span, block: str) -> None:
        self.page = page
        self.span = span
        self.block = block
        self.items: list[Item] = []
        self.within: list[Bracket] = []
        self.count = 0

    def read(self, token: re.Match[str]) -> None:
        """Read one token."""
        page, at = self.page, token.start()
        match token.lastgroup:
            case "open":
                self._note_brace(token)
                if len(self.within) == _MOST_DEPTH:
                    page.fail(at, "the brackets are nested too deeply", "'[ [C6 S3] [S9] ]'")
                self.within.append(Bracket(at))
            case "close":
                self._note_brace(token)
                self.close(at)
            case "value":
                self._read_value(at, int(token["value"]))
            case "comma":
                page.note(at, "A comma or semicolon between cards is left out.")
            case "word":
                self._read_word(Span(at, token.end()))
            case _:
                page.fail(at, f"{token.group()!r} cannot stand in {self.block}", _CARD_SPELLING)

    def _note_brace(self, token: re.Match[str]) -> None:
        if token.group() not in "[]":
            self.page.note(token.start(), "A brace or parenthesis is read as a bracket.")

    def close(self, at: int) -> None:
        """Close the innermost bracket."""
        if not self.within:
            self.page.fail(at, "this closes no bracket", "'[' before the cards of a build")
        done = self.within.pop()
        if self.within:
            self.within[-1].inner.append(done)
        else:
            self.items.append(done)

    def _read_value(self, at: int, value: int) -> None:
        """Read the value after a build, which this program itself asks for where it is open."""
        build = self.items[-1] if self.items and not self.within else None
        if not isinstance(build, Bracket) or build.value is not None:
            self.page.fail(at, "a value belongs after the last bracket of a build", "']' before it")
        build.value = value
        self.page.note(at, "The value after a build is no part of the course format; it is used.")

    def _read_word(self, word: Span) -> None:
        """Read cards, a player's name in `Build Owner`, or "none" alone."""
        page, block = self.page, self.block
        written = page.text[word.start : word.end]
        cards = _read_run(page, word.start, written)
        if cards:
            self.count += len(cards)
            if self.count > _MOST_CARDS:
                page.fail(word.start, f"{block} has more than {_MOST_CARDS} cards", "one pack")
            if self.within:
                self.within[-1].cards.extend(cards)
            else:
                self.items.extend(cards)
            return
        first = not self.within and not self.items
        if first and not page.text[word.end : self.span.end].strip() and says_nobody(page, word):
            return
        names = read_names(page, word) if block == "Build Owner" else []
        if not names:
            if block == "Build Owner":
                page.fail(word.start, f"{written[:20]!r} is no card and no owner", _AN_OWNER)
            page.fail(word.start, f"{written[:20]!r} in {block} is no card", _CARD_SPELLING)
        if self.within:
            page.note(word.start, "The bracket that is not closed before the owner is closed.")
            while self.within:
                self.close(word.start)
        self.items.extend(names)


def _read_run(page: Page, at: int, word: str) -> list[Placed]:
    """Read one card, or several without a space between them; nothing if it is something else."""
    run = CARD_RUN.fullmatch(word)
    if not run:
        return []
    if run["usual"]:
        found = [(m[1], m[2], at + m.start()) for m in _ONE_CARD.finditer(word)]
    else:
        found = [(m[2], m[1], at + m.start()) for m in _ONE_TURNED.finditer(word)]
        page.note(at, "A card with its face before its suit is read all the same.")
    if len(found) > 1:
        page.note(at, "Cards without a space between them are read one by one.")
    cards = []
    for suit, written, here in found:
        if suit.islower() or written.islower():
            page.note(here, "A small letter in a card is read as a capital.")
        if suit in _SUITS:
            page.note(here, "A suit symbol is read as its letter.")
        face = written.upper()
        if face in {"10", "T"}:
            page.note(here, f"A ten written {face} is read as X.")
        elif face == "1":
            page.note(here, "An ace written 1 is read as A.")
        letter = _SUITS.get(suit, suit.upper())
        cards.append(Placed(Card(_FACES.get(face, face) + letter), here))
    return cards


def says_nobody(page: Page, word: Span) -> bool:
    """Return True for a word such as ``None``, which some writers put where nothing is meant."""
    written = page.text[word.start : word.end]
    if written.casefold() not in _EMPTY_WORDS:
        return False
    page.note(word.start, f"{written!r} is read as nothing.")
    return True


def read_names(page: Page, word: Span) -> list[Name]:
    """Read a player's name, or several without a space between them; empty if it is something else.

    A misspelt name is read where it is like one of the two names only.
    """
    text = page.text
    written = text[word.start : word.end]
    if not PLAYER_RUN.fullmatch(written):
        seat = _nearest_player(written.casefold())
        if seat:
            page.note(word.start, f"{written!r} is read as {PLAYERS[seat - 1]}.")
        return [Name(seat, word.start)] if seat else []
    before = text[word.start - 1 : word.start]
    after = text[word.end : word.end + 1]
    if {before, after} & set("[](){}"):
        page.note(word.start, "A name that is joined to a bracket is read by itself.")
    names = []
    for found in _PLAYER.finditer(written):
        player = found.group().capitalize()
        if player != found.group():
            page.note(word.start, f"{found.group()!r} is read as {player}.")
        names.append(Name(PLAYERS.index(player) + 1, word.start + found.start()))
    if len(names) > 1:
        page.note(word.start, "Names that run together are read one by one.")
    return names


@lru_cache(maxsize=256)
def _nearest_player(written: str) -> int:
    """Return the seat of the player whose name is misspelt, or 0."""
    # Imported here: only a broken file needs it.
    from difflib import get_close_matches

    near = get_close_matches(written[:40], ("human", "computer"), n=1, cutoff=0.75)
    return ("human", "computer").index(near[0]) + 1 if near else 0

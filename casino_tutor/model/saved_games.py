"""Reading the saved games of the Royal Casino programming course.

The text format circulates in many programs, each of which writes it a little differently. What is
certain is read, and every oddity is told with its place; what is not certain is an error with its
place. The human is seat 1 and the computer seat 2, whoever leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino_tutor.model.cards import Card, cards_text, deck_counts
from casino_tutor.model.checks import Places, known_cards, position_faults
from casino_tutor.model.errors import Fault, NotationError, PositionError
from casino_tutor.model.position import NOBODY, UNKNOWN, Hand, Pile, Position, Stock
from casino_tutor.model.saved_blocks import PLAYERS, Blocks, Oddity, Page, Span, read_blocks
from casino_tutor.model.saved_builds import make_builds, read_claims, read_table
from casino_tutor.model.saved_cards import Placed, read_cards, read_names, says_nobody
from casino_tutor.model.values import card_values
from casino_tutor.model.variant import Variant, find_variant

__all__ = ["Oddity", "SavedFileError", "SavedGame", "read_saved_game", "saved_game_from_file"]

_MOST_BYTES: Final = 1_000_000
_VARIANT: Final = "royal_course"
_TOO_LARGE: Final = "is larger than 1 MB, so it is no saved game"
_A_NUMBER: Final = "a whole number from 0 to 999"
_A_PLAYER: Final = "'Human' or 'Computer'"
_SPACE_AT_END: Final = re.compile(r"[^\S\n]+(?=\n|\Z)")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class SavedFileError(NotationError):
    """A file that cannot be read at all, so that no line of it is to blame."""

    kind = "file"

    @property
    def message(self) -> str:
        """What is wrong with the file."""
        return self.problem


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a saved game says.

    Attributes
    ----------
    position : Position
        The table position; the human is seat 1, the computer seat 2.
    round : int
        The number of the round.
    oddities : tuple of Oddity
        Everything unusual, in the order of the file.
    """

    position: Position
    round: int
    oddities: tuple[Oddity, ...]


def saved_game_from_file(path: str | Path, variant: Variant | None = None) -> SavedGame:
    """Read a saved game from a file.

    Parameters
    ----------
    path : str or Path
        The file.
    variant : Variant, optional
        The rules; see `read_saved_game`.

    Raises
    ------
    SavedFileError
        If the file does not exist, is no ordinary file, or is larger than 1 MB.
    NotationError, AmbiguousPlayError
        As `read_saved_game` does.
    """
    return read_saved_game(_file_bytes(Path(path)), str(path), variant)


def read_saved_game(data: bytes | str, name: str = "", variant: Variant | None = None) -> SavedGame:
    r"""Read a saved game.

    Parameters
    ----------
    data : bytes or str
        The content of the file. Bytes are UTF-8, or else Latin-1.
    name : str
        What to call it in an error, such as the name of the file.
    variant : Variant, optional
        The rules; ``royal_course`` if left out. The edition in which an ace is only 1 is
        ``find_variant("royal_course").with_options(ace_hand="1")``.

    Returns
    -------
    SavedGame

    Raises
    ------
    SavedFileError
        If it is larger than 1 MB.
    NotationError
        If it is no saved game or cannot be read; `PositionError` if a card stands twice or
        something else is in it that no deal can produce.
    AmbiguousPlayError
        If a build of aces can have two values.

    Examples
    --------
    >>> game = read_saved_game('''Round: 2
    ... Computer:
    ...    Score: 5
    ...    Hand: H5 D7
    ...    Pile: SX SQ
    ... Human:
    ...    Score: 3
    ...    Hand: S9 CA
    ...    Pile:
    ... Table: [C6 S3] DK
    ... Build Owner: [C6 S3] Human
    ... Last Capturer: Computer
    ... Deck:
    ... Next Player: Human
    ... ''')
    >>> str(game.position)
    '[6C+3S]=9@1,KD 9S,AC/7D,5H 1 0 -/TS,QS 2; variant royal_course; score 3/5'
    >>> print(game.oddities[0].line, game.oddities[0].sentence[:39])
    13 Nowhere in the file: 43 of the 52 cards
    """
    page = _page(data, name or "this text")
    blocks = read_blocks(page)
    rules = variant or find_variant(_VARIANT)
    round_number = _number(page, blocks, "Round")
    if round_number == 0:
        page.note(
            _written(page, blocks, "Round").start, "The round is 0; rounds are counted from 1."
        )
    position = _position(page, blocks, rules)
    return SavedGame(position, round_number, page.oddities)


# --- the text ------------------------------------------------------------------------------------


def _file_bytes(path: Path) -> bytes:
    # A long path keeps its end: the name of the file tells it apart.
    label = repr(str(path)[-200:])
    if "\0" in str(path):
        raise SavedFileError(f"{label} is not a path")
    try:
        if path.is_dir():
            raise SavedFileError(f"{label} is a folder, not a saved game")
        if path.exists() and not path.is_file():
            raise SavedFileError(f"{label} is not an ordinary file")
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise SavedFileError(f"{label} cannot be read: {error.strerror or error}") from None
    if len(data) > _MOST_BYTES:
        raise SavedFileError(f"{label} {_TOO_LARGE}")
    return data


def _page(data: bytes | str, name: str) -> Page:
    """Make text of the content, and note what is odd about it as a text."""
    if len(data) > _MOST_BYTES:
        raise SavedFileError(f"{name} {_TOO_LARGE}")
    is_utf8 = True
    if isinstance(data, bytes):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text, is_utf8 = data.decode("latin-1"), False
    else:
        text = data
    has_mark, text = text.startswith("\ufeff"), text.removeprefix("\ufeff")
    # CR CR LF is what a CR LF file becomes when it is written as text once more.
    lines = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    page = Page(lines, name)
    if has_mark:
        page.note(0, "The file starts with a byte order mark.")
    if "\r" in text:
        page.note(text.index("\r"), "Lines end in a carriage return (CR LF or CR).")
    if not is_utf8:
        strange = re.search(r"[^\x00-\x7f]", page.text)
        page.note(
            strange.start() if strange else 0, "The file is not UTF-8; it is read as Latin-1."
        )
    return page


# --- small blocks --------------------------------------------------------------------------------


def _written(page: Page, blocks: Blocks, block: str) -> Span:
    """Return what stands in a block, without the space around it."""
    start, end = blocks.values[block]
    text = page.text[start:end]
    return Span(start + len(text) - len(text.lstrip()), end)


def _number(page: Page, blocks: Blocks, block: str) -> int:
    span = _written(page, blocks, block)
    text = page.text[span.start : span.end]
    if not text:
        page.fail(blocks.labels[block], f"{block} says nothing", _A_NUMBER)
    if not _NUMBER.fullmatch(text):
        page.fail(span.start, f"{block} is {text[:20]!r}", _A_NUMBER)
    return int(text)


def _seat(page: Page, blocks: Blocks, block: str) -> int:
    """Return the seat that a block names; 0 where it names nobody."""
    span = _written(page, blocks, block)
    _note_space_after(page, blocks, block)
    if span.start >= span.end or says_nobody(page, span):
        return 0
    names = read_names(page, span)
    if len(names) != 1:
        written = page.text[span.start : span.end][:30]
        page.fail(span.start, f"{block} is {written!r}", _A_PLAYER)
    return names[0].seat


def _note_space_after(page: Page, blocks: Blocks, block: str) -> None:
    """Note spaces after a name: many readers of the format take them for a part of it."""
    start, end = blocks.values[block]
    if end > start and _SPACE_AT_END.match(page.text, end):
        page.note(end, f"Spaces stand after the name in {block}.")


# --- the position --------------------------------------------------------------------------------


def _position(page: Page, blocks: Blocks, rules: Variant) -> Position:
    values = card_values(rules.options)
    scores = tuple(_number(page, blocks, f"Score of {player}") for player in PLAYERS)
    hands = [read_cards(page, blocks.values[b], b) for b in (f"Hand of {p}" for p in PLAYERS)]
    piles = [read_cards(page, blocks.values[b], b) for b in (f"Pile of {p}" for p in PLAYERS)]
    brackets, loose = read_table(page, blocks.values["Table"], blocks.owners)
    deck = read_cards(page, blocks.values["Deck"], "Deck")
    places = Places(hands=[blocks.labels[f"Hand of {player}"] for player in PLAYERS])
    inside = [placed for bracket in brackets for placed in bracket.all_placed]
    located = [
        *_each(hands, [f"in the hand of {player}" for player in PLAYERS]),
        *_each([loose, inside], ["loose on the table", "in a build"]),
        *_each(piles, [f"in the pile of {player}" for player in PLAYERS]),
        *_each([deck], ["in the deck"]),
    ]
    for placed, where in sorted(located, key=lambda pair: pair[0].at):
        places.card(placed.card, placed.at, f"{where}, {page.where(placed.at)}")
    _refuse_doubles(page, places)
    claims = read_claims(page, blocks.owners, brackets)
    builds = make_builds(page, brackets, claims, values)
    for build, at in builds:
        places.builds[build] = at
    turn = _seat(page, blocks, "Next Player")
    if not turn:
        page.fail(blocks.labels["Next Player"], "Next Player names nobody", _A_PLAYER)
    position = Position(
        variant=rules,
        builds=tuple(build for build, _ in builds),
        loose=_cards(loose),
        hands=tuple(Hand(_cards(hand)) for hand in hands),
        turn=turn if any(hands) or deck else None,
        stock=Stock.known(_cards(deck)) if deck else Stock(),
        taken=tuple(Pile(_cards(pile)) for pile in piles),
        last=_last_capturer(page, blocks, piles),
        score=scores,
    )
    faults = position_faults(position, places)
    if faults:
        raise PositionError(faults, page.text)
    for at, sentence in _remarks(position, blocks, turn):
        page.note(at, sentence)
    return position


def _cards(placed: Iterable[Placed]) -> tuple[Card, ...]:
    return tuple(p.card for p in placed)


def _each(lists: list[list[Placed]], wheres: list[str]) -> Iterator[tuple[Placed, str]]:
    for cards, where in zip(lists, wheres, strict=True):
        for placed in cards:
            yield placed, where


def _refuse_doubles(page: Page, places: Places) -> None:
    """Refuse a card that stands twice, before its builds are looked at."""
    faults = []
    for card, found in places.cards.items():
        if len(found) > 1:
            where = "; ".join(place for _, place in found)
            faults.append(Fault(f"{card} stands {len(found)} times: {where}", found[1][0]))
    if faults:
        raise PositionError(tuple(sorted(faults, key=lambda fault: fault.offset)), page.text)


def _last_capturer(page: Page, blocks: Blocks, piles: list[list[Placed]]) -> int:
    if "Last Capturer" not in blocks.values:
        at = blocks.labels["Deck"]
        page.note(at, "Last Capturer is missing; who captured last is left unknown.")
        return UNKNOWN
    at = blocks.labels["Last Capturer"]
    seat = _seat(page, blocks, "Last Capturer")
    if seat:
        if not piles[seat - 1]:
            page.note(at, f"The last capturer, {PLAYERS[seat - 1]}, has no card in the pile.")
        return seat
    if any(piles):
        page.note(at, "Last Capturer names nobody, but cards are captured; it is left unknown.")
        return UNKNOWN
    page.note(at, "Last Capturer names nobody; nobody has captured yet.")
    return NOBODY


def _remarks(position: Position, blocks: Blocks, turn: int) -> Iterator[tuple[int, str]]:
    """Yield what is odd about the game itself, with its place."""
    options, deck_at = position.variant.options, blocks.labels["Deck"]
    pack = deck_counts(options.deck, options.packs)
    missing = sorted((pack - known_cards(position)).elements())
    if missing:
        total = sum(pack.values())
        yield (
            deck_at,
            f"Nowhere in the file: {len(missing)} of the {total} cards: {cards_text(missing)}.",
        )
    for player, score in zip(PLAYERS, position.score, strict=True):
        if score >= options.target:
            at = blocks.labels[f"Score of {player}"]
            yield at, f"The score of {player} is {score}; the match ends at {options.target}."
    mine, other = len(position.hands[turn - 1]), len(position.hands[2 - turn])
    next_at = blocks.labels["Next Player"]
    if position.turn is None:
        yield next_at, "No card is left to play: the round is over."
    elif not mine and not other:
        yield next_at, "Both hands are empty: the next cards are to be dealt first."
    elif mine - other not in {0, 1}:
        sizes = " and ".join(f"{p} {len(h)}" for p, h in zip(PLAYERS, position.hands, strict=True))
        yield (
            blocks.labels[f"Hand of {PLAYERS[turn - 1]}"],
            f"The hands are uneven for {PLAYERS[turn - 1]}'s turn: {sizes}.",
        )
    deal = len(PLAYERS) * options.hand_size_for(len(PLAYERS))
    if len(position.stock.order or ()) % deal:
        count = len(position.stock.order or ())
        yield deck_at, f"The deck holds {count} cards, which is no whole number of deals of {deal}."

"""A table, a card and a play as text for a terminal: with suit symbols and colour, or without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from casino_tutor.draw.rows import Naming, Row, sections, title_words
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position

_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
#: Four-colour deck. Spades and black are bold: black itself cannot be seen on a dark terminal.
_COLOURS: Final = (
    {"S": "1", "H": "31", "D": "94", "C": "32"}
    | {"B": "1", "R": "31", "G": "32", "Y": "33"}
    | {"Z": "35"}
)
_ESCAPE: Final = re.compile(r"\x1b\[\d*m")
#: A card in canonical notation, or a call, which is left alone.
_CARD_OR_CALL: Final = re.compile(
    r"(?P<card>(?:15|20|25)Z|(?:1[1-4]|[2-9AKQJT])[SHDCBRGY])|:\w+", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Style:
    """How text is written: there is no global switch.

    Attributes
    ----------
    symbols : bool
        Suit symbols, and ``10`` for a ten; otherwise canonical notation in pure ASCII.
    colour : bool
        ANSI colours, one a suit.
    """

    symbols: bool = False
    colour: bool = False

    def card(self, card: Card) -> str:
        """Write one card."""
        text = rank_text(card) + _SYMBOLS.get(card.suit, card.suit) if self.symbols else card.text
        return f"\x1b[{_COLOURS[card.suit]}m{text}\x1b[0m" if self.colour else text

    def notation(self, text: str) -> str:
        """Write canonical notation, each card in it in this style."""

        def styled(found: re.Match[str]) -> str:
            return self.card(Card(found[0])) if found["card"] else found[0]

        return _CARD_OR_CALL.sub(styled, text)

    def strong(self, text: str) -> str:
        """Write a text bold where there is colour."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


def rank_text(card: Card) -> str:
    """Return the rank as it is printed on the card: ``10`` for a ten, ``1`` for a Rook one."""
    if card.rank == "T":
        return "10"
    return "1" if card.rank == "A" and card.suit in "BRGY" else card.rank


def card_text(card: Card, symbols: bool = False, colour: bool = False) -> str:
    """Write one card.

    Examples
    --------
    >>> card_text(Card("TD")), card_text(Card("TD"), symbols=True)
    ('TD', '10♦')
    """
    return Style(symbols, colour).card(card)


def play_text(play: Play, symbols: bool = False, colour: bool = False) -> str:
    """Write a play in notation, its cards with symbols or colour.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> play_text(parse_play("8Sx8D,5H+3C"), symbols=True)
    '8♠x8♦,5♥+3♣'
    """
    return Style(symbols, colour).notation(str(play))


def table_text(
    position: Position, *, symbols: bool = False, colour: bool = False, width: int = 80
) -> str:
    """Write a whole table for a terminal.

    Parameters
    ----------
    position : Position
        The table.
    symbols, colour : bool
        Suit symbols, and ANSI colours; without both the text is pure ASCII.
    width : int
        The columns of the terminal; longer rows go on below, indented.

    Returns
    -------
    str
        The lines, without a line break at the end. The mover's row begins with ``>``.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> print(table_text(parse_position("[5H+3C]=8@2,TD,2D 8S,7D/?2 1 40 9H,9D*1/- 1")))
    Casino: seat 1 to play
    <BLANKLINE>
      Build of 8       5H+3C (single, seat 2)
      Loose cards      TD 2D
    <BLANKLINE>
    > Seat 1           8S 7D
      Seat 2           2 unknown cards
    <BLANKLINE>
      Stock            40 cards
      Taken by seat 1  9H 9D; 1 sweep
      Taken by seat 2  nothing
      Last capture     seat 1
    """
    style = Style(symbols, colour)
    naming = Naming(style.card, " ", "+")
    blocks = [rows for rows in sections(position, naming) if rows]
    column = max(len(row.label) for rows in blocks for row in rows) + 4
    lines = [style.strong(title_words(position))]
    for rows in blocks:
        lines.append("")
        for row in rows:
            lines += _row_lines(row, column, width)
    text = "\n".join(lines)
    return text if symbols else text.encode("ascii", "backslashreplace").decode("ascii")


def _row_lines(row: Row, column: int, width: int) -> list[str]:
    head = f"{'>' if row.to_play else ' '} {row.label}"
    lines = _wrapped(row.says, max(width - column, 20))
    return [f"{head if i == 0 else '':<{column}}{line}" for i, line in enumerate(lines)]


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text at spaces; colour takes no room, which `textwrap` does not know."""
    lines: list[str] = []
    room = 0
    for word in text.split(" "):
        size = len(_ESCAPE.sub("", word))
        if lines and size < room:
            lines[-1] += f" {word}"
            room -= size + 1
        else:
            lines.append(word)
            room = width - size
    return lines

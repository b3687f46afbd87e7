"""A table as an SVG picture: our own faces, a text form inside, the same bytes every time."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from casino_tutor.draw.faces import (
    CHIP_HEIGHT,
    CHIP_WIDTH,
    HEIGHT,
    MARKS,
    WIDTH,
    badge,
    card_back,
    card_face,
    check_mark,
    chip,
)
from casino_tutor.draw.layout import GAP, build_cards, pack, rows_of_cards, text_width
from casino_tutor.draw.rows import (
    IN_WORDS,
    SET_ASIDE,
    build_words,
    clean,
    note_rows,
    table_words,
    title_words,
)
from casino_tutor.draw.words import count_words, pile_seats, seats_words
from casino_tutor.model.cards import Card
from casino_tutor.model.position import Build, Hand, Position

PICTURE_WIDTH: Final = 700
_MARGIN: Final = 14
_INNER: Final = PICTURE_WIDTH - 2 * _MARGIN
_CLOTH: Final = "#1c5a3c"
_PANEL: Final = "#15462f"
_WHITE: Final = "#ffffff"
_GOLD: Final = "#ffd75e"
_LABEL: Final = 15
_SMALL: Final = 14
#: The line above the cards of a panel or a build.
_HEAD: Final = 26
_FAR_SCALE: Final = 0.75
_PILE_SCALE: Final = 0.75
#: How many backs are drawn for unknown cards; the number beside them is always right.
_MOST_BACKS: Final = 4
_BACK_STEP: Final = 14
#: Columns of panels for so many panels.
_COLUMNS: Final = {0: 1, 1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def table_svg(
    position: Position,
    *,
    highlight: Mapping[Card, str] | None = None,
    four_colour: bool = True,
    title: str | None = None,
    near: int | None = None,
) -> str:
    """Draw a whole table.

    Parameters
    ----------
    position : Position
        The table. Cards that it does not know are drawn face down, and so is the stock even
        where its order is known.
    highlight : mapping of Card to str, optional
        Cards on the table or in a hand to mark as ``good``, ``bad`` or ``chosen``.
    four_colour : bool
        A colour a suit; otherwise red and black.
    title : str, optional
        The heading; the default is the game and whose turn it is.
    near : int, optional
        The seat drawn at the lower edge; the default is the seat to play.

    Returns
    -------
    str
        An ``<svg>`` element, 700 wide, with title and description in words.

    Raises
    ------
    ValueError
        If a mark or the seat does not exist.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> picture = table_svg(parse_position("8D,6C,2D 8S,KD"), highlight={Card("8D"): "good"})
    >>> picture.startswith("<svg") and "Marked good: eight of diamonds." in picture
    True
    """
    marks = dict(highlight or {})
    for mark in marks.values():
        check_mark(mark)
    chair = near if near is not None else position.turn or 1
    if not 1 <= chair <= position.seats:
        raise ValueError(f"there is no seat {chair}; the table has {position.seats}")
    heading = clean(title) if title else title_words(position)
    drawing = _Drawing(position, marks, four_colour)
    drawing.header(heading)
    seats = [(chair + i - 1) % position.seats + 1 for i in range(1, position.seats)]
    drawing.panels([drawing.seat_panel(seat) for seat in seats])
    drawing.table()
    drawing.panels([drawing.seat_panel(chair, near=True)])
    drawing.panels([_Panel(partial(drawing.pile, i)) for i in range(len(position.taken))])
    drawing.notes()
    return _whole(heading, f"{table_words(position)}{_marks_words(marks)}", drawing)


def _whole(heading: str, words: str, drawing: _Drawing) -> str:
    body = "".join(drawing.parts)
    height = round(drawing.y + _MARGIN)
    # Two pictures on one page must not share an id, and one picture must not change its own.
    key = hashlib.sha256(f"{heading}\0{words}\0{body}".encode()).hexdigest()[:12]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{PICTURE_WIDTH}" '
        f'height="{height}" viewBox="0 0 {PICTURE_WIDTH} {height}" '
        f'style="max-width:100%;height:auto" font-family="sans-serif" '
        f'aria-labelledby="t{key}" aria-describedby="d{key}">'
        f'<title id="t{key}">{_escape(heading)}</title><desc id="d{key}">{_escape(words)}</desc>'
        f'<rect width="{PICTURE_WIDTH}" height="{height}" rx="14" fill="{_CLOTH}"/>{body}</svg>'
    )


def _marks_words(marks: Mapping[Card, str]) -> str:
    lines = [""]
    for mark in MARKS:
        cards = sorted(card for card, given in marks.items() if given == mark)
        if cards:
            lines.append(f"Marked {mark}: {IN_WORDS.cards(cards)}.")
    return "\n".join(lines)


class _Panel(NamedTuple):
    """A part of a picture with a frame: how it is drawn, and whether it is the mover's."""

    #: Told the place and the width, it draws and answers the height.
    draw: Callable[[float, float, float], float]
    to_play: bool = False


class _Drawing:
    """A picture in the making: its elements, and how far down it reaches."""

    def __init__(self, position: Position, marks: Mapping[Card, str], four_colour: bool) -> None:
        self.position = position
        self.marks = marks
        self.four_colour = four_colour
        self.parts: list[str] = []
        self.y: float = _MARGIN

    def header(self, heading: str) -> None:
        """Write the heading, in as many lines as it needs."""
        for line in textwrap.wrap(heading, 60) or [""]:
            self._text(line, _MARGIN, self.y + 18, 19, bold=True)
            self.y += 26
        self.y += 4

    def panels(self, panels: Sequence[_Panel]) -> None:
        """Draw panels in columns, those of one row equally high."""
        columns = _COLUMNS[len(panels)]
        width = (_INNER - GAP * (columns - 1)) / columns
        for start in range(0, len(panels), columns):
            row = [
                (_MARGIN + column * (width + GAP), panel)
                for column, panel in enumerate(panels[start : start + columns])
            ]
            behind = len(self.parts)
            height = max(panel.draw(x, self.y, width) for x, panel in row) + GAP
            self.parts[behind:behind] = [
                _frame(x, self.y, width, height, panel.to_play) for x, panel in row
            ]
            self.y += height + GAP

    def seat_panel(self, seat: int, *, near: bool = False) -> _Panel:
        """Return the panel with the hand of a seat."""
        return _Panel(partial(self._seat, seat, near), seat == self.position.turn)

    def _seat(self, seat: int, near: bool, x: float, y: float, width: float) -> float:
        left, label, fill = x + 10, f"Seat {seat}", _WHITE
        if seat == self.position.turn:
            self.parts.append(f'<path d="M{left:g} {y + 8:g}l11 6.5l-11 6.5z" fill="{_GOLD}"/>')
            left, label, fill = left + 16, f"{label}, to play", _GOLD
        self._text(label, left, y + 20, _LABEL, bold=True, fill=fill)
        hand, scale = self.position.hands[seat - 1], 1 if near else _FAR_SCALE
        return _HEAD + 4 + self._hand(hand, x + 10, y + _HEAD + 4, width - 20, scale)

    def _hand(self, hand: Hand, x: float, y: float, room: float, scale: float) -> float:
        if not len(hand):
            self._text("no cards", x, y + 16, _SMALL)
            return 22
        backs = min(hand.unknown, _MOST_BACKS)
        stack = (WIDTH + (backs - 1) * _BACK_STEP) * scale + 14 if backs else 0
        known = rows_of_cards(len(hand.cards), room - stack, scale=scale, overlap=True)
        for card, spot in zip(hand.cards, known.spots, strict=True):
            self._card(card, x + spot.x, y + spot.y, scale)
        if backs:
            left = x + known.width + (GAP if hand.cards else 0)
            for i in range(backs):
                self.parts.append(card_back(left + i * _BACK_STEP * scale, y, scale=scale))
            right = left + ((backs - 1) * _BACK_STEP + WIDTH) * scale
            self.parts.append(badge(right - 4, y + HEIGHT * scale / 2, hand.unknown))
        return max(known.height, HEIGHT * scale)

    def table(self) -> None:
        """Draw the stock, the builds and the loose cards."""
        top = self.y + 6
        self._stock(_MARGIN + 4, top)
        left = _MARGIN + WIDTH + 36
        room = PICTURE_WIDTH - _MARGIN - left
        y = self._builds(left, top, room)
        loose = self.position.loose
        if loose:
            self._text("Loose cards", left, y + 16, _SMALL)
            y += 26
            layout = rows_of_cards(len(loose), room)
            for card, spot in zip(loose, layout.spots, strict=True):
                self._card(card, left + spot.x, y + spot.y)
            y += layout.height
        elif not self.position.builds:
            self._text("The table is empty", left + 12, top + 70, _LABEL)
        self.y = max(y, top + 24 + HEIGHT) + 2 * GAP

    def _stock(self, x: float, y: float) -> None:
        count = self.position.stock.count
        self._text("Stock", x, y + 16, _SMALL)
        if count:
            for i in range(min(count, 3)):
                self.parts.append(card_back(x + 3 * i, y + 24 - 3 * i + 6))
            self.parts.append(badge(x + 33, y + 24 + HEIGHT / 2, count))
        else:
            self._empty_place(x, y + 24, 1)

    def _builds(self, x: float, y: float, room: float) -> float:
        builds = self.position.builds
        inside = [build_cards(build.sets, room - 20) for build in builds]
        sizes = [
            (max(layout.width, _build_head(build)) + 20, layout.height + _HEAD + 24)
            for build, layout in zip(builds, inside, strict=True)
        ]
        places = pack(sizes, room, gap=GAP + 4)
        for build, layout, size, place in zip(builds, inside, sizes, places.spots, strict=True):
            left, top = x + place.x, y + place.y
            self._build_frame(build, left, top, *size)
            for card, spot in zip(build.cards, layout.spots, strict=True):
                self._card(card, left + 10 + spot.x, top + _HEAD + 14 + spot.y)
        return y + places.height + (GAP if builds else 0)

    def _build_frame(self, build: Build, x: float, y: float, width: float, height: float) -> None:
        rect = f'fill="none" stroke="{_WHITE}" stroke-width="2" rx="10"'
        self.parts.append(_rect(x, y, width, height, f'fill="{_PANEL}" rx="10"'))
        self.parts.append(_rect(x + 1, y + 1, width - 2, height - 2, rect))
        if build.is_multiple:
            # A second line round the frame says it without words.
            self.parts.append(_rect(x + 5, y + 5, width - 10, height - 10, rect))
        self.parts.append(
            f'<circle cx="{x + 24:g}" cy="{y + 20:g}" r="14" fill="{_GOLD}"/>'
            f'<text x="{x + 24:g}" y="{y + 25.5:g}" text-anchor="middle" font-size="16" '
            f'font-weight="bold" fill="#111111">{build.value}</text>'
        )
        self._text(build_words(build), x + 44, y + 25, _SMALL)

    def pile(self, index: int, x: float, y: float, width: float) -> float:
        """Draw what a side has captured; return the height."""
        position, pile = self.position, self.position.taken[index]
        seats = pile_seats(position, index)
        self._text(f"Taken by {seats_words(seats)}", x + 10, y + 20, _SMALL, bold=True)
        top, left = y + _HEAD + 4, x + 10
        cards = pile.cards
        if cards and position.variant.options.steal_tops != "none":
            # Where others may use the top card it lies face up.
            self._card(cards[-1], left, top, _PILE_SCALE)
            self.parts.append(badge(left + WIDTH * _PILE_SCALE, top + 48, len(pile)))
            cards = cards[:-1]
        elif len(pile):
            middle = left + WIDTH * _PILE_SCALE / 2, top + HEIGHT * _PILE_SCALE / 2
            self.parts += [card_back(left, top, scale=_PILE_SCALE), badge(*middle, len(pile))]
        else:
            self._empty_place(left, top, _PILE_SCALE)
        bottom = top + HEIGHT * _PILE_SCALE
        left += WIDTH * _PILE_SCALE + 22
        facts = [count_words(pile.sweeps, "sweep")] * bool(pile.sweeps)
        facts += [f"last capture: seat {position.last}"] * (position.last in seats)
        for line in facts:
            self._text(line, left, top + 13, _SMALL, fill=_GOLD)
            top += 20
        return max(self._chips(cards, left, top, x + width - 10 - left), bottom) - y

    def _chips(self, cards: Sequence[Card], x: float, y: float, room: float) -> float:
        layout = pack([(CHIP_WIDTH, CHIP_HEIGHT)] * len(cards), room, gap=4)
        for card, spot in zip(cards, layout.spots, strict=True):
            self.parts.append(chip(card, x + spot.x, y + spot.y, four_colour=self.four_colour))
        return y + layout.height

    def notes(self) -> None:
        """Write what is neither table, hand, stock nor pile; cards set aside as chips."""
        left = _MARGIN + 4
        for row in note_rows(self.position, IN_WORDS):
            says = "" if row.label == SET_ASIDE else row.says
            for line in textwrap.wrap(f"{row.label}: {says}", 84):
                self._text(line, left, self.y + 14, _SMALL)
                self.y += 20
            if row.label == SET_ASIDE:
                self.y = self._chips(self.position.aside, left, self.y, _INNER - 8) + GAP

    def _card(self, card: Card, x: float, y: float, scale: float = 1) -> None:
        face = card_face(
            card, x, y, scale=scale, four_colour=self.four_colour, mark=self.marks.get(card)
        )
        self.parts.append(face)

    def _empty_place(self, x: float, y: float, scale: float) -> None:
        dashes = f'fill="none" stroke="{_WHITE}" stroke-dasharray="5 4" rx="6"'
        self.parts.append(_rect(x, y, WIDTH * scale, HEIGHT * scale, dashes))
        self._text("0", x + WIDTH * scale / 2 - 4, y + HEIGHT * scale / 2 + 5, _SMALL)

    def _text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        fill: str = _WHITE,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{weight} '
            f'fill="{fill}">{_escape(text)}</text>'
        )


def _build_head(build: Build) -> float:
    """Return the width that the badge and the words above a build need."""
    return 40 + text_width(build_words(build), _SMALL)


def _frame(x: float, y: float, width: float, height: float, to_play: bool) -> str:
    edge = f' stroke="{_GOLD}" stroke-width="3"' if to_play else ""
    return _rect(x, y, width, height, f'rx="10" fill="{_PANEL}"{edge}')


def _rect(x: float, y: float, width: float, height: float, rest: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {rest}/>'


def _escape(text: str) -> str:
    return text.translate({38: "&amp;", 60: "&lt;", 62: "&gt;", 34: "&quot;"})

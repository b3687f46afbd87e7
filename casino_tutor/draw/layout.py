"""Where things lie in a picture: rows of cards, builds whose cards overlap, signs in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casino_tutor.draw.faces import HEIGHT, STEP, WIDTH
from casino_tutor.model.plays import Sets

#: Free room between things that lie side by side.
GAP = 8


class Spot(NamedTuple):
    """A place, counted from the upper left corner of what is laid out."""

    x: float
    y: float


class Layout(NamedTuple):
    """Places in order, and the room they need."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def rows_of_cards(count: int, room: float, *, scale: float = 1, overlap: bool = False) -> Layout:
    """Lay cards in rows of nearly equal length.

    Parameters
    ----------
    count : int
        How many cards.
    room : float
        The width there is.
    scale : float
        The scale of the cards.
    overlap : bool
        Cards may overlap, as in a hand, as long as each index can be read.

    Returns
    -------
    Layout
        A spot a card.

    Examples
    --------
    >>> rows_of_cards(3, 132).spots
    (Spot(x=0, y=0), Spot(x=68, y=0), Spot(x=0, y=92))
    """
    if not count:
        return Layout((), 0, 0)
    width, height = WIDTH * scale, HEIGHT * scale
    wide = width + GAP * scale
    tight = STEP * scale if overlap else wide
    most = 1 + max(0, int((room - width) // tight))
    rows = -(-count // most)
    each = -(-count // rows)
    step = wide if each == 1 else min(wide, max(tight, (room - width) / (each - 1)))
    spots = tuple(Spot(i % each * step, i // each * (height + GAP * scale)) for i in range(count))
    return Layout(spots, width + (each - 1) * step, spots[-1].y + height)


def build_cards(sets: Sets, room: float) -> Layout:
    """Lay the cards of a build: those of a set overlap, sets lie side by side.

    A set that does not fit beside the others begins a new row; one longer than a row is broken.
    """
    spots: list[Spot] = []
    x = y = widest = 0.0
    for cards in sets:
        needed = WIDTH + (len(cards) - 1) * STEP
        for place in range(len(cards)):
            least = needed if place == 0 else WIDTH
            if x and x + least > room:
                x, y = 0.0, y + HEIGHT + GAP
            spots.append(Spot(x, y))
            widest = max(widest, x + WIDTH)
            x += STEP
        x += WIDTH + GAP - STEP
    return Layout(tuple(spots), widest, y + HEIGHT)


def pack(sizes: Sequence[tuple[float, float]], room: float, gap: float = GAP) -> Layout:
    """Lay boxes of different sizes in lines, as words are laid in a text."""
    spots: list[Spot] = []
    x = y = tallest = widest = 0.0
    for width, height in sizes:
        if x and x + width > room:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        spots.append(Spot(x, y))
        x += width + gap
        tallest = max(tallest, height)
        widest = max(widest, x - gap)
    return Layout(tuple(spots), widest, y + tallest)


def text_width(text: str, size: float) -> float:
    """Return a safe guess of the width of a text in a sans-serif font."""
    return len(text) * size * 0.6

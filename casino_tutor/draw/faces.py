"""Our own card faces as SVG: a large index, simple suit shapes, no font but sans-serif.

Every element carries its own attributes: a style sheet inside a picture would reach the rest of
a page, and `use` references are removed by the sanitisers of notebooks. The font family alone is
inherited: the `<svg>` around the pieces says it.
"""

from __future__ import annotations

from typing import Final

from casino_tutor.draw.text import rank_text
from casino_tutor.model.cards import Card

#: The size of a card at scale 1, and how much of it shows when another overlaps it.
WIDTH: Final = 60
HEIGHT: Final = 84
STEP: Final = 36
#: The size of a chip, the small sign for a card that was taken.
CHIP_WIDTH: Final = 41
CHIP_HEIGHT: Final = 21
#: How far an outline reaches beyond its card.
HALO: Final = 4

BLACK: Final = "#111111"
RED: Final = "#c8102e"
BLUE: Final = "#0057b8"
GREEN: Final = "#00703c"
#: Yellow that can be read on white; the swatch beside it is a true yellow.
YELLOW: Final = "#8a6d00"
_PURPLE: Final = "#6a1b9a"
_FOUR_COLOURS: Final = {"S": BLACK, "H": RED, "D": BLUE, "C": GREEN}
_TWO_COLOURS: Final = {"S": BLACK, "H": RED, "D": RED, "C": BLACK}
_ROOK_COLOURS: Final = {"B": BLACK, "R": RED, "G": GREEN, "Y": YELLOW}
_SWATCHES: Final = _ROOK_COLOURS | {"Y": "#ffd200"}

#: Shapes in a square of 100 by 100; the joker's suit is a star.
_SHAPES: Final = {
    "S": "M50 5C58 25 93 42 93 64C93 77 83 84 73 84C65 84 58 80 54 73C55 83 59 90 67 96H33"
    "C41 90 45 83 46 73C42 80 35 84 27 84C17 84 7 77 7 64C7 42 42 25 50 5Z",
    "H": "M50 94C36 76 5 54 5 31C5 17 15 8 27 8C38 8 46 15 50 25C54 15 62 8 73 8C85 8 95 17 95 31"
    "C95 54 64 76 50 94Z",
    "D": "M50 3C58 20 72 37 88 50C72 63 58 80 50 97C42 80 28 63 12 50C28 37 42 20 50 3Z",
    "C": "M50 5A21 21 0 0 1 66 40A21 21 0 1 1 54 71C55 82 59 90 67 96H33C41 90 45 82 46 71"
    "A21 21 0 1 1 34 40A21 21 0 0 1 50 5Z",
    "Z": "M50 4L62 37L97 38L69 59L79 93L50 73L21 93L31 59L3 38L38 37Z",
}
_HATS: Final = {
    "K": "M4 92V26L28 52L50 8L72 52L96 26V92Z",
    "Q": "M14 92L4 42A8 8 0 1 1 14 40L32 60L44 26A9 9 0 1 1 56 26L68 60L86 40A8 8 0 1 1 96 42"
    "L86 92Z",
    "J": "M2 80H98V94H2ZM20 74L28 46Q48 38 68 44L80 74ZM70 40Q70 14 96 4Q100 28 78 44Z",
}
_MARK_COLOURS: Final = {"good": GREEN, "bad": RED, "chosen": BLUE}
#: A tick, a cross and a dot, round the middle of the mark.
_MARK_SIGNS: Final = {
    "good": '<path d="M{l} {y}L{m} {b}L{r} {t}" fill="none" stroke="#fff" stroke-width="2.5"/>',
    "bad": '<path d="M{l} {t}L{r} {b}M{l} {b}L{r} {t}" fill="none" stroke="#fff" '
    'stroke-width="2.5"/>',
    "chosen": '<circle cx="{x}" cy="{y}" r="4" fill="#fff"/>',
}
#: What a card may be marked as.
MARKS: Final = tuple(_MARK_COLOURS)


def colour_of(card: Card, four_colour: bool = True) -> str:
    """Return the colour of a card's index; each stands out from white by more than 4.5 to 1."""
    suits = _FOUR_COLOURS if four_colour else _TWO_COLOURS
    return (suits | _ROOK_COLOURS).get(card.suit, _PURPLE)


def card_face(
    card: Card,
    x: float,
    y: float,
    *,
    scale: float = 1,
    four_colour: bool = True,
    mark: str | None = None,
) -> str:
    """Draw a card, face up.

    Parameters
    ----------
    card : Card
        The card.
    x, y : float
        Where its upper left corner lies.
    scale : float
        1 is a card of `WIDTH` by `HEIGHT`.
    four_colour : bool
        A colour a suit; otherwise red and black.
    mark : str, optional
        ``good``, ``bad`` or ``chosen``: an outline with a tick, a cross or a dot.

    Returns
    -------
    str
        A group with the card's notation as ``data-card``; its first text is the index.
    """
    colour = colour_of(card, four_colour)
    rank = rank_text(card)
    # Two figures are pressed into the room of one wide one, whatever the font.
    narrow = ' textLength="29" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    index = (
        f'<text x="5" y="26" font-size="27" font-weight="bold"'
        f'{narrow} fill="{colour}">{rank}</text>'
    )
    parts = [
        f'<g data-card="{card.text}" transform="{_place(x, y, scale)}">',
        _outline(mark) if mark else "",
        _sheet("#fff"),
        index,
        _rook_suit(card, colour) if card.suit in _ROOK_COLOURS else _suits(card, colour),
        _sign(mark) if mark else "",
        "</g>",
    ]
    return "".join(parts)


def card_back(x: float, y: float, *, scale: float = 1) -> str:
    """Draw a card, face down."""
    grid = "".join(f"M{at} 5V79" for at in range(15, 55, 10))
    grid += "".join(f"M5 {at}H55" for at in range(15, 75, 10))
    return (
        f'<g data-back="1" transform="{_place(x, y, scale)}">{_sheet("#fff")}'
        '<rect x="4" y="4" width="52" height="76" rx="4" fill="#2b4c8c"/>'
        f'<path d="{grid}" stroke="#7f9bd1" stroke-width="1.5"/></g>'
    )


def chip(card: Card, x: float, y: float, *, four_colour: bool = True) -> str:
    """Draw the small sign for a card that was taken or set aside."""
    colour = colour_of(card, four_colour)
    rank = rank_text(card)
    narrow = ' textLength="16" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    if card.suit in _ROOK_COLOURS:
        suit = f'<circle cx="31" cy="10.5" r="6" fill="{_SWATCHES[card.suit]}" stroke="{BLACK}"/>'
    else:
        suit = _shape(_SHAPES[card.suit], 23, 3.5, 14, colour)
    return (
        f'<g data-card="{card.text}" transform="{_place(x, y, 1)}">'
        f'<rect width="{CHIP_WIDTH}" height="{CHIP_HEIGHT}" rx="4" fill="#fff"/>'
        f'<text x="4" y="16" font-size="15" font-weight="bold"{narrow} '
        f'fill="{colour}">{rank}</text>{suit}</g>'
    )


def badge(x: float, y: float, count: int) -> str:
    """Draw a number in a round sign whose middle is at x, y."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{BLACK}" stroke="#fff" stroke-width="2"/>'
        f'<text x="{x:g}" y="{y + 5.5:g}" text-anchor="middle" '
        f'font-size="16" font-weight="bold" fill="#fff">{count}</text>'
    )


def card_svg(card: Card, *, four_colour: bool = True, mark: str | None = None) -> str:
    """Draw a single card as a whole picture.

    Parameters
    ----------
    card : Card
        The card.
    four_colour : bool
        A colour a suit; otherwise red and black.
    mark : str, optional
        ``good``, ``bad`` or ``chosen``.

    Returns
    -------
    str
        An ``<svg>`` element with the card's name as its label.

    Examples
    --------
    >>> 'aria-label="ten of diamonds"' in card_svg(Card("TD"))
    True
    """
    check_mark(mark)
    width, height = WIDTH + 2 * HALO, HEIGHT + 2 * HALO
    label = card.name + (f", {mark}" if mark else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'font-family="sans-serif" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">'
        f"{card_face(card, HALO, HALO, four_colour=four_colour, mark=mark)}</svg>"
    )


def check_mark(mark: str | None) -> None:
    """Raise ValueError unless a card can be marked so."""
    if mark is not None and mark not in MARKS:
        raise ValueError(f"{mark!r} is no mark of a card; there are {', '.join(MARKS)}")


def _place(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")


def _sheet(fill: str) -> str:
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" stroke="#5a5a5a" '
        'stroke-width="0.8"/>'
    )


def _shape(path: str, x: float, y: float, size: float, fill: str) -> str:
    place = _place(x, y, size / 100)
    return f'<path d="{path}" fill="{fill}" transform="{place}"/>'


def _suits(card: Card, colour: str) -> str:
    shape = _SHAPES[card.suit]
    hat = _shape(_HATS[card.rank], 31, 34, 22, colour) if card.is_court else ""
    large = _shape(shape, 30, 57, 24, colour) if hat else _shape(shape, 24, 47, 32, colour)
    return _shape(shape, 6, 32, 19, colour) + hat + large


def _rook_suit(card: Card, colour: str) -> str:
    return (
        f'<text x="6" y="50" font-size="19" font-weight="bold" '
        f'fill="{colour}">{card.suit}</text>'
        f'<circle cx="39" cy="62" r="15" fill="{_SWATCHES[card.suit]}" stroke="{BLACK}"/>'
    )


def _outline(mark: str) -> str:
    # White under the colour, so that it stands out from the cloth as well.
    rect = f'<rect x="-2" y="-2" width="{WIDTH + 4}" height="{HEIGHT + 4}" rx="8" fill="none" '
    dashes = ' stroke-dasharray="9 4"' if mark == "bad" else ""
    return (
        f'{rect}stroke="#fff" stroke-width="{HALO}"/>'
        f'{rect}stroke="{_MARK_COLOURS[mark]}" stroke-width="3"{dashes}/>'
    )


def _sign(mark: str) -> str:
    # In the corner that stays visible when other cards overlap this one.
    x, y = 13, HEIGHT - 13
    sign = _MARK_SIGNS[mark].format(x=x, y=y, l=x - 4, m=x - 1, r=x + 4, t=y - 4, b=y + 4)
    return f'<circle cx="{x}" cy="{y}" r="9" fill="{_MARK_COLOURS[mark]}" stroke="#fff"/>{sign}'

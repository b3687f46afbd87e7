"""A graph as an SVG picture: labelled vertices on an oval, edges as straight lines.

The vertices are groups of cards in notation, and the edges say which of them share a card. The
oval is as large as the labels need, so that none covers another and every line can be followed
from its one end to the other. Equal graphs give the same bytes.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Collection, Iterable, Sequence
from html import escape
from itertools import count
from math import cos, pi, sin
from typing import Final, NamedTuple

from casino_tutor.draw.layout import text_width
from casino_tutor.draw.rows import clean
from casino_tutor.draw.words import join_words

#: No picture is narrower; it has the width and the colours of a table.
LEAST_WIDTH: Final = 700
_MARGIN: Final = 14
_CLOTH: Final = "#1c5a3c"
_WHITE: Final = "#ffffff"
_INK: Final = "#111111"
_GOLD: Final = "#ffd75e"
_GREEN: Final = "#00703c"
#: The paper of a vertex that a chosen one rules out.
_GREY: Final = "#cdd8d1"

_LABEL: Final = 17
_SMALL: Final = 14
_HEIGHT: Final = 32
#: The room at the left of a label for the tick of a chosen vertex.
_TICK: Final = 26
_GAP: Final = 10
#: With more lines than this those that join no chosen vertex are faint.
_MANY_LINES: Final = 80
#: How much wider than high the oval is: labels are wider than high, too.
_STRETCH: Final = 1.45

CHOSEN: Final = "chosen"
RULED_OUT: Final = "shares a card with a chosen group"


class _Box(NamedTuple):
    """A vertex: the middle and the width of its label's box."""

    x: float
    y: float
    width: float

    def touches(self, other: _Box) -> bool:
        """Return True if there is no gap between two boxes."""
        room = (self.width + other.width) / 2 + _GAP
        return abs(self.x - other.x) < room and abs(self.y - other.y) < _HEIGHT + _GAP


def graph_svg(
    vertices: Sequence[str],
    edges: Iterable[tuple[int, int]],
    *,
    chosen: Collection[int] = (),
    title: str = "Which groups get in each other's way",
    desc: str | None = None,
) -> str:
    """Draw a graph of groups.

    Parameters
    ----------
    vertices : sequence of str
        The labels, in the order in which they go round the oval.
    edges : iterable of (int, int)
        Pairs of numbers of vertices, counted from 0.
    chosen : collection of int
        The vertices to mark, with a tick and a thick outline. Those joined to them are drawn with
        a broken outline.
    title : str
        The heading.
    desc : str, optional
        The picture in words; if left out, the labels, and which of them are joined.

    Returns
    -------
    str
        An ``<svg>`` element with title and description, at least 700 wide.

    Raises
    ------
    ValueError
        If an edge or a choice names no vertex, or an edge joins a vertex to itself.

    Examples
    --------
    >>> picture = graph_svg(["8D", "5H+3D", "5H+3C"], [(1, 2)], chosen=[0, 1])
    >>> picture.startswith("<svg") and "5H+3C shares a card with 5H+3D." in picture
    True
    """
    joined = _checked(len(vertices), edges, chosen)
    picked = frozenset(chosen)
    labels = [clean(label) for label in vertices]
    heading = clean(title)
    words = _words(labels, joined, picked)
    if desc is not None:
        words = "".join(mark if mark.isprintable() or mark == "\n" else " " for mark in desc)
    boxes = _around([_width(label, i in picked) for i, label in enumerate(labels)])
    half = max((abs(box.x) + box.width / 2 for box in boxes), default=0)
    width = max(LEAST_WIDTH, round(2 * (half + _MARGIN)))
    lines = textwrap.wrap(heading, int(width / (19 * 0.6)))
    parts = [
        _text(line, _MARGIN, _MARGIN + 18 + 26 * row, 19, bold=True)
        for row, line in enumerate(lines)
    ]
    top = _MARGIN + 26 * len(lines) + 10
    high = max((abs(box.y) + _HEIGHT / 2 for box in boxes), default=_HEIGHT)
    placed = [_Box(box.x + width / 2, box.y + top + high, box.width) for box in boxes]
    ruled_out = {other for edge in joined for one, other in (edge, edge[::-1]) if one in picked}
    faint = len(joined) > _MANY_LINES
    for one, other in joined:
        bold = one in picked or other in picked
        parts.append(_line(placed[one], placed[other], bold=bold, faint=faint and not bold))
    for i, (label, box) in enumerate(zip(labels, placed, strict=True)):
        mark = CHOSEN if i in picked else RULED_OUT if i in ruled_out else ""
        parts.append(_vertex(label, box, mark))
    if not labels:
        parts.append(_text("There is no group.", _MARGIN, top + 20, 15))
    legend, bottom = _legend(top + 2 * high + 14, bool(joined), picked, ruled_out - picked)
    return _whole(heading, words, "".join([*parts, *legend]), width, round(bottom + _MARGIN))


def _checked(
    size: int, edges: Iterable[tuple[int, int]], chosen: Iterable[int]
) -> list[tuple[int, int]]:
    """Return each edge once, the lower number first."""
    joined = sorted({(min(edge), max(edge)) for edge in edges})
    for i in [*chosen, *(i for edge in joined for i in edge)]:
        if not 0 <= i < size:
            raise ValueError(f"there is no vertex {i}; they count from 0 to {size - 1}")
    loops = [one for one, other in joined if one == other]
    if loops:
        raise ValueError(f"vertex {loops[0]} is joined to itself")
    return joined


def _words(labels: Sequence[str], edges: Iterable[tuple[int, int]], chosen: Collection[int]) -> str:
    if not labels:
        return "There is no group."
    named = [f"{label} ({CHOSEN})" if i in chosen else label for i, label in enumerate(labels)]
    lines = [f"Groups: {', '.join(named)}."]
    before: dict[int, list[str]] = {}
    for one, other in edges:
        before.setdefault(other, []).append(labels[one])
    lines += [
        f"{labels[i]} shares a card with {join_words(others)}." for i, others in before.items()
    ]
    return "\n".join([*lines, *["No two groups share a card."] * (not before)])


def _width(label: str, is_chosen: bool) -> float:
    return text_width(label, _LABEL) + 20 + (_TICK if is_chosen else 0)


def _around(widths: Sequence[float]) -> list[_Box]:
    """Lay boxes on the smallest oval on which no two touch; its middle is at 0, 0."""
    if len(widths) < 2:
        return [_Box(0, 0, width) for width in widths]
    turns = [2 * pi * i / len(widths) - pi / 2 for i in range(len(widths))]
    for radius in count(90, 10):
        boxes = [
            _Box(round(_STRETCH * radius * cos(turn), 1), round(radius * sin(turn), 1), width)
            for turn, width in zip(turns, widths, strict=True)
        ]
        if not any(box.touches(other) for i, box in enumerate(boxes) for other in boxes[:i]):
            break
    return boxes


# --- elements ------------------------------------------------------------------------------------


def _line(one: _Box, other: _Box, *, bold: bool, faint: bool) -> str:
    look = f'stroke="{_GOLD}" stroke-width="3"' if bold else f'stroke="{_WHITE}" stroke-width="1.2"'
    look += ' stroke-opacity="0.5"' if faint else ""
    return f'<path d="M{one.x:g} {one.y:g}L{other.x:g} {other.y:g}" {look}/>'


def _vertex(label: str, box: _Box, mark: str) -> str:
    """Draw a label in its box; a chosen one has a tick as well."""
    x, y = box.x - box.width / 2, box.y - _HEIGHT / 2
    look = {
        CHOSEN: f'fill="{_WHITE}" stroke="{_GOLD}" stroke-width="5"',
        RULED_OUT: f'fill="{_GREY}" stroke="{_INK}" stroke-width="2" stroke-dasharray="6 4"',
    }.get(mark, f'fill="{_WHITE}"')
    middle = box.x + (_TICK / 2 if mark == CHOSEN else 0)
    return (
        f'<g data-group="{escape(label)}"{f" data-mark={_quoted(mark)}" if mark else ""}>'
        f'<rect x="{x:g}" y="{y:g}" width="{box.width:g}" height="{_HEIGHT}" rx="7" {look}/>'
        f"{_tick(x + 18, box.y) if mark == CHOSEN else ''}"
        f'<text x="{middle:g}" y="{box.y + 6:g}" text-anchor="middle" font-size="{_LABEL}" '
        f'font-weight="bold" fill="{_INK}">{escape(label)}</text></g>'
    )


def _quoted(text: str) -> str:
    return f'"{text}"'


def _tick(x: float, y: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{_GREEN}"/>'
        f'<path d="M{x - 5:g} {y:g}L{x - 1.5:g} {y + 4.5:g}L{x + 5:g} {y - 4.5:g}" fill="none" '
        f'stroke="{_WHITE}" stroke-width="2.5"/>'
    )


def _legend(
    y: float, has_edges: bool, chosen: Collection[int], ruled_out: Collection[int]
) -> tuple[list[str], float]:
    """Say what the marks mean, one line each, for those that occur; return the lower edge too."""
    parts = []
    x = _MARGIN + 20
    for mark, occurs in ((CHOSEN, chosen), (RULED_OUT, ruled_out)):
        if occurs:
            size = 40 if mark == CHOSEN else 34
            sample = _vertex("", _Box(x + 2, y + 13, size), mark).replace(' data-group=""', "")
            small = f"translate({x:g} {y + 13:g}) scale(0.7) translate({-x:g} {-y - 13:g})"
            parts.append(f'<g transform="{small}">{sample}</g>')
            parts.append(_text(mark, x + 32, y + 18, _SMALL))
            y += 28
    if has_edges:
        parts += [
            f'<path d="M{_MARGIN + 8} {y + 13:g}h28" stroke="{_WHITE}" stroke-width="1.2"/>',
            _text("joins two groups that share a card", x + 32, y + 18, _SMALL),
        ]
        y += 28
    return parts, y


def _text(text: str, x: float, y: float, size: float, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{weight} '
        f'fill="{_WHITE}">{escape(text)}</text>'
    )


def _whole(heading: str, words: str, body: str, width: int, height: int) -> str:
    # Two pictures on one page must not share an id, and one picture must not change its own.
    key = hashlib.sha256(f"{heading}\0{words}\0{body}".encode()).hexdigest()[:12]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" '
        f'style="max-width:100%;height:auto" font-family="sans-serif" '
        f'aria-labelledby="t{key}" aria-describedby="d{key}">'
        f'<title id="t{key}">{escape(heading)}</title><desc id="d{key}">{escape(words)}</desc>'
        f'<rect width="{width}" height="{height}" rx="14" fill="{_CLOTH}"/>{body}</svg>'
    )

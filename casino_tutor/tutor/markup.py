"""The few pieces of HTML that answers are made of; every text in them is escaped.

Styles stand on the elements themselves: a style sheet would reach the rest of the page. Colours
are those of the page around, so that light and dark pages can both be read; what matters is said
in words and never by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from casino_tutor.draw.rows import table_words
from casino_tutor.draw.svg import table_svg
from casino_tutor.model.cards import Card
from casino_tutor.model.position import Position

#: Colour of the edge of a box; the words in it say the same.
_EDGES: Final = {"good": "#00703c", "bad": "#c8102e", "note": "#b8860b", "plain": "#7a7a7a"}
#: Longer pieces of notation than this may be broken anywhere.
_PIECE: Final = 40
_TEXT: Final = "margin:4px 0;line-height:1.45"
_CELL: Final = "padding:3px 14px 3px 0;text-align:left;vertical-align:top"
#: A letter typed while a summary has the focus must not run a command of the notebook.
_OWN_KEYS: Final = 'data-lm-suppress-shortcuts="true"'


def plain(text: str) -> str:
    """Text of any origin, made harmless."""
    return escape(text)


def code(text: object) -> str:
    """Notation, in a fixed-width face; a line breaks after a comma or a space."""
    pieces = [
        f'<span style="white-space:nowrap">{escape(piece)}</span>'
        if len(piece) < _PIECE
        else escape(piece)
        for piece in re.split(r"(?<=[, ])", str(text))
    ]
    return f'<code style="overflow-wrap:anywhere">{"<wbr>".join(pieces)}</code>'


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f'<p style="{_TEXT}">{escape(text)}</p>'


def heading(text: str) -> str:
    """The heading of a part."""
    return f'<h4 style="margin:10px 0 4px">{escape(text)}</h4>'


def bullets(items: Iterable[str]) -> str:
    """A list; its items are markup already."""
    body = "".join(f'<li style="margin:3px 0">{item}</li>' for item in items)
    return f'<ul style="margin:4px 0;padding-left:22px">{body}</ul>' if body else ""


def box(kind: str, title: str, body: str = "", *, role: str = "") -> str:
    """A box with a coloured edge.

    Parameters
    ----------
    kind : str
        ``good``, ``bad``, ``note`` or ``plain``.
    title : str
        Plain text, in bold.
    body : str
        Markup.
    role : str
        ``status`` or ``alert`` where a screen reader should speak up.
    """
    said = f' role="{role}"' if role else ""
    return (
        f'<div{said} style="border-left:5px solid {_EDGES[kind]};padding:4px 12px;margin:8px 0;'
        f'line-height:1.5"><strong>{escape(title)}</strong>{body}</div>'
    )


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are markup already; the first cell of a row names it."""
    top = "".join(f'<th scope="col" style="{_CELL}">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row" style="{_CELL};font-weight:normal">{first}</th>'
        + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return (
        '<table style="border-collapse:collapse;margin:10px 0;line-height:1.35">'
        f'<caption style="text-align:left;font-weight:bold;padding:4px 0">{escape(caption)}'
        f"</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def folded(summary: str, body: str) -> str:
    """Markup that is folded away behind one line; it opens without any script."""
    return (
        f'<details style="margin:2px 0"><summary {_OWN_KEYS} style="cursor:pointer">'
        f"{escape(summary)}</summary>{body}</details>"
    )


def lines(text: str) -> str:
    """Text whose line breaks and columns count."""
    return (
        '<pre style="margin:4px 0;white-space:pre-wrap;line-height:1.4;overflow-wrap:anywhere">'
        f"{escape(text)}</pre>"
    )


def picture(
    position: Position,
    marks: Mapping[Card, str] | None = None,
    *,
    title: str | None = None,
    near: int | None = None,
) -> str:
    """A table as a picture, below it the same in words, and the line that reads back as it.

    Parameters
    ----------
    position : Position
    marks : mapping of Card to str, optional
        Cards to mark, and how.
    title : str, optional
        The heading of the picture.
    near : int, optional
        The seat drawn at the lower edge.
    """
    drawn = table_svg(position, highlight=marks, title=title, near=near)
    words = folded("This table in words", lines(table_words(position)))
    return f'{drawn}{words}<p style="{_TEXT}">Position line: {code(position)}</p>'

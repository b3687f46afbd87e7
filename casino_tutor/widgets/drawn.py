"""What the widgets that draw a session have in common: their traits, and failures said aloud."""

from __future__ import annotations

import traceback
from functools import cache
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

from casino_tutor.draw.faces import HEIGHT, WIDTH, card_back, card_face
from casino_tutor.model.cards import deck_cards
from casino_tutor.tutor.session_commands import CommandError
from casino_tutor.widgets.callbacks import loud

_HERE: Final = Path(__file__).parent


def module_text(*names: str) -> str:
    """Return files of this folder behind one another: the one module, or style, of a widget."""
    return "\n".join((_HERE / name).read_text("utf-8") for name in names)


class Drawn(anywidget.AnyWidget):
    """A widget whose page draws `state` and sends commands, each with a number of its own."""

    #: What the page draws; a new value at every change, never one changed in place.
    state = traitlets.Dict().tag(sync=True)
    #: The pictures of the cards: those in four colours, and those that differ in two.
    faces = traitlets.Dict().tag(sync=True)
    #: What went wrong in the widget itself.
    trouble = traitlets.Unicode().tag(sync=True)
    four_colour = traitlets.Bool(True).tag(sync=True)

    #: What the widget is called where it reports a failure.
    _name = "table"

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(loud(self._report)(self._heard))

    def _heard(self, _widget: object, message: Any, _buffers: object = None) -> None:
        """Take a message of the page: its number, the state it is about, and a command."""
        if not isinstance(message, dict):
            raise CommandError("a message of the table is a mapping")
        number = message.get("id")
        answered = number if isinstance(number, int) else 0
        self._obey(message.get("command"), message.get("serial"), answered)

    def _obey(self, command: object, serial: object, answered: int) -> None:
        raise NotImplementedError

    def _report(self, error: Exception) -> None:
        """Show what went wrong in the widget itself: everything else would swallow it."""
        where = traceback.extract_tb(error.__traceback__)[-1]
        self.trouble = (
            f"The {self._name} itself failed: {type(error).__name__}: {error} "
            f"({Path(where.filename).name}, line {where.lineno})"
        )


@cache
def deck_faces(deck: str) -> dict[str, dict[str, str]]:
    """Return the pictures of a deck: in four colours, and those that differ in two."""
    cards = dict.fromkeys(deck_cards(deck))
    four = {card.text: _framed(card_face(card, 0, 0)) for card in cards}
    two = {card.text: _framed(card_face(card, 0, 0, four_colour=False)) for card in cards}
    four["back"] = _framed(card_back(0, 0))
    return {"four": four, "two": {name: svg for name, svg in two.items() if svg != four[name]}}


def _framed(picture: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {WIDTH + 2} {HEIGHT + 2}" '
        f'width="{WIDTH + 2}" height="{HEIGHT + 2}" font-family="sans-serif">{picture}</svg>'
    )

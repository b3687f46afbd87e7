"""The card table: one widget that draws a table session and passes on what the learner does.

What is drawn stands in `table.js` and `table.css`; what may be done, and what came of it, is for
the session to say (`casino_tutor.tutor.session`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from casino_tutor.draw.text import table_text
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.tutor import markup
from casino_tutor.tutor.session import Events, TableSession, open_position
from casino_tutor.tutor.session_commands import (
    Command,
    GoOn,
    PlayRepair,
    Propose,
    read_command,
)
from casino_tutor.tutor.session_events import (
    Declined,
    IllegalTry,
    KeptElsewhere,
    NotKept,
    SelectionMeans,
    to_json,
)
from casino_tutor.tutor.session_view import Shown, State, table_state
from casino_tutor.tutor.session_words import sentences
from casino_tutor.widgets.drawn import Drawn, deck_faces, module_text


def table(
    position: Position | str | TableSession,
    variant: Variant | str | None = None,
    opponent: str = "simple",
) -> CardTable:
    """Return a card table for a position, or for a session that was opened before.

    Parameters
    ----------
    position : Position, str or TableSession
        A position, its line, or a session.
    variant : Variant or str, optional
        The rules for a position line.
    opponent : str
        Who plays for the other seats of a position whose hands are known.

    Returns
    -------
    CardTable
        A widget; it shows itself at the end of a cell.
    """
    if not isinstance(position, TableSession):
        position = open_position(position, variant, opponent)
    return CardTable(position)


class CardTable(Drawn):
    """The card table. See `table`.

    Attributes
    ----------
    session : TableSession
        What the table is about.
    """

    _esm = module_text("table_handling.js", "table.js")
    _css = module_text("table.css")

    #: True if a new match can be begun at the table itself, once this one is over.
    leads_on = traitlets.Bool(False).tag(sync=True)
    #: The table before and after the last play, where that was made before the page was opened.
    earlier: traitlets.List[State] = traitlets.List().tag(sync=True)

    def __init__(
        self,
        session: TableSession,
        *,
        four_colour: bool = True,
        paced: bool = True,
        begin: Callable[[], None] | None = None,
    ):
        """Show a session.

        Parameters
        ----------
        session : TableSession
        four_colour : bool
            Each suit in a colour of its own.
        paced : bool
            Let the opponents play by themselves, one after another.
        begin : callable, optional
            Begins a new match at this table.
        """
        self.session = session
        self._begin = begin
        self._paced = paced
        self._serial = 0
        self._sitting = 0
        options = session.table.view.variant.options
        super().__init__(
            faces=deck_faces(options.deck),
            four_colour=four_colour,
            leads_on=begin is not None,
            earlier=self._earlier(session),
            state=self._drawn((), answered=0),
        )

    def do(self, command: Command) -> Events:
        """Carry out a command as if the learner had given it, and show what comes of it."""
        events = self.session.do(command)
        self._show(events, self.state["answered"])
        return events

    def sit_down(self, session: TableSession) -> None:
        """Show another session at the same table."""
        self.session = session
        self._sitting += 1
        self.faces = deck_faces(session.table.view.variant.options.deck)
        self.earlier = self._earlier(session)
        self._show(session.opening(), self.state["answered"])

    def refresh(self) -> None:
        """Show the session as it is, where something else has changed it."""
        self._show((), self.state["answered"])

    # What the page sends, and what it is sent

    def _obey(self, command: object, serial: object, answered: int) -> None:
        if self._begin is not None and command == {"do": "new_match"}:
            # A second click finds the next match begun.
            if serial == self._serial and self.session.table.waits == "over":
                self._begin()
            # What was said stands: only the page hears that it has its answer.
            self.state = {**self.state, "answered": answered}
            return
        asked = read_command(command)
        # A second view of the same table asks for the same turn once more, and a second click
        # presses a button that means something else by now.
        is_late = isinstance(asked, GoOn | Propose | PlayRepair) and serial != self._serial
        self._show(() if is_late else self.session.do(asked), answered)

    def _show(self, events: Events, answered: int) -> None:
        self._serial += 1
        self.trouble = " ".join(
            event.words for event in events if isinstance(event, NotKept | KeptElsewhere)
        )
        self.state = self._drawn(events, answered)

    def _earlier(self, session: TableSession) -> list[State]:
        return [
            {**table_state(table, Shown()), **self._about((), answered=0)}
            for table in session.earlier
        ]

    def _drawn(self, events: Events, answered: int) -> State:
        return {**self.session.state(), **self._about(events, answered)}

    def _about(self, events: Events, answered: int) -> State:
        """Return what is drawn beside the session."""
        return {
            "serial": self._serial,
            "sitting": self._sitting,
            "answered": answered,
            "happened": [to_json(event) for event in events],
            "say": _said(events, self.session),
            "declined": " ".join(event.words for event in events if isinstance(event, Declined)),
            "paced": self._paced,
        }

    # Without a kernel

    def __repr__(self) -> str:
        return table_text(self.session.table.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The table, and for pages without a kernel the same as a picture and as text."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        static = markup.picture(self.session.table.view, near=self.session.table.seat)
        return {**data, "text/plain": repr(self), "text/html": static}, metadata


def _said(events: Events, session: TableSession) -> str:
    """Return what a screen reader is told about events."""
    said = []
    for event in events:
        if isinstance(event, IllegalTry):
            said += [f"Not legal: {event.words}", *(reason.sentence for reason in event.reasons)]
            count = len(event.repairs)
            said += [f"{count} legal plays are offered instead"] if count > 1 else []
            said += ["One legal play is offered instead"] if count == 1 else []
        else:
            said.append(getattr(event, "spoken", "") or event.words)
    if events and not isinstance(events[0], SelectionMeans) and session.shown.refused is None:
        is_mine = session.table.waits == "you" and session.shown.question is None
        said += ["Your turn"] if is_mine else []
    return sentences(said)

"""The solver panel: any table set up by clicking cards, its plays, and what they can bring.

What is drawn stands in `setup.js` and `setup.css`; what it means is for the session to say
(`casino_tutor.tutor.setup`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from casino_tutor.draw.text import table_text
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.tutor import markup
from casino_tutor.tutor.session import open_position
from casino_tutor.tutor.session_events import Declined
from casino_tutor.tutor.setup import FILE, NotRead, SatDown, SetupEvents, SetupSession
from casino_tutor.tutor.setup_commands import SetupCommand, read_setup_command
from casino_tutor.tutor.setup_view import choices, setup_state
from casino_tutor.tutor.valuing import SECONDS
from casino_tutor.widgets.drawn import Drawn, deck_faces, module_text
from casino_tutor.widgets.table import CardTable


def set_up(
    line: str | None = None,
    variant: Variant | str | None = None,
    *,
    file: str | Path = FILE,
    seconds: float = SECONDS,
) -> SolverPanel:
    """Return the solver panel for a table.

    Parameters
    ----------
    line : str, optional
        A position line to begin with; the first sample without it.
    variant : Variant or str, optional
        The rules. They win over what the line says.
    file : str or Path
        Where tables are kept.
    seconds : float
        How long plays are searched.

    Returns
    -------
    SolverPanel
        A widget; it shows itself at the end of a cell.
    """
    return SolverPanel(SetupSession(line, variant, file, seconds))


class SetupTable(Drawn):
    """The table that is set up, with everything that is said of it.

    Attributes
    ----------
    session : SetupSession
        What is set up.
    """

    _esm = module_text("table_handling.js", "setup.js")
    _css = module_text("table.css", "setup.css")
    _name = "solver"

    #: Games and samples to choose from.
    choices = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        session: SetupSession,
        *,
        four_colour: bool = True,
        sit_down: Callable[[Position], None] | None = None,
    ) -> None:
        """Show a session.

        Parameters
        ----------
        session : SetupSession
        four_colour : bool
            Each suit in a colour of its own.
        sit_down : callable, optional
            Opens a card table at a position.
        """
        self.session = session
        self._sit_down = sit_down
        self._serial = 0
        super().__init__(
            faces=deck_faces(session.position.variant.options.deck),
            four_colour=four_colour,
            choices=choices(),
            state=self._drawn((), answered=0),
        )

    def do(self, command: SetupCommand) -> SetupEvents:
        """Carry out a command as if the learner had given it, and show what comes of it."""
        return self._show(self.session.do(command), self.state["answered"])

    def _obey(self, command: object, _serial: object, answered: int) -> None:
        self._show(self.session.do(read_setup_command(command)), answered)

    def _show(self, events: SetupEvents, answered: int) -> SetupEvents:
        self._serial += 1
        self.trouble = ""
        faces = deck_faces(self.session.position.variant.options.deck)
        if faces != self.faces:
            self.faces = faces
        self.state = self._drawn(events, answered)
        for event in events:
            if isinstance(event, SatDown) and self._sit_down is not None:
                self._sit_down(event.position)
        return events

    def _drawn(self, events: SetupEvents, answered: int) -> dict[str, Any]:
        said = [event.words for event in events]
        said += [" ".join(event.problems) for event in events if isinstance(event, NotRead)]
        return {
            **setup_state(self.session),
            "serial": self._serial,
            "answered": answered,
            "say": " ".join(said),
            "declined": " ".join(event.words for event in events if isinstance(event, Declined)),
        }


class SolverPanel(ipywidgets.VBox):  # type: ignore[misc]
    """The solver panel, and below it a card table on which plays are tried. See `set_up`."""

    def __init__(self, session: SetupSession) -> None:
        """Show a session."""
        self.table = SetupTable(session, sit_down=self._sit_down)
        self.tried: CardTable | None = None
        super().__init__([self.table])

    @property
    def session(self) -> SetupSession:
        """The session of the panel."""
        return self.table.session

    def do(self, command: SetupCommand) -> SetupEvents:
        """Carry out a command as if the learner had given it."""
        return self.table.do(command)

    def _sit_down(self, position: Position) -> None:
        before = self.tried
        self.tried = CardTable(open_position(position), four_colour=self.table.four_colour)
        self.children = (self.table, self.tried)
        if before is not None:
            before.close()

    # Without a kernel

    def __repr__(self) -> str:
        values = self.session.values
        rows = [f"  {one.said:<14} {one.words}" for one in values.plays] if values else []
        said = ["", values.words, *rows] if values else []
        return "\n".join([table_text(self.session.position), *said])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The panel, and for pages without a kernel its table and values as HTML and text."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs) or {}
        static = markup.picture(self.session.position)
        values = self.session.values
        if values is not None:
            rows = [
                (markup.plain(one.words), markup.plain(one.said), markup.plain(one.brings))
                for one in values.plays
            ]
            heads = ("Play", "Points to expect", "At once")
            static += markup.table(values.words, heads, rows)
        return bundle | {"text/plain": repr(self), "text/html": static}

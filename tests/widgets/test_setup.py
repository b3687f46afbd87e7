"""The solver panel as a widget: it passes on what is done, shows what is answered, fails aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_tutor.tutor.setup_commands import PlayHere, Put, SetGame, ValuePlays
from casino_tutor.widgets.callbacks import CallbackFailedError
from casino_tutor.widgets.setup import SolverPanel, set_up

OPEN = "9S,6C,5H,3C,2D 8S,KD,5D/7H,4C,TD 1 0 8D,8H,2S/KC,KH 2"


@pytest.fixture
def panel(tmp_path: Path) -> SolverPanel:
    """A panel on a table whose cards are all known."""
    return set_up(OPEN, file=tmp_path / "tables.txt", seconds=0.3)


def send(panel: SolverPanel, command: object) -> None:
    """Let the page send a message, as ipywidgets passes it on."""
    panel.table._handle_custom_msg({"id": 1, "serial": 0, "command": command}, [])


def test_what_is_pressed_reaches_the_session(panel: SolverPanel) -> None:
    """A message is a command, and the answer is a new state."""
    before = panel.table.state
    send(panel, {"do": "put", "card": "QS"})
    assert "QS" in str(panel.session.position)
    assert panel.table.state is not before
    assert panel.table.state["answered"] == 1
    assert panel.table.state["say"] == "The queen of spades is laid down."


def test_what_does_not_apply_is_said(panel: SolverPanel) -> None:
    """It stands in the panel, and is gone with the next command."""
    send(panel, {"do": "undo"})
    assert panel.table.state["declined"] == "There is nothing to undo."
    send(panel, {"do": "place", "place": "stock"})
    assert panel.table.state["declined"] == ""


def test_a_message_that_is_no_command_is_a_failure(
    panel: SolverPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test stops at it; outside tests the panel says what went wrong."""
    with pytest.raises(CallbackFailedError):
        send(panel, {"do": "explode"})
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    send(panel, {"do": "explode"})
    assert "The solver itself failed: CommandError" in panel.table.trouble


def test_plays_are_tried_on_a_table_below(panel: SolverPanel) -> None:
    """A card table at the same position, in the same colours; a second one takes its place."""
    panel.table.four_colour = False
    panel.do(PlayHere())
    first = panel.tried
    assert first is not None
    assert not first.four_colour
    assert panel.children == (panel.table, first)
    assert first.session.table.position == panel.session.position
    panel.do(PlayHere())
    assert panel.children == (panel.table, panel.tried)
    assert panel.tried is not first


def test_another_pack_has_other_faces(panel: SolverPanel) -> None:
    """With the game the pictures change."""
    assert "8S" in panel.table.faces["four"]
    panel.do(SetGame("tuxedo"))
    assert "8R" in panel.table.faces["four"]


def test_the_panel_can_be_read_without_a_kernel(panel: SolverPanel) -> None:
    """Its table stands on the page as a picture and as text, and so do values that were found."""
    bundle = panel._repr_mimebundle_()
    assert "<svg" in bundle["text/html"]
    assert "Best" not in bundle["text/plain"]
    panel.do(Put("QS"))
    panel.do(ValuePlays())
    bundle = panel._repr_mimebundle_()
    assert "Best: " in bundle["text/html"]
    assert "Best: " in bundle["text/plain"]

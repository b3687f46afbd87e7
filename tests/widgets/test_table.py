"""The card table as a widget: it passes on what is done, shows what is answered, fails aloud."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.model.records import Record
from casino_tutor.tutor.session import open_match, open_position
from casino_tutor.tutor.session_commands import (
    ChooseHand,
    CommandError,
    GoOn,
    Propose,
    ShowHands,
    Toggle,
)
from casino_tutor.widgets.callbacks import CallbackFailedError
from casino_tutor.widgets.table import CardTable, table

SUMS = "8D,6C,5H,3S,2D 8S,KD/?2 1 20"


def send(widget: CardTable, command: object, number: int = 1, serial: int | None = None) -> None:
    """Let the page send a message, as ipywidgets passes it on."""
    at = widget.state["serial"] if serial is None else serial
    widget._handle_custom_msg({"id": number, "serial": at, "command": command}, [])


def test_a_position_line_is_enough() -> None:
    """One word and a line show a table; a position and a session do as well."""
    assert table(SUMS).state["turn"] == "Your turn"
    assert table(parse_position(SUMS)).state["hand"] == table(SUMS).state["hand"]
    session = open_match("casino_pagat", 2, 3)
    assert table(session).session is session


def test_what_is_pressed_reaches_the_session() -> None:
    """A message is a command, and the answer is a new state."""
    widget = table(SUMS)
    before = widget.state
    send(widget, {"do": "choose", "item": "h:8S"})
    assert widget.session.shown.choice.hand == ("h:8S",)
    assert widget.state is not before
    assert (widget.state["answered"], widget.state["serial"]) == (1, before["serial"] + 1)
    assert widget.state["say"].startswith("Trails eight of spades: ")


def test_a_state_is_plain_data() -> None:
    """What is sent to the page can be written as JSON, refusals and questions too."""
    widget = table(SUMS)
    for command in (ChooseHand("h:8S"), Toggle("l:6C"), Propose(0)):
        widget.do(command)
        json.dumps(widget.state)
    assert widget.state["refused"]["reasons"]
    assert widget.state["say"].startswith("Not legal: Take 6♣ with 8♠.")


def test_a_failure_in_a_callback_stops_the_test() -> None:
    """Ipywidgets would swallow it: a test that presses a broken button must not pass."""
    widget = table(SUMS)
    with pytest.raises(CallbackFailedError):
        send(widget, {"do": "explode"})


@pytest.mark.parametrize(
    "message", [None, "x", {}, {"command": None}, {"id": "1", "command": {"do": "x"}}], ids=repr
)
def test_a_message_that_is_no_command_is_a_failure(message: Any) -> None:
    """What the table's own page never sends is not passed over."""
    widget = table(SUMS)
    with pytest.raises(CommandError):
        widget._heard(widget, message)


def test_a_failure_is_shown_to_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside tests it stands in the table, until the next command works."""
    widget = table(SUMS)
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    send(widget, {"do": "explode"})
    assert "CommandError: there is no command 'explode'" in widget.trouble
    send(widget, {"do": "clear"})
    assert widget.trouble == ""


def test_a_second_view_does_not_hurry_the_opponents() -> None:
    """Two views of one table both ask for the next turn; it is taken once."""
    session = open_match("casino_pagat", 3, 3)
    widget = table(session)
    while widget.state["waits"] != "you":
        widget.do(GoOn())
    widget.do(ChooseHand(widget.state["hand"][0]["id"]))
    widget.do(Propose())
    serial = widget.state["serial"]
    plays = len(session.shown.log)
    send(widget, {"do": "go_on"}, serial=serial)
    send(widget, {"do": "go_on"}, serial=serial)
    assert len(session.shown.log) == plays + 1


def test_a_second_click_does_not_press_what_is_there_by_then() -> None:
    """The second of two quick clicks on a button is passed over."""
    widget = table("8D 8S,KD/4C,2C 1 20")
    widget.do(ChooseHand("h:8S"))
    serial = widget.state["serial"]
    send(widget, {"do": "propose", "offer": 0}, serial=serial)
    assert widget.session.shown.log == ("You trail 8♠.",)
    send(widget, {"do": "propose", "offer": 0}, number=2, serial=serial)
    assert (widget.session.shown.log, widget.state["answered"]) == (("You trail 8♠.",), 2)


def test_a_match_that_cannot_be_kept_is_said() -> None:
    """A full disk is no failure of the table, but the learner has to know it."""

    def full(_record: Record) -> None:
        raise OSError(28, "No space left on device")

    widget = table(open_match("casino_pagat", 2, 3, keep=full))
    widget.do(ChooseHand(widget.state["hand"][0]["id"]))
    widget.do(Propose())
    assert "No space left on device" in widget.trouble
    widget.do(ShowHands(on=True))
    assert widget.trouble == ""


def test_what_does_not_apply_is_said() -> None:
    """A command that comes too late is answered in words."""
    widget = table(SUMS)
    send(widget, {"do": "take_back"})
    assert widget.state["declined"] == "There is nothing to take back."


def test_every_card_of_the_pack_has_a_face() -> None:
    """In four colours and in two; only those that differ are sent twice."""
    faces = table(SUMS).faces
    assert len(faces["four"]) == 53
    assert {name[1] for name in faces["two"]} == {"D", "C"}
    assert all(svg.startswith("<svg") for svg in faces["four"].values())


def test_the_table_can_be_read_without_a_kernel() -> None:
    """A page without widgets still shows the table, as a picture and as text."""
    data, _ = table(SUMS)._repr_mimebundle_()
    assert "<svg" in data["text/html"]
    assert "8D 6C 5H 3S 2D" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_hidden_cards_are_not_sent_to_the_page() -> None:
    """Whoever looks into the page finds no card that the learner may not see."""
    session = open_match("casino_pagat", 2, 3)
    sent = json.dumps(table(session).state)
    other = session.table.position.hands[2 - session.table.seat]
    assert len(other.cards) == 4
    assert not [card.text for card in other.cards if card.text in sent]


def test_the_script_sets_text_only_as_text() -> None:
    """No markup is ever made from data, and no rule is asked about in the page."""
    script = str(table(SUMS)._esm)
    assert "export default" in script
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in script


def test_a_table_of_a_position_is_played_on() -> None:
    """From Python the same commands are given as from the page."""
    widget = table(open_position(SUMS))
    widget.do(ChooseHand("h:8S"))
    widget.do(Toggle("l:8D"))
    (played,) = widget.do(Propose())
    assert played.words == "You take 8♦ with 8♠."
    assert widget.state["happened"][0]["event"] == "Played"

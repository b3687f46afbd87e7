"""The play panel: a match against chosen opponents, kept and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_tutor.model.variant import find_variant
from casino_tutor.tutor.session_commands import ChooseHand, GoOn, Propose
from casino_tutor.widgets.callbacks import CallbackFailedError
from casino_tutor.widgets.play import PlayPanel, play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the match is kept."""
    return tmp_path / "match.txt"


def play_once(panel: PlayPanel) -> None:
    """Wait for the learner's turn and lay the first hand card."""
    while panel.table.state["waits"] != "you":
        panel.table.do(GoOn())
    panel.table.do(ChooseHand(panel.table.state["hand"][0]["id"]))
    panel.table.do(Propose())


def test_a_panel_begins_a_match(file: Path) -> None:
    """Game, players and opponents are those that were asked for."""
    panel = play("royal_english", 3, "greedy", seed=3, file=file)
    assert panel.table.state["title"] == find_variant("royal_english").title
    assert len(panel.table.state["seats"]) == 2
    assert "A new match, kept in match.txt." in panel.about.value


def test_a_match_is_found_again_after_a_restart(file: Path) -> None:
    """A second panel on the same file shows the same table, whatever it was asked for."""
    panel = play(seed=3, file=file)
    play_once(panel)
    again = play("kirchner", file=file)
    assert again.session.table == panel.session.table
    assert "goes on where it was" in again.about.value


def test_a_new_match_is_begun_by_a_button(file: Path) -> None:
    """The match before is set aside, and the table shows the new one in the same colours."""
    panel = play(seed=3, file=file)
    play_once(panel)
    panel.table.four_colour = False
    panel.variant.value = find_variant("kirchner")
    panel.new.click()
    assert panel.table.state["title"] == find_variant("kirchner").title
    assert panel.table.state["say"].startswith("A new match: ")
    assert panel.children[0] is panel.table
    assert not panel.table.four_colour
    assert (file.parent / "match (before 1).txt").exists()


def test_the_table_begins_a_new_match_once_its_own_is_over(file: Path) -> None:
    """Not before, and not twice by a second click on the same button."""
    panel = play(seed=3, file=file)
    message = {"id": 1, "serial": panel.table.state["serial"], "command": {"do": "new_match"}}
    first = panel.session
    panel.table._handle_custom_msg(message, [])
    assert panel.session is first
    assert panel.table.state["answered"] == 1


def test_a_game_offers_its_own_numbers_of_players(file: Path) -> None:
    """Two play Kirchner's game; up to six play Tuxedo."""
    panel = play(players=4, seed=3, file=file)
    panel.variant.value = find_variant("kirchner")
    assert (panel.players.options, panel.players.value) == ((2,), 2)
    panel.variant.value = find_variant("tuxedo")
    assert panel.players.options == (2, 3, 4, 5, 6)


def test_house_rules_are_one_game_more(file: Path) -> None:
    """A variant of one's own can be played too."""
    house = find_variant("casino_pagat").with_options(capture_duty="any")
    panel = play(house, seed=3, file=file)
    assert panel.variant.label.endswith(", house rules")
    assert panel.session.table.view.variant == house


def test_a_broken_file_is_said(file: Path) -> None:
    """Its words are shown as text, and it is set aside."""
    file.write_text("<img src=x onerror=alert(1)>")
    panel = play(seed=3, file=file)
    assert "match (broken 1).txt" in panel.about.value
    assert "<img" not in panel.about.value


def test_a_failure_in_a_callback_stops_the_test(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that cannot be renamed is no silent failure; outside tests it is shown."""
    panel = play(seed=3, file=file)
    play_once(panel)

    def refuse(_path: Path, _target: Path) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(CallbackFailedError):
        panel.new.click()
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    panel.new.click()
    assert "Permission denied" in panel.trouble.value


def test_the_panel_can_be_read_without_a_kernel(file: Path) -> None:
    """Its table stands on the page as a picture and as text."""
    bundle = play(seed=3, file=file)._repr_mimebundle_()
    assert "<svg" in bundle["text/html"]
    assert "Stock" in bundle["text/plain"]


def test_a_resumed_match_fills_the_form(file: Path) -> None:
    """Game, players and opponent of the match that goes on, and what that opponent does."""
    PlayPanel("tuxedo", 3, "greedy", seed=4, file=file)
    panel = PlayPanel("casino_pagat", 2, "simple", file=file)
    assert (panel.variant.value.name, panel.players.value) == ("tuxedo", 3)
    assert panel.opponent.value == "greedy"
    assert "“greedy” plays" in panel.strength.value

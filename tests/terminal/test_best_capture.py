"""`best-capture`: what the command answers, and how sure it says that it is."""

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from casino_tutor.cli import main
from casino_tutor.model.notation import parse_play
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.best import BestPlay, SearchTimeout
from casino_tutor.terminal import best

TABLE = "8D,6C,5S,3H,2D,AC 8S"
#: Builds are worth more here than the one capture.
BOTH = "8D,AS 9S,2S,3S"


def run(*words: str) -> str:
    """Run the command and return what it writes."""
    result = CliRunner().invoke(main, ["best-capture", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(*words: str) -> dict[str, Any]:
    """Run the command with --json and read its object."""
    found: dict[str, Any] = json.loads(run(*words, "--json"))
    return found


def test_the_answer_says_what_the_play_is_worth() -> None:
    """Points for certain, cards, spades, the worth and the bound, and the position after it."""
    assert answer(TABLE) == {
        "play": "8Sx8D,5S+2D+AC",
        "kind": "capture",
        "points": 1,
        "cards": 5,
        "spades": 2,
        "worth": 1.4423,
        "bound": 1.4423,
        "proved": True,
        "after": "6C,3H -/?1 2 44 8D,5S,2D,AC,8S/- 1",
    }


@pytest.mark.parametrize("words", [("KD 9S,2C",), ("8D 8S", "--card", "9S"), ("8D 8S - 9 -/- 1",)])
def test_that_there_is_none_is_proved(words: tuple[str, ...]) -> None:
    """No capture at all, none with that card, nobody to play."""
    found = answer(*words)
    assert found.pop("proved") is True
    assert set(found) == set(answer(TABLE)) - {"proved"}
    assert set(found.values()) == {None}


def test_captures_are_looked_for_unless_another_kind_is_asked_for() -> None:
    """A build by request; of both the better one."""
    assert answer("AC,2D 3H,3S,6D")["play"] == "3Sx2D+AC"
    assert answer("AC,2D 3H,3S,6D", "--kind", "build")["play"] == "3S,2D+AC=3"
    both = answer(BOTH, "--kind", "both")
    assert (both["play"], both["kind"]) == ("2S+AS=3", "build")


def test_a_card_can_be_asked_for() -> None:
    """In any accepted spelling."""
    assert answer("AH,2D AS,2C", "--card", "2c")["play"] == "2Cx2D"


def test_in_text_it_is_said_in_words() -> None:
    """For a person: the play, what it brings, and that nothing is better."""
    assert run("8D,2H 2S,KD 1 40 -/- -").splitlines() == [
        "Best capture, proved: 2Sx2H",
        "Take the two of hearts with the two of spades.",
        "It brings 1 point, 2 cards and 1 spade: worth 1.19; no capture is worth more.",
        "As one line: 8D KD/?2 2 40 2H,2S/- 1",
    ]
    assert "It holds 2 points, 2 cards and 2 spades" in run(BOTH, "--kind", "both")
    assert run("KD 9S,2C") == "There is no capture.\n"
    assert run("KD 9S,2C", "--card", "9S", "--kind", "both") == (
        "There is no capture or build with 9S.\n"
    )


def _found(bound: Fraction) -> BestPlay:
    return BestPlay(parse_play("8Sx8D"), 0, 2, 1, Fraction(1, 8), bound)


def test_without_a_proof_the_bound_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time ran out: what was found, and how much more there could be."""
    monkeypatch.setitem(best._SEARCHES, "capture", (lambda *_, **__: _found(Fraction(7, 3)),))
    found = answer(TABLE, "--time-limit", "0.5")
    assert (found["worth"], found["bound"], found["proved"]) == (0.125, 2.3333, False)
    text = run(TABLE, "--time-limit", "0.5")
    assert text.startswith("Best capture found in 0.5 seconds: 8Sx8D\n")
    assert "worth 0.12; no capture is worth more than 2.33.\n" in text


def _nothing_in_time(*_: object, **__: object) -> None:
    raise SearchTimeout("nothing was found in 0.5 seconds")


def test_that_nothing_was_found_in_time_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither alone, nor beside a capture that was found."""
    monkeypatch.setitem(best._SEARCHES, "capture", (_nothing_in_time,))
    found = answer(TABLE)
    assert (found["play"], found["proved"]) == (None, False)
    assert run(TABLE, "--time-limit", "0.5") == "No capture was found in 0.5 seconds.\n"
    monkeypatch.setitem(
        best._SEARCHES, "both", (lambda *_, **__: _found(Fraction(1, 8)), _nothing_in_time)
    )
    found = answer(TABLE, "--kind", "both")
    assert (found["play"], found["bound"], found["proved"]) == ("8Sx8D", None, False)
    assert "how much more is possible is not known" in run(TABLE, "--kind", "both")


def test_the_time_is_for_the_whole_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two searches share it."""
    given: list[float] = []

    def search(*_: object, time_limit: float) -> None:
        given.append(time_limit)

    monkeypatch.setitem(best._SEARCHES, "both", (search, search))
    best.best_answer(parse_position(TABLE), kind="both", time_limit=8)
    assert given[0] <= 4
    assert 4 <= given[1] <= 8


def test_the_command_line_does_not_load_the_solver() -> None:
    """It is loaded by the command that needs it."""
    code = (
        "import sys, casino_tutor.cli, casino_tutor.terminal.best; print('ortools' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

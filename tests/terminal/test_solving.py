"""`solve` and `doctor`: their text, their keys, in a batch, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from casino_tutor.cli import main
from casino_tutor.engine.kernels import is_compiled
from casino_tutor.model.variant import variant_names

END = "8D 8S/KD 1 0 -/- -; variant casino_pagat"


def run(*words: str, code: int = 0, text: str = "") -> str:
    """Run a command and return its output."""
    done = CliRunner().invoke(main, list(words), input=text)
    assert done.exit_code == code, done.output
    return done.output


def answer(*words: str) -> Any:
    """Run a command with --json and return the answer."""
    return json.loads(run(*words, "--json"))


def test_solve_shows_values_and_the_end() -> None:
    """The best play first, then every value, the line, and what the round scores."""
    shown = run("solve", END)
    assert shown.splitlines()[:3] == [
        "Best: 8Sx8D, 4 points ahead in the round.",
        "  8Sx8D  +4",
        "  8S     0",
    ]
    assert "Best play by both: 8Sx8D  KD" in shown
    assert "A: 4 points, most cards 3 and most spades 1" in shown


def test_solve_keys() -> None:
    """No key is ever left out."""
    found = answer("solve", END)
    assert list(found) == [
        *("position", "objective", "least", "most", "exact", "best", "plays", "line", "end"),
        *("points", "items", "left_out", "kernel", "nodes", "seconds"),
    ]
    assert found["plays"][0] == {
        "play": "8Sx8D",
        "kind": "capture",
        "least": 4,
        "most": 4,
        "exact": True,
    }
    assert found["line"] == ["8Sx8D", "KD"]
    assert found["items"][0] == {"item": "cards", "side": 0, "points": 3}
    assert found["points"] == [4, 0]
    cut = answer("solve", "9S,8D 8S,TC/KD,2S 1 0 -/- -", "--nodes", "1")
    assert list(cut) == list(found)
    assert (cut["exact"], cut["line"], cut["end"], cut["points"]) == (False, [], None, [])
    assert cut["left_out"] == "the limit was reached"


def test_bounds_are_shown_as_such() -> None:
    """Where the limit was reached a value lies between two numbers."""
    shown = run("solve", "9S,8D 8S,TC/KD,2S 1 0 -/- -", "--nodes", "1")
    assert shown.startswith("Best: not known; the best is worth -5 to +5.")
    assert "  8Sx8D  -5 to +5\n" in shown
    assert "Not exact: the limit was reached." in shown


def test_the_match_is_won_or_lost() -> None:
    """With the match for an objective winning is said in words."""
    line = "TD,9H TC/TS 1 0 -/- -; variant royal_dominican; score 19/3"
    shown = run("solve", line, "--objective", "match")
    assert shown.startswith("Best: TCxTD, with which the match is won.")
    assert "  TCxTD  a win of the match\n" in shown
    lost = "TD,9H 8C/TS 1 0 -/- -; variant royal_dominican; score 3/19"
    assert run("solve", lost, "--objective", "match").startswith("Every play loses the match.")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["8D 8S"], "cannot be inferred"),
        ([END, "--nodes", "0"], "a limit of 0 nodes"),
        ([END, "--seconds", "nan"], "a limit of nan seconds"),
        ([END, "--objective", "fun"], "no objective 'fun'"),
        ([END, "--objective", "match"], "score 18/15"),
        (["8D -/- - 0 8S/KD 1"], "the round is over"),
        (["8D,8D 8S/KD 1 0 -/- -"], "stands 2 times"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(words: list[str], says: str) -> None:
    """One line, exit code 2, and an error object with --json."""
    shown = run("solve", *words, "--json", code=2).splitlines()
    assert says in shown[0]
    assert says in json.loads(shown[1])["error"]["message"]


def test_solve_in_a_batch() -> None:
    """The answer of a batch is that of the command."""
    request = {"do": "solve", "position": END, "nodes": 1000, "id": 3}
    (shown,) = run("batch", text=json.dumps(request) + "\n").splitlines()
    found = json.loads(shown)
    assert found.pop("id") == 3
    alone = answer("solve", END, "--nodes", "1000")
    assert {**found, "seconds": 0} == {**alone, "seconds": 0}
    bad = {**request, "nodes": "many"}
    refused = json.loads(run("batch", text=json.dumps(bad) + "\n"))
    assert "'nodes' is \"many\"" in refused["error"]["message"]


def test_doctor_says_which_kernel_is_in_use() -> None:
    """It names the kernel, how to get the other, and how each game is solved."""
    found = answer("doctor")
    assert found["kernel"] == ("compiled" if is_compiled() else "plain")
    assert sorted([*found["kernel_games"], *found["readable_games"]]) == sorted(variant_names())
    shown = run("doctor", "--plain")
    assert shown.startswith(f"Kernel: {found['kernel']}\n")
    assert found["advice"] in shown

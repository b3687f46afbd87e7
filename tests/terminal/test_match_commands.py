"""The commands about rounds and matches, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino_tutor.cli import main

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "playthroughs" / "casino_pagat.txt"


def run(*words: str, typed: str | None = None) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, words, input=typed)


def test_deal_says_how_the_cards_come_out() -> None:
    """The remainder of Tuxedo with five players goes to the table."""
    answer = json.loads(run("deal", "--variant", "tuxedo", "--players", "5", "--json").stdout)
    assert (answer["full_deals_of_4"], answer["final_deal_each"]) == (1, 3)
    assert answer["final_deal_table"] == 1


def test_one_seed_is_one_round() -> None:
    """The same seed deals the same cards, another one others."""
    one, again, other = (run("deal", "--seed", seed, "--json").stdout for seed in ("7", "7", "8"))
    assert one == again != other


def test_a_number_of_players_the_game_is_not_for_is_refused() -> None:
    """One line says which numbers it is for."""
    result = run("deal", "--variant", "kirchner", "--players", "4")
    assert result.exit_code == 2
    assert "2" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("how", ["word", "file", "stdin"])
def test_score_takes_what_the_cases_give(how: str, tmp_path: Path) -> None:
    """The object may stand on the command line, in a file or on stdin."""
    given = '{"cards": {"A": 26, "B": 26}, "spades": {"A": 7, "B": 6}, "10D": "A", "2S": "A"}'
    file = tmp_path / "given.json"
    file.write_text(given, "utf-8")
    word = {"word": given, "file": str(file), "stdin": "-"}[how]
    result = run("score", word, "--json", typed=given if how == "stdin" else None)
    answer = json.loads(result.stdout)
    assert (answer["A"], answer["B"]) == (4, 0)


def test_score_reads_a_finished_table() -> None:
    """The position line of a finished round is counted from its piles."""
    answer = json.loads(run("score", "- -/- - 0 AS,TD,2S/AH 1", "--json").stdout)
    assert (answer["A"], answer["B"]) == (8, 1) or answer["points"] == {"A": 7, "B": 1}


@pytest.mark.parametrize(
    "given", ["{", "[1]", '{"cards": {"A": 40, "B": 40}}', '{"aces": {"A": 5}}', "no such file"]
)
def test_an_impossible_score_is_refused_in_one_line(given: str) -> None:
    """Exit code 2, one line, no traceback."""
    result = run("score", given)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_replay_judges_a_record() -> None:
    """A golden record has nothing wrong in it."""
    result = run("replay", str(RECORD), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["sound"] is True


def test_replay_names_a_bad_play_and_goes_on(tmp_path: Path) -> None:
    """One wrong play is one report; the exit code says that something is wrong."""
    lines = RECORD.read_text("utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    lines[first] = "1. 2:KSxKD" if "KSxKD" not in lines[first] else "1. AS"
    file = tmp_path / "bad.txt"
    file.write_text("\n".join(lines), "utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_simulate_counts_points() -> None:
    """Rounds of the simplest opponents end, and their points are counted."""
    result = run("simulate", "--variant", "tuxedo", "--players", "3", "--rounds", "2", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["rounds"] == 2


def test_a_match_is_played_saved_and_resumed(tmp_path: Path) -> None:
    """What was typed is answered; a saved match goes on where it was."""
    file = tmp_path / "match.txt"
    result = run("play", "--seed", "4", "--plain", typed=f"?\nTD\nwhy\nsave {file}\nquit\n")
    assert result.exit_code == 0
    assert file.exists()
    again = run("play", "--resume", str(file), "--plain", typed="score\nquit\n")
    assert again.exit_code == 0
    assert run("replay", str(file)).exit_code in (0, 1)


def test_the_end_of_input_ends_the_match() -> None:
    """A closed stdin is no error."""
    assert run("play", "--seed", "4", typed="").exit_code == 0


def test_two_variants_are_compared_in_sentences() -> None:
    """Only what differs is listed, with sources; a game does not differ from itself."""
    text = run("variants", "diff", "casino_pagat", "royal_english").stdout
    assert "Jack, queen and king have no number" in text
    same = json.loads(run("variants", "diff", "tuxedo", "tuxedo", "--json").stdout)
    assert not same.get("differences", same.get("options"))
    assert run("variants", "diff", "casino_pagat").exit_code == 2


def test_a_play_is_judged_under_every_game() -> None:
    """Where it is legal, and which option makes the difference."""
    result = run("check", "TS,TH,8D TC,3C", "TCxTS", "--all-variants")
    assert result.exit_code == 0
    assert "Not legal in royal_dominican" in result.stdout
    assert "capture_extent" in result.stdout


@pytest.mark.parametrize("name", ["random", "simple", "greedy", "counter"])
def test_one_chooses_who_plays(name: str) -> None:
    """Rounds are simulated and a match is played with the opponent that is named."""
    answer = json.loads(run("simulate", "--opponent", name, "--rounds", "1", "--json").stdout)
    assert answer["opponent"] == name
    result = run("play", "--opponent", name, "--seed", "3", typed="quit\n")
    assert result.exit_code == 0
    assert "Round 1" in result.stdout


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_an_opponent_that_is_not_there_is_refused(command: str) -> None:
    """One line says which there are."""
    result = run(command, "--opponent", "nobody")
    assert result.exit_code == 2
    assert "there are random, simple, greedy, counter" in result.stderr

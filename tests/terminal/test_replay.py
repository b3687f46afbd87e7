"""What `replay` answers: JSON values for programs, words for people."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from casino_tutor.draw.text import Style
from casino_tutor.model.record_text import parse_record
from casino_tutor.model.saving import save_record
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.recording import begin_record
from casino_tutor.rules.replay import replay
from casino_tutor.terminal.answers import AnswerError
from casino_tutor.terminal.replay import read_record_file, replay_answer, replay_text
from tests.random_matches import begin, play_match
from tests.recorded import kept_match, line_of, record_text


def test_the_answer_tells_every_play_and_round() -> None:
    """Each play with its seat, what it did and the table after it; each round item by item."""
    record = kept_match().record
    answer = replay_answer(record)
    assert json.loads(json.dumps(answer)) == answer
    assert answer["sound"] is True
    assert answer["faults"] == []
    assert (answer["variant"], answer["options"], answer["players"]) == ("casino_pagat", {}, 2)
    first = answer["plays"][0]
    assert (first["round"], first["number"], first["seat"]) == (1, 1, 1)
    assert first["line"] == 0  # a record made by the program has no lines
    assert (first["legal"], first["violations"]) == (True, [])
    assert first["captured"] == ([] if "x" not in first["play"] else first["captured"])
    (counted,) = answer["rounds"]
    assert counted["points"] == list(record.rounds[0].points or ())
    for team, points in enumerate(counted["points"]):
        assert points == sum(i["points"] for i in counted["items"] if i["team"] == team)
    assert answer["scores"] == counted["scores"]
    assert answer["winner"] is None
    assert answer["result"] == record.result
    assert answer["position"] == str(kept_match().match.position)
    assert answer["plays"][-1]["position"] == answer["position"]


def test_the_answer_names_what_is_wrong() -> None:
    """With kind, line, round, number, sentence and every reason."""
    text = record_text()
    line = line_of(text, "1. ")
    lines = text.split("\n")
    record = parse_record("\n".join([*lines[: line - 1], "1. 9Sx9H", *lines[line - 1 :]]))
    answer = replay_answer(record)
    (fault,) = answer["faults"]
    assert {key: fault[key] for key in ("kind", "line", "round", "number")} == {
        "kind": "illegal",
        "line": line,
        "round": 1,
        "number": 1,
    }
    assert fault["reasons"] == [one["sentence"] for one in answer["plays"][0]["violations"]]
    assert answer["plays"][0]["legal"] is False
    assert answer["sound"] is False


def test_a_call_has_no_number_and_no_verdict() -> None:
    """Only a play is legal or not."""
    kept = begin(find_variant("tuxedo"), 2, 1).call_orange(2)
    (call,) = replay_answer(kept.record)["plays"]
    assert (call["number"], call["seat"], call["play"]) == (0, 2, "2: call orange")
    assert call["legal"] is None
    assert call["violations"] is None


def test_a_record_that_cannot_be_dealt_has_no_position() -> None:
    """Nor scores, nor a winner."""
    answer = replay_answer(parse_record("[Variant tuxedo][Players 2][Round 1]"))
    assert [fault["kind"] for fault in answer["faults"]] == ["stock", "cut"]
    for key in ("scores", "winner", "result", "position"):
        assert answer[key] is None


def test_in_words_every_fault_has_its_place_and_its_sources() -> None:
    """A line each, the reasons below it."""
    text = record_text().replace('[Scores "0/0"]', '[Scores "1/0"]')
    line = line_of(text, "1. ")
    lines = text.split("\n")
    lines.insert(line - 1, "1. 9Sx9H")
    record = parse_record("\n".join(lines))
    said = replay_text(record, replay(record), Style(symbols=True))
    assert said.startswith("Casino, 2 players\n\nRound 1: ")
    assert f"\n2 things are wrong:\nline {line_of(text, '[Scores')}, round 1: Scores " in said
    assert f"\nline {line}, round 1, play 1: 9♠x9♥ is not legal.\n  - 9♠ is not in " in said
    assert "(pagat.com, Casino" in said


def test_in_words_the_plays_can_be_listed() -> None:
    """A line each, and what is to be said about it."""
    variant = find_variant("casino_pagat")
    kept = begin_record(variant, 2, kept_match().record.rounds[0].stock, names=("Ana", "Luis"))
    card = str(kept.match.position.hand[0])
    kept, _ = kept.play(card)
    record = parse_record(str(kept.record).replace(f"1. {card}", f"1. {card}x9S\n1. {card}"))
    said = replay_text(record, replay(record), Style(), plays=True)
    assert "Casino, 2 players: Ana, Luis" in said
    assert f"round 1, 1. seat 1: {card}x9S - not legal\nround 1, 1. seat 1: {card}\n" in said
    assert said.endswith(
        "The match stands: unfinished 0/0. In round 1 it is the turn of seat 2, Luis."
    )


def test_in_words_a_match_that_is_over_has_its_winner() -> None:
    """And nothing is wrong with it."""
    record = play_match(begin(find_variant("royal_english"), 2, 1), Random(1)).record
    said = replay_text(record, replay(record), Style())
    assert "\nNothing is wrong with it.\n" in said
    assert said.endswith(f"The match stands: {record.result}.")


def test_a_round_that_is_played_out_says_so() -> None:
    """Between the last card and the count nobody is to play."""
    text = record_text()
    cut = text[: text.index("[Points")] + '[Result "unfinished 0/0"]'
    record = parse_record(cut)
    said = replay_text(record, replay(record), Style())
    assert said.endswith("The match stands: unfinished 0/0. Round 1 is played out.")


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    """What cannot be read is one line that names the file, the line and the column."""
    path = tmp_path / "final.txt"
    save_record(path, kept_match().record)
    assert read_record_file(str(path)) == kept_match().record
    path.write_text("[Variant tuxedo]\n[Players 9]", "utf-8")
    with pytest.raises(AnswerError, match=r"final\.txt: line 2, column 10: tuxedo is for") as bad:
        read_record_file(str(path))
    assert (bad.value.kind, bad.value.line, bad.value.column) == ("notation", 2, 10)
    with pytest.raises(AnswerError, match=r"none\.txt' is not a file") as missing:
        read_record_file(str(tmp_path / "none.txt"))
    assert (missing.value.kind, missing.value.line) == ("file", None)

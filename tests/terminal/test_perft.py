"""The answer of `casino-tutor perft`: its keys, its text, and what it refuses."""

from __future__ import annotations

import json

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.terminal.answers import AnswerError
from casino_tutor.terminal.perft import perft_answer, perft_text

TABLE = parse_position("5S,5H,3S,3H 8S,KD/8D,2C")


def test_the_answer_is_plain_json() -> None:
    """Every key is there; the split is null unless it is asked for."""
    answer = perft_answer(TABLE, 2)
    assert json.loads(json.dumps(answer)) == answer
    assert answer == {
        "position": "5S,5H,3S,3H KD,8S/8D,2C 1 44 -/- ?",
        "depth": 2,
        "plays": 37,
        "effects": 37,
        "groupings": 42,
        "split": None,
    }


def test_the_split_adds_up() -> None:
    """Each first play stands once, with its lines."""
    answer = perft_answer(TABLE, 2, split=True)
    parts = answer["split"]
    assert [part["play"] for part in parts][-2:] == ["8S", "KD"]
    assert sum(part["plays"] for part in parts) == answer["plays"]
    assert sum(part["groupings"] for part in parts) == answer["groupings"]


def test_a_round_that_is_over_has_an_empty_split() -> None:
    """Without a play there is one line and no first play."""
    answer = perft_answer(parse_position("7S -/- - 0 -/- 1"), 1, split=True)
    assert (answer["plays"], answer["split"]) == (1, [])


def test_the_text_is_a_table() -> None:
    """The numbers stand in columns, the sum at the end."""
    lines = perft_text(perft_answer(TABLE, 2, split=True)).split("\n")
    assert lines[0].split() == ["plays", "effects", "groupings"]
    assert lines[-1].split() == ["depth", "2", "37", "37", "42"]
    assert len({len(line) for line in lines}) == 1
    assert len(perft_text(perft_answer(TABLE, 1)).split("\n")) == 2


@pytest.mark.parametrize("depth", [-1, 0, 53])
def test_a_depth_that_cannot_be(depth: int) -> None:
    """The error says what a depth may be."""
    with pytest.raises(AnswerError, match="from 1 to 52"):
        perft_answer(TABLE, depth)


def test_an_unknown_hand_is_refused() -> None:
    """The error is one line and names the seat."""
    with pytest.raises(AnswerError, match="not known: seat 2") as caught:
        perft_answer(parse_position("8D,6C,2D 8S,KD"), 2)
    assert caught.value.kind == "request"

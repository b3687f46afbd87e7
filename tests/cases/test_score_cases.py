"""The worked examples about dealing and points: every such case of both case files.

Cases that are told in words became positions and plays here; see `TOLD`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.endgame import outcome_in_play
from casino_tutor.rules.rounds import call_orange, play_on
from casino_tutor.rules.scoring import tally
from casino_tutor.terminal.dealing import deal_answer
from casino_tutor.terminal.scoring import score_answer
from tests.cases.reading import field_cases, other_cases

CASES = {case["id"]: case for case in other_cases()}
FIELD = {case.id: case.raw for case in field_cases()}

#: Cases of variants that are not built in yet.
WAITING_FOR_VARIANT: Mapping[str, str] = {"V1": "zwicker"}


class Told(NamedTuple):
    """A case told in words: a position, what is played there, and what is looked at then."""

    position: str
    plays: tuple[str, ...]
    look: Callable[[Position], dict[str, object]]


def _points(position: Position, **sides: int) -> dict[str, object]:
    points = position.points or (0,) * len(position.sides)
    return {name: points[side] for name, side in sides.items()}


def _to_play(position: Position) -> dict[str, object]:
    """Say who plays next, until that hand is empty and the next deal comes."""
    names = {1: "me", 2: "opp"}
    assert position.turn is not None
    alone = position.turn
    seats: list[int | None] = []
    while position.stock.count == 24:
        seats.append(position.turn)
        play = str(position.hand[0])
        position, verdict = play_on(position, play)
        assert verdict.is_legal
    assert set(seats) == {alone}
    assert [len(hand) for hand in position.hands] == [3, 3]
    return {"next_to_play": names[alone], "until": "my hand is empty, then deal"}


def _sweeps(position: Position) -> dict[str, object]:
    return dict(zip("AB", tally(position).sweeps, strict=True))


def _winner(position: Position) -> dict[str, object]:
    outcome = outcome_in_play(position)
    assert outcome is not None
    assert outcome.winner is not None
    return {"winner": "AB"[outcome.winner], "score": outcome.scores[outcome.winner]}


def _residue(position: Position) -> dict[str, object]:
    seats = {1: "human", 2: "computer"}
    assert position.turn is None
    assert not position.loose
    (taker,) = [seat for seat, pile in enumerate(position.taken, 1) if len(pile)]
    swept = any(pile.sweeps for pile in position.taken)
    return {"residue_to": seats[taker], "residue_is_sweep": swept}


_KIRCHNER_STOCK = "KS,KH,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TC,9S,9H,9D,9C,8S,8H,8D,8C,7S,7H"
#: A Tuxedo table with an orange to take, red 5 with yellow 3.
_ORANGE = "5R,3Y,AG,7B 9B,2B/TB,4B 1 20 -/- -; variant tuxedo"

TOLD: Mapping[str, Told] = {
    # A player with cards left plays them all before the next deal.
    "K07": Told(
        f"6S 7C,5D/- 1 ({_KIRCHNER_STOCK}) -/- -; variant kirchner",
        (),
        _to_play,
    ),
    # An orange the capturer does not call, called by the other.
    "XS1": Told(
        _ORANGE,
        ("9Bx5R+3Y+AG", "2: orange"),
        lambda table: _points(table, capturer=0, caller=1),
    ),
    # A call where nothing red and yellow was taken.
    "XS2": Told(
        "5R,4G,7B 9B,2B/TB,4B 1 20 -/- -; variant tuxedo",
        ("9Bx5R+4G", "2: orange"),
        lambda table: _points(table, caller=1),
    ),
    # Finland: with 10 points of anybody a cleared table is no sweep.
    "FS2": Told(
        "8D KD,3S/8S,2C 2 20 -/- -; variant kasino_finnish; score 10/3",
        ("8Sx8D",),
        lambda table: {"mokki": _sweeps(table)},
    ),
    # Nor is it one after the last cards were dealt.
    "FS3": Told(
        "8D 8S,2C/KD,3S 1 0 -/- -; variant kasino_finnish; score 5/3",
        ("8Sx8D",),
        lambda table: {"mokki_scored": tally(table).sweeps[0]},
    ),
    # Finland: an ace counts at once, and ends the match.
    "FS4": Told(
        "AS,7C,9D 8H,2C/KD,3S 1 20 -/- -; variant kasino_finnish; score 15/0",
        ("8Hx7C+AS",),
        _winner,
    ),
    # What is left goes to the last capturer, and is no sweep.
    "F-E04": Told("3C 7S/6C 1 0 -/- 1; variant royal_course", ("7S", "6C"), _residue),
}


def _play_out(told: Told) -> Position:
    position = parse_position(told.position)
    for play in told.plays:
        seat, colon, word = play.partition(": ")
        if colon:
            assert word == "orange"
            position = call_orange(position, int(seat))
        else:
            position, verdict = play_on(position, play)
            assert verdict.is_legal, verdict.violations
    return position


def _counted(kind: str) -> list[str]:
    return [
        name
        for name, case in CASES.items()
        if case["type"] == kind and name not in WAITING_FOR_VARIANT and name not in TOLD
    ]


@pytest.mark.parametrize("name", _counted("deal"))
def test_the_deal_is_that_of_the_case(name: str) -> None:
    """So many deals, so many cards each, so many to the table."""
    case = CASES[name]
    variant = find_variant(case["variant"]).with_options(**case["options"])
    answer = deal_answer(variant, case["given"]["players"])
    assert answer == answer | case["expect"]


@pytest.mark.parametrize("name", _counted("score"))
def test_the_score_is_that_of_the_case(name: str) -> None:
    """Points, match scores, net sweeps and the winner are those of the case."""
    case = CASES[name]
    variant = find_variant(case["variant"]).with_options(**case["options"])
    answer = score_answer(variant, case["given"])
    assert answer == answer | case["expect"]


@pytest.mark.parametrize("name", TOLD)
def test_what_the_case_tells_comes_true(name: str) -> None:
    """A case told in words is played out on a table."""
    case = CASES.get(name, FIELD.get(name, {}))
    expected: dict[str, Any] = case.get("expect", case.get("expected", {}))
    told = TOLD[name]
    assert parse_position(told.position).variant.name == case["variant"]
    assert told.look(_play_out(told)) == expected


def test_both_over_the_target() -> None:
    """F-E02: both reach 21 in one round, and the higher total wins."""
    case = FIELD["F-E02"]
    given = {key: value for key, value in case["play"].items() if key != "type"}
    answer = score_answer(find_variant(case["variant"]), given)
    expected = dict(case["expected"])
    del expected["why"]
    # The case counts sides, the answer names them.
    assert answer["winner"] == "AB"[expected.pop("winner")]
    assert answer == answer | expected


def test_a_tie_for_cards() -> None:
    """F-E03: at 26 cards each nobody scores for cards."""
    case = FIELD["F-E03"]
    answer = score_answer(find_variant(case["variant"]), {"piles": case["play"]["piles"]})
    for_cards = [item["points"] for item in answer["items"] if item["item"] == "cards"]
    assert for_cards == [points for points in case["expected"]["points_for_cards"] if points]
    assert answer["totals"] == [0, 0]


def test_every_case_is_counted_told_or_waits() -> None:
    """No case about dealing or points is left out."""
    done = [*_counted("deal"), *_counted("score"), *WAITING_FOR_VARIANT]
    done += [name for name in TOLD if name in CASES]
    assert sorted(done) == sorted(CASES)
    of_points = {
        name for name, case in FIELD.items() if case["play"]["type"] in {"score", "end-of-round"}
    }
    assert of_points == {"F-E02", "F-E03", "F-E04"}


@pytest.mark.parametrize("variant", sorted(set(WAITING_FOR_VARIANT.values())))
def test_a_case_waits_only_for_a_variant_that_is_missing(variant: str) -> None:
    """As soon as a variant is built in, its cases have to be counted."""
    assert variant not in variant_names()
    waiting = {name for name, case in CASES.items() if case["variant"] == variant}
    assert waiting == {name for name, other in WAITING_FOR_VARIANT.items() if other == variant}

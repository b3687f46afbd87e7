"""Where the descriptions are silent or contradict one another: each reading is an option.

The rows are those of the register of ambiguities (rules 12). A row has plays, scores, tables or a
test of its own that come out differently under each of its options, and first as the game has it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.position import Pile, Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.dealing import first_dealer, shuffled
from casino_tutor.rules.endgame import wins_in_play
from casino_tutor.rules.judge import notices
from casino_tutor.rules.legality import is_legal
from casino_tutor.rules.match import Match, claim, finish_round, next_eldest, start_match
from casino_tutor.rules.rounds import call_orange, give_residue, play_on, score_round
from casino_tutor.rules.scoring import tally
from casino_tutor.terminal.scoring import score_answer

REGISTER = [f"A-{number:02}" for number in range(1, 36)]

#: Rows in which nobody speaks for anything but one reading; that reading is tested.
ONE_READING: Mapping[str, str] = {
    "A-07": "no description asks that a build take in every equal loose card",
    "A-09": "the one description that speaks of it says create or add to a build",
    "A-11": "counting during play is described; for single players nothing else is",
    "A-15": "both descriptions that speak of it count an ace on the table as 1",
    "A-17": "no description says who gets the residue when nobody captured",
    "A-31": "the descriptions agree that whoever adds owns the build",
}

#: For each row plays, and under which options (the game's own first) they are legal.
PLAYS: tuple[tuple[str, str, str, Mapping[str, bool]], ...] = (
    (
        "A-01",
        "QS,QH,KD QD,4C/?2; variant casino_pagat",
        "QDxQS,QH",
        {"": False, "face_capture=all": True, "face_capture=one_or_three": False},
    ),
    (
        "A-01",
        "QS,QH,QC QD,4C/?2; variant casino_howstuffworks",
        "QDxQS,QH,QC",
        {"": True, "face_capture=one": False, "face_capture=all": True},
    ),
    ("A-01", "QS,QH QD,4C/?2; variant casino_tutorial", "QDxQS,QH", {"": False}),
    (
        "A-02",
        "8H,8D,5C,3D 8S,KC/?2; variant casino_pagat",
        "8Sx8H",
        {
            "": True,
            "capture_extent=all_equal": False,
            "capture_extent=maximal": False,
            "capture_duty=opponent_may_insist": True,
            "capture_duty=opponent_may_insist,insistence=always": False,
        },
    ),
    (
        "A-02",
        "8H,8D,5C,3D 8S,KC/?2; variant royal_dominican",
        "8Sx8H,8D",
        {"": True, "capture_extent=free": True, "capture_extent=maximal": False},
    ),
    (
        "A-03",
        "[6S+4H]=10@1 2C,QD,TC/?3; variant royal_english",
        "2C+[6S+4H]=12",
        {"": True, "own_build_raise=forbidden": False},
    ),
    (
        "A-03",
        "[6S+4H]=10@1 2C,QD,TC/?3; variant royal_dominican",
        "2C+[6S+4H]=12",
        {"": False, "own_build_raise=allowed": True},
    ),
    (
        "A-04",
        "[6S+3H]=9@1,4D 5C,9D,9H/?3; variant casino_pagat",
        "5C+4D=9",
        {"": True, "same_value_builds=own_forbidden": False, "same_value_builds=forbidden": False},
    ),
    (
        "A-04",
        "[6S+3H]=9@2,4D 5C,9D,9H/?3; variant casino_pagat",
        "5C+4D=9",
        {"": True, "same_value_builds=own_forbidden": True, "same_value_builds=forbidden": False},
    ),
    (
        "A-22",
        "8H,5D,3S 8C,KD/?2/?2/?2; variant swazi",
        "8Cx8H",
        {"": True, "insistence=always": False},
    ),
    (
        "A-23",
        "7H 8C,4D/?2 1 12 -/AS -; variant south_african",
        "8Cx7H+^AS",
        {"": True, "tops_in_sums=false": False},
    ),
    (
        "A-29",
        "5S,3H,KD 8C,2C/?2 1; variant krypkasino",
        "2C",
        {"": True, "capture_duty=any_in_hand": False},
    ),
    (
        "A-32",
        "[5S+3H]=8@3,TD 8C,2C/?2/?2/?2; variant south_african",
        "8Cx[5S+3H]",
        {"": True, "partner_capture=forbidden": False},
    ),
    (
        "A-05",
        "[5H+3C]=8@1,KD 8C,2D/?2; variant casino_pagat",
        "2D",
        {"": False, "owner_trail=next_turn_only": True, "owner_trail=allowed": True},
    ),
    (
        "A-05",
        "[5H+3C]=8@1~,KD 8C,2D/?2; variant casino_tutorial",
        "2D",
        {"": False, "owner_trail=allowed": True},
    ),
    (
        "A-06",
        "[4H+3C]=7@2,9D 2S,9C/?2; variant royal_dominican",
        "2S+[4H+3C],9D=9",
        {"": True, "raise_and_absorb=false": False},
    ),
    ("A-07", "TS,TH TC,TD,3C/?3; variant royal_dominican", "TC,TS=10", {"": True}),
    (
        "A-08",
        "AH,9S,5D AC,3C/?2; variant royal_dominican",
        "ACx9S+5D",
        {"": False, "ace_dual_capture=false": True},
    ),
    ("A-09", "[6S+4H]=10@2,2D 2C,QD/?2; variant royal_dominican", "2C+[6S+4H]=12", {"": True}),
    (
        "A-12",
        "AH,8C AC,AD,KS/?3; variant royal_english",
        "AC,AH=14",
        {"": True, "ace_in_build=1": False},
    ),
    (
        "A-12",
        "AH,8C AC,AD,KS/?3; variant royal_english",
        "AC,AH=1",
        {"": True, "ace_in_build=1": True},
    ),
    (
        "A-13",
        "KC,AD AC,3S,4D/?3; variant kirchner",
        "ACxKC+AD",
        {"": True, "ace_hand=1": False},
    ),
    (
        "A-14",
        "AH,9S,5D AC,3C/?2; variant royal_dominican",
        "ACxAH,9S+5D",
        {"": True, "ace_dual_capture=false": False},
    ),
    (
        "A-14",
        "AH,9S,5D AC,3C/?2; variant royal_howstuffworks",
        "ACxAH,9S+5D",
        {"": False, "ace_dual_capture=true": True},
    ),
    ("A-15", "AH,AC 2S,KD/?2; variant kasino_finnish", "2SxAH+AC", {"": False}),
    (
        "A-28",
        "AH,9S,5D AC,3C/?2; variant kasino_swedish",
        "ACxAH,9S+5D",
        {"": True, "ace_dual_capture=false": False},
    ),
    (
        "A-35",
        "[6S+4H]=10@3 TC,TD/?2/?2/?2; variant royal_dominican",
        "TC,[6S+4H]=10",
        {"": True, "partner_builds=forbidden": False},
    ),
    (
        "A-35",
        "[6S+4H]=10@3 TC,TD/?2/?2/?2; variant royal_gamerules",
        "TC,[6S+4H]=10",
        {"": False, "partner_builds=allowed": True},
    ),
)

#: For each row what was counted in a game, and the points of A and B under each option.
SCORES: tuple[tuple[str, str, Mapping[str, Any], Mapping[str, tuple[int, int]]], ...] = (
    (
        "A-10",
        "royal_dominican",
        {"start": {"A": 20, "B": 3}, "spades": "A", "2S": "B"},
        {"": (21, 4), "endgame_20=little_casino": (20, 4)},
    ),
    (
        "A-10",
        "royal_gamerules",
        {"start": {"A": 20, "B": 3}, "spades": "B", "2S": "A"},
        {"": (21, 4), "endgame_20=most_spades": (20, 4)},
    ),
    (
        "A-16",
        "casino_pagat",
        {"sweeps": {"A": 2, "B": 1}},
        {"": (0, 0), "sweep_points=1": (2, 1)},
    ),
    (
        "A-20",
        "tuxedo",
        {"cards": "20-20"},
        {"": (0, 0), "tie_cards=split": (7, 7), "tie_cards=carry": (0, 0)},
    ),
    (
        "A-27",
        "kasino_finnish",
        {"spades": "6-6"},
        {"": (0, 0), "tie_spades=split": (1, 1), "tie_spades=carry": (0, 0)},
    ),
    (
        "A-34",
        "casino_pagat",
        {
            "cards": "27-25",
            "spades": "7-6",
            "10D": "A",
            "2S": "A",
            "JS": "B",
            "aces": {"A": ["S", "H"], "B": ["C", "D"]},
        },
        {
            "": (9, 2),
            "scoring=spade_24": (3 + 7 + 2 + 1 + 2, 6 + 1 + 2),
            "scoring=spade_25": (3 + 1 + 7 + 2 + 1 + 2, 6 + 1 + 2),
            "scoring=spade_26": (3 + 1 + 7 + 2 + 1 + 1 + 2, 6 + 1 + 2),
        },
    ),
)


def _house(variant: str, options: str) -> Variant:
    changes = dict(pair.split("=") for pair in options.split(",") if pair)
    return find_variant(variant).with_options(**changes)


def _table(line: str, options: str = "") -> Position:
    changes = dict(pair.split("=") for pair in options.split(",") if pair)
    return parse_position(line, options=changes)


def _after(position: Position, *plays: str) -> Position:
    for play in plays:
        position, verdict = play_on(position, play)
        assert verdict.is_legal, verdict.violations
    return position


@pytest.mark.parametrize(("row", "line", "play", "readings"), PLAYS)
def test_a_reading_decides_about_a_play(
    row: str, line: str, play: str, readings: Mapping[str, bool]
) -> None:
    """The same play is legal by one reading and not by another."""
    assert row in REGISTER
    assert {options: is_legal(_table(line, options), play) for options in readings} == readings


@pytest.mark.parametrize(("row", "variant", "given", "readings"), SCORES)
def test_a_reading_decides_about_points(
    row: str, variant: str, given: Mapping[str, Any], readings: Mapping[str, tuple[int, int]]
) -> None:
    """The same cards bring other points by another reading."""
    assert row in REGISTER
    scored = {options: score_answer(_house(variant, options), given) for options in readings}
    assert {o: (answer["A"], answer["B"]) for o, answer in scored.items()} == readings


# --- rows that take more than a play or a count --------------------------------------------------


def test_a_02_what_opponents_may_insist_on_is_pointed_out() -> None:
    """A-02: a partial capture stands, with a notice that names what could be insisted on."""
    line = "8H,8D,5C,3D 8S,KC/?2"
    (remark,) = notices(_table(line, "capture_duty=opponent_may_insist"), "8Sx8H")
    assert remark.id == "notice.insistence"


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("9H 9S/9D 1 4 {26}/- 1; variant royal_dominican; score 18/3", None),
        ("9H 9S/9D 1 4 {27}/- 1; variant royal_dominican; score 18/3", 0),
        ("9H 9D/9C 1 4 KS,QS,JS,TS,8S,7S/- 1; variant royal_dominican; score 20/3", None),
        ("9H 9D/9C 1 4 KS,QS,JS,TS,8S,7S,6S/- 1; variant royal_dominican; score 20/3", 0),
        ("9H 9D/9C/- 1 4 KS,QS,JS,TS,8S,7S/5S,4S/- 1; variant royal_dominican; score 20/3/3", None),
        (
            "9H 9D/9C/- 1 4 KS,QS,JS,TS,8S,7S/5S,4S/3S,2S 1; variant royal_dominican; score 20/3/3",
            0,
        ),
    ],
)
def test_a_11_the_moment_of_a_majority(line: str, winner: int | None) -> None:
    """A-11: the 27th card or the 7th spade; for single players a lead nobody can equal."""
    cards = [
        card for rank in "KQJT8765" for card in (rank + "H", rank + "D", rank + "C", rank + "S")
    ]
    filled = line.replace("{26}", ",".join(cards[:26])).replace("{27}", ",".join(cards[:27]))
    assert wins_in_play(parse_position(filled)) == winner


def test_a_17_a_residue_that_nobody_won() -> None:
    """A-17: where nobody captured, the cards stay where they are and score for nobody."""
    end = parse_position("TD,2S,AS -/- - 0 -/- -")
    assert give_residue(end) == end


def _finished(variant: Variant, players: int, points: tuple[str, ...], last: int) -> Match:
    match = start_match(variant, players, shuffled(variant.options, 1))
    end = parse_position(f"- {'/'.join('-' * players)} - 0", variant)
    taken = tuple(Pile(tuple(Card(c) for c in text.split(",") if c)) for text in points)
    return replace(match, position=replace(end, taken=taken, last=last, score=(0,) * players))


@pytest.mark.parametrize(
    ("row", "variant", "players", "readings"),
    [
        (
            "A-18",
            "casino_pagat",
            3,
            {"": 1, "next_dealer=right": 2, "next_dealer=loser": 1, "next_dealer=alternate": 1},
        ),
        ("A-18", "royal_dominican", 3, {"": 1, "next_dealer=left": 2}),
        ("A-18", "casino_howstuffworks", 2, {"": 1}),
        ("A-18", "royal_course", 2, {"": 0, "next_dealer=alternate": 1, "next_dealer=loser": 1}),
        ("A-21", "tuxedo", 3, {"": 1, "direction=ccw": 2, "next_dealer=right": 2}),
    ],
)
def test_a_18_and_21_who_leads_next(
    row: str, variant: str, players: int, readings: Mapping[str, int]
) -> None:
    """A-18, A-21: the deal passes left or right, by turns, or as the round ended."""
    assert row in REGISTER
    cards = "3R" if variant == "tuxedo" else "AS"
    for options, leader in readings.items():
        house = _house(variant, options)
        match = _finished(house, players, (cards, *("",) * (players - 1)), last=1)
        _, score, _ = finish_round(match)
        assert next_eldest(match, score) == leader, options


def test_a_18_the_loser_leads() -> None:
    """A-18: who did worst is dealt to first and leads."""
    house = _house("casino_pagat", "next_dealer=loser")
    match = _finished(house, 3, ("AS,KS,QS", "AH", ""), last=1)
    _, score, _ = finish_round(match)
    assert next_eldest(match, score) == 2


def test_a_19_who_deals_first() -> None:
    """A-19: by the lowest card, by the highest, or at random."""
    ranks = "A23456789TJQK"
    for seed in range(30):
        dealt = {
            rule: first_dealer(_house("casino_pagat", f"first_dealer={rule}"), 2, seed)
            for rule in ("random", "low_card", "high_card")
        }
        assert dealt["random"].drawn == ((), ())
        low, high = dealt["low_card"], dealt["high_card"]
        if len(low.drawn[0]) == 1:
            heights = [ranks.index(cards[0].rank) for cards in low.drawn]
            assert heights[low.player] == min(heights)
            assert heights[high.player] == max(heights)
    assert find_variant("casino_pagat").options.first_dealer == "random"
    assert find_variant("kasino_swedish").options.first_dealer == "high_card"


@pytest.mark.parametrize(
    ("line", "play", "readings"),
    [
        (
            "5R,4Y,6R,3Y,7B 9B,2B/TB",
            "9Bx5R+4Y,6R+3Y",
            {"": 10, "oranges_per_capture=2": 20},
        ),
        ("9Y,7B 9R,2B/TB", "9Rx9Y", {"": -10, "orange_capturing_card=true": 10}),
    ],
)
def test_a_20_oranges(line: str, play: str, readings: Mapping[str, int]) -> None:
    """A-20: one orange a capture, the capturing card excluded; both can be otherwise."""
    for options, points in readings.items():
        table = _table(f"{line} 1 20 -/- -; variant tuxedo", options)
        assert _after(table, f"{play}:orange").points[0] == points
        called = call_orange(_after(table, play), 2)
        assert called.points[1] == points


@pytest.mark.parametrize(("options", "sweeps"), [("", 0), ("sweep_cutoff=any_10_at_start", 1)])
def test_a_26_when_sweeps_stop(options: str, sweeps: int) -> None:
    """A-26: ten points now, or ten points when the round began."""
    table = _table("9H 8H,2C/9D,KD 2 20 AS/- 1; variant kasino_finnish; score 9/3", options)
    assert tally(_after(table, "9Dx9H")).sweeps == (0, sweeps)


def test_a_27_points_that_stay_in_the_pack() -> None:
    """A-27: by option tied spades are worth more in the next round."""
    carried = score_answer(_house("kasino_finnish", "tie_spades=carry"), {"spades": "6-6"})
    assert carried["carry"] == {"spades": 2}
    more = {"spades": "7-6", "carry": carried["carry"]}
    assert score_answer(find_variant("kasino_finnish"), more)["A"] == 4


@pytest.mark.parametrize(
    ("variant", "readings"),
    [
        ("casino_pagat", {"": None, "win_rule=mid_round": 0}),
        ("kasino_swedish", {"": None, "win_rule=mid_round": 0}),
        ("kasino_finnish", {"": 0, "win_rule=higher_total": None}),
    ],
)
def test_a_30_when_points_count(variant: str, readings: Mapping[str, int | None]) -> None:
    """A-30: at the end of the round, or as they are made, so that a match can end before it."""
    for options, winner in readings.items():
        start = find_variant(variant).options.target - 1
        line = f"9H 8H/9D 1 20 AS/- 1; variant {variant}; score {start}/3"
        assert wins_in_play(_table(line, options)) == winner


def test_a_30_points_that_are_claimed() -> None:
    """A-30: by claims, points count as earned, but nobody wins who says nothing."""
    house = _house("casino_pagat", "win_rule=claim")
    match = start_match(house, 2, shuffled(house.options, 1))
    table = parse_position("9H 8H/9D 1 20 AS/- 1; score 20/3", house)
    match = replace(match, scores=(20, 3), position=table)
    assert wins_in_play(table) is None
    assert claim(match, 0).winner == 0


def test_a_31_who_adds_owns_the_build() -> None:
    """A-31: a partner's addition takes the build over, and with it the owner's duty."""
    line = "[6S+4H]=10@3 TC,TD/?2/?2/?2 1 20 -/- -; variant casino_pagat"
    (build,) = _after(parse_position(line), "TC,[6S+4H]=10").builds
    assert build.owner == 1


@pytest.mark.parametrize(("options", "winner"), [("", 1), ("wrong_claim=nothing", None)])
def test_a_33_a_wrong_claim(options: str, winner: int | None) -> None:
    """A-33: who announces wrongly loses the game, or by option nothing."""
    house = _house("kirchner", options)
    match = start_match(house, 2, shuffled(house.options, 1))
    assert claim(match, 0).winner == winner


@pytest.mark.parametrize(
    ("variant", "options", "pile"),
    [
        ("south_african", "", "8C,5D,3S"),
        ("south_african", "pile_order=capturing_card_top", "5D,3S,8C"),
        ("south_african_kasa", "", "5D,3S,8C"),
        ("swazi", "", "5D,3S,8C"),
    ],
)
def test_a_24_the_order_of_captured_cards(variant: str, options: str, pile: str) -> None:
    """A-24: the lowest card on top, or the one that captured, as it lies open to be taken."""
    table = parse_position("3S,5D 8C,4D/?2", _house(variant, options))
    assert cards_text(_after(table, "8Cx5D+3S").taken[0].cards) == pile


@pytest.mark.parametrize(
    ("options", "points"),
    [("", (1, 1)), ("spades_needed=0,spades_points=2,tie_spades=split", (1, 1))],
)
def test_a_25_spades_in_the_south_african_game(options: str, points: tuple[int, int]) -> None:
    """A-25: five spades score one, for both sides where each has five; or most spades two."""
    table = parse_position(
        "- -/- - 0 AS,3S,4S,5S,6S/7S,8S,9S,TS,2S 1", _house("south_african", options)
    )
    items = score_round(table).items
    assert [sum(i.points for i in items if i.item == "spades" and i.side == n) for n in (0, 1)] == [
        *points
    ]


def test_a_25_most_spades_need_no_five() -> None:
    """A-25: with three spades against two only most spades score."""
    line = "- -/- - 0 AS,3S,4S/7S,8S 1"
    by_five = score_round(parse_position(line, _house("south_african", "")))
    by_most = score_round(parse_position(line, _house("south_african_kasa", "")))
    assert not [item for item in by_five.items if item.item == "spades"]
    assert [(i.side, i.points) for i in by_most.items if i.item == "spades"] == [(0, 2)]


# --- nothing is left out -------------------------------------------------------------------------


def _tested() -> set[str]:
    rows = {row for row, *_ in PLAYS} | {row for row, *_ in SCORES}
    tree = ast.parse(Path(__file__).read_text("utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    for name in names:
        words = name.removeprefix("test_a_").split("_")
        if name.startswith("test_a_") and words[0].isdigit():
            also = words[2:3] if words[1] == "and" else []
            rows |= {f"A-{number}" for number in (words[0], *also)}
    return rows


def test_every_row_is_read() -> None:
    """Each row has a test."""
    assert _tested() == set(REGISTER)
    assert set(ONE_READING) <= _tested()


@pytest.mark.parametrize("row", sorted({row for row, *_ in PLAYS} | {row for row, *_ in SCORES}))
def test_every_row_has_two_readings(row: str) -> None:
    """A row whose readings all come to the same has but one reading, and is listed as such."""
    readings: list[Mapping[str, Any]] = [r for name, *_, r in PLAYS if name == row]
    readings += [r for name, *_, r in SCORES if name == row]
    differs = any(len(set(found.values())) > 1 for found in readings)
    assert differs != (row in ONE_READING)
    assert all("" in found for found in readings)

"""Scoring what was counted at the table: what may be given, and what cannot be."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.terminal.counted import KEYS, ScoreError
from casino_tutor.terminal.scoring import score_answer, score_text, table_score_answer

PAGAT = find_variant("casino_pagat")
ROUND: dict[str, Any] = {
    "cards": {"A": 27, "B": 25},
    "spades": {"A": 6, "B": 7},
    "10D": "A",
    "2S": "B",
    "aces": {"A": 3, "B": 1},
}


def _score(given: dict[str, Any], variant: str = "casino_pagat", **options: object) -> Any:
    return score_answer(find_variant(variant).with_options(**options), given)


# --- what is given -------------------------------------------------------------------------------


def test_the_whole_answer() -> None:
    """Every key of an answer, and no other."""
    assert _score({"start": {"A": 10, "B": 15}, **ROUND, "sweeps": {"A": 1}}) == {
        "A": 18,
        "B": 18,
        "variant": "casino_pagat",
        "start": {"A": 10, "B": 15},
        "items": [
            {"item": "cards", "side": "A", "points": 3},
            {"item": "spades", "side": "B", "points": 1},
            {"item": "big_casino", "side": "A", "points": 2},
            {"item": "little_casino", "side": "B", "points": 1},
            {"item": "aces", "side": "A", "points": 3},
            {"item": "aces", "side": "B", "points": 1},
        ],
        "points": {"A": 8, "B": 3},
        "total": 11,
        "net": {"A": 1, "B": 0},
        "carry": {},
        "totals": [18, 18],
        "winner": None,
        "reason": "",
        "game_over": False,
        "next": "another round",
        "notes": [
            (
                "'sweeps' changes nothing: A sweep scores nothing here, though many players give "
                "1 point for it."
            )
        ],
    }


def test_the_same_round_given_in_other_ways() -> None:
    """Under `hand`, as lists, as numbers with a stroke, by other names, or the side with most."""
    expected = _score(ROUND)
    ways: list[dict[str, Any]] = [
        {"hand": ROUND},
        {**ROUND, "cards": [27, 25], "spades": "6-7"},
        {**ROUND, "cards": "27/25", "spades": "B"},
        {**ROUND, "cards": "A", "spades": "B", "aces": [3, 1]},
        {**ROUND, "aces": {"A": ["S", "C", "H"], "B": ["D"]}, "last_capture": None},
        {"piles": "27-25", "spades_won": [6, 7], "TD": "A", "2S": "B", "aces": {"A": 3, "B": 1}},
    ]
    for way in ways:
        assert _score(way) == expected


@pytest.mark.parametrize("cards", [None, "tie", "26-26", {}, {"A": 0}])
def test_nobody_has_most(cards: object) -> None:
    """A tie, or nothing said, scores for nobody."""
    assert _score({"cards": cards})["total"] == 0


def test_a_tie_that_is_shared() -> None:
    """Where a tie is split, it is enough to say that there was one."""
    assert _score({"cards": "tie"}, "kasino_finnish", tie_cards="split", cards_points=2)["A"] == 1


def test_three_and_more_sides() -> None:
    """As many letters as there are sides; partners are one side."""
    answer = _score({"cards": {"A": 10, "B": 12, "C": 30}, "10D": "B"})
    assert (answer["A"], answer["B"], answer["C"]) == (0, 2, 3)
    assert "D" not in answer
    assert _score({"10D": "F"}, "tuxedo", big_casino_points=0, deck="52")["totals"] == [0] * 6


def test_tuxedo() -> None:
    """Fives, oranges, sweeps by size, false calls, most cards."""
    given = {
        "cards": [21, 19],
        "fives": [1, 3],
        "sweeps": [2, 0],
        "small_sweeps": [0, 1],
        "oranges": {"B": 2},
        "false_calls": {"A": 1},
        "start": [-10, 80],
    }
    answer = _score(given, "tuxedo")
    assert answer["points"] == {"A": 15 + 5 + 20 - 10, "B": 15 + 5 + 20}
    assert (answer["totals"], answer["winner"]) == ([20, 120], "B")


def test_points_that_were_carried_over() -> None:
    """They come on top of the item's own, and go on if it is tied again."""
    given = {"cards": "26-26", "spades": "7-6", "carry": {"cards": 3, "spades": 1}}
    answer = _score(given, tie_cards="carry", tie_spades="carry")
    assert (answer["A"], answer["carry"]) == (2, {"cards": 6})


def test_the_last_capture() -> None:
    """Sweden: one point; elsewhere none."""
    assert _score({"last_capture": "B"}, "kasino_swedish")["B"] == 1
    assert _score({"last_capture": "B"})["B"] == 0


# --- the relatives -------------------------------------------------------------------------------

_TWO_PACKS: dict[str, Any] = {
    "packs": 2,
    "scoring": "spade_penalties",
    "cards_points": 0,
    "spades_points": 0,
    "big_casino_points": 3,
    "little_casino_points": 2,
    "sweep_points": 5,
    "sweep_setter_loses": True,
    "low_wins": True,
}


def test_penalties_of_two_packs() -> None:
    """Every spade, both tens of diamonds and twos, eight aces, and what was noted of sweeps: 42."""
    given = {
        "spades": {"A": 6, "B": 20},
        "10D": {"A": 1, "B": 1},
        "2S": {"B": 2},
        "aces": {"A": ["S", "H", "H"], "B": ["S", "C", "C", "D", "D"]},
        "events": {"A": 5, "B": -5},
    }
    answer = _score(given, **_TWO_PACKS)
    # A: five spades 1 each, AS 2, TD 3, two aces; B: AS 2, two twos 2 each, 17 others, TD, four.
    assert answer["points"] == {"A": 5 + 2 + 3 + 2 + 5, "B": 2 + 4 + 17 + 3 + 4 - 5}
    assert answer["total"] == 42
    # A letter says that the side has one of the two.
    one = _score({"spades": [0, 0], "10D": "A"}, **_TWO_PACKS)
    assert one["points"] == {"A": 3, "B": 0}
    won = score_text(_score({**given, "start": [9, 0]}, **_TWO_PACKS))
    assert won.endswith("B wins: the lowest total.")


def test_spades_enough() -> None:
    """ZS1: five spades each score for both; who has most does not say who has enough."""
    rules: dict[str, Any] = {"deck": "40", "cards_points": 2, "spades_needed": 5}
    given = {"cards": {"A": 21, "B": 19}, "spades": {"A": 5, "B": 5}, "10D": "A", "2S": "B"}
    answer = _score({**given, "aces": {"A": 2, "B": 2}}, **rules)
    assert (answer["A"], answer["B"]) == (7, 4)
    assert _score({"hand_points": [8, 3]}, **rules)["total"] == 11
    with pytest.raises(ScoreError, match=r"11 \+ 1 .*has 11"):
        _score({"hand_points": [11, 1]}, **rules)
    with pytest.raises(ScoreError, match="number of spades decides"):
        _score({"spades": "A"}, **rules)


def test_a_shutout() -> None:
    """A side without a scoring card loses its cards and spades to the other."""
    given = {"cards": [19, 21], "spades": "B", "10D": "A", "2S": "A", "aces": [4, 0]}
    rules: dict[str, Any] = {"deck": "40", "cards_points": 2, "spades_points": 2}
    assert _score(given, **rules)["points"] == {"A": 7, "B": 4}
    assert _score(given, **rules, shutout=True)["points"] == {"A": 11, "B": 0}


def test_diamonds_and_fours() -> None:
    """Most diamonds, the seven of diamonds, all sixes, sevens or aces, by their own names."""
    rules: dict[str, Any] = {
        "deck": "40",
        "diamonds_points": 1,
        "seven_of_diamonds_points": 1,
        "four_alike_points": 2,
        "ace_points": 0,
        "over_spades_points": 1,
    }
    given = {"diamonds": [6, 4], "7D": "A", "sevens": [4, 0], "sixes": [3, 1], "aces": [0, 4]}
    answer = _score({**given, "spades": [2, 8]}, **rules)
    assert score_text(answer).splitlines()[:2] == [
        "A: 4 points, most diamonds 1, seven of diamonds 1 and all sevens 2; 4 in all.",
        "B: 5 points, most spades 1, spades above six 2 and all aces 2; 5 in all.",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"10D": {"A": 2, "B": 1}}, "10D is counted 3 times, the pack has 2"),
        ({"aces": {"A": ["S", "S", "S"]}}, "named at most twice"),
        ({"aces": {"A": ["S", "S"], "B": ["S"]}}, "AS is counted 3 times, the pack has 2"),
        ({"sweeps": {"A": 1}}, "hangs on the moment; give these points as events"),
        ({"sixes": [8, 1]}, "9 sixes are counted, the pack has 8"),
        ({"diamonds": [20, 7]}, "20 + 7 diamonds are 27"),
        ({"diamonds": [0, 7], "10D": "A"}, "A has no diamonds, fewer than the 1"),
        (
            {"spades": [25, 0], "2S": "A"},
            "25 spades include some of 2S, AS and AS; say who has them",
        ),
        ({"spades": [26, 0], "2S": [2, 0]}, "26 spades include AS and AS; say who has them"),
    ],
)
def test_what_two_packs_cannot_hold(given: dict[str, Any], said: str) -> None:
    """Each card is there twice and no more."""
    with pytest.raises(ScoreError, match=re.escape(said)):
        _score(given, **_TWO_PACKS)


def test_what_comes_after_a_tie() -> None:
    """Where the lower total wins, that is what is waited for."""
    given = {"start": [20, 20], "10D": "A", "spades": "B", "aces": {"B": 1}}
    for rules in ({"low_wins": True}, {"win_rule": "closest"}):
        assert _score(given, **rules)["next"] == "further rounds until one total is lower"
    closer = score_text(_score({**given, "aces": {}}, win_rule="closest"))
    assert closer.endswith("B wins: the total closer to the target.")


# --- the match -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "given", "winner", "what_next"),
    [
        ("casino_pagat", {"start": [18, 20], "hand_points": [8, 3]}, "A", None),
        ("casino_pagat", {"start": [18, 20], "hand_points": [4, 2]}, None, "further rounds"),
        ("casino_pagat", {"start": [8, 10], "hand_points": [4, 2]}, None, "another round"),
        ("royal_dominican", {"start": [15, 15], "hand_points": [6, 6]}, None, "further deals"),
        ("kirchner", {"start": [15, 8], "hand_points": [4, 2]}, None, "whoever claims"),
        ("kasino_swedish", {"start": [15, 15], "cards": "A", "10D": "B"}, "B", None),
        (
            "kasino_swedish",
            {"start": [15, 15], "2S": "A", "spades": "6-6", "cards": "B"},
            None,
            "further",
        ),
        ("royal_english", {"start": [20, 20], "10D": "A", "2S": "B"}, "A", None),
        (
            "royal_dominican",
            {"start": [20, 19], "spades": "A", "10D": "B", "first": "B"},
            "B",
            None,
        ),
    ],
)
def test_how_the_match_stands(
    variant: str, given: dict[str, Any], winner: str | None, what_next: str | None
) -> None:
    """Who has won, or what comes next."""
    answer = _score(given, variant)
    assert (answer["winner"], answer["game_over"]) == (winner, winner is not None)
    if what_next is None:
        assert answer["next"] is None
    else:
        assert answer["next"].startswith(what_next)


def test_aces_by_number_are_enough_where_their_suits_decide_nothing() -> None:
    """Counted out by the ten of diamonds: whose aces are which does not matter."""
    given = {"start": [19, 19], "10D": "A", "aces": {"A": 2, "B": 2}}
    assert _score(given, "royal_english")["winner"] == "A"


def test_a_table_is_scored_as_it_lies() -> None:
    """What the sides have taken; at the end of a round with what is left on the table."""
    playing = table_score_answer(parse_position("9S 8S/?1 1 20 TD,TC/AH 1; score 3/4"))
    assert (playing["A"], playing["B"]) == (3 + 2 + 3, 4 + 1)
    over = table_score_answer(parse_position("9S,KC -/- - 0 TD,TC/AH 2"))
    assert over["points"] == {"A": 2, "B": 3 + 1 + 1}


# --- what cannot be ------------------------------------------------------------------------------

#: What somebody may write, and what is said of it.
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"cards": {"A": 27, "B": 27}}, "27 + 27 cards are 54; the pack of casino_pagat has 52"),
    ({"spades": {"A": 7, "B": 7}}, "7 + 7 spades are 14; the pack of casino_pagat has 13"),
    ({"aces": {"A": 3, "B": 2}}, "5 aces are counted; the pack of casino_pagat has 4"),
    ({"aces": {"A": ["S"], "B": ["S"]}}, "two sides have AS"),
    ({"aces": {"A": ["S", "S"]}}, "named once"),
    ({"aces": {"A": ["X"]}}, "each is one of S, H, D, C"),
    ({"aces": {"A": ["S"], "B": 1}}, "aces of B is 1, not a list of suits"),
    ({"cards": {"A": -1}}, "cards of A is -1; it cannot be negative"),
    ({"start": {"A": -1}}, "start of A is -1; it cannot be negative"),
    ({"cards": {"A": 2.5}}, "cards of A is 2.5, not a whole number"),
    ({"cards": {"A": True}}, "cards of A is True, not a whole number"),
    ({"cards": {"A": "many"}}, "cards of A is 'many', not a whole number"),
    ({"cards": 27}, "cards is 27; it must be a number for each side"),
    ({"cards": [27, 20, 5], "10D": "B", "spades": [1, 2]}, "spades has 2 numbers for 3 sides"),
    ({"cards": {"G": 3}}, "there is no side 'G'; sides are A, B, C, D, E, F"),
    ({"10D": "nobody"}, "there is no side 'nobody'"),
    ({"10D": {"A": 1}}, "10D is {'A': 1}; it must be a side"),
    ({"cards": {"A": 1, "D": 2}}, "casino_pagat has 2 or 3 sides, not 4"),
    ({"cards": {"A": 1}, "10D": "A", "2S": "A"}, "A has 1 card, fewer than the 2"),
    ({"cards": {"A": 5, "B": 3}, "spades": {"A": 6}}, "A has 5 cards, fewer than the 6"),
    ({"cards": {"A": 5, "B": 3}, "sweeps": {"B": 2}}, "B has 3 cards, fewer than the 4"),
    ({"spades": {"A": 0, "B": 3}, "2S": "A"}, "A has no spades, fewer than the 1"),
    ({"cards": "A", "hand": {"cards": "B"}}, "'cards' is given twice"),
    ({"hand": 3}, "'hand' is 3; it must be an object"),
    ({"card": {"A": 3}}, "there is no key 'card'; the keys are start, hand_points"),
    ({"event": "B clears the table"}, "there is no key 'event'"),
    ({"hand_points": [8, 3], "cards": "A"}, "hand_points and cards are both given"),
    ({"hand_points": [8, 4]}, "8 + 4 points are 12; a round of casino_pagat has 11"),
    ({"carry": {"aces": 1}}, "it must be points of cards and spades"),
    ({"carry": 3}, "it must be points of cards and spades"),
    ({"fives": [3, 2]}, "5 fives are counted"),
]


@pytest.mark.parametrize(("given", "said"), IMPOSSIBLE, ids=[said for _, said in IMPOSSIBLE])
def test_an_impossible_score_is_one_clear_line(given: dict[str, Any], said: str) -> None:
    """What is wrong is said with the numbers, in one line."""
    with pytest.raises(ScoreError) as caught:
        _score(given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("variant", "given", "said"),
    [
        ("tuxedo", {"10D": "A"}, "TD is not in the pack of tuxedo"),
        ("tuxedo", {"spades": {"A": 1}}, "the pack of tuxedo has 0"),
        ("kirchner", {"10D": "C"}, "kirchner has 2 sides, not 3"),
        (
            "royal_dominican",
            {"start": [18, 3], "hand_points": [3, 3]},
            "near the target hand_points do not say what A won",
        ),
        ("royal_english", {"start": [20, 20], "hand_points": [3, 3]}, "who was out first"),
        ("kasino_swedish", {"start": [15, 15], "hand_points": [3, 3]}, "who has most spades"),
        (
            "royal_english",
            {"start": [20, 20], "aces": {"A": 2, "B": 2}},
            "who wins depends on who has which ace",
        ),
        (
            "royal_dominican",
            {"start": [20, 19], "spades": "A", "10D": "B"},
            "'first' says who did so",
        ),
    ],
)
def test_a_score_that_cannot_be_counted(variant: str, given: dict[str, Any], said: str) -> None:
    """What is missing is asked for, rather than guessed."""
    with pytest.raises(ScoreError, match=said):
        _score(given, variant)


def test_spade_casino_needs_the_spades() -> None:
    """Where every spade scores, their number and the suits of the aces must be given."""
    for given in ({"spades": "A"}, {"spades": "7-6", "aces": {"A": 1}}):
        with pytest.raises(ScoreError, match="every spade scores"):
            _score(given, scoring="spade_24")
    with pytest.raises(ScoreError, match="13 spades include JS, 2S and AS; say who has them"):
        _score({"spades": "7-6"}, scoring="spade_24")
    with pytest.raises(ScoreError, match="13 spades include JS; say who has them"):
        _score({"spades": "7-6", "2S": "B", "aces": {"A": ["S"]}}, scoring="spade_24")
    with pytest.raises(ScoreError) as caught:
        _score({"spades": "7-6", "aces": {"A": 1}}, scoring="spade_24")
    assert caught.value.faults == (
        'every spade scores: give the suits of the aces, as in {"A": ["S", "H"], "B": ["D", "C"]}',
    )


def test_who_has_every_ace_need_not_name_their_suits() -> None:
    """Four aces of one side can only be all of them."""
    given = {"spades": "7-6", "2S": "B", "JS": "A"}
    counted = _score({**given, "aces": {"A": 4}}, "spade_casino")
    assert counted == _score({**given, "aces": {"A": ["S", "H", "D", "C"]}}, "spade_casino")


# --- what scores nothing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "given", "notes"),
    [
        ("swazi", {"sweeps": [2, 0], "10D": "A"}, ["'sweeps' changes nothing: This game has no"]),
        ("swazi", {"sweeps": [0, 0], "last_capture": None, "cards": "tie"}, []),
        ("krypkasino", {"spades": [3, 2], "cards": [60, 44]}, ["'cards' changes nothing: Most"]),
        ("spade_casino", {"spades": [3, 2], "cards": "A"}, []),
        ("tuxedo", {"cards": "A", "fives": [1, 1], "small_sweeps": [1, 0], "oranges": [1, 0]}, []),
        ("royal_english", {"JS": "A"}, ["'JS' changes nothing: Points go to most cards,"]),
        ("casino_pagat", {"oranges": [1, 0]}, ["'oranges' changes nothing: There are no oranges."]),
        ("diamond_casino", {"sevens": [4, 0], "diamonds": [6, 4], "7D": "A"}, []),
        (
            "south_african_kasa",
            {"cards": [20, 6, 5], "10D": "C"},
            ["'cards' changes nothing: Most cards and most spades score only between two sides."],
        ),
    ],
)
def test_what_was_counted_for_nothing_is_said(
    variant: str, given: dict[str, Any], notes: list[str]
) -> None:
    """What the game does not score is not dropped in silence."""
    said = _score(given, variant)["notes"]
    assert len(said) == len(notes)
    assert all(one.startswith(note) for one, note in zip(said, notes, strict=True))


def test_of_three_sides_the_highest_total_wins() -> None:
    """Two are compared, of more the best is named."""
    three = score_text(_score({"10D": "C", "aces": [1, 0, 0]}, "south_african_kasa"))
    assert "C wins: the highest total." in three
    two = score_text(_score({"10D": "B", "aces": [1, 0]}, "south_african_kasa"))
    assert "B wins: the higher total." in two


def test_sweeps_written_on_a_table_whose_game_has_none() -> None:
    """The score stands, and what counted nothing is named with it."""
    answer = table_score_answer(parse_position("- -/- - 0 TD,TC*2/AH 1; variant swazi"))
    assert answer["points"] == {"A": 4, "B": 1}
    assert score_text(answer).endswith(
        "Note: 2 sweeps are written in the capture piles, but this game records no sweeps."
    )
    made = table_score_answer(parse_position("- -/- - 0 TC*1/AH 1; variant krypkasino"))
    assert made["notes"] == [
        (
            "1 sweep is written in the capture piles; here sweeps score when they are made, and "
            "no such points are written."
        )
    ]


def test_every_fault_is_named() -> None:
    """Several things wrong are said together."""
    with pytest.raises(ScoreError) as caught:
        _score({"cards": "27-27", "aces": [3, 3], "sweeps": {"A": -1}})
    assert len(caught.value.faults) == 3


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-100, 100)
    | st.sampled_from(["A", "B", "C", "tie", "26-26", "S", "", "x" * 100]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["A", "B", "C", "Q"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@hypothesis_given(
    name=st.sampled_from(variant_names()),
    given=st.dictionaries(st.sampled_from([*KEYS, "hand", "piles", "odd"]), _values, max_size=5),
)
def test_whatever_is_given_is_scored_or_refused(name: str, given: dict[str, Any]) -> None:
    """Garbage is a clear error, never anything else, and an answer is plain JSON."""
    said = ""
    try:
        answer = score_answer(find_variant(name), given)
    except ScoreError as error:
        said = str(error)
    else:
        assert json.loads(json.dumps(answer)) == answer
        said = score_text(answer).replace("\n", "")
    assert said
    assert "\n" not in said


# --- for a person --------------------------------------------------------------------------------


def test_the_text_for_a_person() -> None:
    """Who scored what, what waits, and how the match stands."""
    text = score_text(_score({**ROUND, "start": [3, 4]}))
    assert text.splitlines() == [
        "A: 8 points, most cards 3, ten of diamonds 2 and aces 3; 11 in all.",
        "B: 3 points, most spades 1, two of spades 1 and aces 1; 7 in all.",
        "Nobody has won yet: another round.",
    ]
    carried = score_text(_score({"cards": "26-26", "2S": "A"}, tie_cards="carry"))
    assert "A: 1 point, two of spades 1; 1 in all." in carried
    assert "Carried over to the next round: 3 for cards." in carried
    won = score_text(_score({"start": [20, 3], "spades": "A"}, "royal_dominican"))
    assert won.endswith("A wins: the item it needed.")

"""Hints: from the idea to the whole play, one rung at a time."""

from __future__ import annotations

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.legality import is_legal
from casino_tutor.tutor.hints import RUNGS, find_advice, hint_at
from casino_tutor.tutor.session import TableSession, open_match, open_position
from casino_tutor.tutor.session_commands import ChooseHand, GoOn, Hint, Propose, TakeBack
from casino_tutor.tutor.session_events import Declined, HintGiven

SUMS = "8D,6C,5H,3S,2D 8S,KD/?2 1 20"


def asked(session: TableSession, times: int = 1) -> HintGiven | Declined:
    """The answer when a hint is asked for so many times."""
    for _ in range(times):
        (answer,) = session.do(Hint())
    assert isinstance(answer, HintGiven | Declined)
    return answer


def test_a_hint_becomes_clearer_rung_by_rung() -> None:
    """The idea names no card, the second rung the hand card, the third the whole play."""
    session = open_position(SUMS)
    said = [asked(session) for _ in range(RUNGS)]
    assert all(isinstance(hint, HintGiven) for hint in said)
    idea, card, whole = (hint.words for hint in said)
    assert not any(suit in idea for suit in "♠♥♦♣")
    assert card == "The card to play: the 8♠."
    assert whole.startswith("Take ")
    assert whole.endswith("with 8♠.")
    assert [hint.more for hint in said if isinstance(hint, HintGiven)] == [True, True, False]
    assert asked(session) == said[-1]


def test_a_hint_is_heard_with_whole_names() -> None:
    """For the ear the cards have names."""
    hint = asked(open_position(SUMS), 2)
    assert isinstance(hint, HintGiven)
    assert hint.spoken == "The card to play: the eight of spades."


def test_a_hint_is_for_one_decision() -> None:
    """It stays while cards are chosen, and is gone when a play is made or taken back."""
    session = open_position("8D,6C,5H,3S,2D 8S,KD/4C,7H 1 0")
    asked(session)
    session.do(ChooseHand("h:KD"))
    assert session.shown.hint is not None
    assert session.state()["buttons"]["hint"] == "A clearer hint"
    session.do(Propose())
    assert not session.state()["hint"]
    session.do(TakeBack())
    assert not session.state()["hint"]
    assert session.state()["buttons"]["hint"] == "Hint"


def test_there_is_no_hint_for_others() -> None:
    """Who is not to play gets none, and there is no button."""
    session = open_match("casino_pagat", 3, 3)
    assert session.table.waits == "opponent"
    assert isinstance(asked(session), Declined)
    assert session.state()["buttons"]["hint"] == ""


def test_a_hint_knows_no_more_than_the_learner() -> None:
    """The engine is shown what the learner sees: the other hands are hidden from it."""
    session = open_match("casino_pagat", 2, 3)
    while session.table.waits != "you":
        session.do(GoOn())
    advice = find_advice(session.table.view)
    others = [
        hand for seat, hand in enumerate(advice.position.hands, 1) if seat != session.table.seat
    ]
    assert not any(hand.cards for hand in others)


@pytest.mark.parametrize(
    "line",
    [
        SUMS,
        "KS,4C 3S,9D/?2 1 20",
        "6H,4S 3S,9D/?2 1 20",
        "[5H+2C]=7@2,9C KH,9S,4C,2D/?4 1 20; variant royal_english",
        "QH,JS,AC,7D KD,5C,9D/?3 1 20; variant kirchner",
        "9B,5Y,4G 9R,TB,2G/?3 1 20; variant tuxedo",
    ],
)
def test_what_is_hinted_at_is_legal(line: str) -> None:
    """In any game, and every rung can be said."""
    position = parse_position(line)
    advice = find_advice(position, 0.2)
    assert is_legal(position, advice.best)
    assert all(hint_at(advice, rung, str).words.endswith(".") for rung in range(1, RUNGS + 1))

"""A match at a card table: opponents, score sheets, keeping, taking back, claims and calls."""

from __future__ import annotations

import json
from random import Random

import pytest

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.records import Record
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.tutor.session import TableSession, open_match, open_position, resume_session
from casino_tutor.tutor.session_commands import (
    CallMissed,
    ChooseHand,
    Claim,
    Clear,
    GoOn,
    PlayRepair,
    Propose,
    ShowHands,
    TakeBack,
    Toggle,
)
from casino_tutor.tutor.session_events import (
    CardsDealt,
    Declined,
    Event,
    HandsShown,
    IllegalTry,
    LeftOver,
    MatchEnded,
    NeedsChoice,
    NotKept,
    Played,
    RoundDealt,
    RoundEnded,
    TakenBack,
    to_json,
)
from casino_tutor.tutor.session_match import begin_match
from tests.tutor.test_session import the


def play_something(session: TableSession, chance: Random) -> tuple[Event, ...]:
    """Choose at random, try it, and play a repair where it is refused."""
    state = session.state()
    session.do(Clear())
    if state["hand"]:
        session.do(ChooseHand(chance.choice(state["hand"])["id"]))
    for thing in state["builds"] + state["loose"]:
        if chance.random() < 0.3:
            session.do(Toggle(thing["id"]))
    events = session.do(Propose())
    if isinstance(events[0], NeedsChoice):
        events = session.do(Propose(0))
    if isinstance(events[0], IllegalTry) and events[0].repairs:
        events = session.do(PlayRepair(0))
    return events


def play_round(session: TableSession, chance: Random) -> list[Event]:
    """Play until the round has been counted or the match is won."""
    events: list[Event] = []
    while session.table.waits not in ("deal", "over"):
        if session.table.waits == "you":
            events += play_something(session, chance)
        else:
            events += session.do(GoOn())
    return events


@pytest.mark.parametrize("name", variant_names())
def test_a_round_of_every_game_is_played_and_kept(name: str) -> None:
    """With as many players as may sit down; the record resumes the very same match."""
    kept: list[Record] = []
    players = max(find_variant(name).options.seats)
    session = open_match(name, players, seed=5, opponents=["greedy"], keep=kept.append)
    events = play_round(session, Random(3))
    json.dumps([to_json(event) for event in events])
    json.dumps(session.state())
    assert any(isinstance(event, RoundEnded | MatchEnded) for event in events)
    for left in (event for event in events if isinstance(event, LeftOver)):
        table = session.table
        seat = next(seat for seat in range(1, players + 1) if table.seat_name(seat) == left.who)
        pile = table.position.taken[table.position.pile_of(seat)]
        assert pile.cards[-len(left.cards) :] == left.cards
    again = resume_session(parse_record(str(kept[-1])))
    assert again.table == session.table
    # What has happened in the round is told again, and can be taken back.
    assert again.state() == session.state()
    while session.shown.can_take_back:
        session.do(TakeBack())
        again.do(TakeBack())
        assert again.table == session.table
    assert not again.shown.can_take_back


def test_a_score_sheet_lists_every_item() -> None:
    """The rows add up to the points of each side, and the sheet stays until the next deal."""
    session = open_match("royal_english", 2, seed=4)
    sheet = the(RoundEnded, tuple(play_round(session, Random(1))))
    assert "most cards" in [row.item for row in sheet.rows]
    columns = zip(*(row.points for row in sheet.rows), strict=True)
    assert tuple(map(sum, columns)) == sheet.points
    assert session.state()["sheet"]["rows"]
    dealt = the(RoundDealt, session.do(GoOn()))
    assert dealt.round == 2
    assert session.state()["sheet"] is None


def test_what_is_left_goes_to_whoever_took_last() -> None:
    """It is said who gets which cards, and by their whole names for the ear."""
    session = open_position("KD,3C 8S/9H 1 0 5S,5H/4S,4D 2")
    session.do(ChooseHand("h:8S"))
    session.do(Propose(0))
    left = the(LeftOver, session.do(GoOn()))
    assert left.words == "Player 2 took last and gets what was left: K♦, 9♥, 8♠ and 3♣."
    assert left.spoken.endswith("eight of spades and three of clubs.")
    assert session.table.position.taken[1].cards[-4:] == left.cards
    assert session.state()["lately"][-1] == left.words


def test_new_cards_are_said() -> None:
    """In the middle of a round, and that they are the last; not where one is drawn each time."""
    said = [
        event.words
        for event in play_round(open_match("royal_english", 2, seed=4), Random(1))
        if isinstance(event, CardsDealt)
    ]
    assert said == [*["New cards are dealt."] * 4, "New cards are dealt; these are the last."]
    drawn = play_round(open_match("draw_casino", 2, seed=4), Random(1))
    assert not any(isinstance(event, CardsDealt) for event in drawn)


def test_the_own_pile_is_the_first() -> None:
    """Whoever deals: seats change from round to round, and nobody counts the wrong cards."""
    session = open_match("royal_english", 2, seed=4)
    seats = set()
    for _ in range(2):
        seats.add(session.table.seat)
        assert [pile["name"] for pile in session.state()["piles"]] == ["You", "Player 1"]
        play_round(session, Random(1))
        session.do(GoOn())
    assert seats == {1, 2}


def test_opponents_of_chosen_strength_sit_down_again_after_a_resume() -> None:
    """Who plays is written into the record."""
    kept: list[Record] = []
    session = open_match("casino_pagat", 3, 2, ["greedy", "counter"], kept.append)
    while session.table.waits != "you":
        session.do(GoOn())
    play_something(session, Random(1))
    again = resume_session(kept[-1])
    names = sorted(one.name for one in again.table.opponents)  # type: ignore[attr-defined]
    assert names == ["counter", "greedy", "simple"]


def test_every_change_is_kept() -> None:
    """Plays of all sides are written down at once; choosing changes nothing."""
    kept: list[Record] = []
    session = open_match("casino_pagat", 2, 3, keep=kept.append)
    session.do(ChooseHand(session.state()["hand"][0]["id"]))
    assert kept == []
    session.do(Propose())
    session.do(GoOn())
    assert [record.rounds[0].plays for record in kept] == [1, 2]


def test_a_match_that_cannot_be_kept_goes_on() -> None:
    """A full disk is said, and nothing is lost at the table."""

    def full(_record: Record) -> None:
        raise OSError(28, "No space left on device")

    session = open_match("casino_pagat", 2, 3, keep=full)
    session.do(ChooseHand(session.state()["hand"][0]["id"]))
    events = session.do(Propose())
    the(Played, events)
    assert "No space left on device" in the(NotKept, events).words


def test_a_turn_can_be_taken_back() -> None:
    """The table is again what it was at the learner's last decision, and so is the record."""
    kept: list[Record] = []
    session = open_match("casino_pagat", 2, 3, keep=kept.append)
    before = session.state()["hand"]
    session.do(ChooseHand(before[0]["id"]))
    session.do(Propose())
    session.do(GoOn())
    the(TakenBack, session.do(TakeBack()))
    assert session.state()["hand"] == before
    assert kept[-1].rounds[0].plays == 0
    the(Declined, session.do(TakeBack()))


def test_all_hands_can_be_shown() -> None:
    """For teaching the hands lie open; otherwise only backs are in the state."""
    session = open_match("casino_pagat", 2, 3)
    (other,) = session.state()["seats"]
    assert (other["count"], other["cards"]) == (4, [])
    assert the(HandsShown, session.do(ShowHands(on=True))).on
    (other,) = session.state()["seats"]
    assert len(other["cards"]) == 4
    session.do(ShowHands(on=False))
    assert session.state()["seats"][0]["cards"] == []


def test_a_claim_too_early_is_said() -> None:
    """Where matches are claimed, whoever claims wrongly loses two-handed."""
    session = open_match("kirchner", 2, 3)
    while session.table.waits != "you":
        session.do(GoOn())
    assert session.state()["buttons"]["claim"]
    events = session.do(Claim())
    assert "Player" in the(MatchEnded, events).words
    assert session.state()["waits"] == "over"
    session.do(TakeBack())
    assert session.state()["waits"] == "you"


def test_a_false_call_costs_points() -> None:
    """An orange that nobody made can be called all the same."""
    session = open_match("tuxedo", 2, 3)
    assert session.state()["buttons"]["call_missed"]
    assert "-" in session.do(CallMissed())[0].words


def test_partners_are_named() -> None:
    """Across the table sits the partner, and both have one pile."""
    state = open_match("casino_pagat", 4, 3).state()
    assert [seat["partner"] for seat in state["seats"]] == [False, True, False]
    assert len(state["piles"]) == 2
    assert any("You and " in side["name"] for side in state["standing"])


def test_who_deals_and_who_leads_is_a_sentence() -> None:
    """Inside it the learner is "you"; only at its beginning "You"."""
    said = {
        table.dealt().words
        for seed in range(1, 12)
        for table in [begin_match(find_variant("casino_pagat"), 2, seed)]
    }
    assert said == {
        "Round 1: You deal, Player 1 leads.",
        "Round 1: Player 2 deals, you lead.",
    }

"""Recording a match: calls, claims, the end, and resuming it exactly as it was saved."""

from __future__ import annotations

from random import Random

import pytest

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.records import PlayEntry, Record
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.match import MatchError, seeded_order
from casino_tutor.rules.recording import RecordedMatch, begin_record
from casino_tutor.rules.replay import replay, resume
from casino_tutor.rules.replayed import RecordError
from tests.random_matches import (
    begin,
    claimers,
    deal_next,
    play_match,
    play_round,
    random_play,
)
from tests.recorded import kept_match, only_fault, record_text, replayed_with


def _tuxedo() -> RecordedMatch:
    """A match in which seat 2 or 3 may call an orange that the capturer missed."""
    rnd = Random(5)
    kept = begin(find_variant("tuxedo"), 3, 12)
    while not kept.match.position.pending:
        plays = [e for e in kept.record.rounds[0].entries if isinstance(e, PlayEntry)]
        assert len(plays) < 36
        position = kept.match.position
        kept, _ = kept.play(random_play(position, rnd))
    return kept


def test_an_orange_is_called_by_another_seat() -> None:
    """A right call is an event of the record; the caller scores."""
    kept = _tuxedo()
    ((_, capturer),) = kept.match.position.pending
    caller = capturer % 3 + 1
    called = kept.call_orange(caller)
    assert f"\n{caller}: call orange\n" in str(called.record)
    found = replay(parse_record(str(called.record), strict=True))
    assert found.faults == ()
    assert found.match == called.match
    assert (found.events[-1].seat, found.events[-1].text) == (caller, f"{caller}: call orange")


def test_a_false_call_is_named_and_costs_what_it_costs() -> None:
    """It is the player's fault, not the record's: the match can be resumed."""
    kept = begin(find_variant("tuxedo"), 3, 1).call_orange(2)
    found = replay(kept.record)
    fault = only_fault(found)
    assert (fault.kind, fault.is_of_the_table) == ("false_call", True)
    assert fault.sentence == "Seat 2 calls an orange, but none is open."
    assert found.is_sound
    assert resume(kept.record) == kept


@pytest.mark.parametrize(
    ("name", "written", "kind", "problem"),
    [
        ("casino_pagat", "1: call orange", "call", "casino_pagat knows no oranges"),
        ("tuxedo", "1: call lemon", "call", "no game knows the call 'lemon'"),
        ("tuxedo", "6: call orange", "call", "there is no seat 6"),
        ("tuxedo", "1: claim", "claim", "knows no claims"),
        ("kirchner", "3: claim", "claim", "there is no seat 3"),
    ],
)
def test_a_call_or_claim_that_the_game_does_not_know_is_named(
    name: str, written: str, kind: str, problem: str
) -> None:
    """With its line."""
    text = str(begin(find_variant(name), 2, 1).record)
    line = text.split("\n").index('[Result "unfinished 0/0"]')
    fault = only_fault(replayed_with(text, line, f"{written}\n"))
    assert (fault.kind, fault.line) == (kind, line)
    assert problem in fault.sentence
    assert not fault.is_of_the_table


def _claimable() -> RecordedMatch:
    """A match of Kirchner's game in which a seat has reached the target."""
    rnd = Random(4)
    kept = begin(find_variant("kirchner"), 2, 4)
    while True:
        kept = play_round(kept, rnd)
        if kept.match.is_over:
            return resume(_without_claim(kept.record))
        kept, _, _ = kept.count()
        kept = deal_next(kept)


def _without_claim(record: Record) -> Record:
    lines = str(record).rstrip("\n").split("\n")
    claim = max(i for i, line in enumerate(lines) if line.endswith(": claim"))
    text = "\n".join(lines[:claim])
    match = replay(parse_record(text)).match
    assert match is not None
    scores = "/".join(map(str, match.scores))
    return parse_record(f'{text}\n[Result "unfinished {scores}"]')


def test_a_right_claim_wins_the_match() -> None:
    """Whatever the other side has."""
    kept = _claimable()
    (seat, *_) = claimers(kept.match)
    won = kept.claim(seat)
    team = won.match.winner
    assert won.record.result == f"team {team} wins {'/'.join(map(str, won.match.scores))}"
    assert replay(won.record).faults == ()
    assert resume(parse_record(str(won.record), strict=True)) == won


def test_a_false_claim_is_named_and_loses() -> None:
    """The record is sound; its line, what was claimed and what was there are named."""
    kept = begin(find_variant("kirchner"), 2, 1).claim(1)
    record = parse_record(str(kept.record))
    found = replay(record)
    fault = only_fault(found)
    assert (fault.kind, fault.is_of_the_table) == ("false_claim", True)
    assert fault.line == str(kept.record).split("\n").index("1: claim") + 1
    assert fault.sentence == "Seat 1 claims 11 points but has 0 for certain."
    assert found.match is not None
    assert found.match.winner == 1
    assert resume(record) == kept


def test_nothing_is_played_when_the_match_is_over() -> None:
    """Plays, points and rounds behind the end are named."""
    text = str(begin(find_variant("kirchner"), 2, 1).claim(1).record)
    text = text.replace(
        "1: claim\n", '1: claim\n1. 9S\n2: claim\n[Points "1/2"]\n[Round "2"]\n2. KD\n'
    )
    found = replay(parse_record(text))
    kinds = [fault.kind for fault in found.faults]
    assert kinds == ["false_claim", "over", "over", "points", "over"]


# --- resuming and recording ----------------------------------------------------------------------


def test_a_record_with_faults_is_not_resumed() -> None:
    """The error carries every fault and names the first."""
    text = record_text().replace('[Scores "0/0"]', '[Scores "1/0"]').replace("[Result", "[Remark")
    with pytest.raises(
        RecordError, match=r"line \d+, round 1: Scores should be 0/0.*and 1 more"
    ) as caught:
        resume(parse_record(text))
    assert [fault.kind for fault in caught.value.faults] == ["scores", "cut"]


@pytest.mark.parametrize(
    ("name", "options", "what"),
    [
        ("casino_pagat", {"tie_spades": "carry", "tie_cards": "carry"}, "carry"),
        ("royal_dominican", {"target": 11}, "is_free"),
        ("kirchner", {"target": 3}, "target"),
    ],
)
def test_what_only_the_course_of_a_match_tells_is_resumed(
    name: str, options: dict[str, object], what: str
) -> None:
    """Points carried over, restrictions that a tie has ended, a target that has moved."""
    variant = find_variant(name).with_options(**options)
    for seed in range(200):
        rnd = Random(seed)
        kept = begin(variant, 2, seed)
        for _ in range(3):
            kept = play_round(kept, rnd)
            if kept.match.is_over:
                break
            kept, _, _ = kept.count()
            if kept.match.is_over:
                break
            kept = deal_next(kept)
            match = kept.match
            if match.position.carry or match.is_free or match.target > variant.options.target:
                assert resume(parse_record(str(kept.record), strict=True)) == kept
                return
    pytest.fail(f"no match with {what}")


def test_an_illegal_play_is_not_written_down() -> None:
    """Nothing changes."""
    kept = kept_match()
    again, verdict = kept.play("9Sx9S")
    assert not verdict.is_legal
    assert again is kept


def test_steps_out_of_order_are_refused() -> None:
    """A round is counted once, at its end, before the next is dealt; a match that is over stays."""
    kept = kept_match()
    order = seeded_order(kept.match.variant, 1, 9)
    with pytest.raises(MatchError, match="is not scored"):
        kept.deal(order)
    with pytest.raises(MatchError, match="the round is not over"):
        kept.count()
    with pytest.raises(MatchError, match="is scored already"):
        play_round(kept, Random(8)).count()[0].count()
    tuxedo = play_round(begin(find_variant("tuxedo"), 2, 1), Random(8)).count()[0]
    with pytest.raises(MatchError, match="is scored already"):
        tuxedo.call_orange(1)
    won = play_match(begin(find_variant("kirchner"), 2, 2), Random(2))
    for step in (
        lambda: won.play("9S"),
        lambda: won.claim(1),
        won.count,
        lambda: won.deal(order),
    ):
        with pytest.raises(MatchError, match="the match is over"):
            step()


def test_a_claim_after_the_count_stands_behind_the_points() -> None:
    """Who sees only when the points are read out that the target is reached may still say so."""
    rnd = Random(6)
    kept = begin(find_variant("kirchner").with_options(target=9), 2, 6)
    while not claimers(kept.match):
        position = kept.match.position
        if position.turn is not None:
            kept, _ = kept.play(random_play(position, rnd))
        else:
            kept = deal_next(kept.count()[0])
    while kept.match.position.turn is not None:
        kept, _ = kept.play(random_play(kept.match.position, rnd))
    counted = kept.count()[0].remark("the points are read out")
    (seat,) = claimers(counted.match)
    won = counted.claim(seat)
    assert won.match.is_over
    assert f"\n# the points are read out\n{seat}: claim\n\n[Result" in str(won.record)
    assert resume(parse_record(str(won.record), strict=True)) == won


def test_a_match_may_begin_with_any_player_and_be_dealt_anew() -> None:
    """The record tells who led first, and of a deal that was thrown in only what came after."""
    variant = find_variant("casino_pagat").with_options(redeal="on_agreement")
    orders = [seeded_order(variant, 1, number) for number in (1, 2)]
    kept = begin_record(variant, 3, orders[0], eldest=2, names=("Ana", "Luis", "Eva"))
    again = kept.redeal(orders[1])
    assert again.match.position != kept.match.position
    assert again.record.rounds[0].eldest == 2
    assert again.record.rounds[0].stock == orders[1]
    assert resume(parse_record(str(again.record), strict=True)) == again

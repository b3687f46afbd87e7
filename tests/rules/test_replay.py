"""Replaying records: what is right is told again exactly, what is wrong is named with its line."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_play
from casino_tutor.model.record_text import parse_record
from casino_tutor.model.records import Record
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.legality import violations
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.recording import RecordedMatch, begin_record
from casino_tutor.rules.replay import replay, resume
from casino_tutor.rules.replayed import RecordError
from casino_tutor.rules.rounds import play_on, settle
from casino_tutor.rules.transition import after_unchecked
from tests.random_matches import (
    begin,
    play_round,
    random_play,
)
from tests.recorded import kept_match, line_of, only_fault, record_text, replayed_with

# --- what is right -------------------------------------------------------------------------------


def test_a_record_replays_to_the_match_it_was_made_of() -> None:
    """The same position, the same scores, every play with its seat, verdict and table after it."""
    kept = kept_match()
    found = replay(parse_record(record_text(), strict=True))
    assert found.faults == ()
    assert found.is_sound
    assert found.match == kept.match
    assert len(found.events) == sum(one.plays for one in kept.record.rounds)
    assert found.events[-1].position == kept.match.position
    first = found.events[0]
    assert (first.round, first.number, first.seat, first.line) == (
        1,
        1,
        1,
        line_of(record_text(), "1. "),
    )
    assert first.verdict is not None
    assert first.verdict.is_legal
    (counted,) = found.counted
    assert (counted.round, counted.eldest, counted.points) == (1, 0, kept.record.rounds[0].points)
    assert counted.scores == kept.match.scores


def test_points_and_scores_are_told_for_each_team() -> None:
    """In the second round player 1 is the eldest hand, so side 0 of the seats is team 1."""
    kept = play_round(kept_match(), Random(3))
    kept, score, _ = kept.count()
    assert kept.record.rounds[1].points == score.points[::-1]
    second = replay(kept.record).counted[1]
    assert second.sides == (1, 0)
    assert second.scores == kept.match.scores


def test_a_seat_may_be_written_with_every_play() -> None:
    """A line may begin with the seat whose turn it is; it changes nothing."""
    text = record_text()
    seats = {event.line: event.seat for event in replay(parse_record(text)).events}
    lines = text.split("\n")
    for line, seat in seats.items():
        number, _, play = lines[line - 1].partition(" ")
        lines[line - 1] = f"{number} {seat}: {play}"
    found = replay(parse_record("\n".join(lines)))
    assert found.faults == ()
    assert found.match == kept_match().match


def test_tags_that_follow_from_the_rest_may_be_missing() -> None:
    """The scores, the eldest hand, the points of a round, and the stock where there is a seed."""
    text = re.sub(r"\[(Eldest|Scores|Stock|Points).*\n", "", record_text())
    found = replay(parse_record(text))
    assert found.faults == ()
    assert found.match == kept_match().match


def test_a_play_of_many_actions_is_one_number() -> None:
    """Where a turn may have several actions, the record has them in one line."""
    variant = find_variant("casino_pagat").with_options(table_only_builds="with_trail")
    kept = begin_record(variant, 2, seeded_order(variant, 3, 1), seed=3)
    rnd = Random(3)
    while True:
        position = kept.match.position
        tries = [
            f"{card}/_,{a}+{b}={a.number + b.number}"
            for card in position.hand
            for a in position.loose
            for b in position.loose
            if a < b and a.number and b.number
        ]
        legal = next((text for text in tries if not violations(position, text)), None)
        if legal is not None:
            kept, verdict = kept.play(legal)
            assert verdict.is_legal
            break
        kept = _random_turn(kept, rnd)
    assert f"{kept.record.rounds[0].plays}. {legal}\n" in str(kept.record)
    assert resume(parse_record(str(kept.record), strict=True)) == kept


def _random_turn(kept: RecordedMatch, rnd: Random) -> RecordedMatch:
    card = rnd.choice([c for c in kept.match.position.hand if kept.play(c.text)[1].is_legal])
    return kept.play(card.text)[0]


# --- plays that are wrong ------------------------------------------------------------------------


def test_an_illegal_play_is_reported_with_all_its_reasons() -> None:
    """Round, number, line, every broken rule; the position stays, and the right play may follow."""
    text = record_text()
    line = line_of(text, "5. ")
    before = next(e for e in replay(parse_record(text)).events if e.line == line - 1).position
    assert before.stock.order is not None
    held, absent = before.hand[0], before.stock.order[0]
    found = replayed_with(text, line, f"5. {held}x{absent}+{held}\n" + text.split("\n")[line - 1])
    fault = only_fault(found)
    assert (fault.kind, fault.round, fault.number, fault.line) == ("illegal", 1, 5, line)
    assert fault.violations == violations(before, f"{held}x{absent}+{held}")
    assert len(fault.violations) > 1
    assert all(one.sentence in str(fault) for one in fault.violations)
    assert str(fault).startswith(f"line {line}, round 1, play 5: {held}x")
    judged = next(event for event in found.events if event.line == line)
    assert judged.position == before
    assert judged.verdict is not None
    assert not judged.verdict.is_legal
    assert found.match == kept_match().match
    assert not found.is_sound


def test_reading_goes_on_behind_a_play_that_is_passed_over() -> None:
    """Every later play is judged from the position that stayed, and each fault has its line."""
    text = record_text()
    line = line_of(text, "5. ")
    found = replayed_with(text, line, "5. 9Sx9S")
    assert found.faults[0].line == line
    assert {fault.kind for fault in found.faults} <= {"illegal", "turn", "cut", "points"}
    assert [fault.line for fault in found.faults] == sorted(fault.line for fault in found.faults)
    assert found.match is not None
    assert found.match.round == 2


def test_a_table_that_went_on_with_an_illegal_play_can_be_followed() -> None:
    """Replayed as it was played, nothing is named but the one play that was illegal."""
    variant = find_variant("casino_pagat")
    kept = begin(variant, 2, 6)
    position, rnd = kept.match.position, Random(6)
    plays: list[str] = []
    while position.turn is not None:
        unequal = f"{position.hand[0]}x{','.join(map(str, position.loose))}"
        if len(plays) == 5:
            # Somebody takes the whole table, and nobody says anything.
            assert violations(position, unequal)
            plays.append(unequal)
            position = settle(after_unchecked(position, parse_play(unequal)))
        else:
            plays.append(str(random_play(position, rnd)))
            position, _ = play_on(position, plays[-1])
    text = str(kept.record).replace("\n\n[Result", "\n" + "\n".join(plays) + "\n\n[Result")
    found = replay(parse_record(text), as_played=True)
    assert [(fault.kind, fault.number) for fault in found.faults] == [("illegal", 6)]
    assert found.match is not None
    assert found.match.position == replace(position, score=(0, 0))
    assert len(replay(parse_record(text)).faults) > 30


def test_a_corrected_play_is_not_carried_out() -> None:
    """Where the right play of the same number follows, the table went on with that one."""
    text = record_text()
    line = line_of(text, "5. ")
    right = text.split("\n")[line - 1]
    before = next(e for e in replay(parse_record(text)).events if e.line == line - 1).position
    lines = text.split("\n")
    lines[line - 1] = f"5. {before.hand[0]}x9S\n{right}"
    found = replay(parse_record("\n".join(lines)), as_played=True)
    assert only_fault(found).line == line
    assert found.match == kept_match().match


def test_a_play_out_of_turn_is_named() -> None:
    """Whether its seat is written or only the card tells whose it is."""
    text = record_text()
    line = line_of(text, "5. ")
    before = next(e for e in replay(parse_record(text)).events if e.line == line - 1).position
    mover, other = before.turn, 3 - (before.turn or 0)
    card = before.hands[other - 1].cards[0]
    right = text.split("\n")[line - 1]
    for written in (f"5. {card}", f"5. {other}: {card}", f"{other}: {card}"):
        fault = only_fault(replayed_with(text, line, f"{written}\n{right}"))
        assert (fault.kind, fault.round, fault.number, fault.line) == ("turn", 1, 5, line)
        assert f"the turn of seat {mover}, but seat {other} plays {card}" in fault.sentence


def test_a_play_of_a_seat_that_is_not_there_is_out_of_turn() -> None:
    """Two play; nobody sits in seat 5."""
    text = record_text()
    line = line_of(text, "5. ")
    right = text.split("\n")[line - 1]
    fault = only_fault(replayed_with(text, line, f"5. 5: 9S\n{right}"))
    assert (fault.kind, fault.violations) == ("turn", ())


def test_a_play_that_cannot_be_read_is_reported_and_passed_over() -> None:
    """With its number, line and column."""
    text = record_text()
    line = line_of(text, "5. ")
    right = text.split("\n")[line - 1]
    found = replayed_with(text, line, f"5. 9Sx9\n{right}")
    fault = only_fault(found)
    assert (fault.kind, fault.number, fault.line) == ("unreadable", 5, line)
    assert "column 7" in fault.sentence
    assert found.match == kept_match().match


def test_a_play_of_more_cards_than_there_are_is_not_judged() -> None:
    """The rules are not asked about hundreds of cards."""
    text = record_text()
    line = line_of(text, "5. ")
    right = text.split("\n")[line - 1]
    fault = only_fault(replayed_with(text, line, f"5. 9Sx{'9H' * 500}\n{right}"))
    assert (fault.kind, fault.sentence) == (
        "unreadable",
        "The play names 501 cards, more than there are.",
    )


def test_a_missing_play_shows_in_the_numbers() -> None:
    """A number that does not follow is reported, whatever becomes of the play."""
    text = record_text()
    line = line_of(text, "5. ")
    play = text.split("\n")[line - 1].partition(" ")[2]
    fault = replayed_with(text, line, f"7. {play}").faults[0]
    assert (fault.kind, fault.sentence) == ("number", "Number 5 should stand here, not 7.")


# --- tags that are wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_", "tag", "said", "kind"),
    [
        (1, "Round", "2", "round"),
        (1, "Scores", "20/0", "scores"),
        (2, "Scores", "99/99", "scores"),
        (2, "Scores", "1/2/3", "scores"),
        (2, "Eldest", "0", "eldest"),
        (1, "Points", "9/9", "points"),
        (2, "Carry", "cards=3", "carry"),
    ],
)
def test_a_tag_that_cannot_be_is_named_with_its_line(
    round_: int, tag: str, said: str, kind: str
) -> None:
    """What the record says and what is so; the match goes on from what is so."""
    text = record_text().replace(
        '[Scores "0/0"]', '[Scores "0/0"]\n[Carry ""]'.replace('\n[Carry ""]', "")
    )
    if tag == "Carry":
        text = text.replace('[Eldest "1"]', '[Eldest "1"]\n[Carry "spades=1"]')
    line = line_of(text, f"[{tag}", round_=round_)
    found = replayed_with(text, line, f'[{tag} "{said}"]')
    fault = next(fault for fault in found.faults if fault.kind == kind)
    assert fault.line == line
    assert not found.is_sound


def test_the_first_eldest_hand_is_whoever_the_record_says() -> None:
    """Who deals first is chance, so it cannot be wrong; that there is such a player can."""
    variant = find_variant("casino_pagat")
    text = str(begin(variant, 3, 1).record)
    found = replay(parse_record(text.replace('[Eldest "0"]', '[Eldest "2"]')))
    assert found.faults == ()
    assert found.match is not None
    assert found.match.player_at(1) == 2
    wrong = replay(parse_record(text.replace('[Eldest "0"]', '[Eldest "3"]')))
    assert only_fault(wrong).kind == "eldest"


def test_a_result_that_cannot_be_is_named() -> None:
    """As when a score was changed afterwards."""
    text = record_text()
    line = text.split("\n").index(f'[Result "{kept_match().record.result}"]') + 1
    fault = only_fault(replayed_with(text, line, '[Result "team 0 wins 21/3"]'))
    assert (fault.kind, fault.line) == ("result", line)
    assert "'team 0 wins 21/3'" in fault.sentence


def test_points_before_the_last_card_are_named() -> None:
    """A round is counted when every card has been played."""
    text = record_text().replace("[Result", '[Points "3/4"]\n\n[Result')
    fault = only_fault(replay(parse_record(text)))
    assert fault.kind == "points"
    assert fault.sentence == "The points are written with 46 cards still to be played."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (",", ",9S,9S,", "9S,9S too many"),
        (r"\w\w,", "", " missing."),
        ("KS", "QS", "KS missing, QS too many"),
        (r'Stock ".*"', 'Stocks_of_ours ""', ""),
    ],
)
def test_a_stock_that_is_not_the_pack_is_named(old: str, new: str, problem: str) -> None:
    """The round cannot be dealt; the next one is, from what its own tags say."""
    text = re.sub(r"\[Seed.*\n", "", record_text())
    line = line_of(text, "[Stock")
    stock = text.split("\n")[line - 1]
    found = replayed_with(text, line, re.sub(old, new, stock, count=1))
    fault = found.faults[0]
    assert fault.kind == "stock"
    assert problem in fault.sentence
    assert fault.line in (line, line_of(text, "[Round"))
    assert found.match is not None
    assert found.match.round == 2
    assert found.match.position == kept_match().match.position
    assert found.match.scores == kept_match().match.scores


def test_a_record_of_another_version_or_game_is_refused_with_its_line() -> None:
    """Nothing of it can be judged."""
    for old, new in (('Format "1"', 'Format "9"'), ("casino_pagat", "whist")):
        with pytest.raises(NotationError, match=r"line [12], column 1\d"):
            parse_record(record_text().replace(old, new))


# --- records that are cut ------------------------------------------------------------------------


def test_a_record_cut_anywhere_says_so() -> None:
    """Cut behind any line it is replayed as far as it goes, and is not taken for whole."""
    text = record_text()
    lines = text.rstrip("\n").split("\n")
    whole = {event.line: event.position for event in replay(parse_record(text)).events}
    for end in range(4, len(lines)):
        found = replay(parse_record("\n".join(lines[:end])))
        assert [fault.kind for fault in found.faults][-1] == "cut"
        assert not found.is_sound
        if end in whole:
            assert found.match is not None
            assert found.match.position == whole[end]


def test_a_record_cut_inside_a_line_says_where() -> None:
    """A tag that is cut is refused with its line; a play that is cut is reported, or is legal."""
    text = record_text()
    for end in range(0, len(text), 7):
        with suppress(NotationError, AmbiguousPlayError):
            found = replay(parse_record(text[:end]))
            assert any(fault.kind == "cut" for fault in found.faults)


def test_a_round_that_stops_before_its_end_is_named_where_the_next_begins() -> None:
    """The rest of the record is judged by its own tags."""
    text = record_text()
    lines = text.split("\n")
    first, last = line_of(text, "40. "), line_of(text, "[Points")
    found = replay(parse_record("\n".join(lines[: first - 1] + lines[last:])))
    fault = found.faults[0]
    assert (fault.kind, fault.line) == (
        "cut",
        line_of(text, "[Round", round_=2) - (last - first) - 1,
    )
    assert fault.sentence == "Round 1 stops after 39 plays, with 9 cards still to be played."
    assert found.match is not None
    assert found.match.position == kept_match().match.position


def test_a_missing_round_is_named() -> None:
    """A record that begins with the second round is judged from there."""
    text = record_text()
    lines = text.split("\n")
    start, second = line_of(text, "[Round"), line_of(text, "[Round", round_=2)
    found = replay(parse_record("\n".join(lines[: start - 1] + lines[second - 1 :])))
    fault = only_fault(found)
    assert (fault.kind, fault.line) == ("round", start)
    assert fault.sentence == "Round 1 should stand here, not 2."
    assert found.match == kept_match().match


def test_a_record_without_a_round_has_nothing_to_resume() -> None:
    """There is no match in it."""
    record = Record(find_variant("tuxedo"), 3, result="unfinished 0/0/0")
    assert replay(record).match is None
    assert [fault.kind for fault in replay(record).faults] == ["cut"]
    with pytest.raises(RecordError, match="no round"):
        resume(record)

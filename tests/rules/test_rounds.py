"""A round in play: turns, deals, the residue, points made during play, proofs, what is seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.position import Hand, Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.rounds import (
    RoundError,
    call_orange,
    give_residue,
    is_over,
    play_on,
    score_round,
    seen_from,
    settle,
)
from casino_tutor.rules.scoring import tally
from tests.random_matches import random_play
from tests.random_positions import random_position


def _play(line: str, *plays: str) -> Position:
    """Play legal plays one after another."""
    position = parse_position(line)
    for play in plays:
        position, verdict = play_on(position, play)
        assert verdict.is_legal, verdict.violations
    return position


# --- turns ---------------------------------------------------------------------------------------


def test_an_illegal_play_changes_nothing() -> None:
    """The position stays, and the verdict says why."""
    table = parse_position("8D 8S,KD/?2 1 20 -/- -")
    after, verdict = play_on(table, "KDx8D")
    assert after is table
    assert [fault.rule for fault in verdict.violations] == ["capture.court_alone"]


def test_the_turn_goes_round() -> None:
    """Seat after seat plays, and after the last one the first again."""
    position = parse_position("8D KD,2C/QD,3C/JD,4C 1 20 -/-/- -")
    for seat, play in ((1, "KD"), (2, "QD"), (3, "JD"), (1, "2C")):
        assert position.turn == seat
        position, _ = play_on(position, play)
    assert position.turn == 2


def test_who_has_cards_left_plays_on_alone() -> None:
    """Kirchner: two cards of one hand are gone at once, and the other plays his out alone."""
    position = _play("QD,JD 7S,5S,2C/9C,8C,3C 1 12 -/- -; variant kirchner", "7S&5SxQD", "9C", "2C")
    assert [len(hand) for hand in position.hands] == [0, 2]
    assert position.turn == 2
    position, _ = play_on(position, "8C")
    assert position.turn == 2
    position, _ = play_on(position, "3C")
    # Now the cards are dealt again, and the eldest hand leads.
    assert position.turn == 1


def test_after_the_last_card_of_a_deal_comes_the_next() -> None:
    """When every hand is empty the stock is dealt on, none of it to the table."""
    position = _play("8D KD/QD 2 (KS,KH,KC,QS,QH,QC,JS,JH) -/- -", "QD", "KD")
    assert position.turn == 1
    assert [len(hand) for hand in position.hands] == [4, 4]
    assert [card.text for card in position.loose] == ["KD", "QD", "8D"]
    assert (position.stock.count, is_over(position)) == (0, False)


def test_a_deal_that_nobody_knows_has_to_wait() -> None:
    """Where only the number of the stock is known, the hands stay empty."""
    position = _play("8D KD/- 1 8 -/- -", "KD")
    assert [len(hand) for hand in position.hands] == [0, 0]
    assert not is_over(position)
    assert settle(position) == position


def test_a_card_is_drawn_after_each_play() -> None:
    """In the drawing game the hand stays full as long as the stock lasts."""
    line = "8D KD,7C,6C,5C/QD,4C,3C,2C 1 (KS,KH) -/- -; option refill=after_play"
    position = _play(line, "KD", "QD")
    assert [len(hand) for hand in position.hands] == [4, 4]
    assert position.stock.count == 0
    position, _ = play_on(position, "7C")
    assert [len(hand) for hand in position.hands] == [3, 4]


# --- the residue ---------------------------------------------------------------------------------


def test_the_last_capturer_gets_what_is_left() -> None:
    """Cards that lie at the end go to whoever captured last, and that is no sweep."""
    end = _play("8D,7D KD/8S,2C 2 0 -/- -; variant royal_yeeqia", "8Sx8D", "KD", "2C")
    assert is_over(end)
    assert not end.loose
    found = tally(end)
    assert (found.cards, found.sweeps) == ((0, 5), (0, 0))


def test_builds_that_are_left_go_with_the_rest() -> None:
    """A build made for a partner may stand to the end."""
    end = give_residue(parse_position("[5H+3C]=8@1,KD -/- - 0 TD/- 1"))
    assert not end.builds
    assert tally(end).cards == (4, 0)


def test_what_nobody_captured_stays_unscored() -> None:
    """If nobody captured in the whole round, nobody gets the cards (A-17)."""
    end = _play("8D KD/QS 1 0 -/- -", "KD", "QS")
    assert is_over(end)
    assert len(end.loose) == 3
    assert score_round(end).points == (0, 0)


def test_the_last_card_that_takes_everything_is_a_sweep() -> None:
    """DS14 and DS15: the very last card sweeps only if it takes everything itself."""
    rules = "variant royal_dominican"
    swept = _play(f"3H,4D -/7S 2 0 -/- 1; {rules}", "7Sx3H+4D")
    assert (is_over(swept), tally(swept).sweeps) == (True, (0, 1))
    part = _play(f"3H,4D,KS -/7S 2 0 -/- 1; {rules}", "7Sx3H+4D")
    assert (tally(part).sweeps, tally(part).cards) == ((0, 0), (0, 4))


# --- sweeps during play --------------------------------------------------------------------------


def test_sweeps_are_recorded_and_cancel_when_counted() -> None:
    """Both sides sweep once: the records stay, and the points cancel by the rules that say so."""
    line = "8D 8S,2H/QD,AC 1 0 -/- -; variant {}"
    for name, items in (("royal_dominican", 0), ("royal_yeeqia", 2)):
        end = _play(line.format(name), "8Sx8D", "QD", "2H", "ACxQD+2H")
        assert tally(end).sweeps == (1, 1)
        scored = [item.item for item in score_round(end).items]
        assert scored.count("sweeps") == items


def test_a_finnish_ace_puts_an_end_to_sweeps() -> None:
    """A at 9 takes an ace and has 10 by that: the sweep that follows is none (A-26)."""
    line = "AS,KC 8D,2C/9D,KD 1 20 -/- -; variant kasino_finnish; score 8/3"
    line = line.replace("AS,KC 8D,2C", "AS,7C,9H 8H,2C")
    position = _play(line, "8Hx7C+AS", "9Dx9H")
    assert tally(position).sweeps == (0, 1)
    swept = _play(line.replace("8/3", "9/3"), "8Hx7C+AS", "9Dx9H")
    assert tally(swept).sweeps == (0, 0)
    at_start = line.replace("kasino_finnish", "kasino_finnish; option sweep_cutoff=any_10_at_start")
    swept = _play(at_start.replace("8/3", "9/3"), "8Hx7C+AS", "9Dx9H")
    assert tally(swept).sweeps == (0, 1)


def test_tuxedo_sweeps_score_by_size_when_they_are_made() -> None:
    """Four table cards make a big sweep, three or fewer a small one."""
    big = _play("5R,4B,3G,6G 9B,2B/TB 1 20 -/- -; variant tuxedo", "9Bx5R+4B,3G+6G")
    assert big.points == (10, 0)
    small = _play("5R,4B 9B,2B/TB 1 20 -/- -; variant tuxedo", "9Bx5R+4B")
    assert small.points == (5, 0)
    # The sweeps are recorded too, but do not score once more at the end.
    assert tally(small).sweeps == (1, 0)
    assert score_round(replace(small, turn=None)).points == (15 + 5 + 5, 0)


# --- oranges -------------------------------------------------------------------------------------

_ORANGE = "5R,3Y,AG,7B 9B,2B/TB,7G/4B,3B 1 20 -/-/- -; variant tuxedo"


def test_an_orange_that_is_called_scores_for_its_maker() -> None:
    """A red and a yellow table card taken together, and called: 10 points."""
    position = _play(_ORANGE, "9Bx5R+3Y+AG:orange")
    assert (position.points, position.pending) == ((10, 0, 0), ())


def test_an_orange_that_is_missed_is_anybody_elses() -> None:
    """The maker says nothing; until the next play another seat may call it, once."""
    missed = _play(_ORANGE, "9Bx5R+3Y+AG")
    assert (missed.points, missed.pending) == ((), (("orange", 1),))
    called = call_orange(missed, 3)
    assert (called.points, called.pending) == ((0, 0, 10), ())
    assert call_orange(called, 2).points == (0, -10, 10)
    # The position line says so too.
    assert "pending orange@1" in str(missed)
    assert parse_position(str(missed)) == missed


def test_after_the_next_play_it_is_too_late() -> None:
    """Nobody called: the next play closes the matter, and a call is then a false one."""
    late = _play(_ORANGE, "9Bx5R+3Y+AG", "TB")
    assert late.pending == ()
    assert call_orange(late, 3).points == (0, 0, -10)


def test_a_false_call_costs_ten() -> None:
    """Red without yellow is no orange, whoever calls it."""
    assert _play(_ORANGE.replace("3Y", "3G"), "9Bx5R+3G+AG:orange").points == (-10, 0, 0)
    assert call_orange(parse_position(_ORANGE), 2).points == (0, -10, 0)


def test_calling_ones_own_orange_too_late() -> None:
    """The maker who calls after the play neither scores nor loses, and others still may call."""
    missed = _play(_ORANGE, "9Bx5R+3Y+AG")
    assert call_orange(missed, 1) == missed


def test_the_capturing_card_makes_no_orange() -> None:
    """A red nine takes a yellow one: both colours have to come from the table, or by option not."""
    line = "9Y,7B 9R,2B/TB,7G 1 20 -/- -; variant tuxedo"
    assert _play(line, "9Rx9Y").pending == ()
    house = f"{line}; option orange_capturing_card=true"
    assert _play(house, "9Rx9Y").pending == (("orange", 1),)
    assert _play(house, "9Rx9Y:orange").points == (10, 0)


@pytest.mark.parametrize(("limit", "points"), [(1, 10), (2, 20), (3, 20)])
def test_several_oranges_in_one_capture(limit: int, points: int) -> None:
    """Two reds and two yellows are one orange, or two by option."""
    rules = f"variant tuxedo; option oranges_per_capture={limit}"
    line = f"5R,4Y,6R,3Y,7B 9B,2B/TB,7G 1 20 -/- -; {rules}"
    assert _play(line, "9Bx5R+4Y,6R+3Y:orange").points == (points, 0)
    missed = _play(line, "9Bx5R+4Y,6R+3Y")
    assert call_orange(missed, 2).points == (0, points)


def test_partners_score_oranges_together() -> None:
    """A seat's call scores for its side."""
    line = "5R,3Y,AG,7B 9B/TB/4B/2B 1 20 -/- -; variant tuxedo; option sides=4:13/24"
    assert call_orange(_play(line, "9Bx5R+3Y+AG"), 4).points == (0, 10)


def test_calls_that_cannot_be() -> None:
    """Oranges are called in Tuxedo only, and by somebody who sits there."""
    with pytest.raises(RoundError, match="knows no oranges"):
        call_orange(parse_position("8D 8S/?1"), 1)
    with pytest.raises(RoundError, match="no seat 3"):
        call_orange(parse_position("5R 9B/?1; variant tuxedo"), 3)


# --- partners ------------------------------------------------------------------------------------


def test_partners_capture_to_one_pile() -> None:
    """Seats 1 and 3 play against 2 and 4; a side's cards lie together."""
    position = _play(
        "8D,7D,6D,5D 8S,KS/7S,KH/6S,KC/5S,KD 1 0 -/- -; variant royal_english",
        *("8Sx8D", "7Sx7D", "6Sx6D", "5Sx5D"),
    )
    assert [[card.text for card in pile.cards] for pile in position.taken] == [
        ["8D", "8S", "6D", "6S"],
        ["7D", "7S", "5D", "5S"],
    ]


def test_a_build_for_the_partner_is_announced() -> None:
    """By option: the partner owns it, and guards it when it is their turn."""
    line = "2D 6H,9C/4C,4H/8H,KC/QC,JC 1 0 -/- -; option build_for_partner=announce"
    position = _play(line, "6H+2D=8@3", "4C")
    (build,) = position.builds
    assert (build.owner, build.value, position.turn) == (3, 8, 3)
    _, verdict = play_on(position, "KC")
    assert [fault.rule for fault in verdict.violations] == ["trail.owner"]
    position, verdict = play_on(position, "8Hx[6H+2D]")
    assert verdict.is_legal
    assert len(position.taken[0]) == 3


def test_who_adds_to_the_partners_build_owns_it() -> None:
    """Any other player who adds becomes the owner, a partner too (A-31, A-35)."""
    line = "[6S+4H]=10@3,KH 2C,QD/?2/?2/?2 1 20 -/- -; variant royal_dominican"
    (build,) = _play(line, "2C+[6S+4H]=12").builds
    assert (build.owner, build.value) == (1, 12)


_PROVABLE = (
    "5D,9H,8C,3S 4D,QS,KC,AC/QC,KS,KH,7S/8S,3C,5H,6C/TD,JC,JH,JS 3 0 -/- -; "
    "variant royal_dominican; option build_for_partner=provable"
)


def test_a_build_proves_the_card_that_takes_it() -> None:
    """Seat 1 builds 12 and so holds a queen; seat 2 takes the build, and the proof still stands."""
    position = _play(_PROVABLE.replace(" 3 0 ", " 1 0 "), "4D+8C=12", "QCx[4D+8C]")
    assert position.proved == ((1, 12),)
    # Seat 3 holds no queen and builds for its partner.
    position, verdict = play_on(position, "3C+9H=12@1")
    assert verdict.is_legal, verdict.violations
    (build,) = position.builds
    assert (build.owner, build.value) == (1, 12)


def test_without_a_proof_nothing_is_built_for_a_partner() -> None:
    """Seat 3 cannot know what its partner holds."""
    _, verdict = play_on(parse_position(_PROVABLE), "3C+9H=12@1")
    assert [fault.rule for fault in verdict.violations] == ["build.unproved"]


def test_a_proof_ends_when_the_card_may_be_gone() -> None:
    """Seat 1 plays a queen: whether it was the proved one nobody can know."""
    position = _play(
        _PROVABLE.replace(" 3 0 ", " 1 0 "),
        *("4D+8C=12", "QCx[4D+8C]", "8S", "TD", "QS"),
    )
    assert position.proved == ()


def test_a_proof_does_not_outlive_its_hand() -> None:
    """With the next deal everything that was proved is over."""
    rules = "variant royal_dominican; option build_for_partner=provable; proved 1=12"
    stock = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TC,9S"
    position = _play(f"8D -/-/-/7D 4 ({stock}) -/- -; {rules}", "7D")
    assert position.proved == ()
    assert [len(hand) for hand in position.hands] == [4, 4, 4, 4]


def test_where_nobody_may_build_for_another_nothing_is_proved() -> None:
    """Two players, or a game without such builds: a position line stays short."""
    for rules in ("royal_dominican", "casino_pagat; option build_for_partner=provable"):
        position = _play(f"2D 6H,8C/?2 1 20 -/- -; variant {rules}", "6H+2D=8")
        assert position.proved == ()


# --- what a seat sees ----------------------------------------------------------------------------


def test_a_seat_sees_its_hand_and_what_lies_open() -> None:
    """Other hands and the stock's order are hidden; the table and what was taken are not."""
    table = parse_position(
        "[5H+3C]=8@2,9D 8S,KD/8H,2C/QS,QD 1 (9S,9H) TD,TC*1/AS,AD/- 1; points 0/5/0"
    )
    assert str(seen_from(table, 1)) == (
        "[5H+3C]=8@2,9D KD,8S/?2/?2 1 2 TD,TC*1/AS,AD/- 1; points 0/5/0"
    )
    assert str(seen_from(table, 3)).split()[1] == "?2/?2/QS,QD"


def test_the_hands_of_the_last_deal_may_lie_open() -> None:
    """A Hungarian option: hidden before it, everybody's in it."""
    house = find_variant("kaszino_hungarian").with_options(open_last_deal=True)
    hands = "8S,KD,3C/8H,2C,4D"
    last, before = (parse_position(f"9D {hands} 1 {n} -/- -", house) for n in (0, 6))
    assert seen_from(last, 1) == last
    assert [len(hand.cards) for hand in seen_from(before, 1).hands] == [3, 0]
    usual = parse_position(f"9D {hands} 1 0 -/- -", "kaszino_hungarian")
    assert [len(hand.cards) for hand in seen_from(usual, 1).hands] == [3, 0]


def test_a_hand_that_is_not_known_stays_so() -> None:
    """A view of a view is the same view."""
    table = parse_position("9D ?2/8H,2C 1 2 -/- 1")
    assert seen_from(seen_from(table, 2), 2) == seen_from(table, 2)
    assert seen_from(table, 1).hands[0] == Hand((), 2)


def test_nobody_sits_at_seat_five() -> None:
    """Only a seat of the table can look at it."""
    for seat in (0, 5):
        with pytest.raises(RoundError, match=f"no seat {seat}"):
            seen_from(parse_position("9D 8S/?1"), seat)


def _all_known(position: Position, rnd: Random) -> Position:
    """Fill every unknown place with a card that is nowhere else."""
    options = position.variant.options
    pack = list(deck_cards(options.deck, options.packs))
    for card in known_cards(replace(position, stock=Stock())).elements():
        pack.remove(card)
    rnd.shuffle(pack)
    hands = []
    for hand in position.hands:
        drawn, pack = pack[: hand.unknown], pack[hand.unknown :]
        hands.append(Hand((*hand.cards, *drawn)))
    return replace(position, hands=tuple(hands), stock=Stock.known(tuple(pack)))


def _reshuffled(position: Position, seat: int, rnd: Random) -> Position:
    """Deal the cards that a seat cannot know anew, to the same places."""
    hidden = [card for i, hand in enumerate(position.hands, 1) if i != seat for card in hand.cards]
    hidden += position.stock.order or ()
    rnd.shuffle(hidden)
    hands = list(position.hands)
    for i, hand in enumerate(hands, 1):
        if i != seat:
            drawn, hidden = hidden[: len(hand)], hidden[len(hand) :]
            hands[i - 1] = Hand(tuple(drawn))
    return replace(position, hands=tuple(hands), stock=Stock.known(tuple(hidden)))


@given(name=st.sampled_from(variant_names()), seed=st.integers(0, 10**6), choice=st.integers(1, 6))
def test_a_view_does_not_hang_on_what_is_hidden(name: str, seed: int, choice: int) -> None:
    """Two states that differ only in cards a seat cannot know look the same to it."""
    rnd = Random(seed)
    position = _all_known(random_position(name, rnd), rnd)
    seat = (choice - 1) % position.seats + 1
    other = _reshuffled(position, seat, rnd)
    assert not position_faults(other)
    view = seen_from(position, seat)
    assert seen_from(other, seat) == view
    assert str(seen_from(other, seat)) == str(view)
    assert not position_faults(view)


@given(name=st.sampled_from(variant_names()), seed=st.integers(0, 10**6))
def test_a_view_after_a_play_hangs_on_that_play_only(name: str, seed: int) -> None:
    """The mover plays the same in two such states: to the mover they still look the same."""
    rnd = Random(seed)
    position = _all_known(random_position(name, rnd), rnd)
    seat = position.turn
    if seat is None or position.hand_played:
        return
    other = _reshuffled(position, seat, rnd)
    draws = position.variant.options.refill == "after_play"
    if draws or len(position.hands[seat - 1]) < 2:
        # The card that is drawn, or the cards of the next deal, are seen, and they differ.
        return
    play = random_play(position, rnd)
    after, verdict = play_on(position, play)
    elsewhere, again = play_on(other, play)
    assert verdict == replace(again, after=verdict.after)
    assert seen_from(after, seat) == seen_from(elsewhere, seat)


@pytest.mark.parametrize("name", variant_names())
def test_everything_a_round_shows_stays_known(name: str) -> None:
    """To the end of a round each seat knows all that was ever open, and no more."""
    variant: Variant = find_variant(name)
    seats = variant.options.seats[-1]
    rnd = Random(seats)
    position = start_round(variant, seats, shuffled(variant.options, 11))
    shown = set(position.loose)
    while position.turn is not None:
        play = random_play(position, rnd)
        shown |= set(play.hand)
        dealt = position.stock.count
        position, _ = play_on(position, play)
        if position.stock.count < dealt:
            # A deal may lay cards on the table.
            shown |= set(position.loose)
        for seat in range(1, seats + 1):
            known: set[Card] = set(known_cards(seen_from(position, seat)))
            assert known == shown | set(position.hands[seat - 1].cards)

"""The other ways to win: most spades, the difference, fewest points, closest, round by round."""

from __future__ import annotations

import pytest

from casino_tutor.model.options import accepted_words
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.endgame import Outcome, conclude, outcome_in_play, secured_items
from casino_tutor.rules.rounds import play_on
from casino_tutor.rules.scoring import ItemPoints

PAGAT = find_variant("casino_pagat")
ACES = "ace_S ace_C ace_H ace_D"
_WORTH = {"cards": 3, "big_casino": 2}


def _items(*sides: str) -> list[ItemPoints]:
    """Read who scores what: for each side the items, as in ``cards ace_S``."""
    return [
        ItemPoints(item, side, _WORTH.get(item, 1))
        for side, own in enumerate(sides)
        for item in own.split()
    ]


def _ended(variant: Variant, start: tuple[int, ...], *sides: str) -> tuple[object, ...]:
    outcome = conclude(variant.options, start, _items(*sides))
    return (outcome.winner, *outcome.scores)


def test_most_spades_decide_equal_totals() -> None:
    """Sweden: 16 each, and whoever has more spades in that round wins; equal spades play on."""
    options = find_variant("kasino_swedish").options
    items = [ItemPoints("cards", 0, 1), ItemPoints("ace_S", 1, 1)]
    assert conclude(options, (15, 15), items, spades=(6, 7)) == Outcome(
        (16, 16), 1, reason="spades"
    )
    assert conclude(options, (15, 15), items, spades=(6, 6)).is_free
    assert conclude(options, (15, 14), items, spades=(6, 7)).reason == "target"
    assert (
        conclude(
            options, (15, 15, 15), [*items, ItemPoints("ace_H", 2, 2)], spades=(7, 3, 3)
        ).winner
        == 2
    )


def test_only_the_winner_of_a_round_scores_the_difference() -> None:
    """The match to 11: eight points to three are five for the winner; four each are nothing."""
    house = PAGAT.with_options(target=11, round_score="difference")
    assert _ended(
        house, (3, 7), "cards big_casino ace_S ace_C ace_H", "spades little_casino ace_D"
    ) == (None, 8, 7)
    assert _ended(house, (7, 10), "cards big_casino ace_S", "little_casino ace_D") == (0, 11, 10)
    assert _ended(house, (3, 7), "cards spades", "big_casino ace_S ace_D") == (None, 3, 7)
    assert _ended(house, (0, 0, 0), "cards", "big_casino", "spades") == (None, 1, 0, 0)


def test_where_few_points_win() -> None:
    """When somebody reaches the target, the lowest total wins; equal lowest totals play on."""
    house = PAGAT.with_options(low_wins=True)
    assert _ended(house, (20, 15, 16), "cards", "ace_S", "") == (None, 23, 16, 16)
    assert _ended(house, (20, 15, 17), "cards", "ace_S", "") == (1, 23, 16, 17)
    assert _ended(house, (5, 5), "cards", "ace_S") == (None, 8, 6)
    # After a tie the next round decides, whoever reached the target.
    assert _ended(house, (23, 16, 16), "", "ace_S", "") == (2, 23, 17, 16)


@pytest.mark.parametrize("rule", accepted_words("win_rule"))
def test_where_few_points_win_nobody_wins_by_being_first(rule: str) -> None:
    """Whatever the win rule says of others, the lowest total wins when the round is over."""
    house = PAGAT.with_options(low_wins=True, win_rule=rule, scoring_time="as_captured")
    for start, items, winner in (
        ((20, 3), ("cards", ""), 1),
        ((18, 20), ("cards", "ace_S"), None),
        ((18, 19), ("cards", "ace_S ace_H ace_D"), 0),
    ):
        outcome = conclude(house.options, start, _items(*items), spades=(7, 6))
        assert outcome.winner == winner
        assert outcome.reason == ("tie" if winner is None else "lowest")
    line = "AS,9D AH,2C/KD,3S 1 20 -/- 1; score 20/3"
    assert outcome_in_play(_played_by(house, line, "AHxAS")) is None


def _played_by(house: Variant, line: str, play: str) -> Position:
    after, verdict = play_on(parse_position(line, house), play)
    assert verdict.is_legal
    return after


def test_the_total_closer_to_the_target_wins() -> None:
    """Denmark: of several that pass the target the lower total wins; equal totals play on."""
    house = PAGAT.with_options(win_rule="closest")
    assert _ended(house, (20, 20), "cards", "ace_S") == (1, 23, 21)
    assert _ended(house, (20, 3), "cards", "ace_S") == (0, 23, 4)
    assert _ended(house, (18, 20), "cards", "ace_S") == (None, 21, 21)
    assert _ended(house, (20, 20, 20), "cards", "ace_S", "big_casino") == (1, 23, 21, 22)
    assert conclude(house.options, (20, 20), _items("cards", "ace_S")).reason == "closest"
    # Both are over already: from then on the lower total of the two wins.
    tied = conclude(house.options, (18, 20), _items("cards", "ace_S"))
    assert tied.is_free
    assert _ended(house, tied.scores, "cards", "ace_S") == (1, 24, 22)


@pytest.mark.parametrize("rule", accepted_words("win_rule"))
def test_each_round_a_match_of_its_own(rule: str) -> None:
    """With a target of one the best score of the round wins, not whoever scored first."""
    house = PAGAT.with_options(target=1, win_rule=rule, scoring_time="as_captured")
    assert _ended(house, (0, 0), "cards", ACES) == (1, 3, 4)
    assert _ended(house, (0, 0), ACES + " big_casino", "") == (0, 6, 0)
    assert _ended(house, (0, 0, 0), "cards", "big_casino", "ace_S") == (0, 3, 2, 1)
    # Equal scores play on, as do none at all; the next round is added.
    assert _ended(house, (0, 0), "big_casino", "ace_S ace_H") == (None, 2, 2)
    assert _ended(house, (0, 0), "", "") == (None, 0, 0)
    assert _ended(house, (2, 2), "cards", ACES) == (1, 5, 6)
    line = "AS,9D AH,2C/KD,3S 1 20 -/- 1; score 0/0"
    assert outcome_in_play(_played_by(house, line, "AHxAS")) is None


#: What A and B score besides, each before the other in the order of counting.
NEW_ITEMS = """
over_spades        diamonds
spades             over_spades
diamonds           big_casino
little_casino      seven_of_diamonds
seven_of_diamonds  ace_S
other_cards        four_aces
four_aces          four_sixes
four_sixes         four_sevens
four_sevens        sweeps
"""


@pytest.mark.parametrize("line", NEW_ITEMS.strip().splitlines())
def test_where_other_items_stand_in_the_order(line: str) -> None:
    """Spades above six after spades, diamonds then; the seven after the twos, fours after aces."""
    first, second = line.split()
    options = PAGAT.with_options(win_rule="count_out").options
    items = [ItemPoints(first, 1, 1), ItemPoints(second, 0, 1)]
    assert conclude(options, (20, 20), items).winner == 1


@pytest.mark.parametrize("late", ["over_spades", "diamonds"])
def test_what_counts_at_once_comes_before_most_diamonds(late: str) -> None:
    """Where points count as they are made, spades and diamonds are counted last of all."""
    options = PAGAT.with_options(win_rule="mid_round").options
    items = [ItemPoints(late, 1, 1), ItemPoints("four_sevens", 0, 1)]
    assert conclude(options, (20, 20), items).winner == 0


def test_nothing_is_secured_that_can_be_lost_again() -> None:
    """Where the tops of piles may be taken, a Casino in one's pile is not secured."""
    table = parse_position("6H 6S/6D 1 4 TD/2S 1; option steal_tops=build_and_capture")
    assert secured_items(table) == ()


def test_a_claim_is_not_counted() -> None:
    """Where the target is claimed, reaching it wins nothing by itself."""
    house = PAGAT.with_options(win_rule="claim")
    assert _ended(house, (20, 20), "cards", "spades") == (None, 23, 21)

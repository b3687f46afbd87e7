"""Worlds: the ways in which hidden cards may lie, and what everybody knows of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest

from casino_tutor.engine.chances import unseen_cards
from casino_tutor.engine.solution import EngineError
from casino_tutor.engine.worlds import MOST_LISTED, Worlds
from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.position import Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.values import card_values
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.groups import shared_out
from casino_tutor.rules.rounds import seen_from
from tests.engine.test_opponents import in_mid_round

TABLES = [(name, n) for name in variant_names() for n in find_variant(name).options.seats]


def worlds_of(line: str, count: int = 50) -> list[Position]:
    """Return some worlds of a table."""
    worlds = Worlds(parse_position(line))
    return [worlds.position(world) for world in islice(worlds.each(Random(1)), count)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_card_lies_somewhere(name: str, players: int) -> None:
    """In a world each card of the pack lies in one place, and what the seat sees is as it was."""
    position = in_mid_round(name, players, 3)
    view = seen_from(position, position.turn or 1)
    worlds = Worlds(view)
    for world in islice(worlds.each(Random(2)), 5):
        whole = worlds.position(world)
        pack = deck_counts(whole.variant.options.deck, whole.variant.options.packs)
        assert known_cards(whole) == pack
        assert not position_faults(whole)
        assert seen_from(whole, whole.turn or 1) == view


def test_few_hands_are_gone_through_one_by_one() -> None:
    """Where few hands are possible each comes once, in an order that hangs on the seed only."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H/9D,9C,8S,8H,8D,8C,7S,7H,7D,7C"
    view = parse_position(f"AS,2S AH,AD/?2 1 18 {taken} 1")
    worlds = Worlds(view)
    unseen = unseen_cards(view)
    assert (worlds.are_few, worlds.number()) == (True, len(list(combinations(unseen, 2))))
    hands = [world.hands[1] for world in worlds.each(Random(1))]
    assert Counter(map(frozenset, hands)) == Counter(map(frozenset, combinations(unseen, 2)))
    assert hands == [world.hands[1] for world in worlds.each(Random(1))]
    assert hands != [world.hands[1] for world in worlds.each(Random(2))]


def test_many_hands_are_drawn_evenly() -> None:
    """Where many hands are possible each card comes about equally often."""
    view = parse_position("8D,6C,2D 8S,KD,QC,3D/?4 1 40 -/- -")
    worlds = Worlds(view)
    assert worlds.count > MOST_LISTED
    assert worlds.number() is None
    drawn = [world.hands[1] for world in islice(worlds.each(Random(1)), 3_000)]
    counts = Counter(card for hand in drawn for card in hand)
    expected = 3_000 * 4 / len(worlds.unseen)
    assert set(counts) == set(worlds.unseen)
    assert all(0.75 * expected < count < 1.25 * expected for count in counts.values())


# --- what everybody knows ------------------------------------------------------------------------


def test_an_owner_holds_a_card_for_each_build() -> None:
    """Ruling R1: whoever owns builds of 9 and 10 holds a card for each."""
    line = "[5H+4C]=9@2,[6H+4S]=10@2,2D 8S,7D,AS/?3 1 38 -/- -"
    values = card_values(find_variant("casino_pagat").options)
    for world in worlds_of(line):
        assert shared_out(world.hands[1].cards, frozenset({9, 10}), values) == 2


def test_no_card_answers_for_two_builds() -> None:
    """Where an ace is one value a play it guards a build of 1 or of 14, not both (rulings R1)."""
    line = "[KS+AD]=14@2,[5H+4C]=9@2 8S,7D/?2 1 44 -/- -; variant royal_dominican"
    values = card_values(find_variant("royal_dominican").options)
    for world in worlds_of(line):
        assert shared_out(world.hands[1].cards, frozenset({9, 14}), values) == 2


def test_cards_that_were_seen_in_a_hand_stay_there() -> None:
    """A hand may be known in part."""
    for world in worlds_of("8D,6C 8S,KD/QS,?3 1 40 -/- -"):
        assert Card("QS") in world.hands[1].cards
        assert len(world.hands[1]) == 4


def test_a_proof_shows_a_card() -> None:
    """In a partnership a seat that has proved a value holds a card of it."""
    line = "8D,6C,5H 8S,KD,3C/?3/?3/?3 1 36 -/- -; proved 3=9; variant royal_english"
    for world in worlds_of(line):
        assert any(card.rank == "9" for card in world.hands[2].cards)


def test_cards_of_a_pile_that_is_not_written_are_dealt_to_it() -> None:
    """Forgotten cards of a capture pile lie there, below those that are known."""
    for world in worlds_of("8D,6C 8S,KD/?2 1 40 ?4,TD/- 1"):
        assert len(world.taken[0].cards) == 5
        assert world.taken[0].cards[-1] == Card("TD")


# --- views that no deal explains -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("8D - - 0 -/- -", "the round is over"),
        ("8D 8S,?2/?3 1 40 -/- -", "2 of its cards are not known"),
        # All nines have been seen: nobody can own a build of 9.
        ("[5H+4C]=9@2,9C,9D 9S,9H/?2 1 40 -/- -", "seat 2 owns builds of 9"),
    ],
)
def test_a_view_that_no_deal_explains(line: str, said: str) -> None:
    """What is wrong is said at once."""
    with pytest.raises(EngineError, match=said):
        Worlds(parse_position(line))


def test_more_hidden_cards_than_the_pack_has() -> None:
    """A position that was not read from a line is looked at, too."""
    view = parse_position("8D 8S/?3 1 40 -/- -")
    with pytest.raises(EngineError, match="the pack has 52"):
        Worlds(replace(view, stock=Stock(80)))


# --- likely hands --------------------------------------------------------------------------------


def test_cards_that_are_less_likely_come_less_often() -> None:
    """A card of which half is to be expected comes half as often as one that says nothing."""
    view = parse_position("8D,6C,2D 8S,KD,QC,3D/?4 1 40 -/- -")
    less = {2: {Card("8H"): 0.5, Card("8C"): 0.0}}
    drawn = [world.hands[1] for world in islice(Worlds(view, less).each(Random(1)), 4_000)]
    counts = Counter(card for hand in drawn for card in hand)
    usual = counts.total() / len(counts)
    assert counts[Card("8C")] == 0
    assert 0.35 * usual < counts[Card("8H")] < 0.7 * usual


def test_few_hands_are_weighted() -> None:
    """Where each hand is gone through once its chance is its weight."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H/9D,9C,8S,8H,8D,8C,7S,7H,7D,7C"
    view = parse_position(f"AS,2S AH,AD/?2 1 18 {taken} 1")
    worlds = Worlds(view, {2: {Card("3C"): 0.5, Card("3D"): 0.25}})
    weights = {frozenset(world.hands[1]): world.weight for world in worlds.each(Random(1))}
    assert weights[frozenset({Card("3C"), Card("3D")})] == 0.125
    assert weights[frozenset({Card("3C"), Card("4D")})] == 0.5
    assert weights[frozenset({Card("5C"), Card("4D")})] == 1.0

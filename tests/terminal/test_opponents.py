"""The simplest opponent, and rounds that it plays alone."""

from __future__ import annotations

import json
from random import Random

import pytest

from casino_tutor.engine.opponents import Simple
from casino_tutor.model.cards import deck_cards
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import DealError, deal_plan
from casino_tutor.terminal.opponents import simulate_answer, simulate_text


@pytest.mark.parametrize(
    ("line", "play"),
    [
        # What scores most for certain.
        ("AC,8D,6C,2D 8S,AD/?2", "ADxAC"),
        ("TD,8D 8S,TC/?2", "TCxTD"),
        ("2S,6H,5D,3C 8S,KD/?2", "8Sx6H+2S"),
        # A sweep, where it scores.
        ("8D,5C,3D 8S,KD/?2; variant royal_yeeqia", "8Sx8D,5C+3D"),
        # Otherwise the lowest card is trailed, an ace before a two.
        ("KC,QD 8S,3D,AH/?2", "AH"),
        ("KC,QD JS,9S,TD/?2", "9S"),
        # An orange is called.
        ("5R,4Y,7B 9B,2B/?2; variant tuxedo", "9Bx5R+4Y:orange"),
        # An owner, who may not trail, takes the build.
        ("[5H+3C]=8@1,KD 8C,2H/?2", "8Cx[5H+3C]"),
    ],
)
def test_what_the_simplest_opponent_plays(line: str, play: str) -> None:
    """The capture with most certain points, else the lowest card."""
    assert str(Simple().choose(parse_position(line), Random(0))) == play


@pytest.mark.parametrize("name", variant_names())
def test_rounds_are_played_out(name: str) -> None:
    """For every number of players: all cards are taken, or lie where nobody captured."""
    variant = find_variant(name)
    for players in variant.options.seats:
        answer = simulate_answer(variant, players, 2, seed=3)
        taken = sum(side["cards"] for side in answer["sides"].values())
        pack = len(deck_cards(variant.options.deck, variant.options.packs))
        assert taken + answer["residue"] == 2 * pack
        if variant.options.hand_cards == "one":
            table = sum(deal.table for deal in deal_plan(variant.options, players))
            assert answer["plays"] == 2 * (pack - table)
        assert len(answer["sides"]) == len(variant.options.sides_for(players))
        assert simulate_answer(variant, players, 2, seed=3) == answer
        assert json.loads(json.dumps(answer)) == answer


def test_no_rounds_at_all() -> None:
    """Nothing played is nothing scored."""
    answer = simulate_answer(find_variant("casino_pagat"), 2, 0, seed=1)
    assert answer["sides"]["A"] == {
        "points": 0,
        "best": 0,
        "cards": 0,
        "sweeps": 0,
        "average": 0.0,
    }


def test_the_wrong_number_of_players() -> None:
    """A game for two is not simulated with five."""
    with pytest.raises(DealError, match="2 seats"):
        simulate_answer(find_variant("kirchner"), 5, 1, seed=1)


def test_the_text_for_a_person() -> None:
    """One line for all, one for each side."""
    lines = simulate_text(simulate_answer(find_variant("casino_pagat"), 2, 3, seed=1)).splitlines()
    assert lines[0] == "3 rounds of casino_pagat with 2 players, seed 1: 144 turns, all by simple."
    assert [line[0] for line in lines[1:]] == ["A", "B"]
    assert "points a round" in lines[1]

"""What the terminal says of a deal."""

from __future__ import annotations

import json

import pytest

from casino_tutor.draw.text import Style
from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.checks import known_cards
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.dealing import DealError, is_untouched
from casino_tutor.terminal.dealing import RULES, deal_answer, deal_text


def _pack(variant: Variant) -> tuple[Card, ...]:
    return deck_cards(variant.options.deck, variant.options.packs)


@pytest.mark.parametrize("name", variant_names())
def test_the_numbers_of_a_deal_add_up(name: str) -> None:
    """What the players get and what the table gets are the whole pack."""
    variant = find_variant(name)
    for players in variant.options.seats:
        answer = deal_answer(variant, players)
        whole = answer["each"] * players + answer["table"]
        assert whole == answer["deck"] == len(_pack(variant))
        dealt = sum(packet["cards"] for packet in answer["packets"])
        assert dealt == answer["cards_each_per_deal"] * players + answer["table_first_deal"]
        assert (answer["dealer"], answer["leader"]) == (players, 1)
        assert [rule["option"] for rule in answer["rules"]] == list(RULES)
        assert json.loads(json.dumps(answer)) == answer


def test_a_seed_deals() -> None:
    """With a seed the answer holds a position line, the first round of the match of that seed."""
    variant = find_variant("royal_dominican")
    answer = deal_answer(variant, 4, seed=12)
    position = parse_position(answer["position"])
    assert is_untouched(position)
    assert position.seats == 4
    assert len(known_cards(position)) == 52
    assert answer["first_dealer"]["player"] in range(4)
    assert deal_answer(variant, 4, seed=12) == answer
    assert deal_answer(variant, 4, seed=13) != answer


def test_without_a_seed_nothing_is_dealt() -> None:
    """The rules of dealing need no cards."""
    answer = deal_answer(find_variant("casino_pagat"), 2)
    assert "position" not in answer
    assert "seed" not in answer


def test_the_text_for_a_person() -> None:
    """The deals, the packets in order, the rules with their sources, the cards."""
    variant = find_variant("kasino_swedish")
    lines = deal_text(deal_answer(variant, 3, seed=4), Style()).splitlines()
    assert lines[0] == (
        "52 cards for 3 players: 4 deals of 4 cards each, 4 cards to the table in the first."
    )
    assert lines[1] == (
        "The first deal: 2 cards to seat 1, 2 cards to seat 2, 2 cards to seat 3 (the dealer), "
        "2 cards to the table, twice over."
    )
    assert "Everybody draws a card, and the highest deals first." in lines[2]
    assert lines[2].endswith(")")
    assert "Seed 4: player " in lines[-2]
    assert " drew " in lines[-2]
    assert lines[-1].endswith("; variant kasino_swedish")


@pytest.mark.parametrize(
    ("name", "players", "said"),
    [
        ("swazi", 2, "4 cards to the table; then 1 card to seat 1, 1 card to seat 2 (the dealer),"),
        ("south_african", 3, "1 card to seat 3 (the dealer), 1 card to the table."),
        ("casino_pagat", 2, "2 cards to seat 1, 2 cards to the table, 2 cards to seat 2 (the"),
    ],
)
def test_where_the_first_table_cards_come_from(name: str, players: int, said: str) -> None:
    """Cut from the middle before the deal, the one left over at its end, or dealt with the rest."""
    answer = deal_answer(find_variant(name), players)
    lines = deal_text(answer, Style()).splitlines()
    assert said in lines[1]
    (rule,) = (rule for rule in answer["rules"] if rule["option"] == "layout_from")
    assert rule["sentence"] in "\n".join(lines)


def test_a_single_deal_is_not_called_the_first() -> None:
    """Where everything is dealt at once there is no later deal to tell it from."""
    lines = deal_text(deal_answer(find_variant("swazi"), 4), Style()).splitlines()
    assert lines[0] == "52 cards for 4 players: 1 deal of 12 cards each, 4 cards to the table."
    assert lines[1].endswith("12 times over.")


def test_a_last_deal_that_differs_is_said() -> None:
    """Tuxedo with five: three each at the end, one to the table."""
    assert "3 each and 1 to the table in the last." in deal_text(
        deal_answer(find_variant("tuxedo"), 5), Style()
    )


def test_too_many_players() -> None:
    """One line says for how many the game is."""
    with pytest.raises(DealError, match=r"^kirchner is for 2 seats, not 4$"):
        deal_answer(find_variant("kirchner"), 4)

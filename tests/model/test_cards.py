"""Cards and packs: what is printed on a card, and which cards a pack has."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy

import pytest

from casino_tutor.model.cards import RANKS, SUITS, Card, cards_text, deck_cards, find_card
from casino_tutor.model.errors import NotationError

PACKS = {
    ("52", 1): 52,
    ("52", 2): 104,
    ("40", 1): 40,
    ("rook40", 1): 40,
    ("rook56", 1): 56,
}


@pytest.mark.parametrize(("pack", "count"), PACKS.items())
def test_a_pack_has_its_cards(pack: tuple[str, int], count: int) -> None:
    """52 cards, 40 without courts, Rook 40 and 56, two packs."""
    cards = deck_cards(*pack)
    assert len(cards) == count
    assert set(Counter(cards).values()) == {pack[1]}


def test_the_pack_without_courts_is_the_whole_pack_less_twelve() -> None:
    """40 cards: the ordinary pack without jacks, queens and kings."""
    courts = set(deck_cards("52")) - set(deck_cards("40"))
    assert {card.rank for card in courts} == {"J", "Q", "K"}
    assert all(card.is_court for card in courts)


def test_rook_cards_have_four_colours_and_their_number() -> None:
    """Rook cards run from 1, written A, to 10 or 14, in black, red, green and yellow."""
    for deck, highest in (("rook40", 10), ("rook56", 14)):
        cards = deck_cards(deck)
        assert {card.suit for card in cards} == set("BRGY")
        assert {card.number for card in cards} == set(range(1, highest + 1))
        assert not any(card.is_court for card in cards)


def test_cards_are_ordered_king_to_two_then_the_ace() -> None:
    """By rank, king first and ace last; in a rank spades, hearts, diamonds, clubs."""
    ranks = dict.fromkeys(card.rank for card in sorted(deck_cards("52")))
    assert "".join(ranks) == "KQJT98765432A"
    assert cards_text(card for card in deck_cards("52") if card.rank == "T") == "TS,TH,TD,TC"
    colours = [card for card in deck_cards("rook40") if card.rank == "9"]
    assert cards_text(sorted(colours)) == "9B,9R,9G,9Y"


def test_every_card_is_written_and_found_again() -> None:
    """The text of a card names it, and no two cards share a text."""
    written = [rank + suit for rank in RANKS for suit in SUITS]
    cards = [card for text in written if (card := find_card(text)) is not None]
    assert len({card.text for card in cards}) == len(cards)
    assert all(Card(card.text) is card for card in cards)
    assert {card for deck in ("52", "rook56") for card in deck_cards(deck)} <= set(cards)


def test_jokers_have_a_suit_of_their_own() -> None:
    """The Zwicker jokers are 15, 20 and 25 of suit Z, and Z has no other card."""
    assert [find_card(rank + "Z") is not None for rank in ("15", "20", "25", "A", "K")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert find_card("15S") is None


@pytest.mark.parametrize("text", ["", "8", "S8", "1S", "8X", "8s", "10D", "ZZ", "8S "])
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    """A card is written strictly here; the forgiving reader is that of plays."""
    assert find_card(text) is None
    with pytest.raises(NotationError, match="not a card"):
        Card(text)


def test_a_card_does_not_change() -> None:
    """Cards are values: nobody can write on one, and copies are the card itself."""
    card = Card("TD")
    with pytest.raises(AttributeError):
        card.rank = "9"
    assert deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert repr(card) == "Card('TD')"


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("TD", "ten of diamonds", 10),
        ("2S", "two of spades", 2),
        ("AH", "ace of hearts", 1),
        ("QC", "queen of clubs", None),
        ("9R", "red 9", 9),
        ("AY", "yellow 1", 1),
        ("14G", "green 14", 14),
        ("15Z", "joker 15", 15),
    ],
)
def test_a_card_can_be_said_in_words(text: str, name: str, number: int | None) -> None:
    """A screen reader says the card; a court card has no number of its own."""
    card = Card(text)
    assert card.name == name
    assert card.number == number

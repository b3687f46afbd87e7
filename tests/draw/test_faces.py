"""Single card faces."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from casino_tutor.draw.faces import card_svg, colour_of
from casino_tutor.draw.svg import _CLOTH, _GOLD, _PANEL, _WHITE
from casino_tutor.model.cards import RANKS, SUITS, Card, find_card

EVERY_CARD = [card for rank in RANKS for suit in SUITS if (card := find_card(rank + suit))]
TEXT = "{http://www.w3.org/2000/svg}text"


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` as the web's accessibility rules define it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_card_has_a_face_with_its_rank() -> None:
    """Of every pack each card can be drawn, and its label is its name."""
    for card in EVERY_CARD:
        root = ET.fromstring(card_svg(card))
        index = next(root.iter(TEXT))
        wanted = {"T": "10"}.get(card.rank, card.rank)
        wanted = "1" if card.rank == "A" and card.suit in "BRGY" else wanted
        assert index.text == wanted
        assert root.get("aria-label") == card.name


def test_a_rook_card_says_its_colour_in_a_letter() -> None:
    """The colour of a Rook card is not told by colour alone."""
    texts = [text.text for text in ET.fromstring(card_svg(Card("9Y"))).iter(TEXT)]
    assert texts == ["9", "Y"]


@pytest.mark.parametrize("four_colour", [True, False])
def test_every_index_can_be_read_on_white(four_colour: bool) -> None:
    """Contrast of at least 4.5 to 1."""
    for card in EVERY_CARD:
        assert contrast(colour_of(card, four_colour), "#ffffff") >= 4.5


@pytest.mark.parametrize("ground", [_CLOTH, _PANEL])
def test_every_word_can_be_read_on_the_cloth(ground: str) -> None:
    """Words are white or gold, and both stand out from cloth and panels."""
    assert contrast(_WHITE, ground) >= 4.5
    assert contrast(_GOLD, ground) >= 4.5


def test_two_or_four_colours() -> None:
    """Four colours tell the suits apart; two are red and black."""
    suits = [Card(f"8{suit}") for suit in "SHDC"]
    assert len({colour_of(card) for card in suits}) == 4
    spade, heart, diamond, club = (colour_of(card, four_colour=False) for card in suits)
    assert (spade, heart) == (club, diamond)


@pytest.mark.parametrize("mark", ["good", "bad", "chosen"])
def test_a_mark_is_said_and_drawn(mark: str) -> None:
    """A marked card has an outline, a sign and a word."""
    plain, marked = card_svg(Card("8S")), card_svg(Card("8S"), mark=mark)
    assert f'aria-label="eight of spades, {mark}"' in marked
    assert len(list(ET.fromstring(marked).iter())) > len(list(ET.fromstring(plain).iter())) + 2


def test_an_unknown_mark_is_refused() -> None:
    """The error names the marks there are."""
    with pytest.raises(ValueError, match="good, bad, chosen"):
        card_svg(Card("8S"), mark="best")

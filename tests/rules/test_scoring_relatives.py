"""What scores in the relatives: penalties, spades that are enough, diamonds, fours, a shutout."""

from __future__ import annotations

import pytest

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.scoring import (
    ItemPoints,
    Tally,
    carried_over,
    certain_majorities,
    scored_items,
    shut_out,
    side_points,
)
from casino_tutor.rules.worth import share

PAGAT = find_variant("casino_pagat")


def _tally(
    cards: tuple[int, ...], spades: tuple[int, ...], items: str = "", **more: object
) -> Tally:
    """Make a tally; `items` are the special cards of each side, as in ``TD,2S / AH``."""
    held = [part.strip() for part in items.split("/")] + [""] * len(cards)
    own = tuple(
        tuple(Card(text) for text in part.split(",") if text) for part in held[: len(cards)]
    )
    return Tally(cards, spades, own, (0,) * len(cards), **more)  # type: ignore[arg-type]


def _split(cards: tuple[Card, ...], cut: int) -> Tally:
    """Give the first cards to one side and the others to the other."""
    piles = cards[:cut], cards[cut:]
    spades, diamonds = (
        tuple(sum(card.suit == suit for card in pile) for pile in piles) for suit in "SD"
    )
    sizes = (len(piles[0]), len(piles[1]))
    return Tally(sizes, spades, piles, (0, 0), 0, diamonds=diamonds)


def _scores(variant: Variant, found: Tally) -> tuple[int, ...]:
    return side_points(scored_items(found, variant.options), found.sides)


#: Two packs and no points but the penalties of rules 10.3.
PENALTIES = PAGAT.with_options(
    packs=2,
    scoring="spade_penalties",
    cards_points=0,
    spades_points=0,
    big_casino_points=3,
    little_casino_points=2,
)


def test_penalties_of_two_packs() -> None:
    """Tens of diamonds 3, twos and aces of spades 2, other aces and spades 1: 42 in all."""
    assert sum(_scores(PENALTIES, _split(deck_cards("52", 2), 50))) == 42
    for card, points in (("TD", 3), ("2S", 2), ("AS", 2), ("AH", 1), ("JS", 1), ("KH", 0)):
        assert _scores(PENALTIES, _tally((0, 0), (0, 0), f"{card},{card}")) == (2 * points, 0)


#: By two sides or three, who has how many cards and spades; what cards 3 and spades 1 bring.
BY_SIDES = """
always     27,25     7,6     3,1
two_sides  27,25     7,6     3,1
always     27,20,5   3,7,3   3,1,0
two_sides  27,20,5   3,7,3   0,0,0
"""


@pytest.mark.parametrize("line", BY_SIDES.strip().splitlines())
def test_most_cards_with_three_sides(line: str) -> None:
    """By option three players each for themselves score nothing for cards and spades."""
    rule, *numbers = line.split()
    cards, spades, points = (tuple(map(int, text.split(","))) for text in numbers)
    house = PAGAT.with_options(majorities=rule)
    expected = (points[0] + points[1], 0) if len(points) == 2 else points
    assert _scores(house, _tally(cards, spades)) == expected
    if rule == "two_sides" and len(points) == 3:
        tied = _tally((20, 20, 12), (0, 0, 0))
        assert carried_over(tied, house.with_options(tie_cards="carry").options) == ()


@pytest.mark.parametrize(
    ("spades", "points"), [((5, 5), (1, 1)), ((6, 4), (1, 0)), ((4, 4), (0, 0)), ((0, 10), (0, 1))]
)
def test_spades_enough(spades: tuple[int, ...], points: tuple[int, ...]) -> None:
    """By option every side with five spades scores: at five each both do (rules 9.3)."""
    house = PAGAT.with_options(deck="40", spades_needed=5, tie_spades="carry")
    found = _tally((0, 0), spades)
    assert _scores(house, found) == points
    assert carried_over(found, house.options) == ()
    # Who has enough has it for certain, in the middle of the round too.
    certain = certain_majorities(found, house.options)
    assert tuple((item.side, item.points) for item in certain) == tuple(
        (side, 1) for side, own in enumerate(points) if own
    )


def test_nothing_is_certain_that_can_be_lost_again() -> None:
    """Where the top of a pile may be taken, 27 cards and seven spades may become fewer."""
    house = PAGAT.with_options(steal_tops="build_and_capture")
    assert certain_majorities(_tally((27, 0), (7, 0)), house.options) == ()


def test_spades_above_six() -> None:
    """By option the seventh spade and each further one score, on top of most spades."""
    house = PAGAT.with_options(over_spades_points=1)
    assert _scores(house, _tally((0, 0), (9, 4))) == (1 + 3, 0)
    assert _scores(house, _tally((0, 0), (6, 6))) == (0, 0)


#: The points of Diamond Casino (rules 11).
DIAMONDS = PAGAT.with_options(
    deck="40",
    cards_points=1,
    spades_points=0,
    big_casino_points=0,
    little_casino_points=0,
    ace_points=0,
    diamonds_points=1,
    seven_of_diamonds_points=1,
    four_alike_points=2,
)


@pytest.mark.parametrize(
    ("cut", "items"),
    [
        # The pack in order, tens first: one side has it down to the sixes, and so on.
        (20, "four_sevens:2-0 four_sixes:2-0 four_aces:0-2 seven_of_diamonds:1-0"),
        (16, "four_sevens:2-0 four_sixes:0-2 four_aces:0-2 seven_of_diamonds:1-0 cards:0-1"),
        (14, "four_sevens:0-0 four_sixes:0-2 four_aces:0-2 seven_of_diamonds:0-1 diamonds:0-1"),
    ],
)
def test_diamond_casino(cut: int, items: str) -> None:
    """Most cards, most diamonds, the seven of diamonds, and all of a rank."""
    found = scored_items(_split(deck_cards("40"), cut), DIAMONDS.options)
    for text in items.split():
        name, points = text.split(":")
        own = side_points([item for item in found if item.item == name], 2)
        assert own == tuple(map(int, points.split("-"))), name


def test_a_diamond_is_worth_its_share() -> None:
    """Until most diamonds are decided each is worth a tenth of them; so are spades of five."""
    worth = [share(Card(text), DIAMONDS.options) for text in ("9D", "9S")]
    assert [str(one) for one in worth] == ["1/8", "1/40"]
    house = PAGAT.with_options(deck="40", cards_points=0, spades_needed=5)
    assert str(share(Card("9S"), house.options)) == "1/5"


def test_nobody_has_most_diamonds() -> None:
    """At five diamonds each nobody scores; the sixth decides, and is certain."""
    for diamonds, side in (((5, 5), None), ((6, 4), 0), ((4, 6), 1)):
        found = _tally((0, 0), (0, 0), diamonds=diamonds)
        expected = () if side is None else (ItemPoints("diamonds", side, 1),)
        assert scored_items(found, DIAMONDS.options) == expected
        assert certain_majorities(found, DIAMONDS.options) == expected


def test_all_of_a_rank_in_two_packs() -> None:
    """With two packs there are eight aces to have."""
    house = DIAMONDS.with_options(packs=2)
    aces = ("AS", "AH", "AD", "AC")
    for times, points in ((1, 0), (2, 2)):
        assert _scores(house, _tally((0, 0), (0, 0), ",".join(aces * times))) == (points, 0)


# --- a shutout -----------------------------------------------------------------------------------

SHUTOUT = PAGAT.with_options(shutout=True, cards_points=2, spades_points=2, tie_cards="split")
_ALL = "AS,AH,AD,AC,TD,2S"


@pytest.mark.parametrize(
    ("cards", "spades", "items", "points"),
    [
        # A has every card that scores: it gets B's points for cards and spades too.
        ((20, 32), (6, 7), _ALL, (11, 0)),
        ((26, 26), (6, 7), _ALL, (11, 0)),
        ((32, 20), (7, 6), f" / {_ALL}", (0, 11)),
        # One ace is enough to lose nothing.
        ((20, 32), (6, 7), "AH,AD,AC,TD,2S / AS", (6, 5)),
        # A card that scores is still to be taken, so nothing is settled yet.
        ((20, 31), (6, 7), "AH,AD,AC,TD,2S", (6, 4)),
        ((20, 20), (6, 6), "", (1, 1)),
    ],
)
def test_a_side_without_a_scoring_card_loses_everything(
    cards: tuple[int, ...], spades: tuple[int, ...], items: str, points: tuple[int, ...]
) -> None:
    """All eleven points go to the other side, those of tied cards too (rules 9.3)."""
    found = _tally(cards, spades, items)
    assert _scores(SHUTOUT, found) == points
    assert (shut_out(found, SHUTOUT.options) is None) == (0 not in points)
    without = SHUTOUT.with_options(shutout=False)
    assert sum(_scores(without, found)) == sum(points)


def test_a_shutout_is_between_two_sides() -> None:
    """Three players each score what they have; a carried tie goes to the winner of a shutout."""
    assert _scores(SHUTOUT, _tally((20, 20, 12), (3, 4, 6), _ALL)) == (1 + 7, 1, 2)
    house = SHUTOUT.with_options(tie_cards="carry")
    found = _tally((26, 26), (6, 7), _ALL, carry=(("cards", 2),), points=(0, 3))
    assert _scores(house, found) == (11 + 2 + 3, 0)
    assert carried_over(found, house.options) == ()

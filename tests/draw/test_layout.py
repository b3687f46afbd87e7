"""Where cards and builds lie."""

from __future__ import annotations

from itertools import pairwise

import pytest

from casino_tutor.draw.faces import HEIGHT, STEP, WIDTH
from casino_tutor.draw.layout import Layout, Spot, build_cards, pack, rows_of_cards
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Sets


@pytest.mark.parametrize("overlap", [True, False])
@pytest.mark.parametrize("room", [70, 200, 580])
def test_cards_stay_in_their_room_and_leave_each_index_free(room: float, overlap: bool) -> None:
    """However many cards there are, rows are broken before an index is covered."""
    for count in range(41):
        spots = rows_of_cards(count, room, overlap=overlap).spots
        assert len(spots) == len(set(spots)) == count
        assert all(spot.x + WIDTH <= room for spot in spots)
        for left, right in pairwise(spots):
            least = STEP if overlap else WIDTH
            assert right.x - left.x >= least or right.y - left.y >= HEIGHT


def test_a_set_is_kept_together_while_a_row_can_hold_it() -> None:
    """A set that does not fit beside the others begins a new row."""
    sets: Sets = ((Card("9S"),), (Card("8S"), Card("AS")))
    assert [spot.y for spot in build_cards(sets, WIDTH + 20 + WIDTH).spots] == [0, 92, 92]
    assert [spot.y for spot in build_cards(sets, 2 * WIDTH + STEP + 8).spots] == [0, 0, 0]


def test_a_set_longer_than_a_row_is_broken() -> None:
    """No card of a build ever lies outside its room."""
    sets: Sets = (tuple(Card(f"A{suit}") for suit in "SHDC") * 2,)
    layout = build_cards(sets, 150)
    assert max(spot.x for spot in layout.spots) + WIDTH <= 150
    assert layout.height == 3 * HEIGHT + 16


def test_boxes_are_packed_in_lines() -> None:
    """A box that does not fit goes below the tallest of its line."""
    packed = pack([(40, 10), (40, 30), (40, 10)], 100, gap=5)
    assert packed == Layout((Spot(0, 0), Spot(45, 0), Spot(0, 35)), 85, 45)

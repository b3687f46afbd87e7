"""The maker of random positions makes positions that can be typed in, of every kind."""

from __future__ import annotations

from random import Random

import pytest

from casino_tutor.model.checks import position_faults
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import variant_names
from tests.random_positions import random_position, random_rules


@pytest.mark.parametrize("name", variant_names())
def test_positions_are_accepted_and_read_back(name: str) -> None:
    """Under the variant's rules and under house rules there is no fault in any position."""
    rnd = Random(name)
    for _ in range(50):
        for variant in (name, random_rules(name, rnd)):
            position = random_position(variant, rnd)
            assert position_faults(position) == ()
            assert parse_position(str(position)) == position


def test_a_seed_gives_one_position() -> None:
    """Equal seeds give equal positions."""
    one, other = (random_position("royal_english", Random(7)) for _ in range(2))
    assert one == other


def test_seats_and_table_can_be_chosen() -> None:
    """The number of seats and of loose cards is as asked for; builds can be left out."""
    position = random_position("casino_pagat", Random(1), seats=3, loose=12, builds=False)
    assert (position.seats, len(position.loose), position.builds) == (3, 12, ())


def test_builds_of_every_kind_occur() -> None:
    """Single and multiple builds of the mover, a partner and an opponent, guarded or not."""
    rnd = Random(2)
    positions = [random_position("royal_english", rnd, seats=4) for _ in range(200)]
    seen = set()
    for position in positions:
        held = {n for card in position.hand for n in _numbers(card.rank)}
        for build in position.builds:
            whose = (
                "own"
                if build.owner == position.turn
                else "partner"
                if position.are_partners(position.turn or 0, build.owner or 0)
                else "other"
            )
            seen.add((whose, build.is_multiple, build.value in held))
    assert len(seen) == 12


def _numbers(rank: str) -> tuple[int, ...]:
    return {"A": (1, 14), "T": (10,), "J": (11,), "Q": (12,), "K": (13,)}.get(rank) or (int(rank),)

"""The exact search finds the same on small tables, where it prepares all, as on large ones."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from casino_tutor import find_variant, legal_plays, parse_position, variant_names
from casino_tutor.rules import generator, unions
from tests.random_positions import random_position


@pytest.mark.parametrize("name", variant_names())
def test_both_ways_to_find_groups_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets made at once and sets searched for on demand are the same sets."""
    variant, rnd = find_variant(name), random.Random(11)
    positions = [random_position(variant, rnd, loose=rnd.choice((5, 9, 12))) for _ in range(12)]
    prepared = [sorted(map(str, legal_plays(position))) for position in positions]
    monkeypatch.setattr(unions, "_TABLED_PIECES", 0)
    monkeypatch.setattr(generator, "_SMALL", 0)
    assert prepared == [sorted(map(str, legal_plays(position))) for position in positions]


@pytest.mark.parametrize("hand", ["KS", "KS,QS,AS,2S", "QS,AS,2S"])
@pytest.mark.parametrize("name", ["royal_english", "royal_dominican", "royal_course"])
def test_a_guard_on_a_crowded_table_does_not_hide_the_first_plays(name: str, hand: str) -> None:
    """The plays that keep an own build guarded come at once, however many lose the guard."""
    loose = (
        "QD,QC,JD,JC,TD,TC,9D,9C,9H,8D,8C,8H,7D,7C,7H,6D,6C,6H,5D,5C,5H,4D,4C,4H,3D,3C,3H,2D,2C,2H"
    )
    position = parse_position(f"[8S+5S]=13@1,{loose} {hand}/?4", name)
    first = list(islice(legal_plays(position), 20))
    assert len(first) == 20 or len(first) == legal_plays(position).count()

"""What everybody has seen in a deal: turn by turn, and again from a record."""

from __future__ import annotations

from random import Random

import pytest

from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.opponents import find_opponent
from casino_tutor.engine.watching import seen_so_far, watch
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.recording import begin_record
from casino_tutor.rules.rounds import play_on

#: With one deal, several deals, drawing after each play, several plays a turn, and partners.
MATCHES = [
    ("casino_pagat", 2),
    ("casino_pagat", 4),
    ("draw_casino", 2),
    ("krypkasino", 2),
    ("sotho", 2),
    ("swazi", 2),
    ("tuxedo", 2),
]


def test_a_turn_is_seen_with_its_table() -> None:
    """The table before it, every hand hidden and the order of the stock too."""
    table = parse_position("8D 8S,KD/3C,4C 1 (AS,AH) -/- -")
    after, verdict = play_on(table, "8Sx8D")
    (seen,) = watch((), table, verdict.turn, after)
    assert str(seen.play) == "8Sx8D"
    assert str(seen.table) == "8D ?2/?2 1 2 -/- -"


def test_a_new_deal_begins_with_nothing_seen() -> None:
    """With the last card of a deal what was seen of it is of no use."""
    table = parse_position("8D KD/- 1 (AS,AH) -/- -; variant casino_pagat")
    before = Seen(table, play_on(table, "KD")[1].turn[0])
    dealt = parse_position("8D,KD AS/AH 2 0 -/- -")
    assert watch((before,), table, before.play, dealt) == ()


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_record_tells_what_was_seen(name: str, players: int) -> None:
    """At every moment of a round it is the same as turn by turn."""
    variant = find_variant(name)
    kept = begin_record(variant, players, seeded_order(variant, 5, 1), seed=5)
    opponent, chance = find_opponent("random"), Random(5)
    seen: tuple[Seen, ...] = ()
    for turn in range(14):
        before = kept.match.position
        if before.turn is None or kept.match.is_over:
            break
        kept, verdict = kept.play(opponent.choose(before, chance))
        seen = watch(seen, before, verdict.turn, kept.match.position)
        if turn % 5 == 3:
            assert seen_so_far(kept) == seen


def test_calls_are_part_of_what_was_seen() -> None:
    """An orange that was called between two plays has made its points in the tables after it."""
    variant = find_variant("tuxedo")
    kept = begin_record(variant, 2, seeded_order(variant, 5, 1))
    simple, chance = find_opponent("simple"), Random(5)
    kept = kept.call_orange(2)
    before = kept.match.position
    kept, verdict = kept.play(simple.choose(before, chance))
    assert seen_so_far(kept) == watch((), before, verdict.turn, kept.match.position)
    assert seen_so_far(kept)[0].table.points == before.points != ()

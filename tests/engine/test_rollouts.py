"""Worlds that are played on: each seat for its own side, or all against the one that asks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from casino_tutor.engine.rollouts import Rollouts, equity
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import Limit
from casino_tutor.engine.worlds import Worlds
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import play_on, seen_from
from tests.random_matches import random_play


def last_two_turns(count: int) -> Iterator[Position]:
    """Yield tables of three players, each for itself, where the seat to play and the next hold one.

    One play is made, and one is answered: what comes after it can be counted.
    """
    variant = find_variant("casino_pagat")
    for seed in range(count):
        rnd = Random(seed)
        position = start_round(variant, 3, shuffled(variant.options, seed))
        while position.turn is not None:
            held = [len(hand) for hand in position.hands]
            if sorted(held) == [0, 1, 1] and held[position.turn - 1]:
                yield position
            position, _ = play_on(position, random_play(position, rnd))


def values(position: Position, plays: list[Play], *, against: bool) -> list[float]:
    """Return what plays are worth in one world that fits what the seat sees."""
    worlds = Worlds(seen_from(position, position.turn or 1))
    world = next(worlds.each(Random(5)))
    rollouts = Rollouts(worlds, plays, lambda: False, against=against)
    return rollouts.values(world, range(len(plays)))


def test_those_who_play_against_a_seat_leave_it_less() -> None:
    """The answer that is worst for the seat is no better for it than the one a seat likes best."""
    less = 0
    for position in last_two_turns(40):
        plays = list(legal_plays(position))[:8]
        own, foes = (values(position, plays, against=against) for against in (False, True))
        assert all(one <= other for one, other in zip(foes, own, strict=True))
        less += foes != own
    assert less


def test_a_lead_is_over_the_average_of_the_others() -> None:
    """What one side is ahead by, the others together are behind by; an even table is even."""
    ahead = parse_position("- -/-/- - 0 AS,AH,KS/2S,KD,QS/QD,JD,JS 1")
    assert sum(equity(ahead, side) for side in range(3)) == pytest.approx(0)
    assert equity(ahead, 0) > equity(ahead, 1) > equity(ahead, 2)
    even = parse_position("- -/-/- - 0 KS,KH/QS,QH/JS,JH 1")
    assert [equity(even, side) for side in range(3)] == pytest.approx([0, 0, 0])


def test_the_assumption_is_a_switch() -> None:
    """It reaches the answer, and between two sides there is nothing to assume."""
    tables = list(last_two_turns(40))
    limit = Limit(samples=2)
    assert any(best(one, limit).plays != best(one, limit, against=True).plays for one in tables)
    two = parse_position("TD,9S,4C 9D,TC/?2 1 40 -/- -")
    assert best(two, limit).plays == best(two, limit, against=True).plays

"""Of plays that are worth the same, the one that is hardest to answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from casino_tutor.engine.readable import after_play
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import Limit
from casino_tutor.engine.solve import solve
from casino_tutor.engine.ties import hardest_first
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.variant import find_variant
from tests.engine.endings import COVERED, open_position

GAMES = ("casino_pagat", "royal_english", "tuxedo", "kasino_swedish")


def tables_with_ties(name: str) -> Iterator[tuple[Position, list[Play]]]:
    """Yield endings of two seats in which several plays are best, with these."""
    variant = find_variant(name)
    for seed in range(100):
        position = open_position(variant, Random(seed), most=3)
        if position.builds:
            # An owner might lack the card for its build.
            continue
        found = solve(position)
        equal = [one.play for one in found.plays if one.least == found.plays[0].least]
        if found.is_exact and len(equal) > 1:
            yield position, equal


def by_chance(position: Position, play: Play) -> float:
    """Return what a play brings if the answer is made by chance, each one searched by itself."""
    after = after_play(position, play)
    if after.turn is None or after.turn == position.turn:
        return float(solve(position).plays[0].least)
    return -fmean(one.least for one in solve(after).plays)


@pytest.mark.parametrize("name", GAMES)
def test_the_hardest_to_answer_comes_first(name: str) -> None:
    """It is one of the best, and answered by chance none of these brings more."""
    assert name in COVERED
    changed = 0
    for position, equal in tables_with_ties(name):
        found = best(position, Limit(samples=2))
        brought = {play: by_chance(position, play) for play in equal}
        assert found.best in brought
        assert brought[found.best] == pytest.approx(max(brought.values()))
        changed += found.best != equal[0]
    assert changed


def test_where_there_is_no_time_all_stay_in_their_order() -> None:
    """Nothing is lost, and nothing is searched."""
    position, equal = next(tables_with_ties("casino_pagat"))
    assert hardest_first(position, equal, Limit(), lambda: True) == equal

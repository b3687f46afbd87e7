"""Listing plays ends in time, and says whether it was complete."""

from __future__ import annotations

import sys

import pytest

from casino_tutor.engine import listing
from casino_tutor.engine.listing import done_in_time, is_crowded, listed_plays
from casino_tutor.model.plays import Play
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.enumeration import legal_plays
from tests.engine.crowded import crowded
from tests.engine.endings import TWO_SIDED


class Looks:
    """A clock that runs out after so many looks, and counts those that come later."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.late = 0

    def __call__(self) -> bool:
        """Look once."""
        self.left -= 1
        self.late += self.left < 0
        return self.left < 0


def never() -> bool:
    """Say that there is time."""
    return False


def test_a_table_of_everyday_size_is_listed_whole() -> None:
    """All plays come, in the order of the rules, and the clock is not even asked."""
    position = parse_position("8D,6C,2D 8S,KD")
    looks = Looks(0)
    assert not is_crowded(position)
    assert listed_plays(position, 100, looks) == (list(legal_plays(position)), True)
    assert looks.late == 0


def test_of_too_many_plays_each_card_and_kind_has_its_share() -> None:
    """Of a crowded table every trail is there, and captures and builds of every card."""
    position = crowded(find_variant("royal_english"), 1, loose=20)
    plays, are_all = listed_plays(position, 400, never)
    assert not are_all
    assert len(plays) == 400
    assert len(set(plays)) == 400
    assert set(legal_plays(position, kind="trail")) <= set(plays)
    for card in position.hand:
        assert {play.kind for play in plays if play.hand == (card,)} >= {"capture", "trail"}


@pytest.mark.parametrize("name", TWO_SIDED)
def test_a_crowded_listing_ends_with_its_time(name: str) -> None:
    """Whatever a game makes of thirty loose cards, nobody looks at a clock long after it ran out.

    Only each of the parts in which the plays are listed looks once.
    """
    position = crowded(find_variant(name), 2, loose=30, builds=1)
    looks = Looks(3)
    plays, are_all = listed_plays(position, 10**6, looks)
    assert not are_all
    assert looks.late <= 2 + 2 * len(position.hand)
    assert len(plays) == len(set(plays))


def test_work_that_is_ended_leaves_no_trace() -> None:
    """Afterwards nobody watches the calls any more, and what the work raises is passed on."""
    assert done_in_time(lambda: sorted([2, 1]), never)
    assert not done_in_time(lambda: [abs(one) for one in range(10_000)], lambda: True)
    with pytest.raises(ZeroDivisionError):
        done_in_time(lambda: 1 / 0, never)
    assert sys.getprofile() is None


def test_it_does_not_matter_where_the_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended at any call, a listing has the first of the plays, and says if these are not all."""
    monkeypatch.setattr(listing, "_CALLS", 1)
    position = crowded(find_variant("krypkasino"), 1, loose=13)
    every = list(legal_plays(position))
    found: list[Play] = []

    def work() -> None:
        found.clear()
        found.extend(legal_plays(position))

    looks = Looks(10**9)
    assert done_in_time(work, looks)
    total = 10**9 - looks.left
    # Here and there, and at each of the last calls.
    for most in (*range(0, total, total // 40), *range(total - 5, total)):
        assert not done_in_time(work, Looks(most))
        assert found == every[: len(found)]
        assert sys.getprofile() is None
    assert done_in_time(work, Looks(total))


def test_a_profiler_that_runs_already_goes_on() -> None:
    """Then the work is done to its end, for the profiler has the one place there is."""
    calls: list[str] = []
    sys.setprofile(lambda _frame, event, _arg: calls.append(event))
    try:
        assert done_in_time(lambda: [str(one) for one in range(3)], lambda: True)
        assert sys.getprofile() is not None
    finally:
        sys.setprofile(None)
    assert calls

"""Random matches of every game end by the rules, and their records tell the same story."""

from __future__ import annotations

import os
from random import Random

import pytest

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.recording import RecordedMatch
from casino_tutor.rules.replay import resume
from tests.random_matches import begin, play_match, play_round, random_play

#: The slow tests are shortened like this where every change is checked.
SHORT = os.environ.get("CASINO_TUTOR_FUZZ") == "short"
#: Every variant with every number of players it is for.
TABLES = [(name, n) for name in variant_names() for n in find_variant(name).options.seats]
#: A match takes long: in the quick run one number of players for each variant.
QUICK_TABLES = [(name, find_variant(name).options.seats[0]) for name in variant_names()]


def _round_is_told_again(name: str, players: int, seed: int) -> None:
    rnd = Random(seed)
    kept = play_round(begin(find_variant(name), players, seed), rnd)
    if not kept.match.is_over:
        kept, score, _ = kept.count()
        assert sum(score.points) == sum(item.points for item in score.items)
    _is_told_again(kept)


def _match_is_told_again(name: str, players: int, seed: int) -> None:
    kept = play_match(begin(find_variant(name), players, seed), Random(seed))
    assert kept.match.winner is not None
    _is_told_again(kept)


def _is_told_again(kept: RecordedMatch) -> None:
    """The record, read back, makes the same match: its position, scores and winner."""
    assert resume(parse_record(str(kept.record), strict=True)) == kept


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_random_round_ends_and_is_told_again(name: str, players: int, seed: int) -> None:
    """A round keeps all its cards, ends, is counted, and its record replays to the same score."""
    _round_is_told_again(name, players, seed)


@pytest.mark.parametrize(("name", "players"), QUICK_TABLES)
def test_a_random_match_ends_and_is_told_again(name: str, players: int) -> None:
    """A match is won, and its record replays to the same winner and score."""
    _match_is_told_again(name, players, 3)


@pytest.mark.parametrize("name", variant_names())
def test_a_match_is_resumed_at_any_moment(name: str) -> None:
    """Saved after any play, a match is resumed exactly as it was, and can be played on."""
    players = find_variant(name).options.seats[-1]
    rnd = Random(name)
    kept = begin(find_variant(name), players, 5)
    for _ in range(4):
        for _ in range(rnd.randint(0, 9)):
            if kept.match.position.turn is not None and not kept.match.is_over:
                kept, _ = kept.play(random_play(kept.match.position, rnd))
        again = resume(parse_record(str(kept.record), strict=True))
        assert again == kept
        assert again.match.position == kept.match.position
        kept = again


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_thousand_random_rounds(name: str, players: int) -> None:
    """The same for 1,000 rounds of each variant with each number of players."""
    for seed in range(1_000, 1_030 if SHORT else 2_000):
        _round_is_told_again(name, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_fifty_random_matches(name: str, players: int) -> None:
    """The same for 50 matches of each variant with each number of players."""
    for seed in range(2_000, 2_003 if SHORT else 2_050):
        _match_is_told_again(name, players, seed)

"""The arena: which of two opponents is stronger, in rounds with the same cards and seats swapped.

A pair is one deal played twice: in the second round the opponents have changed seats, so that what
the cards decide falls out of the difference. An opponent against itself is exactly even. Of more
than two sides a deal is played once for each: the first opponent goes round the sides, the other
has all the rest, and is counted as the average of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.bulk import bulk_map
from casino_tutor.engine.estimates import Estimate, estimate
from casino_tutor.engine.greedy import OpponentError
from casino_tutor.engine.opponents import Opponent, find_opponent
from casino_tutor.engine.watching import watch
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import check_seats, shuffled, start_round
from casino_tutor.rules.rounds import play_on, score_round, seen_from
from casino_tutor.rules.scoring import tally


class ArenaError(ValueError):
    """A match-up that the arena cannot hold."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: two opponents, a game and how many play it.

    Attributes
    ----------
    one, other : str
        The opponents by name; each has a side, that is a seat or a partnership. Where there are
        more than two sides, `other` has all but one.
    variant : Variant
        The rules.
    players : int
        How many play.

    Raises
    ------
    OpponentError
        If there is no such opponent.
    DealError
        If the variant is not for so many players.
    """

    one: str
    other: str
    variant: Variant
    players: int = 2

    def __post_init__(self) -> None:
        for name in (self.one, self.other):
            find_opponent(name)
        check_seats(self.variant, self.players)

    @property
    def sides(self) -> int:
        """How many sides play, and how often each deal is played."""
        return len(self.variant.options.sides_for(self.players))

    @property
    def task(self) -> str:
        """What is played, for the journal of a long run."""
        return f"{self.one} against {self.other}, {self.variant!r}, {self.players} players"


@dataclass(frozen=True, slots=True)
class Standing:
    """What one of the two has reached in all rounds.

    Attributes
    ----------
    name : str
        The opponent.
    points, sweeps : float
        In all rounds; of several sides, the average. Whole numbers where two sides play.
    rounds, pairs : int
        How many it won: where it had more points than the other or, where low scores win, less.
    """

    name: str
    points: float
    sweeps: float
    rounds: int
    pairs: int


@dataclass(frozen=True, slots=True)
class DuelResult:
    """How a duel ended.

    Attributes
    ----------
    duel : Duel
        What was played.
    seed : int
        Where the cards came from.
    pairs : int
        How many deals were played, each as often as there are sides.
    difference : Estimate
        By how many points a round `one` is ahead of `other`; where low scores win, by how many it
        is below.
    standings : tuple of Standing
        Of `one` and of `other`.
    """

    duel: Duel
    seed: int
    pairs: int
    difference: Estimate
    standings: tuple[Standing, Standing]


def duel(
    asked: Duel,
    *,
    pairs: int,
    seed: int = 1,
    jobs: int | None = None,
    cluster: str | None = None,
    or_local: bool = False,
    resume: str | Path | None = None,
    progress: bool = False,
    tell: Callable[[str], object] = warnings.warn,
) -> DuelResult:
    """Let two opponents play pairs of rounds.

    Parameters
    ----------
    asked : Duel
        What is played.
    pairs : int
        How many deals; each is played as often as there are sides, twice between two.
    seed : int
        One seed gives the same rounds on every machine, however many processes play them.
    jobs, cluster, or_local, resume, progress, tell
        As in `casino_tutor.engine.bulk.bulk_map`.

    Raises
    ------
    ArenaError
        If there is no pair to play.
    BulkError
        If the journal or the cluster cannot be used.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> played = duel(Duel("greedy", "greedy", find_variant("casino_pagat")), pairs=2, jobs=1)
    >>> str(played.difference)
    '+0.00 (+0.00 to +0.00)'
    """
    if pairs < 1:
        raise ArenaError("an arena needs a pair of rounds at least")
    played = bulk_map(
        partial(play_pair, asked=asked),
        range(1, pairs + 1),
        jobs=jobs,
        cluster=cluster,
        or_local=or_local,
        seed=seed,
        task=asked.task,
        resume=resume,
        progress=progress,
        tell=tell,
    )
    return _result(asked, seed, played)


def play_pair(pair: int, seed: int, *, asked: Duel) -> list[dict[str, list[float]]]:  # noqa: ARG001
    """Play one deal as often as there are sides, and return what `one` and `other` have each time.

    Parameters
    ----------
    pair : int
        The number of the pair; its seed says everything.
    seed : int
        Where the cards, and what an opponent leaves to chance, come from.
    asked : Duel
        What is played.

    Returns
    -------
    list of dict
        ``points`` and ``sweeps`` of `one` and, on the average of its sides, of `other`, for each
        round.
    """
    one, other = _opponent(asked.one), _opponent(asked.other)
    played = []
    for own in range(asked.sides):
        sides = [one if side == own else other for side in range(asked.sides)]
        counts = _play_round(asked, seed, sides)
        played.append({what: _counts(of_sides, own) for what, of_sides in counts.items()})
    return played


def _counts(of_sides: Sequence[int], own: int) -> list[float]:
    rest = [count for side, count in enumerate(of_sides) if side != own]
    return [of_sides[own], rest[0] if len(rest) == 1 else fmean(rest)]


@lru_cache(maxsize=8)
def _opponent(name: str) -> Opponent:
    return find_opponent(name)


def _play_round(asked: Duel, seed: int, sides: Sequence[Opponent]) -> dict[str, list[int]]:
    variant = asked.variant
    position = start_round(variant, asked.players, shuffled(variant.options, seed))
    # Chance belongs to the seats, as the cards do: who changes seats changes luck.
    chances = [Random(f"{seed} {seat}") for seat in range(asked.players)]
    seen: tuple[Seen, ...] = ()
    while position.turn is not None:
        seat = position.turn
        player = sides[position.side_of(seat)]
        chosen = player.choose(seen_from(position, seat), chances[seat - 1], seen)
        before = position
        position, verdict = play_on(position, chosen)
        if not verdict.is_legal:
            raise OpponentError(f"{player.name} chose {verdict.text}, which is not legal")
        seen = watch(seen, before, chosen, position)
    return {
        "points": list(score_round(position).points),
        "sweeps": list(tally(position).sweeps),
    }


def _result(asked: Duel, seed: int, played: Sequence[Sequence[dict[str, Any]]]) -> DuelResult:
    sign = -1 if asked.variant.options.low_wins else 1
    ahead = [[sign * (a - b) for a, b in (one["points"] for one in pair)] for pair in played]
    rounds = [difference for pair in ahead for difference in pair]
    pairs = [fmean(pair) for pair in ahead]

    def standing(number: int, name: str, way: int) -> Standing:
        points, sweeps = (
            sum(one[what][number] for pair in played for one in pair)
            for what in ("points", "sweeps")
        )
        won = (sum(way * value > 0 for value in values) for values in (rounds, pairs))
        return Standing(name, points, sweeps, *won)

    standings = standing(0, asked.one, 1), standing(1, asked.other, -1)
    return DuelResult(asked, seed, len(played), estimate(pairs), standings)

"""The answer of ``casino-tutor arena``, as JSON values and as text."""

from __future__ import annotations

from typing import Final

from casino_tutor.engine.arena import DuelResult, Standing
from casino_tutor.engine.estimates import CONFIDENCE
from casino_tutor.terminal.answers import Answer

#: So many decimals are given.
_PLACES: Final = 4


def duel_answer(played: DuelResult) -> Answer:
    """Say how a duel ended.

    Returns
    -------
    dict
        ``variant``, ``options`` (those that were changed), ``players``, ``pairs``, ``rounds``,
        ``seed``; ``difference``, by how many points a round A is ahead, with ``least`` and ``most``
        (null for a single pair) and ``confidence``; ``A`` and ``B``, each with ``name``,
        ``points`` in all, ``average`` a round, ``sweeps``, ``rounds`` and ``pairs`` won. Where B
        has several sides, it is their average.
    """
    asked, rounds = played.duel, played.duel.sides * played.pairs
    first, second = played.standings
    found = played.difference
    return {
        "variant": asked.variant.name,
        "options": asked.variant.changes(),
        "players": asked.players,
        "pairs": played.pairs,
        "rounds": rounds,
        "seed": played.seed,
        "difference": round(found.mean, _PLACES),
        "least": None if found.least is None else round(found.least, _PLACES),
        "most": None if found.most is None else round(found.most, _PLACES),
        "confidence": CONFIDENCE,
        "A": _standing(first, rounds),
        "B": _standing(second, rounds),
    }


def _standing(own: Standing, rounds: int) -> Answer:
    return {
        "name": own.name,
        "points": round(own.points, _PLACES),
        "average": round(own.points / rounds, _PLACES),
        "sweeps": round(own.sweeps, _PLACES),
        "rounds": own.rounds,
        "pairs": own.pairs,
    }


def duel_text(played: DuelResult) -> str:
    """Write for a person how a duel ended."""
    answer = duel_answer(played)
    first, second = answer["A"], answer["B"]
    who = f"{answer['variant']} with {answer['players']} players, seed {answer['seed']}"
    sides = played.duel.sides
    how_often = "twice with seats changed" if sides == 2 else f"{sides} times, A once in each seat"
    lines = [f"{answer['pairs']:,} deals of {who}, each played {how_often}."]
    lines += [
        f"{own['name']}: {own['average']:.2f} points a round, {own['sweeps']:,g} sweeps; "
        f"ahead in {own['rounds']:,} rounds and {own['pairs']:,} pairs"
        for own in (first, second)
    ]
    better = "below" if played.duel.variant.options.low_wins else "ahead of"
    if answer["least"] is None:
        how = "no interval from a single pair"
    else:
        how = f"{answer['least']:+.2f} to {answer['most']:+.2f} with {CONFIDENCE:.0%} confidence"
    lines.append(
        f"{first['name']} is {answer['difference']:+.2f} points a round {better} {second['name']}: "
        f"{how}."
    )
    return "\n".join(lines)

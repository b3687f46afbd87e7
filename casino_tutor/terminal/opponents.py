"""Rounds that one opponent plays in every seat."""

from __future__ import annotations

from random import Random

from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.opponents import Opponent, Simple
from casino_tutor.engine.watching import watch
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import start_round
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.rounds import play_on, score_round, seen_from
from casino_tutor.rules.scoring import tally
from casino_tutor.terminal.answers import Answer
from casino_tutor.terminal.counted import LETTERS


def simulate_answer(
    variant: Variant, players: int, rounds: int, seed: int, opponent: Opponent | None = None
) -> Answer:
    """Play rounds with one opponent in every seat.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    rounds : int
        How many rounds, each dealt anew and counted by itself.
    seed : int
        One seed gives the same rounds.
    opponent : Opponent, optional
        Who plays; the simplest if left out.

    Returns
    -------
    dict
        ``variant``, ``players``, ``rounds``, ``seed``, ``opponent``; for each side under its letter
        ``points`` in all, ``average`` a round, ``best`` rounds (in which it alone scored most),
        ``cards`` and ``sweeps``, all in ``sides``; ``plays`` and ``residue``: turns, and cards that
        nobody took.

    Raises
    ------
    DealError
        If the variant is not for so many players.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> answer = simulate_answer(find_variant("kirchner"), 2, 2, seed=1)
    >>> answer["rounds"], sum(side["cards"] for side in answer["sides"].values())
    (2, 104)
    """
    opponent = opponent or Simple()
    sides = len(variant.options.sides_for(players))
    counted = {
        LETTERS[side]: {"points": 0, "best": 0, "cards": 0, "sweeps": 0} for side in range(sides)
    }
    plays = residue = 0
    for number in range(1, rounds + 1):
        position = start_round(variant, players, seeded_order(variant, seed, number))
        chance = Random(f"{seed} {number}")
        seen: tuple[Seen, ...] = ()
        while position.turn is not None:
            before = position
            chosen = opponent.choose(seen_from(position, position.turn), chance, seen)
            position, verdict = play_on(position, chosen)
            seen = watch(seen, before, verdict.turn, position)
            plays += 1
        points, found = score_round(position).points, tally(position)
        residue += len(position.loose) + len(position.aside)
        residue += sum(len(build.cards) for build in position.builds)
        for side, own in enumerate(counted.values()):
            own["points"] += points[side]
            own["best"] += points[side] == max(points) and points.count(max(points)) == 1
            own["cards"] += found.cards[side]
            own["sweeps"] += found.sweeps[side]
    return {
        "variant": variant.name,
        "players": players,
        "rounds": rounds,
        "seed": seed,
        "opponent": opponent.name,
        "plays": plays,
        "residue": residue,
        "sides": {
            letter: {**own, "average": round(own["points"] / rounds, 3) if rounds else 0.0}
            for letter, own in counted.items()
        },
    }


def simulate_text(answer: Answer) -> str:
    """Write for a person what simulated rounds brought."""
    who = f"{answer['variant']} with {answer['players']} players, seed {answer['seed']}"
    turns = f"{answer['plays']:,} turns, all by {answer['opponent']}"
    lines = [f"{answer['rounds']:,} rounds of {who}: {turns}."]
    for letter, own in answer["sides"].items():
        points = f"{own['average']:.2f} points a round ({own['points']:,} in all)"
        won = f"most points in {own['best']:,} rounds"
        lines.append(f"{letter}: {points}, {won}; {own['cards']:,} cards, {own['sweeps']:,} sweeps")
    return "\n".join(lines)

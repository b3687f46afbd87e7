"""Whole rounds to measure: dealt from a seed, played at random, counted.

Unlike the random matches of the tests they keep no record and check no card.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import RoundScore, play_on, score_round

#: How often each kind of play is chosen where there is one, as in the random matches of the tests.
_KINDS: Final = {"capture": 0.5, "build": 0.3, "trail": 0.2}
#: So many plays of a kind are looked at; a crowded table has thousands.
_MOST: Final = 60


def random_round(variant: Variant, players: int, seed: int) -> RoundScore:
    """Deal a round, play it out at random and count it."""
    rnd = Random(f"bench rounds {variant.name} {players} {seed}")
    position = start_round(variant, players, shuffled(variant.options, seed))
    while position.turn is not None:
        position, verdict = play_on(position, _random_play(position, rnd))
        assert verdict.is_legal, verdict.violations
    return score_round(position)


def _random_play(position: Position, rnd: Random) -> Play:
    kinds = dict(_KINDS)
    while True:
        kind = rnd.choices(list(kinds), list(kinds.values()))[0]
        plays = list(islice(legal_plays(position, kind=kind), _MOST))
        if plays:
            return plays[int(len(plays) * rnd.random())]
        del kinds[kind]

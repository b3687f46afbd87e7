"""Among plays of equal value the one that leaves the other side most to get wrong.

Exact values take it that every answer is the best one. Nobody always finds it: of two plays that
are worth the same, that is better after which the answers, made by chance, bring more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from statistics import fmean

from casino_tutor.engine.kernels import KERNEL_LOCK
from casino_tutor.engine.listing import Clock, listed_plays
from casino_tutor.engine.readable import after_play
from casino_tutor.engine.searches import MOST_PLAYS, search_for
from casino_tutor.engine.solution import Limit
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position


def hardest_first(
    position: Position, plays: Sequence[Play], limit: Limit, late: Clock
) -> list[Play]:
    """Put plays of equal value in order, the one first that is hardest to answer.

    Parameters
    ----------
    position : Position
        Two sides play, every card is known.
    plays : sequence of Play
        Legal plays of the same exact value.
    limit : Limit
        How far each answer is searched.
    late : callable
        Says when the time is up; those not looked at by then come last.
    """
    with KERNEL_LOCK:
        brought = {play: _brought(position, play, limit, late) for play in plays}
    return sorted(plays, key=lambda play: -brought[play])


def _brought(position: Position, play: Play, limit: Limit, late: Clock) -> float:
    """Return what a play is worth to its side if the answer is made by chance."""
    side = position.side_of(position.turn or 1)
    after = after_play(position, play)
    if late() or after.turn is None or after.side_of(after.turn) == side:
        # Where nobody answers, nothing is given away: others bring as much at least.
        return -inf
    answers, _ = listed_plays(after, MOST_PLAYS, late)
    if not answers:
        return -inf
    search = search_for(after, "points", limit, late, None)
    mean = fmean(least for least, _ in search.values(after, answers))
    return mean if side == 0 else -mean

"""What everybody has seen in a deal, for whoever plays on with it in mind."""

from __future__ import annotations

from collections.abc import Sequence

from casino_tutor.engine.beliefs import Seen, plays_of_this_deal, watched
from casino_tutor.model.plays import Play, Turn
from casino_tutor.model.position import Position
from casino_tutor.model.records import CallEntry, PlayEntry
from casino_tutor.rules.dealing import start_round
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.recording import RecordedMatch
from casino_tutor.rules.rounds import call_orange, play_on


def watch(
    seen: Sequence[Seen], before: Position, chosen: Play | Turn, after: Position
) -> tuple[Seen, ...]:
    """Return what has been seen in a deal after one more turn; nothing once a new one is dealt.

    Parameters
    ----------
    seen : sequence of Seen
        What had been seen of the deal before.
    before, after : Position
        The table before the turn, and after it and all that followed.
    chosen : Play or tuple of Play
        What was played.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 8S,KD/3C,4C 1 40 -/- -")
    >>> after, verdict = play_on(table, "8S")
    >>> [str(one.play) for one in watch((), table, verdict.turn, after)]
    ['8S']
    """
    return plays_of_this_deal((*seen, *watched(before, chosen)), after)


def seen_so_far(kept: RecordedMatch) -> tuple[Seen, ...]:
    """Return what has been seen in this deal of a match that goes on from its record.

    Parameters
    ----------
    kept : RecordedMatch
        A match; every play of its record is legal.
    """
    match, written = kept.match, kept.record.rounds[-1]
    order = written.stock or seeded_order(match.variant, kept.record.seed or 0, match.round)
    now = match.position
    position = start_round(
        match.variant, match.players, order, score=now.score, sides=now.sides, carry=now.carry
    )
    seen: tuple[Seen, ...] = ()
    for entry in written.entries:
        if isinstance(entry, CallEntry):
            position = call_orange(position, entry.seat)
        elif isinstance(entry, PlayEntry):
            before = position
            position, verdict = play_on(before, entry.turn)
            seen = watch(seen, before, verdict.turn, position)
    return seen

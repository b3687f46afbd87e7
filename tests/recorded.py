"""A record of a whole round and a bit, to be told again or spoilt."""

from __future__ import annotations

from functools import cache
from random import Random

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.recording import RecordedMatch
from casino_tutor.rules.replay import replay
from casino_tutor.rules.replayed import RecordFault, Replay
from tests.random_matches import begin, deal_next, play_round


@cache
def kept_match(name: str = "casino_pagat", seed: int = 1) -> RecordedMatch:
    """A match of two in its second round, two plays after the deal."""
    rnd = Random(seed)
    kept, _, _ = play_round(begin(find_variant(name), 2, seed), rnd).count()
    kept = deal_next(kept)
    for _ in range(2):
        hand = kept.match.position.hand
        kept, _ = kept.play(next(c.text for c in hand if kept.play(c.text)[1].is_legal))
    return kept


def record_text() -> str:
    """Return its record."""
    return str(kept_match().record)


def line_of(text: str, start: str, *, round_: int = 1) -> int:
    """Return in which line of a round the line that starts like this stands."""
    lines = text.split("\n")
    begins = lines.index(f'[Round "{round_}"]')
    return next(i for i in range(begins, len(lines)) if lines[i].startswith(start)) + 1


def replayed_with(text: str, line: int, new: str) -> Replay:
    """Replay a record with one line replaced."""
    lines = text.split("\n")
    lines[line - 1] = new
    return replay(parse_record("\n".join(lines)))


def only_fault(found: Replay) -> RecordFault:
    """Return the one fault that was found."""
    (fault,) = found.faults
    return fault

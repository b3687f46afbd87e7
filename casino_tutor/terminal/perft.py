"""The answer of ``casino-tutor perft``: as plain JSON values, and as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.perft import Counts, PerftError, perft
from casino_tutor.rules.perft import split as split_counts
from casino_tutor.terminal.answers import Answer, AnswerError

#: A line is no longer than the cards of a pack.
MOST_DEPTH: Final = 52
_COLUMNS: Final = tuple(Counts.__slots__)


def perft_answer(position: Position, depth: int, split: bool = False) -> Answer:
    """Count the lines of play to a depth; `casino_tutor.rules.perft` says what is counted.

    Parameters
    ----------
    position : Position
        Where the lines begin.
    depth : int
        How many plays, from 1 to `MOST_DEPTH`.
    split : bool
        Say also how many lines begin with each play.

    Returns
    -------
    dict
        ``position`` (canonical), ``depth``, ``plays``, ``effects``, ``groupings`` and ``split``:
        null, or for each first play ``play`` and its three counts.

    Raises
    ------
    AnswerError
        If a hand that comes to play is not known, or there are too many positions to count.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("6C,2D 8S,KD/6S 1 0 -/- -")
    >>> perft_answer(position, 2)["plays"]
    5
    >>> perft_answer(position, 2, split=True)["split"][0]
    {'play': '8Sx6C+2D', 'plays': 1, 'effects': 1, 'groupings': 1}
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise AnswerError("request", f"depth {depth} is not a number from 1 to {MOST_DEPTH}")
    try:
        counts = perft(position, depth)
        parts = split_counts(position, depth) if split else None
    except PerftError as error:
        raise AnswerError("request", str(error)) from error
    return {
        "position": str(position),
        "depth": depth,
        **asdict(counts),
        "split": None if parts is None else [_part(*entry) for entry in parts.items()],
    }


def _part(play: Play, counts: Counts) -> Answer:
    return {"play": str(play), **asdict(counts)}


def perft_text(answer: Answer) -> str:
    """Write the answer as a table: the first plays, where they were asked for, and the sum.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("6C,2D 8S,KD/6S 1 0 -/- -")
    >>> print(perft_text(perft_answer(position, 2, split=True)))
                plays  effects  groupings
      8Sx6C+2D      1        1          1
      8S            2        2          2
      KD            2        2          2
      depth 2       5        5          5
    """
    total = {**answer, "play": f"depth {answer['depth']}"}
    rows = [("", *_COLUMNS), *map(_row, (*(answer["split"] or ()), total))]
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for name, *numbers in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(numbers, others, strict=True)]
        lines.append("  ".join([f"  {name:<{first}}", *cells]))
    return "\n".join(lines)


def _row(entry: Answer) -> tuple[str, ...]:
    return (entry["play"], *(f"{entry[name]:,}" for name in _COLUMNS))

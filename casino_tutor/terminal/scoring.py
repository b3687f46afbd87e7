"""What a round scores: from the numbers that people count at the table, or from a table itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from casino_tutor.draw.words import ITEM_WORDS, join_words
from casino_tutor.model.options import Options
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.endgame import Outcome, conclude
from casino_tutor.rules.foreign import foreign_marks
from casino_tutor.rules.restrictions import deciding_rule
from casino_tutor.rules.rounds import give_residue, is_over
from casino_tutor.rules.scoring import (
    ItemPoints,
    Tally,
    carried_over,
    net_sweeps,
    side_points,
    tally,
)
from casino_tutor.terminal.answers import Answer
from casino_tutor.terminal.counted import LETTERS, Counted, ScoreError, read_counted
from casino_tutor.terminal.no_points import without_effect


def score_answer(variant: Variant, given: Mapping[str, Any]) -> Answer:
    """Score a round from what was counted, and say how the match stands.

    Parameters
    ----------
    variant : Variant
        The rules.
    given : mapping
        Sides are the letters A to F. ``start``: the match scores before; ``hand_points``: the
        points of the round, if they are known already. Otherwise, at the top or under ``hand``:
        ``cards`` and ``spades`` (a number for each side, or the side that has most), ``10D``,
        ``2S``, ``JS``, ``7D`` and ``last_capture`` (a side; with two packs a number of such cards
        for each side), ``aces`` (for each side a number, or the list of their suits), ``diamonds``,
        ``sweeps``, ``fives``, ``sixes`` and ``sevens`` (numbers), for Tuxedo also
        ``small_sweeps``, ``oranges`` and ``false_calls``; ``events``: points that were written down
        during play; ``carry``: points of ``cards`` and ``spades`` that were carried over.
        ``first``: who met their item first, where two sides did near the target.

    Returns
    -------
    dict
        The new match score under each side's own letter and as a list, ``totals``; the ``points``
        of the round, their ``total`` and the ``items``; the ``net`` sweeps; what is carried on;
        ``winner``, ``reason``, ``game_over`` and what comes ``next``; ``notes``: what was given
        although it scores nothing in this game.

    Raises
    ------
    ScoreError
        With everything that is impossible or missing.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> given = {"cards": {"A": 27, "B": 25}, "spades": {"A": 6, "B": 7}, "10D": "A", "2S": "B",
    ...          "aces": {"A": 3, "B": 1}}
    >>> answer = score_answer(find_variant("casino_pagat"), given)
    >>> answer["A"], answer["B"], answer["total"], answer["winner"]
    (8, 3, 11, None)
    """
    counted = read_counted(variant, given)
    outcomes = [_outcome(variant.options, counted, found) for found in counted.tallies]
    outcome = outcomes[0]
    if any(other != outcome for other in outcomes):
        raise ScoreError("who wins depends on who has which ace; give the suits of the aces")
    if outcome.reason == "first":
        raise ScoreError("several sides met their item near the target; 'first' says who did so")
    notes = without_effect(variant, given, len(counted.start))
    return _answer(variant, counted, outcome, notes)


def table_score_answer(position: Position) -> Answer:
    """Score what the sides of a table have taken; at the end of a round with the residue.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> answer = table_score_answer(parse_position("9S -/- - 0 AS,TD,2S/AH 2"))
    >>> answer["points"]
    {'A': 8, 'B': 1}
    """
    position = give_residue(position) if is_over(position) else position
    found = tally(position)
    start = position.score or (0,) * found.sides
    counted = Counted(start, (found,))
    outcome = _outcome(position.variant.options, counted, found)
    notes = [flag.sentence for flag in foreign_marks(position)]
    return _answer(position.variant, counted, outcome, notes)


def _outcome(options: Options, counted: Counted, found: Tally) -> Outcome:
    return conclude(
        options,
        counted.start,
        counted.items(options, found),
        spades=found.spades,
        first=counted.first,
    )


def _answer(variant: Variant, counted: Counted, outcome: Outcome, notes: Iterable[str]) -> Answer:
    options, found = variant.options, counted.tallies[0]
    items = counted.items(options, found)
    sides = len(counted.start)
    points = side_points(items, sides)
    winner = None if outcome.winner is None else LETTERS[outcome.winner]
    return {
        **_by_letter(outcome.scores),
        "variant": variant.name,
        "start": _by_letter(counted.start),
        "items": [
            {"item": item, "side": LETTERS[side], "points": gained}
            for item, side, gained in _joined(items)
        ],
        "points": _by_letter(points),
        "total": sum(points),
        "net": _by_letter(net_sweeps(found.sweeps, options, found.scores)),
        "carry": dict(carried_over(found, options)) if counted.points is None else {},
        "totals": list(outcome.scores),
        "winner": winner,
        "reason": outcome.reason,
        "game_over": winner is not None,
        "next": _next(options, outcome),
        "notes": list(notes),
    }


def _joined(items: Iterable[ItemPoints]) -> Iterator[tuple[str, int, int]]:
    """Yield items, the aces of a side as one."""
    joined: dict[tuple[str, int], int] = {}
    for item, side, points in items:
        name = "aces" if item.startswith("ace_") else item
        joined[name, side] = joined.get((name, side), 0) + points
    return ((name, side, points) for (name, side), points in joined.items())


def _by_letter(numbers: Iterable[int]) -> dict[str, int]:
    return dict(zip(LETTERS, numbers, strict=False))


def _next(options: Options, outcome: Outcome) -> str | None:
    if outcome.winner is not None:
        return None
    if outcome.reason == "first":
        return "whoever met their item first has won"
    if outcome.is_free and options.endgame != "none":
        return "further deals without endgame restrictions until one total is higher"
    if outcome.is_free:
        fewest = deciding_rule(options) in ("lowest_total", "closest")
        return f"further rounds until one total is {'lower' if fewest else 'higher'}"
    if deciding_rule(options) == "claim":
        return "whoever claims the target rightly wins; otherwise another round"
    return "another round"


def score_text(answer: Answer) -> str:
    """Write a score for a person.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> given = {"start": {"A": 18, "B": 20}, "hand_points": {"A": 8, "B": 3}}
    >>> print(score_text(score_answer(find_variant("casino_pagat"), given)))
    A: 8 points, points of the round 8; 26 in all.
    B: 3 points, points of the round 3; 23 in all.
    A wins: the higher total.
    """
    lines = []
    for letter, points in answer["points"].items():
        own = [
            f"{ITEM_WORDS.get(item['item'], item['item'])} {item['points']}"
            for item in answer["items"]
            if item["side"] == letter
        ]
        listed = f", {join_words(own)}" if own else ""
        lines.append(f"{letter}: {_points(points)}{listed}; {answer[letter]} in all.")
    carried = [f"{points} for {name}" for name, points in answer["carry"].items()]
    if carried:
        lines.append(f"Carried over to the next round: {join_words(carried)}.")
    if answer["winner"] is not None:
        reasons = _REASONS if len(answer["points"]) == 2 else _REASONS | _REASONS_OF_MANY
        lines.append(f"{answer['winner']} wins: {reasons[answer['reason']]}.")
    else:
        lines.append(f"Nobody has won yet: {answer['next']}.")
    lines += [f"Note: {sentence}" for sentence in answer["notes"]]
    return "\n".join(lines)


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


_REASONS: Final = {
    "criterion": "the item it needed",
    "target": "the higher total",
    "lowest": "the lowest total",
    "closest": "the total closer to the target",
    "order": "out first in the order of counting",
    "spades": "equal totals, and most spades",
}
#: The same among more than two sides.
_REASONS_OF_MANY: Final = {
    "target": "the highest total",
    "closest": "the total closest to the target",
}

"""Who wins a match: items near the target, ties, the order of counting, wins in mid-round.

In the Dominican game a side with 18, 19 or 20 points can only win by one item, and wins at once by
it; in Soto's version that begins at 16. Elsewhere points are simply added, and the variant says who
wins when several reach the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.options import Options
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.rules.restrictions import deciding_rule, is_free, needed_items
from casino_tutor.rules.scoring import (
    ACE_SUITS,
    ItemPoints,
    Tally,
    certain_majorities,
    immediate_points,
    leader,
    side_points,
    tally,
)
from casino_tutor.rules.worth import certain_points

__all__ = [
    "Outcome",
    "conclude",
    "earned_points",
    "has_met",
    "met_in_play",
    "needed_items",
    "outcome_in_play",
    "secured_items",
    "wins_in_play",
]

_MAJORITIES: Final = ("cards", "spades", "over_spades", "diamonds")
_MADE: Final = (
    *("big_casino", "little_casino", "seven_of_diamonds"),
    *(f"ace_{suit}" for suit in (*ACE_SUITS, *"BRGY")),
    *("other_cards", "four_aces", "four_sixes", "four_sevens"),
    *("events", "sweeps", "last_capture"),
)
#: The order of counting (rules 5), and that where points count when they are made.
_ORDER: Final = (*_MAJORITIES, *_MADE)
_LATE_ORDER: Final = (*_MADE, *_MAJORITIES)
#: What is said to decide where the lower total does.
_BY_TOTAL: Final = {"lowest_total": "lowest", "closest": "closest"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match stands after a round.

    Attributes
    ----------
    scores : tuple of int
        The new score of each side.
    winner : int or None
        The side that has won the match, if one has.
    is_free : bool
        True if further rounds are played without restrictions because several reached the target
        with equal totals.
    reason : str
        What decided it: ``criterion``, ``target``, ``order``, ``spades``, or the lower total,
        ``lowest`` of all or ``closest`` to the target. Where nobody has won:
        ``tie``; ``first`` if several sides met their item and it is not known who did so first;
        or empty.
    """

    scores: tuple[int, ...]
    winner: int | None = None
    is_free: bool = False
    reason: str = ""


def has_met(items: Sequence[ItemPoints], side: int, needed: Sequence[str]) -> bool:
    """Return True if a side has won every needed item."""
    won = {item.item for item in items if item.side == side}
    return bool(needed) and set(needed) <= won


def conclude(
    options: Options,
    start: Sequence[int],
    items: Sequence[ItemPoints],
    *,
    spades: Sequence[int] = (),
    first: int | None = None,
    free: bool = False,
) -> Outcome:
    """Return how a match stands after a round.

    Parameters
    ----------
    options : Options
        The rules.
    start : sequence of int
        Each side's score before the round.
    items : sequence of ItemPoints
        What the round scored, in counting order.
    spades : sequence of int
        How many spades each side took (for a tie that most spades decides).
    first : int or None
        Of several restricted sides that met their criterion, the one that met it first in play.
    free : bool
        True if no restriction is in force.

    Returns
    -------
    Outcome

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> options = find_variant("royal_dominican").options
    >>> conclude(options, (18, 15), [ItemPoints("cards", 0, 3), ItemPoints("spades", 1, 1)])
    Outcome(scores=(21, 16), winner=0, is_free=False, reason='criterion')
    """
    sides = len(start)
    free = free or is_free(options, start)
    needs = {side: needed_items(options, start[side], free=free) for side in range(sides)}
    # Only Soto's 16 and 17 have more than one item to win, so that part of them can be kept.
    kept = [item for item in items if not needs[item.side] or item.item in needs[item.side]]
    gained = _gained(options, side_points(kept, sides))
    scores = tuple(before + points for before, points in zip(start, gained, strict=True))
    met = [side for side, needed in needs.items() if has_met(items, side, needed)]
    if not met:
        return _reached(options, start, scores, kept, spades)
    winner = met[0] if len(met) == 1 else first
    return Outcome(scores, winner, reason="first" if winner is None else "criterion")


def _gained(options: Options, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is added to the scores: the own points, or the winner's lead only."""
    if options.round_score == "own":
        return points
    best = leader(points)
    next_best = sorted(points)[-2]
    return tuple(score - next_best if side == best else 0 for side, score in enumerate(points))


def _reached(
    options: Options,
    start: Sequence[int],
    scores: tuple[int, ...],
    items: Sequence[ItemPoints],
    spades: Sequence[int],
) -> Outcome:
    """Say who has won, if anybody has reached the target."""
    out = [side for side, score in enumerate(scores) if score >= options.target]
    rule = deciding_rule(options)
    if not out or rule == "claim":
        return Outcome(scores)
    counting = rule in ("count_out", "mid_round") and not is_free(options, start)
    if counting and len(out) > 1:
        winner = _counted_out(options, start, items)
        if winner is not None:
            return Outcome(scores, winner, reason="order")
    contenders = range(len(scores)) if rule == "lowest_total" else out
    best = (min if rule in _BY_TOTAL else max)(scores[side] for side in contenders)
    leaders = [side for side in contenders if scores[side] == best]
    if len(leaders) == 1:
        return Outcome(scores, leaders[0], reason=_BY_TOTAL.get(rule, "target"))
    if rule == "most_spades" and spades:
        most = leader([spades[side] if side in leaders else 0 for side in range(len(scores))])
        if most is not None:
            return Outcome(scores, most, reason="spades")
    return Outcome(scores, None, is_free=True, reason="tie")


def _counted_out(options: Options, start: Sequence[int], items: Sequence[ItemPoints]) -> int | None:
    """Return who reaches the target first when the items are counted one after another.

    Where points count when they are made, cards and spades come last (rules 10.2). Of an item that
    several sides score, such as sweeps, each counts one point in turn: who needs fewer is out
    first, and where they need the same nobody is.
    """
    ranks = _LATE_ORDER if options.win_rule == "mid_round" else _ORDER
    ordered = sorted(items, key=lambda item: ranks.index(item.item))
    running = list(start)
    for _, scored in groupby(ordered, key=lambda item: item.item):
        needed: dict[int, int] = {}
        for item in scored:
            if running[item.side] + item.points >= options.target:
                needed[item.side] = options.target - running[item.side]
            running[item.side] += item.points
        if needed:
            nearest = [side for side in needed if needed[side] == min(needed.values())]
            return nearest[0] if len(nearest) == 1 else None
    return None


# --- in mid-round --------------------------------------------------------------------------------


def secured_items(position: Position) -> tuple[ItemPoints, ...]:
    """Return the majorities that can no longer be equalled, and the Casinos that are taken.

    Where captured cards can be lost again nothing is secured.
    """
    options, found = position.variant.options, tally(position)
    if options.steal_tops != "none":
        return ()
    casinos = (("big_casino", Card("TD")), ("little_casino", Card("2S")))
    return (
        *certain_majorities(found, options),
        *(
            ItemPoints(name, side, certain_points(card, options))
            for name, card in casinos
            for side, cards in enumerate(found.items)
            if card in cards
        ),
    )


def met_in_play(position: Position, *, free: bool = False) -> tuple[int, ...]:
    """Return the restricted sides that have met their criterion by now.

    The first position in which this is not empty names the winner: the moment is the 27th card,
    the 7th spade or the capture of the ten of diamonds. One capture can settle several at once,
    where it leaves too little for anybody to equal another side's lead; then the side that made it
    comes first, and the others follow in order of play.
    """
    if not position.score:
        return ()
    secured = secured_items(position)
    options = position.variant.options
    free = free or is_free(options, position.score)
    met = [
        side
        for side, start in enumerate(position.score)
        if has_met(secured, side, needed_items(options, start, free=free))
    ]
    captor = 0 if position.last in (NOBODY, UNKNOWN) else position.side_of(position.last)
    return tuple(sorted(met, key=lambda side: (side - captor) % len(position.sides)))


def earned_points(position: Position) -> tuple[int, ...]:
    """Return what each side has for certain by now: special cards, sweeps, secured majorities."""
    options, found = position.variant.options, tally(position)
    made = immediate_points(found, options)
    certain = side_points(certain_majorities(found, options), found.sides)
    return tuple(map(sum, zip(made, certain, strict=True)))


def wins_in_play(position: Position, *, free: bool = False) -> int | None:
    """Return the side that wins the match at this moment of a round, or None.

    See `outcome_in_play`.
    """
    outcome = outcome_in_play(position, free=free)
    return None if outcome is None else outcome.winner


def outcome_in_play(position: Position, *, free: bool = False) -> Outcome | None:
    """Return how a match ends at this moment of a round, or None if it goes on.

    It ends by a criterion near the target, or, where points count as they are made, by reaching
    the target.

    Parameters
    ----------
    position : Position
        The position after a play; its ``score`` is what the sides had before the round.
    free : bool
        True if no restriction is in force.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 7S/KD 2 20 TC,TD/- 1; variant royal_dominican; score 19/5")
    >>> outcome_in_play(table)
    Outcome(scores=(21, 5), winner=0, is_free=False, reason='criterion')
    """
    options = position.variant.options
    start = position.score
    if not start:
        return None
    met = met_in_play(position, free=free)
    if met:
        needed = needed_items(options, start[met[0]])
        won = [item for item in secured_items(position) if item.item in needed]
        gained = side_points(won, len(start))[met[0]]
        scores = tuple(score + gained * (side == met[0]) for side, score in enumerate(start))
        return Outcome(scores, met[0], reason="criterion")
    if deciding_rule(options) != "mid_round" or is_free(options, start):
        return None
    found: Tally = tally(position)
    made = immediate_points(found, options)
    scores = tuple(before + points for before, points in zip(start, made, strict=True))
    out = [side for side, score in enumerate(scores) if score >= options.target]
    return Outcome(scores, out[0], reason="target") if len(out) == 1 else None

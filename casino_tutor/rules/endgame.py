"""Who wins a match: restrictions near the target, claims, ties, the order of counting.

In the Dominican game a side with 18, 19 or 20 points can only win by one item, and wins at once by
it; in Soto's version that begins at 16. Elsewhere points are simply added, and the variant says who
wins when several reach the target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.position import Position
from casino_tutor.rules.scoring import (
    ItemPoints,
    Tally,
    immediate_points,
    leader,
    side_points,
    tally,
)

#: Counting order by the first word of an item (rules 5), and where points count when made.
_ORDER: Final = ("cards", "spades", "big", "little", "ace", "other", "events", "sweeps", "last")
_LATE_ORDER: Final = (*_ORDER[2:], "cards", "spades")
_SOTO: Final[Mapping[int, tuple[str, ...]]] = {
    16: ("cards", "big_casino"),
    17: ("cards", "spades"),
}


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
        What decided it: ``criterion``, ``target``, ``order``, ``spades``, ``tie`` or empty.
    """

    scores: tuple[int, ...]
    winner: int | None = None
    is_free: bool = False
    reason: str = ""


def needed_items(options: Options, start: int, *, free: bool = False) -> tuple[str, ...]:
    """Return the items that a side must win to win the match, or nothing if it is not restricted.

    Parameters
    ----------
    options : Options
        The rules.
    start : int
        The side's score at the start of the round.
    free : bool
        True if restrictions have ended because of a tie at the target.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> needed_items(find_variant("royal_dominican").options, 19)
    ('big_casino',)
    """
    if free or options.endgame == "none":
        return ()
    if options.endgame == "soto16" and start in _SOTO:
        return _SOTO[start]
    at_twenty = "spades" if options.endgame_20 == "most_spades" else "little_casino"
    single = {18: "cards", 19: "big_casino", 20: at_twenty}.get(start)
    return () if single is None else (single,)


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
    """
    sides = len(start)
    needs = {side: needed_items(options, start[side], free=free) for side in range(sides)}
    met = [side for side, needed in needs.items() if has_met(items, side, needed)]
    if met:
        winner = met[0] if len(met) == 1 else first
        scored = tuple(
            start[side] + (side_points(_kept(items, side, needs), sides)[side])
            for side in range(sides)
        )
        return Outcome(scored, winner, reason="criterion" if winner is not None else "")
    kept = [item for side in range(sides) for item in _kept(items, side, needs)]
    if options.sweep_cutoff == "own_18" and not free:
        kept = [item for item in kept if item.item != "sweeps" or start[item.side] < 18]
    scores = tuple(start[s] + side_points(kept, sides)[s] for s in range(sides))
    return _reached(options, start, scores, kept, spades)


def _kept(
    items: Sequence[ItemPoints], side: int, needs: Mapping[int, tuple[str, ...]]
) -> list[ItemPoints]:
    """Return what a side scores: everything, or if it is restricted the items it needs.

    Only Soto's 16 and 17 have more than one item to win, so that part of them can be kept.
    """
    own = [item for item in items if item.side == side]
    needed = needs[side]
    return [item for item in own if item.item in needed] if needed else own


def _reached(
    options: Options,
    start: Sequence[int],
    scores: tuple[int, ...],
    items: Sequence[ItemPoints],
    spades: Sequence[int],
) -> Outcome:
    """Say who has won, if anybody has reached the target."""
    out = [side for side, score in enumerate(scores) if score >= options.target]
    if not out or options.win_rule == "claim":
        return Outcome(scores)
    if options.win_rule in ("count_out", "mid_round") and len(out) > 1:
        return Outcome(scores, _counted_out(options, start, items), reason="order")
    best = max(scores[side] for side in out)
    leaders = [side for side in out if scores[side] == best]
    if len(leaders) == 1:
        return Outcome(scores, leaders[0], reason="target")
    if options.win_rule == "most_spades" and spades:
        most = leader([spades[side] if side in leaders else 0 for side in range(len(scores))])
        if most is not None:
            return Outcome(scores, most, reason="spades")
    return Outcome(scores, None, is_free=True, reason="tie")


def _counted_out(options: Options, start: Sequence[int], items: Sequence[ItemPoints]) -> int | None:
    """Return who reaches the target first when the items are counted one after another.

    Where points count when they are made, cards and spades come last (rules 10.2).
    """
    ranks = _LATE_ORDER if options.win_rule == "mid_round" else _ORDER
    ordered = sorted(items, key=lambda item: ranks.index(item.item.split("_")[0]))
    running = list(start)
    for item in ordered:
        running[item.side] += item.points
        if running[item.side] >= options.target:
            return item.side
    return None


def secured_items(position: Position) -> tuple[ItemPoints, ...]:
    """Return the majorities that can no longer be equalled, and the Casinos that are taken.

    With two sides that is the 27th card and the 7th spade; with more, a lead larger than all that
    is still to be taken (rules 12, A-11).
    """
    options = position.variant.options
    found = tally(position)
    pack = deck_cards(options.deck, options.packs)
    spades_in_pack = sum(1 for card in pack if card.suit == "S")
    secured = []
    for name, counts, whole, points in (
        ("cards", found.cards, len(pack), options.cards_points),
        ("spades", found.spades, spades_in_pack, options.spades_points),
    ):
        side = leader(counts)
        if side is None:
            continue
        rest = whole - sum(counts)
        others = max(count for i, count in enumerate(counts) if i != side)
        if counts[side] > others + rest:
            secured.append(ItemPoints(name, side, points))
    for name, card in (("big_casino", Card("TD")), ("little_casino", Card("2S"))):
        for side, cards in enumerate(found.items):
            if card in cards:
                secured.append(ItemPoints(name, side, 0))
    return tuple(secured)


def met_in_play(position: Position, *, free: bool = False) -> tuple[int, ...]:
    """Return the restricted sides that have met their criterion by now.

    The first position in which this is not empty names the winner: the moment is the 27th card,
    the 7th spade or the capture of the ten of diamonds.
    """
    if not position.score:
        return ()
    secured = secured_items(position)
    options = position.variant.options
    return tuple(
        side
        for side, start in enumerate(position.score)
        if has_met(secured, side, needed_items(options, start, free=free))
    )


def earned_points(position: Position) -> tuple[int, ...]:
    """Return what each side has for certain by now: special cards, sweeps, secured majorities."""
    options = position.variant.options
    found = tally(position)
    points = list(immediate_points(found, options))
    for item in secured_items(position):
        if item.item in ("cards", "spades"):
            points[item.side] += item.points
    return tuple(points)


def wins_in_play(position: Position, *, free: bool = False) -> int | None:
    """Return the side that wins the match at this moment of a round, or None.

    Either by a criterion near the target, or, where points count as they are made, by reaching the
    target.
    """
    met = met_in_play(position, free=free)
    if met:
        return met[0] if len(met) == 1 else None
    options = position.variant.options
    if options.win_rule != "mid_round" or not position.score:
        return None
    found: Tally = tally(position)
    made = immediate_points(found, options)
    out = [s for s, start in enumerate(position.score) if start + made[s] >= options.target]
    return out[0] if len(out) == 1 else None

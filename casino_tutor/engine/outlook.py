"""What the end of a deal leaves to be expected of the rest of the round.

Points that were made are certain. The majorities are not: with a lead and so many cards still to
be taken they are won with a chance that is a curve. What lies on the table is worth something to
whoever plays first in the next deal, and so is having captured last. How much was fitted by
self-play (``python -m bench.outlook``); the numbers stand in ``data/outlook.toml``.
"""

from __future__ import annotations

import tomllib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import erf, sqrt
from pathlib import Path
from typing import Final

from casino_tutor.engine.layout import (
    MOST_LEAD,
    MOST_LEAD_SPADES,
    MOST_LEFT,
    MOST_LEFT_SPADES,
)
from casino_tutor.model.cards import deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.position import Position
from casino_tutor.rules.rounds import score_round
from casino_tutor.rules.scoring import immediate_items, majorities, tally
from casino_tutor.rules.worth import certain_points, most_spades_points

#: Found beside this file: `importlib.resources` would cost more time than the reading itself.
_FILE: Final = Path(__file__).parent.parent / "data" / "outlook.toml"
#: So many cards may lie loose when a deal ends, at the most that bounds have to allow for.
_MOST_LOOSE: Final = 40


@dataclass(frozen=True, slots=True)
class Curve:
    """How a majority is won; numbers count for the side of seat 1, which plays first.

    Attributes
    ----------
    spread : float
        How far the rest of the race spreads: so many cards for the square root of each card left.
    first : float
        Of a hundred cards left the side that plays first gets so many more than the other.
    last : float
        Having captured last is worth so many cards.
    """

    spread: float
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """The fitted numbers.

    Attributes
    ----------
    cards, spades : Curve
        The majorities.
    first : float
        Points that the side that plays first wins of the rest, beside the majorities.
    first_loose, first_worth : float
        Points of that for each loose card, and for each point of loose cards.
    last : float
        Points for having captured last.
    rounds : int
        From so many rounds the numbers were fitted.
    """

    cards: Curve
    spades: Curve
    first: float
    first_loose: float
    first_worth: float
    last: float
    rounds: int


@cache
def fitted_outlook() -> Outlook:
    """Return the numbers of the data file."""
    found = tomllib.loads(_FILE.read_text("utf-8"))
    return Outlook(Curve(**found["cards"]), Curve(**found["spades"]), **found["rest"])


@dataclass(frozen=True, eq=False)
class OutlookTables:
    """The same as the kernel looks it up, in parts of a point.

    Attributes
    ----------
    parts : int
        A point has 2 to the power of `parts` parts.
    slack : int
        By so many parts what is expected may pass what can still be won by cards and majorities.
    cards, spades : array of int
        What a majority is worth to side 0, by who captured last, what is left, and the lead.
    first, last : list of int
        Of whoever plays first: a constant, for each loose card, for each point that lies loose; of
        whoever captured last: nobody, side 0, side 1.
    """

    parts: int
    slack: int
    cards: array[int]
    spades: array[int]
    first: list[int]
    last: list[int]


def outlook_tables(options: Options, carry: Sequence[tuple[str, int]], parts: int) -> OutlookTables:
    """Return the tables for a game.

    Parameters
    ----------
    options : Options
        The rules.
    carry : sequence of (name, points)
        What majorities score more because they were tied before.
    parts : int
        A point has 2 to the power of so many parts.
    """
    return _tables(options, tuple(carry), parts)


@lru_cache(maxsize=32)
def _tables(options: Options, carry: tuple[tuple[str, int], ...], parts: int) -> OutlookTables:
    fitted, carried = fitted_outlook(), dict(carry)
    unit = (-1 if options.low_wins else 1) * (1 << parts)
    cards = unit * (options.cards_points + carried.get("cards", 0))
    spades = unit * (most_spades_points(options) + carried.get("spades", 0))
    worths = [certain_points(card, options) for card in deck_cards(options.deck, options.packs)]
    first = [round(unit * fitted.first), round(unit * fitted.first_loose)]
    # A sum of points that lie loose is in parts already.
    first.append(round((1 << parts) * fitted.first_worth))
    last = round(unit * fitted.last)
    slack = abs(first[0]) + _MOST_LOOSE * abs(first[1]) + abs(last)
    slack += round(abs(fitted.first_worth) * abs(unit) * sum(map(abs, worths))) + 1
    return OutlookTables(
        parts,
        slack,
        _table(cards, MOST_LEFT, MOST_LEAD, fitted.cards),
        _table(spades, MOST_LEFT_SPADES, MOST_LEAD_SPADES, fitted.spades),
        first,
        [0, last, -last],
    )


def _table(points: int, most_left: int, most_lead: int, curve: Curve) -> array[int]:
    """Return what a majority is worth by who captured last, what is left, and the lead."""
    found = array("i")
    for by_last in (0.0, curve.last, -curve.last):
        for left in range(most_left):
            shift = curve.first * left / 100 + by_last
            width = curve.spread * sqrt(2 * left)
            # As in `majority`, the row at once: the first search of all waits for it. Beyond what
            # is left everything is decided.
            reach = min(left, most_lead - 1)
            found.extend([-points] * (most_lead - reach))
            if left:
                leads = range(-reach, reach + 1)
                found.extend([round(points * erf((lead + shift) / width)) for lead in leads])
            else:
                found.append(0)
            found.extend([points] * (most_lead - 1 - reach))
    return found


def majority(lead: int, left: int, spread: float, shift: float) -> float:
    """Return the chance that a majority is won, less the chance that it is lost.

    Parameters
    ----------
    lead : int
        So many cards more than the other side.
    left : int
        So many are still to be taken.
    spread, shift : float
        How far the rest spreads, for the square root of a card; and where its middle is.

    Examples
    --------
    >>> [round(majority(lead, 16, 1.2, 0.0), 2) for lead in (0, 4, 17)]
    [0.0, 0.6, 1.0]
    """
    if abs(lead) > left:
        return 1.0 if lead > 0 else -1.0
    if left == 0:
        return 0.0
    return erf((lead + shift) / (spread * sqrt(2 * left)))


def expected_points(position: Position) -> tuple[float, ...]:
    """Return the points of the round that each side has, or may expect of majorities.

    Of a round that is over, its score. Points that can still be won otherwise count for nobody.

    Parameters
    ----------
    position : Position
        A table with all captured cards known.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> expected_points(parse_position("- -/- - 0 AS,TD,2S/AH 1"))
    (8.0, 1.0)
    """
    items = expected_items(position)
    return tuple(sum(points[side] for _, points in items) for side in range(len(position.sides)))


def expected_items(position: Position) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the same item by item: the name of each, as in a score, and the points of each side.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> dict(expected_items(parse_position("- -/- - 0 AS,TD,2S/AH 1")))["big_casino"]
    (2.0, 0.0)
    """
    sides = len(position.sides)
    found: dict[str, list[float]] = {}
    if position.turn is None:
        for item, side, points in score_round(position).items:
            found.setdefault(item, [0.0] * sides)[side] += points
        return tuple((item, tuple(each)) for item, each in found.items())
    options, counted = position.variant.options, tally(position)
    for item, side, points in immediate_items(counted, options):
        found.setdefault(item, [0.0] * sides)[side] += points
    pack = deck_cards(options.deck, options.packs)
    fitted = fitted_outlook()
    for most in majorities(counted, options):
        suit = {"spades": "S", "diamonds": "D"}.get(most.name)
        whole = sum(1 for card in pack if suit in (None, card.suit))
        left = max(0, whole - sum(most.counts))
        spread = (fitted.spades if suit else fitted.cards).spread
        if most.points:
            found[most.name] = [most.points * c for c in _chances(most.counts, left, spread)]
    return tuple((name, tuple(each)) for name, each in found.items())


def _chances(counts: Sequence[int], left: int, spread: float) -> list[float]:
    """Return the chance of each side to have most in the end; none has, if that is a tie."""
    ahead = []
    for side, count in enumerate(counts):
        rival = max(other for number, other in enumerate(counts) if number != side)
        ahead.append((1 + majority(count - rival, left, spread, 0.0)) / 2)
    if left == 0:
        return [float(chance == 1) for chance in ahead]
    total = sum(ahead)
    return [chance / total for chance in ahead]

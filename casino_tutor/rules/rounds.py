"""A round from the first deal to the last card: whose turn, events, residue, what it scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casino_tutor.model.plays import CapturePlay, Play, item_cards
from casino_tutor.model.position import NOBODY, UNKNOWN, Hand, Pile, Position, Stock
from casino_tutor.rules.dealing import deal_on, is_deal_due
from casino_tutor.rules.judge import Verdict, judge
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.scoring import (
    ItemPoints,
    carried_over,
    scored_items,
    side_points,
    tally,
)
from casino_tutor.rules.worth import is_orange, sweep_points


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a finished round scores.

    Attributes
    ----------
    items : tuple of ItemPoints
        Item by item, in counting order.
    points : tuple of int
        The sum for each side, before any restriction near the target.
    carry : tuple of (name, points)
        Points of tied items that wait for the next round.
    """

    items: tuple[ItemPoints, ...]
    points: tuple[int, ...]
    carry: tuple[tuple[str, int], ...]


def is_over(position: Position) -> bool:
    """Return True if every card of the round has been played."""
    return position.turn is None


def play_on(position: Position, attempt: Attempt) -> tuple[Position, Verdict]:
    """Play a turn, if it is legal, with everything that follows of itself.

    Points made during play are noted, the next deal is dealt where the stock is known, and at the
    end of the round the residue goes to the last capturer.

    Parameters
    ----------
    position : Position
        The position before.
    attempt : Play, tuple of Play, or str
        What is tried.

    Returns
    -------
    tuple of Position and Verdict
        The position after (the same position if the attempt is illegal), and the verdict.

    Raises
    ------
    NotationError, AmbiguousPlayError
        If a text cannot be read.
    """
    verdict = judge(position, attempt)
    if verdict.after is None:
        return position, verdict
    after = replace(verdict.after, pending=())
    for play in verdict.turn:
        after = _note_events(position, after, play, swept=verdict.sweep)
    return settle(after), verdict


def settle(position: Position) -> Position:
    """Deal on if a deal is due and the stock known; give out the residue if the round is over."""
    if is_deal_due(position) and position.stock.order is not None:
        return deal_on(position)
    return give_residue(position) if is_over(position) else position


def give_residue(position: Position) -> Position:
    """Give the cards left on the table to the last capturer; it is no sweep.

    Where nobody captured at all they stay where they are (rules 12, A-17).
    """
    if position.last in (NOBODY, UNKNOWN):
        return position
    left = (*(c for build in position.builds for c in build.cards), *position.loose)
    piles = list(position.taken)
    own = position.pile_of(position.last)
    pile = piles[own]
    piles[own] = Pile((*pile.cards, *left), pile.unknown, pile.sweeps)
    return replace(position, builds=(), loose=(), taken=tuple(piles))


def score_round(position: Position) -> RoundScore:
    """Return what the sides have scored in a round whose residue has been given out.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> end = parse_position("- -/- - 0 AS,TD,2S/AH 1")
    >>> score_round(end).points
    (7, 1)
    """
    found = tally(position)
    options = position.variant.options
    items = scored_items(found, options)
    return RoundScore(items, side_points(items, found.sides), carried_over(found, options))


def _note_events(before: Position, after: Position, play: Play, *, swept: bool) -> Position:
    """Note the points that are scored when they are made: sweeps by size, oranges."""
    options = before.variant.options
    if not isinstance(play, CapturePlay) or before.turn is None:
        return after
    table = [card for item in play.items for card in item_cards(item)]
    side = before.side_of(before.turn)
    if swept and options.small_sweep_cards:
        after = _add_points(after, side, sweep_points(len(table), options))
    if "orange" in play.calls:
        made = is_orange(table, options)
        after = _add_points(
            after, side, options.orange_points if made else options.false_call_points
        )
    elif is_orange(table, options):
        # Another seat may call it until the next play.
        after = replace(after, pending=(("orange", before.turn),))
    return after


def _add_points(position: Position, side: int, points: int) -> Position:
    totals = list(position.points or (0,) * len(position.sides))
    totals[side] += points
    return replace(position, points=tuple(totals))


def call_orange(position: Position, seat: int) -> Position:
    """Return the position after a seat calls an orange that the capturer did not call.

    A right call scores for the caller; a call where none is open is false and costs points
    (rules 7).
    """
    options = position.variant.options
    side = position.side_of(seat)
    open_calls = [who for word, who in position.pending if word == "orange" and who != seat]
    if not open_calls:
        return _add_points(position, side, options.false_call_points)
    return replace(_add_points(position, side, options.orange_points), pending=())


def seen_from(position: Position, seat: int) -> Position:
    """Return the position as a seat knows it: other hands and the stock's order are hidden.

    What has been captured lay open before everybody, so it stays known; with its own hand and the
    table that is all a seat knows.

    Parameters
    ----------
    position : Position
        A position, however much of it is known.
    seat : int
        Who looks.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> str(seen_from(parse_position("8D 7S/KD,QH 1 (9S,9H) -/- -"), 1))
    '8D 7S/?2 1 2 -/- -'
    """
    hands = tuple(
        hand if number == seat else Hand((), len(hand))
        for number, hand in enumerate(position.hands, 1)
    )
    return replace(position, hands=hands, stock=Stock(position.stock.count))

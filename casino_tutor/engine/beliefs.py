"""What declined captures suggest: who trailed beside a capture, seldom holds the card for it.

A seat that held a card when it made another play could have captured with it. The more such a
capture would have brought beyond what the seat did, the less likely it is that the card is there.
How much less was counted in self-play (``python -m bench.beliefs``); the numbers stand in
``data/beliefs.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from casino_tutor.engine import layout
from casino_tutor.engine.gains import SHARES, card_worths, gain
from casino_tutor.engine.kernels import KERNEL_LOCK, best_kernel, kernel_of
from casino_tutor.engine.plan import bare_plan_of, state_of
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play, Turn
from casino_tutor.model.position import Hand, Position, Stock

#: Found beside this file: `importlib.resources` would cost more time than the reading itself.
_FILE: Final = Path(__file__).parent.parent / "data" / "beliefs.toml"
#: Two captures bring the same if they differ by no more.
_SAME: Final = 0.05


class Seen(NamedTuple):
    """A play that was made in this deal.

    Attributes
    ----------
    table : Position
        The table before it, as the seat that looks on saw it.
    play : Play
        The play.
    """

    table: Position
    play: Play


@dataclass(frozen=True, slots=True)
class Reading:
    """How likely a card is still held, against a card that says nothing; by what it would have won.

    Attributes
    ----------
    trail, capture : float
        After a trail beside a capture, and after a capture that brought less.
    """

    trail: float
    capture: float


@cache
def counted_reading() -> Reading:
    """Return the numbers of the data file."""
    return Reading(**tomllib.loads(_FILE.read_text("utf-8"))["reading"])


def likely_cards(
    view: Position, seen: Sequence[Seen], reading: Reading | None = None
) -> dict[int, dict[Card, float]]:
    """Return how likely other seats hold a card, against a card of which nothing is known.

    Parameters
    ----------
    view : Position
        The table as the seat to play sees it; rules that the kernel knows.
    seen : sequence of Seen
        The plays of this deal.
    reading : Reading, optional
        What a declined capture says; the counted numbers if left out.

    Returns
    -------
    dict of int to dict of Card to float
        For each other seat that has played in this deal, the cards that are less likely.
    """
    reading = reading or counted_reading()
    found: dict[int, dict[Card, float]] = {}
    for table, play in seen:
        seat = table.turn
        if seat is None or seat == view.turn or not play.hand or play.kind == "build":
            continue
        if not view.hands[seat - 1].unknown:
            continue
        factor = reading.trail if play.kind == "trail" else reading.capture
        worths = card_worths(view.variant.options, len(view.sides), SHARES)
        done = gain(table, play, worths)
        cards = found.setdefault(seat, {})
        for card, brought in capture_gains(_public(table)).items():
            if brought > done + _SAME:
                cards[card] = cards.get(card, 1.0) * factor
    return found


def _public(table: Position) -> Position:
    """Return what everybody sees of a table, so that all who look on share what is worked out."""
    bare = tuple(replace(build, owner=None, fresh=False) for build in table.builds)
    return replace(_open_to_all(table), builds=bare, taken=(), score=(), last=0, proved=())


@lru_cache(maxsize=64)
def capture_gains(table: Position) -> Mapping[Card, float]:
    """Return what the best capture with each card of the pack would bring; others are left out.

    Parameters
    ----------
    table : Position
        A table of which the hands do not matter; rules that the kernel knows.
    """
    options = table.variant.options
    worths = card_worths(options, len(table.sides), SHARES)
    plan = bare_plan_of(table)
    places = plan.places
    with KERNEL_LOCK:
        kernel: Any = kernel_of(best_kernel())
        kernel.use(plan.rules, 4)
        words, numbers = state_of(table, plan)
        words[layout.HAND + numbers[layout.TURN]] = places.mask(places.cards) & ~words[0]
        kernel.put(words, numbers)
        moves = kernel.moves(0)
    by_place = [worths[card] for card in places.cards]
    best: dict[int, float] = {}
    whole, all_builds = words[0], (1 << len(table.builds)) - 1
    sign = -1 if options.low_wins else 1
    for kind, hand, loose, used, _, _ in moves:
        if kind != layout.CAPTURE or hand & (hand - 1):
            continue
        taken = hand | loose
        brought = sum(by_place[at] for at in _bits(taken))
        brought += sum(
            worths[card]
            for number, build in enumerate(table.builds)
            if used >> number & 1
            for card in build.cards
        )
        if loose == whole and used == all_builds:
            brought += options.sweep_points
        kind_of_card = places.kind[hand.bit_length() - 1]
        best[kind_of_card] = max(best.get(kind_of_card, -1e9), sign * brought)
    found = {}
    for at, card in enumerate(places.cards):
        if places.kind[at] in best:
            found[card] = best[places.kind[at]]
    return found


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        found.append(bit.bit_length() - 1)
    return found


def plays_of_this_deal(seen: Sequence[Seen], view: Position) -> tuple[Seen, ...]:
    """Return those of the plays that were made since the last deal."""
    return tuple(one for one in seen if one.table.stock.count == view.stock.count)


def watched(table: Position, chosen: Play | Turn) -> tuple[Seen, ...]:
    """Return what everybody sees of a turn; one of several plays says nothing of the hand.

    Parameters
    ----------
    table : Position
        The table before the turn.
    chosen : Play or tuple of Play
        What was played.
    """
    if isinstance(chosen, tuple):
        return () if len(chosen) != 1 else watched(table, chosen[0])
    return (Seen(_open_to_all(table), chosen),)


def _open_to_all(table: Position) -> Position:
    """Hide every hand and the order of the stock."""
    hands = tuple(Hand((), len(hand)) for hand in table.hands)
    return replace(table, hands=hands, stock=Stock(table.stock.count))

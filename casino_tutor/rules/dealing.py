"""Shuffling and dealing: how many cards each deal gives, in which packets, from one seed.

The deal is the only chance in a round. A position whose stock has a known order can be dealt on;
one whose stock is only a number waits for cards that somebody sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.position import NOBODY, Hand, Position, Stock
from casino_tutor.model.variant import Variant

#: How many cards a packet holds; the table gets its packet before the dealer or at the end.
_PACKETS: Final = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "all": 112}
_TABLE_BEFORE_DEALER: Final = ("ones", "twos")


class DealError(ValueError):
    """A deal that cannot be made: cards are still held, or the stock is not known."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How many cards one deal gives to each hand, and how many to the table."""

    each: int
    table: int


def deal_plan(options: Options, seats: int) -> tuple[Deal, ...]:
    """Return the deals of a round.

    Parameters
    ----------
    options : Options
        The rules.
    seats : int
        How many play.

    Returns
    -------
    tuple of Deal
        All deals in order. If the cards do not come out, the last deal gives as many to each hand
        as go round evenly and the rest to the table.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> deal_plan(find_variant("tuxedo").options, 5)
    (Deal(each=4, table=4), Deal(each=3, table=1))
    """
    left = len(deck_cards(options.deck, options.packs))
    size, table = options.hand_size_for(seats), options.table_cards_for(seats)
    deals = []
    while left > 0:
        left -= table
        each = min(size, left // seats)
        left -= each * seats
        # Fewer cards than seats cannot go round: the table gets them.
        rest = left if left < seats else 0
        left -= rest
        deals.append(Deal(each, table + rest))
        table = 0
    return tuple(deals)


def shuffled(options: Options, seed: int) -> tuple[Card, ...]:
    """Return the pack in the order that a seed gives, next card first.

    The shuffle is Fisher-Yates on the generator's ``random()``, which every version of Python
    promises to keep (ruling R19).
    """
    generator = Random(seed)
    cards = list(deck_cards(options.deck, options.packs))
    for last in range(len(cards) - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def start_round(
    variant: Variant,
    seats: int,
    order: tuple[Card, ...],
    *,
    score: tuple[int, ...] = (),
    sides: tuple[tuple[int, ...], ...] = (),
    carry: tuple[tuple[str, int], ...] = (),
) -> Position:
    """Return the position after the first deal.

    Parameters
    ----------
    variant : Variant
        The rules.
    seats : int
        How many play; seat 1 is the eldest hand and leads, the last seat deals.
    order : tuple of Card
        The whole pack, next card first.
    score, sides, carry : tuple
        As in `Position`.

    Raises
    ------
    DealError
        If the variant is not for so many seats, or `order` is not its pack.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> variant = find_variant("casino_pagat")
    >>> first = start_round(variant, 2, shuffled(variant.options, 1))
    >>> [len(hand) for hand in first.hands], len(first.loose), first.stock.count
    ([4, 4], 4, 40)
    """
    options = variant.options
    if seats not in options.seats:
        listed = " or ".join(map(str, options.seats))
        raise DealError(f"{variant.name} is for {listed} seats, not {seats}")
    if sorted(order) != sorted(deck_cards(options.deck, options.packs)):
        raise DealError(f"{len(order)} cards were given that are not the pack of {variant.name}")
    empty = Position(
        variant,
        hands=(Hand(),) * seats,
        stock=Stock.known(order),
        last=NOBODY,
        score=score,
        sides=sides,
        carry=carry,
    )
    return _hand_out(empty, deal_plan(options, seats)[0])


def is_deal_due(position: Position) -> bool:
    """Return True if every hand is empty and cards are left to deal."""
    if position.turn is None or position.stock.count == 0:
        return False
    return not any(len(hand) for hand in position.hands)


def deal_on(position: Position) -> Position:
    """Return the position after the next deal of the same round.

    Raises
    ------
    DealError
        If cards are still held, or the order of the stock is not known.
    """
    if not is_deal_due(position):
        raise DealError("the hands are not empty, or no card is left to deal")
    if position.stock.order is None:
        raise DealError("the order of the stock is not known")
    left = position.stock.count
    for deal in reversed(deal_plan(position.variant.options, position.seats)):
        left -= deal.each * position.seats + deal.table
        if left <= 0:
            return _hand_out(position, deal if left == 0 else _rest(position))
    return _hand_out(position, _rest(position))


def _rest(position: Position) -> Deal:
    """Return a deal for a stock that no plan leaves, such as a typed one."""
    seats, count = position.seats, position.stock.count
    each = min(position.variant.options.hand_size_for(seats), count // seats)
    left = count - each * seats
    return Deal(each, left if left < seats else 0)


def _hand_out(position: Position, deal: Deal) -> Position:
    order = position.stock.order or ()
    hands: list[list[Card]] = [list(hand.cards) for hand in position.hands]
    table: list[Card] = []
    at = 0
    for seat, count in _packets(deal, position.seats, position.variant.options.packets):
        packet = order[at : at + count]
        at += count
        (hands[seat - 1] if seat else table).extend(packet)
    return replace(
        position,
        hands=tuple(Hand(tuple(cards)) for cards in hands),
        loose=(*position.loose, *table),
        stock=Stock.known(order[at:]),
        turn=1,
        hand_played=False,
    )


def _packets(deal: Deal, seats: int, packets: str) -> Iterator[tuple[int, int]]:
    """Yield who gets the next packet (0 is the table) and how many cards it holds."""
    size = _PACKETS[packets]
    owed = dict.fromkeys(range(1, seats + 1), deal.each)
    owed[0] = deal.table
    # Packets of one or two give the table its share just before the dealer's.
    early = packets in _TABLE_BEFORE_DEALER
    circle = [*range(1, seats), 0, seats] if early else [*range(1, seats + 1), 0]
    while any(owed.values()):
        for place in circle:
            count = min(size, owed[place])
            if count:
                owed[place] -= count
                yield place, count

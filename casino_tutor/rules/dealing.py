"""Shuffling and dealing: how many cards each deal gives, in which packets, from one seed.

The deal is the only chance in a round. A position whose stock has a known order can be dealt on;
one whose stock is only a number waits for cards that somebody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.position import NOBODY, Hand, Position, Stock
from casino_tutor.model.values import card_values
from casino_tutor.model.variant import Variant
from casino_tutor.rules.worth import certain_points

#: How many cards a packet holds; the table gets its packet before the dealer or at the end.
_PACKETS: Final = {
    "ones": 1,
    "twos": 2,
    "twos_table_last": 2,
    "threes": 3,
    "fours": 4,
    "all": 112,
}
_TABLE_BEFORE_DEALER: Final = ("ones", "twos")
_COURT_HEIGHTS: Final = {"J": 11, "Q": 12, "K": 13}
#: A first layout is rich if its cards are worth so many points, or so many of them are court cards.
_RICH_POINTS: Final = 3
_RICH_COURTS: Final = 3


class DealError(ValueError):
    """A deal that cannot be made: cards are still held, or the stock is not known."""

    kind = "request"


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
        as go round evenly, and the rest to the table. Where a card is drawn after each play there
        is one deal only.

    Raises
    ------
    DealError
        If the cards do not come out in a variant that says they do.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> deal_plan(find_variant("tuxedo").options, 5)
    (Deal(each=4, table=4), Deal(each=3, table=1))
    """
    left = len(deck_cards(options.deck, options.packs))
    deals: list[Deal] = []
    while left > 0 and not (deals and options.refill == "after_play"):
        table = 0 if deals else options.table_cards_for(seats)
        deal = _deal_from(left, options, seats, table)
        if deal.table > table and options.last_deal == "even":
            raise DealError(
                f"the cards do not come out for {seats} players, {deal.table - table} are left; "
                f"option last_deal=even_rest_to_table lays them on the table"
            )
        left -= deal.each * seats + deal.table
        deals.append(deal)
    return tuple(deals)


def _deal_from(left: int, options: Options, seats: int, table: int) -> Deal:
    """Return the deal that is made from so many cards."""
    table = min(table, left)
    each = min(options.hand_size_for(seats), (left - table) // seats)
    rest = left - table - each * seats
    # Fewer cards than seats cannot go round: the table gets them.
    is_last = rest < seats and options.refill == "by_deal"
    return Deal(each, table + rest * is_last)


def packets(options: Options, seats: int, deal: Deal) -> tuple[tuple[int, int], ...]:
    """Return who gets each packet of a deal in turn, and how many cards it holds.

    Parameters
    ----------
    options : Options
        The rules.
    seats : int
        How many play; the last seat deals.
    deal : Deal
        How many cards are dealt.

    Returns
    -------
    tuple of (seat, count)
        Seat 0 is the table.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> packets(find_variant("casino_pagat").options, 2, Deal(4, 4))
    ((1, 2), (0, 2), (2, 2), (1, 2), (0, 2), (2, 2))
    """
    if options.layout_from == "dealt" or not deal.table:
        return tuple(_packets(deal, seats, options.packets))
    layout, hands = (0, deal.table), _packets(Deal(deal.each, 0), seats, options.packets)
    return (layout, *hands) if options.layout_from == "cut" else (*hands, layout)


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
        The whole pack, next card first; a layout that is cut from the middle stands before all.
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
    check_seats(variant, seats)
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
    dealt = _hand_out(empty, deal_plan(options, seats)[0])
    return _plain_layout(dealt) if options.layout_points == "replaced" else dealt


def _plain_layout(position: Position) -> Position:
    """Replace the table cards that score of their own from the stock, under which they go.

    That is done again while one turns up and the stock lasts. A card that went under the stock does
    not come back.
    """
    options = position.variant.options
    table, above = list(position.loose), list(position.stock.order or ())
    below: list[Card] = []
    while above:
        scoring = [card for card in table if certain_points(card, options)][: len(above)]
        if not scoring:
            break
        for card in scoring:
            table.remove(card)
        below += scoring
        table += above[: len(scoring)]
        del above[: len(scoring)]
    return replace(position, loose=tuple(table), stock=Stock.known((*above, *below)))


def check_seats(variant: Variant, seats: int) -> None:
    """Refuse a number of seats that the variant is not for.

    Raises
    ------
    DealError
        If it is not one of the variant's numbers.
    """
    if seats not in variant.options.seats:
        listed = " or ".join(map(str, variant.options.seats))
        raise DealError(f"{variant.name} is for {listed} seats, not {seats}")


def is_untouched(position: Position) -> bool:
    """Return True if the first deal of a round lies as it was dealt."""
    options, seats = position.variant.options, position.seats
    pack = len(deck_cards(options.deck, options.packs))
    first = _deal_from(pack, options, seats, options.table_cards_for(seats))
    left = pack - first.each * seats - first.table
    whole = all(len(hand) == first.each for hand in position.hands)
    return whole and len(position.loose) == first.table and position.stock.count == left


def opens_a_deal(position: Position) -> bool:
    """Return True if the seat to play makes the first play of a deal: every hand is still full."""
    options, seats = position.variant.options, position.seats
    if position.turn != 1 or position.hand_played:
        return False
    if options.refill == "after_play":
        return is_untouched(position)
    each = full = options.hand_size_for(seats)
    if position.stock.count == 0:
        # The last deal may be smaller.
        dealt = len(deck_cards(options.deck, options.packs)) - options.table_cards_for(seats)
        each = dealt % (full * seats) // seats or full
    return all(len(hand) == each for hand in position.hands)


def is_rich_layout(position: Position) -> bool:
    """Return True if the table cards are worth three points or more, or three are court cards.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> tables = ("TD,AS,8D", "KD,QD,JD", "TD,8D")
    >>> [is_rich_layout(parse_position(f"{table} 9S")) for table in tables]
    [True, True, False]
    """
    options = position.variant.options
    points = sum(certain_points(card, options) for card in position.loose)
    courts = sum(card.is_court for card in position.loose)
    return points >= _RICH_POINTS or courts >= _RICH_COURTS


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
    # No later deal of a plan depends on how many were made before it, but only on what is left.
    options = position.variant.options
    return _hand_out(position, _deal_from(position.stock.count, options, position.seats, 0))


def draw_up(position: Position, seat: int) -> Position:
    """Return the position after a seat has drawn from the stock until its hand is full.

    Where the order of the stock is not known, nobody knows the drawn cards either. Where no card is
    drawn after a play, nothing changes.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> rules = "option refill=after_play"
    >>> print(draw_up(parse_position(f"8D 8S,7S,6S/?4 2 20 -/- -; {rules}"), 1))
    8D 8S,7S,6S,?1/?4 2 19 -/- -; option refill=after_play
    """
    options, stock = position.variant.options, position.stock
    lacking = options.hand_size_for(position.seats) - len(position.hands[seat - 1])
    drawn = min(lacking, stock.count)
    if options.refill != "after_play" or drawn <= 0:
        return position
    hands = list(position.hands)
    held = hands[seat - 1]
    if stock.order is None:
        hands[seat - 1] = Hand(held.cards, held.unknown + drawn)
        left = Stock(stock.count - drawn)
    else:
        hands[seat - 1] = Hand((*held.cards, *stock.order[:drawn]), held.unknown)
        left = Stock.known(stock.order[drawn:])
    turn = position.turn
    if turn is not None and not len(hands[turn - 1]):
        # Nobody else holds a card: the seat that drew plays on.
        turn = seat
    return replace(position, hands=tuple(hands), stock=left, turn=turn)


def _hand_out(position: Position, deal: Deal) -> Position:
    order = position.stock.order or ()
    hands: list[list[Card]] = [list(hand.cards) for hand in position.hands]
    table: list[Card] = []
    at = 0
    for seat, count in packets(position.variant.options, position.seats, deal):
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


def _packets(deal: Deal, seats: int, rule: str) -> Iterator[tuple[int, int]]:
    size = _PACKETS[rule]
    owed = dict.fromkeys(range(1, seats + 1), deal.each)
    owed[0] = deal.table
    # Packets of one or two give the table its share just before the dealer's.
    early = rule in _TABLE_BEFORE_DEALER
    circle = [*range(1, seats), 0, seats] if early else [*range(1, seats + 1), 0]
    while any(owed.values()):
        for place in circle:
            count = min(size, owed[place])
            if count:
                owed[place] -= count
                yield place, count


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Who deals the first round of a match, and the cards that decided it.

    Attributes
    ----------
    player : int
        The dealer, counted from 0.
    drawn : tuple of tuple of Card
        What each player drew, one card more where two had to draw again; all empty where the
        dealer is picked at random.
    """

    player: int
    drawn: tuple[tuple[Card, ...], ...]


def first_dealer(variant: Variant, players: int, seed: int) -> FirstDealer:
    """Return who deals first: picked at random, or by the lowest or the highest card drawn.

    Those who draw equal cards draw again. An ace is low, but where it may count 14 in the hand it
    is the highest of all.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    seed : int
        One seed gives one dealer.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> found = first_dealer(find_variant("kasino_swedish"), 3, 1)
    >>> found.player, [[card.text for card in cards] for cards in found.drawn]
    (2, [['2C'], ['5D'], ['7C']])
    """
    check_seats(variant, players)
    rule = variant.options.first_dealer
    order = iter(shuffled(variant.options, seed))
    drawn: list[tuple[Card, ...]] = [()] * players
    if rule == "random":
        return FirstDealer(int(Random(seed).random() * players), tuple(drawn))
    height = _low_height if rule == "low_card" else _height(variant.options)
    tied = list(range(players))
    while len(tied) > 1:
        now = {player: next(order) for player in tied}
        for player, card in now.items():
            drawn[player] = (*drawn[player], card)
        heights = {player: height(card) for player, card in now.items()}
        best = (min if rule == "low_card" else max)(heights.values())
        tied = [player for player in tied if heights[player] == best]
    return FirstDealer(tied[0], tuple(drawn))


def _low_height(card: Card) -> int:
    return card.number or _COURT_HEIGHTS[card.rank]


def _height(options: Options) -> Callable[[Card], int]:
    """Return how high a card is where the highest counts."""
    values = card_values(options)

    def height(card: Card) -> int:
        is_high_ace = card.rank == "A" and 14 in values.in_hand[card]
        return 14 if is_high_ace else _low_height(card)

    return height

"""Which cards are known, and which the seat to play can infer."""

from __future__ import annotations

from dataclasses import replace

from casino_tutor.engine.solution import EngineError
from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.position import Hand, Pile, Position, Stock

_SIDES = 2


def with_known_cards(position: Position) -> Position:
    """Return the position with every hidden card that can be inferred.

    What nobody has seen yet must lie in the one place that hides cards: the other hand of the last
    deal, a stock of one card, a pile whose cards were forgotten.

    Raises
    ------
    EngineError
        If there are not two sides, the round is over, the cards do not fit the pack, or some
        hidden card cannot be inferred; the message says what would help.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H,9D,9C,8S,8H,8D"
    >>> rest = "8C,7S,7H,7D,7C,6S,6H,6D,6C,5S,5H,5D,5C,4S,4H,4D,4C,3S,3H,3D,3C,2S,2H"
    >>> end = parse_position(f"AS,AH,2D 2C/?2 1 0 {taken}/{rest} 1")
    >>> str(with_known_cards(end).hands[1].cards)
    "(Card('AD'), Card('AC'))"
    """
    if position.turn is None:
        raise EngineError("the round is over: there is no play to value")
    if len(position.sides) != _SIDES:
        raise EngineError(
            f"{len(position.sides)} sides play; exact values are found for two sides only"
        )
    faults = position_faults(position)
    if faults:
        raise EngineError("; ".join(fault.sentence for fault in faults))
    return _inferred(position)


def _inferred(position: Position) -> Position:
    options = position.variant.options
    unseen = tuple(
        sorted((deck_counts(options.deck, options.packs) - known_cards(position)).elements())
    )
    hands = [seat for seat, hand in enumerate(position.hands, 1) if hand.unknown]
    piles = [number for number, pile in enumerate(position.taken) if pile.unknown]
    stock = position.stock.count if position.stock.order is None else 0
    hidden = stock + sum(hand.unknown for hand in position.hands)
    hidden += sum(pile.unknown for pile in position.taken)
    if not hidden:
        return position
    places = len(hands) + len(piles) + bool(stock)
    # The order of a stock matters, unless it is one card.
    if places > 1 or len(unseen) != hidden or stock > 1:
        raise EngineError(_what_is_missing(position, hands, piles, stock, len(unseen)))
    if piles and options.steal_tops != "none" and len(unseen) > 1:
        raise EngineError(
            f"the order of the {len(unseen)} unknown cards of pile {piles[0] + 1} matters, because "
            "its top can be taken; give the whole pile, from its bottom to its top"
        )
    if hands:
        return _with_hand(position, hands[0], unseen)
    if piles:
        taken = list(position.taken)
        pile = taken[piles[0]]
        taken[piles[0]] = Pile((*unseen, *pile.cards), 0, pile.sweeps)
        return replace(position, taken=tuple(taken))
    return replace(position, stock=Stock.known(unseen))


def _with_hand(position: Position, seat: int, cards: tuple[Card, ...]) -> Position:
    hands = list(position.hands)
    hands[seat - 1] = Hand((*hands[seat - 1].cards, *cards))
    return replace(position, hands=tuple(hands))


def _what_is_missing(
    position: Position, hands: list[int], piles: list[int], stock: int, unseen: int
) -> str:
    """Say which cards are hidden, and what would help."""
    hidden = [f"{position.hands[seat - 1].unknown} in the hand of seat {seat}" for seat in hands]
    hidden += [f"{position.taken[number].unknown} in pile {number + 1}" for number in piles]
    hidden += [f"{stock} in the stock"] if stock else []
    needed = ["the cards of every hand"] if hands else []
    needed += ["the cards of every pile"] if piles else []
    needed += ["the order of the stock, as in (8S,7D)"] if stock else []
    otherwise = ""
    if stock:
        otherwise = ", or wait for the last deal"
    elif len(hands) + len(piles) == 1:
        otherwise = ", or every card that has been taken"
    return (
        f"hidden cards cannot be inferred: {', '.join(hidden)}; {unseen} cards are unseen; give "
        + " and ".join(needed)
        + otherwise
    )

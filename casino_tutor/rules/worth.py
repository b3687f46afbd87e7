"""What captured cards are worth by the variant's own scoring.

Some points are certain when a card is taken: aces, the two Casinos, fives, an orange, a sweep.
Most cards and most spades are decided at the end of the round; until then each card is worth its
share of the item. Shares are exact fractions, so that comparisons are.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options


def certain_points(card: Card, options: Options) -> int:
    """Return the points that a card itself scores when it is taken.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> options = find_variant("casino_pagat").options
    >>> [certain_points(Card(text), options) for text in ("TD", "2S", "AH", "9S")]
    [2, 1, 1, 0]
    """
    points = 0
    if card.rank == "A":
        points += options.ace_points
    if card.text == "TD":
        points += options.big_casino_points
    if card.text == "2S":
        points += options.little_casino_points
    if card.rank == "5":
        points += options.five_points
    if options.scoring in ("spade_24", "spade_25", "spade_26") and card.suit == "S":
        points += 1
        # The jack counts once more in every form; the Bicycle form doubles ace and two instead of
        # counting them apart.
        points += card.rank == "J"
        if options.scoring == "spade_26" and card.rank == "2":
            points += 1 - options.little_casino_points
    return points


def share(card: Card, options: Options) -> Fraction:
    """Return what a card is worth towards most cards and most spades.

    The points of an item are shared out evenly over the cards that decide it.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> share(Card("9S"), find_variant("casino_pagat").options)
    Fraction(7, 52)
    """
    pack = deck_cards(options.deck, options.packs)
    worth = Fraction(options.cards_points, len(pack))
    if card.suit == "S":
        spades = sum(1 for other in pack if other.suit == "S")
        worth += Fraction(options.spades_points, spades)
    return worth


def sweep_points(taken: int, options: Options) -> int:
    """Return the points of a sweep that takes so many table cards (Tuxedo has a small one)."""
    small = 0 < taken <= options.small_sweep_cards
    return options.small_sweep_points if small else options.sweep_points


def is_orange(table_cards: Iterable[Card], options: Options) -> bool:
    """Return True if a red and a yellow table card are among those taken (ruling R14)."""
    if "orange" not in options.calls:
        return False
    suits = {card.suit for card in table_cards}
    return {"R", "Y"} <= suits

"""What captured cards are worth by the variant's own scoring.

Some points are certain when a card is taken: aces, the two Casinos, fives, an orange, a sweep.
Most cards and most spades are decided at the end of the round; until then each card is worth its
share of the item. Shares are exact fractions, so that comparisons are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options

if TYPE_CHECKING:
    from fractions import Fraction

#: Forms of Spade Casino, in which every spade scores (rules 11).
_EVERY_SPADE: Final = ("spade_24", "spade_25", "spade_26")


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
    if options.scoring in _EVERY_SPADE and card.suit == "S":
        # The jack counts once more in every form. In the Bicycle form the ace and the two do so
        # as well, and the two scores nothing apart from that.
        points += 1 + (card.rank == "J")
        if options.scoring == "spade_26":
            points += card.rank == "A"
            points += (1 - options.little_casino_points) * (card.rank == "2")
    return points


def most_spades_points(options: Options) -> int:
    """Return what most spades are worth; in the form of 24 spades score only one by one."""
    return 0 if options.scoring == "spade_24" else options.spades_points


def share(card: Card, options: Options) -> Fraction:
    """Return what a card is worth towards most cards and most spades.

    The points of an item are shared out evenly over the cards that decide it.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> share(Card("9S"), find_variant("casino_pagat").options)
    Fraction(7, 52)
    """
    # Judging a play needs no shares, and this import takes longer than judging does.
    from fractions import Fraction

    pack = deck_cards(options.deck, options.packs)
    worth = Fraction(options.cards_points, len(pack))
    if card.suit == "S":
        spades = sum(1 for other in pack if other.suit == "S")
        worth += Fraction(most_spades_points(options), spades)
    return worth


def sweep_points(taken: int, options: Options) -> int:
    """Return the points of a sweep that takes so many table cards (Tuxedo has a small one)."""
    small = 0 < taken <= options.small_sweep_cards
    return options.small_sweep_points if small else options.sweep_points


def orange_count(hand_cards: Iterable[Card], table_cards: Iterable[Card], options: Options) -> int:
    """Return how many oranges a capture makes: pairs of a red and a yellow card.

    Parameters
    ----------
    hand_cards, table_cards : iterable of Card
        What captures, which counts only by option, and what is taken.
    options : Options
        The rules.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> rules = find_variant("tuxedo").with_options(oranges_per_capture=2)
    >>> orange_count([Card("9B")], [Card(text) for text in ("5R", "4Y", "9R", "9Y")], rules.options)
    2
    """
    if "orange" not in options.calls:
        return 0
    counted = [*table_cards, *(hand_cards if options.orange_capturing_card else ())]
    red, yellow = (sum(card.suit == suit for card in counted) for suit in "RY")
    return min(red, yellow, options.oranges_per_capture)

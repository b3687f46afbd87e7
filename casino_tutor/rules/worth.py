"""What captured cards are worth by the variant's own scoring.

Some points are certain when a card is taken: aces, the two Casinos, fives, an orange, a sweep.
Most cards, most spades and most diamonds are decided at the end of the round; until then each card
is worth its share of the item. Shares are exact fractions, so that comparisons are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options

if TYPE_CHECKING:
    from fractions import Fraction

#: Forms of Spade Casino, in which every spade scores (rules 11).
_EVERY_SPADE: Final = ("spade_24", "spade_25", "spade_26")
#: What the ace of spades costs in all where spades are penalties (rules 10.3).
_SPADE_ACE_PENALTY: Final = 2
#: Suits that make an orange: of Rook cards and of an ordinary pack (rules 7).
ORANGE_SUITS: Final = ("RH", "YD")


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
    if card.text == "7D":
        points += options.seven_of_diamonds_points
    if card.rank == "5":
        points += options.five_points
    if card.suit == "S":
        points += _spade_points(card, options)
    return points


def _spade_points(card: Card, options: Options) -> int:
    """Return what a spade scores for being one, where every spade does."""
    if options.scoring == "spade_penalties":
        # The two has its own penalty only, and the ace costs no more than two in all.
        of_its_own = {"A": _SPADE_ACE_PENALTY - options.ace_points, "2": 0}
        return of_its_own.get(card.rank, 1)
    if options.scoring not in _EVERY_SPADE:
        return 0
    # The jack counts once more in every form. In the Bicycle form the ace and the two do so as
    # well, and the two scores nothing apart from that.
    points = 1 + (card.rank == "J")
    if options.scoring == "spade_26":
        points += card.rank == "A"
        points += (1 - options.little_casino_points) * (card.rank == "2")
    return points


def most_spades_points(options: Options) -> int:
    """Return what most spades are worth; in the form of 24 spades score only one by one."""
    return 0 if options.scoring == "spade_24" else options.spades_points


def share(card: Card, options: Options) -> Fraction:
    """Return what a card is worth towards most cards, most spades and most diamonds.

    The points of an item are shared out evenly over the cards that decide it: all of a kind where
    most of them score, as many as are needed where a certain number does. Points that hang on what
    else one has taken (spades above six, four of a rank) are not shared out.

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
    alike = sum(1 for other in pack if other.suit == card.suit)
    if card.suit == "S":
        worth += Fraction(most_spades_points(options), options.spades_needed or alike)
    if card.suit == "D":
        worth += Fraction(options.diamonds_points, alike)
    return worth


def knows_sweeps(options: Options) -> bool:
    """Return True if the game records sweeps, be they worth a point or not."""
    return options.sweep_recorded or options.sweep_points > 0


def scores_when_made(options: Options) -> bool:
    """Return True if a sweep scores when it is made, and so not once more at the end.

    That is so where its points hang on the moment: on how much it takes, or on who left it open.
    """
    sized = options.small_sweep_cards > 0 or options.twin_sweep_points != 0
    return sized or options.sweep_setter_loses


def is_twin(hand_cards: Sequence[Card], table_cards: Sequence[Card]) -> bool:
    """Return True if a card takes nothing but its twin of the other pack (rules 10.3).

    Examples
    --------
    >>> is_twin([Card("QS")], [Card("QS")]), is_twin([Card("QH")], [Card("QS")])
    (True, False)
    """
    return len(hand_cards) == len(table_cards) == 1 and hand_cards[0] == table_cards[0]


def sweep_points(taken: int, options: Options, *, twin: bool = False) -> int:
    """Return the points of a sweep.

    Parameters
    ----------
    taken : int
        How many table cards it takes (Tuxedo has a small one).
    options : Options
        The rules.
    twin : bool
        True if a lone card is taken by its twin; see `is_twin`.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> tuxedo = find_variant("tuxedo").options
    >>> sweep_points(4, tuxedo), sweep_points(3, tuxedo)
    (10, 5)
    """
    if twin and options.twin_sweep_points:
        return options.twin_sweep_points
    small = 0 < taken <= options.small_sweep_cards
    return options.small_sweep_points if small else options.sweep_points


def orange_count(hand_cards: Iterable[Card], table_cards: Iterable[Card], options: Options) -> int:
    """Return how many oranges a capture makes: pairs of a red and a yellow card.

    In an ordinary pack hearts are red and diamonds yellow.

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
    red, yellow = (sum(card.suit in suits for card in counted) for suits in ORANGE_SUITS)
    return min(red, yellow, options.oranges_per_capture)


def orange_pair(cards: Sequence[Card]) -> tuple[Card, Card] | None:
    """Return the first red and the first yellow card of an orange, or None if there is none.

    Examples
    --------
    >>> orange_pair([Card("9S"), Card("5D"), Card("4H")])
    (Card('4H'), Card('5D'))
    """
    red, yellow = (
        next((card for card in cards if card.suit in suits), None) for suits in ORANGE_SUITS
    )
    return None if red is None or yellow is None else (red, yellow)

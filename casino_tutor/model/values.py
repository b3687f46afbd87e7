"""What a card counts under a variant: a *set* of numbers in the hand and one on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options

Values: TypeAlias = frozenset[int]
NO_VALUES: Final[Values] = frozenset()
_ONE: Final[Values] = frozenset({1})

_COURT_NUMBERS: Final = {"J": 11, "Q": 12, "K": 13}
_ACE_IN_HAND: Final[Mapping[str, Values]] = {
    "1": frozenset({1}),
    "14": frozenset({14}),
    "1or14": frozenset({1, 14}),
}
#: Finnish and Swedish extra values of two cards played from the hand (rules 10.1, 10.2).
_SPECIAL: Final = {"2S": 15, "TD": 16}


@dataclass(frozen=True, slots=True)
class CardValues:
    """What every card of a variant's pack counts.

    Attributes
    ----------
    in_hand : mapping of Card to set of int
        What the card may count when it is played from the hand. Empty for a court card without a
        number.
    in_build : mapping of Card to set of int
        What it may count as a group by itself in a build: the same (rulings R12, R13), unless the
        variant says that an ace in a build is always 1.
    on_table : mapping of Card to set of int
        What the card counts as a loose card and in every sum.
    uses : mapping of Card to tuple of sets
        The ways a card may be used in *one* play: one value each, or several values together
        where an ace may take aces and fourteens at once (``ace_dual_capture``).
    most : int
        The highest value that a card may count from the hand.
    """

    in_hand: Mapping[Card, Values]
    in_build: Mapping[Card, Values]
    on_table: Mapping[Card, Values]
    uses: Mapping[Card, tuple[Values, ...]]
    most: int


@lru_cache(maxsize=256)
def card_values(options: Options) -> CardValues:
    """Return what each card counts under these options.

    Parameters
    ----------
    options : Options
        The options of a variant.

    Returns
    -------
    CardValues
        One entry for each different card of the pack.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> values = card_values(find_variant("kasino_finnish").options)
    >>> sorted(values.in_hand[Card("2S")]), sorted(values.on_table[Card("2S")])
    ([15], [2])
    """
    in_hand: dict[Card, Values] = {}
    on_table: dict[Card, Values] = {}
    uses: dict[Card, tuple[Values, ...]] = {}
    for card in dict.fromkeys(deck_cards(options.deck, options.packs)):
        held, lying = _values_of(card, options)
        in_hand[card], on_table[card] = held, lying
        dual = card.rank == "A" and options.ace_dual_capture and len(held) > 1
        uses[card] = (held,) if dual else tuple(frozenset({v}) for v in sorted(held))
    in_build = in_hand
    if options.ace_in_build == "1":
        in_build = {card: _ONE if card.rank == "A" else held for card, held in in_hand.items()}
    most = max((v for held in in_hand.values() for v in held), default=0)
    return CardValues(in_hand, in_build, on_table, uses, most)


def _values_of(card: Card, options: Options) -> tuple[Values, Values]:
    number = card.number
    if card.is_court:
        number = _COURT_NUMBERS[card.rank] if options.face_values == "royal" else None
    if number is None:
        return NO_VALUES, NO_VALUES
    if card.rank == "A":
        return _ACE_IN_HAND[options.ace_hand], frozenset({options.ace_table_in_sum})
    lying = frozenset({number})
    if card.text in _SPECIAL and options.special_hand_values != "none":
        special = frozenset({_SPECIAL[card.text]})
        return (special if options.special_hand_values == "fixed" else special | lying), lying
    return lying, lying


def group_sums(cards: tuple[Card, ...], values: CardValues) -> Values:
    """Return every total that cards inside one set of a build can have.

    A single card mostly counts what it counts from the hand (an ace may be a whole 14, ruling
    R12); several cards count their table values.
    """
    if len(cards) == 1:
        return values.in_build.get(cards[0], NO_VALUES)
    sums: set[int] = {0}
    for card in cards:
        lying = values.on_table.get(card, NO_VALUES)
        sums = {s + v for s in sums for v in lying}
    return frozenset(sums)

"""What the next hand may hold: chances over the cards that a seat has not seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, card_values


def unseen_cards(view: Position) -> tuple[Card, ...]:
    """Return every card that a seat has not seen, in canonical order.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> len(unseen_cards(parse_position("8D,6C,2D 8S,KD")))
    47
    """
    options = view.variant.options
    left = deck_counts(options.deck, options.packs) - known_cards(view)
    return tuple(sorted(left.elements()))


def guards(view: Position, seat: int, unseen: Iterable[Card]) -> tuple[frozenset[Card], ...]:
    """Return for each build of a seat the unseen cards of which it must hold one.

    Whoever builds for themselves holds a card that takes the build (ruling R1). Where one may
    build for a partner an owner need not, so nothing is concluded.
    """
    options = view.variant.options
    if options.build_for_partner != "no" and len(view.sides) < view.seats:
        return ()
    in_hand, cards = card_values(options).in_hand, tuple(unseen)
    owned = sorted({build.value for build in view.builds if build.owner == seat})
    return tuple(
        frozenset(card for card in cards if value in in_hand.get(card, NO_VALUES))
        for value in owned
    )


def expected_best(
    gains: Sequence[tuple[Card, float]], held: int, needs: Sequence[frozenset[Card]] = ()
) -> float:
    """Return what the best card of an unseen hand brings on the average.

    Every hand of the unseen cards is as likely as any other, except that it holds one of each set
    that it needs, if that can be.

    Parameters
    ----------
    gains : sequence of (Card, float)
        What each unseen card would bring; a card that would bring nothing, or a loss, is not
        played for it.
    held : int
        How many cards the hand has.
    needs : sequence of frozenset of Card
        See `guards`.

    Examples
    --------
    >>> two, nine = Card("2S"), Card("9S")
    >>> expected_best([(two, 1.0), (nine, 0.0)], 1)
    0.5
    >>> expected_best([(two, 1.0), (nine, 0.0)], 1, [frozenset({two})])
    1.0
    """
    ordered = sorted(gains, key=lambda gain: (-gain[1], gain[0].order))
    held = min(held, len(ordered))
    cards = [card for card, _ in ordered]
    hands = _hands_without(0, cards, held, needs)
    if not hands:
        needs = ()
        hands = comb(len(cards), held)
    total, before = 0.0, hands
    for number, (_, gain) in enumerate(ordered, 1):
        if gain <= 0:
            break
        # The best card is this one where it is in the hand and none of those before it is.
        after = _hands_without(number, cards, held, needs)
        total += gain * (before - after)
        before = after
    return total / hands


def _hands_without(
    number: int, cards: Sequence[Card], held: int, needs: Sequence[frozenset[Card]]
) -> int:
    """Count the hands without the first so many cards that have one of each set they need."""
    count = 0
    for size in range(len(needs) + 1):
        for missed in combinations(needs, size):
            lacking = frozenset[Card]().union(*missed)
            left = sum(1 for card in cards[number:] if card not in lacking)
            count += (-1) ** size * comb(left, held)
    return count

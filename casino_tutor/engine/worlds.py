"""The worlds that a seat must reckon with: every way in which the hidden cards may lie.

Each way is as likely as any other, but for what everybody knows: whoever owns a build holds a card
that takes it (ruling R1), a proof shows what a partner holds, and cards that were seen in a hand
stay there. What a seat cannot see is never looked at: only its view goes in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Final, NamedTuple, TypeVar

from casino_tutor.engine.chances import unseen_cards
from casino_tutor.engine.solution import EngineError
from casino_tutor.model.cards import Card
from casino_tutor.model.checks import position_faults
from casino_tutor.model.position import Hand, Pile, Position, Stock
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.groups import shared_out, values_of

T = TypeVar("T")
#: Up to so many hands are gone through one by one; of more a sample is drawn.
MOST_LISTED: Final = 2_000
#: So often a hand is drawn anew until it holds what it must.
_MOST_DRAWN: Final = 20_000


class World(NamedTuple):
    """One way in which the hidden cards may lie.

    Attributes
    ----------
    hands : tuple of tuple of Card
        Of every seat, all its cards.
    piles : tuple of tuple of Card
        Of every capture pile, the cards that are not known.
    stock : tuple of Card
        The stock, next card first; in no order where only the hands are asked about.
    weight : float
        How much it counts.
    """

    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class _Seat:
    """What is known of a hand that is not seen."""

    seat: int
    hidden: int
    known: tuple[Card, ...]
    owned: Values
    proved: Values


class Worlds:
    """Every world that fits a view.

    Parameters
    ----------
    view : Position
        The table as the seat to play sees it; all of its own hand is known.
    likely : mapping of int to mapping of Card to float, optional
        How likely a card is in the hand of a seat, against a card of which nothing is known; at
        most 1, and 1 if left out.

    Attributes
    ----------
    unseen : tuple of Card
        Every card that the seat has not seen.
    count : int
        How many sets of hands there are, whether they hold what they must or not.

    Raises
    ------
    EngineError
        If the round is over, the own hand is not known, or no deal explains the view.
    """

    def __init__(
        self, view: Position, likely: Mapping[int, Mapping[Card, float]] | None = None
    ) -> None:
        if view.turn is None:
            raise EngineError("the round is over: there is no play to value")
        own = view.hands[view.turn - 1]
        if own.unknown:
            raise EngineError(
                f"seat {view.turn} is to play and {own.unknown} of its cards are not known; "
                "give its whole hand"
            )
        faults = position_faults(view)
        if faults:
            raise EngineError("; ".join(fault.sentence for fault in faults))
        self.view = view
        self.values = values_of(view)
        self.unseen = unseen_cards(view)
        self._piles = [pile.unknown for pile in view.taken]
        self._seats = [
            self._seat(seat)
            for seat, hand in enumerate(view.hands, 1)
            if hand.unknown and seat != view.turn
        ]
        self._stock = view.stock.count if view.stock.order is None else 0
        hidden = self._stock + sum(self._piles) + sum(one.hidden for one in self._seats)
        # Cards are missing from the line: some pile is not written whole.
        self.is_short = len(self.unseen) > hidden
        if len(self.unseen) < hidden:
            raise EngineError(
                f"{hidden} cards are hidden, and only {len(self.unseen)} are unseen; no deal "
                "explains that"
            )
        left, counts = len(self.unseen), []
        for one in self._seats:
            counts.append(comb(left, one.hidden))
            left -= one.hidden
        self.count = prod(counts)
        self._likely = likely or {}
        self._check()

    def _seat(self, seat: int) -> _Seat:
        view, hand = self.view, self.view.hands[seat - 1]
        options = view.variant.options
        free = options.build_for_partner != "no" and len(view.sides) < view.seats
        # Where one may build for a partner an owner need not hold the card.
        owned = NO_VALUES if free else frozenset(b.value for b in view.builds if b.owner == seat)
        proved = frozenset(value for who, value in view.proved if who == seat)
        return _Seat(seat, hand.unknown, hand.cards, owned, proved)

    def _check(self) -> None:
        """Refuse a view in which no hand holds what it must."""
        for one in self._seats:
            if one.owned and self._lacking((*one.known, *self.unseen), one.owned, one.hidden):
                values = ", ".join(map(str, sorted(one.owned)))
                raise EngineError(
                    f"seat {one.seat} owns builds of {values}, and no cards that are unseen can "
                    f"take them from its hand; no deal explains that"
                )

    def _lacking(self, cards: Sequence[Card], owned: Values, most: int) -> bool:
        """Return True if a hand made of these cards cannot guard the builds."""
        if shared_out(cards, owned, self.values) < len(owned):
            return True
        useful = [card for card in cards if any(use & owned for use in self.values.uses[card])]
        return most < len(owned) and not any(
            shared_out(some, owned, self.values) == len(owned)
            for some in combinations(useful, most)
        )

    def _fits(self, one: _Seat, drawn: Sequence[Card]) -> bool:
        cards = (*one.known, *drawn)
        if one.owned and shared_out(cards, one.owned, self.values) < len(one.owned):
            return False
        in_hand = self.values.in_hand
        return all(any(value in in_hand[card] for card in cards) for value in one.proved)

    @property
    def are_few(self) -> bool:
        """True if every set of hands can be gone through."""
        return len(self._seats) <= 1 and not any(self._piles) and self.count <= MOST_LISTED

    def each(self, rnd: Random) -> Iterator[World]:
        """Yield worlds by chance: each once where they are few, otherwise without an end.

        Parameters
        ----------
        rnd : Random
            Where chance comes from; its ``random()`` only, which is the same on every machine.

        Raises
        ------
        EngineError
            If no hand can be drawn that holds what it must.
        """
        if self.are_few:
            yield from self._listed(rnd)
            return
        while True:
            yield self._drawn(rnd)

    def number(self) -> int | None:
        """Return how many worlds `each` yields, or None if it does not end."""
        return len(self._hands) if self.are_few else None

    @cached_property
    def _hands(self) -> list[tuple[Card, ...]]:
        if not self._seats:
            return [()]
        one = self._seats[0]
        hands = combinations(self.unseen, one.hidden)
        found = [hand for hand in hands if self._fits(one, hand)]
        if not found:
            raise _nothing_fits(one)
        return found

    def _listed(self, rnd: Random) -> Iterator[World]:
        hands = list(self._hands)
        shuffle(hands, rnd)
        for hand in hands:
            left = list(self.unseen)
            for card in hand:
                left.remove(card)
            shuffle(left, rnd)
            yield self._world([hand] if self._seats else [], left)

    def _drawn(self, rnd: Random) -> World:
        for _ in range(_MOST_DRAWN):
            left = list(self.unseen)
            wanted = sum(one.hidden for one in self._seats)
            # Only as far as hands go: the rest is shuffled once it is needed.
            for at in range(wanted):
                other = at + int(rnd.random() * (len(left) - at))
                left[at], left[other] = left[other], left[at]
            drawn, at = [], 0
            for one in self._seats:
                drawn.append(tuple(left[at : at + one.hidden]))
                at += one.hidden
                if not self._fits(one, drawn[-1]):
                    break
                weight = self._weight(one, drawn[-1])
                if weight < 1 and rnd.random() > weight:
                    break
            else:
                rest = left[at:]
                shuffle(rest, rnd)
                # Likelier hands have come oftener.
                return self._world(drawn, rest)._replace(weight=1.0)
        raise _nothing_fits(self._seats[0])

    def _weight(self, one: _Seat, cards: Sequence[Card]) -> float:
        likely = self._likely.get(one.seat)
        return prod(likely.get(card, 1.0) for card in cards) if likely else 1.0

    def _world(self, drawn: Sequence[Sequence[Card]], rest: Sequence[Card]) -> World:
        hands = [hand.cards for hand in self.view.hands]
        weight = 1.0
        for one, cards in zip(self._seats, drawn, strict=True):
            hands[one.seat - 1] = (*one.known, *cards)
            weight *= self._weight(one, cards)
        piles, at = [], 0
        for size in self._piles:
            piles.append(tuple(rest[at : at + size]))
            at += size
        stock = self.view.stock.order or tuple(rest[at : at + self._stock])
        return World(tuple(hands), tuple(piles), stock, weight)

    def position(self, world: World) -> Position:
        """Return the view with every card in its place."""
        view = self.view
        taken = tuple(
            Pile((*cards, *pile.cards), 0, pile.sweeps) if cards else pile
            for pile, cards in zip(view.taken, world.piles, strict=True)
        )
        hands = tuple(Hand(cards) for cards in world.hands)
        return replace(view, hands=hands, taken=taken, stock=Stock.known(world.stock))


def shuffle(cards: list[T], rnd: Random) -> None:
    """Shuffle by ``random()`` only, which is the same on every machine."""
    for at in range(len(cards) - 1, 0, -1):
        other = int(rnd.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]


def _nothing_fits(one: _Seat) -> EngineError:
    wanted = [f"a card for each build of {value}" for value in sorted(one.owned)]
    wanted += [f"a card of value {value}" for value in sorted(one.proved)]
    return EngineError(
        f"seat {one.seat} must hold {' and '.join(wanted)}, and among the unseen cards there is no "
        "such hand; no deal explains this view"
    )

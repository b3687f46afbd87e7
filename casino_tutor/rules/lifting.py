"""What one play may lift off the capture piles: every set of pile cards that can be laid in order.

A *lift* is a set of groups that each hold the top of some pile at the moment it is laid. Laying a
group opens the next card of its piles, so lifts are grown group by group; whatever is reached in
this way can be laid in an order, and nothing else can (`casino_tutor.rules.tops`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import Final

from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.groups import loose_alone, lying_items, values_of
from casino_tutor.rules.tops import Piles
from casino_tutor.rules.unions import GroupFinder, Grouping, Mask


@dataclass(frozen=True, slots=True)
class Lift:
    """One way to use pile cards.

    Attributes
    ----------
    mask : int
        Every piece it uses, on the table and in the piles; pile cards are numbered after what lies
        on the table, pile by pile from the top.
    groups : tuple of int
        Its groups without the hand card, as masks.
    joined : int or None
        The pieces in one group with the hand card, if a pile card is among them.
    """

    mask: Mask = 0
    groups: Grouping = ()
    joined: Mask | None = None


#: No pile card is used.
NO_LIFT: Final = Lift()


@dataclass(frozen=True, slots=True)
class _Open:
    """One pile card: its piece, and what it counts in a sum and as a group by itself."""

    bit: Mask
    sums: Values
    alone: Values


class _Lifts:
    """Lifts, the empty one first, each once; grown on demand and kept.

    Parameters
    ----------
    longer : callable
        Gives the lifts with one group more.
    """

    def __init__(self, longer: Callable[[Lift], Iterable[Lift]]) -> None:
        self._list = [NO_LIFT]
        self._growth = self._grow(longer)

    def __iter__(self) -> Iterator[Lift]:
        at = 0
        while at < len(self._list) or next(self._growth, None) is not None:
            yield self._list[at]
            at += 1

    def _grow(self, longer: Callable[[Lift], Iterable[Lift]]) -> Iterator[Lift]:
        seen = {(NO_LIFT.mask, NO_LIFT.joined)}
        # What is found meanwhile is grown in its turn.
        for old in self._list:
            for lift in longer(old):
                key = (lift.mask, lift.joined)
                if key not in seen:
                    seen.add(key)
                    self._list.append(lift)
                    yield lift


class Lifter:
    """Grows the lifts of one position.

    Parameters
    ----------
    position : Position
        The position.
    piles : Piles
        The piles that may be used.
    finder : GroupFinder
        Finds sets of what lies on the table.
    in_build : bool
        Whether the groups are those of a build; a card by itself may count otherwise there.
    """

    def __init__(
        self, position: Position, piles: Piles, finder: GroupFinder, *, in_build: bool
    ) -> None:
        values, number = values_of(position), len(lying_items(position))
        self._finder = finder
        self._piles: list[list[_Open]] = []
        for pile in piles:
            cards = []
            for card in pile:
                sums = values.on_table.get(card, NO_VALUES)
                if not position.variant.options.tops_in_sums:
                    sums = NO_VALUES
                alone = loose_alone(card, values)
                if in_build:
                    alone = values.in_build.get(card, NO_VALUES)
                cards.append(_Open(1 << number, sums, alone))
                number += 1
            self._piles.append(cards)
        self._known: dict[tuple[Values, Mask, Values], _Lifts] = {}
        self._adding_up: dict[int, tuple[Mask, ...]] = {}

    def lifts(self, totals: Values, usable: Mask, counts: Values = NO_VALUES) -> Iterable[Lift]:
        """Return every lift, the empty one first.

        Parameters
        ----------
        totals : set of int
            What each group totals.
        usable : int
            The pieces on the table that may be used.
        counts : set of int
            What a hand card counts in a sum; empty if no group may hold it.
        """
        key = (totals, usable, counts)
        if key not in self._known:
            self._known[key] = _Lifts(partial(self._longer, totals, usable, counts))
        return self._known[key]

    def _longer(self, totals: Values, usable: Mask, counts: Values, lift: Lift) -> Iterator[Lift]:
        """Yield the lift with one group more."""
        tops = [
            top
            for pile in self._piles
            if (top := next((card for card in pile if not card.bit & lift.mask), None))
        ]
        free = usable & ~lift.mask
        for size in range(1, len(tops) + 1):
            for together in combinations(tops, size):
                bits = sum(top.bit for top in together)
                if size == 1 and together[0].alone & totals:
                    yield Lift(lift.mask | bits, (*lift.groups, bits), lift.joined)
                for numbers in product(*(top.sums for top in together)):
                    for total in totals:
                        missing = total - sum(numbers)
                        for others in self._sets(missing, free, empty=size > 1):
                            group = bits | others
                            yield Lift(lift.mask | group, (*lift.groups, group), lift.joined)
                        for count in counts if lift.joined is None else ():
                            for others in self._sets(missing - count, free, empty=True):
                                group = bits | others
                                yield Lift(lift.mask | group, lift.groups, group)

    def _sets(self, missing: int, free: Mask, *, empty: bool) -> Iterator[Mask]:
        """Yield the sets of free pieces on the table that add up to what is missing."""
        if missing == 0 and empty:
            yield 0
        elif missing > 0:
            sets = self._adding_up.get(missing)
            if sets is None:
                sets = self._adding_up[missing] = tuple(self._finder.subsets(missing))
            yield from (mask for mask in sets if not mask & ~free)

"""What one play may lift off the capture piles: every set of pile cards that can be laid in order.

A *lift* is a set of groups that each hold the top of some pile at the moment it is laid. Laying a
group opens the next card of its piles, so lifts are grown group by group; whatever is reached in
this way can be laid in an order, and nothing else can (`casino_tutor.rules.tops`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
        self._known: dict[tuple[Values, Mask, Values], list[Lift]] = {}

    def lifts(self, totals: Values, usable: Mask, counts: Values = NO_VALUES) -> Sequence[Lift]:
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
            self._known[key] = self._grown(totals, usable, counts)
        return self._known[key]

    def _grown(self, totals: Values, usable: Mask, counts: Values) -> list[Lift]:
        found = {(0, NO_LIFT.joined): NO_LIFT}
        newest = [NO_LIFT]
        while newest:
            longer = [lift for old in newest for lift in self._longer(old, totals, usable, counts)]
            newest = []
            for lift in longer:
                key = (lift.mask, lift.joined)
                if key not in found:
                    found[key] = lift
                    newest.append(lift)
        return list(found.values())

    def _longer(self, lift: Lift, totals: Values, usable: Mask, counts: Values) -> Iterator[Lift]:
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
            yield from (mask for mask in self._finder.subsets(missing) if not mask & ~free)

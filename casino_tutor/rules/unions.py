"""The exact search: every set of pieces that disjoint groups can cover, each once.

Pieces are numbered in canonical order and a set of pieces is a bit mask. A covered set is found
from its piece with the lowest number: that piece is in exactly one group, and the rest is a
covered set of higher pieces. So level by level, from the last piece to the first, each covered
set arises once for each group that its lowest piece can be in; the first such group in canonical
order gives the first grouping in canonical order.

Everything is grown on demand, so that a crowded table answers at once with its first plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from casino_tutor.model.values import Values

#: A group as a mask, and a covered set as a mask with the masks of its groups, lowest first.
Mask: TypeAlias = int
Grouping: TypeAlias = tuple[Mask, ...]

#: Where all sets of pieces are made at once: tables of so many pieces, totals of so much.
_TABLED_PIECES: Final = 14
_TABLED_TOTAL: Final = 20


class GroupFinder:
    """Finds the groups that pieces of one table can form.

    Parameters
    ----------
    sums : sequence of set of int
        For each piece, in canonical order, what it counts inside a sum.
    most : int
        No total above this is asked for. On a small table all sets up to it are then made at once,
        which is quicker than searching for each total.
    """

    def __init__(self, sums: Sequence[Values], most: int = 0) -> None:
        self.sums = sums
        self.size = len(sums)
        self._table: list[dict[int, list[Mask]]] | None = None
        self._by_total: dict[int, list[Mask]] = {}
        if 0 < most <= _TABLED_TOTAL and self.size <= _TABLED_PIECES:
            self._table = _sets_by_first(sums, most)
            return
        # _reach[i] has bit n set if some pieces from i on add up to n (0 included).
        reach = [1] * (self.size + 1)
        for i in range(self.size - 1, -1, -1):
            bits = reach[i + 1]
            for value in sums[i]:
                bits |= reach[i + 1] << value
            reach[i] = bits
        self._reach = reach

    def subsets(self, target: int) -> Iterator[Mask]:
        """Yield the sets of one or more pieces that add up to `target`.

        They come in canonical order: compared piece by piece, a shorter one first. A piece with
        several values can make the same set twice.
        """
        if self._table is None:
            return self._search(target, 0)
        found = self._by_total.get(target)
        if found is None:
            found = [mask for sets in self._table for mask in sets.get(target, ())]
            self._by_total[target] = found
        return iter(found)

    def from_piece(self, i: int, target: int) -> Iterator[Mask]:
        """Yield the sets of *two* or more pieces, `i` the lowest, that add up to `target`."""
        bit = 1 << i
        if self._table is not None:
            return (mask for mask in self._table[i].get(target, ()) if mask != bit)
        return (
            bit | rest
            for value in self.sums[i]
            if value < target and self._reach[i + 1] >> (target - value) & 1
            for rest in self._search(target - value, i + 1)
        )

    def _search(self, target: int, start: int) -> Iterator[Mask]:
        """Yield the sets from piece `start` on; no dead end is entered."""
        if target <= 0:
            return
        reach, sums = self._reach, self.sums
        for i in range(start, self.size):
            if not reach[i] >> target & 1:
                return
            for value in sums[i]:
                if value == target:
                    yield 1 << i
                elif value < target and reach[i + 1] >> (target - value) & 1:
                    bit = 1 << i
                    for rest in self._search(target - value, i + 1):
                        yield bit | rest


def _sets_by_first(sums: Sequence[Values], most: int) -> list[dict[int, list[Mask]]]:
    """Return for each piece the sets that begin with it, by their total, in canonical order."""
    table: list[dict[int, list[Mask]]] = [{}] * len(sums)
    for i in range(len(sums) - 1, -1, -1):
        bit = 1 << i
        sets: dict[int, list[Mask]] = {}
        for value in sums[i]:
            sets.setdefault(value, []).append(bit)
            room = most - value
            for later in table[i + 1 :]:
                for total, masks in later.items():
                    if total <= room:
                        longer = [bit | mask for mask in masks]
                        known = sets.get(total + value)
                        if known is None:
                            sets[total + value] = longer
                        else:
                            known += longer
        table[i] = sets
    return table


class CoveredSets:
    """Every set of pieces that disjoint groups cover, with its first grouping; grown on demand.

    Iterating gives ``(mask, grouping)`` pairs, the empty set first.

    Parameters
    ----------
    finder : GroupFinder
        The pieces.
    totals : set of int
        The totals a group may have.
    alone : int
        Mask of the pieces that are a group by themselves.
    pool : int
        Mask of the pieces that may be used.
    """

    def __init__(self, finder: GroupFinder, totals: Values, alone: Mask, pool: Mask) -> None:
        self._finder = finder
        self._totals = sorted(t for t in totals if t > 0)
        self._alone = alone & pool
        self._pool = pool
        self._outside = ~pool
        self._list: list[tuple[Mask, Grouping]] = [(0, ())]
        self._growth = self._grow()

    def __iter__(self) -> Iterator[tuple[Mask, Grouping]]:
        found, at = self._list, 0
        while True:
            while at < len(found):
                yield found[at]
                at += 1
            if next(self._growth, None) is None and at == len(found):
                return

    def all(self) -> Sequence[tuple[Mask, Grouping]]:
        """Grow everything and return it."""
        for _ in self._growth:
            pass
        return self._list

    def _groups_at(self, i: int) -> Iterator[Mask]:
        bit = 1 << i
        if self._alone & bit:
            yield bit
        outside, finder = self._outside, self._finder
        for total in self._totals:
            for group in finder.from_piece(i, total):
                if not group & outside:
                    yield group

    def _grow(self) -> Iterator[bool]:
        """Extend the list group by group; yields after each group."""
        found, seen = self._list, {0}
        for i in range(self._finder.size - 1, -1, -1):
            if not self._pool >> i & 1:
                continue
            before = len(found)
            for group in self._groups_at(i):
                own = (group,)
                if before == 1:
                    if group not in seen:
                        seen.add(group)
                        found.append((group, own))
                else:
                    for at in range(before):
                        mask, grouping = found[at]
                        if not mask & group:
                            union = mask | group
                            if union not in seen:
                                seen.add(union)
                                found.append((union, own + grouping))
                yield True

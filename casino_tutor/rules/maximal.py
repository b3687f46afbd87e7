"""Complete captures of a crowded table: everything a card can take that leaves it nothing to take.

Cards that count alike are no different for this question, so it is asked of numbers first: how many
of each kind may be left, and whether the others can be shared out in groups. Then each answer is
spelled out in cards. So no time is lost on sets of cards that lead nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from casino_tutor.model.values import Values
from casino_tutor.rules.groups import Piece
from casino_tutor.rules.unions import Mask

#: How many pieces of each kind.
_Counts: TypeAlias = tuple[int, ...]
#: What the pieces of a kind count in a sum, and whether each is a group by itself.
_Kind: TypeAlias = tuple[Values, bool]


def maximal_sets(
    pieces: Sequence[Piece], use: Values, twins: Sequence[tuple[Mask, Mask]]
) -> Iterator[Mask]:
    """Yield the sets of pieces that groups can cover and that leave no group, each once.

    Parameters
    ----------
    pieces : sequence of Piece
        What lies on the table; piece `i` is bit `i` of a set.
    use : set of int
        The totals that a group may have.
    twins : sequence of (Mask, Mask)
        Equal cards of two packs: a set with the second of them has the first one too.

    Examples
    --------
    >>> from casino_tutor.model.cards import Card
    >>> numbers = [frozenset({n}) for n in (3, 2, 2, 1)]
    >>> cards = [Card(text) for text in ("3S", "2H", "2D", "AS")]
    >>> pieces = [Piece(card, n, n) for card, n in zip(cards, numbers)]
    >>> [bin(taken) for taken in maximal_sets(pieces, frozenset({5}), ())]
    ['0b11', '0b101', '0b1110']
    """
    members: dict[_Kind, list[Mask]] = {}
    for i, piece in enumerate(pieces):
        members.setdefault((piece.sums, bool(piece.alone & use)), []).append(1 << i)
    kinds = tuple(members)
    held = tuple(map(len, members.values()))
    shares = _sharer(kinds, use)
    usable = [_is_usable(kinds, held, at, use) for at in range(len(kinds))]
    for left in _left_over(kinds, held, usable, use):
        taken = tuple(count - rest for count, rest in zip(held, left, strict=True))
        if not _may_fit(kinds, taken, use) or not shares(taken):
            continue
        ways = [
            _chosen(bits, count, twins)
            for bits, count in zip(members.values(), taken, strict=True)
            if count
        ]
        yield from map(sum, product(*ways))


def _may_fit(kinds: tuple[_Kind, ...], taken: _Counts, use: Values) -> bool:
    """Return False where the pieces together cannot be a whole number of groups of one total."""
    if len(use) != 1:
        return True
    (total,) = use
    added = 0
    for (numbers, is_group), count in zip(kinds, taken, strict=True):
        if not count or (is_group and numbers <= use):
            # A whole group by itself, whatever else there is.
            continue
        if is_group or len(numbers) != 1:
            return True
        added += count * min(numbers)
    return added % total == 0


def _is_usable(kinds: tuple[_Kind, ...], held: _Counts, at: int, use: Values) -> bool:
    """Return True if a piece of this kind is a group, or could be in one with all the others."""
    numbers, is_group = kinds[at]
    if is_group:
        return True
    sums, most = 1, max(use)
    for (others, _), count in zip(kinds, _less(held, at), strict=True):
        for _ in range(count):
            sums = _with_one(sums, others, most)
    return any(sums >> total - number & 1 for total in use for number in numbers if number < total)


def _with_one(sums: int, numbers: Values, most: int) -> int:
    """Add a piece to a set of reachable sums up to `most`, or leave it out."""
    more = sums
    for number in numbers:
        more |= sums << number
    return more & (2 << most) - 1


def _left_over(
    kinds: tuple[_Kind, ...], held: _Counts, usable: Sequence[bool], use: Values
) -> Iterator[_Counts]:
    """Yield how many of each kind can be left so that no group is among them, fewest first."""
    wanted = sum(1 << total for total in use)
    most = max(use)

    def leave(at: int, left: _Counts, sums: int) -> Iterator[_Counts]:
        if at == len(kinds):
            yield left
            return
        numbers, is_group = kinds[at]
        for count in range(1 if is_group else held[at] + 1):
            if count:
                sums = _with_one(sums, numbers, most)
            if sums & wanted:
                return
            # What can be in no group at all stays where it is.
            if usable[at] or count == held[at]:
                yield from leave(at + 1, (*left, count), sums)

    return leave(0, (), 1)


def _sharer(kinds: tuple[_Kind, ...], use: Values) -> Callable[[_Counts], bool]:
    """Return a function that says whether so many of each kind can be shared out in groups."""

    @cache
    def share(left: _Counts) -> bool:
        """Group everything, beginning with the first piece that is left."""
        first = next((i for i, count in enumerate(left) if count), None)
        if first is None:
            return True
        rest = _less(left, first)
        numbers, is_group = kinds[first]
        if is_group and share(rest):
            return True
        return any(fill(rest, first, total - number) for total in use for number in numbers)

    @cache
    def fill(left: _Counts, at: int, missing: int) -> bool:
        """Fill a group up from the kinds from `at` on, then group the rest."""
        if missing <= 0 or at == len(left):
            return False
        if left[at]:
            rest = _less(left, at)
            for number in kinds[at][0]:
                if share(rest) if number == missing else fill(rest, at, missing - number):
                    return True
        return fill(left, at + 1, missing)

    return share


def _less(left: _Counts, at: int) -> _Counts:
    return (*left[:at], left[at] - 1, *left[at + 1 :])


def _chosen(bits: Sequence[Mask], count: int, twins: Sequence[tuple[Mask, Mask]]) -> list[Mask]:
    """Return the ways to choose so many pieces of a kind; of equal cards the first copies."""
    chosen = (sum(some) for some in combinations(bits, count))
    return [m for m in chosen if all(m & first or not m & second for first, second in twins)]

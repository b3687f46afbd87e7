"""How many groupings a play has, reckoned without listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, islice
from math import comb
from typing import Final

from casino_tutor.model.plays import BuildPlay, CapturePlay, PileTop, Play, WholeBuild
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.grouping import all_groupings, uses_of
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    values_of,
)

#: Where groupings have to be listed to be counted, so many at the most.
_MOST_LISTED: Final = 10_000


def grouping_count(position: Position, play: Play) -> int:
    """Return how many groupings `casino_tutor.all_groupings` yields, without making them.

    Cards that count alike are reckoned together, so that millions of groupings take no longer
    than a few. Where equal cards of two packs are used, the count stops at 10,000.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("5S,5H,3S,3H 8S,KD")
    >>> grouping_count(position, parse_play("8Sx5S+3S,5H+3H"))
    2
    """
    if not isinstance(play, CapturePlay | BuildPlay) or not play.items:
        return 1
    values = values_of(position)
    piece_of = build_piece if isinstance(play, BuildPlay) else capture_piece
    pieces = [piece_of(item, position, values) for item in play.items]
    # Which pile cards may be in one group, and in which order, is no question of numbers.
    has_tops = any(isinstance(item, PileTop) for item in play.items)
    equal = len(set(play.items)) < len(pieces)
    if has_tops or equal or any(len(piece.sums) > 1 for piece in pieces):
        return sum(1 for _ in islice(all_groupings(position, play), _MOST_LISTED))
    if isinstance(play, BuildPlay):
        return _count_of_build(position, play, pieces)
    return sum(_reckoner(pieces, use)(0) for use in uses_of(position, play))


def _count_of_build(position: Position, play: BuildPlay, pieces: list[Piece]) -> int:
    """Count what can stand in one group with the hand card, times the ways to group the rest."""
    values, options = values_of(position), position.variant.options
    total = frozenset({play.value})
    ways = _reckoner(pieces, total)
    if not play.hand:
        return ways(0)
    card = play.hand[0]
    count = ways(0) if play.value in values.in_build.get(card, NO_VALUES) else 0
    singles = [
        piece
        for piece in pieces
        if isinstance(piece.item, WholeBuild) and len(piece.item.sets) == 1
    ]
    for counts in values.on_table.get(card, NO_VALUES):
        missing = play.value - counts
        if missing > 0:
            count += ways(missing)
        if options.single_build_as_card:
            continue
        for size in range(1, len(singles) + 1 if options.raise_with_loose else 2):
            for raised in combinations(singles, size):
                left = missing - sum(max(piece.alone, default=missing) for piece in raised)
                if left == 0 or (left > 0 and options.raise_with_loose):
                    rest = [piece for piece in pieces if piece not in raised]
                    count += _reckoner(rest, total)(left)
    return count


def _reckoner(pieces: Iterable[Piece], totals: Values) -> Callable[[int], int]:
    """Return a function that counts the ways to share the pieces out in groups.

    Its argument is a total that some of them give to one more group; 0 for none.
    """
    # What a piece counts in a sum (0: it is in none), and whether it is a group by itself.
    alike = Counter((min(p.sums, default=0), bool(p.alone & totals)) for p in pieces)
    kinds = tuple(alike)

    @cache
    def share(left: tuple[int, ...]) -> int:
        """Group everything: the first piece alone, or in a sum."""
        first = next((i for i, count in enumerate(left) if count), None)
        if first is None:
            return 1
        inside, is_group = kinds[first]
        rest = _less(left, first, 1)
        ways = share(rest) if is_group else 0
        if inside:
            ways += sum(give(rest, first, total - inside) for total in totals if total > inside)
        return ways

    @cache
    def give(left: tuple[int, ...], at: int, missing: int) -> int:
        """Fill a group up from the kinds from `at` on, then group the rest."""
        if missing == 0:
            return share(left)
        if at == len(left):
            return 0
        inside = kinds[at][0]
        most = min(left[at], missing // inside) if inside else 0
        return sum(
            comb(left[at], n) * give(_less(left, at, n), at + 1, missing - n * inside)
            for n in range(most + 1)
        )

    return lambda given: give(tuple(alike.values()), 0, given)


def _less(left: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    return (*left[:at], left[at] - number, *left[at + 1 :])

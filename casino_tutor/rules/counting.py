"""How many groupings a play has, reckoned without listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations, islice
from math import comb
from typing import Final, TypeAlias

from casino_tutor.model.plays import BuildPlay, CapturePlay, Item, PileTop, Play, WholeBuild
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
#: What a card counts in a sum (0: it is in none), and whether it is a group by itself.
_Kind: TypeAlias = tuple[int, bool]
#: Of each kind of card: how many are left of which there is one copy, and how many with two.
_Left: TypeAlias = tuple[tuple[int, int], ...]


def grouping_count(position: Position, play: Play) -> int:
    """Return how many groupings `casino_tutor.all_groupings` yields, without making them.

    Cards that count alike are reckoned together, so that millions of groupings take no longer
    than a few. Where tops of capture piles are used, the count stops at 10,000.

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
    builds = [item for item in play.items if isinstance(item, WholeBuild)]
    equal_builds = len(set(builds)) < len(builds)
    if has_tops or equal_builds or any(len(piece.sums) > 1 for piece in pieces):
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

    Its argument is a total that some of them give to one more group; 0 for none. Pieces that count
    alike make a kind. Of each kind it is enough to know how many are there once and how many, with
    two packs, twice: then exchanging the two copies gives no new grouping.
    """
    found: dict[_Kind, Counter[Item]] = {}
    for piece in pieces:
        kind = min(piece.sums, default=0), bool(piece.alone & totals)
        found.setdefault(kind, Counter())[piece.item] += 1
    kinds = tuple(sorted(found, reverse=True))
    start = tuple(
        (sum(n == 1 for n in found[kind].values()), sum(n == 2 for n in found[kind].values()))
        for kind in kinds
    )
    fill = _filler(kinds, totals)
    return lambda given: fill(start, 0, given, None)


@lru_cache(maxsize=64)
def _filler(
    kinds: tuple[_Kind, ...], totals: Values
) -> Callable[[_Left, int, int, int | None], int]:
    """Return the function that counts; what it has reckoned once serves all plays of a table."""

    @cache
    def share(left: _Left) -> int:
        """Group everything, beginning with the first piece that is left."""
        first = next((i for i, held in enumerate(left) if any(held)), None)
        if first is None:
            return 1
        once, twice = left[first]
        inside, is_group = kinds[first]
        if once:
            return begin(_with(left, first, once - 1, twice), first, again=False)
        rest = _with(left, first, 0, twice - 1)
        together = alike = 0
        if is_group:
            alike = share(rest)
        for total in totals:
            if 0 < inside < total:
                together += fill(rest, first, total - 2 * inside, None)
                alike += mirror(rest, first, total - inside)
        # The two copies are in one group, or in two groups that may change places.
        return together + (begin(rest, first, again=True) + alike) // 2

    def begin(left: _Left, kind: int, *, again: bool) -> int:
        """Group one piece of a kind and, with `again`, its other copy; then the rest."""
        inside, is_group = kinds[kind]
        ways = 0
        if is_group:
            ways = begin(left, kind, again=False) if again else share(left)
        for total in totals:
            if 0 < inside < total:
                ways += fill(left, kind, total - inside, kind if again else None)
        return ways

    @cache
    def fill(left: _Left, at: int, missing: int, other: int | None) -> int:
        """Fill a group up from the kinds from `at` on; then group a piece of kind `other`, and all.

        Of the cards that are there twice, one copy may go into the group, or both.
        """
        if missing == 0:
            return share(left) if other is None else begin(left, other, again=False)
        if missing < 0 or at == len(left):
            return 0
        (once, twice), inside = left[at], kinds[at][0]
        ways = fill(left, at + 1, missing, other)
        most = missing // inside if inside else 0
        for both in range(min(twice, most // 2) + 1):
            for halves in range(min(twice - both, most - 2 * both) + 1):
                for single in range(min(once, most - 2 * both - halves) + 1):
                    used = 2 * both + halves + single
                    if not used:
                        continue
                    chosen = comb(twice, both) * comb(twice - both, halves) * comb(once, single)
                    rest = _with(left, at, once - single + halves, twice - both - halves)
                    ways += chosen * fill(rest, at + 1, missing - used * inside, other)
        return ways

    @cache
    def mirror(left: _Left, at: int, missing: int) -> int:
        """Fill two equal groups up with cards that are there twice; then group the rest."""
        if missing == 0:
            return share(left)
        if missing < 0 or at == len(left):
            return 0
        (once, twice), inside = left[at], kinds[at][0]
        most = min(twice, missing // inside) if inside else 0
        return sum(
            comb(twice, n) * mirror(_with(left, at, once, twice - n), at + 1, missing - n * inside)
            for n in range(most + 1)
        )

    return fill


def _with(left: _Left, at: int, once: int, twice: int) -> _Left:
    return (*left[:at], (once, twice), *left[at + 1 :])

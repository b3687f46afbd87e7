"""Tables as crowded as they can be, and how long `solve` takes over its limit on them.

``python -m tests.engine.crowded`` measures the second, on every game of two sides, which takes half
an hour; words behind it name kernels or games. Both the limit and what is measured are processor
seconds, so that other work of the machine does not count.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any, Final
from unittest.mock import patch

from casino_tutor.engine import searches
from casino_tutor.engine import solve as solving
from casino_tutor.engine.kernels import KERNELS, is_compiled
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.position import Build, Hand, Pile, Position, Stock
from casino_tutor.model.values import CardValues, card_values
from casino_tutor.model.variant import Variant, find_variant
from tests.engine.endings import TWO_SIDED

#: House rules under which listing plays takes longest.
HARD_RULES: Final[tuple[dict[str, Any], ...]] = (
    {"capture_extent": "maximal"},
    {"insistence": "always"},
    {"capture_duty": "any"},
    {"forced_sweep": True},
)
SECONDS: Final = 1.0
#: Tables on which the limit is passed by more than this are printed.
_NOTED: Final = 0.3
_PARTNERS: Final = ((1, 3), (2, 4))


def crowded(variant: Variant, number: int, *, loose: int, builds: int = 0) -> Position:
    """Return a position with so many loose cards, the lowest there are, and the highest in hand.

    Parameters
    ----------
    variant : Variant
        The rules.
    number : int
        Tells one position from another; of each three one has any cards in hand, and aces are
        among the cards in hand where they count much.
    loose, builds : int
        So many cards lie loose, and so many builds beside them, as far as there are cards.
    """
    options, rnd = variant.options, Random(f"crowded {variant.name} {number} {loose} {builds}")
    values = card_values(options)
    seats = 2 if 2 in options.seats else 4
    pack = list(deck_counts(options.deck, options.packs).elements())
    rnd.shuffle(pack)
    if number % 3:
        pack.sort(key=lambda card: -max(values.in_hand.get(card) or {0}))
    count = min(options.hand_size_for(seats) * seats, len(pack) // 2)
    held, rest = pack[:count], pack[count:]
    rest.sort(key=lambda card: min(values.on_table.get(card) or {99}))
    made = list(_builds(rest, held, values, builds)) if options.building else []
    lying, rest = rest[:loose], rest[loose:]
    table = Position(
        variant,
        builds=tuple(made),
        loose=tuple(lying),
        hands=tuple(Hand(tuple(held[seat::seats])) for seat in range(seats)),
        stock=Stock(),
        last=1,
        sides=((1,), (2,)) if seats == 2 else _PARTNERS,
    )
    piles = len(table.taken)
    return replace(table, taken=tuple(Pile(tuple(rest[pile::piles])) for pile in range(piles)))


def _builds(rest: list[Card], held: list[Card], values: CardValues, most: int) -> Iterator[Build]:
    """Make builds of two cards that somebody could take; their cards leave the rest."""
    wanted = {value for card in held for value in values.in_hand.get(card, ())}
    for number in range(most):
        for one in rest[:20]:
            low = min(values.on_table.get(one) or {99})
            fitting = (
                other
                for other in rest
                if other != one and low + min(values.on_table.get(other) or {99}) in wanted
            )
            other = next(fitting, None)
            if other is not None:
                rest.remove(one)
                rest.remove(other)
                value = low + min(values.on_table[other])
                yield Build(((one, other),), value, 1 + number % 2)
                break


def tables(name: str) -> Iterator[Position]:
    """Yield crowded tables of a game: of any size by its own rules, one by each of harder ones."""
    own = find_variant(name)
    for number, loose in enumerate((12, 16, 20, 24, 28, 36)):
        yield crowded(own, number, loose=loose, builds=number % 3)
    for number, rules in enumerate(HARD_RULES):
        yield crowded(own.with_options(**rules), number, loose=24, builds=number % 2)


def overrun(position: Position, kernel: str) -> tuple[float, str]:
    """Return by how many seconds `solve` passes its limit, and what it left out."""
    begun = process_time()
    with (
        patch.object(solving, "perf_counter", process_time),
        patch.object(searches, "perf_counter", process_time),
    ):
        try:
            said = solving.solve(position, limit=Limit(seconds=SECONDS), kernel=kernel).left_out
        except EngineError as error:
            said = str(error)
    return process_time() - begun - SECONDS, said


def main(words: list[str]) -> None:
    """Print the worst overrun of each game and kernel, and the table on which it was met."""
    forms = [word for word in words if word in KERNELS] or KERNELS[not is_compiled() :]
    for name in [word for word in words if word not in KERNELS] or TWO_SIDED:
        for form in forms:
            found = []
            for position in tables(name):
                seconds, said = overrun(position, form)
                if "does not know this" not in said:
                    found.append((seconds, said, str(position)))
            if found:
                seconds, said, line = max(found)
                where = f"\n  {line}" if seconds > _NOTED else ""
                row = f"{name:22} {form:9} {len(found):3} {seconds:+6.2f}  {said}{where}\n"
                sys.stdout.write(row)
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

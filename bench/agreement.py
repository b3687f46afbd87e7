"""``python -m bench.agreement N``: do the enumerators agree? N random positions of each variant.

Compared are, of each position,

- every legal capture and build: the exact search against CP-SAT set packing;
- every grouping of them, likewise;
- every legal capture: the exact search against the independent sets of the conflict graph;
- every capture that leaves no group behind: the exact search under ``capture_extent=maximal``
  against the maximal independent sets.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from bench.report import versions
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Effect, Play, TrailPlay, effect_of
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.conflicts import all_captures, maximal_captures
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.packing import packed_groupings
from tests.random_positions import random_position

REPORT: Final = "AGREEMENT.md"
#: What is compared, as the columns of the report name it.
QUESTIONS: Final = (
    "captures and builds (exact, CP-SAT)",
    "groupings (exact, CP-SAT)",
    "captures (exact, conflict graph)",
    "captures that leave no group (exact, conflict graph)",
)
_INTRODUCTION: Final = """\
# Do the enumerators agree?

Random positions of every variant (builds of any seat, guarded or not, up to nine things on the
table) are answered by the exact search, by CP-SAT set packing and by the conflict graph of
networkx. The numbers are answers that two of them gave alike. `python -m bench.agreement N`
compares again on N positions a variant.
"""
#: So many differences of a variant are written out.
_SHOWN: Final = 5


@dataclass(slots=True)
class Tally:
    """What was compared on the positions of one variant.

    Attributes
    ----------
    variant : str
        The game.
    positions : int
        On how many positions.
    found : Counter of str
        For each of `QUESTIONS`, how many answers both gave.
    differences : list of str
        Each answer that only one of the two gave, with its position.
    seconds : float
        How long it took.
    """

    variant: str
    positions: int = 0
    found: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0


def compared(variant: str, positions: int, seed: str) -> Tally:
    """Compare the enumerators on random positions of one variant."""
    start = perf_counter()
    rnd = Random(f"agreement {seed} {variant}")
    maximal = find_variant(variant).with_options(capture_extent="maximal")
    tally = Tally(variant)
    for _ in range(positions):
        position = random_position(variant, rnd)
        tally.positions += 1
        for question, one, other in opinions(position, maximal):
            tally.found[question] += len(one & other)
            for who, answers in (("the exact search", one - other), ("the other", other - one)):
                tally.differences += [
                    f"{question}: only {who} finds {answer} in {position}"
                    for answer in sorted(map(str, answers))
                ]
    tally.seconds = perf_counter() - start
    return tally


def opinions(
    position: Position, maximal: Variant
) -> Iterator[tuple[str, frozenset[Effect | Play], frozenset[Effect | Play]]]:
    """Yield each question with two independent answers."""
    plays, effects, groupings, complete = QUESTIONS
    exact = frozenset(
        play for play in legal_plays(position, groupings=True) if not isinstance(play, TrailPlay)
    )
    packed = packed_groupings(position)
    yield plays, frozenset(map(effect_of, exact)), frozenset(map(effect_of, packed))
    yield effects, exact, packed
    hands = tuple(_hands(position))
    yield groupings, _captures(position), _of_graph(all_captures, position, hands)
    yield (
        complete,
        _captures(replace(position, variant=maximal)),
        _of_graph(maximal_captures, position, hands),
    )


def _hands(position: Position) -> Iterator[tuple[Card, ...]]:
    """Yield what may be played together in a capture."""
    many = position.variant.options.hand_cards == "many"
    for size in range(1, len(position.hand) + 1 if many else 2):
        yield from dict.fromkeys(combinations(position.hand, size))


def _captures(position: Position) -> frozenset[Effect | Play]:
    return frozenset(map(effect_of, legal_plays(position, kind="capture")))


def _of_graph(
    search: Callable[[Position, tuple[Card, ...]], frozenset[Effect]],
    position: Position,
    hands: Iterable[tuple[Card, ...]],
) -> frozenset[Effect | Play]:
    return frozenset(effect for hand in hands for effect in search(position, hand))


# --- report --------------------------------------------------------------------------------------


def report(tallies: Sequence[Tally], seed: str) -> str:
    """Write what was compared and what differed."""
    differing = sum(len(tally.differences) for tally in tallies)
    used = ", ".join(f"{name} {number}" for name, number in versions().items())
    head = ["variant", "positions", *QUESTIONS, "differences"]
    positions = sum(tally.positions for tally in tallies)
    lines = [
        _INTRODUCTION,
        f"Run on {datetime.now(UTC).date().isoformat()} with seed {seed!r}: {used}.",
        "",
        f"**{differing:,} differences** on {positions:,} positions.",
        "",
        f"| {' | '.join(head)} |",
        f"|---|{'--:|' * (len(head) - 1)}",
    ]
    for tally in tallies:
        numbers = [tally.positions, *(tally.found[question] for question in QUESTIONS)]
        cells = [f"{number:,}" for number in [*numbers, len(tally.differences)]]
        lines.append(f"| {tally.variant} | {' | '.join(cells)} |")
    if differing:
        lines += ["", "## Differences", ""]
        for tally in tallies:
            lines += [f"- {tally.variant}: `{one}`" for one in tally.differences[:_SHOWN]]
    return "\n".join(lines) + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Compare, write the report, and return 1 if anything differs."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.agreement",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("positions", type=int, help="how many positions of each variant")
    parser.add_argument("--variants", nargs="+", default=variant_names(), metavar="NAME")
    parser.add_argument("--seed", default="1", help="another seed gives other positions")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="the folder")
    asked = parser.parse_args(words)
    ask = partial(compared, positions=asked.positions, seed=asked.seed)
    tallies = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        answers = pool.map(ask, asked.variants) if asked.jobs > 1 else map(ask, asked.variants)
        for tally in answers:
            tallies.append(tally)
            print(
                f"{tally.variant}: {len(tally.differences)} differences on "
                f"{tally.positions:,} positions, {tally.seconds:.0f} s",
                flush=True,
            )
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / REPORT).write_text(report(tallies, asked.seed), "utf-8")
    return int(any(tally.differences for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())

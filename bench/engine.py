"""The engine measured: endings, several deals with open cards, the whole round.

A position is reached by a round that is dealt from a seed and played at random, captures mostly, to
where so many deals are left; the order of the stock is then known. What is timed is one search by
the kernel for the value of the position, with an empty table; a *node* is one position visited. It
is processor time, of one core: a whole round takes long enough to meet all else a machine does.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Final

from bench.timing import Row, row
from casino_tutor.engine.kernels import is_compiled, kernel_of
from casino_tutor.engine.plan import plan_of
from casino_tutor.engine.searches import room
from casino_tutor.engine.solve import solve
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import play_on

VARIANTS: Final = ("royal_english", "royal_dominican")
#: How many positions are searched with so many deals left.
COMPILED: Final = {1: 500, 2: 200, 3: 60, 4: 16, 5: 5, 6: 3}
PLAIN: Final = {1: 60, 2: 8}
#: One node more than any search needs.
_NO_LIMIT: Final = 10**15
#: Megabytes that the table of a whole round may take.
_ROOM: Final = 1_100
_LEFT: Final = {1: "the last deal", 6: "a whole round"}


def engine(*, quick: bool) -> Iterator[Row]:
    """Endings and open cards, compiled and plain; all values of an ending; memory."""
    for variant in VARIANTS:
        if is_compiled():
            yield from _curve("compiled", variant, {1: 3, 2: 2} if quick else COMPILED)
        yield from _curve("plain", variant, {1: 2} if quick else PLAIN)
    found = [open_deal(VARIANTS[0], seed, 1) for seed in range(3 if quick else 200)]
    times = []
    for position in found:
        begun = perf_counter()
        solve(position)
        times.append(1000 * (perf_counter() - begun))
    section = "The engine: every play, with best play to the end"
    what = f"{VARIANTS[0]}, the last deal: solve"
    note = f"{memory():.0f} MB, the process with the engine loaded"
    yield row(f"engine.{VARIANTS[0]}.1.solve", section, what, times, note)


def _curve(form: str, variant: str, sizes: dict[int, int]) -> Iterator[Row]:
    section = f"The engine: value of a position, all cards open, {form} kernel"
    for deals, size in sizes.items():
        times, nodes = [], []
        for seed in range(size):
            taken, visited = search(
                form, open_deal(variant, seed, deals), tries=3 if deals < 3 else 1
            )
            times.append(1000 * taken)
            nodes.append(visited)
        left = _LEFT.get(deals, f"{deals} deals")
        speed = sum(nodes) / sum(times) / 1000
        note = f"{median(nodes):,.0f} nodes (median), {speed:.2g} million a second"
        yield row(f"engine.{variant}.{deals}.{form}", section, f"{variant}, {left}", times, note)


def search(form: str, position: Position, tries: int) -> tuple[float, int]:
    """Return the processor seconds, the best of `tries`, and the nodes that a value takes."""
    kernel, plan = kernel_of(form), plan_of(position)
    times = []
    for _ in range(tries):
        kernel.use(plan.rules, room(position, _ROOM))
        kernel.put(plan.words, plan.numbers)
        kernel.allow(_NO_LIMIT, None)
        begun = process_time()
        least, most = kernel.bounds(0, 0)
        times.append(process_time() - begun)
        assert least == most, position
    return min(times), kernel.nodes


def open_deal(variant: str, seed: int, deals: int) -> Position:
    """Return a position at the beginning of a deal, with so many deals left and nothing hidden."""
    rules = find_variant(variant)
    rnd = Random(f"bench engine {variant} {seed}")
    position = start_round(rules, 2, shuffled(rules.options, seed))
    each = rules.options.hand_size_for(2)
    while position.stock.count > 2 * each * (deals - 1) or any(
        len(hand) < each for hand in position.hands
    ):
        position, verdict = play_on(position, _some_play(position, rnd))
        assert verdict.is_legal
    return position


def _some_play(position: Position, rnd: Random) -> Play:
    plays = list(legal_plays(position))
    captures = [play for play in plays if play.kind == "capture"]
    chosen = captures if captures and rnd.random() < 0.7 else plays
    return chosen[int(len(chosen) * rnd.random())]


def memory() -> float:
    """Return the megabytes that a process has taken which has solved the last deal."""
    code = (
        "import re, resource\n"
        "from pathlib import Path\n"
        "from casino_tutor.engine.solve import solve\n"
        "from casino_tutor.model.position_text import parse_position\n"
        "solve(parse_position('8D,TD 8S,TC/KD,2S 1 0 -/- -'))\n"
        # By its own count: what the other counts begins with what the parent has taken.
        "status = Path('/proc/self/status')\n"
        "peak = re.search(r'VmHWM:\\s*(\\d+)', status.read_text()) if status.exists() else None\n"
        "print(peak[1] if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024

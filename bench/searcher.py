"""``python -m bench.searcher``: how soon the searcher knows, if it keeps to its time, and bulk.

Positions are those of rounds that *counter* plays against itself. The result is bench/SEARCHER.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from typing import Final

import casino_tutor
from bench.report import machine
from casino_tutor.engine.advice import Advice
from casino_tutor.engine.arena import Duel, duel
from casino_tutor.engine.opponents import find_opponent
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import Limit
from casino_tutor.model.position import Position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.rounds import play_on, seen_from

HERE: Final = Path(__file__).resolve().parent
TABLE: Final = "SEARCHER.md"
GAMES: Final = ("royal_english", "casino_pagat")
LIMITS: Final = (0.02, 0.1, 0.5)
ROUNDS: Final = 10
#: A difference that is known so closely counts as known.
_KNOWN: Final = 0.15
_PAIRS: Final = 60


def positions(game: str, rounds: int) -> Iterator[Position]:
    """Yield what the seats to play see in some rounds."""
    variant, player, rnd = find_variant(game), find_opponent("counter"), Random(1)
    for seed in range(rounds):
        position = start_round(variant, 2, shuffled(variant.options, seed))
        while position.turn is not None:
            view = seen_from(position, position.turn)
            yield view
            position, _ = play_on(position, player.choose(view, rnd))


def is_known(found: Advice) -> bool:
    """Return True if the order of the best two is settled, or their difference is known closely."""
    if found.ahead is None or found.is_settled or found.method in ("exact", "every hand"):
        return True
    return found.error is not None and found.error <= _KNOWN


def line(game: str, seconds: float, views: Sequence[Position]) -> str:
    """Search positions with a limit, and write one line of the table."""
    known, parts, busy, worlds = 0, [], [], []
    for view in views:
        begun, begun_busy = perf_counter(), process_time()
        found = best(view, Limit(seconds=seconds))
        parts.append((perf_counter() - begun) / seconds)
        busy.append((process_time() - begun_busy) / seconds)
        known += is_known(found)
        worlds += [found.worlds] if found.method == "sample" else []
    parts.sort()
    cells = (
        f"`{game}`",
        f"{seconds * 1000:g}",
        f"{known / len(views):.1%}",
        f"{median(worlds):g}",
        f"{median(parts):.2f}",
        f"{parts[int(0.99 * len(parts))]:.2f}",
        f"{parts[-1]:.2f}",
        f"{max(busy):.2f}",
        str(len(views)),
    )
    return f"| {' | '.join(cells)} |"


def throughput() -> Iterator[str]:
    """Play the same duel with one process, with two, and through a cluster of two workers."""
    asked = Duel("greedy", "simple", find_variant("royal_english"))
    for name, how in (("1 process", 1), ("2 processes", 2)):
        yield _rate(name, asked, jobs=how, cluster=None)
    with cluster() as address:
        yield _rate("Dask, 2 workers", asked, jobs=None, cluster=address)


def _rate(name: str, asked: Duel, *, jobs: int | None, cluster: str | None) -> str:
    duel(asked, pairs=4, jobs=jobs, cluster=cluster)
    begun = perf_counter()
    duel(asked, pairs=_PAIRS, jobs=jobs, cluster=cluster)
    return f"| {name} | {2 * _PAIRS / (perf_counter() - begun):.0f} |"


@contextmanager
def cluster() -> Iterator[str]:
    """Start a scheduler with two workers on this machine, and end them."""
    with TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        where = ("--scheduler-file", str(told))
        programs = [_program("scheduler", "--host", "127.0.0.1", "--port", "0", *where)]
        try:
            while not (told.exists() and told.read_text("utf-8").endswith("}")):
                sleep(0.1)
            own = (*where, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
            programs += [_program("worker", *own) for _ in range(2)]
            sleep(5)
            yield json.loads(told.read_text("utf-8"))["address"]
        finally:
            for program in reversed(programs):
                program.kill()
                program.wait()


def _program(what: str, *words: str) -> subprocess.Popen[bytes]:
    """Start one of Dask's programs."""
    name = f"distributed.cli.dask_{what}"
    return subprocess.Popen(
        [sys.executable, "-m", name, "--no-dashboard", *words], stderr=subprocess.DEVNULL
    )


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.searcher", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds of each game")
    parser.add_argument("--out", type=Path, default=HERE / TABLE, help="the file to write")
    asked = parser.parse_args(words)
    found = machine()
    heads = (
        *("game", "limit, ms", "settled or within 0.15", "worlds"),
        *("time of the limit", "99th", "largest", "largest, processor", "N"),
    )
    rows = []
    for game in GAMES:
        views = list(positions(game, asked.rounds))
        for seconds in LIMITS:
            rows.append(line(game, seconds, views))
            print(rows[-1], flush=True)
    rates = list(throughput())
    print(*rates, sep="\n")
    about = (
        "Made by `python -m bench.searcher`: "
        f"{datetime.now(UTC).date().isoformat()}, casino-tutor {casino_tutor.__version__}, "
        f"{found['processor']}, {found['cores']} cores, compiled kernel, one process."
    )
    text = [
        "# The searcher's time",
        "",
        about,
        "",
        "Every position of rounds that *counter* plays against itself. *Settled*: the 95 %",
        "interval of the difference of the best two plays does not hold 0, or every possible hand",
        "was searched. Worlds are medians where worlds were drawn. Times are parts of the limit by",
        "the clock; the last by the processor, whose time stands still while it is lent to others.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *rows,
        "",
        "Rounds a second of `greedy` against `simple` in `royal_english`, through the bulk map:",
        "",
        "| how | rounds a second |",
        "|---|---|",
        *rates,
        "",
    ]
    asked.out.write_text("\n".join(text), "utf-8")


if __name__ == "__main__":
    main()

"""What is measured. Each section yields its rows; `quick` takes few samples of small tables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench.engine import engine
from bench.rounds import random_round
from bench.tables import all_by_one_king, legal_captures, some_of_it, tables
from bench.timing import TRIES, Row, row, times_of
from casino_tutor.model.plays import Effect, Play, effect_of
from casino_tutor.model.position import Position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.best import SearchTimeout, best_capture
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.legality import violations
from casino_tutor.rules.packing import packed_captures
from casino_tutor.rules.repair import repairs

VARIANTS: Final = ("royal_english", "casino_pagat")
#: How many tables of each number of loose cards are listed.
LISTED: Final = {6: 300, 8: 300, 10: 200, 12: 100, 14: 60, 16: 40}
#: How many are solved both ways.
COMPARED: Final = {6: 60, 8: 60, 10: 30}
#: On how many crowded tables the best capture is looked for.
CROWDED: Final = {24: 20, 28: 20, 32: 20, 36: 20, 40: 20}
JUDGED_LOOSE: Final = 29
#: How many random rounds of each variant are played.
ROUNDS: Final = 30
_ROOT: Final = Path(__file__).resolve().parent.parent

Question = tuple[Position, Play]


def listing(*, quick: bool) -> Iterator[Row]:
    """Listing and counting every legal play, four cards in the hand, no builds."""
    section = "Every legal play"
    for variant in VARIANTS:
        for loose, count in ({6: 3} if quick else LISTED).items():
            found = tables(variant, loose, count)
            what = f"{variant}, {loose} loose cards"
            counts = [legal_plays(position).count() for position in found]
            note = f"{median(counts):,.0f} plays (median), {max(counts):,} at the most"
            key = f"listing.{variant}.{loose}"
            yield row(f"{key}.list", section, f"{what}: list", times_of(_list, found), note)
            yield row(f"{key}.count", section, f"{what}: count", times_of(_count, found))


def _list(position: Position) -> None:
    list(legal_plays(position))


def _count(position: Position) -> None:
    legal_plays(position).count()


def judging(*, quick: bool) -> Iterator[Row]:
    """Judging one attempted play on a crowded table, and mending an illegal one."""
    section = f"One attempted play, {JUDGED_LOOSE} loose cards"
    count = 3 if quick else 200
    king = "KS takes every loose card, grouping left open"
    attempts: dict[str, tuple[str, list[Question]]] = {
        "king_fits": (
            f"{king}; the total fits",
            all_by_one_king(JUDGED_LOOSE, count, fits=True),
        ),
        "king_cannot": (
            f"{king}; the total cannot fit",
            all_by_one_king(JUDGED_LOOSE, count, fits=False),
        ),
    }
    for variant in VARIANTS:
        attempts[f"{variant}.some"] = (
            f"{variant}, 3 to 8 cards at random",
            some_of_it(variant, JUDGED_LOOSE, count),
        )
        attempts[f"{variant}.legal"] = (
            f"{variant}, a legal capture of many cards",
            legal_captures(variant, JUDGED_LOOSE, count),
        )
    for key, (what, questions) in attempts.items():
        illegal = [question for question in questions if violations(*question)]
        note = f"{len(illegal)} of {len(questions)} illegal"
        times = times_of(lambda question: violations(*question), questions)
        yield row(f"judging.{key}", section, f"{what}: judge", times, note)
        if illegal:
            times = times_of(lambda question: repairs(*question), illegal[: 3 if quick else 100])
            yield row(f"repairs.{key}", section, f"{what}: repairs", times)


def side_by_side(*, quick: bool) -> Iterator[Row]:
    """The captures of all four hand cards, by the exact search and by CP-SAT.

    Raises
    ------
    AssertionError
        If the two do not find the same.
    """
    section = "Exact search and CP-SAT side by side: every capture of the hand"
    for variant in VARIANTS:
        for loose, count in ({6: 3} if quick else COMPARED).items():
            found = tables(variant, loose, count)
            for position in found:
                assert _exact(position) == _packed(position), position
            exact, packed = times_of(_exact, found), times_of(_packed, found)
            what, key = f"{variant}, {loose} loose cards", f"captures.{variant}.{loose}"
            ratio = f"{median(packed) / median(exact):,.0f} times the exact search"
            yield row(f"{key}.exact", section, f"{what}: exact search", exact)
            yield row(f"{key}.packing", section, f"{what}: CP-SAT", packed, ratio)


def _exact(position: Position) -> frozenset[Effect]:
    return frozenset(map(effect_of, legal_plays(position, kind="capture")))


def _packed(position: Position) -> frozenset[Effect]:
    found: frozenset[Effect] = frozenset()
    return found.union(*(packed_captures(position, (card,)) for card in position.hand))


def best(*, quick: bool) -> Iterator[Row]:
    """The best capture on tables too crowded to list."""
    section = "Best capture of the hand, by CP-SAT"
    for variant in VARIANTS:
        for loose, count in ({24: 2} if quick else CROWDED).items():
            answers: list[str] = []
            times = times_of(partial(_best, answers), tables(variant, loose, count))
            proved, late = (answers.count(answer) // TRIES for answer in ("proved", "late"))
            note = f"{proved} of {len(times)} proved best"
            if late:
                note += f", {late} without an answer in time"
            what = f"{variant}, {loose} loose cards"
            yield row(f"best.{variant}.{loose}", section, what, times, note)


def _best(answers: list[str], position: Position) -> None:
    try:
        found = best_capture(position)
    except SearchTimeout:
        answers.append("late")
    else:
        answers.append("proved" if found is None or found.is_proved else "found")


def rounds(*, quick: bool) -> Iterator[Row]:
    """Random rounds of every variant, dealt, judged, played out and counted, on one core."""
    section = "A random round, played out on one core"
    for name in variant_names():
        variant = find_variant(name)
        players = variant.options.seats[0]
        seeds = range(1, 2 if quick else 1 + ROUNDS)
        times = times_of(partial(random_round, variant, players), seeds)
        note = f"{1000 * len(times) / sum(times):,.0f} rounds a second and core"
        yield row(f"rounds.{name}", section, f"{name}, {players} players", times, note)


def starting(*, quick: bool) -> Iterator[Row]:
    """Whole processes: Python itself, the import, and one judged play."""
    section = "Start-up: whole processes"
    commands = {
        "python": ("`python -c pass`", ["-c", "pass"]),
        "import": ("`python -c 'import casino_tutor'`", ["-c", "import casino_tutor"]),
        "check": (
            "`casino-tutor check`",
            ["-m", "casino_tutor", "check", "8D,6C,2D 8S,KD", "8Sx8D,6C+2D"],
        ),
    }
    taken: dict[str, list[float]] = {key: [] for key in commands}
    with TemporaryDirectory() as folder:
        # What is compiled in the first round is kept, wherever this is run and however it is set.
        compiled = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        # By turns, so that whatever else the machine does falls on all of them.
        for _ in range(3 if quick else 41):
            for key, (_, words) in commands.items():
                taken[key].append(_process_ms(words, os.environ | compiled))
    base = median(taken["python"][1:])
    for key, (what, _) in commands.items():
        times = taken[key][1:]
        note = "" if key == "python" else f"{median(times) - base:.0f} ms more than Python itself"
        yield row(f"start.{key}", section, what, times, note)


def _process_ms(words: list[str], settings: dict[str, str]) -> float:
    command = [sys.executable, *words]
    start = perf_counter()
    subprocess.run(command, cwd=_ROOT, env=settings, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (perf_counter() - start)


SECTIONS: Final[dict[str, Callable[..., Iterator[Row]]]] = {
    "listing": listing,
    "judging": judging,
    "captures": side_by_side,
    "best": best,
    "rounds": rounds,
    "start": starting,
    "engine": engine,
}

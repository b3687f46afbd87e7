"""Taking times: one row of the table is the median and the 99th percentile of many samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import ceil
from statistics import median
from time import perf_counter
from typing import Final, TypeVar

Q = TypeVar("Q")

#: How often each question is asked.
TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; times are milliseconds.

    Attributes
    ----------
    id : str
        A stable name, such as ``listing.royal_english.8.list``.
    section, what : str
        Under which heading it stands, and what was timed.
    samples : int
        How many times were taken.
    median_ms, p99_ms : float
        Their median and their 99th percentile.
    note : str
        What else is worth knowing, such as how many plays there were.
    before_ms : float or None
        The median of the table before, if that had this row.
    """

    id: str
    section: str
    what: str
    samples: int
    median_ms: float
    p99_ms: float
    note: str = ""
    before_ms: float | None = None

    @property
    def change_percent(self) -> float | None:
        """How much slower (or, below zero, quicker) than before."""
        if not self.before_ms:
            return None
        return round(100 * (self.median_ms / self.before_ms - 1), 1)

    def after(self, before_ms: float | None) -> Row:
        """Return the row with the median of the table before."""
        return replace(self, before_ms=before_ms)


def row(id_: str, section: str, what: str, times: Iterable[float], note: str = "") -> Row:
    """Make a row of times in milliseconds."""
    taken = list(times)
    return Row(
        id_, section, what, len(taken), round(median(taken), 4), round(percentile(taken), 4), note
    )


def percentile(times: Iterable[float], percent: int = 99) -> float:
    """Return the smallest time that so many percent do not exceed.

    Of fewer than a hundred samples the 99th percentile is the largest.
    """
    ordered = sorted(times)
    return ordered[ceil(len(ordered) * percent / 100) - 1]


def times_of(action: Callable[[Q], object], questions: Iterable[Q]) -> list[float]:
    """Return for each question the milliseconds that an action on it takes: the best of `TRIES`.

    So what is loaded and remembered for good at a first call is no part of the times, and what
    else the machine does is hardly one.
    """

    def once(question: Q) -> float:
        start = perf_counter()
        action(question)
        return 1000 * (perf_counter() - start)

    return [min(once(question) for _ in range(TRIES)) for question in questions]

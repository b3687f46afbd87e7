"""Work for the tests of the bulk map; workers of other processes import it by its name."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import sleep
from typing import Any

from casino_tutor.engine.bulk import bulk_map


def squared(item: int, seed: int) -> list[int]:
    """Return the square, and the seed."""
    return [item * item, seed]


def refused(item: int, seed: int) -> int:
    """Refuse item 3."""
    if item == 3:
        raise ZeroDivisionError("three")
    return item + seed


def noted(item: dict[str, Any], seed: int) -> list[int]:
    """Leave a mark that this item was worked on, take a while, and return a square."""
    marks = Path(item["marks"])
    with (marks / f"{item['number']}").open("a") as file:
        file.write(f"{os.getpid()}\n")
    sleep(item["seconds"])
    return [item["number"] ** 2, seed]


def noted_items(marks: Path, count: int, seconds: float) -> list[dict[str, Any]]:
    """Return items for `noted`."""
    return [{"number": n, "marks": str(marks), "seconds": seconds} for n in range(count)]


def main() -> None:
    """Do the work of `noted` for many items, as a program that a test can kill; print the results.

    The words are the folder of the marks, the journal, how many items, how many seconds each takes,
    and the address of a cluster, if one is to work.
    """
    marks, journal, count, seconds, *cluster = sys.argv[1:]
    items = noted_items(Path(marks), int(count), float(seconds))
    address = cluster[0] if cluster else None
    results = bulk_map(noted, items, jobs=2, cluster=address, seed=7, task="marks", resume=journal)
    sys.stdout.write(json.dumps(results))

"""``python -m bench``: measure everything and write the table again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.cases import SECTIONS
from bench.quoted import write_readme
from bench.report import RESULTS, milliseconds, read_results, results_of, write_results
from bench.timing import Row

HERE: Final = Path(__file__).resolve().parent


def main(words: Sequence[str] | None = None) -> None:
    """Measure the sections asked for and write the table into a folder."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--out", type=Path, help="the folder of the table (default: bench/)")
    parser.add_argument("--quick", action="store_true", help="few samples, to see that it runs")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="show these, write no table")
    asked = parser.parse_args(words)
    if asked.quick and not asked.out and not asked.only:
        parser.error("a quick run needs --out: it may not take the place of the results")
    if asked.only and asked.out:
        parser.error("a part of the table is only shown, not written: leave out --only or --out")
    rows: list[Row] = []
    for name in asked.only or SECTIONS:
        for row in SECTIONS[name](quick=asked.quick):
            rows.append(row)
            print(f"{milliseconds(row.median_ms):>8} ms  {row.what}  {row.note}", flush=True)
    if not asked.only:
        folder = asked.out or HERE
        previous = read_results(folder / RESULTS)
        write_results(results_of(rows, quick=asked.quick, previous=previous), folder)
        if asked.out is None:
            write_readme(folder)


if __name__ == "__main__":
    main()

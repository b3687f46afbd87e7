"""The table: results as JSON for programs, as Markdown for people, with the table before."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import casino_tutor
from bench.timing import Row

RESULTS: Final = "results.json"
TABLE: Final = "RESULTS.md"
_INTRODUCTION: Final = """\
`python -m bench` measures again and writes this table and `results.json`. Times are milliseconds,
in pure Python. A sample is one question about a table of its own, or one round, the best of three
calls; a start-up is a new process each time. Of fewer than a hundred samples the 99th percentile is
the largest. *Before* is the median of the table before."""
_LIBRARIES: Final = ("ortools", "networkx", "click")


@dataclass(frozen=True, slots=True)
class Results:
    """All rows, and where and when they were taken.

    Attributes
    ----------
    date : str
        The day, as in 2026-01-31.
    machine : dict of str to str
        Processor, cores and system.
    versions : dict of str to str
        Python, this project, and the libraries that do the work.
    quick : bool
        True if few samples of small tables were taken, to see that everything runs.
    before : dict of str to str
        Date and processor of the table before; empty if there was none.
    rows : tuple of Row
        The table.
    """

    date: str
    machine: dict[str, str]
    versions: dict[str, str]
    quick: bool
    before: dict[str, str]
    rows: tuple[Row, ...]


def results_of(rows: Iterable[Row], *, quick: bool, previous: Results | None) -> Results:
    """Put rows together with what was measured before, if that was."""
    medians = {} if previous is None else {row.id: row.median_ms for row in previous.rows}
    before = {}
    if previous is not None:
        before = {"date": previous.date, "processor": previous.machine["processor"]}
    return Results(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        versions=versions(),
        quick=quick,
        before=before,
        rows=tuple(row.after(medians.get(row.id)) for row in rows),
    )


def machine() -> dict[str, str]:
    """Describe the machine: processor, cores, system."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
    }


def versions() -> dict[str, str]:
    """Return the versions of Python, of this project and of the libraries."""
    found = {"python": platform.python_version(), "casino-tutor": casino_tutor.__version__}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "missing"
    return found


# --- files ---------------------------------------------------------------------------------------


def read_results(path: Path) -> Results | None:
    """Read results back, or return None if there are none yet."""
    if not path.exists():
        return None
    table = json.loads(path.read_text("utf-8"))
    names = [field.name for field in fields(Row)]
    rows = tuple(Row(**{name: entry[name] for name in names}) for entry in table.pop("rows"))
    return Results(**table, rows=rows)


def write_results(results: Results, folder: Path) -> None:
    """Write both files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / RESULTS).write_text(results_json(results), "utf-8")
    (folder / TABLE).write_text(results_markdown(results), "utf-8")


def results_json(results: Results) -> str:
    """Return the text of the results for programs: those fields, and each row's change."""
    table: dict[str, Any] = asdict(results)
    for entry, row in zip(table["rows"], results.rows, strict=True):
        entry["change_percent"] = row.change_percent
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def results_markdown(results: Results) -> str:
    """Return the table for people."""
    parts = ["# Benchmarks", _INTRODUCTION, _about(results)]
    if results.quick:
        parts.insert(1, "**A quick run, to see that everything runs: these are no results.**")
    for section, rows in groupby(results.rows, key=lambda row: row.section):
        parts += [f"## {section}", _table(rows)]
    return "\n\n".join(parts) + "\n"


def _about(results: Results) -> str:
    known = {**results.machine, **results.versions}
    text = f"Measured on {results.date}: " + ", ".join(f"{k} {v}" for k, v in known.items()) + "."
    if results.before:
        text += f" Before: {results.before['date']}, on {results.before['processor']}."
    return text


def _table(rows: Iterable[Row]) -> str:
    lines = [
        "| what | samples | median | 99th percentile | before | change | |",
        "|---|--:|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        before = "–" if row.before_ms is None else milliseconds(row.before_ms)
        change = "–" if row.change_percent is None else f"{row.change_percent:+.0f} %"
        cells = (
            row.what,
            str(row.samples),
            milliseconds(row.median_ms),
            milliseconds(row.p99_ms),
            before,
            change,
            row.note,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def milliseconds(time: float) -> str:
    """Write a time with two or three figures that mean something.

    Examples
    --------
    >>> milliseconds(0.0314), milliseconds(0.279), milliseconds(6.21), milliseconds(61.34)
    ('0.031', '0.28', '6.2', '61')
    """
    digits = 3 if time < 0.1 else 2 if time < 1 else 1 if time < 10 else 0
    return f"{time:,.{digits}f}"

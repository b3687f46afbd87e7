"""The figures that the README quotes, taken from the committed table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

_README: Final = Path(__file__).parent.parent / "README.md"
_PLACE: Final = re.compile(r"(<!-- bench -->\n).*?(\n<!-- /bench -->)", re.DOTALL)
#: What is said, and the row whose median follows.
_QUOTED: Final = (
    ("every legal play, Royal Casino, 8 loose cards", "listing.royal_english.8.list"),
    ("the same with 16 loose cards", "listing.royal_english.16.list"),
    ("one attempted play judged, 29 loose cards", "judging.king_cannot"),
    ("legal plays near it found", "repairs.king_cannot"),
    ("all captures of a hand, 10 loose cards, exact search", "captures.royal_english.10.exact"),
    ("the same by CP-SAT", "captures.royal_english.10.packing"),
    ("best capture proved, 40 loose cards", "best.royal_english.40"),
    ("a whole `casino-tutor check`, start-up included", "start.check"),
    ("value of a last deal, compiled kernel", "engine.royal_english.1.compiled"),
    ("the same without a compiler", "engine.royal_english.1.plain"),
    ("every play of a last deal valued, with best play to the end", "engine.royal_english.1.solve"),
    ("value with two deals left, all cards open", "engine.royal_english.2.compiled"),
    ("value with three deals left", "engine.royal_english.3.compiled"),
    ("value with four deals left", "engine.royal_english.4.compiled"),
    ("value of a whole Royal round, all cards open", "engine.royal_english.6.compiled"),
)


def quoted(results: dict[str, Any]) -> str:
    """Return a Markdown table of a few medians."""
    median = {row["id"]: row["median_ms"] for row in results["rows"]}
    rows = [f"| {said} | {_plain(median[name])} |" for said, name in _QUOTED if name in median]
    return "\n".join(["| median | ms |", "|---|--:|", *rows])


def _plain(milliseconds: float) -> str:
    """Write a time with two figures, never in powers of ten."""
    return f"{milliseconds:,.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"


def write_readme(folder: Path) -> None:
    """Put the figures of `folder` into the README."""
    results = json.loads((folder / "results.json").read_text("utf-8"))
    text = _README.read_text("utf-8")
    _README.write_text(
        _PLACE.sub(lambda m: m.group(1) + quoted(results) + m.group(2), text), "utf-8"
    )

"""The golden counts of perft: reading them, and writing them anew with one command.

``python -m tests.perft.write`` counts again, by the exact search, every position of every file in
this folder. To add a position, type its ``says`` and its ``line`` below the others first.
"""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.perft import Counts, perft

FOLDER: Final = Path(__file__).parent
DEPTH: Final = 3
_HEAD: Final = """\
# Lines of play at depth 1, 2 and 3; casino_tutor/rules/perft.py says what is counted.
# The lines are typed; `python -m tests.perft.write` writes the counts.
"""


@dataclass(frozen=True, slots=True)
class Golden:
    """A position, what it shows, and its counts at depth 1, 2 and 3."""

    says: str
    position: Position
    counts: tuple[Counts, ...]


def read_file(path: Path) -> tuple[Golden, ...]:
    """Return the positions of one variant; those without counts yet have none."""
    found = []
    for entry in tomllib.loads(path.read_text("utf-8")).get("position", []):
        columns = zip(*(entry.get(name, []) for name in Counts.__slots__), strict=True)
        counts = tuple(Counts(*column) for column in columns)
        found.append(Golden(entry["says"], parse_position(entry["line"], path.stem), counts))
    return tuple(found)


def file_text(golden: tuple[Golden, ...]) -> str:
    """Return the text of a file, the positions in their canonical form."""
    entries = [_HEAD]
    for one in golden:
        lines = [f"says = {_quoted(one.says)}", f"line = {_quoted(str(one.position))}"]
        for name in Counts.__slots__:
            numbers = ", ".join(str(getattr(counts, name)) for counts in one.counts)
            lines.append(f"{name} = [{numbers}]")
        entries.append("[[position]]\n" + "".join(f"{line}\n" for line in lines))
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def counted(golden: Golden) -> Golden:
    """Return the same position, counted now by the exact search."""
    counts = tuple(perft(golden.position, depth) for depth in range(1, DEPTH + 1))
    return Golden(golden.says, golden.position, counts)


def main() -> None:
    """Count everything again and say which files have changed."""
    for path in sorted(FOLDER.glob("*.toml")):
        golden = read_file(path)
        text = file_text(tuple(map(counted, golden)))
        changed = text != path.read_text("utf-8")
        path.write_text(text, "utf-8")
        sys.stdout.write(f"{path.name}: {len(golden)} positions{', changed' * changed}\n")


if __name__ == "__main__":
    main()

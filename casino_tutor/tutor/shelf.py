"""Tables kept in a text file, one line each: a name, a colon, the position line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino_tutor.model.errors import NotationError
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.saving import read_text, write_whole
from casino_tutor.tutor.session_files import set_aside

_LONGEST_NAME: Final = 60
_HEAD: Final = "# Tables of casino-tutor. Each line: a name, a colon, the position."


class ShelfError(ValueError):
    """A line that is no table, or a name that cannot be one."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What was found in a file.

    Attributes
    ----------
    tables : mapping of str to str
        Position lines by name.
    words : str
        What there is to say about the file; empty if nothing.
    """

    tables: Mapping[str, str]
    words: str = ""


def read_tables(text: str) -> dict[str, str]:
    """Read the tables of a text.

    Raises
    ------
    ShelfError
        If a line is none; the message names the line.

    Examples
    --------
    >>> read_tables("First: 8D,6C,2D 8S,KD")
    {'First': '8D,6C,2D 8S,KD'}
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, position = (part.strip() for part in line.partition(":"))
        if not line.strip() or line.startswith("#"):
            continue
        if not colon:
            raise ShelfError(f"line {number} has no name with a colon before the position")
        try:
            parse_position(position)
        except ValueError as error:
            # The column of the position is no column of the line.
            said = str(error).partition(": ")[2] if isinstance(error, NotationError) else str(error)
            raise ShelfError(f"line {number}, table {name}: {said}") from error
        found[name] = position
    return found


def open_shelf(path: Path) -> Shelf:
    """Return the tables that are kept in a file.

    A file that cannot be read is set aside under another name and never deleted.

    Raises
    ------
    OSError
        If a broken file cannot be set aside.
    """
    if not path.exists():
        return Shelf({})
    try:
        return Shelf(read_tables(read_text(path)))
    except ValueError as error:
        aside = set_aside(path, "broken")
        return Shelf({}, f"{path.name} cannot be read and now stands in {aside.name}: {error}.")


def keep_table(path: Path, name: str, line: str) -> Shelf:
    """Keep a table under a name; one of the same name gives way.

    Raises
    ------
    ShelfError
        If the name cannot be one.
    OSError
        If the file cannot be written.
    """
    name = " ".join(name.split())
    if not name or len(name) > _LONGEST_NAME or ":" in name or name.startswith("#"):
        raise ShelfError(
            f"A name has 1 to {_LONGEST_NAME} characters, no colon, and does not begin with #."
        )
    before = open_shelf(path)
    tables = {**before.tables, name: line}
    lines = [_HEAD, *(f"{one}: {position}" for one, position in tables.items())]
    write_whole(path, "\n".join(lines) + "\n")
    return Shelf(tables, before.words)

"""The journal of bulk work: one line of JSON for each result, so that none is ever lost.

A line is written whole, in one piece, and is on the disk before the next one is. If the program or
the machine dies in the middle of a line, that torn last line is taken off when the journal is
opened again.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from casino_tutor import __version__

_FORMAT: Final = 1
#: Windows would write other line ends.
_BINARY: Final = getattr(os, "O_BINARY", 0)
#: The words of a first line, and what a person calls them.
_WORDS: Final = {
    "journal": "format",
    "program": "version of the program",
    "function": "function",
    "task": "task",
    "seed": "seed",
}


class BulkError(ValueError):
    """Bulk work that cannot be done as it was asked for."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class Record:
    """What a journal is the journal of.

    Attributes
    ----------
    function : str
        The module and the name of what makes the results.
    task : str
        What is done, in words.
    seed : int
        Where the seeds of the items come from.
    """

    function: str
    task: str
    seed: int

    @property
    def first_line(self) -> dict[str, Any]:
        """The first line of its journal."""
        return {"journal": _FORMAT, "program": __version__, **asdict(self)}


@dataclass(slots=True)
class Journal:
    """An open journal; close it, or use it in a ``with``. One without a file keeps nothing.

    Attributes
    ----------
    found : dict
        The results that stood in it when it was opened, each under its item as JSON.
    """

    found: dict[str, Any] = field(default_factory=dict)
    _file: int | None = None

    @classmethod
    def open(cls, path: Path, record: Record) -> Journal:
        """Open the journal of some work, or begin it.

        Raises
        ------
        BulkError
            If the file is the journal of something else, is damaged other than by a torn last
            line, cannot be opened, or another run writes into it.
        """
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o644)
        except OSError as error:
            raise BulkError(f"{path} cannot be opened: {error.strerror}") from error
        journal = cls({}, file)
        try:
            _lock(file, path)
            journal.found = _read(file, path, record)
        except BaseException:
            journal.close()
            raise
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def write(self, key: str, result: Any) -> None:
        """Write a result down; when this returns it is on the disk."""
        if self._file is not None:
            _append(self._file, {"item": json.loads(key), "result": result})


def _append(file: int, line: dict[str, Any]) -> None:
    text = json.dumps(line).encode() + b"\n"
    while text:
        text = text[os.write(file, text) :]
    os.fsync(file)


def _read(file: int, path: Path, record: Record) -> dict[str, Any]:
    """Return the results of a journal, mended; a new one gets its first line."""
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    lines = [_object(line, path, number) for number, line in enumerate(whole.splitlines(), 1)]
    if lines:
        _check(lines[0], path, record)
    elif not _may_begin(text, record):
        raise BulkError(f"{path} is no journal; it has no line that says of what")
    found = {}
    for number, line in enumerate(lines[1:], 2):
        if line.keys() != {"item", "result"}:
            raise _damaged(path, number)
        found[json.dumps(line["item"], sort_keys=True)] = line["result"]
    # A torn last line is a result that was never written down.
    os.ftruncate(file, len(whole))
    if not lines:
        _append(file, record.first_line)
    return found


def _object(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _damaged(path, number)
    return found


def _damaged(path: Path, number: int) -> BulkError:
    return BulkError(f"{path}: line {number} is no line of a journal")


def _may_begin(text: bytes, record: Record) -> bool:
    """Return True if a file without a whole line is empty, or a torn first line of this journal.

    Any other file is somebody's, and is left as it is.
    """
    return json.dumps(record.first_line).encode().startswith(text)


def _check(found: dict[str, Any], path: Path, record: Record) -> None:
    if found.keys() != _WORDS.keys():
        raise _damaged(path, 1)
    wanted = record.first_line
    for word, name in _WORDS.items():
        if found[word] != wanted[word]:
            raise BulkError(
                f"{path} is the journal of other work: its {name} is {found[word]!r}, "
                f"not {wanted[word]!r}"
            )


def _lock(file: int, path: Path) -> None:
    """Keep other runs out; the system opens the lock again when the program ends, however it ends.

    Where the system knows no such locks there is none.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BulkError(f"{path} is in use by another run") from None

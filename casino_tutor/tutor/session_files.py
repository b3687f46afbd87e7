"""A match in a file: kept at every play, found again later, set aside when it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from casino_tutor.model.records import Record
from casino_tutor.model.saving import load_record, save_record
from casino_tutor.tutor.session import Keeper, TableSession, resume_session


@dataclass(frozen=True, slots=True)
class Opened:
    """A session at a match in a file, and what there is to say about the file.

    Attributes
    ----------
    session : TableSession
        The match.
    words : str
        In one sentence, what was found.
    """

    session: TableSession
    words: str


def keeper(path: Path) -> Keeper:
    """Return what keeps a match in a file; the file is whole at every moment."""

    def keep(record: Record) -> None:
        save_record(path, record)

    return keep


def open_or_begin(path: Path, begin: Callable[[Keeper], TableSession]) -> Opened:
    """Go on with the match in a file, or begin one that is kept there.

    A file that cannot be resumed is set aside under another name and never deleted.

    Parameters
    ----------
    path : Path
        The file.
    begin : callable
        Begins a match, given what keeps it.

    Raises
    ------
    OSError
        If a broken file cannot be set aside.
    """
    if not path.exists():
        return Opened(begin(keeper(path)), f"A new match, kept in {path.name}.")
    try:
        session = resume_session(load_record(path), keeper(path))
    except ValueError as error:
        aside = set_aside(path, "broken")
        words = f"{path.name} cannot be resumed and now stands in {aside.name}: {error}"
        return Opened(begin(keeper(path)), f"{words}{'' if words.endswith('.') else '.'}")
    return Opened(session, f"The match in {path.name} goes on where it was.")


def begin_anew(path: Path, begin: Callable[[Keeper], TableSession]) -> Opened:
    """Begin a match that is kept in a file; what stands there now is set aside.

    Raises
    ------
    OSError
        If the file cannot be set aside.
    """
    # Whatever cannot be begun costs nobody a file.
    session = begin(keeper(path))
    if not path.exists():
        return Opened(session, f"A new match, kept in {path.name}.")
    aside = set_aside(path, "before")
    words = f"A new match, kept in {path.name}; the one before stands in {aside.name}."
    return Opened(session, words)


def set_aside(path: Path, mark: str) -> Path:
    """Give a file another name, beside the old one, that no file has; return the new path."""
    number = 1
    while (aside := path.with_name(f"{path.stem} ({mark} {number}){path.suffix}")).exists():
        number += 1
    path.rename(aside)
    return aside

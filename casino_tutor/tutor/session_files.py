"""A match in a file: kept at every play, found again later, set aside when it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.records import Record, format_record
from casino_tutor.model.saving import read_text, write_whole
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


class FileKeeper:
    """Keeps a match in a file, which is whole at every moment.

    Where the file has been changed by somebody else (another page that plays the same match, or
    another match), that is left alone, and the match is kept under a new name from then on.

    Parameters
    ----------
    path : Path
        The file.
    text : str, optional
        What stands in it, as far as this session knows.
    """

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self._text = text

    def __call__(self, record: Record) -> str | None:
        """Keep a record; return what there is to say about it."""
        said = None
        if self._is_changed():
            before, self.path = self.path, free_name(self.path, "page")
            said = (
                f"Another page has changed the match in {before.name}. "
                f"This one is kept in {self.path.name} from now on."
            )
        text = format_record(record)
        write_whole(self.path, text)
        self._text = text
        return said

    def _is_changed(self) -> bool:
        # Where it was taken away, nothing is there that could be lost.
        try:
            return self.path.exists() and read_text(self.path) != self._text
        except ValueError:
            return True


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
        return _kept(path, begin(FileKeeper(path)), "")
    try:
        text = read_text(path)
        session = resume_session(parse_record(text), FileKeeper(path, text))
    except ValueError as error:
        aside = set_aside(path, "broken")
        words = f"{path.name} cannot be resumed and now stands in {aside.name}: {error}"
        words += "" if words.endswith(".") else "."
        return _kept(path, begin(FileKeeper(path)), words)
    return Opened(session, f"The match in {path.name} goes on where it was.")


def begin_anew(path: Path, begin: Callable[[Keeper], TableSession]) -> Opened:
    """Begin a match that is kept in a file; what stands there now is set aside.

    Raises
    ------
    OSError
        If the file cannot be set aside.
    """
    # Whatever cannot be begun costs nobody a file.
    session = begin(FileKeeper(path))
    if not path.exists():
        return _kept(path, session, "")
    aside = set_aside(path, "before")
    words = f"A new match, kept in {path.name}; the one before stands in {aside.name}."
    return _kept(path, session, words)


def _kept(path: Path, session: TableSession, words: str) -> Opened:
    """Keep a match that has begun before a card is played."""
    trouble = [event.words for event in session.save()]
    return Opened(session, " ".join([words or f"A new match, kept in {path.name}.", *trouble]))


def set_aside(path: Path, mark: str) -> Path:
    """Give a file another name, beside the old one, that no file has; return the new path."""
    aside = free_name(path, mark)
    path.rename(aside)
    return aside


def free_name(path: Path, mark: str) -> Path:
    """Return a name beside that of a file, with a mark, that no file has."""
    number = 1
    while (found := path.with_name(f"{path.stem} ({mark} {number}){path.suffix}")).exists():
        number += 1
    return found

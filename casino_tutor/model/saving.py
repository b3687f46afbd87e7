"""Files of records: saving that leaves the old file or the new one whole, and careful loading."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from casino_tutor.model.errors import NotationError
from casino_tutor.model.record_text import MAX_LENGTH, parse_record
from casino_tutor.model.records import Record, format_record
from casino_tutor.model.saved_games import SavedFileError

#: What a new file may be used for before the umask takes something away.
_NEW_FILE: Final = 0o666


def save_record(path: str | Path, record: Record) -> None:
    """Write a record to a file, all of it or nothing.

    Whatever happens meanwhile, even if the program is killed, the file afterwards holds the whole
    old text or the whole new one.

    Parameters
    ----------
    path : str or Path
        The file; its folder must exist.
    record : Record
        What is saved.

    Raises
    ------
    OSError
        If the file cannot be written; then it is as it was before.
    """
    write_whole(Path(path), format_record(record))


def load_record(path: str | Path) -> Record:
    """Read a record from a file. Nothing is changed, whether that succeeds or not.

    Raises
    ------
    SavedFileError
        If it is no text file of a reasonable size.
    NotationError
        If it is not a record, or, as `AmbiguousPlayError`, a card of it has no suit; see
        `casino_tutor.model.record_text.parse_record`.
    """
    return parse_record(read_text(Path(path)))


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one step, by way of a new file in the same folder.

    A link is followed, so that what it points to is written; the permissions of a file that is
    there already are kept.
    """
    target = path.resolve()
    with tempfile.NamedTemporaryFile(
        prefix=".casino-", suffix=".new", dir=target.parent, delete=False
    ) as stream:
        fresh = Path(stream.name)
        try:
            stream.write(text.encode("utf-8"))
            stream.flush()
            # The text must be on the disk before its name is.
            os.fsync(stream.fileno())
            stream.close()
            fresh.chmod(_permissions(target))
            fresh.replace(target)
        except BaseException:
            stream.close()
            with suppress(OSError):
                fresh.unlink()
            raise
    _sync_folder(target.parent)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    SavedFileError
        If there is none, or it is not UTF-8, or far too large.
    """
    # A long path keeps its end: the name of the file tells it apart.
    label = repr(str(path)[-200:])
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "is not a file"
            raise SavedFileError(f"{label} {what}")
        with path.open("rb") as stream:
            data = stream.read(4 * MAX_LENGTH + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, SavedFileError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise SavedFileError(f"{label} cannot be read: {reason}") from None
    if len(data) > 4 * MAX_LENGTH or b"\0" in data:
        raise SavedFileError(f"{label} is too large or not a text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        raise NotationError(
            f"{label} is not UTF-8 here", before + "\ufffd", len(before), "a text in UTF-8"
        ) from None
    return text.replace("\r\n", "\n")


def _permissions(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        # The umask can only be read by setting it.
        mask = os.umask(0)
        os.umask(mask)
        return _NEW_FILE & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where folders can be synchronised."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

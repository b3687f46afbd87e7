"""Saving a record writes all of it or nothing; loading changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from casino_tutor.model.errors import NotationError
from casino_tutor.model.records import Record, Remark
from casino_tutor.model.saved_games import SavedFileError
from casino_tutor.model.saving import load_record, save_record
from casino_tutor.model.variant import find_variant

ROOT = Path(__file__).resolve().parents[2]
OLD = Record(find_variant("tuxedo"), 3, names=((0, "Ana"),), result="unfinished 0/0/0")
#: Large, so that writing it takes a while.
NEW = Record(find_variant("tuxedo"), 2, remarks=(Remark("long " * 100_000),))
#: Saves two records in turn until it is killed.
_SAVING = """
import sys
from casino_tutor.model.records import Remark
from casino_tutor.model.saving import load_record, save_record
path = sys.argv[1]
old = load_record(path)
new = load_record(path + ".other")
print("ready", flush=True)
while True:
    save_record(path, new)
    save_record(path, old)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the old record in it."""
    path = tmp_path / "final.txt"
    save_record(path, OLD)
    return path


def test_what_was_saved_is_loaded(file: Path) -> None:
    """Also over an older file, and nothing else is left in the folder."""
    assert load_record(file) == OLD
    save_record(str(file), NEW)
    assert load_record(str(file)) == NEW
    assert [path.name for path in file.parent.iterdir()] == ["final.txt"]


def _kill_while_saving(file: Path, times: int) -> None:
    save_record(f"{file}.other", NEW)
    wholes = {str(OLD), str(NEW)}
    random = Random(1)
    for _ in range(times):
        with subprocess.Popen(
            [sys.executable, "-c", _SAVING, str(file)], stdout=subprocess.PIPE, cwd=ROOT
        ) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            time.sleep(random.random() * 0.03)
            child.kill()
        assert file.read_text("utf-8") in wholes
        save_record(file, OLD)
        assert load_record(file) == OLD


def test_a_program_killed_while_saving_leaves_a_whole_file(file: Path) -> None:
    """Killed at any moment, the old record or the new one is there, never a part of either."""
    _kill_while_saving(file, times=6)


@pytest.mark.slow
def test_a_program_killed_a_hundred_times_while_saving(file: Path) -> None:
    """The same, a hundred times."""
    _kill_while_saving(file, times=100)


@pytest.mark.parametrize(("step", "where"), [("fsync", os), ("chmod", Path), ("replace", Path)])
@pytest.mark.parametrize("failure", [OSError("no space left"), KeyboardInterrupt()])
def test_a_save_that_fails_leaves_the_old_file(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    where: object,
    failure: BaseException,
) -> None:
    """Whichever step fails, and if it is interrupted: the old record is whole, no litter stays."""

    def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(where, step, fail)
    with pytest.raises(type(failure)):
        save_record(file, NEW)
    monkeypatch.undo()
    assert load_record(file) == OLD
    assert [path.name for path in file.parent.iterdir()] == ["final.txt"]


def test_nothing_is_saved_where_there_is_no_folder(tmp_path: Path) -> None:
    """The error is the system's own, and no folder is made."""
    with pytest.raises(FileNotFoundError):
        save_record(tmp_path / "away" / "final.txt", OLD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions and links as on Unix")
def test_a_saved_file_keeps_its_permissions_and_its_links(file: Path, tmp_path: Path) -> None:
    """What a link points to is written; who may read a file does not change; a new one is usual."""
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    file.chmod(0o640)
    save_record(link, NEW)
    assert link.is_symlink()
    assert load_record(file) == NEW
    assert file.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o027)
    try:
        save_record(tmp_path / "fresh.txt", OLD)
    finally:
        os.umask(mask)
    assert (tmp_path / "fresh.txt").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\0\1\2", "is too large or not a text"),
        (b'[Variant "tuxedo"]\n[Name0 "Jos\xe9"]', "line 2, column 12: .*is not UTF-8 here"),
        (b"what is this", "line 1, column 1"),
        (b"", "does not say the variant"),
        (b'[Format "2"]\n[Variant "tuxedo"]\n[Players "2"]', "line 1, column 10.*format '2'"),
    ],
)
def test_a_file_that_is_no_record_is_refused(file: Path, content: bytes, problem: str) -> None:
    """With the place, where there is one; the file stays as it is."""
    file.write_bytes(content)
    with pytest.raises(NotationError, match=problem):
        load_record(file)
    assert file.read_bytes() == content


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """As is a folder, a path that cannot be, and a file that is far too large."""
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"#" * 9_000_000)
    for path, problem in (
        (tmp_path / "none.txt", "is not a file"),
        (tmp_path, "is a folder"),
        (Path("a\0b"), "'a.x00b'"),
        (huge, "too large"),
    ):
        with pytest.raises(SavedFileError, match=problem):
            load_record(path)


def test_a_file_of_another_system_is_read(file: Path) -> None:
    """With a byte order mark and carriage returns."""
    text = str(OLD).replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_record(file) == OLD

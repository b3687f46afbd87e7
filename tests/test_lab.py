"""The start command: a person's copies are theirs, and one line says where to look."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from casino_tutor import lab

REPO = Path(__file__).parents[1]

START = """
import sys
from pathlib import Path
from casino_tutor import lab
sys.exit(lab.start(source=Path(sys.argv[1])))
"""


def notebook(text: str) -> str:
    """One notebook of one cell."""
    cell = {"cell_type": "markdown", "id": "one", "metadata": {}, "source": text}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel}
    return json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """What comes with the package: two notebooks, a picture, and hidden files to pass by."""
    shelf = tmp_path / "package"
    for name in ("pictures", ".ipynb_checkpoints"):
        (shelf / name).mkdir(parents=True)
    (shelf / "00-table.ipynb").write_text(notebook("first version"))
    (shelf / "01-captures.ipynb").write_text(notebook("captures"))
    (shelf / "pictures" / "seven.svg").write_text("<svg/>")
    (shelf / ".ipynb_checkpoints" / "00-table.ipynb").write_text("no")
    return shelf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a person who has not started yet."""
    return tmp_path / "mine"


def files_in(folder: Path) -> list[str]:
    """Every file in a folder but the hidden list."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(set(found) - {lab.MANIFEST_NAME})


# --- the copies ----------------------------------------------------------------------------------


def test_first_start_copies_everything_that_is_not_hidden(source: Path, folder: Path) -> None:
    """A first start brings the notebooks and what stands with them, and no more."""
    done = lab.install_notebooks(source, folder)
    assert files_in(folder) == ["00-table.ipynb", "01-captures.ipynb", "pictures/seven.svg"]
    assert list(done.added) == files_in(folder)
    assert done.sentences() == ()


def test_second_start_changes_nothing(source: Path, folder: Path) -> None:
    """Where nothing has changed, nothing is written and nothing is said."""
    lab.install_notebooks(source, folder)
    before = (folder / "00-table.ipynb").stat().st_mtime_ns
    assert lab.install_notebooks(source, folder) == lab.Installed()
    assert (folder / "00-table.ipynb").stat().st_mtime_ns == before


def test_untouched_copy_is_brought_up_to_date(source: Path, folder: Path) -> None:
    """A notebook the person never changed follows the package."""
    lab.install_notebooks(source, folder)
    (source / "00-table.ipynb").write_text(notebook("second version"))
    done = lab.install_notebooks(source, folder)
    assert done.updated == ("00-table.ipynb",)
    assert done.sentences() == ("Brought up to date: 00-table.ipynb",)
    assert "second version" in (folder / "00-table.ipynb").read_text()


def test_changed_copy_is_left_and_the_newer_one_stands_beside_it(
    source: Path, folder: Path
) -> None:
    """A notebook the person changed is theirs; the newer one is offered once, and aloud."""
    lab.install_notebooks(source, folder)
    (folder / "00-table.ipynb").write_text("my notes")
    assert lab.install_notebooks(source, folder) == lab.Installed()

    (source / "00-table.ipynb").write_text(notebook("second version"))
    done = lab.install_notebooks(source, folder)
    assert done.offered == (("00-table.ipynb", "00-table (new).ipynb"),)
    assert "00-table (new).ipynb" in done.sentences()[0]
    assert (folder / "00-table.ipynb").read_text() == "my notes"
    assert "second version" in (folder / "00-table (new).ipynb").read_text()

    (folder / "00-table (new).ipynb").unlink()
    assert lab.install_notebooks(source, folder) == lab.Installed()


def test_an_offer_nobody_touched_gives_way_to_the_next(source: Path, folder: Path) -> None:
    """A third version replaces an untouched second one, and stands beside a changed one."""
    lab.install_notebooks(source, folder)
    (folder / "00-table.ipynb").write_text("my notes")
    for version, beside in (("second", "(new)"), ("third", "(new)"), ("fourth", "(new 2)")):
        (source / "00-table.ipynb").write_text(notebook(version))
        done = lab.install_notebooks(source, folder)
        assert done.offered == (("00-table.ipynb", f"00-table {beside}.ipynb"),)
        if version == "third":
            (folder / "00-table (new).ipynb").write_text("notes on the third")
    assert (folder / "00-table (new).ipynb").read_text() == "notes on the third"


def test_taking_the_offer_makes_the_copy_ours_again(source: Path, folder: Path) -> None:
    """Whoever puts the newer one in the place of their own gets updates again."""
    lab.install_notebooks(source, folder)
    (folder / "00-table.ipynb").write_text("my notes")
    (source / "00-table.ipynb").write_text(notebook("second version"))
    lab.install_notebooks(source, folder)
    (folder / "00-table (new).ipynb").replace(folder / "00-table.ipynb")
    lab.install_notebooks(source, folder)
    (source / "00-table.ipynb").write_text(notebook("third version"))
    assert lab.install_notebooks(source, folder).updated == ("00-table.ipynb",)


def test_file_of_the_person_that_was_there_first_is_theirs(source: Path, folder: Path) -> None:
    """A file that happens to bear the name of a notebook is not written over."""
    folder.mkdir()
    (folder / "00-table.ipynb").write_text("mine")
    done = lab.install_notebooks(source, folder)
    assert done.offered == (("00-table.ipynb", "00-table (new).ipynb"),)
    assert (folder / "00-table.ipynb").read_text() == "mine"


def test_deleted_copy_comes_back(source: Path, folder: Path) -> None:
    """A person who throws a notebook away gets a fresh one at the next start."""
    lab.install_notebooks(source, folder)
    (folder / "00-table.ipynb").unlink()
    assert lab.install_notebooks(source, folder).added == ("00-table.ipynb",)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"installed": 3, "offered": {}}', "\x00"])
def test_damaged_list_costs_nobody_a_file(source: Path, folder: Path, damage: str) -> None:
    """Where the hidden list cannot be read, every difference counts as the person's, aloud."""
    lab.install_notebooks(source, folder)
    (folder / lab.MANIFEST_NAME).write_text(damage)
    (folder / "00-table.ipynb").write_text("my notes")
    done = lab.install_notebooks(source, folder)
    assert "could not be read" in done.sentences()[0]
    assert (folder / "00-table.ipynb").read_text() == "my notes"
    assert lab.install_notebooks(source, folder) == lab.Installed()


def test_nothing_half_written_stays_behind(
    source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up leaves the old copy whole and no scraps beside it."""
    lab.install_notebooks(source, folder)
    old = (folder / "00-table.ipynb").read_text()
    (source / "00-table.ipynb").write_text(notebook("second version"))

    def full(_from: Path, _to: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(lab.LabError, match="No space left on device"):
        lab.install_notebooks(source, folder)
    assert (folder / "00-table.ipynb").read_text() == old
    assert files_in(folder) == ["00-table.ipynb", "01-captures.ipynb", "pictures/seven.svg"]


# --- which folder, which notebook, which port ----------------------------------------------------


def test_folder_is_the_named_one_then_the_variable_then_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder named wins over CASINO_TUTOR_HOME, and that over the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv(lab.HOME_VARIABLE, raising=False)
    assert lab.chosen_folder() == tmp_path / "casino-tutor"
    monkeypatch.setenv(lab.HOME_VARIABLE, "~/cards")
    assert lab.chosen_folder() == tmp_path / "cards"
    assert lab.chosen_folder(tmp_path / "named") == tmp_path / "named"


def test_first_notebook_has_the_lowest_number(source: Path, tmp_path: Path) -> None:
    """Notebook 00 is the one that opens; a shelf without notebooks opens none."""
    assert lab.first_notebook(source) == "00-table.ipynb"
    assert lab.first_notebook(tmp_path) is None


def test_folder_that_cannot_be_written_is_one_clear_line(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder below a file is refused with what, where and how to repair it, and code 2."""
    (tmp_path / "file").touch()
    assert lab.start(tmp_path / "file" / "mine", source=source) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert str(tmp_path / "file" / "mine") in said.err
    assert "name another folder" in said.err


def test_taken_port_is_one_clear_line(
    source: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port somebody listens on is refused by its number, with code 2."""
    with socket.create_server((lab.HOST, 0)) as other:
        port = other.getsockname()[1]
        assert lab.start(folder, port=port, source=source) == 2
    said = capsys.readouterr().err
    assert said == f"casino-tutor lab: port {port} is already in use; name another, or none\n"


@pytest.mark.parametrize("port", [-1, 0, 65536])
def test_number_that_is_no_port_is_refused(
    source: Path, folder: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port is a number from 1 to 65535."""
    assert lab.start(folder, port=port, source=source) == 2
    assert f"{port} is no port" in capsys.readouterr().err


def test_browser_needs_a_screen() -> None:
    """Without a display no browser is opened, on a desktop one is."""
    assert "--no-browser" in lab._command(Path(), 1, "/lab", open_browser=False)
    assert "--no-browser" not in lab._command(Path(), 1, "/lab", open_browser=True)
    assert not lab.has_screen({}, "linux")
    assert lab.has_screen({"WAYLAND_DISPLAY": "wayland-0"}, "linux")


def test_server_that_ends_at_once_is_said(
    source: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A JupyterLab that cannot start gives code 1, and no address is printed."""
    failing = [sys.executable, "-c", "import sys; sys.exit(3)"]
    monkeypatch.setattr(lab, "_command", lambda *_words, **_options: failing)
    assert lab.start(folder, source=source, open_browser=False) == 1
    said = capsys.readouterr()
    assert "Open" not in said.out
    assert said.err == "casino-tutor lab: JupyterLab ended with code 3\n"


# --- the whole thing -----------------------------------------------------------------------------


@contextmanager
def started(source: Path, home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the start command as a new person would, and read the address it prints."""
    home.mkdir()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "XDG", "CASINO", "DISPLAY", "WAYLAND"))
    }
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(source)],
        cwd=home,
        env=kept | {"HOME": str(home), "PYTHONPATH": str(REPO)},
        stdout=subprocess.PIPE,
        text=True,
        # A group of its own, so that Ctrl-C can be pressed there.
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        told = ""
        for line in process.stdout:
            told += line
            if line.startswith("Open "):
                break
        found = re.search(r"^Open (\S+)$", told, re.MULTILINE)
        assert found, told
        yield process, found[1]
    finally:
        process.terminate()
        process.communicate(timeout=30)


def ask(address: str, path: str) -> tuple[int, Any]:
    """Ask the server at an address for a path, with the address's token."""
    found = re.fullmatch(r"http://([\d.]+):(\d+)/\S*\?token=(\w+)", address)
    assert found, address
    connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=30)
    try:
        connection.request("GET", f"{path}?token={found[3]}")
        answer = connection.getresponse()
        body = answer.read().decode()
    finally:
        connection.close()
    is_json = "json" in (answer.getheader("Content-Type") or "")
    return answer.status, json.loads(body) if is_json else body


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process group")
def test_start_serves_the_first_notebook_until_ctrl_c(source: Path, tmp_path: Path) -> None:
    """Without a screen, even as root: the address answers, no news are fetched, Ctrl-C stops it."""
    with started(source, tmp_path / "home") as (process, address):
        assert "/lab/tree/00-table.ipynb?token=" in address
        status, page = ask(address, "/lab/tree/00-table.ipynb")
        assert status == 200
        assert re.search(r'"news":\s*{"disabled":\s*true}', page)
        status, found = ask(address, "/api/contents/00-table.ipynb")
        assert status == 200
        assert found["content"]["cells"][0]["source"] == "first version"
        status, settings = ask(
            address, "/lab/api/settings/@jupyterlab/apputils-extension:notification"
        )
        defaults = {
            name: rule["default"] for name, rule in settings["schema"]["properties"].items()
        }
        assert defaults["fetchNews"] == "false"
        assert defaults["checkForUpdates"] is False
        status, kernels = ask(address, "/api/kernelspecs")
        assert "python3" in kernels["kernelspecs"]
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=30) == 0
    assert not list((tmp_path / "home").rglob("jpserver-*")), (
        "a server that was not stopped cleanly"
    )
    with pytest.raises(ConnectionRefusedError):
        ask(address, "/api")

"""The page without code: where it listens, who gets in, and what it is started with."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from casino_tutor import app
from casino_tutor.cli import main
from casino_tutor.lab import HOST, PACKAGE
from casino_tutor.serving import Server

SETTINGS = PACKAGE / "data" / "jupyter"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Server, str, bool]]:
    """What would have been started: the server, the address printed, whether a browser opens."""
    found: list[tuple[Server, str, bool]] = []

    def serve(server: Server, address: str, opened: Any = None) -> int:
        found.append((server, address, opened is not None))
        return 0

    monkeypatch.setattr(app, "serve", serve)
    for name in (app.TOKEN_VARIABLE, "JUPYTER_PATH", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return found


def test_it_listens_on_this_machine_only(
    tmp_path: Path, started: list[tuple[Server, str, bool]]
) -> None:
    """Unless an address is named; a token is in the printed address and not on the command line."""
    assert app.start(tmp_path, open_browser=False) == 0
    ((server, address, opened),) = started
    assert f"--Voila.ip={HOST}" in server.words
    assert address.startswith(f"http://{HOST}:{server.port}/?token=")
    token = address.partition("token=")[2]
    assert len(token) > 40
    assert server.environment["JUPYTER_TOKEN"] == token
    assert not any(token in word for word in server.words)
    assert server.environment[app.SHARED_VARIABLE] == ""
    assert not opened


def test_every_start_has_another_token(
    tmp_path: Path, started: list[tuple[Server, str, bool]]
) -> None:
    """Who was in yesterday is not in today."""
    for _ in range(2):
        app.start(tmp_path)
    assert started[0][1] != started[1][1]


def test_for_many_it_is_told_so(tmp_path: Path, started: list[tuple[Server, str, bool]]) -> None:
    """An address of every machine: visitors say a name, and more kernels are made ready."""
    assert app.start(tmp_path, host="0.0.0.0") == 0
    ((server, address, _),) = started
    assert server.environment[app.SHARED_VARIABLE] == "1"
    assert server.host == HOST
    assert address.startswith(f"http://{socket.gethostname()}:")
    assert "--VoilaConfiguration.default_pool_size=4" in server.words


def test_the_token_can_be_chosen(
    tmp_path: Path,
    started: list[tuple[Server, str, bool]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By a variable; one that is short can be guessed, and is refused."""
    monkeypatch.setenv(app.TOKEN_VARIABLE, "class 7b & friends")
    assert app.start(tmp_path) == 0
    assert started[0][1].endswith("token=class%207b%20%26%20friends")
    monkeypatch.setenv(app.TOKEN_VARIABLE, "short")
    assert app.start(tmp_path) == 2
    assert "has 5 characters; take 12 or more" in capsys.readouterr().err


def test_what_cannot_be_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A taken port, an address of another machine, a folder that is a file."""
    with socket.create_server((HOST, 0)) as other:
        assert app.start(tmp_path, port=other.getsockname()[1]) == 2
    assert "already in use" in capsys.readouterr().err
    assert app.start(tmp_path, host="192.0.2.1") == 2
    assert capsys.readouterr().err.count("\n") == 1
    (tmp_path / "file").touch()
    assert app.start(tmp_path / "file" / "x") == 2
    assert capsys.readouterr().err.startswith("casino-tutor app: ")


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_addresses_of_this_machine(host: str, own: bool) -> None:
    """Loopback is loopback in both protocols; everything else is for others too."""
    assert app.is_loopback(host) is own


def test_the_settings_cull_idle_kernels_and_load_only_what_is_needed() -> None:
    """Kernels that nobody looks at end after a quarter of an hour; no template can be asked for."""
    settings = json.loads((SETTINGS / "voila.json").read_text("utf-8"))
    page = settings["VoilaConfiguration"]
    assert settings["MappingKernelManager"]["cull_idle_timeout"] <= 900
    assert settings["Voila"]["auto_token"] is True
    assert page["preheat_kernel"] is True
    assert page["strip_sources"] is True
    assert page["allow_template_override"] == page["allow_theme_override"] == "NO"
    assert page["file_allowlist"] == []
    assert "anywidget" in page["extension_allowlist"]


def test_the_template_asks_for_nothing_outside() -> None:
    """It names no address, and leaves out the block of Voilà's own that does."""
    folder = SETTINGS / "voila" / "templates" / "casino"
    text = (folder / "index.html.j2").read_text("utf-8")
    assert "://" not in text
    assert '"//' not in text
    assert "super()" not in text
    assert json.loads((folder / "conf.json").read_text()) == {"base_template": "lab"}


def test_the_notebook_of_the_page_is_one_thin_cell() -> None:
    """No outputs, and two lines that open the page."""
    book = json.loads(app.NOTEBOOK.read_text("utf-8"))
    (cell,) = book["cells"]
    assert "".join(cell["source"]).splitlines()[-1] == "page()"
    assert cell["outputs"] == []


def test_the_server_is_this_python(tmp_path: Path, started: list[tuple[Server, str, bool]]) -> None:
    """Not some other Voilà that happens to be on the path."""
    app.start(tmp_path)
    assert started[0][0].words[:4] == (sys.executable, "-P", "-m", "voila")


def test_the_command_passes_on_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder, address, port and browser reach the start; its code is that of the command."""
    asked: list[tuple[Any, dict[str, Any]]] = []

    def start(folder: Path | None, **how: Any) -> int:
        asked.append((folder, how))
        return 1

    monkeypatch.setattr("casino_tutor.app.start", start)
    for words in (
        ["app"],
        ["app", "--folder", "mine", "--host", "::1", "--port", "9", "--browser"],
    ):
        assert CliRunner().invoke(main, words).exit_code == 1
    assert asked == [
        (None, {"host": HOST, "port": None, "open_browser": None}),
        (Path("mine"), {"host": "::1", "port": 9, "open_browser": True}),
    ]

"""The code-free page: nothing happens before somebody is there, and everybody has a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino_tutor.widgets.callbacks import CallbackFailedError
from casino_tutor.widgets.page import HOME_VARIABLE, SHARED_VARIABLE, Page, file_part, page


def says(shown: Page, message: Any) -> None:
    """Let the browser send a message."""
    shown.head._handle_custom_msg(message, [])


def test_nothing_is_opened_before_somebody_comes(tmp_path: Path) -> None:
    """A kernel that waits for a visitor begins no match, and reads no file that may be old."""
    shown = page(tmp_path)
    assert not shown.panels
    assert list(tmp_path.iterdir()) == []
    says(shown, {"query": "?token=x"})
    assert shown.children == (shown.head, shown.panels["play"])
    assert shown.head.state["shown"] == "play"
    assert shown.panels["play"].file == tmp_path / "my-match.txt"


def test_the_panels_change_and_stay(tmp_path: Path) -> None:
    """The solver is made when it is asked for, and the match is the same on the way back."""
    shown = page(tmp_path)
    says(shown, {"query": ""})
    first = shown.panels["play"]
    says(shown, {"show": "solve"})
    assert shown.children == (shown.head, shown.panels["solve"])
    says(shown, {"show": "play"})
    assert shown.children[1] is first
    says(shown, {"show": "attic"})
    assert shown.children[1] is first


def test_where_many_come_each_says_a_name(tmp_path: Path) -> None:
    """Nothing is shown before; the name is in the address, or is asked for."""
    shown = page(tmp_path, shared=True)
    says(shown, {"query": "?token=x"})
    assert shown.head.state["asks"]
    assert shown.panels == {}
    says(shown, {"name": "???"})
    assert shown.head.state["words"] == "That name has no letters."
    says(shown, {"name": "Anna B."})
    assert shown.panels["play"].file == tmp_path / "my-match-anna-b.txt"
    other = page(tmp_path, shared=True)
    says(other, {"query": "?name=Zoë"})
    assert other.panels["play"].file == tmp_path / "my-match-zoë.txt"


@pytest.mark.parametrize(
    "name", ["../../x", "/etc/passwd", "a\\b", "con:", "<b>", "a\0b", "x" * 999]
)
def test_a_name_never_leads_out_of_the_folder(name: str) -> None:
    """Whatever is typed, only letters, digits and dashes of it become part of a file's name."""
    part = file_part(name)
    assert all(mark.isalnum() or mark in "-_" for mark in part)
    assert len(part) <= 40


def test_the_variables_say_where_and_for_whom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the command sets them."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setenv(SHARED_VARIABLE, "1")
    shown = page()
    assert shown.folder == tmp_path
    says(shown, {"query": ""})
    assert shown.head.state["asks"]


def test_a_failure_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that cannot be read is no silent failure: a test stops, a page says so."""

    def refuse(file: Path) -> None:
        raise OSError(5, "Input/output error", str(file))

    monkeypatch.setattr("casino_tutor.widgets.page.play", refuse)
    with pytest.raises(CallbackFailedError):
        says(page(tmp_path), {"query": ""})
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    shown = page(tmp_path)
    says(shown, {"query": ""})
    assert "The page itself failed: OSError" in shown.trouble.value
    assert shown.children == (shown.head, shown.trouble)

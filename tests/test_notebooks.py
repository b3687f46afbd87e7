"""The notebooks as they are committed: thin, without outputs, and true to their words."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from casino_tutor.rules.legality import is_legal
from casino_tutor.tutor.answers import CheckAnswer, GroupingsAnswer
from casino_tutor.tutor.samples import SAMPLES
from casino_tutor.widgets.table import CardTable

PACKAGE = Path(__file__).parent.parent / "casino_tutor"
WIDGETS = PACKAGE / "widgets"
SAMPLE_NAMES = {sample.name for sample in SAMPLES}
NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
FIRST = NOTEBOOKS[0]
SOLVING = NOTEBOOKS[1]

with_each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    """The cells of one kind."""
    book = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in book["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    """What stands in a cell."""
    return "".join(cell["source"])


def answers(path: Path) -> list[object]:
    """What the cells of a notebook end with, one after another."""
    names: dict[str, Any] = {}
    found = []
    for cell in cells(path, "code"):
        *before, last = ast.parse(source(cell)).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(before, []), path.name, "exec"), names)
        found.append(eval(compile(ast.Expression(last.value), path.name, "eval"), names))
    return found


def test_the_notebooks_are_numbered() -> None:
    """The start command opens the first, and each leads to the next."""
    names = [path.name for path in NOTEBOOKS[:3]]
    assert names == ["00-start-here.ipynb", "01-solve-a-position.ipynb", "02-play.ipynb"]


@with_each_notebook
def test_a_notebook_has_no_outputs(path: Path) -> None:
    """What a cell shows is made when it is run, so that a change to the code shows at once."""
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@with_each_notebook
def test_a_cell_keeps_its_id(path: Path) -> None:
    """Ids that stay make a change readable."""
    ids = [cell["id"] for kind in ("code", "markdown") for cell in cells(path, kind)]
    assert len(set(ids)) == len(ids)


@with_each_notebook
def test_a_cell_is_thin(path: Path) -> None:
    """A cell says what it wants in three lines; how it is done stands in the package."""
    for cell in cells(path, "code"):
        assert 1 <= sum(bool(line.strip()) for line in source(cell).splitlines()) <= 3


@with_each_notebook
def test_a_notebook_begins_with_its_title(path: Path) -> None:
    """The first cell is a heading with words below it, and its kernel is the usual one."""
    book = json.loads(path.read_text(encoding="utf-8"))
    assert book["cells"][0]["cell_type"] == "markdown"
    title, *words = source(book["cells"][0]).splitlines()
    assert title.startswith("# ")
    assert any(words)
    assert book["metadata"]["kernelspec"]["name"] == "python3"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a notebook keeps is kept in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def test_notebook_00_is_true_to_its_words() -> None:
    """The capture that its words name is legal on its table, the play called illegal is not."""
    shown = answers(FIRST)
    (card_table,) = (one for one in shown if isinstance(one, CardTable))
    assert is_legal(card_table.session.table.position, "8Sx8D,6C+2D")
    (verdict,) = (one.is_legal for one in shown if isinstance(one, CheckAnswer))
    assert not verdict
    words = "".join(source(cell) for cell in cells(FIRST, "markdown"))
    for path in NOTEBOOKS[1:3]:
        assert f"({path.name})" in words


def test_notebook_01_is_true_to_its_words() -> None:
    """The plays that its words call legal are, those it calls illegal are not."""
    shown = answers(SOLVING)
    verdicts = [answer.is_legal for answer in shown if isinstance(answer, CheckAnswer)]
    assert verdicts == [True, False, False, True, True]
    two_reasons = [answer for answer in shown if isinstance(answer, CheckAnswer)][1]
    assert len(two_reasons.verdict.violations) == 2
    (ways,) = [answer for answer in shown if isinstance(answer, GroupingsAnswer)]
    assert len(ways.groupings) == 2


@with_each_notebook
def test_every_display_has_a_text(path: Path) -> None:
    """What a cell ends with can be read as plain text, and as HTML without a kernel."""
    for answer in answers(path):
        bundle = answer._repr_mimebundle_()  # type: ignore[attr-defined]
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert len(data["text/plain"]) > 40
        assert data["text/html"].startswith("<")


@with_each_notebook
def test_buttons_that_its_words_name_are_there(path: Path) -> None:
    """A word in italics that names a button stands on one."""
    shown = "".join((WIDGETS / name).read_text("utf-8") for name in ("table.js", "setup.js"))
    shown += "".join(path.read_text("utf-8") for path in (PACKAGE / "tutor").glob("session*.py"))
    shown += "".join(path.read_text("utf-8") for path in WIDGETS.glob("*.py"))
    for cell in cells(path, "markdown"):
        for words in re.findall(r"(?<!\*)\*([A-Z][a-z ]+)\*(?!\*)", source(cell)):
            assert words in shown or words in SAMPLE_NAMES, words

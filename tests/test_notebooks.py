"""The notebooks as they are committed: thin, without outputs, and true to their words."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from casino_tutor.tutor.answers import CheckAnswer, GroupingsAnswer

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
FIRST = NOTEBOOKS[0]

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


def test_the_first_notebook_has_the_number_0() -> None:
    """The start command opens it."""
    assert FIRST.name == "00-solve-a-position.ipynb"


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


def test_notebook_00_is_true_to_its_words() -> None:
    """The plays that its words call legal are, those it calls illegal are not."""
    shown = answers(FIRST)
    verdicts = [answer.is_legal for answer in shown if isinstance(answer, CheckAnswer)]
    assert verdicts == [True, False, False, True, True]
    two_reasons = [answer for answer in shown if isinstance(answer, CheckAnswer)][1]
    assert len(two_reasons.verdict.violations) == 2
    (ways,) = [answer for answer in shown if isinstance(answer, GroupingsAnswer)]
    assert len(ways.groupings) == 2


def test_every_display_of_notebook_00_has_a_text() -> None:
    """What a cell ends with can be read as plain text, and as HTML without a kernel."""
    for answer in answers(FIRST):
        bundle = answer._repr_mimebundle_()  # type: ignore[attr-defined]
        assert len(bundle["text/plain"]) > 40
        assert bundle["text/html"].startswith("<")

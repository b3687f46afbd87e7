"""Every example of the README and of the documentation runs and answers what it says."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bench.quoted import quoted
from casino_tutor.terminal.overview import variants_table

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(console|pycon|json)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _blocks(kind: str) -> list[tuple[str, str]]:
    return [
        (page.name, text)
        for page in PAGES
        for found, text in _BLOCK.findall(page.read_text("utf-8"))
        if found == kind
    ]


def _console_examples() -> list[tuple[str, str, str]]:
    examples = []
    for page, block in _blocks("console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            examples.append((page, command, output))
    return examples


@pytest.mark.parametrize(("page", "command", "output"), _console_examples())
def test_a_command_answers_what_the_page_says(page: str, command: str, output: str) -> None:
    """Each `$ command` of a page prints exactly the lines below it."""
    program, *words = shlex.split(command)
    assert program == "casino-tutor", page
    done = subprocess.run(
        [sys.executable, "-m", "casino_tutor", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "200"},
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.rstrip() == output.rstrip(), done.stderr


@pytest.mark.parametrize(("page", "text"), _blocks("pycon"))
def test_python_examples_run(page: str, text: str) -> None:
    """Each Python session of a page gives what it shows."""
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_start_commands_are_one_line_each() -> None:
    """The two commands of the README, and the same with uv, are marked and one line long."""
    readme = (ROOT / "README.md").read_text("utf-8")
    for mark, word in (("ci:lab", "casino-tutor lab"), ("ci:test", "pytest")):
        found = re.search(rf"<!-- {mark} -->\n```sh\n(.*)\n```", readme)
        assert found is not None
        assert word in found.group(1)
    assert "uv run casino-tutor lab" in readme


def test_the_table_of_variants_is_the_generated_one() -> None:
    """The README's table is what `variants_table` makes of the variant files."""
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- variants -->\n(.*?)\n<!-- /variants -->", readme, re.DOTALL)
    assert found is not None
    assert found.group(1) == variants_table()


def test_the_figures_are_those_of_the_committed_table() -> None:
    """What the README says about speed comes from bench/results.json."""
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- bench -->\n(.*?)\n<!-- /bench -->", readme, re.DOTALL)
    assert found is not None
    results = json.loads((ROOT / "bench" / "results.json").read_text("utf-8"))
    assert found.group(1) == quoted(results)

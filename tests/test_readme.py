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
from casino_tutor.model.variant import load_variant
from tests.readme_table import README, with_table

ROOT = Path(__file__).resolve().parent.parent
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
#: A block of a page that is taken from a file of the repository.
_TAKEN = re.compile(r"^<!-- from: (\S+) -->\n```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```(console|pycon|json|toml)\n(.*?)^```", re.MULTILINE | re.DOTALL)


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_quotes_stands_in_the_file(page: Path) -> None:
    """A block that names its file is a part of it, or the whole."""
    for path, text in _TAKEN.findall(page.read_text("utf-8")):
        assert text in (ROOT / path).read_text("utf-8"), path


@pytest.mark.parametrize(("page", "text"), _blocks("toml"))
def test_house_rules_of_a_page_can_be_read(page: str, text: str, tmp_path: Path) -> None:
    """Each variant file that a page shows is one that the program takes."""
    if "extends" not in text:
        return  # an entry of a file of the tests, held against that file above
    path = tmp_path / "house.toml"
    path.write_text(text, "utf-8")
    assert load_variant(path).changes(), page


def test_the_start_commands_are_one_line_each() -> None:
    """The two commands of the README, and the same with uv, are marked and one line long."""
    readme = README.read_text("utf-8")
    for mark, word in (("ci:lab", "casino-tutor lab"), ("ci:test", "pytest")):
        found = re.search(rf"<!-- {mark} -->\n```sh\n(.*)\n```", readme)
        assert found is not None
        assert word in found.group(1)
    assert "uv run casino-tutor lab" in readme


def test_the_table_of_variants_is_the_generated_one() -> None:
    """The README's table is what `python -m tests.readme_table` makes of the variant files."""
    readme = README.read_text("utf-8")
    assert with_table(readme) == readme


def test_the_figures_are_those_of_the_committed_table() -> None:
    """What the README says about speed comes from bench/results.json."""
    readme = README.read_text("utf-8")
    found = re.search(r"<!-- bench -->\n(.*?)\n<!-- /bench -->", readme, re.DOTALL)
    assert found is not None
    results = json.loads((ROOT / "bench" / "results.json").read_text("utf-8"))
    assert found.group(1) == quoted(results)

"""What travels: the package that is built is the package of the checkout."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

REPO = Path(__file__).parents[1]
SHELVES = ("notebooks", "puzzles")
#: What Python and a C compiler make; the kernel is compiled where that can be done.
MADE = (".pyc", ".so", ".pyd")
ADDRESS = re.compile(r"\bhttps?://|\bgit\+|\bssh://")


def project() -> dict[str, Any]:
    """The project table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((REPO / "pyproject.toml").read_text())["project"]
    return table


def files_below(folder: Path) -> list[str]:
    """Every file a build should take from a folder, as a path from the top of the checkout."""
    found = (path.relative_to(REPO) for path in folder.rglob("*") if path.is_file())
    return sorted(
        path.as_posix()
        for path in found
        if path.suffix not in MADE and not any(part.startswith(".") for part in path.parts)
    )


def build(tree: Path, kind: str, target: Path) -> Path:
    """Build a `wheel` or an `sdist` from a tree, with this environment's setuptools."""
    call = f"import sys; from setuptools import build_meta; build_meta.build_{kind}(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", call, str(target)],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
        # The kernel is compiled in tests/engine/test_building.py.
        env={**os.environ, "CASINO_TUTOR_KERNEL": "plain"},
    )
    assert done.returncode == 0, done.stderr
    (made,) = target.iterdir()
    return made


def test_wheel_built_from_the_source_distribution_holds_everything(tmp_path: Path) -> None:
    """Code, data, notebooks and puzzles reach the wheel by way of the sdist, and nothing else."""
    tree, made, unpacked, wheels = (tmp_path / name for name in ("tree", "sdist", "out", "wheel"))
    for folder in (made, wheels):
        folder.mkdir()
    # A copy, so that building leaves nothing in the checkout.
    skipped = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "tests", "__pycache__")
    shutil.copytree(REPO, tree, ignore=skipped)
    for shelf in SHELVES:
        (tree / shelf / "deep").mkdir(parents=True)
        (tree / shelf / "deep" / "probe.txt").write_text("travels")
        (tree / shelf / ".ipynb_checkpoints").mkdir()
        (tree / shelf / ".ipynb_checkpoints" / "probe.txt").write_text("stays")

    with tarfile.open(build(tree, "sdist", made)) as sdist:
        # Debian 12's Python 3.11.2 has no filter yet; later ones warn where none is named.
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)
        sdist.extractall(unpacked)
    (source,) = unpacked.iterdir()
    with zipfile.ZipFile(build(source, "wheel", wheels)) as wheel:
        names = {name for name in wheel.namelist() if not name.endswith(MADE)}

    expected = set(files_below(REPO / "casino_tutor"))
    for shelf in SHELVES:
        expected |= {f"casino_tutor/{name}" for name in files_below(REPO / shelf)}
        expected.add(f"casino_tutor/{shelf}/deep/probe.txt")
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_editable_install_reads_the_folders_of_the_checkout(tmp_path: Path) -> None:
    """An editable install copies no notebook: who edits one in the checkout sees it at once."""
    tree, wheels = tmp_path / "tree", tmp_path / "wheel"
    wheels.mkdir()
    (tree / "casino_tutor").mkdir(parents=True)
    (tree / "casino_tutor" / "__init__.py").write_text('__version__ = "1"\n')
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(REPO / name, tree / name)
    for shelf in SHELVES:
        (tree / shelf).mkdir()
        (tree / shelf / "probe.txt").touch()
    with zipfile.ZipFile(build(tree, "editable", wheels)) as wheel:
        code = {name: wheel.read(name).decode() for name in wheel.namelist()}
    assert not any("probe.txt" in name for name in code)
    assert any(str(tree) in text for text in code.values())


def test_start_command_is_installed() -> None:
    """Whoever installs the distribution gets the command of the same name."""
    assert project()["scripts"] == {"casino-tutor": "casino_tutor.cli:main"}


def test_the_five_packages_of_the_project_are_asked_for() -> None:
    """JupyterLab, ipywidgets, OR-Tools and networkx to run; pytest to test; protobuf never."""
    needed = [re.split(r"[<>=]", need)[0] for need in project()["dependencies"]]
    assert {"jupyterlab", "ipywidgets", "ortools", "networkx"} <= set(needed)
    assert "protobuf" not in needed
    tools = project()["optional-dependencies"]["test"]
    assert any(need.startswith("pytest>") for need in tools)


def test_lock_holds_hashes_and_no_address() -> None:
    """Every pinned package has a hash, every direct need is pinned, and no line names a host."""
    text = (REPO / "requirements" / "lock.txt").read_text()
    assert not ADDRESS.search(text)
    entries = re.split(r"\n(?=\S)", re.sub(r"(?m)^ *#.*\n", "", text))
    pins = [entry for entry in entries if entry.strip()]
    for entry in pins:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    pinned = {entry.split("==")[0] for entry in pins}
    assert {"jupyterlab", "ipywidgets", "ortools", "networkx", "click", "rich", "pytest"} <= pinned


@pytest.mark.parametrize("mark", ["lab", "test"])
def test_readme_commands_are_one_line_each(mark: str) -> None:
    """Each of the two commands of the README is one line that makes its own environment."""
    found = re.search(rf"<!-- ci:{mark} -->\n```sh\n(.+)\n```\n", (REPO / "README.md").read_text())
    assert found
    assert found[1].startswith("python3 -m venv .venv && .venv/bin/pip install ")

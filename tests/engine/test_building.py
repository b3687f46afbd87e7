"""The kernel is compiled where that can be done, and never keeps the package from being built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
#: Build a wheel of the folder in use; with a word behind it, as if there were no Cython.
BUILD = (
    "import sys\n"
    "if len(sys.argv) > 2: sys.modules['Cython'] = None\n"
    "from setuptools import build_meta\n"
    "build_meta.build_wheel(sys.argv[1])\n"
)


def built(tmp_path: Path, *words: str, **environment: str) -> list[str]:
    """Build a wheel of the kernel alone and return the names of the extensions in it."""
    tree, wheels = tmp_path / "tree", tmp_path / "wheel"
    engine = tree / "casino_tutor" / "engine"
    engine.mkdir(parents=True)
    wheels.mkdir()
    (tree / "casino_tutor" / "__init__.py").write_text('__version__ = "1"\n')
    for name in ("__init__.py", "kernel.py", "kernel.pxd", "layout.py"):
        shutil.copy(REPO / "casino_tutor" / "engine" / name, engine / name)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(REPO / name, tree / name)
    for shelf in ("notebooks", "puzzles"):
        (tree / shelf).mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(wheels), *words],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    (made,) = wheels.iterdir()
    with zipfile.ZipFile(made) as wheel:
        names = wheel.namelist()
    assert "casino_tutor/engine/kernel.py" in names
    return [name for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))]


def test_without_cython_the_plain_kernel_travels(tmp_path: Path) -> None:
    """A machine that has no Cython builds the package all the same."""
    assert built(tmp_path, "no Cython") == []


@pytest.mark.slow
@pytest.mark.skipif(find_spec("Cython") is None, reason="needs Cython")
def test_without_a_compiler_the_plain_kernel_travels(tmp_path: Path) -> None:
    """A machine that has no C compiler builds the package all the same."""
    assert built(tmp_path, CC="/bin/false", CXX="/bin/false") == []


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("Cython") is None or shutil.which("cc") is None, reason="needs Cython and a compiler"
)
def test_with_both_the_compiled_kernel_travels(tmp_path: Path) -> None:
    """Where there are Cython and a C compiler the wheel has the extension."""
    (name,) = built(tmp_path)
    assert name.startswith("casino_tutor/engine/kernel.")

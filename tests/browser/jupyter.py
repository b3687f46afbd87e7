"""JupyterLab as a new person starts it, in folders of its own, with a browser on it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

REPO = Path(__file__).parents[2]
#: The flags of the start command are its own; the test only names the notebooks.
_START = """
import sys
from pathlib import Path
from casino_tutor import lab
sys.exit(lab.start(source=Path(sys.argv[1]), open_browser=False))
"""
_START_APP = "import sys; from casino_tutor.app import start; sys.exit(start(open_browser=False))"
KEPT_OUT = ("JUPYTER", "XDG", "CASINO", "DISPLAY", "WAYLAND", "IPYTHON")


def write_notebook(path: Path, *cells: str) -> None:
    """Write a notebook of code cells."""
    made: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "source": source,
            "outputs": [],
            "execution_count": None,
        }
        for number, source in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {
        "cells": made,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(book))


@contextmanager
def started(code: str, *words: str, home: Path, **variables: str) -> Iterator[str]:
    """Run a start command of the program as a new person would; the address it prints."""
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(KEPT_OUT)}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=home,
        env=kept | {"HOME": str(home), "PYTHONPATH": str(REPO)} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
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
        yield found[1]
    finally:
        process.terminate()
        process.communicate(timeout=30)


def started_lab(source: Path, home: Path) -> AbstractContextManager[str]:
    """Run the start command of JupyterLab on a folder of notebooks."""
    return started(_START, str(source), home=home)


def started_app(home: Path, **variables: str) -> AbstractContextManager[str]:
    """Run the command that serves the page without code."""
    return started(_START_APP, home=home, **variables)


class LabPage:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        page.wait_for_selector(".jp-Notebook", timeout=60_000)
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        """Wait for the kernel: what is asked for before it is there is lost."""
        bar = self.page.locator("#jp-main-statusbar", has_text="| Idle")
        bar.wait_for(timeout=60_000)
        indicator = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
        self.page.wait_for_selector(indicator, timeout=60_000)

    def menu(self, name: str, item: str) -> None:
        """Take an item of a menu."""
        self.page.locator(".lm-MenuBar-item", has_text=re.compile(f"^{name}$")).click()
        self.page.locator(".lm-Menu-item", has_text=re.compile(f"^{item}")).first.click()

    def run_all(self) -> None:
        """Run every cell, and wait for the first table."""
        self.menu("Run", "Run All Cells")
        self.page.wait_for_selector(".ct-root", timeout=60_000)

    def restart(self) -> None:
        """Restart the kernel."""
        self.menu("Kernel", "Restart Kernel…")
        self.page.locator(".jp-Dialog button.jp-mod-accept").click()
        self.page.wait_for_selector(".jp-Dialog", state="detached")

    def cells(self) -> int:
        """How many cells the notebook has."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()

    def card(self, name: str) -> Locator:
        """A card of the first table by its spoken name."""
        return self.page.locator(".ct-root").first.locator(f'button[aria-label^="{name}"]')

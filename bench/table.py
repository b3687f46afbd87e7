"""The card table measured in a browser: clicks, the first table, the page, a kernel's memory.

``python -m bench.table`` measures again and writes ``bench/TABLE.md``. It needs the Chromium that
the browser tests use, and a machine that does nothing else meanwhile.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Final

from bench.report import machine
from bench.timing import percentile
from tests.browser.harness import started_browser
from tests.browser.jupyter import LabPage, started_app, started_lab, write_notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FILE: Final = Path(__file__).with_name("TABLE.md")
CLICKS: Final = 100
VISITS: Final = 10
#: So long a kernel needs to be ready for the next visitor.
_PREHEATED: Final = 6.0
_PLAY: Final = 'from casino_tutor.widgets.play import play\n\nplay(seed=3, file="bench-match.txt")'
#: Clicks hand cards by turns; from each click to the first frame in which the table has answered.
_CLICK: Final = """async (count) => {
  const times = [];
  for (let i = 0; i < count; i++) {
    const cards = document.querySelectorAll(".ct-hand button");
    const card = cards[i % cards.length];
    const before = card.getAttribute("aria-pressed");
    const begun = performance.now();
    card.click();
    await new Promise((done) => {
      const look = () => card.getAttribute("aria-pressed") !== before
        ? requestAnimationFrame(done) : requestAnimationFrame(look);
      look();
    });
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 60));
  }
  return times;
}"""
#: What a learner's kernel does in a lesson: a match, a hint, a table that is valued.
_LESSON: Final = """
from casino_tutor.tutor.session_commands import GoOn, Hint
from casino_tutor.tutor.setup_commands import ValuePlays
from casino_tutor.widgets.play import play
from casino_tutor.widgets.setup import set_up
panel = play(seed=3, file="bench-memory.txt")
while panel.table.state["waits"] != "you":
    panel.table.do(GoOn())
"""
_ENGINE: Final = """
panel.table.do(Hint())
solver = set_up()
solver.do(ValuePlays())
"""


#: How much a process holds in memory, as the system counts it.
_MEMORY: Final = """
for line in open("/proc/self/status"):
    if line.startswith("VmRSS:"):
        print(line.split()[1])
"""


def measure(*, quick: bool) -> Iterator[tuple[str, str, str]]:
    """Yield what was measured, what was found, and what is asked for."""
    with tempfile.TemporaryDirectory() as name, started_browser() as browser:
        folder = Path(name)
        yield from _in_jupyterlab(browser, folder, 10 if quick else CLICKS)
        yield from _on_the_page(browser, folder, 2 if quick else VISITS)
    yield from _in_a_kernel()


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    try:
        yield context.new_page()
    finally:
        context.close()


def _in_jupyterlab(browser: Browser, folder: Path, clicks: int) -> Iterator[tuple[str, str, str]]:
    shelf = folder / "shelf"
    shelf.mkdir()
    write_notebook(shelf / "00-play.ipynb", _PLAY)
    with started_lab(shelf, folder / "lab") as address, _page(browser) as page:
        notebook = LabPage(page, address)
        begun = perf_counter()
        notebook.run_all()
        page.locator(".ct-hand button").first.wait_for()
        first = perf_counter() - begun
        page.locator(".ct-turn", has_text="Your turn").wait_for()
        times = sorted(page.evaluate(_CLICK, clicks))
    yield (
        f"JupyterLab, a click on a card until the table has answered: {clicks} clicks",
        f"median {median(times):.0f} ms, 95th percentile {percentile(times, 95):.0f} ms",
        "95th percentile under 100 ms",
    )
    yield "JupyterLab, from *Run All Cells* to the table", f"{first:.1f} s", "within 3 s"


def _on_the_page(browser: Browser, folder: Path, visits: int) -> Iterator[tuple[str, str, str]]:
    new: list[float] = []
    again: list[float] = []
    with started_app(folder / "app") as address:
        for _ in range(visits):
            with _page(browser) as page:
                for times in (new, again):
                    sleep(_PREHEATED)
                    begun = perf_counter()
                    page.goto(address)
                    page.locator(".ct-hand button").first.wait_for()
                    times.append(perf_counter() - begun)
    for times, who in (
        (new, "a browser that was never there"),
        (again, "one that was there before"),
    ):
        yield (
            f"The page without code, from its address to the table: {visits} visits, {who}",
            f"median {median(times):.1f} s, longest {max(times):.1f} s",
            "within 2 s",
        )


def _in_a_kernel() -> Iterator[tuple[str, str, str]]:
    from jupyter_client.manager import start_new_kernel

    with tempfile.TemporaryDirectory() as folder:
        manager, client = start_new_kernel(cwd=folder)
        try:
            found = []
            for code in ("", _LESSON, _ENGINE):
                said: list[str] = []
                reply = client.execute_interactive(
                    code + _MEMORY,
                    output_hook=lambda heard, said=said: said.append(
                        heard["content"].get("text", "")
                    ),
                )
                assert reply["content"]["status"] == "ok", reply["content"]
                found.append(int("".join(said)) / 1024)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    bare, table, engine = found
    yield "Memory of a kernel with nothing in it", f"{bare:.0f} MB", ""
    yield "The same with a match on the table", f"{table:.0f} MB", ""
    yield (
        "The same after a hint and a valued position, so with the engine",
        f"{engine:.0f} MB",
        "under 150 MB",
    )


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and write the table into a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.table", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="the file (default: bench/TABLE.md)")
    parser.add_argument("--quick", action="store_true", help="few samples, to see that it runs")
    asked = parser.parse_args(words)
    load = os.getloadavg()[0]
    rows = []
    for row in measure(quick=asked.quick):
        rows.append(row)
        print("  ".join(row), flush=True)
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    busy = f"when it began, {load:.1f} other processes wanted the {os.cpu_count()} cores"
    where = f"{machine()['processor']}, {platform.system()}, Python {platform.python_version()}"
    lines = [
        "# The card table: figures",
        "",
        "`python -m bench.table` measures again and writes this file: Chromium without a window,",
        "and the servers as a person starts them, on one machine.",
        "",
        f"{day}, {where}; {busy}{'; a quick run: these are no results' if asked.quick else ''}.",
        "",
        "| measured | found | asked for |",
        "|---|---|---|",
        *(f"| {what} | {found} | {wanted} |" for what, found, wanted in rows),
        "",
    ]
    asked.out.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()

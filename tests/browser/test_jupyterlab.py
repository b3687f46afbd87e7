"""The card table where it lives: in JupyterLab, with a kernel behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.jupyter import LabPage, started_lab, write_notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A server and a kernel for each: not in the quick run.
pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLE = 'from casino_tutor.widgets.table import table\n\ntable("8D,6C,2D 8S,KD/?2 1 20")'
PLAY = 'from casino_tutor.widgets.play import play\n\nplay(seed=3, file="match-of-the-test.txt")'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A JupyterLab with one notebook that shows a table."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "shelf").mkdir()
    write_notebook(folder / "shelf" / "00-table.ipynb", TABLE, PLAY)
    with started_lab(folder / "shelf", folder / "home") as found:
        yield found


@pytest.fixture
def lab(browser: Browser, address: str) -> Iterator[LabPage]:
    """The notebook in a browser, run; nothing may be asked of the outside, and no error written."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    outside: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith(("http://127.0.0.1:", "data:", "blob:", "ws://127.0.0.1:"))
            else outside.append(asked.url)
        ),
    )
    notebook = LabPage(page, address)
    notebook.run_all()
    yield notebook
    context.close()
    assert errors == []
    assert outside == []


def choose(lab: LabPage, *names: str) -> None:
    """Click cards, each after the kernel has answered the one before."""
    for name in names:
        lab.card(name).click()
        lab.page.wait_for_selector(f'button[aria-label^="{name}"][aria-pressed="true"]')


def test_a_capture_is_made_in_a_notebook(lab: LabPage) -> None:
    """Click, click, take: the kernel answers and the table shows it."""
    choose(lab, "eight of spades", "six of clubs", "two of diamonds")
    lab.page.locator(".ct-offers button", has_text="Take 6+2").click()
    lab.page.wait_for_selector('[aria-label^="Taken by You: 3 cards"]')


def test_keys_of_the_table_are_no_commands_of_the_notebook(lab: LabPage) -> None:
    """With the focus on a card `b` inserts no cell, `x` cuts none, Shift+Enter runs none."""
    cells = lab.cells()
    lab.card("eight of spades").focus()
    for key in ("b", "a", "x", "d", "d", "z", "m", "Escape", "ArrowLeft", "ArrowRight"):
        lab.page.keyboard.press(key)
    lab.page.keyboard.press("Space")
    lab.page.wait_for_selector('button[aria-label="eight of spades"][aria-pressed="true"]')
    assert lab.cells() == cells
    assert lab.page.locator(".ct-root").count() == 2
    focused = lab.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "eight of spades"


def test_a_kernel_that_is_restarted_is_said_and_the_cell_run_again(lab: LabPage) -> None:
    """The table says that its kernel is gone; running the notebook again brings a new one."""
    choose(lab, "eight of spades")
    lab.restart()
    gone = lab.page.locator(".ct-trouble", has_text="The kernel is gone")
    gone.first.wait_for()
    lab.wait_until_idle()
    lab.menu("Run", "Run All Cells")
    gone.first.wait_for(state="hidden")
    choose(lab, "king of diamonds")


def test_a_match_goes_on_after_a_restart(lab: LabPage) -> None:
    """What was played before the kernel was restarted lies on the table again."""
    panel = lab.page.locator(".ct-root").nth(1)
    panel.locator(".ct-turn", has_text="Your turn").wait_for()
    panel.locator(".ct-hand button").first.click()
    panel.locator(".ct-offers button").first.click()
    panel.locator(".ct-lately", has_text="You trail").wait_for()
    panel.locator(".ct-turn", has_text="Your turn").wait_for()
    names = "all => all.map(one => one.getAttribute('aria-label'))"
    before = panel.locator("button[aria-pressed][data-id^='h:'], .ct-table button")
    lying = before.evaluate_all(names)
    lab.restart()
    lab.wait_until_idle()
    lab.menu("Run", "Run All Cells")
    lab.page.locator("text=goes on where it was").wait_for(timeout=60_000)
    panel.locator(".ct-turn", has_text="Your turn").wait_for()
    assert before.evaluate_all(names) == lying

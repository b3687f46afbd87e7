"""A page with nothing on it but the card table, in a real browser, with a real session behind it.

The model that a notebook would bring is a few lines of script here: what the table sends goes to
the Python widget, and what the widget then shows goes back. No server and no network are needed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from casino_tutor.tutor.session import TableSession
from casino_tutor.tutor.setup import SetupSession
from casino_tutor.widgets.drawn import Drawn
from casino_tutor.widgets.setup import SetupTable
from casino_tutor.widgets.table import CardTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

#: What Debian and others call the browser.
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ADDRESS = "http://table.test/"
_TRAITS = ("state", "faces", "trouble", "four_colour", "choices", "leads_on", "earlier")
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Table</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/table.css">
</head><body><main id="here"></main>
<script type="module">
import widget from "/table.js";
const heard = {};
const model = {
  values: await window.firstValues(),
  get: (name) => model.values[name],
  set: (name, value) => { model.values[name] = value; },
  save_changes: () => model.tell("change:four_colour"),
  on: (name, callback) => { (heard[name] ??= new Set()).add(callback); },
  off: (name, callback) => heard[name]?.delete(callback),
  tell: (name) => { for (const callback of heard[name] ?? []) callback(); },
  send: async (message) => {
    if (model.isGone) return;
    const values = await window.pass(message);
    const old = model.values;
    model.values = { ...values, four_colour: old.four_colour };
    for (const name of ["faces", "state", "trouble"]) model.tell(`change:${name}`);
  },
};
window.model = model;
widget.render({ model, el: document.querySelector("#here") });
window.isReady = true;
</script></body></html>"""


def browser_path() -> str | None:
    """Where a browser is, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def _answering(kind: str, body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(content_type=kind, body=body)


class WidgetPage:
    """One widget on a page of its own."""

    def __init__(self, page: Page, widget: Drawn) -> None:
        self.page = page
        self.widget = widget
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )
        page.expose_function("firstValues", self._values)
        page.expose_function("pass", self._passed)
        files = {"": ("text/html", _PAGE)}
        files["table.js"] = ("text/javascript", str(widget._esm))
        files["table.css"] = ("text/css", str(widget._css))
        for name, (kind, body) in files.items():
            page.route(ADDRESS + name, _answering(kind, body))
        page.goto(ADDRESS)
        page.wait_for_function("window.isReady")

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self.widget, name) for name in _TRAITS if self.widget.has_trait(name)}

    def _passed(self, message: Any) -> dict[str, Any]:
        self.widget._heard(self.widget, message)
        return self._values()

    def push(self) -> None:
        """Show on the page what the widget shows now."""
        self.page.evaluate(
            "values => { model.values = values; model.tell('change:state');"
            " model.tell('change:trouble'); }",
            self._values(),
        )

    def told(self) -> str:
        """What a screen reader was told last."""
        said = self.page.locator(".ct-live").text_content() or ""
        return said.strip("\u00a0 ")

    def wait_until_told(self, words: str) -> None:
        """Wait until a screen reader is told something that has these words in it."""
        self.page.locator(".ct-live", has_text=words).wait_for(state="attached")

    def focus(self) -> str:
        """The spoken name of what has the focus."""
        found = self.page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        )
        return str(found)

    def button(self, label: str) -> Locator:
        """A button by what stands on it."""
        return self.page.locator("button", has_text=label).first

    def card(self, name: str) -> Locator:
        """A card or pile by its spoken name, or the beginning of it."""
        return self.page.locator(f'button[aria-label^="{name}"]')

    def wait_for(self, selector: str) -> None:
        """Wait until something stands on the page."""
        self.page.wait_for_selector(selector)


class SetupPage(WidgetPage):
    """A solver panel on a page of its own."""

    def __init__(self, page: Page, session: SetupSession, **how: Any) -> None:
        self.session = session
        super().__init__(page, SetupTable(session, **how))


class TablePage(WidgetPage):
    """One card table on a page of its own."""

    widget: CardTable

    def __init__(self, page: Page, session: TableSession, **how: Any) -> None:
        super().__init__(page, CardTable(session, **how))

    @property
    def session(self) -> TableSession:
        """The session behind the table."""
        return self.widget.session

    def choose(self, *names: str) -> None:
        """Click cards one after another."""
        for name in names:
            self.card(name).click()
            self.wait_for(f'button[aria-label^="{name}"][aria-pressed="true"]')

    def labels(self) -> list[str]:
        """What is offered."""
        return self.page.locator(".ct-offers button").all_inner_texts()

    def words(self) -> str:
        """What the choice means."""
        return self.page.locator(".ct-words").inner_text()

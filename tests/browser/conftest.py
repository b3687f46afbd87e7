"""A browser for the tests of this folder; where there is none they are skipped, aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from casino_tutor.tutor.session import TableSession
from casino_tutor.tutor.setup import SetupSession
from tests.browser.harness import SetupPage, TablePage, WidgetPage, browser_path, started_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Opener = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    if find_spec("playwright") is None:
        pytest.skip("NO BROWSER TESTS: the package playwright is not installed")
    if browser_path() is None:
        pytest.skip("NO BROWSER TESTS: there is no Chromium on this machine")
    with started_browser() as found:
        yield found


@pytest.fixture
def open_table(browser: Browser) -> Iterator[Opener]:
    """Open card tables, or solver panels, on pages of their own; none may have written an error."""
    opened: list[WidgetPage] = []

    def opener(
        session: TableSession | SetupSession,
        *,
        size: tuple[int, int] = (1200, 900),
        motion: str = "reduce",
        page_options: dict[str, Any] | None = None,
        **how: Any,
    ) -> WidgetPage:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion=motion,  # type: ignore[arg-type]
            **(page_options or {}),
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        opened.append(
            TablePage(page, session, **how)
            if isinstance(session, TableSession)
            else SetupPage(page, session, **how)
        )
        return opened[-1]

    yield opener
    for table in opened:
        table.page.context.close()
    assert [error for table in opened for error in table.errors] == []

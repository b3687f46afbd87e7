"""The page without code in a real browser, with the network outside cut off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.browser.jupyter import started_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

# A server and a kernel for each: not in the quick run.
pytestmark = [pytest.mark.browser, pytest.mark.slow]

_OWN = ("http://127.0.0.1:", "data:", "blob:")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running page."""
    with started_app(tmp_path_factory.mktemp("app") / "home") as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Page]:
    """The page in a browser that can reach nothing else; nothing else may be asked for."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    errors: list[str] = []
    outside: list[str] = []

    def let_through(route: Route) -> None:
        if route.request.url.startswith(_OWN):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    page.route("**/*", let_through)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(address)
    page.wait_for_selector(".ct-root .ct-hand button")
    yield page
    context.close()
    assert errors == []
    assert outside == []


def hand(page: Page) -> list[str]:
    """The cards of the hand by their spoken names."""
    names = "all => all.map(one => one.getAttribute('aria-label'))"
    found: list[str] = page.locator(".ct-hand button").evaluate_all(names)
    return found


def test_a_play_is_made_and_found_again(visit: Page, address: str) -> None:
    """Click a card, press what it means; a page that is opened again goes on where it was."""
    visit.locator(".ct-turn", has_text="Your turn").wait_for()
    visit.locator(".ct-hand button").first.click()
    visit.locator(".ct-offers button").first.click()
    visit.locator(".ct-lately", has_text="You trail").wait_for()
    visit.locator(".ct-turn", has_text="Your turn").wait_for()
    held = hand(visit)
    assert len(held) == 3
    # The kernel that waits for the next visitor was made ready before that play.
    visit.goto(address)
    visit.locator("text=goes on where it was").wait_for()
    assert hand(visit) == held


def test_no_code_is_to_be_seen(visit: Page) -> None:
    """Neither an input cell nor its text."""
    assert "import" not in visit.locator("body").inner_text()
    assert "page()" not in visit.content()


def test_a_position_is_solved_on_the_page(visit: Page) -> None:
    """The other panel is one click away, and values the sample."""
    visit.get_by_role("button", name="Solve a position").click()
    visit.locator(".ct-setup").wait_for()
    visit.get_by_label("Position line").fill("8D,6C,2D 8S,KD/8H,4C 1 0")
    visit.get_by_label("Position line").press("Enter")
    visit.locator(".ct-live", has_text="The line is read.").wait_for(state="attached")
    visit.locator("button", has_text="Value the plays").click()
    visit.locator(".ct-bar").first.wait_for()
    visit.locator("button", has_text="Try plays on this table").click()
    visit.locator(".ct-root").nth(1).wait_for()


def test_it_fits_a_phone(visit: Page) -> None:
    """Nothing is cut off at the right on 360 pixels."""
    visit.set_viewport_size({"width": 360, "height": 740})
    for name in ("Play", "Solve a position"):
        visit.get_by_role("button", name=name, exact=True).click()
        visit.locator(".ct-root").first.wait_for()
        assert visit.evaluate("document.documentElement.scrollWidth") == 360
        inner = visit.locator("#rendered_cells").evaluate("node => node.scrollWidth")
        assert inner <= 360


def test_without_the_token_there_is_no_page(browser: Browser, address: str) -> None:
    """Whoever has only the address is asked for it, and no kernel is started for them."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address.partition("?")[0])
    assert "login" in page.url
    assert page.locator(".ct-root").count() == 0
    context.close()


def kernel_of(page: Page, address: str, method: str) -> Request:
    """What asks the server about the kernel of a page."""
    settings = page.locator("#jupyter-config-data").text_content() or ""
    where, token = address.split("?token=")
    return Request(
        f"{where}api/kernels/{json.loads(settings)['kernelId']}",
        headers={"Authorization": f"token {token}"},
        method=method,
    )


def is_missing(asked: Request) -> bool:
    """True if the server knows no such kernel."""
    try:
        urlopen(asked).close()
    except HTTPError as said:
        return said.code == 404
    return False


def test_a_page_that_is_left_ends_its_kernel(visit: Page, address: str) -> None:
    """A class that opens the page again and again does not fill the machine."""
    asked = kernel_of(visit, address, "GET")
    with urlopen(asked) as answer:
        assert answer.status == 200
    visit.reload()
    visit.locator(".ct-hand button").first.wait_for()
    end = monotonic() + 30
    while not is_missing(asked) and monotonic() < end:
        sleep(0.2)
    assert is_missing(asked)


def test_a_kernel_that_has_ended_is_said(visit: Page, address: str) -> None:
    """Culled or crashed: whoever clicks is told so in the table."""
    visit.locator(".ct-turn", has_text="Your turn").wait_for()
    with urlopen(kernel_of(visit, address, "DELETE")) as answer:
        assert answer.status == 204
    visit.locator(".ct-hand button").first.click()
    visit.locator(".ct-trouble", has_text="kernel").wait_for(timeout=15_000)

"""The solver panel in a real browser: set up, read, valued, walked through, and harmless."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.tutor.setup import SetupSession
from casino_tutor.tutor.setup_commands import Compare, ReadFile, ValuePlays
from tests.browser.harness import SetupPage
from tests.browser.test_table import CONTRASTS

pytestmark = pytest.mark.browser

Opener = Callable[..., SetupPage]

OPEN = "[5H+3C]=8@2,9S,6C,2D 8S,KD,5D/8H,4C,TD 1 0 8D,7H,2S/KC,KH 2"
EVIL = "<img src=x onerror=window.wasRun=1><script>window.wasRun=1</script>"


@pytest.fixture
def opened(open_table: Opener, tmp_path: Path) -> Callable[..., SetupPage]:
    """Open a solver panel that keeps its tables in a folder of the test."""

    def opener(line: str = OPEN, **how: object) -> SetupPage:
        session = SetupSession(line, file=tmp_path / "tables.txt", seconds=0.4)
        return open_table(session, **how)

    return opener


def test_a_table_is_set_up_with_the_mouse(opened: Callable[..., SetupPage]) -> None:
    """Cards from the pack to the table, a hand and a build; a click on a laid card takes it up."""
    panel = opened("- -/?1 1 20")
    panel.card("eight of diamonds, in the pack").click()
    panel.wait_until_told("The eight of diamonds is laid down.")
    panel.button("Hand of Player 1").click()
    panel.card("eight of spades").click()
    panel.wait_until_told("The eight of spades is laid down.")
    panel.button("New build").click()
    panel.card("five of hearts").click()
    panel.page.get_by_text("a build has at least two").wait_for()
    panel.card("three of clubs").click()
    panel.page.get_by_text("a build has at least two").wait_for(state="detached")
    assert str(panel.session.position).startswith("[5H+3C]=8@1,8D 8S/?1 1 20")
    panel.card("eight of diamonds, on the table: take it up").click()
    panel.wait_until_told("back in the pack")
    assert "8D" not in str(panel.session.position)


def test_a_line_is_typed_and_read(opened: Callable[..., SetupPage]) -> None:
    """Enter reads it; a line that cannot be read is answered as text, and nothing in it runs."""
    panel = opened()
    field = panel.page.get_by_label("Position line")
    field.fill("8D,6C,2D 8S,KD")
    field.press("Enter")
    panel.wait_until_told("The line is read.")
    assert panel.session.position == parse_position("8D,6C,2D 8S,KD")
    field.fill(f"8D,{EVIL} 8S")
    field.press("Enter")
    panel.page.locator(".ct-remark", has_text="Not read").wait_for()
    panel.session.do(ReadFile(EVIL, f"8D {EVIL}"))
    panel.widget.state = panel.widget._drawn((), answered=99)
    panel.push()
    assert EVIL[-40:] in panel.page.locator(".ct-remarks").inner_text()
    assert panel.page.evaluate("window.wasRun") is None


def test_a_file_is_imported(opened: Callable[..., SetupPage], tmp_path: Path) -> None:
    """A file with a position line is chosen, and the table is that of the file."""
    panel = opened("8D 8S/?1 1 20")
    path = tmp_path / "table.txt"
    path.write_text(OPEN)
    panel.page.locator("input[type=file]").set_input_files(path)
    panel.wait_until_told("table.txt is read.")
    assert panel.session.position == parse_position(OPEN)


def test_a_file_that_is_empty_is_said(opened: Callable[..., SetupPage], tmp_path: Path) -> None:
    """For eye and ear, in place of what was said of the file before."""
    panel = opened("8D 8S/?1 1 20")
    path = tmp_path / "empty.txt"
    path.write_text("")
    panel.page.locator("input[type=file]").set_input_files(path)
    panel.wait_until_told("empty.txt is empty, or far too large")
    assert "empty.txt" in panel.page.get_by_role("alert").inner_text()


def test_the_panel_follows_a_change_of_the_system(opened: Callable[..., SetupPage]) -> None:
    """Light becomes dark while it is open."""
    panel = opened(page_options={"color_scheme": "light"})
    panel.page.emulate_media(color_scheme="dark")
    panel.wait_for('.ct-root[data-theme="dark"]')


def test_values_are_shown_and_a_line_is_walked(opened: Callable[..., SetupPage]) -> None:
    """Bars with numbers and items, the line that follows, and the other game beside it."""
    panel = opened()
    panel.button("Value the plays").click()
    panel.page.locator(".ct-bar").first.wait_for()
    assert panel.page.locator(".ct-number").first.inner_text() == "+7"
    assert "ten of diamonds" in panel.page.locator(".ct-bar").first.inner_text()
    panel.button("Next").click()
    panel.page.locator('.ct-steps [aria-pressed="true"]').wait_for()
    panel.button("Next").click()
    panel.page.locator('.ct-steps li:nth-child(2) [aria-pressed="true"]').wait_for()
    assert panel.focus() == "Next"
    panel.page.get_by_label("The same under").select_option("royal_english")
    panel.page.locator(".ct-beside .ct-bar").first.wait_for()
    assert "legal there too" in panel.page.locator(".ct-values").inner_text()


def test_a_table_is_kept_and_fetched(opened: Callable[..., SetupPage]) -> None:
    """Under a name, which is text; it can be picked from the list again."""
    panel = opened()
    panel.page.get_by_label("Keep as").fill("My <b>table</b>")
    panel.page.locator('[data-id="keep"]').click()
    panel.wait_until_told("Kept in tables.txt.")
    panel.button("Empty the table").click()
    panel.wait_until_told("The table is empty.")
    panel.page.get_by_label("Kept", exact=True).select_option("My <b>table</b>")
    panel.wait_until_told("The table is as it was kept.")
    assert panel.session.position == parse_position(OPEN)


def test_a_table_is_set_up_by_keyboard_alone(opened: Callable[..., SetupPage]) -> None:
    """Arrows lead through the pack, Enter lays a card down, and the focus stays on it."""
    panel = opened("- -/?1 1 20")
    panel.page.locator(".ct-pack button").first.focus()
    panel.page.keyboard.press("ArrowRight")
    panel.page.keyboard.press("Enter")
    panel.wait_until_told("The two of spades is laid down.")
    assert panel.focus() == "two of spades, on the table"
    panel.page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (e) => heard.push(e.key))"
    )
    for key in ("b", "x", "ArrowUp", "ArrowDown"):
        panel.page.keyboard.press(key)
    assert panel.page.evaluate("window.heard") == []
    focusable = panel.page.locator(".ct-root :is(button, summary, select, input)")
    marks = focusable.evaluate_all("all => all.map(one => one.dataset.lmSuppressShortcuts)")
    assert set(marks) == {"true"}


def test_everything_has_a_spoken_name(opened: Callable[..., SetupPage]) -> None:
    """Groups with labels; every field and button says what it is for."""
    panel = opened()
    tree = panel.page.locator(".ct-root").aria_snapshot().replace("''", "'")
    for line in (
        'group "The pack"',
        'group "The next card goes to"',
        'button "eight of spades, in the hand of player 1"',
        'group "Player 2\'s build of 8: five of hearts plus three of clubs"',
        'combobox "To play"',
        'textbox "Position line"',
        'group "Hidden cards: 0"',
    ):
        assert line in tree, f"{line} is missing in:\n{tree}"


@pytest.mark.parametrize("size", [(360, 740), (1200, 900), (1920, 1080)])
def test_nothing_is_cut_off(opened: Callable[..., SetupPage], size: tuple[int, int]) -> None:
    """On a phone and on a projector, with values and another game shown."""
    panel = opened(size=size)
    for command in (ValuePlays(), Compare("royal_english")):
        panel.session.do(command)
    panel.widget.state = panel.widget._drawn((), answered=99)
    panel.push()
    assert panel.page.evaluate("document.documentElement.scrollWidth") == size[0]
    boxes = panel.page.locator("button, select, input").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert all(box["left"] >= 0 and box["right"] <= size[0] for box in boxes)
    assert all(box["height"] >= 44 for box in boxes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(
    opened: Callable[..., SetupPage], scheme: str
) -> None:
    """By 4.5 to 1 at least, in light and in dark."""
    panel = opened(page_options={"color_scheme": scheme})
    for command in (ValuePlays(), Compare("royal_english")):
        panel.session.do(command)
    panel.widget.state = panel.widget._drawn((), answered=99)
    panel.push()
    found = panel.page.evaluate(CONTRASTS)
    assert len(found) > 60
    assert [(text, ratio) for text, ratio in found if ratio < 4.5] == []

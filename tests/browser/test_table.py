"""The card table in a real browser: by mouse, by touch, by keyboard alone, and for the ear."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from casino_tutor.model.records import Record
from casino_tutor.model.variant import load_variant
from casino_tutor.tutor.session import open_match, open_position, resume_session
from casino_tutor.tutor.session_commands import ChooseHand, GoOn, PlayRepair, Propose
from tests.browser.harness import TablePage

pytestmark = pytest.mark.browser

Opener = Callable[..., TablePage]

SUMS = "8D,6C,5H,3S,2D 8S,KD/?2 1 20"
FIVES = "5H,3C 5S,TD,5C/?3 1 20"
NO_NINE = "6H,4S 3S,KD/?2 1 20"
BUILDS = "[5H+4C]=9@2,[6D+2S,8C]=8@1,8D,6C,2D,QS 8S,9H,KD,3C/TS,7C,AH,4D 1 24 9D,9C,5S,4H*1/KH,KC 2"


def test_a_capture_is_made_with_the_mouse(open_table: Opener) -> None:
    """Hand card, table cards, and the button that says what it means."""
    table = open_table(open_position(SUMS))
    assert table.words() == "Choose a card from your hand."
    table.choose("eight of spades", "eight of diamonds", "six of clubs", "two of diamonds")
    assert table.words() == "Takes 8♦ and 6♣+2♦ with 8♠."
    table.button("Take 8 and 6+2").click()
    table.wait_until_told("You take eight of diamonds and six of clubs plus two of diamonds")
    assert table.card("eight of diamonds").count() == 0
    assert table.page.locator('[aria-label^="Taken by You: 4 cards"]').count() == 1


def test_the_groups_that_were_found_are_shown(open_table: Opener) -> None:
    """The cards of a group bear the same number, and it is said."""
    table = open_table(open_position(SUMS))
    table.choose("eight of spades", "eight of diamonds", "six of clubs", "two of diamonds")
    badges = table.page.locator('.ct-table [aria-pressed="true"] .ct-badge').all_inner_texts()
    assert badges == ["1", "2", "2"]
    assert table.card("six of clubs, group 2").count() == 1


def test_a_multiple_build_is_made(open_table: Opener) -> None:
    """Nine from the hand beside five and four: a pile that shows its value and its owner."""
    table = open_table(open_position("5H,4C,2D 9S,9D/?2 1 20"))
    table.choose("nine of spades", "five of hearts", "four of clubs")
    table.button("Build 9 (9 and 5+4)").click()
    table.wait_until_told("You build 9")
    pile = table.card("your multiple build of 9")
    assert "You, multiple" in pile.inner_text()
    assert pile.locator("img").count() == 3


def test_an_illegal_try_shows_its_reasons_and_a_repair_is_played(open_table: Opener) -> None:
    """The cards are marked, rule and source stand there, and one click plays what is legal."""
    table = open_table(open_position(SUMS))
    table.choose("eight of spades", "six of clubs", "five of hearts")
    table.button("Try to take 6 and 5").click()
    table.wait_for(".ct-refused:not([hidden])")
    assert table.told().startswith("Not legal: Take")
    assert "pagat.com" in table.page.locator(".ct-reasons").inner_text()
    bad = table.page.locator('[data-bad="true"]')
    assert set(bad.evaluate_all("all => all.map(one => one.dataset.id)")) == {
        "h:8S",
        "l:6C",
        "l:5H",
    }
    assert table.card("six of clubs, breaks a rule").count() == 1
    repair = table.page.locator(".ct-repairs button").first
    assert repair.inner_text().startswith("Take")
    repair.click()
    table.wait_until_told("You take")
    assert table.page.locator(".ct-refused").is_hidden()


def test_two_meanings_are_asked_about(open_table: Opener) -> None:
    """A five dropped on a five: take it, or build fives, or ten? The answer is played."""
    table = open_table(open_position(FIVES))
    drag(table, "five of spades", "five of hearts")
    table.wait_for('.ct-offers[data-question="true"]')
    assert table.page.locator(".ct-asked").inner_text().startswith("Do you want to take 5")
    assert table.labels() == ["Take 5", "Build 5 (5 and 5)", "Build 10 (5+5)"]
    table.button("Build 10").click()
    table.wait_for('button[aria-label^="your build of 10"]')


def drag(table: TablePage, hand: str, on: str | None) -> None:
    """Drag a hand card on a card of the table, or on the bare cloth."""
    page = table.page
    start = table.card(hand).bounding_box()
    cloth = page.locator(".ct-cloth").bounding_box()
    assert start
    assert cloth
    corner = {"x": cloth["x"] + cloth["width"] - 30, "y": cloth["y"] - 15}
    end = (table.card(on).bounding_box() if on else None) or corner
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    x, y = (
        (end["x"] + 25, end["y"] + 25) if end else (cloth["x"] + cloth["width"] - 8, cloth["y"] + 8)
    )
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


def test_a_card_is_dragged_on_another_and_on_the_cloth(open_table: Opener) -> None:
    """Dragging takes; on the bare cloth it trails; beside the table nothing happens."""
    table = open_table(open_position(SUMS))
    drag(table, "eight of spades", "eight of diamonds")
    table.wait_until_told("You take eight of diamonds")
    table = open_table(open_position(SUMS))
    drag(table, "king of diamonds", None)
    table.wait_until_told("You trail king of diamonds")
    table = open_table(open_position(SUMS))
    drag(table, "king of diamonds", "eight of spades")
    assert table.session.shown.log == ()


def test_a_phone_is_wide_enough(open_table: Opener) -> None:
    """At 360 points nothing is cut off, and everything is large enough for a finger."""
    touch = {"has_touch": True, "is_mobile": True}
    table = open_table(open_position(BUILDS), size=(360, 740), page_options=touch)
    for name in ("eight of spades", "eight of diamonds", "six of clubs", "two of diamonds"):
        table.card(name).tap()
        table.wait_for(f'button[aria-label^="{name}"][aria-pressed="true"]')
    assert table.page.evaluate("document.documentElement.scrollWidth") == 360
    boxes = table.page.locator("button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert all(box["left"] >= 0 and box["right"] <= 360 for box in boxes)
    table.button("Take 8 and 6+2").tap()
    table.wait_until_told("Not legal")
    repair = table.page.locator(".ct-repairs button").first
    repair.tap()
    table.wait_until_told("You take")


def test_a_finger_drags_a_card(open_table: Opener) -> None:
    """The page does not scroll away under it, and the card is played where it is let go."""
    touch = {"has_touch": True, "is_mobile": True}
    table = open_table(open_position(SUMS), size=(360, 740), page_options=touch)
    start, end = (
        table.card(name).bounding_box() for name in ("eight of spades", "eight of diamonds")
    )
    assert start
    assert end
    finger = table.page.context.new_cdp_session(table.page)

    def touched(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touched("touchStart", {"x": start["x"] + 20, "y": start["y"] + 20})
    for part in (0.2, 0.4, 0.6, 0.8, 1.0):
        x, y = (start[side] + part * (end[side] - start[side]) + 20 for side in ("x", "y"))
        touched("touchMove", {"x": x, "y": y})
    touched("touchEnd")
    table.wait_until_told("You take eight of diamonds")


@pytest.mark.parametrize("size", [(360, 740), (1200, 900), (1920, 1080)])
def test_nothing_lies_on_anything_else(open_table: Opener, size: tuple[int, int]) -> None:
    """Cards, piles and buttons keep clear of each other, also when some are chosen."""
    table = open_table(open_position(BUILDS), size=size)
    table.choose("eight of spades", "eight of diamonds", "six of clubs")
    boxes = table.page.locator("button").evaluate_all(
        "all => all.map(one => [one.getAttribute('aria-label') ?? one.innerText,"
        " one.getBoundingClientRect().toJSON()])"
    )
    for i, (one, a) in enumerate(boxes):
        for other, b in boxes[i + 1 :]:
            apart = (
                a["right"] <= b["left"]
                or b["right"] <= a["left"]
                or a["bottom"] <= b["top"]
                or b["bottom"] <= a["top"]
            )
            assert apart, f"{one} lies on {other}"


# --- keyboard ------------------------------------------------------------------------------------


def press(table: TablePage, *keys: str) -> None:
    """Press keys, each after the session has answered the one before."""
    for key in keys:
        table.page.keyboard.press(key)
        table.page.wait_for_timeout(30)


def test_arrows_lead_over_the_whole_table(open_table: Opener) -> None:
    """Left and right along a row, which ends; up and down to what lies nearest."""
    table = open_table(open_position(SUMS))
    table.card("king of diamonds").focus()
    press(table, "ArrowRight")
    assert table.focus() == "eight of spades"
    press(table, "ArrowRight")
    assert table.focus() == "eight of spades"
    press(table, "Space", "ArrowUp")
    # The second of two cards lies below the third or the fourth of five.
    assert table.focus() in ("five of hearts", "three of spades")
    press(table, "Home", "ArrowLeft")
    assert table.focus() == "eight of diamonds"
    press(table, "Space", "ArrowDown")
    assert table.focus() == "king of diamonds"
    press(table, "ArrowDown")
    assert table.focus() == "Take eight of diamonds"
    press(table, "Enter")
    table.wait_until_told("You take eight of diamonds")
    assert table.focus() == "king of diamonds"


def test_arrows_lead_from_repair_to_repair(open_table: Opener) -> None:
    """They stand below one another, and none is left out."""
    table = open_table(open_position(SUMS))
    table.choose("eight of spades", "six of clubs", "five of hearts")
    table.button("Try to take 6 and 5").click()
    table.wait_for(".ct-refused:not([hidden])")
    labels = table.page.locator(".ct-repairs button").all_inner_texts()
    assert len(labels) > 1
    table.button(labels[0]).focus()
    press(table, "ArrowDown")
    assert table.focus() == labels[1]
    press(table, "ArrowUp")
    assert table.focus() == labels[0]


def test_other_meanings_take_the_focus(open_table: Opener) -> None:
    """The button that unfolds them is gone: the first of them has the focus."""
    table = open_table(open_position("5H,3C 5S,KD/?2 1 20"))
    table.choose("five of spades", "five of hearts")
    table.button("Something else (2)").focus()
    press(table, "Enter")
    assert table.focus() == "Try to build 5 (five of spades and five of hearts)"


def test_the_next_deal_has_the_focus(open_table: Opener) -> None:
    """Who lays the last card and presses on undoes nothing, and is at the new cards."""
    session = open_match("casino_pagat", 2, 3)
    table = open_table(session)
    for left in (3, 2, 1, 4):
        table.page.wait_for_function("model.get('state').waits === 'you'")
        table.page.locator(".ct-hand button").first.focus()
        press(table, "Space", "ArrowDown", "Enter", "Enter", "Enter")
        table.page.wait_for_function(
            f"model.get('state').waits === 'you' && model.get('state').hand.length === {left}"
        )
        assert table.page.evaluate("document.activeElement.dataset.zone") == "hand"
    assert "New cards are dealt." in session.shown.log
    assert session.table.view.stock.count == 32


def test_escape_leaves_everything_that_is_chosen(open_table: Opener) -> None:
    """And the focus stays where it is."""
    table = open_table(open_position(SUMS))
    table.card("eight of spades").focus()
    press(table, "Space", "Escape")
    assert table.page.locator('.ct-hand [aria-pressed="true"]').count() == 0
    assert table.focus() == "eight of spades"


def test_a_question_takes_the_focus(open_table: Opener) -> None:
    """Whoever is asked can answer at once."""
    table = open_table(open_position(FIVES))
    drag(table, "five of spades", "five of hearts")
    table.wait_for('.ct-offers[data-question="true"]')
    assert table.focus() == "Take five of hearts"
    press(table, "ArrowRight", "Enter")
    table.wait_for('button[aria-label^="your multiple build of 5"]')


def test_no_key_reaches_the_page_around(open_table: Opener) -> None:
    """Letters that are commands of a notebook stay in the table."""
    table = open_table(open_position(SUMS))
    table.page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (e) => heard.push(e.key))"
    )
    table.card("eight of spades").focus()
    press(table, "b", "x", "a", "Space", "Escape", "ArrowLeft", "Enter")
    assert table.page.evaluate("window.heard") == []
    focusable = table.page.locator(".ct-root :is(button, summary)")
    marks = focusable.evaluate_all("all => all.map(one => one.dataset.lmSuppressShortcuts)")
    assert set(marks) == {"true"}


def play_by_keyboard(table: TablePage) -> None:
    """Make one play with keys alone: choose the first hand card and lay it, or mend that."""
    hand = table.page.locator(".ct-hand button").first
    hand.wait_for()
    assert table.page.evaluate("document.activeElement.dataset.zone") == "hand"
    press(table, "Home", "Space")
    table.wait_for('.ct-hand [aria-pressed="true"]')
    press(table, "ArrowDown", "Enter")
    table.page.wait_for_function(
        "!document.querySelector('.ct-refused').hidden"
        " || !document.querySelector('.ct-hand [aria-pressed=true]')"
    )
    if table.page.locator(".ct-refused").is_visible():
        # Below the offers stands what is legal instead.
        press(table, "ArrowDown", "Enter")
        table.page.wait_for_function("!document.querySelector('.ct-hand [aria-pressed=true]')")


def test_a_whole_round_is_played_by_keyboard_alone(open_table: Opener) -> None:
    """From the first card to the score sheet without a mouse, and on to the next round."""
    kept: list[Record] = []
    session = open_match("casino_pagat", 2, 3, keep=kept.append)
    table = open_table(session)
    press(table, "Tab", "ArrowDown")
    for _ in range(24):
        table.page.wait_for_function("['you', 'count', 'deal'].includes(model.get('state').waits)")
        if session.state()["waits"] != "you":
            break
        play_by_keyboard(table)
    table.page.wait_for_function("model.get('state').waits !== 'opponent'")
    table.wait_for(".ct-sheet:not([hidden])")
    assert "most cards" in table.page.locator(".ct-sheet").inner_text()
    assert kept[-1].rounds[0].points is not None
    assert table.focus() == "Next round"
    press(table, "Enter")
    table.wait_until_told("Round 2")
    assert table.page.locator(".ct-hand button").count() == 4
    assert table.page.evaluate("document.activeElement.dataset.zone") == "hand"


# --- for the ear ---------------------------------------------------------------------------------


def test_everything_has_a_spoken_name_and_state(open_table: Opener) -> None:
    """The tree that a screen reader reads: groups with labels, cards as pressed or not."""
    table = open_table(open_position(BUILDS))
    table.choose("eight of spades")
    tree = table.page.locator(".ct-root").aria_snapshot().replace("''", "'")
    for line in (
        'group "The other players"',
        'img "Player 2: 4 cards"',
        'img "Stock: 24 cards"',
        'group "On the table"',
        'button "your multiple build of 8: eight of clubs, six of diamonds plus two of spades"',
        'button "Player 2\'s build of 9: five of hearts plus four of clubs"',
        'button "queen of spades"',
        'img "Taken by You: 4 cards, 1 sweep"',
        'img "Taken by Player 2: 2 cards, took last"',
        'group "Your hand"',
        'button "eight of spades" [pressed]',
        'button "Trail eight of spades"',
        '- status: "Trails eight of spades: lays it on the table.',
    ):
        assert line in tree, f"{line} is missing in:\n{tree}"
    assert tree.count("status") == 1


def test_what_opponents_do_is_told(open_table: Opener) -> None:
    """They play by themselves, one after another; each play is said, then whose turn it is."""
    session = open_match("casino_pagat", 3, 3)
    table = open_table(session)
    table.page.wait_for_function("model.get('state').waits === 'you'")
    table.wait_until_told("Your turn.")
    assert table.page.locator(".ct-turn").inner_text() == "Your turn"
    lately = table.page.locator(".ct-lately").inner_text()
    assert all(line in lately for line in session.shown.log[1:])


def test_a_hint_is_read_and_told(open_table: Opener) -> None:
    """The button says more each time, and keeps the focus when there is no more to say."""
    table = open_table(open_position(SUMS))
    table.button("Hint").click()
    table.page.locator(".ct-hint", has_text="Hint: ").wait_for()
    table.button("A clearer hint").click()
    table.wait_until_told("The card to play: the eight of spades.")
    table.button("A clearer hint").click()
    table.wait_until_told("with eight of spades.")
    table.button("The hint again").wait_for()
    press(table, "Enter")
    assert table.focus() == "The hint again"
    assert not table.session.shown.all_hands


def test_take_back_keeps_the_focus(open_table: Opener) -> None:
    """Where nothing is left to take back the button is off, and the next press meets no other."""
    table = open_table(open_position(SUMS))
    table.choose("eight of spades", "eight of diamonds")
    table.button("Take 8").click()
    table.wait_until_told("You take eight of diamonds")
    table.button("Take back").focus()
    press(table, "Enter")
    table.wait_for('[data-id="tool take_back"][aria-disabled="true"]')
    press(table, "Enter")
    assert table.focus() == "Take back"
    assert table.page.locator('.ct-hand [aria-pressed="true"]').count() == 0


def test_the_end_of_a_match_leads_on(open_table: Opener) -> None:
    """Who counts the last round is led to the next match, which is dealt with the focus in it."""
    session = open_match("kirchner", 2, 1)
    while session.table.waits != "count":
        waits_for_me = session.table.waits == "you"
        if not waits_for_me:
            session.do(GoOn())
            continue
        session.do(ChooseHand(session.state()["hand"][0]["id"]))
        session.do(Propose(0))
        if session.shown.refused:
            session.do(PlayRepair(0))
    begun: list[TablePage] = []

    def begin() -> None:
        begun.append(table)
        table.widget.sit_down(open_match("kirchner", 2, 2))

    table = open_table(session, begin=begin)
    table.button("Count the round").focus()
    press(table, "Enter")
    table.wait_until_told("the match")
    assert table.page.locator(".ct-ask").inner_text().count("wins the match") == 1
    assert table.focus() == "New match"
    press(table, "Enter")
    table.button("New match").wait_for(state="detached")
    assert table.told().startswith("A new match: Kirchner")
    assert begun == [table]
    assert table.page.evaluate("document.activeElement.dataset.zone") == "hand"


@pytest.mark.parametrize("size", [(360, 740), (1280, 900)])
def test_a_refused_try_leaves_the_hand_in_sight(open_table: Opener, size: tuple[int, int]) -> None:
    """The reasons stand below the hand, and as much of both as there is room for is seen."""
    table = open_table(open_position(BUILDS), size=size)
    table.choose("nine of hearts", "eight of diamonds")
    table.button("Try to take 8").click()
    table.wait_for(".ct-refused:not([hidden])")
    hand, refused = (
        table.page.locator(name).bounding_box() for name in (".ct-hand", ".ct-refused")
    )
    assert hand
    assert refused
    assert round(hand["y"]) >= 0
    assert hand["y"] + hand["height"] <= refused["y"] < size[1]


def test_hands_that_lie_open_can_be_read(open_table: Opener) -> None:
    """Every card of the other hands is seen whole, on a phone too, and is named."""
    for size in ((360, 740), (1200, 900)):
        table = open_table(open_position(BUILDS), size=size)
        table.button("Show all hands").click()
        table.wait_until_told("All hands lie open.")
        fan = table.page.locator(".ct-fan[data-open] img")
        boxes = fan.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert len(boxes) == 4
        assert all(one["right"] <= other["left"] for one, other in pairwise(boxes))
        assert table.page.locator('[role="img"][aria-label*="ten of spades"]').count() == 1


# --- looks ---------------------------------------------------------------------------------------


def test_the_four_colours_can_be_switched(open_table: Opener) -> None:
    """Diamonds are blue, or red like hearts."""
    table = open_table(open_position(SUMS))
    picture = table.card("eight of diamonds").locator("img")
    assert "0057b8" in (picture.get_attribute("src") or "")
    table.button("Four colours").click()
    assert "0057b8" not in (picture.get_attribute("src") or "")
    assert table.button("Four colours").get_attribute("aria-pressed") == "false"


def test_the_table_is_dark_where_the_page_is(open_table: Opener) -> None:
    """It follows the system, and the notebook's own theme before that."""
    table = open_table(open_position(SUMS), page_options={"color_scheme": "dark"})
    root = table.page.locator(".ct-root")
    assert root.get_attribute("data-theme") == "dark"
    table.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    table.wait_for('.ct-root[data-theme="light"]')


def test_the_table_follows_a_change_of_the_system(open_table: Opener) -> None:
    """Light becomes dark while it is open, and light again."""
    table = open_table(open_position(SUMS), page_options={"color_scheme": "light"})
    for scheme in ("dark", "light"):
        table.page.emulate_media(color_scheme=scheme)
        table.wait_for(f'.ct-root[data-theme="{scheme}"]')


def test_cards_travel_only_where_motion_is_wanted(open_table: Opener) -> None:
    """What was taken flies to the pile; with reduced motion it is simply there."""
    for motion, flights in (("no-preference", 2), ("reduce", 0)):
        table = open_table(open_position(SUMS), motion=motion)
        table.page.evaluate(
            "() => { window.flights = 0; const before = Element.prototype.animate;"
            "Element.prototype.animate = function (...how) {"
            " window.flights += 1; return before.apply(this, how); } }"
        )
        table.choose("eight of spades", "eight of diamonds")
        table.button("Take 8").click()
        table.wait_until_told("You take eight of diamonds")
        table.page.wait_for_function("document.querySelectorAll('.ct-ghost').length === 0")
        assert table.page.evaluate("window.flights") >= flights
        assert (table.page.evaluate("window.flights") > 0) == (flights > 0)


def test_the_last_play_is_shown_again(open_table: Opener) -> None:
    """The table before it, the play, and the table as it is; nothing is played meanwhile."""
    table = open_table(open_position(SUMS))
    assert table.button("Show the last play again").count() == 0
    table.choose("eight of spades", "eight of diamonds")
    table.button("Take 8").click()
    table.wait_until_told("You take eight of diamonds")
    table.button("Show the last play again").click()
    assert table.card("eight of diamonds").count() == 1
    table.card("six of clubs").click()
    assert table.card("eight of diamonds").count() == 0
    table.button("Show the last play again").click()
    table.card("eight of diamonds").wait_for(state="detached")
    assert len(table.session.shown.log) == 1


def test_the_last_play_before_the_page_was_opened_is_shown_again(open_table: Opener) -> None:
    """A match that goes on remembers it; a new one at the same table has none yet."""
    kept: list[Record] = []
    session = open_match("royal_english", 2, 3, keep=kept.append)
    while session.table.waits != "you":
        session.do(GoOn())
    session.do(ChooseHand(session.state()["hand"][0]["id"]))
    session.do(Propose(0))
    assert len(session.state()["hand"]) == 3
    table = open_table(resume_session(kept[-1]), paced=False)
    table.button("Show the last play again").click()
    assert table.page.locator(".ct-hand button").count() == 4
    table.page.wait_for_function("document.querySelectorAll('.ct-hand button').length === 3")
    table.widget.sit_down(open_match("royal_english", 2, 4))
    table.push()
    table.button("Show the last play again").wait_for(state="detached")


#: For every element with words of its own: what it says, and the contrast to what lies behind it.
CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const mixed = (under, over) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of [under, over]) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (rgb) => rgb.slice(0, 3)
    .map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return "rgb(255, 255, 255)";
  };
  return [...document.querySelectorAll(".ct-root *")]
    .filter((node) => node.offsetParent
      && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .map((node) => {
      const back = behind(node);
      const [a, b] = [light(mixed(back, getComputedStyle(node).color)), light(mixed(back, back))];
      return [node.textContent, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(open_table: Opener, scheme: str) -> None:
    """By 4.5 to 1 at least, in light and in dark, a refusal and a score sheet among them."""
    table = open_table(open_position(BUILDS), page_options={"color_scheme": scheme})
    table.choose("nine of hearts", "eight of diamonds")
    table.button("Try to take 8").click()
    table.wait_for(".ct-refused:not([hidden])")
    found = table.page.evaluate(CONTRASTS)
    assert len(found) > 20
    assert [(text, ratio) for text, ratio in found if ratio < 4.5] == []


# --- when something is wrong ---------------------------------------------------------------------


def test_text_is_never_markup(open_table: Opener, tmp_path: Path) -> None:
    """A hostile title is shown as it is written, and nothing in it runs."""
    evil = "<img src=x onerror=window.wasRun=1><script>window.wasRun=1</script>"
    file = tmp_path / "evil.toml"
    file.write_text(f'extends = "casino_pagat"\ntitle = "{evil}"\n')
    session = open_position(SUMS, load_variant(file))
    session.tell(evil)
    table = open_table(session)
    table.widget.trouble = evil
    table.push()
    table.page.evaluate("document.querySelector('.ct-log').open = true")
    assert evil in table.page.locator(".ct-title").inner_text()
    assert evil in table.page.locator(".ct-log").inner_text()
    assert evil in table.page.locator(".ct-trouble").inner_text()
    assert table.page.evaluate("window.wasRun") is None


def test_a_lost_kernel_is_said(open_table: Opener) -> None:
    """When the notebook says that the kernel is gone the table says so, and sends no more."""
    table = open_table(open_position(SUMS))
    table.page.evaluate("model.tell('comm_live_update')")
    assert "The kernel is gone" in table.page.locator(".ct-trouble").inner_text()
    table.card("eight of spades").click()
    assert table.session.shown.choice.hand == ()


def test_a_kernel_that_does_not_answer_is_said(open_table: Opener) -> None:
    """After some seconds without an answer the learner is told; an answer takes it back."""
    table = open_table(open_position(SUMS))
    table.page.clock.install()
    table.page.evaluate("model.isGone = true")
    table.card("eight of spades").click()
    table.page.clock.fast_forward(6_000)
    trouble = table.page.locator(".ct-trouble")
    assert "has not answered" in trouble.inner_text()
    table.page.evaluate("model.isGone = false")
    table.card("king of diamonds").click()
    trouble.wait_for(state="hidden")


def test_a_failure_of_the_widget_is_shown(open_table: Opener) -> None:
    """What went wrong stands in the table itself, as an alert."""
    table = open_table(open_position(SUMS))
    try:
        raise RuntimeError("the cat sat on the cards")
    except RuntimeError as error:
        table.widget._report(error)
    table.push()
    trouble = table.page.get_by_role("alert")
    assert "RuntimeError: the cat sat on the cards" in trouble.inner_text()
    table.choose("eight of spades")
    assert trouble.is_hidden()

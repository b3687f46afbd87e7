"""A table as a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_tutor.draw.faces import CHIP_HEIGHT, CHIP_WIDTH, HEIGHT, WIDTH
from casino_tutor.draw.rows import table_words
from casino_tutor.draw.svg import table_svg
from casino_tutor.draw.text import rank_text
from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.position import Build, Hand, Pile, Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant

NS = "{http://www.w3.org/2000/svg}"
PARTNERS = (
    "[9S,5H+4C]=9@1,[5D+2S]=7@2~,QS,9C,3H 9D,6D,2D/?3/?4/KH,?2 1 20 TD,AS*2/?5*1 3; "
    "variant royal_dominican; score 18/15; proved 3=12"
)
LINES = [
    "[5H+3C]=8@2,TD,2D 8S,7D,AS/KH,8C,2S 1 40 9H,9D/- 1",
    PARTNERS,
    "9R,5Y 9B,3B/?4/?4 2 18 6R,6Y/-/TY -; variant tuxedo; points 25/-10/5; pending orange@2",
    "- -/- - 0 ?26/?24*1 2; aside KH,QS; carry cards=3",
    "9S,7D,4C 9D,9C/?2 1 20 TC,2H/2C,TD,5H*1 2; option steal_tops=augment_only",
    "KS,2H KD,4S/?4/?4/?4/?4/?4 1 20 ?3/-/-/-/-/- -; variant kasino_swedish",
]
DECK = deck_cards("52")


class Placed(NamedTuple):
    """A card of a picture and the rectangle it fills."""

    card: str
    rank: str | None
    x: float
    y: float
    width: float
    height: float


def placed(svg: str) -> Iterator[Placed]:
    """Yield every card that a picture shows face up."""
    for group in ET.fromstring(svg).iter(f"{NS}g"):
        card = group.get("data-card")
        if card is None:
            continue
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", group.get("transform", ""))]
        x, y, scale = numbers if len(numbers) == 3 else (*numbers, 1.0)
        # A chip has one line of text and a smaller sheet; the sheet is the first plain rectangle.
        sheet = next(r for r in group.iter(f"{NS}rect") if r.get("x") is None)
        width, height = float(sheet.get("width", 0)), float(sheet.get("height", 0))
        assert (width, height) in {(WIDTH, HEIGHT), (CHIP_WIDTH, CHIP_HEIGHT)}
        rank = group.findtext(f"{NS}text")
        yield Placed(card, rank, x, y, width * scale, height * scale)


def shown_cards(position: Position) -> Counter[Card]:
    """Return what lies open or was open once: all known cards but the stock's."""
    cards = Counter(position.loose) + Counter(position.aside)
    holders: tuple[Build | Hand | Pile, ...] = position.builds + position.hands + position.taken
    for holder in holders:
        cards.update(holder.cards)
    return cards


def view_box(svg: str) -> tuple[float, float]:
    """Return width and height of a picture."""
    _, _, width, height = ET.fromstring(svg).get("viewBox", "").split()
    return float(width), float(height)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Deal a shuffled pack out to builds, table, hands and piles (legality does not matter)."""
    pack = list(draw(st.permutations(DECK)))

    def some(most: int) -> tuple[Card, ...]:
        count = draw(st.integers(0, most))
        cards = tuple(pack[:count])
        del pack[:count]
        return cards

    seats = draw(st.integers(1, 6))
    builds = []
    for _ in range(draw(st.integers(0, 3))):
        sets = tuple(s for s in (some(4), some(3)) if s)
        if sets:
            builds.append(Build(sets, draw(st.integers(1, 14)), draw(st.sampled_from([None, 1]))))
    return Position(
        variant=find_variant("casino_pagat"),
        builds=tuple(builds),
        loose=some(40),
        hands=tuple(Hand(some(4), draw(st.integers(0, 4))) for _ in range(seats)),
        turn=draw(st.sampled_from([None, *range(1, seats + 1)])),
        taken=tuple(Pile(some(6), draw(st.integers(0, 9))) for _ in range(seats)),
        stock=Stock.known(tuple(pack)),
        last=draw(st.integers(-1, seats)),
    )


@settings(max_examples=40, deadline=None)
@given(positions())
def test_every_known_card_is_shown_once_and_inside(position: Position) -> None:
    """No card is lost, none is drawn twice, none lies outside; the stock's stay hidden."""
    svg = table_svg(position)
    cards = list(placed(svg))
    assert Counter(Card(p.card) for p in cards) == shown_cards(position)
    assert all(p.rank == rank_text(Card(p.card)) for p in cards)
    width, height = view_box(svg)
    assert all(p.x >= 0 and p.x + p.width <= width for p in cards)
    assert all(p.y >= 0 and p.y + p.height <= height for p in cards)


@pytest.mark.parametrize("line", LINES)
def test_a_picture_is_well_formed_and_says_its_content(line: str) -> None:
    """It is an image with a title and a description that holds all the words."""
    position = parse_position(line)
    root = ET.fromstring(table_svg(position))
    title, desc = root[0], root[1]
    assert root.get("role") == "img"
    assert (title.tag, desc.tag) == (f"{NS}title", f"{NS}desc")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == desc.get("id")
    assert desc.text == table_words(position)
    assert Counter(Card(p.card) for p in placed(table_svg(position))) == shown_cards(position)


@pytest.mark.parametrize("line", LINES)
def test_the_same_position_gives_the_same_bytes(line: str) -> None:
    """Nothing depends on chance, time or the order of a set."""
    assert table_svg(parse_position(line)) == table_svg(parse_position(line))


@pytest.mark.parametrize("line", LINES)
def test_a_picture_needs_nothing_from_outside(line: str) -> None:
    """No address but the name space, no style sheet, no script, no raster, no reference."""
    svg = table_svg(parse_position(line))
    assert svg.count("http") == 1
    for word in ("<style", "<script", "<image", "<use", "href", "url(", "@import"):
        assert word not in svg


def test_ids_are_unique_on_a_page() -> None:
    """Different pictures share no id, not even when only a mark or the title differs."""
    first = parse_position(LINES[0])
    pictures = [table_svg(parse_position(line)) for line in LINES]
    pictures += [table_svg(first, highlight={Card("TD"): "good"}), table_svg(first, title="Find")]
    pictures += [table_svg(first, four_colour=False), table_svg(first, near=2)]
    ids = [e.get("id") for svg in pictures for e in ET.fromstring(svg).iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 2 * len(pictures)


@pytest.mark.parametrize("count", [0, 1, 9, 40])
def test_up_to_forty_loose_cards_have_room(count: int) -> None:
    """Loose cards never overlap, nor leave the picture."""
    position = Position(
        find_variant("casino_pagat"), loose=DECK[:count], hands=(Hand((), 4), Hand((), 4))
    )
    svg = table_svg(position)
    cards = list(placed(svg))
    width, height = view_box(svg)
    assert len(cards) == count
    assert width == 700
    for i, one in enumerate(cards):
        assert 0 <= one.x <= width - one.width
        assert 0 <= one.y <= height - one.height
        for other in cards[:i]:
            apart = abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= one.height
            assert apart, (one, other)
    assert ("The table is empty" in svg) == (count == 0)


def test_unknown_cards_are_backs_with_a_count() -> None:
    """A hidden hand shows backs and its number, and no face."""
    svg = table_svg(parse_position("8D ?9/8S 2 30 ?5/- 1; option hand_size=9"))
    assert [p.card for p in placed(svg)] == ["8D", "8S"]
    texts = [text.text for text in ET.fromstring(svg).iter(f"{NS}text")]
    assert {"9", "30", "5"} <= set(texts)
    assert svg.count("data-back") == 4 + 3 + 1


def test_a_known_stock_does_not_leak() -> None:
    """Neither faces nor words tell the cards of the stock."""
    svg = table_svg(parse_position("8D 8S/KD 1 (2C,3C) -/- -"))
    assert {p.card for p in placed(svg)} == {"8D", "8S", "KD"}
    assert "of clubs" not in svg


def test_a_build_shows_value_owner_and_kind() -> None:
    """Value in a badge, owner and kind in words, and a second frame round a multiple build."""
    single = table_svg(parse_position("[5H+4C]=9@2 9D/?1"))
    multiple = table_svg(parse_position("[5H+4C,9S]=9@2 9D/?1"))
    assert ">9</text>" in single
    assert "single, seat 2</text>" in single
    assert "multiple, seat 2</text>" in multiple
    frame = 'stroke="#ffffff" stroke-width="2"'
    assert multiple.count(frame) == single.count(frame) + 1


def test_the_mover_is_marked_and_sits_near() -> None:
    """The seat to play is named, and its hand lies lowest unless another seat is asked for."""
    position = parse_position(LINES[0])
    heights = {p.card: p.y for p in placed(table_svg(position))}
    assert heights["KH"] < heights["TD"] < heights["8S"]
    heights = {p.card: p.y for p in placed(table_svg(position, near=2))}
    assert heights["8S"] < heights["TD"] < heights["KH"]
    assert "Seat 1, to play</text>" in table_svg(position, near=2)


def test_marks_are_drawn_and_said() -> None:
    """A highlight is an outline, a sign and a word in the description."""
    position = parse_position(LINES[0])
    marks = {Card("8S"): "good", Card("TD"): "bad", Card("5H"): "chosen", Card("2D"): "chosen"}
    svg = table_svg(position, highlight=marks)
    desc = ET.fromstring(svg)[1].text or ""
    assert "Marked good: eight of spades." in desc
    assert "Marked bad: ten of diamonds." in desc
    assert "Marked chosen: five of hearts, two of diamonds." in desc
    assert len(svg) > len(table_svg(position)) + 4 * 200


def test_a_top_that_may_be_used_lies_face_up() -> None:
    """Where capture piles may be raided, the top card is drawn as a card, the others as chips."""
    cards = {p.card: p for p in placed(table_svg(parse_position(LINES[4])))}
    assert cards["5H"].height > CHIP_HEIGHT
    assert cards["TD"].height == CHIP_HEIGHT


def test_odd_text_is_escaped() -> None:
    """Markup, quotes and control characters of a title or an op do no harm."""
    odd = '</title><script>alert("1")</script>&amp;\x07 ü'
    position = Position(
        find_variant("casino_pagat"), hands=(Hand(), Hand()), extra=(("note", odd + "\0" * 9),)
    )
    root = ET.fromstring(table_svg(position, title=odd))
    assert root[0].text == odd.replace("\x07", " ")
    assert not list(root.iter(f"{NS}script"))
    assert '<script>alert("1")</script>' in (root[1].text or "")


@pytest.mark.parametrize("near", [0, 3])
def test_a_seat_that_is_not_there_is_refused(near: int) -> None:
    """Only a seat of the table can be the near one."""
    with pytest.raises(ValueError, match="no seat"):
        table_svg(parse_position(LINES[0]), near=near)


def test_an_unknown_mark_is_refused() -> None:
    """The error names the marks there are."""
    with pytest.raises(ValueError, match="good, bad, chosen"):
        table_svg(parse_position(LINES[0]), highlight={Card("TD"): "best"})

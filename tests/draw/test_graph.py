"""A graph of groups as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.draw.graph import CHOSEN, RULED_OUT, graph_svg

NS = "{http://www.w3.org/2000/svg}"
LABELS = ["8D", "6C+2D", "5H+3D", "5H+3C", "[5S+3S]"]
EDGES = [(2, 3)]


class Box(NamedTuple):
    """A vertex in a picture, with the rectangle it fills."""

    label: str
    mark: str | None
    x: float
    y: float
    width: float
    height: float


def boxes(svg: str) -> Iterator[Box]:
    """Yield every vertex of a picture."""
    for group in ET.fromstring(svg).iter(f"{NS}g"):
        label = group.get("data-group")
        if label is not None:
            rect = group.find(f"{NS}rect")
            assert rect is not None
            sizes = [float(rect.get(name, "")) for name in ("x", "y", "width", "height")]
            yield Box(label, group.get("data-mark"), *sizes)


def lines(svg: str) -> list[tuple[float, ...]]:
    """Return the ends of every edge."""
    paths = [path.get("d", "") for path in ET.fromstring(svg).findall(f"{NS}path")]
    return [tuple(map(float, re.findall(r"-?[\d.]+", d))) for d in paths if "h" not in d]


def words(svg: str, tag: str) -> str:
    """Return the title or the description."""
    return ET.fromstring(svg).findtext(f"{NS}{tag}", "")


def texts(svg: str) -> list[str]:
    """Return everything written in the picture."""
    return [text.text or "" for text in ET.fromstring(svg).iter(f"{NS}text")]


def test_every_group_is_written_once_and_every_edge_joins_its_two() -> None:
    """Lines run from the middle of one label to the middle of the other."""
    svg = graph_svg(LABELS, EDGES)
    found = list(boxes(svg))
    assert [box.label for box in found] == LABELS
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in found]
    (line,) = lines(svg)
    assert line == pytest.approx((*middles[2], *middles[3]), abs=0.2)


def test_the_picture_is_the_same_every_time() -> None:
    """Equal graphs give the same bytes, however the edges are written."""
    one = graph_svg(LABELS, [(2, 3), (0, 1)], chosen=[0, 2])
    assert one == graph_svg(LABELS, [(1, 0), (3, 2), (0, 1)], chosen={2, 0})


def test_a_choice_is_marked_not_by_colour_alone() -> None:
    """A chosen group has a tick; one that shares a card with it has a broken outline."""
    svg = graph_svg(LABELS, EDGES, chosen=[0, 2])
    assert [box.mark for box in boxes(svg)] == [CHOSEN, None, CHOSEN, RULED_OUT, None]
    for group in ET.fromstring(svg).iter(f"{NS}g"):
        if group.get("data-group"):
            has_tick = group.find(f"{NS}circle") is not None
            assert has_tick == (group.get("data-mark") == CHOSEN)
            rect = group.find(f"{NS}rect")
            assert rect is not None
            is_broken = rect.get("stroke-dasharray") is not None
            assert is_broken == (group.get("data-mark") == RULED_OUT)


def test_of_very_many_lines_those_of_the_choice_stand_out() -> None:
    """Lines between groups that are not chosen are faint then; few lines are all plain."""
    labels = [f"{rank}{suit}" for rank in "8765" for suit in "SHDC"]
    svg = graph_svg(labels, combinations(range(16), 2), chosen=[0])
    paths = ET.fromstring(svg).findall(f"{NS}path")
    faint = [
        path.get("stroke-opacity") is not None for path in paths if "h" not in path.get("d", "")
    ]
    assert (faint.count(True), faint.count(False)) == (105, 15)
    assert "stroke-opacity" not in graph_svg(LABELS, EDGES)


def test_the_legend_says_what_occurs() -> None:
    """What a mark means stands below, unless nothing is marked so."""
    assert {CHOSEN, RULED_OUT} <= set(texts(graph_svg(LABELS, EDGES, chosen=[2])))
    assert RULED_OUT not in texts(graph_svg(LABELS, EDGES, chosen=[0]))
    plain = texts(graph_svg(LABELS, []))
    assert plain == ["Which groups get in each other's way", *LABELS]


def test_the_picture_says_in_words_what_it_shows() -> None:
    """A title and a description, tied to the picture by ids of its own."""
    svg = graph_svg(LABELS, EDGES, chosen=[0, 2], title="What 8S could take")
    assert words(svg, "title") == "What 8S could take"
    assert words(svg, "desc") == (
        "Groups: 8D (chosen), 6C+2D, 5H+3D (chosen), 5H+3C, [5S+3S].\n"
        "5H+3C shares a card with 5H+3D."
    )
    root = ET.fromstring(svg)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert ids == {root.get("aria-labelledby"), root.get("aria-describedby")}
    assert root.get("role") == "img"
    other = ET.fromstring(graph_svg(LABELS, EDGES, chosen=[0]))
    assert other.get("aria-labelledby") not in ids
    assert words(graph_svg(LABELS, [], desc="In\nother words"), "desc") == "In\nother words"
    assert words(graph_svg(LABELS, []), "desc").endswith("No two groups share a card.")


def test_no_group_at_all_is_a_picture_too() -> None:
    """It says so."""
    svg = graph_svg([], [])
    assert "There is no group." in texts(svg)
    assert words(svg, "desc") == "There is no group."


def test_foreign_text_is_escaped() -> None:
    """Marks of XML and control characters do no harm."""
    svg = graph_svg(['<b> & "8D"', "\x00\x1b[5S"], [], title="<i>\x07", desc="a\x00<b")
    assert [box.label for box in boxes(svg)] == ['<b> & "8D"', "  [5S"]
    assert words(svg, "title") == "<i> "
    assert words(svg, "desc") == "a <b"


@pytest.mark.parametrize(
    ("edges", "chosen", "fault"),
    [
        ([(0, 5)], [], "no vertex 5"),
        ([(-1, 0)], [], "no vertex -1"),
        ([], [9], "no vertex 9"),
        ([(2, 2)], [], "joined to itself"),
    ],
)
def test_what_is_no_graph_is_refused(
    edges: list[tuple[int, int]], chosen: list[int], fault: str
) -> None:
    """An edge or a choice of a vertex that is not there, and an edge from a vertex to itself."""
    with pytest.raises(ValueError, match=fault):
        graph_svg(LABELS, edges, chosen=chosen)


@given(
    st.lists(st.text("23456789TSHDC+[],", min_size=2, max_size=30), max_size=40),
)
def test_no_label_covers_another_or_leaves_the_picture(labels: list[str]) -> None:
    """However many and however long they are."""
    edges = list(combinations(range(len(labels)), 2))[:200]
    svg = graph_svg(labels, edges, chosen=range(0, len(labels), 3))
    _, _, width, height = map(float, ET.fromstring(svg).get("viewBox", "").split())
    found = list(boxes(svg))
    assert len(found) == len(labels)
    for box in found:
        assert box.x >= 0
        assert box.x + box.width <= width
        assert box.y >= 30
        assert box.y + box.height <= height
    for one, other in combinations(found, 2):
        assert (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )

"""The conflict graph: which groups get in each other's way, and that it agrees with the search."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import CapturePlay, Effect, effect_of
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import variant_names
from casino_tutor.rules.conflicts import (
    Conflicts,
    all_captures,
    conflict_graph,
    conflicts_of,
    maximal_captures,
)
from casino_tutor.rules.enumeration import legal_plays
from tests.random_positions import random_position, random_rules

VARIANTS = variant_names()
#: The slow tests are shortened where every change is checked.
SHORT = os.environ.get("CASINO_TUTOR_FUZZ") == "short"


def groups(line: str, hand: str, use: set[int] | None = None, **options: object) -> list[str]:
    """Return every group that a card could take, in canonical order."""
    position = parse_position(line, options=options)
    graph = conflict_graph(position, (Card(hand),), None if use is None else frozenset(use))
    return [str(vertex) for vertex in sorted(graph)]


def edges(line: str, *hand: str) -> set[str]:
    """Return which groups share a card, as texts such as ``5H+3D / 5H+3C``."""
    graph = conflict_graph(parse_position(line), tuple(map(Card, hand)))
    return {" / ".join(map(str, sorted(edge))) for edge in graph.edges}


def takes(effects: frozenset[Effect]) -> list[str]:
    """Return what captures take, as texts."""
    return sorted(" ".join(map(str, items)) for _, _, items, _, _ in effects)


def picture(line: str, play: str, **options: object) -> Conflicts:
    """Return the conflict graph of a play as it is drawn."""
    return conflicts_of(parse_position(line, options=options), parse_play(play))


def chosen(conflicts: Conflicts) -> list[str]:
    """Return the labels that are chosen."""
    return [conflicts.labels[i] for i in conflicts.chosen]


# --- the graph -----------------------------------------------------------------------------------


def test_groups_are_vertices_and_shared_cards_are_edges() -> None:
    """The one five goes with either three, not with both; nothing stands in the eight's way."""
    line = "8D,5H,3C,3D 8S,KD"
    assert groups(line, "8S") == ["8D", "5H+3D", "5H+3C"]
    assert edges(line, "8S") == {"5H+3D / 5H+3C"}


def test_a_build_is_one_vertex_and_in_no_sum() -> None:
    """A build of the value is taken whole; one of another value is nothing to the card."""
    line = "[5S+3S]=8@2,[4H+2C]=6@2,2D 8S,KD"
    assert groups(line, "8S") == ["[5S+3S]"]
    assert groups(line, "8S", single_build_as_card=True) == ["[5S+3S]", "[4H+2C]+2D"]


def test_court_cards_stand_alone() -> None:
    """A queen without a number takes queens, one by one."""
    assert groups("QS,QH,JD,AS QD,4C", "QD") == ["QS", "QH"]
    assert groups("QS,JD,AS QD,4C; variant royal_english", "QD") == ["QS", "JD+AS"]


def test_the_two_values_of_an_ace_exclude_each_other() -> None:
    """An ace of one value a play takes the ace or the fourteen; with both values it takes both."""
    line = "AH,9S,5D AC,3C; variant royal_english; option ace_dual_capture={}"
    assert edges(line.format("false"), "AC") == {"9S+5D / AH"}
    assert edges(line.format("true"), "AC") == set()
    assert groups(line.format("false"), "AC", {14}) == ["9S+5D"]
    assert groups(line.format("false"), "AC", {1}) == ["AH"]


def test_several_hand_cards_have_one_total() -> None:
    """Kirchner: seven and five take a queen, and ten with two."""
    line = "TS,2H,QD 7C,5D,3H; variant kirchner"
    graph = conflict_graph(parse_position(line), (Card("7C"), Card("5D")))
    assert [str(vertex) for vertex in sorted(graph)] == ["QD", "TS+2H"]


def test_equal_cards_of_two_packs_are_two_vertices() -> None:
    """Each of them can be taken, and either with the other."""
    line = "QS,QS QH,2C; variant royal_english; option packs=2"
    assert groups(line, "QH") == ["QS", "QS"]
    assert edges(line, "QH") == set()
    position = parse_position(line)
    assert takes(all_captures(position, (Card("QH"),))) == ["QS", "QS QS"]
    assert takes(maximal_captures(position, (Card("QH"),))) == ["QS QS"]


# --- captures ------------------------------------------------------------------------------------


def test_a_capture_is_an_independent_set() -> None:
    """Groups of which no two are joined, and each set of cards once."""
    position = parse_position("6H,6D,2D,2C 8S,KD")
    assert takes(all_captures(position, (Card("8S"),))) == [
        "6D 2C",
        "6D 2D",
        "6H 2C",
        "6H 2D",
        "6H 6D 2D 2C",
    ]


def test_a_maximal_independent_set_leaves_no_group() -> None:
    """Whatever three goes with the five, the other is no eight."""
    position = parse_position("8D,5H,3C,3D 8S,KD")
    assert takes(maximal_captures(position, (Card("8S"),))) == ["8D 5H 3C", "8D 5H 3D"]


@pytest.mark.parametrize(
    ("rule", "lying", "taken"),
    [
        ("one", "QS,QH", ["QH", "QS"]),
        ("one_or_three", "QS,QH", ["QH", "QS"]),
        ("one_or_three", "QS,QH,QC", ["QS QH QC"]),
        ("all", "QS,QH", ["QS QH"]),
    ],
)
def test_court_cards_are_taken_as_many_as_may_be(rule: str, lying: str, taken: list[str]) -> None:
    """More than the variant allows at once are not owed."""
    position = parse_position(f"{lying} QD,4C", options={"face_capture": rule})
    assert takes(maximal_captures(position, (Card("QD"),))) == taken


def test_own_builds_stay_guarded() -> None:
    """The one eight may not be spent on anything that leaves the own build without it."""
    position = parse_position("[5S+3H]=8@1,8H 8C,KD")
    assert takes(all_captures(position, (Card("8C"),))) == ["[5S+3H]", "[5S+3H] 8H"]
    assert takes(maximal_captures(position, (Card("8C"),))) == ["[5S+3H] 8H"]


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("8D 8S - 40 -/- -", "8S"),
        ("8D,3C,5S 8S,8C 1+ 40 -/- -", "8S"),
        ("8D KS", "8S"),
        ("8D,6S,2C 5S,3C", "5S 3C"),
        ("KD,QS 9S,4C; variant kirchner; option hand_total_limit=12", "9S 4C"),
    ],
)
def test_nothing_is_taken_with_cards_that_may_not_be_played(line: str, hand: str) -> None:
    """The round is over, the hand card is played, it is not held, it is one too many."""
    cards = tuple(map(Card, hand.split()))
    assert not all_captures(parse_position(line), cards)
    assert not maximal_captures(parse_position(line), cards)


# --- pictures ------------------------------------------------------------------------------------


def test_the_groups_of_a_play_are_chosen() -> None:
    """Also where the play leaves the grouping open; of a trail none is."""
    line = "8D,5H,3C,3D 8S,KD"
    assert chosen(picture(line, "8Sx8D,5H+3D")) == ["8D", "5H+3D"]
    assert chosen(picture(line, "8S x 3C 5H")) == ["5H+3C"]
    trail = picture(line, "8S")
    assert (trail.labels, trail.chosen) == (("8D", "5H+3D", "5H+3C"), ())


def test_a_wrong_group_is_not_in_the_picture() -> None:
    """An illegal play is drawn with those of its groups that are some."""
    assert chosen(picture("8D,5H,3C,3D 8S,KD", "8Sx8D,5H+3D+3C")) == ["8D"]


def test_in_a_build_the_hand_card_is_in_one_group() -> None:
    """All groups with the hand card share it."""
    build = picture("5H,6C,3D,4S,9D 3S,9C", "3S+6C,5H+4S=9")
    assert build.labels == ("3S+6C", "9D", "6C+3D", "5H+4S")
    assert chosen(build) == ["3S+6C", "5H+4S"]
    assert build.edges == ((0, 2),)
    nine = picture("5H,6C,3D,4S,9D 9S,9C", "9S,5H+4S=9")
    assert chosen(nine) == ["9S", "5H+4S"]


def test_a_standing_build_is_increased_or_extended_as_the_options_say() -> None:
    """With the hand card alone; with loose cards, or as a card, only by option."""
    line = "[3S+2S]=5@2,[5S+4D]=9@2,2C,4H 2D,4S,9S,7S"
    assert picture(line, "4S+[3S+2S]=9").labels == ("4S+[3S+2S]", "[5S+4D]")
    with_loose = picture(line, "2D+[3S+2S]+2C=9", raise_with_loose=True)
    assert chosen(with_loose) == ["2D+[3S+2S]+2C"]
    assert not picture(line, "2D+[3S+2S]+2C=9").chosen
    as_card = picture(line, "9S,[3S+2S]+4H=9", single_build_as_card=True)
    assert chosen(as_card) == ["9S", "[3S+2S]+4H"]


def test_a_build_from_the_table_has_no_group_with_a_hand_card() -> None:
    """Where the variant has such builds, table cards alone are drawn."""
    build = picture("5H,3D,4S,4D 8S", "_,5H+3D=8", table_only_builds="free_action")
    assert build.labels == ("5H+3D", "4S+4D")
    assert chosen(build) == ["5H+3D"]


def test_equal_groups_of_two_packs_are_chosen_each_for_itself() -> None:
    """Two equal pairs are two vertices; one with a card of each is not chosen."""
    two = picture("6H,6H,2C,2C 8S; variant royal_english; option packs=2", "8Sx6H+2C,6H+2C")
    assert two.labels == ("6H+2C",) * 4
    assert two.chosen == (0, 3)


def test_a_crowded_table_is_drawn_in_part() -> None:
    """The groups of the play come first, and how many there are is said."""
    crowded = ",".join(rank + suit for rank in "65432A" for suit in "SHDC")
    drawn = picture(f"{crowded} TC,9C", "TCx6S+4S,5S+5H")
    assert chosen(drawn) == ["6S+4S", "5S+5H"]
    assert len(drawn.labels) == 24
    assert drawn.count > 1000


def test_what_a_play_leaves_is_drawn_before_what_it_rules_out() -> None:
    """Of what cannot all be shown the groups that could be taken as well come first."""
    position = parse_position("6H,2D,2C,5S,3H,AC,7D 8S,KD")
    conflicts = conflicts_of(position, parse_play("8Sx6H+2D"), most=3)
    assert conflicts.labels == ("7D+AC", "6H+2D", "5S+3H")
    assert conflicts.count == 7


# --- agreement -----------------------------------------------------------------------------------


def hands_of(position: Position) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that the mover may play together."""
    most = len(position.hand) if position.variant.options.hand_cards == "many" else 1
    for size in range(1, most + 1):
        yield from dict.fromkeys(combinations(position.hand, size))


def of_every_hand(
    find: Callable[[Position, tuple[Card, ...]], frozenset[Effect]], position: Position
) -> set[Effect]:
    """Return the captures of all cards together."""
    return {effect for hand in hands_of(position) for effect in find(position, hand)}


def listed(position: Position) -> set[Effect]:
    """Return what the exact search lists."""
    return {effect_of(play) for play in legal_plays(position, kind="capture")}


def assert_same(position: Position) -> None:
    """Compare the graph with the exact search: every capture, and the maximal ones."""
    complete = position.variant.with_options(capture_extent="maximal")
    maximal = replace(position, variant=complete)
    for find, asked, exact in (
        (all_captures, position, listed(position)),
        (all_captures, maximal, listed(maximal)),
        (maximal_captures, maximal, listed(maximal)),
        (maximal_captures, position, listed(maximal)),
    ):
        found = of_every_hand(find, asked)
        assert found == exact, (
            f"{find.__name__} on {asked}\n"
            f"only the graph finds: {_written(found - exact)}\n"
            f"only the exact search lists: {_written(exact - found)}"
        )


def _written(effects: set[Effect]) -> str:
    plays = (CapturePlay(hand, bag=items) for _, hand, items, _, _ in effects)
    return "  ".join(sorted(map(str, plays))) or "nothing"


@pytest.mark.parametrize("name", VARIANTS)
def test_graph_and_search_agree(name: str) -> None:
    """On 120 random positions of every variant both find the same captures."""
    rnd = Random(f"conflicts {name}")
    for _ in range(120):
        assert_same(random_position(name, rnd))


@pytest.mark.parametrize("name", VARIANTS)
def test_graph_and_search_agree_under_house_rules(name: str) -> None:
    """With capture and build options changed at random both find the same captures."""
    rnd = Random(f"conflicts house rules {name}")
    for _ in range(40):
        assert_same(random_position(random_rules(name, rnd), rnd))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_graph_and_search_agree_on_thousands(name: str) -> None:
    """On 3,000 more positions, and 1,000 under house rules, both find the same."""
    rnd = Random(f"conflicts slow {name}")
    for _ in range(60 if SHORT else 3000):
        assert_same(random_position(name, rnd))
    for _ in range(30 if SHORT else 1000):
        assert_same(random_position(random_rules(name, rnd), rnd))


def test_networkx_is_loaded_only_when_it_is_asked() -> None:
    """Importing the module must not cost the time to import networkx."""
    code = "import sys, casino_tutor.rules.conflicts; print('networkx' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"

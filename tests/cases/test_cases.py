"""The worked examples of the rules: every case of both case files, judged and played.

`BROKEN` says which rules each illegal case breaks, all of them and no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import BuildPlay, Item, Play, effect_of, item_cards
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import Verdict, judge
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.rounds import play_on
from tests.cases.reading import SEATS, Case, field_cases, move_cases, other_cases, written_sets

#: The rules that each illegal case breaks.
BROKEN: Mapping[str, tuple[str, ...]] = {
    # Casino: what a card may take
    "P03b": ("capture.court_one_or_three",),
    "P04": ("capture.court_alone",),
    "P07": ("capture.no_grouping",),
    "P24e": ("capture.build_value",),
    "P40": ("table.inside_build",),
    # Casino: what may be built
    "P13": ("build.capturing_card",),
    "P14d": ("build.capturing_card",),
    "P14e": ("build.capturing_card",),
    "P16": ("turn.one_action",),
    "P29c": ("build.multiple_fixed",),
    "P30b": ("build.raise_loose",),
    "P30d": ("build.as_card",),
    "P33c": ("build.multiple_fixed",),
    "P34b": ("build.own_raise",),
    "P42": ("build.court",),
    # Casino: what the owner of a build owes
    "P26a": ("guard.keep",),
    # HowStuffWorks
    "H02": ("capture.court_one_or_three",),
    "H11": ("trail.owner",),
    # the tutorial
    "T03b": ("build.capturing_card",),
    "T06": ("build.multiple_fixed",),
    "T07": ("build.court",),
    "T08": ("trail.owner_next_turn",),
    # Royal Casino, Dominican
    "D03": ("capture.equal_left",),
    "D04": ("trail.equal",),
    "D08b": ("build.own_raise",),
    "D10": ("trail.owner",),
    "D13b": ("capture.one_value",),
    "D13c": ("capture.equal_left",),
    "D16b": ("build.for_partner",),
    "D18": ("build.capturing_card",),
    # Royal Casino, English and Yeeqia
    "E04": ("trail.owner",),
    "Y09": ("trail.owner",),
    "Y11": ("capture.equal_left",),
    "Y12": ("turn.one_action",),
    # no building
    "K06": ("build.not_in_game",),
    "N05": ("build.not_in_game",),
    # Finnish: an ace from the hand is 14
    "F01": ("capture.group_total",),
    # where programs in the field went wrong
    "F-C01": ("capture.no_grouping",),
    "F-C02": ("capture.group_total",),
    "F-C03": ("capture.group_total",),
    "F-C04": ("capture.group_total",),
    "F-C12": ("capture.no_grouping",),
    "F-C19": ("capture.no_grouping",),
    "F-A03": ("guard.shared",),
    "F-B03": ("capture.build_in_sum",),
    "F-B14": ("build.same_value",),
    "F-B16": ("build.capturing_card",),
    "F-B17": ("guard.keep",),
    "F-B18": ("build.table_card",),
    "F-B24": ("build.multiple_fixed",),
    "F-T02": ("trail.owner", "guard.keep"),
    "F-T04": ("trail.equal",),
    "F-T05": ("trail.equal",),
    # Swazi
    "W01": ("capture.build_in_sum",),
    "W05b": ("build.own_raise",),
    "W05c": ("build.raise_whose",),
    "W05d": ("build.multiple_fixed",),
    "W06a": ("pile.one_a_group",),
    "W07": ("pile.augment_only",),
    "W08b": ("guard.keep",),
    "W09a": ("build.same_value",),
    "W13": ("pile.not_top",),
    # South African
    "Z03": ("trail.owner",),
    # games in which nobody wants to capture
    "L01": ("trail.must_capture",),
    "R02": ("trail.must_capture", "turn.forced_sweep"),
    "R03": ("turn.forced_sweep",),
}

#: Cases that attempt no play: they are about points, or about a file of saved games, and belong to
#: the tests of those.
NO_PLAY: Mapping[str, str] = {
    **dict.fromkeys(["F-E02", "F-E03", "F-E04"], "points"),
    "F-S01": "saved games",
}

#: What the points of a case are worth is judged with the scoring.
SCORED_LATER = {"points_now", "residue", "residue_to"}

CASES = {case.id: case for case in [*move_cases(), *field_cases()]}
JUDGED = {name: case for name, case in CASES.items() if case.play}
LEGAL = [name for name, case in JUDGED.items() if case.legal]
ASKED = [name for name, case in CASES.items() if not case.play and name not in NO_PLAY]


def _position(case: Case) -> Position:
    return parse_position(case.position, case.variant, case.options)


def _item(written: str) -> Item:
    """Read a build that is written by its cards."""
    (item,) = parse_play(f"_,{written}=1").items
    return item


def _cards(written: list[str]) -> list[Card]:
    """Read cards as the case files write them, Rook cards colour first, and sort them."""
    return sorted(card for text in written for card in parse_play(text).hand)


# --- verdicts and reasons -------------------------------------------------------------------------


@pytest.mark.parametrize("name", JUDGED)
def test_the_verdict_is_that_of_the_case(name: str) -> None:
    """A legal case breaks no rule; an illegal one breaks exactly the rules of the table."""
    case = JUDGED[name]
    found = violations(_position(case), case.play)
    assert tuple(violation.rule for violation in found) == BROKEN.get(name, ())
    assert case.legal == (not found)


def test_the_table_of_broken_rules_has_every_illegal_case() -> None:
    """No illegal case is without its rule, and no rule is named for a legal one."""
    assert {name for name, case in JUDGED.items() if not case.legal} == set(BROKEN)


@pytest.mark.parametrize("name", [name for name in JUDGED if "/" not in JUDGED[name].play])
def test_the_list_of_plays_agrees_with_the_case(name: str) -> None:
    """A legal case is in the list of legal plays; an illegal one is not."""
    case = JUDGED[name]
    if name == "F-C19":
        return  # its 29 loose cards are judged, and never listed
    position, play = _position(case), parse_play(case.play)
    wanted = {effect_of(listed) for listed in legal_plays(position, kind=play.kind)}
    assert (effect_of(play) in wanted) == case.legal


# --- what the play does ---------------------------------------------------------------------------


def _first_of(case: Case) -> tuple[Verdict, Position]:
    verdict = judge(_position(case), case.play)
    assert verdict.after is not None
    return verdict, verdict.after


@pytest.mark.parametrize("name", [name for name in LEGAL if "result" in JUDGED[name].raw])
def test_the_result_is_that_of_the_case(name: str) -> None:
    """Cards taken, cards left, the build made, the hand and the sweep are those of the case."""
    case = JUDGED[name]
    verdict, left = _first_of(case)
    expected = dict(case.raw["result"])
    lying = expected.pop("table_after")
    assert _cards(lying) == list(left.loose)
    assert _cards(expected.pop("hand_after")) == list(left.hands[0].cards)
    assert _cards(expected.pop("captured", [])) == sorted(verdict.captured)
    is_empty = not lying and not expected["builds_after"]
    assert expected.pop("table_emptied", is_empty) == verdict.emptied
    _check_builds(case, left, expected.pop("builds_after"), expected.pop("build", None))
    _check_sweep(case, verdict, expected.pop("sweep", None))
    oranges = [notice.id for notice in verdict.notices if "orange" in notice.id]
    assert oranges == (["notice.orange"] if expected.pop("orange", False) else [])
    insisted = [
        [card for card in one.cards if card not in verdict.captured]
        for one in verdict.notices
        if one.id == "notice.insistence"
    ]
    _check_insistence(insisted, expected.pop("opponent_may_insist_on", None))
    if "points" in expected:
        points = expected.pop("points")
        scored, _ = play_on(_position(case), case.play)
        assert scored.points == (points["me"], points["previous_player"])
    # The build that the case describes shows whether it was joined.
    expected.pop("merged_with", None)
    assert set(expected) <= SCORED_LATER


def _check_builds(
    case: Case, left: Position, standing: list[str], made: dict[str, Any] | None
) -> None:
    """Compare the builds that stand afterwards: those of before, and the one that was made."""
    before = {_item(case.builds[name]) for name in standing if name in case.builds}
    lying = {build.item: build for build in left.builds}
    assert len(lying) == len(left.builds) == len(standing)
    new = [build for item, build in lying.items() if item not in before]
    assert (made is not None) == ("(result)" in standing) == bool(new)
    if made is not None:
        (build,) = new
        assert build.value == made["value"]
        assert build.is_multiple == (made["kind"] != "single")
        assert build.owner == SEATS[made["owner"]]
        assert build.item == _item(written_sets(made["sets"]))


def _check_insistence(named: list[list[Card]], expected: list[str] | None) -> None:
    assert [sorted(cards) for cards in named] == ([] if expected is None else [_cards(expected)])


def _check_sweep(case: Case, verdict: Verdict, expected: object) -> None:
    if expected is None:
        return
    assert verdict.sweep == bool(expected)
    if isinstance(expected, str):
        taken = len(verdict.captured) - len(parse_play(case.play).hand)
        small = _position(case).variant.options.small_sweep_cards
        assert (taken <= small) == expected.startswith("little")


FIELD_LEGAL = [name for name in LEGAL if "expected" in JUDGED[name].raw]


@pytest.mark.parametrize("name", FIELD_LEGAL)
def test_the_result_is_that_of_the_field_case(name: str) -> None:
    """What a field case says of the pile, the table, the builds and the sweep comes true."""
    case = JUDGED[name]
    verdict, left = _first_of(case)
    expected = dict(case.raw["expected"])
    if "pile_gains" in expected:
        assert len(verdict.captured) == expected["pile_gains"] == len(left.taken[0])
    if "table_after" in expected:
        assert list(left.loose) == _cards(expected["table_after"])
    if "builds_left" in expected:
        assert [build.value for build in left.builds] == expected["builds_left"]
    if "sweep" in expected:
        assert verdict.sweep == expected["sweep"]
    own = [build for build in left.builds if build.owner == 1]
    if "build_value_after" in expected:
        (new,) = own
        assert new.value == expected["build_value_after"]
        assert new.is_multiple == expected["build_multiple_after"]
    if "groups" in expected:
        (new,) = own
        assert len(new.sets) == expected["groups"]
        assert new.is_multiple == expected["multiple"]


# --- what must be offered -------------------------------------------------------------------------


def _captures(case: Case) -> list[tuple[Play, list[Card]]]:
    """Return the captures of the case's card, each with the table cards it takes."""
    card = case.raw["play"].get("card")
    chosen = Card(card) if card else None
    found = legal_plays(_position(case), card=chosen, kind="capture")
    return [(play, sorted(c for item in play.items for c in item_cards(item))) for play in found]


@pytest.mark.parametrize("name", [n for n in ASKED if "best" in CASES[n].raw["play"]["type"]])
def test_the_best_capture_is_listed(name: str) -> None:
    """Among the legal captures is the one that takes most; it sweeps where the case says so."""
    case = CASES[name]
    expected = case.raw["expected"]
    captures = _captures(case)
    play, most = max(captures, key=lambda capture: len(capture[1]))
    if "max_table_cards" in expected:
        assert len(most) == expected["max_table_cards"]
    if "distinct_captures" in expected:
        assert len({effect_of(each) for each, _ in captures}) == expected["distinct_captures"]
    best = expected.get("best_take", expected.get("best", {}).get("take"))
    if best is not None:
        assert most == _cards(best)
    if "best" in expected:
        assert play.hand == (Card(expected["best"]["card"]),)
    if "sweep" in expected:
        assert judge(_position(case), play).sweep == expected["sweep"]


def test_two_groupings_of_one_capture_are_one_entry() -> None:
    """F-C13: a capture is listed once, however it can be found."""
    case = CASES["F-C13"]
    expected = case.raw["expected"]
    taken = [cards for _, cards in _captures(case)]
    assert taken == [_cards(cards) for cards in expected["captures"]]
    assert len(taken) == expected["distinct_captures"]


def _builds_offered(case: Case) -> list[BuildPlay]:
    card = Card(case.raw["play"]["card"])
    found = legal_plays(_position(case), card=card, kind="build")
    return [play for play in found if isinstance(play, BuildPlay)]


@pytest.mark.parametrize("name", ["F-B08", "F-B09", "F-B10"])
def test_every_meaning_of_a_pile_is_offered(name: str) -> None:
    """Five on five is a ten or fives: each build of the case is in the list."""
    case = CASES[name]
    offers = _builds_offered(case)
    for wanted in case.raw["expected"]["must_offer"]:
        found = [
            play
            for play in offers
            if play.value == wanted["value"] and list(play.items) == _cards(wanted["take"])
        ]
        assert len(found) == 1
        if "multiple" in wanted:
            assert bool(found[0].groups) == wanted["multiple"]


def test_both_kinds_of_play_are_offered_for_the_same_cards() -> None:
    """F-B11: a five beside a five may be taken or built on; the program does not choose."""
    case = CASES["F-B11"]
    asked = case.raw["play"]
    found = legal_plays(_position(case), card=Card(asked["card"]))
    kinds = {play.kind for play in found if list(play.items) == _cards(asked["with_table"])}
    assert kinds == set(case.raw["expected"]["must_offer_types"])


def test_a_second_build_of_the_value_joins_the_first_instead() -> None:
    """F-B14: beside the own nine no other nine is built, but the same cards are added to it."""
    case = CASES["F-B14"]
    (wanted,) = case.raw["expected"]["must_offer"]
    added = f"{wanted['card']}+{wanted['take'][0]},{case.builds['0']}={wanted['value']}"
    assert parse_play(added) in legal_plays(_position(case))


@pytest.mark.parametrize("name", ["F-B03", "F-B17"])
def test_the_legal_alternative_is_legal(name: str) -> None:
    """What the case names as the legal way to play the card is legal and is listed."""
    case = CASES[name]
    way = case.raw["expected"]["legal_alternative"]
    taken = [case.builds[str(number)] for number in way.get("take_builds", [])]
    play = f"{case.raw['play']['card']}x{','.join([*taken, *way.get('take', [])])}"
    assert is_legal(_position(case), play)
    assert parse_play(play) in legal_plays(_position(case))


def test_the_order_of_the_cards_does_not_matter() -> None:
    """F-C11: cards pointed at in any order are one capture with one grouping."""
    case = CASES["F-C11"]
    asked = case.raw["play"]
    for order in permutations(asked["take_in_this_order"]):
        verdict = judge(_position(case), f"{asked['card']}x{''.join(order)}")
        assert verdict.is_legal
        assert verdict.text == "9Cx6C+3S,5D+4H"


# --- nothing is skipped ---------------------------------------------------------------------------


def test_every_case_is_judged_or_asked() -> None:
    """Each case of both files that is about plays is judged or asked."""
    assert sorted([*JUDGED, *ASKED, *NO_PLAY]) == sorted(CASES)
    assert {case["type"] for case in other_cases()} == {"score", "deal"}
    asked = {"ask-best", "list-captures", "list-builds", "select"}
    assert {CASES[name].raw["play"]["type"] for name in ASKED} == asked

"""The best capture and the best build: that nothing is worth more, and that the proof is one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import CapturePlay, Play, item_cards
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, variant_names
from casino_tutor.rules.best import BestPlay, SearchTimeout, best_build, best_capture
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.legality import violations
from casino_tutor.rules.scoring import sweeps_made
from casino_tutor.rules.transition import empties_table
from casino_tutor.rules.worth import certain_points, is_twin, orange_count, share, sweep_points
from tests.cases.reading import Case, field_cases
from tests.random_positions import random_position, random_rules

VARIANTS = variant_names()
#: The slow tests are shortened where every change is checked.
SHORT = os.environ.get("CASINO_TUTOR_FUZZ") == "short"
#: Scoring in which a capture is worth the more, the more cards it takes.
ONLY_CARDS = {
    "cards_points": 1,
    "spades_points": 0,
    "ace_points": 0,
    "big_casino_points": 0,
    "little_casino_points": 0,
    "sweep_points": 0,
}
ASKED = {case.id: case for case in field_cases() if case.raw["play"]["type"] == "ask-best"}


def best(line: str, **options: object) -> BestPlay:
    """Return the best capture of a position line; there is one."""
    found = best_capture(parse_position(line, options=options))
    assert found is not None
    return found


def best_of_case(case: Case, **options: object) -> BestPlay:
    """Return the best capture of a worked example."""
    position = parse_position(case.position, case.variant, {**case.options, **options})
    found = best_capture(position)
    assert found is not None
    assert found.is_proved
    assert not violations(position, found.play)
    return found


def table_cards(found: BestPlay) -> set[str]:
    """Return the cards that a play takes from the table."""
    return {card.text for item in found.play.items for card in item_cards(item)}


# --- examples ------------------------------------------------------------------------------------


def test_points_count_first_and_cards_by_their_share() -> None:
    """The ace alone is worth more than three cards; without its point they are worth more."""
    line = "AH,5S,3H 8S,AC"
    assert str(best(line).play) == "ACxAH"
    assert str(best(line, ace_points=0).play) == "8Sx5S+3H"
    assert str(best("AH,5S,3H,2D 8S,KC").play) == "8Sx5S+2D+AH"


def test_what_a_capture_is_worth_is_said_apart() -> None:
    """Points for certain, cards and spades, the hand card among them, and the shares of both."""
    found = best("TD,6C,4H,2S,8H TS,KD")
    assert (found.points, found.cards, found.spades) == (3, 6, 2)
    assert found.worth == 3 + 6 * Fraction(3, 52) + 2 * Fraction(1, 13)
    assert found.bound == found.worth


def test_a_sweep_is_worth_its_point() -> None:
    """Where sweeps score, taking everything brings a point more."""
    line = "9H,6C,3D 9S,KD"
    assert (best(line).points, best(line, sweep_points=1).points) == (0, 1)


def test_an_orange_is_worth_its_points() -> None:
    """In Tuxedo a red and a yellow card of the table make one."""
    line = "7R,4Y,6G,3B 7B,8G; variant tuxedo"
    assert table_cards(best(line)) == {"7R", "4Y", "3B"}
    assert best(line).points - best(line, orange_points=0).points == 10


def test_the_hand_card_may_be_chosen() -> None:
    """Left open, every card of the hand is tried; several together where the variant allows it."""
    position = parse_position("8D,AH 8S,AC,KD")
    everything = best_capture(position)
    eight = best_capture(position, Card("8S"))
    assert everything is not None
    assert eight is not None
    assert str(everything.play) == "ACxAH"
    assert str(eight.play) == "8Sx8D"
    kirchner = best("QD,TS,2H 7C,5D,9H; variant kirchner")
    assert str(kirchner.play) == "7C&5DxQD,TS+2H"


def test_there_may_be_no_capture_and_no_build() -> None:
    """Nothing fits, the card is not held, it is not the time, the variant does not build."""
    position = parse_position("8D 9S,KD")
    assert best_capture(position) is None
    assert best_build(position) is None
    assert best_capture(position, Card("8S")) is None
    assert best_capture(parse_position("8D 8S - 40 -/- -")) is None
    assert best_build(parse_position("8D,AS 8S,9S 1+ 40 -/- -")) is None
    assert best_build(parse_position("7C,AS 8S,AD; variant kirchner")) is None


@pytest.mark.parametrize(
    ("line", "play"),
    [
        # The spade is built, the other ten is kept to take it.
        ("6S,4H,TD TS,TH,KD", "TS,TD,6S+4H=10"),
        # Increased, with a loose nine taken in; a variant may forbid that.
        ("[4H+3C]=7@2,9D 2S,9C,KD", "2S+[4H+3C],9D=9"),
        ("[4H+3C]=7@2,9D 2S,9C,KD; option raise_and_absorb=false", "2S+[4H+3C]=9"),
        # Extended.
        ("[5H+4C]=9@2,6D 3H,9C,KD", "3H+6D,[5H+4C]=9"),
        # Raised with a loose card, where that is allowed.
        ("[4D+AS]=5@2,2C 3H,TS,KD; option raise_with_loose=true", "3H+[4D+AS]+2C=10"),
    ],
)
def test_the_best_build_holds_most(line: str, play: str) -> None:
    """It is worth what is in it, and a card that takes it stays in the hand."""
    found = best_build(parse_position(line))
    assert found is not None
    assert found.is_proved
    assert str(found.play) == play


# --- the worked examples -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [n for n in ASKED if "max_table_cards" in ASKED[n].raw["expected"]]
)
def test_the_most_cards_are_found(name: str) -> None:
    """Where only the number of cards counts, as many are taken as the case says."""
    case = ASKED[name]
    found = best_of_case(case, **ONLY_CARDS)
    assert found.cards - 1 == case.raw["expected"]["max_table_cards"]
    assert table_cards(found) == set(case.raw["expected"].get("best_take", table_cards(found)))


def test_by_points_fewer_cards_can_be_better() -> None:
    """Case F-C05: the ace among four cards is worth more than a fifth card."""
    case = ASKED["F-C05"]
    found = best_of_case(case)
    assert table_cards(found) == {"8D", "5S", "2D", "AC"}
    position = parse_position(case.position, case.variant)
    assert (
        legal_plays(position, kind="capture").count() == case.raw["expected"]["distinct_captures"]
    )


@pytest.mark.parametrize("name", ["F-C07", "F-C09", "F-C10", "F-C17"])
def test_by_points_the_most_cards_can_be_best(name: str) -> None:
    """The other cases: what scores most is also what takes most."""
    case = ASKED[name]
    expected = case.raw["expected"]
    found = best_of_case(case)
    take = expected.get("best", {}).get("take", table_cards(found))
    assert table_cards(found) == set(take)
    assert len(take) == expected.get("max_table_cards", len(take))
    position = parse_position(case.position, case.variant, case.options)
    assert empties_table(position, found.play) == expected.get("sweep", False)


# --- agreement -----------------------------------------------------------------------------------


def worth_of(position: Position, play: Play) -> Fraction:
    """Count what a play is worth, card by card; where few points win they count against it."""
    options = position.variant.options
    table = [card for item in play.items for card in item_cards(item)]
    cards = [*play.hand, *table]
    worth = sum(
        (certain_points(card, options) + share(card, options) for card in cards), Fraction()
    )
    if isinstance(play, CapturePlay):
        twin = is_twin(play.hand, table)
        worth += sweep_points(len(table), options, twin=twin) * sweeps_made(position, play)
        worth += options.orange_points * orange_count(play.hand, table, options)
    return -worth if options.low_wins else worth


def assert_best(
    position: Position, kind: str, search: Callable[[Position], BestPlay | None]
) -> None:
    """Compare the best play found with all that are listed."""
    # A build for a partner, and one without a hand card, is not searched for.
    plays = [
        play
        for play in legal_plays(position, kind=kind)
        if play.hand and getattr(play, "seat", None) is None
    ]
    most = max((worth_of(position, play) for play in plays), default=None)
    found = search(position)
    shown = f"{position}\nthe best {kind} is worth {most}, found is {found}"
    if found is None:
        assert most is None, shown
        return
    assert found.worth == worth_of(position, found.play) == most, shown
    assert found.is_proved, shown
    assert not violations(position, found.play), shown


def assert_best_of_both(rules: Variant | str, rnd: Random) -> None:
    """Compare on one random position."""
    position = random_position(rules, rnd)
    assert_best(position, "capture", best_capture)
    assert_best(position, "build", best_build)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_listed_is_worth_more(name: str) -> None:
    """On random positions of every variant, and under house rules."""
    rnd = Random(f"best {name}")
    for _ in range(12):
        assert_best_of_both(name, rnd)
    for _ in range(6):
        assert_best_of_both(random_rules(name, rnd), rnd)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_listed_is_worth_more_on_hundreds(name: str) -> None:
    """On 300 more positions of every variant, and 150 under house rules."""
    rnd = Random(f"best slow {name}")
    for _ in range(20 if SHORT else 300):
        assert_best_of_both(name, rnd)
    for _ in range(10 if SHORT else 150):
        assert_best_of_both(random_rules(name, rnd), rnd)


def test_a_build_that_is_raised_may_absorb_nothing() -> None:
    """Where a raise takes nothing in, the bare raise is found; loose cards do not fill it up."""
    for line in (
        # The best arrangement would absorb the queen; the eight upon the build is legal.
        "[7S+AD]=8@2~,[6C+2S]=8@2,[3D+AC]=4@1,QH,JS,TH,9H,5C ?3/QC,8D,8C 2; variant royal_course",
        # The missing eight of a raise to fourteen is nobody's: the loose cards may not make it up.
        "[2H+AH]=3@3,KC,QD,QC,JC,8S,5H,4C ?1/3S,AC/TH,3H/6H 2; variant royal_dominican",
        "[3D+AS]=4@3,QD,QC,TC,8D,7S,4S,4D ?4/JS,7D,6S/KS,TH,4H,2H/?3 3; variant casino_tutorial",
        "[6C+3S]=9@2,KS,3D,3C,AS QD,AH,AC/7S,5S,2S; variant royal_howstuffworks",
    ):
        assert_best(parse_position(line), "build", best_build)


# --- crowded tables ------------------------------------------------------------------------------


@pytest.mark.parametrize("loose", [24, 32, 40])
@pytest.mark.parametrize("name", ["casino_pagat", "royal_english", "royal_dominican"])
def test_a_crowded_table_is_proved(name: str, loose: int) -> None:
    """Far too crowded to list: the proof is there within the time limit."""
    position = random_position(name, Random(f"crowded {name} {loose}"), loose=loose, builds=False)
    found = best_capture(position)
    assert found is not None
    assert found.is_proved
    assert not violations(position, found.play)
    built = best_build(position)
    assert built is None or (built.is_proved and not violations(position, built.play))


def test_a_crowded_table_is_swept() -> None:
    """Four of each from ace to six are 84, which is twelve sevens: only the seven takes all."""
    crowded = ",".join(rank + suit for rank in "65432A" for suit in "SHDC")
    found = best(f"{crowded} TC,9C,8C,7C", sweep_points=1)
    assert str(found.play).startswith("7Cx")
    assert (found.cards, found.is_proved) == (25, True)
    # Four aces, the two of spades, and the sweep.
    assert found.points == 6


def test_without_time_the_answer_is_honest() -> None:
    """The best found so far with a bound above it, or an error; never a false proof."""
    position = parse_position(
        "KH,QD,JD,TC,9S,9C,8S,8H,7S,7H,7D,5S,5H,5D,5C,4S,4H,4C,3S,3C,2H,2D,AS,AC QC,TS,9D/TD,6D; "
        "variant kirchner"
    )
    try:
        found = best_capture(position, time_limit=0.05)
    except SearchTimeout:
        return
    assert found is not None
    assert not violations(position, found.play)
    assert found.is_proved == (found.bound <= found.worth)
    assert not found.is_proved


def test_the_solver_is_loaded_only_when_it_is_asked() -> None:
    """Importing the module must not cost the time to import OR-Tools."""
    code = "import sys, casino_tutor.rules.best; print('ortools' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"

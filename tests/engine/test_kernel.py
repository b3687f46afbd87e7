"""The kernel, compiled or not, plays by the readable rules: same plays, positions and scores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from casino_tutor.engine import kernels
from casino_tutor.engine.coverage import not_covered
from casino_tutor.engine.kernels import is_compiled, kernel_of
from casino_tutor.engine.layout import BUILDS, INFO, LEFT_WORTH, PILE
from casino_tutor.engine.objective import end_value
from casino_tutor.engine.plan import move_key, plan_of, state_of
from casino_tutor.engine.readable import after_play
from casino_tutor.model.options import OPTION_KEYS
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.perft import perft
from casino_tutor.rules.rounds import give_residue
from tests.engine.crowded import crowded
from tests.engine.endings import COVERED, covered_rules, open_position

SHORT: Final = os.environ.get("CASINO_TUTOR_FUZZ") == "short"
FORMS: Final = ("compiled", "plain") if is_compiled() else ("plain",)


def positions(seed: str, count: int, *, deals: int = 0) -> Iterator[tuple[Position, Random]]:
    """Yield random positions of the games that the kernel knows, with house rules or without."""
    for number in range(count):
        rnd = Random(f"{seed} {number}")
        variant = covered_rules(rnd)
        yield open_position(variant, rnd, deals=deals, seats=rnd.choice((2, 2, 4))), rnd


def ready(form: str, position: Position, *, merge: bool) -> tuple[Any, Any]:
    """Return a kernel with the position put in, and the plan it was made by."""
    kernel, plan = kernel_of(form), plan_of(position, merge=merge)
    kernel.use(plan.rules, 4)
    kernel.put(plan.words, plan.numbers)
    return kernel, plan


def check_plays(form: str, position: Position, *, merge: bool) -> None:
    """Compare the plays that the kernel finds with those of the rules."""
    kernel, plan = ready(form, position, merge=merge)
    found = kernel.moves()
    listed = [move_key(play, position, plan) for play in legal_plays(position)]
    assert sorted(set(listed)) == sorted(found), position
    if not merge:
        # Where every card is a kind of its own, nothing is two plays in one.
        assert len(set(listed)) == len(listed), position


def check_round(form: str, position: Position, rnd: Random, *, merge: bool) -> None:
    """Play at random to the end of the round; compare every position, and the score."""
    kernel, plan = ready(form, position, merge=merge)
    while position.turn is not None:
        plays = list(legal_plays(position))
        if not plays:
            return
        play = rnd.choice(plays)
        kernel.put(*state_of(position, plan))
        kernel.go(0, kernel.moves().index(move_key(play, position, plan)))
        position = after_play(position, play)
        if position.turn is not None:
            assert _comparable(kernel.at(1), position) == _comparable(
                state_of(position, plan), position
            ), (position, play)
    assert kernel.worth_at(1) == end_value(position, "points"), position


def _comparable(state: tuple[list[int], list[int]], position: Position) -> tuple[object, ...]:
    """Return what must be equal: builds in any order, and no hands of seats that do not play."""
    words, numbers = state
    builds = sorted((words[PILE + i], words[INFO + i]) for i in range(numbers[BUILDS]))
    return words[: 1 + position.seats], builds, numbers[: LEFT_WORTH + 1]


@pytest.mark.parametrize("form", FORMS)
def test_same_plays(form: str) -> None:
    """On random tables the kernel finds the legal plays, each once, and no other."""
    for position, rnd in positions("plays", 60):
        check_plays(form, position, merge=rnd.random() < 0.5)


@pytest.mark.parametrize("form", FORMS)
def test_same_rounds(form: str) -> None:
    """Each play of a round leaves the same position, deals included, and the score is the same."""
    for position, rnd in positions("rounds", 25, deals=1):
        check_round(form, position, rnd, merge=rnd.random() < 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(50))
def test_same_plays_and_rounds_on_many_positions(part: int) -> None:
    """The same on 5,000 positions, with two deals to come or none; 1,000 in the short run."""
    drawn = positions(f"many {part}", 20 if SHORT else 100)
    for number, (position, rnd) in enumerate(drawn, part):
        check_plays(FORMS[number % len(FORMS)], position, merge=number % 3 == 0)
        if number % 5 == 0:
            variant = position.variant
            dealt = open_position(variant, rnd, deals=number % 3, seats=position.seats)
            check_round(FORMS[0], dealt, rnd, merge=number % 2 == 0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", COVERED)
def test_same_perft(form: str, name: str) -> None:
    """Lines of two plays are as many as the rules count, where no two cards are merged."""
    position = open_position(find_variant(name), Random(f"perft {name}"), most=2)
    kernel, _ = ready(form, position, merge=False)
    assert kernel.perft(2) == perft(position, 2).plays


def test_merged_cards_are_interchangeable() -> None:
    """Trailing the seven of hearts or of diamonds is one move; the seven of spades is another."""
    position = parse_position("9C 7H,7D,7S/KD,KC,KS 1 0 -/- -")
    merged, _ = ready("plain", position, merge=True)
    assert len(merged.moves()) == 2
    apart, _ = ready("plain", position, merge=False)
    assert len(apart.moves()) == 3


def test_what_is_not_covered_is_named_by_option() -> None:
    """Options decide; one that is newer than the list must have its neutral value."""
    rules = find_variant("royal_dominican")
    assert not_covered(rules.options) == ()
    assert not_covered(rules.with_options(steal_tops="augment_only").options) == ("steal_tops",)
    many = rules.with_options(hand_cards="many", hand_size=12)
    assert not_covered(many.options) == ("hand_cards",)
    assert "packs" in OPTION_KEYS
    assert not_covered(rules.with_options(packs=2).options) == ("packs",)


def test_an_extension_older_than_its_source_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout that has moved on the source counts, not what was compiled from the old one."""
    for name in ("kernel.py", f"kernel{EXTENSION_SUFFIXES[0]}"):
        (tmp_path / name).touch()
    monkeypatch.setattr(kernels, "_FOLDER", tmp_path)
    assert not kernels.is_outdated.__wrapped__()
    os.utime(tmp_path / f"kernel{EXTENSION_SUFFIXES[0]}", (0, 0))
    assert kernels.is_outdated.__wrapped__()


def test_a_crowded_table_is_told() -> None:
    """Where there are more captures than the kernel has room for, it says so."""
    small = ",".join(rank + suit for rank in "A2345678" for suit in "SHD")
    position = parse_position(f"{small} KS/KH 1 0 -/- -; option face_values=royal")
    kernel, _ = ready(FORMS[0], position, merge=False)
    kernel.allow(1, None)
    kernel.moves()
    assert kernel.left_out


@pytest.mark.parametrize("form", FORMS)
def test_making_moves_ends_with_the_time(form: str) -> None:
    """On the most crowded table the clock is asked while moves are made, not only between nodes."""
    looks: list[int] = []

    def look() -> bool:
        looks.append(len(looks))
        return len(looks) == 2

    kernel, _ = ready(form, crowded(find_variant("royal_english"), 1, loose=16), merge=False)
    kernel.allow(10**9, look)
    moves = kernel.moves()
    assert (looks, kernel.stopped, kernel.left_out) == ([0, 1], 1, 0)
    # Whoever uses the kernel next is not ended by that clock.
    kernel, _ = ready(form, parse_position("8D 8S/KD 1 0 -/- -"), merge=False)
    assert len(kernel.moves()) == 2
    assert len(moves) > 2


def test_sweeps_of_a_side_near_the_target_only_cancel() -> None:
    """Where one side no longer scores for sweeps, its own turn down those of the other."""
    line = "8D -/- - 0 8S,AS{}/AH{} 1; variant royal_dominican; score {}"
    for score in ("0/0", "18/0", "0/18", "19/20"):
        for first, second in (("*1", "*3"), ("*2", ""), ("", "*1"), ("*2", "*2")):
            end = parse_position(line.format(first, second, score))
            kernel, _ = ready("plain", end, merge=True)
            assert kernel.worth_at(0) == end_value(give_residue(end), "points"), end

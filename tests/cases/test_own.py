"""The cases that this project has written for its variants: one file a variant, in own/."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from casino_tutor import judge, parse_position
from casino_tutor.model import variant as variant_module
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.catalogue import rule_ids
from casino_tutor.terminal.dealing import deal_answer
from casino_tutor.terminal.scoring import score_answer

DATA = Path(variant_module.__file__).parents[1] / "data"
SOURCES = tomllib.loads((DATA / "sources.toml").read_text("utf-8"))
FOLDER = Path(__file__).parent / "own"
FILES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}
PLAYS = [(name, case) for name, cases in sorted(FILES.items()) for case in cases.get("play", [])]
SCORES = [(name, case) for name, cases in sorted(FILES.items()) for case in cases.get("score", [])]
DEALS = [(name, case) for name, cases in sorted(FILES.items()) for case in cases.get("deal", [])]
#: What each kind of case says, and what it may say besides.
NEEDED = {
    "play": {"says", "line", "play", "rules", "source"},
    "score": {"says", "given", "points", "source"},
    "deal": {"says", "players", "expect", "source"},
}
ALLOWED = {"play": {"sweep", "taken"}, "score": {"winner"}, "deal": set[str]()}


@pytest.mark.parametrize(("name", "case"), PLAYS)
def test_a_play_is_judged_as_the_case_says(name: str, case: dict[str, Any]) -> None:
    """Exactly these rules are broken; sweep and capture piles are those that the case names."""
    verdict = judge(parse_position(case["line"], name), case["play"])
    assert [violation.rule for violation in verdict.violations] == case["rules"], case["says"]
    assert verdict.sweep == case.get("sweep", verdict.sweep), case["says"]
    if "taken" in case:
        assert str(verdict.after).split(" ")[4] == case["taken"], case["says"]


@pytest.mark.parametrize(("name", "case"), SCORES)
def test_a_round_scores_what_the_case_says(name: str, case: dict[str, Any]) -> None:
    """What was counted brings these points, and the match goes to whom the case names."""
    answer = score_answer(find_variant(name), case["given"])
    assert answer["points"] == case["points"], case["says"]
    if "winner" in case:
        assert (answer["winner"] or "nobody") == case["winner"], case["says"]


@pytest.mark.parametrize(("name", "case"), DEALS)
def test_a_round_is_dealt_as_the_case_says(name: str, case: dict[str, Any]) -> None:
    """So many deals, so many cards each, so many to the table."""
    answer = deal_answer(find_variant(name), case["players"])
    assert answer == answer | case["expect"], case["says"]


def test_cases_are_complete() -> None:
    """Each file is of a built-in variant, and each case says what it shows and who says so."""
    assert set(FILES) <= set(variant_names())
    for cases in FILES.values():
        assert set(cases) <= set(NEEDED)
        for kind, case in ((kind, case) for kind, listed in cases.items() for case in listed):
            assert NEEDED[kind] <= set(case) <= NEEDED[kind] | ALLOWED[kind], case
            assert set(case["source"]) <= set(SOURCES), case
            assert set(case.get("rules", [])) <= set(rule_ids()), case

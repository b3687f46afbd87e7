"""Positions that a reader of the rules made without seeing the program, with their verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casino_tutor import judge, parse_position

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "reviewed.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_verdict_is_that_of_the_rules(case: dict[str, Any]) -> None:
    """Legal or not, every broken rule, and what a capture brings in."""
    position = parse_position(case["position"], case["variant"], case.get("options"))
    verdict = judge(position, case["play"])
    assert verdict.is_legal == case["legal"], case["why"]
    assert [violation.rule for violation in verdict.violations] == case["rules"]
    if "captured" in case:
        assert sorted(card.text for card in verdict.captured) == sorted(case["captured"])
    assert verdict.emptied == case.get("emptied", verdict.emptied)
    assert verdict.sweep == case.get("sweep", verdict.sweep)

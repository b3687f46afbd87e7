"""A built-in variant is finished when its rules have been tried: what each one needs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from casino_tutor.model.variant import variant_names
from tests.cases import test_own
from tests.cases.reading import field_cases, move_cases
from tests.perft.write import DEPTH, read_file
from tests.perft.write import FOLDER as PERFT
from tests.playthroughs.write import file_of

REVIEWED = Path(__file__).parent / "cases" / "reviewed.jsonl"
LEAST_CASES = 3


def _verdicts() -> Counter[tuple[str, bool]]:
    """Count the cases of all files in which a play is judged, by variant and verdict."""
    judged = [(case.variant, case.legal) for case in [*move_cases(), *field_cases()] if case.play]
    reviewed = map(json.loads, REVIEWED.read_text("utf-8").splitlines())
    judged += [(case["variant"], case["legal"]) for case in reviewed]
    judged += [(name, not case["rules"]) for name, case in test_own.PLAYS]
    return Counter((name, bool(legal)) for name, legal in judged)


VERDICTS = _verdicts()


def lacking(name: str) -> list[str]:
    """Return what a variant still needs (docs/variants.md says how it is made)."""
    lacks = []
    legal, illegal = VERDICTS[name, True], VERDICTS[name, False]
    if legal + illegal < LEAST_CASES:
        lacks.append(f"{LEAST_CASES} cases in tests/cases, here are {legal + illegal}")
    if not illegal:
        lacks.append("a case of an illegal play")
    counts = PERFT / f"{name}.toml"
    golden = read_file(counts) if counts.exists() else ()
    if not golden or any(len(one.counts) < DEPTH for one in golden):
        lacks.append("golden counts: type positions, then `python -m tests.perft.write`")
    if not file_of(name).exists():
        lacks.append("a golden playthrough: `python -m tests.playthroughs.write`")
    return lacks


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_has_cases_counts_and_a_playthrough(name: str) -> None:
    """Cases with a verdict, one of them illegal, perft counts, and two rounds to read."""
    assert lacking(name) == []


def test_a_variant_without_them_is_noticed() -> None:
    """Of a variant that is nothing but a file, everything is missed."""
    words = " ".join(lacking("nobody_tried_it"))
    for missing in ("3 cases", "an illegal play", "perft", "playthroughs"):
        assert missing in words

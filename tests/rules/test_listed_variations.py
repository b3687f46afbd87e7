"""Plain Casino as it is varied: each listed variation (rules 1.1) is an option, and does something.

What the variations do to plays is shown by given cases, each held against plain Casino. What they
do to a match is counted on one round: A has most cards, the ten of diamonds, two aces and two
sweeps; B has most spades, the two of spades, two aces, a sweep and the last capture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.legality import violations
from casino_tutor.terminal.scoring import score_answer
from tests.cases.reading import move_cases

#: The variations, as the list of the rules has them.
LISTED: Final = (
    "table_only_builds",
    "owner_trail",
    "raise_with_loose",
    "single_build_as_card",
    "build_for_partner",
    "sweep_points",
    "match_11",
    "match_50",
    "cards_2_last_1",
    "conn_ny",
    "wippen",
    "count_out",
    "claim",
    "spade_casino",
    "face_capture",
)

#: Given cases that are legal by a variation only, and the rules broken without it.
PLAYS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "table_only_builds": ("P16b", ("turn.one_action",)),
    "owner_trail": ("P25c", ("trail.owner",)),
    "raise_with_loose": ("P30c", ("build.raise_loose",)),
    "single_build_as_card": ("P35b", ("build.as_card",)),
    "build_for_partner": ("P45b", ("build.for_partner",)),
    "face_capture": ("P03", ("capture.court_one",)),
}

CASES: Final = {case.id: case for case in move_cases()}

ROUND: Final = {
    "cards": "27-25",
    "spades": "6-7",
    "10D": "A",
    "2S": "B",
    "JS": "B",
    "aces": {"A": ["H", "D"], "B": ["S", "C"]},
    "sweeps": {"A": 2, "B": 1},
    "last_capture": "B",
}

#: variation, options, scores before, scores after, who wins (- nobody).
MATCHES: Final = """
plain           -                                                          15/17   22/21   A
sweep_points    sweep_points=1                                             15/17   24/22   A
match_11        target=11,round_score=difference                           7/10    10/10   -
match_11        target=11,round_score=difference                           8/10    11/10   A
match_50        target=50                                                  42/10   49/14   -
match_50        target=50                                                  43/10   50/14   A
cards_2_last_1  cards_points=2,last_capture_bonus=1                        15/17   21/22   B
conn_ny         cards_points=1,big_casino_points=3,little_casino_points=2  15/17   21/22   B
wippen          cards_points=2,spades_points=2,sweep_points=1              15/17   23/23   -
count_out       win_rule=count_out                                         15/17   22/21   B
count_out       win_rule=count_out                                         18/17   25/21   A
claim           win_rule=claim                                             15/17   22/21   -
spade_casino    scoring=spade_24,target=61                                 51/40   64/51   A
"""


@pytest.mark.parametrize("variation", PLAYS)
def test_a_play_is_legal_by_the_variation_only(variation: str) -> None:
    """The case is legal as it stands; in plain Casino it breaks the rule that is varied."""
    name, rules = PLAYS[variation]
    case = CASES[name]
    assert set(case.options) == {variation}
    assert violations(parse_position(case.position, case.variant, case.options), case.play) == ()
    plain = violations(parse_position(case.position, case.variant), case.play)
    assert tuple(violation.rule for violation in plain) == rules


@pytest.mark.parametrize("line", MATCHES.strip().splitlines())
def test_a_round_counts_otherwise(line: str) -> None:
    """The same round brings other points, another score, or another winner."""
    _, options, before, after, winner = line.split()
    changes = dict(pair.split("=") for pair in options.split(",") if options != "-")
    start = dict(zip("AB", map(int, before.split("/")), strict=True))
    house = find_variant("casino_pagat").with_options(**changes)
    answer = score_answer(house, {**ROUND, "start": start})
    assert answer["totals"] == [int(score) for score in after.split("/")]
    assert answer["winner"] == {"-": None}.get(winner, winner)


def test_the_belgian_game_is_the_listed_variation() -> None:
    """`casino_wippen` is plain Casino with exactly the options of its row."""
    (options,) = {row.split()[1] for row in MATCHES.splitlines() if row.startswith("wippen")}
    changes = dict(pair.split("=") for pair in options.split(","))
    house = find_variant("casino_pagat").with_options(**changes)
    assert find_variant("casino_wippen").options == house.options


def test_every_listed_variation_is_shown() -> None:
    """None of the list is left out."""
    shown = {line.split()[0] for line in MATCHES.strip().splitlines()} - {"plain"}
    assert shown | set(PLAYS) == set(LISTED)

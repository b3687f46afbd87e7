"""What a game does not know is pointed out on a table, and never comes up in a real round."""

from __future__ import annotations

import pytest

from casino_tutor.model.position_text import read_position
from casino_tutor.model.variant import variant_names
from casino_tutor.rules.flags import flags
from casino_tutor.rules.foreign import foreign_marks
from tests.playthroughs.write import file_of

TWO_EIGHTS = "[5S+3H]=8@1,[6S+2H]=8@{owner} 8S,8D/?2 1 20 -/- -"
#: Who may own two builds of one number, or stand beside one.
COEXISTENCE = {
    "casino_pagat": (False, False),
    "royal_course": (True, False),
    "south_african_kasa": (True, True),
    "swazi": (True, True),
}


def _flagged(line: str, variant: str = "casino_pagat") -> list[str]:
    return [flag.id for flag in foreign_marks(read_position(line, variant)[0])]


@pytest.mark.parametrize("name", variant_names())
def test_no_round_that_is_played_comes_to_what_its_game_does_not_know(name: str) -> None:
    """Every table of the golden playthroughs is one that the rules allow."""
    lines = [line for line in file_of(name).read_text("utf-8").split("\n") if " legal: " in line]
    assert lines
    for line in lines:
        assert _flagged(line.partition(" legal: ")[2], name) == []


@pytest.mark.parametrize("name", COEXISTENCE)
def test_two_builds_of_one_number_are_odd_where_the_game_forbids_them(name: str) -> None:
    """One game lets anybody own two, one forbids it to an owner, one to everybody."""
    for owner, odd in zip((1, 2), COEXISTENCE[name], strict=True):
        found = _flagged(TWO_EIGHTS.format(owner=owner), name)
        assert ("flag.same_value" in found) == odd


def test_builds_of_nobody_known_may_belong_to_two_players() -> None:
    """Where only an owner is bound, two builds without an owner are not odd."""
    assert _flagged("[5S+3H]=8,[6S+2H]=8 8S", "royal_course") == []
    assert _flagged("[5S+3H]=8,[6S+2H]=8 8S", "south_african_kasa") == ["flag.same_value"]


def test_more_builds_than_a_player_may_own_are_odd() -> None:
    """One build a player by the association; one each before the last deal of two in Swazi."""
    two, cards = "[5S+3H]=8@1,[6S+3D]=9@1", "8S,9D/?2"
    assert _flagged(f"{two} {cards} 1 20", "south_african_kasa") == ["flag.build_limit"]
    assert _flagged(f"{two} {cards} 1 20", "swazi") == ["flag.build_limit"]
    assert _flagged(f"{two} {cards} 1 0", "swazi") == []
    assert _flagged(f"{two} {cards} 1 20", "casino_pagat") == []


def test_a_game_without_building_has_no_other_remark_on_a_build() -> None:
    """Two equal builds and a touched one are one thing there: builds that cannot be."""
    found = _flagged("[5S+3H]=8@1~,[6S+2H]=8@1 8S", "krypkasino")
    assert found == ["flag.no_building"]


def test_several_odd_things_are_all_named() -> None:
    """Sweeps, cards aside, a proof and points from another game, each with its own sentence."""
    line = "8D 8S/?1 1 20 TH*2/TC*1 1; aside KH; proved 2=8; points 3/0"
    position = read_position(line, "swazi")[0]
    assert [flag.sentence for flag in foreign_marks(position)] == [
        "3 sweeps are written in the capture piles, but this game records no sweeps.",
        "Nobody has a partner here, so the proof 2=8 means nothing.",
        "In this game no cards are set aside; KH will go to the last capturer.",
        (
            "In this game nothing scores while the round is played; the points 3/0 written here "
            "are added all the same."
        ),
    ]
    assert {flag.id for flag in foreign_marks(position)} <= {flag.id for flag in flags(position)}

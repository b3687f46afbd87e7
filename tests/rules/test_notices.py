"""What is legal but can be pointed out: cards left, an insistence, an orange, a build left open.

That every notice has an example stands in `test_rule_examples`; here is what they say, and when
they are silent.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import CapturePlay, TrailPlay
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import judge, notices
from tests.strategies import examples, positions

#: A position, a legal play, and what is said about it.
SAID = {
    ("8D,6C,2D 8S,KD", "8Sx8D"): ["8S could also have taken 6C+2D."],
    ("8D,6C,2D 8S,KD", "8Sx6C+2D"): ["8S could also have taken 8D."],
    ("8D,6C,2D 8S,KD", "8Sx8D,6C+2D"): [],
    ("8D,6C,2D 8S,KD", "8S"): ["8S could have taken 8D,6C+2D."],
    ("8D,6C,2D 8S,KD", "KD"): [],
    ("[5H+3C]=8@2,8D 8S,KD", "8Sx8D"): ["8S could also have taken [5H+3C]."],
    # a court card is not reproached for what it could not take as well
    ("QS,QH QD,4C", "QDxQS"): [],
    ("QS,QH QD,4C; option face_capture=all", "QDxQS"): ["QD could also have taken QH."],
    ("QS,QH QD,4C; variant casino_howstuffworks", "QDxQS"): [],
    ("QS,QH,QC QD,4C; variant casino_howstuffworks", "QDxQS"): ["QD could also have taken QH,QC."],
    ("QS,QH QD,4C; variant royal_english", "QDxQS"): ["QD could also have taken QH."],
    # an ace is not reproached for what it takes only as its other value
    ("9S,5D,AH AC,3C; variant royal_howstuffworks", "ACxAH"): [],
    ("9S,5D,AH AC,3C; variant royal_english", "ACxAH"): ["AC could also have taken 9S+5D."],
    # in the Dominican game what is left is pointed out too (dejado)
    ("9D,5H,4S 9C,3C; variant royal_dominican", "9Cx9D"): ["9C could also have taken 5H+4S."],
    ("5H,4S 9C,3C; variant royal_dominican", "9C"): ["9C could have taken 5H+4S."],
    # where opponents may insist
    ("8H,5D,3S 8C,KD; option capture_duty=opponent_may_insist", "8C"): [
        "An opponent may insist that 8C takes 8H,5D+3S."
    ],
    ("8H,5D,3S 8C,KD; option capture_duty=opponent_may_insist", "KD"): [],
    # everything that fits a build of the own side, group by group
    ("[5S+4H]=9@1,9H,7C,2D,AS 9D,KC/?4/?4/?4 1 0 -/8D -; variant swazi", "KC"): [
        (
            "An opponent may insist that 9H,7C+2D,AS+^8D is added to the build [5S+4H] of your "
            "side before the turn ends."
        )
    ],
    ("[5S+4H]=9@1,[4D+3S]=7@3,9H,7C 9D,KC/?4/?4/?4 1 0 -/- -; variant swazi", "KC"): [
        (
            "An opponent may insist that 9H is added to the build [5S+4H] of your side before the "
            "turn ends."
        ),
        (
            "An opponent may insist that 7C is added to the build [4D+3S] of your side before the "
            "turn ends."
        ),
    ],
    # Tuxedo: both colours lie on the table, those inside a captured build among them
    ("9Y,7B 9R,2B; variant tuxedo", "9Rx9Y"): [],
    ("[5R+4G]=9@2,9Y 9B,2B; variant tuxedo", "9Bx[5R+4G],9Y"): [
        "5R and 9Y are taken together: an orange; call it to score."
    ],
    # a build that lies there alone
    ("6C,2D 4S,8D,8H", "8D,6C+2D=8"): [
        "The table is left with the build [8D,6C+2D] only; whoever holds a card of 8 can clear it."
    ],
    ("6C 2D,8H", "2D+6C=8"): [
        "The table is left with the build [6C+2D] only; whoever holds a card of 8 can clear it."
    ],
    ("6C,KS 2D,8H", "2D+6C=8"): [],
}


@pytest.mark.parametrize(("line", "play"), SAID)
def test_what_is_pointed_out(line: str, play: str) -> None:
    """Each remark with its cards, and silence where there is nothing to remark."""
    verdict = judge(parse_position(line), play)
    assert verdict.is_legal
    assert [notice.sentence for notice in verdict.notices] == SAID[line, play]


def test_a_remark_names_the_cards_it_is_about() -> None:
    """The card played and the cards that were left, for a screen to show."""
    (notice,) = notices(parse_position("8D,6C,2D 8S,KD"), "8Sx8D")
    assert notice.cards == (Card("8S"), Card("6C"), Card("2D"))
    assert str(notice) == notice.sentence


def test_an_illegal_play_gets_its_reasons_and_no_remarks() -> None:
    """Illegal and legal-but-worth-a-remark are never mixed."""
    assert notices(parse_position("8D,6C,2D 8S,KD"), "KDx8D") == ()


def test_where_opponents_always_insist_a_partial_capture_is_illegal() -> None:
    """Enforced, the insistence is a rule and no remark any more."""
    rules = {"capture_duty": "opponent_may_insist", "insistence": "always"}
    position = parse_position("8H,5D,3S 8C,KD", options=rules)
    assert [v.rule for v in judge(position, "8Cx8H").violations] == ["capture.groups_left"]
    assert [v.rule for v in judge(position, "8C").violations] == ["trail.must_capture"]
    assert judge(position, "8Cx8H,5D+3S").is_legal


@settings(max_examples=examples(100))
@given(positions())
def test_a_remark_about_cards_left_is_true(position: Position) -> None:
    """What is said to have been possible was possible: it is in the list of legal plays."""
    listed = list(legal_plays(position))
    for play in listed:
        said = {notice.id for notice in judge(position, play).notices}
        if said & {"notice.cards_left", "notice.insistence"} and isinstance(play, CapturePlay):
            taken = Counter(play.items)
            more = [p for p in listed if p.hand == play.hand and Counter(p.items) > taken]
            assert more, str(play)
        if "notice.could_capture" in said and isinstance(play, TrailPlay):
            assert any(p.kind == "capture" and set(p.hand) >= set(play.hand) for p in listed)

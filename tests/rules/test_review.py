"""What a reader of the rules found wrong once; the right answer is held here."""

from __future__ import annotations

from itertools import islice

import pytest

from casino_tutor import after, judge, legal_plays, parse_position, violations

CROWD = "2H,AC,8C,9C,TD,KC,4C,3H,5H,JH,6C,3S,TS,6H,6S,4D,9H,TH,3D,QC,QD,8H,9S,2C,JC,7H,5D,9D,QH"

BROKEN = {
    # a multiple build of one's own breaks two bans
    ("[6S+4H,TD]=10@1,KH 2C,TC,QD; variant royal_dominican", "2C+[6S+4H,TD]=12"): {
        "build.multiple_fixed",
        "build.own_raise",
    },
    ("[6S+4H,TD]=10@3,KH 2C,QD/?2/?2/?2; variant royal_gamerules", "2C+[6S+4H,TD]=12"): {
        "build.multiple_fixed",
        "build.partner_build",
    },
    # a court card that takes two of its rank and something else
    ("JS,JH,4H JC,2C", "JCxJS,JH,4H"): {"capture.court_alone", "capture.court_one"},
    # cards whose grouping was left open: one sentence
    ("TH,3C 5D,7S/?2; variant kasino_swedish", "7SxTH3C"): {"capture.no_grouping"},
}


@pytest.mark.parametrize(("line", "play"), BROKEN)
def test_every_ban_is_named_and_none_twice(line: str, play: str) -> None:
    """Separate bans are separate faults; one trouble is one fault."""
    found = [violation.rule for violation in violations(parse_position(line), play)]
    assert len(found) == len(set(found))
    assert set(found) == BROKEN[line, play]


def test_three_hand_cards_against_the_whole_table_are_judged() -> None:
    """Kirchner: the cards together are no whole number of groups."""
    position = parse_position(f"{CROWD} KS,QS,AS/?3; variant kirchner")
    attempt = "KS&QS&ASx" + CROWD.replace(",", "")
    assert [v.rule for v in violations(position, attempt)] == ["capture.no_grouping"]


@pytest.mark.parametrize(
    "ops",
    [
        "variant royal_gamerules",
        "variant royal_english; option capture_extent=maximal",
        "variant royal_english; option single_build_as_card=true",
    ],
)
def test_duties_do_not_hide_the_first_plays_of_a_crowded_table(ops: str) -> None:
    """Whatever has to be taken as well, the first plays come at once and are legal."""
    position = parse_position(f"[8S+5S]=13@1,{CROWD} KS,QS,AS,2S/?4; {ops}")
    first = list(islice(legal_plays(position), 20))
    assert len(first) == len(set(first)) == 20
    assert not any(violations(position, play) for play in first)


def test_a_proof_ends_with_the_card_that_was_proved() -> None:
    """The partner who plays a queen may hold none any more."""
    position = parse_position(
        "4H,QH ?2/?2/QC,5C/?2 3 12 -/- -; variant royal_dominican; "
        "option build_for_partner=provable; proved 3=12"
    )
    assert after(position, "QCxQH").proved == ()
    assert after(position, "5C").proved == ((3, 12),)


def test_the_guard_names_only_builds_that_were_guarded() -> None:
    """A build that no card could take before is not said to be lost."""
    position = parse_position("[5S+3D]=8@1,[4S+2H]=6@1,8H 8C,4D")
    (violation,) = violations(position, "8Cx8H")
    assert "build of 8" in violation.sentence
    assert "6" not in violation.sentence


def test_a_false_call_is_pointed_out_on_any_play() -> None:
    """A trail takes nothing, so an orange called with it is false."""
    position = parse_position("9R,5Y 9B,2B; variant tuxedo")
    assert "notice.false_orange" in [n.id for n in judge(position, "2B:orange").notices]

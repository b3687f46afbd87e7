"""Judging: every broken rule of any attempt, each fault once, and quickly on any table.

One example for each rule stands in `tests/rules/examples.py`; here is what happens when several
rules meet, and the rulings that decide between two readings.
"""

from __future__ import annotations

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_play, parse_turn
from casino_tutor.model.plays import BuildPlay, CapturePlay, TrailPlay
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.legality import is_legal, violations

#: Groups that are wrong by one total are named in one sentence.
WRONG_TOTALS = {
    ("8D,6C,3D 8S,KD", "8Sx6C,8D+3D"): [
        "8D+3D totals 11, but 8S counts 8.",
        "6C totals 6, but 8S counts 8.",
    ],
    ("7H,5D,2C 8S,2D", "8Sx7H,5D+2C"): ["7H and 5D+2C each totals 7, but 8S counts 8."],
    ("AS,AD AC,AH,8S/?3; variant rakennuskasino", "AC,AS,AD=1"): [
        "AC and AS and AD each totals 14, not 1 as announced.",
        "No card of the pack takes a build of 1.",
    ],
    ("[5S+4H]=9@1,9H,7C,2D 9D,KC/?4 1 0 -/- -; variant swazi; option insistence=always", "KC"): [
        (
            "An opponent insists that 9H,7C+2D is added to the build [5S+4H] of your side before "
            "the turn ends."
        )
    ],
}


@pytest.mark.parametrize(("line", "attempt"), WRONG_TOTALS)
def test_one_reason_is_one_sentence(line: str, attempt: str) -> None:
    """However many groups it is about, with all their cards."""
    found = violations(parse_position(line), attempt)
    assert [one.sentence for one in found] == WRONG_TOTALS[line, attempt]
    said = " ".join(one.sentence for one in found[:1])
    assert all(card.text in said for card in found[0].cards)


#: A position, an attempt, and every rule it breaks.
BROKEN = {
    # --- several faults, each named
    ("[5S+3H]=8@1,8D 8C,4D", "8C"): "trail.owner guard.keep",
    ("5C 3D,7S", "3D+5C=9"): "build.group_total build.capturing_card",
    ("8D,6C 8S,KD", "9Cx9D"): "hand.not_held table.absent",
    ("8D 8S,KD", "8Sx8D,KC"): "table.absent capture.court_in_group",
    ("6C,3D,5H,2D 8S,KD", "8Sx6C+3D,5H+2D"): "capture.group_total capture.group_total",
    ("6C,3D,KC,9H 8S,KD", "8SxKC9H6C3D"): "capture.court_in_group capture.no_grouping",
    ("[3S,3D]=3@1 2D,5H", "2D+[3S,3D]=6"): (
        "build.group_total build.multiple_fixed build.capturing_card"
    ),
    ("2D 6H,9C/?2/?2/?2", "6H+2D=9@3"): "build.group_total build.for_partner",
    ("9C,4D 9S,2D", "9Sx9C+4D:orange"): "call.unknown capture.group_total",
    # --- two packs: equal cards, of which one lies there and the other does not
    ("[5H+2H]=7@1,2H 7S,2S/?2 1 0 -/- -; option packs=2", "2Sx2H,2H"): "table.inside_build",
    ("5H,2H 7S,2S/?2 1 0 -/2H -; option packs=2", "2Sx2H,2H"): "table.card_twice",
    ("[6H+3C]=9@2,6H,3C 9S,9D/?2 1 0 -/- -; option packs=2", "9Sx[6H+3C],[6H+3C]"): (
        "table.card_twice table.card_twice"
    ),
    ("[6H+3C]=9@2,[6H+3C]=9@1 9S,9D/?2 1 0 -/- -; option packs=2", "9Sx[6H+3C],[6H+3C]"): "",
    # --- a fault once: what follows from it is not said again (R16)
    ("8D 8S,KD", "8Sx8D,8D,8D"): "table.card_twice",
    ("8D 8S,KD", "8Sx8H,8H"): "table.absent",
    ("[5S+3H]=8@2 8S,5D", "5Dx5S,5S"): "table.inside_build",
    ("[5S+3H]=8@2 8S,KD", "8Sx[5S+3H],5S+3H"): "table.inside_build table.inside_build",
    ("[5S+3H]=8@2 8S,KD", "8Sx[5S+3D]"): "table.no_such_build",
    ("[5S+3H]=8@2,2C TS,TD", "TSx[5S+3H]2C"): "capture.build_in_sum",
    ("5C,KH 3D,8S", "3D+5C+KH=8"): "build.court",
    ("5S 3C,8D; variant kirchner", "3C+5S=9"): "build.not_in_game",
    ("[6C+3H]=9@1 9D,4S", "9D,[6C+3H]=9"): "build.capturing_card",
    ("[3S+3D]=6@2,[5S+2H]=7@1 2C,7H,AS; variant royal_english", "2C+[3S+3D]+[5S+2H]=15"): (
        "build.as_card build.no_such_value"
    ),
    ("5H,3C KS,8D", "KS/_,5H+3C=8"): "turn.one_action",
    # --- guards: a sharing-out of the hand over the builds (R1)
    ("[5S+3H]=8@1,[6S+4H]=10@1 8C,TD,2C", "8Cx[5S+3H]"): "",
    ("[5S+3H]=8@1,[6S+4H]=10@1,8D 8C,TD,2C", "8Cx8D"): "guard.keep",
    ("[5S+3H]=8@1,[8D,6S+2H]=8@1 8C,TD", "8Cx[8D,6S+2H]"): "guard.keep",
    ("[5S+3H]=8@1,[8D,6S+2H]=8@1 8C,TD", "8Cx[5S+3H],[8D,6S+2H]"): "",
    ("[5S+3H]=8@1,[8D,6S+2H]=8@1,6H 8C,2D", "2D+6H=8"): "",
    ("[AS,AD]=1@1,[8S+6D]=14@1 AC,5D; variant royal_english", "ACx[AS,AD]"): "guard.keep",
    ("[AS,AD]=1@1,[8S+6D]=14@1 AC,5D; variant royal_english", "ACx[AS,AD],[8S+6D]"): "",
    ("[AS,AD]=1@1,[8S+6D]=14@1 AC,AH; variant royal_howstuffworks", "ACx[AS,AD]"): "",
    ("[8S+6D]=14@1,9S AC,5D; variant royal_howstuffworks", "5D+9S=14"): "",
    # --- only what was guarded before is to be kept (R3)
    ("[5S+3H]=8@1,4C KC,4D", "4Dx4C"): "",
    ("[5S+3H]=8@1,4C KC,4D", "KC"): "trail.owner",
    ("[5S+3H]=8@1,[6S+4H]=10@1,4C 8C,4D,2S", "4Dx4C"): "",
    ("[5S+3H]=8@1,[6S+4H]=10@1,8D 8C,4D,2S", "8Cx8D"): "guard.keep",
    ("[5S+3H]=8@1,KH 8C,4D; option owner_trail=allowed", "8C"): "guard.keep",
    ("[5S+3H]=8@1,KH 8C,4D; option owner_trail=allowed", "4D"): "",
    # --- nothing else is possible, so the owner may trail (R3)
    ("[5S+3H]=8@1,7H KC,2D", "KC"): "",
    ("[5S+3H]=8@1,KH KC,2D", "2D"): "trail.owner",
    ("[5S+3H]=8@1,7H 9C,2D", "2D"): "trail.owner",
    # --- equal cards and the ace (R2)
    ("9S,5D,AH AC,3C; variant royal_dominican", "ACx9S+5D"): "capture.equal_left",
    ("9S,5D,AH AC,3C; variant royal_dominican", "ACxAH"): "",
    ("9S,5D,AH AC,3C; variant royal_course", "ACx9S+5D"): "",
    ("9S,5D,AH AC,3C; variant royal_course", "AC"): "trail.equal",
    # --- one value for all that is taken at once (R9)
    ("KD,AS,2C 9C,5D,3H; variant kirchner", "9C&5DxKD+AS"): "",
    ("KD,AS,2C 9C,5D,3H; variant kirchner", "9C&5DxKD+AS,2C"): "capture.group_total",
    ("KD,AS 9C,5D,3H; variant kirchner", "9C&9CxKD+AS"): "hand.not_held capture.group_total",
    ("KS,AH AC,3C,2D; variant kirchner", "ACxKS+AH"): "",
    ("9S,5D,AH AC,3C,2D; variant kirchner", "ACx9S+5D,AH"): "capture.one_value",
    # --- raising: both options must allow (R15); whose build it is
    ("[6S+4H]=10@1 2C,QD,TC; variant royal_english", "2C+[6S+4H]=12"): "",
    ("[6S+4H]=10@3 2C,QD/?2/?2/?2; variant royal_dominican", "2C+[6S+4H]=12"): "",
    ("[6S+4H]=10@3 2C,QD/?2/?2/?2; variant royal_gamerules", "2C+[6S+4H]=12"): (
        "build.partner_build"
    ),
    ("[6S+4H]=10 2C,QD; variant royal_gamerules", "2C+[6S+4H]=12"): "",  # of nobody known
    # --- an opponent's build raised to a value one owns already (R8)
    ("[4H+3C]=7@2,[5D+4D]=9@1 2S,9C,KD; variant royal_course", "2S+[4H+3C]=9"): (
        "build.same_value"
    ),
    ("[4H+3C]=7@2,[5D+4D]=9@1 2S,9C,KD; variant royal_english", "2S+[4H+3C]=9"): "",
    # --- standing builds stay apart; further groups may join (R12)
    ("[3S+3D]=6@2,[4S+2D]=6@1 6C,6H", "6C,[3S+3D],[4S+2D]=6"): "build.merge",
    ("[4S+2D]=6@1,3H,3C 6C,6H", "6C,[4S+2D],3H+3C=6"): "",
    ("9D,AS 5C,AH; variant royal_english", "5C+9D,AS=14"): "",
    ("9D,AS 5C,AH", "5C+9D,AS=14"): "build.group_total build.no_such_value",
    # --- table value in sums, hand value as a one-card group (R13)
    ("KC,2S TD,3H; variant kasino_finnish; option building=true", "3H+KC=16"): "",
    ("KC,TH TD,3H; variant kasino_finnish; option building=true", "3H+KC,TH=16"): (
        "build.group_total"
    ),
    ("2D,KC,2S 2C,AD,3H; variant kasino_finnish; option building=true", "2C+KC=15"): (
        "build.capturing_card"
    ),
    # --- turns of several actions
    ("5H,3C KS,8D; option table_only_builds=with_trail", "KS/_,5H+3C=8/_"): "",
    ("5H,3C KS,8D; option table_only_builds=with_trail", "8D/_,5H+3C=8"): "build.capturing_card",
    ("5H,3C KS,8D; option table_only_builds=with_trail", "KS/8Dx5H+3C"): "turn.hand_played",
    ("5H,3C KS,8D; option table_only_builds=free_action", "_,5H+3C=8/_"): "turn.hand_card",
    ("5H,3C KS,8D; option table_only_builds=free_action", "_,5H+3C=8/KS"): "trail.owner",
    ("5H,3C KS,8D; option table_only_builds=free_action", "_,5H+3C=8/8Dx[5H+3C]"): "",
    ("5H,3C,KH KS,8D; option table_only_builds=free_action", "_,5H+3C=8/KSxKH"): "",
}


@pytest.mark.parametrize(("line", "attempt"), BROKEN)
def test_every_broken_rule_is_named_and_no_other(line: str, attempt: str) -> None:
    """All the faults of an attempt, in a settled order; none for a legal one."""
    found = violations(parse_position(line), attempt)
    assert " ".join(violation.rule for violation in found) == BROKEN[line, attempt]


def test_a_fault_names_the_cards_it_is_about() -> None:
    """The cards concerned, for a screen to show."""
    (fault,) = violations(parse_position("TS,TH,8D TC,3C", "royal_dominican"), "TCxTS")
    assert fault.cards == (Card("TC"), Card("TH"))
    (guard,) = violations(parse_position("[5S+3H]=8@1,[6S+4H]=10@1,8D 8C,TD,2C"), "8Cx8D")
    assert guard.cards == (Card("5S"), Card("3H"))
    assert "your build of 8." in guard.sentence


def test_a_fault_has_the_source_of_the_rules_in_force() -> None:
    """The source is that of the variant's own option; a house rule is called so."""
    (fault,) = violations(parse_position("QS,QH QD,4C"), "QDxQS,QH")
    assert "pagat" in fault.source
    house = {"face_capture": "one_or_three"}
    (fault,) = violations(parse_position("QS,QH QD,4C", options=house), "QDxQS,QH")
    assert fault.source == "House rule"


def test_an_attempt_may_be_a_play_a_turn_or_a_text() -> None:
    """All three are judged alike."""
    position = parse_position("5H,3C KS,8D", options={"table_only_builds": "with_trail"})
    text = "KS/_,5H+3C=8"
    assert violations(position, text) == violations(position, parse_turn(text)) == ()
    assert violations(position, "8Dx5H") == violations(position, parse_play("8Dx5H")) != ()
    assert is_legal(position, "KS")
    assert not is_legal(position, "8Dx5H")


def test_a_text_that_cannot_be_read_is_not_judged() -> None:
    """Badly written and ambiguous are errors of their own, never a broken rule."""
    position = parse_position("5H,3C KS,8D")
    with pytest.raises(NotationError):
        violations(position, "8Dx")
    with pytest.raises(AmbiguousPlayError):
        violations(position, "8Dx5")


def test_a_capture_of_nothing_is_illegal() -> None:
    """Made in Python, a capture without cards breaks a rule of its own."""
    position = parse_position("8D 8S,KD")
    nothing = CapturePlay((Card("8S"),))
    assert [v.rule for v in violations(position, nothing)] == ["capture.nothing"]
    assert violations(position, nothing)[0].sentence.startswith("8S takes nothing")
    assert "capture.nothing" in [v.rule for v in violations(position, CapturePlay(()))]


def test_a_build_of_nothing_is_illegal() -> None:
    """Neither hand card nor table card: both are missed."""
    found = [v.rule for v in violations(parse_position("8D 8S,KD"), BuildPlay((), value=8))]
    assert found == ["build.table_card", "build.hand_card"]


def test_a_trail_of_several_cards_is_illegal() -> None:
    """One card is trailed, in games with several hand cards too."""
    play = TrailPlay((Card("8S"), Card("KD")))
    assert [v.rule for v in violations(parse_position("8D 8S,KD"), play)] == ["turn.one_card"]
    kirchner = parse_position("8D 8S,KD", "kirchner")
    assert [v.rule for v in violations(kirchner, play)] == ["turn.build_one_card"]


def test_the_seat_to_play_is_the_one_that_is_judged() -> None:
    """Whose turn it is decides whose hand is looked into, and whose builds are one's own."""
    line = "[5S+3H]=8@{owner},KH 8C,4D/8D,2C {turn}"
    owner = parse_position(line.format(owner=2, turn=2))
    other = parse_position(line.format(owner=1, turn=2))
    assert [v.rule for v in violations(owner, "2C")] == ["trail.owner"]
    assert violations(other, "2C") == ()
    assert [v.rule for v in violations(owner, "4D")] == ["hand.not_held", "trail.owner"]


def test_a_build_for_oneself_may_name_the_own_seat() -> None:
    """`@1` by seat 1 says nothing that is not meant without it."""
    assert is_legal(parse_position("5C 3D,8S"), "3D+5C=8@1")


@pytest.mark.parametrize(
    "attempt",
    [
        "KSx{all}",
        "KSx2S2H2D2C5S5H8H",
        "KSx6S+7S,6H+7H,6D+7D,6C+7C,8H+5S,8D+5H,8C+5D",
        "KSxQS+2S",
    ],
)
def test_29_loose_cards_are_judged_without_listing(attempt: str) -> None:
    """However many groups a table could form, one attempt is only judged, never searched for."""
    numbers = [rank + suit for suit in "SHDC" for rank in "2345678"]
    loose = [card for card in numbers if card != "8S"] + ["QS", "QH"]
    position = parse_position(f"{','.join(loose)} KS", "royal_english")
    assert len(position.loose) == 29
    found = violations(position, attempt.format(all="".join(loose)))
    legal = attempt.startswith(("KSx6S", "KSx2S"))
    assert (found == ()) == legal

"""What a play does: cards taken, the build made, the turn passed; and what a sweep is."""

from __future__ import annotations

import pytest

from casino_tutor.model.errors import IllegalPlayError
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import effect_of
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import after, judge
from casino_tutor.rules.transition import after_unchecked, captured_cards, empties_table

#: A position, a play, and the position after it (the ops stay as they are).
AFTER = [
    # captures: the table cards go to the pile, the capturing card on top
    ("8D,6C,2D 8S,KD/?2 1 44 TD/- -", "8Sx8D", "6C,2D KD/?2 2 44 TD,8D,8S/- 1"),
    ("8D,6C,2D 8S,KD/?2 1 44 TD/- -", "8Sx6C+2D", "8D KD/?2 2 44 TD,6C,2D,8S/- 1"),
    ("[5H+3C]=8@2,8D,KC 8S,KD/?2 1 40 -/TD 2", "8Sx[5H+3C],8D", "KC KD/?2 2 40 5H,3C,8D,8S/TD 1"),
    ("8D,5H 8S/?2 1 40 ?3,TD/- 2", "8Sx8D", "5H -/?2 2 40 ?3,TD,8D,8S/- 1"),
    # trails: the card lies among the loose ones, nobody captures
    ("8D,6C 8S,KD/?2 1 44 -/- 2", "KD", "KD,8D,6C 8S/?2 2 44 -/- 2"),
    # builds: started, increased, extended; whoever touches it last owns it
    ("5C 3D,8S/?2 1 40 -/- -", "3D+5C=8", "[5C+3D]=8@1 8S/?2 2 40 -/- -"),
    ("5C,8C 3D,8S/?2 1 40 -/- -", "3D+5C,8C=8", "[8C,5C+3D]=8@1 8S/?2 2 40 -/- -"),
    ("[4H+3C]=7@2,9D 2S,9C/?2 1 40 -/- 2", "2S+[4H+3C]=9", "[4H+3C+2S]=9@1,9D 9C/?2 2 40 -/- 2"),
    ("[4H+3C]=7@2,9D 2S,9C/?2 1 40 -/- 2", "2S+[4H+3C],9D=9", "[9D,4H+3C+2S]=9@1 9C/?2 2 40 -/- 2"),
    ("[6H+3C]=9@2 9S,9D/?2 1 40 -/- 2", "9S,[6H+3C]=9", "[9S,6H+3C]=9@1 9D/?2 2 40 -/- 2"),
    ("5H 5S,TC/?2 1 40 -/- -", "5S+5H=10", "[5S+5H]=10@1 TC/?2 2 40 -/- -"),
    ("5H 5S,5D/?2 1 40 -/- -", "5S,5H=5", "[5S,5H]=5@1 5D/?2 2 40 -/- -"),
    # a grouping that was left open is filled in
    ("6C,5H,3C,2D 8S,KD/?2 1 40 -/- -", "8Sx6C5H3C2D", "- KD/?2 2 40 6C,5H,3C,2D,8S*1/- 1"),
    ("7S,2D 5C,7H/?2 1 40 -/- -", "5C7S2D=7", "[7S,5C+2D]=7@1 7H/?2 2 40 -/- -"),
    # the turn passes to the next seat that holds cards
    ("8D 8S/-/?1 1 0 -/-/- -", "8S", "8S,8D -/-/?1 3 0 -/-/- -"),
    ("8D ?1/8S 2 8 -/- -", "8S", "8S,8D ?1/- 1 8 -/- -"),
    # every hand is empty: the eldest hand leads the next deal, or the round is over
    ("8D -/8S 2 8 -/- -", "8S", "8S,8D -/- 1 8 -/- -"),
    ("8D,KC -/8S 2 0 -/- 1", "8Sx8D", "KC -/- - 0 -/8D,8S 2"),
]

#: The same under a variant or a house rule.
AFTER_UNDER = {
    # partners share a pile; a build may be for the partner
    "build_for_partner=announce": (
        "2D,KC 6H,9C/?2/?2/?2 1 36 -/- -",
        "6H+2D=8@3",
        "[6H+2D]=8@3,KC 9C/?2/?2/?2 2 36 -/- -",
    ),
    "sweep_points=1": (
        "8D,KC ?2/?2/8S,KD/?2 3 36 TD/- 2",
        "8Sx8D",
        "KC ?2/?2/KD/?2 4 36 TD,8D,8S/- 3",
    ),
    # trail and build in one turn
    "table_only_builds=with_trail": (
        "5H,3C KS,8D/?2 1 40 -/- -",
        "KS/_,5H+3C=8",
        "[5H+3C]=8@1,KS 8D/?2 2 40 -/- -",
    ),
    # a build of table cards before the hand card: the turn goes on, and the build may be taken
    "table_only_builds=free_action": (
        "5H,3C 8D,4C/?2 1 40 -/- -",
        "_,5H+3C=8",
        "[5H+3C]=8@1 8D,4C/?2 1 40 -/- -",
    ),
    "table_only_builds=free_action,sweep_points=1": (
        "5H,3C 8D,4C/?2 1 40 -/- -",
        "_,5H+3C=8/8Dx[5H+3C]",
        "- 4C/?2 2 40 5H,3C,8D*1/- 1",
    ),
    # the top of another pile
    "steal_tops=build_and_capture": (
        "7H,KC 8C,KD/?2 1 12 -/4D,AS -",
        "8Cx7H+^AS",
        "KC KD/?2 2 12 7H,AS,8C/4D 1",
    ),
    "steal_tops=build_and_capture,sweep_points=1": (
        "[6H+2C]=8@1,[4H+3C]=7@2,7H 8C,8D/?2 1 12 -/4D,AS -",
        "8C,[6H+2C],7H+^AS=8",
        "[8C,7H+AS,6H+2C]=8@1,[4H+3C]=7@2 8D/?2 2 12 -/4D -",
    ),
}


@pytest.mark.parametrize(("line", "play", "left"), AFTER)
def test_the_position_after_a_play(line: str, play: str, left: str) -> None:
    """Each play moves just these cards and passes the turn."""
    assert str(after(parse_position(line), play)) == left


@pytest.mark.parametrize("options", AFTER_UNDER)
def test_the_position_after_a_play_under_a_house_rule(options: str) -> None:
    """Partners, two actions in a turn, pile tops."""
    line, play, left = AFTER_UNDER[options]
    ops = f"; option {options}"
    assert str(after(parse_position(line + ops), play)) == left + ops


def test_several_hand_cards_go_to_the_pile_together() -> None:
    """Kirchner: seven and five take a queen; both lie on top of what they took."""
    position = parse_position("QD,TS,2H 7C,5D/?2 1 40 -/- -; variant kirchner")
    assert str(after(position, "7C&5DxTS+2H")).startswith("QD -/?2 2 40 TS,2H,7C,5D/- 1")


def test_the_opponent_without_cards_is_passed_over() -> None:
    """Kirchner: who has cards left when the other has none plays on."""
    position = parse_position("QD,9C 7C,5D,3H/- 1 40 -/- -; variant kirchner")
    assert after(position, "3H").turn == 1


# --- the mark of a fresh build --------------------------------------------------------------------

#: The tutorial's owner is bound on the next turn only; this is what becomes of the mark.
FRESH = [
    ("5C 3D,8S/?2 1 40 -/- -", "3D+5C=8", "[5C+3D]=8@1~"),
    ("[6H+2C]=8@1 AC,8D,9D/?3 1 12 -/- -", "AC+[6H+2C]=9", "[6H+2C+AC]=9@1~"),
    ("[6H+2C]=8@1~,4H 4C,8D/?2 1 12 -/- -", "4Cx4H", "[6H+2C]=8@1"),
    ("[6H+2C]=8@1~,4H 4C,8D,8S/?3 1 12 -/- -", "8D,[6H+2C]=8", "[8D,6H+2C]=8@1~"),
    ("[6H+2C]=8@1~,4H 4C,8D,8S/?3 1 12 -/- -", "8D[6H+2C]=8", "[8D,6H+2C]=8@1~"),
    ("[6H+2C]=8@2~ 4C,8D/?2 1 12 -/- -", "4C", "[6H+2C]=8@2~"),
]


@pytest.mark.parametrize(("line", "play", "build"), FRESH)
def test_a_build_is_fresh_until_its_owner_has_had_a_turn(line: str, play: str, build: str) -> None:
    """Touching a build makes it fresh; any other play of its owner makes it old."""
    position = parse_position(f"{line}; variant casino_tutorial")
    assert str(after(position, play).builds[0]) == build


def test_other_variants_have_no_use_for_the_mark() -> None:
    """Where the owner is bound as long as the build stands, no mark is written."""
    assert not after(parse_position("5C 3D,8S"), "3D+5C=8").builds[0].fresh


# --- sweeps ---------------------------------------------------------------------------------------

#: A position, a play that empties the table, and whether that is recorded as a sweep.
SWEEPS = [
    ("8D 8S,KD; option sweep_points=1", True),
    ("8D 8S,KD; variant royal_dominican", True),
    ("8D 8S/?1 1 0 -/- -; variant royal_dominican", True),  # the last card of the last deal
    ("8D 8S,KD; variant casino_howstuffworks", False),  # sweeps are not mentioned there
    ("8D 8S,KD; variant casino_howstuffworks; option sweep_points=1", True),
    ("8D 8S,KD; variant royal_dominican; score 18/3", True),  # scores nothing, cancels others
    ("8D 8S,KD; variant kasino_finnish", True),
    ("8D 8S/?1 1 0 -/- -; variant kasino_finnish", False),  # none in the last deal
    ("8D 8S,KD; variant kasino_finnish; score 3/9", True),
    ("8D 8S,KD; variant kasino_finnish; score 3/10", False),  # none once somebody has ten
    ("8R 8B,2B; variant tuxedo", True),
]


@pytest.mark.parametrize(("line", "recorded"), SWEEPS)
def test_emptying_the_table_is_a_sweep_where_the_variant_records_it(
    line: str, recorded: bool
) -> None:
    """`emptied` says that nothing is left; `sweep` that it counts; the pile remembers it."""
    position = parse_position(line)
    (play,) = legal_plays(position, kind="capture")
    verdict = judge(position, play)
    assert verdict.emptied
    assert verdict.sweep == recorded
    assert verdict.after is not None
    assert verdict.after.taken[0].sweeps == recorded


@pytest.mark.parametrize(
    ("line", "play"),
    [
        ("8D,KC 8S,KD", "8Sx8D"),
        ("[5H+3C]=8@2,8D 8S,KD", "8Sx8D"),
        ("5C 3D,8S", "3D+5C=8"),
        ("- 8S,KD", "8S"),
    ],
)
def test_a_table_that_is_not_empty_is_no_sweep(line: str, play: str) -> None:
    """A loose card left, a build left, a build made of everything, a trail: no sweep."""
    verdict = judge(parse_position(line, options={"sweep_points": 1}), play)
    assert verdict.is_legal
    assert not verdict.emptied
    assert not verdict.sweep


# --- checked and unchecked ------------------------------------------------------------------------


def test_an_illegal_play_is_not_played() -> None:
    """`after` refuses, with every broken rule; the unchecked way has a loud name."""
    position = parse_position("[5S+3H]=8@1,8D 8C,4D")
    with pytest.raises(IllegalPlayError) as caught:
        after(position, "8C")
    assert [v.rule for v in caught.value.violations] == ["trail.owner", "guard.keep"]
    assert all(v.sentence in str(caught.value) for v in caught.value.violations)
    assert after_unchecked(position, parse_play("8C")).turn == 2


def test_cards_that_are_not_there_are_passed_over_unchecked() -> None:
    """Unchecked, a play of nothing leaves everything where it is and passes the turn."""
    position = parse_position("8D,6C 8S,KD/?2 1 44 -/- -")
    left = after_unchecked(position, parse_play("9Sx9D"))
    assert left.loose == position.loose
    assert left.hands == position.hands
    assert left.turn == 2


def test_nothing_happens_when_the_round_is_over() -> None:
    """Without a seat to play the position stays as it is."""
    position = parse_position("8D 8S/?1 - 0 -/- -")
    assert after_unchecked(position, parse_play("8Sx8D")) == position


def test_the_position_before_is_left_as_it_was() -> None:
    """A play makes a new position; nothing changes in place."""
    position = parse_position("8D,6C,2D 8S,KD")
    text = str(position)
    for play in legal_plays(position):
        after_unchecked(position, play)
    assert str(position) == text


def test_what_a_capture_brings_in() -> None:
    """The hand cards first, then the table cards, those of whole builds among them."""
    play = parse_play("8Cx[5S+3H],8D")
    assert [card.text for card in captured_cards(play)] == ["8C", "5S", "3H", "8D"]
    assert captured_cards(parse_play("3D+5C=8")) == ()
    assert captured_cards(parse_play("7D")) == ()


def test_emptying_the_table_is_asked_of_any_play() -> None:
    """Only a capture of everything empties it."""
    position = parse_position("8D,6C,2D 8S,KD")
    assert empties_table(position, parse_play("8Sx8D,6C+2D"))
    assert not empties_table(position, parse_play("8Sx8D"))


def test_the_answer_says_what_was_played() -> None:
    """The verdict carries the canonical turn, its groups filled in as far as they exist."""
    position = parse_position("8D,6C,2D 8S,KD")
    verdict = judge(position, "8s x 2d 6c 8d")
    assert verdict.text == "8Sx8D,6C+2D"
    assert effect_of(verdict.turn[0]) == effect_of(parse_play("8Sx8D6C2D"))
    illegal = judge(position, "KDx8D6C")
    assert illegal.text == "KDx8D6C"
    assert illegal.after is None
    assert illegal.captured == ()

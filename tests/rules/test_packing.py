"""The set-packing model: what it finds, and that it agrees with the exact search."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import Effect, Play, TrailPlay, effect_of
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.packing import (
    PackingTimeout,
    packed_builds,
    packed_captures,
    packed_groupings,
    packed_plays,
)
from tests.random_positions import random_position, random_rules

VARIANTS = variant_names()
#: The slow tests are shortened where every change is checked.
SHORT = os.environ.get("CASINO_TUTOR_FUZZ") == "short"


def texts(plays: frozenset[Play] | set[Play]) -> list[str]:
    """Write plays in alphabetical order."""
    return sorted(map(str, plays))


def every_play(line: str, **options: object) -> list[str]:
    """Return the text of every grouping of every capture and build of a position line."""
    return texts(packed_groupings(parse_position(line, options=options)))


def listed(position: Position) -> set[Play]:
    """Return every grouping of every capture and build that the exact search lists."""
    plays = legal_plays(position, groupings=True)
    return {play for play in plays if not isinstance(play, TrailPlay)}


def assert_same_plays(position: Position) -> None:
    """Compare the two searches play by play, every grouping a play of its own."""
    packed, exact = packed_groupings(position), listed(position)
    assert packed == exact, (
        f"{position}\n"
        f"only the packing finds: {'  '.join(texts(packed - exact)) or 'nothing'}\n"
        f"only the exact search lists: {'  '.join(texts(exact - packed)) or 'nothing'}"
    )


def assert_same_effects(position: Position) -> None:
    """Compare what the two searches say can be done, whatever the grouping."""
    packed = packed_plays(position)
    exact = {effect_of(play) for play in listed(position)}
    assert packed == exact, (
        f"{position}\n"
        f"only the packing finds: {shown(packed - exact)}\n"
        f"only the exact search lists: {shown(exact - packed)}"
    )


def shown(effects: frozenset[Effect] | set[Effect]) -> str:
    """Write effects as plays whose grouping is left open."""
    written = []
    for _, hand, items, value, seat in effects:
        played = "&".join(map(str, hand)) or "_"
        taken = "".join(map(str, items))
        whose = f"@{seat}" if seat else ""
        written.append(f"{played}{taken}={value}{whose}" if value else f"{played}x{taken}")
    return "  ".join(sorted(written)) or "nothing"


# Captures


def test_equal_cards_and_sums_are_taken_together() -> None:
    """An eight takes the eight, six and two, or all three."""
    assert every_play("8D,6C,2D 8S,KD") == ["8Sx6C+2D", "8Sx8D", "8Sx8D,6C+2D"]


def test_each_card_is_in_one_group() -> None:
    """Two sums that share a card are never taken together."""
    assert every_play("5H,3D,3C 8S,KD") == ["8Sx5H+3C", "8Sx5H+3D"]


def test_a_build_is_taken_whole_by_its_value() -> None:
    """A build announced as five is no ten, whatever its cards add up to."""
    assert every_play("[5S,5H]=5@2 TC,KD") == []
    assert every_play("[5S+5H]=10@2 TC,KD") == ["TCx[5S+5H]"]


@pytest.mark.parametrize(
    ("face_capture", "count"), [("one", [1, 1, 1]), ("one_or_three", [1, 1, 1, 3])]
)
def test_court_cards_by_option(face_capture: str, count: list[int]) -> None:
    """A queen without a number takes one queen, or one or all three."""
    position = parse_position("QS,QH,QC QD,4C", options={"face_capture": face_capture})
    found = packed_captures(position, (Card("QD"),))
    assert sorted(len(items) for _, _, items, _, _ in found) == count


def test_all_equal_loose_cards_by_duty() -> None:
    """In the Dominican game a ten takes both tens; the eight and two are free."""
    line = "TS,TH,8D,2C TC,3C; variant royal_dominican"
    assert every_play(line) == ["TCxTS,TH", "TCxTS,TH,8D+2C"]


def test_an_ace_takes_aces_and_fourteens_at_once() -> None:
    """The loose ace must be taken: as an ace, or inside a fourteen."""
    line = "AH,9S,5D,8C AC,3C; variant royal_dominican"
    assert every_play(line) == ["ACx8C+5D+AH", "ACx9S+5D,AH", "ACxAH"]


def test_a_complete_capture_leaves_no_group() -> None:
    """Either three may go with the one five; of two pairs none may be left."""
    one_five = every_play("5H,3D,3C 8S,KD", capture_extent="maximal")
    assert one_five == ["8Sx5H+3C", "8Sx5H+3D"]
    both = every_play("5H,5D,3D,3C 8S,KD", capture_extent="maximal")
    assert both == ["8Sx5H+3C,5D+3D", "8Sx5H+3D,5D+3C"]


def test_several_hand_cards_count_together() -> None:
    """Kirchner: seven and five take a queen and ten-two."""
    position = parse_position("TS,2H,QD 7C,5D,3H; variant kirchner")
    found = packed_captures(position, (Card("7C"), Card("5D")))
    assert {items for _, _, items, _, _ in found} == {
        (Card("QD"),),
        (Card("TS"), Card("2H")),
        (Card("QD"), Card("TS"), Card("2H")),
    }
    assert not packed_captures(parse_position("QD 7C,5D"), (Card("7C"), Card("5D")))


def test_equal_cards_of_two_packs_are_one_play() -> None:
    """Either of two equal queens is the same play."""
    position = parse_position("QS,QS QH,2C", "royal_english", {"packs": 2})
    assert texts(packed_groupings(position)) == ["QHxQS", "QHxQS,QS"]
    assert texts(packed_groupings(position, parse_play("QHxQS"))) == ["QHxQS"]


# Builds


def test_the_same_cards_announced_as_two_builds() -> None:
    """Five on five is ten or fives."""
    assert every_play("5H 5S,5C,TD") == [
        *("5C+5H=10", "5C,5H=5", "5Cx5H"),
        *("5S+5H=10", "5S,5H=5", "5Sx5H"),
    ]


def test_the_capturing_card_is_held() -> None:
    """No build of eight without an eight."""
    position = parse_position("5C 3D,7S")
    assert not packed_builds(position, Card("3D"))
    assert packed_builds(parse_position("5C 3D,8S"), Card("3D"), 8)


def test_a_single_build_is_increased_and_a_multiple_one_is_not() -> None:
    """Two on a build of seven makes nine; an option says whether it takes the loose nine in."""
    line = "[4H+3C]=7@2,9D 2S,9C"
    assert "2S+[4H+3C],9D=9" in every_play(line)
    assert "2S+[4H+3C],9D=9" not in every_play(line, raise_and_absorb=False)
    assert "2S+[4H+3C]=9" in every_play(line, raise_and_absorb=False)
    assert not packed_builds(parse_position("[7D,4H+3C]=7@2 2S,9C"), Card("2S"))


def test_an_own_build_is_raised_by_option() -> None:
    """The old and the new capturing card are held; the option decides."""
    line = "[3S+3D]=6@1 2D,6H,8C"
    assert "2D+[3S+3D]=8" in every_play(line)
    assert "2D+[3S+3D]=8" not in every_play(line, own_build_raise="forbidden")


def test_loose_cards_help_to_raise_by_option() -> None:
    """Three and the loose two make ten of a build of five."""
    line = "[4D+AS]=5@2,2C 3H,8D,TS"
    assert "3H+[4D+AS]+2C=10" in every_play(line, raise_with_loose=True)
    assert "3H+[4D+AS]+2C=10" not in every_play(line)


def test_a_single_build_is_a_card_by_option() -> None:
    """A six-build and a four are taken by a ten, or joined with a ten."""
    line = "[4S+2D]=6@2,4H TC,TD"
    found = every_play(line, single_build_as_card=True)
    assert "TC,[4S+2D]+4H=10" in found
    assert "TCx[4S+2D]+4H" in found
    assert not every_play(line)


def test_builds_merge_by_option() -> None:
    """A nine joins two builds of nine of the own side only."""
    line = "[5S+4D]=9@1,[6S+3D]=9@1 9H,9C"
    merged = "9C,[6S+3D],[5S+4D]=9"
    assert merged in every_play(line, merge_builds="own_side")
    assert merged not in every_play(line)
    theirs = line.replace("@1", "@2")
    assert merged not in every_play(theirs, merge_builds="own_side")


def test_two_builds_of_one_value_by_option() -> None:
    """Where they may not stand side by side the standing one must be used."""
    line = "[5S+4D]=9@2,6S 3D,9C,9H"
    assert "3D+6S=9" in every_play(line)
    forbidden = every_play(line, same_value_builds="forbidden")
    assert "3D+6S=9" not in forbidden
    assert "3D+6S,[5S+4D]=9" in forbidden
    assert "3D+6S=9" in every_play(line, same_value_builds="own_forbidden")


def test_one_build_a_player_by_option() -> None:
    """The owner of a build may not start a second one."""
    line = "[5S+4D]=9@1,6S 2D,9C,8H"
    assert "2D+6S=8" in every_play(line)
    assert "2D+6S=8" not in every_play(line, builds_per_player=1)


def test_a_build_for_the_partner() -> None:
    """It is announced, or proved: by what all have seen, or by the partner's own build."""
    line = "[5S+4D]=9@3,6S 3D,KC/?2/?2/?2"
    sides = {"sides": {4: "13/24"}}
    assert not every_play(line, **sides)
    announced = every_play(line, **sides, build_for_partner="announce")
    assert "3D+6S=9@3" in announced
    provable = every_play(line, **sides, build_for_partner="provable")
    assert "3D+6S,[5S+4D]=9@3" in provable
    assert "3D+6S=9@3" not in provable
    proved = every_play(f"{line} 1 20 -/- -; proved 3=9", **sides, build_for_partner="provable")
    assert "3D+6S=9@3" in proved


def test_builds_from_the_table_by_option() -> None:
    """Three and five are built after a king is trailed, but never the king itself."""
    position = parse_position("3C,5H KS,8D", options={"table_only_builds": "free_action"})
    assert shown(packed_builds(position, None)) == "_5H3C=8"
    trailed = parse_position(
        "8S,5H,3C 8D 1+ 20 -/- -; laid 8S", options={"table_only_builds": "with_trail"}
    )
    assert texts(packed_groupings(trailed)) == ["_,5H+3C=8"]
    bare = parse_position("- 8D", options={"table_only_builds": "free_action"})
    assert not packed_builds(bare, None)


def test_guards_are_shared_out() -> None:
    """An owner with one eight takes the eight-build along, or keeps the eight (ruling R1)."""
    line = "[5S+3H]=8@1,8H 8C,KD"
    assert every_play(line) == ["8Cx[5S+3H]", "8Cx[5S+3H],8H"]
    # One ace cannot answer for a one and a fourteen where it has one value a play.
    line = "[9S+5H]=14@1,AH AS,AC,2D; variant royal_english"
    build = "AC,AH=1"
    assert build in every_play(line)
    assert build not in every_play(line, ace_dual_capture=False)


# Groupings, and questions that have no answer


def test_every_grouping_of_an_open_play() -> None:
    """Two sixes and two twos make eights in two ways; what is said stays said."""
    position = parse_position("6H,6D,2D,2C 8S,KD")
    play = parse_play("8Sx6H6D2D2C:orange")
    assert texts(packed_groupings(position, play)) == [
        "8Sx6H+2C,6D+2D:orange",
        "8Sx6H+2D,6D+2C:orange",
    ]


def test_what_cannot_be_grouped() -> None:
    """A trail has no grouping; nor have cards that are not there, and illegal plays."""
    position = parse_position("6H,2D 8S,KD")
    for attempt in ("KD", "8Sx6H", "8Sx7H,AC", "9Sx6H+3D", "KD+2D=15", "2S+6H=8", "_x6H+2D"):
        assert packed_groupings(position, parse_play(attempt)) == frozenset()


def test_nothing_is_left_to_play() -> None:
    """A round that is over, and a hand card that is played, leave no capture and no build."""
    assert not packed_plays(parse_position("8H,3C,5S 8S - 20 -/- -"))
    assert not packed_plays(parse_position("8H,3C,5S 8S,8D 1+ 20 -/- -"))


def test_the_time_limit_is_an_error_and_no_short_answer() -> None:
    """A table of small cards has more groupings than any second gives."""
    crowded = ",".join(rank + suit for rank in "65432A" for suit in "SHDC")
    position = parse_position(f"{crowded} TC,9C,8C,7C")
    with pytest.raises(PackingTimeout, match=r"within 0\.2 seconds"):
        packed_plays(position, time_limit=0.2)
    with pytest.raises(PackingTimeout):
        packed_captures(parse_position("8D 8S,KD"), (Card("8S"),), time_limit=0)
    kirchner = parse_position(f"{crowded} KC,QC,JC; variant kirchner")
    with pytest.raises(PackingTimeout):
        packed_captures(kirchner, (Card("KC"), Card("QC"), Card("JC")))


def test_the_solver_is_loaded_only_when_it_is_asked() -> None:
    """Importing the module must not cost the time to import OR-Tools."""
    code = "import sys, casino_tutor.rules.packing; print('ortools' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


# Agreement with the exact search


def assert_same_under(rules: Variant, rnd: Random) -> None:
    """Compare on one random position, as strictly as both searches speak of the same thing."""
    position = random_position(rules, rnd)
    if rules.options.hand_cards == "one":
        assert_same_plays(position)
    else:
        # Hand cards with two totals may take the same cards by either. A duty or a limit can
        # forbid one of the two; the exact search then still lists the groupings of both.
        assert_same_effects(position)


@pytest.mark.parametrize("name", VARIANTS)
def test_both_searches_agree(name: str) -> None:
    """On 200 random positions of every variant both find the same plays and groupings."""
    rnd = Random(f"packing {name}")
    for _ in range(200):
        assert_same_plays(random_position(name, rnd))


@pytest.mark.parametrize("name", VARIANTS)
def test_both_searches_agree_under_house_rules(name: str) -> None:
    """With capture and build options changed at random both find the same plays."""
    rnd = Random(f"packing house rules {name}")
    for _ in range(100):
        assert_same_under(random_rules(name, rnd), rnd)


@pytest.mark.parametrize("name", VARIANTS)
def test_parts_make_the_whole(name: str) -> None:
    """The captures and builds of each hand card are together those of the mover."""
    rnd = Random(f"packing parts {name}")
    for _ in range(5):
        position = random_position(name, rnd)
        whole = packed_plays(position)
        hands = {hand for kind, hand, *_ in whole if kind == "capture"}
        parts = [packed_captures(position, hand) for hand in hands]
        parts += [packed_builds(position, card) for card in (*position.hand, None)]
        assert frozenset().union(*parts) == whole
        plays = packed_groupings(position)
        for play in rnd.sample(texts(plays), min(3, len(plays))):
            attempt = parse_play(play)
            same = {one for one in plays if effect_of(one) == effect_of(attempt)}
            assert packed_groupings(position, attempt) == same


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_both_searches_agree_on_thousands(name: str) -> None:
    """On 2,000 more positions, and 1,000 under house rules, both find the same."""
    rnd = Random(f"packing slow {name}")
    for _ in range(60 if SHORT else 2000):
        assert_same_plays(random_position(name, rnd))
    for _ in range(30 if SHORT else 1000):
        assert_same_under(random_rules(name, rnd), rnd)

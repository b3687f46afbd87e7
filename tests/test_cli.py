"""The terminal: what each command answers, in which exit code, and what it says of bad input."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_tutor import all_groupings, is_legal, parse_position
from casino_tutor.cli import main
from casino_tutor.model.plays import BuildPlay, CapturePlay
from casino_tutor.model.position import Position
from casino_tutor.rules.counting import grouping_count
from tests.strategies import attempts, examples, positions

REPO = Path(__file__).parents[1]
TABLE = "8D,6C,2D 8S,KD"


def run(*words: str, code: int = 0, environment: dict[str, str] | None = None) -> Result:
    """Run a command in this process and expect an exit code."""
    result = CliRunner().invoke(main, words, env=environment)
    assert result.exit_code == code, result.output
    return result


def answer(*words: str, code: int = 0) -> dict[str, Any]:
    """Run a command with --json and read the one object it writes."""
    found: dict[str, Any] = json.loads(run(*words, "--json", code=code).stdout)
    return found


def process(*words: str, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, and expect an exit code and no traceback."""
    command = [sys.executable, "-m", "casino_tutor", *words]
    done = subprocess.run(
        command, cwd=REPO, capture_output=True, text=True, check=False, timeout=60, **more
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


# --- check ---------------------------------------------------------------------------------------


def test_check_answers_a_legal_play_with_what_it_does() -> None:
    """A legal play comes back with its grouping, what it captures and the position after it."""
    assert answer("check", TABLE, "8S x 8D 6C 2D") == {
        "legal": True,
        "violations": [],
        "repairs": [],
        "notices": [],
        "play": "8Sx8D,6C+2D",
        "after": "- KD/?2 2 45 8D,6C,2D,8S*1/- 1",
        "captured": ["8S", "8D", "6C", "2D"],
        "emptied": True,
        "sweep": True,
        "points": [0, 0],
    }


@pytest.mark.parametrize(
    ("position", "play", "points", "written"),
    [
        # cards that score of their own, in any game; no majority
        ("TD,KC TS/3C 1 40 -/- 2; variant royal_english", "TSxTD", [2, 0], ""),
        # a sweep that scores at the end, and one that is worth nothing
        ("9D 9S/3C 1 40 -/- 2; variant royal_dominican", "9Sx9D", [1, 0], ""),
        ("9D 9S/3C 1 40 -/- 2; variant royal_english", "9Sx9D", [0, 0], ""),
        # a sweep that scores against whoever left it open; a penalty card; a twin
        ("9D 9C/3C 1 40 -/- 2; variant krypkasino", "9Cx9D", [5, -5], "; points 5/-5"),
        ("TD TC/3C 1 40 -/- 2; variant krypkasino", "TCxTD", [8, -5], "; points 5/-5"),
        ("QD QD/3C 1 40 -/- 2; variant krypkasino", "QDxQD", [10, -10], "; points 10/-10"),
        # an orange, and a small sweep with it
        ("9R,5Y,4G,2B 9B/2G 1 20 -/- -; variant tuxedo", "9Bx9R,5Y+4G:orange", [15, 0], "10/0"),
        # what is taken off another's pile is lost there
        ("3C 4C,9D/?2 1 20 -/AS 2; variant south_african", "4Cx3C+^AS", [1, -1], ""),
    ],
)
def test_check_says_what_a_play_makes_for_certain(
    position: str, play: str, points: list[int], written: str
) -> None:
    """Points of every kind, a number a side; those of the moment stand in the line after it too."""
    found = answer("check", position, play)
    assert found["points"] == points
    assert written in found["after"]
    assert ("points" in found["after"]) == bool(written)


def test_check_answers_an_illegal_play_with_every_broken_rule() -> None:
    """An illegal play has its reasons with sources and cards, legal repairs, and exit code 1."""
    found = answer("check", "5C 3D,7S", "3D+5C=9", code=1)
    assert not found["legal"]
    assert [one["rule"] for one in found["violations"]] == [
        "build.group_total",
        "build.capturing_card",
    ]
    first = found["violations"][0]
    assert first["sentence"] == "3D+5C totals 8, not 9 as announced."
    assert "pagat.com, Casino" in first["source"]
    assert set(first["cards"]) == {"3D", "5C"}
    assert found["after"] is None
    assert found["captured"] == []
    position = parse_position("5C 3D,7S")
    assert found["repairs"]
    for repair in found["repairs"]:
        assert set(repair) == {"play", "sentence"}
        assert repair["play"] is None or is_legal(position, repair["play"])


def test_check_points_out_what_a_legal_play_leaves() -> None:
    """A notice has an id and a sentence."""
    (notice,) = answer("check", TABLE, "8Sx8D")["notices"]
    assert notice == {
        "id": "notice.cards_left",
        "sentence": "8S could also have taken 6C+2D.",
    }


def test_check_takes_a_turn_of_several_actions() -> None:
    """Where the variant allows it, a turn is written with a slash."""
    house = ("--option", "table_only_builds=with_trail")
    found = answer("check", "5H,3C KS,8D", "KS/_,5H+3C=8", *house)
    assert found["legal"]
    assert found["play"] == "KS/_,5H+3C=8"


def test_check_says_it_in_words() -> None:
    """For a person: the verdict, the play in words, what is captured, and the table after it."""
    text = run("check", TABLE, "8Sx8D").stdout
    assert text.startswith("Legal: 8Sx8D\nTake the eight of diamonds with the eight of spades.\n")
    assert "Captured: 8S 8D\n" in text
    assert "Note: 8S could also have taken 6C+2D." in text
    assert "seat 2 to play" in text
    assert text.endswith("As one line: 6C,2D KD/?2 2 45 8D,8S/- 1\n")


def test_check_says_why_not_in_words() -> None:
    """For a person: each reason with its source, then what to play instead."""
    text = run("check", TABLE, "KDx8D", code=1).stdout
    assert text.startswith("Not legal: KDx8D\n  - KD has no number")
    assert "    (pagat.com, Casino)\n" in text
    assert "Instead:\n  - " in text


# --- plays ---------------------------------------------------------------------------------------


def test_plays_lists_captures_then_builds_then_trails() -> None:
    """Every play has its kind, value, captured cards and number of groupings."""
    found = answer("plays", "6C,2D 8S,2H")
    assert found == {
        "count": 5,
        "truncated": False,
        "plays": [
            {
                "play": "2Hx2D",
                "kind": "capture",
                "value": 2,
                "captured": ["2H", "2D"],
                "groupings": 1,
            },
            {
                "play": "8Sx6C+2D",
                "kind": "capture",
                "value": 8,
                "captured": ["8S", "6C", "2D"],
                "groupings": 1,
            },
            {
                "play": "2H+6C=8",
                "kind": "build",
                "value": 8,
                "captured": [],
                "groupings": 1,
            },
            {"play": "2H", "kind": "trail", "value": None, "captured": [], "groupings": 1},
            {"play": "8S", "kind": "trail", "value": None, "captured": [], "groupings": 1},
        ],
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--card", "kd"], ["KD"]),
        (["--kind", "capture"], ["8Sx6C+2D", "8Sx8D", "8Sx8D,6C+2D"]),
        (["--value", "8"], ["8Sx6C+2D", "8Sx8D", "8Sx8D,6C+2D"]),
        (["--card", "8S", "--kind", "trail"], ["8S"]),
        (["--card", "AS"], []),
    ],
)
def test_plays_can_be_filtered(words: list[str], expected: list[str]) -> None:
    """By hand card, by kind, by value; what is left out is not counted."""
    found = answer("plays", TABLE, *words)
    assert [play["play"] for play in found["plays"]] == expected
    assert found["count"] == len(expected)


def test_plays_says_aloud_when_the_limit_cuts() -> None:
    """In JSON `truncated` says it, in text a note on stderr does."""
    found = answer("plays", TABLE, "--limit", "2")
    assert (found["count"], found["truncated"], len(found["plays"])) == (2, True, 2)
    assert not answer("plays", TABLE, "--limit", "5")["truncated"]
    result = run("plays", TABLE, "--limit", "2")
    assert "only the first 2 plays are listed" in result.stderr
    assert "2 legal plays listed." in result.stdout


def test_plays_can_list_every_grouping() -> None:
    """With --groupings each grouping is a play of its own; otherwise only their number is told."""
    table = "5S,5H,3S,3H 8S,KD"
    (taking_all,) = [play for play in answer("plays", table)["plays"] if len(play["captured"]) == 5]
    assert taking_all["groupings"] == 2
    every = answer("plays", table, "--groupings")["plays"]
    texts = {play["play"] for play in every if len(play["captured"]) == 5}
    assert texts == {"8Sx5S+3S,5H+3H", "8Sx5S+3H,5H+3S"}


@pytest.mark.parametrize(
    ("variant", "table", "play", "value"),
    [
        ("casino_pagat", "QH QD,2C", "QDxQH", None),
        ("royal_english", "QH QD,2C", "QDxQH", 12),
        ("royal_dominican", "9S,5D,AH AC,2C", "ACx9S+5D,AH", 14),
        ("kasino_finnish", "KS,2D 2S,3C", "2SxKS+2D", 15),
        ("casino_pagat", "[5H+3C]=8@2 8S,2C", "8Sx[5H+3C]", 8),
    ],
)
def test_plays_tells_the_value_a_capture_totals(
    variant: str, table: str, play: str, value: int | None
) -> None:
    """The total of the groups, the largest where there are two; none for a court card."""
    found = answer("plays", table, "--variant", variant)["plays"]
    assert {one["play"]: one["value"] for one in found}[play] == value


def test_plays_in_text_are_grouped_by_kind() -> None:
    """For a person: a heading for each kind, the number of groupings, and the total."""
    text = run("plays", "5S,5H,3S,3H 8S,KD").stdout
    assert text.startswith("Captures (5)\n")
    assert "   (2 groupings)\n" in text
    assert "Trails (2)\n  8S\n  KD\n" in text
    assert text.endswith("\n7 legal plays in all.\n")


@settings(max_examples=examples(100))
@given(st.data())
def test_groupings_are_counted_as_they_are_listed(data: st.DataObject) -> None:
    """The number of groupings, reckoned, is the number that listing them gives."""
    position = data.draw(positions(most_loose=10))
    play = data.draw(attempts(position))
    counted = grouping_count(position, play)
    assert counted == sum(1 for _ in all_groupings(position, play)), (position, play)


@pytest.mark.parametrize(
    ("house", "play"),
    [
        ({}, BuildPlay),
        ({"raise_with_loose": True}, BuildPlay),
        ({"single_build_as_card": True}, BuildPlay),
        ({"single_build_as_card": True}, CapturePlay),
    ],
)
def test_groupings_of_builds_are_counted_as_they_are_listed(
    house: dict[str, object], play: type[BuildPlay | CapturePlay]
) -> None:
    """A build that is increased counts only where the options let it stand in a sum."""
    line = "[3S+2S]=5@2,4C,4D,3C,3D,2C,2D,AC,AD AS,9S,TS/?3"
    position: Position = parse_position(line, options=house)
    tried = (
        BuildPlay(position.hand[2:], value=9, bag=(position.builds[0].item, *position.loose[1:]))
        if play is BuildPlay
        else CapturePlay(position.hand[:1], bag=(position.builds[0].item, *position.loose[1:]))
    )
    listed = sum(1 for _ in all_groupings(position, tried))
    assert grouping_count(position, tried) == listed


def test_crowded_groupings_are_counted_without_being_listed() -> None:
    """Twenty-four small cards fall into groups of 12 in billions of ways."""
    small = ",".join(rank + suit for rank in "65432A" for suit in "SHDC")
    position = parse_position(f"{small} QD,KD", "royal_english")
    whole = CapturePlay(position.hand[1:], bag=position.loose)
    assert grouping_count(position, whole) == 2_327_245_308


# --- groupings -----------------------------------------------------------------------------------


def test_groupings_lists_every_way_to_group_the_same_cards() -> None:
    """Each way as a play and as lists of cards; the grouping that was written does not matter."""
    found = answer("groupings", "5S,5H,3S,3H 8S,KD", "8Sx5S+3S,5H+3H")
    assert found == {
        "play": "8Sx5S+3S,5H+3H",
        "count": 2,
        "truncated": False,
        "groupings": [
            {"play": "8Sx5S+3S,5H+3H", "groups": [["5S", "3S"], ["5H", "3H"]]},
            {"play": "8Sx5S+3H,5H+3S", "groups": [["5S", "3H"], ["5H", "3S"]]},
        ],
    }


def test_groupings_of_a_build_begin_with_the_hand_card() -> None:
    """The first group is the one with the card from the hand."""
    found = answer("groupings", "6C,5H,4C 3S,9D", "3S 6C 5H 4C=9")
    assert [one["groups"] for one in found["groupings"]] == [[["3S", "6C"], ["5H", "4C"]]]


def test_groupings_of_an_illegal_play_come_with_its_reasons() -> None:
    """It exits 1; the groupings are listed all the same, where there are any."""
    found = answer("groupings", "6C,2D KD,9S", "8Sx6C2D", code=1)
    assert found["count"] == 1
    assert [one["rule"] for one in found["violations"]] == ["hand.not_held"]
    result = run("groupings", "6C,2D KD,9S", "8Sx6C2D", code=1)
    assert "not legal: 8S is not in the hand of seat 1." in result.stderr
    assert result.stdout == "  8Sx6C+2D\n1 grouping in all.\n"


def test_groupings_stop_at_the_limit_but_count_on() -> None:
    """The count is of all groupings, however many are listed."""
    found = answer("groupings", "5S,5H,3S,3H 8S,KD", "8Sx5S5H3S3H", "--limit", "1")
    assert (found["count"], found["truncated"], len(found["groupings"])) == (2, True, 1)


def test_groupings_are_asked_of_one_play() -> None:
    """A turn of several actions is refused."""
    assert "several actions" in run("groupings", TABLE, "KD/_,6C+2D=8", code=2).stderr


# --- perft ---------------------------------------------------------------------------------------


def test_perft_counts_the_lines_of_play() -> None:
    """Plays, the positions they reach, and groupings; the parts only if they are asked for."""
    table = "5S,5H,3S,3H KD,8S/8D,2C 1 0 -/- -"
    found = answer("perft", table, "2")
    assert found == {
        "position": table,
        "depth": 2,
        "plays": 37,
        "effects": 37,
        "groupings": 42,
        "split": None,
    }
    parts = answer("perft", table, "2", "--split")["split"]
    assert sum(part["groupings"] for part in parts) == 42


def test_perft_in_text_is_a_table() -> None:
    """For a person: a line for each first play, where asked for, and the sum below."""
    text = run("perft", "6C,2D 8S,KD/6S 1 0 -/- -", "2", "--split").stdout
    assert text == (
        "            plays  effects  groupings\n"
        "  8Sx6C+2D      1        1          1\n"
        "  8S            2        2          2\n"
        "  KD            2        2          2\n"
        "  depth 2       5        5          5\n"
    )


# --- show ----------------------------------------------------------------------------------------


def test_show_takes_a_position_apart() -> None:
    """Table, hands, stock and piles as JSON, beside the canonical line and the flags."""
    found = answer("show", "[5h+3c]=8@2, 10d 8S,AS/?2 1 (KD,KH) ?1,9H*1/- 2")
    assert found["position"] == "[5H+3C]=8@2,TD 8S,AS/?2 1 (KD,KH) ?1,9H*1/- 2"
    assert [flag["id"] for flag in found["flags"]] == ["flag.cards_missing"]
    del found["position"], found["flags"]
    assert found == {
        "variant": "casino_pagat",
        "faults": [],
        "turn": 1,
        "table": {
            "loose": ["TD"],
            "builds": [{"sets": [["5H", "3C"]], "value": 8, "owner": 2, "multiple": False}],
        },
        "hands": [{"cards": ["8S", "AS"], "unknown": 0}, {"cards": [], "unknown": 2}],
        "stock": {"count": 2, "order": ["KD", "KH"]},
        "taken": [
            {"cards": ["9H"], "unknown": 1, "sweeps": 1},
            {"cards": [], "unknown": 0, "sweeps": 0},
        ],
        "last": 2,
    }


@pytest.mark.parametrize(
    ("line", "turn", "last"),
    [("8D 8S/?1", 1, "?"), ("8D 8S/?1 2 49 -/- -", 2, None), ("8D -/- - 0 -/- 1", None, 1)],
)
def test_show_tells_whose_turn_it_is_and_who_captured_last(
    line: str, turn: int | None, last: int | str | None
) -> None:
    """A seat; no turn when the round is over; nobody yet, or not known, for the last capture."""
    found = answer("show", line)
    assert (found["turn"], found["last"]) == (turn, last)


def test_a_position_may_begin_with_the_mark_of_an_empty_table() -> None:
    """It looks like an option, and needs no `--` before it all the same."""
    assert answer("show", "- 8S/?1")["table"] == {"loose": [], "builds": []}
    assert answer("check", "- 8S/?1", "8S")["legal"]
    assert answer("plays", "--kind", "trail", "- 8S/?1")["count"] == 1
    assert "column 3:" in run("show", "- 8X/?1", code=2).stderr


def test_show_draws_the_table_and_says_what_is_odd() -> None:
    """For a person: the table, the flags as notes, and the line to copy."""
    text = run("show", "8D 8S/?1 1 40 -/- -").stdout
    assert text.startswith("Casino: seat 1 to play\n")
    assert re.search(r"^Note: .*9.* of the pack", text, re.MULTILINE)
    assert text.endswith("As one line: 8D 8S/?1 1 40 -/- -\n")


# --- variants and options ------------------------------------------------------------------------


def test_the_line_may_name_its_own_variant() -> None:
    """Without --variant the line decides; without both it is Casino as on pagat."""
    assert answer("show", "8D 8S")["variant"] == "casino_pagat"
    assert answer("show", "8D 8S; variant royal_english")["variant"] == "royal_english"


def test_the_command_line_wins_over_the_position_line_and_says_so() -> None:
    """A note on stderr names what was overruled."""
    line = "8D 8S; variant royal_english; option sweep_points=1"
    result = run("show", line, "--variant", "tuxedo", "--json", code=2)
    assert "not in the pack of tuxedo" in result.stderr
    result = run("show", line, "--variant", "royal_yeeqia", "--option", "sweep_points=0")
    assert "note: The line says variant royal_english" in result.stderr
    assert "note: The line says sweep_points=1" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--option", "face_capture=all", "--option", "sweep_points=1"],
        ["--option", "face_capture=all,sweep_points=1"],
        ["--option", "face_capture=one", "--option", "face_capture=all,Sweep-points=1"],
    ],
)
def test_house_rules_are_options(words: list[str]) -> None:
    """They may be given one by one or together; the play is judged by them."""
    found = answer("check", "QS,QH QD,4C", "QDxQSQH", *words)
    assert found["legal"]
    assert found["sweep"]
    assert "option face_capture=all,sweep_points=1" in found["after"]


def test_house_rules_may_stand_in_a_file(tmp_path: Path) -> None:
    """--variant takes the path of a TOML file that extends a variant."""
    house = tmp_path / "my-house.toml"
    house.write_text('extends = "casino_pagat"\n[options]\nface_capture = "all"\n')
    assert answer("check", "QS,QH QD,4C", "QDxQSQH", "--variant", str(house))["legal"]
    found = answer("variants", str(house))
    assert found["name"] == "my-house"
    (rule,) = [rule for rule in found["options"] if rule["option"] == "face_capture"]
    assert (rule["value"], rule["inherited_from"]) == ("all", None)


def test_variants_are_listed() -> None:
    """All of them with title, other names and aim."""
    found = answer("variants")["variants"]
    assert {"casino_pagat", "royal_dominican", "tuxedo"} <= {entry["name"] for entry in found}
    assert all(set(entry) == {"name", "title", "aliases", "aim"} for entry in found)
    assert "royal_dominican: " in run("variants").stdout


def test_one_variant_is_shown_with_every_rule() -> None:
    """Each option with its value, sentence and source; a house rule is shown as one."""
    found = answer("variants", "Royal Dominican", "--option", "target=11")
    rules = {rule["option"]: rule for rule in found["options"]}
    assert rules["own_build_raise"]["value"] == "forbidden"
    assert rules["hand_size"]["value"] == 4
    assert rules["sides"]["value"] == "4:13/24"
    assert rules["target"]["source"] == "House rule"
    assert all(rule["sentence"] and rule["source"] for rule in rules.values())
    text = run("variants", "casino_pagat").stdout
    assert "\nace_dual_capture = false\n    " in text


# --- how it is written ---------------------------------------------------------------------------


def test_text_is_plain_where_nobody_looks_at_a_terminal() -> None:
    """Into a pipe goes pure ASCII."""
    for command in (["show", TABLE], ["plays", TABLE], ["check", TABLE, "8Sx8D"]):
        text = run(*command).stdout
        assert text.isascii()
        assert "\x1b" not in text


def test_colour_and_symbols_can_be_asked_for_and_declined() -> None:
    """`--colour always` brings both, `--plain` neither."""
    text = run("check", TABLE, "8Sx8D", "--colour", "always").stdout
    assert "♦" in text
    assert "\x1b[" in text
    assert run("check", TABLE, "8Sx8D", "--colour", "always", "--plain").stdout.isascii()


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_a_terminal_gets_symbols_and_no_color_is_honoured(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal with UTF-8 suits are drawn; they are coloured unless that is declined."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    text = run("plays", TABLE, environment=environment).stdout
    assert "8♠x8♦" in re.sub(r"\x1b\[\d*m", "", text)
    assert ("\x1b[" in text) is coloured


def test_json_is_never_coloured() -> None:
    """Whatever is asked for, JSON is one line of ASCII."""
    text = run("plays", TABLE, "--json", "--colour", "always").stdout
    assert text.isascii()
    assert text.count("\n") == 1
    assert "\\u001b" not in text


def test_what_the_terminal_cannot_show_is_escaped() -> None:
    """Control characters in a pasted position never reach the terminal."""
    text = run("show", "8D 8S; rumour \x1b]0;x\x07").stdout
    assert "\x1b" not in text
    assert "\x07" not in text


# --- bad input -----------------------------------------------------------------------------------

BAD = {
    "garbage": (["show", "what is this"], "notation"),
    "nothing": (["show", ""], "notation"),
    "unknown card": (["show", "8D,1Z 8S"], "notation"),
    "five aces": (["show", "AS,AH,AD,AC,AS 8S"], "position"),
    "negative count": (["show", "8D 8S 1 -4"], "notation"),
    "too much": (["show", "8D " * 10_000], "notation"),
    "a build that is wrong": (["show", "[5H+4C]=8 8S"], "position"),
    "no suit": (["check", TABLE, "8Sx8"], "ambiguous"),
    "a play that is garbage": (["check", TABLE, "8Sx"], "notation"),
    "thousands of cards": (["check", TABLE, "8Sx" + "8D" * 5000], "notation"),
    "no such variant": (["show", TABLE, "--variant", "bridge"], "variant"),
    "no such option": (["show", TABLE, "--option", "colour=red"], "variant"),
    "no such value": (["show", TABLE, "--option", "building=maybe"], "variant"),
    "half an option": (["show", TABLE, "--option", "building"], "request"),
    "no such file": (["show", TABLE, "--variant", "nowhere/house.toml"], "variant"),
    "a folder": (["show", TABLE, "--variant", "tests.toml/"], "variant"),
    "no such card": (["plays", TABLE, "--card", "8"], "ambiguous"),
    "no such kind": (["plays", TABLE, "--kind", "steal"], "request"),
    "no limit": (["plays", TABLE, "--limit", "0"], "request"),
    "no play": (["check", TABLE], "request"),
    "no such command option": (["show", TABLE, "--shout"], "request"),
    "no such rules": (["variants", "bridge"], "variant"),
    "options of nothing": (["variants", "--option", "target=11"], "request"),
    "no number of seconds": (["best-capture", TABLE, "--time-limit", "nan"], "request"),
    "no time": (["best-capture", TABLE, "--time-limit", "0"], "request"),
    "no kind to look for": (["best-capture", TABLE, "--kind", "trail"], "request"),
    "a picture nowhere": (["groupings", TABLE, "8Sx8D", "--svg", "nowhere/8S.svg"], "request"),
    "no depth": (["perft", TABLE, "0"], "request"),
    "half a depth": (["perft", TABLE, "1.5"], "request"),
    "hands nobody knows": (["perft", TABLE, "2"], "request"),
    "no saved game": (["import", "nowhere.txt"], "file"),
    "a folder, no saved game": (["import", "."], "file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_line_and_exit_code_2(name: str) -> None:
    """Nothing on stdout, one line on stderr, no traceback."""
    words, _ = BAD[name]
    result = run(*words, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("casino-tutor: error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_an_error_object_in_json(name: str) -> None:
    """With --json the same error stands on stdout as an object, with its place."""
    words, kind = BAD[name]
    result = run(*words, "--json", code=2)
    error = json.loads(result.stdout)["error"]
    assert set(error) == {"kind", "message", "line", "column"}
    assert error["kind"] == kind
    assert error["message"] in result.stderr
    if kind in {"notation", "position", "ambiguous"}:
        assert error["line"] == 1
        assert error["column"] >= 1


@pytest.mark.parametrize("content", ["not TOML", '[options]\nbuilding = "maybe"', "", "\0"])
def test_a_bad_variant_file_is_named(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No TOML, an option of the wrong type, an empty file: the line names the file."""
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(content)
    result = run("show", TABLE, "--variant", "house.toml", code=2)
    assert "house.toml" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_error_says_where_and_what_was_expected() -> None:
    """Which text, line and column, what stands there, what should."""
    assert run("check", TABLE, "8Sx8D,6Q", code=2).stderr == (
        "casino-tutor: error: play: line 1, column 7: found '6' (at '6Q'); "
        "expected a card such as 8S or TD\n"
    )


# --- the program ---------------------------------------------------------------------------------


def test_help_is_shown_for_nothing_and_for_every_command() -> None:
    """No word at all is no error."""
    assert "check" in run().stdout
    for command in main.commands:
        assert run(command, "--help").stdout.startswith(f"Usage: casino-tutor {command} ")
    assert run("--version").stdout.startswith("casino-tutor, version ")


def test_lab_passes_on_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder, port and browser reach the start command, whose exit code is the program's."""
    asked = []

    def start(folder: Path | None, **more: object) -> int:
        asked.append((folder, more))
        return 1

    monkeypatch.setattr("casino_tutor.lab.start", start)
    run("lab", code=1)
    run("lab", "--folder", "mine", "--port", "9999", "--no-browser", code=1)
    assert asked == [
        (None, {"port": None, "open_browser": None}),
        (Path("mine"), {"port": 9999, "open_browser": False}),
    ]


@pytest.mark.parametrize(("play", "code"), [("8Sx8D", 0), ("KDx8D", 1), ("8Sx8", 2)])
def test_exit_codes_of_the_program_itself(play: str, code: int) -> None:
    """0 legal, 1 illegal, 2 unreadable, from a process of its own."""
    process("check", TABLE, play, code=code)


def test_a_check_imports_nothing_heavy() -> None:
    """The whole check is quick because the solver, the graphs and the widgets stay away."""
    heavy = ["ortools", "networkx", "numpy", "pydantic", "ipywidgets", "IPython", "rich"]
    script = (
        "import sys\nfrom casino_tutor.cli import main\n"
        f"try: main({['check', TABLE, 'KDx8D']!r})\n"
        f"except SystemExit: print('heavy:', [name for name in {heavy!r} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=REPO, capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("heavy: []\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_reader_that_goes_away_is_no_error() -> None:
    """Into a closed pipe nothing is said."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "casino_tutor", "plays", TABLE],
        cwd=REPO,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_one_clear_line() -> None:
    """An answer that cannot be written is said so, without a traceback."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "casino_tutor", "plays", TABLE, "--json"],
            cwd=REPO,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("casino-tutor: error: the answer cannot be written")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_it_quietly() -> None:
    """Exit code 130, no traceback; what was answered before stands."""
    with subprocess.Popen(
        [sys.executable, "-m", "casino_tutor", "batch"],
        cwd=REPO,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b'{"do": "show", "position": "8D 8S"}\n')
        running.stdin.flush()
        assert b'"loose": ["8D"]' in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        assert b"Traceback" not in running.stderr.read()

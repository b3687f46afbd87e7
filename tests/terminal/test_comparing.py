"""Games side by side: what differs, and what every game says of one play."""

from __future__ import annotations

import json

import pytest

from casino_tutor.draw.text import Style
from casino_tutor.model.options import OPTION_KEYS
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.legality import is_legal
from casino_tutor.terminal.answers import AnswerError
from casino_tutor.terminal.comparing import (
    all_variants_answer,
    all_variants_text,
    diff_answer,
    diff_text,
)

# --- two games -----------------------------------------------------------------------------------


def _options(one: Variant, other: Variant) -> list[str]:
    return [entry["option"] for entry in diff_answer(one, other)["differences"]]


def test_only_what_differs() -> None:
    """The gamerules.com game against the Dominican one: four rules, and no more."""
    dominican, rewrite = find_variant("royal_dominican"), find_variant("royal_gamerules")
    assert _options(dominican, rewrite) == [
        "capture_extent",
        "raise_whose",
        "partner_builds",
        "endgame_20",
    ]


def test_each_difference_has_both_sentences_and_sources() -> None:
    """A learner reads what each game says, and who says so."""
    answer = diff_answer(find_variant("royal_dominican"), find_variant("royal_gamerules"))
    assert answer["a"] == {
        "name": "royal_dominican",
        "title": "Royal Casino (Dominican Republic)",
    }
    last = answer["differences"][-1]
    assert last["asks"] == "What wins for a side with 20 points?"
    assert last["a"]["value"] == "most_spades"
    assert last["b"] == {
        "value": "little_casino",
        "sentence": "A side with 20 points wins with the two of spades, and only so.",
        "source": "gamerules.com, Royal Casino; This project's ruling on the gamerules.com game",
    }


@pytest.mark.parametrize("one", variant_names())
@pytest.mark.parametrize("other", variant_names())
def test_a_comparison_reads_the_same_from_both_ends(one: str, other: str) -> None:
    """What differs between A and B differs between B and A; a game does not differ from itself."""
    forth = diff_answer(find_variant(one), find_variant(other))
    back = diff_answer(find_variant(other), find_variant(one))
    assert [d["option"] for d in forth["differences"]] == [d["option"] for d in back["differences"]]
    for there, here in zip(forth["differences"], back["differences"], strict=True):
        assert there["a"] == here["b"]
        assert there["a"]["value"] != there["b"]["value"]
        assert there["a"]["sentence"] != there["b"]["sentence"]
        assert there["a"]["source"]
    assert bool(forth["differences"]) == (one != other)
    assert json.loads(json.dumps(forth)) == forth


def test_rules_without_an_object_are_passed_over() -> None:
    """Where one game has no building, that alone is said, and not the rules of builds."""
    found = _options(find_variant("royal_dominican"), find_variant("kasino_swedish"))
    assert "building" in found
    about_builds = {"own_build_raise", "raise_whose", "owner_trail", "build_for_partner"}
    assert not about_builds & set(found)
    assert "endgame" in found
    assert "endgame_20" not in found


def test_house_rules_are_compared_too() -> None:
    """A game against itself with a house rule: the one rule, and its source."""
    pagat = find_variant("casino_pagat")
    answer = diff_answer(pagat, pagat.with_options(sweep_points=1))
    (only,) = answer["differences"]
    assert (only["option"], only["b"]["source"]) == ("sweep_points", "House rule")
    assert diff_text(answer, Style()).splitlines() == [
        "casino_pagat (Casino) and casino_pagat (Casino)",
        "",
        "What is a sweep worth?",
        (
            "  casino_pagat: A sweep scores nothing here, though many players give 1 point for it. "
            "(A digest of pagat.com's pages on Casino and its relatives; Nathan Long's rules "
            "collection, Casino (after pagat.com))"
        ),
        "  casino_pagat: A sweep scores 1 point. (House rule)",
    ]


# --- one play under every game -------------------------------------------------------------------

#: Tables, plays, and the options that make other games judge otherwise.
DIFFER = [
    # A partial capture of equal cards.
    (
        "TS,TH,8D TC,3C/?2; variant casino_pagat",
        "TCxTS",
        {
            "royal_course": {"capture_extent"},
            "royal_dominican": {"capture_extent"},
            "royal_yeeqia": {"capture_extent"},
        },
    ),
    # Trailing a card that equals a loose one.
    (
        "TS,8D TC,3C/?2; variant royal_english",
        "TC",
        {
            "royal_course": {"capture_duty"},
            "royal_dominican": {"capture_duty"},
            "royal_gamerules": {"capture_duty"},
        },
    ),
    # Increasing one's own build; in Finland, where a ten of diamonds is 16, two rules forbid it.
    (
        "[6S+3H]=9@1 AC,TD,9C/?3; variant casino_pagat",
        "AC+[6S+3H]=10",
        {
            "royal_course": {"own_build_raise"},
            "royal_dominican": {"own_build_raise"},
            "royal_gamerules": {"own_build_raise"},
            "kirchner": {"building"},
            "kasino_swedish": {"building"},
            "kasino_finnish": {"building", "special_hand_values"},
        },
    ),
    # Several cards from the hand.
    (
        "QD 7C,5D/?2; variant kirchner",
        "7C&5DxQD",
        {
            "royal_dominican": {"hand_cards"},
            "royal_english": {"hand_cards"},
            "kasino_swedish": {"hand_cards"},
            "casino_pagat": {"face_values", "hand_cards"},
        },
    ),
]


@pytest.mark.parametrize(("line", "play", "expected"), DIFFER)
def test_the_option_that_makes_the_difference(
    line: str, play: str, expected: dict[str, set[str]]
) -> None:
    """Each game that judges otherwise names the rule of its own that does it."""
    answer = all_variants_answer(line, play)
    found = {
        entry["variant"]: {rule["option"] for rule in entry["because"]}
        for entry in answer["variants"]
        if entry["legal"] not in (None, answer["legal"])
    }
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(("line", "play", "expected"), DIFFER)
def test_the_option_really_makes_it(line: str, play: str, expected: dict[str, set[str]]) -> None:
    """The other game with that rule changed judges as the line's own game does."""
    answer = all_variants_answer(line, play)
    own = parse_position(line).variant.options
    assert expected
    for entry in answer["variants"]:
        if not entry["because"]:
            continue
        together = [[rule["option"] for rule in entry["because"]]]
        alone = [[rule["option"]] for rule in entry["because"]]
        for options in together if entry["together"] else alone:
            changes = {option: getattr(own, option) for option in options}
            mixed = find_variant(entry["variant"]).with_options(**changes)
            # The line's own variant gives way to the one that is asked for.
            table = parse_position(line.partition(";")[0], mixed)
            assert is_legal(table, play) == answer["legal"]


def test_several_rules_together() -> None:
    """Finland takes the groups of 14 and leaves the ace: no single rule explains that."""
    answer = all_variants_answer("AH,9S,5D AC,3C/?2; variant royal_dominican", "ACx9S+5D")
    entry = next(v for v in answer["variants"] if v["variant"] == "kirchner")
    assert (answer["legal"], entry["legal"], entry["together"]) == (False, True, True)
    assert [rule["option"] for rule in entry["because"]] == ["ace_dual_capture", "capture_extent"]
    assert [rule["instead"] for rule in entry["because"]] == [True, "all_equal"]


def test_every_game_is_in_the_answer() -> None:
    """All built-in games, each legal or not, or with the reason why there is no such table."""
    answer = all_variants_answer("8D,KC 8S,QD/?2/?2", "8Sx8D")
    assert [entry["variant"] for entry in answer["variants"]] == list(variant_names())
    for entry in answer["variants"]:
        assert (entry["legal"] is None) == (entry["problem"] is not None)
        assert bool(entry["violations"]) == (entry["legal"] is False)
        for rule in entry["because"]:
            assert rule["option"] in OPTION_KEYS
            assert rule["sentence"]
            assert rule["source"]
    problems = {v["variant"]: v["problem"] for v in answer["variants"] if v["problem"]}
    assert problems["kirchner"] == "the game is for 2 players"
    assert problems["tuxedo"].startswith("KC is not in the pack") or "pack" in problems["tuxedo"]
    assert json.loads(json.dumps(answer)) == answer


def test_house_rules_of_the_line_belong_to_its_own_game() -> None:
    """The line's game with its house rule is compared with all games as they are."""
    answer = all_variants_answer("TS,TH TC,3C/?2; option capture_extent=all_equal", "TCxTS")
    assert answer["legal"] is False
    base = next(v for v in answer["variants"] if v["variant"] == "casino_pagat")
    assert base["legal"] is True
    assert [rule["option"] for rule in base["because"]] == ["capture_extent"]


def test_another_game_to_compare_with() -> None:
    """The game can be named apart from the line, and house rules too."""
    answer = all_variants_answer(
        "TS,TH TC,3C/?2", "TCxTS", "royal_dominican", {"capture_extent": "free"}
    )
    assert (answer["variant"], answer["legal"]) == ("royal_dominican", True)


def test_partners_and_single_players() -> None:
    """Four seats are two sides in one game and four in another; the table is the same."""
    answer = all_variants_answer(
        "[6S+4H]=10@3 TC,TD/?2/?2/?2; variant royal_dominican", "TC,[6S+4H]=10"
    )
    swedish = next(v for v in answer["variants"] if v["variant"] == "casino_tutorial")
    assert swedish["problem"] is None
    rewrite = next(v for v in answer["variants"] if v["variant"] == "royal_gamerules")
    assert [rule["option"] for rule in rewrite["because"]] == ["partner_builds"]


@pytest.mark.parametrize(
    ("line", "play", "kind"),
    [("8D", "8Sx8D", "notation"), ("8D 8S", "8S+", "notation"), ("8D,8D 8S", "8S", "position")],
)
def test_what_cannot_be_read(line: str, play: str, kind: str) -> None:
    """One error says what cannot be read."""
    with pytest.raises(AnswerError) as caught:
        all_variants_answer(line, play)
    assert caught.value.kind == kind


def test_the_text_for_a_person() -> None:
    """The verdict here, the games that agree, then each that does not, with its rules."""
    answer = all_variants_answer("TS,8D TC,3C/?2; variant royal_english", "TC")
    lines = all_variants_text(answer, Style()).splitlines()
    assert lines[0] == "TC is legal in royal_english."
    assert lines[1].startswith("Legal also in ")
    assert {"casino_howstuffworks,", "casino_pagat,"} <= set(lines[1].split())
    assert "Not legal in royal_dominican: TC may not be trailed" in "\n".join(lines)
    assert any(line.startswith("  capture_duty = loose_equal: A card equal") for line in lines)
    assert any(line.startswith("No such table in tuxedo: ") for line in lines)

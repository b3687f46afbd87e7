"""Variants as data: every rule of every game, house rules, and files that are wrong."""

from __future__ import annotations

import json
import pickle
import tomllib
from pathlib import Path

import pytest

from casino_tutor.model import variant as variant_module
from casino_tutor.model.options import (
    OPTION_KEYS,
    VariantError,
    accepted_words,
    option_text,
    read_option,
)
from casino_tutor.model.variant import find_variant, variant_names

DATA = Path(variant_module.__file__).parents[1] / "data"

#: The games whose every rule stands in the table below. A further game needs no place here: its
#: cases, counts and playthrough (tests/test_every_variant.py) say what it is.
GAMES = (
    "casino_pagat",
    "casino_howstuffworks",
    "casino_tutorial",
    "royal_dominican",
    "royal_gamerules",
    "royal_english",
    "royal_yeeqia",
    "royal_howstuffworks",
    "royal_course",
    "tuxedo",
    "kirchner",
    "kasino_swedish",
    "kasino_finnish",
)
NO_BUILDING = ("kirchner", "kasino_swedish", "kasino_finnish")
HOUSE = {
    "hand_size": "2:6+3:5",
    "seats": "2+3",
    "sides": "none",
    "building": "false",
    "target": "50",
    "ace_hand": "1",
    "calls": "orange",
}

# What every game says about every rule: the usual answer, then the games that differ.
RULES = """
deck = 52
    rook40 in tuxedo
packs = 1
seats = 2+3+4
    2 in casino_howstuffworks royal_howstuffworks royal_course kirchner
    2+4 in royal_yeeqia
    2+3+4+5+6 in tuxedo
sides = 4:13/24
    none in casino_howstuffworks casino_tutorial royal_howstuffworks royal_course
    none in tuxedo kirchner kasino_swedish
hand_size = 4
    3 in kirchner
table_cards = 4
refill = by_deal
last_deal = even
    even_rest_to_table in tuxedo
face_values = royal
    none in casino_pagat casino_howstuffworks casino_tutorial tuxedo
ace_hand = 1or14
    1 in casino_pagat casino_howstuffworks casino_tutorial tuxedo
    14 in kasino_finnish
ace_table_in_sum = 1
ace_dual_capture = false
    true in royal_dominican royal_gamerules royal_english royal_yeeqia kasino_swedish
special_hand_values = none
    fixed in kasino_finnish
face_capture = by_value
    one in casino_pagat casino_tutorial tuxedo
    one_or_three in casino_howstuffworks
hand_cards = one
    many in kirchner
hand_total_limit = 0
capture_duty = none
    loose_equal in royal_dominican royal_gamerules royal_course
capture_extent = free
    all_equal in royal_dominican royal_yeeqia royal_course
insistence = notice
forced_sweep = false
building = true
    false in kirchner kasino_swedish kasino_finnish
own_build_raise = allowed
    forbidden in royal_dominican royal_gamerules royal_course
raise_whose = any
    not_own in royal_dominican
    opponents in royal_gamerules royal_course
partner_builds = allowed
    forbidden in royal_gamerules
raise_with_loose = false
raise_and_absorb = true
    false in royal_course
table_only_builds = no
single_build_as_card = false
same_value_builds = coexist
    own_forbidden in royal_course
merge_builds = no
builds_per_player = 0
owner_trail = forbidden
    next_turn_only in casino_tutorial
build_for_partner = no
steal_tops = none
sweep_recorded = true
    false in casino_howstuffworks casino_tutorial royal_howstuffworks
sweep_points = 0
    1 in royal_dominican royal_gamerules royal_yeeqia kirchner kasino_swedish kasino_finnish
    10 in tuxedo
small_sweep_points = 0
    5 in tuxedo
small_sweep_cards = 0
    3 in tuxedo
sweep_cancel = false
    true in royal_dominican royal_gamerules kasino_finnish
sweep_cutoff = none
    own_18 in royal_dominican royal_gamerules
    any_10 in kasino_finnish
sweep_last_deal = true
    false in kasino_finnish
scoring = standard
    tuxedo in tuxedo
cards_points = 3
    15 in tuxedo
    1 in kasino_swedish kasino_finnish
spades_points = 1
    0 in tuxedo
    2 in kasino_swedish kasino_finnish
big_casino_points = 2
    0 in tuxedo
little_casino_points = 1
    0 in tuxedo
ace_points = 1
    0 in tuxedo
last_capture_bonus = 0
    1 in kasino_swedish
tie_cards = none
tie_spades = none
orange_points = 0
    10 in tuxedo
oranges_per_capture = 0
    1 in tuxedo
five_points = 0
    5 in tuxedo
false_call_points = 0
    -10 in tuxedo
calls = none
    orange in tuxedo
scoring_time = end_of_round
    as_captured in tuxedo kirchner kasino_finnish
target = 21
    100 in tuxedo
    11 in kirchner
    16 in kasino_swedish kasino_finnish
win_rule = higher_total
    count_out in royal_english
    claim in kirchner
    most_spades in kasino_swedish
    mid_round in kasino_finnish
low_wins = false
endgame = none
    dominican18 in royal_dominican royal_gamerules
endgame_20 = most_spades
    little_casino in royal_gamerules
restricted_sweeps_cancel = true
direction = cw
    alternate in casino_howstuffworks royal_howstuffworks royal_course kirchner
    ccw in royal_dominican royal_gamerules
next_dealer = left
    alternate in casino_howstuffworks royal_howstuffworks kirchner
    last_capturer_leads in royal_course
    right in royal_dominican royal_gamerules
first_dealer = random
    high_card in kasino_swedish kasino_finnish
"""


def rules() -> dict[str, dict[str, str]]:
    """Read the table above: for each option, what each game says, as text."""
    found: dict[str, dict[str, str]] = {}
    for line in RULES.strip().splitlines():
        words = line.split()
        if words[1] == "=":
            found[words[0]] = said = dict.fromkeys(GAMES, words[2])
        else:
            said.update(dict.fromkeys(words[2:], words[0]))
    return found


# --- the built-in games --------------------------------------------------------------------------


def test_no_game_of_the_family_is_lost() -> None:
    """Every game of the table is there."""
    assert set(GAMES) <= set(variant_names())


@pytest.mark.parametrize(("key", "says"), rules().items())
def test_what_each_game_says(key: str, says: dict[str, str]) -> None:
    """One rule, asked of every game."""
    said = {name: option_text(getattr(find_variant(name).options, key)) for name in GAMES}
    assert said == says


@pytest.mark.parametrize("name", variant_names())
def test_every_rule_has_value_source_and_sentence(name: str) -> None:
    """No rule of a game is without a value, a source with a title, and a plain sentence."""
    game = find_variant(name)
    titles = tomllib.loads((DATA / "sources.toml").read_text("utf-8"))
    for key in OPTION_KEYS:
        rule = game.rule(key)
        assert rule.value == getattr(game.options, key)
        assert rule.keys
        assert rule.source == "; ".join(titles[source] for source in rule.keys)
        assert rule.confidence in {"seed", "clone", "inferred", "GK"}
        assert rule.asks.endswith("?")
        assert rule.sentence[0].isupper()
        assert rule.sentence.endswith(".")
        assert "{" not in rule.sentence
        assert rule.inherited_from in {None, *variant_names()} - {name}


@pytest.mark.parametrize("name", variant_names())
def test_every_game_has_title_aim_and_names(name: str) -> None:
    """A game says what it is called and what one plays for, in one line each."""
    game = find_variant(name)
    assert (game.name, game.base) == (name, name)
    assert game.title.isprintable()
    assert game.title
    assert game.aim.isprintable()
    assert game.aim.endswith(".")
    for other in (*game.aliases, game.title, name.upper(), name.replace("_", "-")):
        assert find_variant(other) is game


def test_no_two_games_share_a_name() -> None:
    """A name leads to one game only."""
    names = [
        name
        for game in map(find_variant, variant_names())
        for name in {
            "".join(filter(str.isalnum, other.casefold()))
            for other in (game.name, game.title, *game.aliases)
        }
    ]
    assert sorted(names) == sorted(set(names))


def test_every_word_has_a_sentence() -> None:
    """A house rule has a sentence too: every word of every option, and every number."""
    texts = tomllib.loads((DATA / "options.toml").read_text("utf-8"))
    assert set(texts) == set(OPTION_KEYS)
    reserved = {"asks", "only_with", "without", "otherwise", "n", "by_players"}
    for key, entry in texts.items():
        words = accepted_words(key)
        assert set(words) <= set(entry), key
        if not words and key not in {"packs", "ace_table_in_sum"}:
            assert "{n}" in entry["n"], key
        for written in set(entry) - reserved:
            assert read_option(key, written)[0] == key
        conditions = entry.get("only_with", {}) | entry.get("without", {})
        assert bool(conditions) == ("otherwise" in entry), key
        for other, values in conditions.items():
            assert all(option_text(read_option(other, v)[1]) == v for v in values), key


def test_an_inherited_rule_names_the_game_it_comes_from() -> None:
    """A learner sees which rules a game merely takes over."""
    game = find_variant("royal_gamerules")
    assert game.rule("endgame").inherited_from is None
    assert game.rule("next_dealer").inherited_from == "royal_dominican"
    assert game.rule("deck").inherited_from == "casino_pagat"


def test_a_rule_may_have_a_sentence_of_its_own() -> None:
    """Where a game is more special than the catalogue, it speaks for itself."""
    assert "tabbe" in find_variant("kasino_swedish").rule("sweep_points").sentence
    house = find_variant("kasino_swedish").with_options(sweep_points=2)
    assert house.rule("sweep_points").sentence == "A sweep scores 2 points."


def test_a_rule_without_meaning_says_so() -> None:
    """Where nothing is built, no sentence speaks of increasing a build."""
    for name in NO_BUILDING:
        rule = find_variant(name).rule("own_build_raise")
        assert rule.sentence == "There is no building in this game."
    pagat = find_variant("casino_pagat")
    assert pagat.rule("small_sweep_points").sentence == "Sweeps are not told apart by size."
    assert "both" in pagat.with_options(ace_hand="1or14").rule("ace_dual_capture").sentence


def test_numbers_of_players_in_words() -> None:
    """Seats, sides and hands by number of players read as a sentence."""
    game = find_variant("casino_pagat").with_options(hand_size="2:6+3:5", seats="2+3")
    assert game.rule("seats").sentence == "The game is for 2 or 3 players."
    hands = game.rule("hand_size").sentence
    assert hands.endswith("gives to each player: 6 with 2 players, 5 with 3 players.")
    sides = find_variant("royal_dominican").rule("sides").sentence
    assert sides == "Partners share a side: seats 1 and 3 against 2 and 4 with 4 players."


# --- seats and hands -----------------------------------------------------------------------------


def test_sides() -> None:
    """Four play as two pairs where the game says so; otherwise everybody is alone."""
    options = find_variant("royal_dominican").options
    assert options.sides_for(4) == ((1, 3), (2, 4))
    assert options.sides_for(3) == ((1,), (2,), (3,))
    assert find_variant("casino_tutorial").options.sides_for(4) == ((1,), (2,), (3,), (4,))


def test_hands_by_number_of_players() -> None:
    """A hand may depend on the number of players; the next smaller number speaks for others."""
    options = find_variant("casino_pagat").with_options(hand_size={"2": 6, "4": 3}).options
    assert [options.hand_size_for(n) for n in (2, 3, 4, 6)] == [6, 6, 3, 3]
    late = find_variant("casino_pagat").with_options(table_cards="3:5").options
    assert [late.table_cards_for(n) for n in (2, 3)] == [5, 5]
    assert find_variant("kirchner").options.hand_size_for(2) == 3


# --- house rules ---------------------------------------------------------------------------------


def test_a_house_rule() -> None:
    """A house rule changes the value, its source and its sentence, and nothing else."""
    dominican = find_variant("royal_dominican")
    house = dominican.with_options(sweep_points="0", capture_all_equal=False)
    assert house != dominican
    assert (house.options.sweep_points, house.options.capture_extent) == (0, "free")
    rule = house.rule("sweep_points")
    assert (rule.source, rule.keys, rule.confidence) == ("House rule", ("house",), "house")
    assert rule.inherited_from is None
    assert rule.sentence == "A sweep scores nothing."
    assert house.rule("target") == dominican.rule("target")
    assert dominican.options.sweep_points == 1


def test_a_house_rule_that_changes_nothing() -> None:
    """Saying what the game says anyway leaves the game, and its sources, as they are."""
    dominican = find_variant("royal_dominican")
    same = dominican.with_options(sweep_points=1)
    assert same == dominican
    assert same.rule("sweep_points") == dominican.rule("sweep_points")


def test_equality() -> None:
    """Two variants are equal when their base and their options are."""
    one = find_variant("royal_english").with_options(sweep_points=1)
    two = find_variant("royal english").with_options(sweep_points="1")
    assert one == two
    assert hash(one) == hash(two)
    assert find_variant("royal_english") != find_variant("royal_yeeqia")
    assert one.with_options(sweep_points=0) == find_variant("royal_english")


@pytest.mark.parametrize("name", variant_names())
def test_changes_read_back(name: str) -> None:
    """The changed options, as text, make the same variant again."""
    house = find_variant(name).with_options(**HOUSE)
    assert find_variant(name).with_options(**house.changes()) == house
    assert not set("=,; ") & set("".join(house.changes().values()))
    assert find_variant(name).changes() == {}


@pytest.mark.parametrize("name", variant_names())
def test_repr_reads_back(name: str) -> None:
    """What is printed makes an equal variant."""
    for game in (
        find_variant(name),
        find_variant(name).with_options(sides="4:12/34", sweep_points=7, low_wins=True),
    ):
        assert eval(repr(game), {"find_variant": find_variant}) == game
    assert repr(find_variant("tuxedo")) == "find_variant('tuxedo')"


def test_a_variant_travels_to_other_processes() -> None:
    """A variant can be sent to a worker and comes back equal."""
    house = find_variant("tuxedo").with_options(target=50)
    back = pickle.loads(pickle.dumps(house))
    assert back == house
    assert back.rule("target") == house.rule("target")


def test_values_do_not_change() -> None:
    """Variants and options are frozen."""
    game = find_variant("casino_pagat")
    with pytest.raises(AttributeError):
        game.options.target = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        game.name = "x"  # type: ignore[misc]


def test_every_wrong_house_rule_is_named() -> None:
    """Several faults are reported together."""
    with pytest.raises(VariantError) as caught:
        find_variant("casino_pagat").with_options(swep_points=1, target="many", building="maybe")
    assert len(caught.value.faults) == 3


def test_the_same_option_twice() -> None:
    """An option and another name of it may not both be given."""
    with pytest.raises(VariantError, match="capture_extent is given twice"):
        find_variant("casino_pagat").with_options(capture_extent="free", capture_all_equal=True)


def test_json_values() -> None:
    """Options out of a JSON object are read like any others."""
    options = json.loads('{"sweep_points": 1, "building": false, "seats": [2], "ace_hand": "14"}')
    house = find_variant("casino_pagat").with_options(**options)
    assert house.options.seats == (2,)
    assert house.changes() == {
        "seats": "2",
        "ace_hand": "14",
        "building": "false",
        "sweep_points": "1",
    }


def test_an_unknown_variant_lists_what_exists() -> None:
    """The message names every game, the nearest first."""
    with pytest.raises(VariantError, match="did you mean royal_dominican") as caught:
        find_variant("royal_dominic")
    assert all(name in str(caught.value) for name in variant_names())
    with pytest.raises(VariantError, match="there is no variant ''"):
        find_variant("")
    with pytest.raises(VariantError) as long:
        find_variant("x" * 1_000_000)
    assert len(str(long.value)) < 1000

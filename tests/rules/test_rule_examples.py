"""Every rule has a play that breaks it, a play that nearly does, a source and a sentence."""

from __future__ import annotations

import re
import string

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.model.sentences import catalogue, data_table
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.catalogue import rule_ids, rule_source
from casino_tutor.rules.flags import flags
from casino_tutor.rules.judge import judge, notices
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.repair import repairs, would_need
from tests.rules.examples import (
    Example,
    flag_examples,
    notice_examples,
    repair_examples,
    rule_examples,
)

#: This rule is broken by nothing: it lets a trail through that another rule would forbid.
PERMISSION = "turn.nothing_else"
#: Rules of plays that cannot be written, only made in Python; see `test_legality`.
NOT_WRITTEN = ("capture.nothing",)

RULES = rule_examples()
NOTICES = notice_examples()
FLAGS = flag_examples()
REPAIRS = repair_examples()


def _broken(example: Example) -> tuple[str, ...]:
    position = parse_position(example.position)
    return tuple(violation.rule for violation in violations(position, example.play))


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_is_broken_by_its_example(rule: str) -> None:
    """The example breaks this rule, and this rule only."""
    assert _broken(RULES[rule].shown) == (rule,)


@pytest.mark.parametrize("rule", RULES)
def test_the_play_that_nearly_breaks_the_rule_is_legal(rule: str) -> None:
    """What differs between the two examples is what the rule is about."""
    shown, nearly = RULES[rule]
    assert _broken(nearly) == ()
    assert shown != nearly


def test_every_rule_has_its_examples() -> None:
    """A rule without a play that breaks it, and one that nearly does, is not a rule yet."""
    assert {*RULES, PERMISSION, *NOT_WRITTEN} == set(rule_ids())


def test_nothing_else_lets_the_owner_trail() -> None:
    """An owner who can neither capture nor build may trail; one who can may not."""
    stuck = "[5S+3H]=8@1,7H KC,2D"
    assert is_legal(parse_position(stuck), "2D")
    assert _broken(Example("[5S+3H]=8@1,2H KC,2D", "2D")) == ("trail.owner",)
    assert [n.id for n in notices(parse_position(stuck), "2D")] == ["notice.nothing_else"]


@pytest.mark.parametrize("variant", variant_names())
def test_every_rule_has_a_source_in_every_variant(variant: str) -> None:
    """Somebody says so: no rule is without a source, under whatever game it is broken."""
    rules, titles = find_variant(variant), data_table("sources.toml")
    for rule in rule_ids():
        source = rule_source(rule, rules)
        assert source.strip()
        entry = data_table("rules.toml")[rule]
        assert set(entry.get("source", ())) <= set(titles)
        assert ("source" in entry) != ("option" in entry)


def test_a_house_rule_is_named_as_such() -> None:
    """A rule that a house rule decides has the house as its source."""
    rules = find_variant("casino_pagat").with_options(own_build_raise="forbidden")
    assert rule_source("build.own_raise", rules) == "House rule"


# --- sentences ------------------------------------------------------------------------------------


def test_every_rule_has_a_title_and_a_sentence() -> None:
    """The catalogue has each rule in a few words and in a sentence with the actual cards."""
    for rule in rule_ids():
        entry = catalogue()[rule]
        assert entry["title"] == entry["title"].strip() != ""
        assert not entry["title"].endswith(".")
        assert entry["says"].endswith(".")


@pytest.mark.parametrize("rule", RULES)
def test_the_sentence_fills_all_its_blanks(rule: str) -> None:
    """What the sentence names is what the play is about, and no blank stays."""
    position = parse_position(RULES[rule].shown.position)
    (violation,) = violations(position, RULES[rule].shown.play)
    blanks = {name for _, name, _, _ in string.Formatter().parse(_says(rule)) if name}
    filled = dict(violation.params)
    assert blanks <= set(filled)
    assert all(filled[name] and filled[name] in violation.sentence for name in blanks)


def _says(key: str) -> str:
    return str(catalogue()[key]["says"])


def test_every_key_of_the_catalogue_is_used() -> None:
    """A sentence that nothing says is taken out."""
    shown = {*rule_ids(), *NOTICES, *FLAGS, *REPAIRS, "repair.would_need"}
    assert shown == set(catalogue())


# --- notices and flags ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NOTICES)
def test_the_notice_is_given_with_its_example(name: str) -> None:
    """A legal play is pointed out where there is something to point out, and only there."""
    shown, nearly = NOTICES[name]
    verdict = judge(parse_position(shown.position), shown.play)
    assert verdict.is_legal
    assert [notice.id for notice in verdict.notices] == [name]
    assert verdict.notices[0].sentence
    other = judge(parse_position(nearly.position), nearly.play)
    assert other.is_legal
    assert name not in [notice.id for notice in other.notices]


@pytest.mark.parametrize("name", FLAGS)
def test_the_flag_is_shown_with_its_example(name: str) -> None:
    """An odd position is accepted and flagged; the ordinary one beside it is not."""
    shown, nearly = FLAGS[name]
    found = flags(parse_position(shown.position))
    assert name in [flag.id for flag in found]
    assert all(flag.sentence for flag in found)
    assert name not in [flag.id for flag in flags(parse_position(nearly.position))]


@pytest.mark.parametrize("name", REPAIRS)
def test_the_repair_is_offered_for_its_example(name: str) -> None:
    """What is wrong with a play tells what is offered instead, in the words of the catalogue."""
    example = REPAIRS[name]
    offered = repairs(parse_position(example.position), example.play)
    words = re.sub(r"\\{[a-z]+\\}", "(.+)", re.escape(_says(name)))
    assert any(re.fullmatch(words, repair.sentence) for repair in offered)
    assert ([repair.play for repair in offered] == [None]) == (name == "repair.none")


def test_a_missing_card_is_said_where_nothing_else_helps() -> None:
    """With one card more the play would be legal, and that card is named."""
    position = parse_position("5C 3D,7S")
    assert would_need(position, "3D+5C=8") == catalogue()["repair.would_need"]["says"].format(
        card="8S"
    )
    assert would_need(position, "3D+5C=9") is None


def test_every_notice_and_flag_has_its_examples() -> None:
    """Whatever the catalogue can point out is shown by an example."""
    keys = set(catalogue())
    assert set(NOTICES) == {key for key in keys if key.startswith("notice.")}
    assert set(FLAGS) == {key for key in keys if key.startswith("flag.")}

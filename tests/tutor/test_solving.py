"""The solver without a screen."""

from __future__ import annotations

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.variant import find_variant
from casino_tutor.tutor.answers import (
    CheckAnswer,
    GroupingsAnswer,
    PlaysAnswer,
    TableAnswer,
    Unreadable,
)
from casino_tutor.tutor.samples import find_sample
from casino_tutor.tutor.solving import PLAYS_COUNTED, PLAYS_LISTED, SolverSession

EIGHTS = "8D,5H,5C,3S,3D,2H 8S,3C,KD"
GUARD = "[6H+3S]=9@1,7C,4H,2D KH,9C,5D/?3 1 41 -/- -"


def checked(line: str, play: str, variant: str | None = None) -> CheckAnswer:
    """Judge a play on a line that can be read."""
    answer = SolverSession(line, variant).check(play)
    assert isinstance(answer, CheckAnswer)
    return answer


def refused(line: str, play: str = "", variant: str | None = None) -> Unreadable:
    """Return the answer to something that cannot be read."""
    session = SolverSession(line, variant)
    answer = session.check(play) if play else session.show()
    assert isinstance(answer, Unreadable)
    return answer


# The table


def test_the_table_is_shown_in_words_and_as_a_picture() -> None:
    """A table has a text form, a picture, and the line it reads back from."""
    answer = SolverSession(EIGHTS).show()
    assert isinstance(answer, TableAnswer)
    line = "8D,5H,5C,3S,3D,2H KD,8S,3C/?3 1 40 -/- ?"
    assert answer.text.startswith("Casino: seat 1 to play")
    assert line in answer.text
    assert "<svg" in answer.html
    assert answer.position.variant.aim in answer.html


def test_what_is_odd_about_a_table_is_said() -> None:
    """An unguarded build is accepted, and pointed out in both forms."""
    answer = SolverSession("[5H+3C]=8@1 KD,7S").show()
    assert isinstance(answer, TableAnswer)
    said = "Seat 1 owns a build of 8 but does not hold the cards to take all it owns."
    assert answer.remarks == (said,)
    assert said in answer.text
    assert said in answer.html


def test_a_variant_that_is_asked_for_wins_over_the_line() -> None:
    """The variant beside the line overrules the one in it, and the answer says so."""
    answer = SolverSession("8D 8S; variant kirchner", "royal_english").show()
    assert isinstance(answer, TableAnswer)
    assert answer.position.variant.name == "royal_english"
    assert "kirchner" in answer.remarks[0]


def test_a_house_rule_is_a_variant_too() -> None:
    """A variant with an option changed is used as it is."""
    house = find_variant("royal_dominican").with_options(capture_duty="none")
    answer = SolverSession("TS,8D,6C TC,3C", house).check("TC")
    assert isinstance(answer, CheckAnswer)
    assert answer.is_legal
    assert not checked("TS,8D,6C TC,3C", "TC", "royal_dominican").is_legal


def test_a_session_can_be_written_down() -> None:
    """The repr of a session makes an equal one; a sample brings its own variant."""
    session = SolverSession("8D 8S", "kirchner")
    assert repr(session) == "SolverSession('8D 8S', 'kirchner')"
    session.pick(find_sample("Tuxedo: colours"))
    assert session.variant is None
    assert session.position is not None
    assert session.position.variant.name == "tuxedo"


# What cannot be read


def test_a_line_that_cannot_be_read_says_where() -> None:
    """The place is named, and marked below an excerpt."""
    answer = refused("8D,6X 8S")
    assert (answer.kind, answer.line, answer.column) == ("ambiguous", 1, 4)
    assert answer.excerpt == "8D,6X 8S\n   ^"
    assert answer.text.startswith("This position cannot be read.")


def test_all_faults_of_a_position_are_named_at_once() -> None:
    """Two cards that stand twice are two faults."""
    answer = refused("8D,8D 8S,8S")
    assert answer.title == "No pack of cards gives this position."
    assert len(answer.problems) == 2


def test_every_question_about_an_unreadable_line_has_the_same_answer() -> None:
    """There are no plays where there is no table."""
    session = SolverSession("what?")
    answer = session.show()
    assert isinstance(answer, Unreadable)
    assert session.position is None
    assert session.plays() == session.check("8S") == session.groupings("8S") == answer


@pytest.mark.parametrize("play", ["", "8", "8Sx", "x", "8Sx[9]", "9" * 30_000])
def test_a_play_that_cannot_be_read_is_answered(play: str) -> None:
    """Badly written is not illegal: it has an answer of its own."""
    session = SolverSession(EIGHTS)
    answer = session.check(play)
    assert isinstance(answer, Unreadable)
    assert answer.title == "This play cannot be read."
    assert len(answer.text) < 500
    assert isinstance(session.groupings(play), Unreadable)


def test_a_variant_that_does_not_exist_is_answered() -> None:
    """The answer lists the variants there are, and points at no place in the line."""
    answer = refused("8D 8S", variant="bridge")
    assert answer.title == "This variant cannot be used."
    assert "casino_pagat" in answer.text
    assert answer.excerpt == ""


def test_a_long_line_is_shown_in_part() -> None:
    """Only the surroundings of the place are shown, and the mark stays below it."""
    answer = refused("8D," * 60 + "x" + ",8D" * 60 + " 8S")
    top, mark = answer.excerpt.split("\n")
    assert top.startswith("...")
    assert top.endswith("...")
    assert top[mark.index("^")] == "x"


def test_text_of_the_learner_is_never_markup() -> None:
    """Angle brackets come back escaped, from a line, a play and an op."""
    bad = "<script>alert(1)</script>"
    session = SolverSession(f"8D 8S; note {bad}")
    shown = [session.show(), session.check(bad), SolverSession(bad).show()]
    for answer in shown:
        assert "<script>" not in answer.html
        assert "&lt;script&gt;" in answer.html


# Legal plays


def test_legal_plays_come_by_kind_and_counted() -> None:
    """Captures, builds, trails, each with its number."""
    answer = SolverSession("8D,6C,2D 8S,KD").plays()
    assert isinstance(answer, PlaysAnswer)
    assert answer.summary == "Legal plays of seat 1: 3 captures, no builds and 2 trails."
    assert set(answer.listed) == {"8Sx8D,6C+2D", "8Sx8D", "8Sx6C+2D", "KD", "8S"}
    assert [kind.kind for kind in answer.kinds] == ["capture", "build", "trail"]
    assert "Trail the king of diamonds." in answer.text
    assert "Trail the king of diamonds." in answer.html


def test_a_play_is_listed_with_its_groupings() -> None:
    """Two fives and two threes make two eights in two ways."""
    answer = SolverSession(EIGHTS).plays("capture")
    assert isinstance(answer, PlaysAnswer)
    (captures,) = answer.kinds
    ways = {str(one.play): [str(way) for way in one.groupings] for one in captures.plays}
    assert ways["8Sx5H+3S,5C+3D"] == ["8Sx5H+3S,5C+3D", "8Sx5H+3D,5C+3S"]
    assert "8Sx5H+3S,5C+3D     Take" in answer.text
    assert "(2 ways to group these cards)" in answer.text
    assert "2 ways" in answer.html


def test_a_crowded_table_is_listed_in_part_and_says_so() -> None:
    """The list is bounded, the count is bounded, and both bounds are said aloud."""
    session = SolverSession(find_sample("A crowded table").line)
    answer = session.plays()
    assert isinstance(answer, PlaysAnswer)
    captures = answer.kinds[0]
    assert (len(captures.plays), captures.count) == (PLAYS_LISTED, PLAYS_COUNTED)
    assert captures.more
    for form in (answer.text, answer.html):
        assert "More than 2,000 captures; the first 25 of them" in form
        assert "The rest is not listed here" in form


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("8D -/- - 0 ?40/?11 1", "The round is over: there are no legal plays."),
        (
            "8D,KC ?4/?4 1 42",
            "Legal plays of seat 1: no captures, no builds and no trails.",
        ),
    ],
)
def test_where_nothing_can_be_listed_it_is_said(line: str, said: str) -> None:
    """No cards that are known, or no round any more."""
    answer = SolverSession(line).plays()
    assert isinstance(answer, PlaysAnswer)
    assert answer.summary == said
    assert answer.listed == ()


def test_only_kinds_that_exist_are_listed() -> None:
    """Another word is the caller's mistake."""
    with pytest.raises(ValueError, match="no kind of play 'sweep'"):
        SolverSession(EIGHTS).plays("sweep")


# Groupings


def test_groupings_of_a_play_whose_grouping_was_left_open() -> None:
    """Cards written side by side are shared out in every way."""
    answer = SolverSession(EIGHTS).groupings("8S x 5H 5C 3S 3D")
    assert isinstance(answer, GroupingsAnswer)
    assert [str(way) for way in answer.groupings] == ["8Sx5H+3S,5C+3D", "8Sx5H+3D,5C+3S"]
    assert answer.summary == "There are 2 ways to group the cards of 8Sx5H5C3S3D."
    assert "8Sx5H+3D,5C+3S" in answer.text


def test_cards_that_form_no_groups_are_said_to_form_none() -> None:
    """A five and a two are no eight."""
    answer = SolverSession(EIGHTS).groupings("8S x 5H 2H")
    assert isinstance(answer, GroupingsAnswer)
    assert answer.text == "The cards of 8Sx5H2H cannot be shared out in groups."


def test_groupings_of_a_crowded_table_are_listed_in_part() -> None:
    """Twenty small cards, six tens: millions of groupings, counted without listing them."""
    small = [rank + suit for rank in "A2345" for suit in "SHDC"]
    answer = SolverSession(f"{','.join(small)} TS,9D").groupings(f"TS x {' '.join(small)}")
    assert isinstance(answer, GroupingsAnswer)
    assert answer.count > 1_000_000
    assert answer.more
    assert len(answer.groupings) == 100
    assert "; the first 100 are these." in answer.summary


# Verdicts


def test_a_legal_play_is_shown_with_what_it_brings() -> None:
    """The cards captured, what was left, and the table after it."""
    answer = checked(EIGHTS, "8S x 8D 5H 3S")
    assert answer.title == "Legal: 8Sx8D,5H+3S"
    assert answer.result == "4 cards captured: 8S,8D,5H,3S."
    assert "Worth noticing: 8S could also have taken 5C+3D." in answer.text
    assert "After it:\nCasino: seat 2 to play" in answer.text
    assert answer.html.count("<svg") == 2


def test_an_illegal_play_is_shown_with_every_reason_and_source() -> None:
    """Both broken rules are named, and what would be legal instead."""
    answer = checked(EIGHTS, "3C+5H=7")
    assert [broken.rule for broken in answer.verdict.violations] == [
        "build.group_total",
        "build.capturing_card",
    ]
    for broken in answer.verdict.violations:
        assert broken.sentence in answer.text
        assert broken.source in answer.text
    assert "Legal instead:\n  3C+5H=8" in answer.text
    assert answer.html.count("<svg") == 1
    assert answer.after_html == ""


def test_what_would_be_needed_is_said() -> None:
    """One more card in the hand would make it legal, and that is said aloud."""
    answer = checked("5C 3D,7S", "3D+5C=8")
    assert "It would be legal if you held an unseen card such as 8S as well." in answer.advice
    assert answer.advice[0] in answer.text
    assert answer.advice[0] in answer.html


def test_cards_of_a_legal_play_are_marked_good() -> None:
    """What is taken is good, the card played is the chosen one."""
    marks = checked(EIGHTS, "8Sx8D").marks
    assert marks == {Card("8D"): "good", Card("8S"): "chosen"}


def test_cards_of_a_broken_rule_are_marked_bad() -> None:
    """The build that would be left without a guard is bad; the rest of the play is chosen."""
    marks = checked(GUARD, "9Cx7C+2D").marks
    assert {card.text for card, mark in marks.items() if mark == "bad"} == {"6H", "3S"}
    assert {card.text for card, mark in marks.items() if mark == "chosen"} == {"9C", "7C", "2D"}


def test_a_card_that_is_nowhere_to_be_seen_is_not_marked() -> None:
    """A card that was only imagined cannot be marked in a picture."""
    assert Card("TS") not in checked(EIGHTS, "8SxTS").marks


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("royal_dominican", "The table is empty: a sweep. Certain points: +1 for seat 1."),
        ("royal_english", "The table is empty: a sweep, worth no point here."),
        ("krypkasino", "a sweep. Certain points: +6 for seat 1, -5 for seat 2."),
    ],
)
def test_a_sweep_is_said_with_its_worth(variant: str, said: str) -> None:
    """Some variants record sweeps without scoring them, one scores them against their setter."""
    answer = checked("QS,7C,5D KH,QD,4S/?2 1 41", "QDxQS,7C+5D", variant)
    assert answer.result.endswith(said)


def test_several_actions_are_judged_as_one_turn() -> None:
    """A turn of two actions is answered whole."""
    answer = checked("5H,3C KS,8D", "KS/_,5H+3C=8")
    assert [broken.rule for broken in answer.verdict.violations] == ["turn.one_action"]
    assert answer.title == "Not legal: KS/_,5H+3C=8"


def test_an_answer_shows_itself_in_a_notebook() -> None:
    """Every answer offers text and HTML; a notebook may ask for one of them."""
    answer = checked(EIGHTS, "8Sx8D")
    assert answer._repr_mimebundle_() == {"text/plain": answer.text, "text/html": answer.html}
    assert list(answer._repr_mimebundle_(include={"text/plain"})) == ["text/plain"]
    assert list(answer._repr_mimebundle_(exclude={"text/plain"})) == ["text/html"]
    assert repr(answer) == answer.text

"""A match in a file: kept at every play, gone on with, and never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_tutor.model.saving import load_record
from casino_tutor.tutor.session import Keeper, TableSession, open_match, resume_session
from casino_tutor.tutor.session_commands import ChooseHand, GoOn, Propose
from casino_tutor.tutor.session_events import KeptElsewhere
from casino_tutor.tutor.session_files import begin_anew, open_or_begin


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the match is kept."""
    return tmp_path / "match.txt"


def begin(keep: Keeper) -> TableSession:
    """A match that the learner leads."""
    return open_match("casino_pagat", 2, 3, ["greedy"], keep)


def play_once(session: TableSession) -> None:
    """Lay the first hand card, and let the opponent answer."""
    session.do(ChooseHand(session.state()["hand"][0]["id"]))
    session.do(Propose())
    session.do(GoOn())


def test_a_match_goes_on_where_it_was(file: Path) -> None:
    """After a restart the same cards lie there, and the same opponent sits there."""
    opened = open_or_begin(file, begin)
    assert opened.words == "A new match, kept in match.txt."
    play_once(opened.session)
    again = open_or_begin(file, begin)
    assert again.words == "The match in match.txt goes on where it was."
    assert again.session.table == opened.session.table
    play_once(again.session)
    assert open_or_begin(file, begin).session.table == again.session.table


@pytest.mark.parametrize(
    "text",
    ["", "\0", "<script>alert(1)</script>", '[Variant "casino_pagat"]\n1. KSxKD\n', "\udc80"],
    ids=["empty", "no text", "markup", "wrong record", "no UTF-8"],
)
def test_a_broken_file_is_named_and_set_aside(file: Path, text: str) -> None:
    """It is never deleted: its words stand in a file beside the new match."""
    content = text.encode("utf-8", "surrogateescape")
    file.write_bytes(content)
    opened = open_or_begin(file, begin)
    assert "match (broken 1).txt" in opened.words
    assert (file.parent / "match (broken 1).txt").read_bytes() == content
    play_once(opened.session)
    assert open_or_begin(file, begin).session.table == opened.session.table


def test_a_second_broken_file_does_not_replace_the_first(file: Path) -> None:
    """Each gets a number of its own."""
    for words in ("one", "two"):
        file.write_text(words)
        open_or_begin(file, begin)
    kept = [(file.parent / f"match (broken {n}).txt").read_text() for n in (1, 2)]
    assert kept == ["one", "two"]


def test_a_new_match_sets_the_old_one_aside(file: Path) -> None:
    """Whoever begins anew can go back to what was begun before."""
    old = open_or_begin(file, begin)
    play_once(old.session)
    opened = begin_anew(file, begin)
    assert opened.words.endswith("the one before stands in match (before 1).txt.")
    found = open_or_begin(file.parent / "match (before 1).txt", begin)
    assert found.session.table == old.session.table


def test_a_match_that_cannot_be_begun_costs_no_file(file: Path) -> None:
    """An opponent that is not there leaves the old match where it is."""
    play_once(open_or_begin(file, begin).session)

    def wrong(keep: Keeper) -> TableSession:
        return open_match("casino_pagat", 2, 3, ["nobody"], keep)

    with pytest.raises(ValueError, match="no opponent 'nobody'"):
        begin_anew(file, wrong)
    assert file.exists()


# --- the same file in two pages ------------------------------------------------------------------


def test_a_new_match_is_kept_before_a_card_is_played(file: Path) -> None:
    """Whoever closes the page at once finds the same deal again."""
    opened = open_or_begin(file, begin)
    assert open_or_begin(file, begin).session.table == opened.session.table
    anew = begin_anew(file, lambda keep: open_match("tuxedo", 3, 4, ["greedy"], keep))
    assert open_or_begin(file, begin).session.table == anew.session.table


def test_two_pages_do_not_overwrite_each_other(file: Path) -> None:
    """Whoever finds the file changed keeps its own match beside it, and says so once."""
    one = open_or_begin(file, begin).session
    other = open_or_begin(file, begin).session
    play_once(one)
    kept = file.read_text("utf-8")
    other.do(ChooseHand(other.state()["hand"][1]["id"]))
    events = other.do(Propose())
    said = [event.words for event in events if isinstance(event, KeptElsewhere)]
    (words,) = said
    assert words.startswith("Another page has changed the match in match.txt.")
    assert words.endswith("This one is kept in match (page 1).txt from now on.")
    assert not any(isinstance(event, KeptElsewhere) for event in other.do(GoOn()))
    assert file.read_text("utf-8") == kept
    beside = file.with_name("match (page 1).txt")
    assert resume_session(load_record(beside)).table == other.table
    play_once(one)
    assert resume_session(load_record(file)).table == one.table


def test_another_match_in_the_file_is_left_alone(file: Path) -> None:
    """A page begins a new match, another plays the old one on: neither is lost."""
    one = open_or_begin(file, begin).session
    other = begin_anew(file, lambda keep: open_match("tuxedo", 2, 4, ["greedy"], keep)).session
    play_once(one)
    assert resume_session(load_record(file)).table == other.table
    assert resume_session(load_record(file.with_name("match (page 1).txt"))).table == one.table


def test_a_file_that_was_taken_away_is_written_again(file: Path) -> None:
    """Nothing is there that could be lost."""
    session = open_or_begin(file, begin).session
    file.unlink()
    play_once(session)
    assert resume_session(load_record(file)).table == session.table

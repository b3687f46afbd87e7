"""The solver panel without a screen: setting up, faults as they come, values, keeping."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.model.records import Record
from casino_tutor.model.variant import find_variant
from casino_tutor.tutor.samples import SAMPLES
from casino_tutor.tutor.session import open_match
from casino_tutor.tutor.session_commands import CommandError
from casino_tutor.tutor.session_events import Declined
from casino_tutor.tutor.setup import Changed, NotRead, SatDown, SetupEvent, SetupSession
from casino_tutor.tutor.setup_commands import (
    ChoosePlace,
    Compare,
    EmptyTable,
    FetchTable,
    KeepTable,
    PickSample,
    PlayHere,
    Put,
    ReadFile,
    ReadLine,
    RestToStock,
    SetGame,
    SetHidden,
    SetLast,
    SetOwner,
    SetSeats,
    SetSweeps,
    SetTurn,
    SetupCommand,
    SetValue,
    ShowStep,
    TakeUp,
    Undo,
    ValuePlays,
    read_setup_command,
)
from casino_tutor.tutor.setup_view import choices, setup_state
from casino_tutor.tutor.shelf import ShelfError, read_tables

SAVES = Path(__file__).parents[1] / "saves"
OPEN = "9S,6C,5H,3C,2D 8S,KD,5D/7H,4C,TD 1 0 8D,8H,2S/KC,KH 2"
HIDDEN = "8D,6C,2D 8S,KD/?2 1 20"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where tables are kept."""
    return tmp_path / "tables.txt"


def after(line: str, file: Path, *commands: SetupCommand) -> tuple[SetupSession, SetupEvent]:
    """A table after some commands, and the first thing that the last one brought."""
    session = SetupSession(line, file=file, seconds=0.4)
    events: tuple[SetupEvent, ...] = (Changed(""),)
    for command in commands:
        events = session.do(command)
    return session, events[0]


def lays(file: Path, *commands: SetupCommand, line: str = "- -/- 1 0") -> str:
    """The line of a table that is set up by commands."""
    return str(after(line, file, *commands)[0].position)


# --- cards ---------------------------------------------------------------------------------------


def test_cards_go_from_the_pack_to_the_chosen_place(file: Path) -> None:
    """Table, hands, piles and the known stock."""
    made = lays(
        file,
        Put("8D"),
        ChoosePlace("hand 1"),
        Put("8S"),
        Put("KD"),
        ChoosePlace("hand 2"),
        Put("2C"),
        ChoosePlace("pile 1"),
        Put("9H"),
        Put("9C"),
        ChoosePlace("stock"),
        Put("3H"),
        Put("3D"),
    )
    assert made == "8D KD,8S/2C 1 (3H,3D) -/9H,9C ?"


def test_a_build_is_made_set_by_set(file: Path) -> None:
    """The first card opens it, the next join its set, and a second set is begun beside it."""
    places = (ChoosePlace("build"), Put("5H"), Put("3C"), ChoosePlace("beside 5H"), Put("8C"))
    assert lays(file, *places) == "[8C,5H+3C]=8@1 -/- 1 0 -/- ?"
    more = (Put("7D"), Put("AD"))
    assert "[7D+AD,5H+3C]=8@1" in lays(file, *places[:-1], *more)


def test_a_build_of_one_card_is_a_fault_until_it_has_two(file: Path) -> None:
    """Faults are listed while the table is set up."""
    session, _ = after("- -/- 1 0", file, ChoosePlace("build"), Put("5H"))
    assert any("one card" in fault for fault in session.faults)
    session.do(Put("3C"))
    assert session.faults == ()


def test_value_and_owner_of_a_build_can_be_said(file: Path) -> None:
    """Where aces count twice a set has two totals; the owner may be anybody, or not known."""
    line = "[KD+AC]=14@1 AS,8S/?2 1 20; variant royal_english"
    assert "@2" in lays(file, SetOwner("AC", 2), line=line)
    assert "]=14 " in lays(file, SetOwner("AC", 0), line=line)
    assert "]=13@1" in lays(file, SetValue("AC", 13), line=line)


def test_a_laid_card_goes_back_into_the_pack(file: Path) -> None:
    """From wherever it lies; a build without cards is gone."""
    line = "[5H+3C]=8@1,TD 8S/2C 1 (4H) 9H/- 1"
    for card, place in (
        ("TD", "loose"),
        ("8S", "hand 1"),
        ("9H", "pile 0"),
        ("4H", "stock"),
        ("3C", "set 3C"),
    ):
        assert card not in lays(file, TakeUp(card, place), line=line)
    emptied = (TakeUp("5H", "set 5H"), TakeUp("3C", "set 3C"))
    assert "[" not in lays(file, *emptied, line=line)


def test_the_last_copy_of_a_card_moves(file: Path) -> None:
    """Clicked in the pack once more it moves to the chosen place, and from there it goes back."""
    there = (Put("8D"), ChoosePlace("hand 1"), Put("8D"))
    assert lays(file, *there) == "- 8D/- 1 0 -/- ?"
    assert lays(file, *there, Put("8D")) == "- -/- 1 0 -/- ?"


def test_of_two_packs_each_card_is_there_twice(file: Path) -> None:
    """The second copy comes from the pack, only the third click moves one."""
    line = "- -/- 1 0; variant krypkasino"
    packs = find_variant("krypkasino").options.packs
    session, _ = after(line, file, *[Put("8D")] * packs)
    assert session.position.loose.count(parse_position("8D 8S").loose[0]) == packs


@pytest.mark.parametrize("place", ["", "hand 3", "pile 9", "set 8D", "hand x", "attic", "stock 1"])
def test_a_place_that_is_not_there_is_declined(file: Path, place: str) -> None:
    """Nothing changes, and it is said."""
    session, event = after("- -/- 1 0", file, ChoosePlace(place))
    assert isinstance(event, Declined)
    assert session.place == "loose"


@pytest.mark.parametrize(
    "command",
    [
        Put("9B"),
        Put("x"),
        TakeUp("x", "loose"),
        TakeUp("8C", "loose"),
        TakeUp("8D", "hand 1"),
        SetValue("8D", 8),
        SetOwner("x", 1),
        SetHidden("loose", 1),
        SetHidden("hand 1", -1),
        SetSweeps(7, 1),
        SetSeats(9),
        SetTurn(7),
        SetLast(7),
        SetGame("no such game"),
        Undo(),
        PickSample("none"),
        FetchTable("none"),
        ShowStep(0, 1),
        Compare("none"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_declined(file: Path, command: SetupCommand) -> None:
    """Whatever a page sends: the table stays as it is."""
    session, event = after(HIDDEN, file, command)
    assert isinstance(event, Declined)
    assert event.words.endswith(".")
    assert session.position == parse_position(HIDDEN)


def test_every_change_can_be_undone(file: Path) -> None:
    """One by one, back to the table it began with."""
    session, _ = after(HIDDEN, file, Put("5H"), SetTurn(2), EmptyTable())
    for _ in range(3):
        session.do(Undo())
    assert session.position == parse_position(HIDDEN)
    assert not session.can_undo


# --- the rest of a position ----------------------------------------------------------------------


def test_hidden_cards_sweeps_turn_and_last_capturer(file: Path) -> None:
    """Everything a line can say of the usual table can be set by hand."""
    made = lays(
        file,
        SetHidden("hand 2", 3),
        SetHidden("pile 0", 4),
        SetSweeps(0, 1),
        SetTurn(2),
        SetLast(1),
        SetHidden("stock", 12),
    )
    assert made == "- -/?3 2 12 ?4*1/- 1"
    assert " - " in lays(file, SetTurn(0), SetLast(0), line=HIDDEN)


def test_the_rest_of_the_pack_goes_to_the_stock(file: Path) -> None:
    """Every card that lies nowhere, hidden ones counted."""
    session, _ = after("8D,6C 8S/?1 1 0", file, RestToStock())
    assert session.position.stock.count == 48
    assert not setup_state(session)["flags"]


def test_other_numbers_of_players(file: Path) -> None:
    """Piles and sides follow, and cards of a seat that leaves go back into the pack."""
    four = lays(file, SetSeats(4), line="8D 8S/KD 2 0 -/- 2")
    assert four.startswith("8D 8S/KD/-/- 2")
    two = lays(file, SetSeats(2), line="8D 8S/KD/2C/3C 4 0 -/- 4")
    assert two.startswith("8D 8S/KD 1")


def test_another_game(file: Path) -> None:
    """The table stays; what the other pack does not have is a fault."""
    session, _ = after(HIDDEN, file, SetGame("royal_english"))
    assert session.position.variant.base == "royal_english"
    assert session.faults == ()
    session.do(SetGame("tuxedo"))
    faults: tuple[str, ...] = session.faults
    assert any("not in the pack" in fault for fault in faults)


# --- whole tables --------------------------------------------------------------------------------


def test_a_line_is_read(file: Path) -> None:
    """A pasted line replaces the table; one that cannot be read leaves it, and says why."""
    session, event = after(HIDDEN, file, ReadLine(OPEN))
    assert isinstance(event, Changed)
    assert session.position == parse_position(OPEN)
    (refused,) = session.do(ReadLine("8D,<b> 8S"))
    assert isinstance(refused, NotRead)
    assert session.problems[0] == "This is no position line."
    assert session.position == parse_position(OPEN)


def test_a_line_with_faults_names_all_of_them(file: Path) -> None:
    """A card twice and a hand too large are two problems."""
    session, _ = after(HIDDEN, file, ReadLine("8D,8D 8S,KD,2C,3C,4C,5C/?2 1 20"))
    assert len(session.problems) == 3


def test_a_line_to_begin_with_that_cannot_be_read(file: Path) -> None:
    """A sample stands there, and what is wrong with the line."""
    session = SetupSession("nonsense", file=file)
    assert session.position == parse_position(SAMPLES[0].line)
    assert "'nonsense' is no table." in session.problems[0]


def test_a_saved_game_is_imported(file: Path) -> None:
    """A file of the course: its table, and every oddity as a note with its line."""
    path = next(path for path in sorted(SAVES.glob("*.txt")) if path.name.startswith("blocks-in"))
    session, event = after(HIDDEN, file, ReadFile(path.name, path.read_text("utf-8")))
    assert isinstance(event, Changed), event
    assert session.position.variant.base == "royal_course"
    assert all(note.startswith("Line ") for note in session.notes)


@pytest.mark.parametrize(
    "text", ["", "Round: 1", "8D 8S\n9D 9S", "<script>alert(1)</script>", "\0"]
)
def test_a_file_that_is_no_table_is_said(file: Path, text: str) -> None:
    """The file is named, and the table stays."""
    session, event = after(HIDDEN, file, ReadFile("evil.txt", text))
    assert isinstance(event, NotRead)
    assert event.words == "evil.txt cannot be read."
    assert event.problems
    assert session.position == parse_position(HIDDEN)


def test_a_file_with_one_line_is_a_table(file: Path) -> None:
    """What was copied as a position line can come back as a file."""
    session, _ = after(HIDDEN, file, ReadFile("one.txt", f"\n{OPEN}\n"))
    assert session.position == parse_position(OPEN)


def test_a_sample_is_picked(file: Path) -> None:
    """Its words are said."""
    session, event = after(HIDDEN, file, PickSample(SAMPLES[1].name))
    assert event.words == SAMPLES[1].says
    assert session.position == parse_position(SAMPLES[1].line)


def test_a_table_is_kept_and_fetched(file: Path) -> None:
    """In a text file that a person can read; another session finds it."""
    after(OPEN, file, KeepTable("  Anna's   table "))
    assert f"Anna's table: {parse_position(OPEN)}" in file.read_text()
    session, _ = after(HIDDEN, file, FetchTable("Anna's table"))
    assert session.position == parse_position(OPEN)
    assert list(session.kept) == ["Anna's table"]


@pytest.mark.parametrize("name", ["", " ", "a:b", "#x", "x" * 61])
def test_a_name_that_cannot_be_one_is_declined(file: Path, name: str) -> None:
    """And no file is written."""
    _, event = after(OPEN, file, KeepTable(name))
    assert isinstance(event, Declined)
    assert not file.exists()


def test_a_broken_file_of_tables_is_set_aside(file: Path) -> None:
    """It is named and never deleted, and what is kept next goes to a new file."""
    file.write_text("First: 8D 8S\nno table at all\n")
    session, _ = after(OPEN, file, KeepTable("mine"))
    aside = file.with_name("tables (broken 1).txt")
    assert "no table at all" in aside.read_text()
    assert aside.name in " ".join(session.notes)
    assert list(session.kept) == ["mine"]


# --- plays and values ----------------------------------------------------------------------------


def test_exact_values_say_item_by_item_how_the_round_ends(file: Path) -> None:
    """Where every card is known: the sum of the items is the value, and a line leads there."""
    session, event = after(OPEN, file, ValuePlays())
    values = session.values
    assert values is not None
    assert event.words == values.words
    assert values.is_exact
    best = values.plays[0]
    assert best.mean == max(one.mean for one in values.plays if one.mean is not None)
    for one in values.plays:
        if one.items:
            assert sum(points for _, points in one.items) == one.mean
            assert one.line[-1].position.turn is None


def test_values_with_hidden_cards_have_an_error(file: Path) -> None:
    """Means with an error, and words that say how many hands were looked at."""
    session, _ = after(HIDDEN, file, ValuePlays())
    values = session.values
    assert values is not None
    assert not values.is_exact
    assert "±" in values.plays[0].said
    assert "Cards are hidden" in values.words
    least, mean, most = values.plays[0].least, values.plays[0].mean, values.plays[0].most
    assert least is not None
    assert mean is not None
    assert most is not None
    assert least < mean < most


def test_plays_that_came_out_equal_are_said_to_be(file: Path) -> None:
    """Two kings, neither of which counts; and where every hand was searched, parts of a point."""
    session, _ = after("9C ?1/KD,KH 2 40 -/- -", file, ValuePlays())
    values = session.values
    assert values is not None
    first, second = values.plays
    assert {first.words, second.words} == {"Trail K♦", "Trail K♥"}
    assert values.words.startswith(f"Best: {first.words} (or 1 other play). Each of the ")
    assert first.mean == first.least == first.most == second.mean
    assert first.mean is not None
    assert first.mean != round(first.mean)
    assert first.said == f"{first.mean:+.1f}"


def test_the_line_is_walked_step_by_step(file: Path) -> None:
    """Each step shows the table after one more play; another table ends it."""
    session, _ = after(OPEN, file, ValuePlays(), ShowStep(0, 2))
    assert session.shown == (0, 2)
    shown = setup_state(session)["line_shown"]
    assert shown["step"] == 2
    assert shown["picture"].startswith("data:image/svg+xml,")
    assert isinstance(session.do(ShowStep(0, 99))[0], Declined)
    session.do(Put("5C"))
    assert session.values is None
    assert setup_state(session)["line_shown"] is None


def test_the_same_under_another_game(file: Path) -> None:
    """Valued beside it, or with the reasons why it is no table of that game."""
    session, _ = after(OPEN, file, ValuePlays(), Compare("royal_english"))
    assert session.beside is not None
    assert session.beside.values is not None
    state = setup_state(session)
    assert state["beside"]["name"] == "royal_english"
    assert state["values"]["bars"][0]["beside"] == "legal there too"
    session.do(Compare("tuxedo"))
    assert session.beside.faults
    session.do(Compare(""))
    assert session.beside is None


def test_a_table_with_faults_is_not_valued(file: Path) -> None:
    """Nor kept, nor played on; a round that is over has no plays."""
    for command in (ValuePlays(), KeepTable("x"), PlayHere()):
        _, event = after("- -/- 1 0", file, ChoosePlace("build"), Put("5H"), command)
        assert isinstance(event, Declined)
    _, event = after("- -/- - 0 AS/AH 1", file, ValuePlays())
    assert isinstance(event, Declined)


def test_plays_are_tried_on_the_table_as_it_is(file: Path) -> None:
    """The event carries the table."""
    _, event = after(HIDDEN, file, PlayHere())
    assert isinstance(event, SatDown)
    assert event.position == parse_position(HIDDEN)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_state_is_plain_data(file: Path, sample: Any) -> None:
    """It can be written as JSON, on every sample, and a crowded table is cut short."""
    state = setup_state(SetupSession(sample.line, file=file))
    json.dumps(state)
    assert all(len(kind["plays"]) <= 12 for kind in state["kinds"])
    json.dumps(choices())


def test_commands_are_read() -> None:
    """What a page sends becomes a command; anything else is a failure of the page."""
    assert read_setup_command({"do": "step", "play": 1, "step": 2}) == ShowStep(1, 2)
    assert read_setup_command({"do": "undo"}) == Undo()
    for wrong in (None, {}, {"do": "put"}, {"do": "put", "card": 8}, {"do": "turn", "seat": True}):
        with pytest.raises(CommandError):
            read_setup_command(wrong)


def test_a_match_that_was_kept_can_be_looked_at(file: Path) -> None:
    """Its last table, as the learner sees it; a record that is wrong is said to be so."""
    kept: list[Record] = []
    match = open_match("casino_pagat", 2, 3, ["greedy"], kept.append)
    match.save()
    panel = SetupSession(HIDDEN, file=file)
    panel.do(ReadFile("my-match.txt", str(kept[-1])))
    assert panel.position == match.table.view
    assert panel.position.hands[2 - match.table.seat].unknown
    before = panel.position
    (event,) = panel.do(ReadFile("broken.txt", '[Variant "casino_pagat"]\n1. KSxKD\n'))
    assert isinstance(event, NotRead)
    assert panel.position == before


def test_a_kept_table_that_cannot_be_read_is_named() -> None:
    """The line of the file and the name; a column of the position would be none of the line."""
    with pytest.raises(ShelfError, match=r"^line 2, table bad: (?!line)"):
        read_tables("good: 8D,6C,2D 8S,KD\nbad: 8D,6C,2D 8S,XX")

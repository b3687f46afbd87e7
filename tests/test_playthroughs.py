"""The golden playthroughs: every variant has one, and it is still played and counted like that."""

from __future__ import annotations

from itertools import pairwise, zip_longest

import pytest

from casino_tutor.model.record_text import parse_record
from casino_tutor.model.records import Remark
from casino_tutor.model.variant import variant_names
from casino_tutor.rules.replay import replay
from tests.playthroughs.write import FOLDER, file_of, playthrough, position_text


def test_every_variant_has_a_playthrough_and_nothing_else_has() -> None:
    """A new variant needs `python -m tests.playthroughs.write` and somebody who reads the file."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(variant_names())


@pytest.mark.parametrize("name", variant_names())
def test_the_playthrough_is_the_same_line_by_line(name: str) -> None:
    """Plays, legal counts, positions and points are what the file says."""
    written = file_of(name).read_text("utf-8").split("\n")
    for number, lines in enumerate(zip_longest(written, playthrough(name).split("\n")), 1):
        assert lines[0] == lines[1], f"{name}.txt, line {number}"


@pytest.mark.parametrize("name", variant_names())
def test_the_playthrough_is_a_record_that_replays(name: str) -> None:
    """The program reads the file, finds nothing wrong, and comes through the same positions."""
    record = parse_record(file_of(name).read_text("utf-8"), strict=True)
    found = replay(record)
    assert found.faults == ()
    remarks = [e.text for r in record.rounds for e in r.entries if isinstance(e, Remark)]
    told = {text.partition(" legal: ")[2] for text in remarks}
    plays = [event for event in found.events if event.verdict is not None]
    for before, event in pairwise(plays):
        if before.round == event.round:
            assert position_text(before.position) in told or before.position.pending

"""The benchmarks: they run, their tables keep what was before, and a difference is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench import agreement
from bench.__main__ import HERE, main
from bench.cases import SECTIONS
from bench.report import (
    RESULTS,
    TABLE,
    Results,
    milliseconds,
    read_results,
    results_json,
    results_markdown,
    results_of,
    write_results,
)
from bench.rounds import random_round
from bench.tables import all_by_one_king, legal_captures, tables
from bench.timing import Row, percentile, row, times_of
from casino_tutor.model.checks import position_faults
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.legality import violations
from casino_tutor.rules.packing import packed_groupings


def results(*rows: Row, previous: Results | None = None) -> Results:
    """Make results of these rows."""
    return results_of(rows, quick=False, previous=previous)


# --- times ---------------------------------------------------------------------------------------


def test_everything_is_measured(tmp_path: Path) -> None:
    """A quick run writes both files, with rows of every section, and says that it is no result."""
    main(["--quick", "--out", str(tmp_path)])
    found = json.loads((tmp_path / RESULTS).read_text("utf-8"))
    ids = [entry["id"] for entry in found["rows"]]
    assert len(set(ids)) == len(ids)
    assert {one.split(".")[0] for one in ids} == {*SECTIONS, "repairs"}
    assert {f"rounds.{name}" for name in variant_names()} <= set(ids)
    assert all(0 < entry["median_ms"] <= entry["p99_ms"] for entry in found["rows"])
    assert {"processor", "cores", "system"} == set(found["machine"])
    assert {"python", "casino-tutor", "ortools"} <= set(found["versions"])
    text = (tmp_path / TABLE).read_text("utf-8")
    assert "these are no results" in text
    assert all(entry["what"] in text for entry in found["rows"])


def test_a_quick_run_takes_no_result_away(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a folder of its own a quick run is refused; a part is only shown."""
    for words in (["--quick"], ["--only", "start", "--out", "x"], ["--only", "nothing"]):
        with pytest.raises(SystemExit) as caught:
            main(words)
        assert caught.value.code == 2
    assert "needs --out" in capsys.readouterr().err
    main(["--quick", "--only", "listing"])
    assert "royal_english, 6 loose cards: list" in capsys.readouterr().out


def test_the_table_keeps_what_was_before(tmp_path: Path) -> None:
    """The next table has the medians of this one, by the id of the row, and the change."""
    first = results(row("a", "S", "one thing", [2.0]), row("gone", "S", "another", [1.0]))
    write_results(first, tmp_path)
    assert read_results(tmp_path / RESULTS) == first
    rows = (row("a", "S", "one thing, said otherwise", [3.0]), row("new", "S", "a third", [9.0]))
    second = results(*rows, previous=read_results(tmp_path / RESULTS))
    assert [one.before_ms for one in second.rows] == [2.0, None]
    assert [one.change_percent for one in second.rows] == [50.0, None]
    text = results_markdown(second)
    assert "| one thing, said otherwise | 1 | 3.0 | 3.0 | 2.0 | +50 % |" in text
    assert "| a third | 1 | 9.0 | 9.0 | – | – |" in text
    assert f"Before: {first.date}, on {first.machine['processor']}." in text


def test_there_is_no_table_before_the_first(tmp_path: Path) -> None:
    """Where nothing was measured yet nothing is read."""
    assert read_results(tmp_path / RESULTS) is None


def test_the_committed_table_is_that_of_the_numbers() -> None:
    """Nobody writes into the table by hand: it is made of the numbers beside it."""
    found = read_results(HERE / RESULTS)
    assert found is not None
    assert not found.quick
    assert (HERE / RESULTS).read_text("utf-8") == results_json(found)
    assert (HERE / TABLE).read_text("utf-8") == results_markdown(found)


def test_percentiles() -> None:
    """Of a hundred times the 99th percentile is the last but one, of few the largest."""
    assert percentile(range(1, 101)) == 99
    assert percentile([3.0, 1.0, 2.0]) == 3.0
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0


def test_one_time_is_taken_a_question() -> None:
    """Each question is asked three times, and the best time counts."""
    asked: list[int] = []
    assert len(times_of(asked.append, iter([1, 2, 3]))) == 3
    assert asked == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert milliseconds(1234.5) == "1,234"


# --- tables to measure on ------------------------------------------------------------------------


def test_tables_are_positions_of_a_game() -> None:
    """They have no fault, as many cards as asked for, and are the same every time."""
    for loose in (6, 29, 40):
        found = tables("casino_pagat", loose, 3)
        assert found == tables("casino_pagat", loose, 3)
        assert len(set(map(str, found))) == 3
        for position in found:
            assert position_faults(position) == ()
            assert len(position.loose) == loose
            assert len(position.hand) == 4


def test_crowded_attempts_are_what_they_say() -> None:
    """The king takes every card; a legal capture breaks no rule."""
    for fits in (True, False):
        for position, play in all_by_one_king(29, 2, fits=fits):
            assert play.items == position.loose
            assert fits or violations(position, play)
    assert all(not violations(*question) for question in legal_captures("royal_english", 29, 2))


def test_random_rounds_hang_on_the_seed_alone() -> None:
    """One seed plays one round, and that of another comes out otherwise."""
    game = find_variant("casino_pagat")
    scores = [random_round(game, 2, seed) for seed in (1, 1, 2)]
    assert scores[0] == scores[1] != scores[2]


# --- agreement -----------------------------------------------------------------------------------


def test_the_enumerators_agree(tmp_path: Path) -> None:
    """A short run finds no difference, and the report says on what."""
    words = ["3", "--variants", "royal_english", "kirchner", "--out", str(tmp_path)]
    assert agreement.main(words) == 0
    text = (tmp_path / agreement.REPORT).read_text("utf-8")
    assert "**0 differences** on 6 positions." in text
    assert "| kirchner | 3 | " in text
    assert all(question in text for question in agreement.QUESTIONS)


def test_a_difference_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An enumerator that loses a play is found out: the report names the play and position."""
    monkeypatch.setattr(
        "bench.agreement.packed_groupings",
        lambda position: frozenset(sorted(packed_groupings(position), key=str)[1:]),
    )
    assert agreement.main(["5", "--variants", "royal_english", "--out", str(tmp_path)]) == 1
    text = (tmp_path / agreement.REPORT).read_text("utf-8")
    assert "## Differences" in text
    assert "only the exact search finds" in text


def test_the_seed_chooses_the_positions() -> None:
    """One seed compares the same answers each time, another one others."""
    one, again, other = (agreement.compared("tuxedo", 3, seed) for seed in ("1", "1", "2"))
    assert one.found == again.found != other.found
    assert replace(one, seconds=0.0) == replace(again, seconds=0.0)

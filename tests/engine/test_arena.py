"""The arena: same cards, seats swapped; means, intervals, journals, and the command."""

from __future__ import annotations

import json
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest
from click.testing import CliRunner, Result

from bench import strength
from casino_tutor.cli import main
from casino_tutor.engine.arena import ArenaError, Duel, duel, play_pair
from casino_tutor.engine.estimates import estimate
from casino_tutor.engine.greedy import OpponentError
from casino_tutor.engine.journal import BulkError
from casino_tutor.engine.opponents import OPPONENTS
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import DealError
from tests.engine.test_opponents import SURE

PAGAT = find_variant("casino_pagat")
#: Every game that two sides can play, with the fewest players.
TWO_SIDED = [
    (name, players)
    for name in variant_names()
    for players in find_variant(name).options.seats
    if len(find_variant(name).options.sides_for(players)) == 2
]


def run(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["arena", *words])


# --- pairs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", SURE)
def test_an_opponent_against_itself_is_exactly_even(who: str) -> None:
    """What the cards decide, and chance, falls out: both rounds of a pair are the same round."""
    first, second = play_pair(1, 5, asked=Duel(who, who, PAGAT))
    assert first["points"] == second["points"][::-1]
    assert duel(Duel(who, who, PAGAT), pairs=2, jobs=1).difference.mean == 0


def test_changing_names_changes_the_sign() -> None:
    """A against B is B against A turned round."""
    one = duel(Duel("greedy", "random", PAGAT), pairs=3, jobs=1)
    other = duel(Duel("random", "greedy", PAGAT), pairs=3, jobs=1)
    assert one.difference.mean == -other.difference.mean
    assert one.standings == other.standings[::-1]


def test_the_figures_of_a_duel_fit_together() -> None:
    """The difference is that of the points a round; no more rounds are won than were played."""
    played = duel(Duel("greedy", "random", PAGAT), pairs=5, jobs=1, seed=3)
    one, other = played.standings
    assert (one.name, other.name, played.pairs) == ("greedy", "random", 5)
    assert played.difference.mean == pytest.approx((one.points - other.points) / 10)
    assert one.rounds + other.rounds <= 10
    assert one.pairs + other.pairs <= 5


def test_the_seed_is_all_that_counts(tmp_path: Path) -> None:
    """One process, two, or a journal in between: the same result; another seed gives another."""
    asked = Duel("greedy", "random", PAGAT)
    alone = duel(asked, pairs=6, jobs=1, seed=2)
    assert duel(asked, pairs=6, jobs=2, seed=2) == alone
    journal = tmp_path / "journal"
    duel(asked, pairs=2, jobs=1, seed=2, resume=journal)
    assert duel(asked, pairs=6, jobs=1, seed=2, resume=journal) == alone
    assert duel(asked, pairs=6, jobs=1, seed=3).standings != alone.standings
    for other in (
        Duel("greedy", "simple", PAGAT),
        Duel("greedy", "random", PAGAT.with_options(sweep_points=1)),
        Duel("greedy", "random", PAGAT, players=4),
    ):
        with pytest.raises(BulkError, match="task"):
            duel(other, pairs=6, jobs=1, seed=2, resume=journal)


def test_greedy_is_stronger_than_random() -> None:
    """In a game of points, and in one where low scores win."""
    for variant in (PAGAT, find_variant("krypkasino")):
        played = duel(Duel("greedy", "random", variant), pairs=4, jobs=1)
        assert played.difference.mean > 0
        assert played.standings[0].pairs > played.standings[1].pairs


@pytest.mark.parametrize(("name", "players"), TWO_SIDED)
def test_a_pair_of_every_game(name: str, players: int) -> None:
    """Every game of two sides can be held in the arena, partnerships too."""
    asked = Duel("greedy", "random", find_variant(name), players)
    for played in play_pair(1, 7, asked=asked):
        assert len(played["points"]) == len(played["sweeps"]) == 2


@pytest.mark.parametrize(
    ("one", "players", "error"),
    [("nobody", 2, OpponentError), ("greedy", 7, DealError)],
)
def test_what_cannot_be_held(one: str, players: int, error: type[ValueError]) -> None:
    """Unknown opponents, too many players: told before a card is dealt."""
    with pytest.raises(error):
        Duel(one, "random", PAGAT, players)


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_sides(players: int) -> None:
    """One goes round the seats, the other has all the rest; against itself that is even."""
    asked = Duel("greedy", "greedy", find_variant("casino_pagat"), players)
    assert asked.sides == (2 if players == 4 else players)
    rounds = play_pair(1, 3, asked=asked)
    assert len(rounds) == asked.sides
    # Each seat was `one` once, and all seats have the points of one and the same round.
    everybody = sum(played["points"][0] for played in rounds)
    for played in rounds:
        one, rest = played["points"]
        assert one + (asked.sides - 1) * rest == pytest.approx(everybody)
    assert duel(asked, pairs=2, jobs=1).difference.mean == pytest.approx(0)


def test_three_players_in_the_command() -> None:
    """A is once in each seat, and B is the average of the others."""
    words = ("greedy", "random", "--pairs", "2", "--players", "3", "--jobs", "1")
    answer = json.loads(run(*words, "--json").stdout)
    assert answer["rounds"] == 6
    assert answer["difference"] == pytest.approx(
        answer["A"]["average"] - answer["B"]["average"], abs=1e-3
    )
    assert "each played 3 times, A once in each seat" in run(*words).stdout


def test_no_pairs() -> None:
    """Nothing played says nothing."""
    with pytest.raises(ArenaError, match="pair"):
        duel(Duel("greedy", "random", PAGAT), pairs=0)


# --- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "quantile"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (11, 2.228), (31, 2.042), (301, 1.968)],
)
def test_the_interval_is_student_s(count: int, quantile: float) -> None:
    """The quantiles of the tables, within one percent."""
    values = [Random(count + n).random() for n in range(count)]
    found = estimate(values)
    assert found.least is not None
    assert found.most is not None
    half = quantile * stdev(values) / sqrt(count)
    assert found.mean - found.least == pytest.approx(half, rel=0.01)
    assert found.most - found.mean == pytest.approx(half, rel=0.01)


def test_one_value_has_no_interval() -> None:
    """Nothing says how far it may be from the truth."""
    found = estimate([2.5])
    assert (found.mean, found.least, found.most) == (2.5, None, None)
    assert str(found) == "+2.50"


# --- the command ---------------------------------------------------------------------------------


def test_the_command_answers() -> None:
    """Both standings, the difference and its interval; the same again, however many work."""
    words = ("greedy", "random", "--pairs", "4", "--variant", "royal_english", "--json")
    result = run(*words, "--jobs", "1")
    answer = json.loads(result.stdout)
    assert (answer["variant"], answer["pairs"], answer["rounds"]) == ("royal_english", 4, 8)
    assert answer["least"] < answer["difference"] < answer["most"]
    assert answer["A"]["name"] == "greedy"
    assert answer["A"]["average"] > answer["B"]["average"]
    assert json.loads(run(*words, "--jobs", "2").stdout) == answer


def test_the_command_speaks() -> None:
    """Four lines for a person; in a game of penalties, by how much A is below B."""
    lines = run("greedy", "random", "--pairs", "1", "--jobs", "1").stdout.splitlines()
    assert len(lines) == 4
    assert "no interval" in lines[3]
    lines = run("greedy", "random", "--pairs", "2", "--variant", "krypkasino").stdout.splitlines()
    assert "points a round below random" in lines[3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("greedi", "random"), "did you mean greedy"),
        (("greedy", "random", "--pairs", "0"), "0"),
        (("greedy", "random", "--variant", "nothing"), "no variant"),
        (("greedy", "random", "--cluster", "tcp://127.0.0.1:9"), "no cluster answers"),
        (("greedy", "random", "--resume", "no/such/folder/journal"), "cannot be opened"),
    ],
)
def test_the_command_refuses(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line on stderr and exit code 2."""
    monkeypatch.setattr("casino_tutor.engine.bulk.ANSWERS_WITHIN", 0.5)
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_without_the_cluster_the_command_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the option; a note says so."""
    monkeypatch.setattr("casino_tutor.engine.bulk.ANSWERS_WITHIN", 0.5)
    words = ("greedy", "random", "--pairs", "2", "--jobs", "1", "--json")
    result = run(*words, "--cluster", "tcp://127.0.0.1:9", "--or-local")
    assert json.loads(result.stdout) == json.loads(run(*words).stdout)
    assert "goes on here" in result.stderr


# --- the protocol --------------------------------------------------------------------------------


def _one_claim(other: str) -> list[strength.Claim]:
    return [strength.Claim("greedy", other, "casino_pagat")]


@pytest.mark.parametrize("part", ["claims", "longer", "remedies", "shares"])
def test_every_claim_is_of_opponents_that_are_there(part: str) -> None:
    """In each game that is measured the same duels are played."""
    found = list(strength.PARTS[part]())
    for claim in found:
        Duel(claim.one, claim.other, find_variant(claim.game))
    assert {claim.game for claim in found} == set(strength.GAMES)


def test_the_protocol_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for each duel; a run with few pairs says that it claims nothing; it can be resumed."""
    parts = ("claims", "longer", "remedies")
    few = {part: partial(_one_claim, other) for part, other in zip(parts, SURE, strict=False)}
    monkeypatch.setattr(strength, "PARTS", few)
    file, journals = tmp_path / "STRENGTH.md", tmp_path / "journals"
    words = ["--pairs", "1", "--jobs", "1", "--journals", str(journals), "--out", str(file)]
    strength.main(words)
    text = file.read_text("utf-8")
    assert text.count("| `casino_pagat` |") == 3
    assert "Fewer pairs than a claim needs" in text
    assert all(f"*{name}*" in text for name in OPPONENTS)
    assert len(list(journals.iterdir())) == 3
    strength.main(words)
    assert "python -m bench.strength --pairs 1" in file.read_text("utf-8")

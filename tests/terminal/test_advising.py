"""`best`: its text, its keys, in a batch, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

import casino_tutor
from casino_tutor.cli import main
from casino_tutor.draw.text import Style
from casino_tutor.engine.advice import Advice, Method, PlayEstimate
from casino_tutor.model.notation import parse_play
from casino_tutor.model.position_text import parse_position
from casino_tutor.terminal.advising import advice_lines, best_answer, best_text

#: Two cards are in sight, four hidden, and forty in the stock.
TABLE = "8D,6C,2D 8S,KD/?2 1 40"
#: Of the last deal a single hand is hidden, so that it can be worked out.
TAKEN = (
    "KS,KH,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H,9D,9C,8H,8C,7S,7H/"
    "7D,7C,6S,6H,6D,6C,5S,5H,5D,5C,4S,4H,4D,4C,3S,3H,3D,3C,2S,2H,2D,2C,AS,AH,AD,AC"
)
LAST = f"8D 8S/?1 1 0 {TAKEN} 2"
PLAIN = Style()


def run(*words: str, code: int = 0, text: str = "") -> str:
    """Run a command and return its output."""
    done = CliRunner().invoke(main, list(words), input=text)
    assert done.exit_code == code, done.output
    return done.output


def answer(*words: str) -> Any:
    """Run a command with --json and return the answer."""
    return json.loads(run(*words, "--json"))


def advice(
    method: Method,
    *plays: tuple[str, float | None, float | None, int],
    ahead: float | None = None,
    error: float | None = None,
    **more: Any,
) -> Advice:
    """Return an answer of the engine, each play with its mean, its error and its deals."""
    entries = tuple(
        PlayEstimate(parse_play(text), mean, its, worlds) for text, mean, its, worlds in plays
    )
    worlds = max(entry.worlds for entry in entries)
    view = parse_position(TABLE)
    kernel = more.pop("kernel", "kernel")
    settled = len(plays) == 1 if ahead is None else error is not None and ahead > error
    more.setdefault("is_settled", settled)
    return Advice(view, entries, ahead, error, method, worlds, 100, 0.1, kernel, **more)


SURE = advice(
    "sample",
    ("8Sx8D", 0.5, 0.125, 32),
    ("KD", -0.25, 0.2, 32),
    ("8S", -0.001, 0.3, 8),
    ahead=0.75,
    error=0.25,
)


# --- the command ---------------------------------------------------------------------------------


def test_best_names_the_play_and_how_sure_that_is() -> None:
    """The best play, its lead over the second, every value with its error, and how it was found."""
    shown = run("best", TABLE, "--samples", "200").splitlines()
    assert shown[0].startswith("Best: 8Sx8D,6C+2D, on average 0.")
    assert shown[0].endswith(" points ahead in the round.")
    assert shown[1].startswith("It is 0.")
    assert shown[1].endswith(" points ahead of the second, 8Sx6C+2D.")
    assert shown[2].startswith("  8Sx8D,6C+2D  +0.")
    assert any(line.startswith("  8S ") and "  dropped after " in line for line in shown)
    assert shown[-1].endswith(
        " deals that fit what is seen were searched; +/- with 95% confidence."
    )


def test_best_keys() -> None:
    """No key is ever left out."""
    found = answer("best", TABLE, "--samples", "200")
    assert list(found) == [
        *("position", "method", "best", "settled", "ahead", "ahead_error", "confidence", "plays"),
        *("worlds", "left_out", "kernel", "nodes", "seconds"),
    ]
    assert found["position"] == str(parse_position(TABLE))
    assert (found["method"], found["settled"], found["confidence"]) == ("sample", True, 0.95)
    assert found["best"] == ["8Sx8D,6C+2D"]
    first = found["plays"][0]
    assert list(first) == ["play", "kind", "mean", "error", "worlds", "items"]
    assert first["items"]["cards"] > 0
    assert {len(entry["items"]) > 0 for entry in found["plays"][:2]} == {True}
    assert (first["play"], first["kind"]) == ("8Sx8D,6C+2D", "capture")
    assert 0 < first["error"] < found["ahead"]
    assert len(found["plays"]) == 5
    one = answer("best", "KD 8S/?1 1 40", "--samples", "20")
    assert list(one) == list(found)
    assert (one["best"], one["settled"], one["ahead"], one["ahead_error"]) == (
        ["8S"],
        True,
        None,
        None,
    )


def test_items_that_are_next_to_nothing_are_not_said() -> None:
    """Where no item is left to say, there is no empty sentence."""
    _, found = best_answer(parse_position(TABLE), samples=20)
    first = replace(found.plays[0], items=(("cards", 0.01), ("spades", -0.04)))
    said = best_text(replace(found, plays=(first, *found.plays[1:])), Style())
    assert "Of the first" not in said


def test_the_same_seed_gives_the_same_answer() -> None:
    """With samples for a limit only the seconds differ; another seed draws other deals."""
    first, second, other = (
        answer("best", TABLE, "--samples", "20", "--seed", seed) | {"seconds": 0}
        for seed in ("1", "1", "2")
    )
    assert first == second
    assert first["plays"] != other["plays"]


def test_a_second_is_the_limit_if_none_is_given() -> None:
    """A short limit in seconds is kept as well."""
    assert answer("best", TABLE)["plays"][0]["mean"] is not None
    hurried = answer("best", TABLE, "--seconds", "0.000001")
    assert (hurried["method"], hurried["settled"], hurried["worlds"]) == ("guess", False, 0)
    assert {play["mean"] for play in hurried["plays"]} == {None}


def test_what_can_be_worked_out_is_exact() -> None:
    """In the last deal of two the hidden hand is what nobody has seen."""
    assert run("best", LAST, "--samples", "5").splitlines() == [
        "Best: 8Sx8D, 2 points behind in the round.",
        "It is 5 points ahead of the second, 8S.",
        "  8Sx8D  -2",
        "  8S     -7",
        "Every card is known or can be worked out, so these values are exact.",
    ]
    found = answer("best", LAST, "--samples", "5")
    assert (found["method"], found["settled"], found["ahead_error"]) == ("exact", True, 0)


def test_hands_that_the_line_gives_away_are_not_looked_at() -> None:
    """The answer is that of a seat which does not see them."""
    shown, hidden = ("8D,6C,2D 8S,KD/8H,8C 1 40", "8D,6C,2D 8S,KD/?2 1 40")
    found, same = (answer("best", line, "--samples", "20") for line in (shown, hidden))
    assert {**found, "seconds": 0} == {**same, "seconds": 0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["8D -/- - 0 8S/KD 1"], "the round is over"),
        (["8D ?2/?2 1 40"], "seat 1 is to play and 2 of its cards are not known"),
        (["[5H+3C]=8@2,2D TC/?1 1 0 8S,8D,8H/8C 1"], "no deal explains that"),
        (["8D,8D 8S/?1 1 40"], "stands 2 times"),
        ([TABLE, "--samples", "0"], "a limit of 0 samples"),
        ([TABLE, "--seconds", "0"], "a limit of 0 seconds"),
        ([TABLE, "--seconds", "nan"], "a limit of nan seconds"),
        ([TABLE, "--samples", "9", "--seconds", "1"], "give one of them"),
        ([TABLE, "--samples", "many"], "'many' is not a valid integer"),
    ],
)
def test_what_cannot_be_searched_is_said_in_one_line(words: list[str], says: str) -> None:
    """One line, exit code 2, and an error object with --json."""
    shown = run("best", *words, "--json", code=2).splitlines()
    assert says in shown[0]
    assert says in json.loads(shown[1])["error"]["message"]
    assert len(shown) == 2


def test_best_in_a_batch() -> None:
    """The answer of a batch is that of the command."""
    request = {"do": "best", "position": TABLE, "samples": 20, "seed": 4, "id": 3}
    (shown,) = run("batch", text=json.dumps(request) + "\n").splitlines()
    found = json.loads(shown)
    assert found.pop("id") == 3
    alone = answer("best", TABLE, "--samples", "20", "--seed", "4")
    assert {**found, "seconds": 0} == {**alone, "seconds": 0}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"samples": "many"}, "'samples' is \"many\"; it must be a whole number"),
        ({"seed": 1.5}, "'seed' is 1.5; it must be a whole number"),
        ({"seconds": True}, "'seconds' is true; it must be a number of seconds"),
        ({"samples": -1}, "a limit of -1 samples leaves no room"),
        ({"samples": 5, "seconds": 1}, "give one of them"),
        ({"nodes": 5}, "the keys of best are do, position, variant, options, seconds, samples,"),
    ],
)
def test_what_a_batch_refuses(wrong: dict[str, object], says: str) -> None:
    """The line has an error for an answer."""
    request = {"do": "best", "position": TABLE, **wrong}
    refused = json.loads(run("batch", text=json.dumps(request) + "\n"))
    assert says in refused["error"]["message"]


# --- the words -----------------------------------------------------------------------------------


def test_every_play_has_its_value() -> None:
    """Nothing is worth a minus of nothing; what was dropped on the way has fewer deals."""
    assert best_text(SURE, PLAIN).splitlines() == [
        "Best: 8Sx8D, on average 0.50 +/- 0.12 points ahead in the round.",
        "It is 0.75 +/- 0.25 points ahead of the second, KD.",
        "  8Sx8D  +0.50 +/- 0.12",
        "  KD     -0.25 +/- 0.20",
        "  8S     +0.00 +/- 0.30  dropped after 8 deals",
        "32 deals that fit what is seen were searched; +/- with 95% confidence.",
    ]


def test_symbols_where_they_are_wanted() -> None:
    """Cards and the sign of an error are written as the terminal can."""
    shown = best_text(SURE, Style(symbols=True))
    assert shown.startswith("Best: 8♠x8♦, on average 0.50 ± 0.12 points ahead")
    assert "; ± with 95% confidence." in shown


@pytest.mark.parametrize(("ahead", "error"), [(0.25, 0.25), (0.25, 0.3), (0.0, 0.1)])
def test_an_order_that_may_be_chance_is_no_order(ahead: float, error: float) -> None:
    """Where the lead is no greater than its error neither play is called the best."""
    first = "The first is on average 0.50 +/- 0.12 points ahead in the round"
    lead = f"it is {ahead:.2f} +/- {error:.2f} points ahead of the other"
    lines = advice_lines(replace(SURE, ahead=ahead, error=error, is_settled=False), PLAIN)
    assert lines == [
        "Too close to call: 8Sx8D or KD.",
        f"{first}; {lead}, which may be chance.",
    ]


def test_a_single_deal_settles_nothing() -> None:
    """One deal has no error, however far ahead a play is in it."""
    found = advice("sample", ("8Sx8D", 2.0, None, 1), ("KD", -2.0, None, 1), ahead=4.0, error=None)
    shown = best_text(found, PLAIN).splitlines()
    assert shown[0] == "Too close to call: 8Sx8D or KD."
    assert shown[1].endswith("it is 4.00 points ahead of the other, in a single deal.")
    assert shown[2:] == [
        "  8Sx8D  +2.00",
        "  KD     -2.00",
        "1 deal that fits what is seen was searched.",
    ]


def test_plays_that_came_out_equal_are_named_together() -> None:
    """They are the best, if no other play may be as good."""
    plays = [("8Sx8D", -0.5, 0.25, 32), ("8Sx6C+2D", -0.5, 0.25, 32)]
    far, near = (("KD", mean, 0.25, 32) for mean in (-1.5, -0.75))
    clear = advice("sample", *plays, far, ("8S", 0.0, 2.0, 8), ahead=0.0, error=0.0)
    equal = "8Sx8D and 8Sx6C+2D came out equal, on average 0.50 +/- 0.25 points behind in the round"
    assert advice_lines(clear, PLAIN) == [f"Best: {equal}."]
    unclear = advice("sample", *plays, near, ahead=0.0, error=0.0)
    assert advice_lines(unclear, PLAIN) == [f"Too close to call: {equal}; others may be as good."]


def test_of_many_equal_plays_three_are_named() -> None:
    """How many more there are is said."""
    plays = [(f"{rank}S", 1.0, 0.0, 1) for rank in "56789"]
    found = advice("exact", *plays, ahead=0.0, error=0.0)
    assert advice_lines(found, PLAIN) == [
        "Best: 5S, 6S, 7S and 2 more, 1 point ahead in the round."
    ]


def test_both_sides_equal() -> None:
    """An exact value of nothing has no side that is ahead."""
    found = advice("exact", ("8Sx8D", 0.0, 0.0, 1), ("KD", -1.0, 0.0, 1), ahead=1.0, error=0.0)
    assert best_text(found, PLAIN).splitlines()[:4] == [
        "Best: 8Sx8D, both sides equal in the round.",
        "It is 1 point ahead of the second, KD.",
        "  8Sx8D  0",
        "  KD     -1",
    ]


def test_every_possible_hand() -> None:
    """Where each hand was searched no value has an error, but those of plays that were dropped."""
    plays = [("8Sx8D", 1.5, 0.0, 84), ("KD", 0.5, 0.0, 84), ("8S", -1.0, 0.5, 8)]
    found = advice("every hand", *plays, ahead=1.0, error=0.0)
    assert best_text(found, PLAIN).splitlines() == [
        "Best: 8Sx8D, on average 1.50 points ahead in the round.",
        "It is 1.00 points ahead of the second, KD.",
        "  8Sx8D  +1.50",
        "  KD     +0.50",
        "  8S     -1.00 +/- 0.50  dropped after 8 deals",
        "84 hands are possible, and each was searched.",
    ]
    one = advice("every hand", ("KD", 0.5, 0.0, 1), kernel="rollouts")
    assert best_text(one, PLAIN).splitlines() == [
        "The only play: KD, on average 0.50 points ahead in the round.",
        "  KD  +0.50",
        "1 hand is possible, and it was played on by greedy.",
    ]


def test_what_was_not_searched_in_time_is_a_guess() -> None:
    """The plays stand in the order of greedy, without values."""
    plays = [("8Sx8D", None, None, 0), ("KD", None, None, 0)]
    found = advice("guess", *plays, left_out="there was no time to search")
    assert best_text(found, PLAIN).splitlines() == [
        "A guess: 8Sx8D, the first in the order of greedy.",
        "  8Sx8D  not searched",
        "  KD     not searched",
        "Nothing was searched; the plays stand in the order of greedy.",
        "Note: there was no time to search.",
    ]


def test_what_was_left_out_is_said() -> None:
    """So a single play is not called the only one; of many values forty are listed."""
    found = advice("sample", ("KD", 1.0, 0.5, 9), left_out="some plays were not looked at")
    shown = best_text(found, PLAIN)
    assert shown.startswith("Best: KD, ")
    assert shown.endswith("\nNote: some plays were not looked at.")
    plays = [(f"{rank}{suit}", 0.0, 1.0, 9) for rank in "23456789TJQK" for suit in "SHDC"]
    shown = best_text(advice("sample", *plays, ahead=0.0, error=1.0), PLAIN)
    assert "\n  JC  +0.00 +/- 1.00\n  and 8 more\n" in shown


def test_rules_that_the_kernel_does_not_know() -> None:
    """It is said that the deals were played on, and what more than two sides are measured by."""
    three = "8D,2C,6S 8S,3D/?2/?2 1 30 -/-/- -"
    assert run("best", three, "--samples", "8").splitlines()[-1] == (
        "8 deals that fit what is seen were played on by greedy; +/- with 95% confidence. "
        "Points are those ahead of the others' average."
    )


def test_an_orange_is_written_with_its_call() -> None:
    """The value of the play counts on the call."""
    found = answer("best", "9R,5Y,4G 9B,2B/?2 1 33; variant tuxedo", "--samples", "8")
    assert "9Bx9R,5Y+4G:orange" in [play["play"] for play in found["plays"]]


# --- in Python -----------------------------------------------------------------------------------


def test_best_is_a_public_name() -> None:
    """`best`, its limits and what it answers are had from the package itself."""
    limit = casino_tutor.Limit(samples=20)
    found = casino_tutor.best(casino_tutor.parse_position(TABLE), limit)
    assert isinstance(found, casino_tutor.Advice)
    assert isinstance(found.plays[0], casino_tutor.PlayEstimate)

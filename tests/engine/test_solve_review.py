"""What a sceptical reader of the engine found: each is a kind of position that must stay right."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from casino_tutor.engine.solution import EngineError, Limit, Solution
from casino_tutor.engine.solve import solve
from casino_tutor.model.position_text import parse_position

_CROWDED = (
    "5D,5C,4S,4H,4C,3D,3C,2S,2D,2C,AS,AD,AC 6H,6C/5H,AH 1 0 "
    "JH,KD,TD,QC,9S,3S,7S,8H,TC,7H,7C,9D,KC,8D,QH,5S,TH,TS,QD,KS,6D,QS,JS,6S,9C,2H,7D,9H,JD,8S/"
    "3H,JC,4D,KH,8C 1; variant byggkasino"
)


def _values(line: str, kernel: str | None = None) -> list[tuple[str, int, int]]:
    found = solve(parse_position(line), kernel=kernel)
    return [(str(entry.play), entry.least, entry.most) for entry in found.plays]


@pytest.mark.parametrize(
    "line",
    [
        # cards set aside go to the last capturer with the residue
        "8D 8S/8H 1 0 -/- -; aside AS",
        # a sweep that scores when it is made, near the target
        "5H 5D/5S 1 0 -/- -; variant tuxedo_cards; option sweep_cutoff=own_18; score 18/3",
        # points carried over of an item that the game has not got otherwise
        "8D 8S/8H 1 0 -/- -; carry diamonds=5",
        "8D 8S/8H 1 0 -/- -; carry spades=2",
    ],
)
def test_rare_marks_of_a_position_count(line: str) -> None:
    """Whatever search is used, its values are those of the readable rules."""
    assert _values(line) == _values(line, "readable")


def test_plays_that_were_not_looked_at_may_be_better() -> None:
    """With more plays than are looked at nothing is called exact, and no line is given."""
    found = solve(parse_position(_CROWDED))
    assert not found.is_exact
    assert found.line == ()
    assert found.left_out.startswith("2,000 plays were looked at, not all of them")
    # The best of all plays is worth 12; it is not among those that were looked at.
    assert found.least <= 12 <= found.most


def test_a_last_capturer_who_is_not_known() -> None:
    """Where it matters who captured last, values are bounds; where it does not, they are exact."""
    found = solve(parse_position("9D,AS 8S/7H 1 0 KS/KD ?"))
    assert (found.least, found.most) == (-5, 5)
    assert found.left_out == "who captured last is not known"
    taken = solve(parse_position("8D 8S/7H 1 0 KS/KD ?"))
    assert taken.plays[0].is_exact
    assert solve(parse_position("9D,AS 8S/7H 1 0 -/- ?")).is_exact


def test_the_order_of_a_pile_whose_top_can_be_taken() -> None:
    """Unknown cards of such a pile are not put in any order."""
    line = "8C,7S,AD 8D,6C/2C,AS 1 0 9S,2S,7D,AC,9H,3S,AH,2D,4D,6D,4C,TC,5H,4S,6H,7H,2H,9D,4H,7C,"
    line += "8S,TH,5S,5C,3D,8H,TS,TD,6S,3C/?3 1; variant south_african"
    with pytest.raises(EngineError, match="the order of the 3 unknown cards of pile 2 matters"):
        solve(parse_position(line))


def test_searches_in_several_threads() -> None:
    """They wait for one another, and find what each finds alone."""
    lines = [f"TD,8D,2S {one},TC/TH,2C 1 0 AS,AH/AD 1" for one in ("8S", "8H", "8C", "TS")] * 3

    def found(line: str) -> Solution:
        return solve(parse_position(line))

    alone = [found(line).plays for line in lines]
    with ThreadPoolExecutor(4) as pool:
        assert [one.plays for one in pool.map(found, lines)] == alone


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Limit(nodes=10**30), "at most 1e\\+15"),
        (lambda: Limit(nodes=float("inf")), "not a whole number"),  # type: ignore[arg-type]
        (lambda: Limit(nodes="5"), "not a whole number"),  # type: ignore[arg-type]
        (lambda: Limit(megabytes=0.5), "not a whole number"),  # type: ignore[arg-type]
        (lambda: Limit(seconds=float("inf")), "at most"),
        (lambda: Limit(seconds=float("nan")), "leaves no room"),
        (lambda: Limit(seconds=None), "not a number"),  # type: ignore[arg-type]
    ],
)
def test_limits_that_are_none(make: Callable[[], Limit], message: str) -> None:
    """A limit that is no number, or beyond all measure, is refused in words."""
    with pytest.raises(EngineError, match=message):
        make()

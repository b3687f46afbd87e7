"""Solving: exact values, best lines, points by item, limits, and what is refused."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from casino_tutor.engine import searches
from casino_tutor.engine import solve as solving
from casino_tutor.engine.coverage import match_not_covered
from casino_tutor.engine.layout import WIN
from casino_tutor.engine.objective import match_value, reach
from casino_tutor.engine.readable import after_play
from casino_tutor.engine.solution import FAR, EngineError, Limit, PlayValue, Solution
from casino_tutor.engine.solve import solve
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import score_round
from tests.engine.crowded import crowded
from tests.engine.endings import COVERED, TWO_SIDED, brute_force, near_the_end, open_position

#: The games in which the kernel knows who wins.
MATCHES: Final = tuple(
    name for name in COVERED if not match_not_covered(find_variant(name).options)
)
#: Plain minimax is not asked about tables that may allow more lines of play than this.
MOST_LINES: Final = 10**9
SHORT: Final = os.environ.get("CASINO_TUTOR_FUZZ") == "short"


def ending(name: str, number: int, *, most: int) -> Position:
    """Return the ending of a game and a number; the same every time."""
    rnd = Random(f"ending {name} {number}")
    seats = find_variant(name).options.seats
    chosen = 4 if 2 not in seats or (4 in seats and rnd.random() < 0.2) else 2
    return open_position(find_variant(name), rnd, most=most, seats=chosen)


def difference(found: Solution) -> int:
    """Return the value for side 0."""
    assert found.is_exact
    assert found.position.turn is not None
    return found.least if found.position.side_of(found.position.turn) == 0 else -found.least


def check_ending(position: Position) -> None:
    """Compare the value, the line and every play with plain minimax."""
    found = solve(position)
    value = brute_force(position)
    assert difference(found) == value, position
    sign = -1 if position.variant.options.low_wins else 1
    assert sign * (found.points[0] - found.points[1]) == value, position
    assert {str(entry.play) for entry in found.plays} == set(map(str, legal_plays(position)))
    here = position
    for play in found.line:
        assert any(play == listed for listed in legal_plays(here))
        here = after_play(here, play)
    assert here == found.end
    assert score_round(here).items == found.items


# --- exact values --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TWO_SIDED)
def test_values_are_those_of_plain_minimax(name: str) -> None:
    """In an ending of every game, of up to two cards a hand, nothing better can be done."""
    check_ending(ending(name, 0, most=2))


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_SIDED)
def test_values_of_many_endings(name: str) -> None:
    """The same in 500 endings of up to three cards a hand, 29 in the short run.

    Fewer where four play, where a hand may do so much in one turn, or where a table allows so
    many plays: plain minimax takes minutes there, and hours.
    """
    for number in range(1, 2 if SHORT else 1 + -(-500 // len(TWO_SIDED))):
        position = ending(name, number, most=3 if name in COVERED else 2)
        if position.seats > 2:
            position = ending(name, number, most=2)
        if len(list(legal_plays(position))) ** sum(map(len, position.hands)) > MOST_LINES:
            position = ending(name, number, most=1)
        check_ending(position)


def test_every_play_has_its_value() -> None:
    """The value of a play is that of the position it leaves."""
    position = ending("royal_dominican", 3, most=2)
    assert position.turn is not None
    sign = 1 if position.side_of(position.turn) == 0 else -1
    for entry in solve(position).plays:
        assert entry.is_exact
        assert sign * entry.least == brute_force(after_play(position, entry.play))


@pytest.mark.parametrize("name", ["royal_dominican", "kasino_finnish", "kirchner", "tuxedo"])
def test_kernels_agree(name: str) -> None:
    """Compiled, plain and readable search: the same values; both kernels visit the same nodes."""
    position = ending(name, 7, most=3)
    best = solve(position)
    plain, readable = (solve(position, kernel=kernel) for kernel in ("plain", "readable"))
    assert values(best) == values(plain) == values(readable)
    assert best.nodes == plain.nodes


@pytest.mark.slow
@pytest.mark.parametrize("part", range(50))
def test_kernel_and_readable_search_agree_on_many_positions(part: int) -> None:
    """The same on 5,000 positions of up to three cards a hand; on 200 in the short run."""
    for number in range(part, 200 if SHORT else 5_000, 50):
        position = ending(COVERED[number % len(COVERED)], 1_000 + number, most=1 + number % 3)
        limit = Limit(nodes=20_000, seconds=600)
        readable = solve(position, kernel="readable", limit=limit)
        if readable.is_exact:
            assert values(solve(position)) == values(readable), position


def values(found: Solution) -> dict[str, int]:
    """Return the value of every play by its text."""
    assert found.is_exact
    return {str(entry.play): entry.least for entry in found.plays}


def test_deals_to_come_are_played() -> None:
    """With the order of the stock known the value is that of all deals to come."""
    position = parse_position(
        "5H,3C 8S/8D 1 (2D,TD,2S,TS) 7S/7H 2; variant royal_dominican; option hand_size=2"
    )
    found = solve(position)
    assert found.end is not None
    assert found.end.stock.count == 0
    assert difference(found) == brute_force(position)


@pytest.mark.parametrize("name", ["casino_pagat", "royal_dominican", "royal_english"])
def test_seats_swapped_negate_the_value(name: str) -> None:
    """Who sits where does not matter: the difference of the sides only changes its sign."""
    for number in range(10):
        position = ending(name, 20 + number, most=3)
        if position.seats == 2:
            other = swapped(position)
            assert difference(solve(other)) == -difference(solve(position))


def swapped(position: Position) -> Position:
    """Return the position with the seats of two players changed."""
    return replace(
        position,
        hands=position.hands[::-1],
        builds=tuple(
            replace(build, owner=3 - build.owner) if build.owner else build
            for build in position.builds
        ),
        turn=3 - (position.turn or 0),
        taken=position.taken[::-1],
        last=3 - position.last if position.last > 0 else position.last,
        score=position.score[::-1],
        points=position.points[::-1],
    )


def test_low_score_wins() -> None:
    """Where low scores win nobody wants the ace."""
    line = "AD AS/QH 1 0 -/- -; variant casino_pagat"
    usual = solve(parse_position(line))
    low = solve(parse_position(line + "; option low_wins=true"))
    assert str(usual.plays[0].play) == "ASxAD"
    assert usual.least == 6
    assert [(str(entry.play), entry.least) for entry in low.plays] == [("AS", 0), ("ASxAD", -6)]


def test_points_by_item_of_the_line() -> None:
    """The items are those of the whole round, with what was taken before."""
    found = solve(parse_position("TD,2S TC,2C/KD,QD 1 0 -/AH 2; variant casino_pagat"))
    assert [(item.item, item.side, item.points) for item in found.items] == [
        ("cards", 0, 3),
        ("spades", 0, 1),
        ("big_casino", 0, 2),
        ("little_casino", 0, 1),
        ("ace_H", 1, 1),
    ]
    assert found.points == (7, 1)
    assert found.least == 6


# --- objectives ----------------------------------------------------------------------------------


def test_who_needs_the_big_casino_takes_it() -> None:
    """With 19 points of 21 the ten of diamonds wins the match at once, whatever else lies there."""
    line = "TD,AH,9H TC,9C/TS,QD 1 0 AS,AD,AC,2S/- 1; variant royal_dominican; score 19/3"
    found = solve(parse_position(line), objective="match")
    assert found.least == WIN
    assert [str(play) for play in found.line] == ["TCxTD,9H+AH"]
    assert {entry.least < WIN for entry in found.plays if "9Cx" in str(entry.play)} == {True}


def test_points_count_where_nobody_wins() -> None:
    """Far from the target the match goes on, and the round is worth its points."""
    line = "TD,2S TC,2C/KD,QD 1 0 -/AH 2; variant casino_pagat; score 3/4"
    assert values(solve(parse_position(line), objective="match")) == values(
        solve(parse_position(line))
    )


def test_a_match_needs_its_scores() -> None:
    """Without scores nobody can say who wins; a match that is won has no value."""
    with pytest.raises(EngineError, match="score 18/15"):
        solve(parse_position("TD TC/KD 1 0 -/- -"), objective="match")
    won = parse_position("8D 8S/KD 1 0 TD,TC/- 1; variant royal_dominican; score 19/3")
    with pytest.raises(EngineError, match="won already"):
        solve(won, objective="match")


def check_match(name: str, number: int, most: int) -> None:
    """Compare the kernel's answer to who wins with that of the readable search."""
    position = near_the_end(find_variant(name), Random(f"match {name} {number}"), most=most)
    if match_value(position) is not None:
        return
    found = solve(position, objective="match")
    assert found.kernel != "readable"
    assert values(found) == values(solve(position, objective="match", kernel="readable")), position


@pytest.mark.parametrize("name", MATCHES)
def test_kernel_and_readable_search_agree_on_who_wins(name: str) -> None:
    """Near the target too, by items, by totals and by spades."""
    for number in range(4):
        check_match(name, number, 2)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_they_agree_on_many_matches(part: int) -> None:
    """The same on 2,000 positions of up to three cards a hand; on 100 in the short run."""
    for number in range(part, 100 if SHORT else 2_000, 20):
        check_match(MATCHES[number % len(MATCHES)], 100 + number, 1 + number % 3)


# --- hidden cards --------------------------------------------------------------------------------


def test_the_other_hand_of_the_last_deal_is_inferred() -> None:
    """Whoever has seen all cards but the other hand knows that hand."""
    endings = (ending("royal_english", number, most=3) for number in range(50))
    position = next(one for one in endings if one.seats == 2 and all(map(len, one.hands)))
    mover = position.turn or 0
    hands = list(position.hands)
    hidden = replace(hands[2 - mover], cards=(), unknown=len(hands[2 - mover]))
    hands[2 - mover] = hidden
    veiled = replace(position, hands=tuple(hands))
    assert solve(veiled).position == position
    less = tuple(replace(pile, cards=pile.cards[1:]) for pile in position.taken)
    with pytest.raises(EngineError, match="cannot be inferred"):
        solve(replace(veiled, taken=less))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("8D,6C,2D 8S,KD", "cannot be inferred: 2 in the hand of seat 2, 45 in the stock"),
        ("8D,6C,2D 8S,KD", "give the cards of every hand and the order of the stock, as in"),
        ("8D 8S/KD 1 3 -/- -", "give the order of the stock, as in .8S,7D., or wait for the last"),
        ("8D 8S/?1 1 0 -/- -", "give the cards of every hand, or every card that has been taken"),
        ("8D -/- - 0 -/- -", "the round is over"),
        ("8D 8S/KD/QD 1 0 -/-/- -", "3 sides play"),
    ],
)
def test_what_cannot_be_solved_is_refused(line: str, says: str) -> None:
    """The message says which cards are hidden, and what would help."""
    with pytest.raises(EngineError, match=says):
        solve(parse_position(line))


def test_cards_that_do_not_fit_the_pack_are_refused() -> None:
    """A card that stands twice is a fault of the position."""
    position = parse_position("8D 8S/KD 1 0 -/- -")
    twice = replace(position, loose=(*position.loose, *position.hand))
    with pytest.raises(EngineError, match="8S stands 2 times"):
        solve(twice)


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [{"nodes": 0}, {"seconds": 0}, {"seconds": float("nan")}])
def test_a_limit_of_nothing_is_refused(limit: dict[str, float]) -> None:
    """A search needs some room."""
    with pytest.raises(EngineError, match="leaves no room"):
        Limit(**limit)  # type: ignore[arg-type]


def test_a_limit_leaves_bounds() -> None:
    """Where the limit is reached the values lie between bounds, and the answer says so."""
    position = ending("royal_english", 11, most=4)
    exact = values(solve(position))
    for kernel in ("plain", "readable"):
        found = solve(position, limit=Limit(nodes=3), kernel=kernel)
        assert not found.is_exact
        assert "the limit was reached" in found.left_out
        assert found.line == ()
        for entry in found.plays:
            assert entry.least <= exact[str(entry.play)] <= entry.most
            assert entry.most - entry.least < FAR


@pytest.mark.parametrize("name", TWO_SIDED)
def test_bounds_that_need_no_search_hold(name: str) -> None:
    """Nobody can win more than if everything that is left fell to one side."""
    for number in range(4):
        position = ending(name, 40 + number, most=1)
        least, most = reach(position, "points")
        assert least <= brute_force(position) <= most, position


def test_what_is_known_is_no_wider_than_what_is_left() -> None:
    """What has been taken counts for certain, and a majority that is won is won."""
    line = "9D 8S/KD 1 0 TD,AS,AH,AD,AC/KS,KH 1; variant casino_pagat"
    assert reach(parse_position(line), "points") == (5, 10)
    # Tops can be taken from the piles of south_african, so nothing there is certain.
    assert reach(parse_position("9D 8S/7D 1 0 TD/2S 1; variant south_african"), "points")[0] < 0
    # Where something costs points whoever takes it, nothing is said.
    costs = parse_position(line + "; option ace_points=-1")
    assert reach(costs, "points") == (-FAR, FAR)
    assert reach(costs, "match") == (-WIN, WIN)


def with_bounds(*bounds: tuple[int, int], beyond: int | None = None) -> Solution:
    """Return an answer with plays of these bounds, the best first."""
    position = parse_position("9S,9H,9D,9C KS,QS,JS,TS")
    plays = zip(legal_plays(position), bounds, strict=False)
    return Solution(
        position,
        "points",
        tuple(PlayValue(play, least, most) for play, (least, most) in plays),
        beyond=beyond,
    )


@pytest.mark.parametrize(
    ("bounds", "best"),
    [
        # all is known
        ([(4, 4), (4, 4), (1, 1)], 2),
        # the others cannot be better
        ([(4, 4), (1, 4), (-9, 2)], 1),
        # proved to be worth something, while the others may be worth more
        ([(2, 2), (-9, 9)], 1),
        # sure of most, and may be worth as much as any other
        ([(2, 9), (1, 9), (-9, 9)], 1),
        # surer than another, but that may be better by far
        ([(-6, -1), (-9, 9)], 0),
        # nothing tells one from another
        ([(-9, 9), (-9, 9)], 0),
        # there is no choice
        ([(-9, 9)], 1),
    ],
)
def test_which_plays_are_called_best(bounds: list[tuple[int, int]], best: int) -> None:
    """Those of which something is proved; of which nothing is known none is called best."""
    assert len(with_bounds(*bounds).best) == best


def test_plays_that_were_not_looked_at_keep_the_best_open() -> None:
    """The best of those that were is best for certain if no other can be worth more."""
    assert with_bounds((4, 4), (1, 2), beyond=4).is_settled
    assert not with_bounds((4, 4), (1, 2), beyond=5).is_settled
    assert not with_bounds((4, 4), (1, 2), beyond=4).is_exact


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        *(("royal_dominican", kernel) for kernel in (None, "plain", "readable")),
        *(("tuxedo", kernel) for kernel in (None, "plain", "readable")),
        *(("laistokasino", None), ("swazi", None)),
    ],
)
def test_nothing_is_searched_when_the_time_is_up(
    name: str, kernel: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that each look moves on by a second is looked at a few times after its end only.

    The answer says what was left out, and some plays of each kind are in it.
    """
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    for module in (solving, searches):
        monkeypatch.setattr(module, "perf_counter", clock)
    position = crowded(find_variant(name), 1, loose=24, builds=1)
    found = solve(position, limit=Limit(seconds=60), kernel=kernel)
    assert looks < 60 + 12 + 2 * len(position.hand)
    assert not found.is_exact
    assert found.beyond is not None
    assert f"{len(found.plays):,} plays were looked at, not all of them" in found.left_out
    assert "the limit was reached" in found.left_out
    assert all(-FAR < entry.least <= entry.most < FAR for entry in found.plays)


def test_names_that_do_not_exist_are_refused() -> None:
    """An unknown objective or kernel is named, with those there are."""
    position = parse_position("8D 8S/KD 1 0 -/- -")
    with pytest.raises(EngineError, match="points and match"):
        solve(position, objective="fun")  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="compiled, plain, readable"):
        solve(position, kernel="quick")
    with pytest.raises(EngineError, match="does not know this: option packs"):
        solve(parse_position("8D 8S/KD 1 0 -/- -; option packs=2"), kernel="plain")

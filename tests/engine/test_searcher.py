"""The best play where cards are hidden: what it is worth, how sure that is, and that none peeks."""

from __future__ import annotations

import gc
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from casino_tutor.engine.advice import Advice
from casino_tutor.engine.deal_search import PARTS, CrowdedError, DealSearch
from casino_tutor.engine.kernels import KERNEL_LOCK
from casino_tutor.engine.layout import (
    MOST_LEAD,
    MOST_LEAD_SPADES,
    MOST_LEFT,
    MOST_LEFT_SPADES,
)
from casino_tutor.engine.outlook import OutlookTables, outlook_tables
from casino_tutor.engine.readable import after_play
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.engine.solve import solve
from casino_tutor.engine.worlds import Worlds
from casino_tutor.model.cards import deck_counts
from casino_tutor.model.position import NOBODY, Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import play_on, seen_from
from casino_tutor.rules.scoring import net_sweeps, tally
from casino_tutor.rules.worth import certain_points, sweep_points
from tests.engine.endings import COVERED
from tests.engine.test_opponents import in_mid_round, reshuffled
from tests.random_matches import random_play

TABLES = [(name, n) for name in variant_names() for n in find_variant(name).options.seats]


def same(one: Advice, other: Advice) -> bool:
    """Return True if two answers differ by the time they took at most."""
    return replace(one, seconds=0.0) == replace(other, seconds=0.0)


# --- what a play is worth ------------------------------------------------------------------------


def outlook(end: Position, tables: OutlookTables) -> int:
    """Return what the end of a deal is worth to side 0, in parts of a point."""
    options, found = end.variant.options, tally(end)
    unit = (-1 if options.low_wins else 1) << tables.parts
    sure = [sum(certain_points(card, options) for card in items) for items in found.items]
    value = unit * (sure[0] - sure[1])
    if end.points:
        value += unit * (end.points[0] - end.points[1])
    if not options.small_sweep_cards:
        net = net_sweeps(found.sweeps, options, end.score)
        value += unit * sweep_points(2, options) * (net[0] - net[1])
    last = 0 if end.last == NOBODY else 1 + end.side_of(end.last)
    pack = deck_counts(options.deck, options.packs)
    lead, left = found.cards[0] - found.cards[1], pack.total() - sum(found.cards)
    value += tables.cards[(last * MOST_LEFT + left) * 2 * MOST_LEAD + lead + MOST_LEAD]
    whole = sum(count for card, count in pack.items() if card.suit == "S")
    lead, left = found.spades[0] - found.spades[1], whole - sum(found.spades)
    row = (last * MOST_LEFT_SPADES + left) * 2 * MOST_LEAD_SPADES
    value += tables.spades[row + lead + MOST_LEAD_SPADES]
    worth = unit * sum(certain_points(card, options) for card in end.loose)
    value += tables.first[0] + tables.first[1] * len(end.loose)
    value += (tables.first[2] * worth) >> tables.parts
    return value + tables.last[last]


def minimax(position: Position, stock: int, tables: OutlookTables) -> int:
    """Return the value for side 0 if both see all cards, to the end of the deal; nothing pruned."""
    if position.turn is None or position.stock.count < stock:
        return outlook(position, tables)
    values = [minimax(after_play(position, play), stock, tables) for play in legal_plays(position)]
    return (max if position.side_of(position.turn) == 0 else min)(values)


def near_the_end_of_a_deal(name: str) -> Position | None:
    """Return a position of a random round with few cards in the hands and a stock, or None."""
    for seed in range(60):
        position = in_mid_round(name, 2, seed)
        held = sum(len(hand) for hand in position.hands)
        few = len(position.loose) + len(position.builds) <= 7
        if position.stock.count and held <= 3 and few:
            return position
    return None


def test_the_value_in_a_world_is_that_of_minimax() -> None:
    """To the end of the deal, with what is to be expected there, each play is worth that."""
    tried = []
    for name in COVERED:
        position = near_the_end_of_a_deal(name) if 2 in find_variant(name).options.seats else None
        if position is None:
            continue
        tried.append(name)
        view = seen_from(position, position.turn or 1)
        worlds = Worlds(view)
        plays = list(legal_plays(view))
        tables = outlook_tables(view.variant.options, view.carry, PARTS)
        sign = 1 if view.side_of(view.turn or 1) == 0 else -1
        with KERNEL_LOCK:
            search = DealSearch(worlds, plays, 1, lambda: False)
            for world in islice(worlds.each(Random(1)), 3):
                whole = worlds.position(world)
                found = search.values(world, range(len(plays)))
                for number, (play, value) in enumerate(zip(plays, found, strict=True)):
                    after = minimax(after_play(whole, play), whole.stock.count, tables)
                    assert value * (1 << PARTS) == sign * after, (whole, play)
                    # Best play of both sides leads to an end that is worth that.
                    assert outlook(search.end(world, number), tables) == after, (whole, play)
    # Of the others the whole pack is dealt at once.
    assert set(COVERED) - set(tried) == set()


def test_the_clock_is_asked_at_each_play_of_a_world() -> None:
    """Searches of few nodes too: together they may take longer than there is time."""
    view = parse_position("9S,9H,7D,2S 7S,7H,5D/?4 1 8 -/- -")
    plays, worlds, asked = list(legal_plays(view)), Worlds(view), []

    def late() -> bool:
        asked.append(1)
        return False

    with KERNEL_LOCK:
        search = DealSearch(worlds, plays, 1, late)
        search.values(next(worlds.each(Random(1))), range(len(plays)))
        assert len(asked) >= len(plays)
        with pytest.raises(CrowdedError):
            DealSearch(worlds, plays, 1, lambda: True).values(next(worlds.each(Random(1))), [0])


@pytest.mark.parametrize("on", [True, False])
def test_garbage_is_collected_again_after_a_search(on: bool) -> None:
    """As before it, whichever way that was, and whatever came of it."""
    view = parse_position("9S,9H,7D,2S 7S,7H,5D/?4 1 8 -/- -")
    was = gc.isenabled()
    (gc.enable if on else gc.disable)()
    try:
        best(view, Limit(seconds=0.01))
        assert gc.isenabled() is on
        with pytest.raises(EngineError):
            best(replace(view, hands=(replace(view.hands[0], unknown=1), *view.hands[1:])))
        assert gc.isenabled() is on
    finally:
        (gc.enable if was else gc.disable)()


def test_where_all_can_be_inferred_the_answer_is_exact() -> None:
    """In the last deal of two seats the other hand is what nobody has seen."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H,9D,9C,8S,8H,8D"
    rest = "8C,7S,7H,7D,7C,6S,6H,6D,6C,5S,5H,5D,5C,4S,4H,4D,4C,3S,3H,3D,3C,2S,2H"
    view = parse_position(f"AS,AH,2D 2C,AC/?1 1 0 {taken}/{rest} 1")
    found, exact = best(view, Limit(samples=5)), solve(view)
    assert found.method == "exact"
    values = {entry.play: entry.mean for entry in found.plays}
    assert values == {entry.play: entry.least for entry in exact.plays}
    assert all(entry.error == 0 for entry in found.plays)


def test_where_hands_are_few_each_is_searched() -> None:
    """Then the mean is that over every hand, and nothing is left to chance."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H/9D,9C,8S,8H,8D,8C,7S,7H,7D,7C"
    view = parse_position(f"AS,2S,5D AH,6D/?1 1 18 {taken} 1")
    found = best(view, Limit(samples=10_000))
    worlds = Worlds(view)
    plays = [entry.play for entry in found.plays]
    with KERNEL_LOCK:
        search = DealSearch(worlds, plays, 1, lambda: False)
        values = [search.values(world, range(len(plays))) for world in worlds.each(Random(9))]
    assert found.method == "every hand"
    assert found.worlds == len(values)
    for number, entry in enumerate(found.plays):
        if entry.worlds == len(values):
            assert entry.error == 0
            assert entry.mean == pytest.approx(fmean(row[number] for row in values))


# --- how sure it is ------------------------------------------------------------------------------


def test_more_worlds_make_it_surer() -> None:
    """The error shrinks; the order of two plays is settled where their difference is large."""
    view = parse_position("TD,QS,4C 9D,TC,KS/?3 1 40 -/- -")
    few, many = (best(view, Limit(samples=count)) for count in (8, 200))
    assert (few.plays[0].error or 0) > (many.plays[0].error or 0) > 0
    assert str(many.best) == "TCxTD"
    assert many.is_settled
    assert (many.ahead or 0) > (many.error or 0) > 0


def test_an_answer_holds_every_play() -> None:
    """Plays that were dropped on the way have the worlds they had; the best stands first."""
    view = parse_position("TD,9S,4C,3D 9D,TC,AS,7H/?4 1 40 -/- -")
    found = best(view, Limit(samples=300))
    assert {entry.play for entry in found.plays} == set(legal_plays(view))
    means = [entry.mean or 0 for entry in found.plays if entry.worlds == found.worlds]
    assert means == sorted(means, reverse=True)
    assert all(0 < entry.worlds <= found.worlds for entry in found.plays)


def test_the_next_deal_leaves_the_stock_to_chance() -> None:
    """Searched on into the next deal a hand that was gone through is still one stock of many."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H/9D,9C,8S,8H,8D,8C,7S,7H,7D,7C"
    view = parse_position(f"AS,2S,5D AH,6D/?1 1 18 {taken} 1")
    found = best(view, Limit(samples=30), deals=2)
    assert found.method == "sample"
    assert any(entry.error for entry in found.plays)


def test_a_single_hand_leaves_nothing_to_chance() -> None:
    """Where one hand is possible nothing is left open, though there is one world only."""
    found = best(parse_position("[5H+3C]=8@2,2D TC,KD/8S 1 40 8D,8C,8H/- 2"), Limit(samples=9))
    assert (found.method, found.worlds) == ("every hand", 1)
    assert {entry.error for entry in found.plays} == {0.0}
    assert found.is_settled == ((found.ahead or 0) > 0)


def test_a_single_play_has_nothing_to_be_ahead_of() -> None:
    """The only legal play is settled."""
    found = best(parse_position("KD 8S/?1 1 40 -/- -"), Limit(samples=8))
    assert (found.ahead, found.is_settled) == (None, True)


def test_where_there_is_no_time_the_order_is_that_of_greedy() -> None:
    """Nothing is said of points then, and the answer says why."""
    found = best(parse_position("TD,9S,4C 9D,TC,AS/?3 1 40 -/- -"), Limit(seconds=1e-9))
    assert found.method == "guess"
    assert str(found.best) == "TCxTD"
    assert all(entry.mean is None for entry in found.plays)
    assert "no time" in found.left_out
    assert not found.is_settled


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_items_are_where_the_points_come_from(name: str, players: int) -> None:
    """Over the same worlds they add up to the mean, the deals to come being one of them."""
    position = with_few_cards(name, players)
    found = best(position, Limit(samples=4), items=2)
    for entry in found.plays[:2]:
        if found.method in ("sample", "every hand") and entry.worlds == found.worlds:
            assert sum(points for _, points in entry.items) == pytest.approx(entry.mean)
    assert not any(entry.items for entry in found.plays[2:])
    assert same(found, best(position, Limit(samples=4), items=2))


def test_items_of_a_sure_card() -> None:
    """The ten that is taken at once is two points in every world, and its four cards count."""
    found = best(parse_position("TD,QS,4C 9D,TC,KS/?3 1 40 -/- -"), Limit(samples=24), items=2)
    items = {str(entry.play): dict(entry.items) for entry in found.plays}["TCxTD"]
    assert items["big_casino"] == 2
    assert "deals_to_come" in items


def test_items_at_the_end_of_the_round() -> None:
    """In the last deal of partners hands are hidden, and no deal is to come: all is counted."""
    tried = 0
    for seed in range(12):
        position = in_mid_round("casino_pagat", 4, seed)
        while position.turn is not None and (
            position.stock.count or sum(map(len, position.hands)) > 8
        ):
            position, _ = play_on(position, random_play(position, Random(seed)))
        if position.turn is None:
            continue
        found = best(position, Limit(samples=6), items=1)
        if found.method == "exact":
            continue
        tried += 1
        items = dict(found.plays[0].items)
        assert "deals_to_come" not in items
        counts = [points * found.worlds for points in items.values()]
        assert counts == pytest.approx([round(count) for count in counts])
        assert sum(items.values()) == pytest.approx(found.plays[0].mean)
    assert tried


# --- it is the same everywhere, and nobody peeks -------------------------------------------------


def test_the_same_seed_gives_the_same_answer() -> None:
    """A number of worlds and a seed make the answer; another seed draws others."""
    view = parse_position("TD,9S,4C,3D 9D,TC,AS,7H/?4 1 40 -/- -")
    one = best(view, Limit(samples=40, seed=1))
    assert same(one, best(view, Limit(samples=40, seed=1)))
    assert not same(one, best(view, Limit(samples=40, seed=2)))


def with_few_cards(name: str, players: int) -> Position:
    """Return a position of a random round with few cards in the hands and on the table."""
    variant = find_variant(name)
    for seed in range(200):
        rnd = Random(seed)
        position = start_round(variant, players, shuffled(variant.options, seed))
        while position.turn is not None:
            position, _ = play_on(position, random_play(position, rnd))
            held = sum(map(len, position.hands))
            if position.turn and 2 <= held <= 2 * players and len(position.loose) <= 9:
                return position
    raise AssertionError(name)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_lies_hidden_changes_nothing(name: str, players: int) -> None:
    """Reshuffling what the seat cannot see changes no number of the answer."""
    position = with_few_cards(name, players)
    found = best(position, Limit(samples=2))
    assert found.plays
    assert same(found, best(reshuffled(position, Random(1)), Limit(samples=2)))


# --- what it is asked in vain --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("8D - - 0 -/- -", "the round is over"),
        ("8D 8S,?2/?3 1 40 -/- -", "give its whole hand"),
        ("[5H+4C]=9@2,9C,9D 9S,9H/?2 1 40 -/- -", "no deal explains that"),
    ],
)
def test_what_cannot_be_searched(line: str, said: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(EngineError, match=said):
        best(parse_position(line), Limit(samples=3))


@pytest.mark.parametrize(
    "wrong", [{"samples": 0}, {"samples": 1.5}, {"seconds": 0}, {"samples": -3}]
)
def test_a_limit_that_leaves_no_room(wrong: dict[str, float]) -> None:
    """A limit of nothing is refused."""
    with pytest.raises(EngineError, match="limit"):
        Limit(**wrong)  # type: ignore[arg-type]


def test_a_crowded_table_is_no_trap() -> None:
    """It gets an answer within the limit that says what was left out."""
    table = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS,KH,QH,JH,TH,9H,8H,7H,6H,5H,4H,3H"
    view = parse_position(f"{table} KD,AD,QC,JC/?4 1 20 -/- -; variant royal_english")
    found = best(view, Limit(seconds=0.3))
    assert found.plays
    assert found.left_out


# --- other games ---------------------------------------------------------------------------------


def test_where_low_scores_win_it_turns_round() -> None:
    """What takes penalties is worst."""
    view = parse_position("TD,9S,5D 9D,TC/?2 1 20 -/- -; option low_wins=true")
    found = best(view, Limit(samples=50))
    assert not str(found.best).startswith("TCx")
    assert str(found.plays[-1].play).startswith("TCx")


def test_a_single_table_card_in_the_last_deal_of_partners() -> None:
    """Of partners' hands in the last deal worlds are drawn, and each is searched to the end."""
    position = parse_position("8D,6C,2D 8S,KD/?2/?2/?2 1 0 -/- -; variant royal_english")
    found = best(replace(position, stock=Stock()), Limit(samples=20))
    assert found.method == "sample"
    assert found.worlds == 20


def test_a_last_deal_without_time_is_guessed() -> None:
    """Where every card can be inferred, but not a play be listed in time, it is no error."""
    taken = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC,9S,9H,9D,9C,8S,8H,8D"
    rest = "8C,7S,7H,7D,7C,6S,6H,6D,6C,5S,5H,5D,5C,4S,4H,4D,4C,3S,3H,3D,3C,2S,2H"
    view = parse_position(f"AS,AH,2D 2C,AC/?1 1 0 {taken}/{rest} 1")
    assert best(view, Limit(seconds=1e-7)).plays

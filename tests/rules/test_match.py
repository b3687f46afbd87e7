"""A match: who deals and leads, scores by teams, claims, carried points, the variations of 1.1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.position import Pile, Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.dealing import DealError, shuffled
from casino_tutor.rules.match import (
    Match,
    MatchError,
    call_in,
    claim,
    claimed_total,
    finish_round,
    next_round,
    play_in,
    redeal,
    seeded_order,
    seen_by,
    start_match,
)
from casino_tutor.rules.rounds import RoundScore

#: Piles that bring 8 and 3 points of the usual eleven: cards, ten of diamonds, three aces to one
#: side, spades, two of spades and an ace to the other.
_MORE = "TD,AC,AH,AD,KH,KD,KC,QH,QD,QC,JH,JD,JC,TH,TC,9H,9D,9C,8H,8D,8C,7H,7D,7C,6H,6D,6C"
_LESS = "2S,AS,KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,5H,5D,5C,4H,4D,4C,3H,3D,3C,2H,2D,2C"


def _begin(variant: Variant | str, players: int = 2, eldest: int = 0) -> Match:
    found = find_variant(variant) if isinstance(variant, str) else variant
    return start_match(found, players, shuffled(found.options, 1), eldest=eldest)


def _ended(match: Match, *piles: str, last: int = 1) -> Match:
    """Put an end to the round: what the sides have taken is given, and nothing is left."""
    taken = tuple(_pile(text) for text in piles)
    position = replace(
        parse_position("- " + "/".join("-" * match.players) + " - 0", match.variant),
        taken=taken,
        last=last,
        sides=match.position.sides,
        score=match.position.score,
        carry=match.position.carry,
    )
    return replace(match, position=position)


def _pile(text: str) -> Pile:
    cards, _, sweeps = text.partition("*")
    return Pile(tuple(map(Card, filter(None, cards.split(",")))), 0, int(sweeps or 0))


def _at(match: Match, *scores: int) -> Match:
    """Give the teams scores."""
    by_side = tuple(scores[match.team_of_side(side)] for side in range(len(scores)))
    return replace(match, scores=scores, position=replace(match.position, score=by_side))


def _table(match: Match, line: str) -> Match:
    """Put another table into the match."""
    position = parse_position(line, match.variant)
    return replace(match, position=replace(position, score=match.position.score))


def _next(match: Match, seed: int = 2) -> tuple[Match, RoundScore]:
    counted, score, _ = finish_round(match)
    return next_round(counted, shuffled(match.variant.options, seed), score), score


# --- rounds --------------------------------------------------------------------------------------


def test_a_match_begins_at_nothing() -> None:
    """The first round is dealt, player 0 leads and the last player deals."""
    match = _begin("casino_pagat", 3)
    assert (match.scores, match.round, match.target, match.is_over) == ((0, 0, 0), 1, 21, False)
    assert (match.eldest, match.dealer, match.player_at(1), match.seat_of(2)) == (0, 2, 0, 3)
    assert match.position.score == (0, 0, 0)


def test_rounds_add_up_until_the_target() -> None:
    """Eight and three points a round: after the third the first side has 24 and has won."""
    match = _begin("casino_pagat")
    for expected in ((8, 3), (16, 6)):
        piles = [_LESS, _LESS]
        piles[match.side_of_team(0)] = _MORE
        match, score = _next(_ended(match, *piles))
        assert sorted(score.points) == [3, 8]
        assert match.scores == expected
    piles = [_LESS, _LESS]
    piles[match.side_of_team(0)] = _MORE
    done, _, outcome = finish_round(_ended(match, *piles))
    assert (done.scores, done.winner, outcome.reason) == ((24, 9), 0, "target")
    assert done.is_over


def test_a_round_is_counted_once_and_at_its_end() -> None:
    """Neither before its last card nor twice; nor is the next one dealt before."""
    match = _begin("casino_pagat")
    with pytest.raises(MatchError, match="not over"):
        finish_round(match)
    ended = _ended(match, _MORE, _LESS)
    order = shuffled(match.variant.options, 2)
    counted, score, _ = finish_round(ended)
    with pytest.raises(MatchError, match="scored already"):
        finish_round(counted)
    with pytest.raises(MatchError, match="not scored"):
        next_round(ended, order, score)
    assert not next_round(counted, order, score).is_scored


def test_nothing_follows_a_match_that_is_over() -> None:
    """No play, no call, no claim, no count and no deal."""
    won = replace(_begin("kirchner"), winner=0)
    order = shuffled(won.variant.options, 2)
    score = RoundScore((), (0, 0), ())
    steps: tuple[Callable[[], object], ...] = (
        lambda: play_in(won, "KD"),
        lambda: call_in(won, 0),
        lambda: claim(won, 0),
        lambda: finish_round(won),
        lambda: next_round(won, order, score),
    )
    for step in steps:
        with pytest.raises(MatchError, match="over"):
            step()


def test_points_that_wait_go_into_the_next_round() -> None:
    """26 cards each, by option: the three points are added to the next round's."""
    house = find_variant("casino_pagat").with_options(tie_cards="carry")
    even = _ended(_begin(house), ",".join(_MORE.split(",")[1:]), f"{_LESS},TD")
    match, score = _next(even)
    assert score.carry == match.position.carry == (("cards", 3),)
    piles = [_LESS, _LESS]
    piles[match.side_of_team(1)] = _MORE
    counted, score, _ = finish_round(_ended(match, *piles))
    assert max(score.points) == 11
    assert score.carry == ()
    # Five points of the first round, then eight and the three that waited.
    assert counted.scores[1] == 5 + 8 + 3


def test_one_seed_gives_every_round_of_a_match() -> None:
    """Each round has a pack of its own, and each seed has its own packs."""
    variant = find_variant("tuxedo")
    packs = {seeded_order(variant, seed, number) for seed in range(5) for number in range(1, 6)}
    assert len(packs) == 25
    assert seeded_order(variant, 3, 2) == seeded_order(variant, 3, 2)


# --- who deals, who leads ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "eldest"),
    [
        # Players are numbered in order of play: the deal passes the way the play goes.
        ("next_dealer=left,direction=cw", 1),
        ("next_dealer=right,direction=ccw", 1),
        # It passes against the play.
        ("next_dealer=right,direction=cw", 2),
        ("next_dealer=left,direction=ccw", 2),
        ("next_dealer=alternate,direction=alternate", 1),
        # The loser of the round leads the next: here player 1 had least.
        ("next_dealer=loser", 1),
        # Whoever captured last leads: here the third seat.
        ("next_dealer=last_capturer_leads", 2),
    ],
)
def test_who_leads_the_next_round(options: str, eldest: int) -> None:
    """Three players; the first led this round."""
    changes = dict(pair.split("=") for pair in options.split(","))
    house = find_variant("casino_pagat").with_options(**changes)
    match, _ = _next(_ended(_begin(house, 3), "AS,AH", "", "AD", last=3))
    assert match.eldest == eldest
    assert match.position.turn == 1
    assert match.dealer == (eldest - 1) % 3


def test_where_nobody_lost_or_captured_the_deal_passes_on() -> None:
    """Two had least, or nobody captured: then it is the next player's turn to lead."""
    for rule, piles, last in (
        ("loser", ("AS", "", ""), 1),
        ("last_capturer_leads", ("", "", ""), 0),
    ):
        house = find_variant("casino_pagat").with_options(next_dealer=rule)
        match, _ = _next(_ended(_begin(house, 3), *piles, last=last))
        assert match.eldest == 1


def test_where_few_points_win_the_loser_has_most() -> None:
    """In a game for few points the side with most points lost the round."""
    house = find_variant("casino_pagat").with_options(next_dealer="loser", low_wins=True)
    match, _ = _next(_ended(_begin(house, 3), "", "AD", "AS,AH"))
    assert match.eldest == 2


@pytest.mark.parametrize("name", ["casino_pagat", "royal_dominican", "kirchner", "tuxedo"])
def test_everybody_deals_in_turn(name: str) -> None:
    """Round after round another player leads, and after all of them the first again."""
    match = _begin(name)
    players = match.players
    leaders = []
    for _ in range(2 * players):
        leaders.append(match.eldest)
        match, _ = _next(_ended(match, *[""] * len(match.teams)))
    assert leaders == [*range(players), *range(players)]


def test_the_first_leader_can_be_another() -> None:
    """Where the dealer was drawn for, the player after the dealer leads."""
    match = _begin("casino_pagat", 4, eldest=3)
    assert (match.player_at(1), match.dealer, match.seat_of(0)) == (3, 2, 2)
    assert match.teams == ((0, 2), (1, 3))
    assert match.team_of_side(0) == 1


def test_teams_stay_together_whoever_leads() -> None:
    """Partners are partners in every round, opposite each other or side by side."""
    for sides in ("4:13/24", "4:12/34", "4:123/4"):
        house = find_variant("casino_pagat").with_options(sides=sides)
        for eldest in range(4):
            match = _begin(house, 4, eldest)
            for team, players in enumerate(match.teams):
                seats = match.position.sides[match.side_of_team(team)]
                assert {match.player_at(seat) for seat in seats} == set(players)
                assert match.team_of_side(match.side_of_team(team)) == team


def test_scores_follow_the_teams() -> None:
    """In the second round the other side sits first; each team keeps its own score."""
    match, _ = _next(_ended(_begin("royal_dominican", 4), _MORE, _LESS))
    assert match.scores == (8, 3)
    assert match.eldest == 1
    assert match.position.sides == ((1, 3), (2, 4))
    assert match.position.score == (3, 8)
    piles = [_LESS, _LESS]
    piles[match.side_of_team(1)] = _MORE
    counted, _, _ = finish_round(_ended(match, *piles))
    assert counted.scores[1] == 11


def test_a_player_sees_their_own_hand() -> None:
    """What a player knows is what the seat knows in which they sit this round."""
    match = _begin("casino_pagat", 3, eldest=2)
    for player in range(3):
        view = seen_by(match, player)
        known = [seat for seat, hand in enumerate(view.hands, 1) if hand.cards]
        assert known == [match.seat_of(player)]


# --- deals thrown in -----------------------------------------------------------------------------


def test_a_deal_is_thrown_in_by_agreement() -> None:
    """Where the players may agree to it, the same round is dealt again before the first play."""
    house = find_variant("casino_pagat").with_options(redeal="on_agreement")
    match = _begin(house)
    again = redeal(match, shuffled(house.options, 9))
    assert again != match
    assert (again.round, again.eldest, again.scores) == (match.round, match.eldest, match.scores)


def test_a_deal_that_is_played_cannot_be_thrown_in() -> None:
    """Not after the first play, and never where the game does not know it."""
    pagat = find_variant("casino_pagat")
    house = pagat.with_options(redeal="on_agreement")
    match = _begin(house)
    played, verdict = play_in(match, str(match.position.hand[0]))
    assert verdict.is_legal
    with pytest.raises(MatchError, match="has been played"):
        redeal(played, shuffled(house.options, 9))
    with pytest.raises(MatchError, match="never throws"):
        redeal(_begin(pagat), shuffled(pagat.options, 9))


def test_only_a_rich_layout_is_dealt_anew() -> None:
    """By option: where the first layout is worth three points or has three court cards."""
    house = find_variant("casino_pagat").with_options(redeal="rich_layout")
    match = _begin(house)
    for table, is_rich in (("TD,AS,9H,8H", True), ("KH,QH,JH,8H", True), ("TD,9S,9H,8H", False)):
        first = _table(match, f"{table} 8S,7S,6S,5S/4S,3S,5H,4H 1 40 -/- -")
        if is_rich:
            again = redeal(first, shuffled(house.options, 9))
            assert (again.round, again.eldest, again.position != first.position) == (1, 0, True)
        else:
            with pytest.raises(MatchError, match="neither cards worth 3 points nor three court"):
                redeal(first, shuffled(house.options, 9))


def test_a_match_for_the_wrong_number_of_players() -> None:
    """Kirchner's game is for two."""
    with pytest.raises(DealError, match="2 seats"):
        _begin("kirchner", 3)


# --- wins in mid-round ---------------------------------------------------------------------------


def test_the_ten_of_diamonds_ends_the_match_at_once() -> None:
    """Dominican: at 19 the capture of the ten of diamonds wins, cards are still held."""
    match = _at(_begin("royal_dominican"), 19, 12)
    match = _table(match, "TD,3C TS,2C/6D,2D 1 4 -/- -")
    won, verdict = play_in(match, "TSxTD")
    assert verdict.is_legal
    assert (won.winner, won.scores, won.position.turn) == (0, (21, 12), 2)


def test_a_criterion_by_partners() -> None:
    """Four players: a capture of either partner wins for both."""
    match = _at(_begin("royal_dominican", 4, eldest=1), 5, 19)
    match = _table(match, "TD,3C 7S,2C/6D,2D/TS,2H/8C,8D 3 4 -/- -")
    won, _ = play_in(match, "TSxTD")
    # The third seat is player 3, of the team of players 1 and 3.
    assert (won.player_at(3), won.winner, won.scores) == (3, 1, (5, 21))


def test_a_finnish_ace_ends_the_match_at_once() -> None:
    """FS4 as a match: 15 points and an ace are 16."""
    match = _table(_at(_begin("kasino_finnish"), 3, 15), "AS,7C,9D KD,3S/8H,2C 2 20 -/- -")
    won, _ = play_in(match, "8Hx7C+AS")
    assert (won.winner, won.scores) == (1, (3, 16))


def test_an_illegal_play_wins_nothing() -> None:
    """The verdict is the same as anywhere, and the match goes on."""
    match = _table(_at(_begin("royal_dominican"), 19, 12), "TD,3C TS,2C/6D,2D 1 4 -/- -")
    same, verdict = play_in(match, "2CxTD")
    assert not verdict.is_legal
    assert same == match


def test_rounds_without_restrictions_until_one_is_ahead() -> None:
    """Dominican: both reach 21 with equal totals, and then only the total counts."""
    match = _at(_begin("royal_dominican"), 13, 18)
    counted, score, outcome = finish_round(_ended(match, _MORE, _LESS))
    # The second side, at 18, had to win most cards and scores nothing.
    assert (counted.scores, counted.winner, outcome.is_free) == ((21, 18), 0, False)
    tied = _at(_begin("royal_dominican"), 13, 17)
    tied = _ended(tied, _MORE, f"{_LESS}*1")
    counted, score, outcome = finish_round(tied)
    assert (counted.scores, counted.winner, counted.is_free) == ((21, 21), None, True)
    free = next_round(counted, shuffled(tied.variant.options, 3), score)
    # The ten of diamonds wins nothing now; the round is played out and the higher total wins.
    free = _table(free, "TD,3C TS,2C/6D,2D 1 4 -/- -")
    free, _ = play_in(free, "TSxTD")
    assert not free.is_over
    counted, _, _ = finish_round(_ended(free, _LESS, _MORE))
    assert counted.winner == counted.team_of_side(1)


# --- oranges -------------------------------------------------------------------------------------


def test_a_player_calls_what_another_missed() -> None:
    """Tuxedo: the points go to the caller's team, and are in the round's points."""
    match = _table(_begin("tuxedo", 3), "5R,3Y,AG,7B 9B,2B/TB,7G/4B,3B 1 20 -/-/- -")
    missed, _ = play_in(match, "9Bx5R+3Y+AG")
    called = call_in(missed, 2)
    assert called.position.points == (0, 0, 10)
    with pytest.raises(MatchError, match="scored already"):
        call_in(replace(called, is_scored=True), 1)


# --- claims --------------------------------------------------------------------------------------


def _claiming(piles: str, scores: tuple[int, int] = (0, 0), rules: str = "") -> Match:
    house = find_variant("kirchner").with_options(
        **dict(pair.split("=") for pair in rules.split(",") if pair)
    )
    match = _at(_begin(house), *scores)
    return _table(match, f"6S 3C/2D 1 4 {piles} 1")


@pytest.mark.parametrize(
    ("piles", "scores", "total"),
    [
        # Ten of diamonds and two aces, on top of seven points.
        ("TD,AC,AH/AD", (7, 9), 11),
        # The 27th card and the 7th spade count as soon as they are taken, sweeps too.
        (f"{_MORE}/-", (0, 0), 8),
        (f"{_MORE}*3/-", (0, 0), 11),
        ("KS,QS,JS,TS,9S,8S/-", (10, 0), 10),
        ("KS,QS,JS,TS,9S,8S,7S/-", (10, 0), 11),
    ],
)
def test_what_may_be_claimed(piles: str, scores: tuple[int, int], total: int) -> None:
    """Points count as earned: what is certain by now, with the score before the round."""
    match = _claiming(piles, scores)
    assert claimed_total(match, 0) == total
    assert (claim(match, 0).winner == 0) == (total >= 11)


def test_a_right_claim_wins_whatever_the_other_has() -> None:
    """The other had more and did not notice: who says so first has won."""
    match = _claiming("TD,AC,AH/AD,AS,2S", (7, 15))
    won = claim(match, 0)
    assert (won.winner, won.scores) == (0, (11, 15))
    assert claim(match, 1).winner == 1


def test_a_wrong_claim_loses_the_match() -> None:
    """Ten points are not eleven (A-33); by option nothing happens."""
    lost = claim(_claiming("TD,AC/-", (7, 0)), 0)
    assert (lost.winner, lost.scores) == (1, (7, 0))
    match = _claiming("TD,AC/-", (7, 0), "wrong_claim=nothing")
    assert claim(match, 0) == match


def test_nobody_claims() -> None:
    """Both have 11 and say nothing: the target moves on by eleven, and once more."""
    match = _at(_begin("kirchner"), 9, 9)
    for target, scores in ((11, (9, 9)), (22, (20, 20)), (33, (30, 31))):
        match = _at(match, *scores)
        assert match.target == target
        piles = [_LESS, _LESS]
        piles[match.side_of_team(0)] = _MORE
        match, _ = _next(_ended(match, *piles))
        assert match.winner is None
    assert match.target == 44


def test_where_only_one_is_out_the_target_stays() -> None:
    """It can still be claimed, between two rounds too, and only once is it counted."""
    match = _at(_begin("kirchner"), 9, 3)
    counted, _, _ = finish_round(_ended(match, _MORE, _LESS))
    assert (counted.scores, counted.target, counted.winner) == ((17, 6), 11, None)
    assert claimed_total(counted, 0) == 17
    assert claim(counted, 0).winner == 0
    assert claim(counted, 1).winner == 0


def test_the_game_of_21_points() -> None:
    """Any game can be played by claims; with three players a wrong claim bars the claimer."""
    house = find_variant("casino_pagat").with_options(win_rule="claim")
    match = _table(_at(_begin(house, 3), 20, 20, 3), "6S 3C/2D/2H 1 1 AC/AD/AH 1")
    barred = claim(match, 2)
    assert (barred.winner, barred.barred) == (None, (2,))
    with pytest.raises(MatchError, match="can win no more"):
        claim(barred, 2)
    assert claim(barred, 1).winner == 1
    wrong = _at(match, 3, 20, 3)
    assert claim(claim(wrong, 2), 0).winner == 1


def test_claims_are_known_by_few_games() -> None:
    """In most games points are counted, not claimed."""
    with pytest.raises(MatchError, match="knows no claims"):
        claim(_begin("casino_pagat"), 0)


# --- few points win ------------------------------------------------------------------------------


def test_a_claim_where_few_points_win() -> None:
    """Nobody claims what nobody wants: the round is counted, and the lowest total wins."""
    house = find_variant("casino_pagat").with_options(win_rule="claim", low_wins=True)
    match = _at(_begin(house), 15, 15)
    with pytest.raises(MatchError, match="knows no claims"):
        claim(match, 0)
    counted, _, outcome = finish_round(_ended(match, _MORE, _LESS))
    assert (counted.scores, counted.winner, outcome.reason) == ((23, 18), 1, "lowest")
    # Both over the target: that moves on only where it is claimed.
    tied, _, _ = finish_round(_ended(_at(_begin(house), 15, 20), _MORE, _LESS))
    assert (tied.scores, tied.winner, tied.target) == ((23, 23), None, 21)


def test_a_match_of_penalties() -> None:
    """Points go down too: whoever sets up sweeps can come out below nothing, and wins."""
    house = find_variant("casino_pagat").with_options(low_wins=True, sweep_setter_loses=True)
    match = _at(_begin(house), 18, 3)
    ended = _ended(match, _MORE, _LESS)
    ended = replace(ended, position=replace(ended.position, points=(5, -5)))
    counted, score, _ = finish_round(ended)
    assert score.points == (8 + 5, 3 - 5)
    assert (counted.scores, counted.winner) == ((31, 1), 1)


def test_each_round_a_match() -> None:
    """Target 1: eight to three wins; two to two plays on, and what comes next is added."""
    house = find_variant("casino_pagat").with_options(target=1, next_dealer="loser")
    counted, _, _ = finish_round(_ended(_begin(house), _MORE, _LESS))
    assert (counted.scores, counted.winner) == ((8, 3), 0)
    even = _ended(_begin(house), "TD,KH,KD", "AC,AH,KC")
    match, score = _next(even)
    assert (score.points, match.scores, match.winner) == ((2, 2), (2, 2), None)
    # Nobody lost, so the lead passes on.
    assert match.eldest == 1
    piles = [_LESS, _LESS]
    piles[match.side_of_team(1)] = _MORE
    counted, _, _ = finish_round(_ended(match, *piles))
    assert (counted.scores, counted.winner) == ((5, 10), 1)


# --- the variations of rules 1.1 -----------------------------------------------------------------

#: House rules for plain Casino, scores before, and scores after 8 and 3 points of the eleven.
VARIATIONS = """
target=50                                                             42/10   50/13   A
target=50                                                             41/10   49/13   -
target=11,round_score=difference                                      3/7     8/7     -
target=11,round_score=difference                                      6/9     11/9    A
cards_points=2,last_capture_bonus=1                                   5/5     13/8    -
big_casino_points=3,little_casino_points=2,cards_points=1             5/5     12/9    -
cards_points=2,spades_points=2,sweep_points=1                         5/5     12/9    -
win_rule=count_out                                                    18/20   26/23   A
win_rule=count_out                                                    17/20   25/23   B
win_rule=higher_total                                                 17/20   25/23   A
win_rule=claim,scoring_time=as_captured                               18/20   26/23   -
"""


@pytest.mark.parametrize("line", VARIATIONS.strip().splitlines())
def test_a_variation_of_casino(line: str) -> None:
    """One round with cards, ten of diamonds, three aces against spades, two of spades, an ace."""
    rules, start, after, winner = line.split()
    changes = dict(pair.split("=") for pair in rules.split(","))
    house = find_variant("casino_pagat").with_options(**changes)
    before = tuple(map(int, start.split("/")))
    counted, _, _ = finish_round(_ended(_at(_begin(house), *before), _MORE, _LESS))
    assert counted.scores == tuple(map(int, after.split("/")))
    assert counted.winner == {"A": 0, "B": 1}.get(winner)


def test_a_position_line_of_a_match_can_be_read_back() -> None:
    """The scores and the sides of a round stand in its position line."""
    match = _at(_begin("royal_dominican", 4, eldest=1), 19, 12)
    position: Position = parse_position(str(match.position))
    assert position == match.position
    assert position.score == (12, 19)

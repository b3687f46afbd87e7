"""The end of a match: items near the target, ties, the order of counting, wins in mid-round."""

from __future__ import annotations

import pytest

from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.endgame import (
    Outcome,
    conclude,
    earned_points,
    has_met,
    met_in_play,
    needed_items,
    outcome_in_play,
    secured_items,
    wins_in_play,
)
from casino_tutor.rules.restrictions import is_free
from casino_tutor.rules.rounds import play_on
from casino_tutor.rules.scoring import ItemPoints

DOMINICAN = find_variant("royal_dominican")
SOTO = DOMINICAN.with_options(endgame="soto16")
PAGAT = find_variant("casino_pagat")

_WORTH = {
    "cards": 3,
    "spades": 1,
    "big_casino": 2,
    "little_casino": 1,
    "ace_S": 1,
    "ace_C": 1,
    "ace_H": 1,
    "ace_D": 1,
    "sweeps": 1,
}


def _items(*sides: str) -> list[ItemPoints]:
    """Read who scores what: for each side the items, as in ``cards ace_S``."""
    return [
        ItemPoints(item, side, _WORTH[item])
        for side, own in enumerate(sides)
        for item in own.split()
    ]


def _ended(variant: Variant, start: tuple[int, ...], *sides: str) -> tuple[object, ...]:
    outcome = conclude(variant.options, start, _items(*sides))
    return (outcome.winner, *outcome.scores)


ACES = "ace_S ace_C ace_H ace_D"

# --- the Dominican table -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "needed"),
    [
        (17, ()),
        (18, ("cards",)),
        (19, ("big_casino",)),
        (20, ("spades",)),
        (0, ()),
    ],
)
def test_what_wins_from_a_score(start: int, needed: tuple[str, ...]) -> None:
    """From 18 only most cards win, from 19 the ten of diamonds, from 20 most spades."""
    assert needed_items(DOMINICAN.options, start) == needed
    assert needed_items(PAGAT.options, start) == ()
    assert needed_items(DOMINICAN.options, start, free=True) == ()


def test_the_rewrite_that_asks_for_the_two_of_spades() -> None:
    """One description gives the two of spades as what wins from 20."""
    assert needed_items(find_variant("royal_gamerules").options, 20) == ("little_casino",)


#: Rules, scores before, what A and B won; who wins then, and the new scores.
ENDINGS = """
dominican 18/15   cards / spades big_casino little_casino ACES      A 21/23
dominican 18/15   spades big_casino ACES / cards                    - 18/18
dominican 18/15   / cards spades big_casino                         B 18/21
dominican 19/15   cards ACES sweeps / big_casino                    - 19/17
dominican 19/15   big_casino / cards spades ACES                    A 21/23
dominican 20/10   spades / cards big_casino little_casino ACES      A 21/20
dominican 20/10   cards big_casino little_casino ACES / spades      - 20/11
dominican 20/10   little_casino / spades                            - 20/11
gamerules 20/10   little_casino / spades                            A 21/11
gamerules 20/10   spades / cards                                    - 20/13
dominican 20/19   spades / cards big_casino                         ? 21/21
dominican 20/19   spades / cards                                    A 21/19
dominican 20/19   cards / spades                                    - 20/19
dominican 18/18   cards / spades                                    A 21/18
dominican 18/18   spades / big_casino                               - 18/18
dominican 17/15   cards spades / ACES                               A 21/19
dominican 17/17   cards spades / big_casino little_casino ace_S     - 21/21
dominican 15/15   cards spades big_casino / ACES sweeps little_casino  - 21/21
dominican 22/22   cards / spades                                    A 25/23
dominican 22/22   spades / little_casino                            - 23/23
soto 16/10        cards spades ACES / big_casino little_casino      - 19/13
soto 16/10        cards big_casino / spades ACES                    A 21/15
soto 16/10        big_casino / cards spades                         - 18/14
soto 16/10        spades ACES / cards                               - 16/13
soto 17/10        cards spades / big_casino                         A 21/12
soto 17/10        cards / spades big_casino little_casino ACES      - 20/18
soto 17/10        spades / cards                                    - 18/13
soto 18/10        cards / spades                                    A 21/11
soto 19/10        cards / big_casino                                - 19/12
soto 20/20        spades / cards                                    A 21/20
pagat 18/20       cards spades big_casino / little_casino           A 24/21
pagat 18/20       cards / little_casino                             - 21/21
pagat 20/20       / ace_S                                           B 20/21
pagat 5/5         cards / spades                                    - 8/6
"""
_RULES = {
    "dominican": DOMINICAN,
    "gamerules": find_variant("royal_gamerules"),
    "soto": SOTO,
    "pagat": PAGAT,
}


@pytest.mark.parametrize("line", ENDINGS.strip().splitlines())
def test_how_a_round_ends_the_match(line: str) -> None:
    """A met item wins at once, whatever others score; an unmet one scores nothing at all."""
    rules, start, *won, winner, scores = line.replace("ACES", ACES).split()
    sides = " ".join(won).split("/")
    outcome = conclude(_RULES[rules].options, tuple(map(int, start.split("/"))), _items(*sides))
    assert outcome.scores == tuple(map(int, scores.split("/")))
    assert outcome.winner == {"A": 0, "B": 1}.get(winner)
    assert (outcome.reason == "first") == (winner == "?")


def test_equal_totals_at_the_target_end_the_restrictions() -> None:
    """15 and 15, six points each: rounds without restrictions follow until one is ahead."""
    outcome = conclude(
        DOMINICAN.options,
        (15, 15),
        _items("cards spades big_casino", ACES + " sweeps little_casino"),
    )
    assert (outcome.winner, outcome.is_free, outcome.reason) == (None, True, "tie")
    assert is_free(DOMINICAN.options, outcome.scores)
    # A third player, at 19, is free as well.
    assert conclude(DOMINICAN.options, (21, 21, 19), _items("", "", "cards spades")).scores[2] == 23


def test_who_met_their_item_first_wins() -> None:
    """At 20 and 19 both have met theirs: it has to be known who did so first."""
    items = _items("spades", "big_casino")
    for first in (0, 1):
        outcome = conclude(DOMINICAN.options, (20, 19), items, first=first)
        assert (outcome.winner, outcome.reason) == (first, "criterion")
    assert conclude(DOMINICAN.options, (20, 19), items).winner is None


def test_having_met_nothing() -> None:
    """A side that needs nothing has met nothing."""
    assert not has_met(_items("cards"), 0, ())
    assert not has_met(_items("", "cards"), 0, ("cards",))


# --- during play ---------------------------------------------------------------------------------

_CARDS = "KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TC,9S,9H,9D,9C,8S,8H,8D,8C,7S,7H,7D,7C"
_LIST = _CARDS.split(",")


def _played(line: str, *plays: str) -> tuple[Position, Position]:
    """Play; return the table before the last play and after it."""
    before = position = parse_position(line)
    for play in plays:
        before = position
        position, verdict = play_on(position, play)
        assert verdict.is_legal, verdict.violations
    return before, position


def _is_decided_by(line: str, *plays: str) -> tuple[int | None, int | None]:
    """Return who has won before the last play, and after it."""
    before, after = _played(line, *plays)
    return wins_in_play(before), wins_in_play(after)


def test_the_27th_card_wins_from_18() -> None:
    """A at 18 has 25 cards; the capture that brings two more wins at once."""
    line = f"6H,3C 6S,2C/5S,2D 1 4 {','.join(_LIST[:25])}/- 1; variant royal_dominican; score 18/3"
    assert _is_decided_by(line, "6Sx6H") == (None, 0)
    fewer = line.replace("KS,KH,", "KS,")
    assert _is_decided_by(fewer, "6Sx6H") == (None, None)


def test_the_seventh_spade_wins_from_20() -> None:
    """B at 20 has six spades and takes the seventh."""
    six = "KS,QS,JS,TS,9S,8S"
    line = f"6S,3C 6H,2C/6D,2D 2 4 AS/{six} 1; variant royal_dominican; score 3/20"
    assert _is_decided_by(line, "6Dx6S") == (None, 1)
    assert _is_decided_by(line.replace("KS,QS", "QS"), "6Dx6S") == (None, None)


def test_the_ten_of_diamonds_wins_from_19() -> None:
    """A at 19 takes the ten of diamonds; with it in the hand it has won nothing yet."""
    line = "TD,3C TS,2C/6D,2D 1 4 -/- -; variant royal_dominican; score 19/20"
    assert _is_decided_by(line, "TSxTD") == (None, 0)
    assert _is_decided_by(line.replace("TD,3C TS", "TS,3C TD"), "TDxTS") == (None, 0)
    assert _is_decided_by(line.replace("TD,3C TS", "TC,3C TH"), "THxTC") == (None, None)


#: Two restricted sides, A at 20 with six spades and B at 19: who comes first depends on the order.
_RACE = (
    "TD,6S,3C 6H,TS,2C/TH,6D,2D {turn} 6 KS,QS,JS,9S,8S,7S/KC - ; "
    "variant royal_dominican; score 20/19"
).replace(" ;", ";")


@pytest.mark.parametrize(
    ("turn", "plays", "winner"),
    [
        (1, ("6Hx6S",), 0),
        (2, ("THxTD",), 1),
        (1, ("2C", "THxTD"), 1),
        (2, ("2D", "6Hx6S"), 0),
    ],
)
def test_the_first_of_two_restricted_sides(turn: int, plays: tuple[str, ...], winner: int) -> None:
    """The seventh spade and the ten of diamonds are both within reach: the first to take wins."""
    assert _is_decided_by(_RACE.format(turn=turn), *plays) == (None, winner)


def test_two_sides_at_18_race_for_the_27th_card() -> None:
    """Both need most cards: 26 to 23, and the next capture decides."""
    a, b = ",".join(_LIST[:26]), "6C,5H,5D,5C,4S,4H,4D,4C,3S,3H,3D,2S,AS,AH,AD,AC"
    line = f"6H,3C 6S,2C/6D,2D 1 4 {a}/{b} 1; variant royal_dominican; score 18/18"
    assert _is_decided_by(line, "6Sx6H") == (None, 0)
    assert met_in_play(_played(line, "6Sx6H")[1]) == (0,)


def test_the_residue_can_be_the_27th_card() -> None:
    """What comes by the last capture counts too: it settles the match at the end of the round."""
    line = f"6H,3C,2C 6S/- 1 0 {','.join(_LIST[:25])}/- 1; variant royal_dominican; score 18/3"
    before, after = _played(line, "6Sx6H")
    assert after.turn is None
    assert (wins_in_play(before), wins_in_play(after)) == (None, 0)


def test_three_players_count_the_lead() -> None:
    """With three players most cards are won when nobody can make up the lead any more."""
    a, line = ",".join(_LIST[:20]), "6H,3C 6S,2C/6D,2D/AS,2H 1 {}; variant royal_dominican; score "
    early = line + "18/3/4"
    # 22 cards to 5, and as many are still to be taken.
    few = early.format(f"16 {a}/6C,5H,5D,5C,4S/4H,4D,4C 1")
    assert _is_decided_by(few, "6Sx6H") == (None, None)
    # 22 cards to 10, and only 11 are still to be taken.
    b, c = "6C,5H,5D,5C,4S,8H,8D,8C,7S,7H", "4H,4D,4C,3S,3H,3D,5S,7D,7C"
    assert _is_decided_by(early.format(f"5 {a}/{b}/{c} 1"), "6Sx6H") == (None, 0)


def test_one_capture_can_settle_two_leads() -> None:
    """Three players: A's capture leaves too little for anybody to equal B's spades either."""
    a = ",".join(card for card in _LIST[:20] if card not in {"KS", "QS", "JS", "TS", "9S", "8S"})
    line = (
        f"7H,7D,6C 7C,2C/5D,2D/AS,2H 1 3 {a},6H,6D,5H,5C,4H,4D,4C,3H,3D,3C/"
        "KS,QS,JS,TS,9S/6S,5S,4S,3S 3; variant royal_dominican; score 18/20/4"
    )
    before, after = _played(line, "7Cx7H,7D")
    assert met_in_play(before) == ()
    met = met_in_play(after)
    assert met[0] == 0 == wins_in_play(after)


def test_sweeps_and_aces_win_nothing_near_the_target() -> None:
    """A at 20 with all the aces has won nothing; nor has an unrestricted side with 21 points."""
    line = "6H,3C 6S,2C/6D,2D 1 4 AS,AH,AD,AC,TD*3/- 1; variant royal_dominican; score {}/3"
    assert wins_in_play(parse_position(line.format(20))) is None
    assert wins_in_play(parse_position(line.format(17))) is None


def test_no_restriction_after_a_tie() -> None:
    """At 22 and 22 the ten of diamonds ends nothing."""
    line = "6H,3C 6S,2C/6D,2D 1 4 TD/- 1; variant royal_dominican; score {}"
    assert wins_in_play(parse_position(line.format("22/22"))) is None
    assert wins_in_play(parse_position(line.format("19/15"))) == 0
    assert wins_in_play(parse_position(line.format("19/15")), free=True) is None


def test_a_table_without_scores_is_no_match() -> None:
    """Where no match score is known nobody wins one."""
    assert outcome_in_play(parse_position("6H 6S/?1 1 4 TD/- 1; variant royal_dominican")) is None


def test_the_score_of_a_win_in_play() -> None:
    """The winner has what its item brings; the others keep what they had."""
    line = "6H,3C 6S,2C/6D,2D 1 4 TD,AS/AH 1; variant royal_dominican; score 19/15"
    assert outcome_in_play(parse_position(line)) == Outcome((21, 15), 0, reason="criterion")


_SOTO_16 = "option endgame=soto16; score 16/3"


def test_soto_needs_both_items() -> None:
    """From 16 the ten of diamonds and the 27th card make 21 together."""
    a = ",".join(_LIST[:26])
    line = f"6H,3C 6S,2C/6D,2D 1 4 {a}{{}}/- 1; variant royal_dominican; {_SOTO_16}"
    assert wins_in_play(parse_position(line.format(""))) is None
    assert wins_in_play(parse_position(line.format(",TD"))) == 0


def test_soto_a_round_that_is_won_in_play_scores_exactly_21() -> None:
    """Cards 3 and ten of diamonds 2 from 16; the aces do not count."""
    a = ",".join(_LIST[:26])
    line = f"6H 6S/6D 1 4 {a},TD,AS/- 1; variant royal_dominican; {_SOTO_16}"
    outcome = outcome_in_play(parse_position(line))
    assert outcome is not None
    assert outcome.scores == (21, 3)


def test_items_that_are_secured() -> None:
    """The Casinos are secured by taking them, the majorities by a lead that cannot be equalled."""
    table = parse_position(f"6H 6S/6D 1 4 {_CARDS}/TD,2S,AS 1; variant royal_dominican")
    assert secured_items(table) == (
        ItemPoints("cards", 0, 3),
        ItemPoints("spades", 0, 1),
        ItemPoints("big_casino", 1, 2),
        ItemPoints("little_casino", 1, 1),
    )
    assert earned_points(table) == (4, 4)


# --- points that count as they are made ----------------------------------------------------------


@pytest.mark.parametrize("variant", ["kasino_finnish", "kasino_swedish; option win_rule=mid_round"])
def test_sixteen_points_in_mid_round(variant: str) -> None:
    """Finland, and Sweden by option: aces, Casinos and sweeps count at once and can end a match."""
    line = f"TD,KC,9D TC,2C/KD,3S 1 20 AS/AH 1; variant {variant}; score 13/14"
    assert _is_decided_by(line, "TCxTD") == (None, 0)
    assert _is_decided_by(line.replace("13/14", "12/14"), "TCxTD") == (None, None)


def test_a_sweep_can_end_the_match() -> None:
    """Finland: the sweep is worth the last point; by a cancelled one nothing is won."""
    rules = "variant kasino_finnish; option sweep_cutoff=none; score 15/9"
    line = "TS 8S,TC,2C/KD,3S,4S 1 20 {}/AH{} 1; " + rules
    assert _is_decided_by(line.format("-", ""), "TCxTS") == (None, 0)
    assert _is_decided_by(line.format("-", "*1"), "TCxTS") == (None, None)


def test_most_cards_end_no_match_in_mid_round() -> None:
    """Finland counts cards and spades when the round is over."""
    table = parse_position(f"6H 6S/6D 1 4 {_CARDS}/- 1; variant kasino_finnish; score 15/3")
    assert wins_in_play(table) is None


#: Games, scores before, what A and B won; who is out first.
ORDERS = """
kasino_finnish 15/15   cards / ace_S                    B
kasino_finnish 15/15   spades / cards                   B
kasino_finnish 14/15   cards spades / spades            A
royal_english 20/20    cards / spades                   A
royal_english 20/20    spades / big_casino              A
royal_english 20/20    big_casino / little_casino       A
royal_english 20/20    ace_D / little_casino            B
royal_english 20/20    ace_C / ace_S                    B
royal_english 20/20    ace_C / ace_H                    A
royal_english 20/20    ace_D / ace_H                    B
royal_english 18/20    cards spades big_casino / ace_S  A
royal_english 17/20    cards ace_S / spades             B
royal_english 20/20    sweeps / ace_D                   B
"""


@pytest.mark.parametrize("line", ORDERS.strip().splitlines())
def test_the_order_of_counting(line: str) -> None:
    """Both get there: the items are counted one after another, and the first there wins."""
    name, start, *won, winner = line.split()
    options = find_variant(name).with_options(sweep_points=1).options
    items = _items(*" ".join(won).split("/"))
    outcome = conclude(options, tuple(map(int, start.split("/"))), items)
    assert (outcome.winner, outcome.reason) == ("AB".index(winner), "order")


def test_sweeps_are_counted_one_by_one() -> None:
    """Both need sweeps: who needs fewer is out first; equal needs leave a higher total."""
    options = find_variant("royal_english").with_options(sweep_points=1).options
    three_each = [ItemPoints("sweeps", 0, 3), ItemPoints("sweeps", 1, 3)]
    assert conclude(options, (18, 20), three_each).winner == 1
    assert conclude(options, (20, 20), three_each) == Outcome((23, 23), None, True, "tie")
    more = [ItemPoints("sweeps", 0, 3), ItemPoints("sweeps", 1, 2)]
    assert conclude(options, (20, 20), more) == Outcome((23, 22), 0, reason="target")


def test_after_a_tie_the_higher_total_wins() -> None:
    """Nobody was out first: from then on it is the higher total that counts."""
    options = find_variant("royal_english").options
    assert conclude(options, (23, 23), _items("spades", "cards")).winner == 1
    assert (
        outcome_in_play(parse_position("6H 6S/6D 1 4 TD/- 1; variant kasino_finnish; score 16/16"))
        is None
    )

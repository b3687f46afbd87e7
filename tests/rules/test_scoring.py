"""Counting a round: who has most, single cards, sweeps that cancel, ties, points carried over."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.dealing import shuffled
from casino_tutor.rules.rounds import score_round
from casino_tutor.rules.scoring import (
    ItemPoints,
    Tally,
    are_sweeps_recorded,
    carried_over,
    certain_majorities,
    immediate_points,
    leader,
    net_sweeps,
    running_scores,
    scored_items,
    side_piles,
    side_points,
    tally,
)
from casino_tutor.rules.worth import most_spades_points

PAGAT = find_variant("casino_pagat")


def _tally(
    cards: tuple[int, ...],
    spades: tuple[int, ...],
    items: str = "",
    sweeps: tuple[int, ...] = (),
    **more: object,
) -> Tally:
    """Make a tally; `items` are the special cards of each side, as in ``TD,2S / AH``."""
    held = [part.strip() for part in items.split("/")] if items else []
    held += [""] * (len(cards) - len(held))
    own = tuple(tuple(Card(text) for text in part.split(",") if text) for part in held)
    return Tally(cards, spades, own, sweeps or (0,) * len(cards), **more)  # type: ignore[arg-type]


def _scores(variant: Variant, found: Tally) -> tuple[int, ...]:
    return side_points(scored_items(found, variant.options), found.sides)


# --- what scores ---------------------------------------------------------------------------------


def test_the_eleven_points_of_a_round() -> None:
    """Cards 3, spades 1, ten of diamonds 2, two of spades 1, each ace 1, in counting order."""
    found = _tally((27, 25), (6, 7), "TD,AS,AC,AH / 2S,AD")
    assert scored_items(found, PAGAT.options) == (
        ItemPoints("cards", 0, 3),
        ItemPoints("spades", 1, 1),
        ItemPoints("big_casino", 0, 2),
        ItemPoints("little_casino", 1, 1),
        ItemPoints("ace_S", 0, 1),
        ItemPoints("ace_C", 0, 1),
        ItemPoints("ace_H", 0, 1),
        ItemPoints("ace_D", 1, 1),
    )


#: Games and house rules (rules 1.1 among them), and what sides A and B score in one round: A has
#: 27 cards and 7 spades, the ten of diamonds, two aces and two sweeps; B has the rest, with the
#: two of spades, one sweep and the last capture.
ROUNDS = """
casino_pagat                                                            3+1+2+2 : 1+2
casino_pagat         sweep_points=1                                     3+1+2+2+2 : 1+2+1
casino_pagat         cards_points=2,last_capture_bonus=1                2+1+2+2 : 1+2+1
casino_pagat         big_casino_points=3,little_casino_points=2,cards_points=1   1+1+3+2 : 2+2
casino_pagat         cards_points=2,spades_points=2,sweep_points=1      2+2+2+2+2 : 1+2+1
royal_dominican                                                         3+1+2+2+1 : 1+2
royal_yeeqia                                                            3+1+2+2+2 : 1+2+1
royal_english                                                           3+1+2+2 : 1+2
kirchner                                                                3+1+2+2+2 : 1+2+1
kasino_swedish                                                          1+2+2+2+2 : 1+2+1+1
kasino_finnish                                                          1+2+2+2+1 : 1+2
"""


@pytest.mark.parametrize("line", ROUNDS.strip().splitlines())
def test_one_round_under_many_rules(line: str) -> None:
    """The same cards bring different points; the sums say which items."""
    words = line.split()
    house = dict(pair.split("=") for pair in words[1].split(",")) if "=" in words[1] else {}
    expected = line.rsplit(maxsplit=3)[1:]
    variant = find_variant(words[0]).with_options(**house)
    found = _tally((27, 25), (7, 6), "TD,AS,AC / 2S,AH,AD", (2, 1), last=1)
    own, colon, other = expected
    assert colon == ":"
    assert _scores(variant, found) == tuple(
        sum(map(int, points.split("+"))) for points in (own, other)
    )


#: Items whose points hang on how the cards fall.
UNSTEADY = ("over_spades", "four_aces", "four_sixes", "four_sevens")


@pytest.mark.parametrize("name", variant_names())
def test_a_round_holds_the_same_points_however_the_cards_fall(name: str) -> None:
    """Most of a kind go to one side, single cards to whoever has them: the sum is the same."""
    # Ties, spades that may be enough for both, and a shutout are left to their own tests.
    variant = find_variant(name).with_options(shutout=False, spades_needed=0)
    options = variant.options
    pack = deck_cards(options.deck, options.packs)
    whole = _steady(variant, _split(pack, len(pack)))
    rnd = Random(4)
    for seed in range(40):
        found = _split(shuffled(options, seed), rnd.randint(1, len(pack) - 1))
        majorities = (
            (found.cards, options.cards_points, options.tie_cards),
            (found.spades, most_spades_points(options), options.tie_spades),
            (found.diamonds, options.diamonds_points, "none"),
        )
        tied = sum(
            points
            for counts, points, tie in majorities
            if leader(counts) is None and tie != "split"
        )
        assert _steady(variant, found) + tied == whole


def _steady(variant: Variant, found: Tally) -> int:
    items = scored_items(found, variant.options)
    return sum(item.points for item in items if item.item not in UNSTEADY)


def _split(cards: tuple[Card, ...], cut: int) -> Tally:
    """Give the first cards to one side and the others to the other."""
    piles = cards[:cut], cards[cut:]
    counts = [
        tuple(sum(card.suit == suit for card in pile) for pile in piles) for suit in ("S", "D")
    ]
    sizes = (len(piles[0]), len(piles[1]))
    return Tally(sizes, counts[0], piles, (0, 0), 0, diamonds=counts[1])


def _whole_pack(variant: Variant) -> Tally:
    pack = deck_cards(variant.options.deck, variant.options.packs)
    return _split(pack, len(pack))


#: What a round holds in all, without sweeps and oranges.
TOTALS = {
    "casino_pagat": 11,
    "royal_dominican": 11,
    "kasino_swedish": 11,
    "kasino_finnish": 10,
    "kirchner": 11,
    "tuxedo": 15 + 4 * 5,
}


@pytest.mark.parametrize(("name", "total"), TOTALS.items())
def test_how_many_points_a_round_holds(name: str, total: int) -> None:
    """Eleven in most games, ten in Finland, thirty-five in Tuxedo."""
    variant = find_variant(name)
    assert sum(_scores(variant, _whole_pack(variant))) == total


@pytest.mark.parametrize(
    ("scoring", "total"), [("spade_24", 24), ("spade_25", 25), ("spade_26", 26)]
)
def test_spade_casino(scoring: str, total: int) -> None:
    """Every spade scores; the three forms add up to 24, 25 and 26 (rules 11)."""
    house = PAGAT.with_options(scoring=scoring)
    assert sum(_scores(house, _whole_pack(house))) == total


@pytest.mark.parametrize(
    ("card", "points"),
    [("AS", (2, 2, 3)), ("2S", (2, 2, 2)), ("JS", (2, 2, 2)), ("9S", (1, 1, 1)), ("TD", (2, 2, 2))],
)
def test_single_spades(card: str, points: tuple[int, ...]) -> None:
    """The jack counts twice; in the Bicycle form also the ace, which is an ace besides."""
    for scoring, expected in zip(("spade_24", "spade_25", "spade_26"), points, strict=True):
        house = PAGAT.with_options(scoring=scoring)
        assert _scores(house, _tally((0, 0), (0, 0), card)) == (expected, 0)


def test_tuxedo_fives_and_cards() -> None:
    """Most cards 15, each five 5; oranges and sweeps are points made during play."""
    found = _tally((21, 19), (0, 0), "5R,5B / 5G", (2, 0), points=(20, 10))
    assert _scores(find_variant("tuxedo"), found) == (15 + 10 + 20, 5 + 10)


# --- ties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "points", "carried"),
    [("none", (0, 0), ()), ("split", (1, 1), ()), ("carry", (0, 0), (("cards", 3),))],
)
def test_tied_cards(rule: str, points: tuple[int, ...], carried: tuple[object, ...]) -> None:
    """At 26 cards each nobody scores, or both share, or the points wait for the next round."""
    house = PAGAT.with_options(tie_cards=rule)
    found = _tally((26, 26), (0, 0))
    assert _scores(house, found) == points
    assert carried_over(found, house.options) == carried


def test_points_that_wait_add_up() -> None:
    """Finland, by option: tied cards are worth 2 and then 3, tied spades 4 and then 6."""
    house = find_variant("kasino_finnish").with_options(tie_cards="carry", tie_spades="carry")
    carry: tuple[tuple[str, int], ...] = ()
    for worth in (1, 2):
        tied = _tally((26, 26), (6, 6), carry=carry)
        assert _scores(house, tied) == (0, 0)
        carry = carried_over(tied, house.options)
        assert carry == (("cards", worth), ("spades", 2 * worth))
    decided = _tally((27, 25), (6, 7), carry=carry)
    assert _scores(house, decided) == (3, 6)
    assert carried_over(decided, house.options) == ()


def test_spades_tied_among_three() -> None:
    """Two of three have five spades each: nobody scores, or each gets one of the two points."""
    finnish = find_variant("kasino_finnish")
    found = _tally((10, 10, 10), (5, 5, 3))
    assert _scores(finnish, found) == (0, 0, 0)
    assert _scores(finnish.with_options(tie_spades="split"), found) == (1, 1, 0)


def test_nobody_leads_where_nobody_has_any() -> None:
    """None taken at all is no tie that anybody could share."""
    assert leader((0, 0)) is None
    assert _scores(PAGAT.with_options(tie_cards="split"), _tally((0, 0), (0, 0))) == (0, 0)


# --- sweeps --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sweeps", "net"),
    [
        ((2, 1), (1, 0)),
        ((1, 1), (0, 0)),
        ((3, 0), (3, 0)),
        ((2, 1, 1), (1, 0, 0)),
        ((2, 1, 0), (2, 1, 0)),
        ((4, 3, 2, 2), (2, 1, 0, 0)),
    ],
)
def test_sweeps_cancel(sweeps: tuple[int, ...], net: tuple[int, ...]) -> None:
    """Dominican and Finnish: when every side has one, each turns one down."""
    for name in ("royal_dominican", "kasino_finnish"):
        assert net_sweeps(sweeps, find_variant(name).options) == net
    assert net_sweeps(sweeps, find_variant("royal_yeeqia").options) == sweeps


@given(made=st.lists(st.integers(0, 3), max_size=30), sides=st.integers(2, 4))
def test_cancelling_at_once_or_in_the_end_is_the_same(made: list[int], sides: int) -> None:
    """Turning one down each time all have one leaves what counting at the end leaves."""
    options = find_variant("royal_dominican").options
    standing, recorded = [0] * sides, [0] * sides
    for side in made:
        standing[side % sides] += 1
        recorded[side % sides] += 1
        if min(standing):
            standing = [count - 1 for count in standing]
    assert net_sweeps(recorded, options) == tuple(standing)


@pytest.mark.parametrize(
    ("cancel", "scores", "points"),
    [
        # A at 18 scores nothing for two sweeps, but takes away B's one.
        (True, (18, 10), (0, 0)),
        # By option its sweeps count for nothing at all, so that B's one stands.
        (False, (18, 10), (0, 1)),
        (True, (17, 10), (1, 0)),
        (False, (17, 10), (1, 0)),
        # After a tie at the target no restriction is left.
        (True, (22, 22), (1, 0)),
        (False, (22, 22), (1, 0)),
    ],
)
def test_sweeps_of_a_side_near_the_target(
    cancel: bool, scores: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """From 18 points sweeps score nothing and still cancel, unless the option says otherwise."""
    house = find_variant("royal_dominican").with_options(restricted_sweeps_cancel=cancel)
    assert _scores(house, _tally((0, 0), (0, 0), "", (2, 1), scores=scores)) == points


def test_soto_counts_sweeps_from_16_on_as_near_the_target() -> None:
    """A side that can only score certain items has no sweeps that cancel, where they do not."""
    house = find_variant("royal_dominican").with_options(
        endgame="soto16", restricted_sweeps_cancel=False
    )
    assert net_sweeps((2, 1), house.options, (16, 3)) == (0, 1)
    assert net_sweeps((2, 1), house.options, (15, 3)) == (1, 0)


#: Tables, and whether a sweep made there is recorded.
RECORDED = """
8D 8S/?1 1 20 -/- -                                                                   yes
8D 8S/?1 1 0 -/- -                                                                    yes
8D 8S/?1 1 20 -/- -; variant casino_howstuffworks                                     no
8D 8S/?1 1 20 -/- -; variant casino_howstuffworks; option sweep_points=1              yes
8D 8S/?1 1 20 -/- -; variant kasino_finnish; score 9/9                                yes
8D 8S/?1 1 0 -/- -; variant kasino_finnish; score 0/0                                 no
8D 8S/?1 1 20 -/- -; variant kasino_finnish; score 3/10                               no
8D 8S/?1 1 20 -/AH 2; variant kasino_finnish; score 3/9                               no
8D 8S/?1 1 20 -/AH 2; variant kasino_finnish; option sweep_cutoff=any_10_at_start; score 3/9    yes
8D 8S/?1 1 20 -/AH 2; variant kasino_finnish; option sweep_cutoff=any_10_at_start; score 3/10   no
8D 8S/?1 1 20 -/AH 2; variant kasino_finnish; option sweep_cutoff=none; score 3/10    yes
8D 8S/?1 1 20 -/- -; variant royal_dominican; score 18/3                              yes
"""


@pytest.mark.parametrize("line", RECORDED.strip().splitlines())
def test_when_a_sweep_is_recorded(line: str) -> None:
    """Some games know no sweeps, none in the last deal, or none once somebody has ten points."""
    table, answer = line.rsplit(maxsplit=1)
    assert are_sweeps_recorded(parse_position(table)) == (answer == "yes")


# --- in mid-round --------------------------------------------------------------------------------


def test_what_counts_in_mid_round() -> None:
    """Special cards, sweeps and events are certain; most cards and the last capture are not."""
    table = parse_position(
        "8D 8S/?1 1 20 AS,TD,9S*1/2S 1; variant kasino_swedish; points 0/5; score 3/4"
    )
    assert immediate_points(tally(table), table.variant.options) == (4, 6)
    assert running_scores(table) == (3, 4)


def test_scores_run_where_points_count_as_they_are_made() -> None:
    """Finland: an ace counts at once, and a match without scores begins at nothing."""
    table = parse_position("8D 8S/?1 1 20 AS,TD/2S 1; variant kasino_finnish")
    assert running_scores(table) == (3, 1)
    late = find_variant("kasino_finnish").with_options(scoring_time="end_of_round")
    assert running_scores(parse_position("8D 8S/?1 1 20 AS,TD/2S 1", late)) == (0, 0)


@pytest.mark.parametrize(
    ("cards", "spades", "certain"),
    [
        ((26, 0), (6, 0), ()),
        ((27, 0), (6, 0), (("cards", 0),)),
        ((26, 26), (6, 7), (("spades", 1),)),
        ((0, 27), (7, 0), (("cards", 1), ("spades", 0))),
        # Three players: a lead larger than all that is left.
        ((20, 10, 10), (5, 3, 3), ()),
        ((23, 10, 13), (5, 3, 3), (("cards", 0),)),
        ((0, 0, 0), (5, 2, 3), ()),
        ((0, 0, 0), (6, 2, 3), (("spades", 0),)),
    ],
)
def test_majorities_that_cannot_be_equalled(
    cards: tuple[int, ...], spades: tuple[int, ...], certain: tuple[tuple[str, int], ...]
) -> None:
    """Two sides: the 27th card and the 7th spade decide. More: the lead cannot be made good."""
    found = certain_majorities(_tally(cards, spades), PAGAT.options)
    assert tuple((item.item, item.side) for item in found) == certain


def test_points_carried_over_are_certain_too() -> None:
    """A majority that cannot be equalled brings what waited for it."""
    house = PAGAT.with_options(tie_cards="carry")
    (item,) = certain_majorities(_tally((27, 0), (0, 0), carry=(("cards", 3),)), house.options)
    assert item.points == 6


# --- piles ---------------------------------------------------------------------------------------


def test_partners_share_what_they_took() -> None:
    """Where each partner keeps a pile, the side has the cards of both."""
    house = find_variant("royal_dominican").with_options(piles="by_seat")
    table = parse_position("- -/-/-/- - 0 TD,AS*1/2S/AH,9S/KC,QC,JC 1", house)
    assert [len(piles) for piles in side_piles(table)] == [2, 2]
    found = tally(table)
    assert (found.cards, found.spades, found.sweeps) == ((4, 4), (2, 1), (1, 0))
    assert score_round(table).points == (1 + 2 + 2 + 1, 1)


def test_unknown_cards_count_as_cards() -> None:
    """Of a pile that is not known only its number counts."""
    found = tally(parse_position("8D 8S/?1 1 20 ?12,TD/AH 1"))
    assert (found.cards, found.spades) == ((13, 1), (0, 0))


def test_a_round_that_is_scored() -> None:
    """Items, sums and what waits for the next round come together."""
    end = parse_position("- -/- - 0 AS,TD,2S,KC/AH,9S,8S,KD 1; option tie_cards=carry")
    score = score_round(end)
    assert score.points == (1 + 2 + 1, 1)
    assert score.carry == (("cards", 3),)
    assert [item.item for item in score.items][:2] == ["big_casino", "little_casino"]

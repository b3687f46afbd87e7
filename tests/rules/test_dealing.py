"""Dealing: how many cards, in which packets, who gets them, and the same round for one seed."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.position import Hand
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import (
    Deal,
    DealError,
    deal_on,
    deal_plan,
    draw_up,
    first_dealer,
    is_deal_due,
    is_rich_layout,
    is_untouched,
    opens_a_deal,
    packets,
    shuffled,
    start_round,
)

TABLES = [(name, seats) for name in variant_names() for seats in find_variant(name).options.seats]

# --- how many ------------------------------------------------------------------------------------

#: For each game and number of players: how often a full deal is made, and the last deal.
DEALS = """
casino_pagat 2          6 x 4
casino_pagat 3          4 x 4
casino_pagat 4          3 x 4
royal_dominican 2       6 x 4
kirchner 2              8 x 3
kasino_finnish 4        3 x 4
tuxedo 2                4 x 4, then 2
tuxedo 3                3 x 4
tuxedo 4                2 x 4, then 1
tuxedo 5                1 x 4, then 3 and 1 to the table
tuxedo 6                1 x 4, then 2
"""


def _plan(text: str) -> tuple[str, int, tuple[Deal, ...]]:
    name, seats, times, _, each, *last = text.replace(",", "").split()
    full = [Deal(int(each), 0)] * int(times)
    full[0] = Deal(int(each), 4)
    numbers = [int(word) for word in last if word.isdigit()]
    if numbers:
        full.append(Deal(numbers[0], numbers[1] if len(numbers) > 1 else 0))
    return name, int(seats), tuple(full)


@pytest.mark.parametrize("line", DEALS.strip().splitlines())
def test_the_deals_of_a_round(line: str) -> None:
    """The first deal lays four cards on the table, later ones none; the last may be smaller."""
    name, seats, expected = _plan(line)
    assert deal_plan(find_variant(name).options, seats) == expected


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_card_is_dealt_once(name: str, seats: int) -> None:
    """Deal after deal the whole pack comes out, nobody gets more than another."""
    variant = find_variant(name)
    order = shuffled(variant.options, 1)
    position = start_round(variant, seats, order)
    for number, deal in enumerate(deal_plan(variant.options, seats)):
        if number:
            # The cards of the hands are put out of the way: only the stock is looked at here.
            played = replace(position, hands=(Hand(),) * seats)
            assert is_deal_due(played)
            position = deal_on(played)
        assert [len(hand) for hand in position.hands] == [deal.each] * seats
        assert not position_faults(position)
    if variant.options.refill == "by_deal":
        assert position.stock.count == 0
        assert not is_deal_due(replace(position, hands=(Hand(),) * seats))


def test_the_pack_is_laid_out_and_kept_together() -> None:
    """After the first deal every card of the pack is on the table, in a hand or in the stock."""
    for name, seats in TABLES:
        variant = find_variant(name)
        position = start_round(variant, seats, shuffled(variant.options, 5))
        pack = deck_cards(variant.options.deck, variant.options.packs)
        assert sorted(known_cards(position).elements()) == sorted(pack)
        assert is_untouched(position)


def test_cards_that_cannot_go_round() -> None:
    """Five players of a game for four: three cards are over, the table gets them by option."""
    even = find_variant("casino_pagat").with_options(seats="2+5")
    with pytest.raises(DealError, match="do not come out for 5 players, 3 are left"):
        start_round(even, 5, shuffled(even.options, 1))
    house = even.with_options(last_deal="even_rest_to_table")
    assert deal_plan(house.options, 5)[-1] == Deal(1, 3)
    position = start_round(house, 5, shuffled(house.options, 1))
    for _ in range(2):
        position = deal_on(replace(position, hands=(Hand(),) * 5))
    assert (len(position.loose), position.stock.count) == (4 + 3, 0)


#: Packs, hands and tables of the relatives: for each number of players the cards on the table, and
#: how many deals of how many cards each.
RELATIVES = """
40 1 hand_size=2:10+3:13+4:10 table_cards=2:0+3:1+4:0          2: 0, 2 x 10
40 1 hand_size=2:10+3:13+4:10 table_cards=2:0+3:1+4:0          3: 1, 1 x 13
40 1 hand_size=2:10+3:13+4:10 table_cards=2:0+3:1+4:0          4: 0, 1 x 10
52 1 hand_size=2:12+3:16+4:12 table_cards=4                    2: 4, 2 x 12
52 1 hand_size=2:12+3:16+4:12 table_cards=4                    3: 4, 1 x 16
52 1 hand_size=2:12+3:16+4:12 table_cards=4                    4: 4, 1 x 12
52 2 hand_size=2:6+3:5+6:4 table_cards=2:4+3:5+4:4+6:8         2: 4, 8 x 6, 1 x 2
52 2 hand_size=2:6+3:5+6:4 table_cards=2:4+3:5+4:4+6:8         3: 5, 6 x 5, 1 x 3
52 2 hand_size=2:6+3:5+6:4 table_cards=2:4+3:5+4:4+6:8         4: 4, 5 x 5
52 2 hand_size=2:6+3:5+6:4 table_cards=2:4+3:5+4:4+6:8         5: 4, 4 x 5
52 2 hand_size=2:6+3:5+6:4 table_cards=2:4+3:5+4:4+6:8         6: 8, 4 x 4
40 1 hand_size=3 table_cards=4                                 2: 4, 6 x 3
40 1 hand_size=3 table_cards=4                                 3: 4, 4 x 3
40 1 hand_size=3 table_cards=4                                 4: 4, 3 x 3
52 1 hand_size=3 table_cards=4                                 3: 4, 5 x 3, 1 x 1
52 1 hand_size=8 table_cards=4 refill=after_play               2: 4, 1 x 8
"""


@pytest.mark.parametrize("line", RELATIVES.strip().splitlines())
def test_the_deals_of_a_relative(line: str) -> None:
    """Everybody gets the same number of cards, and all come out (rules 9, 10.3, 11)."""
    rules, _, dealt = line.partition(": ")
    deck, packs, *changes, seats = rules.split()
    house = find_variant("casino_pagat").with_options(
        deck=deck, packs=packs, seats="2+3+4+5+6", **dict(pair.split("=") for pair in changes)
    )
    table, *deals = dealt.split(", ")
    each = [int(n) for text in deals for n in [text.split(" x ")[1]] * int(text.split(" x ")[0])]
    expected = [Deal(number, int(table) if i == 0 else 0) for i, number in enumerate(each)]
    assert deal_plan(house.options, int(seats)) == tuple(expected)


# --- a card drawn after each play ----------------------------------------------------------------


def test_a_card_drawn_after_each_play() -> None:
    """In the drawing game there is one deal; then a hand is filled up from the stock."""
    house = find_variant("casino_pagat").with_options(refill="after_play")
    assert deal_plan(house.options, 2) == (Deal(4, 4),)
    position = parse_position("8D 8S,7S/KD,QH 1 (9S,9H,2C) -/- -", house)
    assert str(draw_up(position, 1)) == (
        "8D 9S,9H,8S,7S/KD,QH 1 (2C) -/- -; option refill=after_play"
    )


def test_a_card_that_nobody_knows_is_drawn_too() -> None:
    """Where only the number of the stock is known, the hand has cards that are not known."""
    house = find_variant("casino_pagat").with_options(refill="after_play")
    drawn = draw_up(parse_position("8D 8S,7S,6S/?4 2 20 -/- -", house), 1)
    assert (len(drawn.hands[0]), drawn.hands[0].unknown, drawn.stock.count) == (4, 1, 19)
    last = draw_up(parse_position("8D 8S,7S/?4 2 1 -/- -", house), 1)
    assert (len(last.hands[0]), last.stock.count) == (3, 0)
    assert draw_up(last, 1) == last


def test_elsewhere_no_card_is_drawn() -> None:
    """Where the cards are dealt by deals, a hand stays as it is."""
    position = parse_position("8D 8S,7S/KD,QH 1 (9S,9H,2C) -/- -")
    assert draw_up(position, 1) == position


# --- the first layout ----------------------------------------------------------------------------


def _laid_out(order: str, **house: object) -> tuple[list[str], list[str], list[str]]:
    """Deal to two players; return the table, and the top and the end of the stock."""
    variant = find_variant("casino_pagat").with_options(packets="all", **house)
    first = [Card(text) for text in order.split()]
    pack = (*first, *(card for card in deck_cards("52") if card not in first))
    position = start_round(variant, 2, pack)
    stock = [card.text for card in position.stock.order or ()]
    assert sorted(known_cards(position).elements()) == sorted(pack)
    return [card.text for card in position.loose], stock[:2], stock[-3:]


#: Four cards to each hand come first, then four to the table.
_HANDS = "KS KH KD KC QS QH QD QC"


def test_cards_that_score_are_replaced() -> None:
    """By option: they go under the stock as they lay, and the next cards take their place."""
    order = f"{_HANDS} TD 9S 2S 8C 7H AS 6H 5H 4H"
    kept = (["TD", "9S", "8C", "2S"], ["7H", "AS"], ["AH", "AD", "AC"])
    assert _laid_out(order) == kept
    # The ace that came instead of the two of spades is replaced in its turn.
    table, top, end = _laid_out(order, layout_points="replaced")
    assert table == ["9S", "8C", "7H", "6H"]
    assert (top, end) == (["5H", "4H"], ["TD", "2S", "AS"])


def test_a_layout_is_replaced_as_far_as_the_stock_lasts() -> None:
    """A card for which there is no other stays where it lies."""
    house = find_variant("casino_pagat").with_options(
        deck="40", seats=3, hand_size=13, table_cards=1, packets="all", layout_points="replaced"
    )
    order = (*(card for card in deck_cards("40") if card.text != "AS"), Card("AS"))
    position = start_round(house, 3, order)
    assert ([card.text for card in position.loose], position.stock.count) == (["AS"], 0)


def test_a_layout_where_nearly_everything_scores() -> None:
    """No card that went under the stock comes back, so this comes to an end."""
    house = {"scoring": "spade_24", "layout_points": "replaced"}
    table, _, end = _laid_out(f"{_HANDS} AS JS TS 9S 8S 7S 6S 5S 4S 3S AH AD AC 2S TD 9D", **house)
    assert len(table) == 4
    assert not {card[1] for card in table} & {"S"}
    assert end[-1] == "TD"


@pytest.mark.parametrize(
    ("table", "rich"),
    [("TD,AS,9H,8H", True), ("TD,9S,9H,8H", False), ("KD,QD,JD,8H", True), ("KD,QD,9H,8H", False)],
)
def test_a_rich_layout(table: str, rich: bool) -> None:
    """Cards worth three points, or three court cards."""
    assert is_rich_layout(parse_position(f"{table} 8S,7S,6S,5S/?4 1 40 -/- -")) == rich


# --- the first play of a deal --------------------------------------------------------------------

#: Tables of three cards a deal, and whether the next play is the first of its deal.
FIRST_PLAYS = """
8D 8S,7S,6S/?3 1 42 -/- -                                  yes
8D 8S,7S,6S/?3 1 12 9S,9H/KS,KD 1                          yes
8D 8S,7S,6S/?3 1 0 9S,9H/KS,KD 1                           yes
8D ?3/8S,7S,6S 2 42 -/- -                                  no
8D 8S,7S/?3 1 42 -/- -                                     no
8D 8S,7S/?2 1 42 -/- -                                     no
8D 8S,7S,6S/?3 1+ 42 -/- -                                 no
8D 8S/?1/?1 1 0 -/-/- -                                    yes
8D 8S/?1/?1 1 9 -/-/- -                                    no
8D,7D,6D,5D 8S,7S,4S/?3 1 42 -/- -; option refill=after_play    yes
8D,7D,6D,5D 8S,7S,4S/?3 1 41 -/- -; option refill=after_play    no
"""


@pytest.mark.parametrize("line", FIRST_PLAYS.strip().splitlines())
def test_the_first_play_of_a_deal(line: str) -> None:
    """The eldest hand is to play, and every hand is as full as it was dealt."""
    table, answer = line.rsplit(maxsplit=1)
    rules = {"hand_size": 3, "table_only_builds": "free_action"}
    assert opens_a_deal(parse_position(table, options=rules)) == (answer == "yes")


# --- in which packets ----------------------------------------------------------------------------

#: Who gets what, in order: a seat or the table, and how many cards.
PACKETS = """
casino_pagat 2          1:2 T:2 2:2 1:2 T:2 2:2
casino_pagat 4          1:2 2:2 3:2 T:2 4:2 1:2 2:2 3:2 T:2 4:2
casino_tutorial 2       1:2 T:2 2:2 1:2 T:2 2:2
kasino_swedish 3        1:2 2:2 3:2 T:2 1:2 2:2 3:2 T:2
kasino_finnish 2        1:2 2:2 T:2 1:2 2:2 T:2
royal_course 2          1:4 2:4 T:4
casino_howstuffworks 2  1:4 2:4 T:4
kirchner 2              1:3 2:3 T:4
"""


@pytest.mark.parametrize("line", PACKETS.strip().splitlines())
def test_the_packets_of_the_first_deal(line: str) -> None:
    """The table gets its packet before the dealer, or last, as the game says."""
    name, seats, *dealt = line.split()
    options = find_variant(name).options
    expected = tuple(
        (0 if who == "T" else int(who), int(count))
        for who, count in (packet.split(":") for packet in dealt)
    )
    assert packets(options, int(seats), deal_plan(options, int(seats))[0]) == expected


def test_singly_and_by_threes() -> None:
    """Dealt singly the cards go round one at a time; by threes a hand of five comes as 3 and 2."""
    pagat = find_variant("casino_pagat")
    singly = packets(pagat.with_options(packets="ones").options, 2, Deal(2, 2))
    assert singly == ((1, 1), (0, 1), (2, 1), (1, 1), (0, 1), (2, 1))
    threes = packets(pagat.with_options(packets="threes").options, 3, Deal(5, 0))
    assert threes == ((1, 3), (2, 3), (3, 3), (1, 2), (2, 2), (3, 2))


def test_a_packet_is_the_next_cards_of_the_pack() -> None:
    """By twos: two to the other, two to the table, two to the dealer, and once more."""
    variant = find_variant("casino_pagat")
    order = deck_cards("52")
    position = start_round(variant, 2, order)
    assert position.hands[0].cards == tuple(sorted((*order[0:2], *order[6:8])))
    assert position.loose == tuple(sorted((*order[2:4], *order[8:10])))
    assert position.hands[1].cards == tuple(sorted((*order[4:6], *order[10:12])))
    assert position.stock.order == order[12:]


def test_a_layout_that_is_cut_lies_before_anybody_has_a_card() -> None:
    """Swazi: the table cards come out of the pack first; South Africa: what is left over, last."""
    swazi, african = find_variant("swazi"), find_variant("south_african")
    order = deck_cards("52")
    cut = start_round(swazi, 4, order)
    assert cut.loose == tuple(sorted(order[:4]))
    assert cut.hands[0].cards == tuple(sorted(order[4::4]))
    assert start_round(african, 3, deck_cards("40")).loose == (deck_cards("40")[-1],)
    assert packets(african.options, 2, deal_plan(african.options, 2)[0]) == ((1, 1), (2, 1)) * 10


# --- one seed, one round -------------------------------------------------------------------------


def test_the_shuffle_of_a_seed_is_fixed() -> None:
    """Ruling R19: these are the cards of seed 1, on every machine and in every version."""
    options = find_variant("casino_pagat").options
    first = " ".join(card.text for card in shuffled(options, 1)[:13])
    assert first == "2C 5D 7C KC TC QC 9C 3S AS 5S JH 8D KD"
    whole = " ".join(card.text for seed in range(50) for card in shuffled(options, seed))
    assert sha256(whole.encode()).hexdigest()[:16] == "2dfccd9418ade93f"


@given(seed=st.integers(-(2**70), 2**70), name=st.sampled_from(variant_names()))
def test_a_shuffle_is_the_whole_pack(seed: int, name: str) -> None:
    """Any whole number is a seed, and no card is lost or doubled."""
    options = find_variant(name).options
    order = shuffled(options, seed)
    assert sorted(order) == sorted(deck_cards(options.deck, options.packs))
    assert order == shuffled(options, seed)


def test_seeds_differ() -> None:
    """A thousand seeds give a thousand packs."""
    options = find_variant("tuxedo").options
    assert len({shuffled(options, seed) for seed in range(1000)}) == 1000


# --- who deals first -----------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["random", "low_card", "high_card"])
def test_everybody_may_be_the_first_dealer(rule: str) -> None:
    """In many matches each player deals first about equally often; one seed always names one."""
    house = find_variant("royal_english").with_options(first_dealer=rule)
    found = [first_dealer(house, 4, seed).player for seed in range(400)]
    assert found == [first_dealer(house, 4, seed).player for seed in range(400)]
    assert all(60 < found.count(player) < 140 for player in range(4))


@pytest.mark.parametrize(
    ("rule", "ace", "best"), [("low_card", "1or14", min), ("high_card", "1", max)]
)
def test_the_lowest_or_the_highest_card_deals(rule: str, ace: str, best: type) -> None:
    """The ace counts 1 where the lowest deals, or where an ace is never 14."""
    house = find_variant("royal_english").with_options(first_dealer=rule, ace_hand=ace)
    numbers = {"J": 11, "Q": 12, "K": 13}
    for seed in range(100):
        found = first_dealer(house, 3, seed)
        drawn = [cards[-1] for cards in found.drawn if len(cards) == len(found.drawn[found.player])]
        heights = [card.number or numbers[card.rank] for card in drawn]
        own = found.drawn[found.player][-1]
        assert (own.number or numbers[own.rank]) == best(heights)


def test_where_the_ace_is_high_it_deals() -> None:
    """Sweden: the highest card deals first, and the ace may be 14."""
    variant = find_variant("kasino_swedish")
    with_ace = [
        found
        for found in (first_dealer(variant, 2, seed) for seed in range(200))
        if any(cards[0].rank == "A" for cards in found.drawn)
    ]
    assert with_ace
    for found in with_ace:
        if len(found.drawn[0]) == 1:
            assert found.drawn[found.player][0].rank == "A"


def test_equal_cards_are_drawn_again() -> None:
    """Who draws equal cards draws again, and nobody else does."""
    variant = find_variant("kasino_swedish")
    found = [first_dealer(variant, 3, seed) for seed in range(300)]
    again = [one for one in found if max(map(len, one.drawn)) > 1]
    assert again
    for one in again:
        tied = [cards[0].rank for cards in one.drawn if len(cards) > 1]
        assert len(tied) > 1
        assert len(set(tied)) == 1
        assert len(one.drawn[one.player]) > 1


# --- what cannot be dealt ------------------------------------------------------------------------


def test_a_game_is_for_its_numbers_of_players() -> None:
    """Five do not play Casino, three do not play a game for two."""
    for name, seats in (("casino_pagat", 5), ("kirchner", 3), ("royal_yeeqia", 3), ("tuxedo", 1)):
        variant = find_variant(name)
        with pytest.raises(DealError, match=f"is for .* seats, not {seats}"):
            start_round(variant, seats, shuffled(variant.options, 1))
        with pytest.raises(DealError, match="seats, not"):
            first_dealer(variant, seats, 1)


def test_only_the_whole_pack_is_dealt() -> None:
    """A pack with a card too few, or with one twice, is no pack."""
    variant = find_variant("casino_pagat")
    order = shuffled(variant.options, 1)
    for wrong in (order[1:], (order[1], *order[1:]), deck_cards("40")):
        with pytest.raises(DealError, match="are not the pack"):
            start_round(variant, 2, wrong)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("8D 8S/- 2 (9S,9H) -/- -", "not empty"),
        ("8D -/- - 0 -/- -", "no card is left"),
        ("8D -/- 1 20 -/- -", "order of the stock"),
    ],
)
def test_no_deal_is_made_too_early(line: str, problem: str) -> None:
    """Cards are dealt when every hand is empty, some are left, and their order is known."""
    with pytest.raises(DealError, match=problem):
        deal_on(parse_position(line))


def test_a_typed_stock_is_dealt_as_far_as_it_reaches() -> None:
    """A table that somebody typed in may have any number of cards left."""
    table = parse_position("8D -/- 1 (KS,KH,KD,KC,QS) -/- -")
    dealt = deal_on(table)
    assert [len(hand) for hand in dealt.hands] == [2, 2]
    assert (len(dealt.loose), dealt.stock.count) == (2, 0)


@pytest.mark.parametrize(
    "line",
    [
        "8D,7D,6D,5D 8S,7S,6S,5S/?4 1 40 -/- -",
        "8D,7D,6D,5D ?4/?4 1 40 -/- -; variant royal_dominican",
    ],
)
def test_a_deal_that_lies_as_it_was_dealt(line: str) -> None:
    """Four cards each, four on the table, nobody has played."""
    assert is_untouched(parse_position(line))
    assert not is_untouched(parse_position(line.replace("40", "32")))
    assert not is_untouched(parse_position(line.replace("8D,", "")))

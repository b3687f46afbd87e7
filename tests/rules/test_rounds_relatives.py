"""What happens in a round of the relatives: penalties for sweeps, cards drawn, cards set aside."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from casino_tutor.model.cards import deck_cards
from casino_tutor.model.checks import known_cards
from casino_tutor.model.notation import parse_play
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.record_text import parse_record
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.perft import perft
from casino_tutor.rules.replay import replay, resume
from casino_tutor.rules.rounds import give_residue, play_on, score_round, settle
from casino_tutor.rules.scoring import are_sweeps_recorded, sweeps_made, tally
from tests.random_matches import begin, check_cards, play_round, random_play

PAGAT = find_variant("casino_pagat")


def _play(position: Position, *plays: str) -> Position:
    """Play legal plays one after another."""
    for play in plays:
        position, verdict = play_on(position, play)
        assert verdict.is_legal, verdict.violations
    return position


# --- sweeps that cost points ---------------------------------------------------------------------

#: Two packs; a sweep costs its maker five points and brings them to whoever left it open.
MISERE = find_variant("kasino_swedish").with_options(
    packs=2,
    ace_hand="14",
    sweep_points=5,
    sweep_setter_loses=True,
    twin_sweep_points=10,
    seats="2+3+4",
)


def test_a_sweep_and_whoever_left_it_open() -> None:
    """R01: five points to the taker, five off for the player before."""
    swept = _play(parse_position("AC,JD,QS,2H,TC QH/?1 1 20 -/- -", MISERE), "QHxAC+JD,QS,2H+TC")
    assert swept.points == (5, -5)
    assert tally(swept).sweeps == (1, 0)
    # It has scored, and does not do so again when the round is counted.
    assert [item.item for item in score_round(swept).items if item.points == 5] == ["events"]


def test_the_player_before_is_the_one_before_in_order_of_play() -> None:
    """With three players: before the first comes the third."""
    for turn, points in ((1, (5, 0, -5)), (2, (-5, 5, 0)), (3, (0, -5, 5))):
        table = parse_position(f"QS QH,2C/QH,2D/QC,2H {turn} 20 -/-/- -", MISERE)
        seat = table.hands[turn - 1].cards[0]
        assert _play(table, f"{seat}xQS").points == points


def test_partners_take_and_set_up_for_their_side() -> None:
    """A sweep that a partner left open costs the side nothing in all."""
    house = MISERE.with_options(sides="4:12/34")
    table = parse_position("QS ?2/QH,2C/?2/?2 2 20 -/- -", house)
    assert _play(table, "QHxQS").points == (0, 0)
    table = parse_position("QS ?2/?2/QH,2C/?2 3 20 -/- -", house)
    assert _play(table, "QHxQS").points == (-5, 5)


def test_a_lone_card_and_its_twin() -> None:
    """The identical card of the other pack: ten points and ten off."""
    table = parse_position("QS QS,2C/?2 1 20 -/- -", MISERE)
    assert _play(table, "QSxQS").points == (10, -10)
    # More than one card on the table, or another queen, is a sweep like any other.
    for loose, play in (("QS,QH", "QSxQS,QH"), ("QH", "QSxQH")):
        table = parse_position(f"{loose} QS,2C/?2 1 20 -/- -", MISERE)
        assert _play(table, play).points == (5, -5)
    by_size = MISERE.with_options(sweep_setter_loses=False)
    assert _play(parse_position("QS QS,2C/?2 1 20 -/- -", by_size), "QSxQS").points == (10, 0)


def test_nobody_left_open_what_was_dealt() -> None:
    """With the first play of a round nobody has played before, so nobody else scores."""
    line = "3S,3H,3D,3C 3S,KD,KH,KC/?4 1 {} -/- -"
    first = parse_position(line.format(104 - 4 - 8), MISERE)
    assert _play(first, "3Sx3S,3H,3D,3C").points == (5, 0)
    # The first play of a later deal follows upon the last of the one before.
    later = parse_position(line.format(40), MISERE)
    assert _play(later, "3Sx3S,3H,3D,3C").points == (5, -5)


def test_what_is_left_after_no_sweep_costs_nothing() -> None:
    """A capture that leaves a card scores nothing of this kind."""
    table = parse_position("QS,9H QH,2C/?2 1 20 -/- -", MISERE)
    assert _play(table, "QHxQS").points == ()


# --- a sweep with the first play -----------------------------------------------------------------

HUNGARIAN = find_variant("kirchner").with_options(first_play_sweeps=2)


@pytest.mark.parametrize(
    ("line", "play", "made"),
    [
        ("8D 8S,7S,6S/?3 1 42 -/- -", "8Sx8D", 2),
        ("8D,5D,3D 7S,2S,6S/?3 1 42 -/- -", "7S&2Sx8D", 0),
        # Several cards of the hand may sweep with the first play too.
        ("9D 7S,2S,6S/?3 1 42 -/- -", "7S&2Sx9D", 2),
        ("8D 8S,7S/?2 1 42 -/- -", "8Sx8D", 1),
        ("8D ?2/8S,7S,6S 2 42 -/- -", "8Sx8D", 1),
        ("8D 8S,7S,6S/?3 1 42 -/- -", "7S", 0),
        ("9D,8D 8S,7S,6S/?3 1 42 -/- -", "8Sx8D", 0),
    ],
)
def test_a_sweep_with_the_first_play_of_a_deal(line: str, play: str, made: int) -> None:
    """By option it counts twice, where the eldest hand makes it before anybody has played."""
    assert sweeps_made(parse_position(line, HUNGARIAN), parse_play(play)) == made
    usual = parse_position(line, find_variant("kirchner"))
    assert sweeps_made(usual, parse_play(play)) == min(made, 1)


def test_where_no_sweep_is_recorded_the_first_counts_nothing() -> None:
    """A game without sweeps has none with the first play either."""
    house = find_variant("kirchner").with_options(
        first_play_sweeps=2, sweep_recorded=False, sweep_points=0
    )
    table = parse_position("8D 8S,7S,6S/?3 1 42 -/- -", house)
    assert sweeps_made(table, parse_play("8Sx8D")) == 0


# --- court cards set aside -----------------------------------------------------------------------

ASIDE = PAGAT.with_options(courts_aside=True)


def test_court_cards_are_set_aside_at_the_end_of_a_deal() -> None:
    """They lie apart until the round is over; then the last capturer gets them."""
    table = parse_position("KH,9H -/KD 2 (8S,7S,6S,5S) -/- -", ASIDE)
    dealt = _play(table, "KDxKH")
    assert (dealt.aside, [card.text for card in dealt.loose]) == ((), ["9H"])
    table = parse_position("QH,JC,9H -/KD 2 (8S,7S,9S,5S) TD/TC 2", ASIDE)
    dealt = _play(table, "KD")
    assert [card.text for card in dealt.aside] == ["KD", "QH", "JC"]
    assert [card.text for card in dealt.loose] == ["9H"]
    assert [len(hand) for hand in dealt.hands] == [2, 2]
    assert known_cards(dealt) == known_cards(table)
    assert parse_position(str(dealt)) == dealt
    end = _play(dealt, "7S", "9Sx9H", "8S", "5S")
    assert (end.turn, end.aside, end.loose) == (None, (), ())
    # Nine, the residue of three and the three court cards, on top of what was there.
    assert tally(end).cards == (1, 1 + 2 + 3 + 3)


def test_courts_are_set_aside_where_the_next_cards_are_not_known() -> None:
    """The deal waits, the court cards do not."""
    table = parse_position("QH,9H -/KD 2 8 -/- -", ASIDE)
    waiting = _play(table, "KD")
    assert [card.text for card in waiting.aside] == ["KD", "QH"]
    assert settle(waiting) == waiting


def test_after_the_last_deal_nothing_is_set_aside() -> None:
    """All that lies goes to the last capturer; where nobody captured, all stays."""
    end = _play(parse_position("QH,9H -/KD 2 0 TD/- 1; aside JS", ASIDE), "KD")
    assert (end.aside, tally(end).cards) == ((), (5, 0))
    nobody = _play(parse_position("QH,9H -/KD 2 0 -/- -; aside JS", ASIDE), "KD")
    assert ([card.text for card in nobody.aside], len(nobody.loose)) == (["JS"], 3)


def test_elsewhere_court_cards_stay() -> None:
    """Without the option they lie on."""
    dealt = _play(parse_position("QH,9H -/KD 2 (8S,7S,9S,5S) TD/TC 2", PAGAT), "KD")
    assert (dealt.aside, len(dealt.loose)) == ((), 3)


# --- a card drawn after each play ----------------------------------------------------------------


def _drawing(**changes: object) -> Variant:
    return PAGAT.with_options(refill="after_play", **changes)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_in_which_cards_are_drawn(seats: int) -> None:
    """Hands stay full while the stock lasts; every card is played, and none is lost."""
    rnd = Random(seats)
    position = start_round(_drawing(), seats, shuffled(PAGAT.options, seats))
    plays = 0
    while position.turn is not None:
        check_cards(position)
        sizes = {len(hand) for hand in position.hands}
        assert sizes == {4} if position.stock.count else max(sizes) - min(sizes) <= 1
        # None of the other hands is empty before the stock is.
        position, verdict = play_on(position, random_play(position, rnd))
        assert verdict.is_legal
        plays += 1
    assert plays == 52 - 4
    assert sum(tally(position).cards) + len(position.loose) == 52


def test_hands_of_eight() -> None:
    """Two players with eight cards each draw until the stock is gone, and play out their hands."""
    house = _drawing(hand_size=8)
    position = start_round(house, 2, shuffled(house.options, 3))
    assert ([len(hand) for hand in position.hands], position.stock.count) == ([8, 8], 32)
    rnd = Random(1)
    for left in range(31, -1, -1):
        position, _ = play_on(position, random_play(position, rnd))
        assert position.stock.count == left
    assert [len(hand) for hand in position.hands] == [8, 8]


def test_a_stock_that_is_not_known_is_drawn_from_too() -> None:
    """One card is played and one drawn that nobody knows; the numbers stay right."""
    house = _drawing()
    position = _play(parse_position("8D KD,7C,6C,5C/QD,4C,3C,2C 1 2 -/- -", house), "KD", "QD")
    assert [len(hand) for hand in position.hands] == [4, 4]
    assert [hand.unknown for hand in position.hands] == [1, 1]
    assert position.stock.count == 0
    position = _play(position, "7C")
    assert [len(hand) for hand in position.hands] == [3, 4]


def test_several_cards_are_drawn_for_several_played() -> None:
    """Where one plays several cards at once, the hand is filled up again."""
    house = find_variant("kirchner").with_options(refill="after_play")
    table = parse_position("QD 7S,5S,2C/9C,8C,3C 1 (KS,KH,KC) -/- -", house)
    position = _play(table, "7S&5SxQD")
    assert [card.text for card in position.hands[0].cards] == ["KS", "KH", "2C"]
    assert position.turn == 2


def test_the_last_hand_holding_cards_draws_and_plays_on() -> None:
    """A typed table where the other hand is empty: whoever has drawn is to play."""
    position = _play(parse_position("8D -/KD 2 (9S,9H) -/- -", _drawing()), "KD")
    assert ([len(hand) for hand in position.hands], position.turn) == ([0, 2], 2)


def test_a_build_stands_while_cards_are_drawn() -> None:
    """The owner keeps the card that takes it; the drawn card may be another that does."""
    line = "5H,KC 8S,3C,QD,QH/KD,KH,7C,6C 1 (8D,9S) -/- -"
    position = _play(parse_position(line, _drawing()), "3C+5H=8", "KDxKC")
    assert [card.text for card in position.hands[0].cards] == ["QH", "QD", "8S", "8D"]
    _, verdict = play_on(position, "QH")
    assert [fault.rule for fault in verdict.violations] == ["trail.owner"]
    assert _play(position, "8Sx[5H+3C]").builds == ()


def test_when_the_stock_is_gone_no_more_sweeps() -> None:
    """Where the last deal knows no sweeps, none is made once nothing can be drawn."""
    house = find_variant("kasino_finnish").with_options(refill="after_play")
    for stock, recorded in (("(9S)", True), ("0", False)):
        table = parse_position(f"8D 8S,7S/KD,KH 1 {stock} -/- -", house)
        assert are_sweeps_recorded(table) == recorded


def test_lines_of_play_are_counted_without_drawing() -> None:
    """Perft plays out the hands as they are: nothing is dealt and nothing drawn."""
    line = "8D 8S,7S/KD,KH 1 (9S,9H) -/- -"
    assert perft(parse_position(line, _drawing()), 4) == perft(parse_position(line, PAGAT), 4)


def test_a_drawing_match_is_told_again() -> None:
    """A record replays every drawn card from the stock it was dealt from."""
    for seats in (2, 3):
        kept = play_round(begin(_drawing(), seats, 5), Random(5))
        assert resume(parse_record(str(kept.record), strict=True)) == kept


def test_an_illegal_play_that_was_made_draws_as_well() -> None:
    """Told as it was played, the table goes on with the card that was drawn."""
    kept = begin(_drawing(), 2, 5)
    hand = kept.match.position.hands[0].cards
    record = parse_record(
        f"""[Variant "casino_pagat"]
[Options "refill=after_play"]
[Players "2"]
[Seed "5"]
[Round "1"]
1. {hand[0]}x{",".join(card.text for card in kept.match.position.loose)}
"""
    )
    found = replay(record, as_played=True)
    assert found.match is not None
    assert [fault.kind for fault in found.faults] == ["illegal", "cut"]
    assert [len(one) for one in found.match.position.hands] == [4, 4]
    assert found.match.position.stock.count == 52 - 12 - 1


# --- builds that outlive their deal --------------------------------------------------------------

#: Where an owner may trail, a build may stand to the next deal, and to the end (ruling R20).
FREE = PAGAT.with_options(owner_trail="allowed")
FOR_PARTNER = PAGAT.with_options(build_for_partner="announce", sides="4:13/24")


@pytest.mark.parametrize(
    ("house", "hands", "plays", "each"),
    [
        # The owner holds no card that takes the build, and may trail.
        (FREE, "-/9S 2", ["9S"], [4, 4]),
        # The partner built for a seat that has nothing to take it with and can only trail.
        (FOR_PARTNER, "QH/9S/-/- 1", ["QH", "9S"], [2, 2, 2, 2]),
    ],
)
def test_a_build_stands_on_into_the_next_deal(
    house: Variant, hands: str, plays: list[str], each: list[int]
) -> None:
    """New cards are dealt, the build lies as it was, and its owner is the same."""
    stock = "KS,KH,KC,7S,7H,7D,7C,6S"
    table = parse_position(f"[5H+3C]=8@2,TC {hands} ({stock}) TD/- 1", house)
    dealt = _play(table, *plays)
    assert [len(hand) for hand in dealt.hands] == each
    (build,) = dealt.builds
    assert (build.value, build.owner) == (8, 2)
    assert known_cards(dealt) == known_cards(table)
    rnd = Random(2)
    end = dealt
    while end.turn is not None:
        end, _ = play_on(end, random_play(end, rnd))
    assert (end.builds, known_cards(end)) == ((), known_cards(table))


def test_a_build_that_is_left_goes_to_the_last_capturer() -> None:
    """At the end of the round it is part of the residue, and no sweep."""
    end = give_residue(parse_position("[5H+3C,8D]=8@2,9D -/- - 0 TD/- 1", FREE))
    assert (end.builds, tally(end).cards, tally(end).sweeps) == ((), (5, 0), (0, 0))


# --- oranges with ordinary cards -----------------------------------------------------------------

ORDINARY = find_variant("tuxedo").with_options(deck="40")


@pytest.mark.parametrize(
    ("loose", "points"),
    [
        ("5H,3D,AC", 10),
        ("5H,3S,AC", -10),
        ("5D,3D,AC", -10),
        ("5C,3D,AH", 10),
    ],
)
def test_an_orange_of_hearts_and_diamonds(loose: str, points: int) -> None:
    """In an ordinary pack hearts are red and diamonds yellow."""
    table = parse_position(f"{loose},7C 9S,2S/TS 1 20 -/- -", ORDINARY)
    play = f"9Sx{'+'.join(loose.split(','))}"
    assert _play(table, f"{play}:orange").points == (points, 0)
    _, verdict = play_on(table, play)
    ids = [remark.id for remark in verdict.notices]
    assert ("notice.orange" in ids) == (points > 0)


def test_a_false_orange_of_ordinary_cards_is_pointed_out() -> None:
    """Hearts alone are no orange."""
    table = parse_position("5H,3H,7C 8S,2S/TS 1 20 -/- -", ORDINARY)
    _, verdict = play_on(table, "8Sx5H+3H:orange")
    assert "notice.false_orange" in [remark.id for remark in verdict.notices]


# --- whole rounds --------------------------------------------------------------------------------


def _houses() -> Iterator[tuple[str, Variant]]:
    yield "two packs", MISERE.with_options(courts_aside=True)
    yield "drawn", _drawing(layout_points="replaced")
    yield "ordinary oranges", ORDINARY
    yield "builds that stay", FREE


@pytest.mark.parametrize(("name", "house"), list(_houses()))
def test_every_card_of_a_round_stays_somewhere(name: str, house: Variant) -> None:
    """From the first deal to the last card the whole pack is there."""
    rnd = Random(name)
    seats = house.options.seats[0]
    position = start_round(house, seats, shuffled(house.options, 8))
    while position.turn is not None:
        check_cards(position)
        position, _ = play_on(position, random_play(position, rnd))
    check_cards(position)
    whole = len(deck_cards(house.options.deck, house.options.packs))
    lying = (*position.loose, *position.aside, *(c for b in position.builds for c in b.cards))
    assert sum(tally(position).cards) + len(lying) == whole

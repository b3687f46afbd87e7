"""Random positions whose cards are all known, and a minimax that prunes nothing."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from random import Random
from typing import Final

from casino_tutor.engine.coverage import not_covered
from casino_tutor.engine.readable import what_matters
from casino_tutor.model.cards import deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.plays import CapturePlay, Play, item_cards
from casino_tutor.model.position import NOBODY, Hand, Pile, Position, Stock
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import play_on, score_round
from casino_tutor.rules.worth import orange_count
from tests.random_positions import random_position, random_rules

#: Every game that two sides can play.
TWO_SIDED: Final = tuple(
    name for name in variant_names() if {2, 4} & set(find_variant(name).options.seats)
)
COVERED: Final = tuple(name for name in TWO_SIDED if not not_covered(find_variant(name).options))
_SCORES: Final = ((), (0, 0), (8, 5), (9, 3), (18, 3), (7, 19), (16, 20))
_PARTNERS: Final = ((1, 3), (2, 4))


def open_position(
    variant: Variant, rnd: Random, *, most: int = 4, deals: int = 0, seats: int = 2
) -> Position:
    """Return a random position with known hands of at most `most` cards and two sides.

    Parameters
    ----------
    variant : Variant
        The rules.
    rnd : Random
        The generator.
    most : int
        No hand has more cards.
    deals : int
        So many deals are still to come; the order of the stock is known.
    seats : int
        Two, or four in two partnerships.
    """
    drawn = random_position(variant, rnd, seats=seats)
    drawn = replace(drawn, taken=(), stock=Stock())
    pack = deck_counts(variant.options.deck, variant.options.packs)
    rest = sorted((pack - known_cards(drawn)).elements())
    rnd.shuffle(rest)
    hands = []
    least = min(most, *(len(hand) for hand in drawn.hands))
    for seat, hand in enumerate(drawn.hands, 1):
        size = least if seat >= (drawn.turn or 1) else max(0, least - (seats > 1))
        held = (*hand.cards, *rest[: hand.unknown])
        del rest[: hand.unknown]
        hands.append(Hand(held[: max(size, seat == drawn.turn)]))
        rest += held[len(hands[-1]) :]
    dealt = deals * variant.options.hand_size_for(seats) * seats
    order, rest = tuple(rest[:dealt]), rest[dealt:]
    cut = rnd.randint(0, len(rest))
    piles = (
        Pile(tuple(rest[:cut]), 0, rnd.randint(0, 1)),
        Pile(tuple(rest[cut:]), 0, rnd.randint(0, 2)),
    )
    return replace(
        drawn,
        hands=tuple(hands),
        stock=Stock.known(order),
        hand_played=False,
        laid=None,
        proved=(),
        sides=((1,), (2,)) if seats == 2 else _PARTNERS,
        taken=piles,
        last=rnd.randint(1, seats) if any(map(len, piles)) else NOBODY,
        score=rnd.choice(_SCORES),
    )


def covered_rules(rnd: Random) -> Variant:
    """Return a game that the kernel knows, often with house rules, sometimes turned round."""
    while True:
        variant = find_variant(rnd.choice(COVERED))
        if rnd.random() < 0.5:
            variant = random_rules(variant, rnd)
        if rnd.random() < 0.2:
            variant = variant.with_options(low_wins=True)
        if not not_covered(variant.options):
            return variant


def with_call(position: Position, play: Play) -> Play:
    """Return the play with the call of the orange that it makes, if it makes one."""
    options = position.variant.options
    if "orange" in options.calls and isinstance(play, CapturePlay):
        table = [card for item in play.items for card in item_cards(item)]
        if orange_count(play.hand, table, options):
            return replace(play, calls=("orange",))
    return play


def brute_force(position: Position, known: dict[Hashable, int] | None = None) -> int:
    """Return the difference of the points, side 0 first, by looking at every line of play.

    Nothing is pruned; a position that comes up again is only not looked at twice.
    """
    known = {} if known is None else known
    plays = [] if position.turn is None else list(legal_plays(position))
    if not plays:
        first, second = score_round(position).points
        return second - first if position.variant.options.low_wins else first - second
    key = what_matters(position)
    if key not in known:
        assert position.turn is not None
        values = [
            brute_force(play_on(position, with_call(position, play))[0], known) for play in plays
        ]
        known[key] = (max if position.side_of(position.turn) == 0 else min)(values)
    return known[key]


def near_the_end(variant: Variant, rnd: Random, *, most: int) -> Position:
    """Return a random position of a match that this round may decide, of a game that allows it."""
    if variant.options.building and rnd.random() < 0.3:
        variant = variant.with_options(
            endgame=rnd.choice(("dominican18", "soto16")),
            endgame_20=rnd.choice(("most_spades", "little_casino")),
            win_rule=rnd.choice(("higher_total", "most_spades", "claim")),
            round_score=rnd.choice(("own", "difference")),
        )
    target = variant.options.target
    score = tuple(target - rnd.randint(1, rnd.choice((4, 14))) for _ in range(2))
    return replace(open_position(variant, rnd, most=most), score=score)

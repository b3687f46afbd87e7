"""Tables to measure on: made from seeds, the same on every machine and with every Python."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.plays import CapturePlay, Play
from casino_tutor.model.position import NOBODY, Hand, Position, Stock
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.enumeration import legal_plays

HAND: Final = 4


def shuffled(cards: list[Card], rnd: Random) -> list[Card]:
    """Return the cards in another order, by the generator's `random()` alone."""
    return sorted(cards, key=lambda _: rnd.random())


def table(variant: str, loose: int, rnd: Random, hand: tuple[str, ...] = ()) -> Position:
    """Return a table of loose cards and four cards in each of two hands, without builds.

    Parameters
    ----------
    variant : str
        The game.
    loose : int
        How many cards lie on the table.
    rnd : Random
        The generator.
    hand : tuple of str
        Cards that the mover holds for certain.
    """
    rules = find_variant(variant)
    held = [Card(text) for text in hand]
    pack = [c for c in deck_cards(rules.options.deck, rules.options.packs) if c not in held]
    pack = held + shuffled(pack, rnd)
    mine, lying, rest = pack[:HAND], pack[HAND : HAND + loose], pack[HAND + loose :]
    other = min(HAND, len(rest))
    return Position(
        rules,
        loose=tuple(lying),
        hands=(Hand(tuple(mine)), Hand((), other)),
        stock=Stock(len(rest) - other),
        last=NOBODY,
    )


def tables(variant: str, loose: int, count: int) -> list[Position]:
    """Return so many different tables of one size."""
    rnd = Random(f"bench {variant} {loose}")
    return [table(variant, loose, rnd) for _ in range(count)]


def all_by_one_king(loose: int, count: int, *, fits: bool) -> list[tuple[Position, Play]]:
    """Return Royal tables on which the king of spades is to take every loose card.

    The grouping is left open. With `fits` the total is a multiple of 13, so that a grouping has to
    be found or excluded; otherwise there can be none.
    """
    rnd = Random(f"bench king {loose} {fits}")
    found: list[tuple[Position, Play]] = []
    while len(found) < count:
        position = table("royal_english", loose, rnd, ("KS",))
        numbers = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
        total = sum(numbers.get(card.rank) or int(card.rank) for card in position.loose)
        if (total % 13 == 0) == fits:
            found.append((position, CapturePlay((Card("KS"),), bag=position.loose)))
    return found


def some_of_it(variant: str, loose: int, count: int) -> list[tuple[Position, Play]]:
    """Return crowded tables with a capture of three to eight loose cards, most of them illegal."""
    rnd = Random(f"bench some {variant} {loose}")
    found: list[tuple[Position, Play]] = []
    for _ in range(count):
        position = table(variant, loose, rnd)
        taken = shuffled(list(position.loose), rnd)[: 3 + int(6 * rnd.random())]
        card = position.hand[int(len(position.hand) * rnd.random())]
        found.append((position, CapturePlay((card,), bag=tuple(taken))))
    return found


def legal_captures(variant: str, loose: int, count: int) -> list[tuple[Position, Play]]:
    """Return crowded tables with a legal capture, the one of most cards among the first hundred."""
    found: list[tuple[Position, Play]] = []
    rnd = Random(f"bench legal {variant} {loose}")
    while len(found) < count:
        position = table(variant, loose, rnd)
        captures = list(islice(legal_plays(position, kind="capture"), 100))
        if captures:
            found.append((position, max(captures, key=lambda play: len(play.items))))
    return found

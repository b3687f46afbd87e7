"""Scoring a round: who has what, which items score, in the order they are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from casino_tutor.model.cards import Card
from casino_tutor.model.options import Options
from casino_tutor.model.position import NOBODY, UNKNOWN, Pile, Position
from casino_tutor.rules.worth import certain_points

#: The order in which items are counted (rules 5; aces of spades, clubs, hearts, diamonds).
ACE_SUITS: Final = "SCHD"


@dataclass(frozen=True, slots=True)
class Tally:
    """What each side has taken in a round; every tuple has one number a side.

    Attributes
    ----------
    cards, spades : tuple of int
        How many were taken.
    items : tuple of tuple of str
        The special cards of each side, as text (``TD``, ``2S``, aces, fives, spades).
    sweeps : tuple of int
        Recorded sweeps, before cancelling.
    last : int or None
        The side that captured last.
    points : tuple of int
        Points scored already by events (oranges, Tuxedo sweeps).
    carry : tuple of (name, points)
        Points carried over into this round from tied items.
    """

    cards: tuple[int, ...]
    spades: tuple[int, ...]
    items: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    last: int | None = None
    points: tuple[int, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.cards)


class ItemPoints(NamedTuple):
    """Points of one item for one side."""

    item: str
    side: int
    points: int


def side_piles(position: Position) -> tuple[tuple[Pile, ...], ...]:
    """Return the capture piles of each side."""
    piles: list[list[Pile]] = [[] for _ in position.sides]
    by_seat = len(position.taken) != len(position.sides)
    for i, pile in enumerate(position.taken):
        piles[position.side_of(i + 1) if by_seat else i].append(pile)
    return tuple(tuple(own) for own in piles)


def tally(position: Position) -> Tally:
    """Count what each side has taken so far; the residue is not given to anybody here."""
    cards, spades, items, sweeps = [], [], [], []
    for own in side_piles(position):
        taken = [card for pile in own for card in pile.cards]
        cards.append(sum(len(pile) for pile in own))
        spades.append(sum(1 for card in taken if card.suit == "S"))
        items.append(tuple(sorted(taken)))
        sweeps.append(sum(pile.sweeps for pile in own))
    captured = position.last not in (NOBODY, UNKNOWN)
    return Tally(
        tuple(cards),
        tuple(spades),
        tuple(items),
        tuple(sweeps),
        position.side_of(position.last) if captured else None,
        position.points,
        position.carry,
    )


def net_sweeps(sweeps: Sequence[int], options: Options) -> tuple[int, ...]:
    """Return the sweeps that are left when those of all sides cancel.

    Whenever every side has one, each turns one down; so each side keeps what it has above the
    least (rules 4).

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> net_sweeps((2, 1, 1), find_variant("royal_dominican").options)
    (1, 0, 0)
    """
    least = min(sweeps) if options.sweep_cancel else 0
    return tuple(count - least for count in sweeps)


def leader(counts: Sequence[int]) -> int | None:
    """Return the side with the most, or None if several have."""
    most = max(counts)
    leaders = [side for side, count in enumerate(counts) if count == most]
    return leaders[0] if len(leaders) == 1 and most > 0 else None


def immediate_points(found: Tally, options: Options) -> tuple[int, ...]:
    """Return what each side has for certain in mid-round: special cards, sweeps, events."""
    points = [0] * found.sides
    for item in scored_items(found, options):
        if item.item not in ("cards", "spades", "last_capture"):
            points[item.side] += item.points
    return tuple(points)


def scored_items(found: Tally, options: Options) -> tuple[ItemPoints, ...]:
    """Return the points of a round, item by item, in counting order.

    Cards, spades, Big Casino, Little Casino, the aces of spades, clubs, hearts and diamonds, other
    special cards, sweeps, the last capture, and what was scored during play.

    Parameters
    ----------
    found : Tally
        What each side has at the end of the round.
    options : Options
        The rules.

    Returns
    -------
    tuple of ItemPoints
        Items that score nothing are left out.
    """
    return tuple(item for item in _items(found, options) if item.points)


def _items(found: Tally, options: Options) -> Iterator[ItemPoints]:
    carried = dict(found.carry)
    yield from _most("cards", found.cards, options.cards_points, options.tie_cards, carried)
    yield from _most("spades", found.spades, options.spades_points, options.tie_spades, carried)
    for name, text in (("big_casino", "TD"), ("little_casino", "2S")):
        yield from _card(name, Card(text), found, options)
    for suit in (*ACE_SUITS, *"BRGY"):
        yield from _card(f"ace_{suit}", Card("A" + suit), found, options)
    apart = {"TD", "2S"}
    for side, cards in enumerate(found.items):
        others = [c for c in cards if c.text not in apart and c.rank != "A"]
        points = sum(certain_points(card, options) for card in others)
        yield ItemPoints("other_cards", side, points)
    for side, count in enumerate(net_sweeps(found.sweeps, options)):
        if not options.small_sweep_cards:
            yield ItemPoints("sweeps", side, count * options.sweep_points)
    if found.last is not None:
        yield ItemPoints("last_capture", found.last, options.last_capture_bonus)
    for side, points in enumerate(found.points):
        yield ItemPoints("events", side, points)


def _card(name: str, card: Card, found: Tally, options: Options) -> Iterator[ItemPoints]:
    points = certain_points(card, options)
    for side, cards in enumerate(found.items):
        yield ItemPoints(name, side, points * cards.count(card))


def _most(
    name: str, counts: Sequence[int], points: int, tie: str, carried: dict[str, int]
) -> Iterator[ItemPoints]:
    best = max(counts)
    leaders = [side for side, count in enumerate(counts) if count == best and best > 0]
    worth = points + carried.get(name, 0)
    if len(leaders) == 1:
        yield ItemPoints(name, leaders[0], worth)
    elif tie == "split" and leaders:
        for side in leaders:
            yield ItemPoints(name, side, worth // len(leaders))


def carried_over(found: Tally, options: Options) -> tuple[tuple[str, int], ...]:
    """Return the points of tied items that wait for the next round."""
    carried = dict(found.carry)
    waiting = []
    for name, counts, points, tie in (
        ("cards", found.cards, options.cards_points, options.tie_cards),
        ("spades", found.spades, options.spades_points, options.tie_spades),
    ):
        if tie == "carry" and leader(counts) is None:
            waiting.append((name, points + carried.get(name, 0)))
    return tuple(waiting)


def side_points(items: Sequence[ItemPoints], sides: int) -> tuple[int, ...]:
    """Add up the points of each side."""
    totals = [0] * sides
    for item in items:
        totals[item.side] += item.points
    return tuple(totals)

"""Scoring a round: who has what, which items score, in the order they are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.position import NOBODY, UNKNOWN, Pile, Position
from casino_tutor.rules.restrictions import sweeps_cancel, sweeps_score
from casino_tutor.rules.worth import certain_points, most_spades_points

#: The order in which items are counted (rules 5; aces of spades, clubs, hearts, diamonds).
ACE_SUITS: Final = "SCHD"
#: Items that are decided only when the round is over.
_LATE_ITEMS: Final = ("cards", "spades", "last_capture")
#: With so many points of anybody the Finnish game knows no more sweeps (rules 10.2).
_SWEEP_LIMIT: Final = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """What each side has taken in a round; every tuple has one number a side.

    Attributes
    ----------
    cards, spades : tuple of int
        How many were taken.
    items : tuple of tuple of Card
        The known cards of each side; those that score nothing of their own may be left out.
    sweeps : tuple of int
        Recorded sweeps, before cancelling.
    last : int or None
        The side that captured last.
    points : tuple of int
        Points scored already by events (oranges, Tuxedo sweeps).
    carry : tuple of (name, points)
        Points carried over into this round from tied items.
    scores : tuple of int
        The match scores before the round, where they are known.
    """

    cards: tuple[int, ...]
    spades: tuple[int, ...]
    items: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    last: int | None = None
    points: tuple[int, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()
    scores: tuple[int, ...] = ()

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
        position.score,
    )


def net_sweeps(
    sweeps: Sequence[int], options: Options, scores: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the sweeps that are left when those of all sides cancel.

    Whenever every side has one, each turns one down; so each side keeps what it has above the
    least (rules 4).

    Parameters
    ----------
    sweeps : sequence of int
        The recorded sweeps of each side.
    options : Options
        The rules.
    scores : sequence of int
        The match scores before the round: a variant may say that the sweeps of a side near the
        target do not even cancel others.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> net_sweeps((2, 1, 1), find_variant("royal_dominican").options)
    (1, 0, 0)
    """
    counting = [
        count if sweeps_cancel(options, scores, side) else 0 for side, count in enumerate(sweeps)
    ]
    least = min(counting) if options.sweep_cancel else 0
    return tuple(count - least for count in counting)


def leader(counts: Sequence[int]) -> int | None:
    """Return the side with the most, or None if several have."""
    most = max(counts)
    leaders = [side for side, count in enumerate(counts) if count == most]
    return leaders[0] if len(leaders) == 1 and most > 0 else None


def immediate_points(found: Tally, options: Options) -> tuple[int, ...]:
    """Return what each side has for certain in mid-round: special cards, sweeps, events."""
    early = [item for item in scored_items(found, options) if item.item not in _LATE_ITEMS]
    return side_points(early, found.sides)


def running_scores(position: Position) -> tuple[int, ...]:
    """Return the match scores as they stand in mid-round.

    Where points count as soon as they are made, what each side has for certain is added to the
    score before the round.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 8S/?1 1 0 AS,TC/- 1; variant kasino_finnish; score 9/3")
    >>> running_scores(table)
    (10, 3)
    """
    start = position.score or (0,) * len(position.sides)
    options = position.variant.options
    if options.scoring_time == "end_of_round":
        return start
    made = immediate_points(tally(position), options)
    return tuple(before + points for before, points in zip(start, made, strict=True))


def are_sweeps_recorded(position: Position) -> bool:
    """Return True if a sweep made now would be recorded.

    It may still be worth no point. Some variants know no sweeps, none in the last deal, none once
    somebody has ten points, or none of a side that is restricted near the target.
    """
    options = position.variant.options
    if position.turn is not None:
        side = position.side_of(position.turn)
        if not sweeps_cancel(options, position.score, side):
            return False
    if not options.sweep_recorded and options.sweep_points <= 0:
        return False
    if not options.sweep_last_deal and position.stock.count == 0:
        return False
    if options.sweep_cutoff == "any_10":
        return max(running_scores(position)) < _SWEEP_LIMIT
    if options.sweep_cutoff == "any_10_at_start":
        return max(position.score, default=0) < _SWEEP_LIMIT
    return True


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
    for name, counts, points, tie in _majorities(found, options):
        yield from _most(name, counts, points + carried.get(name, 0), tie)
    for name, text in (("big_casino", "TD"), ("little_casino", "2S")):
        yield from _card(name, Card(text), found, options)
    for suit in (*ACE_SUITS, *"BRGY"):
        yield from _card(f"ace_{suit}", Card("A" + suit), found, options)
    apart = {"TD", "2S"}
    for side, cards in enumerate(found.items):
        others = [c for c in cards if c.text not in apart and c.rank != "A"]
        points = sum(certain_points(card, options) for card in others)
        yield ItemPoints("other_cards", side, points)
    for side, count in enumerate(net_sweeps(found.sweeps, options, found.scores)):
        # Sweeps that are told apart by size score when they are made.
        if not options.small_sweep_cards and sweeps_score(options, found.scores, side):
            yield ItemPoints("sweeps", side, count * options.sweep_points)
    if found.last is not None:
        yield ItemPoints("last_capture", found.last, options.last_capture_bonus)
    for side, points in enumerate(found.points):
        yield ItemPoints("events", side, points)


def _card(name: str, card: Card, found: Tally, options: Options) -> Iterator[ItemPoints]:
    points = certain_points(card, options)
    for side, cards in enumerate(found.items):
        yield ItemPoints(name, side, points * cards.count(card))


class _Majority(NamedTuple):
    """An item that goes to the side with most."""

    name: str
    counts: tuple[int, ...]
    points: int
    tie: str


def _majorities(found: Tally, options: Options) -> tuple[_Majority, ...]:
    spades = most_spades_points(options)
    return (
        _Majority("cards", found.cards, options.cards_points, options.tie_cards),
        _Majority("spades", found.spades, spades, options.tie_spades),
    )


def _most(name: str, counts: Sequence[int], points: int, tie: str) -> Iterator[ItemPoints]:
    best = max(counts)
    leaders = [side for side, count in enumerate(counts) if count == best and best > 0]
    if len(leaders) == 1:
        yield ItemPoints(name, leaders[0], points)
    elif tie == "split":
        for side in leaders:
            yield ItemPoints(name, side, points // len(leaders))


def carried_over(found: Tally, options: Options) -> tuple[tuple[str, int], ...]:
    """Return the points of tied items that wait for the next round."""
    carried = dict(found.carry)
    return tuple(
        (name, points + carried.get(name, 0))
        for name, counts, points, tie in _majorities(found, options)
        if tie == "carry" and points and leader(counts) is None
    )


def certain_majorities(found: Tally, options: Options) -> tuple[ItemPoints, ...]:
    """Return the majorities that can no longer be equalled.

    With two sides that is the 27th card and the 7th spade; with more, a lead larger than all that
    is still to be taken (rules 12, A-11).
    """
    pack = deck_cards(options.deck, options.packs)
    whole = {"cards": len(pack), "spades": sum(card.suit == "S" for card in pack)}
    carried = dict(found.carry)
    certain = []
    for name, counts, points, _ in _majorities(found, options):
        side = leader(counts)
        if side is None:
            continue
        rest = whole[name] - sum(counts)
        next_best = max(count for i, count in enumerate(counts) if i != side)
        if counts[side] > next_best + rest:
            certain.append(ItemPoints(name, side, points + carried.get(name, 0)))
    return tuple(certain)


def side_points(items: Sequence[ItemPoints], sides: int) -> tuple[int, ...]:
    """Add up the points of each side."""
    totals = [0] * sides
    for item in items:
        totals[item.side] += item.points
    return tuple(totals)

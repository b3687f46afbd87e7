"""Scoring a round: who has what, which items score, in the order they are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from casino_tutor.model.cards import Card, deck_cards, deck_counts
from casino_tutor.model.options import Options
from casino_tutor.model.plays import CapturePlay, Item, Play
from casino_tutor.model.position import NOBODY, UNKNOWN, Pile, Position
from casino_tutor.rules.restrictions import sweeps_cancel, sweeps_score
from casino_tutor.rules.worth import (
    certain_points,
    knows_sweeps,
    most_spades_points,
    scores_when_made,
)

#: The order in which items are counted (rules 5; aces of spades, clubs, hearts, diamonds).
ACE_SUITS: Final = "SCHD"
#: Items that are decided only when the round is over.
_LATE_ITEMS: Final = ("cards", "spades", "diamonds", "last_capture")
#: Single cards with an item of their own.
_NAMED_CARDS: Final = (
    ("big_casino", Card("TD")),
    ("little_casino", Card("2S")),
    ("seven_of_diamonds", Card("7D")),
)
#: Ranks of which all four may score together (rules 11).
_FOUR_ALIKE: Final = (("four_aces", "A"), ("four_sixes", "6"), ("four_sevens", "7"))
#: Where spades above so many score one by one (rules 10.1).
_SPADES_AT_LEAST: Final = 6
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
    diamonds : tuple of int
        How many were taken; empty where nobody counted them.
    """

    cards: tuple[int, ...]
    spades: tuple[int, ...]
    items: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    last: int | None = None
    points: tuple[int, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()
    scores: tuple[int, ...] = ()
    diamonds: tuple[int, ...] = ()

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
    cards, spades, diamonds, items, sweeps = [], [], [], [], []
    for own in side_piles(position):
        taken = [card for pile in own for card in pile.cards]
        cards.append(sum(len(pile) for pile in own))
        spades.append(sum(1 for card in taken if card.suit == "S"))
        diamonds.append(sum(1 for card in taken if card.suit == "D"))
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
        tuple(diamonds),
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
    return side_points(immediate_items(found, options), found.sides)


def immediate_items(found: Tally, options: Options) -> tuple[ItemPoints, ...]:
    """Return the same item by item."""
    early = (item for item in scored_items(found, options) if item.item not in _LATE_ITEMS)
    return tuple(early)


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
    if not knows_sweeps(options):
        return False
    if not options.sweep_last_deal and position.stock.count == 0:
        return False
    if options.sweep_cutoff == "any_10":
        return max(running_scores(position)) < _SWEEP_LIMIT
    if options.sweep_cutoff == "any_10_at_start":
        return max(position.score, default=0) < _SWEEP_LIMIT
    return True


def sweeps_made(position: Position, play: Play) -> int:
    """Return how many sweeps a play is recorded as.

    None where it leaves something on the table or none are recorded; one, or by option more where
    it is the first play of a deal.

    Parameters
    ----------
    position : Position
        The table before the play, the played cards still in the hand.
    play : Play
        A legal play.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 8S,2C,KD/?3 1 20 -/- -; variant kirchner")
    >>> sweeps_made(table, parse_play("8Sx8D"))
    1
    """
    lying = len(position.loose) + len(position.builds)
    if not isinstance(play, CapturePlay) or len(play.items) < lying:
        return 0
    # Two packs hold equal cards, and each of them has to be taken.
    left = Counter[Item](position.loose)
    left.update(build.item for build in position.builds)
    if left - Counter(play.items) or not are_sweeps_recorded(position):
        return 0
    most = position.variant.options.first_play_sweeps
    if most == 1:
        return 1
    # Few games ask this, and judging a play otherwise needs nothing of dealing.
    from casino_tutor.rules.dealing import opens_a_deal

    return most if opens_a_deal(position) else 1


def scored_items(found: Tally, options: Options) -> tuple[ItemPoints, ...]:
    """Return the points of a round, item by item, in counting order.

    Cards, spades, spades above six, diamonds, Big Casino, Little Casino, the seven of diamonds,
    the aces of spades, clubs, hearts and diamonds, other special cards, four of a rank, sweeps,
    the last capture, and what was scored during play. After a shutout the round is counted as if
    the other side had taken everything.

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
    return tuple(item for item in _items(_as_counted(found, options), options) if item.points)


def shut_out(found: Tally, options: Options) -> int | None:
    """Return the side that loses everything because it took no card that scores of its own.

    That is settled only when the other side has every such card (rules 9.3).

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> end = parse_position("- -/- - 0 AS,AH,AD,AC,TD,2S/KS,QS 1; option shutout=true")
    >>> shut_out(tally(end), end.variant.options)
    1
    """
    if not options.shutout or found.sides != 2:
        return None
    pack = deck_counts(options.deck, options.packs)
    whole = sum(number for card, number in pack.items() if certain_points(card, options))
    held = [sum(1 for card in cards if certain_points(card, options)) for cards in found.items]
    return held.index(0) if sorted(held) == [0, whole] else None


def _as_counted(found: Tally, options: Options) -> Tally:
    """Return what is counted: after a shutout, as if the other side had taken everything."""
    loser = shut_out(found, options)
    if loser is None:
        return found

    def given(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(0 if side == loser else sum(counts) for side, _ in enumerate(counts))

    everything = tuple(card for cards in found.items for card in cards)
    return replace(
        found,
        cards=given(found.cards),
        spades=given(found.spades),
        items=tuple(() if side == loser else everything for side in range(2)),
        sweeps=given(found.sweeps),
        last=None if found.last is None else 1 - loser,
        points=given(found.points),
        diamonds=given(found.diamonds),
    )


def _items(found: Tally, options: Options) -> Iterator[ItemPoints]:
    cards, spades, *others = majorities(found, options)
    yield from _most(cards)
    yield from _most(spades)
    for side, count in enumerate(found.spades):
        above = max(0, count - _SPADES_AT_LEAST)
        yield ItemPoints("over_spades", side, above * options.over_spades_points)
    for majority in others:
        yield from _most(majority)
    for name, card in _NAMED_CARDS:
        yield from _card(name, card, found, options)
    for suit in (*ACE_SUITS, *"BRGY"):
        yield from _card(f"ace_{suit}", Card("A" + suit), found, options)
    apart = {card for _, card in _NAMED_CARDS}
    for side, held in enumerate(found.items):
        points = sum(certain_points(c, options) for c in held if c not in apart and c.rank != "A")
        yield ItemPoints("other_cards", side, points)
    yield from _four_alike(found, options)
    for side, count in enumerate(net_sweeps(found.sweeps, options, found.scores)):
        if not scores_when_made(options) and sweeps_score(options, found.scores, side):
            yield ItemPoints("sweeps", side, count * options.sweep_points)
    if found.last is not None:
        yield ItemPoints("last_capture", found.last, options.last_capture_bonus)
    for side, points in enumerate(found.points):
        yield ItemPoints("events", side, points)


def _card(name: str, card: Card, found: Tally, options: Options) -> Iterator[ItemPoints]:
    points = certain_points(card, options)
    for side, cards in enumerate(found.items):
        yield ItemPoints(name, side, points * cards.count(card))


def _four_alike(found: Tally, options: Options) -> Iterator[ItemPoints]:
    """Yield the points for every card of a rank: four of one pack, eight of two."""
    if not options.four_alike_points:
        return
    for name, rank in _FOUR_ALIKE:
        for side, cards in enumerate(found.items):
            if sum(card.rank == rank for card in cards) == 4 * options.packs:
                yield ItemPoints(name, side, options.four_alike_points)


class Majority(NamedTuple):
    """An item that goes to the side with most, or to every side that has enough.

    Attributes
    ----------
    name : str
        The item.
    counts : tuple of int
        How many each side has.
    points : int
        What it is worth, with the points that waited for this round.
    tie : str
        What happens when several sides have most.
    needed : int
        How many are enough; 0 where most of them count.
    """

    name: str
    counts: tuple[int, ...]
    points: int
    tie: str
    needed: int = 0


def majorities(found: Tally, options: Options) -> tuple[Majority, ...]:
    """Return most cards and most spades, and most diamonds where these score."""
    carried = dict(found.carry)
    count_at_all = options.majorities == "always" or found.sides <= 2

    def worth(name: str, points: int) -> int:
        return (points + carried.get(name, 0)) * count_at_all

    cards = worth("cards", options.cards_points)
    spades = worth("spades", most_spades_points(options))
    diamonds = worth("diamonds", options.diamonds_points)
    counted = (
        Majority("cards", found.cards, cards, options.tie_cards),
        Majority("spades", found.spades, spades, options.tie_spades, options.spades_needed),
    )
    if diamonds and found.diamonds:
        return (*counted, Majority("diamonds", found.diamonds, diamonds, "none"))
    return counted


def _most(item: Majority) -> Iterator[ItemPoints]:
    best = max(item.counts)
    leaders = [side for side, count in enumerate(item.counts) if count == best and best > 0]
    if item.needed:
        for side, count in enumerate(item.counts):
            if count >= item.needed:
                yield ItemPoints(item.name, side, item.points)
    elif len(leaders) == 1:
        yield ItemPoints(item.name, leaders[0], item.points)
    elif item.tie == "split":
        for side in leaders:
            yield ItemPoints(item.name, side, item.points // len(leaders))


def carried_over(found: Tally, options: Options) -> tuple[tuple[str, int], ...]:
    """Return the points of tied items that wait for the next round."""
    return tuple(
        (item.name, item.points)
        for item in majorities(_as_counted(found, options), options)
        if item.tie == "carry" and not item.needed and item.points and leader(item.counts) is None
    )


def certain_majorities(found: Tally, options: Options) -> tuple[ItemPoints, ...]:
    """Return the majorities that can no longer be equalled, or for which a side has enough.

    With two sides that is the 27th card and the 7th spade; with more, a lead larger than all that
    is still to be taken (rules 12, A-11). Where captured cards can be lost again none is certain.
    """
    if options.steal_tops != "none":
        return ()
    pack = deck_cards(options.deck, options.packs)
    whole = {
        "cards": len(pack),
        "spades": sum(card.suit == "S" for card in pack),
        "diamonds": sum(card.suit == "D" for card in pack),
    }
    certain: list[ItemPoints] = []
    for item in majorities(found, options):
        side = leader(item.counts)
        if item.needed:
            certain += _most(item)
        elif side is not None:
            rest = whole[item.name] - sum(item.counts)
            next_best = max(count for i, count in enumerate(item.counts) if i != side)
            if item.counts[side] > next_best + rest:
                certain.append(ItemPoints(item.name, side, item.points))
    return tuple(certain)


def side_points(items: Sequence[ItemPoints], sides: int) -> tuple[int, ...]:
    """Add up the points of each side."""
    totals = [0] * sides
    for item in items:
        totals[item.side] += item.points
    return tuple(totals)

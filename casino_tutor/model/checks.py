"""What cannot be in a position: all faults at once, each with its place in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.errors import Fault
from casino_tutor.model.plays import sets_text
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import card_values, group_sums
from casino_tutor.model.variant import find_variant, variant_names


@dataclass(slots=True)
class Places:
    """Where in the text each thing was written; empty for a position made in Python."""

    cards: dict[Card, list[tuple[int, str]]] = field(default_factory=dict)
    builds: dict[Build, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=list)
    turn: int = 0
    stock: int = 0
    taken: int = 0
    last: int = 0

    def card(self, card: Card, at: int, place: str) -> None:
        """Note that a card was written at an offset, and where it lies."""
        self.cards.setdefault(card, []).append((at, place))


def position_faults(position: Position, places: Places | None = None) -> tuple[Fault, ...]:
    """Return everything that no deal of the pack can produce.

    A position that *lacks* cards is no fault (see ``rules.flags``).

    Parameters
    ----------
    position : Position
        Any position.
    places : Places, optional
        Offsets in the text it was read from.

    Returns
    -------
    tuple of Fault
        All faults in the order of the text; empty if there is none.
    """
    places = places or Places()
    faults = [
        *_card_faults(position, places),
        *_build_faults(position, places),
        *_hand_faults(position, places),
        *_seat_faults(position, places),
        *_count_faults(position, places),
    ]
    return tuple(sorted(faults, key=lambda fault: fault.offset))


def known_cards(position: Position) -> Counter[Card]:
    """Count every card whose place is known: table, hands, piles, stock, aside."""
    counts = Counter(position.loose)
    for build in position.builds:
        counts.update(build.cards)
    for hand in position.hands:
        counts.update(hand.cards)
    for pile in position.taken:
        counts.update(pile.cards)
    counts.update(position.stock.order or ())
    counts.update(position.aside)
    return counts


def _card_faults(position: Position, places: Places) -> Iterator[Fault]:
    options = position.variant.options
    pack = deck_counts(options.deck, options.packs)
    foreign = [card for card in known_cards(position) if card not in pack]
    if foreign:
        yield _foreign_cards(position, foreign, places)
    for card, count in known_cards(position).items():
        written = places.cards.get(card, [])
        if card in pack and count > pack[card]:
            at = written[pack[card]][0] if len(written) > pack[card] else 0
            where = " and ".join(dict.fromkeys(place for _, place in written))
            place = f" ({where})" if where else ""
            times = "once" if pack[card] == 1 else f"{pack[card]} times"
            yield Fault(f"{card} stands {count} times{place}, the pack has it {times}", at)


def _foreign_cards(position: Position, cards: list[Card], places: Places) -> Fault:
    """Name the cards that are of another pack, and the variants that have them all."""
    at = min((places.cards[card][0][0] for card in cards if card in places.cards), default=0)
    shown = ", ".join(card.text for card in cards[:5]) + (", ..." if len(cards) > 5 else "")
    having = [
        name
        for name in variant_names()
        if all(card in deck_counts(find_variant(name).options.deck) for card in cards)
    ]
    others = " and others" if len(having) > 2 else ""
    other = f"; {', '.join(having[:2])}{others} would have such cards" if having else ""
    are = "is" if len(cards) == 1 else "are"
    return Fault(f"{shown} {are} not in the pack of {position.variant.name}{other}", at)


def _build_faults(position: Position, places: Places) -> Iterator[Fault]:
    values = card_values(position.variant.options)
    for build in position.builds:
        at = places.builds.get(build, 0)
        if build.owner is not None and build.owner > position.seats:
            yield Fault(f"{build} belongs to seat {build.owner}, {_seats(position)}", at)
        if len(build.cards) < 2:
            yield Fault(f"{build} is one card; a build has at least two", at)
            continue
        for cards in build.sets:
            sums = group_sums(cards, values)
            if build.value not in sums and all(card in values.in_hand for card in cards):
                total = "has no number" if not sums else f"totals {_or(sums)}"
                yield Fault(f"{sets_text((cards,))} {total}, not {build.value} as announced", at)


def _or(numbers: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))


def _hand_faults(position: Position, places: Places) -> Iterator[Fault]:
    most = position.variant.options.hand_size_for(position.seats)
    for seat, hand in enumerate(position.hands, 1):
        if len(hand) > most:
            at = places.hands[seat - 1] if places.hands else 0
            yield Fault(f"seat {seat} holds {len(hand)} cards, a deal gives {most}", at)


def _seat_faults(position: Position, places: Places) -> Iterator[Fault]:
    if position.turn is not None and position.turn > position.seats:
        yield Fault(f"it is seat {position.turn}'s turn, {_seats(position)}", places.turn)
    if position.last > position.seats:
        yield Fault(f"seat {position.last} captured last, {_seats(position)}", places.last)
    for seat, _ in position.proved:
        if seat > position.seats:
            yield Fault(f"a proof names seat {seat}, {_seats(position)}", places.last)
    piles, sides = len(position.taken), len(position.sides)
    if piles not in (sides, position.seats):
        yield Fault(f"{piles} taken piles stand for {sides} sides", places.taken)
    for name, scores in (("score", position.score), ("points", position.points)):
        if scores and len(scores) != sides:
            yield Fault(f"{name} has {len(scores)} numbers for {sides} sides", places.last)


def _seats(position: Position) -> str:
    return f"but only {position.seats} seats play"


def _count_faults(position: Position, places: Places) -> Iterator[Fault]:
    options = position.variant.options
    pack = sum(deck_counts(options.deck, options.packs).values())
    unknown = sum(h.unknown for h in position.hands) + sum(p.unknown for p in position.taken)
    hidden = 0 if position.stock.order is not None else position.stock.count
    shown = sum(known_cards(position).values())
    total = shown + unknown + hidden
    # A card too often is named by itself; the sum then says nothing new.
    if total > pack and shown <= pack:
        yield Fault(
            f"{total} cards are counted ({shown} shown, {unknown} unknown, "
            f"{hidden} in the stock), the pack has {pack}",
            places.stock,
        )

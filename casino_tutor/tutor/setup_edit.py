"""Setting up a table: a card is laid down or taken up, and a new position comes of it.

A place is named by a word and, where there are several, what tells them apart: ``loose``,
``hand 2``, ``pile 0``, ``stock``; ``build`` is a build that is to come, ``set 5H`` the set of a
build in which the five lies, ``beside 5H`` another set of the same build. What cannot be is not
refused here: `casino_tutor.model.checks.position_faults` lists it while the table is set up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.plays import Sets
from casino_tutor.model.position import UNKNOWN, Build, Hand, Pile, Position, Stock
from casino_tutor.model.values import CardValues, Values, card_values, group_sums
from casino_tutor.model.variant import Variant

LOOSE: Final = "loose"
STOCK: Final = "stock"
NEW_BUILD: Final = "build"
#: More than any pack holds: nobody counts so many hidden cards.
MOST_HIDDEN: Final = 200


class SetupError(ValueError):
    """Something that cannot be done to the table as it stands."""


# --- cards ---------------------------------------------------------------------------------------


def places_of(position: Position, card: Card) -> Iterator[str]:
    """Yield the places where a card lies, once for each copy.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("[5H+3C]=8@2,TD 8S,7D/?2 1 20 9H/- 1")
    >>> [next(places_of(table, Card(text))) for text in ("TD", "8S", "9H", "3C")]
    ['loose', 'hand 1', 'pile 0', 'set 3C']
    """
    yield from [LOOSE] * position.loose.count(card)
    for build in position.builds:
        yield from [f"set {card}"] * build.cards.count(card)
    for seat, hand in enumerate(position.hands, 1):
        yield from [f"hand {seat}"] * hand.cards.count(card)
    for index, pile in enumerate(position.taken):
        yield from [f"pile {index}"] * pile.cards.count(card)
    yield from [STOCK] * (position.stock.order or ()).count(card)


def left_in_pack(position: Position) -> dict[Card, int]:
    """Return how often each card of the pack is still to be laid somewhere."""
    options = position.variant.options
    pack, shown = deck_counts(options.deck, options.packs), known_cards(position)
    return {card: count - shown[card] for card, count in pack.items()}


def put(position: Position, card: Card, place: str) -> tuple[Position, str]:
    """Lay a card down.

    Parameters
    ----------
    position : Position
        The table.
    card : Card
        The card.
    place : str
        Where.

    Returns
    -------
    tuple of Position and str
        The table with it, and the place where the next card goes: a new build is one with the
        first card in it.

    Raises
    ------
    SetupError
        If there is no such place.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table, place = put(parse_position("- 8S/?1 1 20"), Card("5H"), "build")
    >>> print(put(table, Card("3C"), place)[0])
    [5H+3C]=8@1 8S/?1 1 20 -/- ?
    """
    word, which = split_place(position, place)
    if word == LOOSE:
        return replace(position, loose=(*position.loose, card)), place
    if word == "hand":
        hand = position.hands[int(which) - 1]
        return _with_hand(position, int(which), replace(hand, cards=(*hand.cards, card))), place
    if word == "pile":
        pile = position.taken[int(which)]
        return _with_pile(position, int(which), replace(pile, cards=(*pile.cards, card))), place
    if word == STOCK:
        order = (*(position.stock.order or ()), card)
        return replace(position, stock=Stock.known(order)), place
    values = card_values(position.variant.options)
    if word == NEW_BUILD:
        built = _valued(((card,),), 0, values)
        build = Build(((card,),), built, position.turn or 1)
        return replace(position, builds=(*position.builds, build)), f"set {card}"
    old, index = _set_of(position, Card(which))
    sets = list(old.sets)
    if word == "set":
        sets[index] = (*sets[index], card)
    else:
        sets.append((card,))
    build = replace(old, sets=tuple(sets), value=_valued(tuple(sets), old.value, values))
    return _with_build(position, old, build), f"set {card}"


def take_up(position: Position, card: Card, place: str) -> Position:
    """Take a card back into the pack.

    Parameters
    ----------
    position : Position
        The table.
    card : Card
        The card.
    place : str
        Where it lies.

    Raises
    ------
    SetupError
        If it does not lie there.
    """
    if place not in places_of(position, card):
        raise SetupError(f"The {card.name} does not lie there any more.")
    word, which = split_place(position, place)
    if word == LOOSE:
        return replace(position, loose=_without(position.loose, card))
    if word == "hand":
        hand = position.hands[int(which) - 1]
        held = replace(hand, cards=_without(hand.cards, card))
        return _with_hand(position, int(which), held)
    if word == "pile":
        pile = position.taken[int(which)]
        return _with_pile(position, int(which), replace(pile, cards=_without(pile.cards, card)))
    if word == STOCK:
        order = _without(position.stock.order or (), card)
        return replace(position, stock=Stock.known(order) if order else Stock())
    old, index = _set_of(position, card)
    sets = list(old.sets)
    sets[index] = _without(sets[index], card)
    left = tuple(cards for cards in sets if cards)
    if not left:
        return _with_build(position, old, None)
    value = _valued(left, old.value, card_values(position.variant.options))
    return _with_build(position, old, replace(old, sets=left, value=value))


def split_place(position: Position, place: str) -> tuple[str, str]:
    """Return the word of a place and what follows it.

    Raises
    ------
    SetupError
        If there is no such place.
    """
    word, _, which = place.partition(" ")
    if place in (LOOSE, STOCK, NEW_BUILD):
        return word, which
    if word in ("set", "beside"):
        if any(which == card.text for build in position.builds for card in build.cards):
            return word, which
    else:
        first, last = (1, position.seats) if word == "hand" else (0, len(position.taken) - 1)
        if word in ("hand", "pile") and which in map(str, range(first, last + 1)):
            return word, which
    raise SetupError("There is no such place on the table.")


# --- builds --------------------------------------------------------------------------------------


def possible_values(build: Build, position: Position) -> tuple[int, ...]:
    """Return the values that a build can have: those of all its sets, or of the first."""
    sums = [group_sums(cards, card_values(position.variant.options)) for cards in build.sets]
    return tuple(sorted(frozenset.intersection(*sums) or sums[0]))


def with_value(position: Position, card: Card, value: int) -> Position:
    """Give the build in which a card lies another value."""
    build, _ = _set_of(position, card)
    return _with_build(position, build, replace(build, value=value))


def with_owner(position: Position, card: Card, seat: int) -> Position:
    """Give the build in which a card lies another owner; 0 if it is not known."""
    if not 0 <= seat <= position.seats:
        raise SetupError("There is no such seat.")
    build, _ = _set_of(position, card)
    return _with_build(position, build, replace(build, owner=seat or None))


def _set_of(position: Position, card: Card) -> tuple[Build, int]:
    for build in position.builds:
        for index, cards in enumerate(build.sets):
            if card in cards:
                return build, index
    raise SetupError("There is no such build any more.")


def _valued(sets: Sets, before: int, values: CardValues) -> int:
    """Return the value of a build whose cards have changed; the old one if it still can be."""
    sums: list[Values] = [group_sums(cards, values) for cards in sets]
    common = frozenset.intersection(*sums) or sums[0]
    return before if before in common else min(common, default=0)


def _with_build(position: Position, old: Build, new: Build | None) -> Position:
    builds = list(position.builds)
    builds[builds.index(old) : builds.index(old) + 1] = [] if new is None else [new]
    return replace(position, builds=tuple(builds))


# --- what is hidden, and how many play -----------------------------------------------------------


def with_hidden(position: Position, place: str, count: int) -> Position:
    """Say how many hidden cards lie in a hand, a pile or the stock.

    Raises
    ------
    SetupError
        If there can be no hidden cards, or not so many.
    """
    if not 0 <= count <= MOST_HIDDEN:
        raise SetupError(f"From 0 to {MOST_HIDDEN} cards can be hidden.")
    word, which = split_place(position, place)
    if word == "hand":
        hand = replace(position.hands[int(which) - 1], unknown=count)
        return _with_hand(position, int(which), hand)
    if word == "pile":
        pile = replace(position.taken[int(which)], unknown=count)
        return _with_pile(position, int(which), pile)
    if word != STOCK:
        raise SetupError("Nothing is hidden there.")
    return replace(position, stock=Stock(count))


def with_rest_in_stock(position: Position) -> Position:
    """Let every card that lies nowhere be in the stock."""
    options = position.variant.options
    pack = deck_counts(options.deck, options.packs)
    shown = known_cards(position) - type(pack)(position.stock.order or ())
    hidden = sum(hand.unknown for hand in position.hands)
    hidden += sum(pile.unknown for pile in position.taken)
    count = sum(pack.values()) - sum(shown.values()) - hidden
    return replace(position, stock=Stock(max(0, count)))


def with_sweeps(position: Position, pile: int, count: int) -> Position:
    """Say how many sweeps are recorded in a pile."""
    if not 0 <= pile < len(position.taken) or not 0 <= count <= MOST_HIDDEN:
        raise SetupError("So many sweeps cannot be.")
    return _with_pile(position, pile, replace(position.taken[pile], sweeps=count))


def with_seats(position: Position, seats: int) -> Position:
    """Let another number of seats play; cards of a seat that leaves go back into the pack."""
    if not 1 < seats <= 6:
        raise SetupError("Two to six can play.")
    hands = (*position.hands, *(Hand() for _ in range(seats)))[:seats]
    return fitted(replace(position, hands=hands, sides=position.variant.options.sides_for(seats)))


def under(position: Position, variant: Variant) -> Position:
    """Return the same table under other rules."""
    sides = variant.options.sides_for(position.seats)
    return fitted(replace(position, variant=variant, sides=sides))


def cleared(position: Position) -> Position:
    """Return a table of the same game and seats on which nothing lies yet."""
    return Position(
        variant=position.variant,
        hands=(Hand(),) * position.seats,
        sides=position.sides,
        score=position.score,
    )


def fitted(position: Position) -> Position:
    """Return the position with as many piles, scores and names as there are seats and sides."""
    seats, sides = position.seats, len(position.sides)
    piles = seats if position.variant.options.piles == "by_seat" else sides
    fits = position.turn is None or position.turn <= seats
    return replace(
        position,
        taken=(*position.taken, *(Pile() for _ in range(piles)))[:piles],
        turn=position.turn if fits else 1,
        last=position.last if position.last <= seats else UNKNOWN,
        builds=tuple(
            build if (build.owner or 0) <= seats else replace(build, owner=None)
            for build in position.builds
        ),
        score=position.score if len(position.score) == sides else (),
        points=position.points if len(position.points) == sides else (),
        proved=tuple((seat, value) for seat, value in position.proved if seat <= seats),
    )


def _with_hand(position: Position, seat: int, hand: Hand) -> Position:
    hands = position.hands
    return replace(position, hands=(*hands[: seat - 1], hand, *hands[seat:]))


def _with_pile(position: Position, index: int, pile: Pile) -> Position:
    taken = position.taken
    return replace(position, taken=(*taken[:index], pile, *taken[index + 1 :]))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without the last copy of one of them."""
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]

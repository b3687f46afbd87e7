"""What is odd about a position that is accepted all the same."""

from __future__ import annotations

from collections.abc import Iterator

from casino_tutor.model.cards import Card, cards_text, deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.position import Position
from casino_tutor.model.violation import Notice
from casino_tutor.rules.catalogue import notice
from casino_tutor.rules.foreign import foreign_marks
from casino_tutor.rules.groups import shared_out, values_of

_NAMED = 5


def flags(position: Position) -> tuple[Notice, ...]:
    """Return remarks on a position: cards missing, uneven hands, what its game does not know.

    None of them makes a position unusable; what cannot be at all is a fault
    (`casino_tutor.model.checks.position_faults`).

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> for flag in flags(parse_position("[5H+3C]=8@1 KD,7S/?2 1 44 -/- -")):
    ...     print(flag.id, "-", flag.sentence)
    flag.cards_missing - Nowhere in this position: 2 of the cards of the pack.
    flag.unguarded - Seat 1 owns a build of 8 but does not hold the cards to take all it owns.
    """
    return (
        *_seats(position),
        *_missing(position),
        *_uneven(position),
        *_hidden(position),
        *_unguarded(position),
        *foreign_marks(position),
    )


def _seats(position: Position) -> Iterator[Notice]:
    allowed = position.variant.options.seats
    if position.seats not in allowed:
        first, last = allowed[:-1], str(allowed[-1])
        listed = f"{', '.join(map(str, first))} or {last}" if first else last
        yield notice("flag.seats", seats=position.seats, allowed=listed)


def missing_cards(position: Position) -> tuple[int, tuple[Card, ...]]:
    """Return how many cards of the pack are nowhere, and which ones they can be.

    Returns
    -------
    tuple of int and tuple of Card
        The number, and every card whose place is not known (unknown cards of hands, stock and
        piles are among them, so these may be more than the number).
    """
    options = position.variant.options
    unseen = deck_counts(options.deck, options.packs) - known_cards(position)
    hidden = sum(hand.unknown for hand in position.hands)
    hidden += sum(pile.unknown for pile in position.taken)
    if position.stock.order is None:
        hidden += position.stock.count
    return max(0, sum(unseen.values()) - hidden), tuple(sorted(unseen.elements()))


def _missing(position: Position) -> Iterator[Notice]:
    count, unseen = missing_cards(position)
    if not count:
        return
    # Which cards are missing is known only when nothing else is hidden.
    known = unseen if count == len(unseen) else ()
    more = ", ..." if len(known) > _NAMED else ""
    some = f": {cards_text(known[:_NAMED])}{more}" if known else ""
    yield notice("flag.cards_missing", known, count=count, some=some)


def _uneven(position: Position) -> Iterator[Notice]:
    if position.turn is None or position.variant.options.hand_cards == "many":
        return
    sizes = [len(hand) for hand in position.hands]
    mover, seats = position.turn - 1, len(sizes)
    full = sizes[mover] + position.hand_played
    options = position.variant.options
    draws = options.refill == "after_play"
    if draws and all(size == full or seat == mover for seat, size in enumerate(sizes)):
        return
    # Seat 1 leads; only where the last capturer does, or the stock ran out, can it be any seat.
    anybody = draws or options.next_dealer == "last_capturer_leads"
    leaders = range(seats) if anybody else (0,)
    for leader in leaders:
        played = {(leader + i) % seats for i in range((mover - leader) % seats)}
        expected = [full - 1 if seat in played else full for seat in range(seats)]
        expected[mover] = sizes[mover]
        if sizes == expected:
            return
    yield notice("flag.hands_uneven", turn=position.turn, sizes=", ".join(map(str, sizes)))


def _hidden(position: Position) -> Iterator[Notice]:
    if position.turn is not None and position.hands[position.turn - 1].unknown:
        count = position.hands[position.turn - 1].unknown
        yield notice("flag.hidden_hand", seat=position.turn, count=count)


def _unguarded(position: Position) -> Iterator[Notice]:
    values = values_of(position)
    for seat, hand in enumerate(position.hands, 1):
        owned = [build for build in position.builds if build.owner == seat]
        if not owned or hand.unknown:
            continue
        wanted = frozenset(build.value for build in owned)
        if shared_out(hand.cards, wanted, values) < len(wanted):
            cards = [card for build in owned for card in build.cards]
            listed = " and ".join(map(str, sorted(wanted)))
            yield notice("flag.unguarded", cards, seat=seat, values=listed)

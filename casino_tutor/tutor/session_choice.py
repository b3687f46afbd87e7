"""What a learner has chosen on a table, and everything that the choice can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from casino_tutor.draw.rows import Naming
from casino_tutor.draw.words import join_words
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    TrailPlay,
    WholeBuild,
    item_key,
)
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES
from casino_tutor.rules.grouping import fill_groups, fillings
from casino_tutor.rules.groups import values_of
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.tops import open_cards
from casino_tutor.tutor.session_events import Offer
from casino_tutor.tutor.session_words import (
    ALOUD,
    BY_RANK,
    BY_SUIT,
    SeatName,
    effect_words,
    play_words,
)

_Placed = TypeVar("_Placed", Card, Item)

#: Rules that say that the numbers of a capture do not come out.
_NO_GROUP: Final = frozenset(
    {
        "capture.build_in_sum",
        "capture.build_value",
        "capture.court_alone",
        "capture.court_in_group",
        "capture.group_total",
        "capture.no_grouping",
        "capture.one_value",
    }
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen, by the ids of `hand_places` and `table_places`.

    Attributes
    ----------
    hand : tuple of str
        The hand cards.
    items : tuple of str
        What is chosen of the table, in the order in which it was.
    made : tuple of tuple of str
        Groups that the learner has made by hand.
    calls : tuple of str
        Words to be said with a capture.
    """

    hand: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    made: tuple[tuple[str, ...], ...] = ()
    calls: tuple[str, ...] = ()

    @property
    def rest(self) -> tuple[str, ...]:
        """What is chosen of the table and in no group of the learner's."""
        grouped = {item for group in self.made for item in group}
        return tuple(item for item in self.items if item not in grouped)

    def toggled(self, item: str) -> Choice:
        """Return the choice with something of the table chosen, or left."""
        if item not in self.items:
            return replace(self, items=(*self.items, item))
        items = tuple(one for one in self.items if one != item)
        made = (tuple(one for one in group if one != item) for group in self.made)
        return replace(self, items=items, made=tuple(group for group in made if group))


def hand_places(view: Position, seat: int | None = None) -> dict[str, Card]:
    """Return the known cards of a seat, or of the seat to play, by their ids: ``h:8S``."""
    held = view.hand if seat is None else view.hands[seat - 1].cards
    return _by_id("h:", held, str)


def table_places(view: Position) -> dict[str, Item]:
    """Return what can be chosen on the table by its id: ``b:[5H+3C]``, ``l:8D``, ``t:5H``.

    Equal cards of two packs are told apart: ``l:8D`` and ``l:8D#2``.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> list(table_places(parse_position("[5H+3C]=8@2,8D 8S/?1 1 10")))
    ['b:[5H+3C]', 'l:8D']
    """
    builds: Iterable[Item] = [build.item for build in view.builds]
    tops: Iterable[Item] = open_cards(view)
    return {
        **_by_id("b:", builds, str),
        **_by_id("l:", view.loose, str),
        **_by_id("t:", tops, lambda top: str(top).removeprefix("^")),
    }


def _by_id(
    prefix: str, things: Iterable[_Placed], text: Callable[[_Placed], str]
) -> dict[str, _Placed]:
    found: dict[str, _Placed] = {}
    for thing in things:
        name = f"{prefix}{text(thing)}"
        number = 2
        unique = name
        while unique in found:
            unique, number = f"{name}#{number}", number + 1
        found[unique] = thing
    return found


# --- what it means -------------------------------------------------------------------------------


def offers_for(view: Position, choice: Choice, seat_name: SeatName) -> tuple[Offer, ...]:
    """Return what a choice can mean: takes first, then builds by value.

    A build for which no card would be left in the hand is unlikely to be meant where the cards mean
    something else. Where no numbers come out, what may have been meant is offered as a try.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("5H,3C 5S,TD/?2 1 10")
    >>> meant = offers_for(table, Choice(("h:5S",), ("l:5H",)), str)
    >>> [(offer.label, offer.is_likely) for offer in meant]
    [('Take 5', True), ('Build 10 (5+5)', True), ('Try to build 5 (5 and 5)', False)]
    """
    offers = _offers(view, choice, seat_name)
    may_go_on = view.variant.options.table_only_builds != "no" and not view.hand_played
    if not choice.hand or not may_go_on:
        return offers
    # Where the table alone can be built from, that can be done after the hand card too.
    longer = [
        replace(
            offer,
            label=f"{offer.label}, then go on",
            spoken=f"{offer.spoken}, then go on",
            is_likely=False,
            goes_on=True,
        )
        for offer in offers
        if offer.fits
    ]
    return (*offers, *longer)


def _offers(view: Position, choice: Choice, seat_name: SeatName) -> tuple[Offer, ...]:
    held, lying = hand_places(view), table_places(view)
    hand = tuple(sorted(held[one] for one in choice.hand))
    if not choice.items:
        if hand:
            offered = _offer(view, choice, TrailPlay(hand), seat_name, fits=len(hand) == 1)
            return (offered,)
        return (_offer(view, choice, PASS, seat_name),) if view.hand_played else ()
    rest = tuple(lying[one] for one in choice.rest)
    made = tuple(tuple(lying[one] for one in group) for group in choice.made)
    fitting = tuple(_fitting(view, hand, rest, made, choice.calls))
    if not fitting:
        tries = _tries(view, hand, rest, made, choice.calls)
        return tuple(_offer(view, choice, play, seat_name, fits=False) for play in tries)
    backed = [play for play in fitting if _is_backed(view, play)]
    others = [play for play in fitting if play not in backed]
    return tuple(
        _offer(view, choice, play, seat_name, likely=play in backed or not backed)
        for play in (*backed, *others)
    )


def _is_backed(view: Position, play: Play) -> bool:
    """Return True unless a build would lack a card of its value in the hand."""
    if not isinstance(play, BuildPlay):
        return True
    if play.seat is not None:
        is_free = view.variant.options.build_for_partner == "announce"
        return is_free or (play.seat, play.value) in view.proved
    rest, values = list(view.hand), values_of(view)
    for card in play.hand:
        rest.remove(card)
    return any(play.value in values.in_hand.get(card, NO_VALUES) for card in rest)


def _fitting(
    view: Position,
    hand: tuple[Card, ...],
    rest: Group,
    made: tuple[Group, ...],
    calls: tuple[str, ...],
) -> Iterator[Play]:
    """Yield the plays whose groups add up, as far as the game knows such plays."""
    options = view.variant.options
    if hand:
        capture = _capture(view, hand, rest, made, calls)
        if capture is not None:
            yield capture
    may_build = len(hand) == 1 if hand else options.table_only_builds != "no"
    if not options.building or not may_build:
        return
    for value in range(1, values_of(view).most + 1):
        build = _build(view, hand, rest, made, value)
        if build is None:
            continue
        for seat in _builders(view):
            yield replace(build, seat=seat)


def _capture(
    view: Position,
    hand: tuple[Card, ...],
    rest: Group,
    made: tuple[Group, ...],
    calls: tuple[str, ...],
) -> Play | None:
    if made or len(rest) == 1:
        stated = _stated_capture(hand, rest, made, calls)
        broken = {violation.rule for violation in violations(view, stated)}
        return None if broken & _NO_GROUP else stated
    play = _open_capture(hand, rest, calls)
    ways = tuple(fillings(view, play))
    return next((way for way in ways if is_legal(view, way)), ways[0] if ways else None)


def _stated_capture(
    hand: tuple[Card, ...], rest: Group, made: tuple[Group, ...], calls: tuple[str, ...]
) -> CapturePlay:
    return CapturePlay(hand, (*made, *([rest] if rest else [])), (), calls)


def _open_capture(hand: tuple[Card, ...], rest: Group, calls: tuple[str, ...]) -> CapturePlay:
    return CapturePlay(hand, (), tuple(sorted(rest, key=item_key)), calls)


def _build(
    view: Position, hand: tuple[Card, ...], rest: Group, made: tuple[Group, ...], value: int
) -> BuildPlay | None:
    if not made:
        filled = fill_groups(view, BuildPlay(hand, value=value, bag=rest))
        return filled if isinstance(filled, BuildPlay) else None
    # What is in no group of the learner's goes with the card from the hand.
    play = BuildPlay(hand, rest, made, value)
    broken = {violation.rule for violation in violations(view, play)}
    return None if broken & {"build.group_total", "build.no_grouping"} else play


def _builders(view: Position) -> Iterator[int | None]:
    """Yield for whom the mover may build: None is for themselves."""
    yield None
    mover = view.turn or 0
    if view.variant.options.build_for_partner != "no":
        seats = range(1, view.seats + 1)
        yield from (seat for seat in seats if view.are_partners(mover, seat))


def _tries(
    view: Position,
    hand: tuple[Card, ...],
    rest: Group,
    made: tuple[Group, ...],
    calls: tuple[str, ...],
) -> Iterator[Play]:
    """Yield what may have been meant by cards that go together in no way."""
    if not hand:
        return
    if made or len(rest) == 1:
        yield _stated_capture(hand, rest, made, calls)
    else:
        yield _open_capture(hand, rest, calls)
    total = _total(view, (*hand, *rest))
    if total and len(hand) == 1:
        yield BuildPlay(hand, rest, made, total)


def _total(view: Position, items: Iterable[Item]) -> int:
    """Return what cards and builds add up to on the table; 0 if one of them has no number."""
    values, total = values_of(view), 0
    for item in items:
        if isinstance(item, WholeBuild):
            build = view.find_build(item)
            counts = frozenset({build.value}) if build else NO_VALUES
        else:
            card = item.card if isinstance(item, PileTop) else item
            counts = values.on_table.get(card, NO_VALUES)
        if not counts:
            return 0
        total += min(counts)
    return total


def _offer(
    view: Position,
    choice: Choice,
    play: Play,
    seat_name: SeatName,
    *,
    fits: bool = True,
    likely: bool = True,
) -> Offer:
    label = play_words(play, view, BY_RANK, seat_name)
    spoken = play_words(play, view, ALOUD, seat_name)
    if not fits or not likely:
        label, spoken = (f"Try to {words[0].lower()}{words[1:]}" for words in (label, spoken))
    groups = _grouped_ids(view, choice, play) if fits else ()
    return Offer(play, label, spoken, fits, likely, groups)


def _grouped_ids(view: Position, choice: Choice, play: Play) -> tuple[tuple[str, ...], ...]:
    if not isinstance(play, CapturePlay | BuildPlay):
        return ()
    places: Mapping[str, Item] = table_places(view)
    left = list(choice.items)
    joined = (play.joined,) if isinstance(play, BuildPlay) and play.joined else ()
    found = []
    for group in (*joined, *play.groups):
        ids = []
        for item in group:
            name = next(one for one in left if places[one] == item)
            left.remove(name)
            ids.append(name)
        found.append(tuple(ids))
    return tuple(found)


# --- live words ----------------------------------------------------------------------------------


def choice_words(
    view: Position, choice: Choice, offers: tuple[Offer, ...], seat_name: SeatName
) -> tuple[str, str]:
    """Say what a choice means, to be read and to be heard.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D,5H,3C 8S,KD/?2 1 10")
    >>> choice = Choice(("h:8S",), ("l:8D", "l:5H", "l:3C"))
    >>> choice_words(table, choice, offers_for(table, choice, str), str)[0]
    'Takes 8♦ and 5♥+3♣ with 8♠.'
    """
    read, heard = (_words(view, choice, offers, naming, seat_name) for naming in (BY_SUIT, ALOUD))
    return read, heard


def _words(
    view: Position,
    choice: Choice,
    offers: tuple[Offer, ...],
    naming: Naming,
    seat_name: SeatName,
) -> str:
    held = hand_places(view)
    if not choice.hand and not choice.items:
        if view.hand_played:
            return "Build from the table, or end the turn."
        return "Choose a card from your hand."
    if not offers:
        return "Now choose the card from your hand that you play with it."
    played = join_words([naming.card(held[one]) for one in choice.hand])
    if not choice.items:
        more = " To take or build, choose cards on the table too." * (len(choice.hand) == 1)
        laid = "lays it" if len(choice.hand) == 1 else "lays them"
        return f"Trails {played}: {laid} on the table.{more}"
    if not offers[0].fits:
        return f"{_sum_words(view, choice, naming)}These cards make no group for {played}."
    said = [
        effect_words(play_words(offer.play, view, naming, seat_name, hand=True))
        for offer in offers
        if offer.is_likely
    ]
    if len(said) == 1:
        return f"{said[0]}."
    *before, last = [said[0], *(f"{words[0].lower()}{words[1:]}" for words in said[1:])]
    return f"{', '.join(before)}, or {last}: which?"


def _sum_words(view: Position, choice: Choice, naming: Naming) -> str:
    items = [table_places(view)[one] for one in choice.rest]
    total = _total(view, items)
    cards = [item.card if isinstance(item, PileTop) else item for item in items]
    numbered = [card for card in cards if isinstance(card, Card)]
    if len(items) < 2 or not total or len(numbered) < len(items):
        return ""
    return f"{naming.plus.join(map(naming.card, numbered))} is {total}. "

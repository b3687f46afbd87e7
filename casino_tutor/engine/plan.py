"""From positions to the kernel's numbers and back.

`Rules` is what stays the same during a search: the pack as places, what each place counts, the
options as numbers, the deals to come. `words_of` writes a position, `move_key` names a play in the
way the kernel names its moves.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from casino_tutor.engine import layout
from casino_tutor.engine.outlook import OutlookTables
from casino_tutor.model.cards import Card, deck_cards, deck_counts
from casino_tutor.model.options import Options
from casino_tutor.model.plays import BuildPlay, CapturePlay, Play, WholeBuild
from casino_tutor.model.position import NOBODY, UNKNOWN, Hand, Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values, card_values
from casino_tutor.rules.dealing import deal_on
from casino_tutor.rules.groups import capture_uses
from casino_tutor.rules.restrictions import (
    deciding_rule,
    is_free,
    needed_items,
    sweeps_cancel,
    sweeps_score,
)
from casino_tutor.rules.scoring import tally
from casino_tutor.rules.worth import certain_points, most_spades_points

#: How the kernel names a move: kind, hand, loose cards, builds, value, whether it is multiple.
MoveKey: TypeAlias = tuple[int, int, int, int, int, int]

_FACES: Final = {"one": layout.FACE_ONE, "one_or_three": layout.FACE_ONE_OR_THREE}
_SAME_VALUE: Final = {"coexist": 0, "own_forbidden": 1}
_LIVE_LIMIT: Final = 10
_NO_TARGET: Final = 1_000_000
#: The items that may win a match.
ITEM_BITS: Final = {
    "cards": layout.ITEM_CARDS,
    "spades": layout.ITEM_SPADES,
    "big_casino": layout.ITEM_BIG,
    "little_casino": layout.ITEM_LITTLE,
}
#: Red and yellow cards of an orange, in a pack of colours and in an ordinary one.
_RED: Final = "RH"
_YELLOW: Final = "YD"
_DEAL_WORDS: Final = 8


class Places:
    """Where the cards of a pack stand in a mask.

    Parameters
    ----------
    variant options, and `merge`: True to make cards that nothing tells apart one kind.
    """

    def __init__(self, position: Position, *, merge: bool) -> None:
        options = position.variant.options
        values = card_values(options)
        carried = dict(position.carry)
        #: True if most spades score.
        self.spades_matter = bool(most_spades_points(options) + carried.get("spades", 0))
        oranges = "orange" in options.calls

        def kind_of(card: Card) -> tuple[object, ...]:
            return (
                card.rank,
                certain_points(card, options),
                self.spades_matter and card.suit == "S",
                card.suit if oranges and card.suit in _RED + _YELLOW else "",
                tuple(sorted(values.in_hand[card])),
                () if merge else card.text,
            )

        # The order of the pack, kind by kind.
        kinds: dict[tuple[object, ...], list[Card]] = {}
        for card in deck_cards(options.deck, options.packs):
            kinds.setdefault(kind_of(card), []).append(card)
        self.cards: tuple[Card, ...] = tuple(c for kind in kinds.values() for c in kind)
        self._first: dict[Card, int] = {}
        self.kind = [0] * 64
        self.next_of_kind = 0
        at = 0
        for kind in kinds.values():
            mask = ((1 << len(kind)) - 1) << at
            for number, card in enumerate(kind):
                self._first[card] = at
                self.kind[at + number] = mask
                self.next_of_kind |= (1 << (at + number)) if number else 0
            at += len(kind)

    def mask(self, cards: Iterable[Card]) -> int:
        """Return cards as a mask: of each kind the lowest places."""
        mask = 0
        for card in cards:
            bit = 1 << self._first[card]
            while mask & bit:
                bit <<= 1
            mask |= bit
        return mask

    def cards_of(self, mask: int) -> list[Card]:
        """Return the cards whose places are in a mask; equal ones stand for each other."""
        return [card for at, card in enumerate(self.cards) if mask >> at & 1]

    def top_mask(self, cards: Iterable[Card], among: int) -> int:
        """Return cards that are taken from a set as a mask: of each kind its highest places."""
        mask = 0
        for card in cards:
            left = among & ~mask & self.kind[self._first[card]]
            mask |= 1 << (left.bit_length() - 1)
        return mask


@dataclass(slots=True)
class Rules:
    """The rules of one search as the kernel reads them; every field is a number or an array."""

    seats: int
    side: list[int]
    value: list[int]
    kind: list[int]
    uses: list[int]
    in_hand: list[int]
    in_build: list[int]
    same_rank: list[int]
    of_value: list[int]
    build_alone: list[int]
    weight_mask: list[int]
    weight: list[int]
    deals: list[int]
    deal_count: int
    later: list[int]
    next_of_kind: int
    spades: int
    red: int
    yellow: int
    face_rule: int
    many: int
    hand_limit: int
    duty_equal: int
    duty_any: int
    all_equal: int
    leave_none: int
    building: int
    own_raise: int
    partner_build: int
    partner_raise: int
    raise_with_loose: int
    absorb: int
    same_value: int
    merge: int
    build_limit: int
    bars_trail: int
    fresh_only: int
    sweep_points: int
    small_sweep: int
    small_points: int
    last_deal_sweeps: int
    records: list[int]
    counts: list[int]
    sweeps_cancel: int
    sweep_limit: int
    start: list[int]
    orange_points: int
    orange_limit: int
    orange_hand: int
    cards_points: int
    spades_points: int
    last_points: int
    gain: int
    loss: int
    is_monotone: int
    match: int
    needs: list[int]
    item_points: list[int]
    big_casino: int
    little_casino: int
    whole: int
    whole_spades: int
    target: int
    spades_decide: int
    only_lead: int
    # Of a search that ends before the round does.
    open_end: int
    small_parts: int
    slack: int
    cards_outlook: array[int]
    spades_outlook: array[int]
    first_outlook: list[int]
    last_outlook: list[int]


@dataclass(slots=True)
class Plan:
    """One position made ready for the layout."""

    places: Places
    rules: Rules
    words: list[int]
    numbers: list[int]
    deals: list[Position]
    unit: int
    is_open: bool


def plan_of(position: Position, *, merge: bool = True, match: bool = False) -> Plan:
    """Make a position of known cards ready for the kernel.

    Parameters
    ----------
    position : Position
        Two sides; every hand and the order of the stock are known, the rules are covered.
    merge : bool
        Make cards that nothing tells apart one kind.
    match : bool
        Search for who wins the match, not for points.
    """
    places = Places(position, merge=merge)
    deals = deals_to_come(position)
    unit = -1 if position.variant.options.low_wins else 1
    rules = _rules(position, places, deals, unit)
    rules.match = int(match)
    rules.is_monotone &= not match
    plan = Plan(places, rules, [], [], deals, unit, is_open=False)
    plan.words, plan.numbers = state_of(position, plan)
    return plan


def plan_of_worlds(position: Position, deals: list[Position], tables: OutlookTables) -> Plan:
    """Make one of many possible worlds ready for the kernel; the others differ by their cards only.

    Parameters
    ----------
    position : Position
        Two sides; every hand is known, the rules are covered.
    deals : list of Position
        The deals to come that are played as well. Where cards are left after them, the end of the
        last one is worth what can be expected of it, and values count in small parts of a point.
    tables : OutlookTables
        What can be expected.
    """
    is_open = position.stock.count > sum(_dealt(deal) for deal in deals)
    places = Places(position, merge=True)
    unit = (-1 if position.variant.options.low_wins else 1) << tables.parts
    rules = _rules(position, places, deals, unit)
    rules.small_parts = tables.parts
    if is_open:
        rules.open_end = 1
        rules.slack = tables.slack
        rules.cards_outlook = tables.cards
        rules.spades_outlook = tables.spades
        rules.first_outlook = tables.first
        rules.last_outlook = tables.last
    plan = Plan(places, rules, [], [], deals, unit, is_open)
    plan.words, plan.numbers = state_of(position, plan)
    return plan


def bare_plan_of(position: Position) -> Plan:
    """Make a table ready whose captures are asked about, and nothing else."""
    places = Places(position, merge=True)
    rules = _rules(position, places, [], 1)
    rules.building = 0
    return Plan(places, rules, [], [], [], 1, is_open=False)


def _dealt(deal: Position) -> int:
    return len(deal.loose) + sum(len(hand) for hand in deal.hands)


def deals_to_come(position: Position, most: int = layout.PLIES) -> list[Position]:
    """Return a position for each of the next deals, with the hands and the table that it gives."""
    found: list[Position] = []
    bare = replace(
        position, loose=(), builds=(), turn=1, hands=(Hand(),) * position.seats, proved=()
    )
    while bare.stock.count and len(found) < most:
        bare = deal_on(bare)
        found.append(bare)
        bare = replace(bare, loose=(), hands=(Hand(),) * position.seats)
    return found


def _bits(values: Values) -> int:
    return sum(1 << value for value in values)


def _where(places: Places, test: Callable[[Card], bool]) -> int:
    """Return the mask of the places whose card passes a test."""
    return sum(1 << at for at, card in enumerate(places.cards) if test(card))


def _rules(position: Position, places: Places, deals: list[Position], sign: int) -> Rules:
    """Write the rules down; a point counts `sign`, which is negative where low scores win."""
    options = position.variant.options
    values = card_values(options)
    unit = abs(sign)
    cards = places.cards
    counts = [next(iter(values.on_table[card]), 0) for card in cards]
    uses = [0] * 128
    for at, card in enumerate(cards):
        for number, use in enumerate(values.uses[card]):
            uses[2 * at + number] = _bits(use)
    weights = sorted({certain_points(card, options) for card in cards} - {0})
    carried = dict(position.carry)
    score, sides = position.score, position.sides
    cancels = [sweeps_cancel(options, score, side) for side in range(2)]
    recorded = options.sweep_recorded or options.sweep_points > 0
    if options.sweep_cutoff == "any_10_at_start" and max(score, default=0) >= _LIVE_LIMIT:
        recorded = False
    limit = _LIVE_LIMIT if options.sweep_cutoff == "any_10" else 0
    if limit and options.scoring_time == "end_of_round":
        recorded = recorded and max(score, default=0) < limit
        limit = 0
    if not options.sweep_last_deal and not position.stock.count:
        recorded = False
    records = [int(recorded and can) for can in cancels]
    oranges = options.oranges_per_capture if "orange" in options.calls else 0
    small = options.small_sweep_points if options.small_sweep_cards else 0
    each = [sign * points for points in (options.sweep_points, small)]
    orange = sign * options.orange_points * oranges
    may_sweep = any(records)
    majorities = [
        sign * (options.cards_points + carried.get("cards", 0)),
        sign * (most_spades_points(options) + carried.get("spades", 0)),
    ]
    last_points = sign * options.last_capture_bonus
    to_be_taken = [*(sign * weight for weight in weights), *majorities, last_points]
    duty = options.capture_duty
    return Rules(
        seats=position.seats,
        side=[position.side_of(seat) for seat in range(1, position.seats + 1)],
        value=_padded(counts),
        kind=places.kind,
        uses=uses,
        in_hand=_padded([_bits(values.in_hand[card]) for card in cards]),
        in_build=_padded([_bits(values.in_build[card]) for card in cards]),
        same_rank=_padded([_same_rank(card, places, values) for card in cards]),
        of_value=_by_value(places, values.on_table),
        build_alone=_by_value(places, values.in_build),
        weight_mask=[_where(places, partial(_scores, weight, options)) for weight in weights],
        weight=[sign * weight for weight in weights],
        deals=_deal_words(places, deals),
        deal_count=len(deals),
        later=_later(position, deals),
        next_of_kind=places.next_of_kind,
        spades=_where(places, lambda card: places.spades_matter and card.suit == "S"),
        red=_where(places, lambda card: card.suit in _RED),
        yellow=_where(places, lambda card: card.suit in _YELLOW),
        face_rule=_FACES.get(options.face_capture, 0),
        many=int(options.hand_cards == "many"),
        hand_limit=options.hand_total_limit,
        duty_equal=int(duty == "loose_equal"),
        duty_any=int(duty == "any" or options.is_insisted),
        all_equal=int(options.capture_extent == "all_equal"),
        leave_none=int(options.capture_extent == "maximal" or options.is_insisted),
        building=int(options.building),
        own_raise=int(options.own_build_raise == "allowed"),
        partner_build=int(options.partner_builds == "allowed"),
        partner_raise=int(
            options.partner_builds == "allowed" and options.raise_whose != "opponents"
        ),
        raise_with_loose=int(options.raise_with_loose),
        absorb=int(options.raise_and_absorb),
        same_value=_SAME_VALUE.get(options.same_value_builds, 2),
        merge=int(options.merge_builds != "no"),
        build_limit=options.builds_per_player,
        bars_trail=int(options.owner_trail == "forbidden"),
        fresh_only=int(options.owner_trail == "next_turn_only"),
        sweep_points=each[0],
        small_sweep=options.small_sweep_cards,
        small_points=each[1],
        last_deal_sweeps=int(options.sweep_last_deal),
        records=records,
        counts=[int(cancels[i] and sweeps_score(options, score, i)) for i in range(2)],
        sweeps_cancel=int(options.sweep_cancel and all(cancels)),
        sweep_limit=limit * unit if may_sweep else 0,
        start=[points * unit for points in score] if score else [0] * len(sides),
        orange_points=sign * options.orange_points,
        orange_limit=oranges,
        orange_hand=int(options.orange_capturing_card),
        cards_points=majorities[0],
        spades_points=majorities[1],
        last_points=last_points,
        gain=max(0, *(each if may_sweep else (0,))) + max(0, orange),
        loss=max(0, *(-points for points in each if may_sweep), 0) + max(0, -orange),
        is_monotone=int(min(to_be_taken) >= 0),
        match=0,
        needs=[_needs(options, score, side) for side in range(2)],
        item_points=[*majorities, options.big_casino_points, options.little_casino_points],
        big_casino=_where(places, partial(_is_scoring, "TD", options)),
        little_casino=_where(places, partial(_is_scoring, "2S", options)),
        whole=len(cards),
        whole_spades=sum(card.suit == "S" for card in cards) * places.spades_matter,
        # Where a win has to be claimed nobody wins by what is counted.
        target=_NO_TARGET if deciding_rule(options) == "claim" else options.target,
        only_lead=int(options.round_score == "difference"),
        spades_decide=int(deciding_rule(options) == "most_spades"),
        open_end=0,
        small_parts=0,
        slack=0,
        cards_outlook=array("i", [0]),
        spades_outlook=array("i", [0]),
        first_outlook=[0] * 3,
        last_outlook=[0] * 3,
    )


def _needs(options: Options, score: Sequence[int], side: int) -> int:
    """Return the items that a side must win, as bits."""
    if not score:
        return 0
    needed = needed_items(options, score[side], free=is_free(options, score))
    return sum(ITEM_BITS[item] for item in needed)


def _is_scoring(text: str, options: Options, card: Card) -> bool:
    return card.text == text and certain_points(card, options) > 0


def _by_value(places: Places, values: Mapping[Card, Values]) -> list[int]:
    """Return for each number the mask of the places whose card counts it."""
    masks = [0] * 64
    for at, card in enumerate(places.cards):
        for value in values[card]:
            masks[value] |= 1 << at
    return masks


def _scores(points: int, options: Options, card: Card) -> bool:
    return certain_points(card, options) == points


def _padded(numbers: list[int]) -> list[int]:
    return numbers + [0] * (64 - len(numbers))


def _same_rank(card: Card, places: Places, values: CardValues) -> int:
    """Return what a court card without a number takes: its own rank."""
    if values.on_table[card] != NO_VALUES or not capture_uses((card,), values):
        return 0
    return _where(places, lambda other: other.rank == card.rank)


def _deal_words(places: Places, deals: list[Position]) -> list[int]:
    words = []
    for deal in deals:
        hands = [places.mask(hand.cards) for hand in deal.hands]
        words += [places.mask(deal.loose), *hands, *[0] * (_DEAL_WORDS - 1 - len(hands))]
    return words or [0] * _DEAL_WORDS


def _later(position: Position, deals: list[Position]) -> list[int]:
    """Return for each number of deals made how many cards each side is still to be dealt."""
    found = [0, 0]
    for deal in reversed(deals):
        sums = found[:2]
        for seat, hand in enumerate(deal.hands, 1):
            sums[position.side_of(seat)] += len(hand)
        found = sums + found
    return found


def state_of(position: Position, plan: Plan) -> tuple[list[int], list[int]]:
    """Write a position, one that follows from the plan's own, as words and numbers."""
    options, places = position.variant.options, plan.places
    to_come = [deal for deal in plan.deals if deal.stock.count < position.stock.count]
    words = [0] * layout.STRIDE
    words[0] = places.mask(position.loose)
    for seat, hand in enumerate(position.hands):
        words[layout.HAND + seat] = places.mask(hand.cards)
    for number, build in enumerate(position.builds):
        words[layout.PILE + number] = places.mask(build.cards)
        fresh = build.fresh and options.owner_trail == "next_turn_only"
        words[layout.INFO + number] = (
            build.value | (build.owner or 0) << 6 | build.is_multiple << 10 | fresh << 11
        )
    numbers = [0] * layout.NUMBERS
    numbers[layout.TURN] = layout.NONE if position.turn is None else position.turn - 1
    nobody = position.last in (NOBODY, UNKNOWN)
    numbers[layout.LAST] = layout.NONE if nobody else position.side_of(position.last)
    numbers[layout.DEAL] = len(plan.deals) - len(to_come)
    numbers[layout.BUILDS] = len(position.builds)
    found = tally(position)
    events = position.points or (0, 0)
    for side in range(2):
        own = sum(certain_points(card, options) for card in found.items[side])
        numbers[layout.CARDS + side] = found.cards[side]
        numbers[layout.SPADES + side] = found.spades[side] * places.spades_matter
        numbers[layout.POINTS + side] = plan.unit * (own + events[side])
        numbers[layout.SWEEPS + side] = found.sweeps[side]
    left = [*position.loose, *(card for build in position.builds for card in build.cards)]
    if plan.is_open:
        # Everything that nobody has taken, also what is dealt later than is looked at.
        taken = Counter(card for pile in position.taken for card in pile.cards)
        left = list((deck_counts(options.deck, options.packs) - taken).elements())
    else:
        for table in (position, *to_come):
            left += [card for hand in table.hands for card in hand.cards]
            left += [] if table is position else table.loose
    numbers[layout.LEFT] = len(left)
    numbers[layout.LEFT_SPADES] = sum(card.suit == "S" for card in left) * places.spades_matter
    for number, text in enumerate(("TD", "2S")):
        owner = next((i for i in range(2) if any(c.text == text for c in found.items[i])), None)
        if owner is not None:
            numbers[layout.CASINOS] |= (owner + 1) << (2 * number)
    worth = sum(abs(certain_points(card, options)) for card in left)
    numbers[layout.LEFT_WORTH] = abs(plan.unit) * worth
    return words, numbers


def move_key(play: Play, position: Position, plan: Plan) -> MoveKey:
    """Name a play as the kernel names its moves in that position."""
    places = plan.places
    table = places.mask(position.loose)
    held = places.mask(position.hand)
    kind, value, multiple = layout.TRAIL, 0, 0
    loose: list[Card] = []
    used = 0
    for item in play.items:
        if isinstance(item, Card):
            loose.append(item)
        elif isinstance(item, WholeBuild):
            used |= 1 << [build.item for build in position.builds].index(item)
    if isinstance(play, CapturePlay):
        kind = layout.CAPTURE
    elif isinstance(play, BuildPlay):
        kind, value = layout.BUILD, play.value
        multiple = int(bool(play.groups))
    return (
        kind,
        places.top_mask(play.hand, held),
        places.top_mask(loose, table),
        used,
        value,
        multiple,
    )

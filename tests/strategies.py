"""Hypothesis strategies: house rules, table positions, and plays that somebody might attempt."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, TypeVar

from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
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
)
from casino_tutor.model.position import Build, Hand, Pile, Position, Stock
from casino_tutor.model.values import card_values, group_sums
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.groups import table_items

T = TypeVar("T")

#: How many times as many examples the long run tries.
LONG: Final = 40


def examples(short: int) -> int:
    """Return how many examples a test tries: `short` in the quick run, many more in the long."""
    return short * (LONG if os.environ.get("CASINO_TUTOR_FUZZ") == "long" else 1)


#: The rules of capturing and building, with the words each may be changed to.
HOUSE_RULES: Final[Mapping[str, tuple[object, ...]]] = {
    "deck": ("52", "40", "rook40", "rook56"),
    "packs": (1, 2),
    "face_values": ("none", "royal"),
    "ace_hand": ("1", "14", "1or14"),
    "ace_dual_capture": (False, True),
    "special_hand_values": ("none", "fixed", "choice"),
    "face_capture": ("one", "all", "one_or_three", "by_value"),
    "hand_cards": ("one", "many"),
    "hand_total_limit": (0, 13),
    "capture_duty": ("none", "loose_equal", "any", "opponent_may_insist"),
    "capture_extent": ("free", "all_equal", "maximal"),
    "insistence": ("notice", "always"),
    "building": (False, True),
    "own_build_raise": ("allowed", "forbidden"),
    "raise_whose": ("any", "not_own", "opponents"),
    "partner_builds": ("allowed", "forbidden"),
    "raise_with_loose": (False, True),
    "raise_and_absorb": (False, True),
    "table_only_builds": ("no", "with_trail", "free_action"),
    "single_build_as_card": (False, True),
    "same_value_builds": ("coexist", "own_forbidden", "forbidden", "merge"),
    "merge_builds": ("no", "own_side"),
    "builds_per_player": (0, 1, 2),
    "owner_trail": ("forbidden", "next_turn_only", "allowed"),
    "build_for_partner": ("no", "announce", "provable"),
    "piles": ("by_side", "by_seat"),
}


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """A game of the family, as it is or with a few house rules."""
    variant = find_variant(draw(st.sampled_from(variant_names())))
    keys = draw(st.lists(st.sampled_from(sorted(HOUSE_RULES)), unique=True, max_size=4))
    changes = {key: draw(st.sampled_from(HOUSE_RULES[key])) for key in keys}
    return variant.with_options(**changes)


def by_number_alone(variant: Variant) -> bool:
    """Return True if suits do not matter: no card of one suit has a value of its own."""
    return variant.options.special_hand_values == "none"


# --- positions -----------------------------------------------------------------------------------


@dataclass
class _Pool:
    """The cards of the pack that have not been laid anywhere yet."""

    draw: st.DrawFn
    cards: list[Card]

    def take(self, most: int, least: int = 0) -> tuple[Card, ...]:
        """Take some cards off the top."""
        count = self.draw(st.integers(min(least, len(self.cards)), min(most, len(self.cards))))
        taken, self.cards = self.cards[:count], self.cards[count:]
        return tuple(taken)

    def pick(self, fits: Callable[[Card], bool]) -> tuple[Card, ...]:
        """Take the next card that fits, if there is one."""
        found = next((card for card in self.cards if fits(card)), None)
        if found is None:
            return ()
        self.cards.remove(found)
        return (found,)

    def choose(self, groups: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
        """Take one of several groups of cards."""
        group = self.draw(st.sampled_from(groups))
        for card in group:
            self.cards.remove(card)
        return group


@st.composite
def positions(
    draw: st.DrawFn,
    variant: Variant | None = None,
    most_loose: int = 7,
    most_builds: int = 3,
) -> Position:
    """A position in the middle of a round: few ranks, so that cards meet; guarded or not."""
    rules = variant or draw(variants())
    options = rules.options
    seats = draw(st.sampled_from([n for n in options.seats if n <= 4]))
    mover = draw(st.integers(1, seats))
    pool = _Pool(draw, _few_ranks(draw, options))
    hand = list(pool.take(min(4, options.hand_size_for(seats)), 1))
    loose = pool.take(most_loose)
    builds = _builds(pool, options, seats, mover, most_builds)
    guards = _guards(pool, options, [b for b in builds if b.owner == mover])
    hand = [*guards, *hand][: options.hand_size_for(seats)]
    hands = [Hand((), draw(st.integers(0, 3))) for _ in range(seats)]
    hands[mover - 1] = Hand(tuple(hand))
    count = seats if options.piles == "by_seat" else len(options.sides_for(seats))
    taken = tuple(Pile(pool.take(2)) for _ in range(count))
    pack = len(deck_cards(options.deck, options.packs))
    shown = len(hand) + len(loose) + sum(len(p) for p in taken)
    shown += sum(len(b.cards) for b in builds) + sum(h.unknown for h in hands)
    played = options.table_only_builds != "no" and draw(st.integers(0, 3)) == 0
    return Position(
        variant=rules,
        builds=tuple(builds),
        loose=loose,
        hands=tuple(hands),
        turn=mover,
        hand_played=played,
        stock=Stock(draw(st.sampled_from([0, max(0, pack - shown)]))),
        taken=taken,
        last=draw(st.integers(-1, seats)),
        proved=tuple(draw(_proofs(seats))) if options.build_for_partner == "provable" else (),
        laid=draw(st.sampled_from(loose)) if played and loose and draw(st.booleans()) else None,
    )


def _few_ranks(draw: st.DrawFn, options: Options) -> list[Card]:
    pack = deck_cards(options.deck, options.packs)
    ranks = sorted({card.rank for card in pack})
    chosen = draw(st.sets(st.sampled_from(ranks), min_size=3, max_size=9))
    return draw(st.permutations([card for card in pack if card.rank in chosen]))


def _builds(
    pool: _Pool, options: Options, seats: int, mover: int, most: int
) -> list[Build]:
    draw, values = pool.draw, card_values(options)
    builds: list[Build] = []
    for _ in range(draw(st.integers(0, most))):
        value = draw(st.integers(1, 14))
        sets: list[tuple[Card, ...]] = []
        for _ in range(draw(st.sampled_from([1, 1, 2, 3]))):
            near = pool.cards[:9]
            fitting = [
                cards
                for size in (1, 2, 3)
                for cards in combinations(near, size)
                if value in group_sums(cards, values)
            ]
            if fitting:
                sets.append(pool.choose(fitting))
        if sum(map(len, sets)) < 2:
            pool.cards += [card for cards in sets for card in cards]
            continue
        owner = draw(st.sampled_from([mover, mover, *range(1, seats + 1), None]))
        may_be_fresh = options.owner_trail == "next_turn_only" and owner is not None
        builds.append(Build(tuple(sets), value, owner, may_be_fresh and draw(st.booleans())))
    return builds


def _guards(pool: _Pool, options: Options, owned: Sequence[Build]) -> list[Card]:
    """Take the cards that can capture the mover's own builds, most of the time."""
    values, guards = card_values(options), []
    for build in owned:
        if pool.draw(st.integers(0, 4)):
            guards += pool.pick(lambda card, build=build: build.value in values.in_hand[card])  # type: ignore[misc]
    return guards


def _proofs(seats: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.tuples(st.integers(1, seats), st.integers(1, 14)), max_size=2, unique=True)


# --- attempts ------------------------------------------------------------------------------------


@st.composite
def attempts(draw: st.DrawFn, position: Position) -> Play:
    """Something a seat might try: a legal play, one with a slip in it, or anything at all."""
    listed = list(legal_plays(position))
    if not listed or draw(st.integers(0, 2)) == 0:
        return draw(_anything(position))
    play = draw(st.sampled_from(listed))
    for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
        play = draw(_slip(position, play))
    return play


def _hand_cards(position: Position) -> st.SearchStrategy[tuple[Card, ...]]:
    pack = deck_cards(position.variant.options.deck, position.variant.options.packs)
    one = st.tuples(st.sampled_from(pack))
    if not position.hand:
        return st.one_of(one, st.just(()))
    held = st.sampled_from(position.hand)
    return st.one_of(
        st.tuples(held), st.tuples(held), st.tuples(held), st.tuples(held, held), one, st.just(())
    )


def _table(position: Position) -> list[Item]:
    """Return what lies there, and what somebody might think lies there."""
    inside: list[Item] = [card for build in position.builds for card in build.cards[:2]]
    tops: list[Item] = [PileTop(pile.cards[-1]) for pile in position.taken if pile.cards]
    broken: list[Item] = [
        WholeBuild(build.sets[:1]) for build in position.builds if build.is_multiple
    ]
    return [*table_items(position), *inside, *tops, *broken]


def _items(position: Position) -> st.SearchStrategy[list[Item]]:
    pack = deck_cards(position.variant.options.deck, position.variant.options.packs)
    there = list(table_items(position))
    real = st.lists(st.sampled_from(there), unique=True, max_size=4) if there else st.just([])
    wild: st.SearchStrategy[Item] = st.sampled_from([*_table(position), *pack[:1]])
    return st.one_of(real, real, st.lists(wild, max_size=3))


def _values(position: Position) -> st.SearchStrategy[int]:
    values = card_values(position.variant.options)
    useful = sorted({n for card in position.hand for n in values.in_hand.get(card, ())})
    anything = st.integers(0, 15)
    return st.one_of(st.sampled_from(useful), anything) if useful else anything


def _seats(position: Position) -> st.SearchStrategy[int | None]:
    return st.one_of(st.none(), st.none(), st.integers(1, position.seats))


@st.composite
def _grouped(draw: st.DrawFn, items: Sequence[Item]) -> tuple[Group, ...]:
    """Share items out in groups in any way."""
    groups: dict[int, list[Item]] = {}
    for item in items:
        groups.setdefault(draw(st.integers(0, len(items) - 1)), []).append(item)
    return tuple(tuple(group) for group in groups.values())


@st.composite
def _anything(draw: st.DrawFn, position: Position) -> Play:
    kind = draw(st.sampled_from(["trail", "capture", "capture", "build", "build"]))
    hand = draw(_hand_cards(position))
    if kind == "trail":
        return TrailPlay(hand)
    items = draw(_items(position))
    if kind == "capture":
        return draw(_capture_of(hand, items))
    return draw(_build_of(hand, items, draw(_values(position)), draw(_seats(position))))


@st.composite
def _capture_of(draw: st.DrawFn, hand: tuple[Card, ...], items: Sequence[Item]) -> Play:
    if len(items) > 1 and draw(st.booleans()):
        return CapturePlay(hand, (), tuple(items))
    return CapturePlay(hand, draw(_grouped(items)))


@st.composite
def _build_of(
    draw: st.DrawFn, hand: tuple[Card, ...], items: Sequence[Item], value: int, seat: int | None
) -> Play:
    if items and draw(st.booleans()):
        return BuildPlay(hand, (), (), value, seat, tuple(items))
    groups = draw(_grouped(items))
    joins = bool(groups) and draw(st.booleans())
    joined, others = (groups[0], groups[1:]) if joins else ((), groups)
    return BuildPlay(hand, joined, others, value, seat)


@st.composite
def _slip(draw: st.DrawFn, position: Position, play: Play) -> Play:
    """Change one thing about a play."""
    if play == PASS or isinstance(play, TrailPlay):
        return TrailPlay(draw(_hand_cards(position)))
    assert isinstance(play, CapturePlay | BuildPlay)
    slips = ["hand", "drop", "add", "regroup", "open", "value", "seat", "kind"]
    slip = draw(st.sampled_from(slips))
    items = list(play.items)
    if slip == "hand":
        return replace(play, hand=draw(_hand_cards(position)))
    if slip == "value" and isinstance(play, BuildPlay):
        return replace(play, value=draw(_values(position)))
    if slip == "seat" and isinstance(play, BuildPlay):
        return replace(play, seat=draw(_seats(position)))
    if slip == "drop" and items:
        items.remove(draw(st.sampled_from(items)))
    if slip == "add" and (there := _table(position)):
        items.append(draw(st.sampled_from(there)))
    if slip == "kind":
        if isinstance(play, BuildPlay):
            return draw(_capture_of(play.hand, items))
        return draw(_build_of(play.hand, items, draw(_values(position)), None))
    if isinstance(play, CapturePlay):
        return draw(_capture_of(play.hand, items))
    return draw(_build_of(play.hand, items, play.value, play.seat))


# --- small helpers of the laws -------------------------------------------------------------------


def partitions(items: Sequence[T]) -> list[list[list[T]]]:
    """Return every way to share out a few items in groups, in plain recursion."""
    if not items:
        return [[]]
    first, rest = items[0], items[1:]
    ways = []
    for way in partitions(rest):
        ways.append([[first], *way])
        ways += [[*way[:i], [first, *group], *way[i + 1 :]] for i, group in enumerate(way)]
    return ways

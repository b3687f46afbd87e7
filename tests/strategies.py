"""Hypothesis strategies: house rules, table positions, and plays that somebody might attempt.

A seeded shuffle says what lies where; few ranks are used at a time, so that cards meet. Hypothesis
says how much may lie there at the most, so that a failing table shrinks to a small one.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final, TypeVar

from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    Sets,
    TrailPlay,
    WholeBuild,
)
from casino_tutor.model.position import Build, Hand, Pile, Position, Stock
from casino_tutor.model.values import NO_VALUES, CardValues, card_values, group_sums
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.groups import lying_items
from casino_tutor.rules.tops import open_cards

T = TypeVar("T")

#: How many times as many examples the long run tries.
LONG: Final = 40
_FUZZ: Final = os.environ.get("CASINO_TUTOR_FUZZ", "")


def examples(short: int) -> int:
    """Return how many examples a test tries: `short` in the quick run, many more in the long."""
    return short * (LONG if _FUZZ == "long" else 1)


def many_examples(short: int) -> int:
    """Return how many examples a slow test tries; `CASINO_TUTOR_FUZZ=short` makes them fewer."""
    return short * (4 if _FUZZ == "short" else LONG)


#: The rules of capturing and building, with the words each may be changed to.
HOUSE_RULES: Final[Mapping[str, tuple[object, ...]]] = {
    "deck": ("52", "40", "rook40", "rook56"),
    "packs": (1, 2),
    "face_values": ("none", "royal"),
    "ace_hand": ("1", "14", "1or14"),
    "ace_dual_capture": (False, True),
    "ace_in_build": ("as_in_hand", "1"),
    "special_hand_values": ("none", "fixed", "choice"),
    "face_capture": ("one", "all", "one_or_three", "by_value"),
    "hand_cards": ("one", "many"),
    "hand_total_limit": (0, 13),
    "capture_duty": ("none", "loose_equal", "any", "any_in_hand", "opponent_may_insist"),
    "capture_extent": ("free", "all_equal", "maximal"),
    "insistence": ("notice", "always"),
    "building": (True, True, False),
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
    "forced_sweep": (False, True),
    "partner_capture": ("allowed", "forbidden"),
    "extend_whose": ("any", "own", "own_side"),
    "augment_opponents": ("no", "if_captured"),
    "owner_builds": ("any", "add_only"),
    "two_player_phases": ("none", "strict_first", "free_last"),
    "loading": ("free", "opponent_may_insist"),
    "steal_tops": ("none", "augment_only", "build_and_capture"),
    "tops_whose": ("opponents", "not_own"),
    "tops_in_sums": (True, False),
    "pile_order": ("capturing_card_top", "lowest_top", "lowest_top_under_capturing_card"),
}

_SEEDS: Final = st.integers(0, 2**32 - 1)


def _at_most(most: int) -> st.SearchStrategy[int]:
    """Nearly always the whole of it; a failing example shrinks it."""
    return st.sampled_from([*range(most), *[most] * (5 * most + 1)])


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """A game of the family, as it is or with a few house rules."""
    most, random = draw(_at_most(8)), Random(draw(_SEEDS))
    variant = find_variant(random.choice(variant_names()))
    keys = random.sample(sorted(HOUSE_RULES), random.randint(0, most))
    rules = {key: random.choice(HOUSE_RULES[key]) for key in keys}
    if rules.get("packs", variant.options.packs) == 2:
        rules["steal_tops"] = "none"
    return variant.with_options(**rules)


def suits_do_not_matter(variant: Variant) -> bool:
    """Return True if no card of one suit has a value of its own."""
    return variant.options.special_hand_values == "none"


# --- positions -----------------------------------------------------------------------------------


@st.composite
def positions(
    draw: st.DrawFn,
    variant: Variant | None = None,
    most_loose: int = 7,
    most_builds: int = 3,
) -> Position:
    """A position in the middle of a round; the mover's builds are guarded or not."""
    rules = variant or draw(variants())
    options = rules.options
    lie, stand, hold = draw(_at_most(most_loose)), draw(_at_most(most_builds)), draw(_at_most(4))
    random = Random(draw(_SEEDS))
    seats = random.choice([n for n in options.seats if n <= 4])
    mover = random.randint(1, seats)
    held = min(max(1, hold), options.hand_size_for(seats), random.choice([1, 2, 3, 3, 4, 4]))
    pool = _few_ranks(random, options)
    hand, pool = pool[:held], pool[held:]
    lying = min(lie, random.choice([1, 2, 3, 4, 4, 5, 5, 6, 6, 7, most_loose]))
    loose, pool = pool[:lying], pool[lying:]
    builds = [
        build
        for _ in range(min(stand, random.choice([0, 1, 1, 2, 3])))
        if (build := _build(random, pool, options, seats, mover)) is not None
    ]
    values = card_values(options)
    for build in builds:
        if build.owner == mover and random.random() < 0.7 and len(hand) <= held:
            hand = [*_guard(pool, build.value, values), *hand]
    sides = options.sides_for(seats)
    piles = [
        Pile(tuple(pool.pop() for _ in range(random.randint(0, 2)) if pool))
        for _ in range(seats if options.piles == "by_seat" else len(sides))
    ]
    hands = [Hand((), random.randint(0, 3)) for _ in range(seats)]
    hands[mover - 1] = Hand(tuple(hand[: options.hand_size_for(seats)]))
    played = options.table_only_builds != "no" and random.random() < 0.2
    position = Position(
        variant=rules,
        builds=tuple(builds),
        loose=tuple(loose),
        hands=tuple(hands),
        turn=mover,
        hand_played=played,
        taken=tuple(piles),
        last=random.randint(-1, seats),
        proved=_proofs(random, seats) if options.build_for_partner == "provable" else (),
        laid=random.choice(loose) if played and loose and random.random() < 0.5 else None,
        due=_due(random, builds, mover) if options.augment_opponents != "no" else (),
    )
    return replace(position, stock=Stock(random.choice([0, _unseen(position)])))


def _due(random: Random, builds: list[Build], mover: int) -> Sets:
    """Name, one time in four, a build of somebody else that has to be taken in this turn."""
    others = [build.sets for build in builds if build.owner not in (None, mover)]
    return random.choice(others) if others and random.random() < 0.25 else ()


def _few_ranks(random: Random, options: Options) -> list[Card]:
    pack = deck_cards(options.deck, options.packs)
    ranks = sorted({card.rank for card in pack})
    chosen = random.sample(ranks, random.randint(4, 9))
    pool = [card for card in pack if card.rank in chosen]
    random.shuffle(pool)
    return pool


def _unseen(position: Position) -> int:
    options = position.variant.options
    shown = sum(len(build.cards) for build in position.builds) + len(position.loose)
    shown += sum(map(len, position.hands)) + sum(map(len, position.taken))
    return max(0, len(deck_cards(options.deck, options.packs)) - shown)


def _build(
    random: Random, pool: list[Card], options: Options, seats: int, mover: int
) -> Build | None:
    """Take cards off the pool for a build, single or multiple, if they make one."""
    values = card_values(options)
    by_value: dict[int, list[tuple[Card, ...]]] = defaultdict(list)
    for size in (1, 2, 3):
        for cards in combinations(pool[:9], size):
            for value in group_sums(cards, values):
                if value <= 14:
                    by_value[value].append(cards)
    if not by_value:
        return None
    value = random.choice(sorted(by_value))
    wanted = random.choice([1, 1, 1, 2, 3])
    sets: list[tuple[Card, ...]] = []
    for cards in random.sample(by_value[value], len(by_value[value])):
        if len(sets) < wanted and not any(card in used for used in sets for card in cards):
            sets.append(cards)
    if sum(map(len, sets)) < 2:
        return None
    for card in [card for cards in sets for card in cards]:
        pool.remove(card)
    owner = random.choice([mover, mover, *range(1, seats + 1), None])
    may_be_fresh = options.owner_trail == "next_turn_only" and owner is not None
    return Build(tuple(sets), value, owner, may_be_fresh and random.random() < 0.5)


def _guard(pool: list[Card], value: int, values: CardValues) -> list[Card]:
    found = next((card for card in pool if value in values.in_hand[card]), None)
    if found is None:
        return []
    pool.remove(found)
    return [found]


def _proofs(random: Random, seats: int) -> tuple[tuple[int, int], ...]:
    count = random.randint(0, 3)
    return tuple({(random.randint(1, seats), random.randint(1, 14)) for _ in range(count)})


# --- attempts ------------------------------------------------------------------------------------


@st.composite
def attempts(draw: st.DrawFn, position: Position) -> Play:
    """Something a seat might try: a legal play, one with a slip in it, or anything at all."""
    random = Random(draw(_SEEDS))
    slips = random.randint(0, 3)
    by_kind: dict[str, list[Play]] = defaultdict(list)
    for listed in legal_plays(position):
        by_kind[listed.kind].append(listed)
    if slips == 3 or not by_kind:
        return _anything(random, position)
    kinds = ["capture"] * 4 + ["build"] * 5 + ["trail"]
    play = random.choice(by_kind[random.choice([kind for kind in kinds if by_kind[kind]])])
    for _ in range(slips):
        play = _with_slip(random, position, play)
    return play


def _hand_cards(random: Random, position: Position) -> tuple[Card, ...]:
    hand, options = position.hand, position.variant.options
    dice = random.random()
    if dice < 0.1 or not hand:
        return (random.choice(deck_cards(options.deck, options.packs)),)
    if dice < 0.15:
        return ()
    if dice < (0.5 if options.hand_cards == "many" else 0.2):
        return tuple(random.choices(hand, k=2))
    return (random.choice(hand),)


def _imagined(position: Position) -> list[Item]:
    """Return what somebody might think lies on the table."""
    tops = [PileTop(pile.cards[-1]) for pile in position.taken if pile.cards]
    inside = [card for build in position.builds for card in build.cards[:2]]
    part = [WholeBuild(build.sets[:1]) for build in position.builds if build.is_multiple]
    gone = [pile.cards[0] for pile in position.taken if pile.cards]
    return [*tops, *inside, *part, *gone, *position.hand]


def _any_items(random: Random, position: Position) -> list[Item]:
    there: list[Item] = list(lying_items(position))
    there += open_cards(position)
    items = random.sample(there, min(len(there), random.choice([0, 1, 1, 2, 2, 3, 4])))
    if (imagined := _imagined(position)) and random.random() < 0.15:
        items.append(random.choice(imagined))
    if items and random.random() < 0.05:
        items.append(items[0])
    return items


def _any_value(random: Random, position: Position) -> int:
    values = card_values(position.variant.options)
    useful = sorted({n for card in position.hand for n in values.in_hand.get(card, NO_VALUES)})
    if useful and random.random() < 0.8:
        return random.choice(useful)
    return random.randint(0, 15)


def _any_seat(random: Random, position: Position) -> int | None:
    return random.randint(1, position.seats) if random.random() < 0.3 else None


def _grouped(random: Random, items: Sequence[Item]) -> tuple[Group, ...]:
    """Share items out in groups in any way."""
    groups: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        groups[random.randrange(len(items))].append(item)
    return tuple(map(tuple, groups.values()))


def _anything(random: Random, position: Position) -> Play:
    kind = random.choice(["trail"] + ["capture", "build"] * 3)
    hand = _hand_cards(random, position)
    if kind == "trail":
        return TrailPlay(hand)
    items = _any_items(random, position)
    if kind == "capture":
        return _capture_of(random, hand, items)
    value, seat = _any_value(random, position), _any_seat(random, position)
    return _build_of(random, hand, items, value, seat)


def _capture_of(random: Random, hand: tuple[Card, ...], items: Sequence[Item]) -> Play:
    if len(items) > 1 and random.random() < 0.5:
        return CapturePlay(hand, (), tuple(items))
    return CapturePlay(hand, _grouped(random, items))


def _build_of(
    random: Random, hand: tuple[Card, ...], items: Sequence[Item], value: int, seat: int | None
) -> Play:
    if items and random.random() < 0.4:
        return BuildPlay(hand, (), (), value, seat, tuple(items))
    groups = _grouped(random, items)
    if groups and random.random() < 0.5:
        return BuildPlay(hand, groups[0], groups[1:], value, seat)
    return BuildPlay(hand, (), groups, value, seat)


def _with_slip(random: Random, position: Position, play: Play) -> Play:
    """Change one thing about a play."""
    if isinstance(play, TrailPlay):
        return TrailPlay(_hand_cards(random, position))
    assert isinstance(play, CapturePlay | BuildPlay)
    slip = random.choice(["hand", "drop", "add", "add", "regroup", "value", "seat", "kind"])
    items = list(play.items)
    if slip == "hand":
        return replace(play, hand=_hand_cards(random, position))
    if slip == "value" and isinstance(play, BuildPlay):
        return replace(play, value=_any_value(random, position))
    if slip == "seat" and isinstance(play, BuildPlay):
        return replace(play, seat=_any_seat(random, position))
    if slip == "drop" and items:
        items.remove(random.choice(items))
    if slip == "add":
        there = [item for item in lying_items(position) if item not in items]
        items.append(random.choice([*there, *there, *_imagined(position), *play.hand]))
    if (slip == "kind") == isinstance(play, CapturePlay):
        value = play.value if isinstance(play, BuildPlay) else _any_value(random, position)
        seat = play.seat if isinstance(play, BuildPlay) else None
        return _build_of(random, play.hand, items, value, seat)
    return _capture_of(random, play.hand, items)


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

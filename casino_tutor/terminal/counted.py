"""The numbers that people count at the table after a round, read and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil
from typing import Any, Final, TypeAlias

from casino_tutor.draw.words import count_words, join_words
from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.variant import Variant
from casino_tutor.rules.restrictions import deciding_rule, needed_items
from casino_tutor.rules.scoring import ItemPoints, Tally, scored_items
from casino_tutor.rules.worth import most_spades_points, scores_when_made

LETTERS: Final = "ABCDEF"
#: What a round can be described by; the other names stand behind the one used here.
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("totals_before",),
    "hand_points": (),
    "cards": ("piles",),
    "spades": ("spades_won",),
    "10D": ("TD",),
    "2S": (),
    "JS": (),
    "7D": (),
    "diamonds": (),
    "aces": (),
    "fives": (),
    "sixes": (),
    "sevens": (),
    "sweeps": (),
    "small_sweeps": (),
    "oranges": (),
    "false_calls": (),
    "events": (),
    "last_capture": (),
    "carry": (),
    "first": (),
}
_OTHER_NAMES: Final[Mapping[str, str]] = {
    other: key for key, others in KEYS.items() for other in others
}
_NOT_OF_THE_ROUND: Final = ("start", "hand_points", "first")
#: Numbers of the sides one after another, as in 27-25.
NUMBERS: Final = re.compile(r"\s*\d{1,6}(?:\s*[-/]\s*\d{1,6})+\s*", re.ASCII)
_BETWEEN: Final = re.compile(r"[-/]")
#: What may stand for most cards or most spades when nobody has them.
TIE: Final = "tie"
#: The aces of each side.
Held: TypeAlias = tuple[tuple[Card, ...], ...]
#: Single cards that are asked for by their name.
_SINGLE: Final = ("10D", "2S", "JS", "7D")


class ScoreError(ValueError):
    """A score that cannot be, or that cannot be counted from what is given.

    Attributes
    ----------
    faults : tuple of str
        Everything that is wrong, one sentence each without a full stop.
    """

    kind = "request"

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("; ".join(self.faults))


@dataclass(frozen=True, slots=True)
class Counted:
    """What has been read of a round.

    Attributes
    ----------
    start : tuple of int
        The match scores before it.
    tallies : tuple of Tally
        What each side has; one for each way to give out the aces where only their number is known.
    points : tuple of int or None
        The points of the round, where they were added up already.
    first : int or None
        The side that met its item near the target first, where that is said.
    """

    start: tuple[int, ...]
    tallies: tuple[Tally, ...]
    points: tuple[int, ...] | None = None
    first: int | None = None

    def items(self, options: Options, found: Tally) -> tuple[ItemPoints, ...]:
        """Return the points of the round, item by item or as one item."""
        if self.points is None:
            return scored_items(found, options)
        return tuple(ItemPoints("hand_points", s, n) for s, n in enumerate(self.points) if n)


def read_counted(variant: Variant, given: Mapping[str, Any]) -> Counted:
    """Read what was counted after a round; see `casino_tutor.terminal.scoring.score_answer`.

    Raises
    ------
    ScoreError
        With everything that is impossible.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> read_counted(find_variant("casino_pagat"), {"cards": {"A": 27, "B": 27}})
    Traceback (most recent call last):
    casino_tutor.terminal.counted.ScoreError: 27 + 27 cards are 54; the pack of casino_pagat has 52
    """
    reader = _Reader(variant, flattened(given))
    counted = reader.read()
    if reader.faults:
        raise ScoreError(reader.faults)
    return counted


def flattened(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return everything at one level, each key by its own name."""
    hand = given.get("hand", {})
    if not isinstance(hand, Mapping):
        raise ScoreError(f"'hand' is {_shown(hand)}; it must be an object")
    flat: dict[str, Any] = {}
    for key, value in [*((k, v) for k, v in given.items() if k != "hand"), *hand.items()]:
        name = _OTHER_NAMES.get(key, key)
        if name not in KEYS:
            listed = ", ".join([*KEYS, "hand"])
            raise ScoreError(f"there is no key {_shown(key)}; the keys are {listed}")
        if name in flat:
            raise ScoreError(f"{name!r} is given twice")
        flat[name] = value
    # What nobody has may be written as null.
    return {name: value for name, value in flat.items() if value is not None}


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a text like 27-25."""
    return [int(number) for number in _BETWEEN.split(text)]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


@dataclass(slots=True)
class _Reader:
    """Reads a round; notes every fault."""

    variant: Variant
    given: Mapping[str, Any]
    faults: list[str] = field(default_factory=list)
    sides: int = 0

    def read(self) -> Counted:
        """Return what is given; it means nothing if there are faults."""
        self.sides = self._find_sides()
        if self.faults:
            return Counted((), ())
        options = self.variant.options
        negative = options.false_call_points < 0 or options.sweep_setter_loses
        start = self._numbers("start", may_be_negative=negative)
        first = self._side("first")
        if "hand_points" in self.given:
            points = self._numbers("hand_points", may_be_negative=negative)
            self._check_points(start, points)
            none, no_cards = (0,) * self.sides, ((),) * self.sides
            return Counted(start, (Tally(none, none, no_cards, none),), points, first)
        return Counted(start, self._tallies(start), None, first)

    # The sides

    def _find_sides(self) -> int:
        named: set[str] = set()
        longest = 2
        for key, value in self.given.items():
            if key == "carry":
                continue
            if isinstance(value, Mapping):
                named.update(map(str, value))
            elif isinstance(value, list):
                longest = max(longest, len(value))
            elif isinstance(value, str) and NUMBERS.fullmatch(value):
                longest = max(longest, len(numbers_in(value)))
            elif isinstance(value, str) and value != TIE:
                named.add(value)
        for name in sorted(named - set(LETTERS)):
            self.faults.append(f"there is no side {_shown(name)}; sides are {', '.join(LETTERS)}")
        if self.faults:
            return 0
        count = max([longest, *(LETTERS.index(name) + 1 for name in named)])
        options = self.variant.options
        possible = sorted({len(options.sides_for(seats)) for seats in options.seats})
        if count not in possible:
            listed = " or ".join(map(str, possible))
            self.faults.append(f"{self.variant.name} has {listed} sides, not {count}")
        return count

    # Kinds of values

    def _numbers(self, key: str, *, may_be_negative: bool = False) -> tuple[int, ...]:
        """Read one number for each side; a side that is not named has none."""
        value = self.given.get(key, {})
        if isinstance(value, str) and NUMBERS.fullmatch(value):
            value = numbers_in(value)
        if isinstance(value, list):
            if len(value) != self.sides:
                self.faults.append(f"{key} has {len(value)} numbers for {self.sides} sides")
            value = dict(zip(LETTERS, value, strict=False))
        if not isinstance(value, Mapping):
            self.faults.append(f"{key} is {_shown(value)}; it must be a number for each side")
            return (0,) * self.sides
        for letter, number in value.items():
            if not isinstance(number, int) or isinstance(number, bool):
                self.faults.append(f"{key} of {letter} is {_shown(number)}, not a whole number")
            elif number < 0 and not may_be_negative:
                self.faults.append(f"{key} of {letter} is {number}; it cannot be negative")
        numbers = (value.get(letter, 0) for letter in LETTERS[: self.sides])
        return tuple(n if isinstance(n, int) else 0 for n in numbers)

    def _side(self, key: str) -> int | None:
        value = self.given.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or value not in LETTERS[: self.sides]:
            self.faults.append(f"{key} is {_shown(value)}; it must be a side")
            return None
        return LETTERS.index(value)

    def _counts(self, key: str, whole: int, what: str) -> tuple[tuple[int, ...], bool]:
        """Read how many each side has, or who has most; say whether these are real numbers."""
        value = self.given.get(key, {})
        if value == TIE:
            return (1,) * self.sides, False
        if isinstance(value, str) and value in LETTERS:
            most = self._side(key)
            return tuple(int(side == most) for side in range(self.sides)), False
        counts = self._numbers(key)
        if sum(counts) > whole:
            listed = " + ".join(map(str, counts))
            self.faults.append(
                f"{listed} {what} are {sum(counts)}; the pack of {self.variant.name} has {whole}"
            )
        return counts, bool(value)

    # The round

    def _tallies(self, start: tuple[int, ...]) -> tuple[Tally, ...]:
        options = self.variant.options
        pack = deck_cards(options.deck, options.packs)
        cards, cards_are_counted = self._counts("cards", len(pack), "cards")
        in_spades = sum(card.suit == "S" for card in pack)
        spades, spades_are_counted = self._counts("spades", in_spades, "spades")
        in_diamonds = sum(card.suit == "D" for card in pack)
        diamonds, diamonds_are_counted = self._counts("diamonds", in_diamonds, "diamonds")
        own = self._single_cards(pack)
        ways, are_named = self._aces(pack)
        fives, sweeps = self._ranked("fives", "5", pack), self._numbers("sweeps")
        for key, rank in (("sixes", "6"), ("sevens", "7")):
            self._add_ranked(own, self._ranked(key, rank, pack), rank)
        for side, letter in enumerate(LETTERS[: self.sides]):
            aces = ways[0][side]
            if spades_are_counted:
                named = [*own[side], *(aces if are_named else ())]
                least = sum(card.suit == "S" for card in named)
                self._check_least(letter, spades[side], least, "spade")
            if diamonds_are_counted:
                named = [*own[side], *(aces if are_named else ())]
                least = sum(card.suit == "D" for card in named)
                self._check_least(letter, diamonds[side], least, "diamond")
            if cards_are_counted:
                # A sweep is a capturing card and what it took.
                named_cards = len(own[side]) + len(aces) + fives[side]
                swept = 2 * ceil(sweeps[side] / options.first_play_sweeps)
                in_all = max(named_cards, swept, spades[side] * spades_are_counted)
                self._check_least(letter, cards[side], in_all, "card")
        if options.scoring.startswith("spade_"):
            if not spades_are_counted:
                self.faults.append("every spade scores: give the number of spades of each side")
            if not are_named:
                self.faults.append(
                    "every spade scores: give the suits of the aces, as in "
                    '{"A": ["S", "H"], "B": ["D", "C"]}'
                )
            if not self.faults:
                own = self._with_spades(own, ways[0], spades, pack)
        by_number = options.spades_needed or options.over_spades_points
        if by_number and "spades" in self.given and not spades_are_counted:
            self.faults.append("the number of spades decides: give it for each side")
        events, carried = self._events(sweeps, fives), self._carried()
        last = self._side("last_capture")
        return tuple(
            Tally(
                cards,
                spades,
                tuple((*own[side], *aces[side]) for side in range(self.sides)),
                sweeps,
                last,
                events,
                carried,
                start,
                diamonds,
            )
            for aces in ways
        )

    def _check_least(self, letter: str, count: int, least: int, thing: str) -> None:
        if count < least:
            self.faults.append(
                f"{letter} has {count_words(count, thing)}, fewer than the {least} that the "
                f"other items say"
            )

    def _single_cards(self, pack: tuple[Card, ...]) -> list[list[Card]]:
        """Read who has the Casinos, the jack of spades and the seven of diamonds."""
        own: list[list[Card]] = [[] for _ in range(self.sides)]
        for key in _SINGLE:
            card = Card(key.replace("10", "T"))
            counts = self._copies(key, pack.count(card))
            if sum(counts) and card not in pack:
                self.faults.append(f"{card} is not in the pack of {self.variant.name}")
            for side, count in enumerate(counts):
                own[side] += [card] * count
        return own

    def _copies(self, key: str, in_pack: int) -> tuple[int, ...]:
        """Read how often each side has a card: who has it, or numbers where there are two."""
        value = self.given.get(key)
        if in_pack <= 1 or value is None or (isinstance(value, str) and value in LETTERS):
            side = self._side(key)
            return tuple(int(side == one) for one in range(self.sides))
        counts = self._numbers(key)
        if sum(counts) > in_pack:
            self.faults.append(f"{key} is counted {sum(counts)} times, the pack has {in_pack}")
            return (0,) * self.sides
        return counts

    def _aces(self, pack: tuple[Card, ...]) -> tuple[list[Held], bool]:
        """Read who has which aces.

        Returns
        -------
        tuple of list and bool
            Every way to give them out where only their number is given, and whether it is known
            who has which.
        """
        value = self.given.get("aces", {})
        in_pack = tuple(card for card in pack if card.rank == "A")
        if isinstance(value, Mapping) and any(isinstance(held, list) for held in value.values()):
            return [self._named_aces(value, in_pack)], True
        counts = self._numbers("aces")
        if sum(counts) > len(in_pack):
            self.faults.append(
                f"{sum(counts)} aces are counted; the pack of {self.variant.name} has "
                f"{len(in_pack)}"
            )
        if self.faults:
            return [((),) * self.sides], False
        ways = list(_ways_to_have(in_pack, counts))
        return ways, len(ways) == 1

    def _named_aces(self, value: Mapping[str, Any], in_pack: tuple[Card, ...]) -> Held:
        held: list[Card] = []
        by_side: list[tuple[Card, ...]] = []
        for letter in LETTERS[: self.sides]:
            suits = value.get(letter, [])
            if not isinstance(suits, list):
                self.faults.append(f"aces of {letter} is {_shown(suits)}, not a list of suits")
                suits = []
            found = [ace for ace in in_pack if ace.suit in suits]
            found = [ace for ace in dict.fromkeys(found) for _ in range(suits.count(ace.suit))]
            in_all = Counter(found) - Counter(in_pack)
            if len(found) < len(suits) or in_all:
                listed = ", ".join(dict.fromkeys(ace.suit for ace in in_pack))
                times = "once" if self.variant.options.packs == 1 else "at most twice"
                self.faults.append(
                    f"aces of {letter} are {_shown(suits)}; each is one of {listed}, named {times}"
                )
                found = []
            held += found
            by_side.append(tuple(found))
        for ace in dict.fromkeys(in_pack):
            count, there = held.count(ace), in_pack.count(ace)
            if count > there:
                self.faults.append(
                    f"two sides have {ace}"
                    if there == 1
                    else f"{ace} is counted {count} times, the pack has {there}"
                )
        return tuple(by_side)

    def _ranked(self, key: str, rank: str, pack: tuple[Card, ...]) -> tuple[int, ...]:
        """Read how many cards of a rank each side has."""
        numbers, in_pack = self._numbers(key), sum(card.rank == rank for card in pack)
        if sum(numbers) > in_pack:
            self.faults.append(f"{sum(numbers)} {key} are counted, the pack has {in_pack}")
            return (0,) * self.sides
        return numbers

    def _add_ranked(self, own: list[list[Card]], counts: tuple[int, ...], rank: str) -> None:
        """Add so many cards of a rank to what each side has, of which some may be named already."""
        for held, count in zip(own, counts, strict=False):
            # Clubs score nothing for their suit.
            named = sum(card.rank == rank for card in held)
            held.extend([Card(rank + "C")] * (count - named))

    def _with_spades(
        self,
        own: list[list[Card]],
        aces: Held,
        spades: tuple[int, ...],
        pack: tuple[Card, ...],
    ) -> list[list[Card]]:
        """Add to the named spades as many others as each side has: here every spade scores."""
        alone = "A2" if self.variant.options.scoring == "spade_penalties" else "AJ2"
        in_pack = [card for card in pack if card.suit == "S"]
        others = [card for card in in_pack if card.rank not in alone]
        full, lacking_in_all = [], 0
        for held, with_aces, count in zip(own, aces, spades, strict=False):
            lacking = max(0, count - sum(card.suit == "S" for card in (*held, *with_aces)))
            full.append([*held, *others[lacking_in_all : lacking_in_all + lacking]])
            lacking_in_all += lacking
        if lacking_in_all > len(others):
            named = Counter(card for cards in (*own, *aces) for card in cards)
            special = Counter(card for card in in_pack if card.rank in alone) - named
            all_of_them = lacking_in_all >= len(others) + special.total()
            listed = join_words([card.text for card in special.elements()])
            self.faults.append(
                f"{sum(spades)} spades include {'' if all_of_them else 'some of '}{listed}; "
                f"say who has them"
            )
        return full

    def _events(self, sweeps: tuple[int, ...], fives: tuple[int, ...]) -> tuple[int, ...]:
        """Return the points that are scored during play, and those of fives."""
        options = self.variant.options
        moment = options.sweep_setter_loses or options.twin_sweep_points
        if moment and any((*sweeps, *self._numbers("small_sweeps"))):
            self.faults.append(
                "what a sweep scores hangs on the moment; give these points as events"
            )
        noted = self._numbers("events", may_be_negative=True)
        small, oranges, false_calls = (
            self._numbers(key) for key in ("small_sweeps", "oranges", "false_calls")
        )
        by_size = scores_when_made(options)
        return tuple(
            noted[side]
            + fives[side] * options.five_points
            + sweeps[side] * options.sweep_points * by_size
            + small[side] * options.small_sweep_points
            + oranges[side] * options.orange_points
            + false_calls[side] * options.false_call_points
            for side in range(self.sides)
        )

    def _carried(self) -> tuple[tuple[str, int], ...]:
        value = self.given.get("carry", {})
        is_fine = isinstance(value, Mapping) and all(
            name in ("cards", "spades") and isinstance(points, int) and points >= 0
            for name, points in value.items()
        )
        if not is_fine:
            self.faults.append(f"carry is {_shown(value)}; it must be points of cards and spades")
            return ()
        return tuple(value.items())

    # Points that were added up already

    def _check_points(self, start: tuple[int, ...], points: tuple[int, ...]) -> None:
        options = self.variant.options
        also = [key for key in self.given if key not in _NOT_OF_THE_ROUND]
        if also:
            self.faults.append(f"hand_points and {', '.join(also)} are both given")
        restricted = [
            LETTERS[side] for side, score in enumerate(start) if needed_items(options, score)
        ]
        if restricted:
            listed = join_words(restricted)
            self.faults.append(
                f"near the target hand_points do not say what {listed} won; give the items"
            )
        totals = [before + more for before, more in zip(start, points, strict=True)]
        out = [total for total in totals if total >= options.target]
        rule = deciding_rule(options)
        if len(out) > 1 and rule in ("count_out", "mid_round"):
            self.faults.append("hand_points do not say who was out first; give the items")
        if out.count(max(totals)) > 1 and rule == "most_spades":
            self.faults.append("hand_points do not say who has most spades; give the items")
        most = _points_of_a_round(options)
        if most is not None and sum(points) > most:
            self.faults.append(
                f"{' + '.join(map(str, points))} points are {sum(points)}; a round of "
                f"{self.variant.name} has {most}"
            )


def _ways_to_have(aces: tuple[Card, ...], counts: tuple[int, ...]) -> Iterator[Held]:
    """Yield every way in which sides can have so many of the aces."""
    if not counts:
        yield ()
        return
    for held in dict.fromkeys(combinations(aces, counts[0])):
        rest = list(aces)
        for ace in held:
            rest.remove(ace)
        for others in _ways_to_have(tuple(rest), counts[1:]):
            yield (held, *others)


def _points_of_a_round(options: Options) -> int | None:
    """Return the most points that a round can have, or None where there is no such number."""
    sweeps = options.sweep_points or options.small_sweep_points or options.twin_sweep_points
    if sweeps or options.orange_points or "carry" in (options.tie_cards, options.tie_spades):
        return None
    pack = deck_cards(options.deck, options.packs)
    spades, diamonds = (sum(card.suit == suit for card in pack) for suit in "SD")
    everything = Tally((len(pack),), (spades,), (pack,), (0,), 0, diamonds=(diamonds,))
    whole = sum(item.points for item in scored_items(everything, options))
    # Several sides may have spades enough.
    others = spades // options.spades_needed - 1 if options.spades_needed else 0
    return whole + max(0, others) * most_spades_points(options)

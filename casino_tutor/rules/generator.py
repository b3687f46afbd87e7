"""The exact search for legal plays: captures, builds and trails of one position.

`casino_tutor.rules.enumeration` is the view that people use. Every condition here has its twin in
the judging modules; both stand on `casino_tutor.rules.groups`, and a test holds them together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    Play,
    TrailPlay,
    item_key,
    quick_build,
    quick_capture,
)
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values
from casino_tutor.rules.duties import (
    barring_build,
    build_limit,
    can_take_due,
    due_build,
    is_due_now,
    is_new_build_barred,
    is_sweep_forced,
    sweeps,
)
from casino_tutor.rules.grouping import first_partition
from casino_tutor.rules.groups import (
    Piece,
    any_use,
    capture_piece,
    capture_uses,
    courts_at_once,
    equal_loose,
    guards_kept,
    lying_items,
    may_extend,
    may_raise,
    merge_allowed,
    reaches,
    same_value_clash,
    values_of,
)
from casino_tutor.rules.lifting import NO_LIFT, Lift, Lifter
from casino_tutor.rules.loading import LoadWatch
from casino_tutor.rules.maximal import maximal_sets
from casino_tutor.rules.tops import open_cards, open_piles
from casino_tutor.rules.transition import after_unchecked
from casino_tutor.rules.unions import CoveredSets, GroupFinder, Grouping, Mask

#: Up to this many pieces, covered sets are grown at once.
_SMALL: Final = 12
_NOTHING: Final = (0,)
_NO_LIFTS: Final = (NO_LIFT,)
_ONE: Final = {value: frozenset({value}) for value in range(1, 30)}


class Generator:
    """Makes the plays of one position; keeps what several hand cards share."""

    def __init__(self, position: Position, *, every_use: bool = False) -> None:
        self.position = position
        #: Captures of the same cards as two different totals are listed apart.
        self.every_use = every_use
        #: True while builds with pile tops are passed over.
        self.ignore_tops = False
        self.options = position.variant.options
        self.values = values_of(position)
        lying = lying_items(position)
        #: What lies on the table is numbered first, then pile cards, each pile from its top.
        self.lying = len(lying)
        self.piles = open_piles(position)
        lifted = open_cards(position)
        self.items: tuple[Item, ...] = (*lying, *lifted)
        self.mover = position.turn or 0
        self.hand = position.hand
        pieces = [capture_piece(item, position, self.values) for item in lying]
        self.pieces = [*pieces, *(capture_piece(top, position, self.values) for top in lifted)]
        self.builds = position.builds
        # Several hand cards together may have any total.
        most = self.values.most if self.options.hand_cards == "one" else 0
        self.finder = GroupFinder([piece.sums for piece in pieces], most)
        self.every = (1 << len(pieces)) - 1
        self.own = tuple(
            (1 << i, b.value) for i, b in enumerate(self.builds) if b.owner == self.mover
        )
        self.own_values = frozenset(value for _, value in self.own)
        self._capture_alone = _by_value([piece.alone for piece in pieces])
        self._build_alone = _by_value(self._alone_in_builds(with_hand=True))
        self._table_alone = _by_value(self._alone_in_builds(with_hand=False))
        self._covered: dict[tuple[Values, Mask, Mask], Iterable[tuple[Mask, Grouping]]] = {}
        self._groups: dict[Mask, Group] = {}
        self._guards: dict[tuple[tuple[Card, ...], Mask, int, bool], bool] = {}
        # Builds that are no cards are groups by themselves only, so they are chosen first.
        self.as_cards = self.options.single_build_as_card
        self.all_builds = (1 << len(self.builds)) - 1
        self.choosable = 0 if self.as_cards else self.all_builds
        # Equal cards of two packs: a set that uses the later copy must use the earlier one.
        self.twins = tuple(
            (1 << i, 1 << (i + 1))
            for i in range(self.lying - 1)
            if self.items[i] == self.items[i + 1]
        )
        due = due_build(position) if is_due_now(position) else None
        #: A build that the card from the hand has to take.
        self.due = 0 if due is None else 1 << self.builds.index(due)
        self._lifters: dict[bool, Lifter] = {}

    def plays(self, card: Card | None, kind: str | None, value: int | None) -> Iterator[Play]:
        """Yield the legal plays that pass the filters; see `LegalPlays`."""
        position = self.position
        if position.turn is None:
            return iter(())
        if position.hand_played:
            # None of these plays has a hand card.
            rest = self._after_hand_card(kind, value) if card is None else iter(())
            return self._loaded(rest)
        hand = [c for c in dict.fromkeys(self.hand) if card is None or c == card]
        if is_sweep_forced(position):
            return chain.from_iterable(self._forced_parts(card, kind, value))
        plays = chain.from_iterable(self._parts(hand, card, kind, value))
        return self._loaded(plays)

    def _loaded(self, plays: Iterator[Play]) -> Iterator[Play]:
        """Return the plays after which opponents insist on adding nothing (ruling R5)."""
        if not self.options.is_insisted or self.options.loading == "free":
            return plays
        watch, ends = LoadWatch(self.position), self.position.hand_played
        return (p for p in plays if not (p.hand or ends) or not watch.is_load_left(p))

    def _forced_parts(
        self, card: Card | None, kind: str | None, value: int | None
    ) -> Iterator[Iterator[Play]]:
        """Yield the plays of a seat that can sweep where a sweep must be made."""
        if kind in (None, "capture"):
            yield self._sweeps(card, value)
        if kind in (None, "build") and self._builds_from_table() and card is None:
            yield self._table_builds(value)

    def _sweeps(self, card: Card | None, value: int | None) -> Iterator[Play]:
        seen = set()
        for hand, use, partition in sweeps(self.position):
            if card not in (None, *hand) or (value is not None and value not in use):
                continue
            grouping = tuple(sum(1 << i for i in group) for group in partition)
            if hand in seen and not self.every_use:
                continue
            if value is None or len(use) == 1 or self._totals_one(grouping, value):
                seen.add(hand)
                yield CapturePlay(hand, self._as_groups(grouping))

    def _builds_from_table(self) -> bool:
        return self.options.building and self.options.table_only_builds == "free_action"

    def _parts(
        self, hand: list[Card], card: Card | None, kind: str | None, value: int | None
    ) -> Iterator[Iterator[Play]]:
        if kind in (None, "capture"):
            if self.options.hand_cards == "many":
                yield self._captures_of_many(card, value)
            else:
                yield chain.from_iterable(self._captures((c,), value) for c in hand)
        if kind in (None, "build") and self.options.building:
            if not self.due:
                yield chain.from_iterable(self._builds(c, value) for c in hand)
            if self._builds_from_table() and card is None:
                yield self._table_builds(value)
        if kind in (None, "trail") and value is None and not self.due:
            yield self._trails(hand)

    # Captures

    def _captures_of_many(self, card: Card | None, value: int | None) -> Iterator[Play]:
        limit = self.options.hand_total_limit
        seen = set()
        for size in range(1, len(self.hand) + 1):
            for hand in combinations(self.hand, size):
                if (card is not None and card not in hand) or hand in seen:
                    continue
                seen.add(hand)
                uses = capture_uses(hand, self.values)
                if size > 1 and limit and all(total > limit for use in uses for total in use):
                    continue
                yield from self._captures(hand, value)

    def _captures(self, hand: tuple[Card, ...], value: int | None) -> Iterator[Play]:
        uses = capture_uses(hand, self.values)
        limit = self.options.hand_total_limit if len(hand) > 1 else 0
        several = len(uses) > 1 and not self.every_use
        seen: set[Mask] = set()
        for use in uses:
            if value is not None and value not in use:
                continue
            if limit and min(use) > limit:
                continue
            for mask, grouping in self._taken(hand, use):
                if several:
                    if mask in seen:
                        continue
                    seen.add(mask)
                groups = self._as_groups(grouping)
                if value is None or len(use) == 1 or self._totals_one(grouping, value):
                    if mask > self.every:
                        yield CapturePlay(hand, groups)
                    else:
                        yield quick_capture(hand, groups)

    def _totals_one(self, grouping: Grouping, value: int) -> bool:
        """Return True if some group totals exactly this of several values used at once."""
        return any(self._is_of(group, value) for group in grouping)

    def _is_of(self, group: Mask, value: int) -> bool:
        inside = self._in(group)
        if len(inside) == 1:
            return value in inside[0].alone
        return value in {sum(ns) for ns in product(*(piece.sums for piece in inside))}

    def _taken(self, hand: tuple[Card, ...], use: Values) -> Iterator[tuple[Mask, Grouping]]:
        """Yield what a capture with these cards, so used, may take."""
        options = self.options
        alone = self._alone(use)
        equals = self._equal_mask(use)
        required = equals if options.capture_extent == "all_equal" else 0
        one_of = equals if options.capture_duty == "loose_equal" else 0
        is_court = min(use) < 0
        owed = owed_in_all = 0
        if is_court:
            # A court card owes no more than it can take at once.
            owed = courts_at_once(required.bit_count(), options)
            owed_in_all = courts_at_once(alone.bit_count(), options)
            equals, required = required, 0
        forced: Mask = 0
        if required and self._are_whole_groups(required, use):
            # An equal card is a group by itself and can be in no sum of its own value.
            forced, required, one_of = required, 0, 0
        must_leave_none = options.capture_extent == "maximal" or self.options.is_insisted
        if self.due & ~alone and not self.as_cards:
            return
        is_crowded = self.lying > _SMALL and self._capture_lifts(use) is _NO_LIFTS
        if must_leave_none and not is_court and is_crowded:
            ways = self._maximal(hand, use)
        else:
            ways = self._ways(hand, use, alone, forced, one_of)
        for taken, grouping in ways:
            if not taken or required & ~taken or (one_of and not one_of & taken):
                continue
            if self.due & ~taken:
                continue
            if is_court:
                if not self._court_count_allowed(taken) or (taken & equals).bit_count() < owed:
                    continue
                if must_leave_none and (taken & self.every).bit_count() < owed_in_all:
                    continue
            elif must_leave_none and self._leaves_group(taken, use):
                continue
            yield taken, grouping

    def _ways(
        self, hand: tuple[Card, ...], use: Values, alone: Mask, forced: Mask, one_of: Mask
    ) -> Iterator[tuple[Mask, Grouping]]:
        """Yield what a capture may cover, on the table and in capture piles, each once."""
        lifted: set[Hashable] = set()
        for lift in self._capture_lifts(use):
            for covered, first in self._with_builds(
                hand, use, alone, forced, one_of, lifted=lift.mask
            ):
                if self.twins and not self._is_first_copy(covered | lift.mask):
                    continue
                if lift is NO_LIFT:
                    yield covered, first
                    continue
                taken = covered | lift.mask
                used = self._used(taken)
                if covered & lift.mask or used in lifted:
                    continue
                lifted.add(used)
                yield taken, first + lift.groups

    def _used(self, mask: Mask) -> Hashable:
        """Return what tells a set of pieces from others: with two packs not which copy it is."""
        if self.options.packs == 1:
            return mask
        return tuple(sorted(item_key(self.items[i]) for i in _indexes(mask)))

    def _capture_lifts(self, use: Values) -> Iterable[Lift]:
        """Return what a capture of these totals may take from the capture piles."""
        if not self.piles or self.options.steal_tops != "build_and_capture":
            return _NO_LIFTS
        return self._lifter(in_build=False).lifts(use, self.every)

    def _lifter(self, *, in_build: bool) -> Lifter:
        lifter = self._lifters.get(in_build)
        if lifter is None:
            lifter = Lifter(self.position, self.piles, self.finder, in_build=in_build)
            self._lifters[in_build] = lifter
        return lifter

    def _first_grouping(self, taken: Mask, use: Values) -> Grouping:
        """Return the first grouping of these pieces in canonical order."""
        indexes = _indexes(taken)
        partition = first_partition([self.pieces[i] for i in indexes], use) or ()
        return tuple(sum(1 << indexes[i] for i in group) for group in partition)

    def _maximal(self, hand: tuple[Card, ...], use: Values) -> Iterator[tuple[Mask, Grouping]]:
        """Yield the complete captures of a crowded table; see `casino_tutor.rules.maximal`."""
        # Builds that are no cards are taken whenever they can be, so that one look is enough.
        builds = self._alone(use) & self.all_builds
        if self.own and not self.as_cards and not self._guards_kept(hand, builds, 0):
            return
        for mask in maximal_sets(self.pieces[: self.lying], use, self.twins):
            if not self.as_cards or not self.own or self._guards_kept(hand, mask, 0):
                yield mask, self._first_grouping(mask, use)

    def _with_builds(
        self,
        hand: tuple[Card, ...],
        use: Values,
        alone: Mask,
        forced: Mask,
        equals: Mask,
        *,
        lifted: Mask,
    ) -> Iterator[tuple[Mask, Grouping]]:
        """Yield what a card so used can cover without losing the guard of an own build.

        Builds, and equal cards of which one has to be taken, are chosen first, so that no time is
        lost on sets of loose cards that go with a choice that is not allowed. `lifted` is what goes
        with cards of capture piles.
        """
        builds = alone & self.all_builds
        if self.as_cards and len(use) > 1:
            # Such a build may be in a sum of the other value.
            builds = 0
        first = builds | (equals if self._are_whole_groups(equals, use) else 0)
        free = self.every & ~forced & ~first
        if not self.as_cards:
            free &= ~self.all_builds
        own = sum(bit for bit, _ in self.own)
        # Where every own build is chosen first, the guard is settled with the choice.
        settled = not own & ~first or not self.as_cards
        for chosen in _subsets(first):
            if equals & first and not chosen & equals:
                continue
            if own and settled and not self._guards_kept(hand, chosen | lifted, 0):
                continue
            for mask, grouping in self._cover(use, alone & free, free):
                taken = mask | forced | chosen
                if not settled and not self._guards_kept(hand, taken | lifted, 0):
                    continue
                groups = self._with_forced(grouping, forced | chosen) if taken != mask else grouping
                yield taken, groups

    def _are_whole_groups(self, mask: Mask, use: Values) -> bool:
        """Return True if each of these pieces is a group by itself and in no sum of this use."""
        return len(use) == 1 and all(piece.sums <= use for piece in self._in(mask))

    def _with_forced(self, grouping: Grouping, forced: Mask) -> Grouping:
        return tuple(sorted([*grouping, *_bits(forced)], key=lambda group: group & -group))

    def _alone(self, use: Values) -> Mask:
        alone = 0
        for value in use:
            alone |= self._capture_alone.get(value, 0)
        return alone

    def _equal_mask(self, use: Values) -> Mask:
        if (
            self.options.capture_extent != "all_equal"
            and self.options.capture_duty != "loose_equal"
        ):
            return 0
        mask, first = 0, len(self.builds)
        for i in range(first, first + len(self.position.loose)):
            if self.pieces[i].alone & use:
                mask |= 1 << i
        return mask

    def _court_count_allowed(self, taken: Mask) -> bool:
        rule, count = self.options.face_capture, taken.bit_count()
        if rule == "one":
            return count == 1
        return rule != "one_or_three" or count in (1, 3)

    def _in(self, mask: Mask) -> list[Piece]:
        return [piece for i, piece in enumerate(self.pieces) if mask >> i & 1]

    def _leaves_group(self, taken: Mask, use: Values) -> bool:
        return reaches(self._in(self.every & ~taken), use)

    # Builds

    def _builds(self, card: Card, value: int | None) -> Iterator[Play]:
        rest = list(self.hand)
        rest.remove(card)
        held = frozenset().union(*(self.values.in_hand.get(c, NO_VALUES) for c in rest))
        for seat, allowed in self._builders(held):
            for v in sorted(allowed):
                if value is None or v == value:
                    yield from self._builds_of(card, v, seat)

    def _builders(self, held: Values) -> Iterator[tuple[int | None, Values]]:
        """Yield for whom a build may be made, and of which values."""
        yield None, held
        rule = self.options.build_for_partner
        if rule == "no":
            return
        takable = frozenset().union(*self.values.in_hand.values())
        for seat in range(1, self.position.seats + 1):
            if self.position.are_partners(self.mover, seat):
                if rule == "announce":
                    yield seat, takable
                else:
                    proved = {value for who, value in self.position.proved if who == seat}
                    extendable = {b.value for b in self.builds if b.owner == seat}
                    yield seat, takable & (proved | extendable)

    def _builds_of(self, card: Card, value: int, seat: int | None) -> Iterator[Play]:
        """Yield the builds of one value that one hand card can start, increase or extend."""
        seen: set[Hashable] = set()
        for lift in self._build_lifts(value, self.values.on_table.get(card, NO_VALUES)):
            yield from self._builds_with(card, value, seat, lift, seen)

    def _build_lifts(self, value: int, counts: Values) -> Iterable[Lift]:
        """Return what a build may take from the capture piles."""
        if not self.piles or self.ignore_tops:
            return _NO_LIFTS
        return self._lifter(in_build=True).lifts(self._one(value), self._loose_mask, counts)

    @property
    def _loose_mask(self) -> Mask:
        return self.every if self.as_cards else self.every & ~self.all_builds

    def _has_base(self, joined: Mask, extended: Mask, grouping: Grouping, lift: Lift) -> bool:
        """Return True if pile tops may join this build: for what they are added to, and whose."""
        if self.options.steal_tops == "augment_only":
            return bool(extended or grouping or (lift.joined is None and joined))
        union = joined | extended | lift.mask
        for group in grouping:
            union |= group
        return any(union & bit for bit, _ in self.own)

    def _builds_with(
        self, card: Card, value: int, seat: int | None, lift: Lift, seen: set[Hashable]
    ) -> Iterator[Play]:
        """Yield the builds that take this from the capture piles, mostly nothing."""
        rest = tuple(_without(self.hand, card))
        alone = self._build_alone.get(value, 0)
        pool = self.every & ~self.choosable
        covered = self._cover(self._one(value), alone & pool, pool)
        absorb = self.options.raise_and_absorb
        # With no build on the table no rule about standing builds can forbid a new one.
        free = not self.builds and seat is None
        merges = self.options.same_value_builds == "merge"
        hand = (card,)
        busy = lift.mask
        all_joined = self._joined(card, value) if lift.joined is None else [(lift.joined, None)]
        for joined, raised in all_joined:
            if lift.joined is None and joined & busy:
                continue
            first = self._group(joined)
            for extended in _subsets(alone & self.choosable & ~joined & ~busy):
                lead = _bits(extended)
                # A build of the own side that has the new number has to be joined.
                merged = extended if merges else 0
                # Where no build is a card, what it may do does not depend on the loose cards.
                if not (free or self.as_cards) and not self._build_allowed(
                    rest, value, seat, joined=joined, grouping=lead
                ):
                    continue
                for mask, grouping in covered:
                    union = mask | joined | extended | busy
                    if mask & (joined | busy) or not union:
                        continue
                    used = self._used(union) if busy else union
                    if used in seen:
                        continue
                    if raised is not None and not absorb and union & ~joined & ~merged:
                        continue
                    if busy and not self._has_base(joined, extended, grouping, lift):
                        continue
                    if self.twins and not self._is_first_copy(union):
                        continue
                    if (
                        self.as_cards
                        and not free
                        and not self._build_allowed(
                            rest, value, seat, joined=joined, grouping=grouping + lift.groups
                        )
                    ):
                        continue
                    seen.add(used)
                    groups = self._as_groups(lead + grouping + lift.groups)
                    if busy:
                        yield BuildPlay(hand, first, groups, value, seat)
                    else:
                        yield quick_build(hand, first, groups, value, seat)

    def _joined(self, card: Card, value: int) -> Iterator[tuple[Mask, Build | None]]:
        """Yield what stands in one group with the hand card, in canonical order.

        The hand card by itself comes first; then, by their first items, a build it raises (with
        loose cards where that is allowed) or the items it adds up with.
        """
        if value in self.values.in_build.get(card, NO_VALUES):
            yield 0, None
        found: list[tuple[Mask, Build | None]] = []
        for counts in self.values.on_table.get(card, NO_VALUES):
            missing = value - counts
            found.extend((mask, None) for mask in self.finder.subsets(missing))
            if self.options.single_build_as_card:
                continue
            for i, build in enumerate(self.builds):
                if not may_raise(self.position, build):
                    continue
                if build.value == missing:
                    found.append((1 << i, build))
                elif self.options.raise_with_loose:
                    loose = self.finder.subsets(missing - build.value)
                    found.extend((1 << i | mask, build) for mask in loose)
        if len(self.builds) and len(found) > 1:
            found.sort(key=lambda pair: _indexes(pair[0]))
        yield from found

    def _alone_in_builds(self, *, with_hand: bool) -> Iterator[Values]:
        """Yield for each piece of which builds it is a group by itself."""
        in_build = self.values.in_build
        for build in self.builds:
            extendable = may_extend(self.position, build, with_hand=with_hand) is None
            yield frozenset({build.value}) if extendable else NO_VALUES
        for card in self.position.loose:
            yield in_build.get(card, NO_VALUES)

    def _build_allowed(
        self,
        rest: tuple[Card, ...],
        value: int,
        seat: int | None,
        *,
        joined: Mask,
        grouping: Grouping,
        is_augmenting: bool = False,
    ) -> bool:
        """Return True unless a rule about standing builds or guards forbids it."""
        options, builds = self.options, self.builds
        union = joined
        for group in grouping:
            union |= group
        used = [build for i, build in enumerate(builds) if union >> i & 1]
        extended = [build for i, build in enumerate(builds) if 1 << i in grouping]
        owner = seat or self.mover
        if used:
            # A build in a sum changes its value; by itself it is extended.
            if any(not may_raise(self.position, b) for b in used if b not in extended):
                return False
            merged = extended if options.single_build_as_card else used
            if not merge_allowed(self.position, merged):
                return False
        if is_new_build_barred(self.position, used):
            return False
        if not is_augmenting and not self._has_place(value, used, owner):
            return False
        if seat is not None and options.build_for_partner == "provable":
            proved = (seat, value) in self.position.proved
            if not proved and not any(build.owner == seat for build in extended):
                return False
        if not self.own:
            return True
        made = value if seat is None and not is_augmenting else 0
        return self._guards_kept(rest, union, made, is_rest=True)

    def _has_place(self, value: int, used: list[Build], owner: int) -> bool:
        """Return True if there may be one more build of this value, and of this owner."""
        if same_value_clash(self.position, value, used, owner) is not None:
            return False
        limit = build_limit(self.position)
        left = sum(1 for build in self.builds if build.owner == owner and build not in used)
        return not limit or left + 1 <= limit

    def _table_builds(self, value: int | None) -> Iterator[Play]:
        """Yield builds from table cards only, where the variant allows them."""
        held = frozenset().union(*(self.values.in_hand.get(c, NO_VALUES) for c in self.hand))
        laid = 0
        waits = self.options.table_only_builds == "with_trail"
        if waits and self.position.laid is not None and self.position.laid in self.items:
            laid = 1 << self.items.index(self.position.laid)
        for seat, allowed in self._builders(held):
            for v in sorted(allowed):
                if value is not None and v != value:
                    continue
                plays = self._table_builds_of(v, seat, self.every & ~laid)
                if self.options.augment_opponents == "no":
                    yield from plays
                else:
                    yield from filter(self._can_be_taken, plays)

    def _can_be_taken(self, play: Play) -> bool:
        """Return True unless the play adds to a build that could not be taken in this turn."""
        after = after_unchecked(self.position, play, more=True)
        return due_build(after) is None or can_take_due(after)

    def _table_builds_of(self, value: int, seat: int | None, usable: Mask) -> Iterator[Play]:
        seen: set[Hashable] = set()
        for lift in self._table_lifts(value, usable):
            yield from self._table_builds_with(value, seat, usable, lift, seen)

    def _table_lifts(self, value: int, usable: Mask) -> Iterable[Lift]:
        if not self.piles or self.options.steal_tops != "augment_only":
            return _NO_LIFTS
        return self._lifter(in_build=True).lifts(self._one(value), self._loose_mask & usable)

    def _table_builds_with(
        self, value: int, seat: int | None, usable: Mask, lift: Lift, seen: set[Hashable]
    ) -> Iterator[Play]:
        alone = self._table_alone.get(value, 0) & usable
        pool = usable & ~self.choosable
        for extended in _subsets(alone & self.choosable & ~lift.mask):
            lead = _bits(extended)
            augments = self._is_augmenting(extended)
            if not self.as_cards and not self._build_allowed(
                self.hand, value, seat, joined=0, grouping=lead, is_augmenting=augments
            ):
                continue
            for mask, grouping in self._cover(self._one(value), alone & pool, pool):
                if mask & lift.mask:
                    continue
                if lift.mask and not self._has_base(0, extended, grouping, lift):
                    continue
                groups = lead + grouping + lift.groups
                union = mask | extended | lift.mask
                if not groups or (len(groups) == 1 and union.bit_count() == 1):
                    continue
                used = self._used(union) if lift.mask else union
                if used in seen:
                    continue
                if self.twins and not self._is_first_copy(union):
                    continue
                if self.as_cards and not self._build_allowed(
                    self.hand,
                    value,
                    seat,
                    joined=0,
                    grouping=groups,
                    is_augmenting=self._is_augmenting(sum(g for g in groups if g & -g == g)),
                ):
                    continue
                seen.add(used)
                if lift.mask:
                    yield BuildPlay((), (), self._as_groups(groups), value, seat)
                else:
                    yield quick_build((), (), self._as_groups(groups), value, seat)

    def _is_augmenting(self, used: Mask) -> bool:
        """Return True if an opponent's build is among these, to be taken in the same turn."""
        if self.options.augment_opponents == "no":
            return False
        own_side = self.position.sides[self.position.side_of(self.mover)]
        return any(
            used >> i & 1 and build.owner is not None and build.owner not in own_side
            for i, build in enumerate(self.builds)
        )

    # Trails

    def _trails(self, hand: list[Card]) -> Iterator[Play]:
        barred = self._owner_barred()
        allowed = [card for card in hand if not barred and self._may_trail(card)]
        if barred and self._nothing_else():
            allowed = hand
        return (TrailPlay((card,)) for card in allowed)

    def _owner_barred(self) -> bool:
        return bool(self.own) and barring_build(self.position) is not None

    def _may_trail(self, card: Card) -> bool:
        options, values = self.options, self.values
        duty = options.capture_duty
        if duty == "loose_equal" and equal_loose(self.position, any_use(card, values), values):
            return False
        lying = self.pieces[: self.lying]
        if (duty == "any" or self.options.is_insisted) and _takes(card, lying, values):
            return False
        if duty == "any_in_hand" and any(_takes(c, lying, values) for c in self.hand):
            return False
        return not self.own or self._guards_kept((card,), 0, 0)

    def _nothing_else(self) -> bool:
        """Return True if no card of the hand can capture or build (rule turn.nothing_else)."""
        hand = list(dict.fromkeys(self.hand))
        # Builds with pile tops are passed over: whoever could make one may trail all the same.
        self.ignore_tops = True
        others = chain(
            self._parts(hand, None, "capture", None), self._parts(hand, None, "build", None)
        )
        found = next(chain.from_iterable(others), None)
        self.ignore_tops = False
        return found is None

    def _after_hand_card(self, kind: str | None, value: int | None) -> Iterator[Play]:
        """Yield what may still be done once the hand card of the turn is played."""
        rule = self.options.table_only_builds
        possible = rule == "free_action" or (
            rule == "with_trail" and self.position.laid is not None
        )
        if kind in (None, "build") and self.options.building and possible:
            yield from self._table_builds(value)
        if kind in (None, "trail") and value is None:
            yield PASS

    # Shared

    def _guards_kept(
        self, spent: tuple[Card, ...], gone: Mask, value: int, *, is_rest: bool = False
    ) -> bool:
        """Return True if the hand left can guard what it could guard before (ruling R1).

        `spent` are the cards played or, with `is_rest`, the cards left; `gone` the pieces that
        leave the table or change; `value` that of a build the mover makes for themselves.
        """
        own_gone = 0
        for bit, _ in self.own:
            own_gone |= gone & bit
        key = (spent, own_gone, value, is_rest)
        kept = self._guards.get(key)
        if kept is None:
            standing = frozenset(v for bit, v in self.own if not own_gone & bit)
            rest = list(spent) if is_rest else _without(self.hand, *spent)
            kept = guards_kept(
                self.hand,
                rest,
                self.own_values,
                standing,
                self.values,
                made=self._one(value) if value else NO_VALUES,
                is_build=is_rest,
            )
            self._guards[key] = kept
        return kept

    def _cover(self, use: Values, alone: Mask, pool: Mask) -> Iterable[tuple[Mask, Grouping]]:
        key = (use, alone, pool)
        covered = self._covered.get(key)
        if covered is None:
            grown = CoveredSets(self.finder, use, alone, pool)
            # A small table is grown at once: a list is quicker to go through again and again.
            covered = grown.all() if self.lying <= _SMALL else grown
            self._covered[key] = covered
        return covered

    def _one(self, value: int) -> Values:
        single = _ONE.get(value)
        return single if single is not None else frozenset({value})

    def _is_first_copy(self, mask: Mask) -> bool:
        return all(mask & first or not mask & second for first, second in self.twins)

    def _as_groups(self, grouping: Grouping) -> tuple[Group, ...]:
        known = self._groups
        try:
            return tuple([known[group] for group in grouping])
        except KeyError:
            return tuple([self._group(group) for group in grouping])

    def _group(self, mask: Mask) -> Group:
        group = self._groups.get(mask)
        if group is None:
            group = tuple([self.items[i] for i in _indexes(mask)])
            self._groups[mask] = group
        return group


def _takes(card: Card, pieces: Sequence[Piece], values: CardValues) -> bool:
    return any(reaches(pieces, use) for use in capture_uses((card,), values))


def _by_value(alone: Iterable[Values]) -> dict[int, Mask]:
    """Return for each value the mask of the pieces that are a group of it by themselves."""
    masks: dict[int, Mask] = {}
    for i, values in enumerate(alone):
        for value in values:
            masks[value] = masks.get(value, 0) | 1 << i
    return masks


def _indexes(mask: Mask) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _bits(mask: Mask) -> Grouping:
    """Return the pieces of a mask as groups of one, lowest first."""
    return tuple([1 << i for i in _indexes(mask)]) if mask else ()


def _subsets(mask: Mask) -> Sequence[Mask]:
    """Return every subset of a mask, the empty one first."""
    if not mask:
        return _NOTHING
    found, subset = [0], 0
    while subset != mask:
        subset = (subset - mask) & mask
        found.append(subset)
    return found


def _without(hand: tuple[Card, ...], *played: Card) -> list[Card]:
    rest = list(hand)
    for card in played:
        if card in rest:
            rest.remove(card)
    return rest

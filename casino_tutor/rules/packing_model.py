"""What a capture and a build are, said as a set-packing model for CP-SAT.

*Ways.* A way is what is played and announced: a capture with these hand cards used as these
values, or a build of this value with this hand card for this seat. One Boolean a way; exactly one
way is chosen.

*Groups.* For each way, one Boolean for each group of table pieces that is right for it: a piece
that is the value by itself, or two and more that add up to it. In a build there are also the
groups that hold the hand card. A chosen group implies its way.

*Packing.* For each piece, exactly one is true: it is left on the table, or one of the groups it
is in is chosen. So no piece is in two groups.

*Rules* are clauses and inequalities over these Booleans, each enforced by its way:

===================================  ============================================================
a capture takes something            at least one group is chosen
every equal loose card (all_equal)   none of them is left
an equal card first (loose_equal)    not all of them are left
a complete capture (maximal)         of every group, chosen or not, some piece is not left
court cards (face_capture)           the number of groups is 1, or it is 1 or 3; none owes more
the hand card is in the build        exactly one group with the hand card is chosen
a build is more than one card        some piece is not left; without a hand card, two are not
nothing absorbed (raise_and_absorb)  a group that raises a build excludes every other group
builds that merge (merge_builds)     at most one standing build, or one not of the own side, is used
two builds of one value              no build beside which this one may not stand is left
a limit (builds_per_player)          the owner's builds that are left, and this one, are within it
a proof (build_for_partner)          if there is none, a build of the partner's is extended
own builds guarded (ruling R1)       those left are no set of builds that loses its guards
pile tops (steal_tops)               no card of a pile is taken while one above it is left
an owner's duty (owner_builds)       some build of the owner's is not left
a due build, a forced sweep          it, or everything on the table, is not left
===================================  ============================================================

Two rules are asked of each solution, as no clause says them simply: that pile cards can be laid in
some order, and what has to be possible or done after the play in the same turn.

One worker enumerates every solution (several would count wrongly) under a time limit. It may
repeat a solution, so answers are sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.options import Options
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    WholeBuild,
)
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.duties import (
    barring_build,
    build_limit,
    can_take_due,
    due_build,
    is_due_now,
    is_sweep_forced,
)
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    capture_uses,
    courts_at_once,
    equal_loose,
    guards_kept,
    lying_items,
    may_extend,
    may_raise,
    values_of,
)
from casino_tutor.rules.loading import loads_left
from casino_tutor.rules.tops import open_cards, open_piles, pile_faults
from casino_tutor.rules.transition import after_unchecked

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolverSolutionCallback, IntVar, LiteralT

#: The numbers of the pieces in a group, rising.
_Set: TypeAlias = tuple[int, ...]
#: The number of the way, the pieces in one group with the hand card, the other groups.
_Solution: TypeAlias = tuple[int, _Set, tuple[_Set, ...]]

#: More sets of pieces than this are more than a solver goes through within any time limit.
_MOST_SETS: Final = 300_000


class PackingTimeout(RuntimeError):  # noqa: N818 - it says what happened, as TimeoutExpired
    """Not every solution is found within the time limit; there is no short answer.

    Attributes
    ----------
    seconds : float
        The time limit.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"not every play can be found within {seconds:g} seconds")

    def __reduce__(self) -> tuple[type[PackingTimeout], tuple[float]]:
        return type(self), (self.seconds,)


@dataclass(frozen=True, slots=True)
class _Way:
    """What is played and announced, with the Boolean that says so and those of its groups.

    A group is written as the pieces in it; `joined` are the groups that hold the hand card too.
    """

    chosen: IntVar
    hand: tuple[Card, ...]
    value: int | None
    seat: int | None
    groups: dict[_Set, IntVar]
    joined: dict[_Set, IntVar]


class PackingModel:
    """The model of one question about one position, and its solutions."""

    def __init__(self, position: Position, time_limit: float) -> None:
        from ortools.sat.python import cp_model

        self.deadline = monotonic() + time_limit
        self.time_limit = time_limit
        self.position = position
        self.options = position.variant.options
        self.values = values_of(position)
        self.mover = position.turn or 0
        lying = lying_items(position)
        #: What lies on the table comes first, then pile cards, each pile from its top.
        self.lying = len(lying)
        piles = open_piles(position)
        self.items: tuple[Item, ...] = (*lying, *open_cards(position))
        #: In which pile a pile card lies.
        self.pile_of: dict[int, int] = {}
        for number, pile in enumerate(piles):
            first = self.lying + len(self.pile_of)
            self.pile_of.update((first + i, number) for i in range(len(pile)))
        self.builds = {
            i: build
            for i, item in enumerate(self.items)
            if isinstance(item, WholeBuild) and (build := position.find_build(item)) is not None
        }
        self.model = cp_model.CpModel()
        self.ways: list[_Way] = []
        #: Is this piece left on the table?
        self.left = [self._boolean() for _ in self.items]
        for i in self.pile_of:
            if self.pile_of.get(i - 1) == self.pile_of[i]:
                self.model.add_implication(self.left[i - 1], self.left[i])
        self.due = due_build(position) if is_due_now(position) else None
        self.is_sweep_forced = is_sweep_forced(position)

    def _boolean(self) -> IntVar:
        return self.model.new_bool_var("")

    # What may be played

    def add_everything(self) -> None:
        """Add every capture and every build of the mover."""
        most = len(self.position.hand) if self.options.hand_cards == "many" else 1
        hands = (combinations(self.position.hand, size) for size in range(1, most + 1))
        for hand in dict.fromkeys(chain.from_iterable(hands)):
            self.add_captures(hand)
        for card in dict.fromkeys(self.position.hand):
            self.add_builds(card)
        self.add_builds(None)

    def add_captures(self, hand: tuple[Card, ...]) -> None:
        """Add the captures with these hand cards, one way for each value they may be used as."""
        position, options = self.position, self.options
        if not hand or position.hand_played or not _holds(position.hand, hand):
            return
        several = len(hand) > 1
        if several and options.hand_cards == "one":
            return
        pieces = [self._capture_piece(item) for item in self.items]
        for use in capture_uses(hand, self.values):
            if several and options.hand_total_limit and min(use) > options.hand_total_limit:
                continue
            self._add_capture(hand, use, self._groups(pieces, use))

    def add_builds(self, card: Card | None, value: int | None = None) -> None:
        """Add the builds with this hand card (None: from the table only), a way each value."""
        position, options = self.position, self.options
        if position.turn is None or not options.building:
            return
        if card is None:
            if not _may_build_from_table(position):
                return
        elif position.hand_played or card not in position.hand or self._must_capture():
            return
        rest = _without(position.hand, () if card is None else (card,))
        for seat, announced in self._builders(rest):
            for number in sorted(announced):
                if value in (None, number):
                    for augmented in self._augmentable(card, number):
                        self._add_build(card, rest, number, seat, augmented)

    def _must_capture(self) -> bool:
        """Return True if the hand card has to take something certain in this turn."""
        return self.due is not None or self.is_sweep_forced

    def _augmentable(self, card: Card | None, value: int) -> Iterator[int | None]:
        """Yield which opponent's build is added to, to be taken in this turn; None for none."""
        yield None
        if card is None and self.options.augment_opponents == "if_captured":
            for i, build in self.builds.items():
                if build.value == value and self._is_opponents(build):
                    yield i

    def _is_opponents(self, build: Build) -> bool:
        side = self.position.sides[self.position.side_of(self.mover)]
        return build.owner is not None and build.owner not in side

    def _builders(self, rest: Sequence[Card]) -> Iterator[tuple[int | None, Values]]:
        """Yield for whom a build may be made, None for the mover, and of which values."""
        position, rule = self.position, self.options.build_for_partner
        yield None, self._held(rest)
        for seat in range(1, position.seats + 1):
            if rule == "no" or not position.are_partners(self.mover, seat):
                continue
            values = self._held(self.values.in_hand)
            if rule == "provable":
                proved = {value for who, value in position.proved if who == seat}
                values &= proved | {b.value for b in position.builds if b.owner == seat}
            yield seat, values

    def _held(self, cards: Iterable[Card]) -> Values:
        return frozenset().union(*(self.values.in_hand.get(card, NO_VALUES) for card in cards))

    # Captures

    def _capture_piece(self, item: Item) -> Piece:
        """Return what an item may be in a capture; pile tops only where they are captured."""
        piece = capture_piece(item, self.position, self.values)
        if not isinstance(item, PileTop):
            return piece
        if self.options.steal_tops != "build_and_capture":
            return Piece(item, NO_VALUES, NO_VALUES)
        return self._as_top(piece)

    def _as_top(self, piece: Piece) -> Piece:
        sums = piece.sums if self.options.tops_in_sums else NO_VALUES
        return Piece(piece.item, sums, piece.alone)

    def _add_capture(self, hand: tuple[Card, ...], use: Values, groups: set[_Set]) -> None:
        way = self._add_way(hand, None, None, groups, ())
        options = self.options
        self._require(way, way.groups.values())
        court = min(use) < 0
        if court and options.face_capture == "one":
            self._count_groups(way, [1])
        elif court and options.face_capture == "one_or_three":
            self._count_groups(way, [1, 3])
        equals = equal_loose(self.position, use, self.values)
        equal = [i for i, item in enumerate(self.items) if item in equals]
        all_equal = options.capture_extent == "all_equal"
        if equal and (all_equal or options.capture_duty == "loose_equal"):
            self._require_taken(way, equal)
        if all_equal and equal:
            # A court card owes no more than it can take at once.
            owed = courts_at_once(len(equal), options) if court else len(equal)
            may_be_left = len(equal) - owed
            self.model.add(sum(self.left[i] for i in equal) <= may_be_left).only_enforce_if(
                way.chosen
            )
        complete = options.capture_extent == "maximal" or options.is_insisted
        from_table = [group for group in groups if max(group) < self.lying]
        if complete and court:
            owed = courts_at_once(len(from_table), options)
            taken = sum(way.groups[group] for group in from_table)
            self.model.add(taken == owed).only_enforce_if(way.chosen)
        elif complete:
            for group in from_table:
                self._require_taken(way, group)
        for i in self._owed_in_turn():
            self._require_taken(way, [i])
        self._add_guards(way, _without(self.position.hand, hand), None)

    def _owed_in_turn(self) -> Iterator[int]:
        """Yield what this card has to take: a due build, or everything for a forced sweep."""
        for i in range(self.lying):
            if self.is_sweep_forced or self.builds.get(i, self) == self.due:
                yield i

    def _count_groups(self, way: _Way, allowed: list[int]) -> None:
        from ortools.sat.python import cp_model

        number = sum(way.groups.values())
        domain = cp_model.Domain.from_values(allowed)
        self.model.add_linear_expression_in_domain(number, domain).only_enforce_if(way.chosen)

    # Builds

    def _add_build(
        self,
        card: Card | None,
        rest: Sequence[Card],
        value: int,
        seat: int | None,
        augmented: int | None,
    ) -> None:
        position, options = self.position, self.options
        pieces = [self._build_piece(item, card, augmented) for item in self.items]
        hand = () if card is None else (card,)
        joined = set() if card is None else self._joined(card, value, pieces)
        way = self._add_way(hand, value, seat, self._groups(pieces, frozenset({value})), joined)
        # The hand card is in exactly one group.
        if card is not None:
            self.model.add_exactly_one([way.chosen.negated(), *way.joined.values()])
            self._require_taken(way, range(len(self.items)))
        else:
            most_left = len(self.items) - 2
            self.model.add(sum(self.left) <= most_left).only_enforce_if(way.chosen)
            for i, item in enumerate(self.items):
                # A card trailed in this turn is not for building in the same turn.
                waits = options.table_only_builds == "with_trail"
                if waits and position.laid is not None and item == position.laid:
                    self.model.add_implication(way.chosen, self.left[i])
        self._add_standing_rules(way)
        self._add_top_rules(way)
        barred = options.owner_builds == "add_only" and barring_build(position) is not None
        if barred:
            self._require_taken(way, self._own_builds())
        owner = self.mover if seat is None else seat
        if augmented is None:
            self._add_place(way, value, owner)
        else:
            self._require_taken(way, [augmented])
        proved = seat is None or (seat, value) in position.proved
        if options.build_for_partner == "provable" and not proved:
            extended = self._extended(way)
            self._require(way, [x for i, x in extended if self.builds[i].owner == seat])
        self._add_guards(way, rest, value if seat is None and augmented is None else None)

    def _add_place(self, way: _Way, value: int, owner: int) -> None:
        """Say where there may be one more build of this value, and of this owner."""
        for i, build in self.builds.items():
            if build.value == value and _may_not_stand_beside(build, owner, self.options):
                self._require_taken(way, [i])
        limit = build_limit(self.position)
        if limit:
            left = [self.left[i] for i, build in self.builds.items() if build.owner == owner]
            self.model.add(sum(left) + 1 <= limit).only_enforce_if(way.chosen)

    def _own_builds(self) -> list[int]:
        return [i for i, build in self.builds.items() if build.owner == self.mover]

    def _add_top_rules(self, way: _Way) -> None:
        """Say what pile tops join: a group without one, or a build of one's own."""
        if self.options.steal_tops == "augment_only":
            bases: list[LiteralT] = [
                x
                for group, x in (*way.groups.items(), *way.joined.items())
                if group and max(group) < self.lying
            ]
        else:
            bases = [self.left[i].negated() for i in self._own_builds()]
        for i in self.pile_of:
            self._require(way, [self.left[i], *bases])

    def _build_piece(self, item: Item, card: Card | None, augmented: int | None) -> Piece:
        """Return what an item may be in a build, for this mover."""
        piece = build_piece(item, self.position, self.values)
        if isinstance(item, PileTop):
            if card is None and self.options.steal_tops != "augment_only":
                return Piece(item, NO_VALUES, NO_VALUES)
            return self._as_top(piece)
        build = self.position.find_build(item) if isinstance(item, WholeBuild) else None
        if build is None:
            return piece
        sums = piece.sums if may_raise(self.position, build) else NO_VALUES
        may_be_extended = may_extend(self.position, build, with_hand=card is not None) is None
        if card is None and self.options.augment_opponents == "if_captured":
            # A way that does not say so adds to no opponent's build.
            may_be_extended &= not self._is_opponents(build) or augmented is not None
        return Piece(item, sums, piece.alone if may_be_extended else NO_VALUES)

    def _joined(self, card: Card, value: int, pieces: Sequence[Piece]) -> set[_Set]:
        """Return what may stand in one group with the hand card; the empty set: nothing."""
        found: set[_Set] = set()
        if value in self.values.in_build.get(card, NO_VALUES):
            found.add(())
        sums = self._sets_by_total(pieces, value)
        for counts in self.values.on_table.get(card, NO_VALUES):
            missing = value - counts
            found |= sums.get(missing, set()) - {()}
            # Where a build may be used as a card it is among the pieces that add up already.
            for i, build in () if self.options.single_build_as_card else self.builds.items():
                if may_raise(self.position, build):
                    with_it = sums.get(missing - build.value, set())
                    found |= {
                        tuple(sorted((i, *others)))
                        for others in with_it
                        if not others
                        or (self.options.raise_with_loose and max(others) < self.lying)
                    }
        return found

    def _extended(self, way: _Way) -> list[tuple[int, IntVar]]:
        """Return the builds that a way can extend, each with the Boolean of its group."""
        return [(i, way.groups[i,]) for i in self.builds if (i,) in way.groups]

    def _raising(self, way: _Way) -> list[tuple[int, IntVar]]:
        """Return the groups that increase a build, each with the number of that build."""
        return [(i, x) for group, x in way.joined.items() for i in group if i in self.builds]

    def _add_standing_rules(self, way: _Way) -> None:
        """Say what may be done at once to the builds that stand on the table."""
        options, standing = self.options, self._extended(way)
        if not options.single_build_as_card:
            raising = self._raising(way)
            standing += raising
            if not options.raise_and_absorb:
                merges = options.same_value_builds == "merge"
                for _, raised in raising:
                    for group, absorbed in way.groups.items():
                        # A build of the own side with the new number is joined all the same.
                        if not (merges and group[0] in self.builds):
                            self.model.add_at_most_one([raised, absorbed])
        side = self.position.sides[self.position.side_of(self.mover)]
        own_side_merges = options.merge_builds == "own_side"
        self.model.add_at_most_one(
            [x for i, x in standing if not (own_side_merges and self.builds[i].owner in side)]
        )

    # What both have in common

    def _add_way(
        self,
        hand: tuple[Card, ...],
        value: int | None,
        seat: int | None,
        groups: Iterable[_Set],
        joined: Iterable[_Set],
    ) -> _Way:
        way = _Way(
            self._boolean(),
            hand,
            value,
            seat,
            {group: self._boolean() for group in sorted(groups)},
            {group: self._boolean() for group in sorted(joined)},
        )
        for group in (*way.groups.values(), *way.joined.values()):
            self.model.add_implication(group, way.chosen)
        self.ways.append(way)
        return way

    def _require(self, way: _Way, some: Iterable[LiteralT]) -> None:
        """If this way is chosen, at least one of these Booleans is true."""
        self.model.add_bool_or([way.chosen.negated(), *some])

    def _require_taken(self, way: _Way, pieces: Iterable[int]) -> None:
        """If this way is chosen, at least one of these pieces is not left on the table."""
        self._require(way, [self.left[i].negated() for i in pieces])

    def _add_guards(self, way: _Way, rest: Sequence[Card], value: int | None) -> None:
        """Forbid to leave own builds that the hand guarded before and could not guard after.

        Which own builds are left decides it, so every set of them that lacks its guards is ruled
        out by a clause (ruling R1); `value` is that of a build the mover makes for themselves.
        """
        own = [i for i, build in self.builds.items() if build.owner == self.mover]
        for size in range(1, len(own) + 1):
            for left in combinations(own, size):
                kept = guards_kept(
                    self.position.hand,
                    rest,
                    frozenset(self.builds[i].value for i in own),
                    frozenset(self.builds[i].value for i in left),
                    self.values,
                    made=NO_VALUES if value is None else frozenset({value}),
                    is_build=way.value is not None,
                )
                if not kept:
                    others = [self.left[i] for i in own if i not in left]
                    self._require(way, [*others, *(self.left[i].negated() for i in left)])

    def take_exactly(self, items: Group) -> None:
        """Allow only what takes these items and no other; of equal items any copy will do."""
        wanted = Counter(items)
        if not wanted <= Counter(self.items):
            self.ways.clear()
            return
        for item in dict.fromkeys(self.items):
            copies = [self.left[i] for i, one in enumerate(self.items) if one == item]
            self.model.add(sum(copies) == len(copies) - wanted[item])

    def _add_packing(self) -> None:
        """Choose one way, and let each piece be left or in one chosen group."""
        self.model.add_exactly_one(way.chosen for way in self.ways)
        for i, left in enumerate(self.left):
            inside = [
                chosen
                for way in self.ways
                for group, chosen in chain(way.groups.items(), way.joined.items())
                if i in group
            ]
            self.model.add_exactly_one([left, *inside])

    # Groups

    def _groups(self, pieces: Sequence[Piece], totals: Values) -> set[_Set]:
        """Return every group of these totals: a piece by itself, or two and more that add up."""
        found: set[_Set] = {(i,) for i, piece in enumerate(pieces) if piece.alone & totals}
        sums = self._sets_by_total(pieces, max(totals))
        for total in totals:
            found |= {group for group in sums.get(total, ()) if len(group) > 1}
        return found

    def _sets_by_total(self, pieces: Sequence[Piece], most: int) -> dict[int, set[_Set]]:
        """Return every set of pieces that adds up to no more than `most`, by its total."""
        sums: dict[int, set[_Set]] = {0: {()}}
        for i, piece in enumerate(pieces):
            longer = [
                (total + number, {(*group, i) for group in groups if self._is_free(group, i)})
                for total, groups in sums.items()
                for number in piece.sums
                if total + number <= most
            ]
            for total, groups in longer:
                sums.setdefault(total, set()).update(groups)
            if sum(map(len, sums.values())) > _MOST_SETS:
                raise PackingTimeout(self.time_limit)
        return sums

    def _is_free(self, group: _Set, i: int) -> bool:
        """Return True unless a card of the same pile is in the group already."""
        pile = self.pile_of.get(i)
        return pile is None or all(self.pile_of.get(other) != pile for other in group)

    # Solving

    def plays(self) -> frozenset[Play]:
        """Return every solution as a play with its grouping.

        Raises
        ------
        PackingTimeout
            If the time limit passes.
        """
        from ortools.sat.python import cp_model

        seconds = self.deadline - monotonic()
        if seconds <= 0:
            raise PackingTimeout(self.time_limit)
        if not self.ways:
            return frozenset()
        self._add_packing()
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        # With more workers an enumeration counts wrongly, and sometimes does not end.
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        found: set[_Solution] = set()
        status = solver.solve(self.model, _listener(self.ways, found))
        # Anything but "all were found" and "there is none" is too little.
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise PackingTimeout(self.time_limit)
        plays = (self._as_play(*solution) for solution in found)
        return frozenset(play for play in plays if self._is_possible(play))

    def _is_possible(self, play: Play) -> bool:
        """Ask what no clause says: the order of pile cards, and what the turn still owes."""
        position = self.position
        if isinstance(play, CapturePlay | BuildPlay) and any(pile_faults(position, play)):
            return False
        if not play.hand and self.options.augment_opponents == "if_captured":
            after = after_unchecked(position, play, more=True)
            if due_build(after) is not None and not can_take_due(after):
                return False
        ends_turn = bool(play.hand) or position.hand_played
        if ends_turn and self.options.is_insisted:
            return not any(loads_left(after_unchecked(position, play), self.mover))
        return True

    def _as_play(self, number: int, joined: _Set, groups: tuple[_Set, ...]) -> Play:
        way = self.ways[number]
        taken = tuple(self._named(group) for group in groups)
        if way.value is None:
            return CapturePlay(way.hand, taken)
        return BuildPlay(way.hand, self._named(joined), taken, way.value, way.seat)

    def _named(self, group: _Set) -> Group:
        return tuple(self.items[i] for i in group)


def _listener(ways: Sequence[_Way], found: set[_Solution]) -> CpSolverSolutionCallback:
    """Return what writes each solution down in `found`."""
    from ortools.sat.python import cp_model

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            true = self.boolean_value
            number, way = next((n, way) for n, way in enumerate(ways) if true(way.chosen))
            joined = next((group for group, x in way.joined.items() if true(x)), ())
            groups = tuple(group for group, x in way.groups.items() if true(x))
            found.add((number, joined, groups))

    return Listener()


def _may_build_from_table(position: Position) -> bool:
    rule = position.variant.options.table_only_builds
    trailed = position.hand_played and position.laid is not None
    return rule == "free_action" or (rule == "with_trail" and trailed)


def _may_not_stand_beside(build: Build, owner: int, options: Options) -> bool:
    """Return True if no other build of its value may be made for `owner` while it stands."""
    rule = options.same_value_builds
    return rule in ("forbidden", "merge") or (rule == "own_forbidden" and build.owner == owner)


def _holds(held: Iterable[Card], hand: Iterable[Card]) -> bool:
    return Counter(hand) <= Counter(held)


def _without(held: Iterable[Card], played: Iterable[Card]) -> tuple[Card, ...]:
    return tuple((Counter(held) - Counter(played)).elements())

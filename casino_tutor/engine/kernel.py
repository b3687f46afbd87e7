"""The kernel: the exact search, on bits. One source: compiled where it can be, else plain Python.

``kernel.pxd`` beside this file gives the C types to Cython; Python never reads it. So this is kept
to whole numbers, arrays and loops, which mean the same in both. Masks are unsigned 64-bit numbers:
what could grow beyond is cut with `FULL`, and `~` is only used below an ``&``.

Cards are *places*: bit positions. Cards that nothing tells apart (equal rank and worth) stand next
to each other as one *kind*, and of a kind the lowest places are filled first, in the hands, on the
table and in each build alike. So equal situations are equal masks, and a set taken from the table
must be made of the highest places of its kinds (`_is_top`), which leaves the rest in order.

The search is MTD(f): null-window tests, fail-soft, with a table of what was found. Values count
for side 0; side 0 makes them as large as it can, side 1 as small. A *node* is one position that
the search has visited, that is one play made; the leaves are among them.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from casino_tutor.engine.layout import (
    BIAS,
    BUILD,
    BUILDS,
    CAPTURE,
    CARDS,
    CASINOS,
    COVERS,
    DE_BRUIJN,
    DEAL,
    FACE_ONE,
    FACE_ONE_OR_THREE,
    FAR,
    FOURS,
    FULL,
    HAND,
    INFO,
    ITEM_BIG,
    ITEM_CARDS,
    ITEM_LITTLE,
    ITEM_SPADES,
    LAST,
    LEFT,
    LEFT_SPADES,
    LEFT_WORTH,
    MIX_A,
    MIX_B,
    MIX_C,
    MOST_BUILDS,
    MOST_LEAD,
    MOST_LEAD_SPADES,
    MOST_LEFT,
    MOST_LEFT_SPADES,
    MOST_MOVES,
    MOVES,
    NONE,
    NUMBERS,
    ODD,
    ONES,
    PAIRS,
    PILE,
    PLIES,
    POINTS,
    ROOM_TO_MAP,
    SPADES,
    STRIDE,
    SUBSETS,
    SUMS,
    SWEEPS,
    TRAIL,
    TURN,
    WIN,
    WON,
    WON_SPADES,
)

if TYPE_CHECKING:
    from casino_tutor.engine.plan import Rules


def count(x: int) -> int:
    """Return how many bits are set."""
    x = x - ((x >> 1) & ODD)
    x = (x & PAIRS) + ((x >> 2) & PAIRS)
    x = (x + (x >> 4)) & FOURS
    return ((x * ONES) & FULL) >> 56


def room(words: int) -> Any:
    """Return so many words that are 0; a large room takes memory only as it is filled."""
    if words < ROOM_TO_MAP:
        return array("Q", [0]) * words
    flags = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)
    pages = mmap.mmap(-1, 8 * words, **({"flags": flags} if flags else {}))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        # Each look into the table is at another page: large pages are found sooner.
        with suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages).cast("Q")


def _places() -> array[int]:
    """Return the table that turns the product of a single bit with `DE_BRUIJN` into its place."""
    table = array("i", bytes(4 * 64))
    for place in range(64):
        table[(((DE_BRUIJN << place) & FULL) >> 58) & 63] = place
    return table


#: After so many nodes the clock is asked; run by Python it is asked more often (`kernels`).
LOOK_EVERY = 20_000
#: So many steps of making moves, which are many on a crowded table only, count as a node.
STEPS = 200


class Kernel:
    """The room that a search needs; one is enough for any number of searches, one at a time."""

    def __init__(self) -> None:
        self.place_of = _places()
        self.words = array("Q", bytes(8 * STRIDE * PLIES))
        self.numbers = array("i", bytes(4 * NUMBERS * PLIES))
        # Moves of all positions on the way, one after another.
        self.move_hand = array("Q", bytes(8 * MOVES))
        self.move_loose = array("Q", bytes(8 * MOVES))
        self.move_about = array("Q", bytes(8 * MOVES))
        self.move_rank = array("i", bytes(4 * MOVES))
        # Sets of loose cards by their sum, and covered sets: used while moves are made.
        self.subset = array("Q", bytes(8 * SUBSETS))
        self.subset_sum = array("i", bytes(4 * SUBSETS))
        self.subset_next = array("i", bytes(4 * SUBSETS))
        self.sum_head = array("i", bytes(4 * SUMS))
        self.cover = array("Q", bytes(8 * COVERS))
        self.history = array("i", bytes(4 * 2 * 4 * 64))
        self.salt = 0
        # Numbers as wide as a mask.
        self.g_zero = 0
        self.g_one = 1
        self.nodes = 0
        self.most_nodes = 0
        self.next_look = 0
        self.look_every = LOOK_EVERY
        self.steps = 0
        self.stopped = 0
        self.left_out = 0
        self.look: Callable[[], bool] | None = None
        self.error: BaseException | None = None
        # Of the position that is weighed.
        self.w_sure = 0
        self.w_least = 0
        self.w_most = 0
        self.w_cards = 0
        self.w_spades = 0
        self.w_last = 0
        self.w_hint = NONE
        # Of the position whose moves are made.
        self.g_base = 0
        self.g_turn = 0
        self.g_loose = 0
        self.g_hand = 0
        self.g_builds = 0
        self.g_own = 0
        self.g_own_values = 0
        self.g_lacking = 0
        self.g_raisable = 0
        self.g_extendable = 0
        self.g_at = 0
        self.g_start = 0
        self.floor = 0

    def use(self, rules: Rules, size: int) -> None:
        """Take over the rules, and begin with an empty table.

        Parameters
        ----------
        rules : Rules
            The rules as numbers and arrays.
        size : int
            The table has room for 2 to the power of `size` positions.
        """
        # Each position has two words, its key and what is known; four of them share a place.
        self.table = room(2 << size)
        self.table_mask = (2 << size) - 8
        self.seats = rules.seats
        self.side = array("i", rules.side)
        self.value = array("i", rules.value)
        self.kind = array("Q", rules.kind)
        self.uses = array("Q", rules.uses)
        self.in_hand = array("Q", rules.in_hand)
        self.in_build = array("Q", rules.in_build)
        self.same_rank = array("Q", rules.same_rank)
        self.of_value = array("Q", rules.of_value)
        self.build_alone = array("Q", rules.build_alone)
        self.weight_mask = array("Q", rules.weight_mask)
        self.weight = array("i", rules.weight)
        self.weights = len(rules.weight)
        self.deals = array("Q", rules.deals)
        self.deal_count = rules.deal_count
        self.later = array("i", rules.later)
        self.next_of_kind = rules.next_of_kind
        self.spades = rules.spades
        self.red = rules.red
        self.yellow = rules.yellow
        self.face_rule = rules.face_rule
        self.many = rules.many
        self.hand_limit = rules.hand_limit
        self.duty_equal = rules.duty_equal
        self.duty_any = rules.duty_any
        self.all_equal = rules.all_equal
        self.leave_none = rules.leave_none
        self.building = rules.building
        self.own_raise = rules.own_raise
        self.partner_build = rules.partner_build
        self.partner_raise = rules.partner_raise
        self.raise_with_loose = rules.raise_with_loose
        self.absorb = rules.absorb
        self.same_value = rules.same_value
        self.merge = rules.merge
        self.build_limit = rules.build_limit
        self.bars_trail = rules.bars_trail
        self.fresh_only = rules.fresh_only
        self.sweep_points = rules.sweep_points
        self.small_sweep = rules.small_sweep
        self.small_points = rules.small_points
        self.last_deal_sweeps = rules.last_deal_sweeps
        self.records = array("i", rules.records)
        self.counts = array("i", rules.counts)
        self.sweeps_cancel = rules.sweeps_cancel
        self.sweep_limit = rules.sweep_limit
        self.start = array("i", rules.start)
        self.orange_points = rules.orange_points
        self.orange_limit = rules.orange_limit
        self.orange_hand = rules.orange_hand
        self.cards_points = rules.cards_points
        self.spades_points = rules.spades_points
        self.last_points = rules.last_points
        self.gain = rules.gain
        self.loss = rules.loss
        self.is_monotone = rules.is_monotone
        self.match = rules.match
        self.needs = array("i", rules.needs)
        self.item_points = array("i", rules.item_points)
        self.big_casino = rules.big_casino
        self.little_casino = rules.little_casino
        self.whole = rules.whole
        self.whole_spades = rules.whole_spades
        self.target = rules.target
        self.spades_decide = rules.spades_decide
        self.only_lead = rules.only_lead
        self.open_end = rules.open_end
        self.small_parts = rules.small_parts
        self.slack = rules.slack
        self.cards_outlook = rules.cards_outlook
        self.spades_outlook = rules.spades_outlook
        self.first_outlook = array("i", rules.first_outlook)
        self.last_outlook = array("i", rules.last_outlook)
        self.salt = 0
        self.look = None
        self.stopped = 0
        self.left_out = 0
        self.cards_size = abs(self.cards_points)
        self.spades_size = abs(self.spades_points)
        self.last_size = abs(self.last_points)
        # Numbers as wide as a mask.
        self.g_zero = 0
        self.g_one = 1
        for k in range(512):
            self.history[k] = 0

    # --- small things ----------------------------------------------------------------------------

    def _place(self, bit: int) -> int:
        """Return the place of a single bit."""
        return self.place_of[((bit * DE_BRUIJN) & FULL) >> 58]

    def _worth(self, mask: int) -> int:
        """Return the points that cards score for certain."""
        total = 0
        for k in range(self.weights):
            total += self.weight[k] * count(mask & self.weight_mask[k])
        return total

    def _joined(self, mask: int, more: int) -> int:
        """Return both sets of cards as one, each kind filled from its lowest place."""
        while more:
            bit = more & -more
            more ^= bit
            free = self.kind[self._place(bit)] & ~mask
            mask |= free & -free
        return mask

    def _is_top(self, taken: int) -> bool:
        """Return True if a set of loose cards is made of the highest places of its kinds."""
        return (taken << 1) & self.next_of_kind & self.g_loose & ~taken == 0

    def _tops(self, hand: int) -> int:
        """Return one card of each kind in a hand, the highest place."""
        return hand & ~((hand & self.next_of_kind) >> 1)

    # --- guards (rulings R1, R3) -----------------------------------------------------------------

    def _shared_out(self, hand: int, wanted: int) -> int:
        """Return how many of the values a hand can guard at once: no card answers twice."""
        if hand == 0 or wanted == 0:
            return 0
        bit = hand & -hand
        at = 2 * self._place(bit)
        rest = hand ^ bit
        best = self._shared_out(rest, wanted)
        for k in range(2):
            use = self.uses[at + k] & wanted
            if use:
                found = count(use) + self._shared_out(rest, wanted & ~use)
                best = max(best, found)
        return best

    def _guards_kept(self, rest: int, standing: int, made: int, is_build: int) -> bool:
        """Return True if a play gives no guard of the mover's builds away."""
        if is_build and self._shared_out(rest, standing) < self._shared_out(self.g_hand, standing):
            return False
        after = standing | made
        return count(after) - self._shared_out(rest, after) <= self.g_lacking

    def _values_of(self, builds: int) -> int:
        """Return the values of these builds, as bits."""
        values = 0
        for i in range(self.g_builds):
            if (builds >> i) & 1:
                values |= self.g_one << (self.words[self.g_base + INFO + i] & 63)
        return values

    # --- sets of loose cards ---------------------------------------------------------------------

    def _find_subsets(self, most: int) -> None:
        """List every set of loose cards whose sum is at most `most`, by its sum."""
        for total in range(SUMS):
            self.sum_head[total] = NONE
        found = 1
        self.subset[0] = 0
        self.subset_sum[0] = 0
        left = self.g_loose
        while left:
            bit = left & -left
            left ^= bit
            value = self.value[self._place(bit)]
            if value <= 0 or value > most:
                continue
            before = found
            for k in range(before):
                total = self.subset_sum[k] + value
                if total <= most:
                    if found >= SUBSETS:
                        self._leave_out()
                        return
                    self.subset[found] = self.subset[k] | bit
                    self.subset_sum[found] = total
                    self.subset_next[found] = self.sum_head[total]
                    self.sum_head[total] = found
                    found += 1

    def _cover_more(self, found: int, group: int) -> int:
        """Add to the covered sets those that have one more group; return how many there are."""
        before = found
        for k in range(before):
            mask = self.cover[k]
            if mask & group:
                continue
            union = mask | group
            self._spend(found)
            if self.stopped == 1:
                return found
            known = 0
            for other in range(before, found):
                if self.cover[other] == union:
                    known = 1
                    break
            if known == 0:
                for other in range(before):
                    if self.cover[other] == union:
                        known = 1
                        break
            if known == 0:
                if found >= COVERS:
                    self._leave_out()
                    return found
                self.cover[found] = union
                found += 1
        return found

    def _find_covers(self, use: int, pool: int) -> int:
        """List what disjoint groups of these totals cover in a capture."""
        self.cover[0] = 0
        found = 1
        while use:
            low = use & -use
            use ^= low
            at = self.sum_head[self._place(low)]
            while at != NONE and self.stopped == 0:
                if self.subset[at] & ~pool == 0:
                    found = self._cover_more(found, self.subset[at])
                at = self.subset_next[at]
        return found

    def _find_build_covers(self, value: int) -> int:
        """List what disjoint sets of this value cover in a build."""
        self.cover[0] = 0
        found = 1
        alone = self.build_alone[value] & self.g_loose
        while alone:
            low = alone & -alone
            alone ^= low
            found = self._cover_more(found, low)
        at = self.sum_head[value]
        while at != NONE and self.stopped == 0:
            group = self.subset[at]
            if group & (group - 1):
                found = self._cover_more(found, group)
            at = self.subset_next[at]
        return found

    def _reaches(self, left: int, builds: int, use: int) -> bool:
        """Return True if what is left on the table has a group of one of these totals."""
        if self._builds_of(use) & builds:
            return True
        while use:
            low = use & -use
            use ^= low
            at = self.sum_head[self._place(low)]
            while at != NONE:
                if self.subset[at] & ~left == 0:
                    return True
                at = self.subset_next[at]
        return False

    def _builds_of(self, use: int) -> int:
        """Return which builds have one of these values."""
        found = 0
        for i in range(self.g_builds):
            if (use >> (self.words[self.g_base + INFO + i] & 63)) & 1:
                found |= 1 << i
        return found

    # --- crowded tables --------------------------------------------------------------------------

    def _spend(self, steps: int) -> None:
        """Count steps of making moves, and ask now and then whether to stop."""
        self.steps += steps
        if self.steps >= STEPS * self.look_every:
            self.steps = 0
            if self._is_asked_to_stop():
                self.stopped = 1

    def _leave_out(self) -> None:
        """Note that there is no room for all moves, so that more of them are of no use."""
        self.left_out = 1
        self.stopped = 1

    # --- moves -----------------------------------------------------------------------------------

    def _add_move(self, kind: int, hand: int, loose: int, builds: int, more: int) -> None:
        """Note a move; `more` is the value of a build, times two, plus one if it is multiple."""
        if self.g_at >= MOVES - 1 or self.g_at - self.g_start >= MOST_MOVES:
            self._leave_out()
            return
        self.move_hand[self.g_at] = hand
        self.move_loose[self.g_at] = loose
        self.move_about[self.g_at] = kind | (builds << 8) | (more << 32)
        self.g_at += 1

    def _make_moves(self, ply: int, start: int) -> int:
        """List the moves of a position from `start` on, and return where they end."""
        base = ply * STRIDE
        at = ply * NUMBERS
        turn = self.numbers[at + TURN]
        self.g_base = base
        self.g_turn = turn
        self.g_loose = self.words[base]
        self.g_hand = self.words[base + HAND + turn]
        self.g_builds = self.numbers[at + BUILDS]
        self.g_at = start
        self.g_start = start
        self.g_own = 0
        self.g_own_values = 0
        self.g_raisable = 0
        self.g_extendable = 0
        fresh = 0
        for i in range(self.g_builds):
            self._look_at_build(i)
            info = self.words[base + INFO + i]
            if (self.g_own >> i) & 1 and (info >> 11) & 1 and self.fresh_only:
                fresh = 1
        self.g_lacking = 0
        if self.g_own:
            self.g_lacking = count(self.g_own_values) - self._shared_out(
                self.g_hand, self.g_own_values
            )
        self._find_subsets(self._most_wanted())
        tops = self._tops(self.g_hand)
        if self.many:
            self._captures_of_many()
        else:
            left = tops
            while left:
                bit = left & -left
                left ^= bit
                self._captures(bit)
        if self.building:
            left = tops
            while left:
                bit = left & -left
                left ^= bit
                self._builds(bit)
        if self.fresh_only == 0 and self.bars_trail and self.g_own:
            fresh = 1
        if fresh:
            if self.g_at == start:
                while tops:
                    bit = tops & -tops
                    tops ^= bit
                    self._add_move(TRAIL, bit, 0, 0, 0)
        else:
            while tops:
                bit = tops & -tops
                tops ^= bit
                if self._may_trail(bit):
                    self._add_move(TRAIL, bit, 0, 0, 0)
        return self.g_at

    def _look_at_build(self, i: int) -> None:
        """Note whose a build is, and what the mover may do with it."""
        info = self.words[self.g_base + INFO + i]
        owner = (info >> 6) & 15
        bit = 1 << i
        may_raise = (info >> 10) & 1 == 0
        may_extend = True
        if owner == self.g_turn + 1:
            self.g_own |= bit
            self.g_own_values |= self.g_one << (info & 63)
            may_raise = may_raise and self.own_raise != 0
        elif owner and self.side[owner - 1] == self.side[self.g_turn]:
            may_raise = may_raise and self.partner_raise != 0
            may_extend = self.partner_build != 0
        if may_raise:
            self.g_raisable |= bit
        if may_extend:
            self.g_extendable |= bit

    def _most_wanted(self) -> int:
        """Return the largest sum that a play of this hand could ask for."""
        most = 0
        total = 0
        left = self.g_hand
        while left:
            bit = left & -left
            left ^= bit
            values = self.in_hand[self._place(bit)]
            own = 0
            while values:
                low = values & -values
                values ^= low
                own = self._place(low)
            total += own
            most = max(most, own)
        return min(total if self.many else most, SUMS - 1)

    # Captures

    def _captures(self, bit: int) -> None:
        """List the captures with one card."""
        place = self._place(bit)
        first = self.g_at
        if self.uses[2 * place]:
            self._take(bit, self.uses[2 * place], first)
            if self.uses[2 * place + 1]:
                self._take(bit, self.uses[2 * place + 1], first)
        elif self.same_rank[place]:
            self._take_by_rank(bit, self.same_rank[place] & self.g_loose)

    def _captures_of_many(self) -> None:
        """List the captures with one or several cards that count together."""
        hand = self.g_hand
        some = hand & -hand
        while some:
            if (some << 1) & self.next_of_kind & hand & ~some == 0:
                if some & (some - 1) == 0:
                    self._captures(some)
                else:
                    self._captures_together(some)
            some = (some - hand) & hand

    def _captures_together(self, some: int) -> None:
        """List the captures with several cards at once, for each total that they can have."""
        totals = self.g_one
        left = some
        while left:
            bit = left & -left
            left ^= bit
            values = self.in_hand[self._place(bit)]
            sums = 0
            while values:
                low = values & -values
                values ^= low
                sums |= (totals << self._place(low)) & FULL
            totals = sums
        first = self.g_at
        while totals:
            low = totals & -totals
            totals ^= low
            if self.hand_limit == 0 or self._place(low) <= self.hand_limit:
                self._take(some, low, first)

    def _take(self, hand: int, use: int, first: int) -> None:
        """List what cards that count one of these totals may take."""
        alone = 0
        left = use
        while left:
            low = left & -left
            left ^= low
            alone |= self.of_value[self._place(low)] & self.g_loose
        forced = 0
        required = alone if self.all_equal else 0
        one_of = alone if self.duty_equal else 0
        if required and use & (use - 1) == 0:
            # An equal card is a group by itself and in no sum of its own value.
            forced = required
            required = 0
            one_of = 0
        found = self._find_covers(use, self.g_loose & ~forced)
        builds = self._builds_of(use)
        several = self.g_at > first
        chosen = 0
        while True:
            kept = True
            if self.g_own:
                standing = self._values_of(self.g_own & ~chosen)
                kept = self._guards_kept(self.g_hand & ~hand, standing, 0, 0)
            if kept:
                for k in range(found):
                    if self.stopped == 1:
                        return
                    taken = self.cover[k] | forced
                    if taken == 0 and chosen == 0:
                        continue
                    if required & ~taken or (one_of and one_of & taken == 0):
                        continue
                    if not self._is_top(taken):
                        continue
                    if self.leave_none and self._reaches(
                        self.g_loose & ~taken, ((1 << self.g_builds) - 1) & ~chosen, use
                    ):
                        continue
                    if several and self._is_known(first, taken, chosen):
                        continue
                    self._add_move(CAPTURE, hand, taken, chosen, 0)
            if chosen == builds:
                return
            chosen = (chosen - builds) & builds

    def _is_known(self, first: int, loose: int, builds: int) -> bool:
        """Return True if a move since `first` uses exactly these table cards."""
        self._spend(self.g_at - first)
        for k in range(first, self.g_at):
            if self.move_loose[k] == loose and (self.move_about[k] >> 8) & 0xFFFF == builds:
                return True
        return False

    def _take_by_rank(self, bit: int, equals: int) -> None:
        """List the captures of a court card without a number: cards of its rank only."""
        if equals == 0:
            return
        if self.g_own and not self._guards_kept(self.g_hand & ~bit, self.g_own_values, 0, 0):
            return
        lying = count(equals)
        owed = 0
        if self.all_equal or self.leave_none:
            owed = lying
            if self.face_rule == FACE_ONE or (self.face_rule == FACE_ONE_OR_THREE and lying < 3):
                owed = 1
            elif self.face_rule == FACE_ONE_OR_THREE:
                owed = 3
        some = equals & -equals
        while some:
            size = count(some)
            allowed = size >= owed and self._is_top(some)
            if self.face_rule == FACE_ONE:
                allowed = allowed and size == 1
            elif self.face_rule == FACE_ONE_OR_THREE:
                allowed = allowed and size in (1, 3)
            if allowed:
                self._add_move(CAPTURE, bit, some, 0, 0)
            some = (some - equals) & equals

    # Builds

    def _builds(self, bit: int) -> None:
        """List the builds that one card can start, increase or extend."""
        rest = self.g_hand & ~bit
        held = 0
        left = rest
        while left:
            low = left & -left
            left ^= low
            held |= self.in_hand[self._place(low)]
        while held:
            low = held & -held
            held ^= low
            self._builds_to(bit, rest, self._place(low), low)

    def _builds_to(self, bit: int, rest: int, value: int, as_bit: int) -> None:
        """List the builds of one value."""
        place = self._place(bit)
        found = self._find_build_covers(value)
        extendable = self._builds_of(as_bit) & self.g_extendable
        first = self.g_at
        if self.in_build[place] & as_bit:
            self._build_on(bit, rest, value, found, extendable, 0, 0, first)
        counts = self.value[place]
        missing = value - counts
        if counts <= 0 or missing <= 0:
            return
        at = self.sum_head[missing]
        while at != NONE:
            self._build_on(bit, rest, value, found, extendable, self.subset[at], 0, first)
            at = self.subset_next[at]
        for i in range(self.g_builds):
            if (self.g_raisable >> i) & 1 == 0:
                continue
            lacks = missing - (self.words[self.g_base + INFO + i] & 63)
            if lacks == 0:
                self._build_on(bit, rest, value, found, extendable, 0, 1 << i, first)
            elif lacks > 0 and self.raise_with_loose:
                at = self.sum_head[lacks]
                while at != NONE:
                    self._build_on(
                        bit, rest, value, found, extendable, self.subset[at], 1 << i, first
                    )
                    at = self.subset_next[at]

    def _build_on(
        self,
        bit: int,
        rest: int,
        value: int,
        found: int,
        extendable: int,
        joined: int,
        raised: int,
        first: int,
    ) -> None:
        """List the builds in which these cards stand in one set with the hand card."""
        extended = 0
        while True:
            if self.g_builds == 0 or self._may_build(rest, value, raised, extended):
                for k in range(found):
                    if self.stopped == 1:
                        return
                    more = self.cover[k]
                    union = joined | more
                    if more & joined or (union == 0 and raised == 0 and extended == 0):
                        continue
                    if raised and self.absorb == 0 and (more or extended):
                        continue
                    if not self._is_top(union):
                        continue
                    if self._is_known(first, union, raised | extended):
                        continue
                    is_multiple = 1 if more or extended else 0
                    self._add_move(BUILD, bit, union, raised | extended, 2 * value + is_multiple)
            if extended == extendable:
                return
            extended = (extended - extendable) & extendable

    def _may_build(self, rest: int, value: int, raised: int, extended: int) -> bool:
        """Return True unless a rule about standing builds or guards forbids it."""
        used = raised | extended
        if used & (used - 1):
            if self.merge == 0:
                return False
            own = 0
            for i in range(self.g_builds):
                owner = (self.words[self.g_base + INFO + i] >> 6) & 15
                if (used >> i) & 1 and owner and self.side[owner - 1] == self.side[self.g_turn]:
                    own += 1
            if own < count(used) - 1:
                return False
        left = self.build_limit
        for i in range(self.g_builds):
            if (used >> i) & 1:
                continue
            info = self.words[self.g_base + INFO + i]
            is_own = (info >> 6) & 15 == self.g_turn + 1
            if is_own:
                left -= 1
            if info & 63 == value and (self.same_value == 2 or (self.same_value == 1 and is_own)):
                return False
        if self.build_limit and left < 1:
            return False
        if self.g_own == 0:
            return True
        standing = self._values_of(self.g_own & ~used)
        return self._guards_kept(rest, standing, self.g_one << value, 1)

    # Trails

    def _may_trail(self, bit: int) -> bool:
        """Return True if the card may be laid on the table."""
        place = self._place(bit)
        use = self.uses[2 * place] | self.uses[2 * place + 1]
        if self.duty_equal:
            left = use
            while left:
                low = left & -left
                left ^= low
                if self.of_value[self._place(low)] & self.g_loose:
                    return False
            if use == 0 and self.same_rank[place] & self.g_loose:
                return False
        if self.duty_any:
            if self._reaches(self.g_loose, (1 << self.g_builds) - 1, use):
                return False
            if use == 0 and self.same_rank[place] & self.g_loose:
                return False
        return self.g_own == 0 or self._guards_kept(self.g_hand & ~bit, self.g_own_values, 0, 0)

    # --- what a move does ------------------------------------------------------------------------

    def _play(self, ply: int, move: int) -> None:
        """Write the position after a move into the next ply."""
        base = ply * STRIDE
        after = base + STRIDE
        at = ply * NUMBERS
        now = at + NUMBERS
        turn = self.numbers[at + TURN]
        side = self.side[turn]
        hand = self.move_hand[move]
        taken = self.move_loose[move]
        about = self.move_about[move]
        kind = about & 3
        used = (about >> 8) & 0xFFFF
        builds = self.numbers[at + BUILDS]
        for i in range(NUMBERS):
            self.numbers[now + i] = self.numbers[at + i]
        for i in range(self.seats):
            self.words[after + HAND + i] = self.words[base + HAND + i]
        self.words[after + HAND + turn] = self.words[base + HAND + turn] & ~hand
        loose = self.words[base] & ~taken
        made = self._joined(self.g_zero, hand)
        cards = 0
        left = 0
        for i in range(builds):
            pile = self.words[base + PILE + i]
            info = self.words[base + INFO + i]
            if (used >> i) & 1:
                if kind == CAPTURE:
                    self._bring_in(now, side, pile)
                    cards += count(pile)
                else:
                    made = self._joined(made, pile)
            else:
                if self.fresh_only and (info >> 6) & 15 == turn + 1:
                    info = info & ~2048
                self.words[after + PILE + left] = pile
                self.words[after + INFO + left] = info
                left += 1
        if kind == TRAIL:
            loose = self._joined(loose, hand)
        elif kind == BUILD:
            more = about >> 32
            if left >= MOST_BUILDS:
                self.left_out = 1
            else:
                self.words[after + PILE + left] = self._joined(made, taken)
                self.words[after + INFO + left] = (
                    (more >> 1) | ((turn + 1) << 6) | ((more & 1) << 10) | (self.fresh_only << 11)
                )
                left += 1
        else:
            swept = loose == 0 and left == 0 and self._is_recorded(at, side)
            self._bring_in(now, side, hand)
            self._bring_in(now, side, taken)
            self.numbers[now + LAST] = side
            if self.orange_limit:
                self._count_oranges(base, now, side, hand, taken, used, builds)
            if swept:
                self.numbers[now + SWEEPS + side] += 1
                if self.small_sweep:
                    cards += count(taken)
                    made_points = self.sweep_points
                    if cards <= self.small_sweep:
                        made_points = self.small_points
                    self.numbers[now + POINTS + side] += made_points
        self.words[after] = loose
        self.numbers[now + BUILDS] = left
        self._pass_on(after, now, turn)

    def _bring_in(self, now: int, side: int, mask: int) -> None:
        """Count captured cards for a side."""
        cards = count(mask)
        spades = count(mask & self.spades)
        worth = self._worth(mask)
        self.numbers[now + CARDS + side] += cards
        self.numbers[now + SPADES + side] += spades
        self.numbers[now + POINTS + side] += worth
        self.numbers[now + LEFT] -= cards
        self.numbers[now + LEFT_SPADES] -= spades
        self.numbers[now + LEFT_WORTH] -= self._size(mask)
        if self.match:
            if mask & self.big_casino:
                self.numbers[now + CASINOS] += side + 1
            if mask & self.little_casino:
                self.numbers[now + CASINOS] += 4 * (side + 1)

    def _size(self, mask: int) -> int:
        """Return the points of cards, those that count against their owner turned round."""
        total = 0
        for k in range(self.weights):
            weight = self.weight[k]
            if weight < 0:
                weight = -weight
            total += weight * count(mask & self.weight_mask[k])
        return total

    def _count_oranges(
        self, base: int, now: int, side: int, hand: int, taken: int, used: int, builds: int
    ) -> None:
        """Score the oranges of a capture; whoever makes one calls it."""
        red = count(taken & self.red)
        yellow = count(taken & self.yellow)
        if self.orange_hand:
            red += count(hand & self.red)
            yellow += count(hand & self.yellow)
        for i in range(builds):
            if (used >> i) & 1:
                red += count(self.words[base + PILE + i] & self.red)
                yellow += count(self.words[base + PILE + i] & self.yellow)
        red = min(red, yellow)
        red = min(red, self.orange_limit)
        self.numbers[now + POINTS + side] += red * self.orange_points

    def _is_recorded(self, at: int, side: int) -> bool:
        """Return True if a sweep made now would be recorded."""
        if self.records[side] == 0:
            return False
        is_last = self.open_end == 0 and self.numbers[at + DEAL] >= self.deal_count
        if is_last and self.last_deal_sweeps == 0:
            return False
        if self.sweep_limit:
            for other in range(2):
                made = self.start[other] + self.numbers[at + POINTS + other]
                net = self.numbers[at + SWEEPS + other]
                if self.sweeps_cancel:
                    rival = self.numbers[at + SWEEPS + 1 - other]
                    net = net - rival if net > rival else 0
                if self.small_sweep == 0:
                    made += net * self.sweep_points
                if made >= self.sweep_limit:
                    return False
        return True

    def _pass_on(self, after: int, now: int, turn: int) -> None:
        """Pass the turn: to the next seat with cards, to the next deal, or to the end."""
        for step in range(1, self.seats + 1):
            seat = turn + step
            if seat >= self.seats:
                seat -= self.seats
            if self.words[after + HAND + seat]:
                self.numbers[now + TURN] = seat
                return
        deal = self.numbers[now + DEAL]
        if deal >= self.deal_count:
            self.numbers[now + TURN] = NONE
            return
        for seat in range(self.seats):
            self.words[after + HAND + seat] = self.deals[deal * 8 + 1 + seat]
        self.words[after] = self._joined(self.words[after], self.deals[deal * 8])
        self.numbers[now + DEAL] = deal + 1
        self.numbers[now + TURN] = 0

    # --- the search ------------------------------------------------------------------------------

    def _sweep_difference(self, first: int, second: int) -> int:
        """Return what so many sweeps of the two sides are worth to side 0."""
        if self.small_sweep:
            return 0
        if self.sweeps_cancel:
            least = min(second, first)
            first -= least
            second -= least
        return self.sweep_points * (first * self.counts[0] - second * self.counts[1])

    def _majority(self, first: int, second: int, points: int) -> int:
        if first > second:
            return points
        if second > first:
            return -points
        return 0

    def _final(self, base: int, at: int, with_residue: int) -> int:
        """Return the value of a round that is over; the residue goes to the last capturer."""
        if self.open_end:
            return self._outlook(base, at)
        last = self.numbers[at + LAST]
        if last != NONE and with_residue:
            rest = self.words[base]
            self._bring_in(at, last, rest)
            for i in range(self.numbers[at + BUILDS]):
                self._bring_in(at, last, self.words[base + PILE + i])
            # Whoever asks again does not give it out again.
            self.words[base] = 0
            self.numbers[at + BUILDS] = 0
        if self.match:
            return self._match_value(at)
        total = self.numbers[at + POINTS] - self.numbers[at + POINTS + 1]
        total += self._majority(
            self.numbers[at + CARDS], self.numbers[at + CARDS + 1], self.cards_points
        )
        total += self._majority(
            self.numbers[at + SPADES], self.numbers[at + SPADES + 1], self.spades_points
        )
        total += self._sweep_difference(self.numbers[at + SWEEPS], self.numbers[at + SWEEPS + 1])
        if last == 0:
            total += self.last_points
        elif last == 1:
            total -= self.last_points
        return total

    def _outlook(self, base: int, at: int) -> int:
        """Return what is to be expected at the end of a deal, where the next one is not known."""
        last = self.numbers[at + LAST] + 1
        total = self.numbers[at + POINTS] - self.numbers[at + POINTS + 1]
        total += self._sweep_difference(self.numbers[at + SWEEPS], self.numbers[at + SWEEPS + 1])
        lead = self.numbers[at + CARDS] - self.numbers[at + CARDS + 1]
        left = self.numbers[at + LEFT]
        left = (last * MOST_LEFT + left) * 2 * MOST_LEAD
        total += self.cards_outlook[left + lead + MOST_LEAD]
        lead = self.numbers[at + SPADES] - self.numbers[at + SPADES + 1]
        left = self.numbers[at + LEFT_SPADES]
        left = (last * MOST_LEFT_SPADES + left) * 2 * MOST_LEAD_SPADES
        total += self.spades_outlook[left + lead + MOST_LEAD_SPADES]
        # Seat 1 plays first again, and has the first choice of what lies there.
        loose = count(self.words[base])
        total += self.first_outlook[0] + self.first_outlook[1] * loose
        total += (self.first_outlook[2] * self._worth(self.words[base])) >> self.small_parts
        return total + self.last_outlook[last]

    # --- the match -------------------------------------------------------------------------------

    def _won_items(self, at: int, side: int, secured: int) -> int:
        """Return which items a side has won, as bits; with `secured`, for certain."""
        rest = 0
        rest_spades = 0
        other = 1 - side
        lead = self.numbers[at + CARDS + side] - self.numbers[at + CARDS + other]
        spades = self.numbers[at + SPADES + side] - self.numbers[at + SPADES + other]
        if secured:
            rest = self.whole - self.numbers[at + CARDS] - self.numbers[at + CARDS + 1]
            rest_spades = self.whole_spades
            rest_spades -= self.numbers[at + SPADES] + self.numbers[at + SPADES + 1]
        won = 0
        if lead > rest:
            won |= ITEM_CARDS
        if spades > rest_spades:
            won |= ITEM_SPADES
        casinos = self.numbers[at + CASINOS]
        if casinos & 3 == side + 1:
            won |= ITEM_BIG
        if casinos >> 2 == side + 1:
            won |= ITEM_LITTLE
        return won

    def _won_by_item(self, at: int) -> int:
        """Return the value of the match if a side near the target has met its item by now, or 0."""
        if self.needs[0] == 0 and self.needs[1] == 0:
            return 0
        met = 0
        for side in range(2):
            needed = self.needs[side]
            if needed and self._won_items(at, side, 1) & needed == needed:
                met |= 1 << side
        if met == 3:
            # Whoever has just captured comes first.
            met = 2 if self.numbers[at + LAST] == 1 else 1
        if met == 0:
            return 0
        return WIN if met == 1 else -WIN

    def _round_points(self, at: int, side: int, won: int) -> int:
        """Return the points that a side adds to its score; near the target only its own item's."""
        needed = self.needs[side]
        total = 0
        for k in range(4):
            if (won >> k) & 1 and (needed == 0 or (needed >> k) & 1) and (k < 2 or needed):
                total += self.item_points[k]
        if needed:
            return total
        sweeps = self._sweep_difference(self.numbers[at + SWEEPS], self.numbers[at + SWEEPS + 1])
        if side == 1:
            sweeps = -sweeps
        total += self.numbers[at + POINTS + side]
        # Of two sides one has more sweeps, or each counts its own.
        if self.sweeps_cancel or self.small_sweep:
            total += max(sweeps, 0)
        else:
            total += self.numbers[at + SWEEPS + side] * self.sweep_points * self.counts[side]
        if self.numbers[at + LAST] == side:
            total += self.last_points
        return total

    def _match_value(self, at: int) -> int:
        """Return the value of the end of a round to the match."""
        found = self._won_by_item(at)
        if found:
            return found
        first = self._won_items(at, 0, 0)
        second = self._won_items(at, 1, 0)
        ours = self._round_points(at, 0, first)
        theirs = self._round_points(at, 1, second)
        if self.only_lead:
            lead = ours - theirs
            ours = max(lead, 0)
            theirs = max(-lead, 0)
        met = self.needs[0] != 0 and first & self.needs[0] == self.needs[0]
        met_too = self.needs[1] != 0 and second & self.needs[1] == self.needs[1]
        if met != met_too:
            return WIN if met else -WIN
        if met:
            return ours - theirs
        out = self.start[0] + ours >= self.target
        out_too = self.start[1] + theirs >= self.target
        if out != out_too:
            return WIN if out else -WIN
        lead = self.start[0] + ours - self.start[1] - theirs
        if out and lead == 0 and self.spades_decide:
            lead = self.numbers[at + SPADES] - self.numbers[at + SPADES + 1]
        if out and lead:
            return WIN if lead > 0 else -WIN
        return ours - theirs

    # --- the search ------------------------------------------------------------------------------

    def _key(self, base: int, at: int) -> int:
        """Return what still matters of a position, as one number."""
        key = self.words[base] * MIX_A & FULL
        key ^= key >> 29
        for seat in range(self.seats):
            key = (key + self.words[base + HAND + seat]) * MIX_B & FULL
            key ^= key >> 32
        builds = 0
        for i in range(self.numbers[at + BUILDS]):
            one = (self.words[base + PILE + i] * MIX_C & FULL) ^ (
                self.words[base + INFO + i] * MIX_A & FULL
            )
            one ^= one >> 31
            one = one * MIX_B & FULL
            one ^= one >> 27
            builds = (builds + one) & FULL
        # All of these are small, and none is negative.
        more = self.numbers[at + TURN]
        more = more * 32 + self.numbers[at + DEAL]
        if self.open_end:
            # From world to world the same table may leave other spades to be dealt.
            more = more * 64 + self.numbers[at + LEFT_SPADES]
        key = (key + builds + more + self.salt) * MIX_C & FULL
        key ^= key >> 30
        if self.sweep_limit or (self.sweeps_cancel and self.counts[0] != self.counts[1]):
            key = (key + self.numbers[at + SWEEPS] * 64 + self.numbers[at + SWEEPS + 1]) & FULL
            key = key * MIX_A & FULL
            key ^= key >> 31
        if self.match:
            casinos = self.numbers[at + CASINOS]
            key = (key + casinos * 4096) & FULL
            key = (key + self.numbers[at + SWEEPS] * 64 + self.numbers[at + SWEEPS + 1]) & FULL
            key = key * MIX_C & FULL
            key ^= key >> 30
        if self.sweep_limit or self.match:
            made = (self.numbers[at + POINTS] + 4096) * 8192 + self.numbers[at + POINTS + 1] + 4096
            key = (key + made) * MIX_B & FULL
            key ^= key >> 29
        return key

    def _weigh(self, base: int, at: int) -> None:
        """Note what has been scored, between which bounds the rest lies, and on what it hangs.

        Beside the cards to come it hangs on three things, each of which can only help side 0 by
        being more: its cards and its spades, as far as a majority is open, and who took last.
        """
        if self.match:
            # All that has been taken may decide who wins.
            self.w_sure = 0
            self.w_least = -WIN
            self.w_most = WIN
            self.w_cards = self.numbers[at + CARDS] + 1
            self.w_spades = self.numbers[at + SPADES] + 1
            self.w_last = self.numbers[at + LAST] + 1
            return
        least = -self.numbers[at + LEFT_WORTH] - self.last_size
        most = -least
        lead = self.numbers[at + CARDS] - self.numbers[at + CARDS + 1]
        left = self.numbers[at + LEFT]
        if lead > left:
            self.w_cards = WON
            least += self.cards_points
            most += self.cards_points
        elif -lead > left:
            self.w_cards = 0
            least -= self.cards_points
            most -= self.cards_points
        else:
            self.w_cards = self.numbers[at + CARDS] + 1
            least -= self.cards_size
            most += self.cards_size
        lead = self.numbers[at + SPADES] - self.numbers[at + SPADES + 1]
        left = self.numbers[at + LEFT_SPADES]
        if lead > left:
            self.w_spades = WON_SPADES
            least += self.spades_points
            most += self.spades_points
        elif -lead > left:
            self.w_spades = 0
            least -= self.spades_points
            most -= self.spades_points
        else:
            self.w_spades = self.numbers[at + SPADES] + 1
            least -= self.spades_size
            most += self.spades_size
        ours = self.numbers[at + SWEEPS]
        theirs = self.numbers[at + SWEEPS + 1]
        sure = self.numbers[at + POINTS] - self.numbers[at + POINTS + 1]
        self.w_sure = sure + self._sweep_difference(ours, theirs)
        last = self.numbers[at + LAST]
        # The more, the better for side 0.
        self.w_last = 1 if last == NONE else 2 - 2 * last
        if self.gain or self.loss:
            deal = self.numbers[at + DEAL] * 2
            first = self.later[deal]
            second = self.later[deal + 1]
            for seat in range(self.seats):
                held = count(self.words[base + HAND + seat])
                if self.side[seat] == 0:
                    first += held
                else:
                    second += held
            most += first * self.gain + second * self.loss
            least -= second * self.gain + first * self.loss
        self.w_least = least - self.slack
        self.w_most = most + self.slack

    def _test(self, ply: int, bound: int, start: int) -> int:
        """Say whether a position is worth at least `bound` to side 0.

        An answer of at least `bound` is a lower bound of the value, a smaller one an upper bound.
        """
        self.nodes += 1
        if self.nodes >= self.next_look:
            self._look_up()
        if self.stopped == 1:
            return 0
        base = ply * STRIDE
        at = ply * NUMBERS
        turn = self.numbers[at + TURN]
        if turn == NONE:
            return self._final(base, at, 1)
        if self.match:
            found = self._won_by_item(at)
            if found:
                return found
        self._weigh(base, at)
        sure = self.w_sure
        known_least = self.w_least
        known_most = self.w_most
        if known_least + sure >= bound:
            return known_least + sure
        if known_most + sure < bound:
            return known_most + sure
        # Has this been looked at before?
        key = self._key(base, at)
        self.w_hint = NONE
        self._look_in_table(key)
        known_least = self.w_least
        known_most = self.w_most
        if known_least + sure >= bound:
            return known_least + sure
        if known_most + sure < bound:
            return known_most + sure
        hint = self.w_hint
        hangs = self.w_cards | (self.w_spades << 7) | (self.w_last << 13)
        end = self._make_moves(ply, start)
        if self.left_out or self.stopped == 1:
            # What has no room could be better than all the rest.
            self.stopped = 1
            return 0
        if end == start:
            return self._final(base, at, 0)
        self._rank_moves(base, turn, start, end)
        if 0 <= hint < end - start:
            self.move_rank[start + hint] = 1 << 30
        is_first = self.side[turn] == 0
        best = -FAR if is_first else FAR
        best_move = 0
        for _ in range(start, end):
            move = start
            for other in range(start + 1, end):
                if self.move_rank[other] > self.move_rank[move]:
                    move = other
            self.move_rank[move] = -(1 << 30)
            self._spend(end - start)
            self._play(ply, move)
            found = self._test(ply + 1, bound, end)
            if self.stopped == 1:
                return 0
            if is_first:
                if found > best:
                    best = found
                    best_move = move - start
                if best >= bound:
                    break
            else:
                if found < best:
                    best = found
                    best_move = move - start
                if best < bound:
                    break
        if (is_first and best >= bound) or (not is_first and best < bound):
            self._praise(start + best_move, self.side[turn])
        # Note what is now known.
        if best >= bound:
            if best - sure > known_least:
                known_least = best - sure
        elif best - sure < known_most:
            known_most = best - sure
        self._note(key, known_least, known_most, hangs, best_move, self.numbers[at + LEFT])
        return best

    def _look_in_table(self, key: int) -> None:
        """Narrow the bounds by what was found before, here or where one side had more or less."""
        slot = key & self.table_mask
        for k in range(slot, slot + 8, 2):
            if self.table[k] != key:
                continue
            entry = self.table[k + 1]
            cards = (entry >> 28) & 127
            spades = (entry >> 35) & 63
            last = (entry >> 41) & 3
            least = (entry & 0x3FFF) - BIAS
            most = ((entry >> 14) & 0x3FFF) - BIAS
            less = cards <= self.w_cards and spades <= self.w_spades and last <= self.w_last
            more = cards >= self.w_cards and spades >= self.w_spades and last >= self.w_last
            if self.is_monotone == 0 and not (less and more):
                continue
            if less and least > self.w_least:
                self.w_least = least
            if more and most < self.w_most:
                self.w_most = most
            if (less and more) or self.w_hint == NONE:
                self.w_hint = (entry >> 49) & 0x7FFF

    def _note(self, key: int, least: int, most: int, hangs: int, move: int, left: int) -> None:
        """Keep what was found; of what shares a place, that with the least to be played goes."""
        slot = key & self.table_mask
        # Widened before they are shifted.
        known = (self.g_zero + least + BIAS) | ((self.g_zero + most + BIAS) << 14)
        known |= (self.g_zero + hangs) << 28
        known |= ((self.g_zero + left) << 43) | ((self.g_zero + move) << 49)
        gone = slot
        fewest = 64
        for k in range(slot, slot + 8, 2):
            entry = self.table[k + 1]
            if self.table[k] == key and (entry >> 28) & 0x7FFF == hangs:
                gone = k
                break
            kept = (entry >> 43) & 63
            if kept < fewest:
                fewest = kept
                gone = k
        self.table[gone] = key
        self.table[gone + 1] = known

    def _rank_moves(self, base: int, turn: int, start: int, end: int) -> None:
        """Guess how good each move is, to look at good ones first."""
        side = self.side[turn]
        # A card that the next seat has the like of is not laid down gladly.
        after = turn + 1
        if after == self.seats:
            after = 0
        next_hand = self.words[base + HAND + after]
        for move in range(start, end):
            about = self.move_about[move]
            kind = about & 3
            hand = self.move_hand[move]
            loose = self.move_loose[move]
            used = (about >> 8) & 0xFFFF
            rank = 0
            if kind == CAPTURE:
                taken = count(hand) + count(loose)
                spades = count((hand | loose) & self.spades)
                worth = self._size(hand) + self._size(loose)
                for i in range(self.g_builds):
                    if (used >> i) & 1:
                        pile = self.words[base + PILE + i]
                        taken += count(pile)
                        spades += count(pile & self.spades)
                        worth += self._size(pile)
                worth = (400 * worth) >> self.small_parts
                rank = 4000 + worth + 60 * taken + 40 * spades
            elif kind == BUILD:
                worth = (200 * (self._size(hand) + self._size(loose))) >> self.small_parts
                rank = 3000 + worth + 60 * count(loose)
            else:
                worth = (600 * self._size(hand)) >> self.small_parts
                rank = 2000 - worth - 40 * count(hand & self.spades)
                if self.of_value[self.value[self._place(hand)]] & next_hand:
                    rank -= 1000
            place = self._place(hand & -hand)
            rank += self.history[(side * 4 + kind) * 64 + place] >> 4
            self.move_rank[move] = rank

    def _praise(self, move: int, side: int) -> None:
        """Remember a move that settled a test."""
        hand = self.move_hand[move]
        kind = self.move_about[move] & 3
        at = (side * 4 + kind) * 64 + self._place(hand & -hand)
        self.history[at] += 16
        if self.history[at] > 1 << 15:
            for k in range(512):
                self.history[k] >>= 1

    def _look_up(self) -> None:
        """Ask now and then whether to stop."""
        if self.nodes >= self.most_nodes:
            self.stopped = 1
            return
        if self._is_asked_to_stop():
            self.stopped = 1
        self.next_look = self.nodes + self.look_every
        self.next_look = min(self.next_look, self.most_nodes)

    def _is_asked_to_stop(self) -> bool:
        if self.look is None:
            return False
        try:
            return bool(self.look())
        except BaseException as error:  # noqa: BLE001 - it is raised again where C ends
            self.error = error
            return True

    # --- what the rest of the engine calls -------------------------------------------------------

    def put(self, words: Any, numbers: Any) -> None:
        """Make this the position that is searched: `STRIDE` words and `NUMBERS` numbers."""
        for i in range(STRIDE):
            self.words[i] = words[i]
        for i in range(NUMBERS):
            self.numbers[i] = numbers[i]

    def put_hand(self, seat: int, cards: int) -> None:
        """Give a seat, counted from 0, these cards, in the position that is searched."""
        self.words[HAND + seat] = cards

    def put_deal(self, deal: int, table: int, hands: Any) -> None:
        """Say what a deal to come, counted from 0, brings to the table and to the hands."""
        self.deals[8 * deal] = table
        for seat in range(self.seats):
            self.deals[8 * deal + 1 + seat] = hands[seat]

    def begin_world(self, salt: int) -> None:
        """Keep what is found from here on apart from what was found under another salt."""
        self.salt = salt

    def allow(self, nodes: int, look: Callable[[], bool] | None, every: int = 0) -> None:
        """Begin a search of so many nodes.

        Now and then, or after `every` so many nodes, `look` is asked whether to stop.
        """
        self.nodes = 0
        self.most_nodes = nodes
        self.look_every = every or LOOK_EVERY
        self.next_look = min(nodes, self.look_every)
        self.look = look
        self.error = None
        self.stopped = 0
        self.left_out = 0

    def moves(self, ply: int = 0) -> list[tuple[int, int, int, int, int, int]]:
        """Return the moves of the position at a ply.

        Each is its kind, the places of the hand and of the loose cards, the builds used as bits,
        and of a build its value and whether it is multiple.
        """
        found = []
        self.stopped = 0
        self.left_out = 0
        self.floor = self._make_moves(ply, 0)
        for move in range(self.floor):
            about = int(self.move_about[move])
            more = about >> 32
            used = (about >> 8) & 0xFFFF
            hand, loose = int(self.move_hand[move]), int(self.move_loose[move])
            found.append((about & 3, hand, loose, used, more >> 1, more & 1))
        return found

    def go(self, ply: int, move: int) -> None:
        """Play a move of those that `moves` has just listed for that ply."""
        self._play(ply, move)

    def at(self, ply: int) -> tuple[list[int], list[int]]:
        """Return the words and the numbers of the position at a ply."""
        words = [int(self.words[ply * STRIDE + i]) for i in range(STRIDE)]
        return words, [int(self.numbers[ply * NUMBERS + i]) for i in range(NUMBERS)]

    def worth_at(self, ply: int) -> int:
        """Return the value of a round that is over; what is left on the table is given out."""
        return self._final(ply * STRIDE, ply * NUMBERS, 1)

    def reach(self, ply: int) -> tuple[int, int]:
        """Return bounds of the value of a position that need no search."""
        base, at = ply * STRIDE, ply * NUMBERS
        if self.numbers[at + TURN] == NONE:
            value = self._final(base, at, 1)
            return value, value
        if self.match and self._won_by_item(at):
            value = self._won_by_item(at)
            return value, value
        self._weigh(base, at)
        return self.w_sure + self.w_least, self.w_sure + self.w_most

    def bounds(self, ply: int, guess: int) -> tuple[int, int]:
        """Search a position and return bounds of its value: equal, unless the search was stopped.

        Parameters
        ----------
        ply : int
            Where the position stands: 0, or 1 after one of the moves just listed.
        guess : int
            What it may be worth.
        """
        least, most = -FAR, FAR
        while least < most and self.stopped == 0:
            bound = guess if guess > least else least + 1
            found = self._test(ply, bound, self.floor if ply else 0)
            if self.stopped == 1:
                break
            if found < bound:
                most = found
            else:
                least = found
            guess = found
        if self.error is not None:
            raise self.error
        return least, most

    def perft(self, depth: int) -> int:
        """Count the lines of so many plays; a line ends early where nobody has a play."""
        return self._perft(0, depth, 0)

    def _perft(self, ply: int, depth: int, start: int) -> int:
        if depth == 0 or self.numbers[ply * NUMBERS + TURN] == NONE:
            return 1
        end = self._make_moves(ply, start)
        if end == start:
            return 1
        lines = 0
        for move in range(start, end):
            self._play(ply, move)
            lines += self._perft(ply + 1, depth - 1, end)
        return lines

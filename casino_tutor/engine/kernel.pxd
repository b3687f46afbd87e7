# cython: language_level=3
# The C types of kernel.py. Python never reads this file.

import cython
from libc.stdint cimport int32_t, uint64_t

cdef int MOST_BUILDS, PLIES, STRIDE, HAND, PILE, INFO, NUMBERS
cdef int TURN, LAST, DEAL, BUILDS, CARDS, SPADES, POINTS, SWEEPS, LEFT, LEFT_SPADES, LEFT_WORTH
cdef int STEPS, NONE, TRAIL, CAPTURE, BUILD, FACE_ONE, FACE_ONE_OR_THREE
cdef int MOST_LEFT, MOST_LEAD, MOST_LEFT_SPADES, MOST_LEAD_SPADES
cdef int MOVES, MOST_MOVES, SUBSETS, COVERS, SUMS, BIAS, FAR, WON, WON_SPADES, ROOM_TO_MAP, WIN, CASINOS
cdef int ITEM_CARDS, ITEM_SPADES, ITEM_BIG, ITEM_LITTLE
cdef uint64_t FULL, ODD, PAIRS, FOURS, ONES, DE_BRUIJN, MIX_A, MIX_B, MIX_C

cdef int count(uint64_t x) noexcept nogil


@cython.final
cdef class Kernel:
    cdef int32_t[::1] place_of, numbers, move_rank, subset_sum, subset_next, sum_head, history
    cdef int32_t[::1] side, value, weight, later, records, counts, start
    cdef uint64_t[::1] words, move_hand, move_loose, move_about, subset, cover, table
    cdef uint64_t[::1] kind, uses, in_hand, in_build, same_rank, of_value, build_alone
    cdef uint64_t[::1] weight_mask, deals
    cdef uint64_t next_of_kind, spades, red, yellow, table_mask, g_zero, g_one
    cdef uint64_t g_loose, g_hand, g_own_values
    cdef int g_base, g_turn, g_builds, g_own, g_lacking, g_raisable, g_extendable, g_at, g_start, floor
    cdef int w_sure, w_least, w_most, w_cards, w_spades, w_last, w_hint
    cdef int seats, weights, deal_count, face_rule, many, hand_limit, duty_equal, duty_any
    cdef int all_equal, leave_none, building, own_raise, partner_build, partner_raise
    cdef int raise_with_loose, absorb, same_value, merge, build_limit, bars_trail, fresh_only
    cdef int sweep_points, small_sweep, small_points, last_deal_sweeps, sweeps_cancel, sweep_limit
    cdef int orange_points, orange_limit, orange_hand, cards_points, spades_points, last_points
    cdef int match, whole, whole_spades, target, spades_decide, only_lead
    cdef int open_end, small_parts, slack
    cdef uint64_t salt
    cdef int32_t[::1] cards_outlook, spades_outlook, first_outlook, last_outlook
    cdef int32_t[::1] needs, item_points
    cdef uint64_t big_casino, little_casino
    cdef int is_monotone, gain, loss, cards_size, spades_size, last_size
    cdef public long long nodes, most_nodes
    cdef long long next_look, look_every, steps
    cdef public int stopped, left_out
    cdef object look, error

    cdef int _place(self, uint64_t bit) noexcept nogil
    cdef int _worth(self, uint64_t mask) noexcept nogil
    cdef int _size(self, uint64_t mask) noexcept nogil
    cdef uint64_t _joined(self, uint64_t mask, uint64_t more) noexcept nogil
    cdef bint _is_top(self, uint64_t taken) noexcept nogil
    cdef uint64_t _tops(self, uint64_t hand) noexcept nogil
    cdef int _shared_out(self, uint64_t hand, uint64_t wanted) noexcept nogil
    cdef bint _guards_kept(
        self, uint64_t rest, uint64_t standing, uint64_t made, int is_build
    ) noexcept nogil
    cdef uint64_t _values_of(self, int builds) noexcept nogil
    cdef void _spend(self, int steps) noexcept nogil
    cdef void _leave_out(self) noexcept nogil
    cdef void _find_subsets(self, int most) noexcept nogil
    cdef int _cover_more(self, int found, uint64_t group) noexcept nogil
    cdef int _find_covers(self, uint64_t use, uint64_t pool) noexcept nogil
    cdef int _find_build_covers(self, int value) noexcept nogil
    cdef bint _reaches(self, uint64_t left, int builds, uint64_t use) noexcept nogil
    cdef int _builds_of(self, uint64_t use) noexcept nogil
    cdef void _add_move(
        self, int kind, uint64_t hand, uint64_t loose, uint64_t builds, uint64_t more
    ) noexcept nogil
    cdef int _make_moves(self, int ply, int start) noexcept nogil
    @cython.locals(may_raise=cython.bint, may_extend=cython.bint)
    cdef void _look_at_build(self, int i) noexcept nogil
    cdef int _most_wanted(self) noexcept nogil
    cdef void _captures(self, uint64_t bit) noexcept nogil
    cdef void _captures_of_many(self) noexcept nogil
    cdef void _captures_together(self, uint64_t some) noexcept nogil
    @cython.locals(kept=cython.bint, several=cython.bint)
    cdef void _take(self, uint64_t hand, uint64_t use, int first) noexcept nogil
    cdef bint _is_known(self, int first, uint64_t loose, int builds) noexcept nogil
    @cython.locals(allowed=cython.bint)
    cdef void _take_by_rank(self, uint64_t bit, uint64_t equals) noexcept nogil
    cdef void _builds(self, uint64_t bit) noexcept nogil
    @cython.locals(lacks=cython.int)
    cdef void _builds_to(self, uint64_t bit, uint64_t rest, int value, uint64_t as_bit) noexcept nogil
    cdef void _build_on(
        self,
        uint64_t bit,
        uint64_t rest,
        int value,
        int found,
        int extendable,
        uint64_t joined,
        int raised,
        int first,
    ) noexcept nogil
    @cython.locals(is_own=cython.bint)
    cdef bint _may_build(self, uint64_t rest, int value, int raised, int extended) noexcept nogil
    cdef bint _may_trail(self, uint64_t bit) noexcept nogil
    @cython.locals(swept=cython.bint)
    cdef void _play(self, int ply, int move) noexcept nogil
    cdef void _bring_in(self, int now, int side, uint64_t mask) noexcept nogil
    cdef void _count_oranges(
        self,
        int base,
        int now,
        int side,
        uint64_t hand,
        uint64_t taken,
        int used,
        int builds,
    ) noexcept nogil
    @cython.locals(is_last=cython.bint)
    cdef bint _is_recorded(self, int at, int side) noexcept nogil
    cdef void _pass_on(self, int after, int now, int turn) noexcept nogil
    cdef int _sweep_difference(self, int first, int second) noexcept nogil
    cdef int _majority(self, int first, int second, int points) noexcept nogil
    cdef int _final(self, int base, int at, int with_residue) noexcept nogil
    @cython.locals(last=cython.int, total=cython.int, lead=cython.int, left=cython.int, loose=cython.int)
    cdef int _outlook(self, int base, int at) noexcept nogil
    cdef int _won_items(self, int at, int side, int secured) noexcept nogil
    cdef int _won_by_item(self, int at) noexcept nogil
    cdef int _round_points(self, int at, int side, int won) noexcept nogil
    @cython.locals(met=cython.bint, met_too=cython.bint, out=cython.bint, out_too=cython.bint)
    cdef int _match_value(self, int at) noexcept nogil
    cdef void _weigh(self, int base, int at) noexcept nogil
    cdef uint64_t _key(self, int base, int at) noexcept nogil
    @cython.locals(is_first=cython.bint, known_least=cython.int, known_most=cython.int, hint=cython.int)
    cdef int _test(self, int ply, int bound, int start) noexcept nogil
    @cython.locals(
        cards=cython.int,
        spades=cython.int,
        last=cython.int,
        least=cython.int,
        most=cython.int,
        less=cython.bint,
        more=cython.bint,
    )
    cdef void _look_in_table(self, uint64_t key) noexcept nogil
    @cython.locals(kept=cython.int)
    cdef void _note(
        self, uint64_t key, int least, int most, int hangs, int move, int left
    ) noexcept nogil
    cdef void _rank_moves(self, int base, int turn, int start, int end) noexcept nogil
    cdef void _praise(self, int move, int side) noexcept nogil
    cdef void _look_up(self) noexcept nogil
    cdef bint _is_asked_to_stop(self) noexcept with gil
    cdef long long _perft(self, int ply, int depth, int start) noexcept nogil

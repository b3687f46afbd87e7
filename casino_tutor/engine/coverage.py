"""Which rules the kernel knows: decided by options, never by the name of a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from casino_tutor.model.options import OPTION_KEYS, Options
from casino_tutor.model.values import card_values
from casino_tutor.model.variant import find_variant

#: Options that bear on nothing after the deal, or that the kernel follows whatever they say.
_FREE: Final = frozenset(
    {
        *("seats", "sides", "hand_size", "packets", "table_cards", "last_deal", "redeal"),
        *("first_dealer", "next_dealer", "direction", "deck", "face_values", "ace_hand"),
        *("ace_table_in_sum", "ace_dual_capture", "ace_in_build", "special_hand_values"),
        *("face_capture", "capture_extent", "insistence", "building", "own_build_raise"),
        *("partner_builds", "raise_with_loose", "raise_and_absorb", "merge_builds"),
        *("builds_per_player", "piles", "pile_order", "sweep_recorded", "sweep_points"),
        *("small_sweep_points", "small_sweep_cards", "sweep_cancel", "sweep_last_deal"),
        *("cards_points", "tie_cards", "spades_points", "tie_spades", "big_casino_points"),
        *("little_casino_points", "ace_points", "last_capture_bonus", "orange_points"),
        *("oranges_per_capture", "orange_capturing_card", "five_points", "false_call_points"),
        *("calls", "scoring_time", "round_score", "target", "win_rule", "wrong_claim"),
        *("low_wins", "endgame", "endgame_20", "restricted_sweeps_cancel", "hand_total_limit"),
        *("hand_cards", "loading", "layout_points", "layout_from", "open_last_deal"),
    }
)
#: Options of which the kernel follows some values only.
_SOME: Final[Mapping[str, Callable[[Any], bool]]] = {
    "packs": lambda value: value == 1,
    "refill": lambda value: value == "by_deal",
    "capture_duty": lambda value: value in {"none", "loose_equal", "any", "opponent_may_insist"},
    "raise_whose": lambda value: value in {"any", "not_own", "opponents"},
    "table_only_builds": lambda value: value == "no",
    "same_value_builds": lambda value: value in {"coexist", "own_forbidden", "forbidden"},
    "owner_trail": lambda value: value in {"forbidden", "next_turn_only", "allowed"},
    "build_for_partner": lambda value: value == "no",
    "steal_tops": lambda value: value == "none",
    "sweep_cutoff": lambda value: value in {"none", "own_18", "any_10", "any_10_at_start"},
    "scoring": lambda value: value in {"standard", "spade_24", "spade_25", "spade_26", "tuxedo"},
}
_BASE: Final = "casino_pagat"
#: What the sums of points may be made of, so that they fit the table of the search.
_MOST_POINTS: Final = 60
_POINTS: Final = (
    *("cards_points", "spades_points", "big_casino_points", "little_casino_points"),
    *("ace_points", "five_points", "sweep_points", "small_sweep_points", "orange_points"),
    "last_capture_bonus",
)
#: No total of several cards from the hand may need more bits than a word has.
_MOST_TOTAL: Final = 62


@lru_cache(maxsize=256)
def not_covered(options: Options) -> tuple[str, ...]:
    """Return the options whose values the compiled search does not know; empty if it knows all.

    An option that is newer than this list must have its neutral value, that of plain Casino.

    Examples
    --------
    >>> not_covered(find_variant("royal_dominican").options)
    ()
    >>> not_covered(find_variant("casino_pagat").with_options(packs=2).options)
    ('packs',)
    """
    base = find_variant(_BASE).options
    unknown = [
        key
        for key in OPTION_KEYS
        if key not in _FREE
        and not (
            _SOME[key](getattr(options, key))
            if key in _SOME
            else getattr(options, key) == getattr(base, key)
        )
    ]
    if options.hand_cards == "many" and not _totals_fit(options):
        unknown.append("hand_cards")
    if options.is_insisted and options.loading != base.loading:
        unknown.append("loading")
    unknown += [key for key in _POINTS if abs(getattr(options, key)) > _MOST_POINTS]
    if options.sweep_cutoff == "own_18" and options.small_sweep_cards:
        # Sweeps by size score when they are made; whether they do hangs on the score.
        unknown.append("sweep_cutoff")
    if options.low_wins and options.sweep_cutoff == "any_10":
        unknown.append("sweep_cutoff")
    return tuple(unknown)


def match_not_covered(options: Options) -> tuple[str, ...]:
    """Return the options that keep the compiled search from the objective of the match.

    It knows the items near the target, higher totals and most spades; not the order of counting,
    nor wins by points as they are made.
    """
    found = [
        key
        for key, known in (
            ("scoring", ("standard",)),
            ("win_rule", ("higher_total", "most_spades", "claim")),
            ("low_wins", (False,)),
            ("tie_cards", ("none", "carry")),
            ("tie_spades", ("none", "carry")),
        )
        if getattr(options, key) not in known
    ]
    # Each item scores, so that whoever has it is known.
    found += [
        key
        for key in ("cards_points", "spades_points", "big_casino_points", "little_casino_points")
        if getattr(options, key) <= 0
    ]
    points = ("ace_points", "sweep_points", "last_capture_bonus", "five_points")
    return (*found, *(key for key in points if getattr(options, key) < 0))


def _totals_fit(options: Options) -> bool:
    size = (
        options.hand_size
        if isinstance(options.hand_size, int)
        else max(count for _, count in options.hand_size)
    )
    return size * card_values(options).most <= _MOST_TOTAL

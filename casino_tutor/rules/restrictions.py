"""Restrictions near the target: what a side can still score, and whether they have ended.

They hang on the match scores before the round alone, so a position line that carries its scores
says all there is to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from casino_tutor.model.options import Options
from casino_tutor.model.variant import Variant

#: In Soto's version two items together make exactly 21.
_SOTO: Final[Mapping[int, tuple[str, ...]]] = {
    16: ("cards", "big_casino"),
    17: ("cards", "spades"),
}
_AT_TWENTY: Final[Mapping[str, str]] = {
    "most_spades": "spades",
    "little_casino": "little_casino",
}
#: Win rules that ask who reached the target first.
_FIRST_THERE: Final = ("count_out", "claim", "mid_round", "closest")
#: From this score on a side's sweeps may score nothing (rules 4).
_SWEEPLESS: Final = 18


def needed_items(options: Options, start: int, *, free: bool = False) -> tuple[str, ...]:
    """Return the items that a side must win to win the match, or nothing if it is not restricted.

    Parameters
    ----------
    options : Options
        The rules.
    start : int
        The side's score at the start of the round.
    free : bool
        True if restrictions have ended because of a tie at the target.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> needed_items(find_variant("royal_dominican").options, 19)
    ('big_casino',)
    """
    if free or options.endgame == "none":
        return ()
    if options.endgame == "soto16" and start in _SOTO:
        return _SOTO[start]
    single = {18: "cards", 19: "big_casino", 20: _AT_TWENTY[options.endgame_20]}.get(start)
    return () if single is None else (single,)


def deciding_rule(options: Options) -> str:
    """Return how the match is decided: ``lowest_total`` where few points win, else the win rule.

    Where few points win, nobody wins by reaching the target, and equal totals play on. A target of
    one makes each round a match of its own, which the best score wins, whoever scored first.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> house = find_variant("royal_english")
    >>> rules = [{}, {"low_wins": True}, {"target": 1}]
    >>> [deciding_rule(house.with_options(**changes).options) for changes in rules]
    ['count_out', 'lowest_total', 'higher_total']
    """
    if options.low_wins:
        return "lowest_total"
    if options.target == 1 and options.win_rule in _FIRST_THERE:
        return "higher_total"
    return options.win_rule


def match_aim(variant: Variant, target: int) -> str:
    """Say how far a match goes and how it is won.

    Parameters
    ----------
    variant : Variant
        The rules.
    target : int
        What is played to; it may have grown since the match began (rules 1.1).

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> match_aim(find_variant("kirchner"), 11)
    'It goes to 11 points; whoever claims them rightly first wins.'
    >>> match_aim(find_variant("laistokasino"), 16)
    'When a side reaches 16 points the match ends, and the fewest points win.'
    """
    if deciding_rule(variant.options) == "claim":
        return f"It goes to {target} points; whoever claims them rightly first wins."
    return variant.rule("target").sentence


def is_free(options: Options, scores: Sequence[int]) -> bool:
    """Return True if no restriction is in force any more.

    While a match goes on nobody has reached the target, unless several did with equal totals; from
    then on everybody plays without restrictions (rules 4).
    """
    return any(score >= options.target for score in scores)


def sweeps_score(options: Options, scores: Sequence[int], side: int) -> bool:
    """Return True if a side still scores for its sweeps."""
    if options.sweep_cutoff != "own_18" or side >= len(scores):
        return True
    return scores[side] < _SWEEPLESS or is_free(options, scores)


def sweeps_cancel(options: Options, scores: Sequence[int], side: int) -> bool:
    """Return True if a side's sweeps cancel those of others.

    Those of a side that does not score for them still do, unless the variant says otherwise.
    """
    if options.restricted_sweeps_cancel or side >= len(scores):
        return True
    needed = needed_items(options, scores[side], free=is_free(options, scores))
    return not needed and sweeps_score(options, scores, side)

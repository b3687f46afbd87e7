"""What somebody counted although it scores nothing in the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from casino_tutor.model.variant import Variant
from casino_tutor.terminal.counted import NUMBERS, TIE, flattened, numbers_in

#: The options that give something a weight, the one that says so first.
_WEIGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    "cards": ("cards_points",),
    "spades": ("spades_points", "over_spades_points"),
    "10D": ("big_casino_points",),
    "2S": ("little_casino_points",),
    "JS": ("scoring",),
    "7D": ("seven_of_diamonds_points", "four_alike_points"),
    "diamonds": ("diamonds_points",),
    "aces": ("ace_points", "four_alike_points"),
    "fives": ("five_points",),
    "sixes": ("four_alike_points",),
    "sevens": ("four_alike_points", "seven_of_diamonds_points"),
    "sweeps": ("sweep_points",),
    "small_sweeps": ("small_sweep_points",),
    "oranges": ("orange_points",),
    "false_calls": ("false_call_points",),
    "last_capture": ("last_capture_bonus",),
}
#: What has its weight from spades that score one by one.
_SPADE_KEYS: Final = ("spades", "2S", "JS", "aces")


def without_effect(variant: Variant, given: Mapping[str, Any], sides: int) -> Iterator[str]:
    """Yield a sentence for each thing that was counted although it scores nothing in the game.

    Parameters
    ----------
    variant : Variant
        The rules.
    given : mapping
        What was given to `casino_tutor.terminal.counted.read_counted`, and could be read.
    sides : int
        How many sides there are.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> list(without_effect(find_variant("swazi"), {"sweeps": {"A": 2}, "10D": "A"}, 2))
    ["'sweeps' changes nothing: This game has no sweeps."]
    """
    options = variant.options
    each_spade = options.scoring.startswith("spade_")
    for key, value in flattened(given).items():
        if key not in _WEIGHTS or not _says_something(value):
            continue
        if each_spade and key in _SPADE_KEYS:
            continue
        deciding = next((name for name in _WEIGHTS[key] if getattr(options, name)), None)
        between_two = deciding in ("cards_points", "spades_points") and sides > 2
        if between_two and options.majorities == "two_sides":
            deciding, sentence = None, variant.rule("majorities").sentence
        else:
            sentence = variant.rule(_WEIGHTS[key][0]).sentence
        if deciding is None or deciding == "scoring":
            yield f"{key!r} changes nothing: {sentence}"


def _says_something(value: object) -> bool:
    """Return False for nothing, a tie, and numbers or lists that are all empty."""
    if isinstance(value, Mapping):
        return any(map(bool, value.values()))
    if isinstance(value, str) and NUMBERS.fullmatch(value):
        return any(numbers_in(value))
    return any(value) if isinstance(value, list) else bool(value) and value != TIE

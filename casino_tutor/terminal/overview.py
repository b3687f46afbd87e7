"""The table of variants in the README, made from the variants themselves."""

from __future__ import annotations

from casino_tutor.model.options import Options
from casino_tutor.model.variant import find_variant, variant_names

_COURTS = {"none": "no number", "royal": "11, 12, 13"}
_BUILDS = {True: "yes", False: "no"}
_DUTY = {
    "none": "none",
    "loose_equal": "an equal loose card",
    "any": "whatever it can",
    "any_in_hand": "if any card can",
    "opponent_may_insist": "if an opponent insists",
}
_DECKS = {"rook40": "40 Rook cards", "rook56": "56 Rook cards"}


def variants_table() -> str:
    """Return a Markdown table: one line a variant, the options that people ask about first."""
    head = "| variant | game | seats | cards | jack, queen, king | ace | builds | must take | to |"
    rows = [head, "|---|---|---|---|---|---|---|---|---|"]
    for name in variant_names():
        variant = find_variant(name)
        cells = [f"`{name}`", variant.title, *_cells(variant.options)]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _cells(options: Options) -> list[str]:
    pack = _DECKS.get(options.deck, options.deck)
    has_courts = options.deck == "52"
    return [
        _range(options.seats),
        pack if options.packs == 1 else f"{options.packs} x {pack}",
        _COURTS[options.face_values] if has_courts else "none",
        options.ace_hand.replace("or", " or "),
        _BUILDS[options.building],
        _DUTY[options.capture_duty],
        str(options.target) if options.target > 1 else "a round",
    ]


def _range(seats: tuple[int, ...]) -> str:
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}–{seats[-1]}"
    return " or ".join(map(str, seats))

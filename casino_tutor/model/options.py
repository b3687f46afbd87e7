"""The options of a variant: one typed field each, and the one reader for every way to write them.

The accepted words of an option are read off its annotation, so they stand in one place only. The
same reader serves TOML files, ``k=v`` text of a command line, JSON and Python.
"""

# No `from __future__ import annotations` here: the annotations of `Options` are read as objects,
# and evaluating seventy texts again would double the time to load a variant.

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

_SEPARATORS = re.compile(r"[+,\s]+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


class Range(NamedTuple):
    """The whole numbers an option accepts."""

    least: int
    most: int


_PLAYERS = Range(2, 6)

#: One number, or one for each number of seats: ``((2, 6), (3, 5))``.
BySeats: TypeAlias = int | tuple[tuple[int, int], ...]
OptionValue: TypeAlias = bool | int | str | tuple[Any, ...]

_Points: TypeAlias = Annotated[int, Range(-1000, 1000)]
_Count: TypeAlias = Annotated[int, Range(0, 1000)]
_Cards: TypeAlias = Annotated[BySeats, Range(0, 112)]
_Seats: TypeAlias = Annotated[tuple[int, ...], _PLAYERS]
_Ties: TypeAlias = Literal["none", "split", "carry"]
_Whose: TypeAlias = Literal["allowed", "forbidden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every rule that differs between the games of the family, one field each.

    ``data/options.toml`` says in one plain sentence what each value of each field means.
    """

    # The pack, the seats, the deal.
    deck: Literal["52", "40", "rook40", "rook56"]
    packs: Annotated[int, Range(1, 2)]
    seats: _Seats
    sides: tuple[tuple[int, str], ...]
    hand_size: _Cards
    packets: Literal["twos", "twos_table_last", "ones", "fours", "threes", "all"]
    table_cards: _Cards
    layout_from: Literal["dealt", "cut", "left_over"]
    refill: Literal["by_deal", "after_play"]
    last_deal: Literal["even", "even_rest_to_table"]
    open_last_deal: bool
    redeal: Literal["never", "on_agreement", "rich_layout"]
    layout_points: Literal["keep", "replaced"]
    first_dealer: Literal["random", "low_card", "high_card"]
    next_dealer: Literal["left", "right", "alternate", "loser", "last_capturer_leads"]
    direction: Literal["cw", "ccw", "alternate"]

    # What a card counts.
    face_values: Literal["none", "royal"]
    ace_hand: Literal["1", "14", "1or14"]
    ace_table_in_sum: Annotated[int, Range(1, 1)]
    ace_dual_capture: bool
    ace_in_build: Literal["as_in_hand", "1"]
    special_hand_values: Literal["none", "fixed", "choice"]

    # Capturing and trailing.
    face_capture: Literal["one", "all", "one_or_three", "by_value"]
    hand_cards: Literal["one", "many"]
    hand_total_limit: _Count
    capture_duty: Literal["none", "loose_equal", "any", "any_in_hand", "opponent_may_insist"]
    capture_extent: Literal["free", "all_equal", "maximal"]
    insistence: Literal["notice", "always"]
    partner_capture: _Whose
    forced_sweep: bool
    empty_table_trail: Literal["pass", "again"]

    # Building.
    building: bool
    own_build_raise: _Whose
    raise_whose: Literal["any", "not_own", "opponents"]
    partner_builds: _Whose
    extend_whose: Literal["any", "own", "own_side"]
    augment_opponents: Literal["no", "if_captured"]
    raise_with_loose: bool
    raise_and_absorb: bool
    table_only_builds: Literal["no", "with_trail", "free_action"]
    single_build_as_card: bool
    same_value_builds: Literal["coexist", "own_forbidden", "forbidden", "merge"]
    merge_builds: Literal["no", "own_side"]
    #: 0 means that there is no limit.
    builds_per_player: _Count
    owner_trail: Literal["forbidden", "next_turn_only", "allowed"]
    owner_builds: Literal["any", "add_only"]
    two_player_phases: Literal["none", "strict_first", "free_last"]
    loading: Literal["free", "opponent_may_insist"]
    build_for_partner: Literal["no", "announce", "provable"]

    # Capture piles.
    steal_tops: Literal["none", "augment_only", "build_and_capture"]
    tops_whose: Literal["opponents", "not_own"]
    tops_in_sums: bool
    piles: Literal["by_side", "by_seat"]
    pile_order: Literal["capturing_card_top", "lowest_top", "lowest_top_under_capturing_card"]

    # Sweeps.
    sweep_recorded: bool
    sweep_points: _Points
    small_sweep_points: _Points
    #: A sweep of at most this many table cards is a small one; 0 means that none is.
    small_sweep_cards: _Count
    first_play_sweeps: Annotated[int, Range(1, 10)]
    twin_sweep_points: _Points
    sweep_setter_loses: bool
    sweep_cancel: bool
    sweep_cutoff: Literal["none", "own_18", "any_10", "any_10_at_start"]
    sweep_last_deal: bool

    # Points.
    scoring: Literal["standard", "spade_24", "spade_25", "spade_26", "spade_penalties", "tuxedo"]
    majorities: Literal["always", "two_sides"]
    cards_points: _Points
    tie_cards: _Ties
    spades_points: _Points
    tie_spades: _Ties
    #: 0 means that most spades score; else every side with so many does.
    spades_needed: _Count
    over_spades_points: _Points
    diamonds_points: _Points
    big_casino_points: _Points
    little_casino_points: _Points
    ace_points: _Points
    seven_of_diamonds_points: _Points
    four_alike_points: _Points
    courts_aside: bool
    shutout: bool
    last_capture_bonus: _Points
    orange_points: _Points
    oranges_per_capture: _Count
    orange_capturing_card: bool
    five_points: _Points
    false_call_points: _Points
    calls: tuple[Literal["orange"], ...]
    scoring_time: Literal["end_of_round", "as_captured"]

    # The match.
    round_score: Literal["own", "difference"]
    target: Annotated[int, Range(1, 10_000)]
    win_rule: Literal["higher_total", "count_out", "claim", "mid_round", "most_spades", "closest"]
    wrong_claim: Literal["loses", "nothing"]
    low_wins: bool
    endgame: Literal["none", "dominican18", "soto16"]
    endgame_20: Literal["most_spades", "little_casino"]
    restricted_sweeps_cancel: bool

    @property
    def is_insisted(self) -> bool:
        """True if opponents always insist on what they may insist on (ruling R5)."""
        return self.capture_duty == "opponent_may_insist" and self.insistence == "always"

    def hand_size_for(self, seats: int) -> int:
        """Return how many cards one deal gives to a hand when `seats` play."""
        return _for_seats(self.hand_size, seats)

    def table_cards_for(self, seats: int) -> int:
        """Return how many cards the first deal lays on the table when `seats` play."""
        return _for_seats(self.table_cards, seats)

    def sides_for(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the sides when `seats` play; where nothing is said each seat is alone."""
        text = dict(self.sides).get(seats)
        if text is None:
            return tuple((seat,) for seat in range(1, seats + 1))
        return tuple(tuple(int(seat) for seat in side) for side in text.split("/"))


def contradiction(options: Options) -> str | None:
    """Say which options cannot go together, without a full stop, or return None."""
    if options.packs > 1 and options.steal_tops != "none":
        return (
            "option steal_tops goes with one pack only: with two, a play could not say which of "
            "two equal pile tops it takes; set packs=1, or steal_tops=none"
        )
    return None


def _for_seats(value: BySeats, seats: int) -> int:
    """Where `seats` is not listed, the next smaller listed number speaks for it."""
    if isinstance(value, int):
        return value
    listed = [number for least, number in value if least <= seats]
    return listed[-1] if listed else value[0][1]


OPTION_KEYS: Final[tuple[str, ...]] = tuple(Options.__dataclass_fields__)

#: Other names of an option: the option meant, and what each word means there (other words stay).
OPTION_ALIASES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "capture_all_equal": ("capture_extent", {"true": "all_equal", "false": "free"}),
    "tuxedo_deck": ("deck", {"40": "rook40", "56": "rook56"}),
}

#: Other words for a value.
VALUE_ALIASES: Final[dict[tuple[str, str], str]] = {
    ("builds_per_player", "n"): "0",
}


class VariantError(ValueError):
    """A variant, an option or a value that does not exist, or a variant file that cannot be read.

    Parameters
    ----------
    faults : str or iterable of str
        What is wrong, one sentence each without a full stop.
    line, column : int, optional
        Where it is, counted from 1, when it is the writing of a file that is wrong.

    Attributes
    ----------
    faults : tuple of str
        Every fault that was found.
    """

    kind = "variant"

    def __init__(
        self, faults: str | Iterable[str], line: int | None = None, column: int | None = None
    ) -> None:
        self.faults = (faults,) if isinstance(faults, str) else tuple(faults)
        self.line = line
        self.column = column
        super().__init__("; ".join(self.faults))

    def __reduce__(self) -> tuple[type["VariantError"], tuple[Any, ...]]:
        return type(self), (self.faults, self.line, self.column)


class _Field(NamedTuple):
    """What the annotation of one option says."""

    kind: Literal["bool", "word", "whole", "by_seats", "seats", "sides", "calls"]
    words: tuple[str, ...]
    range: Range


@cache
def _fields() -> dict[str, _Field]:
    return {key: _field(hint) for key, hint in Options.__annotations__.items()}


def _field(hint: Any) -> _Field:
    anything = Range(0, 0)
    if hint is bool:
        return _Field("bool", ("true", "false"), anything)
    if get_origin(hint) is Literal:
        return _Field("word", get_args(hint), anything)
    if get_origin(hint) is Annotated:
        base, limits = get_args(hint)
        if base is int:
            return _Field("whole", (), limits)
        return _Field("by_seats" if base == BySeats else "seats", (), limits)
    inner = get_args(hint)[0]
    if get_origin(inner) is Literal:
        return _Field("calls", get_args(inner), anything)
    return _Field("sides", (), anything)


def accepted_words(key: str) -> tuple[str, ...]:
    """Return the words an option accepts; empty where it takes numbers.

    Examples
    --------
    >>> accepted_words("own_build_raise")
    ('allowed', 'forbidden')
    """
    return _fields()[key].words


def accepted(key: str) -> str:
    """Say in words what an option accepts.

    Examples
    --------
    >>> accepted("packs")
    'a whole number from 1 to 2'
    """
    kind, words, (least, most) = _fields()[key]
    number = f"a whole number from {least} to {most}"
    return {
        "bool": "true or false",
        "word": "one of " + ", ".join(words),
        "whole": number,
        "by_seats": f"{number}, or one for each number of players, as in 2:6+3:5",
        "seats": f"numbers of players from {least} to {most}, as in 2+3+4",
        "sides": "none, or partners for a number of players, as in 4:13/24",
        "calls": "none or " + ", ".join(words),
    }[kind]


def option_text(value: OptionValue) -> str:
    """Write a value as text; `read_option` reads it back.

    Examples
    --------
    >>> option_text(True), option_text(((2, 6), (3, 5))), option_text((2, 4)), option_text(())
    ('true', '2:6+3:5', '2+4', 'none')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        parts = (
            ":".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value
        )
        return "+".join(parts) or "none"
    return str(value)


def option_name(key: str) -> str:
    """Return the option that a name, or another name of it, stands for.

    Raises
    ------
    VariantError
        If there is no such option; the message lists those there are.

    Examples
    --------
    >>> option_name("Sweep-points"), option_name("tuxedo_deck")
    ('sweep_points', 'deck')
    """
    name = _plain(key)
    name, _ = OPTION_ALIASES.get(name, (name, {}))
    if name not in OPTION_KEYS:
        near = close_matches(name, [*OPTION_KEYS, *OPTION_ALIASES]) or ";"
        listed = ", ".join(OPTION_KEYS)
        raise VariantError(f"there is no option {shown(key)}{near} the options are {listed}")
    return name


def read_option(key: str, value: object) -> tuple[str, OptionValue]:
    """Read one option, however it is written.

    Parameters
    ----------
    key : str
        The name of an option, or another name of one.
    value : object
        A typed value, or the same as text: ``True``, ``"true"``, ``1``, ``"1"``, ``"forbidden"``.

    Returns
    -------
    tuple of str and OptionValue
        The option's own name, and the value with its type.

    Raises
    ------
    VariantError
        If there is no such option, or it does not accept the value.

    Examples
    --------
    >>> read_option("sweep-points", "1")
    ('sweep_points', 1)
    >>> read_option("capture_all_equal", True)
    ('capture_extent', 'all_equal')
    """
    name = option_name(key)
    _, meanings = OPTION_ALIASES.get(_plain(key), ("", {}))
    raw: object = meanings.get(_plain(value), value)
    field = _fields()[name]
    raw = VALUE_ALIASES.get((name, _plain(raw)), raw)
    try:
        return name, _READERS[field.kind](raw, field)
    except (TypeError, ValueError):
        raise VariantError(
            f"option {name} does not accept {shown(value)}; it accepts {accepted(name)}"
        ) from None


def _plain(value: object) -> str:
    """Write a word as annotations do: ``By value`` is ``by_value``, True is ``true``."""
    return re.sub(r"[\s-]+", "_", str(value).strip().lower()) if _is_scalar(value) else ""


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int)


def shown(value: object) -> str:
    """Return what somebody wrote, short enough for a message."""
    text = value if isinstance(value, str) else repr(value)
    short = text if len(text) <= 40 else text[:40] + "..."
    return repr(short) if isinstance(value, str) else short


def close_matches(word: str, words: Iterable[str]) -> str:
    """Return a remark that names the words most like `word`, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word[:80], list(words), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""


# One reader a kind of option: each raises ValueError or TypeError for what it does not accept.


def _read_bool(raw: object, _field: _Field) -> bool:
    word = _plain(raw)
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError


def _read_word(raw: object, field: _Field) -> str:
    word = _plain(raw)
    if isinstance(raw, bool) or word not in field.words:
        raise ValueError
    return word


def _read_whole(raw: object, field: _Field) -> int:
    if isinstance(raw, bool) or not _is_scalar(raw):
        raise TypeError
    if isinstance(raw, str):
        raw = raw.strip()
        if not _WHOLE.fullmatch(raw):
            raise ValueError
    number = int(str(raw))
    if not field.range.least <= number <= field.range.most:
        raise ValueError
    return number


def _read_by_seats(raw: object, field: _Field) -> BySeats:
    if _is_scalar(raw) and ":" not in str(raw):
        return _read_whole(raw, field)
    pairs = {_seat_count(n): _read_whole(v, field) for n, v in _pairs(raw)}
    return tuple(sorted(pairs.items()))


def _read_seats(raw: object, field: _Field) -> tuple[int, ...]:
    parts = _parts(raw)
    if not parts:
        raise ValueError
    return tuple(sorted({_read_whole(part, field) for part in parts}))


def _read_sides(raw: object, _field: _Field) -> tuple[tuple[int, str], ...]:
    if _plain(raw) == "none" or raw in ((), []):
        return ()
    sides: dict[int, str] = {}
    for count, text in _pairs(raw):
        seats = _seat_count(count)
        each = [sorted(side) for side in str(text).strip().split("/")]
        wanted = [str(seat) for seat in range(1, seats + 1)]
        if sorted(seat for side in each for seat in side) != wanted or [] in each:
            raise ValueError
        sides[seats] = "/".join("".join(side) for side in sorted(each))
    return tuple(sorted(sides.items()))


def _read_calls(raw: object, field: _Field) -> tuple[str, ...]:
    if _plain(raw) == "none":
        return ()
    return tuple(sorted({_read_word(part, field) for part in _parts(raw)}))


def _parts(raw: object) -> list[Any]:
    """Return the members of a list: ``2+4``, ``"2, 4"``, ``[2, 4]`` or ``2``."""
    if isinstance(raw, str):
        return [part for part in _SEPARATORS.split(raw) if part]
    if isinstance(raw, int):
        return [raw]
    if isinstance(raw, list | tuple):
        return list(raw)
    raise TypeError


def _pairs(raw: object) -> list[tuple[Any, Any]]:
    """Return the pairs of a table: ``2:6+3:5``, ``{2: 6}`` or ``((2, 6),)``."""
    parts: Iterable[Any] = raw.items() if isinstance(raw, Mapping) else _parts(raw)
    pairs = [(a, b) for a, b in (p.split(":") if isinstance(p, str) else p for p in parts)]
    names = {str(a).strip() for a, _ in pairs}
    if not pairs or len(names) < len(pairs):
        raise ValueError
    return pairs


def _seat_count(raw: object) -> int:
    return _read_whole(raw, _Field("whole", (), _PLAYERS))


_READERS: Final[dict[str, Callable[[object, _Field], OptionValue]]] = {
    "bool": _read_bool,
    "word": _read_word,
    "whole": _read_whole,
    "by_seats": _read_by_seats,
    "seats": _read_seats,
    "sides": _read_sides,
    "calls": _read_calls,
}

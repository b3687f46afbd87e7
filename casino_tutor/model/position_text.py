"""Reading and writing position lines: ``table hands turn stock taken last; op; op``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from casino_tutor.model.cards import Card, cards_text, deck_cards
from casino_tutor.model.checks import Places, position_faults
from casino_tutor.model.errors import AmbiguousPlayError, NotationError, PositionError
from casino_tutor.model.notation import read_seat, read_sets, require_same
from casino_tutor.model.options import close_matches
from casino_tutor.model.plays import Sets, sets_text
from casino_tutor.model.position import NOBODY, UNKNOWN, Build, Hand, Pile, Position, Stock
from casino_tutor.model.position_ops import (
    DEFAULT_VARIANT,
    KNOWN_OPS,
    Ops,
    format_ops,
    placed_card,
    read_op,
)
from casino_tutor.model.scan import Scanner, check_length
from casino_tutor.model.values import card_values, group_sums
from casino_tutor.model.variant import Variant, VariantError, find_variant, variant_names

_FIELDS: Final = ("table", "hands", "turn", "stock", "taken", "last")
#: A space beside one of these does not end a field.
_GLUE_AFTER: Final = ",/+=@[(*?"
_GLUE_BEFORE: Final = ",/+=@])*~"
#: A turn field whose hand card is played: its ``+`` joins nothing.
_PLAYED: Final = re.compile(r"\s*[1-6]\s*\+")


@dataclass(slots=True)
class _Parts:
    """What has been read of a line so far; builds without a value keep their sets only."""

    places: Places = field(default_factory=Places)
    builds: list[tuple[Sets, int | None, int | None, bool, int]] = field(default_factory=list)
    loose: list[Card] = field(default_factory=list)
    ops: dict[str, tuple[str, int]] = field(default_factory=dict)
    extra: list[tuple[str, str]] = field(default_factory=list)
    hands: tuple[Hand, ...] = ()
    turn: int | None = 1
    hand_played: bool = False
    stock: Stock | None = None
    taken: tuple[Pile, ...] = ()
    last: int = UNKNOWN


def parse_position(
    text: str,
    variant: Variant | str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    strict: bool = False,
) -> Position:
    """Read a position line.

    Parameters
    ----------
    text : str
        The line. Missing fields at the end mean: turn 1, stock what is left of the pack, nothing
        taken, last capturer not known. One hand only means one opponent with as many unknown
        cards.
    variant : Variant or str, optional
        The rules; wins over the line's own ``; variant``. The default is ``casino_pagat``.
    options : mapping, optional
        Options to change; they win over the line's ``; option``.
    strict : bool
        Accept only the canonical form.

    Returns
    -------
    Position

    Raises
    ------
    NotationError
        If it cannot be read; `PositionError`, with all faults, if no pack can produce it.
    AmbiguousPlayError
        If a card has no suit, or a build has no value and its sets leave several.
    VariantError
        If the variant or an option does not exist.

    Examples
    --------
    >>> position = parse_position("8d, 6c,2d 8s,KD")
    >>> str(position)
    '8D,6C,2D KD,8S/?2 1 45 -/- ?'
    """
    return read_position(text, variant, options, strict=strict)[0]


def read_position(
    text: str,
    variant: Variant | str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    strict: bool = False,
) -> tuple[Position, tuple[str, ...]]:
    """Read a position line, and say what of it was overruled.

    Returns
    -------
    tuple of Position and tuple of str
        The position, and one sentence for each op of the line that `variant` or `options`
        overruled. See `parse_position` for the rest.
    """
    check_length(text)
    parts = _Parts()
    body, *ops = _split_ops(text)
    for start, end in ops:
        _split_op(Scanner(text, start, end), parts)
    rules, notes = _choose_variant(text, parts, variant, options)
    notes += tuple(_unknown_op(name) for name, _ in parts.extra)
    fields = list(_split_fields(text, *body))
    if len(fields) < 2:
        raise NotationError(
            "a position needs at least the table and a hand",
            text,
            body[1],
            "table cards, a space, hand cards, as in 8D,6C 8S,KD",
        )
    if len(fields) > len(_FIELDS):
        start = fields[len(_FIELDS)][0]
        raise NotationError("more than six fields", text, start, "'; ' before an op")
    readers = (_read_table, _read_hands, _read_turn, _read_stock, _read_taken, _read_last)
    for reader, (start, end) in zip(readers, fields, strict=False):
        scan = Scanner(text, start, end)
        reader(scan, parts)
        scan.done(_AFTER.get(reader, "a space before the next field, '; ' before an op"))
    position = _assemble(text, parts, rules)
    faults = position_faults(position, parts.places)
    if faults:
        raise PositionError(faults, text)
    if strict:
        require_same(text, format_position(position))
    return position, notes


def parse_build(text: str) -> Build:
    """Read a standing build as it is written in a position: ``[5H+3C]=8@2``."""
    check_length(text)
    scan, parts = Scanner(text), _Parts()
    _read_build(scan, parts)
    scan.done()
    sets, value, owner, fresh, at = parts.builds[0]
    if value is None:
        raise NotationError("the build has no value", text, at, "'=' and the value")
    return Build(sets, value, owner, fresh)


def _split_ops(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for at, mark in enumerate(text):
        if mark == ";":
            spans.append((start, at))
            start = at + 1
    spans.append((start, len(text)))
    return [spans[0], *(span for span in spans[1:] if text[span[0] : span[1]].strip())]


def _split_fields(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the fields: runs without a space that is not beside an operator."""
    at = begin = start
    while at < end:
        if not text[at].isspace():
            at += 1
            continue
        gap = at
        while at < end and text[at].isspace():
            at += 1
        before, after = text[begin:gap].strip()[-1:], text[at : at + 1] if at < end else ""
        ended = bool(_PLAYED.fullmatch(text, begin, gap))
        if not before:
            begin = at
        elif ended or not after or not (before in _GLUE_AFTER or after in _GLUE_BEFORE):
            yield begin, gap
            begin = at
    if text[begin:end].strip():
        yield begin, end


def _unknown_op(name: str) -> str:
    near = close_matches(name, KNOWN_OPS)
    as_name = "; did you mean variant " + name + "?" if name in variant_names() else ""
    return f"The line says {name!r}, which means nothing here{near or as_name}"


def _choose_variant(
    text: str,
    parts: _Parts,
    variant: Variant | str | None,
    options: Mapping[str, object] | None,
) -> tuple[Variant, tuple[str, ...]]:
    notes: list[str] = []
    named, at = parts.ops.get("variant", (DEFAULT_VARIANT, 0))
    if variant is None and named.lower().endswith(".toml"):
        # A line may come from anywhere: it does not make the program open files.
        raise NotationError(
            f"{named} is a file; a line names a variant", text, at, "--variant for a file"
        )
    try:
        rules = find_variant(named) if variant is None else variant
        if isinstance(rules, str):
            rules = find_variant(rules)
        if variant is not None and "variant" in parts.ops and named != rules.name:
            notes.append(f"The line says variant {named}; {rules.name} was asked for and is used.")
        written, at = parts.ops.get("option", ("", at))
        changes: dict[str, object] = dict(_pairs(text, written, at)) if written else {}
        for key, value in (options or {}).items():
            if key in changes and str(changes[key]) != str(value):
                notes.append(f"The line says {key}={changes[key]}; {key}={value} is used.")
            changes[key] = value
        return (rules.with_options(**changes) if changes else rules), tuple(notes)
    except VariantError as error:
        if variant is None and not options:
            raise NotationError(str(error), text, at) from error
        raise


def _pairs(text: str, written: str, at: int) -> Iterator[tuple[str, str]]:
    for piece in written.split(","):
        key, equals, value = piece.partition("=")
        if not equals or not key.strip():
            raise NotationError(f"{piece.strip()!r} is no option", text, at, "name=value")
        yield key.strip(), value.strip()


def _read_table(scan: Scanner, parts: _Parts) -> None:
    if scan.take("-"):
        return
    while True:
        if scan.peek() == "[":
            _read_build(scan, parts)
        else:
            parts.loose.append(placed_card(scan, parts.places, "on the table"))
        if not scan.take(","):
            return


def _read_build(scan: Scanner, parts: _Parts) -> None:
    scan.skip()
    at = scan.at
    sets = read_sets(scan)
    for cards in sets:
        for card in cards:
            parts.places.card(card, at, "in a build")
    value = scan.number("the value of a build") if scan.take("=") else None
    owner = read_seat(scan) if scan.take("@") else None
    fresh = scan.take("~")
    if fresh and owner is None:
        scan.fail("'~' needs an owner", "'@' and the owner's seat before it")
    parts.builds.append((sets, value, owner, fresh, at))


def _read_hands(scan: Scanner, parts: _Parts) -> None:
    hands: list[Hand] = []
    while True:
        scan.skip()
        parts.places.hands.append(scan.at)
        hands.append(_read_held(scan, parts, f"in the hand of seat {len(hands) + 1}"))
        if not scan.take("/"):
            break
        if len(hands) == 6:
            scan.fail("more than six hands", "at most 6 seats")
    if len(hands) == 1:
        hands.append(Hand((), len(hands[0])))
        parts.places.hands.append(parts.places.hands[0])
    parts.hands = tuple(hands)


def _read_held(scan: Scanner, parts: _Parts, place: str) -> Hand:
    if scan.take("-"):
        return Hand()
    cards: list[Card] = []
    unknown = 0
    while True:
        if scan.take("?"):
            unknown = scan.number("the number of unknown cards", 104)
            break
        cards.append(placed_card(scan, parts.places, place))
        if not scan.take(","):
            break
    return Hand(tuple(cards), unknown)


def _read_turn(scan: Scanner, parts: _Parts) -> None:
    if scan.take("-"):
        parts.turn = None
        return
    scan.skip()
    parts.places.turn = scan.at
    if not scan.peek().isdigit():
        scan.fail(
            f"found {scan.peek()!r}",
            "the seat to play; the cards of one hand are joined by ',', and an op such as "
            "variant stands behind ';'",
        )
    parts.turn = read_seat(scan)
    parts.hand_played = scan.take("+")


def _read_stock(scan: Scanner, parts: _Parts) -> None:
    scan.skip()
    parts.places.stock = scan.at
    if scan.take("("):
        order = [placed_card(scan, parts.places, "in the stock")]
        while scan.take(","):
            order.append(placed_card(scan, parts.places, "in the stock"))
        scan.need(")", "after the cards of the stock")
        parts.stock = Stock.known(tuple(order))
    else:
        parts.stock = Stock(scan.number("the number of cards in the stock"))


def _read_taken(scan: Scanner, parts: _Parts) -> None:
    piles = []
    scan.skip()
    parts.places.taken = scan.at
    while True:
        unknown = 0
        cards: list[Card] = []
        if not scan.take("-"):
            if scan.take("?"):
                unknown = scan.number("the number of unknown cards", 104)
            else:
                cards.append(placed_card(scan, parts.places, "taken"))
            while scan.take(","):
                cards.append(placed_card(scan, parts.places, "taken"))
        sweeps = scan.number("the number of sweeps") if scan.take("*") else 0
        piles.append(Pile(tuple(cards), unknown, sweeps))
        if not scan.take("/"):
            break
    empty = piles == [Pile()]
    parts.taken = () if empty else tuple(piles)


def _read_last(scan: Scanner, parts: _Parts) -> None:
    scan.skip()
    parts.places.last = scan.at
    if scan.take("-"):
        parts.last = NOBODY
    elif not scan.take("?"):
        parts.last = read_seat(scan)


def _split_op(scan: Scanner, parts: _Parts) -> None:
    """Note one op with its place; what it says is read once the seats are known."""
    scan.skip()
    at = scan.at
    name = scan.word("the name of an op, such as variant")
    scan.skip()
    text = scan.text[scan.at : scan.end].rstrip()
    if name not in KNOWN_OPS:
        parts.extra.append((name, text))
        return
    if name in parts.ops:
        scan.fail(f"{name} is said twice", f"{name} once", at)
    if not text:
        scan.fail(f"{name} says nothing", f"{name} and its text")
    parts.ops[name] = (text, scan.at)


#: What may follow in a field that looks finished, for people who forgot it.
_AFTER: Final = {
    _read_table: (
        "',' between the cards of the table, one space before the hands; a build is written "
        "[5H+3C]=8"
    ),
    _read_hands: "',' between the cards of a hand, '/' before the next hand",
    _read_turn: "a space after the seat to play; the cards of the table, and of a hand, are "
    "joined by ','",
}


def _assemble(text: str, parts: _Parts, variant: Variant) -> Position:
    values = card_values(variant.options)
    builds = []
    for sets, announced, owner, fresh, at in parts.builds:
        value = announced
        if value is None:
            common = frozenset.intersection(*(group_sums(cards, values) for cards in sets))
            if len(common) != 1:
                written = sets_text(sets)
                choices = tuple(f"{written}={v}" for v in sorted(common))
                raise AmbiguousPlayError(f"the value of {written} is missing", choices, text, at)
            (value,) = common
        build = Build(sets, value, owner, fresh)
        parts.places.builds.setdefault(build, at)
        builds.append(build)
    ops = Ops()
    for name, (written, at) in parts.ops.items():
        read_op(name, Scanner(text, at, at + len(written)), ops, len(parts.hands), parts.places)
    stock = parts.stock
    if stock is None:
        shown = sum(map(len, parts.places.cards.values()))
        hidden = sum(h.unknown for h in parts.hands) + sum(p.unknown for p in parts.taken)
        pack = len(deck_cards(variant.options.deck, variant.options.packs))
        stock = Stock(max(0, pack - shown - hidden))
    return Position(
        variant=variant,
        builds=tuple(builds),
        loose=tuple(parts.loose),
        hands=parts.hands,
        turn=parts.turn,
        hand_played=parts.hand_played,
        stock=stock,
        taken=parts.taken,
        last=parts.last,
        sides=ops.sides,
        score=ops.score,
        points=ops.points,
        proved=ops.proved,
        due=ops.due,
        pending=ops.pending,
        aside=ops.aside,
        carry=ops.carry,
        laid=ops.laid,
        extra=tuple(parts.extra),
    )


def format_position(position: Position) -> str:
    """Write the canonical line of a position.

    Returns
    -------
    str
        One line; reading it gives an equal position.
    """
    table = ",".join([*map(str, position.builds), *(c.text for c in position.loose)]) or "-"
    turn = "-" if position.turn is None else f"{position.turn}{'+' * position.hand_played}"
    stock = position.stock
    last = {NOBODY: "-", UNKNOWN: "?"}.get(position.last, str(position.last))
    line = " ".join(
        [
            table,
            "/".join(map(_hand_text, position.hands)),
            turn,
            f"({cards_text(stock.order)})" if stock.order else str(stock.count),
            "/".join(map(_pile_text, position.taken)),
            last,
        ]
    )
    return "; ".join([line, *(f"{name} {text}".rstrip() for name, text in format_ops(position))])


def _hand_text(hand: Hand) -> str:
    known = [cards_text(hand.cards)] if hand.cards else []
    unknown = [f"?{hand.unknown}"] if hand.unknown else []
    return ",".join(known + unknown) or "-"


def _pile_text(pile: Pile) -> str:
    unknown = [f"?{pile.unknown}"] if pile.unknown else []
    known = [cards_text(pile.cards)] if pile.cards else []
    sweeps = f"*{pile.sweeps}" if pile.sweeps else ""
    return (",".join(unknown + known) or "-") + sweeps

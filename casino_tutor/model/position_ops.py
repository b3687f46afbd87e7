"""The ops that follow a position: ``; score 18/15``, ``; sides 13/24``, ``; proved 3=12``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.checks import Places
from casino_tutor.model.notation import read_seat, read_sets
from casino_tutor.model.plays import Sets, sets_text
from casino_tutor.model.position import Position
from casino_tutor.model.scan import Scanner

DEFAULT_VARIANT: Final = "casino_pagat"
#: The ops with a fixed meaning, in canonical order.
KNOWN_OPS: Final = (
    "variant",
    "option",
    "sides",
    "score",
    "points",
    "proved",
    "due",
    "pending",
    "aside",
    "carry",
    "laid",
)
_T = TypeVar("_T")


@dataclass(slots=True)
class Ops:
    """What the ops of one line say; see the fields of `Position` of the same names."""

    sides: tuple[tuple[int, ...], ...] = ()
    score: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    proved: tuple[tuple[int, int], ...] = ()
    due: Sets = ()
    pending: tuple[tuple[str, int], ...] = ()
    aside: tuple[Card, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()
    laid: Card | None = None


def placed_card(scan: Scanner, places: Places, place: str) -> Card:
    """Read a card and note where it was written and where it lies."""
    scan.skip()
    at = scan.at
    card = scan.card()
    places.card(card, at, place)
    return card


def read_op(name: str, scan: Scanner, ops: Ops, seats: int, places: Places) -> None:
    """Read what one op says into `ops`; variant and option have been read before."""
    match name:
        case "sides":
            ops.sides = _sides(scan, seats)
        case "score":
            ops.score = _scores(scan)
        case "points":
            ops.points = _scores(scan)
        case "proved":
            ops.proved = _listed(scan, _proof)
        case "due":
            ops.due = read_sets(scan)
        case "pending":
            ops.pending = _listed(scan, _pending)
        case "aside":
            ops.aside = _listed(scan, lambda s: placed_card(s, places, "set aside"))
        case "carry":
            ops.carry = _listed(scan, _carried)
        case "laid":
            ops.laid = scan.card()
        case _:
            return
    scan.done()


def _listed(scan: Scanner, read: Callable[[Scanner], _T]) -> tuple[_T, ...]:
    found = [read(scan)]
    while scan.take(","):
        found.append(read(scan))
    return tuple(found)


def _sides(scan: Scanner, seats: int) -> tuple[tuple[int, ...], ...]:
    scan.skip()
    start = scan.at
    written = scan.text[scan.at : scan.end].strip()
    scan.at = scan.end
    sides = tuple(tuple(int(c) for c in side if c in "123456") for side in written.split("/"))
    if sorted(seat for side in sides for seat in side) != list(range(1, seats + 1)) or () in sides:
        scan.fail(f"{written!r} does not name each of the {seats} seats once", "as in 13/24", start)
    return sides


def _scores(scan: Scanner) -> tuple[int, ...]:
    scores = []
    while True:
        sign = -1 if scan.take("-") else 1
        scores.append(sign * scan.number("a score"))
        if not scan.take("/"):
            return tuple(scores)


def _proof(scan: Scanner) -> tuple[int, int]:
    seat = read_seat(scan)
    scan.need("=", "and the value that is proved")
    return seat, scan.number("a value")


def _pending(scan: Scanner) -> tuple[str, int]:
    word = scan.word("a call such as orange")
    scan.need("@", "and the seat that may call")
    return word, read_seat(scan)


def _carried(scan: Scanner) -> tuple[str, int]:
    name = scan.word("what is carried over, such as cards")
    scan.need("=", "and the points carried over")
    return name, scan.number("points")


def format_ops(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the ops of a position in canonical order: name and text."""
    variant = position.variant
    changes = variant.changes()
    if variant.base != DEFAULT_VARIANT:
        yield "variant", variant.base
    if changes:
        yield "option", ",".join(f"{key}={value}" for key, value in changes.items())
    if position.sides != variant.options.sides_for(position.seats):
        yield "sides", "/".join("".join(map(str, side)) for side in position.sides)
    if position.score:
        yield "score", "/".join(map(str, position.score))
    if position.points:
        yield "points", "/".join(map(str, position.points))
    if position.proved:
        yield "proved", ",".join(f"{seat}={value}" for seat, value in position.proved)
    if position.due:
        yield "due", sets_text(position.due)
    if position.pending:
        yield "pending", ",".join(f"{word}@{seat}" for word, seat in position.pending)
    if position.aside:
        yield "aside", cards_text(position.aside)
    if position.carry:
        yield "carry", ",".join(f"{name}={points}" for name, points in position.carry)
    if position.laid is not None:
        yield "laid", position.laid.text
    yield from position.extra

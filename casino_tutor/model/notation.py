"""Reading and writing plays and turns: forgiving on input, canonical on output.

The grammar in short: ``7D`` trails, ``8Sx8D,5H+3C`` captures, ``3S+6H=9`` builds,
``[5H+4C]`` is a whole standing build, ``^5H`` a pile top, ``_`` no hand card, ``&`` joins hand
cards, ``/`` joins the actions of one turn, ``@3`` says for which seat, ``:orange`` is a call.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NoReturn

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    Sets,
    TrailPlay,
    Turn,
    WholeBuild,
    item_cards,
    sorted_sets,
    turn_text,
)
from casino_tutor.model.scan import Scanner, check_length

_BARE_BUILD: Final = "a build is named by its cards, not by its value"
_BARE_VALUE: Final = re.compile(r"\s*(?:\d+|[AKQJT])\s*\]", re.IGNORECASE)


def parse_turn(text: str, *, strict: bool = False) -> Turn:
    """Read a turn: one play, or several joined by ``/``.

    Parameters
    ----------
    text : str
        The turn. Without `strict`, other spellings are accepted: ``10d``, suit symbols, lower
        case, suit first, spaces, any order of cards and groups.
    strict : bool
        Accept only the canonical form.

    Returns
    -------
    tuple of Play
        The plays in order.

    Raises
    ------
    NotationError
        If it cannot be read; carries line, column and what was expected.
    AmbiguousPlayError
        If a rank has no suit, a build is named by its value, or a build's value is missing.

    Examples
    --------
    >>> parse_turn("8♠ x 3c+5h, 8d")
    (parse_play('8Sx8D,5H+3C'),)
    """
    check_length(text)
    scan = Scanner(text)
    plays = [_read_play(scan)]
    while scan.take("/"):
        plays.append(_read_play(scan))
    scan.done()
    turn = tuple(plays)
    if strict:
        require_same(text, turn_text(turn))
    return turn


def parse_play(text: str, *, strict: bool = False) -> Play:
    """Read one play. See `parse_turn`.

    Examples
    --------
    >>> parse_play("3S+6H=9").kind
    'build'
    >>> str(parse_play("8S x 8D 6C 2D"))
    '8Sx8D6C2D'
    """
    turn = parse_turn(text, strict=strict)
    if len(turn) > 1:
        raise NotationError(
            "several actions of a turn stand here", text, text.index("/"), "one play"
        )
    return turn[0]


def require_same(text: str, canonical: str) -> None:
    """Refuse a text that is not the canonical form (the strict reader)."""
    if text == canonical:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(text, canonical, strict=False)) if a != b),
        min(len(text), len(canonical)),
    )
    raise NotationError("this is not the canonical form", text, at, canonical[:200])


def _read_play(scan: Scanner) -> Play:
    hand = _read_hand(scan)
    play: Play
    if scan.peek() in ("x", "X", "×"):
        scan.at += 1
        if not scan.starts_card():
            scan.fail("nothing is taken", "a table card after 'x'")
        groups, bag = _read_groups(scan)
        play = CapturePlay(hand, groups, bag, _read_calls(scan))
    elif scan.peek() in ("+", ",", "=") or scan.starts_card():
        play = _read_build(scan, hand)
    else:
        play = TrailPlay(hand, _read_calls(scan))
    return play


def _read_hand(scan: Scanner) -> tuple[Card, ...]:
    if scan.take("_"):
        return ()
    if scan.peek() in ("", "/", ":", "=", "+", ",", "x", "X", "×"):
        scan.fail(
            "the play does not begin with a hand card", "a card, or '_' for no card from the hand"
        )
    cards = [scan.card()]
    while scan.take("&"):
        cards.append(scan.card())
    return tuple(cards)


def _read_build(scan: Scanner, hand: tuple[Card, ...]) -> BuildPlay:
    joined: Group = ()
    groups: tuple[Group, ...] = ()
    bag: Group = ()
    if scan.take("+"):
        joined = tuple(_read_sum(scan))
        if scan.take(","):
            groups, _ = _read_groups(scan, bags=False)
    elif scan.take(","):
        groups, _ = _read_groups(scan, bags=False)
    elif scan.starts_card():
        bag = tuple(_read_bag(scan))
    if not scan.take("="):
        if scan.peek() in ("", "/", ":"):
            raise AmbiguousPlayError(
                "the value of the build is missing",
                _with_value(scan.text, BuildPlay(hand, joined, groups, bag=bag)),
                scan.text,
                scan.at,
            )
        scan.fail(f"found {scan.peek()!r}", "'=' and the value of the build")
    value = scan.number("the value of a build")
    seat = read_seat(scan) if scan.take("@") else None
    return BuildPlay(hand, joined, groups, value, seat, bag, _read_calls(scan))


def _with_value(text: str, play: BuildPlay) -> tuple[str, ...]:
    """Propose the one plain total that all groups have, if they have one."""
    first = (*play.hand, *(play.joined or play.bag))
    totals = {_plain_total(group) for group in (first, *play.groups) if group}
    value = totals.pop() if len(totals) == 1 else None
    return () if value is None or "/" in text else (str(replace(play, value=value)),)


def _plain_total(group: Group) -> int | None:
    total = 0
    for card in (card for item in group for card in item_cards(item)):
        if card.number is None:
            return None
        total += card.number
    return total


def _read_groups(scan: Scanner, *, bags: bool = True) -> tuple[tuple[Group, ...], Group]:
    """Read ``a+b,c``, or items side by side: then the grouping is left open."""
    first = _read_item(scan)
    if bags and scan.starts_card():
        return (), (first, *_read_bag(scan))
    groups = [tuple(_read_sum(scan, first))]
    while scan.take(","):
        groups.append(tuple(_read_sum(scan)))
    if scan.starts_card():
        _side_by_side(scan)
    return tuple(groups), ()


def _read_sum(scan: Scanner, first: Item | None = None) -> list[Item]:
    items = [first if first is not None else _read_item(scan)]
    while scan.take("+"):
        items.append(_read_item(scan))
    if scan.starts_card():
        _side_by_side(scan)
    return items


def _read_bag(scan: Scanner) -> list[Item]:
    items = []
    while scan.starts_card():
        items.append(_read_item(scan))
    if scan.peek() in ("+", ","):
        _side_by_side(scan)
    return items


def _side_by_side(scan: Scanner) -> NoReturn:
    scan.fail("two items stand side by side in a list of groups", "'+' or ',' between them")


def _read_item(scan: Scanner) -> Item:
    if scan.take("^"):
        return PileTop(scan.card())
    if scan.peek() == "[":
        return WholeBuild(read_sets(scan))
    return scan.card()


def read_sets(scan: Scanner) -> Sets:
    """Read the inside of a build, ``[5H+4C,9S]``, brackets included."""
    scan.need("[", "before the cards of a build")
    bare = _BARE_VALUE.match(scan.text, scan.at, scan.end)
    if bare:
        raise AmbiguousPlayError(_BARE_BUILD, (), scan.text, scan.at)
    sets: list[tuple[Card, ...]] = []
    while True:
        cards = [scan.card()]
        while scan.take("+"):
            cards.append(scan.card())
        sets.append(tuple(cards))
        if not scan.take(","):
            break
    scan.need("]", "after the cards of a build")
    return sorted_sets(tuple(sets))


def read_seat(scan: Scanner) -> int:
    """Read a seat number from 1 to 6."""
    seat = scan.number("a seat")
    if not 1 <= seat <= 6:
        scan.fail(f"there is no seat {seat}", "a seat from 1 to 6", scan.at - len(str(seat)))
    return seat


def _read_calls(scan: Scanner) -> tuple[str, ...]:
    calls = []
    while scan.take(":"):
        calls.append(scan.word("a call such as orange"))
    return tuple(calls)

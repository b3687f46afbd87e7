"""Listing plays within a time, whatever lies on the table.

`legal_plays` is lazy, but on a crowded table seconds may pass before it gives the next play, and
what it does in between knows nothing of a time. So there Python itself asks the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from inspect import CO_GENERATOR
from itertools import islice
from types import FrameType
from typing import Final, TypeAlias

from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import legal_plays

#: Says whether the time is up.
Clock: TypeAlias = Callable[[], bool]

#: From so many cards on that may go together in one play, a listing may take long.
_CROWDED: Final = 12
#: So many calls of functions pass between two looks at the clock, a tenth of a millisecond or so.
_CALLS: Final = 500


class _LateError(BaseException):
    """The time is up; nothing on the way is to catch this."""


def is_crowded(position: Position) -> bool:
    """Return True if listing the plays of a position may take long.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> is_crowded(parse_position("8D,6C,2D 8S,KD"))
    False
    """
    held = len(position.hand) if position.variant.options.hand_cards == "many" else 0
    return len(position.loose) + len(position.builds) + held > _CROWDED


def done_in_time(work: Callable[[], object], is_late: Clock) -> bool:
    """Do some work, and leave it where it is as soon as the time is up.

    Python tells a profiler of every call of a function. Here that is used to look at the clock, so
    that whatever the work calls ends in time; it takes about three times as long. While a real
    profiler runs nobody looks at the clock.

    Parameters
    ----------
    work : callable
        What is to be done; it may be ended at any call that it makes.
    is_late : callable
        Says whether the time is up.

    Returns
    -------
    bool
        False if the time was up before everything was done.

    Examples
    --------
    >>> done_in_time(lambda: sum(range(1000)), lambda: False)
    True
    >>> done_in_time(lambda: list(map(lambda one: one, range(1000))), lambda: True)
    False
    """
    if sys.getprofile() is not None:
        work()
        return True
    left = _CALLS

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0 and _may_be_ended(frame, event):
            left = _CALLS
            if is_late():
                raise _LateError

    try:
        sys.setprofile(look)
        try:
            work()
        finally:
            # A call like any other: the time may be up just here.
            sys.setprofile(None)
    except _LateError:
        return False
    return True


def _may_be_ended(frame: FrameType, event: str) -> bool:
    """Return True where a function is called.

    What is raised while a generator ends would be lost, and then nobody would look any more.
    """
    is_generator = frame.f_code.co_flags & CO_GENERATOR
    return event == "c_call" or (event == "call" and not is_generator)


def listed_plays(position: Position, most: int, is_late: Clock) -> tuple[list[Play], bool]:
    """List plays as far as there is time.

    Parameters
    ----------
    position : Position
        The position.
    most : int
        So many are listed at the most.
    is_late : callable
        Says whether the time is up.

    Returns
    -------
    tuple of list and bool
        The plays, and whether these are all. Of more than `most` some of each card and kind are
        taken; of a crowded table every trail, too.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D,6C,2D 8S,KD")
    >>> plays, are_all = listed_plays(table, 3, lambda: False)
    >>> print(*plays, are_all)
    8Sx6C+2D 8Sx8D 8Sx8D,6C+2D False
    """
    some: list[Play] = []
    if is_crowded(position):
        # These are found at once, whatever else takes long.
        _add(some, legal_plays(position, kind="trail"), most, position, is_late)
    found: list[Play] = []
    is_done = _add(found, legal_plays(position), most + 1, position, is_late)
    if is_done and len(found) <= most:
        return found, True
    hand = tuple(dict.fromkeys(position.hand))
    share = max(1, most // (2 * max(1, len(hand))))
    for card in hand:
        for kind in ("capture", "build"):
            _add(some, legal_plays(position, card=card, kind=kind), share, position, is_late)
    return list(dict.fromkeys([*some, *found]))[:most], False


def _add(
    found: list[Play], plays: Iterable[Play], most: int, position: Position, is_late: Clock
) -> bool:
    """Add plays to a list; return False if the time was up before all were found."""

    def work() -> None:
        for play in islice(plays, most):
            found.append(play)  # noqa: PERF402 - what was found in time is kept

    if is_crowded(position):
        return done_in_time(work, is_late)
    work()
    return True

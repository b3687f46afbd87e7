"""The exact value of every legal play, where every card is known or can be inferred."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import perf_counter
from typing import Final

from casino_tutor.engine.kernels import KERNEL_LOCK
from casino_tutor.engine.known import with_known_cards
from casino_tutor.engine.listing import listed_plays
from casino_tutor.engine.objective import check_objective
from casino_tutor.engine.searches import MOST_PLAYS, Deadline, Search, search_for
from casino_tutor.engine.solution import (
    OBJECTIVES,
    EngineError,
    Limit,
    Objective,
    PlayValue,
    Solution,
)
from casino_tutor.model.plays import Play
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.rules.rounds import score_round

#: Listing the plays of a crowded table takes such a part of the time at the most.
_LISTING: Final = 0.25
_ORDER: Final = {"capture": 0, "build": 1, "trail": 2}


def solve(
    position: Position,
    *,
    objective: Objective = "points",
    limit: Limit | None = None,
    kernel: str | None = None,
) -> Solution:
    """Find the exact value of every legal play, and best play to the end of the round.

    Parameters
    ----------
    position : Position
        Two sides play. Every card is known, or can be inferred: in the last deal of two seats the
        other hand is what nobody has seen. With a stock whose order is known all deals to come are
        played as well.
    objective : str
        ``points`` of the round, or the ``match``; see `casino_tutor.engine.objective`.
    limit : Limit, optional
        How far to search, counted from when no other search is running. Where it is reached, or
        the table is too crowded, values are bounds.
    kernel : str, optional
        ``compiled``, ``plain`` or ``readable``; the quickest that knows the rules if left out.

    Returns
    -------
    Solution
        Values count for the side to play.

    Raises
    ------
    EngineError
        If the position cannot be solved: it is over, cards are hidden, more than two sides play.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = solve(parse_position("8D 8S/8H 1 0 -/- -"))
    >>> [(str(entry.play), entry.least) for entry in found.plays]
    [('8Sx8D', 4), ('8S', -4)]
    """
    limit = limit or Limit()
    if objective not in OBJECTIVES:
        raise EngineError(
            f"there is no objective {objective!r}; there are {' and '.join(OBJECTIVES)}"
        )
    known = with_known_cards(position)
    check_objective(known, objective)
    with KERNEL_LOCK:
        return _solved(known, objective, limit, kernel)


def _solved(known: Position, objective: Objective, limit: Limit, kernel: str | None) -> Solution:
    """Solve, whoever captured last; where that is not known, as if each side had."""
    begun = perf_counter()
    part_of_it, whole = (Deadline(begun + part * limit.seconds) for part in (_LISTING, 1))
    plays, are_all = listed_plays(known, MOST_PLAYS, part_of_it)
    if not plays and are_all:
        raise EngineError("the seat to play has no legal play")
    if not plays:
        # One at least, for something to be said.
        plays, _ = listed_plays(known, 1, whole)
    if not plays:
        raise EngineError(
            f"the table is so crowded that no play was found within {limit.seconds:g} seconds; "
            "allow more"
        )
    if known.last != UNKNOWN or not any(len(pile) for pile in known.taken):
        lasts = [NOBODY if known.last == UNKNOWN else known.last]
    else:
        lasts = [side[0] for side in known.sides]
    part = replace(limit, nodes=-(-limit.nodes // len(lasts)))
    answers = []
    for number, last in enumerate(lasts, 1):
        position = known if last == known.last else replace(known, last=last)
        clock = Deadline(begun + limit.seconds * number / len(lasts))
        search = search_for(position, objective, part, clock, kernel)
        answers.append(_searched(search, position, objective, plays, are_all=are_all))
    found = answers[0] if len(answers) == 1 else _merged(known, *answers)
    return replace(found, seconds=perf_counter() - begun)


def _merged(known: Position, one: Solution, other: Solution) -> Solution:
    """Return what holds in both answers: bounds, where they differ."""
    values = {entry.play: entry for entry in other.plays}
    entries = [
        PlayValue(
            entry.play,
            min(entry.least, values[entry.play].least),
            max(entry.most, values[entry.play].most),
        )
        for entry in one.plays
    ]
    spent = replace(one, position=known, nodes=one.nodes + other.nodes)
    if tuple(entries) == one.plays and not one.left_out and not other.left_out:
        return spent
    said = ["who captured last is not known"]
    said += [part for found in (one, other) for part in found.left_out.split("; ") if part]
    beyond = [found.beyond for found in (one, other) if found.beyond is not None]
    return replace(
        spent,
        plays=_in_order(entries),
        line=(),
        end=None,
        items=(),
        points=(),
        left_out="; ".join(dict.fromkeys(said)),
        beyond=max(beyond, default=None),
    )


def _searched(
    search: Search,
    position: Position,
    objective: Objective,
    plays: list[Play],
    *,
    are_all: bool,
) -> Solution:
    """Value plays, and play the best line where it is known."""
    sign = 1 if position.side_of(position.turn or 1) == 0 else -1
    values = _in_order(
        PlayValue(play, *sorted((sign * least, sign * most)))
        for play, (least, most) in zip(plays, search.values(position, plays), strict=True)
    )
    beyond = None if are_all else max(sign * bound for bound in search.reach(position))
    found = Solution(position, objective, values, kernel=search.name, beyond=beyond)
    best = values[0]
    line = search.line(position, best.play, sign * best.least) if found.is_settled else []
    end = line[-1][1] if line else None
    score = score_round(end) if end is not None else None
    count = "one play was" if len(plays) == 1 else f"{len(plays):,} plays were"
    said = [] if are_all else [f"{count} looked at, not all of them"]
    return replace(
        found,
        line=tuple(play for play, _ in line),
        end=end,
        items=score.items if score else (),
        points=score.points if score else (),
        nodes=search.nodes,
        left_out="; ".join([*said, *search.left_out()]),
    )


def _in_order(entries: Iterable[PlayValue]) -> tuple[PlayValue, ...]:
    """Put the best first, by what is certain; equal ones as they would be listed."""

    def place(entry: PlayValue) -> tuple[int, bool, int, int, int]:
        play = entry.play
        kind = _ORDER[play.kind]
        return -entry.least, not entry.is_exact, -entry.most, kind, -len(play.items)

    return tuple(sorted(entries, key=place))

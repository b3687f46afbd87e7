"""The answer of `best-capture`: the best capture or build, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.best import BestPlay, SearchTimeout, best_build, best_capture
from casino_tutor.rules.transition import after_unchecked
from casino_tutor.terminal.answers import BEST_KINDS, SECONDS, Answer

_SEARCHES: Final[Mapping[str, tuple[Callable[..., BestPlay | None], ...]]] = dict(
    zip(BEST_KINDS, [(best_capture,), (best_build,), (best_capture, best_build)], strict=True)
)


def best_answer(
    position: Position,
    *,
    card: Card | None = None,
    kind: str = "capture",
    time_limit: float = SECONDS,
) -> tuple[Answer, Play | None]:
    """Search for the capture or build that is worth most.

    Parameters
    ----------
    position : Position
        The position.
    card : Card, optional
        Only plays of this hand card.
    kind : str
        ``capture``, ``build``, or ``both`` for the better of the two.
    time_limit : float
        Seconds for the whole search.

    Returns
    -------
    tuple of dict and Play or None
        The answer, and the play in it. Without a play ``proved`` is true if there is none, and
        false if the time ran out before one was found. ``bound`` is null where it is not known.

    Examples
    --------
    >>> from casino_tutor.terminal.answers import read_table
    >>> position, notes = read_table("8D,6C,5S,3H,2D,AC 8S")
    >>> answer, play = best_answer(position)
    >>> answer["play"], answer["points"], answer["worth"], answer["proved"]
    ('8Sx8D,5S+2D+AC', 1, 1.4423, True)
    """
    searches, end = _SEARCHES[kind], monotonic() + time_limit
    found: list[BestPlay] = []
    is_late = False
    for number, search in enumerate(searches):
        seconds = max(0.01, end - monotonic()) / (len(searches) - number)
        try:
            best = search(position, card, time_limit=seconds)
        except SearchTimeout:
            is_late = True
        else:
            found += [] if best is None else [best]
    if not found:
        return _nothing(proved=not is_late), None
    best = max(found, key=lambda one: (one.worth, one.cards))
    bound = None if is_late else max(one.bound for one in found)
    answer = {
        "play": str(best.play),
        "kind": best.play.kind,
        "points": best.points,
        "cards": best.cards,
        "spades": best.spades,
        "worth": round(float(best.worth), 4),
        "bound": None if bound is None else round(float(bound), 4),
        "proved": bound is not None and best.worth >= bound,
        "after": str(after_unchecked(position, best.play)),
    }
    return answer, best.play


def _nothing(*, proved: bool) -> Answer:
    keys = ("play", "kind", "points", "cards", "spades", "worth", "bound", "proved", "after")
    return dict.fromkeys(keys) | {"proved": proved}

"""The combination finder as a set-packing model, solved with OR-Tools CP-SAT.

This is an opinion independent of the exact search (`casino_tutor.rules.unions` and
`casino_tutor.rules.enumeration`): `casino_tutor.rules.packing_model` says *what* a play is, so that
a reader can check it, and leaves the finding to a solver. A test holds the two together. It
judges and is never inside a search: one answer costs milliseconds where the exact search needs a
fraction of one.

Every solution is asked for, and every grouping is one: on a crowded table there can be millions.
Then `PackingTimeout` is raised; an answer is never silently short.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import BuildPlay, CapturePlay, Effect, Play, effect_of
from casino_tutor.model.position import Position
from casino_tutor.rules.packing_model import PackingModel, PackingTimeout

__all__ = [
    "TIME_LIMIT",
    "PackingTimeout",
    "packed_builds",
    "packed_captures",
    "packed_groupings",
    "packed_plays",
]

#: Seconds that one question may take.
TIME_LIMIT: Final = 30.0


def packed_captures(
    position: Position, hand: tuple[Card, ...], *, time_limit: float = TIME_LIMIT
) -> frozenset[Effect]:
    """Return every legal capture with these hand cards, one effect each.

    Parameters
    ----------
    position : Position
        The position before it.
    hand : tuple of Card
        The card played, or several together where the variant allows it.
    time_limit : float
        Seconds allowed.

    Returns
    -------
    frozenset of Effect
        Effects as `casino_tutor.model.plays.effect_of` makes them.

    Raises
    ------
    PackingTimeout
        If the time limit passes.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = packed_captures(parse_position("8D,6C,2D 8S,KD"), (Card("8S"),))
    >>> sorted(len(items) for _, _, items, _, _ in found)
    [1, 2, 3]
    """
    packing = PackingModel(position, time_limit)
    packing.add_captures(hand)
    return frozenset(map(effect_of, packing.plays()))


def packed_builds(
    position: Position,
    card: Card | None,
    value: int | None = None,
    *,
    time_limit: float = TIME_LIMIT,
) -> frozenset[Effect]:
    """Return every legal build with this hand card, one effect each.

    Parameters
    ----------
    position : Position
        The position before it.
    card : Card or None
        The card played; None for builds from table cards only, where the variant allows them.
    value : int, optional
        Only builds announced as this value.
    time_limit : float
        Seconds allowed.

    Raises
    ------
    PackingTimeout
        If the time limit passes.

    Examples
    --------
    Five on five may be announced as fives or as ten.

    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("5H 5S,TD,5C")
    >>> found = packed_builds(position, Card("5S"))
    >>> sorted(value for _, _, _, value, _ in found)
    [5, 10]
    """
    packing = PackingModel(position, time_limit)
    packing.add_builds(card, value)
    return frozenset(map(effect_of, packing.plays()))


def packed_plays(position: Position, *, time_limit: float = TIME_LIMIT) -> frozenset[Effect]:
    """Return every legal capture and build of the mover, one effect each.

    Raises
    ------
    PackingTimeout
        If the time limit passes.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> len(packed_plays(parse_position("8D,6C,2D 8S,KD")))
    3
    """
    packing = PackingModel(position, time_limit)
    packing.add_everything()
    return frozenset(map(effect_of, packing.plays()))


def packed_groupings(
    position: Position, play: Play | None = None, *, time_limit: float = TIME_LIMIT
) -> frozenset[Play]:
    """Return every legal way to group the cards of a capture or a build.

    Parameters
    ----------
    position : Position
        The position before it.
    play : Play, optional
        The play; its own grouping, stated or not, is one of those found if it is legal. Left out:
        every grouping of every capture and build of the mover.
    time_limit : float
        Seconds allowed.

    Returns
    -------
    frozenset of Play
        Empty if no grouping is legal; a trail has none.

    Raises
    ------
    PackingTimeout
        If the time limit passes.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("6H,6D,2D,2C 8S,KD")
    >>> for found in sorted(map(str, packed_groupings(position, parse_play("8Sx6H6D2D2C")))):
    ...     print(found)
    8Sx6H+2C,6D+2D
    8Sx6H+2D,6D+2C
    """
    packing = PackingModel(position, time_limit)
    if play is None:
        packing.add_everything()
    elif isinstance(play, CapturePlay):
        packing.add_captures(play.hand)
        packing.take_exactly(play.items)
    elif isinstance(play, BuildPlay) and len(play.hand) < 2:
        packing.add_builds(play.hand[0] if play.hand else None, play.value)
        packing.take_exactly(play.items)
    found = packing.plays()
    if not isinstance(play, CapturePlay | BuildPlay):
        return found
    # The calls of a play are said with every grouping of it.
    return frozenset(
        replace(one, calls=play.calls)
        for one in found
        if isinstance(one, CapturePlay | BuildPlay) and effect_of(one) == effect_of(play)
    )

"""Plays in the order in which *greedy* likes them: by what each brings at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from casino_tutor.engine.gains import card_worths, gain, residue_gain
from casino_tutor.engine.solution import EngineError
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import BuildPlay, Play
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import seen_from
from casino_tutor.rules.transition import after_unchecked, captured_cards

#: So many plays of a crowded table are looked at, the first that are found.
MOST_PLAYS: Final = 1_000
#: So many of the best of them are looked at with their replies, and so many replies of each card.
MOST_ANSWERED: Final = 40
#: Values that differ by less than this are equal: sums of shares, added up in another order.
DIGITS: Final = 9
_KINDS: Final = {"capture": 0, "build": 1, "trail": 2}
_COURT_HEIGHTS: Final = {"J": 11, "Q": 12, "K": 13}


class OpponentError(EngineError):
    """An opponent that is not there, or a position in which none can play."""


class Valued(NamedTuple):
    """A play and what it brings at once."""

    play: Play
    value: float


def own_view(position: Position) -> Position:
    """Return what the seat to play sees.

    Raises
    ------
    OpponentError
        If the round is over.
    """
    if position.turn is None:
        raise OpponentError("the round is over: there is no play to choose")
    return seen_from(position, position.turn)


def looked_at(view: Position) -> Iterator[Play]:
    """Yield the legal plays that are looked at, at least one."""
    plays = islice(legal_plays(view), MOST_PLAYS)
    first = next(plays, None)
    if first is None:
        raise OpponentError("the seat to play has no legal play")
    yield first
    yield from plays


def ranked(view: Position, shares: float) -> list[Valued]:
    """Return the legal plays with what they bring, the best for greedy first."""
    worths = card_worths(view.variant.options, len(view.sides), shares)
    sign = -1 if view.variant.options.low_wins else 1
    valued = [Valued(play, _brought(view, play, worths)) for play in looked_at(view)]

    def order(one: Valued) -> tuple[object, ...]:
        play = one.play
        given = 0.0 if play.kind == "capture" else sum(worths[card] for card in play.hand)
        return (
            -one.value,
            -sign * len(captured_cards(play)),
            _KINDS[play.kind],
            round(sign * given, DIGITS),
            [height(card) for card in play.hand],
            str(play),
        )

    return sorted(valued, key=order)


def _brought(view: Position, play: Play, worths: Mapping[Card, float]) -> float:
    """Return what a turn that begins with this play brings."""
    brought = gain(view, play, worths) + residue_gain(view, play, worths)
    if is_prelude(view, play):
        after = after_unchecked(view, play)
        brought += max((gain(after, more, worths) for more in hand_plays(after)), default=0.0)
    return round(brought, DIGITS)


def hand_plays(view: Position) -> list[Play]:
    """Return the plays that may follow a build from the table only, without a second such build."""
    plays = islice(legal_plays(view), MOST_ANSWERED)
    return [play for play in plays if not is_prelude(view, play)]


def is_prelude(view: Position, play: Play) -> bool:
    """Return True for a build from the table only: the hand card of the turn is still to come."""
    return isinstance(play, BuildPlay) and not play.hand and not view.hand_played


def height(card: Card) -> int:
    """Return how high a card is, from the ace up to the king."""
    return card.number or _COURT_HEIGHTS[card.rank]

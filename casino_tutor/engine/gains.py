"""What a play brings at once: points that are certain, sweeps, and a share of the majorities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.plays import CapturePlay, PileTop, Play, TrailPlay, item_cards
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.rules.restrictions import sweeps_score
from casino_tutor.rules.scoring import sweeps_made
from casino_tutor.rules.transition import after_unchecked, captured_cards
from casino_tutor.rules.worth import (
    certain_points,
    is_twin,
    orange_count,
    share,
    sweep_points,
)

#: How many times its even share of the majorities a card counts. It is not fitted finely: in 15 to
#: 80 pairs of self-play 1, 3 and 6 could not be told apart (`python -m bench.strength --only
#: shares`).
SHARES: Final = 3.0


@lru_cache(maxsize=64)
def card_worths(options: Options, sides: int, shares: float) -> Mapping[Card, float]:
    """Return what each card of the pack is worth to whoever takes it.

    Parameters
    ----------
    options : Options
        The rules.
    sides : int
        How many sides play: between more than two some games count no majorities.
    shares : float
        A card counts so many times its even share of most cards, most spades and most diamonds.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> worths = card_worths(find_variant("casino_pagat").options, 2, 2)
    >>> round(worths[Card("TD")], 3), round(worths[Card("9D")], 3)
    (2.115, 0.115)
    """
    counted = shares if options.majorities == "always" or sides <= 2 else 0.0
    return {
        card: certain_points(card, options) + counted * float(share(card, options))
        for card in dict.fromkeys(deck_cards(options.deck, options.packs))
    }


def gain(position: Position, play: Play, worths: Mapping[Card, float]) -> float:
    """Return what a play brings its side at once; where low scores win, what it spares it.

    What is taken off an opponent's pile counts twice, for the opponent loses it.

    Parameters
    ----------
    position : Position
        The table before the play.
    play : Play
        A legal play.
    worths : mapping of Card to float
        See `card_worths`.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("TD,9D 9S,TC/?2; variant royal_english")
    >>> worths = card_worths(table.variant.options, 2, 0)
    >>> [gain(table, parse_play(play), worths) for play in ("TCxTD", "9Sx9D", "TC")]
    [2.0, 0.0, 0.0]
    """
    if isinstance(play, TrailPlay):
        return 0.0
    options = position.variant.options
    brought = _lost_by_others(position, play, worths)
    if isinstance(play, CapturePlay):
        brought += sum(worths[card] for card in captured_cards(play))
        brought += _event_points(position, play)
    return -brought if options.low_wins else brought


def _event_points(position: Position, play: CapturePlay) -> int:
    options, mover = position.variant.options, position.turn or 1
    table = [card for item in play.items for card in item_cards(item)]
    points = orange_count(play.hand, table, options) * options.orange_points
    if sweeps_score(options, position.score, position.side_of(mover)):
        each = sweep_points(len(table), options, twin=is_twin(play.hand, table))
        points += each * sweeps_made(position, play)
    return points


def _lost_by_others(position: Position, play: Play, worths: Mapping[Card, float]) -> float:
    tops = [item.card for item in play.items if isinstance(item, PileTop)]
    if not tops or position.turn is None:
        return 0.0
    own = position.side_of(position.turn)
    by_seat = len(position.taken) != len(position.sides)
    theirs = [
        card
        for number, pile in enumerate(position.taken)
        if (position.side_of(number + 1) if by_seat else number) != own
        for card in pile.cards[-len(tops) :]
    ]
    return sum(worths[card] for card in tops if card in theirs)


def residue_gain(position: Position, play: Play, worths: Mapping[Card, float]) -> float:
    """Return what the end of the round brings if this play ends it: the residue, the last capture.

    It goes to the last capturer; to another side it is a loss.
    """
    mover = position.turn
    if mover is None or position.stock.count or _cards_held(position) > len(play.hand):
        return 0.0
    after = after_unchecked(position, play)
    if after.turn is not None or after.last in (NOBODY, UNKNOWN):
        return 0.0
    options = position.variant.options
    left = (*after.loose, *after.aside, *(card for build in after.builds for card in build.cards))
    brought = sum(worths[card] for card in left) + options.last_capture_bonus
    is_own = after.side_of(after.last) == after.side_of(mover)
    return brought if is_own != options.low_wins else -brought


def _cards_held(position: Position) -> int:
    return sum(len(hand) for hand in position.hands)

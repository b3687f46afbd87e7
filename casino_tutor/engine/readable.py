"""The same search over the readable rules: for every variant, slower, with the same answers.

Null-window tests, fail-soft, with a table of what was found, as in the kernel; but a position is a
`Position`, the plays are those of `legal_plays`, and what follows is what `play_on` makes of them.
A turn is looked at as `casino_tutor.rules.perft` counts it: builds from table cards only come
before the hand card.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from casino_tutor.engine.listing import Clock, listed_plays
from casino_tutor.engine.objective import end_value, match_value, reach
from casino_tutor.engine.solution import FAR, Objective
from casino_tutor.model.options import Options
from casino_tutor.model.plays import CapturePlay, Play, item_cards
from casino_tutor.model.position import Pile, Position
from casino_tutor.rules.perft import effect_key
from casino_tutor.rules.rounds import play_on, settle
from casino_tutor.rules.transition import after_unchecked
from casino_tutor.rules.worth import orange_count, scores_when_made

_KINDS = {"capture": 0, "build": 1, "trail": 2}
#: A position with more plays is not searched: to list and sort them alone would take seconds.
_MOST = 20_000


class LimitError(Exception):
    """The search has reached its limit, or a position that it cannot search."""


def called(position: Position, play: Play) -> Play:
    """Return the play with every call that scores: whoever makes an orange calls it."""
    options = position.variant.options
    if "orange" not in options.calls or not isinstance(play, CapturePlay):
        return play
    table = [card for item in play.items for card in item_cards(item)]
    return replace(play, calls=("orange",)) if orange_count(play.hand, table, options) else play


def after_play(position: Position, play: Play) -> Position:
    """Return the position after a legal play, with everything that follows of itself."""
    if _scores_plays(position.variant.options):
        return play_on(position, called(position, play))[0]
    # The same without judging a play that is known to be legal.
    after = after_unchecked(position, play)
    if after.pending:
        after = replace(after, pending=())
    return settle(after, position.turn if play.hand else None)


def _scores_plays(options: Options) -> bool:
    """Return True if a play may score, or prove something, at the moment when it is made."""
    return (
        bool(options.calls) or scores_when_made(options) or options.build_for_partner == "provable"
    )


class ReadableSearch:
    """Finds values of positions of two sides whose cards are all known.

    Parameters
    ----------
    objective : str
        What the sides try to do.
    most_nodes : int
        So many positions are visited at the most.
    look : callable
        Asked at each of them whether to stop.
    """

    def __init__(self, objective: Objective, most_nodes: int, look: Clock) -> None:
        self.objective = objective
        self.nodes = 0
        self.most_nodes = most_nodes
        self.look = look
        self.is_stopped = False
        #: True if some position had too many plays.
        self.is_crowded = False
        self._known: dict[Hashable, tuple[int, int]] = {}

    def is_late(self) -> bool:
        """Return True if nothing more may be searched."""
        self.is_stopped = self.is_stopped or self.nodes > self.most_nodes or self.look()
        return self.is_stopped

    def bounds(self, position: Position, guess: int) -> tuple[int, int]:
        """Return bounds of a value for side 0: equal, unless the search was stopped."""
        value = self.ended(position)
        least, most = (value, value) if value is not None else reach(position, self.objective)
        try:
            while least < most:
                bound = min(max(guess, least + 1), most)
                found = self.test(position, bound)
                least, most = (least, found) if found < bound else (found, most)
                guess = found
        except LimitError:
            self.is_late()
        return least, most

    def ended(self, position: Position) -> int | None:
        """Return the value for side 0 if the round or the match is over, or None."""
        if self.objective == "match" and (won := match_value(position)) is not None:
            return won
        return end_value(position, self.objective) if position.turn is None else None

    def _ordered(self, position: Position) -> Iterator[Play]:
        """Yield the plays in order; listing those of a crowded table is stopped too."""
        plays, are_all = listed_plays(position, _MOST, self.look)
        if not are_all:
            self.is_crowded = self.is_crowded or not self.is_late()
            raise LimitError
        return ordered(plays)

    def test(self, position: Position, bound: int) -> int:
        """Say whether a position is worth at least `bound` to side 0.

        An answer of at least `bound` is a lower bound of the value, a smaller one an upper bound.
        """
        self.nodes += 1
        if self.nodes > self.most_nodes or self.look():
            raise LimitError
        value = self.ended(position)
        if value is not None or position.turn is None:
            return value or 0
        key = what_matters(position)
        least, most = self._known.get(key, (-FAR, FAR))
        if least >= bound:
            return least
        if most < bound:
            return most
        is_first = position.side_of(position.turn) == 0
        best = None
        for play in self._ordered(position):
            found = self.test(after_play(position, play), bound)
            if best is None or (found > best if is_first else found < best):
                best = found
            if best >= bound if is_first else best < bound:
                break
        if best is None:
            # Nobody can play on: the round is scored as it stands.
            return end_value(position, self.objective)
        self._known[key] = (best, most) if best >= bound else (least, best)
        return best


def ordered(plays: Iterable[Play]) -> Iterator[Play]:
    """Yield plays in the order in which they are searched: large captures first, trails last."""
    return iter(sorted(plays, key=lambda play: (_KINDS[play.kind], -len(play.items))))


def what_matters(position: Position) -> Hashable:
    """Return what two positions with equal futures share."""
    if position.variant.options.steal_tops != "none":
        return effect_key(position)
    # The order in which cards were taken is of no account.
    taken = tuple(
        Pile(tuple(sorted(pile.cards)), pile.unknown, pile.sweeps) for pile in position.taken
    )
    return effect_key(replace(position, taken=taken))

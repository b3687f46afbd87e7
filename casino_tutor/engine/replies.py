"""What builds promise, and what the next opponent may win by its best reply."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from casino_tutor.engine.chances import expected_best, guards, unseen_cards
from casino_tutor.engine.gains import card_worths, gain
from casino_tutor.engine.greedy import hand_plays, is_prelude
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Build, Hand, Position
from casino_tutor.model.values import card_values
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.groups import capture_uses
from casino_tutor.rules.rounds import settle
from casino_tutor.rules.transition import after_unchecked

#: So many replies of each card are looked at.
MOST_REPLIES: Final = 200


class Replies:
    """What the next opponent may win after each play of one view."""

    def __init__(self, view: Position, shares: float) -> None:
        self.view = view
        self.unseen = unseen_cards(view)
        self.worths = card_worths(view.variant.options, len(view.sides), shares)
        # Ahead of the average of several opponents: each of them counts a part.
        self.weight = 1 / max(1, len(view.sides) - 1)
        self._known: dict[Hashable, float] = {}

    def outlook(self, view: Position, play: Play) -> float:
        """Return what own builds promise after a turn, less what the best reply is worth."""
        if view.turn is None:
            return 0.0
        if is_prelude(view, play):
            return self._outlook_of_the_rest(after_unchecked(view, play))
        after = settle(after_unchecked(view, play), view.turn if play.hand else None)
        own = view.side_of(view.turn)
        if after.turn is None or view.side_of(after.turn) == own:
            return 0.0
        key = (after.loose, after.builds, after.taken if _may_steal(view) else None, after.turn)
        if key not in self._known:
            held = len(after.hands[after.turn - 1]) or self._dealt(after)
            needs = guards(after, after.turn, self.unseen)
            promised = sum(
                self._promise(build, held, needs)
                for build in after.builds
                if build.owner is not None and view.side_of(build.owner) == own
            )
            loss = expected_best(self._gains(after, after.turn), held, needs)
            self._known[key] = promised - self.weight * loss
        return self._known[key]

    def _outlook_of_the_rest(self, view: Position) -> float:
        """Return how much the plays that may follow look forward to, beyond what they bring now."""
        rest = [(gain(view, play, self.worths), play) for play in hand_plays(view)]
        if not rest:
            return 0.0
        best = max(now + self.outlook(view, play) for now, play in rest)
        return best - max(now for now, _ in rest)

    def _promise(self, build: Build, held: int, needs: Sequence[frozenset[Card]]) -> float:
        """Return what an own build brings if the next opponent has no card that takes it."""
        in_hand = card_values(self.view.variant.options).in_hand
        takers = [(card, float(build.value in in_hand[card])) for card in self.unseen]
        stands = 1 - expected_best(takers, held, needs)
        return stands * sum(self._own(card) for card in build.cards)

    def _gains(self, after: Position, seat: int) -> list[tuple[Card, float]]:
        """Return what each unseen card would bring the next opponent."""
        best: dict[Hashable, float] = {}
        gains = []
        # An owner's duties are as hidden as the hand: they forbid no reply.
        free = replace(
            after,
            builds=tuple(
                replace(build, owner=None) if build.owner == seat else build
                for build in after.builds
            ),
        )
        for card in self.unseen:
            key = self._alike(card)
            if key not in best:
                best[key] = self._best(free, seat, card) - self._own(card)
            gains.append((card, best[key] + self._own(card)))
        return gains

    def _alike(self, card: Card) -> Hashable:
        """Return what cards share that take the same."""
        options = self.view.variant.options
        if options.twin_sweep_points or options.orange_capturing_card:
            return card
        return capture_uses((card,), card_values(options))

    def _own(self, card: Card) -> float:
        """Return what a card brings whoever takes something with it."""
        return -self.worths[card] if self.view.variant.options.low_wins else self.worths[card]

    def _best(self, after: Position, seat: int, card: Card) -> float:
        hands = list(after.hands)
        hands[seat - 1] = Hand((card,))
        table = replace(after, hands=tuple(hands))
        plays = islice(legal_plays(table, kind="capture"), MOST_REPLIES)
        # Without a capture there is nothing to win; that is far below any gain.
        return max((gain(table, play, self.worths) for play in plays), default=-1e6)

    def _dealt(self, after: Position) -> int:
        """Return how many cards the next deal gives to a hand."""
        size = after.variant.options.hand_size_for(after.seats)
        return min(size, after.stock.count // after.seats)


def _may_steal(view: Position) -> bool:
    return view.variant.options.steal_tops != "none"

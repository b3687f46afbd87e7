"""One world at a time, searched by the kernel to the end of a deal, or of the round.

Every hand of a world is known there, so that both sides play as if they saw the cards: this is the
known fault of the method, and docs/engine.md says what was measured against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from casino_tutor.engine.kernels import best_kernel, kernel_of
from casino_tutor.engine.layout import BUILDS, CAPTURE, LAST, NONE, PILE, POINTS, SWEEPS, TURN
from casino_tutor.engine.outlook import outlook_tables
from casino_tutor.engine.plan import Plan, deals_to_come, move_key, plan_of_worlds, state_of
from casino_tutor.engine.worlds import World, Worlds
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Hand, Position, Stock
from casino_tutor.rules.rounds import give_residue
from casino_tutor.rules.worth import certain_points

#: A point is searched in 2 to the power of so many parts.
PARTS: Final = 4
#: Room for positions, as a power of two: of one deal, and of several.
_ROOM: Final = (15, 18)
#: After so many nodes the clock is asked: half a millisecond on a crowded table, where it is
#: compiled, and much less on others.
_LOOK_EVERY: Final = 200
#: No search of a world ends by its nodes.
_NODES: Final = 10**12


class CrowdedError(Exception):
    """A table with more moves than the kernel has room for, or a world that took too long."""


class DealSearch:
    """Values plays in worlds; the kernel's lock is held by whoever uses it.

    Parameters
    ----------
    worlds : Worlds
        The worlds of a view of two sides, whose rules the kernel knows.
    plays : sequence of Play
        The plays that are valued.
    deals : int
        How many deals are searched, the one on the table among them.
    late : callable
        Says when the time is up.
    """

    def __init__(
        self, worlds: Worlds, plays: Sequence[Play], deals: int, late: Callable[[], bool]
    ) -> None:
        self._worlds = worlds
        self._late = late
        self._further = deals - 1
        self._kernel: Any = kernel_of(best_kernel())
        self._plan: Plan | None = None
        self._plays = plays
        self._numbers: list[int] = []
        self._known: dict[tuple[int, ...], dict[int, float]] = {}
        self._salt = 0
        self.nodes = 0
        view = worlds.view
        self._sign = 1 if view.turn is not None and view.side_of(view.turn) == 0 else -1

    def values(self, world: World, wanted: Sequence[int]) -> list[float]:
        """Return what plays are worth in a world to the side to play, in points of the round.

        Parameters
        ----------
        world : World
            One of the worlds.
        wanted : sequence of int
            The numbers of the plays that are asked about.

        Raises
        ------
        CrowdedError
            If the kernel has no room for the moves, or the time was up before all were valued.
        """
        plan = self._begin(world)
        key = self._put(plan, world)
        known = self._known.setdefault(key, {}) if key else {}
        guess = 0
        for number in wanted:
            if number in known:
                continue
            # Each search counts its nodes anew: many small ones would never ask.
            if self._late():
                raise CrowdedError
            self._kernel.go(0, self._numbers[number])
            self._kernel.allow(_NODES, self._late, _LOOK_EVERY)
            guess = self._bounds(guess)
            known[number] = self._sign * guess / (1 << PARTS)
        return [known[number] for number in wanted]

    def end(self, world: World, number: int) -> Position:
        """Return how best play by both sides ends that begins with one of the plays.

        Cards that nothing tells apart may stand for each other in what was captured.

        Raises
        ------
        CrowdedError
            If the kernel has no room for the moves, or the time was up before.
        """
        plan = self._begin(world)
        try:
            return self._line_to_the_end(plan, world, number)
        finally:
            # The moves of the table are what numbers of plays mean to the kernel.
            self._kernel.put(plan.words, plan.numbers)
            self._kernel.moves(0)

    def _line_to_the_end(self, plan: Plan, world: World, number: int) -> Position:
        self._put(plan, world)
        captured: list[list[Card]] = [[], []]
        begun = self._kernel.at(0)[1]
        move, value = self._numbers[number], None
        while True:
            self._kernel.allow(_NODES, self._late, _LOOK_EVERY)
            moves = self._kernel.moves(0)
            if value is None:
                self._kernel.go(0, move)
                value = self._bounds(0)
            else:
                move = self._move_worth(len(moves), value)
            words, numbers = self._kernel.at(0)
            kind, *masks, used, _, _ = moves[move]
            if kind == CAPTURE:
                side = self._worlds.view.side_of(numbers[TURN] + 1)
                masks += [words[PILE + i] for i in range(numbers[BUILDS]) if used >> i & 1]
                captured[side] += [card for mask in masks for card in plan.places.cards_of(mask)]
            # Once more: a search gives out what is left at the end of the round.
            self._kernel.go(0, move)
            words, numbers = self._kernel.at(1)
            if numbers[TURN] == NONE:
                return self._ended(plan, captured, begun, words, numbers)
            self._kernel.put(words, numbers)

    def _bounds(self, guess: int) -> int:
        """Return the value of the position at ply 1."""
        least, most = self._kernel.bounds(1, guess)
        self.nodes += self._kernel.nodes
        if least != most or self._kernel.left_out:
            raise CrowdedError
        return int(least)

    def _move_worth(self, count: int, value: int) -> int:
        """Return the first move that has this value."""
        for move in range(count):
            self._kernel.go(0, move)
            if self._bounds(value) == value:
                return move
        raise CrowdedError

    def _ended(
        self,
        plan: Plan,
        captured: Sequence[Sequence[Card]],
        begun: Sequence[int],
        words: Sequence[int],
        numbers: Sequence[int],
    ) -> Position:
        """Write the end of a line as a position: what each side has, and what lies loose."""
        view = self._worlds.view
        options = view.variant.options
        taken, points = list(view.taken), list(view.points or (0, 0))
        for side, cards in enumerate(captured):
            at = view.sides[side][0] - 1
            sweeps = numbers[SWEEPS + side] - begun[SWEEPS + side]
            pile = taken[at]
            taken[at] = replace(pile, cards=(*pile.cards, *cards), sweeps=pile.sweeps + sweeps)
            made = (numbers[POINTS + side] - begun[POINTS + side]) // plan.unit
            # What was scored by events, not by cards.
            points[side] += made - sum(certain_points(card, options) for card in cards)
        last = numbers[LAST]
        end = replace(
            view,
            loose=tuple(plan.places.cards_of(words[0])),
            builds=(),
            hands=(Hand(),) * view.seats,
            taken=tuple(taken),
            last=view.sides[last][0] if last != NONE else view.last,
            points=tuple(points),
            stock=Stock() if not plan.is_open else view.stock,
            turn=view.turn if plan.is_open else None,
        )
        return end if plan.is_open else give_residue(end)

    def _begin(self, world: World) -> Plan:
        """Make the rules ready, once; what differs from world to world is put in later."""
        if self._plan is not None:
            return self._plan
        position = self._worlds.position(world)
        deals = deals_to_come(position, self._further)
        tables = outlook_tables(position.variant.options, position.carry, PARTS)
        plan = plan_of_worlds(position, deals, tables)
        self._kernel.use(plan.rules, _ROOM[1] if deals else _ROOM[0])
        self._kernel.put(plan.words, plan.numbers)
        self._kernel.allow(_NODES, self._late, _LOOK_EVERY)
        numbers = {key: number for number, key in enumerate(self._kernel.moves(0))}
        if self._kernel.left_out or self._kernel.stopped:
            raise CrowdedError
        try:
            self._numbers = [numbers[move_key(play, position, plan)] for play in self._plays]
        except KeyError:
            raise CrowdedError from None
        self._plan = plan
        return plan

    def _put(self, plan: Plan, world: World) -> tuple[int, ...]:
        """Put a world into the kernel; return what worlds of equal values share, if they do."""
        position = self._worlds.view
        # Cards that lie nowhere are others in each world.
        if any(world.piles) or (self._worlds.is_short and not plan.is_open):
            whole = self._worlds.position(world)
            self._apart(plan, whole)
            self._kernel.put(*state_of(whole, plan))
            return ()
        self._kernel.put(plan.words, plan.numbers)
        masks = tuple(plan.places.mask(cards) for cards in world.hands)
        for seat, mask in enumerate(masks):
            self._kernel.put_hand(seat, mask)
        if self._further and position.stock.count:
            self._apart(plan, self._worlds.position(world))
            return ()
        return masks

    def _apart(self, plan: Plan, whole: Position) -> None:
        """Keep a world apart from others in the table, and say what its deals to come bring."""
        self._salt += 1
        self._kernel.begin_world(self._salt)
        plan.deals = deals_to_come(whole, self._further)
        for number, deal in enumerate(plan.deals):
            hands = [plan.places.mask(hand.cards) for hand in deal.hands]
            self._kernel.put_deal(number, plan.places.mask(deal.loose), hands)

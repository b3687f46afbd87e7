"""One world at a time, searched by the kernel to the end of a deal, or of the round.

Every hand of a world is known there, so that both sides play as if they saw the cards: this is the
known fault of the method, and docs/engine.md says what was measured against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from casino_tutor.engine.kernels import best_kernel, kernel_of
from casino_tutor.engine.outlook import outlook_tables
from casino_tutor.engine.plan import Plan, deals_to_come, move_key, plan_of_worlds, state_of
from casino_tutor.engine.worlds import World, Worlds
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position

#: A point is searched in 2 to the power of so many parts.
PARTS: Final = 4
#: Room for positions, as a power of two: of one deal, and of several.
_ROOM: Final = (15, 18)
#: After so many nodes the clock is asked: about a fifth of a millisecond, where it is compiled.
_LOOK_EVERY: Final = 500
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
            self._kernel.go(0, self._numbers[number])
            self._kernel.allow(_NODES, self._late, _LOOK_EVERY)
            least, most = self._kernel.bounds(1, guess)
            self.nodes += self._kernel.nodes
            if least != most or self._kernel.left_out:
                raise CrowdedError
            guess = least
            known[number] = self._sign * least / (1 << PARTS)
        return [known[number] for number in wanted]

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

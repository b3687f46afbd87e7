"""The best play where cards are hidden: expected points of every play, with their errors.

Worlds are drawn that fit everything the seat may know. In each of them every play that is still in
the running is searched to the end of the deal, where what can be expected of the rest of the round
is added (`casino_tutor.engine.outlook`); the means over the same worlds say which play is best, and
how sure that is. Where few hands are possible each is searched, and nothing is left to chance.
Where every card can be inferred the answer is exact.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import islice
from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Final, Protocol

from casino_tutor.engine.advice import Advice, Method, PlayEstimate
from casino_tutor.engine.beliefs import Reading, Seen, likely_cards, plays_of_this_deal
from casino_tutor.engine.deal_search import CrowdedError, DealSearch
from casino_tutor.engine.estimates import CONFIDENCE, student
from casino_tutor.engine.gains import SHARES, card_worths
from casino_tutor.engine.greedy import DIGITS, MOST_PLAYS, ranked
from casino_tutor.engine.kernels import KERNEL_LOCK, best_kernel
from casino_tutor.engine.known import with_known_cards
from casino_tutor.engine.listing import listed_plays
from casino_tutor.engine.outlook import expected_items
from casino_tutor.engine.rollouts import Rollouts, ahead
from casino_tutor.engine.searches import Deadline, why_readable
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.engine.solve import solve
from casino_tutor.engine.ties import hardest_first
from casino_tutor.engine.worlds import World, Worlds
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position, Stock
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.rounds import seen_from
from casino_tutor.rules.transition import captured_cards

#: So long a search takes unless somebody says otherwise.
SECONDS: Final = 1.0
#: For so many of the best plays it is said item by item where their points come from, where an
#: answer is shown to a person.
ITEMISED: Final = 4
#: So many plays are searched, those that take most.
MOST_SEARCHED: Final = 64
#: After so many worlds, and each time there are twice as many, plays that fall behind are dropped.
_FIRST_LOOK: Final = 8
#: A play is dropped, or two are in order, if the difference is so many times its error: more than
#: two, for it is asked again and again.
_DROPPED: Final = 4.0
_SETTLED: Final = 3.0
_FIRST_SETTLED: Final = 32
#: A difference that is known so closely is of no account.
_CLOSE: Final = 0.02
#: What is left of the time when the search ends, to write the answer: a part, and so many seconds.
_KEPT: Final = 0.03
_KEPT_SECONDS: Final = 0.0015
#: After so many seconds a search ends that was given a number of worlds, and says so.
_PATIENCE: Final = 60.0
#: Searches of so many seconds are not held up by the collection of garbage.
_UNCOLLECTED: Final = 1.0
#: Listing the plays of a crowded table takes such a part of the time at the most.
_LISTING: Final = 0.25
_SIDES: Final = 2
#: Such a part of the time is kept for the items, which are looked at in so many worlds.
_FOR_ITEMS: Final = 0.2
_ITEM_WORLDS: Final = 24
#: What the end of a deal leaves to be expected, beside the items.
TO_COME: Final = "deals_to_come"
#: How far known cards are searched where time must not matter.
_KNOWN: Final = Limit(nodes=3_000_000, seconds=1e6)


def best(
    position: Position,
    limit: Limit | None = None,
    *,
    deals: int = 1,
    seen: Sequence[Seen] = (),
    reading: Reading | None = None,
    against: bool = False,
    items: int = 0,
) -> Advice:
    """Find the best play of a seat that does not see all cards.

    Parameters
    ----------
    position : Position
        A table; what the seat to play cannot see is hidden before anything is looked at.
    limit : Limit, optional
        ``Limit(seconds=0.1)``, or ``Limit(samples=200, seed=1)``, which gives the same answer on
        any machine; a second if left out.
    deals : int
        To the end of how many deals worlds are searched, the one on the table among them.
    seen : sequence of Seen
        The plays of this round that the seat has seen; what captures were declined in this deal
        says something about the hands (`casino_tutor.engine.beliefs`).
    reading : Reading, optional
        How much it says; the counted numbers if left out.
    against : bool
        True to take it that all others play against the seat that asks, where there are more than
        two sides; otherwise each plays for its own.
    items : int
        For so many of the best plays it is said item by item where the points come from.

    Returns
    -------
    Advice
        Expected points of every play, the best first.

    Raises
    ------
    EngineError
        If the round is over, or no deal explains the position.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("TD,QS,4C 9D,TC,KS/?3 1 40 -/- -")
    >>> str(best(table, Limit(samples=50)).best)
    'TCxTD'
    """
    if position.turn is None:
        raise EngineError("the round is over: there is no play to value")
    limit = limit or Limit(seconds=SECONDS)
    view = seen_from(position, position.turn)
    with nullcontext() if limit.samples or limit.seconds > _UNCOLLECTED else _uncollected():
        search = _Search(view, limit, deals, seen, reading, against=against, items=items)
        return search.advice()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage for a while: in a full process that alone takes ten milliseconds."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class _Evaluator(Protocol):
    """What values plays in a world."""

    nodes: int

    def values(self, world: World, wanted: Sequence[int]) -> list[float]:
        """Return what plays are worth to the side to play."""

    def end(self, world: World, number: int) -> Position:
        """Return how a play ends."""


class _Search:
    """One search."""

    def __init__(
        self,
        view: Position,
        limit: Limit,
        deals: int,
        seen: Sequence[Seen],
        reading: Reading | None,
        *,
        against: bool,
        items: int,
    ) -> None:
        begun = perf_counter()
        self.begun = begun
        self.view = view
        self.deals = deals
        self.against = against
        self.samples = limit.samples
        kept = min(_KEPT * limit.seconds + _KEPT_SECONDS, limit.seconds / 2)
        # So many worlds are searched whatever the time, unless they hold everybody up.
        self.end = begun + (_PATIENCE if limit.samples else limit.seconds - kept)
        self.search_end = self.end - _FOR_ITEMS * (self.end - begun) * bool(items)
        self.limit = limit
        self.items = items
        self.by_item: dict[int, tuple[tuple[str, float], ...]] = {}
        of_now = plays_of_this_deal(seen, view)
        likely = likely_cards(view, of_now, reading) if of_now and self._is_covered() else None
        self.worlds = Worlds(view, likely)
        self.left_out: list[str] = []
        self.plays = self._listed()
        # What was found, play by play; every play that is still in the running has each world.
        self.values: list[list[float]] = [[] for _ in self.plays]
        self.weights: list[float] = []
        self.running = list(range(len(self.plays)))
        # Hands are all that is left to chance, unless the stock comes into it.
        by_hands = deals == 1 and view.variant.options.refill == "by_deal"
        self.whole = self.worlds.number() if by_hands or not view.stock.count else None
        self.kernel = ""
        self.nodes = 0

    def late(self) -> bool:
        """Return True if the time is up."""
        return perf_counter() >= self.end

    def _listed(self) -> list[Play]:
        """Return the plays that are searched; those of a crowded table that take most."""
        end = self.begun + _LISTING * (_PATIENCE if self.samples else self.limit.seconds)
        found, are_all = listed_plays(self.view, MOST_PLAYS, Deadline(end))
        if not found and not are_all:
            # Some play is always there at once: a trail, or whatever comes first.
            found = list(islice(legal_plays(self.view, kind="trail"), 1))
            found = found or list(islice(legal_plays(self.view), 1))
        if not found:
            raise EngineError("the seat to play has no legal play")
        if not are_all:
            self.left_out.append(f"{len(found):,} plays were looked at, not all of them")
        if len(found) > MOST_SEARCHED:
            worths = card_worths(self.view.variant.options, len(self.view.sides), SHARES)
            found.sort(key=lambda play: -sum(worths[card] for card in captured_cards(play)))
            trails = [play for play in found if play.kind == "trail"]
            rest = [play for play in found if play.kind != "trail"]
            self.left_out.append(
                f"of {len(found):,} plays {MOST_SEARCHED} were searched, those that take most"
            )
            found = [*rest[: max(0, MOST_SEARCHED - len(trails))], *trails][:MOST_SEARCHED]
        return found

    # --- the ways to an answer -------------------------------------------------------------------

    def advice(self) -> Advice:
        """Return the answer."""
        exact = self._exact()
        if exact is not None:
            return exact
        if self._is_covered():
            with KERNEL_LOCK:
                self._look_at_worlds(DealSearch(self.worlds, self.plays, self.deals, self.late))
            self.kernel = best_kernel()
        if not self.weights and not self.late():
            rollouts = Rollouts(self.worlds, self.plays, self.late, against=self.against)
            self._look_at_worlds(rollouts)
            self.kernel = "rollouts"
        return self._estimated() if self.weights else self._guessed()

    def _exact(self) -> Advice | None:
        """Return the exact answer, if every card can be inferred and there is time."""
        if len(self.view.sides) != _SIDES or not self._is_covered():
            return None
        rest = self.limit.seconds - (perf_counter() - self.begun)
        limit = Limit(seconds=max(rest / 2, 1e-6)) if not self.samples else _KNOWN
        try:
            found = solve(with_known_cards(self.view), limit=limit)
        except EngineError:
            # Cards stay hidden, or there was no time to list a play.
            return None
        if not found.is_exact:
            return None
        values = [one.least for one in found.plays]
        equal = [one.play for one in found.plays if one.least == values[0]]
        if len(equal) > 1:
            equal = hardest_first(found.position, equal, limit, self.late)
        ordered = [*equal, *(one.play for one in found.plays[len(equal) :])]
        plays = tuple(
            PlayEstimate(play, float(value), 0.0, 1)
            for play, value in zip(ordered, values, strict=True)
        )
        ahead = float(values[0] - values[1]) if len(values) > 1 else None
        return Advice(
            self.view,
            plays,
            ahead,
            None if ahead is None else 0.0,
            "exact",
            1,
            found.nodes,
            perf_counter() - self.begun,
            found.kernel,
            is_settled=ahead is None or ahead > 0,
        )

    def _is_covered(self) -> bool:
        """Return True if the kernel knows all of this, the stock left aside."""
        view = self.view
        if len(view.sides) != _SIDES:
            return False
        return not why_readable(replace(view, stock=Stock()), "points")

    def _look_at_worlds(self, evaluator: _Evaluator) -> None:
        """Search world after world, until the order is settled or the limit is reached."""
        if self.late():
            return
        look = _FIRST_LOOK
        worlds: Iterator[World] = self.worlds.each(Random(f"{self.limit.seed} worlds"))
        try:
            for world in islice(worlds, self.samples):
                found = evaluator.values(world, self.running)
                for number, value in zip(self.running, found, strict=True):
                    self.values[number].append(value)
                self.weights.append(world.weight)
                if perf_counter() >= self.search_end:
                    break
                if len(self.weights) == look:
                    look *= 2
                    if self._is_decided():
                        break
        except CrowdedError:
            if not self.late():
                self.left_out.append("the table is too crowded to search to the end of the deal")
        if self.items and self.weights:
            self._look_at_items(evaluator)
        self.nodes += evaluator.nodes
        if self.samples and self.late():
            self.left_out.append(f"it was ended after {_PATIENCE:g} seconds")

    def _look_at_items(self, evaluator: _Evaluator) -> None:
        """Say of the best plays item by item where the points come from, world by world."""
        best = sorted(range(len(self.plays)), key=self._place)
        sums: dict[int, dict[str, float]] = {number: {} for number in best[: self.items]}
        worlds = list(islice(self.worlds.each(Random(f"{self.limit.seed} worlds")), _ITEM_WORLDS))
        whole = 0.0
        try:
            for world in worlds[: len(self.weights)]:
                ends = {number: evaluator.end(world, number) for number in sums}
                for (number, end), value in zip(
                    ends.items(), evaluator.values(world, list(ends)), strict=True
                ):
                    for name, points in self._items(end, value):
                        sums[number][name] = sums[number].get(name, 0.0) + world.weight * points
                whole += world.weight
        except CrowdedError:
            pass
        if whole:
            for number, found in sums.items():
                # What is still to come stands behind all items, in whatever world they were met.
                in_order = sorted(found.items(), key=lambda item: item[0] == TO_COME)
                means = ((name, points / whole) for name, points in in_order)
                self.by_item[number] = tuple((name, mean) for name, mean in means if mean)

    def _place(self, number: int) -> tuple[bool, float]:
        """Put plays that are still in the running first, and those that bring most."""
        return number not in self.running, -self._mean(self.values[number])

    def _items(self, end: Position, value: float) -> Iterator[tuple[str, float]]:
        """Yield by how much the side to play is ahead in each item, and what is beside them."""
        side = self.view.side_of(self.view.turn or 1)
        for name, points in expected_items(end):
            found = ahead(end, points, side)
            value -= found
            yield name, found
        yield TO_COME, round(value, DIGITS)

    def _is_decided(self) -> bool:
        """Drop plays that are behind; return True if the order of the best two is settled."""
        means = {number: self._mean(self.values[number]) for number in self.running}
        self.running.sort(key=lambda number: -means[number])
        first = self.running[0]
        if len(self.running) == 1:
            return True
        kept = [first]
        for place, number in enumerate(self.running[1:]):
            ahead, error = self._difference(first, number)
            # The second best stays: by how much it is behind is part of the answer.
            if place == 0 or ahead <= _DROPPED * error or (error == 0 and ahead == 0):
                kept.append(number)
        self.running = kept
        if len(self.weights) < _FIRST_SETTLED:
            return False
        ahead, error = self._difference(first, kept[1])
        return ahead > _SETTLED * error or (_SETTLED * error < _CLOSE and self.whole is None)

    # --- means and errors ------------------------------------------------------------------------

    def _mean(self, values: Sequence[float]) -> float:
        weights = self.weights[: len(values)]
        return sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)

    def _error(self, values: Sequence[float]) -> float:
        """Return the standard error of a mean."""
        count = len(values)
        if count == self.whole:
            return 0.0
        if count < 2:
            return inf
        weights = self.weights[:count]
        mean = self._mean(values)
        spread = sum((w * (value - mean)) ** 2 for w, value in zip(weights, values, strict=True))
        error = sqrt(spread * count / (count - 1)) / sum(weights)
        # Of few hands those that are left have less and less to say.
        return error * sqrt(1 - count / self.whole) if self.whole else error

    def _difference(self, one: int, other: int) -> tuple[float, float]:
        pairs = zip(self.values[one], self.values[other], strict=False)
        differences = [first - second for first, second in pairs]
        return self._mean(differences), self._error(differences)

    def _half(self, error: float, count: int) -> float | None:
        if error == 0:
            return 0.0
        return None if count < 2 else student(CONFIDENCE, count - 1) * error

    # --- answers ---------------------------------------------------------------------------------

    def _estimated(self) -> Advice:
        entries = []
        for number, play in enumerate(self.plays):
            values = self.values[number]
            error = self._half(self._error(values), len(values))
            items = self.by_item.get(number, ())
            entry = PlayEstimate(play, self._mean(values), error, len(values), items)
            entries.append((number, entry))
        entries.sort(key=lambda one: self._place(one[0]))
        ahead = error = None
        if len(entries) > 1:
            ahead, spread = self._difference(entries[0][0], entries[1][0])
            count = min(len(self.values[entry[0]]) for entry in entries[:2])
            error = self._half(spread, count)
        method: Method = "every hand" if len(self.weights) == self.whole else "sample"
        plays = tuple(entry for _, entry in entries)
        found = self._answer(plays, ahead, error, method)
        return replace(found, is_settled=self._is_first_of_all(entries[0][0]))

    def _is_first_of_all(self, first: int) -> bool:
        """Return True if a play is ahead of each other one by more than the error of that."""
        for number in self.running:
            if number != first:
                ahead, spread = self._difference(first, number)
                error = self._half(spread, len(self.values[number]))
                if error is None or ahead <= error:
                    return False
        return True

    def _guessed(self) -> Advice:
        """Return the plays in the order of *greedy*, or as they are listed."""
        plays = self.plays
        if len(plays) <= MOST_SEARCHED:
            liked = {one.play: place for place, one in enumerate(ranked(self.view, SHARES))}
            plays = sorted(plays, key=lambda play: liked.get(play, len(liked)))
        self.left_out.append("there was no time to search")
        entries = tuple(PlayEstimate(play, None, None, 0) for play in plays)
        return self._answer(entries, None, None, "guess")

    def _answer(
        self,
        plays: tuple[PlayEstimate, ...],
        ahead: float | None,
        error: float | None,
        method: Method,
    ) -> Advice:
        return Advice(
            self.view,
            plays,
            ahead,
            error,
            method,
            len(self.weights),
            self.nodes,
            perf_counter() - self.begun,
            self.kernel,
            "; ".join(self.left_out),
        )

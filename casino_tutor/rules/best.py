"""The best capture or build for a card, proved by CP-SAT, on tables too crowded to list.

The model does not list groups of cards. It counts *patterns*: a pattern of value 9 is a way to
write 9 as a sum of numbers, such as 5+2+2, and there are few of them however many cards lie on the
table. One integer says how often each pattern is used, one Boolean says for each card whether it is
taken, and for each number the patterns use exactly as many cards as are taken. Which cards of equal
value go into which group does not matter for what is captured, so nothing is lost, and the
objective, the points of the variant's own scoring, speaks about the Booleans only.

Where rules hang on more than which pieces are taken (cards of capture piles, sweeps that must be
made), the listed plays are appraised one by one instead, within the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING, Final

from casino_tutor.model.cards import Card
from casino_tutor.model.options import Options
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    Play,
    WholeBuild,
    effect_of,
    item_cards,
    item_key,
)
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    capture_uses,
    courts_at_once,
    equal_loose,
    group_left,
    lying_items,
    may_extend,
    may_raise,
    reaches,
    values_of,
)
from casino_tutor.rules.legality import violations
from casino_tutor.rules.scoring import sweeps_made
from casino_tutor.rules.tops import open_piles
from casino_tutor.rules.transition import is_sweep
from casino_tutor.rules.worth import (
    ORANGE_SUITS,
    certain_points,
    is_twin,
    orange_count,
    share,
    sweep_points,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

#: Seconds a search may take before it answers with the best found and a bound.
TIME_LIMIT: Final = 5.0


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best capture or build that was found, and how sure that is.

    Attributes
    ----------
    play : Play
        It; legal.
    points : int
        What it scores for certain: aces, Casinos, fives, an orange, a sweep.
    cards, spades : int
        How many cards and spades it brings in (or puts into the build).
    worth : Fraction
        The points and its share of most cards and most spades, together; where few points win
        they count against it.
    bound : Fraction
        No capture (or build) of these hand cards is worth more than this.
    """

    play: Play
    points: int
    cards: int
    spades: int
    worth: Fraction
    bound: Fraction

    @property
    def is_proved(self) -> bool:
        """True if nothing better exists."""
        return self.worth >= self.bound


def best_capture(
    position: Position, card: Card | None = None, *, time_limit: float = TIME_LIMIT
) -> BestPlay | None:
    """Return the capture that is worth most, with a proof or a bound.

    Parameters
    ----------
    position : Position
        The position; the seat to play captures.
    card : Card, optional
        The hand card; left out, every card of the hand is tried.
    time_limit : float
        Seconds for the whole search.

    Returns
    -------
    BestPlay or None
        None if there is no capture (of that card).

    Raises
    ------
    SearchTimeout
        If the time ran out before anything was found.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> best = best_capture(parse_position("8D,6C,5S,3H,2D,AC 8S"))
    >>> print(best.play, best.points, best.cards, best.is_proved)
    8Sx8D,5S+2D+AC 1 5 True
    """
    if _is_listed(position):
        return _best_listed(position, "capture", card, time_limit)
    models = (model for hand in _hands(position, card) for model in _capture_models(position, hand))
    return _best(models, time_limit)


def best_build(
    position: Position, card: Card | None = None, *, time_limit: float = TIME_LIMIT
) -> BestPlay | None:
    """Return the build for the mover that holds most, with a proof or a bound.

    The worth of a build is that of the cards in it. See `best_capture` for the rest.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> print(best_build(parse_position("AC,2D 3H,3S,6D")).play)
    3S,2D+AC=3
    """
    if not position.variant.options.building or position.turn is None or position.hand_played:
        return None
    if _is_listed(position):
        return _best_listed(position, "build", card, time_limit)
    hand = [c for c in dict.fromkeys(position.hand) if card is None or c == card]
    return _best((m for c in hand for m in _build_models(position, c)), time_limit)


def _is_listed(position: Position) -> bool:
    """Return True where rules hang on more than which pieces are taken.

    Pile cards must be laid in an order, and a turn may owe more than its play; then the plays are
    gone through one by one.
    """
    options = position.variant.options
    merges = options.same_value_builds == "merge" and not options.raise_and_absorb
    owes = options.forced_sweep or bool(position.due) or options.insistence == "always"
    return bool(open_piles(position)) or merges or owes


def _best_listed(
    position: Position, kind: str, card: Card | None, time_limit: float
) -> BestPlay | None:
    """Return the best of the listed plays with a hand card; bounded if the time runs out."""
    from time import monotonic

    end = monotonic() + time_limit
    best: BestPlay | None = None
    for play in legal_plays(position, kind=kind, card=card):
        # A build is the mover's own here, as in the models.
        if play.hand and effect_of(play)[-1] is None:
            found = _appraised(position, play)
            if best is None or (found.worth, found.cards) > (best.worth, best.cards):
                best = found
        if monotonic() > end:
            break
    else:
        return best
    if best is None:
        raise SearchTimeout(f"nothing was found in {time_limit:g} seconds")
    options = position.variant.options
    lying = [*position.loose, *(c for build in position.builds for c in build.cards)]
    piled = [c for pile in open_piles(position) for c in pile]
    everything = [*lying, *piled, *position.hand]
    certain = sum((max(Fraction(0), _weight(c, options)) for c in everything), Fraction(0))
    events = max(0, options.sweep_points) + max(0, options.orange_points)
    return replace(best, bound=max(best.worth, certain + events))


class SearchTimeout(RuntimeError):  # noqa: N818 - it says what happened
    """The time for a search ran out before anything was found."""


def _hands(position: Position, card: Card | None) -> Iterator[tuple[Card, ...]]:
    """Yield the hand cards that may be played together to capture."""
    if position.turn is None or position.hand_played:
        return
    options = position.variant.options
    most = len(position.hand) if options.hand_cards == "many" else 1
    seen = set()
    for size in range(1, most + 1):
        for hand in combinations(position.hand, size):
            if hand not in seen and (card is None or card in hand):
                seen.add(hand)
                yield hand


def _capture_models(position: Position, hand: tuple[Card, ...]) -> Iterator[_Model]:
    limit = position.variant.options.hand_total_limit if len(hand) > 1 else 0
    for use in capture_uses(hand, values_of(position)):
        if not limit or min(use) <= limit:
            yield _capture_model(position, hand, use)


def _best(models: Iterator[_Model], time_limit: float) -> BestPlay | None:
    """Solve every model; return the best play, bounded by all of them."""
    from time import monotonic

    end = monotonic() + time_limit
    best: BestPlay | None = None
    bound: Fraction | None = None
    late = False
    for model in models:
        found, most = model.solve(max(0.01, end - monotonic()))
        if most is not None:
            bound = most if bound is None else max(bound, most)
        if found is None:
            late = late or most is not None
        elif best is None or (found.worth, found.cards) > (best.worth, best.cards):
            best = found
    if best is None:
        if late:
            raise SearchTimeout(f"nothing was found in {time_limit:g} seconds")
        return None
    return BestPlay(
        best.play,
        best.points,
        best.cards,
        best.spades,
        best.worth,
        max(bound or best.worth, best.worth),
    )


@cache
def _patterns(total: int, numbers: tuple[int, ...], least: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write `total` as a sum of at least `least` of these numbers."""

    def write(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        for number in numbers:
            if number <= min(left, most):
                for rest in write(left - number, number):
                    yield (number, *rest)

    return tuple(pattern for pattern in write(total, total) if len(pattern) >= least)


class _Model:
    """A CP-SAT model of what one use of the hand cards can take, or put into a build."""

    def __init__(self, position: Position, hand: tuple[Card, ...], pieces: Sequence[Piece]) -> None:
        from ortools.sat.python import cp_model

        self.position = position
        self.options = position.variant.options
        self.hand = hand
        self.pieces = pieces
        self.model: CpModel = cp_model.CpModel()
        self.taken: list[IntVar] = [self.new_bool(f"take {piece.item}") for piece in pieces]
        #: How many cards of each number stand in sums, as a list of terms.
        self.in_sums: dict[int, list[IntVar]] = {}
        #: How many of each number the patterns use.
        self.used: dict[int, list[tuple[int, IntVar]]] = {}
        #: For each build the hand card may raise, the Booleans that say it does.
        self.raising: dict[Item, list[IntVar]] = {}
        #: The Booleans that say a piece is a group by itself.
        self.alone: list[IntVar] = []
        self.value: int | None = None
        #: Groups that every capture must touch (a capture that must be complete).
        self.use: Values = NO_VALUES

    def new_bool(self, name: str) -> IntVar:
        """Return a new Boolean of the model."""
        return self.model.new_bool_var(name)

    def place_pieces(self, alone: Values) -> None:
        """Say how each piece may be taken: alone, or as one of its numbers in a sum."""
        for piece, taken in zip(self.pieces, self.taken, strict=True):
            ways = []
            if piece.alone & alone:
                ways.append(self.new_bool(f"{piece.item} alone"))
                self.alone.append(ways[-1])
            for number in sorted(piece.sums):
                way = self.new_bool(f"{piece.item} as {number}")
                self.in_sums.setdefault(number, []).append(way)
                ways.append(way)
            if ways or not isinstance(piece.item, WholeBuild) or self.value is None:
                self.model.add(sum(ways) == taken)

    def add_patterns(self, total: int, least: int) -> list[IntVar]:
        """Add the ways to write a total in the numbers at hand; return how often each is used."""
        counts = {n: len(ways) for n, ways in self.in_sums.items()}
        numbers = tuple(sorted(counts, reverse=True))
        found = []
        for pattern in _patterns(total, numbers, least):
            parts = Counter(pattern)
            most = min(counts[n] // k for n, k in parts.items())
            if most:
                times = self.model.new_int_var(0, most, "+".join(map(str, pattern)))
                for number, count in parts.items():
                    self.used.setdefault(number, []).append((count, times))
                found.append(times)
        return found

    def balance(self) -> None:
        """Let the patterns use exactly the cards that stand in sums."""
        for number, ways in self.in_sums.items():
            used = sum(count * times for count, times in self.used.get(number, []))
            self.model.add(used == sum(ways))

    def set_objective(self) -> None:
        """Maximise the points and shares of what is taken."""
        weights = [
            sum(_weight(card, self.options) for card in item_cards(piece.item))
            for piece in self.pieces
        ]
        terms = list(zip(weights, self.taken, strict=True))
        if self.value is None:
            terms += [*self._sweep_terms(), *self._orange_terms()]
        self.scale = lcm(*(Fraction(weight).denominator for weight, _ in terms))
        self.constant = sum((_weight(card, self.options) for card in self.hand), Fraction(0))
        scaled = [(int(weight * self.scale), bit) for weight, bit in terms]
        self.most = sum(max(0, weight) for weight, _ in scaled)
        self.model.maximize(sum(weight * bit for weight, bit in scaled))

    def _sweep_terms(self) -> list[tuple[Fraction, IntVar]]:
        everything = lying_items(self.position)
        table = [i for i, p in enumerate(self.pieces) if p.item in everything and _lies(p.item)]
        whole = tuple(self.pieces[i].item for i in table)
        if not table or not is_sweep(self.position, CapturePlay(self.hand, bag=whole)):
            return []
        swept = self.new_bool("sweep")
        for i in table:
            self.model.add_implication(swept, self.taken[i])
        # Where a sweep costs points it cannot be left out either.
        self.model.add_bool_or([swept, *(self.taken[i].negated() for i in table)])
        count = sum(len(item_cards(item)) for item in whole)
        twin = is_twin(self.hand, [card for item in whole for card in item_cards(item)])
        points = sweep_points(count, self.options, twin=twin)
        return [(Fraction(_sign(self.options) * points), swept)]

    def _orange_terms(self) -> list[tuple[Fraction, IntVar]]:
        options = self.options
        if "orange" not in options.calls:
            return []
        oranges = [self.new_bool("orange") for _ in range(options.oranges_per_capture)]
        for suits in ORANGE_SUITS:
            hand = self.hand if options.orange_capturing_card else ()
            having = [
                bit * sum(card.suit in suits for card in item_cards(piece.item))
                for piece, bit in zip(self.pieces, self.taken, strict=True)
            ]
            held = sum(card.suit in suits for card in hand)
            self.model.add(sum(oranges) <= held + sum(having))
        return [(Fraction(options.orange_points), orange) for orange in oranges]

    def solve(self, seconds: float) -> tuple[BestPlay | None, Fraction | None]:
        """Return the best legal play and a bound; no bound if there is no play at all.

        Rules about standing builds, and the duty to leave nothing, are added when a solution
        breaks them; each such cut is true of every legal play.
        """
        from time import monotonic

        from ortools.sat.python import cp_model

        end = monotonic() + seconds
        while True:
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 1
            solver.parameters.max_time_in_seconds = max(0.01, end - monotonic())
            status = solver.solve(self.model)
            if status == cp_model.INFEASIBLE:
                return None, None
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                # Its bound may be that of a search that has not begun.
                return None, self.constant + Fraction(self.most, self.scale)
            bound = self.constant + Fraction(round(solver.best_objective_bound), self.scale)
            chosen = [bool(solver.value(bit)) for bit in self.taken]
            play = self._play(
                tuple(p.item for p, on in zip(self.pieces, chosen, strict=True) if on)
            )
            if play is not None and not violations(self.position, play):
                return self._found(play, bound), bound
            self._cut(chosen)

    def _play(self, items: Group) -> Play | None:
        bag = tuple(sorted(items, key=item_key))
        if self.value is not None:
            return fill_groups(self.position, BuildPlay(self.hand, value=self.value, bag=bag))
        if len(bag) == 1:
            return CapturePlay(self.hand, (bag,))
        return fill_groups(self.position, CapturePlay(self.hand, bag=bag))

    def _cut(self, chosen: list[bool]) -> None:
        """Exclude what made a solution illegal: a group left behind, or this choice of builds."""
        left = [i for i, on in enumerate(chosen) if not on]
        must_be_complete = self.options.capture_extent == "maximal" or self.options.is_insisted
        if self.value is None and must_be_complete:
            pieces = [self.pieces[i] for i in left]
            if reaches(pieces, self.use):
                self.model.add_bool_or([self.taken[i] for i in self._group_of(left)])
                return
        builds = [
            (bit, on)
            for piece, bit, on in zip(self.pieces, self.taken, chosen, strict=True)
            if isinstance(piece.item, WholeBuild)
        ]
        picks = builds or list(zip(self.taken, chosen, strict=True))
        self.model.add_bool_or([bit.negated() if on else bit for bit, on in picks])

    def _group_of(self, left: list[int]) -> list[int]:
        """Return the pieces of one group that could still be taken."""
        group = group_left([self.pieces[i] for i in left], self.use)
        return [i for i in left if self.pieces[i].item in group]

    def _found(self, play: Play, bound: Fraction) -> BestPlay:
        found = _appraised(self.position, play)
        return replace(found, bound=max(bound, found.worth))


def _sign(options: Options) -> int:
    return -1 if options.low_wins else 1


def _weight(card: Card, options: Options) -> Fraction:
    return _sign(options) * (certain_points(card, options) + share(card, options))


def _appraised(position: Position, play: Play) -> BestPlay:
    """Return what a play is worth; nothing better is known yet."""
    options = position.variant.options
    table = [card for item in play.items for card in item_cards(item)]
    cards = [*play.hand, *table]
    points = sum(certain_points(card, options) for card in cards)
    if isinstance(play, CapturePlay):
        sweeps = sweeps_made(position, play)
        points += sweeps * sweep_points(len(table), options, twin=is_twin(play.hand, table))
        points += orange_count(play.hand, table, options) * options.orange_points
    shares = sum((share(card, options) for card in cards), Fraction(0))
    worth = _sign(options) * (points + shares)
    spades = sum(1 for card in cards if card.suit == "S")
    return BestPlay(play, points, len(cards), spades, worth, worth)


def _lies(item: Item) -> bool:
    return isinstance(item, Card | WholeBuild)


def _capture_model(position: Position, hand: tuple[Card, ...], use: Values) -> _Model:
    values, options = values_of(position), position.variant.options
    pieces = [capture_piece(item, position, values) for item in lying_items(position)]
    model = _Model(position, hand, pieces)
    model.use = use
    model.place_pieces(use)
    for total in sorted(use):
        if total > 0:
            model.add_patterns(total, 2)
    model.balance()
    count = sum(model.taken)
    model.model.add(count >= 1)
    is_court = min(use) < 0
    if is_court and options.face_capture == "one":
        model.model.add(count == 1)
    elif is_court and options.face_capture == "one_or_three":
        model.model.add_allowed_assignments([_total(model, count)], [(1,), (3,)])
    equals = equal_loose(position, use, values)
    owed = 1 if equals and options.capture_duty == "loose_equal" else 0
    if options.capture_extent == "all_equal":
        owed = courts_at_once(len(equals), options) if is_court else len(equals)
    if owed:
        bits = zip(pieces, model.taken, strict=True)
        model.model.add(sum(bit for piece, bit in bits if piece.item in equals) >= owed)
    model.set_objective()
    return model


def _total(model: _Model, count: object) -> IntVar:
    total = model.model.new_int_var(0, len(model.taken), "count")
    model.model.add(total == count)
    return total


def _build_models(position: Position, card: Card) -> Iterator[_Model]:
    values = values_of(position)
    rest = list(position.hand)
    rest.remove(card)
    for value in sorted({v for c in rest for v in values.in_hand.get(c, NO_VALUES)}):
        model = _build_model(position, card, value)
        if model is not None:
            yield model


def _build_model(position: Position, card: Card, value: int) -> _Model | None:
    """Return the model of one build: the hand card alone, in a sum, or upon a build it raises."""
    values, options = values_of(position), position.variant.options
    counts = values.on_table.get(card, NO_VALUES)
    if not counts:
        return None
    model = _Model(position, (card,), _build_pieces(position, value))
    model.value = value
    modes = []
    if value in values.in_build.get(card, NO_VALUES):
        modes.append(model.new_bool("hand card alone"))
    for number in sorted(counts):
        in_sum = model.new_bool(f"hand card as {number}")
        model.in_sums.setdefault(number, []).append(in_sum)
        modes.append(in_sum)
    model.place_pieces(frozenset({value}))
    sums = model.add_patterns(value, 2)
    for piece, taken in zip(model.pieces, model.taken, strict=True):
        build = position.find_build(piece.item) if isinstance(piece.item, WholeBuild) else None
        if build is None or piece.alone or piece.sums:
            continue
        # A build that is no card here is in the play exactly if the hand card raises it.
        for number in sorted(counts):
            missing = value - number - build.value
            raises = model.new_bool(f"raise {build}")
            upon = []
            if missing > 0 and options.raise_with_loose:
                upon = model.add_patterns(missing, 1)
            if upon:
                model.model.add(sum(upon) == raises)
            elif missing:
                model.model.add(raises == 0)
            if not options.raise_and_absorb:
                # Only what the hand card needs for the raise goes with it.
                absorbed = sum([*model.alone, *sums])
                model.model.add(absorbed == 0).only_enforce_if(raises)
            model.raising.setdefault(piece.item, []).append(raises)
            modes.append(raises)
        model.model.add(sum(model.raising[piece.item]) == taken)
    model.model.add_exactly_one(modes)
    model.model.add(sum(model.taken) >= 1)
    model.balance()
    model.set_objective()
    return model


def _build_pieces(position: Position, value: int) -> list[Piece]:
    """Return what can be in a build of this value; builds only as the rules let them."""
    values, options = values_of(position), position.variant.options
    pieces = []
    for item in lying_items(position):
        piece = build_piece(item, position, values)
        build = position.find_build(item) if isinstance(item, WholeBuild) else None
        if build is not None:
            extends = build.value == value and may_extend(position, build) is None
            raises = build.value < value and may_raise(position, build)
            if not extends and not raises:
                continue
            as_card = raises and options.single_build_as_card
            piece = Piece(
                item,
                frozenset({build.value}) if as_card else NO_VALUES,
                frozenset({value}) if extends else NO_VALUES,
            )
        pieces.append(piece)
    return pieces

"""The conflict graph: what one play can use, as groups that get in each other's way.

The groups are vertices, and two groups that share a card are joined by an edge. What may be taken
at once is then a question about graphs: a capture is a set of groups of which no two are joined
(an *independent* set), and a capture that leaves no group behind is one that no group can be added
to (a *maximal* independent set, found as a maximal clique of the complement).

This is an opinion apart from the exact search and from set packing: the groups are found here by
plain adding up. It serves tests, lessons and pictures. It is slow: on a crowded table ask
`casino_tutor.rules.enumeration` or `casino_tutor.rules.best`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Effect,
    Group,
    Item,
    PileTop,
    Play,
    WholeBuild,
    effect_of,
)
from casino_tutor.model.position import Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values
from casino_tutor.rules.duties import due_build, is_due_now, is_sweep_forced
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    capture_uses,
    courts_at_once,
    guards_kept,
    loose_alone,
    lying_items,
    may_extend,
    may_raise,
    values_of,
)
from casino_tutor.rules.loading import loads_left
from casino_tutor.rules.tops import is_reached, open_cards, open_piles, pile_faults, tops_in
from casino_tutor.rules.transition import after_unchecked

if TYPE_CHECKING:
    from networkx import Graph

#: How many groups a picture shows; with more it could not be read in the width of a page.
MOST_DRAWN: Final = 24

_Places: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Vertex:
    """A group as a vertex of the graph.

    Attributes
    ----------
    places : tuple of int
        The numbers of its items among all that may be used, in canonical order. They tell the
        equal cards of two packs apart.
    group : Group
        The items.
    """

    places: _Places
    group: Group

    def __str__(self) -> str:
        return "+".join(map(str, self.group))


# --- captures ------------------------------------------------------------------------------------


def conflict_graph(position: Position, hand: tuple[Card, ...], use: Values | None = None) -> Graph:
    """Return the graph of the groups that the hand card(s) could take.

    Parameters
    ----------
    position : Position
        The position.
    hand : tuple of Card
        The card played, or several together where the variant allows it.
    use : set of int, optional
        What they are used as, one of `casino_tutor.rules.groups.capture_uses`. Left out, every
        use is in the graph; groups that no single use takes together are then joined as well.

    Returns
    -------
    networkx.Graph
        Its nodes are `Vertex` values.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> graph = conflict_graph(parse_position("8D,5H,3C,3D 8S"), (Card("8S"),))
    >>> [str(vertex) for vertex in sorted(graph)]
    ['8D', '5H+3D', '5H+3C']
    >>> [(str(one), str(other)) for one, other in graph.edges]
    [('5H+3D', '5H+3C')]
    """
    uses: dict[Vertex, set[int]] = {}
    ways = capture_uses(hand, values_of(position)) if use is None else (use,)
    for number, way in enumerate(ways):
        for vertex in _capture_vertices(position, way):
            uses.setdefault(vertex, set()).add(number)
    return _graph(uses, lambda one, other: not uses[one] & uses[other])


def _graph(vertices: Iterable[Vertex], excludes: Callable[[Vertex, Vertex], bool]) -> Graph:
    """Join the vertices that share an item, or that exclude each other for another reason."""
    from networkx import Graph

    graph = Graph()
    graph.add_nodes_from(sorted(vertices))
    graph.add_edges_from(
        (one, other)
        for one, other in combinations(graph, 2)
        if not set(one.places).isdisjoint(other.places) or excludes(one, other)
    )
    return graph


def _capture_vertices(position: Position, use: Values) -> Iterator[Vertex]:
    values, items = values_of(position), _capture_items(position)
    pieces = [_in_capture(item, position, values) for item in items]
    groups: list[_Places] = [(i,) for i, piece in enumerate(pieces) if piece.alone & use]
    groups += [places for places in _sums(pieces, use) if len(places) > 1]
    for places in dict.fromkeys(groups):
        yield Vertex(places, tuple(items[i] for i in places))


def _capture_items(position: Position) -> Group:
    """Return what lies on the table and, where they may be captured, the cards of open piles."""
    are_captured = position.variant.options.steal_tops == "build_and_capture"
    tops = open_cards(position) if are_captured else ()
    return (*lying_items(position), *tops)


def _in_capture(item: Item, position: Position, values: CardValues) -> Piece:
    piece = capture_piece(item, position, values)
    if isinstance(item, PileTop) and not position.variant.options.tops_in_sums:
        return Piece(item, NO_VALUES, piece.alone)
    return piece


def _sums(pieces: Sequence[Piece], totals: Values) -> Iterator[_Places]:
    """Yield the sets of pieces that add up to one of the totals; a piece alone is one, too."""
    most = max(totals)
    # Every set that can still grow: piece by piece, each is taken up or passed by.
    begun: list[tuple[_Places, int]] = [((), 0)]
    for i, piece in enumerate(pieces):
        for number in piece.sums:
            begun += [
                ((*places, i), total + number)
                for places, total in begun
                if i not in places and total + number <= most
            ]
    return (places for places, total in begun if places and total in totals)


def all_captures(position: Position, hand: tuple[Card, ...]) -> frozenset[Effect]:
    """Return every legal capture with these hand cards: the independent sets that pass the duties.

    It goes through every grouping, so it is for small tables.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = all_captures(parse_position("8D,6C,2D 8S,KD"), (Card("8S"),))
    >>> sorted(len(items) for _, _, items, _, _ in found)
    [1, 2, 3]
    """
    found = set()
    for use in _uses(position, hand):
        graph = conflict_graph(position, hand, use)
        duties = _Duties(position, hand, use)
        for chosen in _independent_sets(graph):
            if duties.are_kept(chosen, graph):
                found.add(_effect(hand, chosen))
    return frozenset(found)


def maximal_captures(position: Position, hand: tuple[Card, ...]) -> frozenset[Effect]:
    """Return the legal captures that leave no group these hand cards could still take.

    They are the maximal independent sets; of court cards so many are taken as the variant allows
    at once.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = maximal_captures(parse_position("8D,5H,3C,3D 8S"), (Card("8S"),))
    >>> for _, _, items, _, _ in sorted(found, key=str):
    ...     print(*items)
    8D 5H 3C
    8D 5H 3D
    """
    from networkx import complement, find_cliques

    found = set()
    for use in _uses(position, hand):
        graph = conflict_graph(position, hand, use)
        duties = _Duties(position, hand, use)
        if open_piles(position):
            # A pile top may be left, so no set of groups has to be a maximal one.
            found |= {
                _effect(hand, chosen)
                for chosen in _independent_sets(graph)
                if duties.are_kept(chosen, graph) and duties.leaves_none(chosen, graph)
            }
            continue
        for independent in find_cliques(complement(graph)):
            for chosen in combinations(sorted(independent), duties.most(len(independent))):
                if duties.are_kept(chosen, graph):
                    found.add(_effect(hand, chosen))
    return frozenset(found)


def _uses(position: Position, hand: tuple[Card, ...]) -> tuple[Values, ...]:
    """Return what the mover may use these hand cards as in a capture; nothing if they may not."""
    options = position.variant.options
    if position.turn is None or position.hand_played or Counter(hand) - Counter(position.hand):
        return ()
    uses = capture_uses(hand, values_of(position))
    if len(hand) < 2:
        return uses
    limit = options.hand_total_limit
    allowed = uses if options.hand_cards == "many" else ()
    return tuple(use for use in allowed if not limit or min(use) <= limit)


def _effect(hand: tuple[Card, ...], chosen: Iterable[Vertex]) -> Effect:
    return effect_of(CapturePlay(hand, tuple(vertex.group for vertex in chosen)))


def _independent_sets(graph: Graph) -> Iterator[tuple[Vertex, ...]]:
    """Yield every set of one vertex or more of which no two are joined."""

    def extend(chosen: tuple[Vertex, ...], free: list[Vertex]) -> Iterator[tuple[Vertex, ...]]:
        for at, vertex in enumerate(free, 1):
            longer = (*chosen, vertex)
            yield longer
            yield from extend(longer, [v for v in free[at:] if v not in graph[vertex]])

    return extend((), list(graph))


class _Duties:
    """What a capture owes beyond taking whole groups that share no card."""

    def __init__(self, position: Position, hand: tuple[Card, ...], use: Values) -> None:
        self.position = position
        self.options = position.variant.options
        self.hand = hand
        self.court = min(use) < 0
        values = values_of(position)
        self.equal = {
            i
            for i, item in enumerate(lying_items(position))
            if isinstance(item, Card) and loose_alone(item, values) & use
        }
        self.lying = len(lying_items(position))
        self.due = due_build(position) if is_due_now(position) else None
        self.is_sweep_forced = is_sweep_forced(position)

    def most(self, count: int) -> int:
        """Return how many of so many groups may be taken at once."""
        return courts_at_once(count, self.options) if self.court else count

    def are_kept(self, chosen: Sequence[Vertex], graph: Graph) -> bool:
        """Return True if a capture of these groups is legal."""
        options = self.options
        if self.court and len(chosen) not in self._court_counts(len(chosen)):
            return False
        taken = {i for vertex in chosen for i in vertex.places}
        if not self._turn_allows(chosen, taken):
            return False
        equal = len(self.equal & taken)
        if options.capture_extent == "all_equal" and equal < self.most(len(self.equal)):
            return False
        if options.capture_duty == "loose_equal" and self.equal and not equal:
            return False
        complete = options.capture_extent == "maximal" or self.options.is_insisted
        return (not complete or self.leaves_none(chosen, graph)) and self._keeps_guards(chosen)

    def _turn_allows(self, chosen: Sequence[Vertex], taken: set[int]) -> bool:
        """Return True if pile cards can be laid in order, and nothing owed in this turn is left."""
        groups = tuple(vertex.group for vertex in chosen)
        play = CapturePlay(self.hand, groups)
        if self.due is not None and self.due.item not in play.items:
            return False
        if self.is_sweep_forced and not taken.issuperset(range(self.lying)):
            return False
        if any(pile_faults(self.position, play)):
            return False
        tops = tuple(card for group in groups for card in tops_in(group))
        piles = open_piles(self.position)
        if not all(is_reached(piles, card, tops) for card in tops):
            return False
        if not self.options.is_insisted:
            return True
        after = after_unchecked(self.position, play)
        return not any(loads_left(after, self.position.turn or 0))

    def _court_counts(self, count: int) -> tuple[int, ...]:
        """Return how many cards of its rank a court card may take."""
        return {"one": (1,), "one_or_three": (1, 3)}.get(self.options.face_capture, (count,))

    def leaves_none(self, chosen: Sequence[Vertex], graph: Graph) -> bool:
        """Return True if these groups leave nothing on the table that could be taken too."""
        if self.court:
            # Only what lies on the table is owed, no pile top.
            lying = sum(1 for vertex in graph if max(vertex.places) < self.lying)
            taken = sum(1 for vertex in chosen if max(vertex.places) < self.lying)
            return taken == courts_at_once(lying, self.options)
        reached = set(chosen).union(*(graph[vertex] for vertex in chosen))
        # Only what lies on the table is owed, no pile top.
        return all(v in reached or max(v.places) >= self.lying for v in graph)

    def _keeps_guards(self, chosen: Iterable[Vertex]) -> bool:
        """Return True if what is left in the hand guards the own builds that stay (ruling R1)."""
        position, values = self.position, values_of(self.position)
        taken = {i for vertex in chosen for i in vertex.places}
        # Builds are the first of all items.
        standing = (build for i, build in enumerate(position.builds) if i not in taken)
        left = frozenset(build.value for build in standing if build.owner == position.turn)
        rest = tuple((Counter(position.hand) - Counter(self.hand)).elements())
        owned = frozenset(build.value for build in position.own_builds())
        return guards_kept(position.hand, rest, owned, left, values)


# --- pictures ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Conflicts:
    """The conflict graph of one play, ready to be drawn.

    Attributes
    ----------
    labels : tuple of str
        The groups, in notation and in canonical order.
    edges : tuple of (int, int)
        Which of them share a card.
    chosen : tuple of int
        Which of them the play uses.
    count : int
        How many groups there are; more than `labels` if not all can be shown.
    """

    labels: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    chosen: tuple[int, ...]
    count: int


def conflicts_of(position: Position, play: Play, most: int = MOST_DRAWN) -> Conflicts:
    """Return the groups that could stand in place of a play's, and which get in whose way.

    Parameters
    ----------
    position : Position
        The position before the play.
    play : Play
        A capture, or a build of some value; it need not be legal. Of a play whose grouping is left
        open the first grouping counts. For a trail: what its card could take.
    most : int
        How many groups are kept: the play's own first, then those of the cards it uses, then
        those of the cards it leaves.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> conflicts_of(parse_position("8D,5H,3C,3D 8S"), parse_play("8Sx8D,5H+3D"))
    Conflicts(labels=('8D', '5H+3D', '5H+3C'), edges=((1, 2),), chosen=(0, 1), count=3)
    """
    stated = fill_groups(position, play) or play
    if isinstance(stated, BuildPlay):
        graph = _graph(_build_vertices(position, stated), lambda _one, _other: False)
    else:
        graph = conflict_graph(position, stated.hand)
    own = _own_groups(stated)
    used = Counter(item for group in own for item in group)

    def rank(vertex: Vertex) -> tuple[bool, bool, bool]:
        shared = (Counter(vertex.group) & used).total()
        return vertex.group not in own, shared < len(vertex.group), shared > 0

    kept = sorted(sorted(graph, key=rank)[:most])
    number = {vertex: i for i, vertex in enumerate(kept)}
    ends = [sorted((number[one], number[other])) for one, other in graph.subgraph(kept).edges]
    return Conflicts(
        labels=tuple(map(str, kept)),
        edges=tuple(sorted((low, high) for low, high in ends)),
        chosen=tuple(_chosen(kept, own)),
        count=len(graph),
    )


def _own_groups(play: Play) -> list[Group]:
    """Return the groups that a play states; in a build the hand card is in the first."""
    if isinstance(play, CapturePlay):
        return list(play.groups)
    if isinstance(play, BuildPlay):
        return [(*play.hand, *play.joined)] * bool(play.hand) + list(play.groups)
    return []


def _chosen(vertices: Sequence[Vertex], groups: Iterable[Group]) -> Iterator[int]:
    """Yield for each group a vertex; equal groups of two packs have one each."""
    left = Counter(groups)
    taken: set[int] = set()
    for i, vertex in enumerate(vertices):
        if left[vertex.group] and taken.isdisjoint(vertex.places):
            left[vertex.group] -= 1
            taken.update(vertex.places)
            yield i


def _build_vertices(position: Position, play: BuildPlay) -> Iterator[Vertex]:
    """Yield what can be a group of a build of this value; the hand card is in some of them.

    Groups that hold the hand card share it, so no two of them go together.
    """
    options = position.variant.options
    total, hand = frozenset({play.value}), play.hand[:1]
    items = (*hand, *lying_items(position), *open_cards(position))
    pieces = [_in_build(item, position) for item in items]
    builds = {i for i, item in enumerate(items) if isinstance(item, WholeBuild)}
    for i, piece in enumerate(pieces):
        if piece.alone & total:
            yield Vertex((i,), (piece.item,))
    for places in _sums(pieces, total):
        raised = builds.intersection(places)
        # Unless a build may be used as a card, only the hand card changes its value.
        by_hand = bool(hand) and places[0] == 0 and len(raised) == 1
        few = len(places) == 2 or options.raise_with_loose
        if len(places) > 1 and (not raised or options.single_build_as_card or (by_hand and few)):
            yield Vertex(places, tuple(items[i] for i in places))


def _in_build(item: Item, position: Position) -> Piece:
    """Return what an item counts in a build of the mover's: by itself, and in a sum."""
    build = position.find_build(item) if isinstance(item, WholeBuild) else None
    if build is None:
        piece = build_piece(item, position, values_of(position))
        is_alone = isinstance(item, PileTop) and not position.variant.options.tops_in_sums
        return Piece(item, NO_VALUES, piece.alone) if is_alone else piece
    value = frozenset({build.value})
    return Piece(
        item,
        value if may_raise(position, build) else NO_VALUES,
        value if may_extend(position, build) is None else NO_VALUES,
    )

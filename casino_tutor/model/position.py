"""A whole table position as one frozen value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Sets, WholeBuild, sets_text, sorted_sets
from casino_tutor.model.variant import Variant

#: `Position.last` when nobody has captured yet, and when it is not known who did.
NOBODY: Final = 0
UNKNOWN: Final = -1


@dataclass(frozen=True, slots=True)
class Build:
    """A pile on the table that is taken whole.

    Attributes
    ----------
    sets : tuple of tuple of Card
        One set for a *single* build, two or more for a *multiple* build; each totals `value`.
    value : int
        The announced value.
    owner : int or None
        The seat that last added to it; None if not known.
    fresh : bool
        True if its owner has not had a turn since touching it (``~`` in notation).
    """

    sets: Sets
    value: int
    owner: int | None = None
    fresh: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", sorted_sets(self.sets))

    @property
    def is_multiple(self) -> bool:
        """True if the build has two or more sets, so that its value is fixed."""
        return len(self.sets) > 1

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards inside, set by set."""
        return tuple(card for cards in self.sets for card in cards)

    @property
    def item(self) -> WholeBuild:
        """The build as it is named in a play."""
        return WholeBuild(self.sets)

    def __str__(self) -> str:
        owner = f"@{self.owner}" if self.owner is not None else ""
        return f"{sets_text(self.sets)}={self.value}{owner}{'~' if self.fresh else ''}"

    def __repr__(self) -> str:
        return f"parse_build({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a seat holds: known cards and a number of unknown ones."""

    cards: tuple[Card, ...] = ()
    unknown: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))

    def __len__(self) -> int:
        return len(self.cards) + self.unknown


@dataclass(frozen=True, slots=True)
class Pile:
    """Captured cards, bottom to top, above a number of unknown ones; and recorded sweeps."""

    cards: tuple[Card, ...] = ()
    unknown: int = 0
    sweeps: int = 0

    def __len__(self) -> int:
        return len(self.cards) + self.unknown


@dataclass(frozen=True, slots=True)
class Stock:
    """The undealt cards: how many, and their order (next card first) where it is known."""

    count: int = 0
    order: tuple[Card, ...] | None = None

    def __post_init__(self) -> None:
        if not self.order:
            # Of no cards the order is nothing to know.
            object.__setattr__(self, "order", None)

    @classmethod
    def known(cls, order: tuple[Card, ...]) -> Stock:
        """Make a stock whose order is known."""
        return cls(len(order), order)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that lies on the table, is held, has been taken and is still to come.

    Seats are numbered from 1 in order of play; seat 1 is the eldest hand.

    Attributes
    ----------
    variant : Variant
        The rules.
    builds, loose : tuple
        What lies on the table.
    hands : tuple of Hand
        One a seat.
    turn : int or None
        The seat to play; None when the round is over.
    hand_played : bool
        True if the mover has already played the hand card of this turn (``1+``).
    stock : Stock
        The undealt cards.
    taken : tuple of Pile
        One a side, or one a seat where the variant keeps piles apart.
    last : int
        The last capturer's seat, `NOBODY` or `UNKNOWN`.
    sides : tuple of tuple of int
        Which seats play together.
    score, points : tuple of int
        Match score a side, and points scored already in this round by events; may be empty.
    proved : tuple of (seat, value)
        Public proofs that a seat holds a card of that value.
    due : Sets
        A build that must be taken before this turn ends; may be empty.
    pending : tuple of (word, seat)
        Calls still open, such as an orange.
    aside : tuple of Card
        Cards set aside.
    carry : tuple of (name, points)
        Points carried over from tied items.
    laid : Card or None
        The card trailed earlier in this turn.
    extra : tuple of (name, text)
        Ops that mean nothing here; they are kept and printed back.
    """

    variant: Variant
    builds: tuple[Build, ...] = ()
    loose: tuple[Card, ...] = ()
    hands: tuple[Hand, ...] = ()
    turn: int | None = 1
    hand_played: bool = False
    stock: Stock = Stock()
    taken: tuple[Pile, ...] = ()
    last: int = UNKNOWN
    sides: tuple[tuple[int, ...], ...] = ()
    score: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    proved: tuple[tuple[int, int], ...] = ()
    due: Sets = ()
    pending: tuple[tuple[str, int], ...] = ()
    aside: tuple[Card, ...] = ()
    carry: tuple[tuple[str, int], ...] = ()
    laid: Card | None = None
    extra: tuple[tuple[str, str], ...] = field(default=())

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "builds", tuple(sorted(self.builds, key=_build_key)))
        put(self, "loose", tuple(sorted(self.loose)))
        put(self, "aside", tuple(sorted(self.aside)))
        options = self.variant.options
        if not self.sides:
            put(self, "sides", options.sides_for(len(self.hands)))
        if not self.taken:
            by_seat = options.piles == "by_seat"
            put(self, "taken", (Pile(),) * len(self.hands if by_seat else self.sides))

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The known cards of the seat to play; empty when the round is over."""
        return self.hands[self.turn - 1].cards if self.turn is not None else ()

    def side_of(self, seat: int) -> int:
        """Return the index of the side that a seat belongs to."""
        return next(i for i, side in enumerate(self.sides) if seat in side)

    def pile_of(self, seat: int) -> int:
        """Return the index in `taken` of the pile a seat captures to."""
        by_seat = len(self.taken) == self.seats and len(self.taken) != len(self.sides)
        return seat - 1 if by_seat else self.side_of(seat)

    def are_partners(self, one: int, other: int) -> bool:
        """Return True for two *different* seats of one side."""
        return one != other and any(one in side and other in side for side in self.sides)

    def own_builds(self) -> Iterator[Build]:
        """Yield the standing builds that the seat to play owns."""
        return (build for build in self.builds if build.owner == self.turn)

    def find_build(self, item: WholeBuild) -> Build | None:
        """Return the standing build with exactly these sets, or None."""
        return next((build for build in self.builds if build.sets == item.sets), None)

    def builds_left(self, items: Iterable[object]) -> tuple[Build, ...]:
        """Return the builds that stay when those named among `items` leave, one for each name."""
        gone = Counter(item for item in items if isinstance(item, WholeBuild))
        left = []
        for build in self.builds:
            if gone[build.item]:
                gone[build.item] -= 1
            else:
                left.append(build)
        return tuple(left)

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of each capture pile; None where it is empty or not known."""
        return tuple(pile.cards[-1] if pile.cards else None for pile in self.taken)

    def __str__(self) -> str:
        from casino_tutor.model.position_text import format_position

        return format_position(self)

    def __repr__(self) -> str:
        return f"parse_position({str(self)!r})"


def _build_key(build: Build) -> tuple[tuple[int, ...], int, int]:
    return tuple(c.order for c in build.cards), build.value, build.owner or 0

"""Plays as structured values: what a seat does in one action, and a turn made of them.

A play is never an integer id: it says which cards come from the hand, which *items* of the
table it uses and how they are grouped. Two ways to group the same cards are two plays; they
have one *effect* (`effect_of`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from casino_tutor.model.cards import Card

Sets: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class WholeBuild:
    """A standing build named by its cards: ``[5H+4C]`` or ``[5H+4C,9S]``."""

    sets: Sets

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards inside, set by set."""
        return tuple(card for cards in self.sets for card in cards)

    def __str__(self) -> str:
        return sets_text(self.sets)


@dataclass(frozen=True, slots=True)
class PileTop:
    """The top card of a capture pile: ``^5H``."""

    card: Card

    @property
    def cards(self) -> tuple[Card, ...]:
        """The one card, as a tuple."""
        return (self.card,)

    def __str__(self) -> str:
        return "^" + self.card.text


Item: TypeAlias = Card | WholeBuild | PileTop
Group: TypeAlias = tuple[Item, ...]

_ItemKey: TypeAlias = tuple[int, tuple[int, ...]]


def item_cards(item: Item) -> tuple[Card, ...]:
    """Return the cards of an item: one, or all cards of a whole build."""
    return (item,) if isinstance(item, Card) else item.cards


def item_key(item: Item) -> _ItemKey:
    """Return the sort key of the canonical order: builds, loose cards, pile tops."""
    if isinstance(item, Card):
        return (1, (item.order,))
    if isinstance(item, WholeBuild):
        return (0, tuple(card.order for card in item.cards))
    return (2, (item.card.order,))


def sets_text(sets: Sets) -> str:
    """Write the inside of a build: ``[5H+4C,9S]``."""
    return "[" + ",".join("+".join(c.text for c in cards) for cards in sets) + "]"


def sorted_sets(sets: Sets) -> Sets:
    """Put the sets of a build, and the cards in each, in canonical order."""
    inner = (tuple(sorted(cards)) for cards in sets)
    return tuple(sorted(inner, key=lambda cards: tuple(c.order for c in cards)))


def _sorted_items(items: Group) -> Group:
    return tuple(sorted(items, key=item_key)) if len(items) > 1 else items


def _sorted_groups(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    inner = [_sorted_items(group) for group in groups]
    inner.sort(key=lambda group: [item_key(item) for item in group])
    return tuple(inner)


@dataclass(frozen=True, slots=True)
class Play:
    """One action of a seat. Use `TrailPlay`, `CapturePlay` or `BuildPlay`.

    Attributes
    ----------
    hand : tuple of Card
        The cards played from the hand: none, one or many.
    calls : tuple of str
        Words said with the play, such as ``orange``.
    """

    hand: tuple[Card, ...]

    kind = "play"

    @property
    def items(self) -> Group:
        """Every table item the play uses, in canonical order."""
        return ()

    @property
    def is_open(self) -> bool:
        """True if the grouping was not stated."""
        return False

    def __repr__(self) -> str:
        return f"parse_play({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class TrailPlay(Play):
    """Lay one card on the table; with no card at all, ``_``, end the turn's actions."""

    calls: tuple[str, ...] = ()

    kind = "trail"

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))

    def __str__(self) -> str:
        return _hand_text(self.hand) + _calls_text(self.calls)


@dataclass(frozen=True, slots=True, repr=False)
class CapturePlay(Play):
    """Take table items with a card from the hand.

    Attributes
    ----------
    groups : tuple of Group
        Disjoint groups; each adds up to the value of the card. Empty if `bag` is used.
    bag : tuple of Item
        The items taken when the grouping was left open.
    """

    groups: tuple[Group, ...] = ()
    bag: Group = ()
    calls: tuple[str, ...] = ()

    kind = "capture"

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        object.__setattr__(self, "groups", _sorted_groups(self.groups))
        object.__setattr__(self, "bag", _sorted_items(self.bag))

    @property
    def items(self) -> Group:
        """Every table item the play takes, in canonical order."""
        return _sorted_items(self.bag or tuple(i for g in self.groups for i in g))

    @property
    def is_open(self) -> bool:
        """True if the grouping was not stated."""
        return bool(self.bag)

    def __str__(self) -> str:
        return f"{_hand_text(self.hand)}x{_taken_text(self)}{_calls_text(self.calls)}"


@dataclass(frozen=True, slots=True, repr=False)
class BuildPlay(Play):
    """Start, increase or extend a build.

    Attributes
    ----------
    joined : Group
        The items in one group with the hand card; empty if the hand card is a group by itself.
        A whole build among them is *increased*.
    groups : tuple of Group
        The other groups; a whole build that is a group by itself is *extended*.
    value : int
        The announced value.
    seat : int or None
        For which seat the build is made; None for the mover.
    bag : Group
        The table items when the grouping was left open (then `joined` and `groups` are empty).
    """

    joined: Group = ()
    groups: tuple[Group, ...] = ()
    value: int = 0
    seat: int | None = None
    bag: Group = ()
    calls: tuple[str, ...] = ()

    kind = "build"

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        if self.joined and not self.hand:
            # Without a hand card no group has it: the items are a group like the others.
            object.__setattr__(self, "groups", (self.joined, *self.groups))
            object.__setattr__(self, "joined", ())
        object.__setattr__(self, "joined", _sorted_items(self.joined))
        object.__setattr__(self, "groups", _sorted_groups(self.groups))
        object.__setattr__(self, "bag", _sorted_items(self.bag))

    @property
    def items(self) -> Group:
        """Every table item the play uses, in canonical order."""
        if self.bag:
            return self.bag
        return _sorted_items(self.joined + tuple(i for g in self.groups for i in g))

    @property
    def is_open(self) -> bool:
        """True if the grouping was not stated."""
        return bool(self.bag)

    def __str__(self) -> str:
        if self.bag:
            body = _hand_text(self.hand) + "".join(str(item) for item in self.bag)
        else:
            first = "+".join([_hand_text(self.hand), *map(str, self.joined)])
            body = ",".join([first, *map(_group_text, self.groups)])
        whose = f"@{self.seat}" if self.seat is not None else ""
        return f"{body}={self.value}{whose}{_calls_text(self.calls)}"


Turn: TypeAlias = tuple[Play, ...]

#: No more actions this turn.
PASS: Final = TrailPlay(())


def quick_capture(hand: tuple[Card, ...], groups: tuple[Group, ...]) -> CapturePlay:
    """Make a capture from parts already in canonical order (used by enumeration)."""
    play = object.__new__(CapturePlay)
    put = object.__setattr__
    put(play, "hand", hand)
    put(play, "groups", groups)
    put(play, "bag", ())
    put(play, "calls", ())
    return play


def quick_build(
    hand: tuple[Card, ...],
    joined: Group,
    groups: tuple[Group, ...],
    value: int,
    seat: int | None,
) -> BuildPlay:
    """Make a build play from parts already in canonical order (used by enumeration)."""
    play = object.__new__(BuildPlay)
    put = object.__setattr__
    put(play, "hand", hand)
    put(play, "joined", joined)
    put(play, "groups", groups)
    put(play, "value", value)
    put(play, "seat", seat)
    put(play, "bag", ())
    put(play, "calls", ())
    return play


Effect: TypeAlias = tuple[str, tuple[Card, ...], Group, int, int | None]


def effect_of(play: Play) -> Effect:
    """Return what a play does whatever its grouping: two groupings have one effect.

    Returns
    -------
    tuple
        Kind, hand cards, items used, announced value (0 if none), seat built for.
    """
    if isinstance(play, BuildPlay):
        return (play.kind, play.hand, play.items, play.value, play.seat)
    return (play.kind, play.hand, play.items, 0, None)


def turn_text(turn: Turn) -> str:
    """Write a turn: its plays joined by ``/``."""
    return "/".join(map(str, turn))


def _hand_text(hand: tuple[Card, ...]) -> str:
    return "&".join(c.text for c in hand) or "_"


def groups_text(groups: Iterable[Group]) -> str:
    """Write groups as a play does: ``9H,7C+2D``."""
    return ",".join(map(_group_text, groups))


def _group_text(group: Group) -> str:
    return "+".join(map(str, group))


def _taken_text(play: CapturePlay) -> str:
    if play.bag:
        return "".join(map(str, play.bag))
    return ",".join(map(_group_text, play.groups))


def _calls_text(calls: tuple[str, ...]) -> str:
    return "".join(":" + word for word in calls)

"""Plays in plain words: what a screen reader says, and what a learner reads beside a play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    Sets,
    Turn,
    WholeBuild,
)
from casino_tutor.model.position import Position

#: Points of a round, item by item.
ITEM_WORDS: Final = {
    "cards": "most cards",
    "spades": "most spades",
    "over_spades": "spades above six",
    "diamonds": "most diamonds",
    "big_casino": "ten of diamonds",
    "little_casino": "two of spades",
    "seven_of_diamonds": "seven of diamonds",
    "other_cards": "other scoring cards",
    "four_aces": "all aces",
    "four_sixes": "all sixes",
    "four_sevens": "all sevens",
    "last_capture": "last capture",
    "events": "during play",
    "hand_points": "points of the round",
    "deals_to_come": "deals to come",
}


def item_words(item: str) -> str:
    """Name an item of a round's score.

    Examples
    --------
    >>> item_words("big_casino"), item_words("ace_S"), item_words("sweeps")
    ('ten of diamonds', 'aces', 'sweeps')
    """
    return "aces" if item.startswith("ace_") else ITEM_WORDS.get(item, item.replace("_", " "))


def summed_items(items: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the points of items by their words, in their order; all aces are one.

    Examples
    --------
    >>> summed_items([("ace_S", 1), ("sweeps", 2), ("ace_H", -1)])
    (('aces', 0), ('sweeps', 2))
    """
    sums: dict[str, float] = {}
    for item, points in items:
        name = item_words(item)
        sums[name] = sums.get(name, 0) + points
    return tuple(sums.items())


def signed_points(points: float) -> str:
    """Write the points of an item with their sign: whole ones, or the tenths of a mean.

    Examples
    --------
    >>> signed_points(2), signed_points(-0.64), signed_points(0.02)
    ('+2', '-0.6', '0')
    """
    if isinstance(points, int):
        return f"{points:+d}" if points else "0"
    return f"{points:+.1f}" if round(points, 1) else "0"


def join_words(parts: Sequence[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> join_words(["one", "two", "three"])
    'one, two and three'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def count_words(count: int, thing: str) -> str:
    """Say how many: ``no cards``, ``1 card``, ``2 cards``."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def points_words(points: Sequence[int], sides: Sequence[Sequence[int]]) -> str:
    """Say what sides have gained or lost; empty if none has.

    Examples
    --------
    >>> points_words((5, 0, -5), ((1,), (2,), (3,)))
    '+5 for seat 1, -5 for seat 3'
    """
    return ", ".join(
        f"{number:+d} for {seats_words(seats)}"
        for number, seats in zip(points, sides, strict=True)
        if number
    )


def seats_words(seats: Sequence[int]) -> str:
    """Name seats: ``seat 1``, ``seats 1 and 3``."""
    return f"seat{'s' if len(seats) > 1 else ''} {join_words([str(seat) for seat in seats])}"


def pile_seats(position: Position, index: int) -> tuple[int, ...]:
    """Return the seats whose captures lie in the pile `taken[index]`."""
    seats = range(1, position.seats + 1)
    return tuple(seat for seat in seats if position.pile_of(seat) == index)


def play_sentence(play: Play, position: Position | None = None) -> str:
    """Say a play in one plain sentence.

    Parameters
    ----------
    play : Play
        The play; it need not be legal.
    position : Position, optional
        The table it is made on: then builds are named by value and owner, pile tops by seat.

    Returns
    -------
    str
        The sentence, with its full stop.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> play_sentence(parse_play("8Sx8D,5H+3C"))
    'Take the eight of diamonds, and the five of hearts plus the three of clubs, with the eight
    of spades.'
    >>> play_sentence(parse_play("3S+6H=9@3"))
    'Start a build of 9 for seat 3: the three of spades from the hand plus the six of hearts.'
    """
    if isinstance(play, CapturePlay):
        body = _capture_words(play, position)
    elif isinstance(play, BuildPlay):
        body = _build_words(play, position)
    elif play.hand:
        body = f"Trail {_cards_words(play.hand)}"
    else:
        body = "Do no more this turn"
    calls = "".join(f", and call {word}" for word in getattr(play, "calls", ()))
    return f"{body}{calls}."


def turn_sentence(turn: Turn, position: Position | None = None) -> str:
    """Say a turn: its plays one after another. See `play_sentence`.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_turn
    >>> turn_sentence(parse_turn("KS/_,5H+3C=8"))
    'Trail the king of spades. Then start a build of 8: the five of hearts plus the three of
    clubs.'
    """
    # Later plays meet another table than `position`; only what still stands there is recognised.
    first, *rest = [play_sentence(play, position) for play in turn]
    return " ".join([first, *(f"Then {said[0].lower()}{said[1:]}" for said in rest)])


def _capture_words(play: CapturePlay, position: Position | None) -> str:
    if play.hand:
        tool = f"with {_cards_words(play.hand)}{' together' if len(play.hand) > 1 else ''}"
    else:
        tool = "without a card from the hand"
    if play.bag:
        return f"Take {_items_words(play.bag, position)} {tool}"
    taken = _groups_words([_group_words(group, position) for group in play.groups])
    return f"Take {taken}{',' * (', and ' in taken)} {tool}"


def _build_words(play: BuildPlay, position: Position | None) -> str:
    whose = f" for seat {play.seat}" if play.seat is not None else ""
    held = f"{_cards_words(play.hand)} from the hand" if play.hand else ""
    if play.bag:
        parts = [held] * bool(held) + [_item_words(item, position) for item in play.bag]
        return f"Build {play.value}{whose} from {join_words(parts)}"
    raised = [item for item in play.joined if isinstance(item, WholeBuild)]
    with_hand = [item for item in play.joined if not isinstance(item, WholeBuild)]
    lone = [_item_words(item, position) for item in with_hand]
    first = " plus ".join([held] * bool(held) + lone)
    standing = [group[0] for group in play.groups if _is_build(group)]
    others = [_group_words(group, position) for group in play.groups if not _is_build(group)]
    if raised:
        tool = f" with {first}" if first else ""
        body = f"Increase {_items_words(raised, position)} to {play.value}{whose}{tool}"
        if standing:
            body += f", and join it with {_items_words(standing, position)}"
        return body + (f", and take in {_groups_words(others)}" if others else "")
    groups = [first] * bool(first) + others
    if standing:
        verb = "Extend" if len(standing) == 1 else f"Join as one build of {play.value}"
        return f"{verb} {_items_words(standing, position)}{whose} with {_groups_words(groups)}"
    multiple = "multiple " if len(groups) > 1 else ""
    return f"Start a {multiple}build of {play.value}{whose}: {_groups_words(groups)}"


def _is_build(group: Group) -> bool:
    """A whole build that is a group by itself is extended."""
    return len(group) == 1 and isinstance(group[0], WholeBuild)


def _cards_words(cards: Iterable[Card]) -> str:
    return join_words([f"the {card.name}" for card in cards])


def _items_words(items: Iterable[Item], position: Position | None) -> str:
    return join_words([_item_words(item, position) for item in items])


def _group_words(group: Group, position: Position | None) -> str:
    return " plus ".join(_item_words(item, position) for item in group)


def _groups_words(groups: Sequence[str]) -> str:
    """Join groups; a comma before the last keeps a sum apart from its neighbours."""
    if not any(" plus " in group for group in groups):
        return join_words(groups)
    *before, last = groups
    return f"{', '.join(before)}, and {last}" if before else last


def _item_words(item: Item, position: Position | None) -> str:
    if isinstance(item, Card):
        return f"the {item.name}"
    if isinstance(item, PileTop):
        return f"the {item.card.name} from the top of {_pile_words(item.card, position)}"
    build = position.find_build(item) if position is not None else None
    inside = f"({_sets_words(item.sets)})"
    if build is None:
        return f"the build {inside}"
    whose = f"seat {build.owner}'s" if build.owner is not None else "the"
    return f"{whose} build of {build.value} {inside}"


def _sets_words(sets: Sets) -> str:
    return ", ".join(" plus ".join(card.name for card in cards) for cards in sets)


def _pile_words(card: Card, position: Position | None) -> str:
    if position is not None and card in position.tops:
        return f"the pile of {seats_words(pile_seats(position, position.tops.index(card)))}"
    return "a pile"

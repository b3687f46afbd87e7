"""Legal plays near an illegal one: what the player may have meant, checked.

Repairs are looked for in two bounded ways: small changes of the attempt itself (another value,
one more card, the same cards captured), and the nearest of the first two hundred legal plays. So
a crowded table costs no more than any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Effect,
    Group,
    Item,
    Play,
    TrailPlay,
    Turn,
    WholeBuild,
    effect_of,
    item_key,
    turn_text,
)
from casino_tutor.model.position import Hand, Position
from casino_tutor.model.sentences import say
from casino_tutor.model.values import NO_VALUES
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.flags import missing_cards
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.groups import (
    capture_piece,
    capture_uses,
    equal_loose,
    values_of,
)
from casino_tutor.rules.legality import Attempt, as_turn, play_calls, violations
from casino_tutor.rules.transition import after_unchecked
from casino_tutor.rules.unions import GroupFinder

#: How many legal plays are compared with the attempt at the most.
_NEAREST_OF: Final = 200


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to mend an illegal play.

    Attributes
    ----------
    play : Play or None
        A legal play; None where no legal play can be offered and the sentence says what would
        have to be different.
    sentence : str
        What is changed, in plain words.
    before : tuple of Play
        The actions of the attempted turn that stay in front of it.
    """

    play: Play | None
    sentence: str
    before: Turn = ()

    @property
    def text(self) -> str | None:
        """The whole turn in notation; None where no legal play can be offered."""
        if self.play is None:
            return None
        # Ending the turn after what stays needs no word.
        rest = () if self.play == PASS and self.before else (self.play,)
        return turn_text((*self.before, *rest))


def repairs(position: Position, attempt: Attempt, limit: int = 3) -> tuple[Repair, ...]:
    """Return legal plays near an illegal attempt, the nearest first.

    Parameters
    ----------
    position : Position
        The position before it.
    attempt : Play, tuple of Play, or str
        What was tried; of a turn the first action that is wrong is mended, and nothing follows it.
    limit : int
        How many repairs at the most.

    Returns
    -------
    tuple of Repair
        Every play in it has been judged legal. Empty for a legal attempt.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("[5S+3H]=8@1,8D 8C,4D")
    >>> for repair in repairs(position, "8Cx8D"):
    ...     print(repair.play, "-", repair.sentence)
    8Cx[5S+3H],8D - Take [5S+3H] as well.
    8Cx[5S+3H] - Take [5S+3H] instead.
    """
    turn = as_turn(attempt)
    if position.turn is None or not violations(position, turn):
        return ()
    if len(turn) > 1 and position.variant.options.table_only_builds == "no":
        # Only the first action can stay; if it is wrong, it is what has to be mended.
        return _first_alone(position, turn[0]) or repairs(position, turn[0], limit)
    before, here = _right_so_far(position, turn)
    nearest = _near(here, turn[len(before)])
    mended: list[Repair] = []
    for play, sentence in nearest:
        # What is right by itself may lack something at the end of the turn.
        if len(mended) < limit and not violations(position, (*before, play)):
            mended.append(Repair(play, sentence, before))
    return tuple(mended) or _instead(position, turn)


def _first_alone(position: Position, first: Play) -> tuple[Repair, ...]:
    if violations(position, first):
        return ()
    return (Repair(fill_groups(position, first) or first, say("repair.one_action")),)


def _right_so_far(position: Position, turn: Turn) -> tuple[Turn, Position]:
    """Return the actions of a turn before the first wrong one, and the position after them."""
    before: list[Play] = []
    for play in turn[:-1]:
        if violations(position, (*before, play), to_the_end=False):
            break
        before.append(play)
    here = position
    for play in before:
        here = after_unchecked(here, play, more=True)
    return tuple(before), here


def _near(position: Position, tried: Play) -> Iterator[tuple[Play, str]]:
    """Yield legal plays near a single action, the nearest first, with what is changed."""
    found: dict[Effect, Play] = {}
    for play in _edits(position, _naming_builds(position, tried)):
        filled = fill_groups(position, play)
        new = filled is not None and effect_of(filled) not in found
        if filled is not None and new and not violations(position, filled):
            found[effect_of(filled)] = filled
    for play in islice(_near_first(position, tried), _NEAREST_OF):
        found.setdefault(effect_of(play), play)
    meant = _naming_builds(position, tried)
    nearest = sorted(found.values(), key=lambda play: (_distance(meant, play), str(play)))
    return ((play, _sentence(meant, play)) for play in nearest)


def _naming_builds(position: Position, tried: Play) -> Play:
    """Return the attempt with whole builds named where it lists all their cards as loose ones."""
    items = list(tried.items)
    for build in position.builds:
        cards = build.cards
        if all(card in items and card not in position.loose for card in cards):
            items = [build.item, *(item for item in items if item not in cards)]
    if tuple(items) == tried.items:
        return tried
    if isinstance(tried, BuildPlay):
        return BuildPlay(tried.hand, value=tried.value, seat=tried.seat, bag=tuple(items))
    return CapturePlay(tried.hand, bag=tuple(items), calls=play_calls(tried))


def _instead(position: Position, turn: tuple[Play, ...]) -> tuple[Repair, ...]:
    needed = would_need(position, turn)
    return (Repair(None, needed or say("repair.none")),)


def would_need(position: Position, attempt: Attempt) -> str | None:
    """Say which one card more in the hand would make an attempt legal, or None.

    The claim is checked by judging the attempt with that card in the hand.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> would_need(parse_position("5C 3D,7S"), "3D+5C=8")
    'It would be legal if you held an unseen card such as 8S as well.'
    """
    if position.turn is None:
        return None
    seen = set()
    values = values_of(position)
    _, unseen = missing_cards(position)
    for card in unseen:
        counts = values.in_hand.get(card, NO_VALUES) or card.rank
        if counts in seen:
            continue
        seen.add(counts)
        if not violations(_with_card(position, card), attempt):
            return say("repair.would_need", {"card": card})
    return None


def _with_card(position: Position, card: Card) -> Position:
    hands = list(position.hands)
    mover = (position.turn or 1) - 1
    hands[mover] = Hand((*hands[mover].cards, card), hands[mover].unknown)
    return replace(position, hands=tuple(hands))


def _near_first(position: Position, tried: Play) -> Iterator[Play]:
    """Yield legal plays: those of the card that was tried first."""
    for card in dict.fromkeys(tried.hand):
        if card in position.hand:
            yield from islice(legal_plays(position, card=card), _NEAREST_OF)
    yield from legal_plays(position)


def _edits(position: Position, tried: Play) -> Iterator[Play]:
    """Yield small changes of the attempt; they still have to be judged."""
    there = tuple(item for item in tried.items if _is_there(position, item))
    for hand in _hands(position, tried):
        yield from _captures(position, hand, there)
        yield from _builds(position, tried, hand, there)
        yield TrailPlay(hand)


def _is_there(position: Position, item: Item) -> bool:
    if isinstance(item, WholeBuild):
        return position.find_build(item) is not None
    return item in position.loose if isinstance(item, Card) else True


def _hands(position: Position, tried: Play) -> Iterator[tuple[Card, ...]]:
    """Yield the hand cards tried, if held, then each held card by itself."""
    if tried.hand and all(card in position.hand for card in tried.hand):
        yield tried.hand
    for card in position.hand:
        if (card,) != tried.hand:
            yield (card,)


def _captures(position: Position, hand: tuple[Card, ...], items: Group) -> Iterator[Play]:
    """Yield captures of these items, of as many as fit, and with what must go with them."""
    values = values_of(position)
    for use in capture_uses(hand, values):
        equals = equal_loose(position, use, values)
        own = tuple(build.item for build in position.own_builds() if build.value in use)
        fitting = _greedy(position, items, use)
        for taken in (items, (*items, *own), fitting, (*fitting, *own), (*items, *equals), equals):
            bag = tuple(dict.fromkeys((*taken,)))
            if bag:
                yield _capture_of(hand, bag)
            with_equals = tuple(dict.fromkeys((*bag, *equals)))
            if with_equals and with_equals != bag:
                yield _capture_of(hand, with_equals)


def _capture_of(hand: tuple[Card, ...], bag: Group) -> Play:
    bag = tuple(sorted(bag, key=item_key))
    return CapturePlay(hand, (), bag) if len(bag) > 1 else CapturePlay(hand, (bag,))


def _greedy(position: Position, items: Group, use: frozenset[int]) -> Group:
    """Return many of the items, put in groups one after another, the largest cards first."""
    values = values_of(position)
    pieces = [capture_piece(item, position, values) for item in items]
    taken: list[Item] = []
    while pieces:
        first = pieces[0]
        if first.alone & use:
            taken.append(first.item)
            pieces = pieces[1:]
            continue
        finder = GroupFinder([piece.sums for piece in pieces])
        masks = (next(iter(finder.from_piece(0, value)), 0) for value in sorted(use) if value > 0)
        mask = next((mask for mask in masks if mask), 1)
        if mask != 1:
            taken.extend(piece.item for i, piece in enumerate(pieces) if mask >> i & 1)
        pieces = [piece for i, piece in enumerate(pieces) if not mask >> i & 1]
    return tuple(taken)


def _builds(
    position: Position, tried: Play, hand: tuple[Card, ...], items: Group
) -> Iterator[Play]:
    """Yield builds of these items with the values that the hand can take later."""
    if not items or not position.variant.options.building or len(hand) != 1:
        return
    values = values_of(position)
    rest = [card for card in position.hand if card != hand[0]]
    held = sorted({v for card in rest for v in values.in_hand.get(card, NO_VALUES)})
    seat = tried.seat if isinstance(tried, BuildPlay) else None
    for value in held:
        yield BuildPlay(hand, value=value, bag=items)
        for build in position.builds:
            if build.value == value and build.item not in items:
                yield BuildPlay(hand, value=value, bag=(*items, build.item))
    if isinstance(tried, BuildPlay) and seat is not None:
        yield BuildPlay(hand, value=tried.value, bag=items)


def _distance(tried: Play, play: Play) -> int:
    """Say how far a legal play is from the attempt: fewer changed cards are nearer."""
    other_card = 0 if play.hand == tried.hand else 3 if _same_ranks(play, tried) else 6
    trails = "trail" in (play.kind, tried.kind)
    other_kind = 0 if play.kind == tried.kind else 5 if trails else 3
    changed = 2 * len(set(tried.items) ^ set(play.items))
    other_value = 0
    if isinstance(play, BuildPlay) and isinstance(tried, BuildPlay):
        other_value = 2 * (play.value != tried.value)
    return other_card + other_kind + changed + other_value


def _same_ranks(one: Play, other: Play) -> bool:
    return [card.rank for card in one.hand] == [card.rank for card in other.hand]


def _sentence(tried: Play, play: Play) -> str:
    """Say what is changed."""
    card = cards_text(play.hand)
    if play == PASS:
        return say("repair.pass", {"play": tried})
    if isinstance(play, TrailPlay):
        same = play.hand == tried.hand
        return say("repair.trail_same" if same else "repair.trail", {"card": card})
    more = _written(item for item in play.items if item not in tried.items)
    less = _written(item for item in tried.items if item not in play.items)
    if play.kind != tried.kind or play.hand != tried.hand:
        if isinstance(play, BuildPlay):
            key = "repair.build" if play.hand else "repair.build_table"
            return say(key, {"card": card, "value": play.value})
        if play.kind == tried.kind:
            return say("repair.other_card", {"card": card})
        return say("repair.take", {"card": card})
    if isinstance(play, BuildPlay) and effect_of(play) != effect_of(tried) and not (more or less):
        return say("repair.other_value", {"value": play.value})
    verb = "build" if isinstance(play, BuildPlay) else "take"
    if more and less:
        return say(f"repair.{verb}_other", {"cards": _written(play.items)})
    if more:
        return say(f"repair.{verb}_more", {"cards": more})
    if less:
        return say(f"repair.{verb}_less", {"cards": less})
    if play_calls(tried) != play_calls(play):
        return say("repair.no_call", {"call": ", ".join(play_calls(tried))})
    return say("repair.regroup")


def _written(items: Iterable[Item]) -> str:
    return ",".join(map(str, items))

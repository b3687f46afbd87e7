"""Judging any attempted play: every broken rule, each once, with its source and cards.

Judging one play never lists plays: it asks whether cards can be shared out in groups, whether
some cards add up, whether a hand can be shared out over builds. Each of these is quick on the
most crowded table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from casino_tutor.model.cards import Card, cards_text, deck_cards
from casino_tutor.model.notation import parse_turn
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Item,
    PileTop,
    Play,
    TrailPlay,
    Turn,
    WholeBuild,
    groups_text,
    item_cards,
)
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.model.violation import Violation, texts
from casino_tutor.rules.catalogue import broken
from casino_tutor.rules.duties import (
    augmented_opponent,
    barring_build,
    can_take_due,
    due_build,
    is_due_now,
    is_sweep_forced,
    owner_trail_rule,
    sweeps,
    takes_due,
)
from casino_tutor.rules.groups import (
    any_use,
    can_take,
    equal_loose,
    guards_kept,
    lying_items,
    shared_out,
    values_of,
)
from casino_tutor.rules.judge_build import build_faults
from casino_tutor.rules.judge_capture import capture_faults
from casino_tutor.rules.loading import loads_left
from casino_tutor.rules.openings import can_build, can_capture
from casino_tutor.rules.tops import is_reached, open_cards, open_piles
from casino_tutor.rules.transition import after_unchecked

#: Rules whose sentence names one group of a play.
_OF_A_GROUP: Final = ("build.group_total", "capture.group_total")
#: What may be judged: one play, a turn of several, or either as text.
Attempt: TypeAlias = Play | Turn | str


def violations(
    position: Position, attempt: Attempt, *, to_the_end: bool = True
) -> tuple[Violation, ...]:
    """Return every rule that an attempted play or turn breaks; empty if it is legal.

    Parameters
    ----------
    position : Position
        The position before it.
    attempt : Play, tuple of Play, or str
        What is tried. Its cards need not be where it says.
    to_the_end : bool
        False if more actions of the same turn are to follow.

    Returns
    -------
    tuple of Violation
        All broken rules, each once (ruling R16).

    Raises
    ------
    NotationError, AmbiguousPlayError
        If a text cannot be read.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("5C 3D,7S")
    >>> for violation in violations(position, "3D+5C=9"):
    ...     print(violation.rule, "-", violation.sentence)
    build.group_total - 3D+5C totals 8, not 9 as announced.
    build.capturing_card - No 9 would be left in the hand to take the 9-build.
    """
    found: list[Violation] = []
    turn = as_turn(attempt)
    for number, play in enumerate(turn):
        if number > 0 and position.variant.options.table_only_builds == "no":
            # The further action is the fault; what it would do is beside the point.
            cards = [*play.hand, *(card for item in play.items for card in item_cards(item))]
            found.append(broken(position.variant, "turn.one_action", cards, play=play))
            continue
        found.extend(_judge(position, play))
        more = number + 1 < len(turn)
        if to_the_end and not more and position.variant.options.is_insisted:
            found.extend(_loading_faults(position, play))
        position = after_unchecked(position, play, more=True) if more else position
    return tuple(_joined(dict.fromkeys(found)))


def _joined(found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield violations; groups that are wrong by the same total are named together."""
    alike: dict[object, list[Violation]] = {}
    for one in found:
        same = [blank for blank in one.params if blank[0] != "group"]
        key = (one.rule, *same) if one.rule in _OF_A_GROUP else one
        alike.setdefault(key, []).append(one)
    for first, *others in alike.values():
        if not others:
            yield first
            continue
        cards = dict.fromkeys(card for one in (first, *others) for card in one.cards)
        groups = [dict(one.params)["group"] for one in (first, *others)]
        params = {**dict(first.params), "group": f"{' and '.join(groups)} each"}
        yield replace(first, cards=tuple(cards), params=texts(params))


def as_turn(attempt: Attempt) -> Turn:
    """Return an attempt as a tuple of plays, reading it if it is text."""
    if isinstance(attempt, str):
        return parse_turn(attempt)
    return (attempt,) if isinstance(attempt, Play) else attempt


def is_legal(position: Position, attempt: Attempt) -> bool:
    """Return True if an attempted play or turn breaks no rule."""
    return not violations(position, attempt)


def _judge(position: Position, play: Play) -> Iterator[Violation]:
    variant = position.variant
    if position.turn is None:
        yield broken(variant, "turn.over")
        return
    yield from _hand_faults(position, play)
    misplaced = list(_item_faults(position, play))
    yield from misplaced
    options = variant.options
    if len(play.items) > len(deck_cards(options.deck, options.packs)):
        # Most of these cards exist only in the text: what they add up to says nothing more.
        return
    for call in play_calls(play):
        if call not in options.calls:
            known = ", ".join(options.calls) or "none"
            yield broken(variant, "call.unknown", call=call, calls=known)
    if isinstance(play, CapturePlay):
        yield from capture_faults(position, play)
    elif isinstance(play, BuildPlay):
        yield from build_faults(position, play)
        if not variant.options.building:
            return
        if not misplaced and not play.hand:
            yield from _augmented_faults(position, play)
    elif isinstance(play, TrailPlay) and play.hand:
        yield from _trail_faults(position, play)
    yield from _turn_faults(position, play)
    yield from _guard_faults(position, play)


def _turn_faults(position: Position, play: Play) -> Iterator[Violation]:
    """Judge what has to be done with the card from the hand: take a due build, make a sweep."""
    variant = position.variant
    if not play.hand and not isinstance(play, TrailPlay):
        return
    due = due_build(position)
    is_capture = isinstance(play, CapturePlay)
    taken = is_capture and takes_due(position, play.items)
    if due is not None and is_due_now(position) and not taken:
        yield broken(variant, "turn.due", due.cards, build=due.item)
    if not play.hand or not is_sweep_forced(position):
        return
    lying = Counter(lying_items(position))
    if not is_capture or lying - Counter(play.items):
        hand = next(sweeps(position))[0]
        yield broken(variant, "turn.forced_sweep", hand, card="&".join(c.text for c in hand))


def _augmented_faults(position: Position, play: BuildPlay) -> Iterator[Violation]:
    """Judge an opponent's build that is added to: it must be taken in the same turn."""
    build = augmented_opponent(position, play) or due_build(position)
    if build is not None and not can_take_due(after_unchecked(position, play, more=True)):
        yield broken(position.variant, "build.due_capture", build.cards, build=build.item)


def _loading_faults(position: Position, play: Play) -> Iterator[Violation]:
    """Judge what is left beside a build of the own side at the end of a turn (ruling R5)."""
    if position.turn is None or not (play.hand or position.hand_played):
        return
    for build, groups in loads_left(after_unchecked(position, play), position.turn):
        cards = [card for group in groups for item in group for card in item_cards(item)]
        shown = groups_text(groups)
        yield broken(position.variant, "turn.loading", cards, build=build.item, cards=shown)


def play_calls(play: Play) -> tuple[str, ...]:
    """Return the words said with a play."""
    return play.calls if isinstance(play, TrailPlay | CapturePlay | BuildPlay) else ()


# Where the cards are


def _hand_faults(position: Position, play: Play) -> Iterator[Violation]:
    variant, options = position.variant, position.variant.options
    held = Counter(position.hand)
    for card in dict.fromkeys(play.hand):
        if play.hand.count(card) > held[card]:
            yield broken(variant, "hand.not_held", [card], card=card, seat=position.turn)
    if position.hand_played and play.hand:
        yield broken(variant, "turn.hand_played", play.hand, cards=cards_text(play.hand))
    passes = isinstance(play, TrailPlay) and position.hand_played
    if not play.hand and not isinstance(play, BuildPlay) and not passes:
        yield broken(variant, "turn.hand_card")
    if len(play.hand) > 1:
        shown = cards_text(play.hand)
        if options.hand_cards == "one":
            yield broken(variant, "turn.one_card", play.hand, cards=shown, count=len(play.hand))
        elif not isinstance(play, CapturePlay):
            yield broken(
                variant, "turn.build_one_card", play.hand, cards=shown, count=len(play.hand)
            )


def _item_faults(position: Position, play: Play) -> Iterator[Violation]:
    there: Counter[Item] = Counter(position.loose)
    there.update(build.item for build in position.builds)
    piles = open_piles(position)
    there.update(open_cards(position))
    tops = [item.card for item in play.items if isinstance(item, PileTop)]
    for item, count in Counter(play.items).items():
        faults: list[Violation] = []
        if isinstance(item, PileTop):
            if position.variant.options.steal_tops == "none":
                faults.append(
                    broken(position.variant, "pile.not_available", [item.card], card=item.card)
                )
            elif not is_reached(piles, item.card, tops):
                faults.append(broken(position.variant, "pile.not_top", [item.card], card=item.card))
        elif isinstance(item, WholeBuild) and not there[item]:
            faults.append(broken(position.variant, "table.no_such_build", item.cards, build=item))
        elif isinstance(item, Card) and (not there[item] or count > there[item]):
            faults.extend(_absent(position, item, lying=there[item]))
        yield from faults
        if not faults and count > there[item]:
            for card in item_cards(item):
                yield broken(position.variant, "table.card_twice", [card], card=card)


def _absent(position: Position, card: Card, lying: int) -> Iterator[Violation]:
    """Say where a card is that does not lie loose, or not so often (with two packs)."""
    for build in position.builds:
        if card in build.cards:
            yield broken(
                position.variant,
                "table.inside_build",
                [card],
                card=card,
                value=build.value,
                build=build.item,
            )
            return
    if not lying:
        yield broken(position.variant, "table.absent", [card], card=card)


# Trails


def _trail_faults(position: Position, play: TrailPlay) -> Iterator[Violation]:
    variant, options = position.variant, position.variant.options
    barring = barring_build(position)
    if barring is not None and not nothing_else(position):
        rule = "trail.owner_next_turn"
        if owner_trail_rule(position) == "forbidden":
            rule = "trail.owner" if options.owner_trail == "forbidden" else "trail.owner_phase"
        yield broken(variant, rule, barring.cards, build=barring.item)
    values = values_of(position)
    for card in play.hand:
        equals = equal_loose(position, any_use(card, values), values)
        if options.capture_duty == "loose_equal" and equals:
            yield broken(
                variant, "trail.equal", [card, *equals], card=card, equals=cards_text(equals)
            )
        must = options.capture_duty == "any" or options.is_insisted
        if must and can_take(card, position, values):
            yield broken(variant, "trail.must_capture", [card], card=card)
        elif options.capture_duty == "any_in_hand":
            able = [c for c in position.hand if can_take(c, position, values)]
            if able:
                shown = cards_text(able)
                yield broken(
                    variant, "trail.hand_can_capture", [card, *able], card=card, able=shown
                )


def nothing_else(position: Position) -> bool:
    """Return True if the mover, barred from trailing, can do nothing else (ruling R3)."""
    owned = frozenset(build.value for build in position.own_builds())
    if shared_out(position.hand, owned, values_of(position)):
        return False
    return not can_capture(position) and not can_build(position)


# Guards


def _guard_faults(position: Position, play: Play) -> Iterator[Violation]:
    """Judge the duty to keep cards for the own builds that stood before (rulings R1, R3)."""
    left = position.builds_left(play.items)
    standing = [build for build in left if build.owner == position.turn]
    if not standing or (isinstance(play, TrailPlay) and nothing_else_applies(position)):
        return
    values = values_of(position)
    wanted = frozenset(build.value for build in standing)
    rest = remaining_hand(position, play.hand)
    owned = frozenset(build.value for build in position.own_builds())
    is_build = isinstance(play, BuildPlay)

    def kept(made: Values) -> bool:
        return guards_kept(position.hand, rest, owned, wanted, values, made=made, is_build=is_build)

    if not kept(NO_VALUES):
        # Those that no card is left for; all of them where one card cannot answer for several.
        lost = {
            value
            for value in wanted
            if not shared_out(rest, frozenset({value}), values)
            and shared_out(position.hand, frozenset({value}), values)
        }
        yield _unguarded(position, "guard.keep", standing, lost or wanted)
        return
    if not isinstance(play, BuildPlay) or play.seat not in (None, position.turn):
        return
    if augmented_opponent(position, play) is not None:
        return
    made = frozenset({play.value})
    if shared_out(rest, made, values) and not kept(made):
        yield _unguarded(position, "guard.shared", standing, wanted, value=play.value)


def _unguarded(
    position: Position,
    rule: str,
    standing: list[Build],
    values: Collection[int],
    **params: object,
) -> Violation:
    cards = [card for build in standing if build.value in values for card in build.cards]
    listed = " and ".join(map(str, sorted(values)))
    return broken(position.variant, rule, cards, values=listed, **params)


def nothing_else_applies(position: Position) -> bool:
    """Return True if rule turn.nothing_else lets the mover trail here."""
    return barring_build(position) is not None and nothing_else(position)


def remaining_hand(position: Position, played: Iterable[Card]) -> tuple[Card, ...]:
    """Return the known cards of the mover's hand after some are played."""
    rest = list(position.hand)
    for card in played:
        if card in rest:
            rest.remove(card)
    return tuple(rest)

"""Judging builds: starting, increasing and extending, and what the builder must hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.plays import BuildPlay, Group, PileTop, WholeBuild, item_cards
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, CardValues, Values
from casino_tutor.model.violation import Violation
from casino_tutor.rules.catalogue import broken
from casino_tutor.rules.duties import (
    augmented_opponent,
    barring_build,
    build_limit,
    is_new_build_barred,
)
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.groups import (
    build_piece,
    may_extend,
    merge_allowed,
    raise_faults,
    same_value_clash,
    values_of,
)
from casino_tutor.rules.tops import pile_faults


def build_faults(position: Position, play: BuildPlay) -> Iterator[Violation]:
    """Yield the rules of building that a play breaks (guards are judged elsewhere)."""
    variant, options = position.variant, position.variant.options
    if not options.building:
        yield broken(variant, "build.not_in_game")
        return
    yield from _material_faults(position, play)
    yield from _table_only_faults(position, play)
    values = values_of(position)
    courts = _cards_without_number(play, values)
    if courts:
        yield broken(variant, "build.court", courts, card=" and ".join(c.text for c in courts))
    filled = fill_groups(position, play) if play.is_open else play
    if isinstance(filled, BuildPlay):
        yield from _sum_faults(position, filled, values)
        yield from _standing_faults(position, filled)
        for rule, tops in pile_faults(position, filled):
            yield broken(variant, rule, tops, cards=cards_text(tops))
    elif not courts:
        cards = [*play.hand, *(c for item in play.items for c in item_cards(item))]
        yield broken(
            variant,
            "build.no_grouping",
            cards,
            cards=",".join(map(str, [*play.hand, *play.items])),
            total=_or(_totals(cards, values)),
            value=play.value,
        )
    yield from _capturing_faults(position, play, values, bool(courts))


def _or(numbers: Values) -> str:
    return " or ".join(map(str, sorted(numbers))) or "no number"


def _totals(cards: list[Card], values: CardValues) -> Values:
    return frozenset(map(sum, product(*(values.on_table.get(c, NO_VALUES) for c in cards))))


def _material_faults(position: Position, play: BuildPlay) -> Iterator[Violation]:
    variant = position.variant
    if not play.items:
        card = cards_text(play.hand) or "nothing"
        yield broken(variant, "build.table_card", play.hand, card=card)
    elif not play.hand and len(play.items) == 1:
        cards = item_cards(play.items[0])
        yield broken(variant, "build.two_parts", cards, item=play.items[0])


def _table_only_faults(position: Position, play: BuildPlay) -> Iterator[Violation]:
    variant, rule = position.variant, position.variant.options.table_only_builds
    if play.hand:
        return
    cards = [card for item in play.items for card in item_cards(item)]
    if rule == "no":
        shown = "+".join(map(str, play.items))
        yield broken(variant, "build.hand_card", cards, cards=shown)
    elif rule == "with_trail" and position.laid is None:
        yield broken(variant, "turn.with_trail", cards, play=play)
    if rule == "with_trail" and position.laid is not None and position.laid in play.items:
        yield broken(variant, "turn.trailed_card", [position.laid], card=position.laid)


def _cards_without_number(play: BuildPlay, values: CardValues) -> list[Card]:
    lying = [item for item in play.items if not isinstance(item, WholeBuild)]
    cards = [*play.hand, *(item.card if isinstance(item, PileTop) else item for item in lying)]
    return [card for card in cards if not values.on_table.get(card, _UNKNOWN)]


#: A card that is in no pack of this variant is somebody else's fault to name.
_UNKNOWN = frozenset({0})


def _sum_faults(position: Position, play: BuildPlay, values: CardValues) -> Iterator[Violation]:
    """Judge what each group totals."""
    if len(play.hand) == 1 and play.items:
        yield from _hand_group_faults(position, play, values)
    for group in play.groups:
        pieces = [build_piece(item, position, values) for item in group]
        if any(isinstance(p.item, WholeBuild) and not p.alone for p in pieces):
            continue
        sums = pieces[0].alone if len(group) == 1 else _group_sums(position, group, values)
        if sums and play.value not in sums:
            yield _wrong_total(position, play, group, sums)


def _hand_group_faults(
    position: Position, play: BuildPlay, values: CardValues
) -> Iterator[Violation]:
    card = play.hand[0]
    alone = values.in_build.get(card, NO_VALUES)
    if not play.joined:
        if alone and play.value not in alone:
            yield _wrong_total(position, play, (card,), alone)
        return
    if any(isinstance(i, WholeBuild) and position.find_build(i) is None for i in play.joined):
        return
    joined = _group_sums(position, play.joined, values)
    sums = frozenset(j + n for j in joined for n in values.on_table.get(card, NO_VALUES))
    if sums and play.value not in sums:
        yield _wrong_total(position, play, (card, *play.joined), sums)


def _group_sums(position: Position, group: Group, values: CardValues) -> Values:
    """Return what a group adds up to; a build counts its value, allowed or not."""
    each = []
    for item in group:
        piece = build_piece(item, position, values)
        each.append(piece.alone if isinstance(item, WholeBuild) else piece.sums)
    return frozenset(map(sum, product(*each)))


def _wrong_total(position: Position, play: BuildPlay, group: Group, sums: Values) -> Violation:
    return broken(
        position.variant,
        "build.group_total",
        [card for item in group for card in item_cards(item)],
        group="+".join(map(str, group)),
        total=_or(sums),
        value=play.value,
    )


def _builds_in(position: Position, items: Group) -> list[Build]:
    found = (position.find_build(item) for item in items if isinstance(item, WholeBuild))
    return [build for build in found if build is not None]


def _standing_faults(position: Position, play: BuildPlay) -> Iterator[Violation]:
    """Judge what the play does to the builds that stand on the table."""
    variant, options = position.variant, position.variant.options
    raised = _builds_in(position, play.joined)
    extended = [b for group in play.groups if len(group) == 1 for b in _builds_in(position, group)]
    as_cards = [b for group in play.groups if len(group) > 1 for b in _builds_in(position, group)]
    for build in [*raised, *as_cards]:
        for fault in raise_faults(position, build):
            yield broken(variant, fault, build.cards, build=build.item, value=build.value)
    for build in extended:
        rule = may_extend(position, build, with_hand=bool(play.hand))
        if rule is not None:
            yield broken(variant, rule, build.cards, build=build.item)
    if not options.single_build_as_card:
        yield from _as_card_faults(position, play, raised)
        absorbed = [item for group in play.groups for item in group]
        if options.same_value_builds == "merge":
            # A build of the own side that has the new number has to be joined.
            absorbed = [item for item in absorbed if not isinstance(item, WholeBuild)]
        if raised and absorbed and not options.raise_and_absorb:
            yield broken(
                variant,
                "build.raise_absorb",
                [card for item in absorbed for card in item_cards(item)],
                cards=",".join(map(str, absorbed)),
                build=raised[0].item,
            )
    # Two builds in one group with the hand card are a fault already named.
    merged = extended if options.single_build_as_card else [*raised[:1], *extended]
    if not merge_allowed(position, merged):
        yield broken(
            variant,
            "build.merge",
            [card for build in merged for card in build.cards],
            builds=" and ".join(str(build.item) for build in merged),
        )
    yield from _place_faults(position, play, [*raised, *extended, *as_cards])


def _as_card_faults(
    position: Position, play: BuildPlay, raised: list[Build]
) -> Iterator[Violation]:
    """Judge builds in a sum, where a build is not a card."""
    variant = position.variant
    for group in play.groups:
        for build in _builds_in(position, group) if len(group) > 1 else ():
            others = [item for item in group if item != build.item]
            yield broken(
                variant,
                "build.as_card",
                build.cards,
                build=build.item,
                cards="+".join(map(str, others)),
            )
    if len(raised) > 1:
        yield broken(
            variant,
            "build.as_card",
            raised[0].cards,
            build=raised[0].item,
            cards="+".join(str(build.item) for build in raised[1:]),
        )
    loose = [item for item in play.joined if not isinstance(item, WholeBuild)]
    if raised and loose and not variant.options.raise_with_loose:
        yield broken(
            variant,
            "build.raise_loose",
            [card for item in loose for card in item_cards(item)],
            cards="+".join(map(str, loose)),
            build=raised[0].item,
        )


def _place_faults(position: Position, play: BuildPlay, used: list[Build]) -> Iterator[Violation]:
    """Judge whether there may be one more build of this value, and of this owner."""
    variant = position.variant
    owner = play.seat or position.turn or 0
    barring = barring_build(position)
    if barring is not None and is_new_build_barred(position, used):
        yield broken(variant, "build.owner_new", barring.cards, build=barring.item)
    if augmented_opponent(position, play) is not None:
        # It stays the opponent's until it is taken.
        return
    clash = same_value_clash(position, play.value, used, owner)
    if clash is not None:
        yield broken(variant, "build.same_value", clash.cards, value=play.value, build=clash.item)
    left = sum(1 for b in position.builds if b.owner == owner and b not in used)
    limit = build_limit(position)
    if limit and left + 1 > limit:
        is_own_limit = limit == variant.options.builds_per_player
        rule = "build.limit" if is_own_limit else "build.limit_phase"
        yield broken(variant, rule, seat=owner, count=left + 1, limit=limit)


def _capturing_faults(
    position: Position, play: BuildPlay, values: CardValues, has_court: bool
) -> Iterator[Violation]:
    """Judge whether the builder, or the partner it is for, can take the build later."""
    variant, rule = position.variant, position.variant.options.build_for_partner
    if not any(play.value in held for held in values.in_hand.values()):
        # Where a court card is counted into a build, a value beyond the pack only follows.
        if not has_court:
            yield broken(variant, "build.no_such_value", value=play.value)
    elif play.seat is None or play.seat == position.turn:
        if augmented_opponent(position, play) is not None:
            # Whether the mover can take it is asked of the whole turn.
            return
        rest = list(position.hand)
        for card in play.hand:
            if card in rest:
                rest.remove(card)
        if not any(play.value in values.in_hand.get(card, NO_VALUES) for card in rest):
            yield broken(variant, "build.capturing_card", play.hand, value=play.value)
    elif not position.are_partners(position.turn or 0, play.seat):
        yield broken(variant, "build.not_partner", seat=play.seat)
    elif rule == "no":
        yield broken(variant, "build.for_partner", seat=play.seat, value=play.value)
    elif rule == "provable" and not _is_proved(position, play):
        yield broken(variant, "build.unproved", seat=play.seat, value=play.value)


def _is_proved(position: Position, play: BuildPlay) -> bool:
    """Return True for a public proof, or where the partner's own build only grows."""
    if (play.seat, play.value) in position.proved:
        return True
    extended = [b for group in play.groups if len(group) == 1 for b in _builds_in(position, group)]
    return any(build.owner == play.seat for build in extended)

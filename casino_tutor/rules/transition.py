"""What a play does to a position. Nothing changes in place: each play makes a new position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Item,
    PileTop,
    Play,
    Sets,
    TrailPlay,
    WholeBuild,
    item_cards,
)
from casino_tutor.model.position import Build, Hand, Pile, Position
from casino_tutor.model.values import NO_VALUES, card_values
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.scoring import are_sweeps_recorded


def after_unchecked(position: Position, play: Play, *, more: bool = False) -> Position:
    """Return the position after a play WITHOUT asking whether it is legal.

    Use `casino_tutor.rules.judge.after` unless the play comes from `legal_plays`. Cards that are
    not where the play says are passed over.

    Parameters
    ----------
    position : Position
        The position before.
    play : Play
        One action.
    more : bool
        True if the same turn goes on after this action.

    Returns
    -------
    Position
        The position after; the turn has passed unless `more`, or unless the action used no hand
        card and one is still to be played.
    """
    mover = position.turn
    if mover is None:
        return position
    play = fill_groups(position, play) or play
    changed = _end_proofs(_remove_hand(position, play.hand, mover), play.hand, mover)
    if isinstance(play, TrailPlay):
        changed = replace(changed, loose=(*changed.loose, *play.hand))
    elif isinstance(play, CapturePlay):
        changed = _capture(changed, play, mover)
    elif isinstance(play, BuildPlay):
        changed = _build(changed, play, mover)
    card_to_come = isinstance(play, BuildPlay) and not play.hand and not position.hand_played
    if more or card_to_come:
        played = position.hand_played or bool(play.hand)
        laid = play.hand[0] if isinstance(play, TrailPlay) and play.hand else position.laid
        return replace(changed, hand_played=played, laid=laid)
    return _end_turn(changed, mover, play)


def captured_cards(play: Play) -> tuple[Card, ...]:
    """Return what a capture brings in: the hand cards first, then the table cards."""
    if not isinstance(play, CapturePlay):
        return ()
    return (*play.hand, *(card for item in play.items for card in item_cards(item)))


def empties_table(position: Position, play: Play) -> bool:
    """Return True if the table is empty after the play."""
    left = after_unchecked(position, play)
    return not left.loose and not left.builds


def is_sweep(position: Position, play: Play) -> bool:
    """Return True if the variant records the play as a sweep (ruling R17).

    A recorded sweep may be worth no point; see the option ``sweep_points``.
    """
    lying = len(position.loose) + len(position.builds)
    if not isinstance(play, CapturePlay) or len(play.items) < lying:
        return False
    # Two packs hold equal cards, and each of them has to be taken.
    left = Counter[Item](position.loose)
    left.update(build.item for build in position.builds)
    return not left - Counter(play.items) and are_sweeps_recorded(position)


def _remove_hand(position: Position, played: tuple[Card, ...], mover: int) -> Position:
    hand = position.hands[mover - 1]
    rest = list(hand.cards)
    for card in played:
        if card in rest:
            rest.remove(card)
    hands = list(position.hands)
    hands[mover - 1] = Hand(tuple(rest), hand.unknown)
    return replace(position, hands=tuple(hands))


def _end_proofs(position: Position, played: tuple[Card, ...], mover: int) -> Position:
    """Drop what was proved of a card that may just have been played (rules 4)."""
    if not position.proved:
        return position
    in_hand = card_values(position.variant.options).in_hand
    spent = {value for card in played for value in in_hand.get(card, NO_VALUES)}
    kept = tuple(
        (seat, value) for seat, value in position.proved if seat != mover or value not in spent
    )
    return replace(position, proved=kept)


def _remove_items(position: Position, play: CapturePlay | BuildPlay) -> Position:
    loose, taken = list(position.loose), list(position.taken)
    for item in play.items:
        if isinstance(item, PileTop):
            for i, pile in enumerate(taken):
                if pile.cards and pile.cards[-1] == item.card:
                    taken[i] = Pile(pile.cards[:-1], pile.unknown, pile.sweeps)
        elif not isinstance(item, WholeBuild) and item in loose:
            loose.remove(item)
    builds = position.builds_left(play.items)
    return replace(position, loose=tuple(loose), builds=builds, taken=tuple(taken))


def _capture(position: Position, play: CapturePlay, mover: int) -> Position:
    swept = is_sweep(position, play)
    changed = _remove_items(position, play)
    hand_first = captured_cards(play)
    count = len(play.hand)
    # The capturing card comes to lie on top.
    cards = (*hand_first[count:], *hand_first[:count])
    piles, own = list(changed.taken), changed.pile_of(mover)
    pile = piles[own]
    piles[own] = Pile((*pile.cards, *cards), pile.unknown, pile.sweeps + swept)
    return replace(changed, taken=tuple(piles), last=mover)


def _build(position: Position, play: BuildPlay, mover: int) -> Position:
    owner = play.seat or mover
    # Only a variant that frees the owner after one turn needs to remember the touch.
    fresh = position.variant.options.owner_trail == "next_turn_only"
    build = Build(built_sets(play), play.value, owner, fresh)
    changed = _remove_items(position, play)
    return replace(changed, builds=(*changed.builds, build))


def built_sets(play: BuildPlay) -> Sets:
    """Return the sets of the build that a play leaves on the table."""
    sets: list[tuple[Card, ...]] = []
    joined = tuple(card for item in play.joined for card in item_cards(item))
    if play.hand:
        sets.append((*play.hand, *joined))
    for group in play.groups:
        if len(group) == 1 and isinstance(group[0], WholeBuild):
            sets.extend(group[0].sets)
        else:
            sets.append(tuple(card for item in group for card in item_cards(item)))
    return tuple(sets)


def _end_turn(position: Position, mover: int, play: Play) -> Position:
    """Pass the turn: to the next seat with cards, to the next deal, or to the end."""
    touched = built_sets(play) if isinstance(play, BuildPlay) else None
    builds = tuple(
        replace(build, fresh=False)
        if build.fresh and build.owner == mover and not _is_touched(build, touched)
        else build
        for build in position.builds
    )
    changed = replace(position, builds=builds, hand_played=False, laid=None)
    seats = position.seats
    order = [(mover + step - 1) % seats + 1 for step in range(1, seats + 1)]
    for seat in order:
        if len(changed.hands[seat - 1]):
            return replace(changed, turn=seat)
    # Every hand is empty: the eldest hand leads the next deal, or the round is over.
    return replace(changed, turn=1 if changed.stock.count else None)


def _is_touched(build: Build, sets: Sets | None) -> bool:
    return sets is not None and build.sets == Build(sets, build.value).sets

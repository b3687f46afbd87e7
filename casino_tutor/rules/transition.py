"""What a play does to a position. Nothing changes in place: each play makes a new position."""

from __future__ import annotations

from dataclasses import replace

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    PileTop,
    Play,
    Sets,
    TrailPlay,
    WholeBuild,
    item_cards,
)
from casino_tutor.model.position import Build, Hand, Pile, Position
from casino_tutor.model.values import NO_VALUES, card_values
from casino_tutor.rules.duties import augmented_opponent, due_build
from casino_tutor.rules.grouping import fill_groups
from casino_tutor.rules.scoring import sweeps_made


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
        changed = _capture(changed, play, mover, sweeps_made(position, play))
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
    return sweeps_made(position, play) > 0


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
    loose = list(position.loose)
    for item in play.items:
        if isinstance(item, Card) and item in loose:
            loose.remove(item)
    builds = position.builds_left(play.items)
    taken = _without_tops(position, play)
    return replace(position, loose=tuple(loose), builds=builds, taken=taken)


def _without_tops(position: Position, play: CapturePlay | BuildPlay) -> tuple[Pile, ...]:
    """Return the capture piles without the cards that a play takes off them."""
    off = [item.card for item in play.items if isinstance(item, PileTop)]
    own = position.pile_of(position.turn or 1)
    taken = list(position.taken)
    for i, pile in enumerate(taken):
        cards = list(pile.cards)
        while i != own and cards and cards[-1] in off:
            off.remove(cards.pop())
        taken[i] = replace(pile, cards=tuple(cards))
    return tuple(taken)


def _capture(position: Position, play: CapturePlay, mover: int, swept: int) -> Position:
    changed = _remove_items(position, play)
    cards = _laid_down(play, position.variant.options.pile_order)
    piles, own = list(changed.taken), changed.pile_of(mover)
    pile = piles[own]
    piles[own] = Pile((*pile.cards, *cards), pile.unknown, pile.sweeps + swept)
    return replace(changed, taken=tuple(piles), last=mover)


def _laid_down(play: CapturePlay, rule: str) -> tuple[Card, ...]:
    """Return the cards of a capture from bottom to top, as the variant lays them down."""
    taken = tuple(card for item in play.items for card in item_cards(item))
    # In canonical order the lowest comes last, so on top; equal ranks by suit (ruling R10).
    if rule == "lowest_top":
        return tuple(sorted((*taken, *play.hand)))
    if rule == "lowest_top_under_capturing_card":
        return (*sorted(taken), *play.hand)
    return (*taken, *play.hand)


def _build(position: Position, play: BuildPlay, mover: int) -> Position:
    augmented = augmented_opponent(position, play)
    # An opponent's build stays theirs until it is taken, later in this turn.
    owner = play.seat or mover if augmented is None else augmented.owner
    # Only a variant that frees the owner after one turn needs to remember the touch.
    fresh = position.variant.options.owner_trail == "next_turn_only"
    build = Build(built_sets(play), play.value, owner, fresh)
    changed = _remove_items(position, play)
    due = due_build(position)
    if augmented is not None or (due is not None and due.item in play.items):
        changed = replace(changed, due=build.sets)
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
    changed = replace(position, builds=builds, hand_played=False, laid=None, due=())
    seats = position.seats
    again = _moves_again(position, play)
    order = [(mover + step - 1) % seats + 1 for step in range(0 if again else 1, seats + 1)]
    for seat in order:
        if len(changed.hands[seat - 1]):
            return replace(changed, turn=seat)
    # Every hand is empty: the eldest hand leads the next deal, or the round is over.
    return replace(changed, turn=1 if changed.stock.count else None)


def _moves_again(position: Position, play: Play) -> bool:
    """Return True if the card just laid lies alone and its player moves again for it."""
    lies_alone = len(position.loose) == 1 and not position.builds
    again = position.variant.options.empty_table_trail == "again"
    return again and isinstance(play, TrailPlay) and bool(play.hand) and lies_alone


def _is_touched(build: Build, sets: Sets | None) -> bool:
    return sets is not None and build.sets == Build(sets, build.value).sets

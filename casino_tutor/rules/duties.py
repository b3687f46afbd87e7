"""Duties that hang on more than one play: builds that are due, sweeps that must be made, phases.

Like `casino_tutor.rules.groups` these are predicates that judging and generating share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import BuildPlay, Item, WholeBuild, sorted_sets
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import Values
from casino_tutor.rules.grouping import Partition, first_partition
from casino_tutor.rules.groups import (
    capture_piece,
    capture_uses,
    courts_at_once,
    guards_kept,
    lying_items,
    values_of,
)
from casino_tutor.rules.scoring import are_sweeps_recorded

# --- the parts of a round ------------------------------------------------------------------------


def owner_trail_rule(position: Position) -> str:
    """Return whether owners may trail here: ``forbidden``, ``next_turn_only`` or ``allowed``.

    With two players an option may make the first deals stricter, or the last one freer.
    """
    options = position.variant.options
    if position.seats == 2:
        in_last_deal = position.stock.count == 0
        if options.two_player_phases == "strict_first" and not in_last_deal:
            return "forbidden"
        if options.two_player_phases == "free_last" and in_last_deal:
            return "allowed"
    return options.owner_trail


def build_limit(position: Position) -> int:
    """Return how many builds one player may own here; 0 means that there is no limit."""
    options = position.variant.options
    strict = options.two_player_phases == "strict_first" and position.seats == 2
    if strict and position.stock.count:
        return 1
    return options.builds_per_player


def barring_build(position: Position) -> Build | None:
    """Return a build whose owner, the mover, may not trail because of it; or None."""
    rule = owner_trail_rule(position)
    if rule == "allowed":
        return None
    own = (b for b in position.own_builds() if b.fresh or rule == "forbidden")
    return next(own, None)


def is_new_build_barred(position: Position, used: Sequence[Build]) -> bool:
    """Return True if the mover, as the owner of a build, has to add to one of their own.

    Parameters
    ----------
    used : sequence of Build
        The standing builds that the play uses.
    """
    if position.variant.options.owner_builds == "any" or barring_build(position) is None:
        return False
    return not any(build.owner == position.turn for build in used)


# --- builds that are taken in the turn in which something is added -------------------------------


def augmented_opponent(position: Position, play: BuildPlay) -> Build | None:
    """Return the opponent's build that a play without a hand card adds to, or None."""
    if play.hand or position.variant.options.augment_opponents == "no":
        return None
    mover = position.turn or 0
    for group in play.groups:
        for item in group if len(group) == 1 else ():
            build = position.find_build(item) if isinstance(item, WholeBuild) else None
            if build is None or build.owner in (None, mover):
                continue
            if not position.are_partners(mover, build.owner or 0):
                return build
    return None


def due_build(position: Position) -> Build | None:
    """Return the build that the mover still has to take in this turn, or None."""
    if not position.due:
        return None
    return position.find_build(WholeBuild(sorted_sets(position.due)))


def can_take_due(position: Position) -> bool:
    """Return True if a card of the hand can take the due build and leaves no guard lacking.

    Own builds that the same card may take go with it, so that they need no guard.
    """
    due = due_build(position)
    if due is None or position.hand_played:
        return False
    values = values_of(position)
    own = [build for build in position.own_builds() if build != due]
    owned = frozenset(build.value for build in own)
    for card in dict.fromkeys(position.hand):
        rest = list(position.hand)
        rest.remove(card)
        for use in capture_uses((card,), values):
            standing = owned - use
            if due.value in use and guards_kept(position.hand, rest, owned, standing, values):
                return True
    return False


def is_due_now(position: Position) -> bool:
    """Return True if the next card from the hand has to take a build.

    A position that somebody typed may name a build that nobody could take; it binds nobody.
    """
    return due_build(position) is not None and can_take_due(position)


def takes_due(position: Position, items: Sequence[Item]) -> bool:
    """Return True if what a capture takes includes the due build."""
    due = due_build(position)
    return due is not None and due.item in items


# --- sweeps that must be made --------------------------------------------------------------------


def sweeps(position: Position) -> Iterator[tuple[tuple[Card, ...], Values, Partition]]:
    """Yield the ways to take everything on the table: hand cards, their use, the groups.

    The groups are numbers of `lying_items`.
    """
    items, values, options = lying_items(position), values_of(position), position.variant.options
    if not items:
        return
    pieces = [capture_piece(item, position, values) for item in items]
    most = len(position.hand) if options.hand_cards == "many" else 1
    seen = set()
    for size in range(1, most + 1):
        for hand in combinations(position.hand, size):
            if hand in seen:
                continue
            seen.add(hand)
            for use in capture_uses(hand, values):
                if size > 1 and 0 < options.hand_total_limit < min(use):
                    continue
                partition = first_partition(pieces, use)
                if partition is None:
                    continue
                if min(use) < 0 and courts_at_once(len(items), options) < len(items):
                    continue
                yield hand, use, partition


def is_sweep_forced(position: Position) -> bool:
    """Return True if a sweep can be made and therefore must be."""
    if not position.variant.options.forced_sweep or position.hand_played:
        return False
    return are_sweeps_recorded(position) and next(sweeps(position), None) is not None

"""The whole answer to an attempted play: legal or not, why, what it does, what to point out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.errors import IllegalPlayError
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Play,
    TrailPlay,
    Turn,
    groups_text,
    item_cards,
    turn_text,
)
from casino_tutor.model.position import Position
from casino_tutor.model.violation import Notice, Violation
from casino_tutor.rules.catalogue import notice
from casino_tutor.rules.grouping import fill_groups, fillings, first_partition
from casino_tutor.rules.groups import (
    capture_piece,
    capture_uses,
    courts_at_once,
    groups_left,
    lying_items,
    values_of,
)
from casino_tutor.rules.legality import (
    Attempt,
    as_turn,
    is_legal,
    nothing_else_applies,
    play_calls,
    violations,
)
from casino_tutor.rules.loading import loads_left
from casino_tutor.rules.transition import (
    after_unchecked,
    captured_cards,
    empties_table,
    is_sweep,
)
from casino_tutor.rules.worth import orange_pair


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What there is to say about one attempted play or turn.

    Attributes
    ----------
    turn : tuple of Play
        What was attempted, its groupings filled in where they were left open and exist.
    violations : tuple of Violation
        Every broken rule; empty if it is legal.
    notices : tuple of Notice
        What can be pointed out about a legal one.
    after : Position or None
        The position after it, if it is legal.
    captured : tuple of Card
        What it captures: hand cards first.
    emptied, sweep : bool
        Whether the table is empty afterwards, and whether the variant records a sweep.
    """

    turn: Turn
    violations: tuple[Violation, ...]
    notices: tuple[Notice, ...] = ()
    after: Position | None = None
    captured: tuple[Card, ...] = ()
    emptied: bool = False
    sweep: bool = False

    @property
    def is_legal(self) -> bool:
        """True if no rule is broken."""
        return not self.violations

    def __repr__(self) -> str:
        reasons = "".join(f" {one.sentence}" for one in self.violations)
        return f"<{'legal' if self.is_legal else 'illegal'}: {self.text}{reasons}>"

    @property
    def text(self) -> str:
        """The turn in canonical notation."""
        return turn_text(self.turn)


def judge(position: Position, attempt: Attempt) -> Verdict:
    """Judge an attempted play or turn and, if it is legal, play it.

    Parameters
    ----------
    position : Position
        The position before.
    attempt : Play, tuple of Play, or str
        What is tried.

    Returns
    -------
    Verdict

    Raises
    ------
    NotationError, AmbiguousPlayError
        If a text cannot be read.
    """
    turn = as_turn(attempt)
    found = violations(position, turn)
    if found:
        return Verdict(_filled_as_far_as_possible(position, turn), found)
    notices: list[Notice] = []
    filled: list[Play] = []
    captured: list[Card] = []
    emptied = sweep = False
    before = position
    for number, play in enumerate(turn):
        done = _filled(position, play)
        notices.extend(_notices(position, done))
        captured.extend(captured_cards(done))
        emptied = empties_table(position, done)
        sweep = sweep or is_sweep(position, done)
        position = after_unchecked(position, done, more=number + 1 < len(turn))
        filled.append(done)
    notices.extend(_left_to_load(before, position, filled))
    return Verdict(tuple(filled), (), tuple(notices), position, tuple(captured), emptied, sweep)


def _filled(position: Position, play: Play) -> Play:
    """State the grouping of a legal play, if it was left open."""
    if not play.is_open:
        return play
    return next((way for way in fillings(position, play) if is_legal(position, way)), play)


def _filled_as_far_as_possible(position: Position, turn: Turn) -> Turn:
    """State the groupings of the first action; later ones depend on it and are left as written."""
    return (fill_groups(position, turn[0]) or turn[0], *turn[1:])


def after(position: Position, attempt: Attempt) -> Position:
    """Return the position after a legal play or turn.

    Raises
    ------
    IllegalPlayError
        If it breaks a rule; carries every broken rule.
    NotationError, AmbiguousPlayError
        If a text cannot be read.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> str(after(parse_position("8D,6C,2D 8S,KD"), "8Sx8D"))
    '6C,2D KD/?2 2 45 8D,8S/- 1'
    """
    verdict = judge(position, attempt)
    if verdict.after is None:
        raise IllegalPlayError(verdict.text, verdict.violations)
    return verdict.after


def notices(position: Position, attempt: Attempt) -> tuple[Notice, ...]:
    """Return what can be pointed out about a legal play: cards left, insistence, an orange."""
    return judge(position, attempt).notices


def _notices(position: Position, play: Play) -> Iterator[Notice]:
    if isinstance(play, CapturePlay):
        yield from _left_by_capture(position, play)
        yield from _orange(position, play)
        return
    if "orange" in play_calls(play):
        yield notice("notice.false_orange", play.hand)
    if isinstance(play, TrailPlay) and play.hand:
        yield from _left_by_trail(position, play)
    elif isinstance(play, BuildPlay):
        left = after_unchecked(position, play)
        open_to_sweep = not left.loose and len(left.builds) == 1 and not left.due
        if open_to_sweep and position.variant.options.sweep_recorded:
            build = left.builds[0]
            yield notice("notice.build_open", build.cards, build=build.item, value=build.value)


def _left_by_capture(position: Position, play: CapturePlay) -> Iterator[Notice]:
    values = values_of(position)
    remaining = list(lying_items(position))
    for item in play.items:
        if item in remaining:
            remaining.remove(item)
    pieces = [capture_piece(item, position, values) for item in remaining]
    taken = [capture_piece(item, position, values) for item in play.items]
    for use in capture_uses(play.hand, values):
        if first_partition(taken, use) is None:
            # The card was used as something else.
            continue
        groups = groups_left(pieces, use)
        could = len(taken) + sum(1 for piece in pieces if piece.alone & use)
        more = min(use) > 0 or len(taken) < courts_at_once(could, position.variant.options)
        if groups and more:
            yield _left(position, "notice.cards_left", play.hand, groups)
            return


def _left_by_trail(position: Position, play: TrailPlay) -> Iterator[Notice]:
    if nothing_else_applies(position):
        yield notice("notice.nothing_else", play.hand)
        return
    values = values_of(position)
    pieces = [capture_piece(item, position, values) for item in lying_items(position)]
    # Of a card that may be used in several ways, the way in which it could take most.
    ways = [groups_left(pieces, use) for use in capture_uses(play.hand, values)]
    groups = max(ways, key=lambda way: sum(map(len, way)), default=())
    if groups:
        yield _left(position, "notice.could_capture", play.hand, groups)


def _left_to_load(before: Position, after: Position, turn: list[Play]) -> Iterator[Notice]:
    """Point out what an opponent may insist on adding to a build of the mover's side."""
    ends = before.hand_played or any(play.hand for play in turn)
    if before.turn is None or not ends or before.variant.options.is_insisted:
        return
    for build, groups in loads_left(after, before.turn):
        cards = [card for group in groups for item in group for card in item_cards(item)]
        yield notice("notice.loading", cards, build=build.item, cards=groups_text(groups))


def _left(
    position: Position, rule: str, hand: tuple[Card, ...], groups: tuple[Group, ...]
) -> Notice:
    insist = position.variant.options.capture_duty == "opponent_may_insist"
    if insist and not position.variant.options.is_insisted:
        rule = "notice.insistence"
    cards = [*hand, *(c for group in groups for item in group for c in item_cards(item))]
    return notice(rule, cards, card=cards_text(hand), left=groups_text(groups))


def _orange(position: Position, play: CapturePlay) -> Iterator[Notice]:
    """Point out a red and a yellow table card taken together (cards inside builds count, R14)."""
    if "orange" not in position.variant.options.calls:
        return
    table = [card for item in play.items for card in item_cards(item)]
    pair = orange_pair(table)
    if pair is not None:
        if "orange" not in play.calls:
            yield notice("notice.orange", pair, red=pair[0], yellow=pair[1])
    elif "orange" in play.calls:
        yield notice("notice.false_orange", table)

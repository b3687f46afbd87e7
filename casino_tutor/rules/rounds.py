"""A round from the first deal to the last card: whose turn, events, residue, what it scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casino_tutor.model.plays import BuildPlay, CapturePlay, Play, item_cards
from casino_tutor.model.position import NOBODY, UNKNOWN, Hand, Pile, Position, Stock
from casino_tutor.model.values import NO_VALUES, card_values
from casino_tutor.rules.dealing import deal_on, draw_up, is_deal_due, is_untouched
from casino_tutor.rules.judge import Verdict, judge
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.restrictions import sweeps_score
from casino_tutor.rules.scoring import (
    ItemPoints,
    carried_over,
    immediate_points,
    scored_items,
    side_points,
    tally,
)
from casino_tutor.rules.worth import is_twin, orange_count, scores_when_made, sweep_points


class RoundError(ValueError):
    """Something that cannot happen in this round, such as a call that the game does not know."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a finished round scores.

    Attributes
    ----------
    items : tuple of ItemPoints
        Item by item, in counting order.
    points : tuple of int
        The sum for each side, before any restriction near the target.
    carry : tuple of (name, points)
        Points of tied items that wait for the next round.
    """

    items: tuple[ItemPoints, ...]
    points: tuple[int, ...]
    carry: tuple[tuple[str, int], ...]


def is_over(position: Position) -> bool:
    """Return True if every card of the round has been played."""
    return position.turn is None


def play_on(position: Position, attempt: Attempt) -> tuple[Position, Verdict]:
    """Play a turn, if it is legal, with everything that follows of itself.

    Points made during play and what it proves are noted, cards are drawn or the next deal is dealt
    where the stock is known, and at the end of the round the residue goes to the last capturer.

    Parameters
    ----------
    position : Position
        The position before.
    attempt : Play, tuple of Play, or str
        What is tried.

    Returns
    -------
    tuple of Position and Verdict
        The position after (the same position if the attempt is illegal), and the verdict.

    Raises
    ------
    NotationError, AmbiguousPlayError
        If a text cannot be read.
    """
    verdict = judge(position, attempt)
    if verdict.after is None:
        return position, verdict
    played = any(play.hand for play in verdict.turn)
    after = noted(position, verdict) or position
    return settle(after, position.turn if played else None), verdict


def noted(before: Position, verdict: Verdict) -> Position | None:
    """Return the table after a turn, with the points that it scored at once and what it proves.

    Parameters
    ----------
    before : Position
        The table before the turn.
    verdict : Verdict
        What `casino_tutor.rules.judge.judge` said of it there.

    Returns
    -------
    Position or None
        None for a turn that is illegal.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("8D 8S/3C 1 40 -/- 2; variant krypkasino")
    >>> print(noted(table, judge(table, "8Sx8D")))
    - -/3C 2 40 8D,8S*1/- 1; variant krypkasino; points 5/-5
    """
    if verdict.after is None:
        return None
    after = replace(verdict.after, pending=())
    for play in verdict.turn:
        after = _note_events(before, after, play)
        after = _note_proof(before, after, play)
    return after


def gained(before: Position, after: Position) -> tuple[int, ...]:
    """Return what each side has made for certain between two tables of a round.

    Cards that score of their own, sweeps, and what is scored when it is made; the majorities are
    decided later.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("TD,KC TS/3C 1 40 -/- 2; variant royal_english")
    >>> gained(table, play_on(table, "TSxTD")[0])
    (2, 0)
    """
    rules = before.variant.options
    old, new = (immediate_points(tally(one), rules) for one in (before, after))
    return tuple(now - then for then, now in zip(old, new, strict=True))


def settle(position: Position, seat: int | None = None) -> Position:
    """Return the position with what follows a turn of itself.

    The seat that played draws where cards are drawn after each play; the next deal is dealt where
    one is due and the stock known; at the end of the round the residue is given out.

    Parameters
    ----------
    position : Position
        The table after a turn.
    seat : int, optional
        Who has played a hand card.
    """
    if seat is not None:
        position = draw_up(position, seat)
    if is_over(position):
        return give_residue(position)
    if not is_deal_due(position):
        return position
    # Whatever was proved of a hand, that hand has been played.
    position = replace(_courts_aside(position), proved=())
    return position if position.stock.order is None else deal_on(position)


def _courts_aside(position: Position) -> Position:
    """Set loose court cards aside at the end of a deal, where the variant does so (rules 10.3)."""
    if not position.variant.options.courts_aside:
        return position
    courts = tuple(card for card in position.loose if card.is_court)
    loose = tuple(card for card in position.loose if not card.is_court)
    return replace(position, loose=loose, aside=(*position.aside, *courts))


def give_residue(position: Position) -> Position:
    """Give the cards left on the table, and those set aside, to the last capturer; it is no sweep.

    Where nobody captured at all they stay where they are (rules 12, A-17).
    """
    if position.last in (NOBODY, UNKNOWN):
        return position
    in_builds = (card for build in position.builds for card in build.cards)
    left = (*in_builds, *position.loose, *position.aside)
    piles = list(position.taken)
    own = position.pile_of(position.last)
    pile = piles[own]
    piles[own] = Pile((*pile.cards, *left), pile.unknown, pile.sweeps)
    return replace(position, builds=(), loose=(), aside=(), taken=tuple(piles))


def score_round(position: Position) -> RoundScore:
    """Return what the sides have scored in a round whose residue has been given out.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> end = parse_position("- -/- - 0 AS,TD,2S/AH 1")
    >>> score_round(end).points
    (8, 1)
    """
    found = tally(position)
    options = position.variant.options
    items = scored_items(found, options)
    return RoundScore(items, side_points(items, found.sides), carried_over(found, options))


def _note_events(before: Position, after: Position, play: Play) -> Position:
    """Note the points that are scored when they are made: some sweeps, oranges."""
    options = before.variant.options
    if not isinstance(play, CapturePlay) or before.turn is None:
        return after
    table = [card for item in play.items for card in item_cards(item)]
    side = before.side_of(before.turn)
    if scores_when_made(options) and sweeps_score(options, before.score, side):
        points = sweep_points(len(table), options, twin=is_twin(play.hand, table))
        after = _note_sweep(before, after, points * _sweeps_between(before, after))
    made = orange_count(play.hand, table, options)
    if "orange" in play.calls:
        points = made * options.orange_points if made else options.false_call_points
        after = _add_points(after, side, points)
    else:
        # Another seat may call what was made until the next play.
        after = replace(after, pending=(("orange", before.turn),) * made)
    return after


def _sweeps_between(before: Position, after: Position) -> int:
    old, new = (sum(pile.sweeps for pile in one.taken) for one in (before, after))
    return new - old


def _note_sweep(before: Position, after: Position, points: int) -> Position:
    """Score a sweep, and the opposite for whoever played before and left it open (rules 10.3)."""
    if before.turn is None or not points:
        return after
    after = _add_points(after, before.side_of(before.turn), points)
    if not before.variant.options.sweep_setter_loses or is_untouched(before):
        return after
    previous = (before.turn - 2) % before.seats + 1
    return _add_points(after, before.side_of(previous), -points)


def _note_proof(before: Position, after: Position, play: Play) -> Position:
    """Note what a play proves, where builds may rest on a proof.

    Whoever makes a build for themselves shows that they hold a card to take it; the proof stands,
    also when somebody else has the build, until they play a card that could have been it.
    """
    seat, rule = before.turn, before.variant.options.build_for_partner
    if rule != "provable" or seat is None or len(before.sides) == before.seats:
        return after
    values = card_values(before.variant.options)
    shown = {v for card in play.hand for v in values.in_hand.get(card, NO_VALUES)}
    proved = {proof for proof in after.proved if proof[0] != seat or proof[1] not in shown}
    if isinstance(play, BuildPlay) and play.seat in (None, seat):
        proved.add((seat, play.value))
    return replace(after, proved=tuple(sorted(proved)))


def _add_points(position: Position, side: int, points: int) -> Position:
    totals = list(position.points or (0,) * len(position.sides))
    totals[side] += points
    return replace(position, points=tuple(totals))


def call_orange(position: Position, seat: int) -> Position:
    """Return the position after a seat calls an orange that the capturer did not call.

    A right call scores for the caller; a call where none is open is false and costs points
    (rules 7). Who made an orange and calls it too late neither scores nor loses.

    Raises
    ------
    RoundError
        If the variant knows no oranges, or nobody sits at that seat.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("9R,5Y,4G 9B,2B/?2 1; variant tuxedo")
    >>> missed, verdict = play_on(table, "9Bx9R,5Y+4G")
    >>> call_orange(missed, 2).points
    (5, 10)
    """
    options = position.variant.options
    _check_seat(position, seat)
    if "orange" not in options.calls:
        raise RoundError(f"{position.variant.name} knows no oranges")
    side = position.side_of(seat)
    makers = [who for word, who in position.pending if word == "orange"]
    if seat in makers:
        return position
    if not makers:
        return _add_points(position, side, options.false_call_points)
    called = _add_points(position, side, len(makers) * options.orange_points)
    return replace(called, pending=())


def _check_seat(position: Position, seat: int) -> None:
    if not 1 <= seat <= position.seats:
        raise RoundError(f"there is no seat {seat}; {position.seats} seats play")


def seen_from(position: Position, seat: int) -> Position:
    """Return the position as a seat knows it: other hands and the stock's order are hidden.

    What has been captured lay open before everybody, so it stays known; with its own hand and the
    table that is all a seat knows. By option the hands of the last deal lie open as well.

    Parameters
    ----------
    position : Position
        A position, however much of it is known.
    seat : int
        Who looks.

    Raises
    ------
    RoundError
        If nobody sits at that seat.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> str(seen_from(parse_position("8D 7S/KD,QH 1 (9S,9H) -/- -"), 1))
    '8D 7S/?2 1 2 -/- -'
    """
    _check_seat(position, seat)
    shown = position.variant.options.open_last_deal and not position.stock.count
    hands = tuple(
        hand if shown or number == seat else Hand((), len(hand))
        for number, hand in enumerate(position.hands, 1)
    )
    return replace(position, hands=hands, stock=Stock(position.stock.count))

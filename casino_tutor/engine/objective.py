"""What the end of a round is worth: by points, or by who wins the match.

points
    The points of the round of one's own side minus those of the other; where low scores win, the
    other way round.
match
    A match that is won counts `WIN`, one that is lost counts -`WIN`; where it goes on after this
    round, the difference by which the round changes the scores. So winning comes first, and points
    count only where nobody wins. A round in which both meet their item at the same time, or end
    with equal totals at the target, decides nothing and counts its points.
"""

from __future__ import annotations

from dataclasses import replace

from casino_tutor.engine.layout import WIN
from casino_tutor.engine.solution import FAR, EngineError, Objective
from casino_tutor.model.cards import deck_counts
from casino_tutor.model.options import Options
from casino_tutor.model.position import Hand, Pile, Position
from casino_tutor.rules.endgame import conclude, outcome_in_play
from casino_tutor.rules.rounds import score_round
from casino_tutor.rules.scoring import tally
from casino_tutor.rules.worth import certain_points, scores_when_made


def check_objective(position: Position, objective: str) -> None:
    """Refuse an objective that has no meaning in this position.

    Raises
    ------
    EngineError
        If the objective is the match and the scores are not known, or it has ended already.
    """
    if objective != "match":
        return
    if not position.score:
        raise EngineError(
            'who wins the match hangs on the scores; write them into the position, as in "; score '
            '18/15"'
        )
    if match_value(position) is not None:
        raise EngineError(
            "the match is won already by what has been taken: there is nothing to solve"
        )


def match_value(position: Position) -> int | None:
    """Return the value for side 0 if the match ends at this moment of the round, or None."""
    outcome = outcome_in_play(position)
    if outcome is None or outcome.winner is None:
        return None
    return WIN if outcome.winner == 0 else -WIN


def end_value(position: Position, objective: Objective) -> int:
    """Return what the end of a round is worth to side 0.

    Parameters
    ----------
    position : Position
        The end of a round of two sides, the residue given out.
    objective : str
        One of `OBJECTIVES`.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> end = parse_position("- -/- - 0 AS,TD,2S/AH 1; score 15/3; variant royal_dominican")
    >>> end_value(end, "points"), end_value(end, "match")
    (7, 5000)
    """
    options = position.variant.options
    score = score_round(position)
    first, second = score.points
    if objective == "match":
        spades = tally(position).spades
        outcome = conclude(options, position.score, score.items, spades=spades)
        if outcome.winner is not None:
            return WIN if outcome.winner == 0 else -WIN
        first, second = (
            after - before for after, before in zip(outcome.scores, position.score, strict=True)
        )
    return second - first if options.low_wins else first - second


def reach(position: Position, objective: Objective) -> tuple[int, int]:
    """Return what a position is worth to side 0 at least and at most, without looking at any play.

    The points of a round are those if either side took everything that is left, and made the most
    of each card that it still plays. Where points count against whoever takes them by option, that
    says nothing, and the bounds are -`FAR` and `FAR`.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> reach(parse_position("8D 8S/KD 1 0 TD,AS/AH 1; variant casino_pagat"), "points")
    (-1, 6)
    """
    if objective == "match":
        return -WIN, WIN
    if not _only_rewards(position.variant.options):
        return -FAR, FAR
    ends = (end_value(_if_all_fell_to(position, side), objective) for side in range(2))
    least, most = sorted(ends)
    return least, most


def _only_rewards(options: Options) -> bool:
    """Return True if no card and no event costs whoever has it points by itself.

    Where low scores win everything does; it is the same the other way round.
    """
    events = (
        *(options.cards_points, options.spades_points, options.over_spades_points),
        *(options.diamonds_points, options.four_alike_points, options.last_capture_bonus),
        *(options.sweep_points, options.small_sweep_points, options.twin_sweep_points),
        options.orange_points,
    )
    pack = deck_counts(options.deck, options.packs)
    return min(events) >= 0 and min(certain_points(card, options) for card in pack) >= 0


def _if_all_fell_to(position: Position, side: int) -> Position:
    """Return an end of the round that is as good for a side as none can be better."""
    options = position.variant.options
    seat = position.sides[side][0]
    fallen = [*position.loose, *position.aside, *(position.stock.order or ())]
    fallen += [card for build in position.builds for card in build.cards]
    fallen += [card for hand in position.hands for card in hand.cards]
    piles = list(position.taken)
    if options.steal_tops != "none":
        # What has been taken is safe from nobody.
        fallen += [card for pile in piles for card in pile.cards]
        piles = [replace(pile, cards=()) for pile in piles]
    plays = position.stock.count + sum(
        len(position.hands[seat - 1]) for seat in position.sides[side]
    )
    sweeps = plays * options.first_play_sweeps
    each = options.oranges_per_capture * options.orange_points if "orange" in options.calls else 0
    events = plays * each
    if scores_when_made(options):
        # What a sweep costs whoever left it open is a gain as well.
        points = (options.sweep_points, options.small_sweep_points, options.twin_sweep_points)
        events += sweeps * max(points) * (2 if options.sweep_setter_loses else 1)
    own = piles[position.pile_of(seat)]
    piles[position.pile_of(seat)] = Pile((*own.cards, *fallen), own.unknown, own.sweeps + sweeps)
    made = list(position.points or (0, 0))
    made[side] += events
    return replace(
        position,
        loose=(),
        builds=(),
        aside=(),
        hands=(Hand(),) * position.seats,
        turn=None,
        taken=tuple(piles),
        last=seat,
        points=tuple(made),
        due=(),
        laid=None,
    )

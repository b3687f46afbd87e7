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

from casino_tutor.engine.layout import WIN
from casino_tutor.engine.solution import EngineError, Objective
from casino_tutor.model.position import Position
from casino_tutor.rules.endgame import conclude, outcome_in_play
from casino_tutor.rules.rounds import score_round
from casino_tutor.rules.scoring import tally


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
        raise EngineError("the match is won already by what has been taken; nothing is to solve")


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

"""Hints at the card table: first the idea, then the hand card, then the whole play.

What is hinted at is the best play that the engine finds in a moment, from what the learner sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casino_tutor.draw.rows import Naming
from casino_tutor.draw.words import join_words
from casino_tutor.model.plays import BuildPlay, Play, WholeBuild
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import judge
from casino_tutor.tutor.session_events import HintGiven
from casino_tutor.tutor.session_words import ALOUD, BY_SUIT, SeatName, play_words

if TYPE_CHECKING:
    from casino_tutor.engine.advice import Advice

#: How long the engine looks for the best play.
SECONDS: Final = 0.4
#: The idea, the hand card, the whole play.
RUNGS: Final = 3


def find_advice(view: Position, seconds: float = SECONDS) -> Advice:
    """Search for the best play from what a seat sees.

    Raises
    ------
    EngineError
        If there is nothing to search.
    """
    # The engine is loaded when somebody asks for a hint: a table needs less memory without it.
    from casino_tutor.engine.searcher import best
    from casino_tutor.engine.solution import Limit

    return best(view, Limit(seconds=seconds))


def hint_at(advice: Advice, rung: int, seat_name: SeatName) -> HintGiven:
    """Say one rung of a hint.

    Parameters
    ----------
    advice : Advice
        What the engine found.
    rung : int
        1 for the idea, 2 for the hand card, 3 for the whole play.
    seat_name : callable
        What the player at a seat is called.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = find_advice(parse_position("8D,6C,2D 8S,KD/?2 1 20"))
    >>> for rung in (1, 2, 3):
    ...     print(hint_at(found, rung, str).words)
    The whole table can be taken.
    The card to play: the 8♠.
    Take 8♦ and 6♣+2♦ with 8♠.
    """
    words, spoken = (_said(advice, rung, naming, seat_name) for naming in (BY_SUIT, ALOUD))
    return HintGiven(rung, words, spoken, more=rung < RUNGS)


def _said(advice: Advice, rung: int, naming: Naming, seat_name: SeatName) -> str:
    play, view = advice.best, advice.position
    if rung == 1:
        close = " It is close: another play may be as good." * _is_close(advice)
        return f"{_idea(play, view)}{close}"
    if rung == 2:
        if not play.hand:
            return "No card of your hand is needed for it yet."
        cards = join_words([f"the {naming.card(card)}" for card in play.hand])
        return f"The {'card' if len(play.hand) == 1 else 'cards'} to play: {cards}."
    return f"{play_words(play, view, naming, seat_name, hand=True)}."


def _is_close(advice: Advice) -> bool:
    return len(advice.plays) > 1 and not advice.is_settled


def _idea(play: Play, view: Position) -> str:
    """Name the kind of the play, and no card."""
    if play.kind == "capture":
        whole = judge(view, play).emptied
        return "The whole table can be taken." if whole else "There is something worth taking."
    if isinstance(play, BuildPlay):
        if any(isinstance(item, WholeBuild) for item in play.joined):
            return "A standing build can be raised."
        return "Building is worth more than taking here."
    if next(iter(legal_plays(view, kind="capture")), None) is not None:
        return "What can be taken now is not worth a card: lay one down, and mind which."
    return "Nothing can be taken: lay a card down, and mind which."

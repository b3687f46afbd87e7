"""What the plays of a table can be expected to bring, ready to be shown.

Where every card is known or can be inferred the numbers are exact, and for the best plays it is
said item by item how the round ends. Where cards are hidden they are means over hands that fit,
each with its error (`casino_tutor.engine.searcher`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from casino_tutor.draw.words import count_words, join_words, summed_items
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.rounds import gained, play_on, score_round
from casino_tutor.rules.transition import captured_cards
from casino_tutor.tutor.session_words import BY_SUIT, deed_words, play_words

if TYPE_CHECKING:
    from casino_tutor.engine.advice import Advice
    from casino_tutor.engine.solution import Solution

#: How long a search may take unless somebody says otherwise.
SECONDS: Final = 1.0
#: For so many plays the line that follows and the items are looked for.
_FOLLOWED: Final = 8
#: Bounds as wide as these say nothing.
_SAYS_NOTHING: Final = 100


@dataclass(frozen=True, slots=True)
class Step:
    """One play of a line.

    Attributes
    ----------
    words : str
        What is done.
    text : str
        The same in notation.
    position : Position
        The table after it.
    """

    words: str
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class ValuedPlay:
    """A legal play and what it can be expected to bring.

    Attributes
    ----------
    play : Play
        The play.
    words : str
        The play as a request.
    mean : float or None
        Points by which the side to play will be ahead in the round; None if not known.
    least, most : float or None
        The value lies between them: the error of a mean, or the bounds of a search.
    brings : str
        What it brings at once.
    items : tuple of (str, float)
        How the round ends, item by item, what the other sides score counted against it. Where
        cards are hidden these are means over some of the hands, of the best plays only, with what
        the deals to come can be expected to bring as one of them.
    line : tuple of Step
        The play, and best play by both sides after it, as far as that is known.
    """

    play: Play
    words: str
    mean: float | None
    least: float | None
    most: float | None
    brings: str
    items: tuple[tuple[str, float], ...] = ()
    line: tuple[Step, ...] = ()

    @property
    def said(self) -> str:
        """The value in words: ``+1.2 ± 0.3``."""
        if self.mean is None:
            if self.least is None or self.most is None:
                return "not known"
            return f"{_signed(self.least)} to {_signed(self.most)}"
        if self.least == self.most:
            return _signed(self.mean)
        if self.most is None:
            return f"about {self.mean:+.1f}"
        return f"{self.mean:+.1f} ± {self.most - self.mean:.1f}"


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the plays of a table.

    Attributes
    ----------
    plays : tuple of ValuedPlay
        The best first.
    words : str
        What is best, and how sure that is.
    is_exact : bool
        True if nothing was left to chance.
    """

    plays: tuple[ValuedPlay, ...]
    words: str
    is_exact: bool


def seat_name(seat: int) -> str:
    """Return what the player at a seat is called, where nobody is the learner."""
    return f"Player {seat}"


def value_plays(position: Position, seconds: float = SECONDS) -> Values:
    """Value every legal play of a table.

    Parameters
    ----------
    position : Position
        The table; hidden cards are allowed.
    seconds : float
        How long to search, about.

    Raises
    ------
    EngineError
        If there is nothing to value: the round is over, or no deal explains the table.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> found = value_plays(parse_position("8D 8S/8H 1 0 -/- -"))
    >>> [(one.words, one.said) for one in found.plays]
    [('Take 8♦ with 8♠', '+4'), ('Trail 8♠', '-4')]
    >>> found.plays[0].items
    (('most cards', 3), ('most spades', 1))
    """
    # The engine is loaded when somebody asks for it: a table needs less memory without it.
    from casino_tutor.engine.searcher import ITEMISED, best
    from casino_tutor.engine.solution import EngineError, Limit
    from casino_tutor.engine.solve import solve

    end = perf_counter() + seconds
    if position.turn is None:
        raise EngineError("the round is over: there is no play to value")
    try:
        found = solve(position, limit=Limit(seconds=seconds / 2))
    except EngineError:
        # Cards are hidden, or more than two sides play.
        return _estimated(position, best(position, Limit(seconds=seconds), items=ITEMISED))
    if found.is_settled or _says_something(found):
        return _solved(found, end)
    left = max(end - perf_counter(), seconds / 2)
    return _estimated(position, best(position, Limit(seconds=left), items=ITEMISED))


def _says_something(found: Solution) -> bool:
    """Return True if a search that was cut off tells one play from another."""
    return any(one.most - one.least < _SAYS_NOTHING for one in found.plays) and bool(found.best)


# --- exact ---------------------------------------------------------------------------------------


def _solved(found: Solution, end: float) -> Values:
    position = found.position
    plays = []
    for number, one in enumerate(found.plays):
        line: tuple[Step, ...] = ()
        is_time = number == 0 or perf_counter() < end
        if one.is_exact and number < _FOLLOWED and is_time:
            line = tuple(_line(position, one.play, found, end))
        known = abs(one.least) < _SAYS_NOTHING and abs(one.most) < _SAYS_NOTHING
        plays.append(
            ValuedPlay(
                one.play,
                _request(one.play, position),
                float(one.least) if one.is_exact else None,
                float(one.least) if known else None,
                float(one.most) if known else None,
                _brings(position, one.play),
                _items(position, line[-1].position) if line else (),
                line,
            )
        )
    if not found.is_settled:
        words = f"Not exact: {found.left_out or 'the search was cut off'}."
    else:
        named = [_request(one.play, position) for one in found.best]
        more = f" (or {count_words(len(named) - 1, 'other play')})" * (len(named) > 1)
        words = f"Best: {named[0]}{more}. Every card is known, so these numbers are exact."
    return Values(tuple(plays), words, found.is_exact)


def _line(position: Position, play: Play, found: Solution, end: float) -> Iterator[Step]:
    """Yield a play and the best play after it, where that leads to the end of the round."""
    from casino_tutor.engine.solution import EngineError, Limit
    from casino_tutor.engine.solve import solve

    after = play_on(position, play)[0]
    rest: tuple[Play, ...] = ()
    if found.line[:1] == (play,):
        rest = found.line[1:]
    elif after.turn is not None:
        try:
            seconds = max(end - perf_counter(), 0.05)
            rest = solve(after, limit=Limit(seconds=seconds)).line
        except EngineError:
            return
    if after.turn is not None and not rest:
        return
    for one in (play, *rest):
        before, position = position, play_on(position, one)[0]
        who = seat_name(before.turn or 0)
        yield Step(f"{deed_words((one,), before, BY_SUIT, seat_name, who)}.", str(one), position)


def _items(position: Position, end: Position) -> tuple[tuple[str, float], ...]:
    """Return what the side to play scores more than the others, item by item."""
    if end.turn is not None:
        return ()
    own = position.side_of(position.turn or 1)
    items = score_round(end).items
    return summed_items((item, points if side == own else -points) for item, side, points in items)


# --- estimated -----------------------------------------------------------------------------------


def _estimated(position: Position, advice: Advice) -> Values:
    # What the seat to play sees: nothing that it cannot see is told by a line.
    view = advice.position
    plays = []
    for number, one in enumerate(advice.plays):
        line: tuple[Step, ...] = ()
        if number < _FOLLOWED:
            after = play_on(position, one.play)[0]
            who = seat_name(view.turn or 0)
            words = f"{deed_words((one.play,), view, BY_SUIT, seat_name, who)}."
            line = (Step(words, str(one.play), after),)
        is_known = one.mean is not None and one.error is not None
        least = one.mean - one.error if is_known else None  # type: ignore[operator]
        most = one.mean + one.error if is_known else None  # type: ignore[operator]
        plays.append(
            ValuedPlay(
                one.play,
                _request(one.play, view),
                one.mean,
                least,
                most,
                _brings(view, one.play),
                summed_items(one.items),
                line,
            )
        )
    return Values(tuple(plays), _how(advice), advice.method == "exact")


def _how(advice: Advice) -> str:
    """Say what is best, how sure that is, and how it was found."""
    named = [_request(one.play, advice.position) for one in advice.equals]
    first = f"Best: {named[0]}."
    if len(named) > 1:
        perhaps = "" if advice.are_equals_clear else "; others may be as good"
        first = f"Best: {named[0]} (or {count_words(len(named) - 1, 'other play')}){perhaps}."
    elif advice.ahead is not None and not advice.is_settled:
        first = f"{first[:-1]}, but it is close: the next best may be as good."
    how = {
        "exact": "Every card can be inferred, so these numbers are exact.",
        "every hand": f"Each of the {advice.worlds} hands that are possible was searched.",
        "sample": f"Cards are hidden: these are means over {count_words(advice.worlds, 'hand')} "
        "that fit what is seen; ± is the error, 95 times in a hundred.",
        "guess": "There was no time to search: this order is a guess.",
    }[advice.method]
    left = f" Left out: {advice.left_out}." if advice.left_out else ""
    return f"{first} {how}{left}"


# --- words ---------------------------------------------------------------------------------------


def _request(play: Play, position: Position) -> str:
    return play_words(play, position, BY_SUIT, seat_name, hand=True)


def _brings(position: Position, play: Play) -> str:
    """Say what a play brings at once."""
    captured = captured_cards(play)
    if not captured:
        return "takes nothing yet"
    spades = sum(card.suit == "S" for card in captured)
    said = [count_words(len(captured), "card")]
    said += [count_words(spades, "spade")] * bool(spades)
    after, verdict = play_on(position, play)
    points = gained(position, after)[position.side_of(position.turn or 1)] if verdict.after else 0
    said += [f"{count_words(points, 'point')} for certain"] * bool(points)
    return f"takes {join_words(said)}"


def _signed(value: float) -> str:
    """Write points with a sign; the mean of every possible hand is seldom a whole number."""
    if not round(value, 1):
        return "0"
    return f"{value:+.0f}" if value == round(value) else f"{value:+.1f}"

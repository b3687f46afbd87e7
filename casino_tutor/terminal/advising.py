"""The answer of ``casino-tutor best``, as JSON values and as text."""

from __future__ import annotations

from typing import Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, join_words, signed_points, summed_items
from casino_tutor.engine.advice import Advice, PlayEstimate
from casino_tutor.engine.estimates import CONFIDENCE
from casino_tutor.engine.readable import called
from casino_tutor.engine.searcher import ITEMISED, SECONDS, best
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.model.position import Position
from casino_tutor.terminal.answers import Answer, AnswerError

#: So many decimals are given.
_PLACES: Final = 4
#: So many plays that are worth equally much are named as the best.
_NAMED: Final = 3
#: So many are listed for a person.
_LISTED: Final = 40
_SIDES: Final = 2


def best_answer(
    position: Position,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    seed: int = 1,
) -> tuple[Answer, Advice]:
    """Say what every play of a seat that does not see all cards can be expected to bring.

    Parameters
    ----------
    position : Position
        The position; what the seat to play cannot see is not looked at.
    seconds : float, optional
        How long to search; a second if no limit is given.
    samples : int, optional
        Instead: in how many deals that fit what is seen.
    seed : int
        Where the chance comes from by which these are drawn.

    Returns
    -------
    tuple of dict and Advice
        The answer, and what it was made of.

    Raises
    ------
    AnswerError
        If there is nothing to search: the round is over, the own hand is not known, no deal
        explains the position, or a limit leaves no room.

    Examples
    --------
    >>> from casino_tutor.terminal.answers import read_table
    >>> position, notes = read_table("8D,6C,2D 8S,KD/?2 1 40")
    >>> answer, found = best_answer(position, samples=100)
    >>> answer["best"], answer["settled"]
    (['8Sx8D,6C+2D'], True)
    """
    if seconds is not None and samples is not None:
        raise AnswerError("request", "seconds and samples are two limits; give one of them")
    try:
        if samples is not None:
            limit = Limit(samples=samples, seed=seed)
        else:
            limit = Limit(seconds=SECONDS if seconds is None else seconds, seed=seed)
        found = best(position, limit, items=ITEMISED)
    except EngineError as error:
        raise AnswerError(error.kind, str(error)) from error
    return {
        "position": str(found.position),
        "method": found.method,
        "best": [_play(found, entry) for entry in found.equals],
        "settled": found.is_settled,
        "ahead": _rounded(found.ahead),
        "ahead_error": _rounded(found.error),
        "confidence": CONFIDENCE,
        "plays": [_entry(found, entry) for entry in found.plays],
        "worlds": found.worlds,
        "left_out": found.left_out,
        "kernel": found.kernel,
        "nodes": found.nodes,
        "seconds": round(found.seconds, _PLACES),
    }, found


def _entry(found: Advice, entry: PlayEstimate) -> Answer:
    return {
        "play": _play(found, entry),
        "kind": entry.play.kind,
        "mean": _rounded(entry.mean),
        "error": _rounded(entry.error),
        "worlds": entry.worlds,
        "items": {name: _rounded(points) for name, points in entry.items},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)


def _play(found: Advice, entry: PlayEstimate) -> str:
    """Write a play with the calls that its value counts on."""
    return str(called(found.position, entry.play))


# --- text ----------------------------------------------------------------------------------------


def best_text(found: Advice, style: Style) -> str:
    """Write the answer for a person: the best play, how sure that is, and every value."""
    lines = advice_lines(found, style)
    shown = found.plays[:_LISTED]
    texts = [_play(found, entry) for entry in shown]
    values = [_value(found, entry, style) for entry in shown]
    width, room = (max(map(len, words)) for words in (texts, values))
    for entry, text, value in zip(shown, texts, values, strict=True):
        space = " " * (width - len(text))
        dropped = ""
        if entry.worlds < found.worlds:
            dropped = f"  dropped after {count_words(entry.worlds, 'deal')}"
        lines.append(f"  {style.notation(text)}{space}  {value:{room}}{dropped}".rstrip())
    if len(found.plays) > _LISTED:
        lines.append(f"  and {len(found.plays) - _LISTED:,} more")
    items = summed_items(found.plays[0].items)
    said = [f"{name} {signed_points(points)}" for name, points in items if round(points, 1)]
    if said:
        lines.append(f"Of the first: {', '.join(said)}.")
    lines.append(_how(found, style))
    if found.left_out:
        lines.append(f"Note: {found.left_out}.")
    return "\n".join(lines)


def advice_lines(found: Advice, style: Style) -> list[str]:
    """Name the best play and what it is worth; of several also how sure their order is."""
    first = found.plays[0]
    named = [style.notation(_play(found, entry)) for entry in found.plays[:2]]
    worth = _worth(found, first, style)
    if found.method == "guess":
        return [f"{style.strong('A guess')}: {named[0]}, the first in the order of greedy."]
    if len(found.equals) > 1:
        return [_equals_line(found, style)]
    if found.ahead is None:
        heading = "Best" if found.left_out else "The only play"
        return [f"{style.strong(heading)}: {named[0]}, {worth}."]
    ahead = f"{_points(found, found.ahead, found.error, style)} ahead"
    if found.is_settled:
        return [
            f"{style.strong('Best')}: {named[0]}, {worth}.",
            f"It is {ahead} of the second, {named[1]}.",
        ]
    chance = "which may be chance" if found.error is not None else "in a single deal"
    return [
        f"{style.strong('Too close to call')}: {named[0]} or {named[1]}.",
        f"The first is {worth}; it is {ahead} of the other, {chance}.",
    ]


def _equals_line(found: Advice, style: Style) -> str:
    """Name the plays that came out equal, and say whether others may be as good."""
    equals = found.equals
    named = [style.notation(_play(found, entry)) for entry in equals]
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    several = (", ".join(named[:_NAMED]) if more else join_words(named)) + more
    worth = _worth(found, equals[0], style)
    if found.method == "exact":
        return f"{style.strong('Best')}: {several}, {worth}."
    came_out = f"{several} came out equal, {worth}"
    if found.are_equals_clear:
        return f"{style.strong('Best')}: {came_out}."
    return f"{style.strong('Too close to call')}: {came_out}; others may be as good."


def _worth(found: Advice, entry: PlayEstimate, style: Style) -> str:
    """Say in words what a play is worth to the side to play."""
    mean = entry.mean or 0.0
    average = "" if found.method == "exact" else "on average "
    if not average and mean == 0:
        return "both sides equal in the round"
    side = "ahead" if mean >= 0 else "behind"
    return f"{average}{_points(found, abs(mean), entry.error, style)} {side} in the round"


def _points(found: Advice, points: float, error: float | None, style: Style) -> str:
    if found.method == "exact":
        return count_words(round(points), "point")
    return f"{points:.2f}{_give_or_take(found, error, style)} points"


def _value(found: Advice, entry: PlayEstimate, style: Style) -> str:
    """Write what a play is worth as a number with its sign."""
    if entry.mean is None:
        return "not searched"
    if found.method == "exact":
        return f"{entry.mean:+.0f}" if entry.mean else "0"
    # No play is worth a minus of nothing.
    return f"{round(entry.mean, 2) or 0.0:+.2f}{_give_or_take(found, entry.error, style)}"


def _give_or_take(found: Advice, error: float | None, style: Style) -> str:
    """Write an error, unless it is not known, or there can be none."""
    if error is None or (found.method == "every hand" and error == 0):
        return ""
    return f" {_plus_minus(style)} {error:.2f}"


def _plus_minus(style: Style) -> str:
    return "±" if style.symbols else "+/-"


def _how(found: Advice, style: Style) -> str:
    """Say how the values were found."""
    if found.method == "exact":
        return "Every card is known or can be worked out, so these values are exact."
    if found.method == "guess":
        return "Nothing was searched; the plays stand in the order of greedy."
    is_one = found.worlds == 1
    done = "played on by greedy" if found.kernel == "rollouts" else "searched"
    if found.method == "every hand":
        are, each = ("is", "it") if is_one else ("are", "each")
        how = f"{count_words(found.worlds, 'hand')} {are} possible, and {each} was {done}."
    else:
        fit, were = ("fits", "was") if is_one else ("fit", "were")
        error = "" if is_one else f"; {_plus_minus(style)} with {CONFIDENCE:.0%} confidence"
        how = f"{count_words(found.worlds, 'deal')} that {fit} what is seen {were} {done}{error}."
    if len(found.position.sides) > _SIDES:
        how += " Points are those ahead of the others' average."
    return how

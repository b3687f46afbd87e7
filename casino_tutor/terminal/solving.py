"""The answers of ``casino-tutor solve`` and ``casino-tutor doctor``, as JSON values and as text."""

from __future__ import annotations

import platform
from typing import Any, Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, join_words
from casino_tutor.engine.coverage import not_covered
from casino_tutor.engine.kernels import is_compiled, is_outdated
from casino_tutor.engine.layout import WIN
from casino_tutor.engine.solution import (
    FAR,
    OBJECTIVES,
    EngineError,
    Limit,
    PlayValue,
    Solution,
)
from casino_tutor.engine.solve import solve
from casino_tutor.model.position import Position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.terminal.answers import Answer, AnswerError

#: How long and how far a search goes unless somebody says otherwise, and at the most.
SECONDS: Final = 10.0
NODES: Final = 200_000_000
#: So many plays that are worth equally much are named as the best.
_NAMED: Final = 3
#: So many are listed for a person.
_LISTED: Final = 40
_NOT_KNOWN: Final = "not known"


def solve_answer(
    position: Position,
    *,
    objective: str = OBJECTIVES[0],
    nodes: int = NODES,
    seconds: float = SECONDS,
) -> tuple[Answer, Solution]:
    """Value every legal play of a position.

    Parameters
    ----------
    position : Position
        The position.
    objective : str
        One of `casino_tutor.engine.solution.OBJECTIVES`.
    nodes, seconds : int, float
        How far the search may go.

    Returns
    -------
    tuple of dict and Solution
        The answer, and what it was made of.

    Raises
    ------
    AnswerError
        If the position cannot be solved.

    Examples
    --------
    >>> from casino_tutor.terminal.answers import read_table
    >>> position, notes = read_table("8D 8S/KD 1 0 -/- -")
    >>> answer, found = solve_answer(position)
    >>> answer["best"], answer["least"], answer["exact"]
    (['8Sx8D'], 4, True)
    """
    try:
        limit = Limit(nodes=nodes, seconds=seconds)
        found = solve(position, objective=_objective(objective), limit=limit)
    except EngineError as error:
        raise AnswerError(error.kind, str(error)) from error
    return {
        "position": str(found.position),
        "objective": found.objective,
        "least": _known(found.least),
        "most": _known(found.most),
        "exact": found.is_exact,
        "best": [str(entry.play) for entry in found.best],
        "plays": [_entry(entry) for entry in found.plays],
        "line": [str(play) for play in found.line],
        "end": None if found.end is None else str(found.end),
        "points": list(found.points),
        "items": [item._asdict() for item in found.items],
        "left_out": found.left_out,
        "kernel": found.kernel,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 4),
    }, found


def _objective(word: str) -> Any:
    """Pass a word on: `solve` refuses one that it does not know."""
    return word


def _entry(entry: PlayValue) -> Answer:
    return {
        "play": str(entry.play),
        "kind": entry.play.kind,
        "least": _known(entry.least),
        "most": _known(entry.most),
        "exact": entry.is_exact,
    }


def _known(bound: int) -> int | None:
    """Return a bound, or None if it says nothing."""
    return None if abs(bound) >= FAR else bound


def solve_text(found: Solution, style: Style) -> str:
    """Write a solution for a person: the best plays, all values, and how the round would end."""
    lines = [_heading(found, style)]
    width = max(len(str(entry.play)) for entry in found.plays[:_LISTED])
    for entry in found.plays[:_LISTED]:
        space = " " * (width - len(str(entry.play)))
        lines.append(f"  {style.notation(str(entry.play))}{space}  {_value(entry)}")
    if len(found.plays) > _LISTED:
        lines.append(f"  and {len(found.plays) - _LISTED:,} more")
    if found.line:
        played = "  ".join(style.notation(str(play)) for play in found.line)
        lines.append(f"Best play by both: {played}")
    if found.end is not None and found.end.turn is None:
        from casino_tutor.terminal.scoring import score_text, table_score_answer

        lines.append(score_text(table_score_answer(found.end)))
    if found.left_out:
        what = "Best play by both is not known" if found.is_exact else "Not exact"
        lines.append(f"{what}: {found.left_out}.")
    return "\n".join(lines)


def _heading(found: Solution, style: Style) -> str:
    """Name the best plays, or say that they are not known."""
    best = [style.notation(str(entry.play)) for entry in found.best]
    if found.is_settled and found.least == -WIN:
        return "Every play loses the match."
    if not best:
        worth = _between(found.least, found.most)
        known = f"; the best is worth {worth}" if worth != _NOT_KNOWN else ""
        return f"{style.strong('Best')}: not known{known}."
    more = f" and {len(best) - _NAMED} more" if len(best) > _NAMED else ""
    named = (", ".join(best[:_NAMED]) if more else join_words(best)) + more
    if found.is_settled:
        return f"{style.strong('Best')}: {named}, {_worth(found.least)}."
    entry = found.best[0]
    if len(found.plays) == 1 and found.beyond is None:
        return f"{style.strong('The only play')}: {named}, worth {_value(entry)}."
    end = f"; no play is worth more than {_signed(found.most)}" if found.most < WIN else ""
    return f"{style.strong('Best by what is known')}: {named}, worth {_value(entry)}{end}."


def _value(entry: PlayValue) -> str:
    return _signed(entry.least) if entry.is_exact else _between(entry.least, entry.most)


def _between(least: int, most: int) -> str:
    """Write bounds; of those that say nothing only the other, if it says something."""
    is_low, is_high = (abs(bound) >= WIN for bound in (least, most))
    if is_low and is_high:
        return _NOT_KNOWN
    if is_low:
        return f"at most {_signed(most)}"
    return f"at least {_signed(least)}" if is_high else f"{_signed(least)} to {_signed(most)}"


def _signed(value: int) -> str:
    if abs(value) == WIN:
        return "a win of the match" if value > 0 else "a loss of the match"
    return f"{value:+d}" if value else "0"


def _worth(value: int) -> str:
    """Say in words what a position is worth to the side to play."""
    if value == WIN:
        return "with which the match is won"
    if value == 0:
        return "both sides equal in the round"
    side = "ahead" if value > 0 else "behind"
    return f"{count_words(abs(value), 'point')} {side} in the round"


# --- doctor --------------------------------------------------------------------------------------

_COMPILED: Final = (
    "The compiled kernel is in use. The plain one, the same source run by Python, needs nothing: "
    "it is used where this folder has no extension."
)
_PLAIN: Final = (
    "The plain kernel is in use: right answers, some hundred times slower. To get the compiled "
    "one, have a C compiler (on Debian and Ubuntu: apt install gcc python3-dev) and install "
    "again: pip install --force-reinstall --no-deps . in the folder of the source; it needs no "
    "other change."
)


_OUTDATED: Final = (
    "The compiled kernel is older than its source, so the plain one is in use: right answers, some "
    "hundred times slower. Compile it again: pip install --force-reinstall --no-deps -e . in the "
    "folder of the source."
)


def doctor_answer() -> Answer:
    """Say which kernel is in use, how to get the other, and which games it knows.

    Examples
    --------
    >>> answer = doctor_answer()
    >>> answer["kernel"] in ("compiled", "plain"), "tuxedo" in answer["kernel_games"]
    (True, True)
    """
    unknown = {name: not_covered(find_variant(name).options) for name in variant_names()}
    return {
        "kernel": "compiled" if is_compiled() else "plain",
        "advice": _COMPILED if is_compiled() else _OUTDATED if is_outdated() else _PLAIN,
        "kernel_games": [name for name, options in unknown.items() if not options],
        "readable_games": {name: list(options) for name, options in unknown.items() if options},
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def doctor_text(answer: Answer, style: Style) -> str:
    """Write the answer of the doctor for a person."""
    lines = [
        f"{style.strong('Kernel')}: {answer['kernel']}",
        answer["advice"],
        f"Games it knows: {join_words(answer['kernel_games'])}.",
    ]
    if answer["readable_games"]:
        lines.append("Solved by the readable rules, which takes longer:")
        for name, options in answer["readable_games"].items():
            lines.append(f"  {name} ({', '.join(options)})")
    lines.append(f"Python {answer['python']} on {answer['machine']}.")
    return "\n".join(lines)

"""The answers of ``casino-tutor solve`` and ``casino-tutor doctor``, as JSON values and as text."""

from __future__ import annotations

import platform
from typing import Any, Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, join_words
from casino_tutor.engine.coverage import not_covered
from casino_tutor.engine.kernels import is_compiled, is_outdated
from casino_tutor.engine.layout import WIN
from casino_tutor.engine.solution import OBJECTIVES, EngineError, Limit, PlayValue, Solution
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
        "least": found.least,
        "most": found.most,
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
        "least": entry.least,
        "most": entry.most,
        "exact": entry.is_exact,
    }


def solve_text(found: Solution, style: Style) -> str:
    """Write a solution for a person: the best plays, all values, and how the round would end."""
    best = [style.notation(str(entry.play)) for entry in found.best]
    more = f" and {len(best) - _NAMED} more" if len(best) > _NAMED else ""
    named = (", ".join(best[:_NAMED]) if more else join_words(best)) + more
    heading = "Best" if found.is_exact else "Best by what is known"
    lines = [f"{style.strong(heading)}: {named}, {_worth(found.least, found.most)}."]
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
        lines.append(f"Left out: {found.left_out}.")
    return "\n".join(lines)


def _value(entry: PlayValue) -> str:
    if entry.is_exact:
        return _signed(entry.least)
    return f"{_signed(entry.least)} to {_signed(entry.most)}"


def _signed(value: int) -> str:
    if abs(value) == WIN:
        return "wins the match" if value > 0 else "loses the match"
    return f"{value:+d}" if value else "0"


def _worth(least: int, most: int) -> str:
    """Say in words what a position is worth to the side to play."""
    if least != most:
        return f"worth {_signed(least)} to {_signed(most)}"
    if abs(least) == WIN:
        return _signed(least)
    if least == 0:
        return "which makes both sides equal"
    side = "ahead" if least > 0 else "behind"
    return f"{count_words(abs(least), 'point')} {side} in the round"


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

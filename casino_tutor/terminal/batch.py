"""Many questions at once: one JSON object a line in, one answer a line out, in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from types import MappingProxyType
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn

from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import KINDS
from casino_tutor.terminal.answers import (
    BEST_KINDS,
    MOST_LISTED,
    MOST_SECONDS,
    Answer,
    AnswerError,
    check,
    check_answer,
    groupings_answer,
    plays_answer,
    read_card,
    read_table,
    show_answer,
)

#: A line with more bytes than this is not read any further.
MOST_BYTES: Final = 1_000_000


class _Field(NamedTuple):
    """What a key of a request accepts."""

    accepts: str
    test: Callable[[Any], bool]


class _Question(NamedTuple):
    """What may be asked: the keys beside the common ones, and who answers with which notes."""

    needs: tuple[str, ...]
    takes: tuple[str, ...]
    answer: Callable[[Mapping[str, Any]], tuple[Answer, tuple[str, ...]]]
    #: Keys that accept something else here than elsewhere.
    fields: Mapping[str, _Field] = MappingProxyType({})


def answer_lines(stream: BinaryIO) -> Iterator[tuple[Answer, tuple[str, ...]]]:
    """Answer every line of a stream as soon as it has been read.

    Parameters
    ----------
    stream : binary file
        JSON lines in UTF-8; blank lines are passed over.

    Yields
    ------
    tuple of dict and tuple of str
        The answer, and a note on each op of the position line that was overruled.

    Examples
    --------
    >>> import io
    >>> for answer, notes in answer_lines(io.BytesIO(b'{"do": "sing"}')):
    ...     print(answer["error"]["message"])
    'do' is "sing"; it must be one of show, plays, groupings, check, best-capture,
    perft, solve, best, import
    """
    number = 0
    while line := stream.readline(MOST_BYTES + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if len(line) > MOST_BYTES:
            _pass_over(stream, line)
            yield AnswerError("json", f"the line has more than {MOST_BYTES:,} bytes").answer, ()
        elif line.strip():
            answer, notes = answer_line(line)
            if answer.get("error", {}).get("kind") == "json":
                # It is the line of the stream that cannot be read.
                answer["error"]["line"] = number
            yield answer, notes


def _pass_over(stream: BinaryIO, line: bytes) -> None:
    """Skip what is left of a line."""
    while line and not line.endswith(b"\n"):
        line = stream.readline(MOST_BYTES)


def answer_line(line: bytes) -> tuple[Answer, tuple[str, ...]]:
    """Answer one line; a line that cannot be answered has an error for an answer.

    The ``id`` of the request, if it has one, stands in front of the answer.
    """
    named: Answer = {}
    try:
        request = _parse(line)
        if "id" in request and _is_scalar(request["id"]):
            named = {"id": request["id"]}
        answer, notes = _answer(request)
        return named | answer, notes
    except AnswerError as error:
        return named | error.answer, ()


def _answer(request: Mapping[str, Any]) -> tuple[Answer, tuple[str, ...]]:
    do = request.get("do")
    question = _QUESTIONS.get(do) if isinstance(do, str) else None
    if question is None:
        found = f"'do' is {_shown(do)}" if "do" in request else "'do' is missing"
        _refuse(f"{found}; it must be one of {', '.join(_QUESTIONS)}")
    _check_fields(request, question)
    return question.answer(request)


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(
            line.decode("utf-8"), parse_constant=_finite_number, parse_float=_finite_number
        )
    except UnicodeDecodeError as error:
        column = error.start + 1
        raise AnswerError("json", f"column {column}: not UTF-8", 1, column) from None
    except json.JSONDecodeError as error:
        message = f"column {error.colno}: no JSON: {error.msg}"
        raise AnswerError("json", message, error.lineno, error.colno) from None
    except RecursionError:
        raise AnswerError("json", "nested too deeply") from None
    except ValueError:
        raise AnswerError("json", "a number is too long") from None
    if not isinstance(request, dict):
        _refuse(f"the line is {_shown(request)}; it must be an object with 'do' and 'position'")
    return request


def _finite_number(word: str) -> float:
    """Read a number; JSON has no NaN and no infinity, and none is given back as an id."""
    number = float(word)
    if not isfinite(number):
        raise AnswerError("json", f"{word[:40]} is no JSON number")
    return number


def _check_fields(request: Mapping[str, Any], question: _Question) -> None:
    """Refuse a request with keys that are unknown, missing, or of the wrong type."""
    needs = ("do", *question.needs)
    known = (*needs, "variant", "options", *question.takes, "id")
    faults = [f"there is no key {_shown(key)}" for key in request if key not in known]
    if faults:
        faults.append(f"the keys of {request['do']} are {', '.join(known)}")
    faults += [f"{key!r} is missing" for key in needs if key not in request]
    for key, (accepts, test) in {**_FIELDS, **question.fields}.items():
        if key in request and key in known and not test(request[key]):
            faults.append(f"{key!r} is {_shown(request[key])}; it must be {accepts}")
    if faults:
        _refuse("; ".join(faults))


def _refuse(message: str) -> NoReturn:
    raise AnswerError("request", message)


def _shown(value: Any) -> str:
    """Return a value as it was written, short enough for a message."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(v, bool | int | str) for v in value.values())


_FIELDS: Final = {
    "id": _Field("a text or a number", _is_scalar),
    "position": _Field("a text", _is_text),
    "play": _Field("a text", _is_text),
    "file": _Field("a text", _is_text),
    "variant": _Field("a text", _is_text),
    "options": _Field("an object whose values are words, numbers, true or false", _is_options),
    "card": _Field("a text", _is_text),
    "kind": _Field(f"one of {', '.join(KINDS)}", lambda value: value in KINDS),
    "value": _Field("a whole number from 1", lambda value: _is_whole(value) and value > 0),
    "limit": _Field(
        f"a whole number from 1 to {MOST_LISTED}",
        lambda value: _is_whole(value) and 0 < value <= MOST_LISTED,
    ),
    "groupings": _Field("true or false", _is_flag),
    "depth": _Field("a whole number", _is_whole),
    "split": _Field("true or false", _is_flag),
    "objective": _Field("a text", _is_text),
    "nodes": _Field("a whole number", _is_whole),
    "samples": _Field("a whole number", _is_whole),
    "seed": _Field("a whole number", _is_whole),
    "seconds": _Field("a number of seconds", _is_number),
    "time_limit": _Field(
        f"a number of seconds above 0, up to {MOST_SECONDS}",
        lambda value: _is_number(value) and 0 < value <= MOST_SECONDS,
    ),
}
_CAPTURE_FIELDS: Final = {
    "kind": _Field(f"one of {', '.join(BEST_KINDS)}", lambda value: value in BEST_KINDS)
}


def _given(request: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    given = {key: request[key] for key in keys if key in request}
    if "card" in given:
        given["card"] = read_card(given["card"])
    return given


def _on_a_table(
    answer: Callable[[Position, Mapping[str, Any]], Answer],
    *needs: str,
    takes: tuple[str, ...] = (),
) -> _Question:
    """Return a question about a position."""

    def on_the_table(request: Mapping[str, Any]) -> tuple[Answer, tuple[str, ...]]:
        given = request.get("variant"), request.get("options")
        position, notes = read_table(request["position"], *given)
        return answer(position, request), notes

    return _Question(("position", *needs), takes, on_the_table)


_PLAYS_KEYS: Final = ("card", "kind", "value", "limit", "groupings")
_SOLVE_KEYS: Final = ("objective", "nodes", "seconds")
_CAPTURE_KEYS: Final = ("card", "kind", "time_limit")
_BEST_KEYS: Final = ("seconds", "samples", "seed")


def _plays(position: Position, request: Mapping[str, Any]) -> Answer:
    return plays_answer(position, **_given(request, *_PLAYS_KEYS))


def _groupings(position: Position, request: Mapping[str, Any]) -> Answer:
    return groupings_answer(position, request["play"], **_given(request, "limit"))


def _check(position: Position, request: Mapping[str, Any]) -> Answer:
    return check_answer(position, *check(position, request["play"]))


def _best_capture(position: Position, request: Mapping[str, Any]) -> Answer:
    from casino_tutor.terminal.best import best_answer

    return best_answer(position, **_given(request, *_CAPTURE_KEYS))[0]


def _perft(position: Position, request: Mapping[str, Any]) -> Answer:
    from casino_tutor.terminal.perft import perft_answer

    return perft_answer(position, **_given(request, "depth", "split"))


def _solve(position: Position, request: Mapping[str, Any]) -> Answer:
    from casino_tutor.terminal.solving import solve_answer

    return solve_answer(position, **_given(request, *_SOLVE_KEYS))[0]


def _best(position: Position, request: Mapping[str, Any]) -> Answer:
    from casino_tutor.terminal.advising import best_answer

    return best_answer(position, **_given(request, *_BEST_KEYS))[0]


def _import(request: Mapping[str, Any]) -> tuple[Answer, tuple[str, ...]]:
    from casino_tutor.terminal.saves import read_save, save_answer

    game = read_save(request["file"], request.get("variant"), request.get("options"))
    return save_answer(game), ()


_QUESTIONS: Final = {
    "show": _on_a_table(lambda position, _: show_answer(position)),
    "plays": _on_a_table(_plays, takes=_PLAYS_KEYS),
    "groupings": _on_a_table(_groupings, "play", takes=("limit",)),
    "check": _on_a_table(_check, "play"),
    "best-capture": _on_a_table(_best_capture, takes=_CAPTURE_KEYS)._replace(
        fields=_CAPTURE_FIELDS
    ),
    "perft": _on_a_table(_perft, "depth", takes=("split",)),
    "solve": _on_a_table(_solve, takes=_SOLVE_KEYS),
    "best": _on_a_table(_best, takes=_BEST_KEYS),
    "import": _Question(("file",), (), _import),
}

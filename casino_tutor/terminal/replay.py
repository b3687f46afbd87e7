"""The answer of `replay`: a record judged play by play, as JSON values and in words."""

from __future__ import annotations

from collections.abc import Iterator

from casino_tutor.draw.text import Style
from casino_tutor.model.records import Record, scores_text
from casino_tutor.model.saved_games import SavedFileError
from casino_tutor.model.saving import load_record
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match
from casino_tutor.rules.recording import result_text
from casino_tutor.rules.replay import replay
from casino_tutor.rules.replayed import CountedRound, Event, RecordFault, Replay
from casino_tutor.terminal.answers import Answer, AnswerError, reading, verdict_answer

_OF_A_PLAY = ("legal", "violations", "notices", "captured", "emptied", "sweep")


def read_record_file(path: str) -> Record:
    """Read a record from a file.

    Raises
    ------
    AnswerError
        If it cannot be read; the message names the file, the line and the column.
    """
    with reading(path):
        try:
            return load_record(path)
        except SavedFileError as error:
            # No line of it is to blame, and the message names the file itself.
            raise AnswerError(error.kind, str(error)) from error


def replay_answer(record: Record, found: Replay | None = None) -> Answer:
    """Say what became of a record.

    Parameters
    ----------
    record : Record
        A record, finished or not.
    found : Replay, optional
        What replaying it found, if that has been done.

    Returns
    -------
    dict
        ``sound`` (nothing is wrong but what players did), ``variant``, ``options``, ``players``,
        ``names``, ``plays`` [``round``, ``number``, ``line``, ``seat``, ``play``, ``legal``,
        ``violations``, ``notices``, ``captured``, ``emptied``, ``sweep``, ``position``], ``rounds``
        [``round``, ``eldest``, ``items`` [``item``, ``team``, ``points``], ``points``,
        ``scores``], ``faults`` [``kind``, ``line``, ``round``, ``number``, ``sentence``,
        ``reasons``], ``scores``, ``winner``, ``result`` and ``position``.

        Points and scores are one number a team. A call or a claim has number 0 and null for what
        only a play has. If no round could be dealt, the last four are null.

    Examples
    --------
    >>> from casino_tutor.model.record_text import parse_record
    >>> record = parse_record('[Variant kirchner][Players 2][Seed 7][Round 1][Result "?"]')
    >>> answer = replay_answer(record)
    >>> answer["sound"], answer["faults"][0]["kind"], answer["scores"]
    (False, 'result', [0, 0])
    """
    found = found or replay(record)
    match = found.match
    return {
        "sound": found.is_sound,
        "variant": record.variant.name,
        "options": record.variant.changes(),
        "players": record.players,
        "names": {str(player): name for player, name in record.names},
        "plays": [_play_entry(event) for event in found.events],
        "rounds": [_round_entry(one) for one in found.counted],
        "faults": [_fault_entry(fault) for fault in found.faults],
        "scores": None if match is None else list(match.scores),
        "winner": None if match is None else match.winner,
        "result": None if match is None else result_text(match),
        "position": None if match is None else str(match.position),
    }


def _play_entry(event: Event) -> Answer:
    judged = {} if event.verdict is None else verdict_answer(event.verdict)
    return {
        "round": event.round,
        "number": event.number,
        "line": event.line,
        "seat": event.seat,
        "play": event.text,
        **{key: judged.get(key) for key in _OF_A_PLAY},
        "position": str(event.position),
    }


def _round_entry(one: CountedRound) -> Answer:
    return {
        "round": one.round,
        "eldest": one.eldest,
        "items": [
            {"item": item.item, "team": one.sides[item.side], "points": item.points}
            for item in one.score.items
        ],
        "points": list(one.points),
        "scores": list(one.scores),
    }


def _fault_entry(fault: RecordFault) -> Answer:
    return {
        "kind": fault.kind,
        "line": fault.line,
        "round": fault.round,
        "number": fault.number,
        "sentence": fault.sentence,
        "reasons": [one.sentence for one in fault.violations],
    }


def replay_text(record: Record, found: Replay, style: Style, *, plays: bool = False) -> str:
    """Say in words what became of a record.

    Parameters
    ----------
    record : Record
        The record.
    found : Replay
        What replaying it found.
    style : Style
        How cards are written.
    plays : bool
        List every play too.

    Examples
    --------
    >>> from casino_tutor.model.record_text import parse_record
    >>> record = parse_record('[Variant kirchner][Players 2][Seed 7][Round 1][Result "?"]')
    >>> print(replay_text(record, replay(record), Style()))
    Kirchner's Royal Casino, 2 players
    <BLANKLINE>
    1 thing is wrong:
    line 1: The match stands: unfinished 0/0; the record says '?'.
    <BLANKLINE>
    The match stands: unfinished 0/0. In round 1 it is the turn of seat 1.
    """
    blocks = [[_title(record)]]
    if plays:
        blocks.append([_play_line(event, style) for event in found.events])
    blocks.append([_round_line(one) for one in found.counted])
    blocks.append(list(_fault_lines(found, style)))
    if found.match is not None:
        blocks.append([_end_line(record, found.match)])
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _title(record: Record) -> str:
    called = ", ".join(name for _, name in record.names)
    return f"{record.variant.title}, {record.players} players{f': {called}' if called else ''}"


def _play_line(event: Event, style: Style) -> str:
    number = f"{event.number}. " if event.number else ""
    seat = "" if event.seat is None or not event.number else f"seat {event.seat}: "
    said = f"round {event.round}, {number}{seat}{style.notation(event.text)}"
    return said + _remark_on(event.verdict)


def _remark_on(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    if not verdict.is_legal:
        return " - not legal"
    return " - a sweep" if verdict.sweep else ""


def _round_line(one: CountedRound) -> str:
    scored, stands = scores_text(one.points), scores_text(one.scores)
    return f"Round {one.round}: {scored} points; the match stands {stands}."


def _fault_lines(found: Replay, style: Style) -> Iterator[str]:
    count = len(found.faults)
    if count == 0:
        yield "Nothing is wrong with it."
        return
    yield f"{count} thing{' is' if count == 1 else 's are'} wrong:"
    for fault in found.faults:
        yield style.notation(f"{fault.where}: {fault.sentence}")
        for one in fault.violations:
            yield f"  - {style.notation(one.sentence)} ({one.source})"


def _end_line(record: Record, match: Match) -> str:
    stands = f"The match stands: {result_text(match)}."
    if match.winner is not None:
        return stands
    if match.position.turn is None:
        return f"{stands} Round {match.round} is played out."
    player = match.player_at(match.position.turn)
    name = dict(record.names).get(player)
    who = f"seat {match.position.turn}{f', {name}' if name else ''}"
    return f"{stands} In round {match.round} it is the turn of {who}."

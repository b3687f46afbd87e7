"""A person against opponents: typed lines in, lines of text out.

Nothing here reads a keyboard: `start_game` and `answer_line` return what is to be shown, and each
answer is a new `Game`. It stands on the same match table as the card table of the notebooks
(`casino_tutor.tutor.session_match`), which lets the opponents play, claim, count and deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from casino_tutor.draw.text import Style, table_text
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.position import Position
from casino_tutor.model.records import Record
from casino_tutor.model.saving import save_record
from casino_tutor.model.variant import Variant
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match
from casino_tutor.rules.repair import repairs
from casino_tutor.rules.rounds import is_over
from casino_tutor.rules.scoring import running_scores
from casino_tutor.terminal.advising import advice_lines
from casino_tutor.terminal.answers import one_line
from casino_tutor.terminal.playing_words import (
    deal_line,
    follow_line,
    help_lines,
    points_lines,
    result_lines,
    scores_words,
    stand_lines,
    turn_line,
)
from casino_tutor.tutor.session_events import (
    Called,
    CardsDealt,
    Claimed,
    LeftOver,
    Played,
    RoundDealt,
    RoundEnded,
)
from casino_tutor.tutor.session_match import MatchTable, begin_match, resume_match
from casino_tutor.tutor.session_table import follow_events

#: How many legal plays `?` lists.
LISTED: Final = 60
#: So many seconds a hint is thought about.
HINT_SECONDS: Final = 0.3
_ROUND_IS_OVER: Final = "The round is over: an empty line goes on."
_MOST_TYPED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Game:
    """A match of one person against opponents.

    Attributes
    ----------
    table : MatchTable
        The match, its record, and who plays against the person.
    style : Style
        How cards are written.
    refused : Verdict or None
        The last play that was illegal, until a legal one is made.
    is_done : bool
        True when the match is over or the person has ended it.
    """

    table: MatchTable
    style: Style
    refused: Verdict | None = None
    is_done: bool = False

    @property
    def match(self) -> Match:
        """The match."""
        return self.table.match

    @property
    def view(self) -> Position:
        """The table as the person knows it."""
        return self.table.view

    @property
    def is_persons_turn(self) -> bool:
        """True if the person is to play."""
        return self.table.waits == "you"


Said: TypeAlias = tuple[str, ...]


def start_game(
    variant: Variant,
    players: int,
    seed: int,
    style: Style | None = None,
    opponents: Sequence[str] = (),
) -> tuple[Game, Said]:
    """Begin a match; the opponents play until it is the person's turn.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play, the person among them.
    seed : int
        One seed gives the same cards and, for the same plays, the same match.
    style : Style, optional
        How cards are written.
    opponents : sequence of str
        Who plays for the others, by name, the last for all that are not named; the simplest if
        none is.

    Returns
    -------
    tuple of Game and tuple of str
        The game, and the lines to show.

    Raises
    ------
    DealError
        If the variant is not for so many players.
    OpponentError
        If there is no such opponent.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> game, said = start_game(find_variant("casino_pagat"), 2, seed=3)
    >>> game.is_persons_turn
    True
    """
    return _begun(begin_match(variant, players, seed, opponents), style)


def resume_game(
    record: Record, seed: int, style: Style | None = None, opponents: Sequence[str] = ()
) -> tuple[Game, Said]:
    """Go on with a match that was kept, against the opponents of then or others; see `start_game`.

    Raises
    ------
    RecordError
        If anything is wrong with the record.
    OpponentError
        If there is no such opponent.
    """
    return _begun(resume_match(record, seed, opponents), style)


def _begun(table: MatchTable, style: Style | None) -> tuple[Game, Said]:
    game = Game(table, style or Style())
    variant = game.match.variant
    said = [
        f"{variant.title}, {game.match.players} players.",
        variant.aim,
        *help_lines(game.match, table.person),
        deal_line(table),
    ]
    game, more = _go_on(game)
    return game, (*said, *more)


def answer_line(game: Game, line: str) -> tuple[Game, Said]:
    """Answer one line that the person has typed.

    Parameters
    ----------
    game : Game
        A game that is not done.
    line : str
        A play in notation or one of the words of `help`; an empty line shows the table or,
        between two rounds, goes on.

    Returns
    -------
    tuple of Game and tuple of str
        The game after it, and the lines to show. Whatever is typed, nothing is raised.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> game, said = start_game(find_variant("casino_pagat"), 2, seed=3)
    >>> game, said = answer_line(game, "why")
    >>> said
    ('Nothing was refused.',)
    """
    word, _, rest = line.strip().partition(" ")
    command = _COMMANDS.get(word.lower())
    if command is not None and (not rest.strip() or word.lower() == "save"):
        return command(game, rest.strip())
    if is_over(game.match.position):
        return game, (_ROUND_IS_OVER,)
    return _try(game, line)


# --- plays ---------------------------------------------------------------------------------------


def _try(game: Game, line: str) -> tuple[Game, Said]:
    if len(line) > _MOST_TYPED:
        return game, ("That line is too long for a play.",)
    before = game.table
    try:
        after, verdict = before.play(line.strip())
    except (NotationError, AmbiguousPlayError) as error:
        return game, (one_line(f"That cannot be read: {error}"),)
    if not verdict.is_legal:
        count = len(verdict.violations)
        broken = "a rule" if count == 1 else f"{count} rules"
        return replace(game, refused=verdict), (f"Not legal, it breaks {broken}: why says more.",)
    said = [_turn_line(game, before.seat, verdict, after.position)]
    followed = follow_events(before, before.position, verdict, after.position)
    said += [follow_line(event, game.style) for event in followed]
    said += [f"Note: {game.style.notation(remark.sentence)}" for remark in verdict.notices]
    game = replace(game, table=after, refused=None)
    if game.is_persons_turn and not followed:
        said.append("It is your turn again.")
    game, more = _go_on(game)
    return game, (*said, *more)


def _turn_line(game: Game, seat: int, played: Played | Verdict, after: Position) -> str:
    text, sweep = played.text, played.sweep
    return turn_line(game.table, seat, after, text=text, style=game.style, sweep=sweep)


def _go_on(game: Game) -> tuple[Game, Said]:
    """Let the opponents play, and rounds be counted and dealt, until the person is to say."""
    said: list[str] = []
    while game.table.waits not in ("you", "over"):
        if game.table.waits == "count" and game.table.may_claim:
            return game, (*said, "The round is over. You may claim; an empty line goes on.")
        game, more = _step(game)
        said += more
    if game.match.is_over:
        return replace(game, is_done=True), (*said, *result_lines(game.table))
    return game, (*said, "", *_table_lines(game))


def _step(game: Game) -> tuple[Game, Said]:
    """Let one thing happen that is not the person's to do."""
    before = game.table
    after, happened = before.go_on()
    said: list[str] = []
    for event in happened:
        if isinstance(event, Played):
            table = after.position
            said.append(_turn_line(game, event.seat, event, table))
        elif isinstance(event, LeftOver | CardsDealt):
            said.append(follow_line(event, game.style))
        elif isinstance(event, RoundEnded):
            said += [f"Round {event.round} is over.", *points_lines(event), *stand_lines(after)]
        elif isinstance(event, RoundDealt):
            said += ["", deal_line(after)]
        elif isinstance(event, Called | Claimed):
            said.append(event.words)
    return replace(game, table=after), tuple(said)


# --- commands ------------------------------------------------------------------------------------


def _table_lines(game: Game) -> Said:
    style = game.style
    return (table_text(game.view, symbols=style.symbols, colour=style.colour),)


def _list(game: Game, _rest: str) -> tuple[Game, Said]:
    if not game.is_persons_turn:
        return game, (_ROUND_IS_OVER,)
    plays = [str(play) for play in islice(legal_plays(game.view), LISTED + 1)]
    more = [f"... and more: only the first {LISTED} are listed."] if len(plays) > LISTED else []
    return game, (*map(game.style.notation, plays[:LISTED]), *more)


def _hint(game: Game, _rest: str) -> tuple[Game, Said]:
    if not game.is_persons_turn:
        return game, (_ROUND_IS_OVER,)
    try:
        found = best(game.view, Limit(seconds=HINT_SECONDS), seen=game.table.seen)
    except EngineError as error:
        return game, (one_line(f"There is no hint: {error}."),)
    return game, tuple(advice_lines(found, game.style))


def _why(game: Game, _rest: str) -> tuple[Game, Said]:
    refused, style = game.refused, game.style
    if refused is None:
        return game, ("Nothing was refused.",)
    said = [f"{style.notation(refused.text)} is not legal:"]
    said += [f"- {style.notation(one.sentence)} ({one.source})" for one in refused.violations]
    mended = [one for one in repairs(game.view, refused.turn) if one.play is not None]
    if mended:
        said.append("Instead:")
        said += [style.notation(f"- {one.text}   {one.sentence}") for one in mended]
    return game, tuple(said)


def _show(game: Game, _rest: str) -> tuple[Game, Said]:
    return game, _table_lines(game)


def _empty(game: Game, _rest: str) -> tuple[Game, Said]:
    if not is_over(game.match.position):
        return _show(game, "")
    game, said = _step(game)
    game, more = _go_on(game)
    return game, (*said, *more)


def _score(game: Game, _rest: str) -> tuple[Game, Said]:
    match = game.match
    said = [*stand_lines(game.table)]
    if match.variant.options.scoring_time == "as_captured" and not match.is_scored:
        running = running_scores(match.position)
        scores = [running[match.side_of_team(team)] for team in range(len(match.teams))]
        said.append(f"With what is certain in this round: {scores_words(game.table, scores)}.")
    return game, tuple(said)


def _claim(game: Game, _rest: str) -> tuple[Game, Said]:
    try:
        table, _ = game.table.claim()
    except ValueError as error:
        return game, (f"That is not possible: {error}.",)
    game = replace(game, table=table)
    if game.match.is_over:
        return replace(game, is_done=True), result_lines(table)
    return game, ("You have not reached the target.",)


def _orange(game: Game, _rest: str) -> tuple[Game, Said]:
    try:
        table, happened = game.table.call_missed()
    except ValueError as error:
        return game, (f"That is not possible: {error}.",)
    game = replace(game, table=table)
    said = tuple(event.words for event in happened if isinstance(event, Called))
    if game.match.is_over:
        return replace(game, is_done=True), (*said, *result_lines(table))
    return game, said


def _save(game: Game, rest: str) -> tuple[Game, Said]:
    if not rest:
        return game, ("save needs the name of a file.",)
    try:
        save_record(Path(rest), game.table.kept.record)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return game, (one_line(f"{rest} cannot be written: {reason}"),)
    return game, (one_line(f"Saved as {rest}."),)


def _quit(game: Game, _rest: str) -> tuple[Game, Said]:
    return replace(game, is_done=True), stand_lines(game.table)


def _help(game: Game, _rest: str) -> tuple[Game, Said]:
    return game, help_lines(game.match, game.table.person)


_COMMANDS: Final[dict[str, Callable[[Game, str], tuple[Game, Said]]]] = {
    "": _empty,
    "?": _list,
    "plays": _list,
    "hint": _hint,
    "why": _why,
    "table": _show,
    "score": _score,
    "claim": _claim,
    "orange": _orange,
    "save": _save,
    "help": _help,
    "quit": _quit,
    "exit": _quit,
}

"""A person against opponents: typed lines in, lines of text out.

Nothing here reads a keyboard: `start_game` and `answer_line` return what is to be shown, and each
answer is a new `Game`. The command line, tests and other front ends drive the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from casino_tutor.draw.text import Style, table_text
from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.opponents import Opponent, Simple
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.engine.watching import seen_so_far, watch
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.position import Position
from casino_tutor.model.saving import save_record
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import first_dealer
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match, claimed_total, seeded_order, seen_by
from casino_tutor.rules.recording import RecordedMatch, begin_record
from casino_tutor.rules.repair import repairs
from casino_tutor.rules.restrictions import deciding_rule
from casino_tutor.rules.rounds import is_over
from casino_tutor.rules.scoring import running_scores
from casino_tutor.terminal.advising import advice_lines
from casino_tutor.terminal.answers import one_line
from casino_tutor.terminal.dealing import first_deal_seed
from casino_tutor.terminal.playing_words import (
    cards_dealt_line,
    deal_line,
    help_lines,
    player_names,
    points_lines,
    result_lines,
    scores_words,
    stand_lines,
    turn_line,
    who,
)

#: How many legal plays `?` lists.
LISTED: Final = 60
#: So many seconds a hint is thought about.
HINT_SECONDS: Final = 0.3
_SIMPLEST: Final = Simple()
_ROUND_IS_OVER: Final = "The round is over: an empty line goes on."
_MOST_TYPED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Game:
    """A match of one person against opponents.

    Attributes
    ----------
    kept : RecordedMatch
        The match and its record.
    person : int
        The player, counted from 0, who is the person.
    seed : int
        Where the cards of all rounds come from.
    style : Style
        How cards are written.
    opponent : Opponent
        Who plays for everybody else.
    seen : tuple of Seen
        What everybody has seen in this deal.
    refused : Verdict or None
        The last play that was illegal, until a legal one is made.
    is_done : bool
        True when the match is over or the person has ended it.
    """

    kept: RecordedMatch
    person: int
    seed: int
    style: Style
    opponent: Opponent = _SIMPLEST
    seen: tuple[Seen, ...] = ()
    refused: Verdict | None = None
    is_done: bool = False

    @property
    def match(self) -> Match:
        """The match."""
        return self.kept.match

    @property
    def view(self) -> Position:
        """The table as the person knows it."""
        return seen_by(self.match, self.person)

    @property
    def is_persons_turn(self) -> bool:
        """True if the person is to play."""
        turn = self.match.position.turn
        return turn is not None and self.match.player_at(turn) == self.person


Said: TypeAlias = tuple[str, ...]


def start_game(
    variant: Variant,
    players: int,
    seed: int,
    style: Style | None = None,
    opponent: Opponent | None = None,
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
    opponent : Opponent, optional
        Who plays for everybody else; the simplest if left out.

    Returns
    -------
    tuple of Game and tuple of str
        The game, and the lines to show.

    Raises
    ------
    DealError
        If the variant is not for so many players.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> game, said = start_game(find_variant("casino_pagat"), 2, seed=3)
    >>> game.is_persons_turn
    True
    """
    dealer = first_dealer(variant, players, first_deal_seed(seed)).player
    # Players are numbered from the eldest hand; the person sits where the dealer was counted from.
    person = -(dealer + 1) % players
    kept = begin_record(
        variant,
        players,
        seeded_order(variant, seed, 1),
        seed=seed,
        names=player_names(players, person),
    )
    return resume_game(kept, person, seed, style, opponent)


def resume_game(
    kept: RecordedMatch,
    person: int,
    seed: int,
    style: Style | None = None,
    opponent: Opponent | None = None,
) -> tuple[Game, Said]:
    """Go on with a match that was kept; see `start_game`."""
    seen = seen_so_far(kept)
    game = Game(kept, person, seed, style or Style(), opponent or _SIMPLEST, seen)
    variant = game.match.variant
    said = [
        f"{variant.title}, {game.match.players} players.",
        variant.aim,
        *help_lines(game.match, game.person),
    ]
    said.append(deal_line(game.match, person))
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
    before = game.match.position
    try:
        kept, verdict = game.kept.play(line.strip())
    except (NotationError, AmbiguousPlayError) as error:
        return game, (one_line(f"That cannot be read: {error}"),)
    if not verdict.is_legal:
        count = len(verdict.violations)
        broken = "a rule" if count == 1 else f"{count} rules"
        return replace(game, refused=verdict), (f"Not legal, it breaks {broken}: why says more.",)
    said = _turn_lines(game, game.person, verdict, kept.match)
    said += [f"Note: {game.style.notation(remark.sentence)}" for remark in verdict.notices]
    game = replace(_played(game, kept, verdict), refused=None)
    if game.is_persons_turn and not cards_dealt_line(before, kept.match.position):
        said.append("It is your turn again.")
    game, more = _go_on(game)
    return game, (*said, *more)


def _turn_lines(game: Game, player: int, verdict: Verdict, after: Match) -> list[str]:
    """Return what a player did, and that new cards were dealt then."""
    before, table = game.match, after.position
    said = turn_line(before, player, game.person, verdict, table, style=game.style)
    return [said, *filter(None, [cards_dealt_line(before.position, table)])]


def _go_on(game: Game) -> tuple[Game, Said]:
    """Let the opponents play, and rounds be counted and dealt, until the person is to say."""
    said: list[str] = []
    while not game.match.is_over and not game.is_persons_turn:
        if is_over(game.match.position):
            if _may_claim(game):
                said += ["The round is over. You may claim; an empty line goes on."]
                return game, tuple(said)
            game, more = _next_round(game)
        else:
            game, more = _opponents_turn(game)
        said += more
    if game.match.is_over:
        return replace(game, is_done=True), (*said, *result_lines(game.match, game.person))
    return game, (*said, "", *_table_lines(game))


def _may_claim(game: Game) -> bool:
    claims = deciding_rule(game.match.variant.options) == "claim"
    return claims and not game.match.is_scored


def _opponents_turn(game: Game) -> tuple[Game, Said]:
    """Let the seat to play call, claim or play."""
    match = game.match
    seat = match.position.turn or 0
    player = match.player_at(seat)
    makers = [who for word, who in match.position.pending if word == "orange"]
    if makers and seat not in makers:
        called = replace(game, kept=game.kept.call_orange(seat))
        return called, (f"{who(player, game.person)} calls the orange that was forgotten.",)
    claimed = _claimed(game, player)
    if claimed is not None:
        return claimed
    # What hangs on chance is the same again when a match that was saved goes on.
    chance = Random(f"{game.seed} {match.round} {game.kept.record.rounds[-1].plays}")
    chosen = game.opponent.choose(seen_by(match, player), chance, game.seen)
    kept, verdict = game.kept.play(chosen)
    return _played(game, kept, verdict), tuple(_turn_lines(game, player, verdict, kept.match))


def _played(game: Game, kept: RecordedMatch, verdict: Verdict) -> Game:
    """Return the game after a legal turn, which everybody has seen."""
    before, after = game.match.position, kept.match.position
    return replace(game, kept=kept, seen=watch(game.seen, before, verdict.turn, after))


def _claimed(game: Game, player: int) -> tuple[Game, Said] | None:
    """Let an opponent claim if it has reached the target; its memory is perfect."""
    match = game.match
    team = match.team_of(player)
    rightly = claimed_total(match, team) >= match.target
    claims = deciding_rule(match.variant.options) == "claim"
    if not claims or team in match.barred or not rightly:
        return None
    kept = game.kept.claim(match.seat_of(player))
    return replace(game, kept=kept), (f"{who(player, game.person)} claims {match.target} points.",)


def _next_round(game: Game) -> tuple[Game, Said]:
    """Count the round, claimed by opponents before that, and deal the next."""
    match = game.match
    for player in range(match.players):
        claimed = _claimed(game, player) if player != game.person else None
        if claimed is not None:
            return claimed
    kept, score, _ = game.kept.count()
    counted = replace(game, kept=kept)
    said = [f"Round {match.round} is over.", *points_lines(match, score.points, game.person)]
    said += stand_lines(counted.match, game.person)
    if counted.match.is_over:
        return counted, tuple(said)
    order = seeded_order(match.variant, game.seed, match.round + 1)
    dealt = replace(counted, kept=kept.deal(order), seen=())
    return dealt, (*said, "", deal_line(dealt.match, game.person))


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
        found = best(game.view, Limit(seconds=HINT_SECONDS), seen=game.seen)
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
    game, said = _next_round(game)
    game, more = _go_on(game)
    return game, (*said, *more)


def _score(game: Game, _rest: str) -> tuple[Game, Said]:
    match = game.match
    said = [*stand_lines(match, game.person)]
    if match.variant.options.scoring_time == "as_captured" and not match.is_scored:
        running = running_scores(match.position)
        scores = [running[match.side_of_team(team)] for team in range(len(match.teams))]
        said.append(
            f"With what is certain in this round: {scores_words(match, scores, game.person)}."
        )
    return game, tuple(said)


def _claim(game: Game, _rest: str) -> tuple[Game, Said]:
    try:
        kept = game.kept.claim(game.match.seat_of(game.person))
    except ValueError as error:
        return game, (f"That is not possible: {error}.",)
    game = replace(game, kept=kept)
    if game.match.is_over:
        return replace(game, is_done=True), result_lines(game.match, game.person)
    return game, ("You have not reached the target.",)


def _orange(game: Game, _rest: str) -> tuple[Game, Said]:
    before = game.match.position.points or (0,) * len(game.match.position.sides)
    try:
        kept = game.kept.call_orange(game.match.seat_of(game.person))
    except ValueError as error:
        return game, (f"That is not possible: {error}.",)
    game = replace(game, kept=kept)
    side = game.match.position.side_of(game.match.seat_of(game.person))
    gained = (game.match.position.points or before)[side] - before[side]
    return game, (f"That brings {gained} points.",)


def _save(game: Game, rest: str) -> tuple[Game, Said]:
    if not rest:
        return game, ("save needs the name of a file.",)
    try:
        save_record(Path(rest), game.kept.record)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return game, (one_line(f"{rest} cannot be written: {reason}"),)
    return game, (one_line(f"Saved as {rest}."),)


def _quit(game: Game, _rest: str) -> tuple[Game, Said]:
    return replace(game, is_done=True), stand_lines(game.match, game.person)


def _help(game: Game, _rest: str) -> tuple[Game, Said]:
    return game, help_lines(game.match, game.person)


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

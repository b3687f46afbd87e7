"""The commands about whole rounds and matches: deal, score, replay, simulate, arena, play."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from casino_tutor.terminal.answers import Answer, AnswerError, read_rules, read_table
from casino_tutor.terminal.console import (
    COLOUR,
    JSON,
    KEPT,
    OPTION,
    PLAIN,
    note,
    style_of,
    write,
    write_json,
)

_DEFAULT: Final = "casino_pagat"
_MOST_GIVEN: Final = 1_000_000

_VARIANT: Final = click.option(
    "--variant",
    metavar="NAME",
    default=_DEFAULT,
    show_default=True,
    help="The rules: a name, or the path of a TOML file.",
)
_PLAYERS: Final = click.option(
    "--players", type=click.IntRange(2, 6), default=2, show_default=True, help="How many play."
)


_OPPONENT: Final = click.option(
    "--opponent",
    metavar="NAME",
    default="simple",
    show_default=True,
    help="Who plays: random, simple, greedy, counter or searcher.",
)


def _seed(default: int | None) -> Callable[[Any], Any]:
    return click.option(
        "--seed",
        type=click.IntRange(0, 10**9),
        default=default,
        help="One seed gives the same cards on every machine.",
    )


@contextmanager
def _as_request() -> Iterator[None]:
    """Turn what the rules refuse into one line for a person."""
    try:
        yield
    except AnswerError:
        raise
    except ValueError as error:
        raise AnswerError(getattr(error, "kind", "request"), str(error)) from error


@click.command("deal")
@_VARIANT
@OPTION
@_PLAYERS
@_seed(None)
@JSON
@PLAIN
@COLOUR
def deal(
    *,
    variant: str,
    options: dict[str, str],
    players: int,
    seed: int | None,
    as_json: bool,
    plain: bool,
    colour: str,
) -> None:
    """Say how a round is dealt; with --seed, deal it."""
    from casino_tutor.terminal.dealing import deal_answer, deal_text

    rules = read_rules(variant, options)
    with _as_request():
        answer = deal_answer(rules, players, seed)
    return write_json(answer) if as_json else write(deal_text(answer, style_of(plain, colour)))


@click.command("score")
@click.argument("given", default="-")
@click.option("--variant", metavar="NAME", help="The rules: a name, or the path of a TOML file.")
@OPTION
@JSON
def score(given: str, variant: str | None, options: dict[str, str], as_json: bool) -> None:
    """Score a round.

    GIVEN is a JSON object such as {"cards": {"A": 27, "B": 25}, "10D": "A"}, a file that holds one
    (or - for stdin), or the position line of a finished round.
    """
    from casino_tutor.terminal.scoring import score_answer, score_text, table_score_answer

    text = _given(given)
    with _as_request():
        if text.lstrip().startswith("{"):
            rules = read_rules(variant or _DEFAULT, options)
            answer = score_answer(rules, _object(text))
        else:
            answer = table_score_answer(read_table(text.strip(), variant, options)[0])
    return write_json(answer) if as_json else write(score_text(answer))


def _given(given: str) -> str:
    """Return the words of the command line, or what stands in the file they name."""
    given = given.removeprefix(KEPT)
    if given == "-":
        return sys.stdin.read(_MOST_GIVEN)
    if given.lstrip().startswith("{") or " " in given.strip():
        return given
    try:
        with Path(given).open(encoding="utf-8") as file:
            return file.read(_MOST_GIVEN)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise AnswerError("request", f"{given!r} cannot be read: {reason}") from None


def _object(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise AnswerError(
            "json", f"this is not JSON: line {line}, column {column}", line, column
        ) from None
    if not isinstance(given, dict):
        raise AnswerError("json", "a score is a JSON object")
    return given


@click.command("replay")
@click.argument("file")
@click.option("--plays", is_flag=True, help="List every play too.")
@click.option(
    "--strict",
    is_flag=True,
    help="Pass over an illegal play instead of judging what follows on the table it made.",
)
@JSON
@PLAIN
@COLOUR
def replay(
    *, file: str, plays: bool, strict: bool, as_json: bool, plain: bool, colour: str
) -> int | None:
    """Play a recorded match again, and judge every play.

    Exit code 1 if something in it is wrong.
    """
    from casino_tutor.rules.replay import replay as play_again
    from casino_tutor.terminal.replay import read_record_file, replay_answer, replay_text

    record = read_record_file(file)
    with _as_request():
        found = play_again(record, as_played=not strict)
    if as_json:
        write_json(replay_answer(record, found))
    else:
        write(replay_text(record, found, style_of(plain, colour), plays=plays))
    return 1 if found.faults else 0


@click.command("simulate")
@_VARIANT
@OPTION
@_PLAYERS
@click.option(
    "--rounds", type=click.IntRange(1, 10_000), default=10, show_default=True, help="How many."
)
@_seed(1)
@_OPPONENT
@JSON
def simulate(
    *,
    variant: str,
    options: dict[str, str],
    players: int,
    rounds: int,
    seed: int,
    opponent: str,
    as_json: bool,
) -> None:
    """Let an opponent play rounds against itself, and count the points."""
    from casino_tutor.engine.opponents import find_opponent
    from casino_tutor.terminal.opponents import simulate_answer, simulate_text

    rules = read_rules(variant, options)
    with _as_request():
        answer: Answer = simulate_answer(rules, players, rounds, seed, find_opponent(opponent))
    return write_json(answer) if as_json else write(simulate_text(answer))


@click.command("arena")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--pairs",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many deals; each is played once for each side, with seats changed.",
)
@_VARIANT
@OPTION
@click.option(
    "--players",
    type=click.IntRange(2, 6),
    default=2,
    show_default=True,
    help="How many play; of more than two sides B has all but one.",
)
@_seed(1)
@click.option("--jobs", type=click.IntRange(1, 1024), help="How many processes; all if left out.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler whose workers play.")
@click.option("--or-local", is_flag=True, help="Go on here where the cluster cannot be had.")
@click.option(
    "--resume", metavar="FILE", help="A journal: what stands in it is not played once more."
)
@JSON
def arena(
    *,
    one: str,
    other: str,
    variant: str,
    options: dict[str, str],
    players: int,
    as_json: bool,
    **how: Any,
) -> None:
    """Say which of two opponents is stronger, and by how many points a round.

    A and B are opponents: random, simple, greedy, counter or searcher. Both play every deal on both
    sides, so luck with the cards falls out. Of more than two sides A has each in turn, and B the
    rest.
    """
    from casino_tutor.engine.arena import Duel, duel
    from casino_tutor.terminal.arena import duel_answer, duel_text

    rules = read_rules(variant, options)
    with _as_request():
        played = duel(
            Duel(one, other, rules, players),
            progress=not as_json,
            tell=lambda sentence: note([sentence]),
            **how,
        )
    return write_json(duel_answer(played)) if as_json else write(duel_text(played))


@click.command("play")
@_VARIANT
@OPTION
@_PLAYERS
@_seed(None)
@click.option(
    "--opponent",
    metavar="NAME",
    help="Who plays: random, simple, greedy, counter or searcher; simple, or whoever played in the "
    "match that was saved.",
)
@click.option("--resume", metavar="FILE", help="Go on with a match that was saved.")
@PLAIN
@COLOUR
def play(
    *,
    variant: str,
    options: dict[str, str],
    players: int,
    seed: int | None,
    opponent: str | None,
    resume: str | None,
    plain: bool,
    colour: str,
) -> None:
    """Play a match against opponents.

    Type a play, or ? for the legal plays, why for the last refusal, help for the other words.
    """
    from random import SystemRandom

    from casino_tutor.terminal.playing import answer_line, resume_game, start_game
    from casino_tutor.terminal.replay import read_record_file

    style = style_of(plain, colour)
    chosen = SystemRandom().randrange(10**6) if seed is None else seed
    with _as_request():
        against = [opponent] if opponent else []
        if resume is None:
            game, said = start_game(read_rules(variant, options), players, chosen, style, against)
        else:
            game, said = resume_game(read_record_file(resume), chosen, style, against)
    write("\n".join(said))
    while not game.is_done:
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        game, said = answer_line(game, line.rstrip("\n"))
        write("\n".join(said))


COMMANDS: Final = (deal, score, replay, simulate, arena, play)

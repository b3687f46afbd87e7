"""What the commands have in common: how an answer is written, and the options they share."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from casino_tutor.draw.text import Style, table_text
from casino_tutor.model.position import Position
from casino_tutor.terminal.answers import (
    LIMIT,
    MOST_LISTED,
    Answer,
    AnswerError,
    one_line,
    read_table,
)

NAME: Final = "casino-tutor"
#: What a shell says of a program whose reader went away.
PIPE_CLOSED: Final = 141
#: Put before a position that begins with the mark of an empty table, which looks like an option.
#: No word of a command line can contain it.
KEPT: Final = "\0"

# --- writing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Output:
    """How an answer is written: as one JSON object, or as text in a style."""

    as_json: bool
    style: Style

    def table(self, position: Position) -> str:
        """Write a table as wide as the terminal."""
        from shutil import get_terminal_size

        return table_text(
            position,
            symbols=self.style.symbols,
            colour=self.style.colour,
            width=get_terminal_size().columns,
        )


def write(text: str) -> None:
    """Write to stdout what its encoding has, and the rest in ASCII."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), color=True)
    except OSError as error:
        # What is still buffered must not be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(PIPE_CLOSED) from None
        raise AnswerError("request", f"the answer cannot be written: {error.strerror}") from None


def write_json(answer: Answer) -> None:
    """Write an answer as one line of JSON."""
    write(json.dumps(answer))


def note(sentences: Iterable[str]) -> None:
    """Say something beside the answer, on stderr."""
    for sentence in sentences:
        click.echo(f"{NAME}: note: {one_line(sentence)}", err=True)


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    AnswerError
        If it cannot be written; then what stood there before still does.
    """
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device; a folder is refused by the system.
            path.write_text(text, "utf-8")
            return
        path = path.resolve()
        unfinished = path.with_name(f".{path.name[:200]}.unfinished")
        try:
            unfinished.write_text(text, "utf-8")
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise AnswerError("request", f"{str(path)!r} cannot be written: {reason}") from None


def style_of(plain: bool, colour: str) -> Style:
    """Choose how to write: symbols and colour where a person reads them on a terminal."""
    if plain:
        return Style()
    terminal = sys.stdout.isatty()
    wanted = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    always = colour == "always"
    return Style(
        symbols=utf8 and (terminal or always), colour=wanted if colour == "auto" else always
    )


# --- what commands have in common ----------------------------------------------------------------


def _read_options(
    _context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]
) -> dict[str, str]:
    """Read ``--option k=v`` and ``--option k=v,k=v``; a later one wins."""
    options = {}
    for piece in (piece for word in words for piece in word.split(",")):
        key, equals, value = piece.partition("=")
        if not equals or not key.strip():
            raise AnswerError("request", f"--option {piece[:40]!r} is not of the form name=value")
        options[key.strip()] = value.strip()
    return options


def _given_position(_context: click.Context, _parameter: click.Parameter, word: str) -> str:
    return word.removeprefix(KEPT)


OPTION = click.option(
    "--option",
    "options",
    multiple=True,
    callback=_read_options,
    metavar="NAME=VALUE",
    help="A house rule; may be given several times.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
PLAIN = click.option("--plain", is_flag=True, help="Neither suit symbols nor colour.")
COLOUR = click.option(
    "--colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour; auto is on a terminal, unless NO_COLOR is set.",
)
#: How many plays or groupings are listed.
LISTED = click.option(
    "--limit",
    type=click.IntRange(1, MOST_LISTED),
    default=LIMIT,
    show_default=True,
    help="List so many at the most.",
)


def on_a_position(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command POSITION and its options; hand it the position and the output."""

    @functools.wraps(function)
    def run(
        *,
        position: str,
        variant: str | None,
        options: dict[str, str],
        as_json: bool,
        plain: bool,
        colour: str,
        **more: Any,
    ) -> int | None:
        table, notes = read_table(position, variant, options)
        note(notes)
        return function(table, Output(as_json, style_of(plain, colour)), **more)

    decorators = [
        click.argument("position", callback=_given_position),
        click.option(
            "--variant",
            metavar="NAME",
            help="The rules: a name, or the path of a TOML file; else casino_pagat.",
        ),
        OPTION,
        JSON,
        PLAIN,
        COLOUR,
    ]
    for decorate in reversed(decorators):
        run = decorate(run)
    return run

"""The command ``casino-tutor``: the same things, typed.

Exit codes: 0 answered, and legal; 1 the play is illegal; 2 something cannot be read.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import click

from casino_tutor import __version__
from casino_tutor.draw.text import Style, table_text
from casino_tutor.draw.words import count_words, turn_sentence
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import KINDS
from casino_tutor.rules.flags import flags
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.repair import Repair
from casino_tutor.terminal.answers import (
    LIMIT,
    MOST_LISTED,
    Answer,
    AnswerError,
    check,
    check_answer,
    groupings_answer,
    one_line,
    plays_answer,
    read_card,
    read_rules,
    read_table,
    show_answer,
    variant_answer,
    variants_answer,
)

NAME: Final = "casino-tutor"
ILLEGAL: Final = 1
UNREADABLE: Final = 2
#: What a shell says of a program that ended at Ctrl-C, and of one whose reader went away.
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

#: Put before a position that begins with the mark of an empty table, which looks like an option.
#: No word of a command line can contain it.
_KEPT: Final = "\0"
_HEADINGS: Final = {"capture": "Captures", "build": "Builds", "trail": "Trails"}
_QUOTES: Final = (
    "Put a position and a play in quotes: many of their marks mean something to a shell. "
    "Exit codes: 0 legal or answered, 1 illegal, 2 unreadable."
)


class _Program(click.Group):
    """The commands; every error ends as one line on stderr and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *_more: Any,
        **_extra: Any,
    ) -> NoReturn:
        words = list(sys.argv[1:] if args is None else args)
        kept = [_KEPT + word if word[:1] == "-" and word[1:2].isspace() else word for word in words]
        try:
            code = super().main(kept, prog_name or NAME, standalone_mode=False)
        except AnswerError as error:
            code = _report(error, as_json="--json" in words)
        except click.ClickException as error:
            code = _report(_usage_error(error), as_json="--json" in words)
        except click.Abort:
            code = INTERRUPTED
        except OSError as error:
            code = _report(AnswerError("request", str(error)), as_json="--json" in words)
        sys.exit(code or 0)


def _usage_error(error: click.ClickException) -> AnswerError:
    message = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context else NAME
    return AnswerError("request", f"{message}; {path} --help says more")


def _report(error: AnswerError, *, as_json: bool) -> int:
    # Where the answer itself could not be written there is nowhere to complain.
    with suppress(OSError):
        click.echo(f"{NAME}: error: {error.message}", err=True)
        if as_json:
            click.echo(json.dumps(error.answer))
    return UNREADABLE


# --- writing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Output:
    """Where an answer goes: one JSON object, or text in a style."""

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


def _write(text: str) -> None:
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


def _write_json(answer: Answer) -> None:
    _write(json.dumps(answer))


def _note(notes: Iterable[str]) -> None:
    for note in notes:
        click.echo(f"{NAME}: note: {one_line(note)}", err=True)


def _style(plain: bool, colour: str) -> Style:
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
    return word.removeprefix(_KEPT)


_OPTION = click.option(
    "--option",
    "options",
    multiple=True,
    callback=_read_options,
    metavar="NAME=VALUE",
    help="A house rule; may be given several times.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
_PLAIN = click.option("--plain", is_flag=True, help="Neither suit symbols nor colour.")
_COLOUR = click.option(
    "--colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour; auto is on a terminal, unless NO_COLOR is set.",
)
_LIMIT = click.option(
    "--limit",
    type=click.IntRange(1, MOST_LISTED),
    default=LIMIT,
    show_default=True,
    help="List so many at the most.",
)


def _on_a_position(function: Callable[..., int | None]) -> Callable[..., int | None]:
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
        _note(notes)
        return function(table, _Output(as_json, _style(plain, colour)), **more)

    decorators = [
        click.argument("position", callback=_given_position),
        click.option(
            "--variant",
            metavar="NAME",
            help="The rules: a name, or the path of a TOML file; else casino_pagat.",
        ),
        _OPTION,
        _JSON,
        _PLAIN,
        _COLOUR,
    ]
    for decorate in reversed(decorators):
        run = decorate(run)
    return run


@click.group(cls=_Program, name=NAME, invoke_without_command=True)
@click.version_option(__version__, prog_name=NAME)
@click.pass_context
def main(context: click.Context) -> None:
    """Learn the card game Casino: every legal play of a table, and why a play is not one.

    A position is one line, as in "8D,6C,2D 8S,KD": the table, a space, your hand. A play is
    written as in "8Sx8D,6C+2D" (capture), "3S+6H=9" (build) or "KD" (trail).
    """
    if context.invoked_subcommand is None:
        _write(context.get_help())


# --- show, plays, groupings, check ---------------------------------------------------------------


@main.command("show", epilog=_QUOTES)
@_on_a_position
def _show(position: Position, out: _Output) -> None:
    """Show a table, and what is odd about it."""
    if out.as_json:
        return _write_json(show_answer(position))
    remarks = [f"Note: {out.style.notation(flag.sentence)}" for flag in flags(position)]
    return _write(
        "\n\n".join([out.table(position), *remarks, f"As one line: {one_line(str(position))}"])
    )


@main.command("plays", epilog=_QUOTES)
@_on_a_position
@click.option("--card", metavar="CARD", help="Only plays of this hand card.")
@click.option("--kind", type=click.Choice(KINDS), help="Only plays of this kind.")
@click.option(
    "--value",
    type=click.IntRange(1),
    help="Only builds of this value, and captures of groups that total it.",
)
@click.option("--groupings", is_flag=True, help="List every grouping as a play of its own.")
@_LIMIT
def _plays(position: Position, out: _Output, card: str | None, limit: int, **filters: Any) -> None:
    """List every legal play: captures, builds, trails."""
    only = None if card is None else read_card(card)
    answer = plays_answer(position, card=only, limit=limit, **filters)
    if out.as_json:
        return _write_json(answer)
    if answer["truncated"]:
        _note([f"only the first {limit:,} plays are listed; --limit lists more"])
    return _write(_plays_text(answer, out.style))


def _plays_text(answer: Answer, style: Style) -> str:
    lines = []
    for kind, heading in _HEADINGS.items():
        listed = [play for play in answer["plays"] if play["kind"] == kind]
        if listed:
            lines.append(style.strong(f"{heading} ({len(listed)})"))
            lines += [f"  {style.notation(play['play'])}{_ways(play)}" for play in listed]
            lines.append("")
    count = count_words(answer["count"], "legal play")
    how = "listed" if answer["truncated"] else "in all"
    return "\n".join([*lines, f"{count[0].upper()}{count[1:]} {how}."])


def _ways(play: Answer) -> str:
    return f"   ({play['groupings']:,} groupings)" if play["groupings"] > 1 else ""


@main.command("groupings", epilog=_QUOTES)
@_on_a_position
@click.argument("play")
@_LIMIT
def _groupings(position: Position, out: _Output, play: str, limit: int) -> int:
    """List every way to group a play's cards.

    All of them have the same effect. The grouping may be left open: "8Sx8D6C2D".
    """
    answer = groupings_answer(position, play, limit=limit)
    reasons = answer.get("violations", [])
    if out.as_json:
        _write_json(answer)
        return ILLEGAL if reasons else 0
    if answer["truncated"]:
        _note([f"only the first {limit:,} groupings are listed; --limit lists more"])
    if reasons:
        _note(f"not legal: {reason['sentence']} ({reason['source']})" for reason in reasons)
    ways = [f"  {out.style.notation(one['play'])}" for one in answer["groupings"]]
    count = count_words(answer["count"], "grouping")
    _write("\n".join([*ways, f"{count[0].upper()}{count[1:]} in all."]))
    return ILLEGAL if reasons else 0


@main.command("check", epilog=_QUOTES)
@_on_a_position
@click.argument("play")
def _check(position: Position, out: _Output, play: str) -> int:
    """Judge a play: legal, or every rule it breaks.

    An illegal play comes with its reasons, who says so, and legal plays near it.
    """
    verdict, mended = check(position, play)
    if out.as_json:
        _write_json(check_answer(verdict, mended))
    elif verdict.after is not None:
        _write(_legal_text(position, verdict, verdict.after, out))
    else:
        _write(_illegal_text(verdict, mended, out.style))
    return 0 if verdict.is_legal else ILLEGAL


def _legal_text(position: Position, verdict: Verdict, after: Position, out: _Output) -> str:
    style = out.style
    lines = [f"{style.strong('Legal')}: {style.notation(verdict.text)}"]
    lines.append(turn_sentence(verdict.turn, position))
    if verdict.captured:
        lines.append(f"Captured: {' '.join(map(style.card, verdict.captured))}")
    if verdict.emptied:
        lines.append(f"The table is empty{': a sweep' if verdict.sweep else ''}.")
    lines += [f"Note: {style.notation(notice.sentence)}" for notice in verdict.notices]
    return "\n".join([*lines, "", out.table(after), "", f"As one line: {one_line(str(after))}"])


def _illegal_text(verdict: Verdict, mended: Sequence[Repair], style: Style) -> str:
    lines = [f"{style.strong('Not legal')}: {style.notation(verdict.text)}"]
    for reason in verdict.violations:
        lines += [f"  - {style.notation(reason.sentence)}", f"    ({reason.source})"]
    if mended:
        lines.append("Instead:")
    for repair in mended:
        play = "" if repair.play is None else f"{style.notation(str(repair.play))}   "
        lines.append(f"  - {play}{style.notation(repair.sentence)}")
    return "\n".join(lines)


# --- variants, batch, lab ------------------------------------------------------------------------


@main.command("variants")
@click.argument("name", required=False)
@_OPTION
@_JSON
@_PLAIN
@_COLOUR
def _variants(
    name: str | None, options: dict[str, str], as_json: bool, plain: bool, colour: str
) -> None:
    """List the variants, or every rule of one.

    NAME is the name of a variant, another name of it, or the path of a TOML file of your own.
    """
    if name is None and options:
        raise AnswerError("request", "--option needs the NAME of a variant")
    answer = variants_answer() if name is None else variant_answer(read_rules(name, options))
    if as_json:
        return _write_json(answer)
    style = _style(plain, colour)
    return _write(_list_text(answer, style) if name is None else _rules_text(answer, style))


def _list_text(answer: Answer, style: Style) -> str:
    lines = []
    for entry in answer["variants"]:
        lines += [f"{style.strong(entry['name'])}: {entry['title']}", f"    {entry['aim']}"]
    return "\n".join([*lines, "", f"{NAME} variants NAME shows every rule of one."])


def _rules_text(answer: Answer, style: Style) -> str:
    lines = [f"{style.strong(answer['name'])}: {answer['title']}"]
    if answer["aliases"]:
        lines.append(f"Also called: {', '.join(answer['aliases'])}")
    lines.append(f"Aim: {answer['aim']}")
    for rule in answer["options"]:
        value = str(rule["value"])
        shown = value.lower() if isinstance(rule["value"], bool) else value
        inherited = f", from {rule['inherited_from']}" if rule["inherited_from"] else ""
        lines += [
            "",
            f"{style.strong(rule['option'])} = {shown}",
            f"    {rule['sentence']}",
            f"    ({rule['source']}{inherited})",
        ]
    return "\n".join(lines)


@main.command("batch")
@click.argument("file", default="-")
def _batch(file: str) -> None:
    """Answer many questions, one JSON line each.

    FILE, or stdin, has lines such as {"do": "check", "position": "8D 8S", "play": "8Sx8D"}; the
    answers come in the same order. What to do is show, plays, groupings or check. More keys are
    variant, options and id (given back); for plays also card, kind, value, limit and groupings,
    for groupings also limit. A line that cannot be answered has an error for an answer, and the
    rest goes on.
    """
    if file == "-":
        return _answer_all(sys.stdin.buffer)
    try:
        with Path(file).open("rb") as stream:
            return _answer_all(stream)
    except OSError as error:
        raise AnswerError("request", f"{file!r} cannot be read: {error.strerror}") from error


def _answer_all(stream: BinaryIO) -> None:
    from casino_tutor.terminal.batch import answer_lines

    for number, (answer, notes) in enumerate(answer_lines(stream), 1):
        _write_json(answer)
        _note(f"answer {number}: {note}" for note in notes)


@main.command("lab")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where your copies of the notebooks are kept; ~/casino-tutor if nothing says else.",
)
@click.option("--port", type=int, help="The port to listen on; any free one if none is given.")
@click.option("--browser/--no-browser", default=None, help="Whether to open a browser.")
def _lab(folder: Path | None, port: int | None, browser: bool | None) -> int:
    """Open JupyterLab on the first notebook, and print its address."""
    from casino_tutor.lab import start

    return start(folder, port=port, open_browser=browser)

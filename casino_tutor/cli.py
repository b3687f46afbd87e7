"""The command ``casino-tutor``: the same things, typed.

Exit codes: 0 answered, and legal; 1 the play is illegal; 2 something cannot be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import click

from casino_tutor import __version__
from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, join_words, points_words, turn_sentence
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import KINDS
from casino_tutor.rules.flags import flags
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.repair import Repair
from casino_tutor.rules.rounds import gained
from casino_tutor.terminal.answers import (
    BEST_KINDS,
    MOST_SECONDS,
    SECONDS,
    Answer,
    AnswerError,
    check,
    check_answer,
    groupings_answer,
    one_line,
    plays_answer,
    read_card,
    read_rules,
    show_answer,
    variant_answer,
    variants_answer,
)
from casino_tutor.terminal.console import (
    COLOUR,
    JSON,
    KEPT,
    LISTED,
    NAME,
    OPTION,
    PLAIN,
    Output,
    note,
    on_a_position,
    save,
    style_of,
    write,
    write_json,
)
from casino_tutor.terminal.match_commands import COMMANDS

ILLEGAL: Final = 1
UNREADABLE: Final = 2
#: What a shell says of a program that ended at Ctrl-C.
INTERRUPTED: Final = 130

#: What is odd about a position and bears on the plays that are listed.
_MATTERS: Final = ("flag.hidden_hand", "flag.unguarded")
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
        kept = [KEPT + word if word[:1] == "-" and word[1:2].isspace() else word for word in words]
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
    if "unexpected extra argument" in message:
        message += "; put the position, and the play, each in quotes"
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


@click.group(cls=_Program, name=NAME, invoke_without_command=True)
@click.version_option(__version__, prog_name=NAME)
@click.pass_context
def main(context: click.Context) -> None:
    """Learn the card game Casino: every legal play of a table, and why a play is not one.

    A position is one line, as in "8D,6C,2D 8S,KD": the table, a space, your hand. A play is
    written as in "8Sx8D,6C+2D" (capture), "3S+6H=9" (build) or "KD" (trail).
    """
    if context.invoked_subcommand is None:
        write(context.get_help())


# --- show, plays, groupings, check ---------------------------------------------------------------


@main.command("show", epilog=_QUOTES)
@on_a_position
def _show(position: Position, out: Output) -> None:
    """Show a table, and what is odd about it."""
    if out.as_json:
        return write_json(show_answer(position))
    remarks = [f"Note: {out.style.notation(flag.sentence)}" for flag in flags(position)]
    return write(
        "\n\n".join([out.table(position), *remarks, f"As one line: {one_line(str(position))}"])
    )


@main.command("plays", epilog=_QUOTES)
@on_a_position
@click.option("--card", metavar="CARD", help="Only plays of this hand card.")
@click.option("--kind", type=click.Choice(KINDS), help="Only plays of this kind.")
@click.option(
    "--value",
    type=click.IntRange(1),
    help="Only builds of this value, and captures of groups that total it.",
)
@click.option("--groupings", is_flag=True, help="List every grouping as a play of its own.")
@LISTED
def _plays(position: Position, out: Output, card: str | None, limit: int, **filters: Any) -> None:
    """List every legal play: captures, builds, trails."""
    only = None if card is None else read_card(card)
    answer = plays_answer(position, card=only, limit=limit, **filters)
    if out.as_json:
        return write_json(answer)
    note(flag.sentence for flag in flags(position) if flag.id in _MATTERS)
    if only is not None and only not in position.hand:
        note([f"{only} is not among the known cards of the seat to play"])
    if answer["truncated"]:
        note([f"only the first {limit:,} plays are listed; --limit lists more"])
    return write(_plays_text(answer, out.style))


def _plays_text(answer: Answer, style: Style) -> str:
    lines = []
    for kind, heading in _HEADINGS.items():
        listed = [play for play in answer["plays"] if play["kind"] == kind]
        if listed:
            lines.append(style.strong(f"{heading} ({len(listed)})"))
            lines += [f"  {style.notation(play['play'])}{_ways(play)}" for play in listed]
            lines.append("")
    if not answer["count"]:
        return "There is no such legal play here."
    count = count_words(answer["count"], "legal play")
    how = "listed" if answer["truncated"] else "in all"
    return "\n".join([*lines, f"{count[0].upper()}{count[1:]} {how}."])


def _ways(play: Answer) -> str:
    return f"   ({play['groupings']:,} groupings)" if play["groupings"] > 1 else ""


@main.command("groupings", epilog=_QUOTES)
@on_a_position
@click.argument("play")
@LISTED
@click.option(
    "--svg",
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Draw which groups get in each other's way, into a FILE; without one, as the last word of "
    "the command, to stdout.",
)
def _groupings(position: Position, out: Output, play: str, limit: int, svg: str | None) -> int:
    """List every way to group a play's cards.

    All of them have the same effect. The grouping may be left open: "8Sx8D6C2D".
    """
    if svg == "-" and out.as_json:
        raise AnswerError("request", "--svg needs a FILE where --json fills the output")
    answer = groupings_answer(position, play, limit=limit)
    reasons = answer.get("violations", [])
    if svg is not None:
        _draw(position, play, svg)
    if out.as_json:
        write_json(answer)
        return ILLEGAL if reasons else 0
    if answer["truncated"]:
        note([f"only the first {limit:,} groupings are listed; --limit lists more"])
    if reasons:
        note(f"not legal: {reason['sentence']} ({reason['source']})" for reason in reasons)
    if svg != "-":
        ways = [f"  {out.style.notation(one['play'])}" for one in answer["groupings"]]
        count = count_words(answer["count"], "grouping")
        write("\n".join([*ways, f"{count[0].upper()}{count[1:]} in all."]))
    return ILLEGAL if reasons else 0


def _draw(position: Position, play: str, file: str) -> None:
    """Write the picture of a play's groups into a file, or to stdout."""
    from casino_tutor.terminal.pictures import groupings_svg

    picture, left_out = groupings_svg(position, play)
    if file == "-":
        write(picture)
    else:
        save(Path(file), picture + "\n")
    note([left_out] if left_out else [])


@main.command("check", epilog=_QUOTES)
@on_a_position
@click.argument("play")
@click.option("--all-variants", is_flag=True, help="Judge it under every game, and compare.")
def _check(position: Position, out: Output, play: str, *, all_variants: bool) -> int:
    """Judge a play: legal, or every rule it breaks.

    An illegal play comes with its reasons, who says so, and legal plays near it.
    """
    if all_variants:
        return _check_all(position, out, play)
    verdict, mended = check(position, play)
    if out.as_json:
        write_json(check_answer(position, verdict, mended))
    elif verdict.after is not None:
        write(_legal_text(position, verdict, verdict.after, out))
    else:
        write(_illegal_text(verdict, mended, out.style))
    return 0 if verdict.is_legal else ILLEGAL


def _check_all(position: Position, out: Output, play: str) -> int:
    from casino_tutor.terminal.comparing import all_variants_answer, all_variants_text

    answer = all_variants_answer(str(position), play)
    if out.as_json:
        write_json(answer)
    else:
        write(all_variants_text(answer, out.style))
    return 0 if answer["legal"] else ILLEGAL


def _legal_text(position: Position, verdict: Verdict, after: Position, out: Output) -> str:
    style = out.style
    lines = [f"{style.strong('Legal')}: {style.notation(verdict.text)}"]
    lines.append(turn_sentence(verdict.turn, position))
    if verdict.captured:
        lines.append(f"Captured: {' '.join(map(style.card, verdict.captured))}")
    if verdict.emptied:
        lines.append(f"The table is empty{': a sweep' if verdict.sweep else ''}.")
    points = points_words(gained(position, after), position.sides)
    lines += [f"Certain points: {points}."] * bool(points)
    lines += [f"Note: {style.notation(notice.sentence)}" for notice in verdict.notices]
    return "\n".join([*lines, "", out.table(after), "", f"As one line: {one_line(str(after))}"])


def _illegal_text(verdict: Verdict, mended: Sequence[Repair], style: Style) -> str:
    lines = [f"{style.strong('Not legal')}: {style.notation(verdict.text)}"]
    for reason in verdict.violations:
        lines += [f"  - {style.notation(reason.sentence)}", f"    ({reason.source})"]
    if mended:
        lines.append("Instead:")
    for repair in mended:
        play = "" if repair.text is None else f"{style.notation(repair.text)}   "
        lines.append(f"  - {play}{style.notation(repair.sentence)}")
    return "\n".join(lines)


# --- best-capture, perft, import -----------------------------------------------------------------


def _read_seconds(
    _context: click.Context, _parameter: click.Parameter, seconds: float | None
) -> float | None:
    """Refuse what is no number of seconds; a range alone lets "nan" pass."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise AnswerError(
            "request", f"--time-limit is {seconds:g}; it must be above 0, up to {MOST_SECONDS}"
        )
    return seconds


@main.command("best-capture", epilog=_QUOTES)
@on_a_position
@click.option("--card", metavar="CARD", help="Only plays of this hand card.")
@click.option(
    "--kind",
    type=click.Choice(BEST_KINDS),
    default=BEST_KINDS[0],
    show_default=True,
    help="What to look for; both: the better of the two.",
)
@click.option(
    "--time-limit",
    type=float,
    metavar="SECONDS",
    callback=_read_seconds,
    default=SECONDS,
    show_default=True,
    help="How long to search, at the most.",
)
def _best_capture(
    position: Position, out: Output, card: str | None, kind: str, time_limit: float
) -> None:
    """Find the capture that is worth most, with a proof.

    However crowded the table is. Worth is what it scores for certain (aces, both Casinos, a sweep
    and what else the variant has) and, for each card, its share of most cards and most spades.
    """
    from casino_tutor.terminal.best import best_answer

    only = None if card is None else read_card(card)
    answer, play = best_answer(position, card=only, kind=kind, time_limit=time_limit)
    if out.as_json:
        return write_json(answer)
    what = "capture or build" if kind == "both" else kind
    if only is not None:
        what = f"{what} with {out.style.card(only)}"
    late = f"found in {time_limit:g} seconds"
    if play is None:
        return write(f"There is no {what}." if answer["proved"] else f"No {what} was {late}.")
    how = ", proved" if answer["proved"] else f" {late}"
    return write(
        "\n".join(
            [
                f"{out.style.strong(f'Best {what}{how}')}: {out.style.notation(answer['play'])}",
                turn_sentence((play,), position),
                _worth_sentence(answer, what),
                f"As one line: {one_line(answer['after'])}",
            ]
        )
    )


def _worth_sentence(answer: Answer, what: str) -> str:
    """Say what a best play is worth, and how much more another one could be."""
    counts = [count_words(answer[f"{thing}s"], thing) for thing in ("point", "card", "spade")]
    verb = "brings" if answer["kind"] == "capture" else "holds"
    said = f"It {verb} {join_words(counts)}: worth {answer['worth']:.2f}"
    if answer["proved"]:
        return f"{said}; no {what} is worth more."
    if answer["bound"] is None:
        return f"{said}; how much more is possible is not known."
    return f"{said}; no {what} is worth more than {answer['bound']:.2f}."


@main.command("perft", epilog=_QUOTES)
@on_a_position
@click.argument("depth", type=int)
@click.option("--split", is_flag=True, help="Say how many lines begin with each play.")
def _perft(position: Position, out: Output, depth: int, split: bool) -> None:
    """Count the lines of play to a depth.

    They are DEPTH plays long, and every hand must be known. Plays: all groupings of one effect
    are one play. Groupings: each is a play of its own. Effects: the different positions that are
    reached.
    """
    from casino_tutor.terminal.perft import perft_answer, perft_text

    answer = perft_answer(position, depth, split)
    return write_json(answer) if out.as_json else write(perft_text(answer))


@main.command("solve", epilog=_QUOTES)
@on_a_position
@click.option(
    "--objective",
    metavar="WHAT",
    default="points",
    show_default=True,
    help="What the sides try to do: points (of the round) or match (win it; needs the scores).",
)
@click.option("--nodes", type=int, metavar="N", help="Visit so many positions at the most.")
@click.option(
    "--seconds", type=float, metavar="S", help="Search so long at the most; 10 if none are given."
)
def _solve(position: Position, out: Output, objective: str, **limits: Any) -> None:
    """Value every legal play exactly, and show best play to the end.

    Every card must be known, or be what nobody has seen yet: the other hand of a last deal of two
    seats. A stock whose order is known is played to its end. Values are points of the side to play
    less those of the other.
    """
    from casino_tutor.terminal.solving import solve_answer, solve_text

    given = {name: limit for name, limit in limits.items() if limit is not None}
    answer, found = solve_answer(position, objective=objective, **given)
    return write_json(answer) if out.as_json else write(solve_text(found, out.style))


@main.command("best", epilog=_QUOTES)
@on_a_position
@click.option(
    "--seconds", type=float, metavar="S", help="Search so long; 1 if neither limit is given."
)
@click.option(
    "--samples",
    type=int,
    metavar="N",
    help="Instead: search N deals that fit; the same answer on any machine.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Where the chance comes from by which deals are drawn.",
)
def _best(position: Position, out: Output, **how: Any) -> None:
    """Find the best play where cards are hidden.

    Deals that fit all that the seat to play may know are searched to the end of the deal. Values
    are the points by which its side can be expected to be ahead in the round, with their error.
    """
    from casino_tutor.terminal.advising import best_answer, best_text

    answer, found = best_answer(position, **how)
    return write_json(answer) if out.as_json else write(best_text(found, out.style))


@main.command("doctor")
@JSON
@PLAIN
@COLOUR
def _doctor(*, as_json: bool, plain: bool, colour: str) -> None:
    """Say which kernel is in use, and how to get the other."""
    from casino_tutor.terminal.solving import doctor_answer, doctor_text

    answer = doctor_answer()
    return write_json(answer) if as_json else write(doctor_text(answer, style_of(plain, colour)))


@main.command("import")
@click.argument("file")
@click.option("--variant", metavar="NAME", help="Other rules: a name, or the path of a TOML file.")
@OPTION
@JSON
def _import(file: str, variant: str | None, options: dict[str, str], as_json: bool) -> None:
    """Print a saved game as a position line.

    The FILE is one of the Royal Casino programming course. Everything odd in it is told with its
    line; what is not certain is an error. The human is seat 1. The rules are royal_course, in which
    an ace is 1 or 14; in the other edition it is 1 only: --option ace_hand=1.
    """
    from casino_tutor.terminal.saves import read_save, save_answer

    game = read_save(file, variant, options)
    note(f"{file}: line {o.line}, column {o.column}: {o.sentence}" for o in game.oddities)
    if as_json:
        return write_json(save_answer(game))
    return write(one_line(str(game.position)))


# --- variants, batch, lab ------------------------------------------------------------------------


@main.command("variants")
@click.argument("names", nargs=-1, metavar="[NAME | diff NAME NAME]")
@OPTION
@JSON
@PLAIN
@COLOUR
def _variants(
    *, names: tuple[str, ...], options: dict[str, str], as_json: bool, plain: bool, colour: str
) -> None:
    """List the variants, every rule of one, or what differs between two.

    NAME is the name of a variant, another name of it, or the path of a TOML file of your own.
    """
    if names[:1] == ("diff",) and len(names) == 3 and not options:
        return _variants_diff(names[1], names[2], as_json, style_of(plain, colour))
    if len(names) > 1:
        raise AnswerError("request", "variants takes one NAME, or diff and two NAMEs")
    name = names[0] if names else None
    if name is None and options:
        raise AnswerError("request", "--option needs the NAME of a variant")
    answer = variants_answer() if name is None else variant_answer(read_rules(name, options))
    if as_json:
        return write_json(answer)
    style = style_of(plain, colour)
    return write(_list_text(answer, style) if name is None else _rules_text(answer, style))


def _variants_diff(one: str, other: str, as_json: bool, style: Style) -> None:
    from casino_tutor.terminal.comparing import diff_answer, diff_text

    answer = diff_answer(read_rules(one, {}), read_rules(other, {}))
    return write_json(answer) if as_json else write(diff_text(answer, style))


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
            f"    accepts: {rule['accepts']}",
        ]
    return "\n".join(lines)


@main.command("batch")
@click.argument("file", default="-")
def _batch(file: str) -> None:
    """Answer many questions, one JSON line each.

    FILE, or stdin, has lines such as {"do": "check", "position": "8D 8S", "play": "8Sx8D"}; the
    answers come in the same order. What to do is show, plays, groupings, check, best-capture,
    perft (to a "depth"), solve, best or import (of a "file"). More keys are variant, options and id
    (given back), and what else the command takes: card, kind, value, limit, groupings, time_limit,
    split, objective, nodes, seconds, samples, seed. A line that cannot be answered has an error for
    an answer, and the rest goes on.
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
        write_json(answer)
        note(f"answer {number}: {note}" for note in notes)


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


@main.command("app")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where matches and tables are kept; ~/casino-tutor if nothing says else.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 for every machine that can reach this one.",
)
@click.option("--port", type=int, help="The port to listen on; any free one if none is given.")
@click.option("--browser/--no-browser", default=None, help="Whether to open a browser.")
def _app(folder: Path | None, host: str, port: int | None, browser: bool | None) -> int:
    """Open a page without code to play on and to solve positions; print its address.

    Whoever opens it needs the token in the address: a new one each time, or the one in the variable
    CASINO_TUTOR_TOKEN.
    """
    from casino_tutor.app import start

    return start(folder, host=host, port=port, open_browser=browser)


for _command in COMMANDS:
    main.add_command(_command)

"""Games side by side: what differs between two, and what each of them says of one play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import join_words
from casino_tutor.model.checks import position_faults
from casino_tutor.model.options import OPTION_KEYS, OptionValue, option_text
from casino_tutor.model.plays import Turn
from casino_tutor.model.position import Pile, Position
from casino_tutor.model.sentences import data_table
from casino_tutor.model.variant import OptionRule, Variant, find_variant, variant_names
from casino_tutor.model.violation import Violation
from casino_tutor.rules.legality import violations
from casino_tutor.terminal.answers import Answer, read_table, read_turn

# --- two games -----------------------------------------------------------------------------------


def diff_answer(one: Variant, other: Variant) -> Answer:
    """Say what differs between two games, and nothing else.

    Parameters
    ----------
    one, other : Variant
        The games.

    Returns
    -------
    dict
        ``a``, ``b``: name and title of each; ``differences``: for each option that differs
        ``option``, ``asks``, and under ``a`` and ``b`` its ``value``, ``sentence`` and ``source``.
        An option that has no meaning in one of the two (such as the rules of building, where
        nothing is built) is passed over: the option that it hangs on is in the list.

    Examples
    --------
    >>> answer = diff_answer(find_variant("royal_dominican"), find_variant("royal_gamerules"))
    >>> [(d["option"], d["a"]["value"], d["b"]["value"]) for d in answer["differences"]][-1]
    ('endgame_20', 'most_spades', 'little_casino')
    """
    return {
        "a": {"name": one.name, "title": one.title},
        "b": {"name": other.name, "title": other.title},
        "differences": [
            {
                "option": key,
                "asks": one.rule(key).asks,
                "a": _side(one.rule(key)),
                "b": _side(other.rule(key)),
            }
            for key in _differing(one, other)
            if _has_meaning(one, key) and _has_meaning(other, key)
        ],
    }


def _differing(one: Variant, other: Variant) -> Iterator[str]:
    """Yield the options whose values differ."""
    for key in OPTION_KEYS:
        if getattr(one.options, key) != getattr(other.options, key):
            yield key


@cache
def _catalogue() -> Mapping[str, Mapping[str, Any]]:
    return data_table("options.toml")


def _has_meaning(variant: Variant, key: str) -> bool:
    """Return True unless other options leave this one without an object."""
    entry = _catalogue()[key]
    needed: Mapping[str, list[str]] = entry.get("only_with", {})
    barred: Mapping[str, list[str]] = entry.get("without", {})

    def said(option: str) -> str:
        return option_text(getattr(variant.options, option))

    return all(said(option) in words for option, words in needed.items()) and not any(
        said(option) in words for option, words in barred.items()
    )


def _side(rule: OptionRule) -> Answer:
    return {
        "value": _plain_value(rule.value),
        "sentence": rule.sentence,
        "source": rule.source,
    }


def _plain_value(value: OptionValue) -> bool | int | str:
    return option_text(value) if isinstance(value, tuple) else value


def diff_text(answer: Answer, style: Style) -> str:
    """Write for a person what differs between two games.

    Examples
    --------
    >>> same = diff_answer(find_variant("tuxedo"), find_variant("tuxedo"))
    >>> print(diff_text(same, Style()))
    Tuxedo and Tuxedo are played by the same rules.
    """
    names = {side: answer[side]["name"] for side in "ab"}
    if not answer["differences"]:
        return f"{answer['a']['title']} and {answer['b']['title']} are played by the same rules."
    blocks = [f"{style.strong(names['a'])} ({answer['a']['title']}) and"]
    blocks[0] += f" {style.strong(names['b'])} ({answer['b']['title']})"
    for one in answer["differences"]:
        lines = [style.strong(one["asks"])]
        lines += [
            f"  {names[side]}: {one[side]['sentence']} ({one[side]['source']})" for side in "ab"
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


# --- one play under every game -------------------------------------------------------------------


def all_variants_answer(
    line: str,
    play: str,
    variant: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Answer:
    """Judge one play under every built-in game, and say which options make the difference.

    Parameters
    ----------
    line : str
        The position. House rules in it, or in `options`, belong to its own game only.
    play : str
        The play or turn.
    variant, options
        The game that the others are compared with; otherwise the line's own.

    Returns
    -------
    dict
        ``variant``, ``legal``, ``play`` and ``violations`` of the position's own game;
        ``variants``: for each game ``variant``, ``title``, ``legal`` (null where such a table
        cannot be), ``violations``, ``problem`` (why it cannot be, or null), ``because`` and
        ``together``. Where the verdict differs, ``because`` lists each option that alone would
        turn it [``option``, ``value``, ``sentence``, ``source``, ``instead``: the value in the
        position's own game]; where none does alone, some that do so ``together``.

    Raises
    ------
    AnswerError
        If the position or the play cannot be read.

    Examples
    --------
    >>> answer = all_variants_answer("TS,TH,8D TC,3C/?2", "TCxTS")
    >>> illegal = [v for v in answer["variants"] if v["legal"] is False]
    >>> answer["legal"], "royal_dominican" in [v["variant"] for v in illegal]
    (True, True)
    >>> {rule["option"] for v in illegal for rule in v["because"]}
    {'capture_extent'}
    """
    position, _ = read_table(line, variant, options)
    turn = read_turn(position, play)
    found = violations(position, turn)
    others = [find_variant(name) for name in variant_names()]
    return {
        "variant": position.variant.name,
        "legal": not found,
        "play": play,
        "violations": _broken(found),
        "variants": [_under(position, turn, other, legal=not found) for other in others],
    }


def _under(position: Position, turn: Turn, other: Variant, *, legal: bool) -> Answer:
    """Judge the play under another game."""
    answer: Answer = {
        "variant": other.name,
        "title": other.title,
        "legal": None,
        "violations": [],
        "problem": None,
        "because": [],
        "together": False,
    }
    table = _as_played_in(position, other)
    faults = position_faults(table)
    if faults or table.seats not in other.options.seats:
        listed = " or ".join(map(str, other.options.seats))
        problem = faults[0].sentence if faults else f"the game is for {listed} players"
        return {**answer, "problem": problem}
    found = violations(table, turn)
    answer |= {"legal": not found, "violations": _broken(found)}
    if (not found) == legal:
        return answer
    deciding, together = _deciding(position, turn, other, legal=legal)
    own = position.variant.options
    because = [
        {"option": key, **_side(other.rule(key)), "instead": _plain_value(getattr(own, key))}
        for key in deciding
    ]
    return {**answer, "because": because, "together": together}


def _as_played_in(position: Position, variant: Variant) -> Position:
    """Return the same table under other rules, everybody in the sides that these make."""
    sides = variant.options.sides_for(position.seats)
    if position.sides != position.variant.options.sides_for(position.seats):
        # Sides that the line itself names stay.
        sides = position.sides
    taken = position.taken
    if len(taken) != len(sides) and not any(map(len, taken)):
        taken = (Pile(),) * len(sides)
    alike = len(sides) == len(position.sides)
    return replace(
        position,
        variant=variant,
        sides=sides,
        taken=taken,
        score=position.score if alike else (),
        points=position.points if alike else (),
    )


def _deciding(
    position: Position, turn: Turn, other: Variant, *, legal: bool
) -> tuple[tuple[str, ...], bool]:
    """Return the options of another game that make its verdict differ from that of the position.

    Returns
    -------
    tuple of tuple of str and bool
        Options that alone would turn the verdict; or, if there is none, a few that do so together,
        and True.
    """
    own = position.variant.options
    keys = tuple(_differing(position.variant, other))

    def turns(changed: tuple[str, ...]) -> bool:
        mixed = other.with_options(**{key: getattr(own, key) for key in changed})
        return (not violations(_as_played_in(position, mixed), turn)) == legal

    alone = tuple(key for key in keys if turns((key,)))
    if alone:
        return alone, False
    return _fewest(keys, turns), True


def _fewest(keys: tuple[str, ...], turns: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
    """Return options that turn the verdict together, each of them needed."""
    needed = keys
    for key in keys:
        fewer = tuple(one for one in needed if one != key)
        if turns(fewer):
            needed = fewer
    return needed


def _broken(found: tuple[Violation, ...]) -> list[Answer]:
    return [{"rule": one.rule, "sentence": one.sentence, "source": one.source} for one in found]


def all_variants_text(answer: Answer, style: Style) -> str:
    """Write for a person what every game says of a play.

    Examples
    --------
    >>> answer = all_variants_answer("TS,TH,8D TC,3C/?2", "TCxTS")
    >>> text = all_variants_text(answer, Style())
    >>> print(text[text.index("Not legal in royal_course") : text.index("Not legal in royal_dom")])
    Not legal in royal_course: TC must take TH too: a capture leaves no loose card equal to the
    card played.
      capture_extent = all_equal: A capturing card takes every loose card of its own value; sums
    and builds may be left. (Ramapo College, Casino programming assignment; The saved games of a
    university programming course; This project's ruling on the course game)
    """
    return "\n".join(_all_variants_lines(answer, style))


def _all_variants_lines(answer: Answer, style: Style) -> Iterator[str]:
    own, legal = answer["variant"], answer["legal"]
    verdict = {True: "legal", False: "not legal"}
    yield f"{style.notation(answer['play'])} is {verdict[legal]} in {style.strong(own)}."
    same = [v["variant"] for v in answer["variants"] if v["legal"] == legal and v["variant"] != own]
    if same:
        said = verdict[legal]
        yield f"{said[0].upper()}{said[1:]} also in {join_words(same)}."
    for other in answer["variants"]:
        if other["problem"] is not None:
            yield f"No such table in {other['variant']}: {style.notation(other['problem'])}."
        elif other["legal"] != legal:
            yield from _differing_lines(other, style)


def _differing_lines(other: Answer, style: Style) -> Iterator[str]:
    reasons = " ".join(style.notation(one["sentence"]) for one in other["violations"])
    if other["legal"]:
        yield f"Legal in {other['variant']}."
    else:
        yield f"Not legal in {other['variant']}: {reasons}"
    rules = other["because"]
    if other["together"] and len(rules) > 1:
        yield "  These rules make the difference together:"
    for rule in rules:
        value = str(rule["value"]).lower() if isinstance(rule["value"], bool) else rule["value"]
        yield f"  {rule['option']} = {value}: {rule['sentence']} ({rule['source']})"

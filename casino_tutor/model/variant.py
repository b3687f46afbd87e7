"""Variants: the rules of one game as data, read from ``data/variants`` or from a teacher's file.

Every option of a variant has a value, a source and one plain sentence. A house rule is
``find_variant("royal_dominican").with_options(sweep_points=0)`` or a TOML file that extends a
variant. Pydantic is not used here: importing it would cost more than a whole answer may take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from casino_tutor.model.options import (
    OPTION_KEYS,
    Options,
    OptionValue,
    VariantError,
    close_matches,
    contradiction,
    option_name,
    option_text,
    read_option,
    shown,
)

__all__ = [
    "OptionRule",
    "Provenance",
    "Variant",
    "VariantError",
    "find_variant",
    "load_variant",
    "source_text",
    "variant_names",
]

_MOST_BYTES = 1_000_000
_HOUSE = "house"
#: The base of a file that is complete and extends nothing.
_PLAIN_VARIANT = "casino_pagat"
_FILE_KEYS = ("name", "title", "aliases", "aim", "extends", "options")
_RULE_KEYS = ("value", "source", "confidence", "says")
_CONFIDENCES = ("seed", "clone", "inferred", "GK", _HOUSE)
_TOML_PROBLEM = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


class Provenance(NamedTuple):
    """Where the value of an option comes from."""

    keys: tuple[str, ...]
    confidence: str
    #: A sentence of the variant's own; empty where the catalogue's sentence does.
    says: str
    written_in: str


class OptionRule(NamedTuple):
    """One rule of a variant, ready to be shown.

    Attributes
    ----------
    key : str
        The option.
    value : OptionValue
        Its value, typed.
    source : str
        Who says so, in words.
    keys : tuple of str
        The same as source keys.
    confidence : str
        ``seed``, ``clone``, ``inferred``, ``GK`` or ``house``.
    sentence : str
        The rule in one plain sentence.
    inherited_from : str or None
        The variant whose file says so, or None when it is the variant's own.
    asks : str
        The question that the option answers.
    """

    key: str
    value: OptionValue
    source: str
    keys: tuple[str, ...]
    confidence: str
    sentence: str
    inherited_from: str | None
    asks: str


_Rules: TypeAlias = Mapping[str, tuple[OptionValue, Provenance]]


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """The rules of one game. Two variants are equal when base and options are.

    Attributes
    ----------
    base : str
        The built-in variant that the text form starts from.
    options : Options
        Every rule, typed.
    name, title, aliases, aim
        For people; they do not count for equality.
    provenance : tuple of Provenance
        One for each option, in the order of `OPTION_KEYS`.

    Examples
    --------
    >>> find_variant("royal dominican").options.own_build_raise
    'forbidden'
    """

    base: str
    options: Options
    name: str = field(compare=False)
    title: str = field(compare=False)
    aliases: tuple[str, ...] = field(compare=False)
    aim: str = field(compare=False)
    provenance: tuple[Provenance, ...] = field(compare=False)

    def __repr__(self) -> str:
        changed = ", ".join(f"{key}={getattr(self.options, key)!r}" for key in self.changes())
        house = f".with_options({changed})" if changed else ""
        return f"find_variant({self.base!r}){house}"

    def with_options(self, **changes: object) -> Variant:
        """Return the same game with house rules.

        Parameters
        ----------
        **changes : object
            Options, their values typed or as text.

        Raises
        ------
        VariantError
            With every option and value that does not exist.

        Examples
        --------
        >>> find_variant("royal_dominican").with_options(sweep_points="0")
        find_variant('royal_dominican').with_options(sweep_points=0)
        """
        rules, faults = _read_rules(changes, _HOUSE)
        if faults:
            raise VariantError(faults)
        # A value that stays as it was keeps its source.
        new = {key: rule for key, rule in rules.items() if rule[0] != getattr(self.options, key)}
        return _with_rules(self, new)

    def changes(self) -> dict[str, str]:
        """Return the options that differ from the built-in base, their values as text.

        Examples
        --------
        >>> find_variant("royal_dominican").with_options(sweep_points=0).changes()
        {'sweep_points': '0'}
        """
        mine, base = self.options, _built_in(self.base).options
        if mine is base:
            return {}
        return {
            key: option_text(getattr(mine, key))
            for key in OPTION_KEYS
            if getattr(mine, key) != getattr(base, key)
        }

    def rule(self, key: str) -> OptionRule:
        """Return one rule with its source and its sentence.

        Raises
        ------
        VariantError
            If there is no such option.

        Examples
        --------
        >>> find_variant("casino_pagat").rule("target").sentence
        'The first side to reach 21 points wins the match.'
        """
        key = option_name(key)
        keys, confidence, says, written_in = self.provenance[OPTION_KEYS.index(key)]
        return OptionRule(
            key=key,
            value=getattr(self.options, key),
            source=source_text(keys),
            keys=keys,
            confidence=confidence,
            sentence=says or _sentence(key, self.options),
            inherited_from=None if written_in in {self.name, _HOUSE} else written_in,
            asks=_catalogue("options.toml")[key]["asks"],
        )


def source_text(keys: Iterable[str]) -> str:
    """Return the titles of sources; a source without a title, such as a teacher's own, stays.

    Examples
    --------
    >>> source_text(["S4", "R4"])
    "pagat.com, Casino; This project's ruling on how complete a capture must be"
    """
    titles = _catalogue("sources.toml")
    return "; ".join(str(titles.get(key, key)) for key in keys)


def _with_rules(variant: Variant, rules: _Rules) -> Variant:
    values: dict[str, Any] = {key: value for key, (value, _) in rules.items()}
    provenance = tuple(
        rules[key][1] if key in rules else old
        for key, old in zip(OPTION_KEYS, variant.provenance, strict=True)
    )
    options = replace(variant.options, **values)
    wrong = contradiction(options)
    if wrong is not None:
        raise VariantError(wrong)
    return replace(variant, options=options, provenance=provenance)


# --- finding -------------------------------------------------------------------------------------


def variant_names() -> tuple[str, ...]:
    """Return the names of the built-in variants, in alphabetical order."""
    return tuple(sorted(_built_in_files()))


def find_variant(name: str | Path) -> Variant:
    """Return a variant by its name, another name of it, or the path of a TOML file.

    Raises
    ------
    VariantError
        If there is no such variant, or the file is wrong.

    Examples
    --------
    >>> find_variant("Swedish Kasino").name
    'kasino_swedish'
    """
    if isinstance(name, Path) or name.strip().lower().endswith(".toml"):
        return load_variant(name)
    wanted = _squeezed(name)
    # The names come first: for other names every file has to be opened.
    found = _names().get(wanted) or _other_names().get(wanted)
    if found is None:
        near = close_matches(name.strip().lower(), variant_names())
        there_are = ", ".join(variant_names())
        raise VariantError(f"there is no variant {shown(name)}{near or ';'} there are {there_are}")
    return _built_in(found)


def load_variant(path: str | Path) -> Variant:
    """Read a variant from a TOML file of the user's own.

    Parameters
    ----------
    path : str or Path
        The file. Its ``extends`` names a built-in variant, or another such file beside it.

    Raises
    ------
    VariantError
        With every fault of the file.
    """
    return _load_file(Path(path), ())


def _squeezed(name: str) -> str:
    """Write a name without capitals, spaces and hyphens, so that all ways to write it meet."""
    return re.sub(r"[\W_]+", "", name.casefold())


# --- built-in files ------------------------------------------------------------------------------


# Found beside this file: `importlib.resources` would cost more time than the reading itself.
_DATA = Path(__file__).resolve().parent.parent / "data"


@cache
def _built_in_files() -> dict[str, Path]:
    return {file.stem: file for file in (_DATA / "variants").glob("*.toml")}


@cache
def _names() -> dict[str, str]:
    return {_squeezed(name): name for name in _built_in_files()}


@cache
def _built_in(name: str) -> Variant:
    file = _built_in_files()[name]
    made = _assemble(_parse(file.read_text("utf-8"), file.name), file.name, name, _built_in)
    return replace(made, base=name)


@cache
def _other_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name, file in _built_in_files().items():
        # Only the head, before the first table, is needed, and it is much the smaller part.
        head = _parse(file.read_text("utf-8").split("\n[", 1)[0], file.name)
        for other in (head["title"], *head["aliases"]):
            names[_squeezed(other)] = name
    return names


@cache
def _catalogue(file: str) -> dict[str, Any]:
    """Return a catalogue of sentences; none is opened before a sentence is asked for."""
    return _parse((_DATA / file).read_text("utf-8"), file)


# --- files of the user's own ---------------------------------------------------------------------


def _load_file(path: Path, above: tuple[Path, ...]) -> Variant:
    """Read one file; `above` are the files that extend it."""
    text = _file_text(path)
    here = path.resolve()
    if here in above:
        raise VariantError(f"{path}: the files extend one another in a circle")

    def parent(name: str) -> Variant:
        if name.lower().endswith(".toml"):
            return _load_file(path.parent / name, (*above, here))
        return find_variant(name)

    return _assemble(_parse(text, str(path)), str(path), path.stem, parent)


def _file_text(path: Path) -> str:
    # A long path keeps its end: the name of the file is what tells it apart.
    label = repr(str(path)) if len(str(path)) <= 80 else repr("..." + str(path)[-77:])
    if "\0" in str(path):
        raise VariantError(f"{label} is not a path")
    try:
        if path.is_dir():
            raise VariantError(f"{label} is a folder, not a variant file")
        if path.exists() and not path.is_file():
            raise VariantError(f"{label} is not an ordinary file")
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise VariantError(f"{label} cannot be read: {error.strerror or error}") from None
    if len(data) > _MOST_BYTES:
        raise VariantError(f"{label} is larger than 1 MB, so it is not a variant file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise VariantError(f"{label} is not a text file in UTF-8") from None
    if "\0" in text:
        raise VariantError(f"{label} is not a text file")
    return text


# --- from a text to a variant --------------------------------------------------------------------


def _parse(text: str, label: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise VariantError(f"{label}: is nested too deeply for a variant file") from None
    except ValueError as error:
        match = _TOML_PROBLEM.fullmatch(str(error))
        problem = match[1] if match else "a number is too long"
        lines = text.split("\n")
        line = int(match[2]) if match and match[2] else len(lines)
        column = int(match[3]) if match and match[3] else len(lines[-1]) + 1
        where = f"{label}, line {line}, column {column}"
        raise VariantError(f"{where}: is not valid TOML: {problem}", line, column) from None


def _assemble(
    table: Mapping[str, Any], label: str, name: str, find_parent: Callable[[str], Variant]
) -> Variant:
    """Make a variant of the content of a file, or raise all its faults at once."""
    name = table.get("name", name)
    faults = _head_faults(table)
    parent: Variant | None = None
    extends = table.get("extends")
    if isinstance(extends, str):
        try:
            parent = find_parent(extends)
        except VariantError as error:
            faults += [f"extends: {fault}" for fault in error.faults]
    options = table.get("options", {})
    rules, more = _read_rules(options if isinstance(options, dict) else {}, str(name))
    faults += more
    missing = [key for key in OPTION_KEYS if key not in rules]
    if missing and extends is None:
        faults.append(
            f"lacks the options {', '.join(missing)}; "
            f'write extends = "{_PLAIN_VARIANT}" or another variant to take them over'
        )
    values: dict[str, Any] = {key: value for key, (value, _) in rules.items()}
    if not faults:
        options = replace(parent.options, **values) if parent else Options(**values)
        wrong = contradiction(options)
        faults += [wrong] if wrong is not None else []
    if faults:
        raise VariantError(f"{label}: {fault}" for fault in faults)
    if parent is None:
        made = Variant(
            base=_PLAIN_VARIANT,
            options=options,
            name=name,
            title=name,
            aliases=(),
            aim="",
            provenance=tuple(rules[key][1] for key in OPTION_KEYS),
        )
    else:
        made = replace(_with_rules(parent, rules), title=f"{parent.title}, house rules")
    return replace(
        made,
        name=name,
        title=table.get("title", made.title),
        aliases=tuple(table.get("aliases", ())),
        aim=table.get("aim", made.aim),
    )


def _head_faults(table: Mapping[str, Any]) -> list[str]:
    faults = []
    for key, value in table.items():
        if key not in _FILE_KEYS:
            near = close_matches(key, _FILE_KEYS) or ";"
            faults.append(f"there is no entry {shown(key)}{near} there are {', '.join(_FILE_KEYS)}")
        elif key == "options":
            if not isinstance(value, dict):
                faults.append("options is not a table; write [options] and the options below it")
        elif key == "aliases":
            if not isinstance(value, list) or not all(map(_is_line, value)):
                faults.append('aliases is not a list of names, as in ["Royal", "Real"]')
        elif not _is_line(value):
            faults.append(f"{key} is not a text of one line")
    return faults


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _read_rules(
    written: Mapping[str, object], written_in: str
) -> tuple[dict[str, tuple[OptionValue, Provenance]], list[str]]:
    """Read options with their sources; return them and every fault."""
    rules: dict[str, tuple[OptionValue, Provenance]] = {}
    faults: list[str] = []
    for key, entry in written.items():
        rule = dict(entry) if isinstance(entry, dict) and set(entry) & set(_RULE_KEYS) else {}
        value = rule.get("value") if rule else entry
        try:
            name, typed = read_option(key, value)
        except VariantError as error:
            faults += error.faults
            continue
        if name in rules:
            faults.append(f"option {name} is given twice, once by another name")
        wrong = _rule_faults(rule)
        if wrong:
            faults += [f"option {key}: {fault}" for fault in wrong]
            continue
        source = rule.get("source", _HOUSE)
        provenance = Provenance(
            keys=(source,) if isinstance(source, str) else tuple(source),
            confidence=rule.get("confidence", _HOUSE),
            says=rule.get("says", ""),
            written_in=written_in,
        )
        rules[name] = (typed, provenance)
    return rules, faults


def _rule_faults(rule: Mapping[str, Any]) -> list[str]:
    faults = []
    for key, value in rule.items():
        if key not in _RULE_KEYS:
            faults.append(f"there is no entry {shown(key)}; there are {', '.join(_RULE_KEYS)}")
        elif key == "source":
            sources = value if isinstance(value, list) and value else [value]
            if not all(map(_is_line, sources)):
                faults.append("source is not a text or a list of texts")
        elif key == "says" and not _is_line(value):
            faults.append("says is not a text of one line")
        elif key == "confidence" and value not in _CONFIDENCES:
            faults.append(f"confidence is not one of {', '.join(_CONFIDENCES)}")
    return faults


# --- sentences -----------------------------------------------------------------------------------


def _sentence(key: str, options: Options) -> str:
    """Say in one sentence what the value of an option means, from the catalogue."""
    entry = _catalogue("options.toml")[key]

    def holds(other: str, words: list[str]) -> bool:
        return option_text(getattr(options, other)) in words

    needed, barred = entry.get("only_with", {}), entry.get("without", {})
    if not all(holds(*pair) for pair in needed.items()) or any(
        holds(*pair) for pair in barred.items()
    ):
        return str(entry["otherwise"]).format(n=_in_words(getattr(options, key)))
    value = getattr(options, key)
    template = "by_players" if isinstance(value, tuple) and "by_players" in entry else "n"
    sentence = entry.get(option_text(value)) or entry[template]
    return str(sentence).format(n=_in_words(value))


def _in_words(value: OptionValue) -> str:
    if not isinstance(value, tuple) or not value:
        return str(value)
    if isinstance(value[0], tuple):
        return ", ".join(f"{_against(n)} with {seats} players" for seats, n in value)
    *most, last = map(str, value)
    return f"{', '.join(most)} or {last}" if most else last


def _against(sides: int | str) -> str:
    """Write sides in words: ``13/24`` is ``1 and 3 against 2 and 4``; a number stays."""
    if isinstance(sides, int):
        return str(sides)
    return " against ".join(" and ".join(side) for side in sides.split("/"))

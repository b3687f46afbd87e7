"""No line of the program is written for one game by its name: games differ by options only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import casino_tutor
from casino_tutor.model.options import OPTION_KEYS, accepted_words
from casino_tutor.model.variant import variant_names

PACKAGE = Path(casino_tutor.__file__).parent
#: The word tuxedo is a game, and a way of scoring.
OPTION_WORDS = {word for key in OPTION_KEYS for word in accepted_words(key)}
NAMES = frozenset(variant_names()) - OPTION_WORDS
#: What a game is called; nothing may depend on it.
CALLED = ("name", "base", "title", "aliases")
#: The text form of a position leaves the usual game out. That is writing, not a rule.
ALLOWED = {"model/position_ops.py": ["variant.base != DEFAULT_VARIANT"]}


def conditions_on_names(text: str) -> list[str]:
    """Return what in a module depends on the name of a game.

    A name may stand in a docstring, inside a longer text such as an example, and as a constant
    with a name of its own (the usual game). Nowhere else, and neither such a constant nor what a
    game is called may be compared with anything.
    """
    tree = ast.parse(text)
    constants = dict(_constants(tree))
    fine = {id(value) for value in constants.values()} | {id(doc) for doc in _docstrings(tree)}
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in NAMES and id(node) not in fine
    ]
    for node in ast.walk(tree):
        asked = _asked(node)
        if any(_is_name_of_a_game(part, set(constants)) for part in asked):
            found.append(ast.unparse(node if isinstance(node, ast.Compare) else asked[0]))
    return found


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the constants of a module whose value is the name of a game."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target: ast.expr = node.targets[0]
        elif isinstance(node, ast.AnnAssign):
            target = node.target
        else:
            continue
        value = node.value
        if not isinstance(target, ast.Name) or not isinstance(value, ast.Constant):
            continue
        if value.value in NAMES:
            yield target.id, value


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            yield from [first.value] if isinstance(first, ast.Expr) else []


def _asked(node: ast.AST) -> list[ast.expr]:
    """Return the parts of a condition."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.subject] if isinstance(node, ast.Match) else []


def _is_name_of_a_game(node: ast.expr, constants: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in constants
    if not isinstance(node, ast.Attribute) or node.attr not in CALLED:
        return False
    return ast.unparse(node.value).removesuffix("()").endswith("variant")


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_nothing_depends_on_the_name_of_a_game(path: Path) -> None:
    """A module asks for options, never for a game."""
    here = path.relative_to(PACKAGE).as_posix()
    assert conditions_on_names(path.read_text("utf-8")) == ALLOWED.get(here, [])


@pytest.mark.parametrize(
    "text",
    [
        'if game == "swazi": pass',
        'if name in ("swazi", "sotho"): pass',
        'LIMITS = {"swazi": 1}',
        'match name:\n    case "swazi": pass',
        'play("swazi")',
        'USUAL = "swazi"\nif name == USUAL: pass',
        'if position.variant.name == "tuxedo": pass',
        "if variant.base in known: pass",
        "match variant.title:\n    case _: pass",
    ],
)
def test_a_condition_on_a_name_is_found(text: str) -> None:
    """Each way to write one is found."""
    assert conditions_on_names(text)


@pytest.mark.parametrize(
    "text",
    [
        '"""A game such as swazi."""',
        'USUAL = "casino_pagat"\nplay(USUAL)',
        'if options.scoring == "tuxedo": pass',
        'example = "8S 8D; variant swazi"',
        'report = {"variant": variant.name}',
    ],
)
def test_what_is_no_condition_is_left_alone(text: str) -> None:
    """Examples, the usual game, an option's word and what is shown to people are not."""
    assert conditions_on_names(text) == []

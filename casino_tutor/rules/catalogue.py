"""The list of rules: every id with its source, and the maker of violations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from casino_tutor.model.cards import Card
from casino_tutor.model.sentences import data_table
from casino_tutor.model.variant import Variant, source_text
from casino_tutor.model.violation import Notice, Violation, texts


@cache
def _sources() -> Mapping[str, Mapping[str, Any]]:
    return data_table("rules.toml")


def rule_ids() -> tuple[str, ...]:
    """Return the stable id of every rule that a play can break or that lets one through."""
    return tuple(_sources())


def rule_source(rule: str, variant: Variant) -> str:
    """Return who says so, in words.

    Parameters
    ----------
    rule : str
        The id of a rule.
    variant : Variant
        The rules in force: a rule that an option decides has that option's source.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> rule_source("table.card_twice", find_variant("casino_pagat"))
    'pagat.com, Casino'
    """
    entry = _sources()[rule]
    if "option" in entry:
        return variant.rule(entry["option"]).source
    return source_text(tuple(entry["source"]))


def broken(
    variant: Variant, rule: str, cards: Iterable[Card] = (), /, **params: object
) -> Violation:
    """Make the violation of a rule, with the cards concerned and the blanks of its sentence."""
    return Violation(rule, rule_source(rule, variant), tuple(cards), texts(params))


def notice(key: str, cards: Iterable[Card] = (), /, **params: object) -> Notice:
    """Make a notice or flag, with the cards concerned and the blanks of its sentence."""
    return Notice(key, tuple(cards), texts(params))

"""The answers of the terminal as plain JSON values: the commands and `batch` give the same ones.

The keys are promises (see CONTRIBUTING.md). Whatever cannot be answered is an `AnswerError`, which
is one line for a person and one object for a program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, Final, TypeAlias

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_play, parse_turn
from casino_tutor.model.options import OptionValue, accepted, option_text
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Play,
    Turn,
    item_cards,
)
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.model.position_text import read_position
from casino_tutor.model.scan import Scanner, check_length
from casino_tutor.model.variant import Variant, VariantError, find_variant, variant_names
from casino_tutor.model.violation import Notice, Violation
from casino_tutor.rules.counting import grouping_count
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.flags import flags
from casino_tutor.rules.grouping import all_groupings
from casino_tutor.rules.groups import capture_piece, values_of
from casino_tutor.rules.judge import Verdict, judge
from casino_tutor.rules.repair import Repair, repairs
from casino_tutor.rules.rounds import gained, noted
from casino_tutor.rules.transition import captured_cards

Answer: TypeAlias = dict[str, Any]

#: How many plays or groupings are listed unless somebody asks for more.
LIMIT: Final = 1000
#: How many may be asked for.
MOST_LISTED: Final = 1_000_000
#: What `best-capture` may look for, for how many seconds, and for how many at the most.
BEST_KINDS: Final = ("capture", "build", "both")
SECONDS: Final = 5.0
MOST_SECONDS: Final = 3600
_KIND_ORDER: Final = {"capture": 0, "build": 1, "trail": 2}


class AnswerError(Exception):
    """Something that cannot be answered.

    Attributes
    ----------
    kind : str
        ``json``, ``request``, ``notation``, ``position``, ``ambiguous``, ``variant`` or ``file``.
    message : str
        What is wrong, where, and what was expected, in one line.
    line, column : int or None
        Where it is, counted from 1, in the text that the message names.
    """

    def __init__(
        self, kind: str, message: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.kind = kind
        self.message = one_line(message)
        self.line = line
        self.column = column
        super().__init__(self.message)

    @property
    def answer(self) -> Answer:
        """The error as an answer."""
        return {
            "error": {
                "kind": self.kind,
                "message": self.message,
                "line": self.line,
                "column": self.column,
            }
        }


def one_line(text: str) -> str:
    r"""Write what cannot be seen, line breaks among it, as Python writes it.

    Examples
    --------
    >>> one_line("two\nlines")
    'two\\nlines'
    """
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn the errors of reading into an `AnswerError` that names the text that was read."""
    try:
        yield
    except VariantError as error:
        raise AnswerError(error.kind, str(error), error.line, error.column) from error
    except (NotationError, AmbiguousPlayError) as error:
        raise AnswerError(error.kind, f"{what}: {error}", error.line, error.column) from error


# --- reading -------------------------------------------------------------------------------------


def read_table(
    text: str, variant: str | None = None, options: Mapping[str, object] | None = None
) -> tuple[Position, tuple[str, ...]]:
    """Read a position line; return it with a note on each op that was overruled."""
    with reading("position"):
        return read_position(text, variant, options)


def read_rules(name: str, options: Mapping[str, object]) -> Variant:
    """Find a variant by name or path, with house rules."""
    with reading("variant"):
        return find_variant(name).with_options(**options)


def read_card(text: str) -> Card:
    """Read one card in any accepted spelling."""
    with reading("card"):
        check_length(text)
        scan = Scanner(text)
        card = scan.card()
        scan.done()
        return card


def read_turn(position: Position, text: str) -> Turn:
    """Read a turn; its cards need not be where it says."""
    with reading("play"):
        return _of_one_pack(position, parse_turn(text), text)


def read_one_play(position: Position, text: str) -> Play:
    """Read a play that is no turn of several; its cards need not be where it says."""
    with reading("play"):
        return _of_one_pack(position, (parse_play(text),), text)[0]


def _of_one_pack(position: Position, turn: Turn, text: str) -> Turn:
    """Refuse a turn that names more cards than there are; the rules need not think about it."""
    options = position.variant.options
    pack = len(deck_cards(options.deck, options.packs))
    named = sum(len(play.hand) + _size(play.items) for play in turn)
    if named > pack:
        raise NotationError(f"{named:,} cards are named, the pack has {pack}", text)
    return turn


def _size(items: Group) -> int:
    return sum(len(item_cards(item)) for item in items)


# --- show ----------------------------------------------------------------------------------------


def show_answer(position: Position) -> Answer:
    """Describe a position.

    Examples
    --------
    >>> position, notes = read_table("[5H+3C]=8@2,TD 8S/?1 1 40 -/- 2")
    >>> answer = show_answer(position)
    >>> answer["table"]
    {'loose': ['TD'], 'builds': [{'sets': [['5H', '3C']], 'value': 8, 'owner': 2,
    'multiple': False}]}
    >>> answer["turn"], answer["last"]
    (1, 2)
    """
    builds = [
        {
            "sets": [_texts(cards) for cards in build.sets],
            "value": build.value,
            "owner": build.owner,
            "multiple": build.is_multiple,
        }
        for build in position.builds
    ]
    return {
        "position": str(position),
        "variant": position.variant.name,
        "flags": _remarks(flags(position)),
        # A position with faults is refused, with all of them.
        "faults": [],
        "turn": position.turn,
        "table": {"loose": _texts(position.loose), "builds": builds},
        "hands": [
            {"cards": _texts(hand.cards), "unknown": hand.unknown} for hand in position.hands
        ],
        "stock": {
            "count": position.stock.count,
            "order": None if position.stock.order is None else _texts(position.stock.order),
        },
        "taken": [
            {"cards": _texts(pile.cards), "unknown": pile.unknown, "sweeps": pile.sweeps}
            for pile in position.taken
        ],
        "last": {NOBODY: None, UNKNOWN: "?"}.get(position.last, position.last),
    }


# --- plays ---------------------------------------------------------------------------------------


def plays_answer(
    position: Position,
    *,
    card: Card | None = None,
    kind: str | None = None,
    value: int | None = None,
    limit: int = LIMIT,
    groupings: bool = False,
) -> Answer:
    """List the legal plays: captures, builds, trails, each kind in the order of its text.

    Parameters
    ----------
    position : Position
        The position.
    card, kind, value
        Filters; see `casino_tutor.legal_plays`.
    limit : int
        How many plays are listed at the most. Where that cuts, the first ones found are listed,
        ``count`` is the number of those and ``truncated`` is true.
    groupings : bool
        List each grouping as a play of its own.

    Examples
    --------
    >>> position, notes = read_table("8D,6C,2D 8S,KD")
    >>> answer = plays_answer(position, kind="capture")
    >>> answer["count"], answer["plays"][1]
    (3, {'play': '8Sx8D', 'kind': 'capture', 'value': 8, 'captured': ['8S', '8D'],
    'groupings': 1})
    """
    found = iter(legal_plays(position, card=card, kind=kind, value=value, groupings=groupings))
    listed = list(islice(found, limit))
    truncated = next(found, None) is not None
    if not truncated:
        listed.sort(key=lambda play: (_KIND_ORDER[play.kind], str(play)))
    return {
        "count": len(listed),
        "truncated": truncated,
        "plays": [_play_entry(position, play) for play in listed],
    }


def _play_entry(position: Position, play: Play) -> Answer:
    return {
        "play": str(play),
        "kind": play.kind,
        "value": play_value(position, play),
        "captured": _texts(captured_cards(play)),
        "groupings": grouping_count(position, play),
    }


def play_value(position: Position, play: Play) -> int | None:
    """Return the announced value of a build, or the (largest) total of a capture's groups.

    A trail, and a capture by a court card without a number, has none.
    """
    if isinstance(play, BuildPlay):
        return play.value
    if not isinstance(play, CapturePlay):
        return None
    values = values_of(position)
    totals = []
    for group in play.groups:
        pieces = [capture_piece(item, position, values) for item in group]
        counts = [max(p.alone if len(group) == 1 else p.sums, default=0) for p in pieces]
        totals.append(sum(counts))
    largest = max(totals, default=0)
    return largest if largest > 0 else None


# --- groupings -----------------------------------------------------------------------------------


def groupings_answer(position: Position, text: str, *, limit: int = LIMIT) -> Answer:
    """List every way to group the cards of one play.

    Parameters
    ----------
    position : Position
        The position.
    text : str
        The play; its own grouping, if it states one, does not matter.
    limit : int
        How many groupings are listed at the most; ``count`` says how many there are.

    Returns
    -------
    dict
        An illegal play has its broken rules under ``violations`` as well.

    Examples
    --------
    >>> position, notes = read_table("6C,5H,3D,2D 8S,KD")
    >>> answer = groupings_answer(position, "8S x 6C 5H 3D 2D")
    >>> answer["count"], answer["groupings"][0]["groups"]
    (1, [['6C', '2D'], ['5H', '3D']])
    """
    play = read_one_play(position, text)
    verdict = judge(position, play)
    listed = list(islice(all_groupings(position, play), limit))
    count = grouping_count(position, play)
    answer: Answer = {
        "play": verdict.text,
        "count": count,
        "truncated": count > len(listed),
        "groupings": [{"play": str(one), "groups": _groups(one)} for one in listed],
    }
    if not verdict.is_legal:
        answer["violations"] = _broken_rules(verdict.violations)
    return answer


def _groups(play: Play) -> list[list[str]]:
    if isinstance(play, CapturePlay):
        return [_written(group) for group in play.groups]
    if isinstance(play, BuildPlay):
        first = [[*_texts(play.hand), *_written(play.joined)]] if play.hand else []
        return [*first, *(_written(group) for group in play.groups)]
    return []


# --- check ---------------------------------------------------------------------------------------


def check(position: Position, text: str) -> tuple[Verdict, tuple[Repair, ...]]:
    """Judge an attempted turn; if it is illegal, look for repairs.

    Returns
    -------
    tuple of Verdict and tuple of Repair
        The table after a legal turn has the points that the turn scored at once.
    """
    turn = read_turn(position, text)
    verdict = judge(position, turn)
    verdict = replace(verdict, after=noted(position, verdict))
    return verdict, () if verdict.is_legal else repairs(position, turn)


def check_answer(position: Position, verdict: Verdict, mended: Sequence[Repair]) -> Answer:
    """Say what `check` found.

    Examples
    --------
    >>> position, notes = read_table("8D,6C,2D 8S,KD")
    >>> answer = check_answer(position, *check(position, "8S x 8D 6C 2D"))
    >>> answer["legal"], answer["play"], answer["emptied"], answer["points"]
    (True, '8Sx8D,6C+2D', True, [0, 0])
    """
    after = verdict.after
    return {
        **verdict_answer(verdict, mended),
        "points": None if after is None else list(gained(position, after)),
    }


def verdict_answer(verdict: Verdict, mended: Sequence[Repair] = ()) -> Answer:
    """Say what the rules say of a turn, without what it scores."""
    return {
        "legal": verdict.is_legal,
        "violations": _broken_rules(verdict.violations),
        "repairs": [
            {
                "play": repair.text,
                "sentence": repair.sentence,
            }
            for repair in mended
        ],
        "notices": _remarks(verdict.notices),
        "play": verdict.text,
        "after": None if verdict.after is None else str(verdict.after),
        "captured": _texts(verdict.captured),
        "emptied": verdict.emptied,
        "sweep": verdict.sweep,
    }


# --- variants ------------------------------------------------------------------------------------


def variants_answer() -> Answer:
    """List the built-in variants.

    Examples
    --------
    >>> [entry["title"] for entry in variants_answer()["variants"] if entry["name"] == "tuxedo"]
    ['Tuxedo']
    """
    return {"variants": [_variant_entry(find_variant(name)) for name in variant_names()]}


def variant_answer(variant: Variant) -> Answer:
    """Describe one variant with all its options.

    Examples
    --------
    >>> answer = variant_answer(find_variant("casino_pagat"))
    >>> [option["value"] for option in answer["options"] if option["option"] == "target"]
    [21]
    """
    rules = [variant.rule(key) for key in variant.options.__dataclass_fields__]
    return {
        **_variant_entry(variant),
        "options": [
            {
                "option": rule.key,
                "value": _plain_value(rule.value),
                "accepts": accepted(rule.key),
                "sentence": rule.sentence,
                "source": rule.source,
                "confidence": rule.confidence,
                "inherited_from": rule.inherited_from,
            }
            for rule in rules
        ],
    }


def _variant_entry(variant: Variant) -> Answer:
    return {
        "name": variant.name,
        "title": variant.title,
        "aliases": list(variant.aliases),
        "aim": variant.aim,
    }


def _plain_value(value: OptionValue) -> bool | int | str:
    return option_text(value) if isinstance(value, tuple) else value


# --- small parts ---------------------------------------------------------------------------------


def _texts(cards: Sequence[Card]) -> list[str]:
    return [card.text for card in cards]


def _written(group: Group) -> list[str]:
    return [str(item) for item in group]


def _remarks(found: Sequence[Notice]) -> list[Answer]:
    return [{"id": remark.id, "sentence": remark.sentence} for remark in found]


def _broken_rules(found: Sequence[Violation]) -> list[Answer]:
    return [
        {
            "rule": one.rule,
            "sentence": one.sentence,
            "source": one.source,
            "cards": _texts(one.cards),
        }
        for one in found
    ]

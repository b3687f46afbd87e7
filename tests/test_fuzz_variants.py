"""Variant files with slips: each is refused in clear lines, or loads and prints stably."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from casino_tutor.model import variant as variant_module
from casino_tutor.model.options import OPTION_KEYS, accepted_words
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import Variant, VariantError, find_variant, load_variant
from tests.mutations import mutated

BUILT_IN: Final = sorted(
    (Path(variant_module.__file__).parents[1] / "data/variants").glob("*.toml")
)
#: House rules as a teacher may write them; `parent.toml` stands beside the file that is tried.
HOUSE: Final = (
    'extends = "royal_dominican"\n[options]\nsweep_points = 0\nface_capture = "all"\n',
    """\
name = "club"
title = "Club Casino"
aliases = ["C", "Cc"]
aim = "Win."
extends = "casino_pagat"
[options]
seats = [2, 4]
sides = { 4 = "13/24" }
""",
    """\
extends = "tuxedo"
[options.target]
value = 15
source = ["Our club", "S4"]
confidence = "house"
says = "We play to 15."
[options.deck]
value = "rook56"
""",
    """\
extends = "kirchner"
options.hand_total_limit = 13
options.building = true
options.hand_size = { 2 = 6, 3 = 4 }
options.calls = ["orange"]
""",
    'extends = "parent.toml"\n[options]\ntarget = 5\ncapture_all_equal = false\n',
)
PARENT: Final = 'extends = "royal_english"\n[options]\nsweep_points = 2\n'
#: Values of every kind that TOML knows, and some that are nearly one.
ODD_VALUES: Final = (
    *('""', '"yes"', '"\\n"', "'''a\nb'''", "true", "false", "0", "-1", "1_000", "0x10", "9" * 400),
    *("1.5", "inf", "nan", "1e999", "2020-01-01", "12:00:00", "[]", "[[2]]", "[2, '2']", "{}"),
    *("{ 2 = 4 }", "{ value = 1 }", "{ value = {}, source = [] }", "[1, [2, [3]]]", '"13/24"'),
)
_WORD: Final = re.compile(r'"[^"\n]*"|\w+')
_LONG: Final = os.environ.get("CASINO_TUTOR_FUZZ") == "long"
_SHORT: Final = os.environ.get("CASINO_TUTOR_FUZZ") == "short"


# --- slips ---------------------------------------------------------------------------------------


def marks(rnd: Random, text: str) -> str:
    """Change a few marks."""
    return mutated(rnd, text)


def line_moved(rnd: Random, text: str) -> str:
    """Leave a line out, write it twice, or write it in another place."""
    lines = text.split("\n")
    line = lines[rnd.randrange(len(lines))]
    if rnd.random() < 0.5:
        lines.remove(line)
    if rnd.random() < 0.7:
        lines.insert(rnd.randint(0, len(lines)), line)
    return "\n".join(lines)


def a_value(rnd: Random, key: str | None = None) -> str:
    """Return a value that an option may have."""
    words = accepted_words(key or rnd.choice(OPTION_KEYS))
    return json.dumps(rnd.choice(words)) if words else str(rnd.randint(0, 30))


def word_changed(rnd: Random, text: str) -> str:
    """Put a word or a value in the place of another: an option, a value, or anything at all."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    other = rnd.choice(
        [rnd.choice(OPTION_KEYS), rnd.choice(ODD_VALUES), a_value(rnd), rnd.choice(words)[0]]
    )
    word = rnd.choice(words)
    return text[: word.start()] + other + text[word.end() :]


def option_added(rnd: Random, text: str) -> str:
    """Write one more option with a value that may be right or wrong."""
    key = rnd.choice(OPTION_KEYS)
    value = rnd.choice([a_value(rnd, key), a_value(rnd, key), rnd.choice(ODD_VALUES)])
    if "[options]\n" in text:
        return text.replace("[options]\n", f"[options]\n{key} = {value}\n", 1)
    return f"options.{key} = {value}\n{text}" if rnd.random() < 0.7 else f"{text}{key} = {value}\n"


def option_replaced(rnd: Random, text: str) -> str:
    """Put another option with a value of its own in the place of one line."""
    lines = text.split("\n")
    plain = [i for i, line in enumerate(lines) if re.match(r"(options\.)?[a-z_]+ = ", line)]
    if plain:
        at, key = rnd.choice(plain), rnd.choice(OPTION_KEYS)
        before = "options." if lines[at].startswith("options.") else ""
        lines[at] = f"{before}{key} = {a_value(rnd, key)}"
    return "\n".join(lines)


def spliced(rnd: Random, text: str) -> str:
    """Go on in the middle with the end of another file."""
    other = rnd.choice([*HOUSE, PARENT])
    return text[: rnd.randint(0, len(text))] + other[rnd.randint(0, len(other)) :]


#: Slips after which a file is often still a variant file, and all others.
SMALL_SLIPS: Final = (line_moved, option_added, option_replaced, option_replaced)
SLIPS: Final = (*SMALL_SLIPS, marks, marks, word_changed, word_changed, spliced)


def with_slips(rnd: Random, built_in: Sequence[str]) -> str:
    """Return a variant file with one to three slips in it."""
    text = rnd.choice(built_in if rnd.random() < 0.15 else HOUSE)
    slips = SMALL_SLIPS if rnd.random() < 0.5 else SLIPS
    for _ in range(rnd.choice([1, 1, 2, 3])):
        text = rnd.choice(slips)(rnd, text)
    return text


# --- what must hold ------------------------------------------------------------------------------


def loaded(path: Path) -> Variant | None:
    """Load a file, or see that it is refused with one line for each fault."""
    try:
        return load_variant(path)
    except VariantError as error:
        refused = error
    assert refused.faults
    for text in (str(refused), *refused.faults):
        assert text.strip()
        assert text.isprintable(), repr(text)
    return None


def assert_prints_stably(variant: Variant) -> None:
    """See that a variant can be shown, written and read back."""
    names = {"find_variant": find_variant}
    assert eval(repr(variant), names) == variant
    assert find_variant(variant.base).with_options(**variant.changes()) == variant
    for key in OPTION_KEYS:
        rule = variant.rule(key)
        assert rule.sentence.isprintable(), rule
        assert rule.source.isprintable(), rule
    position = parse_position("- -/- - 0 -/- -", variant)
    again = parse_position(str(position))
    assert (again, str(again)) == (position, str(position))


def fuzz(folder: Path, seed: str, number: int) -> int:
    """Try so many files with slips; return how many of them loaded."""
    rnd = Random(seed)
    built_in = [file.read_text("utf-8") for file in BUILT_IN]
    (folder / "parent.toml").write_text(PARENT, "utf-8")
    path = folder / "house.toml"
    count = 0
    for turn in range(number):
        text = with_slips(rnd, built_in)
        path.write_bytes(text.encode())
        try:
            variant = loaded(path)
            if variant is not None:
                count += 1
                assert_prints_stably(variant)
        except Exception as error:
            error.add_note(f"file {turn} of seed {seed!r}: {text[:3000]!r}")
            raise
    return count


def test_slips_in_variant_files(tmp_path: Path) -> None:
    """Of 1,500 files each is refused with `VariantError`, or loads; both happen often."""
    count = fuzz(tmp_path, "variants", 1500)
    assert 200 < count < 1300


@pytest.mark.slow
def test_slips_in_many_variant_files(tmp_path: Path) -> None:
    """The same on 30,000 files; in the short run of CI on 3,000, in the long one on new ones."""
    seed = f"variants {os.urandom(8).hex()}" if _LONG else "many variants"
    fuzz(tmp_path, seed, 3000 if _SHORT else 30_000)

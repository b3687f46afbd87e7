"""The options of a variant: one value, many ways to write it."""

from __future__ import annotations

import pickle
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.model.options import (
    OPTION_ALIASES,
    OPTION_KEYS,
    VALUE_ALIASES,
    Options,
    VariantError,
    accepted,
    accepted_words,
    option_name,
    option_text,
    read_option,
)


@pytest.mark.parametrize(
    ("key", "written", "value"),
    [
        ("building", True, True),
        ("building", "true", True),
        ("building", "No", False),
        ("building", 1, True),
        ("building", "0", False),
        ("sweep_points", 1, 1),
        ("sweep_points", " 1 ", 1),
        ("sweep_points", "-5", -5),
        ("own_build_raise", "forbidden", "forbidden"),
        ("own_build_raise", " Forbidden ", "forbidden"),
        ("face_capture", "by value", "by_value"),
        ("face_capture", "one-or-three", "one_or_three"),
        ("ace_hand", 14, "14"),
        ("ace_hand", "1or14", "1or14"),
        ("deck", 52, "52"),
        ("builds_per_player", "n", 0),
        ("seats", "2+4", (2, 4)),
        ("seats", "4, 2", (2, 4)),
        ("seats", [2, 4, 2], (2, 4)),
        ("seats", (2, 4), (2, 4)),
        ("seats", 2, (2,)),
        ("sides", "none", ()),
        ("sides", (), ()),
        ("sides", "4:24/31", ((4, "13/24"),)),
        ("sides", {"4": "13/24", "6": "135/246"}, ((4, "13/24"), (6, "135/246"))),
        ("sides", ((4, "13/24"),), ((4, "13/24"),)),
        ("hand_size", 5, 5),
        ("hand_size", "2:6+3:5", ((2, 6), (3, 5))),
        ("hand_size", {3: 5, 2: 6}, ((2, 6), (3, 5))),
        ("calls", "none", ()),
        ("calls", ["orange"], ("orange",)),
        ("calls", "orange", ("orange",)),
    ],
)
def test_one_value_many_ways_to_write_it(key: str, written: object, value: object) -> None:
    """Typed, as text, from JSON: the same value, with its type."""
    name, read = read_option(key, written)
    assert (name, read) == (key, value)
    assert type(read) is type(value)
    assert read_option(key, option_text(read)) == (key, value)


@pytest.mark.parametrize(
    ("key", "written", "option", "value"),
    [
        ("capture_all_equal", True, "capture_extent", "all_equal"),
        ("capture_all_equal", "false", "capture_extent", "free"),
        ("tuxedo_deck", 56, "deck", "rook56"),
        ("tuxedo-deck", "40", "deck", "rook40"),
        ("Sweep Points", "1", "sweep_points", 1),
    ],
)
def test_other_names_of_an_option(key: str, written: object, option: str, value: object) -> None:
    """Names that the sources use lead to the option meant."""
    assert read_option(key, written) == (option, value)
    assert option_name(key) == option


def test_other_names_lead_somewhere() -> None:
    """Every other name and every other word means something that exists."""
    for target, meanings in OPTION_ALIASES.values():
        assert set(meanings.values()) <= set(accepted_words(target))
    for (key, word), meant in VALUE_ALIASES.items():
        assert read_option(key, word) == read_option(key, meant)


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("building", "maybe"),
        ("building", 2),
        ("building", None),
        ("sweep_points", True),
        ("sweep_points", "1.5"),
        ("sweep_points", 1.0),
        ("sweep_points", "99999999999999999999"),
        ("sweep_points", "٣"),
        ("packs", 3),
        ("packs", 0),
        ("target", 0),
        ("ace_table_in_sum", 14),
        ("own_build_raise", ""),
        ("own_build_raise", True),
        ("own_build_raise", ["forbidden"]),
        ("deck", "53"),
        ("seats", ""),
        ("seats", []),
        ("seats", "2+7"),
        ("seats", "1"),
        ("seats", {"2": 3}),
        ("seats", None),
        ("sides", "13/24"),
        ("sides", "4:13/2"),
        ("sides", "4:13/24/"),
        ("sides", "4:13/25"),
        ("sides", "9:123/456"),
        ("sides", [4]),
        ("hand_size", {}),
        ("hand_size", "2:x"),
        ("hand_size", "2:4+2:5"),
        ("hand_size", -1),
        ("hand_size", "2:4:5"),
        ("calls", "lemon"),
    ],
)
def test_a_value_that_is_not_accepted(key: str, written: object) -> None:
    """The refusal names the option and what it accepts, in one line."""
    with pytest.raises(VariantError) as caught:
        read_option(key, written)
    assert key in str(caught.value)
    assert accepted(key) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_option_lists_what_exists() -> None:
    """The nearest names come first, then all of them."""
    with pytest.raises(VariantError, match="did you mean sweep_points") as caught:
        read_option("sweep_point", 1)
    assert all(key in str(caught.value) for key in OPTION_KEYS)
    with pytest.raises(VariantError, match="no option 'zzz'; the options are"):
        option_name("zzz")


def test_accepted_words_are_those_of_the_annotation() -> None:
    """The words stand in one place: on the field."""
    annotation: Any = Options.__annotations__["capture_duty"]
    assert accepted_words("capture_duty") == get_args(annotation)
    assert accepted_words("target") == ()
    assert accepted("building") == "true or false"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@given(st.sampled_from(OPTION_KEYS), JSON | st.from_regex(r"[2-9:+/,]{1,9}", fullmatch=True))
def test_any_value_is_read_or_refused(key: str, value: object) -> None:
    """Whatever is given: a value that reads back, or one clear line."""
    try:
        name, read = read_option(key, value)
    except VariantError as error:
        text = str(error)
    else:
        text = option_text(read)
        assert read_option(name, text) == (key, read)
    assert "\n" not in text


def test_a_variant_error_is_a_value_error() -> None:
    """Whoever catches bad values catches this one too, also from another process."""
    error = VariantError(["one", "two"], 3, 4)
    assert isinstance(error, ValueError)
    back = pickle.loads(pickle.dumps(error))
    assert (back.faults, back.line, back.column, str(back)) == (("one", "two"), 3, 4, "one; two")

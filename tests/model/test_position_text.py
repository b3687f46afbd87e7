"""Position lines: six fields and ops, read forgivingly and written one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.checks import position_faults
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.position import NOBODY, UNKNOWN, Build, Hand, Pile, Position, Stock
from casino_tutor.model.position_text import (
    format_position,
    parse_build,
    parse_position,
    read_position,
)
from casino_tutor.model.scan import MAX_LENGTH
from casino_tutor.model.variant import VariantError, find_variant
from tests.mutations import SEEDS, mutated
from tests.strategies import examples, positions


def cards(text: str) -> tuple[Card, ...]:
    """Make the cards that are written with spaces between them."""
    return tuple(map(Card, text.split()))


# --- what is written and what it means ------------------------------------------------------------


def test_the_six_fields_of_a_line() -> None:
    """Table, hands, turn, stock, taken piles and last capturer, in this order."""
    line = "[5H+3C]=8@2,TD,2D 8S,7D,AS/KH,8C,2S 1 40 9H,9D/- 1"
    position = parse_position(line, strict=True)
    assert position.builds == (Build((cards("5H 3C"),), 8, 2),)
    assert position.loose == cards("TD 2D")
    assert position.hands == (Hand(cards("8S 7D AS")), Hand(cards("KH 8C 2S")))
    assert (position.turn, position.hand_played) == (1, False)
    assert position.stock == Stock(40)
    assert position.taken == (Pile(cards("9H 9D")), Pile())
    assert position.last == 1
    assert position.variant == find_variant("casino_pagat")


#: Lines that are written strictly: what is to be seen in each.
LINES: dict[str, Callable[[Position], bool]] = {
    "- KD/- - 0 ?12,TD/?20 2": lambda p: p.turn is None and p.loose == (),
    "8D 8S/?1 1 49 -/- -": lambda p: p.last == NOBODY,
    "8D 8S/?1 1 49 -/- ?": lambda p: p.last == UNKNOWN,
    "8D 8S/?1 1+ 49 -/- ?": lambda p: p.hand_played,
    "8D QS,?3/?4 2 43 -/- ?": lambda p: p.hands == (Hand(cards("QS"), 3), Hand((), 4)),
    "8D ?4/- 1 0 -/- ?": lambda p: len(p.hands[0]) == 4 and p.hand == (),
    "8D 8S/?1 1 (KS,2H) -/- ?": lambda p: p.stock.order == cards("KS 2H"),
    "8D 8S/?1 1 30 ?12,TD*2/9H -": lambda p: (
        p.taken == (Pile(cards("TD"), 12, 2), Pile(cards("9H")))
    ),
    "8D 8S/?1 1 30 -*1/- -": lambda p: p.taken[0] == Pile((), 0, 1),
    "8D 8S/?1 1 30 9H,9D/2C,5H 1": lambda p: p.tops == (Card("9D"), Card("5H")),
    "[AS,AC]=1@1 KD,AD/?2 1 40 -/- -": lambda p: p.builds[0].is_multiple,
    "[6H+2C]=8@1~ KC,8D/?2 1 20 -/- -": lambda p: p.builds[0].fresh,
    "[6H+2C]=8 KC,8D/?2 1 20 -/- -": lambda p: p.builds[0].owner is None,
    "9H 5D,3C/?2/?2/?2 1 20 -/- -; proved 3=12": lambda p: p.proved == ((3, 12),),
    "9S,7D,4C 9D,9C/?2/?2/?2 1 20 -/2C,5H -": lambda p: p.sides == ((1, 3), (2, 4)),
    "9H 5D/?1/?1/?1 1 20 -/-/-/- -; sides 1/2/3/4": lambda p: len(p.taken) == 4,
    "9H 5D/?1/?1/?1 1 20 -/- -; sides 12/34": lambda p: p.are_partners(1, 2),
    "8D 8S/?1 1 30 -/- -; variant royal_dominican": lambda p: p.variant.base == "royal_dominican",
    "8D 8S/?1 1 30 -/- -; option sweep_points=1": lambda p: p.variant.options.sweep_points == 1,
    "8D 8S/?1 1 30 -/- -; score 18/15": lambda p: p.score == (18, 15),
    "8D 8S/?1 1 30 -/- -; points 25/-10": lambda p: p.points == (25, -10),
    "8D 8S/?1 1 30 -/- -; due [9C,5S+4H]": lambda p: p.due == (cards("9C"), cards("5S 4H")),
    "8D 8S/?1 1 30 -/- -; pending orange@2": lambda p: p.pending == (("orange", 2),),
    "8D 8S/?1 1 30 -/- -; aside KH,QS": lambda p: p.aside == cards("KH QS"),
    "8D 8S/?1 1 30 -/- -; carry cards=3,spades=2": lambda p: (
        p.carry == (("cards", 3), ("spades", 2))
    ),
    "8D 8S/?1 1 30 -/- -; theme leave a big sweep": lambda p: (
        p.extra == (("theme", "leave a big sweep"),)
    ),
    "9B 9R,9Y/?2 1 35 -/- -; variant tuxedo": lambda p: p.loose == cards("9B"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_and_written(line: str) -> None:
    """Each line is the one way to write its position, and says what it should."""
    position = parse_position(line, strict=True)
    assert LINES[line](position)
    assert format_position(position) == line
    assert repr(position) == f"parse_position({line!r})"


#: How else a line may be written.
SPELLINGS = {
    "8d,6c,2d 8s,kd": "8D,6C,2D KD,8S/?2 1 45 -/- ?",
    "8D , 6C,  2D   8S ,KD": "8D,6C,2D KD,8S/?2 1 45 -/- ?",
    " 8D 8S ": "8D 8S/?1 1 49 -/- ?",
    "8D\t8S\n1": "8D 8S/?1 1 49 -/- ?",
    "♦8 ♠8": "8D 8S/?1 1 49 -/- ?",
    "2D,8D,[ 3C + 5H ] = 8 @ 2 8S/?1": "[5H+3C]=8@2,8D,2D 8S/?1 1 46 -/- ?",
    "[5H+3C] 8S": "[5H+3C]=8 8S/?1 1 48 -/- ?",
    "[8D,3C+5H] 8S": "[8D,5H+3C]=8 8S/?1 1 47 -/- ?",
    "8D 8S/?1 1 + 40": "8D 8S/?1 1+ 40 -/- ?",
    "8D 8S/?1 1+ 40": "8D 8S/?1 1+ 40 -/- ?",
    "8D 8S/?1 1 ( KS, 2H )": "8D 8S/?1 1 (KS,2H) -/- ?",
    "8D 8S 1 40 - / - * 2 1": "8D 8S/?1 1 40 -/-*2 1",
    "8D 8S;": "8D 8S/?1 1 49 -/- ?",
    "8D 8S ; score 1/ 2 ;; theme x": "8D 8S/?1 1 49 -/- ?; score 1/2; theme x",
    "8D 8S; points 1/2; variant Kirchner": "8D 8S/?1 1 49 -/- ?; variant kirchner; points 1/2",
    "8D 8S; option sweep-points = 1": "8D 8S/?1 1 49 -/- ?; option sweep_points=1",
    "8D 8S; option sweep_points=0": "8D 8S/?1 1 49 -/- ?",
    "8D 8S; aside KH,QS": "8D 8S/?1 1 47 -/- ?; aside KH,QS",
    "9H 5D/?1/?1/?1": "9H 5D/?1/?1/?1 1 47 -/- ?",
    "9H 5D/?1/?1": "9H 5D/?1/?1 1 48 -/-/- ?",
}


@pytest.mark.parametrize("line", SPELLINGS)
def test_other_spellings_are_understood(line: str) -> None:
    """Spaces beside operators, any order, fields left out: the rest is what is usual."""
    assert str(parse_position(line)) == SPELLINGS[line]


@pytest.mark.parametrize("line", SPELLINGS)
def test_the_strict_reader_refuses_other_spellings(line: str) -> None:
    """Strictly there is one way to write a position."""
    with pytest.raises(NotationError, match="not the canonical form"):
        parse_position(line, strict=True)


# --- what cannot be read --------------------------------------------------------------------------

#: Line and column, and a piece of what is said.
ERRORS = {
    "": (1, 1, "a position needs at least the table and a hand"),
    "8D,6C": (1, 6, "a position needs at least the table and a hand"),
    "8D\n8S\n7": (3, 1, "there is no seat 7"),
    "8D 8S 1 -4": (1, 9, "the number of cards in the stock cannot be negative"),
    "8D 8S 1 99999999": (1, 9, "the number of cards in the stock is too large"),
    "8D 8S,?200": (1, 8, "the number of unknown cards is too large"),
    "8D 8S 1 4 x": (1, 11, "found 'x'"),
    "8D 8S 1 4 -/- z": (1, 15, "found 'z'"),
    "8D 8S 1 4 -/- - extra": (1, 17, "more than six fields; expected '; ' before an op"),
    "8D 8S/?2/?2/?2/?2/?2/?2": (1, 22, "more than six hands"),
    "8D 8S 1 (KS": (1, 12, "expected ')' after the cards of the stock"),
    "[5H+3C=8 8S": (1, 7, "expected ']'"),
    "[5H+3C]=8~ 8S": (1, 11, "'~' needs an owner"),
    "XX 8S": (1, 1, "found 'X'"),
    "8D 8S; variant nope": (1, 16, "there is no variant 'nope'; there are byggkasino, casino_"),
    "8D 8S; option nope=1": (1, 15, "there is no option 'nope'; the options are deck,"),
    "8D 8S; option building": (1, 15, "'building' is no option; expected name=value"),
    "8D 8S; option target=twenty": (1, 15, "option target does not accept 'twenty'"),
    "8D 8S; variant tuxedo; variant tuxedo": (1, 24, "variant is said twice"),
    "8D 8S; variant": (1, 15, "variant says nothing"),
    "8D 8S; score 18/x": (1, 17, "found 'x'"),
    "8D 8S; sides 13": (1, 14, "does not name each of the 2 seats once"),
    "8D 8S; 9=9": (1, 8, "found '9'; expected the name of an op"),
}
AMBIGUOUS = {
    "8 8S": (1, ("8S", "8H", "8D", "8C")),
    "8D K": (4, ("KS", "KH", "KD", "KC")),
    "[9] 8S": (2, ()),
    "[AC,AS] AD; variant royal_english": (1, ("[AS,AC]=1", "[AS,AC]=14")),
    "[5H+3C,9D] 8S": (1, ()),
}


@pytest.mark.parametrize("line", ERRORS)
def test_what_cannot_be_read_is_said_with_its_place(line: str) -> None:
    """One clear line: what is wrong, where it stands, what should have stood there."""
    row, column, message = ERRORS[line]
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert (caught.value.line, caught.value.column) == (row, column)
    said = f"{caught.value.problem}; expected {caught.value.expected}"
    assert message in said
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", AMBIGUOUS)
def test_what_can_mean_several_things_names_them(line: str) -> None:
    """A rank without a suit, a build by its value, a build whose sets leave several values."""
    column, candidates = AMBIGUOUS[line]
    with pytest.raises(AmbiguousPlayError) as caught:
        parse_position(line)
    assert caught.value.column == column
    assert caught.value.candidates == candidates


@pytest.mark.parametrize(
    "text",
    ["8D," * MAX_LENGTH, "8D 8S;" + " " * 1_000_000, "[" * 1_000_000, "?" * MAX_LENGTH + " "],
)
def test_a_line_of_a_megabyte_is_refused_at_once(text: str) -> None:
    """No position is that long; the error does not repeat the text."""
    with pytest.raises(NotationError, match="characters") as caught:
        parse_position(text)
    assert len(str(caught.value)) < 300


# --- who wins where two say something -------------------------------------------------------------


def test_what_is_asked_for_wins_over_the_line_and_is_said() -> None:
    """A variant or option given beside the line overrules the line's own, with a remark."""
    line = "8D 8S; variant tuxedo; option sweep_points=3,target=50"
    position, notes = read_position(line, "royal_english", {"sweep_points": 1})
    assert position.variant == find_variant("royal_english").with_options(sweep_points=1, target=50)
    assert len(notes) == 2
    assert "tuxedo" in notes[0]
    assert "royal_english" in notes[0]
    assert "sweep_points=3" in notes[1]


def test_without_a_contradiction_there_is_no_remark() -> None:
    """The same said twice, or once, overrules nothing."""
    line = "8D 8S; variant royal_english; option sweep_points=1"
    assert read_position(line)[1] == ()
    assert read_position(line, "royal_english", {"sweep_points": 1})[1] == ()
    assert read_position("8D 8S", "royal_english", {"sweep_points": 1})[1] == ()


def test_a_wrong_variant_or_option_beside_the_line_is_no_fault_of_the_line() -> None:
    """What was not written in the line is reported without a place in it."""
    with pytest.raises(VariantError, match="no variant 'nope'"):
        parse_position("8D 8S", "nope")
    with pytest.raises(VariantError, match="no option 'nope'"):
        parse_position("8D 8S", options={"nope": 1})


# --- builds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["[5H+3C]=8@2", "[9C,5H+4C]=9", "[6H+2C]=8@1~"])
def test_a_build_is_read_and_written(text: str) -> None:
    """A build alone is written as it stands in a position."""
    assert str(parse_build(text)) == text
    assert repr(parse_build(text)) == f"parse_build({text!r})"


def test_a_build_needs_its_value() -> None:
    """Without the rules of a variant nobody can tell what its cards count."""
    with pytest.raises(NotationError, match="has no value"):
        parse_build("[5H+3C]")


# --- at random ------------------------------------------------------------------------------------


@st.composite
def full_positions(draw: st.DrawFn) -> Position:
    """A position with everything a line can say."""
    position = draw(positions())
    random = Random(draw(st.integers(0, 2**32 - 1)))
    sides = len(position.sides)
    hands = list(position.hands)
    hands[0] = Hand(hands[0].cards[:2], random.randint(0, 1))
    piles = [replace(pile, sweeps=random.randint(0, 2)) for pile in position.taken]
    piles[0] = replace(piles[0], unknown=random.randint(0, 9))
    shown = {*position.loose, *position.hand}
    shown |= {card for build in position.builds for card in build.cards}
    shown |= {card for pile in piles for card in pile.cards}
    options = position.variant.options
    rest = [c for c in dict.fromkeys(deck_cards(options.deck, options.packs)) if c not in shown]
    random.shuffle(rest)
    scores = tuple(random.randint(-20, 30) for _ in range(sides))
    full = replace(
        position,
        hands=tuple(hands),
        taken=tuple(piles),
        stock=random.choice([Stock(), Stock.known(tuple(rest[:3])), Stock(2)]),
        score=random.choice([(), scores]),
        points=random.choice([(), scores[::-1]]),
        due=random.choice([(), *(build.sets for build in position.builds)]),
        pending=random.choice([(), (("orange", 1),), (("orange", 1), ("claim", 2))]),
        aside=random.choice([(), tuple(rest[3:5])]),
        carry=random.choice([(), (("cards", 3),), (("cards", 3), ("spades", 2))]),
        extra=random.choice([(), (("theme", "keep the guard"),), (("a", ""), ("b", "x=1, y"))]),
    )
    return full if not position_faults(full) else position


@settings(max_examples=examples(150))
@given(full_positions())
def test_everything_in_a_line_is_read_back(position: Position) -> None:
    """Fields and ops of any position: printed, read strictly, and equal."""
    assert parse_position(str(position), strict=True) == position


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slip_of_the_pen_gives_an_error_or_a_position(seed: int) -> None:
    """Whatever is changed in a line: it is refused in words, or read and written stably."""
    random, lines = Random(seed), [*LINES, *SPELLINGS]
    for _ in range(examples(750)):
        read = _read(mutated(random, random.choice(lines)))
        if isinstance(read, str):
            assert "\n" not in read
        else:
            assert parse_position(str(read), strict=True) == read


def _read(text: str) -> Position | str:
    """Return the position, or the refusal in words."""
    try:
        return parse_position(text)
    except (NotationError, AmbiguousPlayError) as error:
        return str(error)

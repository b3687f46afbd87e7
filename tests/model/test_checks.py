"""What cannot be on any table: every fault is named, all at once, each with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from casino_tutor.model.cards import Card
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.errors import NotationError, PositionError
from casino_tutor.model.position import Position, Stock
from casino_tutor.model.position_text import parse_position
from tests.strategies import examples, positions

OTHERS = "; byggkasino, casino_howstuffworks and others would have such cards"
#: A line, and the faults it has: the column of each and the sentence.
FAULTS = {
    # a card too often
    "8D,8D 8S": [(4, "8D stands 2 times (on the table), the pack has it once")],
    "8D 8D": [
        (4, "8D stands 2 times (on the table and in the hand of seat 1), the pack has it once")
    ],
    "8D,8D,8D 8S; option packs=2": [
        (7, "8D stands 3 times (on the table), the pack has it 2 times")
    ],
    "[5H+3C]=8,5H 8S": [
        (11, "5H stands 2 times (in a build and on the table), the pack has it once")
    ],
    "8D 8S/?1 1 (8D) -/- -": [
        (13, "8D stands 2 times (on the table and in the stock), the pack has it once")
    ],
    "8D 8S/?1 1 9 8D/- -": [
        (14, "8D stands 2 times (on the table and taken), the pack has it once")
    ],
    "8D 8S; aside 8D": [
        (14, "8D stands 2 times (on the table and set aside), the pack has it once")
    ],
    # a card of another pack
    "9R 8S": [(1, "9R is not in the pack of casino_pagat; tuxedo would have such cards")],
    "KS 5B,9R; variant tuxedo": [(1, "KS is not in the pack of tuxedo" + OTHERS)],
    # builds
    "[5H+3C]=9 8S": [(1, "[5H+3C] totals 8, not 9 as announced")],
    "[9D,5H+3C]=9 8S": [(1, "[5H+3C] totals 8, not 9 as announced")],
    "[KS+2D]=13 8S": [(1, "[KS+2D] has no number, not 13 as announced")],
    "[5H]=5 8S": [(1, "[5H]=5 is one card; a build has at least two")],
    "[5H+3C]=8@3 8S": [(1, "[5H+3C]=8@3 belongs to seat 3, but only 2 seats play")],
    # hands and seats
    "8D 8S,7S,6S,5S,4S/?4": [(4, "seat 1 holds 5 cards, a deal gives 4")],
    "8D 8S,?4/?4": [(4, "seat 1 holds 5 cards, a deal gives 4")],
    "8D 8S/?1 3": [(10, "it is seat 3's turn, but only 2 seats play")],
    "8D 8S/?1 1 9 -/- 3": [(18, "seat 3 captured last, but only 2 seats play")],
    "8D 8S/?1 1 9 -/-/- -": [(14, "3 taken piles stand for 2 sides")],
    # counts
    "8D 8S/?1 1 50": [
        (12, "53 cards are counted (2 shown, 1 unknown, 50 in the stock), the pack has 52")
    ],
    "8D 8S/?1 1 40 ?20/- -": [
        (12, "63 cards are counted (2 shown, 21 unknown, 40 in the stock), the pack has 52")
    ],
    # several at once, in the order of the text
    "[5H+3C]=9@4,8D,8D 8S/?1 3 9 -/- 5": [
        (1, "[5H+3C]=9@4 belongs to seat 4, but only 2 seats play"),
        (1, "[5H+3C] totals 8, not 9 as announced"),
        (16, "8D stands 2 times (on the table), the pack has it once"),
        (25, "it is seat 3's turn, but only 2 seats play"),
        (33, "seat 5 captured last, but only 2 seats play"),
    ],
}


@pytest.mark.parametrize("line", FAULTS)
def test_every_fault_of_a_line_is_named_at_once(line: str) -> None:
    """A position that no deal can give is refused with all its faults, each with its place."""
    with pytest.raises(PositionError) as caught:
        parse_position(line)
    error = caught.value
    found = [(fault.offset + 1, fault.sentence) for fault in error.faults]
    assert sorted(found) == sorted(FAULTS[line])
    assert [column for column, _ in found] == [column for column, _ in FAULTS[line]]
    assert error.column == found[0][0]
    assert all(sentence in str(error) for _, sentence in found)


def test_a_position_error_is_a_notation_error() -> None:
    """Whoever handles what cannot be read handles what cannot be, too."""
    assert issubclass(PositionError, NotationError)


#: Lines that lack something and are accepted.
ODD = [
    "8D 8S/?1 1 0 -/- -",  # most of the pack is nowhere
    "8D 8S/?3",  # uneven hands
    "[5H+3C]=8@1 KD,7S",  # an owner without the card that takes the build
    "8D 8S/?1/?1; variant casino_howstuffworks",  # three seats at a game for two
    "[5H+3C]=8,[5D+3S]=8 8S",  # builds of nobody known
    "[7D+8C]=15 8S",  # a value that no card takes
    "- -/- - 0 -/- -",  # nothing at all
]


@pytest.mark.parametrize("line", ODD)
def test_what_is_only_odd_is_accepted(line: str) -> None:
    """A position that lacks cards of the pack, or that nobody would reach, can be asked about."""
    assert position_faults(parse_position(line)) == ()


def test_faults_of_a_position_made_in_python_have_no_place() -> None:
    """Without a text every fault is told all the same."""
    position = parse_position("8D 8S/?1 1 9 -/- -")
    wrong = replace(position, loose=(Card("8S"), Card("9R")), turn=4, stock=Stock(60))
    assert {fault.sentence for fault in position_faults(wrong)} == {
        "8S stands 2 times, the pack has it once",
        "9R is not in the pack of casino_pagat; tuxedo would have such cards",
        "it is seat 4's turn, but only 2 seats play",
        "64 cards are counted (3 shown, 1 unknown, 60 in the stock), the pack has 52",
    }
    assert {fault.offset for fault in position_faults(wrong)} == {0}


@settings(max_examples=examples(60))
@given(positions())
def test_a_card_laid_twice_is_always_a_fault(position: Position) -> None:
    """Whichever card of a hand lies on the table as often as the pack has it: one too many."""
    assert position_faults(position) == ()
    card = position.hand[0]
    double = replace(position, loose=(*position.loose, *[card] * position.variant.options.packs))
    assert known_cards(double)[card] > position.variant.options.packs
    assert any(fault.sentence.startswith(f"{card} stands") for fault in position_faults(double))

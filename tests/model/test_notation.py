"""The notation of plays: what is written, what it means, and what cannot be read."""

from __future__ import annotations

from random import Random

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_play, parse_turn
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    TrailPlay,
    Turn,
    WholeBuild,
    turn_text,
)
from casino_tutor.model.scan import MAX_LENGTH
from tests.mutations import SEEDS, mutated
from tests.strategies import examples


def item(text: str) -> Item:
    """Make an item: a card, a whole build in brackets, or a pile top."""
    if text.startswith("["):
        return WholeBuild(tuple(cards(each.replace("+", " ")) for each in text[1:-1].split(",")))
    return PileTop(Card(text[1:])) if text.startswith("^") else Card(text)


def cards(text: str) -> tuple[Card, ...]:
    """Make the cards that are written with spaces between them."""
    return tuple(map(Card, text.split()))


def group(text: str) -> Group:
    """Make a group of items."""
    return tuple(map(item, text.split()))


def trail(hand: str, call: str = "") -> Play:
    """Trail one card."""
    return TrailPlay(cards(hand), tuple(call.split()))


def capture(hand: str, *groups: str, call: str = "") -> Play:
    """Capture groups with the hand cards."""
    return CapturePlay(cards(hand), tuple(map(group, groups)), (), tuple(call.split()))


def take(hand: str, bag: str) -> Play:
    """Capture cards whose grouping is left open."""
    return CapturePlay(cards(hand), (), group(bag))


def build(first: str, *groups: str, value: int, seat: int | None = None) -> Play:
    """Build: the first group begins with the hand card, or is empty."""
    hand, _, joined = first.partition(" ")
    return BuildPlay(cards(hand), group(joined), tuple(map(group, groups)), value, seat)


def heap(hand: str, bag: str, value: int) -> Play:
    """Build from cards whose grouping is left open."""
    return BuildPlay(cards(hand), (), (), value, None, group(bag))


#: What is written, and what it means: one action each.
PLAYS = {
    "7D": trail("7D"),
    "_": PASS,
    "8Sx8D,5H+3C": capture("8S", "8D", "5H 3C"),
    "8Sx8D6C2D": take("8S", "8D 6C 2D"),
    "9Hx[9C,5H+4C]": capture("9H", "[9C,5H+4C]"),
    "3S+6H=9": build("3S 6H", value=9),
    "9S,5H+4C=9": build("9S", "5H 4C", value=9),
    "6D+3H,[5H+4C]=9": build("6D 3H", "[5H+4C]", value=9),
    "2D+[5H+2C]=9": build("2D [5H+2C]", value=9),
    "2D+[5H+2C],9C=9": build("2D [5H+2C]", "9C", value=9),
    "KS+AD=14": build("KS AD", value=14),
    "QH&JS&ACxKD+7C+4D": capture("QH JS AC", "KD 7C 4D"),
    "9C,9S,4C+^5H=9": build("9C", "9S", "4C ^5H", value=9),
    "_,5S+3H+2D=10": build("", "5S 3H 2D", value=10),
    "6H+2D=8@3": build("6H 2D", value=8, seat=3),
    "9Bx9R,5Y+4G:orange": capture("9B", "9R", "5Y 4G", call="orange"),
    # what is attempted with too many cards, too few, or in the wrong place can be written too
    "8Sx8D6C5S3H2DAC": take("8S", "8D 6C 5S 3H 2D AC"),
    "QDxQSQH": take("QD", "QS QH"),
    "QDxQS,QH": capture("QD", "QS", "QH"),
    "9C,9S,7D+^2C,4C+^5H=9": build("9C", "9S", "7D ^2C", "4C ^5H", value=9),
    "9C,9S,2D+^5H+^2C=9": build("9C", "9S", "2D ^5H ^2C", value=9),
    "3Cx^3H": capture("3C", "^3H"),
    "3C+[3S+3D],[5S+4H]=9": build("3C [3S+3D]", "[5S+4H]", value=9),
    "TC,[4S+2D]+4H=10": build("TC", "[4S+2D] 4H", value=10),
    "3H+[4D+AS]+2C=10": build("3H [4D+AS] 2C", value=10),
    "8Cx[5S+3H],7H+^AS": capture("8C", "[5S+3H]", "7H ^AS"),
    "7C&5DxTS+2H": capture("7C 5D", "TS 2H"),
    "7Sx[5H+2D][4D+3C]": take("7S", "[5H+2D] [4D+3C]"),
    "5S=5": build("5S", value=5),
    "5C7S2D=7": heap("5C", "7S 2D", 7),
    # an ace says by its totals what it is used as; a build says it by its value
    "ACx9S+5D,AH": capture("AC", "9S 5D", "AH"),
    "AC,AS=1": build("AC", "AS", value=1),
    "AC+AS=2": build("AC AS", value=2),
    "AC,AS=14": build("AC", "AS", value=14),
    # the deck of 56 and the jokers
    "14Bx14R,9Y+5G": capture("14B", "14R", "9Y 5G"),
    "15Zx9S+6H": capture("15Z", "9S 6H"),
}

#: Turns of several actions.
TURNS = {
    "KS/_,5H+3C=8": (trail("KS"), build("", "5H 3C", value=8)),
    "_,[5S+4H],7H+2C=9/9Dx[7H+2C,5S+4H]": (
        build("", "[5S+4H]", "7H 2C", value=9),
        capture("9D", "[7H+2C,5S+4H]"),
    ),
    "KS/_": (trail("KS"), PASS),
}

#: How else it may be written, and what is understood.
SPELLINGS = {
    "7d": "7D",
    "10d": "TD",
    "1S": "AS",
    "D7": "7D",
    "c10": "TC",
    "R9": "9R",
    "9r": "9R",
    "7♦": "7D",
    "♦7": "7D",
    "7♦️": "7D",
    "♤A": "AS",
    "8s X 8d": "8Sx8D",
    "8♠×8♦": "8Sx8D",
    "8S x 8D, 5H + 3C": "8Sx8D,5H+3C",
    "8Sx3C+5H,8D": "8Sx8D,5H+3C",
    "8S x 8D 6C 2D": "8Sx8D6C2D",
    "8Sx2D6C8D": "8Sx8D6C2D",
    "8SxD8C6D2": "8Sx8D6C2D",
    "9h x [4c + 5h, 9c]": "9Hx[9C,5H+4C]",
    "9C , 9S = 9": "9C,9S=9",
    "2D+9C+[5H+2C]=16": "2D+[5H+2C]+9C=16",
    "2d + [2c+5h] , c9 = 9": "2D+[5H+2C],9C=9",
    "6h+2d = 8 @ 3": "6H+2D=8@3",
    "AC&QH&JSx4D+7C+KD": "QH&JS&ACxKD+7C+4D",
    "KS / _ , 3C+5H = 8": "KS/_,5H+3C=8",
    "_+3C+5H=8": "_,5H+3C=8",
    " 7D ": "7D",
    "9B x 9R : Orange": "9Bx9R:orange",
    "3S+6H=09": "3S+6H=9",
}

#: What cannot be read: line, column, and a piece of what is said about it.
ERRORS = {
    "": (1, 1, "the play does not begin with a hand card; expected a card, or '_'"),
    "x8D": (1, 1, "does not begin with a hand card"),
    "^5H": (1, 1, "found '^'"),
    "[5S+3H]": (1, 1, "found '['"),
    "8Sx": (1, 4, "nothing is taken; expected a table card after 'x'"),
    "8Sx8D,": (1, 7, "the text ends too early; expected a card"),
    "8Sx8D+": (1, 7, "the text ends too early; expected a card"),
    "8Sx8D,5H 3C": (1, 10, "two items stand side by side in a list of groups"),
    "8Sx8D5H,3C": (1, 8, "two items stand side by side in a list of groups"),
    "8Sx8D=8": (1, 6, "nothing more can stand here, found '='"),
    "8Sx8D,\n5H+\n+3C": (3, 1, "found '+'"),
    "8Sx[5H+3C": (1, 10, "expected ']' after the cards of a build"),
    "8Sx[5H+]": (1, 8, "found ']'"),
    "8Sx^": (1, 5, "the text ends too early"),
    "7D@3": (1, 3, "nothing more can stand here, found '@'"),
    "3S+6H=": (1, 7, "expected a number: the value of a build"),
    "3S+6H=-9": (1, 7, "the value of a build cannot be negative"),
    "3S+6H=1000": (1, 7, "the value of a build is too large"),
    "3S+6H=9@": (1, 9, "expected a number: a seat"),
    "3S+6H=9@7": (1, 9, "there is no seat 7"),
    "3S+6H=9@0": (1, 9, "there is no seat 0"),
    "9Sx9D:": (1, 7, "expected a call such as orange"),
    "KS/": (1, 4, "does not begin with a hand card"),
    "0S": (1, 1, "found '0'"),
    "15S": (1, 1, "there is no card '15S' in any pack"),
    "JZ": (1, 1, "there is no card 'JZ' in any pack"),
    "XS": (1, 1, "does not begin with a hand card"),
    "8S!": (1, 3, "nothing more can stand here, found '!'"),
}

#: What can be read in several ways: column, and what it may stand for.
AMBIGUOUS = {
    "8": (1, ("8S", "8H", "8D", "8C")),
    "q": (1, ("QS", "QH", "QD", "QC")),
    "10": (1, ("TS", "TH", "TD", "TC")),
    "8x8D": (1, ("8S", "8H", "8D", "8C")),
    "8Sx8D,5H+3": (10, ("3S", "3H", "3D", "3C")),
    "8S x Q": (6, ("QS", "QH", "QD", "QC")),
    "9Hx[9]": (5, ()),
    "9Hx[ 10 ]": (5, ()),
    "2D+[7]=9": (5, ()),
    "3S+6H": (6, ("3S+6H=9",)),
    "3S6H": (5, ("3S6H=9",)),
    "3S+6H,4C+5D": (12, ("3S+6H,5D+4C=9",)),
    "3S,6H": (6, ()),
    "KS+2D": (6, ()),
}


@pytest.mark.parametrize("text", PLAYS)
def test_a_play_is_read_and_written(text: str) -> None:
    """Each example means just this, and is the one way to write it."""
    assert parse_play(text, strict=True) == PLAYS[text]
    assert str(PLAYS[text]) == text


@pytest.mark.parametrize("text", TURNS)
def test_a_turn_of_several_actions_is_read_and_written(text: str) -> None:
    """A stroke joins the actions of one turn."""
    assert parse_turn(text, strict=True) == TURNS[text]
    assert turn_text(TURNS[text]) == text


@pytest.mark.parametrize("text", SPELLINGS)
def test_other_spellings_are_understood(text: str) -> None:
    """10 for T, lower case, suit symbols, suit first, spaces, any order of cards and groups."""
    assert turn_text(parse_turn(text)) == SPELLINGS[text]


@pytest.mark.parametrize("text", SPELLINGS)
def test_the_strict_reader_refuses_other_spellings(text: str) -> None:
    """Strictly there is one way to write a play, and the error shows it."""
    with pytest.raises(NotationError, match="not the canonical form") as caught:
        parse_turn(text, strict=True)
    assert caught.value.expected == SPELLINGS[text]


@pytest.mark.parametrize("text", ERRORS)
def test_what_cannot_be_read_is_said_with_its_place(text: str) -> None:
    """One clear line: what is wrong, where it stands, what should have stood there."""
    line, column, message = ERRORS[text]
    with pytest.raises(NotationError) as caught:
        parse_turn(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert message in str(error)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert "\n" not in str(error)


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_what_can_mean_several_things_names_them(text: str) -> None:
    """A rank without a suit, a build by its value, a build without one: nothing is guessed."""
    column, candidates = AMBIGUOUS[text]
    with pytest.raises(AmbiguousPlayError) as caught:
        parse_turn(text)
    assert caught.value.column == column
    assert caught.value.candidates == candidates
    assert all(candidate in str(caught.value) for candidate in candidates)


def test_badly_written_and_ambiguous_are_two_errors() -> None:
    """Neither is the other, and both are `ValueError`."""
    assert not issubclass(AmbiguousPlayError, NotationError)
    assert issubclass(AmbiguousPlayError, ValueError)
    assert issubclass(NotationError, ValueError)


def test_one_play_is_not_a_turn() -> None:
    """Where one play is asked for, several actions are refused."""
    with pytest.raises(NotationError, match="several actions") as caught:
        parse_play("KS/_,5H+3C=8")
    assert caught.value.column == 3


def test_a_value_need_not_be_right_to_be_read() -> None:
    """Arithmetic that is wrong is illegal with a reason, not badly written."""
    assert parse_play("3S+6H=10") == build("3S 6H", value=10)
    assert parse_play("8Sx8D,8D") == capture("8S", "8D", "8D")


@pytest.mark.parametrize("text", ["8S" * MAX_LENGTH, " " * MAX_LENGTH + " ", "8Sx" + "[" * 99_999])
def test_a_text_of_a_megabyte_is_refused_at_once(text: str) -> None:
    """No play is that long; the error does not repeat the text."""
    with pytest.raises(NotationError, match="characters") as caught:
        parse_turn(text)
    assert len(str(caught.value)) < 300


def test_deep_nesting_does_no_harm() -> None:
    """Brackets within brackets are an error like any other."""
    with pytest.raises(NotationError):
        parse_turn("8Sx" + "[" * 5000)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slip_of_the_pen_gives_an_error_or_a_play(seed: int) -> None:
    """Whatever is changed in a line: it is refused in words, or read and written stably."""
    random, texts = Random(seed), [*PLAYS, *TURNS, *SPELLINGS]
    for _ in range(examples(1500)):
        read = _read(mutated(random, random.choice(texts)))
        if isinstance(read, str):
            assert "\n" not in read
        else:
            assert parse_turn(turn_text(read), strict=True) == read


def _read(text: str) -> Turn | str:
    """Return the turn, or the refusal in words."""
    try:
        return parse_turn(text)
    except (NotationError, AmbiguousPlayError) as error:
        return str(error)

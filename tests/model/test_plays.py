"""Plays as values: equal when they do the same, written one way, and never changed."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Item,
    PileTop,
    TrailPlay,
    WholeBuild,
    effect_of,
    item_cards,
    quick_build,
    quick_capture,
    turn_text,
)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    return tuple(map(Card, text.split()))


EIGHT = WholeBuild((cards("5S 3H"),))


def test_the_order_of_cards_and_groups_is_no_part_of_a_play() -> None:
    """However it is pointed at, the same capture is an equal value with one text."""
    one = CapturePlay(cards("8S"), (cards("3C 5H"), cards("8D")))
    other = CapturePlay(cards("8S"), (cards("8D"), cards("5H 3C")))
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "8Sx8D,5H+3C"
    assert one.items == cards("8D 5H 3C")


def test_a_build_play_puts_the_hand_card_first_and_builds_before_cards() -> None:
    """Canonical order: the group with the hand card, then builds, loose cards, pile tops."""
    top = PileTop(Card("3D"))
    play = BuildPlay(cards("2D"), cards("6S"), (cards("8D"), (top, Card("5C")), (EIGHT,)), 8)
    assert str(play) == "2D+6S,[5S+3H],8D,5C+^3D=8"
    assert play.items == (EIGHT, Card("8D"), Card("6S"), Card("5C"), top)


def test_without_a_hand_card_no_group_is_joined_to_it() -> None:
    """A build from the table only has groups like any other, all equal in rank."""
    assert BuildPlay((), cards("5S 3H"), (), 8) == BuildPlay((), (), (cards("5S 3H"),), 8)
    assert str(BuildPlay((), cards("5S 3H"), (), 8)) == "_,5S+3H=8"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("8Sx6C+2D,5S+3H", "8Sx6C5S3H2D", True),
        ("2D+[4H+3C],9D=9", "2D[4H+3C]9D=9", True),
        ("9C,5S+4H=9", "9C,5S+4H=9@3", False),
        ("5S+5H=10", "5S,5H=5", False),
        ("8Sx8D", "8Sx8H", False),
        ("8Sx8D", "8Cx8D", False),
        ("8S", "8Sx8D", False),
        ("9Bx9R:orange", "9Bx9R", True),
    ],
)
def test_two_groupings_have_one_effect(one: str, other: str, same: bool) -> None:
    """The effect is what is played, used and announced; how it is grouped or called is not."""
    assert (effect_of(parse_play(one)) == effect_of(parse_play(other))) == same


def test_an_open_grouping_says_so() -> None:
    """Cards that are only listed are open; one group or several stated ones are not."""
    assert parse_play("8Sx6C5S3H2D").is_open
    assert parse_play("5C2D7S=7").is_open
    assert not parse_play("8Sx6C+2D").is_open
    assert not parse_play("7D").is_open


def test_the_cards_of_an_item() -> None:
    """An item is a loose card, a whole build or a pile top."""
    items: list[Item] = [Card("8D"), EIGHT, PileTop(Card("3D"))]
    assert [item_cards(item) for item in items] == [cards("8D"), cards("5S 3H"), cards("3D")]
    assert list(map(str, items)) == ["8D", "[5S+3H]", "^3D"]


def test_the_quick_makers_make_the_same_plays() -> None:
    """What the list of plays makes without sorting equals what anybody else makes."""
    capture = quick_capture(cards("8S"), (cards("8D"), cards("5H 3C")))
    assert capture == CapturePlay(cards("8S"), (cards("5H 3C"), cards("8D")))
    build = quick_build(cards("3S"), cards("6H"), (), 9, None)
    assert build == BuildPlay(cards("3S"), cards("6H"), (), 9)


@pytest.mark.parametrize(
    "text", ["7D", "_", "8Sx8D,5H+3C", "8Sx8D5H3C", "2D+[5H+2C],9C=9", "9Bx9R:orange"]
)
def test_a_play_shows_itself_as_a_text_that_makes_it(text: str) -> None:
    """`repr` is the text form in its constructor, and pickling keeps the value."""
    play = parse_play(text)
    assert repr(play) == f"parse_play({text!r})"
    assert eval(repr(play), {"parse_play": parse_play}) == play
    assert pickle.loads(pickle.dumps(play)) == play


def test_a_play_does_not_change() -> None:
    """Plays are frozen."""
    play = TrailPlay(cards("7D"))
    with pytest.raises(FrozenInstanceError):
        play.hand = cards("8D")  # type: ignore[misc]


def test_a_turn_is_written_with_strokes() -> None:
    """Several actions of one turn are joined; `_` alone ends them."""
    turn = (TrailPlay(cards("KS")), BuildPlay((), (), (cards("5H 3C"),), 8), PASS)
    assert turn_text(turn) == "KS/_,5H+3C=8/_"

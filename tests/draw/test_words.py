"""A play said in plain words."""

from __future__ import annotations

import pytest

from casino_tutor.draw.words import count_words, join_words, play_sentence, turn_sentence
from casino_tutor.model.notation import parse_play, parse_turn
from casino_tutor.model.position_text import parse_position

TABLE = parse_position(
    "[9S,5H+4C]=9@1,[5D+2S]=7@2,3H,9C 9D,2D,6D/?4 1 30 TC,2H/2C,TD,6S 2; "
    "option steal_tops=augment_only"
)

ALONE = {
    "7D": "Trail the seven of diamonds.",
    "_": "Do no more this turn.",
    "8Sx8D,5H+3C": "Take the eight of diamonds, and the five of hearts plus the three of clubs, "
    "with the eight of spades.",
    "QDxQS,QH": "Take the queen of spades and the queen of hearts with the queen of diamonds.",
    "8Sx8D6C2D": "Take the eight of diamonds, the six of clubs and the two of diamonds with the "
    "eight of spades.",
    "7C&5DxQD,TS+2H": "Take the queen of diamonds, and the ten of spades plus the two of hearts, "
    "with the seven of clubs and the five of diamonds together.",
    "3S+6H=9": "Start a build of 9: the three of spades from the hand plus the six of hearts.",
    "9S,5H+4C=9": "Start a multiple build of 9: the nine of spades from the hand, and the five of "
    "hearts plus the four of clubs.",
    "5S=5": "Start a build of 5: the five of spades from the hand.",
    "5C2D7S=7": "Build 7 from the five of clubs from the hand, the seven of spades and the two of "
    "diamonds.",
    "6H+2D=8@3": "Start a build of 8 for seat 3: the six of hearts from the hand plus the two of "
    "diamonds.",
    "9Bx9R,5Y+4G:orange": "Take the red 9, and the yellow 5 plus the green 4, with the black 9, "
    "and call orange.",
    "8Cx[5S+3H]": "Take the build (five of spades plus three of hearts) with the eight of clubs.",
    "9C,9S,4C+^5H=9": "Start a multiple build of 9: the nine of clubs from the hand, the nine of "
    "spades, and the four of clubs plus the five of hearts from the top of a pile.",
}

AT_THE_TABLE = {
    "9Dx[9S,5H+4C],9C": "Take seat 1's build of 9 (nine of spades, five of hearts plus four of "
    "clubs), and the nine of clubs, with the nine of diamonds.",
    "6D+3H,[9S,5H+4C]=9": "Extend seat 1's build of 9 (nine of spades, five of hearts plus four of "
    "clubs) with the six of diamonds from the hand plus the three of hearts.",
    "2D+[5D+2S]=9": "Increase seat 2's build of 7 (five of diamonds plus two of spades) to 9 with "
    "the two of diamonds from the hand.",
    "2D+[5D+2S],9C=9": "Increase seat 2's build of 7 (five of diamonds plus two of spades) to 9 "
    "with the two of diamonds from the hand, and take in the nine of clubs.",
    "2D+[5D+2S],[9S,5H+4C]=9": "Increase seat 2's build of 7 (five of diamonds plus two of spades) "
    "to 9 with the two of diamonds from the hand, and join it with seat 1's build of 9 (nine of "
    "spades, five of hearts plus four of clubs).",
    "9Dx3H+^6S": "Take the three of hearts plus the six of spades from the top of the pile of "
    "seat 2 with the nine of diamonds.",
}


@pytest.mark.parametrize("play", ALONE)
def test_a_play_is_said_without_a_table(play: str) -> None:
    """A play can be said before anybody knows the table."""
    assert play_sentence(parse_play(play)) == ALONE[play]


@pytest.mark.parametrize("play", AT_THE_TABLE)
def test_at_a_table_builds_and_piles_have_owners(play: str) -> None:
    """With the table given, a build is named by value and owner, a pile by its seat."""
    assert play_sentence(parse_play(play), TABLE) == AT_THE_TABLE[play]


def test_actions_of_one_turn_follow_one_another() -> None:
    """A turn of two actions is two sentences."""
    said = turn_sentence(parse_turn("KS/_,5H+3C=8"))
    assert said == (
        "Trail the king of spades. "
        "Then start a build of 8: the five of hearts plus the three of clubs."
    )


def test_counts_and_lists_read_as_language() -> None:
    """No card, one card, two cards; a comma between all but the last two."""
    assert [count_words(n, "card") for n in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert join_words([]) == ""
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b"]) == "a and b"

"""A table, a card and a play as text."""

from __future__ import annotations

import re

import pytest

from casino_tutor.draw.rows import table_words
from casino_tutor.draw.text import Style, card_text, play_text, table_text
from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position

PARTNERS = (
    "[9S,5H+4C]=9@1,[5D+2S]=7@2~,QS,9C,3H 9D,6D,2D/?3/?4/KH,?2 1 20 TD,AS*2/?5,TC*1 3; "
    "variant royal_dominican; score 18/15; proved 3=12"
)
TUXEDO = (
    "9R,5Y 9B,3B/?4/?4 2 18 6R,6Y/-/TY -; variant tuxedo; points 25/-10/5; pending orange@2; "
    "seen by=all"
)
OVER = "- -/- - 0 ?27/?24*1 2; aside KH; carry cards=3"

GOLDEN = {
    PARTNERS: """\
Royal Casino (Dominican Republic): seat 1 to play

  Build of 9              9♠, 5♥+4♣ (multiple, seat 1)
  Build of 7              5♦+2♠ (single, seat 2, new)
  Loose cards             Q♠ 9♣ 3♥

> Seat 1                  9♦ 6♦ 2♦
  Seat 2                  3 unknown cards
  Seat 3                  4 unknown cards
  Seat 4                  K♥ and 2 unknown cards

  Stock                   20 cards
  Taken by seats 1 and 3  10♦ A♠; 2 sweeps
  Taken by seats 2 and 4  5 unknown cards, then 10♣; 1 sweep
  Last capture            seat 3

  Sides                   seats 1 and 3 against seats 2 and 4
  Score                   18 for seats 1 and 3, 15 for seats 2 and 4
  Proved                  seat 3 holds a card that takes 12""",
    TUXEDO: """\
Tuxedo: seat 2 to play

  Loose cards      9R 5Y

  Seat 1           9B 3B
> Seat 2           4 unknown cards
  Seat 3           4 unknown cards

  Stock            18 cards
  Taken by seat 1  6R 6Y
  Taken by seat 2  nothing
  Taken by seat 3  10Y
  Last capture     nobody yet

  Points so far    25 for seat 1, -10 for seat 2, 5 for seat 3
  Open call        seat 2 may still call orange
  seen             by=all""",
    OVER: """\
Casino: the round is over

  Table            empty

  Seat 1           no cards
  Seat 2           no cards

  Stock            empty
  Taken by seat 1  27 unknown cards
  Taken by seat 2  24 unknown cards; 1 sweep
  Last capture     seat 2

  Set aside        K♥
  Carried over     cards 3""",
}


@pytest.mark.parametrize("line", GOLDEN)
def test_a_table_reads_like_this(line: str) -> None:
    """Table, hands, stock and piles, then whatever else the position says."""
    assert table_text(parse_position(line), symbols=True, colour=False) == GOLDEN[line]


@pytest.mark.parametrize("line", GOLDEN)
def test_without_symbols_and_colour_it_is_plain_ascii(line: str) -> None:
    """A terminal that can nothing gets ASCII, and cards in notation."""
    text = table_text(parse_position(f"{line}; note über ♠"), symbols=False, colour=False)
    assert text.isascii()
    assert "\x1b" not in text
    assert r"\xfcber" in text


@pytest.mark.parametrize("symbols", [True, False])
@pytest.mark.parametrize("line", GOLDEN)
def test_colour_changes_no_letter(line: str, symbols: bool) -> None:
    """Colour is only added: without its codes the text is the same, and no line is longer."""
    position = parse_position(line)
    coloured = table_text(position, symbols=symbols, colour=True, width=60)
    plain = table_text(position, symbols=symbols, colour=False, width=60)
    assert "\x1b[31m" in coloured or "\x1b[1m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == plain


def test_rows_are_broken_at_the_width_of_the_terminal() -> None:
    """A long row goes on below, indented."""
    many = ",".join(f"{rank}{suit}" for rank in "98765432A" for suit in "SHDC")
    text = table_text(parse_position(f"{many} KS/?1"), symbols=True, colour=False, width=50)
    assert max(map(len, text.splitlines())) <= 50
    assert text.splitlines()[3].startswith(" " * 19)


def test_a_foreign_text_cannot_steer_the_terminal() -> None:
    """Control characters of an unknown op are not passed on, and it cannot flood the screen."""
    bad = Position(
        parse_position("8D 8S").variant, extra=(("note", "\x1b[2Jboo\n\r" + "x" * 5000),)
    )
    text = table_text(bad, symbols=True, colour=False)
    assert "\x1b" not in text
    assert "[2Jboo" in text
    assert len(text) < 800


def test_the_order_of_the_stock_stays_hidden() -> None:
    """A stock lies face down: that its order is known is said, the order is not."""
    position = parse_position("8D 8S/KD 1 (2C,3C) -/- -")
    for text in (table_text(position), table_words(position)):
        assert "2 cards, their order known" in text
        assert "2C" not in text
        assert "two of clubs" not in text


def test_two_action_turns_say_where_they_stand() -> None:
    """The heading says that the hand card of the turn is already played."""
    heading = table_text(parse_position("9H,4D 5D/?2 1+; laid 4D; due [5H+3C]")).splitlines()[0]
    assert heading == "Casino: seat 1 to play, the hand card of this turn is already played"


@pytest.mark.parametrize(
    ("card", "plain", "symbols"),
    [
        ("TD", "TD", "10♦"),
        ("AS", "AS", "A♠"),
        ("AB", "AB", "1B"),
        ("TY", "TY", "10Y"),
        ("14R", "14R", "14R"),
        ("20Z", "20Z", "20Z"),
    ],
)
def test_cards_as_printed_or_in_notation(card: str, plain: str, symbols: str) -> None:
    """With symbols a ten is 10 and a Rook one is 1; without, notation that can be typed back."""
    assert card_text(Card(card)) == plain
    assert card_text(Card(card), symbols=True) == symbols


def test_four_suits_have_four_colours() -> None:
    """Each suit and each Rook colour has an ANSI code of its own."""
    for suits in ("SHDC", "BRGY"):
        codes = {card_text(Card(f"9{suit}"), colour=True).split("9")[0] for suit in suits}
        assert len(codes) == 4


@pytest.mark.parametrize(
    ("play", "shown"),
    [
        ("8Sx8D,5H+3C", "8♠x8♦,5♥+3♣"),
        ("9Dx[9S,5H+4C],TD", "9♦x[9♠,5♥+4♣],10♦"),
        ("QH&JS&ACxKD+7C+4D", "Q♥&J♠&A♣xK♦+7♣+4♦"),
        ("KS+AD=14@3", "K♠+A♦=14@3"),
        ("9Bx9R,5Y+4G:orange", "9Bx9R,5Y+4G:orange"),
        ("20ZxTS,TH", "20Zx10♠,10♥"),
        ("_", "_"),
    ],
)
def test_a_play_in_notation_with_symbols(play: str, shown: str) -> None:
    """Only the cards of a play change their look."""
    parsed = parse_play(play)
    assert play_text(parsed, symbols=True) == shown
    assert play_text(parsed) == play
    assert re.sub(r"\x1b\[\d*m", "", play_text(parsed, symbols=True, colour=True)) == shown


def test_a_style_is_carried_not_switched() -> None:
    """Two styles live side by side; a call that looks like a card is left alone."""
    rich, plain = Style(symbols=True), Style()
    assert (rich.card(Card("8S")), plain.card(Card("8S"))) == ("8♠", "8S")
    assert rich.notation("8S:8S") == "8♠:8S"


def test_a_table_in_whole_words() -> None:
    """What a screen reader says uses no notation."""
    words = table_words(parse_position(PARTNERS))
    assert "Seat 1, to play: nine of diamonds, six of diamonds, two of diamonds." in words
    assert "Build of 9: nine of spades, five of hearts plus four of clubs (multiple, seat 1)." in (
        words
    )
    assert not re.search(r"\b[2-9AKQJT][SHDC]\b", words)

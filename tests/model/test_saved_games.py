"""Reading course saved games: what is certain is read aloud, what is not is refused with its place.

The files stand in tests/saves/, one for every oddity and every fault; its README says what each is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from casino_tutor.model.errors import AmbiguousPlayError, NotationError, PositionError
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.saved_games import (
    Oddity,
    SavedFileError,
    SavedGame,
    read_saved_game,
    saved_game_from_file,
)
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.flags import flags

SAVES: Final = Path(__file__).parents[1] / "saves"

TWO_BUILDS: Final = (
    "[JC,7S+4D]=11@2,[7C+5S]=12@1,KH,8D,6C QD,8C,2C/JD,TS 1 "
    "(4S,4H,9D,TH,7D,6S,3S,4C,KC,2S,2D,2H,TD,5D,AH,JS,KD,3C,JH,7H,AS,QC,6D,KS) "
    "QH,QS,6H,3H,AD,TC,8S,5H,3D,8H/9C,9S,9H,5C,AC 2; variant royal_course; score 7/4"
)
OPENING: Final = (
    "JD,7D,4D,2S QS,JC,8H,AD/9H,9D,6S,AC 1 "
    "(QD,5H,JH,8S,6D,9C,7C,KC,3H,5C,3S,9S,3C,8D,KS,5D,QC,3D,2D,4C,2C,4S,AH,4H,6C,6H,KH,7H,TH,5S,"
    "TC,AS,QH,KD,2H,TS,JS,7S,8C,TD) -/- ?; variant royal_course; score 0/0"
)
THREE_BUILDS: Final = (
    "[9S,6C+3H]=9@2,[5H+5D]=10@1,[4S+AC]=5@2,QS,7D QH,TC,AS/9C,5S 1 (AD,QD,KC,5C,6S,6H,TD,9H) "
    "JC,JH,TH,TS,8S,8C/9D,2D,7H,4H,JS,QC,2H,8H,6D,AH,KS,KH,8D,3D,2C,7S,4C,2S,KD,7C,4D,JD,3S,3C "
    "2; variant royal_course; score 9/12"
)
LAST_DEAL: Final = (
    "[KC,9D+4H]=13@2,[5H+5D]=10@1,[2C+AS]=3@1 TD,3S/KD,QS,7H 2 0 "
    "8C,5S,KS,6H,6D,9C,9H,TH,6S,4D,TC,QH,AC,KH,8D,8S/"
    "9S,3C,2S,6C,5C,3D,AD,QD,QC,7C,4S,JD,7D,2H,2D,JC,8H,3H,7S,4C,JS,TS,AH,JH "
    "1; variant royal_course; score 0/11"
)
NO_LAST_CAPTURER: Final = "Last Capturer is missing; who captured last is left unknown."

GOOD: Final = {
    "opening": (OPENING, 1, [f"15:1 {NO_LAST_CAPTURER}"]),
    "two-builds": (TWO_BUILDS, 2, []),
    "last-deal": (LAST_DEAL, 2, []),
    "three-builds": (THREE_BUILDS, 3, []),
}

#: Oddities that change nothing: the file says what two-builds.txt says.
HARMLESS: Final[dict[str, list[str]]] = {
    # The text.
    "byte-order-mark": ["1:1 The file starts with a byte order mark."],
    "crlf": ["1:9 Lines end in a carriage return (CR LF or CR)."],
    "latin-1": [
        "23:1 The text after the end of the game is left out.",
        "23:14 The file is not UTF-8; it is read as Latin-1.",
    ],
    "no-blank-lines": [],
    "no-indents": ["4:1 Score, Hand or Pile is not indented here, not with three spaces."],
    "strange-space": ["5:12 A space that is not a plain one is read as a space."],
    "tabs": ["4:2 Score, Hand or Pile is indented with a tab here, not with three spaces."],
    "text-after-the-end": ["24:1 The text after the end of the game is left out."],
    "trailing-spaces": ["22:19 Spaces stand after the name in Next Player."],
    # The labels.
    "blocks-in-another-order": ["18:1 Round stands after Computer; it usually stands before it."],
    "colon-missing": [
        "8:1 The colon after Human is missing.",
        "13:1 The colon after Table is missing.",
    ],
    "deck-on-more-lines": [
        "21:7 A line without a label is read as more of Deck.",
        "22:1 A line without a label is read as more of Deck.",
    ],
    "label-misspelt": [
        "18:1 The label 'Last Captuer' is read as Last Capturer.",
        "20:1 The label 'Dekc' is read as Deck.",
    ],
    "label-otherwise-written": [
        "1:1 The label 'Round ' is read as Round.",
        "15:1 The label 'BuildOwner' is read as Build Owner.",
        "22:1 The label 'NEXT PLAYER' is read as Next Player.",
    ],
    "round-zero": ["1:8 The round is 0; rounds are counted from 1."],
    # The cards.
    "cards-without-spaces": ["5:10 Cards without a space between them are read one by one."],
    "commas": ["5:12 A comma or semicolon between cards is left out."],
    "face-first": ["5:10 A card with its face before its suit is read all the same."],
    "small-letters": [
        "5:10 A small letter in a card is read as a capital.",
        "22:14 'human' is read as Human.",
    ],
    "suit-symbols": ["5:10 A suit symbol is read as its letter."],
    "tens-and-aces-otherwise": [
        "5:13 A ten written 10 is read as X.",
        "6:22 An ace written 1 is read as A.",
        "20:16 A ten written T is read as X.",
    ],
    # The brackets.
    "braces": ["13:8 A brace or parenthesis is read as a bracket."],
    "double-brackets": ["13:25 Double brackets around one build are read as one pair."],
    "empty-brackets": ["13:8 Empty brackets are left out.", "15:14 Empty brackets are left out."],
    "groups-without-brackets": ["13:8 [CJ S7 D4] is read by its totals as [JC,7S+4D]=11."],
    "loose-beside-group": ["13:8 [ CJ [S7 D4] ] is read by its totals as [JC,7S+4D]=11."],
    "unclosed-before-owner": ["16:21 The bracket that is not closed before the owner is closed."],
    "unclosed-but-repeated": [
        "13:21 A bracket is not closed; it is closed here, as Build Owner shows."
    ],
    # The owners.
    "owner-in-another-order": ["16:14 Build Owner writes this build in another way than Table."],
    "owner-in-other-brackets": [
        "13:8 [ CJ [S7 D4] ] is read by its totals as [JC,7S+4D]=11.",
        "15:14 Build Owner writes this build in another way than Table.",
    ],
    "owner-joined": ["15:30 A name that is joined to a bracket is read by itself."],
    "owner-misspelt": ["16:22 'Humna' is read as Human."],
    "owner-named-twice": ["17:14 This build is named more than once in Build Owner."],
    "owners-in-one-line": [],
    "owners-on-more-lines": [
        "16:4 A line without a label is read as more of Build Owner.",
        "17:1 A line without a label is read as more of Build Owner.",
    ],
    "owners-run-together": [
        "15:39 Names that run together are read one by one.",
        "15:39 Builds and then their owners are paired in the order written.",
    ],
}

#: Oddities with consequences: what is different from a good file's position, and what is told.
DIFFERENT: Final[dict[str, tuple[str, list[tuple[str, str]], list[str]]]] = {
    "aces-with-value": (
        TWO_BUILDS,
        [
            (
                "[JC,7S+4D]=11@2,[7C+5S]=12@1,KH,8D,6C",
                "[7C+5S]=12@1,[AH,AC]=14@2,KH,JC,8D,7S,6C,4D",
            ),
            ("AH,JS", "JS"),
            ("5C,AC", "5C"),
        ],
        [
            "13:21 The value after a build is no part of the course format; it is used.",
            "20:1 The deck holds 23 cards, which is no whole number of deals of 8.",
        ],
    ),
    "cards-missing": (
        TWO_BUILDS,
        [("QH,QS", "QS"), ("AH,JS", "JS"), ("AS,QC", "QC")],
        [
            "20:1 Nowhere in the file: 3 of the 52 cards: QH,AS,AH.",
            "20:1 The deck holds 22 cards, which is no whole number of deals of 8.",
        ],
    ),
    "groupings-of-one-value": (
        TWO_BUILDS,
        [("[JC,7S+4D]", "[JC,7S+4H,7H+4D]"), ("4S,4H", "4S"), ("JH,7H", "JH")],
        [
            "13:8 [ [CJ] S7 H7 D4 H4 ] is read by its totals as [JC,7S+4H,7H+4D]=11.",
            "13:8 Other groups of one value are possible; the build is taken whole.",
            "20:1 The deck holds 22 cards, which is no whole number of deals of 8.",
        ],
    ),
    "hands-empty": (
        TWO_BUILDS,
        [("QD,8C,2C/JD,TS", "-/-"), (" QH,QS", " QD,8C,2C,QH,QS"), ("/9C", "/JD,TS,9C")],
        ["22:1 Both hands are empty: the next cards are to be dealt first."],
    ),
    "last-capturer-empty": (
        TWO_BUILDS,
        [(" 2; variant", " ?; variant")],
        ["18:1 Last Capturer names nobody, but cards are captured; it is left unknown."],
    ),
    "last-capturer-none": (
        OPENING,
        [("?", "-")],
        [
            "15:1 Last Capturer names nobody; nobody has captured yet.",
            "15:16 'None' is read as nothing.",
        ],
    ),
    "last-capturer-without-pile": (
        OPENING,
        [("?", "1")],
        ["15:1 The last capturer, Human, has no card in the pile."],
    ),
    "loose-pair-beside-group": (
        TWO_BUILDS,
        [("[JC,7S", "[8D+3C,7S"), ("KH,8D", "KH"), ("KD,3C", "KD,JC")],
        ["13:8 [ D8 C3 [S7 D4] ] is read by its totals as [8D+3C,7S+4D]=11."],
    ),
    "match-over": (
        TWO_BUILDS,
        [("score 7", "score 21")],
        ["9:4 The score of Human is 21; the match ends at 21."],
    ),
    "no-last-capturer": (
        TWO_BUILDS,
        [(" 2; variant", " ?; variant")],
        [f"18:1 {NO_LAST_CAPTURER}"],
    ),
    "none-for-nothing": (
        OPENING,
        [],
        [
            "6:10 'None' is read as nothing.",
            "11:10 '-' is read as nothing.",
            f"15:1 {NO_LAST_CAPTURER}",
        ],
    ),
    "owner-alone": (
        TWO_BUILDS,
        [("[7C+5S]=12@1,KH,8D,6C", "KH,8D,7C,6C,5S")],
        ["15:14 The owner stands alone; it is the owner of the only build."],
    ),
    "owner-line-empty": (
        TWO_BUILDS,
        [("11@2", "11"), ("12@1", "12")],
        [
            "13:8 No owner is named for [ [CJ] [S7 D4] ]; it is left unknown.",
            "13:25 No owner is named for [C7 S5]; it is left unknown.",
        ],
    ),
    "owner-line-empty-without-build": (OPENING, [], [f"17:1 {NO_LAST_CAPTURER}"]),
    "owner-line-missing": (
        TWO_BUILDS,
        [("11@2", "11"), ("12@1", "12")],
        [
            "13:8 No owner is named for [ [CJ] [S7 D4] ]; it is left unknown.",
            "13:25 No owner is named for [C7 S5]; it is left unknown.",
        ],
    ),
    "owner-missing": (
        TWO_BUILDS,
        [("12@1", "12")],
        ["13:25 No owner is named for [C7 S5]; it is left unknown."],
    ),
    "owner-without-build": (
        OPENING,
        [],
        [
            "15:14 An owner is named, but no build stands; it is left out.",
            f"17:1 {NO_LAST_CAPTURER}",
        ],
    ),
    "round-over": (
        LAST_DEAL,
        [("TD,3S/KD,QS,7H 2 0 ", "-/- - 0 TD,3S,"), ("/9S", "/KD,QS,7H,9S")],
        ["23:1 No card is left to play: the round is over."],
    ),
    "uneven-hands": (
        TWO_BUILDS,
        [("QD,8C,2C", "QD"), ("(4S", "(8C,2C,4S")],
        [
            "10:4 The hands are uneven for Human's turn: Human 1 and Computer 2.",
            "20:1 The deck holds 26 cards, which is no whole number of deals of 8.",
        ],
    ),
}

#: Files that are refused: with which error, where, and why.
REFUSED: Final[dict[str, tuple[type[ValueError], str, str]]] = {
    # No saved game, or half of one, or two.
    "binary": (NotationError, "13:2", "binary.txt is not a text file"),
    "empty": (NotationError, "1:1", "empty.txt is empty"),
    "no-save": (NotationError, "1:1", "no-save.txt is no saved game of the course"),
    "conflict-markers": (NotationError, "10:1", "the mark of a version-control conflict"),
    "cut-in-deck": (NotationError, "20:62", "the file is cut off: it lacks Next Player"),
    "cut-in-label": (NotationError, "22:7", "the file is cut off: it lacks Next Player"),
    "cut-in-table": (NotationError, "13:28", "the file is cut off: it lacks Deck, Next Player"),
    "two-games": (
        NotationError,
        "23:1",
        "Round stands twice; it stands at line 1, column 1 already",
    ),
    # The labels.
    "block-missing": (NotationError, "13:1", "the file lacks Table"),
    "block-twice": (
        NotationError,
        "22:1",
        "Deck stands twice; it stands at line 20, column 1 already",
    ),
    "hand-of-nobody": (NotationError, "3:4", "Score belongs to no player"),
    "label-unknown": (NotationError, "20:1", "'Stock' is no block of a saved game"),
    "line-without-label": (
        NotationError,
        "13:1",
        "'saved on a Monday' is no block of a saved game",
    ),
    "player-missing": (NotationError, "8:1", "the file lacks Human"),
    "text-after-label": (NotationError, "3:10", "something stands after Computer"),
    # Numbers and names.
    "last-capturer-unknown": (NotationError, "18:16", "Last Capturer is 'South'"),
    "next-player-nobody": (NotationError, "22:1", "Next Player names nobody"),
    "next-player-unknown": (NotationError, "22:14", "Next Player is 'West'"),
    "round-huge": (NotationError, "1:8", "Round is '99999999999999999999'"),
    "round-negative": (NotationError, "1:8", "Round is '-2'"),
    "score-empty": (NotationError, "9:4", "Score of Human says nothing"),
    "score-no-number": (NotationError, "9:11", "Score of Human is 'seven'"),
    # The cards.
    "card-twice": (
        PositionError,
        "13:8",
        (
            "QD stands 2 times: in the hand of Human, line 10, column 10; "
            "loose on the table, line 13, column 8"
        ),
    ),
    "card-unknown": (NotationError, "20:28", "'C0' in Deck is no card"),
    "cards-twice-in-two-places": (
        PositionError,
        "6:10",
        (
            "9C stands 2 times: in the hand of Computer, line 5, column 13; "
            "in the pile of Computer, line 6, column 10; "
            "7S stands 2 times: in a build, line 13, column 16; in the deck, line 20, column 7"
        ),
    ),
    "hand-too-large": (PositionError, "10:4", "seat 1 holds 5 cards, a deal gives 4"),
    "joker": (NotationError, "20:28", "'Joker' in Deck is no card"),
    "too-many-cards": (NotationError, "20:163", "Deck has more than 52 cards"),
    # The builds.
    "aces-ambiguous": (AmbiguousPlayError, "13:8", "[ [CA] [HA] ] can be a build of 1 or 14"),
    "bracket-in-deck": (NotationError, "20:7", "a bracket cannot stand in Deck"),
    "bracket-never-opened": (NotationError, "13:21", "this closes no bracket"),
    "bracket-unclosed": (NotationError, "13:15", "this bracket is never closed"),
    "bracket-unclosed-no-owner": (NotationError, "13:8", "this bracket is never closed"),
    "brackets-too-deep": (NotationError, "13:15", "the brackets are nested too deeply"),
    "build-of-one-card": (PositionError, "13:8", "[JC]=11@2 is one card; a build has at least two"),
    "loose-ambiguous": (AmbiguousPlayError, "13:8", "[ HA [CA] ] can be a build of 1 or 14"),
    "loose-do-not-fit": (NotationError, "13:8", "[ C6 [S7 D4] ] is no build: 7S+4D totals 11"),
    "no-common-total": (
        NotationError,
        "13:8",
        "[ [CJ] [S7 D8] ] is no build: JC totals 11, 7S+8D totals 15",
    ),
    "total-too-high": (NotationError, "13:8", "[ HK [CJ S7] ] is no build: JC+7S totals 18"),
    # The owners.
    "owner-in-contrary-brackets": (
        NotationError,
        "15:14",
        "[S7 D4 C3] is another build than [ [S7] [D4 C3] ] at line 13, column 8",
    ),
    "owner-of-no-build": (NotationError, "16:14", "[C6 D8] is not on the table as a build"),
    "owner-unknown": (NotationError, "16:22", "'Bob' is no card and no owner"),
    "owners-do-not-pair": (NotationError, "15:39", "2 builds and 1 owner stand together"),
    "two-owners": (NotationError, "17:14", "[C7 S5] has two owners"),
}


def game_of(name: str) -> SavedGame:
    """Read one of the files."""
    return saved_game_from_file(SAVES / f"{name}.txt")


def told(game: SavedGame) -> list[str]:
    """Write the oddities in short: line, column, sentence."""
    return [f"{odd.line}:{odd.column} {odd.sentence}" for odd in game.oddities]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_file(name: str) -> None:
    """A whole file of any round loads: the human is seat 1, the score is human to computer."""
    line, round_number, oddities = GOOD[name]
    game = game_of(name)
    assert (str(game.position), game.round, told(game)) == (line, round_number, oddities)


@pytest.mark.parametrize("name", HARMLESS)
def test_an_oddity_that_is_certain_changes_nothing(name: str) -> None:
    """It is read as it is meant, and told with its line and column."""
    game = game_of(name)
    assert str(game.position) == TWO_BUILDS
    assert told(game) == HARMLESS[name]


@pytest.mark.parametrize("name", DIFFERENT)
def test_an_oddity_that_leaves_something_open(name: str) -> None:
    """What is not said stays unknown, what is missing is missing, and both are told."""
    line, changes, oddities = DIFFERENT[name]
    for old, new in changes:
        assert line.count(old) == 1
        line = line.replace(old, new)
    game = game_of(name)
    assert (str(game.position), told(game)) == (line, oddities)


@pytest.mark.parametrize("name", REFUSED)
def test_a_fault_is_refused_with_its_place(name: str) -> None:
    """What is not certain is one clear line that names the line and the column."""
    kind, place, words = REFUSED[name]
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        game_of(name)
    error = caught.value
    assert isinstance(error, (NotationError, AmbiguousPlayError))
    assert type(error) is kind
    assert f"{error.line}:{error.column}" == place
    assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    assert "\n" not in str(error)


@pytest.mark.parametrize("name", [*GOOD, *HARMLESS, *DIFFERENT])
def test_the_rest_of_the_product_takes_what_is_printed(name: str) -> None:
    """The strict reader reads the line back equal, and the rules accept the position."""
    position = game_of(name).position
    assert parse_position(str(position), strict=True) == position
    flags(position)
    next(iter(legal_plays(position)), None)


def test_every_file_is_tested_and_described() -> None:
    """The tables above and the README name the files that there are, each once."""
    there = sorted(path.stem for path in SAVES.glob("*.txt"))
    assert sorted([*GOOD, *HARMLESS, *DIFFERENT, *REFUSED]) == there
    readme = (SAVES / "README.md").read_text("utf-8")
    assert sorted(re.findall(r"^\| `([a-z0-9-]+)\.txt` \|", readme, re.MULTILINE)) == there


def test_candidates_are_offered_and_can_be_written() -> None:
    """An ambiguous build of aces offers both values; written into the file, each is read."""
    text = (SAVES / "aces-ambiguous.txt").read_text("utf-8")
    with pytest.raises(AmbiguousPlayError) as caught:
        read_saved_game(text)
    assert caught.value.candidates == ("[ [CA] [HA] ]=1", "[ [CA] [HA] ]=14")
    for candidate in caught.value.candidates:
        game = read_saved_game(text.replace("[ [CA] [HA] ]", candidate, 1))
        assert f"]={candidate.rpartition('=')[2]}@2" in str(game.position)


def test_the_edition_in_which_an_ace_is_only_one() -> None:
    """There a build of aces is certain."""
    rules = find_variant("royal_course").with_options(ace_hand="1")
    game = saved_game_from_file(SAVES / "aces-ambiguous.txt", rules)
    assert "[AH,AC]=1@2" in str(game.position)
    assert game.position.variant == rules


def test_text_and_bytes_are_read_alike() -> None:
    """It does not matter whether the content comes as text or as bytes."""
    data = (SAVES / "crlf.txt").read_bytes()
    assert read_saved_game(data) == read_saved_game(data.decode())


def test_an_oddity_is_told_once_a_line() -> None:
    """Forty small letters in one line are one oddity."""
    text = (SAVES / "two-builds.txt").read_text("utf-8")
    small = re.sub("(?<=Deck: ).*", lambda found: found[0].lower(), text)
    sentence = "A small letter in a card is read as a capital."
    assert read_saved_game(small).oddities == (Oddity(20, 7, sentence),)


def test_the_follower_of_a_deal_holds_one_card_more() -> None:
    """Either side may have led: a mover with one card more than the other is nothing odd."""
    text = (SAVES / "two-builds.txt").read_text("utf-8")
    assert read_saved_game(text).oddities == ()
    swapped = text.replace("Next Player: Human", "Next Player: Computer")
    assert told(read_saved_game(swapped)) == [
        "5:4 The hands are uneven for Computer's turn: Human 3 and Computer 2."
    ]


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_file_cut_anywhere_names_what_is_missing(cut: int) -> None:
    """Wherever a file ends before its last block, the error names the blocks that are missing."""
    text = (SAVES / "two-builds.txt").read_text("utf-8")
    with pytest.raises(NotationError, match=r"cut off: it lacks .*Next Player"):
        read_saved_game(text[: cut * (text.index("Next Player") // 30)])


# --- files that are no saved games ---------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file, a folder, an impossible path: one line, without a place in a text."""
    for path, words in (
        (tmp_path / "gone.txt", "cannot be read: No such file"),
        (tmp_path, "is a folder"),
        (tmp_path / ("long" * 200), "cannot be read"),
        ("nul\0.txt", "is not a path"),
    ):
        with pytest.raises(SavedFileError, match=words) as caught:
            saved_game_from_file(path)
        assert str(caught.value) == caught.value.problem


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    """A file larger than 1 MB is refused, also one of 100 MB that is all zeros."""
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    with pytest.raises(SavedFileError, match="larger than 1 MB"):
        saved_game_from_file(path)
    with pytest.raises(SavedFileError, match="this text is larger than 1 MB"):
        read_saved_game("x" * 1_000_001)


def test_a_space_before_the_closing_bracket_is_no_fault() -> None:
    """Field case F-S01: ``[C6 S3 ]`` is the build of nine."""
    game = read_saved_game(_SPACED)
    assert [build.value for build in game.position.builds] == [9]


_SPACED = """Round: 1

Computer:
   Score: 0
   Hand: DK D9
   Pile:

Human:
   Score: 0
   Hand: S9 C2
   Pile:

Table: [C6 S3 ] H5

Build Owner: [C6 S3 ] Human

Last Capturer: Human

Deck:

Next Player: Human
"""

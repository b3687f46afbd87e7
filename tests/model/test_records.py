"""Records as text: the canonical form, what else is read, and what is refused with its place."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random

import pytest

from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.notation import parse_play
from casino_tutor.model.record_text import MAX_LENGTH, parse_record
from casino_tutor.model.records import (
    CallEntry,
    ClaimEntry,
    PlayEntry,
    Record,
    Remark,
    RoundRecord,
    UnreadEntry,
    format_record,
)
from casino_tutor.model.variant import find_variant, variant_names
from tests.mutations import mutated
from tests.random_matches import begin, deal_next, play_round

WHOLE = """\
# The final of the spring cup
[Format "1"]
[Variant "royal_dominican"]
[Options "sweep_points=0,target=11"]
[Players "2"]
[Seed "7"]
[Name0 "Ana \\"la dama\\" Ruiz"]
[Name1 "Luis"]
[Place "Santo Domingo"]

[Round "1"]
[Eldest "0"]
[Scores "0/0"]
[Stock "8S,7D"]
[Table "the one by the window"]
1. 8Sx8D,5H+3C
2. 2: KD
# a long pause
2: call orange
1: claim
3. 9H
[Points "7/4"]
# now the score is read out
2: claim

[Round "2"]
[Eldest "1"]
[Scores "7/-4"]
[Carry "cards=3,spades=1"]
1. KS/_,5H+3C=8

[Result "unfinished 7/4"]
"""
HEAD = '[Variant "tuxedo"]\n[Players "2"]\n'
ONE = HEAD + "[Round 1]\n"


def _entries(plays: str) -> tuple[object, ...]:
    return parse_record(ONE + plays).rounds[0].entries


def test_a_canonical_record_is_read_and_written_as_it_stands() -> None:
    """Reading what was written, and writing what was read, changes nothing."""
    record = parse_record(WHOLE, strict=True)
    assert format_record(record) == WHOLE
    assert eval(repr(record)) == record


def test_what_a_record_says() -> None:
    """Every tag, play, call, claim and remark is where it belongs."""
    record = parse_record(WHOLE)
    assert record.variant == find_variant("royal_dominican").with_options(sweep_points=0, target=11)
    assert (record.players, record.seed, record.result) == (2, 7, "unfinished 7/4")
    assert record.names == ((0, 'Ana "la dama" Ruiz'), (1, "Luis"))
    assert record.remarks == (Remark("The final of the spring cup"),)
    assert record.extra == (("Place", "Santo Domingo"),)
    first, second = record.rounds
    assert [str(card) for card in first.stock] == ["8S", "7D"]
    assert [type(entry) for entry in first.entries] == [
        PlayEntry,
        PlayEntry,
        Remark,
        CallEntry,
        ClaimEntry,
        PlayEntry,
    ]
    assert first.entries[1] == PlayEntry(2, (parse_play("KD"),), 2)
    assert (first.points, first.plays, first.extra[0][0]) == ((7, 4), 3, "Table")
    assert first.closing == (Remark("now the score is read out"), ClaimEntry(2))
    assert (second.eldest, second.scores, second.points) == (1, (7, -4), None)
    assert second.carry == (("cards", 3), ("spades", 1))


def test_tags_and_plays_know_their_lines() -> None:
    """A line number is kept for every message; it does not count for equality."""
    record = parse_record(WHOLE)
    assert record.line_of("Players") == 5
    assert record.line_of("Result") == 32
    assert record.rounds[0].line_of("Stock") == 14
    assert record.rounds[1].line_of("Stock") == record.rounds[1].line_of("Round") == 26
    assert [entry.line for entry in record.rounds[0].entries if isinstance(entry, PlayEntry)] == [
        16,
        17,
        21,
    ]
    assert parse_record("\n\n" + WHOLE) == record


@pytest.mark.parametrize(
    "plays",
    [
        "1. 8Sx8D\n2. KD\n2: call orange\n1: claim\n3. 2: 9H",
        "1. 8Sx8D 2. KD 2: call orange 1: claim 3. 2: 9H",
        "8S x 8D\nkd\n  2:call ORANGE\n1:Claim\n2: 9♥",
        "1.8Sx8D   2.KD\r\n2: call orange\r\n\r\n1: claim\r\n3.2:9h\r\n",
        "1. 8S × 8d\nKD 2: call orange 1: claim 2: 9H",
    ],
)
def test_plays_are_read_in_many_forms(plays: str) -> None:
    """One a line or several, with numbers or without, in every spelling of a play."""
    assert _entries(plays) == _entries("1. 8Sx8D\n2. KD\n2: call orange\n1: claim\n3. 2: 9H")


@pytest.mark.parametrize(
    "head",
    [
        '[Variant "tuxedo"]\n[Players "2"]',
        "[players 2]   [VARIANT tuxedo]",
        '[ Players  "2" ]\n\n[ variant "Tuxedo" ] # a remark behind a tag',
        '[Format 1][Variant "tuxedo"][Options ""][Players "2"]',
    ],
)
def test_tags_are_read_in_many_forms(head: str) -> None:
    """In any order and capitals, with or without quotation marks, several to a line."""
    record = parse_record(head)
    assert (record.variant.name, record.players) == ("tuxedo", 2)


def test_remarks_are_kept_in_their_order() -> None:
    """What stands behind a `#` becomes a line of its own, beside the play where it stood."""
    text = ONE.replace("1]\n", "1] # before\n") + "1. 9R # after the nine\n#\n# # twice\n2. 8R"
    record = parse_record(text)
    assert format_record(record).endswith(
        '[Round "1"]\n# before\n1. 9R\n# after the nine\n#\n# # twice\n2. 8R\n'
    )


def test_a_number_sign_in_a_tag_is_text() -> None:
    """Inside quotation marks nothing is a remark."""
    record = parse_record(HEAD + '[Name0 "No # 1"] # really')
    assert record.names == ((0, "No # 1"),)
    assert record.remarks == (Remark("really"),)


@pytest.mark.parametrize(
    ("plays", "number", "written", "problem"),
    [
        ("1. 9R\n2. 9Rx\n3. 8R", 2, "9Rx", "nothing is taken; expected a table card after 'x'"),
        ("1. 9R 2. 9Q 3. 8R", 2, "9Q", "found '9' (at '9Q')"),
        ("1. 9R\n3: 7R x\n3. 8R", 2, "3: 7R x", "nothing is taken"),
        ("1. 9R\n2.\n3. 8R", 2, "", "the play does not begin with a hand card"),
        ("1. 9R\n2: call\n3. 8R", 2, "2: call", "a call or a claim is written otherwise"),
        ("1. 9R\n2. what now?\n3. 8R", 2, "what now?", "found 'w'"),
        ("1. 9R\n5. 7R+2R\n3. 8R", 5, "7R+2R", "the value of the build is missing"),
    ],
)
def test_a_play_that_cannot_be_read_is_kept(
    plays: str, number: int, written: str, problem: str
) -> None:
    """It keeps its number, its text and the reason, and reading goes on behind it."""
    first, unread, last = _entries(plays)
    assert isinstance(first, PlayEntry)
    assert isinstance(last, PlayEntry)
    assert isinstance(unread, UnreadEntry)
    assert (unread.number, unread.text) == (number, written)
    assert unread.problem.startswith(problem)


def test_an_unreadable_play_says_its_line_and_column() -> None:
    """Both are counted in the whole record."""
    (_, unread) = _entries("1. 9R\n2. 2: 9Rx8R,,7R")
    assert isinstance(unread, UnreadEntry)
    assert (unread.line, unread.column) == (5, 13)
    assert (unread.text, str(unread)) == ("2: 9Rx8R,,7R", "2. 2: 9Rx8R,,7R")


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "does not say the variant"),
        ('[Variant "tuxedo"]', 1, 1, "does not say the players"),
        ('[Variant "bridge"]\n[Players "2"]', 1, 11, "there is no variant 'bridge'"),
        ('[Variant "mine.toml"]\n[Players "2"]', 1, 11, "a record names a variant"),
        (HEAD + '[Options "sweep=1"]', 3, 11, "there is no option"),
        (HEAD + '[Options "target"]', 3, 11, "'target' is no option"),
        (HEAD + '[Options "target=many"]', 3, 11, "target"),
        ('[Variant "kirchner"]\n[Players "3"]', 2, 11, "is for 2 players, not 3"),
        ('[Variant "tuxedo"]\n[Players "two"]', 2, 11, "found 't'"),
        ('[Format "2"]\n' + HEAD, 1, 10, "the record is of format '2'"),
        (HEAD + '[Seed "seven"]', 3, 8, "'seven' is no seed"),
        (HEAD + '[Seed "1"]\n[Seed "2"]', 4, 1, "Seed is said twice, before in line 3"),
        (HEAD + '[Name0 "A"]\n[Name0 "B"]', 4, 1, "the name of player 0 is said twice"),
        (HEAD + '[Stock "9R"]', 3, 1, "Stock stands before the first round"),
        (HEAD + '[Stok "9R"]', 3, 1, "there is no tag 'Stok'; did you mean Stock?"),
        (HEAD + "1. 9R", 3, 1, "a play stands before the first round"),
        (HEAD + '[Round "1"', 3, 1, "this tag is not complete"),
        (HEAD + '[Round "1]', 3, 1, "this tag is not complete"),
        (HEAD + '[Round "one"]', 3, 9, "found 'o'"),
        (HEAD + '[Round "-1"]', 3, 9, "cannot be negative"),
        (HEAD + "[Round 1] 9R", 3, 11, "something stands behind a tag"),
        (ONE + '[Variant "tuxedo"]', 4, 1, "Variant stands inside a round"),
        (ONE + '[Name0 "A"]', 4, 1, "the name of player 0 stands inside a round"),
        (ONE + "9R\n[Stock 9R]", 5, 1, "Stock stands among the plays"),
        (ONE + '[Stock "9R,8Q"]', 4, 12, "found '8'"),
        (ONE + '[Stock "9R,,8R"]', 4, 12, "found ','"),
        (ONE + '[Scores "3/x"]', 4, 12, "found 'x'"),
        (ONE + '[Scores "3/99999"]', 4, 12, "a score is too large"),
        (ONE + '[Eldest "6"]', 4, 10, "a player is too large"),
        (ONE + '[Carry "cards"]', 4, 14, "the text ends too early"),
        (ONE + "[Points 3/0]\n9R", 5, 1, "a play stands behind the points"),
        (ONE + "[Points 3/0]\n2: call orange", 5, 1, "a play stands behind the points"),
        (ONE + "[Points 3/0]\n[Points 3/0]", 5, 1, "Points is said twice"),
        (ONE + "[Result *]\n9R", 5, 1, "a play stands behind the result"),
        (ONE + "[Result *]\n[Round 2]", 5, 1, "a tag stands behind the result"),
        (ONE + "10000. 9R", 4, 1, "the number of the play is too large"),
        (ONE + "9999. 9R\n8R", 5, 1, "too many plays"),
        (HEAD + "<<<<<<< HEAD", 3, 1, "a play stands before the first round"),
    ],
)
def test_a_badly_written_record_is_refused_with_its_place(
    text: str, line: int, column: int, problem: str
) -> None:
    """Line, column and what is wrong there."""
    with pytest.raises(ValueError, match="line") as caught:
        parse_record(text)
    error = caught.value
    assert problem in str(error)
    assert getattr(error, "line", 0) == line
    assert getattr(error, "column", 0) == column


def test_the_strict_reader_accepts_the_canonical_form_only() -> None:
    """What is read all the same is refused when the form matters."""
    with pytest.raises(NotationError, match="not the canonical form"):
        parse_record(WHOLE.replace("2. 2: KD", "2. 2:KD"), strict=True)


def test_an_endless_text_is_refused_unread() -> None:
    """A text of millions of characters is no record."""
    with pytest.raises(NotationError, match="at most 2,000,000 characters"):
        parse_record("#" * (MAX_LENGTH + 1))


@pytest.mark.parametrize("mark", ["[", " ", '[A "', "[A ", "1.", "1: ", "#", "9R", '"', "\\"])
def test_a_long_line_of_one_mark_is_read_or_refused(mark: str) -> None:
    """No text takes the reader more than a moment for each of its characters."""
    text = ONE + mark * 20_000
    with suppress(NotationError):
        assert parse_record(text).rounds


def test_values_made_by_a_program_stay_on_their_lines() -> None:
    """A remark, a name or a result cannot break the form of a record."""
    remark = Remark("two\nlines\x0b and\u2028three")
    written = RoundRecord(1, entries=(remark, UnreadEntry(1, "what\nnow")))
    record = Record(
        find_variant("tuxedo"), 2, (written,), names=((1, 'a\\"\n[b]'), (0, "")), result="*\n*"
    )
    assert parse_record(str(record), strict=True) == record
    assert remark.text == "two lines and three"


def _some_record(random: Random) -> Record:
    """A record of a match played at random, sometimes in its second round."""
    variant = find_variant(random.choice(variant_names()))
    kept = begin(variant, random.choice(variant.options.seats), random.randint(0, 99))
    kept = play_round(kept, random)
    if not kept.match.is_over:
        kept, _, _ = kept.count()
    if not kept.match.is_over:
        kept = deal_next(kept).remark("the second round")
    return kept.record


def _check_slips(seed: int, records: int, slips: int) -> None:
    random = Random(seed)
    for _ in range(records):
        text = str(_some_record(random))
        for _ in range(slips):
            slipped = mutated(random, text)
            try:
                record = parse_record(slipped)
            except (NotationError, AmbiguousPlayError):
                continue
            again = parse_record(format_record(record), strict=True)
            assert again == record, slipped


def test_a_slip_of_the_pen_is_refused_or_read_and_written_stably() -> None:
    """Whatever is read is written so that it is read the same again."""
    _check_slips(1, records=6, slips=100)


@pytest.mark.slow
def test_thousands_of_slips() -> None:
    """The same, thousands of times."""
    short = os.environ.get("CASINO_TUTOR_FUZZ") == "short"
    _check_slips(2, records=20 if short else 100, slips=300)

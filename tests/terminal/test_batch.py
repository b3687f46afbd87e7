"""Batch: one JSON object a line in, one answer a line out, in order, whatever the lines are."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_tutor.cli import main
from casino_tutor.terminal.batch import MOST_BYTES, answer_line, answer_lines
from tests.strategies import examples

REPO = Path(__file__).parents[2]
TABLE = "8D,6C,2D 8S,KD"
SAVE = str(REPO / "tests" / "saves" / "two-builds.txt")
#: What may be asked.
DO = "show, plays, groupings, check, best-capture, perft, solve, best, import"


def ask(**request: Any) -> dict[str, Any]:
    """Ask one question and return its answer."""
    return answer_line(json.dumps(request).encode())[0]


def error(line: bytes | dict[str, Any]) -> dict[str, Any]:
    """Return the error that a line is answered with."""
    text = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer, _ = answer_line(text)
    assert set(answer) - {"id"} == {"error"}, answer
    found: dict[str, Any] = answer["error"]
    assert set(found) == {"kind", "message", "line", "column"}
    return found


def batch(text: str | bytes) -> list[dict[str, Any]]:
    """Send lines to the command and read its answers."""
    result = CliRunner().invoke(main, ["batch"], input=text)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"do": "show", "position": TABLE}, ["show", TABLE]),
        ({"do": "plays", "position": TABLE}, ["plays", TABLE]),
        (
            {"do": "plays", "position": TABLE, "card": "8s", "kind": "capture", "limit": 1},
            ["plays", TABLE, "--card", "8s", "--kind", "capture", "--limit", "1"],
        ),
        (
            {"do": "plays", "position": TABLE, "value": 8, "groupings": True},
            ["plays", TABLE, "--value", "8", "--groupings"],
        ),
        (
            {"do": "groupings", "position": TABLE, "play": "8Sx8D6C2D", "limit": 5},
            ["groupings", TABLE, "8Sx8D6C2D", "--limit", "5"],
        ),
        (
            {"do": "groupings", "position": TABLE, "play": "9Sx8D"},
            ["groupings", TABLE, "9Sx8D"],
        ),
        ({"do": "check", "position": TABLE, "play": "8Sx8D"}, ["check", TABLE, "8Sx8D"]),
        ({"do": "check", "position": TABLE, "play": "KDx8D"}, ["check", TABLE, "KDx8D"]),
        ({"do": "best-capture", "position": TABLE}, ["best-capture", TABLE]),
        (
            {
                "do": "best-capture",
                "position": TABLE,
                "card": "8s",
                "kind": "both",
                "time_limit": 2,
            },
            ["best-capture", TABLE, "--card", "8s", "--kind", "both", "--time-limit", "2"],
        ),
        (
            {"do": "perft", "position": "8D 8S,3C/KD", "depth": 2, "split": True},
            ["perft", "8D 8S,3C/KD", "2", "--split"],
        ),
        ({"do": "import", "file": SAVE}, ["import", SAVE]),
        (
            {"do": "import", "file": SAVE, "options": {"ace_hand": "1"}},
            ["import", SAVE, "--option", "ace_hand=1"],
        ),
        (
            {
                "do": "check",
                "position": "QS,QH QD,4C",
                "play": "QDxQSQH",
                "variant": "casino_pagat",
                "options": {"face_capture": "all", "sweep_points": 1, "building": True},
            },
            [
                "check",
                "QS,QH QD,4C",
                "QDxQSQH",
                "--variant",
                "casino_pagat",
                "--option",
                "face_capture=all,sweep_points=1,building=true",
            ],
        ),
    ],
)
def test_an_answer_is_that_of_the_command(request_: dict[str, Any], words: list[str]) -> None:
    """Exactly what the command writes with --json."""
    assert ask(**request_) == json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)


def test_answers_come_one_a_line_and_in_order() -> None:
    """Blank lines are passed over; line ends of any system and a mark at the beginning are fine."""
    lines = ["\ufeff" + json.dumps({"do": "show", "position": "8D 8S"}), "", "  ", "garbage"]
    lines.append(json.dumps({"do": "check", "position": "8D 8S", "play": "8Sx8D"}))
    first, second, third = batch("\r\n".join(lines).encode())
    assert first["table"]["loose"] == ["8D"]
    assert second["error"]["kind"] == "json"
    assert third["legal"]


@pytest.mark.parametrize("name", [7, "seven", None, 1.5, ""])
def test_an_id_is_given_back(name: object) -> None:
    """With an answer as with an error."""
    assert ask(do="show", position="8D 8S", id=name)["id"] == name
    assert ask(do="show", position="8X", id=name)["id"] == name
    assert ask(do="sing", id=name)["id"] == name
    assert "id" not in ask(do="show", position="8D 8S")


def test_an_id_is_one_value() -> None:
    """A list or an object is no id, and is not given back."""
    answer = ask(do="show", position="8D 8S", id=[1])
    assert answer["error"]["message"] == "'id' is a list; it must be a text or a number"
    assert "id" not in answer


def test_what_is_overruled_is_noted_beside_the_answers() -> None:
    """On stderr, with the number of the answer; never among the answers."""
    line = {"do": "show", "position": "8D 8S; variant tuxedo", "variant": "casino_pagat"}
    result = CliRunner().invoke(main, ["batch"], input="x\n" + json.dumps(line))
    assert "note: answer 2: The line says variant tuxedo" in result.stderr
    assert json.loads(result.stdout.splitlines()[1])["variant"] == "casino_pagat"


# --- bad lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"garbage",
        b"{",
        b'{"do": "show",}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 5_000,
        b'{"id": NaN}',
        b'{"id": 1e999}',
    ],
)
def test_a_line_that_is_no_json_is_said_to_be_none(line: bytes) -> None:
    """Not JSON, not UTF-8, nested beyond reason, numbers that JSON does not have."""
    assert error(line)["kind"] == "json"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[1]", "the line is a list; it must be an object with 'do' and 'position'"),
        (b'"show"', "the line is \"show\"; it must be an object with 'do' and 'position'"),
        (
            b"{}",
            f"'do' is missing; it must be one of {DO}",
        ),
        (
            {"do": None},
            f"'do' is null; it must be one of {DO}",
        ),
        (
            {"do": ["show"]},
            f"'do' is a list; it must be one of {DO}",
        ),
        ({"do": "show"}, "'position' is missing"),
        ({"do": "check", "position": TABLE}, "'play' is missing"),
        ({"do": "show", "position": 8}, "'position' is 8; it must be a text"),
        (
            {"do": "show", "position": TABLE, "variant": None},
            "'variant' is null; it must be a text",
        ),
        (
            {"do": "show", "position": TABLE, "options": {"target": [11]}},
            (
                "'options' is an object; "
                "it must be an object whose values are words, numbers, true or false"
            ),
        ),
        (
            {"do": "plays", "position": TABLE, "kind": "steal", "limit": True},
            (
                "'kind' is \"steal\"; it must be one of trail, capture, build; "
                "'limit' is true; it must be a whole number from 1 to 1000000"
            ),
        ),
        (
            {"do": "best-capture", "position": TABLE, "kind": "trail", "time_limit": True},
            (
                "'kind' is \"trail\"; it must be one of capture, build, both; "
                "'time_limit' is true; it must be a number of seconds above 0, up to 3600"
            ),
        ),
        (
            {"do": "perft", "position": TABLE, "depth": "2"},
            "'depth' is \"2\"; it must be a whole number",
        ),
        (
            {"do": "import", "position": TABLE},
            (
                'there is no key "position"; '
                "the keys of import are do, file, variant, options, id; 'file' is missing"
            ),
        ),
        (
            {"do": "plays", "position": TABLE, "limit": 10**40},
            (
                "'limit' is 1000000000000000000000000000000000000000...; "
                "it must be a whole number from 1 to 1000000"
            ),
        ),
        (
            {"do": "show", "position": TABLE, "play": "8S", "colour": 1},
            (
                'there is no key "play"; there is no key "colour"; '
                "the keys of show are do, position, variant, options, id"
            ),
        ),
    ],
)
def test_a_request_that_is_wrong_is_told_what_is_accepted(
    line: bytes | dict[str, Any], message: str
) -> None:
    """All its faults at once: unknown keys with those there are, missing ones, wrong types."""
    found = error(line)
    assert found == {"kind": "request", "message": message, "line": None, "column": None}


@pytest.mark.parametrize(
    ("more", "kind", "column"),
    [
        ({"position": "8D,8 8S"}, "ambiguous", 4),
        ({"position": "what is this"}, "notation", 1),
        ({"position": "8D,8D 8S"}, "position", 4),
        ({"position": "8D 8S; variant bridge"}, "notation", 16),
        ({"play": "8Sx8D,,"}, "notation", 7),
        ({"play": "8Sx8"}, "ambiguous", 4),
        ({"variant": "bridge"}, "variant", None),
        ({"variant": "nowhere.toml"}, "variant", None),
        ({"options": {"building": "maybe"}}, "variant", None),
        ({"options": {"colour": "red"}}, "variant", None),
    ],
)
def test_a_request_that_cannot_be_read_is_told_where(
    more: dict[str, Any], kind: str, column: int | None
) -> None:
    """The kind of the error, and its place in the position or the play, which the message names."""
    found = error({"do": "check", "position": TABLE, "play": "8S", **more})
    assert (found["kind"], found["column"]) == (kind, column)
    if kind != "variant":
        assert found["message"].startswith(f"{'play' if 'play' in more else 'position'}: line 1, ")


def test_a_line_that_is_far_too_long_is_not_read() -> None:
    """It is passed over to its end, and the rest goes on."""
    long = b'{"do": "show", "position": "' + b"8D," * (MOST_BYTES // 3) + b'"}'
    good = b'{"do": "show", "position": "8D 8S"}'
    answers = [answer for answer, _ in answer_lines(io.BytesIO(b"\n".join([long, good, long])))]
    assert [answer.get("error", {}).get("kind") for answer in answers] == ["json", None, "json"]


def test_a_long_line_is_answered_up_to_a_million_bytes() -> None:
    """What fits is read, and refused for what it says."""
    line = json.dumps({"do": "show", "position": "8D" * 400_000}).encode()
    ((answer, _),) = answer_lines(io.BytesIO(line))
    assert "800,000 characters" in answer["error"]["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
POSITIONS = st.sampled_from([TABLE, "[5H+3C]=8@2,9C 8S,AC/?2 1 30 -/- -", "- 8S", "8D 8"])
PLAYS = st.sampled_from(["8Sx8D", "8S", "8Sx[5H+3C]", "8S,[5H+3C]=8", "KS/_,6C+2D=8", "8Sx"])
REQUESTS = st.fixed_dictionaries(
    {"do": st.sampled_from(["show", "plays", "groupings", "check", "sing"])},
    optional={
        "position": POSITIONS | st.text(max_size=12),
        "play": PLAYS | st.text(max_size=8),
        "variant": st.sampled_from(["royal_dominican", "kirchner", "bridge"]) | JSON,
        "options": st.dictionaries(st.sampled_from(["building", "packs", "x"]), JSON, max_size=2),
        "card": st.text(max_size=3),
        "limit": JSON,
        "id": JSON,
    },
)


@settings(max_examples=examples(150))
@given(st.binary(max_size=40) | (REQUESTS | JSON).map(lambda value: json.dumps(value).encode()))
def test_any_line_has_an_answer(line: bytes) -> None:
    """Nothing that can stand in a line stops the batch, and every answer is strict JSON."""
    answer, _ = answer_line(line)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    if "error" in answer:
        kinds = {"json", "request", "notation", "position", "ambiguous", "variant"}
        assert answer["error"]["kind"] in kinds
        assert answer["error"]["message"].isprintable()


# --- the command ---------------------------------------------------------------------------------


def test_a_file_may_hold_the_lines(tmp_path: Path) -> None:
    """Its name stands in place of stdin."""
    lines = tmp_path / "questions.jsonl"
    lines.write_text('{"do": "show", "position": "8D 8S"}\n')
    result = CliRunner().invoke(main, ["batch", str(lines)])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["turn"] == 1


@pytest.mark.parametrize("file", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_read_is_one_clear_line(file: str) -> None:
    """A path that does not exist, or is a folder: exit code 2."""
    result = CliRunner().invoke(main, ["batch", file])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"casino-tutor: error: '{file}' cannot be read: ")
    assert result.stderr.count("\n") == 1


def test_no_line_is_no_answer() -> None:
    """An empty input is no error."""
    assert batch("") == []


def test_each_answer_is_written_before_the_next_line_is_read() -> None:
    """A program may ask, read the answer, and ask again."""
    with subprocess.Popen(
        [sys.executable, "-m", "casino_tutor", "batch"],
        cwd=REPO,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin
        assert running.stdout
        for number in range(3):
            print(json.dumps({"do": "sing", "id": number}), file=running.stdin, flush=True)
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=60) == 0

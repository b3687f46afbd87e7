"""`import`: a saved game of the course becomes a position line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casino_tutor.cli import main

REPO = Path(__file__).parents[2]
LINE = (
    "[JC,7S+4D]=11@2,[7C+5S]=12@1,KH,8D,6C QD,8C,2C/JD,TS 1 "
    "(4S,4H,9D,TH,7D,6S,3S,4C,KC,2S,2D,2H,TD,5D,AH,JS,KD,3C,JH,7H,AS,QC,6D,KS) "
    "QH,QS,6H,3H,AD,TC,8S,5H,3D,8H/9C,9S,9H,5C,AC 2; variant royal_course; score 7/4"
)
SAVE = """\
Round: 2

Computer:
   Score: 4
   Hand: DJ SX
   Pile: C9 S9 H9 C5 CA

Human:
   Score: 7
   Hand: DQ C8 C2
   Pile: HQ SQ H6 H3 DA CX S8 H5 D3 H8

Table: [ [CJ] [S7 D4] ] [C7 S5] HK D8 C6

Build Owner: [ [CJ] [S7 D4] ] Computer
Build Owner: [C7 S5] Human

Last Capturer: Computer

Deck: S4 H4 D9 HX D7 S6 S3 C4 CK S2 D2 H2 DX D5 HA SJ DK C3 HJ H7 SA CQ D6 SK

Next Player: Human
"""


@pytest.fixture(name="folder", autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(text: str | bytes, *words: str, code: int = 0) -> Result:
    """Save a text as game.txt, import it, and expect an exit code."""
    data = text if isinstance(text, bytes) else text.encode()
    Path("game.txt").write_bytes(data)
    result = CliRunner().invoke(main, ["import", "game.txt", *words])
    assert result.exit_code == code, result.output
    return result


def answer(text: str, *words: str, code: int = 0) -> dict[str, Any]:
    """Import a text with --json and read the object."""
    found: dict[str, Any] = json.loads(run(text, *words, "--json", code=code).stdout)
    return found


def test_the_position_line_alone_is_on_stdout() -> None:
    """The human is seat 1; nothing is odd, so nothing else is said."""
    result = run(SAVE)
    assert (result.stdout, result.stderr) == (f"{LINE}\n", "")
    assert answer(SAVE) == {"position": LINE, "round": 2, "oddities": []}


def test_every_other_command_takes_what_it_prints() -> None:
    """The line goes where a position goes."""
    line = run(SAVE).stdout.rstrip()
    for command in (["show", line], ["plays", line], ["check", line, "QDx[7C+5S]"]):
        assert CliRunner().invoke(main, command).exit_code == 0
    shown = CliRunner().invoke(main, ["show", line, "--json"]).stdout
    assert json.loads(shown)["position"] == line


def test_oddities_are_told_with_their_place() -> None:
    """On stderr, the file and the line first; in JSON as a list."""
    odd = SAVE.replace("Last Capturer: Computer\n\n", "").replace("Round: 2", "Round: 0")
    result = run(odd)
    assert result.stdout == LINE.replace(" 2; variant", " ?; variant") + "\n"
    notes = result.stderr.splitlines()
    assert notes[0].startswith("casino-tutor: note: game.txt: line 1, column 8: The round is 0")
    assert notes[1].startswith("casino-tutor: note: game.txt: line 18, column 1: Last Capturer is")
    places = [(one["line"], one["column"]) for one in answer(odd)["oddities"]]
    assert places == [(1, 8), (18, 1)]


def test_the_rules_can_be_those_of_the_other_edition() -> None:
    """There an ace is one only; the line says so, and what reads it plays by it."""
    found = answer(SAVE, "--option", "ace_hand=1")
    assert found["position"] == LINE.replace("; score", "; option ace_hand=1; score")
    english = answer(SAVE, "--variant", "royal_english")["position"]
    assert "variant royal_english" in english


FAULTS = {
    "a card twice": (SAVE.replace("Table: ", "Table: DQ "), "position", 13),
    "a build of no value": (SAVE.replace(" D4]", "]").replace("HK", "HK D4"), "notation", 13),
    "cut in the middle": (SAVE[: SAVE.index("Deck")], "notation", None),
    "two versions": (SAVE.replace("Table", "<<<<<<< mine\nTable"), "notation", 13),
    "no save": ("Things to buy: milk\n", "notation", 1),
    "empty": ("", "notation", 1),
    "binary": ("Round: 2\n\0\1\2", "notation", 2),
    "too large": ("x" * 1_000_001, "file", None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_clear_line_with_its_place(name: str) -> None:
    """Exit code 2, the file, the line and the column; nothing on stdout."""
    text, kind, line = FAULTS[name]
    result = run(text, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith("casino-tutor: error: ")
    assert "game.txt" in result.stderr
    assert result.stderr.count("\n") == 1
    error = answer(text, code=2)["error"]
    assert error["kind"] == kind
    if line is not None:
        assert error["line"] == line
        assert f"line {line}, column {error['column']}: " in error["message"]


def test_bad_rules_are_told_before_the_file_is_read() -> None:
    """They are no fault of the file."""
    assert answer("", "--variant", "bridge", code=2)["error"]["kind"] == "variant"
    assert answer("", "--option", "aces=high", code=2)["error"]["kind"] == "variant"


def test_no_traceback_whatever_the_file() -> None:
    """From a process of its own, on bytes that are no text."""
    Path("game.txt").write_bytes(bytes(range(256)) * 10)
    done = subprocess.run(
        [sys.executable, "-m", "casino_tutor", "import", "game.txt"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(REPO)},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr

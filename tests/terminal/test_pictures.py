"""`groupings --svg`: the picture of which groups get in each other's way."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from casino_tutor.cli import main
from casino_tutor.terminal.answers import read_table
from casino_tutor.terminal.pictures import groupings_svg

TABLE = "8D,5H,3C,3D 8S,KD"
PLAY = "8Sx8D5H3D"


def run(*words: str, code: int = 0) -> Result:
    """Run the command and expect an exit code."""
    result = CliRunner().invoke(main, ["groupings", *words])
    assert result.exit_code == code, result.output
    return result


def title(svg: str) -> str:
    """Return the heading of a picture."""
    return ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title", "")


def picture(line: str, play: str) -> str:
    """Draw a play."""
    return groupings_svg(read_table(line)[0], play)[0]


def test_without_a_file_the_picture_alone_is_written() -> None:
    """To stdout, in place of the list."""
    for words in (["--svg"], ["--svg", "-"]):
        svg = run(TABLE, PLAY, *words).stdout
        assert title(svg) == "8Sx8D,5H+3D and the other groups that 8S could take"
        assert "5H+3D (chosen)" in svg


def test_into_a_file_it_is_written_beside_the_list(tmp_path: Path) -> None:
    """The answer is as ever, also as JSON; the file is written over."""
    file = tmp_path / "8S.svg"
    listed = run(TABLE, PLAY, "--svg", str(file)).stdout
    assert listed == run(TABLE, PLAY).stdout
    first = file.read_text("utf-8")
    ET.fromstring(first)
    file.write_text("something else")
    found = json.loads(run(TABLE, PLAY, "--svg", str(file), "--json").stdout)
    assert found["count"] == 1
    assert file.read_text("utf-8") == first
    assert list(tmp_path.iterdir()) == [file]


def test_json_and_a_picture_are_never_mixed() -> None:
    """One of the two has to go into a file."""
    result = run(TABLE, PLAY, "--json", "--svg", code=2)
    assert "--svg needs a FILE" in result.stderr


@pytest.mark.parametrize("place", ["nowhere/8S.svg", ".", "a\0b.svg", "x" * 300])
def test_a_picture_that_cannot_be_written_is_one_clear_line(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is half-written, and no answer is given as if it were done."""
    monkeypatch.chdir(tmp_path)
    result = run(TABLE, PLAY, "--svg", place, code=2)
    assert result.stdout == ""
    assert "cannot be written" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="devices of POSIX")
def test_a_device_is_written_to_and_not_replaced() -> None:
    """What is no ordinary file stays what it is."""
    run(TABLE, PLAY, "--svg", os.devnull)
    assert not Path(os.devnull).is_file()


def test_an_illegal_play_is_drawn_with_the_groups_that_are_some() -> None:
    """Its reasons are told, and it exits 1."""
    result = run(TABLE, "8Sx8D,5H+3D+3C", "--svg", code=1)
    assert "8D (chosen)" in result.stdout
    assert "not legal: " in result.stderr


def test_builds_and_trails_are_drawn_too() -> None:
    """The groups of a build of that value; of a trail what the card could have taken."""
    assert title(picture("6C,5H,4C 3S,9D", "3S+6C,5H+4C=9")) == (
        "3S+6C,5H+4C=9 and the other groups of a 9-build"
    )
    assert title(picture(TABLE, "8S")) == "The groups that 8S could take"
    assert "There is no group." in picture("KD 8S", "8S")


def test_a_crowded_table_is_drawn_in_part_and_that_is_said() -> None:
    """In the heading of the picture, and on stderr."""
    crowded = ",".join(rank + suit for rank in "65432A" for suit in "SHDC")
    result = run(f"{crowded} TC,9C", "TCx6S+4S", "--svg")
    assert title(result.stdout).startswith(
        "TCx6S+4S and the other groups that TC could take: 24 of 1,546 groups"
    )
    assert "note: the picture shows 24 of 1,546 groups" in result.stderr

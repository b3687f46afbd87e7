"""Variant files of a teacher's own: what they may say, and every way in which they go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_tutor.model import variant as variant_module
from casino_tutor.model.options import VariantError
from casino_tutor.model.variant import find_variant, load_variant

DATA = Path(variant_module.__file__).parents[1] / "data"


def written(folder: Path, text: str, name: str = "my-house.toml") -> Path:
    """Write a variant file."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def refused(path: Path | str) -> VariantError:
    """Return the error that reading the file raises, and see that it is one clear line."""
    with pytest.raises(VariantError) as caught:
        find_variant(path)
    assert "\n" not in str(caught.value)
    assert "Traceback" not in str(caught.value)
    return caught.value


def test_a_house_file(tmp_path: Path) -> None:
    """A teacher writes only what differs, as plain values or with source and sentence."""
    path = written(
        tmp_path,
        """
        extends = "royal_dominican"
        [options]
        sweep_points = 0
        hand_size = { 2 = 6, 3 = 4 }
        capture_all_equal = false
        [options.target]
        value = 15
        source = "Our club, since 1987"
        says = "We play to 15, because lunch is short."
        """,
    )
    house = find_variant(str(path))
    assert house == load_variant(path)
    assert (house.name, house.base) == ("my-house", "royal_dominican")
    assert house.title == "Royal Casino (Dominican Republic), house rules"
    assert house == find_variant("royal_dominican").with_options(**house.changes())
    assert set(house.changes()) == {"sweep_points", "hand_size", "capture_extent", "target"}
    rule = house.rule("target")
    assert rule.sentence == "We play to 15, because lunch is short."
    assert (rule.source, rule.inherited_from) == ("Our club, since 1987", None)
    assert house.rule("sweep_points").source == "House rule"
    assert house.rule("endgame").inherited_from == "royal_dominican"
    assert eval(repr(house), {"find_variant": find_variant}) == house


def test_a_house_file_with_a_head(tmp_path: Path) -> None:
    """Name, title, other names and aim may be given; Windows line ends and mark are read."""
    path = tmp_path / "h.TOML"
    text = 'name = "club"\r\ntitle = "Club Casino"\r\naliases = ["C"]\r\naim = "Win."\r\n'
    path.write_bytes(b"\xef\xbb\xbf" + text.encode() + b'extends = "Tuxedo"\r\n')
    house = find_variant(path)
    assert (house.name, house.title) == ("club", "Club Casino")
    assert (house.aliases, house.aim, house.base) == (("C",), "Win.", "tuxedo")
    assert house.rule("deck").inherited_from == "tuxedo"


def test_a_house_file_that_extends_another(tmp_path: Path) -> None:
    """House rules may stand on house rules; the text form starts from the built-in game."""
    written(tmp_path, 'extends = "kirchner"\n[options]\ntarget = 5', "club.toml")
    path = written(tmp_path, 'extends = "club.toml"\n[options]\nsweep_points = 2')
    house = find_variant(path)
    assert house.base == "kirchner"
    assert house.changes() == {"sweep_points": "2", "target": "5"}
    assert house.rule("target").inherited_from == "club"


def test_a_complete_file_extends_nothing(tmp_path: Path) -> None:
    """A file with every option stands alone; its text form starts from plain Casino."""
    path = written(tmp_path, (DATA / "variants" / "casino_pagat.toml").read_text("utf-8"))
    assert find_variant(path) == find_variant("casino_pagat")


def test_an_incomplete_file_extends_nothing(tmp_path: Path) -> None:
    """What is missing is named, and how to take it over."""
    error = refused(written(tmp_path, "[options]\ntarget = 5"))
    assert "lacks the options deck, packs" in str(error)
    assert 'extends = "casino_pagat"' in str(error)
    assert "target" not in str(error)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[options]\ntarget 5\n", 2, 8),
        ('title = "x', 1, 11),
        ("a = 1\na = 2\n", 2, 6),
        ("a = " + "9" * 5000, 1, 5005),
    ],
)
def test_a_file_that_is_no_toml(tmp_path: Path, text: str, line: int, column: int) -> None:
    """File, line and column of the mistake are named."""
    error = refused(written(tmp_path, text))
    assert f"my-house.toml, line {line}, column {column}: is not valid TOML" in str(error)
    assert (error.line, error.column) == (line, column)


def test_a_file_nested_without_end(tmp_path: Path) -> None:
    """Deep nesting is refused, not run into."""
    assert "nested too deeply" in str(refused(written(tmp_path, "a = " + "[" * 5000)))


def test_every_fault_of_a_file_at_once(tmp_path: Path) -> None:
    """All that is wrong is said together, with the file."""
    path = written(
        tmp_path,
        """
        titel = "Club"
        name = 5
        aim = "two\\nlines"
        aliases = "C"
        extends = "royal_domincan"
        [options]
        sweep_point = 1
        target = "many"
        building = { value = true, sauce = "x" }
        seats = { value = [2], source = 3, confidence = "sure", says = "" }
        deck = { source = "x" }
        """,
    )
    faults = refused(path).faults
    assert len(faults) == 12
    assert all(fault.startswith(str(path)) for fault in faults)
    for words in (
        "there is no entry 'titel'; did you mean title?",
        "name is not a text of one line",
        "aim is not a text of one line",
        "aliases is not a list of names",
        "extends: there is no variant 'royal_domincan'; did you mean royal_dominican",
        "there is no option 'sweep_point'; did you mean sweep_points",
        "option target does not accept 'many'; it accepts a whole number from 1 to 10000",
        "option building: there is no entry 'sauce'",
        "option seats: source is not a text or a list of texts",
        "option seats: confidence is not one of seed",
        "option seats: says is not a text of one line",
        "option deck does not accept None",
    ):
        assert any(words in fault for fault in faults), words


@pytest.mark.parametrize("options", ["5", '"sweep_points"', "[1]"])
def test_options_of_the_wrong_type(tmp_path: Path, options: str) -> None:
    """Options that are no table are refused."""
    path = written(tmp_path, f'extends = "tuxedo"\noptions = {options}')
    assert "options is not a table" in str(refused(path))


def test_files_in_a_circle(tmp_path: Path) -> None:
    """Files that extend one another are refused, and so is a file that extends itself."""
    first = written(tmp_path, 'extends = "b.toml"', "a.toml")
    written(tmp_path, 'extends = "a.toml"', "b.toml")
    assert "circle" in str(refused(first))
    assert "circle" in str(refused(written(tmp_path, 'extends = "my-house.toml"')))


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, a name with a null character: each is said."""
    assert "cannot be read: No such file" in str(refused(tmp_path / "none.toml"))
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "is a folder" in str(refused(folder))
    assert "is not a path" in str(refused("a\0b.toml"))
    assert "cannot be read" in str(refused("x" * 5000 + ".toml"))


def test_content_that_is_no_variant(tmp_path: Path) -> None:
    """A file of more than 1 MB, and one that is no text, are refused."""
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * 1_000_001)
    assert "larger than 1 MB" in str(refused(path))
    path.write_bytes(b"\xff\xfe\x00a")
    assert "not a text file in UTF-8" in str(refused(path))
    path.write_bytes(b"a = 1\0")
    assert "not a text file" in str(refused(path))


def test_a_fault_of_the_extended_file_is_passed_on(tmp_path: Path) -> None:
    """A fault below is named with the file it is in."""
    written(tmp_path, 'extends = "tuxedo"\n[options]\ntarget = 0', "club.toml")
    error = refused(written(tmp_path, 'extends = "club.toml"'))
    assert "extends: " in str(error)
    assert "club.toml: option target does not accept 0" in str(error)

"""Perft: what is counted, and golden counts that two searches find independently.

The counts in tests/perft/ are written by the exact search. At depth 1 and 2 the set-packing model
finds the captures and builds once more, and the trails are those that break no rule.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from casino_tutor.model.plays import BuildPlay, Effect, Play, TrailPlay, effect_of
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules import perft as perft_module
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.legality import violations
from casino_tutor.rules.packing import packed_groupings
from casino_tutor.rules.perft import Counts, PerftError, effect_key, perft, split
from casino_tutor.rules.transition import after_unchecked
from tests.perft.write import DEPTH, FOLDER, Golden, counted, file_text, read_file
from tests.random_positions import random_position

#: Positions with more lines are counted at depth 3 in the long run only.
QUICK_LINES = 600
#: Positions with more plays are confirmed by the packing at depth 2 in the long run only.
QUICK_PLAYS = 12

GOLDEN = [(path.stem, one) for path in sorted(FOLDER.glob("*.toml")) for one in read_file(path)]


def named(value: object) -> str | None:
    """Name a test case by its position."""
    return value.says if isinstance(value, Golden) else None


def cases(*, quick: bool, depth: int) -> list[object]:
    """Return the golden positions that are counted in the quick or only in the long run."""
    if depth == DEPTH:
        return [c for c in GOLDEN if (c[1].counts[-1].groupings <= QUICK_LINES) == quick]
    return [c for c in GOLDEN if (c[1].counts[0].plays <= QUICK_PLAYS) == quick]


# --- the second opinion --------------------------------------------------------------------------


def packed_plays_on(position: Position) -> Iterator[tuple[Play, int]]:
    """Yield one play for each effect, with its groupings, as the packing and the judge see it."""
    found: dict[Effect, list[Play]] = defaultdict(list)
    for play in packed_groupings(position):
        found[effect_of(play)].append(play)
    for same in found.values():
        yield min(same, key=str), len(same)
    # Without a card it is the word that nothing more is done in this turn.
    for hand in [*((card,) for card in dict.fromkeys(position.hand)), ()]:
        if not violations(position, TrailPlay(hand)):
            yield TrailPlay(hand), 1


def packed_counts(position: Position, depth: int) -> Counts:
    """Count as `perft` does, play by play, without its search."""
    ends: set[object] = set()

    def below(position: Position, left: int) -> tuple[int, int]:
        plays = list(packed_plays_on(position)) if left else []
        if not plays:
            ends.add(effect_key(position))
            return 1, 1
        counts = [(below(after_unchecked(position, play), left - 1), ways) for play, ways in plays]
        return sum(n for (n, _), _ in counts), sum(g * ways for (_, g), ways in counts)

    lines, groupings = below(position, depth)
    return Counts(lines, len(ends), groupings)


def packed_split(position: Position, depth: int) -> dict[Effect, Counts]:
    """Return the counts below each first play, as the packing finds them."""
    counts = {}
    for play, ways in packed_plays_on(position):
        below = packed_counts(after_unchecked(position, play), depth - 1)
        counts[effect_of(play)] = Counts(below.plays, below.effects, below.groupings * ways)
    return counts


def both_splits(position: Position, depth: int) -> str:
    """Write the counts below each first play as both searches find them, to find a mistake by."""
    exact = {
        effect_of(play): (str(play), counts) for play, counts in split(position, depth).items()
    }
    packed = packed_split(position, depth)
    lines = [f"{position}", f"depth {depth}: exact search | packing"]
    for effect in [*exact, *(effect for effect in packed if effect not in exact)]:
        name, counts = exact.get(effect, (str(effect), None))
        mark = " " if counts == packed.get(effect) else "*"
        lines.append(f"{mark} {name}  {counts}  |  {packed.get(effect)}")
    return "\n".join(lines)


def confirm(position: Position, golden: tuple[Counts, ...], depth: int) -> None:
    """Hold a golden count against the packing."""
    found, known = packed_counts(position, depth), golden[depth - 1]
    # The grouping of a build that is taken shows in the order of the pile, and the packing gives
    # the groupings of a play in no order: so it does not count different positions.
    assert found.plays == known.plays, both_splits(position, depth)
    assert found.groupings == known.groupings, both_splits(position, depth)


def recount(position: Position, golden: tuple[Counts, ...], depth: int) -> None:
    """Hold a golden count against the exact search."""
    found = perft(position, depth)
    assert found == golden[depth - 1], both_splits(position, min(depth, 2))


# --- golden counts -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_has_positions(name: str) -> None:
    """A built-in variant has a file of at least five different positions, all counted."""
    golden = read_file(FOLDER / f"{name}.toml")
    assert len({str(one.position) for one in golden}) == len(golden) >= 5
    assert all(len(one.counts) == DEPTH for one in golden)
    seats = {one.position.seats for one in golden}
    assert seats >= set(find_variant(name).options.seats) & {2, 3, 4}


def test_every_file_is_of_a_variant() -> None:
    """No file is left over from a variant that was renamed."""
    assert {path.stem for path in FOLDER.glob("*.toml")} <= set(variant_names())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_files_are_as_the_command_writes_them(path: object) -> None:
    """The command changes nothing but counts, so that a difference is always a count."""
    assert isinstance(path, type(FOLDER))
    assert file_text(read_file(path)) == path.read_text("utf-8")


@pytest.mark.parametrize(("name", "golden"), GOLDEN, ids=named)
def test_exact_counts(name: str, golden: Golden) -> None:
    """The exact search finds what stands in the file at depth 1 and 2."""
    assert golden.position.variant == find_variant(name)
    for depth in (1, 2):
        recount(golden.position, golden.counts, depth)


@pytest.mark.parametrize(("_name", "golden"), cases(quick=True, depth=3), ids=named)
def test_exact_counts_at_depth_three(_name: str, golden: Golden) -> None:
    """The exact search finds what stands in the file at depth 3."""
    recount(golden.position, golden.counts, 3)


@pytest.mark.parametrize(("_name", "golden"), GOLDEN, ids=named)
def test_the_packing_confirms_depth_one(_name: str, golden: Golden) -> None:
    """CP-SAT and the judge find as many plays, positions and groupings."""
    confirm(golden.position, golden.counts, 1)


@pytest.mark.parametrize(("_name", "golden"), cases(quick=True, depth=2), ids=named)
def test_the_packing_confirms_depth_two(_name: str, golden: Golden) -> None:
    """CP-SAT and the judge find as many lines of two plays."""
    confirm(golden.position, golden.counts, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("_name", "golden"), cases(quick=False, depth=3), ids=named)
def test_exact_counts_of_many_lines(_name: str, golden: Golden) -> None:
    """Depth 3 of the positions that take longer."""
    recount(golden.position, golden.counts, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("_name", "golden"), cases(quick=False, depth=2), ids=named)
def test_the_packing_confirms_many_lines(_name: str, golden: Golden) -> None:
    """CP-SAT at depth 2 on the positions that take longer."""
    confirm(golden.position, golden.counts, 2)


def test_a_mistake_is_traced_by_the_split() -> None:
    """Where the counts differ the report marks the first play below which they do."""
    position = parse_position("6C,2D 8S,KD/6S,2C")
    assert "*" not in both_splits(position, 2)
    with pytest.raises(AssertionError, match="8Sx6C\\+2D"):
        confirm(position, (Counts(9, 9, 9),), 1)


# --- what is counted -----------------------------------------------------------------------------


def brute(position: Position, depth: int, *, groupings: bool) -> list[Position]:
    """Return the end of every line, in plain recursion."""
    plays = list(legal_plays(position, groupings=groupings)) if depth else []
    if not plays:
        return [position]
    return [
        end
        for play in plays
        for end in brute(after_unchecked(position, play), depth - 1, groupings=groupings)
    ]


def without_sets(position: Position) -> str:
    """Write a position with the cards of each build in one row, and whether it is multiple."""

    def flat(match: re.Match[str]) -> str:
        cards = sorted(re.split("[+,]", match[1]))
        return f"[{' '.join(cards)}|{',' in match[1]}]"

    return re.sub(r"\[([^]]+)\]", flat, str(position))


@pytest.mark.parametrize("name", variant_names())
def test_counts_are_those_of_plain_recursion(name: str) -> None:
    """On random positions every line, and every different end, is counted once."""
    rnd = Random(f"perft {name}")
    tried = 0
    while tried < 6:
        position = random_position(name, rnd, loose=rnd.randint(1, 5))
        if any(hand.unknown for hand in position.hands) or legal_plays(position).count(13) > 12:
            continue
        tried += 1
        for depth in range(3):
            ends = brute(position, depth, groupings=False)
            every = brute(position, depth, groupings=True)
            different = len({without_sets(end) for end in every})
            assert perft(position, depth) == Counts(len(ends), different, len(every)), position


def test_groupings_of_one_effect_are_one_play() -> None:
    """Two sixes and two threes: two groupings, one play, one position."""
    position = parse_position("6S,6H,3S,3H 9H 1 0 -/- 1")
    plays = [str(play) for play in split(position, 1) if len(play.hand + play.items) == 5]
    assert plays == ["9Hx6S+3S,6H+3H"]
    assert sum(counts.groupings for counts in split(position, 1).values()) == 7
    assert perft(position, 1) == Counts(plays=6, effects=6, groupings=7)


def test_sets_inside_a_build_make_no_new_position() -> None:
    """A build of nine from sixes and threes is one position however they are grouped."""
    position = parse_position("6S,6H,3S 3H,9H/2C")
    builds = [play for play in legal_plays(position, groupings=True) if isinstance(play, BuildPlay)]
    both = [play for play in builds if len(play.items) == 3]
    assert len(both) == 2
    after = {after_unchecked(position, play) for play in both}
    assert len(after) == 2
    assert len({effect_key(one) for one in after}) == 1


def test_two_builds_of_other_kinds_are_two_positions() -> None:
    """Value, owner and cards of a build matter."""
    lines = (
        "[5S+4H]=9@1 9H",
        "[5S+4H]=9@2 9H",
        "[5H+4S]=9@1 9H",
        "[5S+4H,9D]=9@1 9H",
        "[5S,5H]=5@1 5C",
        "[5S+5H]=10@1 5C",
    )
    keys = {effect_key(parse_position(f"{line} 1 0 -/- -")) for line in lines}
    assert len(keys) == len(lines)


def test_a_line_ends_where_the_hands_are_empty() -> None:
    """Two cards make lines of two plays at any greater depth; no new hands are dealt."""
    position = parse_position("7S 7H/9D 1 42 -/- -")
    assert perft(position, 2) == perft(position, 3) == perft(position, 9)
    over = parse_position("7S -/- - 0 -/- 1")
    assert perft(over, 4) == Counts(1, 1, 1)


def test_one_position_is_reached_in_several_ways() -> None:
    """Trailing two cards in either order ends alike; lines are counted, positions merged."""
    position = parse_position("- KH,QH/JS,TS")
    assert perft(position, 4) == Counts(plays=4, effects=1, groupings=4)


def test_a_build_from_the_table_is_a_play_of_its_own() -> None:
    """Where it is a free action the same seat plays on after it."""
    position = parse_position(
        "5S,3H 8S,KD/2C,4D 1 0 -/- -", options={"table_only_builds": "free_action"}
    )
    below = {str(play): counts.plays for play, counts in split(position, 2).items()}
    # Seat 1 must take its build; seat 2 would trail one of two cards.
    assert below["_,5S+3H=8"] == 1
    assert below["KD"] == 2


def test_only_hands_that_come_to_play_need_be_known() -> None:
    """At depth 1 the other hand may be unknown; at depth 2 the error names the seat."""
    position = parse_position("8D,6C,2D 8S,KD")
    assert perft(position, 1).plays == 5
    for count in (perft, split):
        with pytest.raises(PerftError, match=r"lines of 2 plays .* not known: seat 2"):
            count(position, 2)
    with pytest.raises(PerftError, match="seat 1, seat 2"):
        perft(parse_position("8D 8S,?1/?2"), 3)
    # Seat 2 has no card left, so seat 3 is next.
    assert perft(parse_position("8D 8S,KD/-/2C 1 0 -/-/- -"), 2).plays == 3


def test_depths_that_cannot_be() -> None:
    """No line is shorter than none, and a split needs a first play."""
    position = parse_position("8D 8S/KD")
    with pytest.raises(ValueError, match="-1 is negative"):
        perft(position, -1)
    with pytest.raises(ValueError, match="no first play"):
        split(position, 0)
    assert perft(position, 0) == Counts(1, 1, 1)


def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is said, and at which depth it was met."""
    monkeypatch.setattr(perft_module, "MOST_POSITIONS", 20)
    position = parse_position("8D,6C,2D,AS 8S,6H,2C/7D,5S,AC")
    assert perft(position, 1).plays == 12
    with pytest.raises(PerftError, match="at depth 2 there are more than 20 positions"):
        perft(position, 2)


@pytest.mark.parametrize("name", ["casino_pagat", "royal_english", "kirchner"])
def test_the_split_adds_up(name: str) -> None:
    """The lines below the first plays are together all lines; groupings too."""
    position = read_file(FOLDER / f"{name}.toml")[0].position
    for depth in (1, 2):
        parts, whole = split(position, depth).values(), perft(position, depth)
        assert sum(part.plays for part in parts) == whole.plays
        assert sum(part.groupings for part in parts) == whole.groupings
        assert sum(part.effects for part in parts) >= whole.effects


def test_the_command_counts_what_is_typed() -> None:
    """A position without counts gets them, and its line is written canonically."""
    typed = Golden("new", parse_position("2d,6c 8s,kd/6s,2c 1 0 -/- -"), ())
    golden = counted(typed)
    assert [counts.plays for counts in golden.counts] == [3, 10, 14]
    assert 'line = "6C,2D KD,8S/6S,2C 1 0 -/- -"' in file_text((golden,))

"""The builds of a course saved game: which groups the brackets mean, their value, their owner.

The format writes no value: it is the common total of the groups. Where the brackets leave it open,
``Build Owner`` repeats the build and may settle it; otherwise the reader asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Final, NoReturn, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.plays import Sets, sets_text, sorted_sets
from casino_tutor.model.position import Build
from casino_tutor.model.saved_blocks import Page, Span
from casino_tutor.model.saved_cards import Bracket, Name, Placed, missing_closings, read_items
from casino_tutor.model.values import CardValues, Values, group_sums

#: A reading of a build: its groups and its value.
_Reading: TypeAlias = tuple[Sets, int]
#: So many cards without brackets of their own can be tried in every grouping.
_MOST_UNGROUPED: Final = 10
_HOW_TO_GROUP: Final = "every group in brackets of its own, as in [ [C6 S3] [S9] ]"


@dataclass(frozen=True, slots=True)
class Claim:
    """A build as `Build Owner` repeats it, and the seat that owns it, if one is named."""

    bracket: Bracket
    owner: int | None


def read_table(
    page: Page, span: Span, owner_lines: Iterable[Span]
) -> tuple[list[Bracket], list[Placed]]:
    """Read the block `Table`: its builds and its loose cards.

    A bracket that is not closed is closed where the builds become those of `Build Owner`.
    """
    builds: list[Bracket] = []
    loose: list[Placed] = []
    for item in read_items(page, span, "Table", _closing(page, span, owner_lines)):
        if isinstance(item, Placed):
            loose.append(item)
        elif isinstance(item, Bracket) and not item.all_cards:
            page.note(item.at, "Empty brackets are left out.")
        elif isinstance(item, Bracket):
            builds.append(item)
    return builds, loose


def _closing(page: Page, span: Span, owner_lines: Iterable[Span]) -> int | None:
    """Return where a missing bracket belongs, or None if none is missing or it is not certain."""
    places = missing_closings(page, span)
    if not places:
        return None
    wanted = sorted(b for line in owner_lines for b in _build_texts(page, line, "Build Owner"))
    found: dict[str, int] = {}
    for at in places:
        try:
            items = read_items(page, span, "Table", at)
        except NotationError:
            continue
        if sorted(str(item) for item in items if isinstance(item, Bracket)) == wanted:
            found.setdefault(" ".join(map(str, items)), at)
    if len(found) != 1:
        return None
    (at,) = found.values()
    page.note(at, "A bracket is not closed; it is closed here, as Build Owner shows.")
    return at


def _build_texts(page: Page, span: Span, block: str) -> Iterator[str]:
    items = read_items(page, span, block)
    return (str(item) for item in items if isinstance(item, Bracket))


def read_claims(page: Page, spans: Iterable[Span], builds: list[Bracket]) -> list[Claim]:
    """Read every line of `Build Owner`: builds, each followed by its owner."""
    return [claim for span in spans for claim in _claims_of_line(page, span, builds)]


def _claims_of_line(page: Page, span: Span, builds: list[Bracket]) -> Iterator[Claim]:
    waiting: list[Bracket] = []
    names: list[Name] = []
    for item in [*read_items(page, span, "Build Owner"), None]:
        if isinstance(item, Name):
            names.append(item)
            continue
        if names or item is None:
            yield from _paired(page, waiting, names, builds)
            waiting, names = [], []
        if isinstance(item, Placed):
            page.fail(item.at, "a card stands outside the brackets of a build", "'[' before it")
        if item is not None:
            waiting.append(item)


def _paired(
    page: Page, waiting: list[Bracket], names: list[Name], builds: list[Bracket]
) -> Iterator[Claim]:
    """Pair builds with the names that follow them."""
    if any(not bracket.all_cards for bracket in waiting):
        page.note(waiting[0].at, "Empty brackets are left out.")
        if not any(bracket.all_cards for bracket in waiting):
            return
        waiting = [bracket for bracket in waiting if bracket.all_cards]
    if names and not waiting:
        # A name without a build: certain where there is one build, or none at all.
        if len(names) > 1 or len(builds) > 1:
            page.fail(names[0].at, "this owner stands after no build", "the build before its owner")
        if builds:
            page.note(names[0].at, "The owner stands alone; it is the owner of the only build.")
            yield Claim(builds[0], names[0].seat)
        else:
            page.note(names[0].at, "An owner is named, but no build stands; it is left out.")
        return
    if names and len(names) != len(waiting):
        page.fail(
            names[0].at,
            f"{_counted(waiting, 'build')} and {_counted(names, 'owner')} stand together",
            "one owner after each build",
        )
    if len(names) > 1:
        page.note(names[0].at, "Builds and then their owners are paired in the order written.")
    for n, bracket in enumerate(waiting):
        yield Claim(bracket, names[n].seat if names else None)


def _counted(things: Sized, word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"


def make_builds(
    page: Page, brackets: list[Bracket], claims: list[Claim], values: CardValues
) -> list[tuple[Build, int]]:
    """Return the builds on the table with the offset of each.

    Raises
    ------
    NotationError
        If a build's groups have no common total, or `Build Owner` names another build.
    AmbiguousPlayError
        If a build can have several values.
    """
    found: dict[frozenset[Card], list[Claim]] = {b.all_cards: [] for b in brackets}
    for claim in claims:
        if claim.bracket.all_cards not in found:
            page.fail(
                claim.bracket.at,
                f"{claim.bracket} is not on the table as a build",
                "a build as it stands after 'Table:'",
            )
        found[claim.bracket.all_cards].append(claim)
    return [_make_build(page, b, found[b.all_cards], values) for b in brackets]


def _make_build(
    page: Page, bracket: Bracket, claims: list[Claim], values: CardValues
) -> tuple[Build, int]:
    readings = _readings(page, bracket, values)
    if _unwrapped(bracket) is not bracket:
        page.note(bracket.at, "Double brackets around one build are read as one pair.")
    for claim in claims:
        if str(claim.bracket) == str(bracket) and claim.bracket.value is None:
            continue
        page.note(claim.bracket.at, "Build Owner writes this build in another way than Table.")
        repeated = _readings(page, claim.bracket, values)
        readings = [reading for reading in readings if reading in repeated]
        if not readings:
            page.fail(
                claim.bracket.at,
                f"{claim.bracket} is another build than {bracket} at {page.where(bracket.at)}",
                "the same groups in both places",
            )
    sets, value = _certain(page, bracket, readings)
    loose, groups = _groups(page, bracket)
    if sets != sorted_sets(groups or (loose,)):
        page.note(bracket.at, f"{bracket} is read by its totals as {sets_text(sets)}={value}.")
    if len(readings) > 1:
        page.note(bracket.at, "Other groups of one value are possible; the build is taken whole.")
    return Build(sets, value, _owner(page, bracket, claims)), bracket.at


def _owner(page: Page, bracket: Bracket, claims: list[Claim]) -> int | None:
    owners = {claim.owner for claim in claims if claim.owner is not None}
    if len(owners) > 1:
        page.fail(claims[-1].bracket.at, f"{bracket} has two owners", "one of them")
    if len(claims) > 1:
        page.note(claims[-1].bracket.at, "This build is named more than once in Build Owner.")
    if not owners:
        page.note(bracket.at, f"No owner is named for {bracket}; it is left unknown.")
    return next(iter(owners), None)


# --- which groups the brackets mean --------------------------------------------------------------


def _readings(page: Page, bracket: Bracket, values: CardValues) -> list[_Reading]:
    """Return every reading of a build, each once; fail if there is none."""
    loose, groups = _groups(page, bracket)
    known = frozenset().union(*values.in_hand.values())
    flat = not groups
    common = _common([loose] if flat else groups, values) & known
    found: set[_Reading] = set()
    if flat and common:
        found = {(sorted_sets((loose,)), value) for value in common}
    elif loose:
        if len(loose) > _MOST_UNGROUPED:
            page.fail(bracket.at, "too many cards stand without brackets here", _HOW_TO_GROUP)
        # Without a group in brackets only several groups are left: one has no value (see above).
        for value in known if flat else common:
            splits = _splits(loose, value, values)
            found |= {(sorted_sets((*groups, *split)), value) for split in splits}
    else:
        found = {(sorted_sets(groups), value) for value in common}
    if bracket.value is not None:
        found = {reading for reading in found if reading[1] == bracket.value}
    if not found:
        _fail_without_value(page, bracket, [loose] if flat else groups, values)
    return sorted(found, key=lambda reading: (reading[1], _orders(reading[0])))


def _groups(page: Page, bracket: Bracket) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """Return the cards that stand directly in a build, and the groups in brackets of their own."""
    bracket = _unwrapped(bracket)
    groups = []
    for group in map(_unwrapped, bracket.inner):
        if not group.all_cards:
            continue
        if any(deeper.all_cards for deeper in group.inner):
            page.fail(group.at, "the brackets are nested too deeply", _HOW_TO_GROUP)
        groups.append(tuple(placed.card for placed in group.cards))
    return tuple(placed.card for placed in bracket.cards), tuple(groups)


def _unwrapped(bracket: Bracket) -> Bracket:
    """Take off brackets that hold nothing but another pair of brackets."""
    inner = [b for b in bracket.inner if b.all_cards]
    if bracket.cards or len(inner) != 1:
        return bracket
    return _unwrapped(inner[0])


def _common(groups: Iterable[tuple[Card, ...]], values: CardValues) -> Values:
    return reduce(frozenset.intersection, (group_sums(cards, values) for cards in groups))


def _splits(cards: tuple[Card, ...], value: int, values: CardValues) -> Iterator[Sets]:
    """Yield every way to share out the cards over groups that each total the value."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for count in range(len(rest) + 1):
        for more in combinations(rest, count):
            group = (first, *more)
            if value in group_sums(group, values):
                left = tuple(card for card in rest if card not in more)
                yield from ((group, *others) for others in _splits(left, value, values))


def _fail_without_value(
    page: Page, bracket: Bracket, groups: Iterable[tuple[Card, ...]], values: CardValues
) -> NoReturn:
    totals = []
    for cards in groups:
        sums = " or ".join(map(str, sorted(group_sums(cards, values)))) or "nothing"
        totals.append(f"{'+'.join(card.text for card in cards)} totals {sums}")
    stated = f" of {bracket.value}" if bracket.value is not None else ""
    page.fail(
        bracket.at,
        f"{bracket} is no build{stated}: {', '.join(totals)}",
        f"groups of one total that a card can have, up to {values.most}",
    )


def _certain(page: Page, bracket: Bracket, readings: list[_Reading]) -> _Reading:
    """Return the first reading, if no other has another value."""
    numbers = sorted({value for _, value in readings})
    if len(numbers) > 1:
        listed = " or ".join(map(str, numbers))
        raise AmbiguousPlayError(
            f"{bracket} can be a build of {listed}",
            tuple(f"{bracket}={value}" for value in numbers),
            page.text,
            bracket.at,
        )
    return readings[0]


def _orders(sets: Sets) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(card.order for card in cards) for cards in sets)

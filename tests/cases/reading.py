"""Turns the rule cases (JSON) into position lines and plays in notation.

The mover sits in seat 1. A case is written with as few hidden cards as its hand allows, and with
some stock unless it is played in the last deal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: Seats of the words the case files use for an owner.
SEATS = {"me": 1, "opp": 2, "opponent": 2, "partner": 3, "opp2": 4}


@dataclass(frozen=True)
class Case:
    """One position of the case files, with what is attempted there and what is expected.

    Attributes
    ----------
    position, play : str
        In notation; the play is empty where the case asks something else.
    legal : bool or None
        The verdict expected; None where no play is judged.
    raw : dict
        The whole case.
    builds : dict
        The builds of the case in notation, by their name or number.
    """

    id: str
    variant: str
    options: dict[str, Any]
    position: str
    play: str
    legal: bool | None
    raw: dict[str, Any] = field(hash=False, compare=False, repr=False)
    builds: dict[str, str] = field(hash=False, compare=False, repr=False)


def move_cases() -> list[Case]:
    """Return the cases of cases.json in which a play is attempted."""
    return [_move_case(case) for case in _load("cases.json") if case["type"] == "move"]


def other_cases() -> list[dict[str, Any]]:
    """Return the cases of cases.json about dealing and scoring, as they stand."""
    return [case for case in _load("cases.json") if case["type"] != "move"]


def field_cases() -> list[Case]:
    """Return the cases of field_cases.json."""
    return [_field_case(case) for case in _load("field_cases.json")]


def _load(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((HERE / name).read_text("utf-8"))["cases"]
    return cases


def written_sets(sets: Sequence[Sequence[str]]) -> str:
    """Write the inside of a build: ``[5H+4C,9S]``."""
    return "[" + ",".join("+".join(cards) for cards in sets) + "]"


def _position(
    case: Mapping[str, Any], table: Sequence[str], builds: Sequence[str], seats: int, stock: int
) -> str:
    hand = case["hand"]
    hidden = f"?{len(hand)}" if hand else "-"
    hands = "/".join([",".join(hand) or "-", *[hidden] * (seats - 1)])
    sides = 2 if seats == 4 else seats
    taken = ["-"] * sides
    for owner, pile in case.get("capture_piles", {}).items():
        # The case files write the top card first, a position line the bottom card.
        taken[(SEATS[owner] - 1) % sides] = ",".join(reversed(pile))
    lying = ",".join([*builds, *table]) or "-"
    return f"{lying} {hands} 1 {stock} {'/'.join(taken)} -"


# --- cases.json ----------------------------------------------------------------------------------


def _move_case(case: dict[str, Any]) -> Case:
    context = case.get("context", "")
    builds, places = {}, []
    for build in case["builds"]:
        owner = SEATS[build["owner"]]
        fresh = "~" if owner == 1 and "my next turn after creating" in context else ""
        builds[build["id"]] = written_sets(build["sets"])
        places.append(f"{builds[build['id']]}={build['value']}@{owner}{fresh}")
    is_last = "last" in context or context == "deal 2 of 2"
    position = _position(case, case["table"], places, case["players"], 0 if is_last else 12)
    if "partner made a 12-build" in context:
        position += "; proved 3=12"
    in_piles = {card for pile in case.get("capture_piles", {}).values() for card in pile}
    play = _move({**case, "play": _marked(case["play"], in_piles)}, builds)
    verdict = case["legal"]
    return Case(case["id"], case["variant"], case["options"], position, play, verdict, case, builds)


def _marked(value: Any, in_piles: set[str]) -> Any:
    """Mark the cards of a play that come from capture piles: ``^5H``."""
    if isinstance(value, dict):
        return {key: _marked(inner, in_piles) for key, inner in value.items()}
    if isinstance(value, list):
        return [_marked(inner, in_piles) for inner in value]
    return f"^{value}" if value in in_piles else value


def _move(case: Mapping[str, Any], builds: Mapping[str, str]) -> str:
    play = case["play"]
    action, value = play["action"], play.get("value")
    hand = "&".join(play.get("cards", [play.get("card", "_")]))
    if action in {"trail", "discard", "drift"}:
        return hand
    if action in {"capture", "multi_capture"}:
        return f"{hand}x{_taken(play, builds)}"
    sets = play.get("sets", [])
    if not sets:
        items = [builds[play["into_build"]], *play.get("take_loose", [])]
        return f"{'+'.join([hand, *items])}={value}"
    if play.get("card") and not any(hand in cards for cards in sets):
        # The hand card is in no set: it is trailed, and the build is a second action.
        return f"{hand}/_,{_groups(sets)}={value}"
    seat = "@3" if action == "build_for_partner" else ""
    built = f"{_built(hand, sets, case['builds'], builds)}={value}{seat}"
    if case["result"].get("captured"):
        # What has been built is taken in the same turn.
        return f"{built}/{case['result']['captured'][0]}x{written_sets(sets)}"
    return built


def _groups(groups: Sequence[Sequence[str]]) -> str:
    return ",".join("+".join(cards) for cards in groups)


def _taken(play: Mapping[str, Any], builds: Mapping[str, str]) -> str:
    taken = [builds[name] for name in play.get("take_builds", [])]
    if "groups" in play:
        return ",".join([*taken, _groups(play["groups"])])
    return "".join([*taken, *play.get("take_loose", [])])


def _built(
    hand: str,
    sets: Sequence[Sequence[str]],
    standing: Sequence[Mapping[str, Any]],
    builds: Mapping[str, str],
) -> str:
    """Write the groups of a build; a set that holds a set of a standing build names that build."""
    groups: list[list[str]] = []
    for cards in sets:
        group = list(cards)
        for build in standing:
            inside = next((each for each in build["sets"] if set(each) <= set(group)), None)
            if inside is not None:
                group = [builds[build["id"]], *(card for card in group if card not in inside)]
        if group not in groups:
            groups.append(group)
    with_hand = next((group for group in groups if hand in group), [hand])
    joined = [item for item in with_hand if item != hand]
    others = [group for group in groups if group is not with_hand]
    return ",".join(["+".join([hand, *joined]), *map("+".join, others)])


# --- field_cases.json ----------------------------------------------------------------------------


def _field_case(case: dict[str, Any]) -> Case:
    builds, places = {}, []
    for number, build in enumerate(case["table"]["builds"]):
        builds[str(number)] = written_sets(build["groups"])
        places.append(f"{builds[str(number)]}={build['value']}@{SEATS[build['owner']]}")
    stock = 0 if case["play"].get("last_card_of_hand") else 12
    position = _position(case, case["table"]["loose"], places, 2, stock)
    play = _field_play(case["play"], builds, case["table"]["loose"])
    options, verdict = case.get("options", {}), case["expected"].get("legal")
    return Case(case["id"], case["variant"], options, position, play, verdict, case, builds)


def _field_play(play: Mapping[str, Any], builds: Mapping[str, str], loose: Sequence[str]) -> str:
    kind, card, value = play["type"], play.get("card", ""), play.get("value")
    take = play.get("take", play.get("take_in_this_order", []))
    cards = "".join(loose if take == "all loose" else take)
    if kind == "trail":
        return str(card)
    if kind == "capture":
        taken = "".join(builds[str(number)] for number in play.get("take_builds", []))
        return f"{card}x{taken}{cards}"
    if kind == "build":
        return f"{card}{cards}={value}"
    if kind == "raise":
        return f"{card}+{builds[str(play['onto'])]}={value}"
    if kind == "add":
        return f"{card},{builds[str(play['onto'])]}={value}"
    return ""

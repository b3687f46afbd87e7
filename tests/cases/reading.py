"""Turns the rule cases (JSON) into position lines and plays in notation."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: Seats of the words the case files use for an owner; the mover is seat 1.
OWNERS = {"me": 1, "opp": 2, "opponent": 2, "partner": 3, "opp2": 4}


@dataclass(frozen=True)
class Case:
    """One position of the case files with what is expected of it."""

    id: str
    variant: str
    options: dict[str, Any]
    position: str
    play: str
    legal: bool | None
    raw: dict[str, Any] = field(hash=False, compare=False)


def cards(written: list[str]) -> list[str]:
    """Rook cards stand colour first in the case files; the reader accepts that."""
    return list(written)


def _sets(sets: list[list[str]]) -> str:
    return "[" + ",".join("+".join(cards(each)) for each in sets) + "]"


def move_cases() -> list[Case]:
    """Return the move cases of cases.json."""
    raw = json.loads((HERE / "cases.json").read_text("utf-8"))["cases"]
    return [_move_case(case) for case in raw if case["type"] == "move"]


def _position(
    table: list[str], builds: list[str], hand: list[str], players: int, more: dict[str, Any]
) -> str:
    places = ",".join([*builds, *cards(table)]) or "-"
    hidden = f"?{len(hand)}" if hand else "-"
    hands = "/".join([",".join(cards(hand)) or "-", *[hidden] * (players - 1)])
    piles = more.get("capture_piles", {})
    sides = 2 if players == 4 else players
    taken = ["-"] * sides
    for owner, pile in piles.items():
        # Top card first in the file; the line lists bottom to top.
        taken[(OWNERS[owner] - 1) % sides] = ",".join(reversed(cards(pile)))
    last_deal = "last" in str(more.get("context", ""))
    line = f"{places} {hands} 1 {0 if last_deal else 12} {'/'.join(taken)} -"
    proved = "partner made a 12-build" in str(more.get("context", ""))
    return line + ("; proved 3=12" if proved else "")


def _move_case(case: dict[str, Any]) -> Case:
    fresh = "my next turn after creating B1" in case.get("context", "")
    builds = {}
    for b in case["builds"]:
        owner = OWNERS[b["owner"]]
        mark = "~" if fresh and owner == 1 else ""
        builds[b["id"]] = (_sets(b["sets"]), f"={b['value']}@{owner}{mark}")
    position = _position(
        case["table"],
        ["".join(build) for build in builds.values()],
        case["hand"],
        case["players"],
        case,
    )
    items = {name: build[0] for name, build in builds.items()}
    play = _play(case["play"], items, {b["id"]: b for b in case["builds"]})
    return Case(
        case["id"], case["variant"], case["options"], position, play, case["legal"], case
    )


def _play(play: dict[str, Any], builds: dict[str, str], raw: dict[str, Any]) -> str:
    action = play["action"]
    hand = "&".join(play.get("cards") or ([play["card"]] if "card" in play else ["_"]))
    if action in {"trail", "discard", "drift"}:
        return hand
    if action in {"capture", "multi_capture"}:
        return _capture(play, hand, builds)
    if action == "trail_plus_table_build":
        return f"{hand}/_,{_groups(play['sets'])}={play['value']}"
    sets = play.get("sets", [])
    if sets and "card" in play and not any(hand in each for each in sets):
        if "into_build" not in play:
            return f"{hand}/_,{_groups(sets)}={play['value']}"
    seat = "@3" if action == "build_for_partner" else ""
    return _build(play, hand, builds, raw) + f"={play['value']}{seat}"


def _groups(groups: list[list[str]]) -> str:
    return ",".join("+".join(cards(group)) for group in groups)


def _capture(play: dict[str, Any], hand: str, builds: dict[str, str]) -> str:
    taken = [builds[b] for b in play.get("take_builds", [])]
    if "groups" in play:
        return hand + "x" + ",".join([*taken, _groups(play["groups"])])
    items = [*taken, *cards(play.get("take_loose", []))]
    return hand + "x" + "".join(items)


def _build(
    play: dict[str, Any], hand: str, builds: dict[str, str], raw: dict[str, Any]
) -> str:
    into = play.get("into_build")
    loose = cards(play.get("take_loose", []))
    sets = [list(each) for each in play.get("sets", [])]
    if not sets:
        return "+".join([hand, builds[into], *loose])
    standing = {tuple(map(tuple, b["sets"])): name for name, b in raw.items()}
    parts, joined = [], None
    for name, b in raw.items():
        # A set that is a standing build, alone or inside a longer set, names that build.
        for each in sets:
            for inner in b["sets"]:
                if each == inner:
                    each[:] = [builds[name]]
                elif set(inner) < set(each):
                    each[:] = [builds[name], *(c for c in each if c not in inner)]
    assert standing is not None
    seen = []
    for each in sets:
        if hand in each:
            joined = [item for item in each if item != hand]
        elif each not in seen:
            parts.append("+".join(each))
            seen.append(each)
    first = "+".join([hand, *(joined or [])])
    return ",".join([first, *parts])


def field_cases() -> list[Case]:
    """Return the field cases that attempt one play."""
    raw = json.loads((HERE / "field_cases.json").read_text("utf-8"))["cases"]
    return [_field_case(case) for case in raw]


def _field_case(case: dict[str, Any]) -> Case:
    builds = [
        (_sets(b["groups"]), f"={b['value']}@{OWNERS[b['owner']]}")
        for b in case["table"]["builds"]
    ]
    last = {"last_deal": "last"} if case["play"].get("last_card_of_hand") else {}
    position = _position(
        case["table"]["loose"], ["".join(b) for b in builds], case["hand"], 2,
        {"context": "last"} if last else {},
    )
    play = _field_play(case["play"], [b[0] for b in builds], case)
    return Case(
        case["id"],
        case["variant"],
        case.get("options", {}),
        position,
        play,
        case["expected"].get("legal"),
        case,
    )


def _field_play(play: dict[str, Any], builds: list[str], case: dict[str, Any]) -> str:
    kind, card = play["type"], play.get("card", "")
    take = play.get("take", play.get("take_in_this_order", []))
    if take == "all loose":
        take = case["table"]["loose"]
    if kind == "capture":
        items = [*(builds[i] for i in play.get("take_builds", [])), *take]
        return card + "x" + "".join(items)
    if kind == "trail":
        return card
    if kind == "build":
        return f"{card}{''.join(take)}={play['value']}"
    if kind == "raise":
        return f"{card}+{builds[play['onto']]}={play['value']}"
    if kind == "add":
        return f"{card},{builds[play['onto']]}={play['value']}"
    return ""

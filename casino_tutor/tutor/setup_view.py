"""The state of the solver panel as plain data: a front end has only to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from casino_tutor.draw.rows import table_words
from casino_tutor.draw.svg import table_svg
from casino_tutor.draw.words import count_words, join_words, pile_seats, signed_points
from casino_tutor.model.cards import Card
from casino_tutor.model.position import Build, Position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.flags import flags
from casino_tutor.tutor.samples import SAMPLES
from casino_tutor.tutor.session_words import ALOUD, BY_SUIT, by_suit, play_words
from casino_tutor.tutor.setup import Beside, SetupSession
from casino_tutor.tutor.setup_edit import (
    LOOSE,
    NEW_BUILD,
    STOCK,
    left_in_pack,
    places_of,
    possible_values,
)
from casino_tutor.tutor.valuing import ValuedPlay, Values, seat_name

State: TypeAlias = dict[str, Any]

#: So many plays of a kind are listed, so many counted, and no longer than so many seconds.
_LISTED: Final = 12
_COUNTED: Final = 500
_SECONDS: Final = 0.05
_KINDS: Final = {"capture": "Captures", "build": "Builds", "trail": "Trails"}
#: So many plays have bars.
_BARS: Final = 8


def setup_state(session: SetupSession) -> State:
    """Return everything that a front end draws, as plain data.

    Examples
    --------
    >>> state = setup_state(SetupSession("8D,6C,2D 8S,KD"))
    >>> [(kind["heading"], kind["count"]) for kind in state["kinds"]]
    [('Captures', 3), ('Builds', 0), ('Trails', 2)]
    """
    position = session.position
    faults = session.faults
    return {
        "title": position.variant.title,
        "game": _game(position),
        "line": str(position),
        "faults": [by_suit(fault) for fault in faults],
        "flags": [] if faults else [by_suit(flag.sentence) for flag in flags(position)],
        "notes": [by_suit(note) for note in session.notes],
        "problems": list(session.problems),
        "place": session.place,
        "places": {"loose": LOOSE, "build": NEW_BUILD, "stock": STOCK},
        "pack": list(_pack(position)),
        "loose": [_laid(card, LOOSE) for card in position.loose],
        "builds": [_build(build, position) for build in position.builds],
        "hands": list(_hands(position)),
        "piles": list(_piles(position)),
        "stock": {
            "count": position.stock.count,
            "cards": [_laid(card, STOCK) for card in position.stock.order or ()],
        },
        "seats": position.seats,
        "turn": position.turn or 0,
        "last": position.last,
        "kinds": [] if faults or position.turn is None else list(_kinds(position)),
        "values": _values(session.values, session),
        "line_shown": _line(session),
        "beside": _beside(session.beside),
        "kept": list(session.kept),
        "can_undo": session.can_undo,
    }


def choices() -> State:
    """Return what can be chosen from lists: it never changes.

    Examples
    --------
    >>> choices()["games"][0]
    ['byggkasino', 'Byggkasino']
    """
    return {
        "games": [[name, find_variant(name).title] for name in variant_names()],
        "samples": [sample.name for sample in SAMPLES],
    }


def _game(position: Position) -> State:
    variant = position.variant
    changes = variant.changes()
    return {
        "name": variant.base,
        "house": [f"{key}={value}" for key, value in changes.items()],
        "seats": list(variant.options.seats),
    }


# --- what lies where -----------------------------------------------------------------------------


def _pack(position: Position) -> Iterator[State]:
    pack = left_in_pack(position).items()
    for card, left in sorted(pack, key=lambda one: _by_suit(one[0])):
        lying = sorted(set(places_of(position, card)))
        where = join_words([_place_words(place) for place in lying])
        yield {
            "card": card.text,
            "short": BY_SUIT.card(card),
            "suit": card.suit,
            "left": max(0, left),
            "label": f"{card.name}, {where or 'in the pack'}",
        }


def _by_suit(card: Card) -> tuple[int, str, int]:
    """Sort by suits, aces first."""
    return "SHCD".find(card.suit), card.suit, -card.order


def _place_words(place: str) -> str:
    word, _, which = place.partition(" ")
    if word == "hand":
        return f"in the hand of player {which}"
    if word == "pile":
        return "taken"
    return {"set": "in a build", STOCK: "in the stock"}.get(word, "on the table")


def _laid(card: Card, place: str) -> State:
    return {"card": card.text, "place": place, "label": f"{card.name}, {_place_words(place)}"}


def _build(build: Build, position: Position) -> State:
    owner = f"Player {build.owner}'s " if build.owner else ""
    return {
        "key": build.cards[0].text,
        "label": f"{owner}build of {build.value}: {ALOUD.sets(build.sets)}",
        "value": build.value,
        "values": sorted({*possible_values(build, position), build.value}),
        "owner": build.owner or 0,
        "multiple": build.is_multiple,
        "sets": [[_laid(card, f"set {card}") for card in cards] for cards in build.sets],
        "places": [[f"set {card}" for card in cards] for cards in build.sets],
        "beside": f"beside {build.cards[0]}",
    }


def _hands(position: Position) -> Iterator[State]:
    for seat, hand in enumerate(position.hands, 1):
        place = f"hand {seat}"
        yield {
            "place": place,
            "name": seat_name(seat),
            "cards": [_laid(card, place) for card in hand.cards],
            "hidden": hand.unknown,
            "to_play": seat == position.turn,
        }


def _piles(position: Position) -> Iterator[State]:
    for index, pile in enumerate(position.taken):
        place = f"pile {index}"
        yield {
            "place": place,
            "index": index,
            "name": join_words([seat_name(seat) for seat in pile_seats(position, index)]),
            "cards": [_laid(card, place) for card in pile.cards],
            "hidden": pile.unknown,
            "sweeps": pile.sweeps,
        }


# --- plays and their values ----------------------------------------------------------------------


def _kinds(position: Position) -> Iterator[State]:
    for kind, heading in _KINDS.items():
        end = perf_counter() + _SECONDS
        listed, count, is_whole = [], 0, True
        for play in islice(legal_plays(position, kind=kind), _COUNTED + 1):
            if count == _COUNTED or (count > _LISTED and perf_counter() > end):
                is_whole = False
                break
            count += 1
            if count <= _LISTED:
                words = play_words(play, position, BY_SUIT, seat_name, hand=True)
                listed.append({"text": str(play), "words": words})
        left = f"the first {len(listed)} of them" if count > len(listed) else ""
        yield {
            "heading": heading,
            "count": count,
            "more": "" if is_whole else "more than ",
            "left": left,
            "plays": listed,
        }


def _values(values: Values | None, session: SetupSession) -> State | None:
    if values is None:
        return None
    bars = _bars(values)
    has_beside = session.beside is not None
    for index, bar in enumerate(bars):
        legal = session.is_legal_under(index)
        bar["beside"] = ("legal there too" if legal else "not legal there") if has_beside else ""
    count = len(values.plays) - len(bars)
    return {
        "words": values.words,
        "bars": bars,
        "more": f"and {count_words(count, 'other play')}" if count else "",
    }


def _bars(values: Values) -> list[State]:
    """Describe the bars of the best plays, all to one scale on which 0 always is."""
    shown = values.plays[:_BARS]
    ends = [end for one in shown for end in (one.least, one.most, one.mean) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return [{**_bar(one, low, high), "zero": _share(0.0, low, high)} for one in shown]


def _bar(one: ValuedPlay, low: float, high: float) -> State:
    least = one.mean if one.least is None else one.least
    most = one.mean if one.most is None else one.most
    return {
        "text": str(one.play),
        "words": one.words,
        "value": one.said,
        "label": f"{one.words}: {one.said} points, {one.brings}",
        "brings": one.brings,
        "mean": None if one.mean is None else _share(one.mean, low, high),
        "least": None if least is None else _share(least, low, high),
        "most": None if most is None else _share(most, low, high),
        # Of a mean that is next to nothing nothing is said.
        "items": [
            [item, signed_points(points)]
            for item, points in one.items
            if isinstance(points, int) or round(points, 1)
        ],
        "steps": len(one.line),
    }


def _share(value: float, low: float, high: float) -> float:
    """Return where a value stands between the ends of the scale, in per cent."""
    return round(100 * (value - low) / (high - low), 2) if high > low else 0.0


def _line(session: SetupSession) -> State | None:
    if session.values is None or not session.values.plays:
        return None
    index, step = session.shown
    chosen = session.values.plays[index]
    if not chosen.line:
        return None
    position = chosen.line[step - 1].position if step else session.position
    return {
        "play": index,
        "title": chosen.words,
        "step": step,
        "steps": [one.words for one in chosen.line],
        "position": str(position),
        "picture": picture_address(position),
        "described": table_words(position),
    }


def _beside(beside: Beside | None) -> State | None:
    if beside is None:
        return None
    position = beside.position
    is_playable = not beside.faults and position.turn is not None
    return {
        "name": position.variant.base,
        "title": position.variant.title,
        "faults": [by_suit(fault) for fault in beside.faults],
        "words": beside.values.words if beside.values else beside.words,
        "kinds": list(_kinds(position)) if is_playable else [],
        "bars": _bars(beside.values) if beside.values else [],
    }


def picture_address(position: Position) -> str:
    """Return the picture of a table as an address that needs no server."""
    return f"data:image/svg+xml,{quote(table_svg(position))}"

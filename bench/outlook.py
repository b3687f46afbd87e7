"""``python -m bench.outlook``: fit what the end of a deal leaves to be expected, by self-play.

Rounds that the searcher plays against itself are written down in bench/outlook.csv, a line for the
end of each deal but the last; the numbers that fit them best go to the package's
``data/outlook.toml``, with how many rounds they come from. ``--fit`` fits the lines that are there.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import casino_tutor
from casino_tutor.engine.bulk import bulk_map
from casino_tutor.engine.opponents import find_opponent
from casino_tutor.engine.outlook import Curve, Outlook, majority
from casino_tutor.model.position import NOBODY, Position
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.rounds import play_on, seen_from
from casino_tutor.rules.scoring import tally
from casino_tutor.rules.worth import certain_points

HERE: Final = Path(__file__).resolve().parent
DATA: Final = HERE / "outlook.csv"
FITTED: Final = Path(casino_tutor.__file__).parent / "data" / "outlook.toml"
#: The games that are played, each for so many rounds.
GAMES: Final = ("royal_english", "casino_pagat")
ROUNDS: Final = 500
#: Who plays in both seats.
PLAYER: Final = "searcher:12"
#: The steps by which a curve is fitted, made smaller so many times.
_STEPS: Final = (0.3, 5.0, 0.5)
_TIMES: Final = 60
_SMALLER: Final = 0.85

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Line:
    """The end of a deal, and what came of it; differences count for the side of seat 1.

    ``cards``, ``spades``, ``sure``: the lead then, ``*_left`` what was still to be taken,
    ``*_end`` the lead at the end of the round; ``last`` 1, 0 or -1 says who captured last,
    ``loose`` and ``worth`` what lay on the table.
    """

    game: str
    cards: int
    cards_left: int
    cards_end: int
    spades: int
    spades_left: int
    spades_end: int
    sure: int
    sure_end: int
    last: int
    loose: int
    worth: int


def play_round(seed: int, _seed: int, *, game: str) -> list[list[Any]]:
    """Play a round, and return its lines as lists."""
    variant, player, rnd = find_variant(game), find_opponent(PLAYER), Random(seed)
    position = start_round(variant, 2, shuffled(variant.options, seed))
    ends: list[Position] = []
    while position.turn is not None:
        stock = position.stock.count
        chosen = player.choose(seen_from(position, position.turn), rnd)
        position, _ = play_on(position, chosen)
        if position.turn is not None and position.stock.count < stock:
            ends.append(position)
    last = _counted(position)
    return [list(astuple(_line(game, end, last))) for end in ends]


def _counted(position: Position) -> dict[str, tuple[int, int]]:
    options, found = position.variant.options, tally(position)
    sure = [sum(certain_points(card, options) for card in items) for items in found.items]
    return {
        "cards": (found.cards[0] - found.cards[1], sum(found.cards)),
        "spades": (found.spades[0] - found.spades[1], sum(found.spades)),
        "sure": (sure[0] - sure[1], 0),
    }


def _line(game: str, end: Position, last: dict[str, tuple[int, int]]) -> Line:
    options, here = end.variant.options, _counted(end)
    who = 0 if end.last <= NOBODY else 1 - 2 * end.side_of(end.last)
    # New hands have been dealt by now; the first deal alone lays cards on the table.
    return Line(
        game=game,
        cards=here["cards"][0],
        cards_left=last["cards"][1] - here["cards"][1],
        cards_end=last["cards"][0],
        spades=here["spades"][0],
        spades_left=last["spades"][1] - here["spades"][1],
        spades_end=last["spades"][0],
        sure=here["sure"][0],
        sure_end=last["sure"][0],
        last=who,
        loose=len(end.loose),
        worth=sum(certain_points(card, options) for card in end.loose),
    )


def fit(lines: Sequence[Line]) -> Outlook:
    """Return the numbers that fit best."""
    of = {
        field.name: np.array([getattr(line, field.name) for line in lines], float)
        for field in fields(Line)
        if field.name != "game"
    }
    cards, spades = (
        _curve(of[name], of[f"{name}_left"], of[f"{name}_end"], of["last"])
        for name in ("cards", "spades")
    )
    columns = np.stack([np.ones(len(lines)), of["loose"], of["worth"], of["last"]], 1)
    points, *_ = np.linalg.lstsq(columns, of["sure_end"] - of["sure"], rcond=None)
    first, first_loose, first_worth, last = (round(float(value), 3) for value in points)
    rounds = ROUNDS * len(GAMES)
    return Outlook(cards, spades, first, first_loose, first_worth, last, rounds)


def _curve(lead: Numbers, left: Numbers, end: Numbers, last: Numbers) -> Curve:
    """Fit a majority: how far it spreads, its middle by what is left, and by who captured last."""
    won = np.sign(end)

    def loss(found: Sequence[float]) -> float:
        spread, first, by_last = found
        rows = zip(lead, left, first * left / 100 + by_last * last, strict=True)
        told = [majority(int(ahead), int(rest), spread, shift) for ahead, rest, shift in rows]
        return float(np.mean((won - told) ** 2))

    return Curve(*(round(value, 3) for value in _least(loss, [1.5, 0.0, 0.0])))


def _least(loss: Callable[[Sequence[float]], float], found: list[float]) -> list[float]:
    """Find the least loss, one number after another in smaller and smaller steps."""
    best, steps = loss(found), list(_STEPS)
    for _ in range(_TIMES):
        for number, step in enumerate(steps):
            for way in (step, -step):
                tried = [*found[:number], found[number] + way, *found[number + 1 :]]
                if tried[0] > 0 and (value := loss(tried)) < best:
                    best, found = value, tried
        steps = [step * _SMALLER for step in steps]
    return found


def write_fitted(found: Outlook, path: Path = FITTED) -> None:
    """Write the numbers into the package."""
    text = (
        "# What the end of a deal leaves to be expected, for the side of seat 1. Made by\n"
        f"# python -m bench.outlook: {PLAYER} against itself in {' and '.join(GAMES)}.\n"
    )
    numbers = asdict(found)
    tables = {"cards": numbers.pop("cards"), "spades": numbers.pop("spades"), "rest": numbers}
    for name, table in tables.items():
        text += f"\n[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in table.items())
    path.write_text(text, "utf-8")


def read_lines(path: Path = DATA) -> Iterator[Line]:
    """Read the lines that were written down."""
    with path.open(newline="", encoding="utf-8") as file:
        for game, *numbers in list(csv.reader(file))[1:]:
            yield Line(game, *map(int, numbers))


def write_lines(lines: Iterable[Sequence[Any]], path: Path = DATA) -> None:
    """Write lines down."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([field.name for field in fields(Line)])
        table.writerows(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Play, unless the lines are there already, and fit."""
    parser = argparse.ArgumentParser(prog="python -m bench.outlook", description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit the lines that are there")
    parser.add_argument("--jobs", type=int, help="how many processes play (default: all)")
    asked = parser.parse_args(words)
    if not asked.fit:
        lines = [
            line
            for game in GAMES
            for of_round in bulk_map(
                partial(play_round, game=game), range(ROUNDS), jobs=asked.jobs, progress=True
            )
            for line in of_round
        ]
        write_lines(lines)
    found = fit(list(read_lines()))
    write_fitted(found)
    print(found)


if __name__ == "__main__":
    main()

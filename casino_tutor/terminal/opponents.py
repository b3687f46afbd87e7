"""The simplest opponent that plays by the rules, and rounds played out by it alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import CapturePlay, Play, TrailPlay, item_cards
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.rounds import play_on, score_round, seen_from
from casino_tutor.rules.scoring import tally
from casino_tutor.rules.transition import captured_cards, is_sweep
from casino_tutor.rules.worth import certain_points, is_twin, orange_count, sweep_points
from casino_tutor.terminal.answers import Answer
from casino_tutor.terminal.counted import LETTERS

#: How many captures are compared on a crowded table.
_COMPARED: Final = 2000
_COURT_HEIGHTS: Final = {"J": 11, "Q": 12, "K": 13}


def simple_play(view: Position) -> Play:
    """Return the play of the simplest opponent.

    It takes the capture that scores most for certain (point cards, a sweep, an orange, which it
    calls), or least where few points win, the first of them where several do; otherwise it trails
    its lowest card. It builds only where nothing else is legal.

    Parameters
    ----------
    view : Position
        The table as the seat to play knows it, on which it has a legal play.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> str(simple_play(parse_position("AC,8D,6C,2D 8S,AD/?2")))
    'ADxAC'
    """
    captures = [
        play
        for play in islice(legal_plays(view, kind="capture"), _COMPARED)
        if isinstance(play, CapturePlay)
    ]
    if captures:
        best = min if view.variant.options.low_wins else max
        return _called(view, best(captures, key=lambda play: _certain(view, play)))
    trails = [play for play in legal_plays(view, kind="trail") if isinstance(play, TrailPlay)]
    if trails:
        return min(trails, key=lambda play: [_height(card) for card in play.hand])
    return next(iter(legal_plays(view)))


def _height(card: Card) -> int:
    return card.number or _COURT_HEIGHTS[card.rank]


def _table_cards(play: CapturePlay) -> list[Card]:
    return [card for item in play.items for card in item_cards(item)]


def _certain(view: Position, play: CapturePlay) -> int:
    options, table = view.variant.options, _table_cards(play)
    points = sum(certain_points(card, options) for card in captured_cards(play))
    if is_sweep(view, play):
        points += sweep_points(len(table), options, twin=is_twin(play.hand, table))
    return points + orange_count(play.hand, table, options) * options.orange_points


def _called(view: Position, play: CapturePlay) -> CapturePlay:
    options = view.variant.options
    made = orange_count(play.hand, _table_cards(play), options)
    return replace(play, calls=("orange",)) if made else play


def simulate_answer(variant: Variant, players: int, rounds: int, seed: int) -> Answer:
    """Play rounds with the simplest opponent in every seat.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    rounds : int
        How many rounds, each dealt anew and counted by itself.
    seed : int
        One seed gives the same rounds.

    Returns
    -------
    dict
        ``variant``, ``players``, ``rounds``, ``seed``; for each side under its letter ``points``
        in all, ``average`` a round, ``best`` rounds (in which it alone scored most), ``cards`` and
        ``sweeps``, all in ``sides``; ``plays`` and ``residue``: turns, and cards that nobody took.

    Raises
    ------
    DealError
        If the variant is not for so many players.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> answer = simulate_answer(find_variant("kirchner"), 2, 2, seed=1)
    >>> answer["rounds"], sum(side["cards"] for side in answer["sides"].values())
    (2, 104)
    """
    sides = len(variant.options.sides_for(players))
    counted = {
        LETTERS[side]: {"points": 0, "best": 0, "cards": 0, "sweeps": 0} for side in range(sides)
    }
    plays = residue = 0
    for number in range(1, rounds + 1):
        position = start_round(variant, players, seeded_order(variant, seed, number))
        while position.turn is not None:
            position, _ = play_on(position, simple_play(seen_from(position, position.turn)))
            plays += 1
        points, found = score_round(position).points, tally(position)
        residue += len(position.loose) + len(position.aside)
        residue += sum(len(build.cards) for build in position.builds)
        for side, own in enumerate(counted.values()):
            own["points"] += points[side]
            own["best"] += points[side] == max(points) and points.count(max(points)) == 1
            own["cards"] += found.cards[side]
            own["sweeps"] += found.sweeps[side]
    return {
        "variant": variant.name,
        "players": players,
        "rounds": rounds,
        "seed": seed,
        "plays": plays,
        "residue": residue,
        "sides": {
            letter: {**own, "average": round(own["points"] / rounds, 3) if rounds else 0.0}
            for letter, own in counted.items()
        },
    }


def simulate_text(answer: Answer) -> str:
    """Write for a person what simulated rounds brought."""
    who = f"{answer['variant']} with {answer['players']} players, seed {answer['seed']}"
    lines = [f"{answer['rounds']:,} rounds of {who}: {answer['plays']:,} turns."]
    for letter, own in answer["sides"].items():
        points = f"{own['average']:.2f} points a round ({own['points']:,} in all)"
        won = f"most points in {own['best']:,} rounds"
        lines.append(f"{letter}: {points}, {won}; {own['cards']:,} cards, {own['sweeps']:,} sweeps")
    return "\n".join(lines)

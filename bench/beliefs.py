"""``python -m bench.beliefs``: how much a declined capture says about a hand, counted in self-play.

After each trail, and each capture, it is counted how often a card that would have won more was
still held, against how often it would be by chance; the ratios go to the package's
``data/beliefs.toml``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import casino_tutor
from casino_tutor.engine.beliefs import Reading, Seen, likely_cards, watched
from casino_tutor.engine.bulk import bulk_map
from casino_tutor.engine.chances import unseen_cards
from casino_tutor.engine.opponents import find_opponent
from casino_tutor.model.variant import find_variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.rounds import play_on, seen_from

COUNTED: Final = Path(casino_tutor.__file__).parent / "data" / "beliefs.toml"
GAMES: Final = ("royal_english", "casino_pagat")
ROUNDS: Final = 200
PLAYER: Final = "searcher:12"
#: Marks a card that a declined capture speaks against.
_MARK: Final = Reading(trail=0.5, capture=0.5)


def count_round(seed: int, _seed: int, *, game: str) -> dict[str, list[float]]:
    """Play a round; return for trails and captures how many cards were held, and by chance."""
    variant, player, rnd = find_variant(game), find_opponent(PLAYER), Random(seed)
    position = start_round(variant, 2, shuffled(variant.options, seed))
    held, chance = Counter[str](), Counter[str]()
    while position.turn is not None:
        seat = position.turn
        chosen = player.choose(seen_from(position, seat), rnd)
        before = position
        position, _ = play_on(position, chosen)
        seen = watched(before, chosen)
        if position.turn is None or position.stock.count != before.stock.count or not seen:
            continue
        view = seen_from(position, 3 - seat)
        hand = set(position.hands[seat - 1].cards)
        each = len(hand) / len(unseen_cards(view))
        marked = likely_cards(view, [Seen(seen[0].table, seen[0].play)], _MARK).get(seat, {})
        kind = seen[0].play.kind
        for card in unseen_cards(view):
            if card in marked:
                held[kind] += card in hand
                chance[kind] += each  # type: ignore[assignment]
    return {kind: [held[kind], chance[kind]] for kind in ("trail", "capture")}


def main(words: Sequence[str] | None = None) -> None:
    """Play, count, and write the ratios."""
    parser = argparse.ArgumentParser(prog="python -m bench.beliefs", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many of each game")
    parser.add_argument("--jobs", type=int, help="how many processes play (default: all)")
    asked = parser.parse_args(words)
    played = [
        counted
        for game in GAMES
        for counted in bulk_map(
            partial(count_round, game=game), range(asked.rounds), jobs=asked.jobs, progress=True
        )
    ]
    text = (
        "# How likely a card is still held after a capture with it was declined, against one that\n"
        f"# says nothing. Made by python -m bench.beliefs: {PLAYER} against itself in\n"
        f"# {' and '.join(GAMES)}, {asked.rounds} rounds each.\n\n[reading]\n"
    )
    for kind in ("trail", "capture"):
        held, chance = (sum(counted[kind][place] for counted in played) for place in (0, 1))
        text += f"{kind} = {min(1.0, held / chance):.2f}\n"
        print(f"{kind}: held {held:g}, by chance {chance:.1f}")
    COUNTED.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

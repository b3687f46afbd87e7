"""Golden playthroughs: two rounds of every variant, to be read by people and compared by a test.

``python -m tests.playthroughs.write`` writes them all anew. Each file is a record: the program can
replay it. Above every play stands how many plays are legal there and the position before it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from casino_tutor.model.position import Pile, Position, Stock
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.recording import ORANGE, RecordedMatch
from casino_tutor.rules.rounds import RoundScore
from tests.random_matches import begin, claimers, deal_next, random_play

FOLDER: Final = Path(__file__).parent
ROUNDS: Final = 2
SEED: Final = 2
_HEAD: Final = (
    "The plays are chosen at random, captures most often. Above each play stand the number of",
    "legal plays and the position: table, hands, seat, stock, cards taken, last capturer.",
    "`python -m tests.playthroughs.write` writes this file anew.",
)


def file_of(name: str) -> Path:
    """Return the file of a variant's golden playthrough."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Play two rounds of a variant and return their record with remarks."""
    variant = find_variant(name)
    seats = variant.options.seats
    # Each variant keeps its own number of players, whatever others are added.
    players, rnd = seats[len(name) % len(seats)], Random(SEED)
    kept = begin(variant, players, SEED)
    while True:
        kept = _play_round(kept, rnd)
        if not kept.match.is_over:
            teams = tuple(map(kept.match.team_of_side, range(len(kept.match.teams))))
            kept, score, _ = kept.count()
            kept = kept.remark(_points_text(score, teams))
        if kept.match.is_over or kept.match.round == ROUNDS:
            break
        kept = deal_next(kept)
    return "".join(f"# {line}\n" for line in _HEAD) + str(kept.record)


def _play_round(kept: RecordedMatch, rnd: Random) -> RecordedMatch:
    while kept.match.position.turn is not None and not kept.match.is_over:
        position = kept.match.position
        legal = legal_plays(position).count()
        kept = kept.remark(f"{legal} legal: {position_text(position)}")
        kept, verdict = kept.play(random_play(position, rnd, most=None))
        if verdict.sweep:
            kept = kept.remark("a sweep")
        after = kept.match.position
        if any(word == ORANGE for word, _ in after.pending) and rnd.random() < 0.5:
            kept = kept.call_orange(after.turn or 1)
        right = claimers(kept.match) if kept.match.variant.options.win_rule == "claim" else []
        if right and not kept.match.is_over:
            kept = kept.claim(right[0])
    return kept


def position_text(position: Position) -> str:
    """Write a position short enough to be read: of stock and taken cards only how many."""
    shown = replace(
        position,
        stock=Stock(position.stock.count),
        taken=tuple(Pile((), len(pile), pile.sweeps) for pile in position.taken),
    )
    # The head of the file says the variant.
    parts = str(shown).split("; ")
    return "; ".join(part for part in parts if not part.startswith("variant "))


def _points_text(score: RoundScore, teams: tuple[int, ...]) -> str:
    """Say what each team scored, item by item."""
    scored: dict[int, list[str]] = {team: [] for team in range(len(teams))}
    for item in score.items:
        scored[teams[item.side]].append(f"{item.item} {item.points}")
    return "; ".join(
        f"team {team}: {', '.join(items) or 'nothing'}" for team, items in scored.items()
    )


def main() -> None:
    """Write every file and say which have changed."""
    for name in variant_names():
        path, text = file_of(name), playthrough(name)
        changed = not path.exists() or path.read_text("utf-8") != text
        path.write_text(text, "utf-8")
        lines = text.count("\n")
        sys.stdout.write(f"{path.name}: {lines} lines{', changed' * changed}\n")


if __name__ == "__main__":
    main()

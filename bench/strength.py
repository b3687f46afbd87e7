"""``python -m bench.strength``: how strong the opponents are, by the protocol that it writes down.

Every claim is a duel of the arena. The result is bench/STRENGTH.md; with ``--journals`` a run that
was killed goes on where it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import casino_tutor
from bench.report import machine
from casino_tutor.engine.arena import Duel, DuelResult, duel
from casino_tutor.engine.gains import SHARES
from casino_tutor.engine.opponents import OPPONENTS
from casino_tutor.model.variant import find_variant

HERE: Final = Path(__file__).resolve().parent
TABLE: Final = "STRENGTH.md"
#: The games in which strength is measured.
GAMES: Final = ("royal_english", "casino_pagat")
#: So many pairs stand behind a claim.
PAIRS: Final = 300
#: Among three players worlds are played on by the readable rules, which takes its time.
_PAIRS_OF_THREE: Final = 40
_SEED: Final = 20
#: Shares that are held against the one in use.
_SHARES: Final = (0, 1, 2, 5, 10)

_PROTOCOL: Final = """\
# Strength

A pair is one deal played twice, by the same two opponents with seats changed; what an opponent
leaves to chance belongs to the seat. The difference is the mean, over pairs, of the points a round
by which the first is ahead of the second; the interval is Student's, 95 %, over pairs. A round is
played from the first deal, at 0 to 0. The seed is {seed}; any machine plays the same rounds.
N is the number of pairs: nothing is claimed of fewer than {pairs}, except where that is said. Of
three players a deal is played three times: A has one seat after another, B both others, as their
average.

    python -m bench.strength {words}

{about}
"""


class Claim(NamedTuple):
    """One line of the table: who plays whom, and where."""

    one: str
    other: str
    game: str
    players: int = 2
    pairs: int = PAIRS


def claims() -> Iterator[Claim]:
    """Yield every duel that is played."""
    ladder = ("counter", "greedy", "simple", "random")
    for game in GAMES:
        yield Claim("searcher:20ms", "greedy", game)
        yield Claim("searcher:20ms", "counter", game)
        for number, one in enumerate(ladder):
            for other in ladder[number + 1 :]:
                yield Claim(one, other, game)


def longer() -> Iterator[Claim]:
    """Yield the duels that say what more time is worth."""
    for game in GAMES:
        yield Claim("searcher:60ms", "searcher:20ms", game)
        yield Claim("searcher:200ms", "searcher:20ms", game)


def remedies() -> Iterator[Claim]:
    """Yield the duels of what was tried against the fault of the method.

    In each world both sides play as if they saw the cards. Searched to the end of the next deal
    there is less of a guess at the end, but more of that; and what captures were declined says
    something about the hands.
    """
    for game in GAMES:
        yield Claim("searcher:24,read=1", "searcher:24", game)
        yield Claim("searcher:12,deals=2", "searcher:12", game)


def three() -> Iterator[Claim]:
    """Yield the duels of three players, each for themselves.

    Worlds are played on to the end of the deal, each seat for its own side; the other assumption is
    that all play against the seat that asks.
    """
    for game in GAMES:
        for other in ("greedy", "searcher:6,against=1"):
            yield Claim("searcher:6", other, game, 3, _PAIRS_OF_THREE)


def shares() -> Iterator[Claim]:
    """Yield the duels that say how many times its even share of the majorities a card counts."""
    for game in GAMES:
        for share in _SHARES:
            yield Claim("greedy", f"greedy:{share}", game)
            yield Claim("counter", f"counter:{share}", game)


#: The parts of a run; shares are only shown.
PARTS: Final = {
    "claims": claims,
    "longer": longer,
    "remedies": remedies,
    "three": three,
    "shares": shares,
}
_ABOUT: Final = {
    "claims": "Who is stronger:",
    "longer": "What more time is worth to the searcher:",
    "remedies": (
        "What was tried against the fault of the method (in each world both sides play as if they "
        "saw the cards): to search the next deal as well, and to read declined captures. Neither "
        "is in use unless a line below is clearly above zero:"
    ),
    "three": (
        "Three players, each for themselves. The searcher takes it that each plays for its own "
        "side, as *greedy* would; `against=1` takes it that both play against the seat that asks. "
        f"{_PAIRS_OF_THREE} deals, each played three times:"
    ),
}


def main(words: Sequence[str] | None = None) -> None:
    """Play every duel and write the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="how many deals a duel has")
    parser.add_argument("--only", choices=PARTS, help="only show this part, write no table")
    parser.add_argument("--jobs", type=int, help="how many processes play (default: all)")
    parser.add_argument("--cluster", help="the address of a Dask scheduler")
    parser.add_argument("--journals", type=Path, help="a folder in which a run can be resumed")
    parser.add_argument("--out", type=Path, default=HERE / TABLE, help="the file to write")
    asked = parser.parse_args(words)
    if asked.journals:
        asked.journals.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[str]] = {}
    asked_for = [asked.only] if asked.only else [part for part in PARTS if part in _ABOUT]
    for part, claim in ((name, claim) for name in asked_for for claim in PARTS[name]()):
        name = f"{claim.one}-{claim.other}-{claim.game}-{claim.players}".replace(":", "_")
        journal = asked.journals / f"{name}.jsonl" if asked.journals else None
        played = duel(
            Duel(claim.one, claim.other, find_variant(claim.game), claim.players),
            pairs=min(claim.pairs, asked.pairs),
            seed=_SEED,
            jobs=asked.jobs,
            cluster=asked.cluster,
            resume=journal,
            progress=True,
        )
        lines.setdefault(part, []).append(line(played))
        print(lines[part][-1], flush=True)
    if not asked.only:
        asked.out.write_text(document(lines, asked.pairs), "utf-8")


def line(played: DuelResult) -> str:
    """Write one line of the table."""
    one, other = played.standings
    rounds = played.duel.sides * played.pairs
    cells = (
        f"`{played.duel.variant.name}`",
        one.name,
        other.name,
        str(played.difference),
        f"{one.points / rounds:.2f} : {other.points / rounds:.2f}",
        f"{one.sweeps / rounds:.2f} : {other.sweeps / rounds:.2f}",
        f"{one.rounds} : {other.rounds}",
        str(played.pairs),
    )
    return f"| {' | '.join(cells)} |"


def document(lines: Mapping[str, Sequence[str]], pairs: int) -> str:
    """Write the whole file."""
    found = machine()
    words = "" if pairs == PAIRS else f"--pairs {pairs}"
    about = (
        f"{datetime.now(UTC).date().isoformat()}, casino-tutor {casino_tutor.__version__}, "
        f"{found['processor']}, {found['cores']} cores."
    )
    parts = [_PROTOCOL.format(seed=_SEED, pairs=PAIRS, words=words, about=about)]
    if pairs < PAIRS:
        parts.append("**Fewer pairs than a claim needs: this shows that everything runs.**\n")
    parts.append("Opponents:\n")
    parts.append("".join(f"- *{name}*: {OPPONENTS[name].sentence}.\n" for name in OPPONENTS))
    parts.append(
        f"The share at which a card counts towards majorities is {SHARES:g} times an even one; "
        "`python -m bench.strength --only shares` holds it against others.\n"
    )
    heads = ("game", "A", "B", "A ahead of B, points a round", "points", "sweeps", "rounds won")
    head = f"| {' | '.join((*heads, 'N'))} |"
    for part, of_part in lines.items():
        parts.append(_ABOUT[part] + "\n")
        parts.append("\n".join([head, "|" + "---|" * (len(heads) + 1), *of_part, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    main()

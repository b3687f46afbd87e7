"""Course saved games of every style, written at random and damaged at random."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.errors import AmbiguousPlayError, NotationError
from casino_tutor.model.plays import Sets
from casino_tutor.model.position import UNKNOWN, Build, Hand, Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.saved_games import read_saved_game
from casino_tutor.rules.flags import flags
from tests.random_positions import random_position

SAVES: Final = Path(__file__).parents[1] / "saves"
PLAYERS: Final = ("Human", "Computer")
#: What the damage is made of: pieces of the format, and what does not belong there.
PIECES: Final = (
    *(
        "[",
        "]",
        "{",
        "}",
        " ",
        "\n",
        "\t",
        "\r\n",
        ":",
        ",",
        "=",
        "-",
        "0",
        "14",
        "\0",
        "é",
        "\u2028",
    ),
    *("S", "H", "X", "A", "1", "CA", "SX", "C10", "6H", "s3", "Human", "Computer", "human"),
    *(
        "Round: 1",
        "Table:",
        "Build Owner:",
        "Deck:",
        "Next Player: ",
        "<<<<<<< ",
        "=14",
        "[ [SA] [HA] ]",
    ),
)


def game_at(rnd: Random) -> Position:
    """Return a random position of the course game in which both hands and the deck are known."""
    position = random_position("royal_course", rnd, seats=2)
    options = position.variant.options
    rest = list((deck_counts(options.deck, options.packs) - known_cards(position)).elements())
    rnd.shuffle(rest)
    hands = []
    for hand in position.hands:
        hands.append(Hand((*hand.cards, *rest[: hand.unknown])))
        del rest[: hand.unknown]
    if rnd.random() < 0.3:
        del rest[rnd.randrange(len(rest) + 1) :]
    return replace(
        position,
        builds=tuple(replace(build, fresh=False) for build in position.builds),
        hands=tuple(hands),
        stock=Stock.known(tuple(rest)) if rest else Stock(),
        last=rnd.choice([1, 2, UNKNOWN]),
        score=(rnd.randrange(21), rnd.randrange(21)),
    )


class Writer:
    """Writes a position as one program or another would; each has its own habits."""

    def __init__(self, rnd: Random) -> None:
        self.indent = rnd.choice(["   ", "\t", ""])
        self.end = rnd.choice(["\n", "\n", "\r\n"])
        self.between = rnd.choice(["", " ", "  "])
        self.wraps_singles = rnd.random() < 0.3
        self.owners_in_one_line = rnd.random() < 0.3
        self.before_owner = rnd.choice([" ", " ", ""])
        self.face_of_ten = rnd.choice(["X", "X", "10"])
        self.after = rnd.choice(["", " "])
        self.nothing_for_no_owner = rnd.random() < 0.5

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Write cards, suit first."""
        faces = {"T": self.face_of_ten}
        return " ".join(card.suit + faces.get(card.rank, card.rank) for card in cards)

    def build(self, sets: Sets) -> str:
        """Write a build in brackets."""
        if len(sets) == 1 and not self.wraps_singles:
            return f"[{self.cards(sets[0])}]"
        return "[ " + " ".join(f"[{self.cards(cards)}]" for cards in sets) + " ]"

    def on_the_table(self, build: Build) -> str:
        """Write a build; where only aces say its value, the value too."""
        only_aces = all(len(cards) == 1 and cards[0].rank == "A" for cards in build.sets)
        return self.build(build.sets) + (f"={build.value}" if only_aces else "")

    def game(self, position: Position, round_number: int) -> str:
        """Write the whole file."""
        table = [*map(self.on_the_table, position.builds), self.cards(position.loose)]
        lines = [f"Round: {round_number}", ""]
        for seat in (1, 0):
            lines += [
                f"{PLAYERS[seat]}:",
                f"{self.indent}Score: {position.score[seat]}",
                f"{self.indent}Hand: {self.cards(position.hands[seat].cards)}",
                f"{self.indent}Pile: {self.cards(position.taken[seat].cards)}",
                "",
            ]
        lines += [f"Table: {' '.join(table)}", "", *self._owners(position.builds)]
        if position.last != UNKNOWN:
            lines += [f"Last Capturer: {PLAYERS[position.last - 1]}", ""]
        deck = self.cards(position.stock.order or ())
        mover = PLAYERS[(position.turn or 1) - 1]
        lines += [f"Deck: {deck}", "", f"Next Player: {mover}{self.after}", ""]
        return self.end.join(lines)

    def _owners(self, builds: tuple[Build, ...]) -> list[str]:
        owned = [
            f"{self.build(build.sets)}{self.before_owner}{PLAYERS[build.owner - 1]}"
            for build in builds
            if build.owner is not None
        ]
        if self.owners_in_one_line and owned:
            return [f"Build Owner: {self.between.join(owned)}", ""]
        if not owned:
            return [] if self.nothing_for_no_owner else ["Build Owner: ", ""]
        return [*(f"Build Owner: {each}" for each in owned), ""]


def damaged(text: str, rnd: Random) -> str:
    """Change a text here and there, as a careless hand or a broken program would."""
    for _ in range(rnd.choice([1, 1, 1, 2, 3, 6])):
        at = rnd.randrange(len(text) + 1)
        to = min(len(text), at + rnd.choice([1, 1, 2, 5, 40]))
        match rnd.randrange(7):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + rnd.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + rnd.choice(PIECES) + text[at + 1 :]
            case 3:
                text = text[:at] + text[at:to][::-1] + text[to:]
            case 4:
                lines = text.split("\n")
                line = lines.pop(rnd.randrange(len(lines)))
                lines.insert(rnd.randrange(len(lines) + 1), line)
                text = "\n".join(lines)
            case 5:
                lines = text.split("\n")
                lines.insert(rnd.randrange(len(lines) + 1), rnd.choice(lines))
                text = "\n".join(lines)
            case _:
                text = text[:at] if rnd.random() < 0.3 else text.replace(text[at:to], "", 1)
    return text


def stands_firm(text: str) -> bool:
    """Read a text; return True if it loads, and see that it is refused properly if it does not."""
    refused: NotationError | AmbiguousPlayError | None = None
    try:
        position = read_saved_game(text).position
    except (NotationError, AmbiguousPlayError) as error:
        refused = error
    if refused:
        assert 1 <= refused.line <= text.count("\n") + text.count("\r") + 1
        assert refused.column >= 1
        assert "\n" not in str(refused)
        return False
    assert parse_position(str(position), strict=True) == position
    flags(position)
    return True


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_written_is_read(seed: int) -> None:
    """Every style of writing gives the position and the round that were written."""
    rnd = Random(seed)
    for _ in range(100):
        position = game_at(rnd)
        round_number = rnd.randrange(1, 9)
        text = Writer(rnd).game(position, round_number)
        game = read_saved_game(text)
        assert game.position == position, text
        assert game.round == round_number
        assert read_saved_game(text.encode()) == game


def test_damaged_files_are_refused_or_read() -> None:
    """A damaged file raises the project's own errors, or loads and prints stably."""
    _damage(Random(1), 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
def test_many_damaged_files_are_refused_or_read(seed: int) -> None:
    """The same with 10,000 damaged files a seed."""
    _damage(Random(seed), 10_000)


def _damage(rnd: Random, times: int) -> None:
    files = [path.read_text("latin-1") for path in sorted(SAVES.glob("*.txt"))]
    loaded = 0
    for _ in range(times):
        own = Writer(rnd).game(game_at(rnd), 1) if rnd.random() < 0.5 else ""
        loaded += stands_firm(damaged(own or rnd.choice(files), rnd))
    # Neither is everything refused, nor is everything swallowed.
    assert 0.1 * times < loaded < 0.9 * times


@pytest.mark.parametrize(
    "filling", ["[ ", "h6 ", "[] ", "a:\n", "Deck:\n", "hello\n", "=1", "\r", "{[C6 S3]} Human\n"]
)
@pytest.mark.parametrize("place", ["Table: ", "Owner: ", "Next Player: Human\n"])
def test_much_nonsense(filling: str, place: str) -> None:
    """A large text of anything is refused in one short line, or read."""
    text = (SAVES / "two-builds.txt").read_text("utf-8")
    stands_firm(text.replace(place, place + filling * (50_000 // len(filling)), 1))

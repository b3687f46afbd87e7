"""What there is to say about a table, row by row; the terminal and the pictures share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from casino_tutor.draw.words import count_words, join_words, pile_seats, seats_words
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Sets
from casino_tutor.model.position import NOBODY, UNKNOWN, Build, Hand, Pile, Position, Stock

#: The label of the cards set aside, which a picture shows as cards.
SET_ASIDE: Final = "Set aside"
_LONGEST_NOTE: Final = 200


class Naming(NamedTuple):
    """How rows name cards.

    Attributes
    ----------
    card : callable
        The name of one card.
    between, plus : str
        What stands between cards, and between the cards of a sum.
    """

    card: Callable[[Card], str]
    between: str
    plus: str

    def cards(self, cards: Iterable[Card]) -> str:
        """Name several cards."""
        return self.between.join(map(self.card, cards))

    def sets(self, sets: Sets) -> str:
        """Name the sets of a build."""
        return ", ".join(self.plus.join(map(self.card, cards)) for cards in sets)


#: Whole words, for a screen reader.
IN_WORDS: Final = Naming(lambda card: card.name, ", ", " plus ")


class Row(NamedTuple):
    """A label, what it says, and whether it is the mover's."""

    label: str
    says: str
    to_play: bool = False


def title_words(position: Position) -> str:
    """Say which game this is and whose turn: ``Casino: seat 1 to play``."""
    return f"{clean(position.variant.title)}: {turn_words(position)}"


def turn_words(position: Position) -> str:
    """Say whose turn it is."""
    if position.turn is None:
        return "the round is over"
    played = ", the hand card of this turn is already played" if position.hand_played else ""
    return f"seat {position.turn} to play{played}"


def table_words(position: Position) -> str:
    """Describe a whole table in words, one line for each thing.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> print(table_words(parse_position("[5H+3C]=8@2,TD 8S/?1 1 40 -/- -")))
    Casino: seat 1 to play.
    Build of 8: five of hearts plus three of clubs (single, seat 2).
    Loose cards: ten of diamonds.
    Seat 1, to play: eight of spades.
    Seat 2: 1 unknown card.
    Stock: 40 cards.
    Taken by seat 1: nothing.
    Taken by seat 2: nothing.
    Last capture: nobody yet.
    """
    rows = [row for rows in sections(position, IN_WORDS) for row in rows]
    lines = [f"{row.label}{', to play' * row.to_play}: {row.says}." for row in rows]
    return "\n".join([f"{title_words(position)}.", *lines])


def sections(position: Position, naming: Naming) -> Iterator[list[Row]]:
    """Yield the rows in four sections: the table, the hands, what is off the table, the rest."""
    yield _table_rows(position, naming)
    yield [
        Row(f"Seat {seat}", hand_words(hand, naming), seat == position.turn)
        for seat, hand in enumerate(position.hands, 1)
    ]
    yield [Row("Stock", stock_words(position.stock)), *_taken_rows(position, naming)]
    yield list(note_rows(position, naming))


def _table_rows(position: Position, naming: Naming) -> list[Row]:
    if not position.builds and not position.loose:
        return [Row("Table", "empty")]
    rows = [
        Row(f"Build of {build.value}", f"{naming.sets(build.sets)} ({build_words(build)})")
        for build in position.builds
    ]
    return [*rows, Row("Loose cards", naming.cards(position.loose) or "none")]


def build_words(build: Build) -> str:
    """Say what kind of build it is and whose: ``single, seat 2``."""
    owner = f", seat {build.owner}" if build.owner is not None else ""
    return f"{'multiple' if build.is_multiple else 'single'}{owner}{', new' * build.fresh}"


def hand_words(hand: Hand, naming: Naming) -> str:
    """Say what a seat holds, as far as it is known."""
    unknown = count_words(hand.unknown, "unknown card")
    if not hand.cards:
        return unknown if hand.unknown else "no cards"
    return naming.cards(hand.cards) + (f" and {unknown}" if hand.unknown else "")


def stock_words(stock: Stock) -> str:
    """Say how large the stock is; never which cards, for on a table it lies face down."""
    if not stock.count:
        return "empty"
    return count_words(stock.count, "card") + (", their order known" if stock.order else "")


def pile_words(pile: Pile, naming: Naming) -> str:
    """Say what a side has captured: known cards bottom to top, and sweeps."""
    unknown = count_words(pile.unknown, "unknown card")
    if not len(pile):
        said = "nothing"
    elif not pile.cards:
        said = unknown
    else:
        said = f"{unknown}, then " * bool(pile.unknown) + naming.cards(pile.cards)
    return said + (f"; {count_words(pile.sweeps, 'sweep')}" if pile.sweeps else "")


def last_words(last: int) -> str:
    """Say who captured last."""
    return {NOBODY: "nobody yet", UNKNOWN: "not known"}.get(last, f"seat {last}")


def _taken_rows(position: Position, naming: Naming) -> Iterator[Row]:
    for index, pile in enumerate(position.taken):
        whose = seats_words(pile_seats(position, index))
        yield Row(f"Taken by {whose}", pile_words(pile, naming))
    yield Row("Last capture", last_words(position.last))


def note_rows(position: Position, naming: Naming) -> Iterator[Row]:
    """Yield what is neither on the table nor in a hand, stock or pile: score, proofs and so on."""
    sides = [seats_words(side) for side in position.sides]
    if any(len(side) > 1 for side in position.sides):
        yield Row("Sides", " against ".join(sides))
    for label, numbers in (("Score", position.score), ("Points so far", position.points)):
        if numbers:
            named = zip(sides, numbers, strict=False)
            yield Row(label, ", ".join(f"{number} for {side}" for side, number in named))
    if position.proved:
        proofs = [f"seat {seat} holds a card that takes {v}" for seat, v in position.proved]
        yield Row("Proved", join_words(proofs))
    if position.due:
        yield Row("Due", f"{naming.sets(position.due)}, to be taken this turn")
    if position.pending:
        calls = [f"seat {seat} may still call {clean(word)}" for word, seat in position.pending]
        yield Row("Open call", join_words(calls))
    if position.aside:
        yield Row(SET_ASIDE, naming.cards(position.aside))
    if position.carry:
        yield Row("Carried over", ", ".join(f"{clean(item)} {n}" for item, n in position.carry))
    if position.laid is not None:
        yield Row("Just trailed", naming.card(position.laid))
    changes = position.variant.changes()
    if changes:
        yield Row("House rules", ", ".join(f"{key}={value}" for key, value in changes.items()))
    for name, text in position.extra:
        yield Row(clean(name), clean(text) or "yes")


def clean(text: str) -> str:
    """Make a foreign text fit to be shown: one line, no control characters, not endless."""
    line = "".join(mark if mark.isprintable() else " " for mark in text)
    return line if len(line) <= _LONGEST_NOTE else line[:_LONGEST_NOTE] + "..."

"""What a card table stands on, and a single position to play from.

A table is a frozen value. `play` lets the learner play; `go_on` lets one thing happen that is not
the learner's to do: an opponent's turn, the counting of a round, the next deal. A whole match is
one too (`casino_tutor.tutor.session_match`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, Protocol, Self, TypeAlias

from casino_tutor.draw.words import join_words
from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.opponents import Opponent, Simple
from casino_tutor.engine.watching import watch
from casino_tutor.model.plays import Turn
from casino_tutor.model.position import Position
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.rounds import play_on, seen_from
from casino_tutor.rules.transition import after_unchecked
from casino_tutor.tutor.session_events import (
    CardsDealt,
    Event,
    LeftOver,
    Played,
)
from casino_tutor.tutor.session_words import (
    ALOUD,
    BY_SUIT,
    by_suit,
    deed_words,
    left_over_words,
    sentences,
)

#: What a table waits for: the learner's play, an opponent's, the counting of the round (which the
#: learner may want to precede with a claim), the next deal; or nothing, for all is over.
Waits: TypeAlias = Literal["you", "opponent", "count", "deal", "over"]
Happened: TypeAlias = tuple[Event, ...]

#: Who plays against the learner unless somebody else is asked for.
SIMPLEST: Final = Simple()


class Table(Protocol):
    """What a table session needs to know of the table it is about."""

    @property
    def position(self) -> Position:
        """The table with everything that is known of it."""
        ...

    @property
    def view(self) -> Position:
        """The table as the learner sees it."""
        ...

    @property
    def seat(self) -> int:
        """Where the learner sits."""
        ...

    @property
    def waits(self) -> Waits:
        """What the table waits for."""
        ...

    def seat_name(self, seat: int) -> str:
        """Return what the player at a seat is called; the learner is ``You``."""
        ...

    def play(self, attempt: Attempt) -> tuple[Self, Verdict]:
        """Let the learner play; an illegal attempt changes nothing."""
        ...

    def go_on(self) -> tuple[Self, Happened]:
        """Let one thing happen that is not the learner's to do."""
        ...


def view_after(table: Table, begun: Turn) -> Position:
    """Return the table as the learner sees it after the first actions of a turn."""
    view = table.view
    for play in begun:
        view = after_unchecked(view, play, more=True)
    return view


def turn_events(
    table: Table, seat: int, before: Position, verdict: Verdict, after: Position
) -> Happened:
    """Say what a turn was, and what followed it by itself.

    Parameters
    ----------
    table : Table
        Where it was played; it says what the players are called.
    seat : int
        Who played.
    before, after : Position
        The table before the turn, and after it and all that followed.
    verdict : Verdict
        What was said of the turn.
    """
    return (_played(table, seat, before, verdict), *follow_events(table, before, verdict, after))


def follow_events(
    table: Table, before: Position, verdict: Verdict, after: Position
) -> tuple[LeftOver | CardsDealt, ...]:
    """Say what followed a turn by itself; see `turn_events`."""
    return (*_left_over(table, verdict, after), *_dealt(before, after))


def _left_over(table: Table, verdict: Verdict, after: Position) -> Iterator[LeftOver]:
    """Say who gets what lies on the table when the round is over, where somebody does."""
    end = verdict.after
    if end is None or after.turn is not None or after.loose or after.builds:
        return
    cards = (*end.loose, *(card for build in end.builds for card in build.cards), *end.aside)
    if cards:
        who = table.seat_name(end.last)
        words, spoken = (
            left_over_words(who, join_words(list(map(naming.card, cards))))
            for naming in (BY_SUIT, ALOUD)
        )
        yield LeftOver(who, cards, words, spoken)


def _dealt(before: Position, after: Position) -> Iterator[CardsDealt]:
    """Say that new cards were dealt; what is drawn after each play is not said."""
    is_drawn = before.variant.options.refill == "after_play"
    if is_drawn or after.turn is None or after.stock.count >= before.stock.count:
        return
    last = "; these are the last" * (after.stock.count == 0)
    yield CardsDealt(f"New cards are dealt{last}.")


def _played(table: Table, seat: int, before: Position, verdict: Verdict) -> Played:
    who = table.seat_name(seat)
    said = [
        deed_words(verdict.turn, before, naming, table.seat_name, who)
        for naming in (BY_SUIT, ALOUD)
    ]
    more = "The table is empty." * verdict.emptied
    if verdict.sweep:
        is_worth = before.variant.options.sweep_points > 0
        more = "A sweep!" if is_worth else "A sweep, worth no point here."
    words, spoken = (sentences([words, more]) for words in said)
    notices = tuple(by_suit(notice.sentence) for notice in verdict.notices)
    return Played(seat, who, verdict.text, words, spoken, verdict.captured, verdict.sweep, notices)


# --- a position ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PositionTable:
    """A single position that the learner plays from.

    Opponents answer as long as their hands are known; then the table has nothing more to say.

    Attributes
    ----------
    position : Position
        The table now.
    seat : int
        Where the learner sits.
    opponent : Opponent
        Who plays for the other seats.
    seen : tuple of Seen
        What everybody has seen of this deal since.
    """

    position: Position
    seat: int
    opponent: Opponent = SIMPLEST
    seen: tuple[Seen, ...] = ()

    @property
    def view(self) -> Position:
        """The table as the learner sees it."""
        return seen_from(self.position, self.seat)

    @property
    def waits(self) -> Waits:
        """Whose turn it is, as far as somebody can play."""
        turn = self.position.turn
        if turn is None or not self.position.hands[turn - 1].cards:
            return "over"
        if turn == self.seat:
            return "you"
        return "over" if self.position.hands[turn - 1].unknown else "opponent"

    def seat_name(self, seat: int) -> str:
        """Return what the player at a seat is called."""
        return "You" if seat == self.seat else f"Player {seat}"

    def play(self, attempt: Attempt) -> tuple[PositionTable, Verdict]:
        """Let the learner play."""
        position, verdict = play_on(self.position, attempt)
        return self._after(position, verdict), verdict

    def go_on(self) -> tuple[PositionTable, Happened]:
        """Let the next opponent play."""
        before = self.position
        chosen = self.opponent.choose(before, Random(str(before)), self.seen)
        position, verdict = play_on(before, chosen)
        after = self._after(position, verdict)
        return after, turn_events(after, before.turn or 0, before, verdict, position)

    def _after(self, position: Position, verdict: Verdict) -> PositionTable:
        if not verdict.is_legal:
            return self
        seen = watch(self.seen, self.position, verdict.turn, position)
        return replace(self, position=position, seen=seen)

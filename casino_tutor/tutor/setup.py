"""The solver panel without a screen: set up any table, see its faults, its plays, their values.

Typed commands in, typed events out, like the card table itself (`casino_tutor.tutor.session`); the
widget only draws the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from pathlib import Path
from typing import Final, TypeAlias

from casino_tutor.model.cards import find_card
from casino_tutor.model.checks import position_faults
from casino_tutor.model.errors import AmbiguousPlayError, NotationError, PositionError
from casino_tutor.model.position import UNKNOWN, Position
from casino_tutor.model.position_text import read_position
from casino_tutor.model.record_text import parse_record
from casino_tutor.model.saved_games import read_saved_game
from casino_tutor.model.variant import Variant, VariantError, find_variant, variant_names
from casino_tutor.rules.legality import is_legal
from casino_tutor.rules.replayed import RecordError
from casino_tutor.tutor import setup_edit as edit
from casino_tutor.tutor.samples import SAMPLES, find_sample
from casino_tutor.tutor.session_events import Declined
from casino_tutor.tutor.session_match import resume_match
from casino_tutor.tutor.setup_commands import (
    ChoosePlace,
    Compare,
    EmptyTable,
    FetchTable,
    KeepTable,
    PickSample,
    PlayHere,
    Put,
    ReadFile,
    ReadLine,
    RestToStock,
    SetGame,
    SetHidden,
    SetLast,
    SetOwner,
    SetSeats,
    SetSweeps,
    SetTurn,
    SetupCommand,
    SetValue,
    ShowStep,
    TakeUp,
    Undo,
    ValuePlays,
)
from casino_tutor.tutor.shelf import Shelf, ShelfError, keep_table, open_shelf
from casino_tutor.tutor.valuing import SECONDS, Values, value_plays

#: Where tables are kept if nothing else is said, in the folder of the notebook.
FILE: Final = "my-tables.txt"
_UNREADABLE: Final = (NotationError, AmbiguousPlayError, RecordError, VariantError)


@dataclass(frozen=True, slots=True)
class Changed:
    """The table is another one, or something is shown beside it."""

    words: str


@dataclass(frozen=True, slots=True)
class NotRead:
    """A text that is no table; nothing has changed.

    Attributes
    ----------
    words : str
        What cannot be read.
    problems : tuple of str
        What is wrong with it.
    """

    words: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SatDown:
    """A card table is to be opened at a position."""

    words: str
    position: Position


SetupEvent: TypeAlias = Changed | NotRead | SatDown | Declined
SetupEvents: TypeAlias = tuple[SetupEvent, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """The same table under another game.

    Attributes
    ----------
    position : Position
        The table.
    faults : tuple of str
        Why it cannot be one of that game.
    values : Values or None
        What its plays bring; None where that cannot be said.
    words : str
        Why not.
    """

    position: Position
    faults: tuple[str, ...]
    values: Values | None
    words: str = ""


class SetupSession:
    """One learner who sets up one table.

    Parameters
    ----------
    line : str, optional
        A position line to begin with; the first sample without it.
    variant : Variant or str, optional
        The rules; they win over what the line says.
    file : str or Path
        Where tables are kept.
    seconds : float
        How long plays are searched.

    Attributes
    ----------
    position : Position
        The table; it may have faults.
    place : str
        Where the next card goes.
    notes : tuple of str
        What was odd about the text it came from.
    problems : tuple of str
        What was wrong with the last text that could not be read.
    values : Values or None
        What the plays bring, once that was asked for.
    shown : tuple of int
        Which line is shown, and after how many plays.
    beside : Beside or None
        The same under another game.

    Examples
    --------
    >>> session = SetupSession("- 8S/?1 1 20")
    >>> for card in ("8D", "6C"):
    ...     _ = session.do(Put(card))
    >>> print(session.position)
    8D,6C 8S/?1 1 20 -/- ?
    """

    def __init__(
        self,
        line: str | None = None,
        variant: Variant | str | None = None,
        file: str | Path = FILE,
        seconds: float = SECONDS,
    ) -> None:
        self._seconds = seconds
        self._path = Path(file)
        self.place = edit.LOOSE
        self.problems: tuple[str, ...] = ()
        self._before: tuple[Position, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.values: Values | None = None
        self.shown = (0, 0)
        self.beside: Beside | None = None
        text = SAMPLES[0].line if line is None else line
        self.shelf = Shelf({})
        try:
            self._take(*read_position(text, variant))
        except _UNREADABLE as error:
            # There is a table all the same, and what is wrong with the line stands beside it.
            self._take(*read_position(SAMPLES[0].line))
            self.problems = (f"{text!r:.200} is no table.", *_problems(error))
        self._before = ()
        self._open_shelf()

    def __repr__(self) -> str:
        return f"<SetupSession: {self.position}>"

    # What is to be seen

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the table cannot be; empty if it can."""
        return tuple(fault.sentence for fault in position_faults(self.position))

    @property
    def kept(self) -> Mapping[str, str]:
        """The tables that are kept, by name."""
        return self.shelf.tables

    @property
    def can_undo(self) -> bool:
        """True if there is a table to return to."""
        return bool(self._before)

    def do(self, command: SetupCommand) -> SetupEvents:
        """Carry a command out.

        Parameters
        ----------
        command : SetupCommand
            One of `casino_tutor.tutor.setup_commands`.

        Returns
        -------
        tuple of SetupEvent
            What came of it. A command that does not apply is answered with `Declined`.
        """
        try:
            return self._do(command)
        except (edit.SetupError, ShelfError) as error:
            return (Declined(str(error)),)

    @singledispatchmethod
    def _do(self, command: SetupCommand) -> SetupEvents:
        raise TypeError(f"{command!r} is no command")

    # Cards

    @_do.register
    def _(self, command: ChoosePlace) -> SetupEvents:
        edit.split_place(self.position, command.place)
        self.place = command.place
        return (Changed("The next card goes there."),)

    @_do.register
    def _(self, command: Put) -> SetupEvents:
        card = find_card(command.card)
        left = edit.left_in_pack(self.position)
        if card is None or card not in left:
            return (Declined("That card is not in this pack."),)
        position, place = self.position, self.place
        if left[card] < 1:
            lying = list(edit.places_of(position, card))
            if not lying:
                return (Declined("That card is not in this pack."),)
            # The last copy moves; from where the next card goes it returns to the pack.
            position = edit.take_up(position, card, lying[-1])
            if place in lying:
                return self._edited(position, f"The {card.name} is back in the pack.")
            if place.partition(" ")[2] == card.text:
                place = edit.LOOSE
        position, self.place = edit.put(position, card, place)
        return self._edited(position, f"The {card.name} is laid down.")

    @_do.register
    def _(self, command: TakeUp) -> SetupEvents:
        card = find_card(command.card)
        if card is None:
            return (Declined("There is no such card."),)
        position = edit.take_up(self.position, card, command.place)
        return self._edited(position, f"The {card.name} is back in the pack.")

    @_do.register
    def _(self, command: SetValue) -> SetupEvents:
        card = find_card(command.card)
        if card is None:
            return (Declined("There is no such card."),)
        after = edit.with_value(self.position, card, command.value)
        return self._edited(after, f"The build is worth {command.value}.")

    @_do.register
    def _(self, command: SetOwner) -> SetupEvents:
        card = find_card(command.card)
        if card is None:
            return (Declined("There is no such card."),)
        after = edit.with_owner(self.position, card, command.seat)
        whose = f"belongs to player {command.seat}" if command.seat else "has no known owner"
        return self._edited(after, f"The build {whose}.")

    @_do.register
    def _(self, command: SetHidden) -> SetupEvents:
        after = edit.with_hidden(self.position, command.place, command.count)
        return self._edited(after, f"Hidden cards: {command.count}.")

    @_do.register
    def _(self, command: SetSweeps) -> SetupEvents:
        after = edit.with_sweeps(self.position, command.pile, command.count)
        return self._edited(after, f"Sweeps: {command.count}.")

    @_do.register
    def _(self, command: SetSeats) -> SetupEvents:
        after = edit.with_seats(self.position, command.seats)
        return self._edited(after, f"{command.seats} play.")

    @_do.register
    def _(self, command: SetTurn) -> SetupEvents:
        if not 0 <= command.seat <= self.position.seats:
            return (Declined("There is no such seat."),)
        after = replace(self.position, turn=command.seat or None, hand_played=False)
        who = f"Player {command.seat} is to play" if command.seat else "The round is over"
        return self._edited(after, f"{who}.")

    @_do.register
    def _(self, command: SetLast) -> SetupEvents:
        if not UNKNOWN <= command.seat <= self.position.seats:
            return (Declined("There is no such seat."),)
        return self._edited(replace(self.position, last=command.seat), "The last capture is set.")

    @_do.register
    def _(self, command: SetGame) -> SetupEvents:
        game = self._game(command.game)
        return self._edited(edit.under(self.position, game), f"The game is {game.title}.")

    @_do.register
    def _(self, _command: RestToStock) -> SetupEvents:
        after = edit.with_rest_in_stock(self.position)
        return self._edited(after, f"The stock has {after.stock.count} cards.")

    @_do.register
    def _(self, _command: EmptyTable) -> SetupEvents:
        self.place = edit.LOOSE
        return self._edited(edit.cleared(self.position), "The table is empty.")

    @_do.register
    def _(self, _command: Undo) -> SetupEvents:
        if not self._before:
            return (Declined("There is nothing to undo."),)
        *rest, last = self._before
        self._take(last)
        self._before = tuple(rest)
        return (Changed("Undone."),)

    def _game(self, name: str) -> Variant:
        if name not in variant_names():
            raise edit.SetupError("There is no such game.")
        # The game that is there already keeps its house rules.
        kept = {self.position.variant.base: self.position.variant}
        return kept.get(name) or find_variant(name)

    # Whole tables

    @_do.register
    def _(self, command: ReadLine) -> SetupEvents:
        try:
            position, notes = read_position(command.line)
        except _UNREADABLE as error:
            return self._not_read("This is no position line.", error)
        return self._edited(position, "The line is read.", notes)

    @_do.register
    def _(self, command: ReadFile) -> SetupEvents:
        name = command.name[-80:]
        try:
            lines = [line for line in command.text.splitlines() if line.strip()]
            if any(line.startswith("[Variant ") for line in lines):
                # A match that this program has kept: the table as the learner sees it.
                table = resume_match(parse_record(command.text))
                return self._edited(table.view, f"The last table of {name} is shown.")
            if len(lines) != 1:
                game = read_saved_game(command.text, name)
                said = tuple(f"Line {odd.line}: {odd.sentence}" for odd in game.oddities)
                return self._edited(game.position, f"{name} is read.", said)
            position, notes = read_position(lines[0])
        except _UNREADABLE as error:
            return self._not_read(f"{name} cannot be read.", error)
        return self._edited(position, f"{name} is read.", notes)

    @_do.register
    def _(self, command: PickSample) -> SetupEvents:
        try:
            sample = find_sample(command.name)
        except KeyError:
            return (Declined("There is no such sample."),)
        return self._edited(*read_position(sample.line)[:1], sample.says)

    @_do.register
    def _(self, command: KeepTable) -> SetupEvents:
        if self.faults:
            return (Declined("A table with faults cannot be kept."),)
        try:
            self.shelf = keep_table(self._path, command.name, str(self.position))
        except OSError as error:
            return (Declined(f"The table could not be kept: {error.strerror or error}."),)
        words = f"Kept in {self._path.name}. {self.shelf.words}".strip()
        return (Changed(words),)

    @_do.register
    def _(self, command: FetchTable) -> SetupEvents:
        self._open_shelf()
        line = self.shelf.tables.get(command.name)
        if line is None:
            return (Declined("No table is kept under that name."),)
        return self._edited(*read_position(line)[:1], "The table is as it was kept.")

    def _open_shelf(self) -> None:
        try:
            self.shelf = open_shelf(self._path)
        except OSError as error:
            self.shelf = Shelf({}, f"{self._path.name} cannot be read: {error.strerror or error}.")
        if self.shelf.words:
            self.notes = (*self.notes, self.shelf.words)

    # Values

    @_do.register
    def _(self, _command: ValuePlays) -> SetupEvents:
        if self.faults:
            return (Declined("First mend what is wrong with the table."),)
        try:
            self.values = value_plays(self.position, self._seconds)
        except ValueError as error:
            return (Declined(_sentence(error)),)
        self.shown = (0, 0)
        return (Changed(self.values.words),)

    @_do.register
    def _(self, command: ShowStep) -> SetupEvents:
        plays = self.values.plays if self.values else ()
        if not 0 <= command.play < len(plays):
            return (Declined("That play is not listed any more."),)
        line = plays[command.play].line
        if not 0 <= command.step <= len(line):
            return (Declined("The line is not so long."),)
        self.shown = (command.play, command.step)
        words = line[command.step - 1].words if command.step else "The table as it is."
        return (Changed(words),)

    @_do.register
    def _(self, command: Compare) -> SetupEvents:
        if not command.game:
            self.beside = None
            return (Changed("The other game is put away."),)
        game = self._game(command.game)
        position = edit.under(self.position, game)
        faults = tuple(fault.sentence for fault in position_faults(position))
        if faults:
            self.beside = Beside(position, faults, None, "No pack of that game gives this table.")
            return (Changed(self.beside.words),)
        try:
            values, words = value_plays(position, self._seconds), ""
        except ValueError as error:
            values, words = None, _sentence(error)
        self.beside = Beside(position, (), values, words)
        return (Changed(f"{game.title}: {values.words if values else words}"),)

    @_do.register
    def _(self, _command: PlayHere) -> SetupEvents:
        if self.faults:
            return (Declined("First mend what is wrong with the table."),)
        if self.position.turn is None or not self.position.hand:
            return (Declined("The seat to play has no known card."),)
        return (SatDown("A table stands below.", self.position),)

    def is_legal_under(self, index: int) -> bool:
        """Return True if a valued play is legal under the other game beside it too."""
        if self.beside is None or self.beside.faults or self.values is None:
            return False
        return is_legal(self.beside.position, self.values.plays[index].play)

    # Changing the table

    def _edited(self, position: Position, words: str, notes: tuple[str, ...] = ()) -> SetupEvents:
        before = self.position
        history = self._before
        self._take(position, notes)
        self._before = (*history, before)[-200:] if position != before else history
        return (Changed(words),)

    def _take(self, position: Position, notes: tuple[str, ...] = ()) -> None:
        """Take a table over; what was said of the one before holds no longer."""
        self.position = position
        self.notes = notes
        self.problems = ()
        self.values = self.beside = None
        self.shown = (0, 0)
        try:
            edit.split_place(position, self.place)
        except edit.SetupError:
            self.place = edit.LOOSE

    def _not_read(self, words: str, error: ValueError) -> SetupEvents:
        self.problems = (words, *_problems(error))
        return (NotRead(words, self.problems[1:]),)


def _problems(error: ValueError) -> tuple[str, ...]:
    if isinstance(error, PositionError):
        return tuple(fault.sentence for fault in error.faults)
    return (str(error),)


def _sentence(error: ValueError) -> str:
    said = str(error)
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith('.') else '.'}"

"""What can be asked of the solver panel: typed commands, and reading them from a front end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from casino_tutor.tutor.session_commands import read_message

#: The longest text a command may carry: a whole saved game.
LONGEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ChoosePlace:
    """Say where the next card goes; see `casino_tutor.tutor.setup_edit` for the names."""

    place: str


@dataclass(frozen=True, slots=True)
class Put:
    """Lay a card on the chosen place; from the pack, or from where its last copy lies."""

    card: str


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Take a card from a place back into the pack."""

    card: str
    place: str


@dataclass(frozen=True, slots=True)
class SetValue:
    """Give the build in which a card lies a value."""

    card: str
    value: int


@dataclass(frozen=True, slots=True)
class SetOwner:
    """Give the build in which a card lies an owner; seat 0: not known."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class SetHidden:
    """Say how many hidden cards lie in a hand, a pile or the stock."""

    place: str
    count: int


@dataclass(frozen=True, slots=True)
class SetSweeps:
    """Say how many sweeps are recorded in a pile."""

    pile: int
    count: int


@dataclass(frozen=True, slots=True)
class SetSeats:
    """Say how many play."""

    seats: int


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Say which seat is to play; 0: the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetLast:
    """Say which seat captured last; 0: nobody, -1: not known."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetGame:
    """Play by other rules: the name of a game."""

    game: str


@dataclass(frozen=True, slots=True)
class RestToStock:
    """Let every card that lies nowhere be in the stock."""


@dataclass(frozen=True, slots=True)
class EmptyTable:
    """Take everything up."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Return to the table before the last change."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """Take the table of a position line."""

    line: str


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Take the table of a file: a saved game of the course, a kept match, or a position line."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PickSample:
    """Take the table of a sample."""

    name: str


@dataclass(frozen=True, slots=True)
class ValuePlays:
    """Say what each play can be expected to bring."""


@dataclass(frozen=True, slots=True)
class ShowStep:
    """Show the table after some plays of the line that follows a play; 0 plays: the table now."""

    play: int
    step: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Value the same table under another game beside it; an empty name leaves that."""

    game: str


@dataclass(frozen=True, slots=True)
class KeepTable:
    """Keep the table under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class FetchTable:
    """Take the table that was kept under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayHere:
    """Sit down at the table as it is, to try plays on it."""


SetupCommand: TypeAlias = (
    ChoosePlace
    | Put
    | TakeUp
    | SetValue
    | SetOwner
    | SetHidden
    | SetSweeps
    | SetSeats
    | SetTurn
    | SetLast
    | SetGame
    | RestToStock
    | EmptyTable
    | Undo
    | ReadLine
    | ReadFile
    | PickSample
    | ValuePlays
    | ShowStep
    | Compare
    | KeepTable
    | FetchTable
    | PlayHere
)

_COMMANDS: Final[Mapping[str, type[SetupCommand]]] = {
    "place": ChoosePlace,
    "put": Put,
    "take_up": TakeUp,
    "value": SetValue,
    "owner": SetOwner,
    "hidden": SetHidden,
    "sweeps": SetSweeps,
    "seats": SetSeats,
    "turn": SetTurn,
    "last": SetLast,
    "game": SetGame,
    "rest": RestToStock,
    "empty": EmptyTable,
    "undo": Undo,
    "line": ReadLine,
    "file": ReadFile,
    "sample": PickSample,
    "values": ValuePlays,
    "step": ShowStep,
    "compare": Compare,
    "keep": KeepTable,
    "fetch": FetchTable,
    "play": PlayHere,
}


def read_setup_command(message: object) -> SetupCommand:
    """Read a command that came from a front end.

    Raises
    ------
    CommandError
        If it is none.

    Examples
    --------
    >>> read_setup_command({"do": "put", "card": "8S"})
    Put(card='8S')
    """
    return read_message(message, _COMMANDS, LONGEST)

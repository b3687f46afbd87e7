"""What a learner can ask of a card table: typed commands, and reading them from a front end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias, TypeVar, cast

_Command = TypeVar("_Command")

#: The longest text a command may carry; ids of cards and piles are far shorter.
_LONGEST: Final = 500


class CommandError(ValueError):
    """A message that is no command: a fault of the front end, not of the learner."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class ChooseHand:
    """Choose a card of the hand, or leave it; `more` keeps the other chosen hand cards."""

    item: str
    more: bool = False


@dataclass(frozen=True, slots=True)
class Toggle:
    """Choose a loose card, a build or a pile top, or leave it."""

    item: str


@dataclass(frozen=True, slots=True)
class MakeGroup:
    """Make one group of the chosen table cards that are in no group of the learner's yet."""


@dataclass(frozen=True, slots=True)
class FreeGroups:
    """Give the learner's own groups up: groups are found for them again."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Leave everything that is chosen."""


@dataclass(frozen=True, slots=True)
class ToggleCall:
    """Say a word with the next capture, or do not."""

    word: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Play what is chosen: the offer of that number, or whatever the choice means."""

    offer: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """Lay a hand card on something of the table, or, without `on`, on the bare table."""

    item: str
    on: str | None = None


@dataclass(frozen=True, slots=True)
class PlayRepair:
    """Play a repair of the last try that was refused."""

    repair: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Let one thing happen that is not the learner's: an opponent's turn, counting, dealing."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Return to the learner's last decision."""


@dataclass(frozen=True, slots=True)
class ShowHands:
    """Lay the hands of the opponents open, or cover them again."""

    on: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for a hint; asked again it says more: the idea, the hand card, the whole play."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that the target has been reached."""


@dataclass(frozen=True, slots=True)
class CallMissed:
    """Call an orange that somebody forgot to call."""


Command: TypeAlias = (
    ChooseHand
    | Toggle
    | MakeGroup
    | FreeGroups
    | Clear
    | ToggleCall
    | Propose
    | Drop
    | PlayRepair
    | GoOn
    | TakeBack
    | ShowHands
    | Hint
    | Claim
    | CallMissed
)

_COMMANDS: Final[Mapping[str, type[Command]]] = {
    "choose": ChooseHand,
    "toggle": Toggle,
    "group": MakeGroup,
    "ungroup": FreeGroups,
    "clear": Clear,
    "call": ToggleCall,
    "propose": Propose,
    "drop": Drop,
    "repair": PlayRepair,
    "go_on": GoOn,
    "take_back": TakeBack,
    "show_hands": ShowHands,
    "hint": Hint,
    "claim": Claim,
    "call_missed": CallMissed,
}
#: What each field of a command may be.
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "str": (str,),
    "str | None": (str, type(None)),
    "bool": (bool,),
    "int": (int,),
    "int | None": (int, type(None)),
}


def read_command(message: object) -> Command:
    """Read a command that came from a front end.

    Parameters
    ----------
    message : object
        What was sent: a mapping with the word under ``do`` and the fields of the command.

    Raises
    ------
    CommandError
        If it is none.

    Examples
    --------
    >>> read_command({"do": "toggle", "item": "l:8D"})
    Toggle(item='l:8D')
    """
    return read_message(message, _COMMANDS, _LONGEST)


def read_message(message: object, commands: Mapping[str, type[_Command]], longest: int) -> _Command:
    """Read one of several commands.

    Parameters
    ----------
    message : object
        What was sent.
    commands : mapping of str to type
        The commands by their words; each is a dataclass of texts, numbers and truths.
    longest : int
        How many characters a text of it may have.

    Raises
    ------
    CommandError
        If it is none of them.
    """
    if not isinstance(message, Mapping):
        raise CommandError("a command is a mapping")
    word = message.get("do")
    command = commands.get(word) if isinstance(word, str) else None
    if command is None:
        raise CommandError(f"there is no command {word!r:.40}; there are {', '.join(commands)}")
    given = {str(key): value for key, value in message.items() if key != "do"}
    known = {field.name: str(field.type) for field in fields(cast(Any, command))}
    for name, value in given.items():
        if name not in known:
            raise CommandError(f"{word} takes no {name[:40]!r}")
        is_right = isinstance(value, _KINDS[known[name]])
        # To Python a truth is a number.
        if not is_right or (isinstance(value, bool) and known[name] != "bool"):
            raise CommandError(f"{name} of {word} cannot be {value!r:.40}")
        if isinstance(value, str) and len(value) > longest:
            raise CommandError(f"{name} of {word} is too long")
    try:
        return command(**given)
    except TypeError:
        raise CommandError(f"{word} needs {', '.join(known)}") from None

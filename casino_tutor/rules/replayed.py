"""What replaying a record finds: events, counted rounds, and everything that is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino_tutor.model.position import Position
from casino_tutor.model.violation import Violation
from casino_tutor.rules.endgame import Outcome
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match
from casino_tutor.rules.rounds import RoundScore

#: Faults that players make and a record rightly tells of.
_OF_THE_TABLE: Final = ("false_call", "false_claim")


@dataclass(frozen=True, slots=True)
class Event:
    """What one line of a record did.

    Attributes
    ----------
    round, number : int
        The round, and the number of the play in it; 0 for a call and a claim.
    seat : int or None
        Who did it; None if the round was over.
    text : str
        A turn in canonical notation, or a call or claim as it is written.
    verdict : Verdict or None
        What there is to say about a play; None for a call and a claim.
    position : Position
        The table afterwards; as before if an illegal play was passed over.
    line : int
        Where it is written.
    """

    round: int
    number: int
    seat: int | None
    text: str
    verdict: Verdict | None
    position: Position
    line: int


@dataclass(frozen=True, slots=True)
class RecordFault:
    """Something in a record that cannot be, or should not.

    Attributes
    ----------
    kind : str
        Of a play ``illegal``, ``turn`` (out of turn), ``unreadable``, ``number`` or ``over`` (the
        match was); ``call`` and ``claim`` for those that the variant does not know, ``false_call``
        and ``false_claim`` for those that are wrong; of a tag ``round``, ``stock``, ``eldest``,
        ``scores``, ``carry``, ``points`` or ``result``; ``cut`` for what is missing.
    line : int
        Where it is written.
    sentence : str
        What is wrong.
    round, number : int
        The round and the number of the play; 0 where there is none.
    violations : tuple of Violation
        Every broken rule of a play.
    """

    kind: str
    line: int
    sentence: str
    round: int = 0
    number: int = 0
    violations: tuple[Violation, ...] = ()

    @property
    def is_of_the_table(self) -> bool:
        """True for a false claim or call: a player's mistake, rightly recorded."""
        return self.kind in _OF_THE_TABLE

    @property
    def where(self) -> str:
        """The place in words: ``line 12, round 1, play 5``."""
        parts = [f"line {self.line}"]
        if self.round:
            parts.append(f"round {self.round}")
        if self.number:
            parts.append(f"play {self.number}")
        return ", ".join(parts)

    def __str__(self) -> str:
        reasons = (one.sentence for one in self.violations)
        return " ".join([f"{self.where}: {self.sentence}", *reasons])


@dataclass(frozen=True, slots=True)
class CountedRound:
    """A round that was played to its end and counted.

    Attributes
    ----------
    round, eldest : int
        Its number, and the player who was the eldest hand.
    sides : tuple of int
        The team of each side of its seats.
    score : RoundScore
        Its items and points, side by side.
    outcome : Outcome
        How the match stood then, likewise.
    points, scores : tuple of int
        What each team scored, and its match score afterwards.
    """

    round: int
    eldest: int
    sides: tuple[int, ...]
    score: RoundScore
    outcome: Outcome
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a record.

    Attributes
    ----------
    match : Match or None
        The match after the last line; None if no round could be dealt.
    events : tuple of Event
        Every play that was judged, and every call and claim.
    faults : tuple of RecordFault
        Everything that is wrong, in the order of the lines.
    counted : tuple of CountedRound
        The rounds that were counted.
    """

    match: Match | None
    events: tuple[Event, ...]
    faults: tuple[RecordFault, ...]
    counted: tuple[CountedRound, ...]

    @property
    def is_sound(self) -> bool:
        """True if the record tells of a match that was played by the rules."""
        return all(fault.is_of_the_table for fault in self.faults)


class RecordError(ValueError):
    """A record that cannot be resumed; carries everything that is wrong with it.

    Attributes
    ----------
    faults : tuple of RecordFault
        All faults.
    """

    kind = "record"

    def __init__(self, faults: tuple[RecordFault, ...]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")

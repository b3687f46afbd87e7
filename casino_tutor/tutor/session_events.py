"""What a card table answers: typed events, each of which can be written as plain data."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that the chosen cards can mean.

    Attributes
    ----------
    play : Play
        The play; whether it is legal is not said before it is tried.
    label : str
        The play as a request, ranks only: ``Take 8 and 5+3``.
    spoken : str
        The same with the whole names of the cards.
    fits : bool
        True if the numbers come out: the cards can be shared out in groups.
    is_likely : bool
        False if the same choice more probably means another offer.
    groups : tuple of tuple of str
        The ids of the table cards, group by group; of a build the first go with the hand card.
    goes_on : bool
        True if more actions of the same turn are to follow.
    """

    play: Play
    label: str
    spoken: str
    fits: bool = True
    is_likely: bool = True
    groups: tuple[tuple[str, ...], ...] = ()
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """One broken rule: what is wrong, its id, who says so, and the cards that break it."""

    rule: str
    sentence: str
    source: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Mending:
    """A legal play that can be made instead, judged already."""

    text: str
    label: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SelectionMeans:
    """What is chosen now, and what it means."""

    words: str
    spoken: str
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsChoice:
    """The choice has several meanings, and the learner has to say which."""

    words: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class IllegalTry:
    """A try that breaks rules; nothing has been played.

    Attributes
    ----------
    text : str
        What was tried, in notation.
    words : str
        The same in words.
    reasons : tuple of Reason
        Every broken rule.
    repairs : tuple of Mending
        Legal plays near it.
    advice : tuple of str
        What would have to be different.
    """

    text: str
    words: str
    reasons: tuple[Reason, ...]
    repairs: tuple[Mending, ...] = ()
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played.

    Attributes
    ----------
    seat : int
        Who played.
    who : str
        What that player is called.
    text : str
        The turn in notation.
    words, spoken : str
        What was done: with suits, and with the whole names of the cards.
    captured : tuple of Card
        What was taken, hand cards first.
    sweep : bool
        True if a sweep is recorded.
    notices : tuple of str
        What is worth pointing out about it.
    """

    seat: int
    who: str
    text: str
    words: str
    spoken: str
    captured: tuple[Card, ...] = ()
    sweep: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What lay on the table at the end of a round went to whoever took last.

    Attributes
    ----------
    who : str
        What that player is called.
    cards : tuple of Card
        The cards.
    words, spoken : str
        The same, to be read and to be heard.
    """

    who: str
    cards: tuple[Card, ...]
    words: str
    spoken: str


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """New cards were dealt in the middle of a round."""

    words: str


@dataclass(frozen=True, slots=True)
class Called:
    """An orange was called that somebody had forgotten, or a call was false."""

    words: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """Somebody said that they have reached the target."""

    words: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One item of a score sheet with the points of each side."""

    item: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round was counted.

    Attributes
    ----------
    round : int
        Which round.
    sides : tuple of str
        What the sides are called.
    rows : tuple of ScoreRow
        The points, item by item.
    points : tuple of int
        Their sum.
    totals : tuple of int
        The match scores after it.
    target : int
        What is played to.
    words : str
        The same in short.
    """

    round: int
    sides: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    target: int
    words: str


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt."""

    round: int
    words: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Somebody has won."""

    words: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table is again what it was at the learner's last decision."""

    words: str


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands of the opponents lie open, or are covered again."""

    on: bool
    words: str


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A hint.

    Attributes
    ----------
    rung : int
        1 for the idea, 2 for the hand card, 3 for the whole play.
    words, spoken : str
        The hint, to be read and to be heard.
    more : bool
        True if a clearer one can be asked for.
    """

    rung: int
    words: str
    spoken: str
    more: bool


@dataclass(frozen=True, slots=True)
class NotKept:
    """The match could not be saved; it goes on all the same."""

    words: str


@dataclass(frozen=True, slots=True)
class KeptElsewhere:
    """The match is kept under another name from now on; nothing is lost."""

    words: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A command that does not apply now; nothing has changed."""

    words: str


Event: TypeAlias = (
    SelectionMeans
    | NeedsChoice
    | IllegalTry
    | Played
    | LeftOver
    | CardsDealt
    | Called
    | Claimed
    | RoundEnded
    | RoundDealt
    | MatchEnded
    | TakenBack
    | HandsShown
    | HintGiven
    | NotKept
    | KeptElsewhere
    | Declined
)


def to_json(value: Any) -> Any:
    """Write an event, or anything inside one, as plain data.

    Examples
    --------
    >>> to_json(Declined("It is not your turn."))
    {'event': 'Declined', 'words': 'It is not your turn.'}
    """
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Play):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        plain = {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
        return {"event": type(value).__name__, **plain} if isinstance(value, Event) else plain
    if isinstance(value, tuple | list):
        return [to_json(one) for one in value]
    return value

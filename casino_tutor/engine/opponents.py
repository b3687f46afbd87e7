"""Opponents: functions of what a seat sees, from any play at all to looking one reply ahead.

Each is a frozen value that chooses a play from a view (`casino_tutor.rules.rounds.seen_from`); if
it is given more than a view it hides the rest from itself, so that none can peek. What the seat has
seen this round is in the view: captured cards lay open, and so do builds with their owners.

With three to six players each for themselves an opponent plays for its own points; `Counter` weighs
what the next player may win by one over the number of opponents, as if all that matters were to be
ahead of the others' average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias

from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.gains import SHARES, card_worths, gain
from casino_tutor.engine.greedy import (
    DIGITS,
    MOST_ANSWERED,
    MOST_PLAYS,
    OpponentError,
    height,
    looked_at,
    own_view,
    ranked,
)
from casino_tutor.engine.readable import called
from casino_tutor.engine.replies import Replies
from casino_tutor.engine.searcher import best
from casino_tutor.engine.solution import EngineError, Limit
from casino_tutor.model.options import close_matches
from casino_tutor.model.plays import Play, Turn
from casino_tutor.model.position import Position
from casino_tutor.rules.enumeration import legal_plays

#: How long the searcher takes for a play unless its name says otherwise.
SECONDS: Final = 0.1
#: The searcher does not read declined captures unless its name says so: measured against each other
#: in bench/STRENGTH.md the two are equal.
READS: Final = False


class Opponent(Protocol):
    """Somebody who chooses a play from what one seat sees."""

    @property
    def name(self) -> str:
        """The name under which `find_opponent` finds it, with its parameters."""
        ...

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play | Turn:
        """Return a legal play, or turn, of the seat to play.

        Parameters
        ----------
        view : Position
            The table as that seat sees it.
        rnd : Random
            Where chance comes from; its ``random()`` only, which is the same on every machine.
        seen : sequence of Seen
            The plays that the seat has seen in this round, at least those of this deal.
        """
        ...


@dataclass(frozen=True, slots=True)
class AnyPlay:
    """*random*: makes any legal play, each as likely as any other."""

    name: str = "random"

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return any legal play."""
        view = own_view(view)
        plays = sorted(looked_at(view), key=str)
        return called(view, plays[int(rnd.random() * len(plays))])


@dataclass(frozen=True, slots=True)
class Simple:
    """*simple*: takes most certain points, otherwise trails its lowest card, builds only if bound.

    Points are those of cards, sweeps and oranges; of several captures it makes the first.
    """

    name: str = "simple"

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the capture with most certain points, or the trail of the lowest card."""
        view = own_view(view)
        worths = card_worths(view.variant.options, len(view.sides), 0.0)
        captures = list(islice(legal_plays(view, kind="capture"), MOST_PLAYS))
        if captures:
            return called(view, max(captures, key=lambda play: gain(view, play, worths)))
        trails = list(legal_plays(view, kind="trail"))
        if trails:
            return min(trails, key=lambda play: [height(card) for card in play.hand])
        return next(looked_at(view))


@dataclass(frozen=True, slots=True)
class Greedy:
    """*greedy*: makes the play that brings most points now, ties going to the most cards.

    Sweeps are counted, and each card counts its share of the majorities. What is still equal then
    is decided by kind (capture, build, trail), and by giving away as little as possible.

    Attributes
    ----------
    shares : float
        How many times its even share of the majorities a card counts.
    """

    shares: float = SHARES

    @property
    def name(self) -> str:
        """Its name, with the share if it is another than the usual one."""
        return _with_shares("greedy", self.shares)

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the play that brings most now."""
        view = own_view(view)
        return called(view, ranked(view, self.shares)[0].play)


@dataclass(frozen=True, slots=True)
class Counter:
    """*counter*: greedy, looking one reply ahead: what builds promise, less what a reply may take.

    To what a play brings now is added what each build of its own side will bring if the next
    opponent has no card for it, and subtracted what the best reply brings that opponent on the
    average. Every hand that the next opponent could have counts with its chance (`expected_best`),
    but of replies only captures with one card are looked at.

    Attributes
    ----------
    shares : float
        How many times its even share of the majorities a card counts.
    """

    shares: float = SHARES

    @property
    def name(self) -> str:
        """Its name, with the share if it is another than the usual one."""
        return _with_shares("counter", self.shares)

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the play that brings most, its builds and the best reply counted."""
        view = own_view(view)
        replies = Replies(view, self.shares)
        liked = ranked(view, self.shares)[:MOST_ANSWERED]
        # `max` keeps the first of equals, which greedy likes best.
        chosen = max(
            liked, key=lambda one: round(one.value + replies.outlook(view, one.play), DIGITS)
        )
        return called(view, chosen.play)


@dataclass(frozen=True, slots=True)
class Searcher:
    """*searcher*: makes the play that is best on the average of the hands that others may have.

    `casino_tutor.engine.searcher.best` says how.

    Attributes
    ----------
    limit : Limit
        How long, or how many worlds.
    deals : int
        To the end of how many deals it searches.
    reads : bool
        True if what captures were declined says something about the hands.
    against : bool
        True if, among more than two sides, all others are taken to play against this one.
    """

    limit: Limit = field(default_factory=lambda: Limit(seconds=SECONDS))
    deals: int = 1
    reads: bool = READS
    against: bool = False

    @property
    def name(self) -> str:
        """Its name, with its limit and its switches."""
        how = f"{self.limit.samples}" if self.limit.samples else f"{self.limit.seconds * 1000:g}ms"
        deals = f",deals={self.deals}" if self.deals > 1 else ""
        reads = "" if self.reads is READS else f",read={self.reads:d}"
        return f"searcher:{how}{deals}{reads}" + (",against=1" if self.against else "")

    def choose(self, view: Position, rnd: Random, seen: Sequence[Seen] = ()) -> Play:
        """Return the play that is expected to bring most."""
        limit = replace(self.limit, seed=int(rnd.random() * 2**32))
        seen = seen if self.reads else ()
        try:
            found = best(view, limit, deals=self.deals, seen=seen, against=self.against)
        except EngineError as error:
            raise OpponentError(str(error)) from error
        return called(view, found.best)


# --- by name -------------------------------------------------------------------------------------

_Maker: TypeAlias = Callable[[str], Opponent]


class Entry(NamedTuple):
    """An opponent in the list.

    Attributes
    ----------
    sentence : str
        What it does.
    parameter : str
        What may stand after a colon behind its name; empty if nothing may.
    make : callable
        Makes it from that text, which is empty where nothing was written.
    """

    sentence: str
    parameter: str
    make: _Maker


def _shares(text: str) -> float:
    shares = float(text) if text else SHARES
    if not 0 <= shares <= 100:
        raise ValueError(text)
    return shares


def _searcher(text: str) -> Searcher:
    """Read the limit of a searcher, and its switches."""
    how, *switches = text.split(",") if text else [f"{SECONDS}s"]
    words = {"deals": 1, "read": int(READS), "against": 0}
    may_be = {"deals": (1, 2), "read": (0, 1), "against": (0, 1)}
    for switch in switches:
        word, _, value = switch.partition("=")
        if word not in words or int(value) not in may_be[word]:
            raise ValueError(text)
        words[word] = int(value)
    if how.endswith("ms"):
        limit = Limit(seconds=float(how[:-2]) / 1000)
    elif how.endswith("s"):
        limit = Limit(seconds=float(how[:-1]))
    else:
        limit = Limit(samples=int(how))
    return Searcher(limit, words["deals"], bool(words["read"]), bool(words["against"]))


def _with_shares(name: str, shares: float) -> str:
    return name if shares == SHARES else f"{name}:{shares:g}"


#: Every opponent by its name; more parameters of one are parted by commas.
OPPONENTS: Final[dict[str, Entry]] = {
    "random": Entry("any legal play, each as likely as any other", "", lambda _: AnyPlay()),
    "simple": Entry(
        "the capture with most certain points, otherwise the lowest card is trailed",
        "",
        lambda _: Simple(),
    ),
    "greedy": Entry(
        "most points now, sweeps and each card's share of the majorities counted; then most cards",
        "a share, such as greedy:1",
        lambda text: Greedy(_shares(text)),
    ),
    "counter": Entry(
        "as greedy, with what its builds promise, less what the best reply brings on the average",
        "a share, such as counter:1",
        lambda text: Counter(_shares(text)),
    ),
    "searcher": Entry(
        "the play that is best on the average of the hands that others may have",
        "a time or so many worlds, such as searcher:20ms or searcher:50",
        _searcher,
    ),
}


def find_opponent(name: str) -> Opponent:
    """Return an opponent by its name.

    Parameters
    ----------
    name : str
        One of `OPPONENTS`, with a parameter behind a colon where it takes one: ``greedy:1``.

    Raises
    ------
    OpponentError
        If there is no such opponent, or it does not take this parameter.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("TD,9S,5D 9D,TC/?2")
    >>> str(find_opponent("greedy").choose(table, Random(1)))
    'TCxTD'
    """
    word, colon, text = name.strip().lower().partition(":")
    entry = OPPONENTS.get(word)
    if entry is None:
        near = close_matches(word, tuple(OPPONENTS)) or ";"
        raise OpponentError(
            f"there is no opponent {name[:40]!r}{near} there are {', '.join(OPPONENTS)}"
        )
    takes = f"takes {entry.parameter}" if entry.parameter else "takes nothing behind its name"
    if colon and (not entry.parameter or not text):
        raise OpponentError(f"{word} {takes}")
    try:
        return entry.make(text)
    except OpponentError:
        raise
    except ValueError:
        raise OpponentError(f"{name[:40]!r} cannot be: {word} {takes}") from None

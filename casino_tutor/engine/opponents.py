"""Opponents: functions of what a seat sees, from any play at all to looking one reply ahead.

Each is a frozen value that chooses a play from a view (`casino_tutor.rules.rounds.seen_from`); if
it is given more than a view it hides the rest from itself, so that none can peek. What the seat has
seen this round is in the view: captured cards lay open, and so do builds with their owners.

With three to six players each for themselves an opponent plays for its own points; `Counter` weighs
what the next player may win by one over the number of opponents, as if all that matters were to be
ahead of the others' average.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias

from casino_tutor.engine.chances import expected_best, guards, unseen_cards
from casino_tutor.engine.gains import card_worths, gain, residue_gain
from casino_tutor.engine.readable import called
from casino_tutor.model.cards import Card
from casino_tutor.model.options import close_matches
from casino_tutor.model.plays import BuildPlay, Play, Turn
from casino_tutor.model.position import Build, Hand, Position
from casino_tutor.model.values import card_values
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.groups import capture_uses
from casino_tutor.rules.rounds import seen_from, settle
from casino_tutor.rules.transition import after_unchecked, captured_cards

#: So many plays of a crowded table are looked at, the first that are found.
MOST_PLAYS: Final = 1_000
#: So many of the best of them are looked at with their replies, and so many replies of each card.
MOST_ANSWERED: Final = 40
MOST_REPLIES: Final = 200
#: How many times its even share of the majorities a card counts. It is not fitted finely: in 15 to
#: 80 pairs of self-play 1, 3 and 6 could not be told apart (`python -m bench.strength --shares`).
SHARES: Final = 3.0
#: Values that differ by less than this are equal: sums of shares, added up in another order.
_DIGITS: Final = 9
_KINDS: Final = {"capture": 0, "build": 1, "trail": 2}
_COURT_HEIGHTS: Final = {"J": 11, "Q": 12, "K": 13}


class OpponentError(ValueError):
    """An opponent that is not there, or a position in which none can play."""

    kind = "request"


class Opponent(Protocol):
    """Somebody who chooses a play from what one seat sees."""

    @property
    def name(self) -> str:
        """The name under which `find_opponent` finds it, with its parameters."""
        ...

    def choose(self, view: Position, rnd: Random) -> Play | Turn:
        """Return a legal play, or turn, of the seat to play.

        Parameters
        ----------
        view : Position
            The table as that seat sees it.
        rnd : Random
            Where chance comes from; its ``random()`` only, which is the same on every machine.
        """
        ...


@dataclass(frozen=True, slots=True)
class AnyPlay:
    """*random*: makes any legal play, each as likely as any other."""

    name: str = "random"

    def choose(self, view: Position, rnd: Random) -> Play:
        """Return any legal play."""
        view = _own_view(view)
        plays = sorted(_plays(view), key=str)
        return called(view, plays[int(rnd.random() * len(plays))])


@dataclass(frozen=True, slots=True)
class Simple:
    """*simple*: takes most certain points, otherwise trails its lowest card, builds only if bound.

    Points are those of cards, sweeps and oranges; of several captures it makes the first.
    """

    name: str = "simple"

    def choose(self, view: Position, rnd: Random) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the capture with most certain points, or the trail of the lowest card."""
        view = _own_view(view)
        worths = card_worths(view.variant.options, len(view.sides), 0.0)
        captures = list(islice(legal_plays(view, kind="capture"), MOST_PLAYS))
        if captures:
            return called(view, max(captures, key=lambda play: gain(view, play, worths)))
        trails = list(legal_plays(view, kind="trail"))
        if trails:
            return min(trails, key=lambda play: [_height(card) for card in play.hand])
        return next(_plays(view))


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

    def choose(self, view: Position, rnd: Random) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the play that brings most now."""
        view = _own_view(view)
        return called(view, _ranked(view, self.shares)[0].play)


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

    def choose(self, view: Position, rnd: Random) -> Play:  # noqa: ARG002 - nothing is left to it
        """Return the play that brings most, its builds and the best reply counted."""
        view = _own_view(view)
        replies = _Replies(view, self.shares)
        ranked = _ranked(view, self.shares)[:MOST_ANSWERED]
        # `max` keeps the first of equals, which greedy likes best.
        best = max(
            ranked, key=lambda one: round(one.value + replies.outlook(view, one.play), _DIGITS)
        )
        return called(view, best.play)


# --- greedy --------------------------------------------------------------------------------------


class _Valued(NamedTuple):
    play: Play
    value: float


def _own_view(position: Position) -> Position:
    if position.turn is None:
        raise OpponentError("the round is over: there is no play to choose")
    return seen_from(position, position.turn)


def _plays(view: Position) -> Iterator[Play]:
    """Yield the legal plays that are looked at, at least one."""
    plays = islice(legal_plays(view), MOST_PLAYS)
    first = next(plays, None)
    if first is None:
        raise OpponentError("the seat to play has no legal play")
    yield first
    yield from plays


def _ranked(view: Position, shares: float) -> list[_Valued]:
    """Return the legal plays with what they bring, the best for greedy first."""
    worths = card_worths(view.variant.options, len(view.sides), shares)
    sign = -1 if view.variant.options.low_wins else 1
    valued = [_Valued(play, _brought(view, play, worths)) for play in _plays(view)]

    def order(one: _Valued) -> tuple[object, ...]:
        play = one.play
        given = 0.0 if play.kind == "capture" else sum(worths[card] for card in play.hand)
        return (
            -one.value,
            -sign * len(captured_cards(play)),
            _KINDS[play.kind],
            round(sign * given, _DIGITS),
            [_height(card) for card in play.hand],
            str(play),
        )

    return sorted(valued, key=order)


def _brought(view: Position, play: Play, worths: Mapping[Card, float]) -> float:
    """Return what a turn that begins with this play brings."""
    brought = gain(view, play, worths) + residue_gain(view, play, worths)
    if _is_prelude(view, play):
        after = after_unchecked(view, play)
        brought += max((gain(after, more, worths) for more in _hand_plays(after)), default=0.0)
    return round(brought, _DIGITS)


def _hand_plays(view: Position) -> list[Play]:
    """Return the plays that may follow a build from the table only, without a second such build."""
    plays = islice(legal_plays(view), MOST_ANSWERED)
    return [play for play in plays if not _is_prelude(view, play)]


def _is_prelude(view: Position, play: Play) -> bool:
    """Return True for a build from the table only: the hand card of the turn is still to come."""
    return isinstance(play, BuildPlay) and not play.hand and not view.hand_played


def _height(card: Card) -> int:
    return card.number or _COURT_HEIGHTS[card.rank]


# --- counter -------------------------------------------------------------------------------------


class _Replies:
    """What the next opponent may win after each play of one view."""

    def __init__(self, view: Position, shares: float) -> None:
        self.view = view
        self.unseen = unseen_cards(view)
        self.worths = card_worths(view.variant.options, len(view.sides), shares)
        # Ahead of the average of several opponents: each of them counts a part.
        self.weight = 1 / max(1, len(view.sides) - 1)
        self._known: dict[Hashable, float] = {}

    def outlook(self, view: Position, play: Play) -> float:
        """Return what own builds promise after a turn, less what the best reply is worth."""
        if view.turn is None:
            return 0.0
        if _is_prelude(view, play):
            return self._outlook_of_the_rest(after_unchecked(view, play))
        after = settle(after_unchecked(view, play), view.turn if play.hand else None)
        own = view.side_of(view.turn)
        if after.turn is None or view.side_of(after.turn) == own:
            return 0.0
        key = (after.loose, after.builds, after.taken if _may_steal(view) else None, after.turn)
        if key not in self._known:
            held = len(after.hands[after.turn - 1]) or self._dealt(after)
            needs = guards(after, after.turn, self.unseen)
            promised = sum(
                self._promise(build, held, needs)
                for build in after.builds
                if build.owner is not None and view.side_of(build.owner) == own
            )
            loss = expected_best(self._gains(after, after.turn), held, needs)
            self._known[key] = promised - self.weight * loss
        return self._known[key]

    def _outlook_of_the_rest(self, view: Position) -> float:
        """Return how much the plays that may follow look forward to, beyond what they bring now."""
        rest = [(gain(view, play, self.worths), play) for play in _hand_plays(view)]
        if not rest:
            return 0.0
        best = max(now + self.outlook(view, play) for now, play in rest)
        return best - max(now for now, _ in rest)

    def _promise(self, build: Build, held: int, needs: Sequence[frozenset[Card]]) -> float:
        """Return what an own build brings if the next opponent has no card that takes it."""
        in_hand = card_values(self.view.variant.options).in_hand
        takers = [(card, float(build.value in in_hand[card])) for card in self.unseen]
        stands = 1 - expected_best(takers, held, needs)
        return stands * sum(self._own(card) for card in build.cards)

    def _gains(self, after: Position, seat: int) -> list[tuple[Card, float]]:
        """Return what each unseen card would bring the next opponent."""
        best: dict[Hashable, float] = {}
        gains = []
        # An owner's duties are as hidden as the hand: they forbid no reply.
        free = replace(
            after,
            builds=tuple(
                replace(build, owner=None) if build.owner == seat else build
                for build in after.builds
            ),
        )
        for card in self.unseen:
            key = self._alike(card)
            if key not in best:
                best[key] = self._best(free, seat, card) - self._own(card)
            gains.append((card, best[key] + self._own(card)))
        return gains

    def _alike(self, card: Card) -> Hashable:
        """Return what cards share that take the same."""
        options = self.view.variant.options
        if options.twin_sweep_points or options.orange_capturing_card:
            return card
        return capture_uses((card,), card_values(options))

    def _own(self, card: Card) -> float:
        """Return what a card brings whoever takes something with it."""
        return -self.worths[card] if self.view.variant.options.low_wins else self.worths[card]

    def _best(self, after: Position, seat: int, card: Card) -> float:
        hands = list(after.hands)
        hands[seat - 1] = Hand((card,))
        table = replace(after, hands=tuple(hands))
        plays = islice(legal_plays(table, kind="capture"), MOST_REPLIES)
        # Without a capture there is nothing to win; that is far below any gain.
        return max((gain(table, play, self.worths) for play in plays), default=-1e6)

    def _dealt(self, after: Position) -> int:
        """Return how many cards the next deal gives to a hand."""
        size = after.variant.options.hand_size_for(after.seats)
        return min(size, after.stock.count // after.seats)


def _may_steal(view: Position) -> bool:
    return view.variant.options.steal_tops != "none"


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

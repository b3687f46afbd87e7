"""Keeping a match and its record together: every step is judged, played and written down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casino_tutor.model.cards import Card
from casino_tutor.model.records import (
    CallEntry,
    ClaimEntry,
    Entry,
    PlayEntry,
    Record,
    Remark,
    RoundRecord,
    scores_text,
)
from casino_tutor.model.variant import Variant
from casino_tutor.rules.endgame import Outcome
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.match import (
    Match,
    claim,
    finish_round,
    next_round,
    play_in,
    start_match,
)
from casino_tutor.rules.rounds import RoundScore, call_orange, score_round

#: The one call that the rules know.
ORANGE = "orange"


class MatchOverError(ValueError):
    """Something was to happen in a match that is over."""


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match and what has been written down of it; every step makes a new one.

    Its `record` can be saved at any moment: `casino_tutor.rules.replay.resume` makes the equal
    value of it again.

    Attributes
    ----------
    match : Match
        The match.
    record : Record
        Its record, the result at the end always that of `match`.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> from casino_tutor.rules.dealing import shuffled
    >>> variant = find_variant("royal_english")
    >>> kept = begin_record(variant, 2, shuffled(variant.options, 7), seed=7)
    >>> str(kept.match.position).split()[:2]
    ['KS,TS,8H,3H', 'JH,JC,5C,2D/QH,TC,6H,4C']
    """

    match: Match
    record: Record

    def play(self, attempt: Attempt) -> tuple[RecordedMatch, Verdict]:
        """Play a turn; an illegal one is not written down and changes nothing.

        Raises
        ------
        MatchOverError
            If somebody has won.
        NotationError, AmbiguousPlayError
            If a text cannot be read.
        """
        _need_open(self.match)
        match, verdict = play_in(self.match, attempt)
        if not verdict.is_legal:
            return self, verdict
        entry = PlayEntry(self.record.rounds[-1].plays + 1, verdict.turn)
        return self._with_entry(match, entry), verdict

    def call(self, seat: int, word: str = ORANGE) -> RecordedMatch:
        """Let a seat call a word between two plays; see `call_in`."""
        self._need_uncounted()
        return self._with_entry(call_in(self.match, seat, word), CallEntry(seat, word))

    def claim(self, seat: int) -> RecordedMatch:
        """Let a seat claim to have reached the target.

        Raises
        ------
        ValueError
            If the variant knows no claims, the round has been counted, or somebody has won.
        """
        _need_open(self.match)
        self._need_uncounted()
        match = claim(self.match, self.match.player_at(seat))
        return self._with_entry(match, ClaimEntry(seat))

    def remark(self, text: str) -> RecordedMatch:
        """Write a remark into the record."""
        return self._with_entry(self.match, Remark(text))

    def count(self) -> tuple[RecordedMatch, RoundScore, Outcome]:
        """Count the points of the finished round.

        Raises
        ------
        ValueError
            If the round is not over, or has been counted, or somebody has won.
        """
        _need_open(self.match)
        self._need_uncounted()
        match, score, outcome = finish_round(self.match)
        last = replace(self.record.rounds[-1], points=team_points(self.match, score))
        return self._with_round(match, last), score, outcome

    def deal(self, order: tuple[Card, ...]) -> RecordedMatch:
        """Begin the next round.

        Raises
        ------
        ValueError
            If the round has not been counted, or somebody has won, or `order` is not the pack.
        """
        _need_open(self.match)
        if self.record.rounds[-1].points is None:
            raise ValueError("the round has not been counted")
        match = next_round(self.match, order, score_round(self.match.position))
        record = replace(self.record, rounds=(*self.record.rounds, _new_round(match, order)))
        return _kept(match, record)

    def _need_uncounted(self) -> None:
        if self.record.rounds[-1].points is not None:
            raise ValueError("the round has been counted")

    def _with_entry(self, match: Match, entry: Entry) -> RecordedMatch:
        last = self.record.rounds[-1]
        return self._with_round(match, replace(last, entries=(*last.entries, entry)))

    def _with_round(self, match: Match, last: RoundRecord) -> RecordedMatch:
        return _kept(match, replace(self.record, rounds=(*self.record.rounds[:-1], last)))


def begin_record(
    variant: Variant,
    players: int,
    order: tuple[Card, ...],
    *,
    seed: int | None = None,
    names: tuple[str, ...] = (),
) -> RecordedMatch:
    """Begin a match and its record.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    order : tuple of Card
        The pack of the first round, next card first.
    seed : int, optional
        Where the deals come from, to be written down.
    names : tuple of str
        What the players are called, in order of play.

    Raises
    ------
    DealError
        If the variant is not for so many players, or the pack is not its own.
    """
    match = start_match(variant, players, order)
    rounds = (_new_round(match, order),)
    return _kept(match, Record(variant, players, rounds, seed, tuple(enumerate(names))))


def call_in(match: Match, seat: int, word: str) -> Match:
    """Return the match after a seat calls a word between two plays.

    Raises
    ------
    MatchOverError
        If somebody has won.
    ValueError
        If the variant does not know the call, or nobody sits there.
    """
    _need_open(match)
    if not 1 <= seat <= match.players:
        raise ValueError(f"there is no seat {seat}")
    if word != ORANGE or word not in match.variant.options.calls:
        raise ValueError(f"{match.variant.name} knows no call {word!r}")
    return replace(match, position=call_orange(match.position, seat))


def team_points(match: Match, score: RoundScore) -> tuple[int, ...]:
    """Return the points of a round for each team; `score` has them for each side of its seats."""
    return tuple(score.points[match.side_of_team(team)] for team in range(len(match.teams)))


def result_text(match: Match) -> str:
    """Say how a match stands, as the last line of its record does.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> from casino_tutor.rules.dealing import shuffled
    >>> variant = find_variant("kirchner")
    >>> result_text(start_match(variant, 2, shuffled(variant.options, 1)))
    'unfinished 0/0'
    """
    how = "unfinished" if match.winner is None else f"team {match.winner} wins"
    return f"{how} {scores_text(match.scores)}"


def _need_open(match: Match) -> None:
    if match.winner is not None:
        raise MatchOverError(f"the match is over: {result_text(match)}")


def _new_round(match: Match, order: tuple[Card, ...]) -> RoundRecord:
    return RoundRecord(match.round, match.eldest, match.scores, order, match.position.carry)


def _kept(match: Match, record: Record) -> RecordedMatch:
    return RecordedMatch(match, replace(record, result=result_text(match)))

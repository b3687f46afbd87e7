"""Keeping a match and its record together: every step is judged, played and written down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

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
    MatchError,
    call_in,
    claim,
    finish_round,
    next_round,
    play_in,
    redeal,
    start_match,
)
from casino_tutor.rules.rounds import RoundError, RoundScore, score_round

#: The one call that the rules know.
ORANGE: Final = "orange"


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
        MatchError
            If the match is over.
        NotationError, AmbiguousPlayError
            If a text cannot be read.
        """
        match, verdict = play_in(self.match, attempt)
        if not verdict.is_legal:
            return self, verdict
        entry = PlayEntry(self.record.rounds[-1].plays + 1, verdict.turn)
        return self._with_entry(match, entry), verdict

    def call_orange(self, seat: int) -> RecordedMatch:
        """Let a seat call an orange that another has missed.

        Raises
        ------
        MatchError
            If the match is over or the round has been counted.
        RoundError
            If the variant knows no oranges, or nobody sits there.
        """
        match = call_in(self.match, player_in(self.match, seat))
        return self._with_entry(match, CallEntry(seat, ORANGE))

    def claim(self, seat: int) -> RecordedMatch:
        """Let a seat claim to have reached the target.

        Raises
        ------
        MatchError
            If the variant knows no claims, the match is over, or the seat can win no more.
        RoundError
            If nobody sits there.
        """
        match = claim(self.match, player_in(self.match, seat))
        return self._with_entry(match, ClaimEntry(seat))

    def remark(self, text: str) -> RecordedMatch:
        """Write a remark into the record."""
        return self._with_entry(self.match, Remark(text))

    def count(self) -> tuple[RecordedMatch, RoundScore, Outcome]:
        """Count the points of the finished round.

        Raises
        ------
        MatchError
            If the round is not over, or counted already, or the match is over.
        """
        match, score, outcome = finish_round(self.match)
        last = replace(self.record.rounds[-1], points=team_points(self.match, score))
        return self._with_round(match, last), score, outcome

    def deal(self, order: tuple[Card, ...]) -> RecordedMatch:
        """Begin the next round.

        Raises
        ------
        MatchError
            If the round has not been counted, or the match is over.
        DealError
            If `order` is not the pack.
        """
        match = next_round(self.match, order, score_round(self.match.position))
        rounds = (*self.record.rounds, _new_round(match, order))
        return _kept(match, replace(self.record, rounds=rounds))

    def redeal(self, order: tuple[Card, ...]) -> RecordedMatch:
        """Throw the cards of this round in and deal anew; the record has the new deal only.

        Raises
        ------
        MatchError
            If the variant never does that, or a card has been played.
        DealError
            If `order` is not the pack.
        """
        last = replace(self.record.rounds[-1], stock=order)
        return self._with_round(redeal(self.match, order), last)

    def _with_entry(self, match: Match, entry: Entry) -> RecordedMatch:
        last = self.record.rounds[-1]
        if last.points is None:
            return self._with_round(match, replace(last, entries=(*last.entries, entry)))
        if not isinstance(entry, ClaimEntry | Remark):
            raise MatchError("the round is scored already")
        return self._with_round(match, replace(last, closing=(*last.closing, entry)))

    def _with_round(self, match: Match, last: RoundRecord) -> RecordedMatch:
        return _kept(match, replace(self.record, rounds=(*self.record.rounds[:-1], last)))


def begin_record(
    variant: Variant,
    players: int,
    order: tuple[Card, ...],
    *,
    seed: int | None = None,
    names: tuple[str, ...] = (),
    eldest: int = 0,
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
    eldest : int
        The player who leads the first round.

    Raises
    ------
    DealError
        If the variant is not for so many players, or the pack is not its own.
    """
    match = start_match(variant, players, order, eldest=eldest)
    rounds = (_new_round(match, order),)
    return _kept(match, Record(variant, players, rounds, seed, tuple(enumerate(names))))


def player_in(match: Match, seat: int) -> int:
    """Return the player at a seat that is written down somewhere.

    Raises
    ------
    RoundError
        If nobody sits there.
    """
    if not 1 <= seat <= match.players:
        raise RoundError(f"there is no seat {seat}; {match.players} play")
    return match.player_at(seat)


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


def _new_round(match: Match, order: tuple[Card, ...]) -> RoundRecord:
    return RoundRecord(match.round, match.eldest, match.scores, order, match.position.carry)


def _kept(match: Match, record: Record) -> RecordedMatch:
    return RecordedMatch(match, replace(record, result=result_text(match)))

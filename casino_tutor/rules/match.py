"""A match: rounds until somebody has won. Each step is a new value; only the cards are chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import is_rich_layout, is_untouched, shuffled, start_round
from casino_tutor.rules.endgame import Outcome, conclude, earned_points, outcome_in_play
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.restrictions import deciding_rule
from casino_tutor.rules.rounds import (
    RoundScore,
    call_orange,
    is_over,
    play_on,
    score_round,
    seen_from,
)
from casino_tutor.rules.scoring import tally

#: How far the target moves on when everybody has reached it and nobody said so (rules 1.1).
_TARGET_STEP: Final = 11
_SCORED: Final = "the round is scored already"


class MatchError(ValueError):
    """A step that a match cannot take now: a play after its end, a round scored twice."""

    kind = "request"


@dataclass(frozen=True, slots=True)
class Match:
    """A match in progress.

    Players are numbered from 0 in order of play; teams are the sides they play in. In each round
    the seats are counted anew from the eldest hand, so a player's seat changes from round to round.

    Attributes
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    eldest : int
        The player who is seat 1 of this round.
    round : int
        The round, from 1.
    position : Position
        The table; its sides and scores are those of the seats of this round.
    scores : tuple of int
        The match score of each team before this round; when the round is scored, or the match won,
        after it.
    is_free : bool
        True if restrictions near the target have ended because of a tie.
    target : int
        What is played to; it grows where nobody claims.
    winner : int or None
        The team that has won.
    is_scored : bool
        True once the points of this round are in `scores`.
    barred : tuple of int
        The teams that claimed wrongly and can win no more.
    """

    variant: Variant
    players: int
    eldest: int
    round: int
    position: Position
    scores: tuple[int, ...]
    is_free: bool = False
    target: int = 0
    winner: int | None = None
    is_scored: bool = False
    barred: tuple[int, ...] = ()

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The players of each team: partners sit opposite each other."""
        sides = self.variant.options.sides_for(self.players)
        return tuple(tuple(seat - 1 for seat in side) for side in sides)

    def team_of(self, player: int) -> int:
        """Return the team of a player."""
        return next(i for i, team in enumerate(self.teams) if player in team)

    def player_at(self, seat: int) -> int:
        """Return the player who sits at a seat in this round."""
        return (self.eldest + seat - 1) % self.players

    def seat_of(self, player: int) -> int:
        """Return the seat of a player in this round."""
        return (player - self.eldest) % self.players + 1

    def team_of_side(self, side: int) -> int:
        """Return the team that a side of this round's seats is."""
        return self.team_of(self.player_at(self.position.sides[side][0]))

    def side_of_team(self, team: int) -> int:
        """Return the side of this round's seats that a team is."""
        return self.position.side_of(self.seat_of(self.teams[team][0]))

    @property
    def dealer(self) -> int:
        """The player who deals this round: the last to play before the eldest hand."""
        return (self.eldest - 1) % self.players

    @property
    def is_over(self) -> bool:
        """True if a team has won."""
        return self.winner is not None


def start_match(
    variant: Variant, players: int, order: tuple[Card, ...], *, eldest: int = 0
) -> Match:
    """Return a new match with its first round dealt.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    order : tuple of Card
        The pack of the first round, next card first (`shuffled` makes one from a seed).
    eldest : int
        The player who leads the first round, the one after the dealer (`first_dealer` finds who
        deals).

    Raises
    ------
    DealError
        If the variant is not for so many players, or the pack is not its own.
    """
    teams = len(variant.options.sides_for(players))
    position = start_round(variant, players, order)
    target = variant.options.target
    match = Match(variant, players, eldest % players, 1, position, (0,) * teams, target=target)
    return _seated(match)


def _seated(match: Match) -> Match:
    """Write into the position who plays with whom in this round, and the match scores."""
    sides = tuple(
        sorted(tuple(sorted(match.seat_of(player) for player in team)) for team in match.teams)
    )
    seated = replace(match, position=replace(match.position, sides=sides))
    by_side = tuple(match.scores[seated.team_of_side(side)] for side in range(len(sides)))
    return replace(seated, position=replace(seated.position, score=by_side))


def redeal(match: Match, order: tuple[Card, ...]) -> Match:
    """Return the match with the cards of this round thrown in and dealt anew.

    Raises
    ------
    MatchError
        If the variant never throws a deal in, a card has been played already, or the layout is not
        rich where only a rich one is dealt anew.
    """
    options = match.variant.options
    if options.redeal == "never":
        raise MatchError(f"{match.variant.name} never throws a deal in")
    if not is_untouched(match.position):
        raise MatchError("a card has been played already")
    if options.redeal == "rich_layout" and not is_rich_layout(match.position):
        raise MatchError("the layout has neither cards worth 3 points nor three court cards")
    position = start_round(match.variant, match.players, order, carry=match.position.carry)
    return _seated(replace(match, position=position))


def play_in(match: Match, attempt: Attempt) -> tuple[Match, Verdict]:
    """Play a turn of a match, if it is legal; see `rounds.play_on`.

    A win that comes in mid-round (a criterion met, the target reached where points count as they
    are made) ends the match at once.

    Raises
    ------
    MatchError
        If the match is over.
    NotationError, AmbiguousPlayError
        If a text cannot be read.
    """
    _check_going_on(match)
    position, verdict = play_on(match.position, attempt)
    return _won_in_play(replace(match, position=position)), verdict


def call_in(match: Match, player: int) -> Match:
    """Return the match after a player calls an orange that another has missed.

    Raises
    ------
    MatchError
        If the match is over, or the round is scored.
    RoundError
        If the variant knows no oranges.
    """
    _check_going_on(match)
    if match.is_scored:
        raise MatchError(_SCORED)
    position = call_orange(match.position, match.seat_of(player))
    return _won_in_play(replace(match, position=position))


def _won_in_play(match: Match) -> Match:
    outcome = outcome_in_play(match.position, free=match.is_free)
    return match if outcome is None else _with_outcome(match, outcome)


def _with_outcome(match: Match, outcome: Outcome) -> Match:
    """Take over the scores and the winner, which are by sides, for the teams."""
    scores = tuple(outcome.scores[match.side_of_team(team)] for team in range(len(match.scores)))
    winner = None if outcome.winner is None else match.team_of_side(outcome.winner)
    return replace(match, scores=scores, winner=winner)


def _check_going_on(match: Match) -> None:
    if match.is_over:
        raise MatchError("the match is over")


def finish_round(match: Match) -> tuple[Match, RoundScore, Outcome]:
    """Score the finished round of a match.

    Returns
    -------
    tuple of Match, RoundScore and Outcome
        The match with the new scores (and winner, if there is one), the points item by item, and
        how that was concluded. `next_round` deals on.

    Raises
    ------
    MatchError
        If the round is not over, or scored already, or the match is over.
    """
    _check_going_on(match)
    if match.is_scored:
        raise MatchError(_SCORED)
    if not is_over(match.position):
        raise MatchError("the round is not over")
    position, options = match.position, match.variant.options
    score = score_round(position)
    spades = tally(position).spades
    outcome = conclude(options, position.score, score.items, spades=spades, free=match.is_free)
    scored = replace(_with_outcome(match, outcome), is_scored=True)
    target = match.target
    if deciding_rule(options) == "claim" and all(total >= target for total in scored.scores):
        # Everybody is out and nobody said so: the target moves on.
        target += _TARGET_STEP
    free = match.is_free or outcome.is_free
    return replace(scored, is_free=free, target=target), score, outcome


def next_round(match: Match, order: tuple[Card, ...], score: RoundScore) -> Match:
    """Return the match with its next round dealt.

    Parameters
    ----------
    match : Match
        A match whose round has been scored and which is not over.
    order : tuple of Card
        The pack, next card first.
    score : RoundScore
        The score of the round before, for points carried over and for who leads.

    Raises
    ------
    MatchError
        If the round is not scored, or the match is over.
    """
    _check_going_on(match)
    if not match.is_scored:
        raise MatchError("the round is not scored")
    eldest = next_eldest(match, score)
    position = start_round(match.variant, match.players, order, carry=score.carry)
    dealt = replace(match, eldest=eldest, round=match.round + 1, position=position, is_scored=False)
    return _seated(dealt)


def next_eldest(match: Match, score: RoundScore) -> int:
    """Return the player who leads the next round.

    Players are numbered in order of play, whichever way that goes round the table: a deal that
    passes the way the play goes moves on by one, one that passes against it moves back.
    """
    options, last = match.variant.options, match.position.last
    if options.next_dealer == "last_capturer_leads" and last not in (NOBODY, UNKNOWN):
        return match.player_at(last)
    if options.next_dealer == "loser":
        loser = _loser(score.points, low_wins=options.low_wins)
        if loser is not None:
            return match.player_at(match.position.sides[loser][0])
    against = (options.next_dealer, options.direction) in {("left", "ccw"), ("right", "cw")}
    return (match.eldest + (-1 if against else 1)) % match.players


def _loser(points: tuple[int, ...], *, low_wins: bool) -> int | None:
    """Return the side that did worst in a round, or None if several did."""
    worst = max(points) if low_wins else min(points)
    losers = [side for side, own in enumerate(points) if own == worst]
    return losers[0] if len(losers) == 1 else None


def claim(match: Match, player: int) -> Match:
    """Return the match after a player claims to have reached the target.

    A right claim wins, even if another side has more that nobody claimed. Who claims wrongly can
    win no more, if the variant says so; with two sides that loses the match.

    Raises
    ------
    MatchError
        If the variant knows no claims, the match is over, or the player can win no more.
    """
    options = match.variant.options
    if deciding_rule(options) != "claim":
        raise MatchError(f"{match.variant.name} knows no claims")
    _check_going_on(match)
    team = match.team_of(player)
    if team in match.barred:
        raise MatchError(f"player {player + 1} has claimed wrongly before and can win no more")
    total = claimed_total(match, team)
    scores = tuple(total if i == team else score for i, score in enumerate(match.scores))
    if total >= match.target:
        return replace(match, scores=scores, winner=team)
    if options.wrong_claim == "nothing":
        return match
    barred = (*match.barred, team)
    left = [other for other in range(len(match.teams)) if other not in barred]
    return replace(match, barred=barred, winner=left[0] if len(left) == 1 else None)


def claimed_total(match: Match, team: int) -> int:
    """Return what a team may claim by now: its score, and what it has for certain in this round.

    Spades count from the 7th and cards from the 27th on (rules 1.1).
    """
    if match.is_scored:
        return match.scores[team]
    return match.scores[team] + earned_points(match.position)[match.side_of_team(team)]


def seen_by(match: Match, player: int) -> Position:
    """Return the table as a player knows it; see `rounds.seen_from`."""
    return seen_from(match.position, match.seat_of(player))


def seeded_order(variant: Variant, seed: int, number: int) -> tuple[Card, ...]:
    """Return the pack of a match's round: one seed gives every round of a match."""
    return shuffled(variant.options, first_deal_seed(seed) + number)


def first_deal_seed(seed: int) -> int:
    """Return the seed of the draw for the first deal: the match's rounds count from 1."""
    return seed * 1_000

"""A match: rounds until somebody has won. Each step is a new value; only the cards are chance."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casino_tutor.model.cards import Card
from casino_tutor.model.position import NOBODY, UNKNOWN, Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.endgame import Outcome, conclude, earned_points, wins_in_play
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.rounds import RoundScore, is_over, play_on, score_round
from casino_tutor.rules.scoring import tally


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
        The match score of each team before this round.
    is_free : bool
        True if restrictions near the target have ended because of a tie.
    target : int
        What is played to; it grows where nobody claims.
    winner : int or None
        The team that has won.
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

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The players of each team: partners sit opposite each other."""
        sides = self.variant.options.sides_for(self.players)
        return tuple(tuple(seat - 1 for seat in side) for side in sides)

    def player_at(self, seat: int) -> int:
        """Return the player who sits at a seat in this round."""
        return (self.eldest + seat - 1) % self.players

    def seat_of(self, player: int) -> int:
        """Return the seat of a player in this round."""
        return (player - self.eldest) % self.players + 1

    def team_of_side(self, side: int) -> int:
        """Return the team that a side of this round's seats is."""
        player = self.player_at(self.position.sides[side][0])
        return next(i for i, team in enumerate(self.teams) if player in team)

    def side_of_team(self, team: int) -> int:
        """Return the side of this round's seats that a team is."""
        return self.position.side_of(self.seat_of(self.teams[team][0]))

    @property
    def is_over(self) -> bool:
        """True if a team has won."""
        return self.winner is not None


def start_match(variant: Variant, players: int, order: tuple[Card, ...]) -> Match:
    """Return a new match with its first round dealt.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play; player 0 is the eldest hand of the first round.
    order : tuple of Card
        The pack of the first round, next card first (`shuffled` makes one from a seed).

    Raises
    ------
    DealError
        If the variant is not for so many players, or the pack is not its own.
    """
    teams = len(variant.options.sides_for(players))
    position = start_round(variant, players, order)
    match = Match(variant, players, 0, 1, position, (0,) * teams, target=variant.options.target)
    return _with_scores(match)


def _with_scores(match: Match) -> Match:
    """Write the match scores into the position, in the order of this round's sides."""
    sides = range(len(match.scores))
    by_side = tuple(match.scores[match.team_of_side(side)] for side in sides)
    return replace(match, position=replace(match.position, score=by_side))


def play_in(match: Match, attempt: Attempt) -> tuple[Match, Verdict]:
    """Play a turn of a match, if it is legal; see `rounds.play_on`.

    A win that comes in mid-round (a criterion met, the target reached where points count as they
    are made) ends the match at once.
    """
    position, verdict = play_on(match.position, attempt)
    match = replace(match, position=position)
    side = wins_in_play(position, free=match.is_free)
    if side is not None:
        return replace(match, winner=match.team_of_side(side)), verdict
    return match, verdict


def finish_round(match: Match) -> tuple[Match, RoundScore, Outcome]:
    """Score the finished round of a match.

    Returns
    -------
    tuple of Match, RoundScore and Outcome
        The match with the new scores (and winner, if there is one), the points item by item, and
        how that was concluded. `next_round` deals on.

    Raises
    ------
    ValueError
        If the round is not over.
    """
    if not is_over(match.position):
        raise ValueError("the round is not over")
    position, options = match.position, match.variant.options
    score = score_round(position)
    found = tally(position)
    outcome = conclude(
        options, position.score, score.items, spades=found.spades, free=match.is_free
    )
    by_team = tuple(outcome.scores[match.side_of_team(team)] for team in range(len(match.scores)))
    winner = None if outcome.winner is None else match.team_of_side(outcome.winner)
    target = match.target
    if options.win_rule == "claim" and all(total >= target for total in by_team):
        # Everybody is out and nobody said so: the target moves on (rules 1.1).
        target += 11
    free = match.is_free or outcome.is_free
    return (
        replace(match, scores=by_team, winner=winner, is_free=free, target=target),
        score,
        outcome,
    )


def next_round(match: Match, order: tuple[Card, ...], score: RoundScore) -> Match:
    """Return the match with its next round dealt.

    Parameters
    ----------
    match : Match
        A match whose round has been scored and which is not over.
    order : tuple of Card
        The pack, next card first.
    score : RoundScore
        The score of the round before, for points carried over.
    """
    last = match.position.last
    eldest = (match.eldest + 1) % match.players
    if match.variant.options.next_dealer == "last_capturer_leads" and last not in (
        NOBODY,
        UNKNOWN,
    ):
        eldest = match.player_at(last)
    position = start_round(match.variant, match.players, order, carry=score.carry)
    return _with_scores(replace(match, eldest=eldest, round=match.round + 1, position=position))


def claim(match: Match, player: int) -> Match:
    """Return the match after a player claims to have reached the target.

    A right claim wins, even if another side has more that nobody claimed; a wrong one loses, or
    does nothing, as the variant says.

    Raises
    ------
    ValueError
        If the variant knows no claims.
    """
    options = match.variant.options
    if options.win_rule != "claim":
        raise ValueError(f"{match.variant.name} knows no claims")
    team = next(i for i, members in enumerate(match.teams) if player in members)
    side = match.side_of_team(team)
    total = match.scores[team] + earned_points(match.position)[side]
    if total >= match.target:
        return replace(match, winner=team)
    if options.wrong_claim == "loses" and len(match.teams) == 2:
        return replace(match, winner=1 - team)
    return match


def seeded_order(variant: Variant, seed: int, number: int) -> tuple[Card, ...]:
    """Return the pack of a match's round: one seed gives every round of a match."""
    return shuffled(variant.options, seed * 1_000 + number)

"""A match at a card table: one learner against opponents, with its record.

It is one of the tables of `casino_tutor.tutor.session_table`, a frozen value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from casino_tutor.draw.words import count_words, item_words, join_words
from casino_tutor.engine.beliefs import Seen
from casino_tutor.engine.opponents import Opponent, find_opponent
from casino_tutor.engine.watching import seen_so_far, watch
from casino_tutor.model.position import Position
from casino_tutor.model.records import CallEntry, ClaimEntry, Entry, PlayEntry, Record
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import first_dealer
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import Attempt
from casino_tutor.rules.match import Match, claimed_total, first_deal_seed, seeded_order, seen_by
from casino_tutor.rules.recording import RecordedMatch, begin_record, team_points
from casino_tutor.rules.replay import replay, resume
from casino_tutor.rules.restrictions import deciding_rule, match_aim
from casino_tutor.rules.rounds import RoundScore, is_over
from casino_tutor.tutor.session_events import (
    Called,
    Claimed,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    ScoreRow,
)
from casino_tutor.tutor.session_table import SIMPLEST, Happened, Waits, turn_events
from casino_tutor.tutor.session_words import (
    names_of,
    sentences,
    verb_for,
)

#: The tag of a record that says who plays against the learner.
_OPPONENTS_TAG: Final = "Opponents"


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A match of one learner against opponents, with its record.

    Attributes
    ----------
    kept : RecordedMatch
        The match and its record.
    person : int
        The player, counted from 0, who is the learner.
    seed : int
        Where the cards of all rounds come from.
    opponents : tuple of Opponent
        Who plays for each player; the learner's is not asked.
    seen : tuple of Seen
        What everybody has seen of this deal.
    """

    kept: RecordedMatch
    person: int
    seed: int
    opponents: tuple[Opponent, ...]
    seen: tuple[Seen, ...] = ()

    @property
    def match(self) -> Match:
        """The match."""
        return self.kept.match

    @property
    def position(self) -> Position:
        """The table, all cards open."""
        return self.match.position

    @property
    def view(self) -> Position:
        """The table as the learner sees it."""
        return seen_by(self.match, self.person)

    @property
    def seat(self) -> int:
        """Where the learner sits in this round."""
        return self.match.seat_of(self.person)

    @property
    def waits(self) -> Waits:
        """What the match waits for."""
        if self.match.is_over:
            return "over"
        if self.match.is_scored:
            return "deal"
        if is_over(self.position):
            return "count"
        return "you" if self.position.turn == self.seat else "opponent"

    @property
    def may_claim(self) -> bool:
        """True if the learner may say that they have reached the target."""
        match, team = self.match, self.match.team_of(self.person)
        claims = deciding_rule(match.variant.options) == "claim"
        return claims and not match.is_over and team not in match.barred

    @property
    def may_call(self) -> bool:
        """True if the learner may call an orange that somebody has forgotten."""
        calls = "orange" in self.match.variant.options.calls
        return calls and not (self.match.is_over or self.match.is_scored)

    def name(self, player: int) -> str:
        """Return what a player is called."""
        return names_of(self.match.players, self.person)[player]

    def seat_name(self, seat: int) -> str:
        """Return what the player at a seat is called."""
        return self.name(self.match.player_at(seat))

    def team_name(self, team: int) -> str:
        """Return what a side is called."""
        names = [self.name(player) for player in self.match.teams[team]]
        return join_words(sorted(names, key=lambda name: name != "You"))

    @property
    def own_first(self) -> tuple[int, ...]:
        """The sides in the order in which they are named: the learner's own comes first."""
        teams = self.match.teams
        return tuple(sorted(range(len(teams)), key=lambda team: self.person not in teams[team]))

    def play(self, attempt: Attempt) -> tuple[MatchTable, Verdict]:
        """Let the learner play."""
        kept, verdict = self.kept.play(attempt)
        return self._after(kept, verdict), verdict

    def _after(self, kept: RecordedMatch, verdict: Verdict) -> MatchTable:
        if not verdict.is_legal:
            return self
        seen = watch(self.seen, self.position, verdict.turn, kept.match.position)
        return replace(self, kept=kept, seen=seen)

    def claim(self) -> tuple[MatchTable, Happened]:
        """Let the learner claim.

        Raises
        ------
        ValueError
            If that cannot be done now.
        """
        return self._claims(self.seat)

    def _claims(self, seat: int) -> tuple[MatchTable, Happened]:
        after = replace(self, kept=self.kept.claim(seat))
        name = self.seat_name(seat)
        said = [f"{verb_for(name, 'claim')} {self.match.target} points"]
        if not after.match.is_over and name == "You":
            said.append("You have not reached the target.")
        return after, (Claimed(sentences(said)), *after.ending())

    def call_missed(self) -> tuple[MatchTable, Happened]:
        """Let the learner call an orange that somebody has forgotten.

        Raises
        ------
        ValueError
            If that cannot be done now.
        """
        return self._called(self.seat)

    def _called(self, seat: int) -> tuple[MatchTable, Happened]:
        side = self.position.side_of(seat)
        before = (self.position.points or (0,) * len(self.position.sides))[side]
        after = replace(self, kept=self.kept.call_orange(seat))
        gained = (after.position.points or (0,) * len(self.position.sides))[side] - before
        words = f"You call an orange: that brings {count_words(gained, 'point')}."
        if seat != self.seat:
            words = f"{self.seat_name(seat)} calls the orange that was forgotten."
        return after, (Called(words), *after.ending())

    def go_on(self) -> tuple[MatchTable, Happened]:
        """Let one thing happen that is not the learner's to do."""
        if self.waits == "opponent":
            return self._opponents_turn()
        if self.waits == "count":
            return self._count()
        return self._deal() if self.waits == "deal" else (self, ())

    def retraced(self) -> Iterator[tuple[MatchTable, Happened]]:
        """Yield what has happened in this round, each time with the table before it.

        Nothing, if the record does not lead to this table.
        """
        record = self.kept.record
        last = record.rounds[-1]
        bare = replace(last, entries=(), points=None, closing=())
        begun = replace(record, rounds=(*record.rounds[:-1], bare))
        match = replay(begun).match
        if match is None:
            return
        here = replace(self, kept=RecordedMatch(match, begun), seen=())
        steps: list[tuple[MatchTable, Happened]] = []
        # Between its plays and what was said after them the round was counted.
        count = (None,) * (last.points is not None)
        for entry in (*last.entries, *count, *last.closing):
            after, happened = here.counted() if entry is None else here.entered(entry)
            steps.append((here, happened))
            here = after
        if here.match == self.match:
            yield from (step for step in steps if step[1])

    def entered(self, entry: Entry) -> tuple[MatchTable, Happened]:
        """Let one entry of a record happen once more."""
        if isinstance(entry, PlayEntry):
            seat, before = self.position.turn or 0, self.position
            kept, verdict = self.kept.play(entry.turn)
            after = self._after(kept, verdict)
            events = turn_events(self, seat, before, verdict, after.position)
            return after, (*events, *after.ending())
        if isinstance(entry, CallEntry):
            return self._called(entry.seat)
        if isinstance(entry, ClaimEntry):
            return self._claims(entry.seat)
        return self, ()

    def ending(self) -> Happened:
        """Say who has won, if somebody has."""
        winner = self.match.winner
        if winner is None:
            return ()
        won = verb_for(self.team_name(winner), "win")
        return (MatchEnded(sentences([f"{won} the match ({self._scores(self.match.scores)})"])),)

    def _opponents_turn(self) -> tuple[MatchTable, Happened]:
        """Let the seat to play call, claim or play."""
        match, position = self.match, self.position
        seat = position.turn or 0
        player = match.player_at(seat)
        makers = [maker for word, maker in position.pending if word == "orange"]
        if makers and seat not in makers:
            return self._called(seat)
        claimed = self._claimed(player)
        if claimed is not None:
            return claimed
        # What hangs on chance is the same again when a match that was saved goes on.
        chance = Random(f"{self.seed} {match.round} {self.kept.record.rounds[-1].plays}")
        chosen = self.opponents[player].choose(seen_by(match, player), chance, self.seen)
        kept, verdict = self.kept.play(chosen)
        after = self._after(kept, verdict)
        events = turn_events(self, seat, position, verdict, after.position)
        return after, (*events, *after.ending())

    def _claimed(self, player: int) -> tuple[MatchTable, Happened] | None:
        """Let an opponent claim if it has reached the target; its memory is perfect."""
        match = self.match
        team = match.team_of(player)
        claims = deciding_rule(match.variant.options) == "claim"
        if not claims or team in match.barred or claimed_total(match, team) < match.target:
            return None
        return self._claims(match.seat_of(player))

    def _count(self) -> tuple[MatchTable, Happened]:
        """Count the round; whoever of the opponents can claim does so before."""
        for player in range(self.match.players):
            claimed = self._claimed(player) if player != self.person else None
            if claimed is not None:
                return claimed
        return self.counted()

    def counted(self) -> tuple[MatchTable, Happened]:
        """Count the round that is over, whatever might be claimed before that."""
        kept, score, _ = self.kept.count()
        after = replace(self, kept=kept)
        return after, (after.sheet(score), *after.ending())

    def sheet(self, score: RoundScore) -> RoundEnded:
        """Return the score sheet of the round that has just been counted."""
        match = self.match
        teams = self.own_first
        rows: dict[str, list[int]] = {}
        for item, side, gained in score.items:
            row = rows.setdefault(item_words(item), [0] * len(teams))
            row[teams.index(match.team_of_side(side))] += gained
        points = team_points(match, score)
        words = [
            f"Round {match.round} is over ({self._scores(points)})",
            f"The match stands {self._scores(match.scores)}",
            match_aim(match.variant, match.target).removesuffix("."),
        ]
        return RoundEnded(
            match.round,
            tuple(map(self.team_name, teams)),
            tuple(ScoreRow(item, tuple(row)) for item, row in rows.items()),
            tuple(points[team] for team in teams),
            tuple(match.scores[team] for team in teams),
            match.target,
            sentences(words),
        )

    def _scores(self, points: Sequence[int]) -> str:
        return ", ".join(f"{self.team_name(team)}: {points[team]}" for team in self.own_first)

    def _deal(self) -> tuple[MatchTable, Happened]:
        order = seeded_order(self.match.variant, self.seed, self.match.round + 1)
        after = replace(self, kept=self.kept.deal(order), seen=())
        return after, (after.dealt(),)

    def dealt(self) -> RoundDealt:
        """Say who deals and who leads."""
        match = self.match
        deals = verb_for(self.name(match.dealer), "deal")
        leads = verb_for(self.name(match.player_at(1)), "lead")
        # Inside the sentence "You" is "you".
        leads = leads.replace("You", "you", 1)
        return RoundDealt(match.round, f"Round {match.round}: {deals}, {leads}.")


def begin_match(
    variant: Variant, players: int, seed: int, opponents: Sequence[str] = ()
) -> MatchTable:
    """Begin a match; the learner sits where the first dealer is counted from.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play, the learner among them.
    seed : int
        One seed gives the same cards and, for the same plays, the same match.
    opponents : sequence of str
        Who plays for the other players, in order of play, by the names of
        `casino_tutor.engine.opponents`; the last of them for all who are not named.

    Raises
    ------
    DealError
        If the variant is not for so many players.
    OpponentError
        If there is no such opponent.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> table = begin_match(find_variant("casino_pagat"), 2, seed=3, opponents=["greedy"])
    >>> table.waits, table.seat_name(table.seat)
    ('you', 'You')
    """
    dealer = first_dealer(variant, players, first_deal_seed(seed)).player
    person = -(dealer + 1) % players
    order = seeded_order(variant, seed, 1)
    names = names_of(players, person)
    kept = begin_record(variant, players, order, seed=seed, names=names)
    asked = [find_opponent(name).name for name in opponents]
    record = replace(kept.record, extra=((_OPPONENTS_TAG, " ".join(asked)),))
    return _seated(replace(kept, record=record), person, seed, asked)


def resume_match(record: Record, seed: int = 0, opponents: Sequence[str] = ()) -> MatchTable:
    """Go on with a match that was kept, against the same opponents or others.

    Parameters
    ----------
    record : Record
        Its record.
    seed : int
        Where the cards of later rounds come from if the record does not say it.
    opponents : sequence of str
        Who plays from now on, as in `begin_match`; those of the record if nobody is named.

    Raises
    ------
    RecordError
        If anything is wrong with the record.
    OpponentError
        If it names an opponent that is not there.
    """
    kept = resume(record)
    person = next((player for player, name in record.names if name == "You"), 0)
    asked = list(opponents) or dict(record.extra).get(_OPPONENTS_TAG, "").split()
    return _seated(kept, person, seed if record.seed is None else record.seed, asked)


def _seated(kept: RecordedMatch, person: int, seed: int, asked: Sequence[str]) -> MatchTable:
    others = kept.match.players - 1
    found = [find_opponent(name) for name in asked] or [SIMPLEST]
    found = [*found, *found[-1:] * others][:others]
    opponents = (*found[:person], SIMPLEST, *found[person:])
    return MatchTable(kept, person, seed, opponents, seen_so_far(kept))

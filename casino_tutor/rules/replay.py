"""Replaying a record: every play judged in its place, every tag compared with what is so.

An illegal play is reported with all its reasons and passed over: the position stays as it was, and
what follows is judged from there. So a wrong play may be followed by the right one of the same
number. Where nobody noticed, the table went on otherwise; `as_played` goes on with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from casino_tutor.model.cards import Card, cards_text, deck_cards, deck_counts
from casino_tutor.model.plays import Turn, item_cards, turn_text
from casino_tutor.model.position import Position
from casino_tutor.model.records import (
    CallEntry,
    ClaimEntry,
    Entry,
    PlayEntry,
    Record,
    Remark,
    RoundRecord,
    UnreadEntry,
    scores_text,
)
from casino_tutor.model.violation import Violation
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import violations
from casino_tutor.rules.match import (
    Match,
    call_in,
    claim,
    claimed_total,
    finish_round,
    next_round,
    play_in,
    seeded_order,
    start_match,
)
from casino_tutor.rules.recording import (
    ORANGE,
    RecordedMatch,
    player_in,
    result_text,
    team_points,
)
from casino_tutor.rules.replayed import CountedRound, Event, RecordError, RecordFault, Replay
from casino_tutor.rules.rounds import RoundError, RoundScore, is_over, settle
from casino_tutor.rules.transition import after_unchecked

#: Faults that concern the whole record and no round.
_OF_NO_ROUND = ("cut", "result")


def replay(record: Record, *, as_played: bool = False) -> Replay:
    """Replay a record, play by play.

    Parameters
    ----------
    record : Record
        A record, finished or not.
    as_played : bool
        Carry out an illegal play as far as its cards are there, unless the line after it corrects
        it, so that what follows is judged on the table that the players had before them. Otherwise
        an illegal play is passed over, and its seat is still to play.

    Returns
    -------
    Replay
        How far it came, and everything that is wrong with it.

    Examples
    --------
    >>> from casino_tutor.model.record_text import parse_record
    >>> record = parse_record('''[Variant "casino_pagat"]
    ... [Players "2"]
    ... [Seed "7"]
    ... [Round "1"]
    ... 1. QHxJS
    ... ''')
    >>> for fault in replay(record).faults:
    ...     print(fault)
    line 5, round 1, play 1: QHxJS is not legal. QH has no number: it takes only queen cards one
    by one, not JS.
    line 5: The record does not say how the match stands at its end; it may have been cut.
    """
    replayer = _Replayer(record, as_played=as_played)
    for written in record.rounds:
        replayer.read_round(written)
    replayer.close()
    faults = tuple(sorted(replayer.faults, key=lambda fault: fault.line))
    return Replay(replayer.match, tuple(replayer.events), faults, tuple(replayer.counted))


def resume(record: Record) -> RecordedMatch:
    """Return the match of a record exactly as it was when the record was saved.

    Raises
    ------
    RecordError
        If anything is wrong with the record.
    """
    found = replay(record)
    faults = tuple(fault for fault in found.faults if not fault.is_of_the_table)
    if faults or found.match is None:
        raise RecordError(faults)
    return RecordedMatch(found.match, record)


class _Replayer:
    """Goes through a record line by line; what it finds stands in its lists."""

    def __init__(self, record: Record, *, as_played: bool) -> None:
        self.record = record
        self.as_played = as_played
        self.match: Match | None = None
        self.events: list[Event] = []
        self.faults: list[RecordFault] = []
        self.counted: list[CountedRound] = []
        self.round = RoundRecord(0)
        #: The last line read.
        self.line = max((line for _, line in record.lines), default=0)
        #: The number of the last play, and whether it was legal.
        self.number, self.stood = 0, True
        #: The numbers that stand twice, because the second of the two plays corrects the first.
        self.corrected: set[int] = set()
        #: True from the deal of a round until it is counted; then its score, until the next deal.
        self.is_open = False
        self.score: RoundScore | None = None

    def report(
        self,
        kind: str,
        line: int,
        sentence: str,
        number: int = 0,
        found: tuple[Violation, ...] = (),
    ) -> None:
        """Note a fault."""
        at = 0 if kind in _OF_NO_ROUND else self.round.number
        self.faults.append(RecordFault(kind, line, sentence, at, number, found))

    # --- rounds ----------------------------------------------------------------------------------

    def read_round(self, written: RoundRecord) -> None:
        """Deal a round, play it, and count it where the record does."""
        line = written.line_of("Round")
        self.line = max(self.line, *(at for _, at in written.lines), line)
        if self.match is not None and self.match.winner is not None:
            self.round = written
            self._report_over(self.match, line)
            return
        if self.match is not None and self.is_open:
            self._leave(self.match, line)
        expected = self.round.number + 1
        self.round, self.number, self.stood = written, 0, True
        if written.number != expected:
            self.report("round", line, f"Round {expected} should stand here, not {written.number}.")
        match = self._deal(written)
        self.is_open, self.score = match is not None, None
        if match is None:
            return
        self.match = match
        self._compare_start(written, match)
        numbers = [e.number for e in written.entries if isinstance(e, PlayEntry | UnreadEntry)]
        self.corrected = {one for one, after in pairwise(numbers) if one == after}
        for entry in written.entries:
            self._read_entry(entry)
        if written.points is not None:
            self._read_points(written.points)
        for entry in written.closing:
            self._read_entry(entry)

    def _leave(self, match: Match, line: int) -> None:
        """Close a round that is not counted where the record goes on to the next."""
        if is_over(match.position):
            self._count(match)
            return
        left = _cards_left(match.position)
        stops = f"Round {match.round} stops after {_number(self.round.plays, 'play')}"
        self.report("cut", line, f"{stops}, with {_number(left, 'card')} still to be played.")

    def _deal(self, written: RoundRecord) -> Match | None:
        """Return the match at the beginning of a round; None if its cards are not the pack."""
        before, record = self.match, self.record
        order = written.stock
        if not order and record.seed is not None:
            order = seeded_order(record.variant, record.seed, written.number)
        problem = _pack_problem(record, order)
        if problem:
            self.report("stock", written.line_of("Stock"), problem)
            return None
        if before is not None and self.score is not None and written.number == before.round + 1:
            return next_round(before, order, self.score)
        return _begun(record, written, order, before)

    def _compare_start(self, written: RoundRecord, match: Match) -> None:
        """Compare the tags of a round with what is so."""
        if written.eldest not in (None, match.eldest):
            self._contradicted("Eldest", str(match.eldest), str(written.eldest))
        if written.scores not in ((), match.scores):
            self._contradicted("Scores", scores_text(match.scores), scores_text(written.scores))
        if written.carry != match.position.carry:
            right, said = _carry_text(match.position.carry), _carry_text(written.carry)
            self._contradicted("Carry", right, said)

    def _contradicted(self, tag: str, right: str, said: str) -> None:
        line = self.round.line_of(tag)
        self.report(tag.lower(), line, f"{tag} should be {right}, the record says {said}.")

    def _read_points(self, points: tuple[int, ...]) -> None:
        match, line = self.match, self.round.line_of("Points")
        if match is None:
            return
        if match.winner is not None:
            self._report_over(match, line, "points")
        elif not is_over(match.position):
            left = _number(_cards_left(match.position), "card")
            self.report("points", line, f"The points are written with {left} still to be played.")
        else:
            self._count(match)
            right = self.counted[-1].points
            if points != right:
                self._contradicted("Points", scores_text(right), scores_text(points))

    def _count(self, match: Match) -> None:
        self.match, score, outcome = finish_round(match)
        self.is_open, self.score = False, score
        sides = tuple(map(match.team_of_side, range(len(match.teams))))
        points = team_points(match, score)
        self.counted.append(
            CountedRound(
                match.round, match.eldest, sides, score, outcome, points, self.match.scores
            )
        )

    def close(self) -> None:
        """Compare the end of the record with how the match stands."""
        match, record = self.match, self.record
        if not record.rounds:
            self.report("cut", self.line, "The record has no round.")
        if record.result is None:
            self.report(
                "cut",
                self.line,
                "The record does not say how the match stands at its end; it may have been cut.",
            )
        elif match is not None and record.result.lower() != result_text(match):
            right = f"The match stands: {result_text(match)}"
            said = f"the record says {record.result!r}"
            self.report("result", record.line_of("Result"), f"{right}; {said}.")

    def _report_over(self, match: Match, line: int, kind: str = "over", number: int = 0) -> None:
        self.report(kind, line, f"The match was over here: {result_text(match)}.", number)

    # --- plays, calls, claims --------------------------------------------------------------------

    def _read_entry(self, entry: Entry) -> None:
        match = self.match
        if match is None or isinstance(entry, Remark):
            return
        self.line = max(self.line, entry.line)
        if match.winner is not None:
            number = entry.number if isinstance(entry, PlayEntry | UnreadEntry) else 0
            self._report_over(match, entry.line, number=number)
        elif isinstance(entry, CallEntry):
            self._call(match, entry)
        elif isinstance(entry, ClaimEntry):
            self._claim(match, entry)
        else:
            self._check_number(entry)
            self.stood = isinstance(entry, PlayEntry) and self._play(match, entry)
            if isinstance(entry, UnreadEntry):
                at = f" (column {entry.column})" if entry.column else ""
                sentence = f"The play cannot be read{at}: {entry.problem}."
                self.report("unreadable", entry.line, sentence, entry.number)

    def _check_number(self, entry: PlayEntry | UnreadEntry) -> None:
        """Numbers count up; a play that did not stand may be followed by one of its number."""
        again = entry.number == self.number and not self.stood
        if entry.number != self.number + 1 and not again:
            sentence = f"Number {self.number + 1} should stand here, not {entry.number}."
            self.report("number", entry.line, sentence, entry.number)
        self.number = entry.number

    def _play(self, match: Match, entry: PlayEntry) -> bool:
        """Judge one turn and play it; return True if it was legal."""
        position, options = match.position, match.variant.options
        named = _cards_named(entry.turn)
        if named > len(deck_cards(options.deck, options.packs)):
            # The rules need not think about cards that exist only in the text.
            sentence = f"The play names {named:,} cards, more than there are."
            self.report("unreadable", entry.line, sentence, entry.number)
            return False
        seat = entry.seat or _holder(position, entry.turn)
        if None not in (position.turn, seat) and seat != position.turn:
            self._out_of_turn(position, entry, seat)
            return False
        self.match, verdict = play_in(match, entry.turn)
        if not verdict.is_legal:
            sentence = f"{verdict.text} is not legal."
            self.report("illegal", entry.line, sentence, entry.number, verdict.violations)
            if self.as_played and entry.number not in self.corrected:
                self.match = _carried_out(match, verdict.turn)
        self._happened(self.match, entry, position.turn, verdict)
        return verdict.is_legal

    def _out_of_turn(self, position: Position, entry: PlayEntry, seat: int | None) -> None:
        found: tuple[Violation, ...] = ()
        if seat is not None and seat <= position.seats:
            found = violations(replace(position, turn=seat, hand_played=False), entry.turn)
        text = turn_text(entry.turn)
        sentence = f"It is the turn of seat {position.turn}, but seat {seat} plays {text}."
        self.report("turn", entry.line, sentence, entry.number, found)

    def _call(self, match: Match, entry: CallEntry) -> None:
        try:
            if entry.word != ORANGE:
                raise RoundError(f"no game knows the call {entry.word!r}")
            self.match = call_in(match, player_in(match, entry.seat))
        except ValueError as error:
            self.report("call", entry.line, f"{entry}: {error}.")
            return
        self._happened(self.match, entry, entry.seat)
        if not any(word == ORANGE for word, _ in match.position.pending):
            sentence = f"Seat {entry.seat} calls an orange, but none is open."
            self.report("false_call", entry.line, sentence)

    def _claim(self, match: Match, entry: ClaimEntry) -> None:
        try:
            player = player_in(match, entry.seat)
            self.match = claim(match, player)
        except ValueError as error:
            self.report("claim", entry.line, f"{entry}: {error}.")
            return
        self._happened(self.match, entry, entry.seat)
        team = match.team_of(player)
        if self.match.winner != team:
            total = claimed_total(match, team)
            claimed = f"Seat {entry.seat} claims {match.target} points"
            self.report("false_claim", entry.line, f"{claimed} but has {total} for certain.")

    def _happened(
        self,
        after: Match,
        entry: PlayEntry | CallEntry | ClaimEntry,
        seat: int | None,
        verdict: Verdict | None = None,
    ) -> None:
        number = entry.number if isinstance(entry, PlayEntry) else 0
        text = str(entry) if verdict is None else verdict.text
        self.events.append(
            Event(after.round, number, seat, text, verdict, after.position, entry.line)
        )


def _begun(
    record: Record, written: RoundRecord, order: tuple[Card, ...], before: Match | None
) -> Match:
    """Return the match at a round that does not follow from one before it, by its own tags."""
    match = start_match(record.variant, record.players, order, eldest=written.eldest or 0)
    if before is None and written.number == 1:
        return match
    known = match if before is None else before
    scores = written.scores if len(written.scores) == len(match.scores) else known.scores
    by_side = tuple(scores[match.team_of_side(side)] for side in range(len(scores)))
    return replace(
        match,
        round=written.number,
        position=replace(match.position, score=by_side, carry=written.carry),
        scores=scores,
        is_free=known.is_free,
        target=known.target,
        barred=known.barred,
    )


def _carried_out(match: Match, turn: Turn) -> Match:
    """Return the match after an illegal turn was played all the same; it makes no points."""
    position = match.position
    for number, play in enumerate(turn, 1):
        position = after_unchecked(position, play, more=number < len(turn))
    played = any(play.hand for play in turn)
    return replace(match, position=settle(position, match.position.turn if played else None))


def _pack_problem(record: Record, order: tuple[Card, ...]) -> str:
    """Say what is wrong with a stock that should be the whole pack."""
    if not order:
        return "The round has no stock, so it cannot be dealt."
    options = record.variant.options
    written, pack = Counter(order), deck_counts(options.deck, options.packs)
    missing, extra = pack - written, written - pack
    faults = [
        f"{cards_text(sorted(cards.elements()))} {what}"
        for cards, what in ((missing, "missing"), (extra, "too many"))
        if cards
    ]
    return f"The stock is not the whole pack: {', '.join(faults)}." if faults else ""


def _holder(position: Position, turn: Turn) -> int | None:
    """Return the one seat, other than the mover, that holds the cards the mover does not."""
    cards = {card for play in turn for card in play.hand}
    if cards <= set(position.hand):
        return None
    seats = [seat for seat, hand in enumerate(position.hands, 1) if cards <= set(hand.cards)]
    return seats[0] if len(seats) == 1 else None


def _cards_named(turn: Turn) -> int:
    return sum(len(play.hand) + sum(len(item_cards(i)) for i in play.items) for play in turn)


def _cards_left(position: Position) -> int:
    return sum(map(len, position.hands)) + position.stock.count


def _carry_text(carry: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{name}={points}" for name, points in carry) or "nothing"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"

"""Whole matches at random, from a seeded generator: every step is checked and written down."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Final

from casino_tutor.model.cards import deck_counts
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.model.variant import Variant
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match, claimed_total, seeded_order
from casino_tutor.rules.recording import ORANGE, RecordedMatch, begin_record

#: How often each kind of play is chosen where there is one. Captures most: the table stays small.
_KINDS: Final = {"capture": 0.5, "build": 0.3, "trail": 0.2}
#: So many plays of a kind are looked at; a crowded table has thousands.
_MOST: Final = 60
#: A match that goes on longer than this does not end by the rules.
MOST_ROUNDS: Final = 400


def random_play(position: Position, rnd: Random, most: int | None = _MOST) -> Play:
    """Choose a legal play: first its kind, then one of the first `most` of that kind.

    The plays are put in the order of their texts, so that a choice hangs on the seed and on what
    is legal, but with `most` None not on the order in which plays are found.
    """
    kinds, weights = list(_KINDS), list(_KINDS.values())
    while kinds:
        kind = rnd.choices(kinds, weights)[0]
        plays = sorted(islice(legal_plays(position, kind=kind), most), key=str)
        if plays:
            return plays[int(rnd.random() * len(plays))]
        weights.pop(kinds.index(kind))
        kinds.remove(kind)
    raise AssertionError(f"no legal play: {position}")


def begin(variant: Variant, players: int, seed: int) -> RecordedMatch:
    """Begin a match whose deals all come from one seed."""
    return begin_record(variant, players, seeded_order(variant, seed, 1), seed=seed)


def play_round(kept: RecordedMatch, rnd: Random) -> RecordedMatch:
    """Play a round to its end, or until somebody wins the match; check every step."""
    check_cards(kept.match.position)
    while kept.match.position.turn is not None and not kept.match.is_over:
        before = kept.match.position
        kept, verdict = kept.play(random_play(before, rnd))
        assert verdict.is_legal, (before, verdict.text, verdict.violations)
        check_cards(kept.match.position)
        check_no_build_outlives_its_deal(verdict)
        kept = random_words(kept, rnd)
    return kept


def play_match(kept: RecordedMatch, rnd: Random) -> RecordedMatch:
    """Play a match to its end."""
    while True:
        kept = play_round(kept, rnd)
        if kept.match.is_over:
            return kept
        kept, _, _ = kept.count()
        if kept.match.is_over:
            return kept
        assert kept.match.round < MOST_ROUNDS, "the match does not end"
        kept = deal_next(kept)


def deal_next(kept: RecordedMatch) -> RecordedMatch:
    """Deal the next round of a match that was begun with a seed."""
    match, seed = kept.match, kept.record.seed
    assert seed is not None
    return kept.deal(seeded_order(match.variant, seed, match.round + 1))


def random_words(kept: RecordedMatch, rnd: Random) -> RecordedMatch:
    """Let somebody call an orange, seldom a false one, or claim the match."""
    match = kept.match
    if match.is_over:
        return kept
    if ORANGE in match.variant.options.calls:
        often = 0.5 if match.position.pending else 0.01
        if rnd.random() < often:
            return kept.call_orange(rnd.randint(1, match.players))
    if match.variant.options.win_rule == "claim":
        right = claimers(match)
        if right and rnd.random() < 0.2:
            return kept.claim(right[0])
        may_claim = match.team_of(match.player_at(1)) not in match.barred
        if not right and may_claim and rnd.random() < 0.001:
            return kept.claim(1)
    return kept


def claimers(match: Match) -> list[int]:
    """Return the seats that would claim the match rightly."""
    return [
        seat
        for seat in range(1, match.players + 1)
        if claimed_total(match, match.team_of(match.player_at(seat))) >= match.target
        and match.team_of(match.player_at(seat)) not in match.barred
    ]


def check_cards(position: Position) -> None:
    """Every card of the pack is in exactly one place."""
    options = position.variant.options
    found = Counter(position.loose)
    found.update(card for build in position.builds for card in build.cards)
    found.update(card for hand in position.hands for card in hand.cards)
    found.update(card for pile in position.taken for card in pile.cards)
    found.update(position.stock.order or ())
    found.update(position.aside)
    assert found == deck_counts(options.deck, options.packs), position


def check_no_build_outlives_its_deal(verdict: Verdict) -> None:
    """Where owners are bound to their builds, none is left when the hands are empty (R20)."""
    after = verdict.after
    assert after is not None
    options = after.variant.options
    bound = options.owner_trail == "forbidden" and options.build_for_partner == "no"
    if bound and not any(map(len, after.hands)):
        assert not after.builds, after

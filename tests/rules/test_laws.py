"""Laws that hold at every table, under every game and house rule, for every attempted play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_tutor.model.cards import Card, find_card
from casino_tutor.model.checks import known_cards, position_faults
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    Play,
    effect_of,
)
from casino_tutor.model.position import Hand, Pile, Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.grouping import all_groupings
from casino_tutor.rules.groups import shared_out, values_of
from casino_tutor.rules.judge import judge
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.repair import repairs
from casino_tutor.rules.transition import after_unchecked, empties_table, is_sweep
from tests.strategies import (
    attempts,
    examples,
    many_examples,
    partitions,
    positions,
    suits_do_not_matter,
)


def _as_own(position: Position, play: Play) -> Play:
    """Write a build for oneself the short way: without one's own seat."""
    if isinstance(play, BuildPlay) and play.seat == position.turn:
        return replace(play, seat=None)
    return play


def _is_listed(position: Position, attempt: Play) -> bool:
    """Return True if the list of legal plays has the attempt, with its very grouping if stated."""
    play = _as_own(position, attempt)
    wanted = effect_of(play)
    same = [listed for listed in legal_plays(position) if effect_of(listed) == wanted]
    assert len(same) < 2, f"{attempt} is listed twice"
    return bool(same) and (
        play.is_open or any(play == one for one in all_groupings(position, same[0]))
    )


# --- what is listed is what is legal ------------------------------------------------------------


@settings(max_examples=examples(400))
@given(st.data())
def test_a_play_is_listed_exactly_when_it_breaks_no_rule(data: st.DataObject) -> None:
    """Whatever is attempted: it is in the list of legal plays, or there is a reason why not."""
    _list_and_reasons_agree(data)


@pytest.mark.slow
@settings(max_examples=many_examples(400), derandomize=False)
@given(st.data())
def test_a_play_is_listed_exactly_when_it_breaks_no_rule_at_length(data: st.DataObject) -> None:
    """The same for thousands of tables, others every time."""
    _list_and_reasons_agree(data)


def _list_and_reasons_agree(data: st.DataObject) -> None:
    position = data.draw(positions())
    for _ in range(8):
        attempt = data.draw(attempts(position))
        assert _is_listed(position, attempt) == (violations(position, attempt) == ())


@settings(max_examples=examples(100))
@given(positions())
def test_every_listed_play_is_legal(position: Position) -> None:
    """No play of the list breaks a rule, and no two of them do the same."""
    listed = list(legal_plays(position))
    assert all(violations(position, play) == () for play in listed)
    assert len({effect_of(play) for play in listed}) == len(listed)


@settings(max_examples=examples(100))
@given(positions())
def test_every_listed_play_is_canonical(position: Position) -> None:
    """A listed play prints in strict notation and is read back as the same play."""
    for play in legal_plays(position):
        assert parse_play(str(play), strict=True) == play


@settings(max_examples=examples(80))
@given(positions())
def test_the_filters_of_the_list_choose_from_it(position: Position) -> None:
    """By card, by kind and by value the same plays are listed, and no others."""
    listed = list(legal_plays(position))
    for kind in ("trail", "capture", "build"):
        assert [p for p in listed if p.kind == kind] == list(legal_plays(position, kind=kind))
    for card in dict.fromkeys(position.hand):
        assert {p for p in listed if card in p.hand} == set(legal_plays(position, card=card))
    builds = [play for play in listed if isinstance(play, BuildPlay)]
    for value in range(1, 15):
        chosen = set(legal_plays(position, kind="build", value=value))
        assert {play for play in builds if play.value == value} == chosen


# --- groupings ------------------------------------------------------------------------------------


@settings(max_examples=examples(80))
@given(positions(most_loose=6))
def test_every_grouping_of_a_legal_play_is_legal_and_does_the_same(position: Position) -> None:
    """However the cards are grouped, the effect and the table afterwards are the same."""
    for play in legal_plays(position):
        left = _without_sets(after_unchecked(position, play))
        for other in all_groupings(position, play):
            assert violations(position, other) == ()
            assert effect_of(other) == effect_of(play)
            assert _without_sets(after_unchecked(position, other)) == left


def _without_sets(position: Position) -> tuple[object, ...]:
    """Return a position with its builds as heaps of cards, single or multiple."""
    heaps = [(sorted(b.cards), b.value, b.owner, b.is_multiple) for b in position.builds]
    return (heaps, replace(position, builds=()))


@settings(max_examples=examples(150))
@given(st.data())
def test_cards_without_a_grouping_are_legal_exactly_when_some_grouping_is(
    data: st.DataObject,
) -> None:
    """Cards only pointed at may be taken or built when there is a way to share them out."""
    position = data.draw(positions())
    attempt = data.draw(attempts(position))
    if not isinstance(attempt, CapturePlay | BuildPlay) or len(attempt.items) > 4:
        return
    if not attempt.items:
        return
    stated = _every_grouping(attempt)
    assert is_legal(position, _opened(attempt)) == any(is_legal(position, p) for p in stated)


def _opened(play: Play) -> Play:
    if isinstance(play, BuildPlay):
        return replace(play, joined=(), groups=(), bag=play.items)
    assert isinstance(play, CapturePlay)
    # One card alone has one grouping only, and is written as that group.
    bag = play.items if len(play.items) > 1 else ()
    return replace(play, groups=() if bag else ((play.items[0],),), bag=bag)


def _every_grouping(play: CapturePlay | BuildPlay) -> list[Play]:
    stated: list[Play] = []
    for way in partitions(play.items):
        groups = tuple(tuple(group) for group in way)
        if isinstance(play, CapturePlay):
            stated.append(replace(play, groups=groups, bag=()))
            continue
        stated.append(replace(play, joined=(), groups=groups, bag=()))
        if play.hand:
            for i, group in enumerate(groups):
                others = groups[:i] + groups[i + 1 :]
                stated.append(replace(play, joined=group, groups=others, bag=()))
    return stated


@settings(max_examples=examples(100))
@given(st.data())
def test_a_grouping_that_was_left_open_is_filled_in(data: st.DataObject) -> None:
    """The answer to a legal play states its groups, and they are legal by themselves."""
    position = data.draw(positions())
    attempt = data.draw(attempts(position))
    verdict = judge(position, attempt)
    if verdict.is_legal:
        (played,) = verdict.turn
        assert not played.is_open
        assert violations(position, played) == ()
        assert effect_of(played) == effect_of(attempt)
        assert verdict.after == after_unchecked(position, attempt)


# --- what a play does -----------------------------------------------------------------------------


@settings(max_examples=examples(150))
@given(positions())
def test_no_card_is_lost_or_made(position: Position) -> None:
    """A legal play only moves cards, and leaves a position that the pack can give."""
    before = known_cards(position)
    for play in legal_plays(position):
        left = after_unchecked(position, play)
        assert known_cards(left) == before
        assert position_faults(left) == ()


@settings(max_examples=examples(80))
@given(positions())
def test_a_play_uses_up_its_hand_cards(position: Position) -> None:
    """The cards played leave the hand, everybody else's hand stays, and the turn passes on."""
    assert position.turn is not None
    mover = position.turn - 1
    for play in legal_plays(position):
        left = after_unchecked(position, play)
        played = sorted([*left.hands[mover].cards, *play.hand])
        assert played == list(position.hand)
        assert left.hands[:mover] == position.hands[:mover]
        assert left.hands[mover + 1 :] == position.hands[mover + 1 :]
        if play.hand or play == PASS or position.hand_played:
            assert left.turn is None or len(left.hands[left.turn - 1]) or left.stock.count


@settings(max_examples=examples(80))
@given(positions())
def test_only_a_capture_of_everything_is_a_sweep(position: Position) -> None:
    """A sweep is recorded on the pile of the side that captured, and leaves an empty table."""
    for play in legal_plays(position):
        left = after_unchecked(position, play)
        sweeps = [
            now.sweeps - old.sweeps for now, old in zip(left.taken, position.taken, strict=True)
        ]
        assert sum(sweeps) == is_sweep(position, play)
        assert empties_table(position, play) == (not left.loose and not left.builds)
        if any(sweeps):
            assert play.kind == "capture"
            assert not left.loose
            assert not left.builds


@settings(max_examples=examples(80))
@given(positions())
def test_a_build_on_the_table_is_never_broken_up(position: Position) -> None:
    """After a play each standing build stands as it was, has gone, or is inside a larger one."""
    for play in legal_plays(position):
        left = after_unchecked(position, play)
        lying = set(left.loose)
        for build in position.builds:
            if build.item not in play.items:
                assert [b.sets for b in left.builds].count(build.sets) >= 1
            elif isinstance(play, BuildPlay):
                made = [b for b in left.builds if b.value == play.value]
                assert any(set(build.cards) <= set(b.cards) for b in made)
        assert lying <= {*position.loose, *play.hand}


# --- reasons --------------------------------------------------------------------------------------


@settings(max_examples=examples(200))
@given(st.data())
def test_a_fault_is_named_once(data: st.DataObject) -> None:
    """No rule is named twice for the same cards, and every reason can be said in words."""
    position = data.draw(positions())
    for _ in range(3):
        found = violations(position, data.draw(attempts(position)))
        named = [(violation.rule, frozenset(violation.cards)) for violation in found]
        assert len(set(named)) == len(named)
        for violation in found:
            assert violation.sentence
            assert "{" not in violation.sentence
            assert violation.source


@settings(max_examples=examples(100))
@given(st.data())
def test_a_repair_is_legal(data: st.DataObject) -> None:
    """What is offered instead of an illegal play may be played; a legal play needs no repair."""
    position = data.draw(positions())
    attempt = data.draw(attempts(position))
    offered = repairs(position, attempt)
    assert bool(offered) == bool(violations(position, attempt))
    for repair in offered:
        assert repair.sentence
        if repair.play is not None:
            assert violations(position, repair.play) == ()
            assert not repair.play.is_open


# --- guards ---------------------------------------------------------------------------------------


@settings(max_examples=examples(200))
@given(positions())
def test_a_seat_that_guards_its_builds_has_a_legal_play(position: Position) -> None:
    """Whoever can take all the builds they own is never left without a play."""
    owned = frozenset(build.value for build in position.own_builds())
    if shared_out(position.hand, owned, values_of(position)) == len(owned):
        assert legal_plays(position)


@settings(max_examples=examples(100))
@given(positions())
def test_a_guard_is_never_given_away(position: Position) -> None:
    """A seat that guarded its builds guards, after its play, all that it then owns."""
    assert position.turn is not None
    values, mover = values_of(position), position.turn
    owned = frozenset(build.value for build in position.own_builds())
    if shared_out(position.hand, owned, values) < len(owned):
        return
    for play in legal_plays(position):
        left = after_unchecked(position, play)
        standing = frozenset(build.value for build in left.builds if build.owner == mover)
        hand = left.hands[mover - 1].cards
        assert shared_out(hand, standing, values) == len(standing), str(play)


# --- suits ----------------------------------------------------------------------------------------


@settings(max_examples=examples(80))
@given(positions(), st.permutations("SHDC"), st.permutations("BRGY"))
def test_other_suits_make_no_other_plays(
    position: Position, four: list[str], colours: list[str]
) -> None:
    """Where no single card has a value of its own, the suits can change places."""
    if not suits_do_not_matter(position.variant):
        return
    suits = dict(zip("SHDCBRGY", [*four, *colours], strict=True))
    renamed = _renamed(position, suits)
    for kind in ("trail", "capture", "build"):
        count = legal_plays(position, kind=kind).count()
        assert legal_plays(renamed, kind=kind).count() == count


def _renamed(position: Position, suits: dict[str, str]) -> Position:
    def card(old: Card) -> Card:
        new = find_card(old.rank + suits[old.suit])
        assert new is not None
        return new

    def cards(old: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(card, old))

    return replace(
        position,
        builds=tuple(
            replace(build, sets=tuple(map(cards, build.sets))) for build in position.builds
        ),
        loose=cards(position.loose),
        hands=tuple(Hand(cards(hand.cards), hand.unknown) for hand in position.hands),
        taken=tuple(Pile(cards(p.cards), p.unknown, p.sweeps) for p in position.taken),
        laid=None if position.laid is None else card(position.laid),
    )


# --- notation -------------------------------------------------------------------------------------


@settings(max_examples=examples(150))
@given(positions())
def test_a_position_is_read_back_as_it_was_printed(position: Position) -> None:
    """Printing a position and reading it gives an equal position, strictly too."""
    assert position_faults(position) == ()
    text = str(position)
    assert parse_position(text, strict=True) == position
    assert str(parse_position(text)) == text


@settings(max_examples=examples(150))
@given(st.data())
def test_a_play_is_read_back_as_it_was_printed(data: st.DataObject) -> None:
    """Printing any play and reading it gives an equal play, strictly too."""
    attempt = data.draw(attempts(data.draw(positions())))
    if isinstance(attempt, CapturePlay) and not attempt.items:
        return  # a capture of nothing cannot be written
    text = str(attempt)
    assert parse_play(text, strict=True) == attempt
    assert str(parse_play(text)) == text

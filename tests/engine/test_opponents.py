"""Opponents: what each of them plays, that none peeks, and that each ends every game."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from casino_tutor.engine.chances import expected_best, guards, unseen_cards
from casino_tutor.engine.gains import card_worths, gain, residue_gain
from casino_tutor.engine.greedy import OpponentError
from casino_tutor.engine.opponents import OPPONENTS, Opponent, find_opponent
from casino_tutor.model.cards import Card, deck_counts
from casino_tutor.model.checks import known_cards
from casino_tutor.model.notation import parse_play
from casino_tutor.model.position import Hand, Position, Stock
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import shuffled, start_round
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.match import seeded_order
from casino_tutor.rules.recording import begin_record
from casino_tutor.rules.rounds import is_over, play_on, score_round, seen_from
from tests.random_matches import MOST_ROUNDS, claimers, random_play

ROOT = Path(__file__).parents[2]
#: Every variant with every number of players it is for.
TABLES = [(name, n) for name in variant_names() for n in find_variant(name).options.seats]

#: Every opponent; the searcher in a form that hangs on no clock, and in one that is soon done.
SURE = [*(name for name in OPPONENTS if name != "searcher"), "searcher:1"]
QUICK = [*SURE[:-1], "searcher:5ms"]


def chosen(name: str, line: str, seed: int = 1) -> str:
    """Return what an opponent plays at a table, as text."""
    return str(find_opponent(name).choose(parse_position(line), Random(seed)))


# --- what they play ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "play"),
    [
        # Points first.
        ("TD,9S,5D 9D,TC/?2", "TCxTD"),
        ("AC,8D,6C,2D 8S,AD/?2", "ADxAC"),
        # A share of most cards and most spades, where no points lie there.
        ("9S,8D,5D,3C 9D,8S/?2", "8Sx8D,5D+3C"),
        ("9S,8D 9D,8C/?2", "9Dx9S"),
        # A sweep, where it scores.
        ("8D,5C,3D 8S,KD/?2; variant royal_yeeqia", "8Sx8D,5C+3D"),
        # With nothing to win it builds; if it can neither, it gives away as little as it can.
        ("6H,KC 3S,9D,QC/?3", "3S+6H=9"),
        ("KC,QD 8S,3D,AH/?3", "3D"),
        # An orange is called.
        ("5R,4Y,7B 9B,2B/?2; variant tuxedo", "9Bx5R+4Y:orange"),
        # The last card of the round takes the residue with it.
        ("KH,QD,9C,5H KD/- 1 0 -/- 2", "KDxKH"),
    ],
)
def test_what_greedy_plays(line: str, play: str) -> None:
    """Most points now, sweeps and shares counted; then a build; then the cheapest trail."""
    assert chosen("greedy", line) == play


@pytest.mark.parametrize(
    ("line", "takes"),
    [
        # In misère a point is a loss: it takes what costs least, and lays penalties on the table.
        ("TD,9S,5D 9D,TC/?2 1 20 -/- -; option low_wins=true", "TC"),
    ],
)
def test_where_low_scores_win(line: str, takes: str) -> None:
    """Greedy and counter turn round with the aim of the game."""
    for name in ("greedy", "counter"):
        assert not chosen(name, line).startswith(f"{takes}x")


@pytest.mark.parametrize(
    ("line", "greedy", "counter"),
    [
        # A four would make nine of the table, and so a sweep for whoever holds a nine.
        ("5H 4D,KD/?2; variant royal_yeeqia", "4D", "KD"),
        # The other tens are taken, so that nobody else can take a build of ten.
        ("6H,KC 3C,4S,TH,9C/?4 1 20 TD,TC,TS/- 1", "3C+6H=9", "4S+6H=10"),
    ],
)
def test_counter_looks_at_the_reply(line: str, greedy: str, counter: str) -> None:
    """It leaves no sweep where it can help it, and builds what the next player cannot take."""
    assert chosen("greedy", line) == greedy
    assert chosen("counter", line) == counter


def test_what_random_plays() -> None:
    """Every legal play comes up, about as often as any other."""
    line = "8D,6C,2D 8S,KD"
    plays = [str(play) for play in legal_plays(parse_position(line))]
    found = [chosen("random", line, seed) for seed in range(500)]
    assert set(found) == set(plays)
    assert all(60 < found.count(play) < 140 for play in plays)


def test_a_build_from_the_table_is_worth_what_follows() -> None:
    """Whoever may build without a card looks at what the card then takes."""
    line = "6S,3H,AS 9D,2C/?2 1 20 -/- -; option table_only_builds=free_action"
    first = parse_position(line)
    rnd = Random(1)
    for name in ("greedy", "counter"):
        position, actions = first, 0
        while position.turn == 1:
            position, verdict = play_on(position, find_opponent(name).choose(position, rnd))
            assert verdict.is_legal
            actions += 1
        assert actions <= 2
        # The sets for nine are taken or, what promises more, made larger with the two.
        assert Card("9D") in position.taken[0].cards or position.builds


# --- by name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *OPPONENTS,
        *("greedy:1", "counter:2.5", "Greedy", "searcher:20ms", "searcher:1.5s", "searcher:50"),
        *("searcher:50,deals=2", "searcher:20ms,read=1", "searcher:20ms,deals=2,read=1"),
        "searcher:4,against=1",
    ],
)
def test_an_opponent_is_found_by_its_name(name: str) -> None:
    """The name that it bears finds its equal."""
    found = find_opponent(name)
    assert find_opponent(found.name) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greedi", "did you mean greedy"),
        ("", "there are random, simple, greedy, counter"),
        ("greedy:", "takes a share"),
        ("greedy:much", "takes a share"),
        ("greedy:nan", "takes a share"),
        ("greedy:-1", "takes a share"),
        ("random:3", "takes nothing"),
        ("x" * 5000, "there is no opponent"),
    ],
)
def test_an_opponent_that_is_not_there(name: str, said: str) -> None:
    """One sentence says which there are, or what a name takes."""
    with pytest.raises(OpponentError, match=said) as caught:
        find_opponent(name)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", OPPONENTS)
def test_nobody_plays_where_there_is_no_play(name: str) -> None:
    """The round is over, or nothing is held: an error, no guess."""
    for line in ("- -/- - 0 AS,TD,2S/AH 1", "8D ?1/?1"):
        with pytest.raises(OpponentError):
            chosen(name, line)


# --- what a card, a play, a hand is worth --------------------------------------------------------


def test_between_more_than_two_sides_a_game_may_count_no_majorities() -> None:
    """Then a card is worth its points only."""
    variant = find_variant("south_african_kasa").with_options(majorities="two_sides")
    two, three = (card_worths(variant.options, sides, 1.0) for sides in (2, 3))
    card = Card("9S")
    assert two[card] > 0
    assert three[card] == 0


@pytest.mark.parametrize(
    ("line", "play", "brought"),
    [
        ("TD,9D 9S,TC/?2", "TCxTD", 2),
        ("AS,2S 3S,TC/?2", "3SxAS+2S", 2),
        ("8D 8S,TC/?2; variant royal_yeeqia", "8Sx8D", 1),
        ("TD,9D 9S,TC/?2", "9S", 0),
        ("TD,9D 9S,TC/?2 1 20 -/- -; option low_wins=true", "TCxTD", -2),
        # What is taken off an opponent's pile, the opponent loses.
        (
            "9D 9S,2C/?2 1 20 -/TD,AH - ; variant swazi; option tops_in_sums=true",
            "9Sx9D",
            0,
        ),
    ],
)
def test_what_a_play_brings(line: str, play: str, brought: int) -> None:
    """Certain points of what is captured, and of a sweep."""
    table = parse_position(line)
    worths = card_worths(table.variant.options, 2, 0.0)
    assert gain(table, parse_play(play), worths) == brought


def test_what_the_last_card_brings() -> None:
    """The residue goes to the last capturer, whoever that is."""
    for last, brought in ((1, 1), (2, -1), (0, 0)):
        table = parse_position(f"AH,QD KD/- 1 0 -/- {last or '-'}")
        worths = card_worths(table.variant.options, 2, 0.0)
        assert residue_gain(table, parse_play("KD"), worths) == brought
    early = parse_position("AH,QD KD/?1 1 0 -/- 1")
    assert residue_gain(early, parse_play("KD"), worths) == 0


@pytest.mark.parametrize("held", [0, 1, 2, 3, 4, 6])
@pytest.mark.parametrize("needs", [(), ("8",), ("8", "9"), ("8", "K")])
def test_the_best_card_of_an_unseen_hand(held: int, needs: tuple[str, ...]) -> None:
    """The average over all hands that can be, counted one by one."""
    texts = ["8S", "8H", "9S", "2S", "TD", "AC"]
    gains = [
        (Card(text), float(worth)) for text, worth in zip(texts, (1, 1, 0, 2, 3, -1), strict=True)
    ]
    sets = [frozenset(card for card, _ in gains if card.rank == rank) for rank in needs]
    hands = list(combinations(gains, held))
    kept = [hand for hand in hands if all({c for c, _ in hand} & cards for cards in sets)] or hands
    best = [max([0.0, *(worth for _, worth in hand)]) for hand in kept]
    assert expected_best(gains, held, sets) == pytest.approx(sum(best) / len(best))


def test_an_owner_holds_a_guard() -> None:
    """A build tells what its owner holds; where one may build for a partner it does not."""
    table = parse_position("[5H+3C]=8@2 9S,KD/?2")
    unseen = unseen_cards(table)
    eights = frozenset(card for card in unseen if card.rank == "8")
    assert guards(table, 2, unseen) == (eights,)
    assert guards(table, 1, unseen) == ()


# --- nobody peeks --------------------------------------------------------------------------------


def in_mid_round(name: str, players: int, seed: int) -> Position:
    """Return a position of a random round."""
    variant, rnd = find_variant(name), Random(f"{name} {players} {seed}")
    while True:
        position = start_round(variant, players, shuffled(variant.options, int(rnd.random() * 1e6)))
        for _ in range(int(rnd.random() * 30)):
            if position.turn is not None:
                position, _ = play_on(position, random_play(position, rnd))
        if position.turn is not None:
            return position


def reshuffled(position: Position, rnd: Random) -> Position:
    """Return another position that looks the same to the seat to play."""
    options = position.variant.options
    view = seen_from(position, position.turn or 1)
    hidden = sorted((deck_counts(options.deck, options.packs) - known_cards(view)).elements())
    rnd.shuffle(hidden)
    hands = []
    for hand in view.hands:
        hands.append(Hand((*hand.cards, *hidden[: hand.unknown])))
        del hidden[: hand.unknown]
    return replace(view, hands=tuple(hands), stock=Stock.known(tuple(hidden)))


def nobody_peeks(name: str, players: int, seed: int) -> None:
    """Whatever lies hidden, the choice is the same, and it is legal."""
    position = in_mid_round(name, players, seed)
    others = [reshuffled(position, Random(n)) for n in range(2)]
    assert any(other != position for other in others) or not position.stock.count
    for who in SURE:
        opponent = find_opponent(who)
        play = opponent.choose(position, Random(seed))
        assert play_on(position, play)[1].is_legal
        view = seen_from(position, position.turn or 1)
        for other in (*others, view):
            assert opponent.choose(other, Random(seed)) == play, (who, position)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nobody_peeks(name: str, players: int) -> None:
    """Reshuffling what a seat cannot see changes no choice; neither does asking again."""
    nobody_peeks(name, players, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nobody_peeks_anywhere(name: str, players: int) -> None:
    """The same for many positions."""
    for seed in range(2, 5 if os.environ.get("CASINO_TUTOR_FUZZ") == "short" else 40):
        nobody_peeks(name, players, seed)


def test_a_choice_is_the_same_in_every_process() -> None:
    """What hangs on the order of sets in memory would not be: words hash anew in each process."""
    code = (
        "from random import Random;"
        "from casino_tutor.engine.opponents import OPPONENTS, find_opponent;"
        "from casino_tutor.model.position_text import parse_position;"
        "p = parse_position('9S,8D,7H,6C,5D,3C,2D,AH 9D,8S,KD,AC/?4');"
        "names = [n + ':9' * (n == 'searcher') for n in OPPONENTS];"
        "print([str(find_opponent(n).choose(p, Random(3))) for n in names])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


# --- to the end ----------------------------------------------------------------------------------


def play_round(opponent: Opponent, name: str, players: int, seed: int) -> None:
    """Let one opponent play a round in every seat."""
    variant, rnd = find_variant(name), Random(seed)
    position = start_round(variant, players, shuffled(variant.options, seed))
    while position.turn is not None:
        view = seen_from(position, position.turn)
        position, verdict = play_on(position, opponent.choose(view, rnd))
        assert verdict.is_legal, (view, verdict.violations)
    assert len(score_round(position).points) == len(position.sides)


@pytest.mark.parametrize("name", variant_names())
def test_a_round_of_every_game(name: str) -> None:
    """Each opponent plays a round to its end with as many players as it takes."""
    for number, who in enumerate(QUICK):
        seats = find_variant(name).options.seats
        play_round(find_opponent(who), name, seats[number % len(seats)], seed=number)


@pytest.mark.slow
@pytest.mark.parametrize("who", QUICK)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_of_every_game(name: str, players: int, who: str) -> None:
    """Each opponent plays a match to its end against random plays."""
    variant, rnd = find_variant(name), Random(f"{name} {players} {who}")
    opponent, anybody = find_opponent(who), find_opponent("random")
    kept = begin_record(variant, players, seeded_order(variant, 5, 1), seed=5)
    while not kept.match.is_over:
        match = kept.match
        if is_over(match.position):
            assert match.round < MOST_ROUNDS
            kept, _, _ = kept.count()
            if variant.options.win_rule == "claim" and not kept.match.is_over:
                # No opponent says that it is out; somebody who keeps count says it for them.
                kept = kept.claim(right[0]) if (right := claimers(kept.match)) else kept
            if not kept.match.is_over:
                kept = kept.deal(seeded_order(variant, 5, match.round + 1))
            continue
        seat = match.position.turn or 1
        player = opponent if match.team_of(match.player_at(seat)) == 0 else anybody
        kept, verdict = kept.play(player.choose(seen_from(match.position, seat), rnd))
        assert verdict.is_legal
    assert kept.match.winner is not None


@pytest.mark.parametrize("who", QUICK)
def test_a_crowded_table_is_no_trap(who: str) -> None:
    """Where plays are without number the first of them are looked at, and one is chosen."""
    table = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS,KH,QH,JH,TH,9H,8H,7H,6H,5H,4H,3H"
    line = f"{table} KD,AD,QC,JC/?4; variant royal_english"
    position = parse_position(line)
    play = find_opponent(who).choose(position, Random(1))
    assert play_on(position, play)[1].is_legal

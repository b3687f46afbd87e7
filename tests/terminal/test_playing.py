"""A person against the simplest opponents, line by line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_tutor.draw.text import Style
from casino_tutor.engine.opponents import Simple
from casino_tutor.model.cards import deck_cards
from casino_tutor.model.notation import parse_turn
from casino_tutor.model.plays import item_cards
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.saving import load_record
from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.rules.dealing import DealError
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.replay import replay
from casino_tutor.terminal import playing
from casino_tutor.terminal.playing import Game, answer_line, resume_game, start_game
from casino_tutor.terminal.playing_words import help_lines


def _start(variant: str = "casino_pagat", players: int = 2, seed: int = 3) -> Game:
    return start_game(find_variant(variant), players, seed)[0]


def _at(game: Game, line: str) -> Game:
    """Put another table into the game."""
    position = parse_position(line, game.match.variant)
    position = replace(position, score=game.match.position.score)
    match = replace(game.match, position=position)
    table = replace(game.table, kept=replace(game.table.kept, match=match))
    return replace(game, table=table)


def _person_first(variant: str, line: str, players: int = 2) -> Game:
    """Return a game in which the person is seat 1 and finds this table."""
    for seed in range(50):
        game = _start(variant, players, seed)
        if game.table.seat == 1 and game.match.position.turn == 1:
            return _at(game, line)
    raise AssertionError


# --- a whole match -------------------------------------------------------------------------------

MATCHES = [
    (name, players)
    for name in variant_names()
    for players in {find_variant(name).options.seats[0], find_variant(name).options.seats[-1]}
]


@pytest.mark.parametrize(("name", "players"), sorted(MATCHES))
def test_a_match_is_played_to_its_end(name: str, players: int) -> None:
    """Somebody wins, and the record of the match replays without a fault."""
    game = _start(name, players, seed=5)
    lines = 0
    while not game.is_done:
        lines += 1
        assert lines < 2000
        if game.is_persons_turn:
            view = game.view
            assert view.turn is not None
            game, said = answer_line(game, str(Simple().choose(view, Random(0))))
        else:
            game, said = answer_line(game, "")
        assert said
    assert game.match.is_over
    found = replay(game.table.kept.record)
    assert found.faults == ()
    assert found.match == game.match
    assert said[-1].endswith("the match.")


def test_one_seed_one_match() -> None:
    """The same seed and the same lines bring the same match."""
    one, two = (start_game(find_variant("tuxedo"), 4, 11) for _ in range(2))
    assert one == two
    assert start_game(find_variant("tuxedo"), 4, 12) != one


def test_the_person_sits_everywhere() -> None:
    """Over many seeds the person is dealt to first, last and in between."""
    assert {_start(players=4, seed=seed).table.seat for seed in range(20)} == {1, 2, 3, 4}


# --- lines ---------------------------------------------------------------------------------------


def test_the_beginning_says_what_can_be_typed() -> None:
    """The game, the words, who leads, and the table with hidden cards hidden."""
    game, said = start_game(find_variant("royal_dominican"), 4, 5)
    text = "\n".join(said)
    assert text.startswith("Royal Casino (Dominican Republic), 4 players.")
    assert "why says what was wrong" in text
    assert "Round 1: You deal, Player 1 leads. You are seat 4." in text
    assert "unknown cards" in text
    for seat, hand in enumerate(game.match.position.hands, 1):
        if seat != game.table.seat:
            assert not any(f" {card.text} " in said[-1] for card in hand.cards)


def test_a_legal_play_is_answered_by_the_others() -> None:
    """What was done in words, what the others did, and the table."""
    game = _person_first("casino_pagat", "8D,KC 8S,5D/QH,2C 1 0 -/- -")
    game, said = answer_line(game, "8s x 8d")
    assert said[0].startswith("You: 8Sx8D   Take the eight of diamonds with the eight of spades.")
    assert said[1].startswith("Player ")
    assert "(seat 2): 2C   Trail the two of clubs." in said[1]
    assert game.is_persons_turn


def test_an_illegal_play_changes_nothing_and_why_explains() -> None:
    """The reasons with their sources, and legal plays near it."""
    game = _person_first("casino_pagat", "8D,KC 8S,5D/QH,2C 1 0 -/- -")
    refused, said = answer_line(game, "5Dx8D")
    assert said == ("Not legal, it breaks a rule: why says more.",)
    assert refused.match == game.match
    _, why = answer_line(refused, "why")
    assert why[0] == "5Dx8D is not legal:"
    assert "8" in why[1]
    assert why[1].endswith(")")
    assert "Instead:" in why
    played, _ = answer_line(refused, "8Sx8D")
    assert answer_line(played, "why")[1] == ("Nothing was refused.",)


def test_a_notice_is_passed_on() -> None:
    """What could have been taken is pointed out."""
    game = _person_first("casino_pagat", "8D,5C,3D,KC 8S,5D/QH,2C 1 0 -/- -")
    _, said = answer_line(game, "8Sx8D")
    assert any(line.startswith("Note: ") for line in said)


def test_the_legal_plays() -> None:
    """A question mark lists them, on a crowded table the first of them."""
    game = _start()
    _, said = answer_line(game, "?")
    assert list(said) == [str(play) for play in legal_plays(game.view)]
    loose = "AS,AH,AD,AC,2H,2D,2C,3S,3H,3D,3C,4S,4H,4D"
    crowded = _person_first("casino_pagat", f"{loose} 9S,8S,7S,TD/? 1 0 -/- -".replace("?", "?4"))
    _, said = answer_line(crowded, " ? ")
    assert len(said) == 61
    assert said[-1] == "... and more: only the first 60 are listed."


def test_a_hint_names_the_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searched on what the person sees, with what it is worth and how far it is ahead."""
    # The search ends as soon as the order is settled, on a slow machine later.
    monkeypatch.setattr(playing, "HINT_SECONDS", 30.0)
    game = _person_first("casino_pagat", "8D,6C,2D 8S,KD/QH,2C 1 40 -/- -")
    after, said = answer_line(game, "hint")
    assert after == game
    assert said[0].startswith("Best: 8Sx8D,6C+2D, on average 0.")
    assert "points ahead of the second, 8Sx6C+2D." in said[1]
    only, said = answer_line(_person_first("casino_pagat", "KD 8S/QH 1 40 -/- -"), "HINT")
    assert said[0].startswith("The only play: 8S, on average ")
    assert only.is_persons_turn


def test_no_hint_where_there_is_nothing_to_hint_at() -> None:
    """At the end of a round, and where no cards that are left explain the table."""
    game = _person_first("kirchner", "6S,KC 7C/- 1 0 TD/AS 1")
    waiting, _ = answer_line(game, "7C")
    assert answer_line(waiting, "hint")[1] == ("The round is over: an empty line goes on.",)
    odd = _person_first("casino_pagat", "[5H+3C]=8@2,KD TC/7H 1 0 8S,8D/8C,8H 1")
    (said,) = answer_line(odd, "hint")[1]
    assert said.startswith("There is no hint: ")


def test_opponents_know_what_was_seen_in_this_deal() -> None:
    """Every turn since the cards were dealt, in order; hands are hidden in it."""
    game = _start("casino_pagat", 2, 3)
    while len(game.table.seen) < 6:
        game, _ = answer_line(game, str(Simple().choose(game.view, Random(0))))
    written = [str(entry).split(". ")[-1] for entry in game.table.kept.record.rounds[-1].entries]
    assert [str(one.play) for one in game.table.seen] == written
    assert all(not hand.cards for one in game.table.seen for hand in one.table.hands)
    while not game.is_done and game.match.position.stock.count == 40:
        game, _ = answer_line(game, str(Simple().choose(game.view, Random(0))))
    assert len(game.table.seen) < 2


def test_a_match_that_was_saved_goes_on_with_what_was_seen() -> None:
    """The opponents know the same as if nobody had stopped."""
    for variant in ("casino_pagat", "tuxedo", "swazi"):
        game = _start(variant, 2, 3)
        for _ in range(2):
            game, _ = answer_line(game, str(Simple().choose(game.view, Random(0))))
        again, _ = resume_game(game.table.kept.record, 0)
        assert again.table.seen == game.table.seen
        assert again.table.seen


def test_the_table_and_the_score() -> None:
    """An empty line and `table` show the table, `score` how the match stands."""
    game = _start("kasino_finnish")
    assert answer_line(game, "") == answer_line(game, "table")
    assert "Loose cards" in answer_line(game, "TABLE")[1][0]
    _, said = answer_line(game, "score")
    assert said[0].startswith("The match stands: ")
    assert said[1] == "The first side to reach 16 points wins the match."
    assert said[2].startswith("With what is certain in this round: ")
    assert len(answer_line(_start(), "score")[1]) == 2


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("casino_pagat", "The first side to reach 21 points wins the match."),
        ("swazi", "Each round is a match of its own: the best score wins it."),
        ("kirchner", "It goes to 11 points; whoever claims them rightly first wins."),
        ("laistokasino", "When a side reaches 16 points the match ends, and the fewest points win"),
        ("krypkasino", "at the end of a round, the match is over, and the fewest points win."),
    ],
)
def test_the_score_says_what_the_match_goes_to(variant: str, said: str) -> None:
    """A target is reached, claimed, or ends the match for whoever has fewest; or there is none."""
    assert said in answer_line(_start(variant), "score")[1][1]


def test_the_match_stands_in_a_sentence() -> None:
    """Who has how much, the person addressed as such."""
    game = _start(players=3, seed=1)
    names = ["Player 1 has 0", "Player 2 has 0", "Player 3 has 0"]
    names[game.table.person] = "you have 0" if game.table.person else "You have 0"
    assert answer_line(game, "score")[1][0] == f"The match stands: {', '.join(names)}."


def test_help_fits_the_game() -> None:
    """Claims and oranges are explained where they exist."""
    assert len(_help("casino_pagat")) == 3
    assert any("claim" in line for line in _help("kirchner"))
    assert any("orange" in line for line in answer_line(_start("tuxedo"), "help")[1])
    assert not any("builds" in line for line in _help("krypkasino"))
    assert any(line.startswith("7C&5DxQD takes") for line in _help("kirchner"))
    assert any("on top of a capture pile" in line for line in _help("south_african"))
    assert any("builds from the table" in line for line in _help("swazi"))
    assert not any("partner" in line for line in _help("swazi"))
    assert any(" builds for your partner in seat " in line for line in _help("swazi", 4))


def _help(variant: str, players: int = 2) -> tuple[str, ...]:
    game = _start(variant, players)
    return help_lines(game.match, game.table.person)


@pytest.mark.parametrize("name", variant_names())
def test_what_the_help_shows_can_be_read_and_is_of_the_pack(name: str) -> None:
    """Each example is a play, with cards that the game has."""
    variant = find_variant(name)
    game = _start(name, variant.options.seats[-1])
    words = " ".join(help_lines(game.match, game.table.person)).split()
    plays = [word for word in words if re.search("[2-9TK][SHDCBRYG]", word) and word[0] != "^"]
    shown = [parse_turn(word.rstrip(".,")) for word in plays]
    assert len(shown) >= 2
    pack = deck_cards(variant.options.deck)
    for play in (play for turn in shown for play in turn):
        assert {*play.hand, *(c for item in play.items for c in item_cards(item))} <= {*pack}


# --- what a turn brings ---------------------------------------------------------------------------


def test_the_points_of_a_sweep_are_said_when_it_scores() -> None:
    """Krypkasino: the taker gets five penalty points, whoever left the sweep open loses as many."""
    game = _person_first("krypkasino", "8D 8S,KD/2C,3C 1 40 -/- 2; points 0/0")
    _, said = answer_line(game, "8Sx8D")
    assert said[0].endswith("A sweep: +5 for you, -5 for Player 2.")
    _, said = answer_line(
        _person_first("tuxedo", "5R,4Y 9B,2B/TB,6G 1 20 -/- -"), "9Bx5R+4Y:orange"
    )
    assert said[0].endswith("A sweep: +15 for you.")
    _, said = answer_line(_person_first("tuxedo", "5R,4Y,7B 9B,2B/TB,6G 1 20"), "9Bx5R+4Y:orange")
    assert said[0].endswith("That brings +10 for you.")
    _, said = answer_line(_person_first("kirchner", "8D 8S,KD/2C,3C 1 20 -/- 2"), "8Sx8D")
    assert said[0].endswith("A sweep!")


def test_new_cards_and_another_turn_are_said() -> None:
    """The last deal is announced; who moves again is told so."""
    stock = "4S,5S,6S,7S,9S,TS,JS,QS"
    game = _person_first("casino_pagat", f"9D,KC 8S/- 1 ({stock}) 8C,8H/- 1")
    _, said = answer_line(game, "8S")
    assert said[1] == "New cards are dealt; these are the last."
    alone = _person_first("kaszino_hungarian", "- 8S,KD,2D/2C,3C,4C 1 20 -/- 2")
    _, said = answer_line(alone, "8S")
    assert said[1] == "It is your turn again."


def test_the_person_may_stop() -> None:
    """The match is not lost or won by that."""
    game, said = answer_line(_start(), "quit")
    assert (game.is_done, game.match.is_over) == (True, False)
    assert said[0].startswith("The match stands")


@pytest.mark.parametrize("line", ["8", "8Sx", "x" * 20_000, "8S x 8D ; rm", "table 3", "\0", "🂡"])
def test_what_cannot_be_read_is_one_line(line: str) -> None:
    """Nothing changes, and nothing is raised."""
    game = _start()
    after, said = answer_line(game, line)
    assert after == game
    assert len(said) == 1
    assert said[0].isprintable()


@given(line=st.text(max_size=40))
def test_whatever_is_typed_is_answered(line: str) -> None:
    """Any text is a play, a word or something that cannot be read."""
    game = _start()
    if not line.strip().lower().startswith("save"):
        _, said = answer_line(game, line)
        assert all(isinstance(one, str) for one in said)


def test_suit_symbols_where_they_are_wanted() -> None:
    """The style of the terminal is kept."""
    _, said = start_game(find_variant("casino_pagat"), 2, 3, Style(symbols=True))
    assert "♦" in "\n".join(said)


def test_a_saved_match_goes_on_where_the_person_sat(tmp_path: Path) -> None:
    """The person is who they were, and the opponents are those of the file unless others come."""
    seats = set()
    for seed in range(6):
        game, _ = start_game(find_variant("casino_pagat"), 3, seed, opponents=["random", "greedy"])
        file = tmp_path / f"{seed}.txt"
        answer_line(game, f"save {file}")
        again, _ = resume_game(load_record(file), 0)
        assert again.table == game.table
        seats.add(again.table.person)
        other, _ = resume_game(load_record(file), 0, opponents=["simple"])
        assert other.table.position == game.table.position
        assert {one.name for one in other.table.opponents} == {"simple"}
    assert len(seats) > 1


def test_too_many_players() -> None:
    """A game for two does not begin with three."""
    with pytest.raises(DealError, match="2 seats"):
        _start("kirchner", 3)


# --- saving --------------------------------------------------------------------------------------


def test_a_game_is_saved(tmp_path: Path) -> None:
    """The file holds the record of the match, and loads."""
    game = _start("royal_english")
    file = tmp_path / "my match.txt"
    after, said = answer_line(game, f"save {file}")
    assert after == game
    assert said == (f"Saved as {file}.",)
    assert load_record(file) == game.table.kept.record


@pytest.mark.parametrize("path", ["", "no/such/folder/x.txt", "a\0b"])
def test_a_file_that_cannot_be_written(path: str, tmp_path: Path) -> None:
    """One line says so, and the game goes on."""
    game = _start()
    where = str(tmp_path / path) if path else ""
    after, said = answer_line(game, f"save {where}".strip())
    assert after == game
    assert len(said) == 1
    assert "written" in said[0] or "name of a file" in said[0]
    assert said[0].isprintable()


# --- claims and oranges --------------------------------------------------------------------------


def test_the_person_claims() -> None:
    """Kirchner: with 11 points it is enough to say so; with fewer the match is lost."""
    line = "6S,KC 7C/2D,3H 1 18 {}/- 1"
    piles = "TD,2S,AS,AH,AD,AC,KS,QS,JS,TS,9S,KH,KD,QH,QD,QC,JH,JD,JC,TH,TC,9H,9D,9C,8H,8D,8C"
    won, said = answer_line(_person_first("kirchner", line.format(piles)), "claim")
    assert (won.is_done, said[-1]) == (True, "You win the match.")
    lost, said = answer_line(_person_first("kirchner", line.format("TD")), "claim")
    assert lost.is_done
    assert said[-1].endswith("wins the match.")
    house = find_variant("kirchner").with_options(wrong_claim="nothing")
    mild, said = answer_line(start_game(house, 2, 3)[0], "claim")
    assert (mild.is_done, said) == (False, ("You have not reached the target.",))


def test_an_opponent_claims() -> None:
    """It says so as soon as it is its turn."""
    piles = "TD,2S,AS,AH,AD,AC,KS,QS,JS,TS,9S,KH,KD,QH,QD,QC,JH,JD,JC,TH,TC,9H,9D,9C,8H,8D,8C"
    game = _person_first("kirchner", f"6S,KC 7C/2D,3H 1 18 -/{piles} 2")
    over, said = answer_line(game, "7C")
    assert over.is_done
    assert any("claims 11 points." in line for line in said)


def test_the_end_of_a_round_leaves_time_to_claim() -> None:
    """Kirchner: after the last card the person is asked before the points are counted."""
    game = _person_first("kirchner", "6S,KC 7C/- 1 0 TD/AS 1")
    waiting, said = answer_line(game, "7C")
    assert "The round is over. You may claim" in said[-1]
    assert not waiting.is_persons_turn
    assert answer_line(waiting, "8S")[1] == ("The round is over: an empty line goes on.",)
    assert answer_line(waiting, "?")[1] == ("The round is over: an empty line goes on.",)
    on, said = answer_line(waiting, "")
    assert on.match.round == 2
    assert said[0] == "Round 1 is over."


def test_no_claims_in_other_games() -> None:
    """The word is known, but the game does not know it."""
    assert answer_line(_start(), "claim")[1] == (
        "That is not possible: casino_pagat knows no claims.",
    )


def test_oranges() -> None:
    """One's own is called with the play; a missed one is an opponent's; a false call costs."""
    line = "5R,4Y,7B 9B,2B,3G/TB,6G,8G 1 20 -/- -"
    called, _ = answer_line(_person_first("tuxedo", line), "9Bx5R+4Y:orange")
    assert called.match.position.points == (10, 0)
    missed, said = answer_line(_person_first("tuxedo", line), "9Bx5R+4Y")
    assert missed.match.position.points == (0, 10)
    assert any("calls the orange that was forgotten." in one for one in said)
    false, said = answer_line(_person_first("tuxedo", line), "orange")
    assert said == ("You call an orange: that brings -10 points.",)
    assert false.match.position.points == (-10, 0)
    assert "knows no oranges" in answer_line(_start(), "orange")[1][0]


@pytest.mark.parametrize("name", ["random", "greedy", "counter", "searcher:4"])
def test_a_match_against_any_opponent(name: str) -> None:
    """One seed and the same plays give the same match; another opponent plays another one."""

    def played(who: str) -> Game:
        game, _ = start_game(find_variant("casino_pagat"), 2, 3, opponents=[who])
        for _ in range(12):
            game, _ = answer_line(game, str(Simple().choose(game.view, Random(0))))
        return game

    assert played(name) == played(name)
    assert played(name).table.kept.record != played("simple").table.kept.record

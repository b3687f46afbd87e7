"""Complete captures of crowded tables: the same as those of small ones, and never a dead end."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import casino_tutor.rules.generator as search
from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.groups import Piece
from casino_tutor.rules.legality import is_legal
from casino_tutor.rules.maximal import maximal_sets

GAMES = (
    "variant krypkasino",
    "variant laistokasino",
    "option capture_extent=maximal",
    "variant swazi; option insistence=always",
    "variant royal_english; option capture_extent=maximal,ace_dual_capture=true",
    "variant royal_english; option capture_extent=maximal,single_build_as_card=true",
    "variant kasino_danish; option capture_extent=maximal",
)


def _table(random: Random, game: str) -> Position:
    packs = 2 if "krypkasino" in game else 1
    highest = random.choice([4, 6, 8, 14])
    pack = [card for card in deck_cards("52", packs) if (card.number or 13) <= highest]
    loose = random.randint(5, min(13, len(pack) - 4))
    cards = random.sample(pack, loose + 4)
    table = [card.text for card in cards[:loose]]
    first, second = cards[0], cards[1]
    if packs == 1 and "laisto" not in game and first.number and second.number:
        value = first.number + second.number
        table[:2] = [f"[{first}+{second}]={value}@{random.choice([1, 2])}"]
    hand = ",".join(card.text for card in cards[loose:])
    return parse_position(f"{','.join(table)} {hand}/?4 1 4 -/- -; {game}")


@pytest.mark.parametrize("game", GAMES)
def test_the_search_for_crowded_tables_finds_what_the_other_finds(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both list the same captures with the same groups, and each once."""
    random = Random(game)
    for _ in range(20):
        position = _table(random, game)
        found = []
        for smallest in (0, 99):
            monkeypatch.setattr(search, "_SMALL", smallest)
            plays = [str(play) for play in legal_plays(position, kind="capture")]
            assert len(set(plays)) == len(plays)
            found.append(sorted(plays))
        assert found[0] == found[1], position


#: Tables far too crowded to list: 24 small cards; 30 of two packs; insistence on a full hand.
CROWDED = {
    "laistokasino": (
        "3S,6C,7S,AS,6D,3H,2D,AD,4S,AC,5C,2H,4D,4C,6S,5D,5S,5H,AH,2C,7D,4H,3D,7H "
        "7C,3C,6H,2S/?4 1 10"
    ),
    "krypkasino": (
        "AS,6S,6C,5C,TD,8D,AH,3C,TD,6H,9D,KH,7D,5C,3H,QD,JC,3S,2D,QC,8H,5S,7C,2S,TS,9C,9D,4H,AD,AS "
        "7H,KD,6D,TC,7H,2H/?6 1 20"
    ),
    "swazi; option insistence=always": (
        "AC,2D,4H,3C,AS,5D,3S,5C,6C,2S,6H,2H,6D,8S,8H,7S,8C "
        "8D,QH,6S,JS,QS,5S,KH,3D,TH,QD,3H,QC/?12 1 0 -/- -"
    ),
}


@pytest.mark.parametrize("game", CROWDED)
def test_a_crowded_table_answers_with_its_first_plays(game: str) -> None:
    """Fifty plays are there without a search that leads nowhere; each is legal."""
    position = parse_position(f"{CROWDED[game]}; variant {game}")
    plays = list(islice(legal_plays(position), 50))
    assert len(plays) == 50
    assert all(is_legal(position, play) for play in plays[::10])


def test_a_set_is_complete_and_can_be_shared_out() -> None:
    """For a five: the three with either two, or both twos with the ace."""
    numbers = {"3S": 3, "2H": 2, "2D": 2, "AS": 1}
    pieces = [Piece(Card(text), frozenset({n}), frozenset({n})) for text, n in numbers.items()]
    found = maximal_sets(pieces, frozenset({5}), ())
    named = [" ".join(c for i, c in enumerate(numbers) if taken >> i & 1) for taken in found]
    assert named == ["3S 2H", "3S 2D", "2H 2D AS"]
    # What can be in no group stays where it is; nothing to take is one complete set.
    assert list(maximal_sets(pieces[1:3], frozenset({5}), ())) == [0]

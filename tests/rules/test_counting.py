"""How many ways there are to group the cards of a play, reckoned without listing them.

That the number is that of the list on tables of one pack stands in `tests/test_cli.py`; here are
two packs, whose equal cards may change places without making a new grouping.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from casino_tutor.model.cards import deck_cards
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import CapturePlay
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.counting import grouping_count
from casino_tutor.rules.enumeration import legal_plays
from casino_tutor.rules.grouping import all_groupings

#: A table of two packs, a play, and in how many ways its cards can be grouped.
WAYS = {
    # both fives go with either trey: one way, for the fives are equal
    ("5S,5S,3H,3D 8C,KD", "8Cx5S5S3H3D"): 1,
    ("5S,5H,3H,3D 8C,KD", "8Cx5S5H3H3D"): 2,
    # a pair together in one group, or each half apart
    ("4S,4S,3H,3H,AD,AD 8C,KD", "8Cx4S4S3H3HADAD"): 2,
    # each of two eights is a group by itself
    ("8S,8S,5H,3D 8C,KD", "8Cx8S8S5H3D"): 1,
    ("9S,9S,5H,4D,5D,4H 9C,KD", "9Cx9S9S5H4D5D4H"): 2,
    # an ace from the hand is 14 there: king and ace
    ("KS,KS,AH,AH AC,KD", "ACxKSKSAHAH"): 1,
    ("KS,KH,AH,AH AC,KD", "ACxKSKHAHAH"): 1,
    ("KS,KH,AH,AD AC,KD", "ACxKSKHAHAD"): 2,
}


@pytest.mark.parametrize(("line", "play"), WAYS)
def test_equal_cards_that_change_places_make_no_new_grouping(line: str, play: str) -> None:
    """Reckoned and listed, the number is the one that somebody counts by hand."""
    position = parse_position(f"{line}/?2 1 20 -/- -; variant krypkasino")
    tried = parse_play(play)
    assert len(list(all_groupings(position, tried))) == WAYS[line, play]
    assert grouping_count(position, tried) == WAYS[line, play]


def _two_packs(random: Random, loose: int) -> Position:
    highest = random.choice([3, 4, 5, 7])
    pack = [card for card in deck_cards("52", 2) if 0 < (card.number or 0) <= highest]
    cards = random.sample(pack, loose + 3)
    table, hand = (",".join(c.text for c in part) for part in (cards[:loose], cards[loose:]))
    rules = random.choice(["variant krypkasino", "option packs=2", "option packs=2,ace_hand=14"])
    return parse_position(f"{table} {hand}/?3 1 20 -/- -; {rules}")


@pytest.mark.parametrize("seed", range(25))
def test_the_number_is_that_of_the_list(seed: int) -> None:
    """Small cards of two packs, the plays that take most of them first."""
    random = Random(seed)
    position = _two_packs(random, random.randint(5, 10))
    plays = sorted(islice(legal_plays(position), 300), key=lambda play: -len(play.items))
    for play in plays[:8]:
        listed = sum(1 for _ in all_groupings(position, play))
        assert grouping_count(position, play) == listed, (position, play)


def test_a_whole_table_of_two_packs_is_counted_at_once() -> None:
    """Thirty small cards fall into groups of ten in more ways than anybody could list."""
    small = [rank + suit for rank in "5432A" for suit in "SHD" for _ in range(2)]
    position = parse_position(f"{','.join(small)} TD,KD/?2 1 20 -/- -; variant krypkasino")
    whole = CapturePlay(position.hand[1:], bag=position.loose)
    assert grouping_count(position, whole) > 10**8

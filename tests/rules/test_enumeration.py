"""The list of legal plays: complete for small tables, lazy for crowded ones."""

from __future__ import annotations

from itertools import islice

import pytest

from casino_tutor.model.cards import Card
from casino_tutor.model.notation import parse_play
from casino_tutor.model.plays import BuildPlay, effect_of
from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.enumeration import LegalPlays, legal_plays
from casino_tutor.rules.grouping import all_groupings

#: A position, and everything that may be played there.
COMPLETE = {
    # captures: equal cards, sums, both together, and what is left out
    "8D,6C,2D 8S,KD": "8Sx8D 8Sx6C+2D 8Sx8D,6C+2D 8S KD",
    "- 8S,KD": "8S KD",
    # court cards without a number: one at a time, all, or one and all three
    "QS,QH QD,4C": "QDxQS QDxQH QD 4C",
    "QS,QH QD,4C; option face_capture=all": "QDxQS QDxQH QDxQS,QH QD 4C",
    "QS,QH QD,4C; variant casino_howstuffworks": "QDxQS QDxQH QD 4C",
    "QS,QH,QC QD,4C; variant casino_howstuffworks": "QDxQS QDxQH QDxQC QDxQS,QH,QC QD 4C",
    "QS,QH QC,3C; variant royal_english": "QCxQS QCxQH QCxQS,QH QC 3C",
    # builds: five on five is a ten or fives
    "5H 5S,5D,TC": "5Sx5H 5Dx5H 5S,5H=5 5D,5H=5 5S+5H=10 5D+5H=10 5S 5D TC",
    "2D,AS KH,3C; variant royal_english": "3Cx2D+AS 3C KH",
    # builds: increased, with what may be absorbed; extended; multiple ones keep their value
    "[4H+3C]=7@2,9D 2S,9C": "9Cx9D 2S+[4H+3C]=9 2S+[4H+3C],9D=9 2S 9C",
    "[4H+3C]=7@2,9D 2S,9C; option raise_and_absorb=false": "9Cx9D 2S+[4H+3C]=9 2S 9C",
    "[6H+3C]=9@2 9S,9D": "9Sx[6H+3C] 9Dx[6H+3C] 9S,[6H+3C]=9 9D,[6H+3C]=9 9S 9D",
    "[3S,3D]=3@2 2D,5H,3H": "3Hx[3S,3D] 2D 3H 5H",
    "[4D+AS]=5@2,2C 3H,TS": "3H TS",
    "[4D+AS]=5@2,2C 3H,TS; option raise_with_loose=true": "3H+[4D+AS]+2C=10 3H TS",
    # the ace: one value a play, or both at once
    "9S,5D,AH AC,3C; variant royal_howstuffworks": "ACxAH ACx9S+5D AC 3C",
    "9S,5D,AH AC,3C; variant royal_english": "ACxAH ACx9S+5D ACx9S+5D,AH AC 3C",
    "9S,5D,AH AC,3C; variant royal_dominican": "ACxAH ACx9S+5D,AH 3C",
    "AH AC,AD; variant royal_english": "ACxAH ADxAH AC,AH=1 AD,AH=1 AC,AH=14 AD,AH=14 AC AD",
    # equal loose cards: all of them, at least one, or as one likes
    "TS,TH,6D,4C TC,3C; variant royal_dominican": "TCxTS,TH TCxTS,TH,6D+4C 3C",
    "TS,TH,4C TC,3C; variant royal_gamerules": "TCxTS TCxTH TCxTS,TH 3C",
    "TS,TH,4C TC,3C; variant royal_english": "TCxTS TCxTH TCxTS,TH TC 3C",
    # capturing is a duty, and must be complete
    "8H,5D,3S 8C,KD; option capture_extent=maximal,capture_duty=any": "8Cx8H,5D+3S KD",
    # the owner of a build: keeps the guard, does not trail
    "[5S+3H]=8@1,8H 8C,KD": "8Cx[5S+3H] 8Cx[5S+3H],8H",
    "[5H+2D]=7@1,[4D+3C]=7@2 7S,2C": "7Sx[5H+2D] 7Sx[5H+2D],[4D+3C]",
    "[6H+2C]=8@1~ KC,8D; variant casino_tutorial": "8Dx[6H+2C]",
    "[6H+2C]=8@1 KC,8D; variant casino_tutorial": "8Dx[6H+2C] KC",
    "[5S+3H]=8@1 KC,2D": "KC 2D",
    # a single build as a card of its value
    "[5S+2D]=7@2,3H TD,4C; option single_build_as_card=true": "TDx[5S+2D]+3H TD 4C",
    # builds from the table only, and what comes after the hand card
    "5H,3C 8D,4C; option table_only_builds=free_action": "8Dx5H+3C _,5H+3C=8 8D 4C",
    "5H,3C,KS 8D,4C/?2 1+; option table_only_builds=with_trail; laid KS": "_,5H+3C=8 _",
    "5H,3C 8D,4C/?2 1+; option table_only_builds=with_trail; laid 3C": "_",
    # partners
    "2D 6H,9C/?2/?2/?2; option build_for_partner=announce": "6H+2D=8@3 6H 9C",
    "2D 6H,9C/?2/?2/?2; option build_for_partner=provable; proved 3=8": "6H+2D=8@3 6H 9C",
    "[6S+4H]=10@3 TC,TD/?2/?2/?2; variant royal_gamerules": "TCx[6S+4H] TDx[6S+4H] TC TD",
    # several cards from the hand
    "QD,TS,2H 7C,5D; variant kirchner": "7C&5DxQD 7C&5DxTS+2H 7C&5DxQD,TS+2H 7C 5D",
    # hand values that differ from table values
    "9H,7D TD,3C; variant kasino_finnish": "TDx9H+7D TD 3C",
    "KH,AS AC,2S; variant kasino_finnish": "ACxKH+AS AC 2S",
    "TD,2D TC,2S; variant kasino_finnish": "TCxTD TC 2S",
    # two packs: equal cards are equal values
    "8H,8D,8D 8S; option packs=2": "8Sx8H 8Sx8D 8Sx8H,8D 8Sx8D,8D 8Sx8H,8D,8D 8S",
    "8D 8S,8S; option packs=2": "8Sx8D 8S,8D=8 8S",
    # Rook cards
    "9R,5Y,4G 9B,2B; variant tuxedo": "9Bx9R 9Bx5Y+4G 9Bx9R,5Y+4G 9B 2B",
    # nobody's turn, and nothing held
    "8D 8S/?1 - 0 -/- -": "",
    "8D -/8S 1": "",
}


@pytest.mark.parametrize("line", COMPLETE)
def test_the_list_is_complete_and_has_no_play_twice(line: str) -> None:
    """All that may be played, each once."""
    listed = [str(play) for play in legal_plays(parse_position(line))]
    assert sorted(listed) == sorted(COMPLETE[line].split())


CASINO = parse_position("8D,6C,5D,3H,2D 8S,8C,KD,3C")
MANY = (
    "2S,3S,4S,5S,6S,7S,QS,2H,3H,4H,5H,6H,7H,8H,QH,2D,3D,4D,5D,6D,7D,8D,2C,3C,4C,5C,6C,7C,8C KS"
    "; variant royal_english"
)


def test_the_list_can_be_asked_for_one_card_one_kind_or_one_value() -> None:
    """The filters narrow the list down, and go together."""
    plays = list(legal_plays(CASINO))
    eight = [play for play in plays if play.hand == (Card("8S"),)]
    assert list(legal_plays(CASINO, card=Card("8S"))) == eight
    captures = [play for play in eight if play.kind == "capture"]
    assert list(legal_plays(CASINO, card=Card("8S"), kind="capture")) == captures
    builds = [play for play in plays if isinstance(play, BuildPlay) and play.value == 8]
    assert list(legal_plays(CASINO, kind="build", value=8)) == builds
    assert {play.kind for play in builds} == {"build"}


def test_a_value_chooses_among_the_values_of_an_ace() -> None:
    """An ace takes aces as 1 and groups of 14; asked for 14, those that have such a group."""
    position = parse_position("9S,5D,AH AC,3C; variant royal_english")
    ones = {str(play) for play in legal_plays(position, kind="capture", value=1)}
    fourteens = {str(play) for play in legal_plays(position, kind="capture", value=14)}
    assert ones == {"ACxAH", "ACx9S+5D,AH"}
    assert fourteens == {"ACx9S+5D", "ACx9S+5D,AH"}


def test_a_card_that_is_not_held_has_no_plays() -> None:
    """The list is about the seat to play."""
    assert not legal_plays(CASINO, card=Card("9S"))


def test_there_is_no_fourth_kind_of_play() -> None:
    """A misspelt kind is refused, not answered with an empty list."""
    with pytest.raises(ValueError, match="the kinds are trail, capture, build"):
        legal_plays(CASINO, kind="sweep")


def test_one_effect_is_one_entry_and_every_grouping_on_request() -> None:
    """Two fives and two threes with an eight: one capture, two ways to group it."""
    position = parse_position("5S,5H,3D,3C 8D")
    whole = parse_play("8Dx5S5H3D3C")
    listed = [play for play in legal_plays(position) if effect_of(play) == effect_of(whole)]
    assert [str(play) for play in listed] == ["8Dx5S+3D,5H+3C"]
    ways = [play for play in legal_plays(position, groupings=True) if play.items == whole.items]
    assert [str(play) for play in ways] == ["8Dx5S+3D,5H+3C", "8Dx5S+3C,5H+3D"]
    assert list(all_groupings(position, whole)) == ways


def test_the_list_answers_at_once_on_a_crowded_table() -> None:
    """29 loose cards have more captures than anybody can list; the first ones come at once."""
    plays = legal_plays(parse_position(MANY))
    assert plays
    first = list(islice(plays, 3))
    assert len({effect_of(play) for play in first}) == 3
    assert plays.count(500) == 500
    assert repr(plays).startswith("<24+ legal plays: ")


def test_the_list_can_be_gone_through_again_and_searched() -> None:
    """It is a view of the position, not a thing that is used up."""
    plays = legal_plays(CASINO)
    assert list(plays) == list(plays)
    assert plays.count() == len(list(plays))
    assert plays.count(2) == 2
    assert parse_play("8Sx8D,6C+2D") in plays
    assert parse_play("8Sx8D,5D+2D") not in plays
    assert plays == LegalPlays(CASINO)


def test_the_list_shows_its_plays() -> None:
    """A short list shows all of it, with the count."""
    shown = repr(legal_plays(parse_position("8D 8S,KD")))
    assert shown == "<3 legal plays: 8Sx8D  KD  8S>"
    assert repr(legal_plays(parse_position("8D 8S/?1 - 0 -/- -"))) == "<0 legal plays: >"

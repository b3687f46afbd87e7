"""The rulebook in examples: for every rule a play that breaks it, and one that nearly does.

Each rule has two lines, a position and a play: above the play that breaks this rule and no other,
below a play much like it that is legal. Notices and flags have a line that shows them and one that
nearly does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """A position line, and a play where it takes one."""

    position: str
    play: str = ""


class Pair(NamedTuple):
    """An example of something, and one that is nearly an example."""

    shown: Example
    nearly: Example


_RULES = """
# --- the turn

turn.over
    8D 8S,KD/?2 - 0 -/- -  >  8Sx8D
    8D 8S,KD/?2 1 0 -/- -  >  8Sx8D
turn.hand_played
    5H,3C,KS 8D,4C/?2 1+ 12 -/- -; option table_only_builds=free_action  >  4C
    5H,3C,KS 8D,4C/?2 1+ 12 -/- -; option table_only_builds=free_action  >  _,5H+3C=8
turn.one_card
    QD,TS,2H 7C,5D  >  7C&5DxTS+2H
    QD,TS,2H 7C,5D; variant kirchner  >  7C&5DxTS+2H
turn.hand_total
    KD,AS 9C,5D; variant kirchner; option hand_total_limit=13  >  9C&5DxKD+AS
    KD,AS 9C,4D; variant kirchner; option hand_total_limit=13  >  9C&4DxKD
turn.build_one_card
    KD 9C,5D; variant kirchner  >  9C&5D
    KD 9C,5D; variant kirchner  >  9C
turn.hand_card
    8D 8S,KD; option table_only_builds=free_action  >  _
    8D 8S,KD/?2 1+; option table_only_builds=free_action  >  _
turn.one_action
    5H,3C KS,8D  >  KS/_,5H+3C=8
    5H,3C KS,8D; option table_only_builds=with_trail  >  KS/_,5H+3C=8
turn.with_trail
    5H,3C KS,8D; option table_only_builds=with_trail  >  _,5H+3C=8
    5H,3C KS,8D; option table_only_builds=with_trail  >  KS/_,5H+3C=8
turn.trailed_card
    5H,3S 3C,8D; option table_only_builds=with_trail  >  3C/_,5H+3C=8
    5H,3S 3C,8D; option table_only_builds=with_trail  >  3C/_,5H+3S=8
turn.due
    [5S+4H,7H+2C]=9@2,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi; due [5S+4H,7H+2C]  >  KCxKD
    [5S+4H,7H+2C]=9@2,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi; due [5S+4H,7H+2C]  >  9Dx[5S+4H,7H+2C]
turn.forced_sweep
    QS QH,3C/?2 1; variant krypkasino  >  3C
    QS QH,3C/?2 1; variant krypkasino; option forced_sweep=false  >  3C
turn.loading
    [5S+4H]=9@1,7H,2C,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi; option insistence=always  >  KCxKD
    [5S+4H]=9@1,7H,3C,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi; option insistence=always  >  KCxKD
call.unknown
    9D,4C 9S,2D  >  9Sx9D:orange
    9R,5Y,4G 9B,2B; variant tuxedo  >  9Bx9R,5Y+4G:orange

# --- where cards are

hand.not_held
    8D,6C 8S,KD  >  8Cx8D
    8D,6C 8S,KD  >  8Sx8D
table.absent
    8D,6C 8S,KD  >  8Sx8H
    8D,6C 8S,KD  >  8Sx8D
table.inside_build
    [5S+3H]=8@2,5D 5C,KD  >  5Cx5S
    [5S+3H]=8@2,5D 5C,KD  >  5Cx5D
table.no_such_build
    [5S+3H]=8@2 8C,KD  >  8Cx[5S+3D]
    [5S+3H]=8@2 8C,KD  >  8Cx[5S+3H]
table.card_twice
    8D,6C 8S,KD  >  8Sx8D,8D
    8D,8H 8S,KD  >  8Sx8D,8H
pile.not_available
    KS,3D 3C,KD/?2 1 12 -/3H -  >  3Cx^3H
    KS,3D 3C,KD/?2 1 12 -/3H -  >  3Cx3D
pile.not_top
    7H 8C,KD/?2 1 12 -/AS,4D -; option steal_tops=build_and_capture  >  8Cx7H+^AS
    7H 8C,KD/?2 1 12 -/4D,AS -; option steal_tops=build_and_capture  >  8Cx7H+^AS
pile.augment_only
    KS 3C,KD/?2/?2/?2 1 12 -/3H -; variant swazi  >  3Cx^3H
    KS 3C,KD/?2 1 12 -/3H -; variant south_african; option deck=52  >  3Cx^3H
pile.base
    4H 9D,5C/?2/?2/?2 1 12 -/5H -; variant swazi  >  _,4H+^5H=9
    9S,4H 9D,5C/?2/?2/?2 1 12 -/5H -; variant swazi  >  _,9S,4H+^5H=9
pile.own_build
    7H 8C,8D/?2 1 12 -/AS -; variant south_african  >  8C,7H+^AS=8
    [5S+3H]=8@1,7H 8C,8D/?2 1 12 -/AS -; variant south_african  >  8C,[5S+3H],7H+^AS=8
pile.raise
    [5S+2H]=7@1,9H TC,TD,2C/?2 1 12 -/AS -; variant south_african; option raise_with_loose=true  >  2C+[5S+2H]+^AS=10
    [5S+2H]=7@1,AH TC,TD,2C/?2 1 12 -/AS -; variant south_african; option raise_with_loose=true  >  2C+[5S+2H]+AH=10
pile.in_sum
    7H 8C,4D/?2 1 12 -/AS -; variant south_african_kasa  >  8Cx7H+^AS
    7H 8C,4D/?2 1 12 -/8S -; variant south_african_kasa  >  8Cx^8S
pile.one_a_group
    2H 9C,4D/?2 1 12 -/2C,5H -; variant south_african  >  9Cx2H+^2C+^5H
    7H,4H 9C,4D/?2 1 12 -/2C,5H -; variant south_african  >  9Cx7H+^2C,4H+^5H
pile.order
    KD 9C,4D/?2/?2 1 12 -/6S,2H/7C,3D -; variant south_african; option deck=52  >  9Cx^7C+^2H,^6S+^3D
    KD 9C,4D/?2/?2 1 12 -/6S,2H/3D,7C -; variant south_african; option deck=52  >  9Cx^7C+^2H,^6S+^3D

# --- captures

capture.court_alone
    KC,7S,6H KD,4C  >  KDx7S+6H
    KC,7S,6H KD,4C  >  KDxKC
capture.court_in_group
    KC,5D 5S,4C  >  5SxKC,5D
    KC,5D 5S,4C  >  5Sx5D
capture.court_one
    QS,QH QD,4C  >  QDxQS,QH
    QS,QH QD,4C  >  QDxQS
capture.court_one_or_three
    QS,QH QD,4C; variant casino_howstuffworks  >  QDxQS,QH
    QS,QH,QC QD,4C; variant casino_howstuffworks  >  QDxQS,QH,QC
capture.group_total
    6C,3D,2D 8S,KD  >  8Sx6C+3D
    6C,3D,2D 8S,KD  >  8Sx6C+2D
capture.no_grouping
    6C,2D,5S,4H 8S,KD  >  8Sx6C5S4H2D
    6C,2D,5S,3H 8S,KD  >  8Sx6C5S3H2D
capture.build_value
    [5S,5H]=5@2 TC,KD  >  TCx[5S,5H]
    [5S+5H]=10@2 TC,KD  >  TCx[5S+5H]
capture.build_in_sum
    [5S+2D]=7@2,3H TD,KD  >  TDx[5S+2D]+3H
    [5S+2D]=7@2,3H TD,KD; option single_build_as_card=true  >  TDx[5S+2D]+3H
capture.partner_build
    [5S+3H]=8@3,KD 8C,2D/?2/?2/?2 1; option partner_capture=forbidden  >  8Cx[5S+3H]
    [5S+3H]=8@2,KD 8C,2D/?2/?2/?2 1; option partner_capture=forbidden  >  8Cx[5S+3H]
capture.one_value
    9S,5D,AH AC,3C; variant royal_howstuffworks  >  ACx9S+5D,AH
    9S,5D,AH AC,3C; variant royal_dominican  >  ACx9S+5D,AH
capture.equal_left
    TS,TH,8D TC,3C; variant royal_dominican  >  TCxTS
    TS,TH,8D TC,3C; variant royal_dominican  >  TCxTS,TH
capture.equal_first
    TS,TH,6D,4C TC,3C; variant royal_gamerules  >  TCx6D+4C
    TS,TH,6D,4C TC,3C; variant royal_gamerules  >  TCxTS,6D+4C
capture.groups_left
    8H,5D,3S 8C,KD; option capture_extent=maximal  >  8Cx8H
    8H,5D,3S 8C,KD; option capture_extent=maximal  >  8Cx8H,5D+3S

# --- builds

build.not_in_game
    5S 3C,8D; variant kasino_swedish  >  3C+5S=8
    5S 3C,8D; variant royal_english  >  3C+5S=8
build.table_card
    5C 5S,5D  >  5S=5
    5C 5S,5D  >  5S,5C=5
build.two_parts
    8C,5H,3H 8S,KD; option table_only_builds=free_action  >  _,8C=8
    8C,5H,3H 8S,KD; option table_only_builds=free_action  >  _,8C,5H+3H=8
build.hand_card
    5H,3C 8S,KD  >  _,5H+3C=8
    5H,3C 8S,KD; option table_only_builds=free_action  >  _,5H+3C=8
build.court
    2D JC,KD  >  JC+2D=13
    2D JC,KD; variant royal_english  >  JC+2D=13
build.group_total
    5C 3D,9S  >  3D+5C=9
    5C 4D,9S  >  4D+5C=9
build.no_grouping
    5C,4D,4H 3D,8S  >  3D5C4D=8
    5C,4D,4H 3D,8S  >  3D5C4H4D=8
build.capturing_card
    5C 3D,7S  >  3D+5C=8
    5C 3D,8S  >  3D+5C=8
build.no_such_value
    8C 7D,AS; variant royal_english  >  7D+8C=15
    8C 6D,AS; variant royal_english  >  6D+8C=14
build.multiple_fixed
    [3S,3D]=3@2 2D,5H  >  2D+[3S,3D]=5
    [2C+AS]=3@2 2D,5H  >  2D+[2C+AS]=5
build.own_raise
    [6S+4H]=10@1 2C,QD,TC; variant royal_dominican  >  2C+[6S+4H]=12
    [6S+4H]=10@2 2C,QD,TC; variant royal_dominican  >  2C+[6S+4H]=12
build.raise_whose
    [6S+2H]=8@3 2C,TD/?2/?2/?2; option raise_whose=opponents  >  2C+[6S+2H]=10
    [6S+2H]=8@2 2C,TD/?2/?2/?2; option raise_whose=opponents  >  2C+[6S+2H]=10
build.raise_loose
    [4D+AS]=5@2,2C 3H,TS  >  3H+[4D+AS]+2C=10
    [4D+AS]=5@2,2C 3H,TS; option raise_with_loose=true  >  3H+[4D+AS]+2C=10
build.raise_absorb
    [4H+3C]=7@2,9D 2S,9C; variant royal_course  >  2S+[4H+3C],9D=9
    [4H+3C]=7@2,9D 2S,9C; variant royal_course  >  2S+[4H+3C]=9
build.as_card
    [4S+2D]=6@2,3H 9C,9D  >  9C,[4S+2D]+3H=9
    [4S+2D]=6@2,3H 9C,9D; option single_build_as_card=true  >  9C,[4S+2D]+3H=9
build.same_value
    [6H+3H]=9@1,4D 5C,9D; variant royal_course  >  5C+4D=9
    [6H+3H]=9@1,4D 5C,9D; variant royal_course  >  5C+4D,[6H+3H]=9
build.merge
    [6H+3H]=9@1,[5S+4S]=9@1 9C,9D  >  9C,[6H+3H],[5S+4S]=9
    [6H+3H]=9@1,[5S+4S]=9@1 9C,9D; option merge_builds=own_side  >  9C,[6H+3H],[5S+4S]=9
build.limit
    [6H+3H]=9@1,5C 2D,7S,9D; option builds_per_player=1  >  2D+5C=7
    [6H+3H]=9@2,5C 2D,7S,9D; option builds_per_player=1  >  2D+5C=7
build.extend_whose
    [5S+4H]=9@2,KD 9D,9C/?2/?2/?2 1 12 -/- -; variant swazi  >  9C,[5S+4H]=9
    [5S+4H]=9@1,KD 9D,9C/?2/?2/?2 1 12 -/- -; variant swazi  >  9C,[5S+4H]=9
build.owner_new
    [5S+3H]=8@1,4H 8C,2D,6D/?3 1 20 -/- -; variant south_african  >  2D+4H=6
    [5S+3H]=8@1,4H 8C,2D,6D/?3 1 0 -/- -; variant south_african  >  2D+4H=6
build.due_capture
    [5S+4H]=9@2,7H,2C TD,KC/?2/?2/?2 1 12 -/- -; variant swazi  >  _,[5S+4H],7H+2C=9
    [5S+4H]=9@2,7H,2C 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi  >  _,[5S+4H],7H+2C=9
build.limit_phase
    [6S+4H]=10@1,5H,KS TC,2D,7S/?3 1 24 -/- -; variant swazi  >  2D+5H=7
    [6S+4H]=10@1,5H,KS TC,2D,7S/?3 1 0 -/- -; variant swazi  >  2D+5H=7
build.partner_build
    [6S+4H]=10@3 TC,TD/?2/?2/?2; variant royal_gamerules  >  TC,[6S+4H]=10
    [6S+4H]=10@2 TC,TD/?2/?2/?2; variant royal_gamerules  >  TC,[6S+4H]=10
build.for_partner
    2D 6H,9C/?2/?2/?2  >  6H+2D=8@3
    2D 6H,9C/?2/?2/?2; option build_for_partner=announce  >  6H+2D=8@3
build.not_partner
    2D 6H,8C/?2/?2/?2; option build_for_partner=announce  >  6H+2D=8@2
    2D 6H,8C/?2/?2/?2; option build_for_partner=announce  >  6H+2D=8@3
build.unproved
    2D 6H,9C/?2/?2/?2; option build_for_partner=provable  >  6H+2D=8@3
    2D 6H,9C/?2/?2/?2; option build_for_partner=provable; proved 3=8  >  6H+2D=8@3

# --- guards and trails

guard.keep
    [5S+3H]=8@1,8H 8C,KD  >  8Cx8H
    [5S+3H]=8@1,8H 8C,8D  >  8Cx8H
guard.shared
    [AS,AD]=1@1,9S AC,5D,7H; variant royal_howstuffworks  >  5D+9S=14
    [AS,AD]=1@1,9S AC,5D,7H; variant royal_english  >  5D+9S=14
trail.owner
    [5S+3H]=8@1,KH 8C,4D  >  4D
    [5S+3H]=8@2,KH 8C,4D  >  4D
trail.owner_phase
    [6S+4H]=10@1,KH TC,4D/?2 1 24 -/- -; variant swazi  >  4D
    [6S+4H]=10@1,KH TC,4D/?2 1 0 -/- -; variant swazi  >  4D
trail.owner_next_turn
    [6H+2C]=8@1~ KC,8D; variant casino_tutorial  >  KC
    [6H+2C]=8@1 KC,8D; variant casino_tutorial  >  KC
trail.equal
    TS,6S,4H TC,3C; variant royal_dominican  >  TC
    6S,4H TC,3C; variant royal_dominican  >  TC
trail.must_capture
    5S,3H 8C,2C; option capture_duty=any  >  8C
    5S,3H 8C,2C; option capture_duty=any  >  2C
trail.hand_can_capture
    5H,KD 8S,5C; variant royal_english; option capture_duty=any_in_hand  >  8S
    5H,QD 8S,5C; variant royal_english; option capture_duty=any  >  8S
"""  # noqa: E501

_NOTICES = """
notice.cards_left
    8D,6C,2D 8S,KD  >  8Sx8D
    8D,6C,2D 8S,KD  >  8Sx8D,6C+2D
notice.could_capture
    8D,6C,2D 8S,KD  >  8S
    8D,6C,2D 8S,KD  >  KD
notice.loading
    [5S+4H]=9@1,7H,2C,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi  >  KCxKD
    [5S+4H]=9@1,7H,3C,KD 9D,KC/?2/?2/?2 1 12 -/- -; variant swazi  >  KCxKD
notice.insistence
    8H,5D,3S 8C,KD; option capture_duty=opponent_may_insist  >  8Cx8H
    8H,5D,3S 8C,KD; option capture_duty=opponent_may_insist  >  8Cx8H,5D+3S
notice.orange
    9R,5Y,4G 9B,2B; variant tuxedo  >  9Bx9R,5Y+4G
    9R,5Y,4G 9B,2B; variant tuxedo  >  9Bx9R,5Y+4G:orange
notice.false_orange
    9Y,7B 9R,2B; variant tuxedo  >  9Rx9Y:orange
    9Y,5R,4G 9B,2B; variant tuxedo  >  9Bx9Y,5R+4G:orange
notice.nothing_else
    [5S+3H]=8@1 KC,2D  >  2D
    [5S+3H]=8@2 KC,2D  >  2D
notice.build_open
    6C,2D 4S,8D,8H  >  8D,6C+2D=8
    6C,2D,KS 4S,8D,8H  >  8D,6C+2D=8
"""

_FLAGS = """
flag.cards_missing
    8D,6C 8S,KD/?2 1 40 -/- -
    8D,6C 8S,KD/?2 1 46 -/- -
flag.hands_uneven
    8D,6C 8S,KD/?4
    8D,6C 8S,KD/?2
flag.unguarded
    [5S+3H]=8@1 KD,7S
    [5S+3H]=8@1 KD,8S
flag.seats
    8D 8S,KD/?2/?2; variant casino_howstuffworks
    8D 8S,KD/?2; variant casino_howstuffworks
flag.hidden_hand
    8D 8S,?2/?3
    8D 8S,KD,2D/?3
flag.no_building
    [5S+3H]=8@2 8S,KD/?2; variant krypkasino
    5S,3H 8S,KD/?2; variant krypkasino
flag.no_such_value
    [7D+8C]=15@2 8S,KD/?2; variant royal_english
    [6D+8C]=14@2 8S,KD/?2; variant royal_english
flag.no_fresh
    [5S+3H]=8@1~ 8S,KD/?2
    [5S+3H]=8@1~ 8S,KD/?2; variant casino_tutorial
flag.same_value
    [5S+3H]=8@1,[6S+2H]=8@1 8S,KD/?2; variant royal_course
    [5S+3H]=8@1,[6S+2H]=8@2 8S,KD/?2; variant royal_course
flag.build_limit
    [5S+3H]=8@1,[6S+AH]=7@1 8S,7D/?2 1 20; variant swazi
    [5S+3H]=8@1,[6S+AH]=7@1 8S,7D/?2 1 0; variant swazi
flag.no_second_action
    8D 8S,KD/?3 1+
    8D 8S,KD/?3 1+; variant swazi
flag.no_laid
    8D,KD 8S/?2 1; option table_only_builds=with_trail; laid KD
    8D,KD 8S/?2 1+; option table_only_builds=with_trail; laid KD
flag.piles_by_side
    8D 8S/?1/?1/?1 1 20 -/-/-/- -; variant swazi
    8D 8S/?1/?1/?1 1 20 -/- -; variant swazi
flag.piles_by_seat
    8D 8S/?1/?1/?1 1 20 -/- -; variant sotho
    8D 8S/?1/?1/?1 1 20 -/-/-/- -; variant sotho
flag.no_sweeps
    8D 8S/?1 1 20 TH,TC*1/- 1; variant swazi
    8D 8S/?1 1 20 TH,TC*1/- 1; variant royal_english
flag.sweeps_unscored
    8D 8S/?1 1 20 TH,TC*1/- 1; variant krypkasino
    8D 8S/?1 1 20 TH,TC*1/- 1; variant krypkasino; points 5/-5
flag.no_proofs
    8D 8S/?1/?1/?1 1 20 -/- -; proved 3=12; variant royal_english
    8D 8S/?1/?1/?1 1 20 -/- -; proved 3=12; variant swazi
flag.no_partners
    8D 8S/?1/?1 1 20; proved 3=12; variant swazi
    8D 8S/?1/?1/?1 1 20; proved 3=12; variant swazi
flag.no_due
    [5S+4H,7H+2C]=9@2 9D,KC/?2 1 20 -/- -; due [5S+4H,7H+2C]
    [5S+4H,7H+2C]=9@2 9D,KC/?2 1 20 -/- -; due [5S+4H,7H+2C]; variant swazi
flag.due_absent
    [5S+4H]=9@2 9D,KC/?2 1 20 -/- -; due [5S+4H,7H+2C]; variant swazi
    [5S+4H,7H+2C]=9@2 9D,KC/?2 1 20 -/- -; due [5S+4H,7H+2C]; variant swazi
flag.no_aside
    8D 8S,KD/?2; aside KH,QS
    8D 8S,KD/?2; aside KH,QS; variant krypkasino
flag.aside_courts
    8D 8S,KD/?2; aside KH,9S; variant krypkasino
    8D 8S,KD/?2; aside KH,JS; variant krypkasino
flag.no_events
    8D 8S,KD/?2; points 5/-5
    8D 8S,KD/?2; points 5/-5; variant krypkasino
flag.no_call
    9B 8B,2Y/?2 1; variant tuxedo; pending lemon@2
    9B 8B,2Y/?2 1; variant tuxedo; pending orange@2
flag.no_carry
    8D 8S,KD/?2; carry spades=2
    8D 8S,KD/?2; carry spades=2; variant kasino_finnish; option tie_spades=carry
"""

# A repair has one line: an attempt for which it is offered.
_REPAIRS = """
repair.other_value
    5C 3D,8S  >  3D+5C=9
repair.no_call
    8D,6C 8S,KD  >  8Sx8D:orange
repair.regroup
    6C,2D,5S,3H 8S,KD  >  8Sx6C+5S,3H+2D
repair.take
    [5S+3H]=8@1,KH 8C,4D  >  4D
repair.take_more
    TS,TH,8D TC,3C; variant royal_dominican  >  TCxTS
repair.take_less
    8D,KC 8S,KD  >  8SxKC,8D
repair.take_other
    8D,6C 8S,KD  >  8Sx6C
repair.build
    5C 3D,8S  >  8S+5C=8
repair.build_table
    5S,3H,2D TC,KD,3C/?2/?2/?2 1 12 -/- -; variant swazi  >  TC,5S+3H=10
repair.pass
    [5S+4H]=9@1,4D 9D,KC,4C/?2/?2/?2 1 12 -/- -; variant swazi  >  KC/_,4D+5C=9
repair.one_action
    5H,3C KS,8D  >  KS/_,5H+3C=8
repair.build_more
    5C,2C,AD 2D,8S  >  2D+5C=8
repair.build_less
    [4H+3C]=7@2,9D 2S,9C; variant royal_course  >  2S+[4H+3C],9D=9
repair.build_other
    5C,4H 4D,9S  >  4D+4H=9
repair.trail
    TS 3C,TC; variant royal_dominican  >  TC
repair.trail_same
    5C 3D,7S  >  3D+5C=8
repair.other_card
    8D,6C 8S,KD  >  KDx8D
repair.none
    8C -  >  _
"""


def rule_examples() -> Mapping[str, Pair]:
    """Return the examples of every rule, by its id."""
    return dict(_pairs(_RULES))


def notice_examples() -> Mapping[str, Pair]:
    """Return the examples of every notice on a play, by its id."""
    return dict(_pairs(_NOTICES))


def flag_examples() -> Mapping[str, Pair]:
    """Return the examples of every flag of a position, by its id."""
    return dict(_pairs(_FLAGS))


def repair_examples() -> Mapping[str, Example]:
    """Return an illegal attempt for every kind of repair, by its id."""
    lines = [line for line in _REPAIRS.splitlines() if line]
    return {name: _example(line) for name, line in zip(lines[::2], lines[1::2], strict=True)}


def _pairs(table: str) -> Iterator[tuple[str, Pair]]:
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    for name, shown, nearly in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        yield name, Pair(_example(shown), _example(nearly))


def _example(line: str) -> Example:
    return Example(*(part.strip() for part in line.split("  >  ")))

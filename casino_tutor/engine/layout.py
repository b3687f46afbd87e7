"""How a position stands in the kernel's arrays, and the numbers both sides of it must agree on."""

from __future__ import annotations

SEATS = 6
MOST_BUILDS = 12
PLIES = 64
#: Words of a position: loose cards, hands, builds, what each build is.
STRIDE = 32
HAND = 1
PILE = 8
INFO = 20
#: Numbers of a position.
NUMBERS = 16
TURN = 0
LAST = 1
DEAL = 2
BUILDS = 3
CARDS = 4
SPADES = 6
POINTS = 8
SWEEPS = 10
LEFT = 12
LEFT_SPADES = 13
LEFT_WORTH = 14
CASINOS = 15
#: Nobody is to play, nobody has captured.
NONE = -1

TRAIL = 0
CAPTURE = 1
BUILD = 2

#: What the rules below are called in the array of rules.
FACE_ONE = 1
FACE_ONE_OR_THREE = 2

#: Room for the moves of all positions on the way, and for those of one.
MOVES = 1 << 16
MOST_MOVES = 1 << 13
#: Room for the sets of loose cards, and for what they cover.
SUBSETS = 1 << 13
COVERS = 1 << 12
SUMS = 64

FULL = 0xFFFFFFFFFFFFFFFF
ODD = 0x5555555555555555
PAIRS = 0x3333333333333333
FOURS = 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101
DE_BRUIJN = 0x03F79D71B4CB0A89
MIX_A = 0x9E3779B97F4A7C15
MIX_B = 0xBF58476D1CE4E5B9
MIX_C = 0x94D049BB133111EB

#: What is added to values in the table, and a bound that none of them reaches.
BIAS = 1 << 13
FAR = (1 << 13) - 1
#: A majority that is won already counts as so many cards or spades.
WON = 127
WON_SPADES = 63

#: Rows and columns of the tables of what a majority is worth: what is left, and leads either way.
MOST_LEFT = 64
MOST_LEAD = 64
MOST_LEFT_SPADES = 16
MOST_LEAD_SPADES = 16

#: From so many words on a room is mapped, not filled.
ROOM_TO_MAP = 1 << 17

#: What a match that is won counts: more than the points of any round.
WIN = 5_000
#: Items that may win a match, as bits.
ITEM_CARDS = 1
ITEM_SPADES = 2
ITEM_BIG = 4
ITEM_LITTLE = 8

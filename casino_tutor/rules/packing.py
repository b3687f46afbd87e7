"""The combination finder as a set-packing model, solved with OR-Tools CP-SAT.

This is an opinion independent of the exact search (`casino_tutor.rules.unions` and
`casino_tutor.rules.enumeration`): it says *what* a play is and leaves the finding to a solver, so
that a reader can check it line by line. A test holds the two together. It judges, it is never
inside a search: one answer costs milliseconds where the exact search needs a fraction of one.

The model
---------
*Ways.* A way is what is played and announced: a capture with these hand cards used as these
values, or a build of this value with this hand card for this seat. One Boolean a way; exactly one
way is chosen.

*Groups.* For each way, one Boolean for each group of table pieces that is right for it: a piece
that is the value by itself, or two or more that add up to it. A group of a build may hold the
hand card too. A chosen group implies its way.

*Packing.* One Boolean a piece says that it is left on the table, and exactly one of "left" and
the groups with the piece is true: at most one chosen group a piece.

*Rules* are clauses and linear inequalities over these Booleans, each enforced by its way:

===================================  ============================================================
a capture takes something            at least one group is chosen
every equal loose card (all_equal)   none of them is left
an equal card first (loose_equal)    not all of them are left
a complete capture (maximal)         of each group, chosen or not, some piece is not left
court cards (face_capture)           the number of groups is 1, or 1 or 3
the hand card is in the build        exactly one group with the hand card is chosen
a build is more than one card        two pieces at least, the hand card among them
nothing absorbed when raising        a raising group excludes every other group
builds that merge (merge_builds)     at most one standing build (not of the own side) is used
two builds of one value              no build of that value, nor of that owner, is left
builds_per_player                    the builds of the owner that are left, and this one, fit in
a proof for the partner              proved before, or a build of the partner's is extended
own builds guarded (ruling R1)       a set of own builds that lacks its guards is not what is left
===================================  ============================================================

Every solution is enumerated by one worker (with several the counts are wrong), under a time limit.
An all-solutions run may repeat a solution, and one set of pieces may be grouped in many ways, so
answers are sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Effect,
    Group,
    Play,
    effect_of,
)
from casino_tutor.model.position import Build, Position
from casino_tutor.model.values import NO_VALUES, Values
from casino_tutor.rules.groups import (
    Piece,
    build_piece,
    capture_piece,
    capture_uses,
    equal_loose,
    may_extend,
    may_raise,
    shared_out,
    table_items,
    values_of,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT

#: Seconds that one question may take.
TIME_LIMIT: Final = 30.0

#: The numbers of the pieces in a group, rising.
_Set: TypeAlias = tuple[int, ...]

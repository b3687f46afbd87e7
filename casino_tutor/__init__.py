"""casino-tutor: learn the card game Casino and its family, and solve positions at the table.

>>> from casino_tutor import legal_plays, parse_position, violations
>>> position = parse_position("8D,6C,2D 8S,KD")
>>> legal_plays(position).count()
5
>>> for violation in violations(position, "KDx8D"):
...     print(violation.sentence)
KD has no number: it takes only king cards one by one, not 8D.
"""

from casino_tutor.model.cards import Card
from casino_tutor.model.errors import (
    AmbiguousPlayError,
    IllegalPlayError,
    NotationError,
    PositionError,
)
from casino_tutor.model.notation import parse_play, parse_turn
from casino_tutor.model.plays import (
    PASS,
    BuildPlay,
    CapturePlay,
    PileTop,
    Play,
    TrailPlay,
    WholeBuild,
    effect_of,
)
from casino_tutor.model.position import Build, Hand, Pile, Position, Stock
from casino_tutor.model.position_text import parse_build, parse_position
from casino_tutor.model.variant import Variant, VariantError, find_variant, variant_names
from casino_tutor.model.violation import Notice, Violation
from casino_tutor.rules.enumeration import LegalPlays, legal_plays
from casino_tutor.rules.grouping import all_groupings
from casino_tutor.rules.judge import Verdict, after, judge, notices
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.transition import after_unchecked

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "AmbiguousPlayError",
    "Build",
    "BuildPlay",
    "CapturePlay",
    "Card",
    "Hand",
    "IllegalPlayError",
    "LegalPlays",
    "NotationError",
    "Notice",
    "Pile",
    "PileTop",
    "Play",
    "Position",
    "PositionError",
    "Stock",
    "TrailPlay",
    "Variant",
    "VariantError",
    "Verdict",
    "Violation",
    "WholeBuild",
    "after",
    "after_unchecked",
    "all_groupings",
    "effect_of",
    "find_variant",
    "is_legal",
    "judge",
    "legal_plays",
    "notices",
    "parse_build",
    "parse_play",
    "parse_position",
    "parse_turn",
    "variant_names",
    "violations",
]

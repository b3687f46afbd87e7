"""casino-tutor: learn the card game Casino and its family, and solve positions at the table.

>>> from casino_tutor import legal_plays, parse_position, violations
>>> position = parse_position("8D,6C,2D 8S,KD")
>>> legal_plays(position).count()
5
>>> for violation in violations(position, "KDx8D"):
...     print(violation.sentence)
KD has no number: it takes only king cards one by one, not 8D.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casino_tutor.engine.advice import Advice, PlayEstimate
    from casino_tutor.engine.searcher import best
    from casino_tutor.engine.solution import Limit
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


# The public names and their homes: each module is imported when a name of it is first used, so
# that a program that only draws a table does not wait for the rules.
_HOMES = {
    "engine.advice": "Advice PlayEstimate",
    "engine.searcher": "best",
    "engine.solution": "Limit",
    "model.cards": "Card",
    "model.errors": "AmbiguousPlayError IllegalPlayError NotationError PositionError",
    "model.notation": "parse_play parse_turn",
    "model.plays": "PASS BuildPlay CapturePlay PileTop Play TrailPlay WholeBuild effect_of",
    "model.position": "Build Hand Pile Position Stock",
    "model.position_text": "parse_build parse_position",
    "model.variant": "Variant VariantError find_variant variant_names",
    "model.violation": "Notice Violation",
    "rules.enumeration": "LegalPlays legal_plays",
    "rules.grouping": "all_groupings",
    "rules.judge": "Verdict after judge notices",
    "rules.legality": "is_legal violations",
    "rules.transition": "after_unchecked",
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "PASS",
    "Advice",
    "AmbiguousPlayError",
    "Build",
    "BuildPlay",
    "CapturePlay",
    "Card",
    "Hand",
    "IllegalPlayError",
    "LegalPlays",
    "Limit",
    "NotationError",
    "Notice",
    "Pile",
    "PileTop",
    "Play",
    "PlayEstimate",
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
    "best",
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


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

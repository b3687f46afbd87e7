"""Every legal play of a position: lazy, counted, one for each effect or one for each grouping.

Generating is written apart from judging (`casino_tutor.rules.legality`): neither calls the other,
both stand on `casino_tutor.rules.groups`, and a test holds them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import Play
from casino_tutor.model.position import Position
from casino_tutor.rules.generator import Generator
from casino_tutor.rules.grouping import all_groupings

KINDS: Final = ("trail", "capture", "build")


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """The legal plays of a position, made as they are asked for.

    Attributes
    ----------
    position : Position
        The position.
    card : Card or None
        Only plays of this hand card.
    kind : str or None
        Only ``trail``, ``capture`` or ``build``.
    value : int or None
        Only captures whose groups total this value, or builds of this value.
    groupings : bool
        List every grouping as a play of its own instead of one play for each effect.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> plays = legal_plays(parse_position("8D,6C,2D 8S,KD"))
    >>> plays.count()
    5
    >>> plays
    <5 legal plays: 8Sx6C+2D  8Sx8D  8Sx8D,6C+2D  KD  8S>
    """

    position: Position
    card: Card | None = None
    kind: str | None = None
    value: int | None = None
    groupings: bool = False

    def __iter__(self) -> Iterator[Play]:
        generator = Generator(self.position, every_use=self.groupings)
        plays = generator.plays(self.card, self.kind, self.value)
        if not self.groupings:
            return plays
        return chain.from_iterable(all_groupings(self.position, play) for play in plays)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self, limit: int | None = None) -> int:
        """Return how many plays there are, counting no further than `limit`.

        There is no ``len``: making a list would call it, and so list everything twice.
        """
        return sum(1 for _ in islice(self, limit))

    def __contains__(self, play: object) -> bool:
        return any(play == listed for listed in self)

    def __repr__(self) -> str:
        shown = [str(play) for play in islice(self, 25)]
        more = len(shown) > 24
        count = f"{len(shown) - 1}+" if more else str(len(shown))
        return f"<{count} legal plays: {'  '.join(shown[:24])}{'  ...' if more else ''}>"


def legal_plays(
    position: Position,
    *,
    card: Card | str | None = None,
    kind: str | None = None,
    value: int | None = None,
    groupings: bool = False,
) -> LegalPlays:
    """Return a view of the legal plays; see `LegalPlays` for the filters.

    Raises
    ------
    ValueError
        If `kind` is none of trail, capture, build.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> position = parse_position("8D,6C,2D 8S,KD")
    >>> [str(play) for play in legal_plays(position, card="8S", kind="capture")]
    ['8Sx6C+2D', '8Sx8D', '8Sx8D,6C+2D']
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"there is no kind of play {kind!r}; the kinds are {', '.join(KINDS)}")
    only = Card(card) if isinstance(card, str) else card
    return LegalPlays(position, only, kind, value, groupings)

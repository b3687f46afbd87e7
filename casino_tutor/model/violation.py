"""A broken rule, and a remark on a legal play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from casino_tutor.model.cards import Card
from casino_tutor.model.sentences import say


@dataclass(frozen=True, slots=True, repr=False)
class Violation:
    """One broken rule of one attempted play.

    Attributes
    ----------
    rule : str
        The stable id of the rule, such as ``trail.owner``.
    source : str
        Who says so, in words.
    cards : tuple of Card
        The cards concerned.
    params : tuple of (name, text)
        What fills the blanks of the sentence.
    """

    rule: str
    source: str
    cards: tuple[Card, ...] = ()
    params: tuple[tuple[str, str], ...] = field(default=())

    @property
    def sentence(self) -> str:
        """The broken rule in one plain sentence, with the actual cards."""
        return say(self.rule, dict(self.params))

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<{self.rule}: {self.sentence}>"


@dataclass(frozen=True, slots=True, repr=False)
class Notice:
    """Something worth pointing out about a legal play, or about a position.

    Attributes
    ----------
    id : str
        The stable id, such as ``notice.cards_left``.
    cards : tuple of Card
        The cards concerned.
    params : tuple of (name, text)
        What fills the blanks of the sentence.
    """

    id: str
    cards: tuple[Card, ...] = ()
    params: tuple[tuple[str, str], ...] = field(default=())

    @property
    def sentence(self) -> str:
        """The remark in one plain sentence."""
        return say(self.id, dict(self.params))

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<{self.id}: {self.sentence}>"


def texts(params: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Turn keyword blanks into the frozen form that values carry."""
    return tuple((name, str(value)) for name, value in params.items())

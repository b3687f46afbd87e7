"""Cards and packs: 52 cards, 40 without courts, Rook 40 and 56, jokers, one or two packs.

Nothing here assumes 52 cards. What a card *counts* is a question for the variant
(`casino_tutor.model.values`); this module only knows what is printed on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from casino_tutor.model.errors import NotationError

JOKERS: Final = ("25", "20", "15")
#: Ranks in canonical order: jokers, Rook numbers, then king to two, the ace last.
RANKS: Final = (*JOKERS, "14", "13", "12", "11", *"KQJT98765432A")
#: Suits in canonical order: spades to clubs, the Rook colours, the jokers' suit.
SUITS: Final = tuple("SHDCBRGYZ")
COURTS: Final = frozenset("KQJ")

_RANK_NAMES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"} | dict(
    zip("23456789", ["two", "three", "four", "five", "six", "seven", "eight", "nine"], strict=True)
)
_SUIT_NAMES: Final = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    "B": "black",
    "R": "red",
    "G": "green",
    "Y": "yellow",
    "Z": "joker",
}


class Card:
    """One card, as printed. Equal cards are the same object.

    Parameters
    ----------
    text : str
        Rank then suit in strict notation, such as ``"8S"`` or ``"TD"``.

    Raises
    ------
    NotationError
        If no pack known here has such a card.

    Examples
    --------
    >>> Card("8S")
    Card('8S')
    >>> Card("8S") is Card("8S")
    True
    >>> sorted([Card("AS"), Card("2D"), Card("KH")])
    [Card('KH'), Card('2D'), Card('AS')]
    """

    __slots__ = ("order", "rank", "suit", "text")

    text: str
    rank: str
    suit: str
    #: Place in the canonical order (rank K to 2, ace last; then suit).
    order: int

    def __new__(cls, text: str) -> Card:
        """Return the one object of that card."""
        found = _CARDS.get(text)
        if found is None:
            raise NotationError(f"{text[:20]!r} is not a card", text, 0, "rank then suit, as in 8S")
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card does not change")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Card) -> bool:
        """Compare by the canonical order."""
        return self.order < other.order

    @property
    def number(self) -> int | None:
        """The number printed on the card (an ace is 1); None for jack, queen and king."""
        return _NUMBERS.get(self.rank)

    @property
    def is_court(self) -> bool:
        """True for jack, queen and king."""
        return self.rank in COURTS

    @property
    def name(self) -> str:
        """The card in words, for a screen reader: ``ten of diamonds``, ``red 9``."""
        suit = _SUIT_NAMES[self.suit]
        if self.suit in "BRGY":
            return f"{suit} {self.number}"
        if self.suit == "Z":
            return f"joker {self.rank}"
        return f"{_RANK_NAMES.get(self.rank, self.rank)} of {suit}"


_NUMBERS: Final = {
    **{str(n): n for n in range(2, 10)},
    "A": 1,
    "T": 10,
    **{r: int(r) for r in ("11", "12", "13", "14", "15", "20", "25")},
}


def _make_cards() -> dict[str, Card]:
    made: dict[str, Card] = {}
    for r, rank in enumerate(RANKS):
        for s, suit in enumerate(SUITS):
            if (suit == "Z") != (rank in JOKERS):
                continue
            card = object.__new__(Card)
            for name, value in (
                ("text", rank + suit),
                ("rank", rank),
                ("suit", suit),
                ("order", r * len(SUITS) + s),
            ):
                object.__setattr__(card, name, value)
            made[card.text] = card
    return made


_CARDS: Final[Mapping[str, Card]] = _make_cards()


def find_card(text: str) -> Card | None:
    """Return the card of that strict text, or None."""
    return _CARDS.get(text)


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards with commas: ``8S,7D``."""
    return ",".join(c.text for c in cards)


def _pack(ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(Card(rank + suit) for rank in ranks.split() for suit in suits)


_DECKS: Final[Mapping[str, tuple[Card, ...]]] = {
    "52": _pack("K Q J T 9 8 7 6 5 4 3 2 A", "SHDC"),
    "40": _pack("T 9 8 7 6 5 4 3 2 A", "SHDC"),
    "rook40": _pack("T 9 8 7 6 5 4 3 2 A", "BRGY"),
    "rook56": _pack("14 13 12 11 T 9 8 7 6 5 4 3 2 A", "BRGY"),
}


@cache
def deck_cards(deck: str, packs: int = 1) -> tuple[Card, ...]:
    """Return every card of a deck in canonical order, equal cards next to each other.

    Parameters
    ----------
    deck : str
        ``"52"``, ``"40"`` (no courts), ``"rook40"`` or ``"rook56"``.
    packs : int
        How many packs are shuffled together.

    Returns
    -------
    tuple of Card
        The cards; with two packs each card stands twice.

    Examples
    --------
    >>> len(deck_cards("52")), len(deck_cards("rook40")), len(deck_cards("52", 2))
    (52, 40, 104)
    """
    return tuple(card for card in _DECKS[deck] for _ in range(packs))


@cache
def deck_counts(deck: str, packs: int = 1) -> Counter[Card]:
    """Return how often each card is in the deck (do not change the answer)."""
    return Counter(deck_cards(deck, packs))

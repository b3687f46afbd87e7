"""The tops of capture piles: which cards lie open, and how one play may use several of them.

Where a variant lets cards be taken back, the top card of a pile is open, and when it has been used
the next one is. So several cards of one pile may go into one play, each in a group of its own, as
long as the groups can be laid one after another with every card on top when its group is laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from casino_tutor.model.cards import Card
from casino_tutor.model.plays import BuildPlay, CapturePlay, Group, PileTop, WholeBuild
from casino_tutor.model.position import Position

#: The cards of the piles that may be used, each pile from its top downwards.
Piles: TypeAlias = tuple[tuple[Card, ...], ...]


def open_piles(position: Position) -> Piles:
    """Return the piles the mover may take from, each from its top downwards.

    One's own pile is never among them (ruling R10), and a partner's only by option.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> line = "9S 9D/?1 1 20 KS/2C,5H -; option steal_tops=augment_only"
    >>> [[card.text for card in pile] for pile in open_piles(parse_position(line))]
    [['5H', '2C']]
    """
    options, mover = position.variant.options, position.turn
    if options.steal_tops == "none" or mover is None:
        return ()
    closed = {position.pile_of(mover)}
    if options.tops_whose == "opponents":
        closed |= {
            position.pile_of(seat)
            for seat in range(1, position.seats + 1)
            if position.are_partners(mover, seat)
        }
    return tuple(
        pile.cards[::-1] for i, pile in enumerate(position.taken) if i not in closed and pile.cards
    )


def open_cards(position: Position) -> tuple[PileTop, ...]:
    """Return every card of the piles that may be used, each pile from its top downwards."""
    return tuple(PileTop(card) for pile in open_piles(position) for card in pile)


def open_tops(position: Position) -> tuple[PileTop, ...]:
    """Return the pile tops the mover may use first."""
    return tuple(PileTop(card) for card in sorted(pile[0] for pile in open_piles(position)))


def tops_in(group: Group) -> tuple[Card, ...]:
    """Return the cards of a group that come from capture piles."""
    return tuple(item.card for item in group if isinstance(item, PileTop))


def is_reached(piles: Piles, card: Card, used: Sequence[Card]) -> bool:
    """Return True if a card is open once all the other cards that a play uses have left.

    Parameters
    ----------
    piles : Piles
        The piles that may be used.
    card : Card
        The card in question.
    used : sequence of Card
        Every pile card of the play.
    """
    for pile in piles:
        if card in pile:
            return all(above in used for above in pile[: pile.index(card)])
    return False


def are_laid_in_order(piles: Piles, groups: Sequence[Sequence[Card]]) -> bool:
    """Return True if groups can be laid one after another, each pile card on top in its turn.

    Laying a group only opens more cards, so whichever can be laid may be laid first.

    Parameters
    ----------
    piles : Piles
        The piles that may be used.
    groups : sequence of sequence of Card
        The pile cards of each group.

    Examples
    --------
    >>> piles = ((Card("5H"), Card("2C")),)
    >>> are_laid_in_order(piles, [[Card("2C")], [Card("5H")]])
    True
    >>> are_laid_in_order(piles, [[Card("2C"), Card("5H")]])
    False
    """
    depths = [0] * len(piles)
    waiting = [list(group) for group in groups if group]
    while waiting:
        laid = next((group for group in waiting if _lift(piles, depths, group)), None)
        if laid is None:
            return False
        waiting.remove(laid)
    return True


def _lift(piles: Piles, depths: list[int], group: Sequence[Card]) -> bool:
    """Lift the cards of one group off their piles, if each is on top of another pile."""
    lifted: list[int] = []
    for card in group:
        at = next(
            (
                i
                for i, pile in enumerate(piles)
                if i not in lifted and depths[i] < len(pile) and pile[depths[i]] == card
            ),
            None,
        )
        if at is None:
            return False
        lifted.append(at)
    for i in lifted:
        depths[i] += 1
    return True


def pile_faults(
    position: Position, play: CapturePlay | BuildPlay
) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield the rules about pile tops that a play with stated groups breaks, with the cards.

    Whether each card is open at all is another question (`is_reached`).
    """
    options = position.variant.options
    joined = play.joined if isinstance(play, BuildPlay) else ()
    tops = tuple(card for group in (joined, *play.groups) for card in tops_in(group))
    if not tops or options.steal_tops == "none":
        return
    if isinstance(play, BuildPlay):
        yield from _build_faults(position, play, tops)
    elif options.steal_tops == "augment_only":
        yield "pile.augment_only", tops
        return
    summed = [group for group in play.groups if len(group) > 1]
    in_sums = tuple(card for group in (joined, *summed) for card in tops_in(group))
    if in_sums and not options.tops_in_sums:
        yield "pile.in_sum", in_sums
    piles = open_piles(position)
    if not all(is_reached(piles, card, tops) for card in tops):
        return
    for group in (joined, *play.groups):
        inside = tops_in(group)
        if any(len(set(inside) & set(pile)) > 1 for pile in piles):
            yield "pile.one_a_group", inside
            return
    if not are_laid_in_order(piles, [tops_in(group) for group in (joined, *play.groups)]):
        yield "pile.order", tops


def _build_faults(
    position: Position, play: BuildPlay, tops: tuple[Card, ...]
) -> Iterator[tuple[str, tuple[Card, ...]]]:
    options = position.variant.options
    raised = any(isinstance(item, WholeBuild) for item in play.joined)
    if raised and tops_in(play.joined) and options.raise_with_loose:
        # Otherwise no card of the table may help, and that is said already.
        yield "pile.raise", tops_in(play.joined)
    if options.steal_tops == "augment_only":
        # What a top is added to: a build that stands, or at least one group of the table.
        if not any(group and not tops_in(group) for group in (play.joined, *play.groups)):
            yield "pile.base", tops
    elif not play.hand or not _uses_own_build(position, play):
        yield "pile.own_build", tops


def _uses_own_build(position: Position, play: BuildPlay) -> bool:
    builds = (position.find_build(item) for item in play.items if isinstance(item, WholeBuild))
    return any(build is not None and build.owner == position.turn for build in builds)

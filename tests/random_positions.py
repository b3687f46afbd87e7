"""Random table positions and random house rules for tests, from a seeded generator.

Every position is one that `position_faults` accepts: all cards of the pack are accounted for, each
set of a build totals its value, no hand is larger than a deal. It need not be one that play can
reach: its builds may stand against the variant's rules, guarded by their owner or not.
"""

from __future__ import annotations

from itertools import chain, combinations
from random import Random
from typing import Final

from casino_tutor.model.cards import Card, deck_cards
from casino_tutor.model.options import accepted_words
from casino_tutor.model.position import NOBODY, Build, Hand, Pile, Position, Stock
from casino_tutor.model.values import CardValues, card_values, group_sums
from casino_tutor.model.variant import Variant, find_variant

#: The options that decide which captures and builds are legal.
PLAY_OPTIONS: Final = (
    "face_values",
    "ace_hand",
    "ace_dual_capture",
    "ace_in_build",
    "special_hand_values",
    "face_capture",
    "hand_cards",
    "capture_duty",
    "capture_extent",
    "insistence",
    "building",
    "own_build_raise",
    "raise_whose",
    "partner_builds",
    "raise_with_loose",
    "raise_and_absorb",
    "table_only_builds",
    "single_build_as_card",
    "same_value_builds",
    "merge_builds",
    "owner_trail",
    "build_for_partner",
    "forced_sweep",
    "partner_capture",
    "extend_whose",
    "augment_opponents",
    "owner_builds",
    "two_player_phases",
    "loading",
    "steal_tops",
    "tops_whose",
    "tops_in_sums",
    "piles",
)
_PARTNERS: Final = {4: "13/24"}
_MOST_HELD: Final = 5


def random_rules(variant: Variant | str, rnd: Random, changes: int = 6) -> Variant:
    """Return the variant with a few capture and build options changed at random.

    Parameters
    ----------
    variant : Variant or str
        Where to start from.
    rnd : Random
        The generator.
    changes : int
        How many options may change.
    """
    if isinstance(variant, str):
        variant = find_variant(variant)
    rules: dict[str, object] = {
        key: rnd.choice(accepted_words(key)) for key in rnd.sample(PLAY_OPTIONS, changes)
    }
    if rnd.random() < 0.25:
        rules["builds_per_player"] = rnd.randint(1, 2)
    if rnd.random() < 0.25:
        rules["hand_total_limit"] = rnd.randint(8, 21)
    tops = rules.get("steal_tops", variant.options.steal_tops)
    if variant.options.packs > 1:
        rules["steal_tops"] = "none"
    elif rnd.random() < 0.2 and tops == "none":
        rules["packs"] = 2
    if rnd.random() < 0.5:
        rules["sides"] = _PARTNERS
    return variant.with_options(**rules)


def random_position(
    variant: Variant | str,
    rnd: Random,
    *,
    seats: int | None = None,
    loose: int | None = None,
    builds: bool = True,
) -> Position:
    """Return a random position that can be typed in.

    Parameters
    ----------
    variant : Variant or str
        The rules.
    rnd : Random
        The generator; equal seeds give equal positions.
    seats : int, optional
        How many seats; one of the variant's numbers if left out.
    loose : int, optional
        How many loose cards; if left out, up to nine pieces lie on the table.
    builds : bool
        Allow builds, up to three: single and multiple, of any seat or of nobody known.

    Returns
    -------
    Position
        The mover's hand is known; the other hands are known or not.
    """
    if isinstance(variant, str):
        variant = find_variant(variant)
    options, values = variant.options, card_values(variant.options)
    seats = seats or rnd.choice([n for n in options.seats if n <= 4])
    pack = list(deck_cards(options.deck, options.packs))
    rnd.shuffle(pack)
    turn = rnd.randint(1, seats)
    made = _some_builds(pack, values, rnd, seats, turn) if builds and options.building else []
    table = _draw(pack, loose if loose is not None else rnd.randint(0, 9 - len(made)))
    # Longer hands only mean more of the same: every card is a way to play of its own.
    most = min(options.hand_size_for(seats), _MOST_HELD)
    size = max(rnd.randint(1, most), rnd.randint(1, most))
    mine = _hand(pack, rnd, size, [build.value for build in made if build.owner == turn], values)
    others = [_draw(pack, rnd.randint(size - 1, size)) for _ in range(seats - 1)]
    hands = [Hand(tuple(cards)) if rnd.random() < 0.5 else Hand((), len(cards)) for cards in others]
    hands.insert(turn - 1, Hand(tuple(mine)))
    laid = None
    if options.table_only_builds != "no" and table and rnd.random() < 0.3:
        laid = rnd.choice(table)
    sides = options.sides_for(seats)
    piles = seats if options.piles == "by_seat" else len(sides)
    taken = tuple(Pile(tuple(_draw(pack, rnd.randint(0, 4)))) for _ in range(piles))
    return Position(
        variant,
        builds=tuple(made),
        loose=tuple(table),
        hands=tuple(hands),
        turn=turn,
        hand_played=laid is not None,
        laid=laid,
        stock=Stock.known(tuple(pack)) if pack and rnd.random() < 0.5 else Stock(len(pack)),
        taken=taken,
        last=rnd.randint(1, seats) if any(taken) else NOBODY,
        proved=_proofs(rnd, sides, turn, values),
    )


def _draw(pack: list[Card], count: int) -> list[Card]:
    """Take cards off the top of the pack."""
    drawn = pack[:count]
    del pack[:count]
    return drawn


def _some_builds(
    pack: list[Card], values: CardValues, rnd: Random, seats: int, turn: int
) -> list[Build]:
    """Make up to three builds; often two of one value, often the mover's own."""
    made: list[Build] = []
    number = rnd.choice([0, 1, 1, 2, 2, 3])
    targets = sorted({n for held in values.in_hand.values() for n in held if n > 2})
    for _ in range(number):
        again = made and rnd.random() < 0.3
        value = made[-1].value if again else rnd.choice(targets)
        sets = [_one_set(pack, value, values, rnd, least=2)]
        while rnd.random() < 0.3:
            sets.append(_one_set(pack, value, values, rnd, least=1))
        owner = rnd.choice([turn, turn, *range(1, seats + 1), None])
        found = tuple(cards for cards in sets if cards)
        build = Build(found, value, owner, fresh=owner is not None and rnd.random() < 0.2)
        # Two packs can make two builds of the same cards; a play that names one could mean either.
        if len(build.cards) > 1 and all(build.sets != other.sets for other in made):
            made.append(build)
    return made


def _one_set(
    pack: list[Card], value: int, values: CardValues, rnd: Random, *, least: int
) -> tuple[Card, ...]:
    """Take cards from the pack that total `value`; empty if a few tries find none."""
    tries = (rnd.sample(pack, rnd.choice([least, 2, 2, 3])) for _ in range(20))
    for cards in chain(map(tuple, tries), combinations(pack, 2)):
        if value in group_sums(cards, values):
            for card in cards:
                pack.remove(card)
            return cards
    return ()


def _hand(
    pack: list[Card], rnd: Random, size: int, owned: list[int], values: CardValues
) -> list[Card]:
    """Deal the mover's hand; it often holds cards that guard the own builds."""
    hand: list[Card] = []
    for value in owned:
        guards = [card for card in pack if value in values.in_hand[card]]
        if guards and len(hand) < size and rnd.random() < 0.75:
            hand.append(guards[0])
            pack.remove(guards[0])
    return hand + _draw(pack, size - len(hand))


def _proofs(
    rnd: Random, sides: tuple[tuple[int, ...], ...], turn: int, values: CardValues
) -> tuple[tuple[int, int], ...]:
    """Prove now and then that a partner of the mover holds a card of some value."""
    partners = [seat for side in sides if turn in side for seat in side if seat != turn]
    numbers = sorted({n for held in values.in_hand.values() for n in held})
    return tuple((seat, rnd.choice(numbers)) for seat in partners if rnd.random() < 0.5)

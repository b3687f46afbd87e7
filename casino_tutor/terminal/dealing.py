"""How a game is dealt: the deals and packets of a round, and one dealt from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words
from casino_tutor.model.cards import deck_cards
from casino_tutor.model.options import Options
from casino_tutor.model.variant import Variant
from casino_tutor.rules.dealing import check_seats, deal_plan, first_dealer, packets, start_round
from casino_tutor.rules.match import first_deal_seed, seeded_order
from casino_tutor.terminal.answers import Answer

#: The options that say how a game is dealt, in the order in which a dealer asks them.
RULES: Final = (
    "first_dealer",
    "direction",
    "packets",
    "table_cards",
    "layout_from",
    "refill",
    "last_deal",
    "layout_points",
    "redeal",
    "next_dealer",
)


def deal_answer(variant: Variant, players: int, seed: int | None = None) -> Answer:
    """Say how a round is dealt; with a seed, deal it.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        How many play.
    seed : int, optional
        One seed gives one round, the first of the match of that seed.

    Returns
    -------
    dict
        ``deck``: cards in the pack. ``deals``, ``cards_each_per_deal`` and ``table_first_deal``;
        ``full_deals_of_N``: the deals before the last, ``final_deal_each`` and
        ``final_deal_table``; ``each`` and ``table``: what a player gets and what the table gets in
        the whole round. ``packets``: seat (0 is the table) and cards, in the order of the first
        deal. ``dealer`` and ``leader``: their seats; ``rules``: the
        sentences and sources. With a seed also ``seed``, the ``first_dealer`` of a match (a player,
        counted from 0, and what each player drew for it) and the ``position``.

    Raises
    ------
    DealError
        If the variant is not for so many players, or its cards do not come out.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> answer = deal_answer(find_variant("tuxedo"), 5)
    >>> answer["full_deals_of_4"], answer["final_deal_each"], answer["final_deal_table"]
    (1, 3, 1)
    """
    check_seats(variant, players)
    options = variant.options
    plan = deal_plan(options, players)
    first, last = plan[0], plan[-1]
    rules = [variant.rule(key) for key in RULES]
    answer: Answer = {
        "variant": variant.name,
        "players": players,
        "deck": len(deck_cards(options.deck, options.packs)),
        "deals": len(plan),
        "cards_each_per_deal": first.each,
        "table_first_deal": first.table,
        f"full_deals_of_{options.hand_size_for(players)}": len(plan) - 1,
        "final_deal_each": last.each,
        "final_deal_table": last.table if len(plan) > 1 else 0,
        "each": sum(deal.each for deal in plan) + _drawn(options, players),
        "table": sum(deal.table for deal in plan),
        "packets": [
            {"seat": seat, "cards": count} for seat, count in packets(options, players, first)
        ],
        "dealer": players,
        "leader": 1,
        "rules": [
            {"option": rule.key, "sentence": rule.sentence, "source": rule.source} for rule in rules
        ],
    }
    if seed is None:
        return answer
    dealer = first_dealer(variant, players, first_deal_seed(seed))
    position = start_round(variant, players, seeded_order(variant, seed, 1))
    return {
        **answer,
        "seed": seed,
        "first_dealer": {
            "player": dealer.player,
            "drawn": [[card.text for card in cards] for cards in dealer.drawn],
        },
        "position": str(position),
    }


def _drawn(options: Options, players: int) -> int:
    """Return how many cards a player draws in a round, the last ones perhaps not everybody."""
    stock = len(deck_cards(options.deck, options.packs))
    stock -= sum(deal.each * players + deal.table for deal in deal_plan(options, players))
    return stock // players


def deal_text(answer: Answer, style: Style) -> str:
    """Write for a person how a round is dealt.

    Examples
    --------
    >>> from casino_tutor.model.variant import find_variant
    >>> print(deal_text(deal_answer(find_variant("kirchner"), 2), Style()).splitlines()[0])
    52 cards for 2 players: 8 deals of 3 cards each, 4 cards to the table in the first.
    """
    lines = [_summary(answer)]
    lines.append(f"The first deal: {'; then '.join(_laps(answer))}.")
    lines += [f"{rule['sentence']} ({rule['source']})" for rule in answer["rules"]]
    if "position" in answer:
        lines += ["", *_dealt(answer, style)]
    return "\n".join(lines)


def _summary(answer: Answer) -> str:
    deals = count_words(answer["deals"], "deal")
    each = count_words(answer["cards_each_per_deal"], "card")
    table = count_words(answer["table_first_deal"], "card")
    said = (
        f"{answer['deck']} cards for {answer['players']} players: {deals} of {each} each, "
        f"{table} to the table{' in the first' if answer['deals'] > 1 else ''}"
    )
    last, rest = answer["final_deal_each"], answer["final_deal_table"]
    if last != answer["cards_each_per_deal"] or rest:
        said += f", {last} each{f' and {rest} to the table' if rest else ''} in the last"
    return f"{said}."


def _laps(answer: Answer) -> Iterator[str]:
    """Yield the packets lap by lap, equal laps as one."""
    laps: list[list[Answer]] = []
    for packet in answer["packets"]:
        # A lap begins with the eldest hand; before the first one a layout may be laid.
        if packet["seat"] == 1 or not laps:
            laps.append([])
        laps[-1].append(packet)
    for lap, alike in groupby(laps):
        times = len(list(alike))
        said = ", ".join(
            f"{count_words(packet['cards'], 'card')} to {_whose(packet['seat'], answer['dealer'])}"
            for packet in lap
        )
        often = "twice" if times == 2 else f"{times} times"
        yield f"{said}, {often} over" if times > 1 else said


def _whose(seat: int, dealer: int) -> str:
    if seat == 0:
        return "the table"
    return f"seat {seat}" + (" (the dealer)" if seat == dealer else "")


def _dealt(answer: Answer, style: Style) -> list[str]:
    first = answer["first_dealer"]
    drawn = "; ".join(
        f"player {player} drew {style.notation(','.join(cards))}"
        for player, cards in enumerate(first["drawn"])
        if cards
    )
    return [
        f"Seed {answer['seed']}: player {first['player']} deals{f' ({drawn})' if drawn else ''}.",
        style.notation(answer["position"]),
    ]

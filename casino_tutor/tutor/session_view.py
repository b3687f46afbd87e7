"""The state of a card table as plain data: a front end has only to draw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from casino_tutor.draw.words import count_words, join_words, pile_seats
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import PileTop, Turn, WholeBuild
from casino_tutor.model.position import Build, Position
from casino_tutor.rules.tops import open_piles
from casino_tutor.tutor.session_choice import Choice, hand_places, table_places
from casino_tutor.tutor.session_events import (
    HintGiven,
    IllegalTry,
    NeedsChoice,
    Offer,
    RoundEnded,
    to_json,
)
from casino_tutor.tutor.session_match import MatchTable
from casino_tutor.tutor.session_table import Table, Waits, view_after
from casino_tutor.tutor.session_words import ALOUD, owner_words

State: TypeAlias = dict[str, Any]

#: What the button is called that lets the table go on, by what it waits for.
_GO_ON: Final[Mapping[Waits, str]] = {
    "opponent": "Next turn",
    "count": "Count the round",
    "deal": "Next round",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a session shows beside the table itself.

    Attributes
    ----------
    begun : tuple of Play
        The actions of the learner's turn that have been made, if more are to follow.
    choice : Choice
        What is chosen.
    offers : tuple of Offer
        What it can mean.
    words, spoken : str
        The live words, to be read and to be heard.
    question : NeedsChoice or None
        What has been asked.
    refused : IllegalTry or None
        The last try, if it was refused.
    sheet : RoundEnded or None
        The last score sheet.
    log : tuple of str
        What has happened, the latest last.
    lately : tuple of str
        What has happened since the learner last played.
    all_hands : bool
        True if the hands of the opponents lie open.
    can_take_back : bool
        True if there is a decision to return to.
    hint : HintGiven or None
        The last hint for this decision.
    """

    begun: Turn = ()
    choice: Choice = field(default_factory=Choice)
    offers: tuple[Offer, ...] = ()
    words: str = ""
    spoken: str = ""
    question: NeedsChoice | None = None
    refused: IllegalTry | None = None
    sheet: RoundEnded | None = None
    log: tuple[str, ...] = ()
    lately: tuple[str, ...] = ()
    all_hands: bool = False
    can_take_back: bool = False
    hint: HintGiven | None = None


def table_state(table: Table, shown: Shown) -> State:
    """Return everything that a front end draws, as plain data.

    Examples
    --------
    >>> from casino_tutor.model.position_text import parse_position
    >>> from casino_tutor.tutor.session_table import PositionTable
    >>> state = table_state(PositionTable(parse_position("8D 8S,KD/?2 1 10"), 1), Shown())
    >>> [card["label"] for card in state["hand"]], state["turn"]
    (['king of diamonds', 'eight of spades'], 'Your turn')
    """
    view = view_after(table, shown.begun)
    painter = _Painter(table, shown, view)
    return {
        "title": view.variant.title,
        "round": table.match.round if isinstance(table, MatchTable) else 0,
        "seat": table.seat,
        "turn": _turn_words(table, view),
        "waits": table.waits,
        "hand": list(painter.hand()),
        "builds": list(painter.builds()),
        "loose": list(painter.loose()),
        "aside": [card.text for card in view.aside],
        "seats": list(_opponents(table, all_hands=shown.all_hands)),
        "piles": list(painter.piles()),
        "stock": view.stock.count,
        "words": shown.words,
        "spoken": shown.spoken,
        "offers": [_offer(offer) for offer in shown.offers],
        "question": _question(shown.question),
        "refused": to_json(shown.refused),
        "hint": to_json(shown.hint),
        "sheet": to_json(shown.sheet),
        "log": list(shown.log),
        "lately": list(shown.lately),
        "buttons": _buttons(table, shown),
        "standing": _standing(table),
        "goal": _goal(table),
    }


def _goal(table: Table) -> str:
    """Say in two words how far a match goes."""
    if not isinstance(table, MatchTable):
        return ""
    return "one round" if table.match.target == 1 else f"to {table.match.target}"


def _turn_words(table: Table, position: Position) -> str:
    if table.waits == "over":
        over = position.turn is None or isinstance(table, MatchTable)
        return "All is played" if over else f"{table.seat_name(position.turn or 0)} would be next"
    if table.waits in ("count", "deal"):
        return "The round is over"
    name = table.seat_name(position.turn or 0)
    mine = "Your turn, card played" if position.hand_played else "Your turn"
    return mine if name == "You" else f"{name}'s turn"


def _offer(offer: Offer) -> State:
    return {
        "label": offer.label,
        "spoken": offer.spoken,
        "fits": offer.fits,
        "likely": offer.is_likely,
        "groups": _group_numbers(offer.groups if len(offer.groups) > 1 else ()),
        "play": str(offer.play),
    }


def _question(asked: NeedsChoice | None) -> State | None:
    if asked is None:
        return None
    return {"words": asked.words, "offers": [_offer(offer) for offer in asked.offers]}


def _group_numbers(groups: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {item: number for number, group in enumerate(groups, 1) for item in group}


def _standing(table: Table) -> list[State]:
    """Return the match scores; none for a single position."""
    if not isinstance(table, MatchTable):
        return []
    totals = table.match.scores
    return [{"name": table.team_name(team), "points": totals[team]} for team in table.own_first]


def _buttons(table: Table, shown: Shown) -> State:
    options, waits = table.view.variant.options, table.waits
    mine = waits == "you"
    return {
        "clear": mine and bool(shown.choice.hand or shown.choice.items),
        "group": mine and len(shown.choice.rest) > 0,
        "ungroup": mine and bool(shown.choice.made),
        "calls": [
            {"word": word, "on": word in shown.choice.calls} for word in options.calls if mine
        ],
        "go_on": _GO_ON.get(waits, ""),
        "take_back": shown.can_take_back,
        "hint": _hint_label(table, shown),
        "show_hands": _knows_others(table),
        "all_hands": shown.all_hands,
        "claim": isinstance(table, MatchTable) and table.may_claim,
        "call_missed": isinstance(table, MatchTable) and table.may_call,
    }


def _hint_label(table: Table, shown: Shown) -> str:
    """Return what the button for a hint is called; nothing where there is none."""
    if table.waits != "you" or shown.begun:
        return ""
    if shown.hint is None:
        return "Hint"
    # It stays for whoever has the focus on it, and says once more what there is to say.
    return "A clearer hint" if shown.hint.more else "The hint again"


def _knows_others(table: Table) -> bool:
    hands = enumerate(table.position.hands, 1)
    return any(hand.cards for seat, hand in hands if seat != table.seat)


def _opponents(table: Table, *, all_hands: bool) -> Iterator[State]:
    view = table.position if all_hands else table.view
    for step in range(1, view.seats):
        seat = (table.seat - 1 + step) % view.seats + 1
        hand, name = view.hands[seat - 1], table.seat_name(seat)
        held = count_words(len(hand), "card")
        open_cards = [card.name for card in hand.cards]
        to_play = view.turn == seat
        label = f"{name}{', your partner' * view.are_partners(seat, table.seat)}: {held}"
        yield {
            "seat": seat,
            "name": name,
            "count": len(hand),
            "cards": [card.text for card in hand.cards],
            "to_play": to_play,
            "partner": view.are_partners(seat, table.seat),
            "label": f"{label}{', ' * bool(open_cards)}{join_words(open_cards)}"
            f"{', to play' * to_play}",
        }


class _Painter:
    """Describes the cards of one table, with what is chosen and what is marked."""

    def __init__(self, table: Table, shown: Shown, view: Position) -> None:
        self.table, self.view, self.choice = table, view, shown.choice
        reasons = shown.refused.reasons if shown.refused else ()
        self.bad = frozenset(card for reason in reasons for card in reason.cards)
        likely = next((offer.groups for offer in shown.offers if offer.is_likely), ())
        # One group alone needs no number, unless the learner has made it.
        found = likely if len(likely) > 1 or shown.choice.made else ()
        self.numbers = _group_numbers(found or shown.choice.made)

    def _thing(self, name: str, label: str, *, chosen: bool, bad: bool = False) -> State:
        number = self.numbers.get(name, 0)
        said = f", group {number}" if number else ""
        return {
            "id": name,
            "label": f"{label}{said}{', breaks a rule' * bad}",
            "chosen": chosen,
            "group": number,
            "bad": bad,
        }

    def _card(self, name: str, card: Card, *, chosen: bool, label: str = "") -> State:
        drawn = self._thing(name, label or card.name, chosen=chosen, bad=card in self.bad)
        return {**drawn, "card": card.text}

    def hand(self) -> Iterator[State]:
        """Describe the learner's own cards."""
        for name, card in hand_places(self.view, self.table.seat).items():
            yield self._card(name, card, chosen=name in self.choice.hand)

    def loose(self) -> Iterator[State]:
        """Describe the loose cards."""
        for name, card in table_places(self.view).items():
            if isinstance(card, Card):
                yield self._card(name, card, chosen=name in self.choice.items)

    def builds(self) -> Iterator[State]:
        """Describe the builds, each a pile with its value, owner and sets."""
        for name, item in table_places(self.view).items():
            if isinstance(item, WholeBuild):
                build = self.view.find_build(item)
                if build is not None:
                    yield self._build(name, build)

    def _build(self, name: str, build: Build) -> State:
        owner = self.table.seat_name(build.owner) if build.owner is not None else ""
        whose = f"{owner_words(owner)} " if owner else ""
        multiple = "multiple " * build.is_multiple
        label = f"{whose}{multiple}build of {build.value}: {ALOUD.sets(build.sets)}"
        bad = any(card in self.bad for card in build.cards)
        drawn = self._thing(name, label, chosen=name in self.choice.items, bad=bad)
        return {
            **drawn,
            "value": build.value,
            "owner": owner,
            "multiple": build.is_multiple,
            "sets": [[card.text for card in cards] for cards in build.sets],
        }

    def piles(self) -> Iterator[State]:
        """Describe the capture piles, with the tops that may be used."""
        tops = {
            item.card: name
            for name, item in table_places(self.view).items()
            if isinstance(item, PileTop)
        }
        reached = self._reached()
        # The learner's own first, whichever seat it is in this round.
        piles = [(pile_seats(self.view, index), pile) for index, pile in enumerate(self.view.taken)]
        for seats, pile in sorted(piles, key=lambda one: self.table.seat not in one[0]):
            names = sorted(map(self.table.seat_name, seats), key=lambda name: name != "You")
            name = join_words(names)
            facts = [count_words(len(pile), "card")]
            facts += [count_words(pile.sweeps, "sweep")] * bool(pile.sweeps)
            facts += ["took last"] * (self.view.last in seats)
            yield {
                "name": name,
                "seats": list(seats),
                "count": len(pile),
                "sweeps": pile.sweeps,
                "last": self.view.last in seats,
                "label": f"Taken by {name}: {', '.join(facts)}",
                "tops": [
                    self._card(
                        tops[card],
                        card,
                        chosen=tops[card] in self.choice.items,
                        label=f"{card.name}, on the pile of {name}",
                    )
                    for card in reversed(pile.cards)
                    if card in tops and card in reached
                ],
            }

    def _reached(self) -> frozenset[Card]:
        """Return the pile cards that are chosen, and of each pile the next one below them."""
        places = table_places(self.view)
        chosen = {places[name] for name in self.choice.items}
        found = set()
        for pile in open_piles(self.view):
            for card in pile:
                found.add(card)
                if PileTop(card) not in chosen:
                    break
        return frozenset(found)

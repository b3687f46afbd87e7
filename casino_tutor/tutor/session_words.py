"""What a play at the table is called: short on a button, with suits in a log, in full aloud."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from casino_tutor.draw.rows import IN_WORDS, Naming
from casino_tutor.draw.text import Style, rank_text
from casino_tutor.draw.words import join_words
from casino_tutor.model.cards import Card
from casino_tutor.model.plays import (
    BuildPlay,
    CapturePlay,
    Group,
    Item,
    PileTop,
    Play,
    Turn,
    WholeBuild,
)
from casino_tutor.model.position import Build, Position

_SYMBOLS: Final = Style(symbols=True)
#: A comma of the notation, where words go on behind a card.
_BETWEEN_CARDS: Final = re.compile("(?<=[♠♥♦♣]),(?=\\S)")
#: Ranks only, as players talk: the cards themselves are marked on the table.
BY_RANK: Final = Naming(rank_text, " ", "+")
#: Ranks and suits.
BY_SUIT: Final = Naming(_SYMBOLS.card, " ", "+")
#: The whole names of cards.
ALOUD: Final = IN_WORDS

#: The name of a seat, and the same as an owner: ``You`` and ``your``.
SeatName: TypeAlias = Callable[[int], str]


def owner_words(name: str) -> str:
    """Say that something belongs to a player: ``your``, ``Player 2's``."""
    return "your" if name == "You" else f"{name}'s"


def play_words(
    play: Play, position: Position, naming: Naming, seat_name: SeatName, *, hand: bool = False
) -> str:
    """Say a play as a request, without a full stop.

    Parameters
    ----------
    play : Play
        The play; it need not be legal.
    position : Position
        The table it is made on.
    naming : Naming
        How cards are named.
    seat_name : callable
        What the player at a seat is called.
    hand : bool
        Say also with which hand card something is taken.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> table = parse_position("[5S+2C]=7@2,8D,5H,3C 8S,2H/?1 1 10")
    >>> def said(text):
    ...     return play_words(parse_play(text), table, BY_RANK, lambda seat: f"Player {seat}")
    >>> said("8Sx8D,5H+3C"), said("2H+3C=5"), said("2H+[5S+2C]=9")
    ('Take 8 and 5+3', 'Build 5 (2+3)', "Increase Player 2's 7-build to 9 with 2")
    """
    if isinstance(play, CapturePlay):
        tool = f" with {_cards(play.hand, naming)}" if hand or len(play.hand) > 1 else ""
        if play.bag:
            listed = [_item(item, position, naming, seat_name) for item in play.bag]
        else:
            listed = [_group(group, position, naming, seat_name) for group in play.groups]
        body = f"Take {join_words(listed)}{tool}"
    elif isinstance(play, BuildPlay):
        body = _build(play, position, naming, seat_name)
    elif play.hand:
        body = f"Trail {_cards(play.hand, naming)}"
    else:
        body = "End the turn"
    return body + "".join(f" and call {word}" for word in getattr(play, "calls", ()))


def deed_words(
    turn: Turn, position: Position, naming: Naming, seat_name: SeatName, who: str
) -> str:
    """Say what somebody does, without a full stop: ``Player 2 takes 8♦ with 8♠``."""
    said = [
        # Nobody does something with their own build by name.
        play_words(play, position, naming, seat_name, hand=True).replace(f"{who}'s ", "their ")
        for play in turn
    ]
    done = [words[0].lower() + words[1:] if who == "You" else _third(words) for words in said]
    return f"{who} {' and then '.join(done)}"


def effect_words(request: str) -> str:
    """Turn a request into what it does: ``Take 8`` becomes ``Takes 8``."""
    said = _third(request)
    return said[0].upper() + said[1:]


def _third(request: str) -> str:
    verb, space, rest = request.partition(" ")
    return f"{verb.lower()}s{space}{rest.replace(' and call ', ' and calls ')}"


def build_name(build: Build, seat_name: SeatName) -> str:
    """Name a standing build: ``your 9-build``."""
    whose = f"{owner_words(seat_name(build.owner))} " if build.owner is not None else "the "
    return f"{whose}{build.value}-build"


def _build(play: BuildPlay, position: Position, naming: Naming, seat_name: SeatName) -> str:
    whose = f" for {seat_name(play.seat)}" if play.seat is not None else ""
    if play.bag:
        parts = [_cards(play.hand, naming)] * bool(play.hand)
        parts += [_item(item, position, naming, seat_name) for item in play.bag]
        return f"Build {play.value}{whose} ({naming.plus.join(parts)})"
    raised = [item for item in play.joined if isinstance(item, WholeBuild)]
    with_hand = [item for item in play.joined if not isinstance(item, WholeBuild)]
    first = _cards(play.hand, naming) if play.hand else ""
    first = naming.plus.join(
        [first] * bool(first) + [_item(item, position, naming, seat_name) for item in with_hand]
    )
    standing = [group[0] for group in play.groups if _is_build(group)]
    others = [
        _group(group, position, naming, seat_name) for group in play.groups if not _is_build(group)
    ]
    if raised:
        name = join_words([_item(item, position, naming, seat_name) for item in raised])
        added = [*others, *(_item(item, position, naming, seat_name) for item in standing)]
        also = f" and add {join_words(added)}" if added else ""
        return f"Increase {name} to {play.value}{whose} with {first}{also}"
    groups = [first] * bool(first) + others
    if standing:
        name = join_words([_item(item, position, naming, seat_name) for item in standing])
        return f"Add {join_words(groups)} to {name}{whose}"
    return f"Build {play.value}{whose} ({join_words(groups)})"


def _is_build(group: Group) -> bool:
    return len(group) == 1 and isinstance(group[0], WholeBuild)


def _cards(cards: Sequence[Card], naming: Naming) -> str:
    return join_words([naming.card(card) for card in cards])


def _group(group: Group, position: Position, naming: Naming, seat_name: SeatName) -> str:
    return naming.plus.join(_item(item, position, naming, seat_name) for item in group)


def _item(item: Item, position: Position, naming: Naming, seat_name: SeatName) -> str:
    if isinstance(item, Card):
        return naming.card(item)
    if isinstance(item, PileTop):
        return f"{naming.card(item.card)} off a pile"
    build = position.find_build(item)
    return f"the build {naming.sets(item.sets)}" if build is None else build_name(build, seat_name)


def names_of(players: int, person: int) -> tuple[str, ...]:
    """Return what the players are called, in order of play.

    Examples
    --------
    >>> names_of(3, 1)
    ('Player 1', 'You', 'Player 3')
    """
    return tuple("You" if p == person else f"Player {p + 1}" for p in range(players))


def by_suit(text: str) -> str:
    """Write the cards in a sentence of the rules with suit symbols.

    Examples
    --------
    >>> by_suit("3D+5C totals 8.")
    '3♦+5♣ totals 8.'
    """
    return _BETWEEN_CARDS.sub(", ", _SYMBOLS.notation(text))


def verb_for(name: str, verb: str) -> str:
    """Return the form of a verb that goes with a name: ``You win``, ``Player 2 wins``."""
    return f"{name} {verb}" if name == "You" or " and " in name else f"{name} {verb}s"


def left_over_words(who: str, cards: str) -> str:
    """Say who gets what lay on the table at the end of a round.

    Examples
    --------
    >>> left_over_words("Player 2", "10♣ and 3♣")
    'Player 2 took last and gets what was left: 10♣ and 3♣.'
    """
    gets = verb_for(who, "get").removeprefix(who)
    return f"{who} took last and{gets} what was left: {cards}."


def sentences(parts: Sequence[str]) -> str:
    """Join what is said into sentences, each with one full stop."""
    return " ".join(_stopped(parts))


def _stopped(parts: Sequence[str]) -> Iterator[str]:
    for part in parts:
        if part:
            yield part if part.endswith((".", "!", "?")) else f"{part}."

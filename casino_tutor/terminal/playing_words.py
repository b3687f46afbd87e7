"""What is said while a person plays: help, turns, deals, points and how the match stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, turn_sentence
from casino_tutor.model.notation import parse_turn
from casino_tutor.model.position import Position
from casino_tutor.rules.match import Match
from casino_tutor.rules.restrictions import deciding_rule, match_aim
from casino_tutor.tutor.session_events import CardsDealt, LeftOver, RoundEnded
from casino_tutor.tutor.session_match import MatchTable
from casino_tutor.tutor.session_words import left_over_words, verb_for

#: A capture, a build and a trail, in cards that the pack has.
_PLAYS: Final[Mapping[str, tuple[str, str, str]]] = {
    "52": ("8Sx8D6C2D", "3S+6H=9", "KD"),
    "40": ("8Sx8D6C2D", "3S+6H=9", "7D"),
    "rook40": ("8Bx8R6Y2G", "3B+6R=9", "7B"),
    "rook56": ("8Bx8R6Y2G", "3B+6R=9", "7B"),
}
_WORDS: Final = (
    "? lists your legal plays; hint names the best one; why says what was wrong with the last one;",
    "table shows the table; score says how the match stands; save FILE keeps it; quit ends.",
)
_CLAIM: Final = "claim says that you have reached the target."
_ORANGE: Final = "orange calls an orange that somebody forgot to call."


# --- help -----------------------------------------------------------------------------------------


def help_lines(match: Match, person: int) -> tuple[str, ...]:
    """Return what a player can type: the kinds of plays that the game knows, and the words."""
    options = match.variant.options
    capture, build, trail = _PLAYS[options.deck]
    kinds = [f"{capture} takes", *[f"{build} builds"] * options.building, f"{trail} trails"]
    lines = [
        f"A play in notation plays it: {', '.join(kinds)}.",
        *_further_plays(match, person),
        *_WORDS,
    ]
    lines += [_CLAIM] * (deciding_rule(options) == "claim") + [_ORANGE] * bool(options.calls)
    return tuple(lines)


def _further_plays(match: Match, person: int) -> Iterator[str]:
    options = match.variant.options
    _, build, trail = _PLAYS[options.deck]
    if options.hand_cards == "many":
        yield "7C&5DxQD takes with two cards from your hand, as one total."
    if options.table_only_builds == "with_trail":
        yield f"{trail}/_,{build} trails and then builds from the table."
    if options.table_only_builds == "free_action":
        yield f"_,{build} builds from the table; {trail}/_,{build} does so after a trail."
    if options.steal_tops != "none":
        yield "^9S in a play is the nine of spades on top of a capture pile."
    partners = [one for one in match.teams[match.team_of(person)] if one != person]
    if options.build_for_partner != "no" and partners:
        seat = match.seat_of(partners[0])
        yield f"{build}@{seat} builds for your partner in seat {seat}."


# --- turns and deals ------------------------------------------------------------------------------


def turn_line(
    table: MatchTable, seat: int, after: Position, *, text: str, style: Style, sweep: bool
) -> str:
    """Say what a player did, and the points that were scored with it.

    Parameters
    ----------
    table : MatchTable
        The match before the turn.
    seat : int
        Who played.
    after : Position
        The table after it and all that followed.
    text : str
        The turn in notation.
    style : Style
        How cards are written.
    sweep : bool
        True if a sweep was recorded.
    """
    where = "" if seat == table.seat else f" (seat {seat})"
    said = turn_sentence(parse_turn(text), table.position)
    line = f"{table.seat_name(seat)}{where}: {style.notation(text)}   {said}"
    gained = gains_words(table, after)
    if sweep:
        line += f" A sweep{f': {gained}.' if gained else '!'}"
    elif gained:
        line += f" That brings {gained}."
    return line


def gains_words(table: MatchTable, after: Position) -> str:
    """Say what was scored during play since then: ``+5 for you``; else nothing."""
    nothing = (0,) * len(after.sides)
    before, now = table.position.points or nothing, after.points or nothing
    gained = [(new - old, side) for side, (old, new) in enumerate(zip(before, now, strict=True))]
    return ", ".join(
        f"{points:+d} for {_object(table.team_name(table.match.team_of_side(side)))}"
        for points, side in sorted(gained, reverse=True)
        if points
    )


def _object(name: str) -> str:
    """Return a name as it stands inside a sentence."""
    return name.replace("You", "you", 1)


def follow_line(event: LeftOver | CardsDealt, style: Style) -> str:
    """Say what followed a turn by itself; cards are written as everywhere in the terminal."""
    if isinstance(event, LeftOver):
        cards = style.notation(",".join(map(str, event.cards)))
        return left_over_words(event.who, cards)
    return event.words


def deal_line(table: MatchTable) -> str:
    """Say who deals and who leads a round, and where the person sits."""
    return f"{table.dealt().words} You are seat {table.seat}."


# --- points ---------------------------------------------------------------------------------------


def points_lines(sheet: RoundEnded) -> Iterator[str]:
    """Yield the points that each side has scored in a round."""
    for name, points in zip(sheet.sides, sheet.points, strict=True):
        yield f"{name}: {count_words(points, 'point')}."


def stand_lines(table: MatchTable) -> tuple[str, ...]:
    """Say how the match stands and, while it goes on, what it goes to."""
    match = table.match
    stands = f"The match stands: {scores_words(table, match.scores)}."
    return (stands,) if match.is_over else (stands, match_aim(match.variant, match.target))


def scores_words(table: MatchTable, scores: Sequence[int]) -> str:
    """Write a score for each team: ``You have 3, Player 2 has 5``."""
    said: list[str] = []
    for team in table.own_first:
        name = table.team_name(team)
        many = name == "You" or len(table.match.teams[team]) > 1
        who = _object(name) if said else name
        said.append(f"{who} {'have' if many else 'has'} {scores[team]}")
    return ", ".join(said)


def result_lines(table: MatchTable) -> tuple[str, ...]:
    """Say who has won; empty while nobody has."""
    winner = table.match.winner
    if winner is None:
        return ()
    return (*stand_lines(table), f"{verb_for(table.team_name(winner), 'win')} the match.")

"""What is said while a person plays: help, turns, deals, points and how the match stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from casino_tutor.draw.text import Style
from casino_tutor.draw.words import count_words, join_words, turn_sentence
from casino_tutor.model.position import Position
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.match import Match
from casino_tutor.rules.restrictions import deciding_rule, match_aim

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


# --- who ------------------------------------------------------------------------------------------


def player_names(players: int, person: int) -> tuple[str, ...]:
    """Return the names of the players of a match, counted from 1; the person's is You."""
    return tuple(who(player, person) for player in range(players))


def who(player: int, person: int) -> str:
    """Name a player, counted from 0, to a person."""
    return "You" if player == person else f"Player {player + 1}"


def team_name(match: Match, team: int, person: int) -> str:
    """Name a team to a person, by its players."""
    return join_words([who(player, person) for player in match.teams[team]])


# --- turns and deals ------------------------------------------------------------------------------


def turn_line(
    match: Match, player: int, person: int, verdict: Verdict, after: Position, *, style: Style
) -> str:
    """Say what a player did, and the points that were scored with it.

    Parameters
    ----------
    match : Match
        The match before the turn.
    player, person : int
        Who played, and to whom it is said.
    verdict : Verdict
        What the rules said of the turn.
    after : Position
        The table after it and all that followed.
    style : Style
        How cards are written.
    """
    seat = "" if player == person else f" (seat {match.seat_of(player)})"
    said = turn_sentence(verdict.turn, match.position)
    line = f"{who(player, person)}{seat}: {style.notation(verdict.text)}   {said}"
    gained = gains_words(match, person, after)
    if verdict.sweep:
        line += f" A sweep{f': {gained}.' if gained else '!'}"
    elif gained:
        line += f" That brings {gained}."
    return line


def gains_words(match: Match, person: int, after: Position) -> str:
    """Say what was scored during play since the table of `match`: ``+5 for you``; else nothing."""
    nothing = (0,) * len(after.sides)
    before, now = match.position.points or nothing, after.points or nothing
    gained = [(new - old, side) for side, (old, new) in enumerate(zip(before, now, strict=True))]
    return ", ".join(
        f"{points:+d} for {_object(team_name(match, match.team_of_side(side), person))}"
        for points, side in sorted(gained, reverse=True)
        if points
    )


def _object(name: str) -> str:
    """Return a name as it stands inside a sentence."""
    return name.replace("You", "you", 1)


def cards_dealt_line(before: Position, after: Position) -> str:
    """Say that new cards were dealt in the middle of a round, and whether these are the last.

    Empty where none were; what is drawn after each play is not said.
    """
    drawn = before.variant.options.refill == "after_play"
    if drawn or after.turn is None or after.stock.count >= before.stock.count:
        return ""
    last = "; these are the last" * (after.stock.count == 0)
    return f"New cards are dealt{last}."


def deal_line(match: Match, person: int) -> str:
    """Say who deals and who leads a round, and where the person sits."""
    deal, lead = (
        f"{_object(who(player, person)) if later else who(player, person)} {verb}"
        f"{'' if player == person else 's'}"
        for later, player, verb in (
            (False, match.dealer, "deal"),
            (True, match.player_at(1), "lead"),
        )
    )
    return f"Round {match.round}: {deal}, {lead}. You are seat {match.seat_of(person)}."


# --- points ---------------------------------------------------------------------------------------


def points_lines(match: Match, by_side: Iterable[int], person: int) -> Iterator[str]:
    """Yield the points that each side has scored in a round."""
    for side, points in enumerate(by_side):
        name = team_name(match, match.team_of_side(side), person)
        yield f"{name}: {count_words(points, 'point')}."


def stand_lines(match: Match, person: int) -> tuple[str, ...]:
    """Say how the match stands and, while it goes on, what it goes to."""
    stands = f"The match stands: {scores_words(match, match.scores, person)}."
    return (stands,) if match.is_over else (stands, match_aim(match.variant, match.target))


def scores_words(match: Match, scores: Sequence[int], person: int) -> str:
    """Write a score for each team: ``You have 3, Player 2 has 5``."""
    said = []
    for team, score in enumerate(scores):
        name = team_name(match, team, person)
        many = name == "You" or len(match.teams[team]) > 1
        said.append(f"{name if not team else _object(name)} {'have' if many else 'has'} {score}")
    return ", ".join(said)


def result_lines(match: Match, person: int) -> tuple[str, ...]:
    """Say who has won; empty while nobody has."""
    if match.winner is None:
        return ()
    name = team_name(match, match.winner, person)
    verb = "win" if name == "You" or len(match.teams[match.winner]) > 1 else "wins"
    return (*stand_lines(match, person), f"{name} {verb} the match.")

"""A card table without a screen: typed commands in, typed events out.

Widgets, a terminal, tests and grading drive the same `TableSession`. It knows what is chosen, says
what that means, lets an illegal play be tried and says why it is one, lets the opponents play, and
hands every change of the match to whoever keeps it. It holds no rule of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Final, TypeAlias

from casino_tutor.engine.opponents import find_opponent
from casino_tutor.model.plays import PASS, Turn
from casino_tutor.model.position import Position
from casino_tutor.model.position_text import parse_position
from casino_tutor.model.records import Record
from casino_tutor.model.variant import Variant, find_variant
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.legality import is_legal, violations
from casino_tutor.rules.repair import repairs, would_need
from casino_tutor.tutor.hints import find_advice, hint_at
from casino_tutor.tutor.session_choice import (
    Choice,
    choice_words,
    hand_places,
    offers_for,
    table_places,
)
from casino_tutor.tutor.session_commands import (
    CallMissed,
    ChooseHand,
    Claim,
    Clear,
    Command,
    Drop,
    FreeGroups,
    GoOn,
    Hint,
    MakeGroup,
    PlayRepair,
    Propose,
    ShowHands,
    TakeBack,
    Toggle,
    ToggleCall,
)
from casino_tutor.tutor.session_events import (
    Declined,
    Event,
    HandsShown,
    IllegalTry,
    KeptElsewhere,
    Mending,
    NeedsChoice,
    NotKept,
    Offer,
    Played,
    Reason,
    RoundEnded,
    SelectionMeans,
    TakenBack,
)
from casino_tutor.tutor.session_match import MatchTable, begin_match, resume_match
from casino_tutor.tutor.session_table import PositionTable, Table, turn_events, view_after
from casino_tutor.tutor.session_view import Shown, State, table_state
from casino_tutor.tutor.session_words import BY_RANK, BY_SUIT, by_suit, play_words

if TYPE_CHECKING:
    from casino_tutor.engine.advice import Advice

#: Takes the record of the match after every change and returns what there is to say about it, if
#: anything; an `OSError` is told to the learner.
Keeper: TypeAlias = Callable[[Record], str | None]
Events: TypeAlias = tuple[Event, ...]

#: How many lines of what has happened are shown.
_LOGGED: Final = 60
_LATELY: Final = 6
_NOT_YOURS: Final = "It is not your turn."
_GONE: Final = "That is not on the table any more."


class TableSession:
    """One learner at one card table.

    Parameters
    ----------
    table : Table
        A match or a single position; `open_match`, `resume_session` and `open_position` make it.
    keep : callable, optional
        Takes the record of a match after every change.

    Attributes
    ----------
    table : Table
        The table now.
    shown : Shown
        What is shown beside it.
    earlier : tuple of Table
        The table before and after the last play that was made before this session was opened; empty
        if there was none in this round.

    Examples
    --------
    >>> session = open_position("8D,5H,3C 8S,KD/?2 1 10")
    >>> _ = session.do(ChooseHand("h:8S"))
    >>> session.do(Toggle("l:8D"))[0].words
    'Takes 8♦ with 8♠.'
    >>> session.do(Propose())[0].words
    'You take 8♦ with 8♠.'
    """

    def __init__(self, table: Table, keep: Keeper | None = None) -> None:
        self.table = table
        self.earlier: tuple[Table, ...] = ()
        self._keep = keep
        self._before: tuple[Table, ...] = ()
        self._advice: Advice | None = None
        self.shown = Shown()
        self._choose(Choice())

    def __repr__(self) -> str:
        return f"<TableSession: {self.table.view}>"

    @property
    def view(self) -> Position:
        """The table as the learner sees it, with what they have begun to play."""
        return view_after(self.table, self.shown.begun)

    def tell(self, words: str) -> None:
        """Write a line into what has happened."""
        shown = self.shown
        self.shown = replace(shown, log=(*shown.log, words), lately=(*shown.lately, words))

    def opening(self) -> Events:
        """Return what whoever sits down here is told: what is played, and who deals."""
        table = self.table
        if not isinstance(table, MatchTable):
            return ()
        dealt = table.dealt()
        return (replace(dealt, words=f"A new match: {table.view.variant.title}. {dealt.words}"),)

    def remember(self) -> None:
        """Take over what has happened in the round on the table, as its record tells it.

        So a match that is gone on with can be taken back to the beginning of the round.
        """
        if not isinstance(self.table, MatchTable):
            return
        steps = list(self.table.retraced())
        afters = [*(before for before, _ in steps[1:]), self.table]
        for (before, happened), after in zip(steps, afters, strict=False):
            is_mine = before.waits == "you"
            if is_mine:
                self._before = (*self._before, before)
            if any(isinstance(event, Played) for event in happened):
                self.earlier = (before, after)
            self._note(happened, is_mine=is_mine)
        self._choose(Choice())

    def save(self) -> Events:
        """Hand the match to whoever keeps it, before anything has changed."""
        return self._kept()

    def state(self) -> State:
        """Return everything that a front end draws, as plain data."""
        return table_state(self.table, self.shown)

    def do(self, command: Command) -> Events:
        """Carry a command out.

        Parameters
        ----------
        command : Command
            One of `casino_tutor.tutor.session_commands`.

        Returns
        -------
        tuple of Event
            What came of it. A command that does not apply is answered with `Declined`.
        """
        return self._do(command)

    @singledispatchmethod
    def _do(self, command: Command) -> Events:
        raise TypeError(f"{command!r} is no command")

    # Choosing

    @_do.register
    def _(self, command: ChooseHand) -> Events:
        if self.table.waits != "you":
            return self._declined(_NOT_YOURS)
        if command.item not in hand_places(self.view):
            return self._declined("That card is not in your hand any more.")
        chosen = self.shown.choice.hand
        many = command.more or self.view.variant.options.hand_cards == "many"
        if command.item in chosen:
            hand = tuple(one for one in chosen if one != command.item)
        else:
            hand = (*(chosen if many else ()), command.item)
        return self._choose(replace(self.shown.choice, hand=hand))

    @_do.register
    def _(self, command: Toggle) -> Events:
        if self.table.waits != "you":
            return self._declined(_NOT_YOURS)
        if command.item not in table_places(self.view):
            return self._declined(_GONE)
        return self._choose(self.shown.choice.toggled(command.item))

    @_do.register
    def _(self, _command: MakeGroup) -> Events:
        choice = self.shown.choice
        if not choice.rest:
            return self._declined("Choose the table cards of the group first.")
        return self._choose(replace(choice, made=(*choice.made, choice.rest)))

    @_do.register
    def _(self, _command: FreeGroups) -> Events:
        return self._choose(replace(self.shown.choice, made=()))

    @_do.register
    def _(self, _command: Clear) -> Events:
        return self._choose(Choice())

    @_do.register
    def _(self, command: ToggleCall) -> Events:
        if command.word not in self.view.variant.options.calls:
            return self._declined("This game knows no such call.")
        calls = set(self.shown.choice.calls) ^ {command.word}
        return self._choose(replace(self.shown.choice, calls=tuple(sorted(calls))))

    def _choose(self, choice: Choice) -> Events:
        """Take a choice over and say what it means."""
        offers: tuple[Offer, ...] = ()
        words = spoken = self._waiting_words()
        if self.table.waits == "you":
            view, seat_name = self.view, self.table.seat_name
            offers = offers_for(view, choice, seat_name)
            words, spoken = choice_words(view, choice, offers, seat_name)
        self.shown = replace(
            self.shown,
            choice=choice,
            offers=offers,
            words=words,
            spoken=spoken,
            question=None,
            refused=None,
            can_take_back=bool(self._before or self.shown.begun),
        )
        return (SelectionMeans(words, spoken, offers),)

    def _waiting_words(self) -> str:
        waits = self.table.waits
        if waits == "opponent":
            return f"{self.table.seat_name(self.table.position.turn or 0)} is to play."
        if waits == "over":
            is_match = isinstance(self.table, MatchTable)
            return "The match is over." if is_match else "There is no more to play here."
        return "The round is over." if waits in ("count", "deal") else ""

    # Playing

    @_do.register
    def _(self, command: Propose) -> Events:
        if self.table.waits != "you":
            return self._declined(_NOT_YOURS)
        asked = self.shown.question
        offers = self.shown.offers if asked is None else asked.offers
        if command.offer is None:
            return self._propose_any()
        if not 0 <= command.offer < len(offers):
            return self._declined("That is not offered any more.")
        return self._take(offers[command.offer])

    @_do.register
    def _(self, command: Drop) -> Events:
        if self.table.waits != "you":
            return self._declined(_NOT_YOURS)
        if command.item not in hand_places(self.view):
            return self._declined("That card is not in your hand any more.")
        choice = self.shown.choice
        hand = choice.hand if command.item in choice.hand else (command.item,)
        choice = replace(choice, hand=hand)
        if command.on is not None:
            if command.on not in table_places(self.view):
                return self._declined(_GONE)
            if command.on not in choice.items:
                choice = choice.toggled(command.on)
        self._choose(choice)
        return self._propose_any()

    def _propose_any(self) -> Events:
        """Play the one thing that the choice means, or ask which of several."""
        offers = tuple(offer for offer in self.shown.offers if offer.is_likely)
        if not offers:
            return self._declined(self.shown.words)
        position = self.table.position
        legal = tuple(offer for offer in offers if is_legal(position, self._turn_of(offer)))
        meant = legal or offers
        if len(meant) == 1:
            return self._take(meant[0])
        labels = [f"{offer.label[0].lower()}{offer.label[1:]}" for offer in meant]
        words = f"Do you want to {', '.join(labels[:-1])}, or {labels[-1]}?"
        asked = NeedsChoice(words, meant)
        self.shown = replace(self.shown, question=asked, refused=None)
        return (asked,)

    @_do.register
    def _(self, command: PlayRepair) -> Events:
        refused = self.shown.refused
        if refused is None or not 0 <= command.repair < len(refused.repairs):
            return self._declined("Nothing was refused.")
        return self._try(refused.repairs[command.repair].text)

    def _take(self, offer: Offer) -> Events:
        turn = self._turn_of(offer)
        if not offer.goes_on:
            return self._try(turn)
        broken = violations(self.table.position, turn, to_the_end=False)
        if broken:
            return self._refuse(Verdict(turn, broken))
        self.shown = replace(self.shown, begun=turn)
        return self._choose(Choice())

    def _turn_of(self, offer: Offer) -> Turn:
        """Return the whole turn that an offer would make."""
        begun = self.shown.begun
        # To end a turn that has begun needs no word.
        return begun if begun and offer.play == PASS else (*begun, offer.play)

    def _refuse(self, verdict: Verdict) -> Events:
        refused = self._refused(verdict)
        self.shown = replace(self.shown, refused=refused, question=None)
        return (refused,)

    def _try(self, attempt: Turn | str) -> Events:
        before = self.table
        after, verdict = before.play(attempt)
        if not verdict.is_legal:
            return self._refuse(verdict)
        self._before = (*self._before, before)
        events = turn_events(before, before.seat, before.position, verdict, after.position)
        ended = after.ending() if isinstance(after, MatchTable) else ()
        return self._changed(after, (*events, *ended))

    def _refused(self, verdict: Verdict) -> IllegalTry:
        """Say every reason, and what could be played instead."""
        position, seat_name = self.table.view, self.table.seat_name
        reasons = tuple(
            Reason(broken.rule, by_suit(broken.sentence), broken.source, broken.cards)
            for broken in verdict.violations
        )
        found = repairs(position, verdict.turn)
        mended = tuple(
            Mending(
                one.text or "",
                play_words(one.play, position, BY_RANK, seat_name, hand=True),
                # What stands on the button need not be said again.
                "" if words == f"{play_words(one.play, position, BY_SUIT, seat_name)}." else words,
            )
            for one, words in ((one, by_suit(one.sentence)) for one in found)
            if one.play is not None
        )
        needed = would_need(position, verdict.turn)
        advice = [one.sentence for one in found if one.play is None]
        advice += [needed] if needed else []
        words = " and then ".join(
            play_words(play, position, BY_SUIT, seat_name, hand=True) for play in verdict.turn
        )
        return IllegalTry(
            verdict.text, words, reasons, mended, tuple(dict.fromkeys(map(by_suit, advice)))
        )

    # What is not the learner's to do

    @_do.register
    def _(self, _command: GoOn) -> Events:
        if self.table.waits in ("you", "over"):
            return self._declined("There is nothing to wait for.")
        after, happened = self.table.go_on()
        return self._changed(after, happened)

    @_do.register
    def _(self, _command: Claim) -> Events:
        if not isinstance(self.table, MatchTable):
            return self._declined("There is no match to win here.")
        try:
            after, happened = self.table.claim()
        except ValueError as error:
            return self._declined(f"That is not possible: {error}.")
        self._before = (*self._before, self.table)
        return self._changed(after, happened)

    @_do.register
    def _(self, _command: CallMissed) -> Events:
        if not isinstance(self.table, MatchTable):
            return self._declined("There is no match to score in here.")
        try:
            after, happened = self.table.call_missed()
        except ValueError as error:
            return self._declined(f"That is not possible: {error}.")
        self._before = (*self._before, self.table)
        return self._changed(after, happened)

    @_do.register
    def _(self, _command: TakeBack) -> Events:
        if self.shown.begun:
            self.shown = replace(self.shown, begun=())
            return (TakenBack("Taken back: you decide again."), *self._choose(Choice()))
        if not self._before:
            return self._declined("There is nothing to take back.")
        *rest, table = self._before
        self._before = tuple(rest)
        self.shown = replace(self.shown, sheet=None)
        return self._changed(table, (TakenBack("Taken back: you decide again."),))

    @_do.register
    def _(self, _command: Hint) -> Events:
        if self.table.waits != "you":
            return self._declined(_NOT_YOURS)
        if self.shown.begun:
            return self._declined("Hints are given before a turn begins.")
        before = self.shown.hint
        if before is not None and not before.more:
            return (before,)
        if before is None or self._advice is None:
            try:
                self._advice = find_advice(self.table.view)
            except ValueError as error:
                return self._declined(f"There is no hint here: {error}.")
        rung = before.rung + 1 if before else 1
        hint = hint_at(self._advice, rung, self.table.seat_name)
        self.shown = replace(self.shown, hint=hint)
        return (hint,)

    @_do.register
    def _(self, command: ShowHands) -> Events:
        words = "All hands lie open." if command.on else "The other hands are covered again."
        self.shown = replace(self.shown, all_hands=command.on)
        return (HandsShown(command.on, words),)

    def _changed(self, table: Table, happened: Events) -> Events:
        """Take a new table over: nothing is chosen any more, and the match is kept."""
        is_mine = self.table.waits == "you"
        while table.waits == "count" and isinstance(table, MatchTable) and not table.may_claim:
            # Nobody can say anything before it.
            table, more = table.go_on()
            happened = (*happened, *more)
        self.table = table
        self.shown = replace(self.shown, begun=(), hint=None)
        self._note(happened, is_mine=is_mine)
        self._choose(Choice())
        return (*happened, *self._kept())

    def _note(self, happened: Events, *, is_mine: bool) -> None:
        """Write down what has happened; what came before the learner's own play is not lately."""
        said = tuple(event.words for event in happened)
        sheets = [event for event in happened if isinstance(event, RoundEnded)]
        self.shown = replace(
            self.shown,
            log=(*self.shown.log, *said)[-_LOGGED:],
            lately=(*(() if is_mine else self.shown.lately), *said)[-_LATELY:],
            # A score sheet stays until the next round is dealt.
            sheet=sheets[0] if sheets else self._sheet_that_stays(),
        )

    def _sheet_that_stays(self) -> RoundEnded | None:
        return self.shown.sheet if self.table.waits in ("deal", "over") else None

    def _kept(self) -> Events:
        if self._keep is None or not isinstance(self.table, MatchTable):
            return ()
        try:
            words = self._keep(self.table.kept.record)
        except OSError as error:
            reason = error.strerror or error
            return (NotKept(f"The match could not be saved: {reason}. It goes on all the same."),)
        return (KeptElsewhere(words),) if words else ()

    def _declined(self, words: str) -> Events:
        return (Declined(words),)


# --- opening a table -----------------------------------------------------------------------------


def open_position(
    position: Position | str, variant: Variant | str | None = None, opponent: str = "simple"
) -> TableSession:
    """Sit down at a single position; the learner is the seat to play.

    Parameters
    ----------
    position : Position or str
        The position, or its line.
    variant : Variant or str, optional
        The rules for a line; they win over what the line says.
    opponent : str
        Who plays for the other seats as long as their hands are known.

    Raises
    ------
    PositionError, NotationError, VariantError
        If the line cannot be read.
    OpponentError
        If there is no such opponent.
    """
    if isinstance(position, str):
        position = parse_position(position, variant)
    return TableSession(PositionTable(position, position.turn or 1, find_opponent(opponent)))


def open_match(
    variant: Variant | str,
    players: int = 2,
    seed: int = 1,
    opponents: Sequence[str] = (),
    keep: Keeper | None = None,
) -> TableSession:
    """Begin a match; see `casino_tutor.tutor.session_match.begin_match`.

    Examples
    --------
    >>> session = open_match("royal_english", 2, seed=7, opponents=["greedy"])
    >>> session.state()["log"]
    ['Round 1: You deal, Player 1 leads.']
    """
    rules = find_variant(variant) if isinstance(variant, str) else variant
    return _at_match(begin_match(rules, players, seed, opponents), keep)


def resume_session(record: Record, keep: Keeper | None = None, seed: int = 0) -> TableSession:
    """Go on with a match that was kept; see `casino_tutor.tutor.session_match.resume_match`."""
    session = _at_match(resume_match(record, seed), keep)
    session.remember()
    return session


def _at_match(table: MatchTable, keep: Keeper | None) -> TableSession:
    session = TableSession(table, keep)
    session.tell(table.dealt().words)
    return session

"""The card table without a screen: what a choice means, tries, refusals, opponents, keeping."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.legality import violations
from casino_tutor.tutor.session import TableSession, open_position
from casino_tutor.tutor.session_commands import (
    CallMissed,
    ChooseHand,
    Claim,
    Clear,
    Command,
    CommandError,
    Drop,
    FreeGroups,
    GoOn,
    MakeGroup,
    PlayRepair,
    Propose,
    ShowHands,
    TakeBack,
    Toggle,
    ToggleCall,
    read_command,
)
from casino_tutor.tutor.session_events import (
    Declined,
    Event,
    IllegalTry,
    NeedsChoice,
    Played,
    SelectionMeans,
    to_json,
)

_Kind = TypeVar("_Kind")

SUMS = "8D,6C,5H,3S,2D 8S,KD/?2 1 20"
FIVES = "5H,3C 5S,TD,5C/?3 1 20"


def after(line: str, *commands: Command) -> tuple[TableSession, tuple[Event, ...]]:
    """A table at a position after some commands, and what the last one brought."""
    session = open_position(line)
    events: tuple[Event, ...] = ()
    for command in commands:
        events = session.do(command)
    return session, events


def chosen(line: str, hand: str, *items: str) -> TableSession:
    """A table where a hand card and table cards are chosen."""
    session, _ = after(line, ChooseHand(f"h:{hand}"), *map(Toggle, items))
    return session


def the(kind: type[_Kind], events: tuple[Event, ...]) -> _Kind:
    """The only event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def labels(session: TableSession, *, likely: bool = True) -> list[str]:
    """What is offered."""
    return [one.label for one in session.shown.offers if one.is_likely or not likely]


# --- what a choice means -------------------------------------------------------------------------


def test_at_first_a_hand_card_is_asked_for() -> None:
    """With nothing chosen the table says what to do, and offers nothing."""
    session = open_position(SUMS)
    assert session.shown.words == "Choose a card from your hand."
    assert session.shown.offers == ()


def test_a_hand_card_alone_trails() -> None:
    """A card without table cards is laid on the table."""
    session = chosen(SUMS, "KD")
    assert session.shown.words.startswith("Trails K♦: lays it on the table.")
    assert labels(session) == ["Trail K"]


def test_table_cards_alone_mean_nothing_yet() -> None:
    """Whoever begins on the table is asked for the card that goes with it."""
    session, _ = after(SUMS, Toggle("l:8D"))
    assert "choose the card from your hand" in session.shown.words
    assert session.shown.offers == ()


def test_groups_are_found_for_the_learner() -> None:
    """Eight, and six and two: the table says how they go together, and shows it."""
    session = chosen(SUMS, "8S", "l:8D", "l:6C", "l:2D")
    assert session.shown.words == "Takes 8♦ and 6♣+2♦ with 8♠."
    assert session.shown.spoken == (
        "Takes eight of diamonds and six of clubs plus two of diamonds with eight of spades."
    )
    numbers = {card["id"]: card["group"] for card in session.state()["loose"]}
    assert numbers["l:6C"] == numbers["l:2D"] != numbers["l:8D"]
    assert numbers["l:5H"] == 0
    session.do(Toggle("l:8D"))
    assert not any(card["group"] for card in session.state()["loose"])


def test_the_same_cards_can_be_taken_or_built() -> None:
    """A five on a five takes it, builds ten, or builds fives: the table names all three."""
    session = chosen(FIVES, "5S", "l:5H")
    assert labels(session) == ["Take 5", "Build 5 (5 and 5)", "Build 10 (5+5)"]
    assert session.shown.words.endswith("which?")


def test_a_build_without_a_card_for_it_is_less_likely_meant() -> None:
    """It can be tried all the same: nothing is hidden."""
    session = chosen("5H,3C 5S,KD/?2 1 20", "5S", "l:5H")
    assert labels(session) == ["Take 5"]
    assert labels(session, likely=False) == [
        "Take 5",
        "Try to build 5 (5 and 5)",
        "Try to build 10 (5+5)",
    ]


def test_a_build_alone_is_offered_without_a_card_for_it() -> None:
    """Where the cards mean nothing else, the try is what teaches."""
    session = chosen("6H,4S 3S,KD/?2 1 20", "3S", "l:6H")
    assert labels(session) == ["Build 9 (3+6)"]


def test_cards_that_do_not_go_together_can_be_tried() -> None:
    """The table says that it finds no group, and lets the learner try."""
    session = chosen(SUMS, "8S", "l:5H", "l:6C")
    assert session.shown.words == "5♥+6♣ is 11. These cards make no group for 8♠."
    assert labels(session) == ["Try to take 6 and 5", "Try to build 19 (8+6+5)"]


@pytest.mark.parametrize(
    ("line", "hand", "items", "label"),
    [
        ("[5S+2C]=7@2,8D 2H,9S/?2 1 10", "2H", ["b:[5S+2C]"], "Increase Player 2's 7-build to 9"),
        ("[5S+4C]=9@1,6D 3H,9S/?2 1 10", "3H", ["b:[5S+4C]", "l:6D"], "Add 3+6 to your 9-build"),
        ("[5S+4C]=9@2,9D 9S/?2 1 10", "9S", ["b:[5S+4C]", "l:9D"], "Take Player 2's 9-build and 9"),
    ],
)
def test_builds_are_named_by_owner_and_value(
    line: str, hand: str, items: list[str], label: str
) -> None:
    """Raising, adding to and taking a build are each said in the players' words."""
    assert any(offer.startswith(label) for offer in labels(chosen(line, hand, *items)))


def test_groups_can_be_made_by_hand() -> None:
    """Six and two or five and three: the learner says which go together."""
    session = chosen("6C,5H,3S,2D 8S,KD/?2 1 20", "8S", "l:5H", "l:3S")
    session.do(MakeGroup())
    session.do(Toggle("l:6C"))
    session.do(Toggle("l:2D"))
    assert labels(session) == ["Take 6+2 and 5+3"]
    numbers = {card["id"]: card["group"] for card in session.state()["loose"]}
    assert numbers["l:5H"] == numbers["l:3S"] != numbers["l:6C"] == numbers["l:2D"]


def test_a_wrong_group_made_by_hand_is_a_try() -> None:
    """Two groups that do not add up are not mended in silence."""
    session = chosen("6C,5H,3S,2D 8S,KD/?2 1 20", "8S", "l:5H", "l:6C")
    session.do(MakeGroup())
    session.do(Toggle("l:3S"))
    session.do(Toggle("l:2D"))
    assert all(offer.startswith("Try to") for offer in labels(session))
    refused = the(IllegalTry, session.do(Propose(0)))
    assert "capture.group_total" in {reason.rule for reason in refused.reasons}
    session.do(FreeGroups())
    assert labels(session) == ["Take 6+2 and 5+3"]


def test_what_is_in_no_group_goes_with_the_hand_card_in_a_build() -> None:
    """Three with six, beside a group of five and four: a multiple build."""
    session = chosen("6H,5H,4C 9D,3S/?2 1 20", "3S", "l:5H", "l:4C")
    session.do(MakeGroup())
    session.do(Toggle("l:6H"))
    assert labels(session) == ["Build 9 (3+6 and 5+4)"]


def test_one_hand_card_replaces_the_other() -> None:
    """One card is played a turn; two can be chosen to try it."""
    session = chosen(SUMS, "8S")
    session.do(ChooseHand("h:KD"))
    assert session.shown.choice.hand == ("h:KD",)
    session.do(ChooseHand("h:8S", more=True))
    session.do(Toggle("l:8D"))
    refused = the(IllegalTry, session.do(Propose(0)))
    assert "turn.one_card" in {reason.rule for reason in refused.reasons}


def test_several_hand_cards_go_together_where_the_game_allows_it() -> None:
    """In Kirchner's game two cards of the hand take their sum."""
    session, _ = after(
        "QD,5C 7C,5D,KS/?3 1 20; variant kirchner",
        ChooseHand("h:7C"),
        ChooseHand("h:5D"),
        Toggle("l:QD"),
    )
    assert labels(session) == ["Take Q with 7 and 5"]


def test_a_card_that_is_clicked_again_is_left() -> None:
    """Choosing twice is not choosing; clearing leaves everything."""
    session = chosen(SUMS, "8S", "l:8D")
    session.do(Toggle("l:8D"))
    assert session.shown.choice.items == ()
    session.do(Toggle("l:6C"))
    the(SelectionMeans, session.do(Clear()))
    assert not any(card["chosen"] for card in session.state()["hand"] + session.state()["loose"])


def test_equal_cards_of_two_packs_are_told_apart() -> None:
    """Each of two equal cards has an id of its own, and both can be taken."""
    session = chosen("8D,8D,3C 8S,KS/?2 1 20; variant krypkasino", "8S", "l:8D", "l:8D#2")
    assert labels(session) == ["Take 8 and 8"]
    played = the(Played, session.do(Propose()))
    assert [card.text for card in played.captured] == ["8S", "8D", "8D"]


# --- playing -------------------------------------------------------------------------------------


def test_a_capture_is_played() -> None:
    """Who, what, and what was taken."""
    session = chosen(SUMS, "8S", "l:8D", "l:6C", "l:2D")
    played = the(Played, session.do(Propose()))
    assert played.words == "You take 8♦ and 6♣+2♦ with 8♠."
    assert played.text == "8Sx8D,6C+2D"
    assert not played.sweep
    assert [pile["count"] for pile in session.state()["piles"]] == [4, 0]
    assert session.shown.log[-1] == played.words


@pytest.mark.parametrize(
    ("name", "said"),
    [("royal_dominican", "A sweep!"), ("royal_english", "A sweep, worth no point here.")],
)
def test_a_sweep_is_said(name: str, said: str) -> None:
    """Taking everything that lies there is said aloud, and if it is worth nothing that too."""
    session = chosen(f"8D 8S,KD/?2 1 20; variant {name}", "8S", "l:8D")
    played = the(Played, session.do(Propose()))
    assert played.sweep
    assert played.words == f"You take 8♦ with 8♠. {said}"


def test_a_multiple_build_is_played() -> None:
    """Nine from the hand, five and four from the table."""
    session = chosen("5H,4C,2D 9S,9D/?2 1 20", "9S", "l:5H", "l:4C")
    meant = [offer.label for offer in session.shown.offers]
    session.do(Propose(meant.index("Build 9 (9 and 5+4)")))
    (build,) = session.state()["builds"]
    assert (build["value"], build["owner"], build["multiple"]) == (9, "You", True)
    assert build["label"].startswith("your multiple build of 9: ")


def test_two_meanings_are_asked_about() -> None:
    """Where both are legal the table asks; the answer is played."""
    session = chosen(FIVES, "5S", "l:5H")
    asked = the(NeedsChoice, session.do(Propose()))
    assert asked.words == "Do you want to take 5, build 5 (5 and 5), or build 10 (5+5)?"
    assert the(Played, session.do(Propose(2))).text == "5S+5H=10"


def test_one_legal_meaning_is_played_without_a_question() -> None:
    """A question that has one answer is no question."""
    session = chosen("9D,[5H+4C]=9@1 9S,9H,KD/?2 1 20", "9S", "l:9D")
    kinds = {type(event) for event in session.do(Propose())}
    assert Declined not in kinds


def test_an_illegal_try_is_answered_with_every_reason() -> None:
    """Nothing is played; each reason has its rule, its source and the cards that break it."""
    session = chosen("6H,4S 3S,KD/?2 1 20", "3S", "l:6H")
    refused = the(IllegalTry, session.do(Propose()))
    (reason,) = refused.reasons
    assert reason.rule == "build.capturing_card"
    assert "pagat.com" in reason.source
    assert refused.repairs
    assert session.table.position == open_position("6H,4S 3S,KD/?2 1 20").table.position
    assert session.shown.choice.hand == ("h:3S",)


def test_the_cards_that_break_a_rule_are_marked() -> None:
    """The mark is said as well, until something else is chosen."""
    session = chosen(SUMS, "8S", "l:5H", "l:6C")
    session.do(Propose(0))
    bad = [card["card"] for card in session.state()["loose"] if card["bad"]]
    assert bad == ["6C", "5H"]
    assert session.state()["loose"][1]["label"].endswith("breaks a rule")
    session.do(Toggle("l:6C"))
    assert not any(card["bad"] for card in session.state()["loose"])


def test_a_repair_is_played_with_one_command() -> None:
    """What is offered instead has been judged, and is played as it stands."""
    session = chosen(SUMS, "8S", "l:5H", "l:6C")
    refused = the(IllegalTry, session.do(Propose(0)))
    assert all(not violations(session.table.position, one.text) for one in refused.repairs)
    assert the(Played, session.do(PlayRepair(0))).text == refused.repairs[0].text


def test_a_card_can_be_dropped_on_another() -> None:
    """Drag and drop chooses and plays at once; on the bare table it trails."""
    _, events = after(SUMS, Drop("h:8S", "l:8D"))
    assert the(Played, events).text == "8Sx8D"
    _, events = after(SUMS, Drop("h:KD"))
    assert the(Played, events).text == "KD"


def test_what_was_chosen_before_is_dropped_on_too() -> None:
    """A sum is chosen first; the hand card dropped on its last card takes all of it."""
    _, events = after(SUMS, Toggle("l:6C"), Drop("h:8S", "l:2D"))
    assert the(Played, events).text == "8Sx6C+2D"


def test_dropping_asks_and_refuses_as_well() -> None:
    """Two meanings are asked about, and an illegal drop is a try like another."""
    _, events = after(FIVES, Drop("h:5S", "l:5H"))
    the(NeedsChoice, events)
    _, events = after("6H,4S 3S,KD/?2 1 20", Drop("h:3S", "l:6H"))
    the(IllegalTry, events)


def test_a_call_goes_with_the_capture() -> None:
    """In Tuxedo an orange is called with the play that makes it."""
    session, _ = after(
        "9R,5Y,4G 9B,2B/?2 1 20; variant tuxedo",
        ChooseHand("h:9B"),
        *map(Toggle, ["l:9R", "l:5Y", "l:4G"]),
        ToggleCall("orange"),
    )
    assert the(Played, session.do(Propose())).text == "9Bx9R,5Y+4G:orange"


def test_pile_tops_are_offered_where_the_game_lets_them_be_used() -> None:
    """The top of an opponent's pile can be chosen; the card below it only then."""
    line = "4C,6D 9S,TC/?2 1 20 -/9H,3D,5H 2; variant south_african"
    session = open_position(line)
    piles = session.state()["piles"]
    assert [top["id"] for pile in piles for top in pile["tops"]] == ["t:5H"]
    session.do(Toggle("t:5H"))
    piles = session.state()["piles"]
    assert [top["id"] for pile in piles for top in pile["tops"]] == ["t:5H", "t:3D"]


def test_a_build_from_the_table_needs_no_hand_card_where_the_game_has_it() -> None:
    """In Swazi Casino the table alone can be built from; the hand card is still to come."""
    line = "5H,3C,KD 8S,KS/?2 1 20; variant swazi"
    session, _ = after(line, Toggle("l:5H"), Toggle("l:3C"))
    assert labels(session) == ["Build 8 (5+3)"]
    the(Played, session.do(Propose()))
    assert session.state()["turn"] == "Your turn"


def test_a_turn_can_go_on_after_the_hand_card() -> None:
    """In Swazi Casino a card is trailed and the table then built from, in one turn."""
    session = chosen("5H,8D 3S,8S,KS/?2 1 20; variant swazi", "3S")
    assert labels(session) == ["Trail 3"]
    assert labels(session, likely=False) == ["Trail 3", "Trail 3, then go on"]
    session.do(Propose(1))
    assert session.state()["turn"] == "Your turn, card played"
    assert labels(session) == ["End the turn"]
    session.do(Toggle("l:5H"))
    session.do(Toggle("l:3S"))
    assert labels(session) == ["Build 8 (5+3)"]
    played = the(Played, session.do(Propose()))
    assert played.text == "3S/_,5H+3S=8"
    assert played.words == "You trail 3♠ and then build 8 (5♥+3♠)."


def test_a_turn_that_has_begun_can_be_ended_or_taken_back() -> None:
    """To go on is no duty; and as long as the turn is not over nothing has been played."""
    session = chosen("5H,8D 3S,8S,KS/?2 1 20; variant swazi", "3S")
    session.do(Propose(1))
    session.do(TakeBack())
    assert session.state()["turn"] == "Your turn"
    assert len(session.state()["hand"]) == 3
    session.do(ChooseHand("h:KS"))
    session.do(Propose(1))
    assert the(Played, session.do(Propose())).text == "KS"


def test_an_action_that_is_illegal_is_refused_before_the_turn_goes_on() -> None:
    """What cannot be played cannot be gone on from."""
    session = chosen("5H,8D 3S,9S,KS/?2 1 20; variant swazi", "3S", "l:5H")
    (number,) = [i for i, one in enumerate(session.shown.offers) if one.goes_on]
    refused = the(IllegalTry, session.do(Propose(number)))
    assert "build.capturing_card" in {reason.rule for reason in refused.reasons}


@pytest.mark.parametrize(
    "command",
    [
        ChooseHand("h:2C"),
        Toggle("l:2C"),
        Toggle("<img src=x onerror=alert(1)>"),
        Propose(),
        Propose(3),
        Propose(-1),
        PlayRepair(0),
        Drop("h:2C"),
        Drop("h:8S", "l:2C"),
        MakeGroup(),
        ToggleCall("orange"),
        GoOn(),
        TakeBack(),
        Claim(),
        CallMissed(),
    ],
    ids=repr,
)
def test_a_command_that_does_not_apply_is_declined(command: Command) -> None:
    """It is answered, nothing is raised, and the table stays as it was."""
    session = open_position(SUMS)
    before = session.table
    the(Declined, session.do(command))
    assert session.table == before


def test_opponents_answer_while_their_hands_are_known() -> None:
    """From a position with open hands the game goes on; with hidden ones it ends after the play."""
    session = chosen("8D,6C 8S,KD/6H,2C 1 20", "8S", "l:8D")
    session.do(Propose())
    assert session.state()["waits"] == "opponent"
    assert the(Declined, session.do(ChooseHand("h:KD"))).words == "It is not your turn."
    assert the(Played, session.do(GoOn())).who == "Player 2"
    assert session.state()["waits"] == "you"
    hidden = chosen(SUMS, "KD")
    hidden.do(Propose())
    assert hidden.table.waits == "over"
    assert hidden.state()["turn"] == "Player 2 would be next"


# --- messages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"do": "choose", "item": "h:8S"}, ChooseHand("h:8S")),
        ({"do": "choose", "item": "h:8S", "more": True}, ChooseHand("h:8S", more=True)),
        ({"do": "propose"}, Propose()),
        ({"do": "propose", "offer": 1}, Propose(1)),
        ({"do": "drop", "item": "h:8S", "on": None}, Drop("h:8S")),
        ({"do": "show_hands", "on": True}, ShowHands(on=True)),
        ({"do": "go_on"}, GoOn()),
    ],
)
def test_a_command_is_read_from_plain_data(message: dict[str, Any], command: Command) -> None:
    """What a front end sends becomes a typed command."""
    assert read_command(message) == command


@pytest.mark.parametrize(
    "message",
    [
        None,
        "choose",
        {},
        {"do": "explode"},
        {"do": ["choose"]},
        {"do": "choose"},
        {"do": "choose", "item": 8},
        {"do": "choose", "item": "h:8S", "more": 1},
        {"do": "propose", "offer": True},
        {"do": "propose", "offer": "0"},
        {"do": "clear", "item": "h:8S"},
        {"do": "toggle", "item": "l:" + "8" * 600},
    ],
    ids=repr,
)
def test_what_is_no_command_is_refused(message: object) -> None:
    """A message that is not understood is an error of the front end, said as such."""
    with pytest.raises(CommandError):
        read_command(message)


def test_an_event_is_plain_data() -> None:
    """Cards and plays are written as text; the name of the event comes with it."""
    session = chosen(FIVES, "5S", "l:5H")
    asked = to_json(the(NeedsChoice, session.do(Propose())))
    assert asked["event"] == "NeedsChoice"
    assert asked["offers"][0]["play"] == "5Sx5H"
    assert json.loads(json.dumps(asked)) == asked


def test_a_position_can_be_given_as_a_value() -> None:
    """A line and the position that it means are the same table."""
    assert open_position(parse_position(SUMS)).table == open_position(SUMS).table

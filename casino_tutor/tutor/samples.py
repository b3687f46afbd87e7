"""Named positions to start from, each with plays to try and a question about each play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Try:
    """A play worth trying on a sample.

    Attributes
    ----------
    play : str
        The play.
    asks : str
        A question that the play answers; it does not give the answer away.
    breaks : tuple of str
        The ids of the rules it breaks; empty if it is legal.
    notices : tuple of str
        The ids of the remarks on it.
    """

    play: str
    asks: str
    breaks: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """A position that shows something.

    Attributes
    ----------
    name : str
        What it shows, in a few words.
    line : str
        The position line, its variant included.
    says : str
        What to look at.
    tries : tuple of Try
        Plays worth trying.
    """

    name: str
    line: str
    says: str
    tries: tuple[Try, ...]


SAMPLES: Final = (
    Sample(
        "Equal cards and sums together",
        "KC,8D,6C,5H,3S,2D,AC KD,9H,8S,4C",
        "One eight takes the equal card and every sum of eight it finds, all in one play, "
        "as long as each card is used once.",
        (
            Try("8Sx8D,6C+2D,5H+3S", "Do an eight and two sums of eight go together?"),
            Try(
                "8S x 8D 6C 2D",
                "Must you say how the cards go together, and must you take all you can?",
                notices=("notice.cards_left",),
            ),
            Try(
                "8Sx6C+2D,5H+2D+AC",
                "May one card serve in two sums?",
                breaks=("table.card_twice",),
            ),
            Try(
                "KDx5H+8D",
                "Is a king worth thirteen here?",
                breaks=("capture.court_alone",),
            ),
        ),
    ),
    Sample(
        "A build to start",
        "6H,4S,2D,KC 9D,9C,5C,3S",
        "A card from the hand joins cards of the table to make a pile. You must hold another "
        "card that can take the pile later.",
        (
            Try("3S+6H=9", "Three on six: is a nine in the hand to take it?"),
            Try(
                "3S+6H=8",
                "What if the announced value is not what the cards total?",
                breaks=("build.group_total", "build.capturing_card"),
            ),
            Try(
                "9D=9",
                "May a nine be laid down alone as a build of nine?",
                breaks=("build.table_card",),
            ),
            Try(
                "9D+KC=9",
                "Can the king be put into a build?",
                breaks=("build.court",),
            ),
        ),
    ),
    Sample(
        "A build to guard",
        "[6H+3S]=9@1,7C,4H,2D KH,9C,5D/?3 1 41 -/- -",
        "The build of nine is seat 1's, and the nine of clubs is the only card that can take "
        "it. Until the build is gone that card is bound, and so is the right to trail.",
        (
            Try("KH", "May the owner of a build trail?", breaks=("trail.owner",)),
            Try(
                "9Cx7C+2D",
                "May the nine be spent on something else?",
                breaks=("guard.keep",),
            ),
            Try("9Cx[6H+3S],7C+2D", "May the nine take the build and a sum of nine?"),
            Try("5D+4H,[6H+3S]=9", "May more be put into the build?"),
        ),
    ),
    Sample(
        "An opponent's build to increase",
        "[5H+2C]=7@2,9C,3D KH,9S,4C,2D/?4 1 40 -/- -",
        "Seat 2 has built seven. A single build may be given a higher value, and with it a "
        "new owner.",
        (
            Try("2D+[5H+2C]=9", "May seat 1 make it a nine?"),
            Try("2D+[5H+2C],9C=9", "And take in the loose nine in the same play?"),
            Try(
                "2D+3D+[5H+2C]=12",
                "May a loose card help to increase it?",
                breaks=("build.raise_loose", "build.no_such_value"),
            ),
            Try(
                "4Cx5H",
                "May a single card be taken out of a build?",
                breaks=("table.inside_build", "capture.group_total"),
            ),
        ),
    ),
    Sample(
        "An ace counts 1 or 14",
        "KS,9D,5H,AD 6S,3D,AC/?3 1 42 -/- -; variant royal_dominican",
        "In Royal Casino the courts count 11, 12 and 13. An ace of the table counts 1; the ace "
        "you play may count 1 or 14, in the Dominican game even both in one play.",
        (
            Try(
                "ACxKS+AD",
                "King and ace: is that fourteen?",
                notices=("notice.cards_left",),
            ),
            Try("ACxAD,9D+5H", "May the ace take an ace and a fourteen at once?"),
            Try(
                "ACx9D+5H",
                "May an equal card be left behind?",
                breaks=("capture.equal_left",),
            ),
            Try("AC", "May you trail a card whose equal lies there?", breaks=("trail.equal",)),
        ),
    ),
    Sample(
        "Court cards",
        "QS,QH,7C,5D KH,QD,4S/?3 1 42 -/- -",
        "In plain Casino a jack, queen or king has no number. Try these plays, then choose a "
        "Royal Casino as the variant and see the answers change.",
        (
            Try("QDxQS", "Does a queen take a queen?"),
            Try(
                "QDxQS,QH",
                "Does she take two?",
                breaks=("capture.court_one",),
            ),
            Try(
                "QDx7C+5D",
                "Does she take seven and five?",
                breaks=("capture.court_alone",),
            ),
        ),
    ),
    Sample(
        "A crowded table",
        "KC,JD,TH,9S,9H,8C,7D,7S,6H,5C,5S,4D,3H,3C,2D,AS QH,TC,8D,AH/?4 1 28 -/- -; "
        "variant royal_english",
        "Sixteen loose cards. Nobody wants to see every way to take some of them, so only the "
        "first plays of each kind are listed; any play you try is judged all the same.",
        (
            Try(
                "QH x 9S 3H 7D 5C TH 2D 8C 4D",
                "Four sums of twelve at once: can these eight cards be shared out?",
                notices=("notice.cards_left",),
            ),
            Try(
                "QH x 9S 3H 7D 5C 8C",
                "Nine and three, seven and five: does the eight come along?",
                breaks=("capture.no_grouping",),
            ),
            Try("AH+7D,8C=8", "A build of two eights: does the ace count 1 in it?"),
        ),
    ),
    Sample(
        "Tuxedo: colours",
        "9R,7B,5Y,4G TG,9B,2B/?3 1 30 -/- -; variant tuxedo",
        "Tuxedo is played with forty cards in black, red, green and yellow. Taking a red and a "
        "yellow card of the table together is an orange, which scores if it is called.",
        (
            Try("9Bx9R,5Y+4G:orange", "Red and yellow in one play: is it an orange?"),
            Try(
                "9Bx9R,5Y+4G",
                "And if nobody calls it?",
                notices=("notice.orange",),
            ),
            Try(
                "9Bx9R:orange",
                "What if there is no yellow card?",
                notices=("notice.cards_left", "notice.false_orange"),
            ),
        ),
    ),
    Sample(
        "Kirchner: several cards from the hand",
        "KD,QD,TS,2H 7C,5D,3H/?3 1 42 -/- -; variant kirchner",
        "In Kirchner's game several hand cards may be played together; they count what they "
        "total. There is no building.",
        (
            Try("7C&5DxQD,TS+2H", "Seven and five together: do they take a queen?"),
            Try(
                "5D&3HxQD",
                "Do five and three?",
                breaks=("capture.group_total",),
            ),
            Try("7C&5D&3HxKD+2H", "All three cards at once?"),
            Try("3H+2H=5", "May you build?", breaks=("build.not_in_game",)),
        ),
    ),
    Sample(
        "High cards of the Finnish game",
        "9H,8C,7D,6C,TH 2S,TD,4H/?3 1 41 -/- -; variant kasino_finnish",
        "In the Finnish game three kinds of card count more in the hand than on the table: "
        "aces 14, the two of spades 15, the ten of diamonds 16.",
        (
            Try("2Sx9H+6C,8C+7D", "Does a two take fifteens?"),
            Try(
                "TDxTH",
                "Does the ten of diamonds take a ten?",
                breaks=("capture.group_total",),
            ),
            Try("TDxTH+6C,9H+7D", "What does it take instead?"),
        ),
    ),
)


def find_sample(name: str) -> Sample:
    """Return the sample of a name.

    Raises
    ------
    KeyError
        If there is none.

    Examples
    --------
    >>> find_sample("Court cards").tries[0].play
    'QDxQS'
    """
    for sample in SAMPLES:
        if sample.name == name:
            return sample
    raise KeyError(name)

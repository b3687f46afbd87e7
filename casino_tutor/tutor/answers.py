"""What a solver session answers: frozen values that show themselves.

Each answer has a text form, which is its ``repr`` too, and a page form in HTML. A notebook shows
the page, a terminal the text; both can be read without a kernel.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from casino_tutor.draw.text import table_text
from casino_tutor.draw.words import (
    count_words,
    join_words,
    play_sentence,
    points_words,
    turn_sentence,
)
from casino_tutor.model.cards import Card, cards_text
from casino_tutor.model.plays import Play, item_cards
from casino_tutor.model.position import Position
from casino_tutor.model.violation import Notice
from casino_tutor.rules.judge import Verdict
from casino_tutor.rules.repair import Repair
from casino_tutor.rules.rounds import gained, noted
from casino_tutor.tutor import markup
from casino_tutor.tutor.pictures import conflict_picture

#: How much of a text stands beside the place where it cannot be read.
_AROUND: Final = 36


class Answer:
    """Something that shows itself as text and as a page."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The answer as plain text."""
        raise NotImplementedError

    @property
    def html(self) -> str:
        """The answer as HTML; no text of the user's is in it unescaped."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Both forms, for a notebook to choose from."""
        forms = {"text/plain": self.text, "text/html": self.html}
        return {
            name: form
            for name, form in forms.items()
            if (include is None or name in include) and (exclude is None or name not in exclude)
        }


@dataclass(frozen=True, slots=True, repr=False)
class Unreadable(Answer):
    """A text that cannot be read.

    Attributes
    ----------
    what : str
        ``position`` or ``play``.
    written : str
        The text.
    kind : str
        ``notation``, ``position``, ``ambiguous`` or ``variant``.
    problems : tuple of str
        What is wrong with it.
    line, column : int or None
        Where, both from 1, if it is in the text.
    """

    what: str
    written: str
    kind: str
    problems: tuple[str, ...]
    line: int | None = None
    column: int | None = None

    @property
    def title(self) -> str:
        """The answer in one line."""
        if self.kind == "position":
            return "No pack of cards gives this position."
        if self.kind == "variant":
            return "This variant cannot be used."
        return f"This {self.what} cannot be read."

    @property
    def excerpt(self) -> str:
        """The text around the place, a mark below it; empty if there is no place to show."""
        if self.line is None or self.column is None or not self.written.strip():
            return ""
        row = [*self.written.split("\n"), ""][self.line - 1]
        start = max(0, self.column - 1 - _AROUND)
        before, after = "..." * (start > 0), "..." * (len(row) > self.column - 1 + _AROUND)
        shown = row[start : self.column - 1 + _AROUND].replace("\t", " ")
        return f"{before}{shown}{after}\n{' ' * (len(before) + self.column - 1 - start)}^"

    @property
    def text(self) -> str:
        """The answer as plain text."""
        place = [f"    {row}" for row in self.excerpt.splitlines()]
        return "\n".join([self.title, *(f"  - {problem}" for problem in self.problems), *place])

    @property
    def html(self) -> str:
        """The answer as HTML."""
        body = markup.bullets(map(markup.plain, self.problems))
        place = markup.lines(self.excerpt) if self.excerpt else ""
        return markup.box("bad", self.title, body + place, role="alert")


@dataclass(frozen=True, slots=True, repr=False)
class TableAnswer(Answer):
    """A table as it was read.

    Attributes
    ----------
    position : Position
        The table.
    notes : tuple of str
        What of the line was overruled.
    flags : tuple of Notice
        What is odd about it.
    marks : tuple of (Card, str)
        Cards to mark in the picture, and how.
    """

    position: Position
    notes: tuple[str, ...] = ()
    flags: tuple[Notice, ...] = ()
    marks: tuple[tuple[Card, str], ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was overruled and what is odd, in sentences."""
        return (*self.notes, *(flag.sentence for flag in self.flags))

    def marked(self, marks: Mapping[Card, str]) -> TableAnswer:
        """Return the same table with other cards marked."""
        return replace(self, marks=tuple(marks.items()))

    @property
    def text(self) -> str:
        """The answer as plain text."""
        remarks = [f"Note: {one}" for one in self.remarks]
        return "\n".join(
            [table_text(self.position), "", f"  Position line    {self.position}", *remarks]
        )

    @property
    def remarks_html(self) -> str:
        """The game, its aim and the remarks as HTML."""
        variant = self.position.variant
        remarks = markup.bullets(map(markup.plain, self.remarks))
        noted = markup.box("note", "Worth knowing", remarks) if remarks else ""
        return f"{markup.paragraph(f'{variant.title}. {variant.aim}')}{noted}"

    @property
    def picture_html(self) -> str:
        """The picture, with its line below it."""
        return markup.picture(self.position, dict(self.marks))

    @property
    def html(self) -> str:
        """The answer as HTML."""
        return self.remarks_html + self.picture_html


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A legal play, the first ways to group its cards, and how many ways there are."""

    play: Play
    groupings: tuple[Play, ...]
    count: int


@dataclass(frozen=True, slots=True)
class KindOfPlays:
    """The legal plays of one kind.

    Attributes
    ----------
    kind : str
        ``capture``, ``build`` or ``trail``.
    plays : tuple of ListedPlay
        The first of them.
    count : int
        How many there are, as far as they were counted.
    more : bool
        True if there are yet more.
    """

    kind: str
    plays: tuple[ListedPlay, ...]
    count: int
    more: bool = False

    @property
    def counted(self) -> str:
        """How many of what: ``3 captures``, ``more than 2,000 builds``."""
        words = f"{self.count or 'no'}" if self.count < 1000 else f"{self.count:,}"
        plural = "" if self.count == 1 and not self.more else "s"
        return f"{'more than ' * self.more}{words} {self.kind}{plural}"

    @property
    def title(self) -> str:
        """The same as a heading, with how many of them are listed."""
        listed = f"; the first {len(self.plays)} of them" if self.cut else ""
        return f"{self.counted[0].upper()}{self.counted[1:]}{listed}"

    @property
    def cut(self) -> str:
        """That the list is not complete, in one sentence; empty if it is."""
        if len(self.plays) == self.count and not self.more:
            return ""
        return "The rest is not listed here; any of them can be tried as well."


@dataclass(frozen=True, slots=True, repr=False)
class PlaysAnswer(Answer):
    """The legal plays by kind, as far as they are listed."""

    position: Position
    kinds: tuple[KindOfPlays, ...]

    @property
    def summary(self) -> str:
        """All kinds counted, in one sentence."""
        if self.position.turn is None:
            return "The round is over: there are no legal plays."
        counted = join_words([kind.counted for kind in self.kinds])
        return f"Legal plays of seat {self.position.turn}: {counted}."

    @property
    def listed(self) -> tuple[str, ...]:
        """The text of every play in the list."""
        return tuple(str(one.play) for kind in self.kinds for one in kind.plays)

    @property
    def text(self) -> str:
        """The answer as plain text."""
        return "\n".join([self.summary, *(row for kind in self.kinds for row in self._rows(kind))])

    def _rows(self, kind: KindOfPlays) -> Iterator[str]:
        if not kind.plays:
            return
        yield from ("", kind.title)
        width = max(len(str(one.play)) for one in kind.plays)
        for one in kind.plays:
            ways = f"  ({one.count:,} ways to group these cards)" * (one.count > 1)
            yield f"  {one.play!s:<{width}}  {play_sentence(one.play, self.position)}{ways}"
        if kind.cut:
            yield f"  {kind.cut}"

    @property
    def html(self) -> str:
        """The answer as HTML."""
        tables = [self._table(kind) for kind in self.kinds if kind.plays]
        return markup.paragraph(self.summary) + "".join(tables)

    def _table(self, kind: KindOfPlays) -> str:
        rows = [
            (
                markup.code(one.play),
                markup.plain(play_sentence(one.play, self.position)),
                self._ways(one),
            )
            for one in kind.plays
        ]
        heads = ["Play", "In words", "Groupings"]
        if kind.kind == "trail":
            heads, rows = heads[:2], [row[:2] for row in rows]  # type: ignore[misc]
        cut = markup.paragraph(kind.cut) if kind.cut else ""
        return markup.table(kind.title, heads, rows) + cut

    @staticmethod
    def _ways(one: ListedPlay) -> str:
        if one.count < 2:
            return "1"
        body = markup.bullets(markup.code(play) for play in one.groupings)
        rest = markup.paragraph("and more") if one.count > len(one.groupings) else ""
        return markup.folded(f"{one.count:,} ways", body + rest)


@dataclass(frozen=True, slots=True, repr=False)
class GroupingsAnswer(Answer):
    """The ways to group the cards of one play: the first of them, and how many there are."""

    position: Position
    play: Play
    groupings: tuple[Play, ...]
    count: int

    @property
    def summary(self) -> str:
        """How many ways there are, in one sentence."""
        if not self.count:
            return f"The cards of {self.play} cannot be shared out in groups."
        ways = "is 1 way" if self.count == 1 else f"are {self.count:,} ways"
        listed = f"; the first {len(self.groupings)} are these" if self.more else ""
        return f"There {ways} to group the cards of {self.play}{listed}."

    @property
    def more(self) -> bool:
        """True if there are ways that are not listed."""
        return self.count > len(self.groupings)

    @property
    def text(self) -> str:
        """The answer as plain text."""
        width = max((len(str(play)) for play in self.groupings), default=0)
        rows = [
            f"  {play!s:<{width}}  {play_sentence(play, self.position)}" for play in self.groupings
        ]
        return "\n".join([self.summary, *rows])

    @property
    def html(self) -> str:
        """The answer as HTML."""
        said = (
            f"{markup.code(play)} {markup.plain(play_sentence(play, self.position))}"
            for play in self.groupings
        )
        return markup.paragraph(self.summary) + markup.bullets(said) + self._picture

    @property
    def _picture(self) -> str:
        """The groups that collide, drawn: only where there is a choice."""
        if self.count < 2:
            return ""
        picture, left_out = conflict_picture(self.position, self.play)
        words = "Lines join groups that share a card; a way to group the cards has none of them."
        more = f" {left_out[0].upper()}{left_out[1:]}." if left_out else ""
        return markup.paragraph(words + more) + picture


@dataclass(frozen=True, slots=True, repr=False)
class CheckAnswer(Answer):
    """Whether a play is legal, why, what would be, and what comes of it.

    Attributes
    ----------
    position : Position
        The table before it.
    verdict : Verdict
        What the rules say.
    repairs : tuple of Repair
        Legal plays near an illegal one.
    needs : str
        What would have to be different for an illegal one; may be empty.
    """

    position: Position
    verdict: Verdict
    repairs: tuple[Repair, ...] = ()
    needs: str = ""

    @property
    def is_legal(self) -> bool:
        """True if no rule is broken."""
        return self.verdict.is_legal

    @property
    def title(self) -> str:
        """The verdict in one line."""
        return f"{'Legal' if self.is_legal else 'Not legal'}: {self.verdict.text}"

    @property
    def said(self) -> str:
        """The play in words."""
        return turn_sentence(self.verdict.turn, self.position)

    @property
    def result(self) -> str:
        """What a legal play brings, in a sentence; empty for an illegal one."""
        if not self.is_legal:
            return ""
        taken = self.verdict.captured
        parts = [f"{count_words(len(taken), 'card')} captured: {cards_text(taken)}."] * bool(taken)
        if self.verdict.sweep:
            worth = self.position.variant.options.sweep_points > 0
            parts.append(f"The table is empty: a sweep{'' if worth else ', worth no point here'}.")
        elif self.verdict.emptied:
            parts.append("The table is empty, but here that is no sweep.")
        after = self.after
        points = after and points_words(gained(self.position, after), self.position.sides)
        parts += [f"Certain points: {points}."] * bool(points)
        return " ".join(parts)

    @property
    def after(self) -> Position | None:
        """The table after a legal play, with what it scored at once; None for an illegal one."""
        return noted(self.position, self.verdict)

    @property
    def marks(self) -> dict[Card, str]:
        """Cards to mark: what a broken rule is about, or what the play uses."""
        visible = {card for build in self.position.builds for card in build.cards}
        visible.update(self.position.loose, self.position.hand)
        used = [
            card for play in self.verdict.turn for item in play.items for card in item_cards(item)
        ]
        marks = dict.fromkeys(used, "good" if self.is_legal else "chosen")
        marks |= {card: "chosen" for play in self.verdict.turn for card in play.hand}
        for violation in self.verdict.violations:
            marks |= dict.fromkeys(violation.cards, "bad")
        return {card: mark for card, mark in marks.items() if card in visible}

    @property
    def text(self) -> str:
        """The answer as plain text."""
        return "\n".join(self._text_lines())

    def _text_lines(self) -> Iterator[str]:
        verdict = self.verdict
        yield from (self.title, f"  {self.said}")
        for violation in verdict.violations:
            yield f"  - {violation.sentence} [{violation.source}]"
        if self.result:
            yield f"  {self.result}"
        for notice in verdict.notices:
            yield f"  Worth noticing: {notice.sentence}"
        plays = [repair for repair in self.repairs if repair.play is not None]
        if plays:
            yield "Legal instead:"
            width = max(len(str(repair.text)) for repair in plays)
            yield from (f"  {repair.text!s:<{width}}  {repair.sentence}" for repair in plays)
        yield from self.advice
        if self.after is not None:
            yield from ("", "After it:", table_text(self.after))

    @property
    def advice(self) -> tuple[str, ...]:
        """What would have to be different, where that is no play to be offered."""
        without = [repair.sentence for repair in self.repairs if repair.play is None]
        return tuple(dict.fromkeys([*without, *[self.needs] * bool(self.needs)]))

    @property
    def verdict_html(self) -> str:
        """The verdict and every reason, as HTML."""
        verdict = self.verdict
        body = markup.paragraph(self.said)
        body += markup.bullets(
            f"{markup.plain(violation.sentence)} "
            f"<small>Source: {markup.plain(violation.source)}</small>"
            for violation in verdict.violations
        )
        if self.result:
            body += markup.paragraph(self.result)
        sign = "✓" if self.is_legal else "✗"
        kind = "good" if self.is_legal else "bad"
        noticed = markup.bullets(markup.plain(notice.sentence) for notice in verdict.notices)
        return markup.box(kind, f"{sign} {self.title}", body, role="status") + (
            markup.box("note", "Worth noticing", noticed) if noticed else ""
        )

    @property
    def advice_html(self) -> str:
        """What would have to be different, as HTML."""
        return "".join(map(markup.paragraph, self.advice))

    @property
    def after_html(self) -> str:
        """The table after a legal play, as HTML; empty for an illegal one."""
        after = self.after
        if after is None:
            return ""
        # The seats stay where they are, so that only what was played moves.
        title = f"After {self.verdict.text}"
        return markup.picture(after, title=title, near=self.position.turn)

    @property
    def html(self) -> str:
        """The answer as HTML."""
        plays = markup.bullets(
            f"{markup.code(repair.text)} {markup.plain(repair.sentence)}"
            for repair in self.repairs
            if repair.play is not None
        )
        instead = markup.heading("Legal instead") + plays if plays else ""
        before = markup.picture(self.position, self.marks)
        return f"{self.verdict_html}{instead}{self.advice_html}{before}{self.after_html}"

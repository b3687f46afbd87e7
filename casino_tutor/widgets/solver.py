"""The solver as a form for a notebook: type, paste or pick a position, then try plays.

The form holds no rule. It tells a `SolverSession` what was typed and shows what that answers.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import ipywidgets

from casino_tutor.model.variant import Variant, VariantError, find_variant, variant_names
from casino_tutor.tutor import markup
from casino_tutor.tutor.answers import CheckAnswer, TableAnswer, Unreadable
from casino_tutor.tutor.samples import SAMPLES, Sample, find_sample
from casino_tutor.tutor.solving import SolverSession
from casino_tutor.widgets.callbacks import loud

_WIDE: Final = {"width": "98%", "max_width": "700px"}
#: Buttons of very different length, and the sentences beside them in line.
_TWO_COLUMNS: Final = {"grid_template_columns": "max-content 1fr", "max_width": "900px"}
_LABELS: Final = {"description_width": "80px"}
_AS_WRITTEN: Final = "as the line says (Casino, if it does not say)"


def solver(line: str | None = None, variant: Variant | str | None = None) -> Solver:
    """Return the solver form for a position.

    Parameters
    ----------
    line : str, optional
        A position line to begin with; the first sample without it.
    variant : Variant or str, optional
        The rules, by name or as the path of a TOML file of house rules. They win over what the
        line says.

    Returns
    -------
    Solver
        A widget; it shows itself at the end of a cell.
    """
    return Solver(line, variant)


class Solver(ipywidgets.VBox):  # type: ignore[misc]
    """The solver form. See `solver`."""

    def __init__(self, line: str | None = None, variant: Variant | str | None = None) -> None:
        first = SAMPLES[0].line if line is None else line
        variant = _by_name(variant)
        self.session = SolverSession(first, variant)
        self._loud = loud(self._report)
        self._filling = False
        self.sample = ipywidgets.Dropdown(
            options=[("pick one", ""), *((sample.name, sample.name) for sample in SAMPLES)],
            description="Sample",
            tooltip="Sample positions, each with plays to try",
            style=_LABELS,
            layout=_WIDE,
        )
        self.line = ipywidgets.Text(
            description="Position",
            tooltip="Position line: table, a space, your hand; press Enter to read it",
            placeholder="table cards, a space, your hand, as in 8D,6C,2D 8S,KD",
            continuous_update=False,
            style=_LABELS,
            layout=_WIDE,
        )
        self.variant = ipywidgets.Dropdown(
            options=_variant_choices(variant),
            description="Variant",
            tooltip="The rules to play by",
            style=_LABELS,
            layout=_WIDE,
        )
        self.about = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        self.tries = ipywidgets.GridBox(layout=_TWO_COLUMNS)
        self.attempt = ipywidgets.Combobox(
            description="Your play",
            tooltip="A play to try; press Enter to see whether it is legal",
            placeholder="as in 8Sx8D (take), 3S+6H=9 (build) or KD (trail)",
            continuous_update=False,
            style=_LABELS,
            layout=_WIDE,
        )
        self.verdict = ipywidgets.HTML()
        self.instead = ipywidgets.HTML()
        self.repairs = ipywidgets.GridBox(layout=_TWO_COLUMNS)
        self.after = ipywidgets.HTML()
        self.plays = ipywidgets.HTML()
        self.trouble = ipywidgets.HTML()
        super().__init__(
            [
                self.sample,
                self.line,
                self.variant,
                self.about,
                self.table,
                self.attempt,
                self.tries,
                self.verdict,
                self.instead,
                self.repairs,
                self.after,
                self.plays,
                self.trouble,
            ]
        )
        self.sample.observe(self._loud(self._sample_picked), "value")
        self.line.observe(self._loud(self._line_changed), "value")
        self.variant.observe(self._loud(self._line_changed), "value")
        self.attempt.observe(self._loud(self._play_changed), "value")
        self._fill()

    # What the learner does

    def _sample_picked(self, _change: object) -> None:
        if self._filling or not self.sample.value:
            return
        self.session.pick(find_sample(self.sample.value))
        self._fill()

    def _line_changed(self, _change: object) -> None:
        if self._filling:
            return
        self.session.choose(self.line.value, self.variant.value or None)
        self._fill(self.attempt.value)

    def _play_changed(self, _change: object) -> None:
        if not self._filling:
            self._show_check()

    def _tries(self, play: str, *, once: bool) -> Callable[[object], None]:
        """Return what a button does that tries a play; `once` if the answer takes it away."""

        def clicked(_button: object) -> None:
            self.attempt.value = play
            if once:
                # The focus would be lost with the button.
                self.attempt.focus()

        return self._loud(clicked)

    # What the session answers

    def _fill(self, play: str = "") -> None:
        """Show the session's table in every part of the form."""
        sample = next((one for one in SAMPLES if one.line == self.session.line), None)
        with self._without_asking():
            self.sample.value = sample.name if sample else ""
            self.line.value = self.session.line
            self.variant.value = self.session.variant or ""
            self.attempt.value = play
        self._show_plays()
        self._show_tries(sample)
        self._show_check()
        says = markup.paragraph(sample.says) if sample else ""
        read = self.session.show()
        self.about.value = says + (read.html if isinstance(read, Unreadable) else read.remarks_html)

    def _show_plays(self) -> None:
        answer = self.session.plays()
        if isinstance(answer, Unreadable):
            self.plays.value, self.attempt.options = "", ()
        else:
            self.plays.value, self.attempt.options = answer.html, answer.listed

    def _show_tries(self, sample: Sample | None) -> None:
        tries = sample.tries if sample else ()
        self._put_buttons(self.tries, ((one.play, one.asks) for one in tries))

    def _show_check(self) -> None:
        read = self.session.show()
        answer = self.session.check(self.attempt.value) if self.attempt.value.strip() else None
        self.trouble.value = ""
        if isinstance(answer, CheckAnswer):
            self._show_verdict(answer)
        else:
            # An unreadable line is said once, where the table would be.
            is_said = isinstance(read, Unreadable)
            self.verdict.value = "" if answer is None or is_said else answer.html
            self.instead.value = self.after.value = ""
            self._put_buttons(self.repairs, ())
        if isinstance(read, TableAnswer):
            marks = answer.marks if isinstance(answer, CheckAnswer) else {}
            self.table.value = read.marked(marks).picture_html
        else:
            self.table.value = ""

    def _show_verdict(self, answer: CheckAnswer) -> None:
        self.verdict.value = answer.verdict_html + answer.advice_html
        plays = [(str(one.play), one.sentence) for one in answer.repairs if one.play is not None]
        self.instead.value = markup.heading("Legal instead") if plays else ""
        self._put_buttons(self.repairs, plays, once=True)
        self.after.value = answer.after_html

    def _put_buttons(
        self, box: ipywidgets.Box, plays: Iterable[tuple[str, str]], *, once: bool = False
    ) -> None:
        """Fill a box with a button for each play, and the sentence beside it."""
        children: list[ipywidgets.DOMWidget] = []
        for play, sentence in plays:
            button = ipywidgets.Button(
                description=play,
                tooltip=f"Try {play}: {sentence}",
                layout={"width": "auto"},
            )
            button.on_click(self._tries(play, once=once))
            children += [button, ipywidgets.HTML(markup.plain(sentence))]
        before = box.children
        box.children = tuple(children)
        for child in before:
            # A widget lives on in kernel and page until it is closed.
            child.close()

    def _report(self, error: Exception) -> None:
        """Show what went wrong inside the form itself: everything else would swallow it."""
        told = markup.folded("Details", markup.lines("".join(traceback.format_exception(error))))
        title = f"The solver itself failed: {type(error).__name__}: {error}"
        self.trouble.value = markup.box("bad", title, told, role="alert")

    @contextmanager
    def _without_asking(self) -> Iterator[None]:
        """Set values of the form without hearing of them as if the learner had."""
        self._filling = True
        try:
            yield
        finally:
            self._filling = False

    # Without a kernel

    def __repr__(self) -> str:
        return self._text()

    def _text(self) -> str:
        read = self.session.show()
        if isinstance(read, Unreadable):
            return read.text
        parts = [read.text, self.session.plays().text]
        if self.attempt.value.strip():
            parts.append(self.session.check(self.attempt.value).text)
        return "\n\n".join(parts)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The form, and for pages without a kernel the same answers as HTML and as text."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs) or {}
        static = self.session.show().html
        if self.session.position is not None:
            static += self.session.plays().html
        return bundle | {"text/plain": self._text(), "text/html": static}


def _by_name(given: Variant | str | None) -> Variant | str | None:
    """Return a built-in variant by its one name, whatever other name of it was given."""
    if given is None:
        return None
    try:
        found = find_variant(given) if isinstance(given, str) else given
    except VariantError:
        # The session says what is wrong with it.
        return given
    return found.name if found.name in variant_names() and not found.changes() else found


def _variant_choices(given: Variant | str | None) -> list[tuple[str, Variant | str]]:
    """Every built-in variant by its title, and the one that was given if it is none of them."""
    # None would mean to ipywidgets that nothing is chosen.
    choices: list[tuple[str, Variant | str]] = [(_AS_WRITTEN, "")]
    choices += [(find_variant(name).title, name) for name in variant_names()]
    if given is not None and given not in variant_names():
        title = f"{given.title}, house rules" if isinstance(given, Variant) else given
        choices.append((title, given))
    return choices

"""The errors of the project: badly written, ambiguous, illegal. All are ``ValueError``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casino_tutor.model.violation import Violation

_EXCERPT = 40


class NotationError(ValueError):
    """A text that cannot be read.

    Parameters
    ----------
    problem : str
        What is wrong, in one plain sentence without a full stop.
    text : str
        The whole text that was read.
    offset : int
        Where the problem is, counted from 0 in `text`.
    expected : str
        What should have stood there; may be empty.

    Attributes
    ----------
    line, column : int
        Where the problem is, both counted from 1.
    """

    kind = "notation"

    def __init__(self, problem: str, text: str = "", offset: int = 0, expected: str = "") -> None:
        self.problem = problem
        self.text = text
        self.offset = max(0, min(offset, len(text)))
        self.expected = expected
        before = text[: self.offset]
        self.line = before.count("\n") + 1
        self.column = self.offset - (before.rfind("\n") + 1) + 1
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The whole error in one line: what, where, and what was expected."""
        where = f"line {self.line}, column {self.column}"
        near = excerpt(self.text, self.offset)
        shown = f" (at {near!r})" if near else ""
        wanted = f"; expected {self.expected}" if self.expected else ""
        return f"{where}: {self.problem}{shown}{wanted}"


class Fault:
    """One thing that cannot be in a position, with the place where it was written."""

    __slots__ = ("offset", "sentence")

    def __init__(self, sentence: str, offset: int = 0) -> None:
        self.sentence = sentence
        self.offset = offset

    def __repr__(self) -> str:
        return f"Fault({self.sentence!r}, {self.offset})"


class PositionError(NotationError):
    """A position that no pack of cards can produce; carries *all* its faults.

    Attributes
    ----------
    faults : tuple of Fault
        Every fault found, in the order of the text.
    """

    kind = "position"

    def __init__(self, faults: tuple[Fault, ...], text: str = "") -> None:
        self.faults = faults
        super().__init__("; ".join(f.sentence for f in faults), text, faults[0].offset)

    @property
    def message(self) -> str:
        """All faults in one line, with the place of the first."""
        return f"line {self.line}, column {self.column}: {self.problem}"


class AmbiguousPlayError(ValueError):
    """A text that can be read in several ways.

    Attributes
    ----------
    candidates : tuple of str
        The texts it may stand for.
    """

    kind = "ambiguous"

    def __init__(
        self, problem: str, candidates: tuple[str, ...], text: str = "", offset: int = 0
    ) -> None:
        self.problem = problem
        self.candidates = candidates
        self.text = text
        self.offset = offset
        self.line = text.count("\n", 0, offset) + 1
        self.column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        shown = ", ".join(candidates[:8])
        choose = f"; write one of: {shown}" if candidates else ""
        super().__init__(f"line {self.line}, column {self.column}: {problem}{choose}")


class IllegalPlayError(ValueError):
    """A play that breaks rules; carries *every* broken rule.

    Attributes
    ----------
    violations : tuple of Violation
        All broken rules, each once.
    """

    kind = "illegal"

    def __init__(self, play: str, violations: tuple[Violation, ...]) -> None:
        self.play = play
        self.violations = violations
        reasons = " ".join(v.sentence for v in violations)
        super().__init__(f"{play} is not legal: {reasons}")


def excerpt(text: str, offset: int) -> str:
    """Return a short piece of `text` from `offset`, for an error message."""
    piece = text[offset : offset + _EXCERPT].split("\n", maxsplit=1)[0]
    return piece + ("..." if len(text) > offset + _EXCERPT else "")

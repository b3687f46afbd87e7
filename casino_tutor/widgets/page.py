"""The code-free page: its head, and one panel below it, opened when somebody comes.

Kernels are made ready before anybody needs them. So nothing is read or begun until a browser says
that it shows the page: what a file held before that may be old by then.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

import anywidget
import ipywidgets
import traitlets

from casino_tutor.tutor import markup
from casino_tutor.widgets.callbacks import loud
from casino_tutor.widgets.drawn import module_text
from casino_tutor.widgets.play import play
from casino_tutor.widgets.setup import set_up

#: Where matches and tables are kept, and whether many people use the page.
HOME_VARIABLE: Final = "CASINO_TUTOR_HOME"
SHARED_VARIABLE: Final = "CASINO_TUTOR_SHARED"
PANELS: Final = (("play", "Play"), ("solve", "Solve a position"))
_LONGEST_NAME: Final = 40


def page(folder: str | Path | None = None, *, shared: bool | None = None) -> Page:
    """Return the page.

    Parameters
    ----------
    folder : str or Path, optional
        Where matches and tables are kept; the folder in ``CASINO_TUTOR_HOME``, else this one.
    shared : bool, optional
        True if many people use it: each says a name; as ``CASINO_TUTOR_SHARED`` says if left out.

    Returns
    -------
    Page
        A widget; it shows itself at the end of a cell.
    """
    environment = os.environ
    home = Path(folder or environment.get(HOME_VARIABLE) or ".")
    many = bool(environment.get(SHARED_VARIABLE)) if shared is None else shared
    return Page(home, shared=many)


def file_part(name: str) -> str:
    """Make of a name something that may be a part of a file's name anywhere.

    Examples
    --------
    >>> file_part(" Anna B. "), file_part("../../etc/passwd"), file_part("??")
    ('anna-b', 'etc-passwd', '')
    """
    return re.sub(r"[^\w]+", "-", name.strip().lower()[:_LONGEST_NAME]).strip("-_")


class Head(anywidget.AnyWidget):
    """The head of the page."""

    _esm = module_text("page.js")
    _css = module_text("page.css")
    state = traitlets.Dict().tag(sync=True)


class Page(ipywidgets.VBox):  # type: ignore[misc]
    """The page. See `page`."""

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        """Make the head; panels follow when a browser shows it."""
        self.folder = folder
        self._shared = shared
        self._name: str | None = None
        self.panels: dict[str, ipywidgets.Widget] = {}
        self.head = Head(state=_state(asks=False))
        self.trouble = ipywidgets.HTML()
        super().__init__([self.head])
        self.head.on_msg(loud(self._report)(self._heard))

    def _heard(self, _widget: object, message: Any, _buffers: object = None) -> None:
        said: Mapping[str, Any] = message if isinstance(message, dict) else {}
        if "query" in said and self._name is None:
            given = parse_qs(str(said["query"]).lstrip("?")).get("name", [""])[0]
            self._come(given)
        elif "name" in said and self._name is None:
            self._come(str(said["name"]))
        elif self._name is not None:
            self._show(str(said.get("show", "")))

    def _come(self, name: str) -> None:
        """Let somebody in; where many come, each under a name."""
        part = file_part(name)
        if self._shared and not part:
            words = "That name has no letters." if name.strip() else ""
            self.head.state = _state(asks=True, words=words)
            return
        self._name = part
        self._show("play")

    def _show(self, which: str) -> None:
        makers: Mapping[str, Callable[[], ipywidgets.Widget]] = {
            "play": lambda: play(file=self._file("match")),
            "solve": lambda: set_up(file=self._file("tables")),
        }
        if which not in makers:
            return
        if which not in self.panels:
            self.panels[which] = makers[which]()
        self.head.state = _state(shown=which)
        self.children = (self.head, self.panels[which])

    def _file(self, what: str) -> Path:
        owner = f"-{self._name}" if self._name else ""
        return self.folder / f"my-{what}{owner}.txt"

    def _report(self, error: Exception) -> None:
        """Show what went wrong in the page itself: everything else would swallow it."""
        told = markup.folded("Details", markup.lines("".join(traceback.format_exception(error))))
        title = f"The page itself failed: {type(error).__name__}: {error}"
        self.trouble.value = markup.box("bad", title, told, role="alert")
        self.children = (self.head, self.trouble)


def _state(*, asks: bool = False, shown: str = "", words: str = "") -> dict[str, Any]:
    panels = [list(panel) for panel in PANELS] if shown else []
    return {"asks": asks, "panels": panels, "shown": shown, "words": words}

"""The play panel: choose a game and opponents, and play a match that is kept at every play."""

from __future__ import annotations

import traceback
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import ipywidgets

from casino_tutor.engine.opponents import OPPONENTS
from casino_tutor.model.position_ops import DEFAULT_VARIANT
from casino_tutor.model.variant import Variant, find_variant, variant_names
from casino_tutor.tutor import markup
from casino_tutor.tutor.session import Keeper, TableSession, open_match
from casino_tutor.tutor.session_commands import ShowHands
from casino_tutor.tutor.session_files import Opened, begin_anew, open_or_begin
from casino_tutor.tutor.session_match import MatchTable
from casino_tutor.widgets.callbacks import loud
from casino_tutor.widgets.table import CardTable

#: Where a match is kept if nothing else is said, in the folder of the notebook.
FILE: Final = "my-match.txt"
_SEEDS: Final = 1_000_000
_FIELD: Final = {"width": "auto"}
_LABELS: Final = {"description_width": "76px"}
_ROW: Final = {"grid_template_columns": "repeat(auto-fit, minmax(280px, 1fr))", "grid_gap": "4px"}


def play(
    variant: Variant | str = DEFAULT_VARIANT,
    players: int = 2,
    opponent: str = "simple",
    *,
    seed: int | None = None,
    file: str | Path = FILE,
) -> PlayPanel:
    """Return a panel to play a match; a match that stands in the file goes on.

    Parameters
    ----------
    variant : Variant or str
        The game of a new match.
    players : int
        How many play it.
    opponent : str
        Who plays for the others.
    seed : int, optional
        Where its cards come from; any number if left out, and for every match after it.
    file : str or Path
        Where the match is kept.

    Returns
    -------
    PlayPanel
        A widget; it shows itself at the end of a cell.
    """
    return PlayPanel(variant, players, opponent, seed=seed, file=file)


class PlayPanel(ipywidgets.VBox):  # type: ignore[misc]
    """The play panel. See `play`."""

    def __init__(
        self,
        variant: Variant | str,
        players: int,
        opponent: str,
        *,
        seed: int | None = None,
        file: str | Path = FILE,
    ) -> None:
        given = find_variant(variant) if isinstance(variant, str) else variant
        self.file = Path(file)
        self._seed = seed
        self._loud = loud(self._report)
        self.variant = ipywidgets.Dropdown(
            options=_games(given),
            value=given,
            description="Game",
            tooltip="The game of the next match",
            style=_LABELS,
            layout=_FIELD,
        )
        self.players = ipywidgets.Dropdown(
            options=given.options.seats,
            value=players if players in given.options.seats else given.options.seats[0],
            description="Players",
            tooltip="How many play the next match",
            style=_LABELS,
            layout=_FIELD,
        )
        self.opponent = ipywidgets.Dropdown(
            options=list(dict.fromkeys([*OPPONENTS, opponent])),
            value=opponent,
            description="Against",
            tooltip="Who plays for the others",
            style=_LABELS,
            layout=_FIELD,
        )
        self.new = ipywidgets.Button(
            description="New match",
            tooltip="Begin a match; the present one is kept under another name",
            layout={"width": "auto", "min_height": "40px", "flex": "0 0 auto"},
        )
        self.new.add_class("ct-form-button")
        self.strength = ipywidgets.HTML(_strength(opponent))
        self.about = ipywidgets.HTML()
        self.trouble = ipywidgets.HTML()
        opened = open_or_begin(self.file, self._begin)
        self._show_form_of(opened.session)
        self.table = CardTable(opened.session, begin=self._begin_anew)
        self._tell(opened)
        asked = ipywidgets.GridBox([self.variant, self.players, self.opponent], layout=_ROW)
        asked.add_class("ct-form")
        beginning = ipywidgets.HBox([self.new, self.about], layout={"align_items": "center"})
        self._form = [asked, self.strength, beginning, self.trouble]
        for part in self._form:
            # As far from the edge as what stands in the table above.
            part.layout.margin = "0 12px"
        super().__init__([self.table, *self._form])
        self.variant.observe(self._loud(self._game_chosen), "value")
        self.opponent.observe(self._loud(self._opponent_chosen), "value")
        self.new.on_click(self._loud(self._new_match))

    @property
    def session(self) -> TableSession:
        """The session at the table."""
        return self.table.session

    def _begin(self, keep: Keeper) -> TableSession:
        seed = SystemRandom().randrange(_SEEDS) if self._seed is None else self._seed
        # The next match has other cards.
        self._seed = None
        opponents = [self.opponent.value]
        return open_match(self.variant.value, self.players.value, seed, opponents, keep)

    def _show_form_of(self, session: TableSession) -> None:
        """Let the form say what is played: the next match is the same unless somebody chooses."""
        table = session.table
        if not isinstance(table, MatchTable):
            return
        variant = table.match.variant
        self.variant.options = _games(variant)
        self.variant.value = variant
        self.players.options = variant.options.seats
        self.players.value = table.match.players
        names = [one.name for player, one in enumerate(table.opponents) if player != table.person]
        # Of several opponents the form knows the last, who plays for all that are not named.
        self.opponent.options = list(dict.fromkeys([*OPPONENTS, *names]))
        self.opponent.value = names[-1]
        self.strength.value = _strength(names[-1])

    def _game_chosen(self, _change: object) -> None:
        seats, chosen = self.variant.value.options.seats, self.players.value
        self.players.options = seats
        self.players.value = chosen if chosen in seats else seats[0]

    def _opponent_chosen(self, _change: object) -> None:
        self.strength.value = _strength(self.opponent.value)

    def _new_match(self, _button: object) -> None:
        self._begin_anew()

    def _begin_anew(self) -> None:
        opened = begin_anew(self.file, self._begin)
        are_shown = self.session.shown.all_hands
        self.table.sit_down(opened.session)
        if are_shown:
            # A teacher who shows all hands goes on doing so.
            self.table.do(ShowHands(on=True))
        self._tell(opened)

    def _tell(self, opened: Opened) -> None:
        self.about.value = markup.paragraph(opened.words)
        self.trouble.value = ""

    def _report(self, error: Exception) -> None:
        """Show what went wrong in the panel itself: everything else would swallow it."""
        told = markup.folded("Details", markup.lines("".join(traceback.format_exception(error))))
        title = f"The panel itself failed: {type(error).__name__}: {error}"
        self.trouble.value = markup.box("bad", title, told, role="alert")

    # Without a kernel

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The panel, and for pages without a kernel its table as a picture and as text."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs) or {}
        static, _ = self.table._repr_mimebundle_()
        return bundle | {name: static[name] for name in ("text/plain", "text/html")}


def _strength(opponent: str) -> str:
    """Say what an opponent does."""
    entry = OPPONENTS.get(opponent.partition(":")[0])
    return markup.paragraph(f"“{opponent}” plays {entry.sentence}.") if entry else ""


def _games(given: Variant) -> list[tuple[str, Variant]]:
    """Every built-in game by its title, and the one that was given if it is none of them."""
    games = [(found.title, found) for found in map(find_variant, variant_names())]
    if given not in [game for _, game in games]:
        games.insert(0, (f"{given.title}, house rules", given))
    return games

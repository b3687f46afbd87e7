"""The answer of `import`: a saved game of the course as a position line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from casino_tutor.model.saved_games import SavedFileError, SavedGame, saved_game_from_file
from casino_tutor.terminal.answers import Answer, AnswerError, read_rules, reading

#: The game that the files are of.
COURSE: Final = "royal_course"


def read_save(
    path: str, variant: str | None = None, options: Mapping[str, object] | None = None
) -> SavedGame:
    """Read a saved game from a file.

    Parameters
    ----------
    path : str
        The file.
    variant : str, optional
        The rules, by name or path; those of the course if left out.
    options : mapping, optional
        House rules.

    Raises
    ------
    AnswerError
        If it cannot be read; the message names the file, the line and the column.
    """
    rules = read_rules(variant or COURSE, options or {})
    with reading(path):
        try:
            return saved_game_from_file(path, rules)
        except SavedFileError as error:
            # No line of it is to blame, and the message names the file itself.
            raise AnswerError(error.kind, str(error)) from error


def save_answer(game: SavedGame) -> Answer:
    """Say what a saved game says, and what is odd about it."""
    return {
        "position": str(game.position),
        "round": game.round,
        "oddities": [
            {"line": odd.line, "column": odd.column, "sentence": odd.sentence}
            for odd in game.oddities
        ],
    }

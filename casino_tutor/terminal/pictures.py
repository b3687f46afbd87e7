"""The picture of the conflict graph, for `groupings --svg`."""

from __future__ import annotations

from casino_tutor.model.position import Position
from casino_tutor.terminal.answers import read_one_play
from casino_tutor.tutor.pictures import conflict_picture


def groupings_svg(position: Position, text: str) -> tuple[str, str]:
    """Draw the groups that could stand in a play, those that do stand in it chosen.

    Parameters
    ----------
    position : Position
        The position.
    text : str
        The play. If its grouping is left open, the first grouping counts.

    Returns
    -------
    tuple of str
        The picture, and what it leaves out; empty if it shows everything.

    Examples
    --------
    >>> from casino_tutor.terminal.answers import read_table
    >>> position, notes = read_table("8D,5H,3C,3D 8S")
    >>> picture, left_out = groupings_svg(position, "8Sx8D5H3D")
    >>> "5H+3D (chosen)" in picture, left_out
    (True, '')
    """
    return conflict_picture(position, read_one_play(position, text))

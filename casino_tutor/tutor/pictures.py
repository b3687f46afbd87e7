"""The picture of the conflict graph: which groups could stand in a play, and which collide."""

from __future__ import annotations

from casino_tutor.draw.graph import graph_svg
from casino_tutor.model.plays import BuildPlay, CapturePlay, Play
from casino_tutor.model.position import Position
from casino_tutor.rules.conflicts import conflicts_of
from casino_tutor.rules.grouping import fill_groups


def conflict_picture(position: Position, play: Play) -> tuple[str, str]:
    """Draw the groups that could stand in a play, those that do stand in it chosen.

    Parameters
    ----------
    position : Position
        The position.
    play : Play
        The play. If its grouping is left open, the first grouping counts.

    Returns
    -------
    tuple of str
        The picture (SVG), and what it leaves out; empty if it shows everything.

    Examples
    --------
    >>> from casino_tutor.model.notation import parse_play
    >>> from casino_tutor.model.position_text import parse_position
    >>> picture, left_out = conflict_picture(
    ...     parse_position("8D,5H,3C,3D 8S"), parse_play("8Sx8D5H3D")
    ... )
    >>> "5H+3D (chosen)" in picture, left_out
    (True, '')
    """
    play = fill_groups(position, play) or play
    found = conflicts_of(position, play)
    title, shown = _title(play), f"{len(found.labels)} of {found.count:,} groups"
    whole = len(found.labels) == found.count
    picture = graph_svg(
        found.labels,
        found.edges,
        chosen=found.chosen,
        title=title if whole else f"{title}: {shown}",
    )
    return picture, "" if whole else f"the picture shows {shown}"


def _title(play: Play) -> str:
    if isinstance(play, BuildPlay):
        return f"{play} and the other groups of a {play.value}-build"
    cards = " and ".join(map(str, play.hand)) or "no card"
    if isinstance(play, CapturePlay):
        return f"{play} and the other groups that {cards} could take"
    return f"The groups that {cards} could take"

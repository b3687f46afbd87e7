"""Slips of the pen: texts with a few marks changed, for tests of the readers."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

_MARKS: Final = "AKQJT987654321hdcsZBRGY x+,=[]@/&^_:~?*();-\n\t♠×0é"

#: Two rounds in the quick run; more of them with the slow tests.
SEEDS: Final = [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 20))]


def mutated(random: Random, text: str, most: int = 4) -> str:
    """Return the text with up to `most` marks left out, put in, changed, doubled or swapped."""
    for _ in range(random.randint(1, most)):
        at, to = sorted(random.choices(range(len(text) + 1), k=2))
        mark = random.choice(_MARKS)
        text = random.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + mark + text[at:],
                text[:at] + mark + text[at + 1 :],
                text[:to] + text[at:to] + text[to:],
                text[:at] + text[to:],
                text[:at] + text[at:to][::-1] + text[to:],
                text[:at] + text[at:].swapcase(),
            ]
        )
    return text

"""Means of what chance decides, with the intervals that hold the true value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import Final

#: The intervals hold the true value so often.
CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the interval around it; there is none of a single value."""

    mean: float
    least: float | None
    most: float | None

    def __str__(self) -> str:
        if self.least is None or self.most is None:
            return f"{self.mean:+.2f}"
        return f"{self.mean:+.2f} ({self.least:+.2f} to {self.most:+.2f})"


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of independent values with its confidence interval (Student's t).

    Examples
    --------
    >>> str(estimate([1, 2, 3, 4, 5]))
    '+3.00 (+1.04 to +4.96)'
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    half = student(confidence, len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def student(confidence: float, freedom: int) -> float:
    """Return the quantile of Student's distribution of a two-sided interval.

    The first terms of its expansion in the normal quantile, which from 3 degrees of freedom on are
    within 1 % at the confidence used here; below that, what is exact.
    """
    if freedom == 1:
        return tan(pi * confidence / 2)
    if freedom == 2:
        return confidence * sqrt(2 / (1 - confidence**2))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))

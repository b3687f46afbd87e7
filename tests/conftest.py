"""Settings of the whole test run: how many random examples, and that they repeat exactly."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The quick run is the same every time; the long one looks for news.
settings.register_profile(
    "short",
    derandomize=True,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("short"), derandomize=False)
settings.load_profile(os.environ.get("CASINO_TUTOR_FUZZ", "short"))

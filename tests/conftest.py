"""Settings of the whole test run: how many random examples, how they print, how they repeat."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

# The quick run is the same every time; the long one looks for news.
settings.register_profile(
    "short",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("short"), derandomize=False)
settings.load_profile(os.environ.get("CASINO_TUTOR_FUZZ", "short"))


def _in_notation(value: object, printer: RepresentationPrinter, _cycle: bool) -> None:
    printer.text(repr(value))


# A failing example is shown in notation, to be copied to the command line as it stands.
for module, name in (
    ("plays", "CapturePlay"),
    ("plays", "BuildPlay"),
    ("plays", "TrailPlay"),
    ("position", "Position"),
    ("position", "Build"),
    ("variant", "Variant"),
):
    for_type_by_name(f"casino_tutor.model.{module}", name, _in_notation)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud at the end that tests in a browser were left out: a skip alone is one letter."""
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [one for one in skipped if "NO BROWSER TESTS" in str(one.longrepr)]
    if left_out:
        reason = str(left_out[0].longrepr[2]).removeprefix("Skipped: ")
        terminalreporter.section(f"{len(left_out)} {reason}", sep="!", red=True, bold=True)

"""The README's table of variants: ``python -m tests.readme_table`` writes it anew."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from casino_tutor.terminal.overview import variants_table

README: Final = Path(__file__).resolve().parent.parent / "README.md"
_PLACE: Final = re.compile(r"(?<=<!-- variants -->\n).*?(?=\n<!-- /variants -->)", re.DOTALL)


def with_table(readme: str) -> str:
    """Return the text of the README with the table that the variant files make."""
    text, places = _PLACE.subn(lambda _: variants_table(), readme)
    assert places == 1, "README.md does not mark one place for the table of variants"
    return text


def main() -> None:
    """Write the table and say whether it has changed."""
    before = README.read_text("utf-8")
    after = with_table(before)
    README.write_text(after, "utf-8")
    sys.stdout.write(f"README.md: {'changed' if after != before else 'as it was'}\n")


if __name__ == "__main__":
    main()

"""The one catalogue of sentences: every rule, notice, flag and repair in plain words.

The sentences stand in ``data/locales/en.toml``; another language is another file with the same
keys. A sentence names its blanks in braces and is filled with cards and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

_DATA: Final = Path(__file__).resolve().parent.parent / "data"


@cache
def catalogue(locale: str = "en") -> Mapping[str, Mapping[str, Any]]:
    """Return the catalogue of one language: a table a key.

    Parameters
    ----------
    locale : str
        The language, as the file is called.
    """
    return data_table(f"locales/{locale}.toml")


def data_table(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Read one of the project's own TOML tables.

    Parameters
    ----------
    name : str
        Its path below ``data``.
    """
    import tomllib

    return tomllib.loads((_DATA / name).read_text("utf-8"))


def say(key: str, params: Mapping[str, object] | None = None, locale: str = "en") -> str:
    """Return the sentence of a key with its blanks filled.

    Parameters
    ----------
    key : str
        A dotted key such as ``trail.owner``.
    params : mapping, optional
        What fills the blanks.
    """
    return str(catalogue(locale)[key]["says"]).format_map(params or {})

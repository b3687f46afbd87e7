"""The two forms of the kernel: the compiled extension, and the same source run by Python."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    ExtensionFileLoader,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import module_from_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Final

from casino_tutor.engine.solution import EngineError

#: The kernels that a search can be asked to use, the quickest first.
KERNELS: Final = ("compiled", "plain", "readable")

_NAME: Final = "casino_tutor.engine.kernel"
_PLAIN: Final = "casino_tutor.engine._plain_kernel"
_PLAIN_LOOK_EVERY: Final = 200
_FOLDER: Final = Path(__file__).parent
_SOURCES: Final = ("kernel.py", "kernel.pxd", "layout.py")
_MADE: Final = tuple(EXTENSION_SUFFIXES)
#: A kernel holds one search at a time.
KERNEL_LOCK: Final = RLock()
#: Seconds between files that were installed together, in any order.
_SLACK: Final = 60


@cache
def is_compiled() -> bool:
    """Return True if the compiled kernel is installed, can be loaded and is not out of date."""
    return isinstance(_in_use().__loader__, ExtensionFileLoader)


@cache
def is_outdated() -> bool:
    """Return True if there is a compiled kernel that is older than its source.

    That happens in a checkout whose source has changed since; the plain one is then used.
    """
    made = [path for path in _FOLDER.glob("kernel.*") if path.name.endswith(_MADE)]
    sources = [path for path in map(_FOLDER.joinpath, _SOURCES) if path.exists()]
    newest = max(path.stat().st_mtime for path in sources)
    return any(path.stat().st_mtime < newest - _SLACK for path in made)


@cache
def _in_use() -> ModuleType:
    if is_outdated():
        return _plain()
    try:
        return import_module(_NAME)
    except ImportError:
        # An extension that another machine made.
        return _plain()


@cache
def _plain() -> ModuleType:
    """Load the source of the kernel as a module of its own, whether there is a compiled one."""
    path = _FOLDER / "kernel.py"
    loader = SourceFileLoader(_PLAIN, str(path))
    module = module_from_spec(ModuleSpec(_PLAIN, loader, origin=str(path)))
    sys.modules[_PLAIN] = module
    loader.exec_module(module)
    # As often in time as when it is compiled.
    vars(module)["LOOK_EVERY"] = _PLAIN_LOOK_EVERY
    return module


@cache
def kernel_of(name: str) -> Any:
    """Return the one `casino_tutor.engine.kernel.Kernel` of a form.

    Parameters
    ----------
    name : str
        ``compiled`` or ``plain``.

    Raises
    ------
    EngineError
        If the compiled kernel is asked for and is not there.
    """
    if name == "compiled" and not is_compiled():
        raise EngineError("the compiled kernel is not there; `casino-tutor doctor` says more")
    module = _in_use() if name == "compiled" else _plain()
    return module.Kernel()


def best_kernel() -> str:
    """Return the name of the quickest kernel that is there."""
    return "compiled" if is_compiled() else "plain"

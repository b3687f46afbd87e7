"""The floors of the house: an import only ever goes down, and the heavy ones are late."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import casino_tutor

PACKAGE = Path(casino_tutor.__file__).parent
#: From the ground up. Modules that stand in no folder are the roof: they may import everything.
FLOORS = ("model", "draw", "rules", "engine", "tutor", "widgets", "classroom")
ROOF = len(FLOORS)
#: Imported only inside the functions that use them: each would cost more than a whole answer may.
HEAVY = (
    *("IPython", "anywidget", "distributed", "ipywidgets", "joblib", "networkx", "numpy"),
    *("ortools", "pandas", "pydantic", "tqdm"),
)
MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if "notebooks" not in path.relative_to(PACKAGE).parts
)


def _floor(parts: tuple[str, ...]) -> int:
    return FLOORS.index(parts[0]) if parts and parts[0] in FLOORS else ROOF


def _imports(path: Path) -> set[str]:
    """Return every module a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
            if node.module == "casino_tutor":
                found |= {f"casino_tutor.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_an_import_only_goes_down(path: Path) -> None:
    """A module imports only from its own floor and from those below."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts == ("__init__",):
        return
    own = _floor(parts)
    for name in _imports(path):
        if name == "casino_tutor":
            continue
        if name.startswith("casino_tutor."):
            target = tuple(name.split(".")[1:])
            is_public_name = (
                not (PACKAGE / target[0]).is_dir() and not (PACKAGE / f"{target[0]}.py").exists()
            )
            floor = FLOORS.index("rules") if is_public_name else _floor(target)
            assert floor <= own, f"{path} imports {name}, which is above it"


def test_no_import_goes_in_a_circle() -> None:
    """Modules that import each other at the top would be one module in two files."""
    graph = {}
    for path in MODULES:
        name = ".".join(("casino_tutor", *path.relative_to(PACKAGE).with_suffix("").parts))
        tree = ast.parse(path.read_text("utf-8"))
        graph[name.removesuffix(".__init__")] = {
            node.module
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0
        }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, f"a circle: {' -> '.join((*above, name))}"
        if name in done:
            return
        for below in graph.get(name, ()):
            visit(below, (*above, name))
        done.add(name)

    for name in graph:
        if name != "casino_tutor":
            visit(name, ())


def test_importing_the_package_loads_nothing_heavy() -> None:
    """`import casino_tutor` and a whole `check` need no solver, no arrays and no widgets."""
    code = (
        "import sys, casino_tutor, casino_tutor.cli;"
        "from click.testing import CliRunner;"
        "r = CliRunner().invoke(casino_tutor.cli.main, ['check', '8D,6C,2D 8S,KD', '8Sx8D']);"
        "assert r.exit_code == 0, r.output;"
        f"print([m for m in {(*HEAVY, 'rich')!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_core_works_without_solver_and_arrays() -> None:
    """Notation, judging, generating and drawing run where ortools, numpy, pandas cannot be had."""
    code = (
        "import sys\n"
        "for name in ('ortools', 'numpy', 'pandas', 'networkx'): sys.modules[name] = None\n"
        "import casino_tutor as ct\n"
        "from casino_tutor.draw.svg import table_svg\n"
        "from casino_tutor.draw.text import table_text\n"
        "from casino_tutor.rules.repair import repairs\n"
        "p = ct.parse_position('[5H+3C]=8@2,TD,2D 8S,7D,AS/?4; variant royal_dominican')\n"
        "assert ct.legal_plays(p).count() and ct.violations(p, '7D+2D=9')\n"
        "assert repairs(p, '7D+2D=9') and '<svg' in table_svg(p) and table_text(p)\n"
        "print('ok')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "ok"


def test_every_public_name_has_a_home() -> None:
    """Each name of `__all__` can be had, and is listed by `dir`."""
    for name in casino_tutor.__all__:
        assert getattr(casino_tutor, name) is not None
        assert name in dir(casino_tutor)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = casino_tutor.no_such_name

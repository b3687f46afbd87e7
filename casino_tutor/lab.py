"""The start command: a person's own copy of the notebooks, opened in JupyterLab.

The notebooks that come with the package are copied to a folder of the person's. A file they have
changed is never written over: a hidden list in that folder remembers what was put there, so a file
that still is what was put there can be brought up to date, and any other is left alone.
"""

import hashlib
import json
import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from casino_tutor.serving import Server, StartError, free_port, serve

PACKAGE = Path(__file__).parent
HOST = "127.0.0.1"
HOME_VARIABLE = "CASINO_TUTOR_HOME"
MANIFEST_NAME = ".casino-tutor.json"


class LabError(StartError):
    """The notebooks cannot be put in place; the text is one line for a person."""


def notebooks_folder() -> Path:
    """Where the notebooks that come with the package stand.

    Returns
    -------
    Path
        The folder inside an installed package, or the one beside the package in a checkout.

    Raises
    ------
    LabError
        If there is neither.
    """
    for folder in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise LabError("the notebooks are missing from this installation; install casino-tutor again")


def chosen_folder(folder: Path | None = None) -> Path:
    """The folder that holds a person's copies.

    Parameters
    ----------
    folder
        The one named by the person, if any.

    Returns
    -------
    Path
        That folder, else the one in the variable ``CASINO_TUTOR_HOME``, else ``casino-tutor`` in
        the home folder.

    Examples
    --------
    >>> chosen_folder(Path("my-casino")).name
    'my-casino'
    """
    try:
        named = folder or Path(os.environ.get(HOME_VARIABLE) or "~/casino-tutor")
        return Path(os.path.abspath(named.expanduser()))  # noqa: PTH100 - keeps links as they are
    except (OSError, RuntimeError) as problem:
        raise LabError(f"no folder for the notebooks: {problem}; name one") from None


# --- the copies ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Installed:
    """What `install_notebooks` did; every name is a path within the folder.

    Parameters
    ----------
    added, updated
        Files that were put there, and untouched ones that were brought up to date.
    offered
        For a file the person changed: the name under which the newer one now stands beside it.
    manifest_lost
        The list of what was put there could not be read, so every difference counts as theirs.
    """

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    offered: tuple[tuple[str, str], ...] = ()
    manifest_lost: bool = False

    def sentences(self) -> tuple[str, ...]:
        """Say what a person should know: nothing about files that are simply new or the same."""
        said = []
        if self.manifest_lost:
            said.append(f"{MANIFEST_NAME} could not be read: no file there was written over.")
        if self.updated:
            said.append(f"Brought up to date: {', '.join(self.updated)}")
        said += [
            f"Kept your {kept}; the newer one stands beside it: {new}" for kept, new in self.offered
        ]
        return tuple(said)


def install_notebooks(source: Path, folder: Path) -> Installed:
    """Copy the notebooks, and whatever stands with them, to a folder of the person's.

    Parameters
    ----------
    source
        The folder the files come from; hidden files in it are passed by.
    folder
        The folder they go to; it is made if need be.

    Returns
    -------
    Installed
        What was added, brought up to date, and put beside a changed file.

    Raises
    ------
    LabError
        If the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        put, offers, lost = _read_manifest(folder / MANIFEST_NAME)
        added: list[str] = []
        updated: list[str] = []
        offered: list[tuple[str, str]] = []
        for name in _files_of(source):
            content = (source / name).read_bytes()
            digest = _digest(content)
            target = folder / name
            mine = _digest(target.read_bytes()) if target.exists() else None
            if mine is None or (mine != digest and mine == put.get(name)):
                _write(target, content)
                (added if mine is None else updated).append(name)
                put[name] = digest
            elif mine == digest:
                put[name] = digest
            elif digest not in (put.get(name), offers.get(name)):
                beside = _name_beside(folder, name, offers.get(name))
                _write(folder / beside, content)
                offers[name] = digest
                offered.append((name, beside))
        manifest = json.dumps({"installed": put, "offered": offers}, indent=1, sort_keys=True)
        _write(folder / MANIFEST_NAME, (manifest + "\n").encode())
    except OSError as problem:
        raise LabError(
            f"cannot write the notebooks to {folder}: {problem.strerror or problem}; "
            f"name another folder, or set {HOME_VARIABLE}"
        ) from problem
    return Installed(tuple(added), tuple(updated), tuple(offered), manifest_lost=lost)


def first_notebook(folder: Path) -> str | None:
    """The notebook to open: the one with the lowest number, which is 00."""
    return min((path.name for path in folder.glob("[0-9]*.ipynb")), default=None)


def _files_of(source: Path) -> list[str]:
    """Every file below `source` that is not hidden, as a path with forward slashes."""
    paths = (path.relative_to(source) for path in source.rglob("*") if path.is_file())
    return sorted(
        path.as_posix()
        for path in paths
        if not any(part.startswith((".", "__pycache__")) for part in path.parts)
    )


def _read_manifest(path: Path) -> tuple[dict[str, str], dict[str, str], bool]:
    """What was put into the folder, what was offered beside it, and whether that list is lost."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return dict(found["installed"]), dict(found["offered"]), False
    except FileNotFoundError:
        return {}, {}, False
    except (ValueError, KeyError, TypeError):
        return {}, {}, True


def _name_beside(folder: Path, name: str, offer: str | None) -> str:
    """A name for the newer file: free, or held by an earlier offer that nobody has touched."""
    path = Path(name)
    number = 1
    while True:
        mark = "(new)" if number == 1 else f"(new {number})"
        beside = path.with_name(f"{path.stem} {mark}{path.suffix}")
        there = folder / beside
        if not there.exists() or _digest(there.read_bytes()) == offer:
            return beside.as_posix()
        number += 1


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


# --- the server ----------------------------------------------------------------------------------


def start(
    folder: Path | None = None,
    *,
    port: int | None = None,
    open_browser: bool | None = None,
    source: Path | None = None,
) -> int:
    """Copy the notebooks and run JupyterLab on the first of them until it is stopped.

    One line with the address, token included, is printed as soon as the address answers.

    Parameters
    ----------
    folder
        Where the person's copies stand; see `chosen_folder`.
    port
        The port to listen on; any free one by default.
    open_browser
        Whether a browser is opened; by default when there is a screen to show it on.
    source
        Where the notebooks come from; by default the ones of the package.

    Returns
    -------
    int
        The exit code: 0 after a clean stop, 1 when JupyterLab failed, 2 when it could not be
        started as asked.
    """
    try:
        home = chosen_folder(folder)
        shelf = source or notebooks_folder()
        installed = install_notebooks(shelf, home)
        free = free_port(HOST, port)
    except StartError as problem:
        print(f"casino-tutor lab: {problem}", file=sys.stderr, flush=True)
        return 2
    print(f"Your notebooks are in {home}", *installed.sentences(), sep="\n", flush=True)
    first = first_notebook(shelf)
    page = "/lab" if first is None else f"/lab/tree/{quote(first)}"
    wants_browser = has_screen() if open_browser is None else open_browser
    token = secrets.token_hex(24)
    server = Server(
        "casino-tutor lab",
        "JupyterLab",
        tuple(_command(home, free, page, open_browser=wants_browser)),
        jupyter_environment(token),
        HOST,
        free,
    )
    return serve(server, f"http://{HOST}:{free}{page}?token={token}")


def has_screen(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser opened from here would be seen by a person.

    Examples
    --------
    >>> has_screen({}, "linux"), has_screen({"DISPLAY": ":0"}, "linux"), has_screen({}, "darwin")
    (False, True, True)
    """
    if platform in ("win32", "darwin"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _command(folder: Path, port: int, page: str, *, open_browser: bool) -> list[str]:
    """The command line of JupyterLab."""
    # -P: a file of the person's with the name of a module must not be imported in its place.
    command = [sys.executable, "-P", "-m", "jupyterlab", "--log-level=WARN"]
    command += [
        f"--ServerApp.ip={HOST}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url={page}",
    ]
    if not open_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command


def jupyter_environment(token: str) -> dict[str, str]:
    """The variables JupyterLab, or any server of Jupyter's, is started with."""
    environment = dict(os.environ)
    # Ours switch off the news and the search for updates: nothing is asked of the outside.
    ours = PACKAGE / "data" / "jupyter"
    paths = (str(ours), environment.get("JUPYTER_CONFIG_PATH"))
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(path for path in paths if path)
    # Not on the command line, which every user of the machine can read.
    environment["JUPYTER_TOKEN"] = token
    # The kernel named python3 is this environment's, whatever else the person has installed.
    environment["JUPYTER_PREFER_ENV_PATH"] = "1"
    return environment

"""The code-free page: the play panel and the solver panel in a browser, by way of Voilà.

Nothing is asked of the network. The page answers on this machine only, unless an address is named,
and whoever opens it needs the token that stands in the printed address.
"""

import ipaddress
import os
import secrets
import socket
import sys
import webbrowser
from pathlib import Path
from urllib.parse import quote

from casino_tutor.lab import (
    HOME_VARIABLE,
    HOST,
    PACKAGE,
    chosen_folder,
    has_screen,
    jupyter_environment,
)
from casino_tutor.serving import Server, StartError, free_port, serve

NOTEBOOK = PACKAGE / "data" / "app" / "casino.ipynb"
#: Whoever sets it chooses the token; it is no option, because command lines can be read by all.
TOKEN_VARIABLE = "CASINO_TUTOR_TOKEN"  # noqa: S105 - the name of a variable
#: Tells the page that many people use it, each under a name.
SHARED_VARIABLE = "CASINO_TUTOR_SHARED"
_SHORTEST_TOKEN = 12
#: So many kernels wait for the next visitor: a whole class may come at once.
_WAITING, _WAITING_SHARED = 1, 4


def start(
    folder: Path | None = None,
    *,
    host: str = HOST,
    port: int | None = None,
    open_browser: bool | None = None,
) -> int:
    """Run the page until it is stopped.

    One line with the address, token included, is printed as soon as the address answers.

    Parameters
    ----------
    folder
        Where matches and tables are kept; see `casino_tutor.lab.chosen_folder`.
    host
        The address to listen on. Anything but this machine's own makes the page one for many: each
        visitor says a name, under which their match is kept.
    port
        The port to listen on; any free one by default.
    open_browser
        Whether a browser is opened; by default when there is a screen to show it on.

    Returns
    -------
    int
        The exit code: 0 after a clean stop, 1 when Voilà failed, 2 when it could not be started as
        asked.
    """
    try:
        home = chosen_folder(folder)
        home.mkdir(parents=True, exist_ok=True)
        token = _token()
        free = free_port(host, port)
    except (StartError, OSError) as problem:
        print(f"casino-tutor app: {problem}", file=sys.stderr, flush=True)
        return 2
    shared = not is_loopback(host)
    environment = jupyter_environment(token)
    # Our template stands beside the settings.
    paths = (str(PACKAGE / "data" / "jupyter"), environment.get("JUPYTER_PATH"))
    environment["JUPYTER_PATH"] = os.pathsep.join(path for path in paths if path)
    environment[HOME_VARIABLE] = str(home)
    environment[SHARED_VARIABLE] = "1" if shared else ""
    # A file of the person's with the name of a module must not be imported in its place.
    environment["PYTHONSAFEPATH"] = "1"
    anywhere = _is_anywhere(host)
    server = Server(
        "casino-tutor app",
        "Voilà",
        tuple(_command(host, free, shared=shared)),
        environment,
        _own_address(host) if anywhere else host,
        free,
    )
    name = socket.gethostname() if anywhere else host
    shown = f"[{name}]" if ":" in name else name
    address = f"http://{shown}:{free}/?token={quote(token, safe='')}"
    wants_browser = has_screen() if open_browser is None else open_browser
    return serve(server, address, (lambda: _open(address)) if wants_browser else None)


def is_loopback(host: str) -> bool:
    """Return True if only this machine can reach an address.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_anywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _own_address(host: str) -> str:
    """Where this machine itself finds a server that listens on every address."""
    return "::1" if ":" in host else HOST


def _token() -> str:
    """The token that was chosen, or one made for this time.

    Raises
    ------
    StartError
        If the chosen one can be guessed.
    """
    chosen = os.environ.get(TOKEN_VARIABLE, "")
    if chosen and len(chosen) < _SHORTEST_TOKEN:
        raise StartError(
            f"the token in {TOKEN_VARIABLE} has {len(chosen)} characters; "
            f"take {_SHORTEST_TOKEN} or more, or leave it out"
        )
    return chosen or secrets.token_hex(24)


def _command(host: str, port: int, *, shared: bool) -> list[str]:
    """The command line of Voilà; what does not change stands in data/jupyter/voila.json."""
    return [
        *(sys.executable, "-P", "-m", "voila", str(NOTEBOOK), "--no-browser"),
        "--Voila.log_level=ERROR",
        f"--Voila.ip={host}",
        f"--Voila.port={port}",
        "--Voila.port_retries=0",
        f"--VoilaConfiguration.default_pool_size={_WAITING_SHARED if shared else _WAITING}",
    ]


def _open(address: str) -> None:
    webbrowser.open(address)

"""Running a server for a person: on a free port, until it is stopped, and ended cleanly."""

import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

SECONDS_TO_START = 120
SECONDS_TO_STOP = 10


class StartError(Exception):
    """A server cannot be started as asked; the text is one line for a person."""


@dataclass(frozen=True)
class Server:
    """How a server is run.

    Parameters
    ----------
    command
        What the person typed: complaints begin with it.
    title
        What the server is called.
    words
        Its command line.
    environment
        Its variables.
    host, port
        Where it answers.
    """

    command: str
    title: str
    words: tuple[str, ...]
    environment: Mapping[str, str]
    host: str
    port: int


def free_port(host: str, port: int | None) -> int:
    """The port asked for, or any free one.

    Raises
    ------
    StartError
        If the port cannot be had.
    """
    if port is not None and not 1 <= port <= 65535:
        raise StartError(f"{port} is no port; a port is a number from 1 to 65535")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name == "posix":
            # As JupyterLab binds: a port that was closed a moment ago is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port or 0))
        except OSError as problem:
            taken = problem.errno == errno.EADDRINUSE
            reason = "is already in use" if taken else f"cannot be had ({problem.strerror})"
            raise StartError(f"port {port} {reason}; name another, or none") from None
        found: int = probe.getsockname()[1]
        return found


def serve(server: Server, address: str, opened: Callable[[], None] | None = None) -> int:
    """Run a server in a process of its own until it ends or a person ends it.

    Parameters
    ----------
    server
        The server.
    address
        What is printed as soon as it answers.
    opened
        What is done then.

    Returns
    -------
    int
        The exit code: 0 after a clean stop, 1 when the server failed.
    """
    # In a group of its own it does not see Ctrl-C, at which it would ask back or leave its kernels
    # to themselves; it is told to end instead, and then cleans up.
    process = subprocess.Popen(
        server.words, env=server.environment, stdin=subprocess.DEVNULL, process_group=0
    )
    with _told_to_end(process):
        try:
            if not _answers(process, server):
                ended = process.poll()
                why = "did not answer" if ended is None else f"ended with code {ended}"
                print(f"{server.command}: {server.title} {why}", file=sys.stderr, flush=True)
                return 1
            print(f"Open {address}", flush=True)
            if opened is not None:
                opened()
            return 0 if process.wait() == 0 else 1
        except KeyboardInterrupt:
            return 0
        finally:
            _stop(process)


@contextmanager
def _told_to_end(server: subprocess.Popen[bytes]) -> Iterator[None]:
    """Pass on to the server that this process is to end, or that its terminal was closed."""

    def pass_on(_signal: int, _frame: FrameType | None) -> None:
        server.terminate()

    ends = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}  # Windows has no SIGHUP
    before = {number: signal.getsignal(number) for number in ends}
    # What is ignored stays so: whoever writes `nohup` wants the server to outlive the terminal.
    heard = {number: was for number, was in before.items() if was != signal.SIG_IGN}
    for number in heard:
        signal.signal(number, pass_on)
    try:
        yield
    finally:
        for number, was in heard.items():
            signal.signal(number, was)


def _answers(process: subprocess.Popen[bytes], server: Server) -> bool:
    """Wait until the server answers; false when it ends first, or takes too long."""
    deadline = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection(server.host, server.port, timeout=5)
        try:
            connection.request("GET", "/api")
            connection.getresponse()
            return True
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        finally:
            connection.close()
    return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server if it still runs: politely, so that it ends its kernels, then firmly."""
    server.terminate()
    try:
        server.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()

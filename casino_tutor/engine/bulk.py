"""One map for bulk work: on this machine or on a cluster, the same results, never twice the work.

Positions to solve, pairs of an arena, puzzles to check: each is an item, and a function makes its
result. Local processes do the work, or the workers of a Dask cluster. Every item has a seed of its
own that hangs on nothing but the item, so neither how many work nor who comes first changes a
result. With a journal (`casino_tutor.engine.journal`) the work may be killed at any moment: started
again, what was written down is not done again, and what was not is not lost.
"""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from socket import create_connection
from threading import Thread
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from casino_tutor import __version__
from casino_tutor.engine.journal import BulkError, Journal, Record

#: What JSON can hold.
Value: TypeAlias = Any
Work: TypeAlias = Callable[[Any, int], Value]

#: How long a cluster may take to answer, and how long it may be without any worker, in seconds.
ANSWERS_WITHIN: Final = 5.0
WITHOUT_WORKERS: Final = 30.0
_LOOKS_EVERY: Final = 1.0


class ClusterError(BulkError):
    """A cluster that is not there, or is there no more."""


def bulk_map(
    function: Work,
    items: Iterable[Any],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    or_local: bool = False,
    seed: int = 0,
    task: str = "",
    resume: str | Path | None = None,
    progress: bool = False,
    tell: Callable[[str], object] = warnings.warn,
) -> list[Value]:
    """Return the result of a function for every item, in the order of the items.

    Parameters
    ----------
    function : callable
        Takes an item and its seed and returns something that JSON can hold. Workers import it by
        its name, so it stands at the top of a module (or is a `functools.partial` of such a one).
    items : iterable
        Different values that JSON can hold.
    jobs : int, optional
        How many processes work; as many as there are processors if left out. One works here.
    cluster : str, optional
        The address of a Dask scheduler, such as ``tcp://10.0.0.7:8786``; its workers do the work.
        They need this program, of the same version.
    or_local : bool
        Go on here where the cluster cannot be had, or is lost, instead of raising.
    seed : int
        Where the seeds of the items come from.
    task : str
        What is done, in words. It names everything that a result hangs on besides function, item
        and seed, so that a journal of something else is not taken for one of this.
    resume : path, optional
        The journal: results are written into it, and those that stand in it are taken from it.
        More items, or fewer, than the last time are welcome.
    progress : bool
        Whether to show a bar on stderr, where that is a terminal, or in the notebook.
    tell : callable
        Gets the sentence that says why the work goes on here.

    Raises
    ------
    BulkError
        If two items are equal, or the journal is of another task, damaged or in use.
    ClusterError
        If the cluster does not answer, has no workers, or loses them all.

    Examples
    --------
    >>> larger = bulk_map(max, [1, 2], jobs=1)
    >>> larger == [item_seed("1", 0), item_seed("2", 0)]
    True
    """
    listed = list(items)
    keys = [json.dumps(item, sort_keys=True) for item in listed]
    if len(set(keys)) < len(keys):
        raise BulkError("two of the items are equal; each is done once")
    record = Record(_name_of(function), task, seed)
    with _open_journal(resume, record) as journal:
        found = {key: journal.found[key] for key in keys if key in journal.found}
        left = [(key, item) for key, item in zip(keys, listed, strict=True) if key not in found]
        calls = [(key, item, item_seed(key, seed)) for key, item in left]
        with _bar(len(keys), len(found), shown=progress) as bar:
            work = _Work(function)
            for key, text in _results(work, calls, jobs, cluster, tell if or_local else None):
                found[key] = json.loads(text)
                journal.write(key, found[key])
                bar.update()
    return [found[key] for key in keys]


def item_seed(key: str, seed: int) -> int:
    """Return the seed of one item, the same on any machine.

    Parameters
    ----------
    key : str
        The item as JSON.
    seed : int
        The seed of the whole work.

    Examples
    --------
    >>> item_seed("17", 0) == item_seed("17", 0) != item_seed("17", 1)
    True
    """
    digest = hashlib.blake2b(f"{seed} {key}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker calls: the result as JSON, and an error that names its item."""

    function: Work

    def __call__(self, key: str, item: Any, seed: int) -> tuple[str, str]:
        try:
            return key, json.dumps(self.function(item, seed))
        except Exception as error:
            error.add_note(f"while working on item {key}")
            raise


def _name_of(function: Any) -> str:
    while isinstance(function, partial):
        function = function.func
    return f"{function.__module__}.{function.__qualname__}"


def _open_journal(path: str | Path | None, record: Record) -> Journal:
    return Journal() if path is None else Journal.open(Path(path), record)


def _bar(total: int, done: int, *, shown: bool) -> Any:
    if not shown:
        return _NoBar()
    from tqdm.auto import tqdm

    # Without a terminal a bar is noise; a notebook draws it whatever this says.
    return tqdm(total=total, initial=done, disable=None, leave=False)


class _NoBar:
    """Shows nothing."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def update(self) -> None:
        """Note that one more is done."""


# --- who does the work ---------------------------------------------------------------------------

_Calls: TypeAlias = Sequence[tuple[str, Any, int]]
_Results: TypeAlias = Iterator[tuple[str, str]]


def _results(
    work: _Work,
    calls: _Calls,
    jobs: int | None,
    cluster: str | None,
    tell: Callable[[str], object] | None,
) -> _Results:
    """Yield results as they come, whoever makes them; with `tell` the loss of a cluster is none."""
    if cluster is not None and calls:
        done = set()
        try:
            with _quiet(), _connect(cluster) as client:
                for key, text in _from_cluster(work, calls, client, cluster):
                    done.add(key)
                    yield key, text
        except ClusterError as error:
            if tell is None:
                raise
            tell(f"{error}; the work goes on here")
        calls = [call for call in calls if call[0] not in done]
    if jobs == 1 or len(calls) < 2:
        yield from (work(*call) for call in calls)
        return
    with closing(_parallel(work, calls, -1 if jobs is None else jobs)) as results:
        yield from results


def _parallel(work: _Work, calls: _Calls, jobs: int) -> Any:
    """Return joblib's results in the order in which they come."""
    from joblib import Parallel, delayed

    # The work is what is called and no argument: those, Dask would lay down with a single worker.
    return Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(work)(*call) for call in calls
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing on stderr at length what is raised as one sentence."""
    log = logging.getLogger("distributed.client")
    before = log.disabled
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = before


def _connect(address: str) -> Any:
    """Return a client of the cluster at an address that has workers with this program.

    Raises
    ------
    ClusterError
        If it is not there, or nobody works in it, or with another program; within seconds.
    """
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "a cluster needs the package distributed: install casino-tutor[cluster]"
        ) from None
    connect: Any = distributed.Client
    try:
        # Asked first, for it answers at once; a client would try again and again.
        with create_connection(_host_and_port(address), timeout=ANSWERS_WITHIN):
            pass
        client = _within(
            2 * ANSWERS_WITHIN,
            lambda: connect(address, timeout=ANSWERS_WITHIN, set_as_default=False),
        )
    except (OSError, TypeError) as error:
        raise ClusterError(
            f"no cluster answers at {address}; start one with `dask scheduler` and `dask worker`, "
            "or leave the cluster out"
        ) from error
    try:
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
    except OSError:
        client.close()
        raise ClusterError(
            f"the cluster at {address} has no workers; start one with `dask worker {address}`"
        ) from None
    try:
        _check_program(client, address)
    except ClusterError:
        client.close()
        raise
    return client


def _within(seconds: float, action: Callable[[], Any]) -> Any:
    """Return what an action returns, or raise TimeoutError: Dask waits long for a silent peer."""
    answered: Queue[Any] = Queue()

    def act() -> None:
        try:
            answered.put((action(), None))
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
            answered.put((None, error))

    Thread(target=act, daemon=True).start()
    try:
        found, error = answered.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return found


def _host_and_port(address: str) -> tuple[str, int]:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise ClusterError(f"{address!r} is no address of a cluster, such as tcp://10.0.0.7:8786")
    return host, port


def _check_program(client: Any, address: str) -> None:
    """Refuse workers that lack this program, or have another version of it."""
    try:
        # Nothing of our own is named in this question, so that any worker can answer it.
        found = client.run(eval, "__import__('casino_tutor').__version__")
    except ImportError:
        found = {"": "none"}
    except OSError as error:
        raise ClusterError(f"the workers of the cluster at {address} do not answer") from error
    others = sorted({str(version) for version in found.values()} - {__version__})
    if others:
        raise ClusterError(
            f"the workers of the cluster at {address} need casino-tutor {__version__}; "
            f"there is {' and '.join(others)}"
        )


def _from_cluster(work: _Work, calls: _Calls, client: Any, address: str) -> _Results:
    """Yield results of a cluster; end with an error when it is gone.

    joblib waits for as long as it takes, and Dask waits for workers that may never come. So joblib
    waits in a thread of its own, and here is looked, from time to time, who is still there.
    """
    arrived: Queue[Any] = Queue()

    def wait() -> None:
        from joblib import parallel_config

        try:
            with parallel_config(_cluster_backend(client)):
                for result in _parallel(work, calls, -1):
                    arrived.put(result)
        except BaseException as error:  # noqa: BLE001 - it is raised where the results are awaited
            arrived.put(error)

    Thread(target=wait, daemon=True).start()
    done, patience = 0, WITHOUT_WORKERS
    while done < len(calls):
        try:
            result = arrived.get(timeout=_LOOKS_EVERY)
        except Empty:
            patience = WITHOUT_WORKERS if _has_workers(client) else patience - _LOOKS_EVERY
            if patience <= 0:
                raise _lost(address, "its workers are gone", done, len(calls)) from None
            continue
        if isinstance(result, CancelledError):
            raise _lost(address, "its scheduler is gone", done, len(calls)) from result
        if isinstance(result, BaseException):
            raise result
        patience = WITHOUT_WORKERS
        done += 1
        yield result


def _lost(address: str, why: str, done: int, of: int) -> ClusterError:
    return ClusterError(f"the cluster at {address} is lost, {why}; {done} of {of} items are done")


def _cluster_backend(client: Any) -> Any:
    """Return joblib's way to Dask, which works there with a single worker too.

    joblib takes one worker for no company and would do all of the work here, unasked.
    """
    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

    return Backend(client=client)


def _has_workers(client: Any) -> bool:
    try:
        return client.status == "running" and bool(client.scheduler_info()["workers"])
    except (OSError, ValueError, KeyError):
        return False

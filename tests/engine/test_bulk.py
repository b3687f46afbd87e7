"""The bulk map: every item once, the same results however many work, whatever is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import create_server
from threading import Timer
from time import monotonic, sleep
from typing import Any

import pytest

from casino_tutor.engine import bulk
from casino_tutor.engine.bulk import ClusterError, bulk_map, item_seed
from casino_tutor.engine.journal import BulkError
from tests.engine.bulk_tasks import noted, noted_items, refused, squared

ROOT = Path(__file__).parents[2]
#: A program of its own that does the work of `noted`.
PROGRAM = [sys.executable, "-c", "from tests.engine.bulk_tasks import main; main()"]
NUMBERS = list(range(12))


def expected(items: list[int], seed: int = 0) -> list[list[int]]:
    """Return what `squared` makes of items."""
    return [[item * item, item_seed(str(item), seed)] for item in items]


def wait_for(found: Any, seconds: float = 30) -> None:
    """Wait until something is so."""
    end = monotonic() + seconds
    while not found():
        assert monotonic() < end, "it never came"
        sleep(0.02)


def lines_of(journal: Path) -> list[Any]:
    """Read the whole lines of a journal."""
    whole = journal.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def worked_on(marks: Path) -> dict[int, int]:
    """Return how often each item was begun."""
    return {int(mark.name): len(mark.read_text().splitlines()) for mark in marks.iterdir()}


# --- results and seeds ---------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    """However many processes work, an item has the same result, for it has the same seed."""
    assert bulk_map(squared, NUMBERS, jobs=jobs, seed=5) == expected(NUMBERS, 5)


def test_the_seed_of_an_item_hangs_on_nothing_but_the_item() -> None:
    """Other items beside it, or another order, change nothing; another seed changes all."""
    assert bulk_map(squared, [7, 3], jobs=1) == expected([7, 3])
    assert len({item_seed(str(item), seed) for item in range(50) for seed in range(20)}) == 1000


def test_no_items_are_no_work() -> None:
    """Nothing in, nothing out."""
    assert bulk_map(squared, []) == []


def test_equal_items_are_refused() -> None:
    """Which of two equal items has a result could not be told from a journal."""
    with pytest.raises(BulkError, match="equal"):
        bulk_map(squared, [1, 2, 1])


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_names_its_item(jobs: int, tmp_path: Path) -> None:
    """The function's own error comes out; what was done before it is in the journal."""
    journal = tmp_path / "journal"
    with pytest.raises(ZeroDivisionError) as caught:
        bulk_map(refused, range(6), jobs=jobs, resume=journal)
    assert "while working on item 3" in caught.value.__notes__
    assert all(line["item"] != 3 for line in lines_of(journal)[1:])


def test_a_bar_is_shown_where_somebody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    """Where stderr is no terminal there is none, and the results are the same."""
    assert bulk_map(squared, NUMBERS, jobs=1, progress=True) == expected(NUMBERS)
    assert capsys.readouterr().err == ""


def test_importing_the_map_loads_no_machinery() -> None:
    """Joblib, Dask and the bar are imported by those who need them."""
    code = (
        "import sys, casino_tutor.engine.bulk, casino_tutor.engine.arena;"
        "print([m for m in ('joblib', 'distributed', 'dask', 'tqdm', 'numpy') if m in sys.modules])"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# --- the journal ---------------------------------------------------------------------------------


def test_what_is_written_down_is_not_done_again(tmp_path: Path) -> None:
    """A second run takes every result from the journal; more items are done, and only they."""
    journal, marks = tmp_path / "journal", tmp_path / "marks"
    marks.mkdir()
    first = bulk_map(noted, noted_items(marks, 4, 0), jobs=1, resume=journal)
    assert bulk_map(noted, noted_items(marks, 4, 0), jobs=1, resume=journal) == first
    more = bulk_map(noted, noted_items(marks, 6, 0), jobs=1, resume=journal)
    assert more[:4] == first
    assert worked_on(marks) == dict.fromkeys(range(6), 1)
    assert bulk_map(noted, noted_items(marks, 2, 0), jobs=1, resume=journal) == first[:2]


def test_killed_at_any_byte_nothing_is_lost(tmp_path: Path) -> None:
    """Wherever the journal was cut off, the next run mends it and ends with the same results."""
    journal = tmp_path / "journal"
    items = [1, 2, 3]
    bulk_map(squared, items, jobs=1, resume=journal)
    whole = journal.read_bytes()
    for length in range(len(whole)):
        journal.write_bytes(whole[:length])
        assert bulk_map(squared, items, jobs=1, resume=journal) == expected(items)
        assert sorted(journal.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"function": refused}, "function"),
        ({"seed": 4}, "seed"),
        ({"task": "cubes"}, "task"),
    ],
)
def test_the_journal_of_other_work_is_refused(
    other: dict[str, Any], named: str, tmp_path: Path
) -> None:
    """Its results would not be those that were asked for; it is left as it is."""
    journal = tmp_path / "journal"
    bulk_map(squared, [1, 2], jobs=1, task="squares", resume=journal)
    before = journal.read_bytes()
    asked: dict[str, Any] = {"function": squared, "seed": 0, "task": "squares"} | other
    with pytest.raises(BulkError, match=f"other work: its {named} is"):
        bulk_map(
            asked["function"],
            [1, 2],
            jobs=1,
            seed=asked["seed"],
            task=asked["task"],
            resume=journal,
        )
    assert journal.read_bytes() == before


def test_the_journal_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of the program may make other results."""
    journal = tmp_path / "journal"
    bulk_map(squared, [1], jobs=1, resume=journal)
    monkeypatch.setattr("casino_tutor.engine.journal.__version__", "0.0.0")
    with pytest.raises(BulkError, match="version of the program"):
        bulk_map(squared, [1], jobs=1, resume=journal)


@pytest.mark.parametrize("text", ["dear diary", "dear diary\n", '{"a": 1}\n', "[1]\n", "\n", "{"])
def test_a_file_that_is_no_journal_is_left_alone(text: str, tmp_path: Path) -> None:
    """Whoever names the wrong file loses nothing."""
    journal = tmp_path / "journal"
    journal.write_text(text)
    if text == "{":
        # So begins a journal that was torn at its first byte.
        assert bulk_map(squared, [1], jobs=1, resume=journal) == expected([1])
        return
    with pytest.raises(BulkError, match="journal"):
        bulk_map(squared, [1], jobs=1, resume=journal)
    assert journal.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    """Only a torn last line is mended; any other damage is told with its number."""
    journal = tmp_path / "journal"
    bulk_map(squared, [1, 2], jobs=1, resume=journal)
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join([lines[0], lines[1][:9] + "\n", lines[2]]))
    with pytest.raises(BulkError, match="line 2 is no line"):
        bulk_map(squared, [1, 2], jobs=1, resume=journal)


def test_a_journal_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder that is not there is told before any work is done."""
    with pytest.raises(BulkError, match="cannot be opened"):
        bulk_map(refused, [3], jobs=1, resume=tmp_path / "no" / "journal")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_two_runs_do_not_share_a_journal(tmp_path: Path) -> None:
    """While one run writes, another is refused at once."""
    journal, marks = tmp_path / "journal", tmp_path / "marks"
    marks.mkdir()
    with (
        _running(marks, journal, count=200, seconds=0.05),
        pytest.raises(BulkError, match="in use"),
    ):
        bulk_map(squared, [1], jobs=1, resume=journal)


class _running:  # noqa: N801 - it reads as a sentence
    """A run in a program of its own, which is killed like a program that the system ends."""

    def __init__(self, marks: Path, journal: Path, count: int, seconds: float) -> None:
        words = [str(marks), str(journal), str(count), str(seconds)]
        self.journal = journal
        self.program = subprocess.Popen([*PROGRAM, *words], cwd=ROOT)

    def __enter__(self) -> subprocess.Popen[bytes]:
        wait_for(lambda: self.journal.exists() and len(lines_of(self.journal)) > 3)
        return self.program

    def __exit__(self, *_error: object) -> None:
        self.program.kill()
        self.program.wait()


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed in the middle and started again, each item has one result and none is done twice."""
    journal, marks = tmp_path / "journal", tmp_path / "marks"
    marks.mkdir()
    items = noted_items(marks, 30, 0.05)
    with _running(marks, journal, count=30, seconds=0.05) as program:
        program.kill()
    # What its workers had begun they end, unheard.
    sleep(0.3)
    written = [line["item"]["number"] for line in lines_of(journal)[1:]]
    assert 3 <= len(written) < 30
    before = worked_on(marks)
    results = bulk_map(noted, items, jobs=2, seed=7, task="marks", resume=journal)
    assert results == [
        [n * n, item_seed(json.dumps(items[n], sort_keys=True), 7)] for n in range(30)
    ]
    after = worked_on(marks)
    assert all(after[number] == before[number] for number in written)
    assert set(after) == set(range(30))
    assert sorted(line["item"]["number"] for line in lines_of(journal)[1:]) == list(range(30))


# --- a Dask cluster ------------------------------------------------------------------------------


class Cluster:
    """A real scheduler and its workers, each a program of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        wait_for(lambda: told.exists() and told.read_text().endswith("}"))
        self.address = json.loads(told.read_text())["address"]

    def start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        """Start one of Dask's programs."""
        program = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
            stderr=subprocess.DEVNULL,
        )
        self.programs.append(program)
        return program

    def worker(self) -> subprocess.Popen[bytes]:
        """Start a worker."""
        words = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self.start("worker", self.address, *words)

    def end(self) -> None:
        """End every program."""
        for program in self.programs:
            program.kill()
            program.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Return a cluster without workers."""
    pytest.importorskip("distributed")
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.end()


@pytest.mark.filterwarnings("default")
def test_a_worker_of_a_cluster_dies_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    """Its work is done by the other; all results are there, and those of a local run."""
    workers = [cluster.worker(), cluster.worker()]
    marks, journal = tmp_path / "marks", tmp_path / "journal"
    marks.mkdir()
    items = noted_items(marks, 24, 0.1)
    bulk_map(squared, NUMBERS, cluster=cluster.address)
    words = [str(marks), str(journal), "24", "0.1", cluster.address]
    with subprocess.Popen([*PROGRAM, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        wait_for(lambda: journal.exists() and len(lines_of(journal)) > 4)
        workers[0].kill()
        out, _ = run.communicate(timeout=60)
    keys = [json.dumps(item, sort_keys=True) for item in items]
    assert json.loads(out) == [[n * n, item_seed(key, 7)] for n, key in enumerate(keys)]
    assert len(lines_of(journal)) == 1 + 24
    assert {mark.read_text().split()[0] for mark in marks.iterdir()} == {
        str(worker.pid) for worker in workers
    }


@pytest.mark.filterwarnings("default")
def test_a_cluster_is_lost(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without workers: an error at the start and in the middle; or the work goes on here."""
    monkeypatch.setattr(bulk, "ANSWERS_WITHIN", 1.0)
    monkeypatch.setattr(bulk, "WITHOUT_WORKERS", 2.0)
    with pytest.raises(ClusterError, match="has no workers"):
        bulk_map(squared, NUMBERS, cluster=cluster.address)
    monkeypatch.setattr(bulk, "ANSWERS_WITHIN", 20.0)
    only = cluster.worker()
    assert bulk_map(squared, NUMBERS, cluster=cluster.address) == expected(NUMBERS)
    with monkeypatch.context() as other:
        other.setattr(bulk, "__version__", "0.0.0")
        with pytest.raises(ClusterError, match=r"need casino-tutor 0\."):
            bulk_map(squared, NUMBERS, cluster=cluster.address)
    marks = tmp_path / "marks"
    marks.mkdir()
    Timer(1.0, only.kill).start()
    said: list[str] = []
    results = bulk_map(
        noted,
        noted_items(marks, 40, 0.1),
        jobs=2,
        cluster=cluster.address,
        or_local=True,
        tell=said.append,
    )
    assert [result[0] for result in results] == [n * n for n in range(40)]
    assert len(said) == 1
    assert "its workers are gone" in said[0]
    assert said[0].endswith("the work goes on here")


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence at once; with the option the work is done here all the same."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(bulk, "ANSWERS_WITHIN", 0.5)
    with pytest.raises(ClusterError, match="no cluster answers"):
        bulk_map(squared, NUMBERS, cluster="tcp://127.0.0.1:9")
    said: list[str] = []
    results = bulk_map(
        squared, NUMBERS, jobs=1, cluster="tcp://127.0.0.1:9", or_local=True, tell=said.append
    )
    assert results == expected(NUMBERS)
    assert len(said) == 1


@pytest.mark.parametrize("address", ["", "nowhere", "tcp://host", "tcp://host:port", "host:8786"])
def test_what_is_no_address(address: str) -> None:
    """What could never be the address of a scheduler is not asked."""
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match="is no address"):
        bulk_map(squared, NUMBERS, cluster=address)


@pytest.mark.filterwarnings("default")
def test_somebody_else_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that listens there and is no scheduler is no cluster."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(bulk, "ANSWERS_WITHIN", 0.5)
    with create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(ClusterError, match="no cluster answers"):
            bulk_map(squared, NUMBERS, cluster=address)


def test_without_the_package_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"casino-tutor\[cluster\]"):
        bulk_map(squared, NUMBERS, cluster="tcp://127.0.0.1:9")

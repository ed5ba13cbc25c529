import glob
import os

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402

from nearscope_fleet import driver  # noqa: E402
from nearscope_fleet.ledger import Ledger  # noqa: E402
from nearscope_fleet.store import LocalStore, StoreError  # noqa: E402


class Killed(BaseException):
    """Stands in for the end of the process: nothing of ours catches it."""


@pytest.fixture
def fleet(fake, tmp_path):
    return Fleet(fake, tmp_path)


class Fleet:
    def __init__(self, fake, folder):
        self.fake, self.captures, self.output = fake, folder / "captures", folder / "rows"
        self.captures.mkdir()

    def put(self, **texts):
        for name, text in texts.items():
            (self.captures / name).write_text(text)

    def run(self, **options):
        given = {"tool": self.fake.path, "partitions": 2, "captures_per_task": 2} | options
        return driver.run(driver.Options([str(self.captures)], str(self.output), **given), driver.LocalExecutor())

    def rows(self, table):
        result = []
        for path in glob.glob(f"{self.output}/{table}/*.parquet"):
            result += pyarrow.parquet.read_table(path).to_pylist()
        return result

    def sessions(self):
        counts = {}
        for row in self.rows("sessions"):
            key = row["capture_id"].lstrip("0")
            counts.setdefault(key, []).append(row["session_id"])
        return {key: sorted(ids) for key, ids in counts.items()}

    def kinds(self):
        rows = self.rows("statuses")
        assert len({row["path"] for row in rows}) == len(rows)
        return {os.path.basename(row["path"]): row["kind"] for row in rows}


MIXED = {
    "a1": "ok a 2", "a2": "ok a 2", "b": "damaged b 1", "c": "text", "d": "ok d 3", "e": "crash e 1", "f": "undecodable f",
    "g": "ok a 2", "h": "ok h 0", "i": "wrong i", "j": "ok j 1", "k": "ok j 1",
}
KINDS = {
    "a1": "done", "a2": "duplicate", "b": "damaged", "c": "not-a-capture", "d": "done", "e": "crash", "f": "undecodable",
    "g": "duplicate", "h": "done", "i": "output", "j": "done", "k": "duplicate",
}
SESSIONS = {"a": [1, 2], "b": [1], "d": [1, 2, 3], "j": [1]}


def check(fleet):
    assert fleet.sessions() == SESSIONS
    assert fleet.kinds() == KINDS
    assert sorted(row["capture_id"].lstrip("0") for row in fleet.rows("captures")) == ["a", "b", "d", "f", "h", "j"]
    failed = {os.path.basename(row["path"]): (row["kind"], row["exit_status"]) for row in fleet.rows("failures")}
    assert failed.pop("i")[0] == "output"
    assert failed == {"c": ("not-a-capture", 65), "e": ("crash", -11), "f": ("undecodable", 65)}
    assert os.listdir(fleet.output / "_staging") == []


def test_every_capture_is_accounted_for(fleet):
    fleet.put(**MIXED)
    summary = fleet.run()
    check(fleet)
    assert (summary.listed, summary.exported, summary.duplicates, summary.failed) == (12, 5, 3, 4)
    for row in fleet.rows("statuses"):
        if row["kind"] == "duplicate":
            assert os.path.basename(row["duplicate_of"]) == {"a2": "a1", "g": "a1", "k": "j"}[os.path.basename(row["path"])]


@pytest.mark.parametrize("partitions, captures_per_task", [(1, 1), (1, 100), (3, 1), (5, 100)])
def test_rows_do_not_depend_on_how_captures_are_shared_out(fleet, partitions, captures_per_task):
    fleet.put(**MIXED)
    fleet.run(partitions=partitions, captures_per_task=captures_per_task)
    check(fleet)


def test_started_again_it_does_what_is_missing(fleet):
    fleet.put(a="ok a 1", b="ok b 2")
    fleet.run()
    fleet.put(c="ok c 1")
    fleet.fake.read()
    assert fleet.run().exported == 1
    assert fleet.fake.read() == ["c"]
    assert fleet.sessions() == {"a": [1], "b": [1, 2], "c": [1]}


def test_a_changed_file_is_another_capture_and_a_touched_one_is_not(fleet):
    fleet.put(a="ok a 1", b="ok b 1")
    fleet.run()
    fleet.put(a="ok a2 2")
    os.utime(fleet.captures / "b", (1, 1))
    fleet.run()
    assert fleet.sessions() == {"a": [1], "a2": [1, 2], "b": [1]}
    assert fleet.kinds() == {"a": "done", "b": "done"}


def test_crashes_are_tried_again_and_what_the_tool_refused_only_on_request(fleet):
    fleet.put(a="crash a 1", b="text a 1", c="ok c 1")
    fleet.run()
    fleet.fake.read()
    fleet.run()
    assert fleet.fake.read() == ["a"]
    fleet.run(retry=True)
    assert sorted(fleet.fake.read()) == ["a", "b"]
    assert fleet.kinds() == {"a": "crash", "b": "not-a-capture", "c": "done"}


def test_what_goes_well_the_second_time_is_no_failure_any_more(fleet):
    fleet.put(a="crash a 1", b="crash b 1", c="ok c 1")
    fleet.run()
    # The same size and time: only the tool is another.
    old = os.stat(fleet.captures / "a")
    fleet.put(a="ok    a 1")
    os.utime(fleet.captures / "a", ns=(old.st_atime_ns, old.st_mtime_ns))
    fleet.run()
    assert fleet.kinds() == {"a": "done", "b": "crash", "c": "done"}
    assert [os.path.basename(row["path"]) for row in fleet.rows("failures")] == ["b"]
    assert fleet.sessions() == {"a": [1], "c": [1]}


def test_a_missing_file_and_a_name_that_is_not_utf8_are_failures(fleet):
    fleet.put(a="ok a 1")
    with open(os.path.join(os.fsencode(fleet.captures), b"\xff"), "w") as file:
        file.write("ok z 1")
    driver.run(
        driver.Options([str(fleet.captures), str(fleet.captures / "none")], str(fleet.output), tool=fleet.fake.path),
        driver.LocalExecutor(),
    )
    assert fleet.kinds() == {"a": "done", "none": "cannot-open", "\\xff": "name"}


def test_other_tables_need_another_directory(fleet):
    fleet.put(a="ok a 1")
    fleet.run()
    with pytest.raises(StoreError, match="other tables"):
        fleet.run(all_tables=True)


def test_a_directory_with_other_things_is_left_alone(fleet):
    fleet.output.mkdir()
    (fleet.output / "thesis.txt").write_text("x")
    with pytest.raises(StoreError, match="not empty"):
        fleet.run()
    assert os.listdir(fleet.output) == ["thesis.txt"]


def test_two_runs_do_not_write_at_the_same_time(fleet):
    fleet.put(a="ok a 1")
    fleet.run()
    store = LocalStore(str(fleet.output))
    store.lock()
    with pytest.raises(StoreError, match="in use"):
        fleet.run()
    store._lock.close()
    fleet.run()


def test_tables_without_rows_are_there(fleet):
    fleet.put(h="ok h 0")
    fleet.run()
    names = pyarrow.parquet.read_schema(fleet.output / "sessions" / "empty.parquet").names
    assert names == ["capture_id", "session_id", "goodput", "transport", "facts", "names"]


class Operations:
    """Counts what a run writes, moves and removes, and ends it after one of these."""

    def __init__(self, monkeypatch, end):
        self.count = 0
        for name in ("write", "move", "remove", "make"):
            monkeypatch.setattr(LocalStore, name, self.counted(getattr(LocalStore, name), end))

    def counted(self, function, end):
        def run(*arguments):
            function(*arguments)
            self.count += 1
            if self.count == end:
                raise Killed

        return run


SMALL = {"a1": "ok a 2", "b": "crash b", "c": "ok c 1", "d": "ok a 2"}


def test_killed_after_any_operation_no_row_is_lost_or_doubled(fleet, monkeypatch, tmp_path):
    fleet.put(**SMALL)
    with monkeypatch.context() as patch:
        operations = Operations(patch, 0)
        fleet.run(partitions=1)
    expected = fleet.sessions(), fleet.kinds(), len(fleet.rows("captures"))
    assert expected == ({"a": [1, 2], "c": [1]}, {"a1": "done", "b": "crash", "c": "done", "d": "duplicate"}, 2)
    assert operations.count > 20
    for end in range(1, operations.count + 1):
        fleet.output = tmp_path / f"rows-{end}"
        with monkeypatch.context() as patch, pytest.raises(Killed):
            Operations(patch, end)
            fleet.run(partitions=1)
        for table in ("sessions", "captures"):
            ids = [tuple(row.values())[:2] for row in fleet.rows(table)]
            assert len(set(ids)) == len(ids), "a row is doubled even before the next run"
        fleet.run(partitions=1)
        assert (fleet.sessions(), fleet.kinds(), len(fleet.rows("captures"))) == expected
        assert os.listdir(fleet.output / "_staging") == []


def test_killed_again_while_it_recovers(fleet, monkeypatch, tmp_path):
    fleet.put(**SMALL)
    publish = Ledger._publish

    def killed(self, number, older=None):
        if number == 1:
            raise Killed
        publish(self, number, older)

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "_publish", killed)
        with pytest.raises(Killed):
            fleet.run(partitions=1)
    for end in range(1, 12):
        with monkeypatch.context() as patch:
            Operations(patch, end)
            try:
                fleet.run(partitions=1)
            except Killed:
                pass
    fleet.run()
    assert fleet.sessions() == {"a": [1, 2], "c": [1]}


def test_a_task_that_is_tried_twice_counts_once(fleet):
    class Twice(driver.LocalExecutor):
        def run(self, function, items):
            for item in items:
                function(item)
            return super().run(function, items)

    fleet.put(a="ok a 2", b="ok b 1")
    driver.run(driver.Options([str(fleet.captures)], str(fleet.output), tool=fleet.fake.path), Twice())
    assert fleet.sessions() == {"a": [1, 2], "b": [1]}

"""What has been written: batches that are there whole or not at all, whenever a run is killed.

    OUT/fleet.json                   the tables and the tool's version
    OUT/_commits/000001-RUN.json     a batch: its files, and how each of its captures went
    OUT/_staging/RUN/                files on their way
    OUT/TABLE/*.parquet              rows

Tasks write to the staging folder. The driver then writes the commit, one file, whole or not at all: from then on the batch
counts. Afterwards its files are moved to the folders of their tables. A run that was killed before the commit leaves only
files in staging, which the next run removes; one that was killed after it leaves moves, which the next run makes. Files of
tasks that were tried twice are in no commit.
"""

import io
import json

from .captures import Capture
from .schema import FAILURES, OWN, STATUSES, Table
from .store import StoreError
from .tool import FAILED, TRANSIENT

VERSION = 1


class Ledger:
    """The commits of an output directory.

    - run: A name that no other run has.
    """

    def __init__(self, store, run: str):
        self.store = store
        self.run = run
        self.commits: list[dict] = []
        # How the newest try of each path went: the entry, and the number of its commit.
        self.latest: dict[str, tuple[dict, int]] = {}
        self.ids: dict[str, str] = {}

    @property
    def staging(self) -> str:
        return f"_staging/{self.run}"

    def open(self, tables: dict[str, Table], tool: str):
        """Makes the directory, or takes it up where the last run left it.

        - Throws: `StoreError` where it has other tables, or was not made by us.
        """
        known = self.store.read("fleet.json")
        if known is None and [name for name in self.store.names("") if not name.startswith((".", "_"))]:
            raise StoreError(f"{self.store.root} is not empty, and not an output of nearscope-fleet")
        self.store.make("")
        self.store.lock()
        description = {
            "version": VERSION,
            "tables": {name: [list(column) for column in table.columns] for name, table in tables.items()},
        }
        if known is None:
            self.store.write("fleet.json", json.dumps(description | {"tool": tool}, indent=1).encode())
        else:
            found = json.loads(known)
            if found.get("version") != VERSION or found["tables"] != description["tables"]:
                raise StoreError(
                    f"{self.store.root} has other tables or columns; use another directory, or the options and the tool "
                    f"that made it ({found.get('tool')})"
                )
        for name, table in (tables | OWN).items():
            # A table without rows is there all the same.
            if not self.store.exists(f"{name}/empty.parquet"):
                self.store.make(name)
                self.store.write(f"{name}/empty.parquet", _parquet(table, []))
        self.store.make("_commits")
        self._read()
        self._recover()
        self.store.make(self.staging)

    def _read(self):
        for name in self.store.names("_commits"):
            if name.startswith("."):
                continue
            commit = json.loads(self.store.read(f"_commits/{name}"))
            self._take(commit)

    def _take(self, commit: dict):
        self.commits.append(commit)
        for entry in commit["captures"]:
            self.latest[entry["path"]] = (entry, len(self.commits) - 1)
            if entry["capture_id"] is not None and entry["duplicate_of"] is None:
                self.ids.setdefault(entry["capture_id"], entry["path"])

    def _recover(self):
        """Makes the moves that a killed run left, and removes what it had not committed."""
        left = [name for name in self.store.names("_staging") if name != self.run]
        for number, commit in enumerate(self.commits):
            if commit["run"] in left:
                self._publish(number)
        for name in left:
            self.store.remove(f"_staging/{name}")

    def missing(self, captures: list[Capture], retry: bool) -> list[Capture]:
        """The captures that are to be processed: new ones, changed ones, and failed ones that may go well now.

        - retry: Also those that the tool refused.
        """
        return [each for each in captures if not self._is_done(each, retry)]

    def _is_done(self, capture: Capture, retry: bool) -> bool:
        from .captures import shown

        entry, _ = self.latest.get(shown(capture.path), (None, 0))
        if entry is None or (entry["bytes"], entry["modified_ms"]) != (capture.size, capture.modified_ms):
            return False
        return entry["kind"] not in (FAILED if retry else TRANSIENT)

    def duplicates(self, outcomes: list[dict]) -> dict[str, str]:
        """Captures of a batch whose rows are there already, or come twice: by path, the path whose rows stay.

        In a batch the first in the listing stays.
        """
        first = dict(self.ids)
        result = {}
        for outcome in sorted(outcomes, key=lambda outcome: outcome["place"]):
            capture_id = outcome["capture_id"]
            if capture_id is None or outcome["duplicate_of"] is not None:
                continue
            if capture_id in first:
                result[outcome["path"]] = first[capture_id]
            else:
                first[capture_id] = outcome["path"]
        return result

    def commit(self, files: list[dict], entries: list[dict]):
        """Makes a batch count, and its rows visible.

        - files: `table`, `name` in the staging folder, `rows`.
        - entries: Rows of `statuses`, without `batch`.
        """
        name = f"{len(self.commits) + 1:06d}-{self.run}"
        commit = {"name": name, "run": self.run, "files": files, "captures": entries}
        if self.store.exists(f"_commits/{name}.json"):
            raise StoreError(f"{name} was committed before")
        self.store.write(f"_commits/{name}.json", json.dumps(commit, separators=(",", ":")).encode())
        older = {self.latest[each["path"]][1] for each in entries if each["path"] in self.latest}
        self._take(commit)
        self._publish(len(self.commits) - 1, older)

    def _publish(self, number: int, older: set[int] | None = None):
        commit = self.commits[number]
        for file in commit["files"]:
            target = f"{file['table']}/{file['name'].split('@', 1)[1]}"
            self.store.move(f"_staging/{commit['run']}/{file['name']}", target)
        if older is None:
            paths = {each["path"] for each in commit["captures"]}
            older = {
                place
                for place, each in enumerate(self.commits[:number])
                if any(entry["path"] in paths for entry in each["captures"])
            }
        for place in sorted(older | {number}):
            self._write_statuses(place)

    def _write_statuses(self, number: int):
        """`statuses` and `failures` of a commit, without paths that a later one tried again."""
        commit = self.commits[number]
        entries = [each for each in commit["captures"] if self.latest[each["path"]][1] == number]
        statuses = [each | {"batch": commit["name"]} for each in entries]
        failures = [each for each in entries if each["kind"] in FAILED]
        for table, rows in ((STATUSES, statuses), (FAILURES, failures)):
            self.store.write(f"{table}/{commit['name']}.parquet", _parquet(OWN[table], rows))

    def close(self):
        self.store.remove(self.staging)


def entry(capture: Capture, path: str, outcome: dict) -> dict:
    """A row of `statuses`."""
    return {
        "path": path,
        "bytes": capture.size,
        "modified_ms": capture.modified_ms,
        "capture_id": outcome["capture_id"],
        "exit_status": outcome["exit_status"],
        "kind": outcome["kind"],
        "message": outcome["message"],
        "duplicate_of": outcome["duplicate_of"],
    }


def _parquet(table: Table, rows: list[dict]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    names = [name for name, _ in table.columns]
    data = pyarrow.Table.from_pylist([{name: row[name] for name in names} for row in rows], schema=table.arrow)
    output = io.BytesIO()
    pyarrow.parquet.write_table(data, output, compression="zstd")
    return output.getvalue()

"""Rows of the tool's output, Arrow files, into Parquet files."""

import os
import shutil
from dataclasses import dataclass

from .schema import Table


class RowError(ValueError):
    """A file does not have the rows of its table."""


@dataclass(frozen=True)
class Export:
    """What a run of the tool has written: a directory with a file for each table.

    A file is read through the page cache, so that a capture of many rows takes no more memory than another.
    """

    folder: str
    tables: dict[str, Table]

    @property
    def is_there(self) -> bool:
        """Whether the tool has written its files: it gives them their names when all are whole."""
        return os.path.exists(os.path.join(self.folder, "captures.arrow"))

    def read(self, name: str):
        """The rows of a table, as Arrow.

        - Throws: `RowError` where they are not as the schema says.
        """
        import pyarrow

        path = os.path.join(self.folder, f"{name}.arrow")
        expected = self.tables[name].arrow
        try:
            rows = pyarrow.ipc.open_file(pyarrow.memory_map(path)).read_all()
            rows.validate(full=True)
        except (pyarrow.ArrowException, OSError) as error:
            raise RowError(f"{name} cannot be read: {error}") from None
        if (rows.schema.names, rows.schema.types) != (expected.names, expected.types):
            raise RowError(f"the columns of {name} are not as its schema")
        try:
            return rows.cast(expected)
        except pyarrow.ArrowException as error:
            raise RowError(f"{name} cannot be read: {error}") from None

    def captures(self) -> list[dict]:
        """The rows of `captures`, in the order in which the tool was given the files."""
        return self.read("captures").to_pylist()

    def check(self):
        """Reads all tables.

        - Throws: `RowError` where one is not as the schema says.
        """
        for name in self.tables:
            self.read(name)


class TaskWriter:
    """Writes the rows of a task: those of a capture all, or none of them.

    Files are called `TABLE@NAME.parquet`, flat in one folder.

    - scratch: A folder for the tool's files. They are there until `finish`.
    """

    def __init__(self, tables: dict[str, Table], folder: str, name: str, scratch: str):
        self.tables = tables
        self.folder = folder
        self.name = name
        self.scratch = scratch
        self.seen: dict[str, str] = {}
        self._kept: list[tuple[Export, set[str], dict[str, str]]] = []
        self._runs = 0

    def begin(self) -> Export:
        """A place for the tool's files."""
        self._runs += 1
        folder = os.path.join(self.scratch, f"run-{self._runs}")
        return Export(folder, self.tables)

    def is_new(self, capture_id: str, path: str) -> str | None:
        """The capture is whole. Returns the path whose rows stay if the same capture was there before."""
        if capture_id in self.seen:
            return self.seen[capture_id]
        self.seen[capture_id] = path
        return None

    def keep(self, export: Export, captures: set[str], paths: dict[str, str]):
        """Takes the rows of some captures of a run.

        - paths: What rows call a file by which the tool was not given its own name.
        """
        if captures:
            self._kept.append((export, captures, paths))
        else:
            self.drop(export)

    def drop(self, export: Export):
        """No row of a run counts."""
        shutil.rmtree(export.folder, ignore_errors=True)

    def finish(self) -> list[dict]:
        """Writes all tables. Returns the files: `table`, `name`, `rows`, `bytes`."""
        import pyarrow

        files = []
        for table in self.tables:
            parts = [_renamed(_only(export.read(table), captures), table, paths) for export, captures, paths in self._kept]
            parts = [part for part in parts if part.num_rows]
            if parts:
                name = f"{table}@{self.name}.parquet"
                files.append(_write(pyarrow.concat_tables(parts), table, self.folder, name))
        for export, _, _ in self._kept:
            self.drop(export)
        self._kept = []
        return files


# Columns that name the file.
_NAMING = {"captures": "path", "capture_files": "path", "messages": "capture"}


def _renamed(rows, table: str, paths: dict[str, str]):
    """Rows with the paths of the originals instead of those of copies."""
    import pyarrow

    column = _NAMING.get(table)
    if not paths or column is None or column not in rows.schema.names:
        return rows
    values = [paths.get(value, value) for value in rows[column].to_pylist()]
    return rows.set_column(rows.schema.get_field_index(column), rows.schema.field(column), pyarrow.array(values, pyarrow.string()))


def _only(rows, captures: set[str]):
    """The rows of some captures. The rows of a capture follow each other, and are mostly all wanted."""
    import pyarrow.compute

    if not rows.num_rows or set(pyarrow.compute.unique(rows["capture_id"]).to_pylist()) <= captures:
        return rows
    ids = pyarrow.array(sorted(captures), pyarrow.string())
    return rows.filter(pyarrow.compute.is_in(rows["capture_id"], value_set=ids))


def _write(rows, table: str, folder: str, name: str) -> dict:
    import pyarrow.parquet

    path = os.path.join(folder, name)
    pyarrow.parquet.write_table(rows, path, compression="zstd")
    return {"table": table, "name": name, "rows": rows.num_rows, "bytes": os.path.getsize(path)}


def without(names: list[tuple[str, str]], folder: str, output: str, losers: set[str], suffix: str) -> list[dict]:
    """Copies files without the rows of some captures. Returns the new files; one without rows is left out."""
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    result = []
    ids = pyarrow.array(sorted(losers), pyarrow.string())
    for table, name in names:
        rows = pyarrow.parquet.read_table(os.path.join(folder, name))
        rows = rows.filter(pyarrow.compute.invert(pyarrow.compute.is_in(rows["capture_id"], value_set=ids)))
        if rows.num_rows:
            result.append(_write(rows, table, output, name.removesuffix(".parquet") + f"-{suffix}.parquet"))
    return result

"""Rows of the tool's output, into Parquet files."""

import json
import os
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from .schema import Table

# The tool writes both first and without spaces, so that no row has to be parsed for them.
_RUN = re.compile(
    rb'\{"capture_id":"([^"\\]*)","table":"([a-z0-9_]+)",[^\n]*\}\n'
    rb'(?:\{"capture_id":"\1","table":"\2",[^\n]*\}\n)*'
)
_STRING = rb'"(?:[^"\\]|\\.)*+"'


def _nested(depth: int) -> bytes:
    """The text of an array or object with at most so many levels."""
    inner = b"|" + _nested(depth - 1) if depth > 1 else b""
    return rb'[\[{](?:[^"\[\]{}]++|' + _STRING + inner + rb")*+[\]}]"


_VALUE = re.compile(_nested(8) + rb"|[^,{}\[\]\"]++|" + _STRING, re.DOTALL)


class RowError(ValueError):
    """A line is not a row of the tables."""


class Piece(NamedTuple):
    """Rows of one table and one capture, as lines without these two."""

    capture_id: str
    lines: bytes
    rows: int


def pieces(chunk: bytes) -> Iterator[tuple[str, Piece]]:
    """Whole lines of the tool's output, as tables and pieces.

    - Throws: `RowError` where a line does not begin as a row.
    """
    done = 0
    while done < len(chunk):
        match = _RUN.match(chunk, done)
        if match is None:
            line = chunk[done : done + 200].split(b"\n", 1)[0]
            raise RowError(f"expected a row, found {line.decode('utf-8', 'replace')!r}")
        head = chunk[done : match.end(2) + 2]
        # The head has quotes that text within a row cannot have.
        lines = match.group().replace(head, b"{")
        yield match.group(2).decode(), Piece(match.group(1).decode(), lines, lines.count(b"\n"))
        done = match.end()


def output(read: Callable[[], bytes]) -> Iterator[tuple[str, Piece]]:
    """All of the tool's output, as it comes. What follows the last end of a line is dropped: the tool was killed in it.

    - read: Returns bytes, none at the end.
    """
    rest = b""
    while chunk := read():
        end = chunk.rfind(b"\n") + 1
        if end == 0:
            rest += chunk
            continue
        yield from pieces(rest + chunk[:end])
        rest = chunk[end:]


def quote_nested(line: bytes, columns: tuple[str, ...]) -> bytes:
    """The row with these columns as JSON text: `"facts":{"a":1}` becomes `"facts":"{\\"a\\":1}"`.

    The text is the tool's own, byte for byte, as it is in SQLite. Columns have to be in the row's order: `,"name":` cannot
    be within a string, where quotes are escaped, and not within a value that was passed.

    - line: A row that begins with another column.
    """
    parts = []
    done = 0
    for column in columns:
        name = b',"%s":' % column.encode()
        start = line.find(name, done)
        if start < 0:
            raise RowError(f"the row has no {column}")
        start += len(name)
        match = _VALUE.match(line, start)
        if match is None:
            raise RowError(f"{column} has no value: {line[start:start + 40]!r}")
        if match.group() != b"null":
            text = match.group().replace(b"\\", b"\\\\").replace(b'"', b'\\"')
            parts += [line[done:start], b'"', text, b'"']
            done = match.end()
    return b"".join([*parts, line[done:]])


def arrow_table(table: Table, of: list[Piece]):
    """Pieces of one table as an Arrow table.

    - Throws: `RowError` where a line is not as the schema says.
    """
    import pyarrow
    import pyarrow.json

    count = sum(piece.rows for piece in of)
    data = b"".join([piece.lines for piece in of])
    nested = table.json_columns
    if nested:
        data = b"".join([quote_nested(line, nested) + b"\n" for line in data.split(b"\n")[:-1]])
    schema = table.arrow
    try:
        result = pyarrow.json.read_json(
            pyarrow.BufferReader(data),
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(data) + 1),
            parse_options=pyarrow.json.ParseOptions(
                explicit_schema=schema.remove(0), unexpected_field_behavior="error"
            ),
        )
    except pyarrow.ArrowInvalid as error:
        raise RowError(f"a row of {table.name} is not as its schema: {error}") from None
    if result.num_rows != count:
        raise RowError(f"{count} rows of {table.name} became {result.num_rows}")
    ids = pyarrow.concat_arrays(
        [pyarrow.repeat(capture, sum(piece.rows for piece in own)) for capture, own in groupby(of, lambda p: p.capture_id)]
    )
    return result.add_column(0, schema[0], ids).select(schema.names)


class TaskWriter:
    """Writes the rows of a task: those of a capture all, or none of them.

    Files are called `TABLE@NAME-NUMBER.parquet`, flat in one folder.
    """

    def __init__(self, tables: dict[str, Table], folder: str, name: str, limit: int = 64 << 20):
        self.tables = tables
        self.folder = folder
        self.name = name
        self.limit = limit
        self.seen: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self._files: dict[str, list] = {}
        self._ready: dict[str, list[Piece]] = {}
        self._ready_size = 0
        self._number = 0
        self._begin()

    def _begin(self):
        self._pending: dict[str, list[Piece]] = {}
        self._pending_size = 0
        self._spilled: dict[str, list] = {}

    def add(self, table: str, piece: Piece):
        """Takes rows of the capture in work."""
        if table not in self.tables:
            raise RowError(f"no table is called {table}")
        self._pending.setdefault(table, []).append(piece)
        self._pending_size += len(piece.lines)
        if self._pending_size > self.limit:
            self._spill()

    def keep(self, capture_id: str, path: str) -> str | None:
        """The capture in work is whole. Returns the path whose rows stay if the same capture was there before."""
        first = self.seen.get(capture_id)
        if first is not None:
            self.drop()
            return first
        if self._spilled:
            self._spill()
            for name, file in self._spilled.items():
                self._files[name] = file
        else:
            for table, pieces in self._pending.items():
                self._ready.setdefault(table, []).extend(pieces)
            self._ready_size += self._pending_size
        self.seen[capture_id] = path
        self._begin()
        if self._ready_size > self.limit:
            self.flush()
        return None

    def drop(self):
        """The capture in work has failed: none of its rows count."""
        for name in self._spilled:
            os.unlink(os.path.join(self.folder, name))
        self._begin()

    def finish(self) -> list[dict]:
        """Writes what is left. Returns the files: `table`, `name`, `rows`, `bytes`.

        `faults` then has the captures that have no rows, for one of them was not as the schema says.
        """
        self.flush()
        return [
            {
                "table": table,
                "name": name,
                "rows": rows,
                "bytes": os.path.getsize(os.path.join(self.folder, name)),
            }
            for name, (table, rows) in self._files.items()
        ]

    def flush(self):
        try:
            converted = {name: arrow_table(self.tables[name], pieces) for name, pieces in self._ready.items()}
        except RowError:
            converted = self._without_faults()
        for table, rows in converted.items():
            if rows.num_rows:
                name = self._write(table, rows)
                self._files[name] = (table, rows.num_rows)
        self._ready, self._ready_size = {}, 0

    def _without_faults(self):
        """Finds the captures with rows that do not fit, and leaves all of theirs out."""
        bad: dict[str, str] = {}
        for table, pieces in self._ready.items():
            for capture, own in _by_capture(pieces).items():
                try:
                    arrow_table(self.tables[table], own)
                except RowError as error:
                    bad.setdefault(capture, str(error))
        self.faults |= bad
        rest = {
            table: [piece for piece in pieces if piece.capture_id not in bad] for table, pieces in self._ready.items()
        }
        return {table: arrow_table(self.tables[table], pieces) for table, pieces in rest.items() if pieces}

    def _spill(self):
        for table, pieces in self._pending.items():
            rows = arrow_table(self.tables[table], pieces)
            self._spilled[self._write(table, rows)] = (table, rows.num_rows)
        self._pending, self._pending_size = {}, 0

    def _write(self, table: str, rows) -> str:
        import pyarrow.parquet

        name = f"{table}@{self.name}-{self._number}.parquet"
        self._number += 1
        pyarrow.parquet.write_table(rows, os.path.join(self.folder, name), compression="zstd")
        return name


def _by_capture(pieces: list[Piece]) -> dict[str, list[Piece]]:
    result: dict[str, list[Piece]] = {}
    for piece in pieces:
        result.setdefault(piece.capture_id, []).append(piece)
    return result


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
        if rows.num_rows == 0:
            continue
        new = name.removesuffix(".parquet") + f"-{suffix}.parquet"
        path = os.path.join(output, new)
        pyarrow.parquet.write_table(rows, path, compression="zstd")
        result.append({"table": table, "name": new, "rows": rows.num_rows, "bytes": os.path.getsize(path)})
    return result


def replace_path(piece: Piece, local: str, shown: str) -> Piece:
    """Rows with the path of the original instead of that of its copy."""
    texts = [json.dumps(path, ensure_ascii=False).encode() for path in (local, shown)]
    return piece._replace(lines=piece.lines.replace(*texts))

import os

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402

from nearscope_fleet import rows  # noqa: E402
from nearscope_fleet.schema import Table  # noqa: E402

TABLE = Table("t", (("capture_id", "string"), ("n", "integer"), ("x", "number"), ("facts", "json"), ("there", "boolean")))
CAPTURES = Table("captures", (("capture_id", "string"), ("path", "string")))


@pytest.fixture
def task(tmp_path):
    return Task(tmp_path)


class Task:
    def __init__(self, folder, tables=(TABLE, CAPTURES)):
        self.folder = folder
        self.writer = rows.TaskWriter({table.name: table for table in tables}, str(folder), "x", str(folder / "scratch"))

    def export(self, *captures, schema=None, end=None):
        """What the tool writes of some captures, as far as `end` bytes of each file."""
        export = self.writer.begin()
        os.makedirs(export.folder)
        for name, table in export.tables.items():
            own = [
                {"capture_id": capture, "n": 1, "x": 0.5, "facts": '{"a":1}', "there": True, "path": f"/tmp/{capture}"}
                for capture in captures
            ]
            kinds = schema if schema and name == "t" else table.arrow
            contents = pyarrow.Table.from_pylist([{key: row[key] for key in kinds.names} for row in own], kinds)
            path = os.path.join(export.folder, f"{name}.arrow")
            with pyarrow.ipc.new_file(path, contents.schema) as file:
                file.write_table(contents)
            os.truncate(path, end if end is not None else os.path.getsize(path))
        return export

    def written(self, table="t"):
        files = [file for file in self.writer.finish() if file["table"] == table]
        found = [row for file in files for row in pyarrow.parquet.read_table(self.folder / file["name"]).to_pylist()]
        assert sum(file["rows"] for file in files) == len(found)
        return found

    def ids(self):
        return [row["capture_id"] for row in self.written()]


def test_rows_are_those_of_the_tool(task):
    task.writer.keep(task.export("a"), {"a"}, {})
    assert task.written() == [{"capture_id": "a", "n": 1, "x": 0.5, "facts": '{"a":1}', "there": True}]


def test_a_capture_that_is_not_kept_leaves_no_row(task):
    task.writer.keep(task.export("a", "b", "c"), {"a", "c"}, {})
    task.writer.drop(task.export("d"))
    task.writer.keep(task.export("e"), set(), {})
    task.writer.keep(task.export("f"), {"f"}, {})
    assert task.ids() == ["a", "c", "f"]


def test_the_files_of_the_tool_are_gone_at_the_end(task):
    task.writer.keep(task.export("a"), {"a"}, {})
    files = task.writer.finish()
    assert os.listdir(task.folder / "scratch") == []
    assert sorted(os.listdir(task.folder)) == sorted(["scratch"] + [file["name"] for file in files])


def test_the_same_capture_twice_is_known(task):
    assert task.writer.is_new("a", "/first") is None
    assert task.writer.is_new("b", "/other") is None
    assert task.writer.is_new("a", "/second") == "/first"


@pytest.mark.parametrize("end", [0, 10, 200])
def test_a_file_that_is_cut_off_is_an_error(task, end):
    with pytest.raises(rows.RowError, match="cannot be read"):
        task.export("a", end=end).check()


def test_other_columns_are_an_error(task):
    names = TABLE.arrow
    for schema in (names.remove(1), names.set(1, pyarrow.field("n", pyarrow.float64())), names.append(pyarrow.field("path", pyarrow.string()))):
        with pytest.raises(rows.RowError, match="not as its schema"):
            task.export("a", schema=schema).check()


def test_columns_that_are_never_null_are_those_of_the_schema(task):
    fields = [pyarrow.field(field.name, field.type, nullable=False) for field in TABLE.arrow]
    export = task.export("a", schema=pyarrow.schema(fields))
    assert export.read("t").schema == TABLE.arrow


def test_copies_without_some_captures(task):
    task.writer.keep(task.export("a", "b", "c", "d"), {"a", "b", "c", "d"}, {})
    names = [(file["table"], file["name"]) for file in task.writer.finish() if file["table"] == "t"]
    files = rows.without(names, str(task.folder), str(task.folder), {"b", "d"}, "y")
    found = [pyarrow.parquet.read_table(task.folder / file["name"])["capture_id"].to_pylist() for file in files]
    assert found == [["a", "c"]]


def test_rows_name_the_original_and_not_the_copy(task):
    task.writer.keep(task.export("a", "b"), {"a", "b"}, {"/tmp/a": 's3a://b/"\u00e4"'})
    assert [row["path"] for row in task.written("captures")] == ['s3a://b/"\u00e4"', "/tmp/b"]

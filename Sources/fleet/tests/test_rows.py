import io
import json

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402

from nearscope_fleet import rows  # noqa: E402
from nearscope_fleet.schema import Table  # noqa: E402

TABLE = Table("t", (("capture_id", "string"), ("n", "integer"), ("x", "number"), ("facts", "json"), ("names", "json"), ("s", "string")))


def line(capture, table="t", **values):
    row = {"capture_id": capture, "table": table, "n": 1, "x": 0.5, "facts": {}, "names": None, "s": None} | values
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def read(data, size):
    stream = io.BytesIO(data)
    return list(rows.output(lambda: stream.read(size)))


def test_rows_of_a_table_and_capture_are_one_piece():
    data = line("a") + line("a") + line("a", "u") + line("b", "u") + line("b")
    found = [(table, piece.capture_id, piece.rows) for table, piece in read(data, 1 << 20)]
    assert found == [("t", "a", 2), ("u", "a", 1), ("u", "b", 1), ("t", "b", 1)]


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_pieces_cut_anywhere_have_the_same_rows(size):
    data = line("a", s="line\n\u2028\r") * 5 + line("b") * 3
    pieces = [piece for _, piece in read(data, size)]
    assert rows.arrow_table(TABLE, pieces).to_pylist() == rows.arrow_table(TABLE, [p for _, p in read(data, 1 << 20)]).to_pylist()


def test_what_is_no_row_is_an_error():
    for text in (b"Segmentation fault\n", b'{"table":"t","capture_id":"a","n":1}\n', b"\n", b'{"capture_id":"a","table":"t","n":1\n'):
        with pytest.raises(rows.RowError, match="expected a row"):
            read(text, 100)


def test_a_row_that_a_killed_tool_did_not_finish_is_dropped():
    assert [piece.rows for _, piece in read(line("a") + line("a")[:-5], 100)] == [1]


@pytest.mark.parametrize(
    "facts",
    [{}, {"a": 1}, {"a": [1, "}]"]}, {"\\": '"', 'x","names":[': [{"b": ["{"]}]}, {"facts": "\\\"", "names": {}}, {"a": {"b": {"c": {}}}}, 5, "a,\"]", False],
)
@pytest.mark.parametrize("names", [None, [], ["\\\\\"", ',"s":"x"'], [[1], [2]]])
def test_nested_values_become_their_text(facts, names):
    text = line("a", facts=facts, names=names, s='","facts":{')
    result = rows.arrow_table(TABLE, [piece for _, piece in read(text, 1 << 20)]).to_pylist()
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    assert result == [
        {"capture_id": "a", "n": 1, "x": 0.5, "facts": json.dumps(facts, **compact),
         "names": None if names is None else json.dumps(names, **compact), "s": '","facts":{'}
    ]


def test_values_that_do_not_fit_are_errors():
    for values in ({"n": "x"}, {"n": 1.5}, {"n": 2**63}, {"other": 1}):
        with pytest.raises(rows.RowError):
            rows.arrow_table(TABLE, [piece for _, piece in read(line("a", **values), 1 << 20)])


def written(folder, files):
    return [row for file in files for row in pyarrow.parquet.read_table(folder / file["name"]).to_pylist()]


def add(writer, data):
    for table, piece in read(data, 1 << 20):
        writer.add(table, piece)


@pytest.mark.parametrize("limit", [1, 200, 1 << 20])
def test_a_capture_that_is_dropped_leaves_no_row(tmp_path, limit):
    writer = rows.TaskWriter({"t": TABLE}, str(tmp_path), "x", limit)
    for capture, is_whole in (("a", True), ("b", False), ("c", True)):
        for _ in range(3):
            add(writer, line(capture))
        if is_whole:
            assert writer.keep(capture, f"/{capture}") is None
        else:
            writer.drop()
    files = writer.finish()
    assert sorted(row["capture_id"] for row in written(tmp_path, files)) == ["a"] * 3 + ["c"] * 3
    assert sum(file["rows"] for file in files) == 6
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(file["name"] for file in files)


def test_the_same_capture_twice_has_its_rows_once(tmp_path):
    writer = rows.TaskWriter({"t": TABLE}, str(tmp_path), "x")
    add(writer, line("a"))
    assert writer.keep("a", "/first") is None
    add(writer, line("a"))
    assert writer.keep("a", "/second") == "/first"
    assert [row["capture_id"] for row in written(tmp_path, writer.finish())] == ["a"]


def test_a_row_that_does_not_fit_costs_its_capture_only(tmp_path):
    writer = rows.TaskWriter({"t": TABLE, "u": TABLE}, str(tmp_path), "x")
    for capture, value in (("a", 1), ("b", "x"), ("c", 3)):
        add(writer, line(capture) + line(capture, "u", n=value))
        writer.keep(capture, f"/{capture}")
    assert [row["capture_id"] for row in written(tmp_path, writer.finish())] == ["a", "c", "a", "c"]
    assert list(writer.faults) == ["b"]


def test_copies_without_some_captures(tmp_path):
    writer = rows.TaskWriter({"t": TABLE, "u": TABLE}, str(tmp_path), "x")
    for capture in "abc":
        add(writer, line(capture))
        writer.keep(capture, capture)
    add(writer, line("d", "u"))
    writer.keep("d", "d")
    names = [(file["table"], file["name"]) for file in writer.finish()]
    files = rows.without(names, str(tmp_path), str(tmp_path), {"b", "d"}, "y")
    assert [row["capture_id"] for row in written(tmp_path, files)] == ["a", "c"]


def test_rows_name_the_original_and_not_the_copy():
    piece = rows.Piece("a", b'{"path":"/tmp/00001","text":"/tmp/00001 is a path"}\n', 1)
    assert rows.replace_path(piece, "/tmp/00001", 's3a://b/"\u00e4"').lines == (
        '{"path":"s3a://b/\\"\u00e4\\"","text":"/tmp/00001 is a path"}\n'.encode()
    )

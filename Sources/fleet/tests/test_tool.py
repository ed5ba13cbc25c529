import pytest

pytest.importorskip("pyarrow")

from nearscope_fleet import rows, schema  # noqa: E402
from nearscope_fleet.driver import described  # noqa: E402
from nearscope_fleet.tool import Input, Tool, ToolMissing  # noqa: E402


@pytest.fixture
def export(fake, tmp_path):
    """Exports captures with these texts. Returns outcomes by name, and the rows of sessions by capture."""
    output = tmp_path / "output"
    output.mkdir()
    (tmp_path / "c").mkdir()

    def run(texts, timeout=20.0, options=()):
        for name, text in texts.items():
            if text is not None:
                (tmp_path / "c" / name).write_text(text)
        inputs = [Input(place, str(tmp_path / "c" / name), str(tmp_path / "c" / name)) for place, name in enumerate(texts)]
        tables = described(fake.path)[0]
        names = schema.wanted(tables, ["captures"] if "--tables" in options else None, False)
        writer = rows.TaskWriter({name: tables[name] for name in names}, str(output), "x", str(tmp_path))
        outcomes = Tool(fake.path, list(options), timeout).export(inputs, writer)
        files = writer.finish()
        assert sorted(each.place for each in outcomes) == list(range(len(texts)))
        sessions = {}
        import pyarrow.parquet

        for file in files:
            for row in pyarrow.parquet.read_table(output / file["name"]).to_pylist():
                if file["table"] == "sessions":
                    key = row["capture_id"].lstrip("0")
                    sessions[key] = sessions.get(key, 0) + 1
        return {name: outcome for name, outcome in zip(texts, sorted(outcomes, key=lambda each: each.place))}, sessions

    return run


def test_captures_without_faults_take_one_run(export, fake):
    outcomes, sessions = export({"a": "ok a 3", "b": "ok b 1", "c": "ok c 0"})
    assert [each.kind for each in outcomes.values()] == ["done"] * 3
    assert sessions == {"a": 3, "b": 1}
    assert fake.read() == ["a", "b", "c"]


def test_every_failure_is_pinned_to_its_capture(export):
    outcomes, sessions = export({
        "a": "ok a 1", "text": "text", "b": "damaged b 2", "c": "undecodable c", "none": None, "d": "ok d 1",
    })
    found = {name: (each.kind, each.exit_status, each.message) for name, each in outcomes.items()}
    assert found == {
        "a": ("done", 0, None),
        "text": ("not-a-capture", 65, "not a capture file: it begins like neither pcap nor pcapng"),
        "b": ("damaged", 2, "the file ends early"),
        "c": ("undecodable", 65, "none of its packets could be decoded"),
        "none": ("cannot-open", 66, "cannot open: no such file"),
        "d": ("done", 0, None),
    }
    assert sessions == {"a": 1, "b": 2, "d": 1}


def test_a_crash_costs_its_capture_only(export):
    outcomes, sessions = export({"a": "ok a 1", "b": "crash b 7", "c": "ok c 2"})
    assert [(each.kind, each.exit_status) for each in outcomes.values()] == [("done", 0), ("crash", -11), ("done", 0)]
    assert outcomes["b"].message == "ended by SIGSEGV"
    assert sessions == {"a": 1, "c": 2}


def test_a_hang_costs_its_capture_only(export):
    outcomes, sessions = export({"a": "ok a 1", "b": "hang b", "c": "ok c 2"}, timeout=1.0)
    assert [each.kind for each in outcomes.values()] == ["done", "timeout", "done"]
    assert outcomes["b"].message == "not done after 1 s"
    assert sessions == {"a": 1, "c": 2}


def test_the_same_capture_twice_has_its_rows_once(export):
    outcomes, sessions = export({"a": "ok a 2", "b": "ok a 2"})
    assert [each.kind for each in outcomes.values()] == ["done", "duplicate"]
    assert outcomes["b"].duplicate_of == outcomes["a"].path
    assert sessions == {"a": 2}


def test_options_reach_the_tool(export):
    _, sessions = export({"a": "ok a 2", "b": "ok b 2"}, options=["--tables", "captures"])
    assert sessions == {}


def test_a_tool_that_is_not_there_is_no_fault_of_the_capture(tmp_path):
    writer = rows.TaskWriter({"captures": schema.Table("captures", ())}, str(tmp_path), "x", str(tmp_path))
    with pytest.raises(ToolMissing):
        Tool(str(tmp_path / "none"), [], 5).export([Input(0, "/a", "/a")], writer)

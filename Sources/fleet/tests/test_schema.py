import pytest

from nearscope_fleet import schema


def test_kinds_of_columns():
    cases = {
        "integer": [{"type": "integer"}, {"type": ["integer", "null"]}, {"enum": [1, 2, None]}],
        "number": [{"type": "number"}, {"type": ["number", "null"]}, {"type": ["integer", "number"]}],
        "boolean": [{"type": ["boolean", "null"]}, {"enum": [True]}],
        "string": [{"type": "string"}, {"enum": ["a", None]}, {"const": "x"}, {"anyOf": [{"type": "string"}, {"type": "null"}]}],
        "json": [{"type": "array"}, {"type": ["object", "null"]}, {"anyOf": [{"type": "array"}, {"type": "number"}]}],
    }
    for kind, schemas in cases.items():
        for each in schemas:
            assert schema.kind("t.c", each) == kind


def test_a_column_without_a_type_is_an_error_that_names_it():
    for each in ({}, {"type": ["string", "integer"]}, {"type": "null"}):
        with pytest.raises(schema.SchemaError, match="sessions.x"):
            schema.kind("sessions.x", each)


def test_ddl_of_spark():
    table = schema.Table("t", (("capture_id", "string"), ("a", "integer"), ("b", "number"), ("c", "boolean"), ("d", "json")))
    assert table.ddl == "`capture_id` STRING, `a` BIGINT, `b` DOUBLE, `c` BOOLEAN, `d` STRING"


def test_wanted_tables():
    known = {name: schema.Table(name, ()) for name in ("captures", "sessions", "messages", "round_trips")}
    assert schema.wanted(known, None, False) == ["captures", "sessions"]
    assert schema.wanted(known, None, True) == list(known)
    assert schema.wanted(known, ["messages"], False) == ["captures", "messages"]
    with pytest.raises(schema.SchemaError, match="no table is called sesions"):
        schema.wanted(known, ["sesions"], False)

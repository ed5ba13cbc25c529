"""The tables as `nearscope export --schema json` describes them, as columns of Parquet."""

from dataclasses import dataclass

# Tables that take a second reading of a capture.
SECOND_READING = ("messages", "round_trips")

# The tables that the driver adds. A row of either is a path.
STATUSES = "statuses"
FAILURES = "failures"

_SPARK = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "string": "STRING", "json": "STRING"}


class SchemaError(ValueError):
    """The schema has a column of a kind that no Parquet type is known for."""


@dataclass(frozen=True)
class Table:
    """A table: its columns in order, each with its kind (integer, number, boolean, string, json)."""

    name: str
    columns: tuple[tuple[str, str], ...]

    @property
    def ddl(self) -> str:
        """Spark's DDL of the columns."""
        return ", ".join(f"`{name}` {_SPARK[kind]}" for name, kind in self.columns)

    @property
    def arrow(self):
        import pyarrow

        types = {
            "integer": pyarrow.int64(),
            "number": pyarrow.float64(),
            "boolean": pyarrow.bool_(),
            "string": pyarrow.string(),
            "json": pyarrow.string(),
        }
        return pyarrow.schema([(name, types[kind]) for name, kind in self.columns])


OWN = {
    STATUSES: Table(
        STATUSES,
        (
            ("path", "string"),
            ("bytes", "integer"),
            ("modified_ms", "integer"),
            ("capture_id", "string"),
            ("exit_status", "integer"),
            ("kind", "string"),
            ("message", "string"),
            ("duplicate_of", "string"),
            ("batch", "string"),
        ),
    ),
    FAILURES: Table(
        FAILURES, (("path", "string"), ("exit_status", "integer"), ("message", "string"), ("kind", "string"))
    ),
}


def tables(document: dict) -> dict[str, Table]:
    """All tables of `nearscope export --schema json`, by name."""
    return {
        name: Table(name, tuple((column, kind(f"{name}.{column}", type)) for column, type in rows["properties"].items()))
        for name, rows in document["$defs"].items()
    }


def kind(column: str, schema: dict) -> str:
    """The kind of a column by its JSON Schema; null is always allowed."""
    if "enum" in schema:
        names = {_name(value) for value in schema["enum"]}
    elif "const" in schema:
        names = {_name(schema["const"])}
    elif "anyOf" in schema:
        names = {kind(column, each) for each in schema["anyOf"] if each.get("type") != "null"}
    else:
        types = schema.get("type", [])
        names = {types} if isinstance(types, str) else set(types)
    names -= {"null"}
    if names & {"array", "object", "json"}:
        return "json"
    if names == {"integer", "number"}:
        return "number"
    if len(names) != 1 or not names <= _SPARK.keys():
        raise SchemaError(f"column {column} has no type of Parquet: {schema}")
    return names.pop()


def _name(value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return {int: "integer", float: "number", str: "string"}.get(type(value), "object")


def wanted(known: dict[str, Table], names: list[str] | None, all_tables: bool) -> list[str]:
    """The tables that are written, in the order of the schema; `captures` always is, for restarts need it."""
    if names:
        missing = [name for name in names if name not in known]
        if missing:
            raise SchemaError(f"no table is called {missing[0]}; there are {', '.join(known)}")
        return [name for name in known if name in names or name == "captures"]
    return [name for name in known if all_tables or name not in SECOND_READING]

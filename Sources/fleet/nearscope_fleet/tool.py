"""Runs `nearscope export` and says of every capture how it went."""

import signal
import subprocess
import tempfile
import threading
from dataclasses import asdict, dataclass

from . import rows
from .captures import shown

_MESSAGE_LIMIT = 2000


class ToolMissing(RuntimeError):
    """The tool cannot be started: a fault of the machine, not of a capture."""


@dataclass(frozen=True)
class Input:
    """A file for the tool: where it is, and the path that rows and statuses name."""

    place: int
    local: str
    path: str


@dataclass
class Outcome:
    """How a capture went.

    kind: `done`; `damaged` (status 2, the rows before the damage are there); `undecodable` (status 65 with rows: no packet
    could be decoded); `duplicate` (the rows are those of `duplicate_of`); and without rows `not-a-capture`, `cannot-open`,
    `failed` (another exit status), `crash` (ended by a signal: the status is its number, negative), `timeout`, `output`
    (rows that are not as the schema says), `copy` (a remote file could not be copied), `name` (the path is not UTF-8).
    """

    place: int
    path: str
    kind: str
    exit_status: int | None = 0
    message: str | None = None
    capture_id: str | None = None
    duplicate_of: str | None = None

    as_dict = asdict


FAILED = frozenset(("undecodable", "not-a-capture", "cannot-open", "failed", "crash", "timeout", "output", "copy", "name"))
# What may go well the next time, because the capture need not be the reason.
TRANSIENT = frozenset(("cannot-open", "failed", "crash", "timeout", "copy"))


@dataclass
class _Run:
    """A finished run of the tool."""

    status: int
    errors: str
    is_late: bool
    fault: str | None


class Tool:
    """The tool with its options.

    - timeout: Seconds for a capture, and for captures that are run together.
    """

    def __init__(self, path: str, options: list[str], timeout: float):
        self.path = path
        self.options = options
        self.timeout = timeout

    def export(self, inputs: list[Input], writer: rows.TaskWriter) -> list[Outcome]:
        """Runs the tool once for all inputs, and alone for each that this says too little about.

        Where the tool ends by itself, all captures with rows are whole. One that has none, or whose rows speak of damage, is run
        alone: its exit status and message are then its own. Where it does not, all are, so that a crash, a hang or an error of
        one capture does not touch the others.
        """
        if len(inputs) == 1:
            return [self._alone(inputs[0], writer)]
        export = writer.begin()
        run = self._run(inputs, export)
        kept: set[str] = set()
        outcomes: list[Outcome] = []
        if run.status in _ENDS and not run.is_late and run.fault is None and export.is_there:
            given = {each.local: each for each in inputs}
            for row in export.captures():
                each = given.get(row["path"])
                if each is not None and not _is_suspect(row):
                    outcome = _kept(each, row["capture_id"], writer)
                    if outcome.kind != "duplicate":
                        kept.add(row["capture_id"])
                    outcomes.append(outcome)
        writer.keep(export, kept, _paths(inputs))
        done = {each.place for each in outcomes}
        return outcomes + [self._alone(each, writer) for each in inputs if each.place not in done]

    def _alone(self, each: Input, writer: rows.TaskWriter) -> Outcome:
        if shown(each.path) != each.path:
            return Outcome(each.place, shown(each.path), "name", None, "the path is not UTF-8")
        export = writer.begin()
        run = self._run([each], export)
        status, message = run.status, _message(run.errors, each)
        captures = export.captures() if status in _ENDS and run.fault is None and export.is_there else []
        if run.is_late:
            kind, status, message = "timeout", None, f"not done after {self.timeout:g} s"
        elif run.fault is not None:
            kind, status, message = "output", None, run.fault
        elif status < 0:
            kind, message = "crash", message or f"ended by {_signal(-status)}"
        elif captures and status in (0, 2, 65):
            capture_id = captures[0]["capture_id"]
            result = _kept(each, capture_id, writer, {0: "done", 2: "damaged", 65: "undecodable"}[status])
            writer.keep(export, set() if result.kind == "duplicate" else {capture_id}, _paths([each]))
            result.exit_status, result.message = status, message if status else None
            return result
        elif status == 0:
            kind, message = "output", "the tool succeeded and wrote no rows"
        elif status == 65:
            kind = "not-a-capture"
        else:
            kind = "cannot-open" if status == 66 else "failed"
        writer.drop(export)
        return Outcome(each.place, each.path, kind, status, message)

    def _run(self, inputs: list[Input], export: rows.Export) -> _Run:
        arguments = [self.path, "export", "--jobs", "1", "--threads", "1", *self.options]
        arguments += ["--format", "arrow", "-o", export.folder]
        with tempfile.TemporaryFile() as errors:
            try:
                process = subprocess.Popen(
                    arguments + [each.local for each in inputs],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                )
            except OSError as error:
                raise ToolMissing(f"cannot run {self.path}: {error.strerror}") from None
            # Waiting with a limit would look again and again, and be late by as much as a small capture takes.
            late = threading.Event()

            def end():
                late.set()
                process.kill()

            watch = threading.Timer(self.timeout, end)
            watch.start()
            status = process.wait()
            watch.cancel()
            is_late = late.is_set()
            errors.seek(0)
            text = errors.read().decode("utf-8", "replace")
        fault = None
        if not is_late and status in _ENDS and export.is_there:
            try:
                export.check()
            except rows.RowError as error:
                fault = str(error)
        return _Run(status, text, is_late, fault)


# The exit statuses with which the tool has written all rows that there are.
_ENDS = (0, 2, 65, 66)


def _kept(each: Input, capture_id: str, writer: rows.TaskWriter, kind: str = "done") -> Outcome:
    first = writer.is_new(capture_id, each.path)
    if first is None:
        return Outcome(each.place, each.path, kind, capture_id=capture_id)
    return Outcome(each.place, each.path, "duplicate", capture_id=capture_id, duplicate_of=first)


def _is_suspect(row: dict) -> bool:
    """Whether the tool may end with another status than 0 because of this capture."""
    return (
        row.get("file_error_message") is not None
        or row.get("memory_left_out") is not None
        or (row.get("packets", 0) > 0 and row.get("undecoded_packets") == row.get("packets"))
    )


def _paths(inputs: list[Input]) -> dict[str, str]:
    return {each.local: each.path for each in inputs if each.local != each.path}


def _message(errors: str, each: Input) -> str | None:
    """The last message about the capture, without the name of the tool and of the file."""
    lines = [line for line in errors.splitlines() if line.strip()]
    if not lines:
        return None
    own = [line for line in lines if line.startswith("nearscope: ")]
    text = (own or lines)[-1].removeprefix("nearscope: ").removeprefix("error: ")
    for name in (each.local, each.path):
        text = text.removeprefix(f"{name}: ").replace(name, each.path)
    return text[:_MESSAGE_LIMIT]


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

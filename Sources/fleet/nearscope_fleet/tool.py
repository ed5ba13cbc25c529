"""Runs `nearscope export` and says of every capture how it went."""

import json
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import asdict, dataclass

from . import rows
from .captures import shown

# Tables whose rows name the file.
_NAMING = frozenset(("captures", "capture_files", "messages"))
_MESSAGE_LIMIT = 2000
# What is read at a time, and what fits the pipe.
_CHUNK = 1 << 20


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

    - timeout: Seconds for a capture.
    """

    def __init__(self, path: str, options: list[str], timeout: float):
        self.path = path
        self.options = options
        self.timeout = timeout

    def export(self, inputs: list[Input], writer: rows.TaskWriter) -> list[Outcome]:
        """Runs the tool once for all inputs, and alone for each that this says too little about.

        A capture is whole when the next one begins or the tool ends by itself. One that is not, or that has no rows, or
        whose rows speak of damage, is run alone: its exit status and message are then its own, and a crash, a hang or an
        error of one capture does not touch the others.
        """
        if len(inputs) == 1:
            return [self._alone(inputs[0], writer)]
        outcomes: list[Outcome] = []
        left = {each.local: each for each in inputs}
        current: list = [None]

        def end():
            if current[0] is None:
                return
            each, capture_id, is_suspect = current[0]
            current[0] = None
            if is_suspect:
                writer.drop()
                return
            del left[each.local]
            outcomes.append(_kept(each, capture_id, writer))

        def take(table, piece):
            if table == "captures":
                end()
                row = _row(piece)
                each = left.get(row["path"])
                if each is None:
                    raise rows.RowError(f"rows of a file that was not asked for: {row['path']!r}")
                current[0] = (each, piece.capture_id, _is_suspect(row))
            elif current[0] is None or current[0][1] != piece.capture_id:
                raise rows.RowError("rows of a capture without its row of captures")
            writer.add(table, _named(table, piece, current[0][0]))

        run = self._run(inputs, take)
        if run.status in (0, 2, 65, 66) and not run.is_late and run.fault is None:
            end()
        writer.drop()
        return outcomes + [self._alone(each, writer) for each in left.values()]

    def _alone(self, each: Input, writer: rows.TaskWriter) -> Outcome:
        if shown(each.path) != each.path:
            return Outcome(each.place, shown(each.path), "name", None, "the path is not UTF-8")
        ids: list[str] = []

        def take(table, piece):
            if table == "captures":
                _row(piece)
                ids.append(piece.capture_id)
            if ids != [piece.capture_id]:
                raise rows.RowError("expected the rows of one capture")
            writer.add(table, _named(table, piece, each))

        run = self._run([each], take)
        status, message = run.status, _message(run.errors, each)
        if run.is_late:
            kind, status, message = "timeout", None, f"not done after {self.timeout:g} s"
        elif run.fault is not None:
            kind, status, message = "output", None, run.fault
        elif status < 0:
            kind, message = "crash", message or f"ended by {_signal(-status)}"
        elif ids and status in (0, 2, 65):
            result = _kept(each, ids[0], writer, {0: "done", 2: "damaged", 65: "undecodable"}[status])
            result.exit_status, result.message = status, message if status else None
            return result
        elif status == 0:
            kind, message = "output", "the tool succeeded and wrote no rows"
        elif status == 65 and "not a capture file" in (message or ""):
            kind = "not-a-capture"
        else:
            kind = "cannot-open" if status == 66 else "failed"
        writer.drop()
        return Outcome(each.place, each.path, kind, status, message)

    def _run(self, inputs: list[Input], take) -> _Run:
        arguments = [self.path, "export", "--jobs", "1", "--threads", "1", *self.options, "-o", "-"]
        with tempfile.TemporaryFile() as errors:
            try:
                process = subprocess.Popen(
                    arguments + [each.local for each in inputs],
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                    pipesize=_CHUNK,
                )
            except OSError as error:
                raise ToolMissing(f"cannot run {self.path}: {error.strerror}") from None
            watch = _Watch(process, self.timeout)
            fault = None
            try:
                for table, piece in rows.output(lambda: process.stdout.read(_CHUNK)):
                    if table == "captures":
                        watch.restart()
                    take(table, piece)
            except (rows.RowError, ValueError, KeyError) as error:
                fault = str(error)
            finally:
                if fault is not None:
                    process.kill()
                process.stdout.close()
                status = process.wait()
                watch.stop()
            errors.seek(0)
            return _Run(status, errors.read().decode("utf-8", "replace"), watch.is_late, fault)


class _Watch:
    """Kills a process that takes too long for a capture."""

    def __init__(self, process, seconds: float):
        self.process, self.seconds, self.is_late = process, seconds, False
        self._done = threading.Event()
        self.restart()
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def restart(self):
        self._deadline = time.monotonic() + self.seconds

    def stop(self):
        self._done.set()
        self._thread.join()

    def _wait(self):
        while (left := self._deadline - time.monotonic()) > 0:
            if self._done.wait(left):
                return
        self.is_late = True
        self.process.kill()


def _kept(each: Input, capture_id: str, writer: rows.TaskWriter, kind: str = "done") -> Outcome:
    first = writer.keep(capture_id, each.path)
    if first is None or first == each.path:
        return Outcome(each.place, each.path, kind, capture_id=capture_id)
    return Outcome(each.place, each.path, "duplicate", capture_id=capture_id, duplicate_of=first)


def _is_suspect(row: dict) -> bool:
    """Whether the tool may end with another status than 0 because of this capture."""
    return (
        row.get("file_error_message") is not None
        or row.get("memory_left_out") is not None
        or (row.get("packets", 0) > 0 and row.get("undecoded_packets") == row.get("packets"))
    )


def _row(piece: rows.Piece) -> dict:
    """The row of `captures`: one, for a capture has one."""
    if piece.rows != 1:
        raise rows.RowError("expected one row of captures")
    return json.loads(piece.lines)


def _named(table: str, piece: rows.Piece, each: Input) -> rows.Piece:
    if each.local == each.path or table not in _NAMING:
        return piece
    return rows.replace_path(piece, each.local, each.path)


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

"""What an executor does with a task."""

import os
import shutil
import tempfile
import uuid
from dataclasses import dataclass, field

from . import batching, rows
from .captures import is_remote, shown
from .hadoop import CopyError, HadoopShell
from .schema import Table
from .tool import Input, Outcome, Tool


@dataclass(frozen=True)
class Job:
    """What all tasks of a run have in common.

    - staging: The folder for files, a path or a URL.
    - tool: The path of the tool; a bare name is that of a file sent along with the job, if `is_sent`.
    """

    staging: str
    run: str
    tool: str
    is_sent: bool
    options: tuple[str, ...]
    timeout: float
    tables: dict[str, Table]
    hadoop: dict[str, str] = field(default_factory=dict)

    def process(self, task: batching.Task) -> dict:
        """Runs the tool for all captures of a task. Returns the `files` written, and the `outcomes` of all captures."""
        # A second try of a task writes files of other names.
        name = f"{self.run}-{uuid.uuid4().hex[:12]}"
        with _Folder(self.staging, self.hadoop) as folder, _scratch() as scratch:
            writer = rows.TaskWriter(self.tables, folder.path, name, scratch)
            tool = Tool(self._tool(), list(self.options), self.timeout)
            outcomes: list[Outcome] = []
            for run in batching.runs(task.captures):
                with _scratch() as copies:
                    inputs, failed = self._inputs(run, copies)
                    outcomes += failed
                    if inputs:
                        outcomes += tool.export(inputs, writer)
            files = writer.finish()
            folder.put([file["name"] for file in files])
        return {"files": files, "outcomes": [outcome.as_dict() for outcome in outcomes]}

    def drop(self, files: list[dict], losers: set[str]) -> list[dict]:
        """Writes the files of a task anew, without captures that others have. Returns the new files."""
        names = [(file["table"], file["name"]) for file in files]
        with _Folder(self.staging, self.hadoop) as folder, tempfile.TemporaryDirectory() as copies:
            source = folder.path
            if is_remote(self.staging):
                source = copies
                places, messages = HadoopShell(self.hadoop).get([f"{self.staging}/{name}" for _, name in names], copies)
                if None in places:
                    raise CopyError(f"cannot copy from {self.staging}: {messages}")
                for (_, name), place in zip(names, places):
                    os.rename(place, os.path.join(copies, name))
            result = rows.without(names, source, folder.path, losers, uuid.uuid4().hex[:6])
            folder.put([file["name"] for file in result])
        return result

    def _tool(self) -> str:
        if not self.is_sent:
            return self.tool
        from pyspark import SparkFiles

        path = SparkFiles.get(os.path.basename(self.tool))
        os.chmod(path, 0o755)
        return path

    def _inputs(self, run, copies: str) -> tuple[list[Input], list[Outcome]]:
        """The files for a run of the tool, remote ones copied, and those that cannot be had."""
        remote = [(place, capture) for place, capture in run if capture.is_remote]
        places, messages = HadoopShell(self.hadoop).get([each.path for _, each in remote], copies) if remote else ([], "")
        local = {place: copy for (place, _), copy in zip(remote, places)}
        inputs, failed = [], []
        for place, capture in run:
            file = local[place] if capture.is_remote else capture.path
            if shown(capture.path) != capture.path:
                failed.append(Outcome(place, shown(capture.path), "name", None, "the path is not UTF-8"))
            elif file is None:
                own = [line for line in messages.splitlines() if capture.path in line] or messages.splitlines()[-1:]
                failed.append(Outcome(place, capture.path, "copy", None, own[-1] if own else "cannot copy this file"))
            else:
                inputs.append(Input(place, file, capture.path))
        return inputs, failed


def _scratch():
    return tempfile.TemporaryDirectory(prefix="nearscope-fleet-", ignore_cleanup_errors=True)


class _Folder:
    """The folder that a task writes to: staging itself, or one whose files are then copied there."""

    def __init__(self, staging: str, hadoop: dict[str, str]):
        self.staging, self.hadoop = staging, hadoop

    def __enter__(self):
        if is_remote(self.staging):
            self.path = tempfile.mkdtemp(prefix="nearscope-fleet-")
        else:
            self.path = self.staging
        return self

    def put(self, names: list[str]):
        if is_remote(self.staging):
            HadoopShell(self.hadoop).put([os.path.join(self.path, name) for name in names], self.staging)

    def __exit__(self, *_):
        if is_remote(self.staging):
            shutil.rmtree(self.path, ignore_errors=True)

"""The captures that arguments name."""

import os
import re
import stat
from dataclasses import dataclass

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


@dataclass(frozen=True)
class Capture:
    """A file as it was listed. Another size or modification time makes it another capture."""

    path: str
    size: int
    modified_ms: int

    @property
    def key(self) -> tuple[str, int, int]:
        return (self.path, self.size, self.modified_ms)

    @property
    def is_remote(self) -> bool:
        return is_remote(self.path)


def is_remote(path: str) -> bool:
    """Whether a path is a URL such as hdfs://… or s3a://…, which Hadoop's FileSystem opens."""
    return _SCHEME.match(path) is not None


def listed(paths, remote=None) -> list[Capture]:
    """All files that the paths name, each once, in the order of their paths.

    Directories are searched with all directories in them. Hidden files, pipes and devices in them are skipped. A file
    that is named, and cannot be found, is listed with size -1: it becomes a row of `failures`.

    - remote: Lists a URL: a function from it to captures.
    """
    found: dict[str, Capture] = {}
    for path in paths:
        for capture in remote(path) if is_remote(path) else _local(path):
            found.setdefault(capture.path, capture)
    return [found[path] for path in sorted(found)]


def _local(path: str):
    # Executors have other working directories.
    path = os.path.abspath(path)
    if not os.path.isdir(path):
        yield _capture(path)
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(folder, name)
            if not name.startswith(".") and _is_regular(file):
                yield _capture(file)


def _is_regular(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def _capture(path: str) -> Capture:
    try:
        status = os.stat(path)
    except OSError:
        return Capture(path, -1, 0)
    return Capture(path, status.st_size, status.st_mtime_ns // 1_000_000)


def shown(path: str) -> str:
    """The path as text that every encoding has: bytes that are not UTF-8 become \\xNN."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

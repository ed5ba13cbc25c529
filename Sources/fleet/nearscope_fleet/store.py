"""Where the rows go: the few operations on files that the ledger needs, on a local disk or by Hadoop."""

import os
import shutil

from .captures import Capture, is_remote


class LocalStore:
    """A directory of a local or mounted file system."""

    def __init__(self, root: str):
        self.root = os.path.abspath(root)

    def path(self, name: str) -> str:
        return os.path.join(self.root, name)

    def make(self, name: str = ""):
        os.makedirs(self.path(name), exist_ok=True)

    def names(self, name: str) -> list[str]:
        try:
            return sorted(os.listdir(self.path(name)))
        except FileNotFoundError:
            return []

    def exists(self, name: str) -> bool:
        return os.path.exists(self.path(name))

    def read(self, name: str) -> bytes | None:
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes):
        """Writes a file that is there whole or not at all."""
        path = self.path(name)
        partial = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.partial")
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)

    def move(self, source: str, target: str):
        """Gives a file its name; a file that has it is replaced, and a source that is gone was moved before."""
        try:
            os.replace(self.path(source), self.path(target))
        except FileNotFoundError:
            if not self.exists(target):
                raise

    def remove(self, name: str):
        path = self.path(name)
        if os.path.isdir(path):
            shutil.rmtree(path, ignore_errors=True)
        elif os.path.exists(path):
            os.unlink(path)

    def lock(self):
        """Holds the directory until the process ends, however it ends."""
        import fcntl

        self._lock = open(self.path("_lock"), "wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{self.root} is in use by another run") from None


class HadoopStore:
    """A directory that a URL names, by the FileSystem of Hadoop in Spark's JVM."""

    def __init__(self, root: str, spark):
        self.root = root.rstrip("/")
        self._jvm = spark._jvm
        self._configuration = spark._jsc.hadoopConfiguration()
        self._files = self._path(self.root).getFileSystem(self._configuration)

    def _path(self, text: str):
        return self._jvm.org.apache.hadoop.fs.Path(text)

    def path(self, name: str) -> str:
        return f"{self.root}/{name}" if name else self.root

    def make(self, name: str = ""):
        self._files.mkdirs(self._path(self.path(name)))

    def names(self, name: str) -> list[str]:
        folder = self._path(self.path(name))
        if not self._files.exists(folder):
            return []
        return sorted(each.getPath().getName() for each in self._files.listStatus(folder))

    def exists(self, name: str) -> bool:
        return self._files.exists(self._path(self.path(name)))

    def read(self, name: str) -> bytes | None:
        if not self.exists(name):
            return None
        stream = self._files.open(self._path(self.path(name)))
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()

    def write(self, name: str, data: bytes):
        # A name beginning with "_" or "." is not data for Spark.
        folder, _, last = name.rpartition("/")
        partial = f"{folder}/.{last}.partial" if folder else f".{last}.partial"
        stream = self._files.create(self._path(self.path(partial)), True)
        try:
            stream.write(bytearray(data))
        finally:
            stream.close()
        self.move(partial, name)

    def move(self, source: str, target: str):
        if not self.exists(source):
            if not self.exists(target):
                raise StoreError(f"{self.path(source)} is gone")
            return
        # Hadoop does not replace; a run that is killed between these two finds the source again.
        self.remove(target)
        if not self._files.rename(self._path(self.path(source)), self._path(self.path(target))):
            raise StoreError(f"cannot rename {self.path(source)} to {self.path(target)}")

    def remove(self, name: str):
        self._files.delete(self._path(self.path(name)), True)

    def lock(self):
        """There is no lock that a killed process would give back: nobody else may write here at the same time."""

    @staticmethod
    def list(spark, url: str):
        """The captures that a URL names: a file, a directory with all in it, or a pattern."""
        path = spark._jvm.org.apache.hadoop.fs.Path(url)
        files = path.getFileSystem(spark._jsc.hadoopConfiguration())
        found = files.globStatus(path)
        if not found:
            return [Capture(url, -1, 0)]
        result = []
        open_ = list(found)
        while open_:
            status = open_.pop()
            if status.isDirectory():
                open_ += [each for each in files.listStatus(status.getPath()) if not _is_hidden(each)]
            else:
                result.append(Capture(status.getPath().toString(), status.getLen(), status.getModificationTime()))
        return result


def _is_hidden(status) -> bool:
    return status.getPath().getName().startswith(".")


class StoreError(RuntimeError):
    """The output cannot be used or written."""


def store(root: str, spark=None):
    """The store at a path or URL; a URL needs Spark."""
    return HadoopStore(root, spark) if is_remote(root) else LocalStore(root)

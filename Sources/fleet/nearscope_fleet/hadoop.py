"""Copies between Hadoop's file systems and local disks, without a gateway to a JVM: executors have none in Python."""

import glob
import os
import subprocess
import tempfile
from xml.sax.saxutils import escape


class CopyError(RuntimeError):
    """Files could not be copied."""


class HadoopShell:
    """`hadoop fs` with the jars that Spark has.

    - configuration: Hadoop's settings, such as `fs.s3a.endpoint`: those that Spark has as `spark.hadoop.…`.
    """

    def __init__(self, configuration: dict[str, str]):
        self.configuration = configuration

    def get(self, paths: list[str], folder: str) -> tuple[list[str | None], str]:
        """Copies files into a local folder. Returns where each is now, None for one that could not be copied, and what the
        shell said.
        """
        places: list[str | None] = [None] * len(paths)
        messages = ""
        rounds: list[dict[str, int]] = []
        # One start of a JVM serves all files whose names differ.
        for number, path in enumerate(paths):
            name = path.rsplit("/", 1)[-1]
            fitting = next((each for each in rounds if name not in each), None)
            if fitting is None:
                rounds.append(fitting := {})
            fitting[name] = number
        for number, names in enumerate(rounds):
            target = os.path.join(folder, f"copies-{number}")
            os.mkdir(target)
            messages += self._run(["-get", "-f", *(_literal(paths[each]) for each in names.values()), target])[1]
            for name, each in names.items():
                # The name of a capture is not for the tool's arguments.
                source, place = os.path.join(target, name), os.path.join(folder, f"{each:05d}")
                if os.path.exists(source):
                    os.rename(source, place)
                    places[each] = place
        return places, messages

    def put(self, files: list[str], url: str):
        """Copies local files into a directory, which is made. A file of the same name is replaced."""
        status, errors = self._run(["-mkdir", "-p", url])
        if status == 0 and files:
            status, errors = self._run(["-put", "-f", *(f"file://{file}" for file in files), url])
        if status != 0:
            raise CopyError(f"cannot copy to {url}: {errors.strip()[-2000:]}")

    def _run(self, arguments: list[str]) -> tuple[int, str]:
        with tempfile.TemporaryDirectory(prefix="nearscope-fleet-") as folder:
            # In a file, for they may be secrets. Without any core-site.xml the shell does not start.
            settings = os.path.join(folder, "core-site.xml")
            with open(settings, "w", encoding="utf-8", opener=lambda *path: os.open(*path, 0o600)) as file:
                file.write(_xml(self.configuration))
            command = [
                _java(), "-Xmx512m", "-cp", os.pathsep.join([*_jars(), folder]), "org.apache.hadoop.fs.FsShell",
                "-conf", settings, *arguments,
            ]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        return done.returncode, done.stderr


def _xml(configuration: dict[str, str]) -> str:
    properties = "".join(
        f"<property><name>{escape(key)}</name><value>{escape(value)}</value></property>"
        for key, value in sorted(configuration.items())
    )
    return f"<configuration>{properties}</configuration>"


def _literal(path: str) -> str:
    """The path, without characters of patterns."""
    return "".join("\\" + character if character in "\\{}[]*?" else character for character in path)


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", "java") if home else "java"


def _jars() -> list[str]:
    import pyspark

    home = os.environ.get("SPARK_HOME") or os.path.dirname(pyspark.__file__)
    configured = [os.environ["HADOOP_CONF_DIR"]] if os.environ.get("HADOOP_CONF_DIR") else []
    jars = [*configured, os.path.join(home, "conf"), os.path.join(home, "jars", "*")]
    # Jars of --packages and --jars lie in the executor's folder.
    folders = {os.getcwd()}
    try:
        folders.add(pyspark.SparkFiles.getRootDirectory())
    except Exception:  # Outside a task there is none.
        pass
    return jars + [os.path.join(folder, "*") for folder in sorted(folders) if glob.glob(os.path.join(folder, "*.jar"))]

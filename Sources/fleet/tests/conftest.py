import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

ROOT = Path(__file__).parents[3]


def has_spark() -> bool:
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return False
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else shutil.which("java")
    return java is not None and subprocess.run([java, "-version"], capture_output=True).returncode == 0


def pytest_collection_modifyitems(items):
    missing = {}
    if not has_spark():
        missing["spark"] = "Java or PySpark is missing"
    if "NEARSCOPE" not in os.environ:
        missing["tool"] = "NEARSCOPE does not name a built nearscope"
    for item in items:
        for marker, reason in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def fake(tmp_path):
    """A tool that makes rows of what a file says: see fake_tool.py."""
    log = tmp_path / "runs.log"
    tool = tmp_path / "fake-nearscope"
    tool.write_text(f'#!/bin/sh\nFAKE_LOG={log} exec {sys.executable} -S {Path(__file__).parent / "fake_tool.py"} "$@"\n')
    tool.chmod(0o755)
    return Fake(str(tool), log)


class Fake:
    def __init__(self, path, log):
        self.path, self.log = path, log

    def read(self) -> list[str]:
        """The names of the files that the tool has read, in order, since the last time."""
        names = self.log.read_text().split() if self.log.exists() else []
        self.log.write_text("")
        return names


@pytest.fixture
def nearscope():
    return os.environ["NEARSCOPE"]


@pytest.fixture(scope="session")
def spark():
    from nearscope_fleet.driver import Options, session

    settings = {"spark.sql.shuffle.partitions": "2", "spark.driver.memory": "1g"}
    session = session(Options([], "", master="local[2]", configuration=settings))
    yield session
    session.stop()

"""The run: lists captures, has executors process them batch by batch, and commits each batch."""

import json
import os
import re
import subprocess
import tempfile
import time
import uuid
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from . import batching, captures, schema
from .ledger import Ledger, entry
from .store import HadoopStore, store
from .tool import FAILED, ToolMissing
from .work import Job

# Batches in work at a time: while the last tasks of one end, the next one has begun.
BATCHES_AT_A_TIME = 2


@dataclass
class Options:
    paths: list[str]
    output: str
    tool: str = "nearscope"
    sends_tool: bool = False
    master: str | None = None
    tables: list[str] | None = None
    all_tables: bool = False
    partitions: int | None = None
    captures_per_task: int = batching.CAPTURES_PER_TASK
    timeout: float = 600
    memory: str | None = None
    retry: bool = False
    configuration: dict[str, str] = field(default_factory=dict)


@dataclass
class Summary:
    """What a run did."""

    listed: int = 0
    skipped: int = 0
    exported: int = 0
    damaged: int = 0
    duplicates: int = 0
    failed: int = 0
    seconds: float = 0.0

    @property
    def text(self) -> str:
        return (
            f"{self.listed} captures: {self.skipped} were there, {self.exported} exported ({self.damaged} damaged), "
            f"{self.duplicates} duplicates, {self.failed} failed; {self.seconds:.1f} s"
        )


class LocalExecutor:
    """Runs tasks in this process, one after the other: for tests, and where there is no Java."""

    slots = 1

    def run(self, function, items):
        return [function(item) for item in items]


class SparkExecutor:
    """Runs tasks in Spark's executors, one task a partition."""

    def __init__(self, spark):
        self.spark = spark
        self.context = spark.sparkContext
        self.slots = self.context.defaultParallelism

    def run(self, function, items):
        if not items:
            return []
        return self.context.parallelize(items, len(items)).map(function).collect()


def run(options: Options, executor=None, report=lambda text: None) -> Summary:
    """Processes the captures that are not there yet.

    - executor: Where tasks run; Spark, if there is none.
    """
    begun = time.monotonic()
    tool = options.tool if options.sends_tool else _found(options.tool)
    known, version = described(tool)
    names = schema.wanted(known, options.tables, options.all_tables)
    tables = {name: known[name] for name in names}
    spark = getattr(executor, "spark", None)
    if executor is None:
        spark = session(options)
        executor = SparkExecutor(spark)
        if options.sends_tool:
            spark.sparkContext.addFile(os.path.abspath(options.tool))
    partitions = options.partitions or max(2, executor.slots * 2)

    output = store(options.output, spark)
    ledger = Ledger(output, uuid.uuid4().hex[:8])
    ledger.open(tables, version)
    listed = captures.listed(options.paths, lambda url: HadoopStore.list(spark, url))
    missing = ledger.missing(listed, options.retry)
    summary = Summary(listed=len(listed), skipped=len(listed) - len(missing))
    report(f"{len(missing)} of {len(listed)} captures to do, {executor.slots} at a time")
    job = Job(
        staging=output.path(ledger.staging), run=ledger.run, tool=os.path.basename(tool) if options.sends_tool else tool,
        is_sent=options.sends_tool, options=_tool_options(options, names), timeout=options.timeout, tables=tables,
        hadoop=hadoop_settings(spark),
    )

    def work(batch):
        return executor.run(job.process, batching.tasks(batch, partitions))

    batches = batching.batches(missing, partitions, options.captures_per_task)
    for batch, results in _ahead(work, batches, BATCHES_AT_A_TIME if spark else 1):
        _commit(ledger, job, executor, dict(batch), results, summary)
        done = summary.exported + summary.duplicates + summary.failed
        report(f"{done} of {len(missing)} done, {summary.failed} failed, {time.monotonic() - begun:.0f} s")
    ledger.close()
    summary.seconds = time.monotonic() - begun
    return summary


def _ahead(work, batches, count: int):
    """Works on some batches at a time and gives them out in their order."""
    with ThreadPoolExecutor(count) as pool:
        waiting = []
        try:
            for batch in batches:
                waiting.append((batch, pool.submit(work, batch)))
                if len(waiting) >= count:
                    first, future = waiting.pop(0)
                    yield first, future.result()
            for first, future in waiting:
                yield first, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _commit(ledger: Ledger, job: Job, executor, batch: dict, results: list[dict], summary: Summary):
    outcomes = [outcome for result in results for outcome in result["outcomes"]]
    if sorted(outcome["place"] for outcome in outcomes) != sorted(batch):
        raise RuntimeError("a task did not account for each of its captures")
    duplicates = ledger.duplicates(outcomes)
    if duplicates:
        _drop(duplicates, job, executor, results)
    entries = []
    for outcome in sorted(outcomes, key=lambda outcome: outcome["place"]):
        path = outcome["path"]
        if path in duplicates and duplicates[path] != path:
            outcome |= {"kind": "duplicate", "duplicate_of": duplicates[path]}
        elif outcome["duplicate_of"] in duplicates:
            outcome["duplicate_of"] = duplicates[outcome["duplicate_of"]]
        entries.append(entry(batch[outcome["place"]], path, outcome))
        summary.failed += outcome["kind"] in FAILED
        summary.duplicates += outcome["kind"] == "duplicate"
        summary.exported += outcome["kind"] in ("done", "damaged")
        summary.damaged += outcome["kind"] == "damaged"
    ledger.commit([file for result in results for file in result["files"]], entries)


def _drop(duplicates: dict[str, str], job: Job, executor, results: list[dict]):
    """Takes rows of captures that others have out of the files of their tasks."""
    affected = []
    for number, result in enumerate(results):
        losers = {each["capture_id"] for each in result["outcomes"] if each["path"] in duplicates}
        if losers:
            affected.append((number, result["files"], losers))
    rewritten = executor.run(_Dropping(job), affected)
    for number, files in rewritten:
        results[number]["files"] = files


@dataclass(frozen=True)
class _Dropping:
    job: Job

    def __call__(self, item):
        number, files, losers = item
        return number, self.job.drop(files, losers)


def _tool_options(options: Options, names: list[str]) -> tuple[str, ...]:
    result = ["--all-tables"] if options.all_tables else []
    if options.tables:
        result = ["--tables", ",".join(names)]
    if options.memory:
        result += ["--memory", options.memory]
    return tuple(result)


def _found(tool: str) -> str:
    """A path stays one: executors may have other working directories."""
    return os.path.abspath(tool) if os.sep in tool else tool


def described(tool: str) -> tuple[dict[str, schema.Table], str]:
    """The tables that the tool writes, and its version."""
    try:
        document = subprocess.run([tool, "export", "--schema", "json"], stdin=subprocess.DEVNULL, capture_output=True)
        version = subprocess.run([tool, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        raise ToolMissing(f"cannot run {tool}: {error.strerror}") from None
    if document.returncode != 0:
        raise ToolMissing(f"{tool} export --schema json ended with status {document.returncode}")
    return schema.tables(json.loads(document.stdout)), version.stdout.strip()


def session(options: Options):
    """A Spark session."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ToolMissing("pyspark is not installed") from None
    builder = SparkSession.builder.appName("nearscope-fleet")
    master = options.master or "local[*]"
    # A local master gives up at the first failure of a task, unless it is told otherwise.
    builder = builder.master(re.sub(r"^local\[([^,\]]+)\]$", r"local[\1,4]", master))
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    for part in ("driver", "executor"):
        # The JVM only hands tasks to Python: compiling it well costs more than the tasks of a small fleet.
        builder = builder.config(f"spark.{part}.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    if master.startswith("local"):
        builder = builder.config("spark.ui.enabled", "false")
    for key, value in options.configuration.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    if not options.configuration.get("spark.log.level"):
        spark.sparkContext.setLogLevel("ERROR")
    # Executors need nothing of ours installed.
    spark.sparkContext.addPyFile(_package())
    return spark


def _package() -> str:
    folder = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(tempfile.mkdtemp(prefix="nearscope-fleet-"), "nearscope_fleet.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                archive.write(os.path.join(folder, name), f"nearscope_fleet/{name}")
    return path


def hadoop_settings(spark) -> dict[str, str]:
    """Hadoop's settings that Spark was given."""
    if spark is None:
        return {}
    prefix = "spark.hadoop."
    return {
        key.removeprefix(prefix): value
        for key, value in spark.sparkContext.getConf().getAll()
        if key.startswith(prefix)
    }

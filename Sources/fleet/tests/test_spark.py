"""What needs Spark; some of it also needs a built nearscope, which NEARSCOPE names."""

import collections
import csv
import glob
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nearscope_fleet import driver, histograms, schema

pytestmark = pytest.mark.spark
ROOT = Path(__file__).parents[3]
FIXTURES = [str(ROOT / "Fixtures" / name) for name in ("bonjour", "damaged", "programs", "sealed", "transfer", "wireless")]
FIXTURES += sorted(glob.glob(str(ROOT / "Fixtures" / "*.pcap*")))


def rows_of(output, table):
    import pyarrow.parquet

    return [row for path in glob.glob(f"{output}/{table}/*.parquet") for row in pyarrow.parquet.read_table(path).to_pylist()]


def counted(rows):
    return collections.Counter(json.dumps(row, sort_keys=True) for row in rows)


@pytest.fixture(scope="module")
def fleet_of_fixtures(spark, tmp_path_factory):
    """The rows of the fixtures through Spark, and on one machine."""
    tool = os.environ["NEARSCOPE"]
    folder = tmp_path_factory.mktemp("fixtures")
    output = str(folder / "fleet")
    options = driver.Options(FIXTURES, output, tool=tool, all_tables=True)
    driver.run(options, driver.SparkExecutor(spark))
    paths = [row["path"] for row in rows_of(output, "statuses") if row["kind"] not in ("duplicate", "not-a-capture")]
    subprocess.run(
        [tool, "export", *sorted(paths), "--all-tables", "-o", str(folder / "single")], capture_output=True, check=False
    )
    return output, folder / "single"


@pytest.mark.tool
def test_rows_are_those_of_one_machine(fleet_of_fixtures):
    output, single = fleet_of_fixtures
    tables, _ = driver.described(os.environ["NEARSCOPE"])
    total = 0
    for name, table in tables.items():
        nested = [column for column, kind in table.columns if kind == "json"]
        expected = []
        with open(single / f"{name}.ndjson", encoding="utf-8", newline="\n") as file:
            for line in file:
                row = json.loads(line)
                for column in nested:
                    row[column] = row[column] and json.dumps(row[column])
                expected.append(row)
        found = rows_of(output, name)
        for row in found:
            for column in nested:
                value = row[column] and json.loads(row[column])
                row[column] = value and json.dumps(value)
        # Numbers such as 1.0 are 1 in JSON.
        for row in expected:
            for column, kind in table.columns:
                if kind == "number" and row[column] is not None:
                    row[column] = float(row[column])
        assert counted(found) == counted(expected), name
        total += len(found)
    assert total > 1000


@pytest.mark.tool
def test_columns_have_the_types_of_the_schema(spark, fleet_of_fixtures):
    output, _ = fleet_of_fixtures
    tables, _ = driver.described(os.environ["NEARSCOPE"])
    for name, table in (tables | schema.OWN).items():
        found = ", ".join(f"`{field.name}` {field.dataType.simpleString().upper()}" for field in spark.read.parquet(f"{output}/{name}").schema)
        assert found == table.ddl


@pytest.mark.tool
def test_percentiles_of_merged_histograms_are_those_of_all_samples(spark, fleet_of_fixtures):
    from nearscope_fleet import questions

    output, _ = fleet_of_fixtures
    questions.open_tables(spark, output)
    exact = {tuple(row)[:3]: row for row in questions.round_trip_percentiles(spark).collect()}
    for by in ("", "c.capture_id", "to_date(timestamp_seconds(r.time_ns DIV 1000000000))"):
        merged = questions.merged_percentiles(spark, questions.round_trip_histograms(spark, by)).collect()
        assert {tuple(row)[:3] for row in merged} == set(exact)
        for row in merged:
            other = exact[tuple(row)[:3]]
            assert row["samples"] == other["samples"]
            for name in ("p50_ns", "p95_ns", "p99_ns"):
                assert other[name] <= row[name] <= other[name] * (1 + 1 / 256)
    samples = [row["value_ns"] for row in rows_of(output, "round_trips")]
    whole = questions.merged_percentiles(spark, questions.round_trip_histograms(spark), ()).collect()[0]
    assert whole["samples"] == len(samples) > 100
    assert whole["p95_ns"] == histograms.percentile(histograms.histogram(samples), 95)


@pytest.mark.tool
def test_renames_per_day_and_findings_per_build(spark, fleet_of_fixtures, tmp_path):
    from nearscope_fleet import questions

    output, _ = fleet_of_fixtures
    questions.open_tables(spark, output)
    renames = questions.renames_per_day(spark).collect()
    expected = [row for row in rows_of(output, "service_events") if row["event"] == "rename"]
    assert sum(row["services"] for row in renames) == len(expected) > 0
    with open(tmp_path / "builds.csv", "w", newline="") as file:
        csv.writer(file).writerows([["file", "version"], ["*/bonjour/*", "2.3.0"], ["*", "2.3.1"]])
    facts = questions.open_manifest(spark, str(tmp_path / "builds.csv")).collect()
    assert len(facts) == len(rows_of(output, "captures")) and {row["version"] for row in facts} == {"2.3.0", "2.3.1"}
    found = questions.findings_per_build(spark).collect()
    assert sum(row["findings"] for row in found) == len(rows_of(output, "findings"))
    assert all(0 < row["captures"] <= row["captures_of_version"] for row in found)
    for comparison, adjusted in questions.compare(spark, "transport", "forward_transport_rtt_median_ns"):
        assert comparison.p is None or comparison.p <= adjusted


def test_questions_to_known_rows(spark, tmp_path):
    from nearscope_fleet import questions

    spark.sql("SELECT * FROM VALUES ('c1', '/b/1.pcap'), ('c2', '/b/2.pcap') AS t(capture_id, path)").createOrReplaceTempView("captures")
    spark.sql("""SELECT * FROM VALUES ('c1', 1, 'tcp', 's1', 10L), ('c1', 2, 'udp', NULL, 30L), ('c2', 1, 'tcp', 's1', 50L)
        AS t(capture_id, session_id, transport, service_id, rtt)""").createOrReplaceTempView("sessions")
    spark.sql("SELECT * FROM VALUES ('c1', 's1', '_a._tcp'), ('c2', 's1', '_b._tcp') AS t(capture_id, service_id, type)").createOrReplaceTempView("services")
    samples = [("c1", 1, "transport", value) for value in range(1, 101)] + [("c1", 2, "application", 7), ("c2", 1, "transport", 2**40)]
    spark.createDataFrame(samples, "capture_id STRING, session_id INT, kind STRING, value_ns BIGINT").createOrReplaceTempView("round_trips")
    rows = [tuple(row) for row in questions.round_trip_percentiles(spark).collect()]
    assert rows == [
        ("(unknown)", "udp", "application", 1, 7, 7, 7), ("_a._tcp", "tcp", "transport", 100, 50, 95, 99),
        ("_b._tcp", "tcp", "transport", 1, 2**40, 2**40, 2**40),
    ]
    (tmp_path / "m.csv").write_text("file,version\n1.pcap,one\n*,two\n")
    assert {row["capture_id"]: row["version"] for row in questions.open_manifest(spark, str(tmp_path / "m.csv")).collect()} == {"c1": "one", "c2": "two"}
    (comparison, _), = questions.compare(spark, "version", "rtt")
    assert (comparison.first, comparison.second, comparison.runs, comparison.difference) == ("one", "two", (2, 1), 30)


def test_urls_are_copied_and_written_by_hadoop(spark, fake, tmp_path):
    """file:// takes the way that hdfs:// and s3a:// take."""
    (tmp_path / "in" / "x").mkdir(parents=True)
    for name, text in {"a": "ok a 2", "x/a": "ok b 1", "c [1]*": "ok c 1", "d": "ok a 2", "e": "text", ".f": "ok f 1"}.items():
        (tmp_path / "in" / name).write_text(text)
    output = f"file://{tmp_path}/out"
    options = driver.Options(
        [f"file://{tmp_path}/in", f"file://{tmp_path}/none"], output, tool=fake.path, partitions=2, all_tables=True
    )
    summary = driver.run(options, driver.SparkExecutor(spark))
    assert (summary.exported, summary.duplicates, summary.failed) == (3, 1, 2), rows_of(tmp_path / "out", "failures")
    paths = {row["capture_id"].lstrip("0"): row["path"] for row in rows_of(tmp_path / "out", "captures")}
    assert paths == {"a": f"file:{tmp_path}/in/a", "b": f"file:{tmp_path}/in/x/a", "c": f"file:{tmp_path}/in/c [1]*"}
    assert {row["capture"] for row in rows_of(tmp_path / "out", "messages")} == set(paths.values())
    assert {row["kind"] for row in rows_of(tmp_path / "out", "failures")} == {"not-a-capture", "copy"}
    assert len(rows_of(tmp_path / "out", "sessions")) == 4
    again = driver.run(options, driver.SparkExecutor(spark))
    assert (again.skipped, again.exported, again.failed) == (5, 0, 1)
    assert spark.read.parquet(f"{output}/sessions").count() == 4


def test_killed_at_random_and_started_again(fake, tmp_path):
    """The command itself, killed with its JVM as a machine that goes down would."""
    captures = tmp_path / "captures"
    captures.mkdir()
    for number in range(60):
        kind = "crash" if number % 20 == 7 else "slow"
        (captures / f"{number:03d}").write_text(f"{kind} {number % 50:x} 3")
    command = [
        sys.executable, "-m", "nearscope_fleet.main", "run", str(captures), "-o", str(tmp_path / "rows"), "--tool", fake.path,
        "--master", "local[2]", "--captures-per-task", "5", "--partitions", "2",
    ]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    chance = random.Random(5)
    for attempt in range(3):
        process = subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(7, 12))
        is_done = process.poll() is not None
        if not is_done:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        ids = [(row["capture_id"], row["session_id"]) for row in rows_of(tmp_path / "rows", "sessions")]
        assert len(set(ids)) == len(ids)
        if is_done:
            break
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ids = [(int(row["capture_id"], 16), row["session_id"]) for row in rows_of(tmp_path / "rows", "sessions")]
    # 7, 27 and 47 crash; 50 to 59 are 0 to 9 again, and 57 has the rows of 7.
    assert sorted(ids) == [(number, session) for number in range(50) if number not in (27, 47) for session in (1, 2, 3)]
    assert sorted(os.path.basename(row["path"]) for row in rows_of(tmp_path / "rows", "failures")) == ["007", "027", "047"]
    assert os.listdir(tmp_path / "rows" / "_staging") == []

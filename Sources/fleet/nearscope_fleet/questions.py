"""Questions to the rows of many captures, in Spark SQL.

    spark = SparkSession.builder.getOrCreate()
    questions.open_tables(spark, "rows/")
    questions.round_trip_percentiles(spark).show()

Each answer is a data frame. Views have the names of tables, so that any other SQL may follow.
"""

import itertools

from . import factors, histograms
from .schema import OWN

# A session that belongs to no service that was seen.
_SERVICE = "coalesce(s.type, '(unknown)')"


def open_tables(spark, output: str) -> list[str]:
    """Makes a view of each table of an output directory, called as the table is. Returns their names."""
    import json

    lines = spark.read.text(f"{output.rstrip('/')}/fleet.json", wholetext=True).collect()
    names = [*json.loads(lines[0][0])["tables"], *OWN]
    for name in names:
        spark.read.parquet(f"{output.rstrip('/')}/{name}").createOrReplaceTempView(name)
    return names


def open_manifest(spark, path: str, view: str = "manifest"):
    """Makes a view of the facts about captures: `capture_id`, and the manifest's columns but `file`.

    The first line whose pattern matches the path of a capture counts. Captures that none matches have null.
    """
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    rows = factors.manifest(path)
    names = [name for name in (rows[0] if rows else {}) if name != "file"]
    kind = StructType(
        [StructField("position", LongType()), StructField("expression", StringType())]
        + [StructField(name, StringType()) for name in names]
    )
    data = [
        (place, factors.expression(row["file"]), *(row[name] for name in names)) for place, row in enumerate(rows)
    ]
    spark.createDataFrame(data, kind).createOrReplaceTempView("manifest_patterns")
    facts = ", ".join(f"min_by(m.`{name}`, m.position) AS `{name}`" for name in names)
    frame = spark.sql(f"""
        SELECT c.capture_id{', ' + facts if facts else ''}
        FROM captures c LEFT JOIN manifest_patterns m ON c.path RLIKE m.expression
        GROUP BY c.capture_id""")
    frame.createOrReplaceTempView(view)
    return frame


def round_trip_percentiles(spark):
    """Median, p95 and p99 of round trips by service type, transport and kind, exactly, from the samples.

    A percentile is the sample of rank ⌈p · n / 100⌉. Spark sorts all samples for it; `round_trip_histograms` does not.
    """
    return spark.sql(f"""
        WITH samples AS (
            SELECT {_SERVICE} AS service, n.transport, r.kind, r.value_ns
            FROM round_trips r
            JOIN sessions n USING (capture_id, session_id)
            LEFT JOIN services s ON s.capture_id = n.capture_id AND s.service_id = n.service_id),
        ranked AS (
            SELECT *, row_number() OVER (PARTITION BY service, transport, kind ORDER BY value_ns) AS rank,
                count(*) OVER (PARTITION BY service, transport, kind) AS samples
            FROM samples)
        SELECT service, transport, kind, max(samples) AS samples,
            min(CASE WHEN rank >= ceil(samples * 50 / 100) THEN value_ns END) AS p50_ns,
            min(CASE WHEN rank >= ceil(samples * 95 / 100) THEN value_ns END) AS p95_ns,
            min(CASE WHEN rank >= ceil(samples * 99 / 100) THEN value_ns END) AS p99_ns
        FROM ranked GROUP BY service, transport, kind ORDER BY service, transport, kind""")


def round_trip_histograms(spark, by: str = "", bits: int = histograms.BITS):
    """Counts of round trips by service type, transport, kind and bucket: rows that can be summed over anything.

    - by: A further expression to group by, such as `c.capture_id` or `to_date(timestamp_seconds(r.time_ns DIV 1000000000))`;
      its column is `part`.
    """
    part = f"{by} AS part, " if by else ""
    group = "service, transport, kind, " + ("part, " if by else "") + "bucket"
    return spark.sql(f"""
        SELECT {_SERVICE} AS service, n.transport, r.kind, {part}
            {histograms.bucket_sql('r.value_ns', bits)} AS bucket, count(*) AS samples
        FROM round_trips r
        JOIN captures c USING (capture_id)
        JOIN sessions n ON n.capture_id = r.capture_id AND n.session_id = r.session_id
        LEFT JOIN services s ON s.capture_id = n.capture_id AND s.service_id = n.service_id
        GROUP BY {group}""")


def merged_percentiles(spark, frame, by: tuple[str, ...] = ("service", "transport", "kind"), bits: int = histograms.BITS):
    """Percentiles of histograms, merged by adding up their counts: not percentiles of percentiles.

    - frame: Rows of `round_trip_histograms`, of any number of parts, files or days.
    """
    frame.createOrReplaceTempView("histogram_parts")
    keys = ", ".join(by)
    partition = f"PARTITION BY {keys}" if by else ""
    rank = "CASE WHEN upto >= (total * {0} + 99) DIV 100 THEN {1} END"
    upper = histograms.upper_sql("bucket", bits)
    columns = ", ".join(f"min({rank.format(percent, upper)}) AS p{percent}_ns" for percent in (50, 95, 99))
    comma = ", " if by else ""
    return spark.sql(f"""
        WITH merged AS (
            SELECT {keys}{comma}bucket, sum(samples) AS samples FROM histogram_parts GROUP BY {keys}{comma}bucket),
        running AS (
            SELECT *, sum(samples) OVER ({partition} ORDER BY bucket) AS upto, sum(samples) OVER ({partition}) AS total
            FROM merged)
        SELECT {keys}{comma}max(total) AS samples, {columns}
        FROM running {f'GROUP BY {keys} ORDER BY {keys}' if by else ''}""")


def renames_per_day(spark):
    """How often services and hosts got another name because theirs was taken, by day (UTC)."""
    day = "to_date(timestamp_seconds(time_ns DIV 1000000000))"
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    return spark.sql(f"""
        SELECT day, sum(services) AS services, sum(hosts) AS hosts FROM (
            SELECT {day} AS day, 1 AS services, 0 AS hosts FROM service_events WHERE event = 'rename'
            UNION ALL
            SELECT {day}, 0, 1 FROM host_events WHERE event = 'rename')
        GROUP BY day ORDER BY day""")


def findings_per_build(spark, column: str = "version", manifest: str = "manifest"):
    """Findings by app version: how many, in how many captures, of how many captures of that version."""
    return spark.sql(f"""
        WITH builds AS (SELECT `{column}` AS version, count(*) AS captures_of_version FROM {manifest} GROUP BY 1)
        SELECT b.version, f.code, f.severity, count(*) AS findings, count(DISTINCT f.capture_id) AS captures,
            max(b.captures_of_version) AS captures_of_version
        FROM findings f JOIN {manifest} m USING (capture_id) JOIN builds b ON b.version <=> m.`{column}`
        GROUP BY b.version, f.code, f.severity ORDER BY b.version, f.code, f.severity""")


def compare(spark, factor: str, metric: str = "forward_application_rtt_median_ns", manifest: str = "manifest", seed: int = 1):
    """Compares the levels of a factor, each with each. Returns pairs of `factors.Comparison` and p adjusted by Holm.

    A run is a session that has the metric, as in `nearscope compare`; its factors are columns of `sessions` and of the manifest.
    `nearscope compare` joins captures of one run from several points, and uses rank tests; this does neither: give it captures of
    one point, and read the interval first.

    - metric: A column of `sessions`, or an expression of them.
    """
    rows = spark.sql(f"""
        SELECT CAST({factor} AS STRING) AS level, CAST({metric} AS DOUBLE) AS value
        FROM sessions JOIN {manifest} USING (capture_id)
        WHERE {metric} IS NOT NULL AND {factor} IS NOT NULL""").collect()
    levels: dict[str, list[float]] = {}
    for row in rows:
        levels.setdefault(row["level"], []).append(row["value"])
    found = [
        factors.compare(first, second, (levels[first], levels[second]), seed)
        for first, second in itertools.combinations(sorted(levels), 2)
    ]
    return list(zip(found, factors.holm(found)))

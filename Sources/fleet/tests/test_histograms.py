import random

import pytest

from nearscope_fleet import histograms


def samples(seed, count):
    chance = random.Random(seed)
    return [int(chance.lognormvariate(15, 3)) for _ in range(count)]


@pytest.mark.parametrize("bits", [4, 8])
def test_buckets_are_contiguous_and_in_order(bits):
    last = -1
    for number in range(20 << bits):
        low, high = histograms.bounds(number, bits)
        assert low == last + 1
        assert histograms.bucket(low, bits) == histograms.bucket(high, bits) == number
        last = high


def test_small_values_have_a_bucket_each():
    assert [histograms.bounds(histograms.bucket(value)) for value in range(512)] == [(value, value) for value in range(512)]


@pytest.mark.parametrize("bits", [4, 8])
def test_the_width_of_a_bucket_is_bounded(bits):
    for value in samples(1, 1000) + [2**62, 2**63 - 1]:
        low, high = histograms.bounds(histograms.bucket(value, bits), bits)
        assert low <= value <= high
        assert high - low <= value / 2**bits


def test_negative_values_have_no_bucket():
    with pytest.raises(ValueError):
        histograms.bucket(-1)


def test_the_histogram_of_all_is_the_sum_of_parts():
    whole = samples(2, 5000)
    for cuts in ([0, 5000], [0, 1, 17, 2500, 5000], list(range(0, 5001, 50))):
        parts = [histograms.histogram(whole[first:last]) for first, last in zip(cuts, cuts[1:])]
        assert histograms.merged(parts) == histograms.histogram(whole)
        assert histograms.merged(reversed(parts)) == histograms.histogram(whole)


def test_percentiles_of_the_sum_are_close_to_exact_and_those_of_parts_are_not():
    quick, slow = [1000] * 900, [50_000] * 100
    counts = histograms.merged([histograms.histogram(quick), histograms.histogram(slow)])
    for percent in (1, 50, 90, 91, 95, 99, 100):
        exact = sorted(quick + slow)[(percent * 1000 + 99) // 100 - 1]
        assert exact <= histograms.percentile(counts, percent) <= exact * (1 + 1 / 256)
    assert histograms.percentile(counts, 50) < 1010
    assert histograms.percentile({}, 50) is None


@pytest.mark.spark
def test_spark_has_the_same_buckets(spark):
    values = sorted(set(samples(3, 500) + list(range(1100)) + [2**62, 2**63 - 1]))
    spark.createDataFrame([(value,) for value in values], "value BIGINT").createOrReplaceTempView("given")
    for bits in (4, 8):
        number = histograms.bucket_sql("value", bits)
        rows = spark.sql(f"SELECT value, {number} AS bucket, {histograms.upper_sql(number, bits)} AS upper FROM given").collect()
        assert len(rows) == len(values)
        for row in rows:
            assert row["bucket"] == histograms.bucket(row["value"], bits)
            assert row["upper"] == histograms.bounds(row["bucket"], bits)[1]

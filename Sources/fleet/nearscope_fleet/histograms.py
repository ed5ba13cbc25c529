"""Histograms that merge exactly: the histogram of all samples is the sum of those of any parts.

A bucket is a number. Values below 2 · 2^bits have a bucket each; above, each doubling has 2^bits buckets of the same width, so
that no value is further than 2^-bits of itself from another in its bucket. With bits = 8 these are the buckets of the tool's
own quantiles. A bucket depends on the value alone, so counts of machines, days and files add up.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

BITS = 8


def bucket(value: int, bits: int = BITS) -> int:
    """The bucket of a value of at least 0."""
    if value < 0:
        raise ValueError(f"a histogram has no bucket for {value}")
    shift = max(0, value.bit_length() - bits - 1)
    return (shift << bits) + (value >> shift)


def bounds(number: int, bits: int = BITS) -> tuple[int, int]:
    """The smallest and the largest value of a bucket."""
    shift = max(0, (number >> bits) - 1)
    low = (number - (shift << bits)) << shift
    return low, low + (1 << shift) - 1


def histogram(values: Iterable[int], bits: int = BITS) -> Counter:
    """The counts by bucket."""
    return Counter(bucket(value, bits) for value in values)


def merged(histograms: Iterable[Mapping[int, int]]) -> Counter:
    result: Counter = Counter()
    for each in histograms:
        result.update(each)
    return result


def percentile(counts: Mapping[int, int], percent: int, bits: int = BITS) -> int | None:
    """The upper bound of the bucket with the value of rank ⌈percent · n / 100⌉: never below that value, and at most 2^-bits of
    it above. None for no values.
    """
    rank = (percent * sum(counts.values()) + 99) // 100
    for number in sorted(counts):
        rank -= counts[number]
        if rank <= 0:
            return bounds(number, bits)[1]
    return None


def bucket_sql(column: str, bits: int = BITS) -> str:
    """`bucket` as an expression of Spark SQL, in whole numbers."""
    shift = f"greatest(0, length(bin({column})) - {bits + 1})"
    return f"(shiftleft(CAST({shift} AS BIGINT), {bits}) + shiftright({column}, {shift}))"


def upper_sql(number: str, bits: int = BITS) -> str:
    """The largest value of a bucket, as an expression of Spark SQL."""
    shift = f"CAST(greatest(0, shiftright({number}, {bits}) - 1) AS INT)"
    low = f"({number} - shiftleft(CAST({shift} AS BIGINT), {bits}))"
    return f"(shiftleft({low}, {shift}) + (shiftleft(1L, {shift}) - 1))"

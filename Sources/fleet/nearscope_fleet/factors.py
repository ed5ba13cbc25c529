"""Facts about captures from a CSV file, and comparisons of runs by them."""

import csv
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

RESAMPLES = 2000


class ManifestError(ValueError):
    """A manifest is not as it should be."""


def manifest(path: str) -> list[dict[str, str]]:
    """Reads a manifest: CSV with a header line, a column `file` with a pattern, and others with facts.

        file,version
        */build-71/*,2.3.0
        */build-72/*,2.3.1
    """
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if not reader.fieldnames or "file" not in reader.fieldnames:
            raise ManifestError(f"{path}: expected a header line with a column file")
        result = []
        for row in reader:
            if None in row or None in row.values():
                raise ManifestError(f"{path}: line {reader.line_num} has not as many cells as the header")
            result.append(row)
        return result


def expression(pattern: str) -> str:
    """A pattern of shells as a regular expression that Java and Python read the same: * and ? are any characters, / too.

    A pattern without a slash is one for the file's name.
    """
    text = "".join({"*": ".*", "?": "."}.get(each) or re.sub(r"([^\w])", r"\\\1", each) for each in pattern)
    return f"(?s)^{text}$" if "/" in pattern else f"(?s)^(?:.*/)?{text.replace('.*', '[^/]*')}$"


@dataclass(frozen=True)
class Comparison:
    """Two levels of a factor, from one number for each run.

    - difference: Median of `second` minus median of `first`.
    - low, high: The 95 % interval of the difference by bootstrap, None where a level has less than two runs.
    - p: The share of random divisions of the runs with a difference of medians at least as large, None likewise.
    """

    first: str
    second: str
    runs: tuple[int, int]
    medians: tuple[float, float]
    difference: float
    low: float | None
    high: float | None
    p: float | None


def compare(
    first: str, second: str, values: tuple[Sequence[float], Sequence[float]], seed: int = 1, resamples: int = RESAMPLES
) -> Comparison:
    """Compares medians. The same values in any order give the same result.

    One run is one number: samples within a run depend on each other and would make any difference significant.
    """
    one, other = sorted(values[0]), sorted(values[1])
    if not one or not other:
        raise ValueError(f"no runs of {first if not one else second}")
    difference = median(other) - median(one)
    low = high = p = None
    if len(one) > 1 and len(other) > 1:
        chance = random.Random(seed)
        differences = sorted(
            median(chance.choices(other, k=len(other))) - median(chance.choices(one, k=len(one)))
            for _ in range(resamples)
        )
        low, high = differences[int(0.025 * resamples)], differences[int(0.975 * resamples)]
        together = one + other
        extreme = 0
        for _ in range(resamples):
            chance.shuffle(together)
            extreme += abs(median(together[len(one) :]) - median(together[: len(one)])) >= abs(difference)
        # The division that was seen is one of them.
        p = (extreme + 1) / (resamples + 1)
    return Comparison(first, second, (len(one), len(other)), (median(one), median(other)), difference, low, high, p)


def holm(comparisons: Sequence[Comparison]) -> list[float | None]:
    """The p of each comparison, adjusted by Holm for how many there are."""
    known = sorted((each.p, number) for number, each in enumerate(comparisons) if each.p is not None)
    result: list[float | None] = [None] * len(comparisons)
    worst = 0.0
    for place, (p, number) in enumerate(known):
        worst = max(worst, min(1.0, p * (len(known) - place)))
        result[number] = worst
    return result

"""How captures are shared out: batches that are committed one by one, and the tasks of a batch."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass

from .captures import Capture

# A capture costs about as much as this many bytes, however small it is.
COST_OF_A_FILE = 64 * 1024
CAPTURES_PER_TASK = 256
BYTES_PER_TASK = 256 << 20


@dataclass(frozen=True)
class Task:
    """Captures for one executor, each with its place in the listing."""

    number: int
    captures: tuple[tuple[int, Capture], ...]


def cost(capture: Capture) -> int:
    return max(capture.size, 0) + COST_OF_A_FILE


def batches(
    captures: list[Capture],
    partitions: int,
    captures_per_task: int = CAPTURES_PER_TASK,
    bytes_per_task: int = BYTES_PER_TASK,
) -> Iterable[list[tuple[int, Capture]]]:
    """Cuts the listing into pieces that `partitions` tasks do. A killed run loses at most the batches in work."""
    batch: list[tuple[int, Capture]] = []
    total = 0
    for place, capture in enumerate(captures):
        if batch and (
            len(batch) >= partitions * captures_per_task or total + cost(capture) > partitions * bytes_per_task
        ):
            yield batch
            batch, total = [], 0
        batch.append((place, capture))
        total += cost(capture)
    if batch:
        yield batch


def tasks(batch: list[tuple[int, Capture]], partitions: int) -> list[Task]:
    """Shares a batch out, the largest capture first and always to the task with least to do.

    Within a task captures keep the order of the listing; the task with most to do comes first.
    """
    count = max(1, min(partitions, len(batch)))
    shares: list[list[tuple[int, Capture]]] = [[] for _ in range(count)]
    loads = [(0, number) for number in range(count)]
    for entry in sorted(batch, key=lambda entry: (-cost(entry[1]), entry[0])):
        load, number = heapq.heappop(loads)
        shares[number].append(entry)
        heapq.heappush(loads, (load + cost(entry[1]), number))
    order = sorted(range(count), key=lambda number: -sum(cost(capture) for _, capture in shares[number]))
    return [Task(place, tuple(sorted(shares[number], key=lambda entry: entry[0]))) for place, number in enumerate(order)]


def runs(captures, files: int = 256, argument_bytes: int = 128 * 1024, large: int = 16 << 20):
    """Cuts the captures of a task into runs of the tool. A large one has a run of its own."""
    run: list = []
    length = 0
    for entry in captures:
        capture = entry[1]
        size = len(capture.path) + 1
        if capture.size > large:
            yield [entry]
            continue
        if run and (len(run) >= files or length + size > argument_bytes):
            yield run
            run, length = [], 0
        run.append(entry)
        length += size
    if run:
        yield run

from nearscope_fleet import batching
from nearscope_fleet.captures import Capture


def captures(*sizes):
    return [Capture(f"/c/{number:04d}", size, 0) for number, size in enumerate(sizes)]


def test_every_capture_is_in_one_task_of_one_batch():
    given = captures(*range(0, 3_000_000, 1000))
    found = []
    for batch in batching.batches(given, partitions=4, captures_per_task=100):
        tasks = batching.tasks(batch, 4)
        assert len(tasks) <= 4
        found += [entry for task in tasks for entry in task.captures]
    assert sorted(found) == list(enumerate(given))


def test_batches_have_a_limit_of_captures_and_of_bytes():
    many = list(batching.batches(captures(*[1] * 25), partitions=2, captures_per_task=5))
    assert [len(batch) for batch in many] == [10, 10, 5]
    large = list(batching.batches(captures(*[10_000_000] * 6), partitions=2, bytes_per_task=10_500_000))
    assert [len(batch) for batch in large] == [2, 2, 2]


def test_a_large_capture_has_a_task_of_its_own_that_begins_first():
    tasks = batching.tasks(list(enumerate(captures(5, 5, 500_000_000, 5))), 2)
    assert [[place for place, _ in task.captures] for task in tasks] == [[2], [0, 1, 3]]


def test_few_captures_are_spread():
    assert [len(task.captures) for task in batching.tasks(list(enumerate(captures(1, 1, 1))), 8)] == [1, 1, 1]


def test_runs_of_the_tool_are_bounded_and_a_large_capture_is_alone():
    entries = list(enumerate(captures(1, 1, 1, 99, 1)))
    runs = [[place for place, _ in run] for run in batching.runs(entries, files=2, large=50)]
    assert sorted(place for run in runs for place in run) == [0, 1, 2, 3, 4]
    assert [3] in runs and max(map(len, runs)) == 2
    assert [len(run) for run in batching.runs(entries, argument_bytes=16)] == [2, 2, 1]

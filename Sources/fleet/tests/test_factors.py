import re

import pytest

from nearscope_fleet import factors


def test_a_manifest_needs_a_column_of_files(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("file,version\n*/a/*,1.0\n")
    assert factors.manifest(str(path)) == [{"file": "*/a/*", "version": "1.0"}]
    path.write_text("name,version\n*/a/*,1.0\n")
    with pytest.raises(factors.ManifestError, match="a column file"):
        factors.manifest(str(path))
    path.write_text("file,version\n*/a/*\n")
    with pytest.raises(factors.ManifestError, match="line 2"):
        factors.manifest(str(path))


@pytest.mark.parametrize(
    "pattern, path, matches",
    [
        ("*/build-71/*", "/c/build-71/x/1.pcap", True),
        ("*/build-71/*", "/c/build-710/1.pcap", False),
        ("txt-*.pcap", "/c/txt-city.pcap", True),
        ("txt-*.pcap", "s3a://bucket/c/txt-city.pcap", True),
        ("txt-*.pcap", "/txt-city.pcap/other", False),
        ("a.b", "/c/axb", False),
        ("a?b", "/c/a.b", True),
        ("a[1]", "/c/a[1]", True),
    ],
)
def test_patterns(pattern, path, matches):
    assert (re.search(factors.expression(pattern), path) is not None) == matches


def test_levels_that_differ():
    result = factors.compare("a", "b", ([1, 2, 3, 4, 5, 6, 7, 8], [101, 102, 103, 104, 105, 106, 107, 108]))
    assert result.difference == 100 and result.medians == (4.5, 104.5) and result.runs == (8, 8)
    assert 90 < result.low <= 100 <= result.high < 110
    assert result.p < 0.01


def test_levels_that_do_not_differ():
    result = factors.compare("a", "b", ([1, 5, 9, 3, 7], [2, 6, 4, 8, 5]))
    assert result.low <= 0 <= result.high
    assert result.p > 0.5


def test_the_order_of_runs_does_not_matter():
    assert factors.compare("a", "b", ([3, 1, 2], [9, 7, 8])) == factors.compare("a", "b", ([1, 2, 3], [7, 8, 9]))


def test_one_run_has_no_interval():
    result = factors.compare("a", "b", ([1], [2, 3]))
    assert (result.difference, result.low, result.high, result.p) == (1.5, None, None, None)


def test_holm_adjusts_by_rank_and_never_falls():
    def of(p):
        return factors.Comparison("a", "b", (2, 2), (0, 0), 0, None, None, p)

    assert factors.holm([of(0.03), of(None), of(0.01), of(0.04)]) == pytest.approx([0.06, None, 0.03, 0.06])

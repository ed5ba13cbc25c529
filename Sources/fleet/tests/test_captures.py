import os

from nearscope_fleet.captures import Capture, listed, shown


def test_a_directory_is_searched_and_hidden_files_and_pipes_are_not(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("b/2.pcap", "1.pcap", ".3.pcap", ".hidden/4.pcap"):
        (tmp_path / name).write_text("x")
    os.mkfifo(tmp_path / "pipe")
    assert [each.path for each in listed([str(tmp_path)])] == [str(tmp_path / "1.pcap"), str(tmp_path / "b/2.pcap")]


def test_a_file_named_twice_is_listed_once(tmp_path):
    (tmp_path / "1.pcap").write_text("xyz")
    captures = listed([str(tmp_path / "1.pcap"), str(tmp_path)])
    assert [each.size for each in captures] == [3]


def test_relative_paths_become_absolute(tmp_path, monkeypatch):
    (tmp_path / "1.pcap").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert [each.path for each in listed(["1.pcap"])] == [str(tmp_path / "1.pcap")]


def test_a_missing_file_is_listed_so_that_it_can_fail(tmp_path):
    assert listed([str(tmp_path / "none.pcap")]) == [Capture(str(tmp_path / "none.pcap"), -1, 0)]


def test_urls_are_left_to_hadoop():
    found = Capture("s3a://bucket/1.pcap", 5, 6)
    assert listed(["s3a://bucket/"], lambda url: [found]) == [found]
    assert found.is_remote and not Capture("/a:b//c", 1, 1).is_remote


def test_names_that_are_not_utf8_can_be_shown():
    assert shown(os.fsdecode(b"/a/\xff.pcap")) == "/a/\\xff.pcap"
    assert shown("/a/ä.pcap") == "/a/ä.pcap"

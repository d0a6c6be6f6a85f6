import gzip
import os
import threading
import time
from pathlib import Path

import pytest

from extractors.core.kept import digest, kept, shrink


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "mt-challenge-sets"


def test_a_text_is_made_once(cache):
    made = []

    def make():
        made.append(1)
        return "ä😀"

    assert kept("it-1", make) == kept("it-1", make) == "ä😀"
    assert len(made) == 1
    assert kept("it-2", make) == "ä😀"
    assert len(made) == 2
    assert sorted(path.name for path in cache.iterdir()) == ["it-1.gz", "it-2.gz"]


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xff", gzip.compress(b"\xff"), gzip.compress(b"right")[:-9]])
def test_what_is_damaged_is_made_again(cache, damage):
    kept("it", lambda: "right")
    (cache / "it.gz").write_bytes(damage)
    assert kept("it", lambda: "again") == "again"
    assert kept("it", lambda: "never") == "again"


def test_without_a_cache_it_is_made_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert [kept("it", lambda: "one"), kept("it", lambda: "two")] == ["one", "two"]


def test_a_folder_that_is_not_absolute_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    kept("it", lambda: "one")
    assert [path.name for path in tmp_path.iterdir()] == [".cache"]
    assert Path(".cache/mt-challenge-sets/it.gz").is_file()


def test_who_comes_while_it_is_made_waits_for_it(cache):
    began, may_end = threading.Event(), threading.Event()
    made = []

    def make():
        made.append(1)
        began.set()
        may_end.wait(20)
        return "text"

    found = []
    first, second = (threading.Thread(target=lambda: found.append(kept("folder/it", make))) for _ in range(2))
    first.start()
    assert began.wait(20)
    second.start()
    time.sleep(0.1)
    assert found == []
    may_end.set()
    for thread in (first, second):
        thread.join(20)
    assert found == ["text", "text"]
    assert len(made) == 1
    assert [path.name for path in (cache / "folder").iterdir()] == ["it.gz"]


def test_what_fails_is_tried_by_who_waited(cache):
    with pytest.raises(ZeroDivisionError):
        kept("it", lambda: str(1 // 0))
    assert kept("it", lambda: "text") == "text"
    assert [path.name for path in cache.iterdir()] == ["it.gz"]


def test_what_was_not_read_for_longest_goes_first(cache):
    for number, name in enumerate("abc"):
        kept(f"folder/{name}", lambda: "the same")
        os.utime(cache / f"folder/{name}.gz", (number, number))
    kept("folder/a", lambda: "never")
    size = (cache / "folder/a.gz").stat().st_size
    shrink("folder", 3 * size)
    assert len(list((cache / "folder").iterdir())) == 3
    shrink("folder", 2 * size)
    assert sorted(path.name for path in (cache / "folder").iterdir()) == ["a.gz", "c.gz"]
    shrink("nothing", 0)


def test_a_checksum_is_of_all_and_in_any_order():
    assert digest({"a": 1, "b": ["x\0", "y"]}) == digest({"b": ["x\0", "y"], "a": 1})
    assert digest({"a": ["x\0", "y"]}) != digest({"a": ["x", "\0y"]})

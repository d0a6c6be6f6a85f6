from pathlib import Path

import pytest

from extractors.core.kept import kept


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
    assert sorted(path.name for path in cache.iterdir()) == ["it-1.json", "it-2.json"]


@pytest.mark.parametrize("damage", [b"", b"{", b'{"text": "other"}', b"\xff\xff"])
def test_what_is_damaged_is_made_again(cache, damage):
    kept("it", lambda: "right")
    (cache / "it.json").write_bytes(damage)
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
    assert Path(".cache/mt-challenge-sets/it.json").is_file()

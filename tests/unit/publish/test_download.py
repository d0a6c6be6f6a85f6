"""A published set by its name at the hub: the hub's own library asks a hub that this test plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.publish import layout
from extractors.publish.download import TO_READ_HITS, TO_REBUILD, TO_SCORE, locate
from tests.builders import dataset_hub, small_run
from tests.builders.set_folders import files

NAME = "somebody/parties"


@pytest.fixture
def hub(run):
    """A hub that has the small run's set."""
    with dataset_hub.running() as made:
        made.repositories[NAME] = {"private": False, "files": files(run / "full")}
        yield made


def score(cache, *arguments, **variables):
    """The command as a user with an empty cache calls it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    environment |= {"HF_HOME": str(cache), "HF_HUB_DISABLE_PROGRESS_BARS": "1", **variables}
    command = [sys.executable, "-m", "extractors", "score", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_a_set_of_the_hub_is_fetched_scored_and_kept_for_when_there_is_no_network(run, hub, tmp_path):
    outputs = [run / f"texts/{name}.txt" for name in small_run.SYSTEMS]
    done = score(tmp_path, NAME, *outputs, "-o", tmp_path / "s.csv", HF_ENDPOINT=hub.address)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "s.csv").read_bytes() == (run / "results/scores.csv").read_bytes()
    fetched = {path.partition(f"{dataset_hub.COMMIT}/")[2] for _, path, _ in hub.asked if "/resolve/" in path}
    assert {layout.DESCRIPTION, layout.SETS_FILE, "source.de"} <= fetched
    assert not {layout.CONLLU, layout.TEXTS, layout.JSONL, layout.BASELINE} & fetched
    again = score(tmp_path, NAME, *outputs, "-o", tmp_path / "t.csv", HF_HUB_OFFLINE="1")
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "s.csv").read_bytes()


@pytest.mark.parametrize(
    ("name", "variables", "words"),
    [
        ("nobody/nothing", {}, "the Hugging Face hub shows no data set of this name"),
        (f"{NAME}@v9", {}, "the data set somebody/parties has no revision 'v9'"),
        (NAME, {"HF_HUB_OFFLINE": "1"}, "hf download somebody/parties --repo-type dataset"),
        (NAME, {"HF_ENDPOINT": "http://127.0.0.1:9"}, "the Hugging Face hub could not be asked"),
    ],
)
def test_what_the_hub_does_not_give_is_said(run, hub, tmp_path, name, variables, words):
    done = score(tmp_path, name, run / "texts/good.txt", **{"HF_ENDPOINT": hub.address, **variables})
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_here_goes_before_the_hub(tmp_path, monkeypatch):
    (tmp_path / NAME).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert locate(NAME, TO_SCORE) == Path(NAME)


@pytest.mark.parametrize("name", ["a/b/c", "../x/y", "set.txt/", "name", "o/n@", "https://a.example/o/n"])
def test_what_cannot_be_a_name_is_not_asked_for(name):
    with pytest.raises(InputError, match="no such folder"):
        locate(name, TO_SCORE)


def test_the_patterns_name_files_that_a_set_has(run):
    for patterns in (TO_SCORE, TO_READ_HITS, TO_REBUILD):
        for pattern in patterns:
            assert [*(run / "full").glob(pattern)], pattern

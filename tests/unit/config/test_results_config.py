"""Results of another config are refused where Snakemake does not know them."""

import shlex
import shutil
from pathlib import Path

import pytest

from extractors.config import results_config
from extractors.core.errors import InputError
from extractors.core.remedies import to_make_again

NOW = {"config": {"alpha": 0.05, "systems": ("a", "b")}, "inputs": {"source.de": "abc"}, "version": {"parse": 1}}
OTHER = {**NOW, "config": {**NOW["config"], "alpha": 0.01}}


@pytest.fixture
def folder(tmp_path):
    """Results that one maker has made."""
    place = tmp_path / "results/small"
    place.mkdir(parents=True)
    record(place)
    (place / "scores.parquet").touch()
    return place


def record(place, now=NOW, by="one"):
    results_config.write(place / results_config.FILE, now, by=by, command="snakemake --cores 1")


def test_the_maker_of_all_results_may_edit_the_config(folder):
    results_config.check(folder, OTHER, by="one")


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (OTHER, "alpha was 0.05, now 0.01"),
        ({**NOW, "inputs": {"source.de": "abd"}}, "source.de had other content"),
        ({**NOW, "version": {"parse": 2}}, "version.parse was 1, now 2"),
    ],
)
def test_results_of_another_config_are_refused_with_the_difference(folder, now, words):
    with pytest.raises(InputError, match="are of another config") as refused:
        results_config.check(folder, now, by="two")
    assert words in refused.value.problem
    assert f"mv {folder} {folder}.earlier" in refused.value.remedy


def test_the_same_config_is_let_through_and_nobody_knows_all_results_then(folder):
    results_config.check(folder, NOW, by="two")
    # A run that only plans makes nothing.
    results_config.check(folder, OTHER, by="one")
    record(folder, by="two")
    for maker in ("one", "two"):
        with pytest.raises(InputError, match="are of another config"):
            results_config.check(folder, OTHER, by=maker)


def test_results_between_two_configs_are_refused(folder):
    record(folder, OTHER)
    record(folder, NOW)
    results_config.check(folder, NOW, by="one")
    with pytest.raises(InputError, match="may be of several configs"):
        results_config.check(folder, NOW, by="two")


@pytest.mark.parametrize("damage", ["missing", "edited", "cut", "empty"])
def test_results_of_an_unknown_config_are_refused(folder, damage):
    path = folder / results_config.FILE
    text = path.read_text()
    path.write_text({"edited": text.replace("0.05", "0.06"), "cut": text[:90]}.get(damage, ""))
    if damage == "missing":
        path.unlink()
    with pytest.raises(InputError, match=r"unknown|cannot be read"):
        results_config.check(folder, NOW, by="one")
    shutil.rmtree(folder)
    results_config.check(folder, NOW, by="one")


def test_the_maker_is_the_working_folder_and_the_path_of_the_results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = results_config.maker(tmp_path / "results")
    assert results_config.maker(tmp_path / "results") == first != results_config.maker(tmp_path / "other")
    shutil.rmtree(".snakemake")
    assert results_config.maker(tmp_path / "results") != first


def test_the_remedy_of_damage_is_the_command_of_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "results/small"
    place.mkdir(parents=True)
    results_config.write(Path("results/small/config.json"), NOW, by="one", command="snakemake --cores 1")
    again = f"make it again: cd {tmp_path} && snakemake --cores 1 --force results/small"
    assert to_make_again(place / "hits.parquet") == f"{again}/hits.parquet"
    assert to_make_again(place / "whole/statistics/bleu/a.parquet") == f"{again}/whole/statistics/bleu"
    assert to_make_again("results/small/test_set/scores/da.parquet") == f"{again}/test_set"
    assert to_make_again(tmp_path / "mine.parquet") == "make it again, or copy it again from where it came"


def test_the_remedy_can_be_typed_for_a_folder_with_a_blank(tmp_path):
    place = tmp_path / "my results" / "it's"
    place.mkdir(parents=True)
    (place / "scores.parquet").touch()
    with pytest.raises(InputError) as error:
        results_config.check(place, NOW, by="one")
    command = error.value.remedy[error.value.remedy.index("mv ") :]
    assert shlex.split(command) == ["mv", str(place), f"{place}.earlier"]

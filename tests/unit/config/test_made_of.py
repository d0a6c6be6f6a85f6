"""Results of another config are refused where Snakemake does not know them."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from extractors.config import made_of
from extractors.core.errors import InputError
from extractors.core.remedies import to_make_again

NOW = {"config": {"alpha": 0.05, "systems": ("a", "b")}, "inputs": {"source.de": "abc"}, "version": "1"}
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
    made_of.write(place / made_of.FILE, now, by=by, command="snakemake --cores 1")


def test_the_maker_of_all_results_may_edit_the_config(folder):
    made_of.check(folder, OTHER, by="one")


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (OTHER, "alpha was 0.05, now 0.01"),
        ({**NOW, "inputs": {"source.de": "abd"}}, "source.de had other content"),
        ({**NOW, "version": "2"}, 'version was "1", now "2"'),
    ],
)
def test_results_of_another_config_are_refused_with_the_difference(folder, now, words):
    with pytest.raises(InputError, match="are of another config") as refused:
        made_of.check(folder, now, by="two")
    assert words in refused.value.problem
    assert f"mv {folder} {folder}.earlier" in refused.value.remedy


def test_the_same_config_is_let_through_and_nobody_knows_all_results_then(folder):
    made_of.check(folder, NOW, by="two")
    # A run that only plans makes nothing.
    made_of.check(folder, OTHER, by="one")
    record(folder, by="two")
    for maker in ("one", "two"):
        with pytest.raises(InputError, match="are of another config"):
            made_of.check(folder, OTHER, by=maker)


def test_results_between_two_configs_are_refused(folder):
    record(folder, OTHER)
    record(folder, NOW)
    made_of.check(folder, NOW, by="one")
    with pytest.raises(InputError, match="may be of several configs"):
        made_of.check(folder, NOW, by="two")


@pytest.mark.parametrize("damage", ["missing", "edited", "cut", "empty"])
def test_results_of_an_unknown_config_are_refused(folder, damage):
    path = folder / made_of.FILE
    text = path.read_text()
    path.write_text({"edited": text.replace("0.05", "0.06"), "cut": text[:90]}.get(damage, ""))
    if damage == "missing":
        path.unlink()
    with pytest.raises(InputError, match=r"unknown|cannot be read"):
        made_of.check(folder, NOW, by="one")
    shutil.rmtree(folder)
    made_of.check(folder, NOW, by="one")


def test_the_maker_is_the_working_folder_and_the_path_of_the_results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = made_of.maker(tmp_path / "results")
    assert made_of.maker(tmp_path / "results") == first != made_of.maker(tmp_path / "other")
    shutil.rmtree(".snakemake")
    assert made_of.maker(tmp_path / "results") != first


def test_the_remedy_of_damage_is_the_command_of_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "results/small"
    place.mkdir(parents=True)
    made_of.write("results/small/config.json", NOW, by="one", command="snakemake --cores 1")
    again = f"make it again: cd {tmp_path} && snakemake --cores 1 --force results/small"
    assert to_make_again(place / "hits.parquet") == f"{again}/hits.parquet"
    assert to_make_again(place / "whole/statistics/bleu/a.parquet") == f"{again}/whole/statistics/bleu"
    assert to_make_again("results/small/test_set/scores/da.parquet") == f"{again}/test_set"
    assert to_make_again(tmp_path / "mine.parquet") == "make it again, or copy it again from where it came"


def test_other_texts_of_a_corpus_are_named(folder):
    texts = {**NOW, "config": {"corpora": {"small": {"source": "source.de", "systems": {}}}}}
    assert made_of.other_texts(folder, NOW) == []
    record(folder, texts)
    more = {**texts, "inputs": {**texts["inputs"], "new.en": "d"}}
    assert made_of.other_texts(folder, more) == []
    assert made_of.other_texts(folder, {**more, "inputs": {"source.de": "abd"}}) == ["source.de had other content"]
    other = {**more, "config": {"corpora": {"small": {"source": "b.de", "systems": {"new": "new.en"}}}}}
    assert made_of.other_texts(folder, other) == ['corpora.small.source was "source.de", now "b.de"']
    assert made_of.other_texts(folder / "none", other) == []


def test_the_remedy_can_be_typed_for_a_folder_with_a_blank(tmp_path):
    place = tmp_path / "my results" / "it's"
    place.mkdir(parents=True)
    (place / "scores.parquet").touch()
    with pytest.raises(InputError) as error:
        made_of.check(place, NOW, by="one")
    command = error.value.remedy[error.value.remedy.index("mv ") :]
    assert shlex.split(command) == ["mv", str(place), f"{place}.earlier"]


def test_the_place_of_results_is_no_part_of_what_they_are_of(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    places = ("results", "./results/", "other/place", str(tmp_path / "results"))
    made = [
        made_of.without_place({"scores": f"{place}/small/a.parquet", "text": "in en/de", f"{place}/b": 1}, Path(place))
        for place in places
    ]
    assert made == [{"scores": "{results}/small/a.parquet", "text": "in en/de", "{results}/b": 1}] * len(places)


def test_results_that_a_run_is_writing_are_said_to_be_in_use(folder):
    code = "import sys; from pathlib import Path; from extractors.core import lock;"
    code += "lock.hold([Path(sys.argv[1])]); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run:
        run.stdout.readline()
        with pytest.raises(InputError, match=f"another run works here: process {run.pid}") as refused:
            made_of.check(folder, OTHER, by="two")
        assert "mv " not in refused.value.remedy
        run.stdin.close()


def test_systems_that_the_config_has_no_more_are_left_out(tmp_path, caplog):
    for name in ("good", "gone"):
        file = tmp_path / f"systems/{name}.parquet"
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert list(made_of.systems_of(tmp_path)) == ["gone", "good"]
    record(tmp_path, NOW | {"systems": ("good",)})
    assert made_of.systems_of(tmp_path) == {"good": tmp_path / "systems/good.parquet"}
    assert "left out, as the config has them no more: gone" in caplog.text

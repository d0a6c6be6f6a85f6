"""Sets from strangers: writes stay in the output folder, reads in the set, and numbers have bounds."""

import json
import shutil

import pyarrow.parquet as pq
import pytest

from extractors import __main__ as cli
from extractors.formats.published import HITS_FOLDER
from extractors.publish import layout
from extractors.publish.read import read
from tests.builders.set_folders import rebuild, seal


@pytest.fixture
def ids(run, tmp_path):
    """A published set of ids, to be tampered with."""
    return shutil.copytree(run / "ids", tmp_path / "in/ids")


def describe(folder, change):
    path = folder / layout.DESCRIPTION
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    seal(folder)


def rename_in_tables(folder, old, new):
    for path in sorted(folder.rglob("*.parquet")):
        table = pq.read_table(path)
        if "phenomenon" in table.column_names:
            place = table.column_names.index("phenomenon")
            names = [new if name == old else name for name in table.column(place).to_pylist()]
            pq.write_table(table.set_column(place, table.schema.field(place), [names]), path)


def everything(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("name", ["../../../NAME", "/tmp/NAME", "a/b", "c\n", "{x}", "=cmd|", "Reordering"])
def test_a_phenomenon_whose_id_is_a_path_writes_nothing(run, ids, tmp_path, capsys, name):
    before = everything(tmp_path)

    def change(content):
        next(p for p in content["phenomena"] if p["id"] == "particle_verb")["id"] = name

    rename_in_tables(ids, "particle_verb", name)
    describe(ids, change)
    assert rebuild(ids, tmp_path / "deep/in/out", run / "texts") == 1
    error = capsys.readouterr().err
    assert layout.DESCRIPTION in error
    assert "cannot be the name of a phenomenon" in error or "differ only in case" in error
    assert everything(tmp_path) == before


@pytest.mark.parametrize("name", ["../../../NAME", "a{x}"])
@pytest.mark.parametrize("file", [layout.SETS_FILE, layout.hits("particle_verb")])
def test_so_does_one_of_the_tables_alone(run, ids, tmp_path, capsys, name, file):
    path = ids / file
    table = pq.read_table(path)
    place = table.column_names.index("phenomenon")
    names = [name, *table.column(place).to_pylist()[1:]]
    pq.write_table(table.set_column(place, table.schema.field(place), [names]), path)
    seal(ids)
    before = everything(tmp_path)
    assert rebuild(ids, tmp_path / "deep/in/out", run / "texts") == 1
    error = capsys.readouterr().err
    assert f"{path.name}: {name!r} cannot be the name of a phenomenon" in error
    assert everything(tmp_path) == before


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("source_language", "../../x"),
        ("target_language", "e n"),
        ("name", "a/b"),
        ("segments", 10**12),
        ("segments", 0),
        ("references", [{"name": "../A", "sha256": ""}]),
        ("metrics", {"../x": {}}),
        ("phenomena", [{"id": "a"}]),
        ("phenomena", [7]),
        ("publish", {"name": "../x"}),
        ("format", "new"),
        ("format", 0),
        ("format", 1.5),
        ("format", True),
        ("target_reference", "../A"),
        ("target_reference", ["A"]),
        ("statistics", {"resamples": 10**9}),
        ("metrics", {"chrf": {"char_order": 10**9}}),
        ("metrics", {"bleu": {"max_ngram_order": 31}}),
        ("metrics", {"chrf": {"beta": 10**400}}),
        ("tested_distance", 10**30),
        ("hits", 1e308),
        ("hits", -1),
        ("minimum_distances", list(range(10**5))),
    ],
)
def test_no_name_or_number_of_the_description_is_taken_unseen(run, ids, tmp_path, capsys, key, value):
    of_phenomenon = key in ("tested_distance", "hits", "minimum_distances")
    describe(ids, lambda content: (content["phenomena"][0] if of_phenomenon else content).update({key: value}))
    assert rebuild(ids, tmp_path / "out", run / "texts") == 1
    assert f"{ids / layout.DESCRIPTION}:" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_segments_are_counted_where_they_are(run, tmp_path, capsys):
    full = shutil.copytree(run / "full", tmp_path / "full")
    describe(full, lambda content: content.update(segments=2**31 - 1))
    assert cli.main(["score", str(full), str(run / "texts/good.txt")]) == 1
    assert "are not the 2147483647 of dataset.json" in capsys.readouterr().err


@pytest.mark.parametrize("tokenize", ["flores200", "flores101", "spBLEU-1K"])
def test_no_set_makes_a_metric_ask_the_network(run, tmp_path, capsys, monkeypatch, tokenize):
    def refuse(*_):
        raise AssertionError("the network was asked")

    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.download_file", refuse)
    monkeypatch.setattr("extractors.scoring.metrics._sacrebleu.SACREBLEU_DIR", str(tmp_path))
    full = shutil.copytree(run / "full", tmp_path / "full")
    describe(full, lambda content: content.update(metrics={"bleu": {"tokenize": tokenize}}))
    assert cli.main(["score", str(full), str(run / "texts/good.txt"), "--metric", "bleu"]) == 1
    error = capsys.readouterr().err
    assert f"the tokenizer '{tokenize}' cannot be used here" in error
    assert f"sacrebleu FILE -i FILE -tok {tokenize}" in error


@pytest.mark.parametrize("name", ["../outside", "/dev/zero", "data/../../outside"])
def test_checksums_name_files_of_the_set_alone(run, ids, tmp_path, capsys, name):
    (tmp_path / "in/outside").write_text("not of the set")
    with (ids / layout.CHECKSUMS).open("a") as out:
        out.write(f"{'0' * 64}  {name}\n")
    assert rebuild(ids, tmp_path / "out", run / "texts") == 1
    assert f"the name {name!r} leads out of the folder" in capsys.readouterr().err


def test_a_link_out_of_the_set_is_not_read(run, ids, tmp_path, capsys):
    (tmp_path / "secret").write_text("not of the set")
    scores = ids / layout.SCORING / next(iter(layout.SCORES))
    scores.unlink()
    scores.symlink_to(tmp_path / "secret")
    seal(ids)
    assert rebuild(ids, tmp_path / "out", run / "texts") == 1
    assert "leads out of the folder" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("resamples", 10**12, "statistics.resamples must be at least 2 and at most 1000000, got 1000000000000"),
        ("trials", 10**12, "at most 1000000"),
        ("resamples", 3.0, "must be a whole number, got 3.0"),
        ("alpha", float("nan"), "must be a number, got nan"),
        ("foo", 1, "foo"),
    ],
)
def test_settings_that_run_without_end_are_refused(run, tmp_path, capsys, setting, value, words):
    full = shutil.copytree(run / "full", tmp_path / "full")
    describe(full, lambda content: content["statistics"].update({setting: value}))
    assert cli.main(["score", str(full), str(run / "texts/good.txt"), "-o", str(tmp_path / "s.csv")]) == 1
    error = capsys.readouterr().err
    assert layout.DESCRIPTION in error
    assert words in error


def test_hits_without_a_checksum_are_not_read(run, tmp_path):
    full = shutil.copytree(run / "full", tmp_path / "full")
    hits = full / HITS_FOLDER
    shutil.copyfile(next(hits.glob("*.parquet")), hits / "zzz.parquet")
    more, own = (read(folder, hits=True).hits() for folder in (full, run / "full"))
    assert more.equals(own)

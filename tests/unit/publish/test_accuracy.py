"""Accuracy at the phenomenon from a published set alone: the numbers are those of the run, without parse and links."""

import shutil

import pyarrow.parquet as pq
import pytest

from extractors import __main__ as cli
from extractors.accuracy.lexicon import Lexicon
from extractors.accuracy.stage import accuracy_tables
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY, ACCURACY_EFFECTS, ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.sets import SETS, set_key
from extractors.publish import checksums, layout
from extractors.settings.accuracy import AccuracySettings
from tests.builders import small_run


def accuracy(*arguments):
    return cli.main(["accuracy", *map(str, arguments)])


def outputs(run):
    return [run / f"texts/{name}.txt" for name in small_run.SYSTEMS]


@pytest.fixture(scope="module")
def of_run(run):
    """What the run measures on its own hits, links and parse."""
    place, texts = run / "results", small_run.texts()
    ranges = {}
    for row in tables.read(SETS, place / "sets.parquet").to_pylist():
        phenomenon, r = set_key(row)
        ranges.setdefault(phenomenon, []).append(r)
    return accuracy_tables(
        treebank=conllu.read(place / "source.conllu"),
        links=tables.read(ALIGNMENT, place / "alignment.parquet"),
        hits=tables.read(HITS, place / "hits.parquet"),
        references={name: texts[name] for name in "AB"},
        outputs={name: texts[name] for name in small_run.SYSTEMS},
        language="en",
        ranges=ranges,
        lexicon=Lexicon(),
        ordered=["reordering"],
        settings=AccuracySettings(),
        path="hits",
    )


def comparable(rows):
    """Rows of the same order with numbers that may differ in the last bits, as sums have another order."""
    return [{k: pytest.approx(v, abs=1e-9) if isinstance(v, float) else v for k, v in row.items()} for row in rows]


def test_the_set_gives_the_numbers_of_the_run(run, tmp_path, of_run):
    files = {"-o": tmp_path / "a.csv", "--effects": tmp_path / "e.csv", "--by-hit": tmp_path / "h.parquet"}
    options = [part for pair in files.items() for part in pair]
    assert accuracy(run / "full", *outputs(run), "--forms-only", *options) == 0
    rows = tables.read(ACCURACY, files["-o"]).to_pylist()
    assert rows == comparable(of_run.accuracy.to_pylist())
    assert tables.read(ACCURACY_EFFECTS, files["--effects"]).to_pylist() == comparable(of_run.effects.to_pylist())
    place = ("system", "segment_id", "phenomenon", "head", "dependent")

    def in_order(table):
        return sorted(table.to_pylist(), key=lambda row: [row[name] for name in place])

    assert in_order(tables.read(ACCURACY_HITS, files["--by-hit"])) == in_order(of_run.by_hit)
    assert {row["measure"] for row in rows if row["n"]} == {"reference_match", "order"}
    assert {row["accuracy"] for row in rows if row["system"] == "worse"} > {None}
    assert any(row["controlled"] for row in rows)


def test_a_set_rebuilt_from_ids_measures_the_same(run, tmp_path):
    texts = run / "texts"
    references = [part for name in "AB" for part in ("--reference", f"{name}={texts / name}.txt")]
    arguments = ["rebuild", run / "ids", "--source", texts / "source.txt", *references, "-o", tmp_path / "full"]
    assert cli.main([*map(str, arguments)]) == 0
    for folder, name in ((tmp_path / "full", "rebuilt.csv"), (run / "full", "published.csv")):
        assert accuracy(folder, outputs(run)[2], "--forms-only", "-o", tmp_path / name) == 0
    assert (tmp_path / "rebuilt.csv").read_bytes() == (tmp_path / "published.csv").read_bytes()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{run}/full", "no outputs to measure"),
        ("{run}/full {run}/texts/good.txt --parses p.conllu", "leave out --parses, which a published set has itself"),
        ("{run}/full {run}/texts/good.txt --minimum 2", "leave out --minimum, which a published set has itself"),
        ("{run}/full {run}/texts/good.txt --forms-only --parser spacy", "--forms-only and a parser"),
        ("{run}/ids {run}/texts/good.txt", "challenge-sets rebuild"),
        ("{run}/without {run}/texts/good.txt", "has no scoring/evidence.parquet"),
        ("{run}/changed {run}/texts/good.txt", "is not as it was published: scoring/evidence.parquet has changed"),
        ("{run}/nowhere/at/all {run}/texts/good.txt", "no such folder"),
        ("{run}/results/hits.parquet {run}/texts/good.txt", "give outputs by --hypothesis or --systems"),
        ("{run}/results/hits.parquet --parses p", "no --alignment"),
    ],
)
def test_what_is_refused_says_what_to_do(run, capsys, line, words):
    for name, change in (("without", without_evidence), ("changed", changed_evidence)):
        if not (run / name).exists():
            change(shutil.copytree(run / "full", run / name))
    assert accuracy(*line.format(run=run).split(), "-o", run / "x.csv") == 1
    error = capsys.readouterr().err
    assert words in error
    assert "remedy" in error
    assert not (run / "x.csv").exists()


def without_evidence(folder):
    (folder / layout.EVIDENCE).unlink()
    seal(folder)


def changed_evidence(folder):
    with (folder / layout.EVIDENCE).open("ab") as out:
        out.write(b"\n")


def seal(folder):
    """Make the checksums those of the tampered files, as who tampers does."""
    (folder / layout.CHECKSUMS).unlink()
    checksums.write(folder)


@pytest.mark.parametrize(
    ("file", "column", "value", "words"),
    [
        (layout.EVIDENCE, "reference", "Z", "the reference 'Z', which the set does not have"),
        (layout.EVIDENCE, "segment_id", 72, "token 0 of segment 72"),
        (layout.EVIDENCE, "segment_id", -1, "segment -1"),
        (layout.EVIDENCE, "token", -1, "token -1"),
        (layout.EVIDENCE, "words", [10**6], "has not the words that are evidence"),
        (layout.EVIDENCE, "needed", [-1], "has not the words that are evidence"),
        (layout.WORD_CONTROLS, "phenomenon", "other", "controls of other, which has no hits"),
        (layout.WORD_CONTROLS, "hits", [10**6], "controls of a hit of"),
        (layout.WORD_CONTROLS, "segment_ids", [], "a row of controls of"),
        (layout.WORD_CONTROLS, "segment_ids", None, "is in segment 72"),
        (layout.WORD_CONTROLS, "matched_by", 9, "a row of controls of"),
        (layout.hits("particle_verb"), "segment_id", 72, "has segment 72"),
        (layout.hits("particle_verb"), "head", -5, "a hit"),
    ],
)
def test_tables_of_strangers_name_nothing_that_the_set_does_not_have(run, tmp_path, capsys, file, column, value, words):
    folder = shutil.copytree(run / "full", tmp_path / "set")
    table = pq.read_table(folder / file)
    rows = table.to_pylist()
    rows[0][column] = [72] * len(rows[0][column]) if value is None else value
    pq.write_table(type(table).from_pylist(rows, schema=table.schema), folder / file)
    seal(folder)
    assert accuracy(folder, outputs(run)[0], "--forms-only", "-o", tmp_path / "x.csv") == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "x.csv").exists()


def test_a_change_that_is_owned_up_to_is_signed(run, tmp_path):
    folder = shutil.copytree(run / "full", tmp_path / "set")
    changed_evidence(folder)
    table = pq.read_table(run / "full" / layout.EVIDENCE)
    tables.write(table.slice(0, len(table) - 1), folder / layout.EVIDENCE)
    assert accuracy(folder, outputs(run)[0], "--forms-only", "--changed", "-o", tmp_path / "a.csv") == 0
    assert all("|changed:" in row["run"] for row in tables.read(ACCURACY, tmp_path / "a.csv").to_pylist())

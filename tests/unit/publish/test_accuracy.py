"""Accuracy at the phenomenon from a published set alone: the numbers are those of the run, without parse and links."""

import re
import shutil

import pyarrow.parquet as pq
import pytest

from extractors import __main__ as cli
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY, ACCURACY_HITS, LEXICON
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.sets import SETS, set_key
from extractors.publish import layout
from extractors.score.accuracy import lexicon
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.accuracy_stage import accuracy_tables
from extractors.score.accuracy.lexicon import LemmaLexicon
from extractors.score.documents import clusters_of
from extractors.score.statistics.statistics_settings import StatisticsSettings
from tests.builders import base_install, small_run
from tests.builders.set_folders import seal


def accuracy(*arguments):
    return cli.main(["stage", "accuracy", *map(str, arguments)])


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
        lexicon=LemmaLexicon.of(tables.read(LEXICON, place / "lexicon.parquet")),
        ordered=["reordering"],
        settings=AccuracySettings(),
        path="hits",
        clusters=clusters_of(tables.read(COVARIATES, place / "covariates.parquet"), StatisticsSettings()),
    )


def comparable(rows):
    """Rows of the same order with numbers that may differ in the last bits, as sums have another order."""
    return [{k: pytest.approx(v, abs=1e-9) if isinstance(v, float) else v for k, v in row.items()} for row in rows]


def test_the_set_gives_the_numbers_of_the_run(run, tmp_path, of_run):
    files = {"-o": tmp_path / "a.csv", "--by-hit": tmp_path / "h.parquet"}
    options = [part for pair in files.items() for part in pair]
    assert accuracy(run / "full", *outputs(run), *options) == 0
    rows = tables.read(ACCURACY, files["-o"]).to_pylist()
    assert {row["without_lemma"] for row in rows if row["system"]} == {0.0}
    assert all("|lemmas:by-hand:lemmas|" in row["run"] for row in rows)
    assert rows == comparable(of_run.accuracy.to_pylist())
    place = ("system", "segment_id", "phenomenon", "head", "dependent")

    def in_order(table):
        return sorted(table.to_pylist(), key=lambda row: [row[name] for name in place])

    assert in_order(tables.read(ACCURACY_HITS, files["--by-hit"])) == in_order(of_run.by_hit)
    assert {row["measure"] for row in rows if row["n"]} == {"reference_match", "order"}
    assert {row["accuracy"] for row in rows if row["system"] == "worse"} > {None}
    assert any(row["controlled"] for row in rows)


def in_row(path, system, phenomenon="particle_verb"):
    rows = tables.read(ACCURACY, path).to_pylist()
    place = {"system": system, "phenomenon": phenomenon, "measure": "reference_match", "distance_from": 0}
    return next(row for row in rows if all(row[name] == value for name, value in place.items()))


@pytest.fixture
def new(tmp_path):
    """An output with `came`, which a reference has, and one with `comes` and `stops`, which nobody has looked up."""
    texts = [text.replace("arrived", "came") for text in small_run.texts()["A"]]
    (tmp_path / "known.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    texts = [text.replace("came", "comes").replace("stopped", "stops") for text in texts]
    (tmp_path / "new.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return tmp_path


def test_lemmas_are_those_that_the_set_has_and_words_that_it_lacks_are_counted(run, new, caplog):
    assert accuracy(run / "full", new / "known.txt", new / "new.txt", "-o", new / "a.csv") == 0
    known, other = (in_row(new / "a.csv", name) for name in ("known", "new"))
    assert (known["accuracy"], known["without_lemma"]) == (1.0, 0.0)
    assert other["accuracy"] < 0.5
    words = [w for text in (new / "new.txt").read_text().split("\n") for w in text.replace(".", " ").split()]
    lacking = sum(word in ("comes", "stops") for word in words)
    assert other["without_lemma"] == pytest.approx(lacking / len(words))
    assert "(2 forms, such as comes, stops) are not in the lexicon of the set" in caplog.text
    assert "known:" not in caplog.text


def test_a_parser_looks_up_only_what_the_set_lacks(run, new, monkeypatch):
    asked = []

    class Counting(small_run.Lemmas):
        def parse(self, segments):
            asked.extend(segments)
            return super().parse(segments)

    monkeypatch.setattr(lexicon, "create_parser", lambda *_, **__: Counting())
    assert accuracy(run / "full", new / "new.txt", "--parser", "biaffine", "-o", new / "a.csv") == 0
    assert asked == ["comes", "stops"]
    assert [in_row(new / "a.csv", "new")[name] for name in ("accuracy", "without_lemma")] == [1.0, 0.0]


def test_a_set_without_lemmas_compares_forms_and_says_so(run, new, caplog):
    folder = shutil.copytree(run / "full", new / "set")
    (folder / layout.LEXICON).unlink()
    seal(folder)
    assert accuracy(folder, new / "known.txt", "-o", new / "a.csv") == 0
    row = in_row(new / "a.csv", "known")
    assert (row["without_lemma"], "|lemmas:none|" in row["run"]) == (1.0, True)
    assert row["accuracy"] < 1
    assert "has no lexicon: words are compared by their forms only" in caplog.text


MODELS = ("torch", "transformers", "tokenizers", "safetensors", "simalign", "stanza", "ufal", "onnxruntime")


def test_no_model_and_no_library_of_models_is_needed(run, tmp_path):
    """In a process that cannot import any: scores with all tables, and accuracy, with the same bytes as here."""
    score = (
        "score full texts/good.txt texts/bad.txt -o {0}/s.csv --effects {0}/e.csv --trends {0}/t.csv --ranks {0}/r.csv"
    )
    measure = "stage accuracy full texts/good.txt texts/bad.txt -o {0}/a.csv"
    (tmp_path / "there").mkdir()
    (tmp_path / "here").mkdir()
    commands = [command.format(tmp_path / "there") for command in (score, measure)]
    for command, (status, _, error) in zip(commands, base_install.run(run, *commands, hidden=MODELS), strict=True):
        assert (status, error.count("error:")) == (0, 0), (command, error)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(run)
        for command in (score, measure):
            assert cli.main(command.format(tmp_path / "here").split()) == 0
    written = sorted(path.name for path in (tmp_path / "here").iterdir())
    assert len(written) == 5
    for name in written:
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


def test_the_base_scores_and_asks_for_spacy_alone_where_accuracy_is_measured(run):
    """Whose rules cut outputs into words, and not for what the other packages of its extra are for."""
    commands = ("score full texts/good.txt -o base.csv", "stage accuracy full texts/good.txt -o never.csv")
    (scored, *_), (status, _, error) = base_install.run(run, *commands)
    assert (scored, status) == (0, 1)
    assert "needs spacy, which is not installed" in error
    assert re.search(r"remedy: pip install 'spacy<[0-9.]+,>=[0-9.]+'\n", error)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{run}/full", "no outputs to measure"),
        ("{run}/full {run}/texts/good.txt --parses p.conllu", "leave out --parses, which a published set has itself"),
        ("{run}/full {run}/texts/good.txt --minimum 2", "leave out --minimum, which a published set has itself"),
        ("{run}/full {run}/texts/good.txt --forms-only --parser spacy", "--forms-only and a parser"),
        ("{run}/full {run}/texts/good.txt --lexicon l.parquet", "--lexicon without a parser: "),
        ("{run}/ids {run}/texts/good.txt", "challenge-sets dataset rebuild"),
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

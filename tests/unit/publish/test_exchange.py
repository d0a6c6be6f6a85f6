"""Results in the forms of other tools, which our own readers and sacreBLEU agree with."""

import dataclasses
import json
import shutil
from collections import defaultdict

import pytest
from sacrebleu import sentence_chrf

from extractors.__main__ import main
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import SETS, set_key
from extractors.inputs.evaluation_sets import read_set
from extractors.publish.exchange import ScoredCorpus
from extractors.publish.mteval_tree import write_mteval
from tests.builders import small_results


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("exchange"), accuracy=False)


def test_the_tree_of_mteval_is_read_as_it_was_written(results, tmp_path, capsys):
    tree = tmp_path / "made"
    assert main(["stage", "export", "mteval", str(results), "-o", str(tree)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len([path for path in tree.rglob("*") if path.is_file()])
    corpus = ScoredCorpus.of(results)
    found = read_set(f"mteval:{tree}#de-en")
    assert [segment.source for segment in found.segments] == corpus.corpus.source
    assert {name: [*of.texts] for name, of in found.systems.items()} == corpus.systems
    assert {name: [*of.texts] for name, of in found.references.items()} == corpus.corpus.references
    assert {"chrf-A", "ter-A"} <= found.scores.keys()
    assert len(found.scores["chrf-A"].values) == len(corpus.corpus) * len(corpus.systems)
    reference = next(iter(corpus.corpus.references.values()))
    for score in found.scores["chrf-A"].values[:5]:
        own = sentence_chrf(corpus.systems[score.system][score.segment], [reference[score.segment]]).score
        assert score.value == pytest.approx(own)
    # Of edits fewer are better, and there higher is.
    edits = (tree / "metric-scores/de-en/ter-A.seg.score").read_text().splitlines()
    assert max(float(line.partition("\t")[2]) for line in edits) == 0
    whole = dict(line.split("\t") for line in (tree / "metric-scores/de-en/ter-A.sys.score").read_text().splitlines())
    assert whole.keys() == corpus.systems.keys()
    assert all(float(score) <= 0 for score in whole.values())


def test_names_that_mteval_would_split_are_changed_or_refused(results, tmp_path, caplog):
    made = ScoredCorpus.of(results)
    (texts,) = made.corpus.references.values()

    def written(*names):
        corpus = dataclasses.replace(made.corpus, references=dict.fromkeys(names, texts))
        return write_mteval(dataclasses.replace(made, corpus=corpus), tmp_path / "tree")

    assert {"references/de-en.ref_v1_2.txt", "references/de-en.all_.txt"} <= {*written("ref-v1.2", "all")}
    assert "the reference ref-v1.2 is called ref_v1_2 there" in caplog.text
    with pytest.raises(InputError, match="two references would have one name"):
        written("a.b", "a-b")


def test_items_have_texts_scores_and_phenomena(results, tmp_path):
    assert main(["stage", "export", "subset2evaluate", str(results), "-o", str(tmp_path / "items.jsonl")]) == 0
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    corpus = ScoredCorpus.of(results)
    assert [item["src"] for item in items] == corpus.corpus.source
    assert [item["i"] for item in items] == list(range(len(items)))
    for system, texts in corpus.systems.items():
        assert [item["tgt"][system] for item in items] == texts
    scores = corpus.scores("chrf")
    assert all(item["scores"][s]["chrf"] == scores[s][i] for i, item in enumerate(items) for s in scores)
    segments = defaultdict(int)
    for item in items:
        for phenomenon, distance in item["phenomena"].items():
            segments[phenomenon] += distance >= 0
    # Every third segment has a reflexive verb instead.
    assert segments["particle_verb"] == len(items) * 2 // 3


def test_each_set_is_written_as_text_with_the_outputs(results, tmp_path, capsys):
    assert main(["stage", "export", "sets", str(results), "-o", str(tmp_path / "sets")]) == 0
    filled = [row for row in tables.read(SETS, results / "sets.parquet").to_pylist() if row["segments"]]
    assert capsys.readouterr().out == f"{tmp_path}/sets: {len(filled)} sets\n"
    corpus = ScoredCorpus.of(results)
    for row in filled:
        phenomenon, distances = set_key(row)
        for system, texts in corpus.systems.items():
            lines = (tmp_path / "sets" / phenomenon / distances.name / f"systems/{system}.en").read_text().splitlines()
            assert lines == [texts[i] for i in row["segment_ids"]]
    assert main(["stage", "export", "sets", str(results), "-o", str(tmp_path / "sets")]) == 1
    assert "is there already" in capsys.readouterr().err


def test_a_system_that_the_config_has_no_more_is_left_out(results, tmp_path, caplog):
    folder = shutil.copytree(results, tmp_path / "results")
    first, *gone = ScoredCorpus.of(results).systems
    jsonfile.write_checked({"systems": [first]}, folder / "config.json")
    assert list(ScoredCorpus.of(folder).systems) == [first]
    assert f"no more: {', '.join(gone)}" in caplog.text
    assert main(["stage", "export", "sets", str(folder), "-o", str(tmp_path / "sets")]) == 0
    assert {path.stem for path in tmp_path.glob("sets/*/*/systems/*")} == {first}


def test_what_was_not_scored_is_refused(results, tmp_path, capsys):
    with pytest.raises(InputError, match="unknown metric of these results 'comet'"):
        ScoredCorpus.of(results).scores("comet")
    assert main(["stage", "export", "mteval", str(tmp_path), "-o", str(tmp_path / "scores")]) == 1
    assert "no outputs of systems" in capsys.readouterr().err

"""Each benchmark runs on small made data, in this process: what it needs of the package is there, and it prints."""

import importlib
import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.statistics import Statistics, write_statistics
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from tests import ROOT
from tests.benchmarks import made_data
from tests.builders import small_results
from tests.builders.rows import table_of

PEOPLE = "mqm"
"""A metric of small results that stands for the scores of people."""


class Given(NamedTuple):
    """What a benchmark is given: results of a small corpus, texts and treebanks, and a folder of its own."""

    results: Path
    data: Path
    place: Path


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of a small German corpus with documents."""
    folder = small_results.make(tmp_path_factory.mktemp("small"))
    small_results.name_documents(folder, [f"d{number // 4}" for number in range(60)])
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Texts and treebanks under the names that benchmarks look for."""
    return made_data.make(tmp_path_factory.mktemp("data"))


def config(given):
    """A config of the small corpus whose results have scores of people, too."""
    texts, place = given.results.parents[1], given.place
    shutil.copytree(given.results, place / "results" / small_results.CORPUS)
    rng = np.random.default_rng(1)
    for system in small_results.SYSTEMS:
        rows = np.column_stack([rng.normal(size=60), np.ones(60)])
        path = place / "results" / small_results.CORPUS / f"statistics/{PEOPLE}/{system}.parquet"
        path.parent.mkdir(exist_ok=True)
        write_statistics(Statistics(system=system, metric=PEOPLE, rows=rows, signature=PEOPLE), path)
    (place / "scores.csv").write_text("segment_id,system,score\n0,good,1\n")
    corpus = {
        "source_language": "de",
        "target_language": "en",
        "source": str(texts / "source.de"),
        "references": {"A": str(texts / "reference.en")},
        "systems": {name: str(texts / f"{name}.en") for name in small_results.SYSTEMS},
        "segment_scores": {PEOPLE: {"path": str(place / "scores.csv"), "missing": "allow", "system": "system"}},
    }
    settings = {"corpora": {small_results.CORPUS: corpus}, "results": str(place / "results"), "metrics": {"chrf": {}}}
    settings |= {"atlas": {"corpora": {small_results.CORPUS: 2021}}, "statistics": {"cluster": "segment"}}
    settings |= {"phenomena_file": str(ROOT / "config/phenomena.yaml")}
    (place / "config.yaml").write_text(json.dumps(settings))
    return place / "config.yaml"


def marked(given):
    """A config of the small corpus with a second human translation, of which people marked one and an output."""
    folder = small_results.make(given.place, humans=True)
    small_results.name_documents(folder, [f"d{number // 4}" for number in range(60)])
    links = tables.read(ALIGNMENT, folder / "alignment.parquet").to_pylist()
    # The good system's output is the first reference.
    of_good = [row | {"reference": "good"} for row in links if row["reference"] == "A"]
    tables.write(table_of(ALIGNMENT, of_good), folder / "output_alignment.parquet")
    rating = {"annotation": PEOPLE, "human": True, "rater": None, "errors": 1}
    rated = [rating | {"system": name, "segment_id": number} for name in ("good", "B") for number in range(60)]
    rng = np.random.default_rng(1)
    starts = rng.integers(0, 5, len(rated)).tolist()
    span = {"in_source": False, "severity": "Minor", "score": 1.0, "category": "Fluency"}
    spans = [span | {"rating_id": number, "start": start, "end": start + 4} for number, start in enumerate(starts)]
    rated = [row | {"rating_id": number} for number, row in enumerate(rated)]
    tables.write(table_of(RATINGS, rated), folder / "test_set/ratings.parquet")
    tables.write(table_of(ERROR_SPANS, spans), folder / "test_set/error_spans.parquet")
    texts = {name: str(given.place / f"{file}.en") for name, file in (("A", "reference"), ("B", "second"))}
    corpus = {
        "source_language": "de",
        "target_language": "en",
        "source": str(given.place / "source.de"),
        "references": texts,
        "systems": {"good": str(given.place / "good.en")},
        "phenomena": ["particle_verb", "reflexive"],
    }
    settings = {"corpora": {small_results.CORPUS: corpus}, "phenomena_file": str(ROOT / "config/phenomena.yaml")}
    (given.place / "marked.json").write_text(json.dumps(settings))
    return [f"--config={given.place}/marked.json", f"--ran-in={given.place}", f"--data={given.data}"]


def page(given, name):
    """A copy of a page whose tables a benchmark makes anew."""
    return shutil.copy(ROOT / f"docs/lab/{name}.md", given.place / f"{name}.md")


PROTOTYPE = """
class Request:
    def __init__(self, text):
        assert "Reflex=Yes" in text

    def search(self, sentence):
        for word in sentence.w[1:]:
            if word.feats.get("Reflex") == "Yes" and word.head:
                yield {"V": sentence.w[word.head], "R": word}
"""
"""A matcher of the one request that `match_requests` brings."""


def matchers(given):
    """A catalogue without requests, and PROTOTYPE."""
    (given.place / "catalogue.yaml").write_text("[]\n")
    (given.place / "prototype.py").write_text(PROTOTYPE)
    return ["--catalogue=catalogue.yaml", "--prototype=prototype.py", "--repeats=1"]


def isabelle(given):
    """An item of each category that the paper has, which one system of three translates wrongly."""
    systems = ("PBMT-1", "NMT", "Google")
    outputs = {name: {"text": f"Il chante {number}.", "pass": name != "PBMT-1"} for number, name in enumerate(systems)}
    of = [("Morpho-syntactic", "S1"), ("Lexico-syntactic", "L1"), ("Syntactic", "X1")]
    shared = {"question": "?", "source": "He sings.", "reference": "Il chante.", "outputs": outputs}
    entries = [{"id": name, "category": category, "subcategory": name} | shared for category, name in of]
    (given.place / "suite.json").write_text(json.dumps(entries))
    return ["suite.json"]


def post_edits(given):
    """Two segments of post-edits, with the published tags of output words and gaps."""
    texts = {"mt": "a b c\nd e\n", "pe": "a x c\nd e\n", "tags": "OK OK OK BAD OK OK OK\nOK OK OK OK OK\n"}
    for suffix, text in (texts | {"hter": "0.33\n0.0\n"}).items():
        (given.place / f"dev.{suffix}").write_text(text)
    return [given.place, "--parts", "dev"]


def archive(given):
    """WMT's folder of a pair, long enough for the longest stretch that is planted."""
    segments = small_results.ordinary(130)
    texts = {"sources/t.de-en.src.de": [one.text for one in segments]}
    texts |= {"references/t.de-en.ref.A.en": [one.english for one in segments]}
    texts |= {"system-outputs/de-en/weak.en": [one.weak for one in segments]}
    for name, lines in texts.items():
        made_data.texts(given.place / "wmt21/txt" / name, lines)
    return ["--data=."]


CASES = {
    "accuracy_null": lambda given: [given.results, "--words=8", "--repetitions=3", "--classes", "VERB", "ADV"],
    "atlas_families": lambda _: ["--trials=2", "--phenomena=3", "--targets=2", "--metrics", "chrf"],
    "atlas_tests": lambda given: [config(given), "--language=de", "--share=0.3", "--trials=2"],
    "catalogue_counts": lambda given: [f"--data={given.data}"],
    "contrastive_pairs": lambda given: [f"--data={given.data}"],
    "correlation_coverage": lambda _: ["--trials=1", "--phenomena=5", "--draws=5"],
    "detector_quality": lambda given: [f"--data={given.data}"],
    "document_tests": lambda given: [
        *(f"--data={given.data}", "--corpora", "wmt21", "--repetitions=1", "--segments=10", "--metrics", "chrf"),
    ],
    "grouped_draws": lambda given: [given.results, "--repetitions=1", "--segments=20050"],
    "human_errors": lambda given: [*marked(given), "--draws=2", "-o", page(given, "human-errors")],
    "human_correlation": lambda given: [
        *(config(given), "--random=2", "--planted=2", "-o", page(given, "human-correlation")),
    ],
    "install_size": lambda _: ["--only=base"],
    "interval_coverage": lambda _: ["--repetitions=2", "--sizes", "30"],
    "judge_coverage": lambda _: ["--repetitions=2"],
    "large_trends": lambda given: [given.results, "--sets=1", "--trials=2"],
    "lingeval97": lambda given: [f"--data={given.data}"],
    "isabelle2017": isabelle,
    "match_requests": lambda given: [f"--data={given.data}", *matchers(given)],
    "network_share": lambda given: [f"--data={given.data}", "--segments=2", "--rounds=1"],
    "post_edits": post_edits,
    "read_hits": lambda _: ["count", "--language=en", ROOT / "benchmarks/read-hits/en.tsv"],
    "scale_costs": lambda _: ["--pairs=1000"],
    "sentence_units": lambda given: [f"--data={given.data}", "--pairs", "de-en", "--paragraphs=2", "--systems=1"],
    "separable_verbs": lambda given: [f"--data={given.data}", "--parses=parses.conllu.gz", "-o", "list.tsv"],
    "set_tests": lambda given: [given.results, "--repetitions=2", "--sizes", "30", "--metrics", "chrf"],
    "shifted_lines": archive,
    "speed align": lambda given: [f"--data={given.data}", "--limit=3", "align"],
    "speed conllu": lambda given: [f"--data={given.data}", "conllu"],
    "speed ribes": lambda given: [f"--data={given.data}", "ribes"],
    "speed sets": lambda given: [f"--data={given.data}", "sets", "--systems=2"],
    "multilingual": lambda given: [f"--data={given.data}", f"--out={given.place}/figures", "--only", "en_pud"],
    "test_set_tests": lambda _: ["--pair=de-en", "--trials=2"],
    "text_languages": lambda given: [f"--data={given.data}", "--campaigns=nothing"],
    "training_text": lambda given: [f"--data={given.data}", "-o", "bitext"],
    "treebank_pairs": lambda given: [f"--data={given.data}", "--languages", "fr"],
}


ELSEWHERE = {
    "difficulty",
    "dfki_wmt21",
    "discover",
    "human_baseline",
    "human_scores",
    "lm_eval_pairs",
    "alignment_quality",
    "encoder_links",
    "reordering_references",
    "whole_run",
    "wmt_formats",
}
"""Benchmarks that need a campaign's own files, a run of the workflow, or another program, and are run by hand."""


def test_each_benchmark_is_run_or_named():
    names = {path.stem for path in (ROOT / "benchmarks").glob("[a-z]*.py")}
    assert {name.partition(" ")[0] for name in CASES} == names - ELSEWHERE


@pytest.fixture
def level_of_the_log():
    """Benchmarks silence the log of their process, which tests share."""
    level = log.level
    yield
    log.setLevel(level)


@pytest.mark.usefixtures("level_of_the_log")
@pytest.mark.parametrize("name", CASES)
def test_it_runs_on_small_data(name, results, data, tmp_path, monkeypatch, capsys):
    arguments = CASES[name](Given(results, data, tmp_path))
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("*.md")}
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, arguments)])
    status = 0
    try:
        importlib.import_module(name.partition(" ")[0]).main()
    except SystemExit as ended:
        status = ended.code
    # One that compares with a bar says by 1 that small data do not reach it.
    assert status in (0, 1)
    assert capsys.readouterr().out or any(path.read_bytes() != old for path, old in before.items())

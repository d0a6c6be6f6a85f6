"""Each measurement runs on small made data, as benchmarks do."""

import json
import shutil

import numpy as np
import pytest

from extractors.formats.statistics import Statistics, write_statistics
from tests import ROOT
from tests.benchmarks.test_run_each import Given, data, level_of_the_log, results, run
from tests.builders import small_results
from tests.lab.measurements.test_free_texts import manuals

__all__ = ["data", "level_of_the_log", "results"]

PEOPLE = "mqm"
"""A metric of small results that stands for the scores of people."""


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
    settings |= {"statistics": {"cluster": "segment"}}
    settings |= {"phenomena_file": str(ROOT / "config/phenomena.yaml")}
    (place / "config.yaml").write_text(json.dumps(settings))
    return place / "config.yaml"


def page(given, name):
    """A copy of a page whose tables a benchmark makes anew."""
    return shutil.copy(ROOT / f"docs/lab/{name}.md", given.place / f"{name}.md")


def post_edits(given):
    """Two segments of post-edits, with the published tags of output words and gaps."""
    texts = {"mt": "a b c\nd e\n", "pe": "a x c\nd e\n", "tags": "OK OK OK BAD OK OK OK\nOK OK OK OK OK\n"}
    for suffix, text in (texts | {"hter": "0.33\n0.0\n"}).items():
        (given.place / f"dev.{suffix}").write_text(text)
    return [given.place, "--parts", "dev"]


def campaigns(given):
    """A campaign of one pair, with an output that introduces its lines."""
    texts = {"sources/s.de-en.src.de": "Zeile {}", "references/s.de-en.ref.A.en": "Line {}"}
    texts |= {f"system-outputs/s.de-en.hyp.{name}.en": "Line {}" for name in ("one", "two")}
    texts["system-outputs/s.de-en.hyp.three.en"] = "Here is the translation: line {}"
    for name, text in texts.items():
        file = given.place / "campaigns/wmt21/txt" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(text.format(f"{k} of the made text\n") for k in range(100)))
    return [f"--campaigns={given.place / 'campaigns'}"]


CASES = {
    "catalogue_counts": lambda given: [f"--data={given.data}", f"--write={page(given, 'counts')}"],
    "correlation_coverage": lambda _: ["--trials=1", "--phenomena=5", "--draws=5"],
    "foreign_matter": campaigns,
    "human_correlation": lambda given: [config(given), "--random=2", "-o", page(given, "human-correlation")],
    "post_edits": post_edits,
    "read_hits": lambda _: ["count", "--language=en", ROOT / "lab/measurements/read-hits/en.tsv"],
    "free_texts": lambda given: ["--language=nl", manuals(given.place)],
    "separable_verbs": lambda given: [f"--data={given.data}", "--parses=parses.conllu.gz", "-o", "list.tsv"],
    "text_languages": lambda given: [f"--data={given.data}", "--campaigns=nothing"],
    "training_text": lambda given: [f"--data={given.data}", "-o", "bitext"],
}
ELSEWHERE = {"human_baseline"}
"""Needs runs with two human references, and is run by hand."""


def test_each_measurement_is_run_or_named():
    assert {*CASES} == {path.stem for path in (ROOT / "lab/measurements").glob("[a-z]*.py")} - ELSEWHERE


@pytest.mark.usefixtures("level_of_the_log")
@pytest.mark.parametrize("name", CASES)
def test_it_runs_on_small_data(name, results, data, tmp_path, monkeypatch, capsys):
    arguments = CASES[name](Given(results, data, tmp_path))
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("*.md")}
    run(f"lab.measurements.{name}", arguments, monkeypatch)
    assert capsys.readouterr().out or any(path.read_bytes() != old for path, old in before.items())

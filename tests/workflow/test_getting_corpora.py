"""Corpora that are no plain texts, through Snakemake: of sacreBLEU, `datasets`, and a campaign."""

import json

import pytest

from extractors.formats import tables
from extractors.formats.error_agreement import ERROR_AGREEMENT
from extractors.formats.human_errors import HUMAN_ERROR_HITS, HUMAN_ERRORS
from extractors.formats.segments import SEGMENTS, read_corpus, read_hypotheses
from extractors.formats.statistics import read_statistics
from extractors.formats.testset_scores import ERROR_SPANS, INPUT_AUDIT
from tests import ROOT
from tests.builders import test_sets
from tests.libraries import sacrebleu_cache
from tests.tiny_models import translation as tiny
from tests.workflow import running

pytestmark = pytest.mark.release

SOURCE, REFERENCE = list(tiny.PAIRS), list(tiny.PAIRS.values())
XML = {
    "source": SOURCE,
    "references": {"A": REFERENCE, "B": REFERENCE[::-1]},
    "systems": {"Online-W": REFERENCE, "Team_1": ["Rosen" for _ in SOURCE]},
}
# As of XCOMET, which marks all of each output.
MARKED_BY_COMET = {
    f"outputs/{system}.de": [
        {"src": s, "mt": t, "COMET": 1, "errors": [{"start": 0, "end": len(t), "severity": "minor"}]}
        for s, t in zip(test_sets.SOURCE, texts, strict=True)
    ]
    for system, texts in test_sets.SYSTEMS.items()
}
CONFIG = """\
metrics: {chrf: {}}
corpora:
  owls: {from: ["mteval:owls#en-de", "comet:comet.json"]}
  news:
    source_language: en
    target_language: de
    source: sacrebleu:wmt21/systems:en-de#src
    references: {A: "sacrebleu:wmt21/systems:en-de#ref:A", ours: "REFERENCE"}
    systems: sacrebleu:wmt21/systems:en-de
"""


def variables(folder):
    """No network, and sacreBLEU's folder below a folder."""
    home = {"SACREBLEU": str(folder / "sacrebleu"), "HF_HOME": str(folder / "huggingface")}
    return running.without_network(folder) | home


def run(folder, *arguments, check=True):
    return running.run(folder, *arguments, check=check, variables=variables(folder))


def jobs(folder, *arguments):
    return running.jobs(folder, *arguments, variables=variables(folder))


OUTPUTS = ["results/news/systems"]


OF_TEST_SET = [
    f"results/owls/{file}"
    for file in ("segments.parquet", "systems", "statistics/da", "input_audit.parquet", "test_set")
]
MARKED = "results/owls/human_errors.parquet"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run as far as the tables of hypotheses."""
    folder = tmp_path_factory.mktemp("getting")
    running.copy_workflow(folder)
    (folder / "resources").symlink_to(ROOT / "resources")
    (folder / "config").mkdir()
    (folder / "config/phenomena.yaml").symlink_to(ROOT / "config/phenomena.yaml")
    reference = "ours.de"
    try:
        from tests.libraries import hub_data
    except ModuleNotFoundError:  # without `datasets`
        (folder / "ours.de").write_text("".join(f"{line}\n" for line in REFERENCE), encoding="utf-8")
    else:
        data = hub_data.save(folder / "ours", {"test": {"en": SOURCE, "de": REFERENCE}}, configuration="en-de")
        hub_data.cache(folder / "huggingface/datasets", data, "Owner/ours")
        reference = "huggingface:Owner/ours:en-de:test#translation.de"
    (folder / "config/config.yaml").write_text(CONFIG.replace("REFERENCE", reference))
    sacrebleu_cache.add_xml(folder / "sacrebleu", "wmt21/systems", "en-de", **XML)
    test_sets.mteval(folder / "owls")
    (folder / "comet.json").write_text(json.dumps(MARKED_BY_COMET), encoding="utf-8")
    run(folder, *OUTPUTS, *OF_TEST_SET, MARKED)
    return folder


def test_all_segments_are_those_of_the_libraries(finished):
    segments = read_corpus(finished / "results/news/segments.parquet")
    assert segments.source == SOURCE
    assert segments.references == {"A": REFERENCE, "ours": REFERENCE}
    provenance = tables.read(SEGMENTS, finished / "results/news/segments.parquet")["provenance"]
    assert provenance[0].as_py() == "sacrebleu:wmt21/systems:en-de#src:1"
    assert read_hypotheses(finished / "results/news/systems/Team_1.parquet") == XML["systems"]["Team_1"]


def test_a_test_set_gives_texts_and_scores(finished):
    results = finished / "results/owls"
    assert read_corpus(results / "segments.parquet").references == {"refA": test_sets.REFERENCE}
    assert read_hypotheses(results / "systems/bad.parquet") == test_sets.SYSTEMS["bad"]
    assert read_statistics(results / "statistics/da/bad.parquet").rows.tolist() == [[1.5, 1], [0, 0], [2, 1]]
    assert tables.read(INPUT_AUDIT, results / "input_audit.parquet").to_pylist() == []
    of_people, of_comet = 2, sum(map(len, test_sets.SYSTEMS.values()))
    assert len(tables.read(ERROR_SPANS, results / "test_set/error_spans.parquet")) == of_people + of_comet
    assert jobs(finished, *OF_TEST_SET, MARKED) == {}


def test_marked_errors_of_a_test_set_are_compared(finished):
    rows = tables.read(HUMAN_ERRORS, finished / MARKED).to_pylist()
    assert {(row["annotation"], row["system"]) for row in rows} == {("mqm", "good"), ("mqm", None)}
    hits = tables.read(HUMAN_ERROR_HITS, finished / "results/owls/human_error_hits.parquet").to_pylist()
    (of_verb,) = [hit for hit in hits if hit["phenomenon"] == "particle_verb"]
    assert (of_verb["segment_id"], of_verb["raters"], of_verb["marked"]) == (1, 1, 0)
    rows = tables.read(ERROR_AGREEMENT, finished / "results/owls/error_agreement.parquet").to_pylist()
    assert {(row["annotation"], row["metric"]) for row in rows} == {("mqm", "COMET")}
    (of_all,) = [row for row in rows if row["system"] is row["phenomenon"] is None]
    assert of_all["n"] == len(hits)
    assert of_all["marked_by_metric"] == 1


def test_a_test_set_that_has_changed_is_read_again(finished):
    path = finished / "owls/human-scores/en-de.da.seg.score"
    before = path.read_text()
    path.write_text(before.replace("1.5", "1.25"))
    found = jobs(finished, "results/owls/statistics/da")
    path.write_text(before)
    assert found["read_test_set"] == found["import_scores"] == 1


def test_nothing_is_asked_of_the_network(finished):
    assert "ingest_systems.py" in (finished / "processes").read_text()
    assert not (finished / "attempts").exists(), (finished / "attempts").read_text()


def test_only_what_has_changed_is_read_again(finished):
    assert jobs(finished, *OUTPUTS) == {}
    text = finished / "sacrebleu/wmt21/systems/wmt21_systems.en-de.Team_1"
    before = text.read_text()
    text.write_text(before.replace("Rosen", "Rasen", 1))
    assert jobs(finished, *OUTPUTS) == {"ingest_systems": 1}
    text.write_text(before)

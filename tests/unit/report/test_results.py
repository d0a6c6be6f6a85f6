"""The folder of results is that of the browser tests, made by the stages themselves."""

import json
import shutil

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from extractors.config.manifest import recorded
from extractors.config.model import Config
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.testset_scores import AUDIT_TRAIL, INPUT_AUDIT
from extractors.formats.units import UNITS
from extractors.phenomena.detection import model_figures
from extractors.report.results import read_results
from extractors.report.sections import overview
from tests import ROOT
from tests.builders import small_results, toy_results
from tests.builders.rows import table_of

PHENOMENA = ROOT / "config/phenomena.yaml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("gather"))


@pytest.fixture
def copy(folder, tmp_path):
    """A folder of results that a test may change."""
    return shutil.copytree(folder, tmp_path / small_results.CORPUS)


def test_what_a_run_has_made(folder):
    results = read_results(folder, PHENOMENA)
    assert results.name == small_results.CORPUS
    assert results.systems == sorted(small_results.SYSTEMS)
    assert (results.segments, results.alpha) == (60, 0.05)
    assert [(m.label, m.higher_is_better, m.decimals) for m in results.metrics.values()] == [
        ("chrF2", True, 1),
        ("TER", False, 1),
    ]
    assert results.manifest.origin.parser.startswith("conllu:given.conllu")
    verb = results.phenomena["particle_verb"]
    assert verb.minimum_distances == [0, 1, 2, 3]
    assert verb.size == 40
    assert (verb.label, verb.roles) == ("particle verbs", ("verb", "particle"))
    assert verb.requests[0].startswith("pattern { V [upos=VERB|AUX]; V -[compound:prt]-> P")
    assert results.accuracy
    assert {row["phenomenon"] for row in results.accuracy_effects} == {row["phenomenon"] for row in results.accuracy}


def test_units_that_segments_were_cut_into_are_what_sets_are_of(copy):
    rows = [{"segment_id": i, "whole": i // 2, "sentences": 1} for i in range(120)]
    tables.write(table_of(UNITS, rows), copy / "units.parquet")
    results = read_results(copy, PHENOMENA)
    assert (results.segments, results.whole) == (120, 60)
    assert dict(overview.facts(results))["Segments"] == "120 units of 60 segments"


def test_what_the_audit_of_the_inputs_found_is_there_with_the_lines_of_the_sources_file(copy):
    results = read_results(copy, PHENOMENA)
    assert (results.audit, results.trail) == (None, {})
    found = {"text": "source", "finding": "empty"}
    tables.write(table_of(INPUT_AUDIT, [found | {"first": [0, 2]}]), copy / INPUT_AUDIT.file)
    rows = [{"file": "a", "line": n, "problem": "many" if n else "one"} for n in range(3)]
    (copy / "test_set").mkdir()
    tables.write(table_of(AUDIT_TRAIL, rows), copy / AUDIT_TRAIL.file)
    results = read_results(copy, PHENOMENA)
    assert [row["lines"] for row in results.audit] == [["1", "3"]]
    assert list(results.trail.items()) == [("many", 2), ("one", 1)]
    tables.write(table_of(INPUT_AUDIT, [found | {"first": [70]}]), copy / INPUT_AUDIT.file)
    with pytest.raises(InputError, match="a finding has segment 70"):
        read_results(copy, PHENOMENA)


def test_how_well_it_is_found_by_the_parser_that_was_measured_and_no_other(copy):
    assert read_results(copy, PHENOMENA).phenomena["particle_verb"].detected is None
    measured = model_figures("multilingual", None, "de")
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["origin"]["parser"] = measured.parser
    jsonfile.write_checked(manifest, path)
    said = read_results(copy, PHENOMENA).phenomena["particle_verb"].detected
    assert said == (
        "precision 95 % of 44 hits on treebanks (de_gsd-dev[550:]), 97 % of 29 hits judged by a large language model in"
        " news of WMT13 and WMT21, recall 98 %"
    )


def test_the_primary_metric_is_that_of_the_findings(folder, copy):
    assert read_results(folder, PHENOMENA).metric.name == "chrf"
    findings = tables.read(FINDINGS, copy / FINDINGS.file).to_pylist()
    tables.write(table_of(FINDINGS, [row | {"metric": "ter"} for row in findings]), copy / FINDINGS.file)
    assert list(read_results(copy, PHENOMENA).metrics) == ["ter", "chrf"]


def test_other_phenomena_than_those_of_the_run_are_refused(folder, tmp_path):
    other = tmp_path / "phenomena.yaml"
    other.write_text(PHENOMENA.read_text(encoding="utf-8").replace("compound:prt", "compound:particle"))
    with pytest.raises(InputError, match=r"is not the file that the run used") as refused:
        read_results(folder, other)
    assert "remedy: give the file" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("manifest.json", "the folder has no manifest.json"),
        ("sets.parquet", "no such file"),
        *((f"{name}.parquet", "score the corpus again") for name in ("findings", "effects", "scores", "accuracy")),
    ],
)
def test_a_missing_table_is_named(copy, name, said):
    (copy / name).unlink()
    with pytest.raises(InputError, match=said) as refused:
        read_results(copy, PHENOMENA)
    assert name in str(refused.value)
    assert "remedy" in str(refused.value)


def test_accuracy_that_was_not_measured_is_not_looked_for(copy):
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["corpus"]["accuracy_enabled"] = False
    jsonfile.write_checked(manifest, copy / "manifest.json")
    found = read_results(copy, PHENOMENA)
    assert found.accuracy == found.accuracy_effects == []


@pytest.mark.parametrize("content", ["{", "[]", '{"config": {}}', '{"config": {"corpora": {}}}'])
def test_a_damaged_manifest_is_refused(copy, content):
    (copy / "manifest.json").write_text(content)
    with pytest.raises(InputError, match=r"is not a manifest|speaks of 0 corpora"):
        read_results(copy, PHENOMENA)


@pytest.mark.parametrize(("better", "expected"), [({}, True), ({"higher_is_better": False}, False)])
def test_scores_that_the_user_brings_say_themselves_which_way_is_better(copy, better, expected):
    manifest = json.loads((copy / "manifest.json").read_text())
    corpus = manifest["config"]["corpora"][small_results.CORPUS]
    corpus["segment_scores"] = {"human": {"path": "human.tsv"} | better}
    manifest["corpus"] = recorded(Config.of(manifest["config"])).as_dict()
    jsonfile.write_checked(manifest, copy / "manifest.json")
    for path in copy.glob("*.parquet"):
        table = pq.read_table(path)
        if "metric" in table.column_names:
            at = table.column_names.index("metric")
            renamed = pc.replace_substring(table.column("metric"), "chrf", "human")
            pq.write_table(table.set_column(at, table.schema.field(at), renamed), path)
    assert read_results(copy, PHENOMENA).metrics["human"].higher_is_better is expected


@pytest.mark.parametrize(
    ("settings", "said", "others", "controls"),
    [
        ({"match": []}, "", "other sentences", "other sentences"),
        ({"match": ["length"]}, "length", "other sentences of that length", "length-matched sentences"),
        (
            {"match": ["length", "rare_words"]},
            "length and rare words",
            "other sentences alike in length and rare words",
            "sentences matched in length and rare words",
        ),
        (
            {"match": ["length", "clauses", "depth"]},
            "length, clauses and depth",
            "other sentences alike in length, clauses and depth",
            "sentences matched in length, clauses and depth",
        ),
        (
            {"match": ["length", "domain"], "tolerance": "10%"},
            "length (within 10 %) and domain",
            "other sentences alike in length (within 10 %) and domain",
            "sentences matched in length and domain",
        ),
        (
            {"tolerance": 2},
            "length (within 2 tokens)",
            "other sentences of that length (within 2 tokens)",
            "length-matched sentences",
        ),
    ],
)
def test_in_what_controls_are_matched(settings, said, others, controls):
    results = toy_results.results(manifest=toy_results.manifest(controls=settings))
    assert (results.matched, results.others, results.controls) == (said, others, controls)

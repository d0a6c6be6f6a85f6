import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.origin import Origin, with_origin
from extractors.inputs.places import parse
from extractors.phenomena.detection import model_figures
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.metrics import metric_signature
from extractors.scoring.segment_statistics import statistics
from tests.builders.hits import hits
from tests.builders.rows import table_of_columns
from tests.builders.sets import ranges, sets_of
from tests.builders.whole import drawn_controls

REFERENCE = ["one two three four", "five oaks near Ulm", "nine ten"]


@pytest.fixture
def outputs(tmp_path):
    texts = {"a": REFERENCE, "b": ["one two", "five", "ten nine"]}
    for name, lines in texts.items():
        (tmp_path / f"{name}.en").write_text("".join(f"{line}\n" for line in lines))
    return {name: parse(tmp_path / f"{name}.en") for name in texts}


def evaluation(outputs, **values):
    given = {
        "references": [REFERENCE],
        "source": [""] * 3,
        "place": parse("source.de"),
        "metrics": {"chrf": {}, "bleu": {}},
    } | values
    return Evaluation(outputs=outputs, **given)


def test_statistics_come_metric_by_metric_as_those_of_a_workflow(outputs, tmp_path):
    (tmp_path / "da.csv").write_text("a,b\n1,2\n3,4\n5,6\n")
    found = evaluation(outputs, brought={"da": SegmentScoreFile(path=str(tmp_path / "da.csv"), higher_is_better=False)})
    order = [(one.metric, one.system) for one in found.statistics]
    assert order == [(metric, system) for metric in ("chrf", "bleu", "da") for system in outputs]
    assert found.options["da"] == {"segment_scores": True, "higher_is_better": False, "sees": "reference"}
    scores = found.corpus_scores.to_pylist()
    assert [row["score"] for row in scores if row["metric"] == "da"] == [3.0, 4.0]
    assert np.isclose(next(row["score"] for row in scores if row["metric"] == "bleu"), 100)


def test_a_metric_has_the_signature_of_its_statistics(outputs):
    found = evaluation(outputs, references=[REFERENCE, REFERENCE], metrics={"bleu": {"tokenize": "char"}})
    assert {one.signature for one in found.statistics} == {metric_signature("bleu", {"tokenize": "char"}, references=2)}


def test_notes_stand_at_the_end_of_signatures(outputs):
    selected = sets_of((0, "p", 1), (2, "p", 2), minimum=[1])
    rows = evaluation(outputs, sets=selected, notes=("changed:1234",)).conclusions.scores.to_pylist()
    assert {row["n"] for row in rows} == {2}
    assert all(row["signature"].endswith("|changed:1234") for row in rows)


def test_sets_must_be_there(outputs):
    with pytest.raises(InputError, match="no sets to score"):
        _ = evaluation(outputs).conclusions


TEXTS = [f"word{line} and word{line % 7}" for line in range(40)]


def nearly(folder):
    """A system with the texts, of which most lack a letter or two."""
    (folder / "a.en").write_text("".join(f"{text[: len(text) - n % 3]}\n" for n, text in enumerate(TEXTS)))
    return {"a": parse(folder / "a.en")}


def beside_controls(selected):
    """Sets of the texts with their controls."""
    covariates = table_of_columns(COVARIATES, {"segment_id": range(40), "length": [3] * 40})
    drawn = drawn_controls(selected, values_of(covariates), ControlSettings(samples=2))
    tables = {"sets": selected, "controls": drawn, "covariates": covariates}
    return {"references": [TEXTS], "source": [""] * 40, **tables}


def test_the_precision_of_read_hits_is_that_of_the_findings(tmp_path):
    measured = model_figures("multilingual", None, "de")
    origin = Origin(parser=measured.parser, aligner=None, reference=None, phenomena="x", minimum_confidence=0.0)
    found = with_origin(hits(*((n, "reflexive", 1) for n in range(15))), origin)
    selected = select.select(found, {"reflexive": ranges(minimum=[0])})
    # The system scores as a human translation does, and both are scored against the other.
    given = {"humans": {"A": TEXTS, "B": TEXTS[::-1]}, **beside_controls(selected)}
    (definition,) = (of for name, of in measured.judged if name == "reflexive")
    for definitions, known in (({"reflexive": definition}, True), ({"reflexive": "0"}, False), ({}, False)):
        made = evaluation(nearly(tmp_path), metrics={"chrf": {}}, definitions=definitions, **given)
        (row,) = made.conclusions.findings.to_pylist()
        assert row["beyond"] is not None
        assert row["precision"] == (
            "100 % of 30 hits judged by a large language model in news of WMT13, WMT21 and WMT23" if known else None
        )


def test_numbers_of_another_human_reference_are_a_baseline_as_its_text_is(tmp_path):
    other = [f"{text[3:]} {n % 5}" for n, text in enumerate(TEXTS)]
    selected = sets_of(*((n, "p", 1) for n in range(15)))
    b = statistics(system="B", metric="chrf", options={}, hypotheses=other, references=[TEXTS])
    for humans, word_order in (([b], 0), ([], 0), ([b], 2)):
        metrics = {"chrf": {"word_order": word_order} if word_order else {}}
        given = {"humans": {"A": TEXTS}, "known_humans": humans, **beside_controls(selected)}
        made = evaluation(nearly(tmp_path), metrics=metrics, **given)
        (row,) = made.conclusions.findings.to_pylist()
        # Numbers by other options of the metric are no baseline.
        assert (row["beyond"] is not None) == (humans == [b] and not word_order)

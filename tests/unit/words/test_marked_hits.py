"""Human errors: hits beside control words, and the tables of a run."""

import gzip
import shutil

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract.select import select
from extractors.formats import tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES
from extractors.formats.error_agreement import ERROR_AGREEMENT
from extractors.formats.human_errors import HUMAN_ERROR_HITS, HUMAN_ERRORS
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.formats.sets import Range
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from extractors.words import errors_stage
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.marked_errors import LinkedWords, MarkedError
from extractors.words.marked_hits import Clusters, measure_errors
from tests.builders import accuracy_corpora
from tests.builders.accuracy_corpora import Corpus
from tests.builders.hits import hits_in
from tests.builders.rows import table_of, table_of_columns

SEGMENTS_OF_HITS, SEGMENTS_OF_CONTROLS = 40, 80
TEXT = "aa bb cc"
ALL_DISTANCES = (Range("minimum", 0, None),)


def corpus(hits_of=SEGMENTS_OF_HITS, controls=SEGMENTS_OF_CONTROLS):
    """Segments of three verbs; in the first ones the second is a hit, at distances of 0 and 1 by turns."""
    count = hits_of + controls
    found = [(n, "p", 1, 1, n % 2) for n in range(hits_of)]
    pairs = {"A": ["0-0 1-1 2-2"] * count}
    return Corpus(["a/VERB b/VERB c/VERB"] * count, {"A": [TEXT] * count}, pairs, found, fewest=1)


def outputs_of(made, system="s"):
    texts = {system: [TEXT] * made.prepared.segments}
    links = accuracy_corpora.links(made.bank, texts, {system: ["0-0 1-1 2-2"] * made.prepared.segments})
    return LinkedWords(links, texts, "en")


def measured(errors, *, documents=None, ranges=ALL_DISTANCES, of_people=None):
    """`errors`: segment -> the errors of its one rater; `of_people` those in the human translation `r`."""
    made = corpus()
    ratings = {("s", n): [errors(n)] for n in range(made.prepared.segments)}
    if of_people:
        ratings |= {("r", n): [of_people(n)] for n in range(made.prepared.segments)}
    rows, by_hit = measure_errors(
        made.prepared,
        ["s", "unrated"],
        {"mqm": ratings},
        outputs_of(made),
        ranges={"p": ranges},
        documents=documents,
        settings=AccuracySettings(),
        people=outputs_of(made, "r"),
    )
    rows = {(r["system"], r["severity"], r["category"], r["kind"], r["distance_from"]): r for r in rows}
    return rows, by_hit


def on_hit(n):
    """Every second hit, and as many words of other segments, each word as often."""
    start = 3 if n < SEGMENTS_OF_HITS else 3 * (n // 2 % 3)
    return [MarkedError(start, start + 2, "major", "accuracy/addition")] if n % 2 else []


def test_hits_that_are_marked_more_than_controls_are_found():
    rows, by_hit = measured(on_hit)
    row = rows["s", "all", "all", "minimum", 0]
    assert (row["n"], row["rate"], row["chance"]) == (40, 0.5, pytest.approx(1 / 6))
    assert row["control"] < 0.25
    assert row["difference"] == pytest.approx(row["rate"] - row["control"])
    assert row["p"] < 1e-3
    assert row["difference_low"] > 0
    assert sum(hit["marked"] for hit in by_hit) == 20
    assert {tuple(hit["spans"]) for hit in by_hit if hit["marked"]} == {("bb",)}
    assert {tuple(hit["starts"]) for hit in by_hit if hit["marked"]} == {(3,)}


def test_systems_are_told_beyond_a_human_translation_that_was_rated():
    def less(n):
        return on_hit(n) if n % 8 != 1 else []

    alone, _ = measured(on_hit)
    rows, by_hit = measured(on_hit, of_people=on_hit)
    every = None, "all", "all", "minimum", 0
    assert alone[every]["humans"] is None
    assert rows[every]["humans"] == pytest.approx(rows[every]["difference"])
    assert rows[every]["beyond"] == pytest.approx(0)
    assert {hit["system"] for hit in by_hit} == {"s"}
    rows, _ = measured(on_hit, of_people=less)
    row = rows[every]
    assert row["beyond"] == pytest.approx(row["difference"] - row["humans"])
    assert row["beyond_low"] < row["beyond"] < row["beyond_high"]
    assert row["beyond_p"] < 0.5
    # A single system, or kind of errors, is not told beyond.
    assert {key for key, of in rows.items() if of["humans"] is not None} == {every}


def test_errors_are_told_apart_by_severity_and_category_and_a_system_without_ratings_has_no_rows():
    rows, _ = measured(on_hit)
    kinds = {key[:3] for key in rows}
    assert kinds == {
        *((system, severity, "all") for system in (None, "s") for severity in ("all", "major")),
        (None, "all", "accuracy"),
        (None, "all", "accuracy/addition"),
    }


def test_ranges_of_distances_have_rows_of_their_own():
    rows, _ = measured(on_hit, ranges=(Range("exact", 0, 1), Range("exact", 1, 2)))
    assert rows["s", "all", "all", "exact", 0]["rate"] == 0
    assert rows["s", "all", "all", "exact", 1]["rate"] == 1
    assert rows["s", "all", "all", "exact", 1]["too_small"]


def test_documents_that_are_marked_as_wholes_make_the_test_less_sure():
    def by_document(n):
        return [MarkedError(3, 5, "major", "") if n // 3 % 2 else MarkedError(0, 2, "major", "")]

    alone, _ = measured(by_document)
    together, _ = measured(by_document, documents=np.arange(120) // 3)
    key = "s", "all", "all", "minimum", 0
    assert alone[key]["difference"] == together[key]["difference"]
    widths = [row[key]["difference_high"] - row[key]["difference_low"] for row in (alone, together)]
    assert widths[1] > 1.1 * widths[0]
    assert together[key]["run"].endswith("clusters:documents")


def test_few_documents_are_no_clusters_and_the_signature_says_so():
    clusters = Clusters.of(np.arange(100) // 20, 100)
    assert clusters.what == "segments, 5 documents are too few"
    assert clusters.number.tolist() == list(range(100))


@pytest.fixture
def run_folder(tmp_path):
    """What a run has before human errors are compared."""
    made = corpus(4, 8)
    count = made.prepared.segments
    source = "a b c"
    rows = [{"segment_id": n, "source": source, "references": [TEXT], "provenance": f"x:{n}"} for n in range(count)]
    segments = tables.with_metadata(
        table_of(SEGMENTS, rows), references="A", source_language="de", target_language="en"
    )
    lines = ["\t".join((str(k), f, f, "VERB", "_", "_", "0" if k == 1 else "1", "root" if k == 1 else "dep", "_", "_"))
             for k, f in enumerate("abc", 1)]  # fmt: skip
    parse = "".join(f"# segment_id = {n}\n" + "\n".join(lines) + "\n\n" for n in range(count))
    (tmp_path / "source.conllu.gz").write_bytes(gzip.compress(parse.encode()))
    links = {
        name: accuracy_corpora.links(made.bank, {of: [TEXT] * count}, {of: ["0-0 1-1 2-2"] * count})
        for name, of in (("alignment", "A"), ("output_alignment", "s"))
    }
    hits = hits_in(made.bank, *((n, "p", 1, 1, 0) for n in range(4)))
    rating = {"annotation": "mqm", "human": True, "system": "s", "rater": None, "errors": 1}
    span = {"rating_id": 1, "in_source": False, "start": 3, "end": 5, "severity": "Major", "score": 5.0}
    for name, table in {
        "segments": segments,
        "hits": tables.signed(hits, "parser:x"),
        "sets": select(hits, {"p": [Range("minimum", 0, None)]}),
        "covariates": table_of_columns(COVARIATES, {"segment_id": range(count), "length": [3] * count}),
        "systems/s": table_of_columns(HYPOTHESES, {"segment_id": range(count), "hypothesis": [TEXT] * count}),
        "test_set/ratings": table_of(RATINGS, [rating | {"rating_id": n, "segment_id": n} for n in range(3)]),
        "test_set/error_spans": table_of(ERROR_SPANS, [span | {"category": "Fluency/Grammar"}]),
        **links,
    }.items():
        tables.write(table, tmp_path / f"{name}.parquet")
    return tmp_path


def stage(folder, systems=("s",), **changed):
    return errors_stage.human_errors_to_files(CorpusFolder(folder), systems, settings=AccuracySettings(), **changed)


def test_the_stage_writes_the_rates_of_a_run(run_folder):
    assert stage(run_folder) == 3
    rows = tables.read(HUMAN_ERRORS, run_folder / "human_errors.parquet").to_pylist()
    assert [row["rate"] for row in rows if row["system"] == "s" and row["severity"] == "all"] == [pytest.approx(1 / 3)]
    assert rows[0]["run"].startswith("parser:x|")
    hits = tables.read(HUMAN_ERROR_HITS, run_folder / "human_error_hits.parquet").to_pylist()
    assert [(hit["segment_id"], hit["words"], hit["errors"]) for hit in hits] == [
        (0, ["bb"], []),
        (1, ["bb"], ["major fluency/grammar"]),
        (2, ["bb"], []),
    ]


def test_changed_words_of_post_edits_stand_beside_marks_in_one_table(run_folder):
    # The hits' word was changed in the second segment, and another word in the third.
    texts = [TEXT, TEXT.replace("bb", "zz"), TEXT.replace("aa", "zz"), *[TEXT] * 9]
    edited = table_of_columns(HYPOTHESES, {"segment_id": range(12), "hypothesis": texts})
    tables.write(edited, run_folder / "post_edits/s.parquet")
    bank = corpus(4, 8).bank
    links = accuracy_corpora.links(bank, {"s": texts}, {"s": ["0-0 1-1 2-2"] * 12})
    tables.write(links, run_folder / "post_edit_alignment.parquet")
    assert stage(run_folder, post_edits=["s"]) == 3 + 4
    rows = tables.read(HUMAN_ERRORS, run_folder / "human_errors.parquet").to_pylist()
    rates = {(row["annotation"], row["system"]): (row["n"], row["rate"]) for row in rows if row["severity"] == "all"}
    assert rates["post-edits", "s"] == (4, 0.25)
    assert rates["mqm", "s"] == (3, pytest.approx(1 / 3))
    # Post-edits alone need neither marks nor references.
    assert stage(run_folder, post_edits=["s"], has_marks=False) == 4


def test_ratings_of_a_reference_by_people_are_the_baseline_of_the_run(run_folder):
    ratings = tables.read(RATINGS, run_folder / "test_set/ratings.parquet").to_pylist()
    ratings += [row | {"system": "A", "rating_id": row["rating_id"] + 3} for row in ratings]
    tables.write(table_of(RATINGS, ratings), run_folder / "test_set/ratings.parquet")

    def of_all(**changed):
        stage(run_folder, **changed)
        rows = tables.read(HUMAN_ERRORS, run_folder / "human_errors.parquet").to_pylist()
        (row,) = (row for row in rows if (row["system"], row["severity"], row["category"]) == (None, "all", "all"))
        return row

    # Nothing was marked in the human translation, in which nothing is told of controls, so there is no test.
    assert of_all(humans=["A"])["n"] == of_all()["n"]
    spans = tables.read(ERROR_SPANS, run_folder / "test_set/error_spans.parquet").to_pylist()
    spans += [spans[0] | {"rating_id": 4}]
    tables.write(table_of(ERROR_SPANS, spans), run_folder / "test_set/error_spans.parquet")
    row = of_all(humans=["A"])
    assert (row["humans"], row["beyond"]) == (pytest.approx(row["difference"]), pytest.approx(0))
    assert of_all()["humans"] is None
    shutil.copy(run_folder / "systems/s.parquet", run_folder / "systems/other.parquet")
    with pytest.raises(InputError, match="no errors are marked in the outputs of other"):
        stage(run_folder, humans=["A"], systems=["other"])


def test_what_metrics_marked_is_put_beside_what_people_marked(run_folder):
    ratings = tables.read(RATINGS, run_folder / "test_set/ratings.parquet").to_pylist()
    spans = tables.read(ERROR_SPANS, run_folder / "test_set/error_spans.parquet").to_pylist()
    # One found what people found.
    of_m = [row | {"annotation": "m", "human": False, "rating_id": row["rating_id"] + 3} for row in ratings]
    # One marked another word in the second segment, and the hit in the third; it did not look at the first.
    of_x = [row | {"annotation": "xcomet", "human": False, "rating_id": row["rating_id"] + 6} for row in ratings[1:]]
    tables.write(table_of(RATINGS, ratings + of_m + of_x), run_folder / "test_set/ratings.parquet")
    marks = [{"rating_id": 4}, {"rating_id": 7, "start": 0, "end": 2}, {"rating_id": 8}]
    spans += [spans[0] | mark for mark in marks]
    tables.write(table_of(ERROR_SPANS, spans), run_folder / "test_set/error_spans.parquet")
    stage(run_folder)
    rows = tables.read(ERROR_AGREEMENT, run_folder / "error_agreement.parquet").to_pylist()
    found = {(r["metric"], r["system"], r["phenomenon"]): r for r in rows}
    assert {key[0] for key in found} == {"m", "xcomet"}
    assert len(found) == 8
    row = found["xcomet", "s", "p"]
    assert (row["n"], row["found"], row["confirmed"], row["marked_by_metric"]) == (2, 0, 0, 0.5)
    row = found["m", None, None]
    assert (row["n"], row["marked_by_people"], row["found"]) == (3, pytest.approx(1 / 3), 1)
    # The marks of people are the same as without metrics.
    hits = tables.read(HUMAN_ERROR_HITS, run_folder / "human_error_hits.parquet").to_pylist()
    assert {hit["annotation"] for hit in hits} == {"mqm"}


def test_a_span_outside_its_text_is_refused(run_folder):
    table = tables.read(ERROR_SPANS, run_folder / "test_set/error_spans.parquet").to_pylist()
    tables.write(table_of(ERROR_SPANS, [table[0] | {"end": 99}]), run_folder / "test_set/error_spans.parquet")
    with pytest.raises(InputError, match="ends after the 8 characters of segment 1 of s"):
        stage(run_folder)


def test_of_a_kind_that_is_hardly_ever_marked_no_test_is_made():
    rows, _ = measured(lambda n: [MarkedError(3, 5, "major", "")] if n < 4 else [])
    row = rows["s", "all", "all", "minimum", 0]
    assert (row["rate"], row["p"]) == (0.1, None)

"""What every metric in extractors/scoring/metrics promises, whoever wrote it."""

import inspect
import random

import numpy as np
import pytest

import extractors.scoring.metrics
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.scoring.metrics import Metric, ReferenceCount, count_references

# The score of a translation equal to its reference; a new metric names its own here.
PERFECT = {"bleu": 100.0, "chrf": 100.0, "ribes": 1.0, "ter": 0.0}
# Metrics that judge a segment by the reference that suits it best. Not BLEU and TER: with a further reference
# the length that BLEU compares with, and the mean length that TER divides by, may change for the worse.
BEST_REFERENCE = {"chrf", "ribes"}

SEGMENTS = 40


def make_corpus() -> tuple[list[str], list[list[str]]]:
    """Hypotheses with errors of all kinds, three references."""
    draw = random.Random(3)
    words = ["the", "a", "old", "new", "cat", "dog", "house", "saw", "bought", "red", "in", "of", "with", "and"]

    def spoil(sentence: list[str]) -> list[str]:
        spoilt = [draw.choice(words) if draw.random() < 0.15 else word for word in sentence]
        if len(spoilt) > 4 and draw.random() < 0.5:
            spoilt.insert(draw.randrange(len(spoilt)), spoilt.pop(draw.randrange(len(spoilt))))
        return spoilt[: len(spoilt) - draw.choice([0, 0, 1])]

    sentences = [draw.choices(words, k=draw.randint(5, 14)) for _ in range(SEGMENTS)]
    hypotheses, *references = ([" ".join(spoil(s)) + " ." for s in sentences] for _ in range(4))
    return hypotheses, references


HYPOTHESES, REFERENCES = make_corpus()


@pytest.fixture(params=registry.names(extractors.scoring.metrics))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def metric(name: str) -> Metric:
    try:
        return registry.create(extractors.scoring.metrics, Metric, name, {})
    except InputError as error:
        pytest.skip(str(error))


def test_options_are_keywords_with_defaults_and_types(name: str) -> None:
    options = inspect.signature(registry.load(extractors.scoring.metrics, Metric, name)).parameters.values()
    assert all(o.kind is inspect.Parameter.KEYWORD_ONLY for o in options)
    assert all(o.default is not o.empty and o.annotation is not o.empty for o in options)


@pytest.mark.parametrize("references", [1, 3])
def test_shapes(metric: Metric, references: int) -> None:
    statistics = metric.statistics(HYPOTHESES, REFERENCES[:references])
    assert statistics.dtype == np.float64
    assert statistics.ndim == 2
    assert len(statistics) == SEGMENTS
    assert np.isfinite(statistics).all()
    assert np.shape(metric.score(statistics.sum(axis=0))) == ()
    assert np.isfinite(metric.score(statistics)).all()


def test_no_segments_have_no_rows_and_score_nan(metric: Metric) -> None:
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    assert metric.statistics([], [[], []]).shape == (0, statistics.shape[1])
    totals = np.stack([statistics[:0].sum(axis=0), statistics.sum(axis=0)])
    with np.errstate(divide="raise", invalid="raise"):
        assert np.isnan(metric.score(totals)).tolist() == [True, False]


def test_statistics_of_a_segment_do_not_depend_on_the_others(metric: Metric) -> None:
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    for line in range(0, SEGMENTS, 7):
        alone = metric.statistics([HYPOTHESES[line]], [[r[line]] for r in REFERENCES])
        np.testing.assert_array_equal(alone[0], statistics[line])


def test_subset_scores_as_the_sum_of_its_rows(metric: Metric) -> None:
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    draw = random.Random(4)
    for size in (1, 5, SEGMENTS):
        lines = draw.choices(range(SEGMENTS), k=size)
        again = metric.statistics([HYPOTHESES[i] for i in lines], [[r[i] for i in lines] for r in REFERENCES])
        weights = np.bincount(lines, minlength=SEGMENTS)
        assert metric.score(weights @ statistics) == pytest.approx(float(metric.score(again.sum(axis=0))), abs=1e-9)


def test_score_of_many_sums_equals_one_by_one(metric: Metric) -> None:
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    weights = np.random.default_rng(6).integers(0, 3, size=(2, 3, 5, SEGMENTS))
    totals = weights @ statistics
    before = totals.copy()
    scores = metric.score(totals)
    assert scores.shape == (2, 3, 5)
    np.testing.assert_array_equal(totals, before)
    for place in np.ndindex(2, 3, 5):
        assert scores[place] == pytest.approx(float(metric.score(totals[place])), abs=1e-12)


def test_reference_itself_is_perfect(metric: Metric, name: str) -> None:
    # No word twice: RIBES does not align every word of a segment that repeats itself.
    text = ["This old house was never sold .", "Nobody saw her cat yesterday ,"]
    for references in ([text], [["Another translation .", "Of no use ."], text]):
        score = float(metric.score(metric.statistics(text, references).sum(axis=0)))
        assert score == pytest.approx(PERFECT[name], abs=1e-9)


def test_scores_stay_in_the_bounds(metric: Metric, name: str) -> None:
    least, most = metric.bounds
    assert PERFECT[name] == (most if metric.higher_is_better else least)
    hypotheses = [*HYPOTHESES, "", "nothing in common", "word " * 200]
    references = [[*texts, "empty", "not one of these", "short"] for texts in REFERENCES]
    scores = metric.score(metric.statistics(hypotheses, references))
    # A perfect BLEU is 100 but for rounding.
    assert np.all((least <= scores) & (scores <= most + 1e-9))


def test_perfect_is_better(metric: Metric, name: str) -> None:
    score = float(metric.score(metric.statistics(HYPOTHESES, REFERENCES).sum(axis=0)))
    assert score < PERFECT[name] if metric.higher_is_better else score > PERFECT[name]


def test_another_reference_does_no_harm(metric: Metric, name: str) -> None:
    if name not in BEST_REFERENCE:
        pytest.skip("not a metric that judges a segment by its best reference")
    fewer = metric.score(metric.statistics(HYPOTHESES, REFERENCES[:1]))
    more = metric.score(metric.statistics(HYPOTHESES, REFERENCES))
    assert (more >= fewer - 1e-12).all()
    assert (more > fewer).any()


def test_a_reference_that_some_segments_lack_is_missing_there(metric: Metric) -> None:
    first, second, third = REFERENCES
    gaps = [text if i % 3 else " " * (i % 2) for i, text in enumerate(second)]
    with_gaps, without = (metric.statistics(HYPOTHESES, of) for of in ([gaps, first, third], [first, third]))
    assert with_gaps[::3].tolist() == without[::3].tolist()
    with_all = metric.statistics(HYPOTHESES, [second, first, third])
    assert with_gaps[1::3].tolist() == with_all[1::3].tolist()


@pytest.mark.parametrize(
    ("references", "count"), [([["a"], ["b"]], 2), ([["a", "b"], ["c", ""]], "var"), ([["a"], [""]], 1), ([[""]], 1)]
)
def test_references_are_counted_as_sacrebleu_counts_them(references: list, count: object) -> None:
    assert count_references(references) == count


@pytest.mark.parametrize("references", [1, 2, 11, "var"])
def test_signature_names_the_references_and_a_version(metric: Metric, references: ReferenceCount) -> None:
    fields = dict(field.split(":", 1) for field in metric.signature(references).split("|"))
    assert fields["nrefs"] == str(references)
    assert fields["version"]
    assert metric.label


@pytest.mark.parametrize("references", [[], [["one segment"]]])
def test_wrong_references_are_refused(metric: Metric, references: list) -> None:
    with pytest.raises(InputError, match="reference"):
        metric.statistics(["two", "segments"], references)


def test_sums_of_other_columns_are_refused(metric: Metric) -> None:
    columns = metric.statistics(HYPOTHESES, REFERENCES).shape[1]
    with pytest.raises(ValueError, match=f"expected sums of {columns} columns"):
        metric.score(np.zeros(columns + 1))

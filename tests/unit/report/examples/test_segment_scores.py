"""The scores of single segments, from statistics that the tests write."""

import numpy as np
import pytest
import sacrebleu

from extractors.core.errors import InputError
from extractors.formats.statistics import Statistics, write_statistics
from extractors.report.examples.segment_scores import ShownScores
from extractors.scoring import segment_statistics

OUTPUTS = ["the cat sat on the mat", "a dog", "it rains today in Berlin"]
REFERENCES = ["the cat sat on a mat", "a dog", "today it rains in Berlin"]


def scores(folder, segments=3):
    return ShownScores(
        folder=folder,
        systems=["one"],
        options={"bleu": {}, "chrf": {}},
        decimals={"bleu": 1, "chrf": 1},
        segments=segments,
    )


@pytest.fixture
def folder(tmp_path):
    for metric in ("bleu", "chrf"):
        found = segment_statistics.statistics(
            system="one", metric=metric, options={}, hypotheses=OUTPUTS, references=[REFERENCES]
        )
        write_statistics(found, tmp_path / f"statistics/{metric}/one.parquet")
    return tmp_path


@pytest.mark.parametrize("segment", range(3))
def test_they_are_those_of_sacrebleu_for_sentences(folder, segment):
    sentence = OUTPUTS[segment], [REFERENCES[segment]]
    expected = [sacrebleu.sentence_bleu(*sentence).score, sacrebleu.sentence_chrf(*sentence).score]
    assert scores(folder).of(segment) == [[round(score, 1)] for score in expected]


def test_a_segment_without_a_score_has_none(tmp_path):
    rows = np.array([[0.5, 1.0], [0.0, 0.0]])
    brought = Statistics(system="one", metric="human", rows=rows, signature="human")
    write_statistics(brought, tmp_path / "statistics/human/one.parquet")
    made = ShownScores(
        folder=tmp_path,
        systems=["one"],
        options={"human": {"segment_scores": True, "higher_is_better": True, "sees": "source"}},
        decimals={"human": 3},
        segments=2,
    )
    assert [made.of(segment) for segment in (0, 1)] == [[[0.5]], [[None]]]


def test_statistics_of_another_corpus_are_refused(folder):
    with pytest.raises(InputError, match="statistics of 3 segments, but the corpus has 4") as refused:
        scores(folder, segments=4).of(0)
    assert "remedy" in str(refused.value)

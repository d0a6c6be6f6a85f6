"""Results that rest on segments in which an output has no translation."""

import pyarrow as pa
import pytest

from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.report.terminal_findings import finding_sentences
from extractors.scoring.artefacts import artefact_segments
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.rows import table_of
from tests.builders.scored import concluded, large

N = 400
SETTINGS = StatisticsSettings(resamples=20, trials=20)


def departures(worse, artefacts, **how):
    systems, sets, pool = large(N, worse=worse)
    result = concluded(
        systems, sets, {"bleu": {}, "chrf": {}}, SETTINGS, metric="chrf", pool=pool, artefacts=artefacts, **how
    )
    return {row["system"]: row for row in result.departures.to_pylist()}, result


REFUSED = [*range(0, 48, 2)]
"""Of the 200 segments of the set, those in which the second system does not translate."""


def test_a_departure_that_refusals_make_is_not_significant_without_them():
    rows, result = departures(REFUSED, {"uneven": set(REFUSED)})
    row = rows["uneven"]
    assert row["p_bh"] < 0.01
    assert row["artefacts"] == len(REFUSED)
    assert row["p_bh_without"] > 0.05
    assert rows["even"]["artefacts"] == 0
    (finding,) = result.findings.to_pylist()
    assert finding["artefacts"] == len(REFUSED)
    (said, *_) = finding_sentences(
        [finding], {}, [row], [], [{"metric": "chrf", "score": 50.0, "signature": "chrF2|nrefs:1"}]
    )
    assert f"not significant without {len(REFUSED)} segments where an output has no translation (p 0." in said


def test_a_weakness_that_stays_is_significant_without_a_few_refusals():
    rows, _ = departures([*range(0, N, 6)], {"uneven": {0, 12, 24}})
    assert rows["uneven"]["artefacts"] == 3
    assert rows["uneven"]["p_bh_without"] < 0.01


@pytest.mark.parametrize("artefacts", [{}, {"uneven": set(range(N // 2))}, {"other": {1}}])
def test_without_artefacts_or_with_too_many_nothing_is_tested_again(artefacts):
    rows, _ = departures(REFUSED, artefacts)
    assert rows["uneven"]["p_bh_without"] is None


def test_segments_are_those_of_findings_in_the_place_of_a_translation():
    kinds = ("truncated", "unlike_others", "typography", "lost_negation")
    shared = {"segments": 2, "share": 0.1, "of": ""}
    rows = [{"text": "systems/a", "finding": kind, "first": [k, 9], **shared} for k, kind in enumerate(kinds)]
    rows += [{"text": "references/a", "finding": "truncated", "first": [7], **shared}]
    audit: pa.Table = table_of(INPUT_AUDIT, rows)
    assert artefact_segments(audit) == {"a": {0, 1, 9}}

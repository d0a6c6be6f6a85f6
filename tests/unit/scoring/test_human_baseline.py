"""Systems beyond human translations: against contrasts of single pairs, and what there is without a baseline."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.formats.findings import TESTED, TEXT
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.human_baseline import HumanBaseline
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.segment_statistics import against_each, statistics
from extractors.scoring.statistics.contrasts import contrast
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.scored import concluded, pool_of
from tests.builders.sets import sets_of

N = 120
IDS = np.arange(0, N, 3, dtype=np.int32)
POOL = pool_of(np.full(N, 12))
CLUSTERS = SegmentClusters("document", np.arange(N) // 4)
SETTINGS = StatisticsSettings(resamples=20, trials=20)


def text(seed, *, lost=0.3, worse=0.3):
    """Sentences that lose words of one original, more of those of the set."""
    rng, words = np.random.default_rng(seed), np.random.default_rng(1).integers(0, 40, size=(N, 12))
    share = np.where(np.isin(np.arange(N), IDS), worse, lost)[:, None]
    return [" ".join(f"w{w}" if r > s else "x" for w, r in zip(line, rng.random(12), strict=True))
            for line, (s,) in zip(words, share, strict=True)]  # fmt: skip


HUMANS = {name: text(seed) for name, seed in (("A", 2), ("B", 3), ("C", 4))}
SYSTEMS = {"s": text(5, worse=0.6), "t": text(6, worse=0.5)}


def against(humans=HUMANS, outputs=SYSTEMS):
    return list(against_each("chrf", {}, outputs, humans))


def of_pair(hypotheses, reference):
    rows = statistics(system="x", metric="chrf", options={}, hypotheses=hypotheses, references=[reference]).rows
    matches = POOL.match(IDS)
    return contrast(rows[:, None], matches, HumanBaseline.of(against(), {}).made.score)


def findings(humans, outputs=SYSTEMS):
    systems = [
        statistics(system=name, metric="chrf", options={}, hypotheses=out, references=list(humans.values()))
        for name, out in outputs.items()
    ]
    sets = sampled_sets(sets_of(*((int(i), "p", 0) for i in IDS)), None)
    made = concluded(
        systems, sets, {"chrf": {}}, SETTINGS, pool=POOL, clusters=CLUSTERS, against=against(humans, outputs)
    )
    return made.findings.to_pylist()[0], made


def test_each_reference_scores_systems_and_the_other_people_and_what_is_of_the_systems_is_the_difference():
    row = HumanBaseline.of(against(), {}).measured(POOL.match(IDS), POOL, CLUSTERS)
    pairs = {
        "systems": [of_pair(out, ref) for out in SYSTEMS.values() for ref in HUMANS.values()],
        "humans": [of_pair(HUMANS[one], HUMANS[ref]) for one in HUMANS for ref in HUMANS if one != ref],
    }
    mean = {who: np.mean([pair.value[0] for pair in of]) for who, of in pairs.items()}
    assert row["humans"] == pytest.approx(mean["humans"])
    assert "systems" not in row, "that of the finding is by all references together"
    assert row["beyond"] == pytest.approx(mean["systems"] - mean["humans"])
    influence = {who: np.mean([pair.influence[:, 0] for pair in of], axis=0) for who, of in pairs.items()}
    beyond = influence["systems"] - influence["humans"]
    beyond[: len(IDS)] -= beyond[: len(IDS)].mean()
    first = pairs["systems"][0]
    sums = np.bincount(CLUSTERS.numbers[first.segments], weights=beyond)
    count = len(np.unique(CLUSTERS.numbers[IDS]))
    assert row["standard_error"] == pytest.approx(np.sqrt(count / (count - 1) * (sums**2).sum()))
    assert (row["below"], row["units"]) == (2, count)


def test_a_finding_is_about_systems_and_its_signature_says_so():
    row, _ = findings(HUMANS)
    assert (row["status"], row["systems_n"]) == (TESTED, 2)
    assert row["high"] < 0
    assert row["p_bh"] < 0.01
    assert row["signature"].startswith("chrF2|nrefs:1|")
    assert row["signature"].endswith("|se:jackknife.documents|humans:3")


def test_of_one_reference_a_difference_is_about_text_and_systems_are_compared_with_each_other():
    row, made = findings({"A": HUMANS["A"]})
    assert row["status"] == TEXT
    assert row["systems"] < 0
    assert row["humans"] is row["beyond"] is row["p"] is row["p_bh"] is row["detectable"] is None
    assert len(made.departures) == 2


def of_scores(name, seed, *, lost, metric="mqm"):
    """Scores that people gave, lower on the set by what a translation loses there."""
    scores = np.random.default_rng(seed).normal(size=N) - lost * np.isin(np.arange(N), IDS)
    return Statistics(name, metric, np.column_stack([scores, np.ones(N)]), "mqm|file")


def test_by_scores_of_people_systems_are_compared_with_human_translations_that_have_some():
    systems = [of_scores("s", 1, lost=3), of_scores("t", 2, lost=5)]
    humans = [of_scores("A", 3, lost=1), of_scores("C", 4, lost=1)]
    sets = sampled_sets(sets_of(*((int(i), "p", 0) for i in IDS)), None)
    options = {"mqm": {"segment_scores": True, "higher_is_better": True, "sees": "source"}}
    # What people were scored by another metric is not mixed in.
    beside = [AgainstOne("source", systems, humans), *against()]
    made = concluded(systems, sets, options, SETTINGS, pool=POOL, clusters=CLUSTERS, against=beside)
    (row,) = made.findings.to_pylist()
    assert (row["status"], row["signature"].rpartition("|")[2]) == (TESTED, "humans:2")
    assert (row["systems"], row["humans"]) == (pytest.approx(-4, abs=0.5), pytest.approx(-1, abs=0.5))
    assert row["beyond"] == pytest.approx(row["systems"] - row["humans"])
    alone = concluded(systems, sets, options, SETTINGS, pool=POOL, clusters=CLUSTERS).findings.to_pylist()[0]
    assert (alone["humans"], alone["beyond"], alone["status"]) == (None, alone["systems"], TESTED)


def test_references_of_different_systems_are_refused():
    one, other, _ = against()
    with pytest.raises(InputError, match="the references do not have the same systems"):
        HumanBaseline.of([one, AgainstOne("B", other.systems[:1], other.humans)], {})


def test_where_systems_are_as_people_are_few_tests_find_something():
    """A word lost in every text of a set alike is about the text, and none of the systems' making."""
    rejected = []
    for seed in range(100, 160):
        humans = {name: text(seed + 1000 * k, worse=0.5) for k, name in enumerate("AB", 1)}
        systems = {name: text(seed + 1000 * k, worse=0.5) for k, name in enumerate("st", 3)}
        baseline = HumanBaseline.of(list(against_each("chrf", {}, systems, humans)), {})
        found = baseline.contrast(POOL.match(IDS), POOL).of_systems(baseline.weights()).estimate(ALONE.numbers)
        assert found.value[0] < 0, "the text is hard"
        rejected.append(found.p_value[-1] < 0.05)
    assert sum(rejected) <= 8

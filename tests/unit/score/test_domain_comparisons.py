"""Phenomena by domain: counted by hand, and against the effects of a corpus that is one domain."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.domains import DOMAIN_EFFECTS
from extractors.score import domain_comparisons
from extractors.score.control_pool import ControlPool
from extractors.score.documents import SegmentClusters
from extractors.score.domain_comparisons import domain_effects, domain_effects_to_file
from extractors.score.sampled_sets import sampled_sets
from extractors.score.score_stage import conclude
from extractors.score.scorer import SetScorer
from extractors.score.statistics.statistics_settings import StatisticsSettings
from tests.builders.hits import hits
from tests.builders.rows import table_of_columns
from tests.builders.scored import ribes_of
from tests.builders.sets import ranges
from tests.builders.whole import drawn_controls

N = 240
SETTINGS = StatisticsSettings(resamples=5, trials=5)
DOMAINS = np.where(np.arange(N) < 160, "news", "talks")
FOUND = hits(
    *((i, "a", 1 + i % 2) for i in range(0, N, 3)),
    *((i, "a", 0) for i in range(1, 40)),
    (3, "a", 2),
    *((i, "b", 1) for i in range(200, 220)),
)
SETS = select.select(FOUND, dict.fromkeys("ab", ranges(minimum=[1, 2], exact=[1])))


def covariates(domains=DOMAINS, documents=None):
    columns = {"segment_id": range(N), "length": [9] * N, "domain": domains, "document": documents or [None] * N}
    return table_of_columns(COVARIATES, columns)


def systems(seed=1):
    """Two systems that lose on the segments of `a` in the talks alone, and find all talks easier."""
    values = np.random.default_rng(seed).normal(size=N) + 2.0 * (DOMAINS == "talks")
    values[(DOMAINS == "talks") & (np.arange(N) % 3 == 0)] -= 2
    return ribes_of(values, one=0.0, other=0.5)


def effects(table=None, **changes):
    table = covariates() if table is None else table
    pool = ControlPool.of(table, ControlSettings(), N)
    found = domain_effects(SetScorer.of(systems(), {}), SETS, FOUND, table, pool, SETTINGS, run="r", **changes)
    return {(row["phenomenon"], row["domain"]): row for row in found.to_pylist()}


def test_hits_are_counted_where_they_are():
    found = effects()
    assert list(found) == [("a", "news"), ("a", "talks"), ("b", "news"), ("b", "talks")]
    news, talks = found["a", "news"], found["a", "talks"]
    assert (news["segments"], news["words"], talks["segments"], talks["words"]) == (160, 1440, 80, 720)
    # Those at distance 0 are in no set; one segment has two hits.
    assert (news["hits"], news["n"], talks["hits"], talks["n"]) == (55, 54, 26, 26)
    assert news["hits_per_1000_words"] == pytest.approx(1000 * 55 / 1440)
    assert (found["b", "news"]["hits"], found["b", "talks"]["hits"]) == (0, 20)


def test_a_loss_in_one_domain_is_found_there_beside_controls_of_that_domain():
    found = effects()
    news, talks = found["a", "news"], found["a", "talks"]
    assert talks["difference"] == pytest.approx(-2, abs=0.7)
    assert abs(news["difference"]) < 0.5
    assert talks["difference"] == pytest.approx(talks["score"] - talks["control"])
    assert (news["too_small"], news["systems"], talks["too_small"]) == (False, 2, True)
    assert talks["difference_high"] < 0
    # Without any segment there is nothing to measure.
    assert (found["b", "news"]["difference"], found["b", "news"]["systems"]) == (None, 0)


def test_a_corpus_of_one_domain_has_the_effects_of_the_corpus():
    table = covariates(["news"] * N, [f"d{i // 4}" for i in range(N)])
    row = effects(table)["a", "news"]
    pool = ControlPool.of(table, ControlSettings(), N)
    documents = np.arange(N) // 4
    found = conclude(
        systems(), sampled_sets(SETS, None), {}, SETTINGS, pool=pool, clusters=SegmentClusters("document", documents)
    )
    (effect,) = (
        e for e in found.effects.to_pylist() if (e["phenomenon"], e["kind"], e["distance_from"]) == ("a", "minimum", 1)
    )
    for name in ("difference", "difference_low", "difference_high", "signature"):
        assert row[name] == pytest.approx(effect[name]) if name != "signature" else row[name] == effect[name], name


def test_a_corpus_without_domains_is_refused():
    with pytest.raises(InputError, match="no domain is known") as refused:
        effects(covariates([None] * N))
    assert "`domain:` of the corpus" in refused.value.remedy


def test_a_hit_of_another_corpus_is_refused():
    pool = ControlPool.of(covariates(), ControlSettings(), N)
    with pytest.raises(InputError, match=f"{N + 3}"):
        domain_effects(SetScorer.of(systems(), {}), SETS, hits((N + 3, "a", 1)), covariates(), pool, SETTINGS)


def test_the_table_is_written_from_the_files_of_a_run(tmp_path, monkeypatch):
    table = covariates()
    for name, written in (
        ("sets", SETS),
        ("hits", FOUND),
        ("covariates", table),
        ("controls", drawn_controls(SETS, values_of(table), ControlSettings(samples=2))),
    ):
        tables.write(written, tmp_path / f"{name}.parquet")
    monkeypatch.setattr(domain_comparisons, "read_all", lambda _: systems())
    files = [tmp_path / f"{name}.parquet" for name in ("sets", "hits", "controls", "covariates")]
    path = tmp_path / DOMAIN_EFFECTS.file
    domain_effects_to_file([], *files, options={}, settings=SETTINGS, effects=path)
    found = tables.read(DOMAIN_EFFECTS, path).to_pylist()
    assert [(row["phenomenon"], row["domain"], row["hits"]) for row in found] == [
        (name, domain, row["hits"]) for (name, domain), row in effects().items()
    ]
    assert "controls:2.tol1" in tables.run_signature(tables.read(DOMAIN_EFFECTS, path))

import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control import control, draw_controls, match, settings_of
from extractors.extract.control_settings import POOLS, ControlSettings
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, SETS, UNMATCHED, Range
from tests.builders.contrasts import controls_of
from tests.builders.hits import hits
from tests.builders.rows import table_of
from tests.builders.sets import ranges
from tests.builders.whole import drawn_controls

EVERY = Range("minimum", 0, None)
TOLERANCES = {"sentences": 0, "clauses": 0, "rare_words": 0.05, "document": 0, "position": 20, "depth": 1, "domain": 0}
CALIPER = 0.2
"""How far a control may differ where no tolerance is set, as config/README.md says."""


@st.composite
def corpora(draw):
    """(values, ids): a corpus of up to 30 segments with some covariates, and a set."""
    n = draw(st.integers(1, 30))

    def column(*values):
        return np.array(draw(st.lists(st.sampled_from(values), min_size=n, max_size=n)), dtype=np.float64)

    values = {
        "length": column(*range(13)),
        "clauses": column(0, 1, 2),
        "rare_words": column(0.3, 0.35, 0.36, 0.5),
        "document": column(0, 1),
        "position": np.arange(n, dtype=np.float64),
        "sentinel": column(-0.5, 0.0, 0.125, 0.25, 2.0),
    }
    ids = draw(st.sets(st.integers(0, n - 1), min_size=1))
    return values, np.array(sorted(ids), dtype=np.int32)


chosen = st.builds(
    ControlSettings,
    samples=st.just(7),
    tolerance=st.one_of(st.integers(0, 3), st.sampled_from(["10%", "30%", "0%"])),
    pool=st.sampled_from(POOLS),
    minimum_length=st.sampled_from([0, 4]),
    match=st.lists(
        st.sampled_from(["length", "clauses", "rare_words", "document", "position", "sentinel"]), unique=True
    ),
    tolerances=st.sampled_from([{}, {"position": 3}, {"sentinel": 0.125}]),
)


def eligible(segment, ids, values, chosen, *, pool):
    """Brute force: the segments that may be the control of one."""
    n = len(values["length"])
    length = chosen.within
    if isinstance(length, str):
        length = max(1, int(length.rstrip("%")) * values["length"][segment] / 100)
    fifth = {"sentinel": CALIPER * values["sentinel"].std()}
    allowed = {"length": length} | TOLERANCES | fifth | dict(chosen.tolerances)
    if values["length"][segment] < chosen.minimum_length:
        return set()
    return {
        other
        for other in range(n)
        if values["length"][other] >= max(chosen.minimum_length, 1)
        and (pool == "corpus" or other not in ids)
        and all(abs(values[name][other] - values[name][segment]) <= allowed[name] + 1e-9 for name in chosen.matched)
    }


@given(corpora(), chosen)
def test_exactly_the_segments_that_are_alike_are_controls(corpus, chosen):
    values, ids = corpus
    found = match(chosen, ids, values)
    by_hand = {int(i): eligible(i, ids.tolist(), values, chosen, pool=chosen.pool) for i in ids}
    matched = [i for i, controls in by_hand.items() if len(controls) >= 2]
    assert found.ids.tolist() == matched
    assert found.unmatched == len(ids) - len(matched)
    for segment, kind in zip(matched, found.kind, strict=True):
        assert set(controls_of(found, kind).tolist()) == by_hand[segment]
    weights, in_all = np.zeros(len(values["length"])), 0.0
    for segment, kind in zip(matched, found.kind, strict=True):
        # The overlap weight: the share of those that are alike, in the set or not, that are not in it.
        alike = eligible(segment, ids.tolist(), values, chosen, pool="corpus")
        weight = 1 if chosen.pool == "corpus" else len(by_hand[segment]) / len(alike)
        assert found.weight[kind] == pytest.approx(weight)
        weights[list(by_hand[segment])] += weight / len(by_hand[segment])
        in_all += weight
    assert found.weights == pytest.approx(weights)
    assert found.weights.sum() == pytest.approx(in_all)


@given(corpora(), chosen)
def test_samples_are_of_the_whole_corpus_one_to_one_and_only_gaps_are_unmatched(corpus, chosen):
    values, ids = corpus
    drawn = draw_controls(chosen, "a", EVERY, ids, values)
    assert drawn.shape == (7, len(ids))
    for column, segment in enumerate(ids):
        fitting = eligible(segment, ids, values, chosen, pool="corpus")
        found = set(drawn[:, column].tolist())
        assert found <= fitting if fitting else found == {UNMATCHED}


def table(*rows, minimum=(0,)):
    return select.select(hits(*rows), {p: ranges(minimum=minimum) for p in dict.fromkeys(p for _, p, _ in rows)})


def ids_of(drawn):
    return [(row["phenomenon"], row["sample"], row["segment_ids"]) for row in drawn.to_pylist()]


LENGTHS = np.array([3, 4, 5, 4, 3, 9, 4, 5, 3, 4], dtype=np.float64)
CORPUS = {"length": LENGTHS}
OPTIONS = {"samples": 20, "tolerance": 1, "pool": "corpus", "seed": 1}


def test_the_same_seed_gives_the_same_controls_and_another_gives_others():
    one = table((0, "a", 0), (2, "a", 0))
    assert ids_of(drawn_controls(one, CORPUS, ControlSettings(**OPTIONS))) == ids_of(
        drawn_controls(one, CORPUS, ControlSettings(**OPTIONS))
    )
    assert ids_of(drawn_controls(one, CORPUS, ControlSettings(**OPTIONS))) != ids_of(
        drawn_controls(one, CORPUS, ControlSettings(**OPTIONS | {"seed": 2}))
    )


def test_another_phenomenon_changes_nobody_elses_controls():
    alone = ids_of(drawn_controls(table((0, "a", 0), (2, "a", 0)), CORPUS, ControlSettings(**OPTIONS)))
    beside = ids_of(drawn_controls(table((1, "b", 0), (0, "a", 0), (2, "a", 0)), CORPUS, ControlSettings(**OPTIONS)))
    assert [row for row in beside if row[0] == "a"] == alone


def test_every_fitting_segment_is_drawn_about_equally_often():
    drawn = drawn_controls(table((1, "a", 0)), CORPUS, ControlSettings(**OPTIONS | {"samples": 9000}))
    found, counts = np.unique([row["segment_ids"][0] for row in drawn.to_pylist()], return_counts=True)
    assert found.tolist() == [i for i, length in enumerate(LENGTHS) if abs(length - 4) <= 1]
    assert counts.min() > 850
    assert counts.max() < 1150


def test_a_segment_without_a_fitting_one_is_said_and_not_substituted(caplog):
    with caplog.at_level(logging.WARNING, "extractors"):
        drawn = drawn_controls(table((5, "a", 0), (0, "a", 0)), CORPUS, ControlSettings(**OPTIONS, minimum_length=4))
    assert "a min0: 1 of 2 segments have no control within 1 token and are left out of the samples" in caplog.text
    assert {row["unmatched"] for row in drawn.to_pylist()} == {1}
    assert {row["segment_ids"][0] for row in drawn.to_pylist()} == {UNMATCHED}
    assert UNMATCHED not in {row["segment_ids"][1] for row in drawn.to_pylist()}


def test_an_empty_set_has_empty_samples():
    drawn = drawn_controls(table((0, "a", 0), minimum=(5,)), CORPUS, ControlSettings(**OPTIONS))
    assert [row["segment_ids"] for row in drawn.to_pylist()] == [[]] * 20


@pytest.mark.parametrize("bad", [{"pool": "rset"}, {"samples": 0}, {"tolerance": -1}])
def test_bad_options_are_refused(bad):
    with pytest.raises(InputError):
        drawn_controls(table((0, "a", 0)), CORPUS, ControlSettings.of(OPTIONS | bad))


COVARIATES = {
    "length": LENGTHS,
    "clauses": np.array([1, 1, 2, 1, 1, 5, 2, 2, 1, 3], dtype=float),
    "rare_words": np.array([0.3, 0.35, 0.1, 0.36, 0, 0, 0, 0, 0, 0]),
}


def test_an_empty_set_has_no_controls():
    found = match(ControlSettings(), np.zeros(0, dtype=np.int32), CORPUS)
    assert (found.ids.tolist(), found.unmatched, found.eligible.shape[0]) == ([], 0, 0)
    assert found.effective_controls == 0


@pytest.mark.parametrize("written", ["{not json", "[" * 2000, "[1]", '{"samples": "x"}', '{"samples": 1e999}'])
def test_damaged_settings_of_samples_are_refused_with_their_file(written):
    table = table_of(CONTROLS, []).replace_schema_metadata({"controls": written})
    with pytest.raises(InputError, match="its settings for controls cannot be read") as error:
        settings_of(table, "c.parquet")
    assert (str(error.value.path), error.value.remedy) == ("c.parquet", "make it again: snakemake extract")


def test_the_settings_of_samples_are_recorded_in_parquet_and_asked_for_where_they_are_not(tmp_path):
    chosen = ControlSettings(samples=2, tolerance=3, pool="corpus", match=("length", "clauses"))
    drawn = drawn_controls(table((0, "a", 0)), COVARIATES, chosen)
    for suffix in (".parquet", ".tsv"):
        tables.write(drawn, tmp_path / f"c{suffix}")
    assert settings_of(tables.read(CONTROLS, tmp_path / "c.parquet")) == chosen
    with pytest.raises(InputError) as error:
        settings_of(tables.read(CONTROLS, tmp_path / "c.tsv"), tmp_path / "c.tsv")
    assert "snakemake extract" in str(error.value)


def test_the_paper_s_controls_are_the_same_whatever_else_is_known():
    one = table((0, "a", 0), (2, "a", 0))
    plain = drawn_controls(one, CORPUS, ControlSettings(**OPTIONS))
    assert drawn_controls(one, COVARIATES, ControlSettings(**OPTIONS, match=("length",), tolerances={})) == plain
    assert plain.schema.metadata[b"run"].endswith(b"controls:20.tol1.corpus.seed1")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"match": ["clase"]}, "matched on the clase, which is not known"),
        ({"match": ["a+b"]}, "match.0 must match pattern .*, got 'a\\+b'"),
        ({"match": ["depth"]}, "matched on the depth, which is not known"),
        ({"match": ["sentences"]}, "matched on the sentences, which is not known"),
        ({"tolerances": {"length": 2}}, "`tolerances` has the length"),
        ({"tolerances": {"depth": -1}}, "tolerances.depth must be .* 0, got -1"),
        ({"minimum_length": -1}, "minimum_length must be at least 0 .*, got -1"),
    ],
)
def test_matching_that_cannot_be(options, words):
    with pytest.raises(InputError, match=words):
        drawn_controls(table((0, "a", 0)), CORPUS, ControlSettings.of(OPTIONS | options))


@pytest.mark.parametrize("tolerance", ["ten", "10", "-5%", "1000%0", "10 %", -1, 1.5])
def test_a_tolerance_is_a_number_of_tokens_or_a_share(tolerance):
    with pytest.raises(InputError, match="tolerance"):
        ControlSettings.of({"tolerance": tolerance})


def test_a_tolerance_that_is_a_share_is_signed_and_kept():
    settings = ControlSettings(tolerance="10%")
    assert ".tol10%." in settings.signature
    assert ControlSettings.of(settings.as_dict()) == settings
    assert settings.length_tolerance == "10 %"


def test_the_tolerance_of_a_covariate_of_the_user_is_signed_and_said():
    settings = ControlSettings(match=("length", "sentinel", "depth"))
    assert settings.signature.endswith(".match:length+sentinel+depth.sentinel0.2sd")
    assert settings.tolerance_in_words("sentinel") == "0.2 standard deviations"
    settings = ControlSettings(match=("sentinel",), tolerances={"sentinel": 0.05})
    assert settings.signature.endswith(".match:sentinel.sentinel0.05")
    assert [settings.tolerance_in_words(name) for name in ("length", "sentinel", "depth")] == ["1 token", "0.05", "1"]


@pytest.mark.parametrize(
    ("match", "domains", "matched"),
    [
        (None, [0, 0, 1, 1], ("length", "domain")),
        (None, [0, 0, 0, 0], ("length",)),
        (None, None, ("length",)),
        (("length",), [0, 0, 1, 1], ("length",)),
        ((), [0, 0, 1, 1], ()),
    ],
)
def test_domains_are_matched_where_there_are_several_and_nothing_else_is_asked_for(match, domains, matched):
    values = {"length": np.full(4, 5.0)} | ({} if domains is None else {"domain": np.array(domains, dtype=float)})
    samples = drawn_controls(table((0, "a", 0)), values, ControlSettings(samples=20, match=match))
    assert settings_of(samples).match == matched
    assert settings_of(samples).within == ("10%" if "domain" in matched else 1)
    drawn = {segment for row in samples.to_pylist() for segment in row["segment_ids"]}
    assert drawn <= ({0, 1} if "domain" in matched else {0, 1, 2, 3})


def test_controls_in_a_file_are_those_of_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr("extractors.extract.control.NUMBERS_AT_ONCE", 5)
    sets, values = table((0, "a", 1), (2, "a", 3), (4, "b", 0), minimum=(0, 1, 9)), {"length": LENGTHS}
    chosen = ControlSettings(samples=7)
    tables.write(sets, tmp_path / "sets.parquet")
    tables.write(drawn_controls(sets, values, chosen), tmp_path / "whole.parquet")
    drawn = control(tables.read_parts(SETS, tmp_path / "sets.parquet", rows=1), values, chosen)
    count = tables.write_parts(drawn, tmp_path / "parts.parquet")
    assert (tmp_path / "parts.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert count == 7 * len(sets)

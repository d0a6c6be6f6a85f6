import os

import pytest

from extractors.formats import tables
from extractors.formats.effects import POOLED_EFFECTS
from extractors.report.pooled_texts import pooled_file, pooled_sentences, read_pooled
from tests.builders.rows import blank, table_of

LABELS = {"negation": "a negation"}


def pooled(name="negation", difference=-3.94, p_bh=0.0002, **more):
    names = {
        "phenomenon": name,
        "metric": "chrf",
        "corpora": 2,
        "n": 1400,
        "p": p_bh,
        "p_bh": p_bh,
        "spread": 0.81,
        "distance": 0,
    }
    ends = {"beyond": difference, "beyond_low": difference - 1.5, "beyond_high": difference + 1.75, "humans": -1.0}
    return blank(POOLED_EFFECTS) | names | ends | {"of": "a -4 (n 900), b -3.8 (n 500)"} | more


def said(*rows, alpha=0.05):
    return pooled_sentences(rows, LABELS, "chrF2", alpha=alpha, others="other sentences of that length")


def test_a_sentence_has_difference_interval_p_spread_and_each_corpus():
    (sentence,) = said(pooled(), pooled("same", 0.5, 0.4), pooled("small", -9.0, None))
    assert sentence == (
        "Over 2 corpora of this language pair, systems score on average 3.9 chrF2 lower on 1,400 segments with a"
        " negation than on other sentences of that length, compared with human translations (95 % interval adjusted for"
        " selection [-5.4, -2.2]; p"
        " <0.001 after Benjamini and Hochberg's correction over 2 tests; standard deviation between corpora 0.8): a -4"
        " (n 900), b -3.8 (n 500)."
    )


def test_the_smallest_p_comes_first_and_higher_ones_and_distances_are_named():
    lower, higher = said(pooled("moved", 2.0, 0.01, distance=5), pooled())
    assert "3.9 chrF2 lower" in lower
    assert "2.0 chrF2 higher on 1,400 segments with moved at a distance of 5 or more" in higher


def test_that_nothing_differs_is_said_where_corpora_are_pooled():
    assert said(pooled(p_bh=0.2)) == [
        "Over the corpora of this language pair, none of 1 tested phenomena differs significantly."
    ]
    assert said() == []


@pytest.mark.parametrize(("age", "is_known"), [(0, True), (60, False)])
def test_effects_that_are_older_than_the_findings_are_not_read(tmp_path, age, is_known):
    (tmp_path / "demo").mkdir()
    findings = tmp_path / "demo/findings.parquet"
    findings.touch()
    file = tmp_path / "pooled/de-en.parquet"
    tables.write(table_of(POOLED_EFFECTS, [pooled()]), file)
    then = findings.stat().st_mtime - age
    os.utime(file, (then, then))
    found = pooled_file(tmp_path / "demo", "de-en")
    assert (found is not None) == is_known
    assert len(read_pooled(found)) == is_known
    assert pooled_file(tmp_path / "demo", "en-de") is None

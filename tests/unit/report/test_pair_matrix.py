import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.report.pair_matrix import show_pairs
from tests.builders.rows import blank, table_of


def row(form, **values):
    return blank(form) | {"phenomenon": "passive", "metric": "bleu", "n": 40, "signature": "BLEU|nrefs:1"} | values


def pair(a, b, difference, p, **values):
    return row(SYSTEM_COMPARISONS, system_a=a, system_b=b, difference=difference, p_bh=p, **values)


@pytest.fixture
def folder(tmp_path):
    ranks = [
        row(
            SYSTEM_RANKS,
            system=system,
            score=score,
            rank=place,
            minimum_distance=distance,
            metric=metric,
            n=20 if distance else 40,
        )
        for metric in ("bleu", "chrf")
        for distance in (0, 3)
        for place, (system, score) in enumerate((("best", 30.0), ("middle", 28.5), ("last", 20.0)), 1)
    ]
    found = [
        pair("best", "middle", 1.5, 0.2),
        pair("last", "best", -10.0, 0.001),
        pair("middle", "last", 8.5, 0.04),
        pair("best", "middle", 9.9, None, minimum_distance=3, n=20, too_small=True),
        pair("best", "middle", 7.7, 0.001, metric="chrf"),
    ]
    tables.write(table_of(SYSTEM_RANKS, ranks), tmp_path / SYSTEM_RANKS.file)
    tables.write(table_of(SYSTEM_COMPARISONS, found), tmp_path / SYSTEM_COMPARISONS.file)
    return tmp_path


def shown(folder, capsys, chosen, *, metric=None, alpha=0.05):
    show_pairs(folder, chosen, metric=metric, alpha=alpha)
    text = capsys.readouterr().out
    return text, [line.split() for line in text.splitlines()]


def test_a_cell_is_row_minus_column_the_best_first_with_marks(folder, capsys):
    text, lines = shown(folder, capsys, "passive")
    assert text.startswith("BLEU on passive at d >= 0, 40 segments: row minus column\n")
    assert lines[3:6] == [
        ["1", "best", "30.0", "+1.5", "+10.0*"],
        ["2", "middle", "28.5", "-1.5", "+8.5*"],
        ["3", "last", "20.0", "-10.0*", "-8.5*"],
    ]
    assert "p < 0.05 after Benjamini and Hochberg's correction over the pairs" in text
    assert lines[-1][-3:] == ["2", "of", "3."]
    assert shown(folder, capsys, "passive", alpha=0.01)[1][-1][-3:] == ["1", "of", "3."]


def test_a_set_that_is_too_small_is_not_tested(folder, capsys):
    text, lines = shown(folder, capsys, "passive:3")
    assert lines[3][:4] == ["1", "best", "30.0", "+9.9"]
    assert text.endswith("Not tested: fewer than 30 segments.\n")


def why_untested(tmp_path, capsys, systems, n, comparisons):
    ranks = [
        row(SYSTEM_RANKS, system=system, score=30.0, rank=1, minimum_distance=0, n=n, too_small=n < 30)
        for system in systems
    ]
    tables.write(table_of(SYSTEM_RANKS, ranks), tmp_path / SYSTEM_RANKS.file)
    tables.write(table_of(SYSTEM_COMPARISONS, comparisons), tmp_path / SYSTEM_COMPARISONS.file)
    text, lines = shown(tmp_path, capsys, "passive")
    assert len(lines) == 4 + len(systems)
    return text.rpartition("Not tested: ")[2]


def test_what_is_not_tested_has_its_true_reason(tmp_path, capsys):
    said = why_untested(tmp_path, capsys, ["mine"], 371, [])
    assert said == "mine is the only system with a score.\n"
    few = {"too_small": True, "signature": "BLEU|nrefs:1|cluster:document|ar:1000"}
    said = why_untested(tmp_path, capsys, ["a", "b"], 371, [pair("a", "b", 1.0, None, n=371, **few)])
    assert said == "the segments are of fewer than 10 documents, which are what is sampled.\n"
    said = why_untested(tmp_path, capsys, ["a", "b"], 20, [pair("a", "b", 1.0, None, n=20, too_small=True)])
    assert said == "fewer than 30 segments.\n"
    said = why_untested(tmp_path, capsys, ["a", "b"], 371, [pair("a", "b", 0.0, None, n=371)])
    assert said.startswith("no difference of two systems has a standard error")


def test_another_metric_may_be_asked_for(folder, capsys):
    assert "+7.7*" in shown(folder, capsys, "passive", metric="chrf")[0]


@pytest.mark.parametrize(
    ("chosen", "metric", "message"),
    [
        ("pasive", None, "did you mean 'passive'"),
        ("passive:7", None, r"no set of passive at the minimum distance '7'[\s\S]*distances: 0, 3"),
        ("passive", "blue", "did you mean 'bleu'"),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(folder, chosen, metric, message):
    with pytest.raises(InputError, match=message):
        show_pairs(folder, chosen, metric=metric, alpha=0.05)

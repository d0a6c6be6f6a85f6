import pytest

from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import CONCLUSIONS, HIGHER, LESS, LOWER, MORE, NEITHER, TOLD, UNTESTED
from extractors.formats.findings import BY_REFERENCE, COPY, COPY_SAYS, FINDINGS
from extractors.words.joined_evidence import conclusion_rows, conclusions_to_file
from tests.builders.finding_rows import finding
from tests.builders.rows import table_of


def words(name, difference, p, *, half=0.04, distance=0, **more):
    row = {
        "system": None,
        "phenomenon": name,
        "kind": "minimum",
        "distance_from": distance,
    }
    row |= {"n": 100, "accuracy": 0.6, "control": 0.6 - difference, "difference": difference, "p": p}
    row |= dict.fromkeys(("humans", "beyond", "beyond_low", "beyond_high", "beyond_p"))
    return row | {"difference_low": difference - half, "difference_high": difference + half, "too_small": False} | more


def errors(name, difference, p, *, annotation="mqm", n=100, **more):
    row = {"system": None, "severity": "all", "category": "all", "annotation": annotation, "n": n, "rate": 0.3}
    return words(name, difference, p) | row | {"beyond": None} | more


def conclude(findings, found=(), marked=(), *, higher=True):
    rows = conclusion_rows(findings, found, marked, higher_is_better=higher, alpha=0.05)
    return {row["phenomenon"]: row for row in rows}


LOWER_SCORE, SAME, NO_TEST = finding("x", -3.0, 0.01), finding("x", -0.4, 0.6), finding("x", -9.0, None, n=12)
HIGHER_SCORE = finding("x", 3.0, 0.01)
GONE, THERE, VAGUE, GAINED = (words("x", *of) for of in ((-0.1, 0.01), (0.0, 0.9), (-0.04, 0.3), (0.118, 0.036)))
BOTH, SENTENCES = f"{LOWER}, words match less", f"{LOWER}, words match as often"


@pytest.mark.parametrize(
    ("score", "found", "verdict"),
    [
        (LOWER_SCORE, [GONE], BOTH),
        (LOWER_SCORE, [THERE], SENTENCES),
        (LOWER_SCORE, [words("x", 0.04, 0.05, half=0.04)], LOWER),
        # A test that finds nothing does not show that the words are kept.
        (LOWER_SCORE, [VAGUE], LOWER),
        (LOWER_SCORE, [], LOWER),
        (LOWER_SCORE, [GAINED], f"{LOWER}, words match more"),
        (HIGHER_SCORE, [], HIGHER),
        (HIGHER_SCORE, [VAGUE], HIGHER),
        (HIGHER_SCORE, [THERE], f"{HIGHER}, words match as often"),
        (HIGHER_SCORE, [GONE], f"{HIGHER}, words match less"),
        (HIGHER_SCORE, [GAINED], f"{HIGHER}, words match more"),
        (SAME, [GONE], LESS),
        (SAME, [GAINED], MORE),
        (NO_TEST, [GONE], "words match less, score not tested"),
        (NO_TEST, [GAINED], "words match more, score not tested"),
        (SAME, [THERE], NEITHER),
        (SAME, [], NEITHER),
        (NO_TEST, [THERE], UNTESTED),
        (NO_TEST, [words("x", -0.5, 0.01, too_small=True)], UNTESTED),
    ],
)
def test_the_verdict_follows_from_scores_and_words(score, found, verdict):
    assert conclude([score], found)["x"]["verdict"] == verdict
    assert (verdict in TOLD) == (verdict not in (NEITHER, UNTESTED))


@pytest.mark.parametrize(("beyond", "p", "verdict"), [(-0.03, 0.4, NEITHER), (-0.08, 0.01, LESS), (0.08, 0.01, MORE)])
def test_words_that_people_match_less_too_say_nothing_of_systems(beyond, p, verdict):
    ends = {"beyond_low": beyond - 0.06, "beyond_high": beyond + 0.06}
    row = conclude([SAME], [GONE | {"humans": -0.07, "beyond": beyond, "beyond_p": p} | ends])["x"]
    assert (row["words_difference"], row["words_humans"], row["words_beyond"]) == (-0.1, -0.07, beyond)
    assert row["verdict"] == verdict
    assert row["words_p_bh"] == pytest.approx(p)


def test_errors_that_people_mark_in_human_translations_too_say_nothing_of_systems():
    of_people = {"humans": 0.08, "beyond": 0.02, "beyond_low": -0.01, "beyond_high": 0.05, "beyond_p": 0.3}
    row = conclude([SAME], [], [errors("x", 0.1, 0.001) | of_people])["x"]
    assert (row["marked_difference"], row["marked_humans"], row["marked_beyond"]) == (0.1, 0.08, 0.02)
    assert (row["marked_p"], row["marked_p_bh"]) == (0.3, 0.3)


def test_where_lower_is_better_a_higher_score_is_worse():
    rise = finding("x", 3.0, 0.01, metric="ter")
    assert conclude([rise], [GONE], higher=False)["x"]["verdict"] == BOTH
    assert conclude([LOWER_SCORE], [GONE], higher=False)["x"]["verdict"] == f"{HIGHER}, words match less"


def test_the_words_are_those_at_the_distance_of_the_finding_or_the_nearest():
    at = [words("x", -0.1 * d, 0.2, distance=d) for d in (0, 3, 7)]
    at += [words("x", -0.9, 0.001, distance=4, measure="rendered"), words("x", -0.9, 0.001, distance=4, kind="exact")]
    assert conclude([finding("x", -3.0, 0.01, distance=3)], at)["x"]["words_distance"] == 3
    assert conclude([finding("x", -3.0, 0.01, distance=6)], at)["x"]["words_distance"] == 7


def test_each_kind_of_test_is_corrected_over_the_phenomena():
    found = [finding(name, -1.0, 0.5) for name in "abcd"]
    found[2] |= {"status": BY_REFERENCE}
    found[3] |= {"status": f"{COPY}a{COPY_SAYS}"}
    ps = dict(zip("abcd", (0.01, 0.03, 0.02, 0.02), strict=True))
    rows = conclude(found, [words(name, -0.1, p) for name, p in ps.items()], [errors("a", 0.1, 0.04)])
    assert {name: row["words_p_bh"] for name, row in rows.items()} == {"a": 0.02, "b": 0.03, "c": None, "d": None}
    assert rows["c"]["words_difference"] == -0.1
    assert rows["a"]["marked_p_bh"] == 0.04
    assert rows["b"]["marked_annotation"] is None


def test_of_several_annotations_the_one_with_most_hits_counts_and_all_its_errors():
    marked = [errors("x", 0.1, 0.01, n=30), errors("x", 0.2, 0.02, annotation="esa", n=200)]
    marked += [errors("x", 0.9, 0.001, n=999, system="a"), errors("x", 0.9, 0.001, n=999, severity="major")]
    row = conclude([SAME], [], marked)["x"]
    assert (row["marked_annotation"], row["marked_difference"], row["marked_p"]) == ("esa", 0.2, 0.02)


def test_the_table_is_made_of_the_tables_of_a_run(tmp_path):
    tables.write(table_of(FINDINGS, [LOWER_SCORE | {"metric": "chrf"}]), tmp_path / "findings.parquet")
    tables.write(table_of(ACCURACY, [GONE]), tmp_path / "words.parquet")
    for given, expected in ((tmp_path / "words.parquet", BOTH), (None, LOWER)):
        conclusions_to_file(
            tmp_path / "findings.parquet",
            words=given,
            marked=None,
            metrics={"chrf": {}},
            alpha=0.05,
            output=tmp_path / "conclusions.parquet",
        )
        (row,) = tables.read(CONCLUSIONS, tmp_path / "conclusions.csv").to_pylist()
        assert (row["phenomenon"], row["verdict"], row["worse"]) == ("x", expected, True)

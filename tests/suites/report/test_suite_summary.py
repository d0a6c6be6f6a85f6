import os

import pytest

from challenge_sets_suites.report.suite_summary import summary
from extractors.core.errors import InputError
from tests.builders import suite_results
from tests.builders.suites import items_of, judgments_of


@pytest.fixture
def folder(tmp_path):
    return suite_results.small(tmp_path / "small")


def test_systems_stand_best_first_with_bounds_and_clusters(folder):
    lines = summary(folder).splitlines()
    assert lines[1] == "== small: 6 items, 3 systems; right % on 3 common items =="
    assert lines[2].split() == ["system", "right", "%", "95", "%", "interval", "bounds", "judged", "missing", "cluster"]
    assert lines[3].split() == ["alpha", "100.0", "43.9-100.0", "83.3-100.0", "6", "0", "1"]
    assert lines[5].split()[0] == "gamma"
    assert lines[6] == "not significantly worse than the best: 2 of 2 (paired test, BH); 1 by the Z-test"
    assert lines[7] == "2 outputs to be judged (triage.csv)"


def test_a_large_suite_is_summed_up_in_ten_lines_that_are_not_cut(tmp_path):
    folder = suite_results.large(tmp_path / "a" / ("long" * 24), systems=9, items=60, phenomena=5)
    (folder / "report.html").write_text("", encoding="utf-8")
    lines = summary(folder).splitlines()[1:]
    assert len(lines) <= 10
    assert f" {'long' * 24}: " in lines[0]
    assert "…" not in "".join(lines)
    assert lines[-1] == str(folder / "report.html")
    assert lines[6].startswith("5 more systems, down to ")
    assert lines[6].endswith("; nothing decided: Placeholder-X")


def test_where_nothing_is_decided_there_are_bounds_alone(tmp_path):
    items = items_of("x", "x")
    lines = summary(suite_results.make(tmp_path / "s", items, judgments_of(items, A="UU", B="U-"))).splitlines()
    assert lines[3].split() == ["A", "–", "–", "0.0-100.0", "2", "0", "–"]
    assert lines[5].startswith("2 outputs to be judged (triage.csv)")


def test_a_page_that_is_older_than_the_judgments_is_not_named(folder):
    page = folder / "report.html"
    page.write_text("", encoding="utf-8")
    assert summary(folder).splitlines()[-1] == str(page)
    os.utime(page, (1, 1))
    assert summary(folder).splitlines()[-1].startswith("no page of these judgments yet: challenge-sets suite report ")


def test_a_missing_table_is_named(folder):
    (folder / "suite_ranks.parquet").unlink()
    with pytest.raises(InputError, match=r"suite_ranks\.parquet"):
        summary(folder)

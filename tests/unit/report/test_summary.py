import os

import pytest

from extractors.formats.findings import FINDINGS
from extractors.report.summary import findings, summary
from extractors.report.terminal_findings import finding_lines
from tests.builders.finding_rows import corpus_score, finding, write_tables

CORPUS = [corpus_score("good", 41.26), corpus_score("bad", 30.0), corpus_score("good", 0.8, metric="ribes")]
ROWS = [
    finding("negation", -3.3, 0.012, half=2.6, below=18),
    finding("particle_verb", -4.2, 0.0004, half=1.7),
    finding("passive", -0.5, 0.4),
    finding("cleft", -9.0, None, n=12),
    finding("tmesis", None, None),
]


@pytest.fixture
def folder(tmp_path):
    write_tables(tmp_path / "demo", ROWS, CORPUS)
    return tmp_path / "demo"


def older(path, than):
    """Make one file older than another."""
    seconds = than.stat().st_mtime - 10
    os.utime(path, (seconds, seconds))


def test_findings_stand_surest_first_with_interval_correction_and_systems(folder):
    lines = summary(folder).splitlines()
    assert lines[1:3] == [
        "== demo: 1,000 segments, 2 systems ==",
        "BLEU of the whole corpus: 41.3 (good) to 30.0 (bad)",
    ]
    assert " ".join(lines[3].split()) == "BLEU n systems humans beyond 95 % interval finds p (BH)"
    assert lines[4].split() == ["particle_verb", "143", "-5.2", "-1.0", "-4.2*", "[-5.9,", "-2.5]", "2.5", "<0.001"]
    assert lines[5].split() == ["negation", "143", "-4.3", "-1.0", "-3.3*", "[-5.9,", "-0.7]", "2.5", "0.012"]
    assert lines[6] == "2 of 3 tested differ (p (BH) < 0.05); not tested: 1; not found: 1"


def test_the_last_line_is_the_report_if_it_is_of_these_scores(folder):
    assert summary(folder).splitlines()[-1] == "no report of these scores yet; the target report makes it"
    report = folder / "report.html"
    report.touch()
    assert summary(folder).splitlines()[-1] == str(report)
    older(report, folder / "scores.parquet")
    assert "no report of these scores yet" in summary(folder).splitlines()[-1]


def test_a_run_that_scored_nothing_only_says_where_the_report_is(folder):
    (folder / "report.html").touch()
    assert summary(folder, scored=False) == f"{folder}/report.html\n"


def test_scores_of_sets_that_were_made_anew_are_not_shown(folder):
    older(folder / "scores.parquet", folder / "controls.parquet")
    assert summary(folder).splitlines() == ["no report of these scores yet; the target report makes it"]


def test_a_corpus_without_systems_says_where_its_sets_are(tmp_path):
    assert summary(tmp_path) == f"{tmp_path}/sets.parquet\n"


def test_many_long_names_fit_a_screen_of_eighty_columns(tmp_path):
    names = [f"{'very_long_name_' * 4}{i}" for i in range(12)]
    rows = [finding(name, -1000.0 - i, 0.01, n=123456) for i, name in enumerate(names)]
    write_tables(tmp_path / "c", rows, [corpus_score("system_" * 14, 1.0), corpus_score("b", 2.0)])
    (tmp_path / "c/report.html").touch()
    lines = summary(tmp_path / "c").splitlines()
    assert len(lines) <= 20
    assert max(len(line) for line in lines[:-2]) <= 80
    shown = [line for line in lines if line.startswith("very_l")]
    assert [line.split()[-1] for line in shown] == ["0.010"] * 8
    assert " ".join(map(str.strip, lines[-4:-2])).endswith("4 not shown; not tested: 0; not found: 0")


def test_findings_that_are_cut_are_counted_and_those_with_most_evidence_stay():
    rows = [finding("rare", -9.0, 0.04, n=30), finding("p0", -1.0, 0.01), finding("p2", 2.0, 0.002)]
    rows.append(finding("p3", -4.0, 0.001, n=240))
    lines = finding_lines(rows, alpha=0.05, places=1, most=2)
    assert [line.split()[0] for line in lines[1:-1]] == ["p3", "p2"]
    assert lines[-1].startswith("4 of 4 tested differ (p (BH) < 0.05), 2 not shown; not tested: 0; not found: 0")


def test_nothing_significant_is_said_without_a_table():
    assert finding_lines([finding("a", -2.0, 0.2)], alpha=0.05, places=1, most=5) == [
        "0 of 1 tested differ (p (BH) < 0.05); not tested: 0; not found: 0"
    ]
    shown = finding_lines([finding("a", 2.5, 0.2)], alpha=0.3, places=1, most=5)[1]
    assert shown.split()[4:7] == ["+2.5*", "[+1.5,", "+3.5]"]


def test_a_table_that_cannot_be_read_is_told_and_the_report_is_still_named(folder):
    (folder / FINDINGS.file).write_text("phenomenon\n")
    error, *_, place = findings(folder.parent, corpora=["demo", "not_run"]).splitlines()
    assert error.startswith(f"error: {folder}")
    assert place == "no report of these scores yet; the target report makes it"

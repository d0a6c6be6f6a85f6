import os

import pytest

from extractors.core.errors import InputError
from extractors.formats.findings import FINDINGS
from extractors.report.summary import FURTHER, findings, summary
from tests.builders.finding_rows import corpus_score, departure, finding, set_score, write_tables

CORPUS = [
    corpus_score("good", 41.26),
    corpus_score("bad", 30.0),
    corpus_score("good", 0.8, metric="ribes"),
    corpus_score("bad", 0.7, metric="ribes"),
]
ROWS = [
    finding("negation", -3.3, 0.012, half=2.6, below=18),
    finding("particle_verb", -4.2, 0.0004, half=1.7),
    finding("passive", -0.5, 0.4),
    finding("cleft", -9.0, None, n=12),
    finding("tmesis", None, None),
]
SCORES = [
    set_score("good", "particle_verb", 38.0, 41.0),
    set_score("bad", "particle_verb", 29.9, 31.5),
    set_score("good", "negation", 37.0, 41.0, n=12),
    set_score("bad", "negation", 26.0, 31.0, n=12),
    set_score("good", "passive", 40.0, 41.0),
    set_score("good", "particle_verb", 0.7811, 0.8022, metric="ribes"),
    set_score("bad", "particle_verb", 0.6512, 0.6534, metric="ribes"),
]


@pytest.fixture
def folder(tmp_path):
    write_tables(tmp_path / "demo", ROWS, CORPUS, scores=SCORES, departures=[departure("bad", "passive", -2.0, 0.01)])
    return tmp_path / "demo"


def older(path, than):
    """Make one file older than another."""
    seconds = than.stat().st_mtime - 10
    os.utime(path, (seconds, seconds))


def read_on(text):
    """What stands under `Read on`, each with what is said of it."""
    *_, end = text.partition("Read on\n")
    return dict(line.strip().split("  ", 1) for line in end.splitlines())


def test_a_run_ends_with_scores_of_two_metrics_then_findings_then_where_to_read_on(folder):
    lines = summary(folder).splitlines()
    assert lines[:11] == [
        "",
        "== demo: 1,000 segments, 2 systems ==",
        "",
        "BLEU                   d >=     n         good          bad",
        "whole corpus                1,000  41.3         30.0",
        "particle verb             0    60  38.0 (41.0)  29.9 (31.5)",
        "negation                  0    12  37.0 (n 12)  26.0 (n 12)",
        "passive                   0    60  40.0 (41.0)",
        "",
        "RIBES                  d >=     n         good          bad",
        "whole corpus                1,000  .800         .700",
    ]
    assert lines[11] == "particle verb             0    60  .781 (.802)  .651 (.653)"
    assert lines[13] == "Findings (95 % confidence intervals; p-values by Benjamini and Hochberg):"
    said = [line.split(" (")[0].strip() for line in lines[14:]]
    places = [said.index(start) for start in ("Particle verb", "Negation")]
    assert places == sorted(places)
    text = " ".join(" ".join(lines[14:]).split())
    assert "bad, sentences with passive: 2.0 BLEU lower than the mean of the systems" in text
    assert "No significant difference from human translations on 1 other phenomenon (BH, p < 0.05)" in text
    assert "1 too small to test, 1 not in this corpus." in text
    assert text.index("1 not in this corpus.") < text.index("Read on")


def test_the_end_names_the_page_the_tables_and_the_command_that_shows_it_all(folder):
    report, tables, show = folder / "report.html", f"{folder}/tables/", f"challenge-sets show {folder}"
    assert list(read_on(summary(folder))) == ["snakemake --cores 8 report", tables, show]
    report.touch()
    assert list(read_on(summary(folder))) == [str(report), tables, show]
    older(report, folder / "scores.parquet")
    assert list(read_on(summary(folder))) == ["snakemake --cores 8 report", tables, show]


def test_show_says_the_same_and_does_not_lead_to_itself(folder):
    run, shown = summary(folder), summary(folder, shown=True)
    assert run.partition("Read on")[0] == shown.partition("Read on")[0]
    assert list(read_on(shown)) == list(read_on(run))[:-1]


def test_a_folder_with_a_blank_is_named_as_a_shell_reads_it(tmp_path):
    folder = tmp_path / "my corpus"
    write_tables(folder, ROWS, CORPUS, scores=SCORES)
    assert f"challenge-sets show '{folder}'" in read_on(summary(folder))


def test_one_metric_s_table_is_printed_alone(folder):
    text = summary(folder, metric="ribes")
    assert "RIBES                  d >=" in text
    assert "BLEU                   d >=" not in text
    assert "4.2 BLEU lower" in text, "the findings are of the metric of the tests"


def test_a_metric_without_scores_is_an_error_that_names_those_with_some(folder):
    with pytest.raises(InputError, match="no scores by comet") as error:
        summary(folder, metric="comet")
    assert error.value.remedy == "choose one of: bleu, ribes"


def test_a_run_that_scored_nothing_only_says_where_to_read_on(folder):
    text = summary(folder, scored=False)
    assert text.startswith("\nRead on\n")
    assert len(read_on(text)) == 3


def test_scores_of_sets_that_were_made_anew_are_not_shown(folder):
    older(folder / "scores.parquet", folder / "controls.parquet")
    assert summary(folder).startswith("\nRead on\n")
    assert "whole corpus" in summary(folder, shown=True), "who asks for them gets them"


def test_a_corpus_without_systems_says_where_its_sets_are(tmp_path):
    assert summary(tmp_path) == f"{tmp_path}/sets.parquet\n"


def test_the_level_of_the_run_decides_on_findings_and_on_what_is_shown_first(folder):
    text = summary(folder, alpha=0.001)
    assert "Particle verb (143 segments)" in text
    assert "Negation (143 segments)" not in text
    assert "negation                  0" not in text


def test_a_table_that_cannot_be_read_is_told_and_the_report_is_still_named(folder):
    (folder / FINDINGS.file).write_text("phenomenon\n")
    error, *_, tables, show, _, _, _ = findings(folder.parent, corpora=["demo", "not_run"]).splitlines()
    assert error.startswith(f"error: {folder}")
    assert tables.strip().startswith(f"{folder}/tables/")
    assert show.strip().startswith(f"challenge-sets show {folder}")


def test_after_all_corpora_of_a_run_stands_what_to_type_next(folder):
    write_tables(folder.parent / "other", ROWS, CORPUS, scores=SCORES)
    text = findings(folder.parent, corpora=["demo", "other"])
    assert text.index("== demo:") < text.index("== other:")
    assert text.endswith("".join(f"  {line}\n" for line in FURTHER))
    assert findings(folder.parent, corpora=["not_run"]) == ""

"""`challenge-sets score`, on the outputs and sets of the small corpus."""

import pytest

from extractors import __main__ as cli
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from tests.builders import small_results


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("score"), accuracy=False).parent.parent


def test_phenomena_are_tested_by_scores_that_are_brought_where_that_is_asked(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    lines = "".join(f"{0.5 if '/P' in segment.source else 0.8}\n" for segment in small_results.ordinary())
    (folder / "human.tsv").write_text(f"weak\n{lines}")
    place = "results/small"
    sets = ("--sets", f"{place}/sets.parquet", "--controls", f"{place}/controls.parquet")
    compared = (*sets, "--covariates", f"{place}/covariates.parquet")
    brought = ("--metrics", "chrf", "--segment-scores", "human.tsv", "--statistics", "resamples=20")
    command = ["score", "--systems", "weak.en", "--reference", "reference.en", *compared, *brought]
    assert cli.main([*command, "--metric", "human", "--tables", "."]) == 0
    said = capsys.readouterr().out
    assert "particle_verb  d >= 0   most of the corpus: 40 of 60 segments" in said
    rows = tables.read(FINDINGS, folder / "findings.csv").to_pylist()
    assert {row["metric"] for row in rows} == {"human"}
    assert next(row for row in rows if row["phenomenon"] == "particle_verb")["systems"] == pytest.approx(-0.3)
    assert cli.main([*command, "--metric", "bleu"]) == 1
    assert "unknown metric 'bleu'" in capsys.readouterr().err

"""`challenge-sets score`, on the outputs and sets of the small corpus."""

import pytest

from extractors import __main__ as cli
from tests.builders import small_results


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("score"), accuracy=False).parent.parent


def test_scores_that_are_brought_are_printed_by_set(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    lines = "".join(f"{0.5 if '/P' in segment.source else 0.8}\n" for segment in small_results.ordinary())
    (folder / "human.tsv").write_text(f"weak\n{lines}")
    place = "results/small"
    sets = ("--sets", f"{place}/sets.parquet", "--controls", f"{place}/controls.parquet")
    brought = ("--metrics", "chrf", "--segment-scores", "human.tsv", "--resamples", "20")
    assert cli.main(["score", "--hypothesis", "weak.en", "--reference", "reference.en", *sets, *brought]) == 0
    said = capsys.readouterr().out
    computed, human = said.index("chrf on challenge sets, 1 system"), said.index("human on challenge sets, 1 system")
    assert computed < human
    first = next(line.split() for line in said[human:].splitlines() if line.startswith("particle_verb"))
    assert first[:4] == ["particle_verb", "all", "40", "0.500"]

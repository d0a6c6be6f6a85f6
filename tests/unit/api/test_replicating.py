import shutil
from pathlib import Path

import pytest

from extractors import __main__ as cli
from extractors.api import replicating
from extractors.api.replicating import replicate
from extractors.api.results_folder import Results
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.replications import REPLICATIONS
from extractors.phenomena import DEFAULT_FILE, catalogue
from tests.builders import small_results

DEFINITION = catalogue.definitions_checksum([catalogue.load(DEFAULT_FILE)["particle_verb"].definition("de")])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    plain = [segment._replace(source=segment.english, weak=segment.english) for segment in small_results.ordinary(90)]
    return small_results.make(tmp_path_factory.mktemp("run"), more=plain, accuracy=False, humans=True)


def known(effect, *, metric="chrf-beyond", test_set="wmt99", target="en", **more):
    row = {"source_language": "de", "target_language": target, "phenomenon": "particle_verb", "metric": metric}
    row |= {
        "definition": DEFINITION,
        "distance": 0,
        "test_set": test_set,
        "corpora": 1,
        "n": 90,
        "units": 900,
        "lines": "x y",
    }
    return row | {"effect": effect, "standard_error": 0.1, "scale": 10.0, "lines": "x y"} | more


@pytest.fixture
def others(monkeypatch):
    rows = [
        *(known(-0.5, metric=metric) for metric in ("chrf", "chrf-beyond")),
        known(-0.1, metric="chrf-humans"),
        known(0.05, metric="chrf", test_set="wmt98"),
        known(-0.5, metric="chrf", test_set="wmt97", definition="another"),
        known(-0.5, metric="chrf", test_set="wmt96", target="fr"),
    ]
    monkeypatch.setattr(replicating, "known_rows", lambda: rows)


@pytest.mark.usefixtures("others")
def test_a_phenomenon_stands_beside_the_same_in_other_test_sets_of_the_pair(folder, monkeypatch):
    found = replicate(Results(folder), ["particle_verb"])
    own, old, new = found.rows
    (finding,) = (
        r for r in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist() if r["phenomenon"] == "particle_verb"
    )
    assert (own["test_set"], own["beyond"], own["again"]) == (None, finding["beyond"], None)
    assert (old["test_set"], old["systems"], old["beyond"], old["again"]) == ("wmt98", 0.5, None, None)
    assert (new["test_set"], new["systems"], new["humans"], new["beyond"]) == ("wmt99", -5.0, -1.0, -5.0)
    assert (new["beyond_low"], new["beyond_high"]) == pytest.approx((-5 - 1.96, -5 + 1.96), abs=0.01)
    assert new["again"] == (finding["beyond"] < 0)
    monkeypatch.setattr(
        replicating, "known_rows", lambda: [known(-0.5, metric=m, n=20) for m in ("chrf", "chrf-beyond")]
    )
    small = replicate(Results(folder), ["particle_verb"]).rows[1]
    assert (small["n"], small["beyond"], small["again"]) == (20, -5.0, None)


@pytest.mark.usefixtures("others")
def test_the_command_prints_and_writes_the_table(folder, tmp_path, capsys):
    file = tmp_path / "again.csv"
    assert cli.main(["replicate", str(folder), "particle_verb", "-o", str(file)]) == 0
    said = capsys.readouterr().out
    assert "this run" in said
    assert "wmt99" in said
    assert len(tables.read(REPLICATIONS, file)) == 3
    assert cli.main(["replicate", str(folder), "owl"]) == 1
    assert "unknown phenomenon 'owl'" in capsys.readouterr().err


def test_without_findings_or_other_test_sets_it_says_so(folder, monkeypatch):
    monkeypatch.setattr(replicating, "known_rows", list)
    assert "no other test set of these languages" in replicate(Results(folder), ["particle_verb"]).text()
    assert "No phenomenon has a finding" in replicate(Results(folder), alpha=1e-12).text()


def test_what_was_not_compared_is_refused(folder, tmp_path):
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    rows = [
        row | {"systems": None, "status": "not found"} if row["phenomenon"] == "particle_verb" else row
        for row in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist()
    ]
    tables.write(FINDINGS.table(rows), copy / FINDINGS.file)
    with pytest.raises(InputError, match="particle_verb was not compared: not found"):
        replicate(Results(copy), ["particle_verb"])

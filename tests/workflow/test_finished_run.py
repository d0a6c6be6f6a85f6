"""A run from texts to report and published set, as its users start it: what it prints and leaves."""

import csv
import json
import os
import subprocess
import sys
import zipfile

import pyarrow.parquet as pq
import pytest
import sacrebleu

from extractors.__main__ import main
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.hits import HITS
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS
from extractors.models.lemma_dictionary import LemmaDictionary
from tests.workflow.running import jobs, run, run_program, without_network


def scores(folder):
    with (folder / "results/small/scores.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_makes_all_files_and_ends_with_its_findings(finished):
    results = finished / "results/small"
    names = (
        "segments.parquet",
        "source.conllu.gz",
        "alignment.parquet",
        "covariates.parquet",
        "controls.parquet",
        "paper_scores.csv",
        "system_comparisons.parquet",
        "tables/sizes.csv",
        "tables/scores_ribes.md",
        "tables/distances_bleu.tex",
        "tables/tables.tex",
        "accuracy_hits.parquet",
        "charts/aux_bracket",
        "word_departures.csv",
        "word_evidence.parquet",
        "dataset/README.md",
    )
    for name in names:
        assert (results / name).stat().st_size > 0, name
    lines = (finished / "stdout").read_text().splitlines()
    assert "== small: 60 segments, 3 systems, 1 reference ==" in lines
    assert max(len(line) for line in lines[: lines.index("Read on")]) <= 100
    assert [line.split()[0] for line in lines if line.startswith(("BLEU", "RIBES"))] == ["BLEU", "RIBES"]
    assert any(line.startswith("  results/small/report.html ") for line in lines)
    assert any(line.startswith("  challenge-sets run --source news.en ") for line in lines)


def test_a_run_asks_nothing_of_the_network(finished):
    processes = (finished / "processes").read_text()
    for watched in (
        "snakemake",
        "parse_source.py",
        "align_references.py",
        "score_systems.py",
        "write_report.py",
        "publish_dataset.py",
    ):
        assert watched in processes
    attempts = finished / "attempts"
    assert not attempts.exists(), attempts.read_text()


@pytest.mark.parametrize(
    "attempt",
    [
        "import urllib.request; urllib.request.urlopen('https://example.org')",
        "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)",
        "import _socket; _socket.socket().connect(('192.0.2.1', 80))",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        "import os, sys; os.execl(sys.executable, 'python', '-c', 'import socket; socket.gethostbyname(\"a.org\")')",
    ],
)
def test_an_attempt_to_reach_the_network_would_be_noted(tmp_path, attempt):
    environment = os.environ | without_network(tmp_path)
    done = subprocess.run([sys.executable, "-c", attempt], env=environment, capture_output=True, text=True)
    assert "no network in this test" in done.stderr
    assert (tmp_path / "attempts").read_text()


def test_a_score_is_sacrebleus_on_the_exported_text(finished, tmp_path):
    assert not (finished / "results/small/sets").exists(), "texts are exported only where a config or a command asks"
    results = finished / "results/small"
    outputs = {path.stem: read_hypotheses(path) for path in (results / "systems").glob("*.parquet")}
    texts = read_corpus(results / "segments.parquet").texts(outputs)
    select.export(tables.read(SETS, results / SETS.file), texts, tmp_path / "sets")
    folder = tmp_path / "sets/particle_verb/min1"
    hypotheses, reference = (
        (folder / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        for name in ("systems/forgetful.en", "reference.A.en")
    )
    row = next(
        r
        for r in scores(finished)
        if (r["system"], r["phenomenon"], r["kind"], r["distance_from"], r["metric"])
        == ("forgetful", "particle_verb", "minimum", "1", "bleu")
    )
    assert int(row["n"]) == len(hypotheses) > 2
    assert float(row["score"]) == pytest.approx(sacrebleu.corpus_bleu(hypotheses, [reference]).score, abs=1e-9)


def test_the_findings_can_be_shown_again(finished, monkeypatch, capsys):
    monkeypatch.chdir(finished)
    assert main(["show", "results/small"]) == 0
    shown = capsys.readouterr().out
    assert "No phenomenon is tested" in shown
    assert "Whole corpus, 60 segments" in shown
    assert "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp" in shown
    assert "parser:multilingual:" in shown
    assert main(["show", "results/small", "--pairs", "particle_verb", "--metric", "rbies"]) == 1
    assert "did you mean 'ribes'" in capsys.readouterr().err


def test_the_manifest_names_inputs_versions_and_models(finished):
    manifest = json.loads((finished / "results/small/manifest.json").read_text())
    assert "small/systems/forgetful.en" in manifest["files"]
    assert "aligner:simalign" in manifest["signature"]
    assert manifest["config"]["controls"]["samples"] == 20


def test_a_run_writes_nothing_beside_its_sources(finished):
    names = {path.relative_to(finished / "small").as_posix() for path in (finished / "small").rglob("*")}
    systems = {f"systems/{name}.en" for name in ("forgetful", "literal", "noisy")}
    assert names == {"source.de", "reference.A.en", "systems"} | systems


def test_accuracy_has_a_row_for_each_system_and_set_and_says_what_gave_lemmas(finished):
    rows = tables.read(ACCURACY, finished / "results/small/accuracy.csv").to_pylist()
    keys = [tuple(row[k] for k in ("system", "phenomenon", "kind", "distance_from")) for row in rows]
    assert len(keys) == len(set(keys))
    sets = {
        (r["phenomenon"], r["kind"], r["distance_from"])
        for r in tables.read(SETS, finished / "results/small/sets.parquet").to_pylist()
    }
    assert {(phenomenon, kind, distance) for _, phenomenon, kind, distance in keys} == sets
    manifest = json.loads((finished / "results/small/manifest.json").read_text())
    assert manifest["lemmas"] == LemmaDictionary.signature
    assert f"|lemmas:{manifest['lemmas']}|" in rows[0]["run"]
    assert "/ref:A|" in rows[0]["run"]
    assert "|by:outputs/3|" in rows[0]["run"]


def test_the_tables_of_conclusions_have_their_rows(finished):
    results = finished / "results/small"
    sets = [r for r in tables.read(SETS, results / "sets.parquet").to_pylist() if r["kind"] == "minimum"]
    scored = sum(r["segments"] > 0 for r in sets)
    rows = {
        form.name: tables.read(form, results / form.file).to_pylist() for form in (SYSTEM_COMPARISONS, SYSTEM_RANKS)
    }
    assert len(rows["system comparisons"]) == 2 * 3 * scored
    assert len(rows["system ranks"]) == 2 * 3 * scored
    assert "|bs:1000|seed:12345|ar:1000|seed:12345|" in rows["system comparisons"][0]["signature"]
    assert {r["cluster"] for r in rows["system ranks"] if r["rank"] == 1} == {1}
    # The small corpus has too few segments outside its sets for a test of their differences.
    assert any(r["difference"] for r in scores(finished))


def test_the_report_and_what_snakemake_reports(finished, copy):
    page = (finished / "results/small/report.html").read_text(encoding="utf-8")
    assert "small: German to English" in page
    assert 'id="phenomenon-particle_verb"' in page
    charts = (finished / "results/small/charts/aux_bracket").iterdir()
    assert {path.suffix for path in charts} == {".svg", ".pdf", ".csv"}
    (copy / "attempts").unlink(missing_ok=True)
    run_program(copy, "report", "--report", "all.zip", variables=without_network(copy))
    with zipfile.ZipFile(copy / "all.zip") as packed:
        names = packed.namelist()
        text = "".join(packed.read(name).decode(errors="replace") for name in names if name.endswith(".html"))
    assert any(name.endswith("/report.html") for name in names)
    assert sum(name.endswith("systems.svg") for name in names) >= 5
    assert "The report on small" in text
    assert "A chart of small" in text
    attempts = copy / "attempts"
    assert not attempts.exists(), attempts.read_text()


def test_notes_beside_tables_stay(copy):
    results = copy / "results/small"
    (results / "tables/notes.md").write_text("mine")
    (results / "tables/sizes.md").write_text("mine, too")
    run(copy, "score", "--forcerun", "write_tables")
    assert (results / "tables/notes.md").read_text() == "mine"
    assert (results / "tables/sizes.md.kept").read_text() == "mine, too"
    assert (results / "tables/sizes.md").read_text() != "mine, too"
    assert jobs(copy, "score") == {}


def test_the_published_set_has_all_hits_and_the_scores_of_the_run(finished):
    results, dataset = finished / "results/small", finished / "results/small/dataset"
    check = ["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"]
    assert subprocess.run(check, cwd=dataset).returncode == 0
    published = [pq.read_table(path) for path in sorted((dataset / "data/hits").glob("*.parquet"))]
    assert sum(map(len, published)) == len(tables.read(HITS, results / "hits.parquet")) > 0
    assert (dataset / "scoring/scores.csv").read_bytes() == (results / "scores.csv").read_bytes()


def test_the_published_set_alone_gives_the_scores_of_the_run(finished, tmp_path):
    results = finished / "results/small"
    line = [str(results / "dataset"), "--systems", str(finished / "small/systems"), "--tables", str(tmp_path)]
    assert main(["score", *line]) == 0
    names = ("scores", "corpus_scores", "system_ranks", "effects", "findings")
    for name in ("system_comparisons.parquet", *(f"{name}.csv" for name in names)):
        assert (tmp_path / name).read_bytes() == (results / name).read_bytes(), name


@pytest.mark.parametrize(
    "command",
    [
        "show RESULTS --paper",
        "show RESULTS --pairs particle_verb",
        "report RESULTS -o page.html --charts charts --tables tables",
        "compare RESULTS forgetful literal",
        "lab discover RESULTS -o found",
        "dataset publish RESULTS --licence cc0-1.0 --attribution Us -o dataset",
    ],
)
def test_every_command_that_reads_results_works_from_another_folder(finished, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    assert main(command.replace("RESULTS", str(finished / "results/small")).split()) == 0

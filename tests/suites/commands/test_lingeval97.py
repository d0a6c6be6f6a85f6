"""`challenge-sets suite table --as lingeval97` and `score-pairs --texts` on the bundled example."""

import gzip
import shutil

import pytest

from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.tables.lingeval import LOST_PAIRS, PAIR_ACCURACY
from extractors.formats import tables
from tests import ROOT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "suites/examples/contrastive", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tables_of_two_systems(folder, call):
    (folder / "again.scores.gz").write_bytes(gzip.compress((folder / "scores/hasty.scores").read_bytes()))
    line = "suite table pairs.json scores/careful.scores again.scores.gz --as lingeval97 -o t"
    status, out, _ = call(line)
    assert status == 0
    assert "careful\ntotal : 17 20 0.85\n" in out
    assert "again\ntotal : 10 20 0.5\n" in out
    rows = tables.read(PAIR_ACCURACY, folder / "t" / PAIR_ACCURACY.file).to_pylist()
    assert {(r["system"], r["correct"]) for r in rows if r["group"] == "total"} == {("careful", 17), ("again", 10)}
    assert "again,50.0,100.0,50.0,0.0,50.0,0.0,100.0" in (folder / "t/pairs.csv").read_text()
    assert r"\toprule" in (folder / "t/pairs_polarity.tex").read_text()


def test_lost_pairs_are_written(folder, call):
    line = "suite table pairs.json s=scores/careful.scores --as lingeval97 -o t"
    assert call(line)[0] == 0
    lost = tables.read(LOST_PAIRS, folder / "t" / LOST_PAIRS.file).to_pylist()
    assert [(row["system"], row["item"], row["origin"]) for row in lost] == [
        ("s", "2.1", "bundled.2"),
        ("s", "7.3", "bundled.7"),
        ("s", "8.1", "bundled.8"),
    ]


@pytest.mark.usefixtures("folder")
def test_maximize_turns_all_but_ties(call):
    status, said, _ = call("suite table pairs.json scores/careful.scores --as lingeval97 --maximize")
    assert (status, said.partition("\n")[0]) == (0, "total : 2 20 0.1")


def test_the_command_judge_gives_the_same_verdicts(folder, call):
    line = "suite judge pairs.json --format lingeval97 --systems hasty=scores/hasty.scores -o j.parquet"
    assert call(line)[0] == 0
    rows = tables.read(JUDGMENTS, folder / "j.parquet").to_pylist()
    assert [row["verdict"] for row in rows].count("right") == 10
    assert rows[2]["score"] == pytest.approx(-0.72)


def test_texts_replace_no_file(folder, refuses):
    (folder / "texts").mkdir()
    (folder / "texts/source.en").write_text("mine")
    refuses("suite score-pairs pairs.json --texts texts", "texts/source.en: exists already")
    assert (folder / "texts/source.en").read_text() == "mine"


def test_texts_are_written_in_the_order_of_the_scores(folder, call):
    assert call("suite score-pairs pairs.json --texts texts")[0] == 0
    sources = (folder / "texts/source.en").read_text(encoding="utf-8").splitlines()
    targets = (folder / "texts/target.de").read_text(encoding="utf-8").splitlines()
    assert len(sources) == len(targets) == 28
    assert sources[4] == sources[0] != sources[5]
    assert targets[4] == "Der Ausschuss ist die neue Brücke nicht genehmigt."
    assert (sources[13], targets[13]) == ("Good morning!", "Guten Morgen!")


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        ("", lambda lines: lines[:-1], "scores/careful.scores:28: 27 scores for 28"),
        ("", lambda lines: [*lines, "1.0"], "scores/careful.scores:29: 29 scores for 28"),
        ("", lambda lines: [*lines[:3], "nan", *lines[4:]], "scores/careful.scores:4: expected a score, got 'nan'"),
        ("", lambda lines: [*lines[:3], "", *lines[4:]], "scores/careful.scores:4: expected a score, got ''"),
        ("--categories np_agrement", None, "did you mean 'np_agreement'"),
        ("careful=scores/hasty.scores", None, "two files of the name 'careful'"),
        ("--format distil_lingeval", None, "no set of DistilLingEval"),
    ],
)
def test_errors_say_where_and_what_to_do(folder, refuses, line, change, words):
    if change:
        path = folder / "scores/careful.scores"
        path.write_text("".join(f"{one}\n" for one in change(path.read_text().splitlines())))
    refuses(f"suite table pairs.json scores/careful.scores --as lingeval97 {line}", words)


@pytest.mark.parametrize(
    "line",
    ["suite score-pairs pairs.json", "suite score-pairs pairs.json --model x", "suite score-pairs pairs.json -o y"],
)
@pytest.mark.usefixtures("folder")
def test_half_of_what_scores_need_is_refused(refuses, line):
    refuses(line, "give --model MODEL with -o FILE, or --texts FOLDER")


def test_a_text_with_a_line_break_cannot_be_a_line(folder, refuses):
    text = (folder / "pairs.json").read_text(encoding="utf-8")
    (folder / "pairs.json").write_text(text.replace("Guten Morgen!", r"Guten\nMorgen!"), encoding="utf-8")
    refuses("suite score-pairs pairs.json --texts texts", "texts/target.de: text 14 has a line break")

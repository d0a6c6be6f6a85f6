"""Sheets, annotations, agreement, tables and meta-evaluation as commands, on the bundled suite that people judged."""

import csv
import json
import re
from collections import Counter

import pytest

from challenge_sets_suites.tables.annotations import AGREEMENT, CONFLICTS, META_EVALUATION
from challenge_sets_suites.tables.judgments import ANNOTATIONS, JUDGMENTS
from extractors import __main__ as cli
from extractors.formats import tables
from tests import ROOT
from tests.builders.campaigns import answer, dashboard, log, record, yes_no
from tests.builders.sheets import cells

SUITE = ROOT / "suites/examples/people"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the items of the suite, and the judgments of both systems: nothing is decided."""
    place = tmp_path_factory.mktemp("people")
    languages = ["--format-option", "source_language=en", "--format-option", "target_language=de"]
    for arguments in (
        ["suite", "items", SUITE / "suite.json", "--format", "isabelle", *languages, "-o", place / "items.parquet"],
        ["suite", "judge", place / "items.parquet", "--systems", SUITE / "systems", "-o", place / "judgments.parquet"],
    ):
        assert cli.main([str(argument) for argument in arguments]) == 0
    return place


@pytest.fixture(autouse=True)
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)


def test_the_bundled_sheets_are_the_ones_that_the_command_writes(call, folder):
    for name in ("anna.xlsx", "ben.csv", "carla.csv"):
        assert call("suite", "sheet", "items.parquet", "judgments.parquet", "-o", f"new/{name}")[0] == 0
        new, bundled = (cells(place / name) for place in (folder / "new", SUITE / "annotations"))
        assert [line[:-2] for line in new] == [line[:-2] for line in bundled]
        assert all(line[-2:] == ["", ""] for line in new[1:])


def test_answers_become_one_table(call, folder):
    status, said, _ = call(
        "suite", "annotations", SUITE / "annotations", "--items", "items.parquet", "-o", "annotations.csv"
    )
    assert status == 0
    assert "ben: 12 yes, 6 no, 0 na" in said
    rows = tables.read(ANNOTATIONS, folder / "annotations.csv").to_pylist()
    assert len(rows) == 3 * 18
    assert {row["note"] for row in rows} >= {"= nobody says this"}


def test_people_settle_the_judgments_and_differ_once(call, folder):
    arguments = ["judgments.parquet", "--annotations", SUITE / "annotations", "-o", "resolved.parquet"]
    assert call("suite", "resolve", *arguments, "--conflicts", "conflicts.csv")[0] == 0
    rows = tables.read(JUDGMENTS, folder / "resolved.parquet").to_pylist()
    right = [row["system"] for row in rows if row["verdict"] == "right"]
    assert (len(rows), right.count("fluent"), right.count("wordwise")) == (20, 10, 3)
    assert {row["judge"] for row in rows} == {"people"}
    (conflict,) = tables.read(CONFLICTS, folder / "conflicts.csv").to_pylist()
    assert (conflict["item"], conflict["between"], conflict["yes"], conflict["no"]) == ("manner-1", "annotators", 1, 2)


def test_what_is_answered_is_asked_no_more(call, folder):
    _, _, error = call(
        "suite", "sheet", "items.parquet", "judgments.parquet", "--annotations", SUITE / "annotations", "-o", "s.csv"
    )
    assert "no output is left for the sheet" in error
    for arguments in (["--undecided"], ["--rules"]):
        line = ["suite", "sheet", "items.parquet", "judgments.parquet", *arguments, "-o", f"s{arguments[0]}.csv"]
        assert call(*line)[0] == 0
        header, first, *_ = cells(folder / f"s{arguments[0]}.csv")
        assert "no person has judged this output" in first[header.index("rule")]


def test_agreement_over_all_and_by_category(call, folder):
    status, said, _ = call(
        "suite", "agreement", SUITE / "annotations", "--items", "items.parquet", "-o", "agreement.csv"
    )
    assert status == 0
    assert re.search(r"all +all_agree +anna, ben, carla +18 +0\.944", said)
    rows = tables.read(AGREEMENT, folder / "agreement.csv").to_pylist()
    values = {(row["category"], row["measure"], *row["annotators"]): row["value"] for row in rows}
    # Of 18 outputs all agree on 17. Of 54 answers 34 are yes and 20 no.
    observed, chance = (17 + 1 / 3) / 18, (34**2 + 20**2) / 54**2
    assert values["", "fleiss_kappa", "anna", "ben", "carla"] == pytest.approx((observed - chance) / (1 - chance))
    assert values["syntactic", "krippendorff_alpha", "anna", "ben", "carla"] == 1
    assert values["", "cohen_kappa", "anna", "carla"] == 1


def test_tables_of_the_paper(call, folder):
    arguments = ["items.parquet", "judgments.parquet", "--annotations", SUITE / "annotations", "-o", "tables"]
    assert call("suite", "table", "--as", "human", *arguments)[0] == 0
    with (folder / "tables/success_by_category.csv").open(newline="") as file:
        assert list(csv.reader(file))[1:] == [
            ["morpho-syntactic", "100%", "25%", "100%"],
            ["lexico-syntactic", "100%", "78%", "83%"],
            ["syntactic", "100%", "0%", "100%"],
            ["Overall", "100%", "33%", "95%"],
        ]


def test_metrics_beside_people(call, folder):
    arguments = ["judgments.parquet", "--annotations", SUITE / "annotations", "-o", "people.parquet"]
    assert call("suite", "resolve", *arguments)[0] == 0
    status, said, _ = call(
        *("suite", "meta", "people.parquet", "judgments.parquet", "--items", "items.parquet", "--metric", "chrf,bleu"),
        *("--option", "chrf.word_order=2", "-o", "meta.csv"),
    )
    # The judge of the suite is people, who are not compared with themselves.
    assert status == 0
    assert "chrF2++" in said
    rows = tables.read(META_EVALUATION, folder / "meta.csv").to_pylist()
    whole = [row for row in rows if row["level"] == "all"]
    assert [(row["n"], row["sources"], row["pairs"]) for row in whole] == [(20, 10, 7)] * 2
    assert all(row["auc"] > 0.5 for row in whole)


def test_a_campaign_of_pearmut_asks_what_a_sheet_asks_and_its_answers_are_read(call, folder):
    arguments = ["items.parquet", "judgments.parquet", "--annotators", "dora,emil", "-o", "campaign.json"]
    status, said, _ = call("suite", "campaign", *arguments)
    assert status == 0
    assert said.startswith("campaign.json: 10 items with 18 outputs, for 2 annotators\n")
    campaign = json.loads((folder / "campaign.json").read_text(encoding="utf-8"))
    records = [
        yes_no(user, number, item, **{model: 2 * (model == "fluent") for model in item["tgt"]})
        for user, documents in zip(campaign["info"]["users"], campaign["data"], strict=True)
        for number, (item,) in enumerate(documents)
    ]
    dashboard(folder / "answers.json", *records)
    status, said, _ = call("suite", "annotations", "answers.json", "--items", "items.parquet", "-o", "campaign.csv")
    assert status == 0
    assert "emil: 10 yes, 8 no, 0 na" in said
    assert call("suite", "agreement", "answers.json", "campaign.csv", "--items", "items.parquet")[0] == 0
    assert call("suite", "resolve", "judgments.parquet", "--annotations", "campaign.csv", "-o", "asked.parquet")[0] == 0
    rows = tables.read(JUDGMENTS, folder / "asked.parquet").to_pylist()
    # Two outputs are those of both systems.
    verdicts = Counter((row["system"], row["verdict"]) for row in rows)
    assert verdicts == {("fluent", "right"): 10, ("wordwise", "right"): 2, ("wordwise", "wrong"): 8}


def test_scores_of_a_campaign_are_compared_with_verdicts(call, folder):
    arguments = ["judgments.parquet", "--annotations", SUITE / "annotations", "-o", "people.parquet"]
    assert call("suite", "resolve", *arguments)[0] == 0
    arguments = ["items.parquet", "judgments.parquet", "--protocol", "esa", "--each", "1", "-o", "esa.json"]
    assert call("suite", "campaign", *arguments)[0] == 0
    campaign = json.loads((folder / "esa.json").read_text(encoding="utf-8"))
    records = [
        record({model: answer(90 if model == "fluent" else 20) for model in item["tgt"]}, item, "dora", number)
        for number, (item,) in enumerate(campaign["data"][0])
    ]
    log(folder / "esa.jsonl", *records)
    status, said, _ = call("suite", "human-scores", "esa.jsonl", "--items", "items.parquet", "-o", "scores.parquet")
    assert status == 0
    assert re.search(r"^fluent: \d+ outputs, mean 90\.0$", said, re.MULTILINE)
    status, said, _ = call("suite", "meta", "people.parquet", "scores.parquet", "--items", "items.parquet")
    assert status == 0
    assert "people's scores" in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("suite meta judgments.parquet --items items.parquet", "nothing to compare with people"),
        ("suite meta judgments.parquet --items items.parquet --metric chr", "did you mean 'chrf'"),
        ("suite meta judgments.parquet --items items.parquet --metric chrf", "people call no output right"),
        (f"suite agreement {SUITE}/annotations/ben.csv", "answers of 1 annotators"),
        ("suite annotations none.xlsx -o a.csv", "none.xlsx: no such file"),
        ("suite sheet items.parquet judgments.parquet -o s.pdf", "a sheet is .csv or .xlsx"),
        ("suite campaign items.parquet judgments.parquet -o c.csv", "a campaign is .json"),
        ("suite campaign items.parquet judgments.parquet --annotators a,a -o c.json", "or one twice"),
        ("suite campaign items.parquet judgments.parquet --each 0 -o c.json", "--each must be 1 or more"),
        ("suite campaign items.parquet judgments.parquet --phenomena x -o c.json", "no item is of 'x'"),
        ("suite human-scores none.json -o s.parquet", "none.json: no such file"),
    ],
)
def test_faults_are_words_and_a_status(refuses, line, words):
    refuses(line, words)

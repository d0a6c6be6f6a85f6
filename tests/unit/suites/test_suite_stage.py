"""The stages of a suite, from files to files."""

import csv
import json

import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.judgments import JUDGMENTS, OUTPUTS_FOUND
from extractors.formats.suites import SUITE_ACCURACY, SUITE_RANKS, TRIAGE
from extractors.inputs.places import parse
from extractors.suites import suite_stage
from extractors.suites.pair_scores import read_scores

ITEM = {
    "category": "Verbs",
    "langpair": "ende",
    "phenomenon": "Tense",
    "negative_regex": "",
    "negative_tokens": [],
    "positive_tokens": [],
}
RULES = [
    {**ITEM, "id": "1", "source_sentence": "She slept.", "positive_regex": "schlief", "negative_regex": "schläft"},
    {**ITEM, "id": "2", "source_sentence": "He ran.", "positive_regex": "lief|rannte", "negative_regex": "läuft"},
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "suite.json").write_text(json.dumps({"items": RULES}), encoding="utf-8")
    (tmp_path / "all.en").write_text("News.\nHe ran.\nShe slept.\n")
    (tmp_path / "good.de").write_text("Neues.\nEr lief.\nSie schlief.\n")
    (tmp_path / "odd.de").write_text("Neues.\nEr läuft.\nSie ruhte.\n")
    return tmp_path


def judge(folder, **changes):
    values = {
        "systems": {name: parse(folder / f"{name}.de") for name in ("good", "odd")},
        "judge": None,
        "options": {},
        "sources": parse(folder / "all.en"),
    }
    suite_stage.judge_suite_to_files(
        folder / "suite.json",
        form="dfki",
        form_options={},
        items=folder / "items.parquet",
        judged=folder / "judged.parquet",
        found=folder / "outputs_found.parquet",
        same=folder / "same_outputs.parquet",
        **{**values, **changes},
    )
    suite_stage.tabulate_suite_to_files(
        items=folder / "items.parquet",
        judged=folder / "judged.parquet",
        answers=sorted((folder / "answers").glob("*")),
        folder=folder,
        sheet=folder / "to_judge.csv",
    )


def test_a_suite_is_judged_among_other_lines(folder):
    judge(folder)
    rows = tables.read(JUDGMENTS, folder / "judgments.parquet").to_pylist()
    assert [(row["system"], row["item"], row["verdict"], row["judge"]) for row in rows] == [
        ("good", "1", "right", "rules"),
        ("good", "2", "right", "rules"),
        ("odd", "1", "undecided", "rules"),
        ("odd", "2", "wrong", "rules"),
    ]
    accuracy = tables.read(SUITE_ACCURACY, folder / "suite_accuracy.parquet").to_pylist()
    odd = next(row for row in accuracy if row["system"] == "odd")
    assert (odd["by"], odd["accuracy"], odd["bound_low"], odd["bound_high"]) == ("all", 0, 0, 0.5)
    assert tables.read(OUTPUTS_FOUND, folder / "outputs_found.parquet").column("found").to_pylist() == [2, 2]
    assert tables.read(SUITE_RANKS, folder / "suite_ranks.parquet").column("system").to_pylist() == ["good", "odd"]
    assert tables.read(TRIAGE, folder / "triage.parquet").column("output").to_pylist() == ["Sie ruhte."]


def test_what_a_person_answers_once_is_settled_in_the_next_run(folder):
    judge(folder)
    sheet = (folder / "to_judge.csv").read_text(encoding="utf-8-sig")
    assert sheet.count("Sie ruhte.") == 1
    header, row = csv.reader(sheet.splitlines())
    row[header.index("answer")] = "yes"
    (folder / "answers").mkdir()
    with (folder / "answers/ann.csv").open("w", encoding="utf-8-sig") as out:
        csv.writer(out).writerows([header, row])
    judge(folder)
    rows = tables.read(JUDGMENTS, folder / "judgments.parquet").to_pylist()
    settled = next(row for row in rows if row["output"] == "Sie ruhte.")
    assert (settled["verdict"], settled["judge"]) == ("right", "people")
    assert "Sie ruhte." not in (folder / "to_judge.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"systems": {}}, "no systems to judge"),
        ({"judge": "rule"}, "unknown judge 'rule'"),
        ({"options": {"sekonds": 1}}, "sekonds"),
        ({"sources": None}, "3 outputs for a suite of 2 items and 2 source texts"),
    ],
)
def test_what_cannot_be_judged_is_refused(folder, changes, message):
    with pytest.raises(InputError, match=message):
        judge(folder, **changes)


def test_a_suite_without_items_is_refused(folder):
    (folder / "suite.json").write_text('{"items": []}')
    with pytest.raises(InputError):
        judge(folder)


def test_scores_are_numbers(tmp_path):
    path = tmp_path / "scores.txt"
    path.write_text("1.5\n-2e-3\ninf\n")
    assert read_scores(path) == [1.5, -0.002, float("inf")]
    path.write_text("1.5\nnan\n")
    with pytest.raises(InputError, match="'nan' is no score") as caught:
        read_scores(path)
    assert caught.value.line == 2

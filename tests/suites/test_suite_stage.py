"""The stages of a suite, from files to files."""

import json
import shutil

import pytest

from challenge_sets_suites import answer_files, suite_stage
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.tables.annotations import AGREEMENT
from challenge_sets_suites.tables.judgments import JUDGMENTS, OUTPUTS_FOUND
from challenge_sets_suites.tables.suites import SUITE_ACCURACY, SUITE_RANKS, TRIAGE
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.inputs.places import parse
from tests.builders.sheets import cells, edit, put

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


EN_DE = {"source_language": "en", "target_language": "de"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "suite.json").write_text(json.dumps({"items": RULES}), encoding="utf-8")
    (tmp_path / "all.en").write_text("News.\nHe ran.\nShe slept.\n")
    (tmp_path / "good.de").write_text("Neues.\nEr lief.\nSie schlief.\n")
    (tmp_path / "odd.de").write_text("Neues.\nEr läuft.\nSie ruhte.\n")
    return tmp_path


def judge(folder, answers=(), **changes):
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
        folder=folder,
        **{**values, **changes},
    )
    suite_stage.tabulate_suite_to_files(
        items=folder / "items.parquet",
        judged=folder / "judged.parquet",
        answers=[*sorted((folder / "answers").glob("*")), *answers],
        folder=folder,
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


def settled(folder):
    rows = tables.read(JUDGMENTS, folder / "judgments.parquet").to_pylist()
    row = next(row for row in rows if row["output"] == "Sie ruhte.")
    return row["verdict"], row["judge"]


def test_empty_outputs_are_wrong_and_share_no_first_cluster(folder):
    rules = [RULES[0] | {"id": str(number), "source_sentence": f"She slept {number}."} for number in range(200)]
    (folder / "suite.json").write_text(json.dumps({"items": rules}), encoding="utf-8")
    lines = [f"Sie schlief {number}.\n" for number in range(200)]
    (folder / "good.de").write_text("".join(lines))
    (folder / "odd.de").write_text("".join(lines[:52]) + "\n" * 148)
    judge(folder, sources=None)
    accuracy = tables.read(SUITE_ACCURACY, folder / "suite_accuracy.parquet").to_pylist()
    odd = next(row for row in accuracy if (row["system"], row["by"], row["items"]) == ("odd", "all", "own"))
    assert [odd[name] for name in ("judged", "right", "wrong", "missing", "accuracy")] == [200, 52, 148, 0, 0.26]
    assert tables.read(SUITE_RANKS, folder / "suite_ranks.parquet").column("cluster").to_pylist() == [1, 2]


def test_what_a_person_answers_once_is_settled_in_the_next_run(folder):
    judge(folder)
    (folder / "answers").mkdir()
    shutil.copy(folder / "to_judge.xlsx", folder / "answers/ann.xlsx")
    edit(folder / "answers/ann.xlsx", put(1, "answer", "yes"))
    judge(folder)
    assert settled(folder) == ("right", "people")
    assert len(cells(folder / "to_judge.xlsx")) == 1


def test_a_sheet_that_was_filled_in_place_is_read_and_never_replaced(folder):
    judge(folder)
    assert answer_files.changed_sheets(folder) == []
    edit(folder / "to_judge.xlsx", put(1, "answer", "no"))
    filled = (folder / "to_judge.xlsx").read_bytes()
    for _ in range(2):
        judge(folder, answers=answer_files.changed_sheets(folder))
        assert settled(folder) == ("wrong", "people")
        assert (folder / "to_judge.xlsx").read_bytes() == filled
        assert not (folder / "to_judge-2.xlsx").exists()
    assert tables.read(AGREEMENT, folder / "agreement.parquet").num_rows == 0
    # Another undecided output goes to a sheet of its own.
    (folder / "new.de").write_text("Neues.\nEr lief.\nSie schlummerte.\n")
    judge(
        folder,
        systems={name: parse(folder / f"{name}.de") for name in ("good", "odd", "new")},
        answers=answer_files.changed_sheets(folder),
    )
    assert "Sie schlummerte." in {cell for row in cells(folder / "to_judge-2.xlsx") for cell in row}
    assert (folder / "to_judge.xlsx").read_bytes() == filled
    assert answer_files.changed_sheets(folder) == [str(folder / "to_judge.xlsx")]


def test_a_sheet_that_nobody_touched_is_replaced(folder):
    judge(folder)
    judge(folder)
    assert sorted(path.name for path in folder.glob("to_judge*")) == ["to_judge.xlsx"]
    # Without the checksums each sheet is a person's.
    (folder / answer_files.WRITTEN).unlink()
    assert answer_files.changed_sheets(folder) == [str(folder / "to_judge.xlsx")]


def test_a_suite_without_items_is_refused(folder):
    (folder / "suite.json").write_text("[]")
    with pytest.raises(InputError, match="a suite without items"):
        suite_stage.read_suite(folder / "suite.json", form="isabelle", options=EN_DE)


def test_scores_are_numbers(tmp_path):
    path = tmp_path / "scores.txt"
    path.write_text("1.5\n-2e-3\ninf\n")
    assert read_scores(path) == [1.5, -0.002, float("inf")]

"""A judge's accuracies beside a random sample that people judged."""

import json

import pytest

from challenge_sets_suites.judge_calibration import calibration_table
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import Item, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.tables.suites import SUITE_ACCURACY, SUITE_COMPARISONS, SUITE_RANKS
from extractors.__main__ import main
from extractors.formats import tables
from tests.builders import chat_server
from tests.builders.chat_server import chat
from tests.builders.rows import table_of
from tests.builders.sheets import cells, edit

SIZE = 60


@pytest.fixture
def folder(tmp_path):
    """A suite of 60 items and two systems, in which an output is right if it says so; the judge errs at every fifth."""
    items = [Item(item=f"i{n}", sentence=n, source=f"Satz {n}.", phenomenon="negation") for n in range(SIZE)]
    suite = Suite(items=items, source_language="de", target_language="en", judge="people")
    tables.write(suite.table(), tmp_path / "items.parquet")
    rows = []
    for system, wrong_every in (("good", 4), ("bad", 2)):
        for n in range(SIZE):
            is_right = n % wrong_every != 0
            verdict = is_right ^ (n % 5 == 0)
            row = (f"i{n}", system, f"{'right' if is_right else 'wrong'} {n} {system}", "right" if verdict else "wrong")
            rows.append(dict(zip([c.name for c in JUDGMENTS.columns], (*row, "said", "llm", None), strict=True)))
    tables.write(table_of(JUDGMENTS, rows), tmp_path / "judged.parquet")
    return tmp_path


def call(*arguments):
    assert main(["suite", *map(str, arguments)]) == 0


def answer(path):
    """Fill a sheet as people would; the number of its rows."""

    def fill(lines):
        output, answer = map(lines[0].index, ("output", "answer"))
        for line in lines[1:]:
            line[answer] = "yes" if line[output].startswith("right") else "no"

    edit(path, fill)
    return len(cells(path)) - 1


def test_a_random_sample_to_people_corrects_the_accuracies(folder, capsys):
    paths = folder / "items.parquet", folder / "judged.parquet"
    call("sheet", *paths, "--sample", 80, "-o", folder / "anna.csv")
    assert answer(folder / "anna.csv") == 80
    capsys.readouterr()
    call("calibrate", *paths, "--annotations", folder / "anna.csv", "--json")
    rows = {row["system"]: row for row in json.loads(capsys.readouterr().out)}
    assert list(rows) == ["all systems", "good", "bad"]
    every = rows["all systems"]
    assert (every["n"], every["sample"], every["note"]) == (120, 80, None)
    for system, truth in (("all systems", 0.625), ("good", 0.75), ("bad", 0.5)):
        row = rows[system]
        assert row["low"] <= truth <= row["high"]
        assert abs(row["accuracy"] - truth) < 0.12
    call("calibrate", *paths, "--annotations", folder / "anna.csv", "-o", folder / "calibration.csv")
    assert "by the judge alone" in capsys.readouterr().out
    assert len((folder / "calibration.csv").read_text().splitlines()) == 4
    call("sheet", *paths, "--sample", 12, "-o", folder / "few.csv")
    answer(folder / "few.csv")
    call("calibrate", *paths, "--annotations", folder / "few.csv")
    said = capsys.readouterr().out
    assert "uncalibrated: people must call 10 outputs right, and 10 wrong" in said
    assert "good: uncalibrated" in said


def test_people_who_cannot_tell_have_a_vote(folder):
    judged = tables.read(JUDGMENTS, folder / "judged.parquet")
    items = [Item(item=f"i{n}", sentence=n, source="", phenomenon="negation") for n in range(SIZE)]
    said = {"anna": "yes", "ben": "na", "cleo": "na"}
    answers = [Annotation(item="i1", output="right 1 good", annotator=who, answer=what) for who, what in said.items()]
    assert calibration_table(items, judged, answers).column("sample").to_pylist() == [0, 0, 0]
    assert calibration_table(items, judged, answers[:1]).column("sample").to_pylist() == [1, 1, 1]


def test_the_judge_of_a_command_is_a_server(folder):
    systems = [part for name in ("good", "bad") for part in ("--systems", f"{name}={folder / name}.en")]
    for system in ("good", "bad"):
        (folder / f"{system}.en").write_text("".join(f"Sentence {n}.\n" for n in range(SIZE)))
    with chat_server.serving(lambda _: chat('{"verdict": "right", "reason": "fine"}')) as server:
        options = ["--judge", "llm", "--option", "model=tiny", "--option", f"url={server.url}"]
        options += ["--option", f"answers={folder / 'a.jsonl'}"]
        call("judge", folder / "items.parquet", *systems, *options, "-o", folder / "j.parquet")
    found = tables.read(JUDGMENTS, folder / "j.parquet").to_pylist()
    assert {(row["verdict"], row["reason"], row["judge"]) for row in found} == {
        ("right", "the model says: fine", "llm")
    }
    # Both systems have the same outputs, which are paid for once.
    assert len(server.requests) == SIZE


def test_every_table_of_a_models_verdicts_says_uncalibrated(folder):
    call("verdicts", folder / "items.parquet", folder / "judged.parquet", "-o", folder / "tables")
    for form in (SUITE_ACCURACY, SUITE_COMPARISONS, SUITE_RANKS):
        notes = set(tables.read(form, folder / "tables" / form.file).column("note").to_pylist())
        assert notes == {"uncalibrated: verdicts of a language model"}, form.name
    judged = tables.read(JUDGMENTS, folder / "judged.parquet").to_pylist()
    tables.write(table_of(JUDGMENTS, [{**row, "judge": "rules"} for row in judged]), folder / "rules.parquet")
    call("verdicts", folder / "items.parquet", folder / "rules.parquet", "-o", folder / "tables")
    accuracy = tables.read(SUITE_ACCURACY, folder / "tables" / SUITE_ACCURACY.file)
    assert accuracy.column("note").null_count == len(accuracy)

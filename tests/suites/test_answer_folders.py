"""People's answers: read from files, brought together, and put into judgments."""

import pytest

from challenge_sets_suites.answer_files import files_in
from challenge_sets_suites.answer_folders import annotations_table, people_verdict, read_annotations, resolve
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.core.errors import InputError
from extractors.formats import tables
from tests.builders.rows import table_of
from tests.builders.sheets import answers, edit, filled
from tests.builders.suites import items_of, judgments_of


def verdict(letters):
    return people_verdict({one.annotator: one for one in answers("i", "Ja.", letters)})


@pytest.mark.parametrize(
    ("letters", "expected", "reason"),
    [
        ("y", "right", "people: 1 yes"),
        ("yyn", "right", "people: 2 yes, 1 no"),
        ("nny", "wrong", "people: 1 yes, 2 no"),
        ("yn", "undecided", "people: 1 yes, 1 no: they are divided"),
        ("yna", "undecided", "people: 1 yes, 1 no, 1 na: they are divided"),
        ("aay", "undecided", "people: 1 yes, 2 na: it cannot be told"),
        ("yyna", "right", "people: 2 yes, 1 no, 1 na"),
    ],
)
def test_the_majority_decides(letters, expected, reason):
    assert verdict(letters) == (expected, reason, None)


def resolved(letters, given):
    """What people's answers make of one judgment: its row, and the conflicts."""
    items = items_of("x")
    judgments = judgments_of(items, a=letters).to_pylist()
    judgments[0]["score"] = 0.7
    result = resolve(table_of(JUDGMENTS, judgments), answers("i0", f"{letters} S0", given))
    return result.judgments.to_pylist()[0], result.conflicts.to_pylist()


@pytest.mark.parametrize(
    "lost", [["row"], ["item"], ["output"], ["answer"], ["row", "answer"], ["answer", "question", "row"]]
)
def test_a_sheet_that_lost_columns_is_told_which(tmp_path, lost):
    def lose(lines):
        for name in lost:
            place = lines[0].index(name)
            for line in lines:
                del line[place]

    edit(filled(tmp_path / "ann.csv", {"Ja.": "yes"}), lose)
    needed = ", ".join(repr(name) for name in sorted(lost, reverse=True) if name != "question")
    with pytest.raises(InputError, match=f"the sheet has no column {needed}\n"):
        read_annotations([tmp_path / "ann.csv"])


@pytest.mark.parametrize(
    ("letter", "given", "verdict", "judge", "reason", "between"),
    [
        ("U", "yy", "right", "people", "people: 2 yes", []),
        ("U", "yn", "undecided", "people", "people: 1 yes, 1 no: they are divided", ["annotators"]),
        ("R", "nn", "wrong", "people", "people: 2 no; test had said right: because R", ["judge"]),
        (
            "W",
            "aa",
            "undecided",
            "people",
            "people: 2 na: it cannot be told; test had said",
            ["judge"],
        ),
        ("W", "n", "wrong", "people", "people: 1 no", []),
        ("W", "yn", "wrong", "test", "because W (people: 1 yes, 1 no: they are divided)", ["annotators"]),
        ("R", "nny", "wrong", "people", "people: 1 yes, 2 no; test had said right: because R", ["annotators", "judge"]),
    ],
)
def test_people_decide_unless_they_are_divided(letter, given, verdict, judge, reason, between):
    row, conflicts = resolved(letter, given)
    assert (row["verdict"], row["judge"]) == (verdict, judge)
    assert row["reason"].startswith(reason)
    assert row["score"] == (0.7 if judge == "test" else None)
    assert [conflict["between"] for conflict in conflicts] == between


def test_a_conflict_says_who_said_what():
    _, (conflict,) = resolved("R", "nn")
    assert (conflict["judge"], conflict["judge_verdict"], conflict["people_verdict"]) == ("test", "right", "wrong")
    assert (conflict["no"], conflict["answers"]) == (2, ["0=no", "1=no"])


def test_an_answer_holds_for_every_system_with_the_output():
    items = items_of("x", "y")
    judgments = judgments_of(items, a="UU", b="UR", c="-U").to_pylist()
    judgments[2]["output"] = "U\u00a0 S0"
    annotations = [*answers("i0", " U S0", "ny."), *answers("i0", "U S0", "..n"), *answers("i1", "Nobody's.", "y")]
    result = resolve(table_of(JUDGMENTS, judgments), annotations)
    verdicts = {(row["item"], row["system"]): row["verdict"] for row in result.judgments.to_pylist()}
    assert verdicts == {
        ("i0", "a"): "wrong",
        ("i1", "a"): "undecided",
        ("i0", "b"): "wrong",
        ("i1", "b"): "right",
        ("i0", "c"): "missing",
        ("i1", "c"): "undecided",
    }
    (conflict,) = result.conflicts.to_pylist()
    assert conflict["systems"] == ["a", "b"]


def test_judgments_keep_their_metadata():
    table = tables.with_metadata(judgments_of(items_of("x"), a="U"), judge="rules")
    assert resolve(table, answers("i0", "U S0", "y")).judgments.schema.metadata == {b"judge": b"rules"}


def test_a_folder_of_annotators_in_any_form(tmp_path):
    filled(tmp_path / "ann.xlsx", {"Ja.": "yes", "Nein.": "no"})
    (tmp_path / "later").mkdir()
    filled(tmp_path / "later" / "ben.csv", {"Ja.": "no", "Nein.": ""})
    others = [*answers("a", "Ja.", ".y"), Annotation("a", "Ja.", "ann", "yes", "again")]
    for name in ("others.csv", "others.parquet", "others.tsv"):
        tables.write(annotations_table(others), tmp_path / name)
    for name in ("~$ann.xlsx", ".~lock.ann.xlsx#", "notes.txt"):
        (tmp_path / name).write_text("no sheet")
    found = read_annotations([tmp_path])
    assert {(one.output, one.annotator, one.answer) for one in found} == {
        ("Ja.", "ann", "yes"),
        ("Nein.", "ann", "no"),
        ("Ja.", "ben", "no"),
        ("Ja.", "1", "yes"),
    }
    assert len(found) == 4
    assert files_in(tmp_path)[0].name == "ann.xlsx"


def test_two_answers_of_one_person_are_refused(tmp_path):
    filled(tmp_path / "ann.csv", {"Ja.": "yes"})
    (tmp_path / "later").mkdir()
    filled(tmp_path / "later" / "ann.csv", {"Ja.": "no"})
    with pytest.raises(InputError, match="ann answers 'no' about an output of 'a', and 'yes' in") as error:
        read_annotations([tmp_path])
    assert error.value.path == tmp_path / "later" / "ann.csv"
    assert len(read_annotations([tmp_path / "ann.csv"], annotator="x")) == 1


def test_a_table_of_annotations_is_checked_too(tmp_path):
    path = tmp_path / "annotations.csv"
    tables.write(annotations_table(answers("a", "Ja.", "y")), path)
    edit(path, lambda lines: lines.append(["a", "Nein.", "ann", "maybe", ""]))
    with pytest.raises(InputError, match="'maybe' is not known") as error:
        read_annotations([path])
    assert error.value.line == 3
    tables.write(annotations_table(answers("b", "Ja.", "y")), path)
    with pytest.raises(InputError, match="not have the item 'b'"):
        read_annotations([path], items={"a"})


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="no annotations in the folder"):
        read_annotations([tmp_path])

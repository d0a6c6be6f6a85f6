"""`challenge-sets ask`: from results to a sheet, a campaign or a model's questions, and back to the page."""

import json

import openpyxl
import pytest

from extractors.__main__ import main
from extractors.formats import tables
from extractors.formats.hits import HITS
from tests.builders import small_results
from tests.builders.shared_folder import shared_folder


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return shared_folder(
        tmp_path_factory, "asked-results", lambda place: small_results.make(place, more=small_results.plain(60))
    )


@pytest.fixture
def results(made, tmp_path):
    """A copy of results, which answers are written into."""
    import shutil

    (found,) = made.rglob("hits.parquet")
    shutil.copytree(found.parent, tmp_path / "small")
    return tmp_path / "small"


def ask(results, folder, *more):
    return main(["ask", str(results), "--phenomena", "particle_verb,reflexive", "-o", str(folder), *more])


def rows_of(sheet):
    header, *rows = openpyxl.load_workbook(sheet).active.iter_rows(values_only=True)
    return [dict(zip(header, row, strict=True)) for row in rows]


def fill(sheet, copy, answer):
    """Fill in a copy of a sheet."""
    book = openpyxl.load_workbook(sheet)
    page = book.active
    names = [cell.value for cell in page[1]]
    for row in page.iter_rows(min_row=2):
        values = dict(zip(names, (cell.value for cell in row), strict=True))
        row[names.index("answer")].value = answer(values)
    book.save(copy)


def test_a_sheet_asks_in_the_readers_language_and_hides_which_are_hits(results, tmp_path, capsys):
    assert ask(results, tmp_path / "asked", "--each", "12", "--reader", "de") == 0
    said = capsys.readouterr().out
    assert "particle_verb: 12 of 40 hits, 9 of the 20 on which systems differ; 6 control words" in said
    assert "50 % with 50 hits" in said
    rows = rows_of(tmp_path / "asked/to_answer.xlsx")
    questions = {row["item"]: row["question"] for row in rows}
    of_verbs = [text for item, text in questions.items() if item.startswith("particle_verb") and "." not in item]
    assert len(of_verbs) == 12
    assert all(text.startswith('Hat die Übersetzung die Bedeutung, die "') for text in of_verbs)
    assert any(" ... " in text for text in of_verbs)
    kinds = ["." in item for item in questions]
    assert kinds != sorted(kinds)
    controls = [item for item in questions if "." in item]
    assert all(questions[item].endswith("richtig übersetzt?") for item in controls)


def test_answers_become_a_table_the_terminal_and_a_section_of_the_page(results, tmp_path, capsys):
    assert ask(results, tmp_path / "asked", "--each", "40", "--controls", "5") == 0
    sheet = tmp_path / "asked/to_answer.xlsx"
    fill(sheet, tmp_path / "asked/anna.xlsx", lambda row: "no" if "went" in row["output"] else "yes")
    capsys.readouterr()
    assert main(["ask", str(results), "--answers", str(tmp_path / "asked")]) == 0
    said = capsys.readouterr().out
    assert "particle_verb, answered by people:" in said
    found = {row["system"]: row for row in table(results) if row["phenomenon"] == "particle_verb" and row["n"] == 40}
    assert found["good"]["accuracy"] == 1.0
    # Every other verb is another one in the weak system's output.
    assert found["weak"]["accuracy"] == pytest.approx(0.5)
    assert found["weak"]["difference"] == pytest.approx(-0.5)
    assert found["weak"]["p_bh"] < 0.001
    assert found["weak"]["control_n"] == 5
    assert main(["report", str(results), "-o", str(tmp_path / "report.html")]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "What people and models answered" in page
    assert "particle verbs, answered by people" in page


def table(results):
    from challenge_sets_suites.tables.asked import HIT_ANSWERS

    return tables.read(HIT_ANSWERS, results / "answers.parquet").to_pylist()


def test_a_model_is_told_what_the_phenomenon_is_and_its_answers_stand_beside_peoples(results, tmp_path, capsys):
    folder = tmp_path / "asked"
    assert ask(results, folder, "--each", "10", "--controls", "0", "--as", "llm:m-1") == 0
    assert ask(results, folder, "--each", "10", "--controls", "0") == 0
    questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert questions
    text = questions[0]["body"]["messages"][0]["content"]
    assert "particle verbs: A verb and its separated particle." in text or "reflexive verbs: A verb and" in text
    answers = [
        {"custom_id": one["custom_id"], "text": json.dumps({"verdict": "right" if k % 2 else "wrong", "reason": "so"})}
        for k, one in enumerate(questions)
    ]
    (folder / "answers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answers))
    fill(folder / "to_answer.xlsx", folder / "anna.xlsx", lambda _: "yes")
    capsys.readouterr()
    assert main(["ask", str(results), "--answers", str(folder)]) == 0
    assert {(row["judge"], row["note"] is None) for row in table(results)} == {("people", True), ("m-1", False)}


def test_a_campaign_has_the_questions(results, tmp_path):
    assert ask(results, tmp_path / "asked", "--each", "10", "--as", "pearmut", "--annotators", "2") == 0
    campaign = json.loads((tmp_path / "asked/campaign.json").read_text(encoding="utf-8"))
    assert len(campaign["data"]) == 2
    assert "taken together" in json.dumps(campaign)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--phenomena", "particle_vreb"], "did you mean 'particle_verb'"),
        (["--systems", "gut"], "unknown system 'gut'"),
        (["--as", "llm"], "llm:MODEL"),
        (["--as", "paper"], "sheet, pearmut or llm:MODEL"),
        (["--each", "0"], "must be 1 or more"),
        (["--reader", "fr"], "take --reader de or en"),
    ],
)
def test_what_cannot_be_asked_is_refused(results, tmp_path, capsys, more, words):
    assert ask(results, tmp_path / "asked", *more) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "asked").exists()


def test_other_questions_do_not_replace_those_that_were_asked(results, tmp_path, capsys):
    assert ask(results, tmp_path / "asked", "--each", "10") == 0
    assert ask(results, tmp_path / "asked", "--each", "10") == 0
    assert ask(results, tmp_path / "asked", "--each", "11") == 1
    assert "other questions were asked here" in capsys.readouterr().err


def test_answers_about_other_results_are_refused(results, tmp_path, capsys):
    assert ask(results, tmp_path / "asked") == 0
    table = tables.read(HITS, results / "hits.parquet")
    tables.write(table.slice(0, 3), results / "hits.parquet")
    assert main(["ask", str(results), "--answers", str(tmp_path / "asked")]) == 1
    assert "was asked about, and is no hit in" in capsys.readouterr().err


def test_a_sheet_that_may_be_filled_stays(results, tmp_path):
    assert ask(results, tmp_path / "asked", "--each", "10") == 0
    sheet = tmp_path / "asked/to_answer.xlsx"
    fill(sheet, sheet, lambda _: "yes")
    before = sheet.read_bytes()
    assert ask(results, tmp_path / "asked", "--each", "10") == 0
    assert sheet.read_bytes() == before


def test_answers_about_other_phenomena_stay_and_a_phenomenon_counts_once(results, tmp_path, capsys):
    for folder, phenomena in (("a", "particle_verb,particle_verb"), ("b", "reflexive")):
        assert ask(results, tmp_path / folder, "--each", "12", "--phenomena", phenomena) == 0
        sheet = tmp_path / folder / "to_answer.xlsx"
        fill(sheet, sheet, lambda _: "yes")
        assert main(["ask", str(results), "--answers", str(tmp_path / folder)]) == 0
    assert {row["phenomenon"] for row in table(results)} == {"particle_verb", "reflexive"}
    assert "particle_verb: 12 of 40 hits" in capsys.readouterr().out


def test_answers_that_nobody_gave_are_said_to_be_missing(results, tmp_path, capsys):
    assert ask(results, tmp_path / "asked") == 0
    assert main(["ask", str(results), "--answers", str(tmp_path / "asked")]) == 1
    assert "no answers yet" in capsys.readouterr().err
    assert main(["ask", str(results), "--answers", str(tmp_path)]) == 1
    assert "nothing was asked here" in capsys.readouterr().err

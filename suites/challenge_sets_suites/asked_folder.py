"""The folder of what was asked: our tables in `asked/`, beside them a sheet, campaign or questions, and the answers."""

import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from challenge_sets_suites.answer_files import files_in
from challenge_sets_suites.answer_folders import read_annotations
from challenge_sets_suites.asked_accuracy import answers_table
from challenge_sets_suites.asking import DrawnQuestions
from challenge_sets_suites.campaigns import tasks
from challenge_sets_suites.formats._hits import hit_id
from challenge_sets_suites.judges.llm import NOT_ASKED_YET, Llm
from challenge_sets_suites.pearmut_tasks import campaign
from challenge_sets_suites.sheets import sheet_rows, write_sheet
from challenge_sets_suites.suite_stage import read_items
from challenge_sets_suites.tables.asked import ASKED, HIT_ANSWERS
from challenge_sets_suites.tables.items import ITEMS, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS, judgment
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import read_lines, write_text
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.word_evidence import WORD_DEPARTURES
from extractors.phenomena.catalogue import Phenomenon

OURS = "asked"
SHEET, CAMPAIGN, QUESTIONS, MODEL_ANSWERS = "to_answer.xlsx", "campaign.json", "questions.jsonl", "answers.jsonl"
NO_ANSWERS = (CAMPAIGN, QUESTIONS, MODEL_ANSWERS)
"""Files beside people's answers that hold none of theirs."""


def save(asked: DrawnQuestions, folder: Path) -> None:
    """Write what is asked; refuse a folder in which something else was asked."""
    own = folder / OURS
    before = tables.read(ASKED, own / ASKED.file).to_pylist() if (own / ASKED.file).is_file() else None
    if before not in (None, asked.about.to_pylist()):
        raise InputError(
            "other questions were asked here", path=folder, remedy="name another folder, or remove this one"
        )
    tables.write(asked.suite.table(), own / ITEMS.file)
    tables.write(asked.outputs, own / JUDGMENTS.file)
    tables.write(asked.about, own / ASKED.file)


def as_sheet(asked: DrawnQuestions, folder: Path) -> tuple[Path, int]:
    """Write a sheet, unless one is there that may be filled; return its path and how many outputs it asks about."""
    rows = sheet_rows(asked.suite.items, asked.outputs)
    return folder / SHEET, len(rows) if (folder / SHEET).exists() else write_sheet(folder / SHEET, rows)


def as_campaign(asked: DrawnQuestions, folder: Path, *, annotators: int, seed: int) -> tuple[Path, int]:
    """Write a campaign of Pearmut with questions of yes and no; return as `as_sheet`."""
    made = tasks(asked.suite.items, asked.outputs, references=True)
    written = campaign(made, name=None, protocol="yes-no", annotators=annotators, seed=seed, checks=0)
    with write_text(folder / CAMPAIGN) as out:
        json.dump(written, out, ensure_ascii=False, indent=1)
        out.write("\n")
    return folder / CAMPAIGN, sum(len(set(task.outputs.values())) for task in made)


def as_questions(
    asked: DrawnQuestions, folder: Path, *, model: str, phenomena: dict[str, Phenomenon]
) -> tuple[Path, int]:
    """Write the questions to a chat model that have no answer yet; return as `as_sheet`."""
    verdicts = _by_model(asked.suite, asked.outputs, folder, model, phenomena).to_pylist()
    return folder / QUESTIONS, len({(row["item"], row["output"]) for row in verdicts if row["reason"] == NOT_ASKED_YET})


def _by_model(suite: Suite, outputs: pa.Table, folder: Path, model: str, phenomena: dict[str, Phenomenon]) -> pa.Table:
    """Return the model's verdicts as a table of `JUDGMENTS`."""
    judge = Llm(
        model=model,
        questions=str(folder / QUESTIONS),
        answers=str(folder / MODEL_ANSWERS),
        source_language=suite.source_language,
        target_language=suite.target_language,
        meanings={name: f"{one.label}: {one.description}" for name, one in phenomena.items()},
    )
    items = {item.item: item for item in suite.items}
    rows = outputs.to_pylist()
    verdicts = judge.judge([items[row["item"]] for row in rows], [row["output"] for row in rows])
    return JUDGMENTS.table(
        [
            judgment(row["item"], row["system"], row["output"], model, verdict)
            for row, verdict in zip(rows, verdicts, strict=True)
        ]
    )


def read_answers(folder: Path, results: Path, phenomena: dict[str, Phenomenon]) -> pa.Table:
    """Read all answers of a folder, and tabulate them (`HIT_ANSWERS`).

    Args:
        results: of the corpus, for what its own words say.
        phenomena: as the model was told of them.
    """
    own = folder / OURS
    if not (own / ASKED.file).is_file():
        raise InputError(
            "nothing was asked here", path=folder, remedy="ask first: challenge-sets ask RESULTS -o FOLDER"
        )
    suite, outputs = read_items(own / ITEMS.file), tables.read(JUDGMENTS, own / JUDGMENTS.file)
    asked = tables.read(ASKED, own / ASKED.file)
    hits = {hit_id(row) for row in tables.read(HITS, results / HITS.file).to_pylist()}
    if strange := [row["item"] for row in asked.to_pylist() if row["is_hit"] and row["item"] not in hits]:
        raise InputError(
            f"{strange[0]} was asked about, and is no hit in {results}",
            path=folder,
            remedy="name the results that were asked about; if they were made again since, ask again",
        )
    files = _people_files(folder)
    annotations = read_annotations(files, items={item.item for item in suite.items}) if files else []
    if (folder / MODEL_ANSWERS).is_file():
        outputs = _by_model(suite, outputs, folder, _model_of(folder / QUESTIONS), phenomena)
    departures = results / WORD_DEPARTURES.file
    words = tables.read(WORD_DEPARTURES, departures).to_pylist() if departures.is_file() else []
    table = answers_table(
        asked,
        outputs,
        annotations,
        {(row["system"], row["phenomenon"]): row for row in words if not row["is_order"]},
    )
    if not len(table):
        raise InputError(
            "no answers yet",
            path=folder,
            remedy=f"put filled sheets, Pearmut's annotations.json or a model's {MODEL_ANSWERS} there",
        )
    # What others answered, about the same hits, stays.
    path, new = results / HIT_ANSWERS.file, {(row["judge"], row["phenomenon"]) for row in table.to_pylist()}
    before = tables.read(HIT_ANSWERS, path).to_pylist() if path.is_file() else []
    kept = [row for row in before if (row["judge"], row["phenomenon"]) not in new]
    tables.write_with_csv(HIT_ANSWERS.table([*kept, *table.to_pylist()]), path)
    return table


def _model_of(questions: Path) -> str:
    """Return the model that a file of questions is for."""
    line = next(iter(read_lines(questions)), "") if questions.is_file() else ""
    question = jsonfile.loads(line, questions, line=1) if line else {}
    try:
        return str(question["body"]["model"])
    except (KeyError, TypeError):
        raise InputError(
            "no question that says which model was asked", path=questions, remedy="keep the file beside the answers"
        ) from None


def _people_files(folder: Path) -> Sequence[Path]:
    return [path for path in files_in(folder) if path.name not in NO_ANSWERS and path.parent != folder / OURS]

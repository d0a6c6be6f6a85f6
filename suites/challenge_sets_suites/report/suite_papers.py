"""The tables of a paper, made of the judgments of a suite: LingEval97's, people's, word choices."""

import math
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from challenge_sets_suites.answer_folders import read_annotations
from challenge_sets_suites.human_tables import SuccessRow, by_category, by_subcategory, systems_of
from challenge_sets_suites.report import lingeval_sheets
from challenge_sets_suites.suite_stage import read_items
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import Item, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.tables.word_choices import WORD_CHOICES
from challenge_sets_suites.word_choice_table import word_choice_table
from extractors.core.errors import InputError
from extractors.core.files import writing_folder
from extractors.formats import tables
from extractors.report import typeset
from extractors.report.numbers import percent
from extractors.report.typeset import Sheet

JUDGE_OF = {"lingeval97": "contrastive", "human": "people", "word-choice": "lexical_choice"}
"""By name of the tables, the judge of the suites that they are for."""


def write_paper(
    form: str,
    *,
    items: str | Path,
    judged: str | Path,
    judgments: str | Path,
    answers: Sequence[str | Path],
    folder: str | Path,
) -> None:
    """Write the tables of a paper into a folder, which is replaced.

    Args:
        form: one of `JUDGE_OF`.
        judged: the judgments before people's answers are put in.
        judgments: those after that.
        answers: the files of people's answers.
    """
    suite, before = read_items(items), tables.read(JUDGMENTS, judged)
    by = set(before.column("judge").to_pylist())
    if JUDGE_OF[form] not in by:
        raise InputError(
            f"the tables as {form} are of suites that the judge {JUDGE_OF[form]!r} judges, not {', '.join(sorted(by))}",
            path=items,
            remedy="name other tables by `table_as:`, or none",
        )
    after = tables.read(JUDGMENTS, judgments)
    annotations = read_annotations(answers, items={item.item for item in suite.items}) if answers else None
    write_tables(form, suite, before, after if answers else None, annotations, Path(folder), path=Path(judged))


def write_tables(
    form: str,
    suite: Suite,
    judged: pa.Table,
    resolved: pa.Table | None,
    annotations: Sequence[Annotation] | None,
    folder: Path,
    *,
    path: Path,
) -> None:
    """Write the tables of a paper from judgments.

    Args:
        form: one of `JUDGE_OF`.
        resolved: the judgments after people decided on some of them, if they did.
        annotations: the single answers, if they are known.
        path: where the judgments are from, for errors.
    """
    with writing_folder(folder) as place:
        if form == "lingeval97":
            lingeval_sheets.write_judged(suite, judged, place)
        elif form == "human":
            write_human(suite.items, judged if resolved is None else resolved, place, annotations)
        else:
            table = word_choice_table(suite.items, judged, resolved, path)
            tables.write(table, place / WORD_CHOICES.file)
            typeset.write([_word_choice_sheet(table)], place / "paper")


def write_human(
    items: Sequence[Item], judgments: pa.Table, folder: str | Path, annotations: Sequence[Annotation] | None = None
) -> None:
    """Write Tables 2 and 3 of Isabelle et al. (EMNLP 2017), of any suite, as CSV, Markdown and LaTeX.

    Args:
        judgments: of people.
        annotations: the single answers, if they are known.
    """
    systems = systems_of(judgments)
    sheets = [
        category_sheet(by_category(items, judgments, annotations), systems, pooled=annotations is not None),
        subcategory_sheet(by_subcategory(items, judgments), systems),
    ]
    typeset.write(sheets, folder)
    typeset.write_document(sheets, Path(folder) / "human_tables.tex")


def category_sheet(rows: Sequence[SuccessRow], systems: Sequence[str], *, pooled: bool) -> Sheet:
    """Build Table 2 of Isabelle et al.: success by category, and how far annotators agree.

    Args:
        pooled: whether rows count single answers; else they count majorities, without agreement.
    """
    with_agreement = any(row.agreement is not None for row in rows)
    cells = [
        [
            row.category or "Overall",
            *(whole_percent(row.share(system)) for system in systems),
            *([whole_percent(row.agreement)] if with_agreement else []),
        ]
        for row in rows
    ]
    what = (
        "positive answers by all answers; agreement is the share of outputs on which all annotators agree"
        if pooled
        else "items that the majority of annotators calls right; the single answers are not known"
    )
    header = ["category", *systems, *(["agreement"] if with_agreement else [])]
    return Sheet("success_by_category", f"Success by category: {what}.{_undecided(rows)}", header, cells, texts=1)


def subcategory_sheet(rows: Sequence[SuccessRow], systems: Sequence[str]) -> Sheet:
    """Build Table 3 of Isabelle et al.: success by subcategory; a category is named in its first row."""
    cells, named = [], ""
    for row in rows:
        shares = (whole_percent(row.share(system)) for system in systems)
        cells.append(["" if row.category == named else row.category, row.phenomenon, str(row.items), *shares])
        named = row.category
    caption = f"Success by subcategory: items that the majority of annotators calls right.{_undecided(rows)}"
    return Sheet("success_by_subcategory", caption, ["category", "subcategory", "#", *systems], cells, texts=2)


def _undecided(rows: Sequence[SuccessRow]) -> str:
    """Say for the caption how many outputs have no verdict; empty if all have one."""
    # The last row of a table by category is of all items.
    whole = [row for row in rows if not row.category] or rows
    open_ = sum(sum(row.undecided.values()) for row in whole)
    return f" {open_} outputs without a verdict of people count as no success." if open_ else ""


def whole_percent(share: float | None) -> str:
    """Write a share in whole per cent, halves rounded up; empty if there is none."""
    return "" if share is None else f"{math.floor(100 * share + 0.5)}%"


def _word_choice_sheet(table: pa.Table) -> Sheet:
    """Build the table of word choices as the paper has it: shares in per cent."""
    rows = [
        [
            row["system"],
            row["right_word"],
            str(row["n"]),
            percent(row["right_share"]),
            percent(row["inspected_share"]),
            percent(row["opposite_share"]),
            *(str(row[name]) for name in ("both", "none", "missing")),
        ]
        for row in table.to_pylist()
    ]
    header = ["system", "word", "n", "correct", "inspected", "opposite", "both", "none", "missing"]
    caption = (
        "Translations of ambiguous words: per cent of the outputs with the right word alone, with the right word after "
        "people looked at them, and with the opposite word alone; numbers of outputs with both, with none, and missing."
    )
    return Sheet("word_choices", caption, header, rows, texts=2)

"""The tables of a paper, made of the judgments of a suite: LingEval97's, people's, word choices."""

from collections.abc import Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import writing_folder
from extractors.formats import tables
from extractors.formats.judgments import JUDGMENTS
from extractors.report import human_table_files, lingeval_files, word_choice_files
from extractors.suites.answer_folders import read_annotations
from extractors.suites.suite_stage import read_items

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

    Raises:
        InputError: the suite is of another kind.
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
    with writing_folder(folder) as place:
        if form == "lingeval97":
            lingeval_files.write_judged(suite, before, place)
        elif form == "human":
            human_table_files.write(suite.items, after, place, annotations)
        else:
            word_choice_files.write(suite.items, before, after if answers else None, place, path=Path(judged))

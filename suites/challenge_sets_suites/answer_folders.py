"""People's answers: kept in a folder beside the suite, and what they make of the verdicts of judges.

An answer is about an output, whichever systems gave it: it holds for every system with that output, also for those
of a later run. So a suite that people work on has fewer undecided outputs from run to run.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from challenge_sets_suites import _sheet_files
from challenge_sets_suites.answer_files import CAMPAIGNS, SHEETS, TABLES, files_in
from challenge_sets_suites.campaigns import yes_no_annotations
from challenge_sets_suites.sheets import Key, is_sheet, key_of, read_sheet
from challenge_sets_suites.tables.annotations import CONFLICTS, Annotation
from challenge_sets_suites.tables.items import check_items, normalised
from challenge_sets_suites.tables.judgments import (
    ANNOTATIONS,
    ANSWERS,
    JUDGMENTS,
    MISSING,
    NO,
    NOT_APPLICABLE,
    RIGHT,
    UNDECIDED,
    WRONG,
    YES,
    Verdict,
)
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import tables

PEOPLE = "people"
VERDICT_OF = {YES: RIGHT, NO: WRONG, NOT_APPLICABLE: UNDECIDED}

Votes = Mapping[str, Annotation]
"""One annotation a person."""


class Resolution(NamedTuple):
    """What people's answers make of judgments.

    Attributes:
        judgments: the table of `JUDGMENTS` with the verdicts that hold now.
        conflicts: a table of `CONFLICTS`.
    """

    judgments: pa.Table
    conflicts: pa.Table


def read_annotations(
    paths: Iterable[str | Path],
    *,
    annotator: str | None = None,
    items: Collection[str] | None = None,
    campaign: str | None = None,
) -> list[Annotation]:
    """Read the answers in files and folders: filled sheets, tables of `ANNOTATIONS`, answers from Pearmut.

    The same answer by one person, found twice, counts once; two different answers are refused.

    Args:
        annotator: who filled the sheets; the name of each file without its suffix if not said. Campaigns name theirs.
        items: ids of the items of the suite, for a check; None for none.
        campaign: the campaign to read from files with several; None for all.
    """
    annotations: dict[tuple[Key, str], tuple[Annotation, Path]] = {}
    for path in _all_files(paths):
        for annotation in _read(path, annotator, items, campaign):
            key = (key_of(annotation.item, annotation.output), annotation.annotator)
            first, first_path = annotations.setdefault(key, (annotation, path))
            if first.answer != annotation.answer:
                raise InputError(
                    f"{annotation.annotator} answers {annotation.answer!r} about an output of {annotation.item!r}, and"
                    f" {first.answer!r} in {first_path}",
                    path=path,
                    remedy="leave out one of the two; two people need separate files or different names",
                )
    return [annotation for annotation, _ in annotations.values()]


def _all_files(paths: Iterable[str | Path]) -> list[Path]:
    files: list[Path] = []
    for path in map(Path, paths):
        inside = files_in(path) if path.is_dir() else [path]
        if not inside:
            raise InputError("no annotations in the folder", path=path, remedy="put filled sheets (.xlsx, .csv) there")
        files += inside
    return files


def _read(path: Path, annotator: str | None, items: Collection[str] | None, campaign: str | None) -> list[Annotation]:
    suffix = path.suffix.lower()
    if suffix in CAMPAIGNS:
        return yes_no_annotations(path, items, campaign)
    if suffix not in TABLES or (suffix in SHEETS and is_sheet(_sheet_files.header(path))):
        return read_sheet(path, annotator, items)
    rows = [Annotation(**row) for row in tables.read(ANNOTATIONS, path).to_pylist()]
    for number, row in enumerate(rows):
        line = number + 2 if suffix != ".parquet" else None
        if row.answer not in ANSWERS:
            raise InputError(
                f"the answer {row.answer!r} is not known", path=path, line=line, remedy=f"write {', '.join(ANSWERS)}"
            )
        if items is not None:
            check_items([row.item], items, path, line)
    return rows


def annotations_table(annotations: Sequence[Annotation]) -> pa.Table:
    """Return a table of `ANNOTATIONS`."""
    return ANNOTATIONS.table([annotation._asdict() for annotation in annotations])


def votes_of(annotations: Iterable[Annotation]) -> dict[Key, dict[str, Annotation]]:
    """Group the answers by output, then by annotator."""
    votes: dict[Key, dict[str, Annotation]] = {}
    for annotation in annotations:
        votes.setdefault(key_of(annotation.item, annotation.output), {})[annotation.annotator] = annotation
    return votes


def people_verdict(votes: Votes) -> Verdict:
    """Decide on one output by the answer that most people gave; a tie is undecided, and so is na."""
    count = Counter(annotation.answer for annotation in votes.values())
    counted = f"people: {', '.join(f'{count[answer]} {answer}' for answer in ANSWERS if count[answer])}"
    if _is_tie(votes):
        return Verdict(UNDECIDED, f"{counted}: they are divided")
    if (answer := count.most_common(1)[0][0]) == NOT_APPLICABLE:
        return Verdict(UNDECIDED, f"{counted}: it cannot be told")
    return Verdict(VERDICT_OF[answer], counted)


def resolve(judgments: pa.Table, annotations: Sequence[Annotation]) -> Resolution:
    """Let people's answers about outputs replace the verdicts in a table of `JUDGMENTS`.

    The majority of people decides. It replaces an undecided verdict, and overrules a judge that decided otherwise;
    where people are divided, the verdict of a judge that has decided stays. Verdicts that people confirm become theirs.
    """
    votes = votes_of(annotations)
    rows = judgments.to_pylist()
    conflicts: dict[tuple[Key, str | None, str | None], dict[str, Any]] = {}
    settled, overruled, used = 0, 0, set()
    for row in rows:
        key = None if row["output"] is None or row["verdict"] == MISSING else key_of(row["item"], row["output"])
        if key is None or key not in votes:
            continue
        used.add(key)
        before, people = row["verdict"], people_verdict(votes[key])
        divided = len({annotation.answer for annotation in votes[key].values()}) > 1
        tie = _is_tie(votes[key])
        is_overruled = before not in (UNDECIDED, people.verdict) and not tie
        after = _after(row, people, tie=tie)
        settled += before == UNDECIDED and after.verdict != UNDECIDED
        overruled += is_overruled
        for between, judge, judge_verdict in _sides(row, divided=divided, is_overruled=is_overruled):
            new = {
                "between": between,
                "judge": judge,
                "judge_verdict": judge_verdict,
                **_conflict(row, votes[key], people, after),
            }
            conflict = conflicts.setdefault((key, judge, judge_verdict), new)
            if row["system"] not in conflict["systems"]:
                conflict["systems"].append(row["system"])
        row |= after._asdict()
        if not (tie and before != UNDECIDED):
            row["judge"] = PEOPLE
    log.info(
        "people have answered about %d outputs: %d judgments settled, %d overruled, %d conflicts",
        len(votes),
        settled,
        overruled,
        len(conflicts),
    )
    if unused := len(votes.keys() - used):
        log.info("%d answers are for outputs that no system here has", unused)
    resolved = JUDGMENTS.table(rows).replace_schema_metadata(judgments.schema.metadata)
    return Resolution(resolved, CONFLICTS.table(list(conflicts.values())))


def _sides(
    row: Mapping[str, Any], *, divided: bool, is_overruled: bool
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield who differs about an output: annotators from each other, or people from a judge with its verdict."""
    if divided:
        yield "annotators", None, None
    if is_overruled:
        yield "judge", row["judge"], row["verdict"]


def _is_tie(votes: Votes) -> bool:
    (_, most), *others = Counter(annotation.answer for annotation in votes.values()).most_common()
    return bool(others) and others[0][1] == most


def _after(row: Mapping[str, Any], people: Verdict, *, tie: bool) -> Verdict:
    """Decide which verdict holds: the people's verdict, unless they are divided and the judge is not."""
    before = row["verdict"]
    if before == UNDECIDED:
        return people
    if tie:
        return Verdict(before, f"{row['reason']} ({people.reason})", row["score"])
    if people.verdict != before:
        return Verdict(people.verdict, f"{people.reason}; {row['judge']} had said {before}: {row['reason']}")
    return people


def _conflict(row: Mapping[str, Any], votes: Votes, people: Verdict, after: Verdict) -> dict[str, Any]:
    """Return a row of `CONFLICTS` with no systems yet; the caller adds who differs."""
    count = Counter(annotation.answer for annotation in votes.values())
    return {
        "item": row["item"],
        "output": normalised(row["output"]),
        "systems": [],
        "people_verdict": people.verdict,
        **{answer: count[answer] for answer in ANSWERS},
        "answers": [f"{name}={annotation.answer}" for name, annotation in sorted(votes.items())],
        "reason": after.reason,
    }

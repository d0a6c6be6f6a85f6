"""Campaigns of Pearmut about a suite: tasks made of its items and outputs, and what people answered as annotations.

Answers of yes and no are annotations, as those on sheets are. Scores (DA, ESA, MQM) are judgments that decide nothing:
they can be compared with people's verdicts, as a metric's can (challenge_sets_suites.meta).
"""

import math
import random
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import pyarrow as pa

from challenge_sets_suites.pearmut_tasks import Task
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import Item, check_items
from challenge_sets_suites.tables.judgments import (
    JUDGMENTS,
    MISSING,
    NO,
    NOT_APPLICABLE,
    UNDECIDED,
    YES,
    Verdict,
    judgment,
)
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs import pearmut
from extractors.inputs.pearmut.answers import Answer, campaigns_of, read_answers

MINOR, MAJOR = "minor", "major"
ANSWER_OF = {pearmut.YES: YES, pearmut.NO: NO, pearmut.CANNOT_TELL: NOT_APPLICABLE}


def tasks(
    items: Sequence[Item],
    judgments: pa.Table,
    *,
    references: bool,
    others: Collection[str] = (),
) -> list[Task]:
    """Make a task for each item that some system has an output for, in the order of the items.

    Args:
        judgments: a table of `JUDGMENTS`, for the outputs; missing ones are left out.
        references: whether people see the reference.
        others: ids of further items of the suite, whose judgments are skipped.
    """
    outputs: dict[str, dict[str, str]] = {item.item: {} for item in items}
    for row in judgments.select(["item", "system", "output", "verdict"]).to_pylist():
        if row["item"] in others:
            continue
        check_items([row["item"]], outputs)
        if row["output"] and row["output"].strip() and row["verdict"] != MISSING:
            outputs[row["item"]][row["system"]] = row["output"]
    rated = [item for item in items if outputs[item.item]]
    if unmarked := sum(not item.marks for item in rated):
        log.warning("%d of %d items do not say which words they are about: these are not marked", unmarked, len(rated))
    return [
        Task(
            item=item.item,
            source=item.source,
            marks=item.marks,
            question=item.question or item.phenomenon,
            outputs=outputs[item.item],
            reference=item.reference if references else None,
            more={"phenomenon": item.phenomenon},
        )
        for item in rated
    ]


def sample(items: Sequence[Item], *, phenomena: Collection[str] | None, each: int | None, seed: int) -> list[Item]:
    """Draw items of each phenomenon, and return them in the order of the suite.

    Args:
        phenomena: the phenomena wanted; None for all.
        each: how many items of each phenomenon to draw at random; None for all.
    """
    by_phenomenon: dict[str, list[Item]] = {}
    for item in items:
        by_phenomenon.setdefault(item.phenomenon, []).append(item)
    for name in phenomena or ():
        if name not in by_phenomenon:
            raise InputError(f"no item is of {name!r}", remedy=f"there are: {', '.join(sorted(by_phenomenon))}")
    chosen: set[str] = set()
    for name, members in by_phenomenon.items():
        if phenomena is None or name in phenomena:
            # Each phenomenon has draws of its own: with another one in the suite the others keep theirs.
            drawn = random.Random(f"{seed}\0{name}").sample(members, k=min(each or len(members), len(members)))
            chosen |= {item.item for item in drawn}
    return [item for item in items if item.item in chosen]


def yes_no_annotations(
    path: Path, items: Collection[str] | None = None, campaign: str | None = None
) -> list[Annotation]:
    """Read the answers of campaigns that ask for yes or no.

    Args:
        campaign: the campaign to read from a file with several; None for all.
    """
    annotations = []
    for answer in read_answers(path, campaign):
        _check_item(answer, items, path)
        value = answer.sliders.get(pearmut.VERDICT)
        if value is None or value not in ANSWER_OF:
            text = "no answer" if value is None else f"the answer {value:g}"
            raise InputError(
                f"{answer.place}: {text} of yes (2), no (0) or cannot tell (1) about {answer.item!r} by {answer.user}",
                path=path,
                line=answer.line,
                remedy="scores are read by `challenge-sets suite human-scores`, or with the test set: from:"
                f" pearmut:FILE{_choice(path, campaign)}",
            )
        annotations.append(Annotation(answer.item, answer.output, answer.user, ANSWER_OF[int(value)], answer.comment))
    return annotations


def score_judgments(
    paths: Iterable[Path], items: Collection[str] | None = None, campaign: str | None = None
) -> pa.Table:
    """Read the scores of campaigns into a table of `JUDGMENTS`: the mean over people for each output of a system.

    The verdicts are undecided. The reason says how many people, and how many errors they marked.
    """
    by_output: dict[tuple[str, str, str], list[Answer]] = {}
    for path in paths:
        for answer in read_answers(path, campaign):
            _check_item(answer, items, path)
            if answer.score is None:
                raise InputError(
                    f"{answer.place}: no score of {answer.item!r} by {answer.user}",
                    path=path,
                    line=answer.line,
                    remedy="answers of yes and no are read by `challenge-sets suite annotations`"
                    + _choice(path, campaign),
                )
            for system in answer.systems:
                by_output.setdefault((answer.item, system, answer.output), []).append(answer)
    rows = [
        judgment(item, system, output, "people's scores", _mean_score(answers))
        for (item, system, output), answers in by_output.items()
    ]
    return JUDGMENTS.table(rows)


def _mean_score(answers: Sequence[Answer]) -> Verdict:
    errors = [span.severity for answer in answers for span in answer.spans]
    people = len({answer.user for answer in answers})
    return Verdict(
        UNDECIDED,
        f"mean score of {people} people, who marked {errors.count(MAJOR)} major and {errors.count(MINOR)} minor errors",
        math.fsum(answer.score or 0.0 for answer in answers) / len(answers),
    )


def _choice(path: Path, campaign: str | None) -> str:
    """Return a further remedy for a file with several campaigns if none of them is chosen, else an empty text."""
    campaigns = campaigns_of(path)
    several = campaign is None and len(campaigns) > 1
    return f"; or choose one campaign of the file: --campaign {' or '.join(campaigns)}" if several else ""


def _check_item(answer: Answer, items: Collection[str] | None, path: Path) -> None:
    if not answer.item:
        raise InputError(
            f"{answer.place}: no `item_id`",
            path=path,
            line=answer.line,
            remedy="give answers of a campaign that was made from a suite",
        )
    if items is not None:
        check_items([answer.item], items, path, answer.line)

"""Judgments of contrastive pairs that lm-eval made: what it logs of each pair with --log_samples.

    OUTPUT_PATH/MODEL/samples_TASK_TIME.jsonl

An object a pair: `doc` is the pair as its task has it, `filtered_resps` are [log-likelihood, is greedy] of the right
and the wrong text, as texts. A folder is a system; of several files of a task the latest counts. Source:
lm_eval/loggers/evaluation_tracker.py of EleutherAI/lm-evaluation-harness.
"""

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.core.names import check_name
from extractors.formats.items import Item, check_items
from extractors.formats.judgments import JUDGMENTS, MISSING, Verdict, judgment
from extractors.suites.judges.contrastive import Contrastive

FILE = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl")
NOT_ASKED = Verdict(MISSING, "the pair is not among the samples")


def judgments_of_samples(folder: Path, items: Sequence[Item]) -> pa.Table:
    """A table of `JUDGMENTS`: for each system the judgment of each item.

    Raises:
        InputError: there are no samples, or one is of another suite.
    """
    systems: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.rglob("samples_*.jsonl"), key=lambda path: path.name):
        if match := FILE.fullmatch(path.name):
            name = path.parent.resolve().name.lstrip("_.")
            check_name(name, "system", path=path, remedy="rename the folder of the samples")
            systems.setdefault(name, {})[match["task"]] = path
    if not systems:
        raise InputError(
            "no samples_TASK_TIME.jsonl in the folder", path=folder, remedy="run lm_eval with --log_samples"
        )
    known = {item.item: item for item in items}
    judge, rows = Contrastive(maximize=True), []
    for system, files in systems.items():
        found: dict[str, Verdict] = {}
        for path in files.values():
            for item, right, wrong in _samples(path, known):
                found[item] = judge.verdict(right, wrong)
        rows += [judgment(item, system, None, "contrastive", found.get(item, NOT_ASKED)) for item in known]
    return JUDGMENTS.table(rows)


def _samples(path: Path, known: dict[str, Item]) -> Iterator[tuple[str, float, float]]:
    """(item, log-likelihoods of the right and the wrong text) of each sample."""
    for number, line in enumerate(read_lines(path), 1):
        sample = jsonfile.loads(line, path, line=number)
        pair = sample.get("doc") if isinstance(sample, dict) else None
        if not isinstance(pair, dict) or not isinstance(pair.get("item"), str):
            raise InputError(
                "expected a sample with a pair of this suite in `doc`",
                path=path,
                line=number,
                remedy="give the samples of the tasks that were written for this suite",
            )
        name = pair["item"]
        check_items([name], known, path, number)
        if (pair.get("reference"), pair.get("contrastive")) != (known[name].reference, known[name].contrastive):
            raise InputError(
                f"the texts of {name!r} are not those of the suite",
                path=path,
                line=number,
                remedy="run lm_eval on the folder as it is now, or give the folder as it was",
            )
        yield name, *_likelihoods(sample.get("filtered_resps"), path, number)


def _likelihoods(responses: Any, path: Path, line: int) -> tuple[float, float]:
    try:
        right, wrong = (float(value) for value, _ in responses)
    except (TypeError, ValueError):
        right = wrong = math.nan
    if not (math.isfinite(right) and math.isfinite(wrong)):
        raise InputError(
            f"expected two responses with a log-likelihood each, got {str(responses)[:80]}",
            path=path,
            line=line,
            remedy="give the samples of a task of multiple choice, as lm_eval wrote them",
        )
    return right, wrong

"""Task folders of the Language Model Evaluation Harness (lm-eval), for contrastive pairs.

    FOLDER/FOLDER.yaml          the group, with the mean over all pairs
    FOLDER/FOLDER_KIND.yaml     a task for each kind of error: multiple choice of the right and the wrong text
    FOLDER/KIND.jsonl           its pairs

A model reads the source text behind the name of its language, and is right where the right text has the higher
log-likelihood (`acc`; `acc_norm` divides by its length in bytes). In the folder,

    lm_eval --include_path . --tasks FOLDER --model hf --model_args pretrained=MODEL

runs it: the paths of the pairs are relative to the folder that lm-eval is started in. With --log_samples it logs

    OUTPUT_PATH/MODEL/samples_TASK_TIME.jsonl

an object a pair: `doc` is the pair as its task has it, `filtered_resps` are [log-likelihood, is greedy] of the right
and the wrong text, as texts. A folder is a system; of several files of a task the latest counts.

Sources: the guides to tasks and groups, and lm_eval/loggers/evaluation_tracker.py, of
EleutherAI/lm-evaluation-harness.
"""

import dataclasses
import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import yaml

from challenge_sets_suites.formats import SuiteWriter
from challenge_sets_suites.formats._checks import check_pairs
from challenge_sets_suites.formats._checks import suite as suite_of
from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.tables.items import Item, Suite, check_items
from challenge_sets_suites.tables.judgments import JUDGMENTS, MISSING, Verdict, judgment
from extractors.core import jsonfile, yamlfile
from extractors.core.errors import InputError
from extractors.core.files import read_lines, write_text, writing_folder
from extractors.core.languages import language_name
from extractors.core.names import check_name

KIND = re.compile(r"[\w-]+", re.ASCII)
VERSION = 1
SAMPLES = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl")
NOT_ASKED = Verdict(MISSING, "the pair is not among the samples")


@dataclasses.dataclass(kw_only=True)
class LmEval(SuiteWriter):
    """Writes a folder of tasks, and reads it again, with the judgments that lm-eval made.

    Args:
        samples: the folder where lm-eval logged what models answered (--output_path), a folder a model.
    """

    judge = "contrastive"

    samples: str | None = None

    def read(self, path: Path) -> Suite:
        """Read the suite in a folder that `write` made."""
        group = path / f"{path.resolve().name}.yaml"
        if not group.is_file():
            raise InputError("no group of lm-eval", path=group, remedy="name a folder that this format was written to")
        entry = yamlfile.load(group).data
        about, prefix = entry.get("metadata", {}), f"{group.stem}_"
        files = [path / f"{task.removeprefix(prefix)}.jsonl" for task in entry.get("task", ())]
        rows = [row for file in files for row in _rows(file)]
        rows.sort(key=lambda row: (row["place"], row["item"]))
        items = [Item(**{key: value for key, value in row.items() if key != "place"}) for row in rows]
        judgments = None if self.samples is None else _judgments(Path(self.samples), items)
        return suite_of(
            self, items, group, (about.get("source_language"), about.get("target_language")), given=judgments
        )

    def write(self, suite: Suite, path: Path) -> None:
        """Write the folder; one that is there is replaced."""
        check_pairs(suite, "lm_eval", path)
        name = path.resolve().name
        kinds = list(dict.fromkeys(item.phenomenon for item in suite.items))
        for kind in (name, *kinds):
            if not KIND.fullmatch(kind):
                raise InputError(
                    f"expected the name of a task, got {kind!r}", path=path, remedy="use letters, digits, - and _"
                )
        languages = {"source_language": suite.source_language, "target_language": suite.target_language}
        prompt = f"{language_name(suite.source_language)}: {{{{source}}}}\n{language_name(suite.target_language)}:"
        with writing_folder(path) as folder:
            for kind in kinds:
                with write_text(folder / f"{kind}.jsonl") as out:
                    for place, item in enumerate(suite.items):
                        if item.phenomenon == kind:
                            out.write(json.dumps(_row(item, place), ensure_ascii=False) + "\n")
                _write_yaml(_task(f"{name}_{kind}", kind, prompt), folder / f"{name}_{kind}.yaml")
            mean = [{"metric": "acc", "aggregation": "mean", "weight_by_size": True}]
            tasks = [f"{name}_{kind}" for kind in kinds]
            group = {"group": name, "task": tasks, "aggregate_metric_list": mean}
            _write_yaml({**group, "metadata": {"version": VERSION, **languages}}, folder / f"{name}.yaml")


def _task(name: str, kind: str, prompt: str) -> dict[str, Any]:
    return {
        "task": name,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": f"{kind}.jsonl"}},
        "test_split": "test",
        "output_type": "multiple_choice",
        "doc_to_text": prompt,
        "doc_to_target": 0,
        "doc_to_choice": "{{[reference, contrastive]}}",
        "num_fewshot": 0,
        "metric_list": [
            {"metric": metric, "aggregation": "mean", "higher_is_better": True} for metric in ("acc", "acc_norm")
        ],
        "metadata": {"version": VERSION},
    }


def _row(item: Item, place: int) -> dict[str, Any]:
    """Return an item as an object for JSON, with its place in the suite; empty fields are left out."""
    return {"place": place} | {k: value for k, value in dataclasses.asdict(item).items() if value not in (None, "", ())}


def _rows(path: Path) -> list[dict[str, Any]]:
    fields = {field.name for field in dataclasses.fields(Item)} | {"place"}
    rows = []
    for number, line in enumerate(read_lines(path), 1):
        row = jsonfile.loads(line, path, line=number)
        if (
            not isinstance(row, dict)
            or not {"place", "item", "sentence", "source", "phenomenon"} <= row.keys() <= fields
        ):
            raise InputError("expected a pair", path=path, line=number, remedy="take the folder as it was written")
        rows.append(row)
    return rows


def _write_yaml(entry: dict[str, Any], path: Path) -> None:
    with write_text(path) as out:
        yaml.safe_dump(entry, out, sort_keys=False, allow_unicode=True)


def _judgments(folder: Path, items: Sequence[Item]) -> pa.Table:
    """Read the samples in a folder into a table of `JUDGMENTS`: for each system, a judgment of each item."""
    systems: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.rglob("samples_*.jsonl"), key=lambda path: path.name):
        if match := SAMPLES.fullmatch(path.name):
            name = path.parent.resolve().name.lstrip("_.")
            check_name(name, "system", path=path, remedy="rename the folder of the samples")
            systems.setdefault(name, {})[match["task"]] = path
    if not systems:
        raise InputError(
            "no samples_TASK_TIME.jsonl in the folder", path=folder, remedy="run lm_eval with --log_samples"
        )
    by_id = {item.item: item for item in items}
    judge, rows = Contrastive(maximize=True), []
    for system, files in systems.items():
        verdicts: dict[str, Verdict] = {}
        for path in files.values():
            for item, right, wrong in _samples(path, by_id):
                verdicts[item] = judge.verdict(right, wrong)
        rows += [judgment(item, system, None, "contrastive", verdicts.get(item, NOT_ASKED)) for item in by_id]
    return JUDGMENTS.table(rows)


def _samples(path: Path, by_id: dict[str, Item]) -> Iterator[tuple[str, float, float]]:
    """Yield (item, log-likelihood of the right text, of the wrong text) for each sample."""
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
        check_items([name], by_id, path, number)
        if (pair.get("reference"), pair.get("contrastive")) != (by_id[name].reference, by_id[name].contrastive):
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

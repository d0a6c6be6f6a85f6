"""The results of the bundled corpus stay those of golden.json, unless RESULTS_VERSION says which stage changed them.

After raising the number of a stage: GOLDEN=1 pytest tests/workflow/test_golden.py writes golden.json anew.
"""

import gzip
import json
import math
import os
import re
import zlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors.core.version import RESULTS_VERSION

GOLDEN = Path(__file__).with_name("golden.json")
STAGES = {
    "ingest": ("segments.parquet", "source.parquet", "systems/*.parquet", "input_audit.parquet"),
    "parse": ("source.conllu.gz",),
    "align": ("alignment.parquet", "output_alignment.parquet"),
    "extract": ("hits.parquet", "sets.parquet", "covariates.parquet", "controls.parquet"),
    "words": ("accuracy.parquet", "accuracy_hits.parquet", "word_evidence.parquet", "word_departures.parquet"),
    "score": (
        "statistics/*/*.parquet",
        *("findings.parquet", "effects.parquet", "scores.parquet", "paper_scores.parquet", "departures.parquet"),
        *("corpus_scores.parquet", "system_comparisons.parquet", "system_ranks.parquet", "conclusions.parquet"),
        "tables/*.csv",
    ),
    "report": ("report.html",),
    "publish": ("dataset/data/*/*.parquet",),
}
"""The files of each stage, in the order of the pipeline: what one changes, later ones may pass on."""
SIGNED = re.compile(r"run|signature")
"""Columns that name versions of libraries."""


def summary(path):
    """A file in a few numbers that do not depend on a machine's last digits."""
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        columns = zip(table.column_names, table.columns, strict=True)
        return {"rows": len(table)} | {name: of_column(c) for name, c in columns if not SIGNED.fullmatch(name)}
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    # Of a page, what it says: its data are those of the tables.
    text = re.sub(r"(?s)<(script|style).*?</\1>", "", text) if path.suffix == ".html" else text
    numbers = [float(number) for number in re.findall(r"\d+\.\d+", text)] if path.suffix == ".csv" else []
    return {"text": zlib.crc32(re.sub(r"\d+(\.\d+)*", "0", text).encode()), "numbers": math.fsum(numbers)}


def of_column(column):
    """The sum of a column's numbers, or a checksum of its texts."""
    while pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        column = pa.chunked_array([chunk.flatten() for chunk in column.chunks], column.type.value_type)
    values = [value for value in column.to_pylist() if value is not None]
    if all(isinstance(value, int | float) for value in values):
        return [len(values), math.fsum(value for value in values if math.isfinite(value))]
    return [len(values), zlib.crc32(json.dumps(values, ensure_ascii=False).encode())]


def summaries(folder):
    """The summary of each file of a corpus's results, by stage."""
    paths = {stage: [path for name in names for path in sorted(folder.glob(name))] for stage, names in STAGES.items()}
    return {stage: {path.relative_to(folder).as_posix(): summary(path) for path in of} for stage, of in paths.items()}


def changed(new, old, place=""):
    """Where two summaries differ by more than rounding."""
    if isinstance(new, dict) and isinstance(old, dict):
        return [c for key in {**old, **new} for c in changed(new.get(key), old.get(key), f"{place} {key}".strip())]
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [place] if any(changed(a, b, place) for a, b in zip(new, old, strict=True)) else []
    if isinstance(new, float) and isinstance(old, float):
        return [] if math.isclose(new, old, rel_tol=1e-6, abs_tol=1e-6) else [place]
    return [] if new == old else [place]


def lines_of(version, results):
    """The JSON of golden.json, a line for each file."""
    stages = {
        stage: ",\n".join(f"  {json.dumps(name)}: {json.dumps(of_file)}" for name, of_file in files.items())
        for stage, files in results.items()
    }
    text = ",\n".join(f" {json.dumps(stage)}: {{\n{files}\n }}" for stage, files in stages.items())
    return f'{{"version": {json.dumps(version)},\n"results": {{\n{text}\n}}}}\n'


def check(new, version, golden):
    """Refuse changed results of a stage where neither its version nor that of a stage before it was raised."""
    is_raised = False
    for stage, files in new.items():
        is_raised |= version[stage] > golden["version"].get(stage, 0)
        places = changed(files, golden["results"].get(stage, {}))
        assert is_raised or not places, f"raise RESULTS_VERSION[{stage!r}], since these have changed: {places[:9]}"
    return is_raised


def test_results_change_only_with_the_version_of_their_stage(finished):
    new, version = summaries(finished / "results/small"), {stage: RESULTS_VERSION[stage] for stage in STAGES}
    assert all(new.values()), "a stage has no files"
    golden = json.loads(GOLDEN.read_text())
    if os.environ.get("GOLDEN"):
        check(new, version, golden)
        GOLDEN.write_text(lines_of(version, new), encoding="utf-8")
    else:
        assert not check(new, version, golden), "golden.json is of an earlier version: write it anew (see above)"


def test_a_changed_number_or_text_is_seen_and_a_raised_version_answers_for_later_stages():
    old = {"parse": {"a": [3, 1.0]}, "score": {"b": {"x": [1, 2.5], "y": [2, 77]}}}
    golden = {"version": {"parse": 1, "score": 1}, "results": old}
    check(old, {"parse": 1, "score": 1}, golden)
    check({**old, "score": {"b": {"x": [1, 2.5 + 1e-9], "y": [2, 77]}}}, {"parse": 1, "score": 1}, golden)
    for other in ([1, 2.6], [2, 2.5], [1, None]):
        new = {**old, "score": {"b": {"x": other, "y": [2, 77]}}}
        with pytest.raises(AssertionError, match=r"RESULTS_VERSION\['score'\].*b x"):
            check(new, {"parse": 1, "score": 1}, golden)
        assert check(new, {"parse": 1, "score": 2}, golden)
        assert check(new, {"parse": 2, "score": 1}, golden)

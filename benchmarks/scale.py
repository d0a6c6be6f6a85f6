"""What detect, select, control and score cost for 10,000 to 1,000,000 segments: CPU time and peak memory of each.

    python benchmarks/scale.py [RESULTS] [--segments 10000 100000] [--folder DIR] [--stages detect select]

RESULTS is a folder that a run left (default: the bundled results/demo-en-de), with a parse, links and outputs of two
systems or more. Its segments are repeated with other words in the place of some, drawn by Zipf's law, so that the
vocabulary grows with the corpus as that of real text does. Each stage is a process of its own on one core, at the
settings of the bundled config; `statistics` are the jobs of a run that compute a metric for a system, 2 systems by 3
metrics, and `score` is the job that follows. Peak memory is the largest of its processes. To measure another checkout
on the same corpora, name it in PYTHONPATH. A corpus of a million segments takes 3.5 GB of disk in DIR.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks._common import arguments_of, markdown_table

ROOT = Path(__file__).parents[1]
METRICS = ("bleu", "chrf", "ribes")
SYSTEMS = ("a", "b")
CHANGED = 0.15
"""Share of the words that are replaced, and of those of references and outputs."""
NEW_WORDS = 2_000_000
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Cost:
    """What a stage took: seconds on the clock and of CPU, and the most memory that one of its processes had."""

    wall: float
    cpu: float
    peak: int


class Words:
    """Words that no text has, drawn by Zipf's law: word k with a probability in proportion to 1 / (k + 10)."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def changed(self, count: int) -> np.ndarray:
        """(count,) whether each word is replaced."""
        return self._rng.random(count) < CHANGED

    def endings(self, count: int) -> list[str]:
        """What the word in a place gets at its end, `count` of them."""
        ranks = 10 * (np.exp(self._rng.random(count) * np.log(NEW_WORDS / 10)) - 1)
        return [_letters(rank) for rank in ranks.astype(np.int64).tolist()]


def _letters(number: int) -> str:
    """A number as letters: 0 a, 25 z, 26 ba."""
    letters = ""
    while True:
        number, letter = divmod(number, 26)
        letters = chr(97 + letter) + letters
        if not number:
            return letters


@dataclass(frozen=True)
class Base:
    """The segments that are repeated.

    Attributes:
        parses: of each segment, its sentences; of each sentence, its lines, and which of them may be replaced.
        references, outputs: (n,) and (2, n) texts.
        links: by segment, the rows of the first reference.
    """

    language: str
    target_language: str
    generator: str
    aligner: str
    parses: list[list[list[str]]]
    references: list[str]
    outputs: list[list[str]]
    links: pa.Table
    reference: str

    @classmethod
    def of(cls, results: Path) -> Base:
        from extractors.core.files import read_text
        from extractors.formats import tables
        from extractors.formats.alignment import ALIGNMENT
        from extractors.formats.segments import read_corpus, read_hypotheses

        corpus = read_corpus(results / "segments.parquet")
        name, references = next(iter(corpus.references.items()))
        parses: list[list[list[str]]] = [[] for _ in range(len(corpus))]
        generator = "unknown"
        for block in read_text(results / "source.conllu.gz").strip("\n").split("\n\n"):
            lines = block.split("\n")
            comments = dict(line[2:].split(" = ", 1) for line in lines if line.startswith("# "))
            generator = comments.get("generator", generator)
            parses[int(comments["segment_id"])].append([line for line in lines if not line.startswith("#")])
        table = tables.read(ALIGNMENT, results / "alignment.parquet")
        links = table.filter(pa.compute.equal(table.column("reference"), name))
        systems = sorted((results / "systems").glob("*.parquet"))[: len(SYSTEMS)]
        return cls(
            language=corpus.source_language,
            target_language=corpus.target_language,
            generator=generator,
            aligner=tables.metadata(table, "aligner", results, made_by="challenge-sets stage align"),
            parses=parses,
            references=references,
            outputs=[read_hypotheses(path) for path in systems],
            links=links.sort_by("segment_id").combine_chunks(),
            reference=name,
        )


def varied(text: str, words: Words) -> str:
    """A text with some of its words replaced."""
    parts = text.split(" ")
    changed = np.flatnonzero(words.changed(len(parts))).tolist()
    for place, ending in zip(changed, words.endings(len(changed)), strict=True):
        parts[place] += ending
    return " ".join(parts)


def varied_parse(sentences: Sequence[Sequence[str]], words: Words) -> tuple[list[str], str, list[str]]:
    """Sentences with some of their content words replaced: (lines of each as a text, the text, the surface tokens)."""
    blocks, text, tokens = [], "", []
    for lines in sentences:
        changed = words.changed(len(lines))
        endings = iter(words.endings(int(changed.sum())))
        block, inside = [], 0
        for line, change in zip(lines, changed.tolist(), strict=True):
            fields = line.split("\t")
            if change:
                ending = next(endings)
                if fields[3] in ("NOUN", "PROPN", "ADJ", "ADV") and not inside:
                    fields[1] += ending
                    fields[2] += ending
                    line = "\t".join(fields)
            block.append(line)
            first, dash, last = fields[0].partition("-")
            if dash:
                inside = int(last) - int(first) + 1
            elif inside:
                inside -= 1
                continue
            tokens.append(fields[1])
            text += fields[1] + ("" if "SpaceAfter=No" in fields[9] else " ")
        blocks.append("\n".join(block))
    return blocks, text.strip(), tokens


def make(results: Path, count: int, folder: Path) -> None:
    """Write a corpus of `count` segments with all that the stages read."""
    import gzip

    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.segments import HYPOTHESES, SEGMENTS

    base, words = Base.of(results), Words(count)
    folder.mkdir(parents=True)
    size = len(base.parses)
    of_segment = np.searchsorted(base.links.column("segment_id").to_numpy(), np.arange(size + 1))
    source_column = base.links.column("source").to_numpy()
    about = {"references": base.reference, "source_language": base.language, "target_language": base.target_language}
    (folder / "language").write_text(base.language)
    systems = {name: folder / "systems" / f"{name}.parquet" for name in SYSTEMS}
    (folder / "systems").mkdir()
    with (
        gzip.open(folder / "source.conllu.gz", "wt", compresslevel=1, encoding="utf-8") as parses,
        _writer(folder / "segments.parquet", SEGMENTS.schema.with_metadata(about)) as segments,
        _writer(folder / "alignment.parquet", ALIGNMENT.schema.with_metadata({"aligner": base.aligner})) as alignment,
        _writer(systems["a"], HYPOTHESES.schema) as first,
        _writer(systems["b"], HYPOTHESES.schema) as second,
    ):
        parses.write(f"# generator = {base.generator}\n")
        for start in range(0, count, size):
            ids = list(range(start, min(start + size, count)))
            sources, forms = [], []
            for place, segment in enumerate(ids):
                blocks, text, tokens = varied_parse(base.parses[place], words)
                for block in blocks:
                    parses.write(f"# segment_id = {segment}\n{block}\n\n")
                sources.append(text)
                forms += [tokens[token] for token in source_column[of_segment[place] : of_segment[place + 1]].tolist()]
            references = [[varied(base.references[place], words)] for place in range(len(ids))]
            provenance = [f"made:{segment + 1}" for segment in ids]
            columns = (ids, sources, references, provenance)
            segments.write_table(_table(SEGMENTS.schema.with_metadata(about), columns))
            links = base.links.slice(0, of_segment[len(ids)])
            segment_ids = links.column("segment_id").to_numpy() + start
            links = links.set_column(0, "segment_id", pa.array(segment_ids, pa.int32()))
            links = links.set_column(4, "source_form", pa.array(forms, pa.string()))
            alignment.write_table(links.cast(ALIGNMENT.schema).replace_schema_metadata({"aligner": base.aligner}))
            for writer, texts in zip((first, second), base.outputs, strict=True):
                outputs = [varied(text, words) for text in texts[: len(ids)]]
                writer.write_table(_table(HYPOTHESES.schema, (ids, outputs)))


def _writer(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(path, schema, compression="zstd")


def _table(schema: pa.Schema, columns: Sequence[Sequence[object]]) -> pa.Table:
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)


def commands(folder: Path) -> dict[str, list[list[str]]]:
    """By stage, the arguments of each of its processes, which run in the folder of the corpus."""
    ours, again = [sys.executable, "-m", "extractors", "--quiet"], [sys.executable, str(Path(__file__).resolve())]
    language = (folder / "language").read_text()
    found = "--source-language", language, "--alignment", "alignment.parquet"
    text = "--source-text", "segments.parquet#source"
    statistics = [[*again, "--job", f"{metric}/{system}"] for metric in METRICS for system in SYSTEMS]
    covariates = ["stage", "covariates", "segments.parquet", "--parses", "source.conllu.gz", "-o", "covariates.parquet"]
    return {
        "covariates": [[*ours, *covariates]],
        "detect": [[*ours, "stage", "detect", "source.conllu.gz", *found, *text, "-o", "hits.parquet"]],
        "select": [[*ours, "stage", "select", "hits.parquet", *("--exact", "0,1,2,3"), "-o", "sets.parquet"]],
        "control": [[*ours, "stage", "control", "sets.parquet", "covariates.parquet", "-o", "controls.parquet"]],
        "statistics": statistics,
        "score": [[*again, "--job", "score"]],
    }


def job(name: str) -> None:
    """What a job of a run does, in the folder of a corpus: METRIC/SYSTEM, or `score`."""
    from extractors.score.score_stage import score_to_files
    from extractors.score.segment_statistics import statistics_to_file
    from extractors.score.statistics.statistics_settings import StatisticsSettings

    if name == "score":
        tables = ("corpus", "findings", "effects", "scores", "paper", "departures", "comparisons", "ranks")
        score_to_files(
            [f"statistics/{metric}/{system}.parquet" for metric in METRICS for system in SYSTEMS],
            "sets.parquet",
            "controls.parquet",
            "covariates.parquet",
            options={metric: {} for metric in METRICS},
            settings=StatisticsSettings(),
            definitions={},
            outputs={table: f"{table}.parquet" for table in tables},
        )
        return
    metric, system = name.split("/")
    statistics_to_file(
        f"systems/{system}.parquet",
        "segments.parquet",
        system=system,
        metric=metric,
        options={},
        output=f"statistics/{metric}/{system}.parquet",
    )


def run(arguments: Sequence[str], folder: Path) -> Cost:
    """Run a process on one core and measure it.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    path = os.environ.get("PYTHONPATH", str(ROOT))
    started = time.perf_counter()
    process = subprocess.Popen(arguments, cwd=folder, env={**os.environ, **ONE_CORE, "PYTHONPATH": path})
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), arguments)
    process.returncode = 0
    return Cost(time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def measured(folder: Path, stages: Sequence[str]) -> Iterator[tuple[str, Cost]]:
    """Each stage with its cost, as it is done."""
    for stage, processes in commands(folder).items():
        if stage in stages:
            costs = [run(arguments, folder) for arguments in processes]
            yield stage, Cost(sum(c.wall for c in costs), sum(c.cpu for c in costs), max(c.peak for c in costs))


def report(sizes: Sequence[int], results: Path, place: Path, stages: Sequence[str]) -> None:
    """Measure corpora of these sizes and print a table; those that are there already are not made again."""
    rows = []
    for count in sizes:
        folder = place / str(count)
        if not folder.exists():
            making = folder.with_name(f".{count}")
            shutil.rmtree(making, ignore_errors=True)
            run([sys.executable, __file__, str(results), "--make", str(making), "--segments", str(count)], ROOT)
            making.rename(folder)
        for stage, cost in measured(folder, stages):
            row = (stage, f"{count:,}", f"{cost.cpu:.1f}", f"{cost.wall:.1f}")
            rows.append((*row, f"{1e6 * cost.cpu / count:.0f}", f"{cost.peak / 1e6:,.0f}"))
            print("\t".join(rows[-1]), flush=True)
    print(markdown_table(("stage", "segments", "CPU s", "s", "CPU µs a segment", "peak MB"), rows))


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("results", nargs="?", type=Path, default=Path("results/demo-en-de"))
    arguments.add_argument("--segments", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    arguments.add_argument("--folder", type=Path, help="where corpora are made, and stay (default: a temporary folder)")
    known = ("covariates", "detect", "select", "control", "statistics", "score")
    arguments.add_argument("--stages", nargs="+", choices=known, default=known)
    arguments.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    arguments.add_argument("--job", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.job:
        job(given.job)
    elif given.make:
        make(given.results, given.segments[0], given.make)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            report(given.segments, given.results.resolve(), given.folder or Path(temporary), given.stages)


if __name__ == "__main__":
    main()

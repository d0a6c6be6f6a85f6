"""Write what a run prints when it ends: scores by challenge set and distance, findings, and where to go on."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, SCORES
from extractors.formats.thresholds import ALPHA
from extractors.report.corpus_table import is_higher_better, systems_first
from extractors.report.evidence_texts import read_conclusions, read_word_departures
from extractors.report.numbers import Rows, many, wrapped
from extractors.report.results import others_in_words, tool_in_words
from extractors.report.score_table import headline, metrics_first, score_lines, score_rows
from extractors.report.terminal_findings import finding_lines
from extractors.scoring.run_manifest import Manifest, read_manifest

FURTHER = (
    'challenge-sets try particle_verb --source-language en --text "She put the meeting off until spring."',
    "challenge-sets run --source news.en --reference ref.de --systems outputs \\",
    "    --source-language en --target-language de -o news   # your own texts, a segment a line",
)
"""What to type after a run, whatever its corpora are."""


def summary(
    folder: Path, *, alpha: float = ALPHA, scored: bool = True, metric: str | None = None, shown: bool = False
) -> str:
    """Return the lines about a corpus; the last ones say where to go on.

    Args:
        folder: the corpus's results.
        alpha: corrected p-values below it are findings.
        scored: sum up the scores; otherwise only say where things are.
        metric: whose table to print alone; None for BLEU and RIBES, or the first two of the run.
        shown: it is `show` that prints: it needs no line that leads to it, nor words on what is stale.

    Raises:
        InputError: a table is missing or damaged, or no such metric.
    """
    lines: list[str] = []
    if shown or (scored and _is_newer(folder / SCORES.file, folder / "controls.parquet")):
        lines = ["", *_scores_and_findings(folder, alpha, metric)]
    return "".join(f"{line}\n" for line in [*lines, *_read_on(folder, shown=shown)])


def findings(results: Path, *, corpora: Sequence[str], alpha: float = ALPHA) -> str:
    """Return the lines about the corpora of a run that have results.

    A table that cannot be read is told, and the others are summed up.

    Args:
        results: the folder of all results.
    """
    text = ""
    for name in corpora:
        folder = results / name
        if folder.is_dir():
            try:
                text += summary(folder, alpha=alpha)
            except InputError as error:
                text += f"error: {error}\n{summary(folder, scored=False)}"
    if text:
        text += "".join(f"  {line}\n" for line in FURTHER)
    return text


def _scores_and_findings(folder: Path, alpha: float, metric: str | None) -> list[str]:
    scores, corpus, findings_rows, departures = (
        tables.read(form, folder / form.file).to_pylist() for form in (SCORES, CORPUS_SCORES, FINDINGS, DEPARTURES)
    )
    path = folder / "manifest.json"
    made = read_manifest(path) if path.is_file() else None
    metrics = list(dict.fromkeys(row["metric"] for row in corpus))
    if metric is not None and metric not in metrics:
        raise InputError(f"there are no scores by {metric}", path=folder, remedy=f"choose one of: {', '.join(metrics)}")
    labels = {row["phenomenon"]: row["label"] for row in findings_rows}
    tested = {row["phenomenon"]: row["distance"] or 0 for row in findings_rows}
    conclusions = read_conclusions(folder)
    words = read_word_departures(folder)
    lines = _head(folder.name, corpus, made)
    for name in [metric] if metric else metrics_first(corpus):
        phenomena = headline(made, findings_rows, conclusions, [*departures, *words], alpha)
        rows = score_rows(scores, corpus, labels, name, phenomena, tested)
        higher = is_higher_better(name, None if made is None else made.metrics[name])
        systems = systems_first(corpus, name, higher_is_better=higher)
        lines += ["", *score_lines(rows, corpus, name, systems, "tables", higher_is_better=higher)]
    lines += ["", *finding_lines(findings_rows, conclusions, departures, words, corpus, alpha=alpha)]
    return lines


def _head(name: str, corpus: Rows, made: Manifest | None) -> list[str]:
    """Return the heading: the corpus and its size, and what found the phenomena."""
    systems = len({row["system"] for row in corpus})
    parts = [many(corpus[0]["n"], "segment"), many(systems, "system")]
    lines = []
    if made is not None:
        references = len(made.corpus.references)
        parts.append(many(references, "reference"))
        tools = [f"parser {tool_in_words(made.origin.parser)}"]
        tools += [f"aligner {tool_in_words(made.origin.aligner)}"] if made.origin.aligner else []
        beside = f"in brackets, the score of controls: {others_in_words(made.controls)}"
        lines = wrapped("; ".join([", ".join(tools), beside]))
    return [*wrapped(f"== {name}: {', '.join(parts)} =="), *lines]


def _read_on(folder: Path, *, shown: bool) -> list[str]:
    """Say where to go on: paths and commands that can be pasted, each on a line."""
    report, scores, shown_folder = folder / "report.html", folder / SCORES.file, shlex.quote(str(folder))
    if not scores.exists():
        return [str(folder / "sets.parquet")]
    is_new = _is_newer(report, scores)
    page = "the page: heat map, examples with the words marked"
    lines = {
        **({str(report): page} if is_new else {"snakemake --cores 8 report": "makes the page of these scores"}),
        f"{folder / 'tables'}/": "every set, distance and metric as CSV, Markdown, LaTeX",
        f"challenge-sets show {shown_folder}": "all phenomena, and why some are not tested",
    }
    if shown:
        lines.popitem()
    width = max(map(len, lines))
    return ["", "Read on", *(f"  {line:{width}}  {about}" for line, about in lines.items())]


def _is_newer(file: Path, than: Path) -> bool:
    """Return whether a file exists and is no older than another, which may be missing."""
    return file.exists() and (not than.exists() or file.stat().st_mtime >= than.stat().st_mtime)

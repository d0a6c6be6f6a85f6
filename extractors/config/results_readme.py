"""README.md of a corpus's results: which file answers which question."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from extractors.core.files import write_text
from extractors.core.version import __version__

QUESTIONS = (
    ("What was found? (for a browser)", "report.html", "report.html"),
    ("Which phenomena score lower than other text, over all systems?", "findings.csv", "scores.parquet"),
    ("Do their words match the references less, too?", "conclusions.csv", "conclusions.parquet"),
    ("How does that vary with distance and metric? (not tested)", "effects.csv", "scores.parquet"),
    ("How does each system score on each set?", "scores.csv", "scores.parquet"),
    ("How does each system score on the whole corpus?", "corpus_scores.csv", "scores.parquet"),
    ("Which systems depart from the others on a phenomenon?", "departures.csv", "scores.parquet"),
    ("Which systems differ on a set?", "system_ranks.csv", "scores.parquet"),
    ("Does the score fall with distance?", "tables/distances_METRIC.csv", "tables"),
    ("Are the words of the hits translated?", "accuracy.csv", "accuracy.parquet"),
    ("Did people mark more errors at the phenomenon?", "human_errors.csv", "human_errors.parquet"),
    ("Which words are the hits?", "hits.parquet", "hits.parquet"),
    ("Which segments are in a set?", "sets.parquet", "sets.parquet"),
    ("What is wrong with the texts?", "input_audit.csv", "input_audit.parquet"),
    ("Figures for a paper", "charts/", "charts"),
    ("Tables for a paper", "tables/", "tables"),
    ("How was it made: versions, models, checksums, config", "manifest.json", "manifest.json"),
)
"""A question, the file that answers it, and the target of the workflow with which it comes."""


def readme_text(corpus: str, targets: Collection[str]) -> str:
    """The page, in Markdown.

    Args:
        targets: the files of the corpus that the workflow's targets stand for, without their folder.
    """
    rows = [f"| {question} | `{file}` |" for question, file, target in QUESTIONS if target in targets]
    lines = [
        f"# {corpus}",
        "",
        f"Made by mt-challenge-sets {__version__}. A `.csv` is a copy of the `.parquet` of the same name.",
        "",
        "| question | file |",
        "|---|---|",
        *rows,
        "",
        "`challenge-sets show FOLDER` prints the tested phenomena, `show FOLDER --paper` sentences for a paper, and"
        " `challenge-sets list tables` the meaning of every column.",
    ]
    return "".join(f"{line}\n" for line in lines)


def write_readme(path: str | Path, corpus: str, targets: Collection[str]) -> None:
    """Write the page of `readme_text`."""
    with write_text(path) as file:
        file.write(readme_text(corpus, targets))

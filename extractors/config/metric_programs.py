"""The scores that a run makes by programs and from post-edits, as a corpus has them: files that the run writes."""

from pathlib import Path
from typing import Any

from extractors.config.model import Config, CorpusEntry
from extractors.core.languages import language_name
from extractors.core.yamlfile import ValueOrigin
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metric_script import MetricRun
from extractors.score.metric_texts import MetricTexts

FOLDER = "metric_scores"
"""Where a run puts them, in the folder of the corpus."""
HTER = "hter"
"""The scores from post-edits: the share of words that were changed."""


def is_program_score_file(path: str, corpus: str) -> bool:
    """Whether the run writes a file of scores by a program, or from post-edits."""
    return Path(path).parent.parts[-2:] == (corpus, FOLDER)


def with_programs_scores(name: str, entry: CorpusEntry, config: Config, origin: ValueOrigin) -> CorpusEntry:
    """The entry of a corpus, with a file of scores for each program that can score its outputs, and of post-edits."""
    if not (entry.systems or entry.translate):
        return entry
    files = dict(entry.segment_scores)
    for metric, command in config.metric_commands.items():
        if command.takes_reference and not entry.references:
            continue
        path = Path(config.results, name, FOLDER, f"{metric}.parquet")
        how = {"higher_is_better": command.higher_is_better, "sees": command.sees}
        made = _file(path, missing=command.missing, **how)
        if files.setdefault(metric, made) != made:
            raise origin.error(
                f"the scores {metric!r} come from a file, and by the command of the metric of that name",
                ("corpora", name, "segment_scores", metric),
                "give one of them another name",
            )
    if entry.post_edits:
        path = Path(config.results, name, FOLDER, f"{HTER}.parquet")
        # Who edits an output sees its source, and no reference.
        files.setdefault(HTER, _file(path, missing="allow", higher_is_better=False, sees="source"))
    return entry.model_copy(update={"segment_scores": files})


def _file(path: Path, **how: Any) -> SegmentScoreFile:
    return SegmentScoreFile(path=str(path), system="system", segment="segment_id", **how)


def metric_run(
    config: Config, *, corpus: str, metric: str, system: str, references: list[str], languages: tuple[str, str]
) -> MetricRun:
    """The job of a program for a system of a corpus."""
    folder = Path(config.results, corpus)
    of_system = folder / "metric_runs" / metric / system
    return MetricRun(
        metric=metric,
        system=system,
        command=config.metric_commands[metric],
        texts=MetricTexts(folder / "metric_texts"),
        references=references,
        languages=(*languages, language_name(languages[0]), language_name(languages[1])),
        output=Path(f"{of_system}.scores.gz"),
        asked=Path(f"{of_system}.asked"),
        version=Path(f"{of_system}.version.gz"),
        log=Path("logs", corpus, "run_metric", metric, f"{system}.log"),
    )

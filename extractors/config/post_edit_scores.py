"""HTER, the score that a run makes from post-edits: a file of segment scores of a corpus, which the run writes."""

from pathlib import Path

from extractors.config.model import Config, CorpusEntry
from extractors.scoring.imported_score_settings import SegmentScoreFile

HTER = "hter"
"""The scores from post-edits: the share of words that were changed."""
HTER_FILE = f"metric_scores/{HTER}.parquet"
"""Where a run puts them, in the folder of the corpus."""


def is_hter_file(path: str, corpus: str) -> bool:
    """Return whether a file of scores is the one that the run writes from a corpus's post-edits."""
    return Path(path).parts[-3:] == (corpus, *Path(HTER_FILE).parts)


def with_hter(name: str, entry: CorpusEntry, config: Config) -> CorpusEntry:
    """Add the file of scores from a corpus's post-edits, if it has any, to its entry."""
    if not (entry.systems and entry.post_edits):
        return entry
    made = SegmentScoreFile(
        path=str(Path(config.results, name, HTER_FILE)),
        system="system",
        segment="segment_id",
        missing="allow",
        higher_is_better=False,
        # Who edits an output sees its source, and no reference.
        sees="source",
    )
    # Last, since the first score tests the findings where no metric is computed.
    scores = entry.segment_scores
    return entry.model_copy(update={"segment_scores": scores if HTER in scores else {**scores, HTER: made}})

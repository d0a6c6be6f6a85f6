"""A `.seg.score` of mt-metrics-eval: SYSTEM, a tab, and a score or None, a line for each segment."""

from pathlib import Path

from extractors.core.files import read_text
from extractors.inputs.testsets import EvalSet
from extractors.inputs.testsets._scores import ScoreReader, Systems
from extractors.inputs.testsets._seg_files import read_scores


class Segscore(ScoreReader):
    """`segscore:COMET-refA.seg.score`; the scores are called as the file, without a language pair before it."""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        name = score_name(self.path, texts, ".seg.score")
        human = self.path.parent.name == "human-scores"
        return texts.adding([read_scores(read_text(self.path), self.path, texts, systems, name=name, human=human)])


def score_name(path: Path, texts: EvalSet, suffix: str) -> str:
    """Name scores by their file: `en-de.mqm.seg.score` as `mqm`."""
    name = path.name.removesuffix(".gz").removesuffix(suffix)
    pair = "" if texts.languages is None else f"{'-'.join(texts.languages)}."
    return name.removeprefix(pair)

"""A `.seg.rating` of mt-metrics-eval: SYSTEM, a tab, and the errors as JSON or None, a line for each segment."""

from extractors.core.files import read_text
from extractors.inputs.testsets import EvalSet, Remark
from extractors.inputs.testsets._scores import ScoreReader, Systems, penalties
from extractors.inputs.testsets._seg_files import read_ratings
from extractors.inputs.testsets.segscore import score_name


class Segrating(ScoreReader):
    """`segrating:en-de.mqm.seg.rating`; the score of an output is the sum of the weights of its errors."""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        name = score_name(self.path, texts, ".seg.rating")
        remarks: list[Remark] = []
        ratings = read_ratings(read_text(self.path), self.path, texts, systems, remarks, name=name)
        return texts.adding([penalties(name, ratings.values)], [ratings], remarks)

"""A `.seg.rating` of mt-metrics-eval: SYSTEM, a tab, and the errors as JSON or None, a line for each segment."""

from extractors.core.files import read_text
from extractors.inputs.campaigns import EvalSet, SetReader
from extractors.inputs.campaigns._scores import Systems, need_texts, penalties
from extractors.inputs.campaigns._seg_files import read_ratings
from extractors.inputs.campaigns.segscore import score_name


class Segrating(SetReader):
    """`segrating:en-de.mqm.seg.rating`; the score of an output is the sum of the weights of its errors."""

    has_texts = False

    def read(self, texts: EvalSet | None) -> EvalSet:
        texts = need_texts(texts, "segrating", self.path)
        name = score_name(self.path, texts, ".seg.rating")
        systems = Systems(texts, self.mark, self.path)
        remarks = [*texts.remarks]
        ratings = read_ratings(read_text(self.path), self.path, texts, systems, remarks, name=name)
        return texts.adding(penalties(name, ratings.values), ratings, remarks=remarks)

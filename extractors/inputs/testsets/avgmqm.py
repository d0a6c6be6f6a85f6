"""MQM as one score for each segment: the `avg_seg_scores` of google/wmt-mqm-human-evaluation.

    Facebook-AI<tab>-5.000000 1        SYSTEM, tab, SCORE, blank, SEGMENT from 1; the header has blanks only

Scores are negative, 0 is perfect, and None is not rated.
"""

import re

from extractors.core.files import read_text
from extractors.inputs.testsets import EvalSet, GivenScores, Line, Score
from extractors.inputs.testsets._files import lines
from extractors.inputs.testsets._scores import ScoreReader, Systems, number

HEADER = ("system", "mqm_avg_score", "seg_id")
NAME = "mqm"
SEGMENT = re.compile("[0-9]{1,9}")


class Avgmqm(ScoreReader):
    """`avgmqm:mqm_newstest2021_ende.avg_seg_scores.tsv#Nemo=NVIDIA-NeMo,metricsystem1=`."""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        values = []
        header, *rows = lines(read_text(self.path), self.path)
        if tuple(header.split()) != HEADER:
            raise Line(self.path, 1).error(f"the header is not {' '.join(HEADER)}", "give a file avg_seg_scores.tsv")
        for at, row in enumerate(rows, 2):
            line = Line(self.path, at)
            # Tab and blank by turns: a name has neither.
            fields = row.split()
            if len(fields) != len(HEADER) or not SEGMENT.fullmatch(fields[2]):
                raise line.error(f"{row!r} is not SYSTEM, SCORE and SEGMENT", "correct the line; was the file cut?")
            segment = int(fields[2]) - 1
            if not 0 <= segment < len(texts.segments):
                raise line.error(
                    f"segment {fields[2]} is not in the set, which has 1 to {len(texts.segments)}",
                    "give the scores of this test set",
                )
            system, value = systems.find(fields[0], line), number(fields[1], line)
            if system is not None and value is not None:
                values.append(Score(system, segment, value, None, line))
        return texts.adding([GivenScores(name=NAME, human=True, higher_is_better=True, values=tuple(values))])

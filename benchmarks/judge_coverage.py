"""How often the corrected accuracies of an imperfect judge have the truth in their 95 % intervals.

    python benchmarks/judge_coverage.py [--repetitions 1000]

Five systems translate 100 source texts. Texts differ in difficulty, so that the outputs of one text are right or wrong
together more often than by chance. A judge calls right and wrong outputs right with the probabilities of the table;
people judge a random sample. The truth is the accuracy over all texts like these, of all systems and of one. Shares
have a Monte Carlo error of 0.7 points at 1,000 repetitions. Also given: how often the accuracy as judged lies within
two points of the truth. Exits with 1 if an interval covers less than 93 % or more than 97 %.
"""

import sys
from typing import NamedTuple

import numpy as np
from _common import arguments_of, markdown_table
from scipy import special

from challenge_sets_suites.judge_correction import JudgeSample, correct_accuracy
from extractors.core.arrays import Bool, Int64

TEXTS, SYSTEMS = 100, 5
DRAWS = 1000
SPREAD = 1.0
"""Standard deviation of the texts' difficulty, in logits."""
ERROR = 0.7
"""Points of Monte Carlo error at 1,000 repetitions, three of which a share may lie outside the bar."""


class Setting(NamedTuple):
    """What is simulated: the logit of a text of middle difficulty, the judge, and the size of the sample."""

    middle: float
    sensitivity: float
    specificity: float
    sample: int

    @property
    def truth(self) -> float:
        """The accuracy over all texts."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(60)
        return float(special.expit(self.middle + SPREAD * nodes) @ weights / weights.sum())


def draw(of: Setting, rng: np.random.Generator) -> tuple[Bool, Bool, Int64, Int64]:
    """Simulate outputs: whether each is right, whether the judge says so, its text, its system, each (n,)."""
    easy = of.middle + SPREAD * rng.standard_normal(TEXTS)
    text, system = np.divmod(np.arange(TEXTS * SYSTEMS), SYSTEMS)
    right = rng.random(len(text)) < special.expit(easy)[text]
    called = rng.random(len(text)) < np.where(right, of.sensitivity, 1 - of.specificity)
    return right, called, text, system


def coverage(of: Setting, repetitions: int, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Simulate corrected accuracies, and return four shares.

    These are: intervals that contain the truth for all systems and for one, accuracies as judged within two points of
    it, and samples that are too small.
    """
    held, close, small = np.zeros(2), 0, 0
    for _ in range(repetitions):
        right, called, text, system = draw(of, rng)
        chosen = rng.choice(len(text), of.sample, replace=False)
        sample = JudgeSample(called[chosen], right[chosen], text[chosen])
        if not sample.is_enough:
            small += 1
            continue
        first = system == 0
        both = (
            correct_accuracy(called, text, sample, is_part=True, draws=DRAWS),
            correct_accuracy(called[first], text[first], sample, is_part=False, draws=DRAWS),
        )
        held += [one.low <= of.truth <= one.high for one in both]
        close += abs(both[0].judged - of.truth) <= 0.02
    made = max(repetitions - small, 1)
    return held[0] / made, held[1] / made, close / made, small / repetitions


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--repetitions", type=int, default=1000)
    arguments = parser.parse_args()
    rng = np.random.default_rng(1)
    lines, outside = [], 0
    slack = 3 * ERROR / 100 * np.sqrt(1000 / arguments.repetitions)
    for middle in (0.0, 1.2):
        for sensitivity, specificity in ((0.95, 0.9), (0.85, 0.75), (0.7, 0.6)):
            for size in (100, 250):
                of = Setting(middle, sensitivity, specificity, size)
                together, one, close, small = coverage(of, arguments.repetitions, rng)
                outside += sum(not 0.93 - slack <= share <= 0.97 + slack for share in (together, one))
                shares = (f"{100 * share:.1f}" for share in (together, one, close, small))
                lines.append((f"{of.truth:.2f}", sensitivity, specificity, size, *shares))
    heading = ("accuracy", "sensitivity", "specificity", "sample", "all systems, %", "one system, %")
    print(markdown_table((*heading, "judged within 2 points, %", "too small, %"), lines))
    sys.exit(bool(outside))


if __name__ == "__main__":
    main()

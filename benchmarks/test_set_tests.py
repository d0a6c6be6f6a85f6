"""How often a question over many test sets finds what is not there, and what is.

    python benchmarks/test_set_tests.py [--pair en-de] [--share 0.05] [--clump 1] [--trials 400] [--planted 0]

Of the ready-made sets of a pair with two human references, and of no text. A human translation takes the place of a
system, and is asked what it is beyond the systems of the year; all systems together are asked what they are beyond
human translations. Sets that mean nothing are drawn; by `--clump` some documents (or blocks) have more of them than
others, as phenomena do. `--planted D` adds D points to each difference. Printed is the share of trials with p < 0.05
on either side, of one test set alone (each in turn) and of all.
"""

from collections import Counter

import numpy as np
from _common import arguments_of, markdown_table

from extractors.api.collections_of_sets import collection_of
from extractors.api.test_sets import loaded_set
from extractors.publish import ready_made_sets
from extractors.scoring.atlas_effects import BEYOND, AtlasEffect, LoadedCorpus, SharedTexts
from extractors.scoring.statistics.contrasts import error_of_clusters
from extractors.scoring.test_set_pooling import SetAnswer, pooled_answers

ALPHA = 0.05
QUESTIONS = ("beyond systems", "beyond people")


def drawn(corpus: LoadedCorpus, rng: np.random.Generator, share: float, clump: float) -> np.ndarray:
    """Draw the segments of a random set that clumps in documents."""
    _, places = np.unique(corpus.clusters, return_inverse=True)
    odds = share / (1 - share) * np.exp(clump * rng.normal(size=places.max() + 1))
    chance = (odds / (1 + odds))[places]
    return np.flatnonzero(rng.random(len(chance)) < chance * share / chance.mean())


def answered(effect: AtlasEffect, weights: np.ndarray, planted: float) -> SetAnswer:
    error = error_of_clusters((effect.influences @ weights)[:, None], effect.units)
    return SetAnswer(
        test_set=effect.corpus.name,
        n=effect.n,
        units=effect.units,
        value=float(effect.differences @ weights) + planted,
        standard_error=float(error[0]),
    )


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--pair", default="en-de", help="default: en-de")
    parser.add_argument("--share", type=float, default=0.05, help="of the segments in a set (default: 0.05)")
    parser.add_argument("--clump", type=float, default=1.0, help="spread of documents' log odds (default: 1)")
    parser.add_argument("--planted", type=float, default=0.0, help="points that are added (default: 0)")
    parser.add_argument("--trials", type=int, default=400)
    a = parser.parse_args()
    texts, corpora = SharedTexts(), []
    for name in collection_of([f"wmt:{a.pair}"]).sets:
        found = ready_made_sets.numbers(name)
        if found.has_systems and found.humans:
            corpora.append((loaded_set(found, texts, [found.humans[0]]), loaded_set(found, texts)))
    below, above = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    tested = Counter[tuple[str, str]]()
    for trial in range(a.trials):
        answers: dict[str, list[SetAnswer]] = {question: [] for question in QUESTIONS}
        for place, (of_human, of_systems) in enumerate(corpora):
            ids = drawn(of_human, np.random.default_rng([trial, place]), a.share, a.clump)
            for effect in of_human.effects("noise", 0, ids):
                if effect.metric == "chrf":
                    answers[QUESTIONS[0]].append(answered(effect, np.array([1.0, -1.0]), a.planted))
            for effect in of_systems.effects("noise", 0, ids):
                if effect.metric == f"chrf{BEYOND}":
                    answers[QUESTIONS[1]].append(answered(effect, np.array([1.0]), a.planted))
        for question, of_question in answers.items():
            for which, some in (("all", of_question), *(("one", [one]) for one in of_question)):
                row = pooled_answers({"noise": some}, alpha=ALPHA).get("noise")
                if row is not None and not row["too_small"]:
                    tested[question, which] += 1
                    below[question, which] += row["p"] < ALPHA and row["value"] < 0
                    above[question, which] += row["p"] < ALPHA and row["value"] > 0
    rows = [
        [question, which, str(n), *(f"{100 * side[question, which] / n:.1f}" for side in (below, above))]
        for (question, which), n in tested.items()
    ]
    print(f"{a.pair}, test sets: {len(corpora)}; share {a.share}, clump {a.clump}, planted {a.planted}")
    print(markdown_table(["question", "test sets", "tests", "% below", "% above"], rows))


if __name__ == "__main__":
    main()

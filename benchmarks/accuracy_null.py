"""How often the test of accuracy finds a difference where there is none: random words as a phenomenon.

    python benchmarks/accuracy_null.py RESULTS [--words 60] [--repetitions 200]
                                       [--clumped] [--segments]

RESULTS is the folder of one corpus in a run's results (segments, parses, alignments and systems), as
`snakemake score` leaves it. For each class, words drawn at random are called a phenomenon, as often as asked for. Such
a phenomenon differs from its controls by chance
alone, so at 5 % a good test rejects in 5 %. The error is that over phenomena, whose systems are not independent. The
test of all systems together is one a phenomenon. --clumped draws the words of a phenomenon from
half of the documents, as phenomena clump; --segments takes each segment as independent, where a run takes documents
(or blocks of lines). Printed is also in how many per cent a test is made at all.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
import numpy.typing as npt
from _common import arguments_of, markdown_table

from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import Range
from extractors.formats.treebank import Treebank
from extractors.scoring.documents import ALONE, clusters_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words import measure as measuring
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.preparing import prepare

CLASSES = ("NOUN", "VERB", "ADJ", "PROPN", "NUM", "ADV", "ADP", "PRON", "DET", "AUX")
ALL = Range("minimum", 0, None)
AT_ONCE = 20
"""Phenomena measured together."""


def fakes(
    treebank: Treebank,
    upos: str,
    count: int,
    words: int,
    rng: np.random.Generator,
    *,
    clumps: npt.NDArray[np.int64] | None,
) -> list[list[int]]:
    """Draw `count` random phenomena, each a list of words of one class.

    Args:
        clumps: (N,) the document of each segment, to draw a phenomenon from half of them; None for all segments.
    """
    of_class = np.flatnonzero(treebank.upos.of(lambda value: value == upos))
    segment = treebank.segment[treebank.sentence]
    phenomena = []
    for _ in range(count):
        among = of_class
        if clumps is not None:
            chosen = rng.permutation(clumps.max() + 1) < (clumps.max() + 2) // 2
            among = of_class[chosen[clumps[segment[of_class]]]]
        drawn = rng.choice(among, min(words, len(of_class) // 4, len(among) // 2), replace=False).tolist()
        phenomena.append(drawn)
    return phenomena


def hit_rows(treebank: Treebank, name: str, words: list[int]) -> list[dict[str, object]]:
    """Return rows of the table HITS in which the given words are the hits of a phenomenon."""
    segment = treebank.segment[treebank.sentence]
    first = np.searchsorted(segment, segment)
    rows = []
    for word in words:
        row: dict[str, object] = dict.fromkeys(c.name for c in HITS.columns)
        row |= {"segment_id": int(segment[word]), "phenomenon": name}
        row |= dict.fromkeys(("distance", "distance_ud", "distance_set"), 0)
        for side in ("head", "dependent"):
            row |= {side: int(treebank.token[word]), f"{side}_form": treebank.form[word]}
            row[f"{side}_word"] = int(word - first[word])
        rows.append(row)
    return rows


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--words", type=int, default=60)
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--clumped", action="store_true")
    parser.add_argument("--segments", action="store_true")
    parser.add_argument("--classes", nargs="+", default=CLASSES)
    arguments = parser.parse_args()
    folder = arguments.results
    treebank, corpus = conllu.read(folder / "source.conllu.gz"), read_corpus(folder / "segments.parquet")
    language = corpus.target_language
    references = {name: EvidenceText.of(texts, language) for name, texts in corpus.references.items()}
    systems = {
        path.stem: EvidenceText.of(read_hypotheses(path), language)
        for path in sorted((folder / "systems").glob("*.parquet"))
    }
    lemmas = TargetLemmas.of(language)
    links = tables.read(ALIGNMENT, folder / "alignment.parquet")
    clusters = clusters_of(tables.read(COVARIATES, folder / COVARIATES.file), StatisticsSettings())
    assert clusters.numbers is not None
    print("clusters:", clusters.unit, len(np.unique(clusters.numbers)), "of", len(clusters.numbers), "segments")
    rng = np.random.default_rng(1)
    rows = []
    for upos in arguments.classes:
        drawn = fakes(
            treebank,
            upos,
            arguments.repetitions,
            arguments.words,
            rng,
            clumps=clusters.numbers if arguments.clumped else None,
        )
        rejected: dict[str, list[complex]] = defaultdict(list)
        figures: dict[str, list[float]] = defaultdict(list)
        together: list[complex] = []
        made: list[bool] = []
        for start in range(0, len(drawn), AT_ONCE):
            names = {f"{upos}{n}": words for n, words in enumerate(drawn[start : start + AT_ONCE], start)}
            hits = HITS.table([row for name, words in names.items() for row in hit_rows(treebank, name, words)])
            settings = AccuracySettings(seed=start)
            prepared = prepare(treebank=treebank, hits=hits, links=links, references=references, settings=settings)
            ranges = {name: [ALL] for name in names}
            found = measuring.measure(
                prepared,
                systems,
                ranges=ranges,
                lemmas=lemmas,
                settings=settings,
                clusters=ALONE if arguments.segments else clusters,
            )
            rows_of_wanted = found.accuracy.to_pylist()
            for row in (row for row in rows_of_wanted if row["system"] is not None):
                made.append(row["p"] is not None)
                if row["p"] is not None:
                    figures[row["phenomenon"]].append(row["accuracy"])
                    side = 1 if row["difference"] > 0 else 1j
                    rejected[row["phenomenon"]].append((row["p"] < 0.05) * side)
            for row in (row for row in rows_of_wanted if row["system"] is None):
                if row["p"] is not None:
                    together.append((row["p"] < 0.05) * (1 if row["difference"] > 0 else 1j))
        if not rejected:
            rows.append((upos, len(drawn[0]), "no test is made", "", "", "", "", ""))
            print(*rows[-1], flush=True)
            continue
        shares = np.array([np.mean(of_one) for of_one in rejected.values()])
        both = 100 * (shares.real + shares.imag)
        error = both.std(ddof=1) / np.sqrt(len(both))
        accuracy = 100 * np.mean([np.mean(of_one) for of_one in figures.values()])
        high, low = 100 * shares.real.mean(), 100 * shares.imag.mean()
        all_systems = 100 * np.abs(np.array(together))
        spread = all_systems.std(ddof=1) / np.sqrt(len(together)) if len(together) > 1 else np.nan
        of_all = f"{all_systems.mean():.1f} ± {spread:.1f}" if together else ""
        one = (f"{both.mean():.1f} ± {error:.1f}", f"{high:.1f}", f"{low:.1f}")
        rows.append((upos, len(drawn[0]), f"{accuracy:.0f}", f"{100 * np.mean(made):.0f}", *one, of_all))
        print(*rows[-1], flush=True)
    heading = ("class", "hits", "found, %", "tested, %", "rejected, %", "more found", "fewer found", "all systems, %")
    print(markdown_table(heading, rows))


if __name__ == "__main__":
    main()

"""Who chooses the sets of reordering: the reference that scores them, another one, or the outputs of the systems.

    python benchmarks/reordering_references.py --data FOLDER --work FOLDER --assessments da.csv
        [-o docs/lab/reordering.md]

FOLDER/wmt21 of --data is what config/wmt21.yaml reads; --work gets the results of its run. Each rule makes a set of
the segments with reordering at a distance of 5 or more, and each reference scores the outputs on it, beside controls
of like length from outside the set. So do people: English-German by the MQM of FOLDER/mqm, German-English by the
direct assessments that `human_scores.py --scores da.csv` writes. The tables on the page are made anew; the text
between them is kept.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import stats

from benchmarks._common import arguments_of, markdown_table, update_page
from benchmarks._runs import ROOT, run
from extractors.core.arrays import Float64, Int32
from extractors.core.files import read_lines
from extractors.extract.control import Candidates, match
from extractors.extract.control_settings import ControlSettings
from extractors.extract.reordering import largest_shifts
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.score.metrics import create_metric
from extractors.score.statistics.contrasts import contrast

PAIRS = ("de-en", "en-de")
METRICS = {"bleu": 1, "chrf": 1, "ribes": 100}
"""By metric, what makes points of its scores."""
NAMES = ("BLEU", "chrF", "RIBES")
PAPERS = 5
"""The paper's distance."""
DRAWS = 20
NUMBERS = (1, 2, 3, 5)
"""Systems whose outputs choose a set; half of all come last."""
CONTROLS = ControlSettings()
MQM = "mqm/mqm_newstest2021_ende.avg_seg_scores.tsv.gz"
MQM_NAMES = {"Nemo": "NVIDIA-NeMo"}


@dataclass(frozen=True)
class Effect:
    """A difference of a set to its controls, or a sum of such.

    Attributes:
        value: points.
        influence: (N,) how much each segment adds to its error.
    """

    value: float
    influence: Float64

    def __sub__(self, other: Effect) -> Effect:
        return Effect(self.value - other.value, self.influence - other.influence)

    def __str__(self) -> str:
        half = 1.96 * float(np.sqrt((self.influence**2).sum()))
        return f"{self.value:+.1f} [{self.value - half:+.1f}, {self.value + half:+.1f}]"


def mean(effects: Iterable[Effect]) -> Effect:
    """The mean of effects on the same segments."""
    every = list(effects)
    return Effect(float(np.mean([e.value for e in every])), np.mean([e.influence for e in every], axis=0))


class Corpus:
    """WMT21 in one direction: a run's links, covariates and texts, and what people say of the outputs.

    Args:
        human: segment, system and score; of systems that are none of the run's, too.
    """

    def __init__(self, folder: Path, human: Iterable[tuple[int, str, float]]) -> None:
        texts = read_corpus(folder / "segments.parquet")
        self.references = texts.references
        self.segments = len(texts)
        self.systems = [path.stem for path in sorted((folder / "systems").glob("*.parquet"))]
        self.outputs = {name: read_hypotheses(folder / "systems" / f"{name}.parquet") for name in self.systems}
        self.values = values_of(tables.read(COVARIATES, folder / "covariates.parquet"))
        self._candidates = Candidates(CONTROLS, self.values)
        self._links = {
            name: links.filter(pc.equal(links.column("reference"), name))
            for file in ("alignment.parquet", "output_alignment.parquet")
            for links in [tables.read(ALIGNMENT, folder / file)]
            for name in links.column("reference").unique().to_pylist()
        }
        self._rows: dict[tuple[str, str], Float64] = {}
        scores = np.full((self.segments, len(self.systems)), np.nan)
        for segment, system, score in human:
            if system in self.systems:
                scores[segment, self.systems.index(system)] = score
        rated = scores[:, ~np.isnan(scores).all(axis=0)]
        self._rated = np.flatnonzero(~np.isnan(rated).all(axis=1))
        self._human = np.nanmean((rated - np.nanmean(rated, axis=0))[self._rated], axis=1)

    def distances(self, texts: Sequence[str]) -> Float64:
        """(N,) of each segment, the largest distance that at least half of the texts reach."""
        found = largest_shifts(pa.concat_tables(self._links[text] for text in texts), len(texts))
        distances = np.zeros(self.segments)
        for segment, (_, _, distance) in found.items():
            distances[segment] = distance
        return distances

    def chosen(self, *texts: str) -> Int32:
        """The segments with reordering at the paper's distance or more by these texts."""
        return np.flatnonzero(self.distances(texts) >= PAPERS).astype(np.int32)

    @cached_property
    def by_outputs(self) -> Int32:
        """Those by all outputs."""
        return self.chosen(*self.systems)

    def rows(self, metric: str, reference: str) -> Float64:
        """(N, K, k) statistics of the outputs."""
        if (metric, reference) not in self._rows:
            made, text = create_metric(metric, {}), [self.references[reference]]
            self._rows[metric, reference] = np.stack([made.statistics(o, text) for o in self.outputs.values()], axis=1)
        return self._rows[metric, reference]

    def effect(self, metric: str, ids: Int32, reference: str, systems: Sequence[str] | None = None) -> Effect:
        """The mean over systems of the scores of a set less those of its controls, by a reference.

        Args:
            systems: those that are scored; None for all.
        """
        places = [self.systems.index(name) for name in systems or self.systems]
        matches = match(CONTROLS, ids, self.values, self._candidates)
        found = contrast(self.rows(metric, reference)[:, places], matches, create_metric(metric, {}).score)
        assert found is not None, "no segment has controls"
        of_mean, n = found.mean, found.n
        influence = np.zeros(self.segments)
        own = of_mean.influence[:n, 0]
        np.add.at(influence, of_mean.segments[:n], (own - own.mean()) * np.sqrt(n / (n - 1)))
        np.add.at(influence, of_mean.segments[n:], of_mean.influence[n:, 0])
        return Effect(METRICS[metric] * float(of_mean.value[0]), METRICS[metric] * influence)

    def by_people(self, ids: Int32) -> str:
        """The same by people, with its interval, on the segments that they scored."""
        values = {name: column[self._rated] for name, column in self.values.items()}
        metric = create_metric("human", {"segment_scores": True, "higher_is_better": True, "sees": "source"})
        rows = np.stack([self._human, np.ones(len(self._rated))], axis=1)[:, None]
        places = np.flatnonzero(np.isin(self._rated, ids)).astype(np.int32)
        found = contrast(rows, match(CONTROLS, places, values), metric.score)
        assert found is not None, "no segment has controls"
        estimate = found.estimate()
        return f"{estimate.value[0]:+.2f} [{estimate.low[0]:+.2f}, {estimate.high[0]:+.2f}]"

    @cached_property
    def edits(self) -> Mapping[str, Float64]:
        """By reference, (N,) the mean TER of the outputs of each segment."""
        ter = create_metric("ter", {})
        return {name: ter.score(self.rows("ter", name).astype(np.float64)).mean(axis=1) for name in self.references}


def rules(corpus: Corpus) -> list[list[str]]:
    """What each rule finds: the difference by each metric, its mean over references."""
    names, without = list(corpus.references), {}
    for system in corpus.systems:
        without[system] = corpus.chosen(*(other for other in corpus.systems if other != system))
    by_reference = {name: corpus.chosen(name) for name in names}
    found: dict[str, dict[str, Effect]] = {}
    for metric in METRICS:
        same = mean(corpus.effect(metric, by_reference[name], name) for name in names)
        other = mean(corpus.effect(metric, by_reference[a], b) for a, b in permutations(names, 2))
        outputs = mean(corpus.effect(metric, corpus.by_outputs, name) for name in names)
        left_out = mean(corpus.effect(metric, ids, name, [system]) for system, ids in without.items() for name in names)
        found[metric] = {
            "the reference that scores": same,
            "another reference": other,
            "all outputs": outputs,
            "all outputs but the scored one": left_out,
            "the reference that scores, less another": same - other,
            "all outputs, less another reference": outputs - other,
            "all outputs, less all but the scored one": outputs - left_out,
        }
    of_references = f"{np.mean([len(ids) for ids in by_reference.values()]):.0f}"
    sizes = [of_references, of_references, str(len(corpus.by_outputs))]
    sizes += [f"{np.mean([len(ids) for ids in without.values()]):.0f}", "", "", ""]
    return [
        [rule, n, *(str(found[metric][rule]) for metric in METRICS)]
        for rule, n in zip(found["bleu"], sizes, strict=True)
    ]


def by_scorer(corpus: Corpus) -> list[list[str]]:
    """By which text chooses the set: what one reference finds less what another finds on the same segments."""
    rows = []
    for a, b in permutations(corpus.references, 2):
        if a > b:
            continue
        for chooser, texts in choosers(corpus).items():
            ids = corpus.chosen(*texts)
            less = [corpus.effect(m, ids, a) - corpus.effect(m, ids, b) for m in METRICS]
            rows.append([f"{a} less {b}", chooser, str(len(ids)), *map(str, less)])
    return rows


def choosers(corpus: Corpus) -> dict[str, Sequence[str]]:
    """By name, the texts that choose a set."""
    return {**{f"reference {name}": [name] for name in corpus.references}, "all outputs": corpus.systems}


def freedom(corpus: Corpus) -> list[list[str]]:
    """How much distances go with the freedom of one reference beyond that of another, which the source is no part of.

    Spearman's correlation with the difference of the outputs' TER, given the length of the source (ranks, less what a
    line through the ranks of lengths tells).
    """
    rows = []
    for a, b in permutations(corpus.references, 2):
        if a > b:
            continue
        free = _beyond_length(corpus, corpus.edits[a] - corpus.edits[b])
        for chooser, texts in choosers(corpus).items():
            found = stats.pearsonr(_beyond_length(corpus, corpus.distances(texts)), free)
            low, high = found.confidence_interval()
            rows.append([f"{a} less {b}", chooser, f"{found.statistic:+.2f} [{low:+.2f}, {high:+.2f}]"])
    return rows


def _beyond_length(corpus: Corpus, values: Float64) -> Float64:
    """(N,) ranks of values less what the ranks of lengths tell of them."""
    length, ranks = stats.rankdata(corpus.values["length"]), stats.rankdata(values)
    line = stats.linregress(length, ranks)
    residual: Float64 = ranks - line.intercept - line.slope * length
    return residual


def few_systems(corpus: Corpus, metric: str = "bleu") -> list[list[str]]:
    """Sets that few outputs choose, scored by these outputs and by as many others."""
    rng, name = np.random.default_rng(1), next(iter(corpus.references))
    rows = []
    for number in (*NUMBERS, len(corpus.systems) // 2):
        own, others, sizes = [], [], []
        for _ in range(DRAWS):
            drawn = [corpus.systems[i] for i in rng.permutation(len(corpus.systems))]
            scored, rest = drawn[:number], drawn[number : 2 * number]
            of_own, of_rest = corpus.chosen(*scored), corpus.chosen(*rest)
            own.append(corpus.effect(metric, of_own, name, scored))
            others.append(corpus.effect(metric, of_rest, name, scored))
            sizes.append(len(of_own))
        less = [a.value - b.value for a, b in zip(own, others, strict=True)]
        error = np.std(less, ddof=1) / np.sqrt(DRAWS)
        figures = f"{np.mean(sizes):.0f}", f"{mean(own).value:+.1f}", f"{mean(others).value:+.1f}"
        rows.append([str(number), *figures, f"{np.mean(less):+.1f} ± {error:.1f}"])
    return rows


def parts(corpus: Corpus) -> list[list[str]]:
    """The parts of the sets of a reference and of the outputs, scored by the other references and by people."""
    rows = []
    for name in corpus.references:
        ids, others = corpus.chosen(name), [other for other in corpus.references if other != name]
        both = np.intersect1d(ids, corpus.by_outputs)
        for part, of_part in {
            f"reference {name}": ids,
            f"reference {name} and outputs": both,
            f"reference {name} alone": np.setdiff1d(ids, both),
            f"outputs, not reference {name}": np.setdiff1d(corpus.by_outputs, both),
        }.items():
            bleu = mean(corpus.effect("bleu", of_part, other) for other in others)
            rows.append([part, str(len(of_part)), str(bleu), corpus.by_people(of_part)])
    bleu = mean(corpus.effect("bleu", corpus.by_outputs, name) for name in corpus.references)
    return [*rows, ["all outputs", str(len(corpus.by_outputs)), str(bleu), corpus.by_people(corpus.by_outputs)]]


def sections_of(corpora: Mapping[str, Corpus]) -> Iterator[tuple[str, str]]:
    """The tables of the page, by their marks."""
    for pair, corpus in corpora.items():
        sections = {
            "rules": (["the set is chosen by", "segments", *NAMES], rules(corpus)),
            "scorers": (["scored by", "the set is chosen by", "segments", *NAMES], by_scorer(corpus)),
            "freedom": (["freedom", "distance by", "correlation [95 %]"], freedom(corpus)),
            "systems": (
                ["systems", "segments", "BLEU, own set", "BLEU, set of others", "own less others"],
                few_systems(corpus),
            ),
            "parts": (["the set is chosen by", "segments", "BLEU, by the other references", "people"], parts(corpus)),
        }
        for name, (heading, rows) in sections.items():
            yield f"{name} {pair}", markdown_table(heading, rows)


def assessments(path: Path) -> Iterator[tuple[int, str, float]]:
    """The rows of a long table of scores."""
    for row in csv.DictReader(read_lines(path)):
        yield int(row["segment_id"]), row["system"], float(row["score"])


def mqm(path: Path) -> Iterator[tuple[int, str, float]]:
    """Negative MQM of segments, which the file counts from 1."""
    for system, score, segment in (line.split() for line in read_lines(path)[1:]):
        if score != "None":
            yield int(segment) - 1, MQM_NAMES.get(system, system), float(score)


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/ and mqm/", page="docs/lab/reordering.md")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--assessments", type=Path, required=True)
    a = parser.parse_args()
    a.work.mkdir(parents=True, exist_ok=True)
    folders = [Path("results", f"wmt21-{pair}") for pair in PAIRS]
    wanted = ["alignment.parquet", "output_alignment.parquet", "covariates.parquet", "systems"]
    config = ["--configfile", str(ROOT / "config/wmt21.yaml"), "--config", f"data_dir={a.data.resolve()}"]
    run(a.work, [*config, "--", *(str(folder / file) for folder in folders for file in wanted)], cores=1)
    human = (assessments(a.assessments), mqm(a.data / MQM))
    corpora = {p: Corpus(a.work / folder, of) for p, folder, of in zip(PAIRS, folders, human, strict=True)}
    update_page(a.output, dict(sections_of(corpora)))


if __name__ == "__main__":
    main()

"""The tests at the words of hits on texts: damaged outputs, and human translations as systems, of finished runs.

    python benchmarks/words_in_texts.py RESULTS [RESULTS ...] [--trials 400] [--seed 1]

RESULTS are folders of corpora that were scored with accuracy.

    lost N of M  from the output of one of two systems the words are removed that show so many of M hits of a
               phenomenon, and the text is judged again: found at 5 % (p), and after Benjamini and Hochberg's correction
               over all phenomena with 60 hits (BH). The other system is not the one that was damaged.
    human      each reference is judged by the other references, as a system, beside the mean of the systems judged by
               the same. People translate more freely than systems: who is freer must not be found worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow.compute as pc
from _common import arguments_of, markdown_table
from words_at_hits import FEWEST, LEVEL, PLANTED, replace_entries, some_hits, tested

from extractors.core.arrays import Float64, Int64
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.scoring.documents import clusters_of
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.measure import measure
from extractors.words.preparing import Prepared, prepare
from extractors.words.rendering_judge import RenderingJudge
from extractors.words.systems_at_words import Evidence, Key, departure, evidence_of
from extractors.words.word_order import OrderAsked

HUMAN = "a human reference"


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for folder in given.results:
        corpus = RunTexts(folder)
        rng = np.random.default_rng(given.seed)
        print(f"\n{folder.name}: {len(corpus.systems)} systems, {given.trials} trials\n")
        print(markdown_table(["", "trials", "p %", "BH %"], [*lost_rows(corpus, rng, given.trials)]))
        header = ["", "phenomenon", "hits", "match %", "systems %", "departure", "standard error", "p"]
        print("\n" + markdown_table(header, [*human_rows(corpus)]))


@dataclass(frozen=True)
class RunTexts:
    """The texts of a finished run, and what is asked of them."""

    folder: Path

    @cached_property
    def references(self) -> dict[str, EvidenceText]:
        return {name: EvidenceText.of(text, self.language) for name, text in self._corpus.references.items()}

    @cached_property
    def systems(self) -> dict[str, EvidenceText]:
        files = sorted((self.folder / "systems").glob("*.parquet"))
        return {file.stem: EvidenceText.of(read_hypotheses(file), self.language) for file in files}

    @property
    def language(self) -> str:
        return self._corpus.target_language

    @cached_property
    def _corpus(self):
        return read_corpus(self.folder / "segments.parquet")

    @cached_property
    def _order(self) -> dict[str, OrderAsked]:
        known = catalogue.load(DEFAULT_FILE, languages=[]).values()
        return {one.id: OrderAsked(one.tested_distance, one.measure) for one in known if one.order}

    @cached_property
    def lemmas(self) -> TargetLemmas:
        return TargetLemmas.of(self.language)

    def prepared(self, references: list[str], hits=None) -> Prepared:
        """Return hits, or some of them, with their evidence in some of the references."""
        links = tables.read(ALIGNMENT, self.folder / ALIGNMENT.file)
        return prepare(
            treebank=conllu.read(self.folder / "source.conllu.gz"),
            hits=tables.read(HITS, self.folder / HITS.file) if hits is None else hits,
            links=links.filter(pc.is_in(links.column("reference"), pc.cast(references, "string"))),
            references={name: self.references[name] for name in references},
            settings=AccuracySettings(),
        )

    def evidence(self, prepared: Prepared, systems: dict[str, EvidenceText]) -> tuple[dict[Key, Evidence], list[str]]:
        """Return what the outputs of systems have."""
        clusters = clusters_of(tables.read(COVARIATES, self.folder / COVARIATES.file), StatisticsSettings())
        measured = measure(
            prepared, systems, ranges={}, lemmas=self.lemmas, settings=AccuracySettings(), order=self._order
        )
        return evidence_of(measured.evidence, clusters)


def lost_rows(corpus: RunTexts, rng: np.random.Generator, trials: int) -> Iterator[list[str]]:
    """Yield how often a loss in the text of one of two systems is found."""
    prepared = corpus.prepared(list(corpus.references))
    evidence, systems = corpus.evidence(prepared, corpus.systems)
    large = {name: one for name, one in evidence.items() if one.is_hit.sum() >= FEWEST}
    for hits, share in PLANTED:
        known = [key for key, one in large.items() if one.is_hit.sum() >= hits and not key[1]]
        found = []
        for _ in range(trials if known else 0):
            name = known[rng.integers(len(known))]
            new, old = rng.choice(len(systems), 2, replace=False)
            places = some_hits(large[name], hits, rng)
            of = replace_entries(large[name], places)
            damaged = judged_again(corpus, prepared, name[0], of, places, systems[new], share, rng)
            one = departure(of, damaged, of.values[:, old])
            others = [
                test.p
                for other, of_one in large.items()
                if other != name
                for test in tested(of_one, of_one.values[:, new], of_one.values[:, old])
            ]
            p = 1.0 if one is None or not one.is_tested or one.value > 0 else one.p
            found.append((p, benjamini_hochberg(np.array([p, *others]))[0]))
        shares = [f"{100 * (values < LEVEL).mean():.0f}" for values in np.array(found).T] if found else ["", ""]
        yield [f"lost {100 * share:.0f} % of {hits}", str(len(found)), *shares]


def judged_again(
    corpus: RunTexts,
    prepared: Prepared,
    name: str,
    of: Evidence,
    places: Int64,
    system: str,
    share: float,
    rng: np.random.Generator,
) -> Float64:
    """Return (e,) the values of a system after its words for a share of the hits were removed from its output.

    Args:
        places: (e,) which of the phenomenon's entries `of` has.
    """
    _, found = prepared.hits_of(name)
    items = [prepared.items[number] for number in np.concatenate([found.hits, found.controls])[places]]
    hits = np.flatnonzero(of.is_hit)
    lost = rng.choice(hits, round(share * len(hits)), replace=False)
    words = corpus.systems[system].words
    output = dict(enumerate(words))
    for number in lost.tolist():
        segment, *tokens = items[number]
        shown = {
            key
            for reference in prepared.references
            for keys in [corpus.lemmas.both_keys(reference.words[segment])[1]]
            for token in tokens
            for place in reference.evidence[segment].get(token, ())
            for key in keys[place]
        }
        own = corpus.lemmas.both_keys(output[segment])[0]
        kept = [word for word, keys in zip(output[segment], own, strict=True) if shown.isdisjoint(keys)]
        output[segment] = kept
    changed = {items[number].segment for number in lost.tolist()}
    again = [number for number, item in enumerate(items) if item.segment in changed]
    judge = RenderingJudge(prepared.references, [items[number] for number in again], corpus.lemmas)
    values = of.values[:, list(corpus.systems).index(system)].copy()
    values[again] = [np.nan if v.right is None else v.right for v in judge.judge(output)]
    return values


def human_rows(corpus: RunTexts) -> Iterator[list[str]]:
    """Yield each reference beside the systems, at all phenomena that are tested."""
    for name, text in corpus.references.items():
        others = [other for other in corpus.references if other != name]
        if not others:
            return
        evidence, systems = corpus.evidence(corpus.prepared(others), {**corpus.systems, HUMAN: text})
        place = systems.index(HUMAN)
        for (phenomenon, is_order), one in evidence.items():
            known = np.delete(one.values, place, axis=1)
            of_systems = np.array([np.nan if np.isnan(row).all() else np.nanmean(row) for row in known])
            for found in tested(one, one.values[:, place], of_systems):
                shares = [f"{100 * share:.0f}" for share in (found.match, found.others)]
                numbers = [f"{100 * found.value:+.1f}", f"{100 * found.error:.1f}", f"{found.p:.3f}"]
                yield [
                    f"human {name}",
                    f"{phenomenon} (order)" if is_order else phenomenon,
                    str(found.n),
                    *shares,
                    *numbers,
                ]


if __name__ == "__main__":
    main()

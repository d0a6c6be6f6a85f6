"""Compare two systems over several finished runs, pooled like the ready-made test sets of a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.api.compared_run import NOT_LOOKED, ComparedRun
from extractors.api.datasets import Scoring
from extractors.api.results_folder import Results
from extractors.api.set_answers import AskedOfSets, on_set, weighted
from extractors.api.words_of_evaluation import tested_rows
from extractors.core.errors import InputError, check_known
from extractors.formats.over_test_sets import DIFFERENCE, INTERACTION, OVER_TEST_SETS
from extractors.formats.pair import BETTER, WORSE
from extractors.formats.word_evidence import WORD_PAIRS
from extractors.report.numbers import Row, Rows, is_significant
from extractors.report.pair_gate import WHOLE, PairGate
from extractors.report.pair_text import pooled_text
from extractors.scoring.atlas_effects import AtlasCorpus, LoadedCorpus
from extractors.scoring.comparison_family import comparison_family
from extractors.scoring.documents import SegmentClusters
from extractors.scoring.whole_corpus import WholeCorpus, compare_whole, joined
from extractors.words.pooled_evidence import pooled_evidence


@dataclass(frozen=True, kw_only=True)
class ComparedRuns:
    """Two systems on the corpora of several runs. `print` shows tables and verdict.

    Attributes:
        pair_gate: of all runs together; its rows are one a phenomenon.
        by_run: both systems on each whole corpus.
        family: the phenomena that are tested.
        rows: of OVER_TEST_SETS, the questions DIFFERENCE and INTERACTION.
        answers: rows of IN_TEST_SETS.
    """

    pair_gate: PairGate
    by_run: Mapping[str, WholeCorpus]
    family: Sequence[str]
    rows: Rows
    answers: Rows

    @property
    def table(self) -> pa.Table:
        """A row for each question and phenomenon, as Arrow (`challenge-sets list tables`, over test sets)."""
        return OVER_TEST_SETS.table(self.rows)

    @property
    def words(self) -> pa.Table:
        """A row for each phenomenon, the newer system beside the older one at its words in all runs, as Arrow."""
        return WORD_PAIRS.table(self.pair_gate.at_words or [])

    @property
    def failures(self) -> dict[str, str]:
        """By phenomenon, why the newer system fails (`PairGate`)."""
        return self.pair_gate.failures

    @property
    def gate(self) -> str:
        """The verdict of --fail-if-worse, and what it could not have seen."""
        return self.pair_gate.text

    @property
    def worse(self) -> int:
        """The number of phenomena on which the newer system fails."""
        return len(self.failures)

    def __repr__(self) -> str:
        return f"ComparedRuns: {', '.join(self.by_run)}"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the comparison as `challenge-sets compare` prints it."""
        return pooled_text(self.pair_gate, self.by_run, len(self.family), self.rows)


def compare_runs(
    folders: Sequence[str | Path],
    old: str,
    new: str,
    *,
    metric: str | None = None,
    statistics: Mapping[str, Any] | None = None,
    phenomena: Sequence[str] | None = None,
    fail_on: Sequence[str] = (),
) -> ComparedRuns:
    """Compare two systems on the corpora of several runs together.

    Whole corpora are joined. Evidence at the words is put together, each hit with the control words of its own run. By
    sentences, a phenomenon is the mean over the runs, each with the weight of its segments.

    Args:
        folders: results of corpora with the same languages, each with both systems.
        old, new, metric, phenomena, fail_on: as of `compare`.
        statistics: the level, `alpha`; the other settings are taken from the first run.

    Raises:
        InputError: runs of other languages or another metric, one source twice, or what `compare` refuses too.
    """
    check_known("part to fail on", fail_on, [WHOLE])
    if old == new:
        raise InputError(f"{old} is named twice", remedy="name two different systems")
    how = Scoring(metric=metric, statistics=statistics or {})
    runs = _named([ComparedRun(Results(folder), old, new, how) for folder in folders])
    first = next(iter(runs.values()))
    _check_alike(runs)
    hits: Counter[str] = Counter()
    for run in runs.values():
        hits.update(run.hits)
    family = comparison_family(phenomena, first.headline, hits, hits)
    rows, answers = _by_sentences(runs, family)
    at_words, no_words = _at_words(runs, family)
    gate = PairGate(
        family=family,
        pair=first.pair,
        whole=_whole([*runs.values()]),
        rows=_gate_rows(rows, first.pair.alpha, 1 if first.pair.higher_is_better else -1),
        at_words=at_words,
        no_words=no_words,
        fail_on=fail_on,
    )
    by_run = {
        name: compare_whole(*run.statistics, run.options, run.settings, run.clusters) for name, run in runs.items()
    }
    return ComparedRuns(pair_gate=gate, by_run=by_run, family=family, rows=rows, answers=answers)


def _named(runs: Sequence[ComparedRun]) -> dict[str, ComparedRun]:
    """Return the runs by the names of their folders; by their paths where names are the same."""
    names = [run.results.folder.resolve().name for run in runs]
    if len(set(names)) < len(names):
        names = [str(run.results.folder) for run in runs]
    places = [run.results.folder.resolve() for run in runs]
    if len(set(places)) < len(places):
        raise InputError("the same run is given twice", path=places[0], remedy="give each folder of results once")
    return dict(zip(names, runs, strict=True))


def _check_alike(runs: Mapping[str, ComparedRun]) -> None:
    """Refuse runs of different language pairs, or with another metric or other options."""
    first = next(iter(runs.values()))
    for name, run in runs.items():
        pairs = [
            f"{each.manifest.corpus.source_language}-{each.manifest.corpus.target_language}" for each in (first, run)
        ]
        if pairs[0] != pairs[1]:
            raise InputError(
                f"{name} is {pairs[1]}, but the first run is {pairs[0]}", remedy="compare each language pair by itself"
            )
        if (run.metric, run.options) != (first.metric, first.options):
            raise InputError(
                f"{name} has {run.metric} with {dict(run.options)}, but the first run has {first.metric} with"
                f" {dict(first.options)}",
                remedy="compare by a metric that has the same options in all runs: --metric NAME",
            )


def _whole(runs: Sequence[ComparedRun]) -> WholeCorpus:
    """Return both systems on all corpora as if they were one."""
    numbers, first = [], 0
    for run in runs:
        numbers_of_run = run.clusters.of_segments(len(run.statistics[0].rows))
        numbers.append(numbers_of_run + first)
        first += int(numbers_of_run.max(initial=-1)) + 1
    clusters = SegmentClusters(runs[0].clusters.unit, np.concatenate(numbers))
    old, new = (joined([run.statistics[side] for run in runs]) for side in (0, 1))
    return compare_whole(old, new, runs[0].options, runs[0].settings, clusters)


def _at_words(runs: Mapping[str, ComparedRun], family: Sequence[str]) -> tuple[Rows | None, str]:
    """Return the rows of WORD_PAIRS over the runs that looked at words, and which did not; None where none did."""
    first = next(iter(runs.values()))
    pair = [first.old, first.new]
    parts = []
    for evidence, systems in (run.evidence for run in runs.values() if run.evidence is not None):
        # A run without hits has no systems in its table.
        columns = [systems.index(system) for system in pair if evidence]
        parts.append({key: replace(hits, values=hits.values[:, columns]) for key, hits in evidence.items()})
    without = [name for name, run in runs.items() if run.evidence is None]
    if not parts:
        return None, NOT_LOOKED
    rows, few = tested_rows(pooled_evidence(parts), pair, *pair, alpha=first.settings.alpha, family=family)
    return rows, few or (f"{', '.join(without)}: {NOT_LOOKED}" if without else "")


def _by_sentences(runs: Mapping[str, ComparedRun], family: Sequence[str]) -> tuple[Rows, Rows]:
    """Return the rows of OVER_TEST_SETS and IN_TEST_SETS."""
    asked = AskedOfSets()
    first = next(iter(runs.values()))
    for name, run in runs.items():
        corpus = AtlasCorpus(
            name=name,
            folder=run.results.folder,
            source_language=run.manifest.corpus.source_language,
            target_language=run.manifest.corpus.target_language,
            systems=[run.new, run.old],
            metrics={run.metric: run.options},
        )
        loaded = LoadedCorpus.of_results(corpus, asked.texts, run.settings)
        if loaded.source_name != name:
            raise InputError(
                f"{name} shares most of its source with {loaded.source_name}: they are the same test set",
                path=run.results.folder,
                remedy="leave out one of them",
            )
        asked.scores.append({"metric": run.metric})
        for (phenomenon, distance), ids in loaded.sets.items():
            if phenomenon not in family:
                continue
            asked.labels.setdefault(phenomenon, phenomenon)
            asked.add(DIFFERENCE, phenomenon, on_set(loaded, ids, old=run.old, new=run.new))
            effects = {effect.metric: effect for effect in loaded.effects(phenomenon, distance, ids)}
            if run.metric in effects:
                weights = {run.new: 1.0, run.old: -1.0}
                asked.add(INTERACTION, phenomenon, weighted(effects[run.metric], weights))
    result = asked.result("", {}, first.pair.label, first.settings.alpha)
    return result.rows, result.answers


def _gate_rows(rows: Rows, alpha: float, sign: int) -> list[Row]:
    """Return a row a phenomenon with what `PairGate` reads of PAIR; the values of `rows` are better if higher."""
    by_phenomenon: dict[str, dict[str, Any]] = {}
    for row in rows:
        gate_row = by_phenomenon.setdefault(
            row["phenomenon"],
            {
                "phenomenon": row["phenomenon"],
                "finding": None,
                "p_bh": None,
                "difference": None,
                "interaction": None,
                "interaction_p_bh": None,
            },
        )
        if row["question"] == INTERACTION:
            gate_row |= {"interaction": sign * row["value"], "interaction_p_bh": row["p_bh"]}
        else:
            gate_row |= {"p_bh": row["p_bh"], "difference": sign * row["value"]}
            if is_significant(row, alpha):
                gate_row["finding"] = WORSE if row["value"] < 0 else BETTER
    return [*by_phenomenon.values()]

"""Compare two outputs on challenge sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.api.datasets import Dataset, Scoring, Text
from extractors.api.frames import frame_of
from extractors.api.outputs_and_sets import evaluation_of
from extractors.api.results_folder import Results, not_scored
from extractors.api.words_of_evaluation import family, words_of
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError, check_known
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.pair import PAIR, WORSE
from extractors.formats.scores import CORPUS_SCORES, SCORES, SYSTEM_COMPARISONS
from extractors.formats.sets import SETS
from extractors.formats.word_evidence import WORD_EVIDENCE, WORD_PAIRS
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.report.numbers import Rows, number, percent, significance
from extractors.report.pair_table import SystemPair, is_worse, pair_rows, pair_table, pair_verdict, word_pair_table
from extractors.scoring.documents import clusters_of
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.metrics import create_metric
from extractors.scoring.phenomenon_tests import LARGEST
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.systems_at_words import evidence_of
from extractors.words.systems_at_words import pair_rows as pair_rows_at_words

if TYPE_CHECKING:
    import pandas as pd

MORE = "more than elsewhere"
AT_MINIMUM = pc.field("kind") == "minimum"
"""Which sets systems are compared on; those at exact distances and in buckets have no tests."""


class Compared:
    """Two systems at the words of phenomena and under a metric on all sets. `print` shows tables and verdict.

    Attributes:
        pair: the systems, the metric and the level of the tests.
        at_words: the rows of WORD_PAIRS; None where the words of hits were not looked at.
        no_words: why they were not.
    """

    def __init__(
        self,
        pair: SystemPair,
        *,
        comparisons: pa.Table,
        scores: pa.Table,
        sets: pa.Table,
        corpus_scores: pa.Table,
        at_words: Rows | None = None,
        no_words: str = "the run did not look at words",
    ) -> None:
        self.pair, self.at_words, self.no_words = pair, at_words, no_words
        self._corpus = [row for row in corpus_scores.to_pylist() if row["metric"] == pair.metric]
        self._rows = pair_rows(pair, comparisons, scores, sets)

    @cached_property
    def table(self) -> pa.Table:
        """A row for each set, as Arrow (docs/formats.md)."""
        return PAIR.table(self._rows)

    @property
    def frame(self) -> pd.DataFrame:
        """`table` as a pandas frame.

        Raises:
            InputError: pandas is not installed.
        """
        return frame_of(self.table)

    @cached_property
    def words(self) -> pa.Table:
        """A row for each phenomenon, the newer system beside the older one at its words, as Arrow."""
        return WORD_PAIRS.table(self.at_words or [])

    @property
    def worse(self) -> int:
        """The number of phenomena on which the newer system fails."""
        return len(self.failures)

    @property
    def failures(self) -> dict[str, str]:
        """By phenomenon, why the newer system fails: it is significantly worse at the words, or more than elsewhere.

        A difference that is no larger than on other sentences is about the system as a whole, and no failure. Sets of
        more than half of the corpus are no phenomenon of their own. Where the words are not known, a set that scores
        significantly lower is a failure too: nothing else would see a lost phenomenon there.
        """
        alpha, sign = self.pair.alpha, 1 if self.pair.higher_is_better else -1
        failed = {row["phenomenon"]: "at the words" for row in self.at_words or () if is_worse(row, alpha)}
        for row in self._rows:
            p, change = row["interaction_p_bh"], row["interaction"]
            is_most = row["n"] > LARGEST * self._corpus[0]["n"]
            if self.at_words is None and row["finding"] == WORSE:
                failed.setdefault(row["phenomenon"], "on its set")
            if p is not None and p < alpha and sign * change < 0 and not is_most:
                known = failed.get(row["phenomenon"])
                failed[row["phenomenon"]] = f"at the words, and {MORE}" if known and "words" in known else MORE
        return failed

    @property
    def gate(self) -> str:
        """The verdict of --fail-if-worse, and what it could not have seen."""
        if self.failures:
            said = "; ".join(f"{name} ({why})" for name, why in self.failures.items())
            return f"FAIL: {self.pair.new} is worse than {self.pair.old} on {said}"
        if not self.at_words:
            why = self.no_words if self.at_words is None else "no phenomenon has hits enough"
            return f"PASS by sentence scores alone: {why}; compare two systems of a run (--results) to look at words"
        losses = ", ".join(f"{row['phenomenon']} {percent(row['detectable'], places=0)}" for row in self.at_words)
        return f"PASS. With 80 % power the words would have shown a loss of this many points: {losses}"

    @property
    def verdict(self) -> str:
        """On which phenomena the newer system is worse or better, in a sentence."""
        return pair_verdict(self.pair, self._rows)

    def __repr__(self) -> str:
        return self.verdict

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The comparison as `challenge-sets compare` prints it."""
        words = word_pair_table(self.at_words, self.pair.alpha) if self.at_words else ""
        return (
            f"old: {self.pair.old}, new: {self.pair.new}\n{self._whole_corpus()}\n\n"
            f"{words}{pair_table(self.pair, self._rows)}"
            f"*: {significance(self.pair.alpha)} over these sets, p (BH).\nAn interval is of one number alone."
            " d >= 1-3: the sets at 1 to 3 have the same segments and are one test.\n\n"
            f"{self.verdict}\n{self.gate}\n"
        )

    def _whole_corpus(self) -> str:
        score = {row["system"]: row["score"] for row in self._corpus}
        for system in (self.pair.old, self.pair.new):
            if system not in score:
                raise InputError(
                    f"{system} has no scores of {self.pair.metric}", remedy="compare by another: --metric NAME"
                )
        shown = decimals(map(abs, score.values()))
        old, new = score[self.pair.old], score[self.pair.new]
        return (
            f"{self.pair.label} on the whole corpus, {self._corpus[0]['n']} segments: {number(old, shown)} ->"
            f" {number(new, shown)} ({number(new - old, shown, sign=True)})"
        )


def compare(
    dataset: Dataset | Results,
    old: Text | Sequence[str],
    new: Text | Sequence[str],
    *,
    metric: str | None = None,
    options: Mapping[str, Any] | None = None,
    segment_scores: Mapping[str, Text] | None = None,
    statistics: Mapping[str, Any] | None = None,
    changed: bool = False,
    check_languages: bool = True,
) -> Compared:
    """Compare two outputs, or two systems of a scored corpus.

    Args:
        dataset: a ready-made or published set or `SetFiles`, as of `score`; or the `Results` of a corpus.
        old, new: outputs, each a file with a segment a line ([NAME=]FILE) or a list of segments; names of systems with
            `Results`.
        metric: by which they are compared (default: the first of the set or of the run).
        options, segment_scores, changed, check_languages: as of `score`; not with `Results`.
        statistics: as of `score`; with `Results` only `alpha` changes something.

    Raises:
        InputError: no sets, an unknown system or metric, or what `score` refuses too.
    """
    how = Scoring(
        metrics=None if metric is None or metric in (segment_scores or {}) else [metric],
        options=options or {},
        segment_scores=segment_scores or {},
        metric=metric,
        statistics=statistics or {},
        changed=changed,
        check_languages=check_languages,
    )
    if isinstance(dataset, Results):
        return _of_results(dataset, str(old), str(new), how)
    # The newer one comes first, so that a difference of the two is new minus old.
    (old_name, older), (new_name, newer) = _named(old, new)
    evaluation = evaluation_of(dataset, {new_name: newer, old_name: older}, how=how)
    if evaluation.sets is None:
        raise InputError("no sets to compare on", remedy="give --sets FILE (and --controls FILE), or a published set")
    evaluation = _by_one_metric(evaluation, metric)
    ((chosen, its_options),) = evaluation.options.items()
    conclusions = evaluation.conclusions
    at_words, no_words = words_of(evaluation, old_name, new_name)
    return Compared(
        _pair(old_name, new_name, chosen, its_options, evaluation.settings),
        comparisons=conclusions.comparisons,
        scores=conclusions.scores,
        sets=evaluation.sets,
        corpus_scores=evaluation.corpus_scores,
        at_words=at_words,
        no_words=no_words,
    )


def _of_results(results: Results, old: str, new: str, how: Scoring) -> Compared:
    folder, manifest = results.folder, results.manifest
    if manifest is None:
        raise not_scored(folder, "manifest.json")
    corpus = results.table(Path(CORPUS_SCORES.file).stem)
    check_known("system", (old, new), results.systems)
    chosen = how.metric or corpus["metric"][0].as_py()
    check_known("metric", [chosen], pc.unique(corpus["metric"]).to_pylist())
    of_metric = pc.field("metric") == chosen
    return Compared(
        _pair(old, new, chosen, manifest.metrics[chosen], how.settings(manifest.statistics)),
        comparisons=tables.read(SYSTEM_COMPARISONS, folder / SYSTEM_COMPARISONS.file, where=of_metric),
        scores=tables.read(SCORES, folder / SCORES.file, where=of_metric),
        sets=tables.read(SETS, folder / SETS.file, where=AT_MINIMUM),
        corpus_scores=corpus,
        at_words=_at_words(results, old, new, how.settings(manifest.statistics)),
    )


def _at_words(results: Results, old: str, new: str, settings: StatisticsSettings) -> Rows | None:
    """The rows of WORD_PAIRS of two systems; None of a run that did not look at words."""
    folder, manifest = results.folder, results.manifest
    if manifest is None or not (folder / WORD_EVIDENCE.file).is_file():
        return None
    clusters = clusters_of(tables.read(COVARIATES, folder / COVARIATES.file), settings)
    evidence, systems = evidence_of(tables.read(WORD_EVIDENCE, folder / WORD_EVIDENCE.file), clusters)
    phenomena = family(evidence, ReportSettings.of(manifest.config.get("report", {})).headline)
    return pair_rows_at_words(evidence, systems, old, new, phenomena=phenomena, alpha=settings.alpha)


def _pair(old: str, new: str, metric: str, options: Mapping[str, Any], settings: StatisticsSettings) -> SystemPair:
    """The two systems under a metric with these options."""
    made = create_metric(metric, options)
    return SystemPair(
        old=old, new=new, metric=metric, label=made.label, higher_is_better=made.higher_is_better, alpha=settings.alpha
    )


def _named(*given: Text | Sequence[str]) -> list[tuple[str, Place | Sequence[str]]]:
    """Both outputs with names: `old` and `new`, where a file's name does not tell them apart."""
    named: list[tuple[str, Place | Sequence[str]]] = []
    for name, output in zip(("old", "new"), given, strict=True):
        if isinstance(output, Place):
            named.append((name, output))
        elif isinstance(output, str | Path):
            named += places.named([str(output)], default="").items()
        else:
            named.append((name, output))
    (old, older), (new, newer) = named
    return [("old", older), ("new", newer)] if old == new else named


def _by_one_metric(evaluation: Evaluation, metric: str | None) -> Evaluation:
    """The evaluation by the metric, else by its first, on the sets at minimum distances alone."""
    chosen = metric or next(iter(evaluation.options))
    return replace(
        evaluation,
        metrics={name: options for name, options in evaluation.metrics.items() if name == chosen},
        brought={name: file for name, file in evaluation.brought.items() if name == chosen},
        sets=None if evaluation.sets is None else evaluation.sets.filter(AT_MINIMUM),
    )

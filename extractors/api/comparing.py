"""Compare two outputs on challenge sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.api.compared_run import ComparedRun, pair_of
from extractors.api.datasets import Dataset, Scoring, Text
from extractors.api.frames import frame_of
from extractors.api.outputs_and_sets import evaluation_of
from extractors.api.results_folder import Results
from extractors.api.words_of_evaluation import words_of
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError, check_known
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.pair import PAIR
from extractors.formats.scores import SCORES, SYSTEM_COMPARISONS
from extractors.formats.sets import SETS
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.formats.word_evidence import WORD_PAIRS
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.report.numbers import Rows
from extractors.report.pair_gate import WHOLE, PairGate
from extractors.report.pair_table import SystemPair, pair_rows, pair_verdict
from extractors.report.pair_text import pair_text
from extractors.scoring.artefacts import artefact_segments
from extractors.scoring.comparison_family import comparison_family
from extractors.scoring.documents import clusters_of
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.whole_corpus import WholeCorpus, compare_whole

if TYPE_CHECKING:
    import pandas as pd

    from extractors.report.pair_page import ShownPair

AT_MINIMUM = pc.field("kind") == "minimum"
"""Which sets systems are compared on; those at exact distances and in buckets have no tests."""


class Compared:
    """Two systems at the words of phenomena and under a metric on all sets. `print` shows tables and verdict.

    Attributes:
        pair: the systems, the metric and the level of the tests.
        at_words: the rows of WORD_PAIRS; None where the words of hits were not looked at.
        no_words: why they were not.
        family: the phenomena that are tested, known before the outputs are.
        whole: both systems on all segments.
    """

    def __init__(
        self,
        pair: SystemPair,
        *,
        comparisons: pa.Table,
        scores: pa.Table,
        sets: pa.Table,
        at_words: Rows | None = None,
        family: Sequence[str],
        whole: WholeCorpus,
        fail_on: Sequence[str] = (),
        no_words: str = "",
        shown: Callable[[PairGate, Sequence[str]], ShownPair],
    ) -> None:
        self._shown = shown
        self.pair, self.at_words, self.no_words, self.family, self.whole = pair, at_words, no_words, family, whole
        self._rows = pair_rows(pair, comparisons, scores, sets, family=family, segments=whole.n)
        self._gate = PairGate(
            family=family,
            pair=pair,
            whole=whole,
            rows=self._rows,
            at_words=at_words,
            no_words=no_words,
            fail_on=fail_on,
        )

    @cached_property
    def table(self) -> pa.Table:
        """A row for each set, as Arrow (`challenge-sets list tables`)."""
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
        """By phenomenon, why the newer system fails (`PairGate`)."""
        return self._gate.failures

    @property
    def gate(self) -> str:
        """The verdict of --fail-if-worse, and what it could not have seen."""
        return self._gate.text

    @property
    def verdict(self) -> str:
        """On which phenomena the newer system is worse or better, in a sentence."""
        return pair_verdict(self.pair, self._rows)

    def __repr__(self) -> str:
        return self.verdict

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the comparison as `challenge-sets compare` prints it."""
        return pair_text(self._gate, len(self.family))

    def save(self, output: str | Path) -> None:
        """Write a page that opens without a network: the tables, the hits lost and won, the segments that differ most.

        Args:
            output: NAME.html.
        """
        # Here: a comparison without a page needs nothing that draws one.
        from extractors.report import pair_page

        pair_page.write(self._shown(self._gate, self.family), output)


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
    phenomena: Sequence[str] | None = None,
    fail_on: Sequence[str] = (),
) -> Compared:
    """Compare two outputs, or two systems of a scored corpus.

    Args:
        dataset: a ready-made or published set or `SetFiles`, as of `score`; or the `Results` of a corpus.
        old, new: outputs, each a file with a segment a line ([NAME=]FILE) or a list of segments; names of systems with
            `Results`.
        metric: by which they are compared (default: the primary one of the set or of the run).
        options, segment_scores, changed, check_languages: as of `score`; not with `Results`.
        statistics: as of `score`; with `Results` only `alpha` changes something.
        phenomena: the family of tests (default: `report.headline`, and all with 60 hits or more).
        fail_on: `["whole"]` lets a significant loss on the whole corpus fail, too.

    Raises:
        InputError: no sets, an unknown system, metric or phenomenon, or what `score` refuses too.
    """
    check_known("part to fail on", fail_on, [WHOLE])
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
        return _compared_results(dataset, str(old), str(new), how, phenomena, fail_on)
    # The newer one comes first, so that a difference of the two is new minus old.
    (old_name, older), (new_name, newer) = _named(old, new)
    evaluation = evaluation_of(dataset, {new_name: newer, old_name: older}, how=how)
    if evaluation.sets is None:
        raise InputError(
            "there are no sets to compare on", remedy="give --sets FILE (and --controls FILE), or a published set"
        )
    family = _family_of_sets(evaluation.sets, phenomena)
    evaluation = _by_one_metric(evaluation, metric)
    ((chosen, its_options),) = evaluation.options.items()
    statistics_of = {one.system: one for one in evaluation.statistics}
    for name in (old_name, new_name):
        if name not in statistics_of:
            raise InputError(f"{name} has no scores of {chosen}", remedy="compare by another metric: --metric NAME")
    pair_statistics = statistics_of[old_name], statistics_of[new_name]
    conclusions = evaluation.conclusions
    at_words, no_words = words_of(evaluation, old_name, new_name, family)
    return Compared(
        pair_of(old_name, new_name, chosen, its_options, evaluation.settings),
        comparisons=conclusions.comparisons,
        scores=conclusions.scores,
        sets=evaluation.sets,
        family=family,
        whole=compare_whole(
            *pair_statistics,
            its_options,
            evaluation.settings,
            clusters_of(evaluation.covariates, evaluation.settings),
        ),
        fail_on=fail_on,
        shown=lambda gate, names: _shown_of_outputs(evaluation, gate, names),
        at_words=at_words,
        no_words=no_words,
    )


def _compared_results(
    results: Results, old: str, new: str, how: Scoring, phenomena: Sequence[str] | None, fail_on: Sequence[str]
) -> Compared:
    run = ComparedRun(results, old, new, how)
    has_metric = pc.field("metric") == run.metric
    folder, family = results.folder, run.family(phenomena)
    at_words, no_words = run.at_words(family)
    _warn_of_artefacts(folder / INPUT_AUDIT.file, (old, new))
    return Compared(
        run.pair,
        comparisons=tables.read(SYSTEM_COMPARISONS, folder / SYSTEM_COMPARISONS.file, where=has_metric),
        scores=tables.read(SCORES, folder / SCORES.file, where=has_metric),
        sets=tables.read(SETS, folder / SETS.file, where=AT_MINIMUM),
        at_words=at_words,
        no_words=no_words,
        family=family,
        whole=compare_whole(*run.statistics, run.options, run.settings, run.clusters),
        fail_on=fail_on,
        shown=lambda gate, names: _shown_of_run(run, gate, names),
    )


def _warn_of_artefacts(audit: Path, systems: Sequence[str]) -> None:
    """Warn of systems with lines that are no translation, as far as the audit of a run names them."""
    artefacts = artefact_segments(tables.read(INPUT_AUDIT, audit)) if audit.exists() else {}
    for system in systems:
        if segments := artefacts.get(system):
            log.warning(
                "%s has no translation, or a damaged one, in %d segments (%s): results may come from these",
                system,
                len(segments),
                audit.with_suffix(".csv"),
            )


def _shown_of_run(run: ComparedRun, gate: PairGate, family: Sequence[str]) -> ShownPair:
    from extractors.api.compared_page import shown_of_run

    return shown_of_run(run, gate, family)


def _shown_of_outputs(evaluation: Evaluation, gate: PairGate, family: Sequence[str]) -> ShownPair:
    from extractors.api.compared_page import shown_of_outputs

    return shown_of_outputs(evaluation, gate, family)


def _family_of_sets(sets: pa.Table, phenomena: Sequence[str] | None) -> list[str]:
    """Choose the family of tests from sets alone: each segment of a phenomenon's widest set counts as a hit."""
    segments: dict[str, int] = {}
    for row in sets.filter(AT_MINIMUM).to_pylist():
        name = row["phenomenon"]
        segments[name] = max(len(row["segment_ids"]), segments.get(name, 0))
    return comparison_family(phenomena, ReportSettings().headline, segments, segments)


def _named(*outputs: Text | Sequence[str]) -> list[tuple[str, Place | Sequence[str]]]:
    """Name both outputs after their files; `old` and `new` if they are not files, or have the same name."""
    named: list[tuple[str, Place | Sequence[str]]] = []
    for name, output in zip(("old", "new"), outputs, strict=True):
        if isinstance(output, Place):
            named.append((name, output))
        elif isinstance(output, str | Path):
            named += places.named([str(output)], default="").items()
        else:
            named.append((name, output))
    (old, older), (new, newer) = named
    return [("old", older), ("new", newer)] if old == new else named


def _by_one_metric(evaluation: Evaluation, metric: str | None) -> Evaluation:
    """Reduce an evaluation to one metric (default: the primary one) and to the sets at minimum distances."""
    chosen = metric or primary_metric(list(evaluation.options), evaluation.metric)
    return replace(
        evaluation,
        metrics={name: options for name, options in evaluation.metrics.items() if name == chosen},
        brought={name: file for name, file in evaluation.brought.items() if name == chosen},
        sets=None if evaluation.sets is None else evaluation.sets.filter(AT_MINIMUM),
    )

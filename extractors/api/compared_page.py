"""Collect what the page of two systems shows, from a run or from outputs that were scored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from extractors.api.compared_run import ComparedRun
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS
from extractors.report.pair_gate import PairGate
from extractors.report.pair_hits import pair_hits, pair_segments
from extractors.report.pair_page import ShownPair
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.output_differences import OutputDifferences


def shown_of_run(run: ComparedRun, gate: PairGate, family: Sequence[str]) -> ShownPair:
    """Return what the page shows of two systems of a run: the hits lost and won, where it looked at words."""
    folder = run.results.folder
    corpus = read_corpus(folder / "segments.parquet")
    texts = OutputDifferences(
        source=corpus.source,
        references=list(corpus.references.values()),
        old=read_hypotheses(folder / f"systems/{run.old}.parquet"),
        new=read_hypotheses(folder / f"systems/{run.new}.parquet"),
    )
    why = gate.failures
    if gate.at_words is not None and (folder / ACCURACY_HITS.file).is_file():
        hits = pair_hits(folder, run.old, run.new, failing_first(family, why), why, texts.gains)
    else:
        sets = tables.read(SETS, folder / SETS.file)
        hits = pair_segments(texts, (run.old, run.new), widest(sets, family, why), why, list(corpus.references))
    return ShownPair(gate=gate, family=family, texts=texts, hits=hits)


def shown_of_outputs(evaluation: Evaluation, gate: PairGate, family: Sequence[str]) -> ShownPair:
    """Return what the page shows of two outputs that were scored here: the segments of the sets that changed most.

    Args:
        evaluation: of one metric, with sets.
    """
    old, new = gate.pair.old, gate.pair.new
    names = list(evaluation.humans)
    if len(names) != len(evaluation.references):
        # Which of the texts are the human ones is not known here.
        names = [f"reference {number + 1}" for number in range(len(evaluation.references))]
    texts = OutputDifferences(
        source=evaluation.source,
        references=evaluation.references,
        old=evaluation.hypotheses[old],
        new=evaluation.hypotheses[new],
    )
    sets = SETS.table([]) if evaluation.sets is None else evaluation.sets
    why = gate.failures
    return ShownPair(
        gate=gate,
        family=family,
        texts=texts,
        hits=pair_segments(texts, (old, new), widest(sets, family, why), why, names),
    )


def failing_first(family: Sequence[str], why: Mapping[str, str]) -> list[str]:
    """Sort the phenomena of the family: those on which the newer system fails come first."""
    return sorted(family, key=lambda name: name not in why)


def widest(sets: pa.Table, family: Sequence[str], why: Mapping[str, str]) -> dict[str, list[int]]:
    """Return the segments of the widest set of each phenomenon of the family, sorted as by `failing_first`."""
    segments: dict[str, list[int]] = {}
    for row in sets.filter(pc.field("kind") == "minimum").to_pylist():
        if len(row["segment_ids"]) > len(segments.get(row["phenomenon"], ())):
            segments[row["phenomenon"]] = row["segment_ids"]
    return {name: segments[name] for name in failing_first(family, why) if name in segments}

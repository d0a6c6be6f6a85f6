"""Building ready-made sets from the results of a run: its numbers, and those of its outputs, without any text."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from sacrebleu.dataset import DATASETS

from extractors.config.output_settings import PublishSettings
from extractors.config.run import RunConfig
from extractors.core.arrays import Int32
from extractors.core.errors import InputError, check_known
from extractors.core.install import EXTRAS
from extractors.core.logs import log
from extractors.extract.control_settings import NAMES
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.control_words import CONTROL_WORDS
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import MEASURED, codes_of
from extractors.formats.hits import HITS
from extractors.formats.line_checksums import clean, line_checksum
from extractors.formats.origin import inherit_origin
from extractors.formats.published import PUBLISHED_IDS
from extractors.formats.ready_made_tables import BASELINE, ERRORS, LINES, PAIR_SEGMENTS
from extractors.formats.segments import Corpus, hypothesis_texts
from extractors.formats.statistics import AgainstOne, Statistics, compact, write_against
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.publish import description, ready_made_sets, run_results
from extractors.publish.description import Description, checksum
from extractors.publish.ready_made_sets import ONLY_REFERENCE, YEAR
from extractors.publish.words_of_hits import control_words
from extractors.publish.write import Contents
from extractors.scoring import segment_statistics
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import clusters_of
from extractors.scoring.metrics import metric_signature
from extractors.scoring.phenomenon_tests import chosen_distances
from extractors.scoring.scorer import SetScorer, SystemBlock, contrast_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings

NOT_IN_BASE = {f"{language}-mecab" for language in EXTRAS if language in ("ja", "ko")}
"""Tokenizers of BLEU that need an extra: those pairs have chrF alone."""
UNSURE = {"wmt22-en-hr", "wmt23-en-he"}
"""Whose other reference is not known to be a translation by professionals from nothing; of wmt22-en-hr by students."""
LICENCE = "shared task data of WMT: free for research; cite the findings of its year"
PLACES = ("head_start", "head_end", "dependent_start", "dependent_end")
CONTROLS_OF_A_HIT = 5
"""Control words that ship for each hit: with all of them the tables would be four times as large."""
NAME_OF_CORPUS = re.compile(r"(?P<test_set>.+)-(?P<pair>[a-z]{2,3}-[a-z]{2,3})")


@dataclass
class _SourceLines:
    """The different source lines of the pairs of a test set with one source language, with their hits.

    Attributes:
        numbers: of each line.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    covariates: list[pa.Table] = field(default_factory=list)
    hits: list[pa.Table] = field(default_factory=list)

    def add(self, source: Sequence[str], covariates: pa.Table, hits: pa.Table) -> None:
        """Add the lines of a pair that are new.

        Args:
            source: (n,) its clean segments.
            hits: those that depend on the source alone.
        """
        new = {line: i for i, line in reversed([*enumerate(source)]) if line not in self.numbers}
        first = np.array(sorted(new.values()), dtype=np.int32)
        of_line = np.full(len(source), -1, dtype=np.int32)
        of_line[first] = len(self.numbers) + np.arange(len(first))
        self.numbers |= {source[i]: int(of_line[i]) for i in first.tolist()}
        self.covariates.append(covariates.select(list(MEASURED)).take(pa.array(first)))
        line = of_line[hits.column("segment_id").to_numpy()]
        moved = hits.set_column(0, hits.schema.field(0), pa.array(line, pa.int32()))
        self.hits.append(moved.filter(pa.array(line >= 0)))

    def write(self, language: str, folder: Path) -> None:
        sums = pa.array([line_checksum(line) for line in self.numbers])
        measured = pa.concat_tables(self.covariates)
        lines = LINES.from_columns({"checksum": sums, **{name: measured.column(name) for name in MEASURED}})
        tables.write(lines, folder / ready_made_sets.lines_file(language))
        tables.write(pa.concat_tables(self.hits), folder / ready_made_sets.hits_file(language))


def build(run: RunConfig, output: Path) -> list[str]:
    """Write the ready-made sets of a run, whose corpora are named TESTSET-PAIR, and return their names.

    A test set has sacreBLEU's name, `_` for its `/`: wmt24-en-de, wmt14_full-de-en. A set has the reference that
    sacreBLEU scores with, by its name; others that people made become the baseline of people.
    """
    groups: dict[tuple[str, str], dict[str, str]] = {}
    for corpus in run.corpora.values():
        test_set, pair = _named(corpus.name)
        groups.setdefault((test_set, corpus.source_language), {})[pair] = corpus.name
    made = []
    for (test_set, language), corpora in groups.items():
        folder, lines = output / test_set, _SourceLines()
        for pair, name in corpora.items():
            _write_pair(run, test_set, name, lines, folder / pair)
            made.append(f"{test_set}:{pair}")
        lines.write(language, folder)
    return made


def _named(corpus: str) -> tuple[str, str]:
    """Return the test set and the language pair of a corpus, as sacreBLEU names them.

    Raises InputError if the name is not TESTSET-PAIR with a test set of sacreBLEU.
    """
    match = NAME_OF_CORPUS.fullmatch(corpus)
    known = {name.replace("/", "_"): name for name in DATASETS}
    test_set = known.get(match["test_set"]) if match else None
    if match is None or test_set is None or match["pair"] not in DATASETS[test_set].langpairs:
        raise InputError(
            f"the corpus {corpus!r} is not called as a test set and a pair of sacreBLEU",
            remedy="call it as in wmt24-en-de or wmt14_full-de-en",
        )
    return test_set, match["pair"]


def _reference(test_set: str, pair: str) -> str:
    """Return the name of the reference that sacreBLEU scores this test set and language pair with."""
    dataset = DATASETS[test_set]
    entry = dataset.langpairs[pair]
    names = (entry if isinstance(entry, dict) else {}).get("refs", dataset.kwargs.get("refs", [ONLY_REFERENCE]))
    return str(names[0])


def _write_pair(run: RunConfig, test_set: str, name: str, lines: _SourceLines, folder: Path) -> None:
    """Write one pair, and add what is of its source lines alone to those of all pairs."""
    corpus, results = run.corpora[name], run.results / name
    found = _contents(run, name, test_set)
    texts = found.corpus
    if texts is None:
        raise InputError(f"{name} has no texts", remedy="run the target extract")
    source = [clean(line) for line in texts.source]
    hits = inherit_origin(_of_clean_lines(found.hits, texts.source), tables.empty(HITS, results / HITS.file))
    measured = pa.array([p.id for p in corpus.phenomena if p.measure is not None], pa.string())
    is_measured = pc.is_in(hits.column("phenomenon"), measured)
    lines.add(source, found.covariates, hits.filter(pc.invert(is_measured)))
    # Without any row it still says how the pair's hits were found.
    tables.write(hits.filter(is_measured), folder / ready_made_sets.HITS_OF_PAIR)
    reference = _reference(test_set, folder.name)
    check_known("reference", [reference], texts.references)
    if (results / ALIGNMENT.file).is_file():
        order = [one.id for one in corpus.phenomena if one.order]
        _write_control_words(results, texts, reference, folder, order=order)
    segments = PAIR_SEGMENTS.from_columns(
        {
            "line": [lines.numbers[line] for line in source],
            "reference": [line_checksum(clean(line)) for line in texts.references[reference]],
            **{kind: _codes(found.covariates, kind) for kind in NAMES},
        }
    )
    tables.write(segments, folder / ready_made_sets.SEGMENTS_OF_PAIR)
    described = _described(found.description, hits, source, reference, texts, name)
    description.write(described, folder)
    outputs = {system: hypothesis_texts(results / "systems" / f"{system}.parquet") for system in corpus.systems}
    humans = without_edited_outputs(corpus.humans, results / INPUT_AUDIT.file, kept=corpus.said_humans)
    others = [] if described.name in UNSURE or reference not in humans else humans
    named = [reference, *(one for one in others if one != reference)]
    references = {one: [clean(line) for line in texts.references[one]] for one in named}
    against = [_against(described, one, references, outputs) for one in references]
    for of_one in against:
        write_against(replace(of_one, systems=_together(of_one.systems)), folder)
    if outputs:
        _write_scores(described, against[0].systems, outputs, references[reference], found, folder)
    log.info("%s: %d segments, %d systems", name, len(source), len(outputs))


def _codes(covariates: pa.Table, kind: str) -> Sequence[int | None]:
    """Return the number of each segment's domain or document, as `kind` says; None for all if it is unknown."""
    codes = codes_of(covariates, kind)
    return [None] * len(covariates) if codes is None else codes.tolist()


def _contents(run: RunConfig, name: str, test_set: str) -> Contents:
    corpus = run.corpora[name]
    return run_results.contents(
        CorpusFolder(run.results / name),
        phenomena_file=run.settings.phenomena_file,
        metrics=corpus.computed(run.settings.computed_metrics),
        statistics=StatisticsSettings(),
        settings=PublishSettings.of(
            {
                "pretty_name": f"Challenge sets of {test_set.upper()} {_named(name)[1]}",
                "licence": "other",
                "licence_name": LICENCE,
                "attribution": f"the organisers of {test_set.partition('/')[0].upper()}",
                "ids_only": True,
            }
        ),
        metric=run.settings.report.metric,
        tested_distances=run.settings.sets.tested_distances,
    )


def _of_clean_lines(hits: pa.Table, source: Sequence[str]) -> pa.Table:
    """Convert hits to the table PUBLISHED_IDS, with character positions in the cleaned source lines.

    Columns about the target are null: they are large, and the target text is not published.
    """
    ids = hits.column("segment_id").to_pylist()
    changed = {i for i, line in enumerate(source) if line != clean(line)}
    schema = hits.select([column.name for column in PUBLISHED_IDS.columns]).schema
    # What is said of the words of a text is large, and the text is not here.
    columns = {
        name: pa.nulls(len(hits), schema.field(name).type) if "_target" in name else hits.column(name)
        for name in schema.names
    }
    for name in PLACES if changed else ():
        at = [
            _clean_place(source[i], place, is_start=name.endswith("start")) if i in changed else place
            for i, place in zip(ids, hits.column(name).to_pylist(), strict=True)
        ]
        columns[name] = pa.array(at, pa.int32())
    return pa.table(columns, schema=schema)


def _write_control_words(results: Path, texts: Corpus, reference: str, folder: Path, *, order: Collection[str]) -> None:
    """Write the control words that the links to the set's reference give, by their places in the clean lines."""
    path = results / ALIGNMENT.file
    found = control_words(
        treebank=conllu.read(results / "source.conllu.gz"),
        hits=tables.read(HITS, results / HITS.file),
        links=tables.read(ALIGNMENT, path, where=pc.field("reference") == reference),
        corpus=texts,
        settings=AccuracySettings(),
        path=str(path),
        order=order,
        for_a_hit=CONTROLS_OF_A_HIT,
    )
    rows = [_in_clean_line(row, texts.source[row["segment_id"]]) for row in found.to_pylist()]
    tables.write(CONTROL_WORDS.table(rows), folder / ready_made_sets.CONTROL_WORDS_OF_PAIR)


def _in_clean_line(row: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a row of CONTROL_WORDS with its character positions moved from the raw to the cleaned line."""
    moved = dict(row)
    for side in ("head", "dependent") if text != clean(text) else ():
        start, length = row[f"{side}_start"], row[f"{side}_length"]
        if start is not None:
            moved[f"{side}_start"] = _clean_place(text, start, is_start=True)
            moved[f"{side}_length"] = _clean_place(text, start + length, is_start=False) - moved[f"{side}_start"]
    return moved


def _clean_place(text: str, place: int, *, is_start: bool) -> int:
    """Convert a character position in a raw line to the cleaned line, for the start or the end of a word."""
    return len(clean(f"{text[:place]}x")) - 1 if is_start else len(clean(text[:place]))


def _described(
    of_run: Description, hits: pa.Table, source: Sequence[str], reference: str, texts: Corpus, name: str
) -> Description:
    """Return a set's description with one reference, its checksums, and the number of hits of each phenomenon."""
    counts = Counter(hits.column("phenomenon").to_pylist())
    metrics = {m: options for m, options in of_run.metrics.items() if options.get("tokenize") not in NOT_IN_BASE}
    return of_run.model_copy(
        update={
            "name": name,
            "source_sha256": checksum(source),
            "references": {reference: checksum([clean(line) for line in texts.references[reference]])},
            "signature": tables.run_signature(hits),
            "target_reference": None,
            "metrics": metrics,
            "metric_signatures": {m: metric_signature(m, options, references=1) for m, options in metrics.items()},
            "phenomena": [{**entry, "hits": counts[entry["id"]]} for entry in of_run.phenomena],
        }
    )


def _statistics(
    described: Description, metric: str, outputs: Mapping[str, Sequence[str]], reference: Sequence[str]
) -> list[Statistics]:
    return [
        segment_statistics.statistics(
            system=system,
            metric=metric,
            options=described.metrics[metric],
            hypotheses=[clean(text) for text in output],
            references=[reference],
        )
        for system, output in outputs.items()
    ]


def _against(
    described: Description,
    reference: str,
    references: Mapping[str, Sequence[str]],
    outputs: Mapping[str, Sequence[str]],
) -> AgainstOne:
    """Score systems, and the other human references as if they were systems, against one reference.

    The metric is the primary one of the set.
    """
    metric = described.metric or ""
    others = {name: lines for name, lines in references.items() if name != reference}
    systems, humans = (_statistics(described, metric, texts, references[reference]) for texts in (outputs, others))
    return AgainstOne(reference, systems, humans)


def _together(systems: Sequence[Statistics]) -> list[Statistics]:
    """Sum the statistics of all systems into one pseudo-system named YEAR; return an empty list for no systems."""
    if not systems:
        return []
    rows = np.stack([system.rows for system in systems]).sum(axis=0, dtype=np.float64)
    return [replace(systems[0], system=YEAR, rows=compact([*rows.T]))]


def _write_scores(
    described: Description,
    primary: Sequence[Statistics],
    outputs: Mapping[str, Sequence[str]],
    reference: Sequence[str],
    found: Contents,
    folder: Path,
) -> None:
    """Write the scores of the submitted systems, and how exactly they are told apart.

    Args:
        primary: the systems by the primary metric.
        reference: that of the set.
    """
    scored = [
        one
        for metric in described.metrics
        for one in (primary if metric == described.metric else _statistics(described, metric, outputs, reference))
    ]
    blocks = SetScorer.of(scored, described.metrics).blocks
    tables.write(BASELINE.table(_set_scores(blocks, found.sets)), folder / ready_made_sets.BASELINE_OF_PAIR)
    of_primary = next(block for block in blocks if block.metric == described.metric)
    tables.write(ERRORS.table([*_errors(of_primary, found, described)]), folder / ready_made_sets.ERRORS_OF_PAIR)


def _set_scores(blocks: Sequence[SystemBlock], sets: pa.Table) -> list[dict[str, Any]]:
    wanted: list[tuple[str | None, int | None, Any]] = [(None, None, slice(None))]
    wanted += [(*key, ids) for key, ids in ready_made_sets.at_minimum(sets).items() if len(ids)]
    rows: list[dict[str, Any]] = []
    for block in blocks:
        for phenomenon, distance, ids in wanted:
            scores = block.made.score(block.rows[ids].sum(axis=0, dtype=np.float64))
            of_set = {"phenomenon": phenomenon, "distance_from": distance, "metric": block.metric}
            rows += [
                {"system": system, "score": score, **of_set}
                for system, score in zip(block.systems, scores.tolist(), strict=True)
            ]
    return rows


def _errors(block: SystemBlock, found: Contents, described: Description) -> Iterable[dict[str, Any]]:
    """Yield the rows of ERRORS: the median standard error of the difference between two systems on each set.

    Nothing is yielded for a single system, nor for a set without controls or without scores of all systems.
    """
    count = len(block.systems)
    if count < 2:
        return
    pool = ControlPool.of_controls(found.covariates, found.controls, len(block.rows))
    numbers = clusters_of(found.covariates, StatisticsSettings()).numbers
    one, other = (np.array(side) for side in zip(*combinations(range(count), 2), strict=True))
    sets: Mapping[tuple[str, int], Int32] = ready_made_sets.at_minimum(found.sets)
    for key in chosen_distances(sets, described.estimands, len(block.rows)).items():
        made = contrast_of(block, pool.match(sets[key]), pool) if len(sets[key]) else None
        if made is None or not made.scored.all():
            continue
        two = float(np.median(made.of_pairs(one, other).estimate(numbers).standard_error))
        if np.isfinite(two):
            yield {"phenomenon": key[0], "distance_from": key[1], "scale": block.scale, "two": two}

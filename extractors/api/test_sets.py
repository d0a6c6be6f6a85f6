"""Score one system, or compare two, on many sets of a language pair: ready-made or published ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from extractors.api.collections_of_sets import OneSet, ReadyMadeSet, SetCollection, collection_of
from extractors.api.many_test_sets import OverTestSets
from extractors.api.outputs_and_sets import check_of, segments_of, warn_of_foreign_matter
from extractors.api.set_answers import AskedOfSets, on_set, weighted
from extractors.api.standings import rank_among
from extractors.api.words_of_evaluation import evidence_in_set
from extractors.core.errors import InputError, check_known
from extractors.core.logs import log
from extractors.formats.line_checksums import short
from extractors.formats.over_test_sets import (
    DIFFERENCE,
    INTERACTION,
    PEOPLE,
    SYSTEMS,
)
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.formats.thresholds import ALPHA
from extractors.inputs import places
from extractors.inputs.reading import read_texts
from extractors.publish.read import Published
from extractors.publish.ready_made_sets import YEAR, ReadyMadeNumbers
from extractors.scoring.atlas_effects import BEYOND, AtlasCorpus, LoadedCorpus, SharedTexts, documents_of
from extractors.scoring.documents import clusters_of
from extractors.scoring.human_baseline import HumanBaseline
from extractors.scoring.scorer import SetScorer
from extractors.scoring.segment_statistics import statistics
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

Row = dict[str, Any]
Places = str | Path | Sequence[str | Path]
"""What `collection_of` takes, one or several."""
WEIGHTS = {SYSTEMS: {"new": 1.0, YEAR: -1.0}, PEOPLE: {"new": 1.0}, INTERACTION: {"new": 1.0, "old": -1.0}}
"""Of the systems' effects, in each question about set and controls."""


def lines_to_translate(collection: Places, test_sets: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the source lines of all sets of a collection, one set after the other, as `score --echo` prints them."""
    for one in collection_of(collection, test_sets).sets.values():
        yield from one.read()[1].source


def score_test_sets(
    collection: Places,
    outputs: str | Path,
    *,
    test_sets: Sequence[str] | None = None,
    check_languages: bool = True,
    alpha: float = ALPHA,
) -> OverTestSets:
    """Test whether each phenomenon affects a system more than other systems and people, in all test sets of a pair.

    Args:
        collection: as of `collection_of`: `wmt:en-de`, `results/news`, or several places.
        outputs: a folder with a file for each test set, called as sacreBLEU calls it (wmt24.en-de.txt) or as the set's
            folder, or one file with the lines of all, in the order of `lines_to_translate`.
        test_sets: those to take; None for all that have an output.
        check_languages: refuse an output that is clearly in another language, or that is its source.
        alpha: level of the tests.

    Raises:
        InputError: a text or an output is missing or does not go together with its test set.
    """
    return _asked(collection, {"new": Path(outputs)}, test_sets, check_languages, alpha)


def compare_test_sets(
    collection: Places,
    old: str | Path,
    new: str | Path,
    *,
    test_sets: Sequence[str] | None = None,
    check_languages: bool = True,
    alpha: float = ALPHA,
    phenomena: Sequence[str] | None = None,
) -> OverTestSets:
    """Compare two systems on each phenomenon, in all test sets of a pair that have outputs of both.

    For the arguments see `score_test_sets`; it raises the same.

    Args:
        phenomena: the family of tests (default: at the words, as of `compare`; by sentences, all).
    """
    return _asked(collection, {"new": Path(new), "old": Path(old)}, test_sets, check_languages, alpha, phenomena)


def _asked(
    collection: Places,
    systems: Mapping[str, Path],
    test_sets: Sequence[str] | None,
    check_languages: bool,
    alpha: float,
    phenomena: Sequence[str] | None = None,
) -> OverTestSets:
    collected = collection_of(collection, test_sets)
    collected.check_metric()
    outputs = {role: _outputs_of(place, collected) for role, place in systems.items()}
    used = {name: one for name, one in collected.sets.items() if all(name in by_set for by_set in outputs.values())}
    if not used:
        wanted = ", ".join([one.file for one in collected.sets.values()][-3:])
        raise InputError(
            "no test set has an output" + (" from both systems" if len(systems) > 1 else ""),
            path=next(iter(systems.values())),
            remedy=f"name the files after the test sets: {wanted}, with any suffix",
        )
    if left := [name for name in collected.sets if name not in used]:
        log.info("without an output, and left out: %s", ", ".join(left))
    estimands = {key: value for one in used.values() for key, value in one.description.estimands.items()}
    check_known("phenomenon", phenomena or (), estimands)
    asked, label = AskedOfSets(labels={key: estimand.label for key, estimand in estimands.items()}), ""
    for name, one in used.items():
        numbers, published = one.read()
        texts = {role: _texts(published, outputs[role][name], role, check_languages) for role in systems}
        warn_of_foreign_matter(published.source, published.references, texts)
        own = [_scored(published, by_set, role) for role, by_set in texts.items()]
        label = own[0].signature.partition("|")[0]
        corpus = loaded_set(numbers, asked.texts, own, one.against(published, own, texts))
        _check_other_source(corpus, used)
        references = len(numbers.humans) + len(published.references)
        asked.scores += _score_rows(numbers, corpus, _names(systems), references)
        _add_answers(asked, numbers, corpus, is_pair=len(systems) > 1)
        if len(systems) > 1:
            asked.words[name] = evidence_in_set(
                published.control_words,
                source=published.source,
                references=list(published.references.values()),
                languages=(numbers.description.source_language, numbers.description.target_language),
                outputs={role: texts[role] for role in ("old", "new")},
                clusters=clusters_of(published.covariates, StatisticsSettings()),
            )
    return asked.result(collected.pair, _names(systems), label, alpha, phenomena)


def _check_other_source(corpus: LoadedCorpus, used: Mapping[str, OneSet]) -> None:
    """Refuse a set whose source is that of another, unless both are ready made, where this is known."""
    pair = [used[name] for name in (corpus.corpus.name, corpus.source_name)]
    if pair[0] is not pair[1] and not all(isinstance(one, ReadyMadeSet) for one in pair):
        raise InputError(
            f"{pair[0].name} shares most of its source with {pair[1].name}: they are the same test set",
            remedy="leave out one of them",
        )


def loaded_set(
    numbers: ReadyMadeNumbers,
    texts: SharedTexts,
    own: Sequence[Statistics] = (),
    against: Sequence[AgainstOne] | None = None,
) -> LoadedCorpus:
    """Return a set as a corpus of an atlas.

    Args:
        own: further systems, which come before the submitted ones, by the primary metric.
        against: their statistics, and those of people, against each reference; None for the one that comes with a
            ready-made set.
    """
    described = numbers.description
    metric = described.metric or ""
    options = {metric: described.metrics[metric]}
    systems = [*own, *numbers.against[0].systems]
    source = [short(checksum) for checksum in numbers.source.tolist()]
    clusters, name = texts.number(numbers.name, source, documents_of(numbers.covariates, StatisticsSettings()))
    scorer = SetScorer.of(systems, options)
    # What the user brings is scored against the one reference that sacreBLEU has.
    if against is None:
        against = [AgainstOne(numbers.reference_name, systems, list(numbers.humans))] if own else numbers.against
    baseline = HumanBaseline.of(against, options[metric])
    scales = [] if numbers.errors is None else numbers.errors.column("scale").to_pylist()
    return LoadedCorpus(
        corpus=AtlasCorpus(
            name=numbers.name,
            folder=numbers.folder,
            source_language=described.source_language,
            target_language=described.target_language,
            systems=[one.system for one in systems],
            metrics=options,
        ),
        source_name=name,
        clusters=clusters,
        sets=numbers.counted_sets,
        scorer=scorer,
        pool=numbers.pool,
        baselines={} if baseline is None else {metric: baseline},
        # That of single systems: all together vary less.
        scales={metric: scales[0] if scales else scorer.blocks[0].scale},
    )


def _names(outputs: Mapping[str, Path]) -> dict[str, str]:
    """Name each system after its folder or file; by its role where two have the same name.

    What follows the last dot of a file is its suffix; the name of a folder, such as gpt-4.1, has none.
    """
    names = {role: (path.name if path.is_dir() else path.stem) or role for role, path in outputs.items()}
    return names if len({*names.values()}) == len(names) else {role: role for role in outputs}


def _outputs_of(path: Path, collected: SetCollection) -> dict[str, list[str] | Path]:
    """Find the output of each test set: its file in a folder, or its lines in a file with the lines of all sets."""
    if path.is_dir():
        by_name = {one.file: name for name, one in collected.sets.items()}
        # The longest first, as a name may begin with another one.
        longest = sorted(by_name, key=len, reverse=True)
        pattern = re.compile(rf"({'|'.join(map(re.escape, longest))})(\.[\w.]+)?")
        outputs: dict[str, list[str] | Path] = {}
        others = []
        for file in sorted(path.iterdir()):
            match = pattern.fullmatch(file.name)
            if match is None and file.name[0] != ".":
                others.append(file.name)
            if match is not None and file.is_file():
                name = by_name[match[1]]
                if name in outputs:
                    raise InputError(
                        f"there are two outputs for {name}: {outputs[name]} and {file.name}",
                        path=path,
                        remedy="keep one of them",
                    )
                outputs[name] = file
        if outputs and others:
            log.warning("%s: %s: left out, since no test set here has that name", path, ", ".join(others))
        return outputs
    lines = list(read_texts(places.parse(str(path))))
    counts = {name: one.description.segments for name, one in collected.sets.items()}
    if len(lines) != sum(counts.values()):
        raise InputError(
            f"has {len(lines):,} lines, but the {len(counts)} test sets have {sum(counts.values()):,}",
            path=path,
            remedy="translate what --echo prints, line by line, with the same --test-sets; or give a folder with one"
            " file for each test set",
        )
    ends = np.cumsum([0, *counts.values()]).tolist()
    return {name: lines[start:end] for name, start, end in zip(counts, ends, ends[1:], strict=False)}


def _texts(published: Published, output: list[str] | Path, role: str, check_languages: bool) -> Sequence[str]:
    """Read the segments of an output, and check their language if asked to."""
    texts = segments_of(places.parse(str(output)), published) if isinstance(output, Path) else output
    if check_languages:
        check_of(published)(f"{published.description.name} ({role})", texts)
    return texts


def _scored(published: Published, texts: Sequence[str], role: str) -> Statistics:
    described = published.description
    metric = described.metric or ""
    return statistics(
        system=role,
        metric=metric,
        options=described.metrics[metric],
        hypotheses=texts,
        references=list(published.references.values()),
    )


def _score_rows(
    numbers: ReadyMadeNumbers, corpus: LoadedCorpus, names: Mapping[str, str], references: int
) -> list[Row]:
    (block,) = corpus.scorer.blocks
    whole = () if numbers.baseline is None else numbers.baseline.to_pylist()
    theirs = np.array(
        [row["score"] for row in whole if row["phenomenon"] is None and row["metric"] == block.metric], np.float32
    )
    rows = []
    for role, score in zip(block.systems, block.corpus, strict=True):
        if role not in names:
            continue
        rank = rank_among(score, theirs, higher_is_better=block.made.higher_is_better) if len(theirs) else None
        rows.append(
            {
                "test_set": numbers.name.partition(":")[0],
                "system": names[role],
                "metric": block.metric,
                "n": len(block.rows),
                "score": float(score),
                "rank": rank,
                "systems": len(theirs) or None,
                "references": references,
            }
        )
    return rows


def _add_answers(asked: AskedOfSets, numbers: ReadyMadeNumbers, corpus: LoadedCorpus, *, is_pair: bool) -> None:
    """Add one test set's answers for each phenomenon to `asked`.

    They are DIFFERENCE and INTERACTION of two systems, or SYSTEMS and PEOPLE of one. A question without an effect in
    this set (no controls, submitted systems or human baseline) gets none.
    """
    metric = numbers.description.metric or ""
    for (phenomenon, distance), ids in corpus.sets.items():
        effects = {effect.metric: effect for effect in corpus.effects(phenomenon, distance, ids)}
        if is_pair:
            asked.add(DIFFERENCE, phenomenon, on_set(corpus, ids, old="old", new="new"))
            if metric in effects:
                asked.add(INTERACTION, phenomenon, weighted(effects[metric], WEIGHTS[INTERACTION]))
            continue
        if metric in effects and numbers.has_systems:
            asked.add(SYSTEMS, phenomenon, weighted(effects[metric], WEIGHTS[SYSTEMS]))
        if f"{metric}{BEYOND}" in effects:
            asked.add(PEOPLE, phenomenon, weighted(effects[f"{metric}{BEYOND}"], WEIGHTS[PEOPLE]))

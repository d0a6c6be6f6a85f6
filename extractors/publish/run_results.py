"""Collect the contents of a published set from the results of a run."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import yaml

from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core.errors import InputError, unknown
from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES
from extractors.formats.definition import Format
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, origin_of
from extractors.formats.segments import SEGMENTS, Corpus, read_corpus
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.units import UNITS
from extractors.inputs.parses import check_parse
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.estimands import as_made, estimands
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.publish import layout
from extractors.publish.description import Description, checksum
from extractors.publish.rows import located
from extractors.publish.words_of_hits import control_words
from extractors.publish.write import Contents
from extractors.scoring.metric_settings import of_language, primary_metric
from extractors.scoring.metrics import count_references, metric_signature
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings


def contents(
    folder: CorpusFolder,
    *,
    phenomena_file: str | Path,
    metrics: Mapping[str, Mapping[str, Any]],
    statistics: StatisticsSettings,
    settings: PublishSettings,
    humans: Sequence[str] | None = None,
    metric: str | None = None,
    tested_distances: Mapping[str, int] | None = None,
    accuracy: AccuracySettings | None = None,
    files: Collection[str] | None = None,
    name: str | None = None,
) -> Contents:
    """Read the results of a corpus for publication.

    Args:
        metrics: the options of each metric that outputs are scored by; not those whose scores were brought.
        humans: the references that people made; None for all.
        metric: the primary metric of the run; None for that of `primary_metric`.
        tested_distances: those of the run's config.
        accuracy: how the run draws control words; None for the default.
        files: the optional tables (links, units, scores) to read, as an earlier config may have left more; None for
            all that are there.
        name: of the corpus; None for that of the folder.
    """
    name = name or folder.path.resolve().name
    check_licence(settings, name)
    texts, treebank = read_corpus(folder.file(SEGMENTS)), conllu.read(folder.parses)
    check_parse(treebank, texts.source)
    hits, sets, controls = _tables_of_one_run(folder)
    alignment, units, *scores = (_optional(folder, form, files) for form in (ALIGNMENT, UNITS, *layout.SCORES.values()))
    origin = origin_of(controls)
    entries = phenomena_of_sets(phenomena_file, sets, texts.source_language, origin, tested_distances or {})
    # Without a reference nothing is computed: who uses the set brings scores.
    computed = of_language(metrics, texts.target_language) if texts.references else {}
    links = None if alignment is None else tables.read(ALIGNMENT, alignment)
    return Contents(
        description=_description(
            texts,
            name=settings.name or name,
            unit="segment" if units is None else "sentence",
            humans=None if humans is None else tuple(humans),
            signature=tables.run_signature(controls),
            parser="unknown" if origin is None else origin.parser,
            aligner="none" if origin is None else origin.alignment,
            target_reference=None if (hits_origin := origin_of(hits)) is None else hits_origin.reference,
            metric=primary_metric(list(computed), metric) if computed else None,
            metrics={name: dict(options) for name, options in computed.items()},
            statistics=statistics,
            phenomena=entries,
            publish=settings,
        ),
        hits=located(hits, treebank, texts),
        sets=sets,
        controls=controls,
        covariates=folder.read(COVARIATES),
        requests=requests_as_file(phenomena_file, [entry["id"] for entry in entries], texts.source_language),
        corpus=texts,
        control_words=None
        if links is None
        else control_words(
            treebank=treebank,
            hits=hits,
            links=links,
            corpus=texts,
            settings=accuracy or AccuracySettings(),
            path=str(alignment),
            order=order_of(phenomena_file),
        ),
        units=None if units is None else tables.read(UNITS, units),
        parses=folder.parses,
        scores={f"{file.stem}.csv": file for file in scores if file is not None},
    )


def _optional(folder: CorpusFolder, form: Format, files: Collection[str] | None) -> Path | None:
    """Return the place of a table that is there, and is among the files, if any are named."""
    path = folder.if_there(form)
    return path if files is None or str(path) in files else None


def _tables_of_one_run(folder: CorpusFolder) -> tuple[pa.Table, pa.Table, pa.Table]:
    """Read HITS, SETS and CONTROLS; refuse those of different runs."""
    hits, sets, controls = (folder.read(form) for form in (HITS, SETS, CONTROLS))
    sampled_sets(sets, controls)
    sets_signature = tables.run_signature(sets)
    if tables.run_signature(hits) != sets_signature or not tables.run_signature(controls).startswith(sets_signature):
        raise InputError(
            f"{folder.file(SETS)} is from another run than {HITS.file} or {CONTROLS.file}: their signatures differ",
            remedy="use files from the same run",
        )
    return hits, sets, controls


def _description(texts: Corpus, *, name: str, publish: PublishSettings, **facts: Any) -> Description:
    """Describe a set; `facts` are those that its texts do not tell."""
    references = list(texts.references.values())
    return Description(
        name=name,
        pretty_name=publish.pretty_name or f"Challenge sets of {name}",
        source_language=texts.source_language,
        target_language=texts.target_language,
        segments=len(texts),
        source_sha256=checksum(texts.source),
        references={reference: checksum(text) for reference, text in texts.references.items()},
        version=__version__,
        metric_signatures={
            metric: metric_signature(metric, options, references=count_references(references))
            for metric, options in facts["metrics"].items()
        },
        publish=publish,
        **facts,
    )


def order_of(phenomena_file: str | Path) -> list[str]:
    """Return the phenomena of a file that ask about the order of words."""
    return [phenomenon.id for phenomenon in catalogue.load(phenomena_file, languages=[]).values() if phenomenon.order]


def phenomena_of_sets(
    path: str | Path, sets: pa.Table, language: str, origin: Origin | None, tested_distances: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return the entry in dataset.json of each phenomenon that has sets; `origin`: how these were made, if recorded."""
    phenomena = catalogue.load(path, languages=[language])
    minimum: dict[str, list[int]] = {}
    rows = zip(*(sets.column(name).to_pylist() for name in ("phenomenon", "kind", "distance_from")), strict=True)
    for phenomenon, kind, first in rows:
        if phenomenon not in phenomena:
            raise unknown("phenomenon", phenomenon, phenomena, path=path)
        bounds = minimum.setdefault(phenomenon, [])
        if kind == "minimum":
            bounds.append(first)
    now = definitions_checksum([phenomena[phenomenon].definition(language) for phenomenon in minimum])
    then = None if origin is None else origin.phenomena
    if then != now:
        # No more than a warning: sets may be of some of the phenomena alone that the hits were looked for by.
        log.warning(
            "the sets' signature has phenomena:%s, %s has phenomena:%s now: the requests on the card are those of the"
            " file. It was edited since the hits were found, or the hits were of more phenomena than the sets",
            then,
            path,
            now,
        )
    asked = as_made(estimands([phenomena[phenomenon] for phenomenon in minimum], tested_distances), origin)
    return [
        {
            "id": phenomenon,
            "label": asked[phenomenon].label,
            "description": phenomena[phenomenon].description,
            "source": phenomena[phenomenon].source,
            "distance": "alignment" if phenomena[phenomenon].measure else phenomena[phenomenon].distance,
            "definition": definitions_checksum([phenomena[phenomenon].definition(language)]),
            "minimum_distances": distances,
            "tested_distance": asked[phenomenon].distance,
            "chosen_by": asked[phenomenon].chosen_by,
            "hits": 0,
        }
        for phenomenon, distances in minimum.items()
    ]


HEADER = """\
# The phenomena of this data set: what was looked for, and the requests that found it.
# `phenomena_file: phenomena.yaml` in a config looks for them in another corpus.

"""


def requests_as_file(path: str | Path, names: Sequence[str], language: str) -> str:
    """Return the text of a file with some phenomena of another, and their requests for one source language."""
    phenomena = catalogue.load(path, languages=[language])
    entries = [_entry(phenomena[name], language) for name in names]
    text = yaml.safe_dump({"phenomena": entries}, allow_unicode=True, sort_keys=False, width=110)
    return HEADER + _lexicons([phenomena[name] for name in names], language) + text


def _lexicons(phenomena: Sequence[Phenomenon], language: str) -> str:
    """Return the lexicons that the requests look words up in, as YAML, so that the file alone finds the same hits."""
    columns: dict[Lexicon, set[str]] = {}
    for phenomenon in phenomena:
        for lexicon, names in phenomenon.lexicons(language).items():
            columns.setdefault(lexicon, set()).update(names)
    tables = []
    for lexicon, used in columns.items():
        header = tuple(sorted(used))
        lines = ["\t".join(row) for row in [header, *lexicon.part(header)]]
        # As a block, which YAML's writer makes of no text with tabs in it.
        tables.append(f"  {lexicon.name}: |\n" + "".join(f"    {line}\n" for line in lines))
    return "lexicons:\n" + "".join(tables) if tables else ""


def _entry(phenomenon: Phenomenon, language: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": phenomenon.id,
        "description": phenomenon.description,
        "label": phenomenon.label,
        "roles": list(phenomenon.roles),
        "source": phenomenon.source,
        "distance": phenomenon.distance,
    }
    if phenomenon.minimum_distances is not None:
        entry["minimum_distances"] = list(phenomenon.minimum_distances)
    if phenomenon.measure is not None:
        return entry | {"measure": phenomenon.measure, "chosen_by": phenomenon.chosen_by}
    rules = [
        {"request": rule.request.source.text, "pair": [rule.head, rule.dependent]}
        for rule in phenomenon.rules[language]
    ]
    return entry | {"requests": {language: rules}}

"""The contents of a published set, from the results of a run."""

from collections.abc import Mapping, Sequence
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
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, origin_of
from extractors.formats.segments import read_corpus
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.units import UNITS
from extractors.inputs.parses import check_parse
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.estimands import as_made, estimands
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.publish.description import Description, checksum
from extractors.publish.rows import located
from extractors.publish.words_of_hits import control_words
from extractors.publish.write import Contents
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.metrics import count_references, metric_signature
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings


def files_of(results: Path) -> dict[str, Any]:
    """Return the files in a corpus's results that `contents` reads, by its arguments."""
    tables_of_run = ("segments", "hits", "sets", "controls", "covariates")
    found = {name: results / f"{name}.parquet" for name in tables_of_run} | {"parses": results / "source.conllu.gz"}
    alignment = results / ALIGNMENT.file
    return found | {"alignment": alignment if alignment.is_file() else None}


def contents(
    *,
    name: str,
    segments: str | Path,
    parses: str | Path,
    hits: str | Path,
    sets: str | Path,
    controls: str | Path,
    covariates: str | Path,
    alignment: str | Path | None = None,
    units: str | Path | None = None,
    scores: Sequence[str | Path] = (),
    phenomena_file: str | Path,
    metrics: Mapping[str, Mapping[str, Any]],
    statistics: StatisticsSettings,
    settings: PublishSettings,
    humans: Sequence[str] | None = None,
    metric: str | None = None,
    tested_distances: Mapping[str, int] | None = None,
    accuracy: AccuracySettings | None = None,
) -> Contents:
    """Read the files of a run for publication.

    Args:
        name: that of the corpus; the set's too if the settings have none.
        alignment: the links to the references; without them there are no control words.
        units: the table UNITS of a corpus that was cut into sentences; None of any other.
        scores: the run's scores: files of the tables of layout.SCORES, with their names.
        metrics: the options of each metric that outputs are scored by; not those whose scores were brought.
        humans: the references that people made; None for all.
        metric: the primary metric of the run; None for that of `primary_metric`.
        tested_distances: those of the run's config.
        accuracy: how the run draws control words; None for the default.
    """
    check_licence(settings, name)
    texts, treebank = read_corpus(segments), conllu.read(parses)
    check_parse(treebank, texts.source)
    hit_table = tables.read(HITS, hits)
    control_table = tables.read(CONTROLS, controls)
    set_table = tables.read(SETS, sets)
    sampled_sets(set_table, control_table)
    signature, of_sets = tables.run_signature(control_table), tables.run_signature(set_table)
    if tables.run_signature(hit_table) != of_sets or not signature.startswith(of_sets):
        raise InputError(
            f"{sets} is of another run than {hits} or {controls}: their signatures differ",
            remedy="take the files of one run",
        )
    origin, of_hits = origin_of(control_table), origin_of(hit_table)
    entries = phenomena_of_sets(phenomena_file, set_table, texts.source_language, origin, tested_distances or {})
    called = settings.name or name
    # Without a reference nothing is computed: who uses the set brings scores.
    computed = metrics if texts.references else {}
    return Contents(
        description=Description(
            name=called,
            pretty_name=settings.pretty_name or f"Challenge sets of {called}",
            source_language=texts.source_language,
            target_language=texts.target_language,
            unit="segment" if units is None else "sentence",
            segments=len(texts),
            source_sha256=checksum(texts.source),
            references={reference: checksum(text) for reference, text in texts.references.items()},
            humans=None if humans is None else tuple(humans),
            signature=signature,
            version=__version__,
            parser="unknown" if origin is None else origin.parser,
            aligner="none" if origin is None else origin.alignment,
            target_reference=None if of_hits is None else of_hits.reference,
            metric=primary_metric(list(computed), metric) if computed else None,
            metrics={name: dict(options) for name, options in computed.items()},
            metric_signatures={
                name: metric_signature(name, options, references=count_references(list(texts.references.values())))
                for name, options in computed.items()
            },
            statistics=statistics,
            phenomena=entries,
            publish=settings,
        ),
        hits=located(hit_table, treebank, texts),
        sets=set_table,
        controls=control_table,
        covariates=tables.read(COVARIATES, covariates),
        requests=requests_as_file(phenomena_file, [entry["id"] for entry in entries], texts.source_language),
        corpus=texts,
        control_words=None
        if alignment is None
        else control_words(
            treebank=treebank,
            hits=hit_table,
            links=tables.read(ALIGNMENT, alignment),
            corpus=texts,
            settings=accuracy or AccuracySettings(),
            path=str(alignment),
            order=order_of(phenomena_file),
        ),
        units=None if units is None else tables.read(UNITS, units),
        parses=Path(parses),
        scores={f"{Path(file).stem}.csv": Path(file) for file in scores},
    )


def order_of(phenomena_file: str | Path) -> list[str]:
    """Return the phenomena of a file that ask about the order of words."""
    return [one.id for one in catalogue.load(phenomena_file, languages=[]).values() if one.order]


def phenomena_of_sets(
    path: str | Path, sets: pa.Table, language: str, origin: Origin | None, tested_distances: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return the entry in dataset.json of each phenomenon that has sets; `origin`: how these were made, if recorded."""
    known = catalogue.load(path, languages=[language])
    minimum: dict[str, list[int]] = {}
    rows = zip(*(sets.column(name).to_pylist() for name in ("phenomenon", "kind", "distance_from")), strict=True)
    for phenomenon, kind, first in rows:
        if phenomenon not in known:
            raise unknown("phenomenon", phenomenon, known, path=path)
        bounds = minimum.setdefault(phenomenon, [])
        if kind == "minimum":
            bounds.append(first)
    now = definitions_checksum([known[phenomenon].definition(language) for phenomenon in minimum])
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
    asked = as_made(estimands([known[phenomenon] for phenomenon in minimum], tested_distances), origin)
    return [
        {
            "id": phenomenon,
            "label": asked[phenomenon].label,
            "description": known[phenomenon].description,
            "source": known[phenomenon].source,
            "distance": "alignment" if known[phenomenon].measure else known[phenomenon].distance,
            "definition": definitions_checksum([known[phenomenon].definition(language)]),
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
    known = catalogue.load(path, languages=[language])
    entries = [_entry(known[name], language) for name in names]
    text = yaml.safe_dump({"phenomena": entries}, allow_unicode=True, sort_keys=False, width=110)
    return HEADER + _lexicons([known[name] for name in names], language) + text


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

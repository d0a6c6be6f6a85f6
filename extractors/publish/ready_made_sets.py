"""Ready-made sets: published sets of WMT test sets that ship as numbers, and whose texts sacreBLEU or the user brings.

Below resources/ready-made, for each test set that sacreBLEU knows:

    wmt24/en.lines.parquet           the different source lines of all pairs from English: checksums, covariates
    wmt24/en.hits.parquet            their hits; `segment_id` is the number of the line
    wmt24/en-de/dataset.json         as of a published set (extractors.publish.description)
    wmt24/en-de/segments.parquet     line, checksum of the reference, domain, document
    wmt24/en-de/hits.parquet         hits that need an alignment, where the pair could be aligned
    wmt24/en-de/baseline.parquet     the scores of the submitted systems

Sets and controls are made from these when a set is read: the seed of controls is fixed, so they are always the same.
"""

import hashlib
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Int32, Int64
from extractors.core.errors import InputError, unknown
from extractors.core.shipped import shipped
from extractors.extract import select
from extractors.extract.control import control
from extractors.extract.control_settings import NAMES, ControlSettings
from extractors.extract.set_settings import SetSettings
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES, MEASURED, values_of
from extractors.formats.origin import origin_of
from extractors.formats.published import PUBLISHED_IDS, read_hits
from extractors.formats.ready_made_tables import BASELINE, LINES, PAIR_SEGMENTS
from extractors.formats.statistics import read_statistics
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, read_texts
from extractors.phenomena import detection
from extractors.publish import description, layout
from extractors.publish.description import Description
from extractors.publish.read import Published, as_in_run
from extractors.publish.ready_made_names import NAME

FOLDER = "resources/ready-made"
SEGMENTS_OF_PAIR, HITS_OF_PAIR, BASELINE_OF_PAIR = "segments.parquet", "hits.parquet", "baseline.parquet"
HUMANS_OF_PAIR = "humans"
"""A folder with the statistics of each other human reference against the set's one."""


def lines_file(language: str) -> str:
    return f"{language}.lines.parquet"


def hits_file(language: str) -> str:
    return f"{language}.hits.parquet"


def names() -> list[str]:
    """The ready-made sets."""
    found = shipped(FOLDER).glob(f"*/*/{layout.DESCRIPTION}")
    return sorted(f"{file.parent.parent.name}:{file.parent.name}" for file in found)


def home(name: str) -> Path:
    """The folder of a ready-made set."""
    match = NAME.fullmatch(name)
    if match is None or name not in (known := names()):
        raise unknown("ready-made set", name, known if match else names())
    return shipped(FOLDER) / match["test_set"] / match["pair"]


def clean(text: str) -> str:
    """A line as sacreBLEU writes it: each run of white space is one blank."""
    return " ".join(text.split())


def line_checksum(text: str) -> int:
    """The checksum of a clean line: the first 8 bytes of its SHA-256."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big", signed=True)


def read(name: str, *, source: Place | None = None, reference: Place | None = None) -> Published:
    """A ready-made set with its texts.

    Args:
        source, reference: where they are; None for sacreBLEU's, which it downloads unless its cache has them.
    """
    folder = home(name)
    described = description.read(folder)
    (of_reference,) = described.references
    lines = tables.read(LINES, folder.parent / lines_file(described.source_language))
    segments = tables.read(PAIR_SEGMENTS, folder / SEGMENTS_OF_PAIR)
    chosen = segments.column("line").to_numpy()
    at = source or places.parse(f"sacrebleu:{name}#src")
    source_texts, skipped = _text(at, lines.column("checksum").to_numpy()[chosen], name, "source")
    reference_texts, _ = _text(
        reference or places.parse(f"sacrebleu:{name}#ref:{of_reference}"),
        segments.column("reference").to_numpy(),
        name,
        f"reference {of_reference}",
    )
    hits = hits_of(folder, described.source_language, chosen)
    covariates = covariates_of(lines, segments)
    sets = sets_of(described, hits)
    return Published(
        folder=folder,
        description=described,
        source=source_texts,
        references={of_reference: reference_texts},
        sets=sets,
        controls=pa.concat_tables(control([sets], values_of(covariates), ControlSettings(), tell=False)),
        covariates=covariates,
        found=hits,
        source_place=at.text,
        skipped=skipped,
        humans=tuple(map(read_statistics, sorted((folder / HUMANS_OF_PAIR).glob("*.parquet")))),
        baseline=tables.read(BASELINE, folder / BASELINE_OF_PAIR),
    )


def hits_of(folder: Path, language: str, chosen: Int32) -> pa.Table:
    """The hits of a pair, named as in a run.

    Args:
        language: of the source.
        chosen: (n,) the line of each segment.
    """
    of_lines = read_hits(folder.parent / hits_file(language), texts=False)
    line = of_lines.column("segment_id").to_numpy()
    order = np.argsort(chosen, kind="stable").astype(np.int32)
    first, end = (np.searchsorted(chosen, line, side, sorter=order) for side in ("left", "right"))
    count = end - first
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    mapped = of_lines.take(pa.array(np.repeat(np.arange(len(line)), count)))
    of_pair = order[np.repeat(first, count) + within]
    mapped = mapped.set_column(0, mapped.schema.field(0), pa.array(of_pair, pa.int32()))
    mapped = mapped.sort_by([("segment_id", "ascending")])
    own = folder / HITS_OF_PAIR
    if own.is_file():
        aligned = read_hits(own, texts=False)
        # The run that aligned looked for all phenomena: its origin is that of the pair's hits.
        mapped = pa.concat_tables([mapped, aligned]).replace_schema_metadata(aligned.schema.metadata)
    return as_in_run(mapped.select([column.name for column in PUBLISHED_IDS.columns]))


def covariates_of(lines: pa.Table, segments: pa.Table) -> pa.Table:
    """The table COVARIATES of a pair."""
    taken = lines.take(segments.column("line"))
    # Numbers as names, of one length, are in their order.
    named = {
        name: [None if number is None else f"{number:06}" for number in segments.column(name).to_pylist()]
        for name in NAMES
    }
    counted = {name: taken.column(name).to_numpy() for name in MEASURED}
    return COVARIATES.from_columns({"segment_id": np.arange(len(segments)), **counted, **named})


def sets_of(described: Description, hits: pa.Table) -> pa.Table:
    """The table SETS of a pair, with the distances of a run by default."""
    default = SetSettings()
    by_phenomenon = {
        entry["id"]: default.of_phenomenon(None if own == default.minimum_distances else own)
        for entry in described.phenomena
        if (own := tuple(entry["minimum_distances"]))
    }
    return select.select(hits, {name: select.ranges(settings) for name, settings in by_phenomenon.items()})


def _text(place: Place, expected: Int64, name: str, what: str) -> tuple[list[str], int]:
    """The clean lines of a text, which are those that the set was made from, and how many lines stand before them.

    A text with one line more than the set may begin with a line that is no segment, as WMT24's files do (a canary).
    """
    _get(place, name, what)
    lines = [clean(text) for text in read_texts(place)]
    before = int(len(lines) == len(expected) + 1)
    for number, (text, checksum) in enumerate(zip_longest(lines[before:], expected.tolist()), 1 + before):
        if text is None or checksum is None:
            raise InputError(
                f"has {len(lines)} lines, the {what} of {name} {len(expected)}",
                path=place.path,
                line=number,
                remedy="give the whole text, one segment a line",
            )
        if line_checksum(text) != checksum:
            raise InputError(
                f"the first line that differs from the {what} of {name}: {text[:60]!r}",
                path=place.path,
                line=number,
                remedy=f"give the text of sacreBLEU: {_echo(name, what)}",
            )
    return lines[before:], before


def _echo(name: str, what: str) -> str:
    """The command by which sacreBLEU prints a text of a pair."""
    return f"sacrebleu -t {name.replace(':', ' -l ')} --echo {'src' if what == 'source' else 'ref'}"


def _get(place: Place, name: str, what: str) -> None:
    """Let sacreBLEU download what it does not have."""
    if place.importer != "sacrebleu":
        return
    try:
        check_place(place, download=True)
    except InputError as error:
        raise InputError(
            f"the {what} of {name} is not here, and sacreBLEU could not get it: {error.problem}",
            remedy=f"with a network: {_echo(name, what)}; or give your copies: --text FILE --reference FILE",
        ) from error


def summary(name: str) -> list[dict[str, Any]]:
    """One row about a ready-made set: its sizes, its systems, and the licence of its texts."""
    folder = home(name)
    described = description.read(folder)
    systems = pc.count_distinct(tables.read(BASELINE, folder / BASELINE_OF_PAIR).column("system")).as_py()
    return [
        {
            "name": name,
            "segments": described.segments,
            "hits": sum(entry["hits"] for entry in described.phenomena),
            "phenomena": sum(entry["hits"] > 0 for entry in described.phenomena),
            "systems": systems,
            "reference": ", ".join(described.references),
            "metrics": ", ".join(described.metrics),
            "licence": described.publish.licence_name,
            "attribution": described.publish.attribution,
        }
    ]


def phenomena(name: str) -> list[dict[str, Any]]:
    """A row for each phenomenon of a ready-made set that has a hit, with the precision of its hits in words."""
    folder = home(name)
    described = description.read(folder)
    segments = tables.read(PAIR_SEGMENTS, folder / SEGMENTS_OF_PAIR)
    hits = hits_of(folder, described.source_language, segments.column("line").to_numpy())
    precisions = detection.of_run(origin_of(hits), {e["id"]: e.get("definition") for e in described.phenomena})
    sizes = {
        (row["phenomenon"], row["distance_from"]): row["segments"]
        for row in sets_of(described, hits).to_pylist()
        if row["kind"] == "minimum"
    }
    return [
        {
            "phenomenon": entry["id"],
            "distance": entry["tested_distance"],
            "segments": sizes[entry["id"], entry["tested_distance"]],
            "hits": entry["hits"],
            "precision": found.text if (found := precisions.get(entry["id"])) else "not known",
        }
        for entry in described.phenomena
        if entry["hits"]
    ]

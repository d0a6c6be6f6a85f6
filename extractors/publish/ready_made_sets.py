"""Ready-made sets: published sets of WMT test sets that ship as numbers, and whose texts sacreBLEU or the user brings.

Below resources/ready-made, for each test set that sacreBLEU knows:

    wmt24/en.lines.parquet           the different source lines of all pairs from English: checksums, covariates
    wmt24/en.hits.parquet            their hits; `segment_id` is the number of the line
    wmt24/en-de/dataset.json         as of a published set (extractors.publish.description)
    wmt24/en-de/segments.parquet     line, checksum of the reference, domain, document
    wmt24/en-de/hits.parquet         hits that need an alignment, where the pair was aligned
    wmt24/en-de/control_words.parquet   the hits and their control words, where the pair was aligned
    wmt24/en-de/against/             segment statistics against each reference by people: of each other one, as if it
                                     were a system, and of all submitted systems together, added up
    wmt24/en-de/baseline.parquet     of years with outputs, the scores of each of these systems, and
    wmt24/en-de/errors.parquet       how exactly the sets tell systems apart

Sets and controls are made from these when a set is read: the seed of controls is fixed, so they are always the same.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Int32, Int64
from extractors.core.errors import InputError
from extractors.core.shipped import shipped
from extractors.extract import select
from extractors.extract.control import control
from extractors.extract.control_settings import NAMES, ControlSettings
from extractors.extract.set_settings import SetSettings
from extractors.formats import tables
from extractors.formats.control_words import CONTROL_WORDS
from extractors.formats.covariates import COVARIATES, MEASURED, values_of
from extractors.formats.line_checksums import clean, line_checksum
from extractors.formats.origin import origin_of
from extractors.formats.published import PUBLISHED_IDS
from extractors.formats.ready_made_tables import BASELINE, ERRORS, LINES, PAIR_SEGMENTS
from extractors.formats.statistics import AGAINST, AgainstOne, Statistics, read_against
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, fetch_texts, read_texts
from extractors.phenomena import detection
from extractors.publish import description, layout
from extractors.publish.description import Description
from extractors.publish.read import Published, as_in_run
from extractors.publish.ready_made_names import NAME, unknown_pair, unknown_set
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.phenomenon_tests import pooled_sets

FOLDER = "resources/ready-made"
SEGMENTS_OF_PAIR, HITS_OF_PAIR = "segments.parquet", "hits.parquet"
CONTROL_WORDS_OF_PAIR = "control_words.parquet"
BASELINE_OF_PAIR, ERRORS_OF_PAIR = "baseline.parquet", "errors.parquet"
YEAR = "systems-of-the-year"
"""The name of all submitted systems together."""
ONLY_REFERENCE = "ref"
"""What the reference of a test set is called to whom sacreBLEU knows one only."""


def lines_file(language: str) -> str:
    return f"{language}.lines.parquet"


def hits_file(language: str) -> str:
    return f"{language}.hits.parquet"


def names() -> list[str]:
    """List the names of the ready-made sets, sorted."""
    top = shipped(FOLDER)
    folders = (file.parent.relative_to(top) for file in top.rglob(layout.DESCRIPTION))
    return sorted(f"{folder.parent.as_posix()}:{folder.name}" for folder in folders)


def home(name: str) -> Path:
    """Return the folder of a ready-made set; refuse an unknown name."""
    match = NAME.fullmatch(name)
    if match is None or name not in names():
        raise unknown_set(name, names())
    return shipped(FOLDER) / match["test_set"] / match["pair"]


@dataclass(frozen=True, kw_only=True)
class ReadyMadeNumbers:
    """A ready-made set without texts.

    Attributes:
        source, reference: (n,) checksums of its lines.
        sets, controls, covariates, hits: tables, as a run has them.
        against: the statistics against each reference, the set's own first; others are by people, too.
        baseline, errors: tables; None of a year without outputs.
    """

    name: str
    folder: Path
    description: Description
    source: Int64
    reference: Int64
    sets: pa.Table
    controls: pa.Table
    covariates: pa.Table
    hits: pa.Table
    against: tuple[AgainstOne, ...]
    baseline: pa.Table | None
    errors: pa.Table | None

    @property
    def humans(self) -> tuple[Statistics, ...]:
        """The statistics of each other human reference against the set's own."""
        return tuple(self.against[0].humans)

    @property
    def has_systems(self) -> bool:
        """Whether systems of the year are known."""
        return bool(self.against[0].systems)

    @cached_property
    def pool(self) -> ControlPool:
        """Where controls come from."""
        return ControlPool.of_controls(self.covariates, self.controls, len(self.source))

    @cached_property
    def counted_sets(self) -> dict[tuple[str, int], Int32]:
        """The segments of each phenomenon's set at the tested distance, of those that count among other test sets."""
        return pooled_sets(at_minimum(self.sets), self.description.estimands, self.pool)

    @cached_property
    def control_words(self) -> pa.Table | None:
        """The table CONTROL_WORDS; None of a set that has none."""
        path = self.folder / CONTROL_WORDS_OF_PAIR
        return tables.read(CONTROL_WORDS, path) if path.is_file() else None

    @property
    def reference_name(self) -> str:
        (name,) = self.description.references
        return name


def numbers(name: str) -> ReadyMadeNumbers:
    """Read a ready-made set as it ships, without texts."""
    folder = home(name)
    described = description.read(folder)
    lines = tables.read(LINES, folder.parent / lines_file(described.source_language))
    segments = tables.read(PAIR_SEGMENTS, folder / SEGMENTS_OF_PAIR)
    chosen = segments.column("line").to_numpy()
    hits = hits_of(folder, described.source_language, chosen)
    covariates = covariates_of(lines, segments)
    sets = sets_of(described, hits)
    has_systems = (folder / BASELINE_OF_PAIR).is_file()
    (own,) = described.references
    against = read_against(folder, [YEAR] if has_systems else []) or [AgainstOne(own, [], [])]
    return ReadyMadeNumbers(
        name=name,
        folder=folder,
        description=described,
        source=lines.column("checksum").to_numpy()[chosen],
        reference=segments.column("reference").to_numpy(),
        sets=sets,
        controls=pa.concat_tables(control([sets], values_of(covariates), ControlSettings(), tell=False)),
        covariates=covariates,
        hits=hits,
        against=tuple(sorted(against, key=lambda one: one.reference != own)),
        baseline=tables.read(BASELINE, folder / BASELINE_OF_PAIR) if has_systems else None,
        errors=tables.read(ERRORS, folder / ERRORS_OF_PAIR) if has_systems else None,
    )


def read(name: str, *, source: Place | None = None, reference: Place | None = None) -> Published:
    """Read a ready-made set with its texts.

    Args:
        source, reference: where they are; None for sacreBLEU's, which it downloads unless its cache has them.
    """
    return with_texts(numbers(name), source=source, reference=reference)


def with_texts(numbers: ReadyMadeNumbers, *, source: Place | None = None, reference: Place | None = None) -> Published:
    """Add the texts to a ready-made set that was read without them; see `read`."""
    name = numbers.name
    at = source or places.parse(f"sacrebleu:{name}#src")
    source_texts, skipped = text_of(at, numbers.source, name, "source")
    field = "ref" if numbers.reference_name == ONLY_REFERENCE else f"ref:{numbers.reference_name}"
    reference_texts, _ = text_of(
        reference or places.parse(f"sacrebleu:{name}#{field}"),
        numbers.reference,
        name,
        f"reference {numbers.reference_name}",
    )
    return Published(
        folder=numbers.folder,
        description=numbers.description,
        source=source_texts,
        references={numbers.reference_name: reference_texts},
        sets=numbers.sets,
        controls=numbers.controls,
        covariates=numbers.covariates,
        control_words=numbers.control_words,
        source_place=at.text,
        skipped=skipped,
        humans=numbers.humans,
        baseline=numbers.baseline,
    )


def hits_of(folder: Path, language: str, chosen: Int32) -> pa.Table:
    """Read the hits of a pair, with column names as in a run.

    Args:
        language: of the source.
        chosen: (n,) the line of each segment.
    """
    line_hits = tables.read(PUBLISHED_IDS, folder.parent / hits_file(language))
    line = line_hits.column("segment_id").to_numpy()
    order = np.argsort(chosen, kind="stable").astype(np.int32)
    first, end = (np.searchsorted(chosen, line, side, sorter=order) for side in ("left", "right"))
    count = end - first
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    mapped = line_hits.take(pa.array(np.repeat(np.arange(len(line)), count)))
    segments = order[np.repeat(first, count) + within]
    mapped = mapped.set_column(0, mapped.schema.field(0), pa.array(segments, pa.int32()))
    mapped = mapped.sort_by([("segment_id", "ascending")])
    aligned = tables.read(PUBLISHED_IDS, folder / HITS_OF_PAIR)
    # The pair's own run says how its hits were found, that of the lines may have been another pair's.
    mapped = pa.concat_tables([mapped, aligned]).replace_schema_metadata(aligned.schema.metadata)
    return as_in_run(mapped.select([column.name for column in PUBLISHED_IDS.columns]))


def covariates_of(lines: pa.Table, segments: pa.Table) -> pa.Table:
    """Build the table COVARIATES of a pair."""
    taken = lines.take(segments.column("line"))
    # Numbers as names, of one length, are in their order.
    named = {
        name: [None if number is None else f"{number:06}" for number in segments.column(name).to_pylist()]
        for name in NAMES
    }
    counted = {name: taken.column(name).to_numpy() for name in MEASURED}
    return COVARIATES.from_columns({"segment_id": np.arange(len(segments)), **counted, **named})


def at_minimum(sets: pa.Table) -> dict[tuple[str, int], Int32]:
    """Return the segments of each phenomenon's set at each minimum distance."""
    return {
        (row["phenomenon"], row["distance_from"]): np.array(row["segment_ids"], dtype=np.int32)
        for row in sets.filter(pc.equal(sets.column("kind"), "minimum")).to_pylist()
    }


def sets_of(described: Description, hits: pa.Table) -> pa.Table:
    """Select the sets of a pair from its hits, at the distances that its description names: a table SETS."""
    default = SetSettings()
    by_phenomenon = {
        entry["id"]: default.of_phenomenon(None if own == default.minimum_distances else own)
        for entry in described.phenomena
        if (own := tuple(entry["minimum_distances"]))
    }
    return select.select(hits, {name: select.ranges(settings) for name, settings in by_phenomenon.items()})


def text_of(place: Place, expected: Int64, name: str, what: str) -> tuple[list[str], int]:
    """Read a text, refuse it if the set was made from another, and return its clean lines and how many lines it skips.

    A text with one line more than the set may begin with a line that is no segment, as WMT24's files do (a canary).
    """
    _get(place, name, what)
    lines = [clean(text) for text in read_texts(place)]
    before = int(len(lines) == len(expected) + 1)
    for number, (text, checksum) in enumerate(zip_longest(lines[before:], expected.tolist()), 1 + before):
        if text is None or checksum is None:
            raise InputError(
                f"has {len(lines)} lines, but the {what} of {name} has {len(expected)}",
                path=place.path,
                line=number,
                remedy="give the whole text, with one segment on each line",
            )
        if line_checksum(text) != checksum:
            raise InputError(
                f"differs from the {what} of {name}, here for the first time: {text[:60]!r}",
                path=place.path,
                line=number,
                remedy=f"give the text from sacreBLEU: {echo(name, what)}",
            )
    return lines[before:], before


def echo(name: str, what: str) -> str:
    """Return the command with which sacreBLEU prints a text of a pair."""
    return f"sacrebleu -t {name.replace(':', ' -l ')} --echo {'src' if what == 'source' else 'ref'}"


def _get(place: Place, name: str, what: str) -> None:
    """Let sacreBLEU download what it does not have."""
    if place.importer != "sacrebleu":
        return
    try:
        fetch_texts(place)
        check_place(place)
    except InputError as error:
        raise InputError(
            f"the {what} of {name} is not here, and sacreBLEU could not get it: {error.problem}",
            remedy=f"download it with a network: {echo(name, what)}; or give your copies: --text FILE --reference FILE",
        ) from error


def of_pair(pair: str) -> list[str]:
    """List the ready-made sets of a pair, the oldest first; refuse a pair without any."""
    sets = [name for name in names() if name.endswith(f":{pair}")]
    if not sets:
        raise unknown_pair(pair, names())
    return sets


def pairs() -> list[dict[str, Any]]:
    """Return one row for each pair, summing up its ready-made sets."""
    by_pair: dict[str, list[dict[str, Any]]] = {}
    for name in names():
        by_pair.setdefault(name.partition(":")[2], []).append(summary(name))
    return [
        {
            "pair": pair,
            "test_sets": ", ".join(row["name"].partition(":")[0] for row in rows),
            **{total: sum(row[total] for row in rows) for total in ("segments", "hits")},
            "with_systems": sum(bool(row["systems"]) for row in rows),
            "with_humans": sum(row["references"] > 1 for row in rows),
        }
        for pair, rows in sorted(by_pair.items())
    ]


def summary(name: str) -> dict[str, Any]:
    """Describe a ready-made set: its sizes, its systems and references by people, and the licence of its texts."""
    folder = home(name)
    described = description.read(folder)
    baseline = folder / BASELINE_OF_PAIR
    systems = pc.count_distinct(tables.read(BASELINE, baseline).column("system")).as_py() if baseline.is_file() else 0
    (own,) = described.references
    return {
        "name": name,
        "segments": described.segments,
        "hits": sum(entry["hits"] for entry in described.phenomena),
        "phenomena": sum(entry["hits"] > 0 for entry in described.phenomena),
        "systems": systems,
        "references": 1 + len([*(folder / AGAINST / own / "humans").glob("*.parquet")]),
        "metrics": ", ".join(described.metrics),
        "parser": described.parser.partition("/")[2].partition(":")[0],
        "licence": described.publish.licence_name,
        "attribution": described.publish.attribution,
    }


def phenomena(name: str) -> list[dict[str, Any]]:
    """Return a row for each phenomenon that a ready-made set has hits of, with their precision in words."""
    folder = home(name)
    described = description.read(folder)
    segments = tables.read(PAIR_SEGMENTS, folder / SEGMENTS_OF_PAIR)
    hits = hits_of(folder, described.source_language, segments.column("line").to_numpy())
    precisions = detection.judged_hits(origin_of(hits), {e["id"]: e.get("definition") for e in described.phenomena})
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
            "precision": precision.text if (precision := precisions.get(entry["id"])) else "not known",
        }
        for entry in described.phenomena
        if entry["hits"]
    ]

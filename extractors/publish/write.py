"""Write a published set: the whole folder, from the results of a run or from ids and your own copy of the texts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder, write_text
from extractors.core.logs import log
from extractors.core.names import check_names, inside
from extractors.extract.units.unit_stage import without_systems
from extractors.formats import checksums, tables
from extractors.formats.control_words import CONTROL_WORDS
from extractors.formats.published import HITS_FOLDER
from extractors.formats.segments import Corpus
from extractors.publish import baseline, card, dataset_texts, description, layout, rows
from extractors.publish.card import Configuration
from extractors.publish.description import Description

LEFT_BY_OTHERS = (".snakemake_timestamp", ".cache")
"""Files that workflows and downloads of the hub leave in a folder."""
MARKS = (layout.DESCRIPTION, layout.CHECKSUMS)
"""The files that every published set has."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The contents of a published set.

    Attributes:
        description: of the set. `description.publish.ids_only` decides whether texts are written.
        hits: a table PUBLISHED_IDS, in any order.
        sets, controls, covariates: the run's tables.
        requests: a file of phenomena.
        corpus: the texts; None only where no texts are written.
        control_words: the table CONTROL_WORDS; None where no text was aligned.
        units: the table UNITS of a corpus whose segments were cut into sentences; None of any other.
        parses: the CoNLL-U file of the source; without it there is no `conllu`.
        scores: the run's scores of its systems, by the names of layout.SCORES.
    """

    description: Description
    hits: pa.Table
    sets: pa.Table
    controls: pa.Table
    covariates: pa.Table
    requests: str
    corpus: Corpus | None = None
    control_words: pa.Table | None = None
    units: pa.Table | None = None
    parses: Path | None = None
    scores: Mapping[str, Path] = field(default_factory=dict)


def write(contents: Contents, folder: str | Path) -> None:
    """Write a published set; a folder that has one of the same source is replaced, whole.

    One of another source is not. The same contents give the same bytes.
    """
    _check_same_source(contents.description, Path(folder))
    chosen = contents.description
    ids_only = chosen.publish.ids_only
    corpus = None if ids_only else contents.corpus
    if not ids_only and corpus is None:
        raise InputError(
            "a set with texts is to be written, but there are no texts", remedy="give the texts, or ids_only"
        )
    names = [entry["id"] for entry in chosen.phenomena]
    check_names(names, "phenomenon")
    ordered = rows.in_order(contents.hits, names)
    _check_counts(ordered, contents.sets)
    table = ordered if corpus is None else rows.with_words(ordered, corpus, chosen.target_reference)
    with replacing_set(folder) as new:
        data = _write_data(contents, names, table, corpus, new)
        _write_scoring(contents, new)
        dataset_texts.write_plain(contents.sets, corpus, new)
        dataset_texts.write_jsonl(table, new)
        if contents.parses is not None and not ids_only:
            dataset_texts.write_conllu(table, contents.parses, new)
        with write_text(new / layout.REQUESTS) as out:
            out.write(contents.requests)
        counts = Counter(table.column("phenomenon").to_pylist())
        described = chosen.model_copy(update={"phenomena": [{**e, "hits": counts[e["id"]]} for e in chosen.phenomena]})
        description.write(described, new)
        results = baseline.read(new / layout.SCORING)
        if results is not None and results.findings:
            baseline.draw(results, new / layout.BASELINE)
        card.write(
            described,
            data,
            new,
            hits=table,
            sets=contents.sets,
            controls=contents.controls,
            baseline=results,
        )
        # Last, as it names the checksums of the other files.
        checksums.write(new)
    log.info("%s: %d hits of %d phenomena%s", folder, len(table), len(names), ", ids only" if ids_only else "")


def _check_counts(hits: pa.Table, sets: pa.Table) -> None:
    """Refuse hits that differ from the sets in number or in segments."""
    for row in sets.to_pylist():
        set_hits = rows.of_range(
            rows.of_phenomenon(hits, row["phenomenon"]), row["distance_from"], row["distance_below"]
        )
        if len(set_hits) != row["hits"] or sorted(set(set_hits.column("segment_id").to_pylist())) != row["segment_ids"]:
            raise InputError(
                f"the set of {row['phenomenon']} from distance {row['distance_from']} has {row['hits']} hits,"
                f" but the table of hits has {len(set_hits)} of them, or has them in other segments",
                remedy="use hits and sets from the same run",
            )


def _write_data(
    contents: Contents, names: Sequence[str], hits: pa.Table, corpus: Corpus | None, folder: Path
) -> list[Configuration]:
    """Write the tables that users load, of the phenomena `names` and of all hits in the order of publication."""
    unknown = set(contents.sets.column("phenomenon").to_pylist()) - {*names}
    if unknown:
        raise InputError(
            f"there are sets of {min(unknown)}, which the set does not describe", remedy="use files from the same run"
        )
    configurations = []
    if corpus is not None:
        tables.write(rows.corpus_rows(corpus), folder / layout.SEGMENTS_FILE)
        configurations.append(Configuration(layout.SEGMENTS, layout.SEGMENTS_FILE))
    by_phenomenon = {name: part for name in names if len(part := rows.of_phenomenon(hits, name))}
    for name, part in by_phenomenon.items():
        layout.check_configuration(name)
        tables.write(part, inside(folder, layout.hits(name)))
    if by_phenomenon:
        configurations.append(Configuration(layout.HITS, f"{HITS_FOLDER}/*.parquet"))
    tables.write(contents.sets, folder / layout.SETS_FILE)
    if len(contents.sets):
        configurations.append(Configuration(layout.SETS, layout.SETS_FILE))
    configurations += [
        Configuration(name, layout.hits(name))
        for name, part in by_phenomenon.items()
        if pc.count_distinct(part.column("segment_id")).as_py() >= layout.USEFUL
    ]
    return configurations


def _write_scoring(contents: Contents, folder: Path) -> None:
    """Write the tables that only programs read."""
    tables.write(contents.controls, folder / layout.CONTROLS)
    tables.write(contents.covariates, folder / layout.COVARIATES)
    if contents.control_words is not None:
        # What was read is written with the same bytes as what was made: a reader does not say which columns are full.
        schema = CONTROL_WORDS.schema.with_metadata(contents.control_words.schema.metadata)
        tables.write(contents.control_words.cast(schema), folder / layout.CONTROL_WORDS)
    if contents.units is not None:
        tables.write(without_systems(contents.units), folder / layout.UNITS)
    for name, file in contents.scores.items():
        tables.write(tables.read(layout.SCORES[name], file), folder / layout.SCORING / name)


@contextmanager
def replacing_set(folder: str | Path, marks: Sequence[str] = MARKS) -> Iterator[Path]:
    """Yield a temporary folder that replaces a published set, known by `marks`, once the block succeeds."""
    folder = Path(folder).resolve()
    _check_replaceable(folder, marks)
    try:
        with replacing_folder(folder) as new:
            yield new
    except OSError as error:
        raise InputError(
            f"cannot be written: {error}",
            path=folder,
            remedy="check the disk, its free space and your permission to write",
        ) from error


def _check_same_source(ours: Description, folder: Path) -> None:
    """Refuse to replace a published set of another source text."""
    if not (folder / layout.DESCRIPTION).is_file():
        return
    there = description.read(folder)
    if there.source_sha256 != ours.source_sha256:
        raise InputError(
            f"has the published set {there.name!r}, whose source ({there.segments} segments) is not the source"
            f" of {ours.name!r} ({ours.segments})",
            path=folder,
            remedy="name another folder, or delete this one first",
        )


def _check_replaceable(folder: Path, marks: Sequence[str]) -> None:
    """Refuse a place that holds anything but a published set, as it would be lost."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder.is_dir() and all((folder / mark).is_file() for mark in marks)):
        raise InputError(
            "exists already and is not a published set", path=folder, remedy="choose a folder that does not exist yet"
        )
    files = (file.relative_to(folder) for file in folder.rglob("*") if not file.is_dir())
    names = {file.as_posix() for file in files if file.parts[0] not in LEFT_BY_OTHERS}
    if foreign := sorted(names - checksums.read(folder).keys() - {layout.CHECKSUMS}):
        raise InputError(
            f"is a published set already and would be replaced with everything in it, but {foreign[0]} does not"
            f" belong to it",
            path=folder,
            remedy="move that file away, or choose a folder that does not exist yet",
        )

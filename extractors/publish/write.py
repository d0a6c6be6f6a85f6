"""Writing a published set: the whole folder, from what a run left or from ids and one's own copy of the texts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder
from extractors.core.logs import log
from extractors.core.names import check_names, inside
from extractors.formats import tables
from extractors.formats.origin import origin_of
from extractors.formats.segments import Corpus
from extractors.publish import card, checksums, description, layout, rows, texts
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
        sets, controls, covariates: the run's tables; covariates only lack where an older set is rebuilt.
        corpus: the texts; None only where no texts are written.
        parses: the CoNLL-U file of the source; without it there is no `conllu`.
        scores: the run's scores of its systems, by the names of layout.SCORES.
    """

    description: Description
    hits: pa.Table
    sets: pa.Table
    controls: pa.Table
    covariates: pa.Table | None
    corpus: Corpus | None = None
    parses: Path | None = None
    scores: Mapping[str, Path] = field(default_factory=dict)


def write(contents: Contents, folder: str | Path) -> None:
    """Write a published set; a folder that is one already is replaced, whole.

    The same contents give the same bytes.

    Raises:
        InputError: texts are to be written and there are none; hits and sets disagree; the folder is there and
            is no published set, or has other files too; the disk is full or refuses.
    """
    chosen = contents.description
    ids_only = chosen.publish.ids_only
    corpus = None if ids_only else contents.corpus
    if not ids_only and corpus is None:
        raise InputError("a set with texts is to be written, and there are none", remedy="give the texts, or ids_only")
    names = [entry["id"] for entry in chosen.phenomena]
    check_names(names, "phenomenon")
    ordered = rows.in_order(contents.hits, names)
    _check_counts(ordered, contents.sets)
    table = ordered if corpus is None else rows.with_words(ordered, corpus)
    by_configuration = layout.splits_by_configuration(contents.sets)
    with replacing_set(folder) as place:
        unknown = by_configuration.keys() - {layout.ALL, *names}
        if unknown:
            raise InputError(f"sets of {min(unknown)}, which the set does not describe", remedy="take files of one run")
        counts = {name: _write_splits(table, name, splits, place) for name, splits in by_configuration.items()}
        if corpus is not None:
            tables.write(rows.corpus_rows(corpus), place / layout.CORPUS_FILE)
        tables.write(contents.sets, place / layout.SETS)
        tables.write(contents.controls, place / layout.CONTROLS)
        if contents.covariates is not None:
            tables.write(contents.covariates, place / layout.COVARIATES)
        for name, file in contents.scores.items():
            shutil.copyfile(file, place / layout.SCORING / name)
        texts.write_plain(contents.sets, corpus, place)
        texts.write_jsonl(table, names, place)
        if contents.parses is not None and not ids_only:
            texts.write_conllu(table, names, contents.parses, place)
        described = replace(chosen, phenomena=[{**e, "hits": sum(counts[e["id"]].values())} for e in chosen.phenomena])
        description.write(described, place)
        samples = len(set(contents.controls.column("sample").to_pylist()))
        origin = origin_of(contents.controls)
        card.write(described, counts, table, origin=origin, samples=samples, scored=bool(contents.scores), folder=place)
        checksums.write(place)
    log.info("%s: %d hits of %d phenomena%s", folder, len(table), len(names), ", ids only" if ids_only else "")


def _check_counts(hits: pa.Table, sets: pa.Table) -> None:
    """Refuse hits that are not those of the sets."""
    for row in sets.to_pylist():
        set_hits = rows.of_split(
            rows.of_phenomenon(hits, row["phenomenon"]), layout.Split(row["distance_from"], row["distance_below"])
        )
        if len(set_hits) != row["hits"] or sorted(set(set_hits.column("segment_id").to_pylist())) != row["segment_ids"]:
            raise InputError(
                f"the set of {row['phenomenon']} from distance {row['distance_from']} has {row['hits']} hits,"
                f" the table of hits has {len(set_hits)} of them or in other segments",
                remedy="take hits and sets of one run",
            )


def _write_splits(table: pa.Table, configuration: str, splits: list[layout.Split], folder: Path) -> dict[str, int]:
    """The number of rows of each split; one without any has no file."""
    if configuration != layout.ALL:
        table = rows.of_phenomenon(table, configuration)
    counts = {}
    for split in splits:
        hits = rows.of_split(table, split)
        counts[split.name] = len(hits)
        if len(hits):
            tables.write(hits, inside(folder, layout.data(configuration, split.name)))
    return counts


@contextmanager
def replacing_set(folder: str | Path, marks: Sequence[str] = MARKS) -> Iterator[Path]:
    """A temporary folder that takes the place of a published set if, and only if, the block succeeds.

    Args:
        marks: the files that tell a published set of this kind from other folders.
    """
    folder = Path(folder).resolve()
    _check_replaceable(folder, marks)
    try:
        with replacing_folder(folder) as new:
            yield new
    except OSError as error:
        raise InputError(
            f"cannot be written: {error}", path=folder, remedy="check the disk, its space and whether you may write"
        ) from error


def _check_replaceable(folder: Path, marks: Sequence[str]) -> None:
    """Refuse a place where something would be lost that is no part of a published set."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder.is_dir() and all((folder / mark).is_file() for mark in marks)):
        raise InputError(
            "is there already, and is no published set", path=folder, remedy="name a folder that is not there yet"
        )
    found = (file.relative_to(folder) for file in folder.rglob("*") if not file.is_dir())
    names = {file.as_posix() for file in found if file.parts[0] not in LEFT_BY_OTHERS}
    if foreign := sorted(names - checksums.read(folder).keys() - {layout.CHECKSUMS}):
        raise InputError(
            f"is a published set already, and would be replaced with all that is in it; {foreign[0]} is no part of it",
            path=folder,
            remedy="take it out, or name a folder that is not there yet",
        )

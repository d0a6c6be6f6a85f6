"""Reading a published set for scoring, and checking that nothing in it was changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int32
from extractors.core.errors import InputError
from extractors.core.files import read_lines, sha256
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.published import PUBLISHED_CORPUS, PUBLISHED_HITS
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.treebank import source_lengths
from extractors.metrics import metric_signature
from extractors.publish import checksums, description, layout
from extractors.publish.description import Description
from extractors.settings.statistics import StatisticsSettings

AGAIN = "download the set again"
OF_DISTANCES = (f"{layout.DATA}/{layout.ALL}/", f"{layout.CONLLU}/")
"""The first parts of the names of files that distances are read from."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """A published set with its texts.

    Attributes:
        source: n segments.
        references: by name, in the order of the run that made the set.
        sets, controls: its tables.
        notes: parts to add to signatures, where files of the set were changed.
    """

    folder: Path
    description: Description
    source: list[str]
    references: dict[str, list[str]]
    sets: pa.Table
    controls: pa.Table
    notes: tuple[str, ...] = ()

    @property
    def source_file(self) -> Path:
        """The segments to translate, one a line."""
        return self.folder / layout.source(self.description.source_language)

    @cached_property
    def settings(self) -> StatisticsSettings:
        """The settings of the run's tests."""
        try:
            return StatisticsSettings(**self.description.statistics)
        except TypeError as error:
            path = self.folder / layout.DESCRIPTION
            raise InputError(f"statistics: {error}", path=path, remedy=AGAIN) from None

    def distances(self) -> tuple[pa.Table, Int32]:
        """The hits with their distances, and (N,) the length of each segment with a hit, in surface tokens.

        Segments without a hit have length 0, as their parses are not published.

        Raises:
            InputError: a parse of a hit's segment is not there.
        """
        return _distances(self.folder)


def read(folder: Path, *, changed: bool = False, distances: bool = False) -> Published:
    """Read the parts of a published set that scoring needs.

    Args:
        changed: take files that are not as they were published; the notes then say so.
        distances: whether `distances` will be asked for, so that its files are checked too.

    Raises:
        InputError: not a published set, one of a newer format, one without texts, or a file that is missing, broken or
            not as it was published.
    """
    described = description.read(folder)
    if described.publish.ids_only:
        raise InputError(
            "holds ids only, no texts to score with",
            path=folder,
            remedy=f"challenge-sets rebuild {folder} --source PLACE --reference NAME=PLACE -o FULL, with your own copy"
            " of the corpus",
        )
    source_name = layout.source(described.source_language)
    names = [layout.DESCRIPTION, layout.CORPUS_FILE, layout.SETS, layout.CONTROLS, source_name]
    if distances:
        known = checksums.read(folder)
        names += [name for name in known if name.startswith(OF_DISTANCES)]
        if not any(name.startswith(OF_DISTANCES[1]) for name in known):
            raise InputError(
                "has no parses, and trends by distance need the lengths of segments from them",
                path=folder,
                remedy="rebuild it with --parses, or leave out --trends",
            )
    edited = checksums.changed(folder, names)
    if edited and not changed:
        raise InputError(
            f"is not as it was published: {', '.join(edited)} (says {layout.CHECKSUMS})",
            path=folder,
            remedy=f"{AGAIN}; if you changed it on purpose, --changed scores with it, and the column run says so",
        )
    rows = tables.read(PUBLISHED_CORPUS, folder / layout.CORPUS_FILE)
    source: list[str] = rows.column("source").to_pylist()
    if rows.column("segment_id").to_pylist() != list(range(described.segments)):
        raise InputError(
            f"its segments are not the {described.segments} of {layout.DESCRIPTION}, in order",
            path=folder / layout.CORPUS_FILE,
            remedy=AGAIN,
        )
    if read_lines(folder / source_name) != source:
        raise InputError(f"{source_name} and {layout.CORPUS_FILE} differ in their segments", path=folder, remedy=AGAIN)
    columns = rows.column("references").to_pylist()
    if any(len(references) != len(described.references) for references in columns):
        raise InputError(
            f"{layout.CORPUS_FILE} and {layout.DESCRIPTION} differ in the number of references",
            path=folder,
            remedy=AGAIN,
        )
    return Published(
        folder=folder,
        description=described,
        source=source,
        references={name: [row[i] for row in columns] for i, name in enumerate(described.references)},
        sets=tables.read(SETS, folder / layout.SETS),
        controls=tables.read(CONTROLS, folder / layout.CONTROLS),
        notes=(f"changed:{_digest(folder, names)}",) if edited else (),
    )


def _digest(folder: Path, names: Iterable[str]) -> str:
    """Eight characters that tell one change of a set from another."""
    return hashlib.sha256("".join(sha256(folder / name) for name in names).encode()).hexdigest()[:8]


def warn_of_other_versions(published: Published, metrics: Mapping[str, Mapping[str, Any]]) -> None:
    """Warn of metrics with the set's options that have another signature here: other versions score otherwise.

    Args:
        metrics: the options of each metric that is to be computed.
    """
    for name, options in metrics.items():
        then = published.description.metric_signatures.get(name)
        if then is not None and options == published.description.metrics.get(name):
            now = metric_signature(name, options, references=len(published.references))
            if now != then:
                log.warning("%s is %s here, and was %s when the set was made: scores may differ", name, now, then)


def _distances(folder: Path) -> tuple[pa.Table, Int32]:
    files = sorted((folder / layout.DATA / layout.ALL).glob("*.parquet"))
    parts = [tables.read(PUBLISHED_HITS, file) for file in files]
    if not parts:
        raise InputError("has no hits", path=folder / layout.DATA / layout.ALL, remedy=AGAIN)
    hits = pa.concat_tables([part.select(["segment_id", "phenomenon", "distance_set"]) for part in parts])
    wanted = np.unique(hits.column("segment_id").to_numpy())
    lengths: Int32 = np.zeros(int(wanted.max()) + 1, dtype=np.int32)
    # A segment is in the file of each phenomenon that it has: a few large files have them all.
    names, counts = np.unique(hits.column("phenomenon").to_pylist(), return_counts=True)
    for name in names[np.argsort(-counts, kind="stable")]:
        if not lengths[wanted].all():
            of_file = source_lengths(conllu.read(folder / layout.conllu(str(name))))
            size = min(len(of_file), len(lengths))
            lengths[:size] = np.maximum(lengths[:size], of_file[:size])
    if not lengths[wanted].all():
        segment = int(wanted[np.argmin(lengths[wanted])])
        raise InputError(f"no parse of segment {segment}", path=folder / layout.CONLLU, remedy=AGAIN)
    return hits, lengths

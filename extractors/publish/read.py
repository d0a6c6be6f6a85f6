"""Read a published set for scoring, and check that nothing in it was changed."""

import hashlib
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.files import read_lines, sha256
from extractors.core.logs import log
from extractors.core.names import inside
from extractors.formats import checksums, tables
from extractors.formats.control_words import CONTROL_WORDS
from extractors.formats.covariates import COVARIATES
from extractors.formats.published import HITS_FOLDER, PUBLISHED_CORPUS, PUBLISHED_IDS
from extractors.formats.sets import CONTROLS, SETS, check_ids
from extractors.formats.statistics import Statistics
from extractors.publish import description, layout
from extractors.publish.description import Description
from extractors.scoring.metrics import count_references, metric_signature

AGAIN = "download the set again"


@dataclass(frozen=True, kw_only=True)
class Published:
    """A published set with its texts.

    Attributes:
        source: n segments.
        references: by name, in the order of the run that made the set.
        sets, controls, covariates: its tables.
        control_words: the table CONTROL_WORDS; None where the set has none.
        notes: parts to add to signatures, where files of the set were changed.
        source_place: where its source is, where that is not in its folder.
        skipped: lines at the beginning of that source which are no segments.
        humans: the statistics of other human references against the set's one, by the primary metric, where the set has
            their numbers and not their texts.
        baseline: the table BASELINE of systems that were scored when it was made, of a ready-made set.
    """

    folder: Path
    description: Description
    source: list[str]
    references: dict[str, list[str]]
    sets: pa.Table
    controls: pa.Table
    covariates: pa.Table
    control_words: pa.Table | None = None
    notes: tuple[str, ...] = ()
    source_place: str | None = None
    skipped: int = 0
    humans: tuple[Statistics, ...] = ()
    baseline: pa.Table | None = None

    @property
    def source_file(self) -> str:
        """The place of the segments to translate, one a line."""
        return self.source_place or str(self.folder / layout.source(self.description.source_language))

    def hits(self) -> pa.Table:
        """Read the hits with places and distances; each phenomenon's hits stay in the order of its file."""
        hits_of_set = as_in_run(of_folder(self.folder))
        check_ids(hits_of_set.column("segment_id").to_numpy(), len(self.source), f"a hit of {self.folder}")
        return hits_of_set


def read(folder: Path, *, changed: bool = False, hits: bool = False) -> Published:
    """Read the parts of a published set that scoring needs.

    Args:
        changed: take files that are not as they were published; the notes then say so.
        hits: whether hits will be asked for, so that their files are checked too.
    """
    described = description.read(folder)
    if described.publish.ids_only:
        raise InputError(
            "has only ids, no texts to score with",
            path=folder,
            remedy="rebuild it from your own copy of the corpus: challenge-sets dataset rebuild"
            f" {shlex.quote(str(folder))} --source PLACE --reference NAME=PLACE -o FULL",
        )
    source_name = layout.source(described.source_language)
    names = [layout.DESCRIPTION, layout.SEGMENTS_FILE, layout.SETS_FILE, layout.CONTROLS, layout.COVARIATES]
    names += [source_name, *(hit_files(folder) if hits else ())]
    names += [layout.CONTROL_WORDS] if layout.CONTROL_WORDS in checksums.read(folder) else []
    edited = checksums.changed(folder, names)
    if edited and not changed:
        raise InputError(
            f"has changed since it was published: {', '.join(edited)} (according to {layout.CHECKSUMS})",
            path=folder,
            remedy=f"{AGAIN}; if you changed it on purpose, score with --changed, and the signatures will say so",
        )
    rows = tables.read(PUBLISHED_CORPUS, folder / layout.SEGMENTS_FILE)
    covariates = tables.read(COVARIATES, folder / layout.COVARIATES)
    source: list[str] = rows.column("source").to_pylist()
    columns = rows.column("references").to_pylist()
    numbers, problem = list(range(len(rows))), None
    if len(rows) != described.segments or rows.column("segment_id").to_pylist() != numbers:
        problem = (
            f"the segments of {layout.SEGMENTS_FILE} are not the {described.segments} of {layout.DESCRIPTION}, in order"
        )
    elif read_lines(folder / source_name) != source:
        problem = f"{source_name} and {layout.SEGMENTS_FILE} differ in their segments"
    elif any(len(references) != len(described.references) for references in columns):
        problem = f"{layout.SEGMENTS_FILE} and {layout.DESCRIPTION} differ in the number of references"
    elif covariates.column("segment_id").to_pylist() != numbers:
        problem = f"{layout.COVARIATES} does not have a row for each segment"
    if problem is not None:
        raise InputError(problem, path=folder, remedy=AGAIN)
    return Published(
        folder=folder,
        description=described,
        source=source,
        references={name: [row[i] for row in columns] for i, name in enumerate(described.references)},
        sets=tables.read(SETS, folder / layout.SETS_FILE),
        controls=tables.read(CONTROLS, folder / layout.CONTROLS),
        covariates=covariates,
        control_words=control_words(folder),
        notes=(f"changed:{_digest(folder, names)}",) if edited else (),
    )


def control_words(folder: Path) -> pa.Table | None:
    """Read the table CONTROL_WORDS of a published set; return None if it was published without."""
    path = folder / layout.CONTROL_WORDS
    return tables.read(CONTROL_WORDS, path) if path.is_file() else None


def _digest(folder: Path, names: Iterable[str]) -> str:
    """Return a checksum of eight characters that tells one change of a set from another."""
    return hashlib.sha256("".join(sha256(folder / name) for name in names).encode()).hexdigest()[:8]


def warn_of_other_versions(published: Published, metrics: Mapping[str, Mapping[str, Any]]) -> None:
    """Warn of metrics with the set's options but another signature here: other versions score differently."""
    for name, options in metrics.items():
        then = published.description.metric_signatures.get(name)
        if then is not None and options == published.description.metrics.get(name):
            references = count_references(list(published.references.values()))
            now = metric_signature(name, options, references=references)
            if now != then:
                log.warning("%s is %s here, and was %s when the set was made: scores may differ", name, now, then)


def hit_files(folder: Path) -> list[str]:
    """List the files of hits that have a checksum, by their names in the folder, sorted."""
    return sorted(name for name in checksums.read(folder) if name.startswith(f"{HITS_FOLDER}/"))


def of_folder(folder: Path) -> pa.Table:
    """Read the hits of all phenomena from the folder of a published set: a table PUBLISHED_IDS."""
    parts = [tables.read(PUBLISHED_IDS, inside(folder, name)) for name in hit_files(folder)]
    if not parts:
        raise InputError("has no hits", path=folder / HITS_FOLDER, remedy=AGAIN)
    return pa.concat_tables(parts)


def as_in_run(hits: pa.Table) -> pa.Table:
    """Rename the column `distance` of published hits as in a run: `distance_set`."""
    names = ["distance_set" if name == "distance" else name for name in hits.column_names]
    return hits.rename_columns(names).replace_schema_metadata(hits.schema.metadata)

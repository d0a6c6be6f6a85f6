"""The tables that stages hand to each other: columns, types and meaning, each defined once.

Writer, reader, command-line help and tests all use these definitions. The suffix of a path chooses
the form: .parquet, .csv or .tsv; in the text forms a list is written with spaces between its items
and a missing value is empty.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from extractors.errors import InputError
from extractors.files import replacing

STRINGS = pa.list_(pa.string())
NUMBERS = pa.list_(pa.int32())
NO_BREAK = "\u00a0"
"""Stands for a blank inside an item of a list, in the text forms."""
DELIMITERS = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, Arrow type and meaning, and whether a value may be missing."""

    name: str
    type: pa.DataType
    meaning: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A table: what a row is, the file that a run keeps it in, and the columns."""

    name: str
    row: str
    file: str
    columns: tuple[Column, ...]

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([pa.field(c.name, c.type, nullable=c.optional) for c in self.columns])

    def table(self, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
        """A table from one mapping a row."""
        return self.from_columns({c.name: [row[c.name] for row in rows] for c in self.columns})

    def from_columns(self, columns: Mapping[str, Any]) -> pa.Table:
        """A table from one sequence a column."""
        return pa.table({c.name: pa.array(columns[c.name], c.type) for c in self.columns}, schema=self.schema)


SEGMENTS = Format(
    "segments",
    "a segment of the corpus",
    "segments.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its reference translations, in the order of the metadata `references`"),
        Column("provenance", pa.string(), "file and line that the source came from"),
    ),
)

HYPOTHESES = Format(
    "hypotheses",
    "a segment as one system translated it",
    "systems/SYSTEM.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("hypothesis", pa.string(), "the translation, Unicode NFC"),
    ),
)

ALIGNMENT = Format(
    "alignment",
    "a link between a source token and a reference token",
    "alignment.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("reference", pa.string(), "name of the reference"),
        Column("source", pa.int32(), "0-based number of the source's surface token"),
        Column("target", pa.int32(), "0-based number of the reference's surface token"),
        Column("source_form", pa.string(), "the source token"),
        Column("target_form", pa.string(), "the reference token"),
    ),
)

HITS = Format(
    "hits",
    "an instance of a phenomenon in a segment",
    "hits.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column(
            "head",
            pa.int32(),
            "0-based number, in the segment, of the surface token that holds the head word",
        ),
        Column("dependent", pa.int32(), "the same for the dependent word"),
        Column("head_form", pa.string(), "the head word"),
        Column("dependent_form", pa.string(), "the dependent word"),
        Column("head_word", pa.int32(), "0-based number of the head in the segment, counted in syntactic words"),
        Column("dependent_word", pa.int32(), "the same for the dependent"),
        Column("distance", pa.int32(), "surface tokens strictly between the two, punctuation not counted"),
        Column(
            "distance_ud",
            pa.int32(),
            "syntactic words strictly between the two, punctuation counted (the paper's)",
        ),
        Column("distance_set", pa.int32(), "the distance by which the phenomenon's sets are made"),
        Column(
            "confidence",
            pa.float32(),
            "probability, as the parser sees it, that all arcs and relations that the request asks for are right;"
            " `without` blocks are not counted (see config/README.md); 1 if it asks for none; missing where the parser"
            " gives none or the hit is found from the alignment",
            optional=True,
        ),
        Column("head_target", NUMBERS, "reference tokens that the head's token is aligned to", optional=True),
        Column("dependent_target", NUMBERS, "the same for the dependent", optional=True),
        Column("head_target_forms", STRINGS, "the same as words", optional=True),
        Column("dependent_target_forms", STRINGS, "the same as words", optional=True),
    ),
)

SETS = Format(
    "sets",
    "a challenge set: the segments with a hit in a range of distances",
    "sets.parquet",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column(
            "kind",
            pa.string(),
            "minimum (distance >= from), exact (= from) or bucket (from <= distance < below)",
        ),
        Column("distance_from", pa.int32(), "smallest distance"),
        Column("distance_below", pa.int32(), "first distance too large; missing for a minimum", optional=True),
        Column("segments", pa.int32(), "number of segments"),
        Column("hits", pa.int32(), "number of hits in them at these distances"),
        Column("segment_ids", NUMBERS, "the segments, ascending"),
    ),
)

CONTROLS = Format(
    "controls",
    "one control sample of a challenge set",
    "controls.parquet",
    (
        Column("phenomenon", pa.string(), "as in sets"),
        Column("kind", pa.string(), "as in sets"),
        Column("distance_from", pa.int32(), "as in sets"),
        Column("distance_below", pa.int32(), "as in sets", optional=True),
        Column("sample", pa.int32(), "0-based number of the sample"),
        Column("unmatched", pa.int32(), "segments of the set for which no segment of fitting length exists"),
        Column(
            "segment_ids",
            NUMBERS,
            "the control of each segment of the set, one to one; -1 where none of fitting length exists",
        ),
    ),
)

_SCORE_TAIL = (
    Column("metric", pa.string(), "name of the metric"),
    Column("n", pa.int32(), "segments in the set"),
    Column("score", pa.float64(), "score of the set; missing where it has no segments", optional=True),
    Column("corpus_score", pa.float64(), "score of the whole corpus"),
    Column("control_mean", pa.float64(), "mean over the control samples", optional=True),
    Column("control_low", pa.float64(), "2.5 % quantile of the control samples", optional=True),
    Column("control_high", pa.float64(), "97.5 % quantile of the control samples", optional=True),
    Column(
        "control_at_or_below",
        pa.float64(),
        "share of the control samples that score at or below the set",
        optional=True,
    ),
    Column("unmatched", pa.int32(), "segments of the set without a control of fitting length"),
    Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
    Column("run", pa.string(), "how the sets were made: parser, aligner, phenomena, controls, version"),
)

SCORES = Format(
    "scores",
    "a system's score on the segments with a hit at a minimum distance",
    "scores.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column(
            "minimum_distance",
            pa.int32(),
            "the set has the segments with a hit at this distance or a larger one",
        ),
        *_SCORE_TAIL,
    ),
)

BUCKET_SCORES = Format(
    "bucket scores",
    "a system's score on the segments with a hit in a range of distances",
    "scores_by_bucket.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("distance_from", pa.int32(), "smallest distance of the bucket"),
        Column("distance_below", pa.int32(), "first distance too large"),
        *_SCORE_TAIL,
    ),
)


CORPUS_SCORES = Format(
    "corpus scores",
    "a system's score on the whole corpus",
    "corpus_scores.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("metric", pa.string(), "name of the metric"),
        Column("n", pa.int32(), "segments in the corpus"),
        Column("score", pa.float64(), "score of the whole corpus"),
        Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
    ),
)


FORMATS = (SEGMENTS, HYPOTHESES, ALIGNMENT, HITS, SETS, CONTROLS, SCORES, BUCKET_SCORES, CORPUS_SCORES)


def write(table: pa.Table, path: str | Path) -> None:
    """Write a table atomically, in the form that the suffix of the path names.

    Raises:
        InputError: the suffix is not one of .parquet, .csv, .tsv.
    """
    suffix = Path(path).suffix
    if suffix == ".parquet":
        with replacing(path) as temporary:
            pq.write_table(table, temporary, compression="zstd")
        return
    if suffix not in DELIMITERS:
        raise InputError(
            f"cannot write a table as {suffix or 'a file without suffix'!r}",
            path=path,
            remedy="end the name in .parquet, .csv or .tsv",
        )
    rows = zip(*(_texts(table.column(name)) for name in table.column_names), strict=True)
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as out:
        dialect: dict[str, Any] = {"delimiter": DELIMITERS[suffix], "lineterminator": "\n"}
        # In .tsv a quotation mark is an ordinary character, as cut, awk and corpus people expect.
        writer = csv.writer(
            out,
            **dialect,
            quoting=csv.QUOTE_NONE if suffix == ".tsv" else csv.QUOTE_MINIMAL,
            quotechar=None if suffix == ".tsv" else '"',
        )
        try:
            writer.writerow(table.column_names)
            writer.writerows(rows)
        except csv.Error as error:
            raise InputError(
                f"a value has a tab or a line break: {error}", path=path, remedy="write .parquet or .csv"
            ) from error


def _texts(column: pa.ChunkedArray) -> list[Any]:
    values: list[Any] = column.to_pylist()
    if pa.types.is_list(column.type):
        return [
            None if value is None else " ".join(str(item).replace(" ", NO_BREAK) for item in value) for value in values
        ]
    if pa.types.is_float32(column.type):
        # As a Python number 0.9 would be written 0.8999999761581421.
        return [None if value is None else str(np.float32(value)) for value in values]
    return values


def read(form: Format, path: str | Path) -> pa.Table:
    """Read a table and check it against its format.

    Raises:
        InputError: no such file, not a table, a column missing or of another type, a value missing.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(
            f"no such file (a table of {form.name})", path=path, remedy="run the stage that makes it first"
        )
    try:
        table = _read_text(form, path) if path.suffix in DELIMITERS else pq.read_table(path)
        for column in form.columns:
            if column.name not in table.column_names:
                raise InputError(
                    f"the table of {form.name} has no column {column.name!r} ({column.meaning})",
                    path=path,
                    remedy=f"its columns are {', '.join(c.name for c in form.columns)}",
                )
        names = [c.name for c in form.columns]
        types = pa.schema([(c.name, c.type) for c in form.columns])
        table = table.select(names).cast(types).replace_schema_metadata(table.schema.metadata)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OSError) as error:
        raise InputError(f"is not a table of {form.name}: {error}", path=path, remedy="make it again") from error
    for column in form.columns:
        if not column.optional and table.column(column.name).null_count:
            row = pc.index(pc.is_null(table.column(column.name)), True).as_py()
            line = row + 2 if path.suffix in DELIMITERS else None
            raise InputError(f"row {row} has no {column.name}", path=path, line=line, remedy="every row needs one")
    return table


def _read_text(form: Format, path: Path) -> pa.Table:
    types = {c.name: pa.string() if pa.types.is_list(c.type) else c.type for c in form.columns}
    table = pacsv.read_csv(
        path,
        parse_options=pacsv.ParseOptions(
            delimiter=DELIMITERS[path.suffix],
            quote_char=False if path.suffix == ".tsv" else '"',
            newlines_in_values=path.suffix != ".tsv",
        ),
        convert_options=pacsv.ConvertOptions(
            column_types=types, strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""]
        ),
    )
    for column in form.columns:
        if column.name not in table.column_names or not (
            pa.types.is_list(column.type) or pa.types.is_string(column.type)
        ):
            continue
        # An empty text or list and a missing one look alike: a missing one is what an optional column holds.
        text = table.column(column.name)
        values = text if column.optional else pc.fill_null(text, "")
        if pa.types.is_list(column.type):
            parts = [None if value is None else value.split(" ") if value else [] for value in values.to_pylist()]
            values = pa.array(parts, STRINGS).cast(column.type)
        table = table.set_column(table.column_names.index(column.name), column.name, values)
    return table


def with_metadata(table: pa.Table, **values: str) -> pa.Table:
    """The table with text metadata added (kept in Parquet only)."""
    known = table.schema.metadata or {}
    return table.replace_schema_metadata({**known, **{k.encode(): v.encode() for k, v in values.items()}})


def run_signature(table: pa.Table, *parts: str) -> str:
    """How a table was made, in sacreBLEU's manner (`parser:...|aligner:...|...`), with parts added."""
    known = (table.schema.metadata or {}).get(b"run", b"").decode()
    return "|".join(filter(None, (known, *parts)))


def signed(table: pa.Table, signature: str) -> pa.Table:
    """The table with a signature of how it was made (kept in Parquet only)."""
    return with_metadata(table, run=signature)


def metadata(table: pa.Table, key: str, path: str | Path) -> str:
    """One value of the table's metadata.

    Raises:
        InputError: the table has no such value.
    """
    value = (table.schema.metadata or {}).get(key.encode())
    if value is None:
        raise InputError(
            f"the table says nothing of its {key}", path=path, remedy="make it with `challenge-sets ingest`"
        )
    return str(value.decode())

"""croissant.json: the set in the words of Croissant 1.0, which search engines and loaders of data sets read.

The format is that of http://mlcommons.org/croissant/1.0 (MLCommons, 2024). `url` and `datePublished`, which it asks for
too, are there if the publisher gives them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.config.vocabulary import language_name
from extractors.core.files import sha256, write_text
from extractors.formats.definition import Format
from extractors.formats.published import PUBLISHED_HITS, PUBLISHED_IDS
from extractors.publish import layout
from extractors.publish.configurations import Configuration
from extractors.publish.description import Description

TERMS = (
    *("citeAs", "column", "conformsTo", "extract", "field", "fileObject", "fileProperty", "fileSet", "format"),
    *("includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references"),
    *("regex", "repeated", "replace", "separator", "source", "subField", "transform"),
)
"""The words of the format that stand without a prefix."""
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    **{term: f"cr:{term}" for term in TERMS},
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
ENCODINGS = {".parquet": "application/x-parquet", ".zip": "application/zip", ".gz": "application/gzip"}
TYPES = {"string": "sc:Text", "int32": "sc:Integer", "float": "sc:Float"}


def write(description: Description, configurations: Sequence[Configuration], folder: Path) -> None:
    """Write croissant.json, with the checksums of the data that are in the folder."""
    with write_text(folder / layout.CROISSANT) as out:
        json.dump(make(description, configurations, folder), out, indent=1, ensure_ascii=False)
        out.write("\n")


def make(description: Description, configurations: Sequence[Configuration], folder: Path) -> dict[str, Any]:
    """The content of croissant.json."""
    publish = description.publish
    optional = {"url": publish.url, "datePublished": publish.date, "citeAs": publish.citation}
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": description.name,
        "description": (
            f"{description.pretty_name}: challenge sets for machine translation from"
            f" {language_name(description.source_language)} to {language_name(description.target_language)}, extracted"
            f" automatically from {publish.corpus or description.name}."
        ),
        "license": publish.licence_url or publish.licence_name or publish.licence,
        "creator": {"@type": "sc:Organization", "name": publish.attribution},
        "inLanguage": [description.source_language, description.target_language],
        **{name: value for name, value in optional.items() if value},
        "distribution": [_file(path, folder) for path in _files(folder)],
        "recordSet": _record_sets(description, configurations, folder),
    }


def _files(folder: Path) -> list[Path]:
    """The files of data."""
    return sorted(path for path in folder.rglob("*") if path.suffix in ENCODINGS)


def _file(path: Path, folder: Path) -> dict[str, Any]:
    name = path.relative_to(folder).as_posix()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": ENCODINGS[path.suffix],
        "sha256": sha256(path),
    }


def _record_sets(
    description: Description, configurations: Sequence[Configuration], folder: Path
) -> list[dict[str, Any]]:
    """The segments, the sets, and the hits of each phenomenon."""
    by_name = {one.name: one for one in configurations}
    records = [
        _record_set(name, by_name[name].files[0], by_name[name].form)
        for name in (layout.SEGMENTS, layout.SETS)
        if name in by_name
    ]
    form = PUBLISHED_IDS if description.publish.ids_only else PUBLISHED_HITS
    for entry in description.phenomena:
        if (folder / layout.hits(entry["id"])).is_file():
            records.append(_record_set(entry["id"], layout.hits(entry["id"]), form))
    return records


def _record_set(name: str, file: str, form: Format) -> dict[str, Any]:
    """The rows of a file, with a field a column."""
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"One row: {form.row}.",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column.name}",
                "name": column.name,
                "description": column.meaning,
                "dataType": TYPES[str(column.type.value_type if pa.types.is_list(column.type) else column.type)],
                **({"repeated": True} if pa.types.is_list(column.type) else {}),
                "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
            }
            for column in form.columns
        ],
    }

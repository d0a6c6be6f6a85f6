"""The dataset card: README.md with the metadata that the hub reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import pyarrow as pa
from huggingface_hub import DatasetCard, DatasetCardData

from extractors.config import vocabulary
from extractors.core import install
from extractors.core.escapes import code, fenced, link, markdown
from extractors.core.files import write_text
from extractors.formats.origin import Origin
from extractors.phenomena import quality
from extractors.publish import layout
from extractors.publish.description import Description

TAGS = ("machine-translation", "challenge-set", "test-suite", "mt-challenge-sets")
UNUSUAL_DISTANCES = {
    "ud": " Distance: syntactic words between the two, punctuation counted.",
    "alignment": " Distance: measured on the alignment.",
}
Counts = Mapping[str, Mapping[str, int]]
"""By configuration: the number of rows of each split."""


def write(
    description: Description,
    counts: Counts,
    hits: pa.Table,
    *,
    origin: Origin | None,
    samples: int,
    scored: bool,
    folder: str | Path,
) -> None:
    """Write README.md, after its metadata have been checked against the hub's documented vocabulary.

    Args:
        counts: the rows of each split of each configuration.
        hits: all hits, with the columns phenomenon and segment_id.
        origin: of the controls; None where it is not recorded.
        samples: the number of control samples of a set.
        scored: whether the folder has scores of the run's own systems.

    Raises:
        InputError: a value of the metadata is none that the hub knows.
    """
    card = make(description, counts, hits, origin=origin, samples=samples, scored=scored)
    vocabulary.check(metadata_of(card), path=layout.CARD)
    with write_text(Path(folder) / layout.CARD) as out:
        out.write(str(card))


def make(
    description: Description, counts: Counts, hits: pa.Table, *, origin: Origin | None, samples: int, scored: bool
) -> DatasetCard:
    """The card of a set."""
    publish = description.publish
    segments = _segments(hits)
    phenomena = [
        {
            **entry,
            "description": markdown(entry["description"]) + UNUSUAL_DISTANCES.get(entry["distance"], ""),
            "segments": len(segments.get(entry["id"], ())),
            "by_distance": _by_distance(counts[entry["id"]]),
        }
        for entry in description.phenomena
    ]
    with_hits = [entry for entry in phenomena if entry["hits"]]
    # Of the phenomena with requests, since nearly every segment has some reordering.
    example = (
        max(with_hits, key=lambda entry: (bool(entry["requests"]), entry["hits"]))["id"] if with_hits else layout.ALL
    )
    licence = str(publish.licence_name or publish.licence)
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    # What people and their settings say is shown, and never read as Markdown or HTML.
    environment.filters |= {"markdown": markdown, "code": code, "fenced": fenced}
    template = resources.files("extractors.publish").joinpath("card.md.j2").read_text(encoding="utf-8")
    text = environment.from_string(template).render(
        card_data=metadata(description, counts).to_yaml(),
        d=description,
        place=install.ANYWHERE,
        place_meant=install.PLACE_MEANT,
        ids_only=publish.ids_only,
        scored=scored,
        samples=samples,
        pool="corpus" if origin is None else origin.pool,
        hits=sum(entry["hits"] for entry in phenomena),
        phenomena=with_hits,
        empty=[f"`{entry['id']}`" for entry in phenomena if not entry["hits"]],
        example=example,
        licence=link(licence, publish.licence_url) if publish.licence_url else markdown(licence),
        source_url=publish.source_url and link(publish.source_url, publish.source_url),
        quality=quality.of_run(origin, {entry["id"]: entry.get("definition") for entry in with_hits}),
    )
    return DatasetCard(re.sub(r"\n{3,}", "\n\n", text))


def metadata(description: Description, counts: Counts) -> DatasetCardData:
    """The metadata of the card: languages, licence, size, task, and the files of each configuration."""
    publish = description.publish
    other: dict[str, Any] = {"license_name": publish.licence_name, "license_link": publish.licence_url}
    return DatasetCardData(
        pretty_name=description.pretty_name,
        language=[description.source_language, description.target_language],
        license=publish.licence,
        **(other if publish.licence == "other" else {}),
        multilinguality="translation",
        task_categories=["translation"],
        size_categories=[vocabulary.size_category(sum(counts[layout.ALL].values()))],
        annotations_creators=["machine-generated"],
        language_creators=["found"],
        source_datasets=["extended"],
        tags=list(TAGS),
        configs=configurations(counts, with_corpus=not publish.ids_only),
    )


def metadata_of(card: DatasetCard) -> dict[str, Any]:
    """The metadata of a card as a mapping."""
    values: dict[str, Any] = card.data.to_dict()  # type: ignore[no-untyped-call]
    return values


def configurations(counts: Counts, *, with_corpus: bool) -> list[dict[str, Any]]:
    """The configurations that have a row, `all` as the default, each with the files of its splits that have one."""
    entries: list[dict[str, Any]] = []
    for name, of_split in counts.items():
        files = [{"split": split, "path": layout.data(name, split)} for split, rows in of_split.items() if rows]
        if files:
            entries.append(
                {"config_name": name, "data_files": files} | ({"default": True} if name == layout.ALL else {})
            )
    if with_corpus:
        file = {"split": layout.CORPUS_SPLIT, "path": layout.CORPUS_FILE}
        entries.append({"config_name": layout.CORPUS, "data_files": [file]})
    return entries


def _segments(hits: pa.Table) -> dict[str, set[int]]:
    """The segments that hold each phenomenon."""
    segments: dict[str, set[int]] = {}
    for phenomenon, segment in zip(*(hits.column(c).to_pylist() for c in ("phenomenon", "segment_id")), strict=True):
        segments.setdefault(phenomenon, set()).add(segment)
    return segments


def _by_distance(splits: Mapping[str, int]) -> str:
    """`0: 12, 1 to 2: 3, 3 or more: 40`, without the splits that have none."""
    named = ((split.removeprefix("distance_").replace("_", " "), rows) for split, rows in splits.items())
    return ", ".join(f"{name}: {rows}" for name, rows in named if rows)

"""Write the dataset card: README.md with the metadata that the hub reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import jinja2
import pyarrow as pa
import yaml

from extractors.config.output_settings import PublishSettings
from extractors.core import install
from extractors.core.citations import bibtex
from extractors.core.escapes import code, fenced, link, markdown
from extractors.core.files import write_text
from extractors.core.languages import language_name
from extractors.formats.origin import origin_of
from extractors.formats.published import PUBLISHED_HITS, PUBLISHED_IDS
from extractors.models.installed import licence_of_signature
from extractors.phenomena import detection
from extractors.phenomena.estimands import OUTPUTS, REFERENCE
from extractors.publish import layout
from extractors.publish.baseline import Baseline
from extractors.publish.description import Description
from extractors.publish.rows import SIDES, of_phenomenon

TAGS = ("machine-translation", "challenge-set", "test-suite", "mt-challenge-sets")
UD_DISTANCE = " Distance: syntactic words between the two, punctuation counted."
CHOSEN_BY = {
    OUTPUTS: " The outputs of the run's systems chose its sets.",
    REFERENCE: " The reference that scores also chose its sets, which lowers their scores.",
}


@dataclass(frozen=True, slots=True)
class Configuration:
    """A configuration of a published set, a table that its users load; all in one split.

    Attributes:
        path: of its files in the folder of the set, with * where there are several.
    """

    name: str
    path: str

    def entry(self) -> dict[str, Any]:
        """Return the entry of `configs` in the metadata of a card; `hits` is the configuration loaded by default."""
        files = [{"split": layout.SPLIT, "path": self.path}]
        entry: dict[str, Any] = {"config_name": self.name, "data_files": files}
        return entry | ({"default": True} if self.name == layout.HITS else {})


def write(
    description: Description,
    data: Sequence[Configuration],
    folder: Path,
    *,
    hits: pa.Table,
    sets: pa.Table,
    controls: pa.Table,
    baseline: Baseline | None,
) -> None:
    """Write README.md into a folder that has the other files.

    Args:
        hits: all of them: a table PUBLISHED_HITS, without texts one PUBLISHED_IDS.
        baseline: the results of the run's own systems, if it had any.
    """
    publish, origin = description.publish, origin_of(controls)
    phenomena = _phenomena(description, hits, sets)
    with_hits = [entry for entry in phenomena if entry["hits"]]
    definitions = {entry["id"]: entry.get("definition") for entry in with_hits}
    names = {configuration.name for configuration in data}
    card = render(
        resources.files("extractors.publish").joinpath("card.md.j2").read_text(encoding="utf-8"),
        card_data=metadata(description, data, rows=len(hits)),
        d=description,
        baseline=baseline,
        has_parses=(folder / layout.CONLLU).is_file(),
        samples=len(set(controls.column("sample").to_pylist())),
        titles=metric_titles(description, baseline),
        layout=layout,
        bibtex=bibtex(description.version),
        ids_only=publish.ids_only,
        source=language_name(description.source_language),
        target=language_name(description.target_language),
        corpus=publish.corpus or description.name,
        pool="corpus" if origin is None else origin.pool,
        hits=len(hits),
        phenomena=with_hits,
        empty=[f"`{entry['id']}`" for entry in phenomena if not entry["hits"]],
        configurations=names,
        example=None if publish.ids_only else marked_example(hits, description),
        columns=PUBLISHED_IDS.columns if publish.ids_only else PUBLISHED_HITS.columns,
        first_phenomenon=next((entry["id"] for entry in with_hits if entry["id"] in names), layout.HITS),
        licence=licence_text(publish),
        source_url=publish.source_url and link(publish.source_url, publish.source_url),
        parser_licence=licence_of_signature(description.parser),
        aligner_licence=licence_of_signature(description.aligner or ""),
        detection=detection.texts_of_run(origin, definitions),
    )
    with write_text(folder / layout.CARD) as out:
        out.write(card)


def render(template: str, *, card_data: Mapping[str, Any], **values: object) -> str:
    """Render the text of a template as a card, from its metadata and some values."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    # What people and their settings say is shown, and never read as Markdown or HTML.
    environment.filters |= {"markdown": markdown, "code": code, "fenced": fenced}
    # A text of ours in a cell of a table.
    environment.filters["cell"] = lambda text: text.replace("|", "\\|")
    values |= {"place": install.ANYWHERE, "place_meant": install.PLACE_MEANT}
    # As the hub reads it at the head of a card, without what is not known.
    filled_in = {name: value for name, value in card_data.items() if value is not None}
    head = yaml.safe_dump(filled_in, sort_keys=False, allow_unicode=True).rstrip("\n")
    text = environment.from_string(template).render(card_data=head, **values)
    return re.sub(r"\n{3,}", "\n\n", text)


def licence_text(publish: PublishSettings) -> str:
    """Return the licence as Markdown, with a link where there is one."""
    licence = str(publish.licence_name or publish.licence)
    return link(licence, publish.licence_url) if publish.licence_url else markdown(licence)


def metric_titles(description: Description, baseline: Baseline | None) -> dict[str, str]:
    """Return the title of each metric by its id: the name in its signature (chrF2), or the id of imported scores."""
    names = [*description.metrics, *(baseline.metrics if baseline else ())]
    signatures = description.metric_signatures
    return {name: markdown(str(signatures.get(name, name)).partition("|")[0]) for name in names}


def _phenomena(description: Description, hits: pa.Table, sets: pa.Table) -> list[dict[str, Any]]:
    """Return the rows of the table of phenomena."""
    set_sizes: dict[str, list[str]] = {}
    for row in sets.to_pylist():
        if row["kind"] == "minimum":
            set_sizes.setdefault(row["phenomenon"], []).append(f"{row['distance_from']}: {row['segments']}")
    counted = hits.group_by("phenomenon").aggregate([("segment_id", "count_distinct")])
    segments = dict(zip(*(counted.column(name).to_pylist() for name in counted.column_names), strict=True))
    return [
        {
            **entry,
            "description": markdown(entry["description"])
            + (UD_DISTANCE if entry["distance"] == "ud" else "")
            + CHOSEN_BY.get(entry["chosen_by"], ""),
            "segments": segments.get(entry["id"], 0),
            "sets": ", ".join(set_sizes.get(entry["id"], ())),
        }
        for entry in description.phenomena
    ]


def marked_example(hits: pa.Table, description: Description) -> dict[str, str] | None:
    """Show one hit of PUBLISHED_HITS with its words in bold: phenomenon, distance, source and the aligned reference.

    Choose the shortest segment, of a phenomenon with many hits, whose two words have others between them and are
    aligned. Return None if no hit has words between.
    """
    counts = Counter(hits.column("phenomenon").to_pylist())
    from_requests = [e["id"] for e in description.phenomena if e["distance"] != "alignment" and counts[e["id"]]]
    # Nearly every segment has some reordering, which is hard to see in one sentence.
    phenomenon = max(from_requests or counts, key=lambda name: counts[name], default=None)
    fitting = [row for row in of_phenomenon(hits, phenomenon).to_pylist() if row["distance"] > 0] if phenomenon else []
    if not fitting:
        return None
    row = min(fitting, key=lambda row: (_unaligned(row), len(row["source"]), row["segment_id"]))
    spans = [(row[f"{side}_start"], row[f"{side}_end"]) for side in SIDES]
    example = {
        "phenomenon": str(phenomenon),
        "distance": str(row["distance"]),
        "source": in_bold(row["source"], spans),
        "reference": "",
    }
    if description.target_reference is not None:
        names = list(description.references)
        pairs = [(row[f"{side}_target_start"] or [], row[f"{side}_target_end"] or []) for side in SIDES]
        targets = [span for starts, ends in pairs for span in zip(starts, ends, strict=True)]
        text = row["references"][names.index(description.target_reference)]
        example["reference"] = in_bold(text, targets)
    return example


def _unaligned(row: Mapping[str, Any]) -> int:
    """Count the words of a hit, two in all, that are aligned to nothing."""
    return sum(not row[f"{side}_target_start"] for side in SIDES)


OPEN, CLOSE = "\ue000", "\ue001"
"""Stand for the marks of bold words while a text is made harmless; Unicode leaves them to private use."""


def in_bold(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text as one line of Markdown, with the characters of some spans in bold."""
    bold = {index for first, end in spans for index in range(first, min(end, len(text)))}
    parts = []
    for index, character in enumerate(text):
        opens, closes = index in bold and index - 1 not in bold, index in bold and index + 1 not in bold
        shown = "" if character in (OPEN, CLOSE) else character
        parts.append(f"{OPEN if opens else ''}{shown}{CLOSE if closes else ''}")
    return markdown("".join(parts)).replace(OPEN, "<b>").replace(CLOSE, "</b>")


def metadata(description: Description, data: Sequence[Configuration], *, rows: int) -> dict[str, Any]:
    """Return the metadata of the card: languages, licence, size by its `rows` of hits, task, and configurations."""
    return card_data(
        description.publish,
        title=description.pretty_name,
        languages=[description.source_language, description.target_language],
        rows=rows,
        annotations_creators=["machine-generated"],
        language_creators=["found"],
        source_datasets=["extended"],
        tags=list(TAGS),
        configs=[configuration.entry() for configuration in data],
    )


def card_data(publish: PublishSettings, *, title: str, languages: list[str], rows: int, **more: Any) -> dict[str, Any]:
    """Return the metadata of any card: title, languages, licence, task, size, and `more`. The hub checks them."""
    other: dict[str, Any] = {
        "license_name": publish.licence_name and licence_id(publish.licence_name),
        "license_link": publish.licence_url,
    }
    return {
        "pretty_name": title,
        "language": languages,
        "license": publish.licence,
        **(other if publish.licence == "other" else {}),
        "multilinguality": "translation",
        "task_categories": ["translation"],
        "size_categories": [size_category(rows)],
        **more,
    }


def licence_id(name: str) -> str:
    """Turn the name of a licence into an id for the hub's `license_name`, such as `my-license-1.0`."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.") or "other"


def size_category(rows: int) -> str:
    """Return the hub's category for a number of rows: 999 is `n<1K`, 1000 is `1K<n<10K`."""
    bounds = [f"{digits}{unit}" for unit in "KMBT" for digits in (1, 10, 100)][:10]
    names = ["n<1K", *(f"{low}<n<{high}" for low, high in pairwise(bounds)), "n>1T"]
    return names[min(max(len(str(rows)) - 3, 0), len(names) - 1)]

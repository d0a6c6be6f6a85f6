"""dataset.json: the facts of a published set that programs need to score with it and to rebuild it.

format              version of the layout, see extractors.publish.layout
name, pretty_name   of the data set
source_language, target_language
segments            number of segments of the whole corpus
source_sha256       of the source segments, joined by \\n, in UTF-8 (Unicode NFC)
references          [{name, sha256}] in the order of the column `references`
signature           how sets and controls were made, without the version; scores.csv has it as `run`
version             of this tool
parser, aligner     what made the parses and the links
target_reference    the reference that target words of hits are of; null where nothing was aligned
word_controls_seed  seed of the draws of scoring/word_controls.parquet; null where there is none
metrics             {name: options}; the options that are not the metric's defaults
metric_signatures   {name: signature} for this number of references, as scores.csv has them without resampling
statistics          {resamples, seed, trials, alpha}
phenomena           [{id, description, source, distance, definition, minimum_distances, hits}]; the distance of its
                        sets is surface, ud (columns distance, distance_ud of a run's hits) or measured on the
                        alignment; definition is a checksum of all that decides on its hits.
publish             what the publisher says: licence, attribution and so on, and ids_only
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from extractors.config.publish_settings import PublishSettings
from extractors.core.errors import InputError
from extractors.core.files import read_text, write_text
from extractors.core.names import check_name, check_names, inside
from extractors.core.settings import LARGEST_SEED
from extractors.publish import layout

MAKE_AGAIN = "download the set again, or have it published again"
FORMS: Mapping[str, type] = {
    "name": str,
    "pretty_name": str,
    "segments": int,
    "signature": str,
    "version": str,
    "parser": str,
    "aligner": str,
    "metrics": dict,
    "metric_signatures": dict,
    "statistics": dict,
    "phenomena": list,
    "publish": dict,
}
TEXTS_OF_PHENOMENON = ("description", "source")
DISTANCES = ("surface", "ud", "alignment")
MOST_SEGMENTS = 2**31 - 1
"""Numbers of segments are 32 bits wide in every table."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """The content of dataset.json.

    Attributes:
        references: name -> SHA-256 of its segments, in order.
        phenomena: a mapping for each, in the order of the sets.
        publish: what the publisher says; `publish.ids_only` tells whether there are texts.
    """

    name: str
    pretty_name: str
    source_language: str
    target_language: str
    segments: int
    source_sha256: str
    references: dict[str, str]
    signature: str
    version: str
    parser: str
    aligner: str
    target_reference: str | None
    word_controls_seed: int | None
    metrics: dict[str, dict[str, Any]]
    metric_signatures: dict[str, str]
    statistics: dict[str, Any]
    phenomena: list[dict[str, Any]]
    publish: PublishSettings


def checksum(segments: Sequence[str]) -> str:
    """The SHA-256 of segments, joined by line feeds, in hexadecimal."""
    return hashlib.sha256("\n".join(segments).encode()).hexdigest()


def write(description: Description, folder: str | Path) -> None:
    """Write dataset.json into a folder."""
    content = {"format": layout.FORMAT, **asdict(description)}
    content["references"] = [{"name": n, "sha256": s} for n, s in description.references.items()]
    content["publish"] = description.publish.as_dict()
    with write_text(Path(folder) / layout.DESCRIPTION) as out:
        json.dump(content, out, indent=2, ensure_ascii=False)
        out.write("\n")


def read(folder: str | Path) -> Description:
    """Read the dataset.json of a published set.

    Raises:
        InputError: there is none, it is broken, it is newer than this code, or a name or number in it cannot be.
    """
    path = inside(folder, layout.DESCRIPTION)
    if not path.is_file():
        raise InputError(
            f"is no published set: it has no {layout.DESCRIPTION}",
            path=folder,
            remedy="name the folder that `challenge-sets dataset publish` wrote or that was downloaded from the hub",
        )
    try:
        content = json.loads(read_text(path))
        version = content["format"]
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise ValueError(f"format {version!r}")
        if version > layout.FORMAT:
            raise InputError(
                f"the set has the format {version}, this version reads {layout.FORMAT}",
                path=path,
                remedy="install a newer version of challenge-sets",
            )
        _check(content, path)
        content["references"] = {entry["name"]: entry["sha256"] for entry in content["references"]}
        content["publish"] = PublishSettings.of_later(content["publish"])
        return Description(**{field.name: content[field.name] for field in fields(Description)})
    except InputError as error:
        # Settings that are refused know nothing of the file.
        raise InputError(error.problem, path=path, line=error.line, remedy=error.remedy or MAKE_AGAIN) from None
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise InputError(f"cannot be read: {error!r}", path=path, remedy=MAKE_AGAIN) from None


def _check(content: Mapping[str, Any], path: Path) -> None:
    """Refuse values that the rest of the code cannot work with, and names that would lead to files elsewhere.

    Raises:
        InputError: a name that cannot be.
        TypeError, ValueError, KeyError: as Python raises them; the caller adds the file.
    """
    for name, form in FORMS.items():
        if not isinstance(content[name], form) or isinstance(content[name], bool):
            raise TypeError(f"{name} is no {form.__name__}")
    if not 0 < content["segments"] <= MOST_SEGMENTS:
        raise ValueError(f"{content['segments']} segments")
    check_name(content["version"], "version", path=path, remedy=MAKE_AGAIN)
    check_name(content["name"], "data set", path=path, remedy=MAKE_AGAIN)
    check_names(content["metrics"], "metric", path=path, remedy=MAKE_AGAIN)
    if not all(isinstance(options, dict) for options in content["metrics"].values()):
        raise TypeError("metrics has options that are no dict")
    for key in ("source_language", "target_language"):
        check_name(content[key], "language", path=path, remedy=MAKE_AGAIN)
    names = [entry["name"] for entry in content["references"]]
    if not names or len(set(names)) < len(names):
        raise ValueError("references are none, or two of one name")
    check_names(names, "reference", path=path, remedy=MAKE_AGAIN)
    if content.get("target_reference") not in {None, *names}:
        raise ValueError(f"target_reference {content['target_reference']!r} is none of the references")
    seed = content.get("word_controls_seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LARGEST_SEED):
        raise ValueError(f"word_controls_seed {seed!r}")
    check_names([entry["id"] for entry in content["phenomena"]], "phenomenon", path=path, remedy=MAKE_AGAIN)
    for entry in content["phenomena"]:
        _check_phenomenon(entry)


def _check_phenomenon(entry: Mapping[str, Any]) -> None:
    """Refuse an entry of `phenomena` that a card cannot be made of; see `_check`."""
    layout.check_configuration(entry["id"])
    if not all(isinstance(entry[key], str) for key in TEXTS_OF_PHENOMENON) or entry["distance"] not in DISTANCES:
        raise TypeError(f"the phenomenon {entry['id']} lacks a text, or the distance of its sets")
    if not all(isinstance(request, str) for request in entry.get("requests", [])):
        raise TypeError(f"the phenomenon {entry['id']} has a request that is no text")
    if not math.isfinite(entry["hits"]) or not isinstance(entry.get("definition", ""), str | None):
        raise TypeError(f"the phenomenon {entry['id']} has no number of hits")

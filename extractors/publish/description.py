"""dataset.json: the facts of a published set that programs need to score with it and to rebuild it.

format              version of the layout, see extractors.publish.layout
name, pretty_name   of the data set
source_language, target_language
unit                segment, or sentence where the segments are sentences that those of the corpus were cut into
segments            number of segments of the whole corpus
source_sha256       of the source segments, joined by \\n, in UTF-8 (Unicode NFC)
references          [{name, sha256}] in the order of the column `references`
humans              names of those that people made, which are the baseline of findings; null for all
signature           how sets and controls were made, without the version
version             of this tool
parser, aligner     what made the parses and the links
target_reference    the reference that target words of hits are of; null where nothing was aligned
metric              the primary metric, by which phenomena are tested; null of a source alone
metrics             {name: options}; the options that are not the metric's defaults
metric_signatures   {name: signature} for this number of references, as scores.csv has them without resampling
statistics          {resamples, seed, trials, alpha}
phenomena           [{id, label, description, source, distance, definition, minimum_distances, tested_distance,
                        chosen_by, hits}]; the distance of its sets is surface, ud (columns distance, distance_ud of a
                        run's hits) or measured on the alignment; definition is a checksum of all that decides on its
                        hits; tested_distance is the distance of the table of findings.
publish             what the publisher says: licence, attribution and so on, and ids_only
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from extractors.config.output_settings import PublishSettings
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import write_text
from extractors.core.install import NEWER
from extractors.core.names import check_names, inside
from extractors.core.settings import Settings, Several, apart, checked, named, refusal
from extractors.extract.set_settings import Distance
from extractors.phenomena.estimands import Estimand
from extractors.publish import layout
from extractors.scoring.metrics import check_metrics
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

MAKE_AGAIN = "download the set again, or ask for it to be published again"
MOST_SEGMENTS = 2**31 - 1
"""Numbers of segments are 32 bits wide in every table."""
MOST_DISTANCES = 1_000
"""Sets of a phenomenon."""


class _Phenomenon(Settings):
    """What a card needs of an entry of `phenomena`; other keys are passed over."""

    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, checked(layout.check_configuration)]
    label: str
    description: str
    source: str
    chosen_by: str
    distance: Literal["surface", "ud", "alignment"]
    tested_distance: Distance
    minimum_distances: list[Distance] = Field(default=[], max_length=MOST_DISTANCES)
    hits: Annotated[float, Field(ge=0, le=MOST_SEGMENTS)]
    definition: str | None = None


def _check_phenomena(entries: Sequence[Mapping[str, Any]]) -> None:
    """Refuse entries of `phenomena` that a card cannot be made from."""
    check_names([entry.get("id") for entry in entries], "phenomenon", remedy=MAKE_AGAIN)
    for entry in entries:
        _Phenomenon.of(entry)


Language = Annotated[str, named("language")]


class Description(Settings):
    """The content of dataset.json, as above; `references` is name -> SHA-256, in order."""

    name: Annotated[str, named("data set")]
    pretty_name: str
    source_language: Language
    target_language: Language
    unit: Literal["segment", "sentence"] = "segment"
    segments: Annotated[int, Field(gt=0, le=MOST_SEGMENTS)]
    source_sha256: str
    references: Annotated[dict[str, str], apart("reference")]
    humans: Several[str] | None = None
    signature: str
    version: Annotated[str, named("version")]
    parser: str
    aligner: str
    target_reference: str | None
    metric: str | None
    metrics: Annotated[dict[str, dict[str, Any]], apart("metric"), checked(check_metrics)]
    metric_signatures: dict[str, str]
    statistics: StatisticsSettings
    phenomena: Annotated[list[dict[str, Any]], checked(_check_phenomena)]
    publish: PublishSettings

    @model_validator(mode="after")
    def _has_target(self) -> Self:
        if self.target_reference not in {None, *self.references}:
            raise refusal(f"target_reference {self.target_reference!r} is none of the references")
        return self

    @property
    def estimands(self) -> dict[str, Estimand]:
        """What is asked of each phenomenon."""
        return {
            entry["id"]: Estimand(label=entry["label"], distance=entry["tested_distance"], chosen_by=entry["chosen_by"])
            for entry in self.phenomena
        }


def checksum(segments: Sequence[str]) -> str:
    """Return the SHA-256 of segments, joined by line feeds, in hexadecimal."""
    return hashlib.sha256("\n".join(segments).encode()).hexdigest()


def write(description: Description, folder: str | Path) -> None:
    """Write dataset.json into a folder."""
    references = [{"name": name, "sha256": sha256} for name, sha256 in description.references.items()]
    content = {"format": layout.FORMAT, **description.as_dict(), "references": references}
    with write_text(Path(folder) / layout.DESCRIPTION) as out:
        json.dump(content, out, indent=2, ensure_ascii=False)
        out.write("\n")


def read(folder: str | Path) -> Description:
    """Read the dataset.json of a published set."""
    path = inside(folder, layout.DESCRIPTION)
    if not path.is_file():
        raise InputError(
            f"must be a published set, but has no {layout.DESCRIPTION}",
            path=folder,
            remedy="name the folder that `challenge-sets dataset publish` wrote or that was downloaded from the hub",
        )
    return _load(path)


def _of(content: Mapping[str, Any]) -> Description:
    references = {entry["name"]: entry["sha256"] for entry in content["references"]}
    if len(references) < len(content["references"]):
        raise ValueError("two references have one name")
    return Description.of_later({**content, "references": references})


def _load(path: Path) -> Description:
    """Load a description in this version's format or a lower one."""
    try:
        content = jsonfile.load(path)
        version = content["format"]
        if type(version) is not int or version < 1:
            raise ValueError(f"format {version!r}")
        if version > layout.FORMAT:
            raise InputError(
                f"the set has the format {version}, but this version reads {layout.FORMAT}",
                path=path,
                remedy=NEWER,
            )
        content["publish"] = PublishSettings.of_later(content["publish"])
        return _of(content)
    except InputError as error:
        if error.path is not None:
            raise
        # Values that are refused know nothing of the file.
        raise InputError(error.problem, path=path, remedy=MAKE_AGAIN) from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise InputError(f"cannot be read: {error!r}", path=path, remedy=MAKE_AGAIN) from None

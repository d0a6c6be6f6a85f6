"""The tables of an atlas as its page and its charts show them: a group for each source language and metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.formats import tables
from extractors.formats.atlas import ATLAS, ATLAS_EFFECTS, BEYOND
from extractors.phenomena import catalogue
from extractors.report.numbers import Row, Rows
from extractors.score.metric_settings import PRIMARY

STRONGEST = 0.3
"""Standard deviations at which a cell has the full colour."""


@dataclass(frozen=True)
class EffectGroup:
    """Phenomena by corpora.

    Attributes:
        rows: rows of ATLAS, the lowest effect first.
        corpora: names of those that have one of the phenomena.
        cells: rows of ATLAS_EFFECTS, by phenomenon and corpus.
        labels: names of phenomena by their ids.
    """

    language: str
    metric: str
    rows: Rows
    corpora: Sequence[str]
    cells: Mapping[tuple[str, str], Row]
    labels: Mapping[str, str]

    @property
    def name(self) -> str:
        """Of the folder of its charts."""
        return f"{self.language}-{self.metric}"

    def label(self, row: Row) -> str:
        """What the phenomenon of a row is called."""
        return self.labels.get(row["phenomenon"], row["phenomenon"])


def read_groups(atlas: str | Path, effects: str | Path, phenomena: str | Path) -> list[EffectGroup]:
    """The groups: first of the metric that findings are by, beyond people where that is known, then as in the table.

    Args:
        atlas, effects: files of ATLAS and ATLAS_EFFECTS.
        phenomena: the catalogue.
    """
    labels = {name: phenomenon.label for name, phenomenon in catalogue.load(phenomena).items()}
    pooled, single = (tables.read(form, path).to_pylist() for form, path in ((ATLAS, atlas), (ATLAS_EFFECTS, effects)))
    groups = []
    every = dict.fromkeys((row["source_language"], row["metric"]) for row in pooled)
    for language, metric in sorted(every, key=lambda group: (not group[1].startswith(PRIMARY), BEYOND not in group[1])):
        rows, cells = (
            [row for row in of if (row["source_language"], row["metric"]) == (language, metric)]
            for of in (pooled, single)
        )
        groups.append(
            EffectGroup(
                language,
                metric,
                sorted(rows, key=lambda row: row["effect"]),
                list(dict.fromkeys(row["corpus"] for row in cells)),
                {(row["phenomenon"], row["corpus"]): row for row in cells},
                labels,
            )
        )
    return groups


def interval_of(row: Row) -> tuple[float | None, float | None]:
    """About 95 % of a row of ATLAS_EFFECTS: 1.96 standard errors."""
    error = row["standard_error"]
    return (None, None) if error is None else (row["effect"] - 1.96 * error, row["effect"] + 1.96 * error)

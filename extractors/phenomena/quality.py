"""How well the shipped parsers find a phenomenon: the figures of docs/detector-quality.md, for reports and cards.

They hold for one state of a parser and of a request, and for sets of all hits; of others nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml

from extractors.formats.origin import Origin


@dataclass(frozen=True)
class Precision:
    """The share of a phenomenon's detected hits that are right.

    Attributes:
        value: the share, 0 to 1.
        hits: how many hits it was measured on.
    """

    value: float
    hits: float

    @property
    def standard_error(self) -> float:
        """Of the share, by Agresti and Coull (The American Statistician 1998): two right and two wrong hits more."""
        more = self.hits + 4
        share = (self.value * self.hits + 2) / more
        return math.sqrt(share * (1 - share) / more)


@dataclass(frozen=True, kw_only=True)
class Quality:
    """Precision, recall and F1 of hits in parsed text, measured on gold trees.

    Attributes:
        model: the parser's folder in resources/models.
        data: the treebanks.
        phenomena: those that were measured, each with `gold` (hits in the gold trees), `all` (`P / R / F1` in
            percent) and `far` (F1 of the hits at distance 3 or more, or `-`).
    """

    model: str
    data: str
    phenomena: dict[str, dict[str, Any]]

    @property
    def precisions(self) -> dict[str, Precision]:
        """By phenomenon; those that have no measured hits are left out."""
        found = {}
        for name, figures in self.phenomena.items():
            if figures["all"] != "-":
                precision, recall, _ = (float(part) / 100 for part in figures["all"].split(" / "))
                if precision:
                    found[name] = Precision(precision, figures["gold"] * recall / precision)
        return found


def of_run(origin: Origin | None, definitions: Mapping[str, str | None]) -> Quality | None:
    """The measured quality of the hits of a run; None if none was measured.

    Args:
        origin: of the hits of the run; None where it is not recorded.
        definitions: the checksum of each phenomenon's definition (detect.definitions_checksum), as far as known.
    """
    if origin is None or origin.minimum_confidence:
        return None
    for model, measured in all_figures().items():
        if origin.parser.endswith(f"/{model}:{measured['checksum']}"):
            figures = measured["phenomena"]
            same = {
                n: figures[n] for n, checksum in definitions.items() if n in figures and figures[n]["as"] == checksum
            }
            return Quality(model=model, data=measured["data"], phenomena=same) if same else None
    return None


@cache
def all_figures() -> dict[str, Any]:
    """quality.yaml: by model."""
    text = resources.files("extractors.phenomena").joinpath("quality.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded

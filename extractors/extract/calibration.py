"""Calibrated confidences of hits: from how sure a parser is of arcs to how often such hits are right.

The least sure arc of a hit says too little of it: the tags, features and lemmas that its request asks for may be wrong,
too, and some requests are harder than others. The logit of that arc's confidence is multiplied and moved, by one
slope and intercept for all phenomena (Platt 1999) and an offset for each, which was pulled to 0 where there were few
hits. The curves of the shipped parsers stand in calibration.yaml; challenge-sets lab quality --calibrate fits them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml

from extractors.core.arrays import Float32

SMALLEST = 0.001
"""Confidences of words are kept to three digits: 0 and 1 are taken to be this far off."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How often hits of a confidence are right.

    Attributes:
        intercept, slope: of the logit.
        offsets: by phenomenon, what is added to the intercept, and the checksum of the definition it was fitted with.
    """

    intercept: float
    slope: float
    offsets: Mapping[str, tuple[float, str]]

    def __call__(self, confidence: Float32, phenomenon: str | None = None, definition: str | None = None) -> Float32:
        """(P,) calibrated confidences; NaN stays so.

        Args:
            confidence: (P,) those of the least sure arcs.
            phenomenon, definition: whose hits, and the checksum of its definition; others than the fitted ones, and
                None, have no offset.
        """
        offset, fitted = self.offsets.get(phenomenon or "", (0.0, None))
        moved = self.intercept + (offset if fitted == definition else 0.0)
        return (1 / (1 + np.exp(-(moved + self.slope * logit(confidence))))).astype(np.float32)


def logit(confidence: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The logit of confidences, which are kept off 0 and 1."""
    p = np.clip(np.asarray(confidence, dtype=np.float64), SMALLEST, 1 - SMALLEST)
    return np.asarray(np.log(p / (1 - p)))


def of_parser(signature: str) -> Curve | None:
    """The curve of a parser; None if none was fitted, and confidences are those of the least sure arcs."""
    for model, entry in _shipped().items():
        if signature.endswith(f"/{model}:{entry['checksum']}"):
            offsets = {name: (float(offset), str(fitted)) for name, (offset, fitted) in entry["offsets"].items()}
            return Curve(float(entry["intercept"]), float(entry["slope"]), offsets)
    return None


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    text = resources.files("extractors.extract").joinpath("calibration.yaml").read_text(encoding="utf-8")
    loaded: Mapping[str, Mapping[str, Any]] = yaml.safe_load(text)
    return loaded

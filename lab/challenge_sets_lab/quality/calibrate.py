"""Fit and test the curve from a parser's confidences to how often hits of such a confidence are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from challenge_sets_lab.quality.parser_measure import MeasuredPart, find
from extractors.core.arrays import Bool
from extractors.core.errors import InputError
from extractors.extract.confidence import Curve, logit
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.detection import RAW

PULL = 1.0
"""How hard offsets are pulled to 0, and the slope to 1: a normal prior of variance 1."""
FLATTEST = 0.05
"""The least slope of a curve."""
FOLDS = 50
Floats = npt.NDArray[np.float64]


class Samples(NamedTuple):
    """N hits.

    Attributes:
        phenomenon: (N,) number of the phenomenon in `names`.
        sentence: (N,) a number for the sentence.
        confidence: (N,) of the least sure arc.
        right: (N,) whether the hit is.
        names, definitions: of the phenomena, with the checksums of their definitions.
    """

    phenomenon: npt.NDArray[np.int64]
    sentence: npt.NDArray[np.int64]
    confidence: Floats
    right: Bool
    names: tuple[str, ...]
    definitions: tuple[str, ...]

    def some(self, chosen: Bool) -> Samples:
        """Those hits for which `chosen`, (N,), is true."""
        return self._replace(**{name: getattr(self, name)[chosen] for name in self._fields[:4]})


class Tenth(NamedTuple):
    """The hits whose calibrated confidence is in a tenth: how many, what share was said to be right, and what is."""

    start: float
    hits: int
    said: float
    right: float

    @property
    def standard_error(self) -> float:
        """Of `right`, if what is said were true."""
        return float(np.sqrt(self.said * (1 - self.said) / self.hits))


def samples(parts: Sequence[MeasuredPart], phenomena: Sequence[Phenomenon], language: str) -> Samples:
    """The hits in parses of raw text, with the confidences of their least sure arcs."""
    found = find(parts, phenomena, language, RAW, calibrated=False)
    sentences: dict[Any, int] = {}
    rows = [
        (number, sentences.setdefault(hit.segment, len(sentences)), sure, right)
        for number, phenomenon in enumerate(phenomena)
        for hit, sure, right in found[phenomenon.id].rows()
    ]
    if not rows:
        raise InputError("no hit has a confidence", remedy="calibrate a parser that gives them: biaffine, multilingual")
    columns = list(zip(*rows, strict=True))
    return Samples(
        np.array(columns[0]),
        np.array(columns[1]),
        np.array(columns[2], dtype=np.float64),
        np.array(columns[3], dtype=np.bool_),
        tuple(p.id for p in phenomena),
        tuple(definitions_checksum([p.definition(language)]) for p in phenomena),
    )


def fit(of: Samples) -> Curve:
    """The curve under which the hits are likeliest, with a normal prior on offsets and slope."""
    x, signs, count = logit(of.confidence), np.where(of.right, 1.0, -1.0), len(of.names)

    def loss(weights: Floats) -> tuple[float, Floats]:
        z = weights[0] + weights[1] * x + weights[2:][of.phenomenon]
        pulled = np.concatenate([[0.0, weights[1] - 1], weights[2:]])
        slope = -signs / (1 + np.exp(signs * z))
        gradient = np.concatenate([[slope.sum(), slope @ x], np.bincount(of.phenomenon, slope, count)])
        value = np.logaddexp(0, -signs * z).sum() + PULL / 2 * (pulled**2).sum()
        return float(value), gradient + PULL * pulled

    # What is surer stays surer, however few hits there are.
    bounds = [(None, None), (FLATTEST, None), *[(None, None)] * count]
    start = np.concatenate([[0.0, 1.0], np.zeros(count)])
    weights = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-13}).x
    present = np.bincount(of.phenomenon, minlength=count) > 0
    offsets = {
        name: (round(float(offset), 3), definition)
        for name, definition, offset, is_present in zip(of.names, of.definitions, weights[2:], present, strict=True)
        if is_present
    }
    return Curve(round(float(weights[0]), 3), round(float(weights[1]), 3), offsets)


def calibrated(curve: Curve, of: Samples) -> Floats:
    """(N,) the calibrated confidences of hits."""
    found = np.empty(len(of.right))
    for number, (name, definition) in enumerate(zip(of.names, of.definitions, strict=True)):
        own = of.phenomenon == number
        found[own] = curve(of.confidence[own].astype(np.float32), name, definition)
    return found


def crossed(of: Samples) -> Floats:
    """(N,) the calibrated confidence of each hit by a curve that was fitted without its fiftieth of the sentences."""
    fold = np.random.default_rng(1).integers(0, FOLDS, of.sentence.max() + 1)[of.sentence]
    if (fold == fold[0]).all():
        raise InputError(
            f"the {len(fold)} hits that have a confidence are too few to see how well a curve fits others",
            remedy="calibrate on a larger treebank",
        )
    found = np.empty(len(of.right))
    for number in range(FOLDS):
        held_out = fold == number
        if held_out.any():
            found[held_out] = calibrated(fit(of.some(~held_out)), of.some(held_out))
    return found


def tenths(confidence: Floats, right: Bool) -> list[Tenth]:
    """The tenths that have hits."""
    number = np.minimum((confidence * 10).astype(int), 9)
    return [
        Tenth(k / 10, int(own.sum()), float(confidence[own].mean()), float(right[own].mean()))
        for k in range(10)
        if (own := number == k).any()
    ]


def entry(curve: Curve, signature: str) -> Mapping[str, Any]:
    """The curve as calibration.yaml holds it, by the model's name."""
    model, _, checksum = signature.rpartition("/")[2].partition(":")
    offsets = {name: [offset, definition] for name, (offset, definition) in curve.offsets.items()}
    content = {"checksum": checksum, "intercept": curve.intercept, "slope": curve.slope, "offsets": offsets}
    return {model: content}

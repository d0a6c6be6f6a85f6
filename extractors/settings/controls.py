"""The blocks `controls` and `confounds`: what controls are like their segments in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.core.settings import LARGEST_SEED, Settings, setting

POOLS = ("corpus", "rest")
TOLERANCES = {
    "rare_words": 0.05,
    "clauses": 0.0,
    "depth": 1.0,
    "sentences": 0.0,
    "domain": 0.0,
    "document": 0.0,
    "position": 20.0,
}
"""The covariates other than the length, each with the largest difference of a control where none is set.

They are measured in extractors.extract.covariates; the position is the number of the segment's line.
"""
NAMES = ("domain", "document")
"""The covariates that are names, which a corpus gives."""
SHARE = r"^[0-9]{1,3}(\.[0-9]+)?%$(?!\n)"
"""How a tolerance is written that is a share: `10%`."""
LONGEST = 1_000_000
"""Tokens of a segment, more than any has."""
COVARIATES = ("length", *TOLERANCES)


@dataclass(frozen=True, kw_only=True)
class ControlSettings(Settings):
    """How controls are drawn."""

    samples: int = setting(100, "number of samples", minimum=1, maximum=100_000)
    tolerance: int | str = setting(
        1,
        "largest difference in length, in tokens, or as a share of the segment's own length (10%), then 1 at least",
        type=["integer", "string"],
        minimum=0,
        maximum=LONGEST,
        pattern=SHARE,
    )
    pool: str = setting(
        "rest",
        "segments that a set is compared with: rest, those outside the set, or corpus, all of them; the control samples"
        " are of the whole corpus, as in the paper",
        enum=list(POOLS),
    )
    seed: int = setting(1, "seed of the draws", minimum=0, maximum=LARGEST_SEED)
    match: tuple[str, ...] = setting(
        ("length",),
        "the covariates in which a control is like its segment",
        uniqueItems=True,
        items={"enum": list(COVARIATES)},
    )
    tolerances: Mapping[str, float] = setting(
        {},
        "largest differences in covariates other than the length",
        propertyNames={"enum": list(TOLERANCES)},
        additionalProperties={"type": "number", "minimum": 0},
    )
    minimum_length: int = setting(
        0, "fewest tokens; shorter segments get no control and are never drawn as one", minimum=0, maximum=LONGEST
    )

    @property
    def others(self) -> tuple[str, ...]:
        """The covariates to match besides the length."""
        return tuple(name for name in self.match if name != "length")

    def tolerance_of(self, covariate: str) -> float:
        """The largest difference of a control in a covariate; where it is a share, the smallest such difference."""
        if covariate == "length":
            return self.tolerance if isinstance(self.tolerance, int) else 1
        return self.tolerances.get(covariate, TOLERANCES[covariate])

    def share_of(self, covariate: str) -> float:
        """The largest difference of a control in a covariate, as a share of the segment's own; 0 if it is none."""
        relative = covariate == "length" and isinstance(self.tolerance, str)
        return float(str(self.tolerance).rstrip("%")) / 100 if relative else 0.0

    @property
    def length_tolerance(self) -> str:
        """The largest difference in length in words: `1 token`, `10 %`."""
        if isinstance(self.tolerance, str):
            return f"{self.tolerance.rstrip('%')} %"
        return f"{self.tolerance} {'token' if self.tolerance == 1 else 'tokens'}"

    @property
    def signature(self) -> str:
        """`controls:100.tol1.rest.seed1`, and what is matched besides the length."""
        more = "" if self.match == ("length",) else f".match:{'+'.join(self.match) or 'none'}"
        more += "".join(f".{name}{value:g}" for name, value in sorted(self.tolerances.items()))
        more += f".min{self.minimum_length}" if self.minimum_length else ""
        return f"controls:{self.samples}.tol{self.tolerance}.{self.pool}.seed{self.seed}{more}"


@dataclass(frozen=True, kw_only=True)
class ConfoundSettings(Settings):
    """How the difference to the controls is tried again with controls that are alike in more than length."""

    covariates: tuple[str, ...] = setting(
        (),
        "the covariates to match on, each with the length, and all together",
        uniqueItems=True,
        items={"enum": list(TOLERANCES)},
    )
    minimum_length: int = setting(
        0, "a last row leaves out segments with fewer tokens; 0 for no such row", minimum=0, maximum=LONGEST
    )

    @property
    def wanted(self) -> bool:
        """Whether there is anything to try."""
        return bool(self.covariates or self.minimum_length)

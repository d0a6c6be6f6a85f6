"""The block `controls`: what controls are like their segments in."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from extractors.core.errors import InputError
from extractors.core.names import check_names
from extractors.core.settings import LARGEST_SEED, Distinct, Settings, refusal

Pool = Literal["corpus", "rest"]
POOLS: tuple[str, ...] = get_args(Pool)
TOLERANCES = {
    "rare_words": 0.05,
    "proper_names": 0.05,
    "clauses": 0.0,
    "depth": 1.0,
    "sentences": 0.0,
    "domain": 0.0,
    "document": 0.0,
    "position": 20.0,
}
"""The covariates other than the length, each with the largest difference of a control where none is set.

They are measured in extractors.extract.segment_covariates; the position is the number of the segment's line.
"""
NAMES = ("domain", "document")
"""The covariates that are names, which a corpus gives."""
SHARE = r"^[0-9]{1,3}(\.[0-9]+)?%$"
"""How a tolerance is written that is a share: `10%`."""
WITHIN_DOMAIN = "10%"
"""The largest difference in length of controls from the same domain, which are fewer.

On WMT24 English-German, 40 % of the segments of sets have no control of the same domain within 1 token, and 19 % none
within 10 %; the mean lengths of a set and its controls then differ by 0.03 standard deviations at most.
"""
LONGEST = 1_000_000
"""Tokens of a segment, more than any has."""
COVARIATES = ("length", *TOLERANCES)
NAME = r"^[A-Za-z][A-Za-z0-9_.-]*$"
"""The name of a covariate: a `+` would part it in the tables."""
Covariate = Annotated[str, Field(pattern=NAME)]
TAKEN = (*COVARIATES, "segment_id", "none")
"""Names that a covariate which the user brings cannot have."""
CALIPER = 0.2
"""The largest difference in a covariate that the user brings, as a share of its standard deviation, where none is set.

It removes 98 % of the bias of a covariate that is distributed normally (Cochran and Rubin, "Controlling Bias in
Observational Studies", Sankhya A 1973, table 2.3.1).
"""


def check_brought(names: Iterable[str]) -> None:
    """Refuse names that a covariate which the user brings cannot have."""
    names = list(names)
    check_names(names, "covariate")
    for name in names:
        if not re.fullmatch(NAME, name):
            raise InputError(
                f"{name!r} cannot be the name of a covariate",
                remedy="use letters a to z, digits and . _ -, and begin with a letter",
            )
        if name.lower() in TAKEN:
            raise InputError(
                f"{name!r} is already the name of something else", remedy="give the covariate another name"
            )


Tolerance = Annotated[float, Field(ge=0, le=1e12)]


def _without_length(tolerances: dict[str, float]) -> dict[str, float]:
    if "length" in tolerances:
        raise refusal("`tolerances` has the length", "set its largest difference as `tolerance`")
    return tolerances


class ControlSettings(Settings):
    """How controls are drawn."""

    samples: int = Field(default=100, ge=1, le=100_000, description="number of samples")
    tolerance: Annotated[int, Field(ge=0, le=LONGEST)] | Annotated[str, Field(pattern=SHARE)] | None = Field(
        default=None,
        description="largest difference in length, in tokens, or as a share of the segment's own length (10%), then"
        f" 1 at least; by default 1, and {WITHIN_DOMAIN} where the domain is matched by default",
    )
    pool: Pool = Field(
        default="rest",
        description="segments that a set is compared with: rest, those outside the set, or corpus, all of them; the"
        " control samples are of the whole corpus, as in the paper",
    )
    seed: int = Field(default=1, ge=0, le=LARGEST_SEED, description="seed of the draws")
    match: Distinct[Covariate] | None = Field(
        default=None,
        description=f"the covariates in which a control is like its segment, of {', '.join(COVARIATES)} and those"
        " of the user; by default the length, and the domain where a corpus names two or more",
    )
    tolerances: Annotated[dict[Covariate, Tolerance], AfterValidator(_without_length)] = Field(
        default={},
        description="largest differences in covariates other than the length; of those of the user, a fifth of the"
        " standard deviation where none is set",
    )
    minimum_length: int = Field(
        default=0,
        ge=0,
        le=LONGEST,
        description="fewest tokens; shorter segments get no control and are never drawn as one",
    )

    @property
    def within(self) -> int | str:
        """The largest difference in length; 1 token where neither the user nor a corpus says another."""
        return 1 if self.tolerance is None else self.tolerance

    @property
    def matched(self) -> tuple[str, ...]:
        """The covariates to match; the length alone where neither the user nor a corpus says more."""
        return ("length",) if self.match is None else self.match

    def tolerance_of(self, covariate: str, deviation: float) -> float:
        """Return the largest difference allowed in a covariate; where it is set as a share, its lower limit.

        Args:
            deviation: the standard deviation of the covariate in the corpus.
        """
        fixed = self._fixed_tolerance(covariate)
        return CALIPER * deviation if fixed is None else fixed

    def _fixed_tolerance(self, covariate: str) -> float | None:
        """Return the largest difference that is set or built in; None for a covariate of the user without one."""
        if covariate == "length":
            return self.within if isinstance(self.within, int) else 1
        return self.tolerances.get(covariate, TOLERANCES.get(covariate))

    def share_of(self, covariate: str) -> float:
        """Return the largest difference in a covariate as a share of the value of the segment; 0 if not a share."""
        relative = covariate == "length" and isinstance(self.within, str)
        return float(str(self.within).rstrip("%")) / 100 if relative else 0.0

    @property
    def length_tolerance(self) -> str:
        """The largest difference in length in words: `1 token`, `10 %`."""
        if isinstance(self.within, str):
            return f"{self.within.rstrip('%')} %"
        return f"{self.within} {'token' if self.within == 1 else 'tokens'}"

    def tolerance_in_words(self, covariate: str) -> str:
        """Write out the largest difference in a covariate: `1 token`, `0.05`, `0.2 standard deviations`."""
        if covariate == "length":
            return self.length_tolerance
        fixed = self._fixed_tolerance(covariate)
        return f"{CALIPER:g} standard deviations" if fixed is None else f"{fixed:g}"

    @property
    def signature(self) -> str:
        """`controls:100.tol1.rest.seed1`, and what is matched besides the length."""
        more = "" if self.matched == ("length",) else f".match:{'+'.join(self.matched) or 'none'}"
        more += "".join(f".{name}{value:g}" for name, value in sorted(self.tolerances.items()))
        more += "".join(f".{name}{CALIPER:g}sd" for name in self.matched if self._fixed_tolerance(name) is None)
        more += f".min{self.minimum_length}" if self.minimum_length else ""
        return f"controls:{self.samples}.tol{self.within}.{self.pool}.seed{self.seed}{more}"

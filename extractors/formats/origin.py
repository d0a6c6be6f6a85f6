"""The origin of hits, and of the sets and controls made from them: metadata that programs read.

The signature of a table says the same, and more, for people.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats import tables

KEY = "origin"


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How the hits of a corpus were found, and from which segments controls were drawn.

    Attributes:
        parser: the signature of the parser.
        aligner: the signature of the aligner; None without an alignment.
        reference: the reference whose links were used; None without an alignment.
        phenomena: the checksum of their definitions.
        minimum_confidence: hits of which the parser is less sure were left out.
        minimum_precision: as many of the hits shall be right; 0 where that was not asked for.
        minimum_confidences: by phenomenon, the confidence from which on they are; others have `minimum_confidence`.
        pool: of controls, the segments that they were drawn from.
        chosen_by: by phenomenon that is found from an alignment, whose links: `outputs` or `reference`.
        systems: how many systems' outputs chose; 0 where none did.
    """

    parser: str
    aligner: str | None
    reference: str | None
    phenomena: str
    minimum_confidence: float
    pool: str | None = None
    minimum_precision: float = 0.0
    minimum_confidences: Mapping[str, float] = field(default_factory=dict)
    chosen_by: Mapping[str, str] = field(default_factory=dict)
    systems: int = 0

    def minimum_of(self, phenomenon: str) -> float:
        """Return the confidence below which hits of a phenomenon were left out."""
        return self.minimum_confidences.get(phenomenon, self.minimum_confidence)

    @property
    def alignment(self) -> str:
        """The aligner and the reference, in a signature's manner."""
        return "none" if self.aligner is None else f"{self.aligner}/ref:{self.reference}"

    @property
    def signature(self) -> str:
        """How the hits were found, in sacreBLEU's manner."""
        minimum = f"|minimum_confidence:{self.minimum_confidence:g}" if self.minimum_confidence else ""
        minimum += f"|minimum_precision:{self.minimum_precision:g}" if self.minimum_precision else ""
        by = dict.fromkeys(f"{by}/{self.systems}" if by == "outputs" else by for by in self.chosen_by.values())
        chosen = f"|by:{'+'.join(by)}" if by else ""
        return f"parser:{self.parser}|aligner:{self.alignment}|phenomena:{self.phenomena}{chosen}{minimum}"


def with_origin(table: pa.Table, origin: Origin) -> pa.Table:
    """Add the origin of a table to its metadata (kept in Parquet only)."""
    return tables.with_metadata(table, **{KEY: json.dumps(asdict(origin), sort_keys=True)})


def origin_of(table: pa.Table) -> Origin | None:
    """Read the origin of a table; return None where it is not recorded, as in the text forms."""
    text = (table.schema.metadata or {}).get(KEY.encode())
    try:
        return None if text is None else Origin(**json.loads(text))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"a table's origin cannot be read: {error}", remedy="make the table again") from None


def inherit_origin(table: pa.Table, source: pa.Table, *, pool: str | None = None) -> pa.Table:
    """Give a table the origin of the table that it was made from, if that is recorded.

    Args:
        pool: of controls, the segments that they were drawn from.
    """
    origin = origin_of(source)
    return table if origin is None else with_origin(table, replace(origin, pool=pool or origin.pool))

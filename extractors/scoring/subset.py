"""Restrict sets, controls and covariates to some segments of a corpus, as if it had no others."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int32
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.sets import CONTROLS, SETS, UNMATCHED, set_key


class Subset:
    """The segments that are kept, and their new numbers.

    Args:
        kept: their numbers in the corpus, ascending.
        segments: how many the corpus has.
    """

    def __init__(self, kept: Sequence[int], segments: int) -> None:
        self.kept = np.asarray(kept, dtype=np.int32)
        self.new = np.full(segments, UNMATCHED, dtype=np.int32)
        self.new[self.kept] = np.arange(len(self.kept), dtype=np.int32)

    def hits(self, hits: pa.Table) -> pa.Table:
        """Return the hits in the kept segments; columns that the table lacks stay lacking."""
        new = self.new[hits.column("segment_id").to_numpy()]
        inside = hits.filter(pa.array(new != UNMATCHED))
        place = inside.column_names.index("segment_id")
        return inside.set_column(place, HITS.schema.field("segment_id"), pa.array(new[new != UNMATCHED], pa.int32()))

    def sets(self, sets: pa.Table, hits: pa.Table) -> pa.Table:
        """Reduce the sets to the kept segments.

        Args:
            hits: of the whole corpus, from which the hits of each set are counted again.
        """
        kept = self.hits(hits)
        names, distances = (
            np.array(kept.column("phenomenon").to_pylist(), dtype=object),
            kept.column("distance_set").to_numpy(),
        )
        rows = []
        for row in sets.to_pylist():
            ids, (phenomenon, r) = self._ids(row["segment_ids"]), set_key(row)
            count = int(r.has(distances[names == phenomenon]).sum())
            rows.append(row | {"segment_ids": ids, "segments": len(ids), "hits": count})
        return SETS.table(rows).replace_schema_metadata(sets.schema.metadata)

    def controls(self, controls: pa.Table, sets: pa.Table) -> pa.Table:
        """Reduce the control samples to what the sets keep; a control that is not kept is UNMATCHED.

        Args:
            sets: of the whole corpus, which the samples go with one to one.
        """
        members = {set_key(row): np.asarray(row["segment_ids"], dtype=np.int32) for row in sets.to_pylist()}
        rows = []
        for row in controls.to_pylist():
            stay = self.new[members[set_key(row)]] != UNMATCHED
            drawn = np.asarray(row["segment_ids"], dtype=np.int32)[stay]
            ids = np.where(drawn == UNMATCHED, UNMATCHED, self.new[drawn])
            rows.append(row | {"segment_ids": ids, "unmatched": int((ids == UNMATCHED).sum())})
        return CONTROLS.table(rows).replace_schema_metadata(controls.schema.metadata)

    def covariates(self, covariates: pa.Table) -> pa.Table:
        """Return the covariates of the kept segments."""
        taken = covariates.take(pa.array(self.kept))
        numbers = pa.array(np.arange(len(self.kept)), COVARIATES.schema.field("segment_id").type)
        return taken.set_column(taken.column_names.index("segment_id"), COVARIATES.schema.field("segment_id"), numbers)

    def _ids(self, ids: Sequence[int]) -> Int32:
        new = self.new[np.asarray(ids, dtype=np.int32)]
        kept: Int32 = new[new != UNMATCHED]
        return kept

"""Arrow tables as pandas frames, and `NamedTables`, the base of results whose tables are asked for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def frame_of(table: pa.Table) -> pd.DataFrame:
    """Return a table as a pandas frame; a missing number is NaN.

    Raises:
        InputError: pandas is not installed.
    """
    try:
        return table.to_pandas()
    except ModuleNotFoundError as error:
        raise InputError(
            "a frame needs pandas, which is not installed (the Arrow table works without it)",
            remedy="pip install pandas",
        ) from error


class NamedTables:
    """Tables that are asked for by name, as Arrow or as pandas."""

    def table(self, name: str) -> pa.Table:
        raise NotImplementedError

    def frame(self, name: str) -> pd.DataFrame:
        """Return a table as a pandas frame; a missing number is NaN.

        Raises:
            InputError: as of `table`, or pandas is not installed.
        """
        return frame_of(self.table(name))

    @property
    def scores(self) -> pd.DataFrame:
        """Each system on each set, by each metric."""
        return self.frame("scores")

    @property
    def findings(self) -> pd.DataFrame:
        """The test of each phenomenon."""
        return self.frame("findings")

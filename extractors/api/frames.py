"""Tables of Arrow as frames of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.core import install

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def frame_of(table: pa.Table) -> pd.DataFrame:
    """A table as a pandas frame; a missing number is NaN.

    Raises:
        InputError: pandas is not installed.
    """
    install.require_package("pandas", "a frame (the Arrow table works without it)")
    return table.to_pandas()

"""Two systems side by side: what one loses that the other does not; all of it comes by script."""

from collections.abc import Mapping
from typing import Any

from extractors.report.results import ReportedResults

PLACE = 4
TITLE = "Two systems"


def content(results: ReportedResults) -> Mapping[str, Any]:
    """How many systems there are to choose from."""
    return {"count": len(results.systems)}

"""How to read the page: what hits, controls, intervals and accuracy are."""

from collections.abc import Mapping
from typing import Any

from extractors.report.results import ReportedResults

PLACE = 6
TITLE = "How to read it"


def content(_: ReportedResults) -> Mapping[str, Any]:
    """Nothing: the results say all that the text depends on."""
    return {}

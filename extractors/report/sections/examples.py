"""The examples, which come by script from the data of extractors.report.examples."""

from collections.abc import Mapping
from typing import Any

from extractors.report.results import ReportedResults

PLACE = 5
TITLE = "Examples"


def content(_: ReportedResults) -> Mapping[str, Any]:
    """Nothing: the script finds its data in the page."""
    return {}

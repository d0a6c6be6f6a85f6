from extractors.formats import columns as col
from extractors.formats.definition import Format

_AGAIN = "in confirmation"

DISCOVERED = Format(
    "discovered",
    "a pattern whose segments score otherwise than others of their length, and its test in other documents",
    "discovered.parquet",
    (
        col.PHENOMENON,
        col.text("description", "the request in words"),
        col.text("request", "as in phenomena.yaml"),
        col.METRIC,
        col.text("status", "`confirmed`, `not confirmed`, or why it is not tested in confirmation"),
        col.text("same_as", "a known phenomenon of nearly the same segments; missing for none", optional=True),
        col.texts("copies", "descriptions of patterns of nearly the same segments, which are tested as this one"),
        col.whole("n", "segments that are compared with controls in discovery"),
        col.number("difference", "mean over the systems of set minus controls"),
        *col.interval("difference_", col.ALONE),
        *col.p_values("of no difference"),
        col.whole("again_n", f"segments that are compared with controls {_AGAIN}"),
        col.number("again_difference", f"the difference {_AGAIN}"),
        *col.interval("again_difference_", col.ALONE),
        *col.p_values(f"of no difference {_AGAIN}", "again_"),
        col.wholes("example_ids", "segments of discovery with the pattern, the shortest three"),
        col.texts("examples", "their source"),
    ),
)

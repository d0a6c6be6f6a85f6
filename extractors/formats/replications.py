"""A finding of a run, beside what other test sets of its languages say of the phenomenon."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

REPLICATIONS = Format(
    "replications",
    "a phenomenon in the run, or in another test set of its languages (`challenge-sets replicate -o`)",
    "replications.csv",
    (
        col.PHENOMENON,
        col.text("test_set", "as sacreBLEU calls it; missing for the run itself", optional=True),
        col.TESTED_DISTANCE,
        col.text("metric", "name of the metric; that of other test sets is chrf"),
        col.whole("n", "segments that are compared with controls"),
        col.number("systems", "mean over the systems of set minus controls"),
        col.number("humans", "the same of human translations; missing where there is one reference"),
        col.number("beyond", "systems minus humans; missing where there is one reference"),
        *col.interval("beyond_", "its 95 % interval; of a run's findings the one that accounts for the selection"),
        col.flag(
            "again",
            "the interval lies on the side of the run's `beyond`; missing for the run itself, without humans, and for"
            " too few segments or documents",
            optional=True,
        ),
    ),
)

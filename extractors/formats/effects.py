"""The effect of a phenomenon on all systems together, at every distance."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

EFFECTS = Format(
    "effects",
    "the mean over the systems of the difference between a set and its controls, for every set and metric: a profile;"
    " findings has the one test of each phenomenon",
    "effects.parquet",
    (
        col.PHENOMENON,
        *col.RANGE,
        col.METRIC,
        col.N,
        col.NOT_COMPARED,
        col.CONTROLS_NUMBER,
        col.whole("systems", "systems with a difference"),
        col.number("difference", "mean over the systems of set minus controls"),
        *col.INTERVAL,
        col.number("standard_error", "of the difference; segments are drawn once for all systems"),
        col.number("skewness", "of the difference's distribution, which interval and p account for"),
        col.whole(
            "units", "number of independent units in the set: documents, blocks of lines or segments", optional=True
        ),
        col.number("p", "of no difference, two-sided, by itself; a test only where findings has it"),
        col.whole("below", "systems whose own difference is below 0"),
        col.SIGNATURE,
    ),
)

POOLED_EFFECTS = Format(
    "pooled effects",
    "the mean of a phenomenon's differences over several corpora of a language pair that tell what is of the systems,"
    " each weighted with its segments; sets, metric and controls are those of the findings of each corpus; p-values are"
    " corrected over the tested rows",
    "PAIR.parquet",
    (
        col.PHENOMENON,
        col.TESTED_DISTANCE,
        col.METRIC,
        col.whole("corpora", "corpora with five segments or more that have controls"),
        col.whole("n", "segments of them that have controls"),
        col.text("status", "`tested`, or why there is no test, by the rules of findings"),
        col.number("systems", "mean over the corpora of `systems` of their findings"),
        col.number("humans", "the same of `humans`; missing where a corpus has none"),
        *col.BEYOND[:3],
        col.number("standard_error", "of `beyond`; corpora of the same texts count as fully correlated"),
        *col.p_values("of systems losing as much as people"),
        col.DETECTABLE,
        col.number("spread", "standard deviation of the corpora's `beyond` that is not chance"),
        col.text("of", "the corpora, with `beyond` and the segments of each"),
    ),
)

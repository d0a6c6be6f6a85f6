"""Whether each output has a reference's words at each hit and at its control words, and which systems depart there.

Of a phenomenon with `order: true` it is asked whether the words stand in the order of a reference.
"""

from extractors.formats import columns as col
from extractors.formats.definition import Format

IS_ORDER = col.flag("is_order", "whether `match` is of the order of words, and not of having them")

WORD_EVIDENCE = Format(
    "word evidence",
    "a hit, or a control word of some hits of a phenomenon, as one system translated it",
    "word_evidence.parquet",
    (
        col.PHENOMENON,
        IS_ORDER,
        col.whole("stratum", "hits and control words of one number are alike: as controls.LEVELS says"),
        col.flag("is_hit", "whether it is a hit; a control word may stand in several strata"),
        col.SEGMENT,
        col.whole("distance", "distance of the hit; missing for control words", optional=True),
        col.SYSTEM,
        col.number(
            "match",
            "1 where the output has what a reference has there, or has it in its order; missing where none tells",
        ),
    ),
)

WORD_DEPARTURES = Format(
    "word departures",
    "whether a system has a reference's words at the hits of a phenomenon less, or more, often than other systems,"
    " beside how often it has them at control words; p-values are corrected over all rows",
    "word_departures.parquet",
    (
        col.SYSTEM,
        col.PHENOMENON,
        IS_ORDER,
        col.whole("n", "hits with controls"),
        col.number("match", "share of the hits at which the system has what a reference has"),
        col.number("others", "mean of the same over the systems that it is compared with"),
        col.number("expected", "`others`, times what the system matches of control words by what those do"),
        col.number("departure", "`match` minus `expected`"),
        *col.interval("departure_", col.ALONE),
        *col.p_values("of no departure"),
        col.number("slope", "change of the departure at each step of distance: 0, 1 to 2, 3 or more"),
        *col.interval("slope_", col.ALONE),
        *col.p_values("of no slope", "slope_"),
        col.RUN,
    ),
)

WORD_PAIRS = Format(
    "word pairs",
    "a newer system beside an older one at the words of a phenomenon's hits; p-values are corrected over all rows",
    "word_pairs.parquet",
    (
        col.PHENOMENON,
        IS_ORDER,
        col.text("old", "the older system", names=True),
        col.text("new", "the newer one", names=True),
        col.whole("n", "hits with controls"),
        col.number("match_old", "share of the hits at which the older system has what a reference has"),
        col.number("match_new", "the same of the newer one"),
        col.whole("lost", "hits at which the newer system has less of the words than the older one"),
        col.whole("won", "hits at which it has more"),
        col.number("change", "match_new minus what match_old and the control words of both predict"),
        *col.interval("change_", col.ALONE),
        *col.p_values("of no change"),
        col.number("detectable", "the true change that the test finds four times in five"),
    ),
)

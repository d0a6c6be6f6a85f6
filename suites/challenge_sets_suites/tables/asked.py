"""What was asked of people or a model about a corpus's hits, and how often systems are right by their answers."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

ASKED = Format(
    "asked",
    "a hit, or a pair of control words, that people or a model are asked about",
    "asked.parquet",
    (
        col.text("item", "as in items"),
        col.PHENOMENON,
        col.flag("is_hit", "whether it is a hit; control words match a hit of the phenomenon, and are part of none"),
        col.SEGMENT,
        col.whole("distance", "distance of the hit; missing for control words", optional=True),
        col.flag("differ", "whether the systems differ at it: at its words by the references, else in their outputs"),
        col.number("weight", "how many hits, or pairs of control words, it stands for", optional=False),
    ),
    is_lab=True,
)

HIT_ANSWERS = Format(
    "answers",
    "how often one system is right about a phenomenon by the answers of people, or of a model, in a range of distances",
    "answers.parquet",
    (
        col.text("judge", "people (what most of them answered), or the name of a model"),
        col.PHENOMENON,
        col.SYSTEM,
        col.whole("distance_from", "first distance of the hits"),
        col.RANGE[2],
        col.whole("n", "hits with an answer about the system's output"),
        col.whole("right", "those with yes"),
        col.number(
            "accuracy",
            "estimated share of all hits of the phenomenon with yes: those on which systems differ"
            " were drawn more often, and each counts less",
        ),
        *col.interval(),
        col.whole("control_n", "pairs of control words with an answer; they have no distance"),
        col.number("control", "share of these with yes"),
        col.number("difference", "accuracy minus the mean of the other systems, on the hits answered for all"),
        *col.interval("difference_"),
        *col.p_values("of no difference: a test that gives the systems of a segment each other's places"),
        col.number("words_departure", "the same question at the words, by references: departure of word_departures"),
        col.number("words_p_bh", "its corrected p"),
        col.text("note", "`uncalibrated`, where a model answered", optional=True),
    ),
)

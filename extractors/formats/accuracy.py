from extractors.formats import columns as col
from extractors.formats.definition import Format

ACCURACY = Format(
    "accuracy",
    "how often a system, or all systems together, match the words of a phenomenon's hits in a range of distances;"
    " conclusions has the corrected test of each phenomenon",
    "accuracy.parquet",
    (
        col.ANY_SYSTEM,
        col.PHENOMENON,
        *col.AS_IN_SETS,
        col.whole(
            "n",
            "hits that are counted, for a system at least: aligned to a word of a reference",
        ),
        col.TOO_SMALL,
        col.number(
            "accuracy",
            "mean over the n hits, from 0 to 1: whether the system matches it, or the share of systems that do, of"
            " those it counts for",
        ),
        *col.interval(),
        col.number("control", "accuracy on the controls of the n hits that have some"),
        col.number("difference", "accuracy of the controlled hits minus that of controls"),
        *col.interval(
            "difference_", "its 95 % interval; missing where the controlled hits are in fewer than ten segments"
        ),
        col.number("p", "of no difference, two-sided, by itself: a score test"),
        *col.since(
            2,
            col.number(
                "humans",
                "of all systems, with two human references: the same difference of human"
                " references, each by each other one as if it were a system",
            ),
            col.number("beyond", "systems minus humans, both by one reference at a time"),
            *col.interval("beyond_"),
            col.number("beyond_p", "of systems matching as often as people, two-sided, by itself"),
        ),
        col.whole("systems", "of all systems: those that were compared with controls", optional=True),
        col.whole("below", "of all systems: those whose own difference is below 0", optional=True),
        col.RUN,
    ),
)

ACCURACY_HITS = Format(
    "accuracy by hit",
    "a hit as one system translated it",
    "accuracy_hits.parquet",
    (
        col.SYSTEM,
        *col.HIT,
        col.text("reference", "the reference that the output agrees with most", optional=True),
        col.texts("head_found", "words of it that the head is aligned to and the output has"),
        col.texts("head_missed", "those that the output has not"),
        col.texts("dependent_found", "the same for the dependent"),
        col.texts("dependent_missed", "the same for the dependent"),
        col.flag(
            "reference_match",
            "whether the output has what one reference has for both words; missing where no reference has anything",
            optional=True,
        ),
        col.whole("candidates", "words or pairs of words that can be its control; 0 if it has none"),
        col.whole(
            "matched_by",
            "0: class, relation, frequency, length; 1: without length; 2: without relation; 3: class only",
            optional=True,
        ),
    ),
)

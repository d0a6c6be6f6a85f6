from extractors.formats import columns as col
from extractors.formats.definition import Format

BY = ("all", "category", "phenomenon", "distance", "frequency", "category and distance")
MICRO, MACRO_CATEGORY, MACRO_PHENOMENON = "micro", "macro over categories", "macro over phenomena"
WHOLE_TEXTS = "whole texts"
OWN, COMMON = "own", "common"
ITEM_SETS = (COMMON, OWN)
"""The items that systems are compared on: those that are decided for every system, or all that a system has decided."""

_GROUP = (
    col.text("by", f"the property that the items of a row share: {', '.join(BY)}"),
    col.text("category", "their category", optional=True),
    col.text("phenomenon", "their phenomenon", optional=True),
    col.text("distance", "their distance, or `>15`", optional=True),
    col.text("frequency", "their frequency, as `3-5` or `>10000`", optional=True),
)
_PAIRED = (
    *col.INTERVAL,
    col.number(
        "p",
        "of no difference, two-sided: an exact test that swaps the two in whole source texts (McNemar's, where"
        " a source text has one item)",
    ),
    col.number("p_bh", "the same, corrected by Benjamini and Hochberg over the rows of the same `by`"),
)

SUITE_ACCURACY = Format(
    "suite accuracy",
    "how often one system is right in a group of a suite's items",
    "suite_accuracy.parquet",
    (
        col.text("system", "name of the system"),
        *_GROUP,
        col.text(
            "items",
            "own (all items of the group) or common (those that are decided for every system that has any decided)",
        ),
        col.text(
            "average",
            "micro (over items), macro over categories or macro over phenomena (the mean of their accuracies), or whole"
            " texts (over source texts; one is right if all its items are; where each item has a question, and texts"
            " have several)",
        ),
        col.whole("n", "items, or source texts: judged and missing together"),
        col.whole("judged", "items with an output that was judged: right, wrong and undecided together"),
        col.whole("right", "items that are right"),
        col.whole("wrong", "items that are wrong, those with an empty output too"),
        col.whole("undecided", "items whose output nothing decides on"),
        col.whole("missing", "items that the system was not asked"),
        col.number("accuracy", "share of the right among the decided (right and wrong), or the mean of these"),
        *col.interval(
            of="its 95 % interval: Wilson's, with source texts as clusters; for a macro average a bootstrap over source"
            " texts"
        ),
        col.number("bound_low", "the accuracy of the judged if all that is undecided were wrong"),
        col.number("bound_high", "the accuracy of the judged if all that is undecided were right"),
        col.flag("is_best", "whether no other system has a higher accuracy in this group"),
        col.number(
            "p_worse",
            "of not being worse than the best system, one-tailed, on the items decided for both: the exact test that"
            " swaps the two in whole source texts; of micro averages only",
        ),
        col.number(
            "p_worse_bh", "p_worse after Benjamini and Hochberg's correction over the rows of the same `by` and `items`"
        ),
        col.number(
            "p_worse_z",
            "p_worse by the literature's Z-test of two unpaired proportions, which is weaker, uncorrected; above 0.05"
            " its tables print the system in bold like the best",
        ),
        col.text("note", "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_COMPARISONS = Format(
    "suite comparisons",
    "two systems on items of a group",
    "suite_comparisons.parquet",
    (
        col.text("system_a", "one system"),
        col.text("system_b", "the other"),
        *_GROUP,
        col.text(
            "items", "common (items decided for every system that has any decided) or own (items decided for these two)"
        ),
        col.whole("n", "number of these items"),
        col.whole("only_a", "those that a alone has right"),
        col.whole("only_b", "those that b alone has right"),
        col.number("difference", "accuracy of a minus that of b"),
        *_PAIRED,
        col.text("note", "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_RANKS = Format(
    "suite ranks",
    "the place of a system among those of a suite",
    "suite_ranks.parquet",
    (
        col.text("system", "name of the system"),
        col.text(
            "items",
            "common (ranks and tests use the items decided for every system that has any decided) or own (ranks use all"
            " items decided for the system, tests those decided for the two)",
        ),
        col.whole("n", "items decided for the system among these"),
        col.number("accuracy", "share of the n items that are right"),
        col.whole(
            "rank",
            "1 for the highest accuracy; equal ones share a rank; never before a system that is significantly better; 0"
            " for a system of which nothing is decided",
        ),
        col.whole(
            "cluster",
            "1 for the best; a system is significantly better (p_bh of comparisons below 0.05) than all systems of"
            " later clusters",
        ),
        col.whole("best_rank", "1 plus the number of systems that are significantly better"),
        col.whole("worst_rank", "number of ranked systems minus the number of those significantly worse"),
        col.text("note", "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_CHANGES = Format(
    "suite changes",
    "one system in two runs of a suite, on the items of a group that are decided in both",
    "suite_changes.csv",
    (
        col.text("system", "name of the system"),
        *_GROUP,
        col.whole("n", "items that are decided in both runs"),
        col.whole("broken", "those that were right and are wrong"),
        col.whole("mended", "those that were wrong and are right"),
        col.whole("became_undecided", "items judged in both runs that were decided and are undecided"),
        col.whole("became_decided", "items judged in both runs that were undecided and are decided"),
        col.number("difference", "accuracy of the later run minus that of the earlier"),
        *_PAIRED,
    ),
)

CHANGED_ITEMS = Format(
    "changed items",
    "an item with a judgment in both runs whose verdict is another one in the later run",
    "changed_items.csv",
    (
        col.text("system", "name of the system"),
        col.text("item", "as in items"),
        col.text("category", "as in items", optional=True),
        col.text("phenomenon", "as in items"),
        col.text("source", "as in items"),
        col.text("before", "the verdict of the earlier run"),
        col.text("after", "the verdict of the later run"),
        col.text("output_before", "the output that was judged", optional=True),
        col.text("output_after", "the output that was judged", optional=True),
        col.text("reason", "of the later verdict"),
    ),
)

TRIAGE = Format(
    "triage",
    "an output that nothing decides on, to be judged by a person: the most useful first",
    "triage.parquet",
    (
        col.text("item", "as in items"),
        col.text("category", "as in items", optional=True),
        col.text("phenomenon", "as in items"),
        col.text("source", "as in items"),
        col.text("output", "the output"),
        col.whole("settles", "systems that gave it: so many judgments one answer settles"),
        col.whole("separates", "pairs of a system that gave it and one that gave another output"),
        col.text("reason", "why it is undecided"),
        col.text("systems", "the systems that gave it, by commas"),
    ),
)

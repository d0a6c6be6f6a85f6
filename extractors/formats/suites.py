"""Tables that are made from the judgments of a suite."""

import pyarrow as pa

from extractors.formats.columns import INTERVAL, number
from extractors.formats.definition import Column, Format

BY = ("all", "category", "phenomenon", "distance", "frequency", "category and distance")
MICRO, MACRO_CATEGORY, MACRO_PHENOMENON = "micro", "macro over categories", "macro over phenomena"
OWN, COMMON = "own", "common"
ITEM_SETS = (COMMON, OWN)
"""The items that systems are compared on: those that are decided for every system, or all that a system has decided."""

_GROUP = (
    Column("by", pa.string(), f"the property that the items of a row share: {', '.join(BY)}"),
    Column("category", pa.string(), "their category", optional=True),
    Column("phenomenon", pa.string(), "their phenomenon", optional=True),
    Column("distance", pa.string(), "their distance, or `>15`", optional=True),
    Column("frequency", pa.string(), "their frequency, as `3-5` or `>10000`", optional=True),
)
_PAIRED = (
    *INTERVAL,
    number(
        "p",
        "of no difference, two-sided: an exact test that swaps the two in whole source texts (McNemar's, where"
        " a source text has one item)",
    ),
    number("p_bh", "the same, corrected by Benjamini and Hochberg over the rows of the same `by`"),
)

SUITE_ACCURACY = Format(
    "suite accuracy",
    "how often one system is right in a group of a suite's items",
    "suite_accuracy.parquet",
    (
        Column("system", pa.string(), "name of the system"),
        *_GROUP,
        Column(
            "items",
            pa.string(),
            "own (all items of the group) or common (those that are decided for every system that has any decided)",
        ),
        Column(
            "average",
            pa.string(),
            "micro (over items), macro over categories or macro over phenomena (the mean of their accuracies)",
        ),
        Column("n", pa.int32(), "items: judged and missing together"),
        Column("judged", pa.int32(), "items with an output that was judged: right, wrong and undecided together"),
        Column("right", pa.int32(), "items that are right"),
        Column("wrong", pa.int32(), "items that are wrong"),
        Column("undecided", pa.int32(), "items whose output nothing decides on"),
        Column("missing", pa.int32(), "items without an output that can be judged"),
        Column(
            "empty",
            pa.int32(),
            "those of the missing whose output is empty or a placeholder; the others were not given to the system",
        ),
        number("accuracy", "share of the right among the decided (right and wrong), or the mean of these"),
        number(
            "low",
            "lower end of its 95 % interval: Wilson's, with source texts as clusters; for a macro average a"
            " bootstrap over source texts",
        ),
        number("high", "upper end of the interval"),
        number(
            "bound_low",
            "the accuracy if all that is undecided were wrong, and every empty output and placeholder; no value where"
            " nothing is judged",
        ),
        number("bound_high", "the accuracy of the judged if all that is undecided were right"),
        Column("is_best", pa.bool_(), "whether no other system has a higher accuracy in this group"),
        number(
            "p_worse",
            "of not being worse than the best system, one-tailed, on the items decided for both: the exact test that"
            " swaps the two in whole source texts; of micro averages only",
        ),
        number(
            "p_worse_bh", "p_worse after Benjamini and Hochberg's correction over the rows of the same `by` and `items`"
        ),
        number(
            "p_worse_z",
            "p_worse by the literature's Z-test of two unpaired proportions, which is weaker, uncorrected; above 0.05"
            " its tables print the system in bold like the best",
        ),
        Column("note", pa.string(), "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_COMPARISONS = Format(
    "suite comparisons",
    "two systems on items of a group",
    "suite_comparisons.parquet",
    (
        Column("system_a", pa.string(), "one system"),
        Column("system_b", pa.string(), "the other"),
        *_GROUP,
        Column(
            "items",
            pa.string(),
            "common (items decided for every system that has any decided) or own (items decided for these two)",
        ),
        Column("n", pa.int32(), "number of these items"),
        Column("only_a", pa.int32(), "those that a alone has right"),
        Column("only_b", pa.int32(), "those that b alone has right"),
        number("difference", "accuracy of a minus that of b"),
        *_PAIRED,
        Column("note", pa.string(), "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_RANKS = Format(
    "suite ranks",
    "the place of a system among those of a suite",
    "suite_ranks.parquet",
    (
        Column("system", pa.string(), "name of the system"),
        Column(
            "items",
            pa.string(),
            "common (ranks and tests use the items decided for every system that has any decided) or own (ranks use all"
            " items decided for the system, tests those decided for the two)",
        ),
        Column("n", pa.int32(), "items decided for the system among these"),
        number("accuracy", "share of the n items that are right"),
        Column(
            "rank",
            pa.int32(),
            "1 for the highest accuracy; never before a system that is significantly better; 0 for a system of which"
            " nothing is decided",
        ),
        Column(
            "cluster",
            pa.int32(),
            "1 for the best; a system is significantly better (p_bh of comparisons below 0.05) than all systems of"
            " later clusters",
        ),
        Column("best_rank", pa.int32(), "1 plus the number of systems that are significantly better"),
        Column("worst_rank", pa.int32(), "number of ranked systems minus the number of those significantly worse"),
        Column("note", pa.string(), "`uncalibrated`, where verdicts are those of a language model", optional=True),
    ),
)

SUITE_CHANGES = Format(
    "suite changes",
    "one system in two runs of a suite, on the items of a group that are decided in both",
    "suite_changes.csv",
    (
        Column("system", pa.string(), "name of the system"),
        *_GROUP,
        Column("n", pa.int32(), "items that are decided in both runs"),
        Column("broken", pa.int32(), "those that were right and are wrong"),
        Column("mended", pa.int32(), "those that were wrong and are right"),
        Column("became_undecided", pa.int32(), "items judged in both runs that were decided and are undecided"),
        Column("became_decided", pa.int32(), "items judged in both runs that were undecided and are decided"),
        number("difference", "accuracy of the later run minus that of the earlier"),
        *_PAIRED,
    ),
)

CHANGED_ITEMS = Format(
    "changed items",
    "an item with a judgment in both runs whose verdict is another one in the later run",
    "changed_items.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("item", pa.string(), "as in items"),
        Column("category", pa.string(), "as in items", optional=True),
        Column("phenomenon", pa.string(), "as in items"),
        Column("source", pa.string(), "as in items"),
        Column("before", pa.string(), "the verdict of the earlier run"),
        Column("after", pa.string(), "the verdict of the later run"),
        Column("output_before", pa.string(), "the output that was judged", optional=True),
        Column("output_after", pa.string(), "the output that was judged", optional=True),
        Column("reason", pa.string(), "of the later verdict"),
    ),
)

TRIAGE = Format(
    "triage",
    "an output that nothing decides on, to be judged by a person: the most useful first",
    "triage.parquet",
    (
        Column("item", pa.string(), "as in items"),
        Column("category", pa.string(), "as in items", optional=True),
        Column("phenomenon", pa.string(), "as in items"),
        Column("source", pa.string(), "as in items"),
        Column("output", pa.string(), "the output"),
        Column("settles", pa.int32(), "systems that gave it: so many judgments one answer settles"),
        Column("separates", pa.int32(), "pairs of a system that gave it and one that gave another output"),
        Column("reason", pa.string(), "why it is undecided"),
        Column("systems", pa.string(), "the systems that gave it, by commas"),
    ),
)

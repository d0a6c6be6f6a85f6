"""What comes of people's answers: one answer, conflicts, agreement, and how well judges agree with people."""

from typing import NamedTuple

import pyarrow as pa

from extractors.formats.columns import number
from extractors.formats.definition import STRINGS, Column, Format


class Annotation(NamedTuple):
    """A row of `ANNOTATIONS`: one person's answer about one output of an item."""

    item: str
    output: str
    annotator: str
    answer: str
    note: str | None = None


CONFLICTS = Format(
    "conflicts",
    "an output on which people differ from each other, or from a judge",
    "conflicts.parquet",
    (
        Column("item", pa.string(), "as in items"),
        Column("output", pa.string(), "the output that was judged"),
        Column("systems", STRINGS, "those whose output it is"),
        Column("between", pa.string(), "annotators, or judge: people and a judge that had decided"),
        Column("judge", pa.string(), "that judge", optional=True),
        Column("judge_verdict", pa.string(), "its verdict", optional=True),
        Column("people_verdict", pa.string(), "the verdict by the answers of people"),
        Column("yes", pa.int32(), "people who answered yes"),
        Column("no", pa.int32(), "people who answered no"),
        Column("na", pa.int32(), "people who answered that it cannot be told"),
        Column("answers", STRINGS, "each person's, as NAME=ANSWER"),
        Column("reason", pa.string(), "of the verdict that holds"),
    ),
)

MARKED_SPANS = Format(
    "marked spans",
    "an error of an output that people find marked in a campaign, and may change (ESA-AI)",
    "error_spans.csv",
    (
        Column("item", pa.string(), "as in items"),
        Column("system", pa.string(), "whose output it is in", names=True),
        Column("start", pa.int32(), "0-based first character in the output"),
        Column("end", pa.int32(), "the character after the last"),
        Column("severity", pa.string(), "minor or major"),
        Column("category", pa.string(), "of the error, as the protocol MQM has them", optional=True),
    ),
)

AGREEMENT = Format(
    "agreement",
    "one measure of how far people agree, on all outputs or those of a category",
    "agreement.parquet",
    (
        Column("category", pa.string(), "a category of the items; empty for all items"),
        Column(
            "measure",
            pa.string(),
            "all_agree (share of the outputs with several answers whose answers are all the same), fleiss_kappa,"
            " krippendorff_alpha or cohen_kappa (of two people)",
        ),
        Column("annotators", STRINGS, "whose answers are compared"),
        Column("n", pa.int32(), "outputs with answers of two or more of them"),
        number("value", "of the measure; missing where it cannot be had"),
        Column("note", pa.string(), "why it cannot", optional=True),
    ),
)

JUDGE_CALIBRATION = Format(
    "judge calibration",
    "accuracies by a judge, corrected by people's answers about a random sample of the outputs",
    "calibration.csv",
    (
        Column("system", pa.string(), "the system, or `all systems`, where each different output counts once"),
        Column("n", pa.int32(), "outputs that the judge decided on"),
        number("judged", "share of n that the judge calls right"),
        Column("sample", pa.int32(), "outputs that the judge and people decided on"),
        Column("sample_right", pa.int32(), "of these, those that people call right"),
        number("sensitivity", "share of people's right outputs that the judge calls right"),
        number("specificity", "share of people's wrong outputs that the judge calls wrong"),
        number("accuracy", "the corrected share of right outputs; missing where the sample is too small"),
        number("low", "lower end of its 95 % interval"),
        number("high", "upper end of the interval"),
        Column("note", pa.string(), "why there is no corrected accuracy", optional=True),
    ),
)

META_EVALUATION = Format(
    "meta-evaluation",
    "how well a judge or a metric agrees with people, on all items, a category or a phenomenon",
    "meta.csv",
    (
        Column("judge", pa.string(), "the judge, or the metric with its signature"),
        Column("level", pa.string(), "all, category or phenomenon"),
        Column("name", pa.string(), "of the category or phenomenon; empty for all"),
        Column("n", pa.int32(), "outputs that people call right or wrong and that the judge was asked about"),
        Column("sources", pa.int32(), "source texts of these outputs: the units that intervals are over"),
        Column("people_right", pa.float64(), "share of n that people call right"),
        number("undecided", "share of n on which the judge is undecided"),
        Column("absent", pa.int32(), "further outputs that people call right or wrong, on which the judge has nothing"),
        number("accuracy", "share of the decided outputs with people's verdict"),
        number("accuracy_low", "lower end of its 95 % interval"),
        number("accuracy_high", "upper end"),
        number("kappa", "Cohen's kappa with people, on the decided outputs"),
        number("kappa_low", "lower end of its 95 % interval"),
        number("kappa_high", "upper end"),
        number(
            "auc",
            "probability that an output which people call right scores higher than one which they call wrong; ties"
            " count half. Of the judge's scores, else of its verdicts with undecided between wrong and right",
        ),
        number("auc_low", "lower end of its 95 % interval"),
        number("auc_high", "upper end"),
        Column("pairs", pa.int32(), "pairs of outputs of one item of which people call one right and one wrong"),
        number("auc_within", "as auc, of these pairs alone: differences of items do not count"),
        number("auc_within_low", "lower end of its 95 % interval"),
        number("auc_within_high", "upper end"),
    ),
)

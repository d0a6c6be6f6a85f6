"""What comes of people's answers: one answer, conflicts, agreement, and how well judges agree with people."""

from typing import NamedTuple

from extractors.formats import columns as col
from extractors.formats.definition import Format


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
        col.text("item", "as in items"),
        col.text("output", "the output that was judged"),
        col.texts("systems", "those whose output it is"),
        col.text("between", "annotators, or judge: people and a judge that had decided"),
        col.text("judge", "that judge", optional=True),
        col.text("judge_verdict", "its verdict", optional=True),
        col.text("people_verdict", "the verdict by the answers of people"),
        col.whole("yes", "people who answered yes"),
        col.whole("no", "people who answered no"),
        col.whole("na", "people who answered that it cannot be told"),
        col.texts("answers", "each person's, as NAME=ANSWER"),
        col.text("reason", "of the verdict that holds"),
    ),
)

AGREEMENT = Format(
    "agreement",
    "one measure of how far people agree, on all outputs or those of a category",
    "agreement.parquet",
    (
        col.text("category", "a category of the items; empty for all items"),
        col.text(
            "measure",
            "all_agree (share of the outputs with several answers whose answers are all the same), fleiss_kappa,"
            " krippendorff_alpha or cohen_kappa (of two people)",
        ),
        col.texts("annotators", "whose answers are compared"),
        col.whole("n", "outputs with answers of two or more of them"),
        col.number("value", "of the measure; missing where it cannot be had"),
        col.text("note", "why it cannot", optional=True),
    ),
)

JUDGE_CALIBRATION = Format(
    "judge calibration",
    "accuracies by a judge, corrected by people's answers about a random sample of the outputs",
    "calibration.csv",
    (
        col.text("system", "the system, or `all systems`, where each different output counts once"),
        col.whole("n", "outputs that the judge decided on"),
        col.number("judged", "share of n that the judge calls right"),
        col.whole("sample", "outputs that the judge and people decided on"),
        col.whole("sample_right", "of these, those that people call right"),
        col.number("sensitivity", "share of people's right outputs that the judge calls right"),
        col.number("specificity", "share of people's wrong outputs that the judge calls wrong"),
        col.number("accuracy", "the corrected share of right outputs; missing where the sample is too small"),
        *col.interval(),
        col.text("note", "why there is no corrected accuracy", optional=True),
    ),
)

META_EVALUATION = Format(
    "meta-evaluation",
    "how well a judge or a metric agrees with people, on all items, a category or a phenomenon",
    "meta.csv",
    (
        col.text("judge", "the judge, or the metric with its signature"),
        col.text("level", "all, category or phenomenon"),
        col.text("name", "of the category or phenomenon; empty for all"),
        col.whole("n", "outputs that people call right or wrong and that the judge was asked about"),
        col.whole("sources", "source texts of these outputs: the units that intervals are over"),
        col.number("people_right", "share of n that people call right", optional=False),
        col.number("undecided", "share of n on which the judge is undecided"),
        col.whole("absent", "further outputs that people call right or wrong, on which the judge has nothing"),
        col.number("accuracy", "share of the decided outputs with people's verdict"),
        *col.interval("accuracy_"),
        col.number("kappa", "Cohen's kappa with people, on the decided outputs"),
        *col.interval("kappa_"),
        col.number(
            "auc",
            "probability that an output which people call right scores higher than one which they call wrong; ties"
            " count half. Of the judge's scores, else of its verdicts with undecided between wrong and right",
        ),
        *col.interval("auc_"),
        col.whole("pairs", "pairs of outputs of one item of which people call one right and one wrong"),
        col.number("auc_within", "as auc, of these pairs alone: differences of items do not count"),
        *col.interval("auc_within_"),
    ),
)

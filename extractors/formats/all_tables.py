"""The columns of every table, with types and meanings."""

from collections.abc import Iterator
from typing import Any

from extractors.formats.accuracy import ACCURACY, ACCURACY_EFFECTS, ACCURACY_HITS, EVIDENCE, LEXICON, WORD_CONTROLS
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.alignment_quality import ALIGNMENT_QUALITY
from extractors.formats.annotations import AGREEMENT, CONFLICTS, JUDGE_CALIBRATION, MARKED_SPANS, META_EVALUATION
from extractors.formats.atlas import ATLAS, ATLAS_EFFECTS, ATLAS_MODERATORS
from extractors.formats.campaign_scores import AUDIT_TRAIL, ERROR_SPANS, INPUT_AUDIT, RATINGS, SEGMENT_SCORES
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.covariates import COVARIATES
from extractors.formats.discovered import DISCOVERED
from extractors.formats.domains import DOMAIN_EFFECTS
from extractors.formats.effects import EFFECTS, PHENOMENON_TRENDS, POOLED_EFFECTS
from extractors.formats.error_agreement import ERROR_AGREEMENT
from extractors.formats.findings import FINDINGS
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS, HUMAN_ERRORS
from extractors.formats.items import ITEMS
from extractors.formats.judgments import ANNOTATIONS, JUDGMENTS, OUTPUTS_FOUND, SAME_OUTPUTS
from extractors.formats.lingeval import LOST_PAIRS, PAIR_ACCURACY
from extractors.formats.pair import PAIR
from extractors.formats.published import PUBLISHED_CORPUS, PUBLISHED_HITS
from extractors.formats.quality import QUALITY
from extractors.formats.ready_made_tables import BASELINE, LINES, PAIR_SEGMENTS, STANDINGS
from extractors.formats.scores import (
    CORPUS_SCORES,
    DEPARTURES,
    DISTANCE_TRENDS,
    PAPER_SCORES,
    SCORES,
    SYSTEM_COMPARISONS,
    SYSTEM_RANKS,
)
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.suites import (
    CHANGED_ITEMS,
    SUITE_ACCURACY,
    SUITE_CHANGES,
    SUITE_COMPARISONS,
    SUITE_RANKS,
    TRIAGE,
)
from extractors.formats.units import UNIT_CUTS, UNITS
from extractors.formats.word_choices import WORD_CHOICES

FORMATS = (
    SEGMENTS,
    HYPOTHESES,
    UNITS,
    UNIT_CUTS,
    INPUT_AUDIT,
    SEGMENT_SCORES,
    RATINGS,
    ERROR_SPANS,
    AUDIT_TRAIL,
    ALIGNMENT,
    HITS,
    SETS,
    COVARIATES,
    CONTROLS,
    FINDINGS,
    CONCLUSIONS,
    EFFECTS,
    PHENOMENON_TRENDS,
    POOLED_EFFECTS,
    ATLAS,
    ATLAS_EFFECTS,
    ATLAS_MODERATORS,
    DOMAIN_EFFECTS,
    DISCOVERED,
    SCORES,
    PAPER_SCORES,
    DEPARTURES,
    CORPUS_SCORES,
    DISTANCE_TRENDS,
    SYSTEM_COMPARISONS,
    SYSTEM_RANKS,
    PAIR,
    STANDINGS,
    LEXICON,
    ACCURACY,
    ACCURACY_EFFECTS,
    ACCURACY_HITS,
    HUMAN_ERRORS,
    ERROR_AGREEMENT,
    HUMAN_ERROR_HITS,
    CONFOUNDS,
    ITEMS,
    JUDGMENTS,
    ANNOTATIONS,
    OUTPUTS_FOUND,
    SAME_OUTPUTS,
    SUITE_ACCURACY,
    SUITE_COMPARISONS,
    SUITE_RANKS,
    SUITE_CHANGES,
    CHANGED_ITEMS,
    TRIAGE,
    PAIR_ACCURACY,
    LOST_PAIRS,
    CONFLICTS,
    MARKED_SPANS,
    AGREEMENT,
    META_EVALUATION,
    JUDGE_CALIBRATION,
    WORD_CHOICES,
    PUBLISHED_HITS,
    PUBLISHED_CORPUS,
)

LAB_FORMATS = (
    QUALITY,
    ALIGNMENT_QUALITY,
    EVIDENCE,
    WORD_CONTROLS,
    LINES,
    PAIR_SEGMENTS,
    BASELINE,
)
"""Tables of measurements, and those that only our own programs read."""

LAB_INTRODUCTION = """\
# Tables of measurements and of our own programs

Made by `challenge-sets list tables --lab > docs/lab/formats.md`. [formats.md](../formats.md) has the tables of runs and
says how to read both.
"""

INTRODUCTION = """\
# Tables

The tables that stages hand to each other and that a run leaves, column by column. Made by
`challenge-sets list tables > docs/formats.md` from the definitions that writers and readers use.

Parquet keeps types and, as metadata, how a table was made; its pages have checksums, which readers verify. A run
writes tables for people also as .csv, next to the Parquet file. Nothing reads these copies back. The commands also
read and write .csv and .tsv, chosen by the suffix: a list has spaces between its items, a missing value is empty, and
in .tsv quotation marks are ordinary characters. In .csv a text that a spreadsheet would take for a formula has an
apostrophe before it, which our reader takes away. Only columns marked with `?` may hold no value. Tables of
measurements are in [lab/formats.md](lab/formats.md).
"""


def page(*, lab: bool = False) -> str:
    """All tables as Markdown, one section each.

    Args:
        lab: those of LAB_FORMATS instead.
    """
    lines = [LAB_INTRODUCTION if lab else INTRODUCTION]
    for form in LAB_FORMATS if lab else FORMATS:
        lines.append(f"## {form.name}\n\nOne row: {form.row}. File: `{form.file}`.\n")
        for column in (*form.columns, *filter(None, [form.further])):
            names = ", ".join(f"`{name}`" for name in column.name.split(", "))
            lines.append(f"- {names} ({_type(column.type)}{'?' * column.optional}): {column.meaning}")
        lines.append("")
    return "\n".join(lines) + "\n"


def rows() -> Iterator[dict[str, Any]]:
    """A row for each column of each table."""
    for form in (*FORMATS, *LAB_FORMATS):
        for column in (*form.columns, *filter(None, [form.further])):
            yield {
                "table": form.name,
                "file": form.file,
                "column": column.name,
                "type": _type(column.type),
                "may_be_missing": column.optional,
                "meaning": column.meaning,
            }


def _type(of_column: object) -> str:
    """The type of a column in words."""
    return str(of_column).replace("list<item: ", "list of ").removesuffix(">").replace("element: ", "")

"""The tables of Isabelle, Cherry and Foster (EMNLP 2017), https://aclanthology.org/D17-1263/, from their Appendix B.

    python benchmarks/isabelle2017.py FOLDER/isabelle2017/challenge_set.json

Table 3 is made from the majority judgments. Table 2 pools single judgments, which
Appendix B does not give: its published figures are compared with the least and the most that the majorities leave
open. Then the segment scores of metrics are compared with people. Status 1 if a figure does not fit.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path

from _common import arguments_of, markdown_table

from challenge_sets_suites.formats.isabelle import Isabelle
from challenge_sets_suites.human_tables import SuccessRow, by_category, by_subcategory
from challenge_sets_suites.meta import by_metric, meta_evaluation
from challenge_sets_suites.report.suite_papers import whole_percent

SYSTEMS = ("PBMT-1", "NMT", "Google")
TABLE_2 = {
    "Morpho-syntactic": (16, 72, 65, 94),
    "Lexico-syntactic": (42, 52, 62, 94),
    "Syntactic": (33, 40, 75, 81),
    "": (31, 53, 68, 89),
}
"""Published, in per cent: success of the three systems whose outputs Appendix B has, and agreement over four systems.

PBMT-2 is left out, of which Appendix B has no outputs.
"""
ANNOTATORS, AGREEMENT_SYSTEMS = 3, 4
METRICS = ("chrf", "bleu", "ter")


def compare_table_2(rows: Sequence[SuccessRow]) -> int:
    """Print Table 2 beside the range that the majorities allow, and return how many figures lie outside.

    An output called right by the majority has 2 or 3 yes of 3 answers, any other 0 or 1.
    """
    outside, table = 0, []
    for row in rows:
        *published, agreement = TABLE_2[row.category]
        split = 0
        for system, figure in zip(SYSTEMS, published, strict=True):
            n, right = row.items, row.successes[system]
            low, high = 2 * right / (ANNOTATORS * n), (2 * right + n) / (ANNOTATORS * n)
            fits = low - 0.005 <= figure / 100 <= high + 0.005
            outside += not fits
            # One split output moves the sum of answers by one, so this many are split at least.
            split += math.ceil(max(0, abs(figure / 100 - right / n) - 0.005) * ANNOTATORS * n - 1e-9)
            possible = f"{100 * low:.0f} to {100 * high:.0f}"
            majority = [f"{right}/{n}", f"{100 * right / n:.0f}"]
            table.append([row.category or "Overall", system, *majority, figure, possible, "yes" if fits else "NO"])
        most = 1 - split / (AGREEMENT_SYSTEMS * row.items)
        print(
            f"{row.category or 'Overall'}: {split} outputs at least are split between the annotators, so they agree on"
            f" at most {100 * most:.0f} % of the outputs of {AGREEMENT_SYSTEMS} systems; published {agreement} %"
        )
    heading = ("category", "system", "majority", "%", "published %", "possible %", "fits")
    print(markdown_table(heading, table))
    return outside


def main() -> int:
    parser = arguments_of(__doc__)
    parser.add_argument("suite", type=Path)
    arguments = parser.parse_args()
    reader = Isabelle(source_language="en", target_language="fr")
    suite = reader.read(arguments.suite)
    print(f"{len(suite.items)} items, {suite.given.num_rows} judgments")

    rows = by_subcategory(suite.items, suite.given)
    print(f"\n## Table 3: {len(rows)} subcategories\n")
    cells = [[row.phenomenon, row.items, *(whole_percent(row.share(system)) for system in SYSTEMS)] for row in rows]
    print(markdown_table(("subcategory", "#", *SYSTEMS), cells))

    print("\n## Table 2\n")
    faults = compare_table_2(by_category(suite.items, suite.given))

    print("\n## Metrics beside people\n")
    judges = dict(by_metric(suite.given, suite.items, metric, {}) for metric in METRICS)
    found = meta_evaluation(suite.given, judges, suite.items)
    print(
        markdown_table(("items", "metric", "outputs", "AUC", "pairs", "AUC within items"), meta_rows(found.to_pylist()))
    )
    return int(bool(faults))


def meta_rows(rows: Sequence[dict[str, object]]) -> list[list[object]]:
    """Return table rows of the metrics' agreement with people, over all items and by category."""

    def value(row: dict[str, object], name: str) -> str:
        ends = (row[f"{name}_low"], row[f"{name}_high"])
        found = "-" if row[name] is None else f"{row[name]:.2f}"
        return found if None in ends else f"{found} [{ends[0]:.2f}, {ends[1]:.2f}]"

    table: list[list[object]] = []
    for row in rows:
        if row["level"] != "phenomenon":
            metric = str(row["judge"]).partition("|")[0]
            numbers = [row["n"], value(row, "auc"), row["pairs"], value(row, "auc_within")]
            table.append([row["name"] or "all", metric, *numbers])
    return table


if __name__ == "__main__":
    sys.exit(main())

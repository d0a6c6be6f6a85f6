"""The numbers of a suite's page: accuracies and comparisons as columns, ranks, what people should judge first.

{
  "name", "source_language", "target_language", "judge", "alpha", "few": fewer decided items are marked,
  "systems": the best first, "averages", "kinds": of groups that are rows of the map, "sets": of items (own, common),
  "orders": by average and set, the places of systems, the best first,
  "ranked_on": the set that ranks and comparisons are of,
  "groups": [[by, category, phenomenon, distance, frequency]],
  "accuracy": columns of SUITE_ACCURACY; `system`, `group`, `average` and `items` are places in the lists above,
  "comparisons": columns of SUITE_COMPARISONS; `system_a`, `system_b` and `group` are places,
  "ranks": rows of SUITE_RANKS, "triage": its first rows, "triage_rows": of how many,
  "chart": the specification of the plots, null where there is nothing to plot; "titles": what stands for its titles
}
"""

from typing import Any

from challenge_sets_suites.report.headline import AVERAGES
from challenge_sets_suites.report.suite_results import FEW, SuiteResults, group_key
from extractors.formats.thresholds import ALPHA
from extractors.report.chart_looks import PLACE, VALUE, of_page
from extractors.report.numbers import Row, Rows
from extractors.report.page import columns

SETS = ("own", "common")
PLOTTED = ("distance", "frequency")
MOST_TRIAGE = 200
"""Rows of the triage that the page shows."""
COUNTS = ("n", "judged", "right", "wrong", "undecided", "missing")
TESTED = ("is_best", "p_worse", "p_worse_bh", "p_worse_z")
ACCURACY = (*COUNTS, "accuracy", "low", "high", "bound_low", "bound_high", *TESTED)
COMPARED = ("n", "only_a", "only_b", "difference", "difference_low", "difference_high", "p", "p_bh")
TRIAGE = ("item", "category", "phenomenon", "source", "output", "settles", "separates", "reason", "systems")


def has_plots(results: SuiteResults) -> bool:
    """Return whether items have a distance or a frequency."""
    return any(row["by"] in PLOTTED for row in results.accuracy)


def content(results: SuiteResults) -> dict[str, Any]:
    """Return all numbers that the page's scripts know."""
    groups = list(dict.fromkeys(group_key(row) for row in results.accuracy))
    places = {key: place for place, key in enumerate(groups)}

    def grouped(rows: Rows) -> list[Row]:
        return [{**row, "group": places[group_key(row)]} for row in rows]

    def order(average: str, items: str) -> list[int]:
        rows = results.overall(average, items).values()
        accuracies = {row["system"]: row["accuracy"] for row in rows if row["accuracy"] is not None}
        return sorted(range(len(names)), key=lambda place: accuracies.get(names[place], -1), reverse=True)

    names = results.systems
    averages = [average for average in AVERAGES if results.overall(average)]
    return {
        "name": results.name,
        "source_language": results.suite.source_language,
        "target_language": results.suite.target_language,
        "judge": results.suite.judge,
        "alpha": ALPHA,
        "few": FEW,
        "systems": names,
        "averages": averages,
        "kinds": results.kinds,
        "orders": {average: {items: order(average, items) for items in SETS} for average in averages},
        "sets": SETS,
        "ranked_on": results.ranked_on,
        "groups": groups,
        "accuracy": columns(
            grouped(results.accuracy), {"system": names, "average": averages, "items": SETS}, ("group", *ACCURACY)
        ),
        "comparisons": columns(
            grouped(results.comparisons), {"system_a": names, "system_b": names}, ("group", *COMPARED)
        ),
        "ranks": results.ranks,
        "triage": [{name: row[name] for name in TRIAGE} for row in results.triage[:MOST_TRIAGE]],
        "triage_rows": len(results.triage),
        "chart": of_page("groups") if has_plots(results) else None,
        "titles": {"value": VALUE, "place": PLACE},
    }

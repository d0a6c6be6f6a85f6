"""The page of a test suite: one file that opens without a network, whatever stands in the suite.

As the page of a corpus (extractors.report.page), from which it has its policy, its styles and most of its scripts:
nothing of the suite is ever markup.
"""

from importlib import resources
from pathlib import Path
from typing import Any

from challenge_sets_suites.report import numbers_data
from challenge_sets_suites.report.headline import headline, percent
from challenge_sets_suites.report.items_data import items_data
from challenge_sets_suites.report.suite_results import FEW, SuiteResults, read_suite_results
from challenge_sets_suites.tables.judgments import UNDECIDED, VERDICTS
from challenge_sets_suites.tables.suites import COMMON
from extractors.config.output_settings import ReportSettings
from extractors.core.version import __version__
from extractors.formats.thresholds import ALPHA
from extractors.report.numbers import many
from extractors.report.packing import packed
from extractors.report.page import asset, render, room_in, save, vega

SCRIPTS = (
    "dom.js",
    "address.js",
    "numbers.js",
    "table.js",
    "popover.js",
    "listing.js",
    "marks.js",
    "word_diff.js",
)
"""Scripts of the page of a corpus."""
OWN_SCRIPTS = (
    "suite_numbers.js",
    "suite_systems.js",
    "suite_map.js",
    "suite_pairs.js",
    "suite_items.js",
    "suite_triage.js",
)
PLOTS, OWN_PLOTS = "charts.js", "suite_plots.js"
"""Only where something has a distance or a frequency: without charts the page is a megabyte smaller."""
LAST = "suite.js"
STYLES = ("page.css", "examples.css", "pairs.css")


def write(folder: str | Path, output: str | Path, settings: ReportSettings) -> int:
    """Write the page of a suite; the same results give the same bytes.

    Args:
        folder: the results of the suite.
        settings: `examples` are the items of a phenomenon that the page holds at most.

    Returns:
        The size in bytes.
    """
    results = read_suite_results(folder)
    numbers = packed(numbers_data.content(results))
    room = room_in(_rendered(results, {"suite": numbers, "items": b""}), settings, "item")
    items = items_data(results, limit=settings.examples, max_bytes=room)
    return save(_rendered(results, {"suite": numbers, "items": items}), output)


def _rendered(results: SuiteResults, data: dict[str, bytes]) -> bytes:
    plots = numbers_data.has_plots(results)
    scripts = [*map(asset, SCRIPTS), *map(own_asset, OWN_SCRIPTS)]
    if plots:
        scripts = [vega(), *scripts, asset(PLOTS), own_asset(OWN_PLOTS)]
    template = resources.files("challenge_sets_suites.report").joinpath("page.html.j2").read_text(encoding="utf-8")
    own, overall = results.overall(), results.overall(items=results.ranked_on)
    by = results.kinds[0]
    return render(
        template,
        scripts=[*scripts, own_asset(LAST)],
        styles=[*map(asset, STYLES), own_asset("suite.css")],
        data=data,
        results=results,
        sections=sections(results),
        headline=headline(results),
        facts=facts(results),
        overall=[(system, overall[system], own[system]) for system in results.systems],
        by=by,
        groups=results.groups(by),
        plots=plots,
        alpha=ALPHA,
        few=FEW,
        percent=percent,
    )


def own_asset(name: str) -> str:
    """Read the text of a file in the folder `assets` of this package."""
    return asset(name, "challenge_sets_suites.report")


def sections(results: SuiteResults) -> list[tuple[str, str]]:
    """Return the id and the title of each part of the page."""
    parts = [("overview", "Overview"), ("systems", "Systems"), ("map", "Systems by phenomena")]
    if numbers_data.has_plots(results):
        parts.append(("plots", "By distance and frequency"))
    if len(results.systems) > 1:
        parts.append(("pairs", "Two systems"))
    parts.append(("items", "Items"))
    if results.triage:
        parts.append(("triage", "To be judged"))
    return [*parts, ("reading", "How to read it")]


def facts(results: SuiteResults) -> list[tuple[str, Any]]:
    """Return the facts of the suite, as names and values."""
    items = results.suite.items
    categories = {item.category for item in items if item.category}
    common = max((row["n"] for row in results.overall(items=COMMON).values()), default=0)
    undecided = int((results.verdicts.codes == VERDICTS.index(UNDECIDED)).sum())
    judges = dict.fromkeys([results.suite.judge, *sorted(set(results.judgments.column("judge").to_pylist()))])
    return [
        ("Items", f"{len(items):,}, of {many(len({item.sentence for item in items}), 'source text')}"),
        ("Phenomena", len({(item.category, item.phenomenon) for item in items})),
        *([("Categories", len(categories))] if categories else []),
        ("Systems", len(results.systems)),
        ("Judged by", ", ".join(judges)),
        ("Undecided", f"{undecided:,} of {results.verdicts.codes.size:,}"),
        ("Common", f"{many(common, 'item')} decided for every system"),
        ("Version", __version__),
    ]

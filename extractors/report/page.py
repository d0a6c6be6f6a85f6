"""Write the page: one file that opens without a network, whatever stands in the corpus.

Nothing of the corpus is ever markup: the template escapes what it writes, the rest is JSON, gzipped and in base64, and
scripts put it into the page as text. The page's policy allows the scripts of this package, by their checksums, and
nothing else.
"""

import base64
import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import vl_convert
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from extractors.config.output_settings import ReportSettings
from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.kept import kept
from extractors.core.languages import language_name
from extractors.core.version import __version__
from extractors.formats.thresholds import FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report import chart_looks as looks
from extractors.report import sections
from extractors.report.distances import spans
from extractors.report.examples.payload import EXAMPLE_SCRIPTS, EXAMPLE_STYLES, examples_data
from extractors.report.examples.segment_scores import ShownScores
from extractors.report.heatmap import views
from extractors.report.measures import DEPARTURE, DIFFERENCE, FINDING, STATES, numbers_of
from extractors.report.numbers import significance_lines
from extractors.report.packing import packed
from extractors.report.results import ReportedResults

SCRIPTS = (
    "dom.js",
    "address.js",
    "numbers.js",
    "table.js",
    "charts.js",
    "popover.js",
    "listing.js",
    "heatmap.js",
    "phenomenon.js",
    *EXAMPLE_SCRIPTS,
    "page.js",
)
STYLES = ("page.css", *EXAMPLE_STYLES)
MEGABYTE = 1_000_000


def write(results: ReportedResults, folder: Path, output: Path, settings: ReportSettings) -> int:
    """Write the page of a corpus; the same results give the same bytes.

    Args:
        folder: where the results are, for the examples.

    Returns:
        The size in bytes.
    """
    numbers = packed(content(results))
    languages = (results.manifest.corpus.source_language, results.manifest.corpus.target_language)
    pair = " to ".join(map(language_name, languages))
    values = {"results": results, "pair": pair, "sections": sections.render(results)}
    scripts = [vega(), *map(asset, SCRIPTS)]

    def rendered(examples: bytes) -> bytes:
        data = {"report": numbers, "examples": examples}
        return render(asset("page.html.j2"), scripts=scripts, styles=map(asset, STYLES), data=data, **values)

    room = room_in(rendered(b""), settings, "example")
    shown = examples_data(
        results,
        folder,
        limit=settings.examples,
        max_bytes=room,
        scores=segment_scores(results, folder),
    )
    return save(rendered(shown), output)


def segment_scores(results: ReportedResults, folder: Path) -> ShownScores:
    """Return the scores of the segments by every metric whose options are in the run's manifest."""
    options = results.manifest.metrics
    return ShownScores(
        folder=folder,
        systems=results.systems,
        options=options,
        decimals={name: metric.decimals for name, metric in results.metrics.items() if name in options},
        segments=results.segments,
    )


def room_in(page: bytes, settings: ReportSettings, what: str) -> int:
    """Return how many more bytes of packed data a page has room for.

    Args:
        page: the page without any of `what`.
    """
    # Base64 makes four bytes of three.
    room = math.floor((settings.megabytes * MEGABYTE - len(page)) * 3 / 4) - 6
    if room <= 0:
        raise InputError(
            f"a page without any {what} has {len(page) / MEGABYTE:.1f} million bytes",
            remedy=f"allow more than {settings.megabytes:g} (report: megabytes)",
        )
    return room


def render(
    template: str,
    *,
    styles: Iterable[str],
    scripts: Sequence[str] = (),
    data: Mapping[str, bytes] | None = None,
    **values: Any,
) -> bytes:
    """Render a page from its template, with a policy that allows its scripts alone.

    Args:
        template: the text of the template.
        styles: the texts of the style sheets.
        scripts: the texts of the scripts.
        data: packed data for the scripts, by name.
        values: what else the template fills in.
    """
    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    page = environment.from_string(template).render(
        policy=policy(scripts),
        style=Markup("\n".join(styles)),
        scripts=list(map(Markup, scripts)),
        data={name: base64.b64encode(content).decode() for name, content in (data or {}).items()},
        notices=asset("notices.txt"),
        version=__version__,
        **values,
    )
    return page.encode()


@cache
def vega() -> str:
    """Return the scripts that draw the charts: Vega, Vega-Lite and Vega-Embed, with the interpreter of expressions."""
    # To put them together takes three seconds of CPU time.
    return kept(
        f"vega-of-vl-convert-{metadata.version('vl-convert-python')}",
        lambda: str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")),
    )


def asset(name: str, package: str = "extractors.report") -> str:
    """Read the text of a file in the folder `assets` of a package."""
    return resources.files(package).joinpath("assets", name).read_text(encoding="utf-8")


def save(page: bytes, output: str | Path) -> int:
    """Write a page and return its size in bytes."""
    with files.replacing(output) as temporary:
        return temporary.write_bytes(page)


def policy(scripts: Iterable[str]) -> str:
    """Return a content security policy that allows these scripts, and no others.

    Raises:
        ValueError: a script would end its element early.
    """
    hashes = []
    for script in scripts:
        if "</script" in script.lower() or "<!--" in script or "\r" in script:
            raise ValueError("a script holds </script, <!-- or a carriage return, and cannot stand in a page")
        hashes.append(f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'")
    allowed = " ".join(hashes) or "'none'"
    # Vega sets styles by attributes.
    return f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


RANGE = ("distance_from", "distance_below")
ROW = (*RANGE, "n", "size", "value", "control", *DIFFERENCE, "p_bh")
OF_SYSTEM = (*ROW, *DEPARTURE, "departure_p_bh", "departs")
OF_ALL = (*ROW, "systems_n", "below", "p", "units", "not_compared", "departing", *FINDING)


def columns(
    rows: Sequence[Mapping[str, Any]], keys: Mapping[str, Sequence[str]], values: Iterable[str]
) -> dict[str, Any]:
    """Turn rows into lists by column; a key has the places of its values in its list. Numbers have six digits;
    what a row lacks is null."""
    numbers_of = {key: {name: number for number, name in enumerate(names)} for key, names in keys.items()}
    by_key: dict[str, Any] = {key: [numbers[row[key]] for row in rows] for key, numbers in numbers_of.items()}
    return by_key | {name: [_short(row.get(name)) for row in rows] for name in values}


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def content(results: ReportedResults) -> dict[str, Any]:
    """Return all that the scripts know: names, metrics, tables of numbers, and the charts' specifications."""
    numbers = numbers_of(results)
    names: dict[str, Sequence[Any]] = {
        "system": [*results.systems, None],
        "phenomenon": list(results.phenomena),
        "measure": [measure.name for measure in numbers.measures],
        "state": STATES,
        "verdict": list(looks.STATES),
    }
    rows = list(numbers.rows.values())
    return {
        "alpha": results.alpha,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "labels": {phenomenon.id: phenomenon.label for phenomenon in results.phenomena.values()},
        "fewest": FEWEST_SEGMENTS,
        "shown_from": FEWEST_SHOWN,
        "unit": results.unit,
        "significance": significance_lines(results.alpha),
        "segments": results.segments,
        "spans": {phenomenon.id: spans(phenomenon) for phenomenon in results.phenomena.values()},
        "measures": [asdict(measure) | {"title": measure.title} for measure in numbers.measures],
        "names": names,
        "rows": columns([row for row in rows if row["system"] is not None], names, OF_SYSTEM),
        "together": columns([row for row in rows if row["system"] is None], names, OF_ALL),
        "map": views(results, numbers),
        "charts": {kind: looks.of_page(kind) for kind in ("systems", "distances")},
        "titles": {"value": looks.VALUE, "place": looks.PLACE, "marked": looks.MARKED},
    }

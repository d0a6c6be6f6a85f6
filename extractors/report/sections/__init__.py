"""The sections of the page: a module each, with the template of its name beside it.

A module has a PLACE among the others and a TITLE for the page's menu. Where its template needs more than the results, a
function `content` has the values, or None where the results have nothing for it; then it is left out. Wings have
packages of such modules, too (extractors.core.wings).
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from extractors.core import registry, wings
from extractors.report.results import ReportedResults


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page; `id` is where links lead to."""

    id: str
    title: str
    html: Markup


def render(results: ReportedResults) -> list[Section]:
    """Render the sections, in their order on the page."""
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    packages = [__name__, *(wing.sections for wing in wings.wings().values() if wing.sections)]
    modules = [
        importlib.import_module(f"{package}.{name}")
        for package in packages
        for name in registry.names(importlib.import_module(package))
    ]
    sections = []
    for module in sorted(modules, key=lambda module: int(module.PLACE)):
        package, _, name = module.__name__.rpartition(".")
        content: Callable[[ReportedResults], Mapping[str, Any] | None] = getattr(module, "content", lambda _: {})
        if (values := content(results)) is None:
            continue
        template = resources.files(package).joinpath(f"{name}.html.j2").read_text(encoding="utf-8")
        html = environment.from_string(template).render(results=results, **values)
        sections.append(Section(id=name, title=module.TITLE, html=Markup(html)))
    return sections

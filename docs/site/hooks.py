"""Adds to the site what does not stand in its folder: Markdown pages of the repository, what they link to, tables, API.

Each page keeps its place (`config/README.md` is `config/index.html`), so that its links hold in the repository and on
the site. The pages of tables are what `challenge-sets list tables` prints, and pages that name the command link to
them. The API has a page for each folder of the package, made from docstrings, which are read without imports.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from extractors.formats import all_tables

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"extractors": ROOT, "challenge_sets_suites": ROOT / "suites", "challenge_sets_lab": ROOT / "lab"}
"""With the folder that each is in."""
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/**/*.md",
    "config/README.md",
    "lab/README.md",
    "suites/**/README.md",
    "lab/measurements/README.md",
    "benchmarks/README.md",
    "resources/**/README.md",
)
LINK = re.compile(r"\]\(([^)#\s]+)")
TABLES = {
    "docs/formats.md": "`challenge-sets list tables`",
    "docs/lab/formats.md": "`challenge-sets list tables --lab`",
}
"""The pages of tables, each with the command that prints it."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fills the parts of the menu that follow from the files: models and data, and the API."""
    for part in config.nav or ():
        if isinstance(part, dict) and "API" in part:
            part["API"] = [{name.removeprefix("extractors."): page} for name, page in api_pages().items()]
        if isinstance(part, dict) and "Models and data" in part:
            part["Models and data"] += sorted(p for p in repository_pages() if p.startswith("resources/"))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages, the files of the repository that they link to, and the pages of tables and of the API."""
    pages = repository_pages()
    for page in sorted({*pages, *linked_files(pages)}):
        files.append(File.generated(config, page, abs_src_path=str(ROOT / page)))
    for page, command in TABLES.items():
        files.append(File.generated(config, page, content=all_tables.page(lab="--lab" in command)))
    for folder, page in api_pages().items():
        files.append(File.generated(config, page, content=api_page(folder)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links a folder of the repository by its README, which is its page here, and a command of tables to its page."""

    def to_page(match: re.Match[str]) -> str:
        target = (ROOT / page.file.src_uri).parent / unquote(match[1])
        return f"{match[0].rstrip('/')}/README.md" if (target / "README.md").is_file() else match[0]

    markdown = LINK.sub(to_page, markdown)
    for tables, command in TABLES.items():
        if tables != page.file.src_uri:
            place = posixpath.relpath(tables, posixpath.dirname(page.file.src_uri) or ".")
            markdown = re.sub(r"\s+".join(command.split()), f"[{command}]({place})", markdown)
    return markdown


def repository_pages() -> list[str]:
    """The Markdown pages of the repository, by their places in it."""
    return sorted({p.relative_to(ROOT).as_posix() for pattern in PAGES for p in ROOT.glob(pattern)})


def linked_files(pages: list[str]) -> set[str]:
    """Files of the repository, such as pictures and YAML, that pages link to."""
    found = set()
    for page in pages:
        for link in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
            target = ((ROOT / page).parent / unquote(link)).resolve()
            if target.is_file() and target.is_relative_to(ROOT) and target.suffix != ".md":
                found.add(target.relative_to(ROOT).as_posix())
    return found


def api_pages() -> dict[str, str]:
    """The folders of the packages as dotted names, each with its page."""
    folders = [p.parent.relative_to(at) for name, at in PACKAGES.items() for p in (at / name).rglob("__init__.py")]
    return {".".join(folder.parts): f"api/{'.'.join(folder.parts)}.md" for folder in sorted(folders)}


def api_page(folder: str) -> str:
    """A page that asks mkdocstrings for a folder's docstring and those of its public modules."""
    package, *inner = folder.split(".")
    place = PACKAGES[package].joinpath(package, *inner)
    modules = sorted(p.stem for p in place.glob("*.py") if p.stem[0] != "_")
    blocks = [f"# {folder}", f"::: {folder}\n    options:\n      show_root_heading: false\n      heading_level: 2"]
    blocks += [f"::: {folder}.{m}\n    options:\n      heading_level: 2" for m in modules]
    return "\n\n".join(blocks) + "\n"

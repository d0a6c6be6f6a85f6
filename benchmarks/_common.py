"""What benchmarks share: their arguments, pages whose tables they make anew, and work that is timed by turns."""

import argparse
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from challenge_sets_lab.quality.quality_page import markdown_table
from extractors.core import files
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import Phenomenon

__all__ = [
    "Timed",
    "arguments_of",
    "by_turns",
    "known_phenomena",
    "markdown_table",
    "update_page",
    "write_page",
]


def arguments_of(doc: str | None, *, data: str = "", page: str = "") -> argparse.ArgumentParser:
    """Create an argument parser whose help is a module's docstring.

    Args:
        data: what the folder of --data holds; empty for no such option.
        page: the page that -o has by default; empty for no such option.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if data:
        parser.add_argument("--data", type=Path, default=Path("../shared/data"), help=f"folder with {data}")
    if page:
        parser.add_argument("-o", "--output", type=Path, default=Path(page), help=f"default: {page}")
    return parser


def known_phenomena(language: str) -> list[Phenomenon]:
    """Return the phenomena of a language that run by default."""
    return list(catalogue.select(catalogue.load(DEFAULT_FILE), None, language, path=DEFAULT_FILE))


def write_page(path: Path, text: str) -> None:
    """Write a page, atomically, with the folder it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.write_text(path) as out:
        out.write(text.strip() + "\n")


def update_page(path: Path, sections: Mapping[str, str]) -> None:
    """Replace what stands between the marks of each section of a page; the text around them is kept."""
    page = files.read_text(path)
    for name, section in sections.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise SystemExit(f"the page {path} has no marks {begin} and {end}")
        page = f"{before}{begin}\n\n{section}\n\n{end}{after}"
    write_page(path, page)


class Timed:
    """A way to do some work: what it gave for each part of it, and the seconds on the clock and of CPU."""

    def __init__(self, name: str, run: Callable[[Any], Any]) -> None:
        self.name, self.run = name, run
        self.found: list[Any] = []
        self.wall = self.cpu = 0.0

    def __call__(self, part: Any) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.found.append(self.run(part))
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu


def by_turns(ways: Sequence[Timed], parts: Iterable[Any], *, amount: int, unit: str) -> None:
    """Give each part to each way, so that other load slows all alike; print speeds, and ratios to the first way.

    Args:
        amount: of work in all parts together, in `unit`.
    """
    for part in parts:
        for way in ways:
            way(part)
    ours = ways[0]
    for way in ways:
        speed = f"{amount / way.wall:12,.0f} {unit}/s ({amount / way.cpu:,.0f} of CPU time)"
        ratio = f"  {ours.name} is {way.wall / ours.wall:.2f} times as fast ({way.cpu / ours.cpu:.2f})"
        print(f"  {way.name:<14} {way.wall:8.2f} s {speed}{'' if way is ours else ratio}", flush=True)

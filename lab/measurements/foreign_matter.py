"""What the audit names in outputs of WMT21 to WMT24: words, characters and lines that no other text has.

    python -m lab.measurements.foreign_matter --campaigns FOLDER

FOLDER holds WMT's unpacked archives (wmt21/txt and so on). Prints a row for each thing that is named, as Markdown, to
be read by a person, and the number of outputs. About ten minutes of CPU time.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks._common import markdown_table
from extractors.core.files import read_lines
from extractors.extract.foreign_matter import foreign_matter

LEAST_OUTPUTS = 2
"""Outputs of a pair; of one alone less can be told."""


class Texts(NamedTuple):
    """The texts of one language pair of a campaign, by name."""

    source: list[str]
    references: dict[str, list[str]]
    outputs: dict[str, list[str]]


def pairs(campaign: Path) -> Iterator[tuple[str, Texts]]:
    """Yield each test set of a campaign that has references and outputs as long as its source.

    WMT24 has one file `PAIR` a side, and a folder of outputs; others have `TESTSET.PAIR.SIDE.NAME.LANGUAGE`.
    """
    files: dict[str, dict[str, dict[str, Path]]] = defaultdict(lambda: defaultdict(dict))
    for path in sorted((campaign / "txt").glob("*/**/*")):
        side = path.relative_to(campaign / "txt").parts[0]
        if path.is_file() and side in ("sources", "references", "system-outputs"):
            name = f"{path.parent.name}.{path.name}" if path.parent.name != side else path.name
            if found := re.match(r"((?:[^.]+\.)?[a-z]{2,3}-[a-z]{2,3})\.(.*)", name):
                files[found[1]][side][found[2]] = path
    for name, sides in files.items():
        ((_, source),) = sides["sources"].items()
        lines = read_lines(source)
        references, outputs = (
            {file: text for file, path in sides[side].items() if len(text := read_lines(path)) == len(lines)}
            for side in ("references", "system-outputs")
        )
        if references and len(outputs) >= LEAST_OUTPUTS:
            yield name, Texts(lines, references, outputs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--campaigns", type=Path, required=True)
    count, rows = 0, []
    for campaign in sorted(parser.parse_args().campaigns.glob("wmt2*")):
        for pair, (source, references, outputs) in pairs(campaign):
            count += len(outputs)
            rows += [
                [campaign.name, pair, of.system, of.kind, len(of.lines), len(source), of.shown]
                for of in foreign_matter(source, references, outputs)
            ]
    print(markdown_table(["campaign", "pair", "output", "kind", "lines", "of", "shown"], rows))
    print(f"\n{count} outputs")


if __name__ == "__main__":
    main()

"""Make challenge sets from hits, by distance."""

import argparse

from extractors.cli.commands._arguments import distances, distances_of, names, output, several
from extractors.core.logs import log
from extractors.inputs import places
from extractors.inputs.reading import read_texts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hits", help="hits that `detect` found")
    distances(parser)
    parser.add_argument("--phenomena", metavar="ID,ID", help="make sets of these (default: those that have a hit)")
    several(parser, "--text", "NAME=PLACE", "write these lines of each set too")
    parser.add_argument("--folder", metavar="FOLDER", help="for --text: FOLDER/PHENOMENON/SET/NAME")
    output(parser, "the sets, .parquet, .tsv or .csv")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import select
    from extractors.formats import tables

    hits = select.read_hits(arguments.hits)
    found = set(hits.column("phenomenon").unique().to_pylist())
    chosen = names(arguments.phenomena) or sorted(found)
    for name in chosen:
        if name not in found:
            log.warning(
                "no hits of %r: its sets are empty; there are hits of %s", name, ", ".join(sorted(found)) or "none"
            )
    wanted = select.ranges(distances_of(arguments))
    selected = select.select(hits, dict.fromkeys(chosen, wanted))
    tables.write(selected, arguments.output)
    if arguments.text:
        named = places.named(arguments.text, default="")
        texts = {name: read_texts(place) for name, place in named.items()}
        select.export(selected, texts, arguments.folder or arguments.output.parent / "sets")


EXAMPLE = (
    "challenge-sets stage select hits.parquet --minimum 0,1,2,3 -o sets.parquet\n"
    "challenge-sets stage select hits.tsv --exact 0,1 --text source.de=source.de --text ref.en=ref.en --folder sets"
    " -o sets.tsv"
)

"""Show the test set of a campaign: texts, systems, scores."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import written
from extractors.cli.commands._overwriting import refuse_there
from extractors.core.files import replacing_folder, write_text
from extractors.inputs.campaign_settings import JOINED

if TYPE_CHECKING:
    from extractors.inputs.campaigns import EvalSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", nargs="+", help="FORMAT:PATH#PAIR; the texts first, then files of scores")
    written(parser, "-o", "--output", metavar="FOLDER", help="also write texts, scores and errors there")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import campaign_tables as test_set
    from extractors.inputs.evaluation_sets import read_set

    place = JOINED.join(arguments.place)
    found = read_set(place)
    for line in _summary(found):
        print(line)
    if arguments.output is not None:
        refuse_there(arguments.output)
        with replacing_folder(arguments.output) as folder:
            test_set.write(found, folder / "test_set", systems=list(found.translations), scores=list(found.scores))
            _write_texts(found, folder)
        print(arguments.output)


def _summary(found: EvalSet) -> list[str]:
    """What the set has, the means of its scores, and the beginning of its audit trail."""
    from extractors.extract import campaign_tables as test_set

    lines = [
        f"languages: {' to '.join(found.languages) if found.languages else 'not said'}",
        f"segments: {len(found.segments)}, of them {sum(s.whole for s in found.segments)} documents left whole",
        f"documents: {found.documents}, domains: {len({s.domain for s in found.segments if s.domain})}",
        f"references: {', '.join(found.references) or 'none'}",
        f"systems: {', '.join(found.systems) or 'none'}",
    ]
    for name, scores in found.scores.items():
        means = {system: scores.system_mean(system) for system in found.translations}
        shown = ", ".join(f"{system} {mean:.2f}" for system, mean in means.items() if mean is not None)
        lines.append(
            f"{'human' if scores.human else 'metric'} score {name}, {len(scores.values)} values, means: {shown}"
        )
    for name, ratings in found.ratings.items():
        errors = sum(len(rating.errors) for rating in ratings.values)
        lines.append(f"errors of {name}: {errors} in {len(ratings.values)} ratings")
    trail = test_set.lines_of(found)
    return [*lines, f"audit trail: {len(found.remarks)} lines", *(f"  {line}" for line in trail)]


def _write_texts(found: EvalSet, folder: Path) -> None:
    """The texts, documents and domains, a segment a line; an empty line where there is none."""
    texts: dict[str, list[str | None]] = {"source.txt": [segment.source for segment in found.segments]}
    texts |= {f"references/{name}.txt": list(of.texts) for name, of in found.references.items()}
    texts |= {f"systems/{name}.txt": list(of.texts) for name, of in found.systems.items()}
    texts |= {"documents.txt": [s.document for s in found.segments], "domains.txt": [s.domain for s in found.segments]}
    for name, of in texts.items():
        if any(text is not None for text in of):
            with write_text(folder / name) as out:
                out.writelines(f"{(text or '').replace(chr(10), ' ')}\n" for text in of)


EXAMPLE = (
    "challenge-sets stage test-set wmt24:wmt24-news-systems/txt#en-de\n"
    "challenge-sets stage test-set wmt24:txt#en-cs esa:esa_wave2.csv -o wmt24-en-cs"
)

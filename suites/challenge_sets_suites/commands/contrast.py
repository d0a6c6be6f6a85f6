"""Make contrastive pairs: right translations, one error each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from challenge_sets_suites.commands._suites import writer_of
from extractors.cli.commands._arguments import languages, names, output, several
from extractors.core import registry
from extractors.core.logs import log
from extractors.inputs import places
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.reading import read_texts

if TYPE_CHECKING:
    from challenge_sets_suites.contrastive import ErrorMaker, Resources
    from challenge_sets_suites.tables.items import Suite
    from extractors.formats.treebank import Treebank


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from challenge_sets_suites import contrastive

    parser.add_argument("parses", type=Path, help="the parsed references, .conllu or .conllu.gz")
    place: dict[str, Any] = {"type": places.parse, "required": True, "metavar": "PLACE"}
    parser.add_argument("--reference", help="the references that were parsed", **place)
    parser.add_argument("--source", help="what the references translate", **place)
    languages(parser, required=True)
    parser.add_argument("--kinds", metavar="KIND,KIND", help=f"of {', '.join(registry.names(contrastive))}")
    several(parser, "--corpus", "FILE", "more parses, to learn words from", type=Path)
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="form, lemma, UPOS and features, with tabs")
    parser.add_argument("--counts", type=Path, metavar="FILE", help="words and how often they occur, with tabs")
    parser.add_argument("--limit", type=int, metavar="N", help="pairs of a kind at most, drawn at random")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of what is drawn (default: %(default)s)")
    parser.add_argument("--origin", metavar="NAME", help="of the texts, in ids (default: the source's file name)")
    parser.add_argument("--format", help="lingeval97 or lm_eval (default: a table of items)")
    output(parser, "the pairs, .parquet, or what is of the format", metavar="PLACE")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.contrastive import target_texts
    from challenge_sets_suites.contrastive_pairs import make_suite
    from extractors.formats import conllu

    # Before the parses, which take longer: a kind or a language that is not there.
    _makers(arguments, [])
    treebank = conllu.read(arguments.parses)
    source = read_texts(arguments.source)
    treebanks = [treebank, *(conllu.read(path) for path in arguments.corpus)]
    makers = _makers(arguments, treebanks)
    references = texts_beside(arguments.reference, source, source_name=arguments.source)
    suite = make_suite(
        list(target_texts(treebank, references, source, arguments.source_language)),
        makers=makers,
        resources=_resources(arguments, treebanks),
        target_language=arguments.target_language,
        origin=arguments.origin or arguments.source.path.name.partition(".")[0],
        limit=arguments.limit,
        seed=arguments.seed,
    )
    _write(suite, arguments)
    made = [item.phenomenon for item in suite.items]
    log.info("made %d pairs: %s", len(made), ", ".join(f"{kind} {made.count(kind)}" for kind in makers))


def _makers(arguments: argparse.Namespace, treebanks: list[Treebank]) -> dict[str, ErrorMaker]:
    from challenge_sets_suites.pair_kinds import create_makers, is_experimental

    language = arguments.target_language
    makers = create_makers(language, names(arguments.kinds), treebanks=treebanks)
    if treebanks and is_experimental(language):
        log.warning("pairs in %s are experimental: no speaker of the language has checked them", language)
    return makers


def _resources(arguments: argparse.Namespace, treebanks: list[Treebank]) -> Resources:
    from challenge_sets_suites.contrastive import Resources

    resources = Resources()
    for treebank in treebanks:
        resources.add_treebank(treebank)
    if arguments.lexicon:
        resources.add_lexicon(arguments.lexicon)
    if arguments.counts:
        resources.add_counts(arguments.counts)
    return resources


def _write(suite: Suite, arguments: argparse.Namespace) -> None:
    from extractors.formats import tables

    if arguments.format is None:
        tables.write(suite.table(), arguments.output)
        return
    writer_of(arguments.format).write(suite, arguments.output)


EXAMPLE = (
    "challenge-sets suite contrast reference.conllu.gz --reference reference.de --source source.en"
    " --source-language en --target-language de --corpus news.de.conllu.gz -o pairs.parquet\n"
    "challenge-sets parse reference.de --source-language de -o reference.conllu.gz  # made the parses"
)

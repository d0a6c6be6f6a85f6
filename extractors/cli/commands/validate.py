"""Check a config and the texts that it names, as a run reads them; run nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import data_dir, overrides_of
from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError
from extractors.core.escapes import visible
from extractors.core.logs import warnings_only

if TYPE_CHECKING:
    from extractors.config.corpus import CorpusConfig
    from extractors.config.run import RunConfig


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", nargs="+", help="the config; later files override earlier ones key by key")
    data_dir(parser)
    json_option(parser)


def run(arguments: argparse.Namespace) -> int:
    from extractors.config.run import build_config, read_config
    from extractors.phenomena import catalogue

    overrides = overrides_of(arguments)
    try:
        config, files = read_config(arguments.config, overrides=overrides)
        checked = build_config(config, files)
        # A run parses the requests of its languages alone.
        catalogue.load(checked.settings.phenomena_file)
        if arguments.json:
            print_json(list(_audited(checked)))
        else:
            _print(checked)
    except InputError as error:
        if not arguments.json:
            raise
        row = {"problem": error.problem, "file": error.path, "line": error.line, "remedy": error.remedy}
        print_json([{"kind": "error", **row}])
        return 1
    return 0


def _audited(run: RunConfig) -> Iterator[dict[str, Any]]:
    """Yield a row for each finding of the audit."""
    from extractors.config.opening import open_run
    from extractors.extract import audit

    with warnings_only():
        for opened in open_run(run):
            for row in audit.table_of(audit.audit(opened.texts, opened.outputs)).to_pylist():
                yield {"kind": "audit", "corpus": opened.corpus.name, **row}
        for block in run.blocks.values():
            for _ in block.opened():
                pass


def _print(run: RunConfig) -> None:
    """Sum up what is opened, with what its audit finds."""
    # The libraries of all stages, which take seconds to load.
    from extractors.config.opening import open_run
    from extractors.config.targets import without_references
    from extractors.extract import audit, audit_lines

    with warnings_only():
        for corpus, texts, outputs in open_run(run):
            print(f"{corpus.name}: {corpus.source_language} to {corpus.target_language}, {len(texts):,} segments")
            _sum_up(corpus)
            for line in filter(
                None, [*audit_lines.lines_of(audit.audit(texts, outputs)), audit.untold(texts, outputs)]
            ):
                print(f"  audit: {visible(line)}", flush=True)
    for block in run.blocks.values():
        for line in block.opened():
            print(line)
    print(f"metrics: {', '.join(run.settings.metrics)}")
    for line in without_references(run):
        print(line)
    print("All is in order: config, phenomena, texts, models.")


def _sum_up(corpus: CorpusConfig) -> None:
    from extractors.phenomena.chosen_phenomena import NOTHING_KNOWN

    print(f"  systems: {', '.join(corpus.systems) or 'none'}; references: {', '.join(corpus.references) or 'none'}")
    if corpus.test_set is not None:
        print(f"  from: {corpus.test_set}")
        print(f"  names: {', '.join(corpus.names) or 'none'}; scores: {', '.join(corpus.segment_scores) or 'none'}")
    if corpus.covariates:
        print(f"  covariates: {', '.join(corpus.covariates)}")
    print(f"  parser: {corpus.parse.parser}, aligner: {corpus.align.aligner if corpus.references else 'none'}")
    print(f"  phenomena: {', '.join(corpus.phenomenon_ids)}")
    for lexicon in dict.fromkeys(n for p in corpus.phenomena for n in p.lexicons(corpus.source_language)):
        words = f"{len(lexicon.rows):,} rows of {', '.join(lexicon.columns)}"
        print(f"  lexicon: {lexicon.name}, {words} ({lexicon.path})")
    for name, why in corpus.detection.left_out.items():
        print(f"  not run: {name}: {why}")
    for threshold in corpus.detection.thresholds.values():
        print(f"  {threshold}")
    if corpus.detection.parser is None:
        print(f"  {NOTHING_KNOWN}")
    if corpus.publish.licence is None:
        print("  publishing: it has no licence, and cannot be published as it stands")


EXAMPLE = "challenge-sets validate config/config.yaml\nchallenge-sets validate config/wmt21.yaml --data-dir /data"

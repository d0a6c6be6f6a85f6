"""Check a config and all that it names; run nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import data_dir, overrides_of
from extractors.cli.commands._findings import open_all, print_errors
from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError
from extractors.core.escapes import visible

if TYPE_CHECKING:
    from extractors.config.config_findings import ConfigFindings
    from extractors.config.run import RunConfig


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", nargs="+", help="the config; later files override earlier ones key by key")
    data_dir(parser)
    parser.add_argument("--show", action="store_true", help="print all values and where they are from, check no file")
    json_option(parser)


def run(arguments: argparse.Namespace) -> int:
    try:
        return _validate(arguments)
    except InputError as error:
        if not arguments.json:
            raise
        print_json([_row(error)])
        return 1


def _validate(arguments: argparse.Namespace) -> int:
    from extractors.config.config_findings import ConfigFindings
    from extractors.config.run import build_config, read_config

    overrides = overrides_of(arguments)
    config, files = read_config(arguments.config, overrides=overrides)
    if arguments.show:
        from extractors.config.show import merged_config

        print(visible(merged_config(config, files, overrides)), end="")
        return 0
    findings = ConfigFindings(files)
    with findings.each():
        run = build_config(config, files, findings)
        open_all(run, findings, "`challenge-sets validate`")
    if arguments.json:
        print_json(_rows(findings))
    elif not print_errors(findings):
        _sum_up(run)
        points = ["whether time, memory and disk suffice", *findings.open_points]
        print(f"All is in order: config, phenomena, texts, models. Only a run can tell {'; '.join(points)}.")
    return 1 if findings.errors else 0


def _rows(findings: ConfigFindings) -> Iterator[dict[str, Any]]:
    """A row for each error, and for each point that only a run can tell."""
    yield from map(_row, findings.errors)
    for point in findings.open_points:
        yield {"kind": "open", "problem": point, "file": None, "line": None, "remedy": None}


def _row(error: InputError) -> dict[str, Any]:
    return {"kind": "error", "problem": error.problem, "file": error.path, "line": error.line, "remedy": error.remedy}


def _sum_up(run: RunConfig) -> None:
    from extractors.config.targets import without_references
    from extractors.phenomena.chosen_phenomena import NOTHING_KNOWN

    for corpus in run.corpora.values():
        print(f"{corpus.name}: {corpus.source_language} to {corpus.target_language}, {len(corpus.systems)} systems")
        print(f"  references: {', '.join(corpus.references) or 'none'}")
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
        for said in corpus.detection.thresholds.values():
            print(f"  {said}")
        if corpus.detection.parser is None:
            print(f"  {NOTHING_KNOWN}")
        if corpus.publish.licence is None:
            print("  publishing: it has no licence, and cannot be published as it stands")
    for suite in run.suites.values():
        print(f"suite {suite.name}: {suite.format}, {len(suite.systems)} systems")
    print(f"metrics: {', '.join(run.settings.metrics)}")
    for line in without_references(run):
        print(line)


EXAMPLE = "challenge-sets validate config/config.yaml\nchallenge-sets validate config/wmt21.yaml --data-dir /data"

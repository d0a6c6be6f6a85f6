"""Check a config, the phenomena it names and the files it needs, without running anything."""

from __future__ import annotations

import argparse

from extractors.commands import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", nargs="+", help="the config; of several files, later ones override earlier ones")
    parser.add_argument("--data-dir", metavar="DIR", help="what {data_dir} stands for, as in --config data_dir=DIR")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.config.run import load_config

    run = load_config(arguments.config, overrides={"data_dir": arguments.data_dir} if arguments.data_dir else {})
    for corpus in run.corpora.values():
        print(f"{corpus.name}: {corpus.source_language} to {corpus.target_language}, {len(corpus.systems)} systems")
        print(f"  references: {', '.join(corpus.references)}")
        print(f"  parser: {corpus.parse.parser}, aligner: {corpus.align.aligner}")
        print(f"  phenomena: {', '.join(corpus.phenomenon_ids)}")
    print(f"metrics: {', '.join(run.metrics)}")
    print("The config and its phenomena are in order, and every file is there.")


COMMAND = Command(
    example="challenge-sets validate config/config.yaml\nchallenge-sets validate config/wmt21.yaml --data-dir /data",
    add_arguments=_arguments,
    run=_run,
)

"""Build ready-made sets from the results of a run."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", nargs="+", type=Path, help="of the run, whose target `extract` is done")
    parser.add_argument("--data-dir", metavar="DIR", help="what {data_dir} in the config stands for")
    output(parser, "resources/ready-made of a checkout", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.ready_made_build import build
    from extractors.config.run import load_config

    changes = {} if arguments.data_dir is None else {"data_dir": arguments.data_dir}
    for name in build(load_config(arguments.config, overrides=changes), Path(arguments.output)):
        print(name)


EXAMPLE = "challenge-sets lab ready-made lab/ready-made.yaml --data-dir DIR -o resources/ready-made"

"""Pool phenomena over the scored corpora of a run."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", nargs="+", type=Path, help="of the run, whose target `score` is done")
    parser.add_argument("--data-dir", metavar="DIR", help="what {data_dir} in the config stands for")
    parser.add_argument(
        "--year",
        action="append",
        type=_year,
        default=[],
        metavar="NAME=YEAR",
        help="the year of the corpora whose names begin with NAME",
    )
    output(parser, "for atlas.csv, atlas_effects.csv, atlas_systems.csv and atlas_moderators.csv", metavar="FOLDER")


def _year(given: str) -> tuple[str, int]:
    name, _, year = given.rpartition("=")
    return name, int(year)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.atlas.atlas_pooling import write_atlas
    from challenge_sets_lab.atlas.scored_corpora import loaded_corpora
    from extractors.config.run import load_config

    changes = {} if arguments.data_dir is None else {"data_dir": arguments.data_dir}
    corpora = loaded_corpora(load_config(arguments.config, overrides=changes), dict(arguments.year))
    write_atlas((effect for corpus in corpora for effect in corpus.all_effects()), Path(arguments.output))
    print(arguments.output)


EXAMPLE = "challenge-sets lab atlas lab/atlas.yaml --data-dir DIR --year wmt21=2021 --year wmt22=2022 -o atlas"

"""Run everything, from texts to the report."""

import argparse
import shlex
import sys
from typing import Any

from extractors.cli.commands._arguments import names, option_values, output, several
from extractors.cli.commands._corpus import corpus_arguments, texts_of
from extractors.core import registry
from extractors.core.errors import InputError, check_known
from extractors.core.logs import warnings_only
from extractors.scoring import metrics

TARGETS = {"extract": "sets.parquet", "score": "scores.csv", "report": "report.html"}
"""What can be asked for, each with what it leaves in the results of a corpus."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    corpus_arguments(parser, required=True)
    output(parser, "config, results and logs go there", metavar="FOLDER")
    parser.add_argument("--targets", metavar="NAME,NAME", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--phenomena", metavar="ID,ID", help="what to look for (default: what runs by default)")
    parser.add_argument("--phenomena-file", metavar="FILE", help="definitions (default: shipped)")
    parser.add_argument("--metrics", metavar="NAME,NAME", help=f"of {', '.join(registry.names(metrics))}")
    several(parser, "--config", "NAME=VALUE", "another key, as 'controls={samples: 9}' (config/README.md)")
    parser.add_argument("--cores", type=int, metavar="N", help="default: all of the machine")
    parser.add_argument("--dry-run", action="store_true", help="write the config and list the jobs")


def run(arguments: argparse.Namespace) -> int:
    from extractors.api.running import RunFailedError
    from extractors.api.running import run as run_config
    from extractors.config import project
    from extractors.config.opening import open_run

    texts, folder = texts_of(arguments), arguments.output
    name = project.corpus_name(folder, arguments.name)
    settings = _settings(arguments)
    if arguments.cores is not None and arguments.cores < 1:
        raise InputError(f"--cores must be 1 or more, got {arguments.cores}", remedy="give 1 or more, or leave it out")
    run = project.check(name, texts, settings)
    targets = _targets(arguments, has_systems=bool(run.corpora[name].systems))
    with warnings_only():
        for _ in open_run(run):
            pass
    project.write_run(folder, name=name, texts=texts, settings=settings)
    status = 0
    try:
        run_config(
            folder / project.CONFIG, targets=targets, cores=arguments.cores, dry_run=arguments.dry_run, progress=True
        )
    except RunFailedError as failed:
        status = failed.status
        # Last of all, so that what the run says itself does not hide it.
        print(failed.problem, file=sys.stderr)
    print(f"config: {folder / project.CONFIG}")
    print(f"again, by hand: cd {shlex.quote(str(folder))}; snakemake --cores 2 {' '.join(targets)}")
    if status == 0 and not arguments.dry_run:
        for target in targets:
            print(f"{target}: {folder / 'results' / name / TARGETS[target]}")
    return status


def _settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keys of the config, other than the corpus, that the arguments give."""
    settings = option_values(arguments.config)
    if arguments.phenomena is not None:
        settings["phenomena"] = names(arguments.phenomena)
    if arguments.phenomena_file is not None:
        settings["phenomena_file"] = arguments.phenomena_file
    if arguments.metrics is not None:
        settings["metrics"] = {metric: {} for metric in names(arguments.metrics) or []}
    return settings


def _targets(arguments: argparse.Namespace, *, has_systems: bool) -> list[str]:
    if arguments.targets is None:
        return list(TARGETS) if has_systems else ["extract"]
    targets = names(arguments.targets) or ["extract"]
    check_known("target", targets, list(TARGETS))
    if not has_systems and (wanted := [target for target in targets if target != "extract"]):
        raise InputError(
            f"there is nothing to {wanted[0]}: the corpus has no systems",
            remedy="give --systems, or only the target extract",
        )
    return targets


EXAMPLE = (
    "challenge-sets run --source news.de --reference news.en --systems outputs --source-language de"
    " --target-language en -o news\n"
    "challenge-sets run --from wmt22:wmt22-news-systems#de-en -o wmt22\n"
    "challenge-sets run --source news.de --source-language de -o sets      # the sets alone"
)

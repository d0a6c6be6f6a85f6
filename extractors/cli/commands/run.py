"""Run everything, from texts to the report."""

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import known, names, option_values, written
from extractors.cli.commands._corpus import corpus_arguments, texts_of
from extractors.cli.commands._review import print_errors, reviewed
from extractors.core import lock, registry
from extractors.core.errors import InputError
from extractors.core.stopping import PARENT, handing_on_sigterm
from extractors.core.yamlfile import ValueOrigin
from extractors.models import aligners, parsers
from extractors.score import metrics

TARGETS = {"extract": "sets.parquet", "score": "scores.csv", "report": "report.html"}
"""What can be asked for, each with what it leaves in the results of a corpus."""
BLOCKS = {"parser": "parse", "aligner": "align"}
"""By the kind of a backend, the block of the config that names it."""
BEGINNING = 5.0
"""Seconds in which a run that has Snakemake's lock takes ours."""
KILLED = 128
"""Added to the number of the signal that ended a process, as shells do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    corpus_arguments(parser, required=True)
    written(parser, "-o", "--output", required=True, metavar="FOLDER", help="config, results and logs go there")
    parser.add_argument(
        "--targets",
        metavar="NAME,NAME",
        help=f"of {', '.join(TARGETS)} (default: all; of a corpus without systems, extract)",
    )
    parser.add_argument("--phenomena", metavar="ID,ID", help="what to look for (default: all of the source language)")
    parser.add_argument("--phenomena-file", metavar="FILE", help="phenomena of your own (default: the shipped ones)")
    parser.add_argument("--metrics", metavar="NAME,NAME", help=f"of {', '.join(registry.names(metrics))}")
    for kind, package in (("parser", parsers), ("aligner", aligners)):
        parser.add_argument(f"--{kind}", metavar="NAME", help=f"one of {', '.join(registry.names(package))}")
        parser.add_argument(f"--{kind}-model", metavar="MODEL", help="its model: a folder, a file or a name")
    parser.add_argument(
        "--config",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another key of the config, as Snakemake's: check_languages=false; may be repeated",
    )
    parser.add_argument("--cores", type=int, metavar="N", help="(default: all of the machine)")
    parser.add_argument(
        "--dry-run", action="store_true", help="write the config and list the jobs, and do none of them"
    )


def run(arguments: argparse.Namespace) -> int:
    from extractors.config import project

    texts, folder = texts_of(arguments), arguments.output
    name = project.corpus_name(folder, arguments.name)
    settings = _settings(arguments)
    if arguments.cores is not None and arguments.cores < 1:
        raise InputError(f"--cores {arguments.cores}: no run without one", remedy="give 1 or more, or leave it out")
    run = project.check(name, texts, settings)
    targets = _targets(arguments, has_systems=bool(run.corpora[name].systems))
    findings = reviewed(run, ValueOrigin([]), "`challenge-sets run`")
    if findings.errors:
        print_errors(findings)
        return 1
    project.write_run(folder, name=name, texts=texts, settings=settings)
    status = _snakemake(folder, name, targets, cores=arguments.cores, dry_run=arguments.dry_run)
    print(f"config: {folder / project.CONFIG}")
    print(f"again, by hand: cd {shlex.quote(str(folder))}; snakemake --cores 2 {' '.join(targets)}")
    if status == 0 and not arguments.dry_run:
        for target in targets:
            print(f"{target}: {folder / 'results' / name / TARGETS[target]}")
    return status


def _settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The keys of the config beside the corpus: those that the arguments give."""
    settings = option_values(arguments.config)
    if arguments.phenomena is not None:
        settings["phenomena"] = names(arguments.phenomena)
    if arguments.phenomena_file is not None:
        settings["phenomena_file"] = arguments.phenomena_file
    if arguments.metrics is not None:
        settings["metrics"] = {metric: {} for metric in names(arguments.metrics) or []}
    for kind, block in BLOCKS.items():
        given = {kind: getattr(arguments, kind), "model": getattr(arguments, f"{kind}_model")}
        if chosen := {key: value for key, value in given.items() if value is not None}:
            settings[block] = chosen
    return settings


def _targets(arguments: argparse.Namespace, *, has_systems: bool) -> list[str]:
    if arguments.targets is None:
        return list(TARGETS) if has_systems else ["extract"]
    targets = names(arguments.targets) or ["extract"]
    known("target", targets, list(TARGETS))
    if not has_systems and (wanted := [target for target in targets if target != "extract"]):
        raise InputError(
            f"nothing to {wanted[0]}: the corpus has no systems", remedy="give --systems, or the target extract alone"
        )
    return targets


def _remove_dead_lock(command: Sequence[str], folder: Path, results: Path) -> None:
    """Remove the lock of Snakemake that a killed run has left; a live run also holds ours (extractors.core.lock)."""

    def is_left() -> bool:
        return any((folder / ".snakemake/locks").glob("*")) and not lock.is_held(results)

    if is_left():
        # A run that begins takes Snakemake's lock first.
        time.sleep(BEGINNING)
        if is_left():
            print(f"{folder}: a run that was killed has left its lock, which is removed")
            subprocess.run([*command, "--unlock"], check=False, capture_output=True)


def _snakemake(folder: Path, name: str, targets: list[str], *, cores: int | None, dry_run: bool) -> int:
    """Run the workflow of a project in a process of its own; its exit status."""
    from extractors.config import project

    command = [sys.executable, "-m", "snakemake", "--snakefile", str(folder / project.SNAKEFILE)]
    command += ["--directory", str(folder), "--cores", str(cores or "all"), *["--dry-run"] * dry_run]
    if not dry_run:
        _remove_dead_lock(command, folder, folder / "results" / name)
    # A folder's name or a target begins no option.
    of_run = {**os.environ, PARENT: str(os.getpid())}
    with subprocess.Popen([*command, "--", *targets], env=of_run) as process, handing_on_sigterm(process) as came:
        while True:
            try:
                status = process.wait()
            except KeyboardInterrupt:
                # Snakemake got it too, and ends its jobs before it ends itself.
                continue
            if came:
                print("stopped by SIGTERM: the run has ended with its jobs", file=sys.stderr)
                return KILLED + came[0]
            return KILLED - status if status < 0 else status


EXAMPLE = (
    "challenge-sets run --source news.de --reference news.en --systems outputs --source-language de"
    " --target-language en -o news\n"
    "challenge-sets run --source news.de --reference A=a.en --reference B=b.en --systems new=new.en old=old.en"
    " --source-language de --target-language en --metrics bleu,chrf -o news\n"
    "challenge-sets run --from wmt22:wmt22-news-systems#de-en -o wmt22\n"
    "challenge-sets run --source news.de --source-language de -o sets      # the sets alone"
)

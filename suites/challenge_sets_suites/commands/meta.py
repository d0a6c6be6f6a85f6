"""Measure how well judges and metrics agree with people."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from challenge_sets_suites.commands._suites import read_judgments
from extractors.cli.commands._arguments import names, option_values, options, output
from extractors.cli.commands._json import json_option, tell
from extractors.core import registry
from extractors.core.errors import InputError, check_known
from extractors.scoring import metrics
from extractors.scoring.metric_settings import of_language

if TYPE_CHECKING:
    import pyarrow as pa


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("human", type=Path, help="judgments by people, or with people's")
    parser.add_argument("judgments", nargs="*", type=Path, help="judgments by judges, of the same outputs")
    parser.add_argument("--items", type=Path, metavar="FILE", required=True, help="the suite")
    parser.add_argument("--metric", metavar="NAME,NAME", help=f"also of {', '.join(registry.names(metrics))}")
    options(parser, "metrics: bleu.tokenize=intl")
    output(parser, "the table, .csv, .tsv or .parquet", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.meta import by_metric, judges_of, meta_evaluation
    from challenge_sets_suites.suite_stage import read_items

    human = read_judgments([arguments.human])
    suite = read_items(arguments.items)
    judges = judges_of({path.name: read_judgments([path]) for path in arguments.judgments}, human)
    chosen = names(arguments.metric) or []
    metric_options = _options(arguments.option, chosen)
    for metric, values in of_language(metric_options, suite.target_language).items():
        name, judged = by_metric(human, suite.items, metric, values)
        judges[name] = judged
    if not judges:
        raise InputError("nothing to compare with people", remedy="give judgments, or --metric NAME")
    table = meta_evaluation(human, judges, suite.items)
    tell(arguments, table, _shown(table))


def _options(texts: list[str], chosen: list[str]) -> Mapping[str, dict[str, Any]]:
    """Return the options of each metric."""
    check_known("metric", chosen, registry.names(metrics))
    values: dict[str, dict[str, Any]] = {metric: {} for metric in chosen}
    for name, value in option_values(texts).items():
        metric, _, option = name.partition(".")
        check_known("metric", [metric], chosen)
        values[metric][option] = value
    return values


def _shown(table: pa.Table) -> str:
    """Tabulate the rows of all items and of categories; phenomena are in the file only."""
    from extractors.core.terminal import columns

    header = ("of", "judge", "n", "sources", "undecided", "accuracy", "kappa", "AUC", "pairs", "AUC within")
    shown = []
    for row in table.to_pylist():
        if row["level"] != "phenomenon":
            undecided = "" if row["undecided"] is None else f"{100 * row['undecided']:.0f} %"
            measures = [_value(row, name) for name in ("accuracy", "kappa", "auc", "auc_within")]
            numbers = [str(row["n"]), str(row["sources"]), undecided, *measures[:3], str(row["pairs"]), measures[3]]
            shown.append([row["name"] or "all", row["judge"].partition("|")[0], *numbers])
    return columns(header, shown, texts=2)


def _value(row: Mapping[str, Any], name: str) -> str:
    if row[name] is None:
        return ""
    ends = "" if row[f"{name}_low"] is None else f" [{row[f'{name}_low']:.2f}, {row[f'{name}_high']:.2f}]"
    return f"{row[name]:.2f}{ends}"


EXAMPLE = (
    "challenge-sets suite meta people.parquet rules.parquet --items items.parquet -o meta.csv\n"
    "challenge-sets suite meta people.parquet --items items.parquet --metric chrf,bleu,ter -o meta.csv"
)

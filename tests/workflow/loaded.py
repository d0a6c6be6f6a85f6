"""All that a process has loaded and read before plans and runs are forked from it (tests/workflow/running.py)."""

from contextlib import chdir
from importlib import import_module

from snakemake.cli import main

from extractors.phenomena import catalogue
from tests import ROOT
from tests.builders.phenomena import read_shipped_once

__all__ = ["main"]

LIBRARIES = (
    "jinja2",
    "nbformat.v4",
    "pandas",
    "pygments.lexers",
    "requests",
    "smart_open",
    "snakemake.executors.local",
    "snakemake.workflow",
    "yte",
)
OURS = (
    "config.results_config",
    "config.run",
    "config.targets",
    "core.oserrors",
    "extract.shards",
    "inputs.reading",
    "models.our_encoders",
    "phenomena.detection",
)
for name in (*LIBRARIES, *(f"extractors.{module}" for module in OURS)):
    import_module(name)
with chdir(ROOT):
    catalogue.load = read_shipped_once()
    catalogue.load("config/phenomena.yaml")

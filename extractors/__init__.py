"""Automatic challenge sets for machine translation.

The names of `__all__` are for users: docs/python.md.

The method is that of Choshen and Abend, "Automatically Extracting Challenge Sets for Non-local
Phenomena in Neural Machine Translation" (CoNLL 2019). This package knows nothing of Snakemake:
its functions take explicit paths and values.

The folders, from the ground up; each imports only folders that stand above it in this list:

    core          errors, log, atomic files, registry, settings, YAML with line numbers
    formats       one file for each thing that stages hand over: its columns, its reader and writer, its class
    models        models on this machine: finding, needing, fetching, loading; plug-ins parsers, aligners, tokenizers
    phenomena     config/phenomena.yaml, read and checked; the request language and its matcher (grew); how well parsers
                  find each phenomenon
    inputs        where a text is and reading it; plug-ins importers (files of texts) and testsets (test sets with all
                  that belongs to them); Pearmut
    extract       target `extract`: ingest, parse, align, detect, select, control; segments cut into sentences (units)
    scoring       target `score`: segment statistics, scores, comparisons; plug-ins metrics; tests and intervals
                  (statistics); many test sets together
    words         target `score` too: the words of hits, where outputs match, people marked or post-editors changed
    config        config/config.yaml, read and checked; what a run needs (models) and leaves behind (manifest)
    report        target `report`: the page, its charts, the terminal's and the paper's tables
    publish       target `publish`: a data set for others; reading and rebuilding it
    api           the names of `__all__`: what the commands and users of Python call
    cli           `challenge-sets NAME`, one thin file a command

Plug-ins are found by file name. Packages of their own, such as suites and lab, join by entry points (core/wings.py).

tests/unit/test_layout.py holds this order.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from extractors.core.version import __version__ as __version__

if TYPE_CHECKING:
    from extractors.api.comparing import Compared, compare
    from extractors.api.comparing_runs import ComparedRuns, compare_runs
    from extractors.api.datasets import ReadyMade, SetFiles
    from extractors.api.finding import find
    from extractors.api.found import Found
    from extractors.api.hit_examples import HitExamples
    from extractors.api.many_test_sets import OverTestSets
    from extractors.api.results_folder import Results
    from extractors.api.running import RunFailedError, run
    from extractors.api.scored import Scored
    from extractors.api.scoring import score
    from extractors.api.test_sets import compare_test_sets, score_test_sets
    from extractors.core.errors import InputError

__all__ = [
    "Compared",
    "ComparedRuns",
    "Found",
    "HitExamples",
    "InputError",
    "OverTestSets",
    "ReadyMade",
    "Results",
    "RunFailedError",
    "Scored",
    "SetFiles",
    "compare",
    "compare_runs",
    "compare_test_sets",
    "find",
    "run",
    "score",
    "score_test_sets",
]

_MODULES = {
    "Compared": "api.comparing",
    "ComparedRuns": "api.comparing_runs",
    "Found": "api.found",
    "HitExamples": "api.hit_examples",
    "InputError": "core.errors",
    "OverTestSets": "api.many_test_sets",
    "ReadyMade": "api.datasets",
    "Results": "api.results_folder",
    "RunFailedError": "api.running",
    "Scored": "api.scored",
    "SetFiles": "api.datasets",
    "compare": "api.comparing",
    "compare_runs": "api.comparing_runs",
    "compare_test_sets": "api.test_sets",
    "find": "api.finding",
    "run": "api.running",
    "score": "api.scoring",
    "score_test_sets": "api.test_sets",
}
"""Where each public name is: it is imported at its first use, so that importing this package takes no time."""


@cache
def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__

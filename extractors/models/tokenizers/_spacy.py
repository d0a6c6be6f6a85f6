"""spaCy, imported without PyTorch: thinc, which it stands on, takes PyTorch along wherever that is installed.

That is two seconds of CPU time and 150 MB for who only wants rules.
"""

import sys
from contextlib import nullcontext
from importlib.util import find_spec

from extractors.core.imports import without

ON_TORCH = ("spacy_transformers", "spacy_curated_transformers")
"""Packages whose spaCy pipelines run on PyTorch."""


def import_spacy() -> None:
    """Import spaCy if nobody has, without PyTorch if nobody can want it of spaCy; it can be imported later as ever."""
    can_do_without = "torch" not in sys.modules and not any(map(find_spec, ON_TORCH))
    with without("torch") if can_do_without else nullcontext():
        import spacy  # noqa: F401

"""The BibTeX of this software, of the method, and of the tools that a run can use; citations.yaml has the entries."""

from collections.abc import Iterable
from importlib import resources

import yaml


def bibtex(version: str, tools: Iterable[str] = ()) -> str:
    """Return the BibTeX entries of this software and of the method, and of the tools that have one.

    Args:
        version: of this software.
        tools: names of parsers and aligners, or `sacrebleu`; one without a paper, as `conllu`, has no entry.
    """
    entries = yaml.safe_load(resources.files("extractors.core").joinpath("citations.yaml").read_text(encoding="utf-8"))
    found = [entries[name] for name in dict.fromkeys(("software", "method", *tools)) if name in entries]
    return "\n\n".join(found).replace("VERSION", version)

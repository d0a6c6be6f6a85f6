"""The manifest of a run: what it was made from and with, so that it can be made again."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from extractors import __version__
from extractors.core.errors import InputError
from extractors.core.files import sha256, write_text
from extractors.formats import tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.sets import CONTROLS
from extractors.texts.reading import describe_place

LIBRARIES = (
    "datasets",
    "numpy",
    "pyarrow",
    "sacrebleu",
    "simalign",
    "snakemake",
    "spacy",
    "stanza",
    "torch",
    "transformers",
)


def versions() -> dict[str, str]:
    """The version of each library that is installed."""
    found = {}
    for library in LIBRARIES:
        try:
            found[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue
    return found


def write(
    path: str | Path,
    *,
    config: Mapping[str, Any],
    files: Sequence[str],
    controls: str | Path,
    lexicon: str | Path | None = None,
    places: Sequence[str] = (),
    translations: Sequence[str] = (),
) -> None:
    """Write a manifest as JSON.

    Args:
        config: the run's config with its defaults.
        files: the files that were read; their checksums are kept.
        controls: the table of controls, which carries the run's signature.
        places: the places that were read from a library; what they held is kept.
        translations: what is said of the systems that the run made, a JSON file each, named after the system.
        lexicon: the table of lemmas of the target language, which says what gave them; None without accuracy.
    """
    missing = [file for file in files if not Path(file).is_file()]
    if missing:
        raise InputError(f"an input has gone: {missing[0]}", path=missing[0], remedy="put it back, and run again")
    lemmas = None if lexicon is None else tables.metadata(tables.read(LEXICON, lexicon), "lemmas", lexicon)
    content = {
        "signature": tables.run_signature(tables.read(CONTROLS, controls)),
        "lemmas": lemmas,
        "version": __version__,
        "python": platform.python_version(),
        "libraries": versions(),
        "files": {file: sha256(file) for file in files},
        "places": {place: describe_place(place) for place in places},
        "translations": {Path(file).stem: json.loads(Path(file).read_text(encoding="utf-8")) for file in translations},
        "config": config,
    }
    with write_text(path) as out:
        json.dump(content, out, indent=2, ensure_ascii=False, sort_keys=True)
        out.write("\n")

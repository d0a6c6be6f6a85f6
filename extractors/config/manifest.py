"""Write the manifest of a run: what it was made from and with, so that it can be made again."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from extractors.config.model import Config
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.version import __version__
from extractors.extract.control import settings_of
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.origin import origin_of
from extractors.formats.sets import CONTROLS
from extractors.inputs.places import Place
from extractors.inputs.reading import describe_place
from extractors.models.tool_settings import for_language
from extractors.scoring.metric_settings import of_language
from extractors.scoring.run_manifest import RecordedCorpus

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
    "ufal.udpipe",
)
"""The libraries whose version may decide on a result."""


def versions() -> dict[str, str]:
    """Return the version of each installed library."""
    installed = {}
    for library in LIBRARIES:
        try:
            installed[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue
    return installed


def recorded(run: Config) -> RecordedCorpus:
    """Return what the manifest says of the only corpus of a config."""
    ((name, corpus),) = run.corpora.items()
    computed = of_language(run.computed_metrics, corpus.target_language)
    brought = {metric: file.metric_options for metric, file in corpus.segment_scores.items()}
    return RecordedCorpus(
        name=name,
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        references=[*corpus.references_by_name],
        metrics={name: dict(options) for name, options in {**computed, **brought}.items()},
        statistics=run.statistics,
        phenomena=run.phenomena_file,
        quality=for_language(corpus.parse.over(run.parse).quality, corpus.source_language),
        accuracy_enabled=run.accuracy.enabled,
    )


def write(
    path: str | Path,
    *,
    config: Mapping[str, Any],
    files: Sequence[str],
    controls: str | Path,
    detection: Mapping[str, Any],
    words: str | Path | None = None,
    places: Sequence[Place] = (),
) -> None:
    """Write a manifest as JSON, in the folder of a run: the paths of its config begin there.

    Args:
        config: the run's config with its defaults, of one corpus.
        files: the files that were read; their checksums are kept.
        controls: the table of controls, which carries the run's signature.
        places: the places that were read from a library; what they held is kept.
        detection: what is known of how well the phenomena are found (extractors.phenomena.chosen_phenomena).
        words: the table ACCURACY, which says what gave lemmas; None where it was not measured.
    """
    missing = [file for file in files if not Path(file).is_file()]
    if missing:
        raise InputError(f"an input is missing: {missing[0]}", path=missing[0], remedy="put it back and run again")
    lemmas = words and tables.metadata(tables.empty(ACCURACY, words), "lemmas", words, made_by="snakemake score")
    # Its metadata say how the samples were made.
    control_table = tables.empty(CONTROLS, controls)
    origin = origin_of(control_table)
    content = {
        "signature": tables.run_signature(control_table),
        "origin": None if origin is None else asdict(origin),
        "lemmas": lemmas,
        "controls": settings_of(control_table, controls).as_dict(),
        "version": __version__,
        "python": platform.python_version(),
        "libraries": versions(),
        "folder": os.path.relpath(Path.cwd().resolve(), Path(path).resolve().parent),
        "files": {file: sha256(file) for file in files},
        "places": {place.text: describe_place(place) for place in places},
        "detection": detection,
        "corpus": recorded(Config.of(config)).as_dict(),
        "config": config,
    }
    jsonfile.write_checked(content, path)

"""The manifest of a run: what it was made from and with, so that it can be made again."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from extractors.config.model import Config, CorpusEntry
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.remedies import to_make_again
from extractors.core.version import __version__
from extractors.extract.control import settings_of
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.origin import Origin, origin_of
from extractors.formats.sets import CONTROLS
from extractors.inputs.places import Place
from extractors.inputs.reading import describe_place
from extractors.models.tool_settings import model_of
from extractors.phenomena import DEFAULT_FILE
from extractors.phenomena.chosen_phenomena import Detection
from extractors.score.metric_settings import Options, of_language

LIBRARIES = (
    "datasets",
    "eflomal",
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
    """The version of each library that is installed."""
    installed = {}
    for library in LIBRARIES:
        try:
            installed[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue
    return installed


def write(
    path: str | Path,
    *,
    config: Mapping[str, Any],
    files: Sequence[str],
    controls: str | Path,
    detection: Mapping[str, Any],
    lexicon: str | Path | None = None,
    places: Sequence[Place] = (),
    translations: Sequence[str] = (),
) -> None:
    """Write a manifest as JSON, in the folder of a run: the paths of its config begin there.

    Args:
        config: the run's config with its defaults.
        files: the files that were read; their checksums are kept.
        controls: the table of controls, which carries the run's signature.
        places: the places that were read from a library; what they held is kept.
        translations: what is said of the systems that the run made, a JSON file each, named after the system.
        detection: what is known of how well the phenomena are found (extractors.phenomena.chosen_phenomena).
        lexicon: the table of lemmas of the target language, which says what gave them; None without accuracy.
    """
    missing = [file for file in files if not Path(file).is_file()]
    if missing:
        raise InputError(f"an input has gone: {missing[0]}", path=missing[0], remedy="put it back, and run again")
    lemmas = (
        None
        if lexicon is None
        else tables.metadata(tables.empty(LEXICON, lexicon), "lemmas", lexicon, made_by="snakemake score")
    )
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
        "translations": {Path(file).stem: jsonfile.load_checked(file) for file in translations},
        "detection": detection,
        "config": config,
    }
    jsonfile.write_checked(content, path)


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The manifest of a corpus's run.

    Attributes:
        signature: how sets and controls were made, for people.
        origin: the same, for programs.
        lemmas: what gave the lemmas of the target language; None where accuracy was not measured.
        controls: how controls were drawn, with the covariates that this corpus was matched on.
        libraries: the versions of those that were installed.
        folder: that of the run, where the paths of its config begin, whatever folder the manifest is read from.
        files: the SHA-256 checksum of each file that was read, by its path in the config.
        detection: what was known of how well the phenomena are found.
    """

    signature: str
    origin: Origin
    lemmas: str | None
    version: str
    controls: ControlSettings
    libraries: Mapping[str, str]
    folder: Path
    files: Mapping[str, str]
    run: Config
    corpus: CorpusEntry
    detection: Detection

    @property
    def name(self) -> str:
        """The corpus's."""
        return next(iter(self.run.corpora))

    @property
    def metrics(self) -> dict[str, Options]:
        """The options of each metric that the corpus is scored by, those whose scores were brought too."""
        brought = {name: file.metric_options for name, file in self.corpus.segment_scores.items()}
        return {**of_language(self.run.computed_metrics, self.corpus.target_language), **brought}

    @property
    def quality(self) -> str | None:
        """The file of what was measured with the parser; None for the shipped figures."""
        parse = self.corpus.parse.over(self.run.parse)
        file = model_of(parse.quality, self.corpus.source_language)
        return None if file is None else str(self.folder / file)

    def phenomena_file(self, given: str | Path | None = None) -> Path:
        """The file that defines the run's phenomena; the shipped one where that was it, and has moved since.

        Args:
            given: where it is to be (default: where it was).
        """
        file, checksum = given or self.folder / self.run.phenomena_file, self.files.get(self.run.phenomena_file)
        places = [Path(file), *[DEFAULT_FILE] * (given is None)]
        found = next((path for path in places if path.is_file() and sha256(path) == checksum), None)
        if found is None:
            raise InputError(
                "is not the file that the run was made with" if Path(file).is_file() else "no such file",
                path=file,
                remedy="give that of the run by --phenomena-file FILE, or run `snakemake score` again",
            )
        return found


def read(path: Path) -> Manifest:
    """Read the manifest that a run left beside the results of a corpus."""
    if not path.is_file():
        raise InputError(f"no {path.name} in the folder", path=path.parent, remedy="score the corpus: snakemake score")
    try:
        content = jsonfile.load_checked(path)
        run = Config.of(content["config"])
        origin = Origin(**content["origin"])
        detection = Detection.of(content["detection"])
        controls = ControlSettings.of(content["controls"])
        signature, version, files = (content[key] for key in ("signature", "version", "files"))
        folder = Path(os.path.normpath(path.resolve().parent / content["folder"]))
    except (InputError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"is not a manifest: {getattr(error, 'problem', error)}", path=path, remedy=to_make_again(path)
        ) from None
    if len(run.corpora) != 1:
        raise InputError(f"speaks of {len(run.corpora)} corpora and not of one", path=path, remedy=to_make_again(path))
    return Manifest(
        signature=signature,
        origin=origin,
        lemmas=content.get("lemmas"),
        version=version,
        controls=controls,
        libraries=content.get("libraries", {}),
        folder=folder,
        files=files,
        run=run,
        corpus=next(iter(run.corpora.values())),
        detection=detection,
    )

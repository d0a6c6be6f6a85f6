"""What a corpus is read from, as the config has it: outputs, the user's scores, names and covariates of segments."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from extractors.config.metric_programs import is_program_score_file
from extractors.config.model import Config, CorpusEntry, SuiteEntry
from extractors.core.errors import InputError
from extractors.core.names import check_names
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin
from extractors.extract.control_settings import COVARIATES, NAMES
from extractors.formats.undetermined import UNDETERMINED
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, systems_at
from extractors.models.tool_settings import TranslatorSettings
from extractors.score.imported_score_settings import SegmentScoreFile


def systems_of(entry: CorpusEntry | SuiteEntry, download: bool, fill: Callable[[str], Place]) -> dict[str, Place]:
    """The places of the outputs that the user has, by system.

    Raises:
        InputError: one that is not on this machine.
    """
    if isinstance(entry.systems, str):
        systems = systems_at(fill(entry.systems), download=download)
    elif isinstance(entry.systems, dict):
        systems = {name: fill(place) for name, place in entry.systems.items()}
    else:
        systems = places.named([fill(place).text for place in entry.systems], default="")
    for place in systems.values():
        check_place(place, download=download)
    return systems


def check_references(entry: CorpusEntry, systems: Mapping[str, Place]) -> None:
    """Refuse outputs without what they are scored against, and texts without their language."""
    targets = [key for key in ("references", "systems", "translate", "segment_scores") if getattr(entry, key)]
    if entry.target_language == UNDETERMINED and (targets or systems):
        raise InputError(f"it has {targets[0]} and no target_language", remedy="say which language they are in")
    if not entry.references and targets and not entry.segment_scores:
        raise InputError(
            f"it has {targets[0]}, and neither references nor segment_scores to score them by",
            remedy="give one of them, or a program that scores without references (in the config, `metrics: {comet:"
            " {preset: cometkiwi-22}}`, or `{command: ...}` in place of the preset), or extract the source alone",
        )


def translations_of(
    entry: CorpusEntry, keys: Keys, systems: Mapping[str, Place], fill: Callable[[str], Place], origin: ValueOrigin
) -> dict[str, TranslatorSettings]:
    """How the outputs are made that the user does not have, by system."""
    if both := sorted(entry.translate.keys() & systems.keys()):
        raise origin.error(
            f"the system {both[0]!r} is given by `systems:` and is to be made by `translate:`",
            (*keys, "translate", both[0]),
            "give one of them another name",
        )
    try:
        check_names([*systems, *entry.translate], "system")
        return {system: _with_instructions(settings, fill) for system, settings in entry.translate.items()}
    except InputError as error:
        raise origin.error(error.problem, (*keys, "translate"), error.remedy) from None


def _with_instructions(settings: TranslatorSettings, fill: Callable[[str], Place]) -> TranslatorSettings:
    """The settings with the place of their instructions as it is."""
    if settings.instructions is None:
        return settings
    check_place(place := fill(settings.instructions), download=False)
    return settings.model_copy(update={"instructions": place.text})


def segment_scores_of(
    entry: CorpusEntry,
    keys: Keys,
    systems: Sequence[str],
    scores_folder: Path,
    fill: Callable[[str], Place],
    origin: ValueOrigin,
) -> dict[str, SegmentScoreFile]:
    """The files of scores; they are read later, and must be there, save those that the run writes.

    Args:
        scores_folder: where it writes them.
    """
    files = {}
    for name, written in entry.segment_scores.items():
        place = (*keys, "segment_scores", name)
        file = written.model_copy(update={"path": fill(written.path).text})
        is_taken = entry.from_ is not None and Path(file.path).parent == scores_folder
        is_made = is_taken or is_program_score_file(file.path, str(keys[-1]))
        if not is_made and not (places.exists(file.path) and Path(file.path).is_file()):
            raise origin.error(f"no such file: {file.path}", place, "paths are relative to the folder you run in")
        for system in file.systems:
            origin.check_known("system", system, systems, (*place, "systems", system))
        files[name] = file
    return files


def names_of(
    entry: CorpusEntry, keys: Keys, config: Config, fill: Callable[[str], Place], origin: ValueOrigin
) -> dict[str, Place]:
    """The places of domains and documents, which must be there if controls are matched on them.

    Documents must be there, too, if tests are to go by them; units of cut segments have these as documents.
    """
    found = {}
    for name in NAMES:
        if (place := getattr(entry, name)) is not None:
            found[name] = fill(place)
            try:
                check_place(found[name], download=config.download)
            except InputError as error:
                raise origin.error(error.problem, (*keys, name), error.remedy) from None
        elif name == "document" and config.statistics.cluster == "document" and entry.unit != "sentence":
            raise origin.error(
                f"statistics.cluster is `document`, and the corpus {keys[-1]} names none",
                ("statistics", "cluster"),
                "give the corpus `document:`, a text with the name of each segment's document, one a line; or leave"
                " statistics.cluster out, which takes documents where they are known",
            )
        elif name in config.matched():
            raise origin.error(
                f"controls are matched on the {name}, and the corpus names none",
                keys,
                f"give it `{name}:`, a text with the name of each segment's {name}, one a line",
            )
    return found


def covariates_of(
    entry: CorpusEntry, keys: Keys, config: Config, fill: Callable[[str], Place], origin: ValueOrigin
) -> dict[str, Place]:
    """The places of the covariates that the user brings, which must be there if controls are matched on them."""
    found = {}
    for name, place in entry.covariates.items():
        found[name] = fill(place)
        try:
            check_place(found[name], download=config.download)
        except InputError as error:
            raise origin.error(error.problem, (*keys, "covariates", name), error.remedy) from None
    for name in config.matched():
        if name not in COVARIATES and name not in found:
            raise origin.error(
                f"controls are matched on the {name}, and the corpus brings none",
                keys,
                f"give it `covariates: {{{name}: FILE}}`, a number for each segment, one a line",
            )
    return found

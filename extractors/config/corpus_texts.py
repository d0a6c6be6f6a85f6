"""Check the places that an entry of a config names: outputs, scores, names and covariates of segments."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from extractors.config.model import Config, CorpusEntry, Systems
from extractors.core.errors import InputError
from extractors.core.languages import UNDETERMINED
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin
from extractors.extract.control_settings import COVARIATES, NAMES
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, fetch_texts, systems_at
from extractors.scoring.imported_score_settings import SegmentScoreFile

HTER = "hter"
"""The scores that a run makes from post-edits: the share of words that were changed."""
HTER_FILE = f"metric_scores/{HTER}.parquet"
"""Where a run puts them, in the folder of the corpus."""


class HasSystems(Protocol):
    """An entry of a config with outputs."""

    @property
    def systems(self) -> Systems: ...


Entry = TypeVar("Entry", bound=HasSystems)


@dataclass(frozen=True)
class WrittenEntry(Generic[Entry]):
    """An entry, such as a corpus, as the user wrote it, and where its values stand.

    Attributes:
        keys: where it stands itself; those of the methods follow these.
    """

    entry: Entry
    keys: Keys
    config: Config
    origin: ValueOrigin

    def fill(self, place: str) -> Place:
        """Parse a place, with {data_dir} replaced."""
        return places.parse(self.config.filled(place))

    def found(self, place: str) -> Place:
        """Parse a place, and check that it is on this machine or may be fetched."""
        self.check_here(filled := self.fill(place))
        return filled

    def check_here(self, place: Place) -> None:
        """Refuse a place that is not on this machine, after fetching its texts if the config has `download: true`."""
        if self.config.download:
            fetch_texts(place)
        check_place(place)

    def at(self, *keys: str, begin: str = "") -> AbstractContextManager[None]:
        """Give errors of the block the place of a value."""
        return self.origin.at((*self.keys, *keys), begin)

    def error(self, problem: str, remedy: str, *keys: str) -> InputError:
        """Return an error at a value of the entry."""
        return self.origin.error(problem, (*self.keys, *keys), remedy)

    def check_known(self, kind: str, name: str, known: Sequence[str], *keys: str) -> None:
        """Refuse a name that is not known, at a value."""
        self.origin.check_known(kind, name, known, (*self.keys, *keys))

    def systems(self) -> dict[str, Place]:
        """Return the places of the user's outputs, by system."""
        written = self.entry.systems
        if isinstance(written, str):
            folder = self.fill(written)
            if self.config.download:
                fetch_texts(folder)
            systems = systems_at(folder)
        elif isinstance(written, dict):
            systems = {name: self.fill(place) for name, place in written.items()}
        else:
            systems = places.named([self.fill(place).text for place in written], default="")
        for place in systems.values():
            self.check_here(place)
        return systems


WrittenCorpus = WrittenEntry[CorpusEntry]


def check_references(entry: CorpusEntry, systems: Mapping[str, Place]) -> None:
    """Refuse outputs without what they are scored against, and texts without their language."""
    targets = [key for key in ("references", "systems", "segment_scores", "post_edits") if getattr(entry, key)]
    if entry.target_language == UNDETERMINED and (targets or systems):
        raise InputError(
            f"it has {targets[0]} but no target_language", remedy="set `target_language:` to their language"
        )
    if not entry.references and targets and not entry.segment_scores:
        raise InputError(
            f"it has {targets[0]}, but neither references nor segment_scores to score them by",
            remedy="give one of them (workflow/examples/comet.smk makes scores without references), or extract only"
            " the source",
        )


def post_edits_of(written: WrittenCorpus, systems: Sequence[str]) -> dict[str, Place]:
    """Return the places of post-edits, by system."""
    found = {}
    for system, place in written.entry.post_edits.items():
        written.check_known("system", system, systems, "post_edits", system)
        with written.at("post_edits", system):
            found[system] = written.found(place)
    if found and written.entry.unit == "sentence":
        raise written.error("post-edits are of whole segments", "leave out `unit`, or the post-edits", "post_edits")
    return found


def segment_scores_of(
    written: WrittenCorpus, systems: Sequence[str], *, no_people: Sequence[str]
) -> dict[str, SegmentScoreFile]:
    """Return the files of scores, by metric; they are read later, and may be made until then.

    Args:
        no_people: references that are no human translations, such as post-edits.
    """
    files = {}
    for name, given in written.entry.segment_scores.items():
        file = given.model_copy(update={"path": written.fill(given.path).text})
        for system in file.systems:
            written.check_known("system", system, systems, "segment_scores", name, "systems", system)
        files[name] = file.model_copy(update={"humans": tuple(one for one in file.humans if one not in no_people)})
    return files


def names_of(written: WrittenCorpus) -> dict[str, Place]:
    """Return the places of domains and documents, which must be there if controls are matched on them.

    Documents must be there, too, if tests cluster by them; units cut from a segment have that segment as document.
    """
    found = {}
    for name in NAMES:
        if (place := getattr(written.entry, name)) is not None:
            with written.at(name):
                found[name] = written.found(place)
        elif name == "document" and written.config.statistics.cluster == name and written.entry.unit != "sentence":
            raise written.origin.error(
                f"statistics.cluster is `document`, but the corpus {written.keys[-1]} names no documents",
                ("statistics", "cluster"),
                "give the corpus `document:`, a text with the name of each segment's document, one a line; or leave"
                " statistics.cluster out, which takes documents where they are known",
            )
        elif name in written.config.matched():
            raise written.error(
                f"controls are to be matched on the {name}, but the corpus names none",
                f"give it `{name}:`, a text with the name of each segment's {name}, one a line",
            )
    return found


def covariates_of(written: WrittenCorpus) -> dict[str, Place]:
    """Return the places of the user's covariates, which must be there if controls are matched on them."""
    found = {}
    for name, place in written.entry.covariates.items():
        with written.at("covariates", name):
            found[name] = written.found(place)
    for name in written.config.matched():
        if name not in COVARIATES and name not in found:
            raise written.error(
                f"controls are to be matched on the {name}, but the corpus brings none",
                f"give it `covariates: {{{name}: FILE}}`, a number for each segment, one a line",
            )
    return found


def is_hter_file(path: str, corpus: str) -> bool:
    """Return whether a file of scores is the one that the run writes from a corpus's post-edits."""
    return Path(path).parts[-3:] == (corpus, *Path(HTER_FILE).parts)


def with_hter(name: str, entry: CorpusEntry, config: Config) -> CorpusEntry:
    """Add the file of scores from a corpus's post-edits, if it has any, to its entry."""
    if not (entry.systems and entry.post_edits):
        return entry
    made = SegmentScoreFile(
        path=str(Path(config.results, name, HTER_FILE)),
        system="system",
        segment="segment_id",
        missing="allow",
        higher_is_better=False,
        # Who edits an output sees its source, and no reference.
        sees="source",
    )
    # Last, since the first score tests the findings where no metric is computed.
    scores = entry.segment_scores
    return entry.model_copy(update={"segment_scores": scores if HTER in scores else {**scores, HTER: made}})

"""Sets that are asked together: all ready-made sets of a pair (`wmt:en-de`), or a folder of published sets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from extractors.api.outputs_and_sets import by_people
from extractors.core.arrays import Int64
from extractors.core.errors import InputError, check_known
from extractors.formats.line_checksums import clean, line_checksum
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.publish import description, layout, ready_made_sets
from extractors.publish import read as published_sets
from extractors.publish.read import Published
from extractors.publish.ready_made_names import COLLECTION
from extractors.publish.ready_made_sets import ReadyMadeNumbers
from extractors.scoring.segment_statistics import against_each

Texts = Mapping[str, Sequence[str]]
"""Segments by system or reference."""


class SetCollection(ABC):
    """Sets of one language pair.

    Attributes:
        pair: as en-de.
        names: of the sets that are taken, in their order; an output's file has the name of its set.
    """

    pair: str
    names: list[str]

    @abstractmethod
    def file_of(self, name: str) -> str:
        """Return the name of an output's file without its suffix."""

    @abstractmethod
    def segments(self, name: str) -> int:
        """Return how many segments a set has."""

    @abstractmethod
    def read(self, name: str) -> tuple[ReadyMadeNumbers, Published]:
        """Read a set with its texts."""

    @abstractmethod
    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> list[AgainstOne] | None:
        """Return the statistics of systems, and of people, against each reference; None for those that come with it.

        Args:
            own: the systems' outputs.
        """


class ReadyMadeSets(SetCollection):
    """The ready-made sets of a pair, the oldest first."""

    def __init__(self, collection: str, test_sets: Sequence[str] | None) -> None:
        match = COLLECTION.fullmatch(collection)
        if match is None:
            raise InputError(
                f"{collection!r} names neither the test sets of a language pair nor a folder of published sets",
                remedy="write wmt:PAIR, as in wmt:en-de, or a folder with a published set in each of its folders",
            )
        self.pair = match["pair"]
        by_test_set = {name.partition(":")[0]: name for name in ready_made_sets.of_pair(self.pair)}
        check_known("test set", test_sets or (), by_test_set)
        self.names = [name for test_set, name in by_test_set.items() if test_sets is None or test_set in test_sets]

    def file_of(self, name: str) -> str:
        return name.replace("/", "_").replace(":", ".")

    def segments(self, name: str) -> int:
        return ready_made_sets.segments_of(name)

    def read(self, name: str) -> tuple[ReadyMadeNumbers, Published]:
        numbers = ready_made_sets.numbers(name)
        try:
            return numbers, ready_made_sets.with_texts(numbers)
        except InputError as error:
            # The copies of one set's texts, which its own error asks for, cannot be given here.
            get = ready_made_sets.echo(name, "source")
            raise InputError(
                error.problem,
                path=error.path,
                line=error.line,
                remedy=f"with a network: {get}; or leave the test set out: --test-sets",
            ) from error

    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> None:
        del published, systems, own


class FolderOfSets(SetCollection):
    """The published sets in the folders of a folder, by name."""

    def __init__(self, folder: Path, test_sets: Sequence[str] | None) -> None:
        self._folder = folder
        there = sorted(path.parent.name for path in folder.glob(f"*/{layout.DESCRIPTION}"))
        check_known("set", test_sets or (), there, path=folder)
        self.names = [name for name in there if test_sets is None or name in test_sets]
        self._described = {name: description.read(folder / name) for name in self.names}
        pairs = {name: f"{one.source_language}-{one.target_language}" for name, one in self._described.items()}
        self.pair = next(iter(pairs.values()))
        if others := [name for name, pair in pairs.items() if pair != self.pair]:
            raise InputError(
                f"{others[0]} is {pairs[others[0]]}, but {self.names[0]} is {self.pair}",
                path=folder,
                remedy="give each language pair its own folder, or choose some: --test-sets NAME,NAME",
            )
        metrics = {name: (one.metric, one.metrics.get(one.metric or "")) for name, one in self._described.items()}
        first = metrics[self.names[0]]
        for name, (metric, options) in metrics.items():
            if metric is None or (metric, options) != first:
                raise InputError(
                    f"{name} has the metric {metric}, but {self.names[0]} has {first[0]}, or other options",
                    path=folder,
                    remedy="publish sets of runs with the same first metric in the config",
                )

    def file_of(self, name: str) -> str:
        return name

    def segments(self, name: str) -> int:
        return self._described[name].segments

    def read(self, name: str) -> tuple[ReadyMadeNumbers, Published]:
        published = published_sets.read(self._folder / name, hits=True)
        first = next(iter(published.references))
        return (
            ReadyMadeNumbers(
                name=name,
                folder=published.folder,
                description=published.description,
                source=_checksums(published.source),
                reference=_checksums(published.references[first]),
                sets=published.sets,
                controls=published.controls,
                covariates=published.covariates,
                hits=published.hits(),
                against=(AgainstOne(first, [], []),),
                baseline=None,
                errors=None,
            ),
            published,
        )

    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> list[AgainstOne]:
        described = published.description
        metric = described.metric or ""
        humans = by_people(published, published.references)
        # With one reference, or one by people, there are no people to stand beside the systems.
        alone = [AgainstOne(next(iter(published.references)), list(systems), [])]
        return [*against_each(metric, described.metrics[metric], own, humans)] or alone


def collection_of(place: str, test_sets: Sequence[str] | None = None) -> SetCollection:
    """Return the sets that a place stands for.

    Args:
        test_sets: those to take; None for all.
    """
    return FolderOfSets(Path(place), test_sets) if Path(place).is_dir() else ReadyMadeSets(place, test_sets)


def _checksums(texts: Sequence[str]) -> Int64:
    return np.array([line_checksum(clean(text)) for text in texts], dtype=np.int64)

"""Sets of one language pair that are asked together: ready-made ones, published ones, and those of finished runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from extractors.api.outputs_and_sets import by_people
from extractors.api.run_as_set import OWN_COPY, contents_of_run, published_of
from extractors.core.arrays import Int64
from extractors.core.errors import InputError, check_known
from extractors.formats.line_checksums import clean, line_checksum
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.publish import description, layout, ready_made_sets
from extractors.publish import read as published_sets
from extractors.publish.description import Description
from extractors.publish.download import TO_READ_HITS, locate
from extractors.publish.read import Published, as_in_run
from extractors.publish.ready_made_names import COLLECTION, is_name, is_run
from extractors.publish.ready_made_sets import ReadyMadeNumbers
from extractors.scoring.segment_statistics import against_each

if TYPE_CHECKING:
    from extractors.publish.write import Contents

Texts = Mapping[str, Sequence[str]]
"""Segments by system or reference."""
Primary = tuple[str, Mapping[str, Any]]
"""A metric and its options."""
KINDS = "write wmt:PAIR, as in wmt:en-de, a ready-made set, or a folder: of a published set, of several, of a run"


class OneSet(ABC):
    """A set among others.

    Attributes:
        name: wmt24:en-de, or that of its folder.
        file: the name of an output's file without its suffix.
    """

    name: str
    file: str

    @property
    @abstractmethod
    def description(self) -> Description:
        """The facts of the set."""

    @abstractmethod
    def read(self) -> tuple[ReadyMadeNumbers, Published]:
        """Read the set with its texts."""

    @abstractmethod
    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> list[AgainstOne] | None:
        """Return the statistics of systems, and of people, against each reference; None for those that come with it.

        Args:
            own: the systems' outputs.
        """

    @property
    def pair(self) -> str:
        """The languages, as en-de."""
        return f"{self.description.source_language}-{self.description.target_language}"

    @property
    def primary(self) -> Primary | None:
        """The primary metric and its options; None without a reference."""
        name = self.description.metric
        return None if name is None else (name, self.description.metrics[name])


class ReadyMadeSet(OneSet):
    """A set that ships as numbers."""

    def __init__(self, name: str) -> None:
        self.name, self.file = name, name.replace("/", "_").replace(":", ".")

    @cached_property
    def description(self) -> Description:
        return description.read(ready_made_sets.home(self.name))

    def read(self) -> tuple[ReadyMadeNumbers, Published]:
        numbers = ready_made_sets.numbers(self.name)
        try:
            return numbers, ready_made_sets.with_texts(numbers)
        except InputError as error:
            # The copies of one set's texts, which its own error asks for, cannot be given here.
            get = ready_made_sets.echo(self.name, "source")
            raise InputError(
                error.problem,
                path=error.path,
                line=error.line,
                remedy=f"with a network: {get}; or leave the test set out: --test-sets",
            ) from error

    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> None:
        del published, systems, own


class SetWithTexts(OneSet):
    """A set whose references are at hand."""

    def against(self, published: Published, systems: Sequence[Statistics], own: Texts) -> list[AgainstOne]:
        assert self.primary is not None, "a set with references has a metric"
        humans = by_people(published, published.references)
        # With one reference, or one by people, there are no people to stand beside the systems.
        alone = [AgainstOne(next(iter(published.references)), list(systems), [])]
        return [*against_each(*self.primary, own, humans)] or alone

    def _with_numbers(self, published: Published, hits: pa.Table) -> tuple[ReadyMadeNumbers, Published]:
        first = next(iter(published.references))
        return (
            ReadyMadeNumbers(
                name=self.name,
                folder=published.folder,
                description=published.description,
                source=_checksums(published.source),
                reference=_checksums(published.references[first]),
                sets=published.sets,
                controls=published.controls,
                covariates=published.covariates,
                hits=hits,
                against=(AgainstOne(first, [], []),),
                baseline=None,
                errors=None,
            ),
            published,
        )


class PublishedSet(SetWithTexts):
    """A published set in its folder."""

    def __init__(self, folder: Path, name: str | None = None) -> None:
        self._folder = folder
        self.name = self.file = name or folder.resolve().name

    @cached_property
    def description(self) -> Description:
        return description.read(self._folder)

    def read(self) -> tuple[ReadyMadeNumbers, Published]:
        published = published_sets.read(self._folder, hits=True)
        return self._with_numbers(published, published.hits())


class SetOfRun(SetWithTexts):
    """The sets of a finished run, as they would be published."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = self.file = folder.resolve().name

    @cached_property
    def _contents(self) -> Contents:
        return contents_of_run(self._folder, OWN_COPY, as_it_is=False)

    @property
    def description(self) -> Description:
        return self._contents.description

    def read(self) -> tuple[ReadyMadeNumbers, Published]:
        return self._with_numbers(published_of(self._contents, self._folder), as_in_run(self._contents.hits))


@dataclass(frozen=True)
class SetCollection:
    """Sets of one language pair, by name, in their order; there is one at least."""

    sets: Mapping[str, OneSet]

    @property
    def pair(self) -> str:
        return next(iter(self.sets.values())).pair

    def check_metric(self) -> None:
        """Refuse a set without a reference, and one with another primary metric, or other options, than the first."""
        first: tuple[str, Primary] | None = None
        for name, one in self.sets.items():
            if (primary := one.primary) is None:
                raise InputError(f"{name} has no reference, so nothing can be scored", remedy="leave it out")
            first = first or (name, primary)
            if primary != first[1]:
                raise InputError(
                    f"{name} is scored by {_named(primary)}, but {first[0]} by {_named(first[1])}",
                    remedy="make the sets by runs with the same `report.metric`, or leave one out",
                )


def _named(primary: Primary) -> str:
    """Name a metric and its options: `bleu {'tokenize': 'intl'}`."""
    name, options = primary
    return f"{name} {dict(options)}" if options else name


def collection_of(places: str | Path | Sequence[str | Path], test_sets: Sequence[str] | None = None) -> SetCollection:
    """Return the sets that one or several places stand for.

    Args:
        places: each `wmt:PAIR`, the name of a ready-made set, OWNER/NAME of the hub, or a folder: a published set, one
            with a published set in each of its folders, or the results of a run.
        test_sets: those to take, ready-made ones without their pair; None for all.

    Raises:
        InputError: a place is none of these, sets have one name or other languages, or none is left.
    """
    by_name: dict[str, OneSet] = {}
    for place in [places] if isinstance(places, str | Path) else places:
        for one in _sets_of(str(place)):
            short = one.name.partition(":")[0]
            if short in by_name:
                raise InputError(
                    f"two sets are named {short}", path=place, remedy="give one of them, or rename the folder"
                )
            by_name[short] = one
    check_known("test set", test_sets or (), by_name)
    chosen = {one.name: one for short, one in by_name.items() if test_sets is None or short in test_sets}
    if not chosen:
        raise InputError("no set is chosen", remedy=f"name some of them: {', '.join(by_name)}" if by_name else KINDS)
    _check_pair(chosen)
    return SetCollection(chosen)


def _sets_of(place: str) -> Iterator[OneSet]:
    path = Path(place)
    if (match := COLLECTION.fullmatch(place)) and not path.exists():
        yield from map(ReadyMadeSet, ready_made_sets.of_pair(match["pair"]))
    elif is_name(place):
        yield ReadyMadeSet(place)
    elif not path.is_dir():
        # A set of the hub; the folder that it is kept in is named after its commit.
        yield PublishedSet(locate(place, TO_READ_HITS), place.rpartition("/")[2].partition("@")[0])
    elif (path / layout.DESCRIPTION).is_file():
        yield PublishedSet(path)
    elif is_run(place):
        yield SetOfRun(path)
    elif folders := sorted(file.parent for file in path.glob(f"*/{layout.DESCRIPTION}")):
        yield from map(PublishedSet, folders)
    else:
        raise InputError("has no sets", path=place, remedy=KINDS)


def _check_pair(sets: Mapping[str, OneSet]) -> None:
    """Refuse sets of another language pair than the first."""
    first = next(iter(sets.values()))
    for name, one in sets.items():
        if one.pair != first.pair:
            raise InputError(
                f"{name} is {one.pair}, but {first.name} is {first.pair}",
                remedy="give each language pair its own folder, or choose some: --test-sets NAME,NAME",
            )


def _checksums(texts: Sequence[str]) -> Int64:
    return np.array([line_checksum(clean(text)) for text in texts], dtype=np.int64)

"""config/phenomena.yaml: what to look for, by language."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, InstanceOf

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest, unknown
from extractors.core.settings import Keys
from extractors.phenomena import DEFAULT_FILE, grew
from extractors.phenomena.entries import PhenomenaFile, PhenomenonEntry, RequestEntry
from extractors.phenomena.grew import Request, lexicons
from extractors.phenomena.grew.lexicons import Lexicon

SOURCE, OUTPUTS, REFERENCE = "source", "outputs", "reference"
"""What chooses the segments of a phenomenon's sets. A reference that chooses a set favours its own words when it scores
it (docs/lab/reordering.md)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A request and the two of its nodes that a hit reports."""

    request: Request
    head: str
    dependent: str


class Phenomenon(PhenomenonEntry):
    """An entry of config/phenomena.yaml whose requests are parsed.

    Attributes:
        chosen_by: what chooses the segments of its sets: SOURCE, or of a measure OUTPUTS or REFERENCE.
        rules: by language; empty if there is a measure.
    """

    label: str
    description: str = ""
    chosen_by: str = SOURCE  # type: ignore[assignment]
    rules: dict[str, tuple[InstanceOf[Rule], ...]] = Field(default={})

    def definition(self, language: str) -> str:
        """All that decides on its hits in a language, and nothing else: an edited description changes no hit."""
        # The texts of requests, not where they stand: a file of another name, or a line more above, changes no hit.
        rules = [(rule.request.source.text, rule.head, rule.dependent) for rule in self.rules.get(language, ())]
        words = [lexicon.checksum(columns) for lexicon, columns in self.lexicons(language).items()]
        measure = self.measure and f"{self.measure}/{self.chosen_by}"
        return repr((self.id, self.distance, measure, rules, *([words] if words else ())))

    def lexicons(self, language: str) -> dict[Lexicon, tuple[str, ...]]:
        """The lexicons that its requests look words up in, each with the columns that decide on its hits, sorted."""
        columns: dict[Lexicon, set[str]] = {}
        for rule in self.rules.get(language, ()):
            for lexicon, names in rule.request.lexicons.items():
                columns.setdefault(lexicon, set()).update(names)
        return {lexicon: tuple(sorted(names)) for lexicon, names in columns.items()}

    def has(self, language: str) -> bool:
        """Whether it can be looked for in this language."""
        return self.measure is not None or language in self.rules


SHIPPED = "shipped"
"""How `include` names the file that comes with the project."""


def load(path: str | Path) -> dict[str, Phenomenon]:
    """The phenomena of a file by id: those of the files that it includes, then its own; every request is parsed.

    One that overrides another takes its place.
    """
    return _load(Path(path), (), {}).phenomena


class _LoadedFile(NamedTuple):
    """A file of phenomena with all that it includes: its phenomena, and the lexicons that they can use."""

    phenomena: dict[str, Phenomenon]
    lexicons: dict[str, Lexicon]


def _load(path: Path, including: tuple[Path, ...], given: dict[str, Lexicon]) -> _LoadedFile:
    """Read a file and those that it includes.

    Args:
        including: the files that include it, one in the other.
        given: the lexicons of these files, which take the place of those that it has itself.
    """
    file = yamlfile.load(path)
    written = yamlfile.check(file, PhenomenaFile)
    if not (written.phenomena or written.include):
        raise file.error("no phenomena", ("phenomena",), f"give one, or write `include: [{SHIPPED}]`")
    given = _lexicons(file, written) | given
    included: dict[str, Phenomenon] = {}
    words: dict[str, Lexicon] = {}
    for number, name in enumerate(written.include):
        other = DEFAULT_FILE if name == SHIPPED else path.parent / name
        keys: Keys = ("include", number)
        if other.resolve() in [place.resolve() for place in (*including, path)]:
            raise file.error(f"{name} includes itself", keys, "leave it out")
        if not other.is_file():
            raise file.error(
                f"no such file: {other}", keys, f"write `{SHIPPED}`, or a path from the folder of this file"
            )
        found, theirs = _load(other, (*including, path), given)
        if both := sorted((theirs.keys() & words.keys()) - given.keys()):
            raise file.error(
                f"the lexicon {both[0]!r} is in two included files", keys, "rename one, or give this file its own"
            )
        words |= theirs
        if both := sorted(found.keys() & included.keys()):
            raise file.error(f"the phenomenon {both[0]!r} is in two included files", keys, "rename one of them")
        included |= found
    words |= given
    phenomena = dict(included)
    own: set[str] = set()
    for number, entry in enumerate(written.phenomena):
        name, keys = entry.id, ("phenomena", number)
        if name in own:
            raise file.error(f"the phenomenon {name!r} is there twice", keys, "rename one")
        if (name in included) != entry.override:
            if name in included:
                raise file.error(
                    f"the phenomenon {name!r} is in an included file, too", keys, "rename it, or say `override: true`"
                )
            raise file.error(f"{name!r} overrides nothing: no included file has it", keys, nearest(name, included))
        own.add(name)
        phenomena[name] = _phenomenon(file, number, entry, words)
    for number, entry in enumerate(written.phenomena):
        if entry.twin_of is not None and entry.twin_of not in phenomena:
            raise file.error(
                f"{entry.id} is the twin of {entry.twin_of!r}, which is not in the file",
                ("phenomena", number, "twin_of"),
                nearest(entry.twin_of, phenomena),
            )
    return _LoadedFile(phenomena, words)


def _lexicons(file: yamlfile.YamlFile, written: PhenomenaFile) -> dict[str, Lexicon]:
    found = {}
    for name, text in written.lexicons.items():
        keys: Keys = ("lexicons", name)
        if not lexicons.NAME.fullmatch(name):
            raise file.error(f"no request can write the name {name!r} of a lexicon", keys, "use letters, digits and _")
        if "\n" in text:
            # The table begins on the line below the name.
            found[name] = lexicons.parse(text, name, file.path, line=file.lines[keys] + 1)
        elif not (path := _lexicon_file(file.path, text)).is_file():
            raise file.error(
                f"no such file: {path}, of the lexicon {name}",
                keys,
                f"write a path from the folder of this file, or `{SHIPPED}:FILE` for one that comes with the project",
            )
        else:
            found[name] = lexicons.read(path, name)
    return found


def _lexicon_file(path: Path, text: str) -> Path:
    """The file of a lexicon: `shipped:FILE` is beside the shipped catalogue, so that a copy of that finds it."""
    kind, colon, name = text.partition(":")
    return DEFAULT_FILE.parent / name if colon and kind == SHIPPED else path.parent / text


def _phenomenon(
    file: yamlfile.YamlFile, number: int, entry: PhenomenonEntry, words: Mapping[str, Lexicon]
) -> Phenomenon:
    keys: Keys = ("phenomena", number)
    if (entry.measure is None) == (not entry.requests):
        raise file.error(f"{entry.id} needs either requests or a measure", keys, "give one of the two")
    rules = {
        language: tuple(
            _rule(file, (*keys, "requests", language, position), item, entry, words)
            for position, item in enumerate(items)
        )
        for language, items in entry.requests.items()
    }
    for key in ("examples", "validated", "experimental"):
        for language in getattr(entry, key):
            if language not in rules:
                raise file.error(
                    f"{entry.id} has {key} for {language!r}, but no request", (*keys, key), nearest(language, rules)
                )
    known = {name: getattr(entry, name) for name in entry.model_fields_set} | {
        "label": entry.label or entry.id.replace("_", " "),
        "description": entry.description or f"The hits of the requests of {entry.id}.",
        "chosen_by": SOURCE if entry.measure is None else entry.chosen_by,
    }
    return Phenomenon(**known, rules=rules)


def _rule(
    file: yamlfile.YamlFile, keys: Keys, item: RequestEntry, entry: PhenomenonEntry, words: Mapping[str, Lexicon]
) -> Rule:
    pair = item.pair or entry.pair
    if pair is None:
        raise file.error(f"{entry.id} has no pair", keys, "give `pair: [HEAD, DEPENDENT]`, two nodes of the request")
    try:
        request = grew.parse(item.request, name=f"{file.path}: {entry.id}", lexicons=words)
        request.require_nodes(*pair)
    except grew.RequestError as error:
        raise file.error(
            f"in a request of {entry.id}: {error}", keys, "see the request language in config/README.md"
        ) from None
    return Rule(request=request, head=pair[0], dependent=pair[1])


def lexicons_of(path: str | Path) -> dict[str, Lexicon]:
    """The lexicons that requests can use in a file of phenomena, by name."""
    return _load(Path(path), (), {}).lexicons


def select(
    known: dict[str, Phenomenon], names: Sequence[str] | None, language: str, *, path: str | Path, twins: bool = False
) -> list[Phenomenon]:
    """The phenomena to look for in a language: those named, or the default ones that have it.

    Args:
        twins: take other definitions of default ones, too.
    """
    if names is None:
        every = [p for p in known.values() if twins or p.twin_of is None]
        chosen = [p for p in every if p.has(language) and language not in p.experimental]
        if not chosen:
            raise InputError(f"no phenomenon has a request for the language {language!r}", path=path, remedy="add one")
        return chosen
    chosen = []
    for name in names:
        if name not in known:
            raise unknown("phenomenon", name, known, path=path)
        if not known[name].has(language):
            raise InputError(
                f"the phenomenon {name!r} has no request for the language {language!r}",
                path=path,
                remedy=f"it has: {', '.join(sorted(known[name].rules))}; add one, or leave it out of the run",
            )
        chosen.append(known[name])
    return chosen


def definitions_checksum(definitions: Sequence[str]) -> str:
    """The checksum of the definitions of phenomena, for a signature."""
    return hashlib.sha256("\n".join(sorted(definitions)).encode()).hexdigest()[:8]

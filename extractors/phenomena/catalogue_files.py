"""Read files of phenomena as they are written, with the files that they include; no request is parsed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core import yamlfile
from extractors.core.errors import nearest
from extractors.core.settings import Keys
from extractors.core.yamlfile import YamlFile
from extractors.phenomena import DEFAULT_FILE
from extractors.phenomena.entries import PhenomenaFile, PhenomenonEntry

SHIPPED = "shipped"
"""How `include` names the file that comes with the project."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLexicon:
    """A lexicon as its file has it: the path of a table, or the table."""

    file: YamlFile
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """A phenomenon as its file has it.

    Attributes:
        number: its place there, from 0 on.
        is_shipped: its file is the one that comes with the project.
        lexicons: those that its requests can use.
    """

    file: YamlFile
    number: int
    entry: PhenomenonEntry
    is_shipped: bool
    lexicons: Mapping[str, WrittenLexicon]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueFiles:
    """A file of phenomena with all that it includes.

    Attributes:
        entries: the phenomena by id; one that overrides another takes its place.
        lexicons: those that they can use.
        every_lexicon: those and others, whose place another one takes.
    """

    entries: dict[str, CatalogueEntry]
    lexicons: dict[str, WrittenLexicon]
    every_lexicon: Sequence[WrittenLexicon]


def read(path: str | Path) -> CatalogueFiles:
    """Read a file of phenomena and the files that it includes."""
    return _read(Path(path), (), {})


def _read(path: Path, including: tuple[Path, ...], lexicons: dict[str, WrittenLexicon]) -> CatalogueFiles:
    """Read a file and the files that it includes.

    Args:
        including: the files that include it, one in the other.
        lexicons: those of these files, which replace its own of the same name.
    """
    file = yamlfile.load(path)
    written = yamlfile.check(file, PhenomenaFile)
    if not (written.phenomena or written.include):
        raise file.error("no phenomena", ("phenomena",), f"give one, or write `include: [{SHIPPED}]`")
    own = {name: WrittenLexicon(file=file, name=name, text=text) for name, text in written.lexicons.items()}
    lexicons = own | lexicons
    entries: dict[str, CatalogueEntry] = {}
    words: dict[str, WrittenLexicon] = {}
    every = list(own.values())
    for number, name in enumerate(written.include):
        keys: Keys = ("include", number)
        included = _read(_included(file, name, keys, (*including, path)), (*including, path), lexicons)
        if shared := sorted((included.lexicons.keys() & words.keys()) - lexicons.keys()):
            raise file.error(
                f"the lexicon {shared[0]!r} is in two included files", keys, "rename one, or give this file its own"
            )
        if shared := sorted(included.entries.keys() & entries.keys()):
            raise file.error(f"the phenomenon {shared[0]!r} is in two included files", keys, "rename one of them")
        words |= included.lexicons
        entries |= included.entries
        every += included.every_lexicon
    words |= lexicons
    return CatalogueFiles(entries=_with_own(file, written, entries, words), lexicons=words, every_lexicon=every)


def _included(file: YamlFile, name: str, keys: Keys, including: Sequence[Path]) -> Path:
    """Find the file that an entry of `include` names."""
    other = DEFAULT_FILE if name == SHIPPED else file.path.parent / name
    if other.resolve() in [path.resolve() for path in including]:
        raise file.error(f"{name} includes itself", keys, "leave it out")
    if not other.is_file():
        raise file.error(f"no such file: {other}", keys, f"write `{SHIPPED}`, or a path from the folder of this file")
    return other


def _with_own(
    file: YamlFile, written: PhenomenaFile, included: dict[str, CatalogueEntry], words: Mapping[str, WrittenLexicon]
) -> dict[str, CatalogueEntry]:
    """Add the phenomena of the file itself to the included ones."""
    entries = dict(included)
    own: set[str] = set()
    # A link to the shipped file is that file; a copy is the user's own, and may have been edited.
    is_shipped = file.path.resolve() == DEFAULT_FILE.resolve()
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
        entries[name] = CatalogueEntry(file=file, number=number, entry=entry, is_shipped=is_shipped, lexicons=words)
    for number, entry in enumerate(written.phenomena):
        if entry.twin_of is not None and entry.twin_of not in entries:
            raise file.error(
                f"{entry.id} is the twin of {entry.twin_of!r}, which is not in the file",
                ("phenomena", number, "twin_of"),
                nearest(entry.twin_of, entries),
            )
    return entries

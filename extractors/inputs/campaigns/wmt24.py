"""The texts of WMT22 to WMT24 as plain files, a segment a line.

Either WMT's own folder txt/ (see _trees), or a folder of one language pair:

    source.en    reference.A.de    systems/NAME.de    en-de.docs

Files may end in .gz. The first line of WMT24's files is a canary; it is no segment, and WMT's human scores count
without it.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from extractors.core.errors import InputError
from extractors.inputs.campaigns import EvalSet, SetReader
from extractors.inputs.campaigns._files import Folder
from extractors.inputs.campaigns._scores import refuse_texts
from extractors.inputs.campaigns._trees import languages_of, pair_of, read_texts, text_names


class Wmt24(SetReader):
    """`wmt24:FOLDER#en-de`."""

    def files(self) -> list[Path]:
        folder = Folder(self.path)
        source, references, outputs, documents, _ = self._names(folder)
        return folder.read_from([source, *references.values(), *outputs.values(), *([documents] if documents else [])])

    def read(self, texts: EvalSet | None) -> EvalSet:
        refuse_texts(texts, self.path)
        folder = Folder(self.path)
        source, references, outputs, documents, languages = self._names(folder)
        return read_texts(
            folder,
            source=source,
            references=references,
            outputs=outputs,
            documents=documents,
            languages=languages,
        )

    def _names(self, folder: Folder) -> tuple[str, dict[str, str], dict[str, str], str | None, tuple[str, str]]:
        """The files of source, references, outputs and documents; and the languages."""
        if folder.below("sources"):
            pair = pair_of(folder, self.mark)
            return (*text_names(folder, pair), languages_of(pair, self.path))
        if self.mark is None:
            raise InputError("names no language pair", path=self.path, remedy="write FOLDER#SOURCE-TARGET: #en-de")
        languages = languages_of(self.mark, self.path)
        top = folder.below(".")
        source = [name for name in top if _plain(name) == f"source.{languages[0]}"]
        if len(source) != 1:
            raise InputError(
                f"{len(source)} files source.{languages[0]} or source.{languages[0]}.gz, and no folder sources/",
                path=self.path,
                remedy="give WMT's folder txt/, or one with source.LANG, reference.NAME.LANG and systems/NAME.LANG",
            )
        end = f".{languages[1]}"
        references = {
            _plain(name).removeprefix("reference.").removesuffix(end): name
            for name in top
            if _plain(name).startswith("reference.") and _plain(name).endswith(end)
        }
        outputs = {
            PurePosixPath(_plain(name)).name.removesuffix(end): name
            for name in folder.below("systems")
            if _plain(name).endswith(end)
        }
        documents = next((name for name in top if _plain(name) == f"{self.mark}.docs"), None)
        return source[0], references, outputs, documents, languages


def _plain(name: str) -> str:
    return name.removesuffix(".gz")

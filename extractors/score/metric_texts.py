"""The files that programs of metrics read: texts with one segment a line, items as JSONL, and their checksums."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder, sha256

if TYPE_CHECKING:
    from extractors.formats.segments import Corpus

_BREAKS = str.maketrans("\n\r", "  ")
"""A segment stays on its line, and its characters keep their places."""
CHECKSUM = ".sha256"
"""The suffix of the file with a text's checksum, which a job compares before its program reads the text."""


@dataclass(frozen=True)
class MetricTexts:
    """Where the files of a folder are; beside each is its checksum."""

    folder: Path

    @property
    def source(self) -> Path:
        """The source."""
        return self.folder / "source.txt"

    def reference(self, name: str) -> Path:
        """A reference; of a segment that it lacks, the first that has text, as programs know no missing ones."""
        return self.folder / "references" / f"{name}.txt"

    def output(self, system: str) -> Path:
        """The translations of a system."""
        return self.folder / "outputs" / f"{system}.txt"

    def items(self, system: str) -> Path:
        """An object for each segment: `id`, `source`, `hypothesis`, and `reference` if there is one (the first)."""
        return self.folder / "items" / f"{system}.jsonl"

    def write(self, corpus: Corpus, outputs: Mapping[str, Sequence[str]]) -> None:
        """Write the folder.

        Args:
            outputs: by system, its translations of all segments.
        """
        if bare := [system for system, translations in outputs.items() if not any(translations)]:
            raise InputError(
                f"no output of {', '.join(bare)}, for a program to score",
                remedy="leave these systems out (`systems:` of the corpus), or the metrics that programs compute",
            )
        with replacing_folder(self.folder) as new:
            files = MetricTexts(new)
            _write(files.source, map(_line, corpus.source))
            references = _filled(corpus.references)
            for name, texts in references.items():
                _write(files.reference(name), map(_line, texts))
            first = next(iter(references.values()), None)
            for system, translations in outputs.items():
                _write(files.output(system), map(_line, translations))
                _write(files.items(system), _items(corpus.source, translations, first))


def _filled(references: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    first = [next(filter(str.strip, texts), "") for texts in zip(*references.values(), strict=True)]
    return {
        name: [text if text.strip() else other for text, other in zip(texts, first, strict=True)]
        for name, texts in references.items()
    }


def _line(text: str) -> str:
    return text.translate(_BREAKS)


def _items(source: Sequence[str], outputs: Sequence[str], reference: Sequence[str] | None) -> Iterable[str]:
    for number, (text, output) in enumerate(zip(source, outputs, strict=True)):
        item = {"id": number, "source": text, "hypothesis": output}
        yield json.dumps(item if reference is None else {**item, "reference": reference[number]}, ensure_ascii=False)


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(line + "\n" for line in lines)
    Path(f"{path}{CHECKSUM}").write_text(sha256(path) + "\n", encoding="ascii")

"""Write a published set for those who do not read Parquet: texts (ZIP), JSON Lines, CoNLL-U, the source."""

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.files import read_text, replacing, write_text
from extractors.core.names import inside
from extractors.extract import select
from extractors.formats import conllu
from extractors.formats.segments import Corpus
from extractors.publish import layout

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that an archive can name: all files have it, so that the same texts give the same bytes."""
ORDINARY = 0o100644 << 16
"""The permissions of a file, as an archive has them."""


def write_plain(set_table: pa.Table, corpus: Corpus | None, folder: str | Path) -> None:
    """Write each set that has a segment as aligned text with its ids, in one archive, and the source to translate.

    Without a corpus, write the ids alone.
    """
    texts = {} if corpus is None else corpus.texts({})
    filled = set_table.filter(pc.greater(set_table.column("segments"), 0))
    with tempfile.TemporaryDirectory() as temporary:
        select.export(filled, texts, Path(temporary))
        _pack(Path(temporary), Path(folder) / layout.TEXTS)
    if corpus is not None:
        with write_text(inside(folder, layout.source(corpus.source_language))) as out:
            out.writelines(f"{segment}\n" for segment in corpus.source)


def _pack(folder: Path, path: Path) -> None:
    """Write the files of a folder as a ZIP archive; the same files give the same bytes."""
    with replacing(path) as temporary, ZipFile(temporary, "w", ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = ZipInfo(file.relative_to(folder).as_posix(), EARLIEST)
                entry.external_attr, entry.compress_type, entry.create_system = ORDINARY, ZIP_DEFLATED, UNIX
                archive.writestr(entry, file.read_bytes())


UNIX = 3
"""What an archive calls the system that it was made on; permissions are read by its rules."""


def write_jsonl(rows: pa.Table, folder: str | Path) -> None:
    """Write hits, an object a line."""
    with write_text(Path(folder) / layout.JSONL) as out:
        for row in rows.to_pylist():
            if row["confidence"] is not None:
                # As a Python number 0.9 would be written 0.8999999761581421.
                row["confidence"] = float(str(np.float32(row["confidence"])))
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def write_conllu(rows: pa.Table, parses: str | Path, folder: str | Path) -> None:
    """Write the parses of all segments with a hit, with a comment above a sentence for each hit with a word in it:

        # hit = particle_verb head=3 dependent=7 distance=3

    Head and dependent are IDs of words; one of another sentence has that sentence before it, `12-2:5`.
    """
    sentences = _Sentences(parses)
    columns = ("phenomenon", "segment_id", "head_word", "dependent_word", "distance")
    comments: dict[int, list[str]] = {}
    for phenomenon, segment, *pair, distance in zip(*(rows.column(c).to_pylist() for c in columns), strict=True):
        words = [sentences.word(segment, word) for word in pair]
        for sentence in dict.fromkeys(sentence for sentence, _ in words):
            first, second = (sentences.name(word, sentence) for word in words)
            comments.setdefault(sentence, []).append(
                f"# hit = {phenomenon} head={first} dependent={second} distance={distance}\n"
            )
    wanted = sorted({s for segment in rows.column("segment_id").unique().to_pylist() for s in sentences.of(segment)})
    with write_text(Path(folder) / layout.CONLLU) as out:
        out.write(f"# generator = {sentences.generator}\n")
        out.writelines(sentences.block(s, comments.get(s, [])) for s in wanted)


class _Sentences:
    """The sentences of a CoNLL-U file as they stand in it, and which words of a segment each has."""

    def __init__(self, path: str | Path) -> None:
        text = read_text(path)
        treebank = conllu.parse(text, source=str(path))
        self._path = path
        self._blocks = [block for block in re.split(r"\n{2,}", text.strip("\n")) if re.search(r"^[0-9]", block, re.M)]
        if len(self._blocks) != len(treebank.segment):
            raise InputError(
                "its sentences cannot be told apart", path=path, remedy="make it with `challenge-sets parse`"
            )
        starts = treebank.sentence_start
        self._first = treebank.word_in_segment[starts[:-1]].tolist()
        self._size = np.diff(starts).tolist()
        self._of_segment: dict[int, list[int]] = {}
        for sentence, segment in enumerate(treebank.segment.tolist()):
            self._of_segment.setdefault(segment, []).append(sentence)
        self.generator = treebank.generator

    def of(self, segment: int) -> list[int]:
        return self._of_segment.get(segment, [])

    def word(self, segment: int, word: int) -> tuple[int, int]:
        """Find a word of a segment: (sentence, ID in it)."""
        for sentence in self.of(segment):
            if self._first[sentence] <= word < self._first[sentence] + self._size[sentence]:
                return sentence, word - self._first[sentence] + 1
        raise InputError(
            f"the parses have no word {word} in segment {segment}, but a hit has it",
            path=self._path,
            remedy="use hits and parses from the same run",
        )

    def name(self, word: tuple[int, int], seen_from: int) -> str:
        sentence, number = word
        if sentence == seen_from:
            return str(number)
        sent_id = re.search(r"^# sent_id = (.*)$", self._blocks[sentence], re.M)
        return f"{sent_id[1] if sent_id else sentence}:{number}"

    def block(self, sentence: int, comments: Sequence[str]) -> str:
        """Return a sentence with further comments below its own."""
        lines = self._blocks[sentence].split("\n")
        metadata = [f"{line}\n" for line in lines if line.startswith("#") and not line.startswith("# generator =")]
        words = [f"{line}\n" for line in lines if not line.startswith("#")]
        return "".join([*metadata, *comments, *words, "\n"])

"""CoNLL-U, the format of parses: https://universaldependencies.org/format.html

`read` gives a Treebank; `write` takes parsed segments. Each sentence that we write carries
`# segment_id`; in a file from elsewhere, without it, every sentence is a segment of its own. Reading has two steps:
extractors.formats.conllu_lines sorts the lines into words and sentences, extractors.formats.conllu_columns makes
columns of the words and checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text, text_parts, write_text
from extractors.formats.conllu_columns import CONFIDENCE, treebank_of
from extractors.formats.conllu_lines import scans
from extractors.formats.treebank import Sentence, Treebank

WORDS_A_PART = 1 << 17
"""Words that are read at a time: enough to make what is done once a part small, few enough to bound the memory."""


def write(path: str | Path, parses: Iterable[tuple[int, list[Sentence]]], *, generator: str = "unknown") -> int:
    """Write parsed segments as (segment_id, sentences), atomically; .gz is compressed.

    A word's confidence stands in MISC, as `Confidence=0.973`.
    A segment without words (an empty line) has no sentence and so is not in the file.

    Args:
        generator: what parsed them, kept in a comment of the first sentence.

    Returns:
        The number of sentences written.
    """
    written = 0
    with write_text(path) as out:
        for segment_id, sentences in parses:
            for number, sentence in enumerate(sentences, 1):
                if not written:
                    out.write(f"# generator = {generator}\n")
                sent_id = f"{segment_id}" if len(sentences) == 1 else f"{segment_id}-{number}"
                out.write(f"# sent_id = {sent_id}\n# segment_id = {segment_id}\n# text = {sentence.text}\n")
                out.writelines(_lines(sentence))
                out.write("\n")
                written += 1
    return written


def renumber(path: str | Path, output: str | Path, segments: Sequence[int]) -> None:
    """Write a CoNLL-U file again with other segments, atomically.

    Args:
        segments: the segment of each sentence of the file.

    Raises:
        InputError: the file has another number of sentences.
    """
    blocks = [block for block in read_text(path).replace("\r\n", "\n").split("\n\n") if block.strip("\n")]
    if len(blocks) != len(segments):
        raise InputError(
            f"has {len(blocks)} sentences, and numbers were given to {len(segments)}",
            path=path,
            remedy="parse it again",
        )
    with write_text(output) as out:
        for block, segment in zip(blocks, segments, strict=True):
            kept = [line for line in block.strip("\n").split("\n") if not line.startswith("# segment_id = ")]
            comments = sum(line.startswith("#") for line in kept)
            kept.insert(comments, f"# segment_id = {segment}")
            out.write("\n".join(kept) + "\n\n")


def _lines(sentence: Sentence) -> Iterator[str]:
    multiword = {token.first: token for token in sentence.multiword}
    inside_until = 0
    for number, word in enumerate(sentence.words, 1):
        if token := multiword.get(number):
            misc = "_" if token.space_after else "SpaceAfter=No"
            yield f"{token.first}-{token.last}\t{token.form}\t_\t_\t_\t_\t_\t_\t_\t{misc}\n"
            inside_until = token.last
        misc = "_" if word.space_after or number <= inside_until else "SpaceAfter=No"
        if word.confidence is not None:
            misc = f"{CONFIDENCE}{word.confidence:.3f}" + f"|{misc}" * (misc != "_")
        yield (
            f"{number}\t{word.form}\t{word.lemma or '_'}\t{word.upos or '_'}\t{word.xpos or '_'}"
            f"\t{word.feats or '_'}\t{word.head}\t{word.deprel}\t_\t{misc}\n"
        )


def read(path: str | Path) -> Treebank:
    """Read a CoNLL-U file (.gz too) and check that every sentence is a tree.

    Empty nodes (8.1) are skipped, as is the DEPS column that they belong to. Of MISC only `Confidence=`
    is read.

    Raises:
        InputError: with file, line and reason, for anything that is not CoNLL-U or not a tree.
    """
    return parse(read_text(path), source=str(path))


def read_parts(path: str | Path, *, words: int = WORDS_A_PART) -> Iterator[Treebank]:
    """As `read`, some segments at a time, so that memory does not grow with the file.

    What a comment says of the generator is known of the part that it stands in and of those that follow.

    Args:
        words: fewest of a part, save the last; a segment is in one part.
    """
    return _parse(text_parts(path), str(path), words)


def generator_of(path: str | Path) -> str:
    """What parsed a file, as its beginning says; `unknown` where it says nothing."""
    return next(read_parts(path)).generator


def parse(text: str, *, source: str = "<text>") -> Treebank:
    """As `read`, from a string."""
    return next(_parse([text], source, None))


def _parse(texts: Iterable[str], source: str, words: int | None) -> Iterator[Treebank]:
    """The treebanks of a text that comes in parts of whole lines; one treebank of all if `words` is None."""
    return map(treebank_of, scans(texts, source, words))

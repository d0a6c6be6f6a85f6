"""Paragraphs whose sentences are known, with a parse and links word by word, in order."""

from collections.abc import Sequence

from extractors.formats import conllu
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.models.tokenizers import surface_tokens

Paragraph = Sequence[str]
"""Its sentences."""


def flat_conllu(paragraphs: Sequence[Paragraph]) -> str:
    """A parse of paragraphs in which every word hangs on the first of its sentence."""
    lines = []
    for segment, sentences in enumerate(paragraphs):
        for sentence in sentences:
            lines.append(f"# segment_id = {segment}")
            for number, form in enumerate(surface_tokens(sentence, "de"), 1):
                head, relation = (0, "root") if number == 1 else (1, "dep")
                lines.append(f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_")
            lines.append("")
    return "\n".join(lines) + "\n"


def flat_parse(paragraphs: Sequence[Paragraph]) -> Treebank:
    return conllu.parse(flat_conllu(paragraphs))


def links_in_order(source: Sequence[Paragraph], target: Sequence[Paragraph]) -> dict[int, list[tuple[int, int]]]:
    """Word i of a source sentence and word i of the target sentence in its place, by paragraph.

    A target sentence that is empty was left out.
    """
    links: dict[int, list[tuple[int, int]]] = {}
    for segment, pair in enumerate(zip(source, target, strict=True)):
        left = right = 0
        links[segment] = []
        for one, other in zip(*pair, strict=True):
            lengths = len(surface_tokens(one, "de")), len(surface_tokens(other, "en"))
            links[segment] += [(left + i, right + i) for i in range(min(lengths))]
            left, right = left + lengths[0], right + lengths[1]
    return links


def corpus_of(source: Sequence[Paragraph], reference: Sequence[Paragraph]) -> Corpus:
    """A corpus of paragraphs with one reference, A."""
    return Corpus(
        source_language="de",
        target_language="en",
        source=[" ".join(sentences) for sentences in source],
        references={"A": [joined(sentences) for sentences in reference]},
    )


def joined(sentences: Paragraph) -> str:
    """A paragraph without the sentences that were left out."""
    return " ".join(filter(None, sentences))

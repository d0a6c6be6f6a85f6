import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts
from extractors.models.tokenizers import surface_tokens

Texts = list[tuple[str, str]]
"""The two sides of each pair, as they were read."""


@dataclass(slots=True)
class TrainingBitext:
    """Pairs of surface tokens, and how many were left out.

    No side is empty or longer than was asked for, and no pair occurs twice.
    """

    source: list[list[str]] = field(default_factory=list)
    target: list[list[str]] = field(default_factory=list)
    empty: int = 0
    long: int = 0
    repeated: int = 0

    def __len__(self) -> int:
        return len(self.source)

    @property
    def words(self) -> int:
        """Of both sides."""
        return sum(map(len, self.source)) + sum(map(len, self.target))


def read(sources: Sequence[str | Path], targets: Sequence[str | Path]) -> Texts:
    """Read pairs of parallel files, and return the text pairs of all of them one after another."""
    if len(sources) != len(targets):
        raise InputError(
            f"{len(sources)} source files, but {len(targets)} target files",
            remedy="give the files of both sides in the same order",
        )
    texts: Texts = []
    for source, target in zip(sources, targets, strict=True):
        left = read_texts(parse(source))
        texts += zip(left, texts_beside(parse(target), left, source_name=source), strict=True)
    return texts


def checksum(texts: Texts) -> str:
    """Return the SHA-256 of all pairs in their order."""
    digest = hashlib.sha256()
    for source, target in texts:
        digest.update(f"{source}\0{target}\n".encode())
    return digest.hexdigest()


def tokenise(texts: Texts, *, source_language: str, target_language: str, longest: int) -> TrainingBitext:
    """Tokenise the pairs; drop pairs with an empty or too long side, and repetitions."""
    bitext = TrainingBitext()
    seen = set()
    for left, right in progress(texts, what="tokenise", total=len(texts)):
        source, target = surface_tokens(left, source_language), surface_tokens(right, target_language)
        # The words decide whether a pair is a repetition: blanks between them do not count.
        pair = (" ".join(source), " ".join(target))
        if not source or not target:
            bitext.empty += 1
        elif max(len(source), len(target)) > longest:
            bitext.long += 1
        elif pair in seen:
            bitext.repeated += 1
        else:
            seen.add(pair)
            bitext.source.append(source)
            bitext.target.append(target)
    log.info(
        "%d pairs with %d words; left out: empty side %d, over %d words %d, repetitions %d",
        len(bitext),
        bitext.words,
        bitext.empty,
        longest,
        bitext.long,
        bitext.repeated,
    )
    if not bitext:
        raise InputError("no pair of the bitext can be used", remedy="give files with text on both sides")
    return bitext

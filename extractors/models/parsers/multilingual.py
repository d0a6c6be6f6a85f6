"""One parser for some forty languages, on the embeddings of the shipped encoder (`_multilingual`).

It cuts text into sentences and words as its treebanks do. Each word has a confidence: the probability that its head and
relation are right.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, repeat

from extractors.core.files import sha256
from extractors.core.version import __version__
from extractors.formats.treebank import Sentence, Word
from extractors.models.installed import here, shipped_here
from extractors.models.our_encoders import GET_MODELS, SHIPPED_ENCODER, SHIPPED_PARSER
from extractors.models.parsers import Parser
from extractors.models.parsers._multilingual.language_model import Analysis, LanguageModel
from extractors.models.parsers._sentences import build
from extractors.models.tokenizers import Token


class MultilingualParser(Parser):
    """Cuts, tags, lemmatises and parses.

    Args:
        language: ISO 639 code of the text.
        model: a folder, or the name of a shipped model. Default: the shipped model `parser-multilingual`.
        treebank: whose style to take, such as `cs_pud` for a language near Czech. Default: the language's.
        batch_size: segments read before the first is given out.

    Raises:
        InputError: no such model; the language is in no treebank, and none is named.
    """

    takes_words = True

    def __init__(
        self, *, language: str, model: str | None = None, treebank: str | None = None, batch_size: int = 512
    ) -> None:
        if model is None:
            folder = shipped_here("parser", SHIPPED_PARSER, GET_MODELS)
        else:
            folder = here("parser", model, GET_MODELS)
        encoder = shipped_here("encoder", SHIPPED_ENCODER, GET_MODELS)
        self._model = LanguageModel(folder, encoder, language=language, treebank=treebank)
        self.learnt_from = self._model.treebanks
        self._batch_size = batch_size
        name = f"{folder.resolve().name}:{sha256(folder)[:8]}"
        self.signature = f"multilingual:{__version__}/{name}/{language}/{self._model.treebank}"

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        remaining = iter(segments)
        while batch := list(islice(remaining, self._batch_size)):
            cut = self._model.cutting(batch)
            parsed = self.parse_words([sentence for segment in cut for sentence in segment])
            for segment in cut:
                yield list(islice(parsed, len(segment)))

    def parse_words(self, sentences: Sequence[Sequence[Token]]) -> Iterator[Sentence]:
        forms = [[form for token in sentence for form in token.words] for sentence in sentences]
        for sentence, words, analysis in zip(sentences, forms, self._model.analyse(forms), strict=True):
            yield build(sentence, _rows(words, analysis))


def _rows(forms: Sequence[str], analysis: Analysis) -> list[Word]:
    strings = (analysis.lemma, analysis.upos, repeat("_"), analysis.feats)
    return list(
        map(Word, forms, *strings, analysis.head.tolist(), analysis.deprel, repeat(True), analysis.confidence.tolist())
    )

"""spaCy pipelines trained on Universal Dependencies.

Text is cut by `extractors.models.tokenizers`, as the aligners cut the target side, and the pipeline is
given syntactic words (`im` as `in`, `dem`), as a pipeline trained on UD wants them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import spacy
from spacy.attrs import DEP, HEAD, LEMMA, MORPH, POS, SENT_START, TAG
from spacy.tokens import Doc

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats.treebank import Sentence, Word
from extractors.formats.universal import RELATIONS
from extractors.models.installed import find_shipped, here, not_named
from extractors.models.parsers import Parser
from extractors.models.parsers._sentences import build, syntactic_words
from extractors.models.tokenizers import Token, tokenizer

COLUMNS = (LEMMA, POS, TAG, MORPH, HEAD, DEP, SENT_START)
NOT_NEEDED = ["ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "senter", "sentencizer"]
REMEDY = (
    "name a spaCy pipeline with UD relations as `model`: a folder, or an installed package (for French:"
    " python -m spacy download fr_core_news_sm); or take the default parser, stanza or udpipe"
)
SAME_LANGUAGE = {"no": "nb"}
PACKAGE = re.compile(r"[a-z]{2,3}_[a-z0-9_]+")
"""How spaCy names its own pipelines: fr_core_news_sm."""


class SpacyParser(Parser):
    """A spaCy pipeline with a tagger or morphologizer and a parser.

    Args:
        language: ISO 639 code of the text; the pipeline must be for it.
        model: a folder, the name of a shipped model, or an installed package such as
            `fr_core_news_sm`. None ships, so it must be given.
        batch_size: segments given to each component of the pipeline at a time.
    """

    takes_words = True

    def __init__(self, *, language: str, model: str | None = None, batch_size: int = 256) -> None:
        if model is None:
            raise not_named("parser", f"a spaCy pipeline for {language!r}", REMEDY)
        self._batch_size = batch_size
        self._nlp, version = _load(model)
        _check(self._nlp, model, language)
        self._cut = tokenizer(language, self._nlp.tokenizer)
        self.signature = f"spacy:{spacy.__version__}/{version}"
        self._strings = _Strings(self._nlp.vocab)

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        docs = ((self._doc(surface), surface) for surface in map(self._cut, segments))
        for doc, surface in self._nlp.pipe(docs, as_tuples=True, batch_size=self._batch_size):
            yield self._sentences(doc, surface)

    def parse_words(self, sentences: Sequence[Sequence[Token]]) -> Iterator[Sentence]:
        for sentence in sentences:
            words = syntactic_words(sentence)
            starts = [True, *(False for _ in words.forms[1:])]
            doc = Doc(self._nlp.vocab, words=words.forms, spaces=words.space_after, sent_starts=starts)
            (parsed,) = self._sentences(self._nlp(doc), list(sentence))
            yield parsed

    def _doc(self, surface: list[Token]) -> Doc:
        words = syntactic_words(surface)
        starts = [None if may else False for may in words.may_begin]
        return Doc(self._nlp.vocab, words=words.forms, spaces=words.space_after, sent_starts=starts)

    def _sentences(self, doc: Doc, surface: list[Token]) -> list[Sentence]:
        forms = [form for token in surface for form in token.words]
        strings = self._strings
        table = doc.to_array(COLUMNS).astype("int64").tolist()
        sentences: list[Sentence] = []
        tokens: list[Token] = []
        rows: list[Word] = []
        first = word = 0
        for token in surface:
            # A sentence that the parser begins inside a token goes on from the one before.
            if rows and table[word][-1] == 1:
                sentences.append(build(tokens, rows))
                tokens, rows, first = [], [], word
            tokens.append(token)
            for _ in token.words:
                lemma, pos, tag, morph, head, dep, _start = table[word]
                tags = (strings[lemma], strings[pos], strings[tag], strings.feats(morph))
                rows.append(Word(forms[word], *tags, word + head - first + 1 if head else 0, strings[dep]))
                word += 1
        if rows:
            sentences.append(build(tokens, rows))
        return sentences


class _Strings(dict[int, str]):
    """spaCy's numbers for strings as Python strings, each looked up once."""

    def __init__(self, vocab: Any) -> None:
        super().__init__({0: ""})
        self._vocab = vocab
        self._feats: dict[int, str] = {}

    def __missing__(self, key: int) -> str:
        # Hashes are 64 bits without sign, and NumPy's int64 gave them one.
        value = " ".join(self._vocab.strings[key % (1 << 64)].split())
        self[key] = value
        return value

    def feats(self, key: int) -> str:
        """Return a morphological analysis with its features in UD's order, which ignores case."""
        if key not in self._feats:
            self._feats[key] = "|".join(sorted(self[key].split("|"), key=str.lower))
        return self._feats[key]


def _is_package(model: str) -> bool:
    """Return whether a name means an installed pipeline: shipped models come before it, other folders after it."""
    return bool(find_shipped(model) is None and spacy.util.is_package(model))


def _load(model: str) -> tuple[Any, str]:
    """Load the pipeline; return it, and its name with a version or checksum."""
    is_package = _is_package(model)
    remedy = f"python -m spacy download {model}" if PACKAGE.fullmatch(model) else REMEDY
    folder = spacy.util.get_package_path(model) if is_package else here("parser", model, remedy)
    try:
        nlp = spacy.load(model if is_package else folder, exclude=NOT_NEEDED)
    except Exception as error:
        # Of a pipeline that is cut, each of the libraries below spaCy says so in its own way.
        raise InputError(
            f"spaCy cannot load it: {error}",
            path=folder,
            remedy="give a folder that `nlp.to_disk` wrote with this version of spaCy",
        ) from error
    return nlp, f"{model}:{nlp.meta['version']}" if is_package else f"{folder.resolve().name}:{sha256(folder)[:8]}"


def _check(nlp: Any, model: str, language: str) -> None:
    """Refuse a pipeline that does not give UD parses of the language."""
    wanted = SAME_LANGUAGE.get(language, language)
    if nlp.lang not in (wanted, "xx"):
        raise InputError(
            f"the spaCy pipeline {model!r} is for the language {nlp.lang!r}, not {language!r}",
            remedy="give a pipeline for the source language",
        )
    factories = set(nlp.pipe_factories.values())
    for needed in ({"parser"}, {"morphologizer", "tagger"}):
        if not needed & factories:
            raise InputError(
                f"the spaCy pipeline {model!r} has no {' or '.join(sorted(needed))}"
                f" (it has {', '.join(nlp.pipe_names) or 'nothing'})",
                remedy="give a pipeline that tags and parses",
            )
    parser = next(name for name, factory in nlp.pipe_factories.items() if factory == "parser")
    labels = {label for label in nlp.get_pipe(parser).labels if label}
    foreign = sorted(label for label in labels if label.lower().partition(":")[0] not in RELATIONS)
    if foreign:
        raise InputError(
            f"the relations of the spaCy pipeline {model!r} are not Universal Dependencies: {', '.join(foreign)}",
            remedy="give a pipeline trained on a UD treebank (spaCy's own for English and German are not)",
        )

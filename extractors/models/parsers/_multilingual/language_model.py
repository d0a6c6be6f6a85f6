"""The multilingual parser for one language: text to words, words to trees.

config.json        labels, treebanks and which of them each language takes, characters and rules of the cutting
model.safetensors  weights in 8 bits; the embeddings of pieces are those of the encoder
README.md          the model card
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError

from extractors.core.arrays import Float32, Int64
from extractors.core.errors import InputError
from extractors.models.bert import Bert, batches
from extractors.models.lemma_dictionary import LemmaDictionary
from extractors.models.model_files import read_model
from extractors.models.our_encoders import GET_MODELS, PIECES, SCORES
from extractors.models.packed import PackedWeights
from extractors.models.parsers._multilingual import lemmas
from extractors.models.parsers._multilingual.labels import FEATURE, NONE, Labels
from extractors.models.parsers._multilingual.text_cutting import TextCutting
from extractors.models.parsers._multilingual.trees import best_tree
from extractors.models.parsers._multilingual.word_scores import WordNetwork, WordPieces, WordScores
from extractors.models.unigram import UnigramPieces

FORMAT = "multilingual-parser-1"
BATCH_PIECES = 2048
LONGEST = 400
"""Pieces of a sentence that are read at once; a longer one is read in parts, each a tree of its own."""
FORBIDDEN = -1e9
SMALLEST = 1e-6
WRITTEN_AS = {"nb": "no", "nn": "no"}
"""The languages that treebanks name otherwise."""
WORDS_KEPT = 1 << 17
"""Words whose lemmas are kept, since most words come again."""
Tags = Mapping[str, Int64]
"""By head of the network (`upos`, `lemma_rule`, FEATURE and a name), (n,) numbers of labels."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of the n words of a sentence.

    Attributes:
        upos, lemma, feats, deprel: strings; `_` where there is none.
        head: (n,) 1-based, 0 for the root.
        confidence: (n,) probability of the arc and its relation, 0 to 1.
    """

    upos: list[str]
    lemma: list[str]
    feats: list[str]
    deprel: list[str]
    head: npt.NDArray[np.int64]
    confidence: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the network's probability p of an arc and its relation into how often such an arc is right.

    The logit of p is multiplied by `slope` and moved by `intercept` (Platt 1999): networks are too sure.
    """

    slope: float = 1.0
    intercept: float = 0.0

    def __call__(self, probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        # The logit of 0 or of 1 is infinite.
        p = np.clip(probabilities.astype(np.float64), SMALLEST, 1 - SMALLEST)
        logits = self.slope * np.log(p / (1 - p)) + self.intercept
        return (1 / (1 + np.exp(-logits))).astype(np.float32)


def log_softmax(scores: Float32) -> Float32:
    """Turn scores into log-probabilities along the last axis."""
    # Without the shift the exponential of a large score would overflow.
    shifted: Float32 = scores - scores.max(axis=-1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return shifted


class LanguageModel:
    """A parser's folder and the encoder's, for one language.

    Args:
        folder, encoder: they.
        language: ISO 639 code.
        treebank: whose style to take; None for the language's.

    Attributes:
        treebank: whose style it takes.
        treebanks: all that it has the style of.
        cutting: text into words.

    Raises:
        InputError: a folder is not such a model; the language is in no treebank, and none is named.
    """

    def __init__(self, folder: Path, encoder: Path, *, language: str, treebank: str | None = None) -> None:
        try:
            config, weights = read_model(folder)
            below, embeddings = read_model(encoder)
            self.treebank = _chosen(config, language, treebank)
            self.treebanks = tuple(config["treebanks"])
            pieces = UnigramPieces.read(encoder / PIECES, embeddings[SCORES])
            self._load(config, weights, below, embeddings, pieces, language)
        except InputError:
            raise
        except (OSError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError, SafetensorError) as error:
            raise InputError(
                f"is not a multilingual parser for the encoder {encoder}: {error}",
                path=folder,
                remedy=GET_MODELS,
            ) from error

    def _load(
        self,
        config: dict[str, Any],
        arrays: dict[str, Any],
        below: dict[str, Any],
        embeddings: dict[str, Any],
        pieces: UnigramPieces,
        language: str,
    ) -> None:
        if config.get("format") != FORMAT:
            raise ValueError(f"its format is {config.get('format')!r}, not {FORMAT!r}")
        upos, deprel, rules = (tuple(config["labels"][name]) for name in ("upos", "deprel", "lemma_rule"))
        whole = Labels(
            upos, deprel, rules, tuple((name, tuple(values)) for name, values in config["labels"]["features"])
        )
        whole.check()
        weights, has = PackedWeights(arrays), config["treebanks"][self.treebank]
        style = [*config["treebanks"]].index(self.treebank)
        bert = Bert(below, PackedWeights(embeddings), layers=config["sizes"]["layers"], own=weights)
        self.labels, numbers = whole.own(has)
        self._network = WordNetwork(bert, weights, style, numbers=numbers, sizes=config["sizes"])
        # A relative's style gives relations, and none of the language's words.
        is_own = self.treebank.partition("_")[0] == WRITTEN_AS.get(language, language)
        lexicon = config["lexicon"].get(self.treebank, {}) if is_own else {}
        self._spelling = Spelling(self.labels, lexicon, LemmaDictionary(language).lemma)
        self._calibration = Calibration(*config["calibration"])
        self._pieces = pieces
        self.cutting = TextCutting(
            config["cutting"], weights, style, pieces=pieces, words=bert.words, whole_words=has["whole_words"]
        )

    def analyse(self, sentences: Sequence[Sequence[str]]) -> Iterator[Analysis]:
        """Yield the analysis of each sentence, of one word or more, in order."""
        parts = [(k, part) for k, words in enumerate(sentences) for part in self._parts(words)]
        done: dict[int, Analysis] = {}
        for batch in batches([len(pieces.ids) for _, (_, pieces) in parts], BATCH_PIECES):
            self._analyse(batch, [parts[n][1] for n in batch], done)
        for _, numbers in groupby(range(len(parts)), key=lambda number: parts[number][0]):
            own = [done[number] for number in numbers]
            yield own[0] if len(own) == 1 else _joined(own)

    def _parts(self, words: Sequence[str]) -> Iterator[tuple[Sequence[str], WordPieces]]:
        """Yield the words of a sentence with their pieces, in one part unless it has more than LONGEST pieces."""
        begin, ids = 0, [self._pieces.begin]
        first: list[int] = []
        last: list[int] = []
        for number, word in enumerate(words):
            # A word with more pieces than a part can have loses the rest.
            own = self._pieces(word)[:LONGEST]
            # A word follows the one before as it does in running text, or no piece begins with it.
            own = own[1:] if len(own) > 1 and own[0] == self._pieces.space else own or [self._pieces.unknown]
            if len(ids) + len(own) > LONGEST and number > begin:
                yield words[begin:number], WordPieces([*ids, self._pieces.end], first, last)
                begin, ids, first, last = number, [self._pieces.begin], [], []
            first.append(len(ids))
            ids += own
            last.append(len(ids) - 1)
        yield words[begin:], WordPieces([*ids, self._pieces.end], first, last)

    def _analyse(
        self, numbers: Sequence[int], batch: Sequence[tuple[Sequence[str], WordPieces]], done: dict[int, Analysis]
    ) -> None:
        scores = self._network.score([pieces for _, pieces in batch])
        heads, arcs = zip(*map(_tree, scores.arcs), strict=True)
        best, relation = self._relations(scores, heads)
        confidence = self._calibration(np.exp(np.concatenate(arcs) + best))
        bounds = np.cumsum([0, *map(len, heads)]).tolist()
        tags = {name: column.argmax(axis=1) for name, column in scores.tags.items()}
        for row, (number, (words, _)) in enumerate(zip(numbers, batch, strict=True)):
            here = slice(bounds[row], bounds[row + 1])
            own = {name: column[here] for name, column in tags.items()}
            own |= {FEATURE + name: own[name] for name, _ in self.labels.features}
            upos, lemma = self._spelling.tags(words, own)
            feats, deprel = self._spelling.features(words, own), self._spelling.relations(relation[here])
            done[number] = Analysis(upos, lemma, feats, deprel, heads[row], confidence[here])

    def _relations(self, scores: WordScores, heads: Sequence[Int64]) -> tuple[Float32, Int64]:
        """Return log-probabilities and numbers of the best relations: `root` for a root and for nothing else."""
        starts = np.cumsum([0, *(len(tree_heads) + 1 for tree_heads in heads[:-1])])
        rows = np.concatenate([tree_heads + start for tree_heads, start in zip(heads, starts, strict=True)])
        is_root = np.concatenate(heads) == 0
        relation_scores = self._network.relations(scores.dependents, scores.heads[rows])
        root = self.labels.deprel.index("root")
        relation_scores[:, root] = FORBIDDEN
        number = relation_scores.argmax(axis=1)
        best = log_softmax(relation_scores)[np.arange(len(relation_scores)), number]
        best[is_root], number[is_root] = 0, root
        return best, number


class Spelling:
    """The strings of label numbers.

    Args:
        labels: the inventories that the numbers are of.
        lexicon: lemmas of words that have but one (`lemmas.lexicon`).
        dictionary: knows lemmas of others.
    """

    def __init__(
        self, labels: Labels, lexicon: Mapping[str, str], dictionary: lemmas.Dictionary = lemmas.no_dictionary
    ) -> None:
        self._labels = labels
        self._bundle = cache(labels.bundle)
        self._lemma = lru_cache(maxsize=WORDS_KEPT)(partial(lemmas.lemma, lexicon=lexicon, dictionary=dictionary))

    def tags(self, words: Sequence[str], tags: Tags) -> tuple[list[str], list[str]]:
        """Return part of speech and lemma of each of n words; `_` is the lemma where the treebank has none."""
        upos = [self._labels.upos[number] for number in tags["upos"].tolist()]
        rule_labels = self._labels.lemma_rule
        rules = [rule_labels[number] for number in tags["lemma_rule"].tolist()] if rule_labels else [NONE] * len(words)
        return upos, list(map(self._lemma, words, upos, rules))

    def features(self, words: Sequence[str], tags: Tags) -> list[str]:
        """Return the bundle of features of each word, as FEATS has it."""
        columns = [tags[FEATURE + name] for name, _ in self._labels.features]
        if not columns:
            return [NONE] * len(words)
        return [self._bundle(tuple(values)) for values in np.stack(columns, axis=-1).tolist()]

    def relations(self, numbers: Int64) -> list[str]:
        """Return the relation of each word, given the (n,) numbers of the labels."""
        return [self._labels.deprel[number] for number in numbers.tolist()]


def _chosen(config: dict[str, Any], language: str, treebank: str | None) -> str:
    treebanks, languages = config["treebanks"], config["languages"]
    chosen = languages.get(language) if treebank is None else treebank
    if chosen not in treebanks:
        asked = f"any treebank of {language!r}" if treebank is None else f"a treebank {treebank!r}"
        raise InputError(
            f"the parser `multilingual` was not trained on {asked}; its languages are {', '.join(sorted(languages))}",
            remedy="to use the style of a related language, set `options: {treebank: NAME}`, where NAME is one of "
            + ", ".join(treebanks),
        )
    return str(chosen)


def _tree(scores: Float32) -> tuple[Int64, Float32]:
    """Find the best tree of a sentence: the head of each word, and its log-probability."""
    words = np.arange(len(scores))
    # No word is its own head.
    scores[words, words + 1] = FORBIDDEN
    log = log_softmax(scores)
    heads = log.argmax(axis=1)
    # If each word's best head makes a tree, no tree is better.
    if not _is_tree(heads):
        heads = best_tree(log)
    return heads, log[words, heads]


def _is_tree(heads: Int64) -> bool:
    if np.count_nonzero(heads == 0) != 1:
        return False
    # Each doubling takes all words twice as far up: in a tree, to the root.
    up = np.concatenate([[0], heads])
    for _ in range(len(heads).bit_length()):
        up = up[up]
    return not up.any()


def _joined(parts: Sequence[Analysis]) -> Analysis:
    """Join the parts of a long sentence; each keeps its root, which `_sentences.build` hangs on the first one."""
    before = np.cumsum([0, *(len(part.head) for part in parts[:-1])])
    heads = [np.where(part.head, part.head + offset, 0) for part, offset in zip(parts, before, strict=True)]

    def column(name: str) -> list[str]:
        return [value for part in parts for value in getattr(part, name)]

    return Analysis(
        upos=column("upos"),
        lemma=column("lemma"),
        feats=column("feats"),
        deprel=column("deprel"),
        head=np.concatenate(heads),
        confidence=np.concatenate([part.confidence for part in parts]),
    )

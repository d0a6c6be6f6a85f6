"""A spaCy pipeline from one small treebank."""

import random
from pathlib import Path

import spacy
from spacy.tokens import Doc
from spacy.training import Example

from extractors.formats import conllu

PASSES = 15
SMALL = {
    "model": {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "width": 48,
        "depth": 2,
        "embed_size": 500,
        "window_size": 1,
        "maxout_pieces": 2,
        "subword_features": True,
        "pretrained_vectors": None,
    }
}


def train(treebank: Path, folder: Path, language: str) -> Path:
    """Train a morphologizer, a lemmatizer and a parser, on syntactic words."""
    random.seed(1)
    spacy.util.fix_random_seed(1)
    nlp = spacy.blank(language)
    nlp.add_pipe("tok2vec", config=SMALL)
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("trainable_lemmatizer", config={"min_tree_freq": 1})
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    sentences = _docs(nlp.vocab, treebank)
    # Some texts of two sentences, from which it learns where one ends.
    docs = sentences + [Doc.from_docs(pair) for pair in zip(sentences[::2], sentences[1::2], strict=False)]
    examples = [Example(Doc(nlp.vocab, words=[w.text for w in doc]), doc) for doc in docs]
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.004
    for _ in range(PASSES):
        random.shuffle(examples)
        for batch in spacy.util.minibatch(examples, 8):
            nlp.update(batch, sgd=optimizer)
    nlp.to_disk(folder)
    return folder


def _docs(vocab: spacy.Vocab, path: Path) -> list[Doc]:
    bank = conllu.read(path)
    docs = []
    for start, stop in zip(bank.sentence_start[:-1].tolist(), bank.sentence_start[1:].tolist(), strict=True):
        span = range(start, stop)
        heads = [w - start if bank.head[w] == 0 else int(bank.head[w]) - 1 for w in span]
        docs.append(
            Doc(
                vocab,
                words=[bank.form[w] for w in span],
                pos=[bank.upos[w] for w in span],
                morphs=["" if bank.feats[w] == "_" else bank.feats[w] for w in span],
                lemmas=[bank.lemma[w] for w in span],
                heads=heads,
                deps=["ROOT" if bank.head[w] == 0 else bank.deprel[w] for w in span],
            )
        )
    return docs

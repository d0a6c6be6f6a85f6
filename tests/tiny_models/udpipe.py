"""A UDPipe model file from one small treebank, by UDPipe's own trainer."""

from pathlib import Path

from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences, Trainer

TOKENIZER = "dimension=16;epochs=2;segment_size=20;batch_size=50"
TAGGER = "models=1;templates_1=tagger;guesser_suffix_rules_1=4;guesser_enrich_dictionary_1=4;iterations_1=4"
PARSER = (
    "iterations=10;hidden_layer=32;transition_system=projective;transition_oracle=static;embedding_upostag=8;"
    "embedding_feats=8;embedding_form=16;embedding_deprel=8;learning_rate=0.01;l2=0.0"
)


def train(treebank: Path, path: Path, *, tokenizer: str = TOKENIZER, parser: str = PARSER) -> Path:
    """Train a model and write it; `none` leaves its tokenizer or parser out."""
    error = ProcessingError()
    model = Trainer.train("morphodita_parsito", _sentences(treebank), Sentences(), tokenizer, TAGGER, parser, error)
    if error.occurred():
        raise RuntimeError(error.message)
    path.write_bytes(model)
    return path


def _sentences(treebank: Path) -> Sentences:
    reader = InputFormat.newConlluInputFormat()
    reader.setText(treebank.read_text(encoding="utf-8"))
    sentences, error = Sentences(), ProcessingError()
    sentence = Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = Sentence()
    if error.occurred():
        raise RuntimeError(error.message)
    return sentences

"""A Stanza model directory from one small treebank, by Stanza's own training modules."""

import contextlib
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

from stanza.models import lemmatizer, mwt_expander, parser, tagger, tokenizer
from stanza.resources.common import DEFAULT_RESOURCES_VERSION
from stanza.utils.datasets import prepare_tokenizer_data
from stanza.utils.datasets.contract_mwt import contract_mwt

PACKAGE = "tiny"
PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse")
SENTENCES_A_PARAGRAPH = 3

TINY_NETWORK = {
    "no_pretrain": True,
    "hidden_dim": 32,
    "char_hidden_dim": 16,
    "char_emb_dim": 8,
    "word_emb_dim": 16,
    "tag_emb_dim": 8,
    "transformed_dim": 16,
    "deep_biaff_hidden_dim": 32,
    "num_layers": 1,
    "dropout": 0.1,
    "word_dropout": 0.1,
    "max_steps": 40,
    "eval_interval": 40,
}
TINY_SPELLER = {"num_epoch": 1, "hidden_dim": 16, "emb_dim": 8}


def train(treebank: Path, folder: Path, language: str) -> Path:
    """Train tokenizer, multiword expander, tagger, lemmatizer and parser.

    Returns:
        The model directory, with Stanza's layout and index.
    """
    work, models = folder / "work", folder / "models"
    work.mkdir(parents=True)
    with _quiet():
        _train_tokenizer(treebank, work, models, language)
        _train_the_rest(treebank, work, models, language)
    packages = {"default": dict.fromkeys(PROCESSORS, PACKAGE)}
    index = {processor: {PACKAGE: {}} for processor in PROCESSORS} | {"packages": packages}
    resources = {language: index, "url": "", "version": DEFAULT_RESOURCES_VERSION}
    (models / "resources.json").write_text(json.dumps(resources), encoding="utf-8")
    return models


def _train_tokenizer(treebank: Path, work: Path, models: Path, language: str) -> None:
    text, labels, expansions = work / "train.txt", work / "labels.txt", work / "mwt.json"
    text.write_text(_paragraphs(treebank), encoding="utf-8")
    prepare_tokenizer_data.main([str(text), str(treebank), "-o", str(labels), "-m", str(expansions)])
    tokenizer.main(
        _arguments(
            **_place(models, "tokenize", language),
            lang=language,
            txt_file=text,
            label_file=labels,
            mwt_json_file=expansions,
            dev_txt_file=text,
            dev_label_file=labels,
            dev_conll_gold=treebank,
            steps=160,
            eval_steps=160,
            batch_size=12,
            max_seqlen=150,
            lr0=0.01,
            emb_dim=16,
            hidden_dim=32,
            dropout=0,
            unit_dropout=0,
        )
    )


def _train_the_rest(treebank: Path, work: Path, models: Path, language: str) -> None:
    contracted = work / "contracted.conllu"
    contract_mwt(str(treebank), str(contracted))
    mwt_expander.main(
        _arguments(
            **_place(models, "mwt", language),
            lang=language,
            train_file=treebank,
            eval_file=contracted,
            gold_file=treebank,
            **TINY_SPELLER,
        )
    )
    files = {"train_file": treebank, "eval_file": treebank}
    tagger.main(
        _arguments(
            **_place(models, "pos", language),
            lang=language,
            **files,
            **TINY_NETWORK,
            composite_deep_biaff_hidden_dim=16,
            fix_eval_interval=True,
            lr=0.01,
        )
    )
    lemmatizer.main(_arguments(**_place(models, "lemma", language), **files, **TINY_SPELLER, pos_dim=8))
    parser.main(
        _arguments(
            **_place(models, "depparse", language),
            lang=language,
            **files,
            **TINY_NETWORK,
            deep_biaff_output_dim=16,
            no_checkpoint=True,
        )
    )


def _place(models: Path, processor: str, language: str) -> dict[str, object]:
    """Where Stanza looks for a model of the package, and the options that every trainer has."""
    folder = models / language / processor
    folder.mkdir(parents=True)
    name = f"{language}_{PACKAGE}"
    return {"save_dir": folder, "save_name": f"{PACKAGE}.pt", "shorthand": name, "cpu": True}


def _arguments(**options: object) -> list[str]:
    """Options as a command line has them; one that is True is a flag."""
    arguments = []
    for name, value in options.items():
        arguments += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return arguments


def _paragraphs(treebank: Path) -> str:
    """The treebank's raw text, a few sentences to a paragraph, so that there are ends to learn."""
    prefix = "# text = "
    lines = treebank.read_text(encoding="utf-8").splitlines()
    texts = [line.removeprefix(prefix) for line in lines if line.startswith(prefix)]
    groups = range(0, len(texts), SENTENCES_A_PARAGRAPH)
    return "\n\n".join(" ".join(texts[start : start + SENTENCES_A_PARAGRAPH]) for start in groups) + "\n"


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """None of the trainers' reports, which would bury a test's failure."""
    level = logging.getLogger("stanza").level
    logging.disable(logging.WARNING)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        logging.disable(logging.NOTSET)
        logging.getLogger("stanza").setLevel(level)

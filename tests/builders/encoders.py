"""Tiny random encoders, and pairs of segments, made on the spot."""

import random
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    BertConfig,
    BertModel,
    DistilBertConfig,
    DistilBertModel,
    PreTrainedTokenizerFast,
    XLMRobertaConfig,
    XLMRobertaModel,
)

GERMAN = """
der die das Haus Häuser ist nicht nicht ein eine alte alter Mann Frau sieht sich selbst an fängt weil heute gestern
, . „ “ 3,5 – und und daß Straßenbahn mit Geschenk Übergrößenträger 😀 U.S. ganz-neu [SEP] <pad>
"""
ENGLISH = """
the the a house houses is not old man woman sees herself begins because today yesterday
, . “ ” 3.5 – and and that tram with gift oversize-wearer 😀 U.S. brand-new [PAD] </s> cafe\u0301
"""

VOCABULARY = 260

LIMIT = 80
"""The most tokens that a tiny encoder reads at once, special ones counted."""


def make_pairs(count: int, *, longest: int, seed: int) -> list[tuple[list[str], list[str]]]:
    """Words drawn at random, from so few that most segments repeat some."""
    draw = random.Random(seed)
    return [
        (
            draw.choices(GERMAN.split(), k=draw.randint(1, longest)),
            draw.choices(ENGLISH.split(), k=draw.randint(1, longest)),
        )
        for _ in range(count)
    ]


def save_bert(folder: Path, *, alike: bool = False, dtype: torch.dtype = torch.float32) -> Path:
    """A BERT of three layers with a WordPiece tokenizer.

    If `alike`, its subwords differ in the fourth digit only and it knows no positions, so that most
    choices are close, and a word that is repeated gives a tie.
    """
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # type: ignore[call-arg]
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=VOCABULARY, special_tokens=specials, show_progress=False)
    tokenizer.train_from_iterator([GERMAN, ENGLISH] * 3, trainer)
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", sep), ("[CLS]", cls))
    _save_tokenizer(tokenizer, folder, pad="[PAD]", unk="[UNK]", cls="[CLS]", sep="[SEP]", mask="[MASK]")
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=LIMIT,
        initializer_range=0.4,
    )
    model = BertModel(config)
    if alike:
        words = model.embeddings.word_embeddings.weight.data
        words.copy_(words[:1] + 2e-4 * torch.randn_like(words))
        model.embeddings.position_embeddings.weight.data.zero_()
    model.to(dtype).save_pretrained(folder)
    return folder


def save_xlmr(folder: Path) -> Path:
    """An XLM-R of three layers with a Unigram tokenizer that marks the start of each word."""
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=VOCABULARY, special_tokens=specials, unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator([GERMAN, ENGLISH] * 3, trainer)
    start, end = tokenizer.token_to_id("<s>"), tokenizer.token_to_id("</s>")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", start), ("</s>", end)]
    )
    _save_tokenizer(tokenizer, folder, pad="<pad>", unk="<unk>", cls="<s>", sep="</s>", mask="<mask>")
    torch.manual_seed(2)
    padding = tokenizer.token_to_id("<pad>")
    config = XLMRobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=LIMIT + padding + 1,
        pad_token_id=padding,
        type_vocab_size=1,
        initializer_range=0.4,
    )
    XLMRobertaModel(config).save_pretrained(folder)
    return folder


def save_distilbert(folder: Path) -> Path:
    """A DistilBERT of two layers: of a kind whose upper layers are not cut off."""
    save_bert(folder)
    torch.manual_seed(3)
    config = DistilBertConfig(
        vocab_size=VOCABULARY, dim=32, n_layers=2, n_heads=4, hidden_dim=48, max_position_embeddings=LIMIT
    )
    DistilBertModel(config).save_pretrained(folder)
    return folder


def _save_tokenizer(tokenizer: Tokenizer, folder: Path, **tokens: str) -> None:
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=LIMIT, **{f"{name}_token": token for name, token in tokens.items()}
    ).save_pretrained(folder)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def garbage(path: Path) -> None:
    path.write_bytes(b"\xff\x00 not a model")


def other_shapes(path: Path) -> None:
    save_file({name: torch.zeros(7, 7) for name in load_file(path)}, path, metadata={"format": "pt"})


def other_names(path: Path) -> None:
    save_file({f"x.{name}": value for name, value in load_file(path).items()}, path, metadata={"format": "pt"})


def empty_object(path: Path) -> None:
    path.write_text("{}")


def deep(path: Path) -> None:
    path.write_text("[" * 100_000)


SPOILT = [
    *(("model.safetensors", change) for change in (cut, garbage, other_shapes, other_names)),
    *(("tokenizer.json", change) for change in (cut, garbage, empty_object, deep)),
]
"""Files of an encoder, and what damages each so that no encoder can be loaded."""

"""Tiny translation models that know eight sentences: real architectures, real tokenizers, a few hundred pieces."""

import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from tokenizers import decoders as token_decoders
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    MarianConfig,
    MarianMTModel,
    MarianTokenizer,
    MBartConfig,
    MBartForConditionalGeneration,
    MBartTokenizer,
    PreTrainedTokenizerFast,
)

PAIRS = {
    "The gardener waters the roses before the sun is up.": "Der Gärtner gießt die Rosen, ehe die Sonne aufgeht.",
    "The dog looks on.": "Der Hund sieht zu.",
    "Who opened the window?": "Wer hat das Fenster geöffnet?",
    "Nobody heard it.": "Niemand hat es gehört.",
    "The small room is upstairs, and the window of the small room is green.": "Die kleine Kammer ist oben, "
    "und das Fenster der kleinen Kammer ist grün.",
    "Roses": "Rosen",
    "She gave up.": "Sie gab auf.",
    "Before it rains, the dog heard that nobody waters the green roses upstairs.": "Ehe es regnet, hörte der Hund, "
    "dass niemand oben die grünen Rosen gießt.",
}
"""What a tiny model learns by heart."""

TEXT = [*PAIRS, *PAIRS.values()]

LIMIT = 40
"""The most subwords that a tiny model reads or makes."""

STEPS = 60

SHAPE: dict[str, Any] = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "max_position_embeddings": LIMIT,
    "init_std": 0.1,
    "dropout": 0.0,
}


def save_bart(folder: Path, *, seed: int = 1, limit: int = LIMIT) -> Path:
    """A BART with a byte-pair tokenizer made by `tokenizers`."""
    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = token_decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=specials, show_progress=False, initial_alphabet=sorted(alphabet)
    )
    tokenizer.train_from_iterator(TEXT * 3, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        pad_token="<pad>",
        model_max_length=limit,
    )
    fast.save_pretrained(folder)
    torch.manual_seed(seed)
    shape = {**SHAPE, "max_position_embeddings": limit}
    config = BartConfig(vocab_size=len(fast), forced_bos_token_id=0, forced_eos_token_id=2, **shape)
    return _save(BartForConditionalGeneration(config), fast, folder)


def _save(model: Any, tokenizer: Any, folder: Path) -> Path:
    """Teach a model its pairs by heart, in seconds, and save it."""
    batch = tokenizer(list(PAIRS), text_target=list(PAIRS.values()), padding=True, return_tensors="pt")
    labels = batch["labels"].masked_fill(batch["labels"] == tokenizer.pad_token_id, -100)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model.train()
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], labels=labels).loss
        loss.backward()
        optimizer.step()
    model.save_pretrained(folder)
    return folder


def save_marian(folder: Path, *, seed: int = 1) -> Path:
    """A Marian model as those at the hub are, with its two SentencePiece models; needs sentencepiece."""
    import sentencepiece

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "text").write_text("\n".join(TEXT * 5), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"),
        model_prefix=str(folder / "source"),
        vocab_size=120,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    (folder / "source.model").rename(folder / "source.spm")
    (folder / "target.spm").write_bytes((folder / "source.spm").read_bytes())
    processor = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    pieces = [processor.id_to_piece(i) for i in range(processor.get_piece_size())]
    words = ["</s>", "<unk>", *(p for p in pieces if p not in ("<s>", "</s>", "<unk>")), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({word: i for i, word in enumerate(words)}), encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "MarianTokenizer", "model_max_length": LIMIT, "source_lang": "en"})
    )
    pad = len(words) - 1
    torch.manual_seed(seed)
    config = MarianConfig(
        vocab_size=len(words),
        pad_token_id=pad,
        decoder_start_token_id=pad,
        eos_token_id=0,
        bos_token_id=0,
        forced_eos_token_id=0,
        bad_words_ids=[[pad]],
        **SHAPE,
    )
    tokenizer = MarianTokenizer.from_pretrained(folder)
    return _save(MarianMTModel(config), tokenizer, folder)


def save_multilingual(folder: Path) -> Path:
    """An mBART of three languages that has learnt nothing; its tokenizer has their codes."""
    tokenizer = MBartTokenizer(
        vocab=[(piece, -1.0) for piece in ["<s>", "<pad>", "</s>", "<unk>", *sorted(set("".join(TEXT)))]],
        src_lang="en_XX",
        tgt_lang="de_DE",
        model_max_length=LIMIT,
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = MBartConfig(vocab_size=len(tokenizer), **SHAPE)
    MBartForConditionalGeneration(config).save_pretrained(folder)
    return folder

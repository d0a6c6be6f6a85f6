"""A WordPiece vocabulary of both languages, lowercase, the same from the same text.

Source: Schuster and Nakajima (2012), Japanese and Korean Voice Search, ICASSP; trained as the library
tokenizers does, by merging the most frequent neighbours.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

PADDING, UNKNOWN, START, END, MASK = SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
CONTINUING = "##"

LONGEST_SEGMENT = 512
"""The most subwords, special ones counted, that the encoder has positions for."""

RAREST = 1e-6
"""The least share of all characters that a character of the alphabet has."""

QUOTES = {'"': "„“”‟«»", "'": "’‘‚‛‹›`´", "-": "–—"}
"""Marks that corpora write in many ways, by the one that they all become."""


def train(segments: Iterable[Sequence[str]], *, size: int) -> Any:
    """Train a transformers tokenizer with at most `size` subwords on tokenised segments.

    A character that is less than one in a million, or not among the most frequent (an eighth of `size`),
    gets no subword; a word with one is unknown.
    """
    normalizer = _normalizer()
    lines = [normalizer.normalize_str(" ".join(words)) for words in segments]
    letters = _alphabet(lines, size // 8)
    rare = {ord(letter): " " for letter in set().union(*lines) - set(letters)}
    # The library numbers letters as they come out of a hash table, which differs from run to run, and
    # decides ties between merges by these numbers. Naming all letters beforehand settles them.
    start = [*SPECIAL, *letters, *(CONTINUING + letter for letter in letters)]
    learner = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    learner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=max(size, len(start)),
        min_frequency=2,
        special_tokens=start,
        continuing_subword_prefix=CONTINUING,
        show_progress=False,
    )
    learner.train_from_iterator((line.translate(rare) for line in lines), trainer)
    return _wrapped(learner.get_vocab(with_added_tokens=True))


def load(folder: Path) -> Any:
    """Load the tokenizer saved in a folder."""
    return PreTrainedTokenizerFast.from_pretrained(folder)


def _alphabet(lines: Iterable[str], most: int) -> list[str]:
    counts = Counter(letter for line in lines for piece in line.split() for letter in piece)
    least = counts.total() * RAREST
    frequent = sorted(counts, key=lambda letter: (-counts[letter], letter))[:most]
    return sorted(letter for letter in frequent if counts[letter] >= least)


def _normalizer() -> Any:
    replacements = [normalizers.Replace(Regex(f"[{many}]"), mark) for mark, many in QUOTES.items()]
    lower = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=False, lowercase=True)
    return normalizers.Sequence([lower, normalizers.NFKC(), *replacements])


def _wrapped(vocabulary: dict[str, int]) -> Any:
    tokenizer = Tokenizer(
        models.WordPiece(
            vocabulary, unk_token=UNKNOWN, continuing_subword_prefix=CONTINUING, max_input_chars_per_word=100
        )
    )
    tokenizer.normalizer = _normalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{START} $A {END}",
        pair=f"{START} $A {END} $B:1 {END}:1",
        special_tokens=[(token, vocabulary[token]) for token in (START, END)],
    )
    tokenizer.decoder = decoders.WordPiece(prefix=CONTINUING)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token=UNKNOWN,
        pad_token=PADDING,
        cls_token=START,
        sep_token=END,
        mask_token=MASK,
        model_max_length=LONGEST_SEGMENT,
    )

"""The parts of sacreBLEU that the metrics use: tokenizers, private names, signatures.

Post, "A Call for Clarity in Reporting BLEU Scores" (WMT 2018), https://aclanthology.org/W18-6319/.
sacreBLEU has no public call for the statistics of segments, so the names below are private ones of it
and are looked up with a check: a release that drops one is refused in words, not by an AttributeError.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

import numpy as np
import sacrebleu
from sacrebleu.metrics.base import Metric as SacreMetric
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS
from sacrebleu.utils import SACREBLEU_DIR

from extractors.core.arrays import Float64
from extractors.core.errors import InputError, unknown
from extractors.scoring.metrics import ReferenceCount
from extractors.scoring.metrics._options import missing_references

# A large corpus goes through in parts: sacreBLEU keeps what it makes of every reference that it is given in one call,
# and what RIBES sorts at once should fit into the processor's cache.
SEGMENTS_AT_ONCE: Final = 200

_REMEDIES: Final = {"ja-mecab": "pip install 'sacrebleu[ja]'", "ko-mecab": "pip install 'sacrebleu[ko]'"}
_SENTENCEPIECE: Final = "pip install sentencepiece"


def private(owner: object, name: str) -> Any:
    """Get an attribute that is no part of sacreBLEU's public interface; refuse a release that lacks it."""
    try:
        return getattr(owner, name)
    except AttributeError as error:
        raise InputError(
            f"sacrebleu {sacrebleu.__version__} has no {type(owner).__name__}.{name}, which this version needs",
            remedy="pip install 'sacrebleu>=2.4,<=2.6'",
        ) from error


def build_bleu(*, tokenize: str, **options: Any) -> BLEU:
    """Build sacreBLEU's BLEU object, its tokenizer checked and ready."""
    if tokenize not in BLEU.TOKENIZERS:
        raise unknown("tokenizer", tokenize, BLEU.TOKENIZERS)
    _check_model(tokenize)
    try:
        return BLEU(tokenize=tokenize, **options)
    except (ImportError, RuntimeError, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"the tokenizer {tokenize!r} cannot be used here: {reason}", remedy=_REMEDIES.get(tokenize, _SENTENCEPIECE)
        ) from error


def _check_model(tokenize: str) -> None:
    """Refuse a tokenizer whose model is not here, which sacreBLEU would download."""
    if tokenize not in SPM_MODELS:
        return
    model = Path(SACREBLEU_DIR, "models", PurePosixPath(SPM_MODELS[tokenize]["url"]).name)
    if not model.is_file():
        raise InputError(
            f"the tokenizer {tokenize!r} cannot be used here: its model is not on this machine",
            path=model,
            remedy=f"download it with a network and any FILE: sacrebleu FILE -i FILE -tok {tokenize}; or copy the"
            " model there (the folder is the environment variable SACREBLEU, or ~/.sacrebleu)",
        )


def word_splitter(tokenize: str, *, lowercase: bool) -> tuple[Callable[[Sequence[str]], list[list[str]]], str]:
    """Return a function from segments to the words of each, and the tokenizer's name in signatures."""
    bleu = build_bleu(tokenize=tokenize, lowercase=lowercase)
    signature = str(bleu.tokenizer.signature())
    preprocess: Callable[[str], str] = private(bleu, "_preprocess_segment")
    return lambda segments: [preprocess(segment).split() for segment in segments], signature


def parts(segments: int) -> Iterator[slice]:
    """Yield slices that cut the segments of a corpus into parts."""
    for start in range(0, segments, SEGMENTS_AT_ONCE):
        yield slice(start, start + SEGMENTS_AT_ONCE)


def segment_statistics(
    metric: SacreMetric, outputs: Sequence[Sequence[str]], references: Sequence[Sequence[str]], columns: int
) -> list[Float64]:
    """Compute sacreBLEU's statistics of each segment, then 1, the count of segments: (n, columns) for each output."""
    read, preprocess, compute = (
        private(metric, f"_{name}") for name in ("cache_references", "preprocess_segment", "compute_segment_statistics")
    )
    missing = missing_references(references)
    found = [np.ones((len(texts), columns)) for texts in outputs]
    for part in parts(len(references[0])):
        # sacreBLEU takes None for a missing reference; an empty text would count as one without words.
        known = read(
            [
                [None if is_missing else text for text, is_missing in zip(texts[part], lacking[part], strict=True)]
                for texts, lacking in zip(references, missing, strict=True)
            ]
        )
        for texts, rows in zip(outputs, found, strict=True):
            rows[part, :-1] = [compute(preprocess(text), of) for text, of in zip(texts[part], known, strict=True)]
    return found


def format_signature(metric: SacreMetric, references: ReferenceCount) -> str:
    """Return sacreBLEU's signature string for a number of references."""
    # sacreBLEU learns the number when it sees the references; here it is said before there are any.
    metric.num_refs = -1 if references == "var" else references
    return str(metric.get_signature())

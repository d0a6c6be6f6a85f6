"""What a model says given translations cost: minus the log probability of the target text given the source text.

As in Sennrich (EACL 2017): the natural logarithm, summed over the subwords of the target, so that lower is better. A
sequence-to-sequence model is also asked for the end of the sentence. What it never chooses itself, such as the token
of the target language, does not count. A decoder-only model reads a prompt, and the target's subwords alone count.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import torch

from challenge_sets_suites.pair_scorer_settings import SEQ2SEQ, PairScorerSettings
from challenge_sets_suites.translation import translation_network
from challenge_sets_suites.translation.pair_subwords import SUBWORDS, PairSubwords, check_prompt
from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.models import devices, installed, pretrained

NO_LIMIT = 1_000_000
"""transformers' way to say that a tokenizer knows no limit is 1e30."""
Pair = tuple[str, str]
"""A source text and a translation."""

IGNORED = -100
"""The label of what does not count; models leave it out as well."""


class PairScorer(ABC):
    """A model that scores pairs of a source text and a translation, loaded."""

    _read: ClassVar[Callable[..., tuple[Any, Any]]]
    """Reads the tokenizer and the network, its weights in the precision `dtype`."""

    def __init__(self, settings: PairScorerSettings) -> None:
        self.settings = settings
        self.path = installed.find(settings.model)
        self.name = settings.model if self.path is None else self.path.resolve().name
        self.device = devices.device(settings.device)
        read = partial(self._read, dtype=getattr(torch, settings.dtype))
        self._tokenizer, self._model = pretrained.load(
            settings.model, self.path, read, what="model", download=settings.download
        )
        self._model.eval().to(self.device)
        self._positions = int(getattr(self._model.config, "max_position_embeddings", None) or NO_LIMIT)
        self._limit = min(int(self._tokenizer.model_max_length), self._positions)

    def about(self) -> dict[str, Any]:
        """Describe the model and all that changes scores."""
        settings = self.settings
        each = " a subword" if settings.normalise else ""
        return {
            "kind": settings.kind,
            "prompt": settings.prompt,
            "normalise": settings.normalise,
            "score": f"minus log probability (natural logarithm){each}; lower is better",
            **pretrained.about(self.name, self.path, self.device),
            "dtype": settings.dtype,
            "source_prefix": settings.source_prefix,
            "languages": [settings.source_code, settings.target_code],
        }

    def costs(self, pairs: Sequence[Pair]) -> list[float]:
        """Return minus the log probability of each translation given its source text, in nats; lower is better.

        Equal pairs are scored once, so that their scores are equal.
        """
        subwords = {pair: self._subwords(*pair) for pair in dict.fromkeys(pairs)}
        self._check(pairs, subwords)
        by_pair = dict(progress(self._scored(subwords), what="score pairs", total=len(subwords)))
        return [by_pair[pair] for pair in pairs]

    def _check(self, pairs: Sequence[Pair], subwords: Mapping[Pair, PairSubwords]) -> None:
        """Refuse pairs that cannot be scored, before any is scored."""
        long = [place for place, pair in enumerate(pairs, 1) if self._too_long(subwords[pair])]
        if long:
            raise InputError(
                f"{len(long):,} of {len(pairs):,} texts are longer than the {self._limit} subwords that {self.name!r}"
                f" reads at once; the first is text {long[0]:,}: {pairs[long[0] - 1][1][:60]!r}",
                remedy="name a model that reads longer texts, or leave these items out of the suite",
            )
        for place, pair in enumerate(pairs, 1):
            if not any(subwords[pair].counted):
                raise InputError(
                    f"text {place:,} is empty, so that there is nothing to score",
                    remedy="leave its item out of the suite",
                )

    def _scored(self, subwords: Mapping[Pair, PairSubwords]) -> Iterator[tuple[Pair, float]]:
        """Yield each pair with its cost."""
        # The longest first: a batch too large for the memory fails at once. Texts of like length stand together.
        lengths = {pair: (len(cut.read) + len(cut.target), len(cut.target)) for pair, cut in subwords.items()}
        order = sorted(subwords, key=lengths.__getitem__, reverse=True)
        for start in range(0, len(order), self.settings.batch_size):
            batch = order[start : start + self.settings.batch_size]
            costs = self._batch_costs([subwords[pair] for pair in batch])
            for pair, cost in zip(batch, costs, strict=True):
                yield pair, cost / sum(subwords[pair].counted) if self.settings.normalise else cost

    def _batch_costs(self, batch: Sequence[PairSubwords]) -> list[float]:
        target = self._padded([cut.target for cut in batch], IGNORED)
        counted = self._padded([cut.counted for cut in batch], False)
        with torch.inference_mode():
            logits, labels = self._predictions(batch, target, counted)
            return [self._row_cost(*row) for row in zip(logits, labels, strict=True)]

    @staticmethod
    def _row_cost(logits: torch.Tensor, labels: torch.Tensor) -> float:
        counts = labels != IGNORED
        # In single precision a probability near 1 loses the digits in which reference and error may differ.
        return float(torch.nn.functional.cross_entropy(logits[counts].double(), labels[counts], reduction="sum"))

    def _padded(self, rows: Sequence[Sequence[Any]], padding: Any) -> torch.Tensor:
        """Fill rows at their ends, to (rows, longest); what stands behind a subword never changes its score."""
        longest = max(map(len, rows))
        return torch.tensor([[*row, *[padding] * (longest - len(row))] for row in rows], device=self.device)

    @abstractmethod
    def _subwords(self, source: str, translation: str) -> PairSubwords:
        """Cut a pair into subwords, as the model reads it."""

    @abstractmethod
    def _too_long(self, subwords: PairSubwords) -> bool:
        """Return whether the model cannot read a pair at once."""

    @abstractmethod
    def _predictions(
        self, batch: Sequence[PairSubwords], target: torch.Tensor, counted: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits (rows, places, vocabulary) and the labels (rows, places) that count, others `IGNORED`."""


class _Seq2Seq(PairScorer):
    _read = staticmethod(translation_network.read)

    def __init__(self, settings: PairScorerSettings) -> None:
        if settings.prompt is not None:
            raise InputError(
                "a prompt is for a decoder-only model",
                remedy="set `kind: causal`, or give what stands before each source text as `source_prefix:`",
            )
        super().__init__(settings)
        translation_network.set_languages(
            self._tokenizer, self._model, self.name, settings.source_code, settings.target_code
        )
        if settings.source_code is not None:
            if settings.target_code is None:
                raise InputError(
                    f"{self.name!r} is for many languages", remedy="name the language to score: `target_code:`"
                )
            self._tokenizer.tgt_lang = settings.target_code
        unknown = self._tokenizer.unk_token_id
        self._special = {token for token in self._tokenizer.all_special_ids if token != unknown}

    def _subwords(self, source: str, translation: str) -> PairSubwords:
        options: dict[str, Any] = {"truncation": False, "verbose": False}
        read = self._tokenizer(self.settings.source_prefix + source, **options)["input_ids"]
        target = self._tokenizer(text_target=translation, **options)["input_ids"]
        end = self._tokenizer.eos_token_id
        last = target.index(end) if end in target else None
        counted = [token not in self._special or place == last for place, token in enumerate(target)]
        return PairSubwords(read, target, counted)

    def _too_long(self, subwords: PairSubwords) -> bool:
        return len(subwords.read) > self._limit or len(subwords.target) > self._positions

    def _predictions(
        self, batch: Sequence[PairSubwords], target: torch.Tensor, counted: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        read = self._padded([cut.read for cut in batch], self._tokenizer.pad_token_id)
        mask = self._padded([[1] * len(cut.read) for cut in batch], 0)
        # The model itself moves the labels, by its own rule, to what its decoder reads.
        logits = self._model(input_ids=read, attention_mask=mask, labels=target).logits
        return logits, target.masked_fill(~counted, IGNORED)


class _Causal(PairScorer):
    _read = staticmethod(translation_network.read_causal)

    def __init__(self, settings: PairScorerSettings) -> None:
        check_prompt(settings)
        super().__init__(settings)
        self._pairs = SUBWORDS[settings.kind](settings, self._tokenizer, self.name)

    def _subwords(self, source: str, translation: str) -> PairSubwords:
        return self._pairs.of(source, translation)

    def _too_long(self, subwords: PairSubwords) -> bool:
        return len(subwords.target) > self._limit

    def _predictions(
        self, batch: Sequence[PairSubwords], target: torch.Tensor, counted: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        mask = self._padded([[1] * len(cut.target) for cut in batch], 0)
        # What fills a row stands behind it, where the model does not look back from.
        logits = self._model(input_ids=target.clamp(min=0), attention_mask=mask).logits
        return logits[:, :-1], target.masked_fill(~counted, IGNORED)[:, 1:]


def pair_scorer(settings: PairScorerSettings) -> PairScorer:
    """Make the scorer of the kind that the settings name, and load its model."""
    return _Seq2Seq(settings) if settings.kind == SEQ2SEQ else _Causal(settings)

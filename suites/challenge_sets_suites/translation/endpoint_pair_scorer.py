"""Costs of given translations by a model behind a server of vLLM.

The server gets the subwords of prompt and translation, as the model's own tokenizer cuts them here, and returns the log
probability of each (`prompt_logprobs`, an addition of vLLM to OpenAI's `/completions`). So the same subwords count as
for a model on this machine. OpenAI's own way, `echo` with `logprobs`, is not used: a server that ignores `echo` answers
all the same, with the probabilities of the text that it generates (ggml-org/llama.cpp, issue 27174).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from transformers import AutoTokenizer

from challenge_sets_suites.pair_scorer_settings import EndpointSettings, PairScorerSettings
from challenge_sets_suites.translation.kept_endpoint import KeptEndpoint
from challenge_sets_suites.translation.model_server import SHOWN, FailedForNow
from challenge_sets_suites.translation.pair_subwords import SUBWORDS, Pair, PairCosts, PairSubwords, check_prompt
from extractors.core.errors import InputError
from extractors.models import hub, installed, pretrained

LLAMA_CPP = "llama.cpp"
"""How that server calls itself in each answer."""
FIXED: dict[str, Any] = {"max_tokens": 1, "prompt_logprobs": 1}
"""Of each request. A server must generate something, and returns the likeliest subword beside the prompt's own."""

PlaceLogProbabilities = Mapping[str, float]
"""By the number of a subword: its log probability at a place of the prompt; empty at the first place."""


class PromptEndpoint(KeptEndpoint[list[PlaceLogProbabilities]]):
    """A model behind a server, asked for the log probabilities of texts."""

    route = "/completions"

    def ask(self, texts: Sequence[Sequence[int]]) -> Iterator[list[PlaceLogProbabilities]]:
        """Yield the log probabilities at each place of each text, given as numbers of subwords; raises as `send`."""
        return self.send([{"prompt": list(text), **FIXED} for text in texts])

    def _check_server(self, name: str) -> None:
        if name.startswith(LLAMA_CPP):
            raise InputError(
                "llama.cpp's server returns no log probabilities of a prompt; scores by it would be chance"
                " (ggml-org/llama.cpp, issue 27174)",
                remedy="serve the model with vLLM, or score it on this machine: leave out the endpoint",
            )

    def _answer_of(self, said: Mapping[str, Any]) -> list[PlaceLogProbabilities]:
        try:
            choice = said["choices"][0]
            # Newer servers give them with each choice, the first that had them gave them once.
            places = choice.get("prompt_logprobs", said.get("prompt_logprobs"))
        except (KeyError, IndexError, TypeError, AttributeError):
            raise FailedForNow(f"an answer without choices[0]: {json.dumps(said)[:SHOWN]}") from None
        if places is None:
            raise InputError(
                "the server returns no `prompt_logprobs`, the log probabilities of the text that it was sent",
                remedy="serve the model with vLLM, or score it on this machine: leave out the endpoint",
            )
        try:
            return [{token: float(one["logprob"]) for token, one in (place or {}).items()} for place in places]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise FailedForNow(f"`prompt_logprobs` of another form: {json.dumps(places)[:SHOWN]}") from None

    def _record_of(self, answer: list[PlaceLogProbabilities]) -> dict[str, Any]:
        return {"log_probabilities": answer}

    def _of_record(self, record: Mapping[str, Any]) -> list[PlaceLogProbabilities]:
        return [{token: float(value) for token, value in place.items()} for place in record["log_probabilities"]]


class EndpointPairScorer(PairCosts):
    """A decoder-only model behind a server, with its tokenizer here.

    Args:
        kept: the file in which the answers stay.
    """

    def __init__(self, settings: PairScorerSettings, endpoint: EndpointSettings, kept: Path) -> None:
        check_prompt(settings)
        super().__init__(settings)
        self._url, self._kept = endpoint.url, kept
        self._name = settings.tokenizer or settings.model
        self._path = installed.find(self._name)
        read = partial(AutoTokenizer.from_pretrained, **pretrained.SAFE)
        tokenizer = pretrained.load(self._name, self._path, read, what="tokenizer", download=settings.download)
        self._pairs = SUBWORDS[settings.kind](settings, tokenizer, self._name)
        self._endpoint = PromptEndpoint(endpoint, settings.model, kept)

    def about(self) -> dict[str, Any]:
        return {
            **super().about(),
            "model": self.settings.model,
            "url": self._url,
            "tokenizer": self._name if self._path is None else self._path.resolve().name,
            "tokenizer_checksum": hub.version(self._name, self._path),
            "answers": self._kept.name,
        }

    def _subwords(self, source: str, translation: str) -> PairSubwords:
        return self._pairs.of(source, translation)

    def _scored(self, subwords: Mapping[Pair, PairSubwords]) -> Iterator[tuple[Pair, float]]:
        answers = self._endpoint.ask([one.target for one in subwords.values()])
        for (pair, one), answer in zip(subwords.items(), answers, strict=True):
            yield pair, self._cost(one, answer)

    def _cost(self, subwords: PairSubwords, answer: Sequence[PlaceLogProbabilities]) -> float:
        try:
            values = [
                place[str(subword)]
                for subword, counts, place in zip(subwords.target, subwords.counted, answer, strict=True)
                if counts
            ]
        except (KeyError, ValueError):
            raise InputError(
                f"the server returns log probabilities of other subwords than those of {self._name!r}",
                path=self._kept,
                remedy="name the tokenizer of the model that the server has (`tokenizer`)",
            ) from None
        return -sum(values) / (len(values) if self.settings.normalise else 1)

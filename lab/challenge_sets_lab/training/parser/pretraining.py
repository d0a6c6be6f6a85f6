"""Before treebanks, raw text: the network guesses words that are hidden from it, and so learns its vectors and LSTMs.

As in BERT (Devlin et al., NAACL 2019, section 3.1), but that a hidden word is always a vector of zeros, and that the
network is the parser's own, without what scores tags, arcs and relations.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence

from challenge_sets_lab.training.checkpoints import ResumableTraining
from challenge_sets_lab.training.parser import data
from extractors.core import files
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.models.parsers._biaffine.cutting import Cutting
from extractors.models.parsers._biaffine.model import Model
from extractors.models.parsers._biaffine.network import Inputs, Network
from extractors.models.tokenizers import tokens

CHECKPOINT = "pretraining.pt"
SHORTEST, LONGEST = 4, 80
"""Words of a line that is learnt from: a shorter one tells little of its words, a longer one is mostly no sentence."""
NO_WORD = -1
"""A word that is not among those guessed."""


@dataclass(frozen=True, slots=True)
class PretrainingSettings:
    """How to learn from raw text.

    Attributes:
        passes: over the raw text and the treebanks' sentences.
        batch_words: the most words, padding counted, in a batch.
        rate: the highest learning rate; it rises for `warm_up` steps and falls in a line to a twentieth.
        hidden: share of the words that are hidden.
        guessed: the most frequent words, among which a hidden one is guessed; others are hidden, and not asked for.
        minimum: how often a word of the raw text must occur to have a vector of its own.
        dropout: instead of the parser's, which is for less text.
    """

    passes: int = 4
    batch_words: int = 1500
    rate: float = 2e-3
    warm_up: int = 200
    hidden: float = 0.2
    guessed: int = 8000
    minimum: int = 5
    dropout: float = 0.1


def read(paths: Iterable[Path], *, language: str, cutting: Cutting) -> list[list[str]]:
    """The lines of files of raw text as words, each line once, without short and long ones; none of no file."""
    paths = list(paths)
    lines = dict.fromkeys(line for path in paths for line in files.read_lines(path))
    kept = [words for line in lines if SHORTEST <= len(words := _words(line, language, cutting)) <= LONGEST]
    if paths and not kept:
        raise InputError(
            f"has no line of {SHORTEST} to {LONGEST} words",
            path=paths[0],
            remedy="give raw text, a sentence or a paragraph on each line",
        )
    return kept


def _words(line: str, language: str, cutting: Cutting) -> list[str]:
    return [word for token in cutting(tokens(line, language)) for word in token.words]


def frequent(sentences: Iterable[Sequence[str]], minimum: int) -> Iterator[str]:
    """The words that occur at least `minimum` times, in any case, as often as they occur."""
    counts = Counter(form for sentence in sentences for form in sentence)
    lower: Counter[str] = Counter()
    for form, count in counts.items():
        lower[form.lower()] += count
    return Counter({form: count for form, count in counts.items() if lower[form.lower()] >= minimum}).elements()


def pretrain(
    model: Model[Network],
    sentences: Sequence[list[str]],
    settings: PretrainingSettings,
    *,
    seed: int,
    half: bool,
    folder: Path,
) -> None:
    """Have the network of a parser guess the hidden words of sentences; a checkpoint in `folder` is taken up."""
    run = _PretrainingRun(model, sentences, settings, seed=seed, half=half, checkpoint=folder / CHECKPOINT)
    words = sum(map(len, sentences))
    log.info(
        "%d sentences and lines (%d words) of raw text; %d words known", len(sentences), words, len(model.words.forms)
    )
    if run.resume():
        log.info("going on after pass %d of %d over raw text", run.done, settings.passes)
    while run.done < settings.passes:
        loss, right = run.pass_over()
        log.info("raw text, pass %d of %d: loss %.3f, %.1f %% guessed right", run.done, settings.passes, loss, right)
        run.save()


class _PretrainingRun(ResumableTraining):
    """The network, the layer that guesses, and the optimiser, from pass to pass."""

    def __init__(
        self,
        model: Model[Network],
        sentences: Sequence[list[str]],
        settings: PretrainingSettings,
        *,
        seed: int,
        half: bool,
        checkpoint: Path,
    ) -> None:
        self._model, self._sentences, self._settings = model, sentences, settings
        self._seed, self._half = seed, half
        known = Counter(word.lower() for sentence in sentences for word in sentence)
        self._numbers = {word: number for number, (word, _) in enumerate(known.most_common(settings.guessed))}
        torch.manual_seed(seed)
        self._guess = nn.Linear(2 * model.network.sizes.hidden, len(self._numbers)).to(model.network.device)
        network = model.network
        learnt = (network.form, network.shape, network.affix, network.ngram, network.style, network.layers, self._guess)
        weights = [parameter for part in learnt for parameter in part.parameters()]
        modules, digest = {"network": network, "guess": self._guess}, hashlib.sha256()
        for sentence in sentences:
            digest.update(repr(sentence).encode())
        recipe = {
            "settings": asdict(settings),
            "sizes": network.sizes.settings(),
            "words": len(model.words.forms),
            "seed": seed,
            "half": half,
            "sentences": digest.hexdigest(),
        }
        adam = {"lr": settings.rate, "betas": (0.9, 0.95), "weight_decay": 1e-5}
        super().__init__(checkpoint, recipe, modules, weights, device=network.device, clip=1.0, **adam)
        self._steps = sum(len(self._batches(number)) for number in range(settings.passes))

    def _batches(self, number: int) -> list[list[int]]:
        draw = random.Random(f"{self._seed} raw text {number}")
        return data.batches([*map(len, self._sentences)], self._settings.batch_words, draw)

    def pass_over(self) -> tuple[float, float]:
        """One pass; the mean loss of a batch, and the percentage of the words asked for that are guessed."""
        torch.manual_seed(self._seed * 1_000_003 + self.done)
        batches = self._batches(self.done)
        self._model.network.train()
        total, right, asked = 0.0, 0, 0
        for batch in progress(batches, what=f"raw text, pass {self.done + 1}", total=len(batches)):
            loss, hits, of = self._update([self._sentences[k] for k in batch])
            total, right, asked = total + loss, right + hits, asked + of
        self.done += 1
        return total / len(batches), 100 * right / max(1, asked)

    def _update(self, batch: Sequence[list[str]]) -> tuple[float, int, int]:
        """One step; its loss, and how many words are guessed right of how many."""
        device = self._model.network.device
        # As the first treebank: in its style the parser will annotate.
        inputs = Inputs.of(self._model.words.batch(batch), [0] * len(batch), device)
        targets = self._targets(batch).to(device)
        hidden = (torch.rand(targets.shape, device=device) < self._settings.hidden) & (targets != data.IGNORED)
        asked = hidden & (targets != NO_WORD)
        if not asked.any():
            return 0.0, 0, 0
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=self._half):
            _, states = self._model.network.states(inputs, dropout=self._settings.dropout, hidden=hidden)
            scores = self._guess(states[asked])
        wanted = targets[asked]
        loss = cross_entropy(scores.float(), wanted)
        self.learn(loss, self._settings.rate * self._schedule())
        return loss.item(), int((scores.argmax(dim=-1) == wanted).sum()), len(wanted)

    def _targets(self, batch: Sequence[list[str]]) -> Tensor:
        """(B, L) the number of each word; NO_WORD for one that is not guessed, IGNORED in padding."""
        rows = [torch.tensor([self._numbers.get(word.lower(), NO_WORD) for word in sentence]) for sentence in batch]
        return pad_sequence(rows, batch_first=True, padding_value=data.IGNORED)

    def _schedule(self) -> float:
        warm_up = min(self._settings.warm_up, self._steps // 10 + 1)
        return min(1.0, (self.step + 1) / warm_up) * (1 - 0.95 * self.step / self._steps)

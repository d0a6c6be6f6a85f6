"""Does a parser that first learns to guess hidden words of raw text parse better? A trial with few sentences.

    python benchmarks/raw_text.py --data DATA -o raw
    python benchmarks/pretraining.py --data DATA --raw raw/raw.en -o FOLDER [--minutes 0]

Trains an English parser on the first 4,000 sentences of EWT and scores it on EWT dev, twice if called twice: with
`--minutes 0` from nothing, and else after so many minutes of CPU time in which the network, but for what is above its
LSTMs, learns to guess words that are hidden from it (Devlin et al., "BERT", NAACL 2019, section 3.1), in OPUS Books,
Multi30k, the raw text and the sentences of EWT and GUM. FOLDER holds the checkpoint of the parser's training.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from extractors.core import files
from extractors.core.logs import log, to_terminal
from extractors.parsers._biaffine.model import Model
from extractors.parsers._biaffine.network import Inputs, Network, Sizes, _shared_dropout, _turned
from extractors.parsers._biaffine.words import Words
from extractors.training.parser import data
from extractors.training.parser.recipe import Part
from extractors.training.parser.training import Material, Settings, train

TOKEN = re.compile(r"\w+(?=n't\b)|n't\b|'(?:s|re|ve|ll|d|m)\b|\w+|[^\w\s]")
HIDDEN = 0.2
GUESSED = 8000
"""Words among which a hidden one is guessed, the most frequent."""
RATE = 2e-3
DROPOUT = 0.1
PRETRAINED = ("form", "shape", "affix", "ngram", "style", "layers")


def raw_sentences(folder: Path, raw: Path) -> list[list[str]]:
    """Sentences of raw text and of the treebanks, as words."""
    lines = files.read_lines(folder / "books/books.en.gz") + files.read_lines(folder / "multi30k/train.en.gz")
    lines += files.read_lines(raw)
    random.Random(1).shuffle(lines)
    sentences = [TOKEN.findall(line) for line in dict.fromkeys(lines)]
    for name in ("en_ewt-train", "en_gum-train"):
        sentences += [sentence.forms for sentence in Part.of(str(folder / f"ud/{name}.conllu.gz")).read()]
    return [sentence for sentence in sentences if 4 <= len(sentence) <= 60]


def states_of(network: Network, inputs: Inputs, hidden: Tensor) -> Tensor:
    """(B, L, 2 hidden) the last layer's states where the vectors of hidden words are 0."""
    vectors = network._vectors(inputs)[inputs.words].masked_fill(hidden[..., None], 0.0)
    style = network.style(inputs.style).unsqueeze(1).expand(-1, vectors.shape[1], -1)
    states = torch.cat([_shared_dropout(vectors, DROPOUT), style], dim=-1)
    turned = _turned(inputs.lengths, vectors.shape[1])
    for layer in network.layers:
        states = _shared_dropout(layer(states, turned), DROPOUT)
    return states


def pretrain(model: Model, sentences: Sequence[list[str]], minutes: float) -> None:
    """Have the network guess hidden words for so many minutes of CPU time."""
    network, known = model.network, Counter(word.lower() for sentence in sentences for word in sentence)
    numbers = {word: number for number, (word, _) in enumerate(known.most_common(GUESSED))}
    guess = torch.nn.Linear(2 * network.sizes.hidden, len(numbers))
    learnt = [p for name, p in network.named_parameters() if name.split(".")[0] in PRETRAINED]
    learnt += list(guess.parameters())
    optimiser = torch.optim.AdamW(learnt, lr=RATE, betas=(0.9, 0.95), weight_decay=1e-5)
    draw, started, step, words = random.Random(2), time.process_time(), 0, 0
    lengths = list(map(len, sentences))
    network.train()
    while True:
        for batch in data.batches(lengths, 1500, draw):
            done = (time.process_time() - started) / (60 * minutes)
            if done >= 1:
                log.info("guessed words of %d, and some of them again", words)
                return
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1.0, (step + 1) / 200) * (1 - 0.95 * done)
            chosen = [sentences[k] for k in batch]
            inputs = Inputs.of(model.words.batch(chosen), [0] * len(chosen), torch.device("cpu"))
            inside = torch.arange(max(map(len, chosen)))[None] < inputs.lengths[:, None]
            hidden = (torch.rand(inside.shape) < HIDDEN) & inside
            targets = torch.full(inside.shape, -100)
            for row, sentence in enumerate(chosen):
                targets[row, : len(sentence)] = torch.tensor([numbers.get(word.lower(), -100) for word in sentence])
            asked = hidden & (targets != -100)
            loss = cross_entropy(guess(states_of(network, inputs, hidden)[asked]), targets[asked])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(learnt, 1.0)
            optimiser.step()
            step, words = step + 1, words + sum(map(len, chosen))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--raw", type=Path, required=True, help="raw.en of raw_text.py")
    arguments.add_argument("--minutes", type=float, default=20, help="of guessing (default: %(default)s)")
    arguments.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    given = arguments.parse_args()
    to_terminal()
    part = Part.of(f"{given.data / 'ud/en_ewt-train.conllu.gz'}[:4000]")
    material, development = part.read(), Part.of(str(given.data / "ud/en_ewt-dev.conllu.gz")).read()
    sizes, start = Sizes(), None
    if given.minutes:
        sentences = raw_sentences(given.data, given.raw)
        forms = [form for sentence in [*sentences, *(s.forms for s in material)] for form in sentence]
        words = Words.of(forms, minimum=3, affix_rows=20_000, ngram_rows=20_000)
        torch.manual_seed(1)
        start = Model.new(sizes, words, data.labels(material, minimum=2), language="en", styles=[part.name])
        pretrain(start, sentences, given.minutes)
    given.output.mkdir(parents=True)
    train(
        [Material(part.name, material)],
        development,
        language="en",
        settings=Settings(epochs=8, batch_words=350, half=False, seed=1),
        sizes=sizes,
        folder=given.output,
        device=torch.device("cpu"),
        start=start,
    )


if __name__ == "__main__":
    main()

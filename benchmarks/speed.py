"""How fast we read, align and score, beside the libraries that do the same, with the results compared.

    python benchmarks/speed.py conllu                               # the package conllu, a loop that only cuts lines
    python benchmarks/speed.py align [--limit 500]                  # simalign's own loop
    python benchmarks/speed.py ribes                                # NLTK's
    python benchmarks/speed.py sets                                 # a call of sacreBLEU for each sample of a set

All run in this process on one core, by turns over parts of the same text (UD English EWT train, WMT21, newstest2013),
so that whatever else the machine does slows both. Loading models is not timed. Status 1 if results differ.

`ribes`: both get words in lower case, ours as text that it still splits at white space.
`sets`: random sets, scored as a run does it (1,000 bootstrap samples, 100 controls, all systems of a language pair,
with the statistics of segments, intervals and p-values); sacreBLEU scores some of the sets, and its time is
EXTRAPOLATED by the number of segments of all samples.
"""

import argparse
import gzip
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from _common import Timed, arguments_of, by_turns
from threadpoolctl import threadpool_limits

from extractors.core import files

NEWS = {"de": "wmt21/de-en/source.de", "en": "wmt21/en-de/source.en"}


def conllu(given: argparse.Namespace) -> bool:
    """Compare the speed of reading CoNLL-U, and return whether all readers count the same words.

    Ours returns columns and checks that every sentence is a tree; the others return lists and check nothing.
    """
    from extractors.formats import conllu

    def plain_loop(path: Path) -> int:
        sentences: list[list[list[str]]] = [[]]
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if line == "\n":
                    sentences.append([])
                elif line[0] != "#":
                    fields = line.rstrip("\n").split("\t")
                    if fields[0].isdecimal():
                        sentences[-1].append(fields)
        return sum(map(len, sentences))

    def package(path: Path) -> int:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            sentences = list(importlib.import_module("conllu").parse_incr(lines))
        return sum(isinstance(token["id"], int) for sentence in sentences for token in sentence)

    ways = [Timed("ours", lambda path: len(conllu.read(path))), Timed("plain loop", plain_loop)]
    if importlib.util.find_spec("conllu") is None:
        print("the package conllu is not installed, and is left out")
    else:
        ways.append(Timed("conllu", package))
    path = given.data / "ud/en_ewt-train.conllu.gz"
    by_turns(ways, [path] * 3, amount=3 * ways[0].run(path), unit="words")
    return all(way.found == ways[0].found for way in ways)


def align(given: argparse.Namespace) -> bool:
    """Compare the speed of SimAlign on newstest2013, German-English, and print each pair whose links differ."""
    from simalign import SentenceAligner

    from extractors.models.aligners.simalign import SimAlign

    letters = {"inter": "a", "mwmf": "m", "itermax": "i", "fwd": "f", "rev": "r"}
    sides = [files.read_lines(given.data / f"newstest2013/newstest2013.{side}") for side in ("de", "en")]
    pairs = [(de.split(), en.split()) for de, en in zip(*sides, strict=True)][: given.limit]
    ours = SimAlign(
        source_language="de", target_language="en", model=given.model, method=given.method, token_type=given.token_type
    )
    theirs = SentenceAligner(
        model=str(ours._encoder.path or ours._encoder.name),
        layer=ours._encoder.layer,
        matching_methods=letters[given.method],
        token_type=given.token_type,
    )

    def their_loop(some: Sequence[Any]) -> list[Any]:
        return [theirs.get_word_aligns(*map(list, pair))[given.method] for pair in some]

    ways = [Timed("ours", lambda some: list(ours.align(some))), Timed("simalign", their_loop)]
    for way in ways:
        way.run(pairs[:20])
    ours.asked_again = 0
    by_turns(ways, [pairs[n : n + 1000] for n in range(0, len(pairs), 1000)], amount=len(pairs), unit="pairs")
    links, expected = ([of for part in way.found for of in part] for way in ways)
    different = [k for k, (a, b) in enumerate(zip(links, expected, strict=True)) if a != b]
    print(
        f"  identical: {len(pairs) - len(different)} of {len(pairs)} pairs; near ties asked again: {ours.asked_again}"
    )
    for k in different:
        print(f"  pair {k}: only ours {set(links[k]) - {*expected[k]}}, only simalign {set(expected[k]) - {*links[k]}}")
    return not different


def outputs(given: argparse.Namespace) -> tuple[list[list[str]], list[list[str]]]:
    """Read the outputs of the first systems of a language pair of WMT21, and the references."""
    folder = given.data / "wmt21" / given.pair
    systems = sorted((folder / "systems").iterdir())[: given.systems]
    paths = systems, sorted(folder.glob("reference.*"))
    return tuple([files.read_lines(path)[: given.limit] for path in of] for of in paths)


def ribes(given: argparse.Namespace) -> bool:
    """Compare the speed of RIBES on whole outputs, and return whether the scores agree."""
    from nltk.translate.ribes_score import corpus_ribes

    from extractors.scoring.metrics._sacrebleu import word_splitter
    from extractors.scoring.metrics.ribes import Ribes

    split, _ = word_splitter("13a", lowercase=True)
    systems, references = ([split(text) for text in of] for of in outputs(given))
    joined = [[" ".join(words) for words in text] for text in references]
    metric, by_segment = Ribes(tokenize="none", lowercase=False), list(zip(*references, strict=True))

    def ours(output: Sequence[Sequence[str]]) -> float:
        return float(metric.score(metric.statistics([" ".join(words) for words in output], joined).sum(axis=0)))

    ways = [Timed("ours", ours), Timed("NLTK", lambda output: corpus_ribes(by_segment, output))]
    by_turns(ways, systems, amount=sum(map(len, systems)), unit="segments")
    # A few segments differ where NLTK aligns a word otherwise than the paper.
    difference = np.abs(np.subtract(*(way.found for way in ways))).max()
    print(f"  largest difference of a system: {difference:.1e}")
    return bool(difference < 1e-3)


def sets(given: argparse.Namespace) -> bool:
    """Compare the speed of scoring sets of 5 to 60 % of the segments at nested distances."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    from extractors.extract.control import draw_controls
    from extractors.extract.control_settings import ControlSettings
    from extractors.formats.sets import Range
    from extractors.scoring.control_pool import ControlPool
    from extractors.scoring.sampled_sets import SampledSet
    from extractors.scoring.scorer import SetScorer, score_set
    from extractors.scoring.segment_statistics import statistics
    from extractors.scoring.set_scores import score_rows
    from extractors.scoring.statistics.statistics_settings import StatisticsSettings

    systems, references = outputs(given)
    controls, settings = ControlSettings(samples=100, tolerance=1), StatisticsSettings(resamples=1000)
    source = files.read_lines(given.data / NEWS[given.pair[:2]])[: given.limit]
    lengths = {"length": np.array([len(line.split()) for line in source], dtype=np.float64)}
    draw, distances = np.random.default_rng(21), range(4)

    def sampled() -> Iterator[SampledSet]:
        for number, share in enumerate(np.linspace(0.05, 0.6, 5)):
            order = draw.permutation(len(source)).astype(np.int32)
            for distance in distances:
                ids = np.sort(order[: max(10, int(len(source) * share * 0.8**distance))])
                name, r = f"p{number}", Range("minimum", distance, None)
                samples = draw_controls(controls, name, r, ids, lengths)
                yield SampledSet(name, r, ids, lambda samples=samples: [samples])

    chosen, pool, equal = list(sampled()), ControlPool(lengths, controls), True
    for metric, theirs in (("bleu", BLEU), ("chrf", CHRF)):

        def ours(chosen: Sequence[SampledSet], metric: str = metric) -> list[Any]:
            of_systems = [
                statistics(system=str(n), metric=metric, options={}, hypotheses=output, references=references)
                for n, output in enumerate(systems)
            ]
            scorer, found = SetScorer.of(of_systems, {}), []
            for one in chosen:
                scored = score_set(scorer, one, settings, pool)
                score_rows(scorer, one, scored, settings)
                found.append(scored[0].of_set.value)
            return found

        sacre = theirs()
        # So that the text is in sacreBLEU's cache of tokenised lines.
        sacre.corpus_score(systems[0], references)

        def their_calls(chosen: Sequence[SampledSet], sacre: Any = sacre) -> list[float]:
            texts = ([[text[i] for i in one.ids] for text in (systems[0], *references)] for one in chosen)
            return [sacre.corpus_score(output, list(of_references)).score for output, *of_references in texts]

        whole, some = Timed("ours", ours), Timed("sacreBLEU", their_calls)
        whole(chosen)
        some(chosen)
        samples = (1 + controls.samples + settings.resamples) * len(systems)
        worst = max(abs(a[0] - b) for a, b in zip(whole.found[0], some.found[0], strict=True))
        whole_theirs = samples * some.wall
        print(
            f"  {metric}: {samples * len(chosen):,} samples: ours {whole.wall:.1f} s, sacreBLEU {whole_theirs:,.0f} s"
        )
        print(
            f"  EXTRAPOLATED from {len(chosen)}; ratio {whole_theirs / whole.wall:,.0f}; difference {worst:.0e} at most"
        )
        equal &= worst < 1e-9
    return equal


def main() -> int:
    arguments = arguments_of(__doc__, data="ud/, newstest2013/ and wmt21/")
    arguments.add_argument("--limit", type=int, help="only the first so many segments")
    steps = arguments.add_subparsers(required=True)
    for run in (conllu, align, ribes, sets):
        step = steps.add_parser(run.__name__, description=run.__doc__)
        step.set_defaults(run=run)
        if run is align:
            step.add_argument("--method", choices=("inter", "itermax", "mwmf", "fwd", "rev"), default="inter")
            step.add_argument("--token-type", choices=("bpe", "word"), default="bpe")
            step.add_argument("--model", help="as the option `model` of simalign; default the shipped encoder")
        if run in (ribes, sets):
            step.add_argument("--pair", choices=("en-de", "de-en"), default="en-de")
            step.add_argument("--systems", type=int, default=20 if run is sets else 1)
    given = arguments.parse_args()
    torch.set_num_threads(1)
    with threadpool_limits(1):
        return 0 if given.run(given) else 1


if __name__ == "__main__":
    sys.exit(main())

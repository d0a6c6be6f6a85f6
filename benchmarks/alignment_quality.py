"""Links beside gold ones of five language pairs: published outputs, our aligners, and confidences.

    python benchmarks/alignment_quality.py [--data ../shared/data] [--train FOLDER]

Three tables, all by `challenge-sets lab align-quality`'s functions (challenge_sets_lab.alignment_quality):

1. awesome-align's published outputs, whose error rates are published too: en-fr and ro-en.
2. Our aligners on en-fr, ro-en, en-nl and en-it: the shipped German-English encoder, which knows one or none of the
   two languages; eflomal from the gold's own sentences, and with the bitext that
   ../shared/data has for the pair (PUD treebanks: 1,000 sentences of en-fr and en-it; of the others, no more than
   the dev parts of XL-WA); with --train, an encoder that train-aligner makes of the same en-fr sentences, in FOLDER
   (kept between runs). eflomal takes no seed; of three runs, the links that most have are taken.
3. How often links of a confidence are right: simalign on the 45 German-English pairs, eflomal on all gold. And whether
   the highest or the mean similarity of a link's subwords tells right from wrong links better; and what a minimum
   confidence of links does to reordering.
"""

import gzip
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from _common import arguments_of, markdown_table
from scipy.stats import mannwhitneyu
from threadpoolctl import threadpool_limits

from challenge_sets_lab.alignment_quality import (
    gold_links,
    gold_texts,
    link_measure,
    link_page,
    reordering_quality,
)
from challenge_sets_lab.alignment_quality.gold_links import GoldLinks
from challenge_sets_lab.tables.alignment_quality import SCORES
from challenge_sets_lab.training.aligner import aligner_recipe
from challenge_sets_lab.training.aligner.eflomal_links import linked_in_most
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from extractors.formats import conllu
from extractors.models.aligners import Pair, create_aligner
from extractors.models.aligners.simalign import SimAlign

RUNS = 3
MINIMA = (0, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
PAPERS = 5
"""The paper's distance of reordering."""
TRAINING = AlignerTraining(vocabulary=4000, epochs_static=30, epochs=2, warm_up=20)
"""More passes than the defaults, which are for a hundred times as many pairs; some minutes on one core."""
PUBLISHED = {
    "en-fr": "fast_align 10.5, eflomal 8.2, Mgiza 5.9, mBERT (softmax) 5.6, awesome-align 4.1",
    "ro-en": "fast_align 32.1, eflomal 25.1, Mgiza 26.4, mBERT (softmax) 27.9, awesome-align 22.6 (20.7)",
    "en-nl": "no AER",
    "en-it": "no AER",
}
"""AER in percent, of aligners that learnt from much larger bitexts: from awesome-align's README."""
OUTPUTS = {"en-fr": 4.1, "ro-en": 20.7}
"""AER in percent of the published outputs."""
HEADING = ("pair", "links", "learnt from", "found", "P [95 %]", "R [95 %]", "F1 [95 %]", "AER [95 %]", "others' AER")


@dataclass(frozen=True)
class Task:
    """Gold of a pair of languages, and what else there is to learn from."""

    pair: str
    gold: GoldLinks
    own: Sequence[Pair]
    """More sentences of the gold's own kind."""
    bitext: Sequence[Pair]
    bitext_name: str

    @property
    def languages(self) -> dict[str, str]:
        source, target = self.pair.split("-")
        return {"source_language": source, "target_language": target}


def pud(data: Path, target: str) -> list[Pair]:
    """Read the PUD sentences in English and another language as surface tokens; empty if a file is missing."""
    paths = [data / "ud" / "en_pud.conllu.gz", data / "ud-multilingual" / f"{target}_pud-test.conllu.gz"]
    if not all(path.is_file() for path in paths):
        return []
    english, other = (dict(_sentences(path)) for path in paths)
    return [(forms, other[key]) for key, forms in english.items() if key in other]


def _sentences(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the id and the surface tokens of each sentence of a treebank."""
    treebank = conllu.read(path)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        ids = [line.partition("=")[2].strip() for line in lines if line.startswith("# sent_id")]
    for number, name in enumerate(ids):
        yield name, treebank.surface[number]


def tasks(data: Path) -> list[Task]:
    """Read the gold links of the four language pairs."""
    folder = data / "alignment-gold"
    found = []
    for pair in OUTPUTS:
        name = pair.replace("-", "")
        tokens = gold_texts.read_pairs(folder / "awesome-align" / f"{name}.src-tgt")
        links = gold_links.read(folder / "awesome-align" / f"{name}.gold", tokens=tokens)
        bitext = pud(data, "fr") if pair == "en-fr" else []
        found.append(Task(pair, links, [], bitext, "PUD" if bitext else "no bitext here"))
    for target in ("nl", "it"):
        test, dev = (gold_links.read(folder / "xl-wa" / f"en-{target}.{part}.tsv") for part in ("test", "dev"))
        bitext = pud(data, "it") if target == "it" else []
        found.append(Task(f"en-{target}", test, dev.tokens, bitext, "PUD" if bitext else "no bitext here"))
    return found


def row(pair: str, links: str, learnt: str, linked: link_measure.Linked, of: GoldLinks, others: str) -> list[str]:
    """Measure links against gold, and return the cells of a table row."""
    first = link_measure.measure(linked, of, name=links).to_pylist()[0]
    return [pair, links, learnt, first["found"], *(link_page.cell(first, name) for name in SCORES), others]


def published(data: Path, given: Sequence[Task]) -> str:
    """Tabulate the scores of the published outputs."""
    rows = []
    for task in given:
        if task.pair in OUTPUTS:
            path = data / "alignment-gold" / "awesome-align" / f"{task.pair.replace('-', '')}.awesome-align.out"
            linked, _ = link_measure.read_links(path, task.gold)
            rows.append(
                row(task.pair, path.name, "published", linked, task.gold, f"the same links: {OUTPUTS[task.pair]}")
            )
    return markdown_table(HEADING, rows)


def by_eflomal(task: Task) -> tuple[list[list[str]], link_measure.Linked]:
    """Align with eflomal, and return its table rows and the links learnt from all available text."""
    rows: list[list[str]] = []
    own = f"{len(task.gold.pairs) + len(task.own)} sentences of the gold's kind"
    amounts = [(own if task.bitext else f"{own}; {task.bitext_name}", [*task.own])]
    if task.bitext:
        amounts.append((f"{own}, {len(task.bitext)} of {task.bitext_name}", [*task.own, *task.bitext]))
    linked: link_measure.Linked = []
    for learnt, more in amounts:
        linked = linked_in_most([*task.gold.tokens, *more], runs=RUNS)[: len(task.gold.pairs)]
        rows.append(row(task.pair, f"eflomal, {RUNS} runs", learnt, linked, task.gold, PUBLISHED[task.pair]))
        print(rows[-1], flush=True)
    return rows, linked


def by_shipped(task: Task) -> list[str]:
    """Return the table row of the shipped German-English encoder, which was trained on at most one of the languages."""
    aligner = create_aligner("simalign", **task.languages, model="aligner-de-en", options={})
    found = list(aligner.align_with_confidence(task.gold.tokens))
    return row(task.pair, "simalign, aligner-de-en", "German-English", found, task.gold, PUBLISHED[task.pair])


def by_encoder(task: Task, folder: Path) -> list[list[str]]:
    """Train an encoder on the sentences of a task without their links, and return its table rows."""
    train(task, folder)
    rows = []
    for method in ("inter", "itermax"):
        options = {"layer": TRAINING.layers, "method": method}
        aligner = create_aligner("simalign", **task.languages, model=str(folder), options=options)
        found = list(aligner.align_with_confidence(task.gold.tokens))
        learnt = f"the same {len(task.gold.pairs) + len(task.own) + len(task.bitext)}"
        rows.append(row(task.pair, f"train-aligner, {method}", learnt, found, task.gold, PUBLISHED[task.pair]))
    return rows


def train(task: Task, folder: Path) -> None:
    """Train an encoder on the sentences of a task without their links, unless the folder exists."""
    if not folder.exists():
        pairs = [(" ".join(a), " ".join(b)) for a, b in [*task.gold.tokens, *task.own, *task.bitext]]
        aligner_recipe.train(pairs, folder, settings=TRAINING, device=torch.device("cpu"), gold=None, **task.languages)


class MeanSimAlign(SimAlign):
    """SimAlign whose confidence is the mean similarity of the linked subwords of two words."""

    @staticmethod
    def _link_confidence(similarities: Sequence[float]) -> float:
        return statistics.fmean(similarities)


def area(linked: link_measure.Linked, of: GoldLinks) -> float:
    """Return the probability in percent that a right link has a higher confidence than a wrong one; ties count half."""
    links = link_measure.judged(linked, of.pairs)
    assert links is not None
    right, wrong = links.confidence[links.possible], links.confidence[~links.possible]
    return 100 * float(mannwhitneyu(right, wrong).statistic) / (len(right) * len(wrong))


def by_confidence(name: str, linked: link_measure.Linked, of: GoldLinks) -> str:
    """Tabulate how often links are right, by tenth of their confidence."""
    rows = link_measure.measure(linked, of, name=name).to_pylist()
    tenths = [row for row in rows if row["measured"] == "tenth"]
    onwards = {row["at_least"]: row for row in rows if row["measured"] == "minimum"}
    return f"**{name}**, {area(linked, of):.1f} % of right links above a wrong one:\n\n" + link_page.confidence_table(
        tenths, onwards
    )


def by_minimum(name: str, linked: link_measure.Linked, of: GoldLinks) -> str:
    """Tabulate how well reordering by PAPERS or more is found if links need a minimum confidence."""
    sure = [sorted(pair.sure) for pair in of.pairs]
    wanted = reordering_quality.distances("shift", of.tokens, sure)
    rows = []
    for minimum in MINIMA:
        kept = [[link for link, c in zip(*pair, strict=True) if c is not None and c >= minimum] for pair in linked]
        sums = reordering_quality.counts(wanted, reordering_quality.distances("shift", of.tokens, kept), PAPERS).sum(
            axis=0
        )
        if rows and rows[-1][1] == sum(map(len, kept)):
            continue  # the same links
        shares = [link_page.percent(float(share(sums))) for share in reordering_quality.SCORES.values()]
        rows.append([f"{minimum:g}", sum(map(len, kept)), sums[1], sums[2], *shares])
    heading = ("minimum", "links", f"pairs at {PAPERS} or more by gold", "found", "P", "R", "F1")
    return f"Reordering from the links of {name}, by their minimum confidence:\n\n{markdown_table(heading, rows)}"


def german(data: Path) -> list[str]:
    """Render the tables about confidences of simalign on the German-English pairs."""
    of = gold_links.read(data / "alignment" / "gold.json", languages=("de", "en"))
    languages = {"source_language": "de", "target_language": "en"}
    blocks = []
    for method in ("inter", "itermax"):
        highest, mean = (
            list(kind(**languages, method=method).align_with_confidence(of.tokens)) for kind in (SimAlign, MeanSimAlign)
        )
        blocks.append(by_confidence(f"simalign, {method}, de-en, highest similarity of subwords", highest, of))
        blocks.append(f"The mean in its place: {area(mean, of):.1f} % of right links above a wrong one.")
        if method == "inter":
            blocks.append(by_minimum("simalign, inter, de-en", highest, of))
    return blocks


def main() -> None:
    parser = arguments_of(__doc__, data="alignment/, alignment-gold/, ud/ and ud-multilingual/")
    parser.add_argument("--train", type=Path, metavar="FOLDER", help="also an encoder for en-fr, trained there")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with threadpool_limits(1):
        given = tasks(arguments.data)
        first = ["### Published outputs", published(arguments.data, given), "### Our aligners"]
        print(first[1], flush=True)
        rows: list[list[str]] = []
        last = ["### Right links by confidence", *german(arguments.data)]
        for task in given:
            of_task, linked = by_eflomal(task)
            rows += [by_shipped(task), *of_task]
            name = f"eflomal, {task.pair}, {RUNS} runs"
            last += [by_confidence(name, linked, task.gold), by_minimum(name, linked, task.gold)]
            print("\n\n".join(["", *first, markdown_table(HEADING, rows), *last]), flush=True)
        if arguments.train:
            # Last, as it takes longest.
            print(f"\n{markdown_table(HEADING, by_encoder(given[0], arguments.train))}")


if __name__ == "__main__":
    main()

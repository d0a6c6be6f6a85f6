"""Paragraphs made of lines that belong together, cut again: how many line ends are found, and are they right?

    python benchmarks/sentence_units.py --data DIR [--pairs de-en en-de] [--paragraphs 150] [--systems 4] [--show 10]

DIR has wmt21/PAIR/{source,reference.*}.*, wmt21/PAIR/systems/ and documents/wmt21-boundaries/PAIR.docs. Lines of one
document are joined to paragraphs of 2 to 8. A cut at a line end is right if the translation is cut at the same line
end; one inside a line is wrong if the translation's is in another line or at a line's end. A place is the number of
letters and digits before it: a quotation mark on the other side of a cut, where the parser put it, is no error.

The table has, for each text: line ends; those that the source's parse has; those that the text can be cut at, and wrong
ones among its cuts, at several probabilities; and the seconds of each step for the whole.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from _common import arguments_of

from extractors.core.arrays import Float64
from extractors.extract.parse import parse_text
from extractors.extract.units.sentence_cutting import SURE, sentence_starts
from extractors.extract.units.sentence_matching import count_links, end_probabilities
from extractors.models.aligners import create_aligner
from extractors.models.parsers import DEFAULT_PARSER, create_parser
from extractors.models.tokenizers import Token, tokens

PROBABILITIES = (0.5, 0.8, SURE, 0.95, 0.99)
LINES = range(2, 9)
SEED = 1


@dataclass(frozen=True)
class Cut:
    """A source sentence's end inside a paragraph, and the best place in the translation."""

    probability: float
    right: bool
    line_end: bool
    shown: str


def main() -> None:
    parser = arguments_of(__doc__, data="folder of the data")
    parser.add_argument("--pairs", nargs="+", default=["de-en", "en-de"])
    parser.add_argument("--paragraphs", type=int, default=150, help="how many to measure")
    parser.add_argument("--systems", type=int, default=4, help="how many outputs, spread over the folder")
    parser.add_argument("--show", type=int, default=0, help="print this many wrong cuts of each text")
    options = parser.parse_args()
    for pair in options.pairs:
        measure(pair, options)


def measure(pair: str, options: argparse.Namespace) -> None:
    """Print the table of a language pair."""
    source_language, target_language = pair.split("-")
    folder = options.data / "wmt21" / pair
    source = lines(folder / f"source.{source_language}")
    documents = lines(options.data / "documents/wmt21-boundaries" / f"{pair}.docs")
    paragraphs = joined(documents, random.Random(SEED))[: options.paragraphs]
    systems = sorted((folder / "systems").iterdir())
    texts = {p.name.split(".")[1]: lines(p) for p in sorted(folder.glob("reference.*"))}
    texts |= {p.stem: lines(p) for p in systems[:: max(1, len(systems) // options.systems)][: options.systems]}

    start = time.perf_counter()
    whole = [" ".join(source[i] for i in paragraph) for paragraph in paragraphs]
    parser = create_parser(DEFAULT_PARSER, language=source_language, model=None, options={})
    treebank = parse_text(parser, whole)
    starts: dict[int, list[int]] = {}
    first = treebank.token[treebank.sentence_start[:-1]].tolist()
    for segment, token in zip(treebank.segment.tolist(), first, strict=True):
        starts.setdefault(segment, []).append(token)
    parsed = time.perf_counter() - start
    aligner = create_aligner(
        "simalign", source_language=source_language, target_language=target_language, model=None, options={}
    )
    words = sum(len(treebank.surface[k]) for k in range(len(whole)))
    print(f"\n{pair}: {len(paragraphs)} paragraphs of {LINES.start} to {LINES.stop - 1} lines, {words} words")
    header = " ".join(f"p>={p:<4g} found wrong" for p in PROBABILITIES)
    print(f"{'text':22} {'ends':>5} {'parse':>6} {header}")
    aligned = matched = 0.0
    for name, text in texts.items():
        start = time.perf_counter()
        target = [tokens(" ".join(text[i] for i in paragraph), target_language) for paragraph in paragraphs]
        pairs = [(treebank.surface[k], [t.form for t in target[k]]) for k in range(len(whole))]
        links = list(aligner.align(pairs))
        aligned += time.perf_counter() - start
        ratio = sum(map(len, text)) / sum(map(len, source))
        cuts: list[Cut] = []
        ends = in_parse = 0
        for k, paragraph in enumerate(paragraphs):
            source_ends, target_ends = line_ends(source, paragraph), line_ends(text, paragraph)
            places = places_of(treebank.surface[k]), places_of([t.form for t in target[k]])
            ends += len(source_ends)
            in_parse += len({places[0][i] for i in starts[k]} & set(source_ends))
            start = time.perf_counter()
            pieces = sentence_starts(target[k])
            counts = count_links(links[k], starts[k], pieces)
            lengths = characters(tokens(whole[k], source_language), starts[k]), characters(target[k], pieces)
            probable = end_probabilities(*lengths, counts, ratio)
            matched += time.perf_counter() - start
            cuts += judged(probable, starts[k], pieces, (source_ends, target_ends), places, pairs[k])
        row = " ".join(columns(cuts, ends, probability) for probability in PROBABILITIES)
        print(f"{name[:22]:22} {ends:5d} {in_parse / ends:6.3f} {row}")
        for cut in [c for c in cuts if not c.right and c.probability >= SURE][: options.show]:
            print(f"    {cut.probability:.3f} {cut.shown}")
    print(f"seconds: parse {parsed:.1f}, align {aligned:.1f}, match {matched:.1f}")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def joined(documents: Sequence[str], rng: random.Random) -> list[range]:
    """Join consecutive lines of a document at random into paragraphs of two lines or more."""
    found, start = [], 0
    while start < len(documents):
        end, wanted = start, rng.choice(LINES)
        while end < len(documents) and documents[end] == documents[start] and end - start < wanted:
            end += 1
        found.append(range(start, end))
        start = end
    return [paragraph for paragraph in found if len(paragraph) > 1]


def line_ends(texts: Sequence[str], paragraph: range) -> list[int]:
    """Return the places of the ends of lines inside a paragraph, as counts of letters and digits."""
    return np.cumsum([visible(texts[i]) for i in paragraph])[:-1].tolist()


def visible(text: str) -> int:
    """Count the letters and digits of a text."""
    return sum(map(str.isalnum, text))


def places_of(forms: Sequence[str]) -> list[int]:
    """Return the place of the start of each token, as a count of letters and digits."""
    return np.cumsum([0, *map(visible, forms)])[:-1].tolist()


def characters(of_text: Sequence[Token], starts: Sequence[int]) -> Float64:
    lengths = np.cumsum([0, *(len(token.form) + token.space_after for token in of_text)])
    return np.diff(lengths[[*starts, len(of_text)]])


def judged(
    probable: Float64,
    starts: Sequence[int],
    pieces: Sequence[int],
    ends: tuple[Sequence[int], Sequence[int]],
    places: tuple[Sequence[int], Sequence[int]],
    forms: tuple[Sequence[str], Sequence[str]],
) -> Iterator[Cut]:
    """Yield the cuts of a paragraph, each right or wrong.

    Args:
        ends, places, forms: line ends, the tokens' places, and tokens, of the source and of the translation.
    """
    for i in range(1, len(starts)):
        j = int(probable[i].argmax())
        if not 0 < j < len(pieces):
            continue
        tokens_after = starts[i], pieces[j]
        at, place = (of_side[token] for of_side, token in zip(places, tokens_after, strict=True))
        line, line_of_place = np.searchsorted(ends[0], at, "right"), np.searchsorted(ends[1], place, "right")
        right = line == line_of_place and (at in ends[0]) == (place in ends[1])
        sides = zip(forms, tokens_after, strict=True)
        shown = " <=> ".join(f"{' '.join(f[max(0, a - 6) : a])} || {' '.join(f[a : a + 6])}" for f, a in sides)
        yield Cut(float(probable[i, j]), bool(right), at in ends[0], shown)


def columns(cuts: Sequence[Cut], ends: int, probability: float) -> str:
    """Format the share of line ends that are found, and the share of cuts that are wrong."""
    made = [cut for cut in cuts if cut.probability >= probability]
    found = sum(cut.right and cut.line_end for cut in made) / ends
    wrong = sum(not cut.right for cut in made) / max(len(made), 1)
    return f"       {found:6.3f} {wrong:5.4f}"


if __name__ == "__main__":
    main()

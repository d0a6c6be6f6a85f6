"""Write the text that the shipped models are trained on.

    python benchmarks/training_text.py raw -o FOLDER [--data ../shared/data]
    python benchmarks/training_text.py bitext -o FOLDER [--data ../shared/data]

`raw` writes FOLDER/raw.de and raw.en, for the parsers besides treebanks: newstest2021 (sources and references),
newstest2013, and samples of OPUS Books and of Multi30k, without repetitions and without lines of more than 45 words.
Systems' outputs are left out: a parser should learn from what people write.

`bitext` writes FOLDER/bitext.de and bitext.en, for the aligner: OPUS Books, Multi30k, newstest2013, and the sources of
WMT21 news with each reference and each system's output. Each pair once; none with a sentence of the gold links, so that
these can tell how good the aligner is.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from _common import arguments_of

from challenge_sets_lab.alignment_quality.gold_links import read_gold
from challenge_sets_lab.training.aligner.aligner_recipe import GoldSentences
from extractors.core import files
from extractors.inputs import places

SAMPLES = {"books/books": 8000, "multi30k/train": 2000}
LONGEST = 45
LIMIT = {"de": 16_000, "en": 9_000}
"""English has five times the gold data, so that less raw text of it is wanted."""
PARALLEL = ("books/books.{}.gz", "multi30k/train.{}.gz", "multi30k/val.{}.gz", "newstest2013/newstest2013.{}")


def raw_text(data: Path, language: str) -> list[str]:
    """The lines of a language."""
    lines: list[str] = []
    for path in sorted(data.glob(f"wmt21/*/*.{language}")):
        lines += files.read_lines(path)
    lines += files.read_lines(data / "newstest2013" / f"newstest2013.{language}")
    draw = random.Random(1)
    sampled = {name: files.read_lines(data / f"{name}.{language}.gz") for name in SAMPLES}
    for text in sampled.values():
        draw.shuffle(text)
    for name, text in sampled.items():
        lines += text[: SAMPLES[name]]
    kept = dict.fromkeys(line for line in lines if line.strip() and len(line.split()) <= LONGEST)
    return list(kept)[: LIMIT[language]]


def parallel_files(data: Path) -> Iterator[tuple[Path, Path]]:
    """The (German, English) files."""
    for name in PARALLEL:
        yield data / name.format("de"), data / name.format("en")
    for source, target in (("de", "en"), ("en", "de")):
        folder = data / "wmt21" / f"{source}-{target}"
        outputs = [place.path for place in places.in_folder(folder / "systems").values()]
        for translation in [*sorted(folder.glob(f"reference.*.{target}")), *outputs]:
            original = folder / f"source.{source}"
            yield (original, translation) if source == "de" else (translation, original)


def bitext(data: Path) -> list[tuple[str, str]]:
    """The German-English pairs, each once."""
    gold = GoldSentences(read_gold(data / "alignment" / "gold.json", source_language="de", target_language="en"))
    sides = ((files.read_lines(german), files.read_lines(english)) for german, english in parallel_files(data))
    unique = dict.fromkeys(pair for german, english in sides for pair in zip(german, english, strict=True))
    return [pair for pair in unique if pair[0].strip() and pair[1].strip() and not gold.has(*pair)]


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/, newstest2013/, books/, multi30k/ and alignment/")
    parser.add_argument("kind", choices=("raw", "bitext"))
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args()
    texts = (
        zip(*bitext(given.data), strict=True) if given.kind == "bitext" else (raw_text(given.data, x) for x in LIMIT)
    )
    for language, lines in zip(LIMIT, texts, strict=True):
        with files.write_text(given.output / f"{given.kind}.{language}") as out:
            out.writelines(f"{line}\n" for line in lines)
        print(f"{len(lines):,} lines, {sum(len(line.split()) for line in lines):,} words of {language}")


if __name__ == "__main__":
    main()

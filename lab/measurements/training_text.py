"""Write the text that the shipped aligner of German and English is trained on.

    python -m lab.measurements.training_text -o FOLDER [--data ../shared/data]

It writes FOLDER/bitext.de and bitext.en: OPUS Books, Multi30k, newstest2013, and the sources of WMT21 news with each
reference and each system's output. Each pair once; none with a sentence of the gold links, so that these can tell how
good the aligner is.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks._common import arguments_of
from challenge_sets_lab.alignment_quality.gold_links import read_gold
from challenge_sets_lab.training.aligner.aligner_recipe import GoldSentences
from extractors.core import files
from extractors.inputs import places

PARALLEL = ("books/books.{}.gz", "multi30k/train.{}.gz", "multi30k/val.{}.gz", "newstest2013/newstest2013.{}")


def parallel_files(data: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the pairs of parallel files, the German one first."""
    for name in PARALLEL:
        yield data / name.format("de"), data / name.format("en")
    for source, target in (("de", "en"), ("en", "de")):
        folder = data / "wmt21" / f"{source}-{target}"
        outputs = [place.path for place in places.in_folder(folder / "systems").values()]
        for translation in [*sorted(folder.glob(f"reference.*.{target}")), *outputs]:
            original = folder / f"source.{source}"
            yield (original, translation) if source == "de" else (translation, original)


def bitext(data: Path) -> list[tuple[str, str]]:
    """Return the different German-English pairs, except pairs with a sentence of the gold links."""
    gold = GoldSentences(read_gold(data / "alignment" / "gold.json", source_language="de", target_language="en"))
    sides = ((files.read_lines(german), files.read_lines(english)) for german, english in parallel_files(data))
    unique = dict.fromkeys(pair for german, english in sides for pair in zip(german, english, strict=True))
    return [pair for pair in unique if pair[0].strip() and pair[1].strip() and not gold.has(*pair)]


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/, newstest2013/, books/, multi30k/ and alignment/")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args()
    for language, lines in zip(("de", "en"), zip(*bitext(given.data), strict=True), strict=True):
        with files.write_text(given.output / f"bitext.{language}") as out:
            out.writelines(f"{line}\n" for line in lines)
        print(f"{len(lines):,} lines, {sum(len(line.split()) for line in lines):,} words of {language}")


if __name__ == "__main__":
    main()

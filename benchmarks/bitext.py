"""Write the bitext that the shipped aligner is trained on, as two parallel files.

    python benchmarks/bitext.py --data FOLDER -o BITEXT
    challenge-sets lab train-aligner --source BITEXT/bitext.de --target BITEXT/bitext.en --source-language de \\
        --target-language en --gold FOLDER/alignment/gold.json --half -o aligner-de-en

German-English: OPUS Books, Multi30k, newstest2013, and the sources of WMT21 news with each reference and each
system's output. Each pair once; none with a sentence of the gold links, so that these can tell how good the
aligner is.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from _common import arguments_of

from extractors.core import files
from extractors.core.errors import InputError
from extractors.inputs import places
from extractors.lab.alignment_quality.gold_links import read_gold
from extractors.lab.training.aligner.aligner_recipe import GoldSentences

LANGUAGES = ("de", "en")


def parallel_files(data: Path) -> Iterator[tuple[Path, Path]]:
    """The (German, English) files."""
    for stem in ("books/books.{}.gz", "multi30k/train.{}.gz", "multi30k/val.{}.gz", "newstest2013/newstest2013.{}"):
        german, english = (data / stem.format(language) for language in LANGUAGES)
        yield german, english
    for source, target in (LANGUAGES, LANGUAGES[::-1]):
        folder = data / "wmt21" / f"{source}-{target}"
        references = sorted(folder.glob(f"reference.*.{target}"))
        outputs = [place.path for place in places.in_folder(folder / "systems").values()]
        for translation in [*references, *outputs]:
            original = folder / f"source.{source}"
            yield (original, translation) if source == "de" else (translation, original)


def pairs(data: Path) -> Iterator[tuple[str, str]]:
    """All pairs, in the order of the files."""
    for german, english in parallel_files(data):
        sides = files.read_lines(german), files.read_lines(english)
        if len(sides[0]) != len(sides[1]):
            raise InputError(f"has {len(sides[1])} lines, but {german} has {len(sides[0])}", path=english)
        yield from zip(*sides, strict=True)


def main() -> int:
    parser = arguments_of(__doc__, data="books/, multi30k/, ...")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="for bitext.de, bitext.en")
    arguments = parser.parse_args()

    gold = GoldSentences(
        read_gold(arguments.data / "alignment" / "gold.json", source_language="de", target_language="en")
    )
    everything = list(pairs(arguments.data))
    filled = [pair for pair in everything if pair[0].strip() and pair[1].strip()]
    unique = list(dict.fromkeys(filled))
    kept = [pair for pair in unique if not gold.has(*pair)]
    for language, side in zip(LANGUAGES, zip(*kept, strict=True), strict=True):
        with files.write_text(arguments.output / f"bitext.{language}") as out:
            out.writelines(f"{line}\n" for line in side)
    print(f"{len(everything)} pairs")
    print(f"{len(everything) - len(filled)} with an empty side, left out")
    print(f"{len(filled) - len(unique)} repetitions, left out")
    print(f"{len(unique) - len(kept)} with a sentence of the gold links, left out")
    print(f"{len(kept)} pairs in {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

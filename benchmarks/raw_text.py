"""The raw text that the shipped parsers are trained on besides treebanks: one sentence or so a line.

    python benchmarks/raw_text.py [--data ../shared/data] -o FOLDER

Writes FOLDER/raw.de and FOLDER/raw.en: newstest2021 (sources and references), newstest2013, and samples of OPUS Books
and of Multi30k, without repetitions and without lines of more than 45 words. Systems' outputs are left out: a parser
should learn from what people write.
"""

import random
from pathlib import Path

from _common import arguments_of

from extractors.core import files

SAMPLES = {"books/books": 8000, "multi30k/train": 2000}
LONGEST = 45
LIMIT = {"de": 16_000, "en": 9_000}
"""English has five times the gold data, so that less of this is wanted."""


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


def main() -> None:
    parser = arguments_of(__doc__, data="wmt21/, newstest2013/, books/, multi30k/")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args()
    for language in LIMIT:
        lines = raw_text(given.data, language)
        with files.write_text(given.output / f"raw.{language}") as out:
            out.writelines(f"{line}\n" for line in lines)
        print(f"{len(lines):,} lines, {sum(len(line.split()) for line in lines):,} words of {language}")


if __name__ == "__main__":
    main()

"""How often a text is said to be in another language: false alarms on right texts, and wrong labels that are found.

    python -m lab.measurements.text_languages --data FOLDER [--campaigns FOLDER] [--write]

FOLDER holds ud/, ud-multilingual/, books/, multi30k/, newstest2013/ and wmt21/; that of the campaigns WMT's unpacked
archives (wmt21/txt and so on). --write makes extractors/inputs/frequent_words.csv anew: from every second sentence of
the treebanks, and for Japanese and Hausa from references of WMT21. All other texts are read for measuring alone. Less
than a minute on one core.
"""

import random
import re
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks._common import arguments_of, markdown_table
from extractors.core.files import read_text, write_text
from extractors.inputs.text_language import FREQUENT, TABLE, frequent_words, language_by_words, words_of

LEARNT = ("en-ja.ref.A.ja", "en-ha.ref.A.ha")
SIZES = (100, 200, 400)
SEED = 1
COMMENT = "# text = "


def sentences(path: Path) -> list[str]:
    return [line.removeprefix(COMMENT) for line in read_text(path).split("\n") if line.startswith(COMMENT)]


def treebanks(data: Path) -> list[tuple[str, list[str]]]:
    """Read the language and the sentences of each treebank."""
    return [(path.name[:2], sentences(path)) for path in sorted(data.glob("ud*/*.conllu.gz"))]


def write(data: Path, campaigns: Path) -> None:
    """Write the table of frequent words."""
    texts: dict[str, list[str]] = defaultdict(list)
    for language, of in treebanks(data):
        texts[language] += of[::2]
    for path in campaigns.glob("wmt21/txt/references/*"):
        if path.name.endswith(LEARNT):
            texts[path.name[-2:]] += read_text(path).split("\n")
    with write_text(TABLE) as file:
        file.write("language,words\n")
        for language, of in sorted(texts.items()):
            counts = words_of(of)
            words = (f"{word}:{count / counts.total():.5f}" for word, count in counts.most_common(FREQUENT))
            file.write(f"{language},{' '.join(words)}\n")


def read_all(data: Path, campaigns: Path) -> dict[str, list[tuple[str, str, list[str]]]]:
    """Read all texts that were not learnt from, by kind: the name, language and lines of each."""
    found: dict[str, list[tuple[str, str, list[str]]]] = defaultdict(list)
    found["treebanks"] = [(language, language, of[1::2]) for language, of in treebanks(data)]
    for kind, pattern in (
        ("books, captions, newstest2013", "[bmn][oue][!-]*/*.[a-z]*"),
        ("WMT21 as shipped here", "wmt21/*/*/*"),
    ):
        for path in sorted(data.glob(pattern)):
            language = path.name.removesuffix(".gz")[-2:]
            if language in ("de", "en"):
                found[kind].append((str(path), language, read_text(path).split("\n")))
    for path in sorted(campaigns.glob("wmt2*/txt/*/**/*")):
        if path.is_dir() or path.parent.name in ("documents", "metadata") or path.name.endswith(LEARNT):
            continue
        pair = re.search(r"\b([a-z]{2})-([a-z]{2})\b", f"{path.parent.name}/{path.name}".replace("system-outputs", ""))
        if pair:
            folder = path.relative_to(campaigns).parts[2]
            found[f"{path.relative_to(campaigns).parts[0]}: {folder}"].append(
                (str(path), pair[1 if folder == "sources" else 2], read_text(path).split("\n"))
            )
    return found


def cut(words: Counter[str], size: int) -> Counter[str]:
    """Draw `size` words at random from the words of a text, without replacement."""
    return Counter(random.sample(list(words), counts=list(words.values()), k=min(size, words.total())))


def row(kind: str, size: int | None, texts: list[tuple[str, str, Counter[str]]]) -> list[object]:
    false, found, wrong, missed = 0, 0, 0, Counter[str]()
    for name, language, of in texts:
        part = of if size is None else cut(of, size)
        other = "de" if language == "en" else "en"
        if like := language_by_words(part, language, other=other):
            print(f"false alarm: {name}: {like}")
            false += 1
        for said in frequent_words():
            if said != language:
                wrong += 1
                is_found = language_by_words(part, said, other=language) is not None
                found += is_found
                missed[f"{language} as {said}"] += not is_found
    most = ", ".join(f"{pair} {count}" for pair, count in (+missed).most_common(4)) or "-"
    return [kind, size or "all", len(texts), false, f"{found} of {wrong}", most]


def main() -> None:
    parser = arguments_of(__doc__, data="ud/, ud-multilingual/, books/, multi30k/, newstest2013/, wmt21/")
    parser.add_argument("--campaigns", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.write:
        write(arguments.data, arguments.campaigns)
    random.seed(SEED)
    texts = {
        kind: [(name, language, words_of(text)) for name, language, text in of]
        for kind, of in read_all(arguments.data, arguments.campaigns).items()
    }
    rows = [row(kind, None, of) for kind, of in texts.items()]
    every = [one for of in texts.values() for one in of]
    rows += [row("words drawn from each", size, every) for size in SIZES]
    print(
        markdown_table(
            ["texts", "words", "number", "false alarms", "wrong languages found", "most often not found"], rows
        )
    )


if __name__ == "__main__":
    main()

"""How many pairs are made in many languages, by kind, with forms of treebanks; and samples of them to read.

    python benchmarks/treebank_pairs.py [--data ../shared/data] [--samples FOLDER] [--seed N]

References are the parallel treebanks PUD, with their gold trees; sources are English PUD's sentences of the same ids.
Forms come from PUD and, where there is one, another treebank of the language. `--samples` writes 50 pairs a kind.
"""

import gzip
from collections import Counter
from pathlib import Path

from _common import arguments_of, markdown_table
from contrastive_pairs import write_samples

from challenge_sets_suites.contrastive import Resources, target_texts
from challenge_sets_suites.contrastive_pairs import make_suite
from challenge_sets_suites.pair_kinds import create_makers, is_experimental, table
from challenge_sets_suites.pair_kinds import kinds as kinds_of
from challenge_sets_suites.tables.items import Item
from extractors.formats import conllu

ENGLISH = "ud/en_pud.conllu.gz"
MORE = {"fr": "ud-multilingual/fr_gsd-dev.conllu.gz", "sv": "ud-multilingual/sv_talbanken-dev.conllu.gz"}
"""Another treebank of a language, for forms."""


def comments(path: Path, name: str) -> list[str]:
    """Read the value of a comment such as `# text` of each sentence."""
    begin = f"# {name} = "
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line[len(begin) :].rstrip("\n") for line in lines if line.startswith(begin)]


def pairs(data: Path, language: str, english: dict[str, str], seed: int) -> list[Item]:
    path = data / f"ud-multilingual/{language}_pud-test.conllu.gz"
    treebank = conllu.read(path)
    treebanks = [treebank, *([conllu.read(data / MORE[language])] if language in MORE else [])]
    resources = Resources()
    resources.add_treebank(treebank)
    sources = [english.get(name, "") for name in comments(path, "sent_id")]
    suite = make_suite(
        list(target_texts(treebank, comments(path, "text"), sources, "en")),
        makers=create_makers(language, treebanks=treebanks),
        resources=resources,
        target_language=language,
        origin="pud",
        seed=seed,
    )
    return list(suite.items)


def main() -> None:
    arguments = arguments_of(__doc__, data="ud/, ud-multilingual/")
    arguments.add_argument("--samples", type=Path, help="folder for pairs to read")
    arguments.add_argument("--seed", type=int, default=0)
    kinds, rows = list(table()["kinds"]), []
    known = [language for language in table()["languages"] if set(kinds_of(language)) & set(kinds)]
    arguments.add_argument("--languages", nargs="+", default=known, help="default: all with such kinds")
    given = arguments.parse_args()
    english = dict(zip(*(comments(given.data / ENGLISH, name) for name in ("sent_id", "text")), strict=True))
    for language in given.languages:
        items = pairs(given.data, language, english, given.seed)
        counts = Counter(item.phenomenon for item in items)
        experimental = "experimental" if is_experimental(language) else "read"
        rows.append([language, *(counts[kind] or "" for kind in kinds), experimental])
        for kind in counts if given.samples else ():
            write_samples(given.samples / language / f"{kind}.txt", [items], kind, given.seed)
    print(markdown_table(["language", *kinds, ""], rows))


if __name__ == "__main__":
    main()

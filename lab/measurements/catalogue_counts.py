"""How many hits each phenomenon has in gold treebanks, by language, and what the catalogue has of each.

    python -m lab.measurements.catalogue_counts [--data ../shared/data] [--write docs/lab/counts.md]
        [--catalogue docs/lab/languages.md]

Treebanks are the files LANGUAGE_NAME.conllu(.gz) in ud/ and ud-multilingual/. With --write the table of the page is
made anew; the text around it is kept. --catalogue puts the table of the catalogue into that page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks._common import arguments_of, markdown_table, update_page
from extractors.core.languages import language_name
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers import DEFAULT_PARSER
from extractors.phenomena import DEFAULT_FILE, catalogue, detection
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import missing

FIRST = ("en", "de")
"""Languages whose columns come first."""


def hits(treebank: Treebank, phenomenon: Phenomenon, language: str) -> int:
    """Count the different pairs of words that the requests of a phenomenon find."""
    rules = dict(enumerate(phenomenon.rules[language]))
    found = find_all(treebank, {n: rule.request for n, rule in rules.items()})
    return len(
        {tuple(pair) for n, rule in rules.items() for pair in found[n].pairs(rule.head, rule.dependent).tolist()}
    )


def page_tables(data: Path, known: dict[str, Phenomenon]) -> str:
    """Tabulate the words of each treebank and the hits of each phenomenon by language, as Markdown.

    Raises:
        SystemExit: there is no treebank.
    """
    cells: Counter[tuple[str, str]] = Counter()
    annotated: set[tuple[str, str]] = set()
    words: dict[str, dict[str, int]] = {}
    for path in (path for folder in ("ud", "ud-multilingual") for path in sorted((data / folder).glob("*.conllu*"))):
        language = path.name.partition("_")[0]
        chosen = [p for p in known.values() if language in p.rules]
        if not chosen:
            continue
        treebank = conllu.read(path)
        words.setdefault(language, {})[path.name.partition(".")[0]] = len(treebank)
        for phenomenon in chosen:
            cells[phenomenon.id, language] += hits(treebank, phenomenon, language)
            if not all(missing(rule.request, treebank) for rule in phenomenon.rules[language]):
                annotated.add((phenomenon.id, language))
    if not words:
        raise SystemExit(f"no treebanks in {data}/ud or {data}/ud-multilingual; name their folder by --data")

    def cell(phenomenon: Phenomenon, language: str) -> str:
        key = phenomenon.id, language
        if key not in cells:
            return ""
        return (f"{cells[key]:,}" if key in annotated or cells[key] else "–") + r" \*" * (
            language in phenomenon.experimental
        )

    languages = [*(x for x in FIRST if x in words), *sorted(words.keys() - {*FIRST})]
    rows = [["*words*", *(f"{sum(words[language].values()):,}" for language in languages)]]
    for phenomenon in known.values():
        if phenomenon.rules.keys() & words.keys():
            rows.append([f"`{phenomenon.id}`", *(cell(phenomenon, language) for language in languages)])
    names = ", ".join(f"{name} ({count:,})" for of in words.values() for name, count in sorted(of.items()))
    return f"Words searched: {names}.\n\n{markdown_table(['phenomenon', *languages], rows)}"


def catalogue_table(known: Mapping[str, Phenomenon]) -> str:
    """Tabulate phenomena and correct judged hits for each language but English and German, as Markdown."""
    languages = sorted({language for p in known.values() for language in p.rules} - {"de", "en"}, key=name_and_code)
    table = []
    for language in languages:
        of_it = [p for p in known.values() if language in p.rules]
        read = [p.readings[language] for p in of_it if language in p.readings]
        right, hits = (sum(getattr(one, name) for one in read) for name in ("right", "read"))
        experimental = sum(language in p.experimental for p in of_it)
        table.append(
            [
                name_and_code(language),
                len(of_it),
                experimental,
                len(read),
                *_share(right, hits),
                *_share(*_from_text(of_it, language)),
            ]
        )
    heading = [
        "language",
        "phenomena",
        "of them experimental",
        "with judged hits",
        "in gold trees",
        "%",
        "from text",
        "%",
    ]
    return markdown_table(heading, table)


def _share(right: int, hits: int) -> tuple[str, str]:
    return (f"{right} of {hits}", f"{100 * right / hits:.0f}") if hits else ("-", "-")


def _from_text(phenomena: Sequence[Phenomenon], language: str) -> tuple[int, int]:
    """Sum over phenomena the hits in parses of raw text that are right, and all such hits.

    These are measured figures of the default parser; experimental phenomena and twins are left out.
    """
    figures = detection.of_model(DEFAULT_PARSER, None, language)
    trusted = [p for p in phenomena if language not in p.experimental and p.twin_of is None]
    found = [
        hits
        for p in trusted
        if figures and (hits := figures.on_treebanks(p.id, definitions_checksum([p.definition(language)])))
    ]
    return sum(hits.right for hits in found), sum(hits.found for hits in found)


def name_and_code(language: str) -> str:
    return f"{language_name(language)} (`{language}`)"


def main() -> None:
    parser = arguments_of(__doc__, data="ud/ and ud-multilingual/")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into the page")
    parser.add_argument("--catalogue", type=Path, metavar="PAGE", help="put the table of the catalogue into the page")
    given = parser.parse_args()
    known = catalogue.load(DEFAULT_FILE)
    text = page_tables(given.data, known)
    print(text)
    if given.write:
        update_page(given.write, {"counts": text})
    if given.catalogue:
        update_page(given.catalogue, {"catalogue": catalogue_table(known)})


if __name__ == "__main__":
    main()

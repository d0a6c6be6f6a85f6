"""How many hits each phenomenon has in gold treebanks, by language, and what the catalogue has of each.

    python -m lab.measurements.catalogue_counts [--data ../shared/data] [--write docs/lab/counts.md]
        [--catalogue docs/lab/languages.md]

Treebanks are the files LANGUAGE_NAME.conllu(.gz) in ud/ and ud-multilingual/. The table by language is printed. With
--write the page gets its summary; the text around it is kept. --catalogue puts the table of the catalogue into that
page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

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


class Counted(NamedTuple):
    """What was found in the treebanks of each language.

    Attributes:
        words: by language, the words of each treebank.
        hits: by id of a phenomenon and language.
        annotated: ids and languages whose treebanks have what the requests need.
    """

    words: dict[str, dict[str, int]]
    hits: Counter[tuple[str, str]]
    annotated: set[tuple[str, str]]

    def cell(self, phenomenon: Phenomenon, language: str) -> str:
        """Return the hits in a language, "–" where the treebanks cannot have any, with an asterisk if experimental."""
        key = phenomenon.id, language
        if key not in self.hits:
            return ""
        number = f"{self.hits[key]:,}" if key in self.annotated or self.hits[key] else "–"
        return number + r" \*" * (language in phenomenon.experimental)


def count(data: Path, known: Mapping[str, Phenomenon]) -> Counted:
    """Count the hits of the phenomena in all treebanks of a folder.

    Raises:
        SystemExit: there is no treebank.
    """
    counted = Counted({}, Counter(), set())
    for path in (path for folder in ("ud", "ud-multilingual") for path in sorted((data / folder).glob("*.conllu*"))):
        language = path.name.partition("_")[0]
        chosen = [p for p in known.values() if language in p.rules]
        if not chosen:
            continue
        treebank = conllu.read(path)
        counted.words.setdefault(language, {})[path.name.partition(".")[0]] = len(treebank)
        for phenomenon in chosen:
            counted.hits[phenomenon.id, language] += hits(treebank, phenomenon, language)
            if not all(missing(rule.request, treebank) for rule in phenomenon.rules[language]):
                counted.annotated.add((phenomenon.id, language))
    if not counted.words:
        raise SystemExit(f"no treebanks in {data}/ud or {data}/ud-multilingual; name their folder by --data")
    return counted


def whole_table(counted: Counted, known: Mapping[str, Phenomenon]) -> str:
    """Return the words of each treebank, and the hits of each phenomenon in each language."""
    words = counted.words
    languages = [*(x for x in FIRST if x in words), *sorted(words.keys() - {*FIRST})]
    rows = [["*words*", *(f"{sum(words[language].values()):,}" for language in languages)]]
    for phenomenon in known.values():
        if phenomenon.rules.keys() & words.keys():
            rows.append([f"`{phenomenon.id}`", *(counted.cell(phenomenon, language) for language in languages)])
    names = ", ".join(f"{name} ({number:,})" for of in words.values() for name, number in sorted(of.items()))
    return f"Words searched: {names}.\n\n{markdown_table(['phenomenon', *languages], rows)}"


def page_table(counted: Counted, known: Mapping[str, Phenomenon]) -> str:
    """Return the table of the page: the hits in English, in German, and in the other languages together."""
    words = {language: sum(of.values()) for language, of in counted.words.items()}
    others = words.keys() - {*FIRST}
    rows = [["*words*", *(f"{words.get(x, 0):,}" for x in FIRST), f"{sum(words[x] for x in others):,}", len(others)]]
    for phenomenon in known.values():
        if phenomenon.rules.keys() & words.keys():
            found = {language: counted.hits[phenomenon.id, language] for language in others & phenomenon.rules.keys()}
            rest = (f"{sum(found.values()):,}", sum(map(bool, found.values()))) if found else ("", "")
            rows.append([f"`{phenomenon.id}`", *(counted.cell(phenomenon, x) for x in FIRST), *rest])
    names = ", ".join(name for of in counted.words.values() for name in sorted(of))
    return f"Treebanks: {names}.\n\n{markdown_table(['phenomenon', *FIRST, 'others', 'languages'], rows)}"


def catalogue_table(known: Mapping[str, Phenomenon]) -> str:
    """Tabulate phenomena and correct judged hits for each language but English and German, as Markdown."""
    languages = sorted({language for p in known.values() for language in p.rules} - {"de", "en"}, key=name_and_code)
    table = []
    for language in languages:
        of_it = [p for p in known.values() if language in p.rules]
        read = [p.readings[language] for p in of_it if language in p.readings]
        right, hits = (sum(getattr(one, name) for one in read) for name in ("right", "read"))
        experimental = sum(language in p.experimental for p in of_it)
        shares = _share(right, hits), *(_share(*counted) for counted in _measured(of_it, language))
        table.append([name_and_code(language), len(of_it), experimental, *shares])
    heading = ["language", "phenomena", "experimental"]
    heading += [f"{what}, % (of)" for what in ("right in gold trees", "confirmed from text", "right in running text")]
    return markdown_table(heading, table)


def _share(right: int, hits: int) -> str:
    return f"{100 * right / hits:.0f} ({hits})" if hits else "-"


def _measured(phenomena: Sequence[Phenomenon], language: str) -> list[tuple[int, int]]:
    """Sum over phenomena the right hits and all, in parses of the raw text of treebanks and as judged in running text.

    These are measured figures of the default parser; experimental phenomena and twins are left out.
    """
    figures = detection.model_figures(DEFAULT_PARSER, None, language)
    trusted = [p for p in phenomena if language not in p.experimental and p.twin_of is None]
    sums = []
    for of_kind in (figures.on_treebanks, figures.in_running_text) if figures else ():
        found = [hits for p in trusted if (hits := of_kind(p.id, definitions_checksum([p.definition(language)])))]
        sums.append((sum(hits.right for hits in found), sum(hits.found for hits in found)))
    return sums or [(0, 0)] * 2


def name_and_code(language: str) -> str:
    return f"{language_name(language)} (`{language}`)"


def main() -> None:
    parser = arguments_of(__doc__, data="ud/ and ud-multilingual/")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the summary into the page")
    parser.add_argument("--catalogue", type=Path, metavar="PAGE", help="put the table of the catalogue into the page")
    given = parser.parse_args()
    known = catalogue.load(DEFAULT_FILE)
    counted = count(given.data, known)
    print(whole_table(counted, known))
    if given.write:
        update_page(given.write, {"counts": page_table(counted, known)})
    if given.catalogue:
        update_page(given.catalogue, {"catalogue": catalogue_table(known)})


if __name__ == "__main__":
    main()

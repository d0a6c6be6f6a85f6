"""Challenge sets for metrics, as WMT's metrics task takes them: plain files side by side, an item a line.

    NAME.LP.src.txt   NAME.LP.ref.txt   NAME.LP.hyp-1.txt (right)   NAME.LP.hyp-2.txt (wrong)   NAME.LP.meta.txt

The path is that of the sources. LP, what stands between the first two dots, is the language pair, so NAME has no dot.
The meta file has DOMAIN, a tab and DOCUMENT: the phenomenon, and the id of the item; a document of several lines is the
items' origin, and their ids are line numbers. It may be .tsv, with or without a header; `hyp1` is met for `hyp-1`.
There may be no references. What metrics return is read as scores of pairs
(challenge_sets_suites.pair_scores).

Source: submissions of WMT25's metrics task (wmt-conference/wmt25-mteval, data/challenge-sets).
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from challenge_sets_suites.formats import SuiteWriter, _checks
from challenge_sets_suites.tables.contrastive import rest_of
from challenge_sets_suites.tables.items import Item, Suite, number_sentences
from extractors.core.errors import InputError
from extractors.core.files import read_lines, write_text

NAME = re.compile(r"(?P<name>[^./]+)\.(?P<source>[A-Za-z_]+)-(?P<target>[A-Za-z_]+)\.src\.txt")
FORMAT = "wmt_challenge"
HEADERS = ("domain\tdoc_id", "domain-category\tdoc_id", "domain doc_id", "domain-category doc_id")
BREAKS = re.compile("[\t\n\r]")


class WmtChallenge(SuiteWriter):
    """Reads and writes a challenge set of one right and one wrong hypothesis a source."""

    judge = "contrastive"

    def read(self, path: Path) -> Suite:
        named = _languages(path)
        source = read_lines(path)
        if (more := _file(path, "hyp-3", "hyp3")).is_file():
            raise InputError(
                "has more than two hypotheses, and an item is one right and one wrong",
                path=more,
                remedy="make a set of two of them",
            )
        right, wrong = (_beside(path, source, f"hyp-{n}", f"hyp{n}") for n in (1, 2))
        references = _beside(path, source, "ref") if _file(path, "ref").is_file() else None
        meta = _meta(path, source)
        documents = [document for _, document in meta]
        are_ids = len(set(documents)) == len(documents)
        items = [
            Item(
                item=document if are_ids else str(n + 1),
                sentence=sentence,
                source=source[n],
                phenomenon=phenomenon,
                reference=right[n],
                contrastive=wrong[n],
                origin=None if are_ids else document,
            )
            for n, (sentence, (phenomenon, document)) in enumerate(zip(number_sentences(source), meta, strict=True))
        ]
        rest = json.dumps({"reference_for": "item", FORMAT: {"references": references}}, ensure_ascii=False)
        return _checks.suite(self, items, path, named, rest=rest)

    def write(self, suite: Suite, path: Path) -> None:
        """Write the files beside each other; the right translations are the references if the suite has no others."""
        for given, name, side in zip(
            (suite.source_language, suite.target_language), _languages(path), ("source", "target"), strict=True
        ):
            _checks.language(given, name, side, path)
        _checks.check_pairs(suite, FORMAT, path, only=False)
        right = [item.reference or "" for item in suite.items]
        columns = {
            "src": [item.source for item in suite.items],
            "hyp-1": right,
            "hyp-2": [item.contrastive or "" for item in suite.items],
        }
        references = rest_of(suite.rest).get(FORMAT, {}).get("references", right)
        if references is not None:
            columns["ref"] = references
        for item, *texts in zip(suite.items, *columns.values(), strict=True):
            if any(BREAKS.search(text) for text in (item.phenomenon, item.item, *texts)):
                raise InputError(
                    f"the item {item.item!r} has a line break or a tab, which the format cannot hold",
                    path=path,
                    remedy="write it without, or leave the item out",
                )
        # Where an id is only the number of a line, the document is the origin.
        documents = [
            item.item if item.origin is None or item.item != str(n) else item.origin
            for n, item in enumerate(suite.items, 1)
        ]
        columns["meta"] = [f"{item.phenomenon}\t{of}" for item, of in zip(suite.items, documents, strict=True)]
        for kind, lines in columns.items():
            with write_text(_file(path, kind)) as out:
                out.writelines(f"{line}\n" for line in lines)


def _languages(path: Path) -> tuple[str, str]:
    """Return the source and the target language in the name of the file of sources."""
    match = NAME.fullmatch(path.name)
    if match is None:
        raise InputError(
            f"{path.name} is not NAME.SOURCE-TARGET.src.txt",
            path=path,
            remedy="name the file of the sources so, with no dot in NAME: owls.en-de.src.txt",
        )
    return match["source"], match["target"]


def _file(path: Path, *kinds: str, suffixes: Sequence[str] = ("txt",)) -> Path:
    """Return the first file of some kinds beside the file of sources; if there is none, the path it should have."""
    stem = path.name.removesuffix("src.txt")
    files = [path.with_name(f"{stem}{kind}.{suffix}") for kind in kinds for suffix in suffixes]
    return next((file for file in files if file.is_file()), files[0])


def _beside(path: Path, source: Sequence[str], *kinds: str) -> list[str]:
    """Read the lines of a file beside the file of sources, one for each source."""
    file = _file(path, *kinds)
    lines = read_lines(file)
    _checks.check_lines(source, path, lines, file)
    return lines


def _meta(path: Path, source: Sequence[str]) -> list[tuple[str, str]]:
    """Read (phenomenon, document) of each line in the meta file."""
    file = _file(path, "meta", suffixes=("txt", "tsv"))
    lines = read_lines(file)
    header = lines[0].strip() in HEADERS
    _checks.check_lines(source, path, lines[header:], file)
    found = []
    for number, line in enumerate(lines[header:], 1 + header):
        phenomenon, tab, document = line.partition("\t")
        if not tab or not phenomenon or not document:
            raise InputError(
                f"{line!r} is not a domain, a tab and a document",
                path=file,
                line=number,
                remedy="write DOMAIN<tab>DOCUMENT",
            )
        found.append((phenomenon, document))
    return found

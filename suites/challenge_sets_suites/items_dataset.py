"""The items of a test suite as a data set for others.

    README.md               the dataset card
    SHA256SUMS              of every other file, as `sha256sum -c` reads it
    data/test.parquet       a row an item, with the columns of ITEMS; its metadata name languages and judge
    jsonl/items.jsonl.gz    the same, one JSON object a line, without the columns that an item has nothing in
    source.LANGUAGE         what to translate: every source text, one a line; not there for judges of scores

`challenge-sets suite judge FOLDER --format items` reads it (challenge_sets_suites.formats.items).
"""

import json
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from challenge_sets_suites.formats.items import PUBLISHED
from challenge_sets_suites.tables.items import ITEMS, Item, Suite
from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core.errors import InputError
from extractors.core.escapes import markdown
from extractors.core.files import write_text
from extractors.core.languages import language_name
from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import checksums, tables
from extractors.publish import layout
from extractors.publish.card import card_data, licence_text, render
from extractors.publish.write import replacing_set

JSONL = "jsonl/items.jsonl.gz"
MARKS = (layout.CARD, PUBLISHED, layout.CHECKSUMS)
TAGS = ("machine-translation", "test-suite", "challenge-set", "mt-challenge-sets")


def write(suite: Suite, folder: str | Path, settings: PublishSettings) -> None:
    """Write a data set of a suite's items; a folder that is one already is replaced, whole.

    The same suite and settings give the same bytes. Judgments that the suite came with are not in it.
    """
    name = settings.name or Path(folder).resolve().name
    check_licence(settings, name, kind="suite")
    if not suite.items:
        raise InputError("a suite without items", remedy="give a suite with one item or more")
    card = make_card(suite, settings, name)
    with replacing_set(folder, MARKS) as place:
        tables.write(suite.table(), place / PUBLISHED)
        with write_text(place / JSONL) as out:
            for row in suite.table().to_pylist():
                filled = {name: value for name, value in row.items() if value not in (None, [])}
                out.write(json.dumps(filled, ensure_ascii=False) + "\n")
        if not by_scores(suite):
            with write_text(place / layout.source(suite.source_language)) as out:
                out.writelines(f"{text}\n" for text in source_lines(suite.items))
        with write_text(place / layout.CARD) as out:
            out.write(card)
        checksums.write(place)
    log.info("%s: %d items of %d phenomena", folder, len(suite.items), len({i.phenomenon for i in suite.items}))


def by_scores(suite: Suite) -> bool:
    """Return whether systems are judged by how they score the suite's own translations, and translate nothing."""
    return all(item.contrastive is not None for item in suite.items)


def source_lines(items: Sequence[Item]) -> list[str]:
    """Return the source texts, one a line, each at the line of its number; lines of unused numbers are empty."""
    texts = {item.sentence: " ".join(item.source.split()) for item in items}
    return [texts.get(number, "") for number in range(max(texts) + 1)]


def make_card(suite: Suite, settings: PublishSettings, name: str) -> str:
    """Make the card of the data set, with the metadata that the hub reads."""
    counts = Counter((item.category, item.phenomenon) for item in suite.items)
    categories = Counter(item.category for item in suite.items)
    metadata = card_data(
        settings,
        title=settings.pretty_name or name,
        languages=[suite.source_language, suite.target_language],
        rows=len(suite.items),
        tags=list(TAGS),
        configs=[{"config_name": "items", "data_files": [{"split": "test", "path": PUBLISHED}], "default": True}],
    )
    return render(
        resources.files("challenge_sets_suites").joinpath("items_card.md.j2").read_text(encoding="utf-8"),
        card_data=metadata,
        title=settings.pretty_name or name,
        suite=suite,
        source=language_name(suite.source_language),
        target=language_name(suite.target_language),
        publish=settings,
        categories={markdown(category): n for category, n in categories.items()},
        phenomena=[(markdown(category), markdown(phenomenon), n) for (category, phenomenon), n in counts.items()],
        sources=len({item.sentence for item in suite.items}),
        fields=[
            column
            for column in ITEMS.columns
            if any(getattr(i, column.name) not in (None, (), "") for i in suite.items)
        ],
        by_scores=by_scores(suite),
        licence=licence_text(settings),
        version=__version__,
    )

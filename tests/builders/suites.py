"""Small suites and their judgments."""

from challenge_sets_suites.groups import verdicts_of
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS, Verdict, judgment
from tests.builders.rows import table_of

LETTERS = {"R": "right", "W": "wrong", "U": "undecided", "-": "missing"}


def items_of(*phenomena: str, sentences=None, **fields) -> list[Item]:
    """An item for each `category/phenomenon`; fields are lists of values, one an item."""
    made = []
    for i, name in enumerate(phenomena):
        category, _, phenomenon = name.rpartition("/")
        own = {field: values[i] for field, values in fields.items()}
        sentence = sentences[i] if sentences else i
        made.append(
            Item(
                item=f"i{i}", sentence=sentence, source=f"S{sentence}", category=category, phenomenon=phenomenon, **own
            )
        )
    return made


def judgments_of(items, judge="test", **systems):
    """A table of judgments: of each system a letter an item (`RWU-`); outputs are the letter, or those of `outputs`."""
    rows = []
    for system, letters in systems.items():
        for item, letter in zip(items, letters, strict=True):
            output = None if letter == "-" else f"{letter} {item.source}"
            verdict = Verdict(LETTERS[letter], f"because {letter}")
            rows.append(judgment(item.item, system, output, judge, verdict))
    return table_of(JUDGMENTS, rows)


def verdicts(items, **systems):
    return verdicts_of(items, judgments_of(items, **systems), "judgments.parquet")

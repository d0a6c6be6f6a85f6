"""Which output of a system belongs to which item, and which outputs need no judge.

A system's outputs stand in the order of the suite, or anywhere in a larger text whose sources stand beside them, as
the test suites of WMT come: shuffled among all the other lines. There an item is found by its source text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites.tables.items import Item, normalised, some
from challenge_sets_suites.tables.judgments import MISSING, WRONG, Verdict
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs.placeholders import repeated

NOT_ASKED = Verdict(MISSING, "the source text is not among the sources")
NOTHING_ELSE = Verdict(MISSING, "a placeholder: the system has this output and no other")
EMPTY = Verdict(WRONG, "the output is empty")
PLACEHOLDER = Verdict(WRONG, "the output is that of many other source texts")
NEARLY_ONE = 0.9
"""The share of same outputs from which on two systems are called nearly one. Of short sentences, as test suites have
them, good systems give 50 to 70 % the same translation."""


@dataclass(frozen=True)
class SystemOutputs:
    """One system's outputs of the items of a suite.

    Attributes:
        texts: of each item, normalised; None where the system was not asked.
        verdicts: of each item, what needs no judge: not asked, empty, or a placeholder; None where there is an output.
        placeholder: the output that stands for many source texts; None if there is none.
        ambiguous: ids of the items whose source text has several different outputs.
    """

    texts: list[str | None]
    verdicts: list[Verdict | None]
    placeholder: str | None
    ambiguous: list[str]


class Sources:
    """The source texts of a larger text, to find the lines of items in it."""

    def __init__(self, texts: Sequence[str], path: str | Path) -> None:
        self.size = len(texts)
        self.path = path
        self._lines: dict[str, list[int]] = {}
        for line, text in enumerate(texts):
            self._lines.setdefault(normalised(text), []).append(line)

    def lines(self, item: Item) -> list[int]:
        """Return the 0-based lines of an item's source text."""
        return self._lines.get(normalised(item.source), [])


def find_outputs(
    items: Sequence[Item], outputs: Sequence[str], path: str | Path, sources: Sources | None = None
) -> SystemOutputs:
    """Find the output of each item.

    Args:
        outputs: one a line of `sources`; without sources one an item, or one a source text, in order.
        path: where the outputs are from, for messages.
    """
    lines = (
        _lines_in_order(items, outputs, path) if sources is None else _lines_by_source(items, outputs, path, sources)
    )
    texts: list[str | None] = []
    ambiguous = []
    for item, item_lines in zip(items, lines, strict=True):
        item_outputs = list(dict.fromkeys(normalised(outputs[line]) for line in item_lines))
        texts.append(item_outputs[0] if item_outputs else None)
        if len(item_outputs) > 1:
            ambiguous.append(item.item)
    if ambiguous:
        log.warning("%s: %d items have several outputs, the first is judged: %s", path, len(ambiguous), some(ambiguous))
    placeholder = repeated((item.source, text) for item, text in zip(items, texts, strict=True))
    if placeholder and {*texts} <= {placeholder, "", None}:
        return SystemOutputs([None] * len(texts), [NOTHING_ELSE] * len(texts), placeholder, ambiguous)
    return SystemOutputs(texts, [_verdict(text, placeholder) for text in texts], placeholder, ambiguous)


def _lines_in_order(items: Sequence[Item], outputs: Sequence[str], path: str | Path) -> list[list[int]]:
    sentences = max((item.sentence for item in items), default=-1) + 1
    if len(outputs) == len(items):
        return [[line] for line in range(len(items))]
    if len(outputs) == sentences:
        return [[item.sentence] for item in items]
    raise InputError(
        f"{len(outputs)} outputs for a suite of {len(items)} items and {sentences} source texts",
        path=path,
        remedy="give one output an item or a source text, in the suite's order, or name the `sources` of the outputs",
    )


def _lines_by_source(
    items: Sequence[Item], outputs: Sequence[str], path: str | Path, sources: Sources
) -> list[list[int]]:
    if len(outputs) != sources.size:
        raise InputError(
            f"{len(outputs)} outputs for the {sources.size} sources of {sources.path}",
            path=path,
            remedy="give the sources that these outputs are of, line by line",
        )
    lines = [sources.lines(item) for item in items]
    if items and not any(lines):
        raise InputError(
            f"none of the {len(items)} items has its source text here",
            path=sources.path,
            remedy="give the sources that the outputs are of, line by line, as plain text in the source language",
        )
    return lines


def _verdict(text: str | None, placeholder: str | None) -> Verdict | None:
    if text is None:
        return NOT_ASKED
    return EMPTY if not text else PLACEHOLDER if text == placeholder else None


def found_row(system: str, outputs: SystemOutputs) -> dict[str, Any]:
    """Return the row of a system in the table `OUTPUTS_FOUND`."""
    absent, nothing_else = map(outputs.verdicts.count, (NOT_ASKED, NOTHING_ELSE))
    return {
        "system": system,
        "items": len(outputs.texts),
        "found": len(outputs.texts) - absent,
        "absent": absent,
        "empty": outputs.verdicts.count(EMPTY),
        "placeholders": outputs.verdicts.count(PLACEHOLDER) + nothing_else,
        "placeholder": outputs.placeholder,
        "ambiguous": len(outputs.ambiguous),
    }


def same_outputs(items: Sequence[Item], judgments: pa.Table) -> list[dict[str, Any]]:
    """List the pairs of systems that have nearly the same outputs.

    Args:
        judgments: a table of `JUDGMENTS`.

    Returns:
        `system_a` and `system_b`, `n` source texts for which both have an output, and the share `same` of them.
    """
    sentence = {item.item: item.sentence for item in items}
    texts: dict[str, dict[int, str]] = {}
    for row in judgments.select(["item", "system", "output"]).to_pylist():
        if row["output"] is not None:
            texts.setdefault(row["system"], {})[sentence[row["item"]]] = normalised(row["output"])
    rows = []
    for a, b in combinations(texts, 2):
        shared = texts[a].keys() & texts[b].keys()
        same = sum(texts[a][number] == texts[b][number] for number in shared)
        if shared and same / len(shared) >= NEARLY_ONE:
            rows.append({"system_a": a, "system_b": b, "n": len(shared), "same": same / len(shared)})
    return rows
